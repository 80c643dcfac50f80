"""Every game that comes with Rulewright, in every setting: both engines play the same game, play
ends, records replay, what always holds does, and what a seat cannot tell apart changes nothing.

Each number of seats, each value of each option (of a range the ends), and each variant is played a
few times at random, the others being as usual. Where ways to a finish are searched for, which can
take the reference long, it is asked at each 25th decision. `RULEWRIGHT_GAMES=1000 pytest -n 2
tests/conformance/test_games.py` plays each a thousand times.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import cycle

import pytest

from rulewright import catalogue
from rulewright.catalogue import GameInfo, OptionInfo
from rulewright.core.evaluate import evaluate
from rulewright.game import load
from rulewright.play import record
from rulewright.runtime.chance import below, stream
from rulewright.state import State
from rulewright.testing.combinations import variant_sets
from rulewright.testing.conformance import LIMIT, lockstep

GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "1"))
LONGEST = 250 if GAMES == 1 else LIMIT  # decisions; a long game is cut short in a short run

Setting = tuple[str, int, tuple[str, ...], dict[str, str]]


def settings() -> list[Setting]:
    """Game, seats, variants, options: one thing at a time is not as usual."""
    found: list[Setting] = []
    for info in catalogue.games():
        fewest, most = info.players
        found += [(info.name, seats, (), {}) for seats in range(fewest, most + 1)]
        seats = cycle(range(fewest, most + 1))  # the rest with each number in turn
        found += [
            (info.name, next(seats), (option.variant,) if option.variant else (), {option.name: v})
            for option in info.options
            for v in unusual(option)
        ]
        found += [(info.name, next(seats), names, {}) for names in sets(info) if names]
    return found


def sets(info: GameInfo) -> list[tuple[str, ...]]:
    """Variants that go together: all pairs of a few, each alone of many."""
    return variant_sets(info, most=3 if len(info.variants) <= 4 else 1)


def unusual(option: OptionInfo) -> list[str]:
    values = [end for value in option.values for end in value.split("..")]
    return [value for value in dict.fromkeys(values) if value != option.default]


def name(setting: Setting) -> str:
    game, seats, variants, options = setting
    return ",".join([game, str(seats), *variants, *(f"{o}={v}" for o, v in options.items())])


SETTINGS = settings()


@pytest.mark.parametrize("setting", SETTINGS, ids=name)
def test_engines_play_alike_and_records_replay(setting: Setting) -> None:
    name, seats, variants, options = setting
    game = load(name, variants=variants, options=options, seats=seats)
    first = SETTINGS.index(setting) * 1_000_003
    for n in range(GAMES):
        every, asked = 1 if n % 10 == 0 else 20, 25 if game.program.courses else 1
        played = lockstep(game, first + n, limit=LONGEST, every=every, asked=asked)
        assert played.over or played.decisions == LONGEST < LIMIT
        kept = record.read(record.record_of(game, played).model_dump_json())
        again = record.replay(kept, game)
        assert (again.key(), again.outcome) == (played.key(), played.outcome)


def positions(setting: Setting, salt: int) -> Iterator[tuple[int, State]]:
    """Games at random: the state at each decision, with its number, and at the end."""
    name, seats, variants, options = setting
    game = load(name, variants=variants, options=options, seats=seats)
    number = SETTINGS.index(setting)
    luck = stream(number, salt)
    for n in range(GAMES):
        state = game.start(seed=number * 1_000_003 + n)
        for decisions in range(LONGEST):
            yield decisions, state
            if state.over:
                break
            moves = state.legal_moves()
            luck, k = below(luck, len(moves))
            state.apply(moves[k])


@pytest.mark.parametrize("setting", SETTINGS, ids=name)
def test_what_always_holds_holds_at_every_decision(setting: Setting) -> None:
    for _, state in positions(setting, 1):
        read = state.engine.layout.reader(state.slots)
        promises = state.engine.program.always
        kept = [evaluate(promise.test, {}, read) for promise in promises]
        broken = [p.span.line for p, held in zip(promises, kept, strict=True) if not held]
        assert broken == [], state.moves


@pytest.mark.parametrize("setting", SETTINGS, ids=name)
def test_what_a_seat_cannot_tell_apart_changes_nothing_for_it(setting: Setting) -> None:
    """Dealt anew, hidden things look the same to a seat, and what it is offered is the same."""
    for decisions, state in positions(setting, 2):
        if state.over or decisions % 5:
            continue
        for seat in range(state.engine.program.seats.size):
            other = state.redealt(seat, decisions)
            assert other.observation(seat) == state.observation(seat)
            if state.to_move == seat:
                moves = [str(move) for move in state.legal_moves()]
                assert [str(move) for move in other.legal_moves()] == moves

"""Every game that comes with Rulewright, in every setting: both engines play the same game, play
ends, records replay, what always holds does, and what a seat cannot tell apart changes nothing.

Each number of seats, each value of each option (of a range the ends), and each variant is played a
few times at random, the others being as usual. Where ways to a finish are searched for, which can
take the reference long, it is asked at each 25th decision. `RULEWRIGHT_GAMES=1000 pytest -n 2
tests/conformance/test_games.py` plays each a thousand times.
"""

from __future__ import annotations

import os
from itertools import cycle

import pytest

from rulewright import catalogue
from rulewright.catalogue import GameInfo, OptionInfo
from rulewright.core.evaluate import never_asked, prepare
from rulewright.game import load
from rulewright.play import record
from rulewright.runtime.chance import below, stream
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


@pytest.mark.parametrize("setting", SETTINGS, ids=name)
def test_what_always_holds_holds_at_every_decision(setting: Setting) -> None:
    name, seats, variants, options = setting
    game = load(name, variants=variants, options=options, seats=seats)
    promises = [
        (promise.words or promise.span.line, prepare(promise.test))
        for promise in game.program.always
    ]
    luck = stream(SETTINGS.index(setting), 2)
    for n in range(GAMES):
        state, decisions = game.start(seed=SETTINGS.index(setting) * 37 + n), 0
        while decisions < LONGEST:
            read = game.engine.layout.reader(state.slots)
            kept = {said: test({}, read, never_asked) for said, test in promises}
            assert all(kept.values()), (kept, state.moves)
            if state.over:
                break
            moves = state.legal_moves()
            luck, k = below(luck, len(moves))
            state.apply(moves[k])
            decisions += 1


@pytest.mark.parametrize("setting", SETTINGS, ids=name)
def test_what_a_seat_cannot_tell_apart_changes_nothing_for_it(setting: Setting) -> None:
    """Dealt anew, hidden things look the same to a seat, and what it is offered is the same."""
    name, seats, variants, options = setting
    game = load(name, variants=variants, options=options, seats=seats)
    luck = stream(SETTINGS.index(setting), 1)
    for n in range(GAMES):
        state, decisions = game.start(seed=SETTINGS.index(setting) * 31 + n), 0
        while not state.over and decisions < LONGEST:
            if decisions % 5 == 0:
                for seat in range(seats):
                    other = state.redealt(seat, decisions)
                    assert other.observation(seat) == state.observation(seat)
                    if state.to_move == seat:
                        moves = [str(move) for move in state.legal_moves()]
                        assert [str(move) for move in other.legal_moves()] == moves
            moves_now = state.legal_moves()
            luck, k = below(luck, len(moves_now))
            state.apply(moves_now[k])
            decisions += 1

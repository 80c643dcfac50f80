"""Plays the games of a setting, and looks into some of them.

A game that is looked into is made once more, move by move. What would come of it from a moment on
is asked of random games that begin with everything as it lies, what is hidden included; what a move
is worth at a decision, of a search that knows what its seat knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache

from ..analysis import simulate
from ..analysis.tracing import Step
from ..backends.protocol import Code, PlayoutResult, TooLong
from ..core.evaluate import elements_of_mask
from ..core.ir import Choose, Domain, Element, SetOf
from ..diagnostics import RulewrightError
from ..game import Game
from ..players.budget import Budget
from ..players.mcts import consider
from ..players.playing_out import LONGEST
from ..players.view import mixed
from ..runtime.layout import OVER
from ..runtime.move import text_of
from ..state import State
from .plan import Measures, Plan, Setting
from .row import Look, Measured, Moment, Row, Use, Weighed

PLAYTEST = "the playtest"  # whose game goes wrong, if one does
DIGITS = 4  # of shares and values


class Table:
    """The game of one setting, played as often as wanted."""

    def __init__(self, plan: Plan, number: int, game: Game) -> None:
        self.plan, self.number, self.game = plan, number, game
        self.setting: Setting = plan.settings[number]
        self.seated = cache(lambda players: simulate.Table(game, players, plan.longest))

    def play(self, number: int) -> Row:
        """The game with a number. Raises `PlayError` with its seed if it goes wrong."""
        seed, players = self.plan.game_seed(number), self.setting.seated(number)
        log = _Log(self.game)
        trace = None
        with simulate.told(number, seed, PLAYTEST), suppress(TooLong):
            trace = self.seated(players).play(seed, seen=log.add).trace
        return Row(self.number, number, seed, players, trace, log.forced, tuple(log.moves), None)

    def look(self, row: Row) -> Row:
        """A game that was played, looked into. Raises `PlayError` as `play` does."""
        with simulate.told(row.number, row.seed, PLAYTEST):
            return row._replace(measured=measure(self.game, row, self.setting.measures))


class _Log:
    """The moves of a game, as they are made; `forced`: decisions without others on offer."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.moves: list[str] = []
        self.forced = 0

    def add(self, step: Step) -> None:
        if step.point == OVER:
            return
        codec, choose = self.game.engine.codec, self.game.program.choices[step.point]
        text = text_of(
            choose, step.taken, lambda variable, keys: codec.get(step.position, variable, keys)
        )
        self.forced += len(step.codes) == 1
        self.moves.append(text)


def measure(game: Game, row: Row, measures: Measures) -> Measured:
    """Look into a game that has come to its end."""
    seed, count = row.seed, len(row.moves)
    moments = spread_over(range(count), measures.moments) if measures.playouts else ()
    looks = spread_over(_several(game, row), measures.decisions) if measures.simulations else ()
    state, uses = game.start(seed=seed), _Uses()
    found, looked = list[Moment](), list[Look]()
    for number, text in enumerate(row.moves):
        offer, choose = state.legal_moves(), _choice_of(state)
        codes = [move.code for move in offer]
        made = [*map(str, offer)].index(text)
        if number in moments:
            found.append(_moment(state, number, seed, measures.playouts))
        if number in looks:
            looked.append(_look(state, number, made, seed, measures.simulations))
        uses.add(choose, codes, codes[made])
        state.apply(offer[made])
    return Measured(tuple(found), tuple(looked), uses.told())


def _several(game: Game, row: Row) -> list[int]:
    """The decisions of a game with several moves on offer."""
    state, found = game.start(seed=row.seed), list[int]()
    for number, text in enumerate(row.moves):
        found += [number] * (len(state.legal_moves()) > 1)
        state.apply(text)
    return found


def spread_over(numbers: Sequence[int], count: int) -> tuple[int, ...]:
    """So many of some numbers, or all if there are fewer, evenly spread: the first is one of
    them."""
    count = min(count, len(numbers))
    return tuple(numbers[i * len(numbers) // count] for i in range(count))


def _choice_of(state: State) -> Choose:
    waiting = state.waiting
    assert waiting is not None, "nothing waits but decisions"
    return waiting


def _moment(state: State, number: int, seed: int, count: int) -> Moment:
    """What comes of a state if it is played on at random, again and again."""
    engine, seats = state.engine, range(state.engine.program.seats.size)
    wins, points = [0.0 for _ in seats], [0 for _ in seats]
    seeds = [mixed(seed, "moment", number, one) >> 11 for one in range(count)]
    results = list[PlayoutResult]()
    with suppress(RulewrightError):  # the rules go wrong there: what was found until then counts
        for found in engine.play_on(state.position, seeds, longest=LONGEST):
            if found is not None:
                results.append(found)
    for result in results:
        winners = elements_of_mask(result.verdict.winners)
        for winner in winners:
            wins[winner] += 1 / len(winners)
        for seat, total in enumerate(result.totals):
            points[seat] += total
    return Moment(number, len(results), tuple(wins), tuple(points))


def _look(state: State, number: int, made: int, seed: int, simulations: int) -> Look:
    """What a search finds at a decision of a game."""
    seat = state.to_move
    assert isinstance(seat, int), "nothing waits but decisions"
    weighed = tuple(
        Weighed(one.number, round(one.share, DIGITS), round(one.value, DIGITS), one.proof)
        for one in consider(state, seat, Budget(simulations), seed=mixed(seed, "look"))
    )
    return Look(number, seat, len(state.legal_moves()), made, weighed)


class _Uses:
    """What the moves of a game name, decision by decision."""

    def __init__(self) -> None:
        self.counts: dict[tuple[Domain, int], list[int]] = {}

    def add(self, choose: Choose, codes: Sequence[Code], taken: Code) -> None:
        """Add a decision."""
        made, offered = _named(choose, (taken,)), _named(choose, codes)
        for domain, mask in offered.items():
            for element in elements_of_mask(mask):
                counts = self.counts.setdefault((domain, element), [0, 0])
                counts[0] += made.get(domain, 0) >> element & 1
                counts[1] += 1

    def told(self) -> tuple[Use, ...]:
        """The counts, by kind and element."""
        found = sorted(self.counts.items(), key=lambda one: (one[0][0].name, one[0][1]))
        return tuple(
            Use(domain.name, domain.labels[element], made, offered)
            for (domain, element), (made, offered) in found
        )


def _named(choose: Choose, codes: Sequence[Code]) -> dict[Domain, int]:
    """What moves name besides seats and numbers, as a mask for each kind."""
    masks: dict[Domain, int] = {}
    for code in codes:
        for local, value in zip(choose.alternatives[code[0]].bound, code[1:], strict=True):
            match local.type:
                case Element(domain=domain) if value >= 0:
                    mask = 1 << value
                case SetOf(domain=domain):
                    mask = value
                case _:
                    continue
            if domain.kind not in ("seat", "range"):
                masks[domain] = masks.get(domain, 0) | mask
    return masks

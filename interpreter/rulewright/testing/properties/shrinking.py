"""A playout that breaks a property, made as short and plain as it can be.

Hypothesis does it: it knows how to leave out numbers and make others smaller while something still
fails. It is given the playout as an example that it has met before; each shorter one that breaks
the same property is kept, so that running out of time costs length and nothing else. Hypothesis
comes with the extra `testing` and is imported only here, when it is needed; without it moves are
left out, and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ...diagnostics import PlayError, RecordError, RulewrightError
from ...game import Game
from ...limits import Deadline, OutOfTime
from ...play.record import Record, check_fit
from ...runtime.chance import picked, shuffled, stream
from .coming_again import MOST_ROUND, OFTEN, Made, Round
from .draws import Draws, GivenUp, LedDraws, ListedDraws, WordedDraws
from .finding import Finding
from .playout import ENDS, LONGEST, Property, look_into

if TYPE_CHECKING:
    from hypothesis.strategies import DataObject

SECONDS, TRIES = 20.0, 1_000_000
LEADING = 0.7  # of the time, until which moves are left out that lead to what comes again
LARGEST = 1 << 32  # no number below which anything is drawn is larger


def missing() -> str:
    """Why games are not made as short as they can be, in one line; empty if they are."""
    if find_spec("hypothesis") is not None:
        return ""
    return (
        "of failing games only moves are left out: pip install 'rulewright[testing]' brings "
        "Hypothesis, which makes them shorter and plainer"
    )


class _Drawn(Draws):
    """Numbers from Hypothesis."""

    def __init__(self, data: DataObject) -> None:
        super().__init__()
        self._data = data

    def number(self, n: int) -> int:
        from hypothesis import strategies

        return self._data.draw(strategies.integers(0, LARGEST - 1)) % n


@dataclass
class _Best:
    """The shortest failing playout so far."""

    finding: Finding

    def offer(self, finding: Finding) -> bool:
        """Take it if it is shorter, or as long and plainer."""
        is_better = _size(finding) < _size(self.finding)
        if is_better:
            self.finding = finding
        return is_better


def _size(finding: Finding) -> tuple[int, int, tuple[int, ...]]:
    return len(finding.moves), len(finding.draws), finding.draws


def shrink(
    game: Game,
    one: Property,
    finding: Finding,
    *,
    deadline: Deadline | None = None,
    tries: int = TRIES,
    longest: int = LONGEST,
) -> Finding:
    """The simplest playout found in time (20 s if nothing is said) and within so many tries that
    breaks the same property. Without Hypothesis only moves are left out.
    """
    deadline = Deadline(SECONDS) if deadline is None else deadline
    best = _Best(finding)
    try:
        with deadline.enforced():
            _shrink(game, one, best, deadline, tries, longest)
    except OutOfTime:
        pass  # what was found until then is in `best`
    return best.finding


def _shrink(
    game: Game, one: Property, best: _Best, deadline: Deadline, tries: int, longest: int
) -> None:
    """Make the best shorter."""
    left = tries

    def fails(draws: Draws) -> Finding | None:
        nonlocal left
        left -= 1
        if left < 0:
            return None
        try:
            return look_into(game, draws, (one,), thorough=True, longest=longest, deadline=deadline)
        except GivenUp:
            return None

    again = fails(ListedDraws(best.finding.draws))
    if again is None:
        return  # it does not fail when every position is looked at: kept as it is
    best.finding = again
    if again.seed is not None:
        best.finding = fails(WordedDraws(outcomes_of(game, again), again.moves)) or again
    if one.name == ENDS and len(best.finding.moves) > longest:

        def plays(draws: Draws, longest: int) -> Finding | None:
            with suppress(GivenUp):
                return look_into(
                    game, draws, (one,), thorough=True, longest=longest, deadline=deadline
                )
            return None

        _begin_shortly(best, plays, longest, deadline.within(deadline.left * LEADING))
        return
    _leave_out_moves(best, fails)
    if not missing():
        _make_plainer(best, fails)


Plays = Callable[[Draws, int], Finding | None]
"""Plays a game of at most so many decisions, and finds that it does not end, if that is so."""


def _begin_shortly(best: _Best, plays: Plays, longest: int, until: Deadline) -> None:
    """Let a game that does not end go round in few moves, soon, and of those kinds alone that it
    had in its later half. It is led there by as few numbers as will do, and then by few moves, and
    goes on as plainly as it can: by the first move on offer, and what chance may say first."""
    draws, lately = best.finding.draws, best.finding.lately
    # what is led for longer goes round in too little of its later half for that to be seen
    fewer = [len(draws) >> n for n in range(2, len(draws).bit_length())]
    going: Round | None = None
    for many in (0, *fewer):
        found = plays(ListedDraws(draws[:many]), longest)
        its = _goes_round(found, lately)
        if found is not None and its is not None:
            best.finding, going = found, its
        if going is not None and (its is None or not many):
            break
    if going is None:
        return
    outcomes = best.finding.outcomes
    moves = _led_by_few(best.finding.moves[: going.first], outcomes, lately, plays, until)
    found = plays(LedDraws(outcomes, moves), longest)
    if found is not None and _goes_round(found, lately) is not None:
        best.finding = found


def _goes_round(found: Finding | None, lately: frozenset[Made]) -> Round | None:
    """The round that a game goes in the end, if that is short and of these moves alone."""
    if found is None or found.round is None or not found.lately <= lately:
        return None
    going = found.round
    is_short = going.second - going.first <= MOST_ROUND
    return going if is_short and going.since is not None else None


def _led_by_few(
    moves: tuple[str, ...],
    outcomes: Sequence[tuple[str, ...]],
    lately: frozenset[Made],
    plays: Plays,
    until: Deadline,
) -> tuple[str, ...]:
    """The moves that lead to where a game goes round without those that it does not take, looked
    for in stretches and then one by one, as long as there is time."""
    length = len(moves)
    while length := length // 2:
        start = 0
        while start < len(moves) and not until.over:
            kept = moves[:start] + moves[start + length :]
            found = plays(LedDraws(outcomes, kept), len(kept) + OFTEN * MOST_ROUND)
            going = _goes_round(found, lately)
            if found is not None and going is not None and going.first < len(moves):
                moves = found.moves[: going.first]
            else:
                start += length
    return moves


def _make_plainer(best: _Best, fails: Callable[[Draws], Finding | None]) -> None:
    """Make the best shorter in all the ways that Hypothesis knows."""
    import hypothesis
    from hypothesis import HealthCheck, Phase, strategies
    from hypothesis.database import InMemoryExampleDatabase, choices_to_bytes

    def test(data: DataObject) -> None:
        found = fails(_Drawn(data))
        if found is not None:
            best.offer(found)
            raise _Fails

    known = InMemoryExampleDatabase()
    settings = hypothesis.settings(
        database=known, phases=(Phase.reuse, Phase.shrink), deadline=None, max_examples=TRIES,
        suppress_health_check=list(HealthCheck), 
        verbosity=hypothesis.Verbosity.quiet, print_blob=False,
    )  # fmt: skip
    # `seed` takes the database away, without which nothing is known: `settings` give it back
    run: Any = settings(hypothesis.seed(0)(hypothesis.given(strategies.data())(test)))
    run._hypothesis_internal_database_key = b"playout"
    known.save(b"playout.secondary", choices_to_bytes(best.finding.draws))
    try:
        run()
    except Exception:
        pass  # that it fails is known; which way was the shortest is in `best`


class _Fails(Exception):
    """What Hypothesis sees of a broken property: always the same."""


def _leave_out_moves(best: _Best, fails: Callable[[Draws], Finding | None]) -> None:
    """Leave out moves, in stretches and then one by one, while it still fails; what can no longer
    be made without them is left out too."""
    if best.finding.seed is not None:
        return
    length = max(1, len(best.finding.moves) // 2)
    while True:
        start, before = 0, len(best.finding.moves)
        while start < len(best.finding.moves):
            finding = best.finding
            kept = finding.moves[:start] + finding.moves[start + length :]
            found = fails(WordedDraws(finding.outcomes, kept))
            if found is None or not best.offer(found):
                start += length
        if length == 1 and len(best.finding.moves) == before:
            return
        length = max(1, length // 2)


@dataclass
class Replayed:
    """A recorded game played again with chance asked: as numbers of a playout, and its outcomes."""

    draws: list[int]
    outcomes: list[tuple[str, ...]]


def replayed(game: Game, record: Record) -> Replayed:
    """A recorded game as a playout in which chance is asked, as far as it can be played.

    Raises `RecordError` if a move is not on offer, or if the record is of another game.
    """
    check_fit(record, game)
    again = Replayed([0], [])
    luck: object = stream(record.seed) if record.seed is not None else 0
    given = iter(record.outcomes)
    state = game.start(chance="asked")
    for move in (*record.moves, None):
        while (question := state.question) is not None:
            places = list(range(len(question.of)))
            if record.seed is None:
                outcome = next(given, None)
                if outcome is None:
                    return again
                order = [question.of.index(label) for label in outcome]
            elif question.kind == "shuffle":
                luck, stack = shuffled(luck, question.zone, places)
                order = stack[::-1]
            else:
                luck, i = picked(luck, question.zone, (1 << len(places)) - 1)
                order = [i]
            again.outcomes.append(tuple(question.of[i] for i in order))
            again.draws += _digits(places, order)
            state.answer(again.outcomes[-1])
        if move is not None:
            offered = state.legal_moves()
            texts = [str(offer) for offer in offered]
            if move not in texts:
                raise RecordError(f"the record does not replay: {move} is not offered")
            if len(offered) > 1:
                again.draws.append(texts.index(move))
            try:
                state.apply(offered[texts.index(move)])
            except PlayError:
                return again  # what the record shows
    return again


def outcomes_of(game: Game, finding: Finding) -> Sequence[tuple[str, ...]]:
    """What chance decided in the playout, also where a seed decided it."""
    if finding.seed is None:
        return finding.outcomes
    record = Record(
        game=game.source, digest=game.digest, variants=game.variants, options=game.options,
        seats=game.seats, seed=finding.seed, moves=finding.moves,
    )  # fmt: skip
    try:
        return replayed(game, record).outcomes
    except RulewrightError:
        return ()


def _digits(left: list[int], order: Sequence[int]) -> list[int]:
    """An order as the places of its elements among those that are left."""
    digits = []
    for i in order:
        if len(left) > 1:
            digits.append(left.index(i))
        left.remove(i)
    return digits

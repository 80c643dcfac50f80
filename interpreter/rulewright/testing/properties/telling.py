"""A finding in words: the game as the rulebook would tell it, and a scenario to paste.

The scenario is run before it is shown, so what is said of it – that it fails, or that it leads to
the position and passes – has been seen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from textwrap import shorten

from ...backends import registry
from ...diagnostics import RulewrightError
from ...game import Game
from ...limits import NEVER, Deadline, OutOfTime
from ...state import State
from ...syntax.parse import LARGEST_FILE
from ..position import given_lines, in_width, listed, settings_of
from ..scenario import Runner
from .coming_again import MOST_ROUND, Round
from .finding import Finding
from .playout import ENDS
from .shrinking import outcomes_of

WIDTH = 88
FEW = 12  # moves or lines of a scenario that is shown as it is
LONGEST, LAST = 40, 12  # moves of a game that are listed; of a longer one, some
MOST_WRITTEN = 1_000  # moves of a scenario; more are read and run by nobody
MOST_LAST = 4  # moves with which a scenario is tried that begins shortly before what breaks


@dataclass(frozen=True, slots=True)
class Shown:
    """A scenario that shows a finding: its text, whether it fails as things are, and what it says
    then. Without a text there is none, and it says why."""

    text: str
    fails: bool
    message: str


def scenario_of(game: Game, finding: Finding, deadline: Deadline = NEVER) -> Shown:
    """The playout of a finding as a scenario, and how that goes on each engine; of a long one the
    end alone, from a position that is given, where that fails in the same way, and of one that does
    not end what comes again, where that is known."""
    shown = Shown("", False, "there was no time to try one")
    try:
        with deadline.enforced():
            shown = _scenario_of(game, finding, deadline)
    except OutOfTime:
        pass
    return shown


def _scenario_of(game: Game, finding: Finding, deadline: Deadline) -> Shown:
    runner, count = Runner(game), len(finding.moves)
    going = finding.round
    if going is None and finding.property == ENDS and count > MOST_WRITTEN:
        going = Round(count - 1, count)  # the last move, after which it is not over
    if going is not None:
        lines = _once_round(game, finding, going)
        once = _run(runner, lines, deadline) if lines else None
        if once is not None and not once.fails:
            return once
    if count > MOST_WRITTEN:
        return Shown("", False, f"it would have {count:,} moves")
    whole = _run(runner, [*_scenario(game, finding)], deadline)
    if whole.fails and max(count, whole.text.count("\n")) > FEW:
        for lines in _ends(game, finding):
            end = _run(runner, lines, deadline)
            if (end.fails, end.message) == (True, whole.message):
                return end
    return whole


def _run(runner: Runner, lines: Sequence[str], deadline: Deadline) -> Shown:
    text = "".join(f"{line}\n" for line in lines)
    if len(text) > LARGEST_FILE:
        return Shown("", False, f"it would have {len(lines):,} lines")
    try:
        scenario = runner.game.read_scenario(text)
    except RulewrightError as error:
        return Shown(text, True, str(error).splitlines()[0])
    for engine in reversed(registry.stepping()):
        deadline.check()
        result = runner.run(scenario, engine)
        if not result.passed:
            return Shown(text, True, f"{result.message} ({engine})")
    return Shown(text, False, "")


def _once_round(game: Game, finding: Finding, going: Round) -> list[str] | None:
    """The moves between two times at which all is the same, as a scenario; None if they are many,
    or the position cannot be given."""
    if going.second - going.first > MOST_ROUND:
        return None
    outcomes = outcomes_of(game, finding)
    met = islice(_decisions(game, finding, outcomes), going.first, going.second + 1)
    (start, told), *_, (_, after) = met
    begun = _given(start) if going.first else ()
    if begun is None:
        return None
    lines = _scenario(
        game, finding, begun, outcomes[told if going.first else 0 : after],
        finding.moves[going.first : going.second],
    )  # fmt: skip
    return [*lines, "  expect not over"]


def _ends(game: Game, finding: Finding) -> Iterator[list[str]]:
    """The last move alone as a scenario, the last two, and so on: what is remembered of earlier
    positions is left out, for it may play no part."""
    outcomes = outcomes_of(game, finding)
    # what the finding is about may be that the last move cannot be made
    met = zip(finding.moves, _decisions(game, finding, outcomes), strict=False)
    before = deque((at for _, at in met), maxlen=MOST_LAST)
    for many, (start, told) in enumerate(reversed(before), start=1):
        begun = _given(start)
        if begun is not None:
            last = finding.moves[len(finding.moves) - many :]
            yield [*_scenario(game, finding, begun, outcomes[told:], last)]


def _decisions(
    game: Game, finding: Finding, outcomes: Sequence[tuple[str, ...]]
) -> Iterator[tuple[State, int]]:
    """The decisions of a playout as far as it can be played again, each with how often chance was
    asked before."""
    asked, state = 0, game.start(chance="asked")
    with suppress(RulewrightError):
        for move in (*finding.moves, None):
            while state.question is not None and asked < len(outcomes):
                state.answer(outcomes[asked])
                asked += 1
            yield state.copy(), asked
            if move is not None:
                state.apply(move)


def _given(start: State) -> Sequence[str] | None:
    """The lines of a scenario that give a position, but for what is remembered."""
    given = given_lines(start, forgetting=True)
    if given is None:
        return None
    return ["  given", *(f"    {line}" for line in in_width("\n".join(given), WIDTH))]


def _scenario(
    game: Game,
    finding: Finding,
    begun: Sequence[str] = (),
    outcomes: Sequence[tuple[str, ...]] | None = None,
    moves: Sequence[str] | None = None,
) -> Iterator[str]:
    """The lines of a scenario: all that the playout did, if nothing else is said."""
    moves = finding.moves if moves is None else moves
    yield f'scenario "{finding.property}: {_title(finding.message)}"'
    yield from (f"  {line}" for line in settings_of(game))
    yield from begun
    for outcome in outcomes_of(game, finding) if outcomes is None else outcomes:
        yield from _wrapped("  chance ", [*map(listed, _short(game, outcome))], ", ")
    if moves:
        yield from _wrapped("  play ", moves, "; ")
    if finding.expects:
        yield f"  {finding.expects}"
    elif not moves:
        yield "  offers ..."


def _short(game: Game, outcome: tuple[str, ...]) -> list[str]:
    """An outcome without its end where that is in the order of the type."""
    if len(outcome) < 3:
        return list(outcome)
    for domain in game.program.domains:
        if set(outcome) <= set(domain.labels):
            order = [domain.labels.index(label) for label in outcome]
            kept = len(order)
            while kept > 1 and order[kept - 2 :] == sorted(order[kept - 2 :]):
                kept -= 1
            if len(order) - kept > 1:
                return [*outcome[:kept], "..."]
    return list(outcome)


def _wrapped(head: str, items: Sequence[str], separator: str) -> Iterator[str]:
    """A list on one line or several, broken after separators."""
    line = head
    for i, item in enumerate(items):
        part = item + (separator if i + 1 < len(items) else "")
        if len(line) + len(part) > WIDTH and line != head:
            yield line.rstrip()
            line = " " * len(head)
        line += part
    yield line.rstrip()


def _title(message: str) -> str:
    return shorten(message.replace('"', "'").splitlines()[0], 70, placeholder=" …")


def told(finding: Finding) -> Iterator[str]:
    """The game of a finding, a move a line, with what the rulebook calls it."""
    if not finding.moves:
        yield "before the first move"
    texts = [f"{number}. {move}" for number, move in enumerate(finding.moves, start=1)]
    width = max((len(text) for text in texts), default=0)
    for text, words in zip(texts, finding.words, strict=False):
        yield f"{text.ljust(width)}  {words}".rstrip()


def shortly_told(finding: Finding, elsewhere: str = "") -> list[str]:
    """The same, but of a long game the moves with which it goes round, or the last ones, with how
    many there are besides, and where all are told."""
    moves, going = [*told(finding)], finding.round
    if len(moves) <= LONGEST:
        return moves
    if going is None:
        return [f"… {len(moves) - LAST:,} moves before{elsewhere}", *moves[-LAST:]]
    first = going.first if going.second > LONGEST else 0
    before = [f"… {first:,} move{'s' * (first != 1)} before{elsewhere}"] if first else []
    once = moves[first : going.second]
    if len(once) > LONGEST:
        half = LAST // 2
        once = [*once[:half], f"… {len(once) - LAST:,} moves more", *once[-half:]]
    return [
        *before,
        *once,
        f"… and so on, {len(moves) - going.second:,} moves more{'' if before else elsewhere}",
    ]

"""A finding in words: the game as the rulebook would tell it, and a scenario to paste.

The scenario is run before it is shown, so what is said of it – that it fails, or that it leads to
the position and passes – has been seen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from textwrap import shorten

from ...backends import registry
from ...diagnostics import RulewrightError
from ...game import Game
from ...state import State
from ..position import given_lines, in_width, listed, settings_of
from ..scenario import Runner
from .finding import Finding
from .shrinking import outcomes_of

WIDTH = 88
FEW = 12  # moves or lines of a scenario that is shown as it is
MOST_LAST = 4  # moves with which a scenario is tried that begins shortly before what breaks


@dataclass(frozen=True, slots=True)
class Shown:
    """A scenario that shows a finding: its text, whether it fails as things are, and what it says
    then."""

    text: str
    fails: bool
    message: str


def scenario_of(game: Game, finding: Finding) -> Shown:
    """The playout of a finding as a scenario, and how that goes on each engine; of a long one the
    end alone, from a position that is given, where that fails in the same way."""
    runner = Runner(game)
    whole = _run(runner, [*_scenario(game, finding)])
    if whole.fails and max(len(finding.moves), whole.text.count("\n")) > FEW:
        for lines in _ends(game, finding):
            end = _run(runner, lines)
            if (end.fails, end.message) == (True, whole.message):
                return end
    return whole


def _run(runner: Runner, lines: Sequence[str]) -> Shown:
    text = "".join(f"{line}\n" for line in lines)
    try:
        scenario = runner.game.read_scenario(text)
    except RulewrightError as error:
        return Shown(text, True, str(error).splitlines()[0])
    for engine in reversed(registry.stepping()):
        result = runner.run(scenario, engine)
        if not result.passed:
            return Shown(text, True, f"{result.message} ({engine})")
    return Shown(text, False, "")


def _ends(game: Game, finding: Finding) -> Iterator[list[str]]:
    """The last move alone as a scenario, the last two, and so on: what is remembered of earlier
    positions is left out, for it may play no part."""
    outcomes, asked = outcomes_of(game, finding), 0
    before: deque[tuple[State, int]] = deque(maxlen=MOST_LAST)
    state = game.start(chance="asked")
    with suppress(RulewrightError):  # what the finding is about may be just that
        for move in (*finding.moves, None):
            while state.question is not None and asked < len(outcomes):
                state.answer(outcomes[asked])
                asked += 1
            if move is not None:
                before.append((state.copy(), asked))
                state.apply(move)
    for many, (start, told) in enumerate(reversed(before), start=1):
        given = given_lines(start, forgetting=True)
        if given is not None:
            table = in_width("\n".join(given), WIDTH)
            begun = ("  given", *(f"    {line}" for line in table))
            last = finding.moves[len(finding.moves) - many :]
            yield [*_scenario(game, finding, begun, outcomes[told:], last)]


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

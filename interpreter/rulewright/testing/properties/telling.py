"""A finding in words: the game as the rulebook would tell it, and a scenario to paste.

The scenario is run before it is shown, so what is said of it – that it fails, or that it leads to
the position and passes – has been seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import shorten

from ...backends import registry
from ...diagnostics import RulewrightError
from ...game import Game
from ..position import listed, settings_of
from ..scenario import Runner
from .finding import Finding
from .shrinking import outcomes_of

WIDTH = 88


@dataclass(frozen=True, slots=True)
class Shown:
    """A scenario that shows a finding: its text, whether it fails as things are, and what it says
    then."""

    text: str
    fails: bool
    message: str


def scenario_of(game: Game, finding: Finding) -> Shown:
    """The playout of a finding as a scenario, and how that goes on each engine."""
    text = "".join(f"{line}\n" for line in _scenario(game, finding))
    try:
        scenario = game.read_scenario(text)
    except RulewrightError as error:
        return Shown(text, True, str(error).splitlines()[0])
    for engine in reversed(registry.stepping()):
        result = Runner(game).run(scenario, engine)
        if not result.passed:
            return Shown(text, True, f"{result.message} ({engine})")
    return Shown(text, False, "")


def _scenario(game: Game, finding: Finding) -> Iterator[str]:
    yield f'scenario "{finding.property}: {_title(finding.message)}"'
    yield from (f"  {line}" for line in settings_of(game))
    for outcome in outcomes_of(game, finding):
        yield from _wrapped("  chance ", [*map(listed, _short(game, outcome))], ", ")
    if finding.moves:
        yield from _wrapped("  play ", finding.moves, "; ")
    if finding.expects:
        yield f"  {finding.expects}"
    elif not finding.moves:
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

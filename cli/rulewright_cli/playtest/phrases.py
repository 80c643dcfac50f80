"""What all sections of a report share: how shares, sides and warnings are worded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulewright.diagnostics import first_few
from rulewright.playtest.figures import Estimate, Side
from rulewright.playtest.report import Answers

from ..rulebook.document import Block, Paragraph, Part, Run, Table, text

if TYPE_CHECKING:
    from rulewright.analysis.statistics import Share

TOO_FEW = 10  # games, of which no figure says what a game is like
FEW = 30  # games, below which lengths and shares are told with a warning
MOST_NAMED = 6  # things in a sentence
ROWS = 8  # of a table, at each end
TITLES = ("A", "B")


def side_mark(answers: Answers, number: int) -> list[Part]:
    return [Run(TITLES[number], "strong"), " "] if len(answers.sides) > 1 else []


def titled_side(answers: Answers, number: int) -> str:
    return f"{TITLES[number]}: " if len(answers.sides) > 1 else ""


def sides(answers: Answers) -> Iterator[tuple[int, Side]]:
    yield from enumerate(answers.sides)


def meaning(answers: Answers, told: Sequence[str]) -> list[Block]:
    """One sentence for each side, which says what the figures below mean; the same one once."""
    if len(set(told)) == 1:
        return [Paragraph(text(told[0]))]
    parts: list[Part] = []
    for number, words in enumerate(told):
        parts += [" "] * (number > 0) + side_mark(answers, number) + [words]
    return [Paragraph(text(*parts))]


def warning(words: str) -> Paragraph:
    return Paragraph(text(Run("Small sample: ", "strong"), words), small=True)


def sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + "."


def percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def between(one: Estimate | Share) -> str:
    low, high = (one["low"], one["high"]) if isinstance(one, dict) else (one.low, one.high)
    value = one["share"] if isinstance(one, dict) else one.value
    return f"{100 * value:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    return Table(
        tuple(text(cell) for cell in head), tuple(tuple(text(c) for c in row) for row in rows)
    )


def listed(names: Sequence[str]) -> str:
    return first_few([*dict.fromkeys(names)], MOST_NAMED)

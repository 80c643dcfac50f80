"""What a rulebook is before it is printed: a small tree of texts, items, tables and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rulewright.drawing.svg import Picture

Style = Literal["", "name", "words", "reason", "code", "number", "variant", "quiet", "strong"]


class Run(NamedTuple):
    """A stretch of text in one style; `to`: the anchor that it leads to; `at`: the one that it is.

    `name`: of something that the rules name; `words`: a sentence of the author; `reason`: what a
    player is told; `code`: as it is typed; `number`: of a rule; `variant`: who says so; `quiet`:
    what is there for completeness.
    """

    text: str
    style: Style = ""
    to: str = ""
    at: str = ""


Text = tuple[Run, ...]
Part = str | Run | Text


def text(*parts: Part) -> Text:
    """Texts, runs and plain strings as one text."""
    runs: list[Run] = []
    for part in parts:
        match part:
            case str():
                runs += [Run(part)] if part else []
            case Run():
                runs += [part] if part.text else []
            case _:
                runs += part
    return tuple(runs)


def joined(parts: list[Text], between: str = ", ", last: str = "") -> Text:
    """Texts with something between them; `last`: between the last two."""
    found: list[Part] = []
    for number, part in enumerate(parts):
        if number:
            found.append(last if last and number == len(parts) - 1 else between)
        found.append(part)
    return text(*found)


def plain(what: Text) -> str:
    """A text without its styles."""
    return "".join(run.text for run in what)


def sentence(what: Text) -> Text:
    """A text with a capital at its beginning, if it begins with a plain word, and a full stop."""
    if not what:
        return what
    first, *more = what
    if first.style in ("", "quiet"):
        first = first._replace(text=first.text[:1].upper() + first.text[1:])
    stop = "" if plain(what).rstrip("”")[-1:] in (".", "?", "!", ":") else "."
    return text(first, tuple(more), stop)


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a list, with the lines below it. `anchor`: what leads here; `variant`: the variant
    that says it, empty if the game or a library does; `name`: what it is called, which the line
    does not say; `branch`: is it a condition, or what is done otherwise than the lines before it
    say; or are it steps, one of these, or what is asked of each of them?"""

    text: Text
    items: tuple[Item, ...] = ()
    anchor: str = ""
    variant: str = ""
    name: str = ""
    branch: Literal["", "if", "otherwise", "steps", "step", "each step"] = ""


@dataclass(frozen=True, slots=True)
class Items:
    """A list; `ordered`: one thing after another."""

    items: tuple[Item, ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph:
    """`small`: what is there to be looked up."""

    text: Text
    small: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells below a head. `large`: what is looked up rather than read."""

    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    large: bool = False


Block = Items | Paragraph | Table | Picture


@dataclass(frozen=True, slots=True)
class Section:
    """A part with a title; parts of parts stand in `sections`. `folded`: it is opened by whoever
    wants it, where that is possible."""

    title: Text
    anchor: str
    blocks: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()
    variant: str = ""
    folded: bool = False

    @property
    def items(self) -> tuple[Item, ...]:
        """The lines of all its lists, without those below them."""
        return tuple(item for one in self.blocks if isinstance(one, Items) for item in one.items)

    def everything(self) -> Iterator[Section]:
        """The section and those in it."""
        yield self
        for section in self.sections:
            yield from section.everything()


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook: `front` stands below the title."""

    title: str
    front: tuple[Block, ...]
    sections: tuple[Section, ...]

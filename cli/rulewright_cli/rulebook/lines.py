"""A rulebook at the terminal: all of it, the rule of a move, or what is said with a word.

What is looked up in tables stays on paper; at the table the rest is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from rulewright.characters import spoken
from rulewright.drawing.lines import MORE, Line, Piece, line, wrapped
from rulewright.drawing.svg import Picture

from ..screen import columns
from .document import (
    Book,
    Item,
    Items,
    Paragraph,
    Run,
    Section,
    Table,
    Text,
    plain,
    text,
)

INDENT = "  "


def book_lines(book: Book, width: int) -> Iterator[Line]:
    """The whole book, without pictures and large tables."""
    yield line(book.title, "bold cyan")
    for block in book.front:
        if isinstance(block, Paragraph):
            yield from map(line, wrapped(_said(block.text), width))
    for section in book.sections:
        yield from () if section.folded else section_lines(section, width)


def section_lines(section: Section, width: int, depth: int = 0) -> Iterator[Line]:
    """A section with those in it; nothing if there are only pictures and large tables."""
    lines: list[Line] = []
    drawn = False  # are these the small words below a picture, which is not shown?
    for block in section.blocks:
        drawn = isinstance(block, Picture) or (
            drawn and isinstance(block, Paragraph) and block.small
        )
        match block:
            case _ if drawn:
                pass
            case Paragraph(text=what):
                lines += map(line, wrapped(_said(what), width))
            case Items(items=items, ordered=ordered):
                lines += item_lines(items, width, ordered=ordered)
            case Table(head=head, rows=rows, large=False):
                cells = [tuple(map(_said, row)) for row in (head, *rows)]
                lines += _table_lines(cells, width)
            case Table():
                pass
    for part in section.sections:
        lines += section_lines(part, width, depth + 1)
    if lines:
        variant = f"  [{section.variant}]" if section.variant else ""
        title = Piece(plain(section.title), "bold" if depth else "bold cyan")
        yield from ((), (title, Piece(variant, "dim")), *lines)


def _table_lines(cells: Sequence[Sequence[str]], width: int) -> list[Line]:
    """A table with a head, in columns if there is room for them; else row by row."""
    if sum(max(map(len, column)) + 2 for column in zip(*cells, strict=True)) <= width:
        first, *others = columns(cells, width)
        return [line(first, "dim"), *map(line, others)]
    told = ("; ".join(_headed(cells[0], row)) for row in cells[1:])
    return [line(part) for row in told for part in wrapped(row, width, indent="- ", hang="  ")]


def _headed(heads: Sequence[str], row: Sequence[str]) -> Iterator[str]:
    """The cells of a row that say something, each but the first with what is above it."""
    for number, (head, cell) in enumerate(zip(heads, row, strict=True)):
        if cell:
            yield f"{head[:1].lower()}{head[1:]}: {cell}" if number and head else cell


def item_lines(
    items: Sequence[Item], width: int, indent: str = "", *, ordered: bool = False
) -> Iterator[Line]:
    """A list with the lists in it."""
    for number, item in enumerate(items, 1):
        sign = f"{indent}{number}. " if ordered else f"{indent}- "
        hang = " " * len(sign)
        room = max(width, len(sign) + 30)
        yield from map(line, wrapped(_said(item.text), room, indent=sign, hang=hang))
        yield from item_lines(item.items, width, hang)


ALSO = {"score": "points", "scores": "points", "scoring": "points", "winner": "who has won"}
"""Words of the rules for what chapters call otherwise."""


def found_lines(book: Book, wanted: str, width: int) -> Iterator[Line]:
    """The rule of a move, or else what has this name, and what is said with a word, or a rule
    number, that begins so."""
    moves = list(_rule_lines(book, wanted, width))
    yield from moves
    if moves:
        return
    whole = r"(?!\d)" if wanted[-1:].isdigit() else ""
    written = re.escape(wanted).replace("_", "[ _]")
    word = re.compile(rf"\b{written}{whole}", re.IGNORECASE)
    parts = [part for top in book.sections if not top.folded for part in top.everything()]
    parts.sort(key=lambda part: part.anchor == "changes")  # which tells once more what is so
    told = False
    for block in book.front:
        runs = block.text if isinstance(block, Paragraph) else ()
        if any(run.style == "variant" and word.search(run.text) for run in runs):
            told = True  # what a variant of this name is like
            yield from map(line, wrapped(_said(runs), width))
    named = [(part, _called(part, wanted)) for part in parts]
    for part, items in named:
        if _is_called(plain(part.title), wanted):
            lines = list(section_lines(replace(part, sections=()), width, 1))[1:]
        else:
            lines = list(item_lines([*_with_conditions(part, items)], width, INDENT))
            lines[:0] = [line(plain(part.title), "bold")] if lines else []
        told = told or bool(lines)
        yield from lines
    for part, items in named:
        if _is_called(plain(part.title), wanted) or (told and part.anchor == "changes"):
            continue
        heads = [part.title]
        heads += (b.text for b in part.blocks if isinstance(b, Paragraph) and not b.small)
        about = bool(part.blocks) and any(word.search(_said(head)) for head in heads)
        lines = list(section_lines(replace(part, sections=()), width, 1))[1:] if about else []
        if not about or len(lines) > MOST_BELOW + len(heads):
            lines = list(_with_word(part, word, width, items))
            lines[:0] = [line(plain(part.title), "bold")] if lines or about else []
        told = told or bool(lines)
        yield from lines
    if told:
        return
    moves = list(_rule_lines(book, wanted, width, spoken))
    yield from moves or [line(f"nothing in the rules begins with {wanted}")]


def brief_lines(book: Book, wanted: str, width: int) -> Iterator[Line]:
    """What a move does or a name means, without all that is said with it elsewhere; where it means
    nothing by itself, all that is found."""
    every = list(found_lines(book, wanted, width))
    lines = [] if any(_rules_of(book, wanted)) else list(_meaning_lines(book, wanted, width))
    yield from lines or every
    if lines and len(lines) < len(every):
        yield line(f"rules {wanted} tells more", "dim")


def _meaning_lines(book: Book, wanted: str, width: int) -> Iterator[Line]:
    """What has this name: a chapter, what a word means, a row of a table."""
    for part in (part for top in book.sections if not top.folded for part in top.everything()):
        if _is_called(plain(part.title), wanted):
            yield from list(section_lines(replace(part, sections=()), width, 1))[1:]
            continue
        items = [*_with_conditions(part, _called(part, wanted))]
        lines = list(item_lines(items, width, INDENT))
        for block in part.blocks:
            if isinstance(block, Table):
                rows = [row for row in block.rows if _is_about(row[0], wanted)]
                lines += _row_lines(block, rows, width)
        yield from ((line(plain(part.title), "bold"), *lines) if lines else ())


def _is_about(cell: Text, wanted: str) -> bool:
    """Is this what a row begins with that tells of what is wanted?"""
    return any(run.style == "strong" and _is_called(run.text, wanted) for run in cell)


def _is_called(name: str, wanted: str) -> bool:
    """Is this what is wanted, however it is written?"""
    low = wanted.casefold().replace("_", " ")
    return name.casefold().replace("_", " ") in (low, ALSO.get(low))


def _called(section: Section, wanted: str) -> list[Item]:
    """The lines of a chapter that are about what is wanted: what a word means, or a choice."""

    def among(items: Sequence[Item]) -> Iterator[Item]:
        for item in items:
            first = item.text[0] if item.text else Run("")
            term = first.text if first.style == "strong" and item.anchor else ""
            if any(name and _is_called(name, wanted) for name in (item.name, term)):
                yield item
            else:
                yield from among(item.items)

    return [*among(section.items)]


def _as_written(name: str) -> str:
    return name


Written = Callable[[str], str]
"""How the names of moves are written where one is looked up."""


def _rule_lines(
    book: Book, wanted: str, width: int, written: Written = _as_written
) -> Iterator[Line]:
    """The rule of a move."""
    moves = list(_rules_of(book, wanted, written))
    longest = max((length for length, _ in moves), default=0)
    for length, found in moves:
        if length < longest:
            continue  # `keep caravan` is no move `keep`
        if isinstance(found, Section):
            yield from section_lines(found, width, 1)
        else:
            yield from item_lines([found], width)


def _rules_of(
    book: Book, wanted: str, written: Written = _as_written
) -> Iterator[tuple[int, Section | Item]]:
    """The actions, steps and offers by which a move can be meant, and how long their names are."""
    tops = [section for section in book.sections if section.anchor in ("course", "actions")]
    for section in (part for top in tops for part in top.everything()):
        heads = [block.text for block in section.blocks[:1] if isinstance(block, Paragraph)]
        if length := max((_means(head, wanted, written) for head in heads), default=0):
            yield length, section
            for other in (part for top in tops for part in top.everything() if section.anchor):
                offers = _offers_of(other.items, section.anchor)
                yield from ((length, one) for one in _with_conditions(other, offers, alone=False))
        for length, item in _items_of(section.items, wanted, written):
            yield from ((length, one) for one in _with_conditions(section, [item]))


def _offers_of(items: Sequence[Item], action: str) -> Iterator[Item]:
    """The lines that offer the action with an anchor."""
    for item in items:
        if any(run.style == "code" and run.to == action for run in item.text):
            yield item
        yield from _offers_of(item.items, action)


def _with_conditions(
    section: Section, found: Iterable[Item], *, alone: bool = True
) -> Iterator[Item]:
    """Lines of a chapter, each below the conditions on which they are carried out; `alone`: also
    those that are below none."""
    for one in found:
        told = _below_conditions(section.items, one)
        yield from told if alone or told[0].branch else ()


def _below_conditions(items: Sequence[Item], found: Item) -> tuple[Item, ...]:
    """A line below the conditions around it, and behind those that are asked before them; a step
    also below what it is a step of, with what is asked of each. Empty if it is nowhere among
    these."""
    for place, item in enumerate(items):
        if item is found:
            return (item,)
        below = _below_conditions(item.items, found)
        if below and item.branch == "steps" and below[0].branch == "step":
            asked = (one for one in item.items if one.branch == "each step")
            return (replace(item, items=(*below, *asked)),)
        if below and item.branch in ("if", "otherwise"):
            first = next(at for at in range(place, -1, -1) if items[at].branch == "if")
            before = (replace(one, text=text(one.text, f" {MORE}"), items=())
                      for one in items[first:place])  # fmt: skip
            return (*before, replace(item, items=below))
        if below:
            return below
    return ()


def _items_of(items: Sequence[Item], wanted: str, written: Written) -> Iterator[tuple[int, Item]]:
    for item in items:
        named = [run for run in item.text if run.style == "code" and not run.to]
        if length := _means(tuple(named), wanted, written):
            yield length, item
        else:
            yield from _items_of(item.items, wanted, written)


def _means(what: Text, wanted: str, written: Written) -> int:
    """How long the name in a text is of the move that begins a text, or is it; 0 if there is
    none."""
    names = (written(run.text.partition("{")[0].strip()) for run in what if run.style == "code")
    low = written(wanted).casefold()
    fits = (name for name in names if name and f"{low} ".startswith(f"{name.casefold()} "))
    return max(map(len, fits), default=0)


def _with_word(
    section: Section, word: re.Pattern[str], width: int, but: Sequence[Item] = ()
) -> Iterator[Line]:
    """What is said with a word, but for what has been said."""
    for block in section.blocks:
        match block:
            case Items(items=items):
                yield from _items_with(items, word, width, but)
            case Paragraph(text=what, small=False) if word.search(_said(what)):
                yield from map(line, wrapped(_said(what), width))
            case Table(rows=rows):
                hits = (row for row in rows if any(word.search(_unmarked(cell)) for cell in row))
                yield from _row_lines(block, hits if section.anchor != "numbers" else (), width)
            case Paragraph() | Picture():
                pass


VARIANT_ALONE = "a rule of"
"""The head of a cell in which nothing stands but of which variant a rule is."""


def _row_lines(table: Table, rows: Iterable[Sequence[Text]], width: int) -> Iterator[Line]:
    """Some rows of a table, each cell with its head."""
    for row in rows:
        heads = [
            VARIANT_ALONE if _is_of_variant_alone(cell) else _said(head)
            for head, cell in zip(table.head, row, strict=True)
        ]
        told = "; ".join(_headed(heads, [*map(_said, row)]))
        yield from map(line, wrapped(told, width, indent=INDENT, hang=INDENT * 2))


def _is_of_variant_alone(cell: Text) -> bool:
    said = [run for run in cell if run.text.strip()]
    return bool(said) and all(run.style == "variant" for run in said)


MOST_BELOW = 6
"""So many lines below one that is found are told with it; of more, those alone that are found."""


def _items_with(
    items: Sequence[Item],
    word: re.Pattern[str],
    width: int,
    but: Sequence[Item],
    indent: str = INDENT,
) -> Iterator[Line]:
    """Lines in which a word is, each below the one that it belongs to."""
    for item in items:
        if any(item is one for one in but):
            continue
        found = bool(word.search(_said(item.text)))
        if found and len(list(item_lines(item.items, width, indent + INDENT))) <= MOST_BELOW:
            yield from item_lines([item], width, indent)
            continue
        below = list(_items_with(item.items, word, width, but, indent + INDENT))
        if found or below:
            head = replace(item, text=text(item.text, f" {MORE}") if found else item.text, items=())
            room = width if found else width - len(f" {MORE}")
            first, *more = item_lines([head], room, indent)
            yield first if found else (*first, Piece(f" {MORE}"))
            yield from more if found else ()
            yield from below


def _unmarked(what: Text) -> str:
    """A text without which variant says so: all rows of a list that it brings would be found."""
    return plain(tuple(run for run in what if run.style != "variant"))


def _said(what: Text) -> str:
    """A text with its rule numbers and variants in brackets, and a dash between words and what is
    typed."""
    runs: list[Run] = []
    words = False  # are they what stands before, a blank apart?
    for run in what:
        if run.style == "code" and words:
            runs.append(Run("– "))
        words = run.style == "words" or (words and not run.text.strip())
        runs.append(run if run.style not in ("number", "variant") else Run(f"[{run.text}]"))
    return plain(tuple(runs)).strip()

"""A rulebook as Markdown, as GitHub and most others read it. Whatever an author writes stands there
as it is written: nothing in it is taken for a sign of Markdown or HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulewright.drawing.svg import Picture

from .document import Block, Book, Item, Items, Paragraph, Run, Section, Table, Text

SIGNS = re.compile(r"[\\`*_\[\]<>|~$]")
AT_THE_START = re.compile(r"^(\s*)([#+\-=]|\d+(?=[.)]))")


def as_markdown(book: Book) -> str:
    """The text of the file, with a line end at its end."""
    lines = [f"# {_escaped(book.title)}", "", *_blocks(book.front)]
    for section in book.sections:
        lines += _section(section, 2)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines).rstrip()) + "\n"


def _section(section: Section, level: int) -> Iterator[str]:
    variant = f" **[{_escaped(section.variant)}]**" if section.variant else ""
    yield from (f"{'#' * level} {_text(section.title)}{variant}", "")
    yield from _blocks(section.blocks)
    for part in section.sections:
        yield from _section(part, level + 1)


def _blocks(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Paragraph(text=what):
                yield _at_the_start(_text(what).strip())
            case Items(items=items, ordered=ordered):
                yield from _items(items, ordered, "")
            case Table():
                yield from _table(block)
            case Picture(words=words):
                fence = "`" * max(3, 1 + max(map(len, re.findall("`+", words)), default=0))
                yield from (fence, *words.splitlines(), fence) if words else ()
        yield ""


def _items(items: Sequence[Item], ordered: bool, indent: str) -> Iterator[str]:
    for number, item in enumerate(items, 1):
        sign = f"{number}. " if ordered else "- "
        yield indent + sign + _at_the_start(_text(item.text))
        yield from _items(item.items, False, indent + " " * len(sign))


def _table(table: Table) -> Iterator[str]:
    yield _row(table.head)
    yield "|" + "---|" * len(table.head)
    yield from map(_row, table.rows)


def _row(cells: Sequence[Text]) -> str:
    return "| " + " | ".join(_text(cell).strip() for cell in cells) + " |"


def _text(what: Text) -> str:
    return "".join(map(_run, what))


def _run(run: Run) -> str:
    match run.style:
        case "code":
            return _code(run.text)
        case "name":
            return _around("*", run.text)
        case "strong":
            return _around("**", run.text)
        case "variant":
            return f"**[{_escaped(run.text)}]**"
    return _escaped(run.text)


def _around(sign: str, what: str) -> str:
    """A text between two signs, which must touch it."""
    inner = what.strip()
    if not inner:
        return what
    before, _, after = what.partition(inner)
    return f"{before}{sign}{_escaped(inner)}{sign}{after}"


def _code(what: str) -> str:
    if not what.strip():
        return _escaped(what)
    fence = "`" * (1 + max(map(len, re.findall("`+", what)), default=0))
    pad = " " if what[0] in "` " or what[-1] in "` " else ""
    return fence + pad + what.replace("|", "\\|") + pad + fence


def _escaped(what: str) -> str:
    return SIGNS.sub(r"\\\g<0>", what.replace("&", "&amp;")).replace("\n", " ")


def _at_the_start(line: str) -> str:
    """A line of which nothing begins a heading or a list."""
    return AT_THE_START.sub(r"\1\\\2" if not re.match(r"\s*\d", line) else r"\1\2\\", line)

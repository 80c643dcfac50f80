"""The tree of what was written, as indented text: one node a line, with the line of the file.

Generic over dataclass fields, so that a new node kind needs nothing here. Names, numbers, words and
whatever else fits stand beside the kind of the node; everything else is indented below it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields, is_dataclass

from .nodes import NO_TAIL, File, Integer, Name, Node, Tail, Template, YesNo


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is dumped besides the tree: line numbers, words and rule numbers."""

    lines: bool
    words: bool


def dump(tree: File | Node, *, lines: bool = True, words: bool = True) -> str:
    """The tree as text; with `lines`, each node's line number stands at the left; without `words`,
    what is only said of a line, and its rule numbers, are left out.

    5  OptionDecl name=excuse values=[on, off] tail="Is the Excuse in the deck?" RUTA-24
    """
    return "".join(f"{line}\n" for line in _node(tree, "", 0, _Wanted(lines, words)))


def _node(node: object, label: str, depth: int, wanted: _Wanted) -> Iterator[str]:
    beside: list[str] = []
    below: list[tuple[str, object]] = []
    for name, value, default in _parts(node, wanted):
        if value == default and default is not MISSING:
            continue
        text = _short(value)
        if text is None:
            below.append((name, value))
        else:
            beside.append(f"{name}={text}")
    span = getattr(node, "span", None)
    margin = (
        f"{span.line:>4}  "
        if wanted.lines and span is not None
        else "      "
        if wanted.lines
        else ""
    )
    head = " ".join([f"{label}: " * bool(label) + type(node).__name__, *beside])
    yield f"{margin}{'  ' * depth}{head}"
    for name, value in below:
        yield from _below(name, value, depth + 1, wanted)


def _below(name: str, value: object, depth: int, wanted: _Wanted) -> Iterator[str]:
    if not isinstance(value, tuple):
        yield from _node(value, name, depth, wanted)
        return
    for number, item in enumerate(value):
        label = f"{name}[{number}]" if name not in ("declarations", "body", "scenes") else ""
        text = _short(item)
        if text is not None:
            yield f"{' ' * 6 * wanted.lines}{'  ' * depth}{label}: {text}"
        elif isinstance(item, tuple):
            yield from _below(label, item, depth, wanted)
        else:
            yield from _node(item, label, depth, wanted)


def _parts(node: object, wanted: _Wanted) -> Iterator[tuple[str, object, object]]:
    """The fields of a node except spans, and words if they are not wanted: name, value, default."""
    if not is_dataclass(node):
        raise TypeError(f"{type(node).__name__} is not part of a tree")
    for f in fields(node):
        value = getattr(node, f.name)
        if f.name.endswith("span") or (not wanted.words and isinstance(value, Tail | Template)):
            continue
        yield f.name, value, NO_TAIL if f.name == "tail" else f.default


def _short(value: object) -> str | None:
    """A value that fits beside its node, or None."""
    match value:
        case None | bool() | int():
            return str(value)
        case str():
            return f'"{value}"'
        case Name():
            return f"'{value.text}'" if value.quoted else value.text
        case Integer() | YesNo():
            return str(value.value)
        case Tail():
            return " ".join([f'"{value.words}"' * bool(value.words), *value.tags]).strip()
        case tuple():
            items = [_short(item) for item in value]
            short = [item for item in items if item is not None]
            if len(short) == len(items) and sum(map(len, short)) <= 70:
                return f"[{', '.join(short)}]"
            return None
        case _:
            return None

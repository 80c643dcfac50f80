"""A position as text, written as the `given` of a scenario would write it.

So a failing scenario shows a position that can be pasted into another one. Only what differs from
the start of a game is written; nothing is hidden, for whoever tests rules may see everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..core.evaluate import Value, elements, written
from ..core.ir import Cell, Element, Number, RowOf, SetOf, StackOf, Truth
from ..state import State

_PLAIN_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")


def position_text(state: State) -> str:
    """All that is on the table, one zone or mark a line, and whose decision it is."""
    return "".join(f"{line}\n" for line in _lines(state))


def _lines(state: State) -> Iterator[str]:
    program, layout = state.engine.program, state.engine.layout
    for cell in program.cells:
        if cell.role in ("knowledge", "control") or is_box(cell):
            continue
        members = layout.members(state.slots, cell)
        held = [(keys, layout.get(state.slots, cell, keys)) for keys in members]
        yield from _cell(cell, [(k, v) for k, v in held if not _is_at_start(cell, v)])
    yield _whose(state)


def is_box(cell: Cell) -> bool:
    """Is this where components lie that are not in the game? No rule can name it."""
    return cell.role == "zone" and cell.name.startswith("box of ")


def _is_at_start(cell: Cell, value: Value) -> bool:
    if isinstance(value, list):
        return all(element == -1 for element in value)
    return value == cell.start


def _cell(cell: Cell, members: list[tuple[tuple[int, ...], Value]]) -> Iterator[str]:
    """One line a member; marks with one key and few values have one line a value."""
    if cell.role == "mark" and len(cell.keys) == 1 and isinstance(cell.type, Element):
        by_value: dict[str, list[str]] = {}
        for keys, value in members:
            by_value.setdefault(value_text(cell, value), []).append(cell.keys[0].labels[keys[0]])
        for text, labels in by_value.items():
            yield f"{cell.name} is {_quoted(text)}: {', '.join(labels)}"
        return
    for keys, value in members:
        yield f"{member_text(cell, keys)}: {value_text(cell, value)}"


def member_text(cell: Cell, keys: tuple[int, ...]) -> str:
    """A member of a cell as rule files name it: `hand of first`, `gems(red, second)`."""
    labels = [_quoted(key.labels[k]) for key, k in zip(cell.keys, keys, strict=True)]
    if not labels:
        return cell.name
    if len(labels) == 1:
        return f"{cell.name} of {labels[0]}"
    return f"{cell.name}({', '.join(labels)})"


def value_text(cell: Cell, value: Value) -> str:
    """A value as `given` writes it: stacks from the top, `-` for an empty place of a row."""
    if isinstance(cell.type, RowOf) and isinstance(value, list):
        labels = cell.type.domain.labels
        return ", ".join(labels[e] if e >= 0 else "-" for e in value)
    if isinstance(cell.type, SetOf | StackOf) and any("," in x for x in cell.type.domain.labels):
        labels = cell.type.domain.labels
        return ", ".join(_listed(labels[e]) for e in elements(value, cell.type)) or "nothing"
    return written(value, cell.type)


def value_expression(cell: Cell, value: Value) -> str:
    """A value as an expression writes it: what lies in a zone is a set there."""
    if isinstance(value, list) or isinstance(cell.type, SetOf):
        kind = cell.type
        assert not isinstance(kind, Truth | Number)
        labels = (_quoted(kind.domain.labels[e]) for e in elements(value, kind))
        return f"{{{', '.join(labels)}}}"
    if isinstance(cell.type, Element) and value >= 0:
        return _quoted(cell.type.domain.labels[value])
    return written(value, cell.type)


def _listed(label: str) -> str:
    """A label in a list: in quotes, if it holds what separates them."""
    return f"'{label}'" if "," in label else label


def _quoted(label: str) -> str:
    return label if _PLAIN_NAME.match(label) else f"'{label}'"


def _whose(state: State) -> str:
    if state.over:
        return "# the game is over"
    if state.to_move == "chance":
        return "# chance is asked"
    assert isinstance(state.to_move, int)
    return f"# to move: {state.engine.program.seats.labels[state.to_move]} ({state.phase})"

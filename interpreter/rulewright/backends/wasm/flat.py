"""Lists of records that are written and gone through, and nothing else: of these the fields lie one
after the other, and no record has a place of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...lower import nodes as code

ROOM = 32  # fields that there is room for from the start


def flat(function: code.Function) -> set[str]:
    """The names of variables for such lists, whose records have two fields or more."""
    uses = Counter(function.params)
    known: Counter[str] = Counter()  # uses that make such a list
    fields: dict[str, set[int]] = {}
    for node in code.walk(function):
        match node:
            case code.Name(id=name):
                uses[name] += 1
            case code.Assign(target=code.Name(id=name), value=code.Listed(parts=[])):
                known[name] += 1
            case code.Perform(value=code.Method()) if (added := appended(node)) is not None:
                name, parts = added
                known[name] += 1
                fields.setdefault(name, set()).add(len(parts))
            case code.Each(
                target=code.Several(parts=parts), source=code.Name(id=name), body=body
            ) if all(isinstance(part, code.Name) for part in parts):
                if not _adds(body, name):
                    known[name] += 1
                    fields.setdefault(name, set()).add(len(parts))
            case _:
                pass
    return {
        name
        for name, counts in fields.items()
        if len(counts) == 1 and min(counts) > 1 and known[name] == uses[name]
    }


def filling(function: code.Function) -> dict[str, code.While]:
    """For the names of lists to which nothing is added elsewhere, and which are empty before it, a
    loop that adds no more than one record in each round."""
    found: dict[str, code.While] = {}
    added = Counter(
        one[0]
        for node in code.walk(function)
        if isinstance(node, code.Perform) and (one := appended(node)) is not None
    )
    _note_filling(function.body, added, found)
    return found


def _note_filling(lines: code.Lines, added: Counter[str], found: dict[str, code.While]) -> None:
    empty: set[str] = set()
    for line in lines:
        for block in code.blocks_of(line):
            _note_filling(block, added, found)
        match line:
            case code.Assign(target=code.Name(id=name), value=code.Listed(parts=[])):
                empty.add(name)
            case code.While(body=body) as loop:
                for name in empty & set(_added_singly(body)):
                    if added[name] == 1:
                        found[name] = loop
            case _:
                pass


def _added_singly(lines: code.Lines) -> Iterator[str]:
    """The lists to which lines add something, but not in a loop."""
    for line in lines:
        match line:
            case code.Perform() if (one := appended(line)) is not None:
                yield one[0]
            case code.When(then=then, other=other):
                yield from _added_singly(then)
                yield from _added_singly(other)
            case _:
                pass


def appended(node: code.Perform) -> tuple[str, list[code.Value]] | None:
    """The name of a list that a record is added to, and its fields."""
    match node.value:
        case code.Method(
            owner=code.Name(id=name), operation="append", args=[code.Several(parts=parts)]
        ):
            return name, parts
        case _:
            return None


def _adds(lines: code.Lines, name: str) -> bool:
    """Is something added to a list?"""
    nodes = (node for line in lines for node in code.walk(line))
    return any(isinstance(node, code.Name) and node.id == name for node in nodes)

"""Places of a list that are known to be there, as in the loop that shuffles one from its end."""

from __future__ import annotations

from collections import Counter

from ...lower import nodes as code

Place = tuple[str, str]  # a list, and a variable for a place of it


def places_in(loop: code.Each) -> set[Place]:
    """Where a list is looked at in a loop over its places from the last to the second, at these or
    at ones before them that chance decides, if the list is as long all the time."""
    match loop:
        case code.Each(
            target=code.Name(id=i),
            source=code.Call(
                function="range",
                args=[
                    code.Binary(
                        left=code.Call(function="len", args=[code.Name(id=listed)]),
                        operator="-",
                        right=code.Number(value=1),
                    ),
                    code.Number(value=0),
                    code.Number(value=-1),
                ],
            ),
        ):
            pass
        case _:
            return set()
    nodes = [node for line in loop.body for node in code.walk(line)]
    owners = {id(node.owner) for node in nodes if isinstance(node, code.Item)}
    others = (node for node in nodes if isinstance(node, code.Name) and id(node) not in owners)
    stored = Counter(name for node in nodes for name in _stored(node))
    if stored[i] or any(node.id == listed for node in others):
        return set()
    drawn = {
        name
        for line in loop.body
        if (name := _drawn_up_to(line, i)) is not None and stored[name] == 1
    }
    return {(listed, name) for name in {i, *drawn}}


def _stored(node: code.Node | code.Function) -> list[str]:
    """The variables in which something is stored."""
    match node:
        case code.Assign(target=target) | code.Augment(target=target) | code.Each(target=target):
            return [part.id for part in code.targets_of(target) if isinstance(part, code.Name)]
        case code.Bound(name=name):
            return [name]
        case _:
            return []


def _drawn_up_to(line: code.Statement, i: str) -> str | None:
    """The variable for a number from 0 to `i` that chance decides."""
    match line:
        case code.Assign(
            target=code.Name(id=name),
            value=code.Call(
                function="below",
                args=[
                    _,
                    code.Binary(left=code.Name(id=most), operator="+", right=code.Number(value=1)),
                ],
            ),
        ) if most == i:
            return name
        case _:
            return None

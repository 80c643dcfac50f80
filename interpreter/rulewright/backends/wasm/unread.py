"""What is stored in variables that nobody looks at is left out: what one part of a function is
prepared for, another way to write it may do without."""

from __future__ import annotations

from collections import Counter

from ...lower import nodes as code

_PLAIN = (
    code.Number, code.Name, code.Binary, code.Compare, code.Unary, code.Junction, code.Choice,
    code.Listed, code.Nothing,
)  # fmt: skip


def without_unread(function: code.Function) -> None:
    """Leave out what is stored where it is never looked at, and can be worked out or not."""
    while unread := _unread(function):
        function.body = _left(function.body, unread)


def _unread(function: code.Function) -> set[str]:
    """The variables that are given something plain, or more to what they hold, and no more."""
    stored: Counter[str] = Counter()
    named: Counter[str] = Counter(function.params)  # one node may stand in several places
    for node in code.walk(function):
        match node:
            case (
                code.Assign(target=code.Name(id=name), value=value)
                | code.Augment(target=code.Name(id=name), value=value)
            ) if _is_plain(value):
                stored[name] += 1
            case code.Bound(name=name) | code.Name(id=name):
                named[name] += 1
            case _:
                pass
    return {name for name, count in stored.items() if named[name] == count}


def _is_plain(value: code.Value) -> bool:
    """Does nothing happen, and can nothing go wrong, while it is worked out?"""
    return all(isinstance(node, _PLAIN) and not _is_divided(node) for node in code.walk(value))


def _is_divided(node: object) -> bool:
    return isinstance(node, code.Binary) and node.operator == "%"


def _left(lines: code.Lines, unread: set[str]) -> code.Lines:
    left: code.Lines = []
    for line in lines:
        match line:
            case code.Assign(target=code.Name(id=name)) | code.Augment(target=code.Name(id=name)):
                if name in unread:
                    continue
            case code.When(then=then, other=other):
                line.then, line.other = _left(then, unread), _left(other, unread)
                if not line.then and not line.other and _is_plain(line.test):
                    continue
                if not line.then:
                    line.test, line.then, line.other = code.negated(line.test), line.other, []
            case code.While() | code.Each() | code.Attempt():
                for name in ("body", "otherwise"):
                    if hasattr(line, name):
                        setattr(line, name, _left(getattr(line, name), unread))
            case _:
                pass
        left.append(line)
    return left

"""Masks in memory that only one variable holds, which are changed where they lie.

A number of many words is made anew by whatever is worked out of it. Two kinds of loops would make
one for each element: those that take the elements of a mask away, one after the other, and those
that put them together. Where nothing else can look at the mask meanwhile, its words are changed;
and where each round takes the lowest element and does nothing else with the mask, its words are
gone through, and stay as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ...lower import nodes as code
from .shapes import is_bit, lowest_of


@dataclass(frozen=True, slots=True)
class Own:
    """Statements of a function, by their `id`.

    `walked`: loops that go through the words of a mask. `copied`: what stores a mask that is taken
    apart later. `taking`: what takes its lowest element away. `putting`: what puts an element into
    a mask that nobody looks at before it is whole.
    """

    walked: set[int] = field(default_factory=set)
    copied: set[int] = field(default_factory=set)
    taking: set[int] = field(default_factory=set)
    putting: set[int] = field(default_factory=set)


def own(function: code.Function, is_wide: Callable[[str], bool]) -> Own:
    """What a function changes where it lies; `is_wide`: whether a variable is a mask in memory."""
    found = Own()
    uses = Counter(function.params)  # whoever calls it holds what it is given, too
    uses.update(name for node in code.walk(function) if (name := _name(node)) is not None)
    for lines in _blocks(function.body):
        for at, line in enumerate(lines):
            match line:
                case code.Assign(target=code.Name(id=name)) if is_wide(name):
                    _take(found, lines[at:], name, uses[name])
                    _put(found, lines[at:], name, uses[name])
    return found


def _take(found: Own, lines: code.Lines, name: str, uses: int) -> None:
    """What is stored, gone through by `while name: ... name &= name - 1`, and not looked at but for
    its lowest element."""
    for line in lines:
        match line:
            case code.While(test=code.Name(id=tested), body=body) as loop if tested == name:
                break
    else:
        return
    nodes = [node for part in body for node in code.walk(part)]
    takes = [node for node in nodes if _is_taking(node, name)]
    asked = sum(_is_lowest(node, name) for node in nodes)
    if 1 + 1 + 2 * len(takes) + 2 * asked != uses:
        return
    asked_first = sum(_is_lowest(node, name) for node in code.walk(body[0]))
    if asked == asked_first and body[1:2] == takes and not code.blocks_of(body[0]):
        found.walked.add(id(loop))
    else:
        found.copied.add(id(lines[0]))
        found.taking.update(map(id, takes))


def _put(found: Own, lines: code.Lines, name: str, uses: int) -> None:
    """What begins as 0, and is looked at after the last statement that puts an element into it."""
    store = lines[0]
    if not isinstance(store, code.Assign) or code.constant(store.value) != 0:
        return
    nodes = [[*code.walk(line)] for line in lines]
    counts = [sum(_name(node) == name for node in part) for part in nodes]
    puts = [[node for node in part if _is_putting(node, name)] for part in nodes]
    anew = [sum(_is_made_anew(node, name) for node in part) for part in nodes]
    last = max((at for at, part in enumerate(puts) if part), default=0)
    changes = [len(part) + new for part, new in zip(puts, anew, strict=True)]
    if sum(counts) == uses and counts[1 : last + 1] == changes[1 : last + 1]:
        found.putting.update(id(node) for part in puts for node in part)


def skipped(loop: code.While) -> str:
    """The mask of which nothing is done but to take so many of its lowest elements away, as in
    `while k: mask &= mask - 1; k -= 1`; empty if it is another loop."""
    match loop:
        case code.While(
            test=code.Name(id=counted),
            body=[
                code.Augment(target=code.Name(id=mask)) as taking,
                code.Augment(target=code.Name(id=number), operator="-", value=code.Number(value=1)),
            ],
        ) if counted == number != mask and _is_taking(taking, mask):
            return mask
        case _:
            return ""


def _blocks(lines: code.Lines) -> Iterator[code.Lines]:
    yield lines
    for line in lines:
        for block in code.blocks_of(line):
            yield from _blocks(block)


def _name(node: code.Node | code.Function) -> str | None:
    match node:
        case code.Name(id=name) | code.Bound(name=name):
            return name
        case _:
            return None


def _is_taking(node: code.Node | code.Function, name: str) -> bool:
    """Is it `name &= name - 1`?"""
    match _changed_by(node, name, "&"):
        case code.Binary(left=code.Name(id=one), operator="-", right=code.Number(value=1)):
            return one == name
        case _:
            return False


def _is_putting(node: code.Node | code.Function, name: str) -> bool:
    """Is it `name |= 1 << ...`?"""
    by = _changed_by(node, name, "|")
    return by is not None and is_bit(by)


def _is_made_anew(node: code.Node | code.Function, name: str) -> bool:
    """Is it `name = 1 << ... | 1 << ...`, where no other name is this one?"""
    match node:
        case code.Assign(target=code.Name(id=one), value=code.Binary(operator="|") as value):
            return one == name and is_bit(value.left) and is_bit(value.right)
        case _:
            return False


def _changed_by(node: code.Node | code.Function, name: str, operator: str) -> code.Value | None:
    """The value of `name operator= value`, if it is that."""
    match node:
        case code.Augment(target=code.Name(id=one), operator=other, value=value):
            return value if (one, other) == (name, operator) else None
        case _:
            return None


def _is_lowest(node: code.Node | code.Function, name: str) -> bool:
    """Is it `(name & -name).bit_length()`?"""
    match node:
        case code.Method(owner=owner, operation="bit_length"):
            return lowest_of(owner) == name
        case _:
            return False

"""One function out of the blocks of a flow: a loop over them, told apart by a number."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from . import nodes as code
from .jumps import Join, arrange
from .names import BLOCK


def dispatched(root: code.Lines, kept: Collection[Join]) -> code.Lines:
    """The root and then a loop over blocks; a root that branches is a block itself. `kept`: joins
    that stay blocks (see `jumps.arrange`)."""
    joins = arrange([root], lambda join: join in kept)
    ways = _jump_count(root)
    if not joins:
        return root
    if ways == 1 and isinstance(root[-1], code.Jump):
        first = root[-1].target
        assert isinstance(first, Join)
        before = root[:-1]
    else:
        first = Join("root", root)
        joins = [first, *joins]
        before = []
    numbers = {join: i for i, join in enumerate(joins)}
    for join in joins:
        _set_blocks(join.lines, numbers, numbers[join])
    if len(joins) > 1:
        before.append(code.assign(BLOCK, code.number(numbers[first])))
    blocks = [(i, join.lines) for i, join in enumerate(joins)]
    return [*before, code.loop(code.number(1), picked(code.name(BLOCK), blocks))]


def picked(which: code.Value, lines: Sequence[tuple[int, code.Lines]]) -> code.Lines:
    """The lines of the greatest number that is not above one: numbers rise, and none is below the
    first of them."""
    if len(lines) == 1:
        return lines[0][1]
    half = len(lines) // 2
    test = code.compare(which, "<", code.number(lines[half][0]))
    return [code.when(test, picked(which, lines[:half]), picked(which, lines[half:]))]


def _jump_count(lines: code.Lines) -> int:
    return sum(
        isinstance(line, code.Jump) + sum(map(_jump_count, code.blocks_of(line))) for line in lines
    )


def _set_blocks(lines: code.Lines, numbers: dict[Join, int], here: int) -> None:
    """Jumps become the number of a block and `continue`."""
    if lines and isinstance(last := lines[-1], code.Jump):
        assert isinstance(last.target, Join)
        number = numbers[last.target]
        go = [code.again()]
        lines[-1:] = go if number == here else [code.assign(BLOCK, code.number(number)), *go]
    for line in lines:
        for block in code.blocks_of(line):
            _set_blocks(block, numbers, here)

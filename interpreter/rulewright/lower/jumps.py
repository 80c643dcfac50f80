"""Putting the pieces of a flow together: what follows what, written as few times as possible.

The flow is written as pieces that end in jumps to joins. Here jumps that end both ways of an `if`
are drawn out behind it, joins with one predecessor and very small ones are put in place of the
jump; what remains is left to the form at hand: a function to return, or a block number to set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .nodes import Each, Jump, Lines, When, While, blocks_of, terminates

SMALL = 6  # statements of a join that is repeated rather than jumped to


@dataclass(eq=False, slots=True)
class Join:
    """A place in the flow that jumps lead to; `lines` is what happens from there on."""

    name: str
    lines: Lines = field(default_factory=list)


def jumps_in(lines: Lines) -> list[Join]:
    """The targets of all jumps in these statements."""
    found: list[Join] = []
    for statement in lines:
        if isinstance(statement, Jump):
            assert isinstance(statement.target, Join)
            found.append(statement.target)
        for block in blocks_of(statement):
            found += jumps_in(block)
    return found


def arrange(roots: list[Lines], keep: Callable[[Join], bool]) -> list[Join]:
    """Rewrite the statements in place; gives the joins that are still jumped to.

    `keep`: joins that must not be put in place of a jump (a loop's beginning, where `continue`
    costs less than a second copy).
    """
    joins = _reachable(roots)
    for lines in (*roots, *(join.lines for join in joins)):
        _sink(lines)
    few = (join for join in joins if _weight(join.lines) <= SMALL and not keep(join))
    small = {join: _copied(join.lines) for join in few}
    for lines, join in (*((root, None) for root in roots), *((join.lines, join) for join in joins)):
        _inline(lines, small, copied=True, within=(join,))
        _sink(lines)
    joins = _reachable(roots)
    uses = Counter(
        target for lines in (*roots, *(j.lines for j in joins)) for target in jumps_in(lines)
    )
    lone = (join for join in joins if uses[join] == 1 and join not in jumps_in(join.lines))
    once = {join: join.lines for join in lone}
    for lines in (*roots, *(join.lines for join in joins if join not in once)):
        _inline(lines, once, copied=False)
        _sink(lines)
    return _reachable(roots)


def _reachable(roots: list[Lines]) -> list[Join]:
    found: dict[Join, None] = {}
    pending = [target for lines in roots for target in jumps_in(lines)]
    while pending:
        join = pending.pop(0)
        if join not in found:
            found[join] = None
            pending += jumps_in(join.lines)
    return list(found)


def _weight(lines: Lines) -> int:
    total = 0
    for statement in lines:
        if isinstance(statement, While | Each):
            return SMALL + 1
        total += 1 + sum(map(_weight, blocks_of(statement)))
    return total


def _inline(
    lines: Lines,
    chosen: Mapping[Join, Lines],
    *,
    copied: bool,
    within: tuple[Join | None, ...] = (),
) -> None:
    """Put joins in place of the jumps to them, but none inside itself (`within`)."""
    while lines and isinstance(last := lines[-1], Jump) and last.target in chosen:
        assert isinstance(last.target, Join)
        if copied and (last.target in within or len(within) > 8):
            break  # small joins may lead to each other in a ring
        within = (*within, last.target)
        lines[-1:] = _copied(chosen[last.target]) if copied else chosen[last.target]
    for statement in lines:
        for block in blocks_of(statement):
            _inline(block, chosen, copied=copied, within=within)


def _sink(lines: Lines) -> None:
    """Draw the jump that most ways through a closing `if` end with out behind it."""
    for statement in lines:
        for block in blocks_of(statement):
            _sink(block)
    if not lines or not isinstance(lines[-1], When) or not terminates(lines):
        return
    ends: list[Lines] = []
    _ends(lines[-1], ends)
    counts = Counter(end[-1].target for end in ends)  # type: ignore[union-attr]
    if not counts:
        return
    target, uses = counts.most_common(1)[0]
    if uses < 2:
        return
    for end in ends:
        jump = end[-1]
        if isinstance(jump, Jump) and jump.target is target:
            end.pop()
    lines.append(Jump(target))


def _ends(statement: When, found: list[Lines]) -> None:
    for block in (statement.then, statement.other):
        if block and isinstance(block[-1], Jump):
            found.append(block)
        elif block and isinstance(block[-1], When):
            _ends(block[-1], found)


def _copied(lines: Lines) -> Lines:
    """The statements once more, with lists of their own (loops are never copied)."""
    found: Lines = []
    for statement in lines:
        if isinstance(statement, Jump):
            found.append(Jump(statement.target))
        elif isinstance(statement, When):
            again = When(statement.test, _copied(statement.then), _copied(statement.other))
            again.at = statement.at
            found.append(again)
        else:
            found.append(statement)
    return found

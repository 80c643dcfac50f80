"""How often a loop goes round at most, where that is known: then it need not ask in each round
whether it is to go on (see `watched`)."""

from __future__ import annotations

from collections.abc import Callable

from ...lower import nodes as code
from .shapes import Range, lowest_of

RangeOf = Callable[[code.Value], Range | None]


def rounds_while(node: code.While, range_of: RangeOf) -> int | None:
    """Of one that takes elements from a mask until none is left, or counts down to 0, and does so
    in each round before it may go back; None if it is none, or not known."""
    if not isinstance(node.test, code.Name):
        return None
    found = range_of(node.test)
    if found is None or found[0] < 0:
        return None
    name, bits, is_taken = node.test.id, "", False
    for line in node.body:
        match line:
            case code.Assign(target=code.Name(id=bit), value=value) if (
                not is_taken and lowest_of(value) == name != bit
            ):
                bits = bit
            case code.Augment(target=code.Name(id=changed)) if changed == name:
                if is_taken:
                    return None
                if _takes_one(line, name):
                    most = found[1]
                elif _takes_lowest(line, name) or _takes(line, bits):
                    most = found[1].bit_length()
                else:
                    return None
                is_taken = True
            case _:
                is_plain = isinstance(line, code.Assign | code.Augment | code.Perform)
                if not (is_taken or is_plain) or _changes(line, name):
                    return None
                if not is_taken and bits and _changes(line, bits):
                    return None
    return most if is_taken else None


def _takes_one(line: code.Augment, name: str) -> bool:
    return line.operator == "-" and code.constant(line.value) == 1


def _takes_lowest(line: code.Augment, name: str) -> bool:
    """Is it `x &= x - 1`?"""
    match line.operator, line.value:
        case "&", code.Binary(left=code.Name(id=left), operator="-", right=code.Number(value=1)):
            return left == name
        case _:
            return False


def _takes(line: code.Augment, bit: str) -> bool:
    """Is it `x ^= bit`, of which the latter is the lowest of the former?"""
    return line.operator == "^" and isinstance(line.value, code.Name) and line.value.id == bit


def _changes(line: code.Statement, name: str) -> bool:
    """Might a statement store another value in a variable?"""
    for node in code.walk(line):
        match node:
            case (
                code.Assign(target=target) | code.Augment(target=target) | code.Each(target=target)
            ):
                if any(isinstance(p, code.Name) and p.id == name for p in code.walk(target)):
                    return True
            case code.Bound(name=bound) if bound == name:
                return True
    return False


def rounds_of_range(source: code.Call, step: int, range_of: RangeOf) -> int | None:
    """Of one over the numbers of a `range` with such a step."""
    first: Range | None = (0, 0)
    last = range_of(source.args[0])
    if len(source.args) > 1:
        first, last = last, range_of(source.args[1])
    if first is None or last is None:
        return None
    width = last[1] - first[0] if step > 0 else first[1] - last[0]
    return max(0, -(-width // abs(step)))

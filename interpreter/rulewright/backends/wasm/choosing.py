"""What is chosen without going one of two ways.

Of what chance decides a processor cannot foretell which way it will go, and a way that it has taken
for nothing costs as much as twenty operations. So where both ways are short and neither can go
wrong, both values are there, and one of them is selected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy

from ...lower import nodes as code
from .shapes import Range

MOST_SELECTED = 2  # variables
MOST_NODES = 40  # of what is worked out for nothing
_PLAIN = frozenset("+-*&|^")
_GROWING = frozenset(("append", "extend", "pop", "remove", "clear"))

IsWord = Callable[[code.Value], bool]
Stored = dict[str, code.Value]  # by variable: what is stored in it


def is_quick(node: code.Value, is_word: IsWord, is_list: IsWord) -> bool:
    """Is it a test that costs nothing and gives 0 or 1? `is_word`: of a variable or a fixed number,
    is it one word; `is_list`: is it a list in a variable?"""
    match node:
        case code.Compare(left=left, operator=operator, right=right):
            return "in" not in operator and is_word(left) and is_word(right)
        case code.Unary(operator="not", operand=operand):
            return is_quick(operand, is_word, is_list)
        case code.Unary(operator="filled", operand=operand):
            return is_list(operand)
        case code.Name():
            return is_word(node) or is_list(node)
        case _:
            return False


def stored(node: code.When, is_word: IsWord) -> tuple[Stored, Stored] | None:
    """What is stored if a test holds, and if not, where both are words that are there already."""
    ways = _stored(node.then, is_word), _stored(node.other, is_word)
    then, other = ways
    if then is None or other is None:
        return None
    names = then.keys() | other.keys()
    values = [*then.values(), *other.values()]
    if any(isinstance(value, code.Name) and value.id in names for value in values):
        return None
    return (then, other) if 0 < len(names) <= MOST_SELECTED else None


def _stored(lines: code.Lines, is_word: IsWord) -> Stored | None:
    found: Stored = {}
    for line in lines:
        match line:
            case code.Assign(target=code.Name(id=name) as target, value=value) if (
                name not in found and is_word(target) and is_word(value)
            ):
                found[name] = value
            case _:
                return None
    return found


def work_out(
    function: code.Function, data: Mapping[str, object], entries: Mapping[str, Range]
) -> None:
    """Where an element may be none, and something short is looked up for it if it is not, look that
    up in any case, of the first element if there is none. `data`: what is fixed; `entries`: from
    what to what the numbers are that a list holds which is no parameter, by its variable."""
    lengths = {name: len(held) for name, held in data.items() if isinstance(held, tuple)}
    changed = set(function.params)
    for node in code.walk(function):
        match node:
            case code.Assign(target=code.Name(id=name), value=code.Listed(parts=parts, times=n)):
                lengths[name] = min(len(parts) * n, lengths.get(name, len(parts) * n))
            case code.Assign(target=target) | code.Each(target=target):
                names = code.targets_of(target)
                changed |= {part.id for part in names if isinstance(part, code.Name)}
            case code.Method(owner=code.Name(id=name), operation=operation):
                if operation in _GROWING:
                    changed.add(name)
            case _:
                pass
    known = {name: n for name, n in lengths.items() if name not in changed}
    of_its_own = {name: ends for name, ends in entries.items() if name not in function.params}
    _work_out(function.body, known, of_its_own)


def _work_out(lines: code.Lines, lengths: Mapping[str, int], entries: Mapping[str, Range]) -> None:
    """`lengths`: how many entries lists have that are never longer nor shorter."""
    for at in range(len(lines) - 1, -1, -1):
        for block in code.blocks_of(lines[at]):
            _work_out(block, lengths, entries)
        match lines[at]:
            case code.When() as way:
                lines[at : at + 1] = _in_any_case(way, lengths, entries) or [way]
            case _:
                pass


def _in_any_case(
    way: code.When, lengths: Mapping[str, int], entries: Mapping[str, Range]
) -> code.Lines | None:
    match way:
        case code.When(
            test=code.Compare(
                left=code.Name(id=asked), operator="==" | "!=" as operator, right=code.Number(-1)
            )
        ):
            none, some = (way.then, way.other) if operator == "==" else (way.other, way.then)
        case _:
            return None
    match none:
        case [code.Assign(target=code.Name(id=name), value=code.Name() | code.Number() as nothing)]:
            pass
        case _:
            return None
    if not _Looking(asked, lengths, entries).is_short(some, name):
        return None
    sure, there = f"{asked}.sure", f"{name}.there"
    found = _renamed(some, {asked: sure, name: there})
    first = code.assign(sure, code.call("max", code.name(asked), code.number(0)))
    values = (nothing, code.name(there)) if operator == "==" else (code.name(there), nothing)
    made = [first, *found, code.assign(name, code.Choice(way.test, *values))]
    for line in (first, made[-1]):
        line.at = way.at
    return made


class _Looking:
    """What is looked up for an element: can it be done as well for the first one, in its place?"""

    def __init__(
        self, asked: str, lengths: Mapping[str, int], entries: Mapping[str, Range]
    ) -> None:
        self.lengths = lengths
        self.entries = entries
        self.within: dict[str, Range] = {asked: (0, 0)}  # by variable: what it is then

    def is_short(self, lines: code.Lines, name: str) -> bool:
        """Is it a few lines that end with the value of a variable?"""
        asked, stored_ = set(self.within), list[str]()
        for line in lines:
            match line:
                case code.Assign(target=code.Name(id=target), value=value) if target not in asked:
                    if not self._is_plain(value):
                        return False
                    stored_.append(target)
                    reach = self._reach(value)
                    self.within.pop(target, None)
                    if reach is not None:
                        self.within[target] = reach
                case _:
                    return False
        nodes = sum(1 for line in lines for _ in code.walk(line))
        return stored_[-1:] == [name] and stored_.count(name) == 1 and nodes <= MOST_NODES

    def _is_plain(self, node: code.Value) -> bool:
        """Can it be worked out?"""
        match node:
            case code.Number() | code.Name():
                return True
            case code.Binary(left=left, operator=operator, right=right):
                is_known = operator in _PLAIN or _remainder(node) is not None
                return is_known and self._is_plain(left) and self._is_plain(right)
            case code.Unary(operator="-" | "~", operand=operand):
                return self._is_plain(operand)
            case code.Item(owner=code.Name(id=owner), index=index):
                reach = self._reach(index)
                return (
                    reach is not None
                    and self._is_plain(index)
                    and 0 <= reach[0] <= reach[1] < self.lengths.get(owner, 0)
                )
            case _:
                return False

    def _reach(self, node: code.Value) -> Range | None:
        """What a number is at least and at most, if that is known."""
        most = _remainder(node)
        if most is not None:
            return 0, most
        match node:
            case code.Number(value=value):
                return value, value
            case code.Name(id=name):
                return self.within.get(name)
            case code.Item(owner=code.Name(id=name)):
                return self.entries.get(name)
            case code.Binary(operator="+" | "*" as operator, left=left, right=right):
                one, two = self._reach(left), self._reach(right)
                if one is None or two is None or one[0] < 0 or two[0] < 0:
                    return None
                if operator == "+":
                    return one[0] + two[0], one[1] + two[1]
                return one[0] * two[0], one[1] * two[1]
            case _:
                return None


def _remainder(node: code.Value) -> int | None:
    """The most that a remainder can be."""
    match node:
        case code.Binary(operator="%", right=code.Number(value=value)) if value > 0:
            return value - 1
        case _:
            return None


def _renamed(lines: code.Lines, names: dict[str, str]) -> code.Lines:
    found = deepcopy(lines)
    for line in found:
        for node in code.walk(line):
            if isinstance(node, code.Name):
                node.id = names.get(node.id, node.id)
    return found

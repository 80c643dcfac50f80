"""Actions: moves as whole numbers, one for each move that there can ever be in a game.

What a number means depends on nothing but the rules: the choices in the order of the program, at
each of them the alternatives as written, for each of these all combinations of arguments, the last
argument fastest. Sets that are chosen at one go count as the numbers that their masks are, so the
number of all actions can be beyond any table; it is never more than Python can count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import overload

from ..core.ir import Choose, Element, Number, Program, SetOf, Truth, Type
from ..diagnostics import shown

Code = tuple[int, ...]

MOST_KEPT = 10_000  # numbers of moves at a choice


@dataclass(frozen=True, slots=True)
class Block:
    """The actions of one alternative: the number of the first, and for each argument its least
    value and how many values it has."""

    first: int
    lowest: Code
    sizes: Code

    @property
    def beyond(self) -> int:
        """The number of the first action after it."""
        return self.first + prod(self.sizes)


class _Known(dict[Code, int]):
    """The numbers of the moves at one choice: worked out when they are first asked for, and kept
    while they are few."""

    def __init__(self, blocks: list[Block]) -> None:
        self._blocks = blocks

    def __missing__(self, code: Code) -> int:
        block = self._blocks[code[0]]
        number = 0
        for arg, low, size in zip(code[1:], block.lowest, block.sizes, strict=True):
            number = number * size + arg - low
        number += block.first
        if len(self) < MOST_KEPT:
            self[code] = number
        return number


class _Codes(dict[int, Code]):
    """The moves of actions, in the same way."""

    def __init__(self, actions: Actions) -> None:
        self._actions = actions

    def __missing__(self, action: int) -> Code:
        code = self._actions.move(action)[1]
        if len(self) < MOST_KEPT:
            self[action] = code
        return code


class Listed(Sequence[Code]):
    """Moves by their numbers (`actions`, not to be changed); each is made of its number when it is
    looked at."""

    __slots__ = ("_code", "actions")

    def __init__(self, actions: Sequence[int], code: Callable[[int], Code]) -> None:
        self.actions, self._code = actions, code

    def __len__(self) -> int:
        return len(self.actions)

    @overload
    def __getitem__(self, index: int) -> Code: ...

    @overload
    def __getitem__(self, index: slice) -> list[Code]: ...

    def __getitem__(self, index: int | slice) -> Code | list[Code]:
        if isinstance(index, slice):
            return [*map(self._code, self.actions[index])]
        return self._code(self.actions[index])

    def __iter__(self) -> Iterator[Code]:
        return map(self._code, self.actions)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr([*self])

    def __reduce__(self) -> tuple[object, ...]:
        return list, ([*self],)


class Actions:
    """The numbers of the actions of a program.

    `count`: how many there are; they are numbered from 0. `blocks`: those of each alternative, by
    choice; `known`: the numbers of moves, by choice; `code`: the move of a number.
    """

    def __init__(self, program: Program) -> None:
        self.blocks: list[list[Block]] = []
        self.known: list[_Known] = []
        self._flat: list[tuple[Block, int, int]] = []  # with the choice and the alternative
        self.code = _Codes(self).__getitem__
        self.count = 0
        for point, choose in enumerate(program.choices):
            blocks = _blocks(choose, self.count)
            self.blocks.append(blocks)
            self.known.append(_Known(blocks))
            for number, block in enumerate(blocks):
                self._flat.append((block, point, number))
                self.count = block.beyond

    def __contains__(self, action: int) -> bool:
        return 0 <= action < self.count

    def none_such(self, action: int) -> str:
        """What is said of a number that is no action."""
        return f"there is no action {shown(action)}: they are numbered 0 to {self.count - 1}"

    def numbers(self, point: int, codes: Iterable[Code]) -> list[int]:
        """The numbers of moves at a choice, in the order in which the moves are given."""
        return [*map(self.known[point].__getitem__, codes)]

    def listed(self, actions: Sequence[int]) -> Listed:
        """The moves of some actions."""
        return Listed(actions, self.code)

    def move(self, action: int) -> tuple[int, Code]:
        """The choice and the code of an action; it is one of these."""
        low, high = 0, len(self._flat)
        while high - low > 1:
            half = (low + high) // 2
            low, high = (low, half) if action < self._flat[half][0].first else (half, high)
        block, point, number = self._flat[low]
        rest = action - block.first
        args: list[int] = []
        for lowest, size in zip(reversed(block.lowest), reversed(block.sizes), strict=True):
            rest, arg = divmod(rest, size)
            args.append(arg + lowest)
        return point, (number, *reversed(args))


def _blocks(choose: Choose, first: int) -> list[Block]:
    bounds = [[_bounds(local.type) for local in one.bound] for one in choose.alternatives]
    found = []
    for values in bounds:
        lowest = tuple(low for low, _ in values)
        found.append(Block(first, lowest, tuple(high - low + 1 for low, high in values)))
        first = found[-1].beyond
    return found


def _bounds(kind: Type) -> tuple[int, int]:
    """The least and the greatest value that an argument of a type can have."""
    match kind:
        case Element():
            return -1 if kind.optional else 0, kind.domain.size - 1
        case Number():
            return min(kind.low, 0), kind.high
        case Truth():
            return 0, 1
        case SetOf():
            return 0, kind.domain.everything()
        case _:
            raise AssertionError(f"{kind} is no argument of a move")

"""What a text means that is no move on offer as it stands, where there are several of a kind.

Of several equals only the first is offered (see `core.offered_once`): who names another one means
that. And who says just what something is – Guard, where there are Guard 1 to Guard 5 – means the
one that is on offer, if it is one alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from ..core import ir
from ..core.evaluate import (
    Locals,
    Reader,
    elements,
    elements_of_mask,
    evaluate,
    never_asked,
    render,
    written,
)
from ..core.offered_once import SAME
from .move import arguments, tidy

Code = tuple[int, ...]


def meant_by(text: str, choose: ir.Choose, codes: Iterable[Code], read: Reader) -> list[Code]:
    """The moves on offer that a text can mean which is none of theirs; mostly none, or one."""
    kinds = [_has_kinds(alternative) for alternative in choose.alternatives]
    if not any(kinds):
        return []
    wanted = tidy(text)
    return [
        code
        for code in codes
        if kinds[code[0]]
        and any(
            _offered(choose.alternatives[code[0]], args, read) == code[1:]
            for args in _read_as(wanted, choose.alternatives[code[0]], code[1:], read)
        )
    ]


def _has_kinds(alternative: ir.Alternative) -> bool:
    return any(_kinds(local.type) for local in alternative.bound)


def _kinds(kind: ir.Type) -> tuple[str, ...]:
    """What elements are called without their numbers."""
    return kind.domain.kinds if isinstance(kind, ir.Element | ir.SetOf) else ()


def _offered(alternative: ir.Alternative, args: Code, read: Reader) -> Code:
    """The arguments with which a move is offered in place of these, if they are equal to them; else
    any.

    An equal takes the place of each argument that is not the first of its equals, and what was
    named as that one before is what it was named in place of.
    """
    guards = {
        guard.message.parts[0].number: guard
        for guard in _offering(alternative)
        if isinstance(guard.message.parts[0], ir.Local)
    }
    values: Locals = {}
    places: list[tuple[ir.Type, dict[int, int]]] = []  # that were changed, one after the other

    def put(param: ir.Param, arg: int) -> int:
        local, source = param.local, param.source
        for kind, changed in places:
            arg = changed.get(arg, arg) if kind == local.type else arg
        values[local.number] = arg
        guard = guards.get(local.number)
        if isinstance(source, ir.Op) and source.name == "after":
            source = source.args[1]
        if arg not in elements(evaluate(source, values, read), source.type):
            return arg
        if guard is not None and not evaluate(guard.test, values, read, never_asked):
            first = cast(ir.Fold, guard.message.parts[2])
            other = cast(int, evaluate(first, values, read, never_asked))
            places.append((local.type, {arg: other, other: arg}))
            values[local.number] = other
        return cast(int, values[local.number])

    made = [put(param, arg) for param, arg in zip(alternative.params, args, strict=False)]
    compose = alternative.compose
    if compose is None:
        return tuple(made)
    values |= {selection.number: 0 for selection in compose.selections}
    for step, selection, mask in zip(
        compose.steps, compose.selections, args[len(made) :], strict=True
    ):
        for element in elements_of_mask(mask):
            taken = 1 << put(step.params[0], element)
            values[selection.number] = cast(int, values[selection.number]) | taken
        made.append(cast(int, values[selection.number]))
    return tuple(made)


def _offering(alternative: ir.Alternative) -> Iterator[ir.Guard]:
    """The guards of an alternative by which the first of equals is offered."""
    guards = [*alternative.guards]
    for step in () if alternative.compose is None else alternative.compose.steps:
        guards += step.guards
    yield from (guard for guard in guards if guard.label == SAME)


def _read_as(wanted: str, alternative: ir.Alternative, args: Code, read: Reader) -> Iterator[Code]:
    """The arguments that a text names where it can be read as a move with others of their rows, or
    without the numbers behind names: these are then those of the move."""
    values = arguments(alternative, args)
    ways: list[tuple[str, Locals]] = [("", values)]
    for part in alternative.text.parts:
        ways = [
            (begun + word, {**named, **more})
            for begun, named in ways
            for word, more in _words(part, values, read, wanted[len(begun) :])
            if wanted.startswith(begun + word)
        ]
    bound = [local.number for local in alternative.bound]
    for text, named in ways:
        if text == wanted:
            yield tuple(cast(int, named[number]) for number in bound)


def _words(
    part: ir.Part, values: Locals, read: Reader, wanted: str
) -> Iterator[tuple[str, Locals]]:
    """How a part of a text may be written, and what is named so; of many ways those with which the
    text goes on."""
    match part:
        case ir.Local(type=ir.Element() as kind, number=number) if _kinds(kind):
            for word, element in _names(cast(int, values[number]), kind):
                yield word, {number: element}
        case ir.Joined(value=ir.Local(number=number, type=ir.SetOf() as held)) if values[number]:
            mask, kind = cast(int, values[number]), ir.Element(held.domain)
            found = {("", 0, mask)}  # what is read, what it names, and what is left
            for _ in elements_of_mask(mask):
                found = {
                    (text, named | 1 << one, left ^ 1 << element)
                    for begun, named, left in found
                    for element in _one_of_each_row(left, held.domain)
                    for word, one in _names(element, kind)
                    if wanted.startswith(text := f"{begun}{part.separator * bool(begun)}{word}")
                    and not named >> one & 1
                }
            for text, named in sorted({(text, named) for text, named, _ in found}):
                yield text, {number: named}
        case _:
            yield render(ir.Message((part,)), values, read), {}


def _one_of_each_row(mask: int, domain: ir.Domain) -> Iterator[int]:
    """The elements of a set, of those of one row the first."""
    kinds = domain.kinds or domain.labels
    yield from {kinds[element]: element for element in reversed(elements_of_mask(mask))}.values()


def _names(element: int, kind: ir.Element) -> list[tuple[str, int]]:
    """The names of what is of one row with an element, and its own without a number."""
    if element < 0 or not kind.domain.kinds:
        return [(written(element, kind), element)]
    kinds, labels = kind.domain.kinds, kind.domain.labels
    row = [(labels[i], i) for i, name in enumerate(kinds) if name == kinds[element]]
    return row if len(row) == 1 else [*row, (kinds[element], element)]

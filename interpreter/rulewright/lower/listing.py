"""The moves at a choice as a list, in canonical order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..core.ir import Alternative, Choose
from . import nodes as code
from .names import MOVES
from .offers import Options, for_several, offer
from .values import Values


class Added(Protocol):
    """The lines that add a move to the list `MOVES`, given its alternative and arguments, of which
    `rest`, if there is one, holds all."""

    def __call__(
        self, found: Options, args: Sequence[code.Value], rest: code.Value | None = None
    ) -> code.Lines: ...


def write_listing(values: Values, choose: Choose, added: Added) -> None:
    """Write the lines of a function that gives the moves at a choice."""
    writer = values.writer
    writer.add(code.assign(MOVES, code.list_of([])))
    ordinary = [a for a in enumerate(choose.alternatives) if not a[1].fallback]
    fallback = [a for a in enumerate(choose.alternatives) if a[1].fallback]
    with writer.evaluation():
        for number, alternative in ordinary:
            _list(values, number, alternative, added)
        with writer.block() as lines:
            for number, alternative in fallback:
                _list(values, number, alternative, added)
            none = code.text(f"no move is possible at choice {choose.name}")
            failing = code.perform(code.call("fail", none, values.unit.site(choose.span)))
            found = code.filled(code.name(MOVES))
            writer.add(code.when(code.negated(found), [failing]) if fallback else failing)
    writer.add(code.when(code.negated(code.filled(code.name(MOVES))), lines))
    writer.add(code.give(code.name(MOVES)))


def _list(values: Values, number: int, alternative: Alternative, added: Added) -> None:
    """Append the moves of an alternative."""
    writer = values.writer
    before = len(writer.lines)
    _append(values, offer(values, number, alternative), added)
    code.mark_all(writer.lines[before:], alternative.span)


def _append(values: Values, found: Options, added: Added) -> None:
    writer = values.writer
    match found.kind:
        case "flag":
            constant = code.constant(found.held)
            if constant is None:
                writer.add(code.when(found.held, added(found, [])))
            elif constant:
                writer.lines.extend(added(found, []))
        case "mask":
            left, bit = writer.variable(found.held, "left"), writer.fresh("bit")
            lowest = code.binary(code.name(left), "&", code.negative(code.name(left)))
            element = code.binary(code.length(code.name(bit)), "-", code.number(1))
            taken = [code.assign(bit, lowest), code.augment(left, "^", code.name(bit))]
            writer.add(code.loop(code.name(left), [*taken, *added(found, [element])]))
        case "places":
            for place in found.places:
                there = code.compare(place, ">=", code.number(0))
                writer.add(code.when(there, added(found, [place])))
        case "stack":
            one = writer.fresh("option")
            lines = added(found, [code.name(one)])
            listed = code.for_each(one, code.backwards(found.held), lines)
            writer.add(code.when(code.name(found.count), [listed]))
        case "masks":
            names = [writer.fresh("option") for _ in found.alternative.bound]
            args = map(code.name, names[:-1])
            left, last = names[-1], code.lowest(code.name(names[-1]))
            rest = code.augment(left, "&", code.binary(code.name(left), "-", code.number(1)))
            each = code.loop(code.name(left), [*added(found, [*args, last]), rest])
            writer.add(for_several(names, found.held, [each]))
        case "counted":
            raise AssertionError("only where one of them is drawn")
        case "list":
            one = writer.fresh("option")
            several = len(found.alternative.bound) > 1
            lines = added(found, [], code.name(one)) if several else added(found, [code.name(one)])
            writer.add(code.for_each(one, found.held, lines))

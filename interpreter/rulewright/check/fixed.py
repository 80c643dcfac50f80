"""Numbers that are fixed once options are chosen: how many names a type has, how far a range goes.

They are made of numbers and options, and a program is built for the values that these options have,
as it is for a number of seats. So whatever is read afterwards finds a number. What is wrong with
another value of an option is told all the same, whichever is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import prod
from typing import NamedTuple, cast

from ..core import ir
from ..core.evaluate import never_asked, no_state, prepare
from ..core.walk import Node, rewrite, walk
from ..diagnostics import Note
from ..syntax import nodes as n
from ..syntax.walk import walk as walk_written
from . import kinds
from .roles import ExpressionReader
from .scope import Given, OptionSymbol
from .types import is_broken

MOST_COMBINATIONS = 2_000  # of values of the options that one number, or a whole game, hangs on
_MADE_OF = ir.Const | ir.Op | ir.Cond | ir.OptionValue


class Fixed(NamedTuple):
    """A number as it is chosen, and as it is with all values of the options that it hangs on."""

    value: int
    all: tuple[tuple[Given, int], ...]


def number(reader: ExpressionReader, node: int | n.Expr) -> Fixed | None:
    """A number that stands there or is made of options; none if it is not, which has been told."""
    if isinstance(node, int):
        return Fixed(node, (((), node),))
    if isinstance(node, n.Name) and not is_number(reader, node):
        return None
    for name in walk_written(node):
        if isinstance(name, n.Name) and comes_later(reader, name):
            _tell(reader, name, "a number or an option", [*reader.scope.choices.options], "")
            return None
    return value(reader, reader.number(node, {}), node)


def comes_later(reader: ExpressionReader, name: n.Name) -> bool:
    """Is it called so what is declared of all that options have made?"""
    kind, _ = reader.scope.things().get(name.text, ("", None))
    return kind == "a definition" or kind.startswith(("a mark", "a zone"))


def can_start(
    reader: ExpressionReader, d: n.MarkDecl, kind: ir.Type, defined: Iterable[n.DefineDecl]
) -> bool:
    """May a mark start so? What is declared of all that options have made cannot say with what,
    which is told."""
    labels = kind.domain.labels if isinstance(kind, ir.Element | ir.SetOf) else ()
    for name in walk_written(d.start) if d.start is not None else ():
        if not isinstance(name, n.Name) or name.text in labels or not comes_later(reader, name):
            continue
        what, place = reader.scope.things()[name.text]
        said = next((one for one in defined if one.name.text == name.text), None)
        hint = "in the set-up it can be set to anything: `set … to …`"
        inside = [part for case in said.cases for part in walk_written(case)] if said else []
        asks = any(isinstance(part, n.Name) and comes_later(reader, part) for part in inside)
        if said is not None and not said.params and not asks:
            hint = f"write what {name.text} says: {_in_one(said.cases)}"
        reader.findings.add(
            "E182", f"{name.text} is {what}, and a mark starts with a fixed value, which options "
            "alone may say", name.span, Note(f"{name.text} is declared here", place), hint=hint,
        )  # fmt: skip
        return False
    return True


def _in_one(cases: Sequence[n.Case]) -> str:
    """The cases of a definition as one value."""
    first, *others = cases
    said = first.value.span.in_line()
    said = f"({said})" if isinstance(first.value, n.When) else said
    if first.test is None or not others:
        return said
    return f"({said} when {first.test.span.in_line()} else {_in_one(others)})"


def value(reader: ExpressionReader, expr: ir.Expr, node: n.Expr) -> Fixed | None:
    """The value of an expression that has been read, if it is made of options alone."""
    if is_broken(expr):
        return None
    if not is_made_of_options(expr):
        reader.error(
            "E220", "what is fixed for a whole game is made of numbers and options", node.span
        )
        return None
    parts = walk(expr)
    choices = reader.scope.choices
    names = dict.fromkeys(part.name for part in parts if isinstance(part, ir.OptionValue))
    options = [choices.options[name] for name in names]
    if (count := prod(len(option.values) for option in options)) > MOST_COMBINATIONS:
        reader.error(
            "E179", f"this hangs on options with {count:,} combinations of values; "
            f"{MOST_COMBINATIONS:,} at most", node.span,
        )  # fmt: skip
        return None
    choices.asked |= {name: choices.chosen[name] for name in names}
    worked_out: list[tuple[Given, int]] = []
    for values in product(*(option.values for option in options)):
        given = tuple(zip(options, values, strict=True))
        worked_out.append((given, _with(expr, dict(zip(names, values, strict=True)))))
    return Fixed(_with(expr, choices.chosen), tuple(worked_out))


def is_made_of_options(expr: ir.Expr) -> bool:
    """Can it be worked out once options are chosen?"""
    return all(isinstance(part, _MADE_OF) for part in walk(expr))


def _with(expr: ir.Expr, chosen: dict[str, int]) -> int:
    def bound(part: Node) -> Node:
        if isinstance(part, ir.OptionValue):
            return ir.Const(chosen[part.name], part.type)
        return part

    return cast(int, prepare(rewrite(expr, bound))({}, no_state, never_asked))


def is_number(reader: ExpressionReader, name: n.Name) -> bool:
    """Is it an option with numbers for values? What is none is told."""
    symbol = reader.scope.values.get(name.text)
    if isinstance(symbol, OptionSymbol) and isinstance(symbol.option.type, ir.Number):
        return True
    if symbol is not None or not reader.may_be_declared(name.text):
        numbers = [
            o.name for o in reader.scope.choices.options.values() if isinstance(o.type, ir.Number)
        ]
        _tell(
            reader, name, "an option with numbers for values", numbers,
            f"{name.text} is no number, and no option with numbers for values",
        )  # fmt: skip
    return False


def _tell(
    reader: ExpressionReader, name: n.Name, wanted: str, known: list[str], missing: str
) -> None:
    kinds.not_there(reader.scope, reader.findings, "E220", name, wanted, known, missing)

"""Comparisons: is, in, meets, less and more, empty and full."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from ..core import ir
from ..diagnostics import Fix
from ..source import Span
from ..syntax import nodes as n
from . import suggesting
from .narrowing import plain
from .roles import ExpressionReader
from .scope import (
    Names,
    VariableSymbol,
)
from .types import (
    BROKEN,
    TRUTH,
    as_set,
    domain_of,
    element_of,
    fits,
    is_broken,
    is_collection,
    op,
    same_domain,
    shown,
)


def compare(reader: ExpressionReader, node: n.Compare, names: Names) -> ir.Expr:
    if node.op in ("in", "not in"):
        return contains(reader, node, names)
    if node.op == "meets":
        left, right = (
            as_set(reader.collection(x, names, instead=suggesting.alone(x)))
            for x in (node.left, node.right)
        )
        if not same_elements(reader, left, right, node.span):
            return BROKEN
        return op("meets", TRUTH, node.span, left, right)
    if node.op in ("is", "is not"):
        return equal(reader, node, names)
    ops: dict[str, ir.OpName] = {"<": "less", "<=": "at_most", ">": "more", ">=": "at_least"}
    left = reader.read(node.left, names, None)
    right = reader.read(node.right, names, left.type)
    if is_broken(left) or is_broken(right):
        return BROKEN
    numbers = isinstance(left.type, ir.Number) and isinstance(right.type, ir.Number)
    ordered = (
        isinstance(left.type, ir.Element)
        and isinstance(right.type, ir.Element)
        and left.type.domain is right.type.domain
    )
    if not numbers and not ordered:
        if (unquoted := _number_as_name(reader, node, left, right)) is not None:
            return unquoted
        return reader.error(
            "E116",
            f"{shown(left.type)} and {shown(right.type)} cannot be compared with {node.op}",
            node.span,
            *reader.origins(left, right),
            hint=chained(node, left)
            or _by_number(reader, node, left, right)
            or comparable(node, left, right),
        )
    sides = ((left, node.left), (right, node.right))
    unsure = [(side, at) for side, at in sides if _may_be_none(side)]
    if unsure:
        first, at = unsure[0]
        kind = first.type
        wanted = shown(ir.Element(kind.domain)) if isinstance(kind, ir.Element) else shown(kind)
        return reader.error(
            "E109", f"{wanted} is wanted on both sides of {node.op}, but this may be none",
            at.span, *reader.origins(first), hint=_asked_before(reader, node, unsure),
        )  # fmt: skip
    return op(ops[node.op], TRUTH, node.span, left, right)


def _number_as_name(
    reader: ExpressionReader, node: n.Compare, left: ir.Expr, right: ir.Expr
) -> ir.Expr | None:
    """Reports a number that is the name of an element on the other side: `rank of c <= 2`."""
    for at, other, beside in ((node.right, left, node.left), (node.left, right, node.right)):
        kind, text = other.type, at.span.in_line()
        if (
            isinstance(at, n.Integer)
            and isinstance(kind, ir.Element)
            and text in kind.domain.labels
        ):
            quoted = suggesting.written(text)
            line = f"{text} is the name of a {kind.domain.name}, and no number"
            both = f"{_text(beside)} {node.op} {quoted}"
            both = both if at is node.right else f"{quoted} {node.op} {_text(beside)}"
            return reader.error(
                "E116", line, at.span, *reader.origins(other),
                hint=f"a name like this stands in single quotes: {both}", fix=Fix(at.span, quoted),
            )  # fmt: skip
    return None


def _may_be_none(expr: ir.Expr) -> bool:
    return isinstance(expr.type, ir.Element) and expr.type.optional


def _asked_before(
    reader: ExpressionReader, node: n.Compare, unsure: list[tuple[ir.Expr, n.Expr]]
) -> str:
    """How to ask first whether there is something on the sides of a comparison that may be none."""
    for side, at in unsure:
        if isinstance(side, ir.Const):
            return ""
        if plain(side) in reader.gone:
            return suggesting.not_none(side, at.span, gone=True)
    texts = (f"{at.span.in_line()} is not none" for _, at in unsure)
    return f"write: {' and '.join((*texts, node.span.in_line()))}"


def chained(node: n.Compare, left: ir.Expr) -> str:
    """A hint for `1 <= x <= 9`."""
    first, second = (side.span.in_line() for side in (node.left, node.right))
    shared = re.search(r"[<>]=? ([^<>]+)$", first)
    if shared is None or not isinstance(left.type, ir.Truth):
        return ""
    return f"write: {first} and {shared[1]} {node.op} {second}"


def equal(reader: ExpressionReader, node: n.Compare, names: Names) -> ir.Expr:
    if isinstance(node.left, n.SetLiteral) and not isinstance(node.right, n.SetLiteral):
        right = reader.read(node.right, names, None)
        left = reader.read(node.left, names, right.type)
    else:
        left = reader.read(node.left, names, None)
        right = reader.read(node.right, names, left.type)
    if is_broken(left) or is_broken(right):
        return BROKEN
    if is_collection(left.type) and is_collection(right.type):
        if not same_elements(reader, left, right, node.span):
            return BROKEN
        if left.type != right.type:
            left, right = as_set(left), as_set(right)
    else:
        if (never := never_none(left, right)) is not None:
            nothing = str(right.type).removeprefix(f"{never.variable.type} or ")
            return reader.error(
                "E116", f"{never.variable.name} is never {nothing}", node.span,
                *reader.origins(never), hint=f"a mark that may be so is declared as {right.type}",
            )  # fmt: skip
        optional = (
            ir.Element(left.type.domain, True) if isinstance(left.type, ir.Element) else left.type
        )
        apart = (
            isinstance(left.type, ir.Number)
            and isinstance(right.type, ir.Number)
            and isinstance(right, ir.Const)
            and not left.type.holds(right.value)
            and not reader.scope.varies(left)
        )
        if apart or not fits(right.type, optional):
            if (unquoted := _number_as_name(reader, node, left, right)) is not None:
                return unquoted
            instead = (
                seat_names_hint(reader, left.type, right.type)
                or _as_set_of_one(node, left, right)
                or _as_the_one(node, left, right)
                or _as_one_of(node, left, right)
                or _by_property(reader, node, left, right)
            )
            meant, at = (suggesting.NONE, node) if instead else _meant(node, left, right)
            return reader.error(
                "E116",
                f"{shown(left.type)} can never be {shown(right.type)}",
                node.span,
                *reader.origins(left, right),
                hint=instead or meant.hint or comparable(node, left, right),
                fix=meant.fix(at.span),
            )
    name: ir.OpName = "equal" if node.op == "is" else "differ"
    return op(name, TRUTH, node.span, left, right)


def never_none(left: ir.Expr, right: ir.Expr) -> ir.Read | None:
    """A mark that always names something, where it is asked whether it is none."""
    if not isinstance(right, ir.Const) or right.value != -1 or not isinstance(left, ir.Read):
        return None
    kind = left.variable.type
    always = isinstance(kind, ir.Element) and not kind.optional and left.variable.role == "mark"
    return left if always else None


def comparable(node: n.Compare, left: ir.Expr, right: ir.Expr) -> str:
    """What could be compared instead."""
    of_left = f"write: {{}} {node.op} {node.right.span.in_line()}"
    of_right = f"write: {node.left.span.in_line()} {node.op} {{}}"
    sides = [
        (left, right.type, node.left.span, of_left),
        (right, left.type, node.right.span, of_right),
    ]
    if isinstance(left.type, ir.Number) and is_collection(right.type):
        del sides[0]
    for side, wanted, span, whole in sides:
        if hint := suggesting.made_of(side, wanted, span):
            if hint.endswith(" is on") and isinstance(right, ir.Const):
                is_on = (right.value == 1) is (node.op == "is")
                return hint if is_on else f"{hint.removesuffix('on')}off"
            made, *why = re.split(r"(?=, the (?:first of them|uppermost)$)", hint)
            if made.startswith("write: ") and not isinstance(wanted, ir.Truth):
                return whole.format(made.removeprefix("write: ")) + "".join(why)
            return hint
    return ""


def _meant(
    node: n.Compare, left: ir.Expr, right: ir.Expr
) -> tuple[suggesting.Suggested, n.Name | n.Compare]:
    """What may be meant by a name that the other side can never be: what that can be, above all if
    it is called nearly so; and the name."""
    sides = ((node.right, right, left.type), (node.left, left, right.type))
    named = [
        (
            suggesting.one_of_these(at.text, kind.domain.labels, f"a {kind.domain.name} is one of"),
            at,
        )
        for at, side, kind in sides
        if isinstance(at, n.Name) and isinstance(side, ir.Const) and side.value >= 0
        if isinstance(kind, ir.Element)
    ]
    near = (one for one in named if one[0].near)
    return next(near, named[0] if len(named) == 1 else (suggesting.NONE, node))


def _as_set_of_one(node: n.Compare, left: ir.Expr, right: ir.Expr) -> str:
    """`hand of p is Ace`: a set is compared with a set."""
    one = element_of(left.type) if is_collection(left.type) else None
    if one is None or not is_one_of(right.type, one):
        return ""
    sides = (side.span.in_line() for side in (node.left, node.right))
    return f"write: {next(sides)} {node.op} {{{next(sides)}}}"


def _as_the_one(node: n.Compare, left: ir.Expr, right: ir.Expr) -> str:
    """`slot of p is {Ace}`: what holds one at most is compared with one."""
    one = element_of(right.type) if is_collection(right.type) else None
    if one is None or not isinstance(node.right, n.SetLiteral) or not is_one_of(left.type, one):
        return ""
    items = node.right.items
    if len(items) > 1:
        return ""
    slot = isinstance(left, ir.Read) and left.variable.role == "zone"
    may_be_none = isinstance(left.type, ir.Element) and left.type.optional
    if not items and not may_be_none:
        return ""
    inner = items[0].span.in_line() if items else "none"
    why = "it is a slot, which holds one at most" if slot else "it is one, and no set"
    return f"{why}; write: {node.left.span.in_line()} {node.op} {inner}"


def _as_one_of(node: n.Compare, left: ir.Expr, right: ir.Expr) -> str:
    """`c is hand of p`: what is one of a set lies in it."""
    one = element_of(right.type) if is_collection(right.type) else None
    if one is None or isinstance(node.right, n.SetLiteral) or not is_one_of(left.type, one):
        return ""
    word = "in" if node.op == "is" else "not in"
    of, among = (side.span.in_line() for side in (node.left, node.right))
    return f"write: {of} {word} {among}"


def _all_or_some(node: n.Compare, left: ir.Type, right: ir.Type, names: Names) -> str:
    """`beside of c in stones of p`: each element of a set may be in another one, or some may."""
    of = element_of(left)
    if of is None or not is_collection(left) or not same_domain(of, element_of(right)):
        return ""
    one, other = (side.span.in_line() for side in (node.left, node.right))
    each = suggesting.letter(of, names)
    every = f"every {each} in {one} has {each} in {other}"
    if node.op == "in":
        return f"all of them: {every}; at least one: {one} meets {other}"
    return f"not all of them: not ({every}); none of them: not ({one} meets {other})"


def _by_property(reader: ExpressionReader, node: n.Compare, left: ir.Expr, right: ir.Expr) -> str:
    """`c is red`, `beside(c, n) is me`, `touching of c is me`: of what the thing is, one property
    or mark says what the other side names."""
    of, wanted = domain_of(left.type), right.type
    if of is None or not isinstance(wanted, ir.Element):
        return ""
    fitting = [
        name
        for (domain, name), column in reader.scope.columns.items()
        if domain == of.name and getattr(column.table.type, "domain", None) is wanted.domain
    ] or [
        symbol.variable.name
        for symbol in reader.scope.values.values()
        if isinstance(symbol, VariableSymbol)
        and symbol.variable.role == "mark"
        and symbol.variable.keys == (of,)
        and getattr(symbol.variable.type, "domain", None) is wanted.domain
    ]
    if len(fitting) != 1:
        return ""
    one, other = (side.span.in_line() for side in (node.left, node.right))
    if isinstance(left.type, ir.Element):
        asked = f"{fitting[0]} of {one} {node.op} {other}"
        return f"write: {one} is not none and {asked}" if left.type.optional else f"write: {asked}"
    x = suggesting.letter(of, suggesting.NO_NAMES)
    drawn, asked = f"{x} in {suggesting.as_source(one)}", f"{fitting[0]} of {x} {node.op} {other}"
    return f"of some of them: some {drawn} where {asked}; of all: every {drawn} has {asked}"


def _by_number(reader: ExpressionReader, node: n.Compare, left: ir.Expr, right: ir.Expr) -> str:
    """`c > 3`: of what a thing is, one property may be the number that is meant."""
    kind = left.type
    if not isinstance(kind, ir.Element) or not isinstance(right.type, ir.Number):
        return ""
    numbers = suggesting.in_numbers(reader.scope, kind.domain)
    one, other = (side.span.in_line() for side in (node.left, node.right))
    asked = f"write: {numbers[0]} of {one} {node.op} {other}" if len(numbers) == 1 else ""
    if asked and kind.optional:
        return f"write: {one} is not none and {asked.removeprefix('write: ')}"
    return asked


def seat_names_hint(reader: ExpressionReader, left: ir.Type, right: ir.Type) -> str:
    """What to write for a seat that has no name of its own."""
    seats = reader.scope.seats
    if not (isinstance(left, ir.Element) and left.domain is seats and isinstance(right, ir.Number)):
        return ""
    names = ", ".join(f"'{label}'" for label in seats.labels)
    return f"the seats are written {names}; or name them: players 2 named first, second"


def shared(
    reader: ExpressionReader, word: str, items: tuple[n.Expr, ...], index: int, names: Names
) -> str:
    """A hint for a part of `and` or `or` that is only a value, as English says it: what it is
    compared with stands once, in `suit of c is red or blue` before it, or after it."""
    item, made = items[index], list[n.Compare]()
    short = isinstance(item, n.Name | n.Integer)
    start = next((i for i in range(index)[::-1] if _compared(items[i], -1)), None)
    after = next((c for later in items[index + 1 :] if (c := _compared(later, 0))), None)
    if start is not None and (before := _compared(items[start], -1)) is not None:
        sides = [replace(before, right=item), replace(before, left=item)]
        made += sides if short else sides[::-1]
        if short and before.op in ("is", "is not") and (word, before.op) != ("and", "is"):
            ends = (i for i in range(index, len(items)) if _compared(items[i], 0))
            values = (before.right, *items[start + 1 : next(ends, len(items))])
            among = n.SetLiteral(values, span=item.span)
            made.insert(0, replace(before, op=f"{before.op[2:]} in".strip(), right=among))
    if after is not None:
        made.append(replace(after, left=item))
    for one in made:
        if isinstance(reader.trial().read(one, names, TRUTH).type, ir.Truth):
            values = one.right.items if isinstance(one.right, n.SetLiteral) else ()
            right = f"{{{', '.join(map(_text, values))}}}" if values else _text(one.right)
            return f"write: {_text(one.left)} {one.op} {right}"
    return ""


def _compared(node: n.Expr, end: int) -> n.Compare | None:
    """The comparison with which a part ends, or begins."""
    while isinstance(node, n.Logic):
        node = node.items[end]
    return node if isinstance(node, n.Compare) else None


def _text(node: n.Expr) -> str:
    return node.span.in_line()


def contains(reader: ExpressionReader, node: n.Compare, names: Names) -> ir.Expr:
    if isinstance(node.right, n.RangeOf):
        inner = within(reader, node, names)
    else:
        if isinstance(node.right, n.SetLiteral):
            item = reader.read(node.left, names, None)
            domain = item.type.domain if isinstance(item.type, ir.Element) else None
            source = reader.read(node.right, names, ir.SetOf(domain) if domain else None)
        else:
            source = reader.collection(
                node.right, names, instead=partial(_is_that, reader, node, names)
            )
            domain = element_of(source.type)
            item = reader.read(node.left, names, ir.Element(domain) if domain else None)
        if is_broken(item) or is_broken(source):
            return BROKEN
        domain = element_of(source.type)
        if domain is None or not is_one_of(item.type, domain):
            return reader.error(
                "E116",
                f"{shown(item.type)} can never be in {shown(source.type)}",
                node.span,
                *reader.origins(item, source),
                hint=_all_or_some(node, item.type, source.type, names),
            )
        inner = op("contains", TRUTH, node.span, source, item)
    return op("not", TRUTH, node.span, inner) if node.op == "not in" else inner


def _is_that(reader: ExpressionReader, node: n.Compare, names: Names, found: ir.Expr) -> str:
    """A hint where it is asked whether something is in one thing: whether it is that."""
    one = found.type
    item = reader.trial().read(node.left, names, one).type
    numbers = isinstance(one, ir.Number) and isinstance(item, ir.Number)
    if not numbers and not (isinstance(one, ir.Element) and is_one_of(item, one.domain)):
        of = item.domain if isinstance(item, ir.Element) else None
        return suggesting.with_elements(reader.scope, found, node.right.span, of)
    word = "is not" if node.op == "not in" else "is"
    return f"write: {_text(node.left)} {word} {_text(node.right)}"


def is_one_of(kind: ir.Type, domain: ir.Domain) -> bool:
    """Are values of this type, as far as they are any, elements of the domain?"""
    if domain.kind == "range":
        return isinstance(kind, ir.Number)
    return isinstance(kind, ir.Element) and kind.domain is domain


def within(reader: ExpressionReader, node: n.Compare, names: Names) -> ir.Expr:
    """`x in low..high` for numbers."""
    assert isinstance(node.right, n.RangeOf)
    item = reader.number(node.left, names)
    low, high = reader.number(node.right.low, names), reader.number(node.right.high, names)
    return op(
        "and", TRUTH, node.span,
        op("at_least", TRUTH, node.span, item, low), op("at_most", TRUTH, node.span, item, high),
    )  # fmt: skip


def same_elements(reader: ExpressionReader, left: ir.Expr, right: ir.Expr, span: Span) -> bool:
    if is_broken(left) or is_broken(right):
        return False
    if not same_domain(element_of(left.type), element_of(right.type)):
        reader.error(
            "E116",
            f"{shown(left.type)} and {shown(right.type)} have nothing in common",
            span,
            *reader.origins(left, right),
        )
        return False
    return True


def check(reader: ExpressionReader, node: n.Check, names: Names) -> ir.Expr:
    source = collection_or_slot(reader, node.operand, names, negated=node.negated)
    if is_broken(source):
        return BROKEN
    if node.what == "full":
        if not isinstance(source.type, ir.RowOf):
            return reader.error(
                "E117",
                f"only a row can be full, and this is {shown(source.type)}",
                node.span,
                *reader.origins(source),
            )
        inner: ir.Expr = op("full", TRUTH, node.span, source)
    elif isinstance(source.type, ir.Element):
        inner = op("equal", TRUTH, node.span, source, ir.Const(-1, source.type, node.span))
    else:
        inner = op("empty", TRUTH, node.span, source)
    return op("not", TRUTH, node.span, inner) if node.negated else inner


def collection_or_slot(
    reader: ExpressionReader, node: n.Expr, names: Names, *, negated: bool = False
) -> ir.Expr:
    expr = reader.read(node, names, None)
    slot = isinstance(expr, ir.Read) and expr.variable.role == "zone"
    if is_collection(expr.type) or slot or is_broken(expr):
        return expr
    return reader.error(
        "E112",
        f"something that can hold elements is wanted here, but this is {shown(expr.type)}",
        node.span,
        *reader.origins(expr),
        hint=_nothing_of(reader, expr, node, negated),
    )


def _nothing_of(reader: ExpressionReader, expr: ir.Expr, node: n.Expr, negated: bool) -> str:
    """What is asked of a number, or of what may be none, where it is asked whether it is empty."""
    text = node.span.in_line()
    if isinstance(expr.type, ir.Number):
        return f"write: {text} is {'not ' * negated}0"
    is_not = "not " * negated
    if isinstance(expr.type, ir.Element) and expr.type.optional:
        return f"write: {text} is {is_not}none"
    if isinstance(expr.type, ir.Element):
        for mark, nothing in suggesting.kept_on(reader.scope, expr.type.domain):
            return f"write: {mark} of {text} is {is_not}{nothing}"
    return ""

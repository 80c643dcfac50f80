"""What is known to be another seat than the one that decides: `p in seat where p is not me`.

What all but its owner see, a seat sees of all the others. So wherever what it is offered looks at
such a hand, it must be certain whose that is not. As in `narrowing`, the same is what has the same
form: what a condition says of `next of p` holds for `next of p`.
"""

from __future__ import annotations

from ..core import ir
from ..core.walk import Node, children, free_locals, substitute, walk
from .narrowing import NOTHING_KNOWN, Known, lasting, plain, replaced


def others_if(test: ir.Expr | None, me: ir.StateVariable) -> Known:
    """What is another seat wherever the condition holds."""
    match test:
        case ir.Op(name="and", args=args):
            return NOTHING_KNOWN.union(*(others_if(arg, me) for arg in args))
        case ir.Op(name="not", args=(inner,)):
            return others_unless(inner, me)
        case ir.Op(name="differ", args=(left, right)):
            return _other_than_me(left, right, me)
        case ir.Op(name="contains", args=(among, element)):
            return others_in(among, me, element)
        case ir.Call():
            return others_if(_written_out(test), me)
        case _:
            return NOTHING_KNOWN


def others_unless(test: ir.Expr | None, me: ir.StateVariable) -> Known:
    """What is another seat wherever the condition does not hold."""
    match test:
        case ir.Op(name="or", args=args):
            return NOTHING_KNOWN.union(*(others_unless(arg, me) for arg in args))
        case ir.Op(name="not", args=(inner,)):
            return others_if(inner, me)
        case ir.Op(name="equal", args=(left, right)):
            return _other_than_me(left, right, me)
        case ir.Call():
            return others_unless(_written_out(test), me)
        case _:
            return NOTHING_KNOWN


def others_in(source: ir.Expr, me: ir.StateVariable, element: ir.Expr) -> Known:
    """What is another seat where this is one of the elements of a collection: it itself, or what
    the conditions of the collection name besides."""
    match source:
        case ir.Fold(kind="all", source=among, where=where, local=local):
            known = replaced(others_if(where, me), {local.number: element})
            return others_in(among, me, element) | known
        case ir.Op(name="without", args=(among, ir.Op(name="set", args=left_out))):
            known = others_in(among, me, element)
            return known | {plain(element)} if any(is_me(one, me) for one in left_out) else known
        case ir.Op(name="without" | "members", args=(among, *_)):
            return others_in(among, me, element)
        case ir.Op(name="after", args=(_, among)):
            return others_in(among, me, element)
        case ir.Op(name="intersect", args=args):
            return NOTHING_KNOWN.union(*(others_in(arg, me, element) for arg in args))
        case ir.Op(name="set", args=args) if args and all(is_other(one, me) for one in args):
            return frozenset({plain(element)})
        case ir.Call():
            return others_in(_written_out(source), me, element)
        case _:
            return NOTHING_KNOWN


def others_inside(part: ir.Alternative | ir.ComposeStep, me: ir.StateVariable) -> Known:
    """What is another seat in all that a move does, however it goes on: what it names, as long as
    it is the same seat that decides."""
    if _changes(part.body, me):
        return NOTHING_KNOWN
    known = NOTHING_KNOWN.union(*(others_in(p.source, me, p.local) for p in part.params))
    return lasting(known.union(*(others_if(guard.test, me) for guard in part.guards)))


def kept_others(program: ir.GenericProgram) -> Known | None:
    """What an action keeps for its later choices that is another seat: a value that it only ever
    has from what was known to be one, while the same seat goes on deciding. None: no hand is seen
    by others, so it makes no difference what is another seat."""
    if all(variable.seen != "others" for variable in program.variables):
        return None
    me, kept = program.me, dict[ir.StateVariable, list[tuple[Known | None, ir.Expr]]]()
    waiting: list[tuple[Node, Known | None]] = [(program.flow, None)]  # None: others may decide
    while waiting:
        node, known = waiting.pop()
        inside = known
        if isinstance(node, ir.Alternative):
            more = others_inside(node, me) | (known or NOTHING_KNOWN)
            inside = None if _changes(node.body, me) else more
        elif isinstance(node, ir.Assign) and _keeps_a_seat(node.variable):
            kept.setdefault(node.variable, []).append((known, node.value))
        elif isinstance(node, ir.Pick) and _keeps_a_seat(node.variable):
            kept.setdefault(node.variable, []).append((None, node.source))  # it may be any
        waiting += [
            (part, inside if isinstance(part, ir.Stmt) else known) for part in children(node)
        ]
    found = {plain(ir.Read(v, (), v.type)): given for v, given in kept.items()}
    while wrong := [
        one
        for one, given in found.items()
        if not all(
            _is_none(value) or (known is not None and is_other(value, me, known | frozenset(found)))
            for known, value in given
        )
    ]:
        for one in wrong:
            del found[one]
    return frozenset(found)


def others_if_all(fold: ir.Fold, me: ir.StateVariable) -> Known:
    """What is another seat wherever the condition of a query holds, other than what hangs on the
    element."""
    known = others_if(fold.where, me)
    return frozenset(one for one in known if fold.local.number not in free_locals(one))


def is_other(expr: ir.Expr, me: ir.StateVariable, known: Known = NOTHING_KNOWN) -> bool:
    """Is this another seat, if those that are known to be are?"""
    steps, seats = 0, me.type.domain.size if isinstance(me.type, ir.Element) else 0
    if plain(expr) in known:
        return True
    while isinstance(expr, ir.Op) and expr.name == "next_seat":
        steps, expr = steps + 1, expr.args[0]
    if isinstance(expr, ir.Call):
        return steps == 0 and is_other(_written_out(expr), me, known)
    return is_me(expr, me) and seats > 0 and steps % seats != 0


def is_me(expr: ir.Expr, me: ir.StateVariable) -> bool:
    return isinstance(expr, ir.Read) and expr.variable is me


def _other_than_me(left: ir.Expr, right: ir.Expr, me: ir.StateVariable) -> Known:
    if is_me(right, me):
        return frozenset({plain(left)})
    return frozenset({plain(right)}) if is_me(left, me) else NOTHING_KNOWN


def _changes(body: ir.Stmt, me: ir.StateVariable) -> bool:
    """Does another seat come to decide in what a move does?"""
    return any(isinstance(node, ir.Assign) and node.variable is me for node in walk(body))


def _keeps_a_seat(variable: ir.StateVariable) -> bool:
    kind = variable.type
    is_seat = isinstance(kind, ir.Element) and kind.domain.kind == "seat"
    return is_seat and variable.role == "choice" and not variable.keys


def _is_none(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Const) and expr.value == -1


def _written_out(call: ir.Call) -> ir.Expr:
    """What a definition means in place of its name."""
    values = {p.number: a for p, a in zip(call.function.params, call.args, strict=True)}
    return substitute(call.function.body, values)

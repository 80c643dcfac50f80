"""Statements that change the table: components move, marks get new values."""

from __future__ import annotations

import re

from ..characters import many
from ..core import ir
from ..diagnostics import Fix, Note, listed, nearest
from ..source import Span
from ..syntax import nodes as n
from ..syntax.errors.moved import how_moved
from ..syntax.errors.repairing import told
from . import kinds, suggesting
from .comparisons import is_one_of
from .context import (
    NOTHING_HAPPENS,
    Block,
    Context,
    shown_range,
)
from .narrowing import NOTHING_KNOWN
from .parameters import told_apart
from .roles import StatementReader
from .scope import DomainSymbol, FunctionSymbol, OptionSymbol, VariableSymbol
from .types import (
    TRUTH,
    as_set,
    domain_of,
    element_of,
    fits,
    is_broken,
    is_collection,
    one_of,
    op,
    shown,
)


def variable_named(
    statements: StatementReader, node: n.Expr, context: Context, what: str, instead: str = "",
    leaves: bool = False,
) -> ir.Read | None:  # fmt: skip
    """A state variable named in a statement, for writing; `instead`: a hint if it is none;
    `leaves`: it is only emptied, or put in another order."""
    wanted = node.name if isinstance(node, n.Apply) else node
    if isinstance(wanted, n.Name) and wanted.text in context.names:
        bound = context.names[wanted.text]
        if not (isinstance(bound, ir.Read) and bound.variable.role != "choice"):
            statements.error(
                "E143", f"{wanted.text} is a name for a value; it cannot be {what}", node.span
            )
            return None
    if isinstance(wanted, n.Name) and statements.scope.is_type_and_more(wanted.text):
        statements.expressions.mistakes += 1  # which was meant is not known, and has been told
        return None
    symbol = statements.scope.values.get(wanted.text) if isinstance(wanted, n.Name) else None
    applied = wanted is not node
    if (
        symbol is None
        and isinstance(wanted, n.Name)
        and is_missing(statements, wanted, what, applied)
    ):
        return None
    if of_several(statements, node, context):
        return None
    used = symbol is not None and symbol.used  # writing is no use
    expr = statements.expressions.read(node, context.names, None)
    if isinstance(symbol, VariableSymbol):
        symbol.used = used
    if is_broken(expr) and not isinstance(expr, ir.Read):
        return None
    if not isinstance(expr, ir.Read) or expr.variable.role == "choice":
        board = (
            isinstance(symbol, VariableSymbol)
            and symbol.variable.keys
            and symbol.variable.keys[0].width
        )
        if isinstance(symbol, OptionSymbol) and not instead:
            instead = (
                "an option is chosen before play; what changes in play is a mark: "
                f"mark NAME: {_as_a_mark(symbol.option)}"
            )
        if isinstance(symbol, FunctionSymbol) and not instead:
            instead = (
                f"{symbol.name} is a definition, which says what lies there and no place: name the "
                "zone or mark itself"
            )
        statements.error(
            "E143", f"this cannot be {what}: it is no zone or mark", node.span,
            hint=f"name a cell of the board: {wanted.text} of CELL" if board else instead,  # type: ignore[union-attr]
        )  # fmt: skip
        return None
    if isinstance(symbol, VariableSymbol) and not leaves:
        symbol.written = True
    elif isinstance(symbol, VariableSymbol):
        symbol.used = True
    return expr


def of_several(statements: StatementReader, node: n.Expr, context: Context) -> bool:
    """Is it said of several at once what is kept for each of them? Then it is told that this is
    done for each: `gain 1 gold of winners`."""
    if not isinstance(node, n.Apply) or len(node.args) != 1:
        return False
    symbol, arg = statements.scope.values.get(node.name.text), node.args[0]
    if not isinstance(symbol, VariableSymbol) or len(symbol.variable.keys) != 1:
        return False
    (key,) = symbol.variable.keys
    several = statements.expressions.trial().read(arg, context.names, ir.Element(key))
    if element_of(several.type) is not key:
        return False
    one, source = suggesting.letter(key, context.names), suggesting.as_source(arg.span.in_line())
    if drawn := re.fullmatch(r"\(?all (\w+) in (.*?)\)?", arg.span.in_line()):
        one, source = drawn.groups()
    text = arg.span.file.text
    before, after = text[: arg.span.start].rsplit("\n", 1)[-1], text[arg.span.end :]
    if before.endswith("of (") and after.startswith(")"):
        before, after = before[:-1], after[1:]
    line = told(before + one + after.split("\n", 1)[0])
    statements.error(
        "E108", f"{symbol.name} wants {shown(ir.Element(key))}, but this is {shown(several.type)}",
        arg.span, Note(f"{symbol.name} is declared here", symbol.span),
        hint=f"write: each {one} in {source}, and below it, indented: {line}",
    )  # fmt: skip
    return True


def is_missing(statements: StatementReader, name: n.Name, what: str, applied: bool = False) -> bool:
    """Is nothing called so that could be changed? Then it is told, with what there is. `applied`:
    is it said whose it is, or which?"""
    scope, expressions = statements.scope, statements.expressions
    if name.text in ("me", "passes") or expressions.may_be_declared(name.text):
        return False
    zone = what == "moved to or from"
    meant = suggesting.elsewhere("value", name.text)
    if zone and (meant.hint and not meant.instead):
        statements.error("E100", f'unknown name "{name.text}"', name.span, hint=meant.hint)
        return True
    if zone and name.text in ("top", "first"):
        kinds_said = f"{name.text} is a function of the language, and a zone is wanted here"
        statements.findings.add(
            "E100", kinds_said, name.span,
            hint="a zone is named alone: what comes to a stack lies on top of it, and what lies "
            "there is moved so: move top(2, STACK) to ZONE",
        )  # fmt: skip
        return True
    known = suggesting.places(
        scope, "zone" if zone else "mark", numbers=what in ("gained", "spent")
    )
    near = nearest(name.text, known)
    symbol = scope.values.get(near)
    meant = suggesting.NONE
    if isinstance(symbol, VariableSymbol) and symbol.variable.keys and not applied:
        mine = not expressions.no_me and symbol.variable.keys == (scope.seats,)
        member = suggesting.member(scope, near, symbol.variable.keys, mine)
        meant = suggesting.Suggested(f"did you mean {member}?")
    kinds.not_there(
        scope, statements.findings, "E100", name, "a zone" if zone else "a mark", known,
        f'unknown name "{name.text}"', listed="the zones" if zone else "the marks",
        elsewhere=meant,
    )  # fmt: skip
    return True


def place(
    statements: StatementReader, node: n.Expr, context: Context, *, leaves: bool = True
) -> ir.Place | None:
    """A zone named in a statement; `leaves`: nothing comes to lie there by it."""
    if isinstance(node, n.Name) and node.text in ("me", "opponent") and not node.quoted:
        seats = statements.scope.seats
        own = [
            f"{symbol.name} of {node.text}"
            for symbol in statements.scope.values.values()
            if isinstance(symbol, VariableSymbol)
            and symbol.variable.role == "zone"
            and symbol.variable.keys == (seats,)
        ]
        statements.error(
            "E144", f"{node.text} is a seat; components lie in zones", node.span,
            hint=f"write: {listed(own, 'or')}" if own else "",
        )  # fmt: skip
        return None
    read = variable_named(statements, node, context, "moved to or from", leaves=leaves)
    if read is None:
        return None
    if read.variable.role != "zone":
        statements.error(
            "E144",
            f"{read.variable.name} is a mark; components lie in zones",
            node.span,
            hint=suggesting.one_of_these(
                "", suggesting.places(statements.scope, "zone"), "the zones"
            ).hint,
        )
        return None
    return ir.Place(read.variable, read.keys)


def is_marked(statements: StatementReader, node: n.MoveTo, context: Context) -> bool:
    """Is this moved to what no zone is kept for, but a mark that says who or what is there? That is
    told, with the mark set instead."""
    target = statements.expressions.trial().read(node.target, context.names, None)
    kind = target.type
    if not isinstance(kind, ir.Element) or is_broken(target):
        return False
    text, what = node.target.span.in_line(), node.what.span.in_line()
    if isinstance(target, ir.Read) and target.variable.role == "zone":
        return False
    domain = kind.domain
    marks = suggesting.kept_on(statements.scope, domain)
    if isinstance(target, ir.Read) and target.variable.role == "mark" and target.keys:
        domain, name = target.variable.keys[0], target.variable.name
        marks = [one for one in suggesting.kept_on(statements.scope, domain) if one[0] == name]
        text = text.removeprefix(f"{name} of ")
    zones = (v for v in statements.scope.variables if v.role == "zone")
    if not marks or any(zone.keys == (domain,) for zone in zones):
        return False
    mark, nothing = marks[0]
    left = node.source.span.in_line() if node.source is not None else ""
    for one, _ in marks:
        if what.startswith(f"{one} of "):
            mark, left = one, left or what.removeprefix(f"{one} of ")
    value = statements.expressions.trial().read(node.what, context.names, None)
    if isinstance(value.type, ir.Element) and value.type.domain is domain:
        what, left = f"{mark} of {what}", left or what
    left = left.removeprefix(f"{mark} of ")
    taken = f", and below it: set {mark} of {left} to {nothing}" if left else ""
    statements.error(
        "E143", f"what is on a {domain.name} is told by the mark {mark}; only components are moved",
        node.target.span, hint=f"write: set {mark} of {text} to {what}{taken}",
    )  # fmt: skip
    return True


def move(statements: StatementReader, node: n.MoveTo, context: Context) -> ir.Stmt:
    if is_marked(statements, node, context):
        return NOTHING_HAPPENS
    if _is_unsaid(statements, node, context):
        return NOTHING_HAPPENS
    target = place(statements, node.target, context, leaves=False)
    if node.source is None and isinstance(node.what, n.Query) and node.what.kind == "all":
        return move_those(statements, node, target, context)
    whole = whole_zone(statements, node.what, context)
    if whole is not None and node.source is None:
        if target is None or not same_kind(statements, whole, target, node.span):
            return NOTHING_HAPPENS
        return statements.settled(ir.MoveAll(None, whole, target, node.span))
    if node.source is None and names_zone(statements, node.what, context):
        return NOTHING_HAPPENS
    source = (
        place(statements, node.source, context)
        if node.source
        else parameter_of(statements, node, context)
    )
    if source is None or target is None or not same_kind(statements, source, target, node.span):
        return NOTHING_HAPPENS
    if source == target:
        statements.error(
            "E133", f"this moves from {source.variable.name} to where it already lies", node.span
        )
    domain = element_of(source.variable.type) or source.variable.type.domain  # type: ignore[union-attr]
    what = statements.expressions.read(node.what, context.names, ir.Element(domain))
    if is_broken(what):
        return NOTHING_HAPPENS
    if element_of(what.type) is domain:
        return statements.settled(ir.MoveAll(as_set(what), source, target, node.span))
    if isinstance(what.type, ir.Element) and what.type.domain is domain:
        return statements.settled(ir.Move(what, source, target, node.span))
    left, to = source.variable.name, node.target.span.in_line()
    if node.source is not None:
        left = node.source.span.in_line()
    is_number = isinstance(what.type, ir.Number) and isinstance(
        source.variable.type, ir.StackOf | ir.SetOf
    )
    statements.error(
        "E113", f"a {domain.name} is wanted here, but this is {shown(what.type)}", node.what.span,
        hint=f"so many are dealt: deal {node.what.span.in_line()} from {left} to {to}"
        if is_number else "",
    )  # fmt: skip
    return NOTHING_HAPPENS


def _is_unsaid(statements: StatementReader, node: n.MoveTo, context: Context) -> bool:
    """Is it not said which is moved, `some c in hand of me`, `c in hand of me`, or in words that
    are none, `all from hand of me`? Then it is told, with what is written for it."""
    what, target = node.what, node.target.span.in_line()
    if node.source is not None:
        source, number = node.source.span.in_line(), ""
        if isinstance(what, n.Name) and _is_unknown(statements, what, context):
            number = suggesting.elsewhere("value", what.text).instead
        if not number.isdecimal() and not _means_all(statements, what, context):
            return False
        line = f"move {source} to {target}"
        line = f"deal {number} from {source} to {target}" if number.isdecimal() else line
        fix = Fix(Span(node.span.file, node.span.start, node.target.span.end), line)
        statements.findings.add(
            "E100", f'unknown name "{what.span.in_line()}"', what.span, hint=f"write: {line}",
            fix=fix,
        )  # fmt: skip
        return True
    among, test = what, ""
    match what:
        case n.Query(kind="some", binder=name, source=among, where=where, more=()):
            test = f" where {where.span.in_line()}" if where is not None else ""
            hint = how_moved(name.text, among.span.in_line(), test, target)
        case n.Logic(op="and", items=items) if all(
            names_zone(statements, item, context) for item in items
        ):
            lines = [f"move {item.span.in_line()} to {target}" for item in items]
            statements.error(
                "E145", "`and` joins conditions; each of several zones is moved by itself",
                what.span, hint=f"write: {', and as a line of its own: '.join(lines)}",
            )  # fmt: skip
            return True
        case n.Compare(op="in", left=n.Name() as name, right=among):
            text = among.span.in_line()
            hint = f"write: move {name.span.in_line()} from {text} to {target}"
            known = name.text in context.names or name.text in statements.scope.values
            labels = (label for domain in statements.scope.domains for label in domain.labels)
            if not known and name.text not in labels:
                hint = how_moved(name.text, text, "", target)
        case _:
            return False
    if not names_zone(statements, among, context):
        return False
    statements.error(
        "E145", f"it is not said which one is moved: {what.span.in_line()} is a condition",
        what.span, hint=hint,
    )  # fmt: skip
    return True


def _as_a_mark(option: ir.Option) -> str:
    """The type of a mark that holds what an option is set to."""
    if isinstance(option.type, ir.Number):
        return f"{option.type.low}..{option.type.high}"
    return "yes or no" if {*option.type.domain.labels} == {"off", "on"} else "TYPE"


def whole_zone(statements: StatementReader, node: n.Expr, context: Context) -> ir.Place | None:
    """The zone, where what is moved is a whole zone."""
    return place(statements, node, context) if names_zone(statements, node, context) else None


def topped(statements: StatementReader, node: n.Expr, context: Context) -> n.Expr | None:
    """The stack of which something takes the top."""
    if not isinstance(node, n.Apply) or node.name.text != "top" or not node.args:
        return None
    return node.args[-1] if names_zone(statements, node.args[-1], context) else None


def names_zone(statements: StatementReader, node: n.Expr, context: Context) -> bool:
    name = node.name if isinstance(node, n.Apply) else node
    if not isinstance(name, n.Name) or name.text in context.names:
        return False
    symbol = statements.scope.values.get(name.text)
    return isinstance(symbol, VariableSymbol) and symbol.variable.role == "zone"


def parameter_of(statements: StatementReader, node: n.MoveTo, context: Context) -> ir.Place | None:
    """The zone a parameter was drawn from, so that `move c to …` need not say it again; for
    `move top(3, column) to …` the stack."""
    if isinstance(node.what, n.Name) and node.what.text in context.zones:
        return context.zones[node.what.text]
    if (stack := topped(statements, node.what, context)) is not None:
        return place(statements, stack, context)
    what = statements.expressions.trial().read(node.what, context.names, None)
    if is_broken(what):
        statements.expressions.read(node.what, context.names, None)  # says why, if nobody has
        return None
    if (box := out_of_the_box(statements, what)) is not None:
        return box
    text, to = node.what.span.in_line(), node.target.span.in_line()
    hint = f"say where it is moved from: move {text} from ZONE to {to}"
    if isinstance(node.what, n.Name) and node.what.text in statements.scope.boxes:
        hint = f"say where they lie, zone by zone: move ZONE to {to}"
    among = _drawn_from(node.what)
    if among is not None and names_zone(statements, among, context):
        moved, source, target = (one.span.in_line() for one in (node.what, among, node.target))
        hint = f"write: move {moved} from {source} to {target}"
    statements.error(
        "E145", "it cannot be told where this lies", node.what.span, hint=hint
    )  # fmt: skip
    return None


def _drawn_from(what: n.Expr) -> n.Expr | None:
    """What something is the first of, or several of which are: `the c in hand of me`."""
    match what:
        case n.Query(kind="the", source=source):
            return source
        case n.Apply(name=n.Name(text="first"), args=[_, source]):
            return source
    return None


def zone_of(source: ir.Expr) -> ir.Place | None:
    """The zone in which all of a collection lies, as it is written: the zone itself, or some of
    what lies there."""
    match source:
        case ir.Read(variable=variable, keys=keys) if variable.role == "zone":
            return ir.Place(variable, keys)
        case ir.Fold(kind="all", source=among):
            return zone_of(among)
        case ir.Op(name="set", args=(ir.Read() as slot,)):
            return zone_of(slot)
        case (
            ir.Op(name="members", args=(among,))
            | ir.Op(name="first" | "uppermost", args=(_, among))
        ):
            return zone_of(among)
        case ir.Op(name="without", args=(among, _)):
            return zone_of(among)
        case _:
            return None


def out_of_the_box(statements: StatementReader, what: ir.Expr) -> ir.Place | None:
    """The box, if this is in set-up, and drawn from a whole type of components or named."""
    domain = domain_of(what.type)
    box = statements.scope.boxes.get(domain.name) if domain is not None else None
    if box is None or not statements.in_setup or not is_of_the_type(what):
        return None
    return ir.Place(box, ())


def is_of_the_type(what: ir.Expr) -> bool:
    """Are these components told by what they are, not by where they lie?"""
    match what:
        case ir.Const():
            return True
        case ir.Fold(kind="all" | "the", source=source):
            return is_of_the_type(source)
        case ir.Op(name="first", args=(_, source)):
            return is_of_the_type(source)
        case ir.Op(name="set" | "union", args=args):
            return all(map(is_of_the_type, args))
        case ir.Op(name="without", args=(source, _)):
            return is_of_the_type(source)
        case _:
            return False


def move_those(
    statements: StatementReader, node: n.MoveTo, target: ir.Place | None, context: Context
) -> ir.Stmt:
    """`move all c in card where … to pile`: they come from the zone named, or out of the box."""
    assert isinstance(node.what, n.Query)
    if target is None or not _holds_several(statements, node, node.what.source, target, context):
        return NOTHING_HAPPENS
    what = statements.expressions.collection(node.what, context.names)
    domain = element_of(what.type)
    if domain is None:
        return NOTHING_HAPPENS
    box = statements.scope.boxes.get(domain.name)
    source: ir.Place | None
    named = topped(statements, node.what.source, context) or node.what.source
    symbol = statements.scope.values.get(named.text) if isinstance(named, n.Name) else None
    if isinstance(symbol, DomainSymbol) and box is not None:
        source = ir.Place(box, ())
    else:
        source = place(statements, named, context)
    if source is None or not same_kind(statements, source, target, node.span):
        return NOTHING_HAPPENS
    return statements.settled(ir.MoveAll(as_set(what), source, target, node.span))


def _holds_several(
    statements: StatementReader, node: n.MoveTo, among: n.Expr, target: ir.Place, context: Context
) -> bool:
    """Is what these are drawn from no single thing? Else it is told how one is moved."""
    if not isinstance(among, n.Name | n.Apply):
        return True
    kind, text = target.variable.type, among.span.in_line()
    held = domain_of(kind)

    def instead(found: ir.Expr) -> str:
        if isinstance(found.type, ir.Element) and found.type.domain is held:
            return f"one is moved as it is: move {text} from ZONE to {node.target.span.in_line()}"
        return suggesting.with_elements(statements.scope, found, among.span, held)

    return not is_broken(statements.expressions.collection(among, context.names, instead=instead))


def same_kind(statements: StatementReader, source: ir.Place, target: ir.Place, span: Span) -> bool:
    a, b = (element_of(p.variable.type) or p.variable.type.domain for p in (source, target))  # type: ignore[union-attr]
    if a is b:
        return True
    here, there = source.variable.name, target.variable.name
    statements.error(
        "E146",
        f"{here} holds {a.name} components, but {there} holds {b.name}",
        span,
    )
    return False


def deal(statements: StatementReader, node: n.DealFrom, context: Context) -> ir.Stmt:
    source = place(statements, node.source, context)
    if _is_for_all(statements, node, context):
        return NOTHING_HAPPENS
    count = statements.expressions.number(node.count, context.names)
    if isinstance(count, ir.Const) and source is not None and not is_broken(count):
        most = getattr(source.variable.type, "domain", statements.scope.seats).size
        if not 1 <= count.value <= most:
            statements.error(
                "E169", f"{count.value} cannot be dealt: there {'is' if most == 1 else 'are'} "
                f"{many(most, 'component')}", node.count.span,
            )  # fmt: skip
    if not node.each and _is_for_each(statements, node, context):
        return NOTHING_HAPPENS
    target = None if node.each else place(statements, node.target, context, leaves=False)
    if source is None or not is_dealt_from(statements, source, node.source.span):
        return NOTHING_HAPPENS
    if not node.each:
        if target is None or not same_kind(statements, source, target, node.span):
            return NOTHING_HAPPENS
        one = deal_one(statements, source, target, context, node.span)
        return times(statements, count, one, node.span)
    symbol = (
        statements.scope.values.get(node.target.text) if isinstance(node.target, n.Name) else None
    )
    if not isinstance(symbol, VariableSymbol) or len(symbol.variable.keys) != 1:
        if symbol is None and isinstance(node.target, n.Name):
            if statements.expressions.may_be_declared(node.target.text):
                return NOTHING_HAPPENS
        statements.error(
            "E147",
            "after `each`, the name of a zone that every seat has is wanted",
            node.target.span,
            hint=_each_of(statements, source),
        )
        return NOTHING_HAPPENS
    symbol.written = symbol.used = True
    owner = statements.scope.fresh("owner", ir.Element(symbol.variable.keys[0]), node.target.span)
    target = ir.Place(symbol.variable, (owner,))
    if not same_kind(statements, source, target, node.span):
        return NOTHING_HAPPENS
    everybody = ir.Const(owner.type.domain.everything(), ir.SetOf(owner.type.domain), node.span)  # type: ignore[union-attr]
    one = deal_one(statements, source, target, context, node.span)
    return times(statements, count, ir.For(owner, everybody, one, span=node.span), node.span)


EVERYTHING = frozenset({"all", "everything", "cards", "every", "each", "rest"})
"""What is written for a number where all are meant that lie there."""


def _is_for_all(statements: StatementReader, node: n.DealFrom, context: Context) -> bool:
    """`deal all from deck to each hand`, `deal c from deck to hand of me`: that is told, with what
    is written for it."""
    count = node.count
    all_of_it = _means_all(statements, count, context)
    one = isinstance(count, n.Name) and len(count.text) == 1 and not all_of_it
    if not all_of_it and not (one and _is_unknown(statements, count, context)):
        return False
    source, target = node.source.span.text(), node.target.span.text()
    meant = f"move {source} to {target}"
    if one:
        meant = f"deal 1 from {source} to {'each ' * node.each}{target}"
    elif node.each:
        meant = f"deal size of {source} from {source} to each {target}"
    whole = Span(node.span.file, node.span.start, node.target.span.end)
    statements.findings.add(
        "E111", f"how many are dealt is a number, and this is {count.span.text()}", count.span,
        hint=f"write: {meant}", fix=Fix(whole, meant),
    )  # fmt: skip
    return True


def _is_for_each(statements: StatementReader, node: n.DealFrom, context: Context) -> bool:
    """`deal 3 from pile to hand`, where each seat has a hand of its own, and nobody is to move:
    that is told with what deals to all."""
    if not isinstance(node.target, n.Name) or not statements.expressions.no_me:
        return False
    symbol = statements.scope.values.get(node.target.text)
    seats = statements.scope.seats
    if not isinstance(symbol, VariableSymbol) or symbol.variable.keys != (seats,):
        return False
    named = any(value.type == ir.Element(seats) for value in context.names.values())
    if named or symbol.variable.role != "zone":
        return False
    statements.error(
        "E106", f"{symbol.name} needs to be told whose: write {symbol.name} of … (seat)",
        node.target.span, Note(f"{symbol.name} is declared here", symbol.span),
        hint=f"for all: each {symbol.name}; for one: "
        f"{suggesting.member(statements.scope, symbol.name, (seats,))}",
    )  # fmt: skip
    return True


def _means_all(statements: StatementReader, node: n.Expr, context: Context) -> bool:
    """Is this a word for all that lie there?"""
    is_word = isinstance(node, n.Name) and node.text in EVERYTHING
    return is_word and _is_unknown(statements, node, context)


def _is_unknown(statements: StatementReader, node: n.Expr, context: Context) -> bool:
    """Is this a name that nothing has here?"""
    if not isinstance(node, n.Name):
        return False
    known = node.text in context.names or node.text in statements.scope.values
    return not known and not statements.expressions.may_be_declared(node.text)


def is_dealt_from(statements: StatementReader, place: ir.Place, span: Span) -> bool:
    """Is it a stack or a set? Else a mistake is told."""
    if isinstance(place.variable.type, ir.StackOf | ir.SetOf):
        return True
    statements.error(
        "E148", "components are dealt from a stack or a set, and this is "
        f"{shown(place.variable.type)}", span,
    )  # fmt: skip
    return False


def times(statements: StatementReader, count: ir.Expr, body: ir.Stmt, span: Span) -> ir.Stmt:
    if isinstance(count, ir.Const) and count.value == 1:
        return body
    return ir.Times(count, body, span)


def deal_one(
    statements: StatementReader, source: ir.Place, target: ir.Place, context: Context, span: Span
) -> ir.Stmt:
    """One component, after what has to be done before dealing from there."""
    out: Block = []
    if not statements.inside_dealing:
        statements.inside_dealing = True
        with statements.resting(), statements.expressions.knowing(NOTHING_KNOWN):
            statements.forget()  # they mean the same wherever is dealt
            for rule in statements.before_dealing.get(source.variable.name, ()):
                out.append(statements.block(rule.body, Context({})))
        statements.inside_dealing = False
    out.append(statements.settled(ir.Deal(source, target, span)))
    return ir.Seq(tuple(out), span)


def refill(statements: StatementReader, node: n.Refill, context: Context) -> ir.Stmt:
    target, source = (
        place(statements, node.target, context, leaves=False),
        place(statements, node.source, context),
    )
    if target is None or source is None or not same_kind(statements, source, target, node.span):
        return NOTHING_HAPPENS
    if not isinstance(target.variable.type, ir.RowOf):
        statements.error(
            "E149",
            f"only a row can be refilled, and this is {shown(target.variable.type)}",
            node.target.span,
        )
        return NOTHING_HAPPENS
    if not is_dealt_from(statements, source, node.source.span):
        return NOTHING_HAPPENS
    row = ir.Read(target.variable, target.keys, target.variable.type, node.span)
    gap = op("not", TRUTH, node.span, op("full", TRUTH, node.span, row))
    one = ir.If(gap, deal_one(statements, source, target, context, node.span), None, node.span)
    places = target.variable.type.places
    return ir.Times(ir.Const(places, ir.Number(places, places), node.span), one, node.span)


def pick(statements: StatementReader, node: n.PickFrom, context: Context) -> ir.Stmt:
    read = mark(statements, node.target, node.span, context, "picked")
    source = statements.expressions.collection(node.source, context.names)
    domain = element_of(source.type)
    if read is None or domain is None:
        return NOTHING_HAPPENS
    if not fits(one_of(source), read.variable.type):
        statements.error(
            "E113",
            f"{read.variable.name} holds {shown(read.variable.type)}, not a {domain.name}",
            node.span,
            hint=_values_of(read.variable.type, node.target.span.in_line()),
        )
    elif not _some_beyond(statements, source, read, node.source.span):
        in_range(statements, one_of(source), read.variable, node.source.span)
    told_apart(statements, domain, node.source.span)
    return statements.settled(ir.Pick(read.variable, read.keys, as_set(source), node.span))


def _values_of(kind: ir.Type, mark: str) -> str:
    """How one of the values of a mark is picked."""
    if isinstance(kind, ir.Number):
        return f"write: pick {mark} from {max(kind.low, 0)}..{kind.high}"
    return f"write: pick {mark} from {kind.domain.name}" if isinstance(kind, ir.Element) else ""


def _some_beyond(statements: StatementReader, source: ir.Expr, read: ir.Read, span: Span) -> bool:
    """Are there numbers among what is picked that the mark cannot hold? Told: each may come."""
    kind = read.variable.type
    if (
        not isinstance(source, ir.Const)
        or not isinstance(kind, ir.Number)
        or not kind.meets(0, source.value.bit_length() - 1)
        or statements.scope.varies(read)
    ):
        return False
    beyond = [
        n for n in range(source.value.bit_length()) if source.value >> n & 1 and not kind.holds(n)
    ]
    if beyond:
        statements.error(
            "E169", f"{beyond[0]} may be picked, and {read.variable.name} goes from "
            f"{kind.ends(', or is none')}", span,
            Note(f"{read.variable.name} is declared here", read.variable.span),
        )  # fmt: skip
    return bool(beyond)


def set_to(statements: StatementReader, node: n.SetTo, context: Context) -> ir.Stmt:
    read = mark(statements, node.target, node.span, context, "set")
    if read is None:
        return NOTHING_HAPPENS
    value = statements.expressions.value(node.value, context.names, read.variable.type, node.target)
    in_range(statements, value.type, read.variable, node.value.span)
    return statements.settled(ir.Assign(read.variable, read.keys, value, node.span))


def mark(
    statements: StatementReader, node: n.Expr, span: Span, context: Context, what: str
) -> ir.Read | None:
    """A mark named in a statement, for a new value."""
    read = variable_named(statements, node, context, what)
    if read is None:
        return None
    if read.variable.role == "zone":
        statements.error(
            "E150", f"{read.variable.name} is a zone; components are moved, not {what}", span,
            hint="use: move … to ZONE",
        )  # fmt: skip
        return None
    if read.variable is statements.scope.me or read.variable is statements.scope.passes:
        statements.error(
            "E143", f"{read.variable.name} is kept by the turns; it cannot be {what}", span
        )
    return read


def in_range(
    statements: StatementReader, a: ir.Type, variable: ir.StateVariable, span: Span
) -> None:
    """Report a value that can never be in the range of a mark."""
    b = variable.type
    if not (isinstance(a, ir.Number) and isinstance(b, ir.Number)):
        return
    if not b.meets(a.low, a.high):
        statements.error(
            "E169", f"{shown_range(a)} can never be in {variable.name}, which goes "
            f"from {b.ends(', or is none')}", span,
            Note(f"{variable.name} is declared here", variable.span),
        )  # fmt: skip


def other_change(statements: StatementReader, node: n.Change) -> str:
    """What to write where a number, or a component, is gained or spent."""
    word = "gain" if node.sign > 0 else "spend"
    if isinstance(node.target, n.Integer):
        mark = node.amount.span.in_line()
        return f"write: {word} {node.target.value} {mark}"
    symbol = (
        statements.scope.values.get(node.target.text) if isinstance(node.target, n.Name) else None
    )
    if isinstance(symbol, DomainSymbol) and symbol.domain.kind == "component":
        return f"marks are numbers; a {symbol.name} is dealt or moved: deal 1 from ZONE to ZONE"
    return ""


def change(statements: StatementReader, node: n.Change, context: Context) -> ir.Stmt:
    word = "gained" if node.sign > 0 else "spent"
    read = variable_named(statements, node.target, context, word, other_change(statements, node))
    if read is not None and isinstance(read.variable.type, ir.SetOf):
        return _of_a_set(statements, node, read, context)
    amount = statements.expressions.number(node.amount, context.names)
    if read is None or not isinstance(amount.type, ir.Number):
        return NOTHING_HAPPENS
    if not isinstance(read.variable.type, ir.Number) or read.variable is statements.scope.passes:
        statements.error(
            "E151", f"{read.variable.name} is no number that can be {word}", node.target.span
        )
        return NOTHING_HAPPENS
    low, high = read.variable.type.low, read.variable.type.high
    if amount.type.high < 1 or amount.type.low > high - low:
        why = (
            "a number from 1 on is wanted"
            if amount.type.high < 1
            else f"{read.variable.name} goes from {read.variable.type.ends(', or is none')}"
        )
        statements.error(
            "E169", f"{shown_range(amount.type)} cannot be {word}: {why}", node.amount.span,
            Note(f"{read.variable.name} is declared here", read.variable.span),
        )  # fmt: skip
    a, b = sorted((node.sign * amount.type.low, node.sign * amount.type.high))
    name: ir.OpName = "add" if node.sign > 0 else "subtract"
    value = op(name, ir.Number(low + a, high + b), node.span, read, amount)
    return statements.settled(ir.Assign(read.variable, read.keys, value, node.span))


def _of_a_set(
    statements: StatementReader, node: n.Change, read: ir.Read, context: Context
) -> ir.Stmt:
    """Something is gained or spent of a set, which is set to more or less instead."""
    kind, mark = read.variable.type, node.target.span.in_line()
    assert isinstance(kind, ir.SetOf)
    found = statements.expressions.trial().read(node.amount, context.names, kind)
    what, is_one = node.amount.span.in_line(), is_one_of(found.type, kind.domain)
    is_one |= is_broken(found)
    is_meant = is_one or fits(found.type, kind)
    if not is_collection(found.type):
        what = f"{{{what if is_one else 'ELEMENT'}}}"
    line = f"set {mark} to {mark} {'+' if node.sign > 0 else '-'} {what}"
    statements.findings.add(
        "E151", f"numbers are {'gained' if node.sign > 0 else 'spent'}, and {read.variable.name} "
        f"is {shown(kind)}", node.target.span,
        hint=f"write: {line}" if is_meant or not is_collection(found.type) else "",
        fix=Fix(node.span.to(node.target.span), line) if is_meant else None,
    )  # fmt: skip
    return NOTHING_HAPPENS


def _each_of(statements: StatementReader, source: ir.Place) -> str:
    """The zones that seats have and what is dealt may lie in."""
    scope = statements.scope
    zones = [
        symbol.name
        for symbol in scope.values.values()
        if isinstance(symbol, VariableSymbol)
        and symbol.variable.role == "zone"
        and symbol.variable.keys == (scope.seats,)
        and element_of(symbol.variable.type) is element_of(source.variable.type)
    ]
    return f"write: {' or '.join(zones[:3])}" if zones else ""

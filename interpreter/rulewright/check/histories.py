"""Histories: what was so at moments that the rules choose, held against what is so now.

`history positions of stone, me: last 100` is written out in state variables, assignments and a
query, so that no engine knows of it. A ring of so many places holds what was remembered; when all
are taken, what was remembered first is forgotten. Those that are taken are counted: they are the
first ones, and a set of them would be a long number. What is yes or no for each cell of a board, or
one of a few things, is kept in sets of cells: a position is then a few numbers, and soon compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import MappingProxyType

from ..core import ir
from ..diagnostics import Note, did_you_mean
from ..source import Span
from ..syntax import nodes as n
from . import boards, kinds
from .context import NOTHING_HAPPENS, variables_read
from .roles import ExpressionReader, ProgramReader, StatementReader
from .scope import FunctionSymbol, HistorySymbol, Names, Recorded, Scope, VariableSymbol
from .types import BROKEN, TRUTH, broken_type, counted, is_broken, op, shown, stand_here

MOST = 10_000  # moments that one history remembers
OPEN = "a zone can be recorded if everybody sees it"
TOLD = "record a definition instead: what is told by its values"
AT_EACH_HEIGHT = (
    "record a definition instead: what lies at each height, as in rules/COOKBOOK.md under "
    '"Stacks that come again"'
)
FEWER = "a history keeps all that it lists for each moment: let it remember fewer, or list less"
MOST_SETS = 16  # values for each of which the set of those that have it is kept


def declare(builder: ProgramReader, d: n.HistoryDecl) -> None:
    """Its name; what it holds is known when all else has been declared."""
    builder.add(HistorySymbol(d.name.text, "a history", d.name.span, declaration=d))


def made(scope: Scope) -> tuple[ir.History, ...]:
    """All histories of a program."""
    return tuple(s.history for s in _all(scope) if s.history is not None)


def make(builder: ProgramReader, d: n.HistoryDecl) -> None:
    """What a history is kept in, once all names are declared."""
    symbol = builder.scope.values.get(d.name.text)
    if not isinstance(symbol, HistorySymbol) or symbol.declaration is not d:
        return
    found: list[Recorded | None] = []
    for i, name in enumerate(d.of):
        if any(name.text == other.text for other in d.of[:i]):
            builder.findings.add("E243", f"{name.text} is listed twice", name.span)
        else:
            found.append(_recorded(builder, name))
    most = _moments(builder, d)
    symbol.broken = None in found or most is None
    if most is not None and not symbol.broken:
        symbol.recorded = tuple(one for one in found if one is not None)
        symbol.most = most
        symbol.history = _kept(builder.scope, symbol, most)


def _moments(builder: ProgramReader, d: n.HistoryDecl) -> ir.Expr | None:
    """How many moments are remembered at most; None if it cannot be so many, which is told."""
    most = builder.expressions.number(d.last, {})
    if is_broken(most) or not isinstance(most.type, ir.Number):
        return None
    changing = next(iter(variables_read(most)), None)
    if changing is not None:
        builder.findings.add(
            "E243", f"how many moments a history remembers is made of numbers and options, and "
            f"{changing.name} changes in play", d.last.span,
        )  # fmt: skip
        return None
    low, high = most.type.low, most.type.high
    if 1 <= low and high <= MOST:
        return most
    found = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    builder.findings.add(
        "E243", f"a history is of the last 1 to {MOST:,} moments, not of {found}", d.last.span
    )
    return None


def _kept(scope: Scope, symbol: HistorySymbol, most: ir.Expr) -> ir.History:
    """State variables that nobody sees who does not see all that is recorded: not even how often
    something was remembered can be counted then."""
    assert isinstance(most.type, ir.Number)
    places = tuple(f"{symbol.name} {i}" for i in range(1, most.type.high + 1))
    ring = ir.Domain(symbol.name, "enumeration", places, ring=True)
    scope.rings.append(ring)
    is_open = all(variable.seen == "all" for one in symbol.recorded for variable in one.reads)

    def variable(name: str, keys: tuple[ir.Domain, ...], kind: ir.Type) -> ir.StateVariable:
        seen: ir.Visibility = "all" if is_open else "nobody"
        start = boards.first_value(scope, kind)
        if isinstance(kind, ir.Element) and not kind.optional:
            start = max(0, start)
        return scope.add_variable(name, keys, kind, start, seen, "history", symbol.span)

    return ir.History(
        symbol.name,
        variable(symbol.name, (), ir.Number(0, len(places))),
        variable(f"{symbol.name}.next", (), ir.Element(ring)),
        tuple(
            (one.name, variable(f"{symbol.name}.{one.name}", (*keys, ring), kind))
            for one in symbol.recorded
            for keys, kind in [_form(one)]
        ),
    )


def _in_sets(one: Recorded) -> bool:
    """Is it kept for each value in which elements of the last key it is so?"""
    few = isinstance(one.type, ir.Element) and one.type.domain.size <= MOST_SETS
    return bool(one.keys) and (isinstance(one.type, ir.Truth) or few)


def _form(one: Recorded) -> tuple[tuple[ir.Domain, ...], ir.Type]:
    """The keys and the type of what it is kept in."""
    if not _in_sets(one):
        return one.keys, one.type
    values = (one.type.domain,) if isinstance(one.type, ir.Element) else ()
    return (*one.keys[:-1], *values), ir.SetOf(one.keys[-1])


def _recorded(builder: ProgramReader, name: n.Name) -> Recorded | None:
    """What is recorded by a name; None if that cannot be, which has been told."""
    scope, findings, reader = builder.scope, builder.findings, builder.expressions
    symbol = scope.values.get(name.text)
    keys: tuple[ir.Domain, ...] = ()
    match symbol:
        case None if name.text == "me":
            pass
        case None if reader.may_be_declared(name.text):
            return None
        case VariableSymbol(variable=variable):
            keys = variable.keys
            if variable.role == "zone" and variable.seen != "all":
                findings.add(
                    "E243", f"{name.text} is seen {variable.seen_words}; {OPEN}", name.span
                )  # fmt: skip
                return None
            if variable.grows or isinstance(variable.type, ir.StackOf | ir.RowOf):
                what = "a board without bounds" if variable.grows else shown(variable.type)
                is_stack = isinstance(variable.type, ir.StackOf)
                findings.add(
                    "E243", f"{name.text} is {what}, which cannot be recorded", name.span,
                    hint=AT_EACH_HEIGHT if is_stack else TOLD,
                )  # fmt: skip
                return None
        case FunctionSymbol(declaration=declaration):
            given = [reader.trial().type_of(param.type) for param in declaration.params]
            keys = tuple(
                kind.domain for kind in given if isinstance(kind, ir.Element) and not kind.optional
            )
            if len(keys) < len(given) and not any(map(broken_type, given)):
                findings.add(
                    "E243", f"{name.text} would have to be recorded for each value that it takes, "
                    "and it takes others than elements of a type", name.span,
                )  # fmt: skip
                return None
        case _:
            known = [s.name for s in scope.values.values()
                     if isinstance(s, VariableSymbol | FunctionSymbol)]  # fmt: skip
            kinds.not_there(
                scope, findings, "E243", name, "a mark, a zone, a definition or `me`", known,
                f"no mark is called {name.text}",
            )  # fmt: skip
            return None
    value = _now(reader, name.text, _drawn(reader, keys, name.span), name.span)
    if is_broken(value):
        return None
    reads = frozenset(variables_read(value))
    kind = value.type
    if not isinstance(kind, ir.Truth | ir.Number | ir.Element | ir.SetOf):
        hint = AT_EACH_HEIGHT if isinstance(kind, ir.StackOf) else ""
        findings.add(
            "E243", f"{name.text} is {shown(kind)}, which cannot be recorded", name.span, hint=hint
        )
        return None
    closed = next((v for v in reads if v.role == "zone" and v.seen != "all"), None)
    if closed is not None:
        findings.add(
            "E243", f"{name.text} depends on {closed.name}, which is seen {closed.seen_words}; "
            f"{OPEN}", name.span,
        )  # fmt: skip
        return None
    if not reads:
        findings.add(
            "E243", f"{name.text} is always the same, so nothing of it can come again", name.span
        )
        return None
    return Recorded(name.text, keys, kind, reads)


def _drawn(
    reader: ExpressionReader, keys: tuple[ir.Domain, ...], span: Span
) -> tuple[ir.Local, ...]:
    return tuple(reader.scope.fresh("x", ir.Element(key), span) for key in keys)


def _now(reader: ExpressionReader, name: str, of: tuple[ir.Expr, ...], span: Span) -> ir.Expr:
    """The value of something now, whatever else its name means here."""
    names: Names = {f" {i}": key for i, key in enumerate(of)}
    asked = n.Name(name, span=span)
    if not names:
        return reader.read(asked, names, None)
    args = tuple(n.Name(key, span=span) for key in names)
    return reader.read(n.Apply(asked, args, span=span), names, None)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a moment, for each element of `loops`: where it is kept, but for the place in the
    ring, and what it is now."""

    loops: tuple[tuple[ir.Local, ir.Expr], ...]
    variable: ir.StateVariable
    keys: tuple[ir.Expr, ...]
    value: ir.Expr


def _parts(reader: ExpressionReader, symbol: HistorySymbol, span: Span) -> Iterator[_Part]:
    """All of a moment; what is soon compared first."""
    assert symbol.history is not None
    scope, parts = reader.scope, list[_Part]()
    if reader.no_me and _wants_me(reader, symbol, span):
        return
    for one, (_, variable) in zip(symbol.recorded, symbol.history.kept, strict=True):
        drawn = _drawn(reader, one.keys, span)
        loops = tuple((x, boards.all_of(scope, x.type.domain, span)) for x in drawn)  # type: ignore[union-attr]
        value = _now(reader, one.name, drawn, span)
        if is_broken(value):
            return  # which has been told
        if not _in_sets(one):
            parts.append(_Part(loops, variable, drawn, value))
            continue
        kept = ir.SetOf(one.keys[-1])
        outer, (last, among) = loops[:-1], loops[-1]
        if isinstance(one.type, ir.Truth):
            whole = ir.Fold("all", last, among, value, None, kept, span)
            parts.append(_Part(outer, variable, drawn[:-1], whole))
            continue
        domain = one.type.domain  # type: ignore[union-attr]
        has = scope.fresh("v", ir.Element(domain), span)
        so = op("equal", TRUTH, span, value, has)
        whole = ir.Fold("all", last, among, so, None, kept, span)
        values = (has, boards.all_of(scope, domain, span))
        parts.append(_Part((*outer, values), variable, (*drawn[:-1], has), whole))
    yield from sorted(parts, key=lambda part: len(part.loops))


def _wants_me(reader: ExpressionReader, symbol: HistorySymbol, span: Span) -> bool:
    """Report a moment that cannot be told where nobody is to move, since it records who is."""
    mine = next((one for one in symbol.recorded if reader.scope.me in one.reads), None)
    if mine is None:
        return False
    name = next(name for name in symbol.declaration.of if name.text == mine.name)
    records = "`me`" if mine.name == "me" else f"{mine.name}, which reads `me`"
    reader.error(
        "E104", f"{symbol.name} records {records}, and that means nothing here: {reader.no_me}",
        span, Note("it is recorded here", name.span),
        hint="this belongs in a turn, where somebody is to move; a mark can keep what it tells",
    )  # fmt: skip
    return True


def _named(reader: ExpressionReader, node: n.Expr, names: Names) -> HistorySymbol | None:
    """The history that is named; None if there is none, which is told."""
    scope = reader.scope
    if not isinstance(node, n.Name) or node.quoted or node.text in names:
        reader.error("E242", "the name of a history is wanted here", node.span)
        return None
    symbol = scope.values.get(node.text)
    if isinstance(symbol, HistorySymbol):
        return symbol
    if symbol is None and reader.may_be_declared(node.text):
        return None
    found, known = kinds.what_is(scope, node.text), [s.name for s in _all(scope)]
    message = f"there is no history called {node.text}"
    if found is not None:
        message = f"{node.text} is {found[0]}, and a history is wanted here"
    near = did_you_mean(node.text, known)
    some = f"there is {' and '.join(known)}" if known else f"declare it: {EXAMPLE}"
    reader.error("E242", message, node.span, hint=near or some)
    return None


def times_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    """`times(HISTORY)`: how many of the moments that are remembered were as it is now."""
    scope, span = reader.scope, node.span
    if len(node.args) != 1:
        return reader.error(
            "E106", f"times wants {counted(1)}, and {stand_here(len(node.args))}", span
        )
    symbol = _named(reader, node.args[0], names)
    if symbol is None:
        return BROKEN
    symbol.used = True
    if any(s.history is None and not s.broken for s in _all(scope)):
        return reader.error(
            "E120", "what a history records cannot ask how often something has been so", span
        )
    history = symbol.history
    if history is None:
        return BROKEN
    place = scope.fresh("moment", history.next.type, span)
    tests: list[ir.Expr] = []
    for part in _parts(reader, symbol, span):
        then = ir.Read(part.variable, (*part.keys, place), part.variable.type, span)
        test: ir.Expr = op("equal", TRUTH, span, then, part.value)
        for local, among in reversed(part.loops):
            test = ir.Fold("every", local, among, None, test, TRUTH, span)
        tests.append(test)
    if not tests:
        return BROKEN
    alike = tests[0] if len(tests) == 1 else ir.Op("and", tuple(tests), TRUTH, span)
    return ir.Fold("count", place, _taken(history, span), alike, None, history.many.type, span)


def _all(scope: Scope) -> Iterator[HistorySymbol]:
    return (s for s in scope.values.values() if isinstance(s, HistorySymbol))


def _taken(history: ir.History, span: Span) -> ir.Expr:
    """The places in which something is remembered."""
    ring = history.next.type
    assert isinstance(ring, ir.Element)
    kept = ir.SetOf(ring.domain)
    places = ir.Const(ring.domain.everything(), kept, span)
    return op("first", kept, span, _many(history, span), places)


def _many(history: ir.History, span: Span) -> ir.Expr:
    """How many there are of them."""
    return ir.Read(history.many, (), history.many.type, span)


def done(statements: StatementReader, node: n.CallTo) -> ir.Stmt:
    """`remember(HISTORY)`, `forget(HISTORY)`."""
    if len(node.args) != 1:
        statements.error(
            "E106", f"{node.name.text} wants {counted(1)}, and {stand_here(len(node.args))}",
            node.span, hint=f"for example: {node.name.text}(positions)",
        )  # fmt: skip
        return NOTHING_HAPPENS
    symbol = _named(statements.expressions, node.args[0], {})
    if symbol is None:
        return NOTHING_HAPPENS
    symbol.written |= node.name.text == "remember"
    if symbol.history is None:
        return NOTHING_HAPPENS
    made = DONE[node.name.text](statements.expressions, symbol, node.span)
    return statements.settled(ir.Seq(tuple(made), node.span))


def _remember(reader: ExpressionReader, symbol: HistorySymbol, span: Span) -> Iterator[ir.Stmt]:
    """What is so now goes to the next place of the ring."""
    assert symbol.history is not None and symbol.most is not None
    many, following, most = symbol.history.many, symbol.history.next, symbol.most
    place = ir.Read(following, (), following.type, span)
    for part in _parts(reader, symbol, span):
        made: ir.Stmt = ir.Assign(part.variable, (*part.keys, place), part.value, span)
        for local, among in reversed(part.loops):
            made = ir.For(local, among, made, span=span)
        yield made
    one, first = ir.Const(1, ir.Number(1, 1), span), ir.Const(0, following.type, span)
    assert isinstance(many.type, ir.Number)
    more = op("add", ir.Number(1, many.type.high + 1), span, _many(symbol.history, span), one)
    yield ir.Assign(many, (), op("least", many.type, span, more, most), span)
    on: ir.Expr = op("step", following.type, span, place, one)
    if not isinstance(most, ir.Const):  # with some options the ring is longer than is used
        end = op("step", following.type, span, first, most)
        on = ir.Cond(op("equal", TRUTH, span, on, end), first, on, following.type, span)
    yield ir.Assign(following, (), on, span)


def _forget(reader: ExpressionReader, symbol: HistorySymbol, span: Span) -> Iterator[ir.Stmt]:
    """All is as it was before anything was remembered, so that nothing tells positions apart that
    are alike."""
    history, scope = symbol.history, reader.scope
    assert history is not None
    for _, variable in history.kept:
        keys = [scope.fresh("x", ir.Element(key), span) for key in variable.keys]
        made = _start(variable, tuple(keys), span)
        for key in keys[:-1]:
            among = ir.Const(key.type.domain.everything(), ir.SetOf(key.type.domain), span)  # type: ignore[union-attr]
            made = ir.For(key, among, made, span=span)
        yield ir.For(keys[-1], _taken(history, span), made, span=span)
    yield _start(history.next, (), span)
    yield _start(history.many, (), span)


def _start(variable: ir.StateVariable, keys: tuple[ir.Expr, ...], span: Span) -> ir.Stmt:
    value = ir.Const(variable.start, variable.type, span)
    return ir.Assign(variable, keys, value, span)


EXAMPLE = "history positions of MARK, me: last 100"
Done = Callable[[ExpressionReader, HistorySymbol, Span], Iterator[ir.Stmt]]
DONE: MappingProxyType[str, Done] = MappingProxyType({"remember": _remember, "forget": _forget})
"""What can be done with a history: procedures that no rule file declares."""

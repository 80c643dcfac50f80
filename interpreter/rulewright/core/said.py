"""Which components moves name as one says a name aloud, wherever these lie: `ask for the Queen`.

A card that is drawn from a hand is that card, and whoever is not shown it is not told which it is.
One that is drawn from its whole type is a name: any might have been said, and it lies wherever it
lies. What it must not be in, as what one holds oneself, and what must be somewhere because of it,
as a card of its suit, does not make a card of the name. What is to lie in a place does – `needs c
in hand of me` –, and so does what a move takes from a hidden place without all seeing why: then who
chooses means the card there. What goes to a mark that not all see is kept for oneself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from . import ir
from .walk import EXPRESSIONS, Node, children, free_locals, walk


@lru_cache(maxsize=256)
def said_aloud(choose: ir.Choose, alternative: ir.Alternative) -> frozenset[int]:
    """The parameters whose components all seats are told by their names: the choice is no secret,
    and the move keeps none of them back."""
    if choose.secret or choose.cover:
        return frozenset()
    by_name = drawn_by_name(alternative)
    return frozenset(n for n in by_name if not _is_kept_back(n, alternative.body))


@lru_cache(maxsize=256)
def named_plainly(choose: ir.Choose, alternative: ir.Alternative) -> frozenset[int]:
    """The parameters that stand for components by their names alone in every world that a seat may
    think of: what is said aloud; and what nothing that not all see has a part in."""
    return said_aloud(choose, alternative) | _hanging_on_nothing(alternative)


@lru_cache(maxsize=256)
def drawn_by_name(alternative: ir.Alternative) -> frozenset[int]:
    """The parameters that stand for components wherever these lie."""
    found = set(_hanging_on_nothing(alternative))
    for param in alternative.params:
        kind, number = param.local.type, param.local.number
        if not isinstance(kind, ir.Element | ir.SetOf) or kind.domain.kind != "component":
            continue
        names, source, conditions = {number}, param.source, [g.test for g in alternative.guards]
        while isinstance(source, ir.Fold) and source.kind == "all":
            names.add(source.local.number)
            conditions += [source.where] if source.where is not None else []
            source = source.source
        conditions += [other.source for other in alternative.params if other is not param]
        read = (node for node in walk(source) if isinstance(node, ir.Read))
        if any(_is_place(node.variable) for node in read) or not is_plain(source, found):
            continue
        if not any(
            _is_about(test, names, kind.domain) and _places(test, names, holds=True)
            for test in conditions
        ):
            found.add(number)
    return frozenset(found)


def _hanging_on_nothing(alternative: ir.Alternative) -> frozenset[int]:
    exprs = [guard.test for guard in alternative.guards]
    exprs += [param.source for param in alternative.params]
    read = {domain for expr in exprs for domain in _looked_into(expr)}
    return frozenset(
        param.local.number
        for param in alternative.params
        if isinstance(param.local.type, ir.Element | ir.SetOf)
        and param.local.type.domain.kind == "component"
        and param.local.type.domain not in read
    )


def is_hidden_place(variable: ir.StateVariable) -> bool:
    """Does it hold components, or stand for some, that not all see?"""
    return variable.seen != "all" and _is_place(variable)


def _is_place(variable: ir.StateVariable) -> bool:
    kind = variable.type
    return (
        variable.role in ("zone", "choice")
        and isinstance(kind, ir.Element | ir.SetOf | ir.StackOf | ir.RowOf)
        and kind.domain.kind == "component"
    )


def is_plain(value: ir.Expr, plain: Collection[object]) -> bool:
    """Does it stay what it is where other components lie? `plain`: the locals, by their numbers,
    and what is kept of which that is known."""
    free = free_locals(value)
    for node in walk(value):
        match node:
            case ir.Local(number=number, type=ir.Element(domain=domain) | ir.SetOf(domain=domain)):
                if number in free and domain.kind == "component" and number not in plain:
                    return False
            case ir.Read(variable=variable) if is_hidden_place(variable):
                if variable not in plain:
                    return False
            case _:
                pass
    return True


def _looked_into(expr: ir.Expr) -> Iterator[ir.Domain]:
    """Of what lies in hidden places that an expression looks into."""
    for node in walk(expr):
        if isinstance(node, ir.Read) and is_hidden_place(node.variable):
            kind = node.variable.type
            if isinstance(kind, ir.Element | ir.SetOf | ir.StackOf | ir.RowOf):
                yield kind.domain


def _is_about(test: ir.Expr, names: Collection[int], domain: ir.Domain) -> bool:
    """Does a condition hold a name against what lies hidden?"""
    used = any(isinstance(node, ir.Local) and node.number in names for node in walk(test))
    return used and domain in _looked_into(test)


def _places(test: ir.Expr, names: Collection[int], *, holds: bool) -> bool:
    """May it be that something with one of these names lies in a certain place, because a condition
    holds, or does not?"""
    if not any(_bare(test, names)):
        return False
    match test:
        case ir.Op(name="not", args=(inner,)):
            return _places(inner, names, holds=not holds)
        case ir.Op(name="and" | "or", args=args):
            return any(_places(arg, names, holds=holds) for arg in args)
        case ir.Op(
            name="contains" | "equal", args=(ir.Read() | ir.Local(), ir.Local() | ir.Read())
        ):
            return holds
        case ir.Op(name="differ", args=(ir.Read() | ir.Local(), ir.Local() | ir.Read())):
            return not holds
        case ir.Fold(kind="some", where=where) if where is not None:
            return any(_bare(test.source, names)) or _places(where, names, holds=holds)
        case ir.Fold(kind="every", where=None, body=body) if body is not None:
            return any(_bare(test.source, names)) or _places(body, names, holds=holds)
        case _:
            return True


def _is_simple(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Local | ir.Read)


def _bare(expr: ir.Expr, names: Collection[int]) -> Iterator[bool]:
    """Where an expression uses one of these names as a component, and not for what it is of that:
    its suit, say, or what lies at its place."""
    match expr:
        case ir.Local(number=number) if number in names:
            yield True
        case ir.Lookup():
            return
        case ir.Read(variable=variable) if variable.role == "mark" and variable.seen == "all":
            return
        case ir.Read(keys=keys):  # whose it is does not lie there
            for key in keys:
                yield from () if isinstance(key, ir.Local) else _bare(key, names)
        case _:
            for child in children(expr):
                yield from _bare(child, names)  # type: ignore[arg-type]


def _but_whose(node: Node) -> Iterator[Node]:
    """A node and all below it, but for names of those whose place or mark something is."""
    yield node
    for child in children(node):
        if not (isinstance(node, ir.Read) and isinstance(child, ir.Local)):
            yield from _but_whose(child)


def _is_kept_back(param: int, body: ir.Stmt) -> bool:
    """Does a move put what it names where not all see it, or take it from there unless all see why
    it does?"""
    names: set[object] = {param}
    unseen = set[int]()  # locals that not all know

    def is_named(expr: ir.Expr) -> bool:
        return any(
            part.number in names if isinstance(part, ir.Local) else _read(part) in names
            for part in _but_whose(expr)
        )

    def is_open(expr: ir.Expr) -> bool:
        return not any(
            part.number in unseen if isinstance(part, ir.Local) else _is_hidden(_read(part))
            for part in walk(expr)
        )

    def is_kept_back(stmt: Node, *, decided: bool) -> bool:
        match stmt:
            case ir.Let(local=local, value=value):
                if not is_open(value):
                    unseen.add(local.number)
                elif is_named(value):
                    names.add(local.number)
            case ir.Assign(variable=variable, value=value) if is_open(value) and is_named(value):
                if _is_hidden(variable) and variable.role == "mark":
                    return True
                names.add(variable)
            case ir.Move(component=what) | ir.MoveAll(components=what) if what is not None:
                return not decided and _is_hidden(stmt.source.variable) and is_named(what)
            case ir.If():
                decided = decided or is_open(stmt.test)
            case _:
                pass
        inside = [one for one in children(stmt) if type(one) not in EXPRESSIONS]
        return any([is_kept_back(one, decided=decided) for one in inside])

    return is_kept_back(body, decided=False)


def _read(node: Node) -> ir.StateVariable | None:
    return node.variable if isinstance(node, ir.Read) else None


def _is_hidden(variable: ir.StateVariable | None) -> bool:
    return variable is not None and variable.seen != "all" and variable.role != "choice"

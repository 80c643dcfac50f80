"""Going through core trees and rebuilding them, once for all node kinds.

Works over dataclass fields, so that a new node kind needs nothing here. What a node merely refers
to (state variables, tables, domains, graphs, functions, the compose that is asked about) is not
part of its tree, nor is a binder: the `local` of a fold, a loop, a `Let` or a parameter is a name
being given, not a value being used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from operator import attrgetter, is_
from typing import Any, Literal, TypeVar, cast, get_args

from ..frozen import held
from . import ir

Node = (
    ir.GenericExpr | ir.Stmt | ir.Alternative | ir.Guard | ir.Param | ir.Message | ir.Joined
    | ir.Place | ir.Score | ir.Promise | ir.OutcomeCase | ir.Compose | ir.ComposeStep
    | ir.ComposeFinish | ir.Weight
)  # fmt: skip
N = TypeVar("N", bound=Node)

_KINDS: frozenset[type] = frozenset(get_args(Node))  # none of them has kinds of its own

EXPRESSIONS = frozenset[type](get_args(ir.GenericExpr))

_APART = ("edit", "impossible", "local", "own", "selections", "span", "type")

_REFERENCES = (  # types of fields that hold no nodes
    "bool", "int", "str", "tuple[str, ...]", "Compose", "Function", "Graph", "OpName", "FoldKind",
    "StateVariable", "Table",
)  # fmt: skip


def _parts(kind: type) -> dict[str, str]:
    """The fields of a kind of node that can hold children, with their types as written."""
    held = {f.name: str(f.type) for f in fields(kind) if f.name not in _APART}
    return {name: type_ for name, type_ in held.items() if type_ not in _REFERENCES}


_PARTS: dict[type, tuple[str, ...]] = {kind: tuple(_parts(kind)) for kind in _KINDS}
LEAVES = frozenset(kind for kind, parts in _PARTS.items() if not parts)
"""The kinds of nodes that never have nodes below them."""

_NAMES: dict[type, tuple[str, ...]] = {kind: tuple(f.name for f in fields(kind)) for kind in _KINDS}


def _getter(names: tuple[str, ...]) -> Callable[[object], tuple[Any, ...]]:
    if not names:
        return lambda node: ()
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda node: (get(node),)


def _maker(kind: type) -> Callable[..., Any]:
    """Makes a node of the values of all its fields, in their order."""
    names = _NAMES[kind]
    if any(f.kw_only for f in fields(kind)):
        return lambda *values: kind(**dict(zip(names, values, strict=True)))
    return kind


_MAKERS = {kind: _maker(kind) for kind in _KINDS}
_ALL = {kind: _getter(names) for kind, names in _NAMES.items()}

_ONE = {"Expr", "Stmt", *(kind.__name__ for kind in _KINDS)}
_SEVERAL = {f"tuple[{name}, ...]" for name in _ONE}

Held = Literal["one", "one or none", "several", "mixed"]


def _held(type_: str) -> Held:
    """What a field of a type, as written, can hold."""
    if type_ in _ONE:
        return "one"
    if type_.removesuffix(" | None") in _ONE:
        return "one or none"
    return "several" if type_ in _SEVERAL else "mixed"


Children = Callable[[Any], Sequence["Node"]]

_GATHERED: dict[Held, tuple[str, ...]] = {
    "one": ("found.append({held})",),
    "one or none": ("if {held} is not None:", "    found.append({held})"),
    "several": ("found += {held}",),
    "mixed": ("found += held(({held},), kinds)",),
}


def _children_of(kind: type) -> Children | None:
    """What gives the children of a kind of node; None: it has none."""
    names, held_there = _PARTS[kind], {_held(type_) for type_ in _parts(kind).values()}
    if not names:
        return None
    if held_there == {"one"}:
        return _getter(names)
    if held_there == {"several"} and len(names) == 1:
        return attrgetter(*names)
    lines = ["found = []"]
    for name, type_ in _parts(kind).items():
        lines += (line.format(held=f"node.{name}") for line in _GATHERED[_held(type_)])
    made: Children = _written("node", [*lines, "return found"], held=held, kinds=_KINDS)
    return made


def _written(params: str, lines: Iterable[str], **known: Any) -> Any:
    """A function about a kind of node, written out for its fields: to go through them takes two or
    three times as long, and that is done for millions of nodes."""
    exec(f"def written({params}):\n    " + "\n    ".join(lines), known)
    return known["written"]


class _Children(dict[type, Children | None]):
    """By the kind of node, each found out when there is one."""

    def __missing__(self, kind: type) -> Children | None:
        made = self[kind] = _children_of(kind)
        return made


_CHILDREN = _Children()


def children(node: Node) -> Sequence[Node]:
    """The nodes directly below, in the order of the fields."""
    get = _CHILDREN[type(node)]
    return () if get is None else get(node)  # which every second node is


expressions_in = cast("Callable[[ir.Expr], Sequence[ir.Expr]]", children)
"""The expressions directly below an expression: all that it has."""


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, each before its children."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(children(node))


def walk_statements(node: Node) -> Iterator[Node]:
    """The same without expressions, and so without all that is below one: there are many of them,
    and nothing happens or is chosen in any."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [below for below in reversed(children(node)) if type(below) not in EXPRESSIONS]


def walk_called(*nodes: Node) -> Iterator[Node]:
    """The same with what the definitions say that are called there, however far down: each behind
    the first call of it alone, for two that rest on a third may each be what many others rest on,
    and with every layer of these there would be twice as much to go through."""
    waiting, met = [*reversed(nodes)], set[int]()
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(children(node))
        if isinstance(node, ir.Call) and id(node.function) not in met:
            met.add(id(node.function))
            waiting.append(node.function.body)


def _mapped(value: Any, visit: Callable[[Node], Node]) -> Any:
    kind = type(value)
    if kind is tuple:
        items = tuple([_mapped(item, visit) for item in value])
        return value if all(map(is_, items, value)) else items
    return visit(value) if kind in _KINDS else value


def _each(before: tuple[N, ...], visit: Callable[[N], Node]) -> tuple[Any, ...]:
    made = tuple([visit(item) for item in before])
    return before if all(map(is_, made, before)) else made


Rebuilder = Callable[[Any, Callable[[Any], "Node"]], Any]

_REBUILT: dict[Held, tuple[str, ...]] = {
    "one": ("{new} = visit({old})",),
    "one or none": ("{new} = None if {old} is None else visit({old})",),
    "several": (
        "size = len({old})",
        "if size == 1:",
        "    (a,) = {old}",
        "    made = visit(a)",
        "    {new} = {old} if made is a else (made,)",
        "elif size == 2:",
        "    a, b = {old}",
        "    made, more = visit(a), visit(b)",
        "    {new} = {old} if made is a and more is b else (made, more)",
        "else:",
        "    {new} = each({old}, visit)",
    ),
    "mixed": ("{new} = mapped({old}, visit)",),
}


def _rebuilder(kind: type) -> Rebuilder:
    """What `with_children` does with a kind of node."""
    if kind in LEAVES:
        return lambda node, visit: node
    parts = _parts(kind)
    lines = [f"old_{name} = node.{name}" for name in parts]
    for name, type_ in parts.items():
        done = _REBUILT[_held(type_)]
        lines += (line.format(old=f"old_{name}", new=f"new_{name}") for line in done)
    same = " and ".join(f"new_{name} is old_{name}" for name in parts)
    values = [f"new_{name}" if name in parts else f"node.{name}" for name in _NAMES[kind]]
    if any(f.kw_only for f in fields(kind)):
        values = [f"{name}={value}" for name, value in zip(_NAMES[kind], values, strict=True)]
    lines.append(f"return node if {same} else kind({', '.join(values)})")
    made: Rebuilder = _written("node, visit", lines, kind=kind, each=_each, mapped=_mapped)
    return made


class _Rebuilders(dict[type, Rebuilder]):
    """By the kind of node, each made when there is one."""

    def __missing__(self, kind: type) -> Rebuilder:
        made = self[kind] = _rebuilder(kind)
        return made


_REBUILDERS = _Rebuilders()


def with_children(node: N, visit: Callable[[Any], Node]) -> N:
    """The node with `visit` applied to each child; the very same node when nothing changes."""
    rebuilt: N = _REBUILDERS[type(node)](node, visit)
    return rebuilt


def changed(node: N, **values: object) -> N:
    """The node with other values; the very same node where these are those that it has."""
    for name, value in values.items():
        if not _is_same(getattr(node, name), value):
            break
    else:
        return node
    kind = type(node)
    before = zip(_NAMES[kind], _ALL[kind](node), strict=True)
    return cast(N, _MAKERS[kind](*[values.get(name, value) for name, value in before]))


def _is_same(one: Any, other: Any) -> bool:
    if type(one) is tuple and type(other) is tuple:
        return len(one) == len(other) and all(map(is_, one, other))
    return one is other


_TOLD: dict[type, Callable[[object], tuple[Any, ...]]] = {
    kind: _getter(tuple(f.name for f in fields(kind) if f.name != "index"))
    for kind in (*_KINDS, *get_args(ir.Type), ir.Table, ir.Domain)
}
"""All that a tree says, piece by piece, but for the numbers of tables and composes."""


def says_the_same(one: object, other: object) -> bool:
    """Do trees of two programs say the same, and stand at the same places? Tables and composes are
    looked into: each program has its own."""
    if one is other:
        return True
    kind = type(one)
    if kind is not type(other):
        return False
    if kind is tuple:
        parts, others = cast(tuple[object, ...], one), cast(tuple[object, ...], other)
        return len(parts) == len(others) and all(map(says_the_same, parts, others))
    told = _TOLD.get(kind)
    return one == other if told is None else all(map(says_the_same, told(one), told(other)))


def rewrite(node: N, change: Callable[[Node], Node]) -> N:
    """The tree rebuilt from its leaves up, `change` applied to every node.

    `change` gives back its argument for what stays, and puts expressions in place of expressions,
    statements in place of statements. Unchanged parts are shared with the old tree.
    """

    def visit(node: Node) -> Node:
        return change(with_children(node, visit))

    return cast(N, visit(node))


def free_locals(expr: ir.Expr) -> frozenset[int]:
    """The numbers of the locals an expression uses and does not bind itself."""
    if isinstance(expr, ir.Local):
        return frozenset((expr.number,))
    found = frozenset[int]().union(*map(free_locals, expressions_in(expr)))
    if isinstance(expr, ir.Fold) and expr.local.number in found:
        found = (found - {expr.local.number}) | free_locals(expr.source)
        found = found if expr.goal is None else found | free_locals(expr.goal)
    if isinstance(expr, ir.Paths):
        found -= {expr.local.number}
    return found


def substitute(expr: ir.Expr, values: Mapping[int, ir.Expr]) -> ir.Expr:
    """The expression with expressions in place of free locals, by number.

    The values must not use a local that `expr` binds; numbering locals once a program sees to it.
    """

    if not values:
        return expr

    def visit(node: Node) -> Node:
        if isinstance(node, ir.Local):
            return values.get(node.number, node)
        if isinstance(node, ir.Fold) and node.local.number in values:
            inner = {n: value for n, value in values.items() if n != node.local.number}
            return replace(
                node,
                source=substitute(node.source, values),
                where=node.where and substitute(node.where, inner),
                body=node.body and substitute(node.body, inner),
                goal=node.goal and substitute(node.goal, values),
            )
        return with_children(node, visit)

    return cast(ir.Expr, visit(expr))


def one_by_one(stmt: ir.Stmt) -> Iterator[ir.Stmt]:
    """The statements that are done one after another, whatever they are: those of sequences."""
    if isinstance(stmt, ir.Seq):
        for part in stmt.body:
            yield from one_by_one(part)
    else:
        yield stmt


def conjuncts(test: ir.Expr | None) -> list[ir.Expr]:
    """The parts of a condition that must all hold."""
    if test is None or (isinstance(test, ir.Const) and test.value):
        return []
    if isinstance(test, ir.Op) and test.name == "and":
        return [part for arg in test.args for part in conjuncts(arg)]
    return [test]


def leads_to(fold: ir.Fold) -> tuple[ir.Expr, ir.Expr | None]:
    """What the body of a query for what is reached leads to, and the set, the same for all
    elements, that this has to be in if there is one."""
    match fold.body:
        case ir.Op(name="intersect", args=(around, among)) if fold.local.number not in free_locals(
            among
        ):
            return around, among
        case body:
            assert body is not None
            return body, None


def cells_in(part: ir.Expr | ir.Stmt) -> frozenset[ir.StateVariable]:
    """The state variables that an expression or statement reads."""
    return frozenset(node.variable for node in walk(part) if isinstance(node, ir.Read | ir.OnGrid))


def variables_written(stmt: ir.Stmt) -> frozenset[ir.StateVariable]:
    """The state variables that a statement may store to."""
    found: set[ir.StateVariable] = set()
    for node in walk(stmt):
        match node:
            case ir.Assign(variable=variable) | ir.Pick(variable=variable):
                found.add(variable)
            case ir.Move() | ir.MoveAll() | ir.Deal():
                found.update((node.source.variable, node.target.variable))
            case ir.Shuffle():
                found.add(node.place.variable)
            case _:
                pass
    return frozenset(found)

"""What hidden marks come of: secret choices, and throws that not all see.

A hidden mark holds what a statement has put there: what it was made of, under the conditions and
for the elements that stand around it, and what these were made of in their turn. A secret choice of
which nothing comes to a hidden mark is not among this: what it changes lies with components, or
all see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from .core import ir
from .core.walk import Node, variables_written, walk
from .runtime.sight import KEPT

Variables = frozenset[ir.StateVariable]
_Flow = tuple[ir.StateVariable, Variables]  # what is written, and what it is made of


@lru_cache(maxsize=8)
def hidden_marks(program: ir.Program) -> Variables:
    """The marks, and what is remembered, that some seat does not see, other than with a component.

    >>> from rulewright import load
    >>> sorted(one.name for one in hidden_marks(load("liars_dice").program))
    ['thrown', 'under']
    """
    return frozenset(
        v for v in program.variables if v.role in ("mark", "history") and v.seen in KEPT
    )


@lru_cache(maxsize=8)
def open_marks_of_hidden(program: ir.Program) -> Variables:
    """The marks that all see and that may be made of what not all see."""
    made_of = _made_of(program)
    return frozenset(
        mark for mark, of in made_of.items()
        if mark.role == "mark" and mark.seen == "all" and any(one.seen != "all" for one in of)
    )  # fmt: skip


@lru_cache(maxsize=8)
def origins(program: ir.Program) -> Variables:
    """The hidden marks of a program, and all that they may be made of and not all see."""
    made_of = _made_of(program)
    found, new = set[ir.StateVariable](), [*hidden_marks(program)]
    while new:
        one = new.pop()
        if one not in found:
            found.add(one)
            new += (of for of in made_of.get(one, ()) if of.seen != "all")
    return frozenset(found)


def is_origin(choose: ir.Choose, found: Variables) -> bool:
    """May it hang on what is chosen what some state variables hold? So it may, too, if that decides
    how the game goes on."""
    return any(
        not found.isdisjoint(variables_written(alternative.body))
        or any(isinstance(node, ir.Leave | ir.Again | ir.End) for node in walk(alternative.body))
        for alternative in choose.alternatives
    )


def _made_of(program: ir.Program) -> dict[ir.StateVariable, set[ir.StateVariable]]:
    """What each state variable is made of."""
    made_of = dict[ir.StateVariable, set[ir.StateVariable]]()
    for written, of in (*_flows(program.setup), *_flows(program.flow)):
        made_of.setdefault(written, set()).update(of)
    return made_of


def _flows(stmt: ir.Stmt) -> Iterator[_Flow]:
    return _flows_in(stmt, frozenset(), {})


def _flows_in(stmt: ir.Stmt, under: Variables, named: dict[int, Variables]) -> Iterator[_Flow]:
    """What a statement makes of what. `under`: what decides whether it is carried out; `named`:
    what locals are made of, to which it adds its own."""

    def read(*parts: Node | None) -> Variables:
        return _read((part for part in parts if part is not None), named)

    match stmt:
        case ir.Seq(body=body):
            for one in body:
                yield from _flows_in(one, under, named)
        case ir.Block(body=one) | ir.Loop(body=one):
            yield from _flows_in(one, under, named)
        case ir.Let(local=local, value=value):
            named[local.number] = under | read(value)
        case ir.If(test=test, then=then, other=other):
            for branch in (then, other):
                if branch is not None:
                    yield from _flows_in(branch, under | read(test), named)
        case ir.For(local=local, source=source, body=one, first=first):
            named[local.number] = read(source)
            yield from _flows_in(one, under | read(source, first), named)
        case ir.Times(count=count, body=one):
            yield from _flows_in(one, under | read(count), named)
        case ir.Choose(alternatives=alternatives):
            for alternative in alternatives:
                yield from _flows_in(alternative.body, under, named)
        case _:
            of = under | read(stmt)
            for written in variables_written(stmt):
                yield written, of


def _read(parts: Iterable[Node], named: dict[int, Variables]) -> Variables:
    found = set[ir.StateVariable]()
    for node in (inner for part in parts for inner in walk(part)):
        match node:
            case ir.Read() | ir.OnGrid():
                found.add(node.variable)
            case ir.Local(number=number):
                found |= named.get(number, frozenset())
            case ir.Deal(source=source, target=target):  # which one goes hangs on what lies there
                found |= {source.variable, target.variable}
            case ir.Move(source=source) | ir.MoveAll(source=source):
                found.add(source.variable)
            case _:
                pass
    return frozenset(found)

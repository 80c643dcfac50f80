"""What hangs on which component one is, rather than on where components lie.

Think of hidden components as of cards that lie face down: `move the top card to a hand` does the
same whatever the cards are, `if the top card is red` does not. Where all cards are other ones, what
regards no faces leaves the same cards in the same places, by their other names.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from . import ir
from .said import drawn_by_name, is_plain
from .walk import walk

ORDERED = ("less", "at_most", "more", "at_least", "least", "most", "first")


def regards_faces(expr: ir.Expr, named: Collection[object] = ()) -> bool:
    """May the value of an expression be another one when components lie there that are others?

    `named`: locals, by their numbers, and what is kept, whose values hang on faces. In which order
    the language goes through a set is not counted, only where rules ask for it.
    """
    for node in walk(expr):
        match node:
            case ir.Lookup():  # of a component, or one by its name, as in `card_of('Ace')`
                if any(of_components(part.type) for part in (node, *node.keys)):
                    return True
            case ir.Read(variable=variable):
                if any(key.kind == "component" for key in variable.keys):
                    return True
                if variable.role == "mark" and of_components(variable.type):
                    return True
                if variable in named:
                    return True
                chosen = variable.role == "choice" and of_components(variable.type)
                if variable.seen != "all" and variable.role != "zone" and not chosen:
                    return True
            case ir.Const() if node.value >= 0 and of_components(node.type):
                return True
            case ir.Op(name=name) if name in ORDERED:
                if any(of_components(arg.type) for arg in node.args):
                    return True
            case ir.Local(number=number) if number in named:
                return True
            case _:
                pass
    return False


def named_for_faces(program: ir.Program) -> frozenset[object]:
    """The locals to which statements give values that hang on faces, and the parameters that name
    components plainly, and what keeps these over a decision: what is held against these is another
    one where other components lie."""
    nodes = [node for part in (program.setup, program.flow) for node in walk(part)]
    given = [
        (node.local.number, node.value if isinstance(node, ir.Let) else node.source)
        for node in nodes
        if isinstance(node, ir.Let | ir.For)
    ]
    found: frozenset[object] = _plain_parameters(program) | kept_plainly(program)
    while True:
        more = frozenset(number for number, value in given if regards_faces(value, found))
        if more <= found:
            return found
        found |= more


@lru_cache(maxsize=16)
def kept_plainly(program: ir.Program) -> frozenset[ir.StateVariable]:
    """What stands for components over a decision by their names alone, whoever holds them: it is
    made of what moves name plainly, and of no place that not all see."""
    given = [
        (node.variable if isinstance(node, ir.Assign) else node.local.number, node.value)
        for node in walk(program.flow)
        if isinstance(node, ir.Let) or (isinstance(node, ir.Assign) and _is_choice(node.variable))
    ]
    kept = {target for target, _ in given if isinstance(target, ir.StateVariable)}
    lets = {target for target, _ in given if isinstance(target, int)}
    plain: set[object] = {*kept, *lets, *_plain_parameters(program)}
    while True:
        less = {target for target, value in given if not is_plain(value, plain)} & plain
        if not less:
            return frozenset(kept & plain)
        plain -= less


def _is_choice(variable: ir.StateVariable) -> bool:
    return variable.role == "choice" and of_components(variable.type)


def _plain_parameters(program: ir.Program) -> frozenset[int]:
    return frozenset(
        param.local.number
        for node in walk(program.flow)
        if isinstance(node, ir.Choose)
        for alternative in node.alternatives
        for param in alternative.params
        if of_components(param.local.type) and param.local.number in drawn_by_name(alternative)
    )


class Chosen(NamedTuple):
    """The locals and the state variables that stand for components which somebody has chosen: what
    moves draw, what is chosen step by step, what is kept of that, and each of several."""

    locals: frozenset[int]
    kept: frozenset[ir.StateVariable]

    def is_all(self, expr: ir.Expr) -> bool:
        """Is it nothing but what was chosen, or some of it?"""
        match expr:
            case ir.Local(number=number):
                return number in self.locals
            case ir.Read(variable=variable):
                return variable in self.kept or (variable.role == "choice" and variable.chosen)
            case ir.Const(value=0, type=ir.SetOf()):
                return True  # none at all
            case ir.Op(name="set" | "union", args=args):
                return all(map(self.is_all, args))
            case ir.Op(name="without", args=(first, _)):
                return self.is_all(first)
            case ir.Fold(kind="all", body=None, source=source):
                return self.is_all(source)
            case _:
                return False


def chosen_names(program: ir.Program) -> Chosen:
    """What stands for chosen components in the rules of a program."""
    found = Chosen(frozenset(), frozenset())
    for node in walk(program.flow):
        match node:
            case ir.Alternative(bound=bound):
                more = {local.number for local in bound}
                found = found._replace(locals=found.locals | more)
            case ir.Let(local=local, value=value) | ir.For(local=local, source=value):
                if found.is_all(value):
                    found = found._replace(locals=found.locals | {local.number})
            case ir.Assign(variable=variable, value=value) if variable.role == "choice":
                if variable.chosen or found.is_all(value):
                    found = found._replace(kept=found.kept | {variable})
            case _:
                pass
    return found


def of_components(kind: ir.Type) -> bool:
    """Are these components, or collections of them?"""
    return (
        isinstance(kind, ir.Element | ir.SetOf | ir.StackOf | ir.RowOf)
        and kind.domain.kind == "component"
    )

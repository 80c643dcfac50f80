"""Composes that only select, recognised: what holds of sets alone helps to search and to explain.

Such a compose has steps that each add one element to a set of its own, later than all that it
holds, as long as the sets of later steps are empty; finishes without parameters; and no weight. So
each combination of sets is reached in exactly one way. What it means is what its steps do, like
that of any compose; here is only told which they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ..diagnostics import listed
from ..source import Span
from . import ir
from .walk import free_locals, walk_statements


@dataclass(frozen=True, slots=True, eq=False)
class SelectingStep:
    """A step that puts `local`, an element of `source`, into `selection`, which may hold `at_most`
    elements (None: any number). `guards` are the others, not about the order or the number."""

    name: str
    local: ir.Local
    source: ir.Expr
    guards: tuple[ir.Guard, ...]
    selection: ir.StateVariable
    at_most: ir.Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Selecting:
    """A compose that only selects; `finishes`: by finish, its guards."""

    compose: ir.Compose
    steps: tuple[SelectingStep, ...]
    finishes: tuple[tuple[ir.Guard, ...], ...]

    @property
    def name(self) -> str:
        return self.compose.name

    @property
    def span(self) -> Span:
        return self.compose.span


@lru_cache(maxsize=256)
def selecting(compose: ir.Compose) -> Selecting | None:
    """The compose as one that only selects, if it does; its selections are all different."""
    if compose.weight is not None or any(finish.params for finish in compose.finishes):
        return None
    steps = selecting_steps(compose)
    if steps is None:
        return None
    return Selecting(compose, steps, tuple(finish.guards for finish in compose.finishes))


def selecting_steps(compose: ir.Compose) -> tuple[SelectingStep, ...] | None:
    """The steps of a compose that only select, whatever its finishes ask."""
    selections = [_selection(step) for step in compose.steps]
    steps: list[SelectingStep] = []
    for number, (step, variable) in enumerate(zip(compose.steps, selections, strict=True)):
        made = None if variable is None else _step(step, variable, selections[number + 1 :])
        if made is None or variable in selections[:number]:
            return None
        steps.append(made)
    return tuple(steps)


def selects(compose: ir.Compose) -> bool:
    """Does a compose only select?"""
    return selecting(compose) is not None


@lru_cache(maxsize=256)
def grown_by(compose: ir.Compose, step: ir.ComposeStep) -> ir.StateVariable | None:
    """The selection to which a step adds its one element, later than all that it holds, if it
    changes nothing else but how far the compose has come; whatever other steps do and finishes ask,
    so that what is selected between two of those can be reached in one order alone."""
    match step.params:
        case (ir.Param(source=ir.Op(name="after", args=(ir.Read(variable=grown), _))),):
            changes = [one for one in walk_statements(step.body) if not isinstance(one, ir.Seq)]
            only = all(
                isinstance(one, ir.Assign) and one.variable in compose.own for one in changes
            )
            return grown if only and grown in compose.own else None
        case _:
            return None


def advice(compose: ir.Compose) -> str:
    """How a compose is written so that less has to be searched."""
    moving = [step.name for step in compose.steps if moves_one(step) is not None]
    if moving:
        return (
            f"let {_steps(moving)} only select (`into NAME`), and move what is selected behind the "
            "compose"
        )
    acting = [
        step.name
        for step in compose.steps
        if _selection(step) is None and grown_by(compose, step) is None
    ]
    if acting:
        return (
            f"more than to select is done by {_steps(acting)}, and counts in every order: what "
            f"need not happen within {compose.name} is an action of a choice before or behind it"
        )
    steps = selecting_steps(compose) or ()
    unbound = [step.name for step in steps if step.at_most is None]
    few = f"say `at most` behind {_steps(unbound)} where few are taken, and " if unbound else ""
    return (
        f"{few}ask finishes for sizes, counts, totals, or what holds of every element; a finish "
        "may draw the numbers that are asked about"
    )


def _steps(names: list[str]) -> str:
    """Steps by their names, those of one name once."""
    once = dict.fromkeys(names)
    return f"the step{'s' * (len(once) > 1)} {listed(once)}"


def moves_one(step: ir.ComposeStep) -> ir.Move | None:
    """All that a step does, if that is to move what it draws."""
    body = _only(step.body)
    if len(step.params) == 1 and isinstance(body, ir.Move):
        return body if body.component == step.params[0].local else None
    return None


def takes_a_search(program: ir.Program) -> bool:
    """Has a program composes that do more than select? To look ahead in them takes long."""
    return not all(map(selects, program.composes))


def _selection(step: ir.ComposeStep) -> ir.StateVariable | None:
    """The set that a step adds its one argument to, if that is all it does."""
    match _only(step.body), step.params:
        case (
            ir.Assign(
                keys=(), variable=variable, value=ir.Op(name="union", args=(ir.Read() as held, one))
            ),
            (param,),
        ) if held.variable is variable and isinstance(variable.type, ir.SetOf):
            return variable if isinstance(one, ir.Op) and one.args == (param.local,) else None
        case _:
            return None


def _only(stmt: ir.Stmt) -> ir.Stmt:
    """A statement without sequences of one around it."""
    return _only(stmt.body[0]) if isinstance(stmt, ir.Seq) and len(stmt.body) == 1 else stmt


def _step(
    step: ir.ComposeStep, variable: ir.StateVariable, later: list[ir.StateVariable | None]
) -> SelectingStep | None:
    (param,) = step.params
    match param.source:
        case ir.Op(name="after", args=(ir.Read() as held, source)) if held.variable is variable:
            pass
        case _:
            return None
    guards, closed, most = [], set(), list[ir.Expr]()
    for guard in step.guards:
        match guard.test:
            case ir.Op(name="empty", args=(ir.Read() as read,)) if read.variable in later:
                closed.add(read.variable)
            case ir.Op(
                name="less", args=(ir.Op(name="size", args=(ir.Read() as read,)), limit)
            ) if (
                read.variable is variable
                and not most
                and param.local.number not in free_locals(limit)
            ):
                most.append(limit)
            case _:
                guards.append(guard)
    if not closed.issuperset(later):
        return None
    return SelectingStep(
        step.name, param.local, source, tuple(guards), variable, most[0] if most else None
    )

"""Composes that may have to try too many sets, told before anybody plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import comb, prod

from ...core.cost import length
from ...core.ir import (
    MOST_STATES,
    Assign,
    Compose,
    ComposeFinish,
    ComposeStep,
    Element,
    Expr,
    Fold,
    Move,
    Number,
    Op,
    Place,
    Program,
    Read,
    SetOf,
)
from ...core.selecting import advice, moves_one, selecting_steps
from ...core.walk import cells_in, conjuncts, free_locals, one_by_one, walk
from ...diagnostics import Diagnostic, listed
from ...game import Game
from ...lower.changes import changes, variables_changed
from ...lower.changing import puts
from ...lower.relaxation import Hindrance, Prospects, prospects_or_why_not
from ...lower.selections import untold
from ...lower.unit import Unit
from ...runtime.layout import Layout
from ...source import NOWHERE, Span
from .by_variants import of_played, told_to_variants

TOO_MANY = "whether {} can be completed may take too long to find out: "
FEW = 3  # of so many or fewer all sets can be tried, as a rule
Told = tuple[str, Span, str]  # what makes it take long, where that stands, what to write instead


def too_far(game: Game, played: Program) -> Iterable[Diagnostic]:
    """The same for each compose of a game, told at the edit of a variant that makes it so.
    `played`: its rules as engines are given them."""
    return told_to_variants(game, [*searched_far(played)], of_played(searched_far))


def searched_far(program: Program) -> Iterator[Diagnostic]:
    """A finding for each compose of which it may not be told whether it can be completed."""
    unit = Unit(program, Layout(program))
    for compose in program.composes:
        for what, span, hint in (
            _one_by_one(compose) or _of_sets(unit, compose) or _of_all_that_is_done(compose)
        ):
            place = compose.span if span.file is NOWHERE.file else span
            yield Diagnostic("L010", TOO_MANY.format(compose.name) + what, place, hint=hint)


def _one_by_one(compose: Compose) -> list[Told]:
    """Steps that move many components one after the other."""
    return [
        (f"{step.name} moves one after the other, in every order", step.body.span, advice(compose))
        for step in compose.steps
        for move in [moves_one(step)]
        if move is not None and _ways(step, move) > MOST_STATES
    ]


def _ways(step: ComposeStep, gathers: Move | Assign, *at_most: int) -> int:
    """How many sets a step can have gathered, as far as its own conditions say how many lie where;
    `at_most`: so often it can be taken."""
    size = length(step.params[0].source)
    parts = [part for guard in step.guards for part in conjuncts(guard.test)]
    most = min((size, *at_most, *(_most(part, gathers, size) for part in parts)))
    return sum(comb(size, n) for n in range(max(0, most) + 1))


SIDES = {"less": "more", "at_most": "at_least", "more": "less", "at_least": "at_most"}


def _most(test: Expr, gathers: Move | Assign, size: int) -> int:
    """How many elements can be gathered as long as a condition holds before each of them."""
    match test:
        case Op(name=name, args=(one, other)) if name in SIDES:
            return min(
                _while_compared(name, one, other, gathers, size),
                _while_compared(SIDES[name], other, one, gathers, size),
            )
        case _:
            return size


def _while_compared(name: str, held: Expr, limit: Expr, gathers: Move | Assign, size: int) -> int:
    """The same, where the size of a set or zone stands on the left."""
    source = gathers.source if isinstance(gathers, Move) else None
    target = gathers.target if isinstance(gathers, Move) else gathers
    match held, limit.type:
        case Op(name="size", args=(Read() as zone,)), Number(low=low, high=high):
            if name in ("less", "at_most") and _is_of(zone, target):
                return min(size, high + (name == "at_most"))
            if name in ("more", "at_least") and source is not None and _is_of(zone, source):
                return min(size, size - low + (name == "at_least"))
    return size


def _is_of(held: Read, place: Place | Assign) -> bool:
    return (held.variable, held.keys) == (place.variable, place.keys)


def _of_all_that_is_done(compose: Compose) -> list[Told]:
    """Steps that gather many elements, where more is done than to select and nothing is known of
    what can become of each: sets are tried with all else that is done, whatever they hold."""
    if selecting_steps(compose) is not None or _can_always_end(compose):
        return []
    gathered = {step.name: ways for step in compose.steps if (ways := _gathered(compose, step))}
    gathering = [step for step in compose.steps if step.name in gathered]
    if all(gathered[step.name] <= _small(step) or _asks_for_fit(step) for step in gathering):
        return []
    acting = [step for step in compose.steps if step.name not in gathered]
    tried = prod(gathered.values()) * prod(map(_ways_to_act, acting))
    found = prospects_or_why_not(compose) if gathered and tried > MOST_STATES else None
    if isinstance(found, Prospects):
        return [*_known_too_little(compose, found)]
    if found is None:
        return []
    what = f"{found.what}, so every set is tried with all else that can be done"
    return [(what, found.span, _otherwise(compose, found))]


def _known_too_little(compose: Compose, found: Prospects) -> Iterator[Told]:
    """Where something is known of single elements, but too little of all of them together: what is
    spent of several numbers that steps raise again, or what a step does to each as it likes, where
    others share what lies in slots."""
    behind = _behind(compose)
    if found.bounds is not None:
        return
    if len(found.full) > 1:
        names = [variable.name for variable in found.full]
        raising = next(
            step for step in compose.steps for change in changes(step)
            if change[0] is found.full[-1] and change[1] != "down"
        )  # fmt: skip
        yield (
            f"{listed(names)} are spent and raised again, so it is not known what can be paid in "
            "all, and every set is tried with all that can be done",
            raising.body.span, f"let {raising.name} be done {behind}",
        )  # fmt: skip
    elif found.slots:
        freely = [own for own in found.steps if own.emptied is None and own.often is None]
        for own in freely[:1]:
            name = own.step.name
            yield (
                f"{name} can be done to each of them with whatever is left, so every set is tried "
                "with all that comes of it",
                compose.steps[own.number].body.span,
                f"let {name} be done once, or a few times: count it in a mark that is set back "
                f"before {compose.name}, `needs COUNT < 1`, `gain 1 COUNT`; or let it be done "
                f"{behind}",
            )  # fmt: skip


def _asks_for_fit(step: ComposeStep) -> bool:
    """Does a step ask whether what it takes goes with what has been taken, so that not all sets are
    begun?"""
    drawn = step.params[0].local
    held = [stmt.variable for stmt in one_by_one(step.body)
            if isinstance(stmt, Assign) and puts(stmt, drawn)]  # fmt: skip
    return any(
        isinstance(node, Fold) and isinstance(node.source, Read) and node.source.variable in held
        and drawn.number in free_locals(node)
        for guard in step.guards for node in walk(guard.test)
    )  # fmt: skip


def _small(step: ComposeStep) -> int:
    """How many sets there are of few of what a step draws."""
    size = length(step.params[0].source)
    return sum(comb(size, n) for n in range(FEW + 1))


def _can_always_end(compose: Compose) -> bool:
    """Is there a finish of which nothing is asked that steps change? It is found at once."""
    changed = variables_changed(compose)

    def stays(finish: ComposeFinish) -> bool:
        asked = [*(guard.test for guard in finish.guards), *(p.source for p in finish.params)]
        return all(changed.isdisjoint(cells_in(part)) for part in asked)

    return compose.weight is None and any(map(stays, compose.finishes))


def _gathered(compose: Compose, step: ComposeStep) -> int:
    """How many sets of what it draws a step can have put together, as often as numbers that it asks
    for let it; 0: it puts nothing together, or goes by what else steps change."""
    if len(step.params) != 1:
        return 0
    drawn = step.params[0].local
    for stmt in one_by_one(step.body):
        match stmt:
            case Move(component=component) if component == drawn:
                moved = {stmt.source.variable, stmt.target.variable}
            case Assign() if puts(stmt, drawn):
                moved = {stmt.variable}
            case _:
                continue
        asked = variables_changed(compose) & {v for g in step.guards for v in cells_in(g.test)}
        others = [variable.type for variable in asked.difference(moved, compose.own)]
        numbers = [kind.high - kind.low for kind in others if isinstance(kind, Number)]
        return _ways(step, stmt, *numbers) if len(numbers) == len(others) else 0
    return 0


def _ways_to_act(step: ComposeStep) -> int:
    """In how many ways a step can be taken, or not."""
    return 1 + prod(length(param.source) for param in step.params)


def _otherwise(compose: Compose, found: Hindrance) -> str:
    """What to write instead."""
    behind = _behind(compose)
    if found.variable in compose.own and found.variable is not None:
        chosen = found.variable.name.removeprefix(f"{compose.name}.")
        step = next((one for one in compose.steps if one.name == found.step), None)
        if step is None or not step.params:
            return advice(compose)
        drawn = " and ".join(param.local.name for param in step.params)
        return (
            f"let {step.name} go by {drawn} and by what it changes itself, not by all of {chosen}"
        )
    if found.variable is not None and (own := _for_each(compose, found)):
        return own
    if found.variable is not None:
        return f"let {found.variable.name} be changed {behind}, or by lines below the compose"
    if found.step is not None:
        return f"what {found.step} does can be done {behind}{_or_few(compose)}"
    return advice(compose)


def _for_each(compose: Compose, found: Hindrance) -> str:
    """How to keep of each element whether it is in a set, where a step draws elements of it."""
    variable = found.variable
    if variable is None or variable.keys or not isinstance(variable.type, SetOf):
        return ""
    domain, step = variable.type.domain, next(s for s in compose.steps if s.name == found.step)
    drawn = next((p for p in step.params if p.local.type == Element(domain)), None)
    if drawn is None or variable.role != "mark":
        return ""
    name = variable.name
    return (
        f"keep it of each {domain.name} by itself: `mark {name} of {domain.name}: yes or no`, and "
        f"{step.name} goes by `{name} of {drawn.local.name}`, which is its own"
    )


def _or_few(compose: Compose) -> str:
    """That all sets can be tried where they are small, of the first step that puts one together."""
    for step in compose.steps:
        if _gathered(compose, step):
            for stmt in one_by_one(step.body):
                if isinstance(stmt, Assign) and puts(stmt, step.params[0].local):
                    name = stmt.variable.name.removeprefix(f"{compose.name}.")
                    few = f"`needs size of {name} < {FEW}` in {step.name}"
                    return f"; or keep {name} small, which may still be slow: {few}"
    return ""


def _behind(compose: Compose) -> str:
    """Where that can be done which need not be looked ahead to."""
    return f"before or behind {compose.name}: in a choice of its own (`may choose`)"


def _of_sets(unit: Unit, compose: Compose) -> list[Told]:
    """Conditions of which nothing is known while sets grow."""
    selecting = unit.choosing(compose)
    guard = None if selecting is None else untold(unit, selecting)
    if guard is None:
        return []
    what = "it is not known what this can still become while more is selected"
    return [(what, guard.span, advice(compose))]

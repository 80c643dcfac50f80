"""What surrounds a statement while it is read, and what can be asked of statements already read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ..core import ir
from ..core.walk import rewrite, walk_called, walk_statements
from ..diagnostics import Diagnostic, Note
from ..source import NOWHERE, Span
from ..syntax import nodes as n
from .scope import RESERVED, Names, Scope, own_meaning
from .types import BIG

Block = list[ir.Stmt]


NOTHING_HAPPENS = ir.Seq(())


@dataclass(slots=True)
class StandingRule:
    """A `whenever`: its condition, its body and the state variables its condition reads."""

    test: ir.Expr
    body: ir.Stmt
    reads: frozenset[ir.StateVariable]
    writes: frozenset[ir.StateVariable]
    span: Span


@dataclass(frozen=True, slots=True)
class Seers:
    """Who sees what is kept over a choice: all, or who chooses; `asked` as of state variables."""

    seen: ir.Visibility
    asked: ir.StateVariable | None = None


ALL = Seers("all")


@dataclass(slots=True)
class TurnLabels:
    """Where a turn can be left to: `extra` keeps the seat, `next` moves on."""

    extra: int
    next: int
    depth: int


@dataclass(slots=True)
class ChoiceContext:
    """The choice an action is written out in: `again` is its loop."""

    name: str
    again: int
    depth: int
    used: bool = False


@dataclass(slots=True)
class Context:
    """The context of a statement: names, the open jumps, the choice state variables to be cleared,
    and the names of the phase, actions and choices around it. `secret`: the choice is a secret one;
    `unseen`: the names in it of what not all see."""

    names: Names
    turn: TurnLabels | None = None
    choice: ChoiceContext | None = None
    live: tuple[ir.StateVariable, ...] = ()
    in_action: str = ""
    around: tuple[str, ...] = ()
    zones: dict[str, ir.Place] = field(
        default_factory=dict
    )  # parameter → the zone it is drawn from
    secret: bool = False
    unseen: frozenset[int] = frozenset()

    def bind(self, name: str, value: ir.Expr) -> Context:
        return replace(self, names={**self.names, name: value})


def not_twice(error: Callable[..., object], name: n.Name, names: Names) -> None:
    """Report a name that means something already, with the place from which it does."""
    not_reserved(error, name, names)
    if name.text not in names:
        return
    given = names[name.text].span
    here, there = _around(name.span), _around(given)
    told, hint = f"{name.text} has its meaning from here", "choose another name"
    if (here, name.span.file) != (there, given.file):
        told = f"{name.text} has its meaning from {there}, within which {here} is done"
        hint = f"choose another name, here or in {there}"
    notes = (Note(told, given),) if given is not NOWHERE else ()
    error("E129", f"{name.text} already means something here", name.span, *notes, hint=hint)


def not_reserved(error: Callable[..., object], name: n.Name, names: Names) -> None:
    """Report a name that has a meaning of its own everywhere, with one that is free here."""
    if name.text not in RESERVED or name.quoted:
        return
    in_use = {*names, *re.findall(r"\w+", name.span.file.text)}
    free = next((one for one in "pqrxyz" if one not in in_use), f"{name.text}_it")
    error(
        "E171", own_meaning(name.text), name.span,
        hint=f"choose another name, here and wherever this one is meant, for example: {free}",
    )  # fmt: skip


def named_around(told: Diagnostic) -> Diagnostic:
    """A name that means something already, told where it has got its first meaning: by who writes
    that, and not what is done within it."""
    name = told.span
    (given,) = (note.span for note in told.notes if note.span is not None)
    here, there = _around(name), _around(given)
    return replace(
        told,
        message=f"{name.text()} has another meaning in what is done within {there}",
        span=given,
        notes=(Note(f"{name.text()} is a name in {here}, which is done within it", name),),
        hint=f"choose another name in {there}",
    )


def _around(span: Span) -> str:
    """What a declaration is called in which something stands: `action capture`."""
    lines = (span.file.line_text(number) for number in range(span.line, 0, -1))
    head = next((text for text in lines if text[:1] not in ("", " ", "\t", "#")), "")
    return re.split(r"[(:\"#=]| named ", head)[0].strip()


def beyond(most: int) -> str:
    """Which end of all numbers a number goes beyond that is so large at most."""
    return f"larger than {BIG:,}" if most > BIG else f"smaller than -{BIG:,}"


def kept_within(kind: ir.Number, end: int, text: str, *, within: str = "{}") -> str:
    """How a number is written so that it goes no further from 0, if it never does in the game: it
    has an end where it might. `within`: what it stands in."""
    is_less, is_more = kind.low < -end, kind.high > end
    never = "less or more" if is_less and is_more else "less" if is_less else "more"
    value = f"min({text}, {end})" if is_more else text
    value = f"max(-{end}, {value})" if is_less else value
    return f"if it is never {never} in the game: {within.format(value)}"


def shown_range(kind: ir.Number) -> str:
    """The numbers of a range in words: one, or from one to another."""
    return str(kind.low) if kind.low == kind.high else f"{kind.low} to {kind.high}"


def ends_away(body: tuple[n.Statement, ...]) -> bool:
    """Does the last statement always lead away?"""
    return bool(body) and isinstance(body[-1], n.Jump)


def in_terms_of(value: ir.Expr, known: tuple[tuple[ir.StateVariable, ir.Expr], ...]) -> ir.Expr:
    """An expression with reads of state variables replaced by what they will hold."""

    def replaced(node: Any) -> Any:
        if isinstance(node, ir.Read):
            return next((v for c, v in known if c is node.variable), node)
        return node

    result: ir.Expr = rewrite(value, replaced)
    return result


def variables_read(node: Any) -> Iterator[ir.StateVariable]:
    """All state variables an expression or statement reads, through definitions too."""
    return (item.variable for item in walk_called(node) if isinstance(item, ir.Read | ir.OnGrid))


def fresh_labels(statement: ir.Stmt, scope: Scope) -> ir.Stmt:
    """A copy in which every label of its own is new, for a second place in the program."""
    own = {s.label for s in walk_statements(statement) if isinstance(s, ir.Block | ir.Loop)}
    if not own:
        return statement
    new = {label: scope.label() for label in own}

    def renamed(node: Any) -> Any:
        if isinstance(node, ir.Block | ir.Loop | ir.Leave | ir.Again) and node.label in new:
            return replace(node, label=new[node.label])
        return node

    result: ir.Stmt = rewrite(statement, renamed)
    return result

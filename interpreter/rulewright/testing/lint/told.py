"""What is told by the way a game goes though it is to be kept from other seats: open choices whose
moves name what is then hidden, secret ones that are only put where something hidden allows it, or
by which something open is changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from ...check.visibility import conjuncts
from ...core import ir
from ...core.walk import rewrite, substitute, walk, walk_called
from ...diagnostics import Diagnostic, Note

KEPT = ("owner", "others", "nobody", "with")  # from some seats, whoever is to move


def told_to_others(program: ir.GenericProgram) -> Iterator[Diagnostic]:
    """A finding for each open move that names what then goes where not all see it: a number or name
    that is kept in a mark, a component that it tells apart from others of a hand; and for each
    statement that does so with what has been selected openly.

    Names of components that moves have are no matter: who does not see one is not told its name
    either. So it is with those that a single move selects.
    """
    for compose in program.composes:
        selections = {own for own in compose.own if own.seen == "all"}
        named = {own for own in selections if _is_told(own.type)}
        apart = {own for own in selections if _holds_components(own)}
        followed = _Followed(program.me, {*named}, {*apart}) if named | apart else None
        for stmt in followed.giving_away(program.flow) if followed is not None else ():
            yield _selected(compose, stmt)
    for choice in walk(program.flow):
        if not isinstance(choice, ir.Choose) or choice.secret or choice.cover:
            continue
        for alternative in choice.alternatives:
            names: set[object] = {x.number for x in alternative.bound if _is_told(x.type)}
            followed = _Followed(program.me, names) if names else None
            for stmt in followed.giving_away(alternative.body) if followed is not None else ():
                yield _finding(choice, alternative, stmt)


def skipped_for_others(program: ir.GenericProgram) -> Iterator[Diagnostic]:
    """A finding for each secret choice that is skipped where something hidden leaves nothing to
    choose: all seats see whether it is put.

    How many components a zone holds is public, and so is whether it is empty.
    """
    for stmt in walk(program.flow):
        if not isinstance(stmt, ir.If) or stmt.other is None:
            continue
        choice, hidden = stmt.then, next(_hidden_in(stmt.test), None)
        if isinstance(choice, ir.Choose) and choice.secret and hidden is not None:
            yield Diagnostic(
                "L012",
                f"all seats see whether {choice.name} is put: it is skipped where "
                f"{hidden.name} leaves nothing to choose",
                choice.span,
                (Note(f"{hidden.name} is seen {hidden.seen_words}", hidden.span),),
                hint=f"choose {choice.name} secretly, with an offer that can always be chosen",
            )


def secrets_told(program: ir.GenericProgram) -> Iterator[Diagnostic]:
    """A finding for each secret choice of which all seats see at once what is chosen: whatever its
    moves name, or which of them it is, goes where it is seen by all, or is missing where it was.

    Where one of several moves keeps something back, the choice is secret for its sake.
    """
    for choice in walk(program.flow):
        if isinstance(choice, ir.Choose) and choice.secret and not choice.cover:
            named = [one for one in choice.alternatives if one.params]
            shown = [_all_shown(one) for one in named] or [_shown_by_which(choice)]
            if all(shown):
                yield _given_away(choice, *cast(_Shown, shown[0]))


_Shown = tuple[ir.Assign | ir.Move | ir.MoveAll, ir.StateVariable]


def _all_shown(alternative: ir.Alternative) -> _Shown | None:
    """By what all see which elements and numbers a move names, and where; None: something is kept
    back, or that hangs on how things stand."""
    left = {param.local.number: {param.local.number} for param in alternative.params}
    shown = None
    for stmt in _straight(alternative.body):
        if isinstance(stmt, ir.Let):
            for known in left.values():
                if _taken_over(stmt.value) in known:
                    known.add(stmt.local.number)
        elif isinstance(stmt, ir.Assign | ir.Move | ir.MoveAll):
            parts, seen = _shows(stmt)
            told = [n for n, known in left.items() if known & {_taken_over(one) for one in parts}]
            for number in told if seen is not None else ():
                del left[number]
                shown = shown or (stmt, cast(ir.StateVariable, seen))
    return None if left else shown


def _shown_by_which(choice: ir.Choose) -> _Shown | None:
    """By what all see which move is made where none names anything: a mark that each of them sets
    to something else."""
    sets = [
        {
            (stmt.variable, stmt.keys): stmt
            for stmt in _straight(alternative.body)
            if isinstance(stmt, ir.Assign) and isinstance(stmt.value, ir.Const) and _is_open(stmt)
        }
        for alternative in choice.alternatives
    ]
    for mark, stmt in sets[0].items():
        values = {one[mark].value for one in sets if mark in one}
        if len(values) == len(sets) > 1:
            return stmt, stmt.variable
    return None


def _straight(body: ir.Stmt) -> Iterator[ir.Stmt]:
    """What is carried out in any case before anything is asked."""
    if isinstance(body, ir.Seq):
        for stmt in body.body:
            if isinstance(stmt, ir.Choose | ir.If | ir.Block | ir.Loop):
                return
            yield from _straight(stmt)
    else:
        yield body


def _shows(
    stmt: ir.Assign | ir.Move | ir.MoveAll,
) -> tuple[tuple[ir.GenericExpr, ...], ir.StateVariable | None]:
    """What all see by a change, and of which zone or mark; None: nobody else sees it."""
    match stmt:
        case ir.Assign(variable=variable, keys=keys, value=value):
            parts = (*keys, value)
            match value:
                case ir.Op(name="add" | "subtract", args=(ir.Read(variable=same), by)):
                    parts = (*keys, *[by] * (same is variable))
            return parts, variable if _is_open(stmt) else None
        case ir.Move(component=what) | ir.MoveAll(components=what):
            ends = (stmt.target.variable, stmt.source.variable)
            seen = next((one for one in ends if one.seen == "all"), None)
            return () if what is None else (what,), seen


def _is_open(stmt: ir.Assign) -> bool:
    return stmt.variable.role == "mark" and stmt.variable.seen == "all"


def _given_away(
    choice: ir.Choose, stmt: ir.Assign | ir.Move | ir.MoveAll, seen: ir.StateVariable
) -> Diagnostic:
    return Diagnostic(
        "L021",
        f"all see at once what is chosen in {choice.name}, which is a secret choice",
        stmt.span,
        (Note(f"{seen.name} is seen {seen.seen_words}", seen.span),),
        hint="what is `seen by owner` keeps it until all have chosen; "
        "if it need not be kept, `secretly` is left out",
    )


def _hidden_in(test: ir.GenericExpr) -> Iterator[ir.StateVariable]:
    """What a condition looks into that not all see."""
    counted = {
        id(part.args[0])
        for part in walk_called(test)
        if isinstance(part, ir.Op) and part.name in ("size", "empty") and part.args
    }
    counted |= {
        id(part.source)
        for part in walk_called(test)
        if isinstance(part, ir.Fold) and not _looks(part)
    }
    for part in walk_called(test):
        if isinstance(part, ir.Read) and id(part) not in counted:
            if part.variable.seen in KEPT:
                yield part.variable


def _looks(fold: ir.Fold) -> bool:
    """Does a query look at what it goes through, rather than count it?"""
    parts = [part for part in (fold.where, fold.body) if part is not None]
    return any(
        isinstance(one, ir.Local) and one.number == fold.local.number
        for part in parts
        for one in walk(part)
    )


def _is_told(kind: ir.Type) -> bool:
    if isinstance(kind, ir.Element | ir.SetOf):
        return kind.domain.kind != "component"
    return isinstance(kind, ir.Number | ir.Truth)


def _holds_components(variable: ir.StateVariable) -> bool:
    kind = variable.type
    return isinstance(kind, ir.SetOf) and kind.domain.kind == "component"


def _is_hidden(variable: ir.StateVariable) -> bool:
    return variable.role == "mark" and variable.seen in KEPT


@dataclass(slots=True)
class _Followed:
    """Where what all are told goes, statement by statement.

    `named`: locals, and what the choice keeps, that hold what the move names · `apart`: those, and
    marks, whose components the named ones tell from others, or that are told themselves · `mine`:
    locals that hold who chooses.
    """

    me: ir.StateVariable
    named: set[object] = field(default_factory=set)
    apart: set[object] = field(default_factory=set)
    mine: set[int] = field(default_factory=set)

    def giving_away(self, body: ir.Stmt) -> Iterator[ir.Assign | ir.Move | ir.MoveAll]:
        """Each statement that puts what is told where not all see it."""
        for stmt in walk(body):
            match stmt:
                case ir.Let(local=local, value=value) | ir.For(local=local, source=value):
                    self.bind(local.number, value)
                    if isinstance(value, ir.Read) and value.variable is self.me:
                        self.mine.add(local.number)
                case ir.Pick(variable=variable, source=value):
                    self.bind(variable, value)
                case ir.Assign(variable=variable, value=value):
                    if _is_hidden(variable) and _taken_over(value) in self.named:
                        yield stmt
                    elif not _is_hidden(variable):
                        self.bind(variable, value)
                case ir.Move(component=what) | ir.MoveAll(components=what):
                    if what is not None and self.is_passed_unseen(stmt) and self.tells(what):
                        yield stmt
                case _:
                    pass

    def bind(self, target: object, value: ir.GenericExpr) -> None:
        if _taken_over(value) in self.named:
            self.named.add(target)
        if self.tells(value):
            self.apart.add(target)

    def is_passed_unseen(self, stmt: ir.Move | ir.MoveAll) -> bool:
        """From what only the seat that chooses sees to where not all see it? What is asked of
        another's hand by its name is meant to be known."""
        source, target = stmt.source, stmt.target
        if source.variable.seen != "owner" or target.variable.seen not in KEPT:
            return False
        match source.keys[0]:
            case ir.Read(variable=variable):
                return variable is self.me
            case ir.Local(number=number):
                return number in self.mine
            case _:
                return False

    def tells(self, value: ir.GenericExpr) -> bool:
        """Is a component, or are several, taken from others by what the move names?"""
        match value:
            case ir.Local(number=number):
                return number in self.apart
            case ir.Read(variable=variable):
                return variable in self.apart
            case _:
                return any(
                    isinstance(part, ir.Fold) and part.where is not None and self.asks(part)
                    for part in walk(written_out(value))
                )

    def asks(self, fold: ir.Fold) -> bool:
        """Does a query hold what its components are against what the move names?"""
        for test in conjuncts(fold.where):
            parts = [*walk(test)]
            if any(self.is_named(part) for part in parts):
                return any(_is_property(part, fold.local) for part in parts)
            if any(isinstance(part, ir.Read) and part.variable in self.apart for part in parts):
                return True
        return False

    def is_named(self, part: object) -> bool:
        match part:
            case ir.Local(number=number):
                return number in self.named
            case ir.Read(variable=variable):
                return variable in self.named
            case _:
                return False


def _is_property(part: object, local: ir.Local) -> bool:
    """What is known of a component to everybody who knows which it is."""
    keys: tuple[ir.Expr, ...] = ()
    if isinstance(part, ir.Lookup) or (isinstance(part, ir.Read) and part.variable.seen == "all"):
        keys = part.keys
    return any(isinstance(key, ir.Local) and key.number == local.number for key in keys)


def written_out(value: ir.GenericExpr) -> ir.GenericExpr:
    """An expression with what definitions mean in place of their names."""

    def opened(node: Any) -> Any:
        if isinstance(node, ir.Call):
            values = dict(zip((p.number for p in node.function.params), node.args, strict=True))
            return written_out(substitute(node.function.body, values))
        return node

    result: ir.GenericExpr = rewrite(value, opened)
    return result


def _taken_over(value: ir.GenericExpr) -> object:
    """The local, by its number, or what the choice keeps, that is stored as it is, alone or as an
    element of a set."""
    match value:
        case ir.Local():
            return value.number
        case ir.Read(variable=variable, keys=()) if variable.role == "choice":
            return variable
        case ir.Op(name="set", args=(one,)):
            return _taken_over(one)
        case ir.Op(name="union", args=(ir.Read(), one)):
            return _taken_over(one)
        case _:
            return None


def _finding(
    choice: ir.Choose, alternative: ir.Alternative, stmt: ir.Assign | ir.Move | ir.MoveAll
) -> Diagnostic:
    why = f"{alternative.name} names it, and {choice.name} is no secret choice"
    return _told_openly(stmt, why, f"choose {choice.name} secretly")


def _selected(compose: ir.Compose, stmt: ir.Assign | ir.Move | ir.MoveAll) -> Diagnostic:
    why = f"it is selected openly in {compose.name}"
    return _told_openly(stmt, why, f"compose {compose.name} secretly")


def _told_openly(stmt: ir.Assign | ir.Move | ir.MoveAll, why: str, hint: str) -> Diagnostic:
    if isinstance(stmt, ir.Assign):
        variable, what = stmt.variable, f"what {stmt.variable.name} becomes"
    else:
        variable, what = stmt.target.variable, f"what goes to {stmt.target.variable.name}"
    return Diagnostic(
        "L011",
        f"all seats are told {what}: {why}",
        stmt.span,
        (Note(f"{variable.name} is seen {variable.seen_words}", variable.span),),
        hint=hint,
    )

"""What is offered must not tell a seat what it cannot see.

The moves on offer, and the reasons why others are not, are shown to the seat that chooses. So their
parameters, conditions and messages, and what is kept for later choices of the same action, may look
only at what that seat sees: open zones and marks, its own, and what belongs to a component that it
certainly sees, because it was drawn from such a zone. How many components lie in a zone is public
everywhere. What all but its owner see it sees of those that are certainly not itself (see
`other_seats`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ..core import ir
from ..core.walk import (
    EXPRESSIONS,
    LEAVES,
    Node,
    children,
    expressions_in,
    substitute,
    walk,
    walk_statements,
)
from ..diagnostics import Findings, Note
from ..source import NOWHERE, Span
from .narrowing import NOTHING_KNOWN, Known
from .other_seats import (
    is_other,
    kept_others,
    others_if,
    others_if_all,
    others_in,
    others_inside,
    others_unless,
)

OPEN = ("all", "chooser")  # who sees what the choosing seat sees whoever it is


@dataclass(frozen=True, slots=True)
class HiddenRead:
    """A reading of a state variable that the choosing seat may not see, and the definition it
    stands in."""

    read: ir.Read
    at: Span
    function: ir.Function | None = None


def check_choices(program: ir.GenericProgram, findings: Findings) -> None:
    """Report every choice of an generic program whose offer depends on what its seat cannot see."""
    sight = Sight(program.me, others=kept_others(program), zones=zones_of(program))
    check_below(program.flow, sight, findings)


def check_below(root: Node, sight: Sight, findings: Findings) -> None:
    """Report the choices in a part of the flow."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ir.Alternative):
            check_alternative(node, sight, findings)
            inside = sight.knowing(others_inside, node)
            for child in children(node):
                if type(child) not in EXPRESSIONS:
                    check_below(child, inside if child is node.body else sight, findings)
            continue
        asking = asked_in(node)
        if asking is not None and asking not in sight.asked:
            check_below(node, replace(sight, asked=sight.asked | {asking}), findings)
            continue
        waiting += [x for x in reversed(children(node)) if type(x) not in EXPRESSIONS]
        match node:
            case ir.Assign(variable=variable) if variable.role == "choice":
                report(node.value, sight, f"{variable.name.rpartition('.')[2]}", findings)
            case ir.For():
                sight.learn(node.local, node.source)
            case ir.Let():
                if sight.sees_one(node.value):
                    sight.locals.add(node.local.number)
            case _:
                pass


def asked_in(node: object) -> ir.StateVariable | None:
    """What holds whose turn it is, where statements put a choice to another seat."""
    first = node.body[0] if isinstance(node, ir.Seq) and node.body else None
    if not isinstance(first, ir.Assign) or not isinstance(first.value, ir.Read):
        return None
    is_turn = first.variable.role == "choice" and first.value.variable.role == "control"
    return first.variable if is_turn and first.variable.span is NOWHERE else None


def check_alternative(node: ir.Alternative, sight: Sight, findings: Findings) -> None:
    """Report what an alternative would tell by being offered, or by why it is not."""
    for param in node.params:
        report(param.source, sight, f"what {node.name} offers", findings)
        sight.learn(param.local, param.source)
        # this is known where nothing else is told of a move that is not so: it ends here
        sight = sight.knowing(others_in, param.source, param.local)
    for guard in node.guards:
        check_guard(guard, node.name, sight, findings)
        sight.learn_from(guard.test)  # where it fails, no reason is told that rests on it
    if node.compose is not None:
        check_single_move(node.compose, node.name, sight, findings)


def check_single_move(compose: ir.Compose, name: str, sight: Sight, findings: Findings) -> None:
    guards: list[tuple[ir.Guard, Sight]] = []
    for step in compose.steps:
        drawn = sight
        for param in step.params:
            report(param.source, drawn, f"what {name} offers", findings)
            drawn.learn(param.local, param.source)
            if isinstance(step.body, ir.Let):
                drawn.learn(step.body.local, param.source)
            drawn = drawn.knowing(others_in, param.source, param.local)
        guards += [(guard, drawn) for guard in step.guards]
    guards += [(guard, sight) for finish in compose.finishes for guard in finish.guards]
    for guard, known in guards:
        if guard.label == ir.AT_MOST:
            report(guard.test, known, f"what {name} offers", findings)
        else:
            check_guard(guard, name, known, findings)
    if compose.weight is not None:
        report(compose.weight.value, sight, f"what {name} offers", findings)


def check_guard(guard: ir.Guard, name: str, sight: Sight, findings: Findings) -> None:
    report(guard.test, sight, f"whether {name} is offered", findings)
    for part in guard.message.parts:
        if not isinstance(part, str | ir.Joined):
            report(part, sight, f"why {name} is not offered", findings)


def check_steps(program: ir.GenericProgram, findings: Findings) -> None:
    """The same for what steps do, and for what ends or weighs a compose: the steps offered before
    are those after which it can be done."""
    known, opened = kept_others(program), dict[int, tuple[ir.Expr, bool]]()
    zones, asked = zones_of(program), asked_at_composes(program)
    for compose in program.composes:
        looked_at = list[ir.Expr]()
        for guard in (g for finish in compose.finishes if not finish.name for g in finish.guards):
            looked_at.append(guard.test)
            looked_at += [p for p in guard.message.parts if not isinstance(p, str | ir.Joined)]
        if compose.weight is not None:
            looked_at.append(compose.weight.value)
        for expr in looked_at:
            sight = Sight(
                program.me, open=opened, others=known, zones=zones, asked=asked[compose.index]
            )  # fmt: skip
            report(expr, sight, f"what {compose.name} offers", findings)
    steps = [(asked[compose.index], s) for compose in program.composes for s in compose.steps]
    for by, step in steps:
        sight = Sight(program.me, open=opened, others=known, zones=zones, asked=by)
        sight = sight.knowing(others_inside, step)
        for param in step.params:
            sight.learn(param.local, param.source)
        for guard in step.guards:
            sight.learn_from(guard.test)
        for stmt in walk_statements(step.body):
            for expr in _looked_at(stmt, sight):
                report(expr, sight, f"whether {step.name} is offered", findings)


def asked_at_composes(
    program: ir.GenericProgram,
) -> defaultdict[int, frozenset[ir.StateVariable]]:
    """For each compose, by its index, what holds whose turn it is where another seat makes it."""
    found = defaultdict[int, frozenset[ir.StateVariable]](frozenset)
    for stmt in walk_statements(program.flow):
        asking = asked_in(stmt)
        if asking is not None:
            for inner in walk(stmt):
                if isinstance(inner, ir.Completable):
                    found[inner.compose.index] |= {asking}
    return found


def _looked_at(node: object, sight: Sight) -> list[ir.Expr]:
    """What a statement depends on; what it gives a name to is learnt."""
    match node:
        case ir.Assign():
            return [node.value]
        case ir.Let():
            if sight.sees_one(node.value):
                sight.locals.add(node.local.number)
            return [node.value]
        case ir.If():
            return [node.test]
        case ir.For():
            sight.learn(node.local, node.source)
            return [node.source]
        case ir.Move():
            return [node.component]
        case _:
            return []


def report(expr: ir.Expr, sight: Sight, what: str, findings: Findings) -> None:
    found = [*sight.hidden_reads(expr)]
    asked = {hidden.at for hidden in found if hidden.read.variable.role == "history"}
    for hidden in found:
        variable = hidden.read.variable
        # what a history holds is told once, not with all that it is kept in and compared with
        if hidden.at in asked and (variable.role != "history" or variable.keys):
            continue
        notes = [Note(f"{_called(variable)} is declared here", variable.span)]
        if hidden.function is not None:
            place = f"it is read in the definition of {hidden.function.name}"
            notes.insert(0, Note(place, hidden.read.span))
        findings.add(
            "E191",
            f"{what} would tell a player what {_called(variable)} holds, which {seers(variable)}",
            hidden.at, *notes, hint=hint_for(hidden.read, sight),
        )  # fmt: skip


def _called(variable: ir.StateVariable) -> str:
    """What rules call a state variable: what an action keeps, by its own name."""
    return variable.name.rpartition(".")[2] if variable.role == "choice" else variable.name


def seers(variable: ir.StateVariable) -> str:
    """Who sees a state variable, as the end of a sentence."""
    match variable.seen:
        case "chooser":
            return "only who has the turn knows"
        case "nobody":
            return "nobody sees"
        case "with":
            return f"is seen with the {variable.keys[0].name}"
        case "others":
            return "all but its owner see"
        case _:
            return "only its owner sees"


def hint_for(read: ir.Read, sight: Sight) -> str:
    variable = read.variable
    if variable.seen == "chooser":
        return (
            "another seat is asked here; what that may know is kept in an open mark, or asked for "
            "in an `if` of what its move does, which tells nothing before"
        )
    if variable.role == "history":
        return "nobody sees a history of what not everybody sees"
    if variable.seen == "with":
        seen = drawn_from_what_is_seen(read, sight)
        told = f": {', or '.join(f'`{one}`' for one in seen)}" if seen else ""
        return f"draw the {variable.keys[0].name} from a zone that the player sees{told}"
    counted = "how many components it holds is public: `is empty`, `size of`"
    if variable.seen == "others":
        other = "ask for it only where it is another seat's: `p in seat where p is not me`, or "
        other += "`p is not me and` before it in the same condition"
        return f"{other}; {counted}" if variable.role == "zone" else other
    if variable.role == "mark":
        asked = "ask for it in an `if` of what the move does, which tells nothing before; or "
        kept = f"keep what all may know of it in a second, open mark, set where {variable.name} is"
        is_ones_own = variable.seen == "owner" and len(variable.keys) == 1
        own = f"; `{variable.name} of me` is the player's own" * is_ones_own
        return f"{asked}{kept}{own}"
    return f"{counted}; `hand of me` is the player's own"


def drawn_from_what_is_seen(read: ir.Read, sight: Sight) -> list[str]:
    """How a component would be drawn with which something is seen: from open zones, and from those
    of who chooses, where it is in what it is drawn from now."""
    (domain, *_), key = read.variable.keys, read.keys[0]
    held = [zone for zone in sight.zones if getattr(zone.type, "domain", None) == domain]
    held = [zone for zone in held if not isinstance(zone.type, ir.Element)]
    found = [zone.name for zone in held if zone.seen in OPEN and not zone.keys]
    seat = sight.me.type.domain if isinstance(sight.me.type, ir.Element) else None
    own = (zone for zone in held if zone.seen == "owner" and zone.keys == (seat,))
    found += [f"{zone.name} of me" for zone in own]
    source = sight.drawn.get(key.number) if isinstance(key, ir.Local) else None
    if source is None or not isinstance(key, ir.Local):
        return found
    told = list[str]()
    if isinstance(source, ir.Fold) and source.kind == "all" and source.where is not None:
        is_or = isinstance(source.where, ir.Op) and source.where.name == "or"
        text = source.where.span.text()
        told.append(f"({text})" if is_or else text)
        source = source.source
    if isinstance(source, ir.Read):
        told.insert(0, f"{key.name} in {source.span.text()}")
    where = f" where {' and '.join(told)}" * bool(told)
    return [f"{key.name} in {zone}{where}" for zone in found[:1]] + found[1:]


def zones_of(program: ir.GenericProgram) -> tuple[ir.StateVariable, ...]:
    """The zones that rules can name as they are: all but the boxes."""
    zones = (v for v in program.variables if v.role == "zone")
    return tuple(zone for zone in zones if not zone.name.startswith("box of "))


@dataclass(slots=True)
class Sight:
    """What the seat in `me` sees for certain. `locals`: names of components that it sees. `open`:
    which expressions read but what is open, by their identity. `others`: what is another seat for
    certain; None: that makes no difference. `zones`: those of the game; `drawn`: from what
    components are that have names. `asked`: what holds the seats whose turn it is while this one is
    asked: it does not see what these have chosen."""

    me: ir.StateVariable
    locals: set[int] = field(default_factory=set)
    open: dict[int, tuple[ir.Expr, bool]] = field(default_factory=dict)
    others: Known | None = NOTHING_KNOWN
    zones: tuple[ir.StateVariable, ...] = ()
    drawn: dict[int, ir.Expr] = field(default_factory=dict)
    asked: frozenset[ir.StateVariable] = frozenset()

    def knowing(self, find: Callable[..., Known], about: Any, *more: ir.Expr) -> Sight:
        """The same where what is found about something are other seats, too."""
        others = NOTHING_KNOWN if self.others is None else find(about, self.me, *more)
        if self.others is None or others <= self.others:
            return self
        return replace(self, others=self.others | others)

    def learn(self, local: ir.Local, source: ir.Expr) -> None:
        """A name is bound to the elements of a collection."""
        self.drawn[local.number] = source
        if self.sees_elements(source):
            self.locals.add(local.number)

    def learn_from(self, test: ir.Expr) -> None:
        """From here on a condition holds: what is in an open zone is seen."""
        match test:
            case ir.Op(name="and", args=args):
                for arg in args:
                    self.learn_from(arg)
            case ir.Op(name="contains", args=(collection, ir.Local(number=number))):
                if self.sees_elements(collection):
                    self.locals.add(number)
            case _:
                pass

    def hidden_reads(self, expr: ir.Expr) -> Iterator[HiddenRead]:
        """What an expression reads and the seat may not see, through definitions too."""
        if self.looks_at_open_alone(expr):
            return
        match expr:
            case ir.Call(function=function, args=args):
                values = {p.number: a for p, a in zip(function.params, args, strict=True)}
                for inner in self.hidden_reads(substitute(function.body, values)):
                    read = inner.read
                    if read.span.lies_in(expr.span) and read.variable.role != "history":
                        yield HiddenRead(read, read.span)  # what is given is read at the call
                    else:
                        yield HiddenRead(read, expr.span, inner.function or function)
                return
            case ir.Fold():
                yield from self.hidden_in_fold(expr)
                return
            case ir.Op(name="and" | "or"):
                # where one of them settles it, what the others come to is the same to all
                settled = others_if if expr.name == "and" else others_unless
                inside = self.knowing(settled, expr)
                for arg in expr.args:
                    yield from inside.hidden_reads(arg)
                return
            case ir.Cond(test=test, then=then, other=other):
                yield from self.hidden_reads(test)
                yield from self.knowing(others_if, test).hidden_reads(then)
                yield from self.knowing(others_unless, test).hidden_reads(other)
                return
            case ir.Read(variable=variable, keys=keys) if not self.is_open(variable, keys):
                yield HiddenRead(expr, expr.span)
        counted = only_counted(expr)
        for child in children(expr):
            if child is counted:
                for key in counted.keys:
                    yield from self.hidden_reads(key)
            else:
                yield from self.hidden_reads(child)  # type: ignore[arg-type]

    def looks_at_open_alone(self, expr: ir.Expr) -> bool:
        """Does an expression read nothing but what everybody sees, through definitions too?"""
        if type(expr) in LEAVES:
            return True
        known = self.open.get(id(expr))
        if known is None:
            found = not isinstance(expr, ir.Read | ir.OnGrid) or (
                expr.variable.seen in OPEN and expr.variable.asked is None
            )
            if found and isinstance(expr, ir.Call):
                found = self.looks_at_open_alone(expr.function.body)
            known = expr, found and all(map(self.looks_at_open_alone, expressions_in(expr)))
            self.open[id(expr)] = known
        return known[1]

    def hidden_in_fold(self, fold: ir.Fold) -> Iterator[HiddenRead]:
        counted = only_counted(fold)
        outer = self.among(fold)
        for part in counted.keys if counted is not None else (fold.source,):
            yield from outer.hidden_reads(part)
        if fold.goal is not None:
            yield from self.hidden_reads(fold.goal)
        inner = replace(self, locals=set(self.locals))
        if fold.kind not in ("reached", "groups"):  # which lead to others
            inner.learn(fold.local, fold.source)
            inner = inner.knowing(others_in, fold.source, fold.local)
            inner = inner.knowing(others_if, fold.where)
        if fold.where is not None:
            for test in conjuncts(fold.where):
                yield from inner.hidden_reads(test)
                inner.learn_from(test)
        if fold.body is not None:
            yield from inner.hidden_reads(fold.body)

    def is_open(self, variable: ir.StateVariable, keys: tuple[ir.Expr, ...]) -> bool:
        """Does the seat see this member of a state variable for certain?"""
        if variable.seen in OPEN:
            return variable.asked is None or variable.asked not in self.asked
        if variable.seen == "with":
            return self.sees_one(keys[0])
        first = keys[0] if keys else None
        if variable.seen == "others":
            return first is not None and is_other(first, self.me, self.others or NOTHING_KNOWN)
        return variable.seen == "owner" and isinstance(first, ir.Read) and first.variable is self.me

    def sees_one(self, expr: ir.Expr) -> bool:
        """Is this a component that the seat sees for certain (or none)?"""
        match expr:
            case ir.Local(number=number):
                return number in self.locals
            case ir.Read(variable=variable, keys=keys):
                lies_here = variable.role in ("zone", "choice")
                return lies_here and self.is_open(variable, keys)
            case ir.Op(name="top", args=(stack,)):
                return self.sees_elements(stack)
            case ir.Fold(kind="the"):
                return self.among(expr).sees_elements(expr.source)
            case ir.Cond(test=test, then=then, other=other):
                is_seen = self.knowing(others_if, test).sees_one(then)
                return is_seen and self.knowing(others_unless, test).sees_one(other)
            case _:
                return False

    def sees_elements(self, expr: ir.Expr) -> bool:
        """Are these components that the seat sees for certain, each of them?"""
        match expr:
            case ir.Local(number=number):
                return number in self.locals
            case ir.Read(variable=variable, keys=keys):
                return variable.role in ("zone", "choice") and self.is_open(variable, keys)
            case ir.Fold(kind="all", source=source):
                return self.among(expr).sees_elements(source) or any(
                    self.is_among_seen(test, expr.local) for test in conjuncts(expr.where)
                )
            case ir.Op(name="members" | "without", args=(first, *_)):
                return self.sees_elements(first)
            case ir.Op(name="after" | "first" | "uppermost", args=(_, second)):
                return self.sees_elements(second)
            case ir.Op(name="intersect", args=args):
                return any(map(self.sees_elements, args))
            case ir.Op(name="union", args=args):
                return all(map(self.sees_elements, args))
            case ir.Op(name="set", args=args):
                return all(map(self.sees_one, args))
            case ir.Cond(test=test, then=then, other=other):
                are_seen = self.knowing(others_if, test).sees_elements(then)
                return are_seen and self.knowing(others_unless, test).sees_elements(other)
            case ir.Call(function=function, args=args):
                values = {p.number: a for p, a in zip(function.params, args, strict=True)}
                return self.sees_elements(substitute(function.body, values))
            case _:
                return False

    def among(self, fold: ir.Fold) -> Sight:
        """What is seen of what a query goes through: where a condition says the same of all of it,
        nothing of that counts where it does not hold."""
        if fold.kind in ("reached", "groups"):
            return self
        return self.knowing(others_if_all, fold)

    def is_among_seen(self, test: ir.Expr, local: ir.Local) -> bool:
        return (
            isinstance(test, ir.Op)
            and test.name == "contains"
            and test.args[1] == local
            and self.sees_elements(test.args[0])
        )


def conjuncts(test: ir.Expr | None) -> tuple[ir.Expr, ...]:
    """The conditions that must all hold for one to hold."""
    if test is None:
        return ()
    return test.args if isinstance(test, ir.Op) and test.name == "and" else (test,)


def only_counted(expr: ir.Expr) -> ir.Read | None:
    """The zone, or the selection, of which an expression asks only how many components it holds:
    who does not see what a mark holds does not see how much that is."""
    found: ir.Read | None = None
    match expr:
        case ir.Op(name="empty" | "size" | "full", args=(ir.Read() as read,)):
            found = read
        case ir.Op(name="equal" | "differ", args=(ir.Read() as read, ir.Const(value=-1))):
            found = read if read.variable.role == "zone" else None
        case ir.Fold(kind="count" | "some", source=ir.Read() as read, where=None):
            found = read
        case _:
            return None
    if found is None or found.variable.seen == "with":
        return None
    return found if found.variable.role in ("zone", "choice") else None

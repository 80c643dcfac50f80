"""Does a lowered program make sense? What every printer may rely on, checked.

Of each function: no jump is left over; `leave` and `again` stand in loops; a function that gives a
result gives one on every path; a variable is read only where every path has stored it; what is
called is there and is given as much as it takes. Of all functions together: each variable, entry
and result holds values of one type throughout (`Type`); types are found, not declared, by taking
for the same whatever meets.

It runs after lowering and after each pass over lowered functions, in tests and wherever
`RULEWRIGHT_VERIFY` asks for it, as that of the core does (`core.verify`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from ..core import soundness
from ..runtime.layout import CHANCE, Layout
from . import nodes as code
from .names import STATE
from .primitives import (
    PRIMITIVES,
    AllWays,
    Known,
    Longest,
    LongestLine,
    LongestPath,
    Operation,
    SumsReached,
    Watching,
    WaysBy,
)

Names = frozenset[str]


@dataclass(slots=True, eq=False)
class Type:
    """What a value is.

    `kind`: `number` (masks and tests too), `list` of one type, `record` of several, `map` from one
    type to another, `keys` (a set of what searches have tried), `text`, or the kind of fixed data
    that printers know; empty: not known yet, or whatever `same` is.
    """

    kind: str = ""
    parts: list[Type] = field(default_factory=list)
    same: Type | None = None

    def found(self) -> Type:
        """The type itself."""
        here = self
        while here.same is not None:
            here = here.same
        return here

    def __str__(self) -> str:
        here = self.found()
        parts = ", ".join(map(str, here.parts)) if here.kind != "data" else ""
        return f"{here.kind or 'anything'}{f' of ({parts})' if parts else ''}"


NUMBER, TEXT, NOTHING = Type("number"), Type("text"), Type("nothing")


def list_of(part: Type) -> Type:
    return Type("list", [part])


def record_of(parts: Iterable[Type]) -> Type:
    return Type("record", list(parts))


def look_at(
    functions: Sequence[code.Function], data: Mapping[str, object], layout: Layout, stage: str
) -> None:
    """Raise `Unsound` if something is wrong with what a stage has made."""
    soundness.tell(verify(functions, data, layout), layout.program.name, stage)


def verify(
    functions: Sequence[code.Function], data: Mapping[str, object], layout: Layout
) -> list[str]:
    """What is wrong with functions that work on the slots of a layout: a sentence each."""
    program = _Program(functions, data, layout)
    for function in functions:
        program.verify(function)
    return program.problems


class _Program:
    def __init__(
        self, functions: Sequence[code.Function], data: Mapping[str, object], layout: Layout
    ) -> None:
        self.problems: list[str] = []
        self.functions = {function.name: function for function in functions}
        self.params = {f.name: {param: Type() for param in f.params} for f in functions}
        self.results = {function.name: Type() for function in functions}
        self.data = data
        self.fixed: dict[str, Type] = {}
        self.slots = _slot_types(layout)
        self.here = ""

    def verify(self, function: code.Function) -> None:
        self.here = function.name
        end = _Paths(self).block(function.body, frozenset(function.params))
        gives = [g.value is not None for g in code.walk(function) if isinstance(g, code.Give)]
        if any(gives) and (end is not None or not all(gives)):
            self.wrong("gives a result on some paths only")
        _Types(self, function).block(function.body)

    def wrong(self, problem: str) -> None:
        self.problems.append(f"{self.here}: {problem}")

    def unify(self, one: Type, other: Type, about: str) -> Type:
        """The type that both are."""
        one, other = one.found(), other.found()
        if one is other or (one.kind == other.kind and not one.parts and one.kind):
            return one
        if not one.kind or (one.kind == "nothing" and other.kind != "number"):
            one.same = other
        elif not other.kind or (other.kind == "nothing" and one.kind != "number"):
            other.same = one
        elif {one.kind, other.kind} == {"list", "record"}:
            several, listed = (one, other) if one.kind == "record" else (other, one)
            several.same = listed
            for part in several.parts:
                self.unify(part, listed.parts[0], about)
        elif one.kind == other.kind and len(one.parts) == len(other.parts):
            one.same = other
            for part, its in zip(one.parts, other.parts, strict=True):
                self.unify(part, its, about)
        else:
            self.wrong(f"{about} is {one} and {other}")
        return one.found()

    def of_data(self, name: str) -> Type:
        """The type of fixed data."""
        if name not in self.fixed:
            self.fixed[name] = self._of_value(self.data[name], name)
        return self.fixed[name]

    def _of_value(self, value: object, name: str) -> Type:
        match value:
            case int():
                return NUMBER
            case str():
                return TEXT
            case tuple() | list():
                part = Type()
                kinds = {type(held) for held in value}
                if len(kinds) > 1 and not kinds <= {int, bool}:
                    return record_of(self._of_value(held, name) for held in value)
                for held in value[:1] if kinds <= {int, bool} else value:
                    part = self.unify(part, self._of_value(held, name), name)
                return list_of(part)
            case Known():
                return Type("map", [Type(), Type()])
            case _:
                return Type(type(value).__name__)


def _slot_types(layout: Layout) -> list[Type]:
    """The type of each slot of a state."""
    found = [NUMBER] * layout.size
    found[CHANCE] = Type("chance")
    for region in layout.slots.values():
        if region.form == "stack":
            found[region.base : region.base + region.count] = [list_of(NUMBER)] * region.count
        elif region.form == "grid":
            found[region.base + 2 : region.base + 4] = [Type("map", [NUMBER, NUMBER])] * 2
    return found


class _Paths:
    """Which variables every path to a place has stored; None where no path leads."""

    def __init__(self, program: _Program) -> None:
        self.program = program
        self.leaving: list[list[Names]] = []  # of the loops around: what is stored where they end

    def block(self, lines: code.Lines, stored: Names) -> Names | None:
        for number, line in enumerate(lines):
            after = self._after(line, stored)
            if after is None:
                leads_away = isinstance(line, code.Give | code.Leave | code.Again | code.Never)
                if leads_away and number + 1 < len(lines):
                    self.program.wrong("something stands where no path leads")
                return None
            stored = after
        return stored

    def _after(self, line: code.Statement, stored: Names) -> Names | None:
        match line:
            case code.Assign() | code.Augment():
                if isinstance(line, code.Augment):
                    self._read(line.target, stored)
                now = self._read(line.value, stored)
                return self._store(line.target, now)
            case code.When():
                now = self._read(line.test, stored)
                return _joined(self.block(line.then, now), self.block(line.other, now))
            case code.While():
                now = self._read(line.test, stored)
                self.leaving.append([])
                self.block(line.body, now)
                ends: list[Names | None] = [*self.leaving.pop()]
                return _joined(*ends, None if code.constant(line.test) else now)
            case code.Each():
                now = self._read(line.source, stored)
                self.leaving.append([])
                self.block(line.body, self._store(line.target, now))
                ends = [*self.leaving.pop()]
                return _joined(*ends, self.block(line.otherwise, now))
            case code.Attempt():
                return _joined(self.block(line.body, stored), self.block(line.otherwise, stored))
            case code.Leave() | code.Again():
                if not self.leaving:
                    self.program.wrong("leaves a loop that is not there")
                elif isinstance(line, code.Leave):
                    self.leaving[-1].append(stored)
                return None
            case code.Give():
                if line.value is not None:
                    self._read(line.value, stored)
                return None
            case code.Perform():
                now = self._read(line.value, stored)
                return None if _fails(line.value) else now
            case code.Never():
                return None
            case code.Jump():
                self.program.wrong("a jump is left over")
                return None
            case _:
                assert_never(line)

    def _store(self, target: code.Target, stored: Names) -> Names:
        match target:
            case code.Name():
                return stored | {target.id}
            case code.Several():
                for part in target.parts:
                    stored = self._store(part, stored)  # type: ignore[arg-type]
                return stored
            case code.Item():
                return self._read(target, stored)
            case _:
                assert_never(target)

    def _read(self, node: code.Value, stored: Names) -> Names:
        """What is stored after computing a value; every variable in it must be stored before."""
        match node:
            case code.Name():
                self._name(node.id, stored)
            case code.Bound():
                return self._read(node.value, stored) | {node.name}
            case code.Junction():
                after = self._read(node.parts[0], stored)
                inner = after
                for part in node.parts[1:]:
                    inner = self._read(part, inner)
                return after
            case code.Choice():
                after = self._read(node.test, stored)
                then, other = self._read(node.then, after), self._read(node.other, after)
                return then & other
            case _:
                for inner_part in code.children(node):
                    stored = self._read(inner_part, stored)  # type: ignore[arg-type]
        return stored

    def _name(self, name: str, stored: Names) -> None:
        known = name in stored or name in self.program.data or name in self.program.functions
        if not known and name not in PRIMITIVES:
            self.program.wrong(f"{name} is read where not every path has stored it")


def _joined(*ends: Names | None) -> Names | None:
    there = [end for end in ends if end is not None]
    return frozenset.intersection(*there) if there else None


def _fails(node: code.Value) -> bool:
    return isinstance(node, code.Call) and node.function in _FAILING


_FAILING = ("fail", "absent", "no_room", "outside", "give_up")
# What operations of lists and the like take, their owner first, and what they give: as primitives.
_OPERATIONS = {
    "bit_count": ("n", "n"), "bit_length": ("n", "n"), "is_kept": ("aa", "n"),
    "is_reached": ("an", "n"), "index": ("mn", "n"), "count": ("mn", "n"), "remove": ("mn", "a"),
    "clear": ("a", "a"),
}  # fmt: skip


class _Types:
    """Finds the types of one function's variables, and of what it shares with others."""

    def __init__(self, program: _Program, function: code.Function) -> None:
        self.program = program
        self.function = function
        self.variables = dict(program.params[function.name])

    def _same(self, one: Type, other: Type, about: str) -> Type:
        return self.program.unify(one, other, about)

    def block(self, lines: code.Lines) -> None:
        for line in lines:
            self._statement(line)

    def _statement(self, line: code.Statement) -> None:
        match line:
            case code.Assign():
                self._stored(line.target, self.of(line.value))
            case code.Augment():
                for part in (self.of(line.target), self.of(line.value)):
                    self._same(part, NUMBER, f"what {line.operator}= changes")
            case code.When() | code.While():
                self._test(line.test)
            case code.Each():
                part = Type()
                self._same(self.of(line.source), list_of(part), "what a loop goes through")
                self._stored(line.target, part)
            case code.Give():
                if line.value is not None:
                    result = self.program.results[self.function.name]
                    self._same(self.of(line.value), result, "the result")
            case code.Perform():
                self.of(line.value)
            case _:
                pass
        for block in code.blocks_of(line):
            self.block(block)

    def _stored(self, target: code.Target, kind: Type) -> None:
        if not isinstance(target, code.Several):
            about = target.id if isinstance(target, code.Name) else "an entry"
            self._same(self.of(target), kind, about)
            return
        kind = kind.found()
        if kind.kind == "list":
            parts = kind.parts * len(target.parts)
        else:
            parts = [Type() for _ in target.parts]
            self._same(kind, record_of(parts), "what is stored in several variables")
        for part, its in zip(target.parts, parts, strict=True):
            self._stored(part, its)  # type: ignore[arg-type]

    def of(self, node: code.Value) -> Type:
        """The type of a value."""
        match node:
            case code.Number():
                return NUMBER
            case code.Text():
                return TEXT
            case code.Nothing():
                return Type("nothing")
            case code.Name():
                return self._named(node.id)
            case code.Binary():
                for part in (node.left, node.right):
                    self._same(self.of(part), NUMBER, f"a side of {node.operator}")
                return NUMBER
            case code.Compare():
                self._compared(node)
                return NUMBER
            case code.Unary():
                kind = self.of(node.operand)
                if node.operator == "filled":
                    if kind.found().kind == "number":
                        self.program.wrong("what may be empty is a number")
                else:
                    self._same(kind, NUMBER, f"what {node.operator} is said of")
                return NUMBER
            case code.Junction():
                for part in node.parts:
                    self._test(part)
                return NUMBER
            case code.Choice():
                self._test(node.test)
                return self._same(self.of(node.then), self.of(node.other), "one of two values")
            case code.Bound():
                return self._same(self._named(node.name), self.of(node.value), node.name)
            case code.Item():
                return self._entry(node)
            case code.Section():
                return self._section(node)
            case code.Several():
                return record_of(self.of(part) for part in node.parts)
            case code.MoveCode():
                for arg in code.children(node):
                    self.of(arg)  # type: ignore[arg-type]
                return Type("move")
            case code.Listed():
                held = Type()
                for part in node.parts:
                    held = self._same(held, self.of(part), "a part of a list")
                return list_of(held)
            case code.Mapping():
                return Type("map", [Type(), Type()])
            case code.Call():
                return self._called(node)
            case code.Method():
                return self._operation(node)
            case _:
                assert_never(node)

    def _test(self, node: code.Value) -> None:
        self._same(self.of(node), NUMBER, "a test")

    def _named(self, name: str) -> Type:
        if name in self.variables:
            return self.variables[name]
        if name in self.program.data:
            return self.program.of_data(name)
        if name in self.program.functions or name in PRIMITIVES:
            return Type("function")
        return self.variables.setdefault(name, Type())

    def _compared(self, node: code.Compare) -> None:
        left, right = self.of(node.left), self.of(node.right)
        if "in" not in node.operator:
            self._same(left, right, f"a side of {node.operator}")
        elif right.found().kind != "range":
            if right.found().kind == "keys":
                self._same(right, Type("keys", [left]), "what keys are looked up in")

    def _entry(self, node: code.Item) -> Type:
        owner = node.owner
        if isinstance(owner, code.Name) and owner.id == STATE:
            return self._slot(node.index)
        kind, index = self.of(owner).found(), self.of(node.index)
        at = code.constant(node.index)
        if kind.kind == "map":
            self._same(kind.parts[0], index, "what a map is asked for")
            return kind.parts[1]
        self._same(index, NUMBER, "the number of an entry")
        if kind.kind == "record" and at is not None:
            return kind.parts[at]
        if at is not None and not kind.kind:
            return Type()  # an entry of what is not known yet
        part = Type()
        self._same(kind, list_of(part), "what an entry is taken from")
        return part

    def _slot(self, index: code.Value) -> Type:
        at = code.constant(index)
        if at is None:
            self._same(self.of(index), NUMBER, "the number of a slot")
            assert isinstance(index, code.Binary), "slots are numbered from the first of a cell"
            at = code.constant(index.right)
        assert at is not None, "slots are numbered from the first of a cell"
        return self.program.slots[at]

    def _section(self, node: code.Section) -> Type:
        for end in (node.start, node.end):
            if end is not None:
                self._same(self.of(end), NUMBER, "where a section begins or ends")
        if isinstance(node.owner, code.Name) and node.owner.id == STATE:
            assert node.start is not None
            return list_of(self._slot(node.start))
        return self._same(self.of(node.owner), list_of(Type()), "what a section is taken of")

    def _taken(self, takes: str, gives: str, args: Sequence[Type], about: str) -> Type:
        """What a primitive gives for its arguments."""
        least, wanted = takes.partition("?")[0], takes.replace("?", "")
        if not len(least) <= len(args) <= len(wanted):
            self.program.wrong(f"{about} is given {len(args)} values")
            return Type()
        for letter, arg in zip(wanted, args, strict=False):
            if letter != "a":
                self._same(arg, _lettered(letter), f"what {about} is given")
        return args[0] if gives == "=" else _lettered(gives)

    def _called(self, node: code.Call) -> Type:
        args = [self.of(arg) for arg in node.args]
        function = self.program.functions.get(node.function)
        if function is not None:
            if len(args) != len(function.params):
                self.program.wrong(f"{node.function} is given {len(args)} values")
            params = self.program.params[node.function]
            for param, arg in zip(function.params, args, strict=False):
                self._same(params[param], arg, f"{param} of {node.function}")
            return self.program.results[node.function]
        if node.function in self.program.data:
            match self.program.data[node.function]:
                case Longest() | LongestLine() | LongestPath() | SumsReached():
                    return NUMBER
                case AllWays() | WaysBy():
                    return list_of(NUMBER)
                case Operation():
                    return NUMBER
                case Watching():
                    return Type()
        elif node.function in PRIMITIVES:
            return self._taken(*PRIMITIVES[node.function], args, node.function)
        self.program.wrong(f"{node.function} is called, and not there")
        return Type()

    def _operation(self, node: code.Method) -> Type:
        owner = self.of(node.owner)
        args = [self.of(arg) for arg in node.args]
        match node.operation, args:
            case "append", [part]:
                self._same(owner, list_of(part), "what is appended to")
            case "extend", [other]:
                self._same(owner, list_of(Type()), "what is extended")
                self._same(owner, other, "what a list is extended by")
            case "pop", []:
                part = Type()
                self._same(owner, list_of(part), "what is taken from")
                return part
            case "add", [key]:
                self._same(owner, Type("keys", [key]), "what keys are added to")
            case "get", [key, *rest]:
                value = rest[0] if rest else Type()
                self._same(owner, Type("map", [key, value]), "what a map is asked for")
                return value
            case name, _ if name in _OPERATIONS:
                return self._taken(*_OPERATIONS[name], [owner, *args], name)
            case name, _:
                self.program.wrong(f"{name} with {len(args)} values is no operation")
        return Type("nothing")


def _lettered(letter: str) -> Type:
    match letter:
        case "n":
            return NUMBER
        case "m":
            return list_of(NUMBER)
        case "l":
            return list_of(Type())
        case "d":
            return Type("map", [NUMBER, NUMBER])
        case "k":
            return Type("keys", [Type()])
        case "s":
            return Type("stream")
        case _:
            return Type()

"""The function being written: its statements so far, the names in scope, what is already computed.

Expressions may need statements of their own (a loop, a search); these are appended where the
expression is written. A part that is evaluated only sometimes is written inside `block`, so that
its statements run only then. `known` remembers computed values as long as nothing is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from ..core.ir import Expr, Local, StateVariable
from ..source import Span
from .names import Names
from .nodes import (
    Lines,
    Statement,
    Value,
    assign,
    both,
    choose,
    constant,
    is_atom,
    mark,
    name,
    when,
)
from .store import Store
from .unit import Unit


class Writer:
    """Statements in the making."""

    def __init__(self, unit: Unit, store: Store, names: Names | None = None) -> None:
        self.unit = unit
        self.store = store
        self.lines: Lines = []
        self.names: dict[int, str] = {}
        self.put_off: dict[int, Value] = {}  # what locals stand for that are operands
        self.sure: set[int] = set()  # locals that are never none
        self.known: dict[object, Value] = {}
        self.given: dict[object, Value] = {}  # what is known when the next evaluation begins
        self.remembering = False
        self.around: list[int] = []  # what the loops of this evaluation go through
        self.settled: dict[int, str] = {}  # the names of locals when this evaluation begins
        self._start = self.lines, 0  # where that is
        self._at_first: dict[object, Value] = {}  # what is known there
        self._first: dict[object, Value] = {}  # what has been worked out there
        self.instead: Mapping[
            StateVariable, Value
        ] = {}  # state variables that a search holds in variables
        self._names = names or Names(store.taken)

    def add(self, statement: Statement, span: Span | None = None) -> None:
        """Append a statement; its line is the span's, or that of what encloses it."""
        if span is not None:
            mark(statement, span)
        self.lines.append(statement)

    def add_if(self, tests: Sequence[Value], lines: Lines) -> None:
        """Append lines that are carried out where all tests hold; without tests, always."""
        if tests:
            self.add(when(both(tests), lines))
        else:
            self.lines.extend(lines)

    @contextmanager
    def block(self) -> Iterator[Lines]:
        """Write into a block of its own; what is computed there is forgotten after it."""
        outer, known = self.lines, self.known
        self.lines, self.known = [], dict(known)
        try:
            yield self.lines
        finally:
            self.lines, self.known = outer, known

    @contextmanager
    def tried(self) -> Iterator[Lines]:
        """The same for what is written to see what it would be; names in it are not in use after
        it."""
        with self._names.tried(), self.block() as lines:
            yield lines

    @contextmanager
    def evaluation(self) -> Iterator[None]:
        """Nothing is stored meanwhile: values once computed are used again; so are those that are
        `given`."""
        before = self.remembering, self.known
        outer = self.around, self.settled, self._start, self._first, self._at_first
        self.remembering, self.known = self.unit.uses("common"), self.given
        self.given = {}
        self.around, self.settled = [], dict(self.names)
        self._start, self._first = (self.lines, len(self.lines)), {}
        self._at_first = dict(self.known)
        try:
            yield
        finally:
            self.remembering, self.known = before
            self.around, self.settled, self._start, self._first, self._at_first = outer

    @contextmanager
    def once(self) -> Iterator[None]:
        """What is written meanwhile is worked out but once for what the loops go through."""
        around, self.around = self.around, []
        try:
            yield
        finally:
            self.around = around

    def ahead(self, value: Value, hint: str) -> str:
        """A variable that has the value when the evaluation begins, and may be changed."""
        held = self.fresh(hint)
        lines, at = self._start
        lines.insert(at, assign(held, value))
        return held

    def at_first(self, key: object, compute: Callable[[], Value], hint: str) -> Value:
        """What is worked out once, when the evaluation begins, wherever it is asked for; nothing
        that has been stored or bound since may count."""
        if key not in self._first:
            known, self.known = self.known, self._at_first
            with self.block() as lines:
                value = self.atom(compute(), hint)
            self.known = known
            before, at = self._start
            before[at:at] = lines
            self._start = before, at + len(lines)
            self._first[key] = value
        return self._first[key]

    def fresh(self, hint: str) -> str:
        """A variable of the generator, not yet used in this function."""
        return self._names.own(hint)

    def reserve(self, names: Iterable[str]) -> None:
        """Variables that the function is given, besides those that all know (`names.SHARED`)."""
        self._names.reserve(names)

    def atom(self, value: Value, hint: str = "t") -> Value:
        """The value as a name or constant, so that it can be used more than once."""
        if is_atom(value):
            return value
        held = self.fresh(hint)
        self.add(assign(held, value))
        return name(held)

    def either(
        self,
        test: Value,
        then: Callable[[], Value],
        other: Callable[[], Value],
        hint: str = "either",
    ) -> Value:
        """One of two values, of which only that one is worked out."""
        fixed = constant(test)
        if fixed is not None:
            return then() if fixed else other()
        with self.block() as then_lines:
            first = then()
        with self.block() as other_lines:
            second = other()
        if not then_lines and not other_lines:
            return choose(test, first, second)
        held = self.fresh(hint)
        then_lines.append(assign(held, first))
        other_lines.append(assign(held, second))
        self.add(when(test, then_lines, other_lines))
        return name(held)

    def variable(self, value: Value, hint: str = "t") -> str:
        """The value in a variable of its own, which may be changed."""
        held = self.fresh(hint)
        self.add(assign(held, value))
        return held

    @contextmanager
    def bound(self, local: Local, *, sure: bool = True) -> Iterator[str]:
        """A name for a local while its scope is written."""
        number = local.number
        before = self.names.get(number), number in self.sure
        held = self.bind(local, sure=sure)
        self.around.append(number)
        try:
            yield held
        finally:
            self.around.pop()
            self._restore(number, *before)

    @contextmanager
    def called(self, local: Local, held: str) -> Iterator[None]:
        """A local is what a variable holds, and surely something, while its scope is written."""
        number = local.number
        before = self.names.get(number), number in self.sure
        self.names[number] = held
        self.sure.add(number)
        try:
            yield
        finally:
            self._restore(number, *before)

    def bind(self, local: Local, *, sure: bool) -> str:
        """A name for a local from here on."""
        held = self._names.of_rules(local.name)
        self.unit.call_local(held, local)
        self.names[local.number] = held
        (self.sure.add if sure else self.sure.discard)(local.number)
        return held

    def _restore(self, number: int, held: str | None, sure: bool) -> None:
        if held is None:
            self.names.pop(number, None)
        else:
            self.names[number] = held
        (self.sure.add if sure else self.sure.discard)(number)

    def names_of(self, free: Iterable[int]) -> tuple[tuple[int, str], ...]:
        """What locals are called here: what is known of an expression is so for these names."""
        return tuple(sorted((number, self.names.get(number, "")) for number in free))

    def remember(self, key: object, value: Value) -> Value:
        """Keep a computed value for as long as it holds; gives it as a name or constant."""
        if not self.remembering:
            return value
        held = self.atom(value)
        self.known[key] = held
        return held


def key_of(expr: Expr, writer: Writer) -> object | None:
    """What `known` calls an expression; None where values must not be kept."""
    if not writer.remembering:
        return None
    names = writer.names_of(writer.unit.free(expr))
    return writer.unit.number_of(expr), names

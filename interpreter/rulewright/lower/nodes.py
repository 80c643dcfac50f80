"""The lowered form: small imperative functions that belong to no target, and how they are built.

A lowered program is functions over named variables, structured control flow, and calls of a fixed
list of primitives. Values are those of the core: whole numbers, masks, stacks and rows; what only
generated code has besides – lists of options, keys of searches, what searches remember – is made by
the nodes below. A printer turns functions into a target's code (`backends.python.printer`).

The builders fold constants and drop neutral elements, so that lowering can write the general case.
A node that stands at a place of a rule file says so in `at`; the others stand where what encloses
them stands. Nodes are compared by identity: the same node may be used in several places (see
`apart`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, cast, get_args

from ..source import NOWHERE, SourceFile, Span

Line = tuple[SourceFile, int]


@dataclass(slots=True, eq=False)
class _Node:
    at: Line | None = field(default=None, init=False)


@dataclass(slots=True, eq=False)
class Number(_Node):
    """A fixed whole number; as a test, 0 is no and all else is yes."""

    value: int


@dataclass(slots=True, eq=False)
class Text(_Node):
    """Fixed words, for messages and the questions asked of chance."""

    value: str


@dataclass(slots=True, eq=False)
class Nothing(_Node):
    """No value: what a function without a result gives, a list that is not there."""


@dataclass(slots=True, eq=False)
class Name(_Node):
    """A variable, or fixed data that all functions know (see `names`)."""

    id: str


@dataclass(slots=True, eq=False)
class Binary(_Node):
    """`left operator right` of two numbers or masks: `+ - * % & | ^ << >>`."""

    left: Value
    operator: str
    right: Value


@dataclass(slots=True, eq=False)
class Compare(_Node):
    """A test: `== != < <= > >=` of numbers, `in` and `not in` of an element and a collection."""

    left: Value
    operator: str
    right: Value


@dataclass(slots=True, eq=False)
class Unary(_Node):
    """`-` of a number, `~` of a mask, `not` of a test; `filled`: is there anything in a list?"""

    operator: str
    operand: Value


@dataclass(slots=True, eq=False)
class Junction(_Node):
    """`and`, `or` of tests in order, the later ones asked only where they matter."""

    operator: str
    parts: list[Value]


@dataclass(slots=True, eq=False)
class Choice(_Node):
    """One of two values."""

    test: Value
    then: Value
    other: Value


@dataclass(slots=True, eq=False)
class Bound(_Node):
    """A value that is also stored in a variable."""

    name: str
    value: Value


@dataclass(slots=True, eq=False)
class Item(_Node):
    """An entry of a list, a table or a region; as a target, the place of it."""

    owner: Value
    index: Value


@dataclass(slots=True, eq=False)
class Section(_Node):
    """Some entries, as a list of its own: from `start` to before `end`, or backwards."""

    owner: Value
    start: Value | None
    end: Value | None
    backwards: bool = False


@dataclass(slots=True, eq=False)
class Several(_Node):
    """Values side by side; as a target, variables side by side."""

    parts: list[Value]


@dataclass(slots=True, eq=False)
class MoveCode(_Node):
    """A move: the number of an alternative and its arguments; those in `rest`, a list or values
    side by side, come last."""

    parts: list[Value]
    rest: Value | None


@dataclass(slots=True, eq=False)
class Listed(_Node):
    """A new list, of the parts repeated so often."""

    parts: list[Value]
    times: int = 1


@dataclass(slots=True, eq=False)
class Mapping(_Node):
    """A new map without entries."""


@dataclass(slots=True, eq=False)
class Call(_Node):
    """A function of the program, a primitive or fixed data that can be called."""

    function: str
    args: list[Value]


@dataclass(slots=True, eq=False)
class Method(_Node):
    """An operation of a list, map, set of keys or mask."""

    owner: Value
    operation: str
    args: list[Value]


Value = (
    Number | Text | Nothing | Name | Binary | Compare | Unary | Junction | Choice | Bound | Item
    | Section | Several | MoveCode | Listed | Mapping | Call | Method
)  # fmt: skip
Place = Name | Item
Target = Place | Several


@dataclass(slots=True, eq=False)
class Assign(_Node):
    """Store a value."""

    target: Target
    value: Value


@dataclass(slots=True, eq=False)
class Augment(_Node):
    """`target operator= value`."""

    target: Target
    operator: str
    value: Value


@dataclass(slots=True, eq=False)
class When(_Node):
    """One of two ways."""

    test: Value
    then: Lines
    other: Lines


@dataclass(slots=True, eq=False)
class While(_Node):
    """A body as long as a test holds."""

    test: Value
    body: Lines


@dataclass(slots=True, eq=False)
class Each(_Node):
    """A body for each value of a collection; `otherwise` when no `Leave` has ended it."""

    target: Target
    source: Value
    body: Lines
    otherwise: Lines


@dataclass(slots=True, eq=False)
class Attempt(_Node):
    """What is done, and what is done instead where the rules go wrong in it."""

    body: Lines
    otherwise: Lines


@dataclass(slots=True, eq=False)
class Leave(_Node):
    """Go on after the innermost loop."""


@dataclass(slots=True, eq=False)
class Again(_Node):
    """Go back to the beginning of the innermost loop."""


@dataclass(slots=True, eq=False)
class Give(_Node):
    """End the function with a result, or with none."""

    value: Value | None


@dataclass(slots=True, eq=False)
class Perform(_Node):
    """Compute a value for what happens meanwhile."""

    value: Value


@dataclass(slots=True, eq=False)
class Never(_Node):
    """Control never comes here."""


@dataclass(slots=True, eq=False)
class Jump(_Node):
    """A place-holder for going to a join (see `flow`); no printer ever sees one."""

    target: object


Statement = (
    Assign | Augment | When | While | Each | Attempt | Leave | Again | Give | Perform | Never
    | Jump
)  # fmt: skip
Lines = list[Statement]
Node = Value | Statement


@dataclass(slots=True, eq=False)
class Function(_Node):
    """A function: a name, the names of its parameters, and its body."""

    name: str
    params: list[str]
    body: Lines


def name(identifier: str) -> Name:
    return Name(identifier)


def number(value: int) -> Value:
    return Number(value)


def text(words: str) -> Text:
    return Text(words)


def nothing() -> Nothing:
    return Nothing()


def constant(node: Value) -> int | None:
    """The value of a fixed number; None for everything else."""
    return node.value if type(node) is Number else None


def is_atom(node: Value) -> bool:
    """Is it free of work: a name or fixed?"""
    return type(node) in (Name, Number, Text, Nothing)


def binary(left: Value, operator: str, right: Value) -> Value:
    """`left operator right`, folded when both are constants, simplified when one is neutral."""
    a, b = constant(left), constant(right)
    if a is not None and b is not None:
        return Number(_fold(a, operator, b))
    if b == 0 and operator in ("+", "-", "|", "^", "<<", ">>"):
        return left
    if a == 0 and operator in ("+", "|", "^"):
        return right
    if operator == "&" and (a == 0 or b == 0) and not _can_fail(left if b == 0 else right):
        return Number(0)
    if operator == "&" and (a == -1 or b == -1):
        return right if a == -1 else left
    if operator == "+" and b is not None and b < 0:
        operator, right = "-", Number(-b)
    return Binary(left, operator, right)


def _can_fail(node: Value) -> bool:
    """Is there a call of `fail` in it?"""
    return any(isinstance(part, Call) and part.function == "fail" for part in walk(node))


def _fold(a: int, operator: str, b: int) -> int:
    match operator:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "%":
            return a % b
        case "&":
            return a & b
        case "|":
            return a | b
        case "^":
            return a ^ b
        case "<<":
            return a << b
        case _:
            return a >> b


def compare(left: Value, operator: str, right: Value) -> Value:
    return Compare(left, operator, right)


def negative(node: Value) -> Value:
    value = constant(node)
    return Number(-value) if value is not None else Unary("-", node)


def inverted(node: Value) -> Value:
    value = constant(node)
    return Number(~value) if value is not None else Unary("~", node)


def negated(node: Value) -> Value:
    """The opposite of a test."""
    value = constant(node)
    if value is not None:
        return Number(int(not value))
    if type(node) is Unary and node.operator == "not":
        return node.operand
    return Unary("not", node)


def both(parts: Iterable[Value]) -> Value:
    """All of these tests, in order."""
    return _junction(parts, "and")


def either(parts: Iterable[Value]) -> Value:
    """One of these tests, in order."""
    return _junction(parts, "or")


def _junction(parts: Iterable[Value], operator: str) -> Value:
    decided = operator == "or"  # the truth of a part that makes later ones superfluous
    left: list[Value] = []
    for part in parts:
        value = constant(part)
        if value is None:
            left.append(part)
        elif bool(value) == decided:
            end = Number(int(decided))
            return Junction(operator, [*left, end]) if left else end
    if len(left) < 2:
        return left[0] if left else Number(int(not decided))
    return Junction(operator, left)


def choose(test: Value, then: Value, other: Value) -> Value:
    """`then` if `test` holds, else `other`."""
    value = constant(test)
    if value is not None:
        return then if value else other
    return Choice(test, then, other)


def bound(variable: str, value: Value) -> Value:
    """A value that is also stored in a variable."""
    return Bound(variable, value)


def call(function: str, *args: Value) -> Value:
    return Call(function, list(args))


def method(owner: Value, operation: str, *args: Value) -> Value:
    return Method(owner, operation, list(args))


def item(owner: Value, index: Value) -> Item:
    return Item(owner, index)


def section(owner: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """Entries from `start` to before `end`, by default all."""
    return Section(owner, start, end)


def backwards(owner: Value) -> Value:
    """All entries, the last one first."""
    return Section(owner, None, None, backwards=True)


def tuple_of(parts: Sequence[Value]) -> Several:
    return Several(list(parts))


def move(parts: Sequence[Value], rest: Value | None = None) -> Value:
    return MoveCode(list(parts), rest)


def several(variables: Iterable[str]) -> Several:
    """Variables side by side, as a target."""
    return Several([Name(variable) for variable in variables])


def list_of(parts: Sequence[Value], times: int = 1) -> Value:
    return Listed(list(parts), times)


def mapping() -> Value:
    return Mapping()


def filled(collection: Value) -> Value:
    """The test whether there is anything in a stack or row of options."""
    return Unary("filled", collection)


def size(mask: Value) -> Value:
    """How many elements a mask has."""
    value = constant(mask)
    return Number(value.bit_count()) if value is not None else method(mask, "bit_count")


def length(mask: Value) -> Value:
    """One more than the highest element of a mask."""
    value = constant(mask)
    return Number(value.bit_length()) if value is not None else method(mask, "bit_length")


def lowest(mask: Value) -> Value:
    """The lowest element of a mask held in a name; -1 when it is empty."""
    return binary(length(binary(mask, "&", negative(mask))), "-", Number(1))


def assign(target: str | Target, value: Value) -> Statement:
    return Assign(Name(target) if isinstance(target, str) else target, value)


def augment(target: str | Target, operator: str, value: Value) -> Statement:
    """`target operator= value`; the target as for `assign`."""
    return Augment(Name(target) if isinstance(target, str) else target, operator, value)


def when(test: Value, then: Lines, other: Lines | None = None) -> Statement:
    """An `if`; an empty `then` is turned round."""
    if not then and other:
        return When(negated(test), other, [])
    return When(test, then, other or [])


def attempt(body: Lines, otherwise: Lines) -> Statement:
    return Attempt(body, otherwise)


def loop(test: Value, body: Lines) -> Statement:
    return While(test, body)


def for_each(target: str | Target, source: Value, body: Lines) -> Each:
    return Each(Name(target) if isinstance(target, str) else target, source, body, [])


def leave() -> Statement:
    return Leave()


def again() -> Statement:
    return Again()


def never() -> Statement:
    return Never()


def give(value: Value | None) -> Statement:
    return Give(value)


def perform(value: Value) -> Statement:
    return Perform(value)


def terminates(body: Lines) -> bool:
    """Does control never run off the end of these statements?"""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, Give | Again | Leave | Never | Jump):
        return True
    if isinstance(last, When):
        return bool(last.other) and terminates(last.then) and terminates(last.other)
    return False


_FIELDS: dict[type, tuple[str, ...]] = {
    kind: tuple(f.name for f in fields(kind) if f.name != "at")
    for kind in (*get_args(Node), Function)
}


_ONE, _ONE_AT_MOST, _SEVERAL = ("Value", "Target"), ("Value | None",), ("list[Value]", "Lines")
PARTS: dict[type, tuple[str, ...]] = {  # of them, those that hold nodes
    kind: tuple(
        name for name in names if kind.__annotations__[name] in _ONE + _ONE_AT_MOST + _SEVERAL
    )
    for kind, names in _FIELDS.items()
}


def _finding(kind: type) -> Callable[[Any], list[Node]]:
    """What finds the children of a kind of nodes; half the passes do little else."""
    names = PARTS[kind]
    how = [kind.__annotations__[name] for name in names]
    if not names:
        return lambda node: []
    get: Callable[[Any], Any] = attrgetter(*names)
    if len(how) == 1 and how[0] in _ONE:
        return lambda node: [get(node)]
    if all(form in _ONE for form in how) or (len(how) == 1 and how[0] in _SEVERAL):
        return lambda node: [*get(node)]
    parts = [(attrgetter(name), form in _SEVERAL) for name, form in zip(names, how, strict=True)]

    def find(node: Any) -> list[Node]:
        found: list[Node] = []
        for part, several in parts:
            held = part(node)
            if several:
                found += held
            elif held is not None:
                found.append(held)
        return found

    return find


_FINDING = {kind: _finding(kind) for kind in PARTS}


def children(node: Node | Function) -> list[Node]:
    """What stands directly in a node, in order."""
    return _FINDING[type(node)](node)


def walk(node: Node | Function) -> Iterator[Node | Function]:
    """A node and all that stands in it, from the outside in."""
    found: list[Node | Function] = [node]
    for here in found:  # which gets longer
        yield here
        found += _FINDING[type(here)](here)


def replace(within: Node | Function, instead: dict[int, Value]) -> None:
    """Put other values in the place of some, which are given by identity."""
    for node in list(walk(within)):
        for name_ in PARTS[type(node)]:
            held: Any = getattr(node, name_)
            if isinstance(held, list):
                held[:] = [instead.get(id(part), part) for part in held]
            elif id(held) in instead:
                setattr(node, name_, instead[id(held)])


def apart(functions: Iterable[Function]) -> None:
    """Give each function nodes of its own: what stands in another one too is copied. A printer that
    knows nodes by their identity would take a variable for that of the other function."""
    owners: dict[int, Function] = {}
    for function in functions:
        copies: dict[int, Any] = {}

        def own(held: Any, function: Function = function, copies: dict[int, Any] = copies) -> Any:
            if not isinstance(held, _Node) or owners.setdefault(id(held), function) is function:
                return held
            if id(held) not in copies:
                copies[id(held)] = made = copy(held)
                owners[id(made)] = function
            return copies[id(held)]

        pending: list[Node | Function] = [function]
        while pending:
            here = pending.pop()
            for name_ in PARTS[type(here)]:
                held = getattr(here, name_)
                parts = [own(part) for part in held] if isinstance(held, list) else own(held)
                setattr(here, name_, parts)
            pending.extend(children(here))


def targets_of(target: Target) -> Sequence[Value]:
    """What something is stored in: a place, or each of several."""
    return target.parts if isinstance(target, Several) else (target,)


def blocks_of(statement: Statement) -> Sequence[Lines]:
    """The lists of statements in a statement."""
    if isinstance(statement, When):
        return statement.then, statement.other
    if isinstance(statement, While):
        return (statement.body,)
    if isinstance(statement, Each | Attempt):
        return statement.body, statement.otherwise
    return ()


def same(one: Value, other: Value) -> bool:
    """Are these the same in all their parts, wherever they stand?"""
    return type(one) is type(other) and all(
        _alike(getattr(one, part), getattr(other, part)) for part in _FIELDS[type(one)]
    )


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, _Node) and isinstance(other, _Node):
        return same(cast(Value, one), cast(Value, other))
    return bool(one == other)


def mark(node: Node | Function, span: Span) -> None:
    """Let a node stand at a place of a rule file; a span of no file changes nothing."""
    if span.file is not NOWHERE.file:
        node.at = (span.file, span.line)


def mark_all(lines: Lines, span: Span) -> None:
    """Give the statements that stand nowhere yet a place."""
    for line in lines:
        if line.at is None:
            mark(line, span)


def file_of(node: Function, otherwise: SourceFile) -> SourceFile:
    """The file a function is in: its own, or that of the first of its nodes that is in one."""
    return next((part.at[0] for part in walk(node) if part.at is not None), otherwise)

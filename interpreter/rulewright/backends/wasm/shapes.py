"""What the variables of a lowered program hold: kinds found by taking for the same whatever meets,
and for each number the range in which it stays.

A range is found by going round: what is stored somewhere widens the range there, until nothing
changes any more; what goes on widening is taken to the next of a few bounds. Numbers whose range
fits into 64 bits are words, all others are kept in memory, as wide as they happen to be; so a range
that is found too wide makes a program slower, and never wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from types import MappingProxyType
from typing import assert_never

from ...core.ir import Compose, Domain, StateVariable
from ...lower import nodes as code
from ...lower.primitives import Known, SumsReached
from ...runtime.layout import OVER
from ...source import Span

Range = tuple[int, int]
BITS = 1 << 14  # wider sets than this have no bound that is kept
ENDLESS = 1 << BITS
_LARGE = ENDLESS >> 2
_LEAST = -_LARGE
COUNT = 0x5555_5555_5555_5555  # what counting up in small steps never reaches; no number of rules
SMALL = 1 << 24  # a small step
MOST_GIVEN = 1 << 40  # that is counted to from outside
WORD = (-(1 << 63), (1 << 63) - 1)
UNSIGNED = (0, (1 << 64) - 1)
_PATIENCE = 6  # rounds before ranges are widened in leaps
_GOING_BACK = 4  # rounds in which they are narrowed again
_BOUNDS = (
    1, 63, (1 << 16) - 1, (1 << 31) - 1, COUNT, WORD[1], (1 << 64) - 1, (1 << 127) - 1,
    (1 << 255) - 1, (1 << 383) - 1, ENDLESS,
)  # fmt: skip
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_LOWER = tuple(WORD[0] if bound == WORD[1] else -bound for bound in _BOUNDS)
GROUP = 6  # words of a number that variables hold by themselves
TEST: Range = (0, 1)
LENGTH: Range = (0, 1 << 31)


@dataclass(frozen=True, slots=True)
class Field:
    """Where a number of a key lies: the part that has it, the entry if that is a list (else below
    0), the least that it can be, the word, and by how much it is shifted there."""

    part: int
    entry: int
    least: int
    word: int
    shift: int


@dataclass(slots=True, eq=False)
class Shape:
    """What a value is.

    `kind`: `number` (masks and tests too), `list` of one shape, `record` of several, `map` from one
    shape to another, `keys` (a set of what has been tried), `stream` of chance, `handle` (a thing
    that only messages speak of), `nothing`;
    empty: not known yet. `range`: of a number, once something is known. `length`: of a list, how
    many entries all such lists have (`VARIES`: not all the same); `grows`: are entries added to
    one, or taken away? `is_table`: of a map, is it one (see `tabled`)? Then `room`: the range of
    its keys, if there is room for all from the start, and `nothing`: what is found of others, if
    that is the least value and found by whatever asks. `packed`: of a key that is one word or few,
    where its parts lie (`packing`).
    """

    kind: str = ""
    parts: list[Shape] = field(default_factory=list)
    range: Range | None = None
    same: Shape | None = None
    length: int | None = None
    grows: bool = False
    packed: tuple[Field, ...] = ()
    is_table: bool = False
    room: Range | None = None
    nothing: int | None = None

    def found(self) -> Shape:
        """The shape itself; the way to it becomes shorter, since it is asked for again and again
        and each that is joined to others lengthens it."""
        here = self
        while (same := here.same) is not None:
            here.same = same if same.same is None else same.same
            here = here.same
        return here


VARIES = -1
NO_SIZES: Mapping[str, int] = MappingProxyType({})
NO_ENTRIES: Mapping[str, Range] = MappingProxyType({})


def stream() -> Shape:
    """A stream of chance that is given from outside."""
    return Shape("stream")


def count() -> Shape:
    """A number of things that is given from outside."""
    return Shape("number", range=(0, MOST_GIVEN))


def point() -> Shape:
    """Where a position waits."""
    return Shape("number", range=(OVER, MOST_GIVEN))


NUMBER = Shape("number")  # of a computed number, whose range is asked for by itself


class Unprintable(Exception):
    """A program that cannot be said in this target; the message says what stands in the way."""


def is_word(found: Range | None) -> bool:
    """Does a number of this range fit into 64 bits?"""
    return found is None or fits(found, WORD) or fits(found, UNSIGNED)


def words(found: Range | None) -> int:
    """In how many words a variable holds a number of this range; 0: it is kept in memory."""
    if is_word(found) or found is None:
        return 1
    needed = max(end.bit_length() for end in found) // 64 + 1
    return needed if needed <= GROUP else 0


def fits(found: Range, into: Range) -> bool:
    return into[0] <= found[0] and found[1] <= into[1]


def joined(one: Range | None, other: Range | None) -> Range | None:
    if one is None or other is None:
        return one or other
    return min(one[0], other[0]), max(one[1], other[1])


class Shapes:
    """The shapes of all functions of a program."""

    def __init__(
        self,
        functions: Sequence[code.Function],
        data: Mapping[str, object],
        given: Mapping[str, Mapping[str, Shape]],
        sizes: Mapping[str, int] = NO_SIZES,
        entries: Mapping[str, Range] = NO_ENTRIES,
    ) -> None:
        """`given`: parameters that are given from outside, by function; `sizes`: of how many things
        variables that are no parameters hold one, or none; `entries`: of lists and maps in such
        variables, the least and the most that any number in them is."""
        params = {param for function in functions for param in function.params}
        self.sizes = {name: size for name, size in sizes.items() if name not in params}
        self._entries = {name: ends for name, ends in entries.items() if name not in params}
        self.functions = {function.name: function for function in functions}
        self.data = data
        self.params = {
            f.name: {param: given.get(f.name, {}).get(param, Shape()) for param in f.params}
            for f in functions
        }
        self.variables = {f.name: dict(self.params[f.name]) for f in functions}
        self.results = {f.name: Shape() for f in functions}
        self.fixed: dict[str, Shape] = {}
        self.at: dict[int, Shape] = {}
        self.sums: dict[int, code.Binary] = {}  # of `Augment`: what is stored
        self.elements: set[int] = set()  # of nodes that are the lowest element of a mask
        self.left_over: set[int] = set()  # of differences where no more is taken than there is
        self._kept: list[object] = []  # keeps the identities in `at` alive
        self._new: dict[int, Shape] = {}  # what nodes make
        self._flows: list[tuple[Shape, code.Value]] = []
        self._ranges: dict[int, Range | None] = {}
        self.here = ""
        nodes = (part for function in functions for part in code.walk(function))
        self._uses = Counter(map(id, nodes))  # a node may stand in several places
        for left in range(3, -1, -1):  # what is known of a function helps with others the next time
            self._last = not left
            self._flows.clear()
            for function in functions:
                self.here = function.name
                self._block(function.body)
        self._settle()
        self._go_round()

    # kinds

    def _settle(self) -> None:
        """What is never given anything is a number."""
        waiting = [shape for held in self.variables.values() for shape in held.values()]
        waiting += self.at.values()
        seen: set[int] = set()
        while waiting:
            shape = waiting.pop().found()
            if id(shape) in seen:
                continue
            seen.add(id(shape))
            if not shape.kind and all(shape is not one.found() for one in self.results.values()):
                shape.kind = "number"
            waiting += shape.parts

    def unify(self, one: Shape, other: Shape) -> Shape:
        """The shape that both are."""
        one, other = one.found(), other.found()
        if one is other:
            return one
        if not one.kind or (one.kind == "nothing" and other.kind != "number"):
            if other is NUMBER:
                one.kind = "number"
            else:
                one.same = other
        elif not other.kind or (other.kind == "nothing" and one.kind != "number"):
            return self.unify(other, one)
        elif one.kind == other.kind == "number":
            if NUMBER not in (one, other):
                other.range = joined(one.range, other.range)
                one.same = other
        elif {one.kind, other.kind} == {"list", "record"}:
            several, listed = (one, other) if one.kind == "record" else (other, one)
            several.same = listed
            listed.length = _common(listed.length, len(several.parts))
            for part in several.parts:
                self.unify(part, listed.parts[0])
        elif one.kind == other.kind and len(one.parts) == len(other.parts):
            one.same = other
            other.length = _common(one.length, other.length)
            other.grows |= one.grows
            for part, its in zip(one.parts, other.parts, strict=True):
                self.unify(part, its)
        else:
            raise Unprintable(f"{self.here}: {one.kind} meets {other.kind}")
        return one.found()

    def _flow(self, into: Shape, node: code.Value) -> None:
        """A value is stored somewhere."""
        shape, into = self.of(node).found(), into.found()
        if shape.kind == "number":
            if not into.kind:
                into.kind = "number"
            if into.kind != "number":
                raise Unprintable(f"{self.here}: a number is stored in a {into.kind}")
            self._flows.append((into, node))
        else:
            self.unify(into, shape)

    def of_data(self, name: str) -> Shape:
        if name not in self.fixed:
            self.fixed[name] = self._of_value(self.data[name])
        return self.fixed[name]

    def _of_value(self, value: object) -> Shape:
        match value:
            case Domain():
                return Shape("number", range=(value.width, value.width))
            case int():
                return Shape("number", range=(int(value), int(value)))
            case None:
                return Shape("nothing")
            case str() | Span() | StateVariable() | Compose():
                return Shape("handle")
            case tuple() | list():
                kinds = {type(held) for held in value}
                if kinds and kinds <= {int, bool}:
                    number = Shape("number", range=(min(value), max(value)))
                    return Shape("list", [number], length=len(value))
                if len(kinds) > 1:
                    return Shape("record", [self._of_value(held) for held in value])
                part = Shape()
                for held in value:
                    part = self.unify(part, self._of_value(held))
                return Shape("list", [part], length=len(value))
            case Known():
                return Shape("map", [Shape(), Shape()])
            case _:
                return Shape("function")

    def _block(self, lines: code.Lines) -> None:
        for line, following in zip_longest(lines, lines[1:]):
            self._statement(line)
            if isinstance(line, code.When):
                self._note_left_over(line, following)

    def _statement(self, line: code.Statement) -> None:
        match line:
            case code.Assign():
                self._stored(line.target, line.value)
            case code.Augment():
                self._stored(line.target, self._sum_of(line))
            case code.When():
                self.of(line.test)
            case code.While():
                self.of(line.test)
                if isinstance(line.test, code.Name):
                    self._note_elements(line.test.id, line.body)
            case code.Each():
                self._each(line)
            case code.Give():
                if line.value is not None:
                    self._flow(self.results[self.here], line.value)
            case code.Perform():
                self.of(line.value)
            case _:
                pass
        for block in code.blocks_of(line):
            self._block(block)

    def _sum_of(self, line: code.Augment) -> code.Binary:
        """What is stored."""
        if id(line) not in self.sums:
            assert not isinstance(line.target, code.Several)
            self._kept.append(line)
            self.sums[id(line)] = code.Binary(line.target, line.operator, line.value)
        return self.sums[id(line)]

    def _note_left_over(self, node: code.When, following: code.Statement | None) -> None:
        """What is taken from a number where it is not less than that, as is known right behind."""
        if node.other:
            following = node.other[0]
        elif not code.terminates(node.then):
            return
        match node.test, following:
            case (
                code.Compare(left=code.Name(id=one), operator="<", right=least),
                code.Augment(target=code.Name(id=name), operator="-", value=value) as taking,
            ) if one == name and code.is_atom(least) and code.same(least, value):
                if self._uses[id(taking)] == 1:
                    self.left_over.add(id(self._sum_of(taking)))
            case _:
                pass

    def _note_elements(self, mask: str, body: code.Lines) -> None:
        """Where a loop goes on while a mask has elements, its lowest one is there, until the mask
        is changed; so is that of a mask which is the lowest element."""
        filled = {mask}
        for line in body:
            if not isinstance(line, code.Assign | code.Augment | code.Perform):
                return
            nodes = [*code.walk(line)]
            filled -= {node.name for node in nodes if isinstance(node, code.Bound)}
            for node in nodes:
                if isinstance(node, code.Binary) and _is_lowest(node, filled):
                    if self._uses[id(node)] == 1:
                        self.elements.add(id(node))
            if not isinstance(line, code.Perform):
                is_bit = isinstance(line, code.Assign) and lowest_of(line.value) in filled
                filled -= {
                    part.id for part in code.walk(line.target) if isinstance(part, code.Name)
                }
                if is_bit and isinstance(line.target, code.Name):
                    filled.add(line.target.id)

    def _each(self, line: code.Each) -> None:
        source = line.source
        if isinstance(source, code.Several):
            for each in source.parts:
                self._stored(line.target, each)
            self.of(source)
        elif isinstance(source, code.Call) and source.function == "range":
            self.of(source)
            assert isinstance(line.target, code.Name)
            self._flow(self.named(line.target.id), source)
        else:
            part = self._part(self.of(source))
            self._handed(line.target, part)

    def _part(self, shape: Shape) -> Shape:
        """What a list holds."""
        shape = self.unify(shape, Shape("list", [Shape()]))
        return shape.parts[0]

    def _handed(self, target: code.Target, shape: Shape) -> None:
        """What a place is given that is no node."""
        match target:
            case code.Name():
                its = self.named(target.id)
            case code.Item():
                its = self.of(target)
            case code.Several():
                found = shape.found()
                if found.kind == "list":
                    parts = found.parts * len(target.parts)
                else:
                    parts = [Shape() for _ in target.parts]
                    found = self.unify(found, Shape("record", parts))
                    parts = found.parts if found.kind == "record" else found.parts * len(parts)
                for one, part in zip(target.parts, parts, strict=True):
                    self._handed(one, part)  # type: ignore[arg-type]
                return
        if shape.found().kind == "number":
            held = _Held(shape)
            self._kept.append(held)
            self._flow(its, held)  # type: ignore[arg-type]
        else:
            self.unify(its, shape)

    def _stored(self, target: code.Target, value: code.Value) -> None:
        if not isinstance(target, code.Several):
            self._flow(self.of(target), value)
        elif isinstance(value, code.Several) and len(value.parts) == len(target.parts):
            for one, part in zip(target.parts, value.parts, strict=True):
                self._stored(one, part)  # type: ignore[arg-type]
        else:
            self._handed(target, self.of(value))

    def of(self, node: code.Value) -> Shape:
        """The shape of a value."""
        found = self._of(node)
        if id(node) not in self.at:
            self._kept.append(node)
        self.at[id(node)] = found
        return found

    def shape(self, node: code.Value) -> Shape:
        """The shape of a value, once all are known."""
        found = self.at.get(id(node))
        return self._of(node) if found is None else found

    def _made(self, node: code.Value, shape: Shape) -> Shape:
        """What a node makes: the same one each time that it is looked at."""
        return self._new.setdefault(id(node), shape)

    def _of(self, node: code.Value) -> Shape:
        if isinstance(node, _Held):
            return node.shape
        match node:
            case code.Name():
                return self.named(node.id)
            case code.Number():
                return NUMBER
            case code.Text():
                return self._made(node, Shape("handle"))
            case code.Nothing():
                return self._made(node, Shape("nothing"))
            case code.Binary():
                self._number(node.left)
                self._number(node.right)
                return NUMBER
            case code.Compare():
                self._compared(node)
                return NUMBER
            case code.Unary():
                if node.operator in ("filled", "not"):
                    self.of(node.operand)
                else:
                    self._number(node.operand)
                return NUMBER
            case code.Junction():
                for part in node.parts:
                    self.of(part)
                return NUMBER
            case code.Choice():
                self.of(node.test)
                return self._either(node.then, node.other)
            case code.Bound():
                its = self.named(node.name)
                self._flow(its, node.value)
                return its
            case code.Item():
                return self._entry(node)
            case code.Section():
                for end in (node.start, node.end):
                    if end is not None:
                        self._number(end)
                owner = self.of(node.owner)
                self._part(owner)
                if node.start is not None or node.end is not None:
                    owner.found().length = VARIES
                return owner
            case code.Several():
                made = self._made(node, Shape("record", [Shape() for _ in node.parts])).found()
                parts = made.parts if made.kind == "record" else made.parts * len(node.parts)
                for shape, part in zip(parts, node.parts, strict=True):
                    self._flow(shape, part)
                return made
            case code.Listed():
                made = self._made(node, Shape("list", [Shape()])).found()
                made.length = _common(made.length, len(node.parts) * node.times)
                for part in node.parts:
                    self._flow(made.parts[0], part)
                return made
            case code.Mapping():
                return self._made(node, Shape("map", [Shape(), Shape()]))
            case code.Call():
                return self._called(node)
            case code.Method():
                return self._operation(node)
            case code.MoveCode():
                raise Unprintable("moves are not made here")
            case _:
                assert_never(node)

    def _number(self, node: code.Value) -> None:
        shape = self.of(node).found()
        if not shape.kind:
            shape.kind = "number"

    def _either(self, *nodes: code.Value) -> Shape:
        shapes = [self.of(node).found() for node in nodes]
        if any(shape.kind == "number" for shape in shapes):
            for shape in shapes:
                if not shape.kind:
                    shape.kind = "number"
            return NUMBER
        first = shapes[0]
        for shape in shapes[1:]:
            first = self.unify(first, shape)
        return first

    def named(self, name: str) -> Shape:
        variables = self.variables[self.here]
        if name in variables:
            return variables[name]
        if name in self.data:
            return self.of_data(name)
        if name in self.functions:
            return Shape("function")
        return variables.setdefault(name, Shape())

    def _compared(self, node: code.Compare) -> None:
        if "in" not in node.operator:
            self._either(node.left, node.right)
            return
        self.of(node.left)
        right = self.of(node.right).found()
        if isinstance(node.right, code.Call) and node.right.function == "range":
            return
        if not right.kind:
            return  # known the next time
        if right.kind in ("keys", "map"):
            self._flow(right.parts[0], node.left)
        else:
            self._sought(node.left, right)

    def _sought(self, element: code.Value, listed: Shape) -> None:
        """An element that is looked for in a list is as wide as those that are there."""
        self.of(element)
        self._flow(self._part(listed), element)

    def _entry(self, node: code.Item) -> Shape:
        owner = self.of(node.owner).found()
        at = code.constant(node.index)
        if owner.kind == "map":
            self._flow(owner.parts[0], node.index)
            return owner.parts[1]
        self._number(node.index)
        if owner.kind == "record" and at is not None:
            return owner.parts[at]
        if not owner.kind and not self._last:
            return Shape()  # known the next time
        return self._part(owner)

    def _called(self, node: code.Call) -> Shape:
        function = self.functions.get(node.function)
        if function is not None:
            params = self.params[node.function]
            for param, arg in zip(function.params, node.args, strict=True):
                self._flow(params[param], arg)
            return self.results[node.function]
        if isinstance(self.data.get(node.function), SumsReached):
            for arg in node.args:
                self._number(arg)
            return NUMBER
        match node.function, node.args:
            case "map", [_, listed]:
                return self.of(listed)
            case "range", args:
                for arg in args:
                    self._number(arg)
                return NUMBER
            case (("list" | "tuple" | "sorted" | "reversed" | "copied" | "copy"), [listed]):
                return self.of(listed)
            case (("len" | "max" | "quotient" | "below"), args):
                for arg in args:
                    self.of(arg)
                return NUMBER
            case "next_state", [stream]:
                return self.unify(self.of(stream), Shape("stream"))
            case "moved_on", [stream, many]:
                self._number(many)
                return self.unify(self.of(stream), Shape("stream"))
            case "turned", [listed, start]:
                self.of(listed)
                self._number(start)
                return NUMBER
            case "set", []:
                return self._made(node, Shape("keys", [Shape()]))
            case "frozen", [places]:
                self.unify(self.of(places), Shape("map", [Shape("number"), Shape("number")]))
                whole = self.of(places).found()
                pair = Shape("record", [Shape("number"), Shape("number")])
                made = self._made(node, Shape("list", [pair], grows=True)).found()
                for part, its in zip(made.parts[0].found().parts, whole.parts, strict=True):
                    held = _Held(its)
                    self._kept.append(held)
                    self._flow(part, held)  # type: ignore[arg-type]
                return made
            case name, args if name in FAILING:
                for arg in args:
                    self.of(arg)
                return self._made(node, Shape())
            case name, _:
                raise Unprintable(f"{name} is called, and not known here")

    def _operation(self, node: code.Method) -> Shape:
        owner = self.of(node.owner).found()
        if node.operation in ("append", "extend", "pop", "remove"):
            self._part(owner)
            owner.found().grows = True
        match node.operation, node.args:
            case (("bit_count" | "bit_length"), []):
                self._number(node.owner)
                return NUMBER
            case "append", [part]:
                self._flow(self._part(owner), part)
            case "extend", [other]:
                if self.of(other).found() is not owner:
                    self._handed_parts(self._part(owner), self._part(self.of(other)))
            case "pop", []:
                return self._part(owner)
            case (("index" | "count" | "remove"), [element]):
                self._sought(element, owner)
                return NUMBER
            case "add", [key]:
                self._flow(self.unify(owner, Shape("keys", [Shape()])).parts[0], key)
            case "get", [key, *rest]:
                whole = self.unify(owner, Shape("map", [Shape(), Shape()]))
                self._flow(whole.parts[0], key)
                for default in rest:
                    self._flow(whole.parts[1], default)
                return whole.parts[1]
            case "clear", []:
                pass
            case name, _:
                raise Unprintable(f"{name} is no operation here")
        return self._made(node, Shape("nothing"))

    def _handed_parts(self, into: Shape, part: Shape) -> None:
        if part.found().kind == "number":
            if not into.found().kind:
                into.found().kind = "number"
            held = _Held(part)
            self._kept.append(held)
            self._flow(into, held)  # type: ignore[arg-type]
        else:
            self.unify(into, part)

    # ranges

    def _go_round(self) -> None:
        """Each round looks again at what is stored where a range that it hangs on has changed."""
        flows = [(into.found(), node) for into, node in self._flows]
        reading: dict[int, list[int]] = {}  # which of them hang on a shape
        for at, (_, node) in enumerate(flows):
            for shape in self._read_in(node):
                reading.setdefault(id(shape), []).append(at)
        first = {id(into): into.range for into, _ in flows}
        due, round_ = [True] * len(flows), 0
        while any(due):
            for at, (into, node) in enumerate(flows):
                if not due[at]:
                    continue
                due[at] = False
                both = joined(into.range, self._range(node))
                if both != into.range and both is not None:
                    if round_ >= _PATIENCE:
                        both = _widened(both, into.range)
                    into.range = both
                    for other in reading.get(id(into), ()):
                        due[other] = True
            round_ += 1
        stored: dict[int, tuple[Shape, list[code.Value]]] = {}
        for into, node in flows:
            stored.setdefault(id(into), (into, []))[1].append(node)
        for _ in range(_GOING_BACK):
            for into, nodes in stored.values():
                self._go_back(into, nodes, first[id(into)])

    def _go_back(self, into: Shape, nodes: list[code.Value], found: Range | None) -> None:
        """What is stored somewhere has ranges that hold, so all of them together hold there, too,
        and are narrower where a range was widened in a leap. `found`: what there is at first."""
        for node in nodes:
            found = joined(found, self._range(node))
        into.range = found

    def _read_in(self, node: code.Value) -> list[Shape]:
        """The shapes on whose ranges that of a number hangs, and maybe some more."""
        if isinstance(node, _Held):
            return [node.shape.found()]
        found = {id(part): self.at.get(id(part)) for part in code.walk(node)}
        return list(dict.fromkeys(shape.found() for shape in found.values() if shape is not None))

    def range(self, node: code.Value) -> Range | None:
        """The range of a number; None if it is never computed."""
        if id(node) not in self._ranges:
            self._ranges[id(node)] = self._range(node)
        return self._ranges[id(node)]

    def sum(self, node: code.Binary) -> Range | None:
        """The range of `+ - *` as it would be without an end."""
        left, right = self.range(node.left), self.range(node.right)
        return None if left is None or right is None else self._reached(node, left, right)

    def _reached(self, node: code.Binary, left: Range, right: Range) -> Range:
        found = _reached(node.operator, left, right)
        if id(node) in self.elements or id(node) in self.left_over:
            return max(0, found[0]), max(0, found[1])
        return found

    def _range(self, node: code.Value) -> Range | None:
        known = self._ranges.get(id(node), NotImplemented)
        if known is not NotImplemented:
            return known
        found = self._found_range(node)
        return found and _ended(found)

    def _found_range(self, node: code.Value) -> Range | None:
        if isinstance(node, _Held):
            return node.shape.found().range
        match node:
            case code.Name(id=name):
                its = self.at[id(node)].found().range
                if its is None or name not in self.sizes:
                    return its
                return max(its[0], -1), min(its[1], self.sizes[name] - 1)
            case code.Number():
                return node.value, node.value
            case code.Binary(operator=("+" | "-" | "*")):
                return self._sum(node)
            case code.Binary():
                return self._bits(node)
            case code.Compare():
                return TEST
            case code.Unary(operator="-"):
                inner = self._range(node.operand)
                return inner and (-inner[1], -inner[0])
            case code.Unary(operator="~"):
                inner = self._range(node.operand)
                return inner and (~inner[1], ~inner[0])
            case code.Unary():
                return TEST
            case code.Junction():
                found: Range | None = None
                for part in node.parts:
                    found = joined(found, self._range(part))
                return joined(found, (0, 0)) if node.operator == "and" else found
            case code.Choice():
                return joined(self._chosen(node, node.then), self._chosen(node, node.other))
            case code.Bound():
                return self._range(node.value)
            case code.Item():
                return self._entry_range(node)
            case code.Call():
                return self._called_range(node)
            case code.Method():
                return self._operation_range(node)
            case _:
                return self.at[id(node)].found().range

    def _chosen(self, node: code.Choice, part: code.Value) -> Range | None:
        """The range of one of two values, where it is chosen: what is compared to choose is no more
        there, or no less, than what it is compared with can be."""
        found, test = self._range(part), node.test
        if found is None or not isinstance(part, code.Name) or not isinstance(test, code.Compare):
            return found
        holds = test.operator if part is node.then else _OPPOSITE.get(test.operator, "")
        for one, operator, other in (
            (test.left, holds, test.right), (test.right, _TURNED.get(holds, ""), test.left)
        ):  # fmt: skip
            if operator not in _TURNED or not isinstance(one, code.Name) or one.id != part.id:
                continue
            if any(isinstance(each, code.Bound) for each in code.walk(test)):
                return found  # it may have become something else
            end = self._range(other)
            if end is None:
                return None
            if operator in ("<", "<="):
                found = found[0], min(found[1], end[1] - (operator == "<"))
            else:
                found = max(found[0], end[0] + (operator == ">")), found[1]
        return found if found[0] <= found[1] else None

    def _sum(self, node: code.Binary) -> Range | None:
        left, right = self._range(node.left), self._range(node.right)
        if left is None or right is None:
            return None
        found = self._reached(node, left, right)
        if id(node) in self.elements:
            return found
        if not fits(left, WORD) or not fits(right, WORD):
            return found
        low, high = (-COUNT, COUNT) if _is_counted(node.operator, left, right) else WORD
        return min(max(found[0], low), high), max(min(found[1], high), low)

    def _bits(self, node: code.Binary) -> Range | None:
        left, right = self._range(node.left), self._range(node.right)
        if left is None or right is None:
            return None
        match node.operator:
            case "%":
                if 0 <= left[0] and left[1] < right[0]:
                    return left
                most = max(abs(right[0]), abs(right[1])) - 1
                return (-most if right[0] < 0 else 0), (most if right[1] > 0 else 0)
            case "<<":
                least, most = max(0, right[0]), max(0, right[1])
                if most > BITS:
                    return (0 if left[0] >= 0 else -ENDLESS), (0 if left[1] <= 0 else ENDLESS)
                return (
                    left[0] << (most if left[0] < 0 else least),
                    left[1] << (least if left[1] < 0 else most),
                )
            case ">>":
                least, most = min(max(0, right[0]), BITS), min(max(0, right[1]), 2 * BITS)
                return (
                    left[0] >> (most if left[0] >= 0 else least)
                    if left[0] > -ENDLESS
                    else -ENDLESS,
                    left[1] >> (most if left[1] < 0 else least) if left[1] < ENDLESS else ENDLESS,
                )
            case "&":
                if left[0] >= 0 and right[0] >= 0:
                    return 0, min(left[1], right[1])
                if left[0] >= 0 or right[0] >= 0:
                    return 0, left[1] if left[0] >= 0 else right[1]
        width = max(end.bit_length() for end in (*left, *right))
        if left[0] >= 0 and right[0] >= 0:
            return (max(left[0], right[0]) if node.operator == "|" else 0), (1 << width) - 1
        return -(1 << width), (1 << width) - 1

    def _entry_range(self, node: code.Item) -> Range | None:
        if isinstance(node.owner, code.Name) and node.owner.id in self.data:
            held, at = self.data[node.owner.id], self._range(node.index)
            if isinstance(held, tuple | list) and held and isinstance(held[0], int):
                if at is None:
                    return None
                low, high = at
                if low >= 0:
                    part = held[min(low, len(held) - 1) : high + 1] or held[-1:]
                elif high >= 0:  # those that are counted from the end, too
                    part = (*held[low:], *held[: high + 1])
                else:
                    part = held[low : high + 1 or None] or held
                return min(part), max(part)
        return self._held_range(node)

    def _held_range(self, node: code.Item | code.Method) -> Range | None:
        """The range of a number in a list or a map."""
        found = self.at[id(node)].found().range
        if found is None or not isinstance(node.owner, code.Name):
            return found
        low, high = self._entries.get(node.owner.id, found)
        return (max(found[0], low), min(found[1], high)) if _meet(found, (low, high)) else found

    def _called_range(self, node: code.Call) -> Range | None:
        if node.function in self.functions:
            return self.results[node.function].found().range
        held = self.data.get(node.function)
        if isinstance(held, SumsReached):
            return 0, (1 << len(held.limits)) - 1
        match node.function, node.args:
            case "range", [end]:
                last = self._range(end)
                return last and (0, max(0, last[1] - 1))
            case "range", [start, end, *_]:
                one, two = self._range(start), self._range(end)
                return joined(one, two)
            case "below", [_, n]:
                many = self._range(n)
                return many and (0, max(0, many[1] - 1))
            case "quotient", [left, right]:
                one, two = self._range(left), self._range(right)
                if one is None or two is None or two[0] < 1:
                    return one and two and WORD
                ends = [a // b for a in one for b in two]
                return min(ends), max(ends)
            case "max", [left, right]:
                one, two = self._range(left), self._range(right)
                if one is None or two is None:
                    return None
                low, high = max(one[0], two[0]), max(one[1], two[1])
                return min(max(low, WORD[0]), WORD[1]), min(max(high, WORD[0]), WORD[1])
            case name, _ if name in FAILING:
                return None  # it never comes back
            case _:
                return LENGTH

    def _operation_range(self, node: code.Method) -> Range | None:
        match node.operation:
            case "bit_count" | "bit_length":
                inner = self._range(node.owner)
                if inner is not None and not -ENDLESS < inner[0] <= inner[1] < ENDLESS:
                    return LENGTH
                return inner and (0, max(end.bit_length() for end in inner))
            case "pop":
                return self.at[id(node)].found().range
            case "get":
                return self._held_range(node)
            case _:
                return LENGTH


def _meet(one: Range, other: Range) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def lowest_of(node: code.Value) -> str:
    """The x of `x & -x`; empty if it is something else."""
    match node:
        case code.Binary(
            left=code.Name(id=one), operator="&",
            right=code.Unary(operator="-", operand=code.Name(id=two)),
        ) if one == two:  # fmt: skip
            return one
        case _:
            return ""


def is_bit(node: code.Value) -> bool:
    """Is it `1 << x`?"""
    return isinstance(node, code.Binary) and node.operator == "<<" and code.constant(node.left) == 1


def _is_lowest(node: code.Binary, filled: set[str]) -> bool:
    """Is it `x.bit_length() - 1` or `(x & -x).bit_length() - 1` of such a mask?"""
    match node:
        case code.Binary(
            left=code.Method(owner=owner, operation="bit_length"), operator="-",
            right=code.Number(value=1),
        ):  # fmt: skip
            name = owner.id if isinstance(owner, code.Name) else lowest_of(owner)
            return name in filled
        case _:
            return False


@dataclass(slots=True, eq=False)
class _Held:
    """Stands for a number that some shape holds, where no node does."""

    shape: Shape


def _common(one: int | None, other: int | None) -> int | None:
    """The length that lists of two kinds have."""
    if one is None or other is None:
        return other if one is None else one
    return one if one == other else VARIES


def _ended(found: Range) -> Range:
    """A range whose ends have no bound where they are very large."""
    low, high = found
    if _LEAST <= low and high <= _LARGE:
        return found
    return (
        -ENDLESS if low < _LEAST else min(low, _LARGE),
        ENDLESS if high > _LARGE else max(high, _LEAST),
    )


def _reached(operator: str, left: Range, right: Range) -> Range:
    """The range of a sum, a difference or a product."""
    match operator:
        case "+":
            return left[0] + right[0], left[1] + right[1]
        case "-":
            return left[0] - right[1], left[1] - right[0]
    ends = [one * other for one in left for other in right]
    return min(ends), max(ends)


def _is_counted(operator: str, left: Range, right: Range) -> bool:
    """Is it a small step of what has been counted for a while?"""
    ends = [max(map(abs, found)) for found in (left, right)]
    return operator != "*" and min(ends) <= SMALL and COUNT - SMALL <= max(ends) <= COUNT


def _widened(now: Range, before: Range | None) -> Range:
    low, high = now
    if before is None or high > before[1]:
        high = next((bound for bound in _BOUNDS if bound >= high), ENDLESS)
    if before is not None and low < before[0]:
        low = next((bound for bound in _LOWER if bound <= low), -ENDLESS)
    return low, high


FAILING = ("fail", "absent", "no_room", "outside", "give_up", "outside_table")

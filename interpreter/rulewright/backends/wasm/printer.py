"""The lowered form as WebAssembly text: one function each, with the lines of the rules beside it.

A number that fits into 64 bits is an `i64`; one of a few words is as many `i64`, the lowest first
(`groups`); any other is an `i32` that says where in memory it lies (`runtime.wat`), and so are
lists, records, maps, and numbers of more than a word that they hold. A stream of chance is two.
What goes wrong is thrown: the number of the message's maker, and what it is made of.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import assert_never, cast

from ...core.ir import Domain
from ...lower import nodes as code
from ...lower.primitives import Known
from . import groups
from .shapes import (
    FAILING,
    NUMBER,
    WORD,
    Range,
    Shape,
    Shapes,
    Unprintable,
    fits,
    is_word,
    lowest_of,
    words,
)

_BINARY = {
    "+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor", "<<": "shl",
}  # fmt: skip
_COMPARE = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_SIGNED = ("<", "<=", ">", ">=")
BASE = 1024  # where fixed data begins; what lies below is for those who call


class Image:
    """Fixed data as it lies in memory from the start, and things that only messages speak of."""

    def __init__(self, shapes: Shapes, data: Mapping[str, object]) -> None:
        self.shapes = shapes
        self.data = data
        self.bytes = bytearray()
        self.handles: list[object] = []
        self._placed: dict[object, int] = {}
        self._named: dict[str, int] = {}

    def handle(self, thing: object) -> int:
        for number, held in enumerate(self.handles):
            if held is thing:
                return number
        self.handles.append(thing)
        return len(self.handles) - 1

    def address(self, name: str) -> int:
        """Where the data of a name lies, or the number that it is."""
        if name not in self._named:
            self._named[name] = self.place(self.data[name], self.shapes.of_data(name).found())
        return self._named[name]

    def place(self, value: object, shape: Shape) -> int:
        match value:
            case None:
                return 0
            case Domain():
                return value.width
            case int() if is_word(shape.range):
                return int(value)
            case int():
                return self.wide(int(value))
            case tuple() | list() if shape.kind == "record":
                parts = [
                    self.place(held, part.found())
                    for held, part in zip(value, shape.parts, strict=True)
                ]
                return self._add(("record", *parts), struct.pack("<q", 0), parts) + 8
            case tuple() | list():
                part = shape.parts[0].found()
                parts = [self.place(held, part) for held in value]
                header = struct.pack("<iiii", len(parts), len(parts), -1, 0)
                return self._add(("list", *parts), header, parts)
            case _:
                return self.handle(value)

    def wide(self, value: int) -> int:
        """A number of any width."""
        words = value.bit_length() // 64 + 1
        held = value.to_bytes(words * 8, "little", signed=True)
        key = ("wide", value)
        if key not in self._placed:
            self._placed[key] = self._append(struct.pack("<ii", words, 0) + held)
        return self._placed[key]

    def _add(self, key: object, header: bytes, parts: list[int]) -> int:
        if key not in self._placed:
            at = BASE + len(self.bytes)
            if len(header) == 16:
                header = struct.pack("<iiii", len(parts), len(parts), at + 16, 0)
            self._placed[key] = self._append(header + b"".join(map(_word, parts)))
        return self._placed[key]

    def _append(self, held: bytes) -> int:
        at = BASE + len(self.bytes)
        self.bytes += held
        return at

    def text(self) -> str:
        """The bytes as WebAssembly writes them."""
        written = "".join(
            chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02x}"
            for byte in self.bytes
        )
        return f'  (data (i32.const {BASE}) "{written}")'


def _word(value: int) -> bytes:
    return (value & (1 << 64) - 1).to_bytes(8, "little")


def type_of(shape: Shape) -> list[str]:
    """What a value of a shape is on the stack, and as a variable."""
    shape = shape.found()
    if shape.kind == "number":
        return ["i64"] * words(shape.range) or ["i32"]
    return ["i64", "i64"] if shape.kind == "stream" else ["i32"]


def entry_type(shape: Shape) -> str:
    """What a value of a shape is where a list or map holds it, before it is made a word."""
    shape = shape.found()
    return "i64" if shape.kind == "number" and is_word(shape.range) else "i32"


class Printer:
    """Prints functions; keeps what they need besides: fixed data, makers of messages, maps."""

    def __init__(self, shapes: Shapes, image: Image) -> None:
        self.shapes = shapes
        self.image = image
        self.extra: dict[str, str] = {}  # functions for shapes: hashes, equality, maps
        self.known: list[str] = []  # maps that live as long as the program

    def function(self, function: code.Function) -> str:
        return _Function(self, function).text()

    def helper(self, what: str, shape: Shape) -> str:
        """The name of a function for a shape, which is written when it is first asked for."""
        shape = shape.found()
        title = f"{what}_{_signature(shape)}"
        if title not in self.extra:
            self.extra[title] = ""
            self.extra[title] = _HELPERS[what](self, title, shape)
        return title


def _signature(shape: Shape) -> str:
    shape = shape.found()
    match shape.kind:
        case "number":
            return "n" if is_word(shape.range) else "w"
        case "list":
            return "l" + _signature(shape.parts[0])
        case "record":
            return f"r{len(shape.parts)}" + "".join(map(_signature, shape.parts))
        case "nothing" | "":
            return "o"
        case "handle":
            return "h"
        case kind:
            raise Unprintable(f"a {kind} in a key")


def _hash_of(printer: Printer, shape: Shape, value: str) -> str:
    """The hash of a value, as an expression."""
    shape = shape.found()
    if shape.kind in ("list", "record"):
        return f"(call ${printer.helper('hash', shape)} {value})"
    if shape.kind == "number" and not is_word(shape.range):
        return f"(call $wide_hash (i32.wrap_i64 {value}))"
    return value


def _mixed(value: str) -> str:
    """A value mixed into `h`."""
    return f"""    (local.set $h (i64.mul (i64.xor (local.get $h) {value})
      (i64.const 0x9E3779B97F4A7C15)))
    (local.set $h (i64.xor (local.get $h) (i64.shr_u (local.get $h) (i64.const 32))))"""


def _hash(printer: Printer, title: str, shape: Shape) -> str:
    head = f"  (func ${title} (param $x i64) (result i64)\n    (local $h i64)"
    match shape.kind:
        case "list":
            entry = _hash_of(printer, shape.parts[0], "(i64.load (local.get $p))")
            return f"""{head} (local $p i32) (local $end i32)
    (local.set $p (i32.load offset=8 (i32.wrap_i64 (local.get $x))))
    (local.set $end (i32.add (local.get $p)
      (i32.shl (i32.load (i32.wrap_i64 (local.get $x))) (i32.const 3))))
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $p) (local.get $end)))
{_mixed(entry)}
      (local.set $p (i32.add (local.get $p) (i32.const 8)))
      (br $again)))
    (local.get $h))"""
        case "record":
            lines = [head]
            for i, part in enumerate(shape.parts):
                field = f"(i64.load offset={8 * i} (i32.wrap_i64 (local.get $x)))"
                lines.append(_mixed(_hash_of(printer, part, field)))
            return "\n".join([*lines, "    (local.get $h))"])
        case _:
            value = _hash_of(printer, shape, "(local.get $x)")
            return "\n".join([head, _mixed(value), "    (local.get $h))"])


def _equal_of(printer: Printer, shape: Shape, one: str, other: str) -> str:
    """Whether two values are equal, as an expression."""
    shape = shape.found()
    if shape.kind in ("list", "record"):
        return f"(call ${printer.helper('equal', shape)} {one} {other})"
    if shape.kind == "number" and not is_word(shape.range):
        return f"(call $wide_eq (i32.wrap_i64 {one}) (i32.wrap_i64 {other}))"
    return f"(i64.eq {one} {other})"


def _equal(printer: Printer, title: str, shape: Shape) -> str:
    head = f"  (func ${title} (param $x i64) (param $y i64) (result i32)"
    match shape.kind:
        case "list":
            inner = _equal_of(
                printer, shape.parts[0], "(i64.load (local.get $p))", "(i64.load (local.get $q))"
            )
            return f"""{head}
    (local $p i32) (local $q i32) (local $end i32)
    (local.set $p (i32.wrap_i64 (local.get $x)))
    (local.set $q (i32.wrap_i64 (local.get $y)))
    (if (i32.eq (local.get $p) (local.get $q)) (then (return (i32.const 1))))
    (if (i32.ne (i32.load (local.get $p)) (i32.load (local.get $q)))
      (then (return (i32.const 0))))
    (local.set $end (i32.shl (i32.load (local.get $p)) (i32.const 3)))
    (local.set $p (i32.load offset=8 (local.get $p)))
    (local.set $q (i32.load offset=8 (local.get $q)))
    (local.set $end (i32.add (local.get $p) (local.get $end)))
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $p) (local.get $end)))
      (if (i32.eqz {inner}) (then (return (i32.const 0))))
      (local.set $p (i32.add (local.get $p) (i32.const 8)))
      (local.set $q (i32.add (local.get $q) (i32.const 8)))
      (br $again)))
    (i32.const 1))"""
        case "record":
            lines = [head]
            for i, part in enumerate(shape.parts):
                one = f"(i64.load offset={8 * i} (i32.wrap_i64 (local.get $x)))"
                other = f"(i64.load offset={8 * i} (i32.wrap_i64 (local.get $y)))"
                inner = _equal_of(printer, part, one, other)
                lines.append(f"    (if (i32.eqz {inner}) (then (return (i32.const 0))))")
            return "\n".join([*lines, "    (i32.const 1))"])
        case _:
            inner = _equal_of(printer, shape, "(local.get $x)", "(local.get $y)")
            return f"{head}\n    {inner})"


def _find(printer: Printer, title: str, shape: Shape) -> str:
    """Where the entry of a key is; 0 if there is none, or no map."""
    hashed = printer.helper("hash", shape)
    is_same = _equal_of(printer, shape, "(i64.load offset=8 (local.get $at))", "(local.get $key)")
    return f"""  (func ${title} (param $p i32) (param $key i64) (result i32)
    (local $h i64) (local $i i32) (local $at i32)
    (if (i32.eqz (local.get $p)) (then (return (i32.const 0))))
    (local.set $h (i64.or (i64.const 0x100000000) (call ${hashed} (local.get $key))))
    (local.set $i (i32.wrap_i64 (local.get $h)))
    (loop $again
      (local.set $at (call $map_entry (local.get $p) (local.get $i)))
      (if (i64.eqz (i64.load (local.get $at))) (then (return (i32.const 0))))
      (if (i64.eq (i64.load (local.get $at)) (local.get $h))
        (then (if {is_same} (then (return (local.get $at))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again))
    (unreachable))"""


def _put(printer: Printer, title: str, shape: Shape) -> str:
    """Where the entry of a key is, which is made if there is none."""
    hashed, find = printer.helper("hash", shape), printer.helper("find", shape)
    return f"""  (func ${title} (param $p i32) (param $key i64) (result i32)
    (local $h i64) (local $i i32) (local $at i32)
    (local.set $at (call ${find} (local.get $p) (local.get $key)))
    (if (local.get $at) (then (return (local.get $at))))
    (call $map_grown (local.get $p))
    (local.set $h (i64.or (i64.const 0x100000000) (call ${hashed} (local.get $key))))
    (local.set $i (i32.wrap_i64 (local.get $h)))
    (block $free (loop $again
      (local.set $at (call $map_entry (local.get $p) (local.get $i)))
      (br_if $free (i64.eqz (i64.load (local.get $at))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again)))
    (i64.store (local.get $at) (local.get $h))
    (i64.store offset=8 (local.get $at) (local.get $key))
    (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1)))
    (local.get $at))"""


_HELPERS: dict[str, Callable[[Printer, str, Shape], str]] = {
    "hash": _hash, "equal": _equal, "find": _find, "put": _put,
}  # fmt: skip


class _Function:
    """Prints one function."""

    def __init__(self, printer: Printer, function: code.Function) -> None:
        self.printer = printer
        self.shapes = printer.shapes
        self.image = printer.image
        self.source = function
        self.out: list[str] = []
        self.depth = 2
        self.locals: dict[str, str] = {}
        self.count = 0
        self.loops: list[tuple[str, str]] = []  # of the loops around: where to leave, to go on
        self.line: code.Line | None = None
        self.variables = self.shapes.variables[function.name]

    def text(self) -> str:
        function = self.source
        self.shapes.here = function.name
        head = [f"  (func ${function.name}"]
        for param in function.params:
            for title, kind in self._places(param):
                head.append(f"    (param ${title} {kind})")
        result = self.shapes.results[function.name].found()
        if result.kind:
            head.append(f"    (result {' '.join(type_of(result))})")
        self._block(function.body)
        if result.kind:
            self.emit("unreachable")
        for name in self.variables:
            if name not in function.params and name not in self.image.data:
                for title, kind in self._places(name):
                    head.append(f"    (local ${title} {kind})")
        head += [f"    (local ${title} {kind})" for title, kind in self.locals.items()]
        return "\n".join([*head, *self.out, "  )"])

    def _places(self, name: str) -> list[tuple[str, str]]:
        """The locals that a variable is."""
        kinds = type_of(self.variables[name])
        if len(kinds) == 1:
            return [(name, kinds[0])]
        return [(f"{name}.{number}", kind) for number, kind in enumerate(kinds)]

    # writing

    def emit(self, *lines: str) -> None:
        pad = "  " * self.depth
        self.out += [pad + line for line in lines]

    @contextmanager
    def within(self, opening: str, ending: str = "end") -> Iterator[None]:
        self.emit(opening)
        self.depth += 1
        yield
        self.depth -= 1
        self.emit(ending)

    def fresh(self, hint: str) -> str:
        self.count += 1
        return f"{hint}.{self.count}"

    def temp(self, kind: str) -> str:
        title = self.fresh("t")
        self.locals[title] = kind
        return title

    def _at(self, node: code.Node) -> None:
        if node.at is not None and node.at != self.line:
            self.line = node.at
            self.emit(f";; line {node.at[1]}")

    # statements

    def _block(self, lines: code.Lines) -> None:
        for line in lines:
            self._at(line)
            self._statement(line)

    def _statement(self, node: code.Statement) -> None:
        match node:
            case code.Assign():
                self._assign(node.target, node.value)
            case code.Augment():
                assert not isinstance(node.target, code.Several)
                self._store(node.target, self.shapes.sums[id(node)])
            case code.When():
                self.test(node.test)
                with self.within("if"):
                    self._block(node.then)
                    if node.other:
                        self.depth -= 1
                        self.emit("else")
                        self.depth += 1
                        self._block(node.other)
            case code.While():
                out, again = self.fresh("out"), self.fresh("again")
                with self.within(f"block ${out}"), self.within(f"loop ${again}"):
                    if not code.constant(node.test):
                        self.test(node.test)
                        self.emit("i32.eqz", f"br_if ${out}")
                    self._body(node.body, out, again)
                    self.emit(f"br ${again}")
            case code.Each():
                self._each(node)
            case code.Attempt():
                self._attempt(node)
            case code.Leave():
                self.emit(f"br ${self.loops[-1][0]}")
            case code.Again():
                self.emit(f"br ${self.loops[-1][1]}")
            case code.Give():
                if node.value is not None:
                    self.value_as(node.value, self.shapes.results[self.source.name])
                self.emit("return")
            case code.Perform():
                self._perform(node.value)
            case code.Never():
                self.emit("unreachable")
            case code.Jump():
                raise AssertionError("it is not printed")
            case _:
                assert_never(node)

    def _body(self, lines: code.Lines, leave: str, again: str) -> None:
        self.loops.append((leave, again))
        self._block(lines)
        self.loops.pop()

    def _attempt(self, node: code.Attempt) -> None:
        done, failed = self.fresh("done"), self.fresh("failed")
        with self.within(f"block ${done}"):
            with self.within(f"block ${failed} (result i32 i64 i64 i64 i64)"):
                with self.within(f"try_table (catch $fail ${failed})"):
                    self._block(node.body)
                self.emit(f"br ${done}")
            self.emit("call $caught")
            self._block(node.otherwise)

    def _perform(self, node: code.Value) -> None:
        before = len(self.out)
        count = self._effect(node)
        if count and len(self.out) > before:
            self.emit(*["drop"] * count)

    def _effect(self, node: code.Value) -> int:
        """A value for what happens meanwhile; how much is left on the stack."""
        if isinstance(node, code.Method) and self._changes(node):
            return 0
        if isinstance(node, code.Call) and node.function in FAILING:
            self._fails(node)
            return 0
        if isinstance(node, code.Call) and node.function in self.shapes.functions:
            self._arguments(node)
            result = self.shapes.results[node.function].found()
            return len(type_of(result)) if result.kind else 0
        self.value(node)
        return len(type_of(self._shape(node)))

    def _changes(self, node: code.Method) -> bool:
        """Print an operation that gives nothing."""
        owner = self.shapes.shape(node.owner).found()
        match node.operation, node.args:
            case "append", [part]:
                self.value(node.owner)
                self.entry(part, owner.parts[0])
                self.emit("call $append")
            case "extend", [other]:
                mine = owner.parts[0].found()
                its = self.shapes.at[id(other)].found().parts[0].found()
                self.value(node.owner)
                self.value(other)
                if mine is its or entry_type(mine) == entry_type(its):
                    self.emit("call $extend")
                else:
                    self.emit(f"call ${self._widening()}", "call $extend")
            case "remove", [element]:
                self.value(node.owner)
                self.word(element)
                self.emit("call $remove")
            case "add", [key]:
                self.value(node.owner)
                self.entry(key, owner.parts[0])
                self.emit(f"call ${self.printer.helper('put', owner.parts[0])}", "drop")
            case "clear", []:
                self.value(node.owner)
                self.emit(
                    "i32.const 8", "call $map_room" if owner.kind != "list" else "unreachable"
                )
            case _:
                return False
        return True

    def _widening(self) -> str:
        self.printer.extra.setdefault("widened", _WIDENED)
        return "widened"

    def _each(self, node: code.Each) -> None:
        source = node.source
        out, end = self.fresh("out"), self.fresh("end")
        again, on = self.fresh("again"), self.fresh("on")
        with self.within(f"block ${out}"):
            if isinstance(source, code.Several):
                self._each_of_several(node, source, out)
            elif isinstance(source, code.Call) and source.function == "range":
                self._each_of_range(node, source, out, end, again, on)
            else:
                listed = self._kept_list(source)
                i = self.temp("i64")
                self.emit("i64.const 0", f"local.set ${i}")
                with self.within(f"block ${end}"), self.within(f"loop ${again}"):
                    self.emit(
                        f"local.get ${i}", f"local.get ${listed}", "i64.load32_u", "i64.ge_u",
                        f"br_if ${end}",
                    )  # fmt: skip
                    part = self.shapes.at[id(source)].found().parts[0].found()
                    self.emit(
                        f"local.get ${listed}", "i32.load offset=8", f"local.get ${i}",
                        "i32.wrap_i64", "i32.const 3", "i32.shl", "i32.add", "i64.load",
                    )  # fmt: skip
                    self._from_entry(part)
                    self._hand(node.target, part)
                    with self.within(f"block ${on}"):
                        self._body(node.body, out, on)
                    self.emit(f"local.get ${i}", "i64.const 1", "i64.add", f"local.set ${i}")
                    self.emit(f"br ${again}")
            self._block(node.otherwise)

    def _kept_list(self, source: code.Value) -> str:
        self.value(source)
        listed = self.temp("i32")
        self.emit(f"local.set ${listed}")
        return listed

    def _each_of_several(self, node: code.Each, source: code.Several, out: str) -> None:
        if not source.parts:
            return
        which, again, on = self.temp("i32"), self.fresh("again"), self.fresh("on")
        end = self.fresh("end")
        self.emit("i32.const -1", f"local.set ${which}")
        with self.within(f"block ${end}"), self.within(f"loop ${again}"):
            self.emit(f"local.get ${which}", "i32.const 1", "i32.add", f"local.set ${which}")
            for number, part in enumerate(source.parts):
                self.emit(f"local.get ${which}", f"i32.const {number}", "i32.eq")
                with self.within("if"):
                    self._assign(node.target, part)
            self.emit(f"local.get ${which}", f"i32.const {len(source.parts)}", "i32.ge_u")
            self.emit(f"br_if ${end}")
            with self.within(f"block ${on}"):
                self._body(node.body, out, on)
            self.emit(f"br ${again}")

    def _each_of_range(
        self, node: code.Each, source: code.Call, out: str, end: str, again: str, on: str
    ) -> None:
        start, last, step = code.Number(0), source.args[0], 1
        first: code.Value = start
        if len(source.args) > 1:
            first, last = source.args[0], source.args[1]
        if len(source.args) > 2:
            found = code.constant(source.args[2])
            assert found, "steps are fixed"
            step = found
        assert isinstance(node.target, code.Name)
        i, limit = self.temp("i64"), self.temp("i64")
        self.word(first)
        self.emit(f"local.set ${i}")
        self.word(last)
        self.emit(f"local.set ${limit}")
        with self.within(f"block ${end}"), self.within(f"loop ${again}"):
            self.emit(f"local.get ${i}", f"local.get ${limit}")
            self.emit("i64.ge_s" if step > 0 else "i64.le_s", f"br_if ${end}")
            self.emit(f"local.get ${i}")
            self._convert(1, WORD, self.variables[node.target.id])
            self._set(node.target.id)
            with self.within(f"block ${on}"):
                self._body(node.body, out, on)
            self.emit(f"local.get ${i}", f"i64.const {step}", "i64.add", f"local.set ${i}")
            self.emit(f"br ${again}")

    def _assign(self, target: code.Target, value: code.Value) -> None:
        if not isinstance(target, code.Several):
            self._store(target, value)
        elif isinstance(value, code.Several) and len(value.parts) == len(target.parts):
            targets = cast(list[code.Target], target.parts)
            pairs = zip(targets, value.parts, strict=True)
            held = [self._kept(one, part) for one, part in pairs]
            for one, temps in zip(targets, held, strict=True):
                self._store_from(one, temps)
        else:
            self.value(value)
            self._hand(target, self.shapes.at[id(value)].found())

    def _hand(self, target: code.Target, shape: Shape) -> None:
        """Store what is on the stack, which is of a shape."""
        if isinstance(target, code.Several):
            whole = self.temp("i32")
            self.emit(f"local.set ${whole}")
            for i, one in enumerate(target.parts):
                part = shape.parts[0 if shape.kind == "list" else i].found()
                self.emit(f"local.get ${whole}")
                if shape.kind == "list":
                    self.emit(f"i64.const {i}", "call $slot", "i64.load")
                else:
                    self.emit(f"i64.load offset={8 * i}")
                self._from_entry(part)
                self._hand(one, part)  # type: ignore[arg-type]
            return
        its = self.shapes.shape(target).found()
        if isinstance(target, code.Name):
            if its.kind == "number":
                self._convert(1 if is_word(shape.range) else 0, shape.range, its)
            self._set(target.id)
            return
        if entry_type(its) != entry_type(shape):
            self._widen(shape.range)
        self._to_entry(its)
        held = self.temp("i64")
        self.emit(f"local.set ${held}")
        self._store_from(target, [held])

    def _store_from(self, target: code.Target, temps: list[str]) -> None:
        match target:
            case code.Name():
                for (title, _), temp in zip(self._places(target.id), temps, strict=True):
                    self.emit(f"local.get ${temp}", f"local.set ${title}")
            case code.Item():
                [temp] = temps
                self._address(target)
                self.emit(f"local.get ${temp}", "i64.store")
            case _:
                raise AssertionError(target)

    def _store(self, target: code.Name | code.Item, value: code.Value) -> None:
        if isinstance(target, code.Name):
            self.value_as(value, self.variables[target.id])
            self._set(target.id)
        else:
            self._store_from(target, self._kept(target, value))

    def _kept(self, target: code.Target, value: code.Value) -> list[str]:
        """A value in locals, as a target will hold it."""
        shape = self.shapes.shape(target)
        if isinstance(target, code.Item):
            self.entry(value, shape)
            temps = [self.temp("i64")]
        else:
            self.value_as(value, shape)
            temps = [self.temp(kind) for kind in type_of(shape)]
        self.emit(*(f"local.set ${temp}" for temp in reversed(temps)))
        return temps

    def _set(self, name: str) -> None:
        """Store what is on the stack in a variable."""
        self.emit(*(f"local.set ${title}" for title, _ in reversed(self._places(name))))

    def _address(self, node: code.Item, *, read: bool = False) -> None:
        """Where an entry of a list is, or the value of a map, which is made if it is not there."""
        owner = self.shapes.shape(node.owner).found()
        if owner.kind == "map":
            self.value(node.owner)
            self.entry(node.index, owner.parts[0])
            what = "find" if read else "put"
            self.emit(f"call ${self.printer.helper(what, owner.parts[0])}")
            self.emit("i32.const 16", "i32.add")
            return
        if owner.kind == "record":
            at = code.constant(node.index)
            assert at is not None
            self.value(node.owner)
            self.emit(f"i32.const {8 * at}", "i32.add")
            return
        length = self._length(node.owner, owner)
        found = self.shapes.range(node.index)
        if owner.grows or found is None or not fits(found, (-length, length - 1)):
            self.value(node.owner)
            self.word(node.index)
            self.emit("call $slot")
            return
        at = code.constant(node.index)
        if at is not None:
            self.value(node.owner)
            self.emit(f"i32.const {16 + 8 * (at % length)}", "i32.add")
            return
        self.value(node.owner)
        self.word(node.index)
        self.emit("i32.wrap_i64")
        if found[0] < 0:
            at_ = self.temp("i32")
            self.emit(
                f"local.tee ${at_}", f"i32.const {length}", "i32.const 0", f"local.get ${at_}",
                "i32.const 0", "i32.lt_s", "select", "i32.add",
            )  # fmt: skip
        self.emit("i32.const 3", "i32.shl", "i32.add", "i32.const 16", "i32.add")

    def _length(self, owner: code.Value, shape: Shape) -> int:
        """How many entries a list has, 0 if that varies."""
        if isinstance(owner, code.Name) and owner.id in self.image.data:
            held = self.image.data[owner.id]
            if isinstance(held, tuple | list):
                return len(held)
        return max(0, shape.length or 0)

    # values

    def _shape(self, node: code.Value) -> Shape:
        """The shape of a value, with the range of a computed number."""
        shape = self.shapes.shape(node).found()
        if shape.kind == "number":
            return Shape("number", range=self.shapes.range(node))
        return shape

    def value(self, node: code.Value) -> None:
        """A value as what it is by itself."""
        self.value_as(node, self._shape(node))

    def value_as(self, node: code.Value, shape: Shape) -> None:
        """A value as it is held by a variable that has a shape."""
        shape = shape.found()
        if shape.kind != "number":
            self._reference(node, shape)
            return
        match words(shape.range):
            case 0:
                self.wide(node)
            case 1:
                self.word(node)
            case count:
                self._push(self.group(node, count))

    def entry(self, node: code.Value, shape: Shape) -> None:
        """A value as an entry of a list or map."""
        shape = shape.found()
        if shape.kind == "number" and not is_word(shape.range):
            self.wide(node)
        else:
            self.value_as(node, shape)
        self._to_entry(shape)

    def _to_entry(self, shape: Shape) -> None:
        if entry_type(shape) == "i32":
            self.emit("i64.extend_i32_u")

    def _from_entry(self, shape: Shape) -> None:
        if entry_type(shape) == "i32":
            self.emit("i32.wrap_i64")

    def _widen(self, found: tuple[int, int] | None) -> None:
        self.emit(
            "call $wide_of" if found is None or fits(found, WORD) else "call $wide_of_unsigned"
        )

    def _convert(self, count: int, found: Range | None, shape: Shape) -> None:
        """What is on the stack, in so many words (0: in memory), as a variable holds it."""
        wanted = words(shape.found().range)
        if count == wanted:
            return
        if wanted == 0:
            if count == 1:
                self._widen(found)
            else:
                self.emit(f"call ${self._grouped('wide_from', count)}")
        elif count == 0:
            if wanted == 1:
                self.emit("call $low_word")
            else:
                self.emit(f"call ${self._grouped('wide_to', wanted)}")
        else:
            temps = self._popped(count)
            self._push(self._resized(temps, wanted, found))

    def _popped(self, count: int) -> list[str]:
        """What is on the stack, in locals."""
        temps = [self.temp("i64") for _ in range(count)]
        self.emit(*(f"local.set ${temp}" for temp in reversed(temps)))
        return [f"local.get ${temp}" for temp in temps]

    def _push(self, group: list[str]) -> None:
        self.emit(*group)

    def _grouped(self, what: str, count: int) -> str:
        """A function between numbers in memory and groups of so many words."""
        title = f"{what}.{count}"
        if title not in self.printer.extra:
            self.printer.extra[title] = groups.between(what, title, count)
        return title

    def _resized(self, group: list[str], count: int, found: Range | None) -> list[str]:
        """A group with more words, or fewer."""
        if count <= len(group):
            return group[:count]
        if found is not None and found[0] >= 0:
            return group + ["i64.const 0"] * (count - len(group))
        sign = self.temp("i64")
        self.emit(group[-1], "i64.const 63", "i64.shr_s", f"local.set ${sign}")
        return group + [f"local.get ${sign}"] * (count - len(group))

    def group(self, node: code.Value, count: int) -> list[str]:
        """A number in so many words: what gets each of them, the lowest first."""
        found = self.shapes.range(node)
        match node:
            case code.Number():
                return [f"i64.const {_signed(node.value >> 64 * i)}" for i in range(count)]
            case code.Bound():
                shape = self.variables[node.name].found()
                self.value_as(node.value, shape)
                self._set(node.name)
                return self._of_variable(node.name, count)
            case code.Name() if node.id in self.variables:
                return self._of_variable(node.id, count)
            case code.Binary() if self._held(node) is None and not is_word(found):
                made = self._group_of(node, count)
                if made is not None:
                    return made
            case code.Unary(operator="~"):
                inner = self._settled(self.group(node.operand, count))
                return self._each_word([inner], ["i64.const -1", "i64.xor"])
            case code.Unary(operator="-"):
                zero = ["i64.const 0"] * count
                return self._sum(zero, self.group(node.operand, count), "-")
            case code.Choice():
                self.test(node.test)
                with self.within(f"if (result {' '.join(['i64'] * count)})"):
                    self._push(self.group(node.then, count))
                    self.depth -= 1
                    self.emit("else")
                    self.depth += 1
                    self._push(self.group(node.other, count))
                return self._popped(count)
        held = self._held(node)
        if is_word(found if held is None else held.range):
            self.word(node)
            return self._resized(self._popped(1), count, found)
        if isinstance(node, code.Call) and node.function in self.shapes.functions:
            self._arguments(node)
            its = self.shapes.results[node.function].found().range
            if words(its):
                return self._resized(self._popped(words(its)), count, its)
        else:
            self._wide(node)
        self.emit(f"call ${self._grouped('wide_to', count)}")
        return self._popped(count)

    def _of_variable(self, name: str, count: int) -> list[str]:
        its = self.variables[name].found().range
        if words(its) == 0:
            self.emit(f"local.get ${name}", f"call ${self._grouped('wide_to', count)}")
            return self._popped(count)
        return self._resized([f"local.get ${title}" for title, _ in self._places(name)], count, its)

    def _settled(self, group: list[str]) -> list[str]:
        """A group that what is computed later does not change."""
        held = []
        for one in group:
            if one.startswith("i64.const"):
                held.append(one)
            else:
                temp = self.temp("i64")
                self.emit(one, f"local.set ${temp}")
                held.append(f"local.get ${temp}")
        return held

    def _each_word(self, operands: list[list[str]], operation: list[str]) -> list[str]:
        made = []
        for parts in zip(*operands, strict=True):
            temp = self.temp("i64")
            self.emit(*parts, *operation, f"local.set ${temp}")
            made.append(f"local.get ${temp}")
        return made

    def _two(self, node: code.Binary, count: int) -> tuple[list[str], list[str]]:
        left = self.group(node.left, count)
        if not isinstance(node.right, code.Name | code.Number):
            left = self._settled(left)
        return left, self.group(node.right, count)

    def _group_of(self, node: code.Binary, count: int) -> list[str] | None:
        """An operation in words; None if it is better done in memory."""
        match node.operator:
            case "&" | "|" | "^":
                left, right = self._two(node, count)
                return self._each_word([left, right], [f"i64.{_BINARY[node.operator]}"])
            case "+" | "-":
                left, right = self._two(node, count)
                return self._sum(left, right, node.operator)
            case "<<" | ">>":
                shift = self.shapes.range(node.right)
                inner = count
                if node.operator == ">>":
                    inner = words(self.shapes.range(node.left))
                    if not inner:
                        return None
                if code.constant(node.left) == 1 and node.operator == "<<":
                    return self._one_bit(node.right, count)
                group = self._settled(self.group(node.left, inner))
                self.word(node.right)
                by = self.temp("i64")
                self.emit(f"local.set ${by}")
                if shift is None:
                    return group[:1] * count
                what = "shl" if node.operator == "<<" else "shr"
                title = f"{what}.{inner}"
                if title not in self.printer.extra:
                    self.printer.extra[title] = groups.shift(title, what, inner)
                self.emit(*group, f"local.get ${by}", f"call ${title}")
                return self._resized(self._popped(inner), count, self.shapes.range(node.left))
            case _:
                return None

    def _one_bit(self, place: code.Value, count: int) -> list[str]:
        """`1 << place`."""
        at, bit = self.temp("i64"), self.temp("i64")
        self.word(place)
        self.emit(f"local.tee ${at}", "i64.const 6", "i64.shr_u", f"local.set ${at}.word")
        self.locals[f"{at}.word"] = "i64"
        self.emit("i64.const 1", f"local.get ${at}", "i64.shl", f"local.set ${bit}")
        made = []
        for number in range(count):
            temp = self.temp("i64")
            self.emit(
                f"local.get ${bit}", "i64.const 0", f"local.get ${at}.word",
                f"i64.const {number}", "i64.eq", "select", f"local.set ${temp}",
            )  # fmt: skip
            made.append(f"local.get ${temp}")
        return made

    def _sum(self, left: list[str], right: list[str], operator: str) -> list[str]:
        """Two groups added, or the second taken away."""
        made: list[str] = []
        carry = ""
        for one, two in zip(left, right, strict=True):
            temp = self.temp("i64")
            last = len(made) == len(left) - 1
            carried = carry
            if not last:
                carry = self.temp("i64")
            if operator == "+":
                self.emit(one, two, "i64.add", f"local.set ${temp}")
                over = [f"local.get ${temp}", two, "i64.lt_u"]
            else:
                self.emit(one, two, "i64.sub", f"local.set ${temp}")
                over = [one, two, "i64.lt_u"]
            if not last:
                self.emit(*over, "i64.extend_i32_u", f"local.set ${carry}")
            if carried:
                step = "i64.add" if operator == "+" else "i64.sub"
                if not last:
                    if operator == "-":
                        self.emit(f"local.get ${temp}", f"local.get ${carried}", "i64.lt_u")
                        self.emit("i64.extend_i32_u", f"local.get ${carry}", "i64.or")
                        self.emit(f"local.set ${carry}")
                self.emit(f"local.get ${temp}", f"local.get ${carried}", step)
                self.emit(f"local.set ${temp}")
                if not last and operator == "+":
                    self.emit(f"local.get ${temp}", f"local.get ${carried}", "i64.lt_u")
                    self.emit("i64.extend_i32_u", f"local.get ${carry}", "i64.or")
                    self.emit(f"local.set ${carry}")
            made.append(f"local.get ${temp}")
        return made

    def test(self, node: code.Value) -> None:
        """Whether something holds, as an `i32`."""
        match node:
            case code.Number():
                self.emit(f"i32.const {int(node.value != 0)}")
            case code.Compare():
                self._compare(node)
            case code.Unary(operator="not"):
                self.test(node.operand)
                self.emit("i32.eqz")
            case code.Unary(operator="filled"):
                self._filled(node.operand)
            case code.Junction():
                self._junction(node.parts, node.operator)
            case code.Choice() if self._is_test(node.then) and self._is_test(node.other):
                self.test(node.test)
                with self.within("if (result i32)"):
                    self.test(node.then)
                    self.depth -= 1
                    self.emit("else")
                    self.depth += 1
                    self.test(node.other)
            case code.Binary(operator="&") if not (
                words(self.shapes.range(node.left)) or words(self.shapes.range(node.right))
            ):
                self.wide(node.left)
                self.wide(node.right)
                self.emit("call $wide_meets")
            case _:
                shape = self.shapes.shape(node).found()
                if shape.kind != "number":
                    self._filled(node)
                elif is_word(self.shapes.range(node)):
                    self.word(node)
                    self.emit("i64.const 0", "i64.ne")
                elif count := words(self.shapes.range(node)):
                    self.emit(*_all_of(self.group(node, count)), "i64.const 0", "i64.ne")
                else:
                    self.wide(node)
                    self.emit("call $wide_is")

    def _is_test(self, node: code.Value) -> bool:
        return isinstance(node, code.Compare | code.Junction | code.Number) or (
            isinstance(node, code.Unary) and node.operator in ("not", "filled")
        )

    def _filled(self, node: code.Value) -> None:
        """Is there anything in a list; is there a record?"""
        shape = self.shapes.shape(node).found()
        if shape.kind == "number":
            self.test(node)
            return
        self._reference(node, shape)
        if shape.kind in ("list", "map", "keys"):
            held = self.temp("i32")
            self.emit(f"local.tee ${held}")
            with self.within("if (result i32)"):
                self.emit(f"local.get ${held}", "i32.load", "i32.const 0", "i32.ne")
                self.depth -= 1
                self.emit("else")
                self.depth += 1
                self.emit("i32.const 0")
        else:
            self.emit("i32.const 0", "i32.ne")

    def _junction(self, parts: list[code.Value], operator: str) -> None:
        self.test(parts[0])
        for part in parts[1:]:
            self.emit("if (result i32)")
            self.depth += 1
            if operator == "or":
                self.emit("i32.const 1")
                self.depth -= 1
                self.emit("else")
                self.depth += 1
                self.test(part)
            else:
                self.test(part)
        for _ in parts[1:]:
            if operator == "and":
                self.depth -= 1
                self.emit("else")
                self.depth += 1
                self.emit("i32.const 0")
            self.depth -= 1
            self.emit("end")

    def _compare(self, node: code.Compare) -> None:
        if "in" in node.operator:
            self._contained(node)
            return
        left, right = self.shapes.shape(node.left).found(), self.shapes.shape(node.right).found()
        if left.kind != "number" or right.kind != "number":
            whole = left if left.kind != "nothing" else right
            self.entry(node.left, whole)
            self.entry(node.right, whole)
            self.emit(f"call ${self.printer.helper('equal', whole)}")
            if node.operator == "!=":
                self.emit("i32.eqz")
            return
        one, two = self.shapes.range(node.left), self.shapes.range(node.right)
        name = _COMPARE[node.operator]
        count = max(words(one), words(two)) if words(one) and words(two) else 0
        if count > 1 and node.operator in ("==", "!="):
            left_, right_ = self.group(node.left, count), self.group(node.right, count)
            pairs = self._each_word([self._settled(left_), right_], ["i64.xor"])
            self.emit(*_all_of(pairs), "i64.const 0", f"i64.{name}")
            return
        if not (is_word(one) and is_word(two)) or _differ_in_sign(one, two):
            self.wide(node.left)
            self.wide(node.right)
            self.emit("call $wide_compare", "i64.const 0")
            self.emit(f"i64.{name}{'_s' if node.operator in _SIGNED else ''}")
            return
        self.word(node.left)
        self.word(node.right)
        unsigned = any(found is not None and found[1] > WORD[1] for found in (one, two))
        suffix = ("_u" if unsigned else "_s") if node.operator in _SIGNED else ""
        self.emit(f"i64.{name}{suffix}")

    def _contained(self, node: code.Compare) -> None:
        source = node.right
        if isinstance(source, code.Call) and source.function == "range":
            start: code.Value = code.Number(0)
            end = source.args[0]
            if len(source.args) > 1:
                start, end = source.args[0], source.args[1]
            if len(source.args) > 2:
                raise Unprintable("in a range with steps")
            held = self.temp("i64")
            self.word(node.left)
            self.emit(f"local.tee ${held}")
            self.word(start)
            self.emit("i64.ge_s", f"local.get ${held}")
            self.word(end)
            self.emit("i64.lt_s", "i32.and")
        else:
            shape = self.shapes.shape(source).found()
            self._reference(source, shape)
            if shape.kind in ("keys", "map"):
                self.entry(node.left, shape.parts[0])
                self.emit(f"call ${self.printer.helper('find', shape.parts[0])}")
                self.emit("i32.const 0", "i32.ne")
            else:
                if entry_type(shape.parts[0]) != "i64":
                    raise Unprintable("looking for a wide number in a list")
                self.word(node.left)
                self.emit("call $index", "i64.const 0", "i64.ge_s")
        if node.operator == "not in":
            self.emit("i32.eqz")

    def word(self, node: code.Value) -> None:
        """A number as an `i64`: all of it if it fits, else its low word."""
        found = self.shapes.range(node)
        match node:
            case code.Number():
                self.emit(f"i64.const {_signed(node.value)}")
            case code.Binary():
                self._word_of(node)
            case code.Unary(operator="-"):
                self.emit("i64.const 0")
                self.word(node.operand)
                self.emit("i64.sub")
            case code.Unary(operator="~"):
                self.word(node.operand)
                self.emit("i64.const -1", "i64.xor")
            case code.Compare() | code.Unary():
                self.test(node)
                self.emit("i64.extend_i32_u")
            case code.Junction():
                self._joined_value(node, self.word, "i64")
            case code.Choice():
                self._either(node, "(result i64)", self.word)
            case code.Bound():
                shape = self.variables[node.name].found()
                self.value_as(node.value, shape)
                self._set(node.name)
                self.emit(f"local.get ${self._places(node.name)[0][0]}")
                if not words(shape.range):
                    self.emit("call $low_word")
            case code.Name() if node.id in self.variables:
                self.emit(f"local.get ${self._places(node.id)[0][0]}")
                if not words(self.variables[node.id].found().range):
                    self.emit("call $low_word")
            case _:
                self._convert(self._number(node), found, NUMBER)

    def _held(self, node: code.Value) -> Shape | None:
        """What holds a number, if it is not computed: how wide it is there counts."""
        shape = self.shapes.shape(node).found()
        return shape if shape is not NUMBER else None

    def _word_of(self, node: code.Binary) -> None:
        left, right = self.shapes.range(node.left), self.shapes.range(node.right)
        match node.operator:
            case "+" | "-" | "*":
                sum_ = self.shapes.sum(node)
                in_words = left is None or right is None or (fits(left, WORD) and fits(right, WORD))
                small = any(
                    found is not None and fits(found, (-(1 << 40), 1 << 40))
                    for found in (left, right)
                )  # what is counted in small steps never comes to an end
                self.word(node.left)
                self.word(node.right)
                name = _BINARY[node.operator]
                if (
                    in_words and sum_ is not None and not fits(sum_, WORD)
                    and not (small and node.operator != "*")
                ):  # fmt: skip
                    self.emit(f"call ${name}_checked")
                else:
                    self.emit(f"i64.{name}")
            case "&" | "|" | "^":
                self.word(node.left)
                self.word(node.right)
                self.emit(f"i64.{_BINARY[node.operator]}")
            case "<<":
                self.word(node.left)
                self.word(node.right)
                self.emit("i64.shl" if right is None or fits(right, (0, 63)) else "call $shl")
            case ">>" if words(left) > 1:
                group = self.group(node.left, words(left))
                if not isinstance(node.right, code.Name | code.Number):
                    group = self._settled(group)
                title = f"shr_low.{len(group)}"
                if title not in self.printer.extra:
                    self.printer.extra[title] = groups.shift_low(title, len(group))
                self._push(group)
                self.word(node.right)
                self.emit(f"call ${title}")
            case ">>" if not is_word(left):
                self.wide(node.left)
                self.word(node.right)
                self.emit("call $wide_shr_low")
            case ">>":
                self.word(node.left)
                self.word(node.right)
                unsigned = left is not None and left[0] >= 0
                if right is None or fits(right, (0, 63)):
                    self.emit("i64.shr_u" if unsigned else "i64.shr_s")
                else:
                    self.emit("call $shr_unsigned" if unsigned else "call $shr")
            case "%":
                self._remainder(node)
            case _:
                raise Unprintable(f"{node.operator} of numbers")

    def _remainder(self, node: code.Binary) -> None:
        left, right = self.shapes.range(node.left), self.shapes.range(node.right)
        if not (left is None or fits(left, WORD)) or not (right is None or fits(right, WORD)):
            raise Unprintable("the remainder of a wide number")
        self.word(node.left)
        self.word(node.right)
        if left is not None and right is not None and left[0] >= 0 and right[0] > 0:
            self.emit("i64.rem_u")
        else:
            self.emit("call $mod")

    def _joined_value(
        self, node: code.Junction, print_: Callable[[code.Value], None], kind: str
    ) -> None:
        """`and`, `or` as a value: that of the part which decides."""
        if all(self._is_test(part) for part in node.parts):
            self.test(node)
            self.emit("i64.extend_i32_u")
            if kind == "i32":
                self.emit("call $wide_of")
            return
        *parts, last = node.parts
        is_there = ["i64.const 0", "i64.ne"] if kind == "i64" else ["call $wide_is"]
        opened = 0
        for part in parts:
            held = self.temp(kind)
            print_(part)
            self.emit(f"local.tee ${held}", *is_there, f"if (result {kind})")
            self.depth += 1
            if node.operator == "or":
                self.emit(f"local.get ${held}")
                self.depth -= 1
                self.emit("else")
                self.depth += 1
            opened += 1
        print_(last)
        for _ in range(opened):
            if node.operator == "and":
                self.depth -= 1
                self.emit("else")
                self.depth += 1
                self.emit("i64.const 0")
                if kind == "i32":
                    self.emit("call $wide_of")
            self.depth -= 1
            self.emit("end")

    def _either(self, node: code.Choice, result: str, print_: Callable[[code.Value], None]) -> None:
        self.test(node.test)
        with self.within(f"if {result}"):
            print_(node.then)
            self.depth -= 1
            self.emit("else")
            self.depth += 1
            print_(node.other)

    def wide(self, node: code.Value) -> None:
        """A number in memory."""
        found = self.shapes.range(node)
        if isinstance(node, code.Number):
            self.emit(f"i32.const {self.image.wide(node.value)}")
            return
        held = self._held(node)
        its = found if held is None else held.range
        in_memory = isinstance(node, code.Item) or (
            isinstance(node, code.Method) and node.operation in ("pop", "get")
        )
        if is_word(its):
            self.word(node)
            self._widen(found)
        elif words(its) and not in_memory:
            self._push(self.group(node, words(its)))
            self.emit(f"call ${self._grouped('wide_from', words(its))}")
        else:
            self._wide(node)

    def _wide(self, node: code.Value) -> None:
        """A number that is too wide for anything else."""
        match node:
            case code.Binary():
                self._wide_of(node)
            case code.Bound():
                self.value_as(node.value, self.variables[node.name])
                self.emit(f"local.tee ${node.name}")
            case code.Unary(operator="-"):
                self.wide(node.operand)
                self.emit("call $wide_neg")
            case code.Unary(operator="~"):
                self.wide(node.operand)
                self.emit("call $wide_not")
            case code.Junction():
                self._joined_value(node, self.wide, "i32")
            case code.Choice():
                self._either(node, "(result i32)", self.wide)
            case _:
                self._number(node)

    def _wide_of(self, node: code.Binary) -> None:
        match node.operator:
            case "<<" | ">>":
                self.wide(node.left)
                self.word(node.right)
                self.emit("call $wide_shl" if node.operator == "<<" else "call $wide_shr")
            case "&" if _is_rest(node):
                self.wide(node.left)
                self.emit("call $wide_rest")
            case "&" if isinstance(node.right, code.Unary) and node.right.operator == "~":
                self.wide(node.left)
                self.wide(node.right.operand)
                self.emit("call $wide_without")
            case "+" | "-" | "&" | "|" | "^":
                self.wide(node.left)
                self.wide(node.right)
                self.emit(f"call $wide_{_BINARY[node.operator]}")
            case _:
                raise Unprintable(f"{node.operator} of wide numbers")

    def _number(self, node: code.Value) -> int:
        """A number that is held somewhere, as it is held there, or computed by a call; in how many
        words it is on the stack, 0: in memory."""
        match node:
            case code.Name():
                if node.id in self.image.data and node.id not in self.variables:
                    shape = self.shapes.of_data(node.id).found()
                    self.emit(f"{entry_type(shape)}.const {self.image.address(node.id)}")
                    return int(is_word(shape.range))
                places = self._places(node.id)
                self.emit(*(f"local.get ${title}" for title, _ in places))
                return words(self.variables[node.id].found().range)
            case code.Item():
                self._address(node, read=True)
                self.emit("i64.load")
                self._from_entry(self.shapes.shape(node))
                return int(is_word(self.shapes.shape(node).found().range))
            case code.Call():
                self._call(node)
                if node.function in self.shapes.functions:
                    return words(self.shapes.results[node.function].found().range)
                return 1
            case code.Method():
                self._operation(node)
                if node.operation in ("pop", "get"):
                    return int(is_word(self.shapes.shape(node).found().range))
                return 1
            case _:
                raise Unprintable(f"{type(node).__name__} as a number")

    def _call(self, node: code.Call) -> None:
        if node.function in self.shapes.functions:
            self._arguments(node)
            return
        match node.function, node.args:
            case "below", [code.Name(id=stream), n]:
                self.emit(f"local.get ${stream}.1", "i64.const 32", "i64.shr_u")
                self.word(n)
                self.emit("i64.mul", "i64.const 32", "i64.shr_u")
            case "len", [listed]:
                self.value(listed)
                self.emit("i64.load32_u")
            case "max", [left, right]:
                held = self.temp("i64"), self.temp("i64")
                for part, temp in zip((left, right), held, strict=True):
                    if not is_word(self.shapes.range(part)):
                        raise Unprintable("the larger of wide numbers")
                    self.word(part)
                    self.emit(f"local.set ${temp}")
                one, two = (f"local.get ${temp}" for temp in held)
                self.emit(one, two, one, two, "i64.gt_s", "select")
            case "quotient", [left, right]:
                self.word(left)
                self.word(right)
                self.emit("call $quotient")
            case name, _ if name in FAILING:
                self._fails(node)
            case name, _:
                raise Unprintable(f"{name} as a number")

    def _arguments(self, node: code.Call) -> None:
        params = self.shapes.params[node.function]
        function = self.shapes.functions[node.function]
        for param, arg in zip(function.params, node.args, strict=True):
            self.value_as(arg, params[param])
        self.emit(f"call ${node.function}")

    def _fails(self, node: code.Call) -> None:
        self.emit(f"i32.const {FAILING.index(node.function)}")
        for arg in node.args:
            shape = self.shapes.shape(arg).found()
            if shape.kind == "number":
                self.word(arg)
            else:
                self._reference(arg, shape)
                self.emit("i64.extend_i32_u")
        self.emit(*["i64.const 0"] * (4 - len(node.args)), "throw $fail")

    def _operation(self, node: code.Method) -> None:
        owner = self.shapes.shape(node.owner).found()
        match node.operation, node.args:
            case "bit_count", []:
                self._counted(node.owner, "call $wide_bit_count", ["i64.popcnt"])
            case "bit_length", []:
                found = self.shapes.range(node.owner)
                low = node.owner.left if lowest_of(node.owner) else None  # type: ignore[union-attr]
                if low is not None and words(self.shapes.range(low)) > 1:
                    self._of_group(low, "lowest")
                elif words(found) > 1 and found is not None and found[0] >= 0:
                    self._of_group(node.owner, "bit_length")
                elif low is not None and not is_word(self.shapes.range(low)):
                    self.wide(low)
                    self.emit("call $wide_lowest", "i64.const 1", "i64.add")
                elif is_word(found):
                    self.emit("i64.const 64")
                    self.word(node.owner)
                    if found is not None and found[0] < 0:
                        self.emit("call $magnitude")
                    self.emit("i64.clz", "i64.sub")
                else:
                    self.wide(node.owner)
                    self.emit("call $wide_bit_length")
            case "pop", []:
                self.value(node.owner)
                self.emit("call $pop")
                self._from_entry(owner.parts[0])
            case (("index" | "count"), [element]):
                self.value(node.owner)
                self.word(element)
                self.emit(f"call ${node.operation}")
            case "get", [key, *rest]:
                at, part = self.temp("i32"), owner.parts[1].found()
                self.value(node.owner)
                self.entry(key, owner.parts[0])
                self.emit(
                    f"call ${self.printer.helper('find', owner.parts[0])}", f"local.tee ${at}"
                )
                with self.within("if (result i64)"):
                    self.emit(f"local.get ${at}", "i64.load offset=16")
                    self.depth -= 1
                    self.emit("else")
                    self.depth += 1
                    if rest:
                        self.entry(rest[0], part)
                    else:
                        self.emit("i64.const 0")
                self._from_entry(part)
            case name, _:
                raise Unprintable(f"{name} as a number")

    def _counted(self, node: code.Value, wide: str, narrow: list[str]) -> None:
        found = self.shapes.range(node)
        if is_word(found):
            self.word(node)
            if found is not None and found[0] < 0:
                self.emit("call $magnitude")
            self.emit(*narrow)
        elif words(found) and found is not None and found[0] >= 0:
            for number, part in enumerate(self.group(node, words(found))):
                self.emit(part, "i64.popcnt", *["i64.add"] * (number > 0))
        else:
            self.wide(node)
            self.emit(wide)

    def _of_group(self, node: code.Value, what: str) -> None:
        """The lowest element and one, or the length, of a mask in words."""
        count = words(self.shapes.range(node))
        title = f"{what}.{count}"
        if title not in self.printer.extra:
            self.printer.extra[title] = groups.place(title, what, count)
        self._push(self.group(node, count))
        self.emit(f"call ${title}")

    def _reference(self, node: code.Value, shape: Shape) -> None:
        """A list, a record, a map, a stream, a handle."""
        match node:
            case code.Nothing():
                self.emit("i32.const 0")
            case code.Text():
                self.emit(f"i32.const {self.image.handle(node.value)}")
            case code.Name():
                self._named(node.id)
            case code.Choice():
                self._either(
                    node, f"(result {' '.join(type_of(shape))})",
                    lambda part: self._reference(part, shape),
                )  # fmt: skip
            case code.Bound():
                self._reference(node.value, shape)
                self.emit(f"local.tee ${node.name}")
            case code.Item():
                self._address(node, read=True)
                self.emit("i64.load", "i32.wrap_i64")
            case code.Section():
                self._section(node)
            case code.Several():
                self._several(node)
            case code.Listed():
                self._listed(node)
            case code.Mapping():
                self.emit("call $map")
            case code.Call():
                self._made(node)
            case code.Method():
                self._operation(node)
            case _:
                raise Unprintable(f"{type(node).__name__} as a {shape.kind}")

    def _named(self, name: str) -> None:
        if name in self.variables:
            self.emit(*(f"local.get ${title}" for title, _ in self._places(name)))
            return
        held = self.image.data[name]
        if isinstance(held, Known):
            if name not in self.printer.known:
                self.printer.known.append(name)
            self.emit(f"global.get $known_{name}")
        else:
            self.emit(f"i32.const {self.image.address(name)}")

    def _section(self, node: code.Section) -> None:
        self.value(node.owner)
        if node.backwards:
            self.emit("call $backwards")
            return
        if node.start is None:
            self.emit("i64.const 0")
        else:
            self.word(node.start)
        if node.end is None:
            self.emit("i64.const 0x7fffffff")
        else:
            self.word(node.end)
        self.emit("call $section")

    def _several(self, node: code.Several) -> None:
        shape = self.shapes.shape(node).found()
        if shape.kind == "list":
            self._list_of(node.parts, shape.parts[0])
            return
        made = self.temp("i32")
        entries = self._entries(node.parts, shape.parts)
        self.emit(f"i32.const {8 * len(node.parts) + 8}", "call $alloc", f"local.tee ${made}")
        self.emit("i64.const 0", "i64.store")
        for i, entry in enumerate(entries):
            self.emit(f"local.get ${made}", f"local.get ${entry}", f"i64.store offset={8 * i + 8}")
        self.emit(f"local.get ${made}", "i32.const 8", "i32.add")

    def _entries(self, parts: list[code.Value], shapes: list[Shape]) -> list[str]:
        held = []
        for part, shape in zip(parts, shapes, strict=True):
            self.entry(part, shape)
            held.append(self.temp("i64"))
            self.emit(f"local.set ${held[-1]}")
        return held

    def _list_of(self, parts: list[code.Value], shape: Shape, times: int = 1) -> None:
        entries = self._entries(parts, [shape] * len(parts))
        made = self.temp("i32")
        self.emit(f"i32.const {len(parts) * times}", "call $list", f"local.set ${made}")
        if times > 4 and len(parts) == 1:
            i, again = self.temp("i32"), self.fresh("fill")
            self.emit(f"i32.const {8 * times}", f"local.set ${i}")
            with self.within(f"loop ${again}"):
                self.emit(f"local.get ${i}", "i32.const 8", "i32.sub", f"local.tee ${i}")
                self.emit(f"local.get ${made}", "i32.add", f"local.get ${entries[0]}")
                self.emit("i64.store offset=16", f"local.get ${i}", f"br_if ${again}")
        else:
            for number, entry in enumerate(entries * times):
                self.emit(f"local.get ${made}", f"local.get ${entry}")
                self.emit(f"i64.store offset={16 + 8 * number}")
        self.emit(f"local.get ${made}")

    def _listed(self, node: code.Listed) -> None:
        shape = self.shapes.shape(node).found()
        self._list_of(node.parts, shape.parts[0], node.times)

    def _made(self, node: code.Call) -> None:
        if node.function in self.shapes.functions:
            self._arguments(node)
            return
        match node.function, node.args:
            case "next_state", [stream]:
                self.value(stream)
                self.emit("call $next_state")
            case (("list" | "tuple"), [code.Call(function="map") as deep]):
                self.value(deep.args[1])
                self.emit("call $copied_all")
            case "map", [_, listed]:
                self.value(listed)
                self.emit("call $copied_all")
            case (("list" | "tuple"), [listed]):
                self.value(listed)
                self.emit("call $copied")
            case "copied", [listed]:
                self.value(listed)
                self.emit("call $copied_all")
            case "copy", [places]:
                self.value(places)
                self.emit("call $map_copied")
            case "sorted", [listed]:
                if entry_type(self.shapes.shape(listed).found().parts[0]) != "i64":
                    raise Unprintable("wide numbers in order")
                self.value(listed)
                self.emit("call $sorted")
            case "reversed", [listed]:
                self.value(listed)
                self.emit("call $backwards")
            case "set", []:
                self.emit("call $map")
            case "frozen", [places]:
                self.printer.extra.setdefault("frozen", _FROZEN)
                self.value(places)
                self.emit("call $frozen")
            case name, _ if name in FAILING:
                self._fails(node)
            case name, _:
                raise Unprintable(f"{name} is called")


def _all_of(group: list[str]) -> list[str]:
    """The bits that any of the words has."""
    return [line for i, part in enumerate(group) for line in (part, *["i64.or"] * (i > 0))]


def _differ_in_sign(one: tuple[int, int] | None, two: tuple[int, int] | None) -> bool:
    """Is one larger than a signed word, and the other perhaps below zero?"""
    if one is None or two is None:
        return False
    return (one[1] > WORD[1] and two[0] < 0) or (two[1] > WORD[1] and one[0] < 0)


def _is_rest(node: code.Binary) -> bool:
    """Is it `x & x - 1`?"""
    left, right = node.left, node.right
    return (
        isinstance(left, code.Name) and isinstance(right, code.Binary) and right.operator == "-"
        and code.constant(right.right) == 1 and isinstance(right.left, code.Name)
        and right.left.id == left.id
    )  # fmt: skip


def _signed(value: int) -> int:
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value


_WIDENED = """  (func $widened (param $p i32) (result i32)  ;; words as wide numbers
    (local $q i32) (local $i i64)
    (local.set $q (call $copied (local.get $p)))
    (block $done (loop $again
      (br_if $done (i64.ge_u (local.get $i) (i64.load32_u (local.get $q))))
      (i64.store (call $slot (local.get $q) (local.get $i)) (i64.extend_i32_u
        (call $wide_of (i64.load (call $slot (local.get $q) (local.get $i))))))
      (local.set $i (i64.add (local.get $i) (i64.const 1)))
      (br $again)))
    (local.get $q))"""

_FROZEN = """  (func $frozen (param $p i32) (result i32)  ;; what lies where, in order
    (local $keys i32) (local $q i32) (local $i i32) (local $n i32) (local $at i32) (local $pair i32)
    (local.set $keys (call $list (i32.const 0)))
    (local.set $n (i32.add (i32.load offset=4 (local.get $p)) (i32.const 1)))
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $i) (local.get $n)))
      (local.set $at (call $map_entry (local.get $p) (local.get $i)))
      (if (i32.and (i64.ne (i64.load (local.get $at)) (i64.const 0))
          (i64.ge_s (i64.load offset=16 (local.get $at)) (i64.const 0)))
        (then (call $append (local.get $keys) (i64.load offset=8 (local.get $at)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again)))
    (local.set $keys (call $sorted (local.get $keys)))
    (local.set $q (call $list (i32.const 0)))
    (local.set $i (i32.const 0))
    (block $all (loop $next
      (br_if $all (i32.ge_u (local.get $i) (i32.load (local.get $keys))))
      (local.set $at (call $slot (local.get $keys) (i64.extend_i32_u (local.get $i))))
      (local.set $pair (i32.add (i32.const 8) (call $alloc (i32.const 24))))
      (i64.store (local.get $pair) (i64.load (local.get $at)))
      (i64.store offset=8 (local.get $pair) (i64.load offset=16
        (call $find_n (local.get $p) (i64.load (local.get $at)))))
      (call $append (local.get $q) (i64.extend_i32_u (local.get $pair)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $next)))
    (local.get $q))"""

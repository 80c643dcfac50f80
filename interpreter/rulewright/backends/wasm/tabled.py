"""Maps that only one variable holds, as tables: what has a small number as its key is found there
at once, and what is added to one is added where it lies.

The parts of a position are values: what changes a map makes another, and a copy of the one before
is what the lowered form asks for. Where nothing can look at that any more, because it is stored in
the place of the one that it was made of, there is no need for two.

Where it is known between what bounds all keys lie, and these are close, a table is nothing but its
values, and held is where that of key 0 would lie. If it is large and only one can be there at once,
it has its place in memory for good. Before its values it is told between what bounds some were
stored: no others have to be emptied for the next one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from ...lower import nodes as code
from .shapes import LENGTH, Range, Shape, Shapes, fits

_SMALL = (-(LENGTH[1] >> 1), LENGTH[1])  # of 32 bits; keys for which there is no room are given up
MOST_KEYS = 1 << 20
MOST_ROOM = 1 << 14  # bytes that are there from the start
LARGE = 512  # bytes of a table that is not emptied as a whole
HEAD = 64  # bytes before its values
_READING = (code.Method, code.Compare, code.Item, code.Call, code.Assign, code.Give)


def find_tables(shapes: Shapes, functions: Sequence[code.Function], given: Collection[str]) -> None:
    """Mark the shapes of maps that are tables. `given`: functions that are called from outside."""
    _Search(shapes, functions, given).mark()


class _Search:
    def __init__(
        self, shapes: Shapes, functions: Sequence[code.Function], given: Collection[str]
    ) -> None:
        self.shapes = shapes
        self.functions = {function.name: function for function in functions}
        self.given = given
        self.copied: dict[int, Shape] = {}  # maps of which copies are made as they change
        self.made: dict[int, Shape] = {}  # maps that what is called from outside makes
        self.held: set[int] = set()  # maps that something else may hold as well
        self.of_copies: dict[str, dict[str, str]] = {}  # what `_changed` has found

    def mark(self) -> None:
        if not any(shape.found().kind == "map" for shape in self.shapes.at.values()):
            return
        for function in self.functions.values():
            self._look_through(function)
        for key, shape in {**self.made, **self.copied}.items():
            if key in self.held or not _is_small(shape):
                continue
            nothing = self._nothing(shape)
            room = _room(shape, nothing)
            if key in self.copied or room is not None:
                shape.is_table, shape.nothing, shape.room = True, nothing, room

    def _nothing(self, table: Shape) -> int | None:
        """What is found of keys that there are not, if it is always the least value."""
        its = table.parts[1].found().range
        for function in self.functions.values():
            for node in code.walk(function):
                match node:
                    case code.Method(owner=asked, operation="get", args=[_, code.Number(value=n)]):
                        if self._is(asked, table) and (its is None or n != its[0]):
                            return None
                    case code.Method(owner=asked) | code.Compare(right=asked):
                        if self._is(asked, table):
                            return None
                    case _:
                        pass
        return its and its[0]

    def _is(self, node: code.Value, table: Shape) -> bool:
        shape = self.shapes.at.get(id(node))
        return shape is not None and shape.found() is table

    def _look_through(self, function: code.Function) -> None:
        for name in function.params if function.name in self.given else ():
            self._hold(self.shapes.variables[function.name][name])
        fine: set[int] = set()  # nodes that are no other way to hold a map
        nodes = list(code.walk(function))
        are_made = any(isinstance(node, code.Mapping) for node in nodes)
        for node in nodes:
            if isinstance(node, _READING):
                fine.update(id(part) for part in self._only_read(node, function))
            if are_made and isinstance(node, code.While | code.Each):
                new = (part for line in node.body for part in code.walk(line))
                for part in new:
                    if isinstance(part, code.Mapping):  # to empty a table takes long
                        self._hold(self.shapes.shape(part))
        for node in nodes:
            shape = self.shapes.at.get(id(node))
            if shape is not None and shape.found().kind == "map" and id(node) not in fine:
                self._hold(shape)

    def _hold(self, shape: Shape) -> None:
        self.held.add(id(shape.found()))

    def _only_read(
        self, node: code.Node | code.Function, function: code.Function
    ) -> Iterable[code.Node]:
        """What stands in a node and is no other way to hold a map; a new one is stored, too."""
        match node:
            case code.Method(owner=owner, operation="get"):
                return [owner]
            case code.Compare(right=right):
                return [right]
            case code.Item(owner=code.Name(id=name) as owner) if name not in function.params:
                return [owner]
            case code.Call(function="copy", args=[code.Name(id=name) as arg]):
                if _uses(function, name) == 1 and name in self._changed(function).values():
                    whole = self.shapes.shape(arg).found()
                    self.copied[id(whole)] = whole
                    return [node, arg]
            case code.Call(function=name, args=args) if name in self.functions:
                called = self.functions[name]
                copied = self._changed(called).values()
                pairs = zip(called.params, args, strict=True)
                return [arg for param, arg in pairs if param not in copied]
            case code.Assign(target=code.Name() as target, value=code.Mapping() as value):
                if function.name in self.given:
                    whole = self.shapes.shape(value).found()
                    self.made[id(whole)] = whole
                return [target, value]
            case code.Assign(target=code.Name() as target, value=code.Call(function="copy")):
                return [target]
            case code.Assign(target=code.Several(parts=targets), value=code.Call() as call):
                return self._put_back(function, targets, call)
            case code.Give(value=code.Several(parts=parts)):
                changed = self._changed(function)
                return [
                    part for part in parts if isinstance(part, code.Name) and part.id in changed
                ]
        return []

    def _put_back(
        self, function: code.Function, targets: Sequence[code.Value], call: code.Call
    ) -> Iterable[code.Node]:
        """The targets that are given what was made of themselves, and what that was made of."""
        called = self.functions.get(call.function)
        if called is None:
            return
        gives = [node for node in code.walk(called) if isinstance(node, code.Give)]
        if len(gives) != 1 or not isinstance(gives[0].value, code.Several):
            return
        changed = self._changed(called)
        for target, part in zip(targets, gives[0].value.parts, strict=True):
            if not isinstance(target, code.Name) or target.id in function.params:
                continue
            if isinstance(part, code.Name) and part.id in changed:
                arg = call.args[called.params.index(changed[part.id])]
                if isinstance(arg, code.Name) and arg.id == target.id:
                    yield from (target, arg)

    def _changed(self, function: code.Function) -> dict[str, str]:
        """The variables that hold nothing but the copy of what is given, with the parameter."""
        if function.name not in self.of_copies:
            self.of_copies[function.name] = self._find_changed(function)
        return self.of_copies[function.name]

    def _find_changed(self, function: code.Function) -> dict[str, str]:
        found: dict[str, str] = {}
        for node in code.walk(function):
            match node:
                case code.Assign(
                    target=code.Name(id=name),
                    value=code.Call(function="copy", args=[code.Name(id=param)]),
                ) if param in function.params:
                    found[name] = param
        stored = Counter(
            target.id
            for node in code.walk(function)
            if isinstance(node, code.Assign)
            for target in code.targets_of(node.target)
            if isinstance(target, code.Name)
        )
        return {name: param for name, param in found.items() if stored[name] == 1}


def _uses(function: code.Function, name: str) -> int:
    return sum(isinstance(node, code.Name) and node.id == name for node in code.walk(function))


def _is_small(shape: Shape) -> bool:
    """Are keys and values numbers that a table may have?"""
    return all(
        part.kind == "number" and part.range is not None and fits(part.range, _SMALL)
        for part in (one.found() for one in shape.parts)
    )


def _room(shape: Shape, nothing: int | None) -> Range | None:
    """The keys of a table, if there are not too many of them."""
    keys = shape.parts[0].found().range
    assert keys is not None
    return keys if (keys[1] - keys[0] + 1) * _room_of(shape, nothing)[1] <= MOST_ROOM else None


def room_of(shape: Shape) -> tuple[int, int]:
    """What is added to a value in a table, where 0 is none, and how many bytes each takes."""
    return _room_of(shape, shape.nothing)


def _room_of(shape: Shape, nothing: int | None) -> tuple[int, int]:
    its = shape.parts[1].found().range
    assert its is not None
    more = (1 if nothing is None else 0) - its[0]
    largest = its[1] + more
    return more, 1 if largest < 1 << 8 else 2 if largest < 1 << 16 else 4


def bytes_of(shape: Shape) -> int:
    """How many bytes a table takes that has room for all keys."""
    assert shape.room is not None
    low, high = shape.room
    return (high - low + 1) * room_of(shape)[1]


def reading(size: int) -> str:
    """What is in a table for a key, 0 if there is nothing."""
    kind = {1: "8_u", 2: "16_u", 4: "32_u"}[size]
    return f"""  (func $table_at.{size} (param $p i32) (param $key i64) (result i64)
    (if (result i64) (i64.lt_u (local.get $key) (i64.load32_u (local.get $p)))
      (then (i64.load{kind} (i32.add (i32.load offset=8 (local.get $p))
        {_times("(i32.wrap_i64 (local.get $key))", size)})))
      (else (i64.const 0))))"""


def storing(size: int) -> str:
    """Store what is in a table for a key, which is made larger if that has no room there."""
    kind = {1: "8", 2: "16", 4: "32"}[size]
    room, bytes_ = "(i32.load (local.get $p))", _times("(local.get $n)", size)
    return f"""  (func $table_put.{size} (param $p i32) (param $key i64) (param $x i64)
    (local $n i32) (local $data i32)
    (if (i64.ge_u (local.get $key) (i64.load32_u (local.get $p))) (then
      (if (i64.ge_u (local.get $key) (i64.const {MOST_KEYS})) (then (call $overflow)))
      (local.set $n (i32.add (i32.const 64) (i32.shl (i32.wrap_i64 (local.get $key))
        (i32.const 1))))
      (local.set $data (call $alloc {bytes_}))
      (memory.fill (local.get $data) (i32.const 0) {bytes_})
      (memory.copy (local.get $data) (i32.load offset=8 (local.get $p)) {_times(room, size)})
      (i32.store offset=8 (local.get $p) (local.get $data))
      (i32.store (local.get $p) (local.get $n))))
    (i64.store{kind} (i32.add (i32.load offset=8 (local.get $p))
      {_times("(i32.wrap_i64 (local.get $key))", size)}) (local.get $x)))"""


ROOMY = f"""  (func $new_room (param $size i32) (result i32)  ;; so many bytes, all 0
    (local $p i32)
    (local.set $p (i32.and (i32.const -64) (i32.add (i32.const {HEAD + 63})
      (call $alloc (i32.add (i32.const {HEAD + 64}) (local.get $size))))))
    (memory.fill (local.get $p) (i32.const 0) (local.get $size))
    (local.get $p))"""
TOUCHED = """  (func $touched (param $p i32) (param $at i32) (param $size i32)  ;; stored to
    (local.set $at (i32.sub (local.get $at) (local.get $p)))
    (local.set $p (i32.sub (local.get $p) (i32.const 8)))
    (i32.store (local.get $p) (call $larger (i32.load (local.get $p))
      (i32.sub (local.get $size) (local.get $at))))
    (i32.store offset=4 (local.get $p) (call $larger (i32.load offset=4 (local.get $p))
      (i32.add (local.get $at) (i32.const 4)))))"""
ANEW = """  (func $room_anew (param $p i32) (param $size i32) (result i32)  ;; all 0
    (local $from i32) (local $end i32)
    (local.set $from (i32.sub (local.get $size)
      (i32.load (i32.sub (local.get $p) (i32.const 8)))))
    (local.set $end (i32.load (i32.sub (local.get $p) (i32.const 4))))
    (if (local.get $end)
      (then
        (memory.fill (i32.add (local.get $p) (local.get $from)) (i32.const 0)
          (i32.sub (local.get $end) (local.get $from)))
        (i64.store (i32.sub (local.get $p) (i32.const 8)) (i64.const 0))))
    (local.get $p))"""
TABLE = """  (func $new_table (result i32)  ;; for how many keys there is room, and where
    (local $p i32)
    (local.set $p (call $alloc (i32.const 16)))
    (i64.store (local.get $p) (i64.const 0))
    (i64.store offset=8 (local.get $p) (i64.const 0))
    (local.get $p))"""


def _times(number: str, size: int) -> str:
    shift = size.bit_length() - 1
    return f"(i32.shl {number} (i32.const {shift}))" if shift else number

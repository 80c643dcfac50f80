"""The lowered form as WebAssembly text: one function each, with the lines of the rules beside it.

A number that fits into 64 bits is an `i64`; one of a few words is as many `i64`, the lowest first
(`groups`); any other is an `i32` that says where in memory it lies (`runtime.wat`), and so are
lists, records, maps, and numbers of more than a word that they hold. A stream of chance is two.
What goes wrong is thrown: the number of the message's maker, and what it is made of.
"""

from __future__ import annotations

from collections import Counter
from typing import assert_never, cast

from ...lower import nodes as code
from ...lower.primitives import Known, SumsReached
from . import library, tabled
from .choosing import Stored, stored
from .flat import ROOM, appended, filling, flat
from .giving_back import GIVEN_BACK
from .image import Flat
from .maps import FROZEN, WIDENED
from .numbers import Numbers
from .own import own, skipped
from .places import Place, places_in
from .rounds import rounds_of_range, rounds_while
from .shapes import (
    ENDLESS,
    FAILING,
    NUMBER,
    WORD,
    Shape,
    Unprintable,
    fits,
    is_word,
    lowest_of,
    words,
)
from .side_sums import BYTES, SideBySide, side_by_side
from .watched import at_most
from .writing import Needs, entry_type, type_of

MOST_WORDS = 1 << 17  # of a number
MOST_AT_ONCE = 64  # entries of a list that are copied one by one, without a loop
FEW = 6  # entries for which a list that grows has room from the start


def printed(function: code.Function, needs: Needs) -> str:
    """A function as text."""
    return _Function(function, needs).text()


class _Function(Numbers):
    """Prints one function."""

    def text(self) -> str:
        function = self.source
        self.shapes.here = function.name
        self.own = own(function, self._is_mask_in_memory)
        self.flat = {name for name in flat(function) if self._is_of_records(name)}
        self.uses = Counter(n.id for n in code.walk(function) if isinstance(n, code.Name))
        self.known: set[Place] = set()  # places that are there
        self.filled_by = filling(function)
        self.filling: dict[str, str] = {}  # by flat list: where the next record goes
        self.attempts = any(isinstance(node, code.Attempt) for node in code.walk(function))
        self.walking: dict[str, tuple[str, str]] = {}  # by mask: where a word begins, what is left
        head = [f"  (func ${function.name}"]
        for param in function.params:
            for title, kind in self.places(param):
                head.append(f"    (param ${title} {kind})")
        result = self.shapes.results[function.name].found()
        if result.kind:
            head.append(f"    (result {' '.join(type_of(result))})")
        self.gives_back = function.name in self.needs.giving_back
        if self.gives_back:
            self.locals["taken"] = "i32"
            self.emit("global.get $top", "local.set $taken")
        self._block(function.body)
        if result.kind:
            self.emit("unreachable")
        for name in self.variables:
            if name not in function.params and name not in self.image.data:
                for title, kind in self.places(name):
                    head.append(f"    (local ${title} {kind})")
        head += [f"    (local ${title} {kind})" for title, kind in self.locals.items()]
        return "\n".join([*head, *self.out, "  )"])

    def _is_of_records(self, name: str) -> bool:
        """Is it a list of records, each with a shape for each field?"""
        shape = self.variables[name].found()
        part = shape.parts[0].found() if shape.kind == "list" else shape
        return part.kind == "record" and not part.packed

    def _is_mask_in_memory(self, name: str) -> bool:
        shape = self.variables[name].found()
        return (
            shape.kind == "number" and type_of(shape) == ["i32"] and (shape.range or (-1,))[0] >= 0
        )

    def _block(self, lines: code.Lines) -> None:
        for line in lines:
            self.at(line)
            self._statement(line)

    def _statement(self, node: code.Statement) -> None:
        match node:
            case code.Assign(target=code.Name(id=name)) if id(node) in self.own.copied:
                self.value_as(node.value, self.variables[name])
                self.emit("call $wide_copied", f"local.set ${name}")
            case code.Assign(target=code.Name(id=name), value=code.Listed()) if name in self.flat:
                self.emit(f"i32.const {ROOM}", "call $empty", f"local.set ${name}")
            case code.Assign():
                self._assign(node.target, node.value)
            case code.Augment(target=code.Name(id=name)) if id(node) in self.own.taking:
                self.emit(f"local.get ${name}", "call $wide_taken", f"local.set ${name}")
            case code.Augment(target=code.Name(id=name), value=code.Binary(right=bit)) if (
                id(node) in self.own.putting
            ):
                self.emit(f"local.get ${name}")
                self.narrow(bit)
                self.emit("call $wide_put", f"local.set ${name}")
            case code.Augment():
                assert not isinstance(node.target, code.Several)
                self._store(node.target, self.shapes.sums[id(node)])
            case code.When() if (ways := stored(node, self.is_one_word)) is not None:
                self._select(node.test, *ways)
            case code.When():
                self.test(node.test)
                with self.within("if"):
                    self._block(node.then)
                    if node.other:
                        self.otherwise()
                        self._block(node.other)
            case code.While(test=code.Name(id=number)) if (
                (mask := skipped(node))
                and self._is_mask_in_memory(mask)
                and self.is_one_word(node.test)
            ):
                self.emit(f"local.get ${mask}", f"local.get ${number}", "call $wide_further")
                self.emit(f"local.set ${mask}", "i64.const 0", f"local.set ${number}")
            case code.While(test=code.Name(id=name)) if id(node) in self.own.walked:
                self._walk(name, node.body)
            case code.While():
                out = self.fresh("out")
                again = self._again(self._rounds(node))
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
                if self.gives_back:
                    self.emit(*GIVEN_BACK)
                self.emit("return")
            case code.Perform():
                self._perform(node.value)
            case code.Never():
                self.emit("unreachable")
            case code.Jump():
                raise AssertionError("it is not printed")
            case _:
                assert_never(node)

    def _select(self, test: code.Value, then: Stored, other: Stored) -> None:
        """What is stored if a test holds, or else, stays as it is if nothing is."""
        holds = self.temp("i32")
        self.test(test)
        self.emit(f"local.set ${holds}")
        for name in then | other:
            for value in (then.get(name), other.get(name)):
                if value is None:
                    self.emit(f"local.get ${self.places(name)[0][0]}")
                else:
                    self.word(value)
            self.emit(f"local.get ${holds}", "select")
            self.set(name)

    def _walk(self, name: str, body: code.Lines) -> None:
        """The elements of a mask in memory, word by word; the body asks first for the lowest one
        that is left, and takes it away then."""
        if not any(isinstance(n, code.Leave | code.Give) for b in body for n in code.walk(b)):
            self._walk_all(name, body)
            return
        at, end, base, word = (self.temp(kind) for kind in ("i32", "i32", "i64", "i64"))
        held = self.variables[name].found().range or (0, 0)
        out, further, done = self.fresh("out"), self.fresh("further"), self.fresh("done")
        further += at_most(held[1].bit_length() // 64 + 2 if held[1] < ENDLESS else MOST_WORDS)
        again = self._again(65)
        self.emit(f"local.get ${name}", f"local.tee ${at}", f"local.get ${at}", "i32.load")
        self.emit("i32.const 3", "i32.shl", "i32.add", f"local.set ${end}", f"local.get ${at}")
        self.emit("i64.load32_u offset=4", "i64.const 1", "i64.sub", "i64.const 6", "i64.shl")
        self.emit(f"local.set ${base}")
        with self.within(f"block ${out}"), self.within(f"loop ${further}"):
            self.emit(f"local.get ${at}", f"local.get ${end}", "i32.ge_u", f"br_if ${out}")
            self.emit(f"local.get ${at}", "i64.load offset=8", f"local.set ${word}")
            self.emit(f"local.get ${at}", "i32.const 8", "i32.add", f"local.set ${at}")
            self.emit(f"local.get ${base}", "i64.const 64", "i64.add", f"local.set ${base}")
            with self.within(f"block ${done}"), self.within(f"loop ${again}"):
                self.emit(f"local.get ${word}", "i64.eqz", f"br_if ${done}")
                self.walking[name] = base, word
                self._block(body[:1])
                del self.walking[name]
                self.emit(f"local.get ${word}", f"local.get ${word}", "i64.const 1", "i64.sub")
                self.emit("i64.and", f"local.set ${word}")
                self._body(body[2:], out, again)
                self.emit(f"br ${again}")
            self.emit(f"br ${further}")

    def _rounds(self, loop: code.While) -> int | None:
        """How often a loop goes round at most, if that is known."""
        if id(loop) in self.own.walked and isinstance(loop.test, code.Name):
            return self._elements(loop.test.id, loop.body)
        return rounds_while(loop, self.shapes.range)

    def _elements(self, name: str, body: code.Lines) -> int:
        """How many elements a mask in memory has at most that a loop goes through."""
        held = self.variables[name].found().range or (0, 0)
        most = held[1].bit_length() if held[1] < ENDLESS else 64 * MOST_WORDS
        match body[0]:
            case code.Assign(
                target=code.Name(id=element),
                value=code.Binary(
                    left=code.Method(owner=bit, operation="bit_length"), operator="-"
                ),
            ) if lowest_of(bit) == name:
                return min(most, self.shapes.sizes.get(element, most))
            case _:
                return most

    def _walk_all(self, name: str, body: code.Lines) -> None:
        """The same where nothing comes to an end before all have been: they are listed first."""
        at, end, element = self.temp("i32"), self.temp("i32"), self.temp("i64")
        out, again = self.fresh("out"), self._again(self._elements(name, body) + 1)
        self.emit(f"local.get ${name}", "call $wide_elements", f"local.set ${end}")
        self.emit(f"local.set ${at}")
        filled = self._added_to(body)
        for one, fields in filled.items():  # there is room for all before any is added
            to = self.filling[one] = self.temp("i32")
            self.emit(f"local.get ${one}", f"local.get ${one}", "i32.load")
            self.emit(f"local.get ${end}", f"local.get ${at}", "i32.sub", "i32.const 2")
            self.emit("i32.shr_u", f"i32.const {fields}", "i32.mul", "i32.add", "call $room")
            self.emit(f"local.get ${one}", "i32.load offset=8", f"local.get ${one}", "i32.load")
            self.emit("i32.const 3", "i32.shl", "i32.add", f"local.set ${to}")
        on = self.fresh("on")
        with self.within(f"block ${out}"):
            self.emit(f"local.get ${at}", f"local.get ${end}", "i32.ge_u", f"br_if ${out}")
            with self.within(f"loop ${again}"):
                self.emit(f"local.get ${at}", "i64.load32_u", f"local.set ${element}")
                self.emit(f"local.get ${at}", "i32.const 4", "i32.add", f"local.set ${at}")
                self.walking[name] = element, ""
                self._block(body[:1])
                del self.walking[name]
                with self.within(f"block ${on}"):
                    self._body(body[2:], out, on)
                self.emit(f"local.get ${at}", f"local.get ${end}", "i32.lt_u", f"br_if ${again}")
        for one in filled:
            self.emit(f"local.get ${one}", f"local.get ${self.filling.pop(one)}")
            self.emit(f"local.get ${one}", "i32.load offset=8", "i32.sub", "i32.const 3")
            self.emit("i32.shr_u", "i32.store")

    def _added_to(self, body: code.Lines) -> dict[str, int]:
        """The flat list to which the last line of a loop adds a record, and nothing else in it asks
        for, with the number of fields. How long it is is not told until the loop is done, so what
        fails in it must end the function."""
        last = body[-1]
        added = appended(last) if isinstance(last, code.Perform) else None
        if added is None or added[0] not in self.flat or self.attempts:
            return {}
        name, parts = added
        nodes = (node for line in body for node in code.walk(line))
        uses = sum(isinstance(node, code.Name) and node.id == name for node in nodes)
        return {name: len(parts)} if uses == 1 else {}

    def _again(self, rounds: int | None) -> str:
        """A label to go back to so often at most, if that is known."""
        label = self.fresh("again")
        return label if rounds is None else f"{label}{at_most(rounds)}"

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
            self.called(node)
            result = self.shapes.results[node.function].found()
            return len(type_of(result)) if result.kind else 0
        if isinstance(node, code.Call) and node.function == "turned":
            self.value(node.args[0])
            self.narrow(node.args[1])
            self.emit("call $turned")
            return 0
        self.value(node)
        return len(type_of(self.shape_of(node)))

    def _changes(self, node: code.Method) -> bool:
        """Print an operation that gives nothing."""
        owner = self.shapes.shape(node.owner).found()
        match node.operation, node.args:
            case "append", [code.Several() as part] if self._is_flat(node.owner):
                made = self.temp("i32")
                entries = self._entries(part.parts, owner.parts[0].found().parts)
                assert isinstance(node.owner, code.Name)
                to = self.filling.get(node.owner.id)
                if to:
                    self.emit(f"local.get ${to}", f"local.tee ${made}")
                    self.emit(f"i32.const {8 * len(entries)}", "i32.add", f"local.set ${to}")
                else:
                    self.value(node.owner)
                    self.emit(f"i32.const {len(entries)}", "call $added", f"local.set ${made}")
                for i, entry in enumerate(entries):
                    self.emit(
                        f"local.get ${made}", f"local.get ${entry}", f"i64.store offset={8 * i}"
                    )
                self.keep()
            case "append", [part]:
                self.value(node.owner)
                self.entry(part, owner.parts[0])
                self.emit("call $append")
                self._keep(owner.parts[0])
            case "extend", [other]:
                mine = owner.parts[0].found()
                its = self.shapes.at[id(other)].found().parts[0].found()
                self.value(node.owner)
                is_same = mine is its or entry_type(mine) == entry_type(its)
                if is_same and isinstance(other, code.Section) and other.backwards:
                    self.value(other.owner)
                    self.emit("call $extend_backwards")
                    self._keep(mine)
                    return True
                self.value(other)
                if is_same:
                    self.emit("call $extend")
                else:
                    self.emit(f"call ${self._widening(its)}", "call $extend")
                self._keep(mine)
            case "remove", [element]:
                held = self._kept_list(node.owner)
                self.emit(f"local.get ${held}", f"local.get ${held}")
                self.entry(element, owner.parts[0])
                self.emit(f"call ${self.needs.helper('index', owner.parts[0])}")
                self.emit("call $remove_at")
            case "add", [key]:
                self.value(node.owner)
                self.entry(key, owner.parts[0])
                self.emit(f"call ${self.needs.helper('put', owner.parts[0])}", "drop")
                self.keep()
            case "clear", [] if self._is_known(node.owner):
                pass  # there is room for all that is remembered
            case "clear", []:
                self.value(node.owner)
                self.emit(
                    "i32.const 8", "call $map_room" if owner.kind != "list" else "unreachable"
                )
            case _:
                return False
        return True

    def _keep(self, shape: Shape) -> None:
        """What is stored of a shape is kept, if it lies in memory."""
        if entry_type(shape) == "i32":
            self.keep()

    def _widening(self, shape: Shape) -> str:
        made = "wide_of" if fits(shape.range or WORD, WORD) else "wide_of_unsigned"
        title = f"all_{made}"
        self.needs.function(title, lambda: WIDENED.format(title=title, made=made))
        return title

    def _each(self, node: code.Each) -> None:
        source = node.source
        out, end, on = self.fresh("out"), self.fresh("end"), self.fresh("on")
        with self.within(f"block ${out}"):
            if isinstance(source, code.Several):
                self._each_of_several(node, source, out)
            elif isinstance(source, code.Call) and source.function == "range":
                self._each_of_range(node, source, out, end, on)
            elif self._is_flat(source):
                self._each_of_flat(node, source, out, end, on)
            else:
                again = self._again(self._fixed_length(source))
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
                    self.from_entry(part)
                    self._hand(node.target, part)
                    with self.within(f"block ${on}"):
                        self._body(node.body, out, on)
                    self.emit(f"local.get ${i}", "i64.const 1", "i64.add", f"local.set ${i}")
                    self.emit(f"br ${again}")
            self._block(node.otherwise)

    def _is_flat(self, node: code.Value) -> bool:
        return isinstance(node, code.Name) and node.id in self.flat

    def _each_of_flat(
        self, node: code.Each, source: code.Value, out: str, end: str, on: str
    ) -> None:
        assert isinstance(node.target, code.Several) and isinstance(source, code.Name)
        loop = self.filled_by.get(source.id)
        again = self._again(None if loop is None else self._rounds(loop))
        at, last = self.temp("i32"), self.temp("i32")
        record = self.shapes.at[id(source)].found().parts[0].found()
        self.value(source)
        self.emit(f"local.tee ${last}", "i32.load offset=8", f"local.tee ${at}")
        self.emit(f"local.get ${last}", "i32.load", "i32.const 3", "i32.shl", "i32.add")
        self.emit(f"local.set ${last}")
        with self.within(f"block ${end}"):
            self.emit(f"local.get ${at}", f"local.get ${last}", "i32.ge_u", f"br_if ${end}")
            with self.within(f"loop ${again}"):
                for i, (one, part) in enumerate(zip(node.target.parts, record.parts, strict=True)):
                    if isinstance(one, code.Name) and self.uses[one.id] == 1:
                        continue  # nobody looks at it
                    self.emit(f"local.get ${at}", f"i64.load offset={8 * i}")
                    self.from_entry(part.found())
                    self._hand(one, part.found())  # type: ignore[arg-type]
                self.emit(f"local.get ${at}", f"i32.const {8 * len(record.parts)}", "i32.add")
                self.emit(f"local.set ${at}")
                with self.within(f"block ${on}"):
                    self._body(node.body, out, on)
                self.emit(f"local.get ${at}", f"local.get ${last}", "i32.lt_u", f"br_if ${again}")

    def _fixed_length(self, source: code.Value) -> int | None:
        """How many entries a list has that never changes."""
        if isinstance(source, code.Name) and source.id not in self.variables:
            held = self.image.data.get(source.id)
            return len(held) if isinstance(held, tuple | list) else None
        return None

    def _kept_list(self, source: code.Value) -> str:
        self.value(source)
        listed = self.temp("i32")
        self.emit(f"local.set ${listed}")
        return listed

    def _each_of_several(self, node: code.Each, source: code.Several, out: str) -> None:
        if not source.parts:
            return
        parts = [(part, *self._apart(node.target, part)) for part in source.parts]
        which, on = self.temp("i32"), self.fresh("on")
        again = self._again(len(parts) + 1)
        end = self.fresh("end")
        self.emit("i32.const -1", f"local.set ${which}")
        with self.within(f"block ${end}"), self.within(f"loop ${again}"):
            self.emit(f"local.get ${which}", "i32.const 1", "i32.add", f"local.set ${which}")
            for number, (part, shape, held) in enumerate(parts):
                self.emit(f"local.get ${which}", f"i32.const {number}", "i32.eq")
                with self.within("if"):
                    if shape is None:
                        self._assign(node.target, part)
                    elif isinstance(node.target, code.Several):
                        self.emit(*held)
                        self._hand(node.target, shape)
                    else:
                        self._store_from(node.target, held)
            self.emit(f"local.get ${which}", f"i32.const {len(source.parts)}", "i32.ge_u")
            self.emit(f"br_if ${end}")
            with self.within(f"block ${on}"):
                self._body(node.body, out, on)
            self.emit(f"br ${again}")

    def _apart(self, target: code.Target, part: code.Value) -> tuple[Shape | None, list[str]]:
        """One of several values that a loop goes through, which its body does not change any more:
        its shape, and what holds it. None: nothing needs to, for it is fixed."""
        names = (inner.id for inner in code.walk(part) if isinstance(inner, code.Name))
        inside = (code.Number, code.Name, code.Several)
        is_fixed = all(isinstance(inner, inside) for inner in code.walk(part))
        if is_fixed and all(name not in self.variables for name in names):
            return None, []
        if not isinstance(target, code.Several):
            return self.shapes.shape(target), self._kept(target, part)
        shape = self.shapes.shape(part).found()
        self.value(part)
        held = self.temp("i32")
        self.emit(f"local.set ${held}")
        return shape, [f"local.get ${held}"]

    def _each_of_range(
        self, node: code.Each, source: code.Call, out: str, end: str, on: str
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
        again = self._again(rounds_of_range(source, step, self.shapes.range))
        i, limit = self.temp("i64"), self.temp("i64")
        self.narrow(first)
        self.emit(f"local.set ${i}")
        self.narrow(last)
        if not fits(self.shapes.range(last) or WORD, (WORD[0] + abs(step), WORD[1] - abs(step))):
            self.emit(f"i64.const {step}", "call $checked_limit")
        self.emit(f"local.set ${limit}")
        with self.within(f"block ${end}"), self.within(f"loop ${again}"):
            self.emit(f"local.get ${i}", f"local.get ${limit}")
            self.emit("i64.ge_s" if step > 0 else "i64.le_s", f"br_if ${end}")
            self.emit(f"local.get ${i}")
            self.convert(1, WORD, self.variables[node.target.id])
            self.set(node.target.id)
            self.known |= (known := places_in(node))
            with self.within(f"block ${on}"):
                self._body(node.body, out, on)
            self.known -= known
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
                self.from_entry(part)
                self._hand(one, part)  # type: ignore[arg-type]
            return
        its = self.shapes.shape(target).found()
        if isinstance(target, code.Name):
            if its.kind == "number":
                self.convert(1 if is_word(shape.range) else 0, shape.range, its)
            self.set(target.id)
            return
        if entry_type(its) != entry_type(shape):
            self.widen(shape.range)
        self.to_entry(its)
        held = self.temp("i64")
        self.emit(f"local.set ${held}")
        self._store_from(target, [held])

    def _store_from(self, target: code.Target, temps: list[str]) -> None:
        match target:
            case code.Name():
                for (title, _), temp in zip(self.places(target.id), temps, strict=True):
                    self.emit(f"local.get ${temp}", f"local.set ${title}")
            case code.Item() if (owner := self.shapes.shape(target.owner).found()).is_table:
                [temp] = temps
                self.value(target.owner)
                self.put_in_table(target.index, temp, owner)
            case code.Item():
                [temp] = temps
                self._address(target)
                self.emit(f"local.get ${temp}", "i64.store")
                self._keep(self.shapes.shape(target))
            case _:
                raise AssertionError(target)

    def _store(self, target: code.Name | code.Item, value: code.Value) -> None:
        if isinstance(target, code.Name):
            self.value_as(value, self.variables[target.id])
            self.set(target.id)
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

    def _address(self, node: code.Item, *, read: bool = False) -> None:
        """Where an entry of a list is, or the value of a map, which is made if it is not there."""
        owner = self.shapes.shape(node.owner).found()
        if owner.kind == "map":
            self.value(node.owner)
            self.entry(node.index, owner.parts[0])
            what = "find" if read else "kept" if self._is_known(node.owner) else "put"
            self.emit(f"call ${self.needs.helper(what, owner.parts[0])}")
            self.emit("i32.const 16", "i32.add")
            if not read:
                self.keep()
            return
        if owner.kind == "record":
            at = code.constant(node.index)
            assert at is not None
            self.value(node.owner)
            self.emit(f"i32.const {8 * at}", "i32.add")
            return
        if self._is_there(node):
            self.value(node.owner)
            self.emit("i32.load offset=8")
            self.narrow(node.index)
            self.emit("i32.wrap_i64", "i32.const 3", "i32.shl", "i32.add")
            return
        length = self._length(node.owner, owner)
        found = self.shapes.range(node.index)
        if owner.grows or found is None or not fits(found, (-length, length - 1)):
            self.value(node.owner)
            self.narrow(node.index)
            self.emit("call $slot")
            return
        at = code.constant(node.index)
        if at is not None:
            self.value(node.owner)
            self.emit(f"i32.const {16 + 8 * (at % length)}", "i32.add")
            return
        self.value(node.owner)
        self._place_in(node.index, length)
        self.emit("i32.const 3", "i32.shl", "i32.add", "i32.const 16", "i32.add")

    def _is_there(self, node: code.Item) -> bool:
        match node:
            case code.Item(owner=code.Name(id=listed), index=code.Name(id=place)):
                return (listed, place) in self.known
            case _:
                return False

    def table_of(self, node: code.Item) -> Flat | None:
        """The fixed table of numbers that has an entry at any places which are asked for."""
        places: list[code.Value] = []
        owner: code.Value = node
        while isinstance(owner, code.Item):
            places.insert(0, owner.index)
            owner = owner.owner
        if not isinstance(owner, code.Name) or owner.id in self.variables:
            return None
        is_single = is_word(self.shapes.shape(node).found().range)
        if len(places) < 2 and is_single:
            return None  # it lies there as a list, from which it is as quickly taken
        flat = self.image.flat(owner.id)
        if flat is None or len(flat.lengths) != len(places) or (flat.words == 1) != is_single:
            return None
        pairs = list(zip(places, flat.lengths, strict=True))
        if not all(fits(self.shapes.range(at) or WORD, (-size, size - 1)) for at, size in pairs):
            return None
        return flat

    def place_of(self, node: code.Item, table: Flat) -> None:
        """How far into a table an entry lies, in bytes."""
        places = [node.index]
        while isinstance(node.owner, code.Item):
            node = node.owner
            places.insert(0, node.index)
        for level, (place, length) in enumerate(zip(places, table.lengths, strict=True)):
            if level:
                self.emit(f"i32.const {length}", "i32.mul")
            self._place_in(place, length)
            if level:
                self.emit("i32.add")
        self.emit(f"i32.const {table.size}", "i32.mul")

    def _place_in(self, index: code.Value, length: int) -> None:
        """Where an entry of a row is, from the end too."""
        self.word(index)
        self.emit("i32.wrap_i64")
        if (self.shapes.range(index) or WORD)[0] < 0:
            at = self.temp("i32")
            self.emit(
                f"local.tee ${at}", f"i32.const {length}", "i32.const 0", f"local.get ${at}",
                "i32.const 0", "i32.lt_s", "select", "i32.add",
            )  # fmt: skip

    def _length(self, owner: code.Value, shape: Shape) -> int:
        """How many entries a list has, 0 if that varies."""
        if isinstance(owner, code.Name) and owner.id in self.image.data:
            held = self.image.data[owner.id]
            if isinstance(held, tuple | list):
                return len(held)
        return max(0, shape.length or 0)

    def held(self, node: code.Value) -> int:
        """A number that is held somewhere, as it is held there, or computed by a call; in how many
        words it is on the stack, 0: in memory."""
        match node:
            case code.Name():
                if node.id in self.image.data and node.id not in self.variables:
                    shape = self.shapes.of_data(node.id).found()
                    self.emit(f"{entry_type(shape)}.const {self.image.address(node.id)}")
                    return int(is_word(shape.range))
                places = self.places(node.id)
                self.emit(*(f"local.get ${title}" for title, _ in places))
                return words(self.variables[node.id].found().range)
            case code.Item() if (owner := self.shapes.shape(node.owner).found()).is_table:
                self.value(node.owner)
                self.in_table(node.index, owner)
                self.emit(f"i64.const {tabled.room_of(owner)[0]}", "i64.sub")
                return 1
            case code.Item() if (table := self.table_of(node)) is not None and table.words == 1:
                self.place_of(node, table)
                self.emit(f"{table.load} offset={table.at}")
                return 1
            case code.Item():
                self._address(node, read=True)
                self.emit("i64.load")
                self.from_entry(self.shapes.shape(node))
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
            case code.Several():
                [word] = self._packed(node)
                self.emit(f"local.get ${word}")
                return 1
            case _:
                raise Unprintable(f"{type(node).__name__} as a number")

    def _call(self, node: code.Call) -> None:
        if node.function in self.shapes.functions:
            self.called(node)
            return
        held = self.image.data.get(node.function)
        if isinstance(held, SumsReached):
            self._reached(node, side_by_side(held, self.image), len(held.limits))
            return
        match node.function, node.args:
            case "below", [code.Name(id=stream), n]:
                self.emit(f"local.get ${stream}.1", "i64.const 32", "i64.shr_u")
                self.narrow(n)
                if not fits(self.shapes.range(n) or WORD, (0, 1 << 32)):
                    self.emit("call $checked_many")
                self.emit("i64.mul", "i64.const 32", "i64.shr_u")
            case "len", [listed] if self._is_known(listed):
                self.emit("i64.const 0")
            case "len", [listed]:
                self.value(listed)
                self.emit("i64.load32_u")
            case "max", [left, right]:
                one, two = self.temp("i64"), self.temp("i64")
                for part, temp in ((left, one), (right, two)):
                    self.narrow(part)
                    self.emit(f"local.tee ${temp}")
                self.emit(f"local.get ${one}", f"local.get ${two}", "i64.gt_s", "select")
            case "quotient", [left, right]:
                self.narrow(left)
                self.narrow(right)
                self.emit("call $quotient")
            case name, _ if name in FAILING:
                self._fails(node)
            case name, _:
                raise Unprintable(f"{name} as a number")

    def _reached(self, node: code.Call, sums: SideBySide, many: int) -> None:
        """The top bits of so many lanes that have been added."""
        mask, places = self.temp("i64"), [self.temp("i32") for _ in sums.stretches]
        self.word(node.args[0])
        self.emit(f"local.set ${mask}")
        for stretch, place in zip(sums.stretches, places, strict=True):
            self.emit(f"local.get ${mask}")
            if stretch.first:
                self.emit(f"i64.const {stretch.first}", "i64.shr_u")
            self.emit("i32.wrap_i64", f"i32.const {(1 << stretch.count) - 1}", "i32.and")
            self.emit(f"i32.const {BYTES * sums.vectors}", "i32.mul", f"local.set ${place}")
        start = self._start_of_lanes(node.args[1], sums) if node.args[1:] else ""
        added = f"{sums.form}.add_sat_u"
        for vector in range(sums.vectors):
            for stretch, place in zip(sums.stretches, places, strict=True):
                self.emit(f"local.get ${place}")
                self.emit(f"v128.load offset={stretch.at + BYTES * vector}")
                if stretch is not sums.stretches[0]:
                    self.emit(added)
            if start:
                self.emit(f"local.get ${start}", f"{sums.form}.splat", added)
            self.emit(f"{sums.form}.bitmask", "i64.extend_i32_u")
            if vector:
                self.emit(f"i64.const {vector * sums.lanes}", "i64.shl", "i64.or")
        if start and many < sums.vectors * sums.lanes:
            self.emit(f"i64.const {(1 << many) - 1}", "i64.and")

    def _start_of_lanes(self, node: code.Value, sums: SideBySide) -> str:
        """What is added to each lane, or as much as a lane can hold."""
        found, start, most = self.temp("i64"), self.temp("i32"), (1 << sums.bits) - 1
        self.narrow(node)
        self.emit(f"local.tee ${found}", f"i64.const {most}", f"local.get ${found}")
        self.emit(f"i64.const {most}", "i64.lt_u", "select", "i32.wrap_i64", f"local.set ${start}")
        return start

    def called(self, node: code.Call) -> None:
        params = self.shapes.params[node.function]
        function = self.shapes.functions[node.function]
        for param, arg in zip(function.params, node.args, strict=True):
            self.value_as(arg, params[param])
        if library.is_of(function, "bits") and type_of(params[function.params[0]]) == ["i64"]:
            self.emit("call $elements")  # it is known how many there are
            return
        self.emit(f"call ${node.function}")

    def _fails(self, node: code.Call) -> None:
        self.emit(f"i32.const {FAILING.index(node.function)}")
        for arg in node.args:
            shape = self.shapes.shape(arg).found()
            if shape.kind == "number":
                self.narrow(arg)
            else:
                self.reference(arg, shape)
                self.emit("i64.extend_i32_u")
        self.emit(*["i64.const 0"] * (4 - len(node.args)), "throw $fail")

    def _operation(self, node: code.Method) -> None:
        owner = self.shapes.shape(node.owner).found()
        match node.operation, node.args:
            case "bit_count", []:
                self.counted(node.owner, "call $wide_bit_count", ["i64.popcnt"])
            case "bit_length", []:
                found = self.shapes.range(node.owner)
                low = node.owner.left if lowest_of(node.owner) else None  # type: ignore[union-attr]
                walked = self.walking.get(lowest_of(node.owner))
                if walked is not None:
                    base, word = walked
                    self.emit(f"local.get ${base}")
                    if word:
                        self.emit(f"local.get ${word}", "i64.ctz", "i64.add")
                    self.emit("i64.const 1", "i64.add")
                elif low is not None and words(self.shapes.range(low)) > 1:
                    self.of_group(low, "lowest")
                elif words(found) > 1 and found is not None and found[0] >= 0:
                    self.of_group(node.owner, "bit_length")
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
                self.from_entry(owner.parts[0])
            case (("index" | "count"), [element]):
                self.value(node.owner)
                self.entry(element, owner.parts[0])
                self.emit(f"call ${self.needs.helper(node.operation, owner.parts[0])}")
            case "get", [key, *_] if owner.is_table and owner.nothing is not None:
                self.value(node.owner)
                self.in_table(key, owner)
                self.emit(f"i64.const {tabled.room_of(owner)[0]}", "i64.sub")
            case "get", [key, *rest] if owner.is_table:
                held = self.temp("i64")
                self.value(node.owner)
                self.in_table(key, owner)
                self.emit(f"local.tee ${held}", f"i64.const {tabled.room_of(owner)[0]}", "i64.sub")
                self.word(rest[0] if rest else code.Number(0))
                self.emit(f"local.get ${held}", "i64.const 0", "i64.ne", "select")
            case "get", [key, *rest]:
                at, part = self.temp("i32"), owner.parts[1].found()
                self.value(node.owner)
                self.entry(key, owner.parts[0])
                what = "recalled" if self._is_known(node.owner) else "find"
                self.emit(f"call ${self.needs.helper(what, owner.parts[0])}", f"local.tee ${at}")
                with self.within("if (result i64)"):
                    self.emit(f"local.get ${at}", "i64.load offset=16")
                    self.otherwise()
                    if rest:
                        self.entry(rest[0], part)
                    else:
                        self.emit("i64.const 0")
                self.from_entry(part)
            case name, _:
                raise Unprintable(f"{name} as a number")

    def reference(self, node: code.Value, shape: Shape) -> None:
        """A list, a record, a map, a stream, a handle."""
        match node:
            case code.Nothing():
                self.emit("i32.const 0")
            case code.Text():
                self.emit(f"i32.const {self.image.handle(node.value)}")
            case code.Name():
                self._named(node.id)
            case code.Choice():
                self.either(
                    node, f"(result {' '.join(type_of(shape))})",
                    lambda part: self.reference(part, shape),
                )  # fmt: skip
            case code.Bound():
                self.reference(node.value, shape)
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
            case code.Mapping() if shape.is_table:
                self.new_table(shape)
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
            self.emit(*(f"local.get ${title}" for title, _ in self.places(name)))
            return
        held = self.image.data[name]
        if isinstance(held, Known):
            if name not in self.needs.known:
                self.needs.known.append(name)
            self.emit(f"global.get $known_{name}")
        else:
            self.emit(f"i32.const {self.image.address(name)}")

    def _is_known(self, node: code.Value) -> bool:
        """Are these answers that are remembered?"""
        return isinstance(node, code.Name) and isinstance(self.image.data.get(node.id), Known)

    def _section(self, node: code.Section) -> None:
        self.value(node.owner)
        if node.backwards:
            self.emit("call $backwards")
            return
        if node.start is None and node.end is None:
            self._copied(node.owner)
            return
        if node.start is None:
            self.emit("i64.const 0")
        else:
            self.narrow(node.start)
        if node.end is None:
            self.emit("i64.const 0x7fffffff")
        else:
            self.narrow(node.end)
        self.emit("call $section")

    def _copied(self, node: code.Value) -> None:
        """A copy of the list on the stack: of one that never grows all at once."""
        shape = self.shapes.shape(node).found()
        length = shape.length or 0
        if shape.kind != "list" or shape.grows or not 0 < length <= MOST_AT_ONCE:
            self.emit("call $copied")
            return
        title = f"copied.{length}"
        self.emit(f"call ${self.needs.function(title, lambda: _copying(title, length))}")

    def _several(self, node: code.Several) -> None:
        shape = self.shapes.shape(node).found()
        if shape.kind == "list":
            self._list_of(node.parts, shape.parts[0])
            return
        made = self.temp("i32")
        entries = self._packed(node) if shape.packed else self._entries(node.parts, shape.parts)
        self.emit(f"i32.const {8 * len(entries) + 8}", "call $alloc", f"local.tee ${made}")
        self.emit("i64.const 0", "i64.store")
        for i, entry in enumerate(entries):
            self.emit(f"local.get ${made}", f"local.get ${entry}", f"i64.store offset={8 * i + 8}")
        self.emit(f"local.get ${made}", "i32.const 8", "i32.add")

    def _packed(self, node: code.Several) -> list[str]:
        """The words of a key, in locals."""
        fields, held = self.shapes.shape(node).found().packed, list[str]()
        for part in node.parts:
            match part:
                case code.Call(function="tuple" | "list", args=[listed]):
                    part = listed  # it is read at once
                case _:
                    pass
            is_number = self.shapes.shape(part).found().kind == "number"
            held.append(self.temp("i64" if is_number else "i32"))
            (self.word if is_number else self.value)(part)
            self.emit(f"local.set ${held[-1]}")
        words: list[str] = []
        for field in sorted(fields, key=lambda field: field.word):
            self.emit(f"local.get ${held[field.part]}")
            if field.entry >= 0:
                self.emit(f"i64.load offset={16 + 8 * field.entry}")
            if field.least:
                self.emit(f"i64.const {field.least}", "i64.sub")
            if field.shift:
                self.emit(f"i64.const {field.shift}", "i64.shl")
            if field.word == len(words):
                words.append(self.temp("i64"))
            else:
                self.emit(f"local.get ${words[-1]}", "i64.or")
            self.emit(f"local.set ${words[-1]}")
        return words

    def _entries(self, parts: list[code.Value], shapes: list[Shape]) -> list[str]:
        held = []
        for part, shape in zip(parts, shapes, strict=True):
            self.entry(part, shape)
            held.append(self.temp("i64"))
            self.emit(f"local.set ${held[-1]}")
        return held

    def _list_of(
        self, parts: list[code.Value], shape: Shape, times: int = 1, *, grows: bool = False
    ) -> None:
        entries = self._entries(parts, [shape] * len(parts))
        made = self.temp("i32")
        made_by = "few" if grows and len(parts) * times <= FEW else "list"
        self.emit(f"i32.const {len(parts) * times}", f"call ${made_by}", f"local.set ${made}")
        first = 0
        if times > 16 and len(parts) == 1:
            first = times - times % 4  # those before are stored two and two
            i, at, again = self.temp("i32"), self.temp("i32"), self.fresh("fill") + at_most(times)
            self.emit(f"i32.const {8 * first}", f"local.set ${i}")
            with self.within(f"loop ${again}"):
                self.emit(f"local.get ${i}", "i32.const 32", "i32.sub", f"local.tee ${i}")
                self.emit(f"local.get ${made}", "i32.add", f"local.set ${at}")
                for offset in (16, 32):
                    self.emit(f"local.get ${at}", f"local.get ${entries[0]}", "i64x2.splat")
                    self.emit(f"v128.store offset={offset}")
                self.emit(f"local.get ${i}", f"br_if ${again}")
        for number, entry in enumerate(entries * times):
            if number >= first:
                self.emit(f"local.get ${made}", f"local.get ${entry}")
                self.emit(f"i64.store offset={16 + 8 * number}")
        self.emit(f"local.get ${made}")

    def _listed(self, node: code.Listed) -> None:
        shape = self.shapes.shape(node).found()
        self._list_of(node.parts, shape.parts[0], node.times, grows=shape.grows)

    def _made(self, node: code.Call) -> None:
        if node.function in self.shapes.functions:
            self.called(node)
            return
        match node.function, node.args:
            case "next_state", [stream]:
                self.value(stream)
                self.emit("call $next_state")
            case "moved_on", [stream, many]:
                self.value(stream)
                self.narrow(many)
                self.emit("call $moved_on")
            case (("list" | "tuple"), [code.Call(function="map") as deep]):
                self.value(deep.args[1])
                self.emit("call $copied_all")
            case "map", [_, listed]:
                self.value(listed)
                self.emit("call $copied_all")
            case (("list" | "tuple"), [listed]):
                self.value(listed)
                self._copied(listed)
            case "copied", [listed]:
                self.value(listed)
                self.emit("call $copied_all")
            case "copy", [places]:
                self.value(places)
                if not self.shapes.shape(node).found().is_table:
                    self.emit("call $map_copied")
            case "sorted", [listed]:
                part = self.shapes.shape(listed).found().parts[0]
                self.value(listed)
                self.emit(f"call ${self.needs.helper('sorted', part)}")
            case "reversed", [listed]:
                self.value(listed)
                self.emit("call $backwards")
            case "set", []:
                self.emit("call $map")
            case "frozen", [places]:
                for what in ("find", "sorted"):
                    self.needs.helper(what, NUMBER)
                self.needs.function("frozen", lambda: FROZEN)
                self.value(places)
                self.emit("call $frozen")
            case name, _ if name in FAILING:
                self._fails(node)
            case name, _:
                raise Unprintable(f"{name} is called")


def _copying(title: str, length: int) -> str:
    """A function that copies lists of so many entries."""
    entries = "\n".join(
        f"    (i64.store offset={at} (local.get $q) (i64.load offset={at} (local.get $p)))"
        for at in range(16, 16 + 8 * length, 8)
    )
    return f"""  (func ${title} (param $p i32) (result i32)
    (local $q i32)
    (local.set $q (call $list (i32.const {length})))
{entries}
    (local.get $q))"""

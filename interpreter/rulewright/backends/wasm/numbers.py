"""How numbers are computed: in words, in groups of words, in memory; and how things are tested.

Each number has a range (`shapes`). What fits into 64 bits is computed as an `i64`: where only the
low word counts, as of `x + y & mask`, of whatever comes before only the low words are. What needs a
few words is computed word by word, and all else by `runtime.wat`.
"""

from __future__ import annotations

from collections.abc import Callable

from ...lower import nodes as code
from . import groups, tabled
from .choosing import is_quick
from .image import Flat
from .shapes import (
    NUMBER,
    WORD,
    Range,
    Shape,
    Unprintable,
    fits,
    is_bit,
    is_word,
    lowest_of,
    words,
)
from .writing import Writing, entry_type

_BINARY = {
    "+": "add", "-": "sub", "*": "mul", "%": "mod", "&": "and", "|": "or", "^": "xor",
    "<<": "shl",
}  # fmt: skip
_COMPARE = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_SIGNED = ("<", "<=", ">", ">=")


class Numbers(Writing):
    """Prints numbers and tests."""

    def reference(self, node: code.Value, shape: Shape) -> None:
        """A list, a record, a map, a stream, a handle."""
        raise NotImplementedError

    def held(self, node: code.Value) -> int:
        """A number that is held somewhere, as it is held there, or computed by a call; in how many
        words it is on the stack, 0: in memory."""
        raise NotImplementedError

    def called(self, node: code.Call) -> None:
        """A call of a function of the program."""
        raise NotImplementedError

    def table_of(self, node: code.Item) -> Flat | None:
        """The fixed table of numbers that has an entry at any places which are asked for."""
        raise NotImplementedError

    def place_of(self, node: code.Item, table: Flat) -> None:
        """How far into a table an entry lies, in bytes."""
        raise NotImplementedError

    def in_table(self, key: code.Value, shape: Shape) -> None:
        """What the table on the stack has for a key."""
        _, size = tabled.room_of(shape)
        self.narrow(key)
        if shape.room is not None:
            self._in_room(size)
            self.emit({1: "i64.load8_u", 2: "i64.load16_u", 4: "i64.load32_u"}[size])
            return
        self.emit(f"call ${self.needs.function(f'table_at.{size}', lambda: tabled.reading(size))}")

    def _in_room(self, size: int) -> None:
        """Where the value of a key lies in a table that has room for all."""
        self.emit("i32.wrap_i64")
        if size > 1:
            self.emit(f"i32.const {size.bit_length() - 1}", "i32.shl")
        self.emit("i32.add")

    def put_in_table(self, key: code.Value, value: str, shape: Shape) -> None:
        """Store a value, in a local, in the table on the stack."""
        more, size = tabled.room_of(shape)
        if shape.room is None:
            self.narrow(key)
            self.emit(f"local.get ${value}", f"i64.const {more}", "i64.add")
            title = self.needs.function(f"table_put.{size}", lambda: tabled.storing(size))
            self.emit(f"call ${title}")
            self.keep()
            return
        held, at = self.temp("i32"), self.temp("i32")
        self.emit(f"local.tee ${held}")
        self.narrow(key)
        self._in_room(size)
        self.emit(f"local.tee ${at}", f"local.get ${value}", f"i64.const {more}", "i64.add")
        self.emit(f"i64.store{8 * size}")
        if tabled.bytes_of(shape) > tabled.LARGE:
            title = self.needs.function("touched", lambda: tabled.TOUCHED)
            self.emit(f"local.get ${held}", f"i32.const {shape.room[0] * size}", "i32.add")
            self.emit(f"local.get ${at}", f"i32.const {tabled.bytes_of(shape)}", f"call ${title}")

    def new_table(self, shape: Shape) -> None:
        if shape.room is None:
            self.emit(f"call ${self.needs.function('new_table', lambda: tabled.TABLE)}")
            return
        _, size = tabled.room_of(shape)
        wanted = tabled.bytes_of(shape)
        if wanted > tabled.LARGE and self.source.name not in self.needs.called:
            title = self.needs.function("room_anew", lambda: tabled.ANEW)
            self.emit(f"global.get ${self.needs.room(wanted)}", f"i32.const {wanted}")
        else:
            title = self.needs.function("new_room", lambda: tabled.ROOMY)
            self.emit(f"i32.const {wanted}")
        self.emit(f"call ${title}", f"i32.const {shape.room[0] * size}", "i32.sub")

    def shape_of(self, node: code.Value) -> Shape:
        """The shape of a value, with the range of a computed number."""
        shape = self.shapes.shape(node).found()
        if shape.kind == "number":
            return Shape("number", range=self.shapes.range(node))
        return shape

    def value(self, node: code.Value) -> None:
        """A value as what it is by itself."""
        self.value_as(node, self.shape_of(node))

    def value_as(self, node: code.Value, shape: Shape) -> None:
        """A value as it is held by a variable that has a shape."""
        shape = shape.found()
        if shape.kind != "number":
            self.reference(node, shape)
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
        self.to_entry(shape)

    def to_entry(self, shape: Shape) -> None:
        if entry_type(shape) == "i32":
            self.emit("i64.extend_i32_u")

    def from_entry(self, shape: Shape) -> None:
        if entry_type(shape) == "i32":
            self.emit("i32.wrap_i64")

    def widen(self, found: tuple[int, int] | None) -> None:
        self.emit(
            "call $wide_of" if found is None or fits(found, WORD) else "call $wide_of_unsigned"
        )

    def convert(self, count: int, found: Range | None, shape: Shape) -> None:
        """What is on the stack, in so many words (0: in memory), as a variable holds it."""
        wanted = words(shape.found().range)
        if count == wanted:
            return
        if wanted == 0:
            if count == 1:
                self.widen(found)
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
        return self.needs.function(title, lambda: groups.between(what, title, count))

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
                self.set(node.name)
                return self._of_variable(node.name, count)
            case code.Name() if node.id in self.variables:
                return self._of_variable(node.id, count)
            case code.Binary() if self._holder(node) is None and not is_word(found):
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
                    self.otherwise()
                    self._push(self.group(node.other, count))
                return self._popped(count)
            case code.Item() if (table := self._of_groups(node)) is not None:
                return self._resized(self._loaded(node, table, count), count, found)
        held = self._holder(node)
        if is_word(found if held is None else held.range):
            self.word(node)
            return self._resized(self._popped(1), count, found)
        if isinstance(node, code.Call) and node.function in self.shapes.functions:
            self.called(node)
            its = self.shapes.results[node.function].found().range
            if words(its):
                return self._resized(self._popped(words(its)), count, its)
        else:
            self._wide(node)
        self.emit(f"call ${self._grouped('wide_to', count)}")
        return self._popped(count)

    def _of_groups(self, node: code.Item) -> Flat | None:
        """A fixed table that has a group for each entry."""
        if words(self.shapes.shape(node).found().range) < 2:
            return None
        return self.table_of(node)

    def _loaded(self, node: code.Item, table: Flat, count: int) -> list[str]:
        """An entry of a fixed table, as far as so many words, in locals."""
        at, loaded = self.temp("i32"), list[str]()
        self.place_of(node, table)
        self.emit(f"local.set ${at}")
        for number in range(min(count, table.words)):
            loaded.append(self.temp("i64"))
            self.emit(f"local.get ${at}", f"i64.load offset={table.at + 8 * number}")
            self.emit(f"local.set ${loaded[-1]}")
        return [f"local.get ${word}" for word in loaded]

    def _of_variable(self, name: str, count: int) -> list[str]:
        its = self.variables[name].found().range
        if words(its) == 0:
            self.emit(f"local.get ${name}", f"call ${self._grouped('wide_to', count)}")
            return self._popped(count)
        return self._resized([f"local.get ${title}" for title, _ in self.places(name)], count, its)

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

    def _two(self, node: code.Binary | code.Compare, count: int) -> tuple[list[str], list[str]]:
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
                inner = count
                if node.operator == ">>":
                    inner = words(self.shapes.range(node.left))
                    if not inner:
                        return None
                single = code.constant(node.left) or 0
                if node.operator == "<<" and single > 0 and single & single - 1 == 0:
                    return self._one_bit(node.right, count, single.bit_length() - 1)
                group = self._settled(self.group(node.left, inner))
                self.narrow(node.right)
                by = self.temp("i64")
                self.emit(f"local.set ${by}")
                what = "shl" if node.operator == "<<" else "shr"
                title = f"{what}.{inner}"
                self.needs.function(title, lambda: groups.shift(title, what, inner))
                self.emit(*group, f"local.get ${by}", f"call ${title}")
                return self._resized(self._popped(inner), count, self.shapes.range(node.left))
            case _:
                return None

    def _one_bit(self, place: code.Value, count: int, more: int) -> list[str]:
        """`1 << place + more`."""
        at, bit = self.temp("i64"), self.temp("i64")
        self.narrow(place)
        if more:
            self.emit(f"i64.const {more}", "i64.add")
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
                    self.otherwise()
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
        self.reference(node, shape)
        if shape.kind in ("list", "map", "keys"):
            self.emit("i32.load")  # how many there are; where nothing is, at 0, there is always 0
        self.emit("i32.const 0", "i32.ne")

    def _junction(self, parts: list[code.Value], operator: str) -> None:
        self.test(parts[0])
        is_quick, opened = self.is_quick(parts[0]), 0
        for part in parts[1:]:
            was_quick, is_quick = is_quick, self.is_quick(part)
            if was_quick and is_quick:
                self.test(part)
                self.emit(f"i32.{operator}")
                continue
            self.emit("if (result i32)")
            self.depth += 1
            opened += 1
            if operator == "or":
                self.emit("i32.const 1")
                self.otherwise()
            self.test(part)
        for _ in range(opened):
            if operator == "and":
                self.otherwise()
                self.emit("i32.const 0")
            self.depth -= 1
            self.emit("end")

    def is_quick(self, node: code.Value) -> bool:
        """Is it a test that costs nothing and gives 0 or 1?"""
        return is_quick(node, self.is_one_word, self._is_list)

    def is_one_word(self, node: code.Value) -> bool:
        """Is it a number in a variable, or a fixed one, of one word?"""
        if isinstance(node, code.Number):
            return is_word((node.value, node.value))
        if not isinstance(node, code.Name) or node.id not in self.variables:
            return False
        shape = self.variables[node.id].found()
        return shape.kind == "number" and is_word(shape.range)

    def _is_list(self, node: code.Value) -> bool:
        if not isinstance(node, code.Name) or node.id not in self.variables:
            return False
        return self.variables[node.id].found().kind == "list"

    def _compare(self, node: code.Compare) -> None:
        if "in" in node.operator:
            self._contained(node)
            return
        left, right = self.shapes.shape(node.left).found(), self.shapes.shape(node.right).found()
        if left.kind != "number" or right.kind != "number":
            whole = left if left.kind != "nothing" else right
            self.entry(node.left, whole)
            self.entry(node.right, whole)
            self.emit(f"call ${self.needs.helper('equal', whole)}")
            if node.operator == "!=":
                self.emit("i32.eqz")
            return
        one, two = self.shapes.range(node.left), self.shapes.range(node.right)
        name = _COMPARE[node.operator]
        count = max(words(one), words(two)) if words(one) and words(two) else 0
        if count > 1 and node.operator in ("==", "!="):
            left_, right_ = self._two(node, count)
            pairs = self._each_word([left_, right_], ["i64.xor"])
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
            self.narrow(node.left)
            self.emit(f"local.tee ${held}")
            self.narrow(start)
            self.emit("i64.ge_s", f"local.get ${held}")
            self.narrow(end)
            self.emit("i64.lt_s", "i32.and")
        else:
            shape = self.shapes.shape(source).found()
            self.reference(source, shape)
            if shape.is_table:
                self.in_table(node.left, shape)
                self.emit("i64.const 0", "i64.ne")
            elif shape.kind in ("keys", "map"):
                self.entry(node.left, shape.parts[0])
                self.emit(f"call ${self.needs.helper('find', shape.parts[0])}")
                self.emit("i32.const 0", "i32.ne")
            else:
                self.entry(node.left, shape.parts[0])
                self.emit(f"call ${self.needs.helper('index', shape.parts[0])}")
                self.emit("i64.const 0", "i64.ge_s")
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
            case code.Item(index=place) if self._is_bit_of(node):
                self.word(place)
                self._bit(place)
            case code.Item() if (table := self._of_groups(node)) is not None:
                self.place_of(node, table)
                self.emit(f"i64.load offset={table.at}")
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
            case code.Junction() if is_word(found):
                self._joined_value(node, self.word, "i64")
            case code.Junction():
                self.wide(node)
                self.emit("call $low_word")
            case code.Choice():
                self.either(node, "(result i64)", self.word)
            case code.Bound():
                shape = self.variables[node.name].found()
                self.value_as(node.value, shape)
                self.set(node.name)
                self.emit(f"local.get ${self.places(node.name)[0][0]}")
                if not words(shape.range):
                    self.emit("call $low_word")
            case code.Name() if node.id in self.variables:
                self.emit(f"local.get ${self.places(node.id)[0][0]}")
                if not words(self.variables[node.id].found().range):
                    self.emit("call $low_word")
            case _:
                self.convert(self.held(node), found, NUMBER)

    def _is_bit_of(self, node: code.Item) -> bool:
        """Is an entry that is looked up the bit of its place, in a word, or nothing for -1?"""
        if not isinstance(node.owner, code.Name) or node.owner.id in self.variables:
            return False
        held, found = self.image.data.get(node.owner.id), self.shapes.range(node.index)
        if not isinstance(held, tuple) or found is None or not -1 <= found[0] <= found[1] < 64:
            return False
        places = range(found[0], found[1] + 1)
        return found[1] < len(held) and all(
            held[place] == (1 << place if place >= 0 else 0) for place in places
        )

    def _bit(self, place: code.Value) -> None:
        """The bit of the place that is on the stack, which a shift makes sooner than a table."""
        found, at = self.shapes.range(place), self.temp("i64")
        if found is not None and found[0] < 0:
            self.emit(f"local.tee ${at}", "i64.const 0", "i64.ge_s", "i64.extend_i32_u")
        else:
            self.emit(f"local.set ${at}", "i64.const 1")
        self.emit(f"local.get ${at}", "i64.shl")

    def narrow(self, node: code.Value) -> None:
        """A number as a signed `i64`; a game in which it is larger is given up."""
        if fits(self.shapes.range(node) or WORD, WORD):
            self.word(node)
        else:
            self.wide(node)
            self.emit("call $narrow")

    def _holder(self, node: code.Value) -> Shape | None:
        """What holds a number, if it is not computed: how wide it is there counts."""
        shape = self.shapes.shape(node).found()
        return shape if shape is not NUMBER else None

    def _word_of(self, node: code.Binary) -> None:
        left, right = self.shapes.range(node.left), self.shapes.range(node.right)
        match node.operator:
            case "-" if self._element(node):
                pass
            case "+" | "-" | "*":
                sum_ = self.shapes.sum(node)
                in_words = left is None or right is None or (fits(left, WORD) and fits(right, WORD))
                self.word(node.left)
                self.word(node.right)
                name = _BINARY[node.operator]
                if in_words and sum_ is not None and not fits(sum_, WORD):
                    self.emit(f"call ${name}_checked")
                else:
                    self.emit(f"i64.{name}")
            case "&" | "|" | "^":
                self.word(node.left)
                self.word(node.right)
                self.emit(f"i64.{_BINARY[node.operator]}")
            case "<<":
                self.word(node.left)
                self.narrow(node.right)
                self.emit("i64.shl" if right is None or fits(right, (0, 63)) else "call $shl")
            case ">>" if words(left) > 1 and (by := code.constant(node.right)) is not None:
                self._part_of(node.left, by)
            case ">>" if words(left) > 1:
                group = self.group(node.left, words(left))
                if not isinstance(node.right, code.Name | code.Number):
                    group = self._settled(group)
                title, count = f"shr_low.{len(group)}", len(group)
                self.needs.function(title, lambda: groups.shift_low(title, count))
                self._push(group)
                self.narrow(node.right)
                self.emit(f"call ${title}")
            case ">>" if not is_word(left):
                self.wide(node.left)
                self.narrow(node.right)
                self.emit("call $wide_shr_low")
            case ">>":
                self.word(node.left)
                self.narrow(node.right)
                unsigned = left is not None and left[0] >= 0
                if right is None or fits(right, (0, 63)):
                    self.emit("i64.shr_u" if unsigned else "i64.shr_s")
                else:
                    self.emit("call $shr_unsigned" if unsigned else "call $shr")
            case "%":
                self._remainder(node)
            case _:
                raise Unprintable(f"{node.operator} of numbers")

    def _element(self, node: code.Binary) -> bool:
        """Print the highest element of a mask in one word, or its lowest if it is sure to have one;
        false if that is not what is asked for."""
        match node:
            case code.Binary(
                left=code.Method(owner=owner, operation="bit_length"), right=code.Number(value=1)
            ):
                found = self.shapes.range(owner)
            case _:
                return False
        if lowest_of(owner) and id(node) in self.shapes.elements:
            assert isinstance(owner, code.Binary)
            if is_word(self.shapes.range(owner.left)):
                self.word(owner.left)
                self.emit("i64.ctz")
                return True
        if found is None or found[0] < 0 or not is_word(found):
            return False
        self.emit("i64.const 63")
        self.word(owner)
        self.emit("i64.clz", "i64.sub")
        return True

    def _part_of(self, node: code.Value, start: int) -> None:
        """The word of a group that begins at a bit."""
        found = self.shapes.range(node)
        group = self.group(node, words(found))
        at, by = min(start // 64, len(group)), start % 64
        group = self._resized(group, at + 2, found)
        self.emit(group[at])
        if by:
            self.emit(f"i64.const {by}", "i64.shr_u", group[at + 1])
            self.emit(f"i64.const {64 - by}", "i64.shl", "i64.or")

    def _remainder(self, node: code.Binary) -> None:
        left, right = self.shapes.range(node.left), self.shapes.range(node.right)
        if not (left is None or fits(left, WORD)) or not (right is None or fits(right, WORD)):
            self._wide_of(node)
            self.emit("call $low_word")
            return
        self.word(node.left)
        by = code.constant(node.right)
        if by is not None and by > 0 and left is not None and fits(left, (-by, 2 * by - 1)):
            self._brought_within(left, by)
            return
        if by is not None and by > 0 and by & by - 1 == 0:
            self.emit(f"i64.const {by - 1}", "i64.and")
            return
        self.word(node.right)
        if left is not None and right is not None and left[0] >= 0 and right[0] > 0:
            self.emit("i64.rem_u")
        else:
            self.emit("call $mod")

    def _brought_within(self, its: tuple[int, int], by: int) -> None:
        """The remainder of what is on the stack, from which the number is taken, or to which it is
        added, at most once: a division takes longer."""
        held = self.temp("i64")
        if its[0] < 0:
            self.emit(f"local.tee ${held}", f"local.get ${held}", "i64.const 63", "i64.shr_s")
            self.emit(f"i64.const {by}", "i64.and", "i64.add")
        if its[1] >= by:
            self.emit(f"local.tee ${held}", f"local.get ${held}", f"i64.const {by}", "i64.sub")
            self.emit(f"local.get ${held}", f"i64.const {by}", "i64.lt_s", "select")

    def _joined_value(
        self, node: code.Junction, print_: Callable[[code.Value], None], kind: str
    ) -> None:
        """`and`, `or` as a value: that of the part which decides."""
        if _is_truth(node):
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
                self.otherwise()
            opened += 1
        print_(last)
        for _ in range(opened):
            if node.operator == "and":
                self.otherwise()
                self.emit("i64.const 0")
                if kind == "i32":
                    self.emit("call $wide_of")
            self.depth -= 1
            self.emit("end")

    def either(self, node: code.Choice, result: str, print_: Callable[[code.Value], None]) -> None:
        if (
            result == "(result i64)"
            and self.is_one_word(node.then)
            and self.is_one_word(node.other)
        ):
            if not any(isinstance(part, code.Bound) for part in code.walk(node.test)):
                self.word(node.then)
                self.word(node.other)
                self.test(node.test)
                self.emit("select")
                return
        self.test(node.test)
        with self.within(f"if {result}"):
            print_(node.then)
            self.otherwise()
            print_(node.other)

    def wide(self, node: code.Value) -> None:
        """A number in memory."""
        found = self.shapes.range(node)
        if isinstance(node, code.Number):
            self.emit(f"i32.const {self.image.wide(node.value)}")
            return
        held = self._holder(node)
        its = found if held is None else held.range
        in_memory = isinstance(node, code.Item) or (
            isinstance(node, code.Method) and node.operation in ("pop", "get")
        )
        if is_word(its):
            self.word(node)
            self.widen(found)
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
                self.either(node, "(result i32)", self.wide)
            case _:
                self.held(node)

    def _wide_of(self, node: code.Binary) -> None:
        shifted = _shifts(node) if node.operator == "|" else None
        if shifted is not None and self._is_mask(shifted[0]):
            self._shifted(*shifted)
            return
        match node.operator:
            case "<<" if code.constant(node.left) == 1:
                self.narrow(node.right)
                self.emit("call $wide_bit")
            case "<<" | ">>":
                self.wide(node.left)
                self.narrow(node.right)
                self.emit("call $wide_shl" if node.operator == "<<" else "call $wide_shr")
            case "&" if _is_rest(node) and (self.shapes.range(node.left) or (0, 0))[0] >= 0:
                self.wide(node.left)
                self.emit("call $wide_rest")
            case "&" if (beside := _beside(node)) is not None and self._is_mask(beside[0]):
                self.wide(beside[0])
                self.narrow(beside[1])
                self.emit("call $wide_beside")
            case "&" if isinstance(node.right, code.Unary) and node.right.operator == "~":
                self.wide(node.left)
                self.wide(node.right.operand)
                self.emit("call $wide_without")
            case "|" if is_bit(node.right):
                assert isinstance(node.right, code.Binary)
                if is_bit(node.left):
                    assert isinstance(node.left, code.Binary)
                    self.narrow(node.left.right)
                else:
                    self.wide(node.left)
                self.narrow(node.right.right)
                self.emit("call $wide_bits" if is_bit(node.left) else "call $wide_with")
            case _:
                self.wide(node.left)
                self.wide(node.right)
                self.emit(f"call $wide_{_BINARY[node.operator]}")

    def _is_mask(self, node: code.Value) -> bool:
        """Is it certainly not below zero?"""
        return (self.shapes.range(node) or (-1,))[0] >= 0

    def _shifted(self, mask: code.Value, shifts: list[tuple[str, code.Value]]) -> None:
        """What a mask becomes when it is shifted several ways, in one number."""
        held, made = self.temp("i32"), self.temp("i32")
        amounts = [self.temp("i64") for _ in shifts]
        self.wide(mask)
        self.emit(f"local.set ${held}")
        for amount, (_, by) in zip(amounts, shifts, strict=True):
            self.narrow(by)
            self.emit(f"local.set ${amount}")
        self.emit(f"local.get ${held}", f"local.get ${amounts[0]}")
        for amount in amounts[1:]:
            self.emit(f"local.get ${amount}", "call $farther")
        self.emit("call $wide_around", f"local.set ${made}")
        for amount, (operator, _) in zip(amounts, shifts, strict=True):
            self.emit(f"local.get ${made}", f"local.get ${held}", f"local.get ${amount}")
            self.emit("call $or_shl" if operator == "<<" else "call $or_shr")
        self.emit(f"local.get ${made}", "call $trim")

    def counted(self, node: code.Value, wide: str, narrow: list[str]) -> None:
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

    def of_group(self, node: code.Value, what: str) -> None:
        """The lowest element and one, or the length, of a mask in words."""
        count = words(self.shapes.range(node))
        title = f"{what}.{count}"
        self.needs.function(title, lambda: groups.place(title, what, count))
        self._push(self.group(node, count))
        self.emit(f"call ${title}")


def _all_of(group: list[str]) -> list[str]:
    """The bits that any of the words has."""
    return [line for i, part in enumerate(group) for line in (part, *["i64.or"] * (i > 0))]


def _differ_in_sign(one: tuple[int, int] | None, two: tuple[int, int] | None) -> bool:
    """Is one larger than a signed word, and the other perhaps below zero?"""
    if one is None or two is None:
        return False
    return (one[1] > WORD[1] and two[0] < 0) or (two[1] > WORD[1] and one[0] < 0)


def _is_truth(node: code.Value) -> bool:
    """Is it sure to be 0 or 1, as the answer of a test?"""
    match node:
        case code.Junction():
            return all(map(_is_truth, node.parts))
        case code.Number():
            return node.value in (0, 1)
        case code.Unary():
            return node.operator in ("not", "filled")
        case _:
            return isinstance(node, code.Compare)


def _is_rest(node: code.Binary) -> bool:
    """Is it `x & x - 1`?"""
    left, right = node.left, node.right
    return (
        isinstance(left, code.Name) and isinstance(right, code.Binary) and right.operator == "-"
        and code.constant(right.right) == 1 and isinstance(right.left, code.Name)
        and right.left.id == left.id
    )  # fmt: skip


def _shifts(node: code.Value) -> tuple[code.Name, list[tuple[str, code.Value]]] | None:
    """The mask, and which ways it is shifted, if it is several ones, as in `x << 1 | x >> 1`."""
    match node:
        case code.Binary(left=left, operator="|", right=right):
            one, other = _shifts(left), _shifts(right)
            if one is None or other is None or one[0].id != other[0].id:
                return None
            return one[0], one[1] + other[1]
        case code.Binary(left=code.Name() as mask, operator="<<" | ">>" as operator, right=by):
            return mask, [(operator, by)]
        case _:
            return None


def _beside(node: code.Binary) -> tuple[code.Name, code.Value] | None:
    """The mask, and how far it is, where a mask is shifted by one and by so many, both ways, and
    taken away: `(x << 1 | x >> 1 | x << n | x >> n) & ~x`."""
    shifted = _shifts(node.left)
    match node.right:
        case code.Unary(operator="~", operand=code.Name(id=name)):
            if shifted is None or shifted[0].id != name:
                return None
        case _:
            return None
    match shifted[1]:
        case [
            ("<<", code.Number(value=1)), (">>", code.Number(value=1)),
            ("<<", code.Name(id=one) as by), (">>", code.Name(id=other)),
        ] if one == other:  # fmt: skip
            return shifted[0], by
        case _:
            return None


def _signed(value: int) -> int:
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value

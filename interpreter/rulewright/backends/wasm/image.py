"""Fixed data as it lies in the memory of a module from the start."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass

from ...core.ir import Domain
from .shapes import Shape, Shapes, is_word, words

BASE = 1024  # where fixed data begins; what lies below is for those who call
MOST_SPREAD = 1 << 18  # bytes of a table whose entries are of several words


@dataclass(frozen=True, slots=True)
class Flat:
    """A table: where it is, how long its rows are at each level, how many bytes an entry takes, and
    what loads one, or each of its words if it has several."""

    at: int
    lengths: list[int]
    size: int
    load: str

    @property
    def words(self) -> int:
        """How many words an entry takes, of which each is loaded by itself."""
        return max(1, self.size // 8)


_NARROW = {
    "B": "i64.load8_u", "b": "i64.load8_s", "H": "i64.load16_u", "h": "i64.load16_s",
    "I": "i64.load32_u", "i": "i64.load32_s", "q": "i64.load",
}  # fmt: skip


class Image:
    """Fixed data as it lies in memory from the start, and things that only messages speak of."""

    def __init__(self, shapes: Shapes, data: Mapping[str, object]) -> None:
        self.shapes = shapes
        self.data = data
        self.bytes = bytearray()
        self.handles: list[object] = []
        self._placed: dict[object, int] = {}
        self._named: dict[str, int] = {}
        self._flat: dict[str, Flat | None] = {}

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

    def flat(self, name: str) -> Flat | None:
        """A table of numbers in rows of rows, all as long as each other, one after the other and
        as narrow as they may be, or each in as many words as the widest; None if the data of a name
        are no such table."""
        if name not in self._flat:
            self._flat[name] = self._flattened(self.data[name])
        return self._flat[name]

    def _flattened(self, held: object) -> Flat | None:
        lengths: list[int] = []
        parts = [held]
        while parts and isinstance(parts[0], tuple | list):
            rows = [part for part in parts if isinstance(part, tuple | list)]
            if len(rows) < len(parts) or len({*map(len, rows)}) > 1:
                return None
            lengths.append(len(rows[0]))
            parts = [part for row in rows for part in row]
        numbers = [part for part in parts if isinstance(part, int)]
        if not numbers or len(numbers) < len(parts):
            return None
        for form, load in _NARROW.items():
            size = struct.calcsize(form)
            low = 0 if form.isupper() else -1 << 8 * size - 1
            if low <= min(numbers) and max(numbers) < low + (1 << 8 * size):
                packed = struct.pack(f"<{len(numbers)}{form}", *numbers)
                return Flat(self._append(packed + bytes(-len(packed) % 8)), lengths, size, load)
        size = 8 * words((min(numbers), max(numbers)))
        if size * len(numbers) > MOST_SPREAD or not size:
            return None
        ones = (1 << 8 * size) - 1
        held = b"".join((number & ones).to_bytes(size, "little") for number in numbers)
        return Flat(self._append(held), lengths, size, "i64.load")

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
                return self._add(("record", *parts), parts) + 8
            case tuple() | list():
                part = shape.parts[0].found()
                if is_word(part.range) and all(type(held) is int for held in value):
                    parts = [*value]
                else:
                    parts = [self.place(held, part) for held in value]
                return self._add(("list", *parts), parts)
            case _:
                return self.handle(value)

    def vectors(self, held: bytes) -> int:
        """Where some bytes lie that are loaded sixteen at a time."""
        self._append(bytes(-self.end % 16))
        return self._append(held)

    def wide(self, value: int) -> int:
        """Where a number of any width lies."""
        key = ("wide", value)
        if key not in self._placed:
            self._placed[key] = self._append(wide(value))
        return self._placed[key]

    def _add(self, key: tuple[object, ...], parts: list[int]) -> int:
        if key not in self._placed:
            header = bytes(8)
            if key[0] == "list":
                header = struct.pack("<iiii", len(parts), len(parts), self.end + 16, 0)
            self._placed[key] = self._append(header + b"".join(map(_word, parts)))
        return self._placed[key]

    def _append(self, held: bytes) -> int:
        at = self.end
        self.bytes += held
        return at

    @property
    def end(self) -> int:
        """Where the next data would begin."""
        return BASE + len(self.bytes)

    def text(self) -> str:
        """The bytes as WebAssembly writes them."""
        written = self.bytes.decode("latin-1").translate(_WRITTEN)
        return f'  (data (i32.const {BASE}) "{written}")'


_PLAIN = {*range(32, 127)} - {*b'"\\'}
_WRITTEN = {byte: f"\\{byte:02x}" for byte in range(256) if byte not in _PLAIN}


def wide(value: int) -> bytes:
    """A number of any width as it lies in memory."""
    below = ((value & -value).bit_length() - 1) // 64 if value else 0
    value >>= 64 * below
    words = (value if value >= 0 else ~value).bit_length() // 64 + 1  # as few as will do
    return struct.pack("<ii", words, below) + value.to_bytes(words * 8, "little", signed=True)


def _word(value: int) -> bytes:
    return (value & (1 << 64) - 1).to_bytes(8, "little")

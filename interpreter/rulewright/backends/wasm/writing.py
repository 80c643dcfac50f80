"""What all printing of functions is made of: lines, locals, and what a module needs besides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager

from ...lower import nodes as code
from .image import Image
from .maps import HELPERS, signature
from .shapes import WORD, Shape, Shapes, Unprintable, fits, is_word, words
from .tabled import HEAD


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


class Needs:
    """What the functions of a module need besides each other: fixed data, functions for shapes and
    widths, answers that are remembered."""

    def __init__(
        self,
        shapes: Shapes,
        image: Image,
        giving_back: Collection[str] = frozenset(),
        called: Collection[str] = frozenset(),
    ) -> None:
        self.shapes = shapes
        self.image = image
        self.giving_back = giving_back  # functions that give back what memory they take
        self.extra: dict[str, str] = {}  # functions for shapes: hashes, equality, maps
        self.known: list[str] = []  # answers that are remembered
        self.called = called  # functions that others call, or themselves
        self.rooms: list[int] = []  # bytes of tables that have their place for good

    def helper(self, what: str, shape: Shape) -> str:
        """The name of a function for a shape, which is written when it is first asked for."""
        shape = shape.found()
        title = f"{what}_{signature(shape)}"
        return self.function(title, lambda: HELPERS[what](self, title, shape))

    def room(self, wanted: int) -> str:
        """The name of what says where a table of so many bytes has its place."""
        self.rooms.append(HEAD + (wanted + 63 & -64))
        return f"room.{len(self.rooms)}"

    def function(self, title: str, text: Callable[[], str]) -> str:
        """The name of a function, which is written when it is first asked for."""
        if title not in self.extra:
            self.extra[title] = ""  # it may ask for itself
            self.extra[title] = text()
        return title


class Writing:
    """The lines of a function as they are written."""

    def __init__(self, source: code.Function, needs: Needs) -> None:
        self.source = source
        self.needs = needs
        self.shapes = needs.shapes
        self.image = needs.image
        self.variables = self.shapes.variables[source.name]
        self.out: list[str] = []
        self.depth = 2
        self.locals: dict[str, str] = {}
        self.count = 0
        self.loops: list[tuple[str, str]] = []  # of the loops around: where to leave, to go on
        self.line: code.Line | None = None

    def places(self, name: str) -> list[tuple[str, str]]:
        """The locals that a variable is."""
        kinds = type_of(self.variables[name])
        if len(kinds) == 1:
            return [(name, kinds[0])]
        return [(f"{name}.{number}", kind) for number, kind in enumerate(kinds)]

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

    def otherwise(self) -> None:
        """What is written from here on is done where the test of the innermost `if` fails."""
        self.depth -= 1
        self.emit("else")
        self.depth += 1

    def fresh(self, hint: str) -> str:
        self.count += 1
        return f"{hint}.{self.count}"

    def temp(self, kind: str) -> str:
        title = self.fresh("t")
        self.locals[title] = kind
        return title

    def at(self, node: code.Node) -> None:
        if node.at is not None and node.at != self.line:
            self.line = node.at
            self.emit(f";; line {node.at[1]}")

    def keep(self) -> None:
        """What has been taken of memory is stored where others look: no search gives it back."""
        if self.needs.giving_back:
            self.emit("global.get $top", "global.set $kept")

    def set(self, name: str) -> None:
        """Store what is on the stack in a variable."""
        self.emit(*(f"local.set ${title}" for title, _ in reversed(self.places(name))))


def catching(known: Sequence[str] = ()) -> str:
    """What opens lines that end their function: what goes wrong in them leads behind `FAILED`.
    `known`: answers that are remembered, and are forgotten now."""
    anew = (
        ["\n        (global.set $age (i64.add (global.get $age) (i64.const 1)))"] if known else []
    )
    opened = "(block $failed (result i32 i64 i64 i64 i64)\n      (try_table (catch $fail $failed)"
    return opened + "".join(anew)


FAILED = "\n".join(["    drop"] * 5)  # whatever it was: here it does not matter


def field_of(shape: Shape, number: int, place: str) -> str:
    """An entry of the record or list that lies at a place, which is a number of a word."""
    part = shape.parts[0 if shape.kind == "list" else number].found()
    if not fits(part.range or WORD, WORD):
        raise Unprintable("what is told of a game is wider than a word")
    if shape.kind == "list":
        return f"(i64.load (call $slot {place} (i64.const {number})))"
    return f"(i64.load offset={8 * number} {place})"

"""A table as text, as one seat sees it.

Everything comes from an observation and from what the rules declare, so it works for any game and
cannot show what the seat does not see: boards first, then zones of the whole table, then seats, the
seat that looks last, then what it has chosen so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from rulewright.core.ir import Cell, Domain, Number, StackOf, Truth, Type
from rulewright.runtime.sight import is_box

from .cells import draw_cells, legend_of_cells
from .facts import Facts
from .growing import components, draw_growing, growing
from .notes import Notes, is_start, leaves
from .picture import draw, edge_marks, picture_of, seat_letters
from .screen import Line, Piece, line, seat_style, seat_title, wrapped

Json = object
Seen = Mapping[str, Json]
MOST_OF_A_STACK = 6


class Table:
    """How the tables of a game are shown."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.program = facts.game.program
        self.names = self.program.seats.labels
        self.notes = Notes(facts, {})

    def lines(self, observation: Seen, width: int) -> list[Line]:
        """The whole table as the seat of the observation sees it."""
        seen = cast(Seen, observation["cells"])
        seat = cast("int | None", observation["seat"])
        self.notes = Notes(self.facts, seen)
        rows: list[tuple[Piece, list[str]]] = []
        rows += self._zones(seen)
        rows += self._other_marks(seen)
        rows += self._seats(seen, seat)
        rows += self._choices(seen)
        margin = max((len(head.text) for head, _ in rows), default=0) + 2
        return [*self.boards(seen, width), *_aligned(rows, margin, width)]

    def choice_lines(self, observation: Seen, width: int) -> list[Line]:
        """Only what the seat has chosen so far."""
        self.notes = Notes(self.facts, cast(Seen, observation["cells"]))
        rows = list(self._choices(cast(Seen, observation["cells"])))
        margin = max((len(head.text) for head, _ in rows), default=0) + 2
        return list(_aligned(rows, margin, width))

    def boards(self, seen: Seen, width: int) -> list[Line]:
        """The boards with what the seat sees on them; with nothing seen, empty boards."""
        marks = {name: value for name, value in seen.items() if isinstance(value, Mapping)}
        lines: list[Line] = []
        for board in self.program.boards:
            edges = any(graph.board.name == board.name for graph in self.program.graphs)
            if board.component.columns and not edges:
                lines += draw_cells(self.program, board, seen, width)
            else:
                lines += draw(picture_of(self.facts, board, marks), width)
        for cell in growing(self.program) if seen else ():
            lines += draw_growing(self.program, cell, seen, self.notes, width)
        return lines

    def legend(self, width: int) -> list[Line]:
        """What the short forms on boards and beside components stand for."""
        texts = [self.facts.legend(d) for d in self.program.domains if d.kind == "component"]
        if edge_marks(self.program):
            pairs = zip(seat_letters(self.program), self.names, strict=True)
            told = (f"[{letter}] {name}" for letter, name in pairs if letter != name)
            texts.append(", ".join(told))
        texts += legend_of_cells(self.program)
        parts = (part for text in texts if text for part in wrapped(text, width))
        return [line(part, "dim") for part in parts]

    def shared(self, observations: Sequence[Seen]) -> dict[str, Json]:
        """What several seats all see, as an observation of no seat in particular."""
        every = [cast(Seen, one["cells"]) for one in observations]
        cells = {
            cell.name: _shared([seen[cell.name] for seen in every], len(cell.keys))
            for cell in self.program.cells
            if all(cell.name in seen for seen in every)
        }
        return {"seat": None, "cells": cells}

    # ------------------------------------------------------------------------------------- parts

    def _cells(self, seen: Seen) -> Iterator[tuple[Cell, Json]]:
        for cell in self.program.cells:
            if cell.name in seen and not is_box(cell):
                yield cell, seen[cell.name]

    def _zones(self, seen: Seen) -> Iterator[tuple[Piece, list[str]]]:
        """Zones and marks of the whole table; a mark that still says nothing is not told."""
        for cell, value in self._cells(seen):
            idle = cell.role == "mark" and not value and is_start(cell, value)
            if not cell.keys and cell.role in ("zone", "mark") and not idle:
                yield Piece(title(cell), "dim"), self._value(cell, value, full=True)

    def _other_marks(self, seen: Seen) -> Iterator[tuple[Piece, list[str]]]:
        """What is keyed by neither seats nor edges nor places: only what has changed is told."""
        drawn = {cell.name for cell in edge_marks(self.program)}
        placed = {board.component.name for board in self.program.boards}
        laid = components(self.program)
        for cell, value in self._cells(seen):
            keys = [key.name for key in cell.keys]
            if not keys or cell.keys[0].kind == "seat" or cell.name in drawn:
                continue
            if cell.seen == "with":
                continue  # told beside the component
            if cell.grows or (cell.role == "mark" and keys[0] in laid):
                continue  # told on the board
            if not (len(keys) == 1 and keys[0] in placed):
                texts = self._members(cell, value)
                if texts:
                    yield Piece(title(cell), "dim"), texts

    def _seats(self, seen: Seen, seat: int | None) -> Iterator[tuple[Piece, list[str]]]:
        """One row for each seat, the seat that looks last."""
        cells = [(c, v) for c, v in self._cells(seen) if c.keys and c.keys[0].kind == "seat"]
        cells.sort(key=lambda pair: pair[0].role != "mark")
        order = [other for other in range(len(self.names)) if other != seat]
        for other in order if seat is None else (*order, seat):
            name = self.names[other]
            texts = []
            for cell, value in cells:
                held = cast(Seen, value)[name]
                inner = self._seat_member(cell, held, full=other == seat)
                texts += [f"{title(cell)} {inner[0]}", *inner[1:]] if inner else []
            if not texts:
                continue
            you = " (you)" if other == seat else ""
            yield Piece(f"{seat_title(name)}{you}", seat_style(other)), texts

    def _seat_member(self, cell: Cell, held: Json, *, full: bool) -> list[str]:
        if len(cell.keys) == 1:
            return self._value(cell, held, full=full)
        return self._members(cell, held, skip=1)

    def _choices(self, seen: Seen) -> Iterator[tuple[Piece, list[str]]]:
        """What the seat has chosen so far of a choice in several steps."""
        by_action: dict[str, list[str]] = {}
        for cell, value in self._cells(seen):
            if cell.role != "choice" or is_start(cell, value):
                continue
            action, _, name = cell.name.rpartition(".")
            texts = self._value(cell, value, full=True)
            if isinstance(value, list):
                texts[0] = f"{name.replace('_', ' ')}: {texts[0]}"
            elif isinstance(cell.type, Number):
                texts[0] = f"{name.replace('_', ' ')} {texts[0]}"
            by_action.setdefault(action or title(cell), []).extend(texts)
        for action, texts in by_action.items():
            yield Piece(action, "bold"), texts

    # ------------------------------------------------------------------------------------ values

    def _members(self, cell: Cell, value: Json, skip: int = 0) -> list[str]:
        """The members of a family that are not as at the start: `red 3`, `blue, first 1`."""
        found = []
        for labels, held in leaves(value, len(cell.keys) - skip):
            if not is_start(cell, held):
                text = " ".join(self._value(cell, held, full=False))
                found.append(f"{', '.join(labels)}: {text}")
        return found

    def _value(self, cell: Cell, value: Json, *, full: bool) -> list[str]:
        """A value in parts that may be put on different lines; `full`: with facts."""
        domain = _domain_of(cell.type)
        if isinstance(value, Mapping) and domain is not None:
            return self._hidden(value)
        if isinstance(value, Sequence) and not isinstance(value, str) and domain is not None:
            labels = ["-" if label is None else str(label) for label in value]
            if isinstance(cell.type, StackOf):
                return _stack(labels)
            named = [self._named(domain, label) if full else label for label in labels]
            return _commas(named) or ["none"]
        if value is None:
            nothing = "nobody" if domain is not None and domain.kind == "seat" else "none"
            return [nothing if cell.seen == "all" or cell.role == "choice" else "hidden"]
        if isinstance(value, bool):
            return ["yes" if value else "no"]
        if full and domain is not None:
            return [self._named(domain, str(value))]
        return [str(value)]

    def _named(self, domain: Domain, label: str) -> str:
        """A label with what matters of it in brackets."""
        if label not in domain.labels or domain.columns:  # where a cell is, its name says
            return label
        now = ["".join(self.notes.sides(domain, label)), self.notes.about(domain, label)]
        facts = self.facts.lasting(domain) if any(now) else self.facts.brief(domain)
        told = ", ".join(part for part in (facts[domain.labels.index(label)], *now) if part)
        return f"{label} ({told})" if told else label

    def _hidden(self, value: Seen) -> list[str]:
        """What is known of a hidden zone: `3: Author, Sea, 1 unseen`."""
        count = cast(int, value["count"])
        known = [str(label) for label in cast(Sequence[object], value["known"])]
        if not count:
            return ["none"]
        if not known:
            return [f"{count} unseen"]
        rest = [f"{count - len(known)} unseen"] * (count > len(known))
        parts = _commas([*known, *rest])
        return [f"{count}: {parts[0]}", *parts[1:]]


def _shared(values: Sequence[Json], depth: int) -> Json:
    """What is the same in several views of a cell with so many keys."""
    if depth:
        views = cast("Sequence[Mapping[str, Json]]", values)
        keys = [key for key in views[0] if all(key in view for view in views)]
        return {key: _shared([view[key] for view in views], depth - 1) for key in keys}
    if all(value == values[0] for value in values):
        return values[0]
    counts = [value["count"] for value in values if isinstance(value, Mapping)]
    if not counts:
        return None
    known = [_known(value) for value in values]
    return {"count": counts[0], "known": [c for c in known[0] if all(c in k for k in known)]}


def _known(value: Json) -> list[Json]:
    """What is known to lie in a zone, which may be a place for one component."""
    if isinstance(value, Mapping):
        return cast("list[Json]", value["known"])
    return [one for one in (value if isinstance(value, list) else [value]) if one is not None]


def title(cell: Cell) -> str:
    """What a cell is called on the table: its name, as moves and reasons call it."""
    return cell.name.replace("_", " ")


def _domain_of(kind: Type) -> Domain | None:
    return None if isinstance(kind, Truth | Number) else kind.domain


def _stack(labels: list[str]) -> list[str]:
    """A stack that everybody sees, from the top."""
    if not labels:
        return ["none"]
    shown = labels[:MOST_OF_A_STACK]
    rest = [f"and {len(labels) - len(shown)} below"] * (len(labels) > len(shown))
    parts = _commas([*shown, *rest])
    return [f"{len(labels)}: {parts[0]}", *parts[1:]]


def _commas(texts: Sequence[str]) -> list[str]:
    return [f"{text}," for text in texts[:-1]] + list(texts[-1:])


def _aligned(rows: Sequence[tuple[Piece, list[str]]], margin: int, width: int) -> Iterator[Line]:
    """Heads at the left, their texts beside them, filled into as many lines as they need."""
    for head, texts in rows:
        beside: list[str] = []
        for text in texts:
            if beside and len(beside[-1]) + 2 + len(text) <= width - margin:
                gap = " " if beside[-1].endswith(",") else "  "
                beside[-1] += gap + text
            else:
                beside.append(text)
        for number, text in enumerate(beside or [""]):
            if number == 0:
                yield (Piece(head.text.ljust(margin), head.style), Piece(text))
            else:
                yield (Piece(" " * margin + text),)

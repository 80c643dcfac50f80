"""Sets of cells of a growing grid, in one word each while all that lies there lies close together.

A grid that grows has room for all components in one line, so a set of its cells has thousands of
bits; but what is asked of it is where something lies, and what is around that. The frame of a grid
is the least rectangle around all that lies on it, with a rim of one cell. While it has no more
cells than a word has bits, a set of cells in it is a word, whose bits are the cells of the frame
row by row, so that they stand in the same order.

What a function does with such sets is written twice: with words, where there is such a frame, and
as it was, where there is none. Only what is put together, counted, gone through and drawn from
between two changes of the grid is a word; whatever leaves that is as before. Words of fixed sets
are kept across changes (`kept_cells`); and if nobody asks for the mask of all that lies there but
to see what is open beside it, there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field

from ...lower import nodes as code
from .kept_cells import KeptCells
from .living import kept_across
from .rectangles import ROW_TIMES, ROWS, Board, boards, stored_in, without_mask
from .shapes import lowest_of

MOST_TWICE = 400  # nodes of a statement that is written twice
MOST_BETWEEN = 3  # statements that are written twice as well, for what is before and behind them
_AROUND = {
    "beside_any": "beside_framed", "beside_cells": "beside_framed",
    "touching_any": "touching_framed", "touching_cells": "touching_framed",
}  # fmt: skip
_JOINING = ("&", "|", "^")


def frame(function: code.Function, data: dict[str, object]) -> None:
    """Let the sets of cells of a function be words where there is a frame, as far as they can.
    `data`: what is fixed, to which a table is added."""
    for board in boards(function):
        if _Framing(function, board, data).write():
            data[ROWS] = ROW_TIMES


@dataclass(slots=True)
class _Held:
    """What holds sets of cells of a grid: variables, lists of them, and in lists of records the
    places of them."""

    sets: set[str] = field(default_factory=set)
    lists: set[str] = field(default_factory=set)
    rows: dict[str, set[int]] = field(default_factory=dict)

    def names(self) -> set[str]:
        return self.sets | self.lists | self.rows.keys()

    def forget(self, names: set[str]) -> None:
        self.sets -= names
        self.lists -= names
        for name in names:
            self.rows.pop(name, None)


class _Framing:
    def __init__(self, function: code.Function, board: Board, data: dict[str, object]) -> None:
        self.function = function
        self.board = board
        self.kept = KeptCells(board, data)
        self.held = _Held()
        self.asked = 0  # questions about sets that are asked before their statements
        self.unfit: set[str] = set()  # what is used in another way
        self.given: dict[str, list[code.Value]] = {}  # what is stored in variables, by itself,
        self.stored = set(function.params)  # and which are given something in another way
        for node in code.walk(function):
            match node:
                case code.Assign(target=code.Name(id=name), value=value):
                    self.given.setdefault(name, []).append(value)
                case code.Assign(target=target) | code.Each(target=target):
                    self.stored.update(stored_in(target))
                case code.Augment(target=code.Name(id=name), operator=operator):
                    if operator != "&":
                        self.stored.add(name)
                case code.Bound(name=name):
                    self.stored.add(name)
                case _:
                    pass

    def write(self) -> bool:
        """Write it, if there is anything to be written."""
        if not self._find():
            return False
        self.kept.forget()
        body = self._block(self.function.body)
        begun = self.kept.begun()
        if self.board.occupied in self.function.params:
            begun += [*self.board.given(), *self.kept.given()]
        self.function.body = [*begun, *self._followed(body)]
        without_mask(self.board, self.function)
        return True

    # what can be words

    def _find(self) -> bool:
        while self._look_for_more():
            pass
        while True:
            self.unfit = set(self.function.params) & self.held.names()
            for line in self.function.body:
                self.statement(line)
            if not self.unfit:
                self.unfit = kept_across(self.function, self.held.names(), self._is_change)
            if not self.unfit:
                return bool(self.held.sets)
            self.held.forget(self.unfit)

    def _look_for_more(self) -> bool:
        """What is given sets of cells somewhere; was there anything new?"""
        before = len(self.held.names()), sum(map(len, self.held.rows.values()))
        for node in code.walk(self.function):
            match node:
                case code.Assign(target=code.Name(id=name), value=value) if self._is_some(value):
                    self.held.sets.add(name)
                case code.Assign(target=code.Item(owner=code.Name(id=name)), value=value) if (
                    self._is_some(value)
                ):
                    self.held.lists.add(name)
                case code.Method(
                    owner=code.Name(id=name), operation="append", args=[code.Several(parts=parts)]
                ):
                    places = {place for place, part in enumerate(parts) if self._is_some(part)}
                    if places:
                        self.held.rows.setdefault(name, set()).update(places)
                case code.Each(target=code.Several(parts=parts), source=code.Name(id=name)) if (
                    name in self.held.rows
                ):
                    for place in self.held.rows[name]:
                        part = parts[place]
                        if isinstance(part, code.Name):
                            self.held.sets.add(part.id)
                case _:
                    pass
        return before != (len(self.held.names()), sum(map(len, self.held.rows.values())))

    def _is_some(self, node: code.Value) -> bool:
        return not isinstance(node, code.Number) and self._is_set(node)

    def _is_set(self, node: code.Value) -> bool:
        """Is it a set of cells in the frame?"""
        match node:
            case code.Number(value=0):
                return True
            case code.Name(id=name):
                return name in self.held.sets
            case code.Item(owner=code.Name(id=name)):
                return name in self.held.lists
            case code.Binary(left=left, operator="&", right=code.Unary("~", right)):
                return self._is_set(left) and self._is_set(right)
            case code.Binary(left=left, operator=operator, right=right):
                return operator in _JOINING and self._is_set(left) and self._is_set(right)
            case code.Choice(then=then, other=other):
                return self._is_set(then) and self._is_set(other)
            case code.Call(function="open_cells", args=[code.Name(id=name), _]):
                return name == self.board.occupied
            case code.Call(function="beside_any" | "touching_any", args=[cells, _]):
                return self._is_set(cells) and self._is_laid(cells)
            case code.Call(
                function="cells_of" | "beside_cells" | "touching_cells",
                args=[code.Name(id=name), *_],
            ):
                return name == self.board.where
            case _:
                return False

    def _is_laid(self, node: code.Value) -> bool:
        """Does something certainly lie in each of these cells, so that what is around them is in
        the frame?"""
        match node:
            case code.Number(value=0):
                return True
            case code.Call(function="cells_of"):
                return True
            case code.Name(id=name):
                given = self.given.get(name, [])
                return name not in self.stored and all(map(self._is_laid, given))
            case code.Binary(left=left, operator="&", right=right):
                return self._is_laid(left) or self._is_laid(right)
            case code.Binary(left=left, operator="|" | "^", right=right):
                return self._is_laid(left) and self._is_laid(right)
            case code.Choice(then=then, other=other):
                return self._is_laid(then) and self._is_laid(other)
            case _:
                return False

    def _is_change(self, line: code.Statement) -> bool:
        return isinstance(line, code.Assign) and self.board.occupied in stored_in(line.target)

    # the function, with what is written twice

    def _block(self, lines: code.Lines) -> code.Lines:
        made: code.Lines = []
        run: code.Lines = []
        between: code.Lines = []

        def end() -> None:
            if run:
                framed = [self.statement(line) for line in run]
                made.append(code.When(code.Name(self.board.part("columns")), framed, [*run]))
                made[-1].at = run[0].at
            made.extend(between)
            run.clear()
            between.clear()

        for line in lines:
            if self._concerns(line):
                for one in self._cut(line):
                    if self._is_written_twice(one):
                        run.extend(between)
                        between.clear()
                        run.append(one)
                    else:
                        end()
                        for name in ("then", "other", "body", "otherwise"):
                            if hasattr(one, name):
                                setattr(one, name, self._block(getattr(one, name)))
                        made.append(one)
            elif isinstance(line, code.Assign | code.Augment) and not self._is_change(line):
                between.append(line)
                if len(between) > MOST_BETWEEN or not run:
                    end()
            else:
                end()
                made.append(line)
        end()
        return made

    def _followed(self, lines: code.Lines) -> code.Lines:
        """Lines in which each change of the grid is followed by what is found of the frame."""
        made: code.Lines = []
        for line in lines:
            for name in ("then", "other", "body", "otherwise"):
                if hasattr(line, name):
                    setattr(line, name, self._followed(getattr(line, name)))
            if not self._is_change(line):
                made.append(line)
                continue
            assert isinstance(line, code.Assign)
            made += [*self.kept.before(), line, *self.board.changed(line, self.kept.changed)]
        return made

    def _concerns(self, line: code.Statement) -> bool:
        """Is there a set of cells in it that can be a word, or a change of the grid?"""
        names = self.held.names()
        return any(
            isinstance(node, code.Name) and node.id in names for node in code.walk(line)
        ) or (bool(code.blocks_of(line)) and self._changes(line))

    def _changes(self, line: code.Statement) -> bool:
        return any(
            isinstance(node, code.Assign) and self._is_change(node) for node in code.walk(line)
        )

    def _is_written_twice(self, line: code.Statement) -> bool:
        if not code.blocks_of(line):
            return True
        return not self._changes(line) and sum(1 for _ in code.walk(line)) <= MOST_TWICE

    def _cut(self, line: code.Statement) -> Iterator[code.Statement]:
        """A large statement that begins with a question about such a set, which is asked before."""
        if isinstance(line, code.When) and not self._is_written_twice(line):
            names = self.held.names()
            if any(
                isinstance(node, code.Name) and node.id in names for node in code.walk(line.test)
            ):
                self.asked += 1
                holds = self.board.part(f"holds.{self.asked}")
                asked = code.assign(holds, code.Choice(line.test, code.Number(1), code.Number(0)))
                asked.at = line.at
                yield asked
                line.test = code.Name(holds)
        yield line

    # what is written for a frame

    def statement(self, line: code.Statement) -> code.Statement:
        """A statement with words in the place of sets of cells."""
        made = self._statement(line)
        made.at = line.at
        return made

    def _statement(self, line: code.Statement) -> code.Statement:
        held = self.held
        match line:
            case code.Assign(target=code.Name(id=name), value=value) if name in held.sets:
                return code.Assign(self._name(name), self._set(value, name))
            case code.Assign(target=code.Item(owner=code.Name(id=name), index=at), value=value) if (
                name in held.lists
            ):
                return code.Assign(
                    code.Item(self._name(name), self._value(at)), self._set(value, name)
                )
            case code.Assign(target=code.Name(id=name), value=value) if name in held.names():
                if not isinstance(value, code.Listed) or any(map(code.constant, value.parts)):
                    self.unfit.add(name)
                elif name in held.rows and value.parts:
                    self.unfit.add(name)
                return code.Assign(self._name(name), copy(value))
            case code.Augment(target=code.Name(id=name), operator="&", value=value) if (
                name in held.sets
            ):
                return code.Augment(self._name(name), "&", self._kept(value, name))
            case code.Augment(target=code.Name(id=name), operator=operator, value=value) if (
                name in held.sets
            ):
                if operator not in _JOINING:
                    self.unfit.add(name)
                return code.Augment(self._name(name), operator, self._set(value, name))
            case code.Each(target=code.Several(parts=parts), source=code.Name(id=name)) if (
                name in held.rows
            ):
                targets: list[code.Value] = []
                for place, part in enumerate(parts):
                    is_set = isinstance(part, code.Name) and part.id in held.sets
                    if is_set != (place in held.rows[name]):
                        self.unfit |= {name} | ({part.id} if isinstance(part, code.Name) else set())
                    targets.append(self._name(part.id) if is_set else copy(part))  # type: ignore[union-attr]
                return code.Each(
                    code.Several(targets), self._name(name), self._lines(line.body),
                    self._lines(line.otherwise),
                )  # fmt: skip
            case code.Perform(
                value=code.Method(
                    owner=code.Name(id=name), operation="append", args=[code.Several(parts=parts)]
                )
            ) if name in held.rows:
                entries = [
                    self._set(part, name) if place in held.rows[name] else self._value(part)
                    for place, part in enumerate(parts)
                ]
                return code.Perform(
                    code.Method(self._name(name), "append", [code.Several(entries)])
                )
            case code.When():
                return code.When(
                    self._test(line.test), self._lines(line.then), self._lines(line.other)
                )
            case code.While():
                return code.While(self._test(line.test), self._lines(line.body))
            case _:
                made = copy(line)
                for name in ("target", "value", "source"):
                    if isinstance(getattr(line, name, None), code.Node):
                        setattr(made, name, self._value(getattr(line, name)))
                for name in ("body", "otherwise"):
                    if hasattr(line, name):
                        setattr(made, name, self._lines(getattr(line, name)))
                return made

    def _lines(self, lines: code.Lines) -> code.Lines:
        made: code.Lines = []
        for line in lines:
            at_once = self._at_once(made[-1], line) if made else None
            if at_once is not None:
                made[-1] = at_once
            else:
                made.append(self.statement(line))
        return made

    def _at_once(self, before: code.Statement, line: code.Statement) -> code.Statement | None:
        """What is taken from where it is remembered, if it is as quick to find it again."""
        match before, line:
            case (
                code.When(
                    then=[
                        code.Assign(target=code.Item(owner=code.Name(id=kept)), value=value),
                        code.Augment(operator="|"),
                    ],
                    other=[],
                ),
                code.Assign(target=code.Name(id=name), value=code.Item(owner=code.Name(id=asked))),
            ) if name in self.held.sets and asked in self.held.lists:
                is_same = kept == self._name(asked).id
                if is_same and not any(
                    isinstance(n, code.Call) and n.function == "cells_within"
                    for n in code.walk(value)
                ):
                    return code.Assign(self._name(name), value)
        return None

    def _name(self, name: str) -> code.Name:
        return code.Name(f"{name}.framed")

    def _kept(self, value: code.Value, name: str) -> code.Value:
        """What is left of a set that is cut down."""
        match value:
            case code.Binary(left=code.Name(id=one), operator="-", right=code.Number(value=1)) if (
                one == name
            ):
                return code.Binary(self._name(name), "-", code.Number(1))
            case code.Unary(operator="~", operand=taken):
                return code.Unary("~", self._set(taken, name))
            case _:
                return self._set(value, name)

    def _set(self, node: code.Value, wanted: str) -> code.Value:
        """A set of cells as a word; `wanted`: by whom, who cannot have one if there is none."""
        if not self._is_set(node):
            self.unfit.add(wanted)
            return self._value(node)
        match node:
            case code.Name(id=name):
                return self._name(name)
            case code.Item(owner=code.Name(id=name), index=at):
                return code.Item(self._name(name), self._value(at))
            case code.Binary(left=left, operator="&", right=code.Unary("~", right)):
                taken = code.Unary("~", self._set(right, wanted))
                return code.Binary(self._set(left, wanted), "&", taken)
            case code.Binary(left=left, operator=operator, right=right):
                return code.Binary(self._set(left, wanted), operator, self._set(right, wanted))
            case code.Choice(test=test, then=then, other=other):
                return code.Choice(
                    self._test(test), self._set(then, wanted), self._set(other, wanted)
                )
            case code.Call(function="open_cells"):
                return self.board.moved("open_framed", self._cells(code.Name(self.board.on)))
            case code.Call(function="beside_any" | "touching_any" as name, args=[cells, _]):
                return self.board.moved(_AROUND[name], self._set(cells, wanted))
            case code.Call(function="cells_of", args=[_, components]):
                return self._cells(self._value(components))
            case code.Call(function=name, args=[_, components, _]):
                return self.board.moved(_AROUND[name], self._cells(self._value(components)))
            case _:
                return copy(node)

    def _cells(self, components: code.Value) -> code.Value:
        """Where components lie."""
        return self.kept.cells(components) or self.board.cells(components)

    def _test(self, node: code.Value) -> code.Value:
        match node:
            case code.Name(id=name) if name in self.held.names():
                return self._name(name)
            case code.Unary(operator="not" | "filled" as operator, operand=operand):
                return code.Unary(operator, self._test(operand))
            case code.Junction(operator=operator, parts=parts):
                return code.Junction(operator, [self._test(part) for part in parts])
            case _ if self._is_some(node):
                return self._set(node, "")
            case _:
                return self._value(node)

    def _value(self, node: code.Value) -> code.Value:
        """A value that is no set of cells itself."""
        match node:
            case code.Name(id=name) | code.Bound(name=name) if name in self.held.names():
                self.unfit.add(name)
                return copy(node)
            case code.Method(owner=owner, operation="bit_count") if self._is_some(owner):
                return code.Method(self._set(owner, ""), "bit_count", [])
            case code.Binary(
                left=code.Method(owner=owner, operation="bit_length"), operator="-",
                right=code.Number(value=1),
            ) if (name := lowest_of(owner)) in self.held.sets:  # fmt: skip
                return self.board.cell(self._name(name), f"{name}.bit")
            case code.Call(function="len", args=[code.Name(id=name)]) if name in self.held.rows:
                return code.Call("len", [self._name(name)])
            case code.Junction() | code.Choice() | code.Unary(operator="not"):
                made = copy(node)
                if isinstance(made, code.Junction):
                    made.parts = [self._value(part) for part in made.parts]
                elif isinstance(made, code.Choice):
                    made.test = self._test(made.test)
                    made.then, made.other = self._value(made.then), self._value(made.other)
                else:
                    made.operand = self._test(made.operand)
                return made
            case _:
                return _copied(node, self._value)


def _copied(node: code.Value, value: object) -> code.Value:
    """A node of its own, with each value in it made anew."""
    made = copy(node)
    for name in code.PARTS[type(node)]:
        held = getattr(node, name)
        if isinstance(held, list):
            setattr(made, name, [value(part) for part in held])  # type: ignore[operator]
        elif isinstance(held, code.Value):
            setattr(made, name, value(held))  # type: ignore[operator]
    return made

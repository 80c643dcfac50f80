"""Runs games side by side in a module (see `many`): where they lie in its memory, and what is read
there."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any

from .machine import Instance, Machine
from .many import DESK, DESK_AT, DONE, TABLES, TOO_MANY, TOO_SMALL
from .module import NoRoom, TooDeep

MASK = (1 << 64) - 1
LEAST_CELL = 512  # bytes of a position, and moves on offer of each game, before more are needed
LEAST_OFFERED = 16
LEAST_FREE = 1 << 16  # bytes for what is used anew for each move
BYTES = ("ended", "cut")  # tables with a byte for each game


class SideBySide:
    """Games in a memory of their own; see `protocol.SideBySide`. Raises `NoRoom`."""

    def __init__(self, machine: Machine, seeds: range, longest: int, columns: int) -> None:
        self._machine, count, seats = machine, len(seeds), machine.seats
        self._take_instance()
        self._columns, self._heap = columns, self._instance.source.heap
        self._sizes = dict.fromkeys(TABLES, 8 * count)
        self._sizes |= {"seeds": 16 * count, "first": 8 * count + 8, "scores": 8 * count * seats}
        self._sizes |= {"ended": count, "cut": count, "cells": 0, "offered": 0, "seen": 0}
        self._count = count
        self._lay_out(LEAST_CELL, LEAST_OFFERED * count, seen=False)
        self._put("count", count)
        self._put("longest", longest)
        words = self.tables["seeds"]
        for row, seed in enumerate(seeds):
            words[2 * row] = _signed(seed)
            words[2 * row + 1] = _signed(seed >> 64)
        if not self._moved(self._begin):
            raise NoRoom

    def _take_instance(self) -> None:
        self._own = self._machine.own()  # lets go of the instance when Python ends
        self._begin, self._step, self._refused, self._see = (
            self._instance.function(name, 1) for name in ("begin", "step", "refused", "see")
        )
        self.tables: Mapping[str, memoryview] = {}

    def copy(self) -> SideBySide | None:
        """The same games in another memory; None if there is no room for it."""
        other = copy(self)
        try:
            other._take_instance()
            other._lay_out(self._get("size"), self._get("room"), seen=bool(self._sizes["seen"]))
        except NoRoom:
            return None
        for name, table in self.tables.items():
            other.tables[name][:] = table
        for name in ("count", "longest"):
            other._put(name, self._get(name))
        return other

    @property
    def _instance(self) -> Instance:
        found = self._own.latest
        assert found is not None, "nothing is asked for when Python ends"
        return found

    def refused(self) -> int:
        """The first game in which an action in `given` is not on offer; −1: there is none."""
        return self._instance.call(self._refused)

    def step(self) -> bool:
        """Make the moves in `given`; whether that was possible in all games."""
        return self._moved(self._step)

    def see(self) -> bool:
        """Write what is seen; whether that was possible."""
        if not self._sizes["seen"]:
            size, room = self._get("size"), self._get("room")
            try:
                self._lay_out(size, room, seen=True)
            except NoRoom:
                return False
        return self._called(self._see) == DONE

    def _moved(self, function: tuple[Any, ...]) -> bool:
        self._put("row", 0)
        self._put("filled", 0)
        while ending := self._called(function):
            size, room, needed = self._get("size"), self._get("room"), self._get("needed")
            try:
                if ending == TOO_SMALL:
                    self._lay_out(max(2 * size, needed), room, seen=bool(self._sizes["seen"]))
                elif ending == TOO_MANY:
                    self._lay_out(size, max(2 * room, needed), seen=bool(self._sizes["seen"]))
                else:
                    return False
            except NoRoom:
                return False
        return True

    def _called(self, function: tuple[Any, ...]) -> int:
        try:
            return self._instance.call(function)
        except TooDeep:
            return -1

    def _put(self, name: str, value: int) -> None:
        self._instance.words[DESK_AT // 8 + DESK.index(name)] = value

    def _get(self, name: str) -> int:
        return self._instance.words[DESK_AT // 8 + DESK.index(name)]

    def _lay_out(self, size: int, room: int, *, seen: bool) -> None:
        """Give cells of so many bytes, moves on offer, and what is seen, a place; all that is there
        already keeps what it holds. Raises `NoRoom`."""
        instance, count = self._instance, self._count
        before = {name: bytes(table) for name, table in self.tables.items()}
        old = len(before.get("cells", b"")) // count
        sizes = self._sizes | {"cells": size * count, "offered": 8 * room}
        sizes["seen"] = 8 * count * self._columns if seen else 0
        at, places = self._heap + size, dict[str, int]()
        for name in TABLES:
            places[name] = at
            at += sizes[name] + 7 & -8
        instance.make_room(at - self._heap + LEAST_FREE)
        self._sizes = sizes
        tables = {}
        for name, place in places.items():
            self._put(name, place)
            table = instance.bytes[place : place + sizes[name]]
            held = before.get(name, b"")
            if name == "cells" and old:
                for row in range(count):
                    cell = held[row * old : (row + 1) * old]
                    table[row * size : row * size + old] = cell
            elif held:
                table[: len(held)] = held
            else:
                table[:] = bytes(len(table))
            tables[name] = table if name in BYTES else table.cast("q")
        self._put("size", size)
        self._put("room", room)
        self._put("free", at)
        self.tables = tables


def _signed(word: int) -> int:
    """The lowest 64 bits of a number, as memory is written here."""
    return (word + (1 << 63) & MASK) - (1 << 63)

"""What a history may hold costs little where games are looked ahead in: what it holds counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.backends.python import PythonEngine
from rulewright.game import Game, load

pytest.importorskip("wasmtime")

from rulewright.backends.wasm import WasmEngine
from rulewright.backends.wasm.held import NODE, Held

STONES = """game stones
  players 2
board field: grid 9 by 9
cells cell of field named "{{letter}}{{y}}"
mark stone of cell: seat or nobody
mark moved: 0..81
history boards of stone: last {last}

phase play
  turns until moved is 81 or times(boards) is 2
    remember(boards)
    choose main
      put(c in cell)
        needs stone of c is nobody        else "taken"
        set stone of c to me
        gain 1 moved
winner p where stone of a1 is p
"""
MOVES = 5
SETS = 2  # for each moment: of each seat the cells of its stones


def stones(folder: Path, last: int) -> Game:
    path = folder / f"{last}.game"
    path.write_text(STONES.format(last=last).replace("game stones", f"game s{last}"), "utf-8")
    return load(str(path))


def after(game: Game, engine: WasmEngine) -> Held:
    """A position after some moves, as the module has told it."""
    position = engine.start(1)
    for move in range(MOVES):
        position = engine.after(position, engine.actions(position)[move])
    return position


def test_places_where_nothing_is_remembered_take_a_word_each(tmp_path: Path) -> None:
    sizes = []
    for last in (10, 1_000):
        game = stones(tmp_path, last)
        engine = WasmEngine(game.program, at_once=True)
        told = after(game, engine)[NODE]
        assert told.image is not None
        instance = engine._steps.instance()
        assert instance is not None
        written = instance.written(engine.codec.read(told))
        sizes.append((len(told.image), 8 * len(written)))
    for short, long in zip(*sizes, strict=True):
        assert long - short <= 8 * SETS * 990, sizes


@pytest.mark.parametrize("last", [3, 7, 100])  # which is full, or not
def test_what_is_remembered_is_read_as_it_was_written(tmp_path: Path, last: int) -> None:
    game = stones(tmp_path, last)
    engine, plain = WasmEngine(game.program, at_once=True), PythonEngine(game.program)
    held = after(game, engine)
    slots = plain.start(1)
    for move in range(MOVES):
        plain.apply(slots, plain.moves(slots)[move])
    read = engine.codec.decode(held)
    assert read == slots
    again = WasmEngine(game.program, at_once=True)
    given = again.codec.encode(slots)
    code = plain.moves(slots)[0]
    again.apply(given, code)  # from bytes that Python has written
    plain.apply(slots, code)
    assert again.codec.decode(given) == slots


def test_where_there_are_no_points_none_are_looked_for(tmp_path: Path) -> None:
    game = stones(tmp_path, 10)
    engine = WasmEngine(game.program, at_once=True)
    position = after(game, engine)
    assert engine.totals(position) == PythonEngine(game.program).totals([]) == (0, 0)
    assert position[NODE].slots is None

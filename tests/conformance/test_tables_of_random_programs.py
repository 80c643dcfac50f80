"""Whatever rules declare can be drawn: tables, pictures and what moves do, of random programs, of
boards of every size that options give them, and of definitions that have no value elsewhere."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.repeated import times

from rulewright import load
from rulewright.backends.reference import ReferenceEngine
from rulewright.core.ir import Program
from rulewright.diagnostics import RulewrightError
from rulewright.play.preview import Previews
from rulewright.state import State, begin
from rulewright.transcript import Transcript

PROGRAMS = times(4, thorough=10)
DECISIONS = 4
MOVES = 2


def begun(program: Program, seed: int) -> State | None:
    """A game of it; None if it is not to be begun with this luck."""
    try:
        return begin(ReferenceEngine(program), seed=seed)
    except RulewrightError:
        return None


def is_impossible(state: State) -> bool:
    """Do rules ask for what there is not, before anything is drawn?"""
    try:
        assert state.legal_moves()
        for seat in range(state.engine.program.seats.size):
            state.observation(seat)
    except RulewrightError:
        return True
    return False


def look(state: State, previews: Previews, luck: random.Random) -> int:
    """All that can be looked at in a state. Gives how many moves were told of."""
    for seat in (None, *range(state.engine.program.seats.size)):
        assert state.table(seat, width=luck.choice((20, 80, 200)))
    ElementTree.fromstring(state.svg())
    offered = list(state.legal_moves())
    moves = luck.sample(offered, min(MOVES, len(offered)))
    for move in moves:
        ElementTree.fromstring(move.svg())
        ElementTree.fromstring(state.svg(move=move))
        preview = previews.of(state, move)
        assert preview.words
        for domain in state.engine.program.domains:
            for label in domain.labels[:2]:
                previews.about(state, domain, label)
    return len(moves)


def test_whatever_is_declared_can_be_drawn(plain_program: Callable[[int], Program]) -> None:
    told = 0
    for seed in range(PROGRAMS):
        program, luck = plain_program(seed), random.Random(seed)
        previews, state = Previews(program), begun(program, seed)
        for _ in range(DECISIONS):
            if state is None or state.over or is_impossible(state):
                break
            told += look(state, previews, luck)
            try:
                state.apply(luck.choice(state.legal_moves()))
            except RulewrightError:
                break
        if state is not None:
            log = Transcript.of(state)
            for seat in range(program.seats.size):
                assert len(list(log.told(state, seat))) <= len(log.entries)
    assert told > PROGRAMS


SIZED = """game sized "Cells that are not on every board"
  players 2 named Red, Blue
option size: 3, 2..4
type way: ring {ways}
board field: grid {shape}
cells cell of field named "{{letter}}{{y}}"
mark man of cell: seat or nobody
{definitions}
phase play
  turns until size of (all c in cell where man of c is nobody) < 3
    choose main
      lay(c in cell where man of c is nobody and every w in way has beside(c, w) is not c)
        set man of c to me
      both(c in cell where man of c is nobody and {asked})
        set man of c to me
score men of p: how many c in cell where man of c is p
winner most score
"""
HEXAGONS = "2 * size - 1 by 2 * size - 1 of hexagons where abs(row - column) < size"
SHAPES = {
    "size by size": ("row of c", "column of c", "size + 1 - row of c", "size + 1 - column of c"),
    HEXAGONS: ("row of c", "column of c", "2 * size - row of c", "2 * size - column of c"),
}
KINDS = (
    "define {name} of c: cell = the d in cell where row of d is {row} and column of d is {column}",
    "define {name} of c: cell = {row} + column of the d in cell where row of d is {row}",
    "define {name} of c: cell = beside of the d in cell where column of d is {column}",
    "define {name}(c: cell, w: way) = beside(the d in cell where row of d is {row}, w) is none",
    "define {name} of c: cell = next({seat}, all p in seat where {row} <= {most})",
)
ASKED = (
    "man of {name} of c is nobody", "{name} of c > 1", "{name} of c is not empty",
    "(some w in way where {name}(c, w))", "{name} of c is not nobody",
)  # fmt: skip


def partly_defined(luck: random.Random) -> str:
    """Rules with definitions that have a value for every cell of the board, and for no other."""
    shape = luck.choice(list(SHAPES))
    rows, columns = SHAPES[shape][::2], SHAPES[shape][1::2]
    if luck.random() < 0.5:
        rows, columns = columns, rows
    ways = "ne, e, se, sw, w, nw" if shape is HEXAGONS else "n, e, s, w"
    definitions, asked = list[str](), list[str]()
    for kind, question in luck.sample(list(zip(KINDS, ASKED, strict=True)), 3):
        number = luck.randrange(2)  # in both, or a hexagon would not be its own picture
        name = f"f{len(definitions)}"
        words = {"row": rows[number], "column": columns[number], "name": name}
        most = "size" if shape is not HEXAGONS else "2 * size - 1"
        definitions.append(kind.format(**words, most=most, seat=luck.choice(("Red", "Blue"))))
        asked.append(question.format(name=name))
    return SIZED.format(
        ways=ways, shape=shape, definitions="\n".join(definitions), asked=" and ".join(asked)
    )


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("seed", range(4))
def test_boards_of_every_size_are_drawn(tmp_path: Path, seed: int) -> None:
    luck = random.Random(seed)
    (tmp_path / "sized.game").write_text(partly_defined(luck))
    for size in (2, 3, 4):
        game = load(str(tmp_path / "sized.game"), options={"size": size}, engine="reference")
        state, previews = game.start(seed=seed), Previews(game.program)
        while not state.over:
            assert look(state, previews, luck)
            state.apply(luck.choice(state.legal_moves()))


TURNING = """game turning "Tiles that show something else when they are turned"
  players 2
type side: ring north, east, south, west
type art: red, blue
component tile from "tile.csv" named by name
  art: art
zone hand of seat: set of tile
mark turned of tile: yes or no
define shows(t: tile, d: side)
  red when turned of t and d is north
  art of t else
setup
  deal_out
to deal_out
  move all t in tile to hand of 0
phase play
  turns until passes is 2
    choose main
      turn_it(t in hand of 0)
        set turned of t to not turned of t
      stop
        pass
score reds of p: size of (all t in hand of p where some d in side where shows(t, d) is red)
winner most score
"""


def test_sides_that_hang_on_what_is_on_the_table_are_drawn(tmp_path: Path) -> None:
    (tmp_path / "turning.game").write_text(TURNING)
    (tmp_path / "tile.csv").write_text("name,art\none,red\ntwo,blue\n")
    game = load(str(tmp_path / "turning.game"), engine="reference")
    state = game.start(seed=1)
    assert look(state, Previews(game.program), random.Random(1)) == 2
    assert ">blue<" in state.legal_moves()[1].svg()

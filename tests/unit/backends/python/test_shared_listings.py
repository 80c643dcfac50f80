"""What lists the moves of a choice is written once for all options that have no say there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

from rulewright import game
from rulewright.backends.python.engine import Moves, PythonEngine
from rulewright.core.walk import changed, says_the_same
from rulewright.game import Game, check
from rulewright.source import NOWHERE

GAME = """\
game heap "Heap"
  players 2

option worth: 1..3
option dear: off, on
option wide: off, on

type card: a, b, c, d
define price of c: card = 2 when c is a and dear is on else 1
define cheap of c: card = price of c + 1

mark taken of card: yes or no
mark left: 0..8, starts 8

phase main
  turns until left < 3
    choose go
      take
    choose rest
      else pass

action take(c in card where taken of c is no)
  needs cheap of c <= left                  else "that is dear"
  needs wide is off or c is not d           else "too many"
  spend price of c left
  set taken of c to yes

score points of p: worth * how many c in card where taken of c
winner most score
"""


def listings(loaded: Game) -> list[Moves]:
    engine = cast(PythonEngine, loaded.engine)
    return [engine.listing(point) for point in range(len(loaded.program.choices))]


def test_options_without_a_say_at_a_choice_share_what_lists_its_moves(tmp_path: Path) -> None:
    file = tmp_path / "heap.game"
    file.write_text(GAME)
    game.forget()

    def loaded(**options: str) -> Game:
        return check(str(file), options=options, engine="python")

    usual = listings(loaded())
    for worth in ("2", "3"):
        assert listings(loaded(worth=worth)) == usual
    wide = listings(loaded(wide="on"))
    assert wide[0] is not usual[0] and wide[1] is usual[1]
    assert listings(loaded(wide="on", worth="2")) == wide
    dear = listings(loaded(dear="on"))  # another table
    assert dear[0] is not usual[0] and dear[1] is usual[1]
    assert listings(loaded(dear="on", worth="2")) == dear
    moves = [
        [str(move) for move in loaded(wide=wide).start(seed=1).legal_moves()]
        for wide in ("off", "on")
    ]
    assert moves == [["take a", "take b", "take c", "take d"], ["take a", "take b", "take c"]]


def test_an_engine_that_is_made_twice_is_made_twice() -> None:
    program = check("ruta").program
    first, second = PythonEngine(program), PythonEngine(program)
    assert first.listing(0) is not second.listing(0)


def test_trees_that_stand_elsewhere_are_not_the_same() -> None:
    choose = check("ruta").program.choices[0]
    (offered, *others) = choose.alternatives
    assert says_the_same(choose, changed(choose, alternatives=(replace(offered), *others)))
    moved = changed(offered, span=NOWHERE)
    assert moved == offered
    assert not says_the_same(choose, changed(choose, alternatives=(moved, *others)))

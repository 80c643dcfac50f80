"""Types of pairs: elements in order, fields as their properties, texts read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.backends.registry import EngineName

RULES = """\
game pairs "Pairs"
  players 1
type suit: Moons, Suns
type load: (ware: suit, length: 2..4)
type trip: (ware: suit, length: 1..2) named "{ware} times {length}"
mark done: set of load
mark went: set of trip
phase only
  repeat until size of done is 2
    choose main
      send(q in load where q not in done and length of q < 4)
        set done to done + {q}
      go(t in trip where ware of t is Suns)
        set went to went + {t}
score length of p: total length of done + total length of went
winner most score
"""


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_pairs(tmp_path: Path, engine: EngineName) -> None:
    file = tmp_path / "pairs.game"
    file.write_text(RULES, encoding="utf-8")
    game = load(str(file), engine=engine)
    domain = next(d for d in game.program.domains if d.name == "load")
    assert domain.labels == ("Moons 2", "Moons 3", "Moons 4", "Suns 2", "Suns 3", "Suns 4")
    state = game.start(seed=1)
    assert [str(m) for m in state.legal_moves()] == [
        "send Moons 2", "send Moons 3", "send Suns 2", "send Suns 3",
        "go Suns times 1", "go Suns times 2",
    ]  # fmt: skip
    state.apply("send Suns 3")
    state.apply("go Suns times 2")
    assert state.scores() == [5]
    assert state.why_not("send Suns 3")


COPIES = """\
game copies "Copies of one thing"
  players 1
type suit: Moons, Suns
type trip: (ware: suit, length: 2..3, copy: 1..2) named "{ware} {length}"
mark length_sent: 0..99
phase only
  repeat until length_sent > 0
    choose main
      send
action send
  compose pack named "send {trips}"
    step pack(t in trip where ware of t is Suns) into trips at most 2
      needs copy of t is 1 + (how many r in trips where length of r is length of t)
        else "the first copy goes first"
    finish packed
      needs trips is not empty     else "nothing is sent"
  set length_sent to total length of trips
score sent of p: length_sent
winner most score
"""


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_what_differs_in_an_untold_field_has_one_name(tmp_path: Path, engine: EngineName) -> None:
    file = tmp_path / "copies.game"
    file.write_text(COPIES, encoding="utf-8")
    state = load(str(file), engine=engine).start(seed=1)
    assert [str(m) for m in state.legal_moves()] == [
        "send Suns 2", "send Suns 2, Suns 2", "send Suns 2, Suns 3",
        "send Suns 3", "send Suns 3, Suns 3",
    ]  # fmt: skip
    assert state.why_not("send Suns 2, Suns 2, Suns 2")
    state.apply("send Suns 2, Suns 2")
    assert state.scores() == [4]

"""What a choice offers is drawn as it lies on the table: nothing is copied to count it."""

from __future__ import annotations

from pathlib import Path

from rulewright import load
from rulewright.backends import registry
from rulewright.runtime.chance import stream
from rulewright.testing.conformance import lockstep

RULES = """\
game heaps "Heaps"
  players 2 named first, second
component stone from "stones.csv" named by name
mark left: 0..30, starts 30
zone heap of seat: stack of stone
zone waste: stack of stone
setup
  move all s in stone to heap of first
  shuffle heap of first
phase play
  turns until left is 0
    spend 1 left
    choose main
      take(s in heap of me)
        move s from heap of me to waste
      back(s in waste)
        needs heap of first is empty or left < 9   else "not yet"
        move s to heap of next of me
      else pass
score stones of p: size of heap of p
winner most score
"""


def test_the_last_of_a_stack_is_offered_first(tmp_path: Path) -> None:
    file = tmp_path / "heaps.game"
    file.write_text(RULES, encoding="utf-8")
    names = "\n".join(f"s{number}" for number in range(7))
    (tmp_path / "stones.csv").write_text(f"name\n{names}\n", encoding="utf-8")
    game, plain = load(str(file)), load(str(file), engine="reference")
    code = registry.code_of(game.program, "python")
    playout = code[code.index("def playout(") :]
    assert "[::-1]" not in playout
    lockstep(game, 1, every=5, limit=60)
    for seed in range(20):
        one = plain.engine.playout(stream(seed), stream(seed, 1))
        assert one == game.engine.playout(stream(seed), stream(seed, 1))


FITTING = """\
game fitting "Fitting"
  players 2 named first, second
type kind: round, square, long
type spot: s1..s8
mark left: 0..30, starts 30
mark lies of spot: 0..2
mark shown of spot: seat or nobody
define fits(k: kind, n: 0..2, m: 0..3) = (k is round and m <= n) or (k is square and m > n)
phase play
  turns until left is 0
    spend 1 left
    choose main
      put(k in kind, s in spot, m in 0..3)
        needs free: shown of s is nobody   else "somebody is there"
        needs fit: fits(k, lies of s, m)   else "it does not fit"
        set lies of s to min(m, 2)
        if m > 1
          set shown of s to me
      clear(s in spot)
        needs mine: shown of s is me       else "it is not yours"
        set shown of s to nobody
      else pass
score shown of p: how many s in spot where shown of s is p
winner most score
"""


def test_what_is_only_drawn_is_counted_and_counted_again(tmp_path: Path) -> None:
    file = tmp_path / "fitting.game"
    file.write_text(FITTING, encoding="utf-8")
    game, plain = load(str(file)), load(str(file), engine="reference")
    code = registry.code_of(game.program, "python")
    playout = code[code.index("def playout(") :]
    assert "_here += " in playout and "_fitting" not in playout.partition("_here += ")[0]
    lockstep(game, 1, every=5, limit=60)
    for seed in range(20):
        one = plain.engine.playout(stream(seed), stream(seed, 1))
        assert one == game.engine.playout(stream(seed), stream(seed, 1))

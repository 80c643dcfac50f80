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

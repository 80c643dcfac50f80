"""What is asked of every one in a set of one, or of some in it, is asked of that one alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.backends import registry
from rulewright.backends.python.engine import source
from rulewright.testing.conformance import lockstep

RULES = """\
game hooks "Hooks"
  players 2
type hook: left, middle, right
component hat from "hats.csv" named by hat
  size: 1..4
zone bunch: stack of hat, seen by nobody
zone rack of hook: slot of hat
zone worn of seat: set of hat
mark tall of hat: yes or no

setup
  move all h in hat to bunch
  shuffle bunch

phase play
  turns until passes is 2
    choose main
      hang(k in hook)
        needs rack of k is empty and bunch is not empty   else "no room"
        deal 1 from bunch to rack of k
      wear(k in hook)
        needs rack of k is not empty                      else "nothing hangs there"
        needs {asked}                                     else "it does not fit"
        each h in {{rack of k}}
          set tall of h to size of h > 2
          move h from rack of k to worn of me
      count(k in hook)
        needs {asked}                                     else "no"
        pass
      else pass
score worn of p: size of worn of p + how many h in worn of p where tall of h
winner most score
"""
HATS = "hat,size\n" + "\n".join(f"h{i},{i % 4 + 1}" for i in range(12)) + "\n"


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    "asked",
    [
        "every h in {rack of k} has size of h > 1",
        "some h in {rack of k} where size of h > 1",
        "every h in {rack of k} has not some g in worn of me where size of g is size of h",
        "some h in {rack of k} where size of h > 1 and not tall of h",
        "every h in {rack of k} where size of h > 2 has h in worn of me or size of h is 3",
    ],
)
def test_one_is_asked(tmp_path: Path, asked: str) -> None:
    (tmp_path / "hooks.game").write_text(RULES.format(asked=asked), encoding="utf-8")
    (tmp_path / "hats.csv").write_text(HATS, encoding="utf-8")
    game = load(str(tmp_path / "hooks.game"))
    assert "_one >= 0" in source(game.program)
    for seed in range(4):
        lockstep(game, seed, limit=40)
    one, other = (registry.kind(kind).make(game.program) for kind in ("python", "wasm"))
    assert list(one.playouts(range(20))) == list(other.playouts(range(20)))

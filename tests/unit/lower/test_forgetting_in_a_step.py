"""A step that forgets: searches carry no history along that is empty, and all engines agree."""

from pathlib import Path

import pytest

from rulewright import load
from rulewright.backends import registry
from rulewright.backends.python.engine import source
from rulewright.backends.registry import EngineName
from rulewright.testing.conformance import lockstep

RULES = """\
game drift "Drift"
  players 2 named Ann, Bob

board lake: grid 3 by 3
cells spot of lake named "{letter}{y}"
mark stone of spot: seat or nobody
mark moved: yes or no
mark left: 0..60, starts 60
history boards of stone: last {last}

define mine = all s in spot where stone of s is me
define free = all s in spot where stone of s is nobody

phase play
  turns until left is 0 or size of free < 3
    remember(boards)
    spend 1 left
    set moved to no
    compose turn until moved and times(boards) is 0 else "so it has been"
      step place(s in free)
        needs few: size of mine < 3     else "enough"
        needs once: not moved           else "one a turn"
        set stone of s to me
        set moved to yes
        {forget}
      step drift(s in mine, t in touching of s)
        needs room: stone of t is nobody   else "taken"
        needs once: not moved           else "one a turn"
        set stone of s to nobody
        set stone of t to me
        set moved to yes
      step wait
        needs once: not moved           else "one a turn"
        set moved to yes
        forget(boards)
        {again}

score stones of p: how many s in spot where stone of s is p
winner most score
"""
FORGETS = {
    "forgets": ("forget(boards)", "set moved to yes"),
    "forgets, and remembers what is so now": ("forget(boards)", "remember(boards)"),
    "remembers, and forgets": ("remember(boards)\n        forget(boards)", "set moved to yes"),
}


@pytest.mark.parametrize("engine", registry.compared())
@pytest.mark.parametrize(("forget", "again"), FORGETS.values(), ids=FORGETS)
def test_engines_agree(tmp_path: Path, engine: EngineName, forget: str, again: str) -> None:
    rules = RULES.replace("{last}", "9").replace("{forget}", forget).replace("{again}", again)
    (tmp_path / "drift.game").write_text(rules, encoding="utf-8")
    game = load(str(tmp_path / "drift.game"))
    made = sum(lockstep(game, seed, engine=engine, every=5).decisions for seed in range(6))
    assert made > 60


def test_what_was_remembered_is_not_copied_for_each_position(tmp_path: Path) -> None:
    """However much of it there may be."""
    forget, again = FORGETS["forgets"]
    rules = RULES.replace("{last}", "500").replace("{forget}", forget).replace("{again}", again)
    (tmp_path / "drift.game").write_text(rules, encoding="utf-8")
    text = source(load(str(tmp_path / "drift.game")).program)
    place = text[text.index("def after_place(") :]
    place = place[: place.index("\ndef ")]
    assert "stone_ = stone_[:]" in place and "boards" in place
    assert not [line for line in place.splitlines() if "boards" in line and "[:]" in line]

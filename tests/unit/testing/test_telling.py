"""A finding of a long game is told by its end alone, where that shows it too."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.limits import Deadline
from rulewright.testing.properties import shrinking
from rulewright.testing.properties.catalogue import BY_NAME
from rulewright.testing.properties.draws import RandomDraws
from rulewright.testing.properties.playout import look_into
from rulewright.testing.properties.telling import scenario_of

WALK = """game walk "A long walk"
  players 2 named Ann, Bob
type way: left, right
mark steps: 0..99
mark rests: 0..99
mark last: way or none
history past of last: last 50
phase walk
  turns until steps is 90 or times(past) is 50
    remember(past)
    choose go
      step(w in way)
        gain 1 steps
        set last to w
      rest
        if rests < 99
          gain 1 rests
winner p where steps is 90
always ALWAYS
"""


@pytest.mark.parametrize(
    ("always", "begins"),
    [
        ("steps < 40", ["    steps: 39", "    last: WAY", "    to move: SEAT (go)"]),
        ("times(past) < 30", []),  # what is remembered does play a part
    ],
)
def test_of_a_long_game_the_last_move_is_enough(
    tmp_path: Path, always: str, begins: list[str]
) -> None:
    path = tmp_path / "walk.game"
    path.write_text(WALK.replace("ALWAYS", always), encoding="utf-8")
    game = load(str(path))
    finding = look_into(game, RandomDraws(3), (BY_NAME["always"],), thorough=True)
    assert finding is not None and len(finding.moves) > 40
    shown = scenario_of(game, finding)
    assert shown.fails and always in shown.message
    lines = shown.text.splitlines()
    if not begins:
        assert "  given" not in lines
        return
    assert lines[1] == "  given" and "    steps: 39" in lines and len(lines) < 12
    assert [line for line in lines if line.startswith("  play")] == [f"  play {finding.moves[-1]}"]


def test_without_hypothesis_moves_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "walk.game"
    path.write_text(WALK.replace("ALWAYS", "steps < 5"), encoding="utf-8")
    game = load(str(path))
    one = BY_NAME["always"]
    finding = look_into(game, RandomDraws(3), (one,), thorough=True)
    assert finding is not None and len(finding.moves) > 5
    monkeypatch.setattr(shrinking, "find_spec", lambda name: None)
    assert shrinking.missing()
    short = shrinking.shrink(game, one, finding, deadline=Deadline(20))
    assert len(short.moves) == 5

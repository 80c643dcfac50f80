"""`the` needs something to find: on both engines an error with its place, never a wrong slot."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import PlayError, load
from rulewright.backends.registry import EngineName

RULES = """\
game nothing "Nothing"
  players 2

mark before: 0..9
mark got of seat: 0..9

phase only
  turns until passes > 3
    choose what
      reward
      else pass

action reward
  set got of the q in seat where got of q > 5 to 7
  set before to 1

score got of p: got of p + before
winner most score
"""


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_the_of_nothing(tmp_path: Path, engine: EngineName) -> None:
    file = tmp_path / "nothing.game"
    file.write_text(RULES, encoding="utf-8")
    state = load(str(file), engine=engine).start(seed=1)
    with pytest.raises(PlayError, match=r"nothing\.game:14:14: there is no such seat"):
        state.apply("reward")


TWICE = """\
score one of p: got of the q in seat where got of q > 5
score two of p: total before for r in seat where got of (the q in seat where got of q > 6) < 5
"""


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_the_first_of_two_score_lines_is_told(tmp_path: Path, engine: EngineName) -> None:
    file = tmp_path / "nothing.game"
    file.write_text(RULES.split("score")[0] + TWICE + "winner most score\n", encoding="utf-8")
    state = load(str(file), engine=engine).start(seed=1)
    with pytest.raises(PlayError, match=r"nothing\.game:17:24: there is no such seat"):
        state.scores()

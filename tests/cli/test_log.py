"""What a seat is told of moves that others make in secret."""

from pathlib import Path

from rulewright.game import load
from rulewright_cli.log import Log

RULES = """game vote "A vote"
  players 2 named first, second
type way: left, right
mark vote of seat: way, seen by owner
phase voting
  turns until passes is 2
    choose voting secretly
      vote(w in way)
        set vote of me to w
        pass
score left of p: 1 when vote of p is left else 0
winner most score
"""


def test_a_secret_choice_is_never_told(tmp_path: Path) -> None:
    (tmp_path / "vote.game").write_text(RULES)
    state = load(str(tmp_path / "vote.game")).start(seed=1)
    state.apply("vote right")
    state.apply("vote left")
    log = Log.of(state)
    assert list(log.told(state, 0)) == [(0, "vote right"), (1, "voting ...")]
    assert list(log.told(state, 1)) == [(0, "voting ..."), (1, "vote left")]

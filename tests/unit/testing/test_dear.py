"""Which query takes longest in a scenario."""

from __future__ import annotations

from pathlib import Path

from rulewright.game import load
from rulewright.testing.dear import dearest
from rulewright.testing.scenario import Runner

RULES = """\
game dear "Dear"
  players 2
mark n: 0..9
define few of a: 0..60 = some b in 0..3 where b > a + n
define many of a: 0..60 = how many b in 0..60 where (some c in 0..60 where c > b + a + n)
phase play
  turns until n is 3
    choose main
      go(a in 0..3)
        needs high: few of a or many of a > 900      else "no"
        gain 1 n
score n of p: n
winner most score
scenario "Once"
  given
    to move: '0' (main)
  play go 1; go 1
  expect n is 2
"""


def test_the_query_that_takes_longest_is_found_and_not_what_it_stands_in(tmp_path: Path) -> None:
    rules = tmp_path / "dear.game"
    rules.write_text(RULES)
    game = load(str(rules))
    assert Runner(game).run(game.scenarios()[0], "reference").passed, "as before it is asked"
    found = dearest(game, game.scenarios()[0])
    assert found is not None and 0.2 < found.share <= 1
    assert found.span.in_line().startswith("some c in 0..60") and found.span.line == 5


def test_where_nothing_is_gone_through_nothing_takes_long(tmp_path: Path) -> None:
    rules = tmp_path / "dear.game"
    lines = [line for line in RULES.splitlines() if "define" not in line and "needs" not in line]
    rules.write_text(
        "\n".join(lines).replace("go(a in 0..3)", "go").replace("go 1; go 1", "go; go")
    )
    game = load(str(rules))
    assert dearest(game, game.scenarios()[0]) is None

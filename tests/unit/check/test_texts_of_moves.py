"""What is told of the text of a move can be typed: nothing that follows refuses it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.diagnostics import RulesError
from rulewright.game import check

RULES = """game steps "Steps"
  players 2
type spot: p1, p2, p3
type beat: ring walk, slide
mark there: spot
mark now: beat
mark visited: set of spot
phase dance
  turns until passes is 2
    choose main
      go(s in spot, t in spot) named {}
        set there to t
        set visited to {{s}}
        set now to now + 1
      else pass
winner p where there is p1 and now is walk and visited is {{p1}}
"""


@pytest.mark.parametrize(
    ("written", "to_write"),
    [
        ('"{now} {s}-{t}"', '"go {s}-{t}"'),
        ('"{s}{t}"', '"go {s} {t}"'),
        ('"{s} {now} {t}"', '"go {s} {t}"'),
        ('"{s} goes"', '"go {s} goes {t}"'),
        ('"s goes to {t}"', '"go {s} goes to {t}"'),
        ('"{s} goes to t"', '"go {s} goes to {t}"'),
        ('"{t}-{s}, {t}"', '"go {t}-{s}"'),
    ],
)
def test_the_text_of_a_hint_can_be_typed(written: str, to_write: str, tmp_path: Path) -> None:
    file = tmp_path / "steps.game"
    file.write_text(RULES.format(written), encoding="utf-8")
    with pytest.raises(RulesError) as wrong:
        check(str(file))
    hints = [one.hint for one in wrong.value.diagnostics]
    assert f"write: {to_write}" in hints, hints
    file.write_text(RULES.format(to_write), encoding="utf-8")
    check(str(file))

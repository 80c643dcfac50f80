"""What conditions work out anew for each element, though it is the same for all."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.game import check
from rulewright.testing.anew import worked_out_anew
from rulewright_cli.commands.test import dear_conditions

RULES = """game threats "Threats"
  players 2
board field: grid 9 by 9
cells square of field named "{letter}{y}"
mark stone of square: seat or nobody
define stones of p: seat = all c in square where stone of c is p
define threats of p: seat = all c in square
    where stone of c is nobody and longest line of (stones of p + {c}) >= 4
phase play
  turns until passes is 2
    LET
    choose main
      lay(c in square where stone of c is nobody)
        needs block: BLOCK  else "block first"
        set stone of c to me
      else pass
score squares of p: size of stones of p
winner most score
"""
ANEW = "threats of next of me"


@pytest.mark.parametrize(
    ("before", "block", "told"),
    [
        ("", f"{ANEW} is empty or c in {ANEW}", True),
        (f"let theirs = {ANEW}", "theirs is empty or c in theirs", False),
        ("", f"{ANEW} is empty", False),  # nothing of it hangs on c: it is asked once
        ("", f"c in {ANEW}", True),
        ("", "longest line of (threats of me + {c}) < 4", True),
        ("", "size of (stones of me) < 9 or c in stones of me", False),  # that takes no time
    ],
)
def test_what_a_condition_works_out_for_each_element_is_found(
    before: str, block: str, told: bool, tmp_path: Path
) -> None:
    path = tmp_path / "threats.game"
    rules = RULES.replace("    LET\n", f"    {before}\n" if before else "")
    rules = rules.replace("BLOCK", block)
    if "threats of" not in rules.partition("phase")[2]:
        start, end = rules.index("define threats"), rules.index("phase")
        rules = rules[:start] + rules[end:]
    path.write_text(rules, encoding="utf-8")
    found = {
        (param.local.name, part.span.in_line())
        for param, part in worked_out_anew(check(str(path)).open_program)
    }
    assert found == ({("c", "threats of me" if "of me +" in block else ANEW)} if told else set())
    lines = [*dear_conditions([str(path)], ())]
    assert len(lines) == told
    assert all("threats.game:13: `threats of" in line and "let NAME" in line for line in lines)

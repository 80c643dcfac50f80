"""What is told to be typed in the place of a line that cannot be read is what the rest of the rules
bears out, of all that the line could be."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.diagnostics import Diagnostic, RulesError
from rulewright.game import check

RULES = """game plum "Plums"
  players 2
mark plums: 0..9, starts 9
mark eaten of seat: 0..9
define few = plums < 3
phase meal
  turns until plums is 0
    choose main
      eat(n in 1..3)
        {line}
        spend min(n, plums) plums
        gain 1 eaten of me
      else pass
score eaten of p: eaten of p
winner most score
"""


def told(folder: Path, line: str, rules: str = RULES) -> Diagnostic:
    file = folder / "plum.game"
    file.write_text(rules.replace("{line}", line), encoding="utf-8")
    with pytest.raises(RulesError) as raised:
        check(str(file))
    (finding,) = raised.value.diagnostics
    assert finding.guesses == ()
    return finding


def test_a_name_that_nothing_has_is_given_and_not_set(tmp_path: Path) -> None:
    assert told(tmp_path, "plums = 3").hint == "write: set plums to 3"
    assert told(tmp_path, "left = plums - n").hint == "write: let left = plums - n"


def test_nothing_is_told_that_would_be_wrong_in_another_way(tmp_path: Path) -> None:
    finding = told(tmp_path, 'needs n not few  else "too many"')
    assert finding.hint == 'for example: needs CONDITION  else "REASON"'
    assert finding.fix is None


def test_a_mistyped_name_is_no_reason_to_tell_less(tmp_path: Path) -> None:
    assert told(tmp_path, "plumz += n").hint == "write: gain n plumz"


def test_a_line_that_can_be_read_but_means_nothing_is_told_in_other_words(tmp_path: Path) -> None:
    finding = told(tmp_path, "let least = IF(few, 1, n)")
    assert finding.hint == "write: let least = 1 when few else n"
    words = 'needs plums is not full  else "plums is full"'
    finding = told(tmp_path, words)
    assert finding.fix is not None
    assert finding.fix.text == 'needs plums < 9 else "plums is full"'


def test_what_the_rules_do_not_bear_out_is_not_told(tmp_path: Path) -> None:
    finding = told(tmp_path, "let least = IF(fewer, 1, n)")
    assert "when fewer" not in finding.hint
    assert finding.code == "E100"

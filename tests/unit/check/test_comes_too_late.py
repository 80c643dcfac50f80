"""What a variant puts behind a line that leads away is told with what puts it before that line, and
that is accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from rulewright.diagnostics import RulesError

POND = """game pond "Pond"
  players 2

mark frogs of seat: 0..9

phase play
  turns until passes >= 2
    choose main
      hop
        end turn
      else pass

score most_frogs of p: frogs of p
winner most score
"""


@pytest.mark.parametrize("other", ["", "      leap\n        end turn\n"], ids=["one", "several"])
def test_what_can_never_happen_is_told_with_where_it_could(tmp_path: Path, other: str) -> None:
    rules = POND.replace("      else pass", f"{other}      else pass")
    (tmp_path / "pond.game").write_text(rules)
    late = tmp_path / "late.game"
    late.write_text('variant late of pond "Late"\n\nadd at end of hop\n  gain 1 frogs of me\n')
    with pytest.raises(RulesError) as error:
        rw.load(str(tmp_path / "pond.game"), variants=["late"])
    (finding,) = error.value.diagnostics
    head, _, typed = finding.hint.partition(": ")
    assert (finding.code, head) == ("E140", "it has to come first")
    assert typed == 'add before "end turn" in hop'
    late.write_text(late.read_text().replace("add at end of hop", typed))
    assert rw.load(str(tmp_path / "pond.game"), variants=["late"]).warnings == ()

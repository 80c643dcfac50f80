"""A name that has its meaning only in some place: where that is told, and where it misleads."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulesError, load
from rulewright.diagnostics import Diagnostic

GAME = """game small "Small"
  players 2
mark heap: 0..9, starts 3
mark last: seat or nobody
define far of q: seat = heap > 3 and q is not last

phase p
  turns until heap is 0
    choose main
      take(n in 1..3)
        needs far of me or n < 3              else "no"
        let m = n + 1
        if m < 4
          set last to me
        spend 1 heap
      rest
        pass
"""


def bound_elsewhere(folder: Path, text: str) -> Diagnostic:
    path = folder / "small.game"
    path.write_text(text)
    with pytest.raises(RulesError) as caught:
        load(str(path))
    (found,) = (one for one in caught.value.diagnostics if one.code == "E103")
    assert "which means nothing here" in found.message
    return found


@pytest.mark.parametrize(
    "text", ["score heap of p: heap when p is q else 0\n", "to other\n  gain m heap\n"]
)
def test_what_another_declaration_calls_so_is_not_told(text: str, tmp_path: Path) -> None:
    assert not bound_elsewhere(tmp_path, GAME + text).notes


def test_what_the_same_declaration_calls_so_elsewhere_is_told(tmp_path: Path) -> None:
    text = GAME.replace("        pass", "        gain m heap")
    (note,) = bound_elsewhere(tmp_path, f"{text}score heap of p: 1\n").notes
    assert note.message == "m is declared here" and note.span is not None and note.span.line == 12

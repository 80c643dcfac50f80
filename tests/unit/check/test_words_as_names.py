"""A word of the language as a name: refused where it is declared, or usable wherever it is used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright import RulesError, load, resources

WORDS = sorted({w for w in re.findall(r'"([a-z]+)"', resources.grammar_text())} | {"may", "most"})
GAME = """\
game g "G"
  players 2
mark n: 0..9
phase p
  turns until passes is 2
    choose c
      WORD
      other(k in 1..2)
        gain k n
      stop
        pass
    choose e
      other(k in 1..2)
        if n > 3
          gain k n
      WORD
      stop
        pass
    choose d
      other(k in 1..2)
        gain k n
      else WORD
action WORD
  gain 1 n
  proc
to proc
  set n to 0
score s of p: n
winner most score
"""


def codes(folder: Path, text: str) -> list[tuple[str, str]]:
    (folder / "g.game").write_text(text)
    try:
        load(str(folder / "g.game"), engine="reference")
    except RulesError as error:
        return [(d.code, d.span.file.line_text(d.span.line)) for d in error.diagnostics]
    return []


@pytest.mark.parametrize("part", range(4))
def test_actions_and_procedures(part: int, tmp_path: Path) -> None:
    for word in WORDS[part::4]:
        for declared, text in (
            (f"action {word}", GAME.replace("WORD", word)),
            (f"to {word}", GAME.replace("WORD", "go").replace("proc", word)),
        ):
            found = codes(tmp_path, text)
            assert not found or ("E171", declared) in found, (word, declared, found)

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


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("part", range(4))
def test_actions_and_procedures(part: int, tmp_path: Path) -> None:
    for word in WORDS[part::4]:
        for declared, text in (
            (f"action {word}", GAME.replace("WORD", word)),
            (f"to {word}", GAME.replace("WORD", "go").replace("proc", word)),
        ):
            found = codes(tmp_path, text)
            assert not found or ("E171", declared) in found, (word, declared, found)


@pytest.mark.parametrize("word", ["after", "at", "before", "last", "add"])
def test_a_variant_offers_an_action_called_by_a_word(word: str, tmp_path: Path) -> None:
    (tmp_path / "g.game").write_text(GAME.replace("WORD", "plain"))
    variant = tmp_path / "v.game"
    added = f"action {word}\n  set n to 9\n"
    variant.write_text(f'variant v of g "V"\nadd {word} to c in turns in p  "Words"\n{added}')
    moves = load(str(variant), engine="reference").start(seed=1).legal_moves()
    assert [str(move) for move in moves] == ["plain", "other 1", "other 2", "stop", word]


@pytest.mark.parametrize("line", ["add before c", "add after c in turns", "add at end of c"])
def test_an_addition_without_its_block_wants_one(line: str, tmp_path: Path) -> None:
    (tmp_path / "g.game").write_text(GAME.replace("WORD", "plain"))
    (tmp_path / "v.game").write_text(f'variant v of g "V"\n{line}\n')
    with pytest.raises(RulesError) as caught:
        load(str(tmp_path / "v.game"))
    assert [d.code for d in caught.value.diagnostics] == ["E016"]


def test_an_offer_called_by_a_word_takes_two_parameters(tmp_path: Path) -> None:
    """Unless a condition in brackets may follow the word."""
    rule = re.search(r"^!offer_name:(.*?)\n\n", resources.grammar_text(), re.M | re.S)
    assert rule is not None
    words = {*re.findall(r'"([a-z]+)"', rule[1]), "may"} - {"needs", "if", "most"}
    assert len(words) > 20
    for word in words:
        text = GAME.replace(
            "      WORD\n", f"      {word}(a in 1..2, b in 3..4)\n        gain (a + b) n\n"
        )
        (tmp_path / "g.game").write_text(text.replace("WORD", "go"))
        moves = [
            *map(str, load(str(tmp_path / "g.game"), engine="reference").start().legal_moves())
        ]
        assert moves[:2] == [f"{word} 1 3", f"{word} 1 4"], word

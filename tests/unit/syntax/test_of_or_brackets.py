"""What is asked of something by a name without `of` or brackets is told as it is to be typed, all
of a line in one go, and as the file defines it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulesError, load

GAME = """game fishing "Fishing"
  players 2
  uses standard_deck
OPTION
zone hand of seat: set of card, seen by owner
mark asked: 0..9
define rank_of(c: card) = rank of c
define DEFINED = all c in card where suit of c is b
setup
  each p in seat
    move all c in card where rank of c is SIZE to hand of p
phase play
  turns until asked >= 9
    choose main
      ask(b in suit, c in hand of me)
        LINE
        gain 1 asked
      else pass
score n of p: asked
winner most score
"""
NEEDS = (
    "needs mate: some d in hand of me where rank_of d < rank_of c",
    'else "none below {rank_of c}, {c}"',
)


def hints(
    folder: Path, line: str, *, option: str = "", defined: str = "cards_of(b: suit)"
) -> list[str]:
    text = GAME.replace("OPTION", option).replace("LINE", line).replace("DEFINED", defined)
    size = "cards" if option else "1"
    path = folder / "fishing.game"
    path.write_text(text.replace("SIZE", size), encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        load(str(path))
    return [finding.hint for finding in caught.value.diagnostics]


def test_all_of_a_line_is_told_in_one_go_and_what_stands_in_its_reason(tmp_path: Path) -> None:
    right = " ".join(NEEDS).replace("rank_of d", "rank_of(d)").replace("rank_of c", "rank_of(c)")
    assert hints(tmp_path, " ".join(NEEDS)) == [f"write: {right}"]


def test_of_a_reason_alone_it_is_told_too(tmp_path: Path) -> None:
    line = 'needs mate: c in hand of me  else "none below {rank_of c}"'
    assert hints(tmp_path, line) == ["write: rank_of(c)"]


@pytest.mark.parametrize("option", ["", "option cards: 1, 2"])
@pytest.mark.parametrize("defined", ["cards_of(b: suit)", "cards_of b: suit"])
def test_brackets_are_told_where_the_other_name_is_an_option_or_the_definition_has_them(
    tmp_path: Path, option: str, defined: str
) -> None:
    found = hints(
        tmp_path,
        "compose lot\n          step one(d in cards_of b) into those",
        option=option,
        defined=defined,
    )
    brackets = bool(option) or "(" in defined
    assert (
        found[-1]
        == f"write: step one(d in {'cards_of(b)' if brackets else 'cards of b'}) into those"
    )

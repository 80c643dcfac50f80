"""What is mended is what was meant, or nothing is: of rules with one damaged word, the rules come
back as they were, or stay as they are. `RULEWRIGHT_FUZZ=1` damages every word."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from rulewright import explanations
from rulewright.diagnostics import Diagnostic, Fix, RulesError
from rulewright.game import check
from rulewright.mending import mended
from rulewright.source import SourceFile, Span

STEP = 1 if os.environ.get("RULEWRIGHT_FUZZ") else 13
GAME = explanations.files()["base.game"]
WORDS = [*re.finditer(r"(?<!\")\b[A-Za-z]\w{2,}\b(?![^\"\n]*\"[^\"\n]*$)", GAME, re.M)]


def damages(word: str) -> list[str]:
    """The word as somebody in a hurry writes it."""
    middle = len(word) // 2
    return [
        word[:middle] + word[middle + 1 :],
        word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :],
        word.swapcase(),
        f"{word}s",
    ]


DAMAGED = [
    GAME[: match.start()] + damage + GAME[match.end() :]
    for match in WORDS
    for damage in damages(match.group())
    if damage != match.group()
][::STEP]
FOREIGN = [
    GAME.replace(f" {here} ", f" {there} ", 1)
    for here, there in (
        ("is", "=="), ("is", "="), ("until", "untl"), ("<", "is less than"), ("c in", "c of"),
        ("not empty", "n't empty"), ("2", "  2"), ("most", "highest"),
    )
]  # fmt: skip
OTHERS = [
    re.sub(r"^ +", lambda blanks: "\t" * (len(blanks.group()) // 2), GAME, flags=re.M),
    GAME.replace("phase rounds", "phase rounds:"),
    GAME.replace("zone pile:", "zone pile"),
    GAME.replace('"no card is left"', "“no card is left”"),
    GAME.replace("move c to played", "move c -> played"),
    GAME.replace("gain 1 gold of me", "gold of me += 1"),
    GAME.replace("value of c + 1", "c.value + 1"),
    GAME.replace("suit of c is red", 'suit of c is "red"'),
]


def looking_at(file: Path, text: str) -> Callable[[Mapping[str, str]], Sequence[Diagnostic]]:
    """What tells the findings of a file that holds a text, or what that has been mended to."""

    def look(texts: Mapping[str, str]) -> Sequence[Diagnostic]:
        file.write_text(texts.get(str(file), text), encoding="utf-8")
        try:
            check(str(file)).scenarios()
        except RulesError as error:
            return error.diagnostics
        return ()

    return look


@pytest.mark.parametrize("text", [*dict.fromkeys([*DAMAGED, *FOREIGN, *OTHERS])])
def test_damaged_rules_come_back_as_they_were_or_stay(text: str, tmp_path: Path) -> None:
    for name, other in explanations.files().items():
        if name.endswith(".csv"):
            (tmp_path / name).write_text(other, encoding="utf-8")
    file = tmp_path / "base.game"

    changed, left = mended(looking_at(file, text), lambda source: True)
    assert not changed or changed[str(file)] == GAME
    if text in OTHERS:
        assert changed and not left


SOURCE = SourceFile("a.game", "one two three\n")


def found(code: str, start: int, text: str | None = None) -> Diagnostic:
    span = Span(SOURCE, start, start + 3)
    return Diagnostic(code, f"{code} at {start}", span, fix=(text and Fix(span, text)) or None)


@pytest.mark.parametrize(
    ("before", "after", "result"),
    [
        ([found("E100", 0, "ONE")], [], "ONE two three\n"),
        ([found("E100", 0, "ONE")], [found("E100", 0)], None),
        ([found("E100", 0, "ONE")], [found("E190", 4)], None),
        ([found("E011", 0, "ONE"), found("E100", 4)], [found("E100", 4)], "ONE two three\n"),
        ([found("E011", 0, "ONE")], [found("E191", 4)], None),
        ([found("E011", 0, "ONE")], [found("E190", 4)], "ONE two three\n"),
    ],
    ids=["gone", "still there", "something new", "another left", "new on the line", "not used yet"],
)
def test_a_change_is_kept_only_if_nothing_is_worse(
    before: list[Diagnostic], after: list[Diagnostic], result: str | None
) -> None:
    texts, _ = mended(lambda texts: after if texts else before, lambda source: True)
    assert texts.get("a.game") == result


def test_one_bad_change_does_not_keep_others_from_being_made() -> None:
    good, bad = found("E100", 0, "ONE"), found("E100", 4, "TWO")

    def look(texts: Mapping[str, str]) -> list[Diagnostic]:
        text = texts.get("a.game", SOURCE.text)
        worse = [found("E119", 8)] if "TWO" in text else []
        return [*([good] if "one" in text else []), *([bad] if "two" in text else []), *worse]

    texts, left = mended(look, lambda source: True)
    assert (texts, left) == ({"a.game": "ONE two three\n"}, [bad])


NAMES = """game fives "Fives"
  players 1
  uses standard_deck
zone table: set of card
zone gone: set of card
setup
  move all c in card to table
phase play
  turns until table is empty
    choose main
      take(c in table)
        move c to gone
outcome
  done else

scenario "Several names on a line"
  expect table is not {Five of Hearts, Nine of Spades} and table is not {Five of Clubs}
  expect table is not {
    Five of Hearts, 'Ten of Spades',
    Ten of Hearts}  # Ten of Hearts
  expect table is not {Two of Hearts}
"""


def test_names_of_one_line_are_mended_together(tmp_path: Path) -> None:
    file = tmp_path / "fives.game"

    changed, left = mended(looking_at(file, NAMES), lambda source: True)
    assert not left
    rules, scenario = NAMES.split("scenario ")
    quoted = re.sub(r"(?<!')\b(Five|Nine|Ten|Two) of \w+\b(?!')(?=[,}\w ])", r"'\g<0>'", scenario)
    assert changed == {str(file): f"{rules}scenario {quoted}"}


def test_of_two_mends_that_meet_the_first_is_made() -> None:
    whole, part = Span(SOURCE, 0, 7), Span(SOURCE, 4, 7)
    before = [
        Diagnostic("E100", "the whole", whole, fix=Fix(whole, "ONE, TWO")),
        Diagnostic("E100", "a part", part, fix=Fix(part, "TWO")),
    ]
    texts, _ = mended(lambda texts: [] if texts else before, lambda source: True)
    assert texts == {"a.game": "ONE, TWO three\n"}

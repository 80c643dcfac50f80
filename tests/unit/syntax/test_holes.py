"""Braces in words: in reasons a set may stand within them, as anywhere in an expression."""

from __future__ import annotations

from pathlib import Path

import pytest
from pygments.token import Name, Punctuation, String

from rulewright import Game, RulesError, load
from rulewright.editing.colours import RulewrightLexer
from rulewright.editing.completing import completions
from rulewright.editing.family import Families
from rulewright.editing.positions import Text
from rulewright.editing.renaming import renamed
from rulewright.editing.workspace import Workspace
from rulewright.syntax.holes import holes, is_within
from rulewright.testing.lint.lint import lint

HANDS = """game hands "Hands"
  players 2 named Ann, Ben
component card from "cards.csv" named by name
zone hand of seat: set of card
setup
  move all c in card to hand of Ann
phase play
  turns until passes is 2
    choose main
      keep(c in hand of me)
        needs few: size of hand of me is 0  else "REASON"
        pass
      done
        pass
define left(s: set of card) = size of s
score cards of p: size of hand of p
winner most score
"""


@pytest.mark.parametrize(
    ("text", "inside", "alone"),
    [
        ("{c}", ["c"], []),
        ("a {left(s - {c})} b {d}", ["left(s - {c})", "d"], []),
        ("{{c} + {d}}", ["{c} + {d}"], []),
        ("{'a } b'} it's {d}'s", ["'a } b'", "d"], []),
        ("isn't {c}, can't", ["c"], []),
        ("{c's} or {d}", ["c's", "d"], []),
        ("{a {b} c", ["b"], [0]),
        ("a} {b}", ["b"], [1]),
        ("{left(s - {c)}", ["c)"], [0]),
        ("{" * 100_000, [], list(range(100_000))),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "",
)
def test_braces_are_matched_by_depth(text: str, inside: list[str], alone: list[int]) -> None:
    found = holes(text)
    assert [text[start:end] for start, end in found.found] == inside
    assert list(found.alone) == alone
    assert is_within(text) == any(text[at] == "{" for at in alone)


def hands(folder: Path, old: str, new: str) -> Path:
    (folder / "cards.csv").write_text("name\nace\ntwo\nthree\nodd } one\n")
    path = folder / "hands.game"
    path.write_text(HANDS.replace(old, new, 1))
    return path


def with_reason(folder: Path, reason: str) -> Game:
    return load(str(hands(folder, "REASON", reason)))


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("left {left(hand of me - {c})} too many", "left 3 too many"),
        (
            "without {c} it is {left(hand of me - {c})}, and {left({c})} is allowed",
            "without ace it is 3, and 1 is allowed",
        ),
        ("{left({c, 'odd } one'})}, isn't it", "2, isn't it"),
    ],
)
def test_a_set_within_a_reason_is_worked_out(tmp_path: Path, reason: str, told: str) -> None:
    state = with_reason(tmp_path, reason).start(seed=1)
    assert [why.message for why in state.why_not("keep ace")] == [told]


@pytest.mark.parametrize(
    ("reason", "code", "at"),
    [
        ("{left(hand of me - {c)} left", "E008", "{"),
        ("all but {c}} of them", "E008", "}"),
        ("a } before {c}", "E008", "}"),
        ("{left(hand of me - {c d})} left", "E019", "c d"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(
    tmp_path: Path, reason: str, code: str, at: str
) -> None:
    with pytest.raises(RulesError) as raised:
        with_reason(tmp_path, reason)
    assert (code, at) in [(one.code, one.span.text()) for one in raised.value.diagnostics]


@pytest.mark.parametrize(
    ("text", "code"),
    [("keep {c", "E008"), ("keep } {c}", "E008"), ("keep {c} {{c}}", "E064")],
)
def test_the_text_of_a_move_holds_names_alone(tmp_path: Path, text: str, code: str) -> None:
    with pytest.raises(RulesError) as raised:
        load(str(hands(tmp_path, "of me)\n", f'of me) named "{text}"\n')))
    assert code in [one.code for one in raised.value.diagnostics]


def test_words_show_all_of_a_brace_that_holds_another(tmp_path: Path) -> None:
    path = hands(tmp_path, '"REASON"', '"{left({c})}"   "Not {left({ace})} of them"')
    found = [one.message for one in lint(str(path), games=0).findings if one.code == "L014"]
    assert found == ["players are shown {left({ace})} as it stands"]


def test_what_stands_in_both_braces_is_renamed(tmp_path: Path) -> None:
    reason = "left {left(hand of me - {c})} too many"
    path = hands(tmp_path, "REASON", reason)
    text = path.read_text()
    workspace = Workspace()
    workspace.put(path, Text(text))
    families = Families(workspace)
    line = text[: text.index(reason)].count("\n") + 1
    for part in ("c in hand of me", "left(s"):
        edits = renamed(families, path, text.index(part), "another")
        assert line in [span.line for span, _ in edits[path]], part


def test_a_set_within_a_hole_is_coloured_and_completed_as_code() -> None:
    line = 'else "x {left(hand of me - {c}) of} y"\n'
    found = list(RulewrightLexer().get_tokens(line))
    kinds = {text: kind for kind, text in found}
    assert kinds["c"] in Name and kinds["of"] not in String and kinds[" y"] in String
    assert [kind for kind, text in found if text == "}"] == [Punctuation, String.Interpol]
    begun = 'action keep(c in card)\n  needs yes  else "{left(hand of me - {c}) + '
    offered = [one.text for one in completions(None, begun, len(begun))[1]]
    assert "c" in offered

"""Names and values in the wrong place, and the hint that tells what was meant."""

from pathlib import Path

import pytest

from rulewright_cli.commands.check import look_at

GAME = """game plums "Plums"
  players 2 named first, second

component plum from "plums.csv" named by name
option worth: 1, 1..3
zone pile: stack of plum, seen by nobody
zone hand of seat: set of plum, seen by owner
zone spare of seat: slot of plum, seen by all

define near(c: plum, d: plum) = c is not d
define nears of p: seat = how many c, d in hand of p where c < d and near(c, d)

setup
  move all c in plum to pile
  deal 2 from pile to each hand           "Two each"

phase meal
  turns until pile is empty
    choose main
      take
      stop
action take
  move top of pile to spare of me
action stop
  needs some_held: hand of me is not empty  else "you hold none"
  end turn

score nears of p: worth * nears of p
winner most score

scenario "Two each"
  expect size of hand of first is 2
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    names = "\n".join(f"plum {number}" for number in range(1, 9))
    (tmp_path / "plums.csv").write_text(f"name\n{names}\n")
    (tmp_path / "plums.game").write_text(GAME)
    return tmp_path


def said(folder: Path, old: str, new: str, *more: str) -> list[tuple[str, str]]:
    """Codes and hints when a text of the game is another."""
    path = folder / "plums.game"
    text = path.read_text()
    for one, other in zip((old, *more[::2]), (new, *more[1::2]), strict=True):
        assert one in text
        text = text.replace(one, other)
    path.write_text(text)
    return [(f.code, f.hint) for f, _ in look_at([str(path)]).found]


def test_the_game_is_right(folder: Path) -> None:
    assert said(folder, "plums", "plums") == []


@pytest.mark.parametrize(
    ("test", "hint"),
    [
        ("spare of first is {'plum 1'}", "spare of first is 'plum 1'"),
        ("spare of first is not {}", "spare of first is not none"),
    ],
)
def test_a_slot_is_compared_with_one(folder: Path, test: str, hint: str) -> None:
    found = said(folder, "expect size of hand of first is 2", f"expect {test}")
    assert found == [("E116", f"it is a slot, which holds one at most; write: {hint}")]
    assert not said(folder, f"expect {test}", f"expect {hint} or pile is not empty")


def test_what_begins_nearly_as_a_line_does_is_told(folder: Path) -> None:
    (folder / "three.game").write_text(
        'variant three of plums "Three"\n'
        'replace "deal 3 from pile" in setup\n  deal 3 from pile to each hand\n'
    )
    (found,) = (f for f, _ in look_at([str(folder / "three.game")]).found)
    assert (found.code, found.hint) == ("E040", 'there is: "deal 2 from pile" in setup')


def test_an_option_that_is_mistyped_as_the_score_line_is_called(folder: Path) -> None:
    found = said(folder, "score nears of p: worth *", "score wort of p: wort *")
    assert found == [("E103", "did you mean worth?")]


def test_of_that_was_left_out(folder: Path) -> None:
    found = said(folder, "worth * nears of p", "worth * nears p")
    assert found == [("E019", "write: score nears of p: worth * nears of p")]


def test_a_call_with_too_many_values_may_mean_another_definition(folder: Path) -> None:
    """Also within the definition that it names; and leaks elsewhere are told with it."""
    other = "needs some_held: hand of opponent meets {'plum 1'}"
    found = said(
        folder, "c < d and near(c, d)", "c < d and nears(c, d)",
        "needs some_held: hand of me is not empty", other,
    )  # fmt: skip
    assert [code for code, _ in found] == ["E106", "E191"]
    assert found[0][1] == "did you mean near?"
    assert said(folder, "c < d and nears(c, d)", "c < d and nears(c)")[0][0] == "E120"


def test_no_leak_is_told_of_what_is_wrong_itself(folder: Path) -> None:
    other = "needs some_held: hand of opponent meets {'plum 1'} and plumm is 1"
    found = said(folder, "needs some_held: hand of me is not empty", other)
    assert [code for code, _ in found] == ["E100"]

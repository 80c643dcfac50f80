"""Names that have a meaning of their own where authors bind names, and who has won as they say it:
what a hint says can be typed, and then the mistake is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright_cli.commands.check import look_at

GAME = """game race "Race"
  players 2 named Ann, Bob

mark n: 0..9
mark said of seat: yes or no
mark won: seat or nobody
define spoken of p: seat = said of p

action say(p in seat)
  let q = n
  set said of p to yes
  tell(p)
  if some r in seat where spoken of r and n < 9 - q
    gain 1 n
  each r in seat
    set said of r to no
action leave
  set won to me
  end game
to tell(p: seat)
  set said of p to no

phase one
  turns until n is 9
    choose main
      say
      leave

winner p where p is won
"""
LAST = "winner p where p is won"


def found(folder: Path, old: str = "", new: str = "", *more: str) -> list[tuple[str, str]]:
    """Codes and hints when texts of the game are others."""
    text = GAME
    for one, other in zip((old, *more[::2]), (new, *more[1::2]), strict=True):
        assert one in text
        text = text.replace(one, other) if one else text
    (folder / "race.game").write_text(text)
    return [(f.code, f.hint) for f, _ in look_at([str(folder / "race.game")]).found]


def test_the_game_is_right(tmp_path: Path) -> None:
    assert not found(tmp_path)


@pytest.mark.parametrize("name", ["me", "opponent", "winners", "passes", "seat"])
@pytest.mark.parametrize(
    "old",
    [
        "define spoken of p: seat = said of p",
        "action say(p in seat)\n  let q = n\n  set said of p",
        "let q = n",
        "if some r in seat where spoken of r",
        "each r in seat\n    set said of r",
        "to tell(p: seat)\n  set said of p",
        "winner p where p is won",
    ],
)
def test_a_name_with_a_meaning_of_its_own_is_bound_nowhere(
    old: str, name: str, tmp_path: Path
) -> None:
    one = "q" if "let q" in old else "r" if " r " in old else "p"
    new = old.replace(f" {one} ", f" {name} ").replace(f"({one}", f"({name}")
    new = new.replace(f" {one}:", f" {name}:")
    told = [hint for code, hint in found(tmp_path, old, new) if code == "E171"]
    assert told and "choose another name" in told[0]
    free = told[0].rpartition(" ")[2]
    text = (tmp_path / "race.game").read_text()
    assert free not in text.split()


def test_a_score_is_of_a_seat_with_a_name_of_its_own(tmp_path: Path) -> None:
    told = found(tmp_path, LAST, "score all of me: n\nwinner most score")
    assert [code for code, _ in told if code == "E171"]


@pytest.mark.parametrize(
    ("written", "here"),
    [
        ("winner me when won is me", "winner p where won is p"),
        ("winner opponent if won is opponent", "winner p where won is p"),
        ("loser p where p is won", "winner p where p is not won"),
        ("loser p where p is not won", "winner p where p is won"),
        ("loser p where n is 8 or p is won", "winner p where not (n is 8 or p is won)"),
        ("winner won", "winner p where p is won"),
        ("winner is won", "winner p where p is won"),
        ("loser won", "winner p where p is not won"),
    ],
)
def test_who_wins_is_said_in_a_line_that_can_be_typed(
    written: str, here: str, tmp_path: Path
) -> None:
    ((_, hint),) = found(tmp_path, LAST, written)
    assert hint == f"write: {here}"
    assert not found(tmp_path, LAST, here)


def test_the_example_fits_a_game_without_scores(tmp_path: Path) -> None:
    ((_, hint),) = found(tmp_path, LAST, "winner last")
    assert hint == "for example: winner p where p is won"
    kept = ("mark man of seat: seat or nobody", "set won to me", "set man of me to me")
    told = found(tmp_path, LAST, "winner man of Ann", "mark won: seat or nobody", *kept)
    assert told[0][1] == "write: winner p where p is man of Ann"


def test_what_is_decided_by_score_without_one_can_be_said_otherwise(tmp_path: Path) -> None:
    ((code, hint),) = found(tmp_path, LAST, "winner most score")
    assert code == "E187"
    assert hint.endswith(f"; or who wins: {LAST}")


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("me loses", "set won to opponent, and below it: end game"),
        ("opponent wins", "set won to opponent, and below it: end game"),
        ("Ann has won", "set won to Ann, and below it: end game"),
        ("Ann loses", "set lost to Ann, and below it: end game"),
        ("nobody wins", "write: end game"),
        ("draw", "write: end game"),
        ("tie", "write: end game"),
    ],
)
def test_that_somebody_wins_is_kept_and_the_game_ended(
    written: str, hint: str, tmp_path: Path
) -> None:
    told = found(tmp_path, "  set won to me\n  end game", f"  {written}")
    assert [one for _, one in told if hint in one]
    mend = hint.removeprefix("write: ").replace(", and below it: ", "\n  ")
    lines = f"  {mend}"
    more: tuple[str, ...] = ()
    if "lost" in mend:
        more = ("mark won: seat or nobody", "mark lost: seat or nobody")
        more = (*more, LAST, LAST.replace("is won", "is not lost"))
    elif "won" not in mend:
        lines = f"  set won to me\n{lines}"
    assert not found(tmp_path, "  set won to me\n  end game", lines, *more)


def test_statements_are_listed_with_those_that_remember(tmp_path: Path) -> None:
    told = found(tmp_path, "  set won to me", "  me sleeps")
    assert "again, remember or forget," in told[0][1]

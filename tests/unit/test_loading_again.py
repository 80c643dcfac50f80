"""What was loaded last is given again, as long as all of it says the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulesError, UsageError, load

GAME = """game heap
  players 1..2

component card from "cards.csv" named by card
  worth: 0..9

zone pile: set of card

option half: off, on                "Is it worth half?"

setup
  move all c in card to pile

phase main
  turns until passes is 2
    choose main
      else pass

score points of p: 1 when half is on else total worth of pile
winner most score
"""


@pytest.fixture
def heap(tmp_path: Path) -> Path:
    (tmp_path / "cards.csv").write_text("card,worth\none,1\ntwo,2\n")
    file = tmp_path / "heap.game"
    file.write_text(GAME)
    return file


def test_the_same_game_is_given_again(heap: Path) -> None:
    game = load(str(heap))
    assert load(str(heap)) is game
    assert load(str(heap), options={"half": "on"}) is not game
    assert load(str(heap), seats=2) is not game
    assert load(str(heap), engine="reference") is not game
    assert load(str(heap)) is game


def test_what_has_changed_is_loaded_anew(heap: Path) -> None:
    def points() -> list[int]:
        return load(str(heap)).start(seed=1).scores()

    assert points() == [3]
    heap.with_name("cards.csv").write_text("card,worth\none,1\ntwo,5\n")
    assert points() == [6]
    heap.write_text(GAME.replace("total worth", "1 + total worth"))
    assert points() == [7]
    heap.write_text(GAME)
    assert points() == [6]
    heap.with_name("cards.csv").unlink()
    with pytest.raises(RulesError, match="E021"):
        load(str(heap))


def test_nothing_wrong_is_taken_for_what_was_asked_for(heap: Path) -> None:
    load(str(heap), seats=1, options={"half": "on"})
    for seats in (True, 1.0):
        with pytest.raises(UsageError):
            load(str(heap), seats=seats, options={"half": "on"})  # type: ignore[arg-type]
    for options in ({"half": True}, {"half": ["on"]}, [("half", "on")]):
        with pytest.raises(UsageError):
            load(str(heap), seats=1, options=options)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [0, -1, 1, 6, 2**70])
def test_rules_are_made_again_for_as_many_as_play_alone(seats: int) -> None:
    with pytest.raises(UsageError, match="for 2 to 5 players, not"):
        load("ruins").for_seats(seats)
    assert load("ruins").for_seats(5).seats == 5

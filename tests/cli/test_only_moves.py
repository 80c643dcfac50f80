"""Moves that are made by themselves at a table, where nothing else can be chosen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright import load
from rulewright.diagnostics import UsageError
from rulewright_cli.keeping import Keeper
from rulewright_cli.sitting import Sitting

from .conftest import Run

RULES = """\
game walk "A walk"
  players 2 named ann, bob

zone hats of seat: set of hat, seen by owner
zone worn: set of hat
zone shelf: stack of hat, seen by nobody
component hat from "hats.csv" named by name
mark at of seat: 0..20
mark wind: 1..3
mark breaths: 0..90                      "How often somebody has breathed"

setup
  move all h in hat to shelf
  shuffle shelf
  deal 1 from shelf to each hats

phase walking
  turns until some p in seat where at of p > 4
    choose go                            "How far?"
      walk(n in 1..2)
        gain n at of me
    choose rest                          "A rest"
      breathe
        gain 1 breaths
    choose more                          "Another rest"
      breathe
        gain 1 breaths
    choose sky                           "Up to the sky"
      look_up
        pick wind from 1..3
    choose hat                           "The hat"
      wear(h in hats of me)
        move h to worn
      else pass

score at of p: at of p + wind
winner most score
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "walk.game").write_text(RULES)
    (tmp_path / "hats.csv").write_text("name\nred\nblue\ngreen\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sitting(*, auto: bool, players: tuple[str, str] = ("human", "random")) -> Sitting:
    game = load("walk.game")
    return Sitting(game, game.start(seed=1), list(players), Keeper(game), auto=auto)


def go_on(table: Sitting, text: str) -> None:
    """Make a move, and what makes itself after it."""
    table.make(next(move for move in table.state.legal_moves() if str(move) == text))
    while (move := table.only_move) is not None:
        table.make_only(move)


def test_only_moves_are_made_that_tell_nothing(folder: Path) -> None:
    """Neither what is left to chance, nor what shows somebody a card."""
    table = sitting(auto=True)
    assert table.only_move is None  # there is a choice
    go_on(table, "walk 1")
    assert table.state.moves == ["walk 1", "breathe", "breathe"]
    assert table.lately_by_itself == ["breathe", "breathe"]
    assert [str(move) for move in table.state.legal_moves()] == ["look_up"]
    go_on(table, "look_up")
    assert table.lately_by_itself == []
    (wear,) = map(str, table.state.legal_moves())
    assert wear.startswith("wear ")


def test_what_was_chosen_is_taken_back(folder: Path) -> None:
    table = sitting(auto=True)
    go_on(table, "walk 1")
    table.undo()
    assert table.state.moves == [] and table.only_move is None
    go_on(table, "walk 2")
    assert table.state.moves == ["walk 2", "breathe", "breathe"]
    go_on(table, "look_up")
    with pytest.raises(UsageError):
        table.undo()
    assert len(table.state.moves) == 4


def test_who_has_gone_back_to_an_only_move_is_asked(folder: Path) -> None:
    table = sitting(auto=False)
    go_on(table, "walk 1")
    go_on(table, "breathe")
    assert table.switch_auto().startswith("From now on a move is made")
    table.undo()
    assert table.state.moves == ["walk 1"] and table.only_move is None
    go_on(table, "breathe")
    assert table.state.moves == ["walk 1", "breathe", "breathe"]


def test_nothing_is_made_for_who_is_not_there(folder: Path) -> None:
    """Neither for a bot, nor for another person before they have come."""
    table = sitting(auto=True, players=("random", "human"))
    table.make(table.state.legal_moves()[0])
    assert table.only_move is None
    table = sitting(auto=True, players=("human", "human"))
    table.make(table.state.legal_moves()[0])
    assert table.only_move is None
    table.at_the_screen = 0
    assert table.only_move is not None


def test_where_all_see_alike_a_move_is_taken_back_with_what_followed_by_itself() -> None:
    game = load("tic_tac_toe")
    table = Sitting(game, game.start(seed=1), ["human", "human"], Keeper(game), auto=True)
    cells = [str(move) for move in table.state.legal_moves()]
    for cell in (0, 1, 2, 4, 3, 5, 7, 6):
        assert table.only_move is None
        go_on(table, cells[cell])
    assert table.state.over and len(table.by_itself) == 1
    table.undo()
    assert table.state.moves[-1] == cells[7] and table.headline(1)[0].text == "O"


def test_records_are_the_same_as_if_they_were_typed(folder: Path, run: Run) -> None:
    """Where lines are read from a pipe each move is asked for, if nothing else is said."""
    play = ("play", "walk.game", "--seed", "1", "--players", "human,human")
    typed = "\nwalk 1\nbreathe\nbreathe\nlook_up\nquit\n"
    done = run(*play, "--save", "typed.json", input=typed)
    assert done.exit_code == 0, done.output
    done = run(*play, "--auto", "--save", "auto.json", input="\nwalk 1\nlook_up\nquit\n")
    assert done.stdout.count("breathe is all there is, and is made") == 2
    typed, made = (json.loads(Path(f"{name}.json").read_text()) for name in ("typed", "auto"))
    assert typed == made and made["moves"][-2:] == ["breathe", "look_up"]
    done = run(*play, input="\nauto\nwalk 2\nauto\nlook_up\nquit\n")
    assert "From now on a move is made by itself" in done.stdout
    assert "From now on only moves are asked for, too" in done.stdout

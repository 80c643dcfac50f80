"""Where the rules let several of more than two seats win, a win that is shared is no draw: whatever
counts games tells who wins and how often several do, and a hint what moves are worth then."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright import load
from rulewright.analysis.aims import figures
from rulewright_cli.ask import ends_worth
from rulewright_cli.main import cli

LOSER = """game nuts "The last nut"
  players 2..5 named Ann, Bob, Cleo, Dan, Eve
mark nuts: 0..9, starts 9                        "Nuts that are left"
mark last: seat or nobody                        "Who has taken the last nut"
phase meal                                       "Nuts are taken"
  turns until nuts is 0                          "One after the other"
    choose main                                  "How many?"
      take(n in 1..2)                            "Take nuts"
        needs n <= nuts                          else "too few are left"
        spend n nuts
        if nuts is 0
          set last to me
winner p where p is not last                     "All win but who has taken the last one"
"""
GENTLE = """variant gentle of nuts "Gentle"
add at start of take in main
  needs gentle: n is 1 or nuts < 7               else "begin with one"
"""


@pytest.fixture
def rules(tmp_path: Path) -> str:
    file = tmp_path / "nuts.game"
    file.write_text(LOSER, encoding="utf-8")
    (tmp_path / "gentle.game").write_text(GENTLE, encoding="utf-8")
    return str(file)


def told(command: str, *args: str) -> str:
    words = [command, *args, "--seed", "1", "--jobs", "1", "--plain"]
    result = CliRunner().invoke(cli, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_simulate_says_who_wins_and_that_several_do(rules: str) -> None:
    found = told("simulate", rules, "--seats", "5", "-n", "40")
    assert "several win  100.00 %" in found
    assert "draws" not in found and "shares" not in found
    games = [int(line.split()[-2]) for line in found.splitlines() if line.split()[1:2] == ["wins"]][
        :5
    ]
    assert sum(games) == 4 * 40 and 0 not in games


def test_with_two_seats_a_shared_win_is_a_draw(rules: str) -> None:
    found = told("simulate", rules, "--seats", "2", "-n", "10")
    assert "draws        0.00 %" in found and "several win" not in found


def test_diff_and_playtest_call_it_the_same(rules: str) -> None:
    found = told("diff", rules, "gentle", "--seats", "3", "-n", "40")
    assert "The same in every pair: several win" in found and "draws" not in found
    found = told("playtest", rules, "--seats", "3", "-n", "40")
    assert "several win" in found and "draws" not in found


@pytest.mark.parametrize(
    ("seats", "called", "worth"),
    [
        (2, "draws", "you win; 0: you lose"),
        (3, "several win", "you alone win; 0.50: 2 win, and you are one of them; 0: you lose"),
        (5, "several win", "you alone win; 0.25: 4 win, and you are one of them; 0: you lose"),
    ],
)
def test_what_can_be_aimed_at_and_what_moves_are_worth(
    rules: str, seats: int, called: str, worth: str
) -> None:
    game = load(rules, seats=seats)
    assert called in figures(game)
    assert ends_worth(game.program) == worth


def test_that_several_win_in_one_game_and_draw_in_the_other_is_one_thing(
    rules: str, tmp_path: Path
) -> None:
    """Else each would be said to be the same in all pairs, or not, where one game has no such."""
    path = tmp_path / "most.game"
    most = "score left of p: 0 when p is last else 1\nwinner most score"
    path.write_text(LOSER.replace("winner p where p is not last", most), encoding="utf-8")
    found = told("diff", rules, str(path), "--seats", "3", "-n", "12")
    assert found.count("\n  several win or draw ") == 1
    assert "\n  several win  " not in found and "\n  draws  " not in found

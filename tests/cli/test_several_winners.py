"""A win that some share and others do not is no draw, be it that the rules let several of more than
two seats win or that a team has the best score: whatever counts games tells who wins and how often
several do, and a hint what moves are worth then."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright import load
from rulewright.analysis.aims import figures
from rulewright.analysis.rows import Row
from rulewright.players.budget import Budget
from rulewright_cli.ask import considered_lines, ends_worth
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
    ("seats", "called", "shared", "worth"),
    [
        (2, "draws", {2}, "you win; 0: you lose"),
        (3, "several win", {2}, "you alone win; 0.50: 2 win, and you are one of them; 0: you lose"),
        (5, "several win", {4}, "you alone win; 0.25: 4 win, and you are one of them; 0: you lose"),
    ],
)
def test_what_can_be_aimed_at_and_what_moves_are_worth(
    rules: str, seats: int, called: str, shared: set[int], worth: str
) -> None:
    game = load(rules, seats=seats)
    assert called in figures(game)
    assert ends_worth(game.program, shared) == worth


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


TEAMS = """game pair "In pairs"
  players 4 named Ann, Ben, Cat, Dan
mark taker: 0..4                                 "Who has it"
phase play                                       "One takes it"
  turns until taker > 0                          "Until it is taken"
    choose main                                  "What do you do?"
      win                                        "For your team"
        set taker to 1
      tie                                        "For all"
        set taker to 3
      lose                                       "For the others"
        set taker to 2
define team of p: seat = 1 when p in {Ann, Cat} else 2
"""
BY_POINTS = "score s of p: 1 when taker in {team of p, 3} else 0\nwinner most score\n"
ALL = "score s of p: team of p - team of p\nwinner most score\n"
BY_RULE = "winner p where taker in {team of p, 3}\n"


def pairs(folder: Path, winner: str) -> str:
    path = folder / "pair.game"
    path.write_text(TEAMS + winner, encoding="utf-8")
    (folder / "open.game").write_text(
        'variant open of pair "Open"\nremove lose in main\n', encoding="utf-8"
    )
    return str(path)


def counts(text: str) -> dict[str, int]:
    """The games that lines tell of, by what stands before them."""
    lines = (line.strip() for line in text.splitlines())
    return {
        line.split("  ")[0]: int(line.split()[-2])
        for line in lines
        if line.endswith((" game", " games")) and "%" in line
    }


def test_a_team_with_the_best_score_wins_and_only_what_all_share_is_a_draw(tmp_path: Path) -> None:
    found = counts(told("simulate", pairs(tmp_path, BY_POINTS), "-n", "60"))
    assert found["draws"] + found["several win"] == 60 and found["draws"] and found["several win"]
    assert found["Ann wins alone"] == 0
    assert found["Ann wins with others"] == found["Cat wins with others"] > 0
    assert found["Ann wins with others"] + found["Ben wins with others"] == found["several win"]
    assert "Ann shares" not in found


def test_where_all_share_or_nobody_figures_are_as_they_are_where_one_wins(tmp_path: Path) -> None:
    found = counts(told("simulate", pairs(tmp_path, ALL), "-n", "9"))
    assert found["draws"] == found["Ann shares"] == 9
    assert found["Ann wins"] == 0 and "several win" not in found


def test_who_wins_with_others_is_compared(tmp_path: Path) -> None:
    found = told("diff", pairs(tmp_path, BY_POINTS), "open", "-n", "200")
    assert "\n  Ann wins " in found and "\n  several win " in found and "\n  draws " in found
    found = told("playtest", pairs(tmp_path, BY_POINTS), "-n", "40")
    assert "several win" in found and "draws" in found


@pytest.mark.parametrize(
    ("winner", "ends"), [(BY_POINTS, "a draw"), (BY_RULE, "all win")], ids=["points", "rule"]
)
def test_a_hint_tells_what_shared_wins_are_worth_as_they_were_found(
    tmp_path: Path, winner: str, ends: str
) -> None:
    state = load(pairs(tmp_path, winner)).start(seed=1)
    text = "\n".join(
        "".join(piece.text for piece in line)
        for line in considered_lines(state, 0, Budget(simulations=60), 3)
    )
    assert f"you alone win; 0.50: 2 win, and you are one of them; 0.25: {ends}; 0: you" in text


def test_a_team_win_is_a_win_and_no_draw_to_aim_at(tmp_path: Path) -> None:
    game = load(pairs(tmp_path, BY_POINTS))
    row = Row(0, 1, 1, 1, False, "", "Ann, Cat", (1, 0, 1, 0))
    found = figures(game)
    assert found["Ann wins"].of(row) == found["several win"].of(row) == 1.0
    assert found["Ben wins"].of(row) == found["draws"].of(row) == 0.0
    row = Row(0, 1, 1, 1, False, "", "Ann, Ben, Cat, Dan", (1, 1, 1, 1))
    assert found["Ann wins"].of(row) == found["several win"].of(row) == 0.0
    assert found["draws"].of(row) == 1.0

"""A game may be for two or four players, and not for three."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from rulewright import catalogue
from rulewright.analysis.differences import differences
from rulewright.diagnostics import RulesError, UsageError, many_players
from rulewright.game import check
from rulewright.testing.properties import all_settings
from rulewright_cli.commands.check import look_at
from rulewright_cli.rulebook.book import rulebook
from rulewright_cli.rulebook.markdown import as_markdown

EVEN = """\
game even "Even"
  players 2, 4 named Ann, Bob, Cleo, Dan
mark left: 0..9, starts 9                 "What is left"
mark last: seat or nobody                 "Who took last"

phase play                                "Players take turns"
  turns until left is 0
    choose main                           "What do you take?"
      take(n in 1..3 where n <= left)     "Take some"
        spend n left
        set last to me
winner p where last is p                  "Whoever takes the last one"
scenario "Nine are for four"
  seats 4
  play take 3; take 3; take 2; take 1
  expect winners is {Dan}
"""
ODD = 'variant odd of even "Odd"\n  players 1..3, 5 named Ann, Bob, Cleo, Dan, Eve\n'


@pytest.fixture
def even(tmp_path: Path) -> str:
    (tmp_path / "even.game").write_text(EVEN)
    (tmp_path / "odd.game").write_text(ODD)
    return str(tmp_path / "even.game")


def test_it_is_loaded_for_these_numbers_alone(even: str) -> None:
    assert rw.load(even).seats == 2 and rw.load(even, seats=4).seats == 4
    with pytest.raises(UsageError, match="even is for 2 or 4 players, not 3"):
        rw.load(even, seats=3)
    with pytest.raises(UsageError, match="with odd, even is for 1 to 3 or 5 players, not 4"):
        rw.load(even, variants=["odd"], seats=4)


def test_whoever_plays_all_numbers_plays_these(even: str) -> None:
    info = catalogue.game(even)
    assert (info.players, info.not_for) == ((2, 4), (3,))
    assert info.numbers_with(()) == (2, 4) and info.numbers_with(["odd"]) == (1, 2, 3, 5)
    assert info.players_with(["odd"]) == (1, 5)
    played = {(one.seats, one.variants) for one in all_settings(even)}
    assert {(2, ()), (4, ())} < played and (3, ()) not in played
    assert not played & {(4, ("odd",))}


def test_a_scenario_for_another_number_is_told(even: str) -> None:
    Path(even).write_text(EVEN + 'scenario "Of three"\n  seats 3\n  expect left is 9\n')
    with pytest.raises(RulesError, match="the game is for 2 or 4 players"):
        rw.load(even).scenarios()


def test_scenarios_for_numbers_that_a_variant_leaves_out_are_left_out(even: str) -> None:
    assert rw.load(even, variants=["odd"]).inherited() == []


def test_it_is_told_so(even: str) -> None:
    game = rw.load(even, engine="reference")
    book = as_markdown(rulebook(game, catalogue.game(even)))
    assert "For 2 or 4 players: Ann, Bob, Cleo, Dan." in book
    changed = differences(check(even), check(even, variants=["odd"])).changes
    header = next(one for one in changed if one.before and one.before.text.startswith("players"))
    assert header.before is not None and header.after is not None
    assert header.before.text == "players 2, 4 named Ann, Bob, Cleo, Dan"
    assert header.after.text == "players 1..3, 5 named Ann, Bob, Cleo, Dan, Eve"


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((1,), "1 player"),
        ((2, 3), "2 to 3 players"),
        ((2, 3, 4), "2 to 4 players"),
        ((2, 4), "2 or 4 players"),
        ((2, 3, 5), "2, 3 or 5 players"),
        ((1, 3, 4, 5), "1 or 3 to 5 players"),
    ],
)
def test_numbers_of_players_in_words(numbers: tuple[int, ...], words: str) -> None:
    assert many_players(numbers) == words


@pytest.mark.parametrize("line", ["4, 2", "2..4, 3", "2, 2", "2, 40", "0, 2", "1, 3..900000000"])
def test_numbers_ascend_and_are_not_too_large(even: str, line: str) -> None:
    Path(even).write_text(EVEN.replace("players 2, 4", f"players {line}"))
    with pytest.raises(RulesError, match="a game is for 1 to 16 players, the fewest first"):
        rw.load(even)


SEATS_4 = "below the title of the scenario: seats 4"


@pytest.mark.parametrize(
    ("line", "hint"),
    (
        ('scenario "It was Dan"\n  given\n    last: Dan\n', SEATS_4),
        ('scenario "It is not"\n  given\n    left: 2\n  expect last is not Dan\n', SEATS_4),
        ("always last is not Dan\n", "a seat is one of: Ann, Bob"),
    ),
)
def test_a_seat_of_more_players_is_there_where_so_many_play(
    tmp_path: Path, line: str, hint: str
) -> None:
    (tmp_path / "even.game").write_text(f"{EVEN}\n{line}")
    with pytest.raises(RulesError) as told:
        game = check(str(tmp_path / "even.game"))
        assert [*game.scenarios()] == []
    found = told.value.diagnostics[0]
    assert found.message == "Dan is a seat where 4 or more play, and 2 play here"
    assert found.hint == hint
    if "scenario" in line:
        right = line.replace("  given", "  seats 4\n  given")
        (tmp_path / "even.game").write_text(f"{EVEN}\n{right}")
        assert [one.seats for one in check(str(tmp_path / "even.game")).scenarios()] == [4, 4]


@pytest.mark.parametrize("players", ["3..4", "3..16"])
def test_a_seat_of_a_larger_table_is_given_in_a_scenario_of_that_size(
    tmp_path: Path, players: str
) -> None:
    (tmp_path / "more.game").write_text(
        f"game more\n  players {players}\nmark p of seat: 0..9\nphase play\n"
        "  turns until passes is 2\n    choose main\n      go\n        gain 1 p of me\n"
        "      pass\nscore s of q: p of q\nwinner most score\n"
        'scenario "x"\n  given\n    p of 3: 4\n  expect p of 17 is 4\n'
    )
    with pytest.raises(RulesError) as raised:
        check(str(tmp_path / "more.game")).scenarios()
    hints = [one.hint for one in raised.value.diagnostics]
    listed = "a seat is one of: '0', '1', '2'"
    assert hints == [f"{listed}; where more play, a scenario says below its title: seats 4", listed]


LONG = """\
game many "Many"
  players 2..5
mark left: 0..9, starts 9                 "What is left"
mark last: seat or nobody                 "Who took last"
phase play                                "Players take turns"
  turns until left is 0
    choose main                           "What do you take?"
      take(n in 1..3, a in 0..900, b in 0..900)   "Take some"
        needs a + b + (how many p in seat where p is last) < 9 * n + left   else "too many"
        spend (max(1, n - a - b)) left
        set last to me
winner p where last is p                  "Whoever takes the last one"
"""


def test_what_takes_long_with_every_number_of_players_is_told_once(tmp_path: Path) -> None:
    """How many steps it takes is another number with each."""
    file = tmp_path / "many.game"
    file.write_text(LONG)
    found = [one for one, _ in look_at([str(file)]).found if one.code == "E197"]
    assert len(found) == 1
    file.write_text(LONG.replace("(how many p in seat where p is last)", "1 + 1 + 1 + 1 + 1 + 1"))
    [alone] = [one for one, _ in look_at([str(file)]).found if one.code == "E197"]
    assert alone.hint.endswith("can be chosen apart, in a step or a choice of its own")

"""Of a game that does not end it is told what comes again and again, and from when on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.game import Game, load
from rulewright.limits import Deadline, OutOfTime
from rulewright.state import State
from rulewright.syntax import parse
from rulewright.testing.position import LEADING, position_text, without_what_leads
from rulewright.testing.properties import telling
from rulewright.testing.properties.catalogue import BY_NAME
from rulewright.testing.properties.coming_again import Round
from rulewright.testing.properties.draws import LedDraws, RandomDraws, WordedDraws
from rulewright.testing.properties.finding import Finding
from rulewright.testing.properties.playout import Play, look_into
from rulewright.testing.properties.shrinking import shrink
from rulewright.testing.properties.telling import scenario_of, shortly_told
from rulewright.testing.scenario import Runner

LONGEST = 300
PLAY = """  players 2 named Ann, Bob
mark steps: 0..20
mark rounds: 0..9999
mark stuck: yes or no
phase play
  turns until steps is 20 or rounds is 9999
    choose main
      {moves}
winner p where steps is 20
"""
STOP = """
      stop
        needs rounds > 999                else "not yet"
        gain 1 steps"""
WANDERS = "set rounds to remainder(rounds * 7 + 3, 997)"  # it is long until it is as it was
STEP = """step
        needs not stuck                   else "stuck"
        gain 1 steps
        if steps is 7
          set stuck to yes
      back
        needs not stuck and steps > 0     else "stuck"
        spend 1 steps
      wait
        needs stuck                       else "not yet"
        {wait}
"""


def game_of(folder: Path, wait: str = "set rounds to 0") -> Game:
    """Seats step on and back until they are stuck, and then wait for ever."""
    path = folder / "stuck.game"
    text = PLAY.format(moves=STEP.format(wait=wait))
    path.write_text(f"game stuck\n{text}", encoding="utf-8")
    return load(str(path))


def endless(game: Game, seed: int = 4) -> Finding:
    finding = look_into(game, RandomDraws(seed), (BY_NAME["ends"],), longest=LONGEST)
    assert finding is not None and len(finding.moves) == LONGEST + 1
    return finding


def stuck_after(finding: Finding) -> int:
    """After how many moves there is nothing but to wait."""
    return finding.moves.index("wait")


def test_positions_that_come_again_exactly(tmp_path: Path) -> None:
    finding = endless(game_of(tmp_path))
    since = stuck_after(finding)
    assert finding.round == Round(since, since + 2, since, 2)  # it is another seat's turn
    assert finding.found == (
        f"after {since} moves the same 2 positions come again and again: "
        f"after {since + 2} moves all is as it was after {since}"
    )


def test_positions_that_come_again_but_for_what_grows(tmp_path: Path) -> None:
    finding = endless(game_of(tmp_path, "gain 1 rounds"))
    since = stuck_after(finding)
    assert finding.round is not None and finding.round.but_for == ("rounds",)
    assert (finding.round.since, finding.round.second) == (since, since + 2)
    assert finding.found.endswith(f"all is as it was after {since}, but for rounds")


def test_where_no_position_comes_again_it_is_told_which_moves_do(tmp_path: Path) -> None:
    finding = endless(game_of(tmp_path, WANDERS))
    since = stuck_after(finding)
    assert finding.round is None or finding.round.since is None
    first, second = (("Ann", "Bob"), ("Bob", "Ann"))[since % 2]
    told = finding.found.split("; ")[0]
    assert told.startswith(f"after {since} moves no moves but wait by ")
    assert f"wait by {first}" in told and f"wait by {second}" in told


def test_what_is_told_of_moves_of_many_kinds_is_at_which_choice_they_are(tmp_path: Path) -> None:
    path = tmp_path / "many.game"
    moves = "\n".join(
        f"      m{i}\n        set rounds to remainder(rounds * 7 + {i}, 997)" for i in range(9)
    )
    text = PLAY.replace("mark stuck: yes or no\n", "").format(moves=moves.strip() + STOP)
    path.write_text(f"game many\n{text}", encoding="utf-8")
    finding = endless(load(str(path)))
    assert finding.found.startswith("from the beginning no moves but those at main")


def test_it_is_led_there_by_few_moves(tmp_path: Path) -> None:
    game = game_of(tmp_path)
    finding = endless(game)
    assert stuck_after(finding) > 7  # steps alone are enough
    short = shrink(game, BY_NAME["ends"], finding, deadline=Deadline(60), longest=LONGEST)
    assert short.moves == ("step",) * 7 + ("wait",) * (LONGEST - 6)
    assert short.round == Round(7, 9, 7, 2)


def test_the_moves_of_another_end_are_no_shorter_game(tmp_path: Path) -> None:
    """Who steps on and back goes round, too, but that is not what happens in the end."""
    game = game_of(tmp_path)
    finding = endless(game)
    lately = {name for name, _, _ in finding.lately}
    assert lately == {"wait"}
    short = shrink(game, BY_NAME["ends"], finding, deadline=Deadline(60), longest=LONGEST)
    assert short.lately <= finding.lately


def test_a_long_game_is_told_by_what_comes_again() -> None:
    moves = tuple(f"m{n}" for n in range(1, 301))
    finding = Finding("ends", "", moves=moves, words=("",) * 300)
    assert shortly_told(finding) == ["… 288 moves before", *(f"{n}. m{n}" for n in range(289, 301))]
    assert shortly_told(replace(finding, round=Round(100, 102)), " (there)") == [
        "… 100 moves before (there)", "101. m101", "102. m102", "… and so on, 198 moves more",
    ]  # fmt: skip
    long = shortly_told(replace(finding, round=Round(100, 200)))
    assert long[1:7] == [f"{n}. m{n}" for n in range(101, 107)] and long[7] == "… 88 moves more"
    assert long[8:14] == [f"{n}. m{n}" for n in range(195, 201)]


def test_the_scenario_goes_round_once(tmp_path: Path) -> None:
    game = game_of(tmp_path)
    shown = scenario_of(game, endless(game))
    assert not shown.fails and not shown.message
    lines = [line.strip() for line in shown.text.splitlines()]
    assert lines[1] == "given" and "stuck: yes" in lines
    assert lines[-2:] == ["play wait; wait", "expect not over"]
    assert Runner(game).run(game.read_scenario(shown.text), "python").passed


def test_there_is_no_scenario_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(tmp_path, WANDERS)
    finding = endless(game)
    monkeypatch.setattr(telling, "MOST_ROUND", 0)
    assert scenario_of(game, finding).text.count("wait") > 100
    monkeypatch.setattr(telling, "LARGEST_FILE", 1_000)
    shown = scenario_of(game, finding)
    assert (shown.text, shown.fails) == ("", False) and "lines" in shown.message
    monkeypatch.setattr(telling, "MOST_WRITTEN", 100)
    assert scenario_of(game, finding).message == "it would have 301 moves"
    assert parse.LARGEST_FILE > 1_000


def test_of_a_very_long_game_the_scenario_shows_that_it_is_not_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(tmp_path, WANDERS)
    finding = endless(game)
    monkeypatch.setattr(telling, "MOST_WRITTEN", 100)
    shown = scenario_of(game, finding)
    assert shown.text.endswith("  play wait\n  expect not over\n") and not shown.fails


def test_a_scenario_is_tried_as_long_as_there_is_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(tmp_path)
    finding = endless(game)
    assert scenario_of(game, finding, Deadline(0)).message == "there was no time to try one"

    def late(*_: object) -> None:
        raise OutOfTime

    monkeypatch.setattr(Runner, "run", late)
    assert scenario_of(game, finding, Deadline(60)).text == ""


CARDS = """game cards
  players 1
component card from "cards.csv" named by name
zone deck: stack of card, seen by nobody
mark times: 0..9
setup
  move all c in card to deck
  shuffle deck
phase play
  turns until times is 3
    choose main
      again
        gain 1 times
        shuffle deck
winner p where times is 3
"""


def test_chance_that_does_not_fit_any_more_says_all_that_it_is_asked(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name\nAce\nBee\nCat\nDog\n", encoding="utf-8")
    path = tmp_path / "cards.game"
    path.write_text(CARDS, encoding="utf-8")
    game = load(str(path))
    for draws in (WordedDraws([], ["again"] * 3), LedDraws([], ["again"])):
        states: list[State] = []

        def watch(play: Play, states: list[State] = states) -> None:
            states.append(play.state)

        assert look_into(game, draws, (BY_NAME["ends"],), watch=watch) is None
        assert states[-1].over and states[-1].outcomes == [("Ace", "Bee", "Cat", "Dog")] * 4


def test_a_position_with_settings_is_shown_though_it_is_long(tmp_path: Path) -> None:
    path = tmp_path / "wide.game"
    path.write_text(
        "game wide\n  players 2..3\n"
        + "".join(f"mark m{i}: 0..9\n" for i in range(20))
        + "phase play\n  turns until m0 is 9\n    choose main\n      step\n"
        + "".join(f"        set m{i} to {1 + i % 5}\n" for i in range(20))
        + f"winner p where {' and '.join(f'm{i} is 9' for i in range(20))}\n",
        encoding="utf-8",
    )
    game = load(str(path), seats=3)
    state = game.start(seed=1)
    state.apply("step")
    lines = position_text(state, game).splitlines()
    assert lines[0] == LEADING and len(lines) > 20
    assert without_what_leads(lines, 12) == lines
    assert without_what_leads(["# how it is", *lines], 12) == ["# how it is"]

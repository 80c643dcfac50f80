"""What goes wrong in one game of a hundred: found by playing whole games, then looked at."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulewright.backends.protocol import TooLong
from rulewright.diagnostics import OutOfRange
from rulewright.game import Game, load
from rulewright.limits import Deadline
from rulewright.spec import GameSpec
from rulewright.testing import whole_games as whole_games_module
from rulewright.testing.properties import PROPERTIES, Play, Trial, look_into, put_on_trial
from rulewright.testing.properties.campaign import Orders, judge
from rulewright.testing.properties.draws import ListedDraws, WholeGameDraws, playout_seed
from rulewright.testing.properties.trial import MOST_AHEAD, play_ahead
from rulewright.testing.whole_games import WholeGame, whole_games

COINS = """\
game coins "Coins"
  players 2

mark heads of seat: 0..{most}
mark tosses: 0..8

phase tossing
  turns until tosses is 8
    choose call
      heads
        gain 1 heads of me
        gain 1 tosses
      tails
        gain 1 tosses

score heads of p: heads of p
winner most score
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A game in which something goes wrong if one seat of two calls heads four times."""
    path = tmp_path / "coins.game"
    path.write_text(COINS.format(most=3), encoding="utf-8")
    return path


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("name", ["kuhn_poker", "ruta", "pig"])
def test_a_whole_game_can_be_looked_at_step_by_step(name: str) -> None:
    game = load(name)
    for seed in range(3):
        ((decisions, _, totals, _),) = filter(None, game.engine.playouts([seed]))
        last: list[Play] = []
        assert look_into(game, WholeGameDraws(seed), (), watch=last.append) is None
        state = last[-1].state
        assert (last[-1].number, state.over) == (decisions, True)
        assert game.engine.totals(state.position) == totals


@pytest.mark.parametrize("games", [20, 200])
def test_the_games_in_which_something_goes_wrong_are_known(path: Path, games: int) -> None:
    game = load(str(path))
    played = list(whole_games(game, range(games), longest=100))
    assert [one.seed for one in played] == list(range(games))
    wrong = [one.seed for one in played if one.error is not None]
    assert 0 < len(wrong) < games / 2
    for one in played:
        finding = look_into(game, WholeGameDraws(one.seed), PROPERTIES[:5])
        assert (finding is not None) is isinstance(one.error, OutOfRange)
    late = [one.error for one in whole_games(game, range(3), longest=5)]
    assert [type(error) for error in late] == [TooLong] * 3


def test_such_a_game_is_the_first_that_is_looked_at(path: Path) -> None:
    report = judge(GameSpec(str(path)), Orders(("ranges",), games=60, shrinking=0))
    (case,) = report.cases
    assert (report.trial.ahead, report.trial.games) == (60, 1)
    assert case.seed == next(iter(report.trial.wrong)) != 0
    again = judge(GameSpec(str(path)), Orders(("ranges",), case.seed, games=1, shrinking=0))
    assert [one.finding for one in again.cases] == [case.finding]


def test_all_else_is_looked_at_in_such_a_game_too(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}always every p in seat has heads of p < 3\n", encoding="utf-8")
    report = judge(GameSpec(str(path)), Orders(("ranges", "always"), games=60, shrinking=0))
    assert {case.finding.property for case in report.cases} == {"ranges", "always"}
    assert {case.seed for case in report.cases} == {next(iter(report.trial.wrong))}
    assert report.trial.games == 1


def test_which_game_is_the_first_does_not_hang_on_how_long_one_took(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even where all else has the processor while it is played."""

    orders = Orders(("ranges",), games=60, shrinking=0)
    quickly = judge(GameSpec(str(path)), orders)
    slow_seeds = list[int]()

    def one_slow(game: Game, seeds: Sequence[int], **how: Any) -> Iterator[WholeGame]:
        for one in whole_games(game, seeds, **how):
            is_first = one.error is not None and not slow_seeds
            if is_first:
                slow_seeds.append(one.seed)
            yield replace(one, late=True) if is_first else one

    monkeypatch.setattr("rulewright.testing.properties.trial.whole_games", one_slow)
    assert judge(GameSpec(str(path)), orders).cases == quickly.cases


def test_a_number_of_games_is_the_number_that_is_looked_at(path: Path) -> None:
    report = judge(GameSpec(str(path)), Orders(("components", "copy"), games=7, shrinking=0))
    assert (report.trial.ahead, report.trial.games) == (7, 7)


def test_of_the_time_a_share_goes_by_for_whole_games(path: Path) -> None:
    game = load(str(path))
    for seconds, ahead in ((3.0, 0), (1_000.0, MOST_AHEAD)):
        trial = Trial()
        play_ahead(game, trial, seed=0, games=None, deadline=Deadline(seconds), longest=100)
        assert trial.ahead == ahead

    class Late:
        time = 0.0

        def __call__(self) -> float:
            self.time += 0.1
            return self.time

    trial, late = Trial(), Deadline(100, now=Late())
    play_ahead(game, trial, seed=0, games=None, deadline=late, longest=100)
    assert 10 < trial.ahead < 100


def test_a_game_that_takes_too_long_is_left_and_played_when_there_is_time(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, slow = load(str(path)), 0.0
    playouts = game.engine.playouts
    assert len([*playouts([0])]) == 1  # now it is ready

    def dawdling(seeds: Sequence[int], *, longest: int) -> Iterator[object]:
        for seed in seeds:
            if seed in (3, 11, playout_seed(0, 3), playout_seed(0, 11)):
                time.sleep(slow)
            yield from playouts([seed], longest=longest)

    monkeypatch.setattr(whole_games_module, "PAYS", -1.0)
    monkeypatch.setattr(game.engine, "playouts", dawdling)
    told = list(whole_games(game, range(60), longest=100, each=0.05))
    assert [one for one in told if one.late] == []
    slow = 1.0
    late = [one.seed for one in whole_games(game, range(60), longest=100, each=0.05) if one.late]
    assert late == [3, 11]
    slow, trial = 0.7, Trial()
    play_ahead(game, trial, seed=0, games=60, deadline=Deadline(60), longest=100)
    assert (trial.ahead, trial.late) == (60, [])


def test_no_game_of_a_seed_is_one_of_another(path: Path) -> None:
    """But for the first one, whose seed says how to see it again."""
    game, met = load(str(path)), list[set[int]]()
    for seed in range(3):
        trial = Trial()
        play_ahead(game, trial, seed=seed, games=60, deadline=Deadline(), longest=100)
        met.append({playout_seed(seed, nth) for nth in range(60)})
        assert trial.wrong.keys() < met[-1] and seed in met[-1]
    assert len(set[int]().union(*met)) == 180


@pytest.mark.parametrize("first", [(1 << 52) + 5, (1 << 100) + 1])
def test_a_seed_may_be_any_number(path: Path, first: int) -> None:
    """More than a playout, which is a list of numbers, can be begun with."""
    game, trial = load(str(path)), Trial()
    play_ahead(game, trial, seed=first, games=60, deadline=Deadline(), longest=100)
    put_on_trial(game, PROPERTIES[:5], seed=first, games=1, trial=trial)
    ((number, finding),) = trial.findings.values()
    assert number in {playout_seed(first, nth) for nth in range(60)}
    assert finding.property == "ranges"
    again = look_into(game, ListedDraws(finding.draws), PROPERTIES[:5])
    assert again is not None and again.moves == finding.moves

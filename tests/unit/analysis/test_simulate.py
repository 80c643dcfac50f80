"""Many games: the same figures whoever plays them, and what happens when it goes wrong."""

from __future__ import annotations

import math
import multiprocessing
import os
import threading
from dataclasses import replace

import pytest

from rulewright.analysis import sharing
from rulewright.analysis.sharing import Games, Part, game_seed
from rulewright.analysis.simulate import GameSpec, Simulation, simulate
from rulewright.analysis.statistics import Tally
from rulewright.diagnostics import PlayError, UsageError
from rulewright.play.match import Match
from rulewright.players.naming import player, seat_players
from rulewright.players.player import Player
from rulewright.players.view import View
from rulewright.workers import Threads

SMALL = GameSpec("kuhn_poker", seats=2)


class Copy(Player):
    """The random player under another name, so that whole matches are played."""

    name = "copy"

    def __init__(self, seed: int, seat: int) -> None:
        self.player = player("random", seed, seat)

    def choose(self, view: View) -> int | None:
        return self.player.choose(view)


class Quitter(Copy):
    def choose(self, view: View) -> int:
        os._exit(3)


class Cheater(Copy):
    name = "cheater"

    def choose(self, view: View) -> int:
        return view.count


class Mistaken(Copy):
    def choose(self, view: View) -> int:
        raise ZeroDivisionError("a bot's own mistake")


def copy(seed: int, seat: int) -> Player:
    return Copy(seed, seat)


def no_workers_are_left() -> bool:
    threads = [one for one in threading.enumerate() if one.name == "worker"]
    return not multiprocessing.active_children() and not threads


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others play as soon as it is known that games are left: they are processes."""
    monkeypatch.setattr(sharing, "BEGINNING", -1.0)
    monkeypatch.setattr(sharing, "CROWDED", -1.0)


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same with threads."""
    monkeypatch.setattr(sharing, "STRETCH", -1.0)
    monkeypatch.setattr(sharing, "CROWDED", math.inf)


@pytest.mark.thorough(each="who")
@pytest.mark.parametrize("traced", [0, 20])
@pytest.mark.parametrize("who", ["processes", "threads"])
def test_figures_do_not_depend_on_who_plays(
    who: str, traced: int, request: pytest.FixtureRequest
) -> None:
    one = simulate(SMALL, games=60, seed=5, rows=True, traced=traced)
    request.getfixturevalue(who)
    two = simulate(SMALL, games=60, seed=5, jobs=2, rows=True, traced=traced)
    assert one.figures == two.figures
    assert one.rows == two.rows
    assert one.figures is not None and one.figures["games"] == 60
    assert one.complete and two.complete
    assert (one.timings.jobs, one.timings.threads) == (1, False)
    assert (two.timings.jobs, two.timings.threads) == (2, who == "threads")
    assert no_workers_are_left()


def test_what_takes_no_time_is_played_here() -> None:
    assert simulate(SMALL, games=60, seed=5, jobs=2).timings.jobs == 1


def _nothing(numbers: range) -> None:
    pass


class _Made:
    """Plays nothing, in the time that it is said to take, of which some is apart from Python."""

    def __init__(
        self, seconds: float, share: float, *, making: float = 0.0, wall: float = 1.0
    ) -> None:
        self.seconds, self.share, self.making, self.wall = seconds, share, making, wall

    def who(self, first: int, count: int, seen: int, jobs: int = 2) -> object:
        part = Part(
            range(first, first + 10), None, 10 * self.seconds * self.wall, 10 * self.seconds,
            10 * self.seconds * self.share,
        )  # fmt: skip
        games: Games[None] = Games(count, lambda: _nothing, lambda: _nothing, (), steady=100)
        return sharing._who(games, part, jobs, seen, self.making)


def test_who_plays_on_is_chosen_by_what_was_seen() -> None:
    python, apart = _Made(0.01, 0.05), _Made(0.01, 0.95)
    assert python.who(0, 1_000_000, 0) == 1  # what is needed was made there
    assert python.who(100, 1_000_000, 50) == 1  # and there, for games that take equally long
    assert python.who(150, 1_000, 110) == 2
    assert python.who(150, 200, 110) == 1  # others would come too late
    assert apart.who(150, 1_000, 110) == Threads(2)
    assert apart.who(150, 200, 110) == Threads(2)
    assert apart.who(150, 165, 110) == 1
    assert apart.who(150, 10_000, 110, jobs=16) == 16  # they would wait for each other
    assert apart.who(150, 10_000, 110, jobs=1) == 1
    assert python.who(10, 1_000_000, 5) == 1  # of the first games few are left
    assert _Made(1.0, 0.0).who(10, 1_000_000, 5) == 2
    assert _Made(0.01, 0.05, making=3.0).who(150, 1_000, 110) == 1  # each would make it anew
    assert _Made(0.01, 0.05, making=3.0).who(150, 2_000, 110) == 2
    assert _Made(0.01, 0.05, wall=5.0).who(150, 1_000, 110) == 1  # others want the processors, too
    assert _Made(0.01, 0.05, wall=5.0).who(150, 10_000, 110) == 2


def test_other_seeds_give_other_figures() -> None:
    assert simulate(SMALL, games=20, seed=1).figures != simulate(SMALL, games=20, seed=2).figures


def test_playouts_are_the_matches_of_random_players() -> None:
    game = SMALL.load()
    figures = simulate(SMALL, games=8, seed=4).figures
    assert figures is not None
    decisions, points = [], []
    for number in range(8):
        seed = game_seed(4, number)
        players = seat_players(["random", "random"], seed, seats=2)
        state = Match(game, players).play_state(seed=seed)
        decisions.append(state.decisions)
        points.append(state.scores()[0])
    assert figures["decisions"]["mean"] == sum(decisions) / 8
    assert figures["seats"][0]["scores"]["max"] == max(points)


def test_players_of_ones_own_play_in_workers_too() -> None:
    one, two = (
        simulate(SMALL, games=6, seed=1, jobs=jobs, players=[copy, "random"]) for jobs in (1, 2)
    )
    assert one.figures == two.figures
    assert one.players == ("copy", "random")


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    simulate(SMALL, games=30, seed=1, on_progress=lambda done, of: told.append((done, of)))
    assert told == sorted(told)
    assert told[-1] == (30, 30)


@pytest.mark.thorough(each="who")
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("who", ["processes", "threads"])
def test_ctrl_c_gives_what_is_finished(jobs: int, who: str, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue(who)

    def stop(done: int, _: int) -> None:
        if done >= 8:
            raise KeyboardInterrupt

    result: Simulation = simulate(
        SMALL, games=100_000, seed=1, jobs=jobs, on_progress=stop, traced=0
    )
    assert not result.complete
    assert result.figures is not None
    assert 8 <= result.figures["games"] < 100_000
    assert no_workers_are_left()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failing_game_is_named_by_its_seed(jobs: int) -> None:
    with pytest.raises(PlayError, match=r"game \d of the simulation \(seed \d+\): player cheater"):
        simulate(SMALL, games=4, seed=1, jobs=jobs, players=[Cheater, "random"])
    assert no_workers_are_left()


def test_a_mistake_in_a_worker_is_shown_with_its_traceback() -> None:
    with pytest.raises(RuntimeError, match=r"(?s)a worker failed:.*a bot's own mistake.*in game"):
        simulate(SMALL, games=4, seed=1, jobs=2, players=[Mistaken, "random"])
    assert no_workers_are_left()


def test_a_worker_that_dies_does_not_hang_the_rest() -> None:
    with pytest.raises(RuntimeError, match="a worker stopped with exit code 3"):
        simulate(SMALL, games=40, seed=1, jobs=2, players=[Quitter, "random"])
    assert no_workers_are_left()


def test_wrong_arguments_are_told_before_any_work() -> None:
    with pytest.raises(UsageError, match="did you mean random"):
        simulate(SMALL, games=5, players=["randm", "random"])
    with pytest.raises(UsageError, match="2 seats, but 3 players"):
        simulate(SMALL, games=5, players=["random"] * 3)
    with pytest.raises(UsageError, match="at least 1"):
        simulate(SMALL, games=0)


def test_seeds_of_games_differ() -> None:
    seeds = {game_seed(seed, number) for seed in range(20) for number in range(200)}
    assert len(seeds) == 4000
    assert all(0 <= seed < 1 << 53 for seed in seeds)


def test_the_next_stretch_is_bounded() -> None:
    part = sharing.Part(range(4), Tally(2), wall=0.0, processor=0.0)
    assert sharing._next_size(4, part, 0.25) == 16
    assert sharing._next_size(4, replace(part, wall=100.0), 0.25) == 1
    assert sharing._next_size(1000, replace(part, wall=0.25), 0.25) == 1000
    assert sharing._next_size(1000, replace(part, wall=0.25), 0.5) == 2000

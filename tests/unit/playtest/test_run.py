"""A playtest gives the same rows whoever plays them, and whatever ended it before."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from rulewright.analysis.simulate import GameSpec
from rulewright.diagnostics import PlayError, UsageError
from rulewright.limits import Deadline
from rulewright.play.record import replay
from rulewright.players.naming import MAKERS, player
from rulewright.players.player import Player
from rulewright.players.view import View
from rulewright.playtest import measure, run
from rulewright.playtest.plan import Measures, Plan, Setting
from rulewright.playtest.row import Row, record
from rulewright.playtest.run import Played, playtest

CLOSELY = Measures(games=2, moments=3, playouts=4, decisions=2, simulations=6)
TIC_TAC_TOE = Setting(GameSpec("tic_tac_toe"), ("greedy", "random"), 9, CLOSELY)
KUHN = Setting(GameSpec("kuhn_poker", seats=2), ("random", "random"), 7)
PLAN = Plan((TIC_TAC_TOE, KUHN), seed=5)
SHORT = Plan((replace(KUHN, games=16),), seed=5)  # for many processes

KILLED = """
import os, signal, sys
from tests.unit.playtest.test_run import SHORT
from rulewright.playtest import store
from rulewright.playtest.run import playtest

written, left = store._written, int(sys.argv[2])

def write(row):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
    return written(row)

store._written = write
playtest(SHORT, store=sys.argv[1], jobs=int(sys.argv[3]))
"""


@pytest.fixture(scope="module")
def undisturbed() -> Played:
    return playtest(PLAN)


def test_every_game_is_there_once_with_what_was_looked_into(undisturbed: Played) -> None:
    assert [[row.number for row in rows] for rows in undisturbed.rows] == [
        [*range(9)],
        [*range(7)],
    ]
    first, second = undisturbed.rows
    assert [row.measured is not None for row in first] == [True] * 2 + [False] * 7
    assert [row.measured for row in second] == [None] * 7
    assert [row.seed for row in first[:7]] == [row.seed for row in second]
    assert undisturbed.complete and undisturbed.in_time and undisturbed.found == 0


def test_players_go_round_the_seats(undisturbed: Played) -> None:
    seated = [row.players for row in undisturbed.rows[0][:3]]
    assert seated == [("greedy", "random"), ("random", "greedy"), ("greedy", "random")]
    three = Setting(GameSpec("kuhn_poker"), ("a", "b", "c"), 1)
    assert [three.seated(number) for number in range(4)] == [
        ("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a"), ("a", "b", "c"),
    ]  # fmt: skip


def test_each_game_is_a_record_that_replays_to_what_was_noted(undisturbed: Played) -> None:
    for rows, game in zip(undisturbed.rows, undisturbed.games, strict=True):
        for row in rows:
            state = replay(record(row, game), game)
            assert row.trace is not None and state.outcome is not None
            assert tuple(state.scores()) == row.trace.result.totals
            assert len(row.moves) == row.trace.result.decisions == state.decisions


def test_a_playtest_that_is_killed_again_and_again_comes_to_the_same(tmp_path: Path) -> None:
    """Here, with two processes, and at last with three."""
    store, found = str(tmp_path / "store.sqlite"), []
    for rows, jobs in ((1, 1), (2, 2)):  # killed while a part is being written
        command = [sys.executable, "-c", KILLED, store, str(rows), str(jobs)]
        ended = subprocess.run(command, cwd=Path(__file__).parents[3], check=False)
        assert ended.returncode == -signal.SIGKILL
        found.append(playtest(SHORT, store=store, seconds=0.0).found)
    assert found == sorted(found) and found[-1] >= 1
    again = playtest(SHORT, store=store, jobs=3)
    assert again.found == found[-1] and again.timings.jobs == 3
    assert again.rows == playtest(SHORT).rows


def test_games_are_played_first_and_looked_into_afterwards(
    undisturbed: Played, tmp_path: Path
) -> None:
    """And what was not looked into before is looked into when it is gone on with."""
    store, done = str(tmp_path / "store.sqlite"), list[int]()

    def interrupt(looked: int, of: int) -> None:
        done.append(looked)
        if looked == 1:
            raise KeyboardInterrupt

    ended = playtest(PLAN, store=store, on_look=interrupt)
    assert not ended.complete and done == [0, 1]
    assert sum(map(len, ended.rows)) == PLAN.games
    assert [row.measured is not None for row in ended.rows[0]] == [True] + [False] * 8
    again = playtest(PLAN, store=store)
    assert again.found == PLAN.games and again.rows == undisturbed.rows and again.complete


def test_the_time_is_divided_between_playing_and_looking(
    undisturbed: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left when half of the time is over waits until something is looked into."""
    now, told = 0.0, list[tuple[str, int]]()

    def played(done: int, of: int) -> None:
        nonlocal now
        now += 300 * (done > 0)
        told.append(("played", done))

    clock = partial(Deadline, now=lambda: now)
    monkeypatch.setattr(run, "Deadline", clock)
    monkeypatch.setattr(run, "RANDOM", "nobody")  # so that all play with as much thought
    found = playtest(
        PLAN, seconds=500.0, on_progress=played, on_look=lambda *at: told.append(("looked", at[0]))
    )
    assert told == [("played", 0), ("played", 1), ("looked", 0), ("looked", 1)]
    assert found.complete and found.rows == undisturbed.rows
    now = 0.0
    short = playtest(PLAN, seconds=299.0, on_progress=played)
    assert not short.complete and not short.in_time
    assert [len(rows) for rows in short.rows] == [1, 0]


def test_where_the_time_is_short_quick_games_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a part of it, so that there are many games to tell of, and some of players who search."""
    now = 0.0
    searching = Setting(GameSpec("tic_tac_toe"), ("mcts:2", "random"), 40)
    plan = Plan((Setting(GameSpec("tic_tac_toe"), ("random", "random"), 20), searching), seed=5)
    play = measure.Table.play

    def slowly(table: measure.Table, number: int) -> Row:
        nonlocal now
        now += 10 if "mcts:2" in table.setting.players else 1
        return play(table, number)

    monkeypatch.setattr(measure.Table, "play", slowly)
    monkeypatch.setattr(run, "Deadline", partial(Deadline, now=lambda: now))
    short = playtest(plan, seconds=60.0)
    quick, slow = map(len, short.rows)
    assert not short.complete and quick >= 15 and 2 <= slow < 40
    now = 0.0
    whole, undisturbed = playtest(plan, seconds=10_000.0), playtest(plan)
    assert whole.complete and whole.rows == undisturbed.rows


def test_random_games_come_before_those_of_players_who_look_ahead() -> None:
    """So that there is something to tell whenever it is interrupted."""
    plan = Plan((TIC_TAC_TOE, replace(TIC_TAC_TOE, players=("random", "random"), games=4)), seed=5)

    def interrupt(done: int, of: int) -> None:
        if done >= 4:
            raise KeyboardInterrupt

    rows = playtest(plan, on_progress=interrupt).rows
    assert len(rows[1]) == 4 and len(rows[0]) < 3


def test_whether_a_game_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run.is_quick(PLAN, 60.0)
    monkeypatch.setattr(measure.Table, "play", lambda *_: time.sleep(60))
    assert not run.is_quick(PLAN, 0.1)


def test_ctrl_c_keeps_what_is_finished(undisturbed: Played, tmp_path: Path) -> None:
    store = str(tmp_path / "store.sqlite")

    def interrupt(done: int, of: int) -> None:
        if done >= 3:
            raise KeyboardInterrupt

    ended = playtest(PLAN, store=store, on_progress=interrupt)
    assert not ended.complete and ended.in_time
    kept = sum(map(len, ended.rows))
    assert 3 <= kept < 16
    again = playtest(PLAN, store=store)
    assert again.found == kept and again.rows == undisturbed.rows and again.complete


def test_more_games_are_added_to_those_that_are_there(tmp_path: Path) -> None:
    store = str(tmp_path / "store.sqlite")
    few = Plan((Setting(KUHN.spec, KUHN.players, 3),), seed=5)
    many = Plan((Setting(KUHN.spec, KUHN.players, 8), KUHN), seed=5)
    playtest(few, store=store)
    more = playtest(many, store=store)
    assert more.found == 3 and more.rows == playtest(many).rows
    assert playtest(few, store=store).rows == playtest(few).rows


def test_a_game_that_is_stopped_has_moves_and_no_result() -> None:
    setting = Setting(GameSpec("tic_tac_toe"), ("random", "random"), 2, CLOSELY)
    played = playtest(Plan((setting,), longest=4))
    row = played.rows[0][0]
    assert row.trace is None and row.measured is None and len(row.moves) == 4
    assert record(row, played.games[0]).result is None


class Cheater(Player):
    name = "cheater"

    def choose(self, view: View) -> int:
        return view.count


def test_what_goes_wrong_is_told_with_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MAKERS, "cheater", lambda seed, seat: Cheater())
    setting = Setting(GameSpec("kuhn_poker", seats=2), ("cheater", "random"), 2)
    with pytest.raises(PlayError, match=r"game 0 of the playtest \(seed \d+\): player cheater"):
        playtest(Plan((setting,)))
    assert player("random").name == "random"


def test_wrong_plans_are_told_before_any_game() -> None:
    for setting, said in (
        (Setting(KUHN.spec, ("random",), 1), "2 seats, but 1 player is named"),
        (Setting(KUHN.spec, ("rondom", "random"), 1), "no player called rondom"),
        (Setting(KUHN.spec, KUHN.players, 0), "at least 1"),
    ):
        with pytest.raises(UsageError, match=said):
            playtest(Plan((setting,)))


def test_what_is_looked_into_is_spread_over_a_game() -> None:
    assert measure.spread_over(range(10), 3) == (0, 3, 6)
    assert measure.spread_over([4, 5], 3) == (4, 5)
    assert measure.spread_over([], 3) == ()


def test_measures_agree_with_a_count_made_apart(undisturbed: Played) -> None:
    game = undisturbed.games[0]
    for row in undisturbed.rows[0][:2]:
        assert row.measured is not None
        made = Counter(move.split()[1] for move in row.moves)
        free = Counter[str]()
        state = game.start(seed=row.seed)
        forced = 0
        for text in row.moves:
            offer = [str(move) for move in state.legal_moves()]
            free.update(move.split()[1] for move in offer)
            forced += len(offer) == 1
            state.apply(text)
        assert {use.label: (use.made, use.offered) for use in row.measured.uses} == {
            square: (made[square], free[square]) for square in free
        }
        assert row.forced == forced
        count = len(row.moves)
        assert [moment.decision for moment in row.measured.moments] == [
            i * count // 3 for i in range(3)
        ]
        for moment in row.measured.moments:
            assert moment.playouts == 4 and sum(moment.wins) <= 4


def test_a_moment_before_the_last_move_that_is_forced_has_one_end() -> None:
    """Where a single move is left, every game that is played on comes to what the game came to."""
    closely = Measures(games=30, moments=9, playouts=3, decisions=0, simulations=0)
    setting = Setting(GameSpec("tic_tac_toe"), ("random", "random"), 12, closely)
    rows = [row for row in playtest(Plan((setting,))).rows[0] if len(row.moves) == 9]
    assert rows
    for row in rows:
        assert row.measured is not None and row.trace is not None
        last, winners = row.measured.moments[-1], row.trace.result.verdict.winners
        assert last.decision == 8
        assert last.wins == (3.0 * (winners == 1), 3.0 * (winners == 2))
        assert not row.measured.looks


def test_a_search_finds_the_move_that_wins() -> None:
    closely = Measures(games=20, moments=0, playouts=0, decisions=9, simulations=60)
    setting = Setting(GameSpec("tic_tac_toe"), ("greedy", "greedy"), 3, closely)
    played = playtest(Plan((setting,), seed=1))
    winning = 0
    for row in played.rows[0]:
        assert row.measured is not None and not row.measured.moments
        for look in row.measured.looks:
            state = played.games[0].start(seed=row.seed)
            for move in row.moves[: look.decision]:
                state.apply(move)
            assert look.seat == state.to_move and look.offered == len(state.legal_moves())
            assert str(state.legal_moves()[look.made]) == row.moves[look.decision]
            state.apply(state.legal_moves()[look.weighed[0].number])
            if look.weighed[0].proof == 1 and state.over:
                winning += 1
                assert state.outcome is not None and state.outcome["winners"] == [look.seat]
    assert winning


def test_stores_are_private_to_nobody_but_written_where_said(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    playtest(Plan((KUHN,), seed=5), store=str(store))
    assert os.listdir(tmp_path) == ["store.sqlite"]

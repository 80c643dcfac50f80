"""Players that look ahead: what they find, that they are the same for the same seeds, and that no
game keeps them for ever."""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Sequence
from importlib.metadata import EntryPoint
from itertools import permutations
from pathlib import Path

import pytest
from tests.repeated import times

from rulewright.backends import registry
from rulewright.backends.protocol import Verdict
from rulewright.diagnostics import PlayError, UsageError
from rulewright.game import Game, load
from rulewright.play.match import Limits, Match
from rulewright.play.record import Record
from rulewright.players import naming
from rulewright.players.budget import Budget
from rulewright.players.greedy import Greedy
from rulewright.players.mcts import _grown, _log_ratio, consider
from rulewright.players.naming import player, seat_players
from rulewright.players.player import Player, chosen
from rulewright.players.playing_out import Playouts
from rulewright.players.view import View, view_of
from rulewright.state import State

LOOKING = ("greedy", "flat:60", "mcts:60")
ROUND = """game round "Round and round"
  players 2 named Ann, Bob
type way: left, right
mark at: 0..3
mark count: 0..1
phase walk
  turns until count is 1
    choose main
      go(w in way)
        if w is left
          {left}
        else
          set at to 0
      stop
        needs at is 3 else "not there yet"
        set count to 1
score none of p: {score}
winner most score
"""


def written(folder: Path, **parts: str) -> Game:
    path = folder / "round.game"
    fill = {"left": "set at to 1", "score": "0", **parts}
    path.write_text(ROUND.format(**fill))
    return load(str(path))


def after(name: str, moves: str) -> State:
    state = load(name).start(seed=1)
    for move in moves.split(", "):
        state.apply(move)
    return state


def best_end(state: State) -> int:
    """What the first seat reaches at most if both play at their best: 1, 0 or −1."""
    outcome = state.outcome
    if outcome is not None:
        return (0 in outcome["winners"]) - (1 in outcome["winners"])
    ends = []
    for action in state.legal_actions():
        after = state.copy()
        after.apply(action)
        ends.append(best_end(after))
    return min(ends) if state.to_move else max(ends)


def match(name: str, names: list[str], seed: int, decisions: int | None = None) -> Record:
    game = load(name, seats=len(names))
    players = seat_players(names, seed, seats=len(names))
    return Match(game, players, Limits(decisions)).play(seed=seed)


@pytest.mark.parametrize("name", ["flat:300", "mcts:300"])
@pytest.mark.parametrize(
    ("moves", "wanted"),
    [
        ("drop d1, drop a1, drop d2, drop a2, drop d3, drop b1", "drop d4"),  # wins
        ("drop d1, drop a1, drop d2, drop a2, drop g1, drop a3", "drop a4"),  # or else loses
    ],
)
def test_what_wins_is_done_and_what_loses_is_not(name: str, moves: str, wanted: str) -> None:
    state = after("connect_four", moves)
    assert str(chosen(player(name, 5), state, 0)) == wanted


def test_what_certainly_wins_is_proved() -> None:
    state = after("tic_tac_toe", "mark a1, mark b1, mark b2, mark c3")
    best = consider(state, 0, Budget(5000))[0]
    assert best.proof == 1
    state.apply(state.legal_moves()[best.number])
    assert best_end(state) == 1, "counted out"
    lost = after("tic_tac_toe", "mark a1, mark b1, mark b2, mark c3, mark a2")
    assert {one.proof for one in consider(lost, 1, Budget(5000))} == {-1}


def test_who_sees_it_through_never_loses_what_is_even() -> None:
    for seed in range(times(1, thorough=2)):
        record = match("tic_tac_toe", ["mcts:1500", "mcts:1500"], seed)
        assert record.result is not None
        assert record.result.winners == ()
    for seed in range(3):
        record = match("tic_tac_toe", ["random", "mcts:300"], seed)
        assert record.result is not None
        assert record.result.winners in ((), (1,))


def test_what_gains_points_at_once_is_greedy(tmp_path: Path) -> None:
    game = written(tmp_path, score="at when p is Ann else 0")
    assert str(chosen(player("greedy"), game.start(seed=1), 0)) == "go left"


GUESS = """game guess "Guess"
  players 2
type half: low, high
component card from "cards.csv" named by name
  half: half
zone pile: stack of card, seen by nobody
zone told: set of card, seen by nobody
mark right of seat: 0..9
mark said: 0..9
setup
  move all c in card to pile
  shuffle pile
phase play
  turns until said > 0
    choose main
      guess(h in half)
        gain 1 said
        deal 1 from pile to told
        if some c in told where half of c is {asked}
          gain 1 right of me
score right of p: right of p
winner most score
"""


@pytest.mark.parametrize(("asked", "worlds"), [("h", [3, 8]), ("h or half of c is not h", [3])])
def test_where_all_worlds_say_the_same_greedy_looks_into_few(
    tmp_path: Path, asked: str, worlds: list[int]
) -> None:
    """What lies on top says which guess is right; or each guess is, whatever lies there."""
    (tmp_path / "cards.csv").write_text("name,half\nAce,low\nTwo,low\nSix,high\n")
    rules = tmp_path / "guess.game"
    rules.write_text(GUESS.replace("{asked}", asked))
    seen = list[int]()

    class Counting(Greedy):
        def best(self, view: View, seed: int) -> int | None:
            seen.append(len(view.worlds))
            return super().best(view, seed)

    chosen(Counting(3), load(str(rules), engine="python").start(seed=1), 0)
    assert seen == worlds


ENDS = """game ends "How it may end"
  players {players}
type way: lose, draw, share, win, on
mark how: way, starts on
mark went: seat or nobody
mark steps: 0..2

phase play
  turns until how is not on or steps is 2
    choose main
      go(w in {{{ways}}})
        set how to w
        set went to me
        gain 1 steps

winner p where how is share or how is win and p is went or how is lose and p is not went
"""
BETTER = [
    # what is better comes first; where nobody has won, nobody has lost
    ("draw", "lose"), ("share", "lose"), ("win", "draw"), ("win", "share"), ("win", "lose"),
    ("on", "lose"), ("win", "on"),
]  # fmt: skip


@pytest.mark.thorough(each="ways")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("ways", [*permutations(("win", "draw", "lose")), *BETTER])
@pytest.mark.parametrize("name", LOOKING)
def test_a_draw_is_worth_more_than_a_loss_and_less_than_a_win(
    tmp_path: Path, name: str, ways: tuple[str, ...], players: int
) -> None:
    path = tmp_path / "ends.game"
    path.write_text(ENDS.format(ways=", ".join(ways), players=players), encoding="utf-8")
    game = load(str(path))
    best = "win" if "win" in ways else ways[0]
    for seed in range(8):
        assert str(chosen(player(name, seed), game.start(seed=seed), 0)) == f"go {best}"


@pytest.mark.parametrize("name", LOOKING)
def test_who_plays_alone_has_lost_where_nobody_wins(tmp_path: Path, name: str) -> None:
    path = tmp_path / "ends.game"
    path.write_text(ENDS.format(ways="draw, win", players=1), encoding="utf-8")
    game = load(str(path))
    for seed in range(8):
        assert str(chosen(player(name, seed), game.start(seed=seed), 0)) == "go win"


@pytest.mark.thorough(each="game")
@pytest.mark.parametrize("name", LOOKING)
@pytest.mark.parametrize("game", ["pig", "kuhn_poker", "goofspiel", "liars_dice"])
def test_the_same_seed_gives_the_same_game(game: str, name: str) -> None:
    few = name.replace("60", "5")
    one, other = (match(game, [few, "random"], 3, 8) for _ in range(2))
    assert one.moves == other.moves
    assert one.seed == other.seed


@pytest.mark.thorough(each="game")
@pytest.mark.parametrize("game", ["tic_tac_toe", "liars_dice", "pig"])
@pytest.mark.parametrize("name", ["flat:15", "mcts:20"])
def test_every_engine_gives_the_same_game(game: str, name: str) -> None:
    """What is open, hidden and left to chance: a choice does not depend on what is installed."""
    told = []
    for engine in registry.available():
        state = load(game, engine=engine).start(seed=4)
        players = seat_players([name] * state.engine.program.seats.size, 4, seats=2)
        while not state.over and state.decisions < 5:
            assert isinstance(state.to_move, int)
            state.apply(chosen(players[state.to_move], state, state.to_move))
        told.append(state.moves)
    assert told == told[:1] * len(told)


def test_other_seeds_choose_otherwise() -> None:
    state = load("connect_four").start(seed=1)
    moves = {str(chosen(player("greedy", seed), state, 0)) for seed in range(9)}
    assert len(moves) > 2, "none is ahead of the others"


PUZZLE = """game puzzle
  players 1
mark here: 0..996
mark done: 0..8
phase walk
  turns until done is 8
    choose main
      go(step in 0..3)
        set here to remainder(here * 31 + step * 7 + 3, 997)
        set done to done + 1
        {chance}
score reached of p: here
winner most score
"""


def test_who_plays_alone_reaches_the_best_that_was_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    result = Playouts.result

    def noted(self: Playouts, points: Sequence[int], verdict: Verdict) -> tuple[bool, int]:
        seen.append(points[0])
        return result(self, points, verdict)

    monkeypatch.setattr(Playouts, "result", noted)
    file = tmp_path / "puzzle.game"
    file.write_text(PUZZLE.format(chance=""))
    found = []
    for seed in range(3):
        seen.clear()
        end = Match(load(str(file)), seat_players(["mcts:30"], seed, seats=1)).play(seed=seed)
        assert end.result is not None
        assert end.result.scores[0] == max(seen)
        found.append(end.result.scores[0])
    assert min(found) > 900


def test_where_chance_has_a_part_no_game_is_followed(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.game"
    file.write_text(PUZZLE.format(chance="pick here from 0..996"))
    state = load(str(file)).start(seed=1)
    tree = _grown(view_of(state, 0, worlds=1, seed=1), Budget(simulations=50), 1)
    assert tree.line is None and not tree.is_puzzle


@pytest.mark.parametrize("name", LOOKING)
def test_a_game_that_nobody_can_end_is_played_on(tmp_path: Path, name: str) -> None:
    state = written(tmp_path).start(seed=1)
    for _ in range(3):
        state.apply(chosen(player(name.replace("60", "4")), state, int(state.to_move or 0)))
    assert state.decisions == 3


@pytest.mark.parametrize("name", LOOKING)
def test_what_goes_wrong_in_the_rules_goes_wrong_when_it_is_done(tmp_path: Path, name: str) -> None:
    """It is out of reach of the search: that one way ends with a mistake is no news to a player."""
    game = written(tmp_path, left="gain 3 at")
    state = game.start(seed=1)
    state.apply("go left")
    move = chosen(player(name.replace("60", "6")), state, 1)
    assert str(move) in ("go left", "go right", "stop")
    with pytest.raises(PlayError):
        state.apply("go left")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("mcts:", "mcts is given simulations or seconds"),
        ("mcts:0", "not '0'"),
        ("mcts:-3", "not '-3'"),
        ("mcts:1e9", "as in mcts:500 or mcts:2s"),
        ("flat:0s", "not '0s'"),
        ("flat:99999999999", "flat is given"),
        ("mcts:٣", "mcts is given"),
        ("greedy:3", "greedy is given no budget: write greedy"),
        ("mtcs:3", "did you mean mcts"),
        ("human", "no player called human; known players: flat, greedy, mcts, random"),
    ],
)
def test_wrong_names_are_told(name: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        player(name)


def test_budgets_are_written_as_they_are_read() -> None:
    names = ("flat:200", "mcts:500", "mcts:0.5s", "mcts:2s", "greedy", "random")
    assert tuple(player(name).name for name in names) == names
    assert player("mcts").name == "mcts:500"


def test_the_logarithm_of_our_own_is_one() -> None:
    total = 0.0
    for count in range(2, 3000):
        total += _log_ratio(count)
        assert total == pytest.approx(math.log(count), rel=1e-12)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="a clock is a clock everywhere")
def test_seconds_are_kept() -> None:
    state = load("connect_four").start(seed=1)
    found = consider(state, 0, Budget(seconds=0.05))
    assert sum(one.share for one in found) == pytest.approx(1)


def test_players_of_others_are_found_by_their_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("mine", "rulewright.players.naming:_greedy", naming.ENTRY_POINTS)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point])
    assert player("mine").name == "greedy"
    assert "mine" in naming.names()
    with pytest.raises(UsageError, match="did you mean mine"):
        player("mina")


def test_makers_are_told_no_seed_that_the_game_hangs_on() -> None:
    seeds: list[int] = []

    def maker(seed: int, seat: int) -> Player:
        seeds.append(seed)
        return player("greedy", seed)

    seat_players([maker, maker, "random"], 7, seats=3)
    assert len({7, *seeds}) == 3


def test_a_time_counts_from_when_the_engine_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first game makes what the engine needs, which may take longer than all others."""
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    done = 0
    for _ in Budget(seconds=2.0).rounds():
        now += 60.0 if not done else 0.5
        done += 1
    assert done == 1 + 5, "so many halves until more than two seconds are gone"

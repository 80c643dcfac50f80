"""Moves as numbers, and games and states handed to other processes."""

from __future__ import annotations

import copy
import pickle
import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from tests.repeated import times

from rulewright import Game, MoveError, State, UsageError, load
from rulewright.catalogue import games

NAMES = [info.name for info in games()]
DECISIONS = times(12, thorough=25)


def walk(game: Game, seed: int = 3, decisions: int = DECISIONS) -> State:
    """A state in the middle of a random game, by numbers."""
    state, lot = game.start(seed=seed), random.Random(seed)
    for _ in range(decisions):
        if state.over:
            break
        state.apply(lot.choice(state.legal_actions()))
    return state


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", NAMES)
def test_each_move_has_a_number_of_its_own(name: str) -> None:
    game = load(name)
    state, other, lot = game.start(seed=2), game.start(seed=2), random.Random(5)
    called: dict[int, tuple[int, object]] = {}
    for _ in range(DECISIONS):
        if state.over:
            break
        moves, actions = state.legal_moves(), state.legal_actions()
        assert len(set(actions)) == len(moves) == len(actions)
        assert all(0 <= action < game.num_distinct_actions for action in actions)
        for move, action in zip(moves, actions, strict=True):
            assert move.action == action
            assert called.setdefault(action, (move.point, move.code)) == (move.point, move.code)
        for action in lot.sample(actions, min(4, len(actions))):
            text = state.action_to_text(action)
            assert text == str(moves[actions.index(action)])
            assert state.text_to_action(text) == action
        chosen = lot.randrange(len(moves))
        other.apply(str(moves[chosen]))
        state.apply(actions[chosen])
        assert state.key() == other.key() and state.moves == other.moves


def test_numbers_are_told_without_a_state() -> None:
    game = load("connect_four")
    assert game.num_distinct_actions == 42
    assert [game.text_to_action(game.action_to_text(a)) for a in range(42)] == list(range(42))
    with pytest.raises(UsageError, match="there is no action 42: they are numbered 0 to 41"):
        game.action_to_text(42)
    with pytest.raises(UsageError, match="no action is called"):
        game.text_to_action("drop z9")


def test_numbers_depend_on_no_state() -> None:
    one, other = (load("ruta").start(seed=seed) for seed in (1, 2))
    names = {action: one.action_to_text(action) for action in one.legal_actions()}
    same = [action for action in other.legal_actions() if action in names]
    assert same and all(other.action_to_text(action) == names[action] for action in same)


def test_an_action_that_is_none_or_not_on_offer() -> None:
    state = load("connect_four").start(seed=1)
    with pytest.raises(MoveError, match="there is no action 42: they are numbered 0 to 41"):
        state.apply(42)
    with pytest.raises(MoveError, match="there is no action -1"):
        state.apply(-1)
    with pytest.raises(MoveError, match="action 0 is not offered"):
        state.apply(0)
    with pytest.raises(UsageError, match="a move is"):
        state.apply(True)
    assert state.moves == []


def test_offers_stay_what_they_are() -> None:
    """Moves are made when they are looked at, and then tell the position they were on offer in."""
    state = load("ruta").start(seed=1)
    offer, texts = state.legal_moves(), [str(move) for move in state.legal_moves()]
    state.apply(offer[0])
    assert [str(move) for move in offer] == texts
    assert [str(move) for move in offer[1:3]] == texts[1:3]
    assert offer == list(offer) and list(offer) == offer and offer != state.legal_moves()
    assert repr(offer) == repr(list(offer))
    state.undo()
    assert state.legal_moves() == offer
    assert [str(move) for move in state.legal_moves()] == texts


def test_a_move_of_another_state_is_taken_where_it_is_on_offer() -> None:
    game = load("connect_four")
    one, other = game.start(seed=1), game.start(seed=1)
    other.apply(one.legal_moves()[2])
    assert other.moves == [str(one.legal_moves()[2])]
    column = [one.legal_moves()[0]]
    for _ in range(6):
        one.apply("drop a" + str(one.decisions + 1))
    with pytest.raises(MoveError, match="is not offered"):
        one.apply(column[0])


@pytest.mark.parametrize(
    ("name", "engine"),
    [("ruta", "python"), ("ruta", "reference"), ("ruin_runner", "python"), ("pig", "python")],
)
def test_states_moves_and_games_are_handed_over(name: str, engine: str) -> None:
    game = load(name, engine=engine)
    state = walk(game)
    again: State = pickle.loads(pickle.dumps(state))
    assert (again.key(), again.slots, again.seed) == (state.key(), state.slots, state.seed)
    assert (again.moves, again.steps) == (state.moves, state.steps)
    one, other = (each.memory.numbered(each.engine.program.domains) for each in (again, state))
    assert one == other
    assert again.engine.name == engine and again.origin == state.origin
    for seat in range(game.seats):
        assert again.observation(seat) == state.observation(seat)
    offer = pickle.loads(pickle.dumps(state.legal_moves()))
    assert list(map(str, offer)) == list(map(str, state.legal_moves()))
    if not state.over:
        move = pickle.loads(pickle.dumps(state.legal_moves()[-1]))
        assert move == state.legal_moves()[-1] and str(move) == str(state.legal_moves()[-1])
        state.apply(move)
        again.apply(move)
        assert again.key() == state.key()
    again.undo()
    other = pickle.loads(pickle.dumps(game))
    assert (other.digest, repr(other), other.options) == (game.digest, repr(game), game.options)
    assert walk(other).key() == walk(game).key()
    assert other.engine.name == engine


def test_a_question_to_chance_and_a_position_dealt_anew_are_handed_over() -> None:
    asked = load("pig").start(chance="asked")
    asked.apply("roll")
    again: State = pickle.loads(pickle.dumps(asked))
    assert again.question == asked.question and again.to_move == "chance"
    for state in (asked, again):
        state.answer("3")
    assert again.key() == asked.key() and again.outcomes == asked.outcomes
    dealt = walk(load("ruta")).redealt(0, 5)
    dealt.apply(dealt.legal_moves()[0])
    again = pickle.loads(pickle.dumps(dealt))
    assert (again.slots, again.moves) == (dealt.slots, dealt.moves)
    assert again.observation(0) == dealt.observation(0)


def test_copies_are_apart_from_each_other() -> None:
    state = walk(load("ruta"))
    for other in (copy.copy(state), copy.deepcopy(state), copy.deepcopy([state])[0]):
        before = state.key()
        other.apply(other.legal_moves()[0])
        assert state.key() == before != other.key()
    game = load("ruta")
    assert copy.deepcopy(game) is game and copy.copy(game) is game
    move = state.legal_moves()[0]
    assert copy.deepcopy(move) is move


def points(state: State) -> list[int]:
    return state.scores()


def test_a_pool_of_processes_takes_states_and_games() -> None:
    state = walk(load("connect_four"))
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(points, state).result() == state.scores()
        assert pool.submit(walk, load("connect_four"), 3, DECISIONS).result().moves == state.moves

"""What players are told: the moves there are, and nothing that is hidden from them."""

from __future__ import annotations

import gc
import json
import pickle
from collections import Counter
from collections.abc import Iterator
from random import Random
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

import pytest

from rulewright import catalogue
from rulewright.diagnostics import MoveError, UsageError
from rulewright.game import Game, load
from rulewright.players.budget import Budget
from rulewright.players.flat import Flat
from rulewright.players.information import seen_by
from rulewright.players.mcts import consider
from rulewright.players.naming import seat_players
from rulewright.players.player import Player, chosen
from rulewright.players.view import SEARCHED, View, is_open, luck_of, mixed, view_of
from rulewright.runtime.chance import stream
from rulewright.runtime.layout import CHANCE
from rulewright.runtime.observation import looks_alike
from rulewright.state import State

HIDING = ("goofspiel", "kuhn_poker", "liars_dice", "quetinny", "ruins", "ruta")
RULES = (ModuleType, type, FunctionType, BuiltinFunctionType, MethodType)
"""What holds no position: code, and the rules that it was made from."""


class Peeping(Player):
    """Looks into several worlds."""

    name, worlds = "peeping", 3

    def choose(self, view: View) -> int:
        return 0


def decisions(game: Game, seed: int, wanted: int) -> Iterator[State]:
    """Some decisions of a random game."""
    state = game.start(seed=seed)
    players = seat_players(["random"] * game.seats, seed, seats=game.seats)
    for number in range(7 * wanted):
        seat = state.to_move
        if not isinstance(seat, int):
            return
        if number % 7 == seed % 2 or number < wanted:
            yield state
        state.apply(chosen(players[seat], state, seat))


def seat_of(state: State) -> int:
    assert isinstance(state.to_move, int)
    return state.to_move


def within(root: object, without: set[int]) -> Iterator[object]:
    """All that can be reached from there, but for rules and code."""
    known, waiting = set(without), [root]
    while waiting:
        thing = waiting.pop()
        if id(thing) in known or isinstance(thing, RULES):
            continue
        known.add(id(thing))
        yield thing
        waiting += gc.get_referents(thing)


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", [info.name for info in catalogue.games()])
def test_all_worlds_look_to_the_seat_as_the_real_one_does(name: str) -> None:
    game = load(name, engine="python")
    layout, seen = game.engine.layout, seen_by(game.engine)
    for state in decisions(game, 3, 3):
        seat, codes = seat_of(state), [move.code for move in state.legal_moves()]
        view = view_of(state, seat, worlds=3, seed=0)
        assert len(view.worlds) == (1 if is_open(game.program) else 3)
        assert view.count == len(codes)
        for world in (*view.worlds, *view_of(state, seat, worlds=2, seed=0, rough=True).worlds):
            assert [move.code for move in world.legal_moves()] == codes
            assert world.to_move == seat
            assert looks_alike(game.program, layout, world.slots, state.slots, seat)
            assert seen(world.position, seat) == seen(state.position, seat)
            assert world.observation(seat) == state.observation(seat)
            assert world.slots[CHANCE] != state.slots[CHANCE]


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", HIDING)
def test_what_looks_the_same_is_the_same_to_a_search_and_nothing_else(name: str) -> None:
    game = load(name, engine="python")
    layout, seen = game.engine.layout, seen_by(game.engine)
    states = [state.copy() for seed in range(3) for state in decisions(game, seed, 3)]
    alike = different = 0
    for one in states:
        worlds = [one.redealt(seat, 5) for seat in range(game.seats)]
        for other in [*states, *worlds]:
            if other.over or other.waiting is not one.waiting or other.to_move != one.to_move:
                continue
            for seat in range(game.seats):
                if seat != one.to_move:
                    continue
                same = looks_alike(game.program, layout, one.slots, other.slots, seat)
                assert same == (seen(one.position, seat) == seen(other.position, seat))
                alike, different = alike + same, different + (not same)
    assert alike > len(states)
    assert different


@pytest.mark.parametrize("name", HIDING)
def test_nothing_of_the_real_position_can_be_reached_from_a_view(name: str) -> None:
    game = load(name, engine="python")
    rules = {id(thing) for thing in within(game.engine, set())}
    for state in decisions(game, 11, 2):
        view = view_of(state, seat_of(state), worlds=3, seed=0)
        real = {id(thing) for thing in within(state, rules)} - {id(None), id(True), id(False)}
        slots, source = state.slots, state.slots[CHANCE]
        for thing in within(view, rules):
            assert not isinstance(thing, State) or (thing.steps, thing.seed) == (0, None)
            assert type(thing) is int or thing != slots
            assert type(thing) is not int or thing != source
            if type(thing) in (list, dict, State):
                assert id(thing) not in real


def test_who_knows_its_own_luck_cannot_put_the_cards_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A malicious player tries each card that the other may hold: dealt anew by all that the player
    knows, does it come out as what it was shown?"""
    game, right, tried = load("kuhn_poker", engine="python"), 0, 0
    by: list[int] = []
    redealt = State.redealt

    def listening(state: State, seat: int, seed: int, *, rough: bool = False) -> State:
        by.append(seed)
        return redealt(state, seat, seed, rough=rough)

    for number in range(60):
        state = game.start(seed=None)
        with monkeypatch.context() as patched:
            patched.setattr(State, "redealt", listening)
            view = view_of(state, 0, worlds=4, seed=number)
        candidates = {repr(c.slots[2:]): c for c in (state.redealt(0, n) for n in range(20))}
        tried += len(candidates)
        for candidate in candidates.values():
            by_luck = luck_of(candidate, 0, number)
            again = [candidate.redealt(0, mixed(by_luck, "deal", n)) for n in range(4)]
            right += [one.slots[2:] for one in again] == [one.slots[2:] for one in view.worlds]
        chance = [world.slots[CHANCE] for world in view.worlds]
        assert not {stream(seed, 2) for seed in by} & set(chance), "nor by what is to come"
    assert right == tried == 60 * 2, "whatever is tried comes out as what was shown"


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_games_that_a_seat_cannot_tell_apart_give_it_the_same_advice(name: str) -> None:
    game, luck = load(name), Random(1)
    found: dict[tuple[str, int], tuple[object, str]] = {}
    alike = 0
    for seed in range(40):
        state = game.start(seed=seed)
        for _ in range(luck.randint(0, 2)):
            if isinstance(state.to_move, int):
                state.apply(luck.choice(state.legal_moves()))
        if state.over or len(state.legal_moves()) < 2:
            continue
        seat = seat_of(state)
        seen = json.dumps(state.observation(seat)), seat
        alike += seen in found
        told = found.setdefault(seen, advice(state, seat))
        assert told == advice(state, seat)
    assert alike > 5
    assert len({repr(one) for one in found.values()}) > 5


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("name", ["crazy_eights", "quetinny", "ruta"])
def test_positions_that_a_seat_cannot_tell_apart_give_it_the_same_advice(name: str) -> None:
    game = load(name)
    for state in [one.copy() for one in decisions(game, 5, 2)]:
        seat = seat_of(state)
        worlds = [state.redealt(seat, seed) for seed in (1, 2)]
        assert worlds[0].slots[2:] != worlds[1].slots[2:]
        assert advice(worlds[0], seat) == advice(worlds[1], seat)
        for seed in (3, 4):
            dealt = [world.redealt(seat, seed).slots for world in worlds]
            assert dealt[0] == dealt[1]


def advice(state: State, seat: int) -> tuple[object, str]:
    """What a search thinks of the moves there, and what another player that looks ahead makes."""
    found = consider(state, seat, Budget(20))
    return found, str(chosen(Flat(7, Budget(20)), state, seat))


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", HIDING)
def test_nothing_of_the_past_can_be_had_from_a_view(name: str) -> None:
    """By taking back, by pickling, by what worlds remember, or by asking why."""
    game = load(name, engine="python")
    state = game.start(seed=None)
    players = seat_players(["random"] * game.seats, 5, seats=game.seats)
    for _ in range(8):
        seat = seat_of(state)
        view = view_of(state, seat, worlds=2, seed=3)
        packed = pickle.dumps(view)
        for secret in (state.seed, state.slots[CHANCE]):
            assert isinstance(secret, int)
            for order in ("little", "big"):
                assert secret.to_bytes(16, order).strip(b"\0") not in packed
            assert str(secret).encode() not in packed
        for world in (*view.worlds, *pickle.loads(packed).worlds):
            assert (world.steps, world.seed, world.moves, world.outcomes) == (0, None, [], [])
            with pytest.raises(UsageError):
                world.undo()
            for move in world.legal_moves()[:3]:
                assert world.why_not(str(move)) == []
            for other in range(game.seats):
                told, real = world.memory, state.memory
                assert other == seat or told is not real, "what others know is dealt anew with it"
        state.apply(chosen(players[seat], state, seat))
        if state.over:
            break


def test_hidden_cards_are_as_likely_whoever_holds_them() -> None:
    game = load("kuhn_poker", engine="python")
    found: Counter[tuple[object, object]] = Counter()
    for seed in range(60):
        state = game.start(seed=seed)
        real = state.observation(1)["cells"]["hand"]  # type: ignore[call-overload, index]
        for number in range(4):
            world = view_of(state, 0, worlds=1, seed=number).worlds[0]
            cells = world.observation(1)["cells"]
            assert isinstance(cells, dict)
            found[repr(real), repr(cells["hand"])] += 1
    same = sum(count for (one, other), count in found.items() if one == other)
    assert 80 < same < 160, "of 240 every second one"


def test_who_looks_at_nothing_is_dealt_nothing() -> None:
    game = load("kuhn_poker")
    view = view_of(
        game.start(seed=1), 0, worlds=seat_players(["random"], 1, seats=1)[0].worlds, seed=0
    )
    assert (view.worlds, view.count) == ((), 2)
    with pytest.raises(UsageError, match="at least one of `worlds`"):
        _ = view.moves


def test_for_a_single_move_one_world_is_enough() -> None:
    dealt = set()

    class Counting(Peeping):
        def choose(self, view: View) -> int:
            dealt.add((view.count > 1, len(view.worlds)))
            return 0

    class Hurried(Counting):
        single = 0

    for player, few in ((Counting(), 1), (Hurried(), 0)):
        dealt.clear()
        state = load("crazy_eights", engine="python").start(seed=1)
        while not state.over and state.decisions < 40:
            state.apply(chosen(player, state, seat_of(state)))
        assert dealt == {(True, 3), (False, few)}


def test_who_does_not_choose_by_rough_worlds_is_given_others() -> None:
    seen = list[View]()

    class Unsure(Player):
        name, worlds, more = "unsure", 3, 5

        def choose(self, view: View) -> int | None:
            seen.append(view)
            return None if len(view.worlds) == self.worlds else 0

    state = load("crazy_eights", engine="python").start(seed=1)
    move = chosen(Unsure(), state, seat_of(state))
    first, more = seen
    assert (len(first.worlds), len(more.worlds)) == (3, 5)
    for view, rough in ((first, True), (more, False)):
        anew = view_of(state, seat_of(state), worlds=len(view.worlds), seed=0, rough=rough)
        assert [world.slots for world in view.worlds] == [world.slots for world in anew.worlds]
    assert str(move) == str(more.moves[0])


@pytest.mark.parametrize(("name", "most"), [("liars_dice", SEARCHED), ("ruta", 50)])
def test_worlds_that_are_searched_for_are_few(name: str, most: int) -> None:
    state = load(name).start(seed=1)
    view = view_of(state, seat_of(state), worlds=50, seed=0)
    assert (len(view.worlds), state.is_searched(view.seat)) == (most, most == SEARCHED)


@pytest.mark.parametrize("number", [2, -1, "bet", None, 0.0])
def test_a_number_that_is_no_move_names_the_player(number: object) -> None:
    class Wrong(Peeping):
        def choose(self, view: View) -> int:
            return number  # type: ignore[return-value]

    state = load("kuhn_poker").start(seed=1)
    with pytest.raises(MoveError, match=r"player peeping at seat 0 chose move .*numbered 0 to 1"):
        chosen(Wrong(), state, 0)

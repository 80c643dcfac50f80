"""Hypothesis strategies: games, playouts, states, moves, texts of games – and a state machine.

    from hypothesis import given
    from rulewright.testing import strategies as rules

    @given(rules.states(rulewright.load("ruta")))
    def test_nobody_holds_more_than_ten_tokens(state): ...

All of them shrink: to the usual setting, seed 0, fewer decisions, and moves that are listed first.
Hypothesis comes with the extra `testing`.
"""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import ClassVar

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from .. import catalogue
from ..core.evaluate import evaluate
from ..diagnostics import UsageError
from ..game import Game
from ..play import record
from ..spec import GameSpec
from ..state import Move, State
from .playouts import Playout
from .properties.settings import all_settings
from .texts import rule_text

SEEDS = st.integers(0, 2**32 - 1)
PICKS = st.lists(st.integers(0, 199), min_size=1, max_size=60).map(tuple)

Games = Game | st.SearchStrategy[Game]
"""One game, or a strategy of games."""


def games(*names: str) -> st.SearchStrategy[Game]:
    """Games by their names or paths – all that come with Rulewright if none is named –, loaded: as
    they are usually played, and in all settings in which one thing is not as usual."""
    chosen = names or tuple(info.name for info in catalogue.games())
    numbered = [(name, i) for name in chosen for i in range(len(_settings(name)))]
    return st.sampled_from(numbered).map(lambda one: _loaded(*one))


@cache
def _settings(name: str) -> list[GameSpec]:
    return all_settings(name)


@cache
def _loaded(name: str, number: int) -> Game:
    return _settings(name)[number].load()


def playouts(game: Games) -> st.SearchStrategy[Playout]:
    """Games from their start to their end, as numbers: see `Playout`."""
    return st.builds(Playout, _one(game), SEEDS, PICKS)


@st.composite
def states(draw: st.DrawFn, game: Games, *, most: int = 200) -> State:
    """States after at most so many decisions of a playout; over, if it was over before that."""
    playout, wanted = draw(playouts(game)), draw(st.integers(0, most))
    *_, last = islice(playout.states(), wanted + 1)
    return last


@st.composite
def positions(draw: st.DrawFn, game: Games, *, choice: str | None = None) -> State:
    """States of a playout at a decision: at the choice of that name, or at any."""
    playout = draw(playouts(game))
    found = [s.copy() for s in playout.states() if not s.over and choice in (None, s.choice)]
    assume(found)
    return found[draw(st.integers(0, len(found) - 1))]


def moves(state: State) -> st.SearchStrategy[Move]:
    """The moves on offer. Raises `UsageError` if it is no seat's turn to decide."""
    offered = state.legal_moves()
    if not offered:
        raise UsageError("there are no moves to draw from: no seat has to decide")
    return st.sampled_from(offered)


@st.composite
def rule_texts(draw: st.DrawFn) -> str:
    """The texts of valid games for two that nobody would play: see `texts.rule_text`."""
    return rule_text(lambda n: draw(st.integers(0, n - 1)))


def _one(game: Games) -> st.SearchStrategy[Game]:
    return st.just(game) if isinstance(game, Game) else game


class GameMachine(RuleBasedStateMachine):
    """Plays a game, takes moves back, copies states and saves them, in any order, and checks that
    each of these does what it should; `always` lines hold all the time.

        class Ruta(GameMachine):
            game = rulewright.load("ruta")

        TestRuta = Ruta.TestCase

    A class of this kind may add rules and invariants of its own: `self.state` is the game.
    """

    game: ClassVar[Game]
    state: State

    def __init__(self) -> None:
        super().__init__()
        self.past: list[tuple[bytes, list[str]]] = []

    def look(self) -> tuple[bytes, list[str]]:
        """What is remembered of a state: its key, and the moves on offer."""
        return self.state.key(), [str(move) for move in self.state.legal_moves()]

    @initialize(seed=SEEDS)
    def start(self, seed: int) -> None:
        self.state = self.game.start(seed=seed)

    @precondition(lambda self: not self.state.over)
    @rule(pick=st.integers(0, 199))
    def move(self, pick: int) -> None:
        offered = self.state.legal_moves()
        self.past.append(self.look())
        self.state.apply(offered[pick % len(offered)])

    @precondition(lambda self: bool(self.past))
    @rule()
    def undo(self) -> None:
        self.state.undo()
        assert self.look() == self.past.pop(), "undo has not restored the state"

    @precondition(lambda self: not self.state.over)
    @rule(picks=st.lists(st.integers(0, 199), max_size=5))
    def play_on_a_copy(self, picks: list[int]) -> None:
        before, copy = self.look(), self.state.copy()
        for pick in picks:
            if not copy.over:
                offered = copy.legal_moves()
                copy.apply(offered[pick % len(offered)])
        assert self.look() == before, "what was done to a copy has changed the state"

    @rule()
    def save_and_go_on(self) -> None:
        saved = record.text_of(record.record_of(self.game, self.state))
        before = self.look()
        self.state = record.replay(record.read(saved), self.game)
        assert self.look() == before, "the game that was saved is another one"

    @invariant()
    def moves_are_distinct(self) -> None:
        offered = self.look()[1]
        assert len(set(offered)) == len(offered)
        assert self.state.over == (not offered)

    @invariant()
    def what_always_holds(self) -> None:
        if not self.state.over:
            read = self.state.engine.layout.reader(self.state.slots)
            for promise in self.state.engine.program.always:
                assert evaluate(promise.test, {}, read), f"{promise.span}: this must always hold"


def machine(game: Game) -> type[GameMachine]:
    """A state machine that plays a game: `TestRuta = machine(load("ruta")).TestCase`."""
    return type(f"{game.name.title().replace('_', '')}Machine", (GameMachine,), {"game": game})

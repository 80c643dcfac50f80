"""What the public strategies draw, to what they shrink, and a machine that plays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, run_state_machine_as_test

from rulewright import Game, State, load
from rulewright.diagnostics import UsageError
from rulewright.testing import strategies as rules
from rulewright.testing.playouts import Playout

few = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
unshrunk = settings(few, max_examples=100, phases=[Phase.generate], print_blob=False)
POKER, DICE = load("leduc_poker"), load("pig", options={"target": 15})


@few
@given(rules.games("kuhn_poker", "pig"))
def test_games_come_in_all_settings(game: Game) -> None:
    assert game.name in ("kuhn_poker", "pig")
    assert 2 <= game.seats <= 8


def test_games_shrink_to_the_usual_setting() -> None:
    game = find(rules.games("pig", "kuhn_poker"), lambda game: True)
    assert (game.name, game.seats, game.variants, game.options["target"]) == ("pig", 2, (), "100")
    assert repr(game) == "load('pig', options={'target': '100', 'idle': 'off'}, seats=2)"


@few
@given(rules.playouts(POKER))
def test_a_playout_is_the_same_each_time(playout: Playout) -> None:
    one, two = playout.end(), playout.end()
    assert one.over and one.moves == two.moves and one.key() == two.key()


@few
@given(rules.playouts(rules.games("kuhn_poker")))
def test_a_playout_may_be_of_any_of_several_games(playout: Playout) -> None:
    assert playout.end().over


def test_playouts_shrink_to_short_games_with_the_first_moves() -> None:
    playout = find(rules.playouts(POKER), lambda playout: len(playout.end().moves) > 2)
    assert (playout.seed, playout.picks) == (0, (0,))
    assert playout.end().moves == ["check", "check", "check", "check"]


@few
@given(st.data())
def test_states_are_somewhere_in_a_game(data: st.DataObject) -> None:
    state = data.draw(rules.states(DICE, most=5))
    assert state.decisions <= 5
    if not state.over:
        move = data.draw(rules.moves(state))
        assert str(move) in [str(offer) for offer in state.legal_moves()]


@few
@given(rules.positions(POKER, choice="late"))
def test_positions_are_at_a_choice(state: State) -> None:
    assert state.choice == "late" and not state.over
    assert repr(state).startswith("<leduc_poker, seed ")


@settings(few, max_examples=5)
@given(text=rules.rule_texts(), numbers=st.lists(st.integers(0, 99), min_size=1).map(tuple))
def test_texts_are_games_that_can_be_played(text: str, numbers: tuple[int, ...]) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"{text.split()[1]}.game"
        file.write_text(text, encoding="utf-8")
        assert Playout(load(str(file)), 1, numbers).end().over


def test_there_are_no_moves_at_the_end() -> None:
    with pytest.raises(UsageError, match="no seat has to decide"):
        rules.moves(Playout(DICE, 1, (1,)).end())


def test_the_machine_plays_and_takes_back() -> None:
    run_state_machine_as_test(rules.machine(POKER), settings=few)


class Forgetful(rules.GameMachine):
    """A machine of one's own, with a claim that does not hold for long."""

    game = DICE

    @invariant()
    def nobody_has_points(self) -> None:
        assert sum(self.state.scores()) == 0


def test_a_machine_may_claim_more() -> None:
    with pytest.raises(AssertionError):
        run_state_machine_as_test(Forgetful, settings=unshrunk)


@pytest.mark.parametrize("what", ["undo", "copy"])
def test_the_machine_notices_states_that_are_not_independent(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An undo that does nothing, and a copy that is none."""
    broken: dict[str, Callable[[State], object]] = {
        "undo": lambda state: None,
        "copy": lambda state: state,
    }
    monkeypatch.setattr(State, what, broken[what])
    with pytest.raises(AssertionError):
        run_state_machine_as_test(rules.machine(DICE), settings=unshrunk)

"""A state plays, explains, asks chance, and takes back."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from rulewright import load
from rulewright.backends.reference import ReferenceEngine
from rulewright.diagnostics import ChanceError, MoveError, RulewrightError, UsageError
from rulewright.runtime.chance import below, stream
from rulewright.runtime.layout import Slots
from rulewright.runtime.why import Reason
from rulewright.state import State, begin

CARDS = ["Ace", "Bee", "Cat", "Dog", "Elk", "Fox Cub"]


@pytest.fixture
def engine(mini: SimpleNamespace) -> ReferenceEngine:
    return ReferenceEngine(mini.program)


@pytest.fixture
def position(
    mini: SimpleNamespace, engine: ReferenceEngine, deal: Callable[..., Slots]
) -> Callable[..., State]:
    """Makes the state of a position, first seat to move."""
    return lambda **zones: begin(engine, seed=1, slots=deal(mini, **zones), setup=False)


def texts(state: State) -> list[str]:
    return [str(move) for move in state.legal_moves()]


def whys(state: State, text: str) -> list[str]:
    return [reason.message for reason in state.why_not(text)]


def test_a_game_from_start_to_result(engine: ReferenceEngine) -> None:
    state, players = begin(engine, seed=3), stream(3, 1)
    while not state.over:
        assert state.to_move in (0, 1) and state.outcome is None
        moves = state.legal_moves()
        assert len(set(moves)) == len(moves) == len(set(texts(state))) > 0
        players, k = below(players, len(moves))
        state.apply(moves[k])
    assert state.to_move is None and state.legal_moves() == [] and state.choice == ""
    outcome = state.outcome
    assert outcome is not None
    assert outcome["scores"] == [sum(p) for p in zip(*outcome["lines"].values(), strict=True)]
    assert outcome["winners"] == [
        seat for seat in (0, 1) if outcome["scores"][seat] == max(outcome["scores"])
    ]
    assert state.decisions == len(state.moves)


def test_moves_are_made_by_text_too(position: Callable[..., State]) -> None:
    state = position(first="Dog Fox", draft="Ace Bee", pile="Elk")
    assert texts(state) == ["take Ace", "take Bee", "draw", *(f"claim {p}" for p in PRIZES)]
    move = state.legal_moves()[3]
    state.apply(move)
    state.apply("pay  Fox Cub")
    assert (state.choice, texts(state)) == ("pay", ["commit"])
    assert str(move) == "claim North" and state.moves == ["claim North", "pay Fox Cub"]


PRIZES = ("North", "North Far", "South")


def test_undo_restores_the_state_exactly(engine: ReferenceEngine) -> None:
    state, players, seen = begin(engine, seed=5), stream(5, 1), []
    while not state.over:
        seen.append((state.key(), texts(state), state.observation(0), list(state.slots)))
        moves = state.legal_moves()
        players, k = below(players, len(moves))
        state.apply(moves[k])
    for before in reversed(seen):
        state.undo()
        assert (state.key(), texts(state), state.observation(0), state.slots) == before
    with pytest.raises(UsageError, match="nothing to take back"):
        state.undo()


def test_copies_go_their_own_ways(position: Callable[..., State]) -> None:
    state = position(draft="Ace Bee", pile="Elk")
    other = state.copy()
    other.apply("take Ace")
    assert state.moves == [] and state.to_move == 0 and state.key() != other.key()
    other.undo()
    assert state.key() == other.key()


def test_equal_positions_have_equal_keys_whatever_led_to_them(
    position: Callable[..., State],
) -> None:
    state, other = (position(draft="Ace Bee", pile="Elk") for _ in range(2))
    for text in ("take Ace", "take Bee"):
        state.apply(text)
    for text in ("take Bee", "take Ace"):
        other.apply(text)
    assert state.key() != other.key()
    assert len(state.key()) == 16
    assert position(pile="Elk").key() == position(pile="Elk").key()


def test_why_not_names_the_rule_that_fails(position: Callable[..., State]) -> None:
    state = position(first="Ace Dog", second="Elk", draft="Bee Cat")
    assert whys(state, "take Bee") == []
    assert whys(state, "take Fox Cub") == ["Fox Cub is not in the draft"]
    assert whys(state, "draw") == ["the pile is empty"]
    assert whys(state, "claim North Far") == ["5 does not reach 9"]
    assert whys(state, "claim South") == ["4 does not reach 7"]
    assert whys(state, "pass") == ["pass is possible only when nothing else is"]
    state.apply("claim North")
    assert whys(state, "pay Dog") == ["4 does not reach 5"]
    assert whys(state, "take Bee") == ["take Bee is not possible now (choice pay)"]
    for text in ("pay Ace", "pay Dog", "commit", "take Bee"):
        state.apply(text)
    (reason,) = state.why_not("claim North")
    assert reason == Reason("first already holds North", "mini.game", 3, ("MINI-3",))


def test_why_not_helps_with_what_it_cannot_read(position: Callable[..., State]) -> None:
    state = position(first="Ace Dog", draft="Bee Cat")
    assert whys(state, "take Be") == ["Be is no card; did you mean Bee?"]
    assert whys(state, "tkae Bee") == ['no move is called "tkae"; did you mean take?']
    assert whys(state, "") == ['no move is called ""']
    here = "moves here begin with: take, draw, claim, pass"
    assert whys(state, "step Bee") == [f'no move is called "step"; {here}']


def test_a_name_alone_is_answered_by_the_moves_that_name_such(
    position: Callable[..., State],
) -> None:
    state = position(first="Ace Dog", draft="Bee Cat", pile="Elk")
    fox = "Fox Cub is the name of a card, and no move"
    assert whys(state, "Fox  Cub") == [f"{fox}; moves here that name one: take CARD"]
    north = "North is the name of a prize, and no move"
    assert whys(state, "North") == [f"{north}; moves here that name one: claim PRIZE"]
    state.apply("claim North")
    assert whys(state, "Fox Cub") == [f"{fox}; moves here that name one: pay CARD"]
    none = "none here names one; moves that name one: claim PRIZE"
    assert whys(state, "North") == [f"{north}; {none}"]
    nor = "first is the name of a seat, and no move, nor does any move name one"
    assert whys(state, "first") == [nor]


def test_a_move_not_offered_is_refused_and_nothing_changes(position: Callable[..., State]) -> None:
    state = position(first="Ace Dog", draft="Bee Cat")
    before = state.key()
    with pytest.raises(MoveError, match="draw is not offered: the pile is empty"):
        state.apply("draw")
    assert state.key() == before and state.decisions == 0


def test_chance_is_asked_and_answered(engine: ReferenceEngine) -> None:
    state = begin(engine)
    question = state.question
    assert question is not None and state.to_move == state.choice == "chance"
    assert (question.kind, question.zone, list(question.of)) == ("shuffle", "pile", CARDS)
    assert state.legal_moves() == [] and not state.over and state.outcome is None
    asked = state.key()
    with pytest.raises(ChanceError, match="exactly the elements"):
        state.answer(["Ace"])
    with pytest.raises(ChanceError, match="Fox is no card"):
        state.answer([*CARDS[:5], "Fox"])
    with pytest.raises(MoveError, match="chance"):
        state.apply("draw")
    state.answer(CARDS)
    assert state.question is None and texts(state) == ["take Elk", "take Fox Cub"]
    assert state.observation(1)["cells"]["hand"]["second"] == ["Bee", "Dog"]  # type: ignore[index, call-overload]
    assert state.outcomes == [tuple(CARDS)] and state.decisions == 0
    state.undo()
    assert state.key() == asked and state.question == question
    state.answer([5, 4, 3, 2, 1, 0])
    assert texts(state)[:2] == ["take Bee", "take Ace"]


def test_the_seed_decides_all_chance(engine: ReferenceEngine) -> None:
    keys = {begin(engine, seed=seed).key() for seed in range(10)}
    assert len(keys) > 5 and begin(engine, seed=4).key() in keys
    assert begin(engine, seed=4).copy().seed == 4 and begin(engine).seed is None


def test_what_a_step_reveals_is_known(position: Callable[..., State]) -> None:
    state = position(first="Dog Fox", second="Cat", draft="Ace Bee", pile="Elk")
    state.apply("claim North")
    state.apply("pay Dog")
    assert not state.reveals_since(0)
    state.apply("pay Fox Cub")
    state.apply("commit")
    assert state.reveals_since(3) and state.reveals_since(0)
    assert state.reveals_since(3, to=1) and not state.reveals_since(3, to=0)  # it was its own hand
    with pytest.raises(UsageError, match="seat"):
        state.reveals_since(3, to=2)
    state.apply("take Bee")
    assert state.reveals_since(4)  # the card that takes its place
    state.apply("take Ace")
    assert not state.reveals_since(5)


def test_a_state_dealt_anew_looks_the_same(position: Callable[..., State]) -> None:
    state = position(first="Dog Fox", second="Cat", draft="Ace Bee", pile="Elk")
    for seed in range(10):
        other = state.redealt(0, seed)
        assert other.observation(0) == state.observation(0) and texts(other) == texts(state)
    with pytest.raises(UsageError, match="no seat 2"):
        state.redealt(2, 0)


def test_what_a_state_waits_for_is_written_without_the_text_of_the_rules() -> None:
    """Every node of it has its place in the rules, which is told as place."""
    state = load("ruta").start(seed=1)
    assert state.waiting is not None
    written, place = repr(state.waiting), state.waiting.span
    assert place.file.text not in repr(place.file) and "scenario" not in written
    assert f"span=Span({place})" in written


def test_a_position_may_be_given_as_text() -> None:
    """As it stands below `given`, indented or not; what is wrong with it is told."""
    ruta = load("ruta")
    for text in (
        "hand of second: Bard, Sea\nto move: second (main)",
        "    hand of second: Bard, Sea\n    to move: second (main)\n",
        "\nhand of second: Bard, Sea  # and nothing else\n\nto move: second (main)",
    ):
        state = ruta.position(text)
        assert state.to_move == 1
        hand = state.observation(1)["cells"]["hand"]["second"]  # type: ignore[index, call-overload]
        assert hand == ["Bard", "Sea"]
    for wrong, said in (
        ("", "says nothing"),
        ("hand of second: Bird", "did you mean Bard"),
        ("hand of second: Bard\nplay draw", "cannot begin a line here"),
    ):
        with pytest.raises(RulewrightError, match=said):
            ruta.position(wrong)

"""What a seat sees is what the rules let it see, and nothing hidden changes it."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from rulewright.runtime.layout import CHANCE, POINT, Layout, Slots
from rulewright.runtime.observation import canonical, exchange, hidden, observe, visible

ACE, BEE, CAT, DOG, ELK, FOX = (1 << i for i in range(6))


@pytest.fixture
def position(mini: SimpleNamespace, deal: Callable[..., Slots]) -> Slots:
    slots = deal(mini, first="Ace Bee", second="Cat Dog", pile="Fox Elk")
    slots[POINT] = 0
    slots[CHANCE] = 1
    Layout(mini.program).put(slots, mini.cells["known"], (0,), ACE | CAT)
    return slots


def test_own_cards_are_seen_and_others_counted(mini: SimpleNamespace, position: Slots) -> None:
    seen = observe(mini.program, Layout(mini.program), position, 0)["cells"]
    assert isinstance(seen, dict)
    assert seen["hand"] == {"first": ["Ace", "Bee"], "second": {"count": 2, "known": ["Cat"]}}
    assert seen["pile"] == {"count": 2, "known": []}
    assert seen["draft"] == [None, None] and seen["holder"] == dict.fromkeys(
        ("North", "North Far", "South")
    )
    assert "known" not in seen and "me" not in seen


def test_a_secret_choice_looks_like_the_one_it_is_part_of(
    mini: SimpleNamespace, position: Slots
) -> None:
    layout = Layout(mini.program)
    before = observe(mini.program, layout, position, 1)
    position[POINT] = 1
    layout.put(position, mini.cells["want"], (), 2)
    layout.put(position, mini.cells["payment"], (), BEE)
    assert observe(mini.program, layout, position, 1) == before
    own = observe(mini.program, layout, position, 0)
    assert own["phase"] == "pay"
    assert isinstance(own["cells"], dict) and own["cells"]["payment"] == ["Bee"]


def test_components_lie_open_or_hidden(mini: SimpleNamespace, position: Slots) -> None:
    layout = Layout(mini.program)
    card = mini.cells["payment"].type.domain
    assert visible(mini.program, layout, position, 0) == {card: ACE | BEE}
    assert hidden(mini.program, layout, position, 0) == {card: CAT | DOG | ELK | FOX}


def test_exchange_moves_only_what_is_hidden_and_unknown(
    mini: SimpleNamespace, position: Slots
) -> None:
    layout = Layout(mini.program)
    hands = set()
    for seed in range(60):
        dealt = exchange(mini.program, layout, position, 0, seed)
        assert observe(mini.program, layout, dealt, 0) == observe(mini.program, layout, position, 0)
        assert dealt[CHANCE] != position[CHANCE]
        hands.add(layout.get(dealt, mini.cells["hand"], (1,)))
    assert hands == {CAT | DOG, CAT | ELK, CAT | FOX}


def test_what_others_know_goes_with_the_places(mini: SimpleNamespace, position: Slots) -> None:
    layout = Layout(mini.program)
    layout.put(position, mini.cells["known"], (1,), FOX)  # the top of the pile has been seen
    for seed in range(20):
        dealt = exchange(mini.program, layout, position, 0, seed)
        top = layout.get(dealt, mini.cells["pile"], ())[-1]  # type: ignore[index]
        assert layout.get(dealt, mini.cells["known"], (1,)) == 1 << top


def test_a_secret_choice_in_progress_stays_possible(mini: SimpleNamespace, position: Slots) -> None:
    layout = Layout(mini.program)
    position[POINT] = 1
    for seed in range(20):
        dealt = exchange(mini.program, layout, position, 1, seed)
        assert layout.get(dealt, mini.cells["hand"], (0,)) == ACE | BEE


def test_the_canonical_form_forgets_chance_and_idle_knowledge(
    mini: SimpleNamespace, position: Slots
) -> None:
    layout = Layout(mini.program)
    other = layout.copy(position)
    other[CHANCE] = 99
    layout.put(other, mini.cells["known"], (0,), CAT)  # the Ace lies open to the first seat
    assert canonical(mini.program, layout, other) == canonical(mini.program, layout, position)
    layout.put(other, mini.cells["known"], (0,), DOG)
    assert canonical(mini.program, layout, other) != canonical(mini.program, layout, position)

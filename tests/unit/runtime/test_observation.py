"""What a seat sees is what the rules let it see, and nothing hidden changes it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rulewright import load
from rulewright.core.ir import Domain
from rulewright.runtime.layout import CHANCE, POINT, Layout, Slots
from rulewright.runtime.memory import Backs, Memory, at_first
from rulewright.runtime.observation import canonical, exchange, observe
from rulewright.runtime.sight import hidden, visible

ACE, BEE, CAT, DOG, ELK, FOX = (1 << i for i in range(6))


@pytest.fixture
def card(mini: SimpleNamespace) -> Domain:
    domain = mini.variables["payment"].type.domain
    assert isinstance(domain, Domain)
    return domain


@pytest.fixture
def position(mini: SimpleNamespace, deal: Callable[..., Slots]) -> Slots:
    slots = deal(mini, first="Ace Bee", second="Cat Dog", pile="Fox Elk")
    slots[POINT] = 0
    slots[CHANCE] = 1
    return slots


def told(memory: Memory, card: Domain, seat: int, components: int) -> Memory:
    """The memory, where a seat knows of some components where they lie."""
    backs = Backs(
        1 << i if components >> i & 1 else faces & ~components
        for i, faces in enumerate(memory.might[seat][card])
    )
    might = [*memory.might]
    might[seat] = {card: backs}
    return replace(memory, might=tuple(might))


@pytest.fixture
def memory(mini: SimpleNamespace, position: Slots, card: Domain) -> Memory:
    return told(at_first(mini.program, Layout(mini.program), position), card, 0, CAT)


def test_own_cards_are_seen_and_others_counted(
    mini: SimpleNamespace, position: Slots, memory: Memory
) -> None:
    everything = observe(mini.program, Layout(mini.program), position, 0, memory)
    seen = everything["cells"]
    assert isinstance(seen, dict)
    assert seen["hand"] == {"first": ["Ace", "Bee"], "second": {"count": 2, "known": ["Cat"]}}
    assert seen["pile"] == {"count": 2, "known": []}
    assert seen["draft"] == [None, None] and seen["holder"] == dict.fromkeys(
        ("North", "North Far", "South")
    )
    assert "me" not in seen and everything["passes"] == 0


def test_what_is_known_of_a_stack_has_its_position(
    mini: SimpleNamespace, position: Slots, memory: Memory, card: Domain
) -> None:
    memory = told(memory, card, 1, FOX)
    seen = observe(mini.program, Layout(mini.program), position, 1, memory)["cells"]
    assert isinstance(seen, dict) and seen["pile"] == {"count": 2, "known": ["Fox Cub"], "at": [1]}


def test_a_secret_choice_looks_like_the_one_it_is_part_of(
    mini: SimpleNamespace, position: Slots, memory: Memory
) -> None:
    layout = Layout(mini.program)
    before = observe(mini.program, layout, position, 1, memory)
    position[POINT] = 1
    layout.put(position, mini.variables["want"], (), 2)
    layout.put(position, mini.variables["payment"], (), BEE)
    assert observe(mini.program, layout, position, 1, memory) == before
    own = observe(mini.program, layout, position, 0, memory)
    assert own["choice"] == "pay"
    assert isinstance(own["cells"], dict) and own["cells"]["payment"] == ["Bee"]


def test_components_lie_open_or_hidden(
    mini: SimpleNamespace, position: Slots, card: Domain
) -> None:
    layout = Layout(mini.program)
    assert visible(mini.program, layout, position, 0) == {card: ACE | BEE}
    assert hidden(mini.program, layout, position, 0) == {card: CAT | DOG | ELK | FOX}


def test_exchange_moves_only_what_is_hidden_and_unknown(
    mini: SimpleNamespace, position: Slots, memory: Memory
) -> None:
    program, layout = mini.program, Layout(mini.program)
    hands = set()
    for seed in range(60):
        dealt, after = exchange(program, layout, position, 0, seed, memory)
        assert observe(program, layout, dealt, 0, after) == observe(
            program, layout, position, 0, memory
        )
        assert dealt[CHANCE] != position[CHANCE]
        hands.add(layout.get(dealt, mini.variables["hand"], (1,)))
    assert hands == {CAT | DOG, CAT | ELK, CAT | FOX}


def test_what_others_know_goes_with_the_places(
    mini: SimpleNamespace, position: Slots, memory: Memory, card: Domain
) -> None:
    layout = Layout(mini.program)
    memory = told(memory, card, 1, FOX)  # the top of the pile has been seen
    for seed in range(20):
        dealt, after = exchange(mini.program, layout, position, 0, seed, memory)
        pile = layout.get(dealt, mini.variables["pile"], ())
        assert isinstance(pile, list) and after.is_known(1, card, pile[-1])
        assert not after.is_known(1, card, pile[0])


def test_a_secret_choice_in_progress_stays_possible(
    mini: SimpleNamespace, position: Slots, memory: Memory
) -> None:
    layout = Layout(mini.program)
    position[POINT] = 1
    for seed in range(20):
        dealt, _ = exchange(mini.program, layout, position, 1, seed, memory)
        assert layout.get(dealt, mini.variables["hand"], (0,)) == ACE | BEE


def test_the_canonical_form_forgets_chance(mini: SimpleNamespace, position: Slots) -> None:
    layout = Layout(mini.program)
    other = layout.copy(position)
    other[CHANCE] = 99
    assert canonical(other) == canonical(position)
    layout.put(other, mini.variables["tokens"], (0,), 1)
    assert canonical(other) != canonical(position)


SWORN = """game sworn "Sworn"
  players 2

type charter: weavers, misers
mark oath of seat: charter or none, seen by owner

phase play
  turns until passes is 2
    choose main secretly
      swear(k in charter)
        set oath of me to k
      else pass

score sworn of p: 1 when oath of p is weavers else 0
winner most score
"""


def test_a_mark_that_is_not_seen_is_null_whatever_it_holds(tmp_path: Path) -> None:
    """So is one that is seen and holds none: who sees it says which of the two it is."""
    (tmp_path / "sworn.game").write_text(SWORN)
    state = load(str(tmp_path / "sworn.game")).start(seed=1)
    seats = ("0", "1")
    for oath in (None, "misers"):
        if oath is not None:
            state.apply(f"swear {oath}")
        own, other = (state.observation(seat)["cells"] for seat in (0, 1))
        assert own == {"oath": dict(zip(seats, (oath, None), strict=True))}
        assert other == {"oath": dict.fromkeys(seats)}
        assert "oath hidden" in state.table(1) and f"oath {oath or 'none'}" in state.table(0)


ASKED = """game asked "Asked"
  players 2 named Ann, Bob
mark sum of seat: 0..20
phase play
  turns until sum of Bob > 0
    choose main
      ask
action ask(n in 1..7)
  choose answer
    say(m in 1..n)
      gain m sum of me
score sum of p: sum of p
winner most score
"""


def test_what_no_action_keeps_is_null_and_not_the_first_number(tmp_path: Path) -> None:
    rules = tmp_path / "asked.game"
    rules.write_text(ASKED)
    state = load(str(rules)).start(seed=1)

    def kept(seat: int) -> object:
        cells = state.observation(seat)["cells"]
        assert isinstance(cells, dict)
        return cells.get("ask.n", "left out")

    for move, seat, number in (
        ("ask 3", 0, None),
        ("say 2", 0, 3),
        ("ask 1", 1, None),
        ("say 1", 1, 1),
    ):
        assert (kept(seat), kept(1 - seat)) == (number, "left out")
        state.apply(move)
    assert state.over
    assert {kept(seat) for seat in (0, 1)} <= {None, "left out"}


def test_what_one_seat_is_told_may_be_changed_without_any_other_noticing() -> None:
    state = load("ruins").start(seed=1)
    first, second, again = state.observation(0), state.observation(1), state.observation(0)
    assert not {*map(id, containers(first))} & {*map(id, containers(second))}
    for one in containers(first):
        one.clear()
    assert [state.observation(0), state.observation(1)] == [again, second]


def containers(json: Any) -> list[Any]:
    """All lists and objects in an observation."""
    inner = json.values() if isinstance(json, dict) else json if isinstance(json, list) else ()
    below = [one for part in inner for one in containers(part)]
    return [*below, json] if isinstance(json, dict | list) else below

"""Whether a position looks to a seat as another does, and positions with components renamed, beside
what the two mean, said without a thought for speed."""

from collections.abc import Iterator
from random import Random

import pytest

from rulewright import load
from rulewright.core.evaluate import elements_of_mask
from rulewright.core.ir import Element, Program, SetOf, StateVariable
from rulewright.runtime.layout import FIRST_VARIABLE, Layout, Slots
from rulewright.runtime.observation import Names, looks_alike, rename
from rulewright.runtime.sight import Masks, component_of, held_in, sees, visible, waiting

GAMES = (
    "ruins", "quetinny", "crazy_eights", "goofspiel", "liars_dice", "klondike", "leduc_poker",
)  # fmt: skip


def looks(program: Program, layout: Layout, slots: Slots, other: Slots, seat: int) -> bool:
    """Is all the same that the seat sees, and can count?"""
    me, him = (layout.get(one, program.me, ()) for one in (slots, other))
    one, two = waiting(program, slots), waiting(program, other)
    assert isinstance(me, int)
    if me != him or (one is None) is not (two is None):
        return False
    if one is not None and two is not None and one is not two:
        if me == seat or (one.cover or one.name) != (two.cover or two.name):
            return False
    masks = visible(program, layout, slots, seat)
    if masks != visible(program, layout, other, seat):
        return False
    return all(_seems(layout, slots, other, c, seat, me, masks) for c in program.variables)


def _seems(
    layout: Layout, slots: Slots, other: Slots, variable: StateVariable, seat: int, me: int,
    masks: Masks,
) -> bool:  # fmt: skip
    members = [*layout.members(slots, variable)]
    if members != [*layout.members(other, variable)]:
        return False
    for keys in members:
        ours, theirs = layout.get(slots, variable, keys), layout.get(other, variable, keys)
        if ours == theirs:
            continue
        if sees(variable, seat, me, keys[0] if keys else -1, masks):
            return False
        if component_of(variable) is None or variable.seen == "with":
            continue
        if held_in(variable, ours).bit_count() != held_in(variable, theirs).bit_count():
            return False
    return True


def renamed(program: Program, layout: Layout, slots: Slots, names: Names, *, chosen: bool) -> Slots:
    """The slots with each component in place of the other."""
    found = layout.copy(slots)
    for variable in program.variables:
        domain, kind = component_of(variable), variable.type
        if chosen and variable.role == "choice" and variable.seen == "chooser":
            domain = kind.domain if isinstance(kind, Element | SetOf) else None
        changed = names.get(domain, {}) if domain is not None else {}
        for keys in layout.members(slots, variable) if changed and variable.grows else ():
            layout.put(found, variable, keys, -1)
        for keys in layout.members(slots, variable) if changed else ():
            value = layout.get(slots, variable, keys)
            if isinstance(value, list):
                value = [changed.get(one, one) for one in value]
            elif isinstance(kind, Element):
                value = changed.get(value, value)
            else:
                value = sum(1 << changed.get(one, one) for one in elements_of_mask(value))
            layout.put(found, variable, keys, value)
    return found


def positions(name: str, seed: int) -> Iterator[Slots]:
    """Some of a random game."""
    state, random = load(name).start(seed=seed), Random(seed)
    for number in range(60):
        if number % 7 == 3:
            yield state.slots
        if state.over:
            return
        state.apply(random.choice(state.legal_moves()))


@pytest.mark.parametrize("name", GAMES)
def test_it_looks_the_same_if_all_that_is_seen_is_the_same(name: str) -> None:
    engine = load(name).engine
    program, layout, random = engine.program, engine.layout, Random(name)
    alike = {False: 0, True: 0}
    for slots in positions(name, 5):
        swapped = [(base, end) for c, base, end in layout.bounds if not c.grows]
        for seat in range(program.seats.size):
            for _ in range(60):
                other = layout.copy(slots)
                for _ in range(random.randint(1, 3)):
                    base, end = random.choice(swapped)
                    one, two = random.randrange(base, end), random.randrange(base, end)
                    assert one >= FIRST_VARIABLE
                    other[one], other[two] = other[two], other[one]
                names = _names(program, random)
                if random.random() < 0.5:
                    rename(program, layout, other, names, seat)
                told = looks_alike(program, layout, other, slots, seat)
                assert told == looks(program, layout, other, slots, seat)
                alike[told] += 1
    assert min(alike.values()) > 10


@pytest.mark.parametrize("name", GAMES)
def test_components_change_places_wherever_they_lie(name: str) -> None:
    engine = load(name).engine
    program, layout, random = engine.program, engine.layout, Random(name)
    for slots in positions(name, 6):
        for _ in range(10):
            names, found = _names(program, random), layout.copy(slots)
            chosen = layout.get(slots, program.me, ()) != 0
            rename(program, layout, found, names, 0)
            assert found == renamed(program, layout, slots, names, chosen=chosen)


def _names(program: Program, random: Random) -> Names:
    """Some components of each kind in each other's places."""
    names: Names = {}
    for domain in {component_of(c): None for c in program.variables}:
        if domain is not None:
            some = random.sample(range(domain.size), min(domain.size, random.choice((0, 2, 5))))
            names[domain] = dict(zip(some, some[1:] + some[:1], strict=True))
    return names

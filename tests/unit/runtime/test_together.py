"""What hidden components may be all at once, held against all ways to deal them."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from rulewright.runtime import together
from rulewright.runtime.together import Together

Ways = set[tuple[int, ...]]  # for each back the face that it shows


def mixed(ways: Ways, mask: int) -> Ways:
    several = [b for b in range(mask.bit_length()) if mask >> b & 1]
    found = set()
    for way in ways:
        for order in permutations(several):
            other = list(way)
            for back, before in zip(several, order, strict=True):
                other[back] = way[before]
            found.add(tuple(other))
    return found


def marginals(ways: Ways) -> list[int]:
    return [sum(1 << face for face in set(faces)) for faces in zip(*ways, strict=True)]


def told(known: Together, size: int) -> list[int]:
    found = [1 << back for back in range(size)]
    for heap, faces in known.might_be():
        for back in range(size):
            if heap >> back & 1:
                found[back] = faces
    return found


@pytest.mark.parametrize("seed", range(40))
def test_what_each_back_might_be_is_what_it_is_in_some_way(seed: int) -> None:
    luck, size = Random(seed), 6
    known, ways = Together(), {tuple(range(size))}
    for _ in range(12):
        if luck.random() < 0.6:
            mask = luck.randrange(1 << size)
            known, ways = known.mixed(mask), mixed(ways, mask)
        else:
            face = luck.randrange(size)
            known, ways = known.shown(face), {way for way in ways if way[face] == face}
        if luck.random() < 0.5:
            known = known.simplified()
        assert told(known, size) == marginals(ways)


@pytest.mark.parametrize("seed", range(20))
def test_what_is_forgotten_is_never_taken_for_impossible(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(together, "MOST", 3)
    luck, size, less = Random(seed), 6, 0
    known, ways = Together(), {tuple(range(size))}
    for _ in range(16):
        mask, face = luck.randrange(1 << size), luck.randrange(size)
        known, ways = known.mixed(mask), mixed(ways, mask)
        if luck.random() < 0.5:
            known, ways = known.shown(face), {way for way in ways if way[face] == face}
        says, may = told(known.simplified(), size), marginals(ways)
        assert all(one & ~other == 0 for one, other in zip(may, says, strict=True))
        less += says != may
    assert seed or less


def test_heaps_of_which_nothing_is_known_are_one() -> None:
    """A deck of which some cards are dealt and shown has one table, however it is dealt."""
    known = Together().mixed((1 << 52) - 1)
    for card in (3, 7, 20):
        known = known.shown(card)
    assert known.loose.bit_count() == 49
    known = known.mixed(0b111110000000000).simplified()
    assert len(known.heaps) == len(known.kinds) == len(known.tables) == 1


def test_a_world_that_is_not_possible_is_forgotten() -> None:
    known = Together().mixed(0b11).mixed(0b1100)
    here = known.renamed(lambda mask: mask ^ 0b1111, faces_too=False)
    assert here == Together((0b1111,), (0b1111,), frozenset([((4,),)]))
    there = known.renamed(lambda mask: mask ^ 0b1111, faces_too=True)
    assert [*there.might_be()] == [(0b1100, 0b1100), (0b11, 0b11)]

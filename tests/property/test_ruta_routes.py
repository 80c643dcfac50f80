"""Ruta's longest routes (RUTA-21 and invariant 10) against their definitions, on both engines.

A trail is as long as the largest connected set of routes in which at most two cards meet an odd
number of them; all subsets of a network are looked at. A path is looked for by walking.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.repeated import times

from rulewright.backends.registry import EngineName
from rulewright.game import Game, load
from rulewright.runtime.layout import Slots

ENGINES: list[EngineName] = ["python", "reference"]
Network = frozenset[tuple[str, str]]


@cache
def loaded(engine: EngineName, longest: str) -> Game:
    return load("ruta", options={"longest": longest}, engine=engine)


def routes() -> list[tuple[str, str]]:
    """The cards that each route joins, in the order of the routes."""
    holder = next(c for c in loaded("python", "trail").program.variables if c.name == "holder")
    ends = []
    for label in holder.keys[0].labels:
        here, _, there = label.partition("-")
        ends.append((here, there))
    return ends


ROUTES = routes()
networks = st.frozensets(st.sampled_from(ROUTES), max_size=10)


@st.composite
def connected(draw: st.DrawFn) -> Network:
    """Routes that hang together, grown one from another."""
    network = {draw(st.sampled_from(ROUTES))}
    for _ in range(draw(st.integers(0, 9))):
        places = {place for route in network for place in route}
        beside = [r for r in ROUTES if r not in network and places & set(r)]
        network.add(draw(st.sampled_from(beside)))
    return frozenset(network)


drawn = st.one_of(networks, connected())


def is_connected(network: Iterable[tuple[str, str]]) -> bool:
    left = set(network)
    reached = set(left.pop())
    while beside := {route for route in left if reached & set(route)}:
        left -= beside
        reached |= {place for route in beside for place in route}
    return not left


def trail(network: Network) -> int:
    """The definition, largest subsets first."""
    for size in range(len(network), 0, -1):
        for part in combinations(network, size):
            odd = sum(n % 2 for n in Counter(place for route in part for place in route).values())
            if odd <= 2 and is_connected(part):
                return size
    return 0


def path(network: Network) -> int:
    """The longest walk that meets no card twice."""

    def onward(here: str, met: frozenset[str]) -> int:
        ways = [b if a == here else a for a, b in network if here in (a, b)]
        return max((1 + onward(to, met | {to}) for to in ways if to not in met), default=0)

    places = {place for route in network for place in route}
    return max((onward(place, frozenset({place})) for place in places), default=0)


def found(engine: EngineName, longest: str, network: Iterable[tuple[str, str]]) -> int:
    """What the game scores for the longest route of a seat that holds a network."""
    game = loaded(engine, longest)
    layout = game.engine.layout
    slots: Slots = layout.fresh()
    holder = next(variable for variable in game.program.variables if variable.name == "holder")
    count = 0
    for route in network:
        layout.put(slots, holder, (ROUTES.index(route),), 1)
        count += 1
    first, second = game.engine.totals(game.engine.codec.encode(slots))
    assert first == 0
    return second - count


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=times(40, thorough=150), deadline=None)
@given(network=drawn)
def test_longest_trail(engine: EngineName, network: Network) -> None:
    assert found(engine, "trail", network) == trail(network)


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=times(40, thorough=150), deadline=None)
@given(network=drawn)
def test_longest_path(engine: EngineName, network: Network) -> None:
    assert found(engine, "path", network) == path(network)


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=times(25, thorough=100), deadline=None)
@given(network=drawn, more=st.sampled_from(ROUTES), data=st.data())
def test_what_holds_of_any_network(
    engine: EngineName, network: Network, more: tuple[str, str], data: st.DataObject
) -> None:
    longest = {kind: found(engine, kind, network) for kind in ("trail", "path")}
    assert (longest["trail"] == 0) == (longest["path"] == 0) == (not network)
    assert longest["path"] <= longest["trail"] <= len(network)
    in_any_order = data.draw(st.permutations(sorted(network)))
    for kind, length in longest.items():
        assert found(engine, kind, network | {more}) >= length
        assert found(engine, kind, in_any_order) == length

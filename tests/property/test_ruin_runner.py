"""Ruin Runner played twice: by its rule file, and by the rulebook written out once more below.

The other side is plain Python made from the rulebook and the tables alone. A game is drawn as a
setting, a seed and small numbers that pick the moves; at every decision both must offer the same
moves to the same seat, and in the end count the same points.
"""

from __future__ import annotations

import csv
import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.repeated import times

from rulewright.game import Game, load
from rulewright.resources import rules_root
from rulewright.state import State
from rulewright.testing.playouts import Playout
from rulewright.testing.strategies import playouts

MORE = int(os.environ.get("RULEWRIGHT_GAMES", "0"))  # games, where that is more
SETTINGS: list[tuple[int, list[str], dict[str, str]]] = [
    (2, [], {}),
    (3, [], {"must_take": "on"}),
    (4, [], {}),
    (5, [], {"idle": "rolling"}),
    (6, [], {}),
    (2, [], {"rotate": "off", "fed_inflows": "on"}),
    (3, ["thieves"], {}),
    (4, ["thieves"], {"swap_scope": "any", "return_enters": "off"}),
    (2, ["thieves"], {"idle": "rolling", "must_take": "on"}),
]


class Tile(NamedTuple):
    kind: str
    sides: tuple[str, str, str, str]
    counters: dict[str, int]
    link: str

    def side(self, direction: int, turns: int) -> str:
        """What faces a direction (0 to 3 for N, E, S, W) when the tile is turned."""
        arrow = self.sides[(direction - turns) % 4]
        return "out" if arrow == "white" else arrow


def read(table: str) -> list[dict[str, str]]:
    path = rules_root() / "ruin_runner" / table
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_tiles() -> dict[str, Tile]:
    found = {}
    for row in read("tiles.csv"):
        counters = Counter(row["diamonds"].split())
        counters.update({colour: 3 for colour in row["circles"].split()})
        sides = (row["north"], row["east"], row["south"], row["west"])
        found[row["tile"]] = Tile(row["kind"], sides, dict(counters), row["link"])
    return found


TILES = read_tiles()
COLOURS = [row["colour"] for row in read("colours.csv")]
STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]  # N, E, S, W; y grows northward


def turnings(tile: Tile) -> list[int]:
    """Of the turnings that look alike the smallest."""
    faces = [tuple(tile.sides[(d - r) % 4] for d in range(4)) for r in range(4)]
    return [r for r in range(4) if faces.index(faces[r]) == r]


class Deal(NamedTuple):
    hands: list[set[str]]
    pile: list[str]  # next tile first
    cards: list[set[str]]
    first: int
    first_looter: int


class Ruin:
    """A game in progress: `phase`, `me`, `moves()`, `apply(text)`, and in the end `scores()`."""

    def __init__(self, deal: Deal, options: dict[str, str], thieves: bool) -> None:
        self.deal, self.options, self.thieves = deal, options, thieves
        self.n = len(deal.hands)
        self.hands, self.pile = [set(hand) for hand in deal.hands], list(deal.pile)
        self.table: dict[tuple[int, int], tuple[str, int]] = {(0, 0): ("START", 0)}
        self.place = {"START": (0, 0)}
        self.counters: dict[str, Counter[str]] = {"START": Counter()}
        self.exits: dict[str, int] = {}
        self.loot: list[Counter[str]] = [Counter() for _ in range(self.n)]
        self.looters = ["START"] * self.n
        self.phase, self.me, self.passes = "place", deal.first, 0
        self.laid = self.result = ""
        self.turns_taken = self.idle_turns = 0
        self.took = self.took_in_round = self.brought_back = False

    def fits(self, tile: Tile, cell: tuple[int, int], turns: int) -> bool:
        for d, (dx, dy) in enumerate(STEPS):
            other = self.table.get((cell[0] + dx, cell[1] + dy))
            if other is None:
                continue
            mine, theirs = tile.side(d, turns), TILES[other[0]].side((d + 2) % 4, other[1])
            if mine == theirs != "blank":
                return False
            if self.options["fed_inflows"] == "on" and {mine, theirs} == {"in", "blank"}:
                return False
        return True

    def placements(self) -> Iterator[str]:
        free = {(x + dx, y + dy) for x, y in self.table for dx, dy in STEPS} - self.table.keys()
        for name in self.hands[self.me]:
            tile = TILES[name]
            for turns in turnings(tile) if self.options["rotate"] == "on" else [0]:
                for cell in free:
                    if self.fits(tile, cell, turns):
                        yield f"place {name} {cell[0]} {cell[1]} {turns}"

    def whites(self, name: str) -> list[int]:
        turns = self.table[self.place[name]][1]
        return [d for d in range(4) if TILES[name].sides[(d - turns) % 4] == "white"]

    def lay(self, name: str, x: int, y: int, turns: int) -> None:
        self.hands[self.me].remove(name)
        self.table[x, y], self.place[name] = (name, turns), (x, y)
        self.counters[name] = Counter(TILES[name].counters)
        self.passes, self.laid = 0, name
        if TILES[name].kind == "gate":
            self.phase = "gate"
        else:
            self.draw()

    def draw(self) -> None:
        if self.pile:
            self.hands[self.me].add(self.pile.pop(0))
        self.next_discoverer()

    def next_discoverer(self) -> None:
        self.phase, self.me = "place", (self.me + 1) % self.n
        if self.passes == self.n or not (self.pile or any(self.hands)):
            self.phase, self.me = "step", self.deal.first_looter
            self.end_if_emptied()

    def ways_out(self) -> list[int]:
        name = self.looters[self.me]
        if name in self.exits:
            return [self.exits[name]]
        turns = self.table[self.place[name]][1]
        return [d for d in range(4) if TILES[name].side(d, turns) == "out"]

    def step(self, direction: int) -> None:
        name = self.looters[self.me]
        x, y = self.place[name]
        if name in self.exits:
            self.exits[name] = next(d for d in self.whites(name) if d != self.exits[name])
        dx, dy = STEPS[direction]
        other = self.table.get((x + dx, y + dy))
        self.brought_back = True
        if other is None or TILES[other[0]].side((direction + 2) % 4, other[1]) != "in":
            self.arrive("START")
            return
        tile = TILES[other[0]]
        if tile.kind == "teleport_start":
            self.arrive("START")
        elif tile.kind == "teleport_entrance":
            exits = [n for n in self.place if TILES[n].kind == "teleport_exit"]
            self.arrive(next((n for n in exits if TILES[n].link == tile.link), "START"))
        else:
            self.arrive(other[0])

    def arrive(self, name: str) -> None:
        self.brought_back = name == "START"
        self.looters[self.me] = name
        self.took = False
        if +self.counters[name] and not self.kept_out():
            self.phase = "take"
        else:
            self.after_taking()

    def kept_out(self) -> bool:
        return self.brought_back and self.options["return_enters"] == "off"

    def after_taking(self) -> None:
        if self.thieves and not self.kept_out() and list(self.swaps()):
            self.phase = "swap"
        else:
            self.end_turn()

    def swaps(self) -> Iterator[str]:
        here = self.looters[self.me]
        for seat in range(self.n):
            near = self.looters[seat] == here or self.options["swap_scope"] == "any"
            if seat != self.me and near:
                for give in +self.loot[self.me]:
                    for get in +self.loot[seat]:
                        if give != get:
                            yield f"swap {seat} {give} {get}"

    def end_turn(self) -> None:
        self.phase, self.me = "step", (self.me + 1) % self.n
        self.turns_taken += 1
        self.took_in_round |= self.took
        self.idle_turns = 0 if self.took else self.idle_turns + 1
        if self.end_if_emptied():
            return
        if self.options["idle"] == "rolling":
            over = self.idle_turns == self.n
        else:
            over = self.turns_taken % self.n == 0 and not self.took_in_round
        if self.turns_taken % self.n == 0:
            self.took_in_round = False
        if over:
            self.phase, self.result = "", "idle"

    def end_if_emptied(self) -> bool:
        if any(+held for held in self.counters.values()):
            return False
        self.phase, self.result = "", "emptied"
        return True

    def moves(self) -> set[str]:
        here = self.looters[self.me]
        match self.phase:
            case "place":
                return set(self.placements()) or {"pass"}
            case "gate":
                return {f"gate {'NESW'[d]}" for d in self.whites(self.laid)}
            case "step":
                return {f"step {'NESW'[d]}" for d in self.ways_out()} or {"return"}
            case "take":
                found = {f"take {colour}" for colour in +self.counters[here]}
                return found if self.options["must_take"] == "on" else found | {"decline"}
            case "swap":
                return set(self.swaps()) | {"decline"}
        return set()

    def apply(self, move: str) -> None:
        match move.split():
            case ["place", name, x, y, turns]:
                self.lay(name, int(x), int(y), int(turns))
            case ["pass"]:
                self.passes += 1
                self.next_discoverer()
            case ["gate", side]:
                self.exits[self.laid] = "NESW".index(side)
                self.draw()
            case ["step", side]:
                self.step("NESW".index(side))
            case ["return"]:
                self.arrive("START")
            case ["take", colour]:
                self.counters[self.looters[self.me]][colour] -= 1
                self.loot[self.me][colour] += 1
                self.took = True
                self.after_taking()
            case ["swap", seat, give, get]:
                for one, change in ((self.loot[self.me], 1), (self.loot[int(seat)], -1)):
                    one[give] -= change
                    one[get] += change
                self.end_turn()
            case ["decline"]:
                if self.phase == "take":
                    self.after_taking()
                else:
                    self.end_turn()

    def scores(self) -> list[int]:
        found = [sum(held.values()) for held in self.loot]
        for seat, cards in enumerate(self.deal.cards):
            found[seat] += sum(self.loot[seat][colour] for colour in cards)
        for colour in COLOURS:
            most = max(held[colour] for held in self.loot)
            leaders = [seat for seat, held in enumerate(self.loot) if held[colour] == most > 0]
            for seat in leaders:
                found[seat] += 5 if len(leaders) == 1 else 3
        return found


@cache
def loaded(number: int) -> Game:
    seats, variants, options = SETTINGS[number]
    return load("ruin_runner", seats=seats, variants=variants, options=options)


def dealt(state: State) -> Deal:
    """What the deal gave to whom, from a state at its first decision."""
    engine = state.engine
    variables = {variable.name: variable for variable in engine.program.variables}
    seats = range(engine.program.seats.size)

    def value(name: str, *keys: int) -> Any:
        held = engine.layout.get(state.slots, variables[name], keys)
        domain = variables[name].type.domain  # type: ignore[union-attr]
        if isinstance(held, list):
            return [domain.labels[e] for e in reversed(held)]
        if variables[name].role == "zone":
            return {domain.labels[e] for e in range(domain.size) if held >> e & 1}
        return held

    return Deal(
        [value("hand", seat) for seat in seats],
        value("pile"),
        [value("cards", seat) for seat in seats],
        value("first_discoverer"),
        value("first_looter"),
    )


def model(game: Game, state: State) -> Ruin:
    usual = {"swap_scope": "tile"}
    return Ruin(dealt(state), usual | game.options, "thieves" in game.variants)


plays = playouts(st.sampled_from(range(len(SETTINGS))).map(loaded))


@settings(
    max_examples=max(times(4, thorough=15), MORE),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(plays)
def test_the_rule_file_plays_by_the_rulebook(play: Playout) -> None:
    """Invariants 4 to 6, 9 to 13, and all that follows from offering the same moves throughout."""
    state = play.start()
    ruin = model(play.game, state)
    for count in range(10_000):
        moves = [str(move) for move in state.legal_moves()]
        assert (state.choice, len(moves)) == (ruin.phase, len(set(moves)))
        assert set(moves) == ruin.moves()
        if state.over:
            break
        assert state.to_move == ruin.me
        move = str(play.choose(state, count))
        state.apply(move)
        ruin.apply(move)
    assert state.outcome is not None
    assert state.outcome["scores"] == ruin.scores()
    best = max(ruin.scores())
    assert state.outcome["winners"] == [s for s, n in enumerate(ruin.scores()) if n == best]
    assert state.outcome["result"] == [ruin.result]

"""RUINS played twice: by its rule file, and by the rulebook written out once more below.

The other side is plain Python made from the rulebook and the tables alone. It does not draw cards:
which ruins are dealt and drawn it takes over from the state, and checks that as many went to each
hand as had to. A game is drawn as a setting, a seed and small numbers that pick the moves; at every
decision both must offer the same moves to the same seat.
"""

from __future__ import annotations

import csv
import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, cast

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
    (4, [], {}),
    (2, [], {}),
    (3, [], {}),
    (5, [], {}),
    (2, [], {"count_mandatory": "on", "rounds": "2"}),
    (3, [], {"pass_locks_out": "on", "rounds": "3"}),
    (4, [], {"strictly_higher": "on", "hand_size": "7"}),
    (5, [], {"night_side": "off", "claims": "off"}),
    (3, [], {"match_skips": "off", "instant_win_vp": "5"}),
    (3, [], {"draw_guard_tricks": "0"}),
    (2, ["short_game", "no_skip", "open_flips"], {}),
    (4, ["one_chance", "strict_climbing"], {}),
    (3, ["all_night"], {}),
    (5, ["low_hand", "no_claims", "forced_count", "higher_bar"], {}),
    (3, ["bare_climbing"], {}),
    (2, ["long_game", "no_night"], {}),
]
POSITIONS = ["top", "middle", "bottom"]


class Ruin(NamedTuple):
    day: int
    night: int
    effect: str
    amount: int
    fewest: int


class Discovery(NamedTuple):
    position: str
    effect: str
    amount: int


def rows(table: str) -> list[dict[str, str]]:
    with open(rules_root() / "ruins" / table, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


RUINS = {
    row["ruin"]: Ruin(
        int(row["day_rank"]), int(row["night_rank"]), row["night_effect"],
        int(row["night_amount"]), int(row["min_players"]),
    )
    for row in rows("ruin_cards.csv")
}  # fmt: skip
ORDER = list(RUINS)
DISCOVERIES = {
    row["name"]: Discovery(row["position"], row["effect"], int(row["amount"]))
    for row in rows("discoveries.csv")
}
COST = {int(row["slot"]): int(row["cost"]) for row in rows("market.csv")}
VP = {(int(row["players"]), int(row["place"])): int(row["vp"]) for row in rows("vp.csv")}

Lit = tuple[int, Counter[int]]  # torches, and lights used in this turn by their amount


class Crafted:
    """What has become of the ruins: who turned or upgraded them; `effects(ruin, kind)` in all."""

    def __init__(self) -> None:
        self.night: set[str] = set()
        self.upgrades: dict[tuple[str, str], str] = {}
        self.claims: dict[str, int] = {}

    def amounts(self, ruin: str, kind: str) -> list[int]:
        there = [DISCOVERIES[d] for p in POSITIONS if (d := self.upgrades.get((ruin, p)))]
        found = [d.amount for d in there if d.effect == kind]
        if ruin in self.night and RUINS[ruin].effect == kind:
            found.append(RUINS[ruin].amount)
        return found

    def printed(self, ruin: str) -> int:
        return RUINS[ruin].night if ruin in self.night else RUINS[ruin].day

    def rank(self, ruin: str) -> int:
        return self.printed(ruin) + sum(self.amounts(ruin, "rank"))

    def wild(self, ruin: str) -> bool:
        return bool(self.amounts(ruin, "wild"))


class Table:
    """A game in progress: `me`, `moves()`, `apply(text)`, and `champion` in the end."""

    def __init__(self, seats: int, options: dict[str, str], first: int) -> None:
        self.n, self.options, self.first = seats, options, first
        self.crafted = Crafted()
        self.hands: list[set[str]] = [set() for _ in range(seats)]
        self.deck_size = 0
        self.market: list[str | None] = []
        self.discoveries: list[str] = []  # next first
        self.vp = [0] * seats
        self.claims_left = [2 if options["claims"] == "on" else 0] * seats
        self.champion: int | None = None
        self.round, self.playing = 0, list(range(seats))
        self.drawn: Counter[int] = Counter()  # by seat, since hands were last taken over
        self.new_round()

    def number(self, option: str) -> int:
        return int(self.options[option])

    def on(self, option: str) -> bool:
        return self.options[option] == "on"

    def new_round(self) -> None:
        self.round += 1
        if self.round > 1:
            fewest = min(self.vp[p] for p in self.playing)
            tied = [p for p in self.playing if self.vp[p] == fewest]
            self.first = max(tied, key=lambda p: (p - self.first) % self.n)
        self.vp_before = list(self.vp)
        self.lit = [3] * self.n
        self.out: list[int] = []
        self.tricks = 0
        self.dealt = True  # hands are to be taken over
        self.to_flip = self.from_seat(self.first) if self.on("night_side") else []
        self.phase, self.me = "flip", self.first
        self.leader = self.first
        if not self.to_flip:
            self.new_trick(self.first)

    def from_seat(self, seat: int) -> list[int]:
        return sorted(self.playing, key=lambda p: (p - seat) % self.n)

    def new_trick(self, leader: int) -> None:
        self.last: tuple[int, int, int] | None = None  # seat, cards, rank
        self.table: list[str] = []
        self.passes, self.skip = 0, False
        self.locked: set[int] = set()
        self.begin_turn(leader)

    def begin_turn(self, seat: int) -> None:
        self.me, self.phase = seat, "turn"
        self.laid: list[str] = []
        self.used: Counter[int] = Counter()
        self.bought = self.upgrading = False
        self.possible: dict[object, bool] = {}
        if self.skip:
            self.skip = False
            self.passed()

    def active(self) -> list[int]:
        return [p for p in self.playing if p not in self.out]

    def after(self, seat: int, among: list[int]) -> int:
        return min(among, key=lambda p: (p - seat - 1) % self.n)

    def passed(self) -> None:
        self.passes += 1
        if self.options["pass_locks_out"] == "on":
            self.locked.add(self.me)
        self.next_turn()

    def next_turn(self) -> None:
        assert self.last is not None
        opponents = [p for p in self.active() if p != self.last[0] and p not in self.locked]
        locking = self.options["pass_locks_out"] == "on"
        done = not opponents if locking else self.passes >= len(opponents)
        if done:
            self.tricks += 1
            self.deck_size += len(self.table)
            leader = self.last[0]
            if leader in self.out:
                leader = self.after(leader, self.active())
            self.new_trick(leader)
            return
        free = [p for p in self.active() if p not in self.locked]
        self.begin_turn(self.after(self.me, free))

    def cards(self, laid: list[str], crafted: Crafted) -> range:
        most = len(laid) + sum(sum(crafted.amounts(r, "count")) for r in laid)
        return range(most if self.on("count_mandatory") else len(laid), most + 1)

    def ranks(self, laid: list[str], crafted: Crafted) -> set[int]:
        if len(laid) == 1:
            return {crafted.rank(laid[0])}
        tame = {crafted.rank(r) for r in laid if not crafted.wild(r)}
        if tame:
            return tame if len(tame) == 1 else set()
        return {crafted.printed(r) for r in laid}

    def plays(self, laid: list[str], crafted: Crafted) -> Iterator[tuple[int, int]]:
        if not laid:
            return
        for cards in self.cards(laid, crafted):
            for rank in self.ranks(laid, crafted):
                if self.last is None:
                    yield cards, rank
                elif cards == self.last[1]:
                    if rank > self.last[2] or (
                        rank == self.last[2] and not self.on("strictly_higher")
                    ):
                        yield cards, rank

    def lights(self, laid: list[str], crafted: Crafted, lit: Lit) -> list[int]:
        there = Counter(k for r in laid for k in crafted.amounts(r, "light"))
        return [k for k in sorted(there) if there[k] > lit[1][k] and lit[0] < 3]

    def purchases(
        self, laid: list[str], crafted: Crafted, market: list[str | None], lit: Lit
    ) -> list[tuple[int, str]]:
        return [
            (slot, r)
            for slot, d in enumerate(market, start=1)
            if d is not None and COST[slot] <= lit[0]
            for r in laid
            if (r, DISCOVERIES[d].position) not in crafted.upgrades
        ]

    def can_play(
        self, laid: list[str], crafted: Crafted, market: list[str | None], lit: Lit, taking: bool
    ) -> bool:
        """Can a legal play still follow? Every way is tried, none twice."""
        if self.last is not None and len(laid) > self.last[1]:
            return False
        here = frozenset(crafted.upgrades.items())
        key = (tuple(laid), here, tuple(market), lit[0], frozenset(lit[1].items()), taking)
        if key not in self.possible:
            self.possible[key] = self.tried(laid, crafted, market, lit, taking)
        return self.possible[key]

    def tried(
        self, laid: list[str], crafted: Crafted, market: list[str | None], lit: Lit, taking: bool
    ) -> bool:
        if any(self.plays(laid, crafted)):
            return True
        ranks = Counter(crafted.rank(r) for r in laid if not crafted.wild(r))
        if sum(ranks.values()) - max(ranks.values(), default=0) > sum(
            d is not None for d in market
        ):
            return False  # a discovery changes the rank of one ruin
        if taking and any(
            self.can_play([*laid, r], crafted, market, lit, True) for r in self.later(laid)
        ):
            return True
        for slot, r in self.purchases(laid, crafted, market, lit):
            bought = self.after_purchase(crafted, market, slot, r)
            if self.can_play(laid, *bought, (lit[0] - COST[slot], lit[1]), False):
                return True
        return any(
            self.can_play(laid, crafted, market, self.after_light(lit, k), False)
            for k in self.lights(laid, crafted, lit)
        )

    def later(self, laid: list[str]) -> list[str]:
        last = ORDER.index(laid[-1]) if laid else -1
        return [r for r in ORDER if r in self.hands[self.me] and ORDER.index(r) > last]

    def after_purchase(
        self, crafted: Crafted, market: list[str | None], slot: int, ruin: str
    ) -> tuple[Crafted, list[str | None]]:
        found = market[slot - 1]
        assert found is not None
        after = Crafted()
        after.night, after.claims = crafted.night, crafted.claims
        after.upgrades = crafted.upgrades | {(ruin, DISCOVERIES[found].position): found}
        return after, [None if i == slot - 1 else d for i, d in enumerate(market)]

    def after_light(self, lit: Lit, k: int) -> Lit:
        return min(3, lit[0] + k), lit[1] + Counter({k: 1})

    def moves(self) -> set[str]:
        hand = self.hands[self.me]
        match self.phase:
            case "flip":
                return {"keep"} | {f"flip {r}" for r in hand if r not in self.crafted.night}
            case "turn":
                return set(self.turn_moves())
            case "claim":
                return {f"claim {r}" for r in self.claimable} | {"no claim"}
            case "cycle":
                return {"cycle", "no cycle"}
            case "return":
                return {f"return {r}" for r in hand}
        return set()

    def turn_moves(self) -> Iterator[str]:
        lit = self.lit[self.me], self.used
        if self.last is not None and not self.laid:
            yield "pass"
        if not self.upgrading:
            for r in self.later(self.laid):
                if self.can_play([*self.laid, r], self.crafted, self.market, lit, True):
                    yield f"take {r}"
        for slot, r in self.purchases(self.laid, self.crafted, self.market, lit):
            bought = self.after_purchase(self.crafted, self.market, slot, r)
            if self.can_play(self.laid, *bought, (lit[0] - COST[slot], lit[1]), False):
                yield f"buy {slot} {r}"
        for k in self.lights(self.laid, self.crafted, lit):
            after = self.after_light(lit, k)
            if self.can_play(self.laid, self.crafted, self.market, after, False):
                yield f"light {k}"
        for cards, rank in self.plays(self.laid, self.crafted):
            yield f"play {cards} {rank}"

    def apply(self, move: str) -> None:
        match move.split():
            case ["flip", ruin]:
                self.crafted.night.add(ruin)
                self.flipped()
            case ["keep"]:
                self.flipped()
            case ["pass"]:
                self.passed()
            case ["take", ruin]:
                self.laid.append(ruin)
            case ["buy", slot, ruin]:
                self.lit[self.me] -= COST[int(slot)]
                bought = self.after_purchase(self.crafted, self.market, int(slot), ruin)
                self.crafted, self.market = bought
                self.bought = self.upgrading = True
            case ["light", k]:
                self.lit[self.me], self.used = self.after_light(
                    (self.lit[self.me], self.used), int(k)
                )
                self.upgrading = True
            case ["play", cards, rank]:
                self.play(int(cards), int(rank))
            case ["claim", ruin]:
                self.crafted.claims[ruin] = self.me
                self.claims_left[self.me] -= 1
                self.ask_claim([r for r in self.claimable if ORDER.index(r) > ORDER.index(ruin)])
            case ["no", "claim"]:
                self.draws()
            case ["cycle"]:
                self.cycles -= 1
                self.phase = "return"
                self.draw(self.me, 1)
            case ["no", "cycle"]:
                self.end_turn()
            case ["return", ruin]:
                self.hands[self.me].remove(ruin)
                self.deck_size += 1
                self.ask_cycle()

    def flipped(self) -> None:
        self.to_flip.pop(0)
        if self.to_flip:
            self.me = self.to_flip[0]
        else:
            self.new_trick(self.first)

    def play(self, cards: int, rank: int) -> None:
        matched = self.last is not None and rank == self.last[2]
        self.skip = matched and self.on("match_skips")
        self.last, self.passes = (self.me, cards, rank), 0
        self.hands[self.me] -= set(self.laid)
        self.table += self.laid
        self.ask_claim([r for r in self.laid if r not in self.crafted.claims])

    def ask_claim(self, claimable: list[str]) -> None:
        self.phase, self.claimable = "claim", claimable
        if not claimable or not self.claims_left[self.me]:
            self.draws()

    def effect(self, kind: str) -> int:
        return sum(sum(self.crafted.amounts(r, kind)) for r in self.laid)

    def draws(self) -> None:
        each = self.effect("draw")
        if self.tricks < self.number("draw_guard_tricks"):
            others = [p for p in self.active() if p != self.me]
            for p in sorted(others, key=lambda p: (p - self.me) % self.n):
                self.draw(p, each)
        self.cycles = self.effect("cycle")
        self.ask_cycle()

    def draw(self, seat: int, count: int) -> None:
        """That many ruins, or what is left, go to a hand: which ones is for the state to say."""
        count = min(count, self.deck_size)
        self.deck_size -= count
        self.drawn[seat] += count

    def ask_cycle(self) -> None:
        self.phase = "cycle"
        if not (self.cycles and self.hands[self.me] and self.deck_size):
            self.end_turn()

    def end_turn(self) -> None:
        if self.bought:
            kept = [d for d in self.market if d is not None]
            while len(kept) < len(COST) and self.discoveries:
                kept.insert(0, self.discoveries.pop(0))
            self.market = [None] * (len(COST) - len(kept)) + list(kept)
        if not self.hands[self.me]:
            self.go_out()
        else:
            self.next_turn()

    def go_out(self) -> None:
        showdown = self.round > self.number("rounds")
        first = not self.out
        self.out.append(self.me)
        if first and (showdown or self.vp_before[self.me] >= self.number("instant_win_vp")):
            self.phase, self.champion = "", self.me
            return
        self.score(self.me, len(self.out))
        if len(self.active()) > 1:
            self.next_turn()
            return
        last = self.active()[0]
        self.score(last, len(self.playing))
        if self.round == self.number("rounds"):
            best = max(self.vp)
            self.playing = [p for p in range(self.n) if self.vp[p] == best or p == self.out[0]]
            if len(self.playing) == 1:
                self.phase, self.champion = "", self.playing[0]
                return
        self.new_round()

    def score(self, seat: int, place: int) -> None:
        gained = VP[self.n, place]
        self.vp[seat] = max(0, min(10, self.vp[seat] + gained))


@cache
def loaded(number: int) -> Game:
    seats, variants, options = SETTINGS[number]
    return load("ruins", seats=seats, variants=variants, options=options)


class Reader:
    """What a state says of where things lie."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.variables = {variable.name: variable for variable in state.engine.program.variables}

    def value(self, name: str, *keys: int) -> int | list[int]:
        return self.state.engine.layout.get(self.state.slots, self.variables[name], keys)

    def hand(self, seat: int) -> set[str]:
        held = cast(int, self.value("hand", seat))
        return {ruin for i, ruin in enumerate(ORDER) if held >> i & 1}

    def discoveries(self) -> list[str]:
        names = list(DISCOVERIES)
        return [names[e] for e in reversed(cast(list[int], self.value("finds")))]

    def market(self) -> list[str | None]:
        names = list(DISCOVERIES)
        there = [cast(int, self.value("market", i)) for i in range(len(COST))]
        return [names[e] if e >= 0 else None for e in there]


def model(game: Game, state: State) -> Table:
    """The rulebook's game, from a state at its first decision."""
    read = Reader(state)
    table = Table(game.seats, game.options, cast(int, read.value("starter")))
    table.market, table.discoveries = read.market(), read.discoveries()
    if "all_night" in game.variants:
        table.crafted.night |= set(RUINS)
    return table


def take_over(table: Table, state: State) -> None:
    """Which ruins were dealt and drawn; that it were as many as had to be is checked."""
    read = Reader(state)
    used = {name for name, ruin in RUINS.items() if ruin.fewest <= table.n}
    hands = [read.hand(seat) for seat in range(table.n)]
    counts = [table.drawn.pop(seat, 0) for seat in range(table.n)]
    if table.dealt:
        table.dealt = False
        table.deck_size = len(used) - sum(map(len, hands))
        assert sum(map(len, hands)) == len(table.playing) * table.number("hand_size")
        for ruin, seat in table.crafted.claims.items():
            elsewhere = [p for p in range(table.n) if ruin in hands[p] and p != seat]
            assert not elsewhere or seat not in table.playing
    else:
        for before, hand, count in zip(table.hands, hands, counts, strict=True):
            assert before <= hand and len(hand - before) == count
    table.hands = hands


plays = playouts(st.sampled_from(range(len(SETTINGS))).map(loaded))


@settings(
    max_examples=max(1, MORE),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(plays)
def test_the_rule_file_plays_by_the_rulebook(play: Playout) -> None:
    state = play.start()
    table = model(play.game, state)
    take_over(table, state)
    for count in range(5_000):
        moves = [str(move) for move in state.legal_moves()]
        assert len(moves) == len(set(moves))
        if count % times(10, thorough=1) == 0 or state.over:
            assert set(moves) == table.moves()
        if state.over:
            break
        assert state.to_move == table.me
        move = str(play.choose(state, count))
        state.apply(move)
        table.apply(move)
        take_over(table, state)
    assert state.outcome is not None
    assert state.outcome["winners"] == [table.champion]
    assert state.outcome["scores"] == table.vp

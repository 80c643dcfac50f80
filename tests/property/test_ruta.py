"""Section 9 of Ruta's rulebook, over games played at random.

The other side of the comparison is written out here once more, from the rulebook and the tables
of cards alone: which moves are on offer, what a payment is, who has seen which card. A game is
drawn as a setting, a seed for the shuffles, and small numbers that pick the moves.
"""

from __future__ import annotations

import csv
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
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
SETTINGS: list[tuple[list[str], dict[str, str]]] = [
    ([], {}),
    ([], {"excuse": "off", "overpay": "minimal", "longest": "path"}),
    ([], {"reshuffle": "on_demand"}),
    (["ace_give"], {"reshuffle": "on_demand", "overpay": "minimal"}),
    (["ace_extra"], {"excuse": "off"}),
    (["ace_extra"], {"ace_chain": "off", "reshuffle": "on_demand"}),
    (["ace_give", "ace_extra"], {"overpay": "minimal"}),
    (["ace_subvert"], {"longest": "path"}),
    (["ace_subvert"], {"overpay": "minimal", "reshuffle": "on_demand", "excuse": "off"}),
]


class Card(NamedTuple):
    """A card: its place in card order, its rank in Ruta, its suits and its kind."""

    number: int
    rank: int
    suits: frozenset[str]
    kind: str


class Route(NamedTuple):
    price: int
    suits: frozenset[str]


def rows(file: str) -> list[dict[str, str]]:
    with open(rules_root() / file, encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


def read_cards() -> dict[str, Card]:
    ranks = {"pawn": 10, "court": 10, "crown": 10, "excuse": 0}
    found = {}
    for number, row in enumerate(rows("decktet/decktet.csv")):
        rank = ranks[row["kind"]] if row["kind"] in ranks else int(row["value"])
        found[row["name"]] = Card(number, rank, frozenset(row["suits"].split()), row["kind"])
    return found


CARDS = read_cards()
MAP = {(int(row["row"]), int(row["column"])): row["name"] for row in rows("ruta/map.csv")}
DECK = {name for name in CARDS if name not in MAP.values()}


def read_routes() -> dict[str, Route]:
    found = {}
    for (row, column), name in MAP.items():
        for place in ((row, column + 1), (row + 1, column)):
            if place in MAP:
                here, there = CARDS[name], CARDS[MAP[place]]
                route = Route(here.rank + there.rank, here.suits & there.suits)
                found[f"{name}-{MAP[place]}"] = route
    return found


ROUTES = read_routes()


def ways(price: int, paid: list[int], more: list[int], *, minimal: bool) -> int:
    """How many sets of `more` complete a payment; ranks in card order, `paid` all before `more`."""
    if minimal and not paid:
        return sum(ways(price, [rank], more[i + 1 :], minimal=True) for i, rank in enumerate(more))
    sums = Counter({sum(paid): 1})
    for rank in more:
        sums.update({total + rank: count for total, count in sums.items()})
    least = paid[0] if minimal else 10_000
    return sum(count for total, count in sums.items() if price <= total < price + least)


@dataclass(frozen=True)
class Table:
    """All that lies on the table, and the payment under way."""

    game: Game
    choice: str
    me: int
    hands: tuple[frozenset[str], ...]
    draft: tuple[str | None, ...]
    pile: tuple[str, ...]
    discards: tuple[str, ...]
    tokens: tuple[int, ...]
    held: tuple[frozenset[str], ...]
    rows: tuple[tuple[str | None, ...], ...]
    removed: frozenset[str]
    route: str = ""
    payment: frozenset[str] = frozenset()
    spent: frozenset[str] = frozenset()

    def has(self, variant: str) -> bool:
        return variant in self.game.variants

    def option(self, name: str) -> str:
        return self.game.options[name]

    def shown_aces(self) -> list[str]:
        return [card for card in self.draft if card and CARDS[card].kind == "ace"]

    def takes(self) -> set[str]:
        """Ways to take a card."""
        found = {f"take {card}" for card in self.draft if card}
        if self.pile or (self.option("reshuffle") == "on_demand" and self.discards):
            found.add("draw")
        if "Excuse" in self.hands[self.me]:
            found |= {f"excuse {card}" for card in self.discards}
        return found

    def gives(self) -> set[str]:
        return {f"give {ace}" for ace in self.shown_aces()} if self.has("ace_give") else set()

    def payers(self, route: str, *, subverted: bool) -> list[str]:
        """Cards of the hand that may pay, in card order."""
        return [
            card
            for card in sorted(self.hands[self.me], key=lambda name: CARDS[name].number)
            if CARDS[card].suits & ROUTES[route].suits or (subverted and card != "Excuse")
        ]

    def ways_on(self, route: str, paid: list[str], after: list[str]) -> int:
        ranks = [[CARDS[card].rank for card in cards] for cards in (paid, after)]
        minimal = self.option("overpay") == "minimal"
        return ways(ROUTES[route].price, *ranks, minimal=minimal)

    def fitting_aces(self, route: str) -> list[str]:
        row = self.rows[self.me] if self.rows else ()
        return [ace for ace in row if ace and CARDS[ace].suits & ROUTES[route].suits]

    def payments(self, route: str) -> int:
        """How many legal payments there are for a route."""
        plain = self.ways_on(route, [], self.payers(route, subverted=False))
        open_to_all = self.ways_on(route, [], self.payers(route, subverted=True))
        return plain + len(self.fitting_aces(route)) * open_to_all

    def offers(self) -> set[str]:
        """The moves that the rulebook offers."""
        match self.choice:
            case "main":
                free = set(ROUTES) - self.held[0] - self.held[1]
                claims = {f"claim {route}" for route in free if self.payments(route)}
                return (self.takes() | self.gives() | claims) or {"pass"}
            case "extra":
                return self.takes() | self.gives() | {"end"}
            case "wrap":
                return self.gives() | {"end"}
        return self.steps()

    def steps(self) -> set[str]:
        """The moves within a payment."""
        payers = self.payers(self.route, subverted=bool(self.spent))
        paid = [card for card in payers if card in self.payment]
        later = payers[payers.index(paid[-1]) + 1 :] if paid else payers
        found = set()
        for i, card in enumerate(later):
            if self.ways_on(self.route, [*paid, card], later[i + 1 :]):
                found.add(f"pay {card}")
        if self.ways_on(self.route, paid, []):
            found.add("commit")
        if not paid and not self.spent:
            everything = self.payers(self.route, subverted=True)
            if self.ways_on(self.route, [], everything):
                found |= {f"subvert {ace}" for ace in self.fitting_aces(self.route)}
        return found


def table(game: Game, state: State) -> Table:
    """What a state says lies on the table."""
    program, layout = game.program, game.engine.layout
    variables = {variable.name: variable for variable in program.variables}

    def value(name: str, *keys: int) -> Any:
        variable = variables[name]
        held = layout.get(state.slots, variable, keys)
        domain: Any = getattr(variable.type, "domain", None)
        if domain is None or domain.kind == "seat":
            return held
        if isinstance(held, list):
            return tuple(domain.labels[e] if e >= 0 else None for e in held)
        if type(variable.type).__name__ == "SetOf":
            return frozenset(domain.labels[e] for e in range(domain.size) if held >> e & 1)
        return domain.labels[held] if held >= 0 else ""

    names = {name.rpartition(".")[2]: name for name in variables}
    paying = state.choice == "pay"
    routes = variables["holder"].keys[0].labels
    holders = {route: value("holder", number) for number, route in enumerate(routes)}
    return Table(
        game,
        state.choice,
        value("me"),
        (value("hand", 0), value("hand", 1)),
        value("draft"),
        value("pile")[::-1],
        value("discards")[::-1],
        (value("tokens", 0), value("tokens", 1)),
        tuple(frozenset(r for r, seat in holders.items() if seat == p) for p in (0, 1)),
        (value("aces", 0), value("aces", 1)) if "aces" in variables else (),
        value("removed") if "removed" in variables else frozenset(),
        value(names["r"]) if paying else "",
        value(names["payment"]) if paying else frozenset(),
        value(names["spent"]) if paying and "spent" in names else frozenset(),
    )


@cache
def loaded(number: int) -> Game:
    variants, options = SETTINGS[number]
    return load("ruta", variants=variants, options=options)


plays = playouts(st.sampled_from(range(len(SETTINGS))).map(loaded))


def games(examples: int) -> settings:
    return settings(
        max_examples=max(times(examples // 4, thorough=examples), MORE),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@games(25)
@given(plays)
def test_what_lies_where(play: Playout) -> None:
    """Invariants 1 to 4, 13 and 14."""
    removed: frozenset[str] = frozenset()
    for state in play.states():
        on = table(play.game, state)
        cards: list[str] = [*on.pile, *on.discards, *on.removed]
        for cards_of in (*on.hands, on.draft, *on.rows):
            cards += [card for card in cards_of if card]
        excuse = on.option("excuse") == "on"
        assert Counter(cards) == Counter(DECK if excuse else DECK - {"Excuse"})
        assert all(t + len(held) == 10 for t, held in zip(on.tokens, on.held, strict=True))
        assert not on.held[0] & on.held[1] and len(on.held[0] | on.held[1]) <= 19
        assert len(on.draft) == 2
        if None in on.draft:
            assert not on.pile and not on.discards
        if on.option("reshuffle") == "immediate" and on.choice != "pay":
            assert on.pile or not on.discards
        if on.has("ace_subvert"):
            aces = {card for card in cards if CARDS[card].kind == "ace"}
            in_rows = {ace for row in on.rows for ace in row if ace}
            assert aces == in_rows | on.removed and not in_rows & on.removed
            assert removed <= on.removed and len(on.removed - removed) <= 1
            removed = on.removed


@games(20)
@given(plays)
def test_moves_on_offer(play: Playout) -> None:
    """Invariants 5, 6 (a claim is offered if and only if it can be paid) and 14."""
    for state in play.states():
        moves = [str(move) for move in state.legal_moves()]
        if state.over:
            assert moves == [] and state.choice == ""
            continue
        assert moves and len(set(moves)) == len(moves)
        assert set(moves) == table(play.game, state).offers()
        if "pass" in moves:
            assert moves == ["pass"]


@games(25)
@given(plays, st.integers(0, 60))
def test_every_payment_is_reached_in_exactly_one_way(play: Playout, skipped: int) -> None:
    """Invariant 6: as many ways to complete a claim as legal payments, and no dead end."""
    for count, state in enumerate(play.states()):
        claims = [str(m) for m in state.legal_moves() if str(m).startswith("claim ")]
        if count < skipped or not claims:
            continue
        on = table(play.game, state)
        for claim in claims[:3]:
            wanted = on.payments(claim.partition(" ")[2])
            if wanted <= 200:
                state.apply(claim)
                payments = list(completed(state, ()))
                assert len(payments) == len(set(payments)) == wanted
                state.undo()
        return


def completed(state: State, paid: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every payment that can be completed from here."""
    for move in state.legal_moves():
        text = str(move)
        if text == "commit":
            yield paid
        else:
            state.apply(move)
            yield from completed(state, (*paid, text))
            state.undo()


@games(25)
@given(plays)
def test_turns_claims_and_the_end(play: Playout) -> None:
    """Invariants 7 to 9, 11 and 15."""
    state = play.start()
    count, turns = 0, 1
    while not state.over:
        before = table(play.game, state)
        move = str(play.choose(state, count))
        state.apply(move)
        after = table(play.game, state)
        count += 1
        exact, given = False, move.startswith("give ")
        if move == "commit":
            exact = check_claim(before, after)
        elif before.choice == "pay" or after.choice == "pay":
            check_payment(before, after)
        if state.over:
            break
        assert (after.choice, after.me) == what_follows(before, move, after, exact)
        turns += after.choice == "main" and not (before.choice == "main" and given)
    assert turns < 1_200
    check_end(table(play.game, state), state)


def what_follows(before: Table, move: str, after: Table, exact: bool) -> tuple[str, int]:
    """The choice that comes after a move, and whose it is."""
    word, _, card = move.partition(" ")
    me, other = before.me, 1 - before.me
    over = ("wrap", me) if before.has("ace_give") and after.shown_aces() else ("main", other)
    extra = ("extra", me) if replace(after, me=me).takes() else over
    match word, before.choice:
        case ("claim" | "subvert" | "pay", _):
            return "pay", me
        case ("commit", _):
            return ("main", me) if exact else over
        case ("give", "main"):
            return "main", me
        case ("give", "extra"):
            return extra
        case ("take", choice) if before.has("ace_extra") and CARDS[card].kind == "ace":
            return extra if choice == "main" or before.option("ace_chain") == "on" else over
        case ("end" | "pass", _):
            return "main", other
    return over


def check_payment(before: Table, after: Table) -> None:
    """Nothing changes but the payment."""
    same = {"choice": "", "route": "", "payment": frozenset(), "spent": frozenset()}
    assert Table(**{**vars(before), **same}) == Table(**{**vars(after), **same})


def check_claim(before: Table, after: Table) -> bool:
    """What `commit` does; true if the payment was exact."""
    me, route, paid = before.me, before.route, before.payment
    total = sum(CARDS[card].rank for card in paid)
    suits = ROUTES[route].suits
    assert total >= ROUTES[route].price and "Excuse" not in paid
    assert before.spent or all(CARDS[card].suits & suits for card in paid)
    assert all(CARDS[ace].suits & suits for ace in before.spent) and len(before.spent) <= 1
    assert after.tokens[me] == before.tokens[me] - 1
    assert after.tokens[1 - me] == before.tokens[1 - me]
    assert after.held[me] == before.held[me] | {route} and route not in before.held[me]
    assert paid <= before.hands[me] and after.hands[me] == before.hands[me] - paid
    assert after.hands[1 - me] == before.hands[1 - me]
    assert after.removed == before.removed | before.spent
    return total == ROUTES[route].price


def check_end(on: Table, state: State) -> None:
    placed = sorted(len(held) for held in on.held)
    assert placed[1] == 10 and placed[0] <= 9
    outcome = state.outcome
    assert outcome is not None
    scores = outcome["scores"]
    assert all(0 <= score <= 20 for score in scores) and max(scores) >= 11
    assert outcome["winners"] == [seat for seat in (0, 1) if scores[seat] == max(scores)]
    assert outcome["lines"]["routes"] == [len(held) for held in on.held]


@games(25)
@given(plays)
def test_an_ace_taken_or_given_is_replaced_by_one_card(play: Playout) -> None:
    """Invariant 13, for cards that leave the draft board; what `excuse` and `draw` do."""
    state = play.start()
    count = 0
    while not state.over:
        before = table(play.game, state)
        move = str(play.choose(state, count))
        word, _, card = move.partition(" ")
        state.apply(move)
        after = table(play.game, state)
        count += 1
        supply = len(before.pile) + len(before.discards)
        if word in ("take", "give"):
            to = before.me if word == "take" else 1 - before.me
            assert after.hands[to] == before.hands[to] | {card}
            kept = [c for c in before.draft if c and c != card]
            new = [c for c in after.draft if c and c not in kept]
            assert len(new) == min(1, supply) and set(kept) <= set(after.draft)
            if before.pile:
                assert new == [before.pile[0]]
        elif word == "draw":
            gained = after.hands[before.me] - before.hands[before.me]
            assert len(gained) == 1
            if before.pile:
                assert gained == {before.pile[0]}
        elif word == "excuse":
            assert after.hands[before.me] == (before.hands[before.me] | {card}) - {"Excuse"}
            assert "Excuse" in (*after.discards, *after.pile, *after.draft)
            assert before.pile == after.pile or not before.pile
        elif word in ("end", "pass"):
            assert after.hands == before.hands and after.draft == before.draft


@games(20)
@given(plays)
def test_what_the_opponent_knows_of_a_hand(play: Playout) -> None:
    """Invariant 12: exactly the cards that came openly, and all of them are in the hand; all of it
    when nothing is left that it might hold instead, and what follows from that."""
    state = play.start()
    names = play.game.seat_names
    openly: list[set[str]] = [set(), set()]
    count, left = 0, set(table(play.game, state).pile)
    while True:
        on = table(play.game, state)
        drawn = left and left >= set(on.pile)  # so far the pile has been turned over by nobody
        left = set(on.pile) if drawn else set()
        for seat in (0, 1):
            openly[seat] &= on.hands[seat]
            seen: Any = state.observation(1 - seat)["cells"]
            hand = seen["hand"][names[seat]]
            assert hand["count"] == len(on.hands[seat])
            assert openly[seat] <= set(hand["known"]) <= on.hands[seat]
            if not on.pile:
                assert set(hand["known"]) == on.hands[seat]
            elif drawn:
                assert set(hand["known"]) == openly[seat]
            assert set(seen["hand"][names[1 - seat]]) == on.hands[1 - seat]
            pile = seen["pile"]
            assert pile["count"] == len(on.pile)
            for place, card in zip(pile.get("at", []), pile["known"], strict=True):
                assert on.pile[::-1][place - 1] == card
                assert not drawn or (on.hands[seat] == openly[seat] and len(on.pile) == 1)
            assert tuple(seen["draft"]) == on.draft
            assert tuple(seen["discards"]) == on.discards
        if state.over:
            return
        word, _, card = (move := str(play.choose(state, count))).partition(" ")
        if word in ("take", "excuse"):
            openly[on.me].add(card)
        elif word == "give":
            openly[1 - on.me].add(card)
        state.apply(move)
        for seat in (0, 1):
            openly[seat] &= table(play.game, state).hands[seat]
        count += 1


@games(20)
@given(plays, st.integers(0, 2**32 - 1))
def test_exchanging_hidden_cards_changes_nothing_that_is_seen(play: Playout, seed: int) -> None:
    """Invariant 12, and the moves on offer to a seat depend on nothing it does not see."""
    for count, state in enumerate(play.states()):
        if count % 7 != seed % 7:
            continue
        for seat in (0, 1):
            other = state.redealt(seat, seed + count)
            assert other.observation(seat) == state.observation(seat)
            one, two = table(play.game, state), table(play.game, other)
            assert one.hands[seat] == two.hands[seat]
            everything = [one.hands[1 - seat].union(one.pile), two.hands[1 - seat].union(two.pile)]
            assert everything[0] == everything[1] and len(one.pile) == len(two.pile)
            if state.to_move == seat:
                texts = [[str(m) for m in s.legal_moves()] for s in (state, other)]
                assert texts[0] == texts[1]


@games(15)
@given(plays)
def test_a_payment_is_shown_only_when_it_is_complete(play: Playout) -> None:
    seen_before: object = None
    for state in play.states():
        if state.choice == "main":
            assert isinstance(state.to_move, int)
            seen_before = state.observation(1 - state.to_move)
        elif state.choice == "pay":
            assert isinstance(state.to_move, int)
            assert state.observation(1 - state.to_move) == seen_before


@games(15)
@given(plays)
def test_undo_restores_exactly(play: Playout) -> None:
    past: list[tuple[bytes, list[Any]]] = []
    for state in play.states():
        past.append((state.key(), play.game.engine.layout.copy(state.slots)))
    while True:
        assert (state.key(), state.slots) == past.pop()
        if not past:
            break
        state.undo()
    assert state.decisions == 0


@games(15)
@given(plays, st.integers(0, 100), st.lists(st.integers(0, 39), min_size=1, max_size=10))
def test_copies_are_independent(play: Playout, at: int, others: list[int]) -> None:
    for count, state in enumerate(play.states()):
        if count == at or state.over:
            break
    key, moves = state.key(), [str(move) for move in state.legal_moves()]
    copy = state.copy()
    assert (copy.key(), copy.moves, copy.decisions) == (key, state.moves, state.decisions)
    other = replace(play, picks=tuple(others))
    for count in range(20):
        if copy.over:
            break
        copy.apply(other.choose(copy, count))
    assert (state.key(), [str(move) for move in state.legal_moves()]) == (key, moves)
    while copy.decisions > state.decisions:
        copy.undo()
    assert copy.key() == key


@games(15)
@given(plays)
def test_moves_are_read_back_from_their_texts(play: Playout) -> None:
    for count, state in enumerate(play.states()):
        for move in state.legal_moves() if count % 4 == 0 else []:
            by_text, by_move = state.copy(), state.copy()
            by_text.apply(f"  {str(move).replace(' ', '  ')} ")
            by_move.apply(move)
            assert by_text.slots == by_move.slots and by_text.moves[-1] == str(move)
            assert state.why_not(str(move)) == []

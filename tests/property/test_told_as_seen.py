"""What a seat is told of the moves hangs on nothing but what it has seen, and nothing that it has
seen is left out, also where all that is ever chosen is chosen in secret, step by step.

Small games are drawn: secret composes in turns or of all at the same time, gifts to one seat, cards
that are put aside and turned up later, a new deal in between; bags that are filled in secret and
looked into, emptied one by one, or mixed with something else; and moves that name cards, seats,
values and numbers at once, of which some are told only that they were made. Of each the games are
gone through in which something else was chosen, and held side by side where a seat has seen the
same.

`RULEWRIGHT_GAMES=200 pytest tests/property/test_told_as_seen.py` draws so many games for each.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.repeated import times

from rulewright import Game, Move, State, load
from rulewright.core.evaluate import elements_of_mask
from rulewright.core.ir import Domain
from rulewright.drawing.turned import MOST
from rulewright.runtime.chance import Asked
from rulewright.runtime.layout import CHANCE
from rulewright.sightings import watcher
from rulewright.transcript import Entry, Transcript

HEAD = """\
game parcels "Parcels"
  "Cards are given away and put aside in secret."
  players {seats}

component card from "cards.csv" named by name
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone aside of seat: set of card, seen by {aside}
zone chest: set of card, seen by nobody
zone table: set of card
mark rounds: 0..9
mark coins of seat: 0..99, starts 9
mark last: seat or nobody
mark ready of seat: yes or no
{more}
setup
  move all c in card to deck
  shuffle deck
  deal 3 from deck to each hand
  deal 1 from deck to each aside
  deal 1 from deck to chest
  deal 1 from deck to table
  set last to nobody
{begin}  each p in seat
    set coins of p to 20
    set ready of p to no

phase play
"""
FOOT = """
score cards of p: size of hand of p + coins of p + size of chest + (1 when last is p else 0)
score more of p: (size of table) + (size of aside of p) + (1 when ready of p else 0)
winner most score
"""
CARDS = "name\n" + "".join(f"K{n}\n" for n in range(1, 17))
FEW = 7
SUITED = "name,suit\n" + "".join(f"K{n},{('red', 'blue')[n % 2]}\n" for n in range(1, FEW + 1))
NEXT = "hand of next of me"


MOVED = (
    *(["move {taken} from hand of me to {to}"],) * 3,
    ["let lot = {taken} + {taken}", "move lot from hand of me to {to}"],
    ["each c in {taken} + {{}}", "  move {{c}} from hand of me to {to}"],
    ["move all c in {taken} where c in hand of me from hand of me to {to}"],
)


def chosen(luck: random.Random, secretly: str) -> tuple[list[str], str]:
    """What is asked, step by step, and which of it is taken."""
    two = "min(2, size of hand of me)"
    match luck.randint(0, 3):
        case 0:
            return [
                f"compose gifts{secretly}",
                "  step give(c in hand of me) into gift at most 2",
                "  finish done",
            ], "gift"
        case 1:
            return [
                f"compose gifts{secretly} until size of gift + size of kept is {two}",
                "  step give(c in hand of me) into gift",
                "  step keep(c in hand of me where c not in gift) into kept",
            ], "gift"
        case _:
            many = luck.randint(1, 2)
            return [
                f"compose gifts{secretly} until size of gift is min({many}, size of hand of me)",
                "  step give(c in hand of me) into gift",
            ], "gift"


def besides(luck: random.Random, taken: str) -> Iterator[str]:
    """What else comes of it."""
    if luck.random() < 0.3:
        yield f"gain (size of {taken}) coins of me"
    if luck.random() < 0.2:
        yield "if coins of next of me > 10"
        yield "  spend 1 coins of next of me"
    if luck.random() < 0.2:
        yield "set last to me"
    if luck.random() < 0.3:
        yield "deal min(1, size of deck) from deck to hand of me"


def in_turn(luck: random.Random) -> list[str]:
    lines, taken = chosen(luck, luck.choice((" secretly",) * 3 + ("",)))
    to = luck.choice((NEXT, NEXT, "aside of me", "chest", "table"))
    lines += (line.format(taken=taken, to=to) for line in luck.choice(MOVED))
    lines += besides(luck, taken)
    if to == "aside of me" and luck.random() < 0.5:
        lines.append("if size of aside of me > 2")
        lines.append("  move aside of me to table")
    if luck.random() < 0.25:
        lines = [
            *lines,
            "choose more",
            "  draw",
            "    deal min(1, size of deck) from deck to hand of me",
            "  stay",
            "    set last to me",
        ]
    elif luck.random() < 0.25:
        lines = [
            "set ready of me to no",
            "repeat until ready of me",
            *(f"  {one}" for one in lines),
            "  if size of aside of me > 1 or size of hand of me < 2",
            "    set ready of me to yes",
        ]
    lines = ["turns until rounds is 4", *(f"  {one}" for one in [*lines, "gain 1 rounds"])]
    if luck.random() < 0.4:
        deal = [
            "if rounds is 2", "  each p in seat", "    move hand of p to deck", "  shuffle deck",
            "  each p in seat", "    deal min(2, size of deck) from deck to hand of p",
        ]  # fmt: skip
        lines += [f"  {one}" for one in deal]
    return lines


def at_the_same_time(luck: random.Random) -> list[str]:
    lines, taken = chosen(luck, " secretly")
    whither = luck.choice(("hand of next of p", "table", "chest", "hand of p"))
    return [
        "repeat until rounds is 2",
        "  turns until every p in seat has ready of p",
        *(f"    {one}" for one in lines),
        f"    move {taken} from hand of me to aside of me",
        "    set ready of me to yes",
        "  each p in seat",
        *(["    gain (size of aside of p) coins of p"] if luck.random() < 0.3 else []),
        f"    move aside of p to {whither}",
        "    set ready of p to no",
        "  gain 1 rounds",
    ]


LOOKS = {
    "peek": "move bag to glance of me\nmove glance of me to bag",
    "spy": "deal 1 from bag to glance of me\nmove glance of me to bag",
    "reveal": "deal 1 from bag to table",
    "part": "move all d in bag where suit of d is red from bag to {to}",
    "pour": "move bag to {to}",
    "steal": "deal 1 from bag to hand of me",
    "stir": "move bag to chest\nmove chest to bag",
    "sink": ("move bag to deck\nshuffle deck\ndeal min(2, size of deck) from deck to bag"),
}  # what is done with what was chosen before
ADDS = {
    "add(c in hand of me)": "move c to bag",
    "fetch(c in table)": "move c to bag",
    "pay(c in hand of me)": "move c to table",
}

NAMES_OF_ADDS = [one.partition("(")[0] for one in ADDS]


def looked_at(luck: random.Random) -> list[str]:
    """Bags that are filled in secret, and what becomes of them."""
    many, to_bag = luck.randint(2, 3), "move loaded from hand of me to bag"
    filled = luck.choice((
        [
            "compose load secretly",
            f"  step load(c in hand of me) into loaded at most {many}",
            "  finish done",
            to_bag,
        ],
        [
            f"compose load secretly until size of loaded is min({many}, size of hand of me)",
            "  step load(c in hand of me) into loaded",
            to_bag,
        ],
        [
            "compose load secretly",
            f"  step load(c in hand of me) into loaded at most {many}",
            "    move c to bag",
            "  finish done",
        ],
    ))  # fmt: skip
    others = luck.sample([one for one in LOOKS if one not in ("peek", "spy")], 2)
    done = {one: LOOKS[one] for one in (luck.choice(("peek", "spy")), *others)}
    done |= {one: ADDS[one] for one in ADDS if one.startswith("add") or luck.random() < 0.3}
    lines = [
        f"if size of bag is 0{luck.choice(('', ' or rounds > 5'))}",
        *(f"  {one}" for one in filled),
        "else",
        "  choose reply",
    ]
    for name, what in done.items():
        lines.append(f"    {name}")
        if name in LOOKS:
            lines.append('      needs size of bag > 0 else "it is empty"')
        to = luck.choice(("table", "aside of me", "chest", "hand of me"))
        lines += [f"      {one}" for one in what.format(to=to).split("\n")]
    lines.append("    pass")
    return ["turns until rounds is 8", "  gain 1 rounds", *(f"  {one}" for one in lines)]


CLAIMS = """\
type claim: Fly, Rat, Toad
mark said: claim or none     "What was said last"
mark holder: seat or nobody  "Who was named last"
mark owing: 0..99            "What is owing"
mark tally of claim: 0..99   "How often it was said"
"""

READ = """\
score notes of p: (1 when holder is p else 0) + (1 when said is Fly else 0) + tally of Rat + owing
"""

BEGIN = """\
  set said to none
  set holder to nobody
  set owing to 0
  each k in claim
    set tally of k to 0
"""

NAMED = {
    "c": "c in hand of me",
    "p": "p in seat where p is not me",
    "k": "k in claim",
    "n": "n in 1..3",
    "d": "d in hand of me where d is not c",
}  # what a move may name, and from where that is drawn
BECOMES = {
    "p": ("set holder to p", "let q = p\nset holder to q", "gain 2 coins of p", "notes(p)"),
    "k": (
        "set said to k", "let j = k\nset said to j", "claims(k)", "gain 1 tally of k",
        "if tally of k < 3\n  set said to k",
    ),
    "n": ("gain n coins of me", "gain n owing", "let m = n + 1\nset owing to m"),
}  # fmt: skip
TOGETHER = ("gain n coins of p", "gain n tally of k", "if coins of p > 20\n  set said to k")
HELPERS = {
    "claims(k)": "\nto claims(k: claim)\n  set said to k\n",
    "notes(p)": "\nto notes(p: seat)\n  set holder to p\n",
}


def given_in_part(luck: random.Random) -> list[str]:
    """Moves that name several things at once, some of them cards that not all see."""
    names = ["c", *luck.sample("pkn", luck.randint(1, 3)), *"d" * (luck.random() < 0.3)]
    if luck.random() < 0.4:  # what is drawn may come first that hangs on no card
        names.sort(key=lambda one: (one == "d", luck.random()))
    whole = " ".join(f"{{{one}}}" for one in names)
    words = f' named "hand over {whole}"' if luck.random() < 0.5 else ""
    to = ["chest", "aside of me", *["aside of p", "hand of p"] * ("p" in names)]
    # an open choice tells which of two cards is which, also where they come to lie in one zone
    cards_and_zones = zip([one for one in names if one in "cd"], luck.sample(to, 2), strict=False)
    done = [f"move {one} from hand of me to {zone}" for one, zone in cards_and_zones]
    for name in sorted(BECOMES.keys() & set(names)):
        done += luck.sample(BECOMES[name], luck.randint(1, 2))
    done += [one for one in TOGETHER if luck.random() < 0.3 and used(one) <= set(names)]
    luck.shuffle(done)
    names_said = ", ".join(NAMED[one] for one in names)
    lines = [
        f"give({names_said}){words}",
        *(f"  {one}" for part in done for one in part.split("\n")),
    ]
    other = ["stay", "  move chest to table"] if luck.random() < 0.6 else []
    return [
        "turns until rounds is 4",
        "  choose gift",
        *(f"    {one}" for one in [*lines, *other, *["pass"] * (not other)]),
        "  gain 1 rounds",
    ]


def used(statement: str) -> set[str]:
    return set(re.findall(r"\b[pkn]\b", statement))


def bags(seed: int) -> str:
    """Rules in which something is done with what was chosen in secret."""
    luck = random.Random(seed)
    aside = luck.choice(("owner", "nobody"))
    head = HEAD.format(seats=3, aside=aside, more=BAGS, begin="")
    for where in ("each aside", "chest", "table"):  # few cards are dealt in few ways
        head = head.replace(f"deal 1 from deck to {where}", f"deal {NONE} from deck to {where}")
    head = head.replace("deal 3 from deck", "deal 2 from deck")
    body = "".join(f"  {one}\n" for one in looked_at(luck))
    read = "score reds of p: (how many c in table where suit of c is red) + size of glance of p\n"
    return head.replace("named by name\n", "named by name\n  suit: suit\n") + body + FOOT + read


NONE = f"max(0, size of deck - {FEW})"
BAGS = """\
type suit: red, blue
zone bag: set of card, seen by nobody
zone glance of seat: set of card, seen by owner
"""


def rules(seed: int, *, in_part: bool) -> str:
    luck = random.Random(seed)
    head = HEAD.format(
        seats=luck.choice((2, 2, 3)),
        aside=luck.choice(("owner", "owner", "nobody", "others")),
        more=CLAIMS if in_part else "",
        begin=BEGIN if in_part else "",
    )
    bodies = (given_in_part,) if in_part else (in_turn, in_turn, at_the_same_time)
    body = "".join(f"  {one}\n" for one in luck.choice(bodies)(luck))
    helpers = "".join(text for call, text in HELPERS.items() if call in body)
    return head + body + helpers + FOOT + (READ if in_part else "")


@cache
def a_game(seed: int, *, in_part: bool = False) -> Game:
    with TemporaryDirectory() as name:
        file = Path(name) / "parcels.game"
        (file.parent / "cards.csv").write_text(CARDS)
        file.write_text(rules(seed, in_part=in_part))
        return load(str(file), engine="reference")


@cache
def a_game_of_bags(seed: int) -> Game:
    with TemporaryDirectory() as name:
        file = Path(name) / "parcels.game"
        (file.parent / "cards.csv").write_text(SUITED)
        file.write_text(bags(seed))
        return load(str(file), engine="reference")


MANY = int(os.environ.get("RULEWRIGHT_GAMES", "0")) or times(2, thorough=8)  # games

Seen = tuple[str, ...]
"""What a seat has seen, one after the other, and what it has done."""


def gone_through(
    state: State, luck: random.Random, moves: int, width: int
) -> Iterator[tuple[State, Transcript, list[Seen]]]:
    """The games that come of this one by so many moves, at each of which so many are tried."""
    seats = range(state.engine.program.seats.size)
    begun: list[Seen] = [(json.dumps(state.observation(seat)),) for seat in seats]
    ways = [(state, Transcript(), begun)]
    for _ in range(moves):
        further = []
        for at, log, seen in ways:
            if at.over:
                continue
            legal = at.legal_moves()
            for move in luck.sample(range(len(legal)), min(width, len(legal))):
                after, told = at.copy(), log.copy()
                made = after.legal_moves()[move]
                after.apply(made)
                told.add(at, made, after)
                heard = heard_by_all(at, made, after)
                now = [
                    joined(
                        seen[seat],
                        [
                            *([str(made)] if seat == at.to_move else heard),
                            *sights(at, made, seat),
                        ],
                        json.dumps(after.observation(seat)),
                    )
                    for seat in seats
                ]
                further.append((after, told, now))
        ways = further if len(further) <= MOST_WAYS else luck.sample(further, MOST_WAYS)
        yield from ways


MOST_WAYS = 25
OPENLY = ("done", "draw", "stay", "pass")
"""Moves of which all hear, though a position may not show it: the end of a compose, and those of a
choice that is not secret."""


def heard_by_all(before: State, made: Move, after: State) -> list[str]:
    """What all hear of a move: what is selected openly, and that a secret compose has come to its
    end by itself, for that something has been chosen is no secret, only what it was."""
    selections = [one for one in after.engine.program.variables if one.role == "choice"]
    if made.alternative.name in {*LOOKS, *NAMES_OF_ADDS}:
        return [made.alternative.name]
    if str(made) in OPENLY or any(one.seen == "all" for one in selections):
        return [str(made)]
    layout, slots = after.engine.layout, after.slots
    is_over = not any(layout.get(slots, one, ()) for one in selections)
    return ["done"] if made.choose.cover and is_over else []


def sights(before: State, made: Move, seat: int) -> list[str]:
    """What a seat has seen go from where to where in a move."""
    stream = cast("Asked", before.slots[CHANCE])  # chance goes on as it did
    found = watcher(before.engine.program).made(before.slots, made.code, stream, seat)
    return [str(one) for one in found[1]]


def joined(seen: Seen, done: list[str], now: str) -> Seen:
    """Who sees the same as before has seen nothing more."""
    return (*seen, *done, now) if done or seen[-1] != now else seen


def alike_is_told_alike(state: State, luck: random.Random, moves: int, width: int) -> int:
    """Fails if a seat is told otherwise where it has seen the same. Gives how often it had."""
    known, pairs = dict[tuple[int, Seen], tuple[list[tuple[int, str]], list[str]]](), 0
    for after, log, seen in gone_through(state, luck, moves, width):
        for seat, its in enumerate(seen):
            told = [*log.told(after, seat)]
            other, made = known.setdefault((seat, its), (told, after.moves))
            pairs += made != after.moves
            assert told == other, (seat, made, other, after.moves, told)
    return pairs


@given(st.integers(0, 1 << 20))
@settings(max_examples=MANY, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_nothing_is_told_but_what_was_seen(seed: int) -> None:
    luck = random.Random(seed)
    alike_is_told_alike(a_game(seed).start(seed=seed), luck, 6, 3)


def one_more(
    state: State, log: Transcript, seen: Seen, seat: int, code: object
) -> tuple[State, Transcript, Seen]:
    """What comes of a move, and what a seat has seen then."""
    after, told = state.copy(), log.copy()
    made = next(move for move in after.legal_moves() if move.code == code)
    after.apply(made)
    told.add(state, made, after)
    heard = [str(made)] if seat == state.to_move else heard_by_all(state, made, after)
    now = json.dumps(after.observation(seat))
    return after, told, joined(seen, [*heard, *sights(state, made, seat)], now)


def alike_is_told_alike_whatever_was_dealt(game: Game, luck: random.Random, steps: int) -> int:
    """Fails if a seat is told otherwise in a game that was dealt otherwise, and in which others
    have done something else, than in one in which it has seen the same. Gives how many there
    were."""
    seat, pairs = luck.randrange(game.seats), 0
    begun = [game.start(seed=luck.getrandbits(30)) for _ in range(STARTS)]
    starts = list[tuple[State, Transcript, Seen]](
        (one, Transcript(), (json.dumps(one.observation(seat)),)) for one in begun
    )
    line = [starts[0]]
    while len(line) <= LONGEST and not line[-1][0].over:
        moves = line[-1][0].legal_moves()
        weights = [6 if one.alternative.name in LOOKS else 2 for one in moves]
        line.append(one_more(*line[-1], seat, luck.choices(moves, weights)[0].code))
    known = {seen: ([*log.told(state, seat)], state.moves) for state, log, seen in line}
    real = line[-1][2]
    waiting = [one for one in starts if one[2] == real[:1]][:40]
    while waiting and steps:
        state, log, seen = waiting.pop()
        if state.over or len(state.moves) > LONGEST + 1:
            continue
        for move in luck.sample(state.legal_moves(), len(state.legal_moves())):
            after, its, now = one_more(state, log, seen, seat, move.code)
            steps = max(steps - 1, 0)
            if now == real[: len(now)]:
                told = [*its.told(after, seat)]
                other, made = known.setdefault(now, (told, after.moves))
                pairs += made != after.moves
                assert told == other, (seat, made, other, after.moves, told)
                waiting.append((after, its, now))
    return pairs


STARTS, LONGEST = 300, 10


@given(st.integers(0, 1 << 20))
@settings(max_examples=MANY, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_of_what_is_looked_at_later_nothing_is_told_but_what_was_seen(seed: int) -> None:
    alike_is_told_alike_whatever_was_dealt(a_game_of_bags(seed), random.Random(seed), 300)


def what_is_seen_is_told(game: Game, luck: random.Random) -> int:
    """Fails if a seat sees a card where it had not seen it, or an open mark that has become
    something else, and no line of its log that is new says so. Gives how often one does. A move
    that is told whole says by its name what it always does to marks."""
    state, log, count = game.start(seed=luck.getrandbits(16)), Transcript(), 0
    lines = {seat: list[str]() for seat in range(game.seats)}
    while not state.over and len(state.moves) < 40:
        before, move, known_then = state.copy(), luck.choice(state.legal_moves()), log.copy()
        state.apply(move)
        log.add(before, move, state)
        for seat, known in lines.items():
            told = [text for _, text in log.told(state, seat)]
            new = " ".join(text for n, text in enumerate(told) if known[n : n + 1] != [text])
            lines[seat] = told
            is_whole = log.text_for(log.entries[-1], state, seat) == str(move)
            wanted = cards(state, seat) - (cards(before, seat) - lost_by(state, seat))
            wanted = {one for one in wanted if one.startswith("K")}
            values = set() if is_whole else values_that_change(before, state, seat)
            wanted |= set() if is_whole else marks_that_change(before, state, seat)
            if values or wanted & {"coins"}:
                said = said_openly(before, known_then, new, seat)
                values -= said
                wanted -= {name for name, _ in said if name not in {one for one, _ in values}}
            unsaid = {one for one in wanted if not re.search(rf"\b{one}\b", new)}
            unsaid |= {
                f"{name} {value}"
                for name, value in values
                if not re.search(rf"\b{name} [^()]*\b{value}\b", new)
            }
            if (
                unsaid and max(len(wanted), laid(state) - laid(before)) <= MOST
            ):  # more is a new deal
                raise AssertionError((seat, unsaid, new, state.moves))
            count += len(wanted) + len(values)
    return count


def laid(state: State) -> int:
    """How much lies open."""
    cells = cast("dict[str, Any]", state.observation(0)["cells"])
    return len(cells["table"])


def cards(state: State, seat: int) -> set[str]:
    """The cards that a seat sees, but for those that it has worked out."""
    cells = cast("dict[str, Any]", state.observation(seat)["cells"])
    zones = [
        held
        for zone in cells.values()
        for held in (zone.values() if isinstance(zone, dict) and "count" not in zone else [zone])
    ]
    return {card for held in zones if isinstance(held, list) for card in held}


def lost_by(state: State, seat: int) -> set[str]:
    """The cards of which a seat has lost sight in the last step."""
    lost = state.memory.blurred[seat].items()
    return {domain.labels[one] for domain, mask in lost for one in elements_of_mask(mask)}


def marks_that_change(before: State, after: State, seat: int) -> set[str]:
    was, now = (cast("dict[str, Any]", one.observation(seat)["cells"]) for one in (before, after))
    told = ("coins", "last") if "said" in now else ("rounds", "coins", "last")
    return {name for name in told if was[name] != now[name]}


def values_that_change(
    before: State, after: State, seat: int, *, named: str = ""
) -> set[tuple[str, object]]:
    """What marks have become, in games with moves that are told in part: these set nothing to
    something fixed, but for the rounds. `named`: only numbers, and what is named there itself."""
    was, now = (cast("dict[str, Any]", one.observation(seat)["cells"]) for one in (before, after))
    became = set[tuple[str, object]]()
    for name in ("said", "holder", "owing", "tally", "coins") if "said" in now else ():
        each = now[name].items() if isinstance(now[name], dict) else [("", now[name])]
        for key, value in each:
            if value != (was[name][key] if key else was[name]):
                if not named or isinstance(value, int) or value in named.split():
                    became.add((name, value))
    return became


def said_openly(before: State, log: Transcript, line: str, seat: int) -> set[tuple[str, object]]:
    """What marks become by whichever move there was that is told so, where the line names what they
    are or whose they are: it says that by itself."""
    openly, found = line.partition(" (")[0], list[set[tuple[str, object]]]()
    for move in before.legal_moves():
        state, other = before.copy(), log.copy()
        state.apply(move)
        other.add(before, move, state)
        told = other.line_for_all(other.entries[-1], state, (seat,)) or ""
        if told.partition(" (")[0] == openly != str(move):
            found.append(values_that_change(before, state, seat, named=openly))
    return set.intersection(*found) if found else set()


@given(st.integers(0, 1 << 20))
@settings(max_examples=MANY, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_was_seen_is_told(seed: int) -> None:
    what_is_seen_is_told(a_game(seed), random.Random(seed))


@given(st.integers(0, 1 << 20))
@settings(max_examples=MANY, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_of_a_move_told_in_part_what_was_seen_is_told(seed: int) -> None:
    what_is_seen_is_told(a_game(seed, in_part=True), random.Random(seed))


@given(st.integers(0, 1 << 20))
@settings(max_examples=MANY, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_of_a_move_told_in_part_nothing_is_told_but_what_was_seen(seed: int) -> None:
    luck = random.Random(seed)
    alike_is_told_alike(a_game(seed, in_part=True).start(seed=seed), luck, 4, 4)


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Transcript, "text_for", lambda self, entry, state, seat: entry.text)
    with pytest.raises(AssertionError):
        alike_is_told_alike(a_game(5).start(seed=5), random.Random(5), 7, 3)


def test_a_leak_of_what_was_mixed_with_something_else_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lost_nothing(self: Entry, seat: int, domain: Domain, mask: int) -> bool:
        return all(one.is_set for one in self.together)

    monkeypatch.setattr(Entry, "_is_among_what_is_followed", lost_nothing)
    with pytest.raises(AssertionError):
        alike_is_told_alike_whatever_was_dealt(a_game_of_bags(5), random.Random(12), 400)


def test_what_is_not_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is told what others choose while somebody chooses in secret."""

    def untold(self: Transcript, entry: Entry, state: State, seat: int) -> str | None:
        return entry.text if seat == entry.seat or not entry.secret else None

    monkeypatch.setattr(Transcript, "text_for", untold)
    with pytest.raises(AssertionError):
        what_is_seen_is_told(a_game(5), random.Random(5))

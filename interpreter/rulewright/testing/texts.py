"""Rule files at random: small games that are valid, and that nobody would play.

A text is put together from features – marks, dice, cards, composes, boards of cells – each with its
declarations, its moves and its score line, so that nothing is unused, and with random numbers and
conditions in them. Half of the texts call their things by names that nobody would choose: those of
Python, those of generated code, and such as numbering would make of others. So that any source of
numbers may stand behind it, from `random` to Hypothesis, all that is left to chance is asked of one
function.

    rule_text(random.Random(7).randrange)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

Below = Callable[[int], int]  # a number from 0 to n − 1

NAMES = (
    "turns_left", "coins", "die", "thrown", "pile", "hand", "played", "field", "square", "man",
    "men", "bid", "height", "tired", "wind", "call", "vane", "called", "way", "force", "paying",
    "paid", "climb", "bidding", "think", "earn", "give", "throw", "turn_it", "draw", "put", "go_up",
    "badge", "tell", "main", "n", "p", "c", "s",
)  # fmt: skip
HOSTILE = (
    "c2", "c_2", "c_", "C", "c22", "t", "t2", "s_", "n2", "k", "x", "a_b", "bits", "BIT",
    "ABOVE", "RELATED", "LINE", "round_from", "totals_of", "playout", "moves2", "moves_0_main",
    "take_0_0", "can_complete_pay_3", "begin", "chance", "players", "int", "list", "len", "range",
    "lambda", "class", "self", "print", "None_", "state",
    "global", "seen_of",
)  # fmt: skip


def rule_text(below: Below) -> str:
    """The text of a valid game for two; `below(n)` draws a number from 0 to n − 1."""
    text = _Text(below)
    features = [_coins, _dice, _cards, _board, _track, _bids, _climb, _pairs, _badges, _order]
    for feature in features:
        if below(3) or feature is features[-1]:
            feature(text)
    return renamed(text.written(), below(len(HOSTILE))) if below(2) else text.written()


def renamed(text: str, first: int) -> str:
    """The same game with the names of `HOSTILE` in turn, from number `first` on."""
    others = (*HOSTILE[first:], *HOSTILE[:first])
    other = dict(zip(NAMES, others, strict=True))
    return re.sub(r"[a-z_]+", lambda word: other.get(word[0], word[0]), text)


@dataclass(slots=True)
class _Text:
    """A game being put together; `numbers` and `tests` are what conditions may be made of."""

    below: Below
    uses: list[str] = field(default_factory=list)
    declared: list[str] = field(default_factory=list)
    setup: list[str] = field(default_factory=list)
    offers: list[str] = field(default_factory=list)
    scores: list[str] = field(default_factory=list)
    numbers: list[str] = field(default_factory=lambda: ["turns_left", "size of seat", "2"])

    def one_of(self, *ways: str) -> str:
        return ways[self.below(len(ways))]

    def up_to(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def number(self, depth: int = 2) -> str:
        """A number, with what is known so far."""
        if depth == 0 or not self.below(3):
            return self.numbers[self.below(len(self.numbers))]
        a, b = self.number(depth - 1), self.number(depth - 1)
        return self.one_of(
            f"({a} + {b})",
            f"({a} - {b})",
            f"min({a}, {b})",
            f"max({a}, {b})",
            f"({a} when {self.test(depth - 1)} else {b})",
        )

    def test(self, depth: int = 2) -> str:
        """A condition."""
        sign = self.one_of("<", "<=", ">", ">=")
        plain = f"{self.number(1)} {sign} {self.up_to(0, 6)}"
        if depth == 0:
            return plain
        other = self.test(depth - 1)
        return self.one_of(
            plain,
            f"({plain} and {other})",
            f"({plain} or {other})",
            f"not ({other})",
            f"(some p in seat where p is not me and {plain})",
        )

    def written(self) -> str:
        uses = [f"  uses {', '.join(self.uses)}"] if self.uses else []
        start = [f"setup\n  {line}" if i == 0 else f"  {line}" for i, line in enumerate(self.setup)]
        return "\n".join(
            [
                'game random "Rules at random"',
                "  players 2 named first, second",
                *uses,
                "",
                f"mark turns_left: 0..{(turns := self.up_to(4, 12))}, starts {turns}",
                *self.declared,
                "",
                *start,
                "",
                "phase play",
                "  turns until turns_left is 0",
                "    spend 1 turns_left",
                "    choose main",
                *(f"      {line}" for offer in self.offers for line in offer.split("\n")),
                "      else pass",
                "",
                *self.scores,
                f"winner {self.one_of('most', 'least')} score",
                "",
            ]
        )


def _coins(text: _Text) -> None:
    """A number for each seat."""
    most = text.up_to(3, 9)
    text.declared.append(f"mark coins of seat: 0..{most}, starts {text.up_to(0, 3)}")
    text.offers.append(
        f"earn(n in 1..{text.up_to(1, 3)})\n"
        f'  needs coins of me + n <= {most}   else "you have {{coins of me}}"\n'
        f'  needs free: {text.test()}         else "not now"\n'
        "  gain n coins of me"
    )
    text.offers.append(
        "give(p in seat where p is not me)\n"
        f'  needs coins of me > 0 and coins of p < {most}   else "nothing to give"\n'
        "  spend 1 coins of me\n"
        "  gain 1 coins of p"
    )
    text.scores.append("score coins of p: coins of p")
    text.numbers += ["coins of me", "coins of opponent"]


def _dice(text: _Text) -> None:
    """A die, and a choice after its throw."""
    faces = text.up_to(2, 6)
    text.declared += [f"mark die: 0..{faces}", f"mark thrown of seat: 0..{9 * faces}"]
    text.offers.append(
        "throw\n"
        f"  pick die from 1..{faces}\n"
        f"  set thrown of me to min({9 * faces}, thrown of me + die)\n"
        f"  if {text.test(1)}\n"
        "    may choose again\n"
        "      turn_it\n"
        f"        set die to {faces + 1} - die\n"
        "      or leave"
    )
    text.scores.append("score dice of p: thrown of p")
    text.numbers += ["die", "thrown of me"]


def _cards(text: _Text) -> None:
    """Cards from a deck, hands, and a payment in steps or at once."""
    text.uses.append("standard_deck")
    shape = text.one_of("set", "stack")
    seen = text.one_of(", seen by nobody", "")
    text.declared += [
        f"zone pile: {shape} of card{seen}",
        "zone hand of seat: set of card, seen by owner",
        "zone played: stack of card",
    ]
    text.setup.append(f"move all c in card where rank of c <= {text.up_to(3, 7)} to pile")
    if shape == "stack":
        text.setup.append("shuffle pile")
    text.setup.append(f"deal {text.up_to(1, 4)} from pile to each hand")
    named = text.one_of("", " named \"pay {paid ' + '}\"")
    most = text.one_of("", "    most size of paid\n", f"    most {text.number()}\n")
    text.offers.append(
        "pay\n"
        f"  compose paying{named}\n"
        f"    step add(c in hand of me) into paid at most {text.up_to(1, 3)}\n"
        f'      needs rank of c > {text.up_to(0, 3)}   else "{{c}} is too low"\n'
        "    finish done\n"
        f'      needs total rank of paid >= {text.up_to(0, 8)}   else "not enough"\n'
        f"{most}"
        "  move paid from hand of me to played"
    )
    text.offers.append("draw\n  deal 1 from pile to hand of me")
    text.scores.append("score cards of p: size of hand of p + size of played")
    text.numbers += ["size of hand of me", "size of pile"]


def _board(text: _Text) -> None:
    """A board of cells with marks on them, some of them with holes."""
    rows, columns = text.up_to(2, 4), text.up_to(2, 4)
    holes = text.one_of(
        "", f" where row + column is not {rows}", " where row < 2 or column in 2..4"
    )
    kind = text.one_of("", " of hexagons")
    text.declared += [
        f"board field: grid {rows} by 2*{columns} - {columns}{kind}{holes}",
        'cells square of field named "{letter}{y}"',
        "mark man of square: seat or nobody",
        "define men of p: seat = all s in square where man of s is p",
    ]
    text.offers.append(
        "put(s in square where man of s is nobody)\n"
        f'  needs {text.test(1)} or size of men of me < {text.up_to(1, 4)}   else "enough"\n'
        "  set man of s to me"
    )
    text.scores.append("score line of p: longest line of men of p - groups(men of p, beside)")
    text.numbers += ["size of men of me", "longest line of men of opponent"]


def _track(text: _Text) -> None:
    """A way along names in a row or round."""
    ring, most = text.one_of("", "ring "), text.up_to(2, 30)
    step = text.one_of("+", "-")
    none = "" if ring else " is not none"
    text.declared += [f"type point: {ring}pt1..pt{most}", "mark at of seat: point"]
    text.offers.append(
        "walk\n"
        f'  needs at of me {step} {text.number(1)}{none or " is not pt1"}   else "too far"\n'
        f"  set at of me to at of me + 1{' when at of me + 1 is not none else pt1' * bool(none)}"
    )
    text.scores.append("score way of p: how many w in point where w < at of p")
    text.numbers.append("size of (all w in point where w < at of me)")


def _bids(text: _Text) -> None:
    """Numbers that only their owner sees, chosen at once or in steps."""
    most = text.up_to(1, 4)
    text.declared.append(f"mark bid of seat: 0..{most}, seen by owner")
    step = (
        f"    step bid(n in 1..{most})\n"
        '      needs bid of me < n        else "not so little"\n'
        "      set bid of me to n\n"
    )
    asked = text.one_of(
        f"choose bidding secretly\n    bid(n in 0..{most})\n      set bid of me to n",
        f"compose bidding secretly\n{step}    finish done",
        f"compose bidding secretly until bid of me is {most}\n{step.rstrip()}",
    )
    text.offers.append(f"think\n  {asked}")
    text.scores.append("score bid of p: bid of p")
    text.numbers.append("bid of me")


def _badges(text: _Text) -> None:
    """Numbers that all see but who wears them."""
    most = text.up_to(1, 4)
    text.declared.append(f"mark badge of seat: 0..{most}, seen by others")
    text.setup.append(f"each p in seat\n    pick badge of p from 0..{most}")
    text.offers.append(
        "tell(q in seat where q is not me)\n"
        f'  needs badge of q > {text.up_to(0, most)} or {text.test(1)}   else "{{badge of q}}"\n'
        f"  pick badge of q from 0..{most}"
    )
    text.scores.append("score badge of p: badge of p")
    text.numbers.append("badge of opponent")


def _climb(text: _Text) -> None:
    """A compose whose steps change things."""
    top = text.up_to(3, 8)
    until = text.one_of("", f" until height is {top}")
    most = text.one_of("", "    most height\n", "    most size of seat - tired\n")
    text.declared += [f"mark height: 0..{top + 2}", "mark tired: 0..3"]
    text.offers.append(
        "go_up\n"
        f"  compose climb{until}\n"
        "    step up(n in 1..2)\n"
        f'      needs height + n <= {top}   else "too high"\n'
        "      gain n height\n"
        "    step rest\n"
        '      needs tired < 3            else "too tired"\n'
        "      gain 1 tired\n"
        "    finish stop\n"
        f'      needs {text.test(1)} or height >= {text.up_to(0, 2)}   else "go on"\n'
        f"{most}"
        f"  set height to max(0, height - {text.up_to(1, 3)})\n"
        "  set tired to 0"
    )
    text.scores.append("score height of p: height when p is first else 0")
    text.numbers.append("height")


def _pairs(text: _Text) -> None:
    """A type of pairs, in a ring of names."""
    text.declared += [
        "type wind: ring north, east, south, west",
        f"type call: (way: wind, force: 1..{text.up_to(1, 3)})",
        "mark vane: wind",
        "mark called: set of call",
    ]
    text.offers.append(
        "call(c in call where not (c in called))\n"
        f'  needs way of c is not vane or {text.test(1)}   else "the wind blows {{vane}}"\n'
        "  set called to called + {c}\n"
        "  set vane to vane + force of c"
    )
    text.scores.append(
        "score calls of p: how many c in called where way of c > north or p is first"
    )
    text.numbers.append("size of called")


def _order(text: _Text) -> None:
    """Who has the turn, and a way to end the game; there is always this one."""
    text.offers.append(
        "wait\n"
        f"  if {text.test()}\n"
        f"    {text.one_of('pass', 'extra turn', 'end turn', 'turn to opponent', 'end game')}"
    )
    text.scores.append(f"score waiting of p: {text.up_to(0, 3)} when p is first else 0")

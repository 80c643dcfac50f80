"""Who hears that somebody has none of something knows of each such card that it is not there, and
who hears that something is there that can be one card alone, that it is this one."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.runtime.scenarios import last_passes

from rulewright.runtime.clues import Said

RULES = """\
game none "None"
  players 3 named Ann, Bob, Cleo
  uses standard_deck

zone hand of seat: set of card, seen by owner
zone pile: set of card, seen by nobody
mark left: 0..9, starts 9
mark hit: yes or no
mark many: 0..52
mark asked: 0..13

phase play
  turns until left is 0
    if asked > 0
      {answers}
      set asked to 0
    else
      choose main
        give(c in hand of me, p in seat where p is not me)
          move c from hand of me to hand of p
          spend 1 left
        ask(p in seat where p is not me, r in 1..13)
          spend 1 left
          {asks}
        bury(c in hand of me)
          move c from hand of me to pile
          spend 1 left
          set hit to no
          set many to 9
          set asked to 0
        'nothing'

score rest of p: many when hit else size of hand of p
winner most score

scenario "It is with the other one"
  given
    hand of Ann: Three of Clubs, Four of Clubs
    hand of Bob: Seven of Clubs, Nine of Clubs
    hand of Cleo: King of Clubs, Five of Clubs, Six of Clubs
    to move: Cleo (main)
  play give King of Clubs Bob; nothing; give Seven of Clubs Ann
  seen by Cleo
    hand of Ann: ?, ?, ?
    hand of Bob: ?, ?
  play ask {whom} 13{answer}
  seen by Cleo
    hand of Ann: ?, ?, ?
    hand of Bob: {bob}
"""
SET = "set hit to some d in hand of p where rank of d is r"
KNOWN, LOST = "King of Clubs, ?", "?, ?"
ASKS = """set asked to r
          turn to p"""
FALLBACK = """choose answer
        yield(c in hand of me where rank of c is asked)
          move c to pile
        else 'none of them'"""
REFUSES = """choose answer
        refuse
          needs none: not some d in hand of me where rank of d is asked else "you have"
          spend 1 left
        yield(c in hand of me)
          needs fit: rank of c is asked else "no"
          move c to pile"""
FREE = "\n".join(line for line in REFUSES.splitlines() if "not some" not in line)


IDLE = """choose idle
        'so be it'"""


def passes(
    folder: Path,
    asks: str,
    bob: str,
    answers: str = IDLE,
    answer: str = "",
    whom: str = "Ann",
    rules: str = RULES,
) -> None:
    path = folder / "none.game"
    text = rules.format(asks=asks, answers=answers, answer=answer, bob=bob, whom=whom)
    path.write_text(text, encoding="utf-8")
    last_passes(path)


@pytest.mark.parametrize(
    ("asks", "bob"),
    [
        (SET, KNOWN),
        ("set hit to not every d in hand of p has rank of d is not r", KNOWN),
        ("set hit to every d in hand of p has rank of d is not r", KNOWN),
        ("set hit to (all d in hand of p where rank of d is r) is empty", KNOWN),
        ("set hit to (how many d in hand of p where rank of d is r) > 0", KNOWN),
        ("set hit to (how many d in hand of p where rank of d is r) >= 1", KNOWN),
        ("set hit to (how many d in hand of p where rank of d is r) < 1", KNOWN),
        ("set hit to (how many d in hand of p where rank of d is r) is not 0", KNOWN),
        ("set many to how many d in hand of p where rank of d is r", KNOWN),
        ("set hit to some d in all e in hand of p where rank of e is r where rank of d > 9", KNOWN),
        ("set hit to r is 13 and 'King of Clubs' in hand of p", KNOWN),
        ("set hit to r is 2 or 'King of Clubs' in hand of p", KNOWN),
        # of several, who has which is not said
        ("set hit to (how many d in hand of p where rank of d is r) > 1", LOST),
        ("set hit to some d in hand of p where rank of d is r and size of pile is 0", KNOWN),
        ("set hit to some d in hand of p where rank of d is r + size of pile", KNOWN),
        ("set hit to some d in hand of p where rank of d is r and d in hand of next of p", LOST),
        ("set hit to total rank of d for d in hand of p > 40 + r", LOST),
        # a condition that others cannot see decides whether anything is said
        ("if size of (all d in hand of p where rank of d is 3) is 1\n            " + SET, LOST),
        ("each e in hand of p where rank of e is 3\n            " + SET, LOST),
        ("each q in seat where q is p\n            " + SET, KNOWN),
        ("if left < 9\n            " + SET, KNOWN),
    ],
)  # fmt: skip
def test_an_open_mark_says_what_is_missing(tmp_path: Path, asks: str, bob: str) -> None:
    passes(tmp_path, asks, bob)


@pytest.mark.parametrize(
    ("answer", "said", "bob"),
    [(FALLBACK, "none of them", KNOWN), (REFUSES, "refuse", KNOWN), (FREE, "refuse", LOST)],
)
def test_what_is_chosen_openly_says_what_is_missing(
    tmp_path: Path, answer: str, said: str, bob: str
) -> None:
    passes(tmp_path, ASKS, bob, answer, f"; {said}")


@pytest.mark.parametrize(
    ("asks", "bob"),
    [
        ("set hit to 'King of Clubs' in hand of p and r > 2", KNOWN),
        ("set hit to not ('King of Clubs' not in hand of p or r < 3)", KNOWN),
        ("set hit to some d in hand of p where d is 'King of Clubs' and r > 2", KNOWN),
        ("set many to how many d in hand of p where rank of d is r and suit of d is Clubs", KNOWN),
        # any other king may be in the box, or hers
        (SET, LOST),
        ("set hit to 'King of Clubs' in hand of p or r is 2", KNOWN),
        ("set hit to 'King of Clubs' in hand of p or r > 2", LOST),
    ],
)
def test_what_is_there_may_be_one_card_alone(tmp_path: Path, asks: str, bob: str) -> None:
    passes(tmp_path, asks, bob, whom="Bob")


TWO = "rank of d is r and suit of d in {{Clubs, Hearts}}"
COUNTED = (
    RULES[: RULES.index("scenario")]
    + """\
scenario "Two kings were given to Bob, and one of his three cards to Ann"
  given
    hand of Ann: Three of Clubs, Four of Clubs
    hand of Bob: Seven of Clubs
    hand of Cleo: King of Clubs, King of Hearts, Five of Clubs, Six of Clubs
    to move: Cleo (main)
  play give King of Clubs Bob; nothing; nothing; give King of Hearts Bob; nothing
  play give Seven of Clubs Ann
  seen by Cleo
    hand of Bob: ?, ?
  play ask Bob 13
  seen by Cleo
    hand of Bob: {bob}
"""
)
BOTH, NONE = "King of Clubs, King of Hearts", "?, ?"


@pytest.mark.parametrize(
    ("asks", "bob"),
    [
        ("set hit to (how many d in hand of p where TWO) >= 2", BOTH),
        ("set hit to size of (all d in hand of p where TWO) > 1", BOTH),
        ("set hit to 2 <= how many d in hand of p where TWO", BOTH),
        ("set hit to (how many d in hand of p where TWO) < 2", BOTH),
        ("set hit to r - 11 is how many d in hand of p where TWO", BOTH),
        ("set many to how many d in hand of p where TWO", BOTH),
        ("set many to how many d in hand of p where TWO and many is 0", BOTH),
        ("set many to how many d in hand of p where TWO and many is 2", NONE),
        ("set hit to (how many d in hand of p where TWO) > 1 + size of pile", BOTH),
        ("set hit to (how many d in hand of p where TWO) >= 1", NONE),
        ("set hit to (how many d in hand of p where TWO) is not 5", NONE),
        ("set hit to (how many d in hand of p where TWO) > size of hand of me - 4", NONE),
        # of four kings another one may have been his own
        ("set hit to (how many d in hand of p where rank of d is r) >= 2", NONE),
        # what it is held against is known to him alone
        ("set hit to (how many d in hand of p where TWO) > largest rank of hand of p - 12", NONE),
    ],
)
def test_how_many_are_there_is_known(tmp_path: Path, asks: str, bob: str) -> None:
    passes(tmp_path, asks.replace("TWO", TWO.format()), bob, rules=COUNTED)


PICKED = (
    RULES[: RULES.index("scenario")].replace("mark asked", "mark lot: card or none\nmark asked")
    + """\
scenario "What chance has named openly is there, and goes on by that name"
  given
    hand of Ann: Three of Clubs
    hand of Bob: Seven of Clubs, Nine of Clubs
    hand of Cleo: King of Clubs, Five of Clubs, Six of Clubs
    to move: Cleo (main)
  chance Seven of Clubs
  play ask Bob 13
  seen by Cleo
    hand of Ann: {bob}
"""
)


@pytest.mark.parametrize(
    ("asks", "ann"),
    [
        ("pick lot from hand of p", "?"),
        ("move lot from hand of p to hand of next of me", "?, Seven of Clubs"),
        (
            "move the d in hand of p where d is lot from hand of p to hand of next of me",
            "?, Seven of Clubs",
        ),
        (
            "move the d in hand of p where lot is d from hand of p to hand of next of me",
            "?, Seven of Clubs",
        ),
    ],
)
def test_what_is_named_openly_is_followed(tmp_path: Path, asks: str, ann: str) -> None:
    asks = "\n          ".join(dict.fromkeys(("pick lot from hand of p", "set asked to 0", asks)))
    passes(tmp_path, f"{asks}\n          set hit to r > 3 and lot is none", ann, rules=PICKED)


def test_what_is_picked_openly_lies_there(tmp_path: Path) -> None:
    rules = PICKED.replace("    hand of Ann: {bob}", "    hand of Bob: {bob}")
    asks = "pick lot from hand of p\n          set hit to r > 3 and lot is none"
    passes(tmp_path, asks, "Seven of Clubs, ?", rules=rules)


INFERRED = RULES[: RULES.index("scenario")].replace(
    "        bury(c in hand of me)",
    "        boast(r in 1..13)\n"
    '          needs own: some d in hand of me where rank of d is r else "you have none"\n'
    "          set many to r\n"
    "        pass_on(c in hand of me where rank of c is not 13)\n"
    "          move c from hand of me to hand of next of next of me\n"
    "          spend 1 left\n"
    "        bury(c in hand of me)",
)
INFERRED += """\
scenario "What was found out is followed as what was seen is"
  given
    hand of Ann: Three of Clubs
    hand of Bob: King of Clubs, Seven of Clubs, Nine of Clubs
    hand of Cleo: King of Hearts, King of Spades, King of Diamonds
    to move: Bob (main)
  play boast 13
  seen by Cleo
    hand of Bob: King of Clubs, ?, ?
  play ask Ann 2; nothing; pass_on Seven of Clubs
  seen by Cleo
    hand of Bob: {bob}
  play nothing; nothing; give Nine of Clubs Ann
  seen by Cleo
    hand of Bob: ?
"""


def test_what_was_found_out_is_followed(tmp_path: Path) -> None:
    passes(tmp_path, SET, "King of Clubs, ?", rules=INFERRED)


FOLLOWS = """choose answer
        follow(c in hand of me)
          needs fit: rank of c is asked or {otherwise}
            else "you have one"
          move c to shown"""


@pytest.mark.parametrize(
    ("otherwise", "bob"),
    [("not some d in hand of me where rank of d is asked", KNOWN), ("left > 0", LOST)],
)
def test_who_does_not_follow_has_nothing_to_follow_with(
    tmp_path: Path, otherwise: str, bob: str
) -> None:
    before, after = RULES.replace("mark left", "zone shown: set of card\nmark left").split(
        "13{answer}"
    )
    rules = f"{before}13{{answer}}{after.replace('Ann: ?, ?, ?', 'Ann: ?, ?')}"
    answers = FOLLOWS.format(otherwise=otherwise)
    passes(tmp_path, ASKS, bob, answers, "; follow Three of Clubs", rules=rules)


LAID = """\
game laid "Laid"
  players 3 named Ann, Bob, Cleo
  uses standard_deck

zone hand of seat: set of card, seen by owner
zone pot: set of card
zone dark: set of card, seen by nobody
mark left: 0..9, starts 9
mark twin: yes or no

define another(c: card) = some d in hand of me where d is not c and rank of d is rank of c

phase play
  turns until left is 0
    choose main
      show(c in hand of me)
        move c from hand of me to pot
        move c from pot to hand of me
        spend 1 left
      lay(c in hand of me)
        needs more: {needs}   else "no other"
        {body}
        spend 1 left
      rest
        spend 1 left
      bury(c in hand of me)
        move c from hand of me to dark
        set twin to left > 4
        spend 1 left

score rest of p: size of hand of p + size of dark + (1 when twin else 0)
winner most score

scenario "Bob hears of another king"
  given
    hand of Ann: King of Clubs, King of Hearts, Two of Clubs
    hand of Bob: King of Spades, Three of Clubs
    hand of Cleo: King of Diamonds, Five of Clubs
    to move: Cleo (main)
  play show King of Diamonds; rest; rest; rest
  play lay King of Clubs
  seen by Bob
    hand of Ann: {ann}
"""
OPENLY = "move c from hand of me to pot"
LATER = "choose more\n          go_on\n            set twin to no\n        "
TOLD, UNTOLD = "King of Hearts, ?", "?, ?"


@pytest.mark.parametrize(
    ("needs", "body", "ann"),
    [
        ("some d in hand of me where d is not c and rank of d is rank of c", OPENLY, TOLD),
        ("another(c)", OPENLY, TOLD),
        ("some d in (hand of me - {c}) where rank of d is rank of c", OPENLY, TOLD),
        ("some d in (all e in hand of me where e is not c) where rank of d is rank of c", OPENLY,
         TOLD),
        ("(how many d in hand of me where rank of d is rank of c) >= 2", OPENLY, TOLD),
        ("(how many d in hand of me where rank of d is 13) >= (2 when rank of c is 13 else 1)",
         OPENLY, TOLD),
        ("rank of c is not 13 or (how many d in hand of me where rank of d is 13) >= 2", OPENLY,
         TOLD),
        ("left < 3 or another(c) or rank of c is 2", OPENLY, TOLD),
        ("not (left > 3 and not another(c))", OPENLY, TOLD),
        ("left > 3 or another(c)", OPENLY, UNTOLD),
        ("rank of c is 13 or another(c)", OPENLY, UNTOLD),
        ("left > 3 or not (how many d in hand of me where rank of d is 13) <= 0", OPENLY, UNTOLD),
        ("left < 3 or not (how many d in hand of me where rank of d is 13) <= 1", OPENLY, TOLD),
        ("another(c) or 'Two of Clubs' in hand of me", OPENLY, UNTOLD),
        ("left > 3",
         f"{OPENLY}\n        set twin to some d in hand of me where rank of d is rank of c", TOLD),
        ("left > 3", "set twin to another(c)\n        move c from hand of me to dark", UNTOLD),
        ("another(c)", LATER + OPENLY, "?, ?, ?"),  # not before it lies there
        ("some d in hand of me where rank of d + 0 is rank of c and c is not d",
         f"if left > 3\n          {OPENLY}\n        else\n          {OPENLY}", UNTOLD),
        ("some d in hand of me where d is not c and rank of d is rank of c",
         "move c from hand of me to dark", UNTOLD),
    ],
)  # fmt: skip
def test_of_what_is_laid_open_it_is_known_what_was_asked(
    tmp_path: Path, needs: str, body: str, ann: str
) -> None:
    """As soon as it lies there, all know which one the condition was about. Which of the kings
    goes into the dark Bob does not hear."""
    path = tmp_path / "laid.game"
    if "another" not in needs + body:
        rules = LAID.replace(LAID[LAID.index("define") : LAID.index("phase")], "")
    else:
        rules = LAID
    path.write_text(
        rules.replace("{needs}", needs).replace("{body}", body).replace("{ann}", ann),
        encoding="utf-8",
    )
    last_passes(path)


CAPTAIN = """\
game captain "Captain"
  players 3 named Ann, Bob, Cleo
  uses standard_deck

zone hand of seat: set of card, seen by owner
zone pile: set of card, seen by nobody
mark captain: seat
mark left: 0..9, starts 3

setup
  move all c in card to pile
  each p in seat
    move first(2, all c in card where c in pile) to hand of p

phase play
  turns until left is 0
    choose main
      call
        spend 1 left
        {call}

score rest of p: size of hand of p + size of pile + (1 when captain is p else 0)
winner most score

scenario "Who has the highest king is told"
  given
    hand of Ann: Two of Clubs, Three of Clubs
    hand of Bob: King of Spades, Four of Clubs
    hand of Cleo: Five of Clubs, Six of Clubs
    to move: Ann (main)
  play call
  seen by Ann
    hand of Bob: {bob}
"""
CALLS = {
    "who has it": ("set captain to the p in seat where 'King of Spades' in hand of p", True),
    "who is to go on": (
        "set captain to Ann\n"
        "        turn to the p in seat where 'King of Spades' in hand of p", True,
    ),
    "who has one": (
        "set captain to the p in seat where some c in hand of p where rank of c is 13", False,
    ),
    "who has something else, too": (
        "set captain to the p in seat where 'King of Spades' in hand of p"
        " and size of hand of p > 1", True,
    ),
    "who has it, or another one": (
        "set captain to the p in seat where 'King of Spades' in hand of p or "
        "'Ace of Clubs' in hand of p", False,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("call", "known"), CALLS.values(), ids=CALLS)
def test_who_is_named_for_what_lies_in_a_hand_has_it(
    tmp_path: Path, call: str, known: bool
) -> None:
    path = tmp_path / "captain.game"
    bob = "King of Spades, ?" if known else "?, ?"
    path.write_text(CAPTAIN.format(call=call, bob=bob), encoding="utf-8")
    last_passes(path)


COMPARED = {
    "less": range(4), "at_most": range(-1, 4), "more": range(-1, 4), "at_least": range(4),
    "equal": range(4),
}  # fmt: skip


@pytest.mark.parametrize("holds", [True, False])
@pytest.mark.parametrize("compared", COMPARED)
def test_what_is_said_unless_something_else_is_so_may_be_said_of_none(
    compared: str, holds: bool
) -> None:
    said = Said(compared, holds, None)
    assert any(least <= 0 <= most for least, most in said.ranges(said.with_none))
    signs = {"less": "<", "at_most": "<=", "more": ">", "at_least": ">=", "equal": "=="}
    for number in COMPARED[compared]:
        ranges = said.ranges(number)
        for many in range(6):
            is_so = any(least <= many <= most for least, most in ranges)
            assert is_so == (eval(f"{many} {signs[compared]} {number}") == holds)

"""Where all components go of which something open holds, those that a seat knows are not lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.runtime.scenarios import last_passes

from rulewright.game import load
from rulewright.testing.scenario import Runner

TABLE = """\
  players 3 named Ann, Bob, Cleo
  uses standard_deck

zone hand of seat: set of card, seen by owner
zone table: set of card
mark left: 0..9, starts 9
"""
RULES = (
    'game kings "Kings"\n'
    + TABLE
    + """
define of_rank(p: seat, r: 1..13) = all c in hand of p where rank of c is r

phase play
  turns until left is 0
    choose main
      show(c in hand of me)
        move c from hand of me to table
        move c from table to hand of me
        spend 1 left
      give(r in 12..13)
        {give}
        spend 1 left

score rest of p: size of hand of p
winner most score

scenario "Kings are given"
  given
    hand of Ann: King of Clubs, King of Hearts, Queen of Clubs, Two of Clubs
    hand of Bob: Nine of Clubs
    hand of Cleo: Five of Clubs, Six of Clubs
    to move: Ann (main)
  play show King of Clubs; show Nine of Clubs; show Five of Clubs; show Queen of Clubs
  play show Nine of Clubs; show Five of Clubs; give 13
  seen by Cleo
{seen}
"""
)
GIVES = "move of_rank(me, r) from hand of me to hand of next of me"
EITHER = """if 'Two of Clubs' in hand of me
          move of_rank(me, r) from hand of me to hand of next of me
        else
          move of_rank(me, 25 - r) from hand of me to hand of next of me"""
NAMED = """let rank_given = r when 'Two of Clubs' in hand of me else 25 - r
        move of_rank(me, rank_given) from hand of me to hand of next of me"""
KNOWN = """\
    hand of Ann: Queen of Clubs, ?
    hand of Bob: King of Clubs, Nine of Clubs, ?"""
LOST = """\
    hand of Ann: ?, ?
    hand of Bob: Nine of Clubs, ?, ?"""


@pytest.mark.parametrize(("give", "seen"), [(GIVES, KNOWN), (EITHER, LOST), (NAMED, LOST)])
def test_what_is_known_is_lost_only_where_nobody_is_told_what_goes(
    tmp_path: Path, give: str, seen: str
) -> None:
    path = tmp_path / "kings.game"
    path.write_text(RULES.replace("{give}", give).replace("{seen}", seen), encoding="utf-8")
    game = load(str(path))
    (scenario,) = [one for one in game.scenarios() if one.title == "Kings are given"]
    result = Runner(game).run(scenario)
    assert result.passed, result.message


GIFTS = (
    'game gifts "Gifts"\n'
    + TABLE
    + """
phase play
  turns until left is 0
    choose main
      show(c in hand of me)
        move c from hand of me to table
        move c from table to hand of me
        spend 1 left
      ask(r in 12..13)
        spend 1 left
        move all d in hand of next of me where rank of d is r from hand of next of me to hand of me
        choose gift{how}
          give({of})
            {needs}
            move c from hand of me to hand of next of me
{other}
score rest of p: size of hand of p
winner most score

scenario "A gift of another rank"
  given
    hand of Ann: King of Clubs, Queen of Clubs, Two of Clubs
    hand of Bob: Nine of Clubs, King of Hearts
    hand of Cleo: Five of Clubs, Six of Clubs
    to move: Ann (main)
  play show King of Clubs; show King of Hearts; show Five of Clubs
  play ask 13
  seen by Cleo
    hand of Ann: King of Clubs, King of Hearts, ?, ?
    hand of Bob: ?
  play give Two of Clubs
  seen by Cleo
    hand of Ann: {kings}, ?
    hand of Bob: ?, ?
"""
)
KEPT, MIXED = "King of Clubs, King of Hearts", "?, ?"


@pytest.mark.parametrize(
    ("of", "needs", "kings"),
    [
        ("c in hand of me", 'needs rank of c is not r else "of another rank"', KEPT),
        ("c in hand of me where rank of c is not r", "", KEPT),
        ("c in hand of me where rank of c < r", "", KEPT),
        ("c in hand of me", "", MIXED),
        ("c in hand of me", 'needs rank of c is not r or size of hand of me > 2 else "no"', MIXED),
        (
            "c in hand of me where some d in hand of me where rank of d < rank of c or c is d",
            "",
            MIXED,
        ),
    ],
)
@pytest.mark.parametrize(
    ("how", "other"), [("", ""), (" secretly", ""), (" secretly", "          'keep'\n")]
)
def test_what_cannot_have_been_chosen_is_still_known(
    tmp_path: Path, of: str, needs: str, kings: str, how: str, other: str
) -> None:
    """A card of another rank than was asked for is put down in secret: none of those of that rank,
    as all know, if they know that one is put down. What a condition hangs on that is hidden leaves
    nothing out."""
    rules = tmp_path / "gifts.game"
    known = MIXED if other else kings
    text = GIFTS.format(of=of, needs=needs, kings=known, how=how, other=other)
    rules.write_text(text.replace("            \n", ""))
    last_passes(rules)


ASKED = """\
game asked "Asked"
  players 3 named Ann, Bob, Cleo
  uses standard_deck

zone hand of seat: set of card, seen by owner
mark left: 0..9, starts 9

phase play
  turns until left is 0
    choose main
      ask(p in seat where p is not me, r in 1..13)
        move all d in hand of p where rank of d is r from hand of p to hand of me
        spend 1 left
      give(c in hand of me, p in seat where p is not me)
        move c from hand of me to hand of p
        spend 1 left

score rest of p: size of hand of p
winner most score

scenario "It is with one of two, and not with the one who had none of them left"
  given
    hand of Ann: Three of Clubs, Four of Clubs
    hand of Bob: Seven of Clubs, Nine of Clubs
    hand of Cleo: King of Clubs, Five of Clubs, Six of Clubs
    to move: Cleo (main)
  play give King of Clubs Bob; ask Bob 9; give Seven of Clubs Ann
  seen by Cleo
    hand of Ann: ?, ?, ?, ?
    hand of Bob: ?
  play ask Ann 2; ask Bob 2; ask Ann {rank}
  seen by Cleo
    hand of Ann: {ann}
    hand of Bob: {bob}
"""


@pytest.mark.parametrize(
    ("rank", "ann", "bob"),
    [("13", "?, ?, ?, ?", "King of Clubs"), ("12", "?, ?, ?, ?", "?")],
)
def test_what_is_not_left_where_all_of_a_rank_went_is_elsewhere(
    tmp_path: Path, rank: str, ann: str, bob: str
) -> None:
    rules = tmp_path / "asked.game"
    rules.write_text(ASKED.format(rank=rank, ann=ann, bob=bob))
    last_passes(rules)


SHED = (
    'game shed "Shed"\n'
    + TABLE
    + """
phase play
  turns until left is 0
    choose main
      show(c in hand of me)
        move c from hand of me to table
        move c from table to hand of me
        spend 1 left
      give(c in hand of me)
        move c from hand of me to hand of next of me
        spend 1 left
      shed
        move all c in hand of me where rank of c <= size of table from hand of me to table
        spend 1 left

score rest of p: size of hand of p
winner most score

scenario "What is left is as it was before so much lay there"
  given
    hand of Ann: Two of Clubs, Three of Clubs, King of Clubs
    hand of Bob: Nine of Clubs
    hand of Cleo: Five of Clubs
    table: Seven of Clubs, Eight of Clubs
    to move: Ann (main)
  play show Three of Clubs; show Nine of Clubs; show Five of Clubs
  play show King of Clubs; show Nine of Clubs; show Five of Clubs
  play give Three of Clubs; show Nine of Clubs; show Five of Clubs
  play shed
  seen by Cleo
    hand of Ann: ?
    hand of Bob: Nine of Clubs, ?
"""
)


def test_what_holds_of_all_that_go_is_asked_before_they_do(tmp_path: Path) -> None:
    """Two lay on the table, so a two went; with it there three lie there."""
    rules = tmp_path / "shed.game"
    rules.write_text(SHED.replace("0..9, starts 9", "0..12, starts 12"))
    last_passes(rules)


PICKED = (
    'game lots "Lots"\n'
    + TABLE
    + """
zone heap: stack of card, seen by nobody
mark lot of seat: card or none, seen by nobody
mark low of seat: 0..13, seen by owner   "Known to its owner"
define of_rank(p: seat, r: 1..13) = all c in hand of p where rank of c is r

phase play
  turns until left is 0
    choose main
      show(c in hand of me)
        move c from hand of me to table
        move c from table to hand of me
        spend 1 left
      aim(n in 0..13)
        set low of me to n
      mingle
        move hand of me to heap
        shuffle heap
        deal size of heap from heap to hand of me
      give(r in 1..13, p in seat where p is not me)
        needs of_rank(me, r) is not empty else "none"
        {lines}
        spend 1 left

score rest of p: size of hand of p + (1 when lot of p is 'Two of Clubs' else 0)
winner most score

scenario "One of them goes by lot"
  given
    hand of Ann: Ten of Clubs
    hand of Bob: King of Clubs, Queen of Clubs, Nine of Clubs, Two of Clubs
    hand of Cleo: King of Hearts, King of Spades, King of Diamonds
    low of Bob: 2
    to move: Ann (main)
{chance}  play show Ten of Clubs; show Nine of Clubs; show King of Hearts; show Ten of Clubs
  play give 13 Ann
  seen by Cleo
    hand of Ann: {ann}
    hand of Bob: {bob}
"""
)
BY_RANK = "pick lot of me from of_rank(me, r)"
MOVED = "move lot of me from hand of me to hand of p"
NAMED_SO = "move the c in hand of me where c is lot of me from hand of me to hand of p"
CALLED, ONE = "let c = lot of me", "move c from hand of me to hand of p"
LESS = "pick lot of me from all c in hand of me where rank of c > low of me + 9"
FROM_MORE = "  chance King of Clubs\n"
STORED = "set lot of me to the c in of_rank(me, r)"


@pytest.mark.parametrize(
    ("lines", "chance", "ann", "bob"),
    [
        ([BY_RANK, MOVED], "", "King of Clubs, Ten of Clubs", "Nine of Clubs, ?, ?"),
        ([BY_RANK, NAMED_SO], "", "King of Clubs, Ten of Clubs", "Nine of Clubs, ?, ?"),
        ([BY_RANK, CALLED, ONE], "", "King of Clubs, Ten of Clubs", "Nine of Clubs, ?, ?"),
        (["pick lot of me from hand of me", MOVED], FROM_MORE, "?, Ten of Clubs", "?, ?, ?"),
        ([LESS, MOVED], FROM_MORE, "?, Ten of Clubs", "?, ?, ?"),
        ([BY_RANK, STORED, MOVED], "", "?, Ten of Clubs", "?, ?, ?"),
        (
            [BY_RANK, STORED, BY_RANK, MOVED],
            "",
            "King of Clubs, Ten of Clubs",
            "Nine of Clubs, ?, ?",
        ),
        (
            [BY_RANK, "if low of me is 2", f"  {MOVED}"],
            "",
            "?, Ten of Clubs",
            "Nine of Clubs, ?, ?",
        ),
    ],
)
def test_what_chance_cannot_have_picked_is_still_known(
    tmp_path: Path, lines: list[str], chance: str, ann: str, bob: str
) -> None:
    """Which king goes all but one can tell: she has the others. A mark that is set to something
    else, and a condition that she cannot see, leave it open."""
    rules = tmp_path / "lots.game"
    told = {
        "lines": "\n        ".join(lines),
        "chance": chance,
        "ann": ann,
        "bob": bob,
    }
    text = PICKED
    for name, what in told.items():
        text = text.replace(f"{{{name}}}", what)
    rules.write_text(text)
    last_passes(rules)


MINGLED = """
scenario "Known to be there, but not which is which"
  given
    hand of Ann: Ten of Clubs
    hand of Bob: King of Clubs, Queen of Clubs, Nine of Clubs
    hand of Cleo: King of Hearts, King of Spades, King of Diamonds
    to move: Ann (main)
  play show Ten of Clubs; show Nine of Clubs; show King of Hearts
  play show Ten of Clubs; show Queen of Clubs; show King of Hearts
  play show Ten of Clubs; mingle; show King of Hearts; show Ten of Clubs; give 13 Ann
  seen by Cleo
    hand of Ann: King of Clubs, Ten of Clubs
    hand of Bob: Queen of Clubs, Nine of Clubs
"""


def test_what_is_known_to_be_there_stays_if_it_cannot_have_been_picked(tmp_path: Path) -> None:
    rules = tmp_path / "mingled.game"
    before = PICKED[: PICKED.index("scenario")].replace("starts 9", "starts 20")
    lines = f"{BY_RANK}\n        {MOVED}"
    rules.write_text(before.replace("0..9", "0..20").replace("{lines}", lines) + MINGLED)
    last_passes(rules)


EXCHANGED = """\
game nooks "Nooks"
  players 2 named Ann, Bob
  uses standard_deck

zone hand of seat: set of card, seen by owner
zone nook of seat: slot of card, seen by owner
zone shown: slot of card
mark left: 0..9, starts 9

phase play
  turns until left is 0
    spend 1 left
    choose main
      show(c in hand of me)
        move c from hand of me to shown
        move shown to hand of me
        extra turn
      exchange(c in hand of me)
        move nook of me to hand of me
        {{lines}}

score rest of p: size of hand of p
winner most score

scenario "It is none that came there first"
  given
    hand of Ann: Sea
    nook of Ann: Wave
    hand of Bob: Rock
    to move: Ann (main)
  play show Sea; exchange Sea
  seen by Bob
    nook of Ann: {{nook}}
"""
THERE = "move c from hand of me to nook of me"
ANY = "move the d in hand of me where rank of d is rank of c from hand of me to nook of me"
CARDS = {"Sea": "Ace of Clubs", "Wave": "Two of Clubs", "Rock": "Three of Clubs"}


@pytest.mark.parametrize(
    ("lines", "nook"),
    [([THERE], "Sea"), (["let d = c", THERE.replace("c", "d", 1)], "Sea"), ([ANY], "?")],
)
def test_what_was_chosen_lay_where_it_was_chosen_from(
    tmp_path: Path, lines: list[str], nook: str
) -> None:
    rules = tmp_path / "nooks.game"
    text = EXCHANGED.replace("{{lines}}", "\n        ".join(lines)).replace("{{nook}}", nook)
    for name, card in CARDS.items():
        text = text.replace(name, card)
    rules.write_text(text)
    last_passes(rules)


GOODS = (
    'game goods "Goods"\n'
    + TABLE
    + """
zone store(seat, card): set of card, seen by owner
zone pile: set of card, seen by nobody
define of_rank(p: seat, x: card, r: 1..13) = all d in store(p, x) where rank of d is r

setup
  move all c in card to pile

phase play
  turns until left is 0
    choose main
      show(c in hand of me)
        move c from hand of me to table
        move c from table to hand of me
        spend 1 left
      put(c in hand of me, x in {'Ace of Spades', 'Two of Spades'})
        needs goods: rank of c is not 13           else "no goods"
        needs space: size of store(me, x) < 2      else "full"
        move c to store(me, x)
        spend 1 left
      raid(x in {'Ace of Spades', 'Two of Spades'}, r in 1..13)
        needs stocked: store(next of me, x) is not empty   else "nothing there"
        move of_rank(next of me, x, r) from store(next of me, x) to hand of me
        spend 1 left

score rest of p: size of hand of p + size of pile
winner most score

scenario "Whose store it is all hear"
  given
    hand of Ann: King of Clubs, Two of Clubs, Three of Clubs, Four of Clubs
    hand of Bob: Five of Clubs, Six of Clubs
    hand of Cleo: Nine of Clubs, Ten of Clubs
    pile: Ace of Spades, Two of Spades
    to move: Ann (main)
  play show King of Clubs; put Five of Clubs Ace of Spades; put Nine of Clubs Ace of Spades
  play put Two of Clubs Two of Spades
  seen by Bob
    hand of Ann: King of Clubs, ?, ?
    store(Ann, 'Two of Spades'): ?
  play show Six of Clubs; show Ten of Clubs; raid Ace of Spades 5
  seen by Bob
    hand of Ann: King of Clubs, Five of Clubs, ?, ?
    store(Ann, 'Two of Spades'): ?
"""
)


def test_at_whose_place_something_lies_is_no_secret(tmp_path: Path) -> None:
    """A card that names a place is no card that lies somewhere, though others lie at it."""
    (tmp_path / "goods.game").write_text(GOODS, encoding="utf-8")
    last_passes(tmp_path / "goods.game")

"""What a seat is told of moves that others make in secret."""

import random
import re
from pathlib import Path
from typing import Any, cast

import pytest

from rulewright.diagnostics import RulesError
from rulewright.drawing.attributes import attributes_of
from rulewright.drawing.lines import plain_text
from rulewright.drawing.table import TableView
from rulewright.game import load
from rulewright.play.preview import Previews
from rulewright.play.retold import retold
from rulewright.state import State
from rulewright.testing.scenario import run as run_scenario
from rulewright.transcript import Transcript
from rulewright_cli.log import _filled, log_lines, whole_log

from .conftest import Run

RULES = """game vote "A vote"
  players 2 named first, second
type way: left, right
mark vote of seat: way, seen by owner
phase voting
  turns until passes is 2
    choose voting secretly
      vote(w in way)
        set vote of me to w
        pass
score left of p: 1 when vote of p is left else 0
winner most score
"""


def test_a_secret_choice_is_never_told(tmp_path: Path) -> None:
    (tmp_path / "vote.game").write_text(RULES)
    state = load(str(tmp_path / "vote.game")).start(seed=1)
    state.apply("vote right")
    state.apply("vote left")
    log = Transcript.of(state)
    assert list(log.told(state, 0)) == [(0, "vote right"), (1, "vote ...")]
    assert list(log.told(state, 1)) == [(0, "vote ..."), (1, "vote left")]


PAIRS = """game pairs "Pairs of cards"
  players 1
component card from "cards.csv" named by name
zone hand: set of card, seen by nobody
zone table: set of card
phase laying
  repeat until size of hand < 2
    choose main
      lay
action lay
  compose pair named "lay {laid ' + '}"
    step pick(c in card where c not in table) into laid at most 2
    finish both
      needs size of laid is 2     else "two are laid"
  move laid from hand to table
setup
  move all c in card to hand
score laid of p: size of table
winner most score
"""


def test_a_set_that_a_move_names_is_noted(tmp_path: Path) -> None:
    (tmp_path / "pairs.game").write_text(PAIRS)
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\n")
    state = load(str(tmp_path / "pairs.game")).start(seed=1)
    state.apply("lay A + C")
    log = Transcript.of(state)
    assert list(log.told(state, 0)) == [(0, "lay A + C")]
    assert [element for _, element in log.entries[0].components] == [0, 2]


def test_a_long_line_begins_with_a_whole_move(tmp_path: Path) -> None:
    (tmp_path / "pairs.game").write_text(PAIRS.replace("players 1", "players 2"))
    (tmp_path / "cards.csv").write_text("name\n" + "".join(f"Card{i}\n" for i in range(9)))
    state = load(str(tmp_path / "pairs.game")).start(seed=1)
    for i in (0, 2, 4, 6):
        state.apply(f"lay Card{i} + Card{i + 1}")
    lines = plain_text(log_lines(Transcript.of(state), state, [0, 1], 40)).splitlines()
    assert lines == ["seat 0: ..., lay Card4 + Card5,", "        lay Card6 + Card7"]


MUCH = """\
game much "Much"
  players 2 named Ann, Bob
  uses standard_deck
zone deck: stack of card, seen by nobody
zone table: set of card
mark rounds: 0..3
setup
  move all c in card to deck
  shuffle deck
phase play
  turns until rounds is 3
    choose main
      turn_up
        deal 16 from deck to table
        move table to deck
        shuffle deck
        gain 1 rounds
winner p where rounds is 3
"""


def test_where_one_move_has_no_room_its_end_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "much.game").write_text(MUCH)
    state = load(str(tmp_path / "much.game")).start(seed=1)
    state.apply("turn_up")
    state.apply("turn_up")
    log = Transcript.of(state)
    whole = next(text for who, text in log.told(state, 0) if who == 0)
    for width in (24, 40, 80):
        mine = [
            plain_text([line]).removeprefix("Ann: ").strip()
            for line in log_lines(log, state, [0], width)[:2]
        ]
        told = " ".join(mine)
        assert told.endswith(" ...") and whole.startswith(told.removesuffix(" ...")), told
        assert max(map(len, mine)) + len("Ann: ") <= width


def test_all_that_another_did_since_a_seat_moved_is_told(tmp_path: Path) -> None:
    """Who ends one deal and begins the next moves twice in a row, and has more to be told of it
    than there are seats."""
    (tmp_path / "pairs.game").write_text(PAIRS.replace("players 1", "players 2"))
    (tmp_path / "cards.csv").write_text("name\n" + "".join(f"Card{i}\n" for i in range(30)))
    state = load(str(tmp_path / "pairs.game")).start(seed=1)
    laid = [f"lay Card{i} + Card{i + 1}" for i in range(0, 28, 2)]
    for text in laid[:8]:
        state.apply(text)
    lines = plain_text(log_lines(Transcript.of(state), state, [1], 40)).splitlines()
    heads = ["seat 0: ", *[" " * 8] * 7]
    assert lines == [
        head + text + "," * (text != laid[7]) for head, text in zip(heads, laid[:8], strict=True)
    ]
    for text in laid[8:10]:
        state.apply(text)
    lines = plain_text(log_lines(Transcript.of(state), state, [1], 40)).splitlines()
    assert len(lines) == 8 and lines[0] == f"seat 0: ..., {laid[2]},"


def test_what_others_did_is_new_until_the_turn_is_over() -> None:
    """Also while a seat makes further moves of the same turn."""
    state, log = load("pig", seats=2).start(seed=2), Transcript()
    for text in ("roll", "hold", "roll", "hold", "roll"):
        before = state.copy()
        state.apply(text)
        log.add(before, next(m for m in before.legal_moves() if str(m) == text), state)
    assert state.to_move == 0
    lines, since = whole_log(log, state, [0], 60)
    assert [row[1].style for row in lines] == ["dim", "", ""] and since == 1
    assert [entry.text for entry in log.lately(state, [0])] == ["roll", "hold", "roll"]


def test_a_move_is_not_broken_where_it_has_room_in_a_line() -> None:
    assert _filled(["take 4b", "take 7a", "play 2 11"], 24) == ["take 4b, take 7a,", "play 2 11"]
    assert _filled(["lay a long one", "pass"], 10) == ["lay a long", "one, pass"]


def test_a_move_is_told_with_what_its_numbers_are_and_where_it_led(tmp_path: Path) -> None:
    (tmp_path / "walk.game").write_text("""game walk "A walk"
  players 2 named Ann, Bob
board street: grid 1 by 2
cells yard of street named "{letter}{y}"
mark pawn of seat: yard or none           "Where it stands"
mark goal of seat: yard or none, seen by owner              "Where it is to go"
mark steps of seat: 0..9
phase walking
  turns until steps of me > 5
    choose walk
      walk(far in 1..3, n in 1..1)
        gain (far * n) steps of me
        set pawn of me to b1 when far > 1 else a1
        set goal of me to b1
      go(to in yard)
        gain 1 steps of me
        set pawn of me to to
score steps of p: steps of p
winner most score
""")
    state = load(str(tmp_path / "walk.game")).start(seed=1)
    for text in ("walk 2 1", "walk 1 1", "go a1", "go b1"):
        state.apply(text)
    assert [text for _, text in Transcript.of(state).told(state, 0)] == [
        "walk 2 (far) 1 (pawn b1)",
        "walk 1 (far) 1 (pawn a1)",
        "go a1",
        "go b1",
    ]
    assert state.moves[0] == "walk 2 1"


WEATHER = """game weather "Weather"
  players 3 named Ann, Bob, Cy
type sky: clear, cloudy, stormy
type field_name: north, south
mark sky_now: sky
mark heat: 0..9
mark state_of of seat: sky              "What they feel"
mark last: seat or nobody                 "Who moved last"
mark out of seat: yes or no             "Who is out"
mark warm: yes or no                      "Is it warm?"
mark told of seat: yes or no, seen by owner
mark leader: seat or nobody             "Who leads"
mark flooded of field_name: yes or no     "Where the water is"
mark asked: sky or none                   "What was asked for"
whenever heat > 2 and not warm
  set warm to yes
phase day
  turns until heat > 8
    if heat is 4
      set state_of of me to stormy
    choose deed
      heat_up(n in 1..3)
        gain n heat
        set last to me
        set told of me to not told of me
        if heat is 3
          set sky_now to cloudy
          each p in seat
            set state_of of p to cloudy
          set leader to me
        if heat is 4
          set flooded of south to yes
      cool
        set heat to 0
        set warm to no
        set sky_now to clear when sky_now is stormy else cloudy
      ask(s in sky)
        compose count
          step one(n in 1..2) into picked at most 1
          finish done
        set leader to next of me
        set asked to s
        if s is stormy
          set sky_now to s
          set out of next of me to yes
score heat of p: 1 when last is p else 0
winner most score
"""


def test_what_comes_of_a_move_now_and_then_is_told_with_it(tmp_path: Path) -> None:
    """Not what it always does or names, nor what is hidden, nor what is no more."""
    (tmp_path / "weather.game").write_text(WEATHER)
    state = load(str(tmp_path / "weather.game")).start(seed=1)
    moves = "heat_up 3", "heat_up 1", "cool", "ask stormy", "one 2", "done", "cool"
    for text in moves:
        state.apply(text)
    log = Transcript.of(state)
    told = [
        "heat_up 3 (sky now cloudy, state of Ann, Bob, Cy cloudy, warm yes, leader Ann)",
        "heat_up 1 (state of Cy stormy, flooded south yes)",
        "cool",
        "ask stormy",
        "one 2",
        "done (sky now stormy, out of Bob yes, asked stormy)",
        "cool (sky now clear)",
    ]
    assert [text for _, text in log.told(state, 0)] == told
    assert [text for _, text in log.told(state, 2)] == told
    again = log.copy()
    again.cut(1)
    assert [text for _, text in again.told(state, 0)] == told[:1]


TRADE = """game trade "Trade"
  players 3 named Ann, Bob, Cy
type good: wood, wool
component card from "cards.csv" named by name
  price: 1..9
  good: good
zone hand of seat: set of card, seen by owner
zone sold: set of card
board yard: grid 3 by 3
cells field of yard named "{letter}{y}"
mark coins of seat: 0..40, starts 9
mark stock(seat, good): 0..9  "Wares"
mark clock: 0..40, starts 40
mark days: 0..40  "Days"
mark tired of seat: 0..9  "How tired"
mark wanted: good or none  "What is wanted"
mark been: set of seat
mark trees of field: 0..9  "Trees"
mark sheep of seat: field or none  "Sheep"
mark busy of seat: yes or no  "At work"
mark bid: 0..40 "What was left"
setup
  move all c in card to hand of Ann
phase market
  turns until clock is 0
    gain 1 days
    set busy of me to yes
    choose main
      buy(c in hand of me)
        move c from hand of me to sold
        spend price of c coins of me
        set bid to coins of me
        gain 1 stock(me, good of c)
        set wanted to good of c
      gift(p in seat, n in 1..3)
        spend n coins of me
        gain n coins of p
        gain 1 tired of me
        if n is 3
          gain 2 tired of p
          set been to been + {p}
          each g in good
            gain 1 stock(p, g)
      plant(f in field)
        gain 3 trees of f
        set sheep of me to f
      drive
        set sheep of me to b1 when coins of me > 4 else b2
        set been to {}
        if coins of me > 4
          set bid to 0
    set busy of me to no
    spend 1 clock
score coins of p: coins of p
winner most score
"""


def test_changes_of_open_marks_are_told_but_what_a_move_says_or_always_does(tmp_path: Path) -> None:
    """Neither a clock that falls each turn, nor what is drawn on a board, nor what is given."""
    (tmp_path / "cards.csv").write_text("name,price,good\nA,2,wood\nB,7,wool\nC,4,wool\n")
    (tmp_path / "trade.game").write_text(TRADE)
    state = load(str(tmp_path / "trade.game")).start(seed=1)
    told = {
        "buy A": " (coins 9 -> 7, stock wood: 0 -> 1, bid 0 -> 7)",
        "gift Ann 2": "",
        "gift Bob 3": " (stock of Bob wood, Bob wool: 0 -> 1, tired of Bob: 1 -> 3, been + Bob)",
        "plant a1": "",
        "gift Cy 1": "",
        "drive": " (sheep b1)",
        "gift Bob 2": "",
        "gift Cy 2": "",
        "gift Ann 1": "",
        "buy C": " (coins 8 -> 4, stock wool: 0 -> 1, bid 0 -> 4)",  # not as printed on the card
    }
    for text in told:
        state.apply(text)
    expected = [f"{text}{more}" for text, more in told.items()]
    assert [text for _, text in Transcript.of(state).told(state, 2)] == expected


GUESSED = """game guessed "Guessed"
  players 2 named Ann, Bob
type suit: hearts, spades
mark hidden: suit, seen by nobody
mark hit: yes or no         "Was the last guess right?"
mark safe of seat: yes or no
mark leader: seat or nobody "Who guessed right last"
mark led: suit or none      "What was guessed"
mark right: set of suit     "What was guessed in a row"
mark row: 0..20             "How many in a row"
mark best of seat: 0..20    "How many in a row"
mark asked: yes or no       "Does somebody wait?"
phase guessing
  turns until passes is 2
    choose main
      guess(s in suit)
        set asked to no
        set hit to s is hidden
        set safe of me to s is hidden
        if s is hidden
          set leader to me
          set led to s
          set hidden to spades
          set right to right + {s}
          gain 1 row
          gain 1 best of me
        else
          set leader to nobody
          set led to none
          set right to {}
          set row to 0
          set best of me to 0
      ask
        set asked to yes
      pass
winner p where safe of p
"""


def test_that_a_claim_holds_no_longer_and_nothing_is_there_any_more_is_told(tmp_path: Path) -> None:
    """But not what the move always does, nor that nothing has been counted. What was found out of
    what is hidden is told each time."""
    (tmp_path / "guessed.game").write_text(GUESSED)
    state = load(str(tmp_path / "guessed.game")).start(seed=1)
    started = " (hit yes, safe yes, leader {}, right + {}, row 0 -> 1, best 0 -> 1)"
    moves = [
        ("guess hearts", started.format("Ann", "hearts")),
        ("guess hearts", " (hit no, safe no, leader nobody, led none, right none)"),
        ("guess hearts", " (hit no, safe no, best 1 -> 0)"),
        ("ask", ""),
        ("guess hearts", " (hit no, safe no)"),
        ("guess spades", started.format("Bob", "spades")),
        ("pass", ""),
    ]
    for text, _ in moves:
        state.apply(text)
    told = [text for _, text in Transcript.of(state).told(state, 0)]
    assert told == [f"{text}{more}" for text, more in moves]


DUEL = """game duel "A duel"
  players 3 named Ann, Bob, Cy
mark loser: seat or nobody "Who lost"
mark host: seat or nobody "Who was called last"
mark rich of seat: 0..9
setup
  set rich of Bob to 2
phase play
  turns until passes is 3
    choose main
      challenge(p in seat where p is not me)
        if rich of p > rich of me
          set loser to me
        if rich of p < rich of me
          set loser to p
      call(p in seat)
        set host to p
      pass
winner p where loser is p or host is p or rich of p is 1
"""


def test_that_a_move_names_a_seat_does_not_say_what_that_has_become(tmp_path: Path) -> None:
    """Unless it always makes it that."""
    (tmp_path / "duel.game").write_text(DUEL)
    state = load(str(tmp_path / "duel.game")).start(seed=1)
    for text in ("challenge Bob", "challenge Cy", "call Ann"):
        state.apply(text)
    assert [text for _, text in Transcript.of(state).told(state, 2)] == [
        "challenge Bob (loser Ann)",
        "challenge Cy (loser Cy)",
        "call Ann",
    ]


def test_a_look_says_what_of_that_is_not_told(tmp_path: Path) -> None:
    (tmp_path / "weather.game").write_text(WEATHER)
    (tmp_path / "weather.look.csv").write_text("name,show\nsky_now,no\nwarm,no\n")
    state = load(str(tmp_path / "weather.game")).start(seed=1)
    state.apply("heat_up 3")
    assert [text for _, text in Transcript.of(state).told(state, 1)] == [
        "heat_up 3 (state of Ann, Bob, Cy cloudy, leader Ann)"
    ]


LED = """game leads "Leads"
  players 2 named Ann, Bob
type suit: hearts, spades
component card from "cards.csv" named by name
  suit: suit
zone hand of seat: set of card, seen by owner
zone laid of seat: set of card
zone below: set of card, seen by nobody
mark led: suit or none                    "The suit to follow"
mark asked: suit or none                  "The suit that somebody wants"
mark hidden: suit or none                 "The suit of what was hidden last"
setup
  move all c in card where suit of c is hearts to hand of Ann
  move all c in card where suit of c is spades to hand of Bob
phase play
  turns until passes is 2
    choose main
      play(c in hand of me)
        move c to laid of me
        if led is none
          set led to suit of c
        if suit of c is spades
          set asked to spades
      hide(c in hand of me)
        move c to below
        if size of below is 1
          set led to suit of c
        set hidden to suit of c
      pass
score laid of p: size of laid of p
winner most score
"""


def test_what_is_printed_on_a_card_is_told_to_who_is_not_told_which_card(tmp_path: Path) -> None:
    (tmp_path / "leads.game").write_text(LED)
    (tmp_path / "cards.csv").write_text("name,suit\nA,hearts\nB,hearts\nC,spades\nD,spades\n")
    game = load(str(tmp_path / "leads.game"))
    state = game.start(seed=1)
    for text in ("play A", "play C"):
        state.apply(text)
    log = Transcript.of(state)
    assert [text for _, text in log.told(state, 0)] == ["play A", "play C (asked spades)"]
    state = game.start(seed=1)
    state.apply("hide A")
    log = Transcript.of(state)
    assert [text for _, text in log.told(state, 0)] == ["hide A"]
    assert [text for _, text in log.told(state, 1)] == ["hide ... (led hearts, hidden hearts)"]


CLAIMED = """game gifts "Gifts"
  players 3 named Ann, Bob, Cy
type kind: bat, fly
component card from "cards.csv" named by name
zone hand of seat: set of card, seen by owner
zone parcel: set of card, seen by nobody
mark said: kind or none
mark giver: seat or nobody
mark holder: seat or nobody
setup
  move all c in card to hand of Ann
phase play
  turns until passes is 3
    choose gift
      give(c in hand of me, p in seat where p is not me, k in kind) named "give {c} to {p} as {k}"
        move c to parcel
        set giver to me
        hand_over(p, k)
      look
        needs held: holder is me          else "it was not given to you"
        move parcel to hand of me
      else pass
to hand_over(p: seat, k: kind)
  set said to k
  set holder to p
score cards of p: size of hand of p + (1 when giver is p or said is bat else 0)
winner most score
scenario "Told in part"
  play give A to Cy as bat
  seen by Bob
    gift: give ...
    gift: give ... to Cy as bat
  seen by Ann
    gift: give A to Cy as bat
"""


def test_a_move_told_in_part_is_told_with_what_was_chosen_openly(tmp_path: Path) -> None:
    """And what becomes of that goes without saying, as that who moves is who gave."""
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\n")
    (tmp_path / "gifts.game").write_text(CLAIMED)
    game = load(str(tmp_path / "gifts.game"))
    state = game.start(seed=1)
    state.apply("give A to Cy as bat")
    log = Transcript.of(state)
    assert [text for _, text in log.told(state, 0)] == ["give A to Cy as bat"]
    for seat in (1, 2):
        assert [text for _, text in log.told(state, seat)] == ["give ... to Cy as bat"]
    assert all(run_scenario(game, one).passed for one in game.scenarios())


@pytest.mark.parametrize(
    ("line", "instead"),
    (
        ("k in kind)", "k in kind where k is kind of c)"),
        (
            "        move c to parcel",
            '        needs k is kind of c else "no"\n        move c to parcel',
        ),
    ),
)
def test_what_hangs_on_a_hidden_card_is_not_told(line: str, instead: str, tmp_path: Path) -> None:
    """A kind that must be that of the card tells of the card; to whom it goes does not."""
    head = 'component card from "cards.csv" named by name'
    rules = CLAIMED.replace(head, f"{head}\n  kind: kind").replace(line, instead)
    (tmp_path / "cards.csv").write_text("name,kind\nA,bat\nB,fly\nC,bat\n")
    (tmp_path / "gifts.game").write_text(
        rules.replace("set said to k", "set said to bat when k is bat else fly")
    )
    game = load(str(tmp_path / "gifts.game"))
    state = game.start(seed=1)
    state.apply("give A to Cy as bat")
    log = Transcript.of(state)
    assert [text for _, text in log.told(state, 1)] == ["give ... to Cy as ... (said bat)"]


@pytest.mark.parametrize(
    ("line", "instead"),
    (
        ("p in seat where p is not me", "p in all q in seat where hand of q is empty"),
        ("        move c", '        needs size of hand of p < 1 else "no"\n        move c'),
        (
            "move c to parcel",
            "move B from hand of me to parcel\n        move A from hand of me to hand of p",
        ),
        ("move c to parcel", "move c to parcel\n        move parcel to hand of p"),
        (
            "move c to parcel",
            "move c to parcel\n        if hand of p is empty\n          move parcel to hand of p",
        ),
        ("move c to parcel", "move c to parcel\n        deal 1 from parcel to hand of p"),
    ),
)
def test_how_many_components_lie_somewhere_hides_nothing(
    line: str, instead: str, tmp_path: Path
) -> None:
    """Who may be chosen by that is told, and so is to whom something is given that nobody sees."""
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\n")
    (tmp_path / "gifts.game").write_text(CLAIMED.replace(line, instead))
    game = load(str(tmp_path / "gifts.game"))
    state = game.start(seed=1)
    state.apply("give A to Cy as bat")
    log = Transcript.of(state)
    assert [text.split(" (")[0] for _, text in log.told(state, 1)] == ["give ... to Cy as bat"]


@pytest.mark.parametrize(
    ("declared", "done"),
    (
        ("", "if A in hand of p\n          set said to none"),
        ("", "move all d in hand of p where d is not C to parcel"),
        (
            "mark liked of seat: set of kind, seen by owner",
            "if size of liked of p < 1\n          set liked of me to {bat}",
        ),
        (
            "mark due of seat: seat or nobody, seen by owner",
            "set due of me to p\n        if due of me is me\n          set said to none",
        ),
        ("zone kept(card, seat): slot of card, seen with card", "move c to kept(B, p)"),
    ),
)
def test_where_something_hidden_is_done_with_it_it_is_not_told(
    declared: str, done: str, tmp_path: Path
) -> None:
    """What lies with a hidden component is not counted, and neither is what a mark holds."""
    rules = CLAIMED.replace("mark said", f"{declared}\nmark said").replace(
        "move c to parcel",
        done if "kept" in done else f"move c to parcel\n        {done}",
    )
    if "kept" in done:
        rules = rules.replace("move parcel to", "move kept(B, me) to").replace(
            "zone parcel: set of card, seen by nobody\n", ""
        )
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\n")
    (tmp_path / "gifts.game").write_text(rules)
    game = load(str(tmp_path / "gifts.game"))
    state = game.start(seed=1)
    state.apply("give A to Cy as bat")
    log = Transcript.of(state)
    (told,) = [text for _, text in log.told(state, 1)]
    assert told.split(" (")[0] == "give ... to ... as bat"


def test_what_a_move_told_in_part_is_not_is_said(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\n")
    (tmp_path / "gifts.game").write_text(CLAIMED.replace("gift: give ...\n", "gift: ?\n"))
    game = load(str(tmp_path / "gifts.game"))
    (failed,) = [run_scenario(game, one) for one in game.scenarios()]
    assert "is told which of the offers was chosen, but not what it names" in failed.message
    (tmp_path / "gifts.game").write_text(CLAIMED.replace("... to Cy as bat", "... to Ann as ..."))
    game = load(str(tmp_path / "gifts.game"))
    (failed,) = [run_scenario(game, one) for one in game.scenarios()]
    assert failed.message == "Bob is told something else of what was chosen"
    assert (failed.expected, failed.found) == (
        ("give ... to Ann as ...",),
        ("give ... to Cy as bat",),
    )
    (tmp_path / "gifts.game").write_text(CLAIMED.replace("gift: give ...\n", "gift: look ...\n"))
    with pytest.raises(RulesError, match="E226"):
        load(str(tmp_path / "gifts.game")).scenarios()


@pytest.mark.parametrize(
    "told", ("give ... to Dan as bat", "give ... to Cy", "give ... ... as bat", "give D to ...")
)
def test_what_can_never_be_told_of_a_move_is_a_mistake(told: str, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\n")
    rules = CLAIMED.replace("gift: give ... to Cy as bat", f"gift: {told}")
    (tmp_path / "gifts.game").write_text(rules)
    with pytest.raises(RulesError, match="E226") as caught:
        load(str(tmp_path / "gifts.game")).scenarios()
    assert "give ..., give ... to ... as ..., give ... to ... as K, give ... to P as" in str(
        caught.value
    )


OFFERED = """game offers "Offers"
  players 3 named Ann, Bob, Cy
component card from "cards.csv" named by name
zone bag: set of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone offered of seat: slot of card, seen by owner
mark giver: seat
mark chooser: seat or nobody
mark asked: seat or nobody
setup
  move all c in card to bag
  deal 3 from bag to each hand
phase play
  repeat until size of hand of Ann is 5
    set asked to nobody
    set chooser to giver
    turns in {chooser}
      choose main
        offer(c in hand of me, p in seat where p is not me) named "offer {c} to {p}"
          move c to offered of me
          set asked to p
          set chooser to nobody
        pay_two
          compose paying secretly until size of paid is 2
            step pay(c in hand of me) into paid
          move paid from hand of me to bag
          deal 2 from bag to hand of me
          set chooser to nobody
    if asked is not nobody
      turns in {asked}
        choose answer
          accept
            move offered of giver to hand of me
            set asked to nobody
          decline
            move offered of giver to hand of giver
            set asked to nobody
    set giver to next(giver)
score cards of p: size of hand of p
winner most score
"""


def test_how_many_lie_where_goes_without_saying_where_a_move_always_does_that(
    tmp_path: Path,
) -> None:
    """Where it comes from a place that an open mark tells, too; and what is paid step by step in
    secret is told by what that is called, not as one step."""
    (tmp_path / "cards.csv").write_text("name\n" + "".join(f"{c}\n" for c in "ABCDEFGHIJKLM"))
    (tmp_path / "offers.game").write_text(OFFERED)
    game = load(str(tmp_path / "offers.game"))
    state = game.start(seed=1)
    for begins in ("offer", "decline", "pay_two", "pay", "pay", "offer", "accept"):
        moves = [str(move) for move in state.legal_moves()]
        state.apply(next(move for move in moves if move.startswith(begins)))
    told = [text for _, text in Transcript.of(state).told(state, 1)]
    assert "offer ... to Bob" in told[0]
    assert "->" not in "".join(told), told


BEACH = """game beach "On a beach"
  players 2 named Ann, Bob
mark gone of seat: yes or no
mark points of seat: 0..9
define there = all p in seat where not gone of p
phase evening
  turns in there from me until every p in seat has points of p > 3 or gone of p
    choose deed secretly
      stay
        gain 1 points of me
      go
        set gone of me to yes
score points of p: points of p
winner most score
"""


def test_what_was_done_is_told_once(tmp_path: Path) -> None:
    """Not the last move of who has dropped out again and again, nor what one has done long ago."""
    (tmp_path / "beach.game").write_text(BEACH)
    state = load(str(tmp_path / "beach.game")).start(seed=1)
    seen: list[str] = []
    for text in ("stay", "go", "stay", "stay", "stay"):
        seen.append(plain_text(log_lines(Transcript.of(state), state, [0], 60)))
        state.apply(text)
    assert [told.splitlines() for told in seen] == [
        [],
        ["Ann: stay"],
        ["Ann: stay", "Bob: deed ... (gone yes)"],
        ["Ann: stay"],
        ["Ann: stay"],
    ]


GIFTS = """game gifts "Gifts"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
zone stock: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone passing of seat: set of card, seen by owner
zone table: set of card
mark glance of seat: 0..2               "Where somebody looked"
setup
  move all c in card to stock
  deal 2 from stock to each hand
phase giving
  turns from me until every p in seat has passing of p is not empty
    compose gifts secretly until size of gift is 2
      step give(c in hand of me) into gift
    move gift from hand of me to passing of me
  each p in seat
    move passing of p to table
  turns until some p in seat where glance of p is 2
    choose main
      look
action look
  choose where
    look_up
    look_down
action look_up
  set glance of me to 1
action look_down
  set glance of me to 2
score table of p: size of table
winner most score
"""


def test_what_was_chosen_in_secret_is_told_when_it_is_over(tmp_path: Path) -> None:
    """Also to who has chosen later, behind what is over by then; and a move is told in all its
    parts, not what came before."""
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\nD\n")
    (tmp_path / "gifts.game").write_text(GIFTS)
    state = load(str(tmp_path / "gifts.game")).start(seed=1)
    while state.waiting is not None and state.waiting.name == "gifts":
        state.apply(state.legal_moves()[0])
    lines = plain_text(log_lines(Transcript.of(state), state, [1], 60)).splitlines()
    assert [row[:9] for row in lines] == ["Bob: give", "Ann: give"]
    for text in ("look", "look_up", "look", "look_down"):
        state.apply(text)
    lines = plain_text(log_lines(Transcript.of(state), state, [1], 60)).splitlines()
    assert lines == ["Bob: look, look_down"]


TOLL = """game toll "Toll"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
  worth: 1..8
zone hand of seat: set of card, seen by owner
zone gone: set of card                  "Cards that were paid"
mark lamps of seat: 0..9, starts 9
setup
  move all c in card where worth of c < 5 to hand of 'Ann'
  move all c in card where worth of c > 4 to hand of 'Bob'
phase paying
  turns until passes is 2 or hand of me is empty
    choose main
      cross
        compose pay secretly
          step pay(c in hand of me) into payment at most 2
          finish commit
            needs size of payment is 2      else "two"
        if some c in payment where worth of c < 3
          spend 1 lamps of me
        move payment from hand of me to gone
score lamps of p: lamps of p
winner most score
"""


def toll(tmp_path: Path, seen: str) -> State:
    """Ann has paid two small cards, and Bob two large ones; Ann is to pay again, in secret, too."""
    (tmp_path / "cards.csv").write_text(
        "name,worth\n" + "".join(f"C{worth},{worth}\n" for worth in range(1, 9))
    )
    (tmp_path / "toll.game").write_text(
        TOLL.replace("gone: set of card", f"gone: set of card{seen}")
    )
    state = load(str(tmp_path / "toll.game")).start(seed=1)
    for texts in (("pay C1", "pay C2", "commit"), ("pay C5", "pay C6", "commit"), ("pay C3",)):
        for text in ("cross", *texts):
            state.apply(text)
    assert state.to_move == 0 and state.waiting is not None and state.waiting.cover
    return state


def test_what_open_marks_become_is_told_of_what_was_chosen_in_secret(tmp_path: Path) -> None:
    """Where what was chosen has come to lie open, as of any move. And what was told stays told
    while others choose in secret."""
    state = toll(tmp_path, "")
    of_all = [
        *[(0, "cross"), (0, "pay C1"), (0, "pay C2"), (0, "commit (lamps 9 -> 8)")],
        *[(1, "cross"), (1, "pay C5"), (1, "pay C6"), (1, "commit")],
        (0, "cross"),
    ]
    assert list(Transcript.of(state).told(state, 0)) == [*of_all, (0, "pay C3")]
    assert list(Transcript.of(state).told(state, 1)) == of_all


def test_of_what_stays_secret_it_is_told_what_all_see_of_who_made_it(tmp_path: Path) -> None:
    state = toll(tmp_path, ", seen by nobody")
    assert list(Transcript.of(state).told(state, 1)) == [
        *[(0, "cross"), (0, "pay ... (hand 4 -> 2, lamps 9 -> 8)")],
        *[(1, "cross"), (1, "pay C5"), (1, "pay C6"), (1, "commit")],
        (0, "cross"),
    ]


BLIND = """game blind "Blind"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
  worth: 1..6
zone deck: stack of card, seen by nobody
zone hand of seat: slot of card, seen by nobody
zone pile: stack of card
zone gone: set of card
mark lives: 0..3, starts 3   "Lives"
mark plays: 0..9
mark last of seat: 0..9      "Their last play"
setup
  move all c in card to deck
  each p in seat
    deal 1 from deck to hand of p
phase playing
  turns until deck is empty
    choose main
      play
      look
action play
  gain 1 plays
  set last of me to plays
  each c in {hand of me}
    if worth of c is size of pile + 1
      move c from hand of me to pile
    else
      move c from hand of me to gone
      spend 1 lives
  deal 1 from deck to hand of me
action look(c in gone)
  move c from gone to pile
score piled of p: size of pile
winner most score
"""


def test_what_nobody_knew_is_told_where_it_has_come_to_lie_open(tmp_path: Path) -> None:
    """Not what who moves knew, nor what is dealt."""
    (tmp_path / "blind.game").write_text(BLIND)
    rows = "".join(f"C{worth},{worth}\n" for worth in range(1, 7))
    (tmp_path / "cards.csv").write_text(f"name,worth\n{rows}")
    state = load(str(tmp_path / "blind.game")).start(seed=1)
    for text in ("play", "play", "look C5"):
        state.apply(text)
    log = Transcript.of(state)
    told = [
        (0, "play (gone + C6, lives 3 -> 2, last 0 -> 1)"),
        (1, "play (gone + C5, lives 2 -> 1, last 0 -> 2)"),
        (0, "look C5"),
    ]
    assert list(log.told(state, 0)) == list(log.told(state, 1)) == told


THROWN = """game rolls "Rolls"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
mark die: 1..6, starts 1                  "What the die shows"
mark luck of seat: 1..6, seen by owner    "A throw under a cup"
mark got of seat: 0..99                   "What they got"
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
setup
  move all c in card to deck
  shuffle deck
phase play
  turns until some p in seat where got of p > 20
    pick die from 1..6
    pick luck of me from 1..6
    choose main
      keep
      draw
      again
action keep
  gain die got of me
action again
  choose sure
    keep
    draw
action draw
  if deck is not empty
    deal 1 from deck to hand of me
  gain (luck of me) got of me
score n of p: got of p + size of hand of p
winner most score
"""


def test_what_a_turn_began_with_is_told_and_to_who_drew_what_was_drawn(tmp_path: Path) -> None:
    """Once each; and neither what others have thrown under a cup nor what they have drawn."""
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\n")
    (tmp_path / "rolls.game").write_text(THROWN)
    state = load(str(tmp_path / "rolls.game")).start(seed=1)
    dice: list[object] = []
    lucks: list[object] = []

    def make(*texts: str) -> None:
        seat = cast(int, state.to_move)
        cells = cast("dict[str, Any]", state.observation(seat)["cells"])
        dice.append(cells["die"])
        lucks.append(cells["luck"][["Ann", "Bob"][seat]])
        for text in texts:
            state.apply(text)

    make("draw")
    make("again", "keep")
    make("keep")
    cells = cast("dict[str, Any]", state.observation(0)["cells"])
    (card,) = cells["hand"]["Ann"]
    log = Transcript.of(state)
    first, second, third, last = *cast("list[int]", dice), cells["die"]
    got = cells["got"]["Ann"] - third
    assert list(log.told(state, 0)) == [
        (0, f"die {first}, luck {lucks[0]}"),
        (0, f"draw (got 0 -> {got}, hand + {card})"),
        (1, f"die {second}"),
        (1, "again"),
        (1, f"keep (got 0 -> {second})"),
        (0, f"die {third}, luck {lucks[2]}"),
        (0, f"keep (got {got} -> {got + third})"),
        (1, f"die {last}"),
    ]
    for seats in ([1], [0, 1]):
        begun = [text for _, text in log.told(state, *seats)]
        assert begun[:2] == [f"die {first}", f"draw (got 0 -> {got})"]
    assert (1, f"die {second}, luck {lucks[1]}") in log.told(state, 1)
    said = [line for told in retold(state, 1) for line in told.said]
    assert said[:3] == [
        (0, f"die {first}, draw (got 0 -> {got})"),
        (1, f"die {second}, luck {lucks[1]}"),
        (1, "again"),
    ]


def test_who_looks_on_is_told_what_was_thrown(tmp_path: Path, run: Run) -> None:
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\n")
    (tmp_path / "rolls.game").write_text(THROWN)
    told = run(
        *("play", str(tmp_path / "rolls.game"), "--plain", "--seed", "1"),
        *("--players", "random,random"),
    ).output
    assert re.search(r"^Ann: die \d, luck \d\nAnn: \w+", told, re.MULTILINE)
    assert re.search(r"^\w+: draw \(got \d+ -> \d+, hand \+ [ABC]\)$", told, re.MULTILINE)
    rolled = run("play", "pig", "--plain", "--seed", "3", "--players", "random,random").output
    assert re.search(r"^seat 0: roll \(die (\d), purse 0 -> \1\)$", rolled, re.MULTILINE)


def test_a_throw_before_a_loop_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\n")
    once = "    choose main\n      keep\n      draw\n      again\n"
    assert once in THROWN
    looped = "    repeat until got of me > 9\n" + "".join(f"  {row}\n" for row in once.splitlines())
    (tmp_path / "rolls.game").write_text(THROWN.replace(once, looped))
    state = load(str(tmp_path / "rolls.game")).start(seed=1)
    for text in ("draw", "draw", "draw"):
        state.apply(text)
    told = [text for _, text in Transcript.of(state).told(state, 0, 1)]
    got = [text.partition(" (got ")[0] for text in told]
    assert [re.sub(r"\d", "N", text) for text in got] == ["die N", "draw", "draw", "draw", "die N"]


CUPS = """game cups "Cups"
  players 2 named Ann, Bob
type die: red, blue, black
mark shows of die: 1..6, starts 1
mark luck of seat: 1..6, starts 1, seen by owner
mark fate: 1..6, starts 1, seen by nobody
mark weather: 1..6, starts 1
mark left: 0..9
mark turns_left: 0..9, starts 4
phase play
  turns until turns_left is 0
    spend 1 turns_left
    each d in die where d is not black
      pick shows of d from 1..6
    if shows of red > 3
      pick weather from 1..6
    pick fate from 1..6
    if luck of me > 3
      pick shows of black from 1..6
    set left to 0 when shows of red < 4 else 1
    compose steps until left is 0         "Go on, one step after the other"
      step shake
        needs more: left > 0              else "you may not shake"
        spend 1 left
    each p in seat
      pick luck of p from 1..6
score luck of p: luck of p + left
score fate of p: fate + weather
winner most score
"""


def test_what_chance_picks_is_told_wherever_it_stands_to_who_may_see_it(tmp_path: Path) -> None:
    """Under `each` and `if`, and in turns in which nothing is to be decided; what others have under
    their cups is not told, nor a throw of which a seat cannot know that there was one."""
    (tmp_path / "cups.game").write_text(CUPS)
    game, seen = load(str(tmp_path / "cups.game"), engine="reference"), set[str]()
    for seed in range(20):
        state = game.start(seed=seed)
        while not state.over:
            state.apply("shake")
        log = Transcript.of(state)
        if not log.entries:
            continue
        told = [[text for _, text in log.told(state, *seats)] for seats in ([0], [1], [0, 1])]
        whole = [", ".join(texts) for texts in told]
        begun = [text for text in told[2] if text.startswith("shows")]
        turns = 4 if state.over else 0
        assert len(begun) == turns, begun
        for text in begun:
            found = re.match(r"shows red (\d), blue \d(, black \d)?(, weather \d)?$", text)
            assert found and (found[3] is not None) == (int(found[1]) > 3), text
        assert not any("fate" in text for text in whole)
        assert "luck" not in whole[2] and "luck" in whole[0] and "luck of Bob" not in whole[0]
        cells = [cast("dict[str, Any]", state.observation(seat)["cells"]) for seat in (0, 1)]
        for seat, name in enumerate(("Ann", "Bob")):
            (last,) = re.findall(r".*luck (?:of \w+ )?(\d)", whole[seat])
            assert int(last) == cells[seat]["luck"][name]
        seen |= {text for text in begun if "black" in text}
    assert seen


def test_a_turn_that_is_over_without_a_decision_is_told_with_what_it_brought(
    tmp_path: Path,
) -> None:
    """What was thrown and dealt in it, as of who had that turn: a compose that was complete at once
    is no move that would be told."""
    (tmp_path / "cards.csv").write_text("name\n" + "".join(f"C{n}\n" for n in range(10, 40)))
    (tmp_path / "lots.game").write_text("""game lots "Lots"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone table: set of card
mark die: 1..6, starts 1
mark left: 0..2
setup
  move all c in card to deck
  shuffle deck
phase play
  turns until size of table > 3
    pick die from 1..6
    set left to 1 when die is 6 else 0
    deal 1 from deck to hand of me
    compose lay until left is 0           "Lay as many as the die says"
      step lay(c in hand of me)
        needs more: left > 0              else "no more"
        move c to table
        spend 1 left
score cards of p: size of hand of p
winner most score
""")
    state = load(str(tmp_path / "lots.game")).start(seed=2)
    state.apply(state.legal_moves()[0])
    after = [*Transcript.of(state).told(state, 0)]
    made = next(number for number, (_, text) in enumerate(after) if text.startswith("lay "))
    who, text = after[made]
    assert re.fullmatch(r"lay C\d+", text)
    skipped = after[made + 1 :]
    assert len(skipped) > 1 and skipped[-1][0] == state.to_move
    for number, (seat, text) in enumerate(skipped, 1):
        assert seat == (who + number) % 2
        dealt = r", hand \+ C\d\d" if seat == 0 else ""
        shows = "6" if number == len(skipped) else r"[1-5]"
        assert re.fullmatch(f"die {shows}{dealt}", text), text


AWARDS = """game awards "Awards"
  players 2
type award: most_cards, most_coins, first_home
mark won of seat: set of award
mark best of award: 0..9                  "How often"
mark last_award: award or none            "The last one"
mark deals: 0..9
phase play
  turns until deals is 4
    choose main
      deal
action deal
  gain 1 deals
  each p in seat
    set won of p to all a in award where awarded(p, a)
  each a in award
    if deals is 1 and a is most_coins
      gain 1 best of a
  if deals is 2
    set last_award to first_home
define awarded(p: seat, a: award)
  a is most_cards                       when deals is 1 and p is '0'
  a is not first_home                   when deals is 2 and p is '0'
  a is not most_cards                   when deals is 3 and p is '0'
  a is first_home                       when deals is 3
  no                                    else
score won of p: size of won of p
winner most score
"""


DEALT = """game dealt "Dealt"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone gone: set of card
setup
  move all c in card to deck
phase play
  turns until deck is empty and hand of me is empty
    if every p in seat has hand of p is empty
      deal 1 from deck to each hand
    choose main
      lay
action lay(c in hand of me)
  move c to gone
score n of p: size of hand of p
winner most score
"""


def test_what_all_have_drawn_in_a_step_is_told_to_each_and_where_nothing_is_hidden_of_all(
    tmp_path: Path,
) -> None:
    """Whoever ends a deal may not be the only one who draws then."""
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\nD\n")
    (tmp_path / "dealt.game").write_text(DEALT)
    state = load(str(tmp_path / "dealt.game")).start(seed=1)
    for _ in range(2):
        state.apply(state.legal_moves()[0])
    hands = [cast("dict[str, Any]", state.observation(n)["cells"])["hand"] for n in (0, 1)]
    (ann,), (bob,) = hands[0]["Ann"], hands[1]["Bob"]
    log, last = Transcript.of(state), state.moves[-1]
    _, *mine = log.told(state, 0)
    _, *theirs = log.told(state, 1)
    _, *common = log.told(state, 0, 1)
    _, *every = log.told(state, 1, is_open=True)
    assert mine == [(1, last), (0, f"hand + {ann}")], "as the next turn began"
    assert theirs == [(1, last), (0, f"hand of Bob + {bob}")]
    assert common == [(1, last)]
    assert every == [(1, last), (0, f"hand + {ann}, hand of Bob + {bob}")]


DRAWS = """game draws "Draws"
  players 2..3 named Ann, Bob, Cy
component card from "cards.csv" named by name
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone brow of seat: set of card, seen by others
setup
  move all c in card to deck
phase play
  turns until deck is empty
    deal 1 from deck to hand of me                    "Each draws before anything else"
    choose main
      draw
        deal 1 from deck to hand of me
      wear
        deal 1 from deck to brow of me
        deal 1 from deck to hand of me
score n of p: size of hand of p
winner most score
"""


@pytest.mark.parametrize("seats", [2, 3])
def test_what_moves_and_turns_both_deal_is_told_with_each(seats: int, tmp_path: Path) -> None:
    """What a move has drawn in its brackets, and what the next turn began with in a line of its
    own."""
    (tmp_path / "cards.csv").write_text("name\n" + "".join(f"C{n}\n" for n in range(10, 40)))
    (tmp_path / "draws.game").write_text(DRAWS)
    state = load(str(tmp_path / "draws.game"), seats=seats).start(seed=1)

    def hand(seat: str) -> list[str]:
        number = ("Ann", "Bob", "Cy").index(seat)
        return cast(
            "list[str]", cast("dict[str, Any]", state.observation(number)["cells"])["hand"][seat]
        )

    def made(text: str, who: str, other: str) -> tuple[list[str], list[str]]:
        had = [{*hand(who)}, {*hand(other)}]
        state.apply(next(str(move) for move in state.legal_moves() if str(move).startswith(text)))
        return sorted({*hand(who)} - had[0]), sorted({*hand(other)} - had[1])

    (mine,), (theirs,) = made("draw", "Ann", "Bob")
    log = Transcript.of(state)
    assert [*log.told(state, 0)] == [(0, f"draw (hand + {mine})")]
    assert [*log.told(state, 1)] == [(0, "draw"), (1, f"hand + {theirs}")]
    assert [*log.told(state, 0, 1)] == [(0, "draw")]
    assert [*log.told(state, 0, is_open=True)] == [
        (0, f"draw (hand + {mine})"), (1, f"hand + {theirs}")
    ]  # fmt: skip
    assert [line for told in retold(state, 1) for line in told.said] == [*log.told(state, 1)]
    after = "Ann" if seats == 2 else "Cy"
    (mine,), (theirs,) = made("wear", "Bob", after)
    brow = cast("dict[str, Any]", state.observation(0)["cells"])["brow"]["Bob"][0]
    told = [*Transcript.of(state).told(state, 0)][1:]
    begun = [(0, f"hand + {theirs}")] * (seats == 2)
    assert told == [(1, f"wear (brow + {brow})"), *begun]
    assert [*Transcript.of(state).told(state, 1)][-1] == (1, f"wear (hand + {mine})")


def drawn(state: State) -> str:
    view = TableView(attributes_of(state.engine.program))
    return plain_text(view.lines(state.observation(0), 80))


def test_a_set_that_is_set_anew_is_told_as_it_is_and_values_with_blanks(tmp_path: Path) -> None:
    """While it is only added to, what has come is told. In the log and on the table values of types
    are called alike."""
    (tmp_path / "awards.game").write_text(AWARDS)
    state = load(str(tmp_path / "awards.game")).start(seed=1)
    state.apply("deal")
    table = drawn(state)
    assert "won most cards" in table and "most coins: 1" in table
    state.apply("deal")
    table = drawn(state)
    assert "won most cards, most coins" in table and "last award    first home" in table
    (preview,) = [Previews(state.engine.program).of(state, move) for move in state.legal_moves()]
    assert preview is not None
    assert preview.effects[:2] == ("won most coins, first home", "score of seat 1 0 -> 1")
    state.apply("deal")
    assert list(Transcript.of(state).told(state, 0)) == [
        (0, "deal (won + most cards, best most coins: 0 -> 1)"),
        (1, "deal (won of seat 0 + most coins, last award first home)"),
        (0, "deal (won most coins, first home, of seat 1: first home)"),
    ]


PATROL = """game patrol "Patrol"
  players 2
board yard: grid 3 by 3
cells square of yard named "{letter}{y}"
mark man of square: seat or nobody
mark taken: set of square "What is taken"
mark crossed: set of square "What is crossed"
mark seen: set of square "What is seen"
phase play
  turns until passes is 2
    choose main
      lay(c in square where man of c is nobody)
        set man of c to me
        set crossed to crossed + {c}
        set seen to all d in square where man of d is nobody
        each d in beside of c where man of d is opponent
          set man of d to nobody
          set taken to taken + {d}
      again
        set taken to {}
        each d in square where man of d is me
          set taken to taken + {d}
      pass
score men of p: how many c in square where man of c is p
winner most score
"""


def test_a_set_of_cells_is_told_as_other_sets_are(tmp_path: Path) -> None:
    """But for what the move names, and more than six cells, which the board shows."""
    (tmp_path / "patrol.game").write_text(PATROL)
    state = load(str(tmp_path / "patrol.game")).start(seed=1)
    told = [
        "lay a1",
        "lay a2 (taken + a1, man a1 seat 0 -> nobody)",
        "lay b2 (taken + a2, man a2 seat 1 -> nobody)",
        "lay b3 (taken + b2, man b2 seat 0 -> nobody)",
        "lay c1",
        "again (taken b3)",
        "lay a1 (seen a3, c3, a2, b2, c2, b1)",
        "lay c2 (taken + c1, seen a3, c3, a2, b2, b1, man c1 seat 0 -> nobody)",
    ]
    for text in told:
        state.apply(text.partition(" (")[0])
    assert [text for _, text in Transcript.of(state).told(state, 0)] == told


def test_a_set_of_cells_that_is_empty_again_behind_the_turn_is_not_told() -> None:
    """The first of two jumps says no more than the last."""
    state = load("draughts").start(seed=2)
    moves = "move e3-f4, move b6-c5, move c3-d4, jump c5-e3, jump f2-d4, move a7-b6, move d4-c5"
    for text in [*moves.split(", "), "jump d6-b4", "jump a3-c5"]:
        state.apply(text)
    assert state.to_move == 0  # it jumps once more
    *_, last = Transcript.of(state).told(state, 0)
    assert last == (0, "jump a3-c5")


MAID = """game maid "Maid"
  players 3 named Ann, Bob, Cy
type rank: low, high
component card from "cards.csv" named by name
  rank: rank
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone brow of seat: slot of card, seen by others             "What the others see"
zone looked_at of seat: slot of card, seen by owner
zone pairs: set of card
zone table: stack of card
zone won of seat: set of card
setup
  move all c in card to deck
  deal 2 from deck to each hand
phase play
  turns until deck is empty
    choose main
      peek
      pair
      wear
      lay
  move table to won of Cy
action peek
  move top(1, deck) to looked_at of me
  move looked_at of me to deck
action pair
  let first = all c in hand of me where rank of c is low
  move first from hand of me to pairs
action wear
  deal 1 from deck to brow of me
action lay(c in hand of me)
  move c from hand of me to table
score n of p: size of won of p
winner most score
"""


def test_what_some_alone_see_is_told_to_them_and_what_is_moved_at_the_end_to_all(
    tmp_path: Path,
) -> None:
    """What a seat looks at and puts back, and what all but one have before them; all that a move
    lays open, whoever had seen a part of it; and what the rules do when nobody moves any more."""
    rows = "".join(f"{name},low\n" for name in "ABCDEFGH")
    (tmp_path / "cards.csv").write_text(f"name,rank\n{rows}")
    (tmp_path / "maid.game").write_text(MAID)
    state = load(str(tmp_path / "maid.game")).start(seed=1)
    for text in ("peek", "pair", "lay"):
        state.apply(next(move for move in state.legal_moves() if str(move).startswith(text)))
    laid = state.moves[-1].split()[-1]
    for _ in range(2):
        state.apply("wear")
    assert state.over
    cells = cast("dict[str, Any]", state.observation(2)["cells"])
    ann, bob, (one, two) = cells["brow"]["Ann"], cells["brow"]["Bob"], cells["pairs"]
    log = Transcript.of(state)
    common = [
        (0, "peek"),
        (1, f"pair (pairs + {one}, {two})"),
        (2, f"lay {laid}"),
        (0, "wear"),
        (1, "wear"),
        (1, f"at the end won of Cy + {laid}"),
    ]
    saw, wore = (
        [(0, f"peek (saw {ann})")],
        [(0, f"wear (brow + {ann})"), (1, f"wear (brow + {bob})")],
    )
    assert [*log.told(state, 0, 1, 2)] == common
    assert [*log.told(state, 0)] == [*saw, *common[1:4], wore[1], common[5]]
    assert [*log.told(state, 1)] == [*common[:3], wore[0], *common[4:]]
    assert [*log.told(state, 2)] == [*common[:3], *wore, common[5]]
    assert [*log.told(state, 0, is_open=True)] == [*saw, *common[1:3], *wore, common[5]]
    assert [text for told in retold(state, 0) for _, text in told.said][::5] == [saw[0][1]]
    assert [text for told in retold(state, 1) for _, text in told.said][-1] == (
        f"wear, at the end won of Cy + {laid}"
    )


LAST = """game lasts "The last card"
  players 3 named Ann, Bob, Cy
component card from "cards.csv" named by name
zone hand of seat: set of card, seen by owner
zone table: set of card, seen by SEEN
zone won of seat: set of card
setup
  move all c in card where c is not C to hand of Ann
  move C to table
phase play
  turns until size of hand of Ann < 2
    choose main
      lay(c in hand of me)
        move c from hand of me to table
  move hand of Ann to table
  move table to won of Cy
score n of p: size of won of p
winner most score
"""


def test_what_the_last_move_names_is_told_to_have_been_moved_at_the_end(tmp_path: Path) -> None:
    """Once: who is not told which card it was is told that it was turned up with the others."""
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\n")
    last = (0, "at the end won of Cy + A")
    for seen, told, others in (
        ("all", [(0, "lay A (won of Cy + B)"), (0, "at the end won of Cy + A, C")], None),
        ("nobody", [(0, "lay A (won of Cy + B, C)"), last], [(0, "lay ... (won of Cy + A, B, C)")]),
    ):
        (tmp_path / "lasts.game").write_text(LAST.replace("SEEN", seen))
        state = load(str(tmp_path / "lasts.game")).start(seed=1)
        state.apply("lay A")
        log = Transcript.of(state)
        assert [*log.told(state, 0)] == told
        assert [*log.told(state, 1)] == [*log.told(state, 0, 1, 2)] == (others or told)
        for seat, lines in ((0, told), (1, others or told)):
            assert [*retold(state, seat)][-1].said == [(0, ", ".join(text for _, text in lines))]


SWAP = """game swap "Swap"
  players 3 named Ann, Bob, Cy
component card from "cards.csv" named by name
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
mark lead: seat or nobody
mark debt of seat: 0..9
setup
  move all c in card to deck
  shuffle deck
  deal 3 from deck to each hand
phase swapping
  turns until lead is not nobody
    compose gifts secretly until size of gift is 2
      step give(c in hand of me) into gift
    move gift from hand of me to hand of next of me
    each p in seat where size of hand of p is not 3
      gain (size of hand of p) debt of p
    set lead to next of me
    deal 1 from deck to hand of next of next of me
score debt of p: debt of p
winner most score
"""


def test_who_is_given_something_in_a_secret_choice_in_steps_is_told_what(tmp_path: Path) -> None:
    """And all are told what has become of open marks by the whole of it, as of any move."""
    (tmp_path / "cards.csv").write_text("name\n" + "".join(f"{name}\n" for name in "ABCDEFGHIJKL"))
    (tmp_path / "swap.game").write_text(SWAP)
    state = load(str(tmp_path / "swap.game")).start(seed=1)
    one = state.legal_moves()[0]
    state.apply(one)
    two = state.legal_moves()[0]
    cards = [str(move).split()[1] for move in (one, two)]
    state.apply(two)
    given = f"hand of Bob + {', '.join(sorted(cards))}"
    hand = cast("dict[str, Any]", state.observation(2)["cells"])["hand"]["Cy"]
    of_all = "gifts ... (hand 3 -> 1, debt 0 -> 1, then lead Bob, debt of Bob: 0 -> 5"
    log = Transcript.of(state)
    assert [*log.told(state, 0)] == [
        (0, f"give {cards[0]}"),
        (0, f"give {cards[1]} (lead Bob, debt 0 -> 1, of Bob: 0 -> 5)"),
    ]
    assert [*log.told(state, 1)] == [(0, f"{of_all}, {given})")]
    ((_, told),) = log.told(state, 2)
    assert told.startswith(f"{of_all}, hand of Cy + ") and told[-2] in hand
    assert [*log.told(state, 1, 2)] == [(0, f"{of_all})")]


def test_where_all_is_chosen_in_secret_each_is_told_of_it_as_soon_as_it_is_over(
    tmp_path: Path,
) -> None:
    """Not of a step, and of nothing that it does not see: who was given what learns that alone."""
    (tmp_path / "cards.csv").write_text("name\n" + "".join(f"{name}\n" for name in "ABCDEFGHIJKL"))
    rules = SWAP.replace("lead is not nobody", "debt of Ann is 9").replace("is not 3", "is 9")
    rules = rules.replace("    deal 1 from deck to hand of next of next of me\n", "")
    rules = rules.replace("seat or nobody\n", "seat or nobody  'Who leads'\n".replace("'", '"'))
    (tmp_path / "swap.game").write_text(rules)
    state = load(str(tmp_path / "swap.game")).start(seed=1)
    cards: list[str] = []
    for number in range(6):
        assert len([*Transcript.of(state).told(state, 2)]) == number // 2 + max(0, number - 4)
        state.apply(one := state.legal_moves()[0])
        cards.append(str(one).split()[1])
    log = Transcript.of(state)
    to_bob, to_cy, to_ann = (", ".join(sorted(cards[n : n + 2])) for n in (0, 2, 4))
    first, second = "gifts ... (hand 3 -> 1, then lead Bob", "gifts ... (hand 5 -> 3, then lead Cy"
    third = "gifts ... (hand 5 -> 3, then lead Ann"
    assert [text for _, text in log.told(state, 0)][2:] == [
        f"{second})", f"{third}, hand of Ann + {to_ann})"
    ]  # fmt: skip
    told = [text for _, text in log.told(state, 1)]
    assert [told[0], told[-1]] == [f"{first}, hand of Bob + {to_bob})", f"{third})"]
    assert [text for _, text in log.told(state, 2)][:2] == [
        f"{first})", f"{second}, hand of Cy + {to_cy})"
    ]  # fmt: skip


ANEW = """game anew "A new deal"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
mark deals: 0..2
setup
  move all c in card to deck
  shuffle deck
  deal 7 from deck to each hand
phase play
  turns until deals is 2
    choose main
      bury
      deal
      pass
action bury(c in hand of me)
  move c to deck
  shuffle deck
  deal 3 from deck to hand of me
action deal
  gain 1 deals
  each p in seat
    move hand of p to deck
  shuffle deck
  each p in seat
    deal (6 when deals is 1 else 3) from deck to hand of p
score n of p: size of hand of p
winner most score
"""


def test_a_new_deal_is_told_whatever_a_seat_had_seen_before_it(tmp_path: Path) -> None:
    """One by one, or in one where it is much."""
    (tmp_path / "cards.csv").write_text("name\n" + "".join(f"C{n}\n" for n in range(10, 26)))
    (tmp_path / "anew.game").write_text(ANEW)
    state = load(str(tmp_path / "anew.game")).start(seed=1)

    def hands() -> list[str]:
        cells = [cast("dict[str, Any]", state.observation(seat)["cells"]) for seat in (0, 1)]
        return [
            ", ".join(one["hand"][name]) for one, name in zip(cells, ("Ann", "Bob"), strict=True)
        ]

    bury, (held, _) = state.legal_moves()[0], hands()
    state.apply(bury)
    card = str(bury).split()[1]
    come = [one for one in hands()[0].split(", ") if one not in held or one == card]
    assert len(come) == 3
    told = [*Transcript.of(state).told(state, 0)]
    assert told == [(0, f"{bury} (hand + {', '.join(come)})")]
    state.apply("deal")
    anew = Transcript.of(state)
    assert [*anew.told(state, 0)][1:] == [(1, "deal (hand of Ann dealt anew)")]
    assert [*anew.told(state, 1)][1:] == [(1, "deal (hand dealt anew)")]
    state.apply("deal")
    log, (ann, bob) = Transcript.of(state), hands()
    assert [*log.told(state, 0)][2:] == [(0, f"deal (hand + {ann})")]
    assert [*log.told(state, 1)][2:] == [(0, f"deal (hand of Bob + {bob})")]


def test_what_goes_from_hand_to_hand_unseen_within_a_move_is_not_shown(tmp_path: Path) -> None:
    """Though each of them has seen it: who had it is not told who has it now."""
    (tmp_path / "cards.csv").write_text("name\n" + "".join(f"C{n}\n" for n in range(10, 26)))
    (tmp_path / "anew.game").write_text(ANEW)
    state = load(str(tmp_path / "anew.game")).start(seed=1)
    state.apply("deal")
    log = Transcript.of(state)
    for seat in (0, 1):
        assert [text for _, text in log.told(state, seat) if "shown" in text or "saw" in text] == []
    state.apply("deal")
    for seat in (0, 1):
        assert not any("shown" in text for _, text in Transcript.of(state).told(state, seat))


RUNS = """game runs "Runs"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
  rank: 1..20
zone hand of seat: set of card, seen by owner
zone table: set of card
setup
  move all c in card to hand of Ann
phase play
  turns until passes is 2
    choose main
      lay
      else pass
action lay(n in 4..20) named "lay a run of {n}"
  needs held: hand of me is not empty     else "there is nothing to lay"
  move all c in hand of me where rank of c <= n from hand of me to table
score cards of p: total rank of hand of p
winner most score
"""


@pytest.mark.parametrize("many", [4, 5, 12, 13, 14, 20])
def test_a_combination_is_told_card_by_card(many: int, tmp_path: Path) -> None:
    """Where a move says what is laid, and not card by card; of very many the first."""
    names = [f"C{n:02}" for n in range(1, 21)]
    rows = "".join(f"{name},{n}\n" for n, name in enumerate(names, 1))
    (tmp_path / "cards.csv").write_text(f"name,rank\n{rows}")
    (tmp_path / "runs.game").write_text(RUNS)
    state = load(str(tmp_path / "runs.game")).start(seed=1)
    state.apply(f"lay a run of {many}")
    (told,) = [text for _, text in Transcript.of(state).told(state, 1)]
    laid = (
        ", ".join(names[:many]) if many <= 13 else f"{', '.join(names[:12])} and {many - 12} more"
    )
    assert f"(table + {laid}" in told


TURNED = """game turned "Turned up"
  players 2 named Ann, Bob
  uses standard_deck
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone gone: stack of card, seen by nobody
zone secret of seat: set of card, seen by owner
zone open of seat: set of card
setup
  move all c in card to deck
  shuffle deck
  deal 2 from deck to each secret
  deal 3 from deck to each hand
phase main
  turns until every p in seat has open of p is not empty
    choose main
      secretly_paid
      openly_paid
action secretly_paid
  compose fee secretly
    step pay(c in hand of me) into payment
    finish commit
  move payment from hand of me to gone
  reveal
action openly_paid
  compose price
    step give(c in hand of me) into payment
    finish done
  move payment from hand of me to gone
  reveal
to reveal
  each p in seat
    move secret of p to open of p
score worth of p: total rank of open of p
winner most score
"""


@pytest.mark.parametrize(("does", "ends"), [("secretly_paid", "commit"), ("openly_paid", "done")])
def test_what_a_secret_choice_turns_up_of_others_is_told(
    does: str, ends: str, tmp_path: Path
) -> None:
    """As it is of an open one, where nobody has chosen at the same time."""
    (tmp_path / "turned.game").write_text(TURNED)
    state = load(str(tmp_path / "turned.game")).start(seed=2)
    state.apply(does)
    state.apply(str(state.legal_moves()[0]))
    state.apply(ends)
    cells = cast(dict[str, dict[str, list[str]]], state.observation(0)["cells"])
    for seat in range(2):
        said = plain_text(log_lines(Transcript.of(state), state, [seat], 1000))
        assert all(card in said for cards in cells["open"].values() for card in cards), said


@pytest.mark.parametrize("hidden", ["", "open,no\nhand,no\nsecret,no\n"])
def test_a_place_that_is_not_told_at_the_table_is_not_told_in_the_log(
    hidden: str, tmp_path: Path
) -> None:
    (tmp_path / "turned.game").write_text(TURNED)
    if hidden:
        (tmp_path / "turned.look.csv").write_text("name,show\n" + hidden)
    for does, ends in (("secretly_paid", "commit"), ("openly_paid", "done")):
        state = load(str(tmp_path / "turned.game")).start(seed=2)
        state.apply(does)
        state.apply(str(state.legal_moves()[0]))
        state.apply(ends)
        for seat in range(2):
            said = plain_text(log_lines(Transcript.of(state), state, [seat], 1000))
            told = [name for name in ("open", "hand", "secret") if re.search(rf"\b{name}\b", said)]
            assert ("open" in told) == (not hidden) and not (hidden and told), said


DRIFT = """game drift "A stone that drifts"
  players 2 named Red, Blue
board sea: grid 1 by 4
cells cell of sea named "{letter}{y}"
mark stone of cell: seat or nobody
mark left: 0..3, starts 3
setup
  set stone of a1 to Red
phase play
  turns from Blue until left is 0
    choose main
      drift
        set stone of a1 to nobody
        set stone of b1 to Red
        spend 1 left
      sink
        set stone of a1 to nobody
        spend 1 left
winner p where stone of d1 is p
"""


@pytest.mark.parametrize(
    ("move", "told"),
    [("drift", "stone a1 Red -> nobody, b1 nobody -> Red"), ("sink", "stone a1 Red -> nobody")],
)
def test_where_a_stone_of_another_goes_is_told_with_where_it_has_gone_from(
    run: Run, move: str, told: str
) -> None:
    Path("drift.game").write_text(DRIFT)
    asked = ("play", "drift.game", "--seed", "1", "--players", "human,human", "--plain")
    done = run(*asked, input=f"{move}\nlog\nquit\n")
    assert f"Blue: {move} ({told})" in done.stdout.splitlines(), done.stdout


GUESS = """game guess "Guess"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
zone pile: stack of card, seen by nobody
zone held of seat: set of card, seen by owner
zone lid: set of card, seen by nobody
mark right: yes or no                     "Is it there?"
setup
  move all c in card to pile
  shuffle pile
  deal 3 from pile to lid
phase x
  turns until passes is 2
    choose main
      guess(x in card)
        set right to x in lid
        move lid to held of me
        move held of me to lid
        pass
score s of p: size of held of p
winner most score
"""


def test_what_is_said_aloud_is_told_among_what_is_seen(tmp_path: Path) -> None:
    """It is no news that somebody has said it, but that it lies there."""
    (tmp_path / "cards.csv").write_text("name\na\nb\nc\nd\n")
    (tmp_path / "guess.game").write_text(GUESS)
    state = load(str(tmp_path / "guess.game")).start(seed=1)
    cells = cast("dict[str, Any]", state.observation(0)["cells"])
    assert cells["lid"] == {"count": 3, "known": []}
    state.apply("guess b")
    ((_, told),) = Transcript.of(state).told(state, 0)
    known = cast("dict[str, Any]", state.observation(0)["cells"])["lid"]["known"]
    assert len(known) == 3 and "b" in known
    assert told == f"guess b (saw {', '.join(known)}, right yes)"


FLOOD = """variant flood of ruta "A flood"
mark days: 0..99                          "Days"
mark flooded of route: yes or no          "Under water"
add at start of turns in play
  set days to min(99, days + 1)
  if days is 3
    each r in route where Sailor in ends of r or Island in ends of r
      set flooded of r to yes
add at start of claim
  needs dry: not flooded of r             else "{r} is under water"
"""


def test_what_becomes_of_the_edges_of_a_map_is_told(tmp_path: Path) -> None:
    """But not of the one that the action is about."""
    (tmp_path / "flood.game").write_text(FLOOD)
    game = load("ruta", variants=[str(tmp_path / "flood.game")])
    state, luck = game.start(seed=4), random.Random(4)
    while not state.over and len(state.moves) < 60:
        state.apply(luck.choice(state.legal_moves()))
    told = [text for _, text in Transcript.of(state).told(state, 0, 1)]
    flooded = [text for text in told if "flooded" in text]
    assert len(flooded) == 1 and re.search(r"flooded [\w -]+, [\w, -]+ yes", flooded[0])
    assert any(text.startswith("claim ") for text in told)
    assert not any("holder" in text for text in told)

"""What a seat is told besides what lies open to it: payments, points, turns, passes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import pytest

from rulewright import Game, State, load
from rulewright.core.scenes import GivenPosition
from rulewright.play.retold import retold
from rulewright.transcript import Transcript

RULES = """\
game till "Till"
  players 2 named Ann, Bob

component coin from "coins.csv" named by name
  worth: 1..9

zone purse of seat: set of coin, seen by owner
zone till: stack of coin
zone bank: stack of coin, seen by nobody
mark bought of seat: 0..9

whenever till is not empty and bank is empty
  move till to bank
  shuffle bank

setup
  move all c in coin to bank
  shuffle bank
  deal 2 from bank to each purse

phase market
  turns until passes is 2
    choose main
      buy
      swap(c in purse of me)
        move c to purse of next of me
      else pass

action buy
  compose pay secretly
    step pay(c in purse of me) into paid at most 1
    finish done
      needs paid is not empty             else "nothing is paid"
  move paid from purse of me to till
  gain 1 bought of me

score bought of p: bought of p
score coins of p: total worth of purse of p
winner most score
"""


def made(tmp_path: Path) -> Game:
    (tmp_path / "coins.csv").write_text("name,worth\nA,1\nB,2\nC,3\nD,4\n")
    (tmp_path / "till.game").write_text(RULES)
    return load(str(tmp_path / "till.game"))


def begun(tmp_path: Path) -> State:
    """Ann has A and B, Bob C and D, and the bank is empty."""
    state = made(tmp_path).start(chance="asked")
    state.answer(["C", "A", "D", "B"])
    if "A" not in str(state.observation(0)["cells"]):
        state.undo()
        state.answer(["A", "C", "B", "D"])
    return state


def told(state: State, seat: int) -> list[str]:
    return [text for _, text in Transcript.of(state).told(state, seat)]


def test_a_payment_that_is_shuffled_at_once_is_told(tmp_path: Path) -> None:
    state = begun(tmp_path)
    cells: Any = state.observation(0)["cells"]
    own = cells["purse"]["Ann"]
    state.apply("buy")
    state.apply(f"pay {own[0]}")
    assert told(state, 1) == ["buy"]
    state.apply("done")
    assert told(state, 1) == ["buy", f"pay {own[0]}", "done"]


def test_what_was_given_is_told_to_who_has_it(tmp_path: Path) -> None:
    state = begun(tmp_path)
    cells: Any = state.observation(0)["cells"]
    own = cells["purse"]["Ann"]
    state.apply(f"swap {own[0]}")
    assert told(state, 1) == [f"swap {own[0]}"]  # it has come into Bob's own purse


def test_a_secret_bid_is_told_once_it_is_turned_up() -> None:
    """There was nothing but a card to choose, and it lies open now; until then it is a secret."""
    state = load("goofspiel", options={"cards": 4}).start(seed=1)
    state.apply("bid Four of Clubs")
    assert told(state, 0) == ["bid Four of Clubs"]
    assert told(state, 1) == ["bid ..."]
    state.apply("bid Three of Hearts")
    assert told(state, 0) == told(state, 1) == ["bid Four of Clubs", "bid Three of Hearts"]
    state.apply("bid Ace of Clubs")
    assert told(state, 1) == ["bid Four of Clubs", "bid Three of Hearts", "bid ..."]


def test_points_are_told_as_far_as_they_follow_from_what_is_seen(tmp_path: Path) -> None:
    state = begun(tmp_path)
    for seat in (0, 1):
        scores = state.observation(seat)["scores"]
        assert isinstance(scores, list)
        assert scores[seat] == state.scores()[seat] and scores[1 - seat] is None
    while not state.over:
        state.apply(state.legal_moves()[0])
        while state.question is not None:
            state.answer(list(state.question.of))
    assert state.observation(0)["scores"] == state.scores()


def test_turns_and_passes_are_told_to_all(tmp_path: Path) -> None:
    state = begun(tmp_path)
    assert [state.observation(seat)["turn"] for seat in (0, 1)] == [1, 1]
    state.apply(str(state.legal_moves()[-1]))
    assert [state.observation(seat)["turn"] for seat in (0, 1)] == [2, 2]
    assert state.observation(0)["passes"] == 0


COUNTERS = """\
game stall "Stall"
  players 2 named Ann, Bob

component dye from "dyes.csv" named by name

zone goal of seat: set of dye, seen by owner
zone vat: stack of dye, seen by nobody
mark lying of dye: 0..9, starts 6
mark held(seat, dye): 0..9
mark guess of seat: dye or none, starts none, seen by owner  "What one takes for the other's goal"

setup
  move all d in dye to vat
  shuffle vat
  deal 1 from vat to each goal

phase market
  turns until passes is 2
    choose main
      take(d in dye where lying(d) > 0)
        spend 1 lying(d)
        gain 1 held(me, d)
      aim(d in dye where lying(d) > 1)
        needs d in goal of me               else "it is not your goal"
        gain 1 held(me, d)
      bury(d in dye where lying(d) > 1 and d in goal of me)
        move d from goal of me to vat
      note(d in dye)
        set guess of me to d
      else pass

score held of p: total held(p, d) for d in dye
winner most score
"""


def test_names_of_what_lies_open_are_told_though_cards_of_them_are_hidden(tmp_path: Path) -> None:
    """To take a red counter tells nothing of who holds the red card; to say which card one holds,
    to put it away, or to note one that nobody else is to know, does."""
    (tmp_path / "dyes.csv").write_text("name\nred\nblue\ngreen\n")
    (tmp_path / "stall.game").write_text(COUNTERS)
    state = load(str(tmp_path / "stall.game")).start(seed=1)
    cells: Any = state.observation(0)["cells"]
    (goal,) = cells["goal"]["Ann"]
    cells = state.observation(1)["cells"]
    (other,) = cells["goal"]["Bob"]
    (unseen,) = {"red", "blue", "green"} - {goal, other}
    for text in (f"take {goal}", f"aim {goal}", f"note {unseen}", f"bury {goal}"):
        state.apply(text)
        state.apply("take green")
    seen_by_bob = [text for seat, text in Transcript.of(state).told(state, 1) if seat == 0]
    assert seen_by_bob == [f"take {goal}", "aim ...", "note ...", "bury ..."]
    seen_by_ann = [text for seat, text in Transcript.of(state).told(state, 0) if seat == 1]
    assert seen_by_ann == ["take green"] * 4


BESIDE_HIDDEN = """
      sell(d in dye where lying(d) > 0)
        needs goal of me is not empty       else "you have none"
        spend 1 lying(d)
        move goal of me to vat
      trade(d in dye, c in goal of me)
        gain 1 held(me, d)
        move c to shown
        deal 1 from vat to goal of me
      hand(d in dye, c in goal of me)
        gain 1 held(me, d)
        move c to vat
      claim(d in dye)
        set claimed to d
        move all c in goal of me where c is claimed to vat
      mine(d in dye)
        let mine = d
        move all c in goal of me where c is mine to vat
      more(d in dye, n in 1..3 where n is 1 or d in goal of me)
        gain n held(me, d)
      many(d in dye, n in 1..6 where n is lying(d))
        needs size of goal of me < n        else "you have too many"
        gain 1 held(me, d)
      stop(d in dye)
        if held(me, d) > 0
          end game
        move goal of me to vat
      swap(d in dye)
        gain 1 held(me, d)
        if d in goal of me
          move d from goal of me to vat
      else pass
"""


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("sell {unseen}", "sell {unseen}"),
        ("trade {unseen} {goal}", "trade {unseen} {goal}"),
        ("hand {unseen} {goal}", "hand {unseen} ..."),
        ("claim {goal}", "claim ... (claimed {goal})"),
        ("mine {goal}", "mine ..."),
        ("more {goal} 2", "more ..."),
        ("many {unseen} 6", "many {unseen} 6"),
        ("stop {unseen}", "stop {unseen}"),
        ("swap {goal}", "swap ... (goal 1 -> 0)"),
    ],
)
def test_what_is_chosen_openly_is_told_beside_what_is_hidden(
    tmp_path: Path, move: str, told: str
) -> None:
    """A move that names a counter is told though a hidden card is moved, too, unless what it names
    has to do with what is hidden."""
    (tmp_path / "dyes.csv").write_text("name\nred\nblue\ngreen\n")
    rules = COUNTERS.replace("\n      else pass\n", BESIDE_HIDDEN)
    rules = rules.replace("\nsetup\n", "zone shown: set of dye\nmark claimed: dye\n\nsetup\n")
    (tmp_path / "stall.game").write_text(rules)
    state = load(str(tmp_path / "stall.game")).start(seed=1)
    cells: Any = [state.observation(seat)["cells"] for seat in (0, 1)]
    (goal,), (other,) = cells[0]["goal"]["Ann"], cells[1]["goal"]["Bob"]
    (unseen,) = {"red", "blue", "green"} - {goal, other}
    names = {"goal": goal, "unseen": unseen}
    state.apply(move.format(**names))
    assert [text for _, text in Transcript.of(state).told(state, 1)] == [told.format(**names)]


THROWS = """\
game throws "Throws"
  players 2
mark die: 0..6                  "The die"
mark wind: 0..6                 "The wind"
mark cup of seat: 0..6, seen by owner   "A die"
mark thrown: 0..9

phase only
  turns until thrown > 5
    pick wind from 1..6
    choose main
      throw
        pick die from 1..6
        gain 1 thrown
      blow
        pick wind from 1..6
        gain 1 thrown
      hide
        pick cup of me from 1..6
        gain 1 thrown

score all of p: 0
winner most score
"""


def test_what_is_thrown_for_all_to_see_is_told_with_the_move(tmp_path: Path) -> None:
    """Not what is thrown under another's cup; also what has been thrown again since. What a turn
    begins with is told by itself."""
    (tmp_path / "throws.game").write_text(THROWS)
    state = load(str(tmp_path / "throws.game")).start(seed=3)
    for move in ("throw", "blow", "hide", "throw"):
        state.apply(move)
        if move == "throw":
            die = state.observation(0)["cells"]["die"]  # type: ignore[index, call-overload]
            wind = state.observation(0)["cells"]["wind"]  # type: ignore[index, call-overload]
            assert told(state, 1)[-2:] == [f"throw (die {die})", f"wind {wind}"]
    moves = [text for text in told(state, 0) if not text.startswith("wind")]
    assert [re.sub(r"\d", "N", text) for text in moves[1:3]] == ["blow (wind N)", "hide (cup N)"]
    assert [text for text in told(state, 1) if text.startswith("hide")] == ["hide"]


@pytest.mark.parametrize(
    ("body", "more"),
    [
        ("roll(n)", "to roll(n: 1..3)\n  each i in 1..n\n    pick die from 1..6"),
        ("let m = n + 1\n        each i in 1..m\n          pick die from 1..6", ""),
    ],
)
def test_how_often_is_thrown_may_hang_on_what_no_move_names(
    tmp_path: Path, body: str, more: str
) -> None:
    """On what a procedure is called with, or what a `let` keeps."""
    (tmp_path / "rolls.game").write_text(
        'game rolls "Rolls"\n  players 2\nmark die: 0..6 "The die"\n'
        "mark thrown: 0..9\nphase only\n  turns until thrown is 3\n    gain 1 thrown\n"
        f"    choose main\n      throw(n in 1..3)\n        {body}\n{more}\n"
        "score all of p: 0\nwinner most score\n"
    )
    state = load(str(tmp_path / "rolls.game")).start(seed=3)
    for move in ("throw 2", "throw 1"):
        state.apply(move)
    assert [line.split(" ")[0] for line in told(state, 1)] == ["throw", "throw"]


DICE = """\
game dice "Dice"
  players 2
component die from "dice.csv" named by name
mark face of die: 1..6          "What a die shows"
zone cup: set of die, seen by nobody
mark left: 0..4, starts 4

setup
  move all d in die to cup
phase only
  turns until left is 0
    each d in die
      pick face of d from 1..6
    repeat until left is 0
      choose again
        throw
          compose which named "throw {dice ' '}"
            step die(d in die) into dice
            finish throw
              needs some_die: dice is not empty   else "choose a die"
          each d in dice
            pick face of d from 1..6
          spend 1 left
        all
          each d in die
            pick face of d from 1..6
          spend 1 left
          pass

score all of p: 0
winner most score
"""


def test_each_of_several_dice_is_told_with_what_it_shows(tmp_path: Path) -> None:
    """To who is told which were thrown; others are told those that show something else now."""
    (tmp_path / "dice.game").write_text(DICE)
    (tmp_path / "dice.csv").write_text("name\nred\nblue\ngreen\n")
    state = load(str(tmp_path / "dice.game")).start(seed=3)

    def faces() -> dict[str, int]:
        return {**cast(Any, state.observation(0)["cells"])["face"]}

    def made(text: str, *dice: str) -> tuple[str, str]:
        """What these dice show after a move, and what those show that it has turned."""
        before = faces()
        state.apply(text)
        after = faces()
        turned = [die for die in dice if after[die] != before[die]]
        shown, seen = (", ".join(f"{die} {after[die]}" for die in d) for d in (dice, turned))
        return shown, seen

    shown, turned = made("throw red blue", "red", "blue")
    assert told(state, 0)[1:] == [f"throw red blue (face {shown})"]
    assert told(state, 1)[1:] == [f"throw ... (face {turned})"] and turned
    shown, _ = made("all", "red", "blue", "green")
    assert re.sub(r"\d", "N", told(state, 1)[2]) == "all (face red N, blue N, green N)"
    assert told(state, 1)[3] == f"face {shown}"  # thrown anew where the next turn begins
    _, turned = made("throw green", "green")
    assert told(state, 0)[4] == "throw ..." + f" (face {turned})" * bool(turned)


REVEAL = """\
game reveal "Reveal"
  players 3 named Ann, Bob, Cid

mark home of seat: yes or no                  "Who has left"
mark plan of seat: yes or no, seen by owner
mark vow of seat: 0..2, seen by owner         "What one has loaded"
mark day: 0..3

phase only
  turns until day is 2
    choose deed secretly
      load(n in 1..2)
        set vow of me to n
      leave
        set plan of me to yes
    if me is Cid
      gain 1 day
      each p in seat
        set home of p to plan of p

score all of p: day
winner most score
"""


def test_what_is_seen_of_a_secret_choice_is_told_when_all_have_chosen(tmp_path: Path) -> None:
    """No sooner, and no more than that: how much was loaded nobody else ever sees. What has become
    of all that stands with the last choice; so does what has become of who looks."""
    (tmp_path / "reveal.game").write_text(REVEAL)
    state = load(str(tmp_path / "reveal.game")).start(seed=1)
    state.apply("leave")
    assert told(state, 1) == ["deed ..."]
    state.apply("load 2")
    assert told(state, 2) == ["deed ...", "deed ..."]
    log = Transcript.of(state)
    before = state.copy()
    state.apply("leave")
    revealed = ["deed ... (home yes)", "deed ...", "deed ... (home yes, then day 0 -> 1)"]
    of_all = "deed ... (home yes, then home of Ann yes, day 0 -> 1)"
    assert told(state, 0) == ["leave", "deed ...", of_all]
    assert told(state, 1) == [revealed[0], "load 2", revealed[2]]
    assert [text for _, text in Transcript.of(state).told(state, 0, 1)] == revealed
    last = next(move for move in before.legal_moves() if str(move) == "leave")
    log.add(before, last, state)
    assert [entry.text for entry in log.since(2)] == ["leave", "leave"]  # Ann's, and the own one
    log.cut(2)
    assert [text for _, text in log.told(before, 2)] == ["deed ...", "deed ..."]
    said = [text for one in retold(state, 1) for _, text in one.said]
    learnt = f"{revealed[0]} (move 1, learnt now)"
    assert said == ["deed ...", "load 2", revealed[2], learnt]


PASSED_ON = """\
game passed_on "Passed on"
  players 3 named Ann, Bob, Cid

component card from "cards.csv" named by name

zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone kept of seat: set of card, seen by owner
zone given of seat: slot of card, seen by owner
mark day: 0..3

setup
  move all c in card to deck
  deal 2 from deck to each hand

phase only
  repeat until day is 2
    gain 1 day
    turns from me until every p in seat has given of p is not empty
      choose gift secretly
        give(c in hand of me)
          move c to given of me
        keep(c in hand of me)
          move c to kept of me
          deal 1 from deck to given of me
    each p in seat
      move given of p to hand of next of p
    each p in seat
      deal 3 - size of hand of p from deck to hand of p

score all of p: day
winner most score
"""


def test_of_a_secret_choice_that_ends_a_round_it_is_told_what_all_see_and_what_each_has_drawn(
    tmp_path: Path,
) -> None:
    """Also what was given to it, which it would not know from what is left out."""
    names = "ABCDEFGHIJKLMNOPQR"
    (tmp_path / "cards.csv").write_text("name\n" + "".join(f"{name}\n" for name in names))
    (tmp_path / "passed_on.game").write_text(PASSED_ON)
    state = load(str(tmp_path / "passed_on.game")).start(seed=1)
    for _ in range(3):
        state.apply(next(m for m in state.legal_moves() if str(m).startswith("give")))
    ends = "gift ... (hand 2 -> 3, then day 1 -> 2, hand of"
    assert told(state, 0) == [
        "give O",
        "gift ... (hand 2 -> 1, given 0 -> 1)",
        f"{ends} Ann + L, M, given of Ann - O)",
    ]
    assert told(state, 1) == [
        "gift ... (hand 2 -> 1, given 0 -> 1)",
        "give N",
        f"{ends} Bob + K, O, given of Bob - N)",
    ]
    assert told(state, 2)[2] == "give M (day 1 -> 2, hand + J, N)"
    assert [text for _, text in Transcript.of(state).told(state, 0, 1)][2] == (
        "gift ... (hand 2 -> 3, then day 1 -> 2)"
    )


PASSED_THREE = """\
game passed_three "Passed three"
  players 3 named Ann, Bob, Cid

component card from "cards.csv" named by name

zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone given of seat: set of card, seen by GIVEN
mark done of seat: yes or no

setup
  move all c in card to deck
  deal 4 from deck to each hand

phase only
  turns until every p in seat has done of p
    compose passing secretly
      step give(c in hand of me) into lot at most 3
      finish enough
        needs some_card: lot is not empty       else "one at least"
    move lot from hand of me to given of me
    set done of me to yes
  each p in seat
    move given of p to hand of next of p
    set done of p to no
  turns until every p in seat has done of p
    choose trick
      stay
        set done of me to yes

score all of p: size of hand of p
winner most score
"""


@pytest.mark.parametrize("seen", ["owner", "nobody"])
def test_how_many_were_chosen_in_secret_is_told_also_if_they_have_gone_since(
    tmp_path: Path, seen: str
) -> None:
    """Where it was seen while they lay there: not of the last, with whose choice they go."""
    (tmp_path / "cards.csv").write_text("name\n" + "".join(f"{name}\n" for name in "ABCDEFGHIJKL"))
    (tmp_path / "passed_three.game").write_text(PASSED_THREE.replace("GIVEN", seen))
    state = load(str(tmp_path / "passed_three.game")).start(seed=1)
    for many in (2, 3):
        assert len(told(state, 2)) == many - 2
        for _ in range(many):
            state.apply(state.legal_moves()[0])
        if state.waiting is not None and "enough" in map(str, state.legal_moves()):
            assert len(told(state, 2)) == many - 2
            state.apply("enough")
    first, second = (
        "passing ... (hand 4 -> 2, given 0 -> 2",
        "passing ... (hand 4 -> 1, given 0 -> 3",
    )
    assert told(state, 2) == [f"{first}, done yes)", f"{second}, done yes)"]
    state.apply(state.legal_moves()[0])
    state.apply("enough")
    assert told(state, 2)[:4] == [f"{first})", *state.moves[3:6]], "who has got all of it knows it"
    assert told(state, 0)[-3] == f"{second})"
    while not state.over:
        state.apply(state.legal_moves()[0])
    said = [text for one in retold(state, 2) for _, text in one.said]
    assert [text for text in said if text.startswith("passing")] == [
        f"{first}, done yes)", f"{second}, done yes)"
    ], "what is true no more is not said again without it"  # fmt: skip


TOLLS = """\
game tolls "Tolls"
  players 2 named Ann, Bob

component coin from "coins.csv" named by name

zone purse of seat: set of coin, seen by owner
zone till: set of coin
zone bank: stack of coin, seen by nobody
zone vault: set of coin, seen by nobody
mark days: 0..9

setup
  move all c in coin to bank
  deal 3 from bank to each purse
  deal 1 from bank to vault

phase market
  turns until days is 4
    gain 1 days
    choose main
      buy
      else pass

action buy
  compose pay secretly
    step pay(c in purse of me) into paid at most 2
    step bribe(c in purse of me where c not in paid) into bribe at most 1
    finish done
      needs paid is not empty             else "nothing is paid"
  move paid from purse of me to till
  move bribe from purse of me to BRIBES

score coins of p: size of purse of p
winner most score
"""


GUESSED = """\
game guessed "Guessed"
  players 2 named Ann, Bob

type kind from "kinds.csv" named by kind
component card from "kinds.csv" named by kind, how many by count
  kind: kind
type colour: red, black

zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone shown of seat: set of card
zone row: row 2 of card

setup
  move all c in card to deck

phase play
  turns until passes is 2
    choose main
      guess(c in colour)                  "Who is wrong takes the top card"
        let taker = me when c is red else opponent
        deal 1 from deck to shown of taker
      draw(n in 1..5)                     "Take cards"
        deal n from deck to shown of me
      lay(k in kind)                      "Lay one of a kind"
        needs some c in hand of me where kind of c is k   else "none"
        move the c in hand of me where kind of c is k from hand of me to shown of me
      hand                                "Take one in hand"
        deal 1 from deck to hand of me
      fill                                "Cards for all"
        refill row from deck
      again                               "Back, and out again"
        move shown of me to shown of opponent
      else pass

score cards of p: size of shown of p
winner most score
"""


@pytest.mark.parametrize(("bribes", "seen"), [("till", "till + A, + B"), ("vault", "till + A")])
def test_what_lies_open_of_a_choice_of_several_kinds_is_told(
    bribes: str, seen: str, tmp_path: Path
) -> None:
    """But not which was which, nor what went where nobody sees it."""
    (tmp_path / "coins.csv").write_text("name\nA\nB\nC\nD\nE\nF\nG\n")
    (tmp_path / "tolls.game").write_text(TOLLS.replace("BRIBES", bribes))
    game = load(str(tmp_path / "tolls.game"))
    lines = (
        "given",
        "  purse of Ann: A, B, C",
        "  purse of Bob: D, E, F",
        "  me: Ann",
        "offers ...",
    )
    scenario = game.read_scenario("\n  ".join(['scenario "it"', *lines, ""]))
    given = scenario.steps[0]
    assert isinstance(given, GivenPosition)
    state = game.position(given)
    for move in ("buy", "pay A", "bribe B"):
        state.apply(move)
        assert told(state, 1) == ["buy"]
    state.apply("done")
    assert told(state, 1) == ["buy", f"pay ... (purse 3 -> 1, {seen})"]
    for move in ("buy", "pay D", "done"):
        state.apply(move)
    assert told(state, 0)[-1] == "pay ... (purse 3 -> 2, till + D)"
    assert told(state, 1)[1] == f"pay ... (purse 3 -> 1, {seen})"


def test_what_a_move_turns_up_before_seats_is_told_once(tmp_path: Path) -> None:
    """Nothing that it names, alone or by its kind, that lies elsewhere, or that all had seen."""
    (tmp_path / "kinds.csv").write_text("kind,count\nBat,9\nFly,9\n")
    (tmp_path / "guessed.game").write_text(GUESSED)
    state = load(str(tmp_path / "guessed.game")).start(seed=1)
    played = {
        "guess red": "guess red (shown + Fly 9)",
        "guess black": "guess black (shown of Ann + Fly 8)",
        "draw 2": "draw 2 (shown + Fly 6, Fly 7)",
        "hand": "hand",
        "fill": "fill",
        "draw 5": "draw 5 (shown + Bat 7, Bat 8, Bat 9, Fly 1, Fly 2)",
        "again": "again",
    }
    for move in played:
        state.apply(move)
    assert told(state, 0) == [*played.values()]
    played["hand"] = "hand (hand + Fly 5)"  # which its owner alone is told
    assert told(state, 1) == [*played.values()]
    state.apply(next(str(one) for one in state.legal_moves() if str(one).startswith("lay")))
    assert told(state, 0)[-1] == told(state, 1)[-1] == state.moves[-1]


HURT = """game hurt "Who plays a card hurts somebody"
  players 2 named Ann, Bob
type kind from "kinds.csv" named by kind
component card from "kinds.csv" named by kind, how many by count
  kind: kind
zone hand of seat: set of card, seen by owner
zone discards of seat: stack of card
zone deck: stack of card, seen by nobody
setup
  move all c in card to deck
  deal 3 from deck to each hand
define held(k: kind) = all c in hand of me where kind of c is k
phase play
  turns until passes is 2
    choose main
      play(k in kind where held(k) is not empty)
        move the c in held(k) from hand of me to discards of me
        hurt_one
      aim(k in kind where held(k) is not empty)
        hurt_one
        move the c in held(k) from hand of me to discards of me
      else pass
to hurt_one
  choose victim
    hurt(p in seat where hand of p is not empty)
      deal 1 from hand of p to discards of p
    'spare'
score cards of p: size of discards of p
winner most score
"""


def test_what_is_of_a_kind_that_was_named_before_is_told_if_it_is_another(tmp_path: Path) -> None:
    """One comes to lie open in the move that names it or in what follows on it; any further one is
    no longer what was named."""
    (tmp_path / "kinds.csv").write_text("kind,count\nBat,6\n")
    (tmp_path / "hurt.game").write_text(HURT)
    state = load(str(tmp_path / "hurt.game")).start(seed=1)
    for move in ("play Bat", "hurt Bob", "aim Bat", "spare", "play Bat", "hurt Bob"):
        state.apply(move)
    assert told(state, 0) == told(state, 1)
    assert [re.sub(r"\d", "n", text) for text in told(state, 0)] == [
        "play Bat",
        "hurt Bob (discards of Bob + Bat n)",
        "aim Bat",
        "spare",
        "play Bat",
        "hurt Bob (discards of Bob + Bat n)",
    ]


PASSED = """game parcels "Parcels"
  players 3 named Ann, Bob, Cy
component card from "cards.csv" named by name
zone hand of seat: set of card, seen by owner
zone parcel: slot of card, seen by nobody
zone pen of seat: set of card
zone eyed of seat: slot of card, seen by owner
setup
  move all c in card to hand of Ann
phase play
  turns until passes is 3
    if parcel is empty
      choose gift
        put(c in hand of me)
          move c to parcel
        else pass
    else
      choose reply
        peek
          move parcel to eyed of me
        take
          move parcel to pen of me
        else pass
score cards of p: size of pen of p + size of eyed of p
winner most score
"""


def parcels(tmp_path: Path, *moves: str) -> State:
    (tmp_path / "cards.csv").write_text("name\nA\nB\n")
    (tmp_path / "parcels.game").write_text(PASSED)
    state = load(str(tmp_path / "parcels.game")).start(seed=1)
    for one in moves:
        state.apply(one)
    return state


def lines_of(state: State, seat: int | None) -> list[list[tuple[int | None, str]]]:
    return [[*one.said] for one in retold(state, seat)]


def test_what_a_seat_is_told_to_have_come_of_a_move_all_of_it_tells_too(tmp_path: Path) -> None:
    state = parcels(tmp_path, "put A", "take")
    assert lines_of(state, None) == [[(0, "put A")], [(1, "take (pen + A)")]]
    state = parcels(tmp_path, "put A", "peek")
    assert lines_of(state, None)[1] == [(1, "peek (eyed + A)")]
    assert lines_of(state, 2)[1] == [(1, "peek")]


def test_what_is_learnt_later_is_marked(tmp_path: Path) -> None:
    state = parcels(tmp_path, "put A", "peek")
    assert lines_of(state, 1) == [
        [(0, "put ...")],
        [(1, "peek (eyed + A)"), (0, "put A (move 1, learnt now)")],
    ]
    log = Transcript.of(state)
    assert [*log.told_since(state, 1)] == [(1, "peek (eyed + A)"), (0, "put A (learnt now)")]
    assert [*log.told(state, 1)] == [(0, "put A"), (1, "peek (eyed + A)")]
    assert [*log.told_since(state, 0)] == [(0, "put A"), (1, "peek")]


BAGS = """game bags "Bags"
  players 3 named Ann, Bob, Cy
type kind: red, blue, grey
component card from "cards.csv" named by name
  kind: kind
zone hand of seat: set of card, seen by owner
zone bag: set of card, seen by nobody
zone glance of seat: set of card, seen by owner
zone table: set of card
mark rounds: 0..9
setup
SETUP
phase play
  turns until rounds is 6
    gain 1 rounds
    if bag is empty
      compose load secretly
        step load(c in hand of me) into loaded at most 3
        finish close
      move loaded from hand of me to bag
    else
      choose reply
        peek
          move bag to glance of me
          move glance of me to bag
        turn_up
          deal 1 from bag to table
        lay(k in kind)
          move all c in bag where kind of c is k from bag to table
        add(c in hand of me)
          move c to bag
        pass
score cards of p: size of hand of p
winner most score
"""
KNOWN = """\
  move all c in card where kind of c is not grey to hand of Ann
  move all c in card where kind of c is grey to hand of Bob
"""
DEALT = """\
  move all c in card to bag
  deal 4 from bag to hand of Ann
  deal 2 from bag to hand of Bob
"""
BAGGED = "name,kind\nA,red\nB,red\nC,blue\nD,blue\nE,grey\nF,grey\n"
LOADED = ("load A", "load B", "close")
UNTOLD = "load ... (hand 4 -> 2)"


def bags(tmp_path: Path, *moves: str, setup: str = KNOWN) -> State:
    (tmp_path / "cards.csv").write_text(BAGGED)
    (tmp_path / "bags.game").write_text(BAGS.replace("SETUP\n", setup))
    state = load(str(tmp_path / "bags.game")).start(seed=1)
    for one in moves:
        state.apply(one)
    return state


def of_ann(state: State, seat: int) -> list[str]:
    """What a seat is told of what Ann has done."""
    return [text for who, text in Transcript.of(state).told(state, seat) if who == 0]


def test_what_was_put_into_a_bag_is_told_to_who_has_seen_all_of_it(tmp_path: Path) -> None:
    state = bags(tmp_path, *LOADED, "peek")
    assert of_ann(state, 0) == of_ann(state, 1) == [*LOADED]
    assert of_ann(state, 2) == [UNTOLD]


def test_what_is_turned_up_one_by_one_is_told_with_the_last_of_it(tmp_path: Path) -> None:
    state = bags(tmp_path, *LOADED, "turn_up")
    assert of_ann(state, 1) == of_ann(state, 2) == [UNTOLD]
    state.apply("turn_up")
    assert of_ann(state, 1) == of_ann(state, 2) == [*LOADED]


def test_what_is_laid_open_or_looked_at_in_parts_is_told(tmp_path: Path) -> None:
    assert of_ann(bags(tmp_path, *LOADED, "lay red"), 1) == [*LOADED]
    two = "load B", "load C", "close"
    state = bags(tmp_path, *two, "lay blue")
    assert of_ann(state, 2) == [UNTOLD]
    state.apply("peek")
    assert of_ann(state, 2) == [*two]
    assert of_ann(state, 1) == [UNTOLD]


def test_what_was_mixed_with_something_else_is_not_told(tmp_path: Path) -> None:
    """Bob has put a card there and knows which one that is, Cy does not."""
    state = bags(tmp_path, setup=DEALT)
    for word in ("load", "load", "close", "add", "peek", "pass", "peek"):
        state.apply(next(str(one) for one in state.legal_moves() if str(one).startswith(word)))
        if word == "peek":
            assert of_ann(state, 2)[0] == UNTOLD
    assert of_ann(state, 1)[:3] == state.moves[:3]


@pytest.mark.parametrize("setup", [KNOWN, DEALT])
def test_what_is_turned_up_with_something_else_is_told_to_who_knows_what_is_whose(
    tmp_path: Path, setup: str
) -> None:
    state = bags(tmp_path, setup=setup)
    for word in ("load", "load", "close", "add", "pass", *["turn_up"] * 3):
        state.apply(next(str(one) for one in state.legal_moves() if str(one).startswith(word)))
    assert of_ann(state, 1)[:3] == state.moves[:3]
    assert (of_ann(state, 2)[:3] == state.moves[:3]) == (setup == KNOWN)
    assert (of_ann(state, 2)[0] == UNTOLD) == (setup == DEALT)


def test_what_is_learnt_later_stands_behind_the_move_that_tells_it(tmp_path: Path) -> None:
    """Each with its number in the whole game, also where one line told of them first."""
    state = bags(tmp_path, *LOADED, "peek")
    learnt = [f"{text} (move {n}, learnt now)" for n, text in enumerate(LOADED, 1)]
    peeked = [(1, "peek (saw A, B)"), (0, ", ".join(learnt))]
    assert lines_of(state, 1) == [[], [], [(0, UNTOLD)], peeked]
    log = Transcript.of(state)
    marked = [(0, f"{text} (learnt now)") for text in LOADED]
    assert [*log.told_since(state, 1)] == [(1, "peek (saw A, B)"), *marked]
    for one in ("pass", "pass"):
        state.apply(one)
    log = Transcript.of(state)
    texts = [text for _, text in marked]
    assert log.told_lately(state, [1]) == [(0, texts), (2, ["pass"]), (0, ["pass"])]


VOWS = """\
game vows "Vows"
  players 2 named Ann, Bob

component card from "cards.csv" named by name

zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone aside of seat: set of card, seen by owner
zone table: set of card
mark vows of seat: 0..9
mark vow of seat: card or nobody, seen by owner

setup
  move all c in card to deck
  shuffle deck
  deal 3 from deck to each hand
  deal 1 from deck to each aside

phase play
  turns until passes is 2
    choose main
      vow(c in hand of me)                "Think of a card in hand"
        set vow of me to c
      forget(c in hand of me)             "Think of one, and take all anew"
        set vow of me to c
        move hand of me to deck
        shuffle deck
        deal 3 from deck to hand of me
      open(c in hand of me)               "Put a card aside, and turn them all up"
        move c to aside of me
        move aside of me to table
      play(c in hand of me)               "Choose where a card goes"
        choose whither
          up
            move c to table
          away
            move c to deck
            shuffle deck
          over
            each d in hand of me where d is not c
              move d to table
      lay(c in hand of me)
        move c to table
      hold                                "Count on a card"
        compose count until size of held is 1
          step hold(c in hand of me) into held
        gain (size of held) vows of me
      show                                "Show cards"
        compose showing until size of showed is 2
          step show(c in hand of me) into showed
        move showed to table
      bury                                "Put a card aside, and then turn up all that is there"
        compose burying secretly until size of buried is 1
          step bury(c in hand of me) into buried
        move buried from hand of me to aside of me
        if size of aside of me > 1
          move aside of me to table
      pass

score sworn of p: vows of p + (1 when vow of p is not nobody else 0)
winner most score
"""


def test_what_a_move_only_names_is_not_told_where_that_is_seen_later(tmp_path: Path) -> None:
    """For it may be seen whatever the move named. What the move itself turns up is told, and so is
    what is selected openly."""
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\nD\nE\nF\nG\nH\n")
    (tmp_path / "vows.game").write_text(VOWS)
    game = load(str(tmp_path / "vows.game"))
    for text, expected in (
        ("vow {0}; pass; lay {0}", ["vow ...", "pass", "lay {0}"]),
        ("vow {0}; pass; lay {1}", ["vow ...", "pass", "lay {1}"]),
        (
            "hold; hold {0}; pass; show; show {0}",
            ["hold", "hold {0}", "pass", "show", "show {0}"],
        ),
        (
            "hold; hold {1}; pass; show; show {0}",
            ["hold", "hold {1}", "pass", "show", "show {0}"],
        ),
        ("play {0}; up", ["play {0}", "up"]),
        ("play {0}; away", ["play ...", "away"]),
        ("play {0}; over", ["play ...", "over (table + {1}, {2})"]),
    ):
        state = game.start(seed=1)
        hand = cast("dict[str, Any]", state.observation(0)["cells"])["hand"]["Ann"]
        for move in text.split("; "):
            state.apply(move.format(*hand))
        assert told(state, 1) == [one.format(*hand) for one in expected]
    for text in ("open {0}", "bury; bury {0}"):
        state = game.start(seed=1)
        cells = cast("dict[str, Any]", state.observation(0)["cells"])
        card, aside = cells["hand"]["Ann"][0], cells["aside"]["Ann"]
        for move in text.split("; "):
            state.apply(move.format(card))
        one, two = sorted([card, *aside])
        assert told(state, 1)[-1] in (
            f"open ... (table + {one}, {two})",
            f"burying ... (hand 3 -> 2, aside 1 -> 0, table + {one}, + {two})",
        )


def test_a_card_of_a_hand_that_is_dealt_again_is_not_told_to_have_been_named(
    tmp_path: Path,
) -> None:
    """Whoever is dealt it learns no more of what was named than that it was a card."""
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\nD\nE\nF\nG\nH\n")
    rules = VOWS.replace(
        "        deal 3 from deck to hand of me", "        deal 3 from deck to hand of opponent"
    )
    (tmp_path / "vows.game").write_text(rules)
    state = load(str(tmp_path / "vows.game")).start(seed=1)
    hand = cast("dict[str, Any]", state.observation(0)["cells"])["hand"]["Ann"]
    state.apply(f"forget {hand[0]}")
    assert told(state, 1) == [f"forget ... (hand of Bob + {', '.join(hand)})"]


ROBBERS = """\
game robbers "Robbers"
  players 2..3 named Ann, Bob, Cy

component card from "cards.csv" named by name

zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone brow of seat: set of card, seen by others
zone tray: stack of card, seen by nobody

setup
  move all c in card to deck
  shuffle deck
  deal 2 from deck to each hand
  deal 1 from deck to each brow

phase play
  turns until passes is 2
    choose main
      rob                                 "Take a card of the next"
        deal 1 from hand of next of me to hand of me
      trade                               "Hands change places"
        let mine = hand of me
        let theirs = hand of next of me
        move mine from hand of me to tray
        move theirs from hand of next of me to hand of me
        move mine from tray to hand of next of me
      raise                               "Take in hand what the others see"
        move brow of me to hand of me
      wear                                "Show the others a card, or more"
        compose wearing secretly until size of worn + size of tucked is 2
          step wear(c in hand of me) into worn
          step tuck(c in hand of me where c not in worn) into tucked
        move worn from hand of me to brow of me
        move tucked from hand of me to tray
      give(c in hand of me)               "Give one away, which goes on to the tray"
        move c to hand of next of me
        move hand of next of me to tray
        shuffle tray
      pass

score cards of p: size of hand of p
winner most score
"""


def test_what_all_have_seen_is_told_with_whose_it_was(tmp_path: Path) -> None:
    """Of who moves, and of nobody, without saying so."""
    (tmp_path / "cards.csv").write_text("name\n" + "".join(f"{name}\n" for name in "ABCDEFGHIJKL"))
    look = """
      look                                "Turn a card up, and bury it"
        deal 1 from deck to open
        move open to tray
      lay_down                            "Turn up what the next has, and then what you have"
        move hand of next of me to open
        move open to tray
        move hand of me to open
        move open to tray
      pass
"""
    rules = ROBBERS.replace("zone tray", "zone open: set of card\nzone tray")
    (tmp_path / "robbers.game").write_text(rules.replace("\n      pass\n", look))
    begun = (game := load(str(tmp_path / "robbers.game"), seats=2)).start(seed=1)
    ann, bob, brow = (
        held(begun, *at) for at in (("hand", "Ann"), ("hand", "Bob"), ("brow", "Ann"))
    )
    for move, expected in (
        ("trade", f"of Bob: {', '.join(bob)}"),
        ("raise", brow[0]),
        ("lay_down", f"{', '.join(ann)}, of Bob: {', '.join(bob)}"),
    ):
        state = game.start(seed=1)
        state.apply(move)
        everybody = [text for _, text in Transcript.of(state).told(state, 0, 1)]
        assert everybody == [f"{move} (shown {expected})"]
    state = game.start(seed=1)
    state.apply("look")
    assert re.fullmatch(r"look \(shown \w\)", told(state, 0)[0])
    assert told(state, 0) == told(state, 1)


ROUNDS = """game rounds "Hands are shown, and all is dealt anew"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone shown of seat: set of card
zone laid: set of card
mark called: yes or no
mark rounds: 0..9
setup
  move all c in card to deck
phase play
  repeat until rounds is 9
    each p in seat
      move shown of p to deck
    move laid to deck
    shuffle deck
    deal SIZE from deck to each hand
    deal 1 from deck to laid
    set called to no
    turns until called
      choose main
        call
          set called to yes
        anew                                "Another card is turned up"
          move laid to deck
          shuffle deck
          move top of deck to laid
    gain 1 rounds
    each p in seat
      move hand of p to shown of p
score none_at_all of p: 0
winner most score
"""


@pytest.mark.parametrize(("size", "more"), [(2, 0), (12, 0), (30, 0), (36, 12)])
def test_all_is_told_that_lay_open_for_a_moment_up_to_more_than_hands_hold(
    size: int, more: int, tmp_path: Path
) -> None:
    names = "".join(f"C{number}\n" for number in range(80))
    (tmp_path / "cards.csv").write_text(f"name\n{names}")
    (tmp_path / "rounds.game").write_text(ROUNDS.replace("SIZE", str(size)))
    state = load(str(tmp_path / "rounds.game")).start(seed=7)
    ann, bob = (held(state, "hand", seat) for seat in ("Ann", "Bob"))
    state.apply("call")
    of_bob = ", ".join(bob[:-more] if more else bob) + f" and {more} more" * bool(more)
    for seat in range(2):
        assert f"shown {', '.join(ann)}, of Bob: {of_bob}, " in told(state, seat)[0]


def test_what_lay_open_for_a_moment_is_told_though_it_is_dealt_anew(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\nD\n")
    (tmp_path / "rounds.game").write_text(ROUNDS.replace("SIZE", "1"))
    state = load(str(tmp_path / "rounds.game")).start(seed=1)
    for _ in range(8):
        ann, bob = (held(state, "hand", seat)[0] for seat in ("Ann", "Bob"))
        mover, other = (ann, bob) if state.to_move == 0 else (bob, ann)
        state.apply("call")
        shown = f"(shown {mover}, of {'Bob' if other == bob else 'Ann'}: {other}, "
        for seat in range(2):
            assert shown in told(state, seat)[-1]


@pytest.mark.parametrize("seed", range(1, 6))
def test_what_all_saw_and_lost_sight_of_is_told_when_it_is_turned_up_again(
    seed: int, tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\nD\n")
    (tmp_path / "rounds.game").write_text(ROUNDS.replace("SIZE", "1"))
    state = load(str(tmp_path / "rounds.game")).start(seed=seed)
    for _ in range(12):
        state.apply("anew")
        (laid,) = cast("dict[str, Any]", state.observation(0)["cells"])["laid"]
        assert f"laid + {laid}" in told(state, 0)[-1]


def held(state: State, zone: str, seat: str) -> list[str]:
    """What lies in a place of a seat, as somebody sees it who does."""
    for looks in range(state.engine.program.seats.size):
        cells = cast("dict[str, Any]", state.observation(looks)["cells"])
        if isinstance(cells[zone][seat], list):
            return cast("list[str]", cells[zone][seat])
    raise AssertionError


@pytest.mark.parametrize("seats", [2, 3])
def test_what_goes_from_one_to_another_is_told_once_to_each(seats: int, tmp_path: Path) -> None:
    """As what has come to who has it now, and as gone to who had it; where nobody plays from whom
    it is hidden, as come."""
    (tmp_path / "cards.csv").write_text("name\n" + "".join(f"{name}\n" for name in "ABCDEFGHIJKL"))
    (tmp_path / "robbers.game").write_text(ROBBERS)
    game = load(str(tmp_path / "robbers.game"), seats=seats)

    def lines(*moves: str) -> tuple[State, list[str]]:
        state = game.start(seed=1)
        for text in moves:
            state.apply(next(str(m) for m in state.legal_moves() if str(m).startswith(text)))
        log = Transcript.of(state)
        everybody = [text for _, text in log.told(state, 0, is_open=True)]
        return state, [*(told(state, seat)[-1] for seat in range(seats)), everybody[-1]]

    begun = game.start(seed=1)
    ann, bob, brow = (
        held(begun, "hand", "Ann"),
        held(begun, "hand", "Bob"),
        held(begun, "brow", "Ann"),
    )
    other = [""] * (seats - 2)
    state, texts = lines("rob")
    (card,) = {*bob} - {*held(state, "hand", "Bob")}
    assert texts == [
        f"rob (hand + {card})", f"rob (hand of Bob - {card})", *("rob" for _ in other),
        f"rob (hand + {card})",
    ]  # fmt: skip
    _, texts = lines("trade")
    mine, theirs = ", ".join(ann), ", ".join(bob)
    assert texts == [
        f"trade (hand + {theirs}, - {mine})", f"trade (hand of Bob + {mine}, - {theirs})",
        *("trade" for _ in other), f"trade (hand + {theirs}, hand of Bob + {mine})",
    ]  # fmt: skip
    _, texts = lines("raise")
    assert texts == [
        f"raise (hand + {brow[0]})", f"raise (brow - {brow[0]})",
        *(f"raise (brow - {brow[0]})" for _ in other), f"raise (hand + {brow[0]})",
    ]  # fmt: skip
    state, texts = lines("wear", "wear", "wear")
    worn = [one for one in held(state, "brow", "Ann") if one not in brow]
    assert len(worn) == 2
    wore = f"wearing ... (hand 2 -> 0, brow + {worn[0]}, + {worn[1]})"
    assert texts == [f"wear {worn[1]}", wore, *(wore for _ in other), f"wear {worn[1]}"]
    state, texts = lines("give")
    assert texts[:2] == [state.moves[0]] * 2


PUT_AWAY = """\
game put_away "Put away"
  players 3 named Ann, Bob, Cy

component card from "cards.csv" named by name
type rank: low, high

zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone kept of seat: slot of card, seen by owner
mark said: rank or none      "What was said"

setup
  move all c in card to deck
  shuffle deck
  deal 3 from deck to each hand

phase play
  turns until passes is 3
    choose main
      set_aside(c in hand of me) named "put {c} aside"
        needs kept of me is empty         else "one lies there"
        move c to kept of me
      swap(c in hand of me, r in rank, p in seat where p is not me) named "give {c} {r} to {p}"
        move c to hand of p
        set said to r
      pay_all
        compose all_at_once named "pay {paid ' + '}"
          step pay(c in hand of me) into paid at most 2
          finish done
            needs size of paid is 2           else "two are paid"
        move paid from hand of me to deck
        shuffle deck
      bury_it(c in hand of me)
        move c to deck
        shuffle deck
      first_bid
      pass

action first_bid
  compose first_bidding secretly until size of bid + size of bluff is 2
    step bid(c in hand of me) into bid
    step bluff(c in hand of me where c not in bid) into bluff
  move bid from hand of me to deck
  shuffle deck

score cards of p: size of hand of p
winner most score
"""


def test_a_move_told_in_part_is_told_in_its_own_words(tmp_path: Path) -> None:
    """With dots for what it names, once for several one after the other; what is only called so in
    the rules, in those words. Scenarios and programs have names."""
    (tmp_path / "cards.csv").write_text("name\n" + "".join(f"{name}\n" for name in "ABCDEFGHIJKL"))
    (tmp_path / "put_away.game").write_text(PUT_AWAY)
    game = load(str(tmp_path / "put_away.game"))
    for begins, expected, name in (
        ("put", "put ... aside", "set_aside ..."),
        ("give", "give ... low to Bob", "swap ..."),
        ("pay", "pay ...", "pay_all ..."),
        ("bury", "bury_it ...", "bury_it ..."),
        ("first_bid; bid; bluff", "first bidding ... (hand 3 -> 2)", "first_bidding ..."),
    ):
        state = game.start(seed=1)
        for one in begins.split("; "):
            move = next(m for m in state.legal_moves() if str(m).startswith(one))
            state.apply(move if "to Ann" not in str(move) else str(move).replace("Ann", "Bob"))
        log = Transcript.of(state)
        assert told(state, 2)[-1] == expected
        assert log.text_for(log.entries[1 if ";" in begins else 0], state, 2) == name
        assert log.text_for(log.entries[-1], state, 0) == log.entries[-1].text


PUT_BY = """\
game put_by "Put by"
  players 2 named Ann, Bob

component card from "cards.csv" named by name

zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone aside of seat: set of card, seen by owner
mark days: 0..9

setup
  move all c in card to deck
  shuffle deck
  deal 3 from deck to each hand
  deal 1 from deck to each aside

phase play
  turns until days is 4
    compose putting_by secretly
      step put(c in hand of me) into given at most 2
      finish done
    move given from hand of me to aside of me
    move aside of me to hand of me
    gain 1 days

score cards of p: size of hand of p
winner most score
"""


def test_that_nothing_was_chosen_in_secret_is_not_told(tmp_path: Path) -> None:
    """Where what was chosen is not seen, either."""
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\nD\nE\nF\nG\nH\n")
    (tmp_path / "put_by.game").write_text(PUT_BY)
    game = load(str(tmp_path / "put_by.game"))
    lines = []
    for number in (0, 1, 2):
        state = game.start(seed=1)
        for _ in range(number):
            state.apply(state.legal_moves()[0])
        if state.to_move == 0:
            state.apply("done")
        lines.append(told(state, 1))
    assert lines == [["putting by ... (hand 3 -> 4, aside 1 -> 0, then days 0 -> 1)"]] * 3


FIGS = """game figs "Figs"
  players 2 named Ann, Bob
type kind from "kinds.csv" named by kind
component card from "kinds.csv" named by kind, how many by count
  kind: kind
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone kept of seat: set of card, seen by owner
zone table: set of card
mark round: 0..9
setup
  move all c in card to deck
  deal 3 from deck to each hand
define held(k: kind) = all c in hand of me where kind of c is k
phase play
  turns until round is 9
    gain 1 round
    choose main
      keep(k in kind where held(k) is not empty)
        move the c in held(k) from hand of me to kept of me
        if round > 1
          deal 1 from deck to kept of me
      lay(k in kind where held(k) is not empty)
        move the c in held(k) from hand of me to table
        deal 1 from deck to hand of me
      show(k in kind where held(k) is not empty)
        move the c in held(k) from hand of me to table
        move table to deck
        shuffle deck
        deal 1 from deck to hand of me
score cards of p: size of kept of p
winner most score
"""


def test_what_is_drawn_of_the_kind_that_the_move_names_is_told(tmp_path: Path) -> None:
    (tmp_path / "kinds.csv").write_text("kind,count\nFig,12\n")
    (tmp_path / "figs.game").write_text(FIGS)
    state = load(str(tmp_path / "figs.game")).start(seed=1)

    def after(move: str, *places: str) -> list[str]:
        """Tells the move, and what has come to each of these places."""
        was = cast("dict[str, Any]", state.observation(0)["cells"])
        state.apply(move)
        now = cast("dict[str, Any]", state.observation(0)["cells"])
        come = [
            f"{place} + {', '.join(x for x in now[place]['Ann'] if x not in was[place]['Ann'])}"
            for place in places
        ]
        said = [f"{move} ({', '.join(come)})" if come else move]
        assert told(state, 0)[-1:] == said
        assert told(state, 1)[-1].count("Fig") == 1
        state.apply("keep Fig")
        return said

    assert after("keep Fig") == ["keep Fig"]
    assert after("keep Fig", "kept")[0].count(",") == 1
    assert "," not in after("lay Fig", "hand")[0]


def test_what_goes_back_into_the_deck_and_is_drawn_again_is_told(tmp_path: Path) -> None:
    (tmp_path / "kinds.csv").write_text("kind,count\nFig,8\n")
    (tmp_path / "figs.game").write_text(FIGS)
    game, again = load(str(tmp_path / "figs.game")), 0
    for seed in range(8):
        state = game.start(seed=seed)
        held = cast("dict[str, Any]", state.observation(0)["cells"])["hand"]["Ann"]
        state.apply("show Fig")
        ((text, drawn),) = re.findall(r"(show Fig) \(hand \+ (Fig \d)\)", told(state, 0)[0])
        again += drawn in held
        assert told(state, 1) == [text]
    assert again


LOCKED = """game locked "Locked away"
  players 2 named Ann, Bob
  uses standard_deck
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone strongbox of seat: set of card, seen by owner
zone hat of seat: set of card
setup
  move all c in card to deck
  deal 3 from deck to each hand
phase play
  turns until passes is 2
    choose main
      lock(c in hand of me)
        move c to strongbox of me
      unlock
        move strongbox of me to hand of me
        deal 1 from deck to hand of me
      wear(c in hand of me)
        move c to hat of me
      undress
        move hat of me to hand of me
      clear
        compose gone
          step put(c in hand of me) into put_away at most 1
          finish done
        move put_away from hand of me to strongbox of me
      else pass
score cards of p: size of hand of p
winner most score
"""


def test_what_comes_back_from_where_the_seat_sees_it_is_told(tmp_path: Path) -> None:
    (tmp_path / "locked.game").write_text(LOCKED)
    state = load(str(tmp_path / "locked.game")).start(seed=1)
    own = str(state.legal_moves()[0]).removeprefix("lock ")
    for move in (
        f"lock {own}",
        "undress",
        "unlock",
        "undress",
        f"wear {own}",
        "undress",
        "undress",
    ):
        state.apply(move)
    lock, _, unlock, _, wear, _, undress = told(state, 0)
    assert (lock, wear) == (f"lock {own}", f"wear {own}")
    assert re.fullmatch(rf"unlock \(hand \+ ({own}, [\w ]+|[\w ]+, {own})\)", unlock)
    assert undress == f"undress (hand + {own})"
    for move in ("undress", "clear", f"put {own}", "done"):
        state.apply(move)
    assert told(state, 0)[-3:] == ["clear", f"put {own}", "done"]
    assert told(state, 1)[:3] == ["lock ...", "undress", "unlock"]


NODS = """game nods "Nods"
  players 3 named Ann, Bob, Cleo
  uses standard_deck
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
mark wish: yes or no
setup
  move all c in card to deck
  deal 2 from deck to each hand
phase play
  turns until passes is 2
    choose main
      wish
        set wish to yes
      nod
        if wish
          deal 2 from deck to hand of Ann
          set wish to no
      draw
        deal min(2, size of deck) from deck to hand of me
        if deck is not empty
          deal 1 from deck to hand of me
        each p in seat
          deal 1 from deck to hand of p
      lay(c in hand of me)
        move c to deck
        if not wish
          deal 2 from deck to hand of me
      fetch(p in seat where p is not me)
        if wish
          move hand of p to hand of me
      anew
        if wish
          each p in seat
            deal 3 from deck to hand of p
score cards of p: size of hand of p
winner most score
"""


def test_how_many_lie_now_where_others_see_them_is_told_if_a_move_does_not_always_do_that(
    tmp_path: Path,
) -> None:
    (tmp_path / "nods.game").write_text(NODS)
    state = load(str(tmp_path / "nods.game")).start(seed=1)
    for move in ("nod", "wish", "nod", "draw", "lay", "wish", "fetch Bob", "anew"):
        first = next(one for one in state.legal_moves() if str(one).startswith(move))
        state.apply(first)
    ann, bob, cleo = (told(state, seat) for seat in range(3))
    assert bob[2] == cleo[2] == "nod (wish no, hand of Ann 2 -> 4)"
    assert re.fullmatch(r"nod \(wish no, hand of Ann \+ [\w ]+, [\w ]+\)", ann[2])
    assert not any(re.search(r"\d ->", text) for text in (bob[3], cleo[3], *ann[:4], *bob[:2]))
    assert ann[4] == cleo[4] == "lay ... (hand 3 -> 4)"
    assert cleo[6] == "fetch Bob (hand 8 -> 12, hand of Bob 4 -> 0)"
    assert not re.search(r"\d ->", ann[7] + bob[7] + cleo[7])
    both = [text for _, text in Transcript.of(state).told(state, 0, 1)]
    assert both[2] == bob[2]


LAID = """game laid "Laid open where a turn begins"
  players 2 named Ann, Bob
  uses standard_deck
zone deck: stack of card, seen by nobody
zone shown of seat: set of card
zone pool: set of card
setup
  move all c in card to deck
phase play
  turns until passes is 2
    deal 1 from deck to shown of me
    move top of deck to pool
    choose main
      draw
        deal 1 from deck to shown of me
      'stay'
score cards of p: size of shown of p
winner most score
"""


def test_what_is_laid_open_where_a_turn_begins_stands_with_that_turn(tmp_path: Path) -> None:
    (tmp_path / "laid.game").write_text(LAID)
    state = load(str(tmp_path / "laid.game")).start(seed=1)
    state.apply("draw")
    cells = cast("dict[str, Any]", state.observation(0)["cells"])
    (bobs,) = cells["shown"]["Bob"]
    for seats in ((0,), (1,), (0, 1)):
        log = [*Transcript.of(state).told(state, *seats)]
        first, draw, then = log
        assert first[0] == 0 and re.fullmatch(r"shown \+ [\w ]+, pool \+ [\w ]+", first[1])
        assert draw[0] == 0 and re.fullmatch(r"draw \(shown \+ [\w ]+\)", draw[1])
        assert then[0] == 1 and re.fullmatch(rf"shown \+ {bobs}, pool \+ [\w ]+", then[1])

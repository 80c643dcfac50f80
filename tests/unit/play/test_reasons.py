"""Why a move is not offered, in the words of the rules and with the values at play."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulesError, State, load
from rulewright.play.reasons import elsewhere, reasons, understood
from rulewright.play.spelling import spelled
from rulewright.testing.scenario import run
from rulewright_cli.menu import in_one_order

ONE_ORDER = "each set is chosen in one order only"

RULES = """\
game purse "Purse"
  players 2

component coin from "coins.csv" named by name
  worth: 1..9

zone purse of seat: set of coin          "Coins that one holds"
zone till: set of coin
mark price: 0..20, starts 7
mark thanked: seat or nobody             "Who has been thanked"
mark wanted: coin or none                "What one looks for"
mark paid_for: 0..9                      "What has been paid for"
define light(s: set of coin, most: 0..9) = all c in s where worth of c <= most   "The light ones"
define cheap = all c in coin where worth of c < 4        "Coins of little worth"

setup
  move all c in coin to purse of '0'

phase market
  turns until paid_for is 9
    choose main                          "Buy, or look for something"
      buy
      find(c in cheap)
        set wanted to c
      ask(n in paid_for + 2..paid_for + 5)               "Ask a price"
        set price to n
      touch(c in coin where worth of c > price)          "Touch what is dearer"
        set wanted to c
      thank(p in seat where p is not me and paid_for > 0)
        set thanked to p
      give(n in 1..9 where n < paid_for)
        set price to n
      scan(c in coin where worth of c < 3)
        set wanted to c
      weigh(c in light(purse of me, 2))
        set wanted to c

action buy
  compose pay
    step pay(c in purse of me) into payment
      needs worth of c is not 1          else "{c} is bad money"
    finish done
      needs total worth of payment is price              else "{total worth of payment} of {price}"
  move payment from purse of me to till
  gain 1 paid_for

winner p where paid_for is 9
"""


@pytest.fixture
def begun(tmp_path: Path) -> State:
    """The first to move holds A 1, B 2, C 3, D 4, E 5, of which B + E and C + D are the price."""
    (tmp_path / "coins.csv").write_text("name,worth\nA,1\nB,2\nC,3\nD,4\nE,5\n")
    (tmp_path / "purse.game").write_text(RULES)
    return load(str(tmp_path / "purse.game")).start(seed=1)


def why(state: State, text: str) -> tuple[str, str]:
    (found,) = reasons(state, text)
    return found.message, found.now


def test_what_is_named_is_told_in_the_words_of_the_rules_with_what_it_is_now(begun: State) -> None:
    assert why(begun, "find D") == ("D is not among cheap", "Coins of little worth: A, B, C")
    assert why(begun, "ask 9") == ("9 is not to be chosen here", "may be chosen: 2..5")
    assert why(begun, "scan D") == ("D is not to be chosen here", "may be chosen: A, B")
    assert why(begun, "weigh D") == ("D is not to be chosen here", "The light ones: A, B")
    none_is_dearer = "wanted: c in coin where worth of c > price"
    assert why(begun, "touch A") == ("no coin may be chosen here", none_is_dearer)
    nobody_has_paid = "wanted: p in seat where p is not me and paid for > 0"
    assert why(begun, "thank 1") == ("nobody may be chosen here", nobody_has_paid)
    no_number = "wanted: n in 1..9 where n < paid for"
    assert why(begun, "give 3") == ("nothing may be chosen here", no_number)


def test_how_a_move_is_written_is_told_with_moves_on_offer(begun: State) -> None:
    assert why(begun, "ask") == (
        "a number from 2 to 14 is missing",
        "offered: ask 2, ask 3, ask 4, ask 5",
    )
    assert why(begun, "ask much too little")[0] == "much too little is not a number from 2 to 14"
    assert why(begun, "E") == (
        "E is the name of a coin, and no move; moves here that name one: find COIN, touch COIN, "
        "scan COIN, weigh COIN",
        "offered: find A, find B, find C and 4 more",
    )  # fmt: skip
    assert why(begun, "pay B") == (
        "pay B is not possible now (choice main)", "asked now: Buy, or look for something",
    )  # fmt: skip


def test_what_a_move_needs_is_no_part_of_what_may_be_chosen(tmp_path: Path) -> None:
    (tmp_path / "coins.csv").write_text("name,worth\nA,1\nB,2\nC,3\nD,4\n")
    needs = '        needs worth of c > 1              else "{c} is worth too little"\n'
    step = "      scan(c in coin where worth of c < 3)\n"
    (tmp_path / "purse.game").write_text(RULES.replace(step, step.replace("3", "4") + needs))
    state = load(str(tmp_path / "purse.game")).start(seed=1)
    assert why(state, "scan D") == ("D is not to be chosen here", "may be chosen: B, C")
    assert why(state, "scan A")[0] == "A is worth too little"


def test_the_words_of_a_collection_stand_before_all_of_it(tmp_path: Path) -> None:
    """What a move needs may leave less of it: that is told as what may be chosen."""
    (tmp_path / "coins.csv").write_text("name,worth\nA,1\nB,2\nC,3\nD,4\nE,5\n")
    needs = '        needs worth of c > 1              else "{c} is worth too little"\n'
    for step in ("      weigh(c in light(purse of me, 2))\n", "      find(c in cheap)\n"):
        assert step in RULES
        rules = RULES.replace(step, step + needs)
        (tmp_path / "purse.game").write_text(rules)
        state = load(str(tmp_path / "purse.game")).start(seed=1)
        _, now = why(state, "weigh D" if "weigh" in step else "find D")
        assert now == ("may be chosen: B" if "weigh" in step else "may be chosen: B, C")
        (tmp_path / "purse.game").write_text(rules.replace("worth of c > 1  ", "worth of c > 8  "))
        state = load(str(tmp_path / "purse.game")).start(seed=1)
        _, now = why(state, "weigh D" if "weigh" in step else "find D")
        assert now == (
            "The light ones: A, B" if "weigh" in step else "Coins of little worth: A, B, C"
        )


def test_nothing_may_be_chosen_where_needs_leave_nothing(tmp_path: Path) -> None:
    (tmp_path / "coins.csv").write_text("name,worth\nA,1\nB,2\nC,3\nD,4\n")
    needs = '        needs worth of c > 8              else "{c} is worth too little"\n'
    step = "      scan(c in coin where worth of c < 3)\n"
    (tmp_path / "purse.game").write_text(RULES.replace(step, step + needs))
    state = load(str(tmp_path / "purse.game")).start(seed=1)
    assert why(state, "scan D") == ("D is not to be chosen here", "")


def test_of_moves_that_begin_alike_the_one_is_meant_whose_other_words_are_there(
    begun: State, tmp_path: Path
) -> None:
    rules = RULES.replace("step pay(c in purse of me)", 'step pay(c in till) named "give {c}"')
    rules += 'action give_away(c in coin, p in seat) named "give away {c} to {p}"\n  pass\n'
    rules = rules.replace("      give(n in", "      late_gift\n      give(n in")
    rules += 'action late_gift named "late gift"\n  choose late "Give"\n    give_away\n'
    (tmp_path / "gifts.game").write_text(rules)
    state = load(str(tmp_path / "gifts.game")).start(seed=1)
    now = "asked now: Buy, or look for something"
    told = "give away {} is not possible now (choice main), but at: Give"
    assert why(state, "give away B to 1") == (told.format("B to 1"), now)
    assert why(state, "give away Bee to 1") == (told.format("Bee to 1"), now)
    assert why(state, "give away")[0] == told.format("").replace("  ", " ")  # as it was typed
    assert why(state, "give much")[0] == "much is not a number from 1 to 9"


def test_the_same_in_another_order_is_told(begun: State) -> None:
    begun.apply("buy")
    assert [str(move) for move in begun.legal_moves()] == ["pay B", "pay C"]
    assert why(begun, "pay D") == (f"it comes after others: first pay C; {ONE_ORDER}", "")
    assert why(begun, "pay A") == ("A is bad money", "")
    begun.apply("pay C")
    assert why(begun, "pay C") == ("pay C has been chosen already", "")
    assert why(begun, "pay A") == ("A is bad money", "")
    assert why(begun, "pay E") == ("8 of 7", "")


def test_a_scenario_that_fails_tells_of_another_order(begun: State, tmp_path: Path) -> None:
    text = (
        RULES
        + """
scenario "Later ones first"
  given
    purse of '0': A, B, C, D, E
  play buy; pay D; pay C

scenario "One by one"
  given
    purse of '0': A, B, C, D, E
  play buy; pay C; pay C

scenario "Bad money is bad in any order"
  given
    purse of '0': A, B, C, D, E
  play buy; pay A
"""
    )
    (tmp_path / "purse.game").write_text(text)
    game = load(str(tmp_path / "purse.game"))
    for engine in ("reference", "python"):
        told = [run(game, scenario, engine).message for scenario in game.scenarios()]
        after = "it comes after others: first pay C"
        assert told[0] == f"pay D is not offered: {after}; {ONE_ORDER}"
        assert told[1] == "pay C is not offered: pay C has been chosen already"
        assert told[2] == "pay A is not offered: A is bad money"


def test_what_only_the_order_keeps_back_is_found(begun: State) -> None:
    assert elsewhere(begun) == ([], [])
    begun.apply("buy")
    assert elsewhere(begun) == (["pay D", "pay E"], [])
    one_order = "Each set can be chosen in one order only: "
    assert in_one_order(begun) == f"{one_order}pay D, pay E come after others."
    begun.apply("pay C")
    assert elsewhere(begun) == ([], [])


@pytest.mark.parametrize(
    ("end", "bare", "enough"),
    [
        ("", "buy cannot be completed", "after this, pay cannot be completed"),
        (' else "two"', "two", "two"),
    ],
)
def test_what_ends_by_itself_cannot_be_completed(
    end: str, bare: str, enough: str, begun: State, tmp_path: Path
) -> None:
    """Without a reason of its own, that is told, as the reference says, and what is wanted."""
    finish = RULES.partition("    finish done\n")
    text = (
        finish[0].replace("compose pay", f"compose pay until size of payment is 2{end}")
        + finish[2].partition("\n")[2]
    )
    (tmp_path / "purse.game").write_text(text.replace("purse of '0'\n", "purse of '1'\n"))
    game = load(str(tmp_path / "purse.game"))
    wanted = "" if "else" in end else "wanted: size of payment is 2"
    nothing = game.start(seed=1)
    assert why(nothing, "buy") == (bare, wanted)
    (tmp_path / "purse.game").write_text(text)
    state = load(str(tmp_path / "purse.game")).start(seed=1)
    state.apply("buy")
    (last,) = state.why_not("pay E")
    assert (last.message, last.now) == (enough, wanted)


def test_the_first_word_is_an_action_whatever_else_is_called_so() -> None:
    """In Quetinny a card is called as an action is that is possible at other times only."""
    state = load("quetinny").start(seed=3)
    assert state.waiting is not None
    asked = spelled(state.engine.program, state.waiting, "harvest Mill: Waves 1")
    assert asked == "harvest Mill: Waves 1"
    assert why(state, "chip none") == (
        "chip none is not possible now (choice mark), but at: Extend the trade route of this suit",
        "asked now: Choose the suit of a founding chip",
    )


def test_what_is_taken_away_from_a_set_is_told_in_words(tmp_path: Path) -> None:
    rules = tmp_path / "rows.game"
    rules.write_text("""\
game rows "Rows"
  players 2
  uses standard_deck
zone hand of seat: set of card              "Cards that were dealt"
zone rows of seat: set of card
setup
  move {'Ace of Clubs', 'Two of Clubs', 'Three of Clubs'} to hand of '0'
phase laying
  turns until some p in seat where rows of p is not empty
    compose opening
      step left(c in hand of me) named "lay {c} left" into on_the_left
      step middle(c in hand of me - on_the_left) named "lay {c} in between" into between_them
      step right(c in hand of me - on_the_left - between_them) named "lay {c} right" into others
      finish done
        needs size of on_the_left + size of between_them + size of others is 3 else "all three"
    move on_the_left to rows of me
    move between_them to rows of me
    move others to rows of me
score laid of p: size of rows of p
winner most score
""")
    state = load(str(rules)).start(seed=1)
    state.apply("lay Ace of Clubs left")
    both = "your hand without on the left: Two of Clubs, Three of Clubs"
    for move, where, now in (
        ("lay Ace of Clubs in between", "your hand without on the left", both),
        (
            "lay Ace of Clubs right",
            "your hand without on the left and between them",
            "may be chosen: Two of Clubs",  # before the Three, as both are to be laid
        ),
    ):
        [why] = state.why_not(move)
        assert (why.message, why.now) == (f"Ace of Clubs is not in {where}", now)


def test_the_top_of_a_pile_is_told_in_words() -> None:
    state = load("klondike").start(seed=7)
    state.apply("draw")
    message, now = why(state, "send Three of Hearts home")
    assert message == "Three of Hearts is not among the top of waste"
    assert now.startswith("the top of waste: ")


@pytest.mark.parametrize("where", ["beside", "touching"])
def test_cells_about_another_are_told_in_words(where: str, tmp_path: Path) -> None:
    (tmp_path / "steps.game").write_text(
        f"""game steps "Steps"
  players 2
board field: grid 3 by 3
cells cell of field named "{{letter}}{{y}}"
mark at: cell, starts a1
phase only
  turns until at is c3
    choose main
      move(c in cell, d in {where} of c) named "move {{c}}-{{d}}"
        set at to d
winner p where at is not a1
"""
    )
    state = load(str(tmp_path / "steps.game")).start(seed=1)
    message, now = why(state, "move a1-a1")
    assert message == f"a1 is not {where} a1"
    assert now.startswith(f"{where} a1: ")


RANGE = """\
game rafts "Rafts"
  players 2

mark ashore of seat: 0..2, starts 1
mark pushed: yes or no

phase only
  turns until ashore of 0 is 2 and ashore of 1 is 2
    set pushed to no
    compose turn until pushed
      step push(n in 1..2)                 "Push rafts ashore"
        needs not pushed                  else "one push a turn"
        gain n ashore of opponent
        set pushed to yes
      finish wait

score ashore of p: ashore of p
winner most score
"""


def test_a_number_that_would_leave_its_range_is_the_reason(tmp_path: Path) -> None:
    (tmp_path / "rafts.game").write_text(RANGE)
    state = load(str(tmp_path / "rafts.game")).start(seed=1)
    assert why(state, "push 2") == ("after this, ashore would become 3, outside 0..2", "")


GIFTS = """\
game gifts "Gifts"
  players 2

component card from "cards.csv" named by name

zone hand of seat: set of card, seen by owner        "Cards in hand"
zone given of seat: set of card, seen by owner       "Cards given away"

setup
  move all c in card where c < 'D' to hand of '0'
  move all c in card where c >= 'D' to hand of '1'

phase giving
  turns until every p in seat has given of p is not empty
    compose gift secretly until size of gift is 2    "Which two?"
      step give(c in hand of me) into gift           "Give"
    move gift from hand of me to given of me

score cards of p: size of hand of p
winner most score
"""


def test_what_comes_after_a_selection_is_no_part_of_it(tmp_path: Path) -> None:
    """The next seat selects at the same place of the rules, and its cards are its own."""
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\nD\nE\nF\n")
    (tmp_path / "gifts.game").write_text(GIFTS)
    state = load(str(tmp_path / "gifts.game")).start(seed=1)
    assert elsewhere(state) == (["give C"], [])
    state.apply("give A")
    assert elsewhere(state) == ([], [])
    assert why(state, "give D")[0] == "D is not in your hand"
    state.apply("give C")
    assert elsewhere(state) == (["give F"], [])
    state.apply("give E")
    assert elsewhere(state) == ([], ["give D"])
    assert why(state, "give A")[0] == "A is not in your hand"
    assert why(state, "give D")[0].startswith("the same is offered in another order: give D, then")


def test_what_comes_after_several_others_is_told_too(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\nD\nE\nF\n")
    rules = GIFTS.replace("size of gift is 2", "size of gift is 3")
    (tmp_path / "gifts.game").write_text(
        rules.replace("c < 'D'", "c < 'E'").replace(">= 'D'", ">= 'E'")
    )
    state = load(str(tmp_path / "gifts.game")).start(seed=1)
    assert [str(move) for move in state.legal_moves()] == ["give A", "give B"]
    assert elsewhere(state) == (["give C", "give D"], [])


SETS = """\
game sets "Sets"
  players 2

component card from "cards.csv" named by name, how many by count
  number: 1..9

zone hand of seat: set of card, seen by owner        "Cards in hand"
zone laid of seat: set of card

setup
  move all c in card to hand of '0'

phase laying
  turns until passes is 2
    choose main
      lay_down
      pass

action lay_down named "lay down"
  compose two_sets
    step left(c in hand of me) into one at most 2
      needs every d in one has number of c is number of d   else "another number"
    step right(c in hand of me - one) into two at most 2
      needs every d in two has number of c is number of d   else "another number"
    finish sets(n in 1..9)
      needs size of one is 2 and size of two is 2           else "two pairs are wanted"
      needs every c in two has number of c is n             else "not all are {n}"
  move one from hand of me to laid of me
  move two from hand of me to laid of me

score cards of p: 0 - size of hand of p
winner most score

scenario "Later ones first"
  play lay down; left B 2
"""


def test_the_order_is_told_whatever_later_steps_and_finishes_ask(tmp_path: Path) -> None:
    """A step that draws what another one has left, and a finish with parameters: what is in no set
    that can be completed is told so as before."""
    (tmp_path / "cards.csv").write_text("name,number,count\nA,1,2\nB,1,2\nC,2,1\n")
    (tmp_path / "sets.game").write_text(SETS)
    game = load(str(tmp_path / "sets.game"))
    state = game.start(seed=1)
    state.apply("lay down")
    assert [str(move) for move in state.legal_moves()] == ["left A 1", "left A 2", "left B 1"]
    first_b = f"it comes after others: first left A 1; {ONE_ORDER}"
    assert why(state, "left B 2") == (first_b, "")
    assert why(state, "right B")[0].startswith("it comes after others: first left A 1, then left ")
    assert why(state, "left C")[0] == "after this, two sets cannot be completed"
    assert why(state, "right C")[0] == "after this, two sets cannot be completed"
    for engine in ("reference", "python"):
        (scenario,) = game.scenarios()
        assert run(game, scenario, engine).message == f"left B 2 is not offered: {first_b}"
    state.apply("left B 1")
    assert why(state, "left B 1") == ("left B 1 has been chosen already", "")
    told, _ = why(state, "left A 2")
    in_order = "left A 2, then left B 1; take back left B 1 first"
    assert told == f"the same is offered in another order: {in_order}"


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("Mill-Harvest", "claim Mill-Harvest"),
        ("harvest-mill", "claim Mill-Harvest"),
        ("cl Harvest-Mill", "claim Mill-Harvest"),
        ("claim Mill-Harvest", "claim Mill-Harvest"),
        ("Mill-Penitent", "Mill-Penitent"),
    ],
)
def test_a_move_is_read_as_it_may_be_typed(typed: str, written: str) -> None:
    """What is refused is said of the move that is meant, whether it is on offer or not."""
    state = load("ruta").start(seed=1)
    assert state.waiting is not None
    assert understood(state, state.waiting, typed) == written
    assert reasons(state, typed) == reasons(state, written)


def test_a_move_on_offer_is_offered_however_it_is_typed() -> None:
    state = load("klondike").start(seed=7)
    assert state.waiting is not None
    assert reasons(state, "move seven three five") == []
    whole = "move Seven of Diamonds from three to five"
    assert understood(state, state.waiting, "seven three five") == whole


def test_reasons_tell_names_with_blanks(tmp_path: Path) -> None:
    """As the table and the rulebook do, whatever the rules call it."""
    (tmp_path / "far.game").write_text("""game far "Far"
  players 2 named Ann, Bob
type far_place: a1, b_2, c3
mark old_place: far_place
define within_reach = all p in far_place where p <= old_place
define straight_from of q: far_place = all p in far_place where p < q
define below of q: far_place = all p in far_place where p < q
phase walk
  turns until passes is 2
    choose main
      go(p in within_reach)
        set old_place to p
        pass
      fall(q in far_place, p in straight_from of q)
        set old_place to p
        pass
      drop(q in far_place, p in below of q)
        set old_place to p
        pass
      visit(p in far_place where p > old_place)
        set old_place to p
        pass
score s of p: 0
winner most score
""")
    begun = load(str(tmp_path / "far.game")).start(seed=1)
    assert why(begun, "go b_2") == ("b_2 is not among within reach", "within reach: a1")
    straight = ("c3 is not among straight from b_2", "straight from b_2: a1")
    assert why(begun, "fall b_2 c3") == straight
    assert why(begun, "drop b_2 c3") == ("c3 is not among below of b_2", "below of b_2: a1")


RESTING = """\
game climb "Climb"
  players 2

component card from "cards.csv" named by name
  height: 1..9

zone hand of seat: set of card
zone heap: stack of card
type sort: low, high
define kind(s: set of card)
  low when size of s is 1 and smallest height of s is 1
  high when size of s is 1
  none else

setup
  move all c in card to hand of '0'

phase climbing
  turns until passes is 2
    choose main                          "Lay a card"
      over(c in hand of me)
        needs there: top of heap is not none            else "nothing lies there"
        needs big: height of c > 1                      else "{c} is small"
        needs higher: height of c > height of top of heap
          else "{c} is not above {top of heap}"
        move c to heap
      under(c in hand of me)
        needs small: height of c < 3                    else "{c} is large"
        move c to heap
      two
      pass

action two
  compose pair named "lay {cards ' + '}"
    step take(c in hand of me) into cards at most 2
    finish done
      needs alike: kind(cards) is not none              else "of no kind: {cards}"
      needs high: kind(cards) > low                     else "too low"
      needs odd: size of cards is not 2                 else "not two"
  move cards to heap

score cards of p: size of hand of p
winner most score
"""


def test_what_rests_on_a_condition_that_fails_is_no_reason(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,height\nA,1\nB,2\nC,3\nD,4\n")
    (tmp_path / "climb.game").write_text(RESTING)
    state = load(str(tmp_path / "climb.game")).start(seed=1)

    def why(move: str) -> list[str]:
        return [reason.message for reason in state.why_not(move)]

    assert why("over A") == ["nothing lies there", "A is small"]
    assert why("over B") == ["nothing lies there"]
    assert why("lay A + B") == ["of no kind: A, B", "not two"]
    assert why("lay A") == ["too low"]
    for move in ("under B", "pass"):
        state.apply(move)
    assert why("over A") == ["A is small", "A is not above B"]


@pytest.mark.parametrize(
    ("action", "move", "cannot"),
    [
        ('lay_down named "lay two pairs"', "lay two pairs", "lay two pairs"),
        ("lay_down", "lay_down", "lay down"),
        ('lay_down(k in 1..2) named "lay {k} down"', "lay 2 down", "lay 2 down"),
    ],
)
def test_an_action_is_called_as_its_moves_are_written(
    action: str, move: str, cannot: str, tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text("name,number,count\nA,1,2\nB,1,1\nC,2,1\n")
    rules = SETS.partition("scenario")[0].replace('lay_down named "lay down"', action)
    (tmp_path / "sets.game").write_text(rules)
    state = load(str(tmp_path / "sets.game")).start(seed=1)
    assert why(state, move)[0] == f"{cannot} cannot be completed: two pairs are wanted"
    early = "phase laying\n  turns until passes is 1\n    choose early\n      pass\n"
    (tmp_path / "sets.game").write_text(rules.replace("phase laying\n", early))
    state = load(str(tmp_path / "sets.game")).start(seed=1)
    assert why(state, move)[0] == f"{move} is not possible now (choice early)"


DISCARDING = """\
game shed "Shed"
  players 2

type face from "cards.csv" named by name

component card from "cards.csv" named by name, how many by count
  name: face

zone hand of seat: set of card, seen by owner        "Cards in hand"
zone heap: set of card
mark kept: card or none

setup
  move all c in card to hand of '0'

phase shedding
  turns until kept is not none
    choose main
      shed(k in face where some c in hand of me where name of c is k)
        move the c in hand of me where name of c is k from hand of me to heap
      keep(c in hand of me)
        set kept to c

score cards of p: 0 - size of hand of p
winner most score

scenario "One of two"
  play shed Red 1 1
"""


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("shed Red 1 1", "Red 1 1 is no face; did you mean Red 1?"),
        ("shed red 1 2", "Red 1 2 is no face; did you mean Red 1?"),
        ("shed Red 1 3", "Red 1 3 is no face; did you mean Red 1?"),
        ("shed Wild 1", "Wild 1 is no face; did you mean Wild?"),
        ("shed Rad 11", "Rad 11 is no face; did you mean Red 11?"),
        ("keep Wild 1", "Wild 1 is no card; did you mean Wild?"),
    ],
)
def test_a_number_that_is_not_wanted_is_left_out(move: str, told: str, tmp_path: Path) -> None:
    """Rather than taken for the end of another name."""
    (tmp_path / "cards.csv").write_text("name,count\nRed 1,2\nRed 11,2\nWild,1\n")
    (tmp_path / "shed.game").write_text(DISCARDING.partition("scenario")[0])
    assert why(load(str(tmp_path / "shed.game")).start(seed=1), move)[0] == told


def test_a_number_that_is_not_wanted_in_a_scenario_is_found(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,count\nRed 1,2\nRed 11,2\nWild,1\n")
    (tmp_path / "shed.game").write_text(DISCARDING)
    with pytest.raises(RulesError) as wrong:
        load(str(tmp_path / "shed.game")).scenarios()
    (found,) = wrong.value.diagnostics
    assert (found.code, found.hint) == ("E226", "did you mean shed Red 1?")


PAYING = """\
game dues "Dues"
  players 2

type metal: gold, iron
component coin from "coins.csv" named by name
  worth: 1..9
  metal: metal

zone purse of seat: set of coin
zone spent: set of coin

setup
  move all c in coin to purse of '0'

phase market
  turns until passes is 2
    choose main
      buy
      else pass

action buy(price in 1..30)
  compose paying
    step pay(c in purse of me) into paid
      needs one_metal: every d in paid has metal of d is metal of c   else "of another metal"
    finish done
      needs total worth of paid >= price        else "{total worth of paid} does not reach {price}"
  move paid from purse of me to spent

score rest of p: size of purse of p
winner most score
"""


def test_where_one_thing_keeps_others_away_the_reason_is_told_of_what_lacks_least(
    tmp_path: Path,
) -> None:
    coins = "A,1,gold\nB,4,iron\nC,2,gold\nD,5,iron\n"
    (tmp_path / "coins.csv").write_text(f"name,worth,metal\n{coins}")
    (tmp_path / "dues.game").write_text(PAYING)
    state = load(str(tmp_path / "dues.game"), engine="reference").start(seed=1)
    assert [reason.message for reason in state.why_not("buy 10")] == ["9 does not reach 10"]
    assert state.why_not("buy 9") == []


LAYING = """\
game embers "Embers"
  players 2

component card from "cards.csv" named by name
  rank: 1..9

zone hand of seat: set of card
mark ash: 0..3
define least = 5
mark laid_down: 0..9                              "Cards laid down"

setup
  move all c in card to hand of '0'

phase play
  turns until passes is 2
    compose laying
      step burn
        needs ash < 3                             else "all is burnt"
        gain 1 ash
      step lay(c in hand of me) into laid
        gain 1 laid_down
      finish stay
        needs laid is empty                       else "you have begun to lay"
      finish play
        needs laid is not empty                   else "nothing is laid"
        needs smallest rank of laid >= least
          else "{smallest rank of laid} does not reach {least}"
    if size of hand of me < ash
      end game

score rest of p: size of hand of p
winner most score
"""


def test_a_finish_that_a_step_closes_whatever_it_takes_is_not_the_reason(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,rank\nA,2\nB,7\nC,8\n")
    (tmp_path / "embers.game").write_text(LAYING)
    state = load(str(tmp_path / "embers.game"), engine="reference").start(seed=1)
    assert [reason.message for reason in state.why_not("lay A")] == ["2 does not reach 5"]


SHORT = """game short "Short"
  players 2 named Ann, Bob
  uses standard_deck
zone hand of seat: set of card            "Hand"
zone gone: set of card
setup
  move all c in card where rank of c <= 7 and colour of c is red to hand of Ann
  move 'Jack of Clubs' to hand of Bob
phase only
  turns until hand of me is empty
    choose main
      show(c in hand of me)
        needs rank of c > 7               else "{c} is too low"
        move c to gone
      burn(c in hand of me)
        needs size of gone > 3            else "too few are gone"
        needs rank of c > 2               else "{c} does not burn"
        move c to gone
      keep(c in hand of me)
        needs rank of c < 4               else "{c} cannot be kept"
        move c to gone
      swap(c in hand of me, d in hand of me) named "swap {c} for {d}"
        needs rank of c is 9              else "{c} is no nine"
        needs size of gone > 5            else "nobody swaps yet"
        move c to gone
        if d in hand of me
          move d from hand of me to gone
      give(c in gone)
        move c to hand of Bob
      leave
        move hand of me to gone
outcome
  done else
"""
DRAFT = "The draft board: Discovery, Ace of Waves"
IN_HAND = (
    "Hand: Ace of Diamonds, Two of Diamonds, Three of Diamonds, Four of Diamonds, "
    "Five of Diamonds, Six of Diamonds, Seven of Diamonds, Ace of Hearts, Two of Hearts, "
    "Three of Hearts, Four of Hearts, Five of Hearts and 2 more"
)


@pytest.fixture
def short(tmp_path: Path) -> State:
    """Ann holds all red cards up to Seven, Bob the Jack of Clubs."""
    (tmp_path / "short.game").write_text(SHORT, encoding="utf-8")
    return load(str(tmp_path / "short.game"), engine="reference").start(seed=1)


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("show seven", "seven is short for several: Seven of Diamonds, Seven of Hearts"),
        ("show sev hea", "Seven of Hearts is too low"),
        (
            "show of hearts",
            "of Hearts is short for several: Ace of Hearts, Two of Hearts, Three of Hearts, "
            "Four of Hearts and 3 more",
        ),
        ("show eleven", "eleven is no card"),
        ("show seven of hearts", "Seven of Hearts is too low"),
        ("burn seven", "too few are gone"),
        ("swap six for seven hearts", "nobody swaps yet"),
        ("swap six hearts for seven", "Six of Hearts is no nine"),
    ],
)
def test_a_name_in_short_is_looked_for_where_it_would_be_drawn_from(
    short: State, move: str, told: str
) -> None:
    assert reasons(short, move)[0].message == told


@pytest.mark.parametrize("move", ["show Jack", "show Jack of Clubs", "show Jack Clubs", "show Ten"])
def test_what_a_name_in_short_stands_for_is_not_there(short: State, move: str) -> None:
    said = "Jack of Clubs" if "Clubs" in move else move.removeprefix("show ")
    assert why(short, move) == (f"{said} is not in your hand", IN_HAND)


def test_of_a_move_that_names_nothing_it_is_told_what_is_against_all_of_them(short: State) -> None:
    assert why(short, "burn") == ("too few are gone", "")
    assert why(short, "give") == ("no card may be chosen here", "gone: none")
    assert why(short, "show") == ("it is not said which card", IN_HAND)
    offered = (
        "offered: keep Ace of Diamonds, keep Two of Diamonds, keep Three of Diamonds and 3 more"
    )
    assert why(short, "keep") == ("it is not said which card", offered)


@pytest.mark.parametrize(
    ("move", "told"),
    [  # on the draft board, in the own hand, in the pile, on the map
        ("pay Discovery", ("Discovery is not in your hand", "may be chosen: Origin")),
        ("take Chance Meeting", ("Chance Meeting is not in draft", DRAFT)),
        ("take Sea", ("Sea is not in draft", DRAFT)),
        ("take Harvest", ("Harvest is not in draft", DRAFT)),
    ],
)
def test_a_card_that_is_not_on_the_board_is_there_all_the_same(
    move: str, told: tuple[str, str]
) -> None:
    state = load("ruta").start(seed=5)
    for made in [*["draw"] * 6, "claim Sailor-Mill"] if move.startswith("pay") else []:
        state.apply(made)
    assert why(state, move) == told


def test_of_what_ends_a_selection_no_other_order_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cards.csv").write_text("name,rank\nA,2\nB,7\nC,8\n")
    counted = (
        "        gain 1 laid_down\n",
        'mark laid_down: 0..9                              "Cards laid down"\n',
    )
    only_laid = LAYING.replace(counted[0], "").replace(counted[1], "")
    (tmp_path / "embers.game").write_text(only_laid)
    state = load(str(tmp_path / "embers.game")).start(seed=1)
    state.apply("lay B")
    monkeypatch.setattr(State, "legal_moves", lambda state: pytest.fail("moves are listed"))
    assert why(state, "stay") == ("you have begun to lay", "")


def test_what_an_engine_does_not_offer_is_not_searched_for_again(tmp_path: Path) -> None:
    coins = "".join(f"C{number},{2 + number % 8}\n" for number in range(24))
    (tmp_path / "coins.csv").write_text(f"name,worth\n{coins}")
    dear = RULES.replace("price: 0..20, starts 7", "price: 0..999, starts 501")
    (tmp_path / "purse.game").write_text(dear)
    state = load(str(tmp_path / "purse.game"), engine="python").start(seed=1)
    assert why(state, "buy") == ("132 of 501", "")  # of 16,777,216 sets of coins


BUILDING = """\
game build "Build"
  players 2

component tile from "tiles.csv" named by name
  height: 1..9

zone hand of seat: set of tile
mark coins of seat: 0..9, starts 1
mark raised of tile: 0..9
define wanted = 5
define level(s: set of tile, r: 0..18) = every x in s has height of x + raised of x is r

setup
  move all x in tile to hand of '0'

phase building
  turns until passes is 2
    compose laying
      step take(x in hand of me) into laid
      step raise(x in laid, n in 1..3)            "Raise a tile"
        needs once: raised of x is 0              else "{x} is raised already"
        needs paid: 2 * n <= coins of me          else "it costs {2 * n} coins"
        set coins of me to coins of me - 2 * n
        set raised of x to n
      finish stop
        needs bare: laid is empty                 else "you have begun"
        pass
      finish build(r in 0..18)
        needs some: laid is not empty             else "lay a tile first"
        needs level: level(laid, r)               else "these are not of height {r}"
        needs high: r >= wanted                   else "{r} is too low"
        move laid from hand of me to hand of '1'

score tiles of p: size of hand of p
winner most score
"""


def test_a_later_step_that_is_needed_is_told_with_what_keeps_it_away(tmp_path: Path) -> None:
    """Not a number of a finish that nobody has named, of which others would do as well; the step
    may even be one that takes more than there is."""
    (tmp_path / "tiles.csv").write_text("name,height\nA,4\nB,2\nC,5\n")
    (tmp_path / "build.game").write_text(BUILDING)
    state = load(str(tmp_path / "build.game")).start(seed=1)
    assert [str(move) for move in state.legal_moves()] == ["take C", "stop"]
    needed = "then raise A 1 is needed, and it costs 2 coins"
    assert why(state, "take A")[0] == needed


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("take C", "then raise C 2 is needed, and it costs 4 coins"),
        ("take D", "then raise B 1 is needed after raise A 1, and it costs 2 coins"),
    ],
)
def test_no_number_of_a_finish_is_told_that_nobody_has_named_although_it_was_possible(
    move: str, told: str, tmp_path: Path
) -> None:
    """After A and B of one height one of another may still come, where it can be paid for: what is
    told are the steps that this takes, to the first that cannot be taken."""
    (tmp_path / "tiles.csv").write_text("name,height\nA,6\nB,6\nC,4\nD,7\n")
    rules = BUILDING.replace("coins of seat: 0..9, starts 1", "coins of seat: 0..9, starts 3")
    (tmp_path / "build.game").write_text(rules)
    state = load(str(tmp_path / "build.game")).start(seed=1)
    state.apply("take A")
    state.apply("take B")
    assert why(state, move)[0] == told


ASKED_IF = """\
game burn "Burn"
  players 2
mark torches of seat: 0..9, starts 1
mark burnt of seat: yes or no
mark secret of seat: 0..9, starts 1, seen by nobody  "S"

phase play
  turns until passes is 4
    if not burnt of me and torches of me >= 2
      choose burning                            "Burn two?"
        burn
          set burnt of me to yes
        keep
          set burnt of me to no
    if secret of me > 5
      choose hiding                             "Hide?"
        hide
          gain 1 secret of me
        show
          set secret of me to 0
    choose main
      light
        gain 1 torches of me
        gain 1 secret of me
        pass
score s of p: torches of p
winner most score
"""


def test_which_condition_keeps_a_choice_from_being_asked_is_told(tmp_path: Path) -> None:
    """But not of what nobody sees."""
    (tmp_path / "burn.game").write_text(ASKED_IF)
    state = load(str(tmp_path / "burn.game")).start(seed=1)
    told = "burn is not possible now (choice main), but at: Burn two? – only if torches of me >= 2"
    assert why(state, "burn")[0] == told
    assert why(state, "hide")[0] == "hide is not possible now (choice main), but at: Hide?"
    for move in ("light", "light", "burn"):
        state.apply(move)
    assert why(state, "burn")[0].endswith("but at: Burn two? – only if not burnt of me")


STUCK = """\
game bowl "Bowl"
  players 2
mark bowl: 0..9, starts 5
mark taken: yes or no

phase play
  turns until passes is 2
    set taken to no
    if {test}
      choose stuck                        "You cannot eat"
        stop
          pass
    compose eat until taken               "Eat"
      step bite(n in 1..2)
        needs left: n <= bowl             else "only {{bowl}} left"
        spend n bowl
        set taken to yes

winner most score
score left of p: bowl
"""


@pytest.mark.parametrize(
    ("test", "unmet"),
    [
        ("not possible(eat)", "not possible(eat)"),
        ("bowl < 9 and not possible(eat)", "not possible(eat)"),
        ("bowl < 3 and not possible(eat)", "bowl < 3 and not possible(eat)"),
    ],
)
def test_that_a_compose_can_be_completed_is_a_condition_that_is_told(
    tmp_path: Path, test: str, unmet: str
) -> None:
    (tmp_path / "bowl.game").write_text(STUCK.format(test=test))
    state = load(str(tmp_path / "bowl.game")).start(seed=1)
    told = "stop is not possible now (choice eat), but at: You cannot eat"
    assert why(state, "stop")[0] == f"{told} – only if {unmet}"


LAID = """\
game laid "Laid"
  players 2
component card from "cards.csv" named by name
  number: 1..9
zone hand of seat: set of card
zone down: set of card
setup
  move all c in card to hand of '0'
phase play
  turns until passes is 2
    choose main
      knock
        compose laying
          step lay(c in hand of me) into laid at most 1
          finish knock
            needs low: total number of (hand of me - laid) <= 10
              else "{total number of (hand of me - laid)} is more than 10"
          most total number of laid               "The best way counts"
        move laid from hand of me to down
      else pass
score s of p: size of hand of p
winner most score
"""


@pytest.mark.parametrize("most", [True, False])
def test_why_a_choice_cannot_be_completed_is_told_of_the_best_way(
    most: bool, tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text("name,number\nA,3\nB,9\nC,5\nD,8\n")
    best = '          most total number of laid               "The best way counts"\n'
    assert best in LAID
    (tmp_path / "laid.game").write_text(LAID if most else LAID.replace(best, ""))
    state = load(str(tmp_path / "laid.game")).start(seed=1)
    assert why(state, "knock")[0] == "16 is more than 10"


CALLED_TWICE = """\
game gifts "Gifts"
  players 2
mark angry of seat: yes or no
mark coins of seat: 0..9, starts 9
to gift
  choose gift                               "A gift?"
    give
      spend 1 coins of me
      set angry of me to yes
    else 'keep it'
phase play
  turns until passes is 4
    if angry of me
      gift
    if coins of me < 2
      gift
    choose main
      wait
        pass
score s of p: coins of p
winner most score
"""


def test_a_choice_that_is_asked_in_two_places_has_the_conditions_of_both(tmp_path: Path) -> None:
    """And none where one of the places has none."""
    file = tmp_path / "gifts.game"
    file.write_text(CALLED_TWICE)
    told = "give is not possible now (choice main), but at: A gift?"
    both = f"{told} – only if angry of me, or if coins of me < 2"
    assert why(load(str(file)).start(seed=1), "give")[0] == both
    file.write_text(CALLED_TWICE.replace("        pass\n", "        pass\n    gift\n"))
    assert why(load(str(file)).start(seed=1), "give")[0] == told


PAYS = """\
game pays "Pays"
  players 2
type amount: one, two
mark coins of seat: 0..9, starts 1
define price = 2

phase play
  turns until passes is 4
    if coins of me < 9
      may choose trading                        "Trade?"
        trade(a in amount)
          needs coin: coins of me >= price      else "it costs {price} coins"
          needs one: a is two or coins of me > 2 else "one is too little"
          spend price coins of me
        or 'no trade'
    choose main
      rest
        pass
score coins of p: coins of p
winner most score
scenario "Nobody trades without a coin"
  refuses trade one "trade one is not possible now (choice main), but at: Trade? – as things \
stand: it costs 2 coins; one is too little"
  refuses trade two "trade two is not possible now (choice main), but at: Trade? – as things \
stand: it costs 2 coins"
"""


def test_what_there_is_against_a_move_of_a_choice_that_was_skipped_is_told(tmp_path: Path) -> None:
    """As at a table, so in a scenario."""
    (tmp_path / "pays.game").write_text(PAYS)
    game = load(str(tmp_path / "pays.game"))
    told = "trade one is not possible now (choice main), but at: Trade? – as things stand: "
    assert why(game.start(seed=1), "trade one")[0] == f"{told}it costs 2 coins; one is too little"
    (scenario,) = game.scenarios()
    assert run(game, scenario).passed


MELDS = """\
game melds "Melds"
  players 2

component card from "cards.csv" named by name
  number: 1..9
  colour: 1..3

zone hand of seat: set of card, seen by owner        "Cards in hand"
zone laid of seat: set of card

setup
  move all c in card to hand of '0'

phase laying
  turns until passes is 2
    choose main
      lay
      pass

action lay
  compose lot
    step add(c in hand of me) into some_cards
      needs every d in some_cards has number of c is number of d or colour of c is colour of d
        else "{c} does not go with {some_cards}"
    finish alike(n in 1..9)
      needs size of some_cards is 3 and every c in some_cards has number of c is n
        else "no three of a kind"
      needs some_cards is not hand of me              else "a card must be left"
    finish row(k in 1..3)
      needs size of some_cards is 3 and every c in some_cards has colour of c is k
        else "no three of a colour"
      needs some_cards is not hand of me              else "a card must be left"
  move some_cards from hand of me to laid of me

winner p where laid of p is not empty
"""


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("A,1,1\nB,1,2\nC,1,3\n", "lay cannot be completed: a card must be left"),
        ("A,1,1\nB,2,1\nC,4,1\n", "lay cannot be completed: a card must be left"),
        # a kind would do as well as a colour, and the one is lacking as the other is
        ("A,1,1\nB,1,2\nC,4,3\n", "lay cannot be completed"),
        ("A,1,1\nB,3,1\nC,4,2\nD,4,1\n", ""),
    ],
)
def test_what_all_that_could_complete_a_compose_lacks_is_told(
    cards: str, told: str, tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text(f"name,number,colour\n{cards}")
    (tmp_path / "melds.game").write_text(MELDS)
    state = load(str(tmp_path / "melds.game")).start(seed=1)
    if told:
        assert why(state, "lay")[0] == told
    else:
        assert "lay" in map(str, state.legal_moves())


GARDENS = """game gardens "Gardens"
  players 2 named hill, vale

component tree from "trees.csv" named by name

board hill_garden: grid 1 by 3
cells hill_plot of hill_garden named "{letter}{y}"
board vale_garden: grid 1 by 3
cells vale_plot of vale_garden named "{letter}{y}"
zone hand of seat: set of tree
zone up of hill_plot: slot of tree
zone my of vale_plot: slot of tree

setup
  move all t in tree to hand of hill

phase planting
  turns until passes is 2
    choose main
      plant_hill
      plant_vale
      else pass

action plant_hill(t in hand of me, s in hill_garden where up of s is empty) named "plant {t} at {s}"
  move t to up of s
action plant_vale(t in hand of me, s in vale_garden where my of s is empty) named "plant {t} by {s}"
  move t to my of s

winner p where hand of p is empty
"""


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("plant Fig", "it is not said which hill_plot"),
        ("plant Oak", "Oak is no tree"),
        ("plamt Fig", 'no move is called "plamt"; did you mean plant?'),
        ("plant_hill Fig", "this is not how plant_hill is written: plant TREE at HILL PLOT"),
    ],
)
def test_moves_go_by_the_words_that_they_begin_with(tmp_path: Path, move: str, told: str) -> None:
    """Also where several actions have the same, and not the names of these."""
    (tmp_path / "trees.csv").write_text("name\nFig\nPear\n")
    (tmp_path / "gardens.game").write_text(GARDENS)
    state = load(str(tmp_path / "gardens.game"), engine="reference").start()
    assert [reason.message for reason in state.why_not(move)] == [told]
    assert why(state, move)[0] == told
    if move == "plant Fig":
        offered = ", ".join(f"plant Fig at {plot}" for plot in ("a1", "b1", "c1"))
        assert why(state, move)[1] == f"offered: {offered} and 3 more"

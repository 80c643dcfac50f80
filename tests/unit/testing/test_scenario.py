"""Scenarios that pass and scenarios that fail, and what is said about those."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright import catalogue, resources
from rulewright.backends.registry import EngineName
from rulewright.core.scenes import GivenPosition
from rulewright.diagnostics import RulesError
from rulewright.game import Game, load
from rulewright.limits import Deadline
from rulewright.testing.combinations import variant_sets
from rulewright.testing.position import position_text
from rulewright.testing.scenario import ScenarioResult, ScenarioRun, run

Check = Callable[[str], ScenarioResult]
GIVEN = "given\n    hand of first: Lunatic, Rite, Huntress, Bard\n    pile: Sea, Author, Cave\n  "


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """Runs one scenario, given by its steps, on a copy of Ruta."""

    def checked(steps: str, engine: EngineName = "reference") -> ScenarioResult:
        folder = tmp_path / "ruta"
        shutil.copytree(resources.rules_root() / "ruta", folder)
        rules = folder / "ruta.game"
        text = rules.read_text(encoding="utf-8").partition("\nscenario ")[0]
        rules.write_text(f'{text}\nscenario "it"\n  {steps}\n', encoding="utf-8")
        game = load(str(rules), engine=engine)
        scenario = next(s for s in game.scenarios() if s.title == "it")
        return run(game, scenario, engine)

    return checked


@pytest.mark.parametrize(
    "steps",
    [
        GIVEN + "offers claim Harvest-Consul; take Sea; ...",
        GIVEN + "refuses claim Watchman-Desert",
        GIVEN + 'refuses claim Watchman-Desert "10 does not reach 12"',
        GIVEN + "play claim Harvest-Consul\n  offers pay Lunatic; pay Rite",
        GIVEN + "play take Sea\n  seen by second\n    hand of first: Sea, ?, ?, ?, ?",
        GIVEN + "play take Sea\n  seen by second\n    hand of first: Sea, ?, 3 unseen",
        "seen by second\n    pile: 24 unseen",
        "seen by second\n    discards: 0 unseen",
        "seen by second\n    pile: all unseen\n    hand of first: all unseen",
        GIVEN + "play claim Harvest-Consul; pay Lunatic\n  seen by second\n    pay: ?",
        GIVEN + "play take Sea\n  seen by second\n    main: take  Sea",
        "expect size of pile is 24",
        "with excuse off\n  expect size of pile is 23",
    ],
)
def test_scenarios_that_pass(check: Check, steps: str) -> None:
    steps = steps.replace("", "")
    result = check(steps)
    assert result.passed, result
    assert result.message == "" and result.position == ""


@pytest.mark.parametrize(
    ("steps", "message", "expected", "found"),
    [
        (
            GIVEN + "expect tokens of first is 9 and me is first",
            "not so: tokens of first is 9 and me is first",
            ("tokens of first is 9 and me is first",),
            ("tokens of first: 10",),
        ),
        (
            GIVEN + "expect Pact in hand of first",
            "not so: Pact in hand of first",
            ("Pact in hand of first",),
            ("hand of first: Lunatic, Rite, Huntress, Bard",),
        ),
        (
            GIVEN + "expect Bard not in hand of first",
            "not so: Bard not in hand of first",
            ("Bard not in hand of first",),
            ("hand of first: Lunatic, Rite, Huntress, Bard",),
        ),
        (
            GIVEN + "expect every p in seat has size of hand of p > 1",
            "not so: every p in seat has size of hand of p > 1",
            ("every p in seat has size of hand of p > 1",),
            ("p: second", "size of hand of p: 0"),
        ),
        (
            GIVEN + "expect longest_route of first is 1",
            "not so: longest_route of first is 1",
            ("longest_route of first is 1",),
            ("longest_route of first: 0",),
        ),
        (
            GIVEN + "play claim Harvest-Consul\n  offers pay Lunatic; pay Bard; pay Rite",
            "not offered: pay Bard",
            ("pay Lunatic", "pay Bard", "pay Rite"),
            ("pay Lunatic", "pay Rite"),
        ),
        (
            GIVEN + "play claim Harvest-Consul\n  offers pay Lunatic",
            "offered as well: pay Rite",
            ("pay Lunatic",),
            ("pay Lunatic", "pay Rite"),
        ),
        (
            GIVEN + "play claim Harvest-Consul\n  offers pay Lunatic; pay Rite; pay Huntress",
            "not offered: pay Huntress, pay Huntress comes after others: first pay Rite; "
            "each set is chosen in one order only",
            ("pay Lunatic", "pay Rite", "pay Huntress"),
            ("pay Lunatic", "pay Rite"),
        ),
        (
            GIVEN + "refuses claim Harvest-Consul",
            "claim Harvest-Consul is offered",
            ("not claim Harvest-Consul",),
            ("claim Harvest-Consul",),
        ),
        (
            GIVEN + 'refuses claim Watchman-Desert "no"',
            "claim Watchman-Desert is refused for another reason",
            ("no",),
            ("10 does not reach 12",),
        ),
        (
            GIVEN + "play claim Harvest-Consul; pay Huntress",
            "pay Huntress is not offered: it comes after others: first pay Rite; "
            "each set is chosen in one order only",
            ("pay Huntress",),
            ("pay Lunatic", "pay Rite"),
        ),
        (
            GIVEN + "play claim Harvest-Consul\n  expect over",
            "the game is not over",
            ("over",),
            ("pay Lunatic", "pay Rite"),
        ),
        (
            GIVEN + "seen by second\n    hand of first: Bard, ?, ?, ?",
            "second sees something else of hand of first",
            ("Bard", "?", "?", "?"),
            ("?", "?", "?", "?"),
        ),
        (
            GIVEN + "seen by second\n    pile: 23 unseen",
            "second sees something else of pile",
            ("23 unseen",),
            ("?",),
        ),
        (
            GIVEN + "play take Sea\n  seen by second\n    hand of first: all unseen",
            "second sees something else of hand of first",
            ("all unseen",),
            ("Sea", "?", "?", "?", "?"),
        ),
        (
            GIVEN + "seen by second\n    hand of second: all unseen",
            "second sees something else of hand of second",
            ("all unseen",),
            (),
        ),
        (
            GIVEN + "play take Sea\n  seen by second\n    main: ?",
            "second is told what was chosen",
            ("?",),
            ("take Sea",),
        ),
        (
            GIVEN + "play take Sea\n  seen by second\n    main: draw",
            "second is told something else of what was chosen",
            ("draw",),
            ("take Sea",),
        ),
        (
            GIVEN + "play claim Harvest-Consul; pay Lunatic\n  seen by second\n    pay: pay Rite",
            "second is not told what was chosen",
            ("pay Rite",),
            ("?",),
        ),
        (
            GIVEN + "play claim Harvest-Consul; pay Lunatic\n  seen by first\n    pay: ?",
            "first chose it itself",
            ("?",),
            ("pay Lunatic",),
        ),
        (
            GIVEN + "play claim Harvest-Consul\n  seen by second\n    pay: ?",
            "nobody has chosen at pay yet",
            ("?",),
            (),
        ),
        (
            GIVEN + "chance Sea, Cave",
            "`chance Sea, Cave` has decided nothing",
            (),
            (),
        ),
    ],
)
def test_scenarios_that_fail(
    check: Check, steps: str, message: str, expected: tuple[str, ...], found: tuple[str, ...]
) -> None:
    result = check(steps)
    assert not result.passed
    assert (result.message, result.expected, result.found) == (message, expected, found)
    assert "hand of first: Lunatic, Rite, Huntress, Bard" in result.position


def test_failing_steps_are_pointed_at(check: Check) -> None:
    result = check(GIVEN + "play take Sea\n  expect me is first")
    assert result.span.text().startswith("expect me is first")


def test_listed_outcomes_are_taken_in_order(check: Check) -> None:
    result = check(
        "given\n    hand of first: Bard\n    draft: Pact, Rite\n    pile: Sea\n"
        "    discards: Battle, Ace of Suns, Origin\n"
        "  chance Origin, Battle, Ace of Suns\n  play draw; draw\n"
        "  expect hand of second is {Origin} and size of pile is 2"
    )
    assert result.passed, result


THROWS = """game throws "Throws of a die"
  players 1
mark die: 0..6
phase play
  turns until die is 6
    choose main
      roll
        pick die from 1..6
score six of p: 1 when die is 6 else 0
winner most score
scenario "Three throws"
  chance 2; 5; 6
  play roll; roll
  expect die is 5
  play roll
  expect over
"""


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_several_outcomes_may_stand_in_a_line(tmp_path: Path, engine: EngineName) -> None:
    rules = tmp_path / "throws.game"
    rules.write_text(THROWS, encoding="utf-8")
    game = load(str(rules), engine=engine)
    assert run(game, game.scenarios()[0], engine).passed


STORE = """game store "A shuffle and a pick"
  players 1
component good from "goods.csv" named by name
zone pile: stack of good     "Goods"
type place: Market, Island, Desert, Rock
mark eye: place or none      "Where the eye looks"
mark stored: 0..9
setup
  move all g in good to pile
phase play
  turns until stored > 3
    choose main
      store(n in 1..2)
        shuffle pile
        pick eye from {Market, Island}
        pick eye from {Desert, Rock}
        gain n stored
      watch
        pick eye from place
score stored of p: stored
winner most score
"""


@pytest.mark.parametrize(
    ("steps", "message", "expected", "found"),
    [
        (
            "chance A, B, C; Desert; Rock\n  play store 1; watch",
            "a pick of eye is asked first, and then another",
            ("Desert",),
            ("Market", "Island"),
        ),
        (
            "chance Market\n  play store 1; watch",
            "a shuffle of pile is asked first, and then a pick of eye",
            ("Market",),
            ("A", "B", "C"),
        ),
        (
            "chance A, B\n  play store 1; watch",
            "a shuffle of pile is an order of all that is shuffled; missing: C",
            ("A", "B"),
            ("A", "B", "C"),
        ),
        (
            "chance A, B, B, Rock, ...\n  play store 1; watch",
            "a shuffle of pile is an order of all that is shuffled; not there: Rock; twice: B",
            ("A", "B", "B", "Rock", "..."),
            ("A", "B", "C"),
        ),
        (
            "chance A, B, C; B\n  play store 1; watch",
            "a pick of eye cannot be B",
            ("B",),
            ("Market", "Island"),
        ),
        (
            "play store 1\n  play watch\n  chance C, B, A\n  play watch\n  expect stored is 1",
            "a pick of eye is asked here; "
            "a shuffle of pile came already with store 1, so its outcome is written above that",
            ("C", "B", "A"),
            ("Market", "Island", "Desert", "Rock"),
        ),
        (
            "play store 2\n  expect stored is 2\n  chance C, B, A",
            "`chance C, B, A` has decided nothing: "
            "a shuffle of pile came already with store 2, so its outcome is written above that",
            (),
            (),
        ),
        (
            "play store 2\n  expect stored is 2\n  chance C, ...; Rock\n  expect stored is 3",
            "not so: stored is 3; `chance C, ...` has decided nothing: "
            "a shuffle of pile came already with store 2, so its outcome is written above that",
            ("stored is 3",),
            ("stored: 2",),
        ),
        (
            "play watch\n  expect stored is 0\n  chance C, ...\n  expect stored is 3",
            "not so: stored is 3",
            ("stored is 3",),
            ("stored: 0",),
        ),
    ],
)
def test_outcomes_that_do_not_fit_are_told_where_they_belong(
    tmp_path: Path, steps: str, message: str, expected: tuple[str, ...], found: tuple[str, ...]
) -> None:
    (tmp_path / "goods.csv").write_text("name\nA\nB\nC\n")
    rules = tmp_path / "store.game"
    rules.write_text(f'{STORE}\nscenario "S"\n  {steps}\n')
    game = load(str(rules))
    result = run(game, game.scenarios()[0])
    assert (result.message, result.expected, result.found) == (message, expected, found)


TWICE = """game twice "The same thing twice"
  players 1
type cake: (kind: 0..1, copy: 0..1) named "{kind}"
mark eaten: 0..9
phase play
  turns until eaten > 0
    choose main
      eat
action eat
  compose plate named "eat {cakes}"
    step put(c in cake) into cakes
    finish done
      needs one: size of cakes is 1       else "one cake"
  gain (total kind of cakes + 1) eaten
score eaten of p: eaten
winner most score
scenario "A cake of a kind"
  offers eat 0; eat 1
scenario "A cake of one kind and others"
  offers eat 0; ...
scenario "One is eaten"
  play eat 0
  expect eaten is 1
"""


def test_what_is_offered_is_offered_once(tmp_path: Path) -> None:
    rules = tmp_path / "twice.game"
    rules.write_text(TWICE, encoding="utf-8")
    game = load(str(rules), engine="reference")
    exact, open_, played = (run(game, scenario, "reference") for scenario in game.scenarios())
    assert exact.message == open_.message == "offered twice: eat 0; eat 1"
    assert played.passed, played


HEAP = """game heap "Heap"
  players 1
component nut from "nuts.csv" named by name, how many by count
component leaf from "leaves.csv" named by name
zone heap: set of nut
zone leaves: set of leaf
zone eaten: set of nut
zone strewn: set of leaf
setup
  move all n in nut to heap
  move all l in leaf to leaves
phase main
  turns until heap is empty
    choose main
      eat(n in heap)
        move n to eaten
      strew
action strew
  compose wind named "strew {blown}"
    step blow(l in leaves) into blown
    finish done
      needs two: size of blown is 2       else "two leaves"
  move blown to strewn
winner p where heap is empty
"""


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("eat Walnut; strew Red, Green", ""),
        ("eat Walnut 1; eat Walnut 2; strew Red, Green", ""),  # one for both is offered
        ("eat Walnut; strew Red, Green; eat  Walnut", "listed twice: eat Walnut 1"),
        ("strew Red, Green; strew Green, Red; ...", "listed twice: strew Green, Red"),
        ("strew Red; strew Red; ...", "not offered: strew Red, listed twice: strew Red"),
    ],
)
def test_each_move_is_listed_once(moves: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "nuts.csv").write_text("name,count\nWalnut,2\n")
    (tmp_path / "leaves.csv").write_text("name\nGreen\nRed\n")
    path = tmp_path / "heap.game"
    path.write_text(HEAP, encoding="utf-8")
    game = load(str(path), engine="reference")
    result = run(game, game.read_scenario(f'scenario "it"\n  offers {moves}\n'), "reference")
    assert result.message == message


BUYERS = """game buyers "Who buys"
  players 2
mark done of seat: yes or no
mark n: 0..9
mark starter: seat
phase play
  repeat until n is 3
    let buyer = next of starter
    turns from buyer until done of buyer
      choose main
        go
          set done of me to yes
    set done of buyer to no
    set starter to buyer
    gain 1 n
score s of p: 1 when starter is p else 0
winner most score
scenario "What was named before the turns is given"
  given
    n: 2
    to move: 1 (main)
{given}  play go
  expect over and starter is 1
"""


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_what_the_rules_need_of_what_was_named_before_is_asked_for(
    tmp_path: Path, engine: EngineName
) -> None:
    """Without it one engine once went wrong and the other one went on."""
    rules = tmp_path / "buyers.game"
    rules.write_text(BUYERS.format(given="    buyer: 1\n"), encoding="utf-8")
    game = load(str(rules), engine=engine)
    assert run(game, game.scenarios()[0], engine).message == ""
    rules.write_text(BUYERS.format(given=""), encoding="utf-8")
    with pytest.raises(RulesError) as error:
        load(str(rules), engine=engine).scenarios()
    assert "E227: what buyer is at main is not given" in str(error.value)
    assert "buyer: 0" in error.value.diagnostics[0].hint


SWAPS = """game swaps "Swaps"
  players 2
component thing from "things.csv" named by name
  kind: kind
type kind: tool, room
define those of k: kind = all t in thing where kind of t is k
mark done: yes or no
phase play
  turns until done
    choose main
      name_them(a in those of tool, b in those of room) named "name {a}, {b}"
        set done to yes
winner p where no
scenario "Played"
  play name Attic, Rope
scenario "Offered"
  offers name Rope, Attic; name Cellar, Lamp; ...
scenario "Refused"
  refuses name Attic, Rope "the attic is locked"
scenario "Other things"
  play name Rope, Lamp
"""


def test_of_names_in_another_order_it_is_said_which_move_is_meant(tmp_path: Path) -> None:
    things = "name,kind\nRope,tool\nLamp,tool\nAttic,room\nCellar,room\n"
    (tmp_path / "things.csv").write_text(things)
    (tmp_path / "swaps.game").write_text(SWAPS)
    game = load(str(tmp_path / "swaps.game"), engine="reference")
    assert [run(game, scenario, "reference").message for scenario in game.scenarios()] == [
        "name Attic, Rope is not offered: Attic is not among those of tool; "
        "did you mean name Rope, Attic?",
        "not offered: name Cellar, Lamp; did you mean name Lamp, Cellar?",
        "name Attic, Rope is refused for another reason; did you mean name Rope, Attic?",
        "name Rope, Lamp is not offered: Lamp is not among those of room",
    ]


TRADERS = """game traders "What is sold is paid for later"
  players 2
component ware from "wares.csv" named by name
  worth: 1..9
zone hand of seat: set of ware
zone shop: set of ware
mark purse of seat: 0..9
setup
  deal 3 from shop to hand of 0
phase trade
  turns until passes is 2
    compose sale
      step sell(w in hand of me) into sold
      finish done
        move sold from hand of me to shop
    choose tip
      tip
        gain 1 purse of me
      'none'
    set purse of me to purse of me + total worth of sold
    end game
score purse of p: purse of p
winner most score
scenario "Behind the sale"
  given
    shop: silk, wool
    to move: 0 (tip)
{given}  play tip
  expect over and purse of 0 is {purse}
"""


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_what_was_selected_before_a_choice_and_is_read_behind_it_is_given(
    tmp_path: Path, engine: EngineName
) -> None:
    """It was empty once, and could not be given."""
    rules = tmp_path / "traders.game"
    (tmp_path / "wares.csv").write_text("name,worth\nsilk,5\nwool,2\nsalt,1\n")
    for given, purse in (("    sold: silk, wool\n", 8), ("    sold:\n", 1)):
        rules.write_text(TRADERS.format(given=given, purse=purse), encoding="utf-8")
        game = load(str(rules), engine=engine)
        assert run(game, game.scenarios()[0], engine).message == ""
    rules.write_text(TRADERS.format(given="", purse=1), encoding="utf-8")
    with pytest.raises(RulesError) as error:
        load(str(rules), engine=engine).scenarios()
    assert "E227: what sold is at tip is not given" in str(error.value)
    assert "sold: silk; of nothing: sold:" in error.value.diagnostics[0].hint


def test_what_is_selected_and_read_no_more_need_not_be_given(tmp_path: Path) -> None:
    rules = tmp_path / "traders.game"
    (tmp_path / "wares.csv").write_text("name,worth\nsilk,5\nwool,2\nsalt,1\n")
    written = TRADERS.replace("purse of me + total worth of sold", "purse of me + worth of wool")
    rules.write_text(written.format(given="", purse=3), encoding="utf-8")
    game = load(str(rules))
    assert run(game, game.scenarios()[0], "reference").passed


SECRETS = """game secrets "Things that are not told"
  players 2 named first, second
type side: heads, tails
mark coin: side, seen by nobody
mark call of seat: side or none, seen by owner
phase play
  pick coin from side
  turns until every p in seat has call of p is not none
    choose main secretly
      call(s in side)
        set call of me to s
score right of p: 1 when call of p is coin else 0
winner most score
scenario "Nobody sees the coin, and each their own call"
  chance tails
  play call heads
  seen by first
    coin: ?
    call of first: heads
    call of second: ?
  seen by second
    coin: ?
    call of first: ?
    call of second:
"""


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_marks_that_are_hidden_are_told_from_those_that_are_none(
    tmp_path: Path, engine: EngineName
) -> None:
    rules = tmp_path / "secrets.game"
    rules.write_text(SECRETS, encoding="utf-8")
    game = load(str(rules), engine=engine)
    assert run(game, game.scenarios()[0], engine).message == ""


@pytest.mark.parametrize(
    "name", ["side", "card", "value", "heads", "best", "limit", "call", "act", "note_down", "past"]
)
def test_a_choice_is_seen_whatever_else_has_its_name(tmp_path: Path, name: str) -> None:
    """A type, a component, its property, an element, a definition, an option, a mark, an action, a
    procedure, a history."""
    rules = tmp_path / "secrets.game"
    (tmp_path / "cards.csv").write_text("name,value\nsea,1\nfox,2\n", encoding="utf-8")
    rules.write_text(
        f"""game secrets "Things that are not told"
  players 2 named first, second
type side: heads, tails
component card from "cards.csv" named by name
  value: 1..2
option limit: 2, 3
mark call of seat: side or none, seen by owner
mark count: 0..9
history past of count: last 2
define best = largest value of c for c in card
action act(s in side)
  set call of me to s
  note_down
to note_down
  gain 1 count
  remember(past)
phase play
  turns until count is limit
    choose {name} secretly
      act
score points of p: best + (1 when call of p is none else 2) + times(past)
winner most score
scenario "Nobody is told what the other does"
  play act heads
  seen by first
    {name}: act heads
  seen by second
    {name}: ?
""",
        encoding="utf-8",
    )
    game = load(str(rules))
    assert run(game, game.scenarios()[0], "reference").message == ""


def test_outcomes_that_do_not_fit_are_failures(check: Check) -> None:
    given = "given\n    draft: Pact, Rite\n    pile: Sea\n    discards: Battle, Origin"
    result = check(f"{given}\n  chance Origin\n  play draw\n  expect me is second")
    assert not result.passed
    assert "shuffle of pile" in result.message
    assert result.found == ("Origin", "Battle")


def test_chance_that_is_not_listed_is_that_of_seed_1() -> None:
    game = load("ruta", engine="reference")
    scenario = next(s for s in game.scenarios() if not s.options)
    table = ScenarioRun(game)
    assert table.settled(scenario.span).key() == game.start(seed=1).key()


def test_always_lines_must_hold(tmp_path: Path) -> None:
    folder = tmp_path / "ruta"
    shutil.copytree(resources.rules_root() / "ruta", folder)
    rules = folder / "ruta.game"
    text = rules.read_text(encoding="utf-8").partition("\nscenario ")[0]
    text += '\nalways tokens of first > 9 "First is thrifty"\n'
    text += f'\nscenario "it"\n  {GIVEN}play claim Harvest-Consul; pay Rite; pay Huntress; commit\n'
    rules.write_text(text + "  expect me is first\n", encoding="utf-8")
    game = load(str(rules), engine="reference")
    result = run(game, next(s for s in game.scenarios() if s.title == "it"), "reference")
    assert result.message == "this must always hold: First is thrifty"
    assert result.found == ("tokens of first: 9",)


PROMISED = """game promised "Promised"
  players 2 named Ann, Bob

mark count: 0..9

phase play
  turns until count is 9
    choose main
      up
        gain 1 count

score up of p: count
winner most score
always {always}
# a comment "in between"

scenario "it"
  {steps}
"""


def promised(folder: Path, always: str, steps: str) -> ScenarioResult:
    rules = folder / "promised.game"
    rules.write_text(PROMISED.format(always=always, steps=steps))
    game = load(str(rules), engine="reference")
    return run(game, game.scenarios()[0], "reference")


def test_a_promise_is_looked_at_where_the_game_has_ended(tmp_path: Path) -> None:
    ups = "; ".join(["up"] * 9)
    result = promised(tmp_path, "count < 9", f"play {ups}\n  expect over")
    assert result.message == "this must always hold: count < 9"
    assert promised(tmp_path, "count <= 9", f"play {ups}\n  expect over").passed


ENDS = """game ends "Ends"
  players 2 named Ann, Bob

mark count: 0..3
mark over of seat: yes or no, starts no

phase rise
  turns
    choose main
      up
        gain 1 count
      stop
        set over of me to yes
        end game
      else rest
        end game

score height of p: count
score over of p: 1 when over of p else 0
winner most score
outcome
  high, top when count is 3
  high when count is 2
  low else

scenario "it"
  {steps}
"""

EXPECTED = {
    "expect not over": "",
    "expect not over and count is 0": "",
    "expect count is 0 and not over": "",
    "expect not over and count is 1": "not so: not over and count is 1",
    "play stop\n  expect not over": (
        "the game is over; it was ended by `end game` in line 14 of ends.game"
    ),
    "play stop\n  expect outcome is low and count is 0": "",
    "play stop\n  expect winners is {Ann} and outcome is low": "",
    "play stop\n  expect over and outcome is low and count is 0": "",
    "play stop\n  expect outcome is low and count is 1": ("not so: outcome is low and count is 1"),
    "play stop\n  expect count is 0 and outcome is high": "the outcome is low",
    "expect count is 0 and outcome is low": "the game is not over",
    "play up; up; stop\n  expect outcome is high and count is 2": "",
    "expect over of Ann is no and not over": "",
}


@pytest.mark.parametrize("steps", EXPECTED)
def test_how_the_game_stands_is_expected_beside_other_things(steps: str, tmp_path: Path) -> None:
    rules = tmp_path / "ends.game"
    rules.write_text(ENDS.format(steps=steps))
    game = load(str(rules), engine="reference")
    result = run(game, game.scenarios()[0], "reference")
    assert (result.passed, result.message) == (not EXPECTED[steps], EXPECTED[steps])
    if result.message == "the game is over":
        assert (result.expected, result.found) == (("not over",), ("low",))


@pytest.mark.parametrize(
    "steps", ["play up", "expect count is 0", "offers up", "play up\n  expect count is 1"]
)
def test_a_promise_that_the_beginning_breaks_is_broken(steps: str, tmp_path: Path) -> None:
    result = promised(tmp_path, "count > 0", steps)
    assert result.message == "this must always hold: count > 0"
    assert result.found == ("count: 0",)


def test_a_promise_may_be_broken_by_what_is_given(tmp_path: Path) -> None:
    assert promised(tmp_path, "count < 5", "given\n    count: 5\n  play up").passed
    broken = promised(tmp_path, "count < 6", "given\n    count: 5\n  play up\n  offers up")
    assert broken.message == "this must always hold: count < 6"


TAILS = ["", " PR-1", " PR-1, PR-2", "  # why", ' "Few" PR-1  # why', "\n  and count > 7 # why"]


@pytest.mark.parametrize("tail", TAILS)
def test_a_promise_is_told_without_what_stands_around_it(tail: str, tmp_path: Path) -> None:
    result = promised(tmp_path, f"count > 8{tail}", "play up")
    more = " and count > 7" if "and" in tail else ""
    assert (
        result.message == f"this must always hold: {'Few' if 'Few' in tail else 'count > 8' + more}"
    )
    assert result.expected == (f"always count > 8{more}",)


def test_what_is_expected_is_told_without_comments(tmp_path: Path) -> None:
    result = promised(tmp_path, "count < 9", "expect count is 5  # not yet\n  # nor ever")
    assert (result.message, result.expected) == ("not so: count is 5", ("count is 5",))


SEATED = """game seated "Three of four"
  players 2..4 named Ann, Bob, Cy, Di

option more: no_more, one_more
mark points of seat: 0..9
score points of p: points of p
winner most score

phase play
  turns until some p in seat where points of p > 0
    choose main
      win
        gain (1 when more is no_more else 2) points of me

scenario "Two"
  play win
  expect score of Ann is 1

scenario "Four, and the last is named"
  seats 4
  with more one_more
  given
    points of Di: 2
  expect score of Di is 2 and size of seat is 4

scenario "Three, with more"
  seats 3
  with more one_more
  play win
  expect score of Ann is 2 and size of seat is 3
"""


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_scenarios_for_other_numbers_of_seats_and_options(
    tmp_path: Path, engine: EngineName
) -> None:
    (tmp_path / "seated.game").write_text(SEATED, encoding="utf-8")
    game = load(str(tmp_path / "seated.game"))
    found = [(s.seats, run(game, s, engine).message) for s in game.scenarios()]
    assert found == [(2, ""), (4, ""), (3, "")]


def test_variant_sets_leave_out_what_is_excluded() -> None:
    assert variant_sets(catalogue.game("ruta")) == [
        (),
        ("ace_extra",),
        ("ace_give",),
        ("ace_subvert",),
        ("ace_extra", "ace_give"),
    ]


@pytest.fixture(scope="module")
def ruta() -> Game:
    return load("ruta", engine="reference")


def test_positions_are_written_as_given_writes_them(ruta: Game) -> None:
    state = ruta.start(seed=7)
    lines = position_text(state).splitlines()
    assert "hand of first: Discovery, Cave" in lines
    assert lines[-1] == "to move: first (main)"
    assert not any(line.startswith(("tokens", "box", "known", "me")) for line in lines)
    for move in ("claim Sailor-Mill", "pay Discovery"):
        state.apply(move)
    lines = position_text(state).splitlines()
    assert lines[-3:] == ["to move: first (pay)", "r: Sailor-Mill", "payment: Discovery"]
    for move in ("pay Cave", "commit"):
        state.apply(move)
    assert "holder is first: Sailor-Mill" in position_text(state).splitlines()


def test_a_position_with_which_the_game_begins_is_said_to_be_that(ruta: Game) -> None:
    scenario = ruta.read_scenario('scenario "it"\n  chance 1\n  play pass\n')
    told = run(ruta, scenario, "reference").position.splitlines()
    assert told[:1] == ["# a scenario begins with this position, if nothing is given:"]
    assert "straight" not in "".join(told)


def test_a_position_tells_how_the_game_is_set(ruta: Game) -> None:
    given = "  given\n    hand of first: Sea\n    me: second\n"
    wrong = ruta.read_scenario(f'scenario "it"\n  with excuse off\n{given}  expect over\n')
    told = run(ruta, wrong, "reference").position.splitlines()
    assert told[1:4] == ["with excuse off", "given", "  hand of first: Sea"]
    pasted = "".join(f"  {line}\n" for line in told)
    right = ruta.read_scenario(f'scenario "it"\n{pasted}  expect me is second\n')
    assert right.options == wrong.options and run(ruta, right, "reference").passed


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_a_seat_may_be_given_the_turn(check: Check, engine: EngineName) -> None:
    steps = "given\n    pile: Sea, Rite, Cave\n    me: second\n    passes: 1\n  "
    result = check(steps + "expect me is second and passes is 1\n  play draw\n  expect me is first")
    assert result.passed, result


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_passes_count_from_what_is_given(engine: EngineName) -> None:
    game = load("ruta", engine=engine)
    given = 'scenario "it"\n  given\n    me: second\n    passes: '
    over = game.read_scenario(f"{given}1\n  play pass\n  expect over\n")
    assert run(game, over, engine).passed
    on = game.read_scenario(f"{given}0\n  play pass\n  offers pass\n")
    assert run(game, on, engine).passed
    ended = game.read_scenario(f"{given}2\n  expect over\n")
    assert run(game, ended, engine).passed


ORDER = """game order "Only some have turns"
  players 3 named Ann, Bob, Cid

mark out of seat: yes or no
mark n of seat: 0..9

phase first
  turns in all p in seat where not out of p until n of Ann > 3
    gain 1 n of me
    choose main
      stay
        gain 1 n of Ann
      leave
        set out of me to yes
phase second
  turns from Cid until n of Cid > 5
    choose other
      raise
        gain 1 n of me
      rest
        end turn

score n of p: n of p
winner most score

scenario "Bob begins, and what comes before a choice happens to Bob"
  given
    me: Bob
  offers stay; leave
  expect n of Bob is 1 and n of Ann is 0
  play leave
  expect me is Cid and n of Bob is 1
  play stay
  expect me is Ann
scenario "The turns of another phase"
  given
    n of Ann: 4
    me: Bob
  offers raise; rest
  play rest; raise; rest
  expect n of Cid is 1 and me is Bob
scenario "No more than the first turns begin so"
  given
    n of Ann: 3
    me: Bob
  play stay
  expect n of Ann is 4 and me is Cid
"""


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_turns_begin_with_the_seat_that_is_given(tmp_path: Path, engine: EngineName) -> None:
    path = tmp_path / "order.game"
    path.write_text(ORDER, encoding="utf-8")
    game = load(str(path), engine=engine)
    assert [r.message for s in game.scenarios() if not (r := run(game, s, engine)).passed] == []
    given = 'scenario "it"\n  given\n    out of Bob: yes\n    me: Bob\n  offers ...\n'
    result = run(game, game.read_scenario(given), engine)
    assert result.message == "Bob does not decide first in this position: Cid is to move"
    assert result.span.text().strip() == "me: Bob"


def test_who_begins_the_turns_decides_first(tmp_path: Path) -> None:
    path = tmp_path / "order.game"
    handed_on = "    gain 1 n of me\n    if me is Bob\n      turn to Cid\n"
    path.write_text(ORDER.replace("    gain 1 n of me\n", handed_on, 1), encoding="utf-8")
    game = load(str(path), engine="reference")
    given = 'scenario "it"\n  given\n    me: Bob\n  offers stay; leave\n'
    result = run(game, game.read_scenario(given), "reference")
    assert result.message == "Bob does not decide first in this position: Cid is to move"
    given = given.replace("me: Bob", "to move: Cid (main)")
    assert run(game, game.read_scenario(given), "reference").passed


HANDS = """game shed "Shed"
  players 3 named Ann, Bob, Cid
component card from "cards.csv" named by name
zone hand of seat: set of card, seen by owner
zone laid: set of card
mark ends: yes or no, starts yes          "Is it over when a hand is empty?"
define there = all p in seat where hand of p is not empty
setup
  deal_out
to deal_out
  each c in card
    move c to hand of Ann
phase play
  turns in there until ends and some p in seat where hand of p is empty
    choose main
      lay(c in hand of me)
        move c to laid
      rest
        set ends to no
winner p where hand of p is empty
"""
OVER = "the game is over"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            "hand of Ann: A\n  offers lay A; rest",
            f"not offered: lay A; rest; {OVER}; "
            "`given` leaves out hand of Bob, hand of Cid: nothing lies there",
        ),
        (
            "hand of Ann: A, B\n    hand of Cid: C\n  play rest",
            f"{OVER}; `given` leaves out hand of Bob: nothing lies there",
        ),
        (
            "hand of Ann: A\n    hand of Cid: C\n    ends: no\n    me: Bob\n  offers ...",
            "Bob does not decide first in this position: Cid is to move; "
            "`given` leaves out hand of Bob: nothing lies there",
        ),
        ("hand of Ann: A\n    hand of Bob:\n    hand of Cid: C\n  play rest", OVER),
        (
            "hand of Ann: A\n  expect over and size of laid is 1",
            "not so: over and size of laid is 1",
        ),
        ("laid: A\n  play rest", OVER),
    ],
)
def test_it_is_said_which_hands_are_left_out_where_that_may_be_why(
    tmp_path: Path, lines: str, message: str
) -> None:
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\n")
    (tmp_path / "shed.game").write_text(HANDS, encoding="utf-8")
    game = load(str(tmp_path / "shed.game"))
    result = run(game, game.read_scenario(f'scenario "it"\n  given\n    {lines}\n'))
    assert result.message == message


@pytest.mark.parametrize(
    ("ending", "says_what"),
    [("end game", ""), ("if hand of Bob is empty\n          end game", "hand of Bob")],
)
def test_what_has_ended_the_game_is_told_and_what_is_left_out_only_if_it_asks_for_that(
    tmp_path: Path, ending: str, says_what: str
) -> None:
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\n")
    rules = HANDS.replace("set ends to no", f"set ends to no\n        {ending}")
    (tmp_path / "shed.game").write_text(rules, encoding="utf-8")
    game = load(str(tmp_path / "shed.game"))
    position = "hand of Ann: A\n    hand of Cid: C\n    ends: no\n"
    scenario = f'scenario "it"\n  given\n    {position}  play rest\n  expect not over\n'
    result = run(game, game.read_scenario(scenario))
    line = rules[: rules.index("end game")].count("\n") + 1
    left = f"; `given` leaves out {says_what}: nothing lies there" * bool(says_what)
    assert result.message == f"{OVER}; it was ended by `end game` in line {line} of shed.game{left}"


GIFTS = """game gifts "Gifts"
  players 3 named Ann, Bob, Cid
component card from "cards.csv" named by name
zone hand of seat: set of card, seen by owner
zone giving of seat: slot of card, seen by owner
zone laid: set of card
mark wanted: 1..3, starts 3
setup
  set wanted to 3
  deal_out
to deal_out
  each c in card
    move c to hand of Ann
phase play
  turns until (how many p in seat where giving of p is not empty) is wanted
    choose gift
      give(c in hand of me)
        move c to giving of me
  each p in seat
    move giving of p to laid
winner p where hand of p is empty
"""


@pytest.mark.parametrize(
    ("wanted", "play", "left"),
    [
        (3, "give B; give C", ""),
        (2, "give B", f"; {OVER}; `given` leaves out giving of Cid: nothing lies there"),
    ],
)
def test_of_what_was_left_out_nothing_is_said_once_something_has_lain_there(
    tmp_path: Path, wanted: int, play: str, left: str
) -> None:
    """Be it that it has been taken away in the same move."""
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\n")
    (tmp_path / "gifts.game").write_text(GIFTS, encoding="utf-8")
    game = load(str(tmp_path / "gifts.game"))
    hands = "".join(f"hand of {n}: {n[0].strip('A')}\n    " for n in ("Ann", "Bob", "Cid"))
    given = f"{hands}giving of Ann: A\n    wanted: {wanted}\n    me: Bob"
    text = f'scenario "it"\n  given\n    {given}\n  play {play}\n  offers give A\n'
    result = run(game, game.read_scenario(text))
    assert result.message == f"not offered: give A{left}"


STARTS = """scenario "A choice of the second phase, in a turn that has begun"
  given
    n of Ann: 5
    to move: Bob (other)
  expect n of Bob is 0 and me is Bob
  offers raise; rest
  play raise; rest; rest; raise
  expect n of Bob is 2 and me is Cid
scenario "A choice that the flow would never come to"
  given
    n of Ann: 9
    n of Cid: 9
    to move: Cid (main)
  play leave
  expect over and out of Cid and n of Cid is 9
"""
BEFORE = """variant bidding of order "Bids are made first"
mark bid of seat: 0..3
add at start of first
  turns until every p in seat has bid of p > 0
    choose bid
      bid(k in 1..3)
        set bid of me to k
score bid of p: bid of p
"""


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_a_scenario_begins_at_the_choice_that_it_names(tmp_path: Path, engine: EngineName) -> None:
    (tmp_path / "order.game").write_text(ORDER.partition("scenario")[0] + STARTS, encoding="utf-8")
    (tmp_path / "bidding.game").write_text(BEFORE, encoding="utf-8")
    plain = load(str(tmp_path / "order.game"), engine=engine)
    varied = load(str(tmp_path / "bidding.game"), engine=engine)
    for game in (plain, varied):
        for tree in plain.scenario_trees():
            result = run(game, game.scenario(tree), engine)
            assert result.passed, result
    unnamed = ORDER.partition('scenario "The turns')[0].partition("\nscenario")[2]
    assert not run(varied, varied.read_scenario(f"scenario{unnamed}"), engine).passed
    begun = plain.scenarios()[0].steps[0]
    assert isinstance(begun, GivenPosition)
    state = plain.position(begun)
    told = state.observation(1)
    assert (told["choice"], told["turn"], told["to_move"]) == ("other", 1, 1)
    state.apply("raise")
    assert state.observation(1)["turn"] == 2
    again = pickle.loads(pickle.dumps(state))
    again.undo()
    assert (again.choice, again.decisions) == ("other", 0)


WORTH = """game worth "What things are worth"
  players 2 named Ann, Bob

type coin: copper, silver, gold
mark purse of seat: set of coin
mark n: 0..9, starts 4

define value of c: coin
  1 when c is copper
  3 else
define sum_of(a: 0..9, b: 0..9) = a + b
define rich = n > 2 * value of silver - 4
define few = size of coin - 1

phase play
  turns until n is 0
    choose main
      take(c in coin where c not in purse of me)
        needs sum_of(few, 2) > 2 or rich   else "no"
        set purse of me to purse of me + {c}
        spend min(n, value of c) n

winner p where n is 0
"""


@pytest.mark.parametrize(
    ("test", "found"),
    [
        ("value of copper is 3", ("value of copper: 1",)),
        ("total value of {copper, silver} is 6", ("total value of {copper, silver}: 4",)),
        ("6 is total value of {copper, silver}", ("total value of {copper, silver}: 4",)),
        ("sum_of(2, few) > 5", ("sum_of(2, few): 4",)),
        ("sum_of(2, few) <= few", ("sum_of(2, few): 4", "few: 2")),
        ("n is sum_of(2, few)", ("n: 3", "sum_of(2, few): 4")),
        ("(how many c in coin where value of c is 3) is 1",
         ("how many c in coin where value of c is 3: 2",)),
        ("(all c in coin where value of c is 3) is {copper}",
         ("all c in coin where value of c is 3: silver, gold",)),
        ("every c in coin has value of c is 3", ("c: copper", "value of c: 1")),
        ("value of copper in {2, 3}", ("value of copper: 1",)),
        ("rich and n is 5", ("n: 3",)),
        ("not rich and n is 3", ("rich: yes",)),
        ("max(few, 1) is 1", ("max(few, 1): 2",)),
        ("n in 5..6", ("n: 3",)),
        ("{copper} is {gold}", ("{copper}: copper", "{gold}: gold")),
        ("purse of Ann meets {gold}", ("purse of Ann: copper",)),
        ("few is not 2", ("few: 2",)),
        ("(value of copper when few is 2 else 7) is 5",
         ("value of copper when few is 2 else 7: 1",)),
        ("size of {copper} is size of coin", ("size of {copper}: 1", "size of coin: 3")),
        ("value of copper > few or few is 1", ("value of copper: 1", "few: 2", "few: 2")),
    ],
)  # fmt: skip
def test_what_fails_is_told_with_its_values(
    test: str, found: tuple[str, ...], tmp_path: Path
) -> None:
    """Also where everything in it can be worked out before the game."""
    path = tmp_path / "worth.game"
    path.write_text(WORTH, encoding="utf-8")
    game = load(str(path), engine="reference")
    scenario = game.read_scenario(f'scenario "it"\n  play take copper\n  expect {test}\n')
    result = run(game, scenario, "reference")
    assert (result.passed, result.expected, result.found) == (False, (test,), found)


OATH = """game oath "Cards, and an oath"
  players 2
  uses standard_deck
zone hand of seat: set of card
mark sworn: set of seat
setup
  move all c in card where rank of c < 3 to hand of '0'
phase play
  turns until sworn is seat
    may choose oath
      swear
        needs two: size of hand of me > 1 else "{size of hand of me} are too few"
        set sworn to sworn + {me}
      or silent
    choose lay
      lay
        pass
      lose(c in hand of me)
        move c from hand of me to hand of opponent
score points of p: size of hand of p
winner most score
scenario "it"
  given
    hand of '0': 'Ace of Spades'
  """


@pytest.mark.parametrize(
    ("steps", "message", "found"),
    [
        (
            'refuses swear "1 are too few"',
            "swear is refused for another reason",
            (
                "swear is not possible now (choice lay) – as things stand: 1 are too few",
                "oath is skipped where only silent is left, and nobody hears why",
                "lay is asked here: lay; lose Ace of Spades",
            ),
        ),
        (
            "play swear",
            "swear is not offered: swear is not possible now (choice lay) – as things stand: 1 are "
            "too few; oath is skipped where only silent is left, and nobody hears why",
            ("lay", "lose Ace of Spades"),
        ),
        (
            "play silent",
            "silent is not offered: silent is not possible now (choice lay); oath is skipped where "
            "only silent is left, and nobody hears why",
            ("lay", "lose Ace of Spades"),
        ),
    ],
)
def test_a_move_of_a_choice_that_was_skipped_is_told_as_that(
    steps: str, message: str, found: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "oath.game").write_text(OATH + steps + "\n", encoding="utf-8")
    game = load(str(tmp_path / "oath.game"))
    result = run(game, game.scenarios()[-1], "reference")
    assert (result.message, result.found) == (message, found)


BOAST = """game boast "Cards, and boasts"
  players 2 named Ann, Bob
  uses standard_deck
zone hand of seat: set of card
mark breath of seat: 0..2
mark proud: seat or nobody
setup
  move all c in card where rank of c < 3 to hand of Ann
phase play
  turns until proud is Bob
    choose lay
      lose(c in hand of me)
        move c from hand of me to hand of opponent
    may choose boasting
      boast
        needs wind: breath of me > 0 else "{breath of me} of breath left"
        needs one: proud is not me else "boasted already"
        spend 1 breath of me
        set proud to me
        again
      or silent
score points of p: size of hand of p
winner most score
scenario "it"
  given
    hand of Ann: 'Ace of Spades', 'Ace of Hearts'
    hand of Bob: 'Ace of Clubs'
    breath of Bob: 1
    me: Ann
    """


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (
            "breath of Ann: 0\n  play lose Ace of Spades",
            "; as things stand for Ann: 0 of breath left",
        ),
        (
            "breath of Ann: 2\n  play lose Ace of Spades; boast",
            "; as things stand for Ann: boasted already",
        ),
    ],
)
def test_the_needs_of_what_was_skipped_are_asked_of_who_would_have_chosen(
    steps: str, told: str, tmp_path: Path
) -> None:
    (tmp_path / "boast.game").write_text(f'{BOAST}{steps}\n  refuses boast "?"\n', encoding="utf-8")
    game = load(str(tmp_path / "boast.game"))
    result = run(game, game.scenarios()[-1], "reference")
    skipped = "boasting is skipped where only silent is left, and nobody hears why"
    first, second, asked = result.found
    assert (first, second) == ("boast is not possible now (choice lay)", f"{skipped}{told}")
    assert asked.startswith("lay is asked here: lose Ace of ")


@pytest.mark.parametrize(
    ("steps", "anyhow"),
    [
        ("  refuses swear", ()),  # for the reason that nobody hears
        (
            "  refuses silent",
            ("silent is refused since lay is asked here: lay; lose Ace of Spades",),
        ),
        ('  refuses silent "silent is not possible now (choice lay)"', ()),
        ("  refuses lose Ace of Hearts", ()),
    ],
)
def test_a_refusal_that_holds_only_since_something_else_is_asked_is_noted(
    steps: str, anyhow: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "oath.game").write_text(f"{OATH.rstrip()}\n{steps}\n", encoding="utf-8")
    game = load(str(tmp_path / "oath.game"))
    result = run(game, game.scenarios()[-1], "reference")
    assert result.passed, result.message
    assert tuple(told for _, told in result.met_anyhow) == anyhow


def test_what_is_skipped_elsewhere_does_not_explain_a_move_that_comes_later(
    tmp_path: Path,
) -> None:
    lose = "      lose(c in hand of me)\n        move c from hand of me to hand of opponent\n"
    rules = OATH.replace("    choose lay\n", '    choose lay "Lay"\n')
    rules = rules.replace("score", f"    may choose gift\n{lose}      or keep\nscore", 1)
    held = rules.replace("'Ace of Spades'", "'Ace of Spades', 'Ace of Hearts'")
    (tmp_path / "oath.game").write_text(held + "play lose Ace of Spades\n", encoding="utf-8")
    game = load(str(tmp_path / "oath.game"))
    result = run(game, game.scenarios()[-1], "reference")
    later = "lose Ace of Spades is not possible now (choice oath), but at: Lay"
    assert result.message == f"lose Ace of Spades is not offered: {later}"


OWN_CARDS = """game own "Own cards"
  players 3
component card from "cards.csv" named by card
  worth: 1..9
zone hand of seat: set of card            "Cards"
zone table: stack of card                 "Cards that were laid"
setup
  move all c in card to table
  shuffle table
  deal 1 from table to each hand
phase play
  turns until some p in seat where hand of p is empty
    choose main
      lay(c in hand of me)
        move c from hand of me to table
      wait(c in card)
        needs c is ace and me is '1'          else "wait for the ace"
        gain 1 waits
      else pass
mark waits: 0..99                         "How long"
score cards of p: total worth of hand of p
winner most score

scenario "Out of turn"
  given
    hand of 0: ace
    hand of 1: king
    hand of 2: queen
    to move: 0 (main)
"""


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("lay king", "seat 0 is to move, and not seat 1; lay king is not offered: king is not in "),
        ("wait ace", "seat 0 is to move, and not seat 1; wait ace is not offered: wait for"),
        ("wait king", "wait king is not offered: wait for the ace"),
    ],
)
def test_whose_turn_it_is_is_told_of_what_another_seat_could_do(
    move: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text("card,worth\nace,1\nking,2\nqueen,3\n")
    (tmp_path / "own.game").write_text(f"{OWN_CARDS}  play {move}\n", encoding="utf-8")
    game = load(str(tmp_path / "own.game"))
    for engine in ("reference", "python"):
        assert run(game, game.scenarios()[-1], engine).message.startswith(message)


CALLED_TWICE = """game booty "Called twice"
  players 2 named Ann, Bob
mark share of seat: 0..4, starts 2
mark watch: yes or no, starts yes           "Is somebody awake?"
phase only
  landing
  set watch to no
  landing
to landing
  turns from Ann until passes is 2
    choose booty
      take
        spend 1 share of me
        pass
  turns from Ann until passes is 2
    choose watch secretly
      stay
        pass
      go
        pass
score share of p: share of p
winner most score

scenario "It begins at the first call"
  given
    to move: Bob (booty)
  play take; take
  expect share of Bob is 1 and watch
"""


@pytest.mark.parametrize("name", ["booty", "booty in landing", "booty in landing in only"])
def test_a_choice_of_a_procedure_that_is_called_twice(tmp_path: Path, name: str) -> None:
    rules = tmp_path / "booty.game"
    rules.write_text(CALLED_TWICE.replace("(booty)", f"({name})"), encoding="utf-8")
    game = load(str(rules))
    assert [run(game, one, "reference").message for one in game.scenarios()] == [""]
    state = game.start(seed=1)
    assert position_text(state) == "to move: Ann (booty)\n"
    for move in ("take", "take", "go", "go"):
        state.apply(move)
    assert "its procedure is called before, too, and `given` begins at the first" in (
        position_text(state)
    )


def test_a_mark_and_a_choice_of_one_name(tmp_path: Path) -> None:
    """Of a mark that all see `?` can never be so; any other value is the mark's."""
    rules = tmp_path / "booty.game"
    said = "seen by Ann\n    watch: ?\n    watch: no"
    text = CALLED_TWICE.replace("(booty)", "(watch)").replace("take; take", "stay")
    text = text.replace("expect share of Bob is 1 and watch", said)
    rules.write_text(text, encoding="utf-8")
    game = load(str(rules))
    (scenario,) = game.scenarios()
    assert run(game, scenario, "reference").message == "Ann sees something else of watch"
    rules.write_text(text.replace("watch: no", "watch: yes"), encoding="utf-8")
    game = load(str(rules))
    assert run(game, game.scenarios()[0], "reference").message == ""


FROGS = """game frogs
  players 2
type leaf: ring a, b, c, d
mark frog: leaf
mark hops: 0..9
history ponds of frog, me: last 9
phase pond
  turns until times(ponds) is 3 or hops is 9
    remember(ponds)
    choose hop
      hop(n in {1, 3})
        set frog to frog + n
        gain 1 hops
score hops of p: hops
winner most score
scenario "as it was given"
  given
    frog: c
    me: '1'
STEPS
  expect frog is a
"""


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ("", ["frog: c", "me: 1"]),
        ("  play hop 1", [
            "# No `given` leads straight to this position: what is remembered of earlier positions "
            "cannot be given",
            "#   frog: d", "#   hops: 1",
            "# these lines of a scenario lead to it:", "given", "  frog: c", "  me: 1",
            "play hop 1",
        ]),
    ],
)  # fmt: skip
def test_what_is_remembered_when_a_given_position_begins_is_given_with_it(
    tmp_path: Path, steps: str, told: list[str]
) -> None:
    """That nothing leads to a position is not said above the lines that lead to it."""
    path = tmp_path / "frogs.game"
    path.write_text(FROGS.replace("STEPS\n", f"{steps}\n" * bool(steps)), encoding="utf-8")
    game = load(str(path))
    (result,) = [run(game, scenario, "reference") for scenario in game.scenarios()]
    assert not result.passed and result.position.splitlines() == told
    lines = ["given", *(f"  {line}" for line in told)] if told[0][0] != "#" else told[4:]
    text = "\n".join(
        ['scenario "Pasted"', *(f"  {line}" for line in lines), "  expect hops is 9\n"]
    )
    path.write_text(path.read_text(encoding="utf-8").partition("scenario")[0] + text)
    again = load(str(path))
    (result,) = [run(again, scenario, "reference") for scenario in again.scenarios()]
    assert result.position.splitlines() == told, "it can be pasted"


SQUARES = """game squares
  players 2
board field: grid 3 by 4
cells square of field named "{letter}{y}"
mark man of square: seat or nobody
define men of p: seat = all s in square where man of s is p
setup
  each s in square where column of s < 3
    set man of s to '0'
phase play
  turns until men of '1' is square
    choose main
      put(s in square where man of s is not me)
        set man of s to me
score men of p: size of men of p
winner most score
scenario "men"
  STEP
"""


@pytest.mark.parametrize(
    ("step", "message", "found"),
    [
        (
            "expect men of '0' is {b1, a1, a2, a3, b3, c1}", "",
            ("men of '0': a3, b3, a2, b2, a1, b1", "missing: c1", "too many: b2"),
        ),
        ("expect men of '0' is {a1, b1}", "", (
            "men of '0': a3, b3, a2, b2, a1, b1", "too many: a3, b3, a2, b2")),
        ("expect men of '1' is {a1, b1}", "", ("men of '1': nothing",)),
        ("expect men of '0' is men of '1'", "", (
            "men of '0': a3, b3, a2, b2, a1, b1", "men of '1': nothing")),
        ("offers put a1", "not offered: put a1, offered as well: put c3; put d3; put c2; put d2; "
         "put c1; put d1", ()),
        ("play put a1", "", ()),
    ],
)  # fmt: skip
def test_of_a_long_set_is_told_what_is_missing_and_what_is_too_much(
    tmp_path: Path, step: str, message: str, found: tuple[str, ...]
) -> None:
    path = tmp_path / "squares.game"
    path.write_text(SQUARES.replace("STEP", step), encoding="utf-8")
    game = load(str(path))
    (result,) = [run(game, scenario, "reference") for scenario in game.scenarios()]
    assert not result.passed
    assert message in result.message
    assert found in ((), result.found)


PLACES = """game places "Where cards lie"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
zone shelf: row 3 of card
zone pile: stack of card
zone well: stack of card, seen by nobody
zone rack: row 3 of card, seen by nobody
setup
  move all c in card to shelf
phase play
  turns until passes is 2
    choose main
      take(c in shelf)
        move c to pile
      sink(c in shelf)
        move c to well
      hang(c in shelf)
        move c to rack
      else pass
score cards of p: size of pile
winner most score
scenario "What is seen"
  given
    shelf: King, Queen, Jack
  play {move}
  seen by {seat}
    {line}
"""


@pytest.mark.parametrize(
    ("move", "line", "found"),
    [
        ("take Queen", "shelf: King, -, Jack", ()),
        ("take Jack", "shelf: King, Queen", ()),
        ("take Jack", "shelf: King, Queen, -", ()),
        ("take King; take Queen; take Jack", "shelf: -, -, -", ()),
        ("take King; take Queen; take Jack", "shelf: -", ()),
        ("take King; take Queen; take Jack", "shelf:", ()),
        ("take Queen", "shelf: King, Jack", ("King", "-", "Jack")),
        ("take Queen", "shelf: -, King, Jack", ("King", "-", "Jack")),
        ("take Queen", "shelf: Jack, -, King", ("King", "-", "Jack")),
        ("take King; take Queen", "pile: Queen, King", ()),
        ("take King; take Queen", "pile: King, Queen", ("Queen", "King")),
        ("sink King; sink Queen", "well: Queen, King", ()),
        ("sink King; sink Queen", "well: King, Queen", ("Queen", "King")),
        ("hang King; hang Queen", "rack: King, Queen", ()),
        ("hang King; hang Queen", "rack: Queen, King", ("King", "Queen")),
    ],
)
def test_what_a_seat_sees_of_a_stack_or_row_is_seen_in_its_order(
    tmp_path: Path, move: str, line: str, found: tuple[str, ...]
) -> None:
    rules = tmp_path / "places.game"
    (tmp_path / "cards.csv").write_text("name\nKing\nQueen\nJack\n", encoding="utf-8")
    rules.write_text(
        PLACES.replace("{move}", move).replace("{line}", line).replace("{seat}", "Ann"),
        encoding="utf-8",
    )
    game = load(str(rules))
    result = run(game, game.scenarios()[0], "reference")
    assert (result.passed, result.found) == (not found, found), result.message


@pytest.mark.parametrize(
    ("line", "passes"),
    [
        ("well: ?, Queen, ?", True),
        ("well: Queen, ?, ?", False),
        ("well: Queen, 2 unseen", False),
        ("well: ?, ?, ?", False),
        ("well: all unseen", False),
        ("well: ?, Queen", False),
    ],
)
def test_what_is_known_of_a_hidden_stack_stands_where_it_lies(
    tmp_path: Path, line: str, passes: bool
) -> None:
    rules = tmp_path / "places.game"
    (tmp_path / "cards.csv").write_text("name\nKing\nQueen\nJack\n", encoding="utf-8")
    text = PLACES.replace("  given\n    shelf: King, Queen, Jack\n", "")
    text = text.replace(
        "      take(c in shelf)",
        """      dig(c in hand of me)
        move c to well
      draw(c in shelf)
        move c to hand of me
      take(c in shelf)""",
    )
    text = text.replace("zone shelf", "zone hand of seat: set of card, seen by owner\nzone shelf")
    text = text.replace(
        "  play {move}",
        """  given
    hand of Ann: King, Jack
    hand of Bob: Queen
  play dig King; dig Queen; dig Jack""",
    )
    text = text.replace("{seat}", "Bob").replace("{line}", line)
    rules.write_text(text, encoding="utf-8")
    game = load(str(rules))
    result = run(game, game.scenarios()[0], "reference")
    assert result.passed is passes, result.message


LOOP = """game loop "Nothing to decide"
  players 2 named Ann, Bob
  uses standard_deck
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
mark deals: 0..200
setup
  move all c in card to deck
phase deals
  repeat until deals > 500
    gain 1 deals
    shuffle deck
    turns until size of deck < 3
      choose main
        draw
          move top of deck to hand of me
        else pass
score cards of p: size of hand of p
winner most score
scenario "Two cards alone"
  given
    deck: King of Clubs, Ace of Clubs
  expect over
"""


def test_where_chance_goes_on_and_on_that_is_said_and_the_rest_left_out(tmp_path: Path) -> None:
    path = tmp_path / "loop.game"
    path.write_text(LOOP, encoding="utf-8")
    game = load(str(path))
    (result,) = [
        run(game, one, "reference") for one in game.scenarios() if one.title == "Two cards alone"
    ]
    assert "deals would become 201" in result.message
    assert result.message.endswith(
        "since the beginning chance was asked 200 times, and nobody could decide anything"
    )
    lines = result.position.splitlines()
    assert len(lines) < 10, lines
    assert lines[-1] == "# 197 more like this, with no decision between them"


STUCK = """game spin "Never enough"
  players 2 named Ann, Bob
  uses standard_deck
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
mark points of seat: 0..9
setup
  move all c in card to deck
phase play
  repeat until points of Ann is 9
    each p in seat
      move hand of p to deck
    shuffle deck
    if size of deck > 3
      move top of deck to hand of Ann
    turns until points of Ann > 4 or hand of Ann is empty
      choose main
        lay(c in hand of me)
          move c to deck
          gain 1 points of me
        else pass
score points of p: points of p
winner most score
scenario "Stuck"
  given
    points of Ann: 4
    hand of Ann: King of Clubs
    deck: Ace of Clubs, Two of Clubs
    to move: Ann (main)
  play lay King of Clubs
  expect not over
"""


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_what_goes_round_and_shuffles_stops_as_soon_as_what_goes_round(
    tmp_path: Path, engine: EngineName
) -> None:
    """The step is not made again for each of the shuffles, which would take minutes."""
    path = tmp_path / "spin.game"
    path.write_text(STUCK, encoding="utf-8")
    game = load(str(path))
    (scenario,) = (one for one in game.scenarios() if one.title == "Stuck")
    with Deadline(60).enforced():
        result = run(game, scenario, engine)
    assert result.span.file.name.endswith("spin.game") and result.span.line == 10
    assert result.message == (
        "the rules went wrong: this goes round 10,000 times without a decision; "
        "since lay King of Clubs chance was asked 10,000 times, and nobody could decide anything"
    )
    assert result.position.splitlines()[-1].startswith("# 9,99")


def test_moves_that_have_to_be_compared_are_all_told_up_to_twenty(tmp_path: Path) -> None:
    path = tmp_path / "bids.game"
    path.write_text(
        """game bids
  players 2
mark most: 0..30
phase bidding
  turns until most > 20
    choose main
      bid(n in 1..30 where n > most)
        set most to n
score bids of p: most
winner most score
scenario "Bids"
  given
    most: 10
  offers bid 11
""",
        encoding="utf-8",
    )
    game = load(str(path))
    message = run(game, game.scenarios()[0], "reference").message
    assert message.startswith("offered as well: bid 12; bid 13; ")
    assert message.endswith("bid 29; bid 30")


def test_moves_with_numbers_that_were_expected_without_say_why_they_are_told_apart(
    tmp_path: Path,
) -> None:
    (tmp_path / "nuts.csv").write_text("nut,count\nHazel,2\n", encoding="utf-8")
    rules = """game nuts "Nuts"
  players 2
component nut from "nuts.csv" named by nut, how many by count
zone bowl: set of nut
zone bag of seat: set of nut
setup
  move all n in nut to bowl
phase feast
  turns until bowl is empty
    choose main
      take(c in bowl)
        move c from bowl to bag of me
      swap(c in bowl, d in bag of me)
        needs c < d   else "the other way"
        move c from bowl to bag of me
        move d from bag of me to bowl
score nuts of p: size of bag of p
winner most score
scenario "One of two"
  offers take Hazel
"""
    file = tmp_path / "nuts.game"
    file.write_text(rules, encoding="utf-8")
    game = load(str(file))
    result = run(game, next(iter(game.scenarios())), "reference")
    assert result.message == (
        "not offered: take Hazel, offered as well: take Hazel 1; take Hazel 2, "
        f"every nut is offered by itself: a rule goes by their order ({file}:14:15)"
    )


HOPS = """game hops "Hops"
  players 2
type pad: ring p1..p4
mark frog: pad
mark hopped: yes or no
history ponds of frog: last 20
phase hopping
  turns until times(ponds) is 9
    remember(ponds)
    set hopped to no
    compose turn until hopped and times(ponds) is 0 else "as it has been"
      step hop(t in {frog + 1, frog - 1})
        set frog to t
        set hopped to yes
winner p where frog is not p1
scenario "There and back"
  play hop p2
  refuses hop p1 "as it has been"
"""


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_of_a_step_that_is_offered_since_another_could_follow_that_is_said(
    tmp_path: Path, engine: EngineName
) -> None:
    """From p1 the frog can go on to p4, where it has not been, by p2 too."""
    file = tmp_path / "hops.game"
    file.write_text(HOPS, encoding="utf-8")
    game = load(str(file))
    result = run(game, game.scenarios()[0], engine)
    said = "hop p1 is offered, since another step of turn could follow: hop p2; hop p4"
    assert result.message == said
    once = HOPS.replace(
        "        set frog", '        needs once: not hopped else "one"\n        set frog'
    )
    file.write_text(once, encoding="utf-8")
    game = load(str(file))
    assert run(game, game.scenarios()[0], engine).passed


@pytest.mark.parametrize("engine", ["reference", "python"])
@pytest.mark.parametrize("players", ["1", "2"])
def test_steps_of_the_next_compose_are_not_said_to_follow(
    tmp_path: Path, engine: EngineName, players: str
) -> None:
    """The turn is over with the hop, and what is offered then is the next one."""
    file = tmp_path / "hops.game"
    once = HOPS.replace("players 2", f"players {players}").replace(" and times(ponds) is 0", "")
    file.write_text(once, encoding="utf-8")
    game = load(str(file))
    assert run(game, game.scenarios()[0], engine).message == "hop p1 is offered"

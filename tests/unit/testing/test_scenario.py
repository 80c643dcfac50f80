"""Scenarios that pass and scenarios that fail, and what is said about those."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright import catalogue, resources
from rulewright.game import EngineName, Game, load
from rulewright.testing.combinations import variant_sets
from rulewright.testing.position import position_text
from rulewright.testing.scenario import ScenarioResult, Table, run

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
        GIVEN + "play claim Harvest-Consul; pay Lunatic\n  seen by second\n    pay: ?",
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
            "pay Huntress is not offered: 10 does not reach 20",
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
            GIVEN + "play take Sea\n  seen by second\n    main: ?",
            "second is told what was chosen",
            ("?",),
            ("take Sea",),
        ),
        (
            GIVEN + "play claim Harvest-Consul; pay Lunatic\n  seen by first\n    pay: ?",
            "first is told what was chosen",
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
            "chance is not asked for this outcome",
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


def test_outcomes_that_do_not_fit_are_failures(check: Check) -> None:
    given = "given\n    draft: Pact, Rite\n    pile: Sea\n    discards: Battle, Origin"
    result = check(f"{given}\n  chance Origin\n  play draw\n  expect me is second")
    assert not result.passed
    assert "shuffle of pile" in result.message
    assert result.found == ("Origin", "Battle")


def test_chance_that_is_not_listed_is_that_of_seed_1() -> None:
    game = load("ruta", engine="reference")
    scenario = next(s for s in game.scenarios() if not s.options)
    table = Table(game)
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
    assert lines[-1] == "# to move: first (main)"
    assert not any(line.startswith(("tokens", "box", "known", "me")) for line in lines)
    for move in ("claim Sailor-Mill", "pay Discovery"):
        state.apply(move)
    lines = position_text(state).splitlines()
    assert "claim.payment: Discovery" in lines
    for move in ("pay Cave", "commit"):
        state.apply(move)
    assert "holder is first: Sailor-Mill" in position_text(state).splitlines()

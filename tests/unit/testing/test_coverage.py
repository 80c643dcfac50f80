"""What scenarios reach of a game: each kind of goal, missed and met; nothing is asked of others."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import catalogue
from rulewright.diagnostics import UsageError
from rulewright.game import load
from rulewright.testing.coverage import coverage
from rulewright.testing.scenario import run

GAME = """game pond "Frogs"
  players 2 named first, second

option jumps: 3, 2

type frog: green, brown, blue
mark gone of frog: yes or no
mark left: 0..3, starts 3
mark tired of seat: yes or no

define weight of f: frog
  2 when f is blue
  1 else
define is_tired of p: seat = tired of p

phase pond
  turns until left is 0
    choose jump
      leap(f in frog where not gone of f)
        needs weight of f < jumps         else "{f} is too heavy"
        set gone of f to yes
        spend 1 left
        if is_tired of me
          end game
      rest
        set tired of me to yes

outcome
  early when left > 0
  empty else

always left <= 3

scenario "Two rest, and one leaps"
  play rest; rest; leap green
  expect outcome is early
"""
MORE = """
scenario "All leap"
  play leap green; leap brown; leap blue
  expect outcome is empty

scenario "Blue is too heavy"
  with jumps 2
  refuses leap blue "blue is too heavy"
"""


def missing(path: Path, text: str, games: int = 0) -> dict[int, set[str]]:
    path.write_text(text)
    result = coverage(str(path), games=games)
    assert result.reached == result.goals - sum(len(line.missing) for line in result.lines)
    return {line.line: set(line.missing) for line in result.lines if line.missing}


def test_of_an_option_that_is_one_of_several_numbers_another_one_is_wanted(tmp_path: Path) -> None:
    several = GAME.replace("option jumps: 3, 2", "option jumps: 3, 2, 4, 5, 6")
    found = missing(tmp_path / "pond.game", several)
    assert found[4] == {"jumps is never anything but 3"}
    assert 4 not in missing(tmp_path / "pond.game", several + MORE), "one of them is enough"


def test_what_no_scenario_reaches(tmp_path: Path) -> None:
    found = missing(tmp_path / "pond.game", GAME)
    assert found == {
        4: {"jumps is never 2"},
        17: {"`left is 0` is never so"},
        19: {"`not gone of f` is true of every f in frog that is asked about"},
        20: {"`weight of f < jumps` never fails"},
        23: {"`is_tired of me` is never otherwise"},
        30: {"no game ends as empty"},
    }


def test_a_case_that_the_checker_demands_need_not_be_reached(tmp_path: Path) -> None:
    kept = """mark kept: frog or none
define load
  weight of kept when kept is not none
  0 else
"""
    text = (GAME + MORE).replace("\ndefine", f"\n{kept}define", 1)
    text = text.replace("early when left > 0", "early when left > 0 and load < 3")
    text = text.replace("        set gone", "        set kept to none\n        set gone")
    file = tmp_path / "pond.game"
    assert missing(file, text)[13] == {
        "`kept is not none` is never so", "this value is never asked for",
    }  # fmt: skip
    always = text.replace("kept to none", "kept to f")
    assert missing(file, always) == {}
    assert 14 in missing(file, always.replace("  0 else", "  2 else"))


def test_more_scenarios_reach_all(tmp_path: Path) -> None:
    assert missing(tmp_path / "pond.game", GAME + MORE) == {}


def test_the_ending_that_a_scenario_comes_to_is_reached_whatever_it_expects(tmp_path: Path) -> None:
    over = (GAME + MORE).replace("expect outcome is early", "expect over")
    for asked in (over, over.replace("  expect over\n", "")):
        assert missing(tmp_path / "pond.game", asked) == {}


def test_random_games_reach_what_may_happen(tmp_path: Path) -> None:
    found = missing(tmp_path / "pond.game", GAME, games=30)
    assert found == {4: {"jumps is never 2"}, 20: {"`weight of f < jumps` never fails"}}


def test_a_scenario_that_fails_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="this scenario fails: Two rest"):
        missing(tmp_path / "pond.game", GAME.replace("is early\n", "is empty\n"))


@pytest.mark.parametrize(
    "name", [info.name for info in catalogue.games() if "classics" in info.path.parts]
)
def test_every_line_of_the_classics_is_reached(name: str) -> None:
    lines = coverage(name).lines
    assert not [f"{line.file}:{line.line}: {what}" for line in lines for what in line.missing]


WET = """variant wet of pond "A wet day"

add at end of rest
  if left is 1
    set tired of me to no
add splash to jump
action splash
  end turn
"""
SPLASHED = """
scenario "A splash"
  play splash
  expect left is 3
"""


def test_of_a_variant_its_own_lines_come_first(tmp_path: Path) -> None:
    (tmp_path / "pond.game").write_text(GAME)
    (tmp_path / "dry.game").write_text('variant dry of pond "Dry"\n\nset jumps to 2\n')
    (tmp_path / "wet.game").write_text(WET)
    by_path = coverage(str(tmp_path / "wet.game"))
    assert coverage(str(tmp_path / "pond.game"), ["wet"]) == by_path
    assert by_path.edited == (str(tmp_path / "wet.game"),) and by_path.scenarios == 1
    files = [Path(line.file).name for line in by_path.lines]
    assert files == sorted(files, reverse=True) and {*files} == {"wet.game", "pond.game"}
    own = {line.line: line.missing for line in by_path.of_edits().lines}
    assert own == {  # the game's scenario rests
        4: ("`left is 1` is never so",),
        5: ("it is never carried out",),
        7: ("splash is never chosen",),
        8: ("it is never carried out",),
    }
    (tmp_path / "wet.game").write_text(WET + SPLASHED)
    assert [line.line for line in coverage(str(tmp_path / "wet.game")).of_edits().lines] == [*own]
    assert coverage(str(tmp_path / "wet.game")).of_edits().reached == 3


def test_of_variants_together_what_each_shows_alone_counts_too() -> None:
    found = coverage("ruta", ["ace_extra", "ace_give"])
    missing = [line for line in found.of_edits().lines if line.missing]
    assert found.edited == ("ruta/ace_extra.game", "ruta/ace_give.game") and not missing
    shown = dict(found.origins)
    assert (
        shown["ruta/ace_extra.game"]
        == dict(coverage("ruta", ["ace_extra"]).origins)["ruta/ace_extra.game"]
    )
    assert shown["ruta/ace_give.game"] > 4  # which are for both


def test_what_stands_in_a_with_block_says_with_which_variant(tmp_path: Path) -> None:
    (tmp_path / "pond.game").write_text(GAME)
    (tmp_path / "dry.game").write_text('variant dry of pond "Dry"\n\nset jumps to 2\n')
    (tmp_path / "wet.game").write_text(
        "variant wet of pond\nwith dry\n  add at start of rest\n    if left is 1\n      end turn\n"
    )
    for name, variants in (("wet.game", ()), ("pond.game", ("wet", "dry"))):
        own = coverage(str(tmp_path / name), variants).of_edits().lines
        missing = [m for line in own if line.file.endswith("wet.game") for m in line.missing]
        assert {"`left is 1` is never so (with dry)", "it is never carried out (with dry)"} <= {
            *missing
        }
        assert all(one.endswith(" (with dry)") for one in missing)


def test_a_scenario_of_the_game_that_holds_no_longer(tmp_path: Path) -> None:
    (tmp_path / "pond.game").write_text(GAME)
    drowned = WET.replace("left is 1", "left > 1").replace("set tired of me to no", "end game")
    (tmp_path / "wet.game").write_text(drowned)
    with pytest.raises(UsageError, match="this scenario fails with wet: Two rest, and one leaps"):
        coverage(str(tmp_path / "wet.game"))
    (tmp_path / "wet.game").write_text(drowned + 'remove scenario "Two rest, and one leaps"\n')
    assert coverage(str(tmp_path / "wet.game")).scenarios == 0


DRY = """variant dry of pond "A dry pond"
set jumps to 2
remove scenario "All leap"
action sit
  gain 1 left
add sit to jump

scenario "Green leaps"
  play leap green; sit
  expect left is {left}
"""


def test_what_fails_or_is_wrong_in_a_variant_beside_a_game_is_told_and_left_out(
    tmp_path: Path,
) -> None:
    file, variant = tmp_path / "pond.game", tmp_path / "dry.game"
    file.write_text(GAME + MORE)
    alone = coverage(str(file))
    variant.write_text(DRY.format(left=3))
    both = coverage(str(file))
    assert both.failed == () and both.by_file[str(file)] == alone.by_file[str(file)]
    assert both.origins == ((str(file), 3), (str(variant), 1))
    of_variant = coverage(str(variant))
    assert of_variant.origins == ((str(variant), 1), (str(file), 2)) and of_variant.replaced == 1
    assert of_variant.scenarios == 3

    variant.write_text(DRY.format(left=1))
    found = coverage(str(file))
    assert found.failed == (f"{variant}:8:1: this scenario fails: Green leaps",)
    assert found.by_file[str(file)] == alone.by_file[str(file)]
    assert found.by_file[str(variant)][0] < both.by_file[str(variant)][0]
    with pytest.raises(UsageError, match="this scenario fails"):
        coverage(str(variant))

    variant.write_text(DRY.format(left="nobody"))
    (wrong,) = coverage(str(file)).failed
    assert "dry.game:10:18: error" in wrong
    variant.write_text(DRY.replace("gain 1 left", "gain 1 nothing"))
    found = coverage(str(file))
    assert "dry.game:5:10: error" in found.failed[0] and found.lines == alone.lines


CALLED = """game jar "Jar"
  players 2
mark jar: 0..6, starts 6
to bonus
  if jar > 0
    spend 1 jar
to nothing_more
  bonus
phase play
  turns until jar is 0
    choose main
      take(n in 1..2)
        needs n <= jar                    else "too few"
        spend n jar
        bonus
      skip
        nothing_more
        pass
score last of p: jar
winner most score
scenario "One more goes"
  play take 1
  expect jar is 4
"""


def test_a_procedure_is_called_at_each_place_where_it_stands(tmp_path: Path) -> None:
    """What it does was reached from elsewhere: this call was not, nor the one in the other."""
    found = missing(tmp_path / "jar.game", CALLED)
    calls = {line for line, told in found.items() if "it is never carried out" in told}
    assert {8, 17} <= calls and 15 not in calls
    more = CALLED + 'scenario "Skipped"\n  play skip\n  expect jar is 5\n'
    found = missing(tmp_path / "jar.game", more)
    assert not {8, 15, 17} & found.keys()


TOLD = """\
game told "Told"
  players 2 named Ann, Bob
  uses standard_deck

zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone gone: stack of card
mark bought: 0..20
define held(s: suit) = all c in hand of me where suit of c is s

setup
  move all c in card to deck
  shuffle deck
  deal 5 from deck to each hand

phase market
  turns until passes is 2
    choose main
      take
      boast
      else pass

action take
  needs bought < 20                                   else "enough"
  compose pay secretly
    step pay(c in hand of me) into payment
    finish enough
      needs price: total rank of payment >= 10        else "{total rank of payment} of 10"
  move payment from hand of me to gone
  gain 1 bought

action boast
  needs both: size of held(Spades) is 2               else "you have not two"
  gain 1 bought

whenever deck is empty and gone is not empty
  move gone to deck
  shuffle deck

score left of p: size of hand of p
winner least score

scenario "What was paid is told when it lies open"
  given
    hand of Ann: Ten of Clubs, Two of Hearts
    hand of Bob: Two of Clubs
  play take; pay Ten of Clubs; enough
  seen by Bob
    pay: enough

scenario "What is boasted of is known"
  given
    hand of Ann: Ten of Spades, Two of Spades, Two of Hearts
    hand of Bob: Ace of Spades, King of Clubs
    to move: Ann (main)
  play boast
  seen by Bob
    hand of Ann: {seen}
"""


@pytest.mark.parametrize(("seen", "holds"), [("?, ?, ?", True), ("Ten of Spades, ?, ?", False)])
def test_what_seats_see_is_told_as_it_is_in_play(tmp_path: Path, seen: str, holds: bool) -> None:
    """Where rules are watched nothing of them is worked out beforehand, and what seats are told is
    read off rules."""
    file = tmp_path / "told.game"
    file.write_text(TOLD.replace("{seen}", seen))
    game = load(str(file))
    passed = [run(game, one).passed for one in game.scenarios()]
    assert passed == [*[True] * (len(passed) - 1), holds]
    if holds:
        assert coverage(str(file)).reached > 0
    else:
        with pytest.raises(UsageError, match="this scenario fails: What is boasted of is known"):
            coverage(str(file))


def test_what_is_seen_first_leaves_nothing_unwatched(tmp_path: Path) -> None:
    """A game begins where somebody first asks for it."""
    file = tmp_path / "pears.game"
    file.write_text("""\
game pears "Pears"
  players 2 named Ann, Bob
mark bowl: 0..7, starts 7
phase meal
  turns until bowl is 0
    choose main
      take(n in 1..2)
        needs n <= bowl                   else "only {bowl} left"
        spend n bowl
score left of p: bowl
winner most score

scenario "A"
  seen by Bob
    bowl: 7
  play take 1
  expect bowl is 6

scenario "B"
  given
    bowl: 1
  refuses take 2
  play take 1
  expect over
""")
    found = coverage(str(file))
    assert found.reached == found.goals > 0

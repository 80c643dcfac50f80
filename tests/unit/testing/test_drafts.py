"""What a variant would have to say of its game's scenarios: drafts, and each of them then holds."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright import catalogue
from rulewright.check import modules
from rulewright.check.modules import Loaded
from rulewright.diagnostics import Findings, RulewrightError
from rulewright.game import Game, assemble, check
from rulewright.source import SourceFile, place_of
from rulewright.syntax import nodes as n
from rulewright.syntax.formatting import format_file
from rulewright.syntax.parse import parse_file
from rulewright.syntax.walk import walk
from rulewright.testing.answering import Found
from rulewright.testing.drafts import Drafts, drafts
from rulewright.testing.inherited import inherited
from rulewright.testing.scenario import Runner

GAME = """game pears "Pears"
  players 2..3 named Ann, Bob, Cy

option most: 2, 1..3
component pear from "pears.csv" named by pear
  size: 1..9
zone tree: set of pear
zone basket of seat: set of pear, seen by owner
mark wind: 0..9
mark last: seat or nobody

setup
  move all p in pear to tree

phase harvest
  turns until tree is empty
    choose main
      gather
      shake(n in 1..3 where n <= most)    "Shake the tree"
        needs wind < 7                    else "the # wind is strong enough"
        gain n wind
      else rest
        end game

action gather(p in tree)                  "Gather a pear"
  needs fallen: size of p > wind          else "{p} has fallen"
  move p to basket of me
  set last to me

score pears of p: size of basket of p
score last of p: 1 when last is p else 0
winner most score
outcome
  done, blown when wind > 3
  done else
"""
PEARS = 'pear,size\nTom Thumb,1\n"Long, green",5\nRed,9\n'
VARIANT = 'variant windy of pears "A windy day"\n\n'


def played(
    folder: Path, scenario: str, edits: str, text: str = GAME
) -> tuple[Game, dict[str, str]]:
    """The game with the variant, and how its scenarios fail, by their titles."""
    (folder / "pears.csv").write_text(PEARS, encoding="utf-8")
    (folder / "pears.game").write_text(f'{text}\nscenario "S"\n{scenario}', encoding="utf-8")
    (folder / "windy.game").write_text(VARIANT + edits, encoding="utf-8")
    game = check(str(folder / "pears.game"), variants=["windy"])
    runner = Runner(game)
    results = [run() for run in inherited(game)] + [runner.run(s) for s in game.scenarios()]
    return game, {result.title: result.message for result in results if not result.passed}


def drafted(folder: Path, scenario: str, edits: str, text: str = GAME) -> Drafts:
    """The drafts for a scenario called S; accepted, they leave nothing that fails."""
    game, failing = played(folder, scenario, edits, text)
    runner = Runner(game)
    results = [run() for run in inherited(game)] + [runner.run(s) for s in game.scenarios()]
    failed = {place_of(result.scenario) for result in results if not result.passed}
    assert set(failing) == {"S"} and len(failed) == 1
    found = drafts(game, failed, ["reference", *["python"] * ("offers" in scenario)])
    if found.drafts:
        _, failing = played(folder, scenario, found.text.removeprefix(VARIANT), text)
        assert failing == {}
    return found


BLOWN = "add at end of gather\n  gain 4 wind\n"
TURNED = "add at end of gather\n  set last to opponent\n"
FALLEN = 'add at start of gather\n  needs size of p > 4 else "it is too small"\n'
BLOWN_BACK = """add at end of gather
  if wind > 3
    set wind to 0
    move Red from basket of me to tree
"""
LATER = "set until in turns to tree is empty and wind > 0\n"
BLOWN_ON = "set until in turns to wind is 0\n"
REPLACED = {
    "what would be the outcome of a game that goes on": (
        """  given
    tree: Red
    wind: 4
  play gather Red
  expect over
  expect outcome is done, blown
""",
        BLOWN_BACK,
        """  given
    tree: Red
    wind: 4
  play gather Red
  offers gather Red; shake 1; shake 2
  expect wind <= 3
""",
    ),
    "what would be the outcome, and is so all the same": (
        """  given
    tree: Red
    wind: 4
  play gather Red
  expect outcome is done, blown
""",
        BLOWN_ON,
        """  given
    tree: Red
    wind: 4
  play gather Red
  offers shake 1; shake 2
""",
    ),
    "a move that is listed with all others is not said to be offered, too": (
        """  refuses shake 3
  offers gather Tom Thumb; gather Long, green; gather Red; shake 1; shake 2
""",
        "set most to 3\n",
        """  # shake 3 is not refused any more
  offers gather Tom Thumb; gather Long, green; gather Red; shake 1; shake 2; shake 3
""",
    ),
    "a move that is listed with all others before it is not said to be offered, too": (
        """  offers gather Tom Thumb; gather Long, green; gather Red; shake 1; shake 2
  refuses shake 3 # too much
  play shake 2
""",
        "set most to 3\n",
        """  offers gather Tom Thumb; gather Long, green; gather Red; shake 1; shake 2; shake 3
  # shake 3 is not refused any more # too much
  play shake 2
""",
    ),
    "the one move that a line lists is still offered, and one of the variant besides": (
        """  given
    tree: Red
    wind: 7
  offers gather Red
  play gather Red
""",
        "add wave to main\naction wave\n  set last to me\n",
        """  given
    tree: Red
    wind: 7
  offers gather Red; wave
  play gather Red
""",
    ),
    "the number that all have": (
        """  expect every p in seat where p is not Bob has size of basket of p is 0
  expect every p in seat has size of basket of p is 0 and wind is 0
  expect every p in seat has size of basket of p is 0
  expect (every p in seat has wind is 0) and size of tree is 3
""",
        "add at end of setup\n  move Red from tree to basket of Ann\n  gain 1 wind\n",
        """  expect every p in seat where p is not Bob has size of basket of p is 1
  expect (every p in seat has wind is 1) and some p in seat where size of basket of p is not 0
  expect some p in seat where size of basket of p is not 0
  expect (every p in seat has wind is 1) and size of tree is 2
""",
    ),
    "the number that all have, where it is one part of several": (
        """  expect every p in seat has size of basket of p is 0 and wind is 0 and last is nobody
  expect every p in seat where p is not Bob has (wind is 0 or wind is 1) and wind is 0
""",
        "add at end of setup\n  gain 2 wind\n",
        """  expect every p in seat has size of basket of p is 0 and wind is 2 and last is nobody
  expect (every p in seat where p is not Bob has wind is 2) and some p in seat where p is not Bob
      and wind is not 0 and wind is not 1
""",
    ),
    "the opposite of a comparison, and what is so of all, some or none of many": (
        """  expect (how many p in pear where p in tree) is 3 and tree is not empty
  expect not (some p in tree where p is Red) or some p in tree where size of p in 6..9
  expect not (last is not nobody) and 'Long, green' in tree
  expect every p in pear where size of p < 3 or size of p > 4 has p in tree and wind is 0
  expect some p in tree where (how many q in tree where q is not p) is 2
  expect every p in pear has (how many q in tree where q is p) is 1
""",
        "add at end of setup\n  move all p in tree where p is not 'Tom Thumb' to basket of Ann\n"
        "  set last to Ann\n",
        """  expect (how many p in pear where p in tree) is 1 and tree is not empty
  expect not (some p in tree where p is Red) or some p in tree where size of p in 6..9
  expect last is not nobody and tree is {'Tom Thumb'}
  expect (every p in pear where size of p < 3 or size of p > 4 has wind is 0) and some p in pear
      where (size of p < 3 or size of p > 4) and p not in tree
  expect every p in tree has (how many q in tree where q is not p) is not 2
  expect some p in pear where (how many q in tree where q is p) is not 1
""",
    ),
    "values, and the other word; what holds stays": (
        """  seats 2
  with most 3
  play gather Tom Thumb           # the smallest
  # and now
  expect wind is 0 and last is Ann and size of tree is 2  # a comment
  expect 'Tom Thumb' in basket of Ann and tree is not empty
  expect last is not Bob and not (last is Bob) and (wind is 9 or wind < 1) and wind < 1
""",
        BLOWN + TURNED,
        """  seats 2
  with most 3
  play gather Tom Thumb                                             # the smallest
  # and now
  expect wind is 4 and last is Bob and size of tree is 2            # a comment
  expect 'Tom Thumb' in basket of Ann and tree is not empty
  expect last is Bob and wind is not 9 and wind >= 1 and wind is 4
""",
    ),
    "a name with a comma, and nothing": (
        """  play gather Red
  expect basket of Ann is {Red} and tree is {'Tom Thumb', 'Long, green'}
""",
        "add at end of gather\n  move all q in tree to basket of me\n",
        """  play gather Red
  expect over and winners is {Ann} and basket of Ann is {'Tom Thumb', 'Long, green', Red}
      and tree is {}
""",
    ),
    "offers, refusals and reasons": (
        """  offers gather Tom Thumb; gather Long, green; gather Red; shake 1; shake 2
  refuses shake 3
  play shake 2; shake 2
  refuses gather Tom Thumb "Tom Thumb has fallen"
  offers gather Long, green; ...
""",
        """replace fallen in gather
  needs calm: wind < 1 and size of p > 0  else "it blows too much for {p}"
set most to 3
""",
        """  offers gather Tom Thumb; gather Long, green; gather Red; shake 1; shake 2; shake 3
  # shake 3 is not refused any more
  play shake 2; shake 2
  refuses gather Tom Thumb "it blows too much for Tom Thumb"
  offers shake 1; ...
""",
    ),
    "what is seen": (
        """  play gather Tom Thumb
  seen by Ann
    basket of Ann: Tom Thumb
    tree: 'Long, green', Red
  seen by Bob
    basket of Ann: Tom Thumb
    last: Ann
    wind: 0
""",
        "add at end of gather\n  move 'Long, green' from tree to basket of me\n"
        "  set last to nobody\n",
        """  play gather Tom Thumb
  seen by Ann
    basket of Ann: Tom Thumb, 'Long, green'
    tree: Red
  seen by Bob
    basket of Ann: Tom Thumb, 'Long, green'
    last: nobody
    wind: 0
""",
    ),
    "what is not seen, however much it is": (
        """  given
    tree: Red
    basket of Ann: Tom Thumb
  play shake 1
  seen by Bob
    basket of Ann: all unseen
    wind: 1
""",
        "replace mark wind: 0..9, starts 1\n",
        """  given
    tree: Red
    basket of Ann: Tom Thumb
  play shake 1
  seen by Bob
    basket of Ann: all unseen
    wind: 2
""",
    ),
    "all parts, whether in brackets or not, and a number that is out of range": (
        """  expect (wind is 0 and last is nobody) and (size of tree is 3 and wind is 0)
  expect every p in seat has wind is 0 and size of basket of p is 0
""",
        "replace mark wind: 2..9, starts 2\n",
        """  expect wind is 2 and last is nobody and size of tree is 3
  expect every p in seat has wind is 2 and size of basket of p is 0
""",
    ),
    "another move of the same name": (
        """  play gather Tom Thumb; gather Red  # the smallest
  expect size of tree is 1
""",
        FALLEN,
        """  play gather Long, green; gather Red     # the smallest
  expect size of tree is 1
""",
    ),
    "it ends when what nobody can do without is done": (
        """  with most 1
  given
    tree: Red
  play gather Red
  expect over
  expect outcome is done
  expect winners is {Ann}
""",
        LATER,
        """  with most 1
  given
    tree: Red
  play gather Red
  play shake 1
  expect over
  expect outcome is done
  expect winners is {Ann}
""",
    ),
    "it ends later, and nobody has won until then": (
        """  given
    tree: Red
  play gather Red
  expect over
  expect winners is {Ann}
  expect size of basket of Ann is 1
""",
        LATER,
        """  given
    tree: Red
  play gather Red
  offers shake 1; shake 2
  expect size of basket of Ann is 1
""",
    ),
    "how it ends": (
        """  given
    tree: Red
    wind: 4
  play gather Red
  expect outcome is done, blown
  expect over and winners is {Ann}
""",
        "add at end of gather\n  set wind to 0\n" + TURNED,
        """  given
    tree: Red
    wind: 4
  play gather Red
  expect outcome is done
  expect over and winners is {Ann, Bob}
""",
    ),
    "it goes on, and what is no word of the variant's rules is left out": (
        """  given
    tree: Red
  refuses shake 3  # not so much
  play gather Red
  refuses shake 3 "the game is over"
  expect outcome is done
  expect over and winners is {Ann} and size of basket of Ann is 1
""",
        """remove shake in main
add shiver to main
action shiver
  gain 1 wind
remove option most
add at end of gather
  move all q in basket of me to tree
""",
        """  given
    tree: Red
  refuses shake 3                         # not so much
  play gather Red
  offers gather Red; shiver
  # the game goes on here, and nobody has won yet
  expect size of basket of Ann is 0
""",
    ),
}


ASKED = """add before main
  may choose {how}
    wait(n in 1..2)
      gain n wind
    or go_on
    sit_down
      set wind to 0
      set last to me
"""
TWICE = ASKED.format(how="pausing") + ASKED.format(how="stopping").replace("go_on", "go_further")
REPLACED |= {
    "what is asked first is answered by what changes least, and all else holds": (
        """  play gather Tom Thumb; shake 2  # the smallest
  refuses shake 3
  offers gather Long, green; gather Red; shake 1; shake 2
  expect wind is 2
  play gather Red
""",
        ASKED.format(how="pausing"),
        """  play go_on; gather Tom Thumb; go_on; shake 2        # the smallest
  refuses shake 3
  play go_on
  offers gather Long, green; gather Red; shake 1; shake 2
  expect wind is 2
  play gather Red
""",
    ),
    "several questions before one line, and a reason": (
        """  play shake 2; shake 2
  refuses gather Tom Thumb "Tom Thumb has fallen"
""",
        TWICE,
        """  play go_on; go_further; shake 2; go_on; go_further; shake 2
  play go_on; go_further
  refuses gather Tom Thumb "Tom Thumb has fallen"
""",
    ),
    "what is offered behind a question, and something more": (
        """  play shake 2
  offers gather Long, green; gather Red; shake 1; shake 2
  play gather Red
""",
        ASKED.format(how="pausing") + "add doze to main\naction doze\n  set last to me\n",
        """  play go_on; shake 2
  play go_on
  offers gather Long, green; gather Red; shake 1; shake 2; doze
  play gather Red
""",
    ),
    "what is offered in the words of the scenario, with an action of the variant": (
        """  given
    tree: Red
  offers shake 2; shake  1; gather Red
""",
        "add doze to main\naction doze\n  set last to me\n",
        """  given
    tree: Red
  offers shake 2; shake 1; gather Red; doze
""",
    ),
    "what is offered, with an action of the variant that has many ways": (
        """  given
    tree: Red
  offers shake 2; shake 1; gather Red
""",
        "add doze to main\naction doze(n in 1..13)\n  set wind to quotient(n, 2)\n",
        """  given
    tree: Red
  offers shake 2; shake 1; gather Red; ...
""",
    ),
    "what is offered in the order of the scenario, with more of the same": (
        """  given
    tree: Red
  offers shake 2; gather Red; shake 1
""",
        "set most to 3\n",
        """  given
    tree: Red
  offers shake 2; gather Red; shake 1; shake 3
""",
    ),
    "what is otherwise, whatever is answered": (
        """  expect wind is 0
  offers gather Red; shake 1; ...
  play shake 1
  expect wind is 1
""",
        ASKED.format(how="pausing") + "add at end of setup\n  gain 3 wind\n",
        """  expect wind is 3
  play go_on
  offers gather Red; shake 1; ...
  play shake 1
  expect wind is 4
""",
    ),
}


@pytest.mark.parametrize("name", REPLACED)
def test_what_fails_says_what_is_so_now(name: str, tmp_path: Path) -> None:
    scenario, edits, wanted = REPLACED[name]
    (draft,) = drafted(tmp_path, scenario, edits).drafts
    assert (draft.what, draft.text) == ("replace", f'replace scenario "S"\n{wanted}')


def test_of_a_position_that_breaks_a_promise_it_is_said(tmp_path: Path) -> None:
    """Whatever comes of it, it does not happen in a game."""
    text = GAME.replace(
        "winner most", "always wind < 8\nalways size of tree < 9  PEAR-1\nwinner most"
    )
    text = text.replace("  set last to me\n", "  set last to me\n  set wind to 0\n")
    scenario = "  given\n    tree: Red\n    wind: {wind}\n  play gather Red\n  expect last is Ann\n"
    text = text.replace("needs fallen: size of p > wind", "needs fallen: size of p > 0")
    (draft,) = drafted(tmp_path, scenario.format(wind=7), f"{TURNED}always wind < 7\n", text).drafts
    assert (draft.what, draft.broken) == ("replace", ("always wind < 7",))
    # what has been put in the place of a promise that the position breaks anyhow is not said
    anew = f'{TURNED}remove always "wind < 8"\nalways wind < 8 and wind < 9\n'
    (draft,) = drafted(tmp_path, scenario.format(wind=8), anew, text).drafts
    assert draft.broken == ()
    for wind in (7, 8):  # in the game itself, 8 breaks the promise as well
        (draft,) = drafted(tmp_path, scenario.format(wind=wind), TURNED, text).drafts
        assert draft.broken == ()


ENDS = "add at end of gather\n  end game\n"
ENDED = {
    "  play gather Red\n  offers shake 1; ...\n  expect wind is 0\n": (
        "  play gather Red\n  expect over and winners is {Ann}\n  expect wind is 0\n"
    ),
    "  play gather Red\n  expect me is Bob and wind is 0\n  offers shake 1; ...\n": (
        "  play gather Red\n  expect over and winners is {Ann} and me is Ann and wind is 0\n"
    ),
}


@pytest.mark.parametrize("scenario", ENDED)
def test_where_the_game_ends_only_now_it_is_said_who_has_won(scenario: str, tmp_path: Path) -> None:
    (draft,) = drafted(tmp_path, scenario, ENDS).drafts
    assert draft.text.partition("\n")[2] == ENDED[scenario]


def test_what_breaks_without_the_variant_is_not_said_behind_a_question_of_it(
    tmp_path: Path,
) -> None:
    """The move that answers it is none that the game has."""
    text = GAME.replace("winner most", "always wind < 7\nwinner most")
    scenario = "  given\n    tree: Tom Thumb, Red\n    wind: {wind}\n  play gather Red\n"
    scenario += "  expect last is Ann\n"
    asked = ASKED.format(how="pausing")
    for wind, edits, broken in (
        (8, asked, ()),
        (4, asked, ()),
        (4, f"{asked}always wind < 4\n", ("always wind < 4",)),
    ):
        (draft,) = drafted(tmp_path, scenario.format(wind=wind), edits, text).drafts
        assert "play go_on; gather Red" in draft.text and draft.broken == broken


def test_of_an_action_that_goes_on_it_is_said_that_something_is_asked(tmp_path: Path) -> None:
    """What is so in its middle may say little of what the scenario is about."""
    further = "  if wind > 0\n    choose further\n      settle\n        set last to me\n"
    further += "      shiver\n        gain 1 wind\n"
    text = GAME.replace("  set last to me\n", f"{further}  set last to me\n")
    scenario = "  play gather Red\n  expect last is Ann\n  expect size of tree is 2\n"
    (draft,) = drafted(tmp_path, scenario, "add at end of setup\n  gain 1 wind\n", text).drafts
    assert (
        draft.text
        == """replace scenario "S"
  play gather Red
  # further is asked here, and without the variant main
  expect last is nobody
  expect size of tree is 2
"""
    )


def test_a_line_that_cannot_be_read_says_still_that_the_game_is_over(tmp_path: Path) -> None:
    text = GAME.replace("outcome\n  done,", "define gale = 10 * wind\noutcome\n  done,")
    text = text.replace("when wind > 3", "when gale > 30")
    scenario = "  play gather Tom Thumb; shake 1; gather Red; gather Long, green\n"
    scenario += "  expect over and gale is 10 and size of tree is 0\n"
    edits = (
        "replace define gale = wind\nreplace outcome\n  done, blown when gale > 3\n  done else\n"
    )
    (draft,) = drafted(tmp_path, scenario, edits, text).drafts
    assert draft.text.endswith("  expect over and gale is 1 and size of tree is 0\n")
    assert not draft.lost


GUSTY = "add at end of gather\n  gain 2 wind\n"
ALL_GATHERED = "play gather Tom Thumb; gather Long, green; gather Red\n"
STANDS = {
    f"{ALL_GATHERED}  expect outcome is done and size of tree is 0": (
        GUSTY,
        "  expect outcome is done, blown\n  expect size of tree is 0\n",
    ),
    f"{ALL_GATHERED}  expect outcome is done and wind is 0": (
        GUSTY,
        "  expect outcome is done, blown\n  expect wind is 6\n",
    ),
    "play gather Tom Thumb\n  expect not over and last is Ann and wind is 0": (
        GUSTY,
        "  expect not over and last is Ann and wind is 2\n",
    ),
    "play gather Tom Thumb\n  expect not over and last is Ann": (
        "add at end of gather\n  end game\n",
        "  expect over and winners is {Ann} and last is Ann\n",
    ),
    "play gather Tom Thumb\n  expect wind is 0\n  expect size of tree is 2": (
        "add at end of gather\n  gain 2 wind\n  move all q in tree to basket of me\n",
        "  expect over and winners is {Ann} and wind is 2\n  expect size of tree is 0\n",
    ),
}


@pytest.mark.parametrize("steps", STANDS)
def test_how_the_game_stands_is_said_anew_beside_what_holds(steps: str, tmp_path: Path) -> None:
    edits, wanted = STANDS[steps]
    (draft,) = drafted(tmp_path, f"  {steps}\n", edits).drafts
    assert draft.text.endswith(wanted) and not draft.lost


REMOVED = {
    "gather Tom Thumb is not offered": (
        "  play gather Tom Thumb\n  expect Red in tree and 'Long, green' in tree\n",
        FALLEN,
    ),
    'no choice of the game offers "shake"': (
        "  play shake 2\n  expect wind is 2\n",
        "remove shake in main\nremove option most\nadd at end of gather\n  gain 1 wind\n",
    ),
}


@pytest.mark.parametrize("why", REMOVED)
def test_what_cannot_be_played_is_removed(why: str, tmp_path: Path) -> None:
    (draft,) = drafted(tmp_path, *REMOVED[why]).drafts
    assert draft.what == "remove" and draft.why.startswith(why)
    assert draft.text.startswith(f"# {why}") and draft.text.endswith('\nremove scenario "S"\n')


def test_a_comment_tells_the_whole_reason(tmp_path: Path) -> None:
    """Also of a long one: that a choice is skipped now, and why."""
    resting = "    choose main\n      gather\n"
    text = GAME.replace(resting, f"    may choose fruit\n      gather\n      or none\n{resting}")
    text = text.replace("main\n      gather\n", "main\n")
    edits = 'add at start of gather\n  needs wind > 4 else "only {wind} of wind"\n'
    (draft,) = drafted(tmp_path, "  play gather Red\n  expect wind is 0\n", edits, text).drafts
    *told, last, _ = draft.text.split("\n")
    assert last == 'remove scenario "S"' and len(told) > 1
    assert " ".join(line.removeprefix("# ") for line in told) == draft.why
    assert "(choice main) – as things stand: only 0 of wind; fruit is skipped" in draft.why


LEFT = {
    "it fails in pears alone, too": ("  expect wind is 1\n", BLOWN),
    "it is the variant's own": ("  expect wind is 0\n", 'scenario "S"\n  expect wind is 1\n'),
    "this must always hold: wind < 1": (
        "  play gather Red\n  expect wind is 0\n",
        BLOWN + "always wind < 1\n",
    ),
    "the rules go wrong: wind would become 12, outside 0..9": (
        "  play gather Red\n  expect wind is 0\n",
        BLOWN + BLOWN.replace("4", "8"),
    ),
}


@pytest.mark.parametrize("why", LEFT)
def test_what_no_scenario_would_mend_is_not_drafted(why: str, tmp_path: Path) -> None:
    scenario, edits = LEFT[why]
    found = drafted(tmp_path, scenario, edits)
    assert (found.drafts, found.left) == ((), (("S", why),))
    assert found.text == found.file.source.text


def test_what_is_said_to_be_so_and_is_not_is_denied(tmp_path: Path) -> None:
    more = "define calm = wind < 2\ndefine lucky of p: seat = last is p or calm\n"
    text = GAME.replace("outcome\n", f"{more}outcome\n")
    text = text.replace("when wind > 3", "when not lucky of Ann")
    scenario = "  play shake 1\n  expect lucky of Bob and calm and lucky of Ann\n"
    more = 'add after "gain n wind" in shake\n  gain 1 wind\n  set last to Ann\n'
    (draft,) = drafted(tmp_path, scenario, more, text).drafts
    assert draft.text.endswith("  expect not lucky of Bob and not calm and lucky of Ann\n")


def test_a_mistake_in_the_rules_with_other_options_is_not_drafted(tmp_path: Path) -> None:
    text = GAME.replace("mark wind", "type branch: b1..most\nmark on: branch\nmark wind")
    text = text.replace("wind > 3", "wind > 3 or on is not b1")
    text = text.replace("        end game", "        set on to b1\n        end game")
    scenario = "  with most 1\n  expect wind is 0\n"
    found = drafted(tmp_path, scenario, "add at end of gather\n  set on to b2\n", text)
    place = tmp_path / "windy.game"
    why = f"the rules are wrong in line 4 of {place}: b2 is no branch with most 1"
    assert (found.drafts, found.left) == ((), (("S", why),))
    assert found.text == found.file.source.text


SAID = {
    'remove scenario "S", "T"  # more\n': 'remove scenario "T"  # more\n',
    'set most to 1\nremove scenario "S"\n\nadd at end of gather\n  gain 1 wind\n': "",
    'replace scenario "S"\n  play gather Red  # and\n  expect wind is 4\n': 'scenario "S"',
}


def test_a_change_that_is_announced_and_none_is_no_longer_announced(tmp_path: Path) -> None:
    for edits, kept in SAID.items():
        other = 'scenario "T"\n  play gather Red\n  expect wind is 0\n'
        edits += 'remove scenario "T"\n' * ("T" not in edits)
        found = drafted(tmp_path, f"  expect wind is 0\n{other}", BLOWN + edits)
        (draft,) = found.drafts
        assert (draft.what, draft.text) == ("hold", "")
        assert kept in found.text and found.text.count("remove") == 1 + kept.count("option")
        assert "replace" not in found.text


def test_a_replacement_that_fails_of_what_still_holds_is_taken_away(tmp_path: Path) -> None:
    said = 'replace scenario "S"\n  play gather Red\n  expect wind is 3\n\n'
    calm = "add at end of gather\n  if wind > 8\n    set wind to 0\n"
    game, failing = played(tmp_path, "  play gather Red\n  expect wind is 0\n", said + calm)
    runner = Runner(game)
    results = [run() for run in inherited(game)] + [runner.run(s) for s in game.scenarios()]
    failed = {place_of(result.scenario) for result in results if not result.passed}
    assert len(failed) == 2 and failing == {"S": "not so: wind is 3"}
    found = drafts(game, failed, ["reference"])
    (draft,) = found.drafts
    assert (draft.what, draft.text, found.left) == ("hold", "", ())
    assert draft.why == (
        "it holds with the variant, too, and what its replace scenario shows does not"
    )
    assert found.text == VARIANT + calm
    assert played(tmp_path, "  play gather Red\n  expect wind is 0\n", calm)[1] == {}


def test_a_replacement_that_fails_is_replaced_where_it_stands(tmp_path: Path) -> None:
    said = 'replace scenario "S"\n  play gather Red\n  # then\n  expect wind is 3\n'
    edits = f"{said}\n# below\n{BLOWN}"
    found = drafted(tmp_path, "  play gather Red\n  expect wind is 0\n", edits)
    assert [draft.what for draft in found.drafts] == ["replace"]
    assert found.text == VARIANT + edits.replace("is 3", "is 4")


def test_a_file_is_laid_out_if_it_was(tmp_path: Path) -> None:
    scenario = '  play gather Red\n  refuses gather Red   "it"\n  expect wind is 0\n'
    for edits in (BLOWN, BLOWN.replace("4 wind", "4   wind")):
        found = drafted(tmp_path, scenario, edits)
        source = SourceFile("windy.game", found.text)
        assert (format_file(source, Findings()) == found.text) == (edits == BLOWN)
        assert found.text.startswith(VARIANT + edits)


def edits_of(game: Loaded) -> Iterator[str]:
    """What a variant might say of a game, without any thought."""
    for declaration in game.file.declarations:
        nodes = () if isinstance(declaration, n.ScenarioDecl) else walk(declaration)
        for node in nodes:
            match node:
                case n.ActionDecl(name=name) | n.Offer(name=name):
                    yield f'add at start of {name.text}\n  needs no_: 1 is 2  else "not today"\n'
                    for words in ("end game", "extra turn", "end turn"):
                        yield f"add at end of {name.text}\n  {words}\n"
                case n.ChooseOne(name=name):
                    yield f"add shrug to {name.text}\naction shrug\n  end game\n"
                case n.ScoreDecl(name=name):
                    yield f"replace score {name.text} of p_: 7\n"
                case n.PhaseDecl(name=name):
                    yield f"add at start of phase {name.text}\n  end game\n"


ALL = bool(os.environ.get("RULEWRIGHT_DRAFTS"))
GAMES = [info.name for info in catalogue.games()] if ALL else ["tic_tac_toe"]


@pytest.mark.parametrize("name", GAMES)
def test_every_scenario_that_fails_is_drafted_or_it_is_said_why(name: str) -> None:
    info = catalogue.game(name)
    game, libraries, _ = modules.gather(str(info.path), (), Findings())
    tried = 0
    for edits in dict.fromkeys(edits_of(game)):
        source = SourceFile("v.game", f'variant v of {name} "V"\n\n{edits}')
        variant = Loaded(parse_file(source, Findings()), source, game.path.parent / "v.game")
        try:
            edited = assemble(game, libraries, [variant])
        except RulewrightError:
            continue
        results = [run() for run in inherited(edited, "reference")]
        failed = {place_of(result.scenario) for result in results if not result.passed}
        found = drafts(edited, failed, ["reference"])  # which runs what it drafts
        assert len(found.drafts) + len(found.left) == len(failed), edits
        tried += len(found.drafts)
    assert tried


def test_what_is_not_shown_any_more_is_said(tmp_path: Path) -> None:
    scenario = "  refuses shake 3\n  expect wind is 0 and size of tree is 3\n"
    edits = "remove shake in main\nremove option most\nremove mark wind\n"
    edits += 'replace fallen in gather\n  needs fallen: size of p > 0 else "no"\n'
    edits += "replace outcome\n  done else\n"
    (draft,) = drafted(tmp_path, scenario, edits).drafts
    assert draft.text == 'replace scenario "S"\n  refuses shake 3\n  expect size of tree is 3\n'
    assert draft.lost == ("wind is 0",)


def test_a_replacement_that_cannot_be_played_stays_as_it_is(tmp_path: Path) -> None:
    said = 'replace scenario "S"\n  play shake 2; gather Tom Thumb\n  expect wind is 2\n'
    edits = f'{said}add at start of shake\n  needs wind > 8 else "calm"\n'
    found = drafted(tmp_path, "  play shake 2\n  expect wind is 2\n", edits)
    assert found.drafts == () and found.text == VARIANT + edits
    ((title, why),) = found.left
    assert title == "S" and why.startswith("its own replace scenario stays as it is: shake 2 ")


def test_who_is_called_by_a_number_is_written_so(tmp_path: Path) -> None:
    unnamed = GAME.replace(" named Ann, Bob, Cy", "")
    scenario = "  play gather Red\n  expect last is 0 and {last} is {0}\n"
    (draft,) = drafted(tmp_path, scenario, TURNED.replace("opponent", "next of me"), unnamed).drafts
    assert draft.text.endswith("expect last is 1 and {last} is {1}\n")
    scenario = "  play gather Red\n  expect last is '0' and basket of '0' is {Red}\n"
    (draft,) = drafted(tmp_path, scenario, TURNED.replace("opponent", "next of me"), unnamed).drafts
    assert draft.text.endswith("expect last is '1' and basket of '0' is {Red}\n")


def test_of_what_is_drafted_it_is_said_if_it_hangs_on_chance_that_no_line_decides(
    tmp_path: Path,
) -> None:
    text = GAME.replace("set of pear", "stack of pear", 1).replace(
        "p in tree)", "p in top(1, tree))"
    )
    text = text.replace("move p to basket of me", "move p from tree to basket of me")
    text = text.replace("tree is empty", "size of tree < 3")
    text = text.replace("  set last to me\n", "  set last to me\n  shuffle tree\n")
    scenario = "  given\n    tree: Red, 'Tom Thumb', 'Long, green'\n  play gather Red\n"
    over = "  expect over\n  expect wind is 0\n"
    edits = "set until in turns to tree is empty\n"
    (draft,) = drafted(tmp_path, scenario + over, edits, text).drafts
    *_, said, now, kept = draft.text.splitlines()
    assert said == "  # so by chance: no `chance` line decides a shuffle of tree"
    assert now.startswith("  offers gather ") and kept == "  expect wind is 0"
    assert draft.text.count("by chance") == 1
    decided = f"{scenario}  chance Tom Thumb, ...\n{over}"
    (draft,) = drafted(tmp_path, decided, edits, text).drafts
    assert "offers gather Tom Thumb; " in draft.text and "by chance" not in draft.text


STONES = """game pears "Stones"
  players 2 named Black, White

board goban: grid {size} by {size}
cells point of goban named "{{letter}}{{y}}"
mark stone of point: seat or nobody

define free = all c in point where stone of c is nobody

phase play
  turns until free is empty
    choose stone
      lay(c in free)                        "Lay a stone"
        set stone of c to me

score stones of p: how many c in point where stone of c is p
winner most score
"""
AHEAD = """add at start of phase play
  turns in {{White}} until (how many c in point where stone of c is White) >= {ahead}
    choose ahead
      put(c in free)                        "Lay a stone"
        set stone of c to White
"""


@pytest.mark.parametrize("ahead", [1, 2])
def test_who_cannot_have_the_turn_gets_it_by_no_moves_before(ahead: int, tmp_path: Path) -> None:
    scenario = "  given\n    stone is Black: a1\n    me: Black\n  play lay c1\n  expect not over\n"
    edits = AHEAD.format(ahead=ahead)
    (draft,) = drafted(tmp_path, scenario, edits, STONES.format(size=3)).drafts
    assert draft.what == "remove"
    assert draft.why.endswith("Black does not decide first in this position: White is to move")


@pytest.mark.parametrize("ahead", [2, 5])
def test_what_is_asked_first_is_found_among_many(ahead: int, tmp_path: Path) -> None:
    """Of moves that do not touch what is shown, one is as good as another."""
    scenario = "  play lay i9\n  expect stone of i9 is Black\n"
    edits = AHEAD.format(ahead=ahead)
    (draft,) = drafted(tmp_path, scenario, edits, STONES.format(size=9)).drafts
    put = "; ".join(f"put {letter}9" for letter in "abcdefgh"[:ahead])
    assert (draft.what, draft.why) == ("replace", f"ahead is asked first: {put} is played")
    assert f"  play {put}; lay i9\n  expect stone of i9 is Black\n" in draft.text


HASTE = """add at end of turns in harvest
  {choose} haste
    hurry
      choose how
        fast
          gain 2 wind
          extra turn
    {decline}
"""


@pytest.mark.parametrize(
    ("choose", "decline", "played"),
    [
        ("may choose", "or stay", "stay"),
        ("may choose", "or stay\n      set wind to 0", "stay"),
        ("choose", "pass", "pass"),
    ],
)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("  play gather Red\n", "  expect me is Bob and wind is 0\n"),
        (
            "  play gather Red\n",
            "  offers gather Tom Thumb; gather Long, green; shake 1; shake 2\n",
        ),
        ("  play gather Red", "; gather Tom Thumb\n  expect last is Bob\n"),
    ],
)
def test_what_is_asked_at_an_end_is_declined(
    before: str, after: str, choose: str, decline: str, played: str, tmp_path: Path
) -> None:
    """Though another move changes less at first, as it asks something else."""
    edits = HASTE.format(choose=choose, decline=decline)
    (draft,) = drafted(tmp_path, before + after, edits).drafts
    assert (draft.what, draft.why) == ("replace", f"haste is asked first: {played} is played")
    between = f"  play {played}\n" if before.endswith("\n") else f"; {played}"
    assert f"{before}{between}{after}" in draft.text


def test_what_cannot_be_declined_so_is_answered_otherwise(tmp_path: Path) -> None:
    scenario = "  play gather Red\n  expect me is Bob and wind is 2\n"
    base = GAME.replace("  set last to me\n", "  set last to me\n  gain 2 wind\n")
    edits = HASTE.format(choose="may choose", decline="or stay").replace("extra turn", "end turn")
    edits += 'remove "gain 2 wind" in gather\n'
    (draft,) = drafted(tmp_path, scenario, edits, base).drafts
    assert draft.why == "haste is asked first: hurry; fast is played"


def test_what_was_not_searched_further_is_not_removed(tmp_path: Path) -> None:
    scenario = "  play lay i9\n  expect stone of i9 is Black\n"
    edits = AHEAD.format(ahead=2) + 'add at start of lay\n  needs c is a1 else "not there"\n'
    found = drafted(tmp_path, scenario, edits, STONES.format(size=9))
    ((title, why),) = found.left
    assert (found.drafts, title) == ((), "S")
    assert why.startswith("lay i9 is not offered") and "not searched further" in why


def test_the_search_for_what_is_asked_first_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where what was found does not hold when it is played."""
    monkeypatch.setattr("rulewright.testing.drafts.answers", lambda *_, **__: Found(("put a1",)))
    scenario, edits = "  play lay c1\n  expect not over\n", AHEAD.format(ahead=2)
    found = drafted(tmp_path, scenario, edits, STONES.format(size=3))
    assert found.drafts == ()
    assert found.left == (("S", "ahead is asked first: put a1 is played; not searched further"),)


def test_of_a_game_that_goes_on_with_many_moves_that_is_said(tmp_path: Path) -> None:
    text = STONES.format(size=5)
    text = text.replace("until free is empty", "until stone of a1 is Black or free is empty")
    scenario = "  play lay a1\n  expect over and winners is {Black} and stone of a1 is Black\n"
    (draft,) = drafted(tmp_path, scenario, "set until in turns to free is empty\n", text).drafts
    told = "  play lay a1\n  expect not over\n  expect stone of a1 is Black\n"
    assert draft.text == f'replace scenario "S"\n{told}'

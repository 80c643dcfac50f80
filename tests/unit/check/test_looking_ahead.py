"""What `until … else "REASON"` says: of the position after a step, wherever a compose is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from rulewright.backends import registry
from rulewright.testing import scenario

GAME = """
game corridor "A corridor"
  players 2 named Ann, Bob
board corridor: grid 1 by 6
cells field of corridor named "{letter}{y}"
mark token of seat: field
mark guard of seat: 0..5, starts 2
mark steps: 0..3
mark done: 0..9

define apart = token of me is not token of opponent

phase play
  turns until done is 9
    choose main
      advance
      vault(n in 1..3)
        compose jump until steps is n and apart
            else "after {steps} steps of {n} you are on {token of me}"
          step hop(f in beside of token of me)
            needs steps < n                 else "no more than {n}"
            set token of me to f
            gain 1 steps
        set steps to 0
      stay
        end turn
    gain 1 done

action advance
  compose turn until steps is 1 and apart and guard of me >= 0
      else "{opponent} stands on {token of me}"                 "One step"     HALL-3
    step walk(f in beside of token of me)
      spend (1 when f is e1 else 0) guard of me
      set token of me to f
      gain 1 steps
  set steps to 0
winner p where token of p is f1

scenario "The words of the position after the step, and of the first one"
  given
    token of Ann: a1
    token of Bob: b1
  refuses advance "Bob stands on b1"
  offers vault 2; vault 3; stay
  refuses vault 1 "after 1 steps of 1 you are on b1"

scenario "Further steps are looked at; what is said is of the position after this one"
  given
    token of Ann: b1
    token of Bob: d1
  play vault 3
  offers hop a1; hop c1
  play hop c1
  offers hop b1; hop d1
  play hop d1
  refuses hop d1 "d1 is not beside your token"
  offers hop c1; hop e1

scenario "A step that goes wrong leads nowhere, and nothing is said of it"
  given
    token of Ann: d1
    token of Bob: a1
    guard of Ann: 0
  play advance
  offers walk c1
  refuses walk e1 "after this, guard would become -1, outside 0..5"
"""


def loaded(folder: Path, text: str = GAME) -> rw.Game:
    (folder / "corridor.game").write_text(text.lstrip(), encoding="utf-8")
    return rw.load(str(folder / "corridor.game"))


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_reasons_are_those_of_the_position_after_a_step(tmp_path: Path, engine: str) -> None:
    game = loaded(tmp_path)
    results = [scenario.run(game, s, engine) for s in game.scenarios()]
    assert len(results) == 3
    assert [(r.message, r.expected, r.found) for r in results if not r.passed] == []


def test_a_reason_has_its_line_and_rule_numbers(tmp_path: Path) -> None:
    state = loaded(tmp_path).start(seed=1)
    for move in ("vault 1", "hop b1"):
        state.apply(move)
    (why,) = state.why_not("advance")
    line = 1 + GAME.lstrip().splitlines().index("action advance")
    assert (why.message, why.line, why.tags) == ("Ann stands on b1", line + 1, ("HALL-3",))


def test_what_only_its_owner_sees_is_not_told_by_a_reason(tmp_path: Path) -> None:
    hidden = GAME.replace("starts 2", "starts 2, seen by owner").replace(
        "stands on {token", "has {guard of opponent} and stands on {token"
    )
    with pytest.raises(rw.RulewrightError, match=r"turn .* would tell a player what guard holds"):
        loaded(tmp_path, hidden)


SETS = """
game sets "Sets"
  players 1 named Ann
type card: a4, b4, c4, d4, a5, b5, c6
define rank of c: card
  4 when c <= d4
  5 when c <= b5
  6 else
mark held: set of card
mark laid: 0..9

setup
  set held to card

phase play
  turns until laid > 0
    choose main
      lay

action lay
  compose laying
    step add(c in held) into lot
    finish alike(r in 4..6)
      needs two: size of lot >= 2     else "two at least"
      needs ranks: every c in lot has rank of c is r   else "not all are {r}"
      needs three: size of lot <= 3   else "{size of lot} are more than three"
    finish row(a in 4..5)
      needs filled: size of lot is 7 - a   else "from {a} on there are {7 - a}"
      needs once: every r in a..6 has (how many c in lot where rank of c is r) is 1
        else "not one of each"
  set held to held - lot
  gain 1 laid

score laid of p: laid
winner most score

scenario "What ended the compose until now says why it does not with one more"
  play lay; add a4; add b4
  refuses add a5 "not all are 4"
  play add c4
  refuses add d4 "4 are more than three"
  offers alike 4

scenario "Where nothing would have ended it, no reason decides"
  play lay; add a4; add b5
  refuses alike 4
  refuses alike 5 "not all are 5"
"""


def test_a_finish_that_is_possible_no_more_says_why(tmp_path: Path) -> None:
    file = tmp_path / "sets.game"
    file.write_text(SETS, encoding="utf-8")
    game = rw.load(str(file))
    results = [scenario.run(game, one) for one in game.scenarios()]
    assert [f"{one.title}: {one.message} {one.found}" for one in results if not one.passed] == []


BANKS = """
game banks
  players 2 named Ann, Bob
board river: grid 3 by 3
cells pool of river named "{letter}{y}"
type way: ring n, e, s, w
mark log of pool: seat or nobody
mark done: yes or no

phase drive
  turns until log of a1 is not nobody
    set done to no
    compose move until done
      step float(c in pool)
        needs c in {a1, b1, c1}               else "{c} is not on your banks"
        needs log of c is nobody              else "a log floats on {c}"
        needs c is not b1 or log of a1 is nobody   else "{c} comes first"
        set log of c to me
        set done to yes
      step shove(c in pool, d in way)
        needs beside(c, d) is not none        else "there is the bank"
        needs log of beside(c, d) is not me   else "your own log is on {beside(c, d)}"
        needs log of beside(c, d) is nobody   else "no room on {beside(c, d)}"
        set log of beside(c, d) to me
        set done to yes
winner p where log of a1 is p

scenario "Of the conditions that rest on others only those are told that fail themselves"
  refuses float c3 "c3 is not on your banks"
  refuses shove a2 w "there is the bank"
  play float b1
  refuses float b1 "a log floats on b1"
"""


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("float c3", ["c3 is not on your banks"]),
        ("shove a2 w", ["there is the bank"]),
        ("float b1", []),
        ("float b2", ["b2 is not on your banks", "a log floats on b2"]),
    ],
)
def test_what_holds_by_itself_is_no_reason(tmp_path: Path, move: str, told: list[str]) -> None:
    rules = tmp_path / "banks.game"
    rules.write_text(BANKS.lstrip(), encoding="utf-8")
    game = rw.load(str(rules))
    assert all(scenario.run(game, one).passed for one in game.scenarios())
    state = game.start(seed=1)
    state.apply("shove a2 e")  # a log of the first seat on b2
    assert [why.message for why in state.why_not(move)] == told


TIP = """variant tip of ruta "One tip"
  "One card of the draft board may help to pay, whatever its suit."

add before pay in pay
  step tip(c in draft) into tipped at most 1

replace enough in pay
  needs enough: total rank of (payment + tipped) >= price of r
    else "{total rank of (payment + tipped)} does not reach {price of r}"

add after pay in claim
  move tipped from draft to discards

scenario "A tip"
  offers pass; ...
"""


@pytest.mark.parametrize("draft", ["Author, Soldier", "Soldier, Author"])
def test_the_most_is_told_that_can_be_reached_where_only_so_many_may_be_taken(
    tmp_path: Path, draft: str
) -> None:
    """The first that may be taken need not be the best."""
    rules = tmp_path / "tip.game"
    rules.write_text(TIP, encoding="utf-8")
    game = rw.load("ruta", variants=[str(rules)])
    test = game.read_scenario(
        f"""scenario "The best tip is told"
  given
    hand of first: Huntress
    draft: {draft}
  refuses claim Harvest-Consul "15 does not reach 20"
"""
    )
    assert scenario.run(game, test).passed


HALLS = """
game halls "Halls"
  players 1 named Ann
board corridor: grid 1 by 6
cells field of corridor named "{letter}{y}"
mark token: field
mark steps: 0..3
mark loud: 0..3
mark done: 0..9

phase play
  turns until done is 9
    set steps to 0
    set loud to 0
    compose walk until steps is 2@
      step go(f in beside of token)       "On by one"
        needs steps < 2                   else "two steps"
        set token to f
        gain 1 steps
        if f is b1
          gain 1 loud
      finish rest                         "Stay"
        needs steps is 0                  else "you have begun"
        pass
    gain 1 done
outcome
  over else                               "Over"

scenario "What is told"
  given
    token: a1
"""
EACH = """ else "two steps are wanted"
        and loud is 0 else "b1 is loud"
        and token is not f1 else "{token} is shut\""""


def halls(folder: Path, until: str, checks: str) -> list[str]:
    file = folder / "halls.game"
    file.write_text(HALLS.lstrip().replace("@", until) + checks, encoding="utf-8")
    results = [scenario.run(game, one) for game in [rw.load(str(file))] for one in game.scenarios()]
    return [f"{r.message}: {r.found}" for r in results if not r.passed]


def test_of_several_conditions_the_one_is_told_that_can_hold_no_more(tmp_path: Path) -> None:
    """Not that two steps are wanted, as long as there may be two."""
    checks = '  offers rest\n  refuses go b1 "b1 is loud"\n'
    assert halls(tmp_path, EACH, checks) == []


def test_what_is_missing_is_what_is_missing_where_no_step_is_left(tmp_path: Path) -> None:
    """After one step a second one is wanted, but that could be taken."""
    checks = """
scenario "At the end"
  given
    token: e1
  refuses go f1 "e1 is shut"
"""
    assert halls(tmp_path, EACH.replace("token is not f1", "token is not e1"), checks) == []


def test_the_reason_of_a_finish_is_not_told_of_what_ends_a_compose_by_itself(
    tmp_path: Path,
) -> None:
    """Nobody could have rested any more, but that is not what keeps the step from being offered."""
    checks = '  refuses go b1 "after this, walk cannot be completed"\n'
    assert halls(tmp_path, " and loud is 0", checks) == []
    state = rw.load(str(tmp_path / "halls.game")).start(seed=1)
    (why,) = state.why_not("go b1")
    assert (why.line, why.now) == (14, "wanted: loud is 0")


def test_conditions_with_reasons_may_rest_on_those_before(tmp_path: Path) -> None:
    file = tmp_path / "lamps.game"
    file.write_text(
        """game lamps
  players 1
type lamp: a, b, c
mark lit: lamp or none
mark worth of lamp: 0..3, starts 1
mark rounds: 0..5
phase light
  turns until rounds is 3
    set lit to none
    compose lighting until lit is not none else "light one"
        and worth of lit > 0 else "{lit} is worth nothing"
      step light(l in lamp)
        needs lit is none                 else "one is lit"
        set lit to l
        spend (1 when l is a else 0) worth of l
    gain 1 rounds
outcome
  over else
scenario "Worth nothing"
  offers light b; light c
  refuses light a "a is worth nothing"
""",
        encoding="utf-8",
    )
    game = rw.load(str(file))
    assert [r.message for r in (scenario.run(game, s) for s in game.scenarios()) if r.message] == []


FOLLOWED = """game followed "Followed"
  players 2
component card from "cards.csv" named by card
  rank: 1..9
zone hand of seat: set of card
zone laid_down: set of card
mark last_rank: 0..9, starts 7

setup
  move all c in card to hand of '0'
phase play
  turns until laid_down is not empty
    compose laying
      step take(c in hand of me) into laid at most 2
      finish pass
        needs laid is empty                   else "you have begun"
        pass
      finish play(r in 1..9)
        needs laid is not empty               else "nothing is laid"
        needs every c in laid has rank of c is r   else "not all are of rank {r}"
        needs r >= last_rank                  else "{r} does not reach {last_rank}"
        move laid from hand of me to laid_down
        set last_rank to r
winner most score
score cards of p: size of hand of p

scenario "What every step closes is not to blame"
  refuses take five "5 does not reach 7"
  refuses take six "6 does not reach 7"
  offers pass; take eight; take nine
  play take eight
  refuses take nine "not all are of rank 8"

scenario "Nor what the only step closes"
  given
    hand of '0': five
  refuses take five "5 does not reach 7"
"""


def test_what_every_step_closes_is_not_to_blame(tmp_path: Path) -> None:
    rows = "card,rank\nfive,5\nsix,6\neight,8\nnine,9\n"
    (tmp_path / "cards.csv").write_text(rows, encoding="utf-8")
    file = tmp_path / "followed.game"
    file.write_text(FOLLOWED, encoding="utf-8")
    results = [scenario.run(game, one) for game in [rw.load(str(file))] for one in game.scenarios()]
    assert [(one.message, one.found) for one in results if not one.passed] == []


WINGS = """variant wings of ruins "Wings"
  "A ruin in each of two wings."

add after take
  step wing(x in hand of me) into wing    "Lay out a ruin for the second wing"
add after play
  finish wings                            "Two wings"
    needs even: size of wing is 1         else "one in the wing"
    needs left: size of laid is 1         else "one in the play"
    move laid from hand of me to table
    move wing from hand of me to table

scenario "A ruin each"
  seats 2
  with night_side off
  given
    hand of 0: 6a, 6b, 8a, 8b, 9a
    hand of 1: 10b, 4a
    lit of 0: 0
    last_player: 1
    last_count: 4
    last_rank: 5
  offers take 6a; ...
  play take 6a; wing 8a
  offers wings; ...
"""


@pytest.mark.parametrize("engine", registry.names())
def test_what_one_finish_wants_is_not_asked_of_another(tmp_path: Path, engine: str) -> None:
    """Where no more can be selected, one finish may be lost and another not."""
    rules = tmp_path / "wings.game"
    rules.write_text(WINGS, encoding="utf-8")
    game = rw.load("ruins", variants=[str(rules)])
    (test,) = [one for one in game.scenarios() if one.title == "A ruin each"]
    assert scenario.run(game, test, engine).passed


TIPS = """\
game tips "Tips"
  players 1
type coin: two, four, five, six
mark held: set of coin
mark bought: 0..9
define worth of c: coin
  2 when c is two
  4 when c is four
  5 when c is five
  6 else

setup
  set held to {two, four}

phase shop
  turns until bought > 0
    choose main
      buy
      earn
        set held to coin

action buy
  compose pay
    step pay(c in held) into paid
    finish done
      needs enough: total worth of paid >= 12   else "{total worth of paid} of 12"
    finish tip(n in 1..2)
      needs more: total worth of paid >= 12 + n   else "{total worth of paid} of {12 + n}"
  set held to held - paid
  gain 1 bought

score bought of p: bought
winner most score

scenario "Too little"
  refuses buy "6 of 12"
"""


def test_what_a_plain_finish_lacks_is_told_beside_one_that_draws_a_number(tmp_path: Path) -> None:
    """A variant that adds a way to pay more takes no reason away."""
    rules = tmp_path / "tips.game"
    rules.write_text(TIPS, encoding="utf-8")
    game = rw.load(str(rules))
    results = [scenario.run(game, one) for one in game.scenarios()]
    assert [f"{one.title}: {one.message} {one.found}" for one in results if not one.passed] == []

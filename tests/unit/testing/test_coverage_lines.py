"""Each line is reached by the scenarios that are said beside it, and by no other.

Beside a line stands `# A, B`: with all scenarios everything is reached, and without the one called
A, or B, something is missing on just the lines that name it. A line with a condition names the one
in which it is so and the one in which it is not.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.testing.coverage import coverage

HEAD = """game forms "Forms"
  players 2 named Ann, Bob

mark done: yes or no
mark n: 0..20
"""
TAIL = """
score n of p: n
winner most score
"""
FORMS: dict[str, str] = {
    "a parameter is the value of a case": """
define higher(a: 0..9, b: 0..9)
  a when a > b                                      # first, second
  b else                                            # second
define twice_higher(b: 0..9, a: 0..9) = higher(b, a) + higher(b, a)

phase play
  turns until done
    choose main
      take(i in 1..2, j in 1..2)
        set n to twice_higher(j, i)
        set done to yes

scenario "first"
  play take 1 2
scenario "second"
  play take 2 1
""",
    "what is promised alone is no line to reach": """
define all_told = sum_of(4)
define sum_of(k: 0..9)
  n + k when k > 3
  n else
define half
  quotient(n, 2) when n > 1                         # first, second
  1 else                                            # second
define done_with = all_told + 1
always all_told < 100
always done_with < 100

phase play
  turns until done
    choose main
      take(i in 1..4)
        set n to i
        gain half n
        set done to yes

scenario "first"
  play take 3
scenario "second"
  play take 1
""",
    "a parameter is a condition": """
define worth(is_high: yes or no, bonus: 0..9)
  4 when is_high                                    # first, second
  bonus else                                        # second

phase play
  turns until done
    choose main
      take(i in 1..2)
        let low = i < 2
        set n to worth(not low, i)
        if low                                      # second, first
          gain 1 n                                  # second
        set done to yes

scenario "first"
  play take 2
scenario "second"
  play take 1
""",
    "parameters that are elements, none, sets": """
mark chosen: fruit or none
mark basket: set of fruit
type fruit: apple, pear, plum

define near(f: fruit or none, g: fruit)
  none when f is none                               # none
  g when f is g                                     # same, other
  f else                                            # other
define kept of s: fruit
  {s, pear} when s is not plum                      # same, other
  basket else                                       # other
define shape of f: fruit
  1 when f is pear                                  # same, other
  2 else                                            # other

phase play
  turns until done
    choose main
      eat(f in fruit)
        if near(chosen, f) is not none              # none
          set n to shape of f
          set basket to kept of f
        set chosen to f
        set done to yes

scenario "none"
  play eat pear
scenario "same"
  given
    chosen: pear
  play eat pear
scenario "other"
  given
    chosen: apple
  play eat plum
""",
    "values that are worked out before the game": """
option size: 1, 2                                   # small, large
type fruit: apple, pear, plum

define place of f: fruit
  1 when f is apple                                 # small, large
  2 else                                            # large
define pears = how many f in fruit where f is pear            # large
define limit
  3 when size is 1                                  # small, large
  pears else                                        # large

phase play
  turns until done
    choose main
      eat(f in fruit where (f is not apple or size is 1) and (f is plum or size is not 2))  # large
        set n to min(limit, place of f)
        set done to yes

scenario "small"
  play eat apple
scenario "large"
  with size 2
  play eat plum
""",
    "needs, offers, reasons": """
mark left: 0..9, starts 3

define lack of i: 0..9
  i when i > 4                                      # refused, again
  left else                                         # refused

to move_on
  set left to 9                                     # loop

phase play
  turns until n >= 1 or done
    choose main
      take(i in 0..5 where i > left - 1)            # take
        needs ok: i <= left and i < 4   else "{lack of i} left"
        spend i left                                # take
        set done to yes                             # take
      leave                                         # leave
        gain 1 n                                    # leave
      stay                                          # loop
        move_on                                     # loop

scenario "take"
  play take 3
scenario "refused"
  refuses take 4 "3 left"
scenario "again"
  refuses take 5 "5 left"
scenario "leave"
  play leave
scenario "loop"
  play stay
""",
}
FORMS |= {
    "steps, finishes, what is at most": """
type coin: copper, silver, gold
mark spent: set of coin
define worth of c: coin
  1 when c is copper
  3 else

phase play
  turns until done
    choose main
      buy
        compose price
          step put(c in coin) into paid at most 2
            needs c is copper or c is silver   else "not gold"
          finish cheap                              # cheap
            needs total worth of paid is 1   else "this is not cheap"
          finish dear                               # dear
            needs total worth of paid > 1   else "this is not dear"
        set spent to spent + paid
        gain (total worth of spent) n
        set done to yes
      go_on                                         # chain
        compose climb
          step up(i in 1..2 where i <= 3 - n)       # chain
            needs n + i < 3   else "too high"             # chain
            gain i n                                # chain
          finish stop                               # chain
            needs n > 1       else "too low"
            set done to yes                         # chain

scenario "cheap"
  play buy; put copper; cheap
scenario "dear"
  play buy; put silver
  refuses put gold "not gold"
  play dear
scenario "chain"
  play go_on; up 1; up 1
  refuses up 1 "too high"
  play stop
""",
    "standing rules, deals, outcomes": """
type fruit: apple, pear, plum
mark ripe of fruit: yes or no
mark eaten: set of fruit

whenever ripe of apple and n > 3                    # rule
  set n to 1                                        # rule

to ripen(f: fruit, also: fruit or none)
  set ripe of f to yes
  if also is not none and n is 2                    # loop, rule
    set ripe of also to yes                         # loop

phase play
  turns until done                                  # rule
    choose main
      raise                                         # rule
        gain 4 n                                    # rule
        ripen(apple, none)                          # rule
        set done to yes                             # rule
      ripen_all                                     # loop
        each f in fruit where f is apple            # loop
          gain 2 n                                  # loop
          ripen(f, pear)                            # loop
        set eaten to all f in fruit where ripe of f   # loop
        end game                                    # loop
      stop                                          # stop
        end game                                    # stop

outcome
  grown when n is 1                                 # rule
  all_ripe when eaten is not empty and apple in eaten   # loop
  nothing else                                      # stop

scenario "rule"
  play raise
  expect outcome is grown
scenario "loop"
  play ripen_all
  expect outcome is all_ripe
scenario "stop"
  play stop
  expect outcome is nothing
""",
    "values kept over a choice, choices inside actions": """
phase play
  turns until done
    choose main
      bet(i in 1..3)
        let high = i > 1
        let kept = n + i
        may choose raise
          double                                    # double
            needs high    else "too low"            # low
            gain kept n                             # double
          or leave                                  # leave
        if high                                     # low
          gain 1 n
        set done to yes

scenario "double"
  play bet 2; double
scenario "leave"
  play bet 3; leave
scenario "low"
  play bet 1
""",
}


def _whole(form: str) -> str:
    """The game: every scenario asks for the points at its end."""
    rules, *scenarios = re.split(r'(?m)^(?=scenario ")', form)
    return HEAD + rules + TAIL + "".join(f"{s}  expect score of Ann is n\n" for s in scenarios)


def _named(text: str) -> dict[int, set[str]]:
    """The scenarios that are named beside the lines, by the numbers of lines."""
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = re.search(r"#\s*([\w, ]+)$", line)
        if words:
            found[number] = {name.strip() for name in words[1].split(",")}
    return found


def _without(text: str, title: str) -> str:
    """The game without one of its scenarios; its lines keep their numbers."""
    head, *scenarios = re.split(r'(?m)^(?=scenario ")', text)
    return head + "".join(s for s in scenarios if not s.startswith(f'scenario "{title}"'))


def _missing(path: Path, text: str) -> dict[int, tuple[str, ...]]:
    path.write_text(text)
    return {line.line: line.missing for line in coverage(str(path)).lines if line.missing}


def _at(path: Path, lines: set[int]) -> set[str]:
    """Lines as they are written."""
    text = path.read_text().splitlines()
    return {f"{number}: {text[number - 1]}" for number in lines}


@pytest.mark.parametrize("form", FORMS)
def test_each_line_is_reached_by_the_scenarios_that_need_it(form: str, tmp_path: Path) -> None:
    text = _whole(FORMS[form])
    path = tmp_path / "forms.game"
    assert _missing(path, text) == {}
    named = _named(text)
    for title in re.findall(r'(?m)^scenario "(.*)"', text):
        lines = {number for number, names in named.items() if title in names}
        found = _missing(path, _without(text, title))
        assert _at(path, set(found)) == _at(path, lines), f"{title}: {found}"

"""What goes wrong while a game is played is told at the line that does it, on both engines.

In each game the line that is to be named ends in `# here`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import PlayError, load
from rulewright.backends import registry
from rulewright.backends.registry import EngineName

GAME = """\
game small "A small game"
  players 2
component card from "cards.csv" named by name
  value: 0..9
type side: left, right
zone pile: stack of card
zone line: row 2 of card
zone bag: set of card
zone place of side: slot of card
mark n: 0..9
mark m: 0..9
mark die: 1..6
mark met: yes or no
define first = the c in bag where value of c > 8
{rules}
setup
  {setup}
  move all c in card where value of c is 1 to pile
  move all c in card where value of c is 2 to bag
phase play
  turns until passes is 4
    choose main
      go
        {body}
      otherwise(s in side)
        needs met                       else "no"
        set met to yes
        gain 1 n
        pick die from 1..6
        set m to max(m, value of first)
        move pile to line
        move line to bag
        move first from bag to place of s
      else pass
score all of p: n + m + die + size of line + size of place of left
winner most score
"""
CARDS = "name,value\nace,1\ntwo,2\nten,1\nsix,1\nsun,0\n"
BODIES = {
    "a range that is left": "gain 5 n\n        set n to n + 6  # here",
    "a range that is left downwards": "spend 1 n  # here",
    "no such element": "set m to value of the c in bag where value of c > 8 - n  # here",
    "nothing to pick from": "pick die from (1..6) - (1..6 + n)  # here",
    "what is not there": "let c = the c in bag\n        move c from pile to bag  # here",
    "a row that is full": "move pile to line  # here",
    "a slot that is taken": "move pile to place of left  # here",
    "turns that ask nothing": "set n to 9\n        repeat until n is 3  # here\n"
                              "          if n is 2\n            choose x\n              stop\n"
                              "                set n to 3",
    "a shuffle in vain": "shuffle pile until top of pile is sun  # here",
    "too often": "deal 9 * (n + 1) * 99999 from bag to pile  # here",
}  # fmt: skip
RULES = {
    "a rule": "whenever n is 4 or n is 5  # here\n  set n to 9 - n",
    "the second of two rules": "whenever m is 3\n  set m to 4\nwhenever n is 4 or n is 5  # here\n"
                               "  set n to 9 - n",
    "two rules that set each other off": "whenever m is 3  # here\n  set m to 4\n"
                                 "whenever n is 4 and m is 4  # here\n  set m to 3",
    "a rule that goes wrong": "whenever n is 4\n  set n to n + n + 3  # here",
    "before dealing": "before dealing from bag\n  gain 9 n  # here",
}  # fmt: skip


def place(
    folder: Path, engine: EngineName, rules: str, setup: str, body: str
) -> tuple[int, list[int]]:
    """The line that is named, and those that may be."""
    (folder / "cards.csv").write_text(CARDS)
    text = GAME.format(rules=rules, setup=setup, body=body)
    (folder / "small.game").write_text(text)
    with pytest.raises(PlayError) as caught:
        state = load(str(folder / "small.game"), engine=engine).start(seed=1)
        for _ in range(3):
            state.apply("go")
    assert caught.value.span is not None and caught.value.span.file.name.endswith("small.game")
    wanted = [i for i, line in enumerate(text.split("\n"), 1) if line.endswith("# here")]
    return caught.value.span.line, wanted


@pytest.mark.thorough(each="what")
@pytest.mark.parametrize("engine", registry.stepping())
@pytest.mark.parametrize("what", BODIES)
def test_an_action_names_its_line(what: str, engine: EngineName, tmp_path: Path) -> None:
    found, wanted = place(tmp_path, engine, "", "set met to no", BODIES[what])
    assert found in wanted


@pytest.mark.thorough(each="what")
@pytest.mark.parametrize("engine", registry.stepping())
@pytest.mark.parametrize("setup", ["set n to 4", "set n to 0"])
@pytest.mark.parametrize("what", RULES)
def test_a_standing_rule_names_its_line(
    what: str, setup: str, engine: EngineName, tmp_path: Path
) -> None:
    body = "if n < 4\n          set n to 4\n        set m to 3\n        deal 2 from bag to pile"
    found, wanted = place(tmp_path, engine, RULES[what], setup, body)
    assert found in wanted

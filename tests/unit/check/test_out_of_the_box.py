"""In set-up, what is drawn from a whole type comes out of the box; a slot is what lies there."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import Game, RulesError, load
from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.testing import scenario
from rulewright.testing.conformance import lockstep

RULES = """\
game box_of "Out of the box"
  players 2

type part: spy, clerk
component role from "roles.csv" named by name
  part: part
  worth: 1..9
zone chest: stack of role
zone named: set of role
zone drawn: set of role
zone held of seat: slot of role

setup
  move first(2, all r in role where part of r is spy) to chest
  move {d, e} to named
  each r in role where worth of r > 7
    move r to drawn

phase play
  turns until passes is 2
    choose main
      hold(r in named)
        needs held of me is empty           else "one is held"
        move r to held of me
      else pass

score worth of p: total worth of held of p + largest worth of held of p
winner most score

scenario "What lies where"
  expect size of chest is 2 and named is {d, e} and drawn is {f, g}
  expect a in chest and b in chest and c not in chest
  expect score of 0 is 0
  play hold e
  expect score of 0 is 10 and score of 1 is 0
"""
TABLE = "name,part,worth\na,spy,1\nb,spy,2\nc,spy,3\nd,clerk,4\ne,clerk,5\nf,clerk,8\ng,clerk,9\n"


def made(folder: Path, engine: EngineName, old: str = "", new: str = "") -> Game:
    assert old in RULES
    (folder / "roles.csv").write_text(TABLE)
    file = folder / "box_of.game"
    file.write_text(RULES.replace(old, new) if old else RULES, encoding="utf-8")
    return load(str(file), engine=engine)


@pytest.mark.parametrize("engine", registry.available())
def test_worked_example(tmp_path: Path, engine: EngineName) -> None:
    game = made(tmp_path, engine)
    failed = [r for s in game.scenarios() if not (r := scenario.run(game, s, engine)).passed]
    assert not failed, failed


def test_engines_agree(tmp_path: Path) -> None:
    game = made(tmp_path, "python")
    for seed in range(4):
        lockstep(game, seed, limit=20)


OTHERWISE = [
    ("is spy) to", "is spy) from box to", "E100", "things are moved in set-up without `from`"),
    ("first(2, all r in role where part of r is spy)", "first(2, named)", "E145", "from named"),
    ("        move r to held of me", "        move first(1, role) to drawn", "E145", "from ZONE"),
]


@pytest.mark.parametrize(("old", "new", "code", "hint"), OTHERWISE)
def test_what_comes_from_elsewhere_is_asked_for(
    tmp_path: Path, old: str, new: str, code: str, hint: str
) -> None:
    with pytest.raises(RulesError) as caught:
        made(tmp_path, "reference", old, new)
    found = next(each for each in caught.value.diagnostics if each.code == code)
    assert hint in found.hint

"""Which scenarios an edit reaches: mistakes in the rules are noticed by those."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright import catalogue
from rulewright.backends.registry import REFERENCE
from rulewright.diagnostics import RulewrightError
from rulewright.game import Game, check
from rulewright.syntax import nodes as n
from rulewright.testing.mutation.edits import mutants
from rulewright.testing.mutation.trial import Files
from rulewright.testing.reach import Reach, change
from rulewright.testing.scenario import Runner

ALL = bool(os.environ.get("RULEWRIGHT_REACH"))
GAMES = [info.name for info in catalogue.games()] if ALL else ["goofspiel", "kuhn_poker"]


def notices(game: Game, trees: list[n.ScenarioDecl]) -> bool:
    runner = Runner(game)
    try:
        return any(not runner.run(game.scenario(tree), REFERENCE).passed for tree in trees)
    except RulewrightError:  # it cannot be read any more
        return True


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", GAMES)
def test_mistakes_are_noticed_by_what_they_reach(name: str) -> None:
    """Nearly all of them: what is said to be out of reach is run too, only later."""
    files = Files.of(str(catalogue.game(name).path), ())
    game, reach = files.made(), Reach()
    trees = game.scenario_trees()
    assert len(list(reach.look(files.made(unfolded=True), trees))) == len(trees)
    tried = missed = 0
    for mutant in mutants(files.game.file)[:: 1 if ALL else 5]:
        try:
            edited = files.made(files.game, mutant.applied(files.game.file))
        except RulewrightError:
            continue
        found = change(game, edited)
        assert found.declarations, mutant
        out = Reach(dict(reach.met)).out_of_reach(edited.scenario_trees(), found)
        near = [tree for tree in trees if tree not in out]

        tried += 1
        missed += notices(edited, out) and not notices(edited, near)
    assert tried and missed <= tried // 10


GAME = """game pond "A pond"
  players 2 named Ann, Bob

mark frogs: 0..9, starts 3                "Frogs"
mark last: seat or nobody

define few = frogs < 2

phase play
  turns until frogs is 0
    choose main
      catch                               "Catch one"
        spend 1 frogs
        set last to me
      wait                                "Wait"
        needs few                         else "there are many"

score last of p: 1 when last is p else 0  "The last one"
winner most score

scenario "One is caught"
  play catch
  expect frogs is 2

scenario "The last one"
  given
    frogs: 1
  play catch
  expect score of Ann is 1
"""


def read(folder: Path, text: str, unfolded: bool = False) -> Game:
    (folder / "pond.game").write_text(text)
    game = check(str(folder / "pond.game"))
    if unfolded:
        files = Files.of(str(folder / "pond.game"), ())
        return files.made(unfolded=True)
    return game


@pytest.mark.parametrize(
    ("old", "new", "told", "reached"),
    [
        ("1 when last is p", "2 when last is p", ("score last",), 1),
        ('"Catch one"', '"Catch a frog"', (), 0),
        ("frogs < 2", "frogs < 3", ("define few",), 2),
        ("to me", "to opponent", ("phase play",), 2),
        ("spend 1", "spend 2", ("phase play",), 2),
        ("starts 3", "starts 4", ("mark frogs",), 2),
        ("expect frogs is 2", "expect frogs is 2 and last is Ann", (), 1),
        ("named Ann, Bob", "named Bea, Bob", ("tables, options or seats",), 2),
        ("# ", "#", (), 0),
    ],
)
def test_what_is_otherwise_and_what_it_reaches(
    tmp_path: Path, old: str, new: str, told: tuple[str, ...], reached: int
) -> None:
    text = GAME + "# a note\n"
    before, reach = read(tmp_path, text), Reach()
    list(reach.look(read(tmp_path, text, unfolded=True), before.scenario_trees()))
    after = read(tmp_path, text.replace(old, new))
    found = change(before, after)
    assert found.declarations == told
    trees = after.scenario_trees()
    assert len(trees) - len(reach.out_of_reach(trees, found)) == reached
    again = read(tmp_path, text.replace(old, new).replace("Bea", "Ann"), unfolded=True)
    assert len(list(reach.look(again, again.scenario_trees()))) == reached  # and is unknown now


def test_what_was_never_watched_is_reached(tmp_path: Path) -> None:
    before = read(tmp_path, GAME)
    after = read(tmp_path, GAME.replace("1 when", "2 when"))
    assert Reach().out_of_reach(after.scenario_trees(), change(before, after)) == []
    assert replace(change(before, after), keys=None).declarations == ("score last",)

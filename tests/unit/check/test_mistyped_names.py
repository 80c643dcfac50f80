"""A name or a word that is written wrong is told on its line, and what was meant is named with it.

Every place of every rule file is a place for a slip of the hand: each file has a sample of them,
and `RULEWRIGHT_SLIPS=all` goes through all there are. What is written so may mean something else,
which nobody can tell from it; so a few may be missed, and what a test prints says which."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest
from tests.repeated import times
from tests.unit.check.mistyped import Place, Slip, first_told, is_recognised, places, slips

from rulewright import resources
from rulewright.diagnostics import did_you_mean, near, nearest
from rulewright.editing import words

ROOT = Path(__file__).parents[3]
ALL = os.environ.get("RULEWRIGHT_SLIPS") == "all"
GAMES = [
    *sorted(resources.rules_root().glob("classics/*/*.game")),
    ROOT / "examples/cherries.game",
    *sorted(resources.rules_root().glob("[!cs]*/*.game")),
]
PAGE = (ROOT / "rules/COOKBOOK.md").read_text(encoding="utf-8")
RECIPES = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
MISSED = 15  # of which at most one is missed, and one more


def missed(path: Path, most: int) -> tuple[list[str], int]:
    """What is not recognised of slips in a file, and of how many that are told at all."""
    text = path.read_text(encoding="utf-8")
    every = [slip for place in places(path) for slip in slips(place)]
    step = 1 if ALL else max(1, len(every) // most) | 1  # odd, to come to all kinds of slips
    found, told = list[str](), 0
    for slip in every[::step]:
        path.write_text(slip.within(text), encoding="utf-8")
        finding = first_told(path)
        if finding is None:
            continue  # it means something, too
        told += 1
        if not is_recognised(slip, finding, text):
            said = f"{finding.span.line}: {finding.code} {finding.message} ({finding.hint})"
            found.append(f"{slip.place.right} -> {slip.written}: {said}")
    path.write_text(text, encoding="utf-8")
    return found, told


def assert_few_are_missed(path: Path) -> None:
    found, told = missed(path, times(16, thorough=100))
    assert told > 3 and len(found) <= 1 + told // MISSED, "\n".join(found)


@pytest.mark.thorough(one_in=6)
@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_what_is_mistyped_in_a_game_is_recognised(game: Path, tmp_path: Path) -> None:
    folder = tmp_path / game.parent.name
    shutil.copytree(game.parent, folder)
    assert_few_are_missed(folder / game.name)


@pytest.mark.thorough(one_in=6)
@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.splitlines()[0])
def test_what_is_mistyped_in_a_recipe_is_recognised(recipe: str, tmp_path: Path) -> None:
    found = re.findall(r"^```\w+ (\S+)\n(.*?)^```$", recipe, re.MULTILINE | re.DOTALL)
    for name, text in found:
        (tmp_path / name).write_text(text, encoding="utf-8")
    game = next(name for name, _ in found if name.endswith(".game"))
    assert_few_are_missed(tmp_path / game)


RULES = """game plum "Plums"
  players 2 named Ann, Bob
component plum from "plum.csv" named by name
zone tree: set of plum, seen by all
zone basket of seat: set of plum, seen by all
mark last_taken: plum or none
mark covered: 0..3, starts 0
define sweet = all c in tree where c is not Sour
setup
  each c in plum
    move c to tree
phase meal
  turns until passes is 2 or tree is empty
    choose main
      take(c in tree where covered < 3)
        {line}
        move c to basket of me
        set last_taken to c
      else pass
score eaten of p: size of basket of p
winner most score
"""
LINE = RULES[: RULES.index("{line}")].count("\n") + 1


def written(folder: Path, line: str, rules: str = RULES) -> Path:
    path = folder / "plum.game"
    path.write_text(rules.replace("{line}", line), encoding="utf-8")
    (folder / "plum.csv").write_text("name\nBig\nSmall\nSour\n", encoding="utf-8")
    return path


LINES = [
    ('needs pases is 0 else "no"', "passes"),
    ('needs cover is 0 else "no"', "covered"),
    ('needs taken is none else "no"', "last_taken"),
    ('needs last_taken is nonne else "no"', "none"),
    ('needs tree is not emty else "no"', "empty"),
    ('needs evry d in tree has d in sweet else "no"', "every"),
    ('needs alll d in tree where d is c is {c} else "no"', "all"),
    ('needs Some d in tree where d is c else "no"', "some"),
    ('needs size of Tree is 3 else "no"', "tree"),
    ('needs sizes of tree is 3 else "no"', "size"),
    ('needs basket of oponent is not empty else "no"', "opponent"),
    ("spend 1 cover", "covered"),
]


@pytest.mark.parametrize(("line", "meant"), LINES, ids=[meant for _, meant in LINES])
def test_what_was_meant_is_the_first_that_is_told(line: str, meant: str, tmp_path: Path) -> None:
    told = first_told(written(tmp_path, line))
    assert told is not None and told.hint == f"did you mean {meant}?"
    assert told.span.line == LINE


def test_a_word_that_does_not_fit_is_not_offered(tmp_path: Path) -> None:
    told = first_told(written(tmp_path, "set covered to nonne"))
    assert told is not None and "none" not in told.hint  # it is a number


def test_a_beginning_stands_for_all_that_begin_so_if_they_are_few() -> None:
    cards = ["Ace of Waves", "Ace of Wyrms", "Two of Waves"]
    assert did_you_mean("Ace of W", cards) == "did you mean Ace of Waves or Ace of Wyrms?"
    assert near("Ace", [*cards, "Ace of Moons", "Ace of Suns"]) == []  # any of four
    assert nearest("Ace of W", cards) == ""
    assert near("cover", ["covered", "recover"]) == near("covering", ["covered"]) == ["covered"]
    assert near("co", ["covered"]) == []  # too little to tell


def test_another_form_of_a_word_is_that_word() -> None:
    assert nearest("passed", ["pass", "moves"]) == "pass"
    assert nearest("layed", ["lay", "play_again"]) == "lay"
    assert nearest("cardsize", ["card_size", "cards"]) == "card_size"


def test_words_of_the_language_are_places_too(tmp_path: Path) -> None:
    found = places(written(tmp_path, "let d = c"))
    kinds = {place.right: place.kind for place in found}
    assert kinds["passes"] == "a value of the language" and kinds["tree"] == "zone"
    assert {"until", "where", "empty"} <= kinds.keys() & set(words.keywords())
    slip = Slip(Place(0, "game", ""), "gmae", "")
    assert slip.within("game plum") == "gmae plum"


def test_a_number_that_is_a_name_is_told_with_its_quotes(tmp_path: Path) -> None:
    stages = "type level from \"levels.csv\" named by name\nmark stage: level, starts '1'\n"
    rules = RULES.replace("phase meal", f"{stages}phase meal")
    (tmp_path / "levels.csv").write_text("name\n1\n2\n", encoding="utf-8")
    for test, right in (("stage <= 2", "stage <= '2'"), ("2 is stage", "'2' is stage")):
        told = first_told(written(tmp_path, f'needs {test} else "no"', rules))
        assert told is not None and told.code == "E116" and told.fix is not None
        assert told.hint == f"a name like this stands in single quotes: {right}"
        assert told.fix.text == "'2'" and told.fix.span.text() == "2"

"""Every recipe of rules/COOKBOOK.md is a game of its own, with variants at times: nothing is found
in it, its scenarios hold, and random games end, alike on all engines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.backends import registry
from rulewright.core import soundness
from rulewright.testing.lint import lint
from rulewright.testing.scenario import Runner

PAGE = Path(__file__).parents[2] / "rules" / "COOKBOOK.md"
RECIPES = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
POINTS = ("What does the work.", "A common mistake.", "In full.")
ENGINES = registry.available()[-2::-1]  # all but the reference, those that step first
GAMES = 20
LONGEST = 1_000  # decisions in a game that has not gone wrong


@pytest.fixture(scope="module", autouse=True)
def _as_everybody_loads_them() -> Iterator[None]:
    """The verifier sees every construct elsewhere, and would take half of the time."""
    soundness.WANTED = False
    yield
    soundness.WANTED = True


def title(recipe: str) -> str:
    return recipe.splitlines()[0]


def files(recipe: str, folder: Path) -> list[Path]:
    """The files of a recipe, written to a folder."""
    found = re.findall(r"^```\w+ (\S+)\n(.*?)^```$", recipe, re.MULTILINE | re.DOTALL)
    for name, text in found:
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name, _ in found]


@pytest.mark.parametrize("recipe", RECIPES, ids=title)
def test_a_recipe_is_a_game_in_which_nothing_is_found(recipe: str, tmp_path: Path) -> None:
    path, *variants = [file for file in files(recipe, tmp_path) if file.suffix == ".game"]
    for rules in (path, *variants):
        assert_nothing_is_found(path, rules)


def assert_nothing_is_found(path: Path, rules: Path) -> None:
    """In a game, or in a variant of it."""
    variants = [str(rules)] * (rules != path)
    game = rw.load(str(path), variants=variants, engine=ENGINES[0])
    assert game.warnings == () and lint(str(rules), games=0, select=["L0"]).findings == ()

    own = [each for each in game.scenarios() if each.span.file.name.endswith(rules.name)]
    runner, engines = Runner(game), registry.stepping()
    assert own and [r for s in own for e in engines if not (r := runner.run(s, e)).passed] == []

    others = [registry.kind(name).make(game.program) for name in ENGINES[1:]]
    first, *rest = ([*e.playouts(range(GAMES), longest=LONGEST)] for e in (game.engine, *others))
    assert None not in first and all(results == first for results in rest)


@pytest.mark.parametrize("recipe", RECIPES, ids=title)
def test_a_recipe_is_short_and_says_what_matters(recipe: str, tmp_path: Path) -> None:
    path, *_ = [file for file in files(recipe, tmp_path) if file.suffix == ".game"]
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line]
    assert 15 <= len(lines) <= 60
    assert lines[0].startswith(f"game {path.stem} ")
    assert [point for point in POINTS if f"\n- **{point}** " not in recipe] == []


def test_every_recipe_is_listed() -> None:
    head = PAGE.read_text(encoding="utf-8").split("\n## ")[0]
    assert re.findall(r"^\| .* \| \[(.*)\]\(", head, re.MULTILINE) == [*map(title, RECIPES)]

"""A sample of the edits that scenarios of the four games notice is still noticed, each by the
scenario that did so when all were tried (see README.md beside this file)."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import TypedDict

import pytest

from rulewright.syntax import nodes as n
from rulewright.testing.mutation.edits import Mutant, mutants
from rulewright.testing.mutation.trial import Files, failure


class Edit(TypedDict):
    excerpt: str
    words: str
    scenario: str


SAMPLE: dict[str, list[Edit]] = json.loads(
    (Path(__file__).parent / "sample.json").read_text(encoding="utf-8")
)


@lru_cache
def files(game: str) -> Files:
    return Files.of(game, ())


@lru_cache
def edits(game: str) -> dict[tuple[str, str], Mutant]:
    loaded = files(game).game
    assert loaded.header.players is not None
    found = mutants(loaded.file, loaded.header.players[1])
    return {(bare(mutant.excerpt), mutant.words): mutant for mutant in reversed(found)}


def bare(excerpt: str) -> str:
    """A line of the rules without the words and rule numbers at its end."""
    return re.sub(r'(\s+("[^"]*"|[A-Z_]+-\d+))+\s*$', "", excerpt)


def scenario(game: str, title: str) -> n.ScenarioDecl:
    declarations = files(game).game.file.declarations
    return next(d for d in declarations if isinstance(d, n.ScenarioDecl) and d.title == title)


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    ("game", "edit"), [(game, edit) for game in SAMPLE for edit in SAMPLE[game]]
)
def test_the_edit_is_noticed(game: str, edit: Edit) -> None:
    mutant = edits(game)[bare(edit["excerpt"]), edit["words"]]
    loaded = files(game).game
    mutated = files(game).made(loaded, mutant.applied(loaded.file))
    assert failure(mutated, scenario(game, edit["scenario"]))


def test_the_sample_is_of_all_four_games() -> None:
    assert {game: len(sample) >= 8 for game, sample in SAMPLE.items()} == dict.fromkeys(
        ("ruta", "ruin_runner", "quetinny", "ruins"), True
    )

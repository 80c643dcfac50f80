"""Scenarios of a game with its variants: what is shown there holds still, or a variant says so.

A variant that means to change what a scenario of its game shows announces it: `replace scenario`
with another one of that title, or `remove scenario`. An announced change that changes nothing is
told as well.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..backends import registry
from ..backends.registry import EngineName
from ..diagnostics import RulesError
from ..game import Game
from ..source import Span
from ..syntax.nodes import ScenarioDecl, SceneSeats
from .scenario import Runner, ScenarioResult

HINT = (
    "if that is meant, the variant says so: remove scenario, or replace scenario "
    "(rulewright test drafts it)"
)


def inherited(
    game: Game,
    engine: EngineName | None = None,
    *,
    only_seats: bool = False,
    titled: Callable[[str], object] = str,
) -> list[Callable[[], ScenarioResult]]:
    """What runs the scenarios of the game with the chosen variants, one by one; none if there are
    no variants.

    `only_seats`: none that says it is for another number of seats than the game was loaded for.
    `titled`: only those of whose titles this is true.
    """
    if not game.variants:
        return []
    engine = engine or registry.default()
    runner = Runner(game)
    return [
        partial(_run, game, runner, node, announced, engine)
        for node, announced in game.inherited()
        if titled(node.title) and (not only_seats or _seats(node, game) == game.seats)
    ]


def _seats(node: ScenarioDecl, game: Game) -> int:
    """For how many a scenario is: as many as it says, else the fewest."""
    said = [scene.count for scene in node.scenes if isinstance(scene, SceneSeats)]
    return said[0] if said else (game.merged.header.players or (1, 1))[0]


def _run(
    game: Game, runner: Runner, node: ScenarioDecl, announced: Span | None, engine: EngineName
) -> ScenarioResult:
    try:
        result = runner.run(game.scenario(node), engine)
    except RulesError as error:
        first = error.diagnostics[0]
        result = _failed(node, engine, first.span, f"{first.code}: {first.message}")
    if announced is None:
        return result
    if result.passed:
        return _failed(node, engine, announced, "said to be otherwise, and still holds")
    return ScenarioResult(node.title, node.tags, engine, True, node.span, announced)


def _failed(node: ScenarioDecl, engine: str, span: Span, message: str) -> ScenarioResult:
    return ScenarioResult(node.title, node.tags, engine, False, node.span, span, message)

"""Every scenario of every game and variant that comes with Rulewright, on both engines."""

from __future__ import annotations

import pytest

from rulewright import catalogue
from rulewright.backends.registry import EngineName
from rulewright.game import load
from rulewright.testing.combinations import variant_sets
from rulewright.testing.scenario import Runner


def chosen() -> list[tuple[str, tuple[str, ...]]]:
    """Each game alone, with each variant and, where there are few, with each pair that goes."""
    return [(info.name, names) for info in catalogue.games() for names in variant_sets(info)]


ENGINES: tuple[EngineName, ...] = ("reference", "python")


@pytest.mark.parametrize(
    ("name", "variants"),
    chosen(),
    ids=lambda value: value if type(value) is str else "+".join(value),
)
def test_scenarios(name: str, variants: tuple[str, ...]) -> None:
    game = load(name, variants=variants, engine="reference")
    runner = Runner(game)
    results = [runner.run(scenario, engine) for scenario in game.scenarios() for engine in ENGINES]
    assert results
    failed = [result for result in results if not result.passed]
    assert [(r.engine, r.title, r.message, r.expected, r.found) for r in failed] == []

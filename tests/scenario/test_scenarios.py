"""Every scenario of every game and variant that comes with Rulewright: with `--thorough` on both
engines, otherwise each on one of them, every fourth on the reference, which takes longest."""

from __future__ import annotations

import pytest
from tests import repeated

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
    results = [
        runner.run(scenario, engine)
        for number, scenario in enumerate(game.scenarios())
        for engine in (ENGINES if repeated.wanted else [ENGINES[number % 4 > 0]])
    ]
    assert results
    failed = [result for result in results if not result.passed]
    assert [(r.engine, r.title, r.message, r.expected, r.found) for r in failed] == []

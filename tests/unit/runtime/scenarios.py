"""Scenarios of rule files that tests write."""

from __future__ import annotations

from pathlib import Path

from rulewright.game import load
from rulewright.testing.scenario import Runner


def last_passes(rules: Path) -> None:
    """Runs the last scenario of a rule file; those of the libraries that it uses come before."""
    game = load(str(rules), engine="python")
    scenario = game.scenarios()[-1]
    assert scenario.span.file.name == str(rules)
    result = Runner(game).run(scenario)
    assert result.passed, (result.message, result.expected, result.found)

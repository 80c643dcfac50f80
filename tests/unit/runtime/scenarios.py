"""Scenarios of rule files that tests write."""

from __future__ import annotations

from pathlib import Path

from rulewright.game import check
from rulewright.testing.scenario import Runner


def last_passes(rules: Path) -> None:
    """Runs the last scenario of a rule file, with definitions worked out and with all of it as it
    is written, as `coverage` plays it; those of the libraries that it uses come before."""
    for unfolded in (False, True):
        game = check(str(rules), unfolded=unfolded)
        scenario = game.scenarios()[-1]
        assert scenario.span.file.name == str(rules)
        result = Runner(game).run(scenario)
        assert result.passed, (unfolded, result.message, result.expected, result.found)

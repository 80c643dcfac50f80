"""What variants say of the game's scenarios: which of them show what is otherwise now.

`replace scenario` with one of the same title, or `remove scenario "…", "…"`. It changes no rule;
whoever runs the scenarios of a game with its variants learns of it from `Merged.announced`.
"""

from __future__ import annotations

from ..diagnostics import Findings, did_you_mean
from ..source import Span
from ..syntax import nodes as n
from .modules import Announced


class Announcing:
    """What variants say of the game's scenarios: which of them hold no longer."""

    def __init__(self, titles: set[str], findings: Findings) -> None:
        self.titles, self.findings = titles, findings
        self.places: Announced = {}

    def remove(self, edit: n.RemoveScenarios) -> None:
        for title in edit.titles:
            self.announce(title.text, title.span)

    def replace(self, scenario: n.ScenarioDecl) -> None:
        start = scenario.span.start + scenario.span.text().index('"')
        self.announce(
            scenario.title, Span(scenario.span.file, start, start + len(scenario.title) + 2)
        )

    def announce(self, title: str, place: Span) -> None:
        if title in self.titles:
            self.places[title] = place
        else:
            self.findings.add(
                "E040", f'the game has no scenario "{title}" to change', place,
                hint=did_you_mean(title, self.titles),
            )  # fmt: skip

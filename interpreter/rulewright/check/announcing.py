"""What variants say of the game's scenarios: which of them show what is otherwise now.

`replace scenario` with one of the same title, or `remove scenario "…", "…"`. It changes no rule;
whoever runs the scenarios of a game with its variants learns of it from `Merged.announced`. And
whether those of one file can be told apart, which are called by their titles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..diagnostics import Findings, Note, nearest
from ..source import SourceFile, Span
from ..syntax import nodes as n
from .modules import Announced


class Announcing:
    """What variants say of the game's scenarios: which of them hold no longer."""

    def __init__(
        self,
        titles: set[str],
        of_variants: Mapping[str, str],
        unread: Iterable[str],
        findings: Findings,
    ) -> None:
        """`of_variants`: the titles of scenarios that variants have of their own, and which has
        each; `unread`: what could not be read of the game; scenarios may stand there."""
        self.titles, self.of_variants, self.findings = titles, of_variants, findings
        self.unread = "\n".join(unread)
        self.places: Announced = {}

    def remove(self, edit: n.RemoveScenarios) -> None:
        for title in edit.titles:
            self.announce(title.text, title.span)

    def replace(self, scenario: n.ScenarioDecl) -> None:
        self.announce(scenario.title, title_of(scenario))

    def announce(self, title: str, place: Span) -> None:
        if title in self.titles:
            self.places[title] = place
        elif title in self.of_variants:
            variant = self.of_variants[title]
            self.findings.add(
                "E040", f'"{title}" is no scenario of the game but one of {variant}', place,
                hint=f"it runs with {variant} alone, so there is nothing to change: leave this out",
            )  # fmt: skip
        elif f'"{title}"' not in self.unread:
            self.findings.add(
                "E040", f'the game has no scenario "{title}" to change', place,
                hint=f'did you mean "{close}"?' if (close := self.near(title)) else "",
            )  # fmt: skip

    def near(self, title: str) -> str:
        """The one title that is spelled nearly so, or else the only one that begins so."""
        begun = [known for known in self.titles if title.strip() and known.startswith(title)]
        return nearest(title, self.titles) or (begun[0] if len(begun) == 1 else "")


def title_of(scenario: n.ScenarioDecl) -> Span:
    """Where the title of a scenario stands."""
    start = scenario.span.start + scenario.span.text().index('"')
    return Span(scenario.span.file, start, start + len(scenario.title) + 2)


def told_apart(scenarios: Iterable[tuple[n.ScenarioDecl, SourceFile]], findings: Findings) -> None:
    """Report scenarios of one file that have one title."""
    first: dict[tuple[SourceFile, str], Span] = {}
    for scenario, file in scenarios:
        before = first.setdefault((file, scenario.title), title_of(scenario))
        if before != title_of(scenario):
            findings.add(
                "E172", f'two scenarios are called "{scenario.title}"', title_of(scenario),
                Note("the other is here", before), hint="say in each title what it shows",
            )  # fmt: skip

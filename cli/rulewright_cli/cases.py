"""A game in which something breaks, as it is shown: shortest game, position, rules, a scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.drawing.lines import wrapped

from .screen import Screen

if TYPE_CHECKING:
    from rulewright.testing.properties.campaign import BrokenProperty


def show_case(screen: Screen, case: BrokenProperty, elsewhere: str = "") -> None:
    """What is broken, the shortest game, the position, the rule lines, and the scenario.

    `elsewhere`: what tells all of it; a scenario that is very long is not shown then.
    """
    from rulewright.testing.position import in_width, without_what_leads
    from rulewright.testing.properties.shrinking import missing
    from rulewright.testing.properties.telling import LAST, LONGEST, shortly_told

    finding = case.finding

    def block(title: str, lines: list[str]) -> None:
        if lines:
            screen.say(f"  {title}", "bold")
            for text in lines:
                for part in wrapped(text, screen.width, indent="    ", hang="      "):
                    screen.say(part)

    for part in wrapped(finding.message, screen.width, indent="  ", hang="    "):
        screen.say(part)
    block("expected", [finding.expected] if finding.expected else [])
    block("found", [finding.found] if finding.found else [])
    shrunk = f", shrunk from {case.length}" if case.length > len(finding.moves) else ""
    count = len(finding.moves)
    which = "a game that does" if missing() else "the shortest game found"
    moves = shortly_told(finding, f" ({elsewhere})" * bool(elsewhere))
    block(f"{which} ({count} move{'s' * (count != 1)}{shrunk})", moves)
    if finding.position:
        screen.say("  position", "bold")
        lines = without_what_leads(finding.position.splitlines(), LAST)
        for text in in_width("\n".join(lines), screen.width - 4):
            screen.copyable(f"    {text}")
    places = [f"{place}: {place.file.line_text(place.line).strip()}" for place in finding.places]
    block("rules", places)
    if not case.scenario.text:
        screen.say(f"  no scenario: {case.scenario.message}", "bold")
        return
    how = f"fails: {case.scenario.message}" if case.scenario.fails else "leads there, and passes"
    many = case.scenario.text.count("\n")
    if elsewhere and many > LONGEST:
        screen.say(f"  a scenario of {many:,} lines ({how}): {elsewhere}", "bold")
        return
    screen.say(f"  a scenario to paste ({how})", "bold")
    screen.say()
    screen.copyable(case.scenario.text)
    screen.say()

"""The rule files and Ruta's rulebook speak of the same rules: none forgotten, none made up."""

from __future__ import annotations

import re

from rulewright.game import load
from rulewright.resources import rules_root

FOLDER = rules_root() / "ruta"
RULEBOOK = (FOLDER / "rulebook.md").read_text(encoding="utf-8")
DEFINED = re.findall(r"^\*\*(RUTA-\d+) ", RULEBOOK, re.MULTILINE)
VARIANTS = ["ace_give", "ace_extra", "ace_subvert"]


def test_the_rulebook_numbers_its_rules_in_order() -> None:
    assert DEFINED == [f"RUTA-{number}" for number in range(1, 29)]


def test_every_rule_is_cited_by_a_line_or_a_scenario() -> None:
    games = [load("ruta"), *(load("ruta", variants=[name]) for name in VARIANTS)]
    cited = {tag for game in games for rule in game.rules for tag in rule.tags}
    assert [number for number in DEFINED if number not in cited] == []


def test_no_citation_dangles() -> None:
    examples = {f"S-{number}" for number in range(1, 28)}
    for path in [*sorted(FOLDER.glob("*.game")), FOLDER / "rulebook.md"]:
        text = path.read_text(encoding="utf-8")
        cited = set(re.findall(r"\b(?:RUTA|S)-\d+", text))
        assert cited - examples <= set(DEFINED), path.name


def test_rules_are_short_enough_to_read() -> None:
    """The base game in about 200 lines without scenarios, each ace rule in about 25."""
    for path in FOLDER.glob("*.game"):
        text = path.read_text(encoding="utf-8")
        rules = re.split(r"^# -+ worked by hand|^scenario|^ +scenario", text, flags=re.MULTILINE)[0]
        assert len(rules.splitlines()) <= (200 if path.stem == "ruta" else 25), path.name

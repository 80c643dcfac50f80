"""rules/TESTING.md has a section for each property, and each broken game in one breaks that
property and no other, with the message that stands below it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.spec import GameSpec
from rulewright.testing.properties import PROPERTIES
from rulewright.testing.properties.campaign import Orders, SettingReport, judge

PAGE = Path(__file__).parents[2] / "rules" / "TESTING.md"
ORDERS = Orders(seed=1, games=8, longest=200, shrinking=0)
OURS = "only a mistake of ours can break it: report it"

Sections = dict[str, tuple[str, str]]  # by the name of the property: the sentence, the text


def sections() -> Sections:
    """What the page says of each property."""
    text = PAGE.read_text(encoding="utf-8")
    parts = re.split(r"^### (\w+) – (.*)\n", text, flags=re.MULTILINE)[1:]
    return {
        name: (sentence, rest)
        for name, sentence, rest in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    }


def fences(language: str, text: str) -> list[tuple[str, str]]:
    """The blocks in a language, each with the name of its file."""
    return re.findall(rf"^```{language} ?(\S*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


BROKEN = [name for name, (_, text) in sections().items() if fences("game", text)]


def put(text: str, folder: Path) -> SettingReport:
    """The verdict on the game of a section, with its variant if it has one."""
    variants = []
    source = ""
    for file, rules in fences("game", text):
        (folder / file).write_text(rules, encoding="utf-8")
        if rules.startswith("variant"):
            variants.append(rules.split()[1])
        else:
            source = str(folder / file)
    return judge(GameSpec(source, variants=tuple(variants)), ORDERS)


def test_each_property_has_its_section() -> None:
    told = [(name, sentence) for name, (sentence, _) in sections().items()]
    assert told == [(one.name, one.sentence) for one in PROPERTIES]


def test_what_no_rules_can_break_is_said_to_be_ours() -> None:
    texts = {name: " ".join(text.lower().split()) for name, (_, text) in sections().items()}
    said = [name for name, text in texts.items() if OURS in text]
    assert said == [name for name in texts if name not in BROKEN]


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_breaks_the_property_of_its_section(name: str, tmp_path: Path) -> None:
    text = sections()[name][1]
    report = put(text, tmp_path)
    messages = [(case.finding.property, case.finding.message) for case in report.cases]
    messages += [("scenarios", result.message) for result in report.failed]
    ((_, shown),) = fences("text", text)
    assert report.error == "" and messages == [(name, shown.strip())]

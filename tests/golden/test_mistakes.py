"""Every code is explained by rules that are wrong in just this way, and by rules that are right."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from rulewright import explanations
from rulewright.diagnostics import RulesError
from rulewright.game import check
from rulewright.testing.lint import CODES as LINTS
from rulewright.testing.lint import lint

CODES = explanations.explanations()
SHOWN = [code for code, said in CODES.items() if said.wrong]

# What is too long for an example, or cannot be read on a page; the list may only grow shorter.
WITHOUT = frozenset("E001 E005 E006 E022 E034 E043 E196".split())


def found(folder: Path, rules: str) -> set[str]:
    """The codes of everything that is wrong with an example, which lies beside its files."""
    for name, text in explanations.files().items():
        (folder / name).write_text(text, encoding="utf-8")
    file = folder / "example.game"
    file.write_text(explanations.whole(rules), encoding="utf-8")
    try:
        game = check(str(file))
        game.scenarios()
    except RulesError as error:
        return {finding.code for finding in error.diagnostics}
    return {finding.code for finding in game.warnings}


def odd(folder: Path, rules: str, code: str) -> set[str]:
    """The same of what `lint` finds: in play only where the code is one for that."""
    assert found(folder, rules) == set()
    games = 3 if code.startswith("L1") else 0
    return {finding.code for finding in lint(str(folder / "example.game"), games=games).findings}


@pytest.mark.parametrize("code", SHOWN)
def test_the_wrong_example_is_wrong_in_just_this_way_and_the_right_one_in_none(
    code: str, tmp_path: Path
) -> None:
    look = partial(odd, code=code) if code in LINTS else found
    assert look(tmp_path, CODES[code].wrong) == {code}
    assert look(tmp_path, CODES[code].right) == set()


def test_which_codes_have_no_example() -> None:
    assert {code for code, said in CODES.items() if not (said.wrong and said.right)} == WITHOUT


def test_no_example_is_left_over() -> None:
    blocks = {name for name in explanations._blocks() if "." not in name}
    assert blocks == {f"{code} {kind}" for code in SHOWN for kind in ("wrong", "right")}

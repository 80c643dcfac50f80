"""Whatever a file holds, reading, checking and laying it out ends in a game or in findings.

Texts are drawn as bytes, as words of the language in any order, as rule files that were cut, glued
together and damaged, and as valid rule files. The same texts are drawn each time; to draw others,
and more: RULEWRIGHT_FUZZ=100000 .venv/bin/python -m pytest tests/property/test_front_end.py
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.repeated import times

import rulewright as rw
from rulewright import resources
from rulewright.check.tables import read_table
from rulewright.diagnostics import Findings, RulesError, UsageError, render
from rulewright.source import SourceFile, Span
from rulewright.syntax.formatting import format_file
from rulewright.testing.strategies import rule_texts

MORE = int(os.environ.get("RULEWRIGHT_FUZZ", "0"))


def often(count: int) -> settings:
    """So many texts, always the same, unless more are asked for."""
    return settings(
        max_examples=MORE or times(count // 5, thorough=count),
        derandomize=not MORE,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


@cache
def shipped() -> tuple[str, ...]:
    """The declarations of all rule files that come with Rulewright, without long scenarios."""
    found: dict[str, None] = {}
    for path in sorted(resources.rules_root().rglob("*.game")):
        for piece in re.split(r"^(?=[a-z])", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
            if len(piece) < 900:
                found[piece] = None
    return tuple(found)


@cache
def words() -> tuple[str, ...]:
    """Words of the language, signs, and what else stands in a rule file."""
    known = set(re.findall(r'"([^"\n]+)"', resources.grammar_text()))
    return (
        *sorted(known), "card", "me", "x", "'a b'", "7", "-1", '"words"', '"{x}"', '"{x', "R-1",
        "#", "# why", "\n", "\n", "\n  ", "\n  ", "\n    ", "\n      ", "\n\n", "\r\n", "  ",
        "{", "}",
    )  # fmt: skip


signs = st.text(st.sampled_from(" \n\t\r#\"'(){}:;,.-=<>a0\x00é\u2028\U0001f3b2"), max_size=60)
mixed = st.lists(st.deferred(lambda: st.sampled_from(words())), max_size=40).map(" ".join)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """Declarations of rule files, glued together, with a few characters or words changed."""
    text = "".join(draw(st.lists(st.sampled_from(shipped()), min_size=1, max_size=5)))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 30)))
        text = text[:start] + draw(st.sampled_from(("", " ", *words()[:200]))) + text[end:]
    return text[: draw(st.one_of(st.just(len(text)), st.integers(0, len(text))))]


@cache
def slips() -> tuple[str, ...]:
    """What authors write by mistake: lines that the program tries to say in its own words."""
    text = (Path(__file__).parents[1] / "golden/slips.md").read_text(encoding="utf-8")
    return tuple(re.findall(r"^```wrong\n((?:.*\n)*?)```$", text, re.MULTILINE))


SIGNS = ("[^", "[", "(", ")", "*", "\\", "+", "?", "^", "$", "|", "{", "}", "(?", "{3", "\\1", "é")


@st.composite
def odd_signs(draw: st.DrawFn) -> str:
    """Declarations, right and wrong, with signs in them that mean something in a pattern."""
    text = draw(st.sampled_from(slips()) | st.sampled_from(shipped()))
    for _ in range(draw(st.integers(1, 3))):
        spots = [found.start() for found in re.finditer(r"\b|\s", text)] or [0]
        at = draw(st.sampled_from(spots))
        text = text[:at] + draw(st.sampled_from(SIGNS)) + text[at + draw(st.integers(0, 5)) :]
    return text


def in_a_game(text: str) -> str:
    return f'game g "G"\n  players 2\n\n{text}'


texts = st.one_of(mixed, signs, damaged())


def laid_out(text: str) -> str | None:
    """The text in the one layout, if it can be parsed; laying it out twice changes nothing more."""
    findings = Findings()
    source = SourceFile("drawn.game", text)
    try:
        result = format_file(source, findings)
    except RulesError:
        return None
    assert all(render(finding) for finding in findings.found)
    if result is not None:
        assert format_file(SourceFile("drawn.game", result), Findings()) == result
    return result


@often(250)
@given(texts)
def test_any_text_is_laid_out_or_refused(text: str) -> None:
    laid_out(text)


@often(250)
@given(damaged())
def test_any_declarations_are_laid_out_or_refused(text: str) -> None:
    laid_out(in_a_game(text))


@often(400)
@given(odd_signs())
def test_any_sign_is_laid_out_or_refused(text: str) -> None:
    laid_out(text if text.startswith(("game", "variant", "library")) else in_a_game(text))


@often(25)
@given(rule_texts())
def test_valid_files_are_laid_out(text: str) -> None:
    assert laid_out(text) is not None


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables of the rule files, so that some of what is drawn gets further."""
    found = tmp_path_factory.mktemp("drawn")
    for table in resources.rules_root().rglob("*.csv"):
        (found / table.name).write_bytes(table.read_bytes())
    return found


@often(150)
@given(st.one_of(damaged(), mixed).map(in_a_game))
def test_any_file_is_a_game_or_refused(folder: Path, text: str) -> None:
    path = folder / "g.game"
    path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
    try:
        rw.load(str(path), engine="reference").scenarios()
    except (RulesError, UsageError) as refusal:
        assert str(refusal)


@often(60)
@given(st.binary(max_size=80))
def test_any_bytes_are_refused(folder: Path, data: bytes) -> None:
    path = folder / "bytes.game"
    path.write_bytes(data)
    with pytest.raises((RulesError, UsageError)):
        rw.load(str(path), engine="reference")


@often(100)
@given(st.one_of(st.binary(max_size=80), st.text('",\r\n ab\x00', max_size=60).map(str.encode)))
def test_any_table_is_read_or_refused(folder: Path, data: bytes) -> None:
    (folder / "drawn.csv").write_bytes(data)
    source = SourceFile("g.game", "game g\n")
    findings = Findings()
    table = read_table(folder, "drawn.csv", Span(source, 0, 4), findings)
    assert (table is None) == findings.errors
    assert all(render(finding) for finding in findings.found)

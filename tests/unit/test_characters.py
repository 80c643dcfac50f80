"""What is shown is what stands there; the list of characters is held against Python's own."""

from __future__ import annotations

import json
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.characters import UNFIT, as_json, printable, told, whole_number

anything = st.text(st.characters(codec=None, min_codepoint=0, max_codepoint=sys.maxunicode))


def test_no_control_format_or_separating_character_is_fit() -> None:
    """But for tab and line end, by the categories that Python knows."""
    obeyed = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    fit = [
        c
        for c in map(chr, range(sys.maxunicode + 1))
        if c not in "\t\n" and unicodedata.category(c) in obeyed and not UNFIT.match(c)
    ]
    assert fit == []


@pytest.mark.parametrize(
    "text", ["Käse", "日本語", "ﷺ", "नमस्ते", "שלום", "e\u0301", "♠ ⚀ 🎲", "☎\ufe0f", "−–…“”"]
)
def test_writing_is_fit(text: str) -> None:
    assert printable(text) == text


@given(anything)
def test_what_is_printable_stays_so(text: str) -> None:
    once = printable(text)
    assert not UNFIT.search(once)
    assert printable(once) == once
    assert once.count("\n") == text.count("\n")


@given(st.recursive(anything | st.integers(), lambda inner: st.lists(inner, max_size=3)))
def test_json_reads_as_the_same_value(value: object) -> None:
    text = as_json(value)
    assert not UNFIT.search(text)
    assert json.loads(text) == value


def test_bytes_and_characters_are_told_apart() -> None:
    assert printable("\x1b[0m \u202e \U000e0041 \udcff \ud800 a\tb\n") == (
        "\\x1b[0m \\u202e \\U000e0041 \\xff \\ud800 a\tb\n"
    )
    assert told("\u2066") == "U+2066 (left-to-right isolate)"
    assert told("\ud800") == "U+D800 (half of a character)"


@pytest.mark.parametrize("text", ["0", "-1", "007", "9" * 18])
def test_whole_numbers(text: str) -> None:
    assert whole_number(text) == int(text)


@pytest.mark.parametrize("text", ["", "-", "--5", "+1", "1_0", " 1", "²", "٣", "9" * 19, "1\n"])
def test_what_is_no_whole_number(text: str) -> None:
    assert whole_number(text) is None

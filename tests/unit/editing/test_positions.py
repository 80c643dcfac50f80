"""Lines and columns of an editor against what UTF-16 makes of a text, written apart."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from rulewright.editing.positions import Text, units

ODD = st.text(st.sampled_from("ab\n\r\t\x0b\x0c\x85\u2028é€😀\U0010ffff"), max_size=40)


def lines_of(text: str) -> list[bytes]:
    """The lines without their ends, each as UTF-16."""
    return [line.encode("utf-16-le") for line in re.split("\r\n|\r|\n", text)]


@given(ODD)
def test_every_offset_has_its_position_and_comes_back(raw: str) -> None:
    text = Text(raw)
    lines = lines_of(raw)
    for offset in range(len(text.rules) + 1):
        line, column = text.position(offset)
        assert 0 <= column <= len(lines[line]) // 2 + (text.rules[offset - 1 : offset] == "\r")
        assert text.offset((line, column)) == offset


@given(ODD, st.integers(0, 9), st.integers(0, 40))
def test_a_position_is_what_utf_16_says(raw: str, line: int, column: int) -> None:
    text = Text(raw)
    lines = lines_of(raw)
    offset = text.offset((line, column))
    if line >= len(lines):
        assert offset == len(text.rules)
        return
    before = lines[line][: 2 * column].decode("utf-16-le", errors="ignore")
    back_line, back = text.position(offset)
    assert (back_line, back) == (line, units(before))


@given(ODD, ODD, st.data())
def test_an_edit_is_made_where_the_editor_makes_it(raw: str, new: str, data: st.DataObject) -> None:
    text = Text(raw)
    lines = lines_of(raw)
    places = []
    for _ in range(2):
        line = data.draw(st.integers(0, len(lines) - 1))
        whole = lines[line].decode("utf-16-le")
        places.append((line, units(whole[: data.draw(st.integers(0, len(whole)))])))
    start, end = sorted(places)
    ends = [*(found.end() for found in re.finditer("\r\n|\r|\n", raw)), 0]
    at = [
        (ends[line - 1] if line else 0) + len(lines[line][: 2 * column].decode("utf-16-le"))
        for line, column in (start, end)
    ]
    assert text.edited(start, end, new).raw == raw[: at[0]] + new + raw[at[1] :]


def test_what_is_not_in_a_text_is_the_nearest() -> None:
    text = Text("ab\r\n😀c")
    assert [text.offset(place) for place in ((0, 9), (1, 1), (1, 2), (1, 3), (7, 0))] == [
        2, 3, 4, 5, 5,
    ]  # fmt: skip
    assert text.line_end == "\r\n"

"""What was expected beside what was found, in two columns."""

from __future__ import annotations

from rulewright_cli.commands.test import side_by_side


def marked(expected: tuple[str, ...], found: tuple[str, ...]) -> list[str]:
    """What has a mark, in either column."""
    lines = side_by_side(expected, found, 80)[1:]
    cells = [cell.strip() for line in lines for cell in (line[:39], line[39:])]
    return [cell for cell in cells if cell.startswith("!")]


def test_what_is_in_one_list_only_is_marked() -> None:
    assert marked(("out", "bid 6"), ("out", "bid 7")) == ["! bid 6", "! bid 7"]


def test_of_a_list_that_goes_on_only_what_is_missing_is_marked() -> None:
    assert marked(("out", "bid 6", "..."), ("out", "bid 7", "bid 8")) == ["! bid 6"]

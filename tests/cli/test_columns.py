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


def test_of_long_lists_what_is_missing_and_what_is_too_much_is_told_first() -> None:
    both = tuple(f"bid {n}" for n in range(30))
    expected, found = ("bid x", *both), (*both, "bid y", "bid z")
    assert marked(expected, found) == ["! bid x", "! bid y", "! bid z"]
    lines = side_by_side(expected, found, 80)
    assert len(lines) == 4 and lines[2].split() == "and 30 more ! bid z".split()
    assert lines[3].split() == "and 30 more".split()


def test_of_long_lists_that_have_nothing_in_common_the_first_are_told() -> None:
    lines = side_by_side(("pass",), tuple(f"bid {n}" for n in range(30)), 80)
    assert len(lines) == 22 and lines[-1].split() == "and 10 more".split()


def test_of_long_lists_of_moves_those_that_are_most_like_the_one_are_told() -> None:
    moves = tuple(f"move {file}{row}-x" for file in "abc" for row in range(9))
    lines = side_by_side(("move b3-y",), moves, 80)
    assert [line.split()[-1] for line in lines[1:4]] == ["b3-x", "b0-x", "b1-x"]

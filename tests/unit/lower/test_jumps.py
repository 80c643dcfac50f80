"""Pieces of a flow are put together without needless copies."""

from rulewright.backends.python.printer import text
from rulewright.lower.jumps import SMALL, Join, arrange
from rulewright.lower.nodes import Jump, Lines, assign, give, name, number, when


def written(lines: Lines) -> str:
    return text(lines)


def long(count: int = SMALL + 1) -> Lines:
    return [assign(f"x{i}", number(i)) for i in range(count)]


def test_a_join_with_one_predecessor_takes_the_place_of_the_jump() -> None:
    after = Join("after", [*long(), give(None)])
    root: Lines = [assign("a", number(1)), Jump(after)]
    assert arrange([root], lambda _: False) == []
    assert written(root).startswith("a = 1\nx0 = 0") and written(root).endswith("return")


def test_ways_that_meet_go_on_behind_the_if() -> None:
    after = Join("after", [*long(), give(None)])
    then: Lines = [assign("a", number(1)), Jump(after)]
    root: Lines = [when(name("t"), then, [Jump(after)])]
    assert arrange([root], lambda _: False) == []
    assert written(root).count("x0 = 0") == 1
    assert written(root).startswith("if t:\n    a = 1\nx0 = 0")


def test_a_large_join_of_several_roots_is_kept_and_a_small_one_copied() -> None:
    large, small = Join("large", [*long(), give(None)]), Join("small", [give(None)])
    roots: list[Lines] = [[Jump(large)], [Jump(large)], [Jump(small)], [Jump(small)]]
    assert arrange(roots, lambda _: False) == [large]
    assert [written(lines) for lines in roots[2:]] == ["return", "return"]


def test_a_ring_of_joins_stays() -> None:
    head = Join("head")
    body = Join("body", [*long(), Jump(head)])
    head.lines = [when(name("done"), [give(None)]), Jump(body)]
    assert arrange([[Jump(head)]], lambda _: True) == [head]
    assert "x0 = 0" in written([line for line in head.lines if not isinstance(line, Jump)])

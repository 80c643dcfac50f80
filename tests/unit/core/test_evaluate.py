"""Every operation and every fold by example, and values in words."""

from types import SimpleNamespace

import pytest

from rulewright.core.evaluate import Value, evaluate, render, written
from rulewright.core.ir import (
    Cond,
    Const,
    Domain,
    Element,
    Expr,
    Fold,
    FoldKind,
    Graph,
    Local,
    Measure,
    Message,
    Number,
    Op,
    OpName,
    Read,
    RowOf,
    SetOf,
    StackOf,
    StateVariable,
    Truth,
    Type,
)
from rulewright.diagnostics import PlayError

TILE = Domain("tile", "component", ("a", "b", "c", "d"), ring=True)
SEAT = Domain("seat", "seat", ("first", "second"))
NUMBER = Number(-99, 99)
CELLS: dict[str, tuple[StateVariable, Value]] = {
    "stack": (StateVariable(0, "stack", (), StackOf(TILE)), [2, 0, 3]),
    "row": (StateVariable(1, "row", (), RowOf(TILE, 3)), [3, -1, 0]),
    "full": (StateVariable(2, "full", (), RowOf(TILE, 2)), [1, 2]),
    "none": (StateVariable(3, "none", (), StackOf(TILE)), []),
    "by_seat": (StateVariable(4, "by_seat", (SEAT,), NUMBER), 5),
}


def read(variable: StateVariable, keys: tuple[int, ...]) -> Value:
    return next(value for known, value in CELLS.values() if known is variable)


def cell(name: str) -> Read:
    return Read(CELLS[name][0], (), CELLS[name][0].type)


def tiles(mask: int) -> Const:
    return Const(mask, SetOf(TILE))


def value(expr: Expr, **bound: Value) -> Value:
    return evaluate(expr, {int(k[1:]): v for k, v in bound.items()}, read)


@pytest.mark.parametrize(
    ("name", "args", "result"),
    [
        ("add", (2, 3), 5), ("subtract", (2, 3), -1), ("multiply", (2, 3), 6), ("negate", (2,), -2),
        ("least", (2, 3), 2), ("most", (2, 3), 3),
        ("equal", (2, 2), 1), ("differ", (2, 2), 0), ("less", (2, 2), 0), ("at_most", (2, 2), 1),
        ("more", (3, 2), 1), ("at_least", (1, 2), 0),
        ("and", (1, 1, 0), 0), ("or", (0, 0, 1), 1), ("not", (0,), 1),
        ("union", (0b0101, 0b0110), 0b0111), ("intersect", (0b0101, 0b0110), 0b0100),
        ("without", (0b0101, 0b0110), 0b0001), ("meets", (0b01, 0b10), 0),
        ("contains", (0b0101, 2), 1), ("contains", (0b0101, 1), 0), ("contains", (0b0101, -1), 0),
        ("empty", (0,), 1), ("size", (0b1011,), 3), ("set", (0, 3, -1), 0b1001),
        ("members", (0b11,), 0b11),
        ("after", (0b0010, 0b1111), 0b1100), ("after", (0, 0b1111), 0b1111),
        ("step", (3, 2), 1), ("step", (0, -1), 3), ("next_seat", (3,), 0),
    ],
)  # fmt: skip
def test_operations_on_ints(name: OpName, args: tuple[int, ...], result: int) -> None:
    consts = tuple(Const(arg, NUMBER) for arg in args)
    assert value(Op(name, consts, Element(TILE))) == result


@pytest.mark.parametrize(
    ("name", "args", "result"),
    [
        ("top", ("stack",), 3), ("top", ("none",), -1),
        ("full", ("full",), 1), ("full", ("row",), 0),
        ("size", ("stack",), 3), ("size", ("row",), 2), ("empty", ("none",), 1),
        ("members", ("row",), 0b1001), ("equal", ("stack", "stack"), 1),
        ("differ", ("stack", "none"), 1), ("meets", ("stack", "full"), 1),
    ],
)  # fmt: skip
def test_operations_on_stacks_and_rows(name: OpName, args: tuple[str, ...], result: int) -> None:
    assert value(Op(name, tuple(cell(arg) for arg in args), NUMBER)) == result


def test_none_is_in_no_row() -> None:
    assert value(Op("contains", (cell("row"), Const(-1, Element(TILE, True))), Truth())) == 0


def test_and_stops_early() -> None:
    broken = Read(CELLS["by_seat"][0], (Const(-1, Element(SEAT)),), NUMBER)
    assert value(Op("and", (Const(0, Truth()), broken), Truth())) == 0
    with pytest.raises(PlayError, match="by_seat is asked of nothing"):
        value(broken)


def fold(kind: FoldKind, source: Expr, where: str = "", *, body: bool = False) -> Value:
    x = Local(1, "x", Element(TILE))
    odd = Op("equal", (Op("contains", (tiles(0b1010), x), Truth()), Const(1, Truth())), Truth())
    square = Op("multiply", (x, x), NUMBER)
    return value(Fold(kind, x, source, odd if where else None, square if body else None, NUMBER))


def test_folds() -> None:
    every = tiles(0b1111)
    assert fold("some", every) == 1 and fold("some", tiles(0b0101), "odd") == 0
    assert fold("every", tiles(0b1110), body=True) == 1 and fold("every", every, body=True) == 0
    assert fold("count", every, "odd") == 2
    assert fold("total", every, body=True) == 14 and fold("total", every, "odd", body=True) == 10
    assert fold("largest", every, body=True) == 9 and fold("smallest", every, body=True) == 0
    assert fold("smallest", tiles(0), body=True) == 0 and fold("largest", tiles(0), body=True) == 0
    assert fold("all", every, "odd") == 0b1010
    assert fold("the", every, "odd") == 1
    with pytest.raises(PlayError, match="there is no such tile"):
        fold("the", tiles(0))


def test_folds_go_through_stacks_from_the_top_and_rows_from_the_left() -> None:
    assert fold("the", cell("stack")) == 3 and fold("the", cell("row")) == 3
    assert fold("the", cell("stack"), "odd") == 3 and fold("count", cell("row")) == 2


def test_cond_takes_one_way() -> None:
    test = Local(1, "t", Truth())
    assert value(Cond(test, Const(1, NUMBER), Const(2, NUMBER), NUMBER), _1=0) == 2


def test_longest_trail_may_cross_itself_and_a_path_may_not() -> None:
    edges = Domain("edge", "edge", ("0", "1", "2", "3"))
    lasso = Graph(edges, 4, ((0, 1), (1, 2), (0, 2), (2, 3)), None)  # type: ignore[arg-type]
    everything = Const(0b1111, SetOf(edges))
    assert value(Measure("trail", lasso, everything, NUMBER)) == 4
    assert value(Measure("path", lasso, everything, NUMBER)) == 3


@pytest.mark.parametrize(
    ("held", "kind", "words"),
    [
        (1, Truth(), "yes"), (0, Truth(), "no"), (-3, NUMBER, "-3"), (2, Element(TILE), "c"),
        (-1, Element(TILE, True), "none"), (-1, Element(SEAT, True), "nobody"),
        (0b1001, SetOf(TILE), "a, d"), (0, SetOf(TILE), "nothing"),
        ([0, 1], StackOf(TILE), "b, a"), ([3, -1, 0], RowOf(TILE, 3), "d, a"),
    ],
)  # fmt: skip
def test_values_in_words(held: Value, kind: Type, words: str) -> None:
    assert written(held, kind) == words


def test_messages_hold_values(mini: SimpleNamespace) -> None:
    message = Message((Local(1, "x", Element(TILE)), " of ", cell("stack")))
    assert render(message, {1: 2}, read) == "c of d, a, c"


def below(what: Expr, name: int, *, seen: Expr | None = None) -> Fold:
    """How many tiles there are below something; `seen`: of these."""
    y = Local(name, "y", Element(TILE))
    less = Op("less", (y, what), Truth())
    return Fold("count", y, seen or tiles(0b1111), less, None, NUMBER)


def test_queries_that_say_nothing_of_an_element_are_told_apart() -> None:
    """Of several that stand in one, some speak of its element, some of that of one between them,
    and some of neither; one node may stand at two places."""
    x, z = Local(1, "x", Element(TILE)), Local(3, "z", Element(TILE))
    shared = below(Const(3, NUMBER), 2)
    between = Fold(
        "total", z, tiles(0b1111), Op("more", (shared, below(x, 4)), Truth()),
        Op("add", (below(z, 5), Op("multiply", (Const(10, NUMBER), shared), NUMBER)), NUMBER),
        NUMBER,
    )  # fmt: skip
    parts = (below(Const(2, NUMBER), 2), shared, below(x, 2), between)
    body: Expr = Const(0, NUMBER)
    for part in parts:
        body = Op("add", (Op("multiply", (Const(100, NUMBER), body), NUMBER), part), NUMBER)
    whole = Fold("total", x, tiles(0b1111), None, body, NUMBER)
    told = sum(z + 30 for z in range(4))
    wanted = sum(2_000_000 + 30_000 + 100 * x + told * (3 > x) for x in range(4))
    assert value(whole) == wanted


def test_a_query_that_says_nothing_of_an_element_is_asked_once() -> None:
    asked = list[str]()

    def noting(variable: StateVariable, keys: tuple[int, ...]) -> Value:
        asked.append(variable.name)
        return read(variable, keys)

    x, y = Local(1, "x", Element(TILE)), Local(2, "y", Element(TILE))
    inner = Fold("total", y, cell("stack"), None, y, NUMBER)
    whole = Fold("count", x, tiles(0b1111), Op("less", (x, inner), Truth()), None, NUMBER)
    assert evaluate(whole, {}, noting) == 4 and asked == ["stack"]
    none = Fold("count", x, tiles(0), Op("less", (x, inner), Truth()), None, NUMBER)
    assert evaluate(none, {}, noting) == 0 and asked == ["stack"]

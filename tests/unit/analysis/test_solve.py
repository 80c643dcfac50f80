"""What small games are worth: against solvers of these games that are written apart, published
values, and numbers of positions."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from tests.repeated import times

from rulewright import Game, load
from rulewright.analysis.positions import Positions, groups, settled
from rulewright.analysis.proving import Node, Prover, shortest_way
from rulewright.analysis.sequence_form import NEEDED
from rulewright.analysis.solve import Solution, solve
from rulewright.analysis.tree import END, TreeError
from rulewright.catalogue import game as info
from rulewright.diagnostics import UsageError
from rulewright.limits import Deadline, OutOfTime

MORE = int(os.environ.get("RULEWRIGHT_FUZZ", "0"))

Board = tuple[str, ...]  # of marks, "." where there is none

CALLS = """game calls "Which side is the coin?"
  players 1

type side: heads, tails
mark coin: side, SEEN
mark called: side or none
mark looked: 0..9

phase throw
  pick coin from side
  turns until called is not none
    choose call
      again
        needs looked < 9 else "you have looked often enough"
        gain 1 looked
        pick coin from side
      call(s in side)
        set called to s

score right of p: 1 when some s in side where s is coin and called is s else 0
winner most score
"""

BIDS = """game bids "Both choose a number, and it is looked up"
  players 2 named Ann, Bob
type number: one, two, three
mark chosen of seat: number or none, seen by owner
define entry
LINES
  0 else
phase play
  turns until every p in seat has chosen of p is not none
    choose number secretly
      take(n in number)
        set chosen of me to n
score points of p: entry when p is Ann else 0 - entry
winner most score
"""


def lines_of(rows: int, columns: int, length: int) -> list[list[int]]:
    """The places of each line on a board, by rows."""
    found = []
    for r in range(rows):
        for c in range(columns):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(r + i * dr, c + i * dc) for i in range(length)]
                if all(0 <= y < rows and 0 <= x < columns for y, x in line):
                    found.append([y * columns + x for y, x in line])
    return found


def counted_out(
    start: Board, after: Callable[[Board, str], Iterator[Board]], won: Callable[[Board], str]
) -> tuple[int, int]:
    """What a game between x and o is worth to x, who begins, and how many positions it has; `won`
    says who has won, "=" if nobody has though it is over, "" if it goes on."""
    met: set[tuple[Board, str]] = set()

    @cache
    def value(board: Board, mover: str) -> int:
        over = won(board)
        met.add((board, mover))
        if over:
            return {"x": 1, "o": -1, "=": 0}[over]
        ends = [value(b, "o" if mover == "x" else "x") for b in after(board, mover)]
        return max(ends) if mover == "x" else min(ends)

    return value(start, "x"), len(met)


def dropped(rows: int, columns: int, length: int) -> tuple[int, int]:
    """Connect four on a board of another size."""
    lines = lines_of(rows, columns, length)

    def after(board: Board, mover: str) -> Iterator[Board]:
        for c in range(columns):
            for r in range(rows):
                if board[r * columns + c] == ".":
                    at = r * columns + c
                    yield (*board[:at], mover, *board[at + 1 :])
                    break

    def won(board: Board) -> str:
        for line in lines:
            if board[line[0]] != "." and len({board[at] for at in line}) == 1:
                return board[line[0]]
        return "" if "." in board else "="

    return counted_out((".",) * (rows * columns), after, won)


def marked(misere: bool = False) -> tuple[int, int]:
    lines = lines_of(3, 3, 3)

    def after(board: Board, mover: str) -> Iterator[Board]:
        for at in range(9):
            if board[at] == ".":
                yield (*board[:at], mover, *board[at + 1 :])

    def won(board: Board) -> str:
        for line in lines:
            if board[line[0]] != "." and len({board[at] for at in line}) == 1:
                return {"x": "o", "o": "x"}[board[line[0]]] if misere else board[line[0]]
        return "" if "." in board else "="

    return counted_out((".",) * 9, after, won)


def run_across(rows: int, size: int) -> tuple[int, int]:
    """Breakthrough on a board of so many rows and columns."""

    def after(board: Board, mover: str) -> Iterator[Board]:
        step = 1 if mover == "x" else -1
        for at, man in enumerate(board):
            if man != mover or not 0 <= at // size + step < rows:
                continue
            for side in (-1, 0, 1):
                to = at + step * size + side
                if 0 <= at % size + side < size and board[to] != mover:
                    if side or board[to] == ".":
                        new = list(board)
                        new[at], new[to] = ".", mover
                        yield tuple(new)

    def won(board: Board) -> str:
        if "x" in board[-size:] or "o" not in board:
            return "x"
        return "o" if "o" in board[:size] or "x" not in board else ""

    men = ("x",) * (2 * size), (".",) * (size * (rows - 4)), ("o",) * (2 * size)
    return counted_out(men[0] + men[1] + men[2], after, won)


def rolled(target: int) -> float:
    """What the first of two wins of a game of pig, if a one costs the turn and nobody rolls who has
    enough: (1 + wins − losses) / 2."""
    wins = {(a, b, t): 0.5 for a in range(target) for b in range(target) for t in range(target + 6)}

    def of(a: int, b: int, t: int) -> float:
        hold = 1.0 if a + t >= target else 1 - wins[b, a + t, 0]
        if a + t >= target:
            return hold
        roll = (1 - wins[b, a, 0] + sum(wins[a, b, t + k] for k in range(2, 7))) / 6
        return max(hold, roll) if t else roll

    moved = 1.0
    while moved > 1e-13:
        moved = 0.0
        for key in wins:
            new = of(*key)
            moved, wins[key] = max(moved, abs(new - wins[key])), new
    return wins[0, 0, 0]


def rewritten(folder: Path, name: str, *changes: tuple[str, str]) -> Game:
    """A game of the library with some texts changed, and without its scenarios."""
    rules = info(name).path.read_text(encoding="utf-8").partition("# ----")[0]
    for old, new in changes:
        assert old in rules
        rules = rules.replace(old, new)
    return written(folder, rules)


def written(folder: Path, rules: str) -> Game:
    path = folder / f"{rules.split()[1]}.game"
    path.write_text(rules, encoding="utf-8")
    return load(str(path))


def told(found: Solution) -> tuple[object, int]:
    assert found.low == found.high
    return found.low, found.counted


@pytest.mark.thorough
def test_tic_tac_toe_is_a_draw_from_5478_positions() -> None:
    found = solve(load("tic_tac_toe"))
    assert told(found) == (0, 5_478) == marked()
    assert found.ends == 958
    assert (len(found.line), found.goes_round, len(found.firsts)) == (9, False, 9)
    assert {first.low for first in found.firsts} == {0}
    misere = solve(load("tic_tac_toe", variants=["misere"]))
    assert told(misere) == (0, 5_478) == marked(misere=True)
    assert [first.move for first in misere.firsts if not first.low] == ["mark b2"]


@pytest.mark.parametrize(
    ("rows", "columns", "length"),
    [(3, 4, 3), (3, 3, 3), (2, 5, 3), *([(4, 4, 4)] if MORE else [])],
)
def test_connect_four_on_smaller_boards(
    tmp_path: Path, rows: int, columns: int, length: int
) -> None:
    game = rewritten(
        tmp_path, "connect_four", ("grid 6 by 7", f"grid {rows} by {columns}"),
        ("in_line: 4, 3, 5", f"in_line: {length}, 9"),
    )  # fmt: skip
    assert told(solve(game)) == dropped(rows, columns, length)


def test_breakthrough_on_a_small_board(tmp_path: Path) -> None:
    game = rewritten(
        tmp_path, "breakthrough", ("size: 8, 6, 5, 4", "size: 4, 9"), ("size by size", "size by 2")
    )
    found = solve(game)
    assert told(found) == run_across(4, 2)
    state = game.start(seed=1)
    for move in found.line:
        state.apply(move)
    assert state.outcome is not None
    assert state.outcome["winners"] == [0 if found.low == 1 else 1], "the line shows it"


@pytest.mark.parametrize("target", [10, *([14] if MORE else [])])
def test_pig_is_worth_what_the_odds_say(target: int) -> None:
    found = solve(load("pig", options={"target": target}))
    assert found.high - found.low < 1e-11
    assert (1 + float(found.low)) / 2 == pytest.approx(rolled(target), abs=1e-9)
    assert found.line == ("roll",), "and then chance decides"


def test_cards_that_only_the_other_sees_are_worth_the_same(tmp_path: Path) -> None:
    """Whoever sees the best card with the other knows as much as with the worst of the own, and so
    on: information sets are the same by other names."""
    rules = info("kuhn_poker").path
    shutil.copytree(rules.parent, tmp_path / "kuhn")
    text = rules.read_text(encoding="utf-8")
    assert "set of card, seen by owner " in text
    text = text.replace("set of card, seen by owner ", "set of card, seen by others ")
    (tmp_path / "kuhn" / rules.name).write_text(text, encoding="utf-8")
    found = solve(load(str(tmp_path / "kuhn" / rules.name)))
    assert told(found) == (Fraction(-1, 18), 58)
    assert found.tree is not None and len(found.tree.sets) == 12


def test_kuhn_poker_is_worth_an_eighteenth_exactly() -> None:
    found = solve(load("kuhn_poker"))
    assert told(found) == (Fraction(-1, 18), 58)
    assert found.tree is not None
    assert (found.ends, len(found.tree.sets), found.aim) == (30, 12, "points")


@pytest.mark.thorough
def test_leduc_poker_is_worth_what_is_published() -> None:
    found = solve(load("leduc_poker"))
    assert -0.08560643 < found.low <= found.high < -0.08560642
    assert found.high - found.low < 1e-8


def test_secret_choices_are_worth_what_their_matrix_is(tmp_path: Path) -> None:
    """Two by two without a saddle point: (ad − bc) / (a + d − b − c)."""
    draw = random.Random(5)
    for _ in range(4):
        a, d = draw.randrange(3, 9), draw.randrange(3, 9)
        b, c = draw.randrange(-9, 3), draw.randrange(-9, 3)
        rows = {("one", "one"): a, ("one", "two"): b, ("two", "one"): c, ("two", "two"): d}
        cases = {**rows, ("three", "one"): -20, ("three", "two"): -20}
        cases |= {(r, "three"): 20 for r in ("one", "two", "three")}
        lines = [
            f"  {value if value >= 0 else f'0 - {-value}'} when chosen of Ann is {r} "
            f"and chosen of Bob is {s}"
            for (r, s), value in cases.items()
        ]
        found = solve(written(tmp_path, BIDS.replace("LINES", "\n".join(lines))))
        assert told(found)[0] == Fraction(a * d - b * c, a + d - b - c)


@pytest.mark.parametrize(("seen", "value"), [("seen by nobody", Fraction(1, 2)), ("", 1)])
def test_alone_against_chance(tmp_path: Path, seen: str, value: Fraction) -> None:
    """Whoever sees the coin is always right; whoever does not is so every second time."""
    game = written(tmp_path, CALLS.replace(", SEEN", f", {seen}" if seen else ""))
    found = solve(game, most=200_000) if seen == "" else None
    if found is None:
        found = solve(written(tmp_path, (tmp_path / "calls.game").read_text().replace("9", "2")))
    assert (found.low, found.high, found.aim) == (value, value, "points")


def test_what_is_too_large_is_said_to_be() -> None:
    with pytest.raises(TreeError, match="more than 500 positions"):
        solve(load("connect_four"), most=500)
    with pytest.raises(TreeError, match="more than 100 histories"):
        solve(load("leduc_poker"), most=100)
    with pytest.raises(TreeError, match="pile can be shuffled in more than 1,000 ways"):
        solve(load("ruta"), most=1000)
    with pytest.raises(OutOfTime):
        solve(load("connect_four"), deadline=Deadline(0.2))


def test_what_has_no_value_is_refused() -> None:
    with pytest.raises(UsageError, match="kuhn_poker has 3 seats"):
        solve(load("kuhn_poker", seats=3))
    with pytest.raises(UsageError, match="do not win their points from each other"):
        solve(load("tic_tac_toe"), aim="points")


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.analysis.sequence_form.find_spec", lambda name: None)
    with pytest.raises(UsageError) as refused:
        solve(load("kuhn_poker"))
    assert str(refused.value) == NEEDED


def drawn(draw: random.Random, chance: bool, back: bool) -> Positions:
    """A game nobody would play: positions that lead anywhere (`back`: to earlier ones, too)."""
    count = draw.randrange(2, 12)
    movers, moves, worths = [0], [(1,)], [0]
    for here in range(1, count + 1):
        first = 1 if back else here + 1
        over = first > count or draw.random() < 0.3
        movers.append(END if over else draw.randrange(2))
        worths.append(draw.randrange(-2, 3) if over else 0)
        after: list[object] = []
        for _ in range(0 if over else draw.randrange(1, 4)):
            places = sorted({draw.randrange(first, count + 1) for _ in range(3)})
            if chance and len(places) > 1:
                after.append(tuple((Fraction(1, len(places)), there) for there in places))
            else:
                after.append(places[0])
        moves.append(tuple(after))  # type: ignore[arg-type]
    return Positions(movers, moves, worths)  # type: ignore[arg-type]


def played(positions: Positions, moves: int, endless: float) -> list[float]:
    """What positions are worth if play stops after so many moves, worth `endless` to both."""
    values = [
        float(worth) if mover == END else endless
        for mover, worth in zip(positions.movers, positions.worths, strict=True)
    ]
    for _ in range(moves):
        new = list(values)
        for here, mover in enumerate(positions.movers):
            ways = []
            for after in positions.moves[here]:
                places = [(Fraction(1), after)] if isinstance(after, int) else after
                ways.append(sum(float(share) * values[there] for share, there in places))
            if mover != END:
                new[here] = min(ways) if mover else max(ways)
        values = new
    return values


@pytest.mark.parametrize("chance", [False, True])
@pytest.mark.parametrize("back", [False, True])
def test_any_positions_are_settled(chance: bool, back: bool) -> None:
    """Between what they are worth if play on for ever is worst for the one and for the other, and
    without chance as much as if nobody had won then."""
    for number in range(MORE or times(20, thorough=60)):
        positions = drawn(random.Random(f"{number} {chance} {back}"), chance, back)
        found = settled(positions, endless=0, deadline=Deadline())
        even = played(positions, 400 if back and chance else 100, 0)
        for here, value in enumerate(even):
            if not chance:
                assert found.low[here] == found.high[here] == value
            else:
                assert float(found.low[here]) - 1e-3 <= value <= float(found.high[here]) + 1e-3
                assert back or found.low[here] == found.high[here]
        if chance and back:
            low, high = played(positions, 300, -2), played(positions, 300, 2)
            for here in range(1, len(even)):
                assert float(found.low[here]) >= low[here] - 1e-6, "not wider than need be"
                assert float(found.high[here]) <= high[here] + 1e-6


def test_groups_are_those_that_lead_back_to_each_other() -> None:
    draw = random.Random(3)
    for _ in range(200):
        count = draw.randrange(1, 10)
        after = [[draw.randrange(count) for _ in range(draw.randrange(3))] for _ in range(count)]
        leads = [{here} for here in range(count)]
        for _ in range(count):
            leads = [{far for near in seen for far in (near, *after[near])} for seen in leads]
        order = list(groups(after))
        assert sorted(here for group in order for here in group) == list(range(count))
        for at, group in enumerate(order):
            for here in group:
                assert set(group) == {n for n in leads[here] if here in leads[n]}
                assert leads[here] <= {n for earlier in order[: at + 1] for n in earlier}


@pytest.mark.parametrize(
    ("name", "options", "value"),
    [
        ("tic_tac_toe", {}, 0),
        ("connect_four", {"in_line": 3}, 1),
        ("breakthrough", {"size": 4}, -1),
    ],
)
def test_who_wins_is_proved_by_fewer_positions(
    name: str, options: dict[str, int], value: int
) -> None:
    game = load(name, options=options)
    found = solve(game, value_only=True)
    assert (found.low, found.high, found.complete) == (value, value, False)
    assert found.counted < 15_000
    assert any(first.low == value for first in found.firsts)
    assert all(first.low <= value for first in found.firsts)
    if value:
        state = game.start(seed=1)
        for move in found.line:
            state.apply(move)
        assert state.outcome is not None
        assert state.outcome["winners"] == [0 if value == 1 else 1], "the line shows it"


def test_any_positions_are_proved() -> None:
    """Positions nobody would choose, with ends worth more than a win; and no word where one comes
    back to itself."""
    said = set[str]()
    for number in range(MORE or 200):
        draw = random.Random(f"{number} proved")
        positions = drawn(draw, chance=False, back=number % 3 == 0)
        nodes = [
            Node(mover, worth)
            for mover, worth in zip(positions.movers, positions.worths, strict=True)
        ]
        asked = list[Node]()

        def led_to(
            node: Node, nodes: list[Node] = nodes, asked: list[Node] = asked,
            positions: Positions = positions,
        ) -> list[Node]:  # fmt: skip
            assert node not in asked, "once for each"
            asked.append(node)
            after = positions.moves[nodes.index(node)]
            return [nodes[there] for there in after if isinstance(there, int)]

        prover = Prover(nodes[1], led_to, Deadline())
        value = settled(positions, endless=0, deadline=Deadline()).low[1]
        for target in (2, -1, 0, 1, 3, -2):
            try:
                reached = prover.at_least(target)
            except TreeError as error:
                assert number % 3 == 0 and "comes back" in str(error)
                said.add("comes back")
                break
            assert reached == (value >= target)
            node = nodes[1]
            for move in shortest_way(node):
                node = node.after[move]
            assert node.mover == END and (node.worth >= target) == reached
            said.add(f"{reached}")
    assert said == {"comes back", "True", "False"}


def test_a_proof_of_the_value_alone_is_refused_where_it_would_be_none(tmp_path: Path) -> None:
    for name in ("kuhn_poker", "pig"):
        with pytest.raises(UsageError, match="in games without chance where all is open"):
            solve(load(name), value_only=True)
    with pytest.raises(UsageError, match="who wins is all that is proved so"):
        solve(load("tic_tac_toe"), value_only=True, aim="points")
    with pytest.raises(TreeError, match="more than 500 positions"):
        solve(load("reversi"), value_only=True, most=500)

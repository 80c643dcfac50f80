"""What a small game is worth to those who play it perfectly, with a proof.

Where all is open, all positions are settled (`positions`), or, without chance, as few as show what
the beginning is worth (`proving`). Where something is hidden, or chosen at the same time, the whole
tree is grown, and a linear programme finds strategies (`sequence_form`) of which it is then proved,
in whole numbers, what the other seat can do at most against them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from ..backends.protocol import Engine, Position
from ..diagnostics import UsageError
from ..game import Game
from ..limits import Deadline
from ..players.information import seen_by
from ..players.view import is_open
from ..runtime.chance import Asked, Question
from ..runtime.layout import OVER
from ..runtime.move import text_of
from . import sequence_form
from .equilibrium import Likely, Strategy, best_response, bounds
from .positions import Positions, Settled, all_positions, expected, settled
from .proving import Node, Prover, shortest_way
from .tree import END, Transition, Tree, TreeError, grow

Aim = Literal["win", "points"]
LONGEST_LINE = 400
ONLY_WHO_WINS = "who wins is all that is proved so, in games without chance where all is open"
SIMPLE, FINE = 1_000, 10**9  # denominators that are tried


@dataclass(frozen=True, slots=True)
class First:
    """A move at the beginning, and what it is worth to the first seat at least and at most."""

    move: str
    low: Likely
    high: Likely


@dataclass(frozen=True, slots=True)
class Solution:
    """What was proved: with best play the first seat reaches, on average, at least `low` and at
    most `high`.

    For two, `aim` "win" counts a win as 1, a loss as −1, and all else as 0; for one, a win as 1 and
    all else as 0. `counted`: positions that can be reached, or histories; if not `complete`, the
    positions that were met. `line`: the moves of best play from the beginning on, up to where
    chance decides. `chosen`: how likely each move is at the information sets, where something is
    hidden.
    """

    aim: Aim
    low: Likely
    high: Likely
    counted: int
    ends: int
    is_open: bool
    by_chance: bool
    firsts: tuple[First, ...] = ()
    line: tuple[str, ...] = ()
    goes_round: bool = False
    complete: bool = True
    tree: Tree | None = None
    chosen: Strategy = ()


def solve(
    game: Game,
    *,
    aim: Aim | None = None,
    value_only: bool = False,
    most: int = 1_000_000,
    deadline: Deadline | None = None,
    tell: Callable[[int], object] = lambda count: None,
) -> Solution:
    """What a game for one or two is worth.

    `aim`: what the seats play for; if not given, for points where one always gains what the other
    loses, and otherwise to win (a single seat: for points where the rules let nobody win).
    `value_only`: who wins, where all is open and without chance, by as few positions as show it.
    `most`: positions or histories. Raises `UsageError` for more seats, for two who do not play
    against each other, and for `value_only` where it cannot be, `TreeError` if the game is too
    large, `OutOfTime`.
    """
    if game.seats > 2:
        raise UsageError(
            f"{game.name} has {game.seats} seats: only games for one or two are solved"
        )
    deadline = deadline or Deadline()
    if value_only:
        if aim == "points" or not is_open(game.program):
            raise UsageError(ONLY_WHO_WINS)
        return _Proved(game, most, deadline, tell).solution()
    if is_open(game.program):
        return _Open(game, aim, most, deadline, tell).solution()
    return _hidden(game, aim, most, deadline)


def _aim(game: Game, wanted: Aim | None, points: list[tuple[int, ...]]) -> Aim:
    """What is played for, given the points at all ends."""
    against = game.seats == 2 and not any(map(sum, points)) and any(map(any, points))
    if wanted == "points" and game.seats == 2 and not against:
        raise UsageError(
            f"in {game.name} the seats do not win their points from each other: --for win"
        )
    if game.seats == 1:
        return wanted or ("points" if game.program.winners is None else "win")
    return wanted or ("points" if against else "win")


def _won(game: Game, winners: int) -> int:
    """What a win is worth to the first seat."""
    return (winners & 1) - (winners >> 1 & 1) if game.seats == 2 else winners & 1


class _Open:
    def __init__(
        self,
        game: Game,
        aim: Aim | None,
        most: int,
        deadline: Deadline,
        tell: Callable[[int], object],
    ) -> None:
        self.game, self.engine, self.deadline = game, game.engine, deadline
        ends: list[tuple[tuple[int, ...], int]] = []

        def end(engine: Engine, position: Position) -> int:
            ends.append((engine.totals(position), engine.verdict(position).winners))
            return len(ends) - 1

        self.positions = all_positions(self.engine, end, most=most, deadline=deadline, tell=tell)
        self.aim = _aim(game, aim, [points for points, _ in ends])
        worths = [p[0] if self.aim == "points" else _won(game, won) for p, won in ends]
        self.positions.worths = [
            worths[number] if mover == END else 0
            for number, mover in zip(self.positions.worths, self.positions.movers, strict=True)
        ]
        endless = min(worths, default=0) if game.seats == 1 else 0
        self.values: Settled = settled(self.positions, endless=endless, deadline=deadline)

    def solution(self) -> Solution:
        positions, values = self.positions, self.values
        firsts, line, around = self._line()
        return Solution(
            self.aim, values.low[0], values.high[0], len(positions), positions.ends, True,
            any(isinstance(after, tuple) for moves in positions.moves for after in moves),
            firsts, line, around,
        )  # fmt: skip

    def _line(self) -> tuple[tuple[First, ...], tuple[str, ...], bool]:
        """The first moves and best play, up to where chance decides; and whether it comes back to
        where it was."""
        positions, values, engine = self.positions, self.values, self.engine
        firsts: tuple[First, ...] = ()
        line: list[str] = []
        met = set[int]()
        at: Position | None = None
        here = 0
        while positions.movers[here] != END and len(line) < LONGEST_LINE:
            if here in met:
                return firsts, tuple(line), True
            met.add(here)
            number = best_move(positions, values, here)
            after = positions.moves[here][number]
            if at is None:
                step = Transition(engine.codec.encode(engine.layout.fresh()))
            else:
                codes, texts = engine.moves(at), _texts(self.game, at)
                step = Transition(at, codes[number])
                line.append(texts[number])
                if not firsts:
                    moves = zip(texts, positions.moves[here], strict=True)
                    firsts = tuple(
                        First(text, expected(to, values.low), expected(to, values.high))
                        for text, to in moves
                    )
            if not isinstance(after, int):
                break
            to = step.carried_out(engine)
            at, here = to, after  # type: ignore[assignment]  # chance is not asked on the way
        return firsts, tuple(line), False


class _Proved:
    """A proof that leaves out what does not matter to it."""

    def __init__(
        self, game: Game, most: int, deadline: Deadline, tell: Callable[[int], object]
    ) -> None:
        self.game, self.engine, self.most, self.tell = game, game.engine, most, tell
        self.seen = seen_by(self.engine)
        self.nodes: dict[object, Node] = {}
        self.positions: dict[int, Position] = {}  # of nodes that are to be looked into, by `id`
        fresh = self.engine.codec.encode(self.engine.layout.fresh())
        start = self._node(Transition(fresh))
        self.begun = self.positions[id(start)] if start.mover != END else fresh
        self.prover = Prover(start, self._led_to, deadline)

    def solution(self) -> Solution:
        start = self.prover.start
        low, high = (-1, 1) if self.game.seats == 2 else (0, 1)
        bounds: list[list[int]] = []
        for target in (high, *([0] if low else [])):
            reached = self.prover.at_least(target)
            bounds = bounds or [[low, high] for _ in start.after]
            for each, bound in zip(start.after, bounds, strict=True):
                if each.yes == 0:
                    bound[0] = max(bound[0], target)
                elif each.no == 0:
                    bound[1] = min(bound[1], target - 1)
            if reached:
                low = target
                break
            high = target - 1
        ends = sum(node.mover == END for node in self.nodes.values())
        moves = shortest_way(start) if low else []
        texts = _texts(self.game, self.begun) if bounds else []
        firsts = (First(text, *bound) for text, bound in zip(texts, bounds, strict=True))
        return Solution(
            "win", low, low, len(self.nodes), ends, True, False, tuple(firsts),
            self._line(moves[:LONGEST_LINE]), complete=False,
        )  # fmt: skip

    def _node(self, step: Transition) -> Node:
        """Where a move leads."""
        codec = self.engine.codec
        position = step.carried_out(self.engine)
        if isinstance(position, Question):
            raise UsageError(ONLY_WHO_WINS)
        codec.set_chance(position, Asked())
        key = self.seen(position, 0)
        node = self.nodes.get(key)
        if node is None:
            if codec.point(position) == OVER:
                worth = _won(self.game, self.engine.verdict(position).winners)
                node = Node(END, worth)
            else:
                seat = codec.get(position, self.engine.program.me, ())
                assert isinstance(seat, int)
                node = Node(seat)
                self.positions[id(node)] = position
            self.nodes[key] = node
            if len(self.nodes) > self.most:
                raise TreeError(
                    f"the game is too large: there are more than {self.most:,} positions"
                )
        return node

    def _led_to(self, node: Node) -> list[Node]:
        position = self.positions.pop(id(node))
        self.tell(len(self.nodes))
        return [self._node(Transition(position, code)) for code in self.engine.moves(position)]

    def _line(self, moves: Sequence[int]) -> tuple[str, ...]:
        """What the moves with these numbers are, from the beginning on."""
        line, at = list[str](), self.begun
        for number in moves:
            line.append(_texts(self.game, at)[number])
            after = Transition(at, self.engine.moves(at)[number]).carried_out(self.engine)
            assert not isinstance(after, Question)
            at = after
        return tuple(line)


def best_move(positions: Positions, values: Settled, here: int) -> int:
    """The number of a best move: who wins takes the shortest way, who does not a long one."""
    mover = positions.movers[here]
    moves = positions.moves[here]
    sign = 1 if mover == 0 else -1
    best = max(sign * expected(after, values.low) for after in moves)
    good = [i for i, after in enumerate(moves) if sign * expected(after, values.low) == best]

    def depth(number: int) -> int:
        after = moves[number]
        there = [after] if isinstance(after, int) else [n for _, n in after]
        return max(values.depth[n] for n in there)

    nearer = [i for i in good if depth(i) < values.depth[here]] or good
    return min(nearer, key=depth) if best > 0 else max(nearer, key=depth)


def _texts(game: Game, at: Position) -> list[str]:
    engine = game.engine
    assert engine.codec.point(at) != OVER
    choice = game.program.choices[engine.codec.point(at)]
    read = engine.layout.reader(engine.codec.decode(at))
    return [text_of(choice, code, read) for code in engine.moves(at)]


def _hidden(game: Game, aim: Aim | None, most: int, deadline: Deadline) -> Solution:
    with deadline.enforced():
        tree = grow(game, most=most)
        ends = [node for node in tree.nodes if node.actor == END]
        aim = _aim(game, aim, [node.points for node in ends])
        if aim == "win":
            for node in ends:
                won = _won(game, node.winners)
                node.points = (won, -won)[: game.seats]
        chance = any(node.actor not in (END, 0, 1) for node in tree.nodes)
        if game.seats == 1:
            value = best_response(tree, [], 0)
            return Solution(aim, value, value, len(tree.nodes), len(ends), False, chance, tree=tree)
        found = sequence_form.optimal(tree)
        simple = sequence_form.in_fractions(found, SIMPLE)
        low, high = bounds(tree, simple)
        if low != high:
            simple = sequence_form.in_fractions(found, FINE)
            low, high = bounds(tree, simple)
    return Solution(
        aim, Fraction(low), Fraction(high), len(tree.nodes), len(ends), False, chance,
        tree=tree, chosen=simple,
    )  # fmt: skip

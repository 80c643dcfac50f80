"""Monte Carlo tree search, for what is open and for what is hidden.

Each simulation begins in one of the worlds that the seat cannot tell from the real position, goes
down what is known by upper confidence bounds (UCT: Kocsis and Szepesvári, "Bandit based Monte-Carlo
planning", 2006), tries one move more, plays on at random, and tells all decisions on its way what
came of it. What is learned is kept by what the deciding seat sees (see `information`), as in
information set search with several observers (Cowling, Powley and Whitehouse, "Information set
Monte Carlo tree search", 2012): nobody in it acts on what only others know, choices made at the
same time stay secret from each other, and each outcome of chance that can be seen leads to a place
of its own. A move counts how often it could have been made, since not all are on offer in every
world.

Long lists of moves are widened step by step (Coulom, "Computing Elo ratings of move patterns",
2007): with n visits the first `_width(n)` moves are looked at; of other lists all are, before one
is looked at again. Where two play, all is open and nothing is left to chance, what certainly wins
or loses is proved and handed up (Winands, Björnsson and Saito, "Monte-Carlo tree search solver",
2008).

Who plays alone, with nothing hidden and nothing left to chance, is after the best game and not the
best on average: moves whose games differ much are looked at more, and the best game that was seen
is followed, unless a better one is found (see `line`).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Literal, NamedTuple, cast

from ..backends.protocol import Code, Position
from ..diagnostics import RulewrightError
from ..state import State
from .budget import Budget
from .greedy import MOST_TRIED, lead_after
from .greedy import WORLDS as LOOKED_AT
from .information import seen_by
from .line import Line, Result, line_of
from .playing_out import LookingAhead, Playouts
from .view import View, is_open, luck_of, view_of

EXPLORATION = 0.7  # of values between 0 and 1
UNSEEN = 0.1  # of the spread that games may have which were not looked at
NOT_LONG = 40  # moves on offer
WORLDS = 100

Proof = Literal[-1, 0, 1]  # lost, unknown, won


@dataclass(slots=True)
class _Tried:
    """What is known of a move: visits, the sum of their values for the seat that makes it, that of
    their squares for who plays alone, and how often it could have been made."""

    visits: int = 0
    total: float = 0.0
    squares: float = 0.0
    offered: int = 0
    proof: Proof = 0
    after: _Node | None = None  # where it certainly leads, if all is open


@dataclass(slots=True, eq=False)
class _Node:
    """A decision as its seat sees it; the position and what is on offer, when it was last seen."""

    seat: int
    position: Position
    codes: Sequence[Code] = ()
    visits: int = 0
    moves: dict[Code, _Tried] = field(default_factory=dict)
    proof: Proof = 0


class Considered(NamedTuple):
    """A move that was looked at: its number in the list, how many simulations went to it and which
    share of them, and what they were worth to the seat on average, from 0 to 1. `proof`: 1 if it
    certainly wins, −1 if it certainly loses, 0 if that is not known."""

    number: int
    visits: int
    share: float
    value: float
    proof: Proof


class MCTS(LookingAhead):
    """Makes the move that a tree search has looked at most."""

    def __init__(self, seed: int, budget: Budget) -> None:
        super().__init__(f"mcts:{budget}", seed)
        self.budget = budget
        self.worlds = _worlds(budget)
        self._line: Line | None = None  # the best that was seen so far

    def best(self, view: View, seed: int) -> int:
        tree = _grown(view, self.budget, seed)
        here = tree.seen(tree.root.position, view.seat) if tree.is_puzzle else None
        lines = [line for line in (self._line, tree.line) if line is not None]
        lines = [line for line in lines if line.moves.get(here) in tree.root.codes]
        if not lines:
            return tree.considered()[0].number
        self._line = max(lines, key=lambda line: line.result)
        return tree.playouts.codes.index(self._line.moves[here])


def _grown(view: View, budget: Budget, seed: int) -> _Tree:
    tree = _Tree(Playouts(view, seed))
    for _ in budget.rounds():
        tree.simulate()
        if tree.root.proof:
            break
    return tree


def consider(
    state: State, seat: int, budget: Budget, *, seed: int = 0, shared: set[int] | None = None
) -> list[Considered]:
    """What a search thinks of the moves of a seat at its decision, by what the seat knows, the best
    first: the one that was looked at most, or one that certainly wins; in a solitaire without
    chance the one that the best game begins with. A single move is not looked into. To `shared` it
    is added how many seats there were to share a win that this one had not alone in the games
    tried."""
    if len(state.legal_moves()) == 1:
        return [Considered(0, 0, 1.0, 0.5, 0)]
    view = view_of(state, seat, worlds=_worlds(budget), seed=seed)
    tree = _grown(view, budget, luck_of(state, seat, seed))
    if shared is not None:
        shared |= tree.playouts.shared
    return tree.considered()


def _worlds(budget: Budget) -> int:
    """How many worlds are looked into: to deal one may take longer than to play it to its end."""
    return min(WORLDS, LOOKED_AT + budget.simulations)


class _Tree:
    def __init__(self, playouts: Playouts) -> None:
        self.playouts = playouts
        self.engine, self.codec = playouts.engine, playouts.codec
        self.seen = seen_by(self.engine)
        self.me = self.engine.program.me
        self.open = is_open(self.engine.program)
        self.proves = playouts.seats == 2 and self.open
        self.is_puzzle = playouts.seats == 1 and self.open
        self.line: Line | None = None  # the best game without chance
        self.root = _Node(playouts.seat, playouts.worlds[0])
        self.nodes: dict[Hashable, _Node] = {}
        self.logs = [0.0, 0.0]  # of counts; of 0 there is none
        self.order = self._promising(playouts.codes)

    def _promising(self, codes: Sequence[Code]) -> dict[Code, int]:
        """The order in which the moves of the seat itself are looked at: those that lead ahead at
        once come first. The first of very many."""
        lot = sorted((self.playouts.random(), number) for number in range(len(codes)))
        some = [codes[number] for _, number in lot]
        leads = lead_after(self.playouts, some[:MOST_TRIED]) + [0.0] * len(some[MOST_TRIED:])
        best = sorted(range(len(some)), key=lambda i: -leads[i])
        return {some[i]: place for place, i in enumerate(best)}

    def considered(self) -> list[Considered]:
        """The moves that were looked at, the best first."""
        first = None
        if self.line is not None:
            first = self.line.moves[self.seen(self.root.position, self.root.seat)]
        found = [
            (code != first, Considered(
                number, one.visits, one.visits / self.root.visits, one.total / one.visits, one.proof
            ))
            for number, code in enumerate(self.playouts.codes)
            if (one := self.root.moves.get(code)) is not None and one.visits
        ]  # fmt: skip
        found.sort(key=lambda pair: (pair[0], -pair[1].proof, -pair[1].share, -pair[1].value))
        return [one for _, one in found]

    def simulate(self) -> None:
        """One game: down the tree, one move further, and on to its end.

        Where all is open, a decision looks the same only in the same position, which is kept: what
        is certain is not worked out again.
        """
        engine, codec = self.engine, self.codec
        node, path = self.root, list[tuple[_Node, _Tried, int]]()
        if not self.open:
            node.position = self.playouts.world()
        try:
            while True:
                seat = node.seat
                if not self.open or not node.codes:
                    node.codes = engine.moves(node.position)
                code, is_new = self._choice(node)
                tried = node.moves[code]
                path.append((node, tried, seat))
                if tried.after is not None:
                    node, certain = tried.after, True
                else:
                    position = self.playouts.anew(node.position) if self.open else node.position
                    chance = codec.chance(position)
                    engine.apply(position, code)
                    certain = self.open and codec.chance(position) == chance
                    if codec.point(position) < 0:
                        values = self.playouts.values(position)
                        if certain and self.proves:
                            self._prove(path, self._won(position, seat))
                        break
                    node = self._node(position)
                    if certain:
                        tried.after = node
                if is_new or any(node is one for one, _, _ in path):  # it may go round for ever
                    values = self.playouts.to_end(node.position)
                    break
                if certain and node.proof:
                    won = node.proof if node.seat == seat else cast(Proof, -node.proof)
                    values = [float(won > 0) if s == seat else float(won < 0) for s in range(2)]
                    self._prove(path, won)
                    break
        except RulewrightError:  # the rules go wrong there: worth the same to all
            values = self.playouts.undecided()
        for node, tried, seat in path:
            node.visits += 1
            tried.visits += 1
            tried.total += values[seat]
            tried.squares += values[seat] * values[seat]
        if self.is_puzzle and self.playouts.ended is not None:
            self._keep(path, *self.playouts.ended)

    def _keep(
        self, path: Sequence[tuple[_Node, _Tried, int]], result: Result, seed: int | None
    ) -> None:
        """Remember the game that has just come to its end, if none was better."""
        if self.line is not None and result <= self.line.result:
            return
        made = ((node.moves.items(), tried) for node, tried, _ in path)
        codes = [next(code for code, one in moves if one is tried) for moves, tried in made]
        self.line = line_of(self.playouts, codes, seed)
        self.is_puzzle = self.line is not None

    def _node(self, position: Position) -> _Node:
        seat = cast(int, self.codec.get(position, self.me, ()))
        key = seat, self.seen(position, seat)
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = _Node(seat, position)
        elif not self.open:
            node.position = position
        return node

    def _choice(self, node: _Node) -> tuple[Code, bool]:
        """The move to look at now, and whether it is looked at for the first time."""
        moves, codes, logs = node.moves, node.codes, self.logs
        known: Collection[tuple[Code, _Tried]] = moves.items()
        if not self.open:
            known = [(code, moves[code]) for code in codes if code in moves]
        for _, tried in known:
            tried.offered += 1
        all_of = len(codes) <= NOT_LONG
        if len(known) < len(codes) and (all_of or len(known) < _width(node.visits)):
            new = [code for code in codes if code not in moves]
            if node is self.root:
                code = min(new, key=lambda code: self.order.get(code, len(self.order)))
            else:
                code = new[int(self.playouts.random() * len(new))]
            moves[code] = _Tried(offered=1)
            return code, True
        while len(logs) <= node.visits + 1:  # the same on every machine
            logs.append(logs[-1] + _log_ratio(len(logs)))
        best, most = codes[0], -1e9
        for code, tried in known:
            visits = tried.visits
            bound = tried.total / visits + EXPLORATION * sqrt(logs[tried.offered] / visits)
            if tried.proof:
                bound += 100 * tried.proof
            if self.is_puzzle:
                mean = tried.total / visits
                bound += sqrt(max(0.0, tried.squares / visits - mean * mean) + UNSEEN / visits)
            if bound > most:
                best, most = code, bound
        return best, False

    def _won(self, position: Position, seat: int) -> Proof:
        """Is the game, which is over, certainly won or lost for the seat?"""
        winners = self.engine.verdict(position).winners
        if winners == 1 << seat:
            return 1
        return -1 if winners and not winners >> seat & 1 else 0

    def _prove(self, path: Sequence[tuple[_Node, _Tried, int]], proof: Proof) -> None:
        """The last move of a path certainly wins, or loses: so may the decision it was made at."""
        node, tried, _ = path[-1]
        tried.proof = proof
        lost = len(node.moves) == len(node.codes) and all(
            one.proof == -1 for one in node.moves.values()
        )
        node.proof = 1 if proof == 1 else -1 if lost else 0


def _width(visits: int) -> int:
    """How many moves of a long list are looked at after so many visits: soon as many as are not
    long, for what has not been looked at cannot be refuted."""
    return 2 + min(visits // 2, max(NOT_LONG, int(2 * sqrt(visits))))


def _log_ratio(count: int) -> float:
    """log(count / (count - 1)), by its series: machines differ in the last digits of `math.log`,
    and a move could hang on them. `count` is at least 2."""
    x = 1 / (2 * count - 1)
    power, total = x, 0.0
    for odd in range(1, 41, 2):
        before, total = total, total + power / odd
        if total == before:
            break
        power *= x * x
    return 2 * total

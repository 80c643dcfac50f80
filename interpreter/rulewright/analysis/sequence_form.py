"""The best strategies of a game for two with hidden information, by linear programming.

In sequence form (Koller, Megiddo and von Stengel, "Efficient computation of equilibria for
extensive two-person games", 1996) a strategy says how likely it lets each sequence of its own moves
be, and what the other seat answers best is a linear programme, whose size is that of the tree. It
is solved with floating point numbers; `equilibrium.bounds` proves what the strategies are worth.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from importlib.util import find_spec

from ..diagnostics import UsageError
from .equilibrium import Likely, Strategy
from .tree import BY_CHANCE, END, Tree

NEEDED = (
    "what is hidden is solved with scipy, which is not installed: pip install 'rulewright[solve]'"
)
NEVER = 1e-9  # what is less likely is rounding


def optimal(tree: Tree) -> Strategy:
    """For each information set how likely each move is, in best play of both seats, as floats.

    One wins what the other loses (see `equilibrium.bounds`). Raises `UsageError` without scipy.
    """
    if find_spec("scipy") is None:
        raise UsageError(NEEDED)
    sequences = _Sequences(tree)
    strategy: list[Sequence_] = [[] for _ in tree.sets]
    for seat in range(2):
        likely = sequences.plan(seat)
        for which, known in enumerate(tree.sets):
            if known.seat == seat:
                strategy[which] = sequences.at(which, likely)
    return strategy


Sequence_ = list[Likely]


class _Sequences:
    """The sequences of moves of both seats – the first of each is the empty one –, and what pairs
    of them are worth to the first seat, times how likely chance lets them be."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.first: dict[int, int] = {}  # of an information set, the sequence by its first move
        self.before: dict[int, int] = {}  # of an information set, the sequence that leads to it
        self.count = [1, 1]
        self.worth: defaultdict[tuple[int, int], float] = defaultdict(float)
        steps = [(0, 0, 0, 1.0)]
        while steps:
            number, one, other, likely = steps.pop()
            node = tree.nodes[number]
            if node.actor == END:
                self.worth[one, other] += likely * node.points[0]
            elif node.actor == BY_CHANCE:
                share = likely / len(node.children)
                steps += [(child, one, other, share) for child in node.children]
            else:
                seat, which = node.actor, node.information
                if which not in self.first:
                    self.first[which] = self.count[seat]
                    self.before[which] = other if seat else one
                    self.count[seat] += len(node.children)
                for move, child in enumerate(node.children):
                    mine = self.first[which] + move
                    after = (child, one, mine, likely) if seat else (child, mine, other, likely)
                    steps.append(after)

    def plan(self, seat: int) -> list[float]:
        """How likely each sequence of a seat is in its best strategy.

        The unknowns are these, and then what the other seat can reach at most, times −1: from the
        beginning, and from each of its information sets.
        """
        from scipy.optimize import linprog
        from scipy.sparse import coo_array

        mine = [which for which in self.first if self.tree.sets[which].seat == seat]
        others = [which for which in self.first if self.tree.sets[which].seat != seat]
        count, place = self.count[seat], {which: 1 + i for i, which in enumerate(others)}
        at_most: dict[tuple[int, int], float] = {(0, count): 1.0}
        for which in others:
            for move in range(len(self.tree.sets[which].moves)):
                at_most[self.first[which] + move, count + place[which]] = 1.0
            at_most[self.before[which], count + place[which]] = -1.0
        for (one, other), worth in self.worth.items():
            row, column = (one, other) if seat else (other, one)
            at_most[row, column] = worth if seat else -worth
        equal: dict[tuple[int, int], float] = {(0, 0): 1.0}
        for row, which in enumerate(mine, start=1):
            equal[row, self.before[which]] = -1.0
            for move in range(len(self.tree.sets[which].moves)):
                equal[row, self.first[which] + move] = 1.0
        width = count + 1 + len(others)

        def matrix(entries: dict[tuple[int, int], float], rows: int) -> object:
            places = tuple(zip(*entries, strict=True))
            return coo_array((list(entries.values()), places), shape=(rows, width)).tocsr()

        goal = [0.0] * width
        goal[count] = -1.0
        found = linprog(
            goal,
            A_ub=matrix(at_most, self.count[1 - seat]), b_ub=[0.0] * self.count[1 - seat],
            A_eq=matrix(equal, 1 + len(mine)), b_eq=[1.0] + [0.0] * len(mine),
            bounds=[(0, None)] * count + [(None, None)] * (1 + len(others)),
        )  # fmt: skip
        return [float(likely) for likely in found.x[:count]]

    def at(self, which: int, likely: list[float]) -> Sequence_:
        """How likely the moves of an information set are; all alike where it is never reached."""
        moves = len(self.tree.sets[which].moves)
        first = self.first[which]
        shares = [max(0.0, one) for one in likely[first : first + moves]]
        total = sum(shares)
        return [one / total for one in shares] if total > NEVER else [1 / moves] * moves


def in_fractions(strategy: Strategy, denominator: int) -> list[list[Fraction]]:
    """The same with fractions, of denominators up to this one, that sum to 1."""
    found = []
    for likely in strategy:
        parts = [Fraction(one).limit_denominator(denominator) for one in likely]
        total = sum(parts)
        found.append([part / total for part in parts])
    return found

"""How well a strategy does, whatever the others answer: what proves the value of a game.

A strategy says for each information set of a tree how likely each move is, as fractions, if the
result is to be exact, or as floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..diagnostics import UsageError
from .tree import BY_CHANCE, END, Tree

Likely = Fraction | float
Strategy = Sequence[Sequence[Likely]]
"""For each information set of a tree, for all seats, how likely each of its moves is."""


def best_response(tree: Tree, strategy: Strategy, seat: int) -> Likely:
    """The points a seat can expect if it answers what the other seats do as well as possible."""
    return _Response(tree, strategy, seat).worth(0)


def bounds(tree: Tree, strategy: Strategy) -> tuple[Likely, Likely]:
    """Between what the value of a game for two lies: the points that seat 0 is sure to get, on
    average, by its part of the strategy, and those that seat 1 does not let it exceed by its own.

    One wins what the other loses, or `UsageError` is raised. Bounds that are equal are the value,
    and the strategy is an equilibrium.
    """
    if tree.seats != 2 or any(sum(node.points) for node in tree.nodes):
        raise UsageError("only a game for two in which one wins what the other loses has a value")
    return -best_response(tree, strategy, 1), best_response(tree, strategy, 0)


class _Response:
    """The best a seat can do. Its information sets are settled from the last to the first: with all
    that is remembered, a set that can be reached from another one has the higher number."""

    def __init__(self, tree: Tree, strategy: Strategy, seat: int) -> None:
        self.tree, self.seat = tree, seat
        self.reached = _reached(tree, strategy, seat)
        self.known: dict[int, Likely] = {}
        self.best: dict[int, int] = {}  # of a set, the number of the move
        members: dict[int, list[int]] = {}
        for number, node in enumerate(tree.nodes):
            if node.actor == seat:
                members.setdefault(node.information, []).append(number)
        for which in sorted(members, reverse=True):
            moves = range(len(tree.sets[which].moves))
            worth = [
                sum(self.worth(tree.nodes[number].children[move]) for number in members[which])
                for move in moves
            ]
            self.best[which] = max(moves, key=worth.__getitem__)

    def worth(self, number: int) -> Likely:
        """The points from a node on, times how likely chance and the others let it be reached."""
        if number not in self.known:
            node = self.tree.nodes[number]
            if node.actor == END:
                found: Likely = node.points[self.seat] * self.reached[number]
            elif node.actor == self.seat:
                found = self.worth(node.children[self.best[node.information]])
            else:
                found = sum(self.worth(child) for child in node.children)
            self.known[number] = found
        return self.known[number]


def _reached(tree: Tree, strategy: Strategy, seat: int) -> list[Likely]:
    """How likely chance and the other seats let each node be reached."""
    reached: list[Likely] = [Fraction(1)] * len(tree.nodes)
    for number, node in enumerate(tree.nodes):
        for move, child in enumerate(node.children):
            likely: Likely = Fraction(1)
            if node.actor == BY_CHANCE:
                likely = Fraction(1, len(node.children))
            elif node.actor != seat:
                likely = strategy[node.information][move]
            reached[child] = reached[number] * likely
    return reached

"""The tree of a small game: all the ways it can go, and what each seat can tell apart on the way.

A history is everything that has happened since the start: moves and answers of chance. `histories`
counts them; `grow` keeps them, each with who decides there and what that seat knows, which is what
solvers of games with hidden information work on (see `equilibrium`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import permutations
from math import factorial

from ..backends.protocol import Code, Engine, Position
from ..core.ir import Choose
from ..diagnostics import LimitError
from ..following import follower
from ..game import Game
from ..runtime.chance import Asked, NeedChance, Question
from ..runtime.layout import OVER
from ..runtime.memory import Memory
from ..runtime.move import text_of
from ..runtime.observation import observe
from ..runtime.sight import waiting

BY_CHANCE, END = -1, -2


class TreeError(LimitError):
    """A tree that is too large."""


@dataclass(slots=True)
class Histories:
    """How many histories lead to a decision of a seat, to one of chance, and to the end."""

    decisions: int = 0
    chances: int = 0
    ends: int = 0

    @property
    def total(self) -> int:
        """All of them, the empty one included."""
        return self.decisions + self.chances + self.ends


@dataclass(slots=True)
class Node:
    """A history: who decides there (a seat, `BY_CHANCE` or `END`), the numbers of the nodes after
    it in the order of moves or outcomes (outcomes of chance are equally likely), its information
    set (-1 but for a seat's), and at an end the points of each seat and who has won, as a mask."""

    actor: int
    children: list[int] = field(default_factory=list)
    information: int = -1
    points: tuple[int, ...] = ()
    winners: int = 0


@dataclass(frozen=True, slots=True)
class InformationSet:
    """Histories that the seat to move cannot tell apart: what it may do in each of them, and what
    it remembers – observations as JSON, and moves after `>`, in order."""

    seat: int
    moves: tuple[str, ...]
    remembers: tuple[str, ...]


@dataclass(slots=True)
class Tree:
    """All histories of a game; the first is the empty one, and none stands before one it goes on
    from."""

    seats: int
    nodes: list[Node] = field(default_factory=list)
    sets: list[InformationSet] = field(default_factory=list)


def histories(game: Game, *, most: int = 10_000_000) -> Histories:
    """Count the histories of a game; those that differ in an outcome of chance are different.

        histories(load("kuhn_poker")).total == 58

    Raises `TreeError` if there are more than `most`.
    """
    engine, found = game.engine, Histories()
    steps = [Transition(engine.codec.encode(engine.layout.fresh()))]
    while steps:
        step = steps.pop()
        after = step.carried_out(engine)
        if isinstance(after, Question):
            found.chances += 1
            steps += [step.answered(outcome) for outcome in outcomes_of(after, most)]
        elif engine.codec.point(after) == OVER:
            found.ends += 1
        else:
            found.decisions += 1
            steps += [Transition(after, move) for move in engine.moves(after)]
        _limit(found.total + len(steps), most)
    return found


def grow(game: Game, *, seen: Callable[[str], str] = str, most: int = 1_000_000) -> Tree:
    """All histories of a game, with the information sets of seats that forget nothing.

    A seat can tell apart what it has observed, at its own decisions and those of others, all moves
    that were not chosen secretly, and its own. `seen` rewrites such a text (a move, or an
    observation as JSON): one that leaves suits out makes one of what differs in suits only. Raises
    `TreeError` if there are more than `most` histories.
    """
    return _GrowingTree(game, seen, most).tree()


@dataclass(frozen=True, slots=True)
class Transition:
    """What is to be carried out: a move (None: the beginning), with the answers of chance."""

    position: Position
    move: Code | None = None
    outcomes: tuple[tuple[int, ...], ...] = ()

    def answered(self, outcome: tuple[int, ...]) -> Transition:
        return Transition(self.position, self.move, (*self.outcomes, outcome))

    def carried_out(self, engine: Engine) -> Position | Question:
        """The position afterwards, or what chance is asked on the way."""
        work = engine.codec.copy(self.position)
        engine.codec.set_chance(work, Asked(list(self.outcomes)))
        try:
            if self.move is None:
                engine.begin(work)
            else:
                engine.apply(work, self.move)
        except NeedChance as need:
            return need.question
        return work


def outcomes_of(question: Question, most: int) -> list[tuple[int, ...]]:
    """All that chance can answer, each being equally likely. Raises `TreeError` if there are more
    than `most`."""
    if question.kind != "shuffle":
        return [(element,) for element in question.of]
    if factorial(len(question.of)) > most:
        raise TreeError(
            f"the tree is too large: {question.zone} can be shuffled in more than {most:,} ways"
        )
    return list(permutations(question.of))


def _limit(histories: int, most: int) -> None:
    if histories > most:
        raise TreeError(f"the tree is too large: there are more than {most:,} histories")


Memories = tuple[int, ...]  # what each seat remembers, as a number


class _GrowingTree:
    """A tree while it grows. What a seat remembers is a number: 0 is nothing, and each memory that
    something comes to is another one."""

    def __init__(self, game: Game, seen: Callable[[str], str], most: int) -> None:
        self.engine, self.seen, self.most = game.engine, seen, most
        self.following = follower(game.engine.program)
        self.grown = Tree(game.seats)
        self.memories: dict[tuple[int, str], int] = {}
        self.latest = [""]  # of each memory, the observation that came last
        self.past: list[tuple[int, str]] = [(0, "")]  # of each, the one before and what came to it
        self.sets: dict[tuple[int, int], int] = {}  # of a seat and what it remembers

    def tree(self) -> Tree:
        nothing = (0,) * self.grown.seats
        codec = self.engine.codec
        fresh = codec.encode(self.engine.layout.fresh())
        steps = [(-1, Transition(fresh), nothing, self.following.first(codec.decode(fresh)))]
        while steps:
            parent, step, memories, memory = steps.pop()
            number = len(self.grown.nodes)
            if parent >= 0:
                self.grown.nodes[parent].children.append(number)
            after = step.carried_out(self.engine)
            if isinstance(after, Question):
                self.grown.nodes.append(Node(BY_CHANCE))
                outcomes = outcomes_of(after, self.most)
                next_ = [(number, step.answered(o), memories, memory) for o in outcomes]
            elif (choice := waiting(self.engine.program, codec.decode(after))) is None:
                points, winners = self.engine.totals(after), self.engine.verdict(after).winners
                self.grown.nodes.append(Node(END, points=points, winners=winners))
                next_ = []
            else:
                before = codec.decode(step.position)
                memory = self.following.after(memory, before, step.move, step.outcomes)
                next_ = self.decision(number, after, choice, memories, memory)
            steps += reversed(next_)
            _limit(len(self.grown.nodes) + len(steps), self.most)
        return self.grown

    def decision(
        self, number: int, at: Position, choice: Choose, memories: Memories, memory: Memory
    ) -> list[tuple[int, Transition, Memories, Memory]]:
        """Add the node of a decision; the steps from there."""
        layout, program = self.engine.layout, self.engine.program
        slots = self.engine.codec.decode(at)
        me = layout.get(slots, program.me, ())
        assert isinstance(me, int)
        for seat in range(self.grown.seats):
            observed = json.dumps(observe(program, layout, slots, seat, memory))
            memories = self.with_observation(memories, seat, self.seen(observed))
        codes = self.engine.moves(at)
        read = layout.reader(slots)
        texts = tuple(self.seen(text_of(choice, code, read)) for code in codes)
        known = (me, memories[me])
        if known not in self.sets:
            self.sets[known] = len(self.grown.sets)
            self.grown.sets.append(InformationSet(me, texts, self.remembered(memories[me])))
        self.grown.nodes.append(Node(me, information=self.sets[known]))
        told = {me} if choice.secret or choice.cover else range(self.grown.seats)
        return [
            (number, Transition(at, code), self.with_move(memories, told, text), memory)
            for code, text in zip(codes, texts, strict=True)
        ]

    def with_observation(self, memories: Memories, seat: int, text: str) -> Memories:
        """What is remembered after a seat has observed something; nothing new if all looks as
        before."""
        if self.latest[memories[seat]] == text:
            return memories
        new = self.memory(memories[seat], text, text)
        return (*memories[:seat], new, *memories[seat + 1 :])

    def with_move(self, memories: Memories, told: Iterable[int], text: str) -> Memories:
        """What is remembered after these seats have been told a move."""
        return tuple(
            self.memory(memory, f"> {text}", self.latest[memory]) if seat in told else memory
            for seat, memory in enumerate(memories)
        )

    def memory(self, before: int, what: str, latest: str) -> int:
        number = self.memories.setdefault((before, what), len(self.latest))
        if number == len(self.latest):
            self.latest.append(latest)
            self.past.append((before, what))
        return number

    def remembered(self, memory: int) -> tuple[str, ...]:
        texts = []
        while memory:
            memory, text = self.past[memory]
            texts.append(text)
        return tuple(reversed(texts))

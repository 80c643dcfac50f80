"""What all positions of a small game are worth to those who make no mistakes, where all is open.

Every position that can be reached is met once. Then they are settled from the ends backwards, group
by group: positions that lead back to each other make a group (Tarjan, "Depth-first search and
linear graph algorithms", 1972). In a group of one, what it leads to says what it is worth, exactly.
In a larger one without chance, who can bring about something within so many moves is found move by
move, until nothing changes; where nobody can, it may go round for ever, which is worth as much as
when nobody wins. With chance, what play on for ever is worth is left open: what positions are worth
at least and at most is brought together as closely as it can be (interval iteration: Haddad and
Monmege, "Interval iteration algorithm for MDPs and IMDPs", 2018).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..backends.protocol import Engine, Position
from ..limits import Deadline
from ..players.information import seen_by
from ..runtime.chance import Asked, Question
from ..runtime.layout import OVER
from .equilibrium import Likely
from .tree import END, Transition, TreeError, outcomes_of

CLOSE = 1e-12  # between what a position is worth at least and at most
ENOUGH = 100_000  # rounds in which these are brought together

After = int | tuple[tuple[Fraction, int], ...]
"""Where a move leads: to a position, or to several with chances that sum to 1."""

Worth = Callable[[Engine, Position], int]
"""What an end is worth to the first seat; the second one wants it low."""


@dataclass(slots=True)
class Positions:
    """All positions that can be reached, from the beginning on, which is the first of them: who
    decides there (or `END`), where the moves lead, in canonical order, and what an end is worth.
    The beginning is a position of its own with a single move, in which the game is set up."""

    movers: list[int]
    moves: list[tuple[After, ...]]
    worths: list[int]

    def __len__(self) -> int:
        """How many there are, without the one before the beginning."""
        return len(self.movers) - 1

    @property
    def ends(self) -> int:
        return self.movers.count(END)


def all_positions(
    engine: Engine, worth: Worth, *, most: int, deadline: Deadline, tell: Callable[[int], object]
) -> Positions:
    """All positions of a game in which all is open. `tell` is told now and then how many there are.

    Raises `TreeError` if there are more than `most`, `OutOfTime` after the deadline.
    """
    codec, seen, me = engine.codec, seen_by(engine), engine.program.me
    found = Positions([0], [()], [0])
    numbers: dict[object, int] = {}
    fresh = codec.encode(engine.layout.fresh())
    waiting: list[tuple[int, list[Transition]]] = [(0, [Transition(fresh)])]
    looked_at = 0

    def number(position: Position) -> int:
        nonlocal looked_at
        looked_at += 1
        if looked_at % 1000 == 0:
            deadline.check()
            tell(len(found))
        key = seen(position, 0)
        if key in numbers:
            return numbers[key]
        numbers[key] = here = len(found.movers)
        over = codec.point(position) == OVER
        seat = codec.get(position, me, ())
        assert isinstance(seat, int)
        found.movers.append(END if over else seat)
        found.moves.append(())
        found.worths.append(worth(engine, position) if over else 0)
        if len(found) > most:
            raise TreeError(f"the game is too large: there are more than {most:,} positions")
        if not over:
            waiting.append((here, [Transition(position, code) for code in engine.moves(position)]))
        return here

    def led_to(move: Transition) -> After:
        likely: dict[int, Fraction] = {}
        steps = [(Fraction(1), move)]
        while steps:
            share, step = steps.pop()
            after = step.carried_out(engine)
            if isinstance(after, Question):
                answers = outcomes_of(after, most)
                steps += [(share / len(answers), step.answered(one)) for one in answers]
            else:
                codec.set_chance(after, Asked())
                there = number(after)
                likely[there] = likely.get(there, Fraction(0)) + share
        if len(likely) == 1:
            return next(iter(likely))
        return tuple((share, there) for there, share in sorted(likely.items()))

    while waiting:
        here, moves = waiting.pop()
        found.moves[here] = tuple(led_to(move) for move in moves)
    return found


@dataclass(slots=True)
class Settled:
    """What positions are worth to the first seat, at least and at most, and how far they are from
    what makes them worth that."""

    low: list[Likely]
    high: list[Likely]
    depth: list[int]


def settled(positions: Positions, *, endless: int, deadline: Deadline) -> Settled:
    """Settle all positions. `endless`: what play without end is worth to both.

    Raises `OutOfTime`.
    """
    count = len(positions.movers)
    values = Settled([0] * count, [0] * count, [0] * count)
    low, high = min(positions.worths), max(positions.worths)
    for group in groups([_next(moves) for moves in positions.moves]):
        deadline.check()
        inside = set(group)
        around = len(group) > 1 or group[0] in _next(positions.moves[group[0]])
        if not around:
            _settle_one(positions, values, group[0])
        elif any(isinstance(after, tuple) for n in group for after in positions.moves[n]):
            _close_in(positions, values, group, min(low, endless), max(high, endless), deadline)
        else:
            _force(positions, values, group, inside, endless, deadline)
    return values


def expected(after: After, values: Sequence[Likely]) -> Likely:
    """What it is worth to come to where a move leads."""
    if isinstance(after, int):
        return values[after]
    return sum((share * values[there] for share, there in after), Fraction(0))


def _settle_one(positions: Positions, values: Settled, here: int) -> None:
    mover = positions.movers[here]
    if mover == END:
        values.low[here] = values.high[here] = positions.worths[here]
        return
    best = max if mover == 0 else min
    lows = [expected(after, values.low) for after in positions.moves[here]]
    values.low[here] = values.high[here] = best(lows)
    if any(values.low[n] != values.high[n] for n in _next(positions.moves[here])):
        values.high[here] = best(expected(after, values.high) for after in positions.moves[here])
    good = [
        max((values.depth[n] for n in _next((after,))), default=0)
        for after, low in zip(positions.moves[here], lows, strict=True)
        if low == values.low[here]
    ]
    winning = values.low[here] > 0 if mover == 0 else values.low[here] < 0
    values.depth[here] = 1 + (min(good) if winning else max(good))


def _force(
    positions: Positions,
    values: Settled,
    group: list[int],
    inside: set[int],
    endless: int,
    deadline: Deadline,
) -> None:
    """Settle positions that lead back to each other, without chance: what can be forced in one move
    more each round."""
    outside = {n for here in group for n in _next(positions.moves[here])} - inside
    deepest = max((values.depth[n] for n in outside), default=0)
    for of in (values.low, values.high):
        for here in group:
            of[here] = endless
        changed, rounds = True, 0
        while changed:
            deadline.check()
            rounds += 1
            found = {}
            for here in group:
                best = max if positions.movers[here] == 0 else min
                found[here] = best(expected(after, of) for after in positions.moves[here])
            changed = any(of[here] != value for here, value in found.items())
            for here, value in found.items():
                if of[here] != value:
                    of[here] = value
                    values.depth[here] = deepest + rounds


def _close_in(
    positions: Positions,
    values: Settled,
    group: list[int],
    low: int,
    high: int,
    deadline: Deadline,
) -> None:
    """Settle positions that lead back to each other with chance, between bounds that close in."""
    share = {n: [
        tuple((float(likely), there) for likely, there in after)
        if isinstance(after, tuple) else ((1.0, after),)
        for after in positions.moves[n]
    ] for n in group}  # fmt: skip
    for here in group:
        values.low[here], values.high[here] = float(low), float(high)
    for _ in range(ENOUGH):
        deadline.check()
        moved = gap = 0.0
        for of in (values.low, values.high):
            for here in group:
                best = max if positions.movers[here] == 0 else min
                value = best(sum(p * float(of[n]) for p, n in after) for after in share[here])
                moved = max(moved, abs(value - float(of[here])))
                of[here] = value
        gap = max(float(values.high[here]) - float(values.low[here]) for here in group)
        if gap < CLOSE or moved < CLOSE / 1000:
            return


def groups(after: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Numbers that lead back to each other, each such group after those it leads to."""
    order = [0] * len(after)  # in which they were met, from 1 on
    lowest = [0] * len(after)  # the first that each one leads back to
    gone = [False] * len(after)
    kept: list[int] = []
    met = 0
    for start in range(len(after)):
        if order[start]:
            continue
        way = [(start, iter(after[start]))]
        met += 1
        order[start] = lowest[start] = met
        kept.append(start)
        while way:
            here, rest = way[-1]
            there = next(rest, None)
            if there is None:
                way.pop()
                if way:
                    lowest[way[-1][0]] = min(lowest[way[-1][0]], lowest[here])
                if lowest[here] == order[here]:
                    group: list[int] = []
                    while not group or group[-1] != here:
                        group.append(kept.pop())
                        gone[group[-1]] = True
                    yield group
            elif not order[there]:
                met += 1
                order[there] = lowest[there] = met
                kept.append(there)
                way.append((there, iter(after[there])))
            elif not gone[there]:
                lowest[here] = min(lowest[here], order[there])


def _next(moves: Sequence[After]) -> list[int]:
    """The positions that some moves can lead to."""
    found: list[int] = []
    for after in moves:
        if isinstance(after, int):
            found.append(after)
        else:
            found += [there for _, there in after]
    return found

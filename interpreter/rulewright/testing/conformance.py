"""Two engines, the same game, the same everything.

`lockstep` plays a random game on both engines at once and compares all that can be told of them
after each decision: slots, moves, texts, observations, keys, points. The first difference raises
`ConformanceError`, whose text is enough to make it happen again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from ..backends import registry
from ..backends.protocol import Code, Engine, Position, SearchedTooFar
from ..backends.registry import REFERENCE, EngineName
from ..characters import many
from ..game import Game
from ..runtime.chance import below, stream
from ..state import State, begin
from .engines import on_engine

LIMIT = 5_000
LUCK = 3  # keeps the stream of moves apart from the stream of the game's own chance


class ConformanceError(AssertionError):
    """Two engines differ; the text tells the game, the seed and the moves up to there."""


class Sparing:
    """The reference, whose searches can take long: asked for moves only now and then (`asked`), it
    takes over those of the other engine the rest of the time."""

    stepper = None

    def __init__(self, engine: Engine, other: Engine) -> None:
        self.engine, self.other, self.asked = engine, other, True
        self.name, self.program = engine.name, engine.program
        self.layout, self.codec = engine.layout, engine.codec
        self.start, self.begin = engine.start, engine.begin
        self.apply, self.after = engine.apply, engine.after
        self.totals, self.lines, self.verdict = engine.totals, engine.lines, engine.verdict
        self.playout, self.playouts = engine.playout, engine.playouts
        self.play_on = engine.play_on

    def moves(self, position: Position, /) -> Sequence[Code]:
        if self.asked:
            return self.engine.moves(position)
        slots = self.layout.copy(self.codec.decode(position))
        return self.other.moves(self.other.codec.encode(slots))

    def actions(self, position: Position, /) -> Sequence[int]:
        point = self.codec.point(position)
        return self.layout.actions.numbers(point, self.moves(position))


def lockstep(
    game: Game,
    seed: int,
    *,
    engine: EngineName | None = None,
    limit: int = LIMIT,
    every: int = 1,
    asked: int = 1,
) -> State:
    """Play one random game on an engine and on the reference, comparing them after each decision.

    `engine`: the best one if none is named. `seed` decides chance and moves; at most `limit`
    decisions are made. Gives the state in which that engine ends. `every`: slots and moves are
    compared at each decision, all else at each so many and at the end (it follows from the slots by
    code that engines share, but for the points). `asked`: at each so many decisions the reference
    is asked for its moves; at the others it is told them. Raises `ConformanceError` at the first
    difference. A game in which the search of the reference goes too far (`SearchedTooFar`) is
    compared up to there.

        lockstep(rulewright.load("ruta"), seed=1).decisions
    """
    fast = on_engine(game, engine or registry.default()).start(seed=seed)
    sparing = Sparing(on_engine(game, REFERENCE).engine, fast.engine)
    plain = begin(sparing, seed=seed)
    luck = stream(seed, LUCK)
    for decisions in range(limit + 1):
        sparing.asked = decisions % asked == 0
        try:
            moves = plain.legal_moves()
        except SearchedTooFar:
            break
        done = not moves or decisions == limit
        if done or decisions % every == 0 or not alike(plain, fast):
            for what, ours, theirs in differences(plain, fast):
                raise ConformanceError(_report(game, seed, (plain, fast), what, ours, theirs))
        if done:
            break
        luck, k = below(luck, len(moves))
        for state in (plain, fast):
            try:
                state.apply(str(moves[k]) if every == 1 else moves[k])
            except Exception as error:
                error.add_note(_about(game, seed, state) + f"\n{state.engine.name}: {moves[k]}")
                raise
    return fast


def alike(one: State, other: State) -> bool:
    """Have two states the same slots and moves? All else follows from these."""
    return one.slots == other.slots and _codes(one) == _codes(other)


def differences(
    one: State, other: State, *, seen: bool = True
) -> Iterator[tuple[str, object, object]]:
    """Everything in which two states of one game differ: what it is, and both values. `seen`: also
    in what seats observe, for which both must have come the same way."""
    if one.slots != other.slots:
        yield from _slots(one, other)
    pairs: list[tuple[str, object, object]] = [
        ("over", one.over, other.over),
        ("seat to move", one.to_move, other.to_move),
        ("choice", one.choice, other.choice),
        ("moves", _texts(one), _texts(other)),
        ("codes", _codes(one), _codes(other)),
        ("key", one.key().hex(), other.key().hex()),
        ("outcome", one.outcome, other.outcome),
    ]
    if not (one.over and other.over):  # else they are part of the outcome
        pairs.append(("points", one.scores(), other.scores()))
    for seat in range(one.engine.program.seats.size if seen else 0):
        pairs.append(
            (f"observation of seat {seat}", one.observation(seat), other.observation(seat))
        )
    yield from ((what, a, b) for what, a, b in pairs if a != b)


def _codes(state: State) -> list[Code]:
    return [move.code for move in state.legal_moves()]


def _texts(state: State) -> list[str]:
    return [str(move) for move in state.legal_moves()]


def _slots(one: State, other: State) -> Iterator[tuple[str, object, object]]:
    names = {0: "the resume point", 1: "the chance source"}
    for region in one.engine.layout.slots.values():
        names.update({region.base + i: region.variable.name for i in range(region.count)})
    for number, (a, b) in enumerate(zip_longest(one.slots, other.slots)):
        if a != b:
            yield f"slot {number} ({names.get(number, 'of nothing')})", a, b


def _about(game: Game, seed: int, state: State) -> str:
    settings = {**game.options}
    return (
        f"{game.name} with variants {list(game.variants)}, options {settings}, "
        f"{many(game.seats, 'seat')}, seed {seed}, after {many(state.decisions, 'decision')}:\n"
        + "; ".join(state.moves)
    )


def _report(
    game: Game, seed: int, states: tuple[State, State], what: str, plain: object, fast: object
) -> str:
    names = [f"{state.engine.name}:" for state in states]
    width = max(map(len, names))
    values = zip(names, (plain, fast), strict=True)
    found = (f"  {name:<{width}} {value!r}\n" for name, value in values)
    return f"the engines differ in {what}\n" + "".join(found) + _about(game, seed, states[0])

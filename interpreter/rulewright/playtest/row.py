"""What came of a game: enough to tell all figures, and to play it again."""

from __future__ import annotations

from typing import NamedTuple

from ..analysis.tracing import Trace
from ..game import Game
from ..play.record import Record, record_of
from ..state import State


class Moment(NamedTuple):
    """Before a decision, from 0, it was played on at random so often: the games that each seat won
    of these (one that several share counts a part for each), and the sums of its points."""

    decision: int
    playouts: int
    wins: tuple[float, ...]
    points: tuple[int, ...]


class Weighed(NamedTuple):
    """A move on offer: its number, the share of a search that went to it, what that was worth to
    the seat on average, 0…1, and 1 if it certainly wins, −1 if it certainly loses."""

    number: int
    share: float
    value: float
    proof: int


class Look(NamedTuple):
    """A decision, from 0, into which a search has looked: the seat, how many moves were on offer,
    the number of the one that was made, and those that were weighed, the best first."""

    decision: int
    seat: int
    offered: int
    made: int
    weighed: tuple[Weighed, ...]


class Use(NamedTuple):
    """Something that moves name (a component, a place), by its kind and its label: at how many
    decisions a move with it was made, and could have been."""

    kind: str
    label: str
    made: int
    offered: int


class Measured(NamedTuple):
    """What was found by looking into a game."""

    moments: tuple[Moment, ...]
    looks: tuple[Look, ...]
    uses: tuple[Use, ...]


class Row(NamedTuple):
    """A game of a setting, both by number from 0. `players`: by seat. `trace`: what it came to and
    how; None if it was stopped. `forced`: decisions with a single move. `moves`: their texts."""

    setting: int
    number: int
    seed: int
    players: tuple[str, ...]
    trace: Trace | None
    forced: int
    moves: tuple[str, ...]
    measured: Measured | None


def played_again(row: Row, game: Game) -> State:
    """The end of a game, with its past."""
    state = game.start(seed=row.seed)
    for move in row.moves:
        state.apply(move)
    return state


def record(row: Row, game: Game) -> Record:
    """A game as a record, which `replay` plays again."""
    return record_of(game, played_again(row, game))

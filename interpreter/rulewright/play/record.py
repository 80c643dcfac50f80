"""A game as a file: which rules, which chance, which moves. Enough to play it again.

A record holds texts, not codes: people can read it, and it survives any change of the engines. The
digest of the rules keeps it from being replayed by rules it was not played by.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    ValidationError,
)

from .. import game as games
from ..characters import as_json
from ..diagnostics import RecordError, RulewrightError, expect
from ..files import file_bytes, write_whole
from ..game import EngineName, Game
from ..state import State

FORMAT = "rulewright-record/1"
LARGEST_RECORD = 64 * 1024 * 1024  # bytes
_STRICT = ConfigDict(strict=True, extra="forbid", frozen=True)
EXACT = 1 << 53  # up to here every program that reads JSON has whole numbers


def _seed_read(value: object) -> object:
    """A seed is a number, or a text of its digits."""
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,4000}", value):
        return int(value)
    return value


def _seed_written(seed: int) -> int | str:
    return seed if -EXACT <= seed <= EXACT else str(seed)


Seed = Annotated[int, BeforeValidator(_seed_read), PlainSerializer(_seed_written)]
"""The seed of a game in JSON: large ones are texts of digits, which many programs would round."""


class Result(BaseModel):
    """How a finished game ended: winning seats, total points by seat, points by line and seat, and
    the names of its outcome."""

    model_config = _STRICT
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    lines: dict[str, tuple[int, ...]]
    result: tuple[str, ...] = ()


class Record(BaseModel):
    """A game, finished or not.

    `game`: the name of a game that comes with Rulewright, or the path of a rule file. `digest`: of
    the rules with their variants. `options`: the label of every option. `seed` decides all chance
    (see `Seed`); without one `outcomes` holds what chance answered, in order, each as labels, top
    first. `result` is missing while the game is not over.
    """

    model_config = _STRICT
    format: Literal["rulewright-record/1"] = "rulewright-record/1"
    game: str
    digest: str
    variants: tuple[str, ...] = ()
    options: dict[str, str] = Field(default_factory=dict)
    seats: int = Field(ge=1)
    seed: Seed | None = None
    outcomes: tuple[tuple[str, ...], ...] = ()
    moves: tuple[str, ...] = ()
    result: Result | None = None


def record_of(game: Game, state: State) -> Record:
    """The record of a state that `game.start` began: everything that has happened since."""
    outcome = state.outcome
    return Record(
        game=game.source,
        digest=game.digest,
        variants=tuple(game.variants),
        options=dict(game.options),
        seats=game.seats,
        seed=state.seed,
        outcomes=tuple(state.outcomes),
        moves=tuple(state.moves),
        result=Result.model_validate(outcome, strict=False) if outcome is not None else None,
    )


def read(text: str | bytes, name: str = "the record") -> Record:
    """A record from its JSON text; `name` is what messages call it. Raises `RecordError`."""
    expect(text, (str, bytes), "a record", "the text of one")
    try:
        return Record.model_validate_json(text)
    except ValidationError as error:
        raise RecordError(f"{name} is not a record: {_findings(error)}") from None


def load(path: str | Path) -> Record:
    """Read a record from a file. Raises `RecordError`."""
    expect(path, (str, Path), "a file", "a path")
    try:
        data = file_bytes(path, LARGEST_RECORD)
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > LARGEST_RECORD:
        raise RecordError(f"{path} is too large for a record")
    return read(data, str(path))


def text_of(record: Record) -> str:
    """A record as JSON text, as files hold it."""
    return as_json(record.model_dump(mode="json"), indent=1) + "\n"


def save(record: Record, path: str | Path, *, new: bool = False) -> None:
    """Write a record to a file that its owner alone can read, whole or not at all.

    `new`: never over a file that is there. Raises `RecordError`.
    """
    expect(path, (str, Path), "a file", "a path")
    try:
        write_whole(path, text_of(record), new=new, private=True)
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {error.strerror}") from None


def load_game(record: Record, *, source: str = "", engine: EngineName = "python") -> Game:
    """The game of a record, loaded as it was then. Raises `RecordError`.

    `source`: the name or path of the game now, if it is not what the record says.
    """
    try:
        game = games.load(
            source or record.game,
            variants=record.variants,
            options=record.options,
            seats=record.seats,
            engine=engine,
        )
    except RulewrightError as error:
        raise RecordError(f"the game of the record cannot be loaded: {error}") from error
    check_fit(record, game)
    return game


def check_fit(record: Record, game: Game) -> None:
    """Raise `RecordError` unless the record was played with exactly this game."""
    then_and_now: list[tuple[str, object, object]] = [
        ("with variants", sorted(record.variants), sorted(game.variants)),
        ("with options", record.options, game.options),
        ("with seats", record.seats, game.seats),
        ("by rules with digest", record.digest, game.digest),
    ]
    for what, then, now in then_and_now:
        if then != now:
            raise RecordError(
                f"the record of {record.game} was played {what} {_plain(then)}, "
                f"and the game at hand has {_plain(now)}"
            )


def replay(record: Record, game: Game | None = None) -> State:
    """Play a record again, move by move; undo leads back through all of it.

    `game`: the game if it is loaded already. Raises `RecordError` if the record is not of this
    game, names a move that is not offered, has an outcome that does not fit, or ends otherwise than
    it says.
    """
    if game is None:
        game = load_game(record)
    else:
        check_fit(record, game)
    if record.seed is not None and record.outcomes:
        raise RecordError("the record has a seed and outcomes of chance: it can have only one")
    outcomes = iter(record.outcomes)
    try:
        state = game.start(chance="asked") if record.seed is None else game.start(seed=record.seed)
        _answer(state, outcomes)
    except RulewrightError as error:
        raise RecordError(f"the record does not replay from its beginning: {error}") from error
    for number, move in enumerate(record.moves, start=1):
        if state.to_move == "chance":
            raise RecordError(
                f"before move {number} ({move}) the record lacks an outcome of chance"
            )
        try:
            state.apply(move)
            _answer(state, outcomes)
        except RulewrightError as error:
            raise RecordError(f"move {number} does not replay: {error}") from error
    if next(outcomes, None) is not None:
        raise RecordError("the record holds more outcomes of chance than the game asked for")
    _check_result(record, state)
    return state


def _answer(state: State, outcomes: Iterator[tuple[str, ...]]) -> None:
    """Give chance its recorded outcomes for as long as it asks and there are any."""
    while state.to_move == "chance":
        outcome = next(outcomes, None)
        if outcome is None:
            return
        state.answer(outcome)


def _check_result(record: Record, state: State) -> None:
    outcome = state.outcome
    if record.result is None:
        if outcome is not None:
            raise RecordError("the record has no result, but its moves end the game")
        return
    if outcome is None:
        raise RecordError("the record has a result, but its moves do not end the game")
    if Result.model_validate(outcome, strict=False) != record.result:
        raise RecordError(
            f"the record says {list(record.result.scores)} points, "
            f"and the replay gives {list(outcome['scores'])}"
        )


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{k}={v}" for k, v in sorted(value.items())) or "none"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def _findings(error: ValidationError) -> str:
    """What a validation found, in one line: at most three places."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    lines = [f"{'.'.join(map(str, one['loc'])) or 'text'}: {one['msg']}" for one in found[:3]]
    more = len(found) - len(lines)
    return "; ".join(lines) + (f"; and {more} more" if more else "")

"""A game as a file: which rules, which chance, which moves. Enough to play it again.

A record holds texts, not codes: people can read it, and it survives any change of the engines. It
also survives changes of the rules, as far as its moves are legal by them: then it is said where the
game parts from its record, and the digest of what the rules mean says whether they are the same.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import unquote_to_bytes

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
)

from .. import game as games
from ..backends.registry import EngineName
from ..characters import as_json
from ..diagnostics import RecordError, RulewrightError, UsageError, expect
from ..files import file_bytes, write_whole
from ..game import Game
from ..state import State

FORMAT = "rulewright-record/1"
LARGEST_RECORD = 64 * 1024 * 1024  # bytes
_STRICT = ConfigDict(strict=True, extra="forbid", frozen=True)
_URI = "file://"
EXACT = 1 << 53  # up to here every program that reads JSON has whole numbers


def _seed_read(value: object) -> object:
    """A seed is a number, or a text of its digits."""
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,4000}", value):
        return int(value)
    return value


Seed = Annotated[int, BeforeValidator(_seed_read)]
"""The seed of a game in JSON: large ones are texts of digits, which many programs would round."""


@dataclass(frozen=True, slots=True)
class Parting:
    """Where a game that is played again parts from its record.

    `move`: the number of the move, from 1; 0 at the beginning, one more than there are moves if it
    is the end that is otherwise. `text`: the move, if it is one. `why`: what stands in its way.
    `changed`: do the rules mean something else than when it was recorded?
    """

    move: int
    text: str
    why: str
    changed: bool

    def __str__(self) -> str:
        if self.text:
            told = f"move {self.move} does not replay: {self.why}"
        elif self.move == 0:
            told = f"the record does not replay from its beginning: {self.why}"
        else:
            told = self.why
        return f"the rules have changed since this was recorded: {told}" if self.changed else told


class Parted(RecordError):
    """A game does not replay: `parting` says where, `state` is how far it goes, with its past."""

    def __init__(self, parting: Parting, state: State) -> None:
        super().__init__(str(parting))
        self.parting, self.state = parting, state


class FileIsThere(RecordError):
    """A record was to be written to a new file, and there is one of that name."""


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

    `game`: the name of a game that comes with Rulewright, or the path of a rule file (a `file:`
    address where it is no text). `digest`: of what the rules with their variants mean. `options`:
    the label of every option. `seed` decides all chance (see `Seed`); without one `outcomes` holds
    what chance answered, in order, each as labels, top first. `result` is missing while the game is
    not over.
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
        game=_written(game.source),
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


def contents(path: str | Path) -> bytes:
    """What the file of a record holds. Raises `RecordError`."""
    expect(path, (str, Path), "a file", "a path")
    try:
        data = file_bytes(path, LARGEST_RECORD)
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > LARGEST_RECORD:
        raise RecordError(f"{path} is too large for a record")
    return data


def load(path: str | Path) -> Record:
    """Read a record from a file. Raises `RecordError`."""
    return read(contents(path), str(path))


def data_of(record: Record) -> dict[str, object]:
    """A record as data for JSON."""
    data = record.model_dump(mode="json")
    if record.seed is not None and not -EXACT <= record.seed <= EXACT:
        data["seed"] = str(record.seed)
    return data


def text_of(record: Record) -> str:
    """A record as JSON text, as files hold it."""
    return as_json(data_of(record), indent=1) + "\n"


def save(record: Record, path: str | Path, *, new: bool = False) -> None:
    """Write a record to a file that its owner alone can read, whole or not at all.

    `new`: never over a file that is there. Raises `RecordError`, `FileIsThere` among them.
    """
    expect(path, (str, Path), "a file", "a path")
    try:
        write_whole(path, text_of(record), new=new, private=True)
    except FileExistsError:
        raise FileIsThere(f"{path} exists already: choose another name") from None
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {error.strerror}") from None


def load_game(
    record: Record,
    *,
    source: str = "",
    engine: EngineName | None = None,
    load: Callable[..., Game] = games.load,
) -> Game:
    """The game of a record, loaded as it was then. Raises `RecordError`.

    `source`: the name or path of the game now, if it is not what the record says. Options that the
    rules have no longer are left out, others that they have got stand as usual.
    `load`: loads it, as `rulewright.load` does.
    """
    loaded = partial(
        load,
        source or source_of(record),
        variants=record.variants,
        seats=record.seats,
        engine=engine,
    )
    try:
        try:
            game = loaded(options=record.options)
        except UsageError:
            there = loaded().options
            options = {name: label for name, label in record.options.items() if name in there}
            if len(options) == len(record.options):
                raise
            game = loaded(options=options)
    except RulewrightError as error:
        raise RecordError(f"the game of the record cannot be loaded: {error}") from error
    check_fit(record, game)
    return game


def source_of(record: Record) -> str:
    """What `rulewright.load` takes for the game of a record."""
    if record.game.startswith(_URI):
        return os.fsdecode(unquote_to_bytes(record.game.removeprefix(_URI)))
    return record.game


def _written(source: str) -> str:
    """The name or path of a game as a record holds it: a path that is no text as an address."""
    try:
        source.encode()
    except UnicodeEncodeError:
        return Path(source).absolute().as_uri()
    return source


def check_fit(record: Record, game: Game) -> None:
    """Raise `RecordError` unless the record was played with this game, its variants, options and
    seats; its rules may have changed since."""
    options = dict(game.options)
    if record.digest != game.digest:
        options = {name: options.get(name, label) for name, label in record.options.items()}
    then_and_now: list[tuple[str, object, object]] = [
        ("with variants", sorted(record.variants), sorted(game.variants)),
        ("with options", record.options, options),
        ("with seats", record.seats, game.seats),
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
    game; `Parted`, which is one, if a move is not offered, an outcome does not fit, or it ends
    otherwise than it says – by rules that have changed, or since somebody changed the record.
    """
    if game is None:
        game = load_game(record)
    else:
        check_fit(record, game)
    if record.seed is not None and record.outcomes:
        raise RecordError("the record has a seed and outcomes of chance: it can have only one")
    try:
        state = game.start(chance="asked") if record.seed is None else game.start(seed=record.seed)
    except RulewrightError as error:
        raise RecordError(f"the record does not replay from its beginning: {error}") from error
    changed = record.digest != game.digest
    parted = _follow(record, state)
    if parted is not None:
        raise Parted(Parting(*parted, changed), state)
    return state


def _follow(record: Record, state: State) -> tuple[int, str, str] | None:
    """Lead a state through a record. Gives where and why it goes no further, if it does not."""
    outcomes, end = iter(record.outcomes), len(record.moves) + 1
    for number, text in enumerate(("", *record.moves)):
        try:
            if number:
                state.apply(text)
            _answer(state, outcomes)
        except RulewrightError as error:
            return number, text, str(error)
        if state.to_move == "chance" and number + 1 < end:
            following = f"move {number + 1} ({record.moves[number]})"
            return number + 1, "", f"before {following} the record lacks an outcome of chance"
    if next(outcomes, None) is not None:
        return end, "", "the record holds more outcomes of chance than the game asked for"
    why = _other_result(record, state)
    return (end, "", why) if why else None


def _answer(state: State, outcomes: Iterator[tuple[str, ...]]) -> None:
    """Give chance its recorded outcomes for as long as it asks and there are any."""
    while state.to_move == "chance":
        outcome = next(outcomes, None)
        if outcome is None:
            return
        state.answer(outcome)


def _other_result(record: Record, state: State) -> str:
    """What is otherwise at the end than the record says; empty if nothing is."""
    outcome = state.outcome
    if record.result is None:
        return "the record has no result, but its moves end the game" if outcome else ""
    if outcome is None:
        return "the record has a result, but its moves do not end the game"
    found = Result.model_validate(outcome, strict=False)
    if found == record.result:
        return ""
    then, now = list(record.result.scores), list(outcome["scores"])
    if then != now:
        return f"the record says {then} points, and the replay gives {now}"
    told = (
        _plain(one.model_dump(mode="json", exclude={"scores"})) for one in (record.result, found)
    )
    return f"the record says {next(told)}; and the replay gives {next(told)}"


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

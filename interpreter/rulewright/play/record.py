"""A game as a file: which rules, which chance, which moves. Enough to play it again.

A record holds texts, not codes: people can read it, and it survives any change of the engines. It
also survives changes of the rules, as far as its moves are legal by them: then it is said where the
game parts from its record, and the digest of what the rules mean says whether they are the same.

Files hold it as JSON or, for people, as text (see `notation`): what is read may be either, and the
name of a file says what is written. Nothing outside of this module minds which it is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import unquote_to_bytes

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationError,
    model_validator,
)

from .. import game as games
from ..backends.registry import EngineName
from ..characters import UNFIT, as_json, many
from ..check import modules
from ..diagnostics import (
    MOST_NAMES,
    MoveError,
    RecordError,
    RulewrightError,
    UsageError,
    did_you_mean,
    expect,
)
from ..drawing.lines import seat_title
from ..files import file_bytes, write_whole
from ..game import Game
from ..source import Span
from ..state import State
from . import notation
from .ended import words_of_end
from .steps import steps
from .writing import write

FORMAT = "rulewright-record/1"
TEXT = ".txt"  # how names of files end that hold records as text
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
    """A game does not replay: `parting` says where, `state` is how far it goes, with its past;
    `span` is the place in a record that was written as text."""

    def __init__(self, parting: Parting, state: State, span: Span | None = None) -> None:
        super().__init__(notation.at(span, str(parting)) if span is not None else str(parting))
        self.parting, self.state, self.span = parting, state, span


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


def _one_line(text: str) -> str:
    if "\n" in text or text != text.rstrip() or UNFIT.search(text):
        raise ValueError("a comment is one line of text, without blanks at its end")
    return text


class Comment(BaseModel):
    """A line of what somebody has to say of a game, after so many moves: of the last of these
    (`beside`: it stands beside that move), or of what follows."""

    model_config = _STRICT
    after: int = Field(ge=0)
    text: Annotated[str, AfterValidator(_one_line)]
    beside: bool = False


@dataclass(frozen=True, slots=True)
class _Aside:
    """What comes with a record and is no part of it, so that all asides are equal: the text that it
    was read from, with the folder of the file, or the game and the state that it was made of."""

    sheet: notation.Sheet | None = field(default=None, compare=False)
    game: Game | None = field(default=None, compare=False)
    past: State | None = field(default=None, compare=False)
    folder: Path | None = field(default=None, compare=False)


class Record(BaseModel):
    """A game, finished or not.

    `game`: the name of a game that comes with Rulewright, or the path of a rule file (a `file:`
    address where it is no text). `digest`: of what the rules with their variants mean; empty if
    that is not known. `options`: the label of every option. `seats`: as many as the game has by
    itself, if it is None. `players`: who sat there, in any words. `seed` decides all chance (see
    `Seed`); without one `outcomes` holds what chance answered, in order, each as labels, top first.
    `result` is missing while the game is not over. `comments` stand in the order of moves.
    """

    model_config = _STRICT
    format: Literal["rulewright-record/1"] = "rulewright-record/1"
    game: str
    digest: str = ""
    variants: tuple[str, ...] = ()
    options: dict[str, str] = Field(default_factory=dict)
    seats: Annotated[int, Field(ge=1)] | None = None
    players: tuple[str, ...] = ()
    seed: Seed | None = None
    outcomes: tuple[tuple[str, ...], ...] = ()
    moves: tuple[str, ...] = ()
    result: Result | None = None
    comments: tuple[Comment, ...] = ()
    _aside: _Aside = PrivateAttr(default=_Aside())

    @model_validator(mode="after")
    def _comments_in_order(self) -> Record:
        places = [(one.after, not one.beside) for one in self.comments]
        beside = [after for after, below in places if not below]
        if places != sorted(places) or len(set(beside)) < len(beside) or beside[:1] == [0]:
            raise ValueError("comments stand in the order of moves, one beside each at most")
        if places and places[-1][0] > len(self.moves):
            raise ValueError(f"a comment stands after move {places[-1][0]}, which is not there")
        return self

    def other_rules(self, game: Game) -> bool:
        """Do the rules mean something else than when it was recorded, as far as that is known?"""
        return self.digest not in ("", game.digest)


def record_of(
    game: Game,
    state: State,
    *,
    players: Sequence[str] = (),
    comments: Sequence[Comment] = (),
) -> Record:
    """The record of a state that `game.start` began: everything that has happened since.

    Of `comments` those stay that are about moves which have been made.
    """
    outcome, moves = state.outcome, tuple(state.moves)
    record = Record(
        game=_written(game),
        digest=game.digest,
        variants=tuple(game.variants),
        options=dict(game.options),
        seats=game.seats,
        players=tuple(players),
        seed=state.seed,
        outcomes=tuple(state.outcomes),
        moves=moves,
        result=Result.model_validate(outcome, strict=False) if outcome is not None else None,
        comments=tuple(one for one in comments if one.after <= len(moves)),
    )
    record._aside = _Aside(game=game, past=state.copy())
    return record


def read(text: str | bytes, name: str = "the record", folder: Path | None = None) -> Record:
    """A record from the text that a file holds; `name` is what messages call it, `folder` where the
    file lies. Raises `RecordError`, with line and column where it is no JSON."""
    expect(text, (str, bytes), "a record", "the text of one")
    try:
        if is_json(text):
            record = Record.model_validate_json(text)
            record._aside = _Aside(folder=folder)
            return record
        written = text if isinstance(text, str) else text.decode("utf-8-sig")
        sheet = notation.read(written, name)
        record = Record.model_validate(sheet.data)
    except UnicodeDecodeError as error:
        raise RecordError(f"{name} is not a record: no UTF-8 (byte {error.start})") from None
    except ValidationError as error:
        raise RecordError(f"{name} is not a record: {_findings(error)}") from None
    record._aside = _Aside(sheet, folder=folder)
    return record


def is_json(text: str | bytes) -> bool:
    """Is it a record as JSON, if it is one?"""
    start = text[:1000].lstrip()
    return start[:1] in ("{", b"{")


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
    return read(contents(path), str(path), Path(path).parent)


def data_of(record: Record) -> dict[str, object]:
    """A record as data for JSON."""
    optional = {"players", "comments"}
    unsaid = {name for name in optional if not getattr(record, name)}
    data = record.model_dump(mode="json", exclude=unsaid)
    if record.seed is not None and not -EXACT <= record.seed <= EXACT:
        data["seed"] = str(record.seed)
    return data


def text_of(record: Record, path: str | Path = "") -> str:
    """A record as a file holds it: as text for people if the file's name ends in `.txt`, or tells
    nothing and it is a text by now, else as JSON. A text of one that `record_of` has made tells in
    which turns moves were made, and by whom, and in the words of the rules how it has ended."""
    if not _is_text(Path(path)):
        return as_json(data_of(record), indent=1) + "\n"
    game, past = record._aside.game, record._aside.past
    if game is None or past is None:
        return write(data_of(record))
    end = words_of_end(game, past)
    return write(data_of(record), game.seat_names, list(steps(past)), end=end[0])


def _is_text(path: Path) -> bool:
    """Is the file of a record to be a text?"""
    if path.suffix in (TEXT, ".json") or not path.name:
        return path.suffix == TEXT
    try:
        head = file_bytes(path, 1000)
    except OSError:
        return False  # there is none
    return bool(head.strip()) and not is_json(head)


def save(record: Record, path: str | Path, *, new: bool = False) -> None:
    """Write a record to a file that its owner alone can read, whole or not at all (see `text_of`).

    `new`: never over a file that is there. Raises `RecordError`, `FileIsThere` among them.
    """
    expect(path, (str, Path), "a file", "a path")
    try:
        write_whole(path, text_of(record, path), new=new, private=True)
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

    `source`: the name or path of the game now, if it is not what the record says; it may be the
    file of a variant, as what the record says may be. Options that the
    rules have no longer are left out, others that they have got stand as usual. Rule files that are
    named by a path from where it was played are found beside the file of the record, too.
    `load`: loads it, as `rulewright.load` does.
    """
    # where the game is named by the file of a variant, that is not put on it again
    named = [one for one in record.variants if _called([one]) == _called([source])]
    loaded = partial(
        load,
        source or source_of(record),
        variants=[_found(record, name) for name in record.variants if name not in named],
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
    return _found(record, record.game)


def is_of(record: Record, game: Game) -> bool:
    """Is it the record of a game from where this one comes?"""
    return record.game == _written(game) or source_of(record) == game.source


def is_called(record: Record, game: Game, name: str) -> bool:
    """Does this game of a record go by this name or path, or a variant in it?"""
    if modules.is_path(name):
        files = [source_of(record), *(_found(record, one) for one in record.variants)]
        if (parts := game.merged.parts) is not None:
            files += [str(one.path) for one in (parts[0], *parts[2])]
        return name in files or any(_is_same_file(name, file) for file in files)
    return name in (game.name, record.game, *_called(record.variants))


def _is_same_file(one: str, other: str) -> bool:
    return os.path.exists(one) and os.path.exists(other) and os.path.samefile(one, other)


def _found(record: Record, name: str) -> str:
    """A game or variant as a record names it: a rule file that is not where its path leads from
    here may lie beside the record."""
    folder = record._aside.folder
    if folder is None or not modules.is_path(name) or modules.is_file(Path(name)):
        return name
    beside = folder / name
    return str(beside) if modules.is_file(beside) else name


def _written(game: Game) -> str:
    """The name or path of a game as a record holds it: the name of one that comes with Rulewright,
    wherever that is installed; a path that is no text as an address."""
    source = game.source
    try:
        source.encode()
    except UnicodeEncodeError:
        return Path(source).absolute().as_uri()
    return game.name if modules.is_shipped(Path(source), game.name) else source


def check_fit(record: Record, game: Game) -> None:
    """Raise `RecordError` unless the record was played with this game, its variants, options and
    seats; its rules may have changed since."""
    options = dict(game.options)
    if record.digest != game.digest:
        options = {name: options.get(name, label) for name, label in record.options.items()}
    seats = game.seats if record.seats is None else record.seats
    then_and_now: list[tuple[str, object, object]] = [
        ("with variants", _variants(record, game), _called(game.variants)),
        ("with options", record.options, options),
        ("with seats", seats, game.seats),
    ]
    for what, then, now in then_and_now:
        if then != now:
            raise RecordError(
                f"the record of {record.game} was played {what} {_plain(then)}, "
                f"and the game at hand has {_plain(now)}"
            )


def _variants(record: Record, game: Game) -> list[str]:
    """The variants that a record was played with; its game may be named by the file of one."""
    then, (named,) = _called(record.variants), _called([source_of(record)])
    is_variant = named in _called(game.variants) and named not in then
    return sorted([*then, named]) if is_variant else then


def _called(variants: Iterable[str]) -> list[str]:
    """Variants by their names, wherever they lie."""
    return sorted(map(modules.plain_name, variants))


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
    follower = _Follower(record, game, state)
    parted = follower.follow()
    if parted is not None:
        parting = Parting(*parted, record.other_rules(game))
        raise Parted(parting, state, follower.place)
    return state


class _Follower:
    """Leads a state through a record; `place` is where it stands in the text, if it is one."""

    def __init__(self, record: Record, game: Game, state: State) -> None:
        self.record, self.game, self.state = record, game, state
        self.sheet = record._aside.sheet
        self.place: Span | None = None
        self.given = 0  # outcomes of chance

    def follow(self) -> tuple[int, str, str] | None:
        """Gives where and why it goes no further, if it does not."""
        record, state, end = self.record, self.state, len(self.record.moves) + 1
        for number, text in enumerate(("", *record.moves)):
            try:
                if number:
                    self.move(number - 1, text)
                self.answer()
            except RulewrightError as error:
                return number, text, str(error)
            if state.to_move == "chance" and number + 1 < end:
                following = f"move {number + 1} ({record.moves[number]})"
                return number + 1, "", f"before {following} the record lacks an outcome of chance"
        if self.given < len(record.outcomes):
            return end, "", "the record holds more outcomes of chance than the game asked for"
        self.place = None
        why = _other_result(record, state)
        return (end, "", why) if why else None

    def move(self, index: int, text: str) -> None:
        """Make a move. Raises `RulewrightError` with the nearest one that is on offer."""
        state = self.state
        if self.sheet is not None:
            self.is_made_by(self.sheet.makers[index])
            self.place = self.sheet.move(index)
        try:
            state.apply(text)
        except MoveError as error:
            offered = state.legal_moves()
            few = map(str, offered) if len(offered) <= MOST_NAMES else ()
            hint = did_you_mean(text, few)
            told = hint and hint not in str(error)
            raise MoveError(f"{error}; {hint}" if told else str(error)) from None

    def is_made_by(self, maker: notation.Maker | None) -> None:
        """Raise `RecordError` if somebody else than who is named has to move."""
        names, seat = self.game.seat_names, self.state.to_move
        if maker is None or not isinstance(seat, int) or maker.seat in (seat, names[seat]):
            return
        self.place = maker.span
        told = maker.seat if isinstance(maker.seat, str) else seat_title(str(maker.seat))
        if isinstance(maker.seat, int) and maker.seat < len(names):
            told = seat_title(names[maker.seat])
        hint = f", not for {told}"
        if told not in map(seat_title, names):
            hint = f"; there is no {told if ' ' in told else f'seat {told}'}"
        raise RecordError(f"it is for {seat_title(names[seat])} to move{hint}")

    def answer(self) -> None:
        """Give chance its recorded outcomes for as long as it asks and there are any."""
        while self.state.to_move == "chance" and self.given < len(self.record.outcomes):
            outcome = self.record.outcomes[self.given]
            if self.sheet is not None:
                self.place = self.sheet.outcome(self.given)
            self.state.answer(outcome)
            self.given += 1


def _other_result(record: Record, state: State) -> str:
    """What is otherwise at the end than the record says; empty if nothing is. A text says as much
    of the result as it likes, JSON all of it."""
    outcome, sheet = state.outcome, record._aside.sheet
    claims = sheet.claims if sheet is not None else _claims(record.result)
    if not claims:
        unsaid = outcome and sheet is None
        return "the record has no result, but its moves end the game" if unsaid else ""
    if outcome is None:
        return "the record has a result, but its moves do not end the game"
    found = _claims(Result.model_validate(outcome, strict=False))
    other = {name: value for name, value in claims.items() if found[name] != value}
    if not other:
        return ""
    if "scores" in other:
        points = list(other["scores"]), outcome["scores"]
        said = many(points[0][0], "point") if len(points[0]) == 1 else f"{points[0]} points"
        return f"the record says {said}, and the replay gives {points[1]}"
    now = {name: found[name] for name in other}
    return f"the record says {_plain(other)}; and the replay gives {_plain(now)}"


def _claims(result: Result | None) -> dict[str, Any]:
    return result.model_dump() if result is not None else {}


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{k}={v}" for k, v in sorted(value.items())) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def _findings(error: ValidationError) -> str:
    """What a validation found, in one line: at most three places."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    lines = [f"{'.'.join(map(str, one['loc'])) or 'text'}: {one['msg']}" for one in found[:3]]
    more = len(found) - len(lines)
    return "; ".join(lines) + (f"; and {more} more" if more else "")

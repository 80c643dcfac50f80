"""The engine protocol: requests and answers, one line of JSON each, about one game at a time.

A `Session` takes a line and gives a line; who reads and writes them is not its business. Whatever
the line holds, there is an answer: `"ok": true` with what was asked for, or an error with one of
`CODES`, and then the game is as it was before.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict, assert_never

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from ..backends.registry import EngineName
from ..characters import as_json
from ..diagnostics import (
    ChanceError,
    MoveError,
    PlayError,
    RecordError,
    RulesError,
    RulewrightError,
    UsageError,
    did_you_mean,
)
from ..game import Game
from ..limits import Deadline, OutOfTime
from ..players.budget import Budget
from ..players.mcts import consider
from ..players.naming import USUAL
from ..state import NOT_NOW, State
from . import record as records
from .perft import DEEPEST, PerftError, perft
from .shelf import Shelf

LONGEST_LINE = 4 * 1024 * 1024
"""The most bytes of a request, its line end not counted."""

MOST_STEPS = 100_000
"""The most moves and answers of chance of a game: each is kept, to be taken back."""

MOST_SIMULATIONS = 100_000
"""The most simulations of a hint."""

CODES = {
    "json": "the line is no JSON object",
    "request": "the object is no request: an unknown `do`, a missing, wrong or unread field",
    "too-long": "the line is longer than 4 MiB",
    "no-game": "the request needs a game, and none has been begun",
    "usage": "a wrong game, option, variant, seat or depth, or nothing to take back",
    "limit": "the game has become too long to go on with, or the request takes too long",
    "rules": "the rule files have errors",
    "move": "the move is not offered",
    "chance": "the outcome does not fit, or chance is not asked",
    "record": "the record cannot be read, is of other rules, or does not replay",
    "play": "a rule went wrong during play",
    "perft": "the sequences cannot be counted: chance is asked on the way, or too many",
    "internal": "a mistake of Rulewright's own",
}
"""The codes of errors, and what they mean."""

_BY_ERROR: tuple[tuple[type[RulewrightError], str], ...] = (
    (RulesError, "rules"),
    (UsageError, "usage"),
    (MoveError, "move"),
    (ChanceError, "chance"),
    (RecordError, "record"),
    (PlayError, "play"),
    (PerftError, "perft"),
)


class _Request(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class New(_Request):
    """Begin a game, given by name or by the path of a rule file."""

    do: Literal["new"]
    game: str
    seats: int | None = None
    options: dict[str, str | int] = Field(default_factory=dict)
    variants: tuple[str, ...] = ()
    seed: records.Seed | None = None
    chance: Literal["asked"] | None = None

    @model_validator(mode="after")
    def _one_source(self) -> New:
        if self.seed is not None and self.chance is not None:
            raise ValueError("either a seed or chance asked, not both")
        return self


class Play(_Request):
    do: Literal["play"]
    move: str


class Chance(_Request):
    """Chance's answer: labels, top first; for a pick also a bare label."""

    do: Literal["chance"]
    outcome: tuple[str, ...] | str


class Undo(_Request):
    do: Literal["undo"]


class Show(_Request):
    do: Literal["position"]


class Observe(_Request):
    do: Literal["observe"]
    seat: int


class Why(_Request):
    do: Literal["why"]
    move: str


class Perft(_Request):
    do: Literal["perft"]
    depth: int = Field(ge=1, le=DEEPEST)


class Hint(_Request):
    """What a tree search thinks of the moves, by what the seat that decides knows."""

    do: Literal["hint"]
    simulations: int = Field(default=USUAL.simulations, ge=1, le=MOST_SIMULATIONS)
    seed: int = 0


class Save(_Request):
    do: Literal["save"]


class Load(_Request):
    do: Literal["load"]
    record: JsonValue


Request = New | Play | Chance | Undo | Show | Observe | Why | Perft | Hint | Save | Load
_READER: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="do")])
_VERBS = (
    "new", "play", "chance", "undo", "position", "observe", "why", "perft", "hint", "save",
    "load",
)  # fmt: skip


class Question(TypedDict):
    """What chance is asked, as JSON."""

    kind: Literal["shuffle", "pick"]
    zone: str
    of: list[str]


class PositionMessage(TypedDict):
    """A state as the protocol shows it: public facts and the moves of the seat that decides.

    `scores` are points as the position stands, missing while chance is asked.
    """

    to_move: int | Literal["chance"] | None
    choice: str | None
    moves: list[str]
    chance: Question | None
    over: bool
    scores: list[int] | None
    outcome: dict[str, Any] | None
    decisions: int


class ProtocolError(RulewrightError):
    """A line that is no request, or a request that cannot be met."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


Answer = dict[str, Any]


class Session:
    """One conversation: at most one game, and the answers to requests about it.

    `root`: the folder whose rule files may be asked for by path; without one, only games that come
    with Rulewright may be asked for. `seconds`: how long a request may take, in the main thread. It
    belongs to one thread at a time.

    session = Session()
    session.answer(b'{"do": "new", "game": "ruta", "seed": 7}')
    """

    def __init__(
        self,
        *,
        engine: EngineName | None = None,
        root: str | Path | None = None,
        seconds: float | None = None,
    ) -> None:
        self.engine = engine
        self.seconds = seconds
        self.shelf = Shelf(root)
        self.game: Game | None = None
        self.state: State | None = None

    def answer(self, line: bytes | str) -> str:
        """The answer to a line: a line of JSON without its line end. Never raises."""
        try:
            with Deadline(self.seconds).enforced():
                answer = {"ok": True, **self.respond(_read(line))}
        except OutOfTime:
            answer = refusal("limit", f"this took longer than {self.seconds:g} seconds")
        except MemoryError:
            answer = refusal("limit", "there is not enough memory for this")
        except RulewrightError as error:
            answer = refusal(_code(error), str(error))
            if isinstance(error, records.Parted):
                answer["error"]["parting"] = asdict(error.parting)
        except Exception as error:  # a mistake of ours must not end the conversation
            answer = refusal("internal", f"{type(error).__name__}: {error}")
        return as_json(answer)

    def respond(self, request: Request) -> Answer:
        """What a request is answered, besides that it went well. Raises `RulewrightError`."""
        match request:
            case New():
                game = self._load(request)
                if request.chance == "asked":
                    return self._go_to(game, game.start(chance="asked"))
                return self._go_to(game, game.start(seed=request.seed))
            case Load():
                data = request.record  # a text, too, is a record
                record = records.read(data if isinstance(data, str) else json.dumps(data))
                _check_length(len(record.moves) + len(record.outcomes))
                game = records.load_game(record, engine=self.engine, load=self.shelf.load)
                return self._go_to(game, records.replay(record, game))
        game, state = self._at_hand()
        match request:
            case Play():
                _check_length(state.steps + 1)
                state.apply(request.move)
                return self._go_to(game, state)
            case Chance():
                _check_length(state.steps + 1)
                state.answer(request.outcome)
                return self._go_to(game, state)
            case Undo():
                state.undo()
                return self._go_to(game, state)
            case Show():
                return {**position(state)}
            case Observe():
                return {"observation": state.observation(request.seat)}
            case Why():
                reasons = [
                    {"message": one.message, "file": one.file, "line": one.line}
                    for one in state.why_not(request.move)
                ]
                return {"offered": not reasons, "reasons": reasons}
            case Perft():
                return {"counts": perft(state, request.depth)}
            case Hint():
                return {"moves": _hints(state, request)}
            case Save():
                return {"record": records.data_of(records.record_of(game, state))}
            case _:
                assert_never(request)

    def _go_to(self, game: Game, state: State) -> Answer:
        """Make a state the current one, once its position is known to be without fault."""
        answer: Answer = {**position(state)}
        self.game, self.state = game, state
        return answer

    def _at_hand(self) -> tuple[Game, State]:
        """The game and a copy of its state, so that a request that fails changes nothing."""
        if self.game is None or self.state is None:
            raise ProtocolError("no-game", 'there is no game yet: begin with {"do":"new", …}')
        return self.game, self.state.copy()

    def _load(self, request: New) -> Game:
        return self.shelf.load(
            request.game,
            variants=request.variants,
            options=request.options,
            seats=request.seats,
            engine=self.engine,
        )


def _check_length(steps: int) -> None:
    if steps > MOST_STEPS:
        raise ProtocolError(
            "limit", f"a game has at most {MOST_STEPS:,} moves and answers of chance here"
        )


def _hints(state: State, request: Hint) -> list[Answer]:
    """The moves that were looked at, the best first."""
    seat = state.to_move
    if not isinstance(seat, int):
        raise MoveError("the game is over" if state.over else NOT_NOW)
    moves = state.legal_moves()
    found = consider(state, seat, Budget(request.simulations), seed=request.seed)
    return [
        {
            "move": str(moves[one.number]), "share": one.share, "value": one.value,
            "certain": {1: "win", 0: None, -1: "loss"}[one.proof],
        }
        for one in found
    ]  # fmt: skip


def position(state: State) -> PositionMessage:
    """A state as the protocol shows it."""
    question = state.question
    asked: Question | None = None
    if question is not None:
        asked = {"kind": question.kind, "zone": question.zone, "of": list(question.of)}
    outcome = state.outcome
    return {
        "to_move": state.to_move,
        "choice": state.choice or None,
        "moves": [str(move) for move in state.legal_moves()],
        "chance": asked,
        "over": state.over,
        "scores": None if asked is not None else list(state.scores()),
        "outcome": None if outcome is None else {**outcome},
        "decisions": state.decisions,
    }


def refusal(code: str, message: str) -> Answer:
    """An error as the protocol answers it; `code` is one of `CODES`."""
    return {"ok": False, "error": {"code": code, "message": message}}


def too_long() -> str:
    """The answer to a line of more than `LONGEST_LINE` bytes."""
    return as_json(refusal("too-long", f"a request has at most {LONGEST_LINE} bytes"))


def _read(line: bytes | str) -> Request:
    """The request that a line holds. Raises `ProtocolError`."""
    try:
        return _READER.validate_json(line)
    except ValidationError as error:
        raise _unread(error) from None


def _unread(error: ValidationError) -> ProtocolError:
    first = error.errors(include_url=False, include_context=True, include_input=True)[0]
    match first["type"]:
        case "json_invalid":
            return ProtocolError("json", f"this is no JSON: {first['ctx']['error']}")
        case "model_attributes_type" | "model_type" | "dict_type":
            return ProtocolError("json", "a request is a JSON object")
        case "union_tag_not_found":
            return ProtocolError("request", f"a request says what to `do`: {', '.join(_VERBS)}")
        case "union_tag_invalid":
            verb = str(first["ctx"]["tag"])
            hint = did_you_mean(verb, _VERBS) or f"known are {', '.join(_VERBS)}"
            return ProtocolError("request", f"there is no request {verb}; {hint}")
    if not first["loc"]:
        return ProtocolError("json", f"this is no JSON: {first['msg']}")
    verb, *path = (str(part) for part in first["loc"])
    where = f"field {path[0]} of {verb}" if path else verb
    if first["type"] == "extra_forbidden":
        return ProtocolError("request", f"{where} is not known")
    if first["type"] == "missing":
        return ProtocolError("request", f"{where} is missing")
    return ProtocolError("request", f"{where}: {first['msg'].removeprefix('Value error, ')}")


def _code(error: RulewrightError) -> str:
    if isinstance(error, ProtocolError):
        return error.code
    return next((code for kind, code in _BY_ERROR if isinstance(error, kind)), "internal")

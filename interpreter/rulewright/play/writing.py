"""Records written as text, as `notation` reads it: a head, a line for each seat in each turn.

Every record reads again as what it was: what cannot stand as it is stands in quotes.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..characters import UNFIT, as_json
from .notation import CHANCE, MOST_SEATS, NOBODY, NOTHING, PREFIX
from .steps import Step, turn_numbers

WIDTH = 100  # of a line of several moves


def write(
    data: Mapping[str, Any], names: Sequence[str] = (), played: Sequence[Step] = (), end: str = ""
) -> str:
    """The text of a record, which reads as just this record.

    `data`: as in JSON. `names`: of the seats, if they have any. `played`: the steps of the game;
    without them it is not told who made which move, and in which turn. `end`: what the rules say of
    how it has ended.
    """
    named = () if any(name.isdigit() for name in names) else names
    head = [f"{key}: {value}" for key, value in _heads(data, named, end)]
    return "\n".join([*head, "", *_Body(data, names, list(played)).lines()]) + "\n"


def _heads(data: Mapping[str, Any], names: Sequence[str], end: str) -> Iterator[tuple[str, str]]:
    result = data["result"] or {}
    lines = result.get("lines", {})
    winners = [_seat(seat, names) for seat in result.get("winners", ())]
    # a game without points has none to tell, if it is one that reading can tell, too
    scores, nothing = result.get("scores", ()), (0,) * min(data["seats"] or 0, MOST_SEATS)
    has_points = bool(lines or not data["digest"] or not nothing or tuple(scores) != nothing)
    options = [f"{_word(n, '=,')}={_word(v, '=,')}" for n, v in data["options"].items()]
    yield "game", _word(data["game"], "")
    for key, texts in (
        ("variants", _list(data["variants"])),
        ("options", ", ".join(options)),
        ("seats", _list(names) or str(data["seats"] or "")),
        ("players", _list(data.get("players", ()))),
        ("seed", "" if data["seed"] is None else str(data["seed"])),
        ("digest", _word(data["digest"], "") if data["digest"] else ""),
        ("end", _word(end, "") if end else ""),
        ("winners", "" if not result else _list(winners) or NOBODY),
        ("score", _points(scores) if result and has_points else ""),
        *((f"score {_line(name)}", _points(points)) for name, points in lines.items()),
        ("outcome", _list(result.get("result", ()))),
    ):
        if texts:
            yield key, texts


def _seat(seat: int, names: Sequence[str]) -> str:
    """What a seat is called where it is not mistaken for something else."""
    name = names[seat] if 0 <= seat < len(names) else NOBODY
    return f"seat {seat}" if name.isdigit() or name == NOBODY else name


def _line(name: str) -> str:
    return name if re.fullmatch(r"\w+", name, re.ASCII) else as_json(name)


def _list(texts: Iterable[str]) -> str:
    return ", ".join(_word(text, ",") for text in texts)


def _points(points: Sequence[int]) -> str:
    return _list(map(str, points)) or NOTHING


def _word(text: str, stops: str, *, first: bool = False) -> str:
    """A text as it is, or in quotes where it would be read as something else. `first`: nothing
    stands before it in its line."""
    plain = (
        text
        and text == " ".join(text.split())
        and not text.startswith('"')
        and not set(text) & {*stops, "#"}
        and not UNFIT.search(text)
        and not (first and PREFIX.match(text + " ")[0].strip())  # type: ignore[index]
    )
    return text if plain else as_json(text)


class _Body:
    """The lines behind the head: a line for each seat in each turn, if these are known."""

    def __init__(self, data: Mapping[str, Any], names: Sequence[str], played: list[Step]) -> None:
        self.comments = deque(data.get("comments", ()))
        self.data, self.played = data, played
        self.turns = turn_numbers(played)
        self.margin = len(str(sum(step.who is not None for step in played))) + 2  # for numbers
        self.titles: dict[int | None, str] = {None: CHANCE}
        for seat, name in enumerate(names):
            self.titles[seat] = _seat(seat, names if name != CHANCE else ())
        there = {step.who for step in played}
        self.wide = max((len(self.titles[who]) for who in there), default=0) + 2
        self.out: list[str] = []
        self.line = ""  # that is being written
        self.moves = 0  # that have been written

    def lines(self) -> list[str]:
        before: tuple[int, int | None] | None = None
        self.remarks()
        for step, turn in zip(self.played, self.turns, strict=True):
            self.step(step, turn, before)
            before = turn, step.who
        self.flush()
        rest = self.data["moves"][self.moves :]
        given = sum(step.who is None for step in self.played)
        for outcome in self.data["outcomes"][given:]:
            self.out.append(f"{CHANCE}: {_outcome(outcome)}")
        for move in rest:
            self.line = _word(move, ";", first=True)
            self.moves += 1
            self.remarks()
            self.flush()
        return self.out

    def step(self, step: Step, turn: int, before: tuple[int, int | None] | None) -> None:
        """Write a step: behind what the same seat has done in this turn, or in a new line."""
        text = _outcome(step.what) if step.who is None else _word(step.what[0], ";")
        longer = f"{self.line}; {text}"
        if self.line and (turn, step.who) == before and len(longer) <= WIDTH:
            self.line = longer
        else:
            self.flush()
            number = f"{self.moves + 1}." if step.who is not None else ""  # as `replay` counts
            head = f"{number} ".rjust(self.margin)
            self.line = f"{head}{(self.titles[step.who] + ':').ljust(self.wide)}{text}"
        if step.who is not None:
            self.moves += 1
            self.remarks()

    def remarks(self) -> None:
        """The comments on the moves that have been written so far."""
        while self.comments and self.comments[0]["after"] <= self.moves:
            comment = self.comments.popleft()
            told = f"# {comment['text']}".rstrip()
            if comment["beside"]:
                self.line += f"   {told}"
                self.flush()
            else:
                self.flush()
                self.out.append(told)

    def flush(self) -> None:
        if self.line:
            self.out.append(self.line)
        self.line = ""


def _outcome(labels: Sequence[str]) -> str:
    if not labels:
        return NOTHING
    words = [as_json(one) if one == NOTHING else _word(one, ";,") for one in labels]
    return ", ".join(words)

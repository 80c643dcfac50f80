"""Records as text that people read, write and comment: the same data as in JSON, other signs.

A head of lines such as `seed: 7` ends with the first blank line. Then come the moves, as rules
write them, with `;` between them; in front of a line may stand the number of the turn, which is not
read, and who makes the moves. `chance:` tells outcomes. `#` starts a comment, as in rule files: no
move and no name in rules can hold that sign. What reads otherwise than it is meant stands in
quotes, as in JSON, so any record can be written. Here texts are read; `writing` writes them.

    game: cherries.game
    seats: Ann, Bob
    winners: Ann

    1. Ann: take three            # a bold beginning
    2. Bob: take two
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..characters import UNFIT, told, whole_number
from ..diagnostics import RecordError, did_you_mean, excerpt
from ..source import SourceFile, Span

HEADERS = (
    "game", "variants", "options", "seats", "players", "seed", "digest", "end", "winners",
    "score", "outcome",
)  # fmt: skip
CHANCE, NOBODY, NOTHING = "chance", "nobody", "nothing"
MOST_SEATS = 1_000  # of which it is filled in that they have no points
MOST_FINDINGS = 20

_HEADER = re.compile(r'[ \t]*([A-Za-z]\w*)(?:[ \t]+("(?:[^"\\]|\\.)*"|\w+))?[ \t]*:', re.ASCII)
PREFIX = re.compile(
    r"[ \t]*(?:[0-9]+\.(?![^ \t]))?[ \t]*(?:(seat[ \t]+[0-9]+|[A-Za-z]\w*):)?[ \t]*", re.ASCII
)
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


@dataclass(frozen=True, slots=True)
class Word:
    """A text that was read, and where it stands."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Maker:
    """Who makes a move, as it is written before it: a seat's number, or a name."""

    seat: int | str
    span: Span


@dataclass(slots=True)
class Sheet:
    """What was read: `data` as in JSON; and what is no part of a record but where it stands: where
    moves and outcomes of chance begin and end, and who is said to make each move. `claims`: what is
    said of the result, which need not be all of it."""

    source: SourceFile
    data: dict[str, Any] = field(default_factory=dict)
    moves: array[int] = field(default_factory=lambda: array("q"))
    makers: list[Maker | None] = field(default_factory=list)
    outcomes: array[int] = field(default_factory=lambda: array("q"))
    claims: dict[str, Any] = field(default_factory=dict)

    def move(self, index: int) -> Span:
        """Where a move stands."""
        return Span(self.source, *self.moves[2 * index : 2 * index + 2])

    def outcome(self, index: int) -> Span:
        """Where an outcome of chance stands."""
        return Span(self.source, *self.outcomes[2 * index : 2 * index + 2])


def read(text: str, name: str) -> Sheet:
    """A record that was written as text. Raises `RecordError` with all that is wrong with it."""
    return _Reader(SourceFile(name, text.removeprefix("\ufeff").replace("\r\n", "\n"))).read()


def at(span: Span, message: str) -> str:
    """A message about a place, with its line."""
    return f"{span}: {message}\n{excerpt(span)}"


class _Wrong(Exception):
    """What keeps a line from being read."""

    def __init__(self, span: Span, message: str) -> None:
        super().__init__(message)
        self.span, self.message = span, message


class _Reader:
    """Goes through the lines once; what is wrong is collected, one finding a line."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.sheet = Sheet(source)
        self.moves: list[str] = []
        self.outcomes: list[tuple[str, ...]] = []
        self.found: list[tuple[Span, str]] = []
        self.comments: list[dict[str, Any]] = []
        self.seats: tuple[str, ...] = ()
        self.told: set[str] = set()  # headers that have been met

    def read(self) -> Sheet:
        text = self.source.text
        unfit = UNFIT.search(text)
        if unfit is not None:
            where = Span(self.source, unfit.start(), unfit.end())
            self.wrong(where, f"a character that may not stand here: {told(unfit.group())}")
            self.finish()
        in_head, start = True, 0
        for line in text.split("\n"):
            end = start + len(line)
            try:
                if line.strip():
                    if in_head:
                        self.head(start, end)
                    else:
                        self.body(start, end)
                elif self.told:
                    in_head = False
            except _Wrong as wrong:
                self.wrong(wrong.span, wrong.message)
            start = end + 1
        if "game" not in self.told:
            if not self.told:
                self.found.clear()  # it is something else
            message = "a record begins with the name of its game, as in `game: ruta`"
            self.found.insert(0, (self.span(0, 0), message))
        self.finish()
        return self.sheet

    def finish(self) -> None:
        """Raise what was found; put together what was read."""
        if self.found:
            told = [at(span, message) for span, message in self.found[:MOST_FINDINGS]]
            more = len(self.found) - len(told)
            raise RecordError("\n\n".join(told + [f"and {more} more"] * bool(more)))
        sheet = self.sheet
        data, claims = sheet.data, sheet.claims
        data["moves"], data["outcomes"] = tuple(self.moves), tuple(self.outcomes)
        data["comments"] = tuple(self.comments)
        seats, is_saved = data.get("seats", 0), "digest" in data  # rather than written by hand
        if is_saved and "winners" in claims and not {"scores", "lines"} & {*claims}:
            if 0 < seats <= MOST_SEATS:  # a game without points
                data["result"] = {"scores": (0,) * seats, "lines": {}, **claims}
        elif {"winners", "scores"} <= claims.keys():
            data["result"] = {"lines": {}, **claims}

    def wrong(self, span: Span, message: str) -> None:
        self.found.append((span, message))

    def span(self, start: int, end: int) -> Span:
        return Span(self.source, start, max(start + 1, end))

    # ------------------------------------------------------------------------------ words

    def words(self, start: int, end: int, stops: str) -> Iterator[tuple[Word | None, str]]:
        """The words of a line up to its comment, each with the sign at which it ends; what stands
        between two of these is one word, or none."""
        text, here = self.source.text, start
        plain = re.compile(f"[^\n#{re.escape(stops)}]*")
        stop = " "
        while stop not in ("", "#"):
            while here < end and text[here] in " \t":
                here += 1
            word: Word | None = None
            if text[here : here + 1] == '"':
                quoted = _QUOTED.match(text, here, end)
                if quoted is None:
                    raise _Wrong(self.span(here, end), 'a quoted text without its second `"`')
                word = Word(self.unquoted(quoted), self.span(here, quoted.end()))
                here = quoted.end()
            other = plain.match(text, here, end)
            assert other is not None
            written = other.group().strip()
            if written and word is not None:
                where = self.span(other.end() - len(other.group().lstrip()), other.end())
                raise _Wrong(where, f"behind a quoted text stands {written}")
            if written:
                until = here + len(other.group().rstrip())
                word = Word(" ".join(written.split()), self.span(here, until))
            self.rest = other.end()
            stop = text[self.rest] if self.rest < end else ""
            here = self.rest + 1
            yield word, stop

    def unquoted(self, quoted: re.Match[str]) -> str:
        try:
            text = json.loads(quoted.group())
        except ValueError as error:
            where = self.span(quoted.start(), quoted.end())
            raise _Wrong(where, f"what stands in quotes is written as in JSON: {error}") from None
        assert isinstance(text, str)
        return text

    def listed(self, start: int, end: int) -> list[Word]:
        """The words of a list with commas; a comma at its end counts for nothing."""
        *most, last = (word for word, _ in self.words(start, end, ","))
        found = [word for word in most if word is not None]
        if last is not None:
            found.append(last)
        if not found:
            raise _Wrong(self.span(start, end), "nothing stands behind the colon")
        if None in most:
            raise _Wrong(self.span(start, end), "nothing stands between two commas")
        return found

    def single(self, start: int, end: int) -> Word:
        ((word, _),) = self.words(start, end, "")
        if word is None:
            raise _Wrong(self.span(start, end), "nothing stands behind the colon")
        return word

    def comment(self, end: int, *, beside: bool) -> None:
        """Keep what stands behind the `#` at which reading has come to its end, if there is one."""
        if self.rest < end:
            text = self.source.text[self.rest + 1 : end].removeprefix(" ").rstrip()
            made = {"after": len(self.moves), "text": text, "beside": beside}
            self.comments.append(made)

    # ------------------------------------------------------------------------------ the head

    def head(self, start: int, end: int) -> None:
        text = self.source.text
        self.rest = end - len(text[start:end].lstrip())
        if text[self.rest] != "#":
            header = _HEADER.match(text, start, end)
            if header is None:
                raise _Wrong(
                    self.span(self.rest, end),
                    "before the first blank line stand headers, such as `seed: 7`; moves behind it",
                )
            self.header(header, end)
        self.comment(end, beside=False)

    def header(self, header: re.Match[str], end: int) -> None:
        key, about = header[1], header[2]
        where = self.span(header.start(1), header.end(1))
        if key not in HEADERS or (about and key != "score"):
            hint = did_you_mean(key, HEADERS) if key not in HEADERS else ""
            known = hint or f"there are {', '.join(HEADERS)}"
            behind = "; moves stand behind a blank line" * (not hint)
            raise _Wrong(
                where, f"there is no header {header.group()[:-1].strip()}; {known}{behind}"
            )
        data, claims, start = self.sheet.data, self.sheet.claims, header.end()
        names = {"outcome": "result", "score": "lines" if about else "scores"}
        name = names.get(key, key)
        if name in self.told and name != "lines":
            raise _Wrong(where, f"{key} is told twice")
        self.told.add(name)
        match key:
            case "game" | "digest":
                data[name] = self.single(start, end).text
            case "variants" | "players":
                data[name] = tuple(word.text for word in self.listed(start, end))
            case "options":
                data[name] = self.options(start, end)
            case "seats":
                data[name] = self.number_of_seats(self.listed(start, end))
            case "seed":
                word = self.single(start, end)
                if not re.fullmatch(r"-?[0-9]{1,4000}", word.text):
                    raise _Wrong(word.span, f"a seed is a whole number, not {word.text}")
                data[name] = int(word.text)
            case "end":
                self.single(start, end)  # what the rules say, which they say again
            case "winners":
                claims[name] = self.winners(self.listed(start, end))
            case "outcome":
                claims[name] = tuple(word.text for word in self.listed(start, end))
            case _:
                words = self.listed(start, end)
                nothing = [word.text for word in words] == [NOTHING]
                points = () if nothing else tuple(map(_points, words))
                if not about:
                    claims[name] = points
                    return
                lines = claims.setdefault(name, {})
                quoted = _QUOTED.match(self.source.text, header.start(2))
                line = about if quoted is None else self.unquoted(quoted)
                if line in lines:
                    raise _Wrong(where, f"score {line} is told twice")
                lines[line] = points

    def options(self, start: int, end: int) -> dict[str, str]:
        """`longest=path, excuse=no`."""
        parts = list(self.words(start, end, "=,"))
        if parts[-1][0] is None:
            parts.pop()
        found: dict[str, str] = {}
        while parts:
            name, sign = parts.pop(0)
            value, stop = parts.pop(0) if parts else (None, "")
            if name is None or value is None or sign != "=" or stop == "=":
                where = name or value or Word("", self.span(start, end))
                raise _Wrong(where.span, "options are written as in `longest=path, excuse=no`")
            if name.text in found:
                raise _Wrong(name.span, f"option {name.text} is set twice")
            found[name.text] = value.text
        return found

    def number_of_seats(self, words: list[Word]) -> int:
        """How many there are, from their number or their names."""
        if len(words) == 1 and words[0].text.isdigit():
            count = whole_number(words[0].text)
            if not count:
                raise _Wrong(words[0].span, f"{words[0].text} is no number of seats")
            return count
        self.seats = tuple(word.text for word in words)
        return len(words)

    def winners(self, words: list[Word]) -> tuple[int, ...]:
        if len(words) == 1 and words[0].text == NOBODY:
            return ()
        return tuple(self.seat_number(word) for word in words)

    def seat_number(self, word: Word) -> int:
        seat = self.seat(word)
        if isinstance(seat, str):
            raise _Wrong(word.span, f"what number has seat {seat}? `seats: …` before it tells that")
        return seat

    def seat(self, word: Word) -> int | str:
        """The number of a seat; its name if the record tells no names."""
        name = word.text
        if name in self.seats:
            return self.seats.index(name)
        number = whole_number(name.removeprefix("seat "))
        if number is not None:
            return number
        if not self.seats:
            return name
        headers = "headers stand before the first blank line" if name in HEADERS else ""
        hint = did_you_mean(name, self.seats) or headers or f"the seats: {', '.join(self.seats)}"
        raise _Wrong(word.span, f"there is no seat {name}; {hint}")

    # ------------------------------------------------------------------------------ the moves

    def body(self, start: int, end: int) -> None:
        """A line of moves, or of outcomes of chance."""
        before = len(self.moves)
        prefix = PREFIX.match(self.source.text, start, end)
        assert prefix is not None
        who = Word(" ".join(prefix[1].split()), self.span(*prefix.span(1))) if prefix[1] else None
        if who is not None and who.text == CHANCE:
            self.given(prefix.end(), end)
        else:
            maker = Maker(self.seat(who), who.span) if who is not None else None
            begun = not prefix.group().strip()  # may the line end here?
            for word, stop in self.words(prefix.end(), end, ";"):
                if word is not None:
                    self.moves.append(word.text)
                    self.sheet.moves.extend((word.span.start, word.span.end))
                    self.sheet.makers.append(maker)
                elif stop == ";" or not begun:
                    raise _Wrong(self.span(prefix.end(), self.rest), "a move is missing")
                begun = True
        self.comment(end, beside=len(self.moves) > before)

    def given(self, start: int, end: int) -> None:
        """Outcomes of chance: with `;` between them, and `,` between the parts of each."""
        outcome: list[Word] = []
        begun = False
        for word, stop in self.words(start, end, ";,"):
            if word is not None:
                outcome.append(word)
            elif stop in (";", ",") or not begun:
                raise _Wrong(self.span(start, self.rest), "an outcome is missing")
            begun = True
            if outcome and stop != ",":
                nothing = len(outcome) == 1 and outcome[0].span.text() == NOTHING
                self.outcomes.append(() if nothing else tuple(one.text for one in outcome))
                self.sheet.outcomes.extend((outcome[0].span.start, outcome[-1].span.end))
                outcome = []


def _points(word: Word) -> int:
    number = whole_number(word.text)
    if number is None:
        raise _Wrong(word.span, f"points are whole numbers, not {word.text}")
    return number

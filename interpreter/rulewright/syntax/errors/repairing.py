"""Which small change would let a line be read, found by trying.

Where a line breaks off, small changes are tried at that place: something that could stand there
is put in, or takes the place of what does; two words change places; brackets or quotes are added
or go. Each is read again to the end of the line. If only one of a kind can be read, it is very
likely what was meant, and authors are told the line as they may type it. Nobody's own names are
changed, and no word is taken for its opposite.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ...diagnostics import nearest

Reads = Callable[[str], tuple[int, bool]]
"""How far the beginning of a declaration can be read, and whether its line may end there."""
CouldStand = Callable[[str], frozenset[str]]
"""The terminals that could stand behind a text."""

MOST_CHANGES = 2  # of a line
MOST_TRIED = 60  # texts
BRANCHES = 4  # changes that lead further, from which others are tried
LONGEST = 4_000  # characters of a text

PIECE = re.compile(
    r"\"[^\"\n]*\"|'[^'\n]*'|\w+|[=!<>&|+*/%^-]+|\.\.|[^\s\w]", re.UNICODE
)  # one thing as a reader sees it
_WORD = re.compile(r"[A-Za-z]\w*")
_FILLERS = frozenset(
    (
        "the",
        "a",
        "an",
        ":",
        ";",
        ",",
        "then",
        "be",
        "is",
        "are",
        "just",
        "else",
        "each",
        "every",
        "must",
        "should",
        "only",
        "do",
    )
)
_LEFT_OUT_BEFORE = frozenset(("the", "a", "an", "each", "every", "else"))
JOINING = frozenset(
    (
        "and",
        "at",
        "by",
        "each",
        "else",
        "for",
        "from",
        "has",
        "if",
        "in",
        "into",
        "is",
        "not",
        "of",
        "or",
        "ring",
        "the",
        "to",
        "until",
        "when",
        "where",
        "while",
        "with",
    )
)  # words that nobody means as names, though most may be names
_OPPOSITES = tuple(
    frozenset(pair.split())
    for pair in (
        "while until", "and or", "most least", "before after", "start end", "yes no", "some every",
        "some all", "to from", "total largest", "total smallest", "largest smallest", "gain spend",
        "game turn", "when else", "owner others nobody all", "empty full", "no not",
    )
)  # fmt: skip
_PUT_IN = frozenset(
    (",", ":", "=", "after", "at most", "by", "choose", "define", "else", "from", "grid", "has",
     "in", "into", "last", "moves", "named", "named by", "of", "paths", "to", "until", "where")
)  # fmt: skip
_CHANGED = frozenset(("=", ":", ":=", "->", "*", "/", "&", ";", "|"))  # signs that mean a word here
_CONFUSED = frozenset(
    (
        "and ,",
        "and :",
        "is =",
        "is :",
        "for of",
        "for in",
        "to into",
        "from in",
        "in from",
        "in of",
        "of in",
        "in after",
        "by ,",
        "of to",
        "to of",
        "end finish",
        "into to",
        "with where",
        "has where",
        "where has",
        "as :",
        "from of",
        "with from",
        "if where",
        "when where",
    )
)  # words of the language that are written for others
_DOUBLED = re.compile(r"\b(of|to|from|in|is) \1\b")  # of which one is a name for nobody
_OF_A_NUMBER = re.compile(r"\bof\s+\d")
MEANT = ("me", "opponent", "seat", "none", "nobody", "winners", "passes")


@dataclass(frozen=True, slots=True)
class Reader:
    """What can be asked of the grammar."""

    reads: Reads
    could_stand: CouldStand


@dataclass(frozen=True, slots=True)
class Repair:
    """A stretch of a text and what would stand there; `line`: the whole line as it would be."""

    start: int
    end: int
    text: str
    line: str


@dataclass(frozen=True, slots=True)
class _Line:
    """A text up to the end of the line in question, which begins at `start`."""

    text: str
    start: int

    def with_(self, start: int, end: int, instead: str) -> _Line:
        """With something in the place of a stretch, and one blank around words."""
        before, after = self.text[:start], self.text[end:]
        if instead[:1] in (":", ","):
            before = before.rstrip(" ")
        elif instead and before[-1:] not in ("", " ", "(", "{"):
            before += " " if instead[0] != "(" else ""
        if not instead:
            before = before.rstrip(" ") if before[self.start :].strip() else before
        if after and after[0] not in " :,)}" and instead[-1:] not in ("(", "{"):
            after = " " + after if instead or before[-1:] not in (" ", "") else after
        return _Line(before + instead + after, self.start)


def repaired(
    text: str, start: int, end: int, words: Mapping[str, str], declared: Callable[[str], bool],
    reader: Reader,
) -> Repair | None:  # fmt: skip
    """The one small change that lets a line be read.

    `start`, `end`: the line in the text. `words`: how terminals that are fixed words are written.
    `declared`: is this somebody's own name?
    """
    if end > LONGEST or not text[start:end].strip():
        return None
    search = _Search(words, declared, reader)
    found = search.best(_Line(text[:end], start), MOST_CHANGES)
    if found is None:
        return None
    old, new = text[:end], found.text
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    left = 0
    while left < min(len(old), len(new)) - same and old[-1 - left] == new[-1 - left]:
        left += 1
    return Repair(same, end - left, new[same : len(new) - left], told(new[start:]))


def without_one(
    text: str, start: int, end: int, at: int, reader: Reader, what: re.Pattern[str]
) -> Iterator[Repair]:
    """The line without what stands too often where the parser stumbled, `at`, if it can be read so.

    `what`: a pattern of two pieces, of which the second one is left out.
    """
    line = _Line(text[:end], start)
    pieces = [(m.start(), m.end(), m[0]) for m in PIECE.finditer(line.text, start)]
    index = next((i for i, piece in enumerate(pieces) if piece[1] > at), len(pieces))
    for i in range(max(1, index - 1), min(index + 2, len(pieces)) if end <= LONGEST else 0):
        if what.fullmatch(f"{pieces[i - 1][2]} {pieces[i][2]}"):
            change = line.with_(pieces[i][0], pieces[i][1], "")
            if reader.reads(change.text)[1]:
                left = change.text[pieces[i][0] :]
                yield Repair(pieces[i][0], end, left, told(change.text[start:]))
                return


TWICE = re.compile(r"(\S+) \1")  # `of of`
STRAY = re.compile(r"[\w'\"]+ [.:;]")  # a sign behind a word


def bracketed(text: str, at: int, reader: Reader) -> Iterator[Repair]:
    """The line in which the bracket at an offset is never closed, or stands around one word: with
    one that closes it at the end, or before what is compared or joined with it, without it, and the
    word alone; as far as each can be read."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at) % (len(text) + 1)
    pieces = [(m.start(), m.end(), m[0]) for m in PIECE.finditer(text, start, end)]
    never, depth = list[int](), 0
    for first, _, piece in reversed(pieces):
        depth += (piece in (")", "}")) - (piece in ("(", "{"))
        if depth < 0:
            never, depth = [*never, first], 0
    line = _Line(text[:end].rstrip(), start)
    made = list[_Line]()
    if never and end <= LONGEST:
        behind = _BEHIND_VALUES.search(text, never[0], len(line.text))
        last = behind.start() if behind else len(line.text)
        sign = {"(": ")", "{": "}"}[text[never[0]]]
        within = [piece for piece in pieces if never[0] < piece[0] < last]
        ends = [len(text[:first].rstrip()) for first, _, piece in within if piece in _APART]
        made += [_Line(line.text[:at] + sign + line.text[at:], start) for at in (last, *ends)]
        made += [line.with_(first, first + 1, "") for first in never]
    elif (word := _ONE_WORD.match(text, at)) is not None:
        made.append(line.with_(at, word.end(), word[1]))
    for change in made:
        if reader.reads(change.text)[1]:
            yield Repair(start, len(line.text), change.text[start:], told(change.text[start:]))


_APART = ("<", "<=", ">", ">=", "is", "in", "not", "meets", "and", "or", "when", "else", "has")
"""What stands between a value in brackets and what it is compared or joined with."""
_BEHIND_VALUES = re.compile(r"\s+(?:else\s+\"|named\b|into\b|\"|#)|\s+[A-Z][A-Z_]*-\d|\s*$")
_HEAD = re.compile(
    r" *(?:(?:else|action|step|finish|compose|choose) )*\w+(?:\((?:[^()\"]|\([^()\"]*\))*\))?"
)
"""What an offer or a step is called, and what it draws."""
_ONE_WORD = re.compile(r"\((\w+)\)")


def told(line: str) -> str:
    """A line as it is told: without the words behind it that are for players."""
    first = line.split(maxsplit=1)[0] if line.strip() else ""
    if first not in ("needs", "scenario", "game", "variant", "library"):
        line = re.sub(r"(?<!else)\s{2,}(\"[^\"]*\")?[A-Z0-9_, -]*$", "", line)
    return " ".join(line.split())


class _Search:
    def __init__(
        self, words: Mapping[str, str], declared: Callable[[str], bool], reader: Reader
    ) -> None:
        self.words = words
        self.known = {*filter(_WORD.fullmatch, words.values()), "paths", "moves"}
        self.declared = declared
        self.reads, self.could_stand = reader.reads, reader.could_stand
        self.tried = 0

    def best(self, line: _Line, changes: int) -> _Line | None:
        """The line with the fewest changes that can be read, if one kind of change gives one."""
        level, seen = [line], {line.text}
        for _ in range(changes):
            further: list[tuple[int, _Line]] = []
            for one in level:
                at, _ = self.reads(one.text)
                expected = self.could_stand(one.text[:at])
                for kind in self._kinds(one, at, expected):
                    whole: dict[str, _Line] = {}
                    for changed in kind:
                        if changed.text in seen or self.tried >= MOST_TRIED:
                            continue
                        seen.add(changed.text)
                        self.tried += 1
                        read, ends = self.reads(changed.text)
                        odd = _OF_A_NUMBER.search(changed.text, changed.start)
                        if ends and not (odd or _DOUBLED.search(changed.text, changed.start)):
                            whole["".join(changed.text.split())] = changed
                        elif len(changed.text) - read < len(one.text) - at:
                            further.append((len(changed.text) - read, changed))
                    if len(whole) == 1:
                        return next(iter(whole.values()))
                    if whole:
                        return None
            further.sort(key=lambda pair: pair[0])
            level = [changed for _, changed in further[:BRANCHES]]
        return None

    def _kinds(self, line: _Line, at: int, expected: frozenset[str]) -> Iterator[Iterator[_Line]]:
        pieces = [
            (match.start(), match.end(), match[0])
            for match in PIECE.finditer(line.text, line.start)
        ]
        index = next((i for i, piece in enumerate(pieces) if piece[1] > at), len(pieces))
        here = pieces[index] if index < len(pieces) else None
        before = pieces[index - 1] if index else None
        wanted = {w for t in expected for w in self._written(t)}
        yield self._left_out(line, here, before)
        yield self._brackets(line, pieces, index)
        yield self._instead(line, here, before, wanted)
        yield self._put_in(line, here, wanted)
        yield self._quotes(line, here, expected)
        yield self._keys(line)
        yield self._moved(line, pieces, index)
        yield self._units(line, here, before)

    def _written(self, terminal: str) -> tuple[str, ...]:
        if terminal == "AT_MOST":
            return ("at most",)
        if terminal in ("SECRETLY", "EACH", "LAST", "MOVES"):
            return (terminal.strip("_").lower(),)
        word = self.words.get(terminal)
        return (word,) if word else ()

    def _is_own(self, piece: str) -> bool:
        """Is a piece somebody's name, or a value?"""
        if len(piece) == 1 and piece.isalpha() and piece != "x":  # as in 3 x 3
            return True
        if not _WORD.fullmatch(piece):
            return piece[0] in "\"'" or piece[0].isdecimal()
        return piece in MEANT or self.declared(piece)

    def _is_foreign(self, piece: str) -> bool:
        """Is it a word that is nobody's name?"""
        return bool(_WORD.fullmatch(piece)) and not self._is_own(piece)

    def _left_out(
        self, line: _Line, here: tuple[int, int, str] | None, before: tuple[int, int, str] | None
    ) -> Iterator[_Line]:
        named = before is not None and before[2] in ("define", "mark", "zone", "type", "option")
        if here and here[2] in _FILLERS and not named:
            yield line.with_(here[0], here[1], "")
        if before and before[2] in _LEFT_OUT_BEFORE:
            yield line.with_(before[0], before[1], "")
        if here and here[2] == "of" and not named:
            yield line.with_(here[0], here[1], "")
        if here and before and before[2] == "of" and before[0] > line.start:
            yield line.with_(before[0], before[1], "")

    def _brackets(
        self, line: _Line, pieces: list[tuple[int, int, str]], index: int
    ) -> Iterator[_Line]:
        """`[a, b]` as `(a, b)`, `{a, b}` or `a, b`."""
        for i in (index, index - 1):
            if 0 <= i < len(pieces) and pieces[i][2] in ("[", "{", "("):
                opens, start = pieces[i][2], pieces[i][0]
                closes = {"[": "]", "{": "}", "(": ")"}[opens]
                end = next((piece[0] for piece in pieces[i:] if piece[2] == closes), None)
                if end is None:
                    continue
                inside = line.text[start + 1 : end]
                for pair in ("()", "{}") if opens == "[" else ():
                    text = f"{line.text[:start]}{pair[0]}{inside}{pair[1]}{line.text[end + 1 :]}"
                    yield _Line(text, line.start)
                if i == index and opens != "(":
                    text = f"{line.text[:start]}{inside.strip()}{line.text[end + 1 :]}"
                    yield _Line(text, line.start)

    def _instead(
        self, line: _Line, here: tuple[int, int, str] | None,
        before: tuple[int, int, str] | None, wanted: set[str],
    ) -> Iterator[_Line]:  # fmt: skip
        if here and here[2] in ("=", ":=", "==", ":") and "is" in wanted and "," not in wanted:
            yield line.with_(here[0], here[1], "is")
        if here and here[2] in ("=", ":=") and "," in wanted:
            yield line.with_(here[0], here[1], ", starts")
        if here and (here[2] in _CHANGED or self._is_foreign(here[2])):
            for word in sorted(wanted & (_PUT_IN | {"when", "score", "most", "starts"})):
                if here[2] == ";" != word and word != ",":
                    continue  # it parts, and joins nothing
                fits = here[2] not in self.known or f"{here[2]} {word}" in _CONFUSED
                if fits and not any({word, here[2]} <= pair for pair in _OPPOSITES):
                    yield line.with_(here[0], here[1], word)
            close = nearest(here[2], {word for word in wanted if _WORD.fullmatch(word)})
            if close and not any({close, here[2]} <= pair for pair in _OPPOSITES):
                yield line.with_(here[0], here[1], close)
        if before and self._is_foreign(before[2]):
            close = nearest(before[2], self.known - {before[2]})
            if close and not any({close, before[2]} <= pair for pair in _OPPOSITES):
                yield line.with_(before[0], before[1], close)
        if not here and "has" in wanted and (last := line.text.rfind(" where ", line.start)) > 0:
            yield line.with_(last + 1, last + 6, "has")

    def _put_in(
        self, line: _Line, here: tuple[int, int, str] | None, wanted: set[str]
    ) -> Iterator[_Line]:
        at = here[0] if here else len(line.text)
        joining = {"in", "has", "of"} if {"is", "and"} <= wanted else set()
        number = here and (here[2] not in self.known and here[2][0] != '"')
        counted = {"at most"} if not number else set()  # by what stands here
        for word in sorted(wanted & _PUT_IN - {"where", "until", *joining, *counted}):
            yield line.with_(at, at, word)

    def _quotes(
        self, line: _Line, here: tuple[int, int, str] | None, expected: frozenset[str]
    ) -> Iterator[_Line]:
        if here is None:
            return
        start, end, piece = here
        if piece[0] in "\"'":
            if _WORD.fullmatch(piece[1:-1]):
                yield line.with_(start, end, piece[1:-1])
        elif line.text[line.start :].startswith(("add ", "replace ", "remove ")):
            return  # which name what is there
        elif "STRING" in expected and "_NL" not in expected:
            until = re.search(r" named\b| from\b|\s+\"|\s+[A-Z_]+-\d|$", line.text[start:])
            inside = line.text[start : start + until.start()] if until else ""
            first = inside.split(maxsplit=1)[:1]
            if '"' not in inside and first and first[0][0].isalnum() and first[0] not in JOINING:
                bare = inside.strip().removeprefix("(").removesuffix(")")
                yield line.with_(start, start + len(inside), f'"{bare}"')

    def _keys(self, line: _Line) -> Iterator[_Line]:
        """`paid of seat, suit` as `paid(seat, suit)`."""
        for match in re.finditer(r" of (\w+(?:(?:,| and) \w+)+)", line.text[line.start :]):
            start, end = (line.start + at for at in match.span())
            inside = match[1].replace(" and", ",")
            yield _Line(f"{line.text[:start]}({inside}){line.text[end:]}", line.start)

    def _moved(
        self, line: _Line, pieces: list[tuple[int, int, str]], index: int
    ) -> Iterator[_Line]:
        """What stands here before what stands before it, or behind what follows; `else` last; the
        rest of the line in brackets."""
        for i in (index, index + 1):
            if 1 < i < len(pieces) and "is" not in (pieces[i - 1][2], pieces[i][2]):
                (a, _, first), (_, d, second) = pieces[i - 1], pieces[i]
                if not {first[0], second[0]} & {*"\"'(){},:"}:
                    yield _Line(f"{line.text[:a]}{second} {first}{line.text[d:]}", line.start)
        if 0 < index < len(pieces) - 1 and pieces[index][2] == "named":
            begins, ends = pieces[index][0], pieces[index + 1][1]
            head = _HEAD.match(line.text, line.start)
            if head is not None and pieces[index + 1][2][0] == '"' and head.end() < begins:
                told, between = line.text[begins:ends], line.text[head.end() : begins].rstrip()
                text = f"{line.text[: head.end()]} {told}{between}{line.text[ends:]}"
                yield _Line(text, line.start)
        words = next((piece[0] for piece in pieces[1:] if piece[2][0] == '"'), len(line.text))
        if len(pieces) > 1 and pieces[0][2] == "else":
            rest = line.text[pieces[1][0] : words].rstrip()
            tail = line.text[pieces[1][0] + len(rest) :]
            yield _Line(f"{line.text[: pieces[0][0]]}{rest} else{tail}", line.start)
        if not 0 < index < len(pieces) or pieces[index][2] in self.known:
            return
        if index > 1 and pieces[index - 1][2] in self.known - {pieces[1][2]}:
            return
        if index > 1 and pieces[0][2] not in ("action", "step", "finish", "to"):
            return
        rest = line.text[pieces[index][0] : words].rstrip()
        if _WORD.fullmatch(pieces[index - 1][2]) and not re.search(r"[()=:]", rest):
            tail = line.text[pieces[index][0] + len(rest) :]
            yield _Line(f"{line.text[: pieces[index - 1][1]]}({rest}){tail}", line.start)

    def _units(
        self, line: _Line, here: tuple[int, int, str] | None, before: tuple[int, int, str] | None
    ) -> Iterator[_Line]:
        """`10 coins`, where a number alone is wanted."""
        if here and before and before[2].isdecimal() and self._is_foreign(here[2]):
            yield line.with_(here[0], here[1], "")

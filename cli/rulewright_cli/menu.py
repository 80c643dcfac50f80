"""The moves on offer as a menu: numbered, under the words the rules have for them, each with what
it does where they are few.

Where hundreds of moves are on offer nobody reads them all, so that many under the same words are
told as questions: which tile, then where, then how (see `rulewright.play.questions`). A number is a
move, a letter leads one step on; whoever types moves as they are written needs neither.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count, product, takewhile
from string import ascii_lowercase
from typing import TYPE_CHECKING

from rulewright.characters import spoken
from rulewright.diagnostics import first_few, nearest
from rulewright.drawing.lines import MORE, Line, Piece, line, wrapped
from rulewright.play.commands import LEAVES
from rulewright.play.questions import Answer, Steps, groups
from rulewright.play.reasons import elsewhere
from rulewright.state import Move, State

from .screen import flowing

if TYPE_CHECKING:
    from rulewright.play.preview import Preview, Previews

MOST = 40
"""How many moves are told one by one."""

FEW = 12
"""How many moves, or answers to a question, are told with what they do."""

FEW_SETS = 3
"""How many sets are told as examples of answers."""

SCROLLED = 16
"""How many lines are told what moves do, though the table scrolls away for them."""

MOST_MISSING = 3
"""How many moves are named that only the order keeps from being offered."""

MARGIN, BESIDE = "  ", "   "

CUT, UNKNOWN = "moves TEXT tells the rest, if it is known before", "the rest is not known before"
"""What dots stand for, where lines are cut and where they are not."""


class Menu:
    """The moves on offer at a decision, and where a person is on the way to one of them. `rows`:
    for so many lines there is room. `long`: what was asked about before in the same game."""

    def __init__(
        self,
        state: State,
        previews: Previews,
        width: int,
        rows: int = MOST,
        long: LongLists | None = None,
    ) -> None:
        self.state, self.previews, self.width, self.rows = state, previews, width, rows
        self.moves = state.legal_moves()
        self.long = (LongLists() if long is None else long).of(self.moves)
        self.texts = [str(move) for move in self.moves]
        self.go_to(Steps.of(self.moves))

    def go_to(self, steps: Steps) -> None:
        """Ask what is to be asked there; at the beginning, what there are too many moves for."""
        self.steps = steps
        self.asked = [steps] if steps.path else self.long
        self.inward = dict(zip(self._letters(), self._onward(), strict=False))

    def back(self) -> None:
        """One step back. The first step is what moves have in common, so there is nothing to be
        asked before it."""
        self.go_to(self.steps.back() if len(self.steps.path) > 2 else Steps.of(self.moves))

    @property
    def leads_back(self) -> bool:
        """Is more on offer one step back?"""
        return bool(self.steps.path) and len(self.steps.left) < len(self.moves)

    @property
    def prompt(self) -> str:
        """How all moves begin that are left, once a step has been made."""
        if not self.steps.path:
            return ""
        texts = [self.texts[number].split() for number in self.steps.left]
        alike = takewhile(lambda words: len(set(words)) == 1, zip(*texts, strict=False))
        return "".join(f" {words[0]}" for words in alike)

    def answer(self, typed: str, *, exactly: bool) -> Move | bool:
        """The move that an answer leads to; True if it leads to another question, False if it is no
        answer. `exactly`: it is the letter or the whole name of an answer, not how it begins."""
        wanted = typed.casefold()
        if wanted in self.inward:
            self.go_to(self.inward[wanted])
            return True
        found = [
            steps.into(answer)
            for steps in self.asked
            if steps.question is not None
            for answer in steps.question.matching(typed)
            if wanted and (not exactly or spoken(answer.text).casefold() == spoken(wanted))
        ]
        if len(found) > 1 and all(one.path[-1].names for one in found):
            found = self._narrowed(typed, found)
        if len(found) != 1:
            return not exactly and self._begun(wanted)
        if len(found[0].left) == 1:
            return self.moves[found[0].left[0]]
        self.go_to(found[0])
        return True

    def _narrowed(self, typed: str, found: list[Steps]) -> list[Steps]:
        """One step on to all sets that hold what is named, unless it is named for several."""
        before = found[0].path[:-1]
        if any(one.path[:-1] != before for one in found):
            return found
        left = tuple(sorted(number for one in found for number in one.left))
        return [Steps(self.moves, before).into(Answer(typed, left))]

    def _begun(self, wanted: str) -> bool:
        """Go where the moves are that begin so, if that is an answer to a question."""
        wanted = spoken(wanted)
        begun = {
            n for n, text in enumerate(self.texts) if spoken(text).casefold().startswith(wanted)
        }
        for group in self.long if wanted else ():
            steps: Steps | None = group
            while steps is not None and begun <= set(steps.left):
                if len(begun) == len(steps.left) > 1:
                    self.go_to(steps)
                    return True
                inner = [answer for answer in _answers(steps) if begun <= set(answer.moves)]
                steps = steps.into(inner[0]) if inner else None
        return False

    def lines(self) -> Iterator[Line]:
        """What is to be chosen from now."""
        if self.steps.path:
            yield from self._question(self.steps)
        else:
            yield from self._listed()
        yield from (line(row, "dim") for row in wrapped(in_one_order(self.state), self.width))
        ways = ["a letter or a name leads on"] * bool(self.inward)
        ways += ["Enter leads back"] * self.leads_back
        if ways:
            told = ", ".join(ways)
            yield line(f"{told[0].upper()}{told[1:]}.", "dim")

    def is_about(self, typed: str) -> bool:
        """Is a text that is no answer meant as one, rather than as a move that is not on offer?"""
        begun = typed.casefold().split()
        if any(text.casefold().split()[:1] == begun[:1] for text in self.texts):
            return False
        alone = len(begun) == 1 or bool(nearest(typed, self._names()))
        return bool(self.asked) and (bool(self.steps.path) or alone)

    def expected(self, typed: str) -> Iterator[Line]:
        """What is asked for, to somebody whose answer was none of it, with the nearest that is."""
        for steps in self.asked:
            about = steps.question.about if steps.question is not None else ""
            answers = [answer.text for answer in _answers(steps)]
            which = f"which {spoken(about)}?" if about else "which?"
            if any(answer.names for answer in _answers(steps)):
                sets = "; ".join(answers[:FEW_SETS])
                more = f"; and {len(answers) - FEW_SETS} more" * (len(answers) > FEW_SETS)
                yield line(f"{which} some of what is in it will do: {sets}{more}")
            else:
                yield line(f"{which} {first_few(answers, FEW)}")
        letters = [*self.inward]
        if close := nearest(typed, self._names()):
            yield line(f"did you mean {close}?", "dim")
        elif len(letters) > 1:
            yield line(
                f"type {letters[0]} to {letters[-1]}, a number that is told, or a name", "dim"
            )
        else:
            yield line("type a number that is told, or a name", "dim")

    def _names(self) -> list[str]:
        """The answers to what is asked."""
        return [answer.text for steps in self.asked for answer in _answers(steps)]

    def matching(self, text: str) -> Iterator[Line]:
        """The moves in whose texts this stands, one by one, with what they do; what all of these do
        is told once."""
        wanted = spoken(text).casefold()
        found = [n for n, move in enumerate(self.texts) if wanted in spoken(move).casefold()]
        told = {n: self.previews.of(self.state, self.moves[n]) for n in found[:MOST]}
        common = _common(told.values())
        rows = [
            row
            for number, preview in told.items()
            for row in self._lines(number, preview.without(common))
        ]
        yield from map(line, rows)
        all_do = list[str]()
        if common:
            all_do = wrapped(f"all of these: {'; '.join(common)}", self.width - len(MARGIN))
            yield from (line(MARGIN + row, "dim") for row in all_do)
        yield from _legend([*rows, *all_do], UNKNOWN)
        if len(found) > MOST:
            yield line(f"and {len(found) - MOST} more", "dim")
        if not found:
            yield line(f"no move has {text} in it")

    def _onward(self) -> Iterator[Steps]:
        """Where answers lead after which something is still to be asked."""
        for steps in self.asked:
            for answer in _answers(steps):
                if len(answer.moves) > 1:
                    yield steps.into(answer)

    def _letters(self) -> Iterator[str]:
        """Letters for answers, none of which is the name of one or the beginning of one move."""
        taken = {answer.text.casefold() for steps in self.asked for answer in _answers(steps)}
        taken.add(LEAVES)
        begin = [text.casefold() for text in self.texts]
        for length in count(1):
            for letters in map("".join, product(ascii_lowercase, repeat=length)):
                if letters not in taken and sum(t.startswith(letters) for t in begin) != 1:
                    yield letters

    def _told(self, numbers: Sequence[int]) -> dict[int, Preview]:
        """What moves do, if they are few; what all of them do is not told."""
        if len(numbers) > FEW:
            return {}
        told = {n: self.previews.of(self.state, self.moves[n]) for n in numbers}
        common = _common(told.values())
        return {n: preview.without(common) for n, preview in told.items()}

    def _listed(self) -> list[Line]:
        """All moves: with all they do where that matters, or with as much of it as has room in a
        line where that would be long. What matters of what they name is told of all moves under the
        same words or of none: of none if the list is too long and shorter without it, and if moves
        that are told with what they do are. The numbers of that which hang on what is on the table
        are always told."""
        short = [group for group in groups(self.moves) if group not in self.long]
        told = self._told([number for group in short for number in group.left])
        now = {
            number: text
            for group in short
            for number, text in zip(
                group.left,
                self.previews.now(self.state, [self.moves[n] for n in group.left]),
                strict=True,
            )
        }
        texts = now | {number: preview.words for number, preview in told.items()}
        for shown, legend, named, room in (
            (self._lines, UNKNOWN, texts, self.rows),
            (self._lines, UNKNOWN, now, max(self.rows, SCROLLED)),
            (self._cut, CUT, now, 0),
        ):
            rows = dict[int, list[str]]()
            for group in short:
                rows |= self._alike(group, told, now, shown)
            lines = list[Line]()
            for group in groups(self.moves):
                ways: list[list[Line]] = [
                    [*self._group(group, told, rows, each)] for each in (texts, named)
                ]
                shorter = min(ways, key=lambda way: (self._is_too_wide(way), len(way)))
                lines += shorter
            lines += _legend([row for n in self._matter(told) for row in rows[n]], legend)
            if len(lines) <= room:
                break
        return lines

    def _alike(
        self,
        group: Steps,
        told: Mapping[int, Preview],
        now: Mapping[int, str],
        shown: Callable[[int, Preview], list[str]],
    ) -> dict[int, list[str]]:
        """Moves under the same words with what they do: all with what matters of what they name, if
        that neither takes a line nor cuts one short, else none."""
        each = {number: told[number] for number in group.left if number in told}
        dressed = {n: shown(n, replace(one, text=one.beside)) for n, one in each.items()}
        bare = {
            n: shown(n, replace(one, text=now[n], words=now[n], beside=now[n]))
            for n, one in each.items()
        }

        def want_of_room(rows: Mapping[int, list[str]]) -> tuple[int, int]:
            cut = sum(row[-1].endswith(MORE) for row in rows.values())
            return cut, sum(map(len, rows.values()))

        return min((dressed, bare), key=want_of_room)

    def _is_too_wide(self, lines: Sequence[Line]) -> bool:
        return any(sum(len(piece.text) for piece in row) > self.width for row in lines)

    def _matter(self, told: Mapping[int, Preview]) -> Iterator[int]:
        """The moves that have a line for what they do: all of a group, if it matters of any."""
        for group in groups(self.moves):
            if group not in self.asked and any(n in told and told[n].matter for n in group.left):
                yield from group.left

    def _group(
        self,
        group: Steps,
        told: Mapping[int, Preview],
        rows: Mapping[int, list[str]],
        texts: Mapping[int, str],
    ) -> Iterator[Line]:
        words = group.path[0].words
        if group in self.asked:
            yield from self._question(group)
        elif group.left[0] in self._matter(told):
            yield line(f"{words}:", "dim")
            yield from (line(row, "bold") for n in group.left for row in rows[n])
        else:
            named = [f"{n + 1} {texts.get(n, self.texts[n])}" for n in group.left]
            yield from _under(words, named, self.width)

    def _cut(self, number: int, preview: Preview) -> list[str]:
        """A move and what it does, in one line."""
        head = f"{MARGIN}{number + 1} "
        return [head + preview.line(self.width - len(head))]

    def _lines(self, number: int, preview: Preview) -> list[str]:
        """A move and all it does, as far as it is known."""
        head = f"{MARGIN}{number + 1} "
        first, *rest = preview.lines(self.width - len(head))
        return [head + first, *(MARGIN + row for row in rest)]

    def _question(self, steps: Steps) -> Iterator[Line]:
        """A question with its answers: a few with what they do, many side by side."""
        question = steps.question
        assert question is not None
        asked = f": which {spoken(question.about)}?" if question.about else ":"
        yield line(f"{steps.path[0].words}{asked}", "dim")
        letters = {one.path[-1]: letters for letters, one in self.inward.items()}
        single = [answer.moves[0] for answer in question.answers if len(answer.moves) == 1]
        told = self._told(single)
        texts = []
        for answer in question.answers:
            about = self.previews.about(self.state, answer.of, answer.text) if answer.of else ""
            text = f"{answer.text} ({about})" if about else answer.text
            if len(answer.moves) > 1:
                texts.append(f"{letters[answer]} {text} ... {len(answer.moves)} moves")
                continue
            number = answer.moves[0]
            if len(single) < len(question.answers):  # of others it is asked what this one says
                text += self.texts[number].partition(answer.text)[2]
            texts.append(f"{number + 1} {text}")
            if number in told:
                does = told[number].brief(self.width - len(MARGIN) - len(texts[-1]) - 2)
                texts[-1] += f": {does}" if does else ""
        rows = [f"{MARGIN}{text}" for text in texts]
        if len(texts) > FEW:
            rows = flowing(texts, self.width, indent=MARGIN)
        yield from (line(row, "bold") for row in rows)
        yield from _legend(rows, CUT)


def menu(moves: Sequence[Move], width: int, numbers: Collection[int]) -> list[Line]:
    """Some of the moves, each with its number among all."""
    lines: list[Line] = []
    for group in groups(moves):
        texts = [f"{n + 1} {moves[n]}" for n in group.left if n in numbers]
        lines += _under(group.path[0].words, texts, width) if texts else []
    return lines


def in_one_order(state: State) -> str:
    """What a choice that only selects does not offer because of the order alone, in which each set
    is chosen; empty if that is nothing."""
    later, before = elsewhere(state)
    told = [
        f"{', '.join(texts[:MOST_MISSING])}{' and more' * (len(texts) > MOST_MISSING)} "
        f"come{'s' * (len(texts) == 1)} {said}"
        for said, texts in (("after others", later), ("before what is chosen", before))
        if texts
    ]
    return f"Each set can be chosen in one order only: {'; '.join(told)}." if told else ""


class LongLists:
    """Which moves are asked about, rather than told one by one, from one decision of a game to the
    next.

    What has been asked about at a choice still is, as long as it takes much room: else a choice of
    about as many moves as can be told would change its look from turn to turn.
    """

    def __init__(self) -> None:
        self._asked = set[tuple[int, str]]()  # choices, and the words of groups

    def of(self, moves: Sequence[Move]) -> list[Steps]:
        """The groups of moves that are asked about: those that were before, and the largest, until
        no more are left than are told one by one, or none that takes much room."""
        found, rest = groups(moves), len(moves)
        asked = list[Steps]()

        def order(group: Steps) -> tuple[bool, int]:
            return _name(group) not in self._asked, -len(group.left)

        for group in sorted(found, key=order):
            if len(group.left) > FEW and (rest > MOST or _name(group) in self._asked):
                asked.append(group)
                rest -= len(group.left)
        self._asked.update(map(_name, asked))
        return [group for group in found if group in asked]


def _name(group: Steps) -> tuple[int, str]:
    return group.moves[0].point, group.path[0].words


def _common(told: Collection[Preview]) -> list[str]:
    """What all of several moves do, in the order of the first; nothing of a single one."""
    if len(told) < 2:
        return []
    first, *others = (preview.changes for preview in told)
    return [one for one in first if all(one in changes for changes in others)]


def _answers(steps: Steps) -> tuple[Answer, ...]:
    return steps.question.answers if steps.question is not None else ()


def _legend(rows: Iterable[str], meaning: str) -> list[Line]:
    """What dots at the end of any of these rows stand for."""
    return [line(f"{MORE} {meaning}", "dim")] * any(row.endswith(MORE) for row in rows)


def _under(words: str, texts: list[str], width: int) -> list[Line]:
    """Texts under the words they have in common, or behind them if there is room; a single one that
    says just these words stands alone."""
    if len(texts) == 1 and texts[0].partition(" ")[2] == words:
        return [line(f"{MARGIN}{texts[0]}", "bold")]
    rows = [MARGIN]
    for text in texts:
        gap = BESIDE if rows[-1].strip() else ""
        if gap and len(rows[-1]) + len(gap) + len(text) > width:
            rows.append(MARGIN)
            gap = ""
        rows[-1] += f"{gap}{text}"
    if len(rows) == 1 and len(words) + len(rows[0]) <= width:
        return [(Piece(f"{words}:", "dim"), Piece(rows[0][1:], "bold"))]
    return [line(f"{words}:", "dim"), *(line(row, "bold") for row in rows)]

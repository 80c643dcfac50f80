"""Games as they went, and others that a seat cannot tell from them.

A whole game is played at random. Then what is hidden from one seat is changed – other cards dealt,
other dice thrown, other secret choices made – so that all it observes and all it may do stays as it
was, move by move.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

from rulewright.game import Game
from rulewright.state import State

LONGEST = 14

Outcome = tuple[str, ...]


@dataclass
class Course:
    """A game as it went: what chance was asked and answered, and the moves, with who made them."""

    outcomes: list[Outcome] = field(default_factory=list)
    moves: list[tuple[int, str]] = field(default_factory=list)
    asked: list[Outcome] = field(default_factory=list, compare=False)
    secret: list[int] = field(default_factory=list, compare=False)  # numbers of secret moves

    def begun(self, moves: int) -> Course:
        """The beginning of the game, with so many moves."""
        secret = [number for number in self.secret if number < moves]
        return Course(self.outcomes, self.moves[:moves], self.asked, secret)


def played(game: Game, luck: random.Random) -> Course:
    """A game at random, or the beginning of one."""
    course, state = Course(), game.start(chance="asked")
    while not state.over and len(course.moves) < LONGEST:
        if (question := state.question) is not None:
            of = list(question.of)
            luck.shuffle(of)
            course.asked.append(question.of)
            course.outcomes.append(tuple(of if question.kind == "shuffle" else of[:1]))
            state.answer(course.outcomes[-1])
            continue
        seat = state.to_move
        choice = state.waiting
        assert isinstance(seat, int) and choice is not None
        if choice.secret or choice.cover:
            course.secret.append(len(course.moves))
        course.moves.append((seat, str(luck.choice(state.legal_moves()))))
        state.apply(course.moves[-1][1])
    return course


class Otherwise:
    """Another course that a seat cannot tell from the one that was: all it observes is the same."""

    def __init__(self, game: Game, course: Course, seat: int, luck: random.Random) -> None:
        self.course, self.seat, self.luck = course, seat, luck
        self.real, self.other = (game.start(chance="asked") for _ in range(2))
        self.made = Course()
        self.names: dict[str, str] = {}  # that are exchanged
        self.throw = self.choice = -1  # the number of what comes out otherwise
        throws = [i for i, one in enumerate(course.outcomes) if len(one) == 1]
        others = [i for i in course.secret if course.moves[i][0] != seat]
        kinds = ["names"] * (3 * bool(course.asked)) + ["throw"] * bool(throws)
        kinds += ["choice"] * (2 * bool(others))
        match luck.choice(kinds or [""]):
            case "names":
                one, two = luck.sample(luck.choice(course.asked), 2)
                self.names = {one: two, two: one}
            case "throw":
                self.throw = luck.choice(throws)
            case "choice":
                self.choice = luck.choice(others)

    def found(self) -> Course | None:
        """The course, if there is one with the change that was chosen."""
        answers, moves = iter(self.course.outcomes), iter(self.course.moves)
        while True:
            while self.real.to_move == "chance":
                answer = next(answers, None)
                if answer is None:  # the game was left before it was answered
                    break
                if not self._answered(answer):
                    return None
            if self.real.to_move != "chance" and not self._alike(self.other):
                return None
            made = next(moves, None)
            if made is None:
                changed = self.made.moves != self.course.moves or self._dealt() != self._dealt(True)
                return self.made if changed else None
            following = self._move(*made)
            self.real.apply(made[1])
            text = next((t for t in following if self._leads(t)), None)
            if text is None:
                return None
            self.other.apply(text)
            self.made.moves.append((made[0], text))

    def _dealt(self, real: bool = False) -> list[Outcome]:
        count = len(self.made.outcomes)
        return (self.course if real else self.made).outcomes[:count]

    def _answered(self, outcome: Outcome) -> bool:
        question = self.other.question
        if question is None:
            return False
        answer = tuple(self.names.get(label, label) for label in outcome)
        if len(self.made.outcomes) == self.throw:
            answer = (self.luck.choice(question.of),)
        fits = sorted(answer) == sorted(question.of) or (
            question.kind == "pick" and answer[0] in question.of and len(answer) == 1
        )
        if fits:
            self.made.outcomes.append(answer)
            self.real.answer(outcome)
            self.other.answer(answer)
        return fits

    def _move(self, who: int, text: str) -> list[str]:
        """What may be done instead of a move, the likeliest first."""
        offered = [str(move) for move in self.other.legal_moves()]
        if who == self.seat:
            return [text] if text in offered else []
        if len(self.made.moves) == self.choice:
            return self.luck.sample(offered, len(offered))
        exchanged = re.sub(r"[^\W_]+( [^\W_]+)*", lambda m: self._exchanged(m.group()), text)
        return [t for t in (exchanged, text) if t in offered]

    def _exchanged(self, words: str) -> str:
        for one, two in self.names.items():
            if re.search(rf"\b{re.escape(one)}\b", words):
                return re.sub(rf"\b{re.escape(one)}\b", two, words)
        return words

    def _leads(self, text: str) -> bool:
        after = self.other.copy()
        after.apply(text)
        return after.to_move == self.real.to_move and (
            after.to_move == "chance" or self._alike(after)
        )

    def _alike(self, other: State) -> bool:
        """Does the seat see, know and may it do the same now?"""
        real, seat = self.real, self.seat
        if real.to_move != other.to_move or real.observation(seat) != other.observation(seat):
            return False
        if real.to_move == seat:
            return list(map(str, real.legal_moves())) == list(map(str, other.legal_moves()))
        return real.outcome == other.outcome

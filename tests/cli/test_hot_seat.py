"""Several people at one screen: what each is shown is tested as observations are.

Whole games are played by scripts, everybody being called to the screen in turn. Then what is hidden
from one seat is changed – other cards dealt, other dice thrown, other secret choices made – so that
all it observes and all it may do stays as it was, move by move. Then everything printed while that
seat, or nobody, is at the screen must stay byte for byte: tables, logs, menus, reasons, prompts,
and the end. `RULEWRIGHT_GAMES=100` plays that many games of each kind.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from rulewright import catalogue
from rulewright.drawing.lines import Line, plain_text
from rulewright.game import Game, load
from rulewright.play.transcript import Entry, Transcript
from rulewright.players.budget import Budget
from rulewright.state import State
from rulewright_cli.game_loop import GameLoop
from rulewright_cli.keeping import Keeper
from rulewright_cli.screen import Screen
from rulewright_cli.sitting import Sitting

GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "0"))
LONGEST, TRIES, ENOUGH = 14, 6, 2

Outcome = tuple[str, ...]
Change = Callable[[Outcome, State, int], Outcome]


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


class Over(BaseException):
    """The script is over."""


def printed(game: Game, course: Course, seat: int, words: Sequence[str]) -> list[str]:
    """All that is printed while the seat or nobody is at the screen, who types `words` besides."""
    screen = Screen(plain=True)
    sitting = Sitting(game, game.start(chance="asked"), ["human"] * game.seats, Keeper(game))
    loop = GameLoop(sitting, screen, Budget(1))
    outcomes, moves, typed = iter(course.outcomes), iter(course.moves), iter(words)
    pages: list[str] = []  # all that is on the screen, each time that something is added
    there: list[str] = []

    def put(text: str) -> None:
        there.append(text)
        if sitting.state.over or sitting.at_the_screen in (None, seat):
            pages.append("".join(there))

    def read(prompt: str) -> str:
        put(prompt)
        text = answer()
        put(text)
        return text

    def answer() -> str:
        if sitting.at_the_screen is None:
            return ""
        word = next(typed, "") if sitting.at_the_screen == seat else ""
        if word:
            return word
        made = next(moves, None)
        if made is None:
            raise Over
        assert made[0] == sitting.at_the_screen
        return made[1]

    def answer_chance() -> None:
        sitting.state.answer(next(outcomes))

    screen.show = lambda lines: put(plain_text(lines))  # type: ignore[method-assign]
    screen.clear = there.clear  # type: ignore[method-assign]
    loop.person.read = read  # type: ignore[method-assign]
    sitting.answer_chance = answer_chance  # type: ignore[method-assign]
    try:
        loop.course()
    except (Over, StopIteration):
        pass
    return pages


def compared(game: Game, seed: int, tries: int) -> int:
    """How often a seat was shown another course that it could not tell; all was printed alike."""
    luck, found = random.Random(seed), 0
    course = played(game, luck)
    texts = [text for _, text in course.moves]
    for _ in range(tries):
        moves = len(texts) if luck.random() < 0.5 else luck.randint(1, len(texts))
        seat, begun = luck.randrange(game.seats), course.begun(moves)
        other = Otherwise(game, begun, seat, luck).found()
        if other is None:
            continue
        found += 1
        words = ["look", f"why {luck.choice(texts)}", "moves", f"why {luck.choice(texts)}", "undo"]
        real = printed(game, begun, seat, words)
        assert printed(game, other, seat, words) == real, (begun, other)
        assert real
    return found


OPEN = {"breakthrough", "connect_four", "draughts", "pig", "reversi", "tic_tac_toe"}
SLOW = {"quetinny", "ruin_runner"}
HIDING = [i.name for i in catalogue.games() if i.name not in OPEN and (GAMES or i.name not in SLOW)]


@pytest.mark.parametrize("name", HIDING)
def test_nothing_printed_tells_what_is_hidden(name: str) -> None:
    fewest, most = catalogue.game(name).players
    found = 0
    for seats in range(fewest, most + 1) if GAMES else (max(fewest, min(2, most)),):
        game = load(name, seats=seats)
        for seed in range(GAMES or 15):
            found += compared(game, seed, TRIES)
            if found > ENOUGH and not GAMES:
                break
    assert found > 0, "nothing could be exchanged: the test says nothing"


def first_table(loop: GameLoop, seats: Sequence[int]) -> list[Line]:
    return loop.sitting.view.lines(loop.sitting.state.observation(0), 80)


def all_told(log: Transcript, entry: Entry, state: State, seat: int) -> str:
    return entry.text


def nothing(*_: object) -> None:
    pass


FAULTS: dict[str, tuple[type, str, Callable[..., object]]] = {
    "the end as the first seat sees it": (GameLoop, "last_table", first_table),
    "what was there stays to the end": (GameLoop, "hide", nothing),
    "moves are told as they were made": (Transcript, "text_for", all_told),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What once was wrong, or might be, is noticed in one of a few small games."""
    monkeypatch.setattr(*FAULTS[fault])
    with pytest.raises(AssertionError):
        for name in ("kuhn_poker", "goofspiel"):
            for seed in range(12):
                compared(load(name), seed, 2 * TRIES)

"""Several people at one screen: what each is shown is tested as observations are.

Whole games are played by scripts, everybody being called to the screen in turn, and then once more
with what is hidden from one seat changed (see `courses`). Everything printed while that seat, or
nobody, is at the screen must stay byte for byte: tables, logs, menus, reasons, prompts, and the
end. `RULEWRIGHT_GAMES=100` plays that many games of each kind.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence

import pytest

from rulewright import catalogue
from rulewright.drawing.lines import Line, plain_text
from rulewright.game import Game, load
from rulewright.players.budget import Budget
from rulewright.state import State
from rulewright.transcript import Entry, Transcript
from rulewright_cli.game_loop import GameLoop
from rulewright_cli.keeping import Keeper
from rulewright_cli.screen import Screen
from rulewright_cli.sitting import Sitting

from .courses import Course, Otherwise, played

GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "0"))
TRIES, ENOUGH = 6, 3


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


def compared(game: Game, seed: int, tries: int, enough: int | None = None) -> int:
    """How often a seat was shown another course that it could not tell, up to so many times; all
    was printed alike."""
    luck, found = random.Random(seed), 0
    course = played(game, luck)
    texts = [text for _, text in course.moves]
    for _ in range(tries):
        if found == enough:
            break
        moves = len(texts) if luck.random() < 0.5 else luck.randint(1, len(texts))
        seat, begun = luck.randrange(game.seats), course.begun(moves)
        other = Otherwise(game, begun, seat, luck).found()
        if other is None:
            continue
        found += 1
        why = [f"why {luck.choice(texts)}" for _ in range(2)]
        words = ["look", why[0], "moves", "show 1", why[1], "undo"]
        real = printed(game, begun, seat, words)
        assert printed(game, other, seat, words) == real, (begun, other)
        assert real
    return found


OPEN = {"breakthrough", "connect_four", "draughts", "pig", "reversi", "tic_tac_toe"}
SLOW = {"quetinny", "ruin_runner"}
HIDING = [i.name for i in catalogue.games() if i.name not in OPEN and (GAMES or i.name not in SLOW)]


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("name", HIDING)
def test_nothing_printed_tells_what_is_hidden(name: str) -> None:
    fewest, most = catalogue.game(name).players
    found = 0
    for seats in range(fewest, most + 1) if GAMES else (max(fewest, min(2, most)),):
        game = load(name, seats=seats)
        for seed in range(GAMES or 15):
            found += compared(game, seed, TRIES, None if GAMES else ENOUGH - found)
            if found == ENOUGH and not GAMES:
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

"""`rulewright play` on the whole screen, led by Textual's own pilot: keys in, texts of widgets out.

Each test is a coroutine that is run to its end; nothing waits for a clock.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import sys
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest
from rich.text import Text
from textual.events import Key
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from rulewright.diagnostics import PlayError
from rulewright.drawing.lines import Line, Piece, plain_text
from rulewright.game import Game, load
from rulewright.play import record as records
from rulewright.players.budget import Budget
from rulewright.players.player import Player
from rulewright.players.view import View
from rulewright.state import State
from rulewright.transcript import Transcript
from rulewright_cli.full_screen.app import TableApp
from rulewright_cli.full_screen.asking import Asked, Searching, Told
from rulewright_cli.full_screen.base import FullScreen
from rulewright_cli.full_screen.calling import CallingScreen
from rulewright_cli.full_screen.ending import EndingScreen
from rulewright_cli.full_screen.looking_back import LookingBackScreen
from rulewright_cli.full_screen.panes import Pane
from rulewright_cli.full_screen.playing import AROUND, PlayingScreen, shares, together
from rulewright_cli.full_screen.reading import ReadingScreen
from rulewright_cli.full_screen.replaying import ReplayApp
from rulewright_cli.keeping import Ended, Keeper
from rulewright_cli.log import whole_log
from rulewright_cli.main import FAILED
from rulewright_cli.screen import Screen
from rulewright_cli.sitting import Sitting

from .conftest import Golden, Run
from .courses import Course, Otherwise, played
from .terminals import AT_A_TERMINAL, PATIENCE, read_until

pty = pytest.importorskip("pty")
ROUNDS = 3  # of messages
GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "0"))


def screen_text(app: FullScreen) -> str:
    """What is on the screen, line by line."""
    strips = app.screen._compositor.render_strips()
    return "".join(f"{strip.text.rstrip()}\n" for strip in strips)


async def settled(pilot: Pilot[None]) -> None:
    """Until all that was asked for is shown, and nothing moves any more, however slow the machine:
    what a message brings about comes in further ones."""
    app, same, before = app_of(pilot), 0, ""
    while same < ROUNDS and app.is_running:  # nothing comes any more from one that has failed
        await pilot.pause(0)
        if (task := app.busy) is not None:
            await asyncio.to_thread(task.wait)
            same = 0
        if same in (0, ROUNDS - 1):
            now = screen_text(app)
            same, before = (same if now == before else 0), now
        same += 1


async def press(pilot: Pilot[None], *keys: str, ends: bool = True) -> None:
    """Press keys, each once what the one before did is shown. `ends`: wait for who thinks, too."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))
        if ends:
            await settled(pilot)
        else:
            for _ in range(ROUNDS):
                await pilot.pause(0)


async def write(pilot: Pilot[None], text: str) -> None:
    """Press the keys of a text, one after the other, and look when all are written."""
    await press(pilot, *text, ends=False)
    await settled(pilot)


async def typed(pilot: Pilot[None], text: str) -> None:
    """A text and Enter, into what is asked for."""
    pilot.app.screen.query_one(Input).value = text
    await press(pilot, "enter")


@cache
def game_of(name: str, seats: int) -> Game:
    return load(name, seats=seats)


def sitting_of(
    game: str, *players: str, seed: int = 3, moves: int = 0, file: str | None = None
) -> Sitting:
    """A game that has gone on for so many decisions, the first move on offer each time."""
    loaded = game_of(game, len(players))
    state = loaded.start(seed=seed)
    for number in range(moves):
        offered = state.legal_moves()
        state.apply(offered[number * 7 % len(offered)])
    keeper = Keeper(loaded)
    if file is not None:
        keeper.begin(Path(file), state)
    return Sitting(loaded, state, list(players), keeper)


@asynccontextmanager
async def table(
    sitting: Sitting, size: tuple[int, int] = (80, 24), hint: int = 30
) -> AsyncIterator[Pilot[None]]:
    app = TableApp(sitting, Budget(hint))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        yield pilot


def lead(test: Coroutine[None, None, None]) -> None:
    asyncio.run(test)


def app_of(pilot: Pilot[None]) -> TableApp:
    assert isinstance(pilot.app, TableApp)
    return pilot.app


FERRY = ("ferry.game", "human", "random")


def test_a_whole_game_by_enter_alone() -> None:
    async def test() -> None:
        sitting = sitting_of("tic_tac_toe", "human", "random", file="a.json")
        async with table(sitting) as pilot:
            while not sitting.state.over:
                await press(pilot, "enter")
            assert isinstance(pilot.app.screen, EndingScreen)
            await settled(pilot)
            text = screen_text(app_of(pilot))
            assert "wins." in text or "draw" in text
        assert list(records.load("a.json").moves) == sitting.state.moves

    lead(test())


WAYS = {
    "enter": "load Oil",
    "down enter": "load Nut",
    "slash n u t enter": "load Nut",
    "slash L o a right enter": "load Oil",  # which is completed
    "slash n u escape enter": "load Oil",
}


def test_a_move_is_chosen_in_many_ways() -> None:
    async def test() -> None:
        sitting = sitting_of(*FERRY)
        begun = sitting.state
        async with table(sitting) as pilot:
            for keys, made in WAYS.items():
                await press(pilot, *keys.split())
                assert sitting.state.moves[:1] == [made], keys
                sitting.state = begun
                sitting.log.cut(0)
                app_of(pilot).advance()
                await settled(pilot)
            await pilot.click("#moves", offset=(5, 1))
            await settled(pilot)
            assert sitting.state.moves[:1] == ["load Oil"], "a click"

    lead(test())


def test_many_moves_are_asked_for_step_by_step() -> None:
    """Which tile, which place, which way; Escape leads back, and a single move is shown. A number
    is that of an answer, and a move that is typed is that move: not each in which its words are."""

    async def test() -> None:
        sitting = sitting_of("ruin_runner", "human", "human", seed=5, moves=12)
        async with table(sitting) as pilot:
            await press(pilot, "space")
            options = pilot.app.screen.query_one(OptionList)
            moves = sitting.state.legal_moves()
            tiles = {str(move).split()[1] for move in moves}
            assert len(moves) > 40 and len(options.options) == 1 + len(tiles)
            await press(pilot, "enter", "down")
            assert not sitting.state.made[12:]
            await press(pilot, "enter")
            assert len(options.options) < 12
            await press(pilot, "escape", "escape")
            assert len(options.options) == 1 + len(tiles)
            await press(pilot, "2")
            assert len(options.options) == 1 and "step" in str(options.options[0].id)
            await press(pilot, "enter")
            typed = pilot.app.screen.query_one(Input)
            assert typed.value == "" and not typed.display and len(options.options) > 1
            await press(pilot, "escape", "slash")
            await write(pilot, str(moves[6]).casefold())
            assert [option.id for option in options.options if option.id] == ["6"]
            await press(pilot, "escape", "enter", "down", "enter", "down")
            chosen = options.highlighted_option
            assert chosen is not None and chosen.id is not None
            await press(pilot, "enter")
        assert sitting.state.moves[12] == str(moves[int(chosen.id)])

    lead(test())


def test_a_record_forwards_and_backwards() -> None:
    async def test() -> None:
        sitting = sitting_of("ferry.game", "human", "human", moves=3)
        game, state = sitting.game, sitting.state
        app = ReplayApp(game, state, lambda step: ["well begun"] if step is None else [], None)
        async with app.run_test() as pilot:
            steps = [f"{sitting.names[e.seat]}: {e.text}" for e in sitting.log.entries]
            for key, title in (
                ("", "0 of 3  The beginning"),
                ("right", f"1 of 3  {steps[0]}"),
                ("end", f"3 of 3  {steps[2]}"),
                ("left", f"2 of 3  {steps[1]}"),
            ):
                if key:
                    await pilot.press(key)
                await pilot.pause(0)
                assert screen_text(app).startswith(title)
                assert ("well begun" in screen_text(app)) == title.startswith("0 of 3")
            await pilot.press("escape")
        assert app.failure is None

    lead(test())


def test_what_is_no_move_is_told_why() -> None:
    """Words of several moves leave those; words of none are asked for the reason by Enter."""

    async def test() -> None:
        sitting = sitting_of(*FERRY)
        async with table(sitting) as pilot:
            await press(pilot, "slash")
            await write(pilot, "open")
            shown = pilot.app.screen.query_one(OptionList).options
            assert [option.id for option in shown if option.id] == ["3", "4", "5", "6"]
            await press(pilot, *["backspace"] * 4, ends=False)
            await write(pilot, "zzz")
            told = " ".join(screen_text(app_of(pilot)).split())
            assert "Enter tells why not, Esc leads back." in told
            await press(pilot, "escape")
            told = screen_text(app_of(pilot))
            assert "reads so" not in told and "zzz" not in told and "1 " in told
            await press(pilot, "slash")
            await typed(pilot, "sink Nut")
            assert isinstance(pilot.app.screen, Told)
            assert "Why not sink Nut?" in screen_text(app_of(pilot))
            await press(pilot, "escape", "escape", "w")
            assert isinstance(pilot.app.screen, Asked)
            await typed(pilot, "load Oil")
            assert "load Oil is offered" in screen_text(app_of(pilot))
        assert not sitting.state.moves

    lead(test())


def test_what_a_move_does_is_told_and_shown() -> None:
    async def test() -> None:
        async with table(sitting_of(*FERRY)) as pilot:
            await press(pilot, "slash")
            await write(pilot, "sink")
            text = screen_text(app_of(pilot))
            assert "sink Cloth" in text and "coins 3 -> 2" in text and "sunk       none" in text
            await press(pilot, "tab", "p")
            text = screen_text(app_of(pilot))
            assert text.startswith("After sink Cloth") and "sunk       1: Cloth" in text
            await press(pilot, "p", "escape", "slash")
            await write(pilot, "Ayr-B")
            assert "sunk       none" in screen_text(app_of(pilot))
            boards = pilot.app.screen.query_one("#boards").query_one(Static).content
            assert isinstance(boards, Text)
            spans = (span for span in boards.spans if "reverse" in str(span.style))
            marked = {boards.plain[span.start : span.end] for span in spans}
            assert marked == {"Ayr", "Bute"}, "the ends of the lane stand out"

    lead(test())


def test_squares_that_a_move_names_stand_out() -> None:
    """On a board of cells, which does not say the names of its cells inside."""

    async def test() -> None:
        async with table(sitting_of("breakthrough", "human", "human")) as pilot:
            await press(pilot, "space")
            screen = app_of(pilot).screen
            boards = screen.query_one("#boards").query_one(Static).content
            assert isinstance(screen, PlayingScreen) and isinstance(boards, Text)
            highlighted = str(screen.moves[0])
            lit = [span for span in boards.spans if "reverse" in str(span.style)]
            rows = boards.plain.splitlines()
            places = set()
            for span in lit:
                row = boards.plain.count("\n", 0, span.start)
                column = span.start - sum(len(line) + 1 for line in rows[:row])
                places.add(rows[0][column] + rows[row].split()[0])
            assert places == set(highlighted.removeprefix("move ").split("-")), highlighted

    lead(test())


def test_where_a_pawn_would_be_is_shown() -> None:
    """A step to the east names no letter E on the board, but leads to a tile: there it is scrolled
    to."""

    async def test() -> None:
        sitting, luck = sitting_of("ruin_runner", "human", "random"), random.Random(2)
        while sitting.state.choice != "step" or sitting.state.to_move != 0:
            sitting.state.apply(luck.choice(sitting.state.legal_moves()))
        led = set[str]()
        async with table(sitting) as pilot:
            for move in sitting.state.legal_moves():
                after = sitting.previews.of(sitting.state, move).observation
                cells: Any = after["cells"]
                tile = cells["pawn"]["0"]
                assert re.search(rf"[iowb-]{tile}[iowb-]", screen_text(app_of(pilot)))
                led.add(tile)
                await press(pilot, "down")
        assert len(led) > 1

    lead(test())


def test_where_arrows_lead_and_what_is_alone_on_the_screen_is_to_be_seen() -> None:
    async def test() -> None:
        async with table(sitting_of(*FERRY)) as pilot:
            moves = pilot.app.screen.query_one(OptionList)
            style = moves.get_visual_style("option-list--option-highlighted")
            assert style.reverse, "it stands out without colours, too"
            before = screen_text(app_of(pilot))
            assert "red (you): Load" in before and "coins" in before and "boards" not in before
            await press(pilot, "z")
            alone = screen_text(app_of(pilot))
            assert "Ayr" in alone and "red: Load" not in alone and "coins" not in alone
            await press(pilot, "z")
            assert screen_text(app_of(pilot)) == before and moves.has_focus
            await press(pilot, "tab")
            assert screen_text(app_of(pilot)) != before
            await press(pilot, "z", "z")
            assert screen_text(app_of(pilot)) == before
            await press(pilot, "z", "1")
            assert pilot.app.screen.maximized is None, "nobody moves by what is not seen"

    lead(test())


def test_all_of_a_board_that_grows_can_be_seen() -> None:
    """A part of it with a sketch of all, alone on the screen in full, and as small as can be."""

    async def test() -> None:
        sitting = sitting_of("ruin_runner", "human", "random", "random", seed=5, moves=17)
        cells: Any = sitting.state.observation(0)["cells"]
        ruin: dict[str, str] = cells["ruin"]
        async with table(sitting) as pilot:

            def seen() -> int:
                return sum(name in screen_text(app_of(pilot)) for name in ruin.values())

            first, sketch = seen(), pilot.app.screen.query_one("#sketch")
            assert first < len(ruin) and sketch.display
            assert screen_text(app_of(pilot)).count("#") > len(ruin) / 2
            await press(pilot, "z")
            assert "z all of it" in screen_text(app_of(pilot)) and seen() < len(ruin)
            assert "r1 p1" in screen_text(app_of(pilot)), "what lies there is told again"
            await press(pilot, "z")
            assert "z back" in screen_text(app_of(pilot)) and seen() == len(ruin)
            await press(pilot, "z")
            assert seen() == first and pilot.app.screen.maximized is None

    lead(test())


def test_how_many_moves_there_are_and_what_others_did_is_told_where_there_is_little_room() -> None:
    async def test() -> None:
        sitting = sitting_of("ruta", "human", "random", seed=7)
        state, log, luck = sitting.state, sitting.log, random.Random(7)
        while not (state.to_move == 0 and len(state.legal_moves()) > 4 and len(log.entries) > 9):
            sitting.make(luck.choice(state.legal_moves()))
            state = sitting.state
        async with table(sitting) as pilot:
            text = screen_text(app_of(pilot))
            assert f"─{len(state.legal_moves())} moves─" in text
            last = [told for who, told in log.told(state, 0)][-1]
            assert last in text.partition(" moves─")[2], "though more is told of the first move"
            await pilot.resize_terminal(120, 40)
            await settled(pilot)
            assert " moves─" not in screen_text(app_of(pilot)), "all are seen"

    lead(test())


def test_help_says_what_letters_stand_for_and_how_to_leave_it() -> None:
    async def test() -> None:
        async with table(sitting_of("quetinny", "human")) as pilot:
            await press(pilot, "question_mark")
            assert "M Moons, S Suns" in screen_text(app_of(pilot))
            assert "Ctrl+C keeps" not in screen_text(app_of(pilot))
            app_of(pilot).screen.query_one(Pane).scroll_end(animate=False)
            await settled(pilot)
            assert "Ctrl+C keeps" in screen_text(app_of(pilot))
            assert "Esc: back" in screen_text(app_of(pilot))

    lead(test())


def test_boards_that_are_asked_about_get_the_room() -> None:
    """A large one nearly all, with some lines for what is held; a small one what it takes."""
    assert shares(16, 30, 9, is_asked=False) == (8, 8)
    assert shares(16, 30, 9, is_asked=True) == (12, 4)
    assert shares(16, 5, 20, is_asked=True) == shares(16, 5, 20, is_asked=False) == (5, 11)
    assert shares(16, 30, 2, is_asked=True) == shares(16, 30, 2, is_asked=False) == (14, 2)
    assert shares(5, 30, 9, is_asked=True) == (3, 2)
    assert shares(24, 30, 12, is_asked=True, fewest=7) == (17, 7)


def test_what_one_holds_is_to_be_seen_from_its_head_on() -> None:
    """With all that is chosen so far below it."""
    game, lot = game_of("ruin_runner", 3), random.Random(3)
    state = game.start(seed=3)
    while (
        state.to_move != 0
        or state.waiting is None
        or "let looters out" not in str(state.waiting.words)
    ):
        state.apply(lot.choice(state.legal_moves()))
    sitting = Sitting(game, state, ["human", "random", "random"], Keeper(game))

    async def test() -> None:
        async with table(sitting) as pilot:
            text = screen_text(app_of(pilot))
            assert re.search(r"^seat 0 \(you\) +pawn", text, re.MULTILINE)

    lead(test())


def test_many_seats_have_their_points_in_lines_of_their_own() -> None:
    async def test() -> None:
        async with table(sitting_of("pig", "human", *["random"] * 7)) as pilot:
            text = screen_text(app_of(pilot))
            assert "seat 5: 0\n       seat 6: 0  seat 7: 0\n" in text
            await pilot.resize_terminal(45, 20)
            await settled(pilot)
            assert "score  seat 0: 0  seat 1: 0  seat 2: 0\n" in screen_text(app_of(pilot))

    lead(test())


def test_a_screen_that_was_larger_looks_like_one_that_was_not() -> None:
    async def seen(first: tuple[int, int]) -> str:
        async with table(sitting_of(*FERRY), size=first) as pilot:
            await pilot.resize_terminal(80, 24)
            await settled(pilot)
            return screen_text(app_of(pilot))

    assert asyncio.run(seen((120, 40))) == asyncio.run(seen((80, 24)))


def test_undo_and_what_stays() -> None:
    async def test() -> None:
        sitting = sitting_of("kuhn_poker", "human", "human")
        async with table(sitting) as pilot:
            await press(pilot, "space", "enter", "u")
            assert not sitting.state.moves and sitting.at_the_screen is None
            await press(pilot, "space", "u")
            assert "there is nothing to take back" in screen_text(app_of(pilot))

    lead(test())


def test_all_answers_have_numbers_where_some_lead_on_and_some_are_moves() -> None:
    async def test() -> None:
        sitting = sitting_of("ruin_runner", "human", "random", seed=1, moves=8)
        async with table(sitting) as pilot:
            await press(pilot, "enter")
            shown = pilot.app.screen.query_one("#moves", OptionList)
            rows = [str(option.prompt) for option in shown.options if not option.disabled]
            assert [int(row.split()[0]) for row in rows] == [*range(1, len(rows) + 1)]
            [move] = [row for row in rows if "place" in row]
            await press(pilot, *move.split()[0], "enter")
            assert move.endswith(sitting.state.moves[8])

    lead(test())


def test_the_board_shows_where_the_seat_is_when_directions_are_asked_for() -> None:
    """Not where it laid a tile before."""

    async def test() -> None:
        sitting = sitting_of("ruin_runner", "human", "random", seed=1, moves=39)
        assert sitting.state.choice == "step"
        async with table(sitting, size=(60, 18)) as pilot:
            shown = pilot.app.screen
            assert isinstance(shown, PlayingScreen)
            shown.recent = ["T20"]
            boards = screen_text(app_of(pilot)).partition("────")[0]
            assert "bT16o" in boards and "oSTARTo" in boards  # to which the first step leads
            await press(pilot, "down")
            boards = screen_text(app_of(pilot)).partition("────")[0]
            assert "oSTARTo" in boards and "T20" not in boards

    lead(test())


def test_what_others_have_just_done_is_underlined_and_shown() -> None:
    """Also in a game that was begun elsewhere, and on a board larger than there is room for."""

    async def test() -> None:
        sitting = sitting_of("ruin_runner", *["human"] + ["random"] * 2, seed=1, moves=27)
        async with table(sitting) as pilot:
            laid = [move.split()[1] for move in sitting.state.moves[-2:]]
            assert laid[1] in screen_text(app_of(pilot)).partition("────")[0]
            boards = pilot.app.screen.query_one("#boards").query_one(Static).content
            assert isinstance(boards, Text)
            told = (span for span in boards.spans if "underline" in str(span.style))
            lines = {boards.plain[span.start : span.end] for span in told}
            assert all(any(tile in line for line in lines) for tile in laid), lines

    lead(test())


def test_an_earlier_game_is_told_of_until_somebody_moves() -> None:
    async def test() -> None:
        sitting = sitting_of(*FERRY)
        sitting.left_behind = Path("old.json")
        async with table(sitting) as pilot:
            told = "An earlier game is not over"
            assert told in screen_text(app_of(pilot))
            await press(pilot, "enter")
            assert told not in screen_text(app_of(pilot))
        assert "--resume old.json" in plain_text(sitting.earlier())

    lead(test())


def test_how_a_move_may_be_typed_is_told_where_it_is_typed() -> None:
    async def test() -> None:
        async with table(sitting_of("klondike", "human", seed=7)) as pilot:
            shown = pilot.app.screen
            assert isinstance(shown, PlayingScreen)
            moves = [str(move) for move in shown.moves]
            await press(pilot, *["down"] * moves.index("move Seven of Diamonds from three to five"))
            await press(pilot, "slash")
            asked = pilot.app.screen.query_one("#typed", Input)
            assert asked.placeholder == "a number, or words of a move, as seven three five"
            await typed(pilot, "seven three five")
            assert shown.sitting.state.moves == ["move Seven of Diamonds from three to five"]

    lead(test())


def test_what_others_did_is_one_key_away_however_long_it_is() -> None:
    """From there on, with what was before above; the screen names the key."""

    async def test() -> None:
        sitting = sitting_of("ruins", "human", "random", "random", moves=60)
        async with table(sitting, (80, 12)) as pilot:
            assert " l Log " in screen_text(app_of(pilot)).splitlines()[-1]
            await press(pilot, "l")
            assert isinstance(pilot.app.screen, Told)
            lines, since = whole_log(sitting.log, sitting.state, [0], 66)
            assert 0 < since < len(lines)
            first = plain_text(lines[since : since + 1]).strip()
            shown = screen_text(app_of(pilot))
            assert "What was done" in shown and first in shown
            await press(pilot, "l")
            assert isinstance(pilot.app.screen, PlayingScreen)

    lead(test())


@pytest.mark.parametrize(("width", "last"), [(80, "z Zoom"), (60, "l Log"), (40, "u Undo")])
def test_keys_are_told_as_far_as_there_is_room(width: int, last: str) -> None:
    """None is cut, and how one leaves is told in any case."""

    async def test() -> None:
        async with table(sitting_of(*FERRY), (width, 24)) as pilot:
            assert screen_text(app_of(pilot)).splitlines()[-1].endswith(f"{last} q Quit")

    lead(test())


def test_places_are_shown_together_where_there_is_room() -> None:
    first, other = Region(0, 2, 5, AROUND), Region(40, 14, 5, AROUND)
    assert together([first, other], columns=80, rows=9) == first
    assert together([first, other], columns=80, rows=17) == Region(0, 3, 45, 17)
    assert together([], columns=80, rows=17) is None


def test_it_is_told_who_one_is() -> None:
    async def test() -> None:
        async with table(sitting_of("tic_tac_toe", "human", "random")) as pilot:
            assert screen_text(app_of(pilot)).startswith("X (you): ")
        async with table(sitting_of("pig", "human", "random")) as pilot:
            text = screen_text(app_of(pilot))
            assert text.startswith("seat 0 (you): ") and "what comes of it is not known" in text
        async with table(sitting_of("goofspiel", "human", "random")) as pilot:
            assert screen_text(app_of(pilot)).startswith("first (you): ")

    lead(test())


def test_a_key_that_is_pressed_twice_makes_one_move() -> None:
    """However quickly: the second comes before anything that the first has brought about."""

    async def test() -> None:
        sitting = sitting_of("ferry.game", "human", "random")
        async with table(sitting) as pilot:
            shown = pilot.app.screen
            assert isinstance(shown, PlayingScreen)
            shown._make()
            shown._make()
            await settled(pilot)
            assert [entry.seat for entry in sitting.log.entries] == [0, 1]

    lead(test())


def test_nobody_is_called_where_all_see_the_same() -> None:
    """The table stays, with what the other has just moved, who may still take that back."""

    async def test() -> None:
        sitting = sitting_of("tic_tac_toe", "human", "human")
        async with table(sitting) as pilot:
            assert screen_text(app_of(pilot)).startswith("X: ")
            await press(pilot, "enter")
            assert screen_text(app_of(pilot)).startswith("O: ")
            assert sitting.at_the_screen == 1
            shown = pilot.app.screen
            assert isinstance(shown, PlayingScreen)
            [named] = shown.recent
            assert sitting.state.moves[-1].endswith(named)
            await press(pilot, "u")
            assert screen_text(app_of(pilot)).startswith("X: ")
            assert not sitting.state.moves

    lead(test())


def endless(*_: object) -> Iterator[Line]:
    """A search that never comes to its end by itself, and takes no time of a processor."""
    for number in Budget().rounds():
        threading.Event().wait(0.01)
        yield (Piece(str(number)),)


class Endless(Player):
    name = "endless"

    def choose(self, view: View) -> int:
        return len(list(endless()))


def test_a_hint_is_found_or_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with table(sitting_of(*FERRY)) as pilot:
            await press(pilot, "h")
            assert "of 30 games" in screen_text(app_of(pilot))
            await press(pilot, "escape")
            monkeypatch.setattr("rulewright_cli.ask.considered_lines", endless)
            await press(pilot, "h", ends=False)
            task = app_of(pilot).busy
            assert isinstance(pilot.app.screen, Searching) and task is not None
            await press(pilot, "escape")
            task.wait()
            assert isinstance(pilot.app.screen, PlayingScreen)
            assert app_of(pilot).busy is None and task.is_over

    lead(test())


def test_others_think_and_the_screen_is_alive(tmp_path: Path) -> None:
    """Leaving the game does not wait for their move."""

    async def test() -> None:
        sitting = sitting_of(*FERRY)
        sitting.players = (sitting.players[0], Endless())
        async with table(sitting) as pilot:
            await press(pilot, "enter", ends=False)
            task = app_of(pilot).busy
            assert task is not None
            assert "blue thinks ..." in screen_text(app_of(pilot))
            await press(pilot, "u", ends=False)
            assert "Wait until the others have moved." in screen_text(app_of(pilot))
            await press(pilot, "v", ends=False)
            assert isinstance(pilot.app.screen, LookingBackScreen)
            await press(pilot, "ctrl+c", ends=False)
        assert task.is_over
        assert isinstance(app_of(pilot).failure, KeyboardInterrupt)

    lead(test())
    (file,) = (tmp_path / "state" / "rulewright").iterdir()
    assert records.load(file).moves == ("load Oil",)


def test_the_rules_open_at_the_move() -> None:
    async def test() -> None:
        async with table(sitting_of(*FERRY)) as pilot:
            await press(pilot, "r")
            assert isinstance(pilot.app.screen, ReadingScreen)
            text = screen_text(app_of(pilot))
            assert text.startswith("load Oil") and "Load a crate from the dock" in text
            await press(pilot, "escape")
            assert "Set-up" in screen_text(app_of(pilot)) or "Ferry" in screen_text(app_of(pilot))
            await typed(pilot, "FERRY-6")
            assert "Sink a crate" in screen_text(app_of(pilot))
            await press(pilot, "escape", "escape")
            assert isinstance(pilot.app.screen, PlayingScreen)

    lead(test())


def test_the_game_so_far() -> None:
    """Backwards and forwards, as the seat has seen it: what it was not told of is left out."""

    async def test() -> None:
        sitting = sitting_of("ferry.game", "human", "random", moves=6)
        async with table(sitting) as pilot:
            told = list(sitting.log.told(sitting.state, 0))
            await press(pilot, "v")
            assert screen_text(app_of(pilot)).startswith(f"{len(told)} of {len(told)}")
            await press(pilot, "home")
            assert screen_text(app_of(pilot)).startswith(f"0 of {len(told)}  The beginning")
            await press(pilot, "left", "right")
            name, text = told[0]
            assert f"{sitting.names[name]}: {text}" in screen_text(app_of(pilot)).splitlines()[0]
            await press(pilot, "escape")
            assert isinstance(pilot.app.screen, PlayingScreen)

    lead(test())


def test_any_size_and_another_one() -> None:
    async def test() -> None:
        async with table(sitting_of("ruta", "human", "random", seed=7), (200, 50)) as pilot:
            for size in ((40, 12), (60, 13), (110, 24)):
                await pilot.resize_terminal(*size)
                await settled(pilot)
                text = screen_text(app_of(pilot))
                assert text.startswith("first (you): Take a card")
                assert "1 take" in text and "? Help" in text
                assert max(map(len, text.splitlines())) <= size[0]

    lead(test())


def test_no_size_is_so_small_that_a_game_ends() -> None:
    """Terminals are made so small, and large again, while something is laid over the table."""

    async def test() -> None:
        async with table(sitting_of("ruta", "human", "random", seed=7), (80, 24)) as pilot:
            for key in ("question_mark", "v", "slash"):
                await press(pilot, key)
                for size in ((1, 1), (80, 24)):
                    await pilot.resize_terminal(*size)
                    await settled(pilot)
                await press(pilot, "escape")
            text = screen_text(app_of(pilot))
            assert text.startswith("first (you): Take a card") and "1 take" in text

    lead(test())


def test_markup_in_words_is_words() -> None:
    rules, words = Path("ferry.game"), "[b]Load[/b] [@click=app.bell()]it"
    rules.write_text(rules.read_text().replace("Load a crate from the dock", words))

    async def test() -> None:
        game = load("ferry.game", seats=2)
        sitting = Sitting(game, game.start(seed=3), ["human", "random"], Keeper(game))
        async with table(sitting) as pilot:
            assert f"{words}:" in screen_text(app_of(pilot))
            await press(pilot, "r")
            assert words in screen_text(app_of(pilot))

    lead(test())


def test_saving_and_leaving(tmp_path: Path) -> None:
    kept = tmp_path / "state" / "rulewright"
    before = Path("sea.csv").read_text()

    async def leave(*keys: str, save: str = "") -> None:
        async with table(sitting_of(*FERRY)) as pilot:
            if save:
                for name in ("sea.csv", save):
                    await press(pilot, "s")
                    await typed(pilot, name)
                    told = "exists already" if name == "sea.csv" else f"saved in {name}"
                    assert told in " ".join(screen_text(app_of(pilot)).split())
            await press(pilot, *keys)

    lead(leave("enter", "q", "enter"))
    assert not list(kept.iterdir())
    lead(leave("enter", "q", "escape", "enter", "q", "y", "enter"))
    (file,) = kept.iterdir()
    assert len(records.load(file).moves) > 2
    lead(leave("enter", "q", save="mine.json"))
    assert records.load("mine.json").moves[0] == "load Oil"
    assert Path("sea.csv").read_text() == before


@pytest.mark.parametrize("error", [PlayError("no such seat"), MemoryError()])
def test_a_game_outlives_what_goes_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """Wherever it does, in the thread of who thinks, too; it is raised again for who began it."""

    async def test() -> None:
        real = State.apply
        sitting = sitting_of(*FERRY)

        def apply(state: State, move: object) -> None:
            if state.decisions:
                raise error
            real(state, move)  # type: ignore[arg-type]

        monkeypatch.setattr(State, "apply", apply)
        try:
            async with table(sitting) as pilot:
                await press(pilot, "enter")
        finally:
            assert app_of(pilot).failure is error
            sitting.abandon()

    with pytest.raises(type(error)):
        lead(test())
    monkeypatch.undo()
    (file,) = (tmp_path / "state" / "rulewright").iterdir()
    assert records.load(file).moves == ("load Oil",)


def test_signals_keep_the_game_at_once(tmp_path: Path) -> None:
    """Before anything is drawn: there may be no terminal any more."""

    async def test() -> None:
        async with table(sitting_of(*FERRY)) as pilot:
            await press(pilot, "enter")
            os.kill(os.getpid(), signal.SIGTERM)
            await pilot.pause()
            assert isinstance(app_of(pilot).failure, Ended)
            assert len([*(tmp_path / "state" / "rulewright").iterdir()]) == 1

    lead(test())


def test_the_end_tells_the_result_and_offers_to_keep_the_game(tmp_path: Path) -> None:
    async def test() -> None:
        sitting = sitting_of("kuhn_poker", "human", "human", seed=2)
        async with table(sitting) as pilot:
            for move in ("bet", "fold"):
                await press(pilot, "space", "slash")
                await typed(pilot, move)
            text = screen_text(app_of(pilot))
            assert "wins." in text and "seed 2" in text
            assert not any(card in text for card in ("Jack", "Queen", "King"))
            await press(pilot, "v", "left")
            assert isinstance(pilot.app.screen, LookingBackScreen)
            await press(pilot, "escape", "q", "y", "enter")

    lead(test())
    (file,) = (tmp_path / "state" / "rulewright").iterdir()
    assert records.load(file).result is not None


def test_a_table_is_drawn_when_its_game_has_ended() -> None:
    """What was asked to be drawn before the last move is drawn after it."""

    async def test() -> None:
        sitting = sitting_of("kuhn_poker", "human", "human", seed=2)
        async with table(sitting) as pilot:
            await press(pilot, "space")
            screen = pilot.app.screen
            assert isinstance(screen, PlayingScreen)
            screen.draw()
            for move in ("bet", "fold"):
                sitting.make(next(m for m in sitting.state.legal_moves() if str(m) == move))
            await settled(pilot)
            assert sitting.state.over and pilot.app.screen is screen

    lead(test())


# Several people at one screen.


def texts(app: TableApp) -> Iterator[str]:
    """All texts of all widgets that there are, seen or not, and what is scrolled to."""
    for node in list(app._registry):
        if isinstance(node, Static):
            yield str(node.content)
        elif isinstance(node, OptionList):
            yield from (str(option.prompt) for option in node.options)
        elif isinstance(node, Input):
            yield node.value
            yield str(getattr(node.suggester, "_suggestions", ""))
        if isinstance(node, Widget):
            yield f"{node.border_title} {node.border_subtitle} {node.tooltip}"
        if isinstance(node, PlayingScreen):
            yield f"scrolled to {node.sought}"
    yield app.clipboard


def test_nothing_of_a_seat_is_left_when_another_is_called() -> None:
    async def test() -> None:
        sitting = sitting_of("ferry.game", "human", "human")
        async with table(sitting) as pilot:
            assert isinstance(pilot.app.screen, CallingScreen)
            assert "red, press Space to see your table." in screen_text(app_of(pilot))
            assert "Cloth" not in "".join(texts(app_of(pilot)))
            await press(pilot, "enter", "escape", "v", "h", "w", "p", "r", "slash", "1")
            assert isinstance(pilot.app.screen, CallingScreen), "only Space shows a table"
            await press(pilot, "space", "slash", *"private", "ctrl+shift+a", "ctrl+x", *"nut")
            assert "Cloth" in "".join(texts(app_of(pilot)))
            await press(pilot, "enter")
            assert sitting.state.moves == ["load Nut"]
            assert isinstance(pilot.app.screen, CallingScreen)
            left = "".join(texts(app_of(pilot)))
            assert "Cloth" not in left and "private" not in left and "Nut" not in left
            await press(pilot, "enter")
            assert isinstance(pilot.app.screen, CallingScreen), "a second Enter confirms nothing"

    lead(test())


def test_what_is_laid_over_a_table_goes_with_it() -> None:
    """A rulebook or the game so far, opened before the other's turn, stays with nobody."""

    async def test() -> None:
        sitting = sitting_of("ferry.game", "human", "human")
        async with table(sitting) as pilot:
            await press(pilot, "space", "v")
            screen = pilot.app.screen
            sitting.make(sitting.state.legal_moves()[0])
            app_of(pilot).advance()
            await settled(pilot)
            assert isinstance(pilot.app.screen, CallingScreen)
            assert screen not in pilot.app.screen_stack

    lead(test())


SECRET = """game aims "Aims"
  players 2 named Ann, Bob

board field: grid 16 by 16                "A field larger than there is room for"
cells square of field named "{letter}{y}"
mark aim of seat: square or none, seen by owner       "What one aims at"

phase main
  turns until passes is 2
    choose target secretly                "What do you aim at?"
      aim(s in square)                    "Aim at a square"
        set aim of me to s
      else pass

score aims of p: 1 when aim of p is a1 else 0
winner most score
"""


def test_what_another_chose_in_secret_moves_no_board() -> None:
    """A board is scrolled to what was last done, as far as the seat at the screen is told it."""
    Path("aims.game").write_text(SECRET)

    async def test() -> None:
        sitting = sitting_of("aims.game", "human", "random")
        async with table(sitting) as pilot:
            seen = []
            for _ in range(3):
                screen = app_of(pilot).main
                assert isinstance(screen, PlayingScreen)
                await press(pilot, "slash")
                await typed(pilot, "aim m13")
                seen.append(set(screen.recent))
            assert len(sitting.state.moves) >= 6 and len({*sitting.state.moves}) > 2
            assert all(recent == {"m13"} for recent in seen), seen

    lead(test())


def led(game: Game, course: Course) -> tuple[State, Iterator[tuple[str, ...]]]:
    """A game after a course, and what chance answers from there on."""
    state, outcomes = game.start(chance="asked"), iter(course.outcomes)
    for _, text in [*course.moves, (0, "")]:
        while state.to_move == "chance" and (outcome := next(outcomes, None)) is not None:
            state.answer(outcome)
        if text:
            state.apply(text)
    return state, outcomes


async def seen_of(game: Game, course: Course, wondered: str) -> set[str]:
    """All that the widgets hold from when nobody is there until whoever is to decide after a course
    has tried what keys there are, and has moved. A hint is left out, which is drawn by lot."""
    state, _ = led(game, course)
    seat = state.to_move
    sitting = Sitting(game, state, ["human"] * game.seats, Keeper(game))
    found: set[str] = set()
    async with table(sitting) as pilot:
        for key in ("", "space", "down", "p", "v", "left", "escape"):
            await press(pilot, *filter(None, [key]))
            found |= set(texts(app_of(pilot)))
        app_of(pilot).post_message(PlayingScreen.Wondered(wondered))
        await settled(pilot)
        found |= set(texts(app_of(pilot)))
        if sitting.previews.of(sitting.state, sitting.state.legal_moves()[0]).is_whole:
            await press(pilot, "escape", "home", "enter")
            if sitting.at_the_screen in (None, seat) or sitting.state.over:
                found |= set(texts(app_of(pilot)))
    return found


HIDING = {"goofspiel": 2, "ruta": 2}
if GAMES:
    HIDING |= {
        "kuhn_poker": 2,
        "liars_dice": 3,
        "ruins": 3,
        "ruin_runner": 3,
        "leduc_poker": 2,
        "crazy_eights": 3,
    }


def compared(name: str, seed: int) -> int:
    """How often a seat was shown another course that it could not tell from one; all that was shown
    was alike."""
    luck, found = random.Random(seed), 0
    game = game_of(name, HIDING[name])
    course = played(game, luck)
    for _ in range(6):
        begun = course.begun(luck.randint(1, len(course.moves)))
        seat = led(game, begun)[0].to_move
        if not isinstance(seat, int):
            continue
        other = Otherwise(game, begun, seat, luck).found()
        if other is not None:
            found += 1
            wondered = luck.choice(course.moves)[1]
            real = asyncio.run(seen_of(game, begun, wondered))
            assert asyncio.run(seen_of(game, other, wondered)) == real, (begun, other)
            if not GAMES:
                break
    return found


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", HIDING)
def test_nothing_shown_tells_what_is_hidden(name: str) -> None:
    """What all widgets hold is the same for games that the seat cannot tell apart."""
    if GAMES:
        assert sum(compared(name, seed) for seed in range(GAMES)) > 0
    else:
        assert any(compared(name, seed) for seed in range(40)), "nothing could be exchanged"


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves that are told as they were made are noticed."""
    monkeypatch.setattr(Transcript, "text_for", lambda log, entry, state, seat: entry.text)
    with pytest.raises(AssertionError):
        for seed in range(40):
            compared("goofspiel", seed)


# What it looks like.

LOOKS = {
    "ruta": ("human", "random"), "quetinny": ("human",),
    "ruin_runner": ("human", "random", "random"), "ruins": ("human", "random", "random"),
}  # fmt: skip


@pytest.mark.parametrize("name", LOOKS)
def test_screens(name: str, golden: Golden) -> None:
    """In the middle of a game, on a small screen and on a large one."""

    async def test() -> None:
        async with table(sitting_of(name, *LOOKS[name], seed=5, moves=17)) as pilot:
            await press(pilot, "down")
            golden(f"screen_{name}_80.txt", screen_text(app_of(pilot)))
            await pilot.resize_terminal(120, 40)
            await settled(pilot)
            golden(f"screen_{name}_120.txt", screen_text(app_of(pilot)))

    lead(test())


# On a real terminal.

PLAY = ("play", "ferry.game", "--seed", "3", "--players", "human,random")
LOADED = "Cloth (3 si sp), Oil"  # what is held after the first move
DEAF = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"


@contextmanager
def terminal(program: str = AT_A_TERMINAL, **env: str) -> Iterator[tuple[int, Popen[bytes]]]:
    """A game on a terminal of 80 by 24: its other end, and the process."""
    screen, keyboard = pty.openpty()
    child = Popen(
        [sys.executable, "-c", program, *PLAY],
        stdin=keyboard, stdout=keyboard, stderr=keyboard, start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", **env},
    )  # fmt: skip
    os.close(keyboard)
    try:
        yield screen, child
    finally:
        if child.poll() is None:
            child.kill()
            child.wait()


def test_ctrl_z_and_ctrl_c_keep_the_game_and_give_the_screen_back(tmp_path: Path) -> None:
    with terminal(NO_COLOR="1") as (screen, child):
        shown = read_until(screen, "Load, sink or open")
        os.write(screen, b"\r")
        shown += read_until(screen, LOADED)
        os.write(screen, b"\x1a")
        shown += read_until(screen, "\x1b[?1049l")
        assert os.WIFSTOPPED(os.waitpid(child.pid, os.WUNTRACED)[1])
        child.send_signal(signal.SIGCONT)
        shown += read_until(screen, "\x1b[?1049h") + read_until(screen, LOADED)
        os.write(screen, b"\x03")
        shown += read_until(screen, None)
        assert child.wait(timeout=PATIENCE) == 130
        os.close(screen)
    assert not re.search(r"\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9\d|10\d)[;m]", shown), "no colours"
    end = shown.rpartition("\x1b[?1049l")[2]
    assert "The game is saved." in end and "Traceback" not in shown
    (file,) = (tmp_path / "state" / "rulewright").iterdir()
    assert records.load(file).moves[0] == "load Oil"


def test_a_closed_terminal_keeps_the_game(tmp_path: Path) -> None:
    """Though no signal says that it is closed, and nobody can be told."""
    with terminal(DEAF + AT_A_TERMINAL) as (screen, child):
        read_until(screen, "Load, sink or open")
        os.write(screen, b"\r")
        read_until(screen, LOADED)
        os.close(screen)
        assert child.wait(timeout=PATIENCE) == FAILED
    (file,) = (tmp_path / "state" / "rulewright").iterdir()
    assert records.load(file).moves[0] == "load Oil"


def test_without_textual_a_game_is_plain_text_and_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Screen, "has_room", True)
    monkeypatch.setattr("rulewright_cli.full_screen.find_spec", lambda name: None)
    done = run(*PLAY, input="quit\n")
    assert done.exit_code == 0
    assert done.stdout.count("pip install 'rulewright[screen]'") == 1 and "red> " in done.stdout

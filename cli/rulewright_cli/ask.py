"""A person at the terminal.

Moves are typed, or chosen by number; whatever else can be typed is answered here (`why`, `rules`,
`help`) or, where it concerns the whole game (`undo`, `save`, `quit`), handed on as a `Wish`. Works
with any standard input: in a pipe each line is one answer, and the end of the input is a wish too.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Literal

from rulewright.characters import printable, whole_number
from rulewright.diagnostics import RulewrightError, nearest
from rulewright.drawing.lines import Line, Piece, folded, line, seat_title, wrapped
from rulewright.drawing.table import UNCOUNTED, TableView
from rulewright.play.commands import COMMANDS, LEAVES, LEAVING
from rulewright.play.spelling import (
    forms,
    in_brackets,
    in_full,
    in_other_order,
    is_move,
    meant,
    spelled,
)
from rulewright.runtime.move import tidy
from rulewright.state import Move, State

from .log import NOTHING_DONE
from .menu import LongLists, Menu, menu
from .screen import Screen, echo

if TYPE_CHECKING:
    from rulewright.core.ir import Program
    from rulewright.game import Game
    from rulewright.play.preview import Previews
    from rulewright.players.budget import Budget

    from .rulebook.document import Book

WORDS = {
    "why MOVE": "why a move is not offered",
    "hint": "the moves that a search thinks best",
    "analyse [N]": "what it thinks of each of the N moves that it looked at most",
    "moves [TEXT]": "the moves that have a text in them, with what each does",
    "show MOVE": "the table as it would be after a move, as far as you can know",
    "look": "the table again",
    "log": "what has been done so far, as you have seen it",
    "rules [TEXT]": "the rulebook, or what it says of a move, a word or a rule number",
    "help NAME": "what a name means that stands on the table",
    "undo": "take back your last move, if it has told nothing and nobody has moved since",
    "auto": "make a move by itself where it is the only one and tells nothing; again: ask for it",
    "save FILE": "write the game to a new file, from now on after each of your moves",
    f"quit, {LEAVES}": "leave the game",
}
"""What can be typed besides moves."""


MOST_HINTS, MOST_ANALYSED = 3, 20
FEW_GAMES = 3  # a move, with which a hint is a guess

ARROWS = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]")
"""What keys send that move in a line, or through a history."""

NUMBER = re.compile(r"\d+")

WishKind = Literal["undo", "auto", "save", "quit", "end of input"]


@contextmanager
def prompting_again(prompt: str) -> Iterator[None]:
    """Show a prompt anew, with what was typed behind it, when somebody comes back who has stopped
    the program with Ctrl-Z: the shell has written over it."""
    number = getattr(signal, "SIGCONT", None)  # which Windows has not
    if number is None or not sys.stdin.isatty() or current_thread() is not main_thread():
        yield
        return

    def show(*_: object) -> None:
        editor = sys.modules.get("readline")
        typed = printable(editor.get_line_buffer()) if editor is not None else ""
        with suppress(OSError):  # who closes a terminal wakes up what was on it, too
            os.write(sys.stdout.fileno(), (prompt + typed).encode(sys.stdout.encoding, "replace"))

    before = signal.signal(number, show)
    try:
        yield
    finally:
        signal.signal(number, before)


class Wish(Exception):
    """Something other than a move: about the whole game, so not for a player to do."""

    def __init__(self, kind: WishKind, rest: str = "") -> None:
        super().__init__(kind)
        self.kind: WishKind = kind
        self.rest = rest


class Person:
    """Someone at the terminal. `look` shows the table again; `log` gives what a seat is told of
    what was done, in lines of a width; `hint`: how much hints look at.

    `hides`: others share it who are not to see all. What one has typed must not come back to them,
    so that lines are then read as the terminal edits them: an editor of lines keeps a history and
    more.
    """

    def __init__(
        self,
        screen: Screen,
        game: Game,
        look: Callable[[State, int], None],
        log: Callable[[State, int, int], Sequence[Line]],
        hint: Budget,
        *,
        hides: bool,
        previews: Previews,
        view: TableView,
    ) -> None:
        self.screen = screen
        self.game = game
        self.look, self.log = look, log
        self.hint = hint
        self.hides = hides
        self.previews, self.view = previews, view
        self.long = LongLists()
        self.ahead = ""
        """What was typed where only Enter was asked for, and is meant for what is asked next."""
        if screen.may_clear and sys.stdin.isatty() and not hides:
            with suppress(ImportError):  # editing of what is typed, where the system has it
                import readline  # noqa: F401

    def choose(self, state: State, seat: int) -> Move:
        """Ask until there is a move. Raises `Wish` for what is not a player's to do."""
        offered = Menu(state, self.previews, self.screen.width, self.screen.rows, self.long)
        self.screen.show(offered.lines())
        while True:
            text = self.read(f"{seat_title(self.game.seat_names[seat])}{offered.prompt}> ")
            meant = self.meant(text, offered)
            if isinstance(meant, Move):
                return meant
            if meant:
                self.screen.show(offered.lines())
            else:
                self.answer(text, state, seat, offered)
                if (number := _number_of(text, offered.moves)) is not None:
                    self.screen.show([line(f"{text} is a move here, too: {number} makes it")])

    def meant(self, text: str, offered: Menu) -> Move | bool:
        """The move that a text means, or whether it is an answer on the way to one. What is asked
        goes before the numbers of moves, but not before their texts; the number of one that is not
        left on that way means nothing. A word that `help` lists means what it says there, also
        where a move is called so: that has a number."""
        moves = offered.moves
        if text.casefold() in COMMANDS and _number_of(text, moves) is not None:
            return False
        if text not in offered.texts and (offered.steps.path or text.casefold() in offered.inward):
            found = offered.answer(text, exactly=True)
            if found is not False:
                return found
        if _is_elsewhere(text, offered):
            return False
        move = self.understand(text, moves)
        if move is not None:
            return move
        if not text or text.split()[0].casefold() in COMMANDS:
            return False
        return offered.answer(text, exactly=False)

    def read(self, prompt: str) -> str:
        """A line from standard input, shown if it was not typed. Raises `Wish` at its end."""
        if self.ahead:
            text, self.ahead = self.ahead, ""
            self.screen.say(f"{printable(prompt)}{text}")
            return text
        try:
            text = tidy(self._line(printable(prompt)))
        except (EOFError, OSError):  # or a terminal that is no longer there
            raise Wish("end of input") from None
        if not sys.stdin.isatty():
            self.screen.say(text)
        self.screen.typed()
        return text

    def forget(self) -> None:
        """Drop what was typed before it is asked for: the second of two Enters, say, which would
        show one seat's table to another."""
        if not sys.stdin.isatty():
            return
        try:
            import termios
        except ImportError:  # Windows
            with suppress(ImportError):
                import msvcrt

                while msvcrt.kbhit():  # type: ignore[attr-defined, unused-ignore]
                    msvcrt.getwch()  # type: ignore[attr-defined, unused-ignore]
            return
        with suppress(termios.error):  # the terminal is no longer there
            termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def _line(self, prompt: str) -> str:
        with prompting_again(prompt):
            if not self.hides:
                return input(prompt)
            echo(prompt, nl=False)
            typed = sys.stdin.readline()
        if not typed:
            raise EOFError
        return ARROWS.sub("", typed)

    def understand(self, text: str, moves: Sequence[Move]) -> Move | None:
        """The move that a text means: its number, its text, or the only one that begins so or that
        it may be short for."""
        number = whole_number(text)
        if number is not None:
            return moves[number - 1] if 1 <= number <= len(moves) else None
        if moves:
            text = spelled(self.game.program, moves[0].choose, text)
        if (number := _number_of(text, moves)) is not None:
            return moves[number - 1]
        if not text or text.casefold().split()[0] in COMMANDS:
            return None
        found = self.alike(text, moves)
        return moves[found[0]] if len(found) == 1 else None

    def alike(self, text: str, moves: Sequence[Move]) -> list[int]:
        """The numbers of the moves that a text may mean: those that begin so, or that it may be
        short for; else those of which it names equals."""
        wanted = text.casefold()
        begun = {n for n, move in enumerate(moves) if str(move).casefold().startswith(wanted)}
        found = begun.union(meant(moves, text, in_brackets(self.game.program)))
        if not found and moves:
            equal = moves[0].offer.named(text)
            found = {n for n, move in enumerate(moves) if move in equal}
        return sorted(found)

    def answer(self, text: str, state: State, seat: int, offered: Menu) -> None:
        """Do what was typed instead of a move."""
        word, _, rest = text.partition(" ")
        match word.casefold():
            case "undo":
                raise Wish("undo")
            case "auto":
                raise Wish("auto")
            case "save":
                raise Wish("save", rest)
            case left if left in LEAVING:
                raise Wish("quit")
            case "why":
                self.screen.show(why_lines(rest, state))
            case "hint":
                self.consider(state, seat, MOST_HINTS)
            case "analyse" | "analyze":
                self.consider(state, seat, whole_number(rest) or MOST_ANALYSED)
            case "rules":
                self.screen.show(self.rules(rest))
            case "help" | "?":
                self.screen.show(self.meaning(rest) if rest else self.help())
            case "show" if rest:
                self.screen.show(self.after(rest, state, seat, offered))
            case "moves":
                self.screen.show(offered.matching(rest))
            case "log" | "history":
                told = self.log(state, seat, self.screen.width)
                self.screen.show(told or [line(NOTHING_DONE, "dim")])
            case "" | "back" | "look" | "show":
                if word.casefold() in ("look", "show"):
                    self.look(state, seat)
                else:
                    offered.back()
                self.screen.show(offered.lines())
            case _:
                self.screen.show(self.unknown(text, state, offered))

    def after(self, text: str, state: State, seat: int, offered: Menu) -> Iterator[Line]:
        """The table as it is after a move, as far as the seat knows it, and what is different; of
        what is no move on offer, what is said where it is to be made."""
        move = self.understand(text, offered.moves)
        if move is None:
            yield from self.unknown(text, state, offered)
            return
        preview = self.previews.of(state, move)
        yield from self.view.lines(preview.observation, self.screen.width)
        points = [one for one in self.view.points(preview.observation) if one != UNCOUNTED]
        yield from folded(points, self.screen.width)
        yield (Piece(f"{preview.words}: ", "bold"), Piece("as it would be"))
        for change in preview.changes:
            yield line(f"  {change}")
        if not preview.is_whole:
            yield line("  The rest is for chance, or for what you do not see, to decide.", "dim")

    def consider(self, state: State, seat: int, most: int) -> None:
        """Tell what a search thinks of the moves."""
        with self.screen.passing("Thinking ..."):
            lines = [*considered_lines(state, seat, self.hint, most)]
        self.screen.show(lines)

    def rules(self, text: str) -> Iterator[Line]:
        """The rulebook, or what stands there of a move, a word or a rule number."""
        from .rulebook.lines import book_lines, found_lines

        width = self.screen.width
        try:
            return found_lines(self.book, text, width) if text else book_lines(self.book, width)
        except RulewrightError as error:  # the files are not what they were
            return iter([line(str(error))])

    def meaning(self, name: str) -> Iterator[Line]:
        """What the rulebook says that a name means, or a move does."""
        from .rulebook.lines import brief_lines

        try:
            return brief_lines(self.book, name, self.screen.width)
        except RulewrightError as error:
            return iter([line(str(error))])

    @cached_property
    def book(self) -> Book:
        """The rulebook, which is made when somebody first asks for it."""
        return book_of(self.game)

    def unknown(self, text: str, state: State, offered: Menu) -> Iterator[Line]:
        """What to say to a text that is no move on offer, no answer and no word of ours."""
        moves = offered.moves
        if text.isdigit():
            elsewhere = f"move {text} is not among these: an empty line leads back"
            there = f"there are moves 1 to {len(moves)}"
            yield line(elsewhere if _is_elsewhere(text, offered) else there)
            yield from offered.expected(text) if offered.asked else ()
            return
        program, choose = self.game.program, moves[0].choose
        named = in_full(program, choose, spelled(program, choose, text))
        if found := self.alike(named, moves):
            yield line("which one?")
            yield from menu(moves, self.screen.width, found)
            return
        is_one = is_move(program, choose, named)
        if not is_one and offered.is_about(text):
            yield line(f"{text} is no answer here")
            yield from offered.expected(text)
            return
        told = {name.rpartition(", ")[2].casefold() for name, _ in self.view.named()}
        if text.casefold() in told:  # a word that `help` lists
            yield from self.meaning(text)
            return
        yield from why_lines(text, state)
        if is_one or in_other_order(moves, named):
            return  # it is a move, and why it is not offered has been told
        close = nearest(text, [*map(str, moves), *COMMANDS])
        if NUMBER.sub("", close) == NUMBER.sub("", named):
            close = ""  # another number is another move, and no slip
        yield line(f"did you mean {close}?" if close else "type help for what can be typed", "dim")

    def help(self) -> Iterator[Line]:
        yield line(
            "Type a move, or its number; names may be short, and sets in any order. Besides:"
        )
        width = max(map(len, WORDS)) + 2
        for word, meaning in WORDS.items():
            first, *rest = wrapped(meaning, max(30, self.screen.width - width - 2))
            yield (Piece(f"  {word.ljust(width)}", "bold"), Piece(first))
            yield from (line(" " * (width + 2) + part) for part in rest)
        if told := self.view.meanings(self.screen.width - 2):
            yield line("On the table, in the words of the rules:")
            yield from ((Piece("  "), *row) for row in told)


def _is_elsewhere(text: str, offered: Menu) -> bool:
    """Is it the number of a move that is not left where some of it has been chosen?"""
    number = whole_number(text)
    if number is None or not offered.steps.path or text in offered.texts:
        return False
    return 1 <= number <= len(offered.moves) and number - 1 not in offered.steps.left


def _number_of(text: str, moves: Sequence[Move]) -> int | None:
    """The number of the move that is written so."""
    texts = [str(move).casefold() for move in moves]
    return texts.index(text.casefold()) + 1 if text.casefold() in texts else None


def why_lines(text: str, state: State) -> Iterator[Line]:
    """Why a move is not offered, if it is not."""
    from rulewright.play.reasons import reasons, reordered, understood

    choose = state.waiting
    if not text:
        told = ", ".join(forms(choose)) if choose is not None else "draw"
        yield line(f"why which move? Type it behind why: {told}")
        return
    if choose is not None:
        text = understood(state, choose, text)
    found = reasons(state, text)
    if not found:
        yield line(f"{text} is offered")
    for reason in found:
        numbers = f" {', '.join(reason.tags)}" if reason.tags else ""
        where = f" ({reason.file}:{reason.line}{numbers})" if reason.file else ""
        yield (Piece(reason.message), Piece(where, "dim"))
        yield from [line(f"  {reason.now}")] * bool(reason.now)
    if found and (hint := reordered(state, text)):
        yield line(hint, "dim")


def book_of(game: Game) -> Book:
    """The rulebook of a game. Raises `RulewrightError` if its files are not what they were."""
    from rulewright import catalogue

    from .rulebook.book import rulebook

    return rulebook(game, catalogue.game(game.source, game.variants))


def ends_worth(program: Program, shared: Collection[int] = ()) -> str:
    """What the numbers mean that a search gives moves: a win that several share is divided; where
    it is fixed who wins, points alone count. `shared`: by how many seats wins were that the seat
    had with others in the games tried."""
    if program.seats.size == 1:
        return "the best end; 0: the worst"
    if not program.is_won:
        points = "your most points of all ends tried; 0: the fewest"
        return points if program.scores else "no end is, for none has points or a winner"
    every = range(program.seats.size)
    if all(program.is_draw(every[:size]) for size in shared):
        return "you win; 0: you lose"
    ends = "a draw" if program.is_draw(every) else "all win"
    parts = (
        f"{1 / size:.2f}: {f'{size} win, and you are one of them' if size < len(every) else ends}"
        for size in sorted(shared)
    )
    return "; ".join(("you alone win", *parts, "0: you lose"))


def considered_lines(state: State, seat: int, budget: Budget, most: int) -> Iterator[Line]:
    """The moves that a search by what the seat knows looks at most, each with what it is worth; or
    what went wrong in it, which is no reason to end the game."""
    from rulewright.players.mcts import consider

    shared = set[int]()
    try:
        found = consider(state, seat, budget, shared=shared)
    except RulewrightError as error:
        yield line(f"the search went wrong, the game goes on: {error}")
        return
    if len(state.legal_moves()) == 1:
        yield line(f"  {state.legal_moves()[0]} is the only move")
        return
    tried = sum(one.visits for one in found)
    moves = state.legal_moves()
    texts = [str(moves[one.number]) for one in found[:most]]
    width = max(map(len, texts)) + 2
    for text, one in zip(texts, found, strict=False):
        worth = {1: "wins", -1: "loses"}.get(one.proof, f"worth {one.value:.2f}")
        share = f"tried in {one.visits:,} of {tried:,} games"
        yield (Piece(f"  {text.ljust(width)}", "bold"), Piece(f"{worth}, {share}"))
    if len(found) > most:
        yield line(f"  and {len(found) - most} more")
    ends = ends_worth(state.engine.program, shared)
    yield line(f"Worth 1: {ends}. The games tried go on at random.", "dim")
    if tried < FEW_GAMES * len(moves):
        yield line(f"So few games for {len(moves):,} moves are no more than a guess.", "bold")

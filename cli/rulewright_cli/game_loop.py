"""The loop of a game at the terminal, from where it stands to its end or until somebody leaves.

Players choose, and what they wish besides (`Wish`) is granted here: taking back, saving, leaving.
After each move of a person the record is written to the file that was named; a game that is left
without a file, whatever ends it, is kept in the user's folder for such things (see `keeping`). So
nothing is lost when the terminal is closed, or a rule goes wrong.

Where several people share the screen, what is on it belongs to the seat that has said it is there,
and is gone before another one is asked; at the end all see what all may know.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import click

from rulewright.backends.protocol import MOST_DECISIONS, TooLong
from rulewright.diagnostics import RecordError, UsageError
from rulewright.drawing.attributes import Attributes
from rulewright.drawing.lines import Line, Piece, line, seat_style, seat_title
from rulewright.drawing.table import TableView
from rulewright.game import Game
from rulewright.play.takeback import Takeback
from rulewright.play.transcript import Transcript
from rulewright.players.budget import Budget
from rulewright.players.naming import MAKERS, seat_players
from rulewright.players.player import chosen
from rulewright.state import Move, State

from .ask import Person, Wish
from .keeping import Ended, Keeper, as_typed, endings, undisturbed
from .log import log_lines
from .main import FINE, INTERRUPTED
from .options import fail
from .result import result_lines
from .screen import Screen

ENDED = 128  # added to the number of the signal that ended a game, as shells do
YES, NO = ("y", "yes"), ("", "n", "no", "q", "quit", "exit")


class GameLoop:
    """One game from where it stands to its end, or until somebody leaves."""

    def __init__(
        self,
        game: Game,
        state: State,
        screen: Screen,
        names: list[str],
        keeper: Keeper,
        hint: Budget,
    ) -> None:
        self.game, self.state, self.screen, self.keeper = game, state, screen, keeper
        self.names = [seat_title(name) for name in game.seat_names]
        self.table = TableView(Attributes(game.program))
        self.log = Transcript.of(state)
        self.takeback = Takeback(game.program)
        self.person = Person(screen, game, self.look, hint, several=names.count("human") > 1)
        makers = {**MAKERS, "human": MAKERS["random"]}  # who is asked instead
        self.players = seat_players(names, state.seed or 0, seats=game.seats, makers=makers)
        self.humans = [seat for seat, name in enumerate(names) if name == "human"]
        self.at_the_screen: int | None = self.humans[0] if len(self.humans) == 1 else None
        self.shown: object = None
        self.unsaved = False  # has a person moved since the game was last written down?

    def play(self) -> int:
        """Play to the end. Gives the exit code."""
        with endings():
            try:
                return self.course()
            except KeyboardInterrupt:
                self.abandon()
                return INTERRUPTED
            except Ended as ended:
                self.abandon()
                return ENDED + ended.number
            except Exception:  # of the rules, of the screen, of ours
                self.abandon()
                raise

    def course(self) -> int:
        self.greet()
        moves = 0
        while not self.state.over:
            if not self.humans and moves == MOST_DECISIONS:
                raise TooLong(moves)  # people know when to stop
            moves += 1
            try:
                self.step()
            except Wish as wish:
                if not self.grant(wish):
                    return FINE
        self.finish()
        return FINE

    def greet(self) -> None:
        settings = [*self.game.variants, *(f"{n}={v}" for n, v in self.game.options.items())]
        seats = ", ".join(
            f"{name}: {'human' if seat in self.humans else self.players[seat].name}"
            for seat, name in enumerate(self.names)
        )
        self.screen.show([(Piece(self.game.title, "bold cyan"), Piece(f"  {seats}", "dim"))])
        if settings:
            self.screen.say(f"with {', '.join(settings)}", "dim")
        if self.humans:
            self.screen.say("Type help for what can be typed.", "dim")
            self.screen.show(self.table.legend(self.screen.width))

    def step(self) -> None:
        """One decision."""
        state = self.state
        if state.to_move == "chance":
            self.answer_chance()
            return
        seat = state.to_move
        assert isinstance(seat, int)
        if seat in self.humans:
            if self.at_the_screen != seat:
                self.hand_over(seat)
            self.look(state, seat, again=False)
        if seat in self.humans:
            self.make(self.person.choose(state, seat))
            self.unsaved = True
            self.write()
            return
        with self.screen.passing(f"{self.names[seat]} thinks ..."):
            move = chosen(self.players[seat], state, seat)
        self.make(move)
        if not self.humans:
            name = self.names[seat]
            self.screen.show([(Piece(f"{name}: ", seat_style(seat)), Piece(str(move)))])

    def make(self, move: Move) -> None:
        """Make a move. Until it is made the state is the one before, whatever interrupts."""
        after = self.state.copy()
        after.apply(move)
        before, self.state = self.state, after
        self.log.add(before, move, after)

    def answer_chance(self) -> None:
        """Chance in a game that was begun with chance asked: any outcome will do."""
        question = self.state.question
        assert question is not None
        outcome = list(question.of)
        secrets.SystemRandom().shuffle(outcome)
        after = self.state.copy()
        after.answer(outcome if question.kind == "shuffle" else outcome[0])
        self.state = after

    def look(self, state: State, seat: int, *, again: bool = True) -> None:
        """Show a seat its table; in the middle of a choice only what has been chosen, unless the
        whole table is wanted `again`."""
        seen = state.observation(seat)
        cells = seen["cells"]
        assert isinstance(cells, dict)
        choices = {c.name for c in self.game.program.variables if c.role == "choice"}
        lasting = (seat, {name: value for name, value in cells.items() if name not in choices})
        whole = again or lasting != self.shown
        self.shown = lasting
        width = self.screen.width
        lines: list[Line] = []
        if whole:
            lines += [
                (),
                *self.table.lines(seen, width),
                *log_lines(self.log, state, [seat], width),
            ]
        else:
            lines += self.table.choice_lines(seen, width)
        self.screen.show([*lines, self.headline(state, seat)])

    def headline(self, state: State, seat: int) -> Line:
        """Whose decision it is, and what about."""
        choice = state.waiting
        words = choice.words if choice is not None and choice.words else state.choice
        return (Piece(self.names[seat], seat_style(seat)), Piece(f": {words}", "bold"))

    def hand_over(self, seat: int) -> None:
        """Make sure that the right person sits at the screen. Until then the one who moved last may
        take that back."""
        name = self.names[seat]
        self.at_the_screen = None
        self.screen.clear()
        self.screen.say(f"It is for {name} to decide: all others look away.", "bold")
        self.person.forget()
        if self.person.read(f"{name}, press Enter to see your table. ").casefold() == "undo":
            raise Wish("undo")
        self.at_the_screen, self.shown = seat, None

    def hide(self) -> None:
        """Clear what belongs to one of several people."""
        if len(self.humans) > 1 and self.at_the_screen is not None:
            self.screen.clear()
            self.at_the_screen, self.shown = None, None

    def grant(self, wish: Wish) -> bool:
        """Do what a person wants besides moving; False if the game is left."""
        match wish.kind:
            case "undo":
                self.undo()
            case "save":
                try:
                    self.save_to(wish.rest)
                except (RecordError, click.ClickException) as error:
                    self.screen.say(str(error))
            case "quit":
                self.leave(ask=sys.stdin.isatty())
                return False
            case "end of input":
                self.screen.say()
                self.leave(ask=False)
                return False
        return True

    def undo(self) -> None:
        """Take back the last move of who asks, if it has told nothing."""
        seat = self.at_the_screen
        if seat is None:  # nobody is there yet: it is for the one who was there before
            back = self.state.copy()
            if back.steps:
                back.undo()
            seat = back.to_move if back.to_move in self.humans else None
        try:
            if seat is None:
                raise UsageError("there is nothing to take back")
            back = self.takeback.before(self.state, seat)
        except UsageError as error:
            self.screen.say(str(error))
            return
        self.state = back
        self.log.cut(back.decisions)
        self.shown = None
        self.unsaved = True
        self.write()

    def save_to(self, name: str) -> None:
        """Write the game to a new file now, and after each move."""
        if not name:
            fail("save to which file? Type its name behind save")
        self.keeper.begin(Path(os.path.expanduser(name)), self.state)
        self.unsaved = False
        self.screen.show([line(f"saved in {self.keeper.file}", "dim")])

    def write(self) -> None:
        """Write the game to its file, if it has one; to another one if that is not possible."""
        if self.keeper.file is None:
            return
        try:
            self.keeper.write(self.state)
            self.unsaved = False
        except RecordError as error:
            self.screen.say(str(error))
            self.keep()

    def keep(self) -> None:
        """Keep the game under a name of its own."""
        try:
            self.keeper.keep(self.state)
            self.unsaved = False
        except RecordError as error:
            self.screen.say(f"The game is not saved: {error}")

    def leave(self, *, ask: bool) -> None:
        """Leave the game; what was played is kept, unless the person does not want it."""
        self.hide()
        if self.keeper.file is not None:
            self.write()
        elif self.unsaved and ask:
            self.offer_to_save("or Enter to leave it")
        elif self.unsaved:
            self.keep()
        self.tell_where()

    def abandon(self) -> None:
        """Keep a game that is ended from outside, and say where while there is a screen."""
        with undisturbed():
            with suppress(OSError):
                self.screen.say()
                self.hide()
            if self.keeper.file is not None:
                with suppress(OSError):
                    self.write()
            if self.unsaved:
                with suppress(OSError):
                    self.keep()
            with suppress(OSError):
                self.tell_where()

    def tell_where(self) -> None:
        file = self.keeper.file
        if file is None:
            return
        if self.state.over:
            self.screen.show([line(f"The game is saved in {file}", "dim")])
            return
        self.screen.say("The game is saved. Go on with:")
        game, kept = (as_typed(name) for name in (self.game.source, str(file)))
        self.screen.show([line(f"  rulewright play {game} --resume {kept}", "bold")])

    def offer_to_save(self, otherwise: str) -> None:
        """Ask whether the game is to be kept, and where; it is if there is no answer."""
        try:
            while True:
                prompt = f"Save the game? A file name, y for a name of its own, {otherwise}: "
                name = self.person.read(prompt)
                if name.casefold() in NO:
                    return
                if name.casefold() in YES:
                    self.keep()
                    return
                try:
                    self.save_to(name)
                    return
                except (RecordError, click.ClickException) as error:
                    self.screen.say(str(error))
        except Wish:
            self.screen.say()
            self.keep()

    def finish(self) -> None:
        """The result, line by line, and an offer to keep the game."""
        state, screen = self.state, self.screen
        self.hide()
        screen.show([(), *self.last_table(self.humans or range(self.game.seats))])
        screen.show([(), *result_lines(self.game, state)])
        if state.seed is not None:
            screen.show([line(f"seed {state.seed}", "dim")])
        if self.keeper.file is not None:
            self.write()
        elif self.humans and sys.stdin.isatty():
            self.offer_to_save("or Enter not to")
        self.tell_where()

    def last_table(self, seats: Sequence[int]) -> list[Line]:
        """The table and the last moves as all these seats know them."""
        seen = [self.state.observation(seat) for seat in seats]
        shown = seen[0] if len(seats) == 1 else self.table.shared(seen)
        width = self.screen.width
        return [*self.table.lines(shown, width), *log_lines(self.log, self.state, seats, width)]

"""A game in plain text, from where it stands to its end or until somebody leaves.

What is common to all faces of a game is in `sitting`; here it is read, line by line, and printed.
Players choose, and what they wish besides (`Wish`) is granted here: taking back, saving, leaving.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cached_property

from rulewright.backends.protocol import MOST_DECISIONS, TooLong
from rulewright.diagnostics import RecordError, UsageError
from rulewright.drawing.lines import Line, Piece, folded, line, seat_style
from rulewright.drawing.table import UNCOUNTED
from rulewright.play.commands import LEAVING
from rulewright.players.budget import Budget
from rulewright.state import State

from .ask import Person, Wish
from .ending import as_long_as_it_is_read
from .keeping import to_the_end, undisturbed
from .log import log_lines, whole_log
from .main import FINE
from .result import result_lines
from .screen import Screen
from .sitting import Sitting

YES, NO = ("y", "yes"), ("", "n", "no", *LEAVING)


class GameLoop:
    """One game from where it stands to its end, or until somebody leaves."""

    def __init__(self, sitting: Sitting, screen: Screen, hint: Budget) -> None:
        self.sitting, self.screen, self.hint = sitting, screen, hint
        self.shown: object = None
        self.said_uncounted = False  # that the rules do not count who is ahead

    @cached_property
    def person(self) -> Person:
        """Who types."""
        sitting = self.sitting
        return Person(
            self.screen, sitting.game, self.look, self.log, self.hint,
            hides=sitting.hides, previews=sitting.previews, view=sitting.view,
        )  # fmt: skip

    def play(self) -> int:
        """Play to the end. Gives the exit code."""
        return to_the_end(self.course, self.abandon)

    def course(self) -> int:
        self.greet()
        self.show_first()
        moves = 0
        while not self.sitting.state.over:
            if not self.sitting.humans and moves == MOST_DECISIONS:
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
        sitting = self.sitting
        if self.screen.quiet:
            return
        seats = ", ".join(
            f"{name}: {sitting.player_name(seat)}" for seat, name in enumerate(sitting.names)
        )
        self.screen.show([(Piece(sitting.game.title, "bold cyan"), Piece(f"  {seats}", "dim"))])
        if sitting.settings():
            self.screen.say(f"with {sitting.settings()}", "dim")
        if sitting.humans:
            self.screen.say("Type help for what can be typed.", "dim")
            self.screen.show(filter(None, [sitting.view.goal()]))
            self.screen.show(sitting.view.legend(self.screen.width))

    def show_first(self) -> None:
        """Show who is at the screen what is on the table while another thinks about a first move,
        which can take a while."""
        sitting, seat = self.sitting, self.sitting.state.to_move
        here = sitting.at_the_screen
        if here is not None and isinstance(seat, int) and seat != here and not self.screen.quiet:
            self.look(sitting.state, here)

    def step(self) -> None:
        """One decision."""
        sitting = self.sitting
        seat = sitting.state.to_move
        if seat == "chance":
            sitting.answer_chance()
            return
        assert isinstance(seat, int)
        if seat in sitting.humans:
            if sitting.is_called(seat):
                self.hand_over(seat)
            begins = not sitting.is_ready
            if begins:
                self.look(sitting.state, seat, again=False)
            sitting.get_ready()
            if (move := sitting.only_move) is not None:
                self.screen.show([line(f"{move} is all there is, and is made", "dim")])
                self.tell(sitting.make_only(move))
                return
            if not begins:
                self.look(sitting.state, seat, again=False)
            if sitting.begins:
                self.screen.show(sitting.earlier())
            self.tell(sitting.make(self.person.choose(sitting.state, seat)))
            return
        with self.screen.passing(f"{sitting.names[seat]} thinks ..."):
            sitting.get_ready()
            move = sitting.thinking(seat)()
        sitting.make(move)
        if not sitting.humans:
            last = sitting.log.entries[-1:]
            for who, text in sitting.log.told(sitting.state, seat, of=last, is_open=True):
                self.screen.show([(Piece(f"{sitting.names[who]}: ", seat_style(who)), Piece(text))])

    def look(self, state: State, seat: int, *, again: bool = True) -> None:
        """Show a seat its table, and who decides; in the middle of a choice only what has been
        chosen, unless the whole table is wanted `again`."""
        sitting, seen = self.sitting, state.observation(seat)
        cells, scores = seen["cells"], seen["scores"]
        assert isinstance(cells, dict) and isinstance(scores, list)
        choices = {c.name for c in sitting.game.program.variables if c.role == "choice"}
        lasting = (seat, {name: value for name, value in cells.items() if name not in choices})
        others = any(entry.seat != seat for entry in sitting.log.since(seat))
        whole, counts = again or others or lasting != self.shown, sitting.game.program.scores
        self.shown = lasting
        width = self.screen.width
        lines: list[Line] = []
        if whole:
            points = sitting.view.points(seen) if any(scores) or not counts else []
            if UNCOUNTED in points:  # which is so in the whole game
                points = [] if self.said_uncounted and not again else points
                self.said_uncounted = True
            lines += [
                (),
                *sitting.view.lines(seen, width),
                *folded(points, width),
                *log_lines(sitting.log, state, [seat], width),
            ]
        else:
            lines += sitting.view.choice_lines(seen, width)
        mover = sitting.state.to_move
        assert isinstance(mover, int)
        self.screen.show([*lines, sitting.headline(mover)])

    def log(self, state: State, seat: int, width: int) -> list[Line]:
        """All that was done, as a seat knows it."""
        return whole_log(self.sitting.log, state, [seat], width)[0]

    def hand_over(self, seat: int) -> None:
        """Make sure that the right person sits at the screen. Until then the one who moved last may
        take that back."""
        name = self.sitting.names[seat]
        self.sitting.at_the_screen = None
        self.screen.clear()
        self.screen.say(f"It is for {name} to decide: all others look away.", "bold")
        self.person.forget()
        text = self.person.read(f"{name}, press Enter to see your table. ")
        if text.casefold() == "undo":
            raise Wish("undo")
        if text.casefold() in LEAVING:
            raise Wish("quit")
        if not sys.stdin.isatty():
            self.person.ahead = text
        elif text:  # which somebody else may have typed too much
            self.screen.say(f"{text} comes too early: type it when you see your table")
        self.sitting.at_the_screen, self.shown = seat, None

    def hide(self) -> None:
        """Clear what belongs to one of several people."""
        if self.sitting.hides and self.sitting.at_the_screen is not None:
            self.screen.clear()
            self.sitting.hide()
            self.shown = None

    def tell(self, texts: Sequence[str]) -> None:
        for text in texts:
            self.screen.say(text)

    def grant(self, wish: Wish) -> bool:
        """Do what a person wants besides moving; False if the game is left."""
        match wish.kind:
            case "undo":
                try:
                    told = self.sitting.undo()
                    self.shown = None
                    self.tell(told)
                except UsageError as error:
                    self.screen.say(str(error))
            case "auto":
                self.screen.say(self.sitting.switch_auto())
            case "save":
                try:
                    self.save_to(wish.rest)
                except RecordError as error:
                    self.screen.say(str(error))
            case "quit":
                self.leave(ask=sys.stdin.isatty())
                return False
            case "end of input":
                self.screen.say()
                self.leave(ask=False)
                return False
        return True

    def save_to(self, name: str) -> None:
        self.screen.show([line(self.sitting.save_to(name), "dim")])

    def leave(self, *, ask: bool) -> None:
        """Leave the game; what was played is kept, unless the person does not want it."""
        self.hide()
        if self.sitting.keeper.file is None and self.sitting.unsaved and ask:
            self.offer_to_save("or Enter to leave it")
        else:
            self.tell(self.sitting.abandon())
        self.screen.show(self.sitting.where())

    def abandon(self) -> None:
        """Keep a game that is ended from outside, and say where while there is a screen."""
        with undisturbed():
            with as_long_as_it_is_read():
                self.screen.say()
                self.hide()
            told = self.sitting.abandon()
            with as_long_as_it_is_read():
                self.tell(told)
                self.screen.show(self.sitting.where())

    def offer_to_save(self, otherwise: str) -> None:
        """Ask whether the game is to be kept, and where; it is if there is no answer."""
        try:
            while True:
                prompt = f"Save the game? A file name, y for a name of its own, {otherwise}: "
                name = self.person.read(prompt)
                if name.casefold() in NO:
                    self.sitting.keeper.drop()
                    return
                if name.casefold() in YES:
                    self.tell(self.sitting.keep())
                    return
                try:
                    self.save_to(name)
                    return
                except RecordError as error:
                    self.screen.say(str(error))
        except Wish:
            self.screen.say()
            self.tell(self.sitting.keep())

    def finish(self) -> None:
        """The result, line by line, and an offer to keep the game."""
        sitting, screen = self.sitting, self.screen
        self.hide()
        screen.show([(), *self.last_table(sitting.onlookers)])
        ended = result_lines(sitting.game, sitting.state, sitting.you, width=screen.width)
        screen.show([(), *ended])
        if sitting.state.seed is not None:
            screen.show([line(f"seed {sitting.state.seed}", "dim")])
        if sitting.keeper.file is not None:
            self.tell(sitting.write())
        elif sitting.humans and sys.stdin.isatty():
            self.offer_to_save("or Enter not to")
        else:
            sitting.keeper.drop()
        screen.show(sitting.where())

    def last_table(self, seats: Sequence[int]) -> list[Line]:
        """The table, and the last moves where they have not been told one by one, as all these
        seats know them."""
        sitting, width = self.sitting, self.screen.width
        table = sitting.view.lines(sitting.shown_to(seats), width)
        if not sitting.humans:
            return table
        return [*table, *log_lines(sitting.log, sitting.state, seats, width)]

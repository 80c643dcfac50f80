"""One game at the terminal, from where it stands to its end or until somebody leaves.

Players choose, and what they wish besides (`Wish`) is granted here: taking back, saving, leaving.
After each move of a person the record is written to the file that was named, so that nothing is
lost when the program is killed; a game that is left without a file is kept in the user's folder
for such things.
"""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

import click

from rulewright.diagnostics import RecordError, RulewrightError
from rulewright.game import Game
from rulewright.play import record as records
from rulewright.play.transcript import Transcript
from rulewright.players.player import MAKERS, Player, seat_players
from rulewright.state import Move, State

from .ask import Person, Wish
from .facts import Facts
from .log import log_lines
from .main import FINE, INTERRUPTED
from .options import fail
from .result import result_lines
from .screen import Line, Piece, Screen, line, seat_style, seat_title
from .show import Table


class Evening:
    """One game from where it stands to its end, or until somebody leaves."""

    def __init__(
        self, game: Game, state: State, screen: Screen, names: list[str], save: str | None
    ) -> None:
        self.game, self.state, self.screen = game, state, screen
        self.names = [seat_title(name) for name in game.seat_names]
        self.table = Table(Facts(game))
        self.log = Transcript.of(state)
        self.person = Person(screen, game, self.look)
        makers = {**MAKERS, "human": lambda seed, seat: self.person}
        self.players: tuple[Player, ...] = seat_players(
            names, state.seed or 0, seats=game.seats, makers=makers
        )
        self.humans = [seat for seat, who in enumerate(self.players) if who is self.person]
        self.file: Path | None = None
        self.at_the_screen: int | None = self.humans[0] if len(self.humans) == 1 else None
        self.shown: object = None
        self.unsaved = False
        if save is not None:
            self.save_to(save)

    # ------------------------------------------------------------------------------- the course

    def play(self) -> int:
        """Play to the end. Gives the exit code."""
        self.greet()
        while not self.state.over:
            try:
                self.step()
            except Wish as wish:
                if not self.grant(wish):
                    return FINE
            except KeyboardInterrupt:
                self.screen.say()
                self.leave(ask=False)
                return INTERRUPTED
        self.finish()
        return FINE

    def greet(self) -> None:
        seed = f", seed {self.state.seed}" if self.state.seed is not None else ""
        settings = [*self.game.variants, *(f"{n}={v}" for n, v in self.game.options.items())]
        names = zip(self.names, self.players, strict=True)
        seats = ", ".join(f"{name}: {player.name}" for name, player in names)
        self.screen.show([(Piece(self.game.title, "bold cyan"), Piece(f"  {seats}{seed}", "dim"))])
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
        move = self.players[seat].choose(state, seat)
        self.make(move)
        if seat in self.humans:
            self.unsaved = True
            if self.file is not None:
                self.write(self.file)
        elif not self.humans:
            name = self.names[seat]
            self.screen.show([(Piece(f"{name}: ", seat_style(seat)), Piece(str(move)))])

    def make(self, move: Move) -> None:
        before = self.state.copy()
        self.state.apply(move)
        self.log.add(before, move, self.state)

    def answer_chance(self) -> None:
        """Chance in a game that was begun with chance asked: any outcome will do."""
        question = self.state.question
        assert question is not None
        outcome = list(question.of)
        secrets.SystemRandom().shuffle(outcome)
        self.state.answer(outcome if question.kind == "shuffle" else outcome[0])

    def look(self, state: State, seat: int, *, again: bool = True) -> None:
        """Show a seat its table; in the middle of a choice only what has been chosen, unless the
        whole table is wanted `again`."""
        seen = state.observation(seat)
        cells = seen["cells"]
        assert isinstance(cells, dict)
        choices = {c.name for c in self.game.program.cells if c.role == "choice"}
        lasting = (seat, {name: value for name, value in cells.items() if name not in choices})
        whole = again or lasting != self.shown
        self.shown = lasting
        width = self.screen.width
        lines: list[Line] = []
        if whole:
            lines += [(), *self.table.lines(seen, width), *log_lines(self.log, state, seat, width)]
        else:
            lines += self.table.choice_lines(seen, width)
        self.screen.show([*lines, self.headline(state, seat)])

    def headline(self, state: State, seat: int) -> Line:
        """Whose decision it is, and what about."""
        choice = state.choice
        words = choice.words if choice is not None and choice.words else state.phase
        return (Piece(self.names[seat], seat_style(seat)), Piece(f": {words}", "bold"))

    def hand_over(self, seat: int) -> None:
        """Make sure that the right person sits at the screen."""
        name = self.names[seat]
        self.at_the_screen = None
        self.screen.clear()
        self.screen.say(f"It is for {name} to decide: all others look away.", "bold")
        self.person.read(f"{name}, press Enter to see your table. ")
        self.at_the_screen, self.shown = seat, None

    # ----------------------------------------------------------------------------------- wishes

    def grant(self, wish: Wish) -> bool:
        """Do what a person wants besides moving; False if the game is left."""
        match wish.kind:
            case "undo":
                self.undo()
            case "save":
                try:
                    self.save_to(wish.rest)
                except (RulewrightError, click.ClickException) as error:
                    self.screen.say(str(error))
            case "quit":
                self.leave(ask=sys.stdin.isatty())
                return False
            case "end of input":
                self.leave(ask=False)
                return False
        return True

    def undo(self) -> None:
        """Take back the last move of the seat that asks, unless something was revealed since."""
        back = self.state.copy()
        while back.steps:
            back.undo()
            if back.to_move == self.state.to_move:
                break
        else:
            self.screen.say("there is nothing to take back")
            return
        if self.state.reveals_since(back.steps):
            self.screen.say("no: your last move has revealed something that cannot be unseen")
            return
        self.state = back
        self.log.cut(back.decisions)
        self.shown = None
        if self.file is not None:
            self.write(self.file)

    def save_to(self, name: str) -> None:
        """Write the game to a file now and after each move; never over something else."""
        if not name:
            fail("save to which file? Type its name behind save")
        file = Path(name).expanduser()
        if file.exists() and file != self.file:
            try:
                records.load(file)
            except RecordError:
                fail(f"{file} exists and is not a record: choose another name")
        self.write(file)
        self.file = file
        self.screen.show([line(f"saved in {file}", "dim")])

    def write(self, file: Path) -> None:
        records.save(records.record_of(self.game, self.state), file)
        self.unsaved = False

    def leave(self, *, ask: bool) -> None:
        """Leave the game; what was played is kept, unless the person does not want it."""
        if self.file is None and self.unsaved:
            if ask:
                self.offer_to_save("Save the game? A file name, or Enter to leave it: ")
            else:
                self.keep()
        if self.file is not None:
            self.screen.say("The game is saved. Go on with:")
            command = f"rulewright play {self.game.source} --resume {self.file}"
            self.screen.show([line(f"  {command}", "bold")])

    def offer_to_save(self, prompt: str) -> None:
        try:
            while name := self.person.read(prompt):
                try:
                    self.save_to(name)
                    return
                except (RulewrightError, click.ClickException) as error:
                    self.screen.say(str(error))
        except Wish:
            return

    def keep(self) -> None:
        """Save a game that is left without a word, where the user's programs keep such things."""
        base = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
        folder = Path(base) / "rulewright"
        file = folder / f"{self.game.name}-{self.state.seed or 0}.json"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.write(file)
            self.file = file
        except (OSError, RulewrightError) as error:
            self.screen.say(f"The game is not saved: {error}")

    # ------------------------------------------------------------------------------------ the end

    def finish(self) -> None:
        """The result, line by line, and an offer to keep the game."""
        state, screen = self.state, self.screen
        seat = self.humans[0] if len(self.humans) == 1 else 0
        screen.show([(), *self.table.lines(state.observation(seat), screen.width)])
        screen.show(log_lines(self.log, state, seat, screen.width))
        screen.show([(), *result_lines(self.game, state)])
        if self.file is not None:
            self.write(self.file)
            screen.show([line(f"The game is saved in {self.file}", "dim")])
        elif self.humans and sys.stdin.isatty():
            self.offer_to_save("Save the game? A file name, or Enter: ")

"""A game that people play at one screen, without the screen: who moves, who may look, what is taken
back, and what is kept.

Plain text (`game_loop`) and the whole screen (`full_screen`) are its two faces. What a person is to
be told of keeping comes back as texts, for the face to show.

After each move of a person the record is written to the file that was named; a game without one is
kept in the user's folder for such things (see `keeping`), and stays there if it is left, whatever
ends it, and nobody has said that it is not wanted. So nothing is lost when the terminal is closed,
a rule goes wrong, or the program is killed.

Where a person has nothing to choose, the only move can be made for them (`auto`), if it could be
taken back: it tells nobody anything. It is a move like any other, in the record too; but what is
taken back then is the last move that was really chosen.

Where several people share the screen, what is on it belongs to the seat that has said it is there
(`at_the_screen`), and is gone before another one is asked; at the end all see what all may know.
Where no seat sees what another does not, nobody is called: the table of who decides is shown.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.backends import registry
from rulewright.diagnostics import RecordError, UsageError
from rulewright.drawing.attributes import attributes_of
from rulewright.drawing.lines import Line, Piece, line, seat_style, seat_title
from rulewright.drawing.table import Observed, TableView
from rulewright.game import Game
from rulewright.play.takeback import Takeback
from rulewright.players.naming import MAKERS, seat_makers
from rulewright.players.player import Player, chosen
from rulewright.runtime.chance import fresh_seed
from rulewright.runtime.sight import all_see_alike
from rulewright.state import Move, State, begin
from rulewright.transcript import Transcript

from .keeping import Keeper, left_behind, resuming

if TYPE_CHECKING:
    from rulewright.play.preview import Previews

HUMAN = "human"


def begun(game: Game, seed: int | None) -> State:
    """A new game, which can be shown before the engine is made that it is played on: the reference
    has begun it. `Sitting.get_ready` makes that engine."""
    reference = registry.kind(registry.REFERENCE).make(game.program)
    return begin(reference, seed=fresh_seed() if seed is None else seed)


class Sitting:
    """One game from where it stands, with those who play it: `players` names one for each seat.
    `auto`: only moves are made by themselves."""

    def __init__(
        self,
        game: Game,
        state: State,
        players: list[str],
        keeper: Keeper,
        *,
        auto: bool = False,
    ) -> None:
        self.game, self.state, self.keeper = game, state, keeper
        self.names = [seat_title(name) for name in game.seat_names]
        self.view = TableView(attributes_of(game.program))
        self.log = Transcript.of(state)
        makers = {**MAKERS, HUMAN: MAKERS["random"]}  # who is asked instead
        self._make_players = seat_makers(players, state.seed or 0, seats=game.seats, makers=makers)
        self.humans = [seat for seat, name in enumerate(players) if name == HUMAN]
        self.takeback = Takeback(game.program, self.humans)
        self.tells_nobody = Takeback(game.program)
        shared = len(self.humans) > 1
        self.is_open = shared and all_see_alike(game.program)  # may all who share it see all of it?
        self.hides = shared and not self.is_open
        self.at_the_screen: int | None = self.humans[0] if self.humans and not self.hides else None
        self.unsaved = False  # has a person moved since the game was last written down?
        self.looks_back = False  # is an earlier game looked for that people may want to go on with?
        self.left_behind: Path | None = None  # that game
        self.auto = auto
        self.by_itself: list[int] = []  # which decisions were made so, from 0
        self._asked = -1  # the decision that somebody has gone back to, who is asked in any case

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Who plays; of people, who is asked instead."""
        return tuple(make() for make in self._make_players)

    @cached_property
    def previews(self) -> Previews:
        """Tells what moves do."""
        from rulewright.play.preview import Previews

        return Previews(self.game.program)

    @property
    def is_ready(self) -> bool:
        """Is the game on the engine that it is played on? Until then it can only be looked at."""
        return self.state.engine.name == self.game.engine_name

    def get_ready(self) -> None:
        """Make what playing and keeping need, which takes a moment: once a table is shown, so that
        nobody waits for it, and before anybody moves or anything could end the game."""
        if not self.is_ready:
            self.state = self.state.on(self.game.engine)
        self.keeper.get_ready()
        if self.looks_back:
            self.looks_back, self.left_behind = False, left_behind(self.game)

    def settings(self) -> str:
        """The variants and options of the game."""
        options = (f"{name}={value}" for name, value in self.game.options.items())
        return ", ".join([*self.game.variants, *options])

    def player_name(self, seat: int) -> str:
        """Who plays for a seat."""
        return HUMAN if seat in self.humans else self.players[seat].name

    def headline(self, seat: int) -> Line:
        """Whose decision it is, and what about."""
        choice = self.state.waiting
        words = choice.words if choice is not None and choice.words else self.state.choice
        you = " (you)" * (self.says_who_is_who and seat in self.humans)
        return (Piece(self.names[seat] + you, seat_style(seat)), Piece(f": {words}", "bold"))

    @property
    def says_who_is_who(self) -> bool:
        """Is a person to be told which seat is theirs, as the only one among others? Several people
        are called by their seats."""
        return self.you is not None

    @property
    def you(self) -> int | None:
        """The seat of the only person among others."""
        return self.humans[0] if len(self.humans) == 1 < self.game.seats else None

    def shown_to(self, seats: Sequence[int], state: State | None = None) -> Observed:
        """What all these seats observe, now or in another state of the game; where only bots play,
        from whom nothing is hidden by being shown, what they observe between them."""
        seen = [(state or self.state).observation(seat) for seat in seats]
        if len(seats) == 1:
            return seen[0]
        return self.view.shared(seen) if self.humans else self.view.together(seen)

    @property
    def onlookers(self) -> Sequence[int]:
        """Those who look when the game is over: the people, or everybody if there are none."""
        return self.humans or range(self.game.seats)

    def hide(self) -> None:
        """Nobody is at the screen any more, if it shows what is not for all who share it."""
        if self.hides:
            self.at_the_screen = None

    def is_called(self, seat: int) -> bool:
        """Is a person, who is to decide, to be called to the screen? If not, it is theirs."""
        if self.hides:
            return self.at_the_screen != seat
        self.at_the_screen = seat
        return False

    def thinking(self, seat: int) -> Callable[[], Move]:
        """Who plays for a seat that is no person's, ready to think about the state as it is now, in
        any thread."""
        return partial(chosen, self.players[seat], self.state.copy(), seat)

    @property
    def only_move(self) -> Move | None:
        """The move to be made by itself now: the only one of who sits at the screen, which tells
        nobody anything."""
        seat, state = self.state.to_move, self.state
        if not self.auto or seat is None or seat == "chance" or seat != self.at_the_screen:
            return None
        if state.decisions == self._asked or len(moves := state.legal_moves()) != 1:
            return None
        after = state.copy()
        after.apply(moves[0])
        try:
            self.tells_nobody.before(after, seat)
        except UsageError:
            return None
        return moves[0]

    def switch_auto(self) -> str:
        """Make only moves by themselves from now on, or no longer; gives what is to be told."""
        self.auto = not self.auto
        if self.auto:
            return (
                "From now on a move is made by itself where it is the only one and tells nothing."
            )
        return "From now on only moves are asked for, too."

    def make_only(self, move: Move) -> list[str]:
        """Make a move by itself; gives what is to be told of it."""
        self.by_itself.append(self.state.decisions)
        return self.make(move)

    @property
    def lately_by_itself(self) -> list[str]:
        """The moves that were made by themselves since somebody has chosen one."""
        first = self.state.decisions
        while first - 1 in self.by_itself:
            first -= 1
        return self.state.moves[first:]

    def make(self, move: Move) -> list[str]:
        """Make a move. Until it is made the state is the one before, whatever interrupts. What a
        person does is written down at once; gives what is to be told of that."""
        after = self.state.copy()
        after.apply(move)
        before, self.state = self.state, after
        self.log.add(before, move, after)
        if before.to_move not in self.humans:
            return []
        self.unsaved = True
        return self.write()

    def answer_chance(self) -> None:
        """Chance in a game that was begun with chance asked: any outcome will do."""
        question = self.state.question
        assert question is not None
        outcome = list(question.of)
        from random import SystemRandom

        SystemRandom().shuffle(outcome)
        after = self.state.copy()
        after.answer(outcome if question.kind == "shuffle" else outcome[0])
        self.state = after
        self.log.look(after)

    def undo(self) -> list[str]:
        """Take back the last move that was chosen by who asks, if it has told nothing. Raises
        `UsageError` with the reason why it stays; gives what is to be told of writing it down."""
        seat = self._who_undoes(self.state)
        if seat is None:
            raise UsageError("there is nothing to take back")
        back = self.takeback.before(self.state, seat)
        while back.decisions in self.by_itself:
            seat = self._who_undoes(back)
            assert seat is not None
            back = self.takeback.before(back, seat)
        self.state, self._asked = back, back.decisions
        self.by_itself = [one for one in self.by_itself if one < back.decisions]
        self.log.cut(back.decisions)
        self.unsaved = True
        return self.write()

    def _who_undoes(self, state: State) -> int | None:
        """Who asks to take back the last move: who is at the screen, but where nobody is there yet,
        or all may see all of it, the person who has made it."""
        if self.at_the_screen is not None and not self.is_open:
            return self.at_the_screen
        back = state.copy()
        if back.steps:
            back.undo()
        return back.to_move if back.to_move in self.humans else self.at_the_screen

    def save_to(self, name: str) -> str:
        """Write the game to a new file now, and after each move; gives what is to be told. Raises
        `RecordError`."""
        if not name:
            raise RecordError("save to which file? Type its name behind save")
        self.keeper.begin(Path(os.path.expanduser(name)), self.state)
        self.unsaved = False
        return f"saved in {self.keeper.file}"

    def write(self) -> list[str]:
        """Write the game to its file, to another one if that is not possible; if it has none, to
        one that is not told of."""
        if self.keeper.file is None:
            if self.unsaved:
                self.keeper.hold(self.state)
            return []
        try:
            self.keeper.write(self.state)
            self.unsaved = False
            return []
        except RecordError as error:
            return [str(error), *self.keep()]

    def keep(self) -> list[str]:
        """Keep the game under a name of its own."""
        try:
            self.keeper.keep(self.state)
            self.unsaved = False
            return []
        except RecordError as error:
            return [f"The game is not saved: {error}"]

    def abandon(self) -> list[str]:
        """Keep a game that is left: in its file, or under a name of its own if somebody has moved
        since it was last written down."""
        if self.keeper.file is not None:
            with suppress(OSError):
                return self.write()
        if self.unsaved:
            with suppress(OSError):
                return self.keep()
        return []

    @property
    def begins(self) -> bool:
        """Has no person moved yet?"""
        return not any(entry.seat in self.humans for entry in self.log.entries)

    def earlier(self) -> list[Line]:
        """How to go on with an earlier game that is kept and not over; nothing if there is none."""
        if self.left_behind is None:
            return []
        command = resuming(self.keeper.asked, self.left_behind)
        return [line("An earlier game is not over. Go on with it:"), line(f"  {command}", "bold")]

    def where(self) -> list[Line]:
        """Where the game is kept, and how to go on with it; nothing if it is not."""
        file = self.keeper.file
        if file is None:
            return []
        if self.state.over:
            return [line(f"The game is saved in {file}", "dim")]
        command = resuming(self.keeper.asked, file)
        return [line("The game is saved. Go on with:"), line(f"  {command}", "bold")]

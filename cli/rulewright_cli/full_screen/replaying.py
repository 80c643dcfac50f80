"""`replay --step` on the whole screen: a record, forwards and backwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rulewright.drawing.attributes import attributes_of
from rulewright.drawing.lines import Line, Piece, seat_style, seat_title
from rulewright.drawing.shown import seen_by
from rulewright.drawing.table import TableView
from rulewright.game import Game
from rulewright.play.retold import Told, beginning, retold
from rulewright.play.steps import Step
from rulewright.state import State

from .base import FullScreen
from .looking_back import Frame, LookingBackScreen

Said = Callable[[Step | None], Sequence[str]]
"""What somebody has to say of a step, or of the beginning."""


class ReplayApp(FullScreen):
    """The steps of a game, from its beginning on, as a seat sees them, or whoever is to move."""

    def __init__(self, game: Game, last: State, said: Said, seat: int | None) -> None:
        super().__init__()
        self._game, self._last, self._said, self._seat = game, last, said, seat

    def on_mount(self) -> None:
        view = TableView(attributes_of(self._game.program))
        screen = LookingBackScreen(view, self.frames(), at=0)
        self.push_screen(screen, lambda _: self.exit())

    def frames(self) -> list[Frame]:
        """The beginning, and each step of which the seat was told, with what is seen after it."""
        begun = beginning(self._last, self._seat)
        first = self._frame(begun, (Piece("The beginning", "bold"),), None)
        told = [one for one in retold(self._last, self._seat) if one.said]
        return [first, *(self._frame(one.after, self._title(one), one.step) for one in told)]

    def _title(self, told: Told) -> Line:
        """What was done, and by whom."""
        pieces = list[Piece]()
        for who, text in told.said:
            name = "chance" if who is None else seat_title(self._game.seat_names[who])
            pieces += [Piece("; ")] if pieces else []
            pieces += [Piece(f"{name}: ", "dim" if who is None else seat_style(who)), Piece(text)]
        return tuple(pieces)

    def _frame(self, state: State, title: Line, step: Step | None) -> Frame:
        looks = state.to_move if self._seat is None else self._seat
        seat = looks if isinstance(looks, int) else None
        seen = partial(seen_by, self._game.program, state, seat)
        return Frame(title, seen, self._said(step))


def look_through(game: Game, last: State, said: Said, seat: int | None) -> None:
    """Show a game step by step, until somebody has seen enough."""
    app = ReplayApp(game, last, said, seat)
    app.run()
    if app.failure is not None:
        raise app.failure

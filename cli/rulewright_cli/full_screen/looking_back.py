"""A game so far, step by step, forwards and backwards, as some seats have seen it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from rulewright.drawing.lines import Line, Piece, line, seat_style, wrapped
from rulewright.drawing.table import Observed, TableView
from rulewright.play.steps import steps
from rulewright.state import State

from ..sitting import Sitting
from .panes import Keys, Pane, as_text

EVERY = 1.0  # seconds between steps that follow by themselves


class Frame(NamedTuple):
    """What was done, how the table was seen after it, and what somebody has said of it."""

    title: Line
    seen: Callable[[], Observed]
    comments: Sequence[str] = ()


def frames(sitting: Sitting, seats: Sequence[int]) -> list[Frame]:
    """The beginning, and each move that all these seats are told of, oldest first."""
    before = [step.state for step in steps(sitting.state) if step.who is not None]
    beginning, *after = *before, sitting.state.copy()
    found = [Frame((Piece("The beginning", "bold"),), _seen(sitting, beginning, seats))]
    for entry, state in zip(sitting.log.entries, after, strict=True):
        text = sitting.log.text_for_all(entry, sitting.state, seats)
        if text is not None:
            name = Piece(f"{sitting.names[entry.seat]}: ", seat_style(entry.seat))
            found.append(Frame((name, Piece(text)), _seen(sitting, state, seats)))
    return found


def _seen(sitting: Sitting, state: State, seats: Sequence[int]) -> Callable[[], Observed]:
    return lambda: sitting.shown_to(seats, state)


class LookingBackScreen(Screen[None]):
    """Steps of a game to go through."""

    DEFAULT_CSS = """
    LookingBackScreen #step { height: auto; border-bottom: solid $primary; }
    LookingBackScreen #then { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,comma", "go(-1)", "Back", key_display="←"),
        Binding("right,full_stop", "go(1)", "On", key_display="→"),
        Binding("home", "jump(0)", "First", key_display="Home"),
        Binding("end", "jump(-1)", "Last", key_display="End"),
        Binding("space", "run", "By itself"),
        Binding("escape,q,v", "back", "Close", key_display="Esc"),
    ]
    AUTO_FOCUS = "#then"

    def __init__(self, view: TableView, steps: Sequence[Frame], *, at: int = -1) -> None:
        super().__init__()
        self._view, self._steps = view, steps
        self.at = at % len(steps)
        self._title, self._pane = Static(id="step"), Table(id="then")
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield self._title
        yield self._pane
        yield Keys()

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)  # which the layout of the new size would undo

    def draw(self) -> None:
        step, width = self._steps[self.at], max(20, self.size.width - 1)
        number = Piece(f"{self.at} of {len(self._steps) - 1}  ", "dim")
        said = [line(part) for text in step.comments for part in wrapped(text, width)]
        self._title.update(as_text([(number, *step.title), *said]))
        self._pane.show(self._view.lines(step.seen(), width, cut=False))

    def action_go(self, by: int) -> None:
        self.action_jump(max(0, min(len(self._steps) - 1, self.at + by)))

    def action_jump(self, to: int) -> None:
        self.at = to % len(self._steps)
        self.draw()

    def action_run(self) -> None:
        """Let steps follow by themselves, or no longer."""
        if self._timer is None:
            self._timer = self.set_interval(EVERY, self._tick)
        else:
            self._stop()

    def _tick(self) -> None:
        self.action_go(1)
        if self.at == len(self._steps) - 1:
            self._stop()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_back(self) -> None:
        self.dismiss()


class Table(Pane):
    """A table whose arrows to the sides go through the game: it is scrolled with Shift."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "screen.go(-1)", show=False),
        Binding("right", "screen.go(1)", show=False),
        Binding("home", "screen.jump(0)", show=False),
        Binding("end", "screen.jump(-1)", show=False),
        Binding("shift+left", "scroll_left", show=False),
        Binding("shift+right", "scroll_right", show=False),
    ]

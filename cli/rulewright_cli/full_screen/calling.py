"""The screen between two people: it shows nothing of anybody until the right one says so."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from rulewright.characters import printable
from rulewright.drawing.lines import seat_style

from .base import MainScreen
from .panes import Keys


class CallingScreen(MainScreen):
    """Calls the next person to the screen.

    It takes a key that makes no move, so that a second Enter does not confirm it.
    """

    DEFAULT_CSS = """
    CallingScreen Vertical { align: center middle; }
    CallingScreen Vertical Static { width: 100%; text-align: center; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "come", "Show my table"),
        Binding("u", "app.undo", "Undo"),
        Binding("q", "app.leave", "Quit"),
    ]

    class Come(Message):
        """Somebody says to be the one who was called."""

        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, seat: int, name: str) -> None:
        super().__init__()
        self._seat, self._called = seat, printable(name)
        self._message = Static()

    def compose(self) -> ComposeResult:
        name = (self._called, seat_style(self._seat))
        with Vertical():
            yield Static(Text.assemble("It is for ", name, " to decide: all others look away."))
            yield Static()
            yield Static(Text.assemble(name, ", press Space to see your table."))
            yield Static()
            yield self._message
        yield Keys()

    def tell(self, texts: list[str]) -> None:
        """What is to be told to all."""
        self._message.update(Text(printable("\n".join(texts))))

    def action_come(self) -> None:
        self.post_message(self.Come(self._seat))

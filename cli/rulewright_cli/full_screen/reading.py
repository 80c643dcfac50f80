"""The rulebook: all of it, or what it says of a move, a word or a rule number."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input

from ..rulebook.document import Book
from ..rulebook.lines import book_lines, found_lines
from .panes import Keys, Pane

WIDEST = 100


class ReadingScreen(Screen[None]):
    """A book with a line to search in it; what is searched for may be given."""

    DEFAULT_CSS = """
    ReadingScreen Pane { height: 1fr; border-top: solid $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back"),
        Binding("pageup", "page('up')", show=False, priority=True),
        Binding("pagedown", "page('down')", show=False, priority=True),
        Binding("up", "line('up')", show=False, priority=True),
        Binding("down", "line('down')", show=False, priority=True),
    ]

    def __init__(self, book: Book, wanted: str) -> None:
        super().__init__()
        self._book = book
        self._input = Input(wanted, placeholder="a move, a word or a rule number", compact=True)
        self._pane = Pane()

    def compose(self) -> ComposeResult:
        yield self._input
        yield self._pane
        yield Keys()

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)  # which the layout of the new size would undo

    def on_input_changed(self) -> None:
        self.draw()
        self._pane.scroll_home(animate=False)

    def draw(self) -> None:
        width, wanted = max(30, min(WIDEST, self.size.width - 1)), self._input.value.strip()
        self._pane.show(
            found_lines(self._book, wanted, width) if wanted else book_lines(self._book, width)
        )

    def action_back(self) -> None:
        """To the whole book, then to the table."""
        if self._input.value:
            self._input.value = ""
        else:
            self.dismiss()

    def action_page(self, where: str) -> None:
        getattr(self._pane, f"action_page_{where}")()

    def action_line(self, where: str) -> None:
        getattr(self._pane, f"action_scroll_{where}")()

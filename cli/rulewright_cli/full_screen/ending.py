"""The end of a game: the table as all who look may see it, and the result."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from rulewright.drawing.lines import Line, line, wrapped

from ..result import result_lines
from ..sitting import Sitting
from .base import MainScreen
from .panes import Keys, Pane, as_text


class EndingScreen(MainScreen):
    """The result first, then the table, as all know them."""

    DEFAULT_CSS = """
    EndingScreen #result { height: auto; border-bottom: solid $primary; }
    EndingScreen #last { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "app.save", "Save"),
        Binding("v", "app.look_back", "View"),
        Binding("q", "app.leave", "Quit"),
    ]
    AUTO_FOCUS = "#last"

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self._result, self._table = Static(id="result"), Pane(id="last")
        self._messages: list[str] = []

    def compose(self) -> ComposeResult:
        yield self._result
        yield self._table
        yield Keys()

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)  # which the layout of the new size would undo

    def tell(self, texts: list[str]) -> None:
        self._messages = texts
        self.draw()

    def draw(self) -> None:
        sitting, width = self.sitting, max(20, self.size.width - 1)
        seen = sitting.shown_to(sitting.onlookers)
        told = [line(part) for text in self._messages for part in wrapped(text, width)]
        self._result.update(as_text([*result(sitting, width), *told]))
        self._table.show(sitting.view.lines(seen, width, cut=False))


def result(sitting: Sitting, width: int) -> list[Line]:
    """The result, and what the game can be begun with again."""
    seed = sitting.state.seed
    seeded = [line(f"seed {seed}", "dim")] if seed is not None else []
    return [*result_lines(sitting.game, sitting.state, sitting.you, width=width), *seeded]

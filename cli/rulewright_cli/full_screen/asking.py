"""What is laid over a screen: an answer to be read, a question to be answered, a search that can be
given up. Each is made when it is wanted, and nothing of it is left afterwards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from rulewright.characters import printable
from rulewright.drawing.lines import Line, line

from .panes import Pane

AROUND = 4  # lines around what is told: a frame, a title and keys
OVERLAY = """
    align: center middle; background: transparent;
    & > Vertical { width: 90%; max-width: 90; height: auto; max-height: 90%; border: round $accent;
        background: $background; padding: 0 1; }
    & .title { text-style: bold; height: auto; }
    & .keys { text-style: dim; height: auto; }
"""


class Told(ModalScreen[None]):
    """Lines to be read, from the line `at` on; any of a few keys goes on."""

    DEFAULT_CSS = f"Told {{ {OVERLAY} }}"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q,question_mark,l", "close", "Close", show=False)
    ]
    KEYS = "Esc: back"

    def __init__(self, title: str, lines: Iterable[Line], *, at: int = 0) -> None:
        super().__init__()
        self._title, self._pane, self._at = title, Pane(lines, wraps=True), at

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(printable(self._title)), classes="title")
            yield self._pane
            yield Static(Text(self.KEYS), classes="keys")

    def on_mount(self) -> None:
        self._pane.focus()

    def on_resize(self) -> None:
        """All lines can be scrolled to, and what leads back is always seen."""
        self._pane.styles.max_height = max(1, self.size.height * 9 // 10 - AROUND)
        self.call_after_refresh(self._pane.scroll_to, 0, self._at, animate=False)

    def action_close(self) -> None:
        self.dismiss()


class Searching(Told):
    """A search that is going on until there are lines to be read, or it is given up."""

    def __init__(self, title: str) -> None:
        super().__init__(title, [line("Thinking ... Esc gives it up.", "dim")])

    def show(self, lines: Iterable[Line]) -> None:
        """What was found."""
        self._pane.show(lines)


class Asked(ModalScreen[str | None]):
    """A question to be answered with a text; None if it is not."""

    DEFAULT_CSS = f"Asked {{ {OVERLAY} }}"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Back", show=False)]

    def __init__(self, question: str, text: str = "", keys: str = "Esc: back") -> None:
        super().__init__()
        self._question, self._text, self._keys = question, text, keys

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(printable(self._question)), classes="title")
            yield Input(self._text, select_on_focus=False, compact=True)
            yield Static(Text(self._keys), classes="keys")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def action_close(self) -> None:
        self.dismiss(None)

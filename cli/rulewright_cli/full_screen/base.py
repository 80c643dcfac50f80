"""What programs on the whole screen do alike: colours, errors, a terminal that goes away."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import IO, Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.screen import Screen

LOOK = 1.0  # seconds between looks for the terminal


class Terminal:
    """A terminal that may be closed at any time: what is written then is lost, and nothing else."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._file.flush()


def lasting(driver: type[Driver]) -> type[Driver]:
    """A driver that outlives its terminal: Textual's own waits for ever for who writes to it."""

    class Lasting(driver):  # type: ignore[misc, valid-type]
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            self._file: Any = Terminal(self._file)

    return Lasting


class MainScreen(Screen[None]):
    """A screen that others are laid over."""

    def tell(self, texts: list[str]) -> None:
        """Tell whoever looks something."""
        raise NotImplementedError


class FullScreen(App[None]):
    """A program in the colours of its terminal, light or dark. `failure`: what has ended it, if
    that was no person: an error, a signal, Ctrl-C; for who began it to raise."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(self) -> None:
        if not os.environ.get("NO_COLOR"):  # which means nothing if it is empty
            os.environ.pop("NO_COLOR", None)
        super().__init__(ansi_color=True, driver_class=lasting(self.get_driver_class()))
        self.theme = "ansi-dark"
        self.failure: BaseException | None = None

    def on_mount(self) -> None:
        if not self.is_headless:
            self.set_interval(LOOK, self._look_for_terminal)

    def _look_for_terminal(self) -> None:
        """End if the terminal is gone, and no signal has said so."""
        assert sys.__stdin__ is not None
        if not os.isatty(sys.__stdin__.fileno()):
            self.exit()

    def action_interrupt(self) -> None:
        self.failure = KeyboardInterrupt()
        self.exit()

    def _handle_exception(self, error: Exception) -> None:
        """What goes wrong ends the program; whoever began it tells what it was."""
        self.failure = self.failure or error
        if self.is_headless:
            super()._handle_exception(error)
        else:
            self.exit(return_code=1)

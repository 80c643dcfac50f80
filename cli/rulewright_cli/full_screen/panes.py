"""What screens are made of: lines that scroll both ways, and a list of moves to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.style import Style
from rich.text import Text
from textual.binding import Binding
from textual.containers import ScrollableContainer
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from rulewright.drawing.lines import Line
from rulewright.state import Move

from ..screen import styled


def as_text(lines: Iterable[Line]) -> Text:
    """Lines as one text, which is never wrapped."""
    rows = [styled(parts) for parts in lines]
    for row in rows:
        row.rstrip()  # what is not there is not scrolled to
    text = Text("\n").join(rows)
    text.no_wrap = True
    return text


class Pane(ScrollableContainer):
    """Lines, as many as there is room for; long ones are scrolled to, or wrapped."""

    DEFAULT_CSS = """
    Pane { height: auto; scrollbar-size: 1 1; }
    Pane > Static { width: auto; height: auto; }
    Pane.-wraps > Static { width: 100%; }
    Pane:focus { background-tint: $foreground 5%; }
    """

    def __init__(
        self, lines: Iterable[Line] = (), *, wraps: bool = False, id: str | None = None
    ) -> None:
        self._wraps, self._content = wraps, Static()
        super().__init__(self._content, id=id)
        self.set_class(wraps, "-wraps")
        self.show(lines)

    def show(self, lines: Iterable[Line]) -> None:
        """Other lines in the place of these."""
        text = as_text(lines)
        text.no_wrap = not self._wraps
        self._content.update(text)


class Keys(Static):
    """The keys of its screen in one line, which can be clicked on."""

    DEFAULT_CSS = """
    Keys { dock: bottom; height: 1; link-style: none; link-color: $foreground;
        link-background: $background; link-style-hover: reverse; }
    """

    def on_resize(self) -> None:
        text = self._text("  ")
        self.update(text if text.cell_len <= self.size.width else self._text(" "))

    def _text(self, gap: str) -> Text:
        text = Text(no_wrap=True)
        for binding in self.screen.BINDINGS:
            if isinstance(binding, Binding) and binding.show:
                click = Style(meta={"@click": f"app.simulate_key('{binding.key}')"})
                told = Text.assemble(
                    (self.app.get_key_display(binding), "bold"), f" {binding.description}"
                )
                told.stylize(click)
                text.append_text(told).append(gap)
        text.rstrip()
        return text


class MoveList(OptionList):
    """Moves with their numbers under the words that the rules have for them."""

    DEFAULT_CSS = """
    MoveList { border: none; padding: 0; background: transparent; scrollbar-size: 1 1; }
    MoveList:focus { border: none; }
    MoveList > .option-list--option-highlighted, MoveList:focus > .option-list--option-highlighted {
        color: $foreground; background: $background; text-style: bold reverse; }
    MoveList > .option-list--option-disabled { text-style: none; }
    """

    def show(self, moves: Sequence[Move], wanted: str = "") -> None:
        """The moves that a text may mean: all whose numbers begin so, or with all of its words."""
        words, before = wanted.casefold().split(), ""
        options: list[Option] = []
        width = len(str(len(moves)))
        for number, move in enumerate(moves, start=1):
            text = str(move)
            low = text.casefold()
            is_wanted = (
                str(number).startswith(wanted)
                if wanted.isdigit()
                else all(word in low for word in words)
            )
            if not is_wanted:
                continue
            heading = move.alternative.words or move.alternative.name
            if heading != before:
                before = heading
                options.append(Option(Text(f"{heading}:", "dim"), disabled=True))
            told = Text.assemble((f"{number:{width}} ", "dim"), text)
            options.append(Option(told, id=str(number - 1)))
        self.set_options(options)
        self.action_first()

    @property
    def chosen(self) -> int | None:
        """The number of the highlighted move, from 0."""
        option = self.highlighted_option
        return None if option is None or option.id is None else int(option.id)

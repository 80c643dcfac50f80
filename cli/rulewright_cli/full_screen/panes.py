"""What screens are made of: lines that scroll both ways, and a list of moves to choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from rich.style import Style
from rich.text import Text
from textual.binding import Binding
from textual.containers import ScrollableContainer
from textual.style import Style as VisualStyle
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from rulewright.characters import spoken
from rulewright.drawing.lines import Line
from rulewright.play.questions import Answer, Steps, groups, words_of
from rulewright.play.spelling import meant, short_forms, unbracketed, words_in
from rulewright.runtime.move import tidy
from rulewright.state import Move

from ..menu import FEW, LongLists
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

    ALLOW_MAXIMIZE = True

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

    _where = ""

    DEFAULT_CSS = """
    Keys { dock: bottom; height: 1; link-style: none; link-color: $foreground;
        link-background: $background; link-style-hover: reverse; }
    """

    def on_resize(self) -> None:
        """As many as there is room for: those before the last one, which leads out, are left out
        first."""
        *others, last = (b for b in self.screen.BINDINGS if isinstance(b, Binding) and b.show)
        text = self._text([*others, last], "  ")
        for fewer in range(len(others), -1, -1):
            if text.cell_len > self.size.width:
                text = self._text([*others[:fewer], last], " ")
        self.update(text)

    def tell(self, where: str) -> None:
        """Tell before the keys where these lead, if not where they usually do."""
        self._where = where
        self.on_resize()

    def _text(self, bindings: Iterable[Binding], gap: str) -> Text:
        text = Text(no_wrap=True)
        if self._where:
            text.append(f" {self._where} ", "bold reverse").append(gap)
        for binding in bindings:
            click = Style(meta={"@click": f"app.simulate_key('{binding.key}')"})
            told = Text.assemble(
                (self.app.get_key_display(binding), "bold"), f" {binding.description}"
            )
            told.stylize(click)
            text.append_text(told).append(gap)
        text.rstrip()
        return text


class MoveList(OptionList):
    """Moves with their numbers under the words that the rules have for them; where they are many,
    a question after the other. `about`: what matters of an answer."""

    DEFAULT_CSS = """
    MoveList { border: none; padding: 0; background: transparent; scrollbar-size: 1 1; }
    MoveList:focus { border: none; }
    MoveList > .option-list--option-highlighted, MoveList:focus > .option-list--option-highlighted {
        color: $foreground; background: $background; text-style: bold reverse; }
    MoveList > .option-list--option-disabled { text-style: none; }
    """

    def __init__(self, about: Callable[[Answer], str], *, id: str) -> None:
        super().__init__(id=id)
        self._about = about
        self._moves: Sequence[Move] = ()
        self._brackets: Mapping[str, str] = {}
        self._lists, self._long = LongLists(), list[Steps]()
        self._missing = ""
        self._at: Steps | None = None  # within a long list, where questions have led
        self._onward: dict[str, Steps] = {}  # the answers that lead to further questions

    def offer(self, moves: Sequence[Move], brackets: Mapping[str, str], missing: str = "") -> None:
        """Other moves; of a long list under the same words, only a question. `brackets`: what may
        be typed instead of names (see `spelling.meant`); `missing`: what is said of what stands not
        among them."""
        self._moves, self._at, self._missing = moves, None, missing
        self._brackets = brackets
        self._long = self._lists.of(moves)
        self.show()

    def show(self, wanted: str = "") -> None:
        """The moves that a text may mean (see `_meant`), or the answers of whose numbers it is the
        beginning; by no text, what is to be chosen from now."""
        self._onward = {}
        if self._at is not None:
            options = self._asked(self._at)
        else:
            options = [
                option
                for group in groups(self._moves)
                for option in (
                    self._asked(group) if group in self._long else self._listed(group.left)
                )
            ]
            if self._missing:
                options.append(Option(Text(self._missing, "dim"), disabled=True))
        rows = [option for option in options if not option.disabled]
        if self._onward and (not wanted or wanted.isdigit()):  # the numbers are those of answers
            options = _numbered(options, dict(enumerate(rows, 1)), len(rows))
            if wanted:
                rows = [option for option in options if not option.disabled]
                options = [row for n, row in enumerate(rows, 1) if str(n).startswith(wanted)]
        else:
            options = self._listed(self._meant(wanted)) if wanted else options
            rows = [option for option in options if not option.disabled]
            numbers = {int(row.id or 0) + 1: row for row in rows}
            options = _numbered(options, numbers, len(self._moves))
        self.set_options(options)
        self.action_first()

    def example(self) -> str:
        """How the highlighted move, or the first, may be typed in short; empty if there is none."""
        number = self.chosen or 0
        texts = short_forms(self._moves[number]) if self._moves else ()
        return next((text for text in texts if self._meant(text) == [number]), "")

    def _meant(self, wanted: str) -> list[int]:
        """The moves that a text may mean: that of its number, or whose numbers begin so; else the
        one that it is, or all that begin so, in which it stands, that it may be short for, or in
        which all its words stand."""
        if wanted.isdigit():
            numbers = range(len(self._moves))
            return [number for number in numbers if str(number + 1).startswith(wanted)]
        wanted = unbracketed(wanted, map(str, self._moves))
        sought, words = spoken(tidy(wanted)).casefold(), words_in(wanted)
        texts = [f" {spoken(str(move)).casefold()} " for move in self._moves]
        for reads in (
            lambda text: text == f" {sought} ",
            lambda text: text.startswith(f" {sought}"),
            lambda text: f" {sought} " in text,
            lambda text: f" {sought}" in text,
        ):
            if found := [number for number, text in enumerate(texts) if reads(text)]:
                return found
        if found := meant(self._moves, wanted, self._brackets):
            return found
        for begins in (" ", ""):
            asked = [begins + word for word in words]
            if found := [n for n, text in enumerate(texts) if all(word in text for word in asked)]:
                return found
        return []

    def _listed(self, numbers: Iterable[int]) -> list[Option]:
        """Moves one by one, under their words."""
        options, before = list[Option](), ""
        for number in numbers:
            move = self._moves[number]
            if words_of(move) != before:
                before = words_of(move)
                options.append(Option(Text(f"{before}:", "dim"), disabled=True))
            options.append(Option(Text(str(move)), id=str(number)))
        return options

    def _asked(self, steps: Steps) -> list[Option]:
        """A question with its answers, or the moves that are left if they are few."""
        question = steps.question
        if question is None or len(steps.left) <= FEW:
            return self._listed(steps.left)
        first, *path = steps.path
        so_far = "".join(f"{answer.text}, " for answer in path)
        which = f"which {spoken(question.about)}?" if question.about else ""
        options = [Option(Text(f"{first.words}: {so_far}{which}", "dim"), disabled=True)]
        for answer in question.answers:
            if len(answer.moves) == 1:
                options += self._listed(answer.moves)[1:]
                continue
            name = f"step {len(self._onward)}"
            self._onward[name] = steps.into(answer)
            about = self._about(answer)
            options.append(
                Option(
                    Text.assemble(
                        answer.text,
                        (f" ({about})" if about else "", ""),
                        (f" ... {len(answer.moves)} moves", "dim"),
                    ),
                    id=name,
                )
            )
        return options

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> VisualStyle:
        """As for all lists, but that letters on colours are seen where there are no colours."""
        style = super().get_visual_style(*component_classes, partial=partial)
        if "option-list--option-highlighted" in component_classes:
            return style + VisualStyle(reverse=True)  # of which Textual's own loses sight
        return style

    @property
    def chosen(self) -> int | None:
        """The number of the highlighted move, from 0."""
        option = self.highlighted_option
        if option is None or option.id is None or option.id in self._onward:
            return None
        return int(option.id)

    @property
    def answer(self) -> Answer | None:
        """The highlighted answer, if it leads to another question."""
        option = self.highlighted_option
        steps = None if option is None else self._onward.get(option.id or "")
        return None if steps is None else steps.path[-1]

    def into(self) -> bool:
        """Go where the highlighted answer leads; False if it is a move."""
        option = self.highlighted_option
        steps = None if option is None else self._onward.get(option.id or "")
        if steps is not None:
            self._at = steps
            self.show()
        return steps is not None

    def back(self) -> bool:
        """Go one question back; False if this is the first."""
        if self._at is None:
            return False
        self._at = self._at.back() if len(self._at.path) > 2 else None
        self.show()
        return True


def _numbered(options: Sequence[Option], numbers: Mapping[int, Option], most: int) -> list[Option]:
    """Moves and answers with their numbers, of which none is larger than `most`, under what is
    asked."""
    found, width = {id(option): number for number, option in numbers.items()}, len(str(most))
    told = list[Option]()
    for option in options:
        if not option.disabled:
            assert isinstance(option.prompt, Text)
            number = f"{found[id(option)]:{width}} "
            option = Option(Text.assemble((number, "dim"), option.prompt), id=option.id)
        told.append(option)
    return told

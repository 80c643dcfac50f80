"""The table of one seat: boards, what is beside them, moves, what they do, what others did.

Everything on it is a function of what the seat observes, of its moves, and of the log as it may
know it. There is a column for moves and log where the terminal is wide; else they are below, and
what there is no room for is scrolled to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Region
from textual.message import Message
from textual.suggester import SuggestFromList
from textual.widgets import Input, OptionList, Static

from rulewright.core.ir import Domain
from rulewright.drawing.growing import growing
from rulewright.drawing.lines import Line, Piece, folded, line, seat_style, wrapped
from rulewright.drawing.named import named_by
from rulewright.drawing.notes import chooser
from rulewright.drawing.table import Observed, domain_of
from rulewright.play.spelling import forms, in_brackets
from rulewright.state import Move

from ..log import NOTHING_DONE, whole_log
from ..menu import in_one_order
from ..sitting import Sitting
from .base import MainScreen
from .panes import Keys, MoveList, Pane, as_text

if TYPE_CHECKING:
    from rulewright.play.preview import Preview
    from rulewright.play.questions import Answer

WIDE, COLUMN = 110, 42  # from how many columns on there is one for moves; how wide it is
NARROW = 60  # up to how many the log has no place beside the moves
HIGH = 20  # from how many lines on there is one for what is to be reached
MARGINS, WIDEST = 14, 84  # columns that what is laid over leaves free, and its widest line
AROUND = 7  # lines of a place on boards, two of them above its name
LEAST_ABOUT = 2  # lines of what a move does
SKETCH = 3  # columns around a sketch
FEWEST, FEWEST_BESIDE = 5, 4  # lines of the moves, of what is beside boards


class Typed(Input):
    """What is typed to find a move; arrows go through the list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "screen.highlight(-1)", show=False),
        Binding("down", "screen.highlight(1)", show=False),
        Binding("escape", "screen.untype", show=False),
    ]


class PlayingScreen(MainScreen):
    """The table as a seat sees it."""

    DEFAULT_CSS = """
    PlayingScreen #head { height: auto; }
    PlayingScreen #beside { margin-top: 0; }
    PlayingScreen #boards { width: 1fr; }
    PlayingScreen #sketch { width: auto; margin-left: 1; }
    PlayingScreen #side { layout: horizontal; border-top: solid $primary; }
    PlayingScreen #moves { width: 1fr; height: 100%; }
    PlayingScreen #told { width: 1fr; height: 100%; padding-left: 1; }
    PlayingScreen #about { height: auto; max-height: 60%; }
    PlayingScreen #log { height: 1fr; }
    PlayingScreen #typed { display: none; }
    PlayingScreen.-narrow #side { layout: vertical; }
    PlayingScreen.-narrow #moves { width: 100%; height: 1fr; }
    PlayingScreen.-narrow #told { width: 100%; height: auto; max-height: 2; padding-left: 0; }
    PlayingScreen.-narrow #log { display: none; }
    PlayingScreen.-wide #body { layout: horizontal; }
    PlayingScreen.-wide #table { width: 1fr; height: 100%; }
    PlayingScreen.-wide #side { layout: vertical; height: 100%; border-top: none;
        border-left: solid $primary; }
    PlayingScreen.-wide #moves { width: 100%; height: auto; max-height: 55%; }
    PlayingScreen.-wide #told { width: 100%; height: 1fr; padding-left: 0; }
    PlayingScreen.-wide #about { border-top: solid $primary; }
    PlayingScreen.-wide #log { border-top: solid $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("slash", "type", "Type", key_display="/"),
        Binding("w", "why", "Why"),
        Binding("h", "app.hint", "Hint"),
        Binding("u", "app.undo", "Undo"),
        Binding("r", "rules", "Rules"),
        Binding("l", "log", "Log"),
        Binding("p", "preview", "After"),
        Binding("v", "app.look_back", "View"),
        Binding("z", "zoom", "Zoom"),
        Binding("s", "app.save", "Save"),
        Binding("q", "app.leave", "Quit"),
        Binding("a", "app.auto", show=False),
        Binding("escape,backspace", "untype", show=False),
        Binding("shift+up", "scroll('up')", show=False),
        Binding("shift+down", "scroll('down')", show=False),
        Binding("shift+left", "scroll('left')", show=False),
        Binding("shift+right", "scroll('right')", show=False),
    ]
    AUTO_FOCUS = "#moves"
    ALLOW_IN_MAXIMIZED_VIEW = "Keys"

    class Made(Message):
        """A move was chosen, in the game as it was after so many decisions."""

        def __init__(self, move: Move, after: int) -> None:
            super().__init__()
            self.move, self.after = move, after

    def __init__(self, sitting: Sitting, seat: int) -> None:
        super().__init__()
        self.sitting, self.seat = sitting, seat
        self.moves: Sequence[Move] = []
        self.messages: list[str] = []
        self.recent: list[str] = []  # what was named last by this seat and by others, newest first
        self.others: set[str] = set()  # what others have named of that
        self.after = False  # is the table shown as it would be after the highlighted move?
        self._head = Static(id="head")
        self._boards, self._beside = Pane(id="boards"), Pane(id="beside")
        self._sketch = Static(id="sketch")  # of boards of which only a part is shown
        self.small = False  # are boards alone on the screen as small as can be?
        self._list, self._about = MoveList(self._matters, id="moves"), Pane(id="about")
        self._log, self._typed = (
            Pane(id="log"),
            Typed(id="typed", select_on_focus=False, compact=True),
        )
        self._new = 0  # how many lines tell what others did since this seat moved
        self._since, self._is_drawing, self._is_new = 0, False, True
        self.sought: tuple[Region | None, int, int] = (None, 0, 0)  # where panes are scrolled to

    def compose(self) -> ComposeResult:
        yield self._head
        with Container(id="body"):
            with Vertical(id="table"):
                with Horizontal(id="drawn"):
                    yield self._boards
                    yield self._sketch
                yield self._beside
            with Container(id="side"):
                yield self._list
                with Vertical(id="told"):
                    yield self._about
                    yield self._log
        yield self._typed
        yield Keys()

    def on_mount(self) -> None:
        self.changed()

    def on_resize(self) -> None:
        self.draw()

    @property
    def is_asked(self) -> bool:
        """Is it for this seat to decide?"""
        return self.sitting.state.to_move == self.seat

    def changed(self) -> None:
        """Show the state as it is now."""
        self.after = False
        self._note_recent()
        ready = self.is_asked and self.sitting.is_ready
        self.moves = self.sitting.state.legal_moves() if ready else []
        self._typed.suggester = SuggestFromList(map(str, self.moves), case_sensitive=False)
        brackets = in_brackets(self.sitting.state.engine.program)
        missing = in_one_order(self.sitting.state) if ready else ""
        self._list.offer(self.moves, brackets, missing)
        self.untyped()
        self.draw()

    def _note_recent(self) -> None:
        """What moves have lately named of what is drawn on boards."""
        made = self.sitting.log.lately(self.sitting.state, [self.seat])
        named = [
            (one.seat, [name for name, domain in one.named.items() if self.is_drawn(domain)])
            for one in made
        ]
        self.recent = [name for _, names in named for name in names]
        self.others = {name for seat, names in named if seat != self.seat for name in names}

    def tell(self, texts: list[str]) -> None:
        """Messages, until another move is highlighted."""
        self.messages = texts
        self.draw_about()

    def draw(self) -> None:
        """Show all anew, once everything has been said that is to be."""
        if not self._is_drawing:
            self._is_drawing = True
            self.call_next(self._draw)

    def _draw(self) -> None:
        """Everything but the list of moves, at the size that the screen has."""
        self._is_drawing = False
        width, height = self.size
        wide = width >= WIDE
        left, right = (width - COLUMN, COLUMN - 1) if wide else (width, (width - 1) // 2)
        self.set_class(wide, "-wide")
        self.set_class(width < NARROW, "-narrow")
        seen: Observed = self.sitting.state.observation(self.seat)
        head = self._heading(seen, width)
        if self.after and (preview := self.preview) is not None:
            seen = preview.observation
            head = [line(f"After {preview.words}", "bold reverse")]
        cells = cast(Observed, seen["cells"])
        view, named = self.sitting.view, self._named() | self._ahead(cells)
        own = self._own(cells)
        matters = set() if self._asks_for_places else own
        forms, alone = self._forms(seen, left - 1), self.maximized is self._boards
        boards = next(forms)
        is_asked = _first(spots(boards), named, matters) is not None
        beside, legend = view.beside(seen, left - 1), view.legend(left - 1)
        self._head.update(as_text(head))
        self._beside.show([*beside, *legend])
        self._log_lines(right - 1)
        self.draw_about()
        others, own_row = len(beside) + len(legend), _own_row(beside)
        held = len(beside) - own_row  # lines of what the seat holds
        room = height - len(head) - 1 - self._typed.display
        side = 0  # lines of the moves, where they are below
        if not wide:
            side = max(min(FEWEST, room // 2), min(room // 4, len(self._list.options)))
            side = max(side, room - len(boards) - others - 1) + 1
        room -= side
        self.query_one("#side").styles.height = side or "100%"
        more = not wide and len(self._list.options) >= side
        self.query_one("#side").border_title = f"{len(self.moves)} moves" if more else ""
        rows = side - 1  # what others did since is to be seen whole, if what a move does can wait
        rest = max(LEAST_ABOUT, rows - self._new)
        self._about.styles.max_height = "60%" if wide or rest > rows * 3 // 5 else rest
        self.query_one("#side").styles.width = COLUMN if wide else "100%"
        self.query_one("#table").styles.height = room
        fewest = max(FEWEST_BESIDE, min(held, room // 3))
        shown = shares(room, len(boards), others, is_asked=is_asked, fewest=fewest)
        alone_space = (width, height - 1)  # without the keys
        space = alone_space if alone else (left, shown[0])
        while not fits(boards, *space) and (smaller := next(forms, None)) is not None:
            boards = smaller
            shown = shares(room, len(boards), others, is_asked=is_asked, fewest=fewest)
            space = alone_space if alone else (left, shown[0])
        at = spots(boards)
        sought = [_first(at, named, matters), _first(at, matters)]  # from here to there
        if sought[0] is None:
            sought = [at[name] for name in self.recent if name in at] or [_first(at, own)]
        place = together(filter(None, sought), *space)
        self._boards.show(marked(boards, named, self.others))
        self._boards.styles.height, self._beside.styles.height = shown
        if isinstance(pane := self.maximized, Pane):
            pane.styles.height = height - 1
        self._tell_keys()
        self._boards.display = bool(boards)
        self.query_one("#drawn").styles.height = shown[0]
        sketch = [] if fits(boards, left, shown[0]) else self._sketched(cells, boards, left)
        seek = [named, *([name] for name in self.recent), own]
        sketch = around(sketch, _first(spots(sketch), *seek), shown[0])
        self._sketch.update(as_text(marked(sketch, named, self.others)))
        self._sketch.display = bool(sketch)
        if place is None and self._is_new:  # a large board is shown from its middle
            across = max(map(_length, boards), default=0)
            place = Region(across // 2, len(boards) // 2, 1, 1)
        self.sought = (place, min(own_row, len(beside) - shown[1]), self._since)
        self.call_after_refresh(self._scroll, *self.sought, self._is_new)
        self._is_new = not self.sitting.is_ready

    def _forms(self, seen: Observed, columns: int) -> Iterator[list[Line]]:
        """The boards as they can be drawn, the largest first; alone on the screen as small as can
        be, if that is wanted, or not."""
        alone = self.maximized is self._boards
        view, cells = self.sitting.view, cast(Observed, seen["cells"])
        boards = partial(view.boards, cells, columns, cut=False, me=chooser(seen))
        if not (alone and self.small):
            yield boards()
            yield boards(close=True)
        if self.small if alone else view.has_sides:
            yield boards(close=True, small=True)

    def _sketched(self, cells: Observed, boards: Sequence[Line], columns: int) -> list[Line]:
        """A sketch of boards of which only a part is seen, where it leaves room enough for that
        part, and takes no columns away from boards that find room in these."""
        sketch = self.sitting.view.sketches(cells)
        wide = max(map(_length, boards), default=0)
        rest = columns - max(map(_length, sketch), default=columns) - SKETCH
        return sketch if rest * 2 > columns and not rest <= wide < columns else []

    def _heading(self, seen: Observed, width: int) -> list[Line]:
        """Who is to decide, the points, and what is to be reached."""
        sitting, state = self.sitting, self.sitting.state
        told: Line = ()  # while a game that has just ended is still shown
        if self.is_asked:
            told = sitting.headline(self.seat)
        elif isinstance(mover := state.to_move, int):
            told = (Piece(sitting.names[mover], seat_style(mover)), Piece(" thinks ...", "bold"))
            if sitting.says_who_is_who:
                you = Piece(sitting.names[self.seat], seat_style(self.seat))
                told += (Piece("  you are ", "dim"), you)
        asked = [told]
        if _length(told) > width:
            asked = [line(part, "bold") for part in wrapped(_plain(told), width)]
        lines = [*asked, *folded(sitting.view.points(seen), width)]
        gap = width - sum(_length(row) for row in lines)
        if len(asked) == 1 and len(lines) == 2 and gap >= 2:
            lines = [(*told, Piece(" " * gap), *lines[1])]
        goal = sitting.view.goal()
        if goal and self.size.height >= HIGH:
            gap = width - _length(lines[-1]) - _length(goal)
            if len(lines) > 1 and gap >= 2:
                lines[-1] = (*lines[-1], Piece(" " * gap), *goal)
            else:
                lines += [line(part, "dim") for part in wrapped(_plain(goal), width)]
        return lines

    def _log_lines(self, width: int) -> None:
        lines, self._since = whole_log(
            self.sitting.log, self.sitting.state, [self.seat], max(20, width)
        )
        self._new = len(lines) - self._since
        self._log.show(lines)

    def _scroll(self, place: Region | None, held: int, since: int, is_new: bool) -> None:
        """Show a place on the boards, what the seat holds, and what others did since it moved."""
        if place is not None:
            self._boards.scroll_to_region(place, animate=False, force=True, center=is_new)
        self._beside.scroll_to(0, held, animate=False)
        self._log.scroll_to(0, since, animate=False)

    @property
    def preview(self) -> Preview | None:
        """What the highlighted move does, for all that the seat knows."""
        number = self._list.chosen
        if number is None or not self.is_asked:
            return None
        return self.sitting.previews.of(self.sitting.state, self.moves[number])

    def _own(self, cells: Observed) -> set[str]:
        """Where the seat is, as marks of its own say: where its pawn stands, say."""
        program = self.sitting.game.program
        name = program.seats.labels[self.seat]
        held = (
            cast(Observed, cells[mark.name]).get(name)
            for mark in program.variables
            if mark.role == "mark" and mark.keys == (program.seats,) and mark.name in cells
        )
        return {one for one in held if isinstance(one, str)}

    def _ahead(self, cells: Observed) -> set[str]:
        """Where the seat would be after the highlighted move, if it is elsewhere now."""
        preview = None if self.after else self.preview
        if preview is None:
            return set()
        return self._own(cast(Observed, preview.observation["cells"])) - self._own(cells)

    def _named(self) -> set[str]:
        """What the highlighted move or answer names of what lies on boards: a direction is no
        letter that stands there."""
        number, answer = self._list.chosen, self._list.answer
        if number is not None:
            move = self.moves[number]
            named = named_by(self.sitting.game.program, move.alternative, move.code)
        elif answer is not None and answer.of is not None:
            named = {answer.text: answer.of}
        else:
            return set()
        return {name for name, domain in named.items() if self.is_drawn(domain)}

    def is_drawn(self, domain: Domain) -> bool:
        """Are these places or components of boards?"""
        program = self.sitting.game.program
        if any(domain is board.component for board in program.boards):
            return True
        return any(domain in (v.keys[0], domain_of(v.type)) for v in growing(program))

    @property
    def _asks_for_places(self) -> bool:
        """Does a move name anything that lies on boards? If none does, as where a pawn is led by
        directions, what matters is where the seat is."""
        if not self.is_asked:
            return True
        program = self.sitting.game.program
        alternatives = {move.code[0]: move for move in self.moves}  # one move of each is enough
        return any(
            self.is_drawn(domain)
            for move in alternatives.values()
            for domain in named_by(program, move.alternative, move.code).values()
        )

    def _matters(self, answer: Answer) -> str:
        """What matters of an answer to a question."""
        if answer.of is None:
            return ""
        return self.sitting.previews.about(self.sitting.state, answer.of, answer.text)

    def draw_about(self) -> None:
        """Messages, and what the highlighted move does."""
        width = self.size.width
        width = (COLUMN if width >= WIDE else width if width < NARROW else width // 2) - 3
        messages = self.messages
        if not messages and self.is_asked and (made := self.sitting.lately_by_itself):
            messages = [f"Made by itself: {', '.join(made)}"]
        if not messages and self.sitting.left_behind is not None and self.sitting.begins:
            messages = ["An earlier game is not over: q tells how to go on with it."]
        lines = [line(part, "bold") for text in messages for part in wrapped(text, width)]
        if not self.messages and (preview := self.preview) is not None:
            rest = [] if preview.is_whole else [UNKNOWN if preview.changes else ALL_UNKNOWN]
            does = ", ".join([*preview.changes, *rest])
            told = f"{preview.words}: {does}" if does else preview.words
            lines += [line(part) for part in wrapped(told, width)]
        self._about.show(lines)
        self._about.display = bool(lines)

    # What keys and the mouse do.

    def on_descendant_focus(self) -> None:
        self._tell_keys()

    def _tell_keys(self) -> None:
        """Say where the arrows lead, if not to the moves, and `z` from a pane that is alone."""
        focused = self.focused.id if isinstance(self.focused, Pane) else None
        where = PANES.get(focused or "", "")
        if self.maximized is not None:
            where += "  z all of it" if self._has_smaller else "  z back"
        self.query_one(Keys).tell(where)

    @property
    def _has_smaller(self) -> bool:
        """Are there boards alone on the screen that can be drawn smaller?"""
        grows = bool(growing(self.sitting.game.program))
        return self.maximized is self._boards and not self.small and grows

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.messages = []
        self.draw()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._make()

    def _make(self) -> None:
        if self._list.into():
            if self._typed.display:
                self.untyped()
            return
        number = self._list.chosen
        if self.is_asked and number is not None:
            self.post_message(self.Made(self.moves[number], self.sitting.state.decisions))

    def on_key(self, event: events.Key) -> None:
        if event.character and event.character.isdigit() and not self._typed.has_focus:
            event.stop()
            self.action_type()
            self._typed.insert_text_at_cursor(event.character)

    def action_type(self) -> None:
        """Type to find a move."""
        if self.maximized is not None:  # nobody is to move by what is not seen
            self.minimize()
        example = self._list.example()
        self._typed.placeholder = f"a number, or words of a move, as {example}" if example else ""
        self._typed.display = True
        self._typed.focus()
        self.draw()

    def untyped(self) -> None:
        self._typed.value = ""
        self._typed.display = False
        self._list.show()
        self._list.focus()

    def action_untype(self) -> None:
        """One question back, or back to all moves."""
        self.after = False
        if self._typed.display or not self._list.back():
            self.untyped()
        self.tell([])
        self.draw()

    def action_highlight(self, by: int) -> None:
        if by > 0:
            self._list.action_cursor_down()
        else:
            self._list.action_cursor_up()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if self._typed.display:
            self._list.show(event.value.strip())
            none = ["No move reads so. Enter tells why not, Esc leads back."]
            self.tell([] if self._list.options else none)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if self._list.options:
            self._make()
        elif event.value.strip():
            self.app.post_message(self.Wondered(event.value.strip()))

    class Wondered(Message):
        """Somebody wants to know why a move is not offered."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Looked(Message):
        """Somebody wants to read the rules, of a move if there is one."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def action_why(self) -> None:
        from .asking import Asked

        def answer(text: str | None) -> None:
            if text:
                self.app.post_message(self.Wondered(text))

        choose = self.sitting.state.waiting
        written = f" {', '.join(forms(choose))}" if choose is not None else ""
        self.app.push_screen(Asked(f"Why is which move not offered?{written}"), answer)

    def action_log(self) -> None:
        """What others did since this seat moved, with all that was done before above it."""
        from .asking import Told

        room = max(20, min(WIDEST, self.size.width - MARGINS))
        lines, since = whole_log(self.sitting.log, self.sitting.state, [self.seat], room)
        told = lines or [line(NOTHING_DONE, "dim")]
        self.app.push_screen(Told("What was done", told, at=min(since, len(lines) - 1)))

    def action_rules(self) -> None:
        number, answer = self._list.chosen, self._list.answer
        if answer is not None:
            number = answer.moves[0]
        self.app.post_message(self.Looked("" if number is None else str(self.moves[number])))

    def action_preview(self) -> None:
        """The table as it would be after the highlighted move, and as it is."""
        if self.preview is None:
            self.tell(["Choose further first: this stands for several moves."])
        self.after = not self.after and self.preview is not None
        self.draw()

    def action_zoom(self) -> None:
        """The pane that has the focus, or the boards, alone on the screen; again: back, where
        boards grow by way of all of them as small as can be."""
        if self._has_smaller:
            self.small = True
            self.draw()
        elif self.maximized is not None:
            self.minimize()
            self.small = False
            self._list.focus()
            self.draw()
        else:
            pane = self.focused if isinstance(self.focused, Pane) else self._boards
            pane = pane if pane.display else self._beside
            pane.focus()
            self.maximize(pane, container=False)
            self.draw()

    def action_scroll(self, where: str) -> None:
        """Scroll the boards, or what is beside them if there are none."""
        pane = self._boards if self._boards.display else self._beside
        getattr(pane, f"action_scroll_{where}")()

    def action_help(self) -> None:
        from .asking import Told

        view, room = self.sitting.view, max(20, min(WIDEST, self.size.width - MARGINS))
        signs = [
            line("*  more is said of it: z shows it"),
            line("#  something lies there; .  something can be laid there"),
        ]
        parts = (
            [line(blurb) for blurb in self.sitting.game.blurbs],
            view.legend(room),
            under("On small boards:", signs if growing(self.sitting.game.program) else ()),
            under("On the table, in the words of the rules:", view.meanings(room)),
            under("What keys do:", help_lines()),
        )
        told = [row for part in parts if part for row in ((), *part)]
        self.app.push_screen(Told(self.sitting.game.title, told[1:]))


UNKNOWN, ALL_UNKNOWN = "the rest is not known before", "what comes of it is not known before"

PANES = {
    "boards": "↑↓ boards",
    "beside": "↑↓ hands",
    "about": "↑↓ what it does",
    "log": "↑↓ the game so far",
}  # what the arrows scroll, by the pane

KEYS = {
    "arrows, Enter": "choose a move, or click on it",
    "Esc": "one question back, where many moves are asked for step by step",
    "number, /": "type a number or some words of a move, in part; the list shows which it may be",
    "Tab": "to boards, hands, moves, log and back; arrows scroll there",
    "Shift+arrows": "scroll the boards",
    "p": "the table as it would be after the highlighted move; again: as it is",
    "z": "boards, or what Tab has led to, alone on the screen; again: all of a board that grows, "
    "or back",
    "w": "why a move is not offered",
    "h": "the moves that a search thinks best",
    "u": "take back your last move, if it has told nothing and nobody has moved since",
    "a": "make a move by itself where it is the only one and tells nothing; again: ask for it",
    "s": "write the game to a new file, from now on after each of your moves",
    "r": "the rulebook, at the highlighted move",
    "l": "what others did since you moved, and all before",
    "v": "the game so far, as you have seen it",
    "q, Ctrl+C": "leave the game; Ctrl+C keeps it without asking",
    "Ctrl+Z": "back to the shell for a while, where fg brings the game back",
}


def under(head: str, lines: Iterable[Line]) -> list[Line]:
    """Lines under a head, if there are any."""
    return [line(head, "dim"), *told] if (told := [*lines]) else []


def help_lines() -> Iterable[Line]:
    """What can be typed."""
    margin = max(map(len, KEYS)) + 2
    for keys, meaning in KEYS.items():
        first, *rest = wrapped(meaning, 50)
        yield (Piece(keys.ljust(margin), "bold"), Piece(first))
        yield from ((Piece(" " * margin + part),) for part in rest)


def _own_row(beside: Sequence[Line]) -> int:
    """The first line of what the seat that looks holds, which comes last; as many as there are if
    it holds nothing."""
    heads = (number for number, row in enumerate(beside) if row[0].text.rstrip().endswith(" (you)"))
    return next(heads, len(beside))


def shares(
    room: int, boards: int, beside: int, *, is_asked: bool, fewest: int = FEWEST_BESIDE
) -> tuple[int, int]:
    """How many lines are shown of the boards, and of what is beside them, which gets the rest. Of
    boards a half at least, if there are as many; where a place on them `is_asked` for, all but the
    `fewest` lines of the rest.
    """
    least = room - min(beside, fewest) if is_asked else (room + 1) // 2
    shown = min(boards, max(least, (room + 1) // 2, room - beside))
    return shown, max(1, room - shown)


def fits(lines: Sequence[Line], columns: int, rows: int) -> bool:
    """Is there room for all of these lines, and beside them for what scrolls them?"""
    return len(lines) <= rows and max(map(_length, lines), default=0) < columns


def around(lines: list[Line], place: Region | None, rows: int) -> list[Line]:
    """So many lines at most, with a place among them."""
    first = (place.y + 2 if place is not None else len(lines) // 2) - rows // 2
    first = max(0, min(first, len(lines) - rows))
    return lines[first : first + rows]


def _plain(row: Line) -> str:
    return "".join(piece.text for piece in row)


def _length(row: Line) -> int:
    return sum(len(piece.text) for piece in row)


def spots(lines: Sequence[Line]) -> dict[str, Region]:
    """Where on boards names stand that pieces have or stand for, with what stands below them."""
    found: dict[str, Region] = {}
    for number, pieces in enumerate(lines):
        column = 0
        for piece in pieces:
            if text := piece.text.strip():
                here = Region(column, max(0, number - 2), len(text) + 2, AROUND)
                found.setdefault(piece.of or text, here)
            column += len(piece.text)
    return found


def _first(at: Mapping[str, Region], *wanted: Collection[str]) -> Region | None:
    """Where the first of some names stands, or else the first of the next ones."""
    places = (place for names in wanted for name, place in at.items() if name in names)
    return next(places, None)


def together(places: Iterable[Region], columns: int, rows: int) -> Region | None:
    """The first of some places with as many others as there is room for."""
    found, several = None, False
    for place in places:
        both = place if found is None else found.union(place)
        if found is None or (both.height - 2 <= rows and both.width < columns):
            found, several = both, found is not None
    return found.shrink((1, 0, 1, 0)) if found and several else found


def marked(lines: Sequence[Line], names: Collection[str], others: Collection[str]) -> list[Line]:
    """Lines in which some names stand out, and others that matter less are underlined."""

    def shown(piece: Piece) -> Iterable[Piece]:
        text = piece.text.strip()
        name = piece.of or text
        if not text or (name not in names and name not in others):
            return (piece,)
        before, _, after = piece.text.partition(text)
        style = "bold reverse" if name in names else f"{piece.style} underline"
        return Piece(before), Piece(text, style), Piece(after)

    return [tuple(part for piece in pieces for part in shown(piece)) for pieces in lines]

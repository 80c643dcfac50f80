"""Leads a game from screen to screen, to its end or until somebody leaves.

The table comes first: what else may be shown one day is imported when it is.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType
from textual.events import Event, Key
from textual.message import Message

from rulewright.diagnostics import RecordError, RulewrightError, UsageError
from rulewright.drawing.lines import line
from rulewright.limits import OutOfTime, wanted_while
from rulewright.players.budget import Budget
from rulewright.state import Move

from ..ending import as_long_as_it_is_read
from ..keeping import Ended, to_the_end, undisturbed
from ..main import FINE
from ..screen import Screen
from ..sitting import Sitting
from .base import FullScreen, MainScreen
from .playing import PlayingScreen

if TYPE_CHECKING:
    from .calling import CallingScreen

SWITCHING = 5e-4  # seconds that a search may keep the screen waiting
PATIENCE = 2.0  # seconds for what is no longer wanted to come to its end


class Task:
    """Something that is done in a thread, unless it is given up."""

    def __init__(self, work: Callable[[], Any], then: Callable[[Task, Any], object]) -> None:
        self.work, self.then = work, then
        self._left = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            with wanted_while(lambda: not self._left.is_set()):
                result = self.work()
        except OutOfTime:
            return
        except Exception as error:
            result = error
        if not self._left.is_set():
            self.then(self, result)

    def leave(self) -> None:
        """It is not wanted any more."""
        self._left.set()

    def wait(self) -> None:
        """Until it is over, or for a while."""
        self._thread.join(PATIENCE)

    @property
    def is_over(self) -> bool:
        return not self._thread.is_alive()


class TableApp(FullScreen):
    """A game at a table. `failure`: what ended it, if nobody has left it and it is not over."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(self, sitting: Sitting, hint: Budget) -> None:
        super().__init__()
        self.sitting, self.budget = sitting, hint
        self.told: list[str] = []  # once the screen is left
        self.left = False  # has a person left it, having said what is to be kept?
        self._thinks: Task | None = None
        self._searches: Task | None = None

    class Done(Message):
        """A thread has come to its end."""

        def __init__(self, task: Task, result: Any) -> None:
            super().__init__()
            self.task, self.result = task, result

    # From decision to decision.

    def on_mount(self) -> None:
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP", "SIGINT"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) != signal.SIG_IGN:
                with suppress(NotImplementedError, RuntimeError, ValueError):
                    loop.add_signal_handler(number, self._signalled, number)
        self._switching = sys.getswitchinterval()
        sys.setswitchinterval(SWITCHING)
        self.advance()
        self.call_after_refresh(self._get_ready)

    def _get_ready(self) -> None:
        """Make what playing needs, now that there is something to look at."""
        was_ready = self.sitting.is_ready
        self.sitting.get_ready()
        if not was_ready:
            self.advance()

    async def on_event(self, event: Event) -> None:
        """What is typed before all is ready is meant for what there will be then."""
        if isinstance(event, Key) and self.main is not None:
            self._get_ready()
        await super().on_event(event)

    @property
    def busy(self) -> Task | None:
        """What is being worked out."""
        return self._thinks or self._searches

    @property
    def main(self) -> MainScreen | None:
        """The screen below all that is laid over it."""
        found = [one for one in self.screen_stack if isinstance(one, MainScreen)]
        return found[-1] if found else None

    def advance(self) -> None:
        """Go on to where a person decides, somebody else is to think, or the game is over."""
        sitting = self.sitting
        while sitting.state.to_move == "chance":
            sitting.answer_chance()
        seat = sitting.state.to_move
        if seat is None:
            from .ending import EndingScreen

            sitting.hide()
            self.tell(sitting.write())
            self._turn_to(EndingScreen(sitting))
            return
        assert isinstance(seat, int)
        if seat in sitting.humans and sitting.is_called(seat):
            from .calling import CallingScreen

            sitting.at_the_screen = None
            self._turn_to(CallingScreen(seat, sitting.names[seat]))
            return
        looks = sitting.at_the_screen
        if looks is not None:
            main = self.main
            if isinstance(main, PlayingScreen) and main.seat == looks:
                main.changed()
            else:
                self._turn_to(PlayingScreen(sitting, looks))
        if not sitting.is_ready:
            return
        if seat not in sitting.humans:
            self._thinks = self._begin(sitting.thinking(seat))
        elif (move := sitting.only_move) is not None:
            self._make(move, by_itself=True)

    def _turn_to(self, screen: MainScreen) -> None:
        """Another screen in the place of all that there are."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(screen)

    def _begin(self, work: Callable[[], Any]) -> Task:
        return Task(work, lambda task, result: self.post_message(self.Done(task, result)))

    def on_table_app_done(self, event: Done) -> None:
        if isinstance(event.result, Exception):
            raise event.result
        if event.task is self._thinks:
            self._thinks = None
            self._make(event.result)
        elif event.task is self._searches:
            from .asking import Searching

            self._searches = None
            if isinstance(self.screen, Searching):
                self.screen.show(event.result)

    def on_calling_screen_come(self, event: CallingScreen.Come) -> None:
        if self.sitting.state.to_move == event.seat:
            self.sitting.at_the_screen = event.seat
            self.advance()

    def on_playing_screen_made(self, event: PlayingScreen.Made) -> None:
        if event.after == self.sitting.state.decisions:  # else it is the second of two quick Enters
            self._make(event.move)

    def _make(self, move: Move, *, by_itself: bool = False) -> None:
        """Make a move, and go on."""
        sitting = self.sitting
        told = sitting.make_only(move) if by_itself else sitting.make(move)
        self.advance()
        self.tell(told)

    def tell(self, texts: list[str]) -> None:
        """Tell people something on whatever screen there is."""
        if texts and self.main is not None:
            self.main.tell(texts)

    # What people wish besides.

    def action_undo(self) -> None:
        if self._thinks is not None:
            self.tell(["Wait until the others have moved."])
            return
        try:
            told = self.sitting.undo()
        except UsageError as error:
            self.tell([str(error)])
            return
        self.advance()
        self.tell(told)

    def action_auto(self) -> None:
        told = self.sitting.switch_auto()
        if self.sitting.only_move is not None:
            self.advance()
        self.tell([told])

    def action_save(self) -> None:
        from .asking import Asked

        def answer(name: str | None) -> None:
            if name:
                try:
                    self.tell([self.sitting.save_to(name)])
                except RecordError as error:
                    self.tell([str(error)])

        self.push_screen(Asked("Save to which file?"), answer)

    def action_hint(self) -> None:
        from ..ask import MOST_ANALYSED, considered_lines
        from .asking import Searching

        main, state = self.main, self.sitting.state
        if not isinstance(main, PlayingScreen) or not main.is_asked:
            return
        seat = main.seat
        copied = state.copy()
        self._searches = self._begin(
            lambda: list(considered_lines(copied, seat, self.budget, MOST_ANALYSED))
        )
        self.push_screen(Searching("What a search thinks of the moves"), self._give_up)

    def _give_up(self, _: None) -> None:
        if self._searches is not None:
            self._searches.leave()
            self._searches = None

    def on_playing_screen_wondered(self, event: PlayingScreen.Wondered) -> None:
        from ..ask import why_lines
        from .asking import Told

        reasons = list(why_lines(event.text, self.sitting.state))
        self.push_screen(Told(f"Why not {event.text}?", reasons))

    def on_playing_screen_looked(self, event: PlayingScreen.Looked) -> None:
        from ..ask import book_of
        from .asking import Told
        from .reading import ReadingScreen

        try:
            screen = ReadingScreen(book_of(self.sitting.game), event.text)
        except RulewrightError as error:  # the files are not what they were
            self.push_screen(Told("The rules", [line(str(error))]))
            return
        self.push_screen(screen)

    def action_look_back(self) -> None:
        from .looking_back import LookingBackScreen, frames

        looks = self.sitting.at_the_screen
        if looks is None and not self.sitting.state.over:
            return
        seats = self.sitting.onlookers if looks is None else [looks]
        self.push_screen(LookingBackScreen(self.sitting.view, frames(self.sitting, seats)))

    # How it ends.

    def action_leave(self) -> None:
        """Leave the game; what was played is kept, unless the person does not want it."""
        from .asking import Asked

        sitting = self.sitting
        if isinstance(self.screen, Asked):
            return
        asked = sitting.unsaved or sitting.state.over
        if sitting.keeper.file is not None or not asked:
            self.told = sitting.abandon()
            self._leave()
            return

        def answer(name: str | None) -> None:
            if name is None:
                return
            if name.casefold() in ("y", "yes"):
                self.told = sitting.keep()
            elif name.casefold() in ("", "n", "no"):
                sitting.keeper.drop()
            else:
                try:
                    sitting.save_to(name)
                except RecordError as error:
                    self.tell([str(error)])
                    return
            self._leave()

        otherwise = "not to" if sitting.state.over else "to leave it"
        self.push_screen(
            Asked(f"Save the game? A file name, y for a name of its own, or Enter {otherwise}."),
            answer,
        )

    def _leave(self) -> None:
        self.left = True
        self.exit()

    def action_interrupt(self) -> None:
        self._end(KeyboardInterrupt())

    def _signalled(self, number: int) -> None:
        self._end(KeyboardInterrupt() if number == signal.SIGINT else Ended(number))

    def _end(self, by: BaseException) -> None:
        """End the game from outside; it is kept at once, for there may be no terminal left."""
        self.failure = self.failure or by
        with undisturbed():
            self.told += self.sitting.abandon()
        self.exit()

    def on_unmount(self) -> None:
        sys.setswitchinterval(self._switching)
        for task in (self._thinks, self._searches):
            if task is not None:
                task.leave()
                task.wait()

    def copy_to_clipboard(self, text: str) -> None:
        """Copy, unless another person could paste it."""
        if not self.sitting.hides:
            super().copy_to_clipboard(text)


def play(sitting: Sitting, screen: Screen, hint: Budget) -> int:
    """Play a game on the whole screen. Gives the exit code; what came of it is printed to `screen`
    once there is room for it again."""

    def tell(told: list[str]) -> None:
        for text in told:
            screen.say(text)
        screen.show(sitting.where())

    def course() -> int:
        app = TableApp(sitting, hint)
        app.run()
        if app.failure is not None:
            raise app.failure
        if not app.left:  # it is the terminal that has left
            app.told = sitting.abandon()
        if sitting.state.over:
            from .ending import result

            screen.show(result(sitting, screen.width))
        tell(app.told)
        screen.show(sitting.earlier())
        return FINE

    def abandon() -> None:
        with undisturbed():
            told = sitting.abandon()
            with as_long_as_it_is_read():
                tell(told)

    return to_the_end(course, abandon)

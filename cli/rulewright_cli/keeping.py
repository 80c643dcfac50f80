"""Where a game is kept while it is played, and how it survives what ends it.

A game has at most one file. Nothing is ever written over that was not loaded from there: a file is
made anew, by whoever comes first, or it is the one that the game was loaded from – and still holds
what it held when it was last looked at, for the same save may be played on at another terminal. A
game that has no file of its own is kept under a name that says which game it is, when its first
move was made, and a number: from that move on, so that it outlives a program that is killed, which
no signal tells of. If nobody wants it in the end it is taken away again.
"""

from __future__ import annotations

import os
import re
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from rulewright.check.modules import plain_name
from rulewright.diagnostics import RecordError
from rulewright.files import user_folder
from rulewright.game import Game
from rulewright.state import State

from .ending import ENDED, ENDING, ends_at_once, handled, signals
from .main import INTERRUPTED
from .typing_again import as_command

if TYPE_CHECKING:
    from rulewright.play import record as records

LONGEST_NAME = 80  # of a kept game, in bytes, without time and number
MOST_TRIES = 1000
LOOKED_AT = 20  # of kept games, for one that is not over


class _Kept:
    """A file that a game is in. `ours`: what may be in it for all that we have done."""

    def __init__(self, path: Path, *ours: bytes) -> None:
        self.path, self.ours = path, ours

    def write(self, data: records.Record) -> None:
        """Write the game as it is now. Raises `RecordError`."""
        from rulewright.play import record as records

        held, new = self._contents(), _bytes(data, self.path)
        if held == new:
            return
        if held is not None and held not in self.ours:
            raise RecordError(f"{self.path} has been changed meanwhile by somebody else")
        self.ours = (*self.ours[-1:], new)
        records.save(data, self.path)

    def remove(self) -> None:
        """Take the file away, unless somebody else has played on in it. Raises `OSError`,
        `RecordError`."""
        if self._contents() in self.ours:
            os.unlink(self.path)

    def _contents(self) -> bytes | None:
        from rulewright.play import record as records

        return records.contents(self.path) if os.path.exists(self.path) else None


class Keeper:
    """The file of a game, if it has one. `players`, and what was said of the game when it was
    loaded (`known`), are kept with it, as far as it is still the same game. `asked`: the name or
    path by which it was asked for."""

    def __init__(
        self, game: Game, players: Sequence[str] = (), known: records.Record | None = None,
        asked: str = "",
    ) -> None:  # fmt: skip
        self.game, self.players, self.known = game, players, known
        self.asked = asked or game.source
        self._kept: _Kept | None = None
        self._held: _Kept | None = None  # of which nobody is told, until it is the game's own

    @property
    def file(self) -> Path | None:
        """Where the game is kept, as people are told."""
        return None if self._kept is None else self._kept.path

    def get_ready(self) -> None:
        """Read what keeping needs, which takes a moment: once a table is shown, so that nobody
        waits, and before anything could end the game."""
        import rulewright.play.record  # noqa: F401

    def go_on_in(self, file: Path, found: bytes) -> None:
        """Keep the game in the file that it was loaded from, which held `found`."""
        self._kept = _Kept(file, found)

    def begin(self, file: Path, state: State) -> None:
        """Keep the game in a new file from now on. Raises `RecordError`."""
        from rulewright.play import record as records

        if self.file is not None and os.path.exists(file) and os.path.samefile(file, self.file):
            self.write(state)
            return
        data = self._data(state)
        records.save(data, file, new=True)
        self._kept = _Kept(file, _bytes(data, file))
        self.drop()

    def begin_beside(self, file: Path, state: State) -> None:
        """Keep the game in a new file from now on: `game-2.json` beside `game.json`, or the next
        number. Raises `RecordError`."""
        for number in range(2, MOST_TRIES):
            new = file.with_name(f"{file.stem}-{number}{file.suffix}")
            if not os.path.lexists(new):
                self.begin(new, state)
                return
        raise RecordError(f"there are too many files named as {file}")

    def write(self, state: State) -> None:
        """Write the game to its file. Raises `RecordError`."""
        assert self._kept is not None
        self._kept.write(self._data(state))

    def hold(self, state: State) -> None:
        """Keep the game where it would be kept under a name of its own, if it can be kept there,
        until it is asked whether it is to stay: `keep` it or `drop` it."""
        with suppress(OSError, RecordError):
            if self._held is not None:
                self._held.write(self._data(state))
            elif (folder := _own_folder()) is not None:
                self._held = self._kept_in(folder, state)

    def drop(self) -> None:
        """Take away what was only held."""
        held, self._held = self._held, None
        if held is not None:
            with suppress(OSError, RecordError):
                held.remove()

    def keep(self, state: State) -> None:
        """Keep the game under a name of its own: where the user's programs keep such things, or
        where else it can be. Raises `RecordError` if that is nowhere."""
        if self._held is not None:
            with suppress(OSError, RecordError):
                self._held.write(self._data(state))
                self._kept, self._held = self._held, None
                return
        first: RecordError | None = None
        for folder in _folders():
            try:
                self._kept = self._kept_in(folder, state)
                return
            except OSError as error:
                first = first or RecordError(f"{folder} cannot be written to: {error.strerror}")
            except RecordError as error:
                first = first or error
        assert first is not None
        raise first

    def _kept_in(self, folder: Path, state: State) -> _Kept:
        from rulewright.play import record as records

        folder.mkdir(parents=True, exist_ok=True)
        data = self._data(state)
        stem = f"{_own_name(self.game)}-{datetime.now():%Y%m%d-%H%M%S}"
        for number in range(1, MOST_TRIES):
            file = folder / f"{stem}-{number}.json"
            try:
                records.save(data, file, new=True)
            except records.FileIsThere:
                continue
            return _Kept(file, _bytes(data, file))
        raise RecordError(f"{folder} holds too many games of this second")

    def _data(self, state: State) -> records.Record:
        from rulewright.play import record as records

        known, moves, same = self.known, state.moves, 0
        if known is not None:
            pairs = zip(known.moves, moves, strict=False)
            same = next((n for n, (a, b) in enumerate(pairs) if a != b), len(known.moves))
        return records.record_of(
            self.game,
            state,
            players=self.players,
            comments=[one for one in known.comments if one.after <= same] if known else (),
        )


def left_behind(game: Game) -> Path | None:
    """The game with the same rules that was played last of those that are kept under a name of
    their own and are not over: left, or ended by what no signal tells of."""
    from rulewright.play import record as records

    folder = _own_folder()
    wanted = re.compile(rf"{re.escape(_own_name(game))}-\d{{8}}-\d{{6}}-\d+\.json")
    found = list[tuple[int, Path]]()
    with suppress(OSError):
        for file in folder.iterdir() if folder is not None else ():
            if wanted.fullmatch(file.name):
                found.append((file.stat().st_mtime_ns, file))
    for _, file in sorted(found, reverse=True)[:LOOKED_AT]:
        with suppress(RecordError):
            record = records.read(records.contents(file), str(file))
            if record.result is None and records.is_of(record, game):
                return file
    return None


def _own_name(game: Game) -> str:
    """How the names of kept games begin. A variant that is told by a path has its file's name
    there, as far as it may stand in the names of files everywhere."""
    variants = (re.sub(r"[^\w-]+", "_", plain_name(variant)) for variant in game.variants)
    name = "-".join([game.name, *variants]).encode(errors="replace")
    return name[:LONGEST_NAME].decode(errors="ignore")


def _bytes(record: records.Record, file: Path) -> bytes:
    from rulewright.play import record as records

    return records.text_of(record, file).encode()


def _own_folder() -> Path | None:
    return user_folder("XDG_STATE_HOME", ".local/state")


def _folders() -> Iterator[Path]:
    own = _own_folder()
    if own is not None:
        yield own
    yield Path(os.curdir)
    yield Path(tempfile.gettempdir())


def resuming(asked: str, file: Path) -> str:
    """The command that goes on with a kept game, which is asked for so."""
    return as_command("rulewright", "play", asked, "--resume", str(file))


class Ended(BaseException):
    """The system wants the program to end: its terminal was closed, say."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _end(number: int, _: FrameType | None) -> None:
    raise Ended(number)


@contextmanager
def endings() -> Iterator[None]:
    """While this lasts, signals that would end the program raise `Ended` instead; those that are
    ignored stay so."""
    with handled(ends_at_once(), _end):
        yield


def to_the_end(course: Callable[[], int], abandon: Callable[[], None]) -> int:
    """Lead a game to its end, and abandon it if anything else ends it. Gives the exit code."""
    with endings():
        try:
            return course()
        except KeyboardInterrupt:
            abandon()
            return INTERRUPTED
        except Ended as ended:
            abandon()
            return ENDED + ended.number
        except Exception:  # of the rules, of the screen, of ours
            abandon()
            raise


@contextmanager
def undisturbed() -> Iterator[None]:
    """While this lasts, no signal interrupts: what is being saved must come to its end."""
    with handled(signals("SIGINT", *ENDING), signal.SIG_IGN):
        yield

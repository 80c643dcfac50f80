"""Which files have been saved: looked at by their times, sizes and numbers, a few times a second.

A rule file has few neighbours, so looking takes less than a thousandth of a second; it works on
every file system, knows no difference between a file that is written and one that takes the name of
another, as editors do it, and needs no library.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

EVERY = 0.03  # seconds between looks
QUIET = 0.01  # seconds in which nothing is saved, and a burst of saves is over
AWAY = 1.0  # seconds that a file may be gone while its editor saves it
SUFFIXES = (".game", ".csv")

Known = dict[Path, tuple[int, int, int]]


class Saves:
    """The files of some folders. `folders` gives them: there may be others in time.

    `pause` waits for so many seconds, `now` is a clock in seconds.
    """

    def __init__(
        self,
        folders: Callable[[], Iterable[Path]],
        *,
        pause: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._folders, self._pause, self._now = folders, pause, now
        self._seen: set[Path] = set()  # folders that were looked into
        self.known: Known = {}
        self._look()

    def _look(self) -> Known:
        """All files; in a folder that was never looked into, nothing has been saved."""
        folders = {*self._folders()}
        self.known.update(self._files(folders - self._seen))
        self._seen |= folders
        return self._files(self._seen)

    def _files(self, folders: Iterable[Path]) -> Known:
        found: Known = {}
        for folder in folders:
            with suppress(OSError), os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name.endswith(SUFFIXES) and not entry.name.startswith("."):
                        with suppress(OSError):
                            about = entry.stat()
                            file = Path(folder, entry.name)
                            found[file] = (about.st_mtime_ns, about.st_size, about.st_ino)
        return found

    def saved(self) -> set[Path]:
        """The files that are otherwise than when `taken` was called."""
        return _between(self.known, self._look())

    def taken(self) -> set[Path]:
        """The same, once nothing more comes; from now on these are known. A file that is gone is
        waited for."""
        until = self._now() + AWAY
        found = self._look()
        while True:
            self._pause(QUIET)
            again = self._look()
            gone = self.known.keys() - again.keys()
            if self._now() > until or (again == found and not gone):
                break
            found = again
        saved = _between(self.known, again)
        self.known = again
        return saved

    def await_one(self, until: float) -> bool:
        """Wait for a save; not longer than to a time of the clock. Has there been one?"""
        while not self.saved():
            if self._now() >= until:
                return False
            self._pause(EVERY)
        return True

    def since(self, saved: Iterable[Path]) -> float:
        """The seconds since the last of some files was saved, as the file system says; 0 if what it
        says makes no sense."""
        times = [self.known[file][0] for file in saved if file in self.known]
        passed = time.time() - max(times) / 1e9 if times else 0.0
        return passed if 0 <= passed < 10 * AWAY else 0.0


def _between(before: Known, after: Known) -> set[Path]:
    return {file for file in {*before, *after} if before.get(file) != after.get(file)}

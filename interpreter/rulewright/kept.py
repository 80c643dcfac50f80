"""What is kept from one run to the next, in the user's cache folder.

All of it can be made again at any time, so whatever is wrong with it – missing, damaged, not ours,
of another version – is never told: it is as if nothing had been kept. Nobody but the user can have
written what is read here: folders and files are the user's own, closed to all others, and no links;
anything else is left alone. It is data, read as such, but for compiled modules, which are run.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from .files import user_folder, write_whole

LARGEST = 64_000_000  # bytes


def cache_folder() -> Path | None:
    """The user's folder for what can be made again; None where there is none."""
    return user_folder("XDG_CACHE_HOME", ".cache")


def kept(*names: str, form: str) -> bytes | None:
    """What `keep` has kept under these names and in this form; None if there is nothing.

    `names`: folders and a file inside the cache folder. `form`: all that the data depend on; what
    was kept in another form is not found.
    """
    whole = b""
    with suppress(OSError), _folder(names[:-1]) as (folder, _):
        # not to wait for whoever may write into a pipe of this name
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        with open(os.open(names[-1], flags, dir_fd=folder), "rb") as file:
            about = os.fstat(file.fileno())
            if stat.S_ISREG(about.st_mode) and _is_private(about) and about.st_size <= LARGEST:
                whole = file.read(LARGEST)
    digest, _, data = whole.partition(b"\n")
    return data if digest == _digest(form, data) else None


def keep(data: bytes, *names: str, form: str, room: int | None = None) -> None:
    """Keep data for later runs, whole or not at all; if that cannot be done, nothing happens.

    `room`: bytes that the files of the folder may take together; the oldest make room for others.
    """
    with suppress(OSError), _folder(names[:-1], make=True) as (folder, path):
        file = path / names[-1]
        if file.is_symlink() or file.is_fifo():
            file.unlink()
        whole = _digest(form, data) + b"\n" + data
        write_whole(file, whole, private=True, lasting=False)  # what is cut short is not found
        if room is not None:
            _make_room(folder, room)


def _make_room(folder: int, room: int) -> None:
    """Take away the files of a folder that are oldest, if all of them take more bytes."""
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            with suppress(FileNotFoundError):  # another process makes room, too
                about = entry.stat(follow_symlinks=False)
                if stat.S_ISREG(about.st_mode):
                    found.append((about.st_mtime_ns, entry.name, about.st_size))
    taken = 0
    for _, name, size in sorted(found, reverse=True):
        taken += size
        if taken > room:
            with suppress(FileNotFoundError):
                os.unlink(name, dir_fd=folder)


@contextmanager
def _folder(names: tuple[str, ...], *, make: bool = False) -> Iterator[tuple[int, Path]]:
    """A folder inside the cache folder: a descriptor, and its path. Raises `OSError` if one on the
    way is missing or is not the user's alone; `make`: those that are missing are made."""
    top = cache_folder()
    if top is None or os.name != "posix":  # elsewhere there are no owners to be asked for
        raise FileNotFoundError
    if make:
        top.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
    here = os.open(top.parent, flags)
    try:
        for name in (top.name, *names):
            if make:
                with suppress(FileExistsError):
                    os.mkdir(name, 0o700, dir_fd=here)
            outer, here = here, os.open(name, flags | os.O_NOFOLLOW, dir_fd=here)
            os.close(outer)
            if make and os.fstat(here).st_uid == os.geteuid():
                os.fchmod(here, 0o700)
            if not _is_private(os.fstat(here)):
                raise PermissionError
        yield here, top.joinpath(*names)
    finally:
        os.close(here)


def _is_private(about: os.stat_result) -> bool:
    return about.st_uid == os.geteuid() and not about.st_mode & 0o077


def _digest(form: str, data: bytes) -> bytes:
    return sha256(form.encode() + b"\0" + data).hexdigest().encode()

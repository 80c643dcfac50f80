"""Files that are written whole or not at all: the one way in which anything here writes a file; and
files that people name, which are read without waiting for what may never come.

The text goes into a file beside the one that is meant, under a name that nobody else has, and takes
its name when all of it is on the disk. So a reader finds what was there before or what is to be
there, never a part; of several writers one is the last. What a killed process leaves behind lies
under names of one form, and the next that is written in the folder takes it away.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import MappingProxyType

PREFIX, SUFFIX = ".rulewright-", ".part"
STALE = 3600.0  # seconds after which nobody can still be writing

PRIVATE = 0o600
PAUSES = 0.01, 0.03, 0.1, 0.3  # seconds until what another has open is tried again


def user_folder(variable: str, usual: str) -> Path | None:
    """The folder that the user has for files of a kind: what a variable of the environment names,
    or the usual one at home; None where there is none.

    One that is not absolute would be another one in each working folder: it is ignored, as the XDG
    base directory specification asks for.
    """
    base = os.environ.get(variable, "")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), usual)
    return Path(base, "rulewright") if os.path.isabs(base) else None


def write_whole(
    path: str | Path,
    data: str | bytes,
    *,
    new: bool = False,
    private: bool = False,
    lasting: bool = True,
) -> None:
    """Put `data` (texts as UTF-8) into a file, whole or not at all.

    A link is followed, and a file that is there keeps its mode. `new`: only if there is no such
    file yet, whoever else may be making it now. `private`: readable by its owner only. `lasting`:
    also where the machine stops right behind this, which takes some milliseconds. Raises
    `OSError`, `FileExistsError` among them, also where the path is something else than a file.

    write_whole("game.json", text, new=True, private=True)
    """
    target, mode = _expected(path, new=new)
    _clear(target.parent)
    part = target.parent / f"{PREFIX}{secrets.token_hex(8)}{SUFFIX}"
    first = PRIVATE if private or mode is not None else 0o666
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, first)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data.encode("utf-8") if isinstance(data, str) else data)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        if mode is not None and not private:
            os.chmod(part, mode)
        if new:
            _take_name(part, target)
        else:
            _replace(part, target)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part)


def expect_writable(path: str | Path, *, new: bool = False) -> None:
    """Raise the `OSError` that `write_whole` would raise, as far as that can be foreseen: for who
    works for long before there is something to write."""
    _expected(path, new=new)


def _expected(path: str | Path, *, new: bool) -> tuple[Path, int | None]:
    """Where a file would be written, and the mode of the one that is there. Raises `OSError`."""
    target = Path(os.path.realpath(_possible(path)))
    mode = _mode_of(target, new=new)
    folder = target.parent
    said = folder if os.path.islink(path) else Path(path).parent
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {said}", str(path))
    if not os.access(folder, os.W_OK | os.X_OK):
        told = f"the folder {said} may not be written to"
        raise PermissionError(errno.EACCES, told, str(path))
    return target, mode


def _replace(part: Path, target: Path) -> None:
    """Put a whole file in the place of another. On Windows that is refused as long as somebody has
    the other open, a reader or what looks for viruses, which is soon over."""
    for wait in PAUSES if os.name == "nt" else ():
        try:
            os.replace(part, target)
            return
        except PermissionError:
            time.sleep(wait)
    os.replace(part, target)


def _mode_of(target: Path, *, new: bool) -> int | None:
    """The mode of a file that is there already. Raises `OSError` if it may not be written over."""
    try:
        found = os.stat(target)
    except FileNotFoundError:
        return None
    if new:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "not an ordinary file", str(target))
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    return stat.S_IMODE(found.st_mode)


def _take_name(part: Path, target: Path) -> None:
    """Give a whole file its name, unless there is a file of that name."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without links: there the name is taken first
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        _replace(part, target)


def _clear(folder: Path) -> None:
    """Take away what processes left that were killed while they wrote."""
    for path in _parts(folder):
        with contextlib.suppress(OSError):
            if time.time() - path.stat(follow_symlinks=False).st_mtime > STALE:
                os.unlink(path)


def _parts(folder: Path) -> Iterator[os.DirEntry[str]]:
    with contextlib.suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            if entry.name.startswith(PREFIX) and entry.name.endswith(SUFFIX):
                yield entry


Brought = tuple[str, bytes]
"""A file of another machine: what messages call it, and what it holds."""

BROUGHT: ContextVar[Mapping[Path, Brought]] = ContextVar("brought", default=MappingProxyType({}))
"""Files that stand for those of this machine, by their paths as they were given there."""


@contextmanager
def brought(files: Mapping[Path, Brought]) -> Iterator[None]:
    """Within, these files are there; of this machine's own, those that come with Rulewright."""
    before = BROUGHT.set(files)
    try:
        yield
    finally:
        BROUGHT.reset(before)


Held = dict[tuple[str, int], bytes]
"""What files held when they were read first, by their paths as they were given and how much was
asked for at most."""

HELD: ContextVar[Held | None] = ContextVar("held", default=None)
"""What is held to, if anything is."""


@contextmanager
def holding(files: Held | None = None) -> Iterator[None]:
    """Within, a file is what it was when it was read first, or what `files` say it was. Rules are
    loaded more than once by what works long, and whoever edits them meanwhile would have it find
    one half of a game beside the other half of another."""
    before = HELD.set({} if files is None else files)
    try:
        yield
    finally:
        HELD.reset(before)


def is_held(path: str | Path) -> bool:
    """Is it a file that was read, and is held to?"""
    return any(name == str(path) for name, _ in HELD.get() or ())


def file_bytes(path: str | Path, most: int) -> bytes:
    """What a file holds: its first `most` bytes, and one more if there are more.

    Raises `OSError` for whatever cannot be read, also for a name that no file can have and for what
    is no ordinary file: a pipe, which could wait for ever, or a device without end.
    """
    files = BROUGHT.get()
    if files and (given := files.get(Path(path))) is not None:
        return given[1]
    held = HELD.get()
    if held is None:
        return _read(path, most)
    if (str(path), most) not in held:
        held.setdefault((str(path), most), _read(path, most))
    return held[str(path), most]


def _read(path: str | Path, most: int) -> bytes:
    with open(_possible(path), "rb", opener=_without_waiting) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "not an ordinary file", str(path))
        return file.read(most + 1)


def own_bytes(path: Path) -> bytes:
    """What a file holds that comes with Rulewright."""
    with open(path, "rb") as file:
        return file.read()


def own_text(path: Path) -> str:
    """The same as text."""
    with open(path, encoding="utf-8") as file:
        return file.read()


UNDISTURBED = frozenset(function.__code__ for function in (write_whole, _read, own_bytes, own_text))
"""Where files are open, for a moment: what breaks off whatever is done waits until they are closed.
Between a file that is just opened and the `with` that closes it there is room for a signal."""


def _possible(path: str | Path) -> str | Path:
    """A path, if the system can have a file of that name."""
    try:
        if b"\0" not in os.fsencode(path):
            return path
    except UnicodeEncodeError:
        pass
    raise OSError(errno.EINVAL, "no file has such a name", str(path))


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))

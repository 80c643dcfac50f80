"""The texts that are open in an editor, and what is wrong with them.

What is open counts in the place of what is saved, in every file of a game: a variant is checked
with the unsaved text of its game. What was found is told of the file in which it stands.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from .. import resources
from ..check.modules import UNSAVED, shown_name
from ..diagnostics import Diagnostic, Findings
from ..recent import Recent
from ..source import SourceFile
from ..syntax import nodes as n
from ..syntax.parse import parse_file
from .positions import Text

VERSIONS_KEPT = 32


class Version:
    """One text of a file, read: `text`, its tree `file`, and the `findings` of reading it."""

    def __init__(self, path: Path, text: Text) -> None:
        self.path = path
        self.text = text
        self.source = SourceFile(shown_name(path), text.rules)
        read = Findings()
        self.file: n.File = parse_file(self.source, read)
        self.findings: tuple[Diagnostic, ...] = tuple(read.found)


class Workspace:
    """The open texts by the resolved paths of their files. Any threads may use it."""

    def __init__(self) -> None:
        self.open: Mapping[Path, Text] = {}  # never changed: another one takes its place
        self._versions = Recent[tuple[Path, Text], Version](VERSIONS_KEPT)
        self._reading = threading.Lock()

    def put(self, path: Path, text: Text) -> None:
        """A file is open with a text, from now on."""
        self.open = {**self.open, path: text}

    def close(self, path: Path) -> None:
        """A file is not open any more: what is saved counts."""
        self.open = {other: text for other, text in self.open.items() if other != path}

    def version(self, path: Path) -> Version | None:
        """The text that is open now, read; each text is read once."""
        text = self.open.get(path)
        if text is None:
            return None
        with self._reading:
            version = self._versions.get((path, text))
            if version is None:
                version = Version(path, text)
                self._versions.put((path, text), version)
        return version

    @contextmanager
    def unsaved(self) -> Iterator[None]:
        """Within, the open texts are read wherever a rule file is."""
        texts = {path: text.raw for path, text in self.open.items()}
        token = UNSAVED.set(texts)
        try:
            yield
        finally:
            UNSAVED.reset(token)


def file_of(name: str) -> Path:
    """The path of a file by the name under which findings tell it (see `modules.shown_name`)."""
    path = Path(name)
    return path if path.is_absolute() else resources.rules_root().resolve() / path


def by_file(found: Iterable[Diagnostic]) -> dict[Path, list[Diagnostic]]:
    """Findings by the file in which they stand, each once, in the order of the lines."""
    unique = {finding.sort_key(): finding for finding in found}
    files: dict[Path, list[Diagnostic]] = {}
    for key in sorted(unique):
        files.setdefault(file_of(unique[key].span.file.name), []).append(unique[key])
    return files

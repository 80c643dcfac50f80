"""The texts that are open in an editor, and what is wrong with them.

What is open counts in the place of what is saved, in every file of a game: a variant is checked
with the unsaved text of its game. What was found is told of the file in which it stands.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path

from .. import resources
from ..check.modules import UNSAVED, shown_name
from ..diagnostics import Diagnostic, Findings, RulesError
from ..recent import Recent
from ..source import SourceFile, Span
from ..syntax import nodes as n
from ..syntax.parse import (
    LARGEST_FILE,
    MOST_DECLARATIONS,
    parse_declaration,
    parse_file,
    pieces,
)
from .positions import Text

VERSIONS_KEPT = 32
PIECES_KEPT = 10_000  # declarations of all open files


Piece = tuple[SourceFile, "n.Header | n.Declaration | tuple[n.Edit, ...] | None"]


class Version:
    """One text of a file, read: `text`, and its tree `file`.

    The tree is made of pieces, each of which is a file of its own as far as its spans are
    concerned: a piece that stood in an earlier version is not read again, wherever it stands now.
    `absolute` says where a span is in the whole text, which is `source`.
    """

    def __init__(self, path: Path, text: Text, known: Recent[tuple[str, str, int], Piece]) -> None:
        self.path = path
        self.text = text
        self.source = SourceFile(shown_name(path), text.rules)
        self.starts: dict[SourceFile, int] = {}
        self.file = self._read(known)

    def _read(self, known: Recent[tuple[str, str, int], Piece]) -> n.File:
        whole, name = Span(self.source, 0, len(self.source.text)), self.source.name
        parts = pieces(self.source.text) if len(self.source.text) <= LARGEST_FILE else []
        header: n.Header | None = None
        declarations: list[n.Declaration] = []
        broken: list[Span] = []
        seen: Counter[str] = Counter()
        for start, end in parts[:MOST_DECLARATIONS]:
            text = self.source.text[start:end]
            key = (name, text, seen[text])  # the same twice stands in two places
            seen[text] += 1
            piece = known.get(key)
            if piece is None:
                piece = parse_declaration(text, name)
                known.put(key, piece)
            source, tree = piece
            self.starts[source] = start
            if tree is None:
                broken.append(Span(source, 0, len(text)))
            elif isinstance(tree, tuple):  # one edit of several things
                declarations += tree
            elif not isinstance(tree, n.Header):
                declarations.append(tree)
            elif start == parts[0][0]:
                header = tree
        return n.File(header, tuple(declarations), tuple(broken), span=whole)

    def absolute(self, span: Span) -> Span:
        """Where a span of the tree is in the whole text."""
        start = self.starts.get(span.file)
        return span if start is None else Span(self.source, start + span.start, start + span.end)

    @cached_property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the text by itself."""
        read = Findings()
        with suppress(RulesError):  # when it is very much
            parse_file(self.source, read)
        return tuple(read.found)


class Workspace:
    """The open texts by the resolved paths of their files. Any threads may use it."""

    def __init__(self) -> None:
        self.open: Mapping[Path, Text] = {}  # never changed: another one takes its place
        self._pieces = Recent[tuple[str, str, int], Piece](PIECES_KEPT)
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
                version = Version(path, text, self._pieces)
                self._versions.put((path, text), version)
        return version

    def read(self, path: Path, text: str) -> Version:
        """A text that is not open, read."""
        return Version(path, Text(text), self._pieces)

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
    return path if path.is_absolute() else resources.rules_root() / path


def by_file(found: Iterable[Diagnostic]) -> dict[Path, list[Diagnostic]]:
    """Findings by the file in which they stand, each once, in the order of the lines."""
    unique = {finding.told_once(): finding for finding in found}
    files: dict[Path, list[Diagnostic]] = {}
    for key in sorted(unique):
        files.setdefault(file_of(unique[key].span.file.name), []).append(unique[key])
    return files

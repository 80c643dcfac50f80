"""The files of a game as one: what a word in one of them means, and where else it is meant.

A family is a game, the libraries that it uses and the variants beside it, as they are in an editor.
A variant sees its game's names and its own; what two variants declare are two things.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from .. import resources
from ..characters import whole_number
from ..check import modules
from ..check.modules import Loaded
from ..check.tables import LARGEST_TABLE, named_copies, read_table
from ..diagnostics import Findings, UsageError
from ..recent import Recent
from ..source import Span
from ..syntax import nodes as n
from .names import Declared, Names, Symbol, names_in, parts_of
from .scenes import Scenes
from .uses import Reader, Use, words_in
from .workspace import Version, Workspace

DECLARATIONS_KEPT = 5_000

_Relative = tuple[tuple[int, int, Symbol, bool], ...]


@dataclass(frozen=True)
class Family:
    """`game` is missing if only a library is known, or the game of a variant is not there."""

    game: Loaded | None
    libraries: tuple[Loaded, ...]
    variants: tuple[Loaded, ...]
    versions: tuple[Version, ...] = ()  # of those that are open

    def absolute(self, span: Span) -> Span:
        """Where a span of a tree is in its whole file."""
        for version in self.versions:
            if span.file in version.starts:
                return version.absolute(span)
        return span

    @property
    def files(self) -> tuple[Loaded, ...]:
        shared = (self.game,) if self.game is not None else ()
        return (*self.libraries, *shared, *self.variants)

    def file(self, path: Path) -> Loaded | None:
        return next((file for file in self.files if file.path == path), None)

    @cached_property
    def _views(self) -> dict[Path, View]:
        return {}

    def view(self, path: Path) -> View | None:
        """What a file of the family sees."""
        file = self.file(path)
        if file is None:
            return None
        if path not in self._views:
            shared = [file for file in self.files if file not in self.variants]
            files = shared if file in shared else [*shared, file]
            self._views[path] = View(file, files, self.absolute)
        return self._views[path]

    def meaning(self, path: Path, offset: int) -> tuple[Use, View] | None:
        """The word at an offset of a file, and what the file sees."""
        view = self.view(path)
        use = view.at(offset) if view is not None else None
        return (use, view) if use is not None and view is not None else None

    def uses(self, symbol: Symbol) -> Iterator[Use]:
        """Every word that means a symbol, file by file, in the order of the text."""
        for file in self.files:
            view = self.view(file.path)
            assert view is not None
            yield from (use for use in view.uses if use.symbol == symbol)


class View:
    """A file, and the names that it sees: those of `files`, which it is among."""

    def __init__(
        self, file: Loaded, files: Iterable[Loaded], absolute: Callable[[Span], Span]
    ) -> None:
        self.file = file
        self.files = tuple(files)
        self.absolute = absolute
        self._reading = threading.Lock()  # one declaration after the other

    @cached_property
    def names(self) -> Names:
        return names_in(self.files, in_tables(self.files))

    @cached_property
    def reader(self) -> Reader:
        declared: list[n.Declaration] = []
        for file in self.files:
            for node in file.file.declarations:
                parts = node.parts if isinstance(node, n.Together) else (node,)
                declared += (part for part in parts if not isinstance(part, n.ScenarioDecl))
        return Reader(self.names, declared)

    @cached_property
    def scenes(self) -> Scenes:
        scenes = Scenes(self.reader)
        self.reader.scenario = scenes.read
        return scenes

    @cached_property
    def signature(self) -> int:
        """The same as long as all names mean the same."""
        every = ((one.symbol, one.domain, _takes(one)) for one in self.names.every())
        scenes = self.scenes
        chosen = ((symbol, _takes_of(node)) for node, symbol in scenes.chosen.values())
        return hash((*every, *chosen, *scenes.choices.values(), *sorted(scenes.parts.items())))

    def at(self, offset: int) -> Use | None:
        """The word at an offset; the one that begins there, if two meet."""
        found = [
            use
            for stretch in self._stretches()
            if (place := self.absolute(stretch.span)).start <= offset <= place.end
            for use in self._uses(stretch)
            if use.span.start <= offset <= use.span.end
        ]
        return max(found, key=lambda use: (use.span.start, use.declares), default=None)

    @cached_property
    def uses(self) -> tuple[Use, ...]:
        """All words of the file that mean something, each once, in order."""
        found = {use.span.start: use for one in self._stretches() for use in self._uses(one)}
        return tuple(found[start] for start in sorted(found))

    @cached_property
    def everything(self) -> tuple[Use, ...]:
        """The words of all files that this one sees."""
        others = (
            View(file, self.files, self.absolute) for file in self.files if file is not self.file
        )
        return (*self.uses, *(use for other in others for use in other.uses))

    def _stretches(self) -> Iterator[n.Declaration | n.File]:
        """The declarations, and what cannot be read as files without any."""
        if self.file.file.header is not None:
            yield self.file.file.header
        yield from self.file.file.declarations
        for span in self.file.file.broken:
            yield n.File(None, (), span=span)

    def _uses(self, node: n.Declaration | n.File) -> list[Use]:
        span = node.span
        if isinstance(node, n.File):
            return [self._placed(use) for use in words_in(span, self.names)]
        key = (span.file.name, span.text(), self.signature)
        known = _known.get(key)
        if known is None or _is_edit(node):
            with self._reading:
                reader, _ = self.reader, self.scenes
                reader.uses = []
                reader.read(node)
                found = reader.uses
            if _is_edit(node):
                return [self._placed(use) for use in found]
            known = tuple(
                (u.span.start - span.start, u.span.end - span.start, u.symbol, u.declares)
                for u in found
            )
            _known.put(key, known)
        whole = self.absolute(span)
        file, at = whole.file, whole.start
        return [
            Use(Span(file, at + start, at + end), symbol, declares)
            for start, end, symbol, declares in known
        ]

    def _placed(self, use: Use) -> Use:
        return replace(use, span=self.absolute(use.span))

    def declared(self, symbol: Symbol) -> Declared | None:
        """Where a symbol is declared, if it is no part of a declaration."""
        names = self.names
        found = (
            names.values.get(symbol.name),
            names.others.get((symbol.kind, symbol.name)),
            names.elements.get(symbol.name, {}).get(symbol.home),
            names.properties.get(symbol.name, {}).get(symbol.home),
        )
        meant = next((one for one in found if one is not None and one.symbol == symbol), None)
        return None if meant is None else replace(meant, span=self.absolute(meant.span))


_known = Recent[tuple[str, str, int], _Relative](DECLARATIONS_KEPT)
"""What the words of a declaration mean, with places from where it begins, by its text and by what
it can see."""


def _takes_of(node: object) -> tuple[str, ...]:
    return tuple(param.span.text() for param in getattr(node, "params", ()))


def _is_edit(node: object) -> bool:
    return isinstance(node, n.Edit | n.Together | n.RemoveScenarios)


def _takes(found: Declared) -> tuple[str, ...]:
    """What else of a declaration tells what words elsewhere mean."""
    match found.node:
        case n.DefineDecl(params=params, cases=cases):
            return tuple(p.span.text() for p in (*params, *cases))
        case n.ActionDecl(params=drawn) | n.ProcedureDecl(params=drawn):
            return tuple(p.span.text() for p in drawn)
        case n.ZoneDecl(keys=keys) | n.MarkDecl(keys=keys):
            return tuple(key.text for key in keys)
    return ()


def in_tables(files: Iterable[Loaded]) -> Iterator[Declared]:
    """The elements of types that stand in tables beside the files, those of edits too."""
    parts = [(file, node) for file in files for node in parts_of(file.file.declarations)]
    lists = {node.name.text: node for _, node in parts if isinstance(node, n.ComponentDecl)}
    for file, node in parts:
        if isinstance(node, n.ComponentDecl):
            yield from _in_table(file, node, node)
        elif isinstance(node, n.AddRows) and not node.instead and str(node.target) in lists:
            yield from _in_table(file, node, lists[str(node.target)])


def _in_table(
    file: Loaded, node: n.ComponentDecl | n.AddRows, lists: n.ComponentDecl
) -> Iterator[Declared]:
    """The elements in the table that is named at `node`."""
    table = read_table(file.path.parent, node.table, node.span, Findings())
    if table is None or lists.named_by.text not in table.columns:
        return
    named = table.column(lists.named_by.text)
    counts = [""] * len(named)
    if lists.count is not None and lists.count.text in table.columns:
        counts = [given.text for given in table.column(lists.count.text)]
    for part, count in zip(named, counts, strict=True):
        many = min(whole_number(count) or 1, LARGEST_TABLE)
        for label in named_copies(part.text, many):
            symbol = Symbol("element", label, lists.name.text, part.span.file.name)
            yield Declared(symbol, part.span, node, lists.name.text)


class Families:
    """The families of the open files, each made once for the texts there are."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self._headers: dict[Path, n.Header] = {}  # the last that could be read
        self._saved: dict[Path, tuple[int, int, Loaded | None]] = {}  # and when, and how long
        self._made: dict[Path, tuple[object, Family]] = {}

    def of(self, path: Path) -> Family | None:
        """The family of an open file."""
        version = self.workspace.version(path)
        if version is None:
            return None
        with self.workspace.unsaved():
            now = self.workspace.open
            known = self._made.get(path)
            if known is None or known[0] is not now:
                self._made = {p: made for p, made in self._made.items() if made[0] is now}
                known = self._made[path] = (now, self._make(version))
        return known[1]

    def _make(self, version: Version) -> Family:
        own = self._loaded(version)
        header = own.file.header
        if header is None:
            return Family(own, (), (), (version,))
        game: Loaded | None = own
        if header.kind == "library":
            game = None
        elif header.kind == "variant":
            assert header.base is not None
            game = self._game(own, header.base.text)
        first = game or own
        variants: list[Loaded] = []
        if game is not None:
            beside = sorted({*game.path.parent.glob("*.game"), version.path})
            others = (self._read(path) for path in beside if path != game.path)
            name = game.header.name.text
            variants = [
                f for f in others
                if f and f.header.kind == "variant" and f.header.base and f.header.base.text == name
            ]  # fmt: skip
        libraries = self._libraries([first, *variants])
        if header.kind == "library":
            libraries = [own, *(one for one in libraries if one.path != own.path)]
        elif header.kind == "variant" and game is None:
            variants = [own]
        files = (*libraries, *([game] if game is not None else []), *variants)
        versions = (self.workspace.version(file.path.resolve()) for file in files)
        made = tuple(one for one in versions if one is not None)
        return Family(game, tuple(libraries), tuple(variants), made)

    def _game(self, variant: Loaded, name: str) -> Loaded | None:
        beside = variant.path.parent / f"{name}.game"
        found = self._read(beside if modules.lies_here(beside) else modules.shipped().get(name))
        return found if found is not None and found.header.kind == "game" else None

    def _libraries(self, files: list[Loaded]) -> list[Loaded]:
        found = modules.libraries(files, Findings())
        read = (self._read(one.path) for one in found)
        return [one for one in read if one is not None]

    def _read(self, path: Path | None) -> Loaded | None:
        """A file as it is open or saved, if it has had a header."""
        if path is None:
            return None
        version = self.workspace.version(path.resolve())
        if version is not None:
            loaded = self._loaded(version)
            return loaded if loaded.file.header is not None else None
        path = path.resolve()
        try:
            now = path.stat()
            known = self._saved.get(path)
            if known is None or known[:2] != (now.st_mtime_ns, now.st_size):
                read = modules.read(path, Findings())
                known = self._saved[path] = (now.st_mtime_ns, now.st_size, read)
        except (OSError, UsageError):
            return None
        return known[2]

    def _loaded(self, version: Version) -> Loaded:
        """A text that is open; where its header cannot be read, it has the one it had."""
        file = version.file
        if file.header is not None:
            self._headers[version.path] = file.header
        elif version.path in self._headers:
            file = replace(file, header=self._headers[version.path])
        return Loaded(file, version.source, version.path)

    def with_library(self, library: Path) -> Iterator[Family]:
        """The families of all games that use a library: open ones, those beside it, those that come
        with Rulewright."""
        around = {*library.parent.glob("*.game"), *self.workspace.open}
        if library.is_relative_to(resources.rules_root()):
            around.update(modules.shipped().values())
        for path in sorted(around):
            with self.workspace.unsaved():
                file = self._read(path)
                if file is None or file.header.kind != "game":
                    continue
                version = self.workspace.version(file.path)
                family = self._make(version or self.workspace.read(file.path, file.source.text))
            if any(one.path == library for one in family.libraries):
                yield family

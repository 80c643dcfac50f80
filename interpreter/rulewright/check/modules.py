"""Which files make a game: the game itself, the libraries it uses, the variants chosen.

A game is found by its name among the games that come with Rulewright, or by a path. A variant lies
in the folder of the game it edits, or anywhere if that game comes with Rulewright; a library in the
folder of the file that uses it, or among the rules that come with Rulewright. No rule file can name
any other place.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from .. import resources
from ..diagnostics import Findings, Note, UsageError, did_you_mean, expect, nearest
from ..files import BROUGHT, Brought, file_bytes, is_held
from ..recent import Recent
from ..source import Place, SourceFile, Span, place_of
from ..syntax import nodes as n
from ..syntax.parse import LARGEST_FILE, parse_file

MOST_LIBRARIES = 20
LARGEST_IN_BYTES = 4 * LARGEST_FILE


@dataclass(slots=True)
class Loaded:
    """A parsed file and where it lies; `is_asked`: it is the one that was asked for by its name."""

    file: n.File
    source: SourceFile
    path: Path
    is_asked: bool = False

    @property
    def header(self) -> n.Header:
        assert self.file.header is not None
        return self.file.header

    @property
    def is_mended(self) -> tuple[bool, bool]:
        """Of two variants of which either could be changed, the one for which this is more is
        likelier to be: what was asked for, and not what comes with Rulewright."""
        return self.is_asked, not is_shipped(self.path.resolve(), self.path.stem)


Announced = dict[str, Span]


@dataclass(frozen=True, slots=True)
class EditedAction:
    """An action or procedure that an edit of a variant has changed, as the edit has left it."""

    edit: n.Edit
    variant: str
    declaration: n.ActionDecl | n.ProcedureDecl


@dataclass(slots=True)
class Merged:
    """Everything a program is built from, after the variants have edited the tree.

    `declarations`: of the libraries, the game and the variants, edits applied. `scenarios`: those
    of the game, then of the variants, each with the file it stands in. `announced`: where a variant
    says that it changes what a scenario of the game shows, by the title. `defaults`: what a variant
    sets an option to. `folders`: where the tables of each file lie. `parts`: the
    game, its libraries and its variants, from which it was merged. `edited_actions`: what variants
    have changed, in the order of their edits.
    """

    header: n.Header
    declarations: list[n.Declaration]
    scenarios: list[tuple[n.ScenarioDecl, SourceFile]]
    announced: Announced
    sources: tuple[SourceFile, ...]
    library_files: frozenset[SourceFile]
    folders: dict[SourceFile, str]
    variants: tuple[str, ...]
    variant_headers: tuple[n.Header, ...] = ()
    defaults: dict[str, str] = field(default_factory=dict)
    parts: tuple[Loaded, list[Loaded], list[Loaded]] | None = None
    broken: frozenset[str] = frozenset()
    """Every word of what could not be read or applied: such a name, if unknown, is no finding."""
    edited_actions: tuple[EditedAction, ...] = ()

    @property
    def is_read(self) -> bool:
        """Has every line been read that may declare something?"""
        game, libraries, edits = self.parts or (None, [], [])
        files = (*libraries, *edits, *((game,) if game is not None else ()))
        return not words_of(span for file in files for span in file.file.broken)

    @property
    def of_both(self) -> frozenset[Place]:
        """Where what stands in `with` blocks does."""
        return frozenset(
            place_of(part.span)
            for variant in (self.parts[2] if self.parts is not None else ())
            for declaration in variant.file.declarations
            if isinstance(declaration, n.Together)
            for part in declaration.parts
        )


def shown_name(path: Path) -> str:
    """How messages call a file: short for those that come with Rulewright, else as it was given."""
    if (given := BROUGHT.get().get(path)) is not None:
        return given[0]
    root = resources.rules_root()
    resolved = path.resolve()
    if resolved.is_relative_to(root):
        return resolved.relative_to(root).as_posix()
    return path.as_posix()


UNSAVED: ContextVar[Mapping[Path, str]] = ContextVar("unsaved", default=MappingProxyType({}))
"""Texts that are read in the place of files, by their resolved paths: what an editor has open."""


def text_of(path: Path) -> str:
    """The text of a file, line ends as they are; `UsageError` when it cannot be one of rules."""
    unsaved = UNSAVED.get()
    if unsaved and (text := unsaved.get(path.resolve())) is not None:
        return text
    try:
        return decoded(file_bytes(path, LARGEST_IN_BYTES), str(path))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from None


def decoded(data: bytes, name: str) -> str:
    """What a file holds as text; `UsageError` when it is too large or not UTF-8."""
    if len(data) > LARGEST_IN_BYTES:
        raise UsageError(f"{name} is too large for a rule file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{name} is not UTF-8 text (byte {error.start})") from None


def read(path: Path, findings: Findings) -> Loaded | None:
    """Read and parse a rule file; None when it has no usable header."""
    name, text = shown_name(path), text_of(path).replace("\r\n", "\n")
    parsed = _parsed.get((name, text))
    if parsed is None:
        fresh, source = Findings(), SourceFile(name, text)
        parsed = parse_file(source, fresh), source
        if fresh.found:
            findings.found += [finding for finding in fresh.found if finding not in findings.found]
        else:
            _parsed.put((name, text), parsed)
    file, source = parsed
    return Loaded(file, source, path) if file.header is not None else None


_parsed = Recent[tuple[str, str], tuple[n.File, SourceFile]](64)
"""Files as trees: the same few are read again and again, in other combinations. A file in which
something was found is not among them."""


def shipped() -> dict[str, Path]:
    """The rule files that come with Rulewright, by name, in order of name."""
    root = resources.rules_root()
    return {p.stem: p for p in sorted(root.rglob("*.game"), key=lambda p: (p.stem, p))}


def is_shipped(path: Path, name: str) -> bool:
    """Is it the file of what comes with Rulewright under this name?"""
    return path.stem == name and path.is_relative_to(resources.rules_root())


def is_path(name: str) -> bool:
    """Does a game or variant go by the path of its file?"""
    return name.endswith(".game") or "/" in name or "\\" in name


def plain_name(name: str) -> str:
    """The name of a game or variant that may go by the path of its file."""
    return Path(name).stem if is_path(name) else name


def named_here(name: str) -> str:
    """A name as somebody types it who stands in a folder: where no game that comes with Rulewright
    has it, the rule file of this name that lies here."""
    local = f"{name}.game"
    if is_path(name) or not os.path.isfile(local) or os.path.isdir(name) or name in shipped():
        return name
    return local


def find(name: str) -> Path:
    """The path of a game, variant or library by name or path; `UsageError` with the nearest."""
    expect(name, str, "a game", "a name or the path of a rule file, as text")
    if is_path(name):
        path = Path(name)
        if not is_file(path):
            raise UsageError(_is_folder(name) or f"there is no rule file {name}")
        return path
    known = shipped()
    if name in known:
        return known[name]
    if folder := _is_folder(name):
        raise UsageError(folder)
    hint = nearest(name, known)
    more = f"; did you mean {hint}?" if hint else "; rulewright list tells which there are"
    local = Path(f"{name}.game")
    if os.path.isfile(local):
        more = f"; for the file beside you write {local.name}"
    raise UsageError(f'there is no game called "{name}"{more}')


def _is_folder(name: str) -> str:
    """What is said of a folder where one game is wanted, with one that is in it."""
    if BROUGHT.get() or not os.path.isdir(name):
        return ""
    inside = min((path.as_posix() for path in Path(name).glob("*.game")), default="")
    return f"{name} is a folder, not a game{f'; name a file in it, as {inside}' * bool(inside)}"


def is_file(path: Path) -> bool:
    """Is there such a file, of this machine or among those that were brought?"""
    files = BROUGHT.get()
    if files and path not in files:
        ours = path.resolve().is_relative_to(resources.rules_root())
        return ours and os.path.isfile(path)
    return bool(files) or os.path.isfile(path) or is_held(path)


def lies_here(path: Path) -> bool:
    """Is it a file of its folder, not a link that leads out of it?"""
    return is_file(path) and (
        not os.path.islink(path) or path.resolve().parent == path.parent.resolve()
    )


def variant_path(game: Loaded, name: str) -> Path:
    """Where the variant of a game lies."""
    if is_path(name):
        return find(name)
    path = game.path.parent / f"{name}.game"
    if lies_here(path):
        return path
    told = f'{game.header.name.text} has no variant "{name}"'
    local = Path(f"{name}.game")
    if os.path.isfile(local):
        raise UsageError(f"{told} beside it; for the file beside you write {local.name}")
    several = "; give each one its own --variant" if "," in name else ""
    known = variants_of(game.path, game.header.name.text)
    raise UsageError(f"{told}{several}{hint_among(name, known)}")


def reference(game: Loaded, edit: Loaded) -> str:
    """What a variant is called when its game is loaded again: its name, if it lies beside it."""
    here = game.path.resolve().parent / f"{edit.header.name.text}.game"
    return edit.header.name.text if edit.path.resolve() == here else str(edit.path)


def hint_among(name: str, known: Iterable[str]) -> str:
    known = sorted(known)
    close = did_you_mean(name, known)
    if close:
        return f"; {close}"
    return f"; its variants: {', '.join(known)}" if known else "; it has none"


def variants_of(path: Path, game: str) -> list[str]:
    """Names of the variants of a game that lie beside it, in order of name."""
    return [
        other.path.stem
        for other in beside(path)[0]
        if other.header.kind == "variant" and other.header.base and other.header.base.text == game
    ]


def beside(path: Path) -> tuple[list[Loaded], list[str]]:
    """The rule files in the folder of a game, in order of name, as far as they have headers; and
    what is to be said of those that cannot be read at all: they keep nobody from the others."""
    found, unread = [], []
    for other in filter(lies_here, sorted(path.parent.glob("*.game"))):
        try:
            loaded = read(other, Findings())
        except UsageError as error:
            unread.append(str(error))
            continue
        if loaded is not None:
            found.append(loaded)
        else:
            unread.append(without_header(shown_name(other)))
    return found, unread


def without_header(name: str) -> str:
    """What is said of a rule file that does not tell what it is."""
    return f"{name}, whose header cannot be read"


def gather(
    name: str, variants: Iterable[str], findings: Findings
) -> tuple[Loaded, list[Loaded], list[Loaded]]:
    """The game, its libraries and the variants, parsed. A variant by name loads its game too."""
    chosen = _names(variants)
    game = read(find(name), findings)
    if game is None:
        findings.raise_errors()
    assert game is not None
    asked = game
    asked.is_asked = True
    if game.header.kind == "variant":
        assert game.header.base is not None
        chosen = [v for v in chosen if v != game.path.stem]
        base = _edited_by(game.path.parent, game.header.base.text)
        if not is_file(base):
            findings.add(
                "E030", f"there is no game called {game.header.base.text}", game.header.base.span,
                hint=did_you_mean(
                    game.header.base.text,
                    {*shipped(), *(path.stem for path in game.path.parent.glob("*.game"))}
                    - {game.path.stem},
                ),
            )  # fmt: skip
            findings.raise_errors()
        game = read(base, findings)
        if game is None:
            findings.raise_errors()
        assert game is not None
    if game.header.kind == "variant":
        edited = asked.header.base or game.header.name
        findings.add(
            "E031", f"a variant edits a game, and {game.header.name.text} is a variant", edited.span
        )
        findings.raise_errors()
    edits = [read(variant_path(game, v), findings) for v in chosen]
    if asked is not game:
        edits.append(asked)
    if None in edits:
        findings.raise_errors()
    loaded_edits = sorted((e for e in edits if e), key=lambda e: e.header.name.text)
    for edit in loaded_edits:
        wrong = edit.header.kind != "variant" or edit.header.base is None
        if wrong or (edit.header.base and edit.header.base.text != game.header.name.text):
            raise UsageError(f"{edit.source.name} is no variant of {game.header.name.text}")
    missing = len(findings.found)
    used = libraries([game, *loaded_edits], findings)
    if len(findings.found) > missing:
        findings.raise_errors()  # what a library declares is unknown: all else would be guesswork
    return game, used, loaded_edits


def _edited_by(folder: Path, name: str) -> Path:
    """Where the game of this name lies that a variant in a folder edits: there, or among those that
    come with Rulewright."""
    here = folder / f"{name}.game"
    return here if lies_here(here) else shipped().get(name, here)


def folders_of(variant: Loaded) -> list[Path]:
    """Where those lie that a variant names: beside it, or beside its game."""
    here = variant.path.parent
    base = variant.header.base
    return [here] if base is None else [here, _edited_by(here, base.text).parent]


def check_fellow(variant: Loaded, named: n.Name, findings: Findings) -> None:
    """Report that a variant names another one that lies neither beside it nor beside its game."""
    folders = folders_of(variant)
    if not any(lies_here(folder / f"{named.text}.game") for folder in folders):
        findings.add(
            "E048", f"there is no variant called {named.text}", named.span,
            hint=_looked_for(variant, named.text),
        )  # fmt: skip


def _looked_for(variant: Loaded, name: str) -> str:
    """The variant of nearly that name which one means by it, or else where it would have to lie."""
    here, base = variant.path.parent, variant.header.base
    game = here if base is None else _edited_by(here, base.text)
    known = {
        other
        for path in dict.fromkeys((variant.path, game))
        if base is not None
        for other in variants_of(path, base.text)
    }
    if close := did_you_mean(name, sorted(known - {variant.header.name.text})):
        return close
    beside_these = [variant.source.name]
    if game.parent.resolve() != here.resolve():
        beside_these.append(shown_name(game))
    return f"{name}.game is looked for beside {' and beside '.join(beside_these)}"


def strangers(variant: Loaded) -> list[n.Name]:
    """What `with` blocks of a variant name that is there and is no variant of its game."""
    found, base, folders = [], variant.header.base, folders_of(variant)
    for block in variant.file.declarations:
        if isinstance(block, n.Together) and base is not None:
            paths = [folder / f"{block.other.text}.game" for folder in folders]
            there = [path for path in paths if lies_here(path)]
            if there and not any(_may_edit(path, base.text) for path in there):
                found.append(block.other)
    return found


def _may_edit(path: Path, game: str) -> bool:
    """Is a file a variant of a game, or one of which that cannot be told?"""
    try:
        file = read(path, Findings())
    except UsageError:
        return True
    return file is None or (file.header.base is not None and file.header.base.text == game)


def named_with(variant: Loaded) -> tuple[str, ...]:
    """The variants for which a variant has a `with` block, each once."""
    blocks = (d for d in variant.file.declarations if isinstance(d, n.Together))
    return tuple(dict.fromkeys(block.other.text for block in blocks))


def fellows(variant: Loaded) -> list[Loaded]:
    """The variants of the same game that lie beside a variant and that its `with` blocks name."""
    assert variant.header.base is not None
    game, names = variant.header.base.text, named_with(variant)
    paths = [path for name in names if lies_here(path := variant.path.parent / f"{name}.game")]
    found = []
    for path in paths:
        try:
            other = read(path, Findings())
        except UsageError:  # which `beside` tells
            continue
        if other is not None and other.header.base is not None:
            found += [other] if other.header.base.text == game else []
    return found


def edits_same(one: Loaded, other: Loaded) -> bool:
    """Are both variants, and of one game?"""
    mine, its = one.header.base, other.header.base
    return mine is not None and its is not None and mine.text == its.text


def named_by(variant: Loaded) -> list[Loaded]:
    """The variants of the same game that lie beside a variant and have a `with` block for it."""
    name = variant.header.name.text
    return [
        other
        for other in beside(variant.path)[0]
        if edits_same(variant, other) and name in named_with(other)
    ]


def brought_for(names: Iterable[str]) -> dict[Path, Brought]:
    """What another machine needs to load games and variants of these names as they are here: the
    rule files that lie beside those that are named by their paths, and the tables named in them."""
    found: dict[Path, Brought] = {}
    for path in (find(name) for name in names if is_path(name)):
        rules = {path: text_of(path), **{o.path: o.source.text for o in beside(path)[0]}}
        tables = [
            table
            for table in filter(lies_here, path.parent.glob("*.csv"))
            if any(f'"{table.name}"' in text for text in rules.values())
        ]
        for file in (*rules, *tables):
            found[file] = shown_name(file), file_bytes(file, LARGEST_IN_BYTES)
    return found


def _names(variants: Iterable[str]) -> list[str]:
    """The variants that are asked for, each once. Raises `UsageError` if these are no names."""
    wanted = "a list of names"
    expect(variants, Iterable, "variants", wanted)
    if isinstance(variants, str):
        raise UsageError(f"variants is to be {wanted}, not one name: write [{variants!r}]")
    names = list(variants)
    for name in names:
        expect(name, str, "a variant", "a name or the path of a rule file, as text")
    return list(dict.fromkeys(names))


def libraries(files: list[Loaded], findings: Findings) -> list[Loaded]:
    """The libraries that files use, and those that these use; each once."""
    found: dict[Path, Loaded] = {}
    queue = list(files)
    while queue:
        file = queue.pop(0)
        for used in file.header.uses:
            here = file.path.parent / f"{used.text}.game"
            path = here if lies_here(here) else shipped().get(used.text)
            if path is None:
                findings.add(
                    "E032", f"there is no library called {used.text}", used.span,
                    hint=did_you_mean(used.text, shipped()),
                )  # fmt: skip
                continue
            if path.resolve() in found:
                continue
            library = read(path, findings)
            if library is None:
                continue
            if library.header.kind != "library":
                findings.add(
                    "E033", f"{used.text} is a {library.header.kind}, not a library", used.span
                )
                continue
            if len(found) == MOST_LIBRARIES:
                findings.add("E034", f"more than {MOST_LIBRARIES} libraries", used.span)
                return list(found.values())
            found[path.resolve()] = library
            queue.append(library)
    return list(found.values())


def excluded_by(file: Loaded) -> tuple[str, ...]:
    """The variants with which the header says that this one cannot be played; also what a line says
    so that should have stood in the header, which is told there."""
    misplaced = (span.in_line().partition('"')[0] for span in file.file.broken)
    lines = (text.split(None, 1)[1] for text in misplaced if text.startswith("excludes "))
    names = (name for text in lines for name in re.findall(r"[A-Za-z]\w*", text))
    return (*(name.text for name, _ in file.header.excludes), *names)


def check_exclusions(edits: list[Loaded]) -> None:
    """Raise `UsageError` with a sentence when two chosen variants exclude each other."""
    names = {e.header.name.text for e in edits}
    for edit in edits:
        for other, tail in edit.header.excludes:
            if other.text in names:
                why = f" ({', '.join(tail.tags)})" if tail.tags else ""
                raise UsageError(
                    f"the variants {edit.header.name.text} and {other.text} cannot be played "
                    f"together: {other.span} says so{why}"
                )


def check_header(file: Loaded, findings: Findings) -> None:
    """Report lines of a header that say something only another kind of file can say."""
    header = file.header
    if header.players is not None and header.kind == "library":
        findings.add(
            "E036", "a game or a variant says how many play, and this is a library",
            line_of_players(header),
            hint="take this line away: for how many it is, each game says that uses it",
        )  # fmt: skip
    for other, _ in header.excludes:
        if header.kind != "variant":
            findings.add(
                "E037", f"only a variant excludes others, and this is a {header.kind}", other.span
            )
        else:
            check_fellow(file, other, findings)
    excluded = {other.text: other for other, _ in header.excludes}
    for block in file.file.declarations:
        if isinstance(block, n.Together) and block.other.text in excluded:
            other = excluded[block.other.text]
            findings.add(
                "E038", f"this counts only with {other.text}, which the header excludes",
                block.other.span, Note("it is excluded here", other.span),
                hint="take this block away, or that line of the header",
            )  # fmt: skip


def line_of_players(header: n.Header) -> Span:
    """Where a header says how many play."""
    source = header.name.span.file
    line = re.compile(r"(?m)^[ \t]+(players\b[^\"\n#]*)").search(source.text)
    if line is None:
        return header.name.span
    return Span(source, line.start(1), line.start(1) + len(line[1].rstrip()))


def only_declarations(file: Loaded, findings: Findings) -> None:
    """A game or library holds no edits: report those that are there."""
    edits = (
        n.Add, n.AddTo, n.AddCase, n.AddRows, n.ReplacePart, n.ReplaceDecl, n.Remove,
        n.RemovePromises, n.RemoveScenarios, n.SetEnd, n.SetValue, n.Together,
    )  # fmt: skip
    for declaration in file.file.declarations:
        if isinstance(declaration, edits):
            findings.add(
                "E035", f"only a variant edits another file, and this is a {file.header.kind}",
                declaration.span,
            )  # fmt: skip


def values_of(name: str) -> str:
    """What stands among broken words where not all values of a type are known."""
    return f"values of {name}"


CELLS = "of a board"  # among broken words: names of cells are unknown


def words_of(spans: Iterable[Span]) -> frozenset[str]:
    """All words in some stretches of rule files, but for scenarios, which declare nothing; of what
    declares cells also that any name may be one of them."""
    texts = [text for span in spans if not (text := span.text()).startswith("scenario")]
    words = {word for text in texts for word in re.findall(r"[A-Za-z]\w*", text)}
    cells = any(re.match(r"(board|cells)\b", text) for text in texts)
    return frozenset(words | {CELLS, "row", "column"} if cells else words)

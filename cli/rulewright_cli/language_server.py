"""Rule files in editors: the requests of the Language Server Protocol, by pygls.

What is asked is answered by `rulewright.editing`; here are the protocol's words for it. A keystroke
only puts the new text in its place. What is wrong is looked for in a thread of its own
(`Checker`), and the next keystroke ends that.
"""

from __future__ import annotations

import asyncio
import difflib
import logging
import re
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from functools import lru_cache, wraps
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any

from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from rulewright import __version__, resources
from rulewright import game as games
from rulewright.characters import printable
from rulewright.check.scope import Scope
from rulewright.diagnostics import Diagnostic, Findings, RulesError, RulewrightError
from rulewright.editing.completing import completions
from rulewright.editing.family import Families, Family, View
from rulewright.editing.outline import Entry, outline
from rulewright.editing.positions import Text
from rulewright.editing.reaching import Declarations, reached
from rulewright.editing.renaming import can_be_renamed, renamed
from rulewright.editing.telling import explained, told, word_told
from rulewright.editing.uses import Use
from rulewright.editing.workspace import Version, Workspace, by_file, file_of
from rulewright.source import SourceFile, Span
from rulewright.syntax import nodes as n
from rulewright.syntax.formatting import format_file
from rulewright.syntax.grammar import fitting

from .commands.check import check
from .main import FINDINGS, FINE

Found = dict[Path, list[Diagnostic]]

LONGEST_PIECE = 1 << 16  # bytes that are read at once


class Server(LanguageServer):
    """The server with what it knows: the open texts and, for each, what was found in which file."""

    def __init__(self) -> None:
        super().__init__("rulewright", __version__)
        self.texts = Workspace()
        self.uris: dict[Path, str] = {}  # as the editor calls the open files
        self.found: dict[Path, Found] = {}  # by the file that was checked
        self.told: set[Path] = set()  # the files of which something was told
        self.families = Families(self.texts)
        self.scopes: dict[Path, Scope] = {}  # of the rules as they were checked last
        self.reached: dict[Path, list[Declarations]] = {}  # by their scenarios
        self.checker = Checker(self)
        self.input = Input(sys.stdin.buffer)
        self.output = Output(sys.stdout.buffer, self.input)
        self.is_to_end = False  # it was asked to
        self.code: int | None = None

    def shutdown(self) -> None:
        self.checker.stop()
        self.input.stop()
        super().shutdown()  # type: ignore[no-untyped-call]

    def report_server_error(self, error: Exception, source: object) -> None:
        """What pygls could not do: a message that is none, or not as the protocol has it."""
        if isinstance(error, Refused):
            return
        kind = lsp.MessageType.Warning
        self.window_log_message(lsp.LogMessageParams(kind, printable(f"not understood: {error}")))

    def path(self, uri: str) -> Path:
        """The file that a name of the editor's means; of what is no file, a path where none is."""
        return Path(uris.to_fs_path(uri) or uri).resolve()

    def uri(self, path: Path) -> str:
        return self.uris.get(path) or path.as_uri()

    def put(self, uri: str, text: Text) -> None:
        """A file is open with this text; it and the other open ones are to be checked."""
        path = self.path(uri)
        self.uris[path] = uri
        self.texts.put(path, text)
        self.checker.look_at(path, *(other for other in self.texts.open if other != path))

    def close(self, uri: str) -> None:
        """A file is closed: what was found for its sake is told no more."""
        path = self.path(uri)
        self.texts.close(path)
        before = self.found.pop(path, {})
        self._publish({*before, path})
        self.uris.pop(path, None)
        if self.texts.open:
            self.checker.look_at(*self.texts.open)

    def tell(self, checked: Path, found: Found) -> None:
        """What was found when a file was checked, instead of what was found there before."""
        before = self.found.get(checked, {})
        self.found[checked] = found
        self._publish({*before, *found})

    def _publish(self, files: Iterable[Path]) -> None:
        for path in sorted(files):
            found = (one for files in self.found.values() for one in files.get(path, ()))
            told = by_file(found).get(path, [])
            if not told and path not in self.told:
                continue
            (self.told.add if told else self.told.discard)(path)
            self.text_document_publish_diagnostics(
                lsp.PublishDiagnosticsParams(self.uri(path), [self.diagnostic(d) for d in told])
            )

    def diagnostic(self, finding: Diagnostic) -> lsp.Diagnostic:
        """A finding in the words of the protocol."""
        notes = [note.message for note in finding.notes if note.span is None]
        hint = [f"hint: {finding.hint}"] if finding.hint else []
        related = [
            lsp.DiagnosticRelatedInformation(self.location(note.span), note.message)
            for note in finding.notes
            if note.span is not None and note.span.file.text
        ]
        is_error = finding.severity == "error"
        page = lsp.CodeDescription(resources.page("MISTAKES.md").as_uri())
        return lsp.Diagnostic(
            range_of(finding.span),
            printable("\n".join([finding.message, *notes, *hint])),
            lsp.DiagnosticSeverity.Error if is_error else lsp.DiagnosticSeverity.Warning,
            finding.code or None,
            page if finding.code else None,
            "rulewright",
            related_information=related or None,
        )

    def show_scenarios(self) -> None:
        """More is known of what scenarios reach: the editor is to ask again, if it can be told."""
        ready = self.client_capabilities.workspace
        if ready is not None and ready.code_lens and ready.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    def mistake(self, error: Exception) -> None:
        """Tell of a mistake of ours where an editor shows what goes on in servers."""
        text = f"a mistake of Rulewright's own: {type(error).__name__}: {error}"
        self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, printable(text)))

    def location(self, span: Span) -> lsp.Location:
        return lsp.Location(self.uri(file_of(span.file.name)), range_of(span))


class Refused(JsonRpcException):
    """What cannot be done, with the reason, which the editor shows."""

    CODE = -32803  # RequestFailed


class Checker:
    """Looks for what is wrong, in a thread of its own.

    The file that was edited last comes first, in its plainest setting and then in all. Whatever is
    edited meanwhile makes it begin anew, as soon as a setting is done.
    """

    def __init__(self, server: Server) -> None:
        self.server = server
        self.changed = threading.Condition()
        self.waiting: dict[Path, None] = {}  # the next file at the end
        self.turn = 0  # how often something was edited
        self.ended = False
        self.shows_scenarios = False  # the editor has asked for them
        self.loop: asyncio.AbstractEventLoop | None = None

    def look_at(self, path: Path, *others: Path) -> None:
        """A file was edited: it is to be checked, and then the others, which may depend on it."""
        with self.changed:
            for file in (*others, path):
                self.waiting.pop(file, None)
                self.waiting[file] = None
            self.turn += 1
            if self.loop is None:
                self.loop = asyncio.get_running_loop()
                threading.Thread(target=self._work, name="checker", daemon=True).start()
            self.changed.notify()

    def stop(self) -> None:
        """Do nothing more."""
        with self.changed:
            self.ended = True
            self.turn += 1
            self.changed.notify()

    def _work(self) -> None:
        fitting("")  # the first time takes long
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self.waiting or self.ended)
                if self.ended:
                    return
                turn, (path, _) = self.turn, self.waiting.popitem()
            try:
                with closing(self._settings(path)) as settings:
                    for found in settings:
                        if turn != self.turn:
                            break
                        if found is not None:
                            self._later(self._tell, path, found, turn)
            except Exception as error:  # a mistake of ours; the next text may do
                self._later(self.server.mistake, error)
            with self.changed:
                if turn != self.turn and path not in self.waiting:
                    self.waiting = {path: None, **self.waiting}

    def _settings(self, path: Path) -> Generator[Found | None]:
        """What is found when a file is checked, a setting after the other."""
        version = self.server.texts.version(path)
        if version is None:
            return
        if version.findings or not path.is_file():  # of what was never saved, nobody knows more
            yield by_file(version.findings)
        family = self.server.families.of(path)
        view = family.view(path) if family is not None else None
        _ = view.uses if view is not None else ()  # so that they are known when they are asked for
        if path.is_file():
            with self.server.texts.unsaved():
                yield from in_all_settings(version, self.server.scopes)
                if self.shows_scenarios:
                    yield from self._scenarios(path)

    def _scenarios(self, path: Path) -> Iterator[None]:
        """What the scenarios of a file reach, once nothing else is to be done."""
        for found in reached(str(path)):
            if found is not None and found != self.server.reached.get(path):
                self.server.reached[path] = found
                self._later(self.server.show_scenarios)
            yield None

    def _tell(self, path: Path, found: Found, turn: int) -> None:
        if turn == self.turn and path in self.server.texts.open:
            self.server.tell(path, found)

    def _later(self, what: Callable[..., object], *arguments: object) -> None:
        """Do something in the thread of the server."""
        assert self.loop is not None
        with suppress(RuntimeError):  # it has ended
            self.loop.call_soon_threadsafe(what, *arguments)


def in_all_settings(version: Version, scopes: dict[Path, Scope]) -> Iterator[Found | None]:
    """What is found in a file and the files that it belongs to: for the fewest seats (of a variant,
    with its game), then in all settings. None where one is done and the last is not. `scopes` takes
    what the names are, if the rules can be checked."""
    name, header = str(version.path), version.file.header
    found = [*version.findings]
    if header is not None and header.kind != "library":
        try:
            game = games.check(name)
            found += game.warnings
            scopes[version.path] = game.checked.scope
            game.scenarios()
        except RulesError as error:
            found += error.diagnostics
        except RulewrightError as error:
            found.append(without_a_place(version, error))
        yield by_file(found)
    try:
        for _, _, more in check(
            name, set(), {}, set(), fresh=True
        ):  # such a text is not seen again
            found += more
            yield None
    except RulewrightError as error:
        found.append(without_a_place(version, error))
    yield by_file(found)


def without_a_place(version: Version, error: RulewrightError) -> Diagnostic:
    """What keeps a file from being checked, told where it begins."""
    header = version.file.header
    place = version.absolute(header.name.span) if header is not None else Span(version.source, 0, 1)
    return Diagnostic("", str(error), place)


@lru_cache(maxsize=64)
def _text(source: SourceFile) -> Text:
    return Text(source.text)


def range_of(span: Span) -> lsp.Range:
    text = _text(span.file)
    return lsp.Range(*(lsp.Position(*text.position(at)) for at in (span.start, span.end)))


class Input:
    """Standard input for pygls, read in a thread that ends with the process: what waits for the
    next byte of the editor's keeps nobody else from ending."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.ended = False
        self._pieces: SimpleQueue[bytes] = SimpleQueue()
        self._held = b""
        raw = getattr(stream, "raw", stream)
        threading.Thread(target=self._read, args=(raw,), name="input", daemon=True).start()

    def _read(self, stream: IO[bytes]) -> None:
        with suppress(OSError, ValueError):  # it is closed
            while piece := stream.read(LONGEST_PIECE):
                self._pieces.put(piece)
        self.stop()

    def stop(self) -> None:
        """The input ends here."""
        self._pieces.put(b"")

    def _more(self) -> bool:
        piece = self._pieces.get()
        if not piece:
            self.ended = True
            self._pieces.put(b"")  # for whoever asks next, too
        self._held += piece
        return bool(piece)

    def readline(self) -> bytes:
        while b"\n" not in self._held and len(self._held) < LONGEST_PIECE and self._more():
            pass
        return self.read(self._held.find(b"\n") + 1 or len(self._held))

    def read(self, count: int) -> bytes:
        while len(self._held) < count and self._more():
            pass
        found, self._held = self._held[:count], self._held[count:]
        return found

    def close(self) -> None:
        self.stop()


class Output:
    """Standard output for pygls. What it cannot take ends the input, and so the server; it is not
    closed, for that is left to whoever runs the command."""

    def __init__(self, stream: IO[bytes], input: Input) -> None:
        self.failed: OSError | None = None
        self._stream = stream
        self._input = input

    def write(self, data: bytes) -> None:
        if self.failed is None:
            try:
                self._stream.write(data)
                self._stream.flush()
            except OSError as error:
                self.failed = error
                self._input.stop()

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass


KINDS = {
    "game": lsp.SymbolKind.Package,
    "library": lsp.SymbolKind.Package,
    "variant": lsp.SymbolKind.Package,
    "option": lsp.SymbolKind.Property,
    "type": lsp.SymbolKind.Enum,
    "pair": lsp.SymbolKind.Enum,
    "cells": lsp.SymbolKind.Enum,
    "edges": lsp.SymbolKind.Enum,
    "component": lsp.SymbolKind.Class,
    "board": lsp.SymbolKind.Object,
    "cellboard": lsp.SymbolKind.Object,
    "growing": lsp.SymbolKind.Object,
    "zone": lsp.SymbolKind.Array,
    "mark": lsp.SymbolKind.Variable,
    "history": lsp.SymbolKind.Array,
    "define": lsp.SymbolKind.Function,
    "action": lsp.SymbolKind.Method,
    "procedure": lsp.SymbolKind.Method,
    "phase": lsp.SymbolKind.Module,
    "score": lsp.SymbolKind.Number,
    "chooseone": lsp.SymbolKind.Event,
    "composeone": lsp.SymbolKind.Event,
    "scenario": lsp.SymbolKind.Event,
    "letbe": lsp.SymbolKind.Constant,
    "broken": lsp.SymbolKind.Null,
}


def _symbol(entry: Entry, version: Version) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        printable(entry.name),
        KINDS.get(entry.kind, lsp.SymbolKind.Operator),
        range_of(version.absolute(entry.span)),
        range_of(version.absolute(entry.name_span)),
        printable(entry.detail),
        children=[_symbol(inside, version) for inside in entry.inside],
    )


def _laid_out(text: Text, source: SourceFile) -> list[lsp.TextEdit] | None:
    """What has to change for the one layout; None if the file cannot be read."""
    after = format_file(source, Findings())
    if after is None:
        return None
    lines, wanted = (re.findall(r".*\n|.+", one) for one in (text.rules, after))
    found = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, lines, wanted, False).get_opcodes():
        if tag != "equal":
            start = text.position(sum(map(len, lines[:a])))
            end = text.position(sum(map(len, lines[:b])))
            new = "".join(wanted[c:d]).replace("\n", text.line_end)
            found.append(lsp.TextEdit(lsp.Range(lsp.Position(*start), lsp.Position(*end)), new))
    return found


Handler = Callable[[Server, Any], Any]
HANDLERS: dict[str, tuple[Handler, Any, bool]] = {}


def answers(
    method: str, options: Any = None, *, threaded: bool = False
) -> Callable[[Handler], Handler]:
    """What answers a request: a user's mistake is told, a mistake of ours is told in the log, and
    the answer is that there is none. `threaded`: it may take long."""

    def registered(handler: Handler) -> Handler:
        @wraps(handler)
        def answer(server: Server, params: Any) -> Any:
            try:
                return handler(server, params)
            except RulewrightError as error:
                raise Refused(str(error)) from None
            except Exception as error:
                server.mistake(error)
                return None

        HANDLERS[method] = (answer, options, threaded)
        return answer

    return registered


@answers(lsp.TEXT_DOCUMENT_DID_OPEN)
def opened(server: Server, params: lsp.DidOpenTextDocumentParams) -> None:
    server.put(params.text_document.uri, Text(params.text_document.text))


@answers(lsp.TEXT_DOCUMENT_DID_CHANGE)
def changed(server: Server, params: lsp.DidChangeTextDocumentParams) -> None:
    uri = params.text_document.uri
    text = server.texts.open.get(server.path(uri), Text(""))
    for change in params.content_changes:
        if isinstance(change, lsp.TextDocumentContentChangePartial):
            start, end = change.range.start, change.range.end
            text = text.edited(
                (start.line, start.character), (end.line, end.character), change.text
            )
        else:
            text = Text(change.text)
    server.put(uri, text)


@answers(lsp.TEXT_DOCUMENT_DID_CLOSE)
def closed(server: Server, params: lsp.DidCloseTextDocumentParams) -> None:
    server.close(params.text_document.uri)


@answers(lsp.TEXT_DOCUMENT_DID_SAVE)
def saved(server: Server, params: lsp.DidSaveTextDocumentParams) -> None:
    path = server.path(params.text_document.uri)
    if path in server.texts.open:  # others may now find it
        server.checker.look_at(path, *(other for other in server.texts.open if other != path))


@answers(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
def changed_on_disk(server: Server, params: lsp.DidChangeWatchedFilesParams) -> None:
    if server.texts.open:
        server.checker.look_at(*server.texts.open)


@answers(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def symbols(server: Server, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol] | None:
    version = server.texts.version(server.path(params.text_document.uri))
    return (
        None
        if version is None
        else [_symbol(entry, version) for entry in outline(version.file, version.absolute)]
    )


@answers(lsp.TEXT_DOCUMENT_FORMATTING, threaded=True)
def formatting(server: Server, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
    version = server.texts.version(server.path(params.text_document.uri))
    return None if version is None else _laid_out(version.text, version.source)


def _meant(server: Server, params: Any) -> tuple[Use, View, Family] | None:
    """The word at a place of a file, what that file sees, and its family."""
    path = server.path(params.text_document.uri)
    family = server.families.of(path)
    if family is None:
        return None
    met = family.meaning(path, _offset(server, params))
    return None if met is None else (*met, family)


def _offset(server: Server, params: Any) -> int:
    text = server.texts.open.get(server.path(params.text_document.uri), Text(""))
    return text.offset((params.position.line, params.position.character))


@answers(lsp.TEXT_DOCUMENT_DEFINITION)
def definition(server: Server, params: lsp.DefinitionParams) -> lsp.Location | None:
    met = _meant(server, params)
    if met is None:
        return None
    use, view, family = met
    declared = view.declared(use.symbol)
    if declared is not None:
        return server.location(declared.span)
    places = (one.span for one in family.uses(use.symbol) if one.declares)
    return next(map(server.location, places), None)


@answers(lsp.TEXT_DOCUMENT_REFERENCES)
def references(server: Server, params: lsp.ReferenceParams) -> list[lsp.Location] | None:
    met = _meant(server, params)
    if met is None:
        return None
    use, _, family = met
    found = family.uses(use.symbol)
    wanted = (one for one in found if not one.declares or params.context.include_declaration)
    return [server.location(one.span) for one in wanted]


@answers(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
def highlights(
    server: Server, params: lsp.DocumentHighlightParams
) -> list[lsp.DocumentHighlight] | None:
    met = _meant(server, params)
    if met is None:
        return None
    use, view, _ = met
    return [
        lsp.DocumentHighlight(range_of(one.span)) for one in view.uses if one.symbol == use.symbol
    ]


@answers(lsp.TEXT_DOCUMENT_HOVER)
def hover(server: Server, params: lsp.HoverParams) -> lsp.Hover | None:
    path, offset = server.path(params.text_document.uri), _offset(server, params)
    text = server.texts.open.get(path)
    if text is None:
        return None
    met = _meant(server, params)
    parts = []
    if met is not None:
        use, view, _ = met
        parts.append(told(use, view, server.scopes.get(path)))
    elif word := word_told(text.rules, offset):
        parts.append(word)
    here = [one for found in server.found.values() for one in found.get(path, ())]
    for finding in by_file(here).get(path, []):
        is_now = finding.span.file.text == text.rules
        if is_now and finding.span.start <= offset <= finding.span.end:
            parts.append(explained(finding))
    if not any(parts):
        return None
    value = printable_lines("\n\n---\n\n".join(filter(None, dict.fromkeys(parts))))
    where = range_of(met[0].span) if met is not None else None
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, value), where)


def printable_lines(text: str) -> str:
    return "\n".join(map(printable, text.split("\n")))


@answers(
    lsp.TEXT_DOCUMENT_COMPLETION,
    lsp.CompletionOptions(trigger_characters=[" ", "(", "{", ":", ","]),
)
def completion(server: Server, params: lsp.CompletionParams) -> lsp.CompletionList | None:
    path = server.path(params.text_document.uri)
    text, family = server.texts.open.get(path), server.families.of(path)
    if text is None:
        return None
    view = family.view(path) if family is not None else None
    offset = _offset(server, params)
    start, found = completions(view, text.rules, offset)
    here = lsp.Range(lsp.Position(*text.position(start)), lsp.Position(*text.position(offset)))
    return lsp.CompletionList(
        False,
        [
            lsp.CompletionItem(
                one.text,
                kind=ITEMS.get(one.kind, lsp.CompletionItemKind.Variable),
                detail=one.detail or None,
                sort_text=f"{number:04}",
                text_edit=lsp.TextEdit(here, one.text),
            )
            for number, one in enumerate(found)
        ],
    )


@answers(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
def prepare_rename(
    server: Server, params: lsp.PrepareRenameParams
) -> lsp.PrepareRenamePlaceholder | None:
    path = server.path(params.text_document.uri)
    use = can_be_renamed(server.families, path, _offset(server, params))
    return lsp.PrepareRenamePlaceholder(range_of(use.span), use.symbol.name)


@answers(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True), threaded=True)
def rename(server: Server, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
    path = server.path(params.text_document.uri)
    edits = renamed(server.families, path, _offset(server, params), params.new_name)
    return lsp.WorkspaceEdit(
        {
            server.uri(file): [lsp.TextEdit(range_of(span), new) for span, new in places]
            for file, places in sorted(edits.items())
        }
    )


@answers(lsp.TEXT_DOCUMENT_CODE_LENS)
def lenses(server: Server, params: lsp.CodeLensParams) -> list[lsp.CodeLens] | None:
    path = server.path(params.text_document.uri)
    version = server.texts.version(path)
    if version is None:
        return None
    if not server.checker.shows_scenarios:
        server.checker.shows_scenarios = True
        server.checker.look_at(path)
    known = server.reached.get(path)
    if known is None:
        return []
    shown = []
    for node in version.file.declarations:
        if isinstance(node, HAPPENS):
            key = version.source.name, node.span.text()
            count = sum(key in one for one in known)
            title = f"{count} scenario{'s' * (count != 1)}"
            shown.append(
                lsp.CodeLens(range_of(version.absolute(node.span)), lsp.Command(title, ""))
            )
    return shown


HAPPENS = (
    n.ActionDecl, n.ProcedureDecl, n.PhaseDecl, n.SetupDecl, n.WheneverDecl, n.BeforeDealing,
    n.DefineDecl, n.ScoreDecl,
)  # fmt: skip
ITEMS = {
    "word": lsp.CompletionItemKind.Keyword,
    "function": lsp.CompletionItemKind.Function,
    "definition": lsp.CompletionItemKind.Function,
    "element": lsp.CompletionItemKind.EnumMember,
    "type": lsp.CompletionItemKind.Enum,
    "component": lsp.CompletionItemKind.Class,
    "cells": lsp.CompletionItemKind.Enum,
    "edges": lsp.CompletionItemKind.Enum,
    "property": lsp.CompletionItemKind.Property,
    "option": lsp.CompletionItemKind.Property,
    "action": lsp.CompletionItemKind.Method,
    "procedure": lsp.CompletionItemKind.Method,
    "phase": lsp.CompletionItemKind.Module,
    "file": lsp.CompletionItemKind.File,
}


@answers(lsp.SHUTDOWN)
def is_to_end(server: Server, params: None) -> None:
    server.is_to_end = True


@answers(lsp.EXIT)
def ends(server: Server, params: None) -> None:
    server.code = FINE if server.is_to_end else FINDINGS


def serve() -> int:
    """Serve one editor on standard input and output, until it says `exit` or goes away; what to
    exit with."""
    log = logging.getLogger("pygls")
    log.addHandler(logging.NullHandler())
    log.propagate = False  # what is told there is told to the editor too, or no mistake
    server = Server()
    for method, (handler, options, threaded) in HANDLERS.items():
        registered = server.feature(method, options)(handler)
        if threaded:
            server.thread()(registered)
    server.start_io(server.input, server.output)  # type: ignore[arg-type]
    if server.output.failed is not None:
        raise server.output.failed
    if server.code is None and not server.input.ended:
        raise KeyboardInterrupt  # which pygls keeps for itself
    return server.code or FINE

"""Scenarios of a game with its variants: what is shown there holds still, or a variant says so.

A variant that means to change what a scenario of its game shows announces it: `replace scenario`
with another one of that title, or `remove scenario`. An announced change that changes nothing is
told as well – with the variants of which it speaks: what one says of itself need not be so where
others are played too. Of a scenario that cannot be read any more, since what it names is gone, that
is told before anything is run (`unreadable`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from ..backends import registry
from ..backends.registry import EngineName
from ..check.blame import blamed
from ..check.modules import Loaded
from ..check.overlay import EDITS, place_of
from ..diagnostics import Diagnostic, Note, RulesError, RulewrightError
from ..game import Game, assemble
from ..source import Span, is_within
from ..syntax.nodes import (
    CellBoardDecl,
    CellsDecl,
    ComponentDecl,
    Declaration,
    DefineDecl,
    Name,
    Remove,
    RemovePromises,
    ReplaceDecl,
    ReplacePart,
    ScenarioDecl,
    Together,
    TypeDecl,
)
from ..syntax.walk import walk
from .scenario import Runner, ScenarioResult

HINT = (
    "if that is meant, the variant says so: remove scenario, or replace scenario "
    "(rulewright test drafts it)"
)


@dataclass(frozen=True, slots=True)
class Inherited:
    """A scenario of the game with the variants, which is run when it is called."""

    title: str
    run: Callable[[], ScenarioResult]

    def __call__(self) -> ScenarioResult:
        return self.run()


LONGEST_TOLD = 60  # of what is written, in a finding about it


def inherited(
    game: Game,
    engine: EngineName | None = None,
    *,
    only_seats: bool = False,
    titled: Callable[[str], object] = str,
    fitting: Callable[[ScenarioDecl], object] = bool,
) -> list[Inherited]:
    """What runs the scenarios of the game with the chosen variants, one by one; none if there are
    no variants.

    `only_seats`: none that says it is for another number of seats than the game was loaded for.
    `titled`, `fitting`: only those of whose titles this is true, and of which this is.
    """
    if not game.variants:
        return []
    engine = engine or registry.default()
    runner = Runner(game)
    return [
        Inherited(node.title, partial(_run, game, runner, node, announced, engine))
        for node, announced in game.inherited()
        if titled(node.title) and (not only_seats or game.seats_of(node) == game.seats)
        if fitting(node)
    ]


def unreadable(game: Game) -> list[Diagnostic]:
    """What a game's scenarios name that its variants have taken away, although they do not say that
    these scenarios hold no longer. Each is told at the edit, with the line to write; what cannot be
    read with the game alone either is no matter of the variants. Where what a scenario asks for, as
    a size of the board, makes the rules themselves wrong, that is told, and nothing of it."""
    if not game.variants or game.merged.parts is None:
        return []
    gone = _gone(game)
    if not gone:
        return []
    named = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(gone)))})(?!\w)")
    found: dict[str, tuple[Span, Diagnostic, list[str]]] = {}
    of_rules = list[Diagnostic]()
    file, libraries, _ = game.merged.parts
    for node, announced in game.inherited():
        if announced is not None or named.search(node.span.text()) is None:
            continue
        try:
            game.scenario(node)
        except RulesError as error:
            first = error.diagnostics[0]
            if _is_faulty(partial(assemble, file, libraries, []), node):
                continue
            if not first.span.lies_in(node.span):
                of_rules += [one for one in error.diagnostics if one not in of_rules]
                continue
            told = _with_what_is_written(first)
            if told not in found:
                found[told] = _edit_of(game, node, first), first, []
            found[told][2].append(f'"{node.title}"')
    return of_rules + [
        Diagnostic(
            "E049",
            f"a scenario of the game cannot be read any more: {told}",
            place,
            (Note("this is the line", first.span),),
            hint=f"write in {place.file.name}: remove scenario {', '.join(titles)} – or show what "
            f"holds now: replace scenario {titles[0]} (rulewright test {place.file.name} drafts "
            f"{'them' if titles[1:] else 'it'})",
        )
        for told, (place, first, titles) in found.items()
    ]


def _with_what_is_written(finding: Diagnostic) -> str:
    """A finding behind what it is about, if it does not name that: it is told elsewhere than where
    that stands."""
    written = finding.span.in_line()
    names_it = not 0 < len(written) <= LONGEST_TOLD or written.strip("'") in finding.message
    return finding.message if names_it else f"{written}: {finding.message}"


def _is_faulty(alone: Callable[[], Game], node: ScenarioDecl) -> bool:
    """Can a scenario not be read with the game `alone` either?"""
    try:
        alone().scenario(node)
    except RulesError:
        return True
    return False


def _gone(game: Game) -> set[str]:
    """The words of the game that mean nothing, or something else, with its variants."""
    assert game.merged.parts is not None
    file, libraries, variants = game.merged.parts
    before = [d for one in (*libraries, file) for d in one.file.declarations]
    before = [d for d in before if not isinstance(d, ScenarioDecl)]
    kept = {id(d) for d in game.merged.declarations}
    same = {id(d) for d in before} & kept
    gone = _words(d for d in before if id(d) not in kept)
    gone -= _words(d for d in game.merged.declarations if id(d) not in same)
    gone -= {d.name.text for d in before if id(d) in same and hasattr(d, "name")}
    edits = [edit for one in variants for edit in _edits(one.file.declarations)]
    replaced = (e.declaration for e in edits if isinstance(e, ReplaceDecl))
    removed = (e.target.names[0] for e in edits if isinstance(e, Remove) and e.target.names)
    gone |= {d.name.text for d in replaced if hasattr(d, "name")} | _words(removed)
    if any(isinstance(d, _LISTING) for d in before if id(d) not in kept):
        listed = _labels(assemble(file, libraries, [])) - _labels(game)
        gone |= {label for _, label in listed}
    return gone | _resting_on(gone, game.merged.declarations)


def _labels(game: Game) -> set[tuple[str, str]]:
    """What the elements of types and components and the cells of boards are called, those that a
    table lists, too, each with what it is one of: another one that is called so keeps none."""
    return {
        (domain.name, label)
        for domain in game.program.domains
        if domain.kind not in ("seat", "range")
        for label in (*domain.labels, *domain.kinds)
    }


def _resting_on(words: set[str], declarations: Iterable[Declaration]) -> set[str]:
    """What definitions are called that rest on one of these words: their values may be others."""
    defined = {d.name.text: _words([d]) for d in declarations if isinstance(d, DefineDecl)}
    found = set[str]()
    while more := {d for d, used in defined.items() if not used.isdisjoint(words | found)} - found:
        found |= more
    return found


def _words(declarations: Iterable[Declaration | Name]) -> set[str]:
    return {n.text for d in declarations for n in walk(d) if isinstance(n, Name)}


def _edits(declarations: Iterable[Declaration]) -> Iterator[Declaration]:
    """The edits of a variant, those in `with` blocks too."""
    for declaration in declarations:
        if isinstance(declaration, Together):
            yield from _edits(declaration.parts)
        elif isinstance(declaration, EDITS) and not isinstance(declaration, RemovePromises):
            if not isinstance(getattr(declaration, "declaration", None), ScenarioDecl):
                yield declaration


def _edit_of(game: Game, node: ScenarioDecl, finding: Diagnostic) -> Span:
    """The edit that makes a scenario unreadable: one that takes away the very thing that is named
    there, or names it, or that lists it no longer, or on which its value rests; or takes away what
    is named in the same line, or with which the finding is first there; else the name of the
    (first) variant."""
    assert game.merged.parts is not None
    file, libraries, variants = game.merged.parts
    named = re.compile(rf"\b{re.escape(finding.span.text())}\b")
    edits = [edit for one in variants for edit in _edits(one.file.declarations)]
    naming = [place_of(edit) for edit in edits if named.search(place_of(edit).text())]
    taking = [place_of(edit) for edit in edits if isinstance(edit, _TAKING)]
    taken = [(place_of(edit), name) for edit in edits if (name := _taken(edit))]

    def found_with(parts: list[Loaded]) -> Iterable[Diagnostic]:
        try:
            assemble(file, libraries, parts).scenario(node)
        except RulesError as error:
            return error.diagnostics
        except RulewrightError:
            pass
        return ()

    line = finding.span.file.text.splitlines()[finding.span.line - 1]
    here, around = (re.findall(r"\w+", text) for text in (finding.span.text(), line))
    for place in (
        *(place for place, name in taken if name in here),
        *(place for place in naming if place in taking),
        *(place for place, name in taken if _rests_there(game, name, finding.span.text())),
        *(place for place, name in taken if name in around),
    ):
        return place
    (told,) = blamed([finding], variants, found_with)
    if told.span in taking:
        return told.span
    return naming[0] if naming else variants[0].header.name.span


def _rests_there(game: Game, name: str, text: str) -> bool:
    """Does a text name what the type or component of this name lists no longer, a cell that the
    board of this name has no longer, or a definition of which the value rests on this name?"""
    assert game.merged.parts is not None
    file, libraries, _ = game.merged.parts
    words = _resting_on({name}, game.merged.declarations)
    declared = game.merged.declarations
    if any(isinstance(d, _LISTING) and d.name.text == name for d in declared):
        listed = _labels(assemble(file, libraries, [])) - _labels(game)
        cells = {d.name.text for d in declared if isinstance(d, CellsDecl) and d.board.text == name}
        words |= {label for domain, label in listed if domain in {name, *cells}}
    return any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) for word in words)


_LISTING = (TypeDecl, ComponentDecl, CellBoardDecl, CellsDecl)
_TAKING = (Remove, ReplaceDecl, ReplacePart)


def _taken(edit: Declaration) -> str:
    """The name of what an edit removes or replaces as a whole."""
    match edit:
        case Remove(target=target) if target.names:
            return target.names[0].text
        case ReplaceDecl(declaration=declaration) if hasattr(declaration, "name"):
            return str(declaration.name.text)
    return ""


def _run(
    game: Game, runner: Runner, node: ScenarioDecl, announced: Span | None, engine: EngineName
) -> ScenarioResult:
    try:
        result = runner.run(game.scenario(node), engine)
    except RulesError as error:
        first = error.diagnostics[0]
        result = _failed(node, engine, first.span, f"{first.code}: {first.message}")
    if announced is None:
        return result
    if result.passed and _is_said_of(game, announced):
        return _failed(node, engine, announced, "said to be otherwise, and still holds")
    took = result.took
    return ScenarioResult(node.title, node.tags, engine, True, node.span, announced, took=took)


def _is_said_of(game: Game, announced: Span) -> bool:
    """Does what is announced speak of just the variants that are played: of a variant by itself, or
    in a `with` block of two together?"""
    assert game.merged.parts is not None
    variants = game.merged.parts[2]
    blocks = (d.span for v in variants for d in v.file.declarations if isinstance(d, Together))
    spoken_of = 1 + any(is_within(announced, block) for block in blocks)
    return len(variants) == spoken_of


def _failed(node: ScenarioDecl, engine: str, span: Span, message: str) -> ScenarioResult:
    return ScenarioResult(node.title, node.tags, engine, False, node.span, span, message)

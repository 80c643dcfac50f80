"""Renaming: every place where a thing is meant, and the proof that the rules stay as they are.

The new names are tried before they are told: all settings of the game in which the old word stands
are checked with both texts. What is found must be the same, and the programs may differ in nothing
but the name; otherwise a place was missed, or the name means something else somewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from .. import game as games
from ..check.modules import UNSAVED
from ..check.scope import RESERVED
from ..core.dump import program_text
from ..diagnostics import RulesError, RulewrightError, UsageError
from ..source import Span
from ..syntax import nodes as n
from .family import Families, Family
from .names import what
from .uses import Use
from .words import keywords
from .workspace import file_of

Edits = dict[Path, list[tuple[Span, str]]]

NAMES = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def can_be_renamed(families: Families, path: Path, offset: int) -> Use:
    """The word at an offset of an open file, if it may get another name; raises `UsageError` with
    the reason if not."""
    family = families.of(path)
    met = family.meaning(path, offset) if family is not None else None
    if met is None:
        raise UsageError("this is no name that the rules give")
    use, view = met
    match use.symbol.kind:
        case "file":
            raise UsageError(f"{use.symbol.name} is called as its file is: rename the file, too")
        case "scenario":
            raise UsageError("the title of a scenario is words: write others")
    if use.symbol.name in keywords() and use.span.text() == "pass":
        raise UsageError("pass is a word of the language")
    if use.symbol.file.endswith(".csv"):
        raise UsageError(
            f"{use.symbol.name} stands in the table {use.symbol.file}: rename it there"
        )
    found = view.declared(use.symbol)
    if found is not None and isinstance(found.node, n.Column):
        raise UsageError(f"{use.symbol.name} is a column of a table: rename it there")
    if found is not None and ".." in found.span.text():
        raise UsageError(
            f"{use.symbol.name} stands in {found.span.text()}: list the names to rename one"
        )
    return use


def renamed(families: Families, path: Path, offset: int, new: str) -> Edits:
    """What is to be written where, so that the thing at an offset is called otherwise.

    Raises `UsageError` with the reason when that cannot be.
    """
    use = can_be_renamed(families, path, offset)
    old = use.symbol.name
    if new == old:
        return {}
    if not NAMES.fullmatch(new):
        raise UsageError(f'"{new}" is no name: letters, digits and _, a letter first')
    if new in RESERVED:
        raise UsageError(f"{new} has a meaning of its own and cannot be a name")
    concerned = list(_families(families, path, use))
    for family in concerned:
        _not_taken(family, new)
    edits: Edits = {}
    for family in concerned:
        for one in family.uses(use.symbol):
            written = f"'{new}'" if one.span.text().startswith("'") else new
            here = edits.setdefault(file_of(one.span.file.name), [])
            if all(one.span != span for span, _ in here):
                here.append((one.span, written))
    with families.workspace.unsaved():
        before = UNSAVED.get()
        after = {**before, **_texts(edits)}
        for family in concerned:
            for name, variants in _settings(family, old, {*edits}):
                _prove(name, variants, before, after, old, new)
    return edits


def _families(families: Families, path: Path, use: Use) -> Iterator[Family]:
    """The games in which a thing may be meant."""
    own = families.of(path)
    assert own is not None
    declared_in = file_of(use.symbol.file)
    if any(one.path == declared_in for one in own.libraries):
        yield from families.with_library(declared_in)
    if own.game is not None or not own.libraries:
        yield own


def _not_taken(family: Family, new: str) -> None:
    """Refuse a name that a file of the family has already, wherever that is."""
    for file in family.files:
        view = family.view(file.path)
        assert view is not None
        for found in view.names.every():
            if found.symbol.name == new and found.symbol.kind not in ("scenario", "file"):
                raise UsageError(f"{new} is {what(found)} already: {view.absolute(found.span)}")
        for one in view.uses:
            if one.symbol.name == new and one.declares:
                raise UsageError(f"{new} is the name of a {one.symbol.kind} already: {one.span}")


def _texts(edits: Edits) -> Mapping[Path, str]:
    """The whole texts of edited files, with line ends as rules have them."""
    texts = {}
    for path, places in edits.items():
        text = places[0][0].file.text
        for span, written in sorted(places, key=lambda place: -place[0].start):
            text = text[: span.start] + written + text[span.end :]
        texts[path] = text
    return texts


def _settings(
    family: Family, old: str, edited: Iterable[Path]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The game by itself, and with each variant in which the word stands."""
    if family.game is None:
        return
    word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
    name = str(family.game.path)
    yield name, ()
    for variant in family.variants:
        if variant.path in edited or word.search(variant.source.text):
            yield name, (str(variant.path),)


def _prove(
    name: str, variants: tuple[str, ...], before: Mapping[Path, str], after: Mapping[Path, str],
    old: str, new: str,
) -> None:  # fmt: skip
    """Raise `UsageError` unless the rules say the same with both texts."""
    was, found = (_meaning(name, variants, texts) for texts in (before, after))
    alike = re.compile(rf"(?<!\w){re.escape(new)}(?!\w)")
    with_it = f" with {Path(variants[0]).stem}" if variants else ""
    if len(found[0]) != len(was[0]):
        more = next((one for one in found[0] if one.split(": ")[-1] not in "\n".join(was[0])), "")
        raise UsageError(f"the rules would not say the same{with_it} any more; {more}")
    then, now = (alike.sub(old, text) for _, text in (was, found))
    by_lines = sorted(then.split("\n")) == sorted(now.split("\n"))  # some are in order of names
    if not by_lines and then.split() != now.split():  # and some broken where they are long
        raise UsageError(f"{new} would be understood otherwise{with_it} somewhere")


def _meaning(
    name: str, variants: tuple[str, ...], texts: Mapping[Path, str]
) -> tuple[list[str], str]:
    """What is found in a setting, and its program as text."""
    token = UNSAVED.set(texts)
    try:
        made = games.check(name, variants=variants)
        made.scenarios()
        return [], program_text(made.open_program)
    except RulesError as error:
        return [f"{one.span}: {one.message}" for one in error.diagnostics], ""
    except RulewrightError as error:
        return [str(error)], ""
    finally:
        UNSAVED.reset(token)

"""Names that a variant has not, but another variant of its game beside it.

Who writes a variant beside others takes what these declare for granted. Only `with` blocks may name
it, for each variant can be played without the others. Nothing is read unless a name is missing, and
then only the files in which it stands.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ..diagnostics import Diagnostic, Findings, UsageError
from ..source import is_within
from ..syntax import nodes as n
from . import kinds
from .modules import Loaded, excluded_by, folders_of, lies_here, read, text_of

MISSING = ("E040", "E100", "E126", "E163")
"""Codes of findings that something is not there: what is edited, a name, a type, an action."""

_NAME = re.compile(r"[A-Za-z]\w*")


def told_with_others(
    found: Sequence[Diagnostic], game: Loaded, variants: Sequence[Loaded]
) -> list[Diagnostic]:
    """The findings; of a name that another variant has, with which, and where it may be named."""
    if not any(finding.code in MISSING for finding in found):
        return [*found]
    known = frozenset(name for one in (game, *variants) for name in _declared(one))
    return [_told(finding, game, variants, known) for finding in found]


def _told(
    finding: Diagnostic, game: Loaded, variants: Sequence[Loaded], known: Collection[str]
) -> Diagnostic:
    """`known`: the names that are there."""
    variant = next((one for one in variants if one.source == finding.span.file), None)
    if variant is None or finding.code not in MISSING or _is_with_another(variant, finding):
        return finding
    names = [name for name in _NAME.findall(finding.span.text()) if name not in known]
    for other in _others(game, variant, variants, names):
        declared = _declared(other)
        if has := next((name for name in names if name in declared), ""):
            title = other.header.name.text
            hint = f"{title} has {has}: what names it is written below `with {title}`"
            return replace(finding, hint=hint, fix=None)
    return finding


def _is_with_another(variant: Loaded, finding: Diagnostic) -> bool:
    """Does it stand in a `with` block? None stands in another one."""
    blocks = (one for one in variant.file.declarations if isinstance(one, n.Together))
    return any(is_within(finding.span, block.span) for block in blocks)


def _others(
    game: Loaded, variant: Loaded, variants: Sequence[Loaded], names: Sequence[str]
) -> Iterator[Loaded]:
    """The variants of a game that lie beside one or beside the game, can be played with it, and in
    which one of some names stands, in order of name."""
    seen = {one.path.resolve() for one in variants}
    for path in (path for folder in folders_of(variant) for path in sorted(folder.glob("*.game"))):
        if not names or not lies_here(path) or path.resolve() in seen:
            continue
        seen.add(path.resolve())
        try:
            if {*_NAME.findall(text_of(path))}.isdisjoint(names):
                continue
            other = read(path, Findings())
        except UsageError:
            continue  # what cannot be read is told when it is asked for
        base = other.header.base if other is not None else None
        if other is None or base is None or base.text != game.header.name.text:
            continue
        apart = {*excluded_by(variant), *excluded_by(other)}
        if apart.isdisjoint((variant.header.name.text, other.header.name.text)):
            yield other


def _declared(file: Loaded) -> set[str]:
    """The names that a file gives to something by itself, or adds to what is there."""
    own = [one for one in file.file.declarations if not isinstance(one, n.Together)]
    things = kinds.things(own, (), ())
    added = (name.text for one in own if isinstance(one, n.AddTo) for name in one.names)
    return {*added, *(name for name, (what, _) in things.items() if what not in kinds.BOUND)}

"""What there is to play: the games that come with Rulewright, or one given by path.

Nothing is checked here beyond what a list needs; a file that cannot be read is left out of the list
and told when it is loaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .check import modules
from .check.modules import Loaded
from .diagnostics import Findings
from .syntax import nodes as n


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option: its values as written (a range as `1..9`), the default, its question.

    `variant`: the name of the variant that brings it, empty when it belongs to the game.
    """

    name: str
    values: tuple[str, ...]
    default: str
    words: str
    variant: str = ""


@dataclass(frozen=True, slots=True)
class VariantInfo:
    """A variant: `excludes` names those it cannot be played with.

    `reference` is what `load` takes: the name, or the path of one that lies elsewhere.
    """

    name: str
    reference: str
    title: str
    blurb: str
    excludes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game: `players` are the fewest and the most.

    `asked`: the reference of the variant by whose path the game was asked for, else empty.
    """

    name: str
    title: str
    blurb: str
    path: Path
    players: tuple[int, int]
    credits: tuple[str, ...]
    variants: tuple[VariantInfo, ...]
    options: tuple[OptionInfo, ...]
    asked: str = ""


def games() -> list[GameInfo]:
    """The games that come with Rulewright, in order of name."""
    found = []
    for path in modules.shipped().values():
        loaded = modules.read(path, Findings())
        if loaded is not None and loaded.header.kind == "game":
            found.append(_info(loaded))
    return sorted(found, key=lambda g: g.name)


def game(name: str) -> GameInfo:
    """One game by name or path; for a variant's path, the game it edits.

    Raises `UsageError` with the nearest name, `RulesError` when the file cannot be parsed.
    """
    findings = Findings()
    loaded, _, edits = modules.gather(name, (), findings)
    return _info(loaded, edits)


def _info(game: Loaded, asked: Sequence[Loaded] = ()) -> GameInfo:
    header = game.header
    variants: list[VariantInfo] = []
    options = [*_options(game, "")]
    beside, _ = modules.beside(game.path)
    known = {p.path.resolve() for p in beside}
    for edit in (*beside, *(a for a in asked if a.path.resolve() not in known)):
        if edit.header.kind != "variant" or edit.header.base is None:
            continue
        if edit.header.base.text != header.name.text:
            continue
        variants.append(
            VariantInfo(
                edit.header.name.text,
                modules.reference(game, edit),
                edit.header.title,
                " ".join(edit.header.blurbs),
                tuple(name.text for name, _ in edit.header.excludes),
            )
        )
        options += _options(edit, edit.header.name.text)
    return GameInfo(
        header.name.text, header.title, " ".join(header.blurbs), game.path,
        header.players or (1, 1), header.credits, tuple(variants), tuple(options),
        modules.reference(game, asked[0]) if asked else "",
    )  # fmt: skip


def _options(file: Loaded, variant: str) -> list[OptionInfo]:
    found = []
    for d in file.file.declarations:
        if isinstance(d, n.OptionDecl):
            values = tuple(v.span.text() for v in d.values)
            default = values[0].partition("..")[0]
            found.append(OptionInfo(d.name.text, values, default, d.tail.words, variant))
    return found

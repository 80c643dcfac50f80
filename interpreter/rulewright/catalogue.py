"""What there is to play: the games that come with Rulewright, or one given by path.

Nothing is checked here beyond what a list needs; a file that cannot be read is left out of the list
and told when it is loaded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
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

    `reference` is what `load` takes: the name, or the path of one that lies elsewhere. `otherwise`:
    the options of the game that it declares anew, and those that it takes away, with None.
    `players`: the fewest and the most, where it is for others than the game is; `not_for`: the
    numbers between these that are left out. `named_with`: the names of those for which it has a
    `with` block.
    """

    name: str
    reference: str
    title: str
    blurb: str
    excludes: tuple[str, ...]
    otherwise: tuple[tuple[str, OptionInfo | None], ...] = ()
    players: tuple[int, int] | None = None
    named_with: tuple[str, ...] = ()
    not_for: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game: `players` are the fewest and the most, `not_for` the numbers between these that it
    leaves out.

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
    not_for: tuple[int, ...] = ()

    def players_with(self, variants: Collection[str]) -> tuple[int, int]:
        """For how many it is with these variants, given by references or names: the fewest and the
        most."""
        numbers = self.numbers_with(variants)
        return numbers[0], numbers[-1]

    def numbers_with(self, variants: Collection[str]) -> tuple[int, ...]:
        """All numbers of players for which it is with these variants, the fewest first."""
        chosen = [v for v in self.variants if v.name in variants or v.reference in variants]
        said = ((v.players, v.not_for) for v in chosen if v.players is not None)
        players, not_for = next(said, (self.players, self.not_for))
        return n.numbers(*players, not_for)

    def options_with(self, variants: Collection[str]) -> tuple[OptionInfo, ...]:
        """The options that there are with these variants, given by their references or names."""
        chosen = [v for v in self.variants if v.name in variants or v.reference in variants]
        names = {"", *(variant.name for variant in chosen)}
        found: dict[str, OptionInfo | None] = {
            o.name: o for o in self.options if o.variant in names
        }
        for variant in chosen:
            found.update(variant.otherwise)
        return tuple(option for option in found.values() if option is not None)

    def all_options(self, variants: Collection[str]) -> tuple[OptionInfo, ...]:
        """The options that there are with these variants, and after them what others bring."""
        found = self.options_with(variants)
        there = {option.variant for option in found}
        return (*found, *(o for o in self.options if o.variant and o.variant not in there))


def games() -> list[GameInfo]:
    """The games that come with Rulewright, in order of name."""
    found = []
    for path in modules.shipped().values():
        loaded = modules.read(path, Findings())
        if loaded is not None and loaded.header.kind == "game":
            found.append(_info(loaded))
    return sorted(found, key=lambda g: g.name)


def game(name: str, variants: Iterable[str] = ()) -> GameInfo:
    """One game by name or path; for a variant's path, the game it edits.

    `variants`: those that are to be among its variants wherever they lie. Among them are also those
    beside the file of one of these of which one has a `with` block for the other. Raises
    `UsageError` with the nearest name, `RulesError` when the file cannot be parsed.
    """
    findings = Findings()
    loaded, _, edits = modules.gather(name, variants, findings)
    path = modules.find(name).resolve()
    asked = next((e for e in edits if e.path.resolve() == path), None)
    beside = [one for e in edits for one in (*modules.fellows(e), *modules.named_by(e))]
    return _info(loaded, [*edits, *beside], asked)


def _info(game: Loaded, more: Sequence[Loaded] = (), asked: Loaded | None = None) -> GameInfo:
    header = game.header
    variants: list[VariantInfo] = []
    options = [*_options(game, "")]
    beside, _ = modules.beside(game.path)
    there = {p.path.resolve(): p for p in beside}
    for one in more:
        there.setdefault(one.path.resolve(), one)
    for edit in there.values():
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
                modules.excluded_by(edit),
                tuple(_otherwise(edit, {option.name for option in options})),
                edit.header.players,
                modules.named_with(edit),
                edit.header.not_for,
            )
        )
        options += _options(edit, edit.header.name.text)
    return GameInfo(
        header.name.text, header.title, " ".join(header.blurbs), game.path,
        header.players or (1, 1), header.credits, tuple(variants), tuple(options),
        modules.reference(game, asked) if asked is not None else "", header.not_for,
    )  # fmt: skip


def _options(file: Loaded, variant: str) -> list[OptionInfo]:
    return [_option(d, variant) for d in file.file.declarations if isinstance(d, n.OptionDecl)]


def _option(node: n.OptionDecl, variant: str) -> OptionInfo:
    values = tuple(value.span.text() for value in node.values)
    default = values[0].partition("..")[0]
    return OptionInfo(node.name.text, values, default, node.tail.words, variant)


def _otherwise(edit: Loaded, options: Collection[str]) -> Iterator[tuple[str, OptionInfo | None]]:
    """The options that a variant declares anew or takes away; `options`: their names."""
    for d in edit.file.declarations:
        match d:
            case n.ReplaceDecl(declaration=n.OptionDecl() as option):
                yield option.name.text, _option(option, edit.header.name.text)
            case n.Remove(target=n.Target(names=(name,), words=("option" | "",))):
                if name.text in options:
                    yield name.text, None

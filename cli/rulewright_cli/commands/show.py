"""`rulewright show`: what a game is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, product
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from rulewright.characters import spoken
from rulewright.diagnostics import many_players
from rulewright.drawing.lines import Line, Piece, line, wrapped

from ..against import words_together
from ..options import fail, file_option, game_options, load_game, print_json, write_output
from ..rulebook.changes import as_variants_tell, title_of, title_of_variant, without_variants
from ..screen import Screen, columns, flowing
from .list import as_data as info_data

if TYPE_CHECKING:
    from rulewright.analysis.differences import Change
    from rulewright.catalogue import GameInfo
    from rulewright.check.modules import Loaded
    from rulewright.core.ir import Board, Domain, History, StateVariable
    from rulewright.drawing.attributes import Attribute, Attributes
    from rulewright.game import Game
    from rulewright.source import SourceFile
    from rulewright.spec import GameSpec
    from rulewright.syntax.nodes import Declaration

SEED = 0  # of the beginning that is shown, if no other is asked for
SEEN_BY = {
    "all": "everybody",
    "owner": "its owner",
    "others": "all but its owner",
    "nobody": "nobody",
    "chooser": "whoever chooses",
}


@click.command()
@file_option(
    "--svg", "picture",
    help="Write a picture of the table at a beginning.",
)  # fmt: skip
@click.option("--source", is_flag=True, help="Print its rule files: libraries, game, variants.")
@click.option(
    "--table", "table", metavar="NAME",
    help="Print the table from which a type, a component or a board is read.",
)  # fmt: skip
@game_options(seed=True, as_json=True, plain=True)
def command(
    spec: GameSpec,
    seed: int | None,
    as_json: bool,
    plain: bool,
    picture: str | None,
    source: bool,
    table: str | None,
) -> None:
    """Show a game: options, variants, components, zones with who sees them, and the table at the
    beginning; or what a library declares.

    The table is as all see it when the first player is to choose, with seed 0 if no other is given.
    With variants it is told, too, what these change.

    A variant that replaces a table begins with a copy of it:

    \b
      rulewright show ruins --table stall > stalls.csv
    """
    from rulewright import catalogue
    from rulewright.drawing.attributes import Attributes
    from rulewright.drawing.shown import as_picture, seen_by
    from rulewright.game import library_alone

    if seed is not None and (as_json or source or table is not None):
        fail("--seed is for the table at the beginning: leave out --json, --source and --table")
    if source and as_json:
        fail("--source prints rule files as they are: leave out --json")
    if table is not None and (source or as_json):
        fail("--table prints a table as it is: leave out --source and --json")
    asked = spec.variants or spec.options or spec.seats is not None or seed is not None or picture
    library = None if asked else library_alone(spec.name)
    if library is not None:
        _show_library(*library, Screen(plain=plain), source=source, table=table, as_json=as_json)
        return
    loaded = load_game(spec, played=False)
    info = catalogue.game(spec.name, spec.variants)
    seed = SEED if seed is None else seed
    if picture is not None:
        seen = seen_by(loaded.program, loaded.start(seed=seed), None)
        write_output(picture, f"{as_picture(loaded.program, seen, loaded.title).alone}\n")
        return
    if table is not None or source:
        _show_as_it_is(loaded, loaded.files, table)
        return
    attributes = Attributes(loaded.program)
    if as_json:
        print_json(as_data(info, loaded, attributes))
        return
    screen = Screen(plain=plain)
    screen.show(_Sheet(info, loaded, attributes, screen.width, seed).lines())


def _show_as_it_is(game: Game, files: Sequence[SourceFile], table: str | None) -> None:
    """A table of a game, or if none is asked for these files of its rules, to be copied."""
    texts = [f"# {file.name}\n{file.text}" for file in files]
    for text in [table_of(game, table)] if table is not None else texts:
        Screen(plain=True).copyable(text)


def _show_library(
    library: Loaded, alone: Game, screen: Screen, *, source: bool, table: str | None, as_json: bool
) -> None:
    """What a library declares: `alone` is a game that has nothing else."""
    from rulewright.catalogue import GameInfo
    from rulewright.drawing.attributes import Attributes

    files = [file for file in alone.files if Path(file.name).suffix]
    if table is not None or source:
        _show_as_it_is(alone, files, table)
        return
    header, attributes = library.header, Attributes(alone.program)
    names = [file.name for file in files]
    declared = [d for d in alone.merged.declarations if d.span.file.name in names]
    if as_json:
        domains = {d.name: elements_data(d, attributes) for d in with_facts(alone)}
        texts = [d.span.text().rstrip() for d in declared]
        about = {"name": header.name.text, "title": header.title, "blurb": " ".join(header.blurbs)}
        print_json({**about, "declarations": texts, "elements": domains})
        return
    info = GameInfo(
        header.name.text, header.title, " ".join(header.blurbs), library.path, (1, 1),
        header.credits, (), (),
    )  # fmt: skip
    screen.show(_Sheet(info, alone, attributes, screen.width, SEED).of_library(declared, names))


def table_of(game: Game, name: str) -> str:
    """The text of the table from which something of this name is read."""
    from rulewright.diagnostics import did_you_mean

    files = game.checked.tables
    read = {
        declared.name.text: files[declared.span].file
        for declared in game.merged.declarations
        if hasattr(declared, "name") and declared.span in files
    }
    if name not in read:
        known = f"; tables are those of {', '.join(read)}" if read else "; it has none"
        hint = did_you_mean(name, read)
        fail(f"{game.name} has no table of {name}{f'; {hint}' if hint else known}")
    return read[name].text


class _Sheet:
    """Everything about a game on one sheet."""

    def __init__(
        self, info: GameInfo, game: Game, attributes: Attributes, width: int, seed: int
    ) -> None:
        from rulewright.drawing.table import TableView

        self.info = info
        self.game = game
        self.attributes = attributes
        self.width = width
        self.table = TableView(attributes)
        self.seed = seed
        self.seen, self.failure = _beginning(game, seed)

    def of_library(self, declared: Sequence[Declaration], files: Sequence[str]) -> Iterator[Line]:
        """What a library is for, its declarations as they are written, and its components."""
        info = self.info
        yield (
            Piece(info.title or spoken(info.name), "bold cyan"),
            Piece(f"  ({info.name})", "dim"),
        )
        yield from map(line, wrapped(info.blurb, self.width))
        yield line(f"a library, for games that say in their header: uses {info.name}")
        if info.credits:
            yield line(f"by {', '.join(info.credits)}")
        yield line(f"rules in {', '.join(files)}", "dim")
        yield ()
        yield line("Declared", "bold")
        for one in declared:
            yield from (line(f"  {row}") for row in one.span.text().rstrip().split("\n"))
        for domain in with_facts(self.game):
            yield from self.elements(domain)

    def lines(self) -> Iterator[Line]:
        yield from self.head()
        yield from self.changes()
        yield from self.section("Options", self.options())
        yield from self.section("Variants", self.variants())
        yield from self.boards()
        yield from self.section("Zones", self.zones())
        yield from self.section("Marks", self.marks())
        yield from self.beginning()
        yield from self.section("Score", self.scores())
        yield from self.section("Outcome", self.outcomes())
        for domain in with_facts(self.game):
            yield from self.elements(domain)

    def head(self) -> Iterator[Line]:
        info, game = self.info, self.game
        headers = game.merged.variant_headers
        names = " with ".join(
            [info.name, *[", ".join(h.name.text for h in headers)] * bool(headers)]
        )
        yield (Piece(title_of(game), "bold cyan"), Piece(f"  ({names})", "dim"))
        yield from map(line, wrapped(" ".join(game.blurbs), self.width))
        for header in headers:
            said = f"With {' '.join([f'{title_of_variant(header)}:', *header.blurbs])}"
            yield from map(line, wrapped(said.rstrip(":"), self.width))
        for one, other, words in words_together(game):
            yield from map(line, wrapped(f"With {one} and {other}: {words}", self.width))
        named = ", ".join(name.text for name in game.merged.header.seat_names)
        numbers = game.merged.header.numbers(otherwise=info.players)
        told = f": {named}" * bool(named)
        yield from map(
            line,
            wrapped(f"{many_players(numbers)}{told}", self.width),
        )
        if info.credits:
            yield line(f"by {', '.join(info.credits)}")
        yield line(f"rules in {', '.join(file.name for file in game.files)}", "dim")

    def section(self, title: str, rows: list[tuple[str, ...]]) -> Iterator[Line]:
        if rows:
            yield ()
            yield line(title, "bold")
            yield from map(line, columns(rows, self.width))

    def changes(self) -> Iterator[Line]:
        """What the variants change, under what is done and where, as `diff` says it: the first line
        of each, and where it stands or stood; of what is said anew without words or rule numbers it
        had, which these were."""
        from rulewright.analysis.differences import differences

        if not self.game.variants:
            return
        found = differences(without_variants(self.game, self.info), self.game).changes
        changes = (as_variants_tell(self.game, change) for change in found)
        for number, (heading, together) in enumerate(groupby(changes, lambda c: c.what + c.place)):
            if not number:
                yield ()
                yield line("Changed", "bold")
            yield from map(line, wrapped(heading, self.width, indent="  ", hang="    "))
            for text, place in map(_changed, together):
                *more, last = wrapped(text, self.width, indent="    ", hang="      ")
                yield from map(line, more)
                if len(last) + 2 + len(place) > self.width:
                    yield line(last)
                    last = " " * 4
                yield (Piece(f"{last}  "), Piece(place, "dim"))

    def options(self) -> list[tuple[str, ...]]:
        bound = self.game.options
        rows: list[tuple[str, ...]] = []
        for option in self.info.all_options(self.game.variants):
            values = ", ".join(option.values)
            now = bound.get(option.name, option.default)
            setting = f"= {now}"
            words = option.words + (f" (with {option.variant})" if option.variant else "")
            rows.append((option.name, setting, f"of {values}", words))
        return rows

    def variants(self) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = []
        for variant in self.info.variants:
            chosen = "* " if variant.reference in self.game.variants else ""
            excludes = f" Not with {', '.join(variant.excludes)}." if variant.excludes else ""
            words = f"{variant.title}. {variant.blurb}{excludes}"
            rows.append((chosen + variant.name, words))
        return rows

    def boards(self) -> Iterator[Line]:
        from rulewright.core.grids import origin
        from rulewright.core.ir import StateVariable
        from rulewright.drawing.growing import boards_of

        boards = boards_of(self.game.program)
        cells = cast("Mapping[str, object]", self.seen.get("cells", {}))
        for board in boards:
            yield ()
            words = f"  {board.words}" if board.words else ""
            yield (Piece(spoken(board.name).capitalize(), "bold"), Piece(words, "dim"))
            if isinstance(board, StateVariable):
                site = board.keys[0]
                yield line(f"  grows without bounds from {site.labels[origin(site)]}")
            yield from self.table.board(board, cells, self.width)
        if boards:
            yield from self.table.legend(self.width)

    def beginning(self) -> Iterator[Line]:
        """What lies beside the boards when the first player is to choose."""
        rows = self.table.beside(self.seen, self.width - 2) if self.seen else []
        if self.failure:
            rows = [line(text, "red") for text in wrapped(self.failure, self.width - 2)]
        if rows:
            how = ", as all see it" * bool(self.seen)
            if self.seen and self.game.start(chance="asked").question is not None:
                how += f", with seed {self.seed}"
            yield ()
            yield (Piece("The table at the beginning", "bold"), Piece(how, "dim"))
            yield from ((Piece("  "), *row) for row in rows)

    def zones(self) -> list[tuple[str, ...]]:
        from rulewright.runtime.sight import is_box

        variables = (
            variable for variable in self.game.program.variables if variable.role == "zone"
        )
        return [
            self._cell(variable)
            for variable in variables
            if not (variable.grows or is_box(variable))
        ]

    def marks(self) -> list[tuple[str, ...]]:
        return [
            self._cell(variable)
            for variable in self.game.program.variables
            if variable.role == "mark"
        ] + [self._history(history) for history in self.game.program.histories]

    def _history(self, history: History) -> tuple[str, ...]:
        """What is remembered, of how many moments, and by whom it is seen."""
        from rulewright.syntax.nodes import HistoryDecl

        declared = next(
            d for d in self.game.merged.declarations
            if isinstance(d, HistoryDecl) and d.name.text == history.name
        )  # fmt: skip
        last = " ".join(declared.last.span.text().split())
        of = ", ".join(name.text for name in declared.of)
        seen = f"seen by {SEEN_BY[history.many.seen]}"
        return history.name, f"the last {last} of {of}", seen, declared.tail.words

    def _cell(self, variable: StateVariable) -> tuple[str, ...]:
        keys = f" of {', '.join(key.name for key in variable.keys)}" if variable.keys else ""
        who = (
            f"whoever sees the {variable.keys[0].name}"
            if variable.seen == "with"
            else SEEN_BY[variable.seen]
        )
        seen = f"seen by {who}"
        return f"{variable.name}{keys}", str(variable.type), seen, variable.words

    def scores(self) -> list[tuple[str, ...]]:
        program = self.game.program
        rows: list[tuple[str, ...]] = [(score.name, score.words) for score in program.scores]
        if program.winners is None:
            rows.append(("winner", f"{program.winner} points"))
        return rows

    def outcomes(self) -> list[tuple[str, ...]]:
        return [(", ".join(case.names), case.words) for case in self.game.program.outcome]

    def elements(self, domain: Domain) -> Iterator[Line]:
        """All elements of a domain with what is fixed about them."""
        from rulewright.drawing.table import TIMES, many_alike

        facts, long = self.attributes.listed(domain)
        standing = self.standing(domain)
        yield ()
        yield line(f"{domain.name.capitalize()} ({domain.size})", "bold")
        if not facts and not standing:
            yield from map(line, flowing(domain.labels, self.width, indent="  "))
            yield from self.left_out(long)
            return
        head = (
            domain.name,
            *(spoken(fact.name) for fact in facts),
            *(f"{name} at first" for name in standing),
        )
        kinds = domain.kinds or domain.labels
        rows = [
            (
                kind,
                *(fact.text(element) for fact in facts),
                *(of_each.get(label, "") for of_each in standing.values()),
            )
            for element, (label, kind) in enumerate(zip(domain.labels, kinds, strict=True))
        ]
        rows = [
            (f"{len(of)}{TIMES}{kinds[at]}" if len(of) > 1 else domain.labels[at], *rows[at][1:])
            for of in many_alike(rows)
            for at in of[:1]
        ]
        first, *others = columns([head, *rows], self.width)
        yield line(first, "dim")
        yield from map(line, others)
        yield from self.left_out(long)

    def left_out(self, facts: Sequence[Attribute]) -> Iterator[Line]:
        """What is no column because its sets are too long."""
        if facts:
            names = ", ".join(spoken(fact.name) for fact in facts)
            told = wrapped(f"left out, as too long for a list: {names}", self.width)
            yield from (line(part, "dim") for part in told)

    def standing(self, domain: Domain) -> dict[str, dict[str, str]]:
        """The numbers that hang on what is on the table, as all see them at the beginning: of each
        element, by their names."""
        from rulewright.drawing.notes import Notes

        if not self.seen:
            return {}
        notes = Notes(self.attributes, cast("Mapping[str, object]", self.seen["cells"]))
        found: dict[str, dict[str, str]] = {}
        for label in domain.labels:
            for name, text in notes.standing(domain, label).items():
                found.setdefault(name, {})[label] = text
        return found


def _changed(change: Change) -> tuple[str, str]:
    """What a variant changes, in short, and where."""
    shown = change.after or change.before
    if shown is None:
        return change.of_row, ""
    first, *more = (change.of_row if change.row else shown.text).split("\n")
    lost = list[str]()
    if change.before and change.after and change.what != "set":
        words = f'"{change.before.words}"' * bool(change.before.words)
        lost += [words] * bool(words and not shown.words)
        lost += [tag for tag in change.before.tags if tag not in shown.tags]
    places = dict.fromkeys(f"{one.file}:{one.line}" for one in (shown, *shown.others))
    without = f"  – without {', '.join(lost)}" * bool(lost)
    return first.strip() + " …" * bool(more) + without, ", ".join(places)


def _beginning(game: Game, seed: int) -> tuple[Mapping[str, object], str]:
    """What all see when the first player is to choose; why it does not come to that."""
    from rulewright.diagnostics import RulewrightError
    from rulewright.drawing.shown import seen_by

    try:
        return seen_by(game.program, game.start(seed=seed), None), ""
    except RulewrightError as error:
        return {}, f"a game does not begin: {str(error).splitlines()[0]}"


def with_facts(game: Game) -> list[Domain]:
    """The domains of which a game says more than their names: edges, and what tables list."""
    from rulewright.syntax.nodes import ComponentDecl

    listed = {d.name.text for d in game.merged.declarations if isinstance(d, ComponentDecl)}
    return [d for d in game.program.domains if d.kind == "edge" or d.name in listed]


def as_data(info: GameInfo, game: Game, attributes: Attributes) -> dict[str, object]:
    """A game as JSON: the catalogue's entry, settings, and what is on the table."""
    from rulewright.drawing.growing import growing
    from rulewright.runtime.sight import is_box

    program = game.program
    variables = [c for c in program.variables if c.role in ("zone", "mark") and not is_box(c)]
    domains = with_facts(game)
    return {
        **info_data(info),
        "seats": list(game.seat_names),
        "settings": {"variants": list(game.variants), "options": dict(game.options)},
        "digest": game.digest,
        "boards": [
            {
                "name": board.name,
                "rows": board.rows,
                "columns": board.columns,
                "sides": board.component.sides,
                "places": _places(board),
            }
            for board in program.boards
        ],
        "growing": [variable.name for variable in growing(program)],
        "cells": [
            {
                "name": variable.name,
                "kind": variable.role,
                "keys": [key.name for key in variable.keys],
                "type": str(variable.type),
                "seen": variable.seen,
                "words": variable.words,
            }
            for variable in variables
        ],
        "scores": [{"name": score.name, "words": score.words} for score in program.scores],
        "outcomes": [{"names": list(case.names), "words": case.words} for case in program.outcome],
        "elements": {domain.name: elements_data(domain, attributes) for domain in domains},
    }


def elements_data(domain: Domain, attributes: Attributes) -> list[dict[str, str]]:
    """All elements of a domain by their names, with what is fixed about them."""
    return [
        {"name": label, **{f.name: f.text(element) for f in attributes.of(domain)}}
        for element, label in enumerate(domain.labels)
    ]


def _places(board: Board) -> list[str | None]:
    """The names of the places of a board, row by row; of one that is not there, none."""
    from rulewright.core.boards import spots

    labels = board.component.labels
    there = dict(zip(spots(board), (labels[place] for place in board.places), strict=True))
    return [there.get(spot) for spot in product(range(board.rows), range(board.columns))]

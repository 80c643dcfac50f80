"""A game as a book: what there is, how it is set up and played, how it ends, what its words mean,
what its options and variants change. Everything comes from declarations; what a chosen variant says
is marked where it stands. One part of a book follows the other here, as on the page, which makes
this longer than most files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rulewright.characters import leads_on, spoken
from rulewright.core.ir import Domain, Element
from rulewright.diagnostics import RulewrightError, many_players
from rulewright.drawing.attributes import Attribute, Attributes
from rulewright.drawing.look import look_of
from rulewright.drawing.pictures import Pictures
from rulewright.drawing.svg import Picture
from rulewright.drawing.table import TableView
from rulewright.game import check
from rulewright.source import place_of
from rulewright.syntax import nodes as n
from rulewright.syntax.counting import counting
from rulewright.syntax.walk import walk

from ..commands.show import with_facts
from .beginning import (
    AS_CHANCE_DECIDES,
    SEEDS,
    SEEN,
    SEEN_MEANS,
    STILL_KNOWN,
    beginnings,
    counts,
    first_view,
    is_known,
    is_known_where_hidden,
)
from .changes import (
    changes,
    said_together,
    set_by_variants,
    title_of,
    title_of_variant,
    without_variants,
)
from .document import (
    Block,
    Book,
    Item,
    Items,
    Paragraph,
    Part,
    Run,
    Section,
    Table,
    Text,
    joined,
    plain,
    sentence,
    text,
)
from .examples import example
from .happenings import Teller, defined
from .left_over import without_left_over
from .meaning import Meaning
from .naming import (
    article,
    between,
    by_number,
    capital,
    fact_text,
    first_value,
    just_behind,
    noun,
    plural,
    says_won,
    type_name,
    with_types,
    written_as,
)  # fmt: skip
from .reading import Reader

if TYPE_CHECKING:
    from rulewright.catalogue import GameInfo
    from rulewright.game import Game

SEEN_BY = {
    "all": "everybody",
    "owner": "its owner only",
    "others": "everybody but its owner",
    "nobody": "nobody",
}
MOST_BOARDS = 3
"""An option with more values than these is told, but its boards are not drawn."""
SHAPES = {"set": "any number, in no order", "stack": "a pile, one on the other",
          "slot": "one, or none"}  # fmt: skip


def rulebook(game: Game, info: GameInfo) -> Book:
    """The rulebook of a game with the variants and options that were chosen."""
    return _Bookmaker(game, info).book()


def counted(
    domain: Domain, told: Sequence[tuple[str, ...]]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The elements with what is told of each; those of which a table makes several, and nothing
    else is told of them, in one: `5 × Guard`."""
    kinds = domain.kinds or domain.labels
    alike = groupby(range(domain.size), lambda e: (kinds[e], told[e]))
    for (kind, about), elements in alike:
        held = [*elements]
        if len(held) == kinds.count(kind) > 1:
            yield f"{len(held)} × {kind}", about
        else:
            yield from ((domain.labels[e], about) for e in held)


class _Bookmaker:
    """Makes the sections one after another; rule numbers are gathered on the way."""

    def __init__(self, game: Game, info: GameInfo) -> None:
        self.game, self.info = game, info
        self.attributes = Attributes(game.program)
        self.declarations = without_left_over(game)
        self.meaning = Meaning(game, self.declarations)
        self.reader = Reader(self.meaning)
        headers = game.merged.variant_headers
        self.titles = {h.span.file: title_of_variant(h) for h in headers}
        self.teller = Teller(self.reader, self.titles)
        self.rows_before = dict[str, dict[str, dict[str, str]]]()  # of lists, by their names
        self.first_seen = first_view(game)
        self.pictures = Pictures(self.attributes, self.first_seen)
        self.asking = [
            (node, self.meaning.values_in(node)) for node in self.declarations
            if not isinstance(node, n.OptionDecl | n.ScenarioDecl | n.RemoveScenarios)
        ]  # fmt: skip

    def of(self, *kinds: type) -> list[Any]:
        return [d for d in self.declarations if isinstance(d, kinds)]

    def book(self) -> Book:
        front = tuple(self.front())
        made = [
            self.things(), self.setup(), self.course(), self.actions(), self.by_itself(),
            self.the_end(), self.terms(), self.options(), self.variants(), self.lists(),
            self.examples(), self.numbers(),
        ]  # fmt: skip
        sections = [section for section in made if section.blocks or section.sections]
        return Book(title_of(self.game), front, tuple(sections))

    # ------------------------------------------------------------------ the front

    def front(self) -> Iterator[Block]:
        game = self.game
        for blurb in game.blurbs:
            yield Paragraph(text(Run(blurb, "words")))
        for header in game.merged.variant_headers:
            title = title_of_variant(header)
            said = " ".join(header.blurbs)
            with_ = text("With ", Run(title, "variant"))
            yield Paragraph(defined(with_, text(Run(said, "words"))) if said else sentence(with_))
        for (one, other), both in said_together(game):
            with_ = text("With ", Run(one, "variant"), " and ", Run(other, "variant"))
            if both.words:
                yield Paragraph(defined(with_, text(Run(both.words, "words"))))
        if game.credits:
            yield Paragraph(text(f"By {', '.join(game.credits)}."))
        numbers = game.merged.header.numbers(otherwise=(game.seats, game.seats))
        who = self.seats_named(numbers[-1])
        many = many_players(numbers)
        if len(numbers) == 2:
            many = f"{numbers[0]} or {numbers[1]} players"
        tail = game.merged.header.players_tail
        words: Text = text(" ", Run(tail.words, "words")) if tail.words else ()
        self.teller.numbered_at(tail.tags, "top", "players")
        who = f": {who}" if who else ""
        yield Paragraph(text(f"For {many}{who}.", words, self.teller.numbers(tail.tags)))

    def seats_named(self, most: int) -> str:
        """What those are called who play, `most` of them; empty if that is just a player."""
        named = [name.text for name in self.game.merged.header.seat_names]
        if most == 1:
            alone = plain(self.reader.seat(n.Name(named[0]))) if named else "the player"
            return "" if alone == "the player" else alone
        if named:
            return ", ".join(named)
        return "seats 0 and 1" if most == 2 else f"seats 0 to {most - 1}"

    # ------------------------------------------------------------------ what there is

    def things(self) -> Section:
        parts = [
            *(self.component(d) for d in self.of(n.ComponentDecl)),
            self.boards(), self.zones(), self.marks(),
        ]  # fmt: skip
        return Section(text("What there is"), "things", tuple(self.libraries()), tuple(
            part for part in parts if part.blocks))  # fmt: skip

    def libraries(self) -> Iterator[Block]:
        """What is said of the decks and the like that the game uses."""
        _, libraries, _ = self.game.merged.parts or (None, [], [])
        for header in (library.header for library in libraries):
            by = f", by {', '.join(header.credits)}" if header.credits else ""
            title = Run(title_of_variant(header), "strong")
            words = Run(" ".join(header.blurbs), "words")
            yield Paragraph(text(title, by, ". ", words))

    def component(self, node: n.ComponentDecl) -> Section:
        """All that a table lists, with the properties that rules read."""
        domain = next(d for d in self.game.program.domains if d.name == node.name.text)
        self.teller.chapter = spoken(node.name.text)
        lines = [
            Item(
                text(joined([text(Run(spoken(name.text), "name")) for name in line.names]), ": ",
                     Run(line.tail.words, "words") if line.tail.words else self.range_of(line.type),
                     self.teller.numbers(line.tail.tags)),
                anchor=self.teller.place(line.tail.tags),
            )
            for line in node.columns
        ]  # fmt: skip
        whole = Run(f"there are {domain.size}", to=f"all-{self.meaning.anchor(node)}")
        anchor = self.meaning.anchor(node)
        intro = Paragraph(
            text(self.teller.item(node, text(whole), anchor=anchor).text, *self.more_rows(node))
        )
        title = capital(plural(noun(domain.name)))
        lines += self.added(node)
        return self.section(node, title, (intro, *([Items(tuple(lines))] if lines else [])))

    def more_rows(self, node: n.ComponentDecl) -> Iterator[Part]:
        """Who has added to what a table lists, but for the variant whose table it is, and where
        that is told below with its words."""
        added = (edit for edit in node.more if not edit.instead and not _is_told(edit.tail))
        told = dict.fromkeys(map(self.teller.said_by, added))
        for variant in told:
            if variant != self.teller.said_by(node):
                yield from (" ", Run(variant, "variant"))

    def lists(self) -> Section:
        """What is looked up: all components and edges, with what is fixed about each."""
        sections = []
        for domain in with_facts(self.game):
            facts, long = self.attributes.listed(domain)
            anchor = self.meaning.anchor(self.meaning.declared.get(domain.name))
            by_seats = self.by_seats(domain, facts)
            with_ = f" – with {', '.join(map(str, self.programs))} players"
            head = (text(noun(domain.name)), *(
                text(self.reader.name(f.name), with_ if f.name in by_seats else "") for f in facts
            ))  # fmt: skip
            told = tuple(
                tuple(by_seats[f.name][e] if f.name in by_seats else fact_text(f.text(e))
                      for f in facts)
                for e in range(domain.size)
            )  # fmt: skip
            rows = tuple(
                (
                    text(
                        name,
                        self.marked(
                            domain,
                            name,
                            {
                                f.name: value
                                for f, value in zip(facts, about, strict=True)
                                if f.name not in by_seats
                            },
                        ),
                    ),
                    *map(text, about),
                )
                for name, about in counted(domain, told)
            )
            title = text(capital(plural(noun(domain.name))))
            cards = self.pictures.cards(domain) if domain.kind == "component" else None
            legend = self.attributes.legend(domain)
            below = (Paragraph(text(legend), small=True),) if legend else ()
            drawn = (cards, *below) if cards is not None else ()
            alone = Paragraph(joined([name for name, *_ in rows], ", "))
            table = Table(head, rows, large=True) if facts else alone
            names = joined([text(self.reader.name(f.name)) for f in long], ", ", " and ")
            left_out = text("Left out, as too long for a list: ", names, ".")
            blocks = (*drawn, table, *([Paragraph(left_out, small=True)] if long else []))
            sections.append(Section(title, f"all-{anchor}", blocks))
        return Section(text("Lists"), "lists", sections=tuple(sections))

    @cached_property
    def programs(self) -> dict[int, Attributes]:
        """What is fixed with each number of players for which the rules can be read."""
        found = {}
        for seats in counts(self.game):
            with suppress(RulewrightError):
                found[seats] = Attributes(self.game.for_seats(seats).program)
        return found

    def by_seats(self, domain: Domain, facts: Sequence[Attribute]) -> dict[str, list[str]]:
        """What is another with another number of players, by its name: of each element what it is
        with each number."""
        found = {}
        for fact in facts:
            columns = []
            for about in self.programs.values():
                of = [d for d in about.program.domains if d.name == domain.name]
                same = [f for d in of for f in about.of(d) if f.name == fact.name]
                if not same or of[0].labels != domain.labels:
                    break
                columns.append([fact_text(same[0].text(e)) for e in range(domain.size)])
            if len(columns) == len(self.programs) and any(one != columns[0] for one in columns):
                found[fact.name] = [", ".join(row) for row in zip(*columns, strict=True)]
        return found

    def marked(self, domain: Domain, name: str, now: Mapping[str, str]) -> Text:
        """Which variant says a row of a list that the game without variants has not, or has
        otherwise; nothing of what was not known of any row."""
        declared = self.meaning.declared.get(domain.name)
        said, row = self.of_edits(declared), name.partition(" × ")[2] or name
        of_several, _, number = row.rpartition(" ")
        by = said.get(row) or (said.get(of_several) if number.isdigit() else "")
        if by:
            return text(" ", Run(by, "variant"))
        variant = self.teller.said_by(declared)
        if not variant:
            return ()
        if domain.name not in self.rows_before:
            self.rows_before[domain.name] = self.base_rows(domain.name)
        before = self.rows_before[domain.name]
        same = name in before and all(
            now.get(fact, value) == value for fact, value in before[name].items()
        )
        return () if same else text(" ", Run(variant, "variant"))

    def of_edits(self, declared: Any) -> dict[str, str]:
        """The rows of a list that edits add or say otherwise, each with the variant that does."""
        tables, found = self.game.checked.tables, dict[str, str]()
        for edit in declared.more if isinstance(declared, n.ComponentDecl) else ():
            if edit.span in tables:
                names = tables[edit.span].column(declared.named_by.text)
                found |= dict.fromkeys((one.text for one in names), self.teller.said_by(edit))
        return found

    def base_rows(self, name: str) -> dict[str, dict[str, str]]:
        """The rows of a list in the game without variants, with what is fixed about each."""
        base = without_variants(self.game, self.info)
        for domain in with_facts(base):
            if domain.name == name:
                facts = Attributes(base.program).of(domain)
                told = tuple(tuple(fact_text(f.text(e)) for f in facts) for e in range(domain.size))
                return {
                    row: {fact.name: value for fact, value in zip(facts, about, strict=True)}
                    for row, about in counted(domain, told)
                }
        return {}

    def section(self, node: Any, title: str, blocks: tuple[Block, ...]) -> Section:
        variant = self.teller.said_by(node)
        return Section(text(title), self.meaning.anchor(node), blocks, variant=variant)

    def boards(self) -> Section:
        items: list[Item] = []
        for node in self.of(
            n.BoardDecl, n.CellBoardDecl, n.GrowingDecl, n.CellsDecl, n.EdgesDecl, n.TypeDecl,
            n.PairDecl,
        ):  # fmt: skip
            name = Run(capital(spoken(node.name.text)), "strong")
            said = text(name, ": ", self.about(node))
            self.teller.chapter = spoken(node.name.text)
            tail, anchor = n.Tail("", node.tail.tags), self.meaning.anchor(node)
            added = self.added(node)
            items.append(self.teller.item(node, said, added, tail=tail, anchor=anchor))
        return Section(
            text("Boards and kinds of things"), "boards", (Items(tuple(items)),) if items else ()
        )

    def added(self, node: Any) -> tuple[Item, ...]:
        """What variants have added to the values of a type or to what a table lists, each with its
        words and rule numbers and who says so; of rows only what has words or numbers."""
        items = []
        for edit in node.more if isinstance(node, n.TypeDecl | n.ComponentDecl) else ():
            said, tail = text(), edit.tail
            if isinstance(edit, n.AddTo):
                names = joined([self.listed(name) for name in edit.names], ", ", " and ")
                words: list[Part] = [": ", Run(tail.words, "words")] if tail.words else []
                said, tail = text(names, *words), n.Tail("", tail.tags)
            elif not _is_told(tail):
                continue
            items.append(self.teller.item(edit, said, tail=tail))
        return tuple(items)

    def about(self, node: Any) -> Text:
        words: list[Part] = [Run(node.tail.words, "words"), " – "] if node.tail.words else []
        match node:
            case n.BoardDecl(rows=rows, columns=columns, component=of):
                size = f"{rows.span.text()} {_many(rows, 'row')} of {columns.span.text()}"
                return text(
                    *words,
                    f"{size}, {article(of.text)} {noun(of.text)} on each place for the whole game",
                )
            case n.CellBoardDecl(rows=rows, columns=columns, shape=shape, where=where):
                said = () if where is None else self.reader.condition(where)
                whose = "whose" if said and said[0].text in ("row", "column") else "of which"
                there = (f": those {whose} ", said) if said else ()
                sides = [self.reader.expr(rows), self.reader.expr(columns)]
                across = joined(sides, f" {_many(rows, 'row')} of ")
                cell = shape.text.removesuffix("s") if shape is not None else "cell"
                return text(*words, across, f" {_many(columns, cell)}", *there)
            case n.GrowingDecl(component=of):
                return text(
                    *words,
                    f"a grid that grows on all sides, with {plural(noun(of.text))} on its cells",
                )
            case n.CellsDecl(board=board, template=template):
                domains = self.game.open_program.domains
                labels = next((d.labels for d in domains if d.name == node.name.text), ())
                like = Run(labels[len(labels) // 2] if labels else template, "code")
                return text(*words, "a cell of the ", self.reader.name(board.text),
                            ", written like ", like)  # fmt: skip
            case n.EdgesDecl(board=board):
                return text(*words, "two places of the ", self.reader.name(board.text),
                            " side by side, or one above the other")  # fmt: skip
            case n.TypeDecl(all_values=values, ring=ring):
                names = joined([self.listed(value) for value in values], ", ", " or ")
                return text(*words, names, ", and round again" if ring else "")
            case n.PairDecl(fields=fields):
                kinds = [(f.name.text, type_name(f.type)) for f in fields]
                parts = [text(Run(spoken(name), "name"), f" ({kind})") for name, kind in kinds]
                return text(*words, "each combination of ", joined(parts, ", ", " and "))
        raise AssertionError(node)

    def listed(self, value: n.Name | n.NamesTo) -> Text:
        """A name of a type, or all up to a number."""
        if isinstance(value, n.Name):
            return text(spoken(value.text))
        word, _ = counting(value.first.text) or ("", "")
        return text(spoken(value.first.text), f" to {word}", self.reader.expr(value.last))

    def size(self, written: int | n.Expr) -> Text:
        """A number, or what options make of it."""
        if isinstance(written, int):
            return text(str(written).replace("-", "−"))
        return self.reader.expr(written)

    def zones(self) -> Section:
        rows = []
        for node in self.of(n.ZoneDecl):
            row = text(self.size(node.places), " places in a row")
            holds = text(SHAPES[node.shape]) if node.shape in SHAPES else row
            keys = self.keys(node.keys)
            seen = self.seen_by(node)
            what = plural(noun(node.component.text))
            rows.append((
                self.head_of(node, keys), text(Run(node.tail.words, "words")),
                text(f"{what}: ", holds), text(seen), self.last(node),
            ))  # fmt: skip
        head = tuple(map(text, ("zone", "what it is", "what lies there", "seen by", "rules")))
        section = self.tabled("Where things lie", "zones", head, rows)
        if not is_known_where_hidden(self.game.program):
            return section
        told = Paragraph(text(STILL_KNOWN), small=True)
        return replace(section, blocks=(*section.blocks, told))

    def marks(self) -> Section:
        rows = []
        for node in self.of(n.MarkDecl):
            start = self.reader.value(node.start) if node.start is not None else self.first(node)
            if self.is_set_up(node):
                start = text("as the set-up says")
            seen = self.seen_by(node)
            rows.append((
                self.head_of(node, self.keys(node.keys)), text(Run(node.tail.words, "words")),
                self.range_of(node.type), start, text(seen), self.last(node),
            ))  # fmt: skip
        for history in self.of(n.HistoryDecl):
            last = self.reader.expr(history.last)
            kept = text("at the last ", last, " moments: ", self.reader.kept(history))
            rows.append((
                self.head_of(history, ""), text(Run(history.tail.words, "words")), kept,
                text("nothing"), text(self.remembered_by(history)), self.last(history),
            ))  # fmt: skip
        head = tuple(map(text, ("mark", "what it is", "can be", "begins as", "seen by", "rules")))
        return self.tabled("What is remembered", "marks", head, rows)

    def is_set_up(self, node: n.MarkDecl) -> bool:
        """Does the set-up always set the mark, so that how it begins otherwise is never seen?"""
        return any(
            isinstance(stmt, n.SetTo | n.PickFrom)
            and isinstance(stmt.target, n.Name)
            and stmt.target.text == node.name.text
            for setup in self.of(n.SetupDecl)
            for stmt in setup.body
        )

    def first(self, node: n.MarkDecl) -> Text:
        """What a mark begins as that does not say so: of things with names the name of the first
        one."""
        kind = self.meaning.type_of(node.name.text)
        if isinstance(node.type, n.TypeName) and not node.type.otherwise:
            if isinstance(kind, Element) and kind.domain.labels:
                label = n.Name(kind.domain.labels[0], True)
                is_seat = kind.domain is self.game.open_program.seats
                return self.reader.seat(label) if is_seat else self.reader.expr(label)
        return text(first_value(node.type))

    def remembered_by(self, node: n.HistoryDecl) -> str:
        """Who sees what a history holds."""
        histories = self.game.open_program.histories
        held = next(one for one in histories if one.name == node.name.text)
        return SEEN_BY[held.many.seen]

    def seen_by(self, node: n.ZoneDecl | n.MarkDecl) -> str:
        if isinstance(node, n.ZoneDecl) and node.seen == "nobody":
            if is_known(self.first_seen.get(node.name.text)):
                return "nobody; what has been seen before is still known"
        thing = node.seen.removeprefix("with ")
        return SEEN_BY.get(node.seen) or f"whoever sees the {noun(thing)}"

    def head_of(self, node: Any, keys: str) -> Text:
        if spoken(node.name.text).endswith(" of"):
            keys = keys.removeprefix(" of")
        elif leads_on(node.name.text) and keys:
            near = just_behind(node.name.text, [key.text == "seat" for key in node.keys])
            named = [f"each {noun(key.text)}" for key in node.keys]
            others = [one for place, one in enumerate(named) if place not in near]
            alone = len(named) == 1 and node.keys[0].text == "seat"
            keys = between(node.name.text, player=alone)
            keys += " and ".join(named[place] for place in near)
            keys += f" for {' and '.join(others)}" if others else ""
        return text(Run(spoken(node.name.text), "strong", at=self.meaning.anchor(node)), keys)

    def last(self, node: Any) -> Text:
        """Rule numbers and who says it, as the last cell of a row."""
        variant = self.teller.said_by(node)
        name = node.name.text
        self.teller.numbered_at(node.tail.tags, self.meaning.anchor(node), spoken(name))
        return text(
            self.teller.numbers(node.tail.tags), " " if variant else "", Run(variant, "variant")
        )

    def tabled(
        self, title: str, anchor: str, head: tuple[Text, ...], rows: Sequence[tuple[Text, ...]]
    ) -> Section:
        """A table without the columns in which nothing stands."""
        used = [i for i in range(len(head)) if any(plain(row[i]) for row in rows)]
        table = Table(
            tuple(head[i] for i in used), tuple(tuple(row[i] for i in used) for row in rows)
        )
        return Section(text(title), anchor, (table,) if rows else ())

    def keys(self, keys: Sequence[n.Name]) -> str:
        names = [noun(key.text) for key in keys]
        if len(names) == 2 and names[0] == names[1]:
            return f" of each {names[0]} for each {names[1]}"
        return f" of each {' and '.join(names)}" if names else ""

    def range_of(self, node: n.TypeExpr) -> Text:
        otherwise = getattr(node, "otherwise", "")
        match node:
            case n.TypeRange(low=low, high=high):
                said = text(self.size(low), " to ", self.size(high))
            case n.TypeName(name=name):
                said = text(f"{article(noun(name.text))} {noun(name.text)}")
            case _:
                said = text(type_name(node))
        return text(said, f", or {otherwise}" if otherwise else "")

    # ------------------------------------------------------------------ from start to end

    def setup(self) -> Section:
        blocks: list[Block] = []
        self.teller.chapter = "set-up"
        for node in self.of(n.SetupDecl):  # there is one at most
            self.teller.numbered_at(node.tail.tags, "setup", "set-up")
            blocks += self.told(self.worded(node), self.teller.inside(node, node.body))
        return Section(text("Set-up"), "setup", (
            *blocks, *self.beginning(), *self.boards_at_first(), *self.legend()))  # fmt: skip

    def boards_at_first(self) -> Iterator[Block]:
        """Pictures of all boards, with what they look like where an option that decides it is set
        otherwise, unless it has many values; each with the value for which it is drawn."""
        own = [*self.pictures.boards()]
        yield from own
        options = [
            option for option in self.info.options
            if option.name in self.game.options and self.asked_at_first(option.name)
        ]  # fmt: skip
        if not own or not options or self.is_by_chance(own):
            return
        others = dict[tuple[str, str], list[Picture]]()
        hanging = []  # options, of which the boards are others with each value
        for option in options:
            now, name = self.game.options[option.name], option.name
            if len(option.values) > MOST_BOARDS or ".." in "".join(option.values):
                hanging += [name] if self.asked_at_first(name) == "boards" else []
                continue
            otherwise = (value for value in option.values if value != now)
            drawn = {(name, value): self.boards_with({name: value}) for value in otherwise}
            found = {key: boards for key, boards in drawn.items() if boards not in ([], own)}
            hanging += [name] if found else []
            others |= found
        if hanging:
            with_ = [text(self.reader.name(name), f" {spoken(self.game.options[name])}")
                     for name in hanging]  # fmt: skip
            yield Paragraph(text("Drawn with ", joined(with_, ", ", " and "), "."), small=True)
        for (name, value), boards in others.items():
            yield from boards
            yield Paragraph(text("With ", self.reader.name(name), f" {spoken(value)}."), small=True)

    def asked_at_first(self, option: str) -> str:
        """Where an option is looked at that decides how boards begin; empty if nowhere there."""
        boards = n.BoardDecl | n.CellBoardDecl
        for node, names in self.asking:
            if option in names and isinstance(node, boards | n.SetupDecl):
                return "boards" if isinstance(node, boards) else "set-up"
        return ""

    def boards_with(self, options: Mapping[str, str]) -> list[Picture]:
        """The boards with some options set otherwise; none if the game cannot be played so."""
        _, _, edits = self.game.merged.parts or (None, [], [])
        try:
            other = check(
                str(self.info.path), variants=[str(edit.path) for edit in edits],
                seats=self.game.seats, options={**self.game.options, **options},
            )  # fmt: skip
        except RulewrightError:
            return []
        return [*Pictures(Attributes(other.program), first_view(other)).boards()]

    def is_by_chance(self, drawn: list[Picture]) -> bool:
        """Are the boards others in another game, so that one picture says nothing of an option?"""
        view = first_view(self.game, SEEDS[1])
        return [*Pictures(self.attributes, view).boards()] != drawn

    def legend(self) -> Iterator[Block]:
        """What letters in the pictures of boards stand for."""
        if self.pictures.has_boards:
            for line in TableView(self.attributes).legend(200, signs=False):
                yield Paragraph(text("".join(piece.text for piece in line)), small=True)

    def worded(self, node: Any, more: Text = ()) -> Text:
        """The words of a declaration, what goes with them, and its rule numbers."""
        said: Text = sentence(text(Run(node.tail.words, "words"))) if node.tail.words else ()
        between_ = " " if said and more else ""
        if node.tail.tags and not said and not more:
            said = text("Step by step:")  # rule numbers do not stand alone
        return text(said, between_, more, self.teller.numbers(node.tail.tags))

    def told(self, head: Text, items: Sequence[Item]) -> tuple[Block, ...]:
        """What happens, below a sentence, and what the names in it are."""
        first = (Paragraph(head),) if head else ()
        listed = (Items(tuple(items), ordered=True),) if items else ()
        return (*first, *listed, *self.named_in(items))

    def beginning(self) -> Iterator[Block]:
        """What lies where before the first decision, by the number of players."""
        hidden = look_of(self.game.program).hidden  # marks that people do not lay on the table
        marks = {node.name.text for node in self.of(n.MarkDecl)} & hidden
        found = {name: told for name, told in beginnings(self.game).items() if name not in marks}
        if not found:
            return
        numbers = counts(self.game)
        head = (text("at the first decision"), *(
            text(f"{seats} player{'s' * (seats > 1)}") for seats in numbers))  # fmt: skip
        drawn = self.pictures.drawn()
        own = numbers.index(self.game.seats)
        for name in [name for name in found if name in drawn]:
            if AS_CHANCE_DECIDES in found[name][own] or found[name][own].endswith(SEEN):
                continue
            found[name] = [*found[name][:own], "as drawn", *found[name][own + 1 :]]
            if len(numbers) == 1:
                del found[name]
        if not found:
            return
        rows = [
            (text(self.reader.name(name)), *map(text, values)) for name, values in found.items()
        ]
        yield Table(head, tuple(rows))
        if any(value.endswith(SEEN) for values in found.values() for value in values):
            yield Paragraph(sentence(text(SEEN_MEANS)), small=True)

    def course(self) -> Section:
        sections = []
        phases = self.of(n.PhaseDecl)
        for number, node in enumerate(phases, 1):
            name = capital(spoken(node.name.text))
            title = f"{number}. {name}" if len(phases) > 1 else name
            self.teller.chapter = f"phase {spoken(node.name.text)}"
            self.teller.numbered_at(node.tail.tags, f"phase-{number}")
            blocks = self.told(self.worded(node), self.teller.between_turns(node))
            variant = self.teller.said_by(node)
            sections.append(Section(text(title), f"phase-{number}", blocks, variant=variant))
        return Section(text("How it is played"), "course", sections=tuple(sections))

    def actions(self) -> Section:
        sections = []
        for node in self.offered():
            tail = node.tail
            title = tail.words or capital(spoken(node.name.text))
            anchor = self.meaning.anchor(node)
            self.teller.chapter = spoken(node.name.text)
            self.teller.numbered_at(tail.tags, anchor)
            head = text("Written ", written_as(node), ".", self.teller.numbers(tail.tags))
            blocks = self.told(head, self.teller.action(node))
            sections.append(Section(
                text(Run(title, "words" if tail.words else "")), anchor, blocks,
                variant=self.teller.said_by(node),
            ))  # fmt: skip
        return Section(text("What players may do"), "actions", sections=tuple(sections))

    def offered(self) -> list[n.ActionDecl]:
        """The actions, in the order in which choices offer them."""
        actions = {d.name.text: d for d in self.of(n.ActionDecl)}
        offers = [
            item.name.text for d in self.of(n.PhaseDecl, n.ActionDecl, n.ProcedureDecl)
            for item in walk(d) if isinstance(item, n.Offer) and item.name.text in actions
        ]  # fmt: skip
        return [actions[name] for name in dict.fromkeys([*offers, *actions])]

    def by_itself(self) -> Section:
        items: list[Item] = []
        self.teller.chapter = "what happens then"
        for node in self.of(n.WheneverDecl):
            items.append(self.teller.whenever(node))
        for node in self.of(n.BeforeDealing):
            said = text(
                "before each single one is dealt from the ", self.reader.name(node.zone.text), ":"
            )
            items.append(self.teller.item(node, said, self.teller.inside(node, node.body)))
        listed = (Items(tuple(items)),) if items else ()
        blocks: tuple[Block, ...] = (*listed, *self.named_in(items))
        sections = []
        for node in self.of(n.ProcedureDecl):
            self.teller.chapter = spoken(node.name.text)
            given = text("For ", with_types(node.params), ".") if node.params else ()
            self.teller.numbered_at(node.tail.tags, self.meaning.anchor(node))
            with self.meaning.given_to(node.params):
                inside = self.teller.inside(node, node.body)
            blocks_ = self.told(self.worded(node, given), inside)
            sections.append(self.section(node, capital(spoken(node.name.text)), blocks_))
        return Section(text("What happens then"), "happenings", blocks, tuple(sections))

    def named_in(self, items: Sequence[Item]) -> tuple[Paragraph, ...]:
        """What the names in some lines are, as far as there are words that say more."""
        found: dict[str, Run] = {}

        def look(item: Item) -> None:
            for run in item.text:
                words, name = self.meaning.words.get(run.to), self.meaning.names.get(run.to)
                if words and words.casefold().rstrip(".") != str(name).casefold():
                    found.setdefault(run.to, Run(self.meaning.names[run.to], "name", run.to))
            for below in item.items:
                look(below)

        for item in items:
            look(item)
        told = [text(run, ": ", Run(self.meaning.words[to], "words")) for to, run in found.items()]
        if any(plain(one).endswith((".", "?", "!")) for one in told):
            said = joined([sentence(one) for one in told], " ")  # one of them is a sentence anyway
        else:
            said = sentence(joined(told, "; "))
        return (Paragraph(said, small=True),) if told else ()

    # ------------------------------------------------------------------ the end

    def the_end(self) -> Section:
        self.teller.chapter = "points"
        scores = [
            self.teller.item(
                node,
                self.teller.points(node),
                self.worked_out(node),
            )
            for node in self.of(n.ScoreDecl)
        ]  # fmt: skip
        listed: tuple[Block, ...] = ()
        if scores:
            listed = (Items(tuple(scores)), *self.named_in(scores))
        parts = [Section(text("Points"), "points", listed)]
        winners = []
        self.teller.chapter = "who has won"
        for node in self.of(n.WinnerDecl):
            if node.best == "where":
                said = text("a player ", Run(spoken(node.seat.text), "name"), " has won if ",
                            self.reader.condition(self.meant(node.test)))  # fmt: skip
                if node.seat.text not in self.meaning.values_in(node.test):
                    alone = (self.game.merged.header.players or (1, 1))[1] == 1
                    who = "you have won if " if alone else "all players have won if "
                    said = text(who, self.reader.condition(self.meant(node.test)))
                elif (found := self.says_won(node.test)) is not None and found.params:
                    (given,) = found.params
                    said = text("a player ", Run(spoken(given.name.text), "name"), " has won if ",
                                self.reader.condition(found.cases[0].value))  # fmt: skip
            else:
                said = text(f"whoever has the {node.best} points has won")
            winners.append(self.teller.item(node, said))
        parts.append(
            Section(text("Who has won"), "winner", (Items(tuple(winners)),) if winners else ())
        )
        cases = []
        self.teller.chapter = "how it has ended"
        for node in self.of(n.OutcomeDecl):
            for case in node.cases:
                names = joined([text(Run(spoken(name.text), "strong")) for name in case.names])
                test = text("if ", self.reader.condition(case.test)) if (
                    case.test is not None) else text("otherwise")  # fmt: skip
                cases.append(self.teller.item(case, text(names, ", ", test)))
        outcome = (Items(tuple(cases), ordered=True),) if cases else ()
        if outcome:
            first = Paragraph(text("The first of these that is so:"))
            parts.append(Section(text("How it has ended"), "outcome", (first, *outcome)))
        self.teller.chapter = "what always holds"
        promises = [
            self.teller.item(node, self.promise(node))
            for node in self.of(n.AlwaysDecl, n.AlwaysEnds, n.AlwaysAlike)
        ]
        parts.append(
            Section(
                text("What always holds"), "always", (Items(tuple(promises)),) if promises else ()
            )
        )
        return Section(text("The end"), "end", sections=tuple(p for p in parts if p.blocks))

    def says_won(self, test: n.Expr) -> n.DefineDecl | None:
        """The definition that a condition asks for, if that only says once more that somebody has
        won, and when is said in one clause."""
        match test:
            case n.Name(text=name) | n.Apply(name=n.Name(text=name), args=(_,)):
                found = self.meaning.declared.get(name)
                if isinstance(found, n.DefineDecl) and says_won(name) and len(found.cases) == 1:
                    return found
        return None

    def meant(self, test: n.Expr) -> n.Expr:
        """A condition, or what it stands for where it says that somebody has won."""
        match test:
            case n.Logic(op=op, items=items):
                parts = [
                    part.items if isinstance(part, n.Logic) and part.op == op else (part,)
                    for part in map(self.meant, items)
                ]
                return n.Logic(op, tuple(item for part in parts for item in part))
            case n.Apply(args=(n.Name(text=of),)):
                found, given = self.says_won(test), [of]
            case _:
                found, given = self.says_won(test), []
        same = found is not None and [param.name.text for param in found.params] == given
        return found.cases[0].value if found is not None and same else test

    def worked_out(self, node: n.ScoreDecl) -> tuple[Item, ...]:
        """How the definition goes that points are, where it has cases and names the player alike:
        it stands far below."""
        match node.value:
            case n.Apply(name=name, args=(n.Name(text=of),)) if of == node.seat.text:
                found = self.meaning.declared.get(name.text)
                if isinstance(found, n.DefineDecl) and [p.name.text for p in found.params] == [of]:
                    if len(found.cases) > 1:
                        return tuple(self.teller.case(case, False) for case in found.cases)
        return ()

    def promise(self, node: Any) -> Text:
        match node:
            case n.AlwaysEnds(moves=moves):
                return text("the game ends after at most ", self.reader.expr(moves), " moves")
            case n.AlwaysAlike():
                return text("all seats are alike")
        return self.reader.condition(node.test)

    # ------------------------------------------------------------------ what is looked up

    def terms(self) -> Section:
        items = []
        for node in self.of(n.DefineDecl):
            items.append(self.term(node))
        return Section(text("What words mean"), "terms", (Items(tuple(items)),) if items else ())

    def term(self, node: n.DefineDecl) -> Item:
        self.teller.chapter = spoken(node.name.text)
        self.teller.numbered_at(node.tail.tags, self.meaning.anchor(node))
        return self.teller.term(node)

    def options(self) -> Section:
        items = []
        now = self.game.options
        changed = {o.name: o for o in self.info.options}
        set_by = set_by_variants(self.game)
        for node in self.of(n.OptionDecl):
            name = node.name.text
            values = ", ".join(v.span.text().replace("..", " to ") for v in node.values)
            default = changed[name].default if name in changed else now[name]
            set_ = "" if now[name] == default else f" (otherwise {spoken(default)})"
            where = self.where_used(name)
            said = text(Run(spoken(name), "strong"), f": {spoken(values)}. Here it is ",
                        Run(spoken(now[name]), "strong"), f"{set_}.")  # fmt: skip
            if where:
                said = text(said, " It is looked at in ", joined(where, ", ", " and "), ".")
            variant = self.teller.said_by(set_by.get(name, node))
            words: Text = text(Run(node.tail.words, "words"), " ") if node.tail.words else ()
            self.teller.numbered_at(node.tail.tags, self.meaning.anchor(node), spoken(name))
            badge = text(" ", Run(variant, "variant")) if variant else ()
            items.append(Item(text(words, said, self.teller.numbers(node.tail.tags), badge), (),
                              self.meaning.anchor(node), variant))  # fmt: skip
        return Section(text("Options"), "options", (Items(tuple(items)),) if items else ())

    def where_used(self, option: str) -> list[Text]:
        """What an option changes: the declarations that look at it."""
        found = [self.place_of(node) for node, names in self.asking if option in names]
        return list(dict.fromkeys(found))

    def place_of(self, node: Any) -> Text:
        """A declaration as another part of the book calls it."""
        match node:
            case n.SetupDecl():
                return text(Run("the set-up", "name", "setup"))
            case n.PhaseDecl(name=name):
                number = self.of(n.PhaseDecl).index(node) + 1
                return text(Run(f"the phase {spoken(name.text)}", "name", f"phase-{number}"))
            case n.WheneverDecl() | n.BeforeDealing():
                return text(Run("what happens by itself", "name", "happenings"))
            case n.ScoreDecl():
                return text(Run("the points", "name", "points"))
            case n.WinnerDecl():
                return text(Run("who has won", "name", "winner"))
            case n.OutcomeDecl():
                return text(Run("how it has ended", "name", "outcome"))
            case n.AlwaysDecl() | n.AlwaysEnds():
                return text(Run("what always holds", "name", "always"))
        return text(self.reader.name(node.name.text))

    # ------------------------------------------------------------------ variants

    def variants(self) -> Section:
        sections = []
        chosen = {header.name.text for header in self.game.merged.variant_headers}
        if chosen:
            title = f"What the variant{'s' * (len(chosen) > 1)} change{'s' * (len(chosen) == 1)}"
            found = tuple(changes(self.game, self.info, self.teller))
            sections.append(Section(text(title), "changes", (Items(found),)))
        others = [v for v in self.info.variants if v.name not in chosen]
        items = []
        for variant in others:
            names = joined([text(Run(other, "code")) for other in variant.excludes])
            excludes = text(" Not together with ", names, ".") if names else ()
            name = Run(variant.title or spoken(variant.name), "strong")
            said: list[Part] = [name, " ", Run(variant.name, "code")]
            if variant.blurb:
                said += [" – ", Run(variant.blurb, "words")]
            items.append(Item(text(*said, excludes)))
        if items:
            title = "Other variants" if chosen else "Variants of it"
            sections.append(Section(text(title), "others", (Items(tuple(items)),)))
        return Section(text("Variants"), "variants", sections=tuple(sections))

    def examples(self) -> Section:
        """The scenarios of the variants and of the game, but for those of which a variant says that
        it is otherwise now; those of a library are about itself."""
        libraries = self.game.merged.library_files
        own = self.game.scenario_trees()
        held = [tree for tree, otherwise in self.game.inherited() if otherwise is None]
        found = [*own, *held] if self.game.variants else own
        trees = (tree for tree in found if tree.span.file not in libraries)
        items = tuple(example(tree, self.teller) for tree in trees)
        blocks = (Items(items),) if items else ()
        return Section(
            text("Worked examples"), "examples", (*blocks, *self.left_out()), folded=True
        )

    def left_out(self) -> Iterator[Block]:
        """How many scenarios of several variants are not told, as each is about its own alone."""
        if self.game.merged.parts is None:
            return
        told = {place_of(tree.span) for tree in self.game.scenario_trees()}
        counted = list[Text]()
        for file in self.game.merged.parts[2]:
            declarations: Sequence[Any] = file.file.declarations  # a union of all takes mypy long
            written = (getattr(d, "declaration", d) for d in declarations)
            trees = [tree for tree in written if isinstance(tree, n.ScenarioDecl)]
            many = sum(place_of(tree.span) not in told for tree in trees)
            if many:
                what = "" if counted else " examples" if many > 1 else " example"
                title = Run(self.titles[file.source], "variant")
                counted.append(text(f"{many}{what} of ", title))
        if counted:
            why = "What shows one variant alone need not hold with others"
            where = "the rulebook with that variant has it."
            told_so = text("Left out: ", joined(counted, last=" and "), f". {why}; {where}")
            yield Paragraph(told_so, small=True)

    # ------------------------------------------------------------------ rule numbers

    def numbers(self) -> Section:
        """Every rule number, with the places that carry it out."""
        rows = []
        known = self.teller.numbered
        for tag in sorted(known, key=by_number):
            places = [text(Run(said, to=to)) for said, to in known[tag].items()]
            rows.append((text(Run(tag, "strong", at=f"number-{tag}")), joined(places)))
        table = Table((text("rule"), text("where")), tuple(rows), large=True)
        return Section(text("Rule numbers"), "numbers", (table,) if rows else ())


def _many(number: n.Node, one: str) -> str:
    """What there is so many of: `row`, or `rows`."""
    return one if number.span.text() == "1" else plural(one)


def _is_told(tail: n.Tail) -> bool:
    """Has an edit words or rule numbers to be told by?"""
    return bool(tail.words or tail.tags)

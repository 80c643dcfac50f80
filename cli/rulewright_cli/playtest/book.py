"""The report of a playtest: each figure with one sentence of what it means for who makes the game,
and with a warning where the sample is small, that says in which sense.

With two games side by side, what differs stands first, and every section has both; with several
held against one, the sections are about that one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.analysis.differences import Differences
from rulewright.characters import many
from rulewright.playtest.beside import Beside
from rulewright.playtest.report import Answers, Questions

from ..against import (
    COLUMNS,
    Wording,
    differs,
    ends_and_doings,
    named,
    place_of,
    titled,
    what_is_done,
)
from ..rulebook.document import (
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
    plain,
    text,
)  # fmt: skip
from .doings import actions, choices, endings, uses
from .outcomes import course, length, skill, winners
from .phrases import (
    ROWS,
    TITLES,
    TOO_FEW,
    side_mark,
    sides,
    table,
    titled_side,
    warning,
)  # fmt: skip

if TYPE_CHECKING:
    from rulewright.analysis.paired import Compared
    from rulewright.playtest.row import Row
    from rulewright.playtest.run import Played


MOST_COLUMNS = 6


@dataclass(frozen=True, slots=True)
class Made:
    """What a report is made of. `again`: the command that makes it; `records`: of each side the
    names of games to look at, and where their records are; none: they were not written."""

    questions: Questions
    played: Played
    answers: Answers
    again: str
    records: tuple[dict[int, str], ...]


def report(made: Made) -> Book:
    """The report as a book."""
    answers = made.answers
    sections = [
        *_what_differs(made), winners(answers), length(answers), course(answers), skill(answers),
        choices(answers), actions(answers), uses(answers), endings(answers), _examples(made),
    ]  # fmt: skip
    told = [section for section in sections if section.blocks]
    first = Section(text("At a glance"), "glance", (*_of_few(answers), _glance(told)))
    told_of = answers.games[: len(answers.sides)]
    title = " and ".join(dict.fromkeys(game.title for game in told_of))
    return Book(f"{title}: playtest", tuple(_front(made)), (first, *told))


def _what_differs(made: Made) -> Iterator[Section]:
    first, *others = made.questions.specs
    if len(others) == 1:
        yield _differences(made.answers)
    elif others:
        names = [named(other).removeprefix(f"{first.name}+") for other in others]
        yield _all_differences(made.answers, names)


def _front(made: Made) -> Iterator[Block]:
    answers, played = made.answers, made.played
    for number, _ in sides(answers):
        yield Paragraph(text(*side_mark(answers, number), titled(answers.games[number])))
    others = len(answers.games) - len(answers.sides)
    players = made.questions.players
    who = f"{players[0]} at every seat" if len(set(players)) == 1 else ", ".join(players)
    if len(players) > 1 and len(set(players)) > 1:
        who += ", who go round the seats"
    *others_of, last = (len(answers.rows[number]) for number, _ in sides(answers))
    counts = "".join(f"{one:,} and " for one in others_of) + many(last, "game")
    held = f" and as many of {others} others, held against it" * bool(others)
    looked = min(map(_looked_into, (answers.rows[number] for number, _ in sides(answers))))
    first = "The first " * played.complete
    were = f"{first}{looked:,} were" if looked > 1 else "One was" if looked else "None was"
    yield Paragraph(
        text(
            f"{counts}{held}, {who}; seed {played.plan.seed}. {were} looked into. "
            "Intervals hold in 95 of 100 cases."
        )
    )
    if not played.complete:
        why = "interrupted" if played.in_time else "out of time"
        missing = "; ".join(_not_reached(made))
        yield Paragraph(text(Run("Not complete: ", "strong"), f"it was {why}; {missing}."))
    timed = [name for name in {*players, *made.questions.ladder} if name.endswith("s") and ":" in
             name]  # fmt: skip
    if timed:
        yield Paragraph(
            text(
                f"{', '.join(sorted(timed))}: with a budget in seconds nobody can play the same "
                "games again."
            ),
            small=True,
        )
    yield Paragraph(text("again: ", Run(made.again, "code")), small=True)


def _looked_into(rows: Sequence[Row]) -> int:
    """How many games were looked into."""
    return sum(row.measured is not None for row in rows)


def _not_reached(made: Made) -> Iterator[str]:
    """What of a playtest was not done: games, those of the ladder, and looking into games."""
    played, count = made.played, len(made.answers.games)
    settings, rows = played.plan.settings, played.rows
    for part, what in ((slice(count), "games"), (slice(count, None), "games of the ladder")):
        of, there = sum(one.games for one in settings[part]), sum(map(len, rows[part]))
        if there < of:
            yield f"{of - there:,} of {of:,} {what} are not played"
    of = sum(min(one.games, one.measures.games) for one in settings)
    looked = sum(map(_looked_into, rows))
    if looked < of:
        yield f"{of - looked:,} of {of:,} are not looked into"


def _of_few(answers: Answers) -> Iterator[Block]:
    """Above sentences that say what figures mean: that these are of too few games to mean it."""
    least = min(len(answers.rows[number]) for number, _ in sides(answers))
    looked = min(_looked_into(answers.rows[number]) for number, _ in sides(answers))
    if least < TOO_FEW:
        yield warning(
            f"what is said here is so in {many(least, 'game')}; of so few it says nothing of how "
            "the game is."
        )
    elif 0 < looked < TOO_FEW:
        yield warning(
            f"{many(looked, 'game')} {'was' if looked == 1 else 'were'} looked into; of so few "
            "what is said of how games go, of what there is to choose and of what is used says "
            "nothing of how the game is."
        )


def _glance(sections: Sequence[Section]) -> Block:
    """The sentences that say what the figures mean."""
    items = []
    for section in sections:
        first = next((b for b in section.blocks if isinstance(b, Paragraph)), None)
        if first is not None:
            title = Run(plain(section.title), "strong", to=section.anchor)
            items.append(Item(text(title, ": ", first.text)))
    return Items(tuple(items))


def _differences(answers: Answers) -> Section:
    """How the other game differs."""
    [found] = answers.beside
    words = _words(answers, found)
    blocks: list[Block] = [Paragraph(text(_said(words, found)))]
    ends, doings = ends_and_doings(found.play)
    done = _done(words, doings)
    if done:
        too = bool(ends) or any(one.differs for one in found.results)
        blocks.append(Paragraph(text(f"{what_is_done(too=too)}: {done}.")))
    blocks += _tables(words, found, TITLES)
    blocks.append(
        Paragraph(
            text(
                f"{many(found.pairs, 'pair')} of games with the same seeds. Intervals hold for all "
                "rows of a table together, so that looking at many of them finds no more than is "
                "there; a star marks where no difference would leave them. Where fewer than ten "
                "pairs differ nothing is said."
            ),
            small=True,
        )
    )
    rules = Section(
        text("Which rules differ"), "rules", (_rules(found.rules, TITLES),), folded=True
    )
    parts = (rules,) if found.rules.changes else ()
    return Section(text("What differs"), "differences", tuple(blocks), parts)


def _all_differences(answers: Answers, names: Sequence[str]) -> Section:
    """How each of several other games differs; the tables of each are folded."""
    items, parts, seen = list[Item](), list[Section](), 0
    for number, (name, found) in enumerate(zip(names, answers.beside, strict=True)):
        words = _words(answers, found)
        differ = [words.sentence(one) for one in found.results if one.differs]
        done = _done(words, [one for one in found.play if one.differs])
        told = "; ".join(differ + ([f"{'also ' * bool(differ)}{done}"] if done else []))
        seen += bool(told)
        anchor = f"other-{number}"
        items.append(
            Item(text(Run(name, "strong", to=anchor), f": {told or 'no difference was seen'}."))
        )
        titles = ("this game", name)
        rules = (Paragraph(text("The rules that differ:")), _rules(found.rules, titles))
        blocks = (*_tables(words, found, titles), *(rules if found.rules.changes else ()))
        parts.append(Section(text(name), anchor, blocks, folded=True))
    said = f"{seen} of {len(names)} games {differs(seen)} from this one in what was looked at."
    pairs = ", ".join(dict.fromkeys(many(found.pairs, "pair") for found in answers.beside))
    small = Paragraph(
        text(
            f"{pairs} of games with the same seeds for each. Intervals hold for all games and all "
            "rows of a table together, so that looking at many of them finds no more than is "
            "there: a difference has to be the larger to be seen, the more games are looked at."
        ),
        small=True,
    )
    blocks_of = (
        Paragraph(text(said)), Items(tuple(items)), _overview(answers, names), small,
    )  # fmt: skip
    return Section(text("What differs"), "differences", blocks_of, tuple(parts))


def _overview(answers: Answers, names: Sequence[str]) -> Table:
    """A row for each other game: the quantities in which one of them differs."""
    results = [{one.what: one for one in found.results} for found in answers.beside]
    keys = dict.fromkeys(key for found in results for key in found)
    apart = [key for key in keys if any(key in r and r[key].differs for r in results)]
    wanted = list(dict.fromkeys([("decisions",), *apart]))[:MOST_COLUMNS]
    words = _words(answers, answers.beside[0])
    rows = [
        (name, *(words.short(found[key]) if key in found else "" for key in wanted))
        for name, found in zip(names, results, strict=True)
    ]
    return table(("", *map(words.name, wanted)), rows)


def _words(answers: Answers, found: Beside) -> Wording:
    return Wording(answers.games[0].seat_names, found.play, found.endings)


def _said(words: Wording, found: Beside) -> str:
    """What differs in what games come to, in a sentence or two."""
    told = [one for one in found.results if one.low is not None]
    differ = [words.sentence(one) for one in told if one.differs]
    if differ:
        said = f"With the same seeds and players {'; '.join(differ)}."
    elif told:
        said = (
            "No difference was seen in what games come to: "
            f"{'; '.join(words.bound(one) for one in told)}."
        )
    elif any(one.unlike for one in found.results):
        said = "Too few games differ to tell anything of what they come to."
    elif found.rules.same_rules:
        said = "The rules mean the same, so every game is the same."
    else:
        said = (
            "In every pair both games come to the same: these players make nothing of what differs."
        )
    ends = [*map(words.done, ends_and_doings(found.play)[0])]
    return said + f" Games end otherwise: {'; '.join(ends)}." * bool(ends)


def _done(words: Wording, differ: Sequence[Compared]) -> str:
    """What is done more or less often, the first of it; nothing if that is nothing."""
    done = [*map(words.done, differ)]
    more = f"; and {len(done) - ROWS} more" if len(done) > ROWS else ""
    return "; ".join(done[:ROWS]) + more


def _tables(words: Wording, found: Beside, titles: Sequence[str]) -> Iterator[Block]:
    """All quantities of both games."""
    looked = f"How they go, in {many(found.course[0].pairs, 'pair')}" if found.course else ""
    tables = (("What games come to", found.results), (looked, found.course),
              ("What is done", found.play))  # fmt: skip
    for title, compared in tables:
        rows = [one for one in compared if one.a or one.b]
        if rows:
            yield Paragraph(text(Run(title, "strong")))
            yield table(("", *titles, *COLUMNS[-2:]), [words.row(one) for one in rows])


def _rules(rules: Differences, titles: Sequence[str]) -> Items:
    """The rules that differ, as they are written on both sides."""
    items = []
    for change in rules.changes:
        if change.row:
            side = change.after or change.before
            place = f" {place_of(side)}" if side is not None else ""
            said = Item(text(Run(change.of_row, "code"), place))
            items.append(Item(text(change.what, change.place), (said,)))
            continue
        both = zip(titles, (change.before, change.after), strict=True)
        written = tuple(
            Item(text(f"{title}: ", Run(" ".join(side.text.split()), "code"), f" {place_of(side)}"))
            for title, side in both
            if side is not None
        )
        items.append(Item(text(change.what, change.place), written))
    return Items(tuple(items))


def _examples(made: Made) -> Section:
    answers, blocks = made.answers, list[Block]()
    for number, side in sides(answers):
        rows = {row.number: row for row in answers.rows[number]}
        kinds = (("shortest", side.examples.shortest), ("longest", side.examples.longest),
                 (f"closest ({side.examples.by})", side.examples.closest))  # fmt: skip
        for kind, numbers in kinds:
            if not numbers:
                continue
            items: list[Text] = []
            for one in numbers:
                row, file = rows[one], made.records[number].get(one)
                assert row.trace is not None
                totals = ", ".join(map(str, row.trace.result.totals))
                scored = bool(answers.games[number].program.scores)
                points = f", points {totals}" if scored else ""
                where: list[Part] = [": ", Run(f"rulewright replay {file}", "code")] if file else []
                items.append(
                    text(f"game {one}, {many(len(row.moves), 'decision')}{points}", *where)
                )
            blocks.append(Paragraph(text(titled_side(answers, number), Run(kind, "strong"))))
            blocks.append(Items(tuple(Item(words) for words in items)))
    if not blocks:
        return Section(text("Games to look at"), "examples")
    said = (
        "These games are worth a look, for what is odd shows at the edges."
        if any(made.records)
        else "These games are worth a look; with --html their records are written beside the page."
    )
    return Section(
        text("Games to look at"), "examples", (Paragraph(text(said)), *blocks), folded=False
    )

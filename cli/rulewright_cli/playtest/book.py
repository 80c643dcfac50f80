"""The report of a playtest: each figure with one sentence of what it means for who makes the game,
and with a warning where the sample is small, that says in which sense.

With two games side by side, what differs stands first, and every section has both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.analysis.differences import Differences
from rulewright.analysis.paired import Compared
from rulewright.playtest.report import Answers, Questions

from ..against import COLUMNS, Wording, many, place_of, titled
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
    side_mark,
    sides,
    table,
    titled_side,
)  # fmt: skip

if TYPE_CHECKING:
    from rulewright.playtest.run import Played


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
        *([_differences(answers)] if answers.beside is not None else []),
        winners(answers), length(answers), course(answers), skill(answers), choices(answers),
        actions(answers), uses(answers), endings(answers), _examples(made),
    ]  # fmt: skip
    told = [section for section in sections if section.blocks]
    first = Section(text("At a glance"), "glance", (_glance(told),))
    title = " and ".join(dict.fromkeys(game.title for game in answers.games))
    return Book(f"{title}: playtest", tuple(_front(made)), (first, *told))


def _front(made: Made) -> Iterator[Block]:
    answers, played = made.answers, made.played
    for number, game in enumerate(answers.games):
        yield Paragraph(text(*side_mark(answers, number), titled(game)))
    players = made.questions.players
    who = f"{players[0]} at every seat" if len(set(players)) == 1 else ", ".join(players)
    if len(players) > 1 and len(set(players)) > 1:
        who += ", who go round the seats"
    counts = " and ".join(f"{len(rows):,}" for rows in answers.rows)
    closely = made.questions.measures.games
    yield Paragraph(
        text(
            f"{counts} games, {who}; seed {played.plan.seed}. The first {closely:,} were looked "
            "into. Intervals hold in 95 of 100 cases."
        )
    )
    missing = played.plan.games - sum(map(len, played.rows))
    if missing:
        why = "interrupted" if played.in_time else "out of time"
        yield Paragraph(
            text(
                Run("Not complete: ", "strong"),
                f"it was {why}; {missing:,} of {played.plan.games:,} games are not played.",
            )
        )
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
    found = answers.beside
    assert found is not None
    words = Wording(answers.games[0].seat_names, found.play, found.endings)
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
    ends = [words.done(one) for one in found.play if one.differs and one.what[0] == "ending"]
    if ends:
        said += f" They end otherwise: {'; '.join(ends)}."
    done = [words.done(one) for one in found.play if one.differs and one.what[0] != "ending"]
    blocks: list[Block] = [Paragraph(text(said))]
    if done:
        more = f"; and {len(done) - ROWS} more" if len(done) > ROWS else ""
        blocks.append(
            Paragraph(text(f"What is done differs, too: {'; '.join(done[:ROWS])}{more}."))
        )
    looked = f"How they go, in {many(found.course[0].pairs, 'pair')}" if found.course else ""
    tables = (("What games come to", found.results), (looked, found.course),
              ("What is done", found.play))  # fmt: skip
    for title, compared in tables:
        rows = [one for one in compared if one.a or one.b]
        if rows:
            blocks += [Paragraph(text(Run(title, "strong"))), _compared(words, rows)]
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
    rules = Section(text("Which rules differ"), "rules", (_rules(found.rules),), folded=True)
    parts = (rules,) if found.rules.changes else ()
    return Section(text("What differs"), "differences", tuple(blocks), parts)


def _rules(rules: Differences) -> Items:
    """The rules that differ, as they are written on both sides."""
    items = []
    for change in rules.changes:
        within = " in ".join(reversed(change.around))
        both = ((TITLES[0], change.before), (TITLES[1], change.after))
        written = tuple(
            Item(text(f"{title}: ", Run(" ".join(side.text.split()), "code"), f" {place_of(side)}"))
            for title, side in both
            if side is not None
        )
        items.append(Item(text(change.what, f" in {within}" * bool(within)), written))
    return Items(tuple(items))


def _compared(words: Wording, rows: Sequence[Compared]) -> Table:
    return table(COLUMNS, [words.row(one) for one in rows])


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

"""The report of a playtest: each figure with one sentence of what it means for who makes the game,
and with a warning where the sample is small, that says in which sense.

With two games side by side, what differs stands first, and every section has both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.analysis.paired import Compared
from rulewright.drawing.lines import seat_title
from rulewright.playtest.figures import DECIDED, Along, Course, Estimate, Side, Uses
from rulewright.playtest.report import Answers, Questions
from rulewright.playtest.skill import Alone, Step

from ..against import COLUMNS, Wording, many, titled
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
from . import charts

if TYPE_CHECKING:
    from rulewright.analysis.statistics import Share
    from rulewright.playtest.run import Played

FEW = 30  # games, below which lengths and shares are told with a warning
WANTED = 0.03  # how well a share is to be known, where it is told how many games that takes
MOST_NAMED = 6  # things in a sentence
ROWS = 8  # of a table, at each end
TITLES = ("A", "B")


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
        _winners(answers), _length(answers), _course(answers), _skill(made), _choices(answers),
        _actions(answers), _uses(answers), _endings(answers), _examples(made),
    ]  # fmt: skip
    told = [section for section in sections if section.blocks]
    first = Section(text("At a glance"), "glance", (_glance(told),))
    title = " and ".join(dict.fromkeys(game.title for game in answers.games))
    return Book(f"{title}: playtest", tuple(_front(made)), (first, *told))


def _front(made: Made) -> Iterator[Block]:
    answers, played = made.answers, made.played
    for number, game in enumerate(answers.games):
        yield Paragraph(text(*_side_mark(answers, number), titled(game)))
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


def _side_mark(answers: Answers, number: int) -> list[Part]:
    return [Run(TITLES[number], "strong"), " "] if len(answers.sides) > 1 else []


def _meaning(answers: Answers, told: Sequence[str]) -> list[Block]:
    """One sentence for each side, which says what the figures below mean; the same one once."""
    if len(set(told)) == 1:
        return [Paragraph(text(told[0]))]
    parts: list[Part] = []
    for number, words in enumerate(told):
        parts += [" "] * (number > 0) + _side_mark(answers, number) + [words]
    return [Paragraph(text(*parts))]


def _warning(words: str) -> Paragraph:
    return Paragraph(text(Run("Small sample: ", "strong"), words), small=True)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + "."


def percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def _between(one: Estimate | Share) -> str:
    low, high = (one["low"], one["high"]) if isinstance(one, dict) else (one.low, one.high)
    value = one["share"] if isinstance(one, dict) else one.value
    return f"{100 * value:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    return Table(
        tuple(text(cell) for cell in head), tuple(tuple(text(c) for c in row) for row in rows)
    )


def _sides(answers: Answers) -> Iterator[tuple[int, Side]]:
    yield from enumerate(answers.sides)


# ---------------------------------------------------------------------- what differs


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
    else:
        said = "Too few games differ to tell anything of what they come to."
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
    return Section(text("What differs"), "differences", tuple(blocks))


def _compared(words: Wording, rows: Sequence[Compared]) -> Table:
    return _table(COLUMNS, [words.row(one) for one in rows])


# ---------------------------------------------------------------------- who wins


def _winners(answers: Answers) -> Section:
    blocks: list[Block] = []
    told = [_winner_words(answers, number) for number, _ in _sides(answers)]
    if any(side.figures for side in answers.sides):
        blocks += _meaning(answers, told)
    for number, side in _sides(answers):
        figures, game = side.figures, answers.games[number]
        if figures is None:
            continue
        names = [seat_title(name) for name in game.seat_names]
        rows = [
            charts.Whisker(name, one.value, one.low, one.high, _between(one))
            for name, one in [*zip(names, side.seats, strict=False), *side.players.items()]
        ]
        if side.wins and rows:
            blocks.append(
                charts.intervals(
                    f"{_titled(answers, number)}Part of the wins of each seat", [
                        row._replace(value=100 * (row.value or 0), low=100 * (row.low or 0),
                                     high=100 * (row.high or 0)) for row in rows
                    ],
                    least=0, most=100, unit=" %", mark=100 / game.seats,
                )
            )  # fmt: skip
        shares = [(", ".join(one["result"]) or "no outcome", one["games"]) for one in
                  figures["results"]]  # fmt: skip
        if side.wins and game.seats > 1:
            shares.append(("draws", figures["ties"]))
        if side.wins and (figures["nobody"]["count"] or game.seats == 1):
            shares.append(("nobody wins", figures["nobody"]))
        if figures["stopped"]["count"]:
            shares.append(("stopped", figures["stopped"]))
        table = [(name, f"{one['count']:,}", _between(one)) for name, one in shares]
        if game.program.scores:
            for name, of_seat in zip(names, figures["seats"], strict=True):
                spread = of_seat["scores"]
                table.append(
                    (
                        f"{name} points", f"{spread['mean']:.1f} on average",
                        f"sd {spread['sd']:.1f}, {spread['min']} to {spread['max']}",
                    )
                )  # fmt: skip
        if table:
            blocks.append(_table((_titled(answers, number) or "", "", ""), table))
        blocks += _share_warning(side)
    return Section(text("Who wins"), "winners", tuple(blocks))


def _winner_words(answers: Answers, number: int) -> str:
    side, game = answers.sides[number], answers.games[number]
    if side.figures is None:
        return "no game is finished."
    if not side.wins:
        return "the rules let nobody win; points are what there is to compare."
    if game.seats == 1:
        won = side.figures["seats"][0]["wins"]
        hard = (
            "hardly ever is it won by these players" if won["high"] < 0.05
            else "it is nearly always won by these players" if won["low"] > 0.95
            else "it can be won and lost"
        )  # fmt: skip
        return f"{_between(won)} of the games are won: {hard}."
    fair = 1 / game.seats
    off = [
        (seat_title(game.seat_names[seat]), one) for seat, one in enumerate(side.seats)
        if not one.low <= fair <= one.high
    ]  # fmt: skip
    if off:
        each = "; ".join(
            f"{name} has {_between(one)} of the wins instead of {percent(fair)}"
            for name, one in off
        )
        chance = (
            f" (by chance alone one of {game.seats} seats is so far off in up to "
            f"{5 * game.seats} of a hundred playtests)"
        ) * (game.seats > 2)
        return f"Where one sits matters: {each}{chance}."
    most = max(max(one.high - fair, fair - one.low) for one in side.seats)
    return (
        f"No seat is seen to be better than another: if one is, it has at most "
        f"{100 * most:.0f} of a hundred wins more or less than its share."
    )


def _share_warning(side: Side) -> Iterator[Block]:
    if not side.wins or not side.seats:
        return
    one = side.seats[0]
    reach = (one.high - one.low) / 2
    if reach > 1.2 * WANTED:
        needed = int(round(one.games * (reach / WANTED) ** 2, -2)) or 100
        yield _warning(
            f"from {one.games:,} games the part of a seat is known to ±{100 * reach:.0f} of a "
            f"hundred only; ±{100 * WANTED:.0f} would take about {needed:,} games."
        )


def _titled(answers: Answers, number: int) -> str:
    return f"{TITLES[number]}: " if len(answers.sides) > 1 else ""


# ---------------------------------------------------------------------- length


def _length(answers: Answers) -> Section:
    told = [side for side in answers.sides if side.length is not None]
    if len(told) < len(answers.sides):
        return Section(text("How long it lasts"), "length")
    blocks = _meaning(answers, [_length_words(side) for side in told])
    least = min(side.lengths[0].first for side in told)
    most = max(side.lengths[-1].last for side in told)
    for number, side in _sides(answers):
        title = f"{_titled(answers, number)}Games by their number of decisions"
        blocks.append(charts.histogram(title, side.lengths, least, most, side=number))
    for number, side in _sides(answers):
        figures, length = side.figures, side.length
        assert figures is not None and length is not None
        blocks.append(
            Paragraph(
                text(
                    _titled(answers, number),
                    f"On average {figures['decisions']['mean']:.1f} decisions, "
                    f"{length.least:.0f} to {length.greatest:.0f}; "
                    f"{figures['branching']:.1f} moves to choose from at a decision.",
                ),
                small=True,
            )
        )
        finished = figures["games"] - figures["stopped"]["count"]
        if finished < FEW:
            blocks.append(
                _warning(
                    f"of {many(finished, 'game')} the shortest and the longest say little: more "
                    "games will go beyond them."
                )
            )
    return Section(text("How long it lasts"), "length", tuple(blocks))


def _length_words(side: Side) -> str:
    length = side.length
    assert length is not None
    wide = (length.three_quarters - length.quarter) / max(1.0, length.middle)
    alike = (
        "players can rely on how long it lasts" if wide < 0.15
        else "some games take much longer than others" if wide > 0.5
        else "how long it lasts can be said roughly"
    )  # fmt: skip
    return (
        f"Half of the games take {length.quarter:.0f} to {length.three_quarters:.0f} decisions: "
        f"{alike}."
    )


# ---------------------------------------------------------------------- how games go


def _course(answers: Answers) -> Section:
    title = text("How games go")
    courses = [(number, side.course) for number, side in _sides(answers)]
    if not all(course is not None for _, course in courses):
        return Section(title, "course")
    told = [(number, course) for number, course in courses if course is not None]
    seats = answers.games[0].seats
    blocks = _meaning(answers, [_course_words(course, seats) for _, course in told])
    single = len(told) == 1
    chances = [(TITLES[n] if not single else "", c.winner) for n, c in told if c.winner]
    if seats == 1:
        chances = [
            (f"{'' if single else TITLES[n] + ' '}{name}", points)
            for n, c in told
            for name, points in (("won", c.winner), ("lost", c.loser))
            if points
        ]
    if chances:
        title_of = (
            "Chance to win, in games that are won and in games that are lost in the end"
            if seats == 1 else "Chance to win of who wins in the end"
        )  # fmt: skip
        mark = None if seats == 1 else 1 / seats
        blocks.append(charts.courses(title_of, _drawn(chances), mark=mark))
    points = [(TITLES[n] if not single else "", c.foreseen) for n, c in told if c.foreseen]
    if points and seats == 1:
        blocks.append(
            charts.courses(
                "How much of the differences in points in the end is there already", _drawn(points)
            )
        )
    rows = [row for number, course in told for row in _course_rows(answers, number, course)]
    if rows:
        blocks.append(_table(("", "", ""), rows))
    first = told[0][1]
    blocks.append(
        Paragraph(
            text(
                f"Chances come from {first.playouts} games played on at random from each of ten "
                f"moments of {many(first.games, 'game')}, with all cards where they lie: players "
                "who think make more of a lead than this shows."
            ),
            small=True,
        )
    )
    if min(course.games for _, course in told) < FEW:
        few = min(course.games for _, course in told)
        blocks.append(
            _warning(
                f"of {many(few, 'game')} looked into, shares are known to ±"
                f"{100 / few**0.5:.0f} of a hundred."
            )
        )
    return Section(title, "course", tuple(blocks))


def _drawn(lines: Sequence[tuple[str, tuple[Along, ...]]]) -> list[tuple[str, tuple[Along, ...]]]:
    return [(label, points) for label, points in lines]


def _course_words(course: Course, seats: int) -> str:
    if course.decided is not None:
        at = round(course.decided.middle, 2)
        end = (
            "they stay open to the end" if at >= 0.9
            else "what follows is played out, so look at how it could end sooner" if at < 0.6
            else "the end is foreseen, but not for long"
        )  # fmt: skip
        when = "not before their end" if at == 1 else f"after {percent(at)} of their decisions"
        chance = f"a chance of {percent(DECIDED)} for good"
        return f"Half of the games are decided ({chance}) {when}: {end}."
    if course.winner and course.loser:
        apart = next((a.at for a, b in _both(course.winner, course.loser)
                      if a.estimate.low > b.estimate.high), None)  # fmt: skip
        if apart is None:
            return "Whether a game will be won is not seen before its end."
        return (
            f"From {percent(apart)} of a game on it is seen whether it will be won: what is done "
            "until then counts most."
        )
    if course.winner or course.loser:
        side = "won" if course.winner else "lost"
        return f"All games that were looked into are {side}, so nothing is decided in them."
    if course.foreseen:
        half = next((p.at for p in course.foreseen if p.estimate.value >= 0.5), None)
        if half is None:
            return "What games will be worth is hardly foreseen before their end."
        return f"After {percent(half)} of a game half of what it will be worth is settled."
    return "Nobody has won any of the games that were looked into."


def _both(one: Sequence[Along], two: Sequence[Along]) -> Iterator[tuple[Along, Along]]:
    others = {point.at: point for point in two}
    yield from ((point, others[point.at]) for point in one if point.at in others)


def _course_rows(answers: Answers, number: int, course: Course) -> Iterator[tuple[str, str, str]]:
    side = _titled(answers, number)
    if course.decided is not None:
        yield (
            f"{side}decided after", f"{percent(course.decided.middle)} of its decisions",
            f"a quarter before {percent(course.decided.quarter)}, a quarter after "
            f"{percent(course.decided.three_quarters)}",
        )  # fmt: skip
    if course.changes is not None and course.unchanged is not None:
        yield (
            f"{side}the lead changes", f"{course.changes['mean']:.2f} times",
            f"at most {course.changes['max']} times; never in {_between(course.unchanged)}",
        )  # fmt: skip
    if course.comebacks is not None:
        yield (
            f"{side}comebacks", f"{course.comebacks['count']} games",
            f"{_between(course.comebacks)}: who wins was clearly behind at some moment",
        )  # fmt: skip


# ---------------------------------------------------------------------- skill


def _skill(made: Made) -> Section:
    answers, blocks = made.answers, list[Block]()
    if any(answers.ladders):
        blocks += _meaning(answers, [_skill_words(steps) for steps in answers.ladders])
    for number, steps in enumerate(answers.ladders):
        side, rows = _titled(answers, number), []
        pairs = [one for one in steps if isinstance(one, Step)]
        alone = [one for one in steps if isinstance(one, Alone)]
        if pairs:
            whiskers = [
                charts.Whisker(
                    f"{one.upper} – {one.lower}", one.elo, one.elo_low, one.elo_high, _elo(one)
                )
                for one in pairs
            ]
            ends = [e for w in whiskers for e in (w.value, w.low, w.high) if e is not None]
            blocks.append(
                charts.intervals(
                    f"{side}Difference in Elo to the player below", whiskers,
                    least=min(0.0, *ends, -50.0), most=max(50.0, *ends), unit="", mark=0.0,
                )
            )  # fmt: skip
            rows = [
                (one.upper, one.lower, _between(one.share), _elo(one), f"{one.share.games:,}")
                for one in pairs
            ]
            head = ("player", f"against {max(1, pairs[0].seats - 1)}", "its part of the wins",
                    "Elo", "games")  # fmt: skip
            blocks.append(_table(head, rows))
        if alone:
            head = ("player", "points", "games won", "points more than the one above it", "games")
            rows = [
                (
                    one.player, f"{one.points.value:.2f} ({one.points.low:.2f} to "
                    f"{one.points.high:.2f})", _between(one.wins),
                    "" if one.more is None else f"{one.more.value:+.2f} ({one.more.low:+.2f} to "
                    f"{one.more.high:+.2f})", f"{one.points.games:,}",
                ) for one in alone
            ]  # fmt: skip
            blocks.append(_table(head, rows))
        few = min((one.share.games for one in pairs), default=10**9)
        if few < 200 and pairs:
            blocks.append(
                _warning(
                    f"from {few:,} games a difference in Elo is known to about "
                    f"±{350 / few**0.5 * 2:.0f} where both are equally strong."
                )
            )
    if blocks:
        blocks.append(
            Paragraph(
                text(
                    "Each player against the one below it, seats in turn; in Elo 100 more is "
                    "64 %, 200 more 76 %, 400 more 91 % of the wins between two."
                )
                if answers.games[0].seats > 1
                else text("Each player alone, with the same seeds as the one above it."),
                small=True,
            )
        )
    return Section(text("How much skill counts"), "skill", tuple(blocks))


def _elo(one: Step) -> str:
    value, low, high = (
        none if elo is None else f"{elo:+.0f}"
        for elo, none in ((one.elo, "beyond all"), (one.elo_low, "−∞"), (one.elo_high, "∞"))
    )
    return f"{value} ({low} to {high})"


def _skill_words(steps: Sequence[Step | Alone]) -> str:
    pairs = [one for one in steps if isinstance(one, Step)]
    better = [one for one in pairs if one.share.low > 1 / one.seats]
    worse = [one for one in pairs if one.share.high < 1 / one.seats]
    alone = [one for one in steps if isinstance(one, Alone) and one.more is not None]
    if alone:
        more = [one.player for one in alone if one.more is not None and one.more.low > 0]
        if more:
            return f"Skill counts: {', '.join(more)} makes more of it than the player above it."
        return "No player is seen to make more of it than the one above it: luck decides so far."
    said = []
    if better:
        said.append(
            "skill counts: "
            + ", ".join(f"{one.upper} beats {one.lower} ({_elo(one)} Elo)" for one in better)
        )
    if worse:
        said.append(
            ", ".join(f"{one.upper} loses to {one.lower}" for one in worse)
            + ": what looks good at once is bad later"
        )
    if not said:
        return "No player is seen to beat the one below it: so far luck decides, or more is needed."
    open_ = [one for one in pairs if one not in better and one not in worse]
    said += [f"no difference is seen between {one.upper} and {one.lower}" for one in open_]
    return _sentence("; ".join(said))


# ---------------------------------------------------------------------- choices


def _choices(answers: Answers) -> Section:
    title = text("What there is to choose")
    told = [(n, side.choices) for n, side in _sides(answers) if side.choices is not None]
    if len(told) < len(answers.sides):
        return Section(title, "choices")
    said, rows, drawn = [], [], []
    for number, one in told:
        left = 1 - one.forced
        said.append(
            f"{percent(one.forced)} of all decisions have a single move"
            + (
                f"; of the others a search sees a difference between moves at "
                f"{percent(1 - one.alike['share'])}: "
                + (
                    "at most of them it hardly matters what is done, or it matters so late that "
                    "so short a search does not see it"
                    if one.alike["share"] > 0.7
                    else "there is something to think about"
                )
                if one.looked
                else ""
            )
            + "."
        )
        if one.looked:
            drawn.append(
                (
                    TITLES[number] if len(told) > 1 else "",
                    [
                        ("one move stands out", left * one.clear["share"]),
                        ("several are good, others not", left * one.open["share"]),
                        ("no difference is seen", left * one.alike["share"]),
                        ("a single move", one.forced),
                    ],
                )
            )
        side = _titled(answers, number)
        rows.append((f"{side}a single move", percent(one.forced), "of all decisions"))
        if one.looked:
            rows += [
                (f"{side}one move stands out", _between(one.clear), "of the others"),
                (
                    f"{side}several are good, others not", _between(one.open),
                    "of the others" + f", with {one.near:.1f} about equal moves" * (one.near > 0),
                ),
                (f"{side}no difference is seen", _between(one.alike), "of the others"),
                (
                    f"{side}the player made the best move", _between(one.best),
                    "as the search sees it",
                ),
            ]  # fmt: skip
    blocks = _meaning(answers, said)
    if drawn:
        blocks.append(charts.parts_of("All decisions", drawn))
    blocks.append(_table(("", "", ""), rows))
    one = told[0][1]
    if one.looked:
        blocks.append(
            _warning(
                f"{many(one.looked, 'decision')} were looked into, with {one.simulations} "
                "simulations each; at a typical one moves whose values (0 lost, 1 won) differ by "
                f"less than about {one.least:.2f} cannot be told apart."
            )
        )
    return Section(title, "choices", tuple(blocks))


# ---------------------------------------------------------------------- what is done


def _actions(answers: Answers) -> Section:
    blocks: list[Block] = []
    said = []
    for number, side in _sides(answers):
        if side.figures is None:
            return Section(text("What is done"), "actions")
        moves = side.figures["traced"]["moves"]
        unmade = [m["move"] for m in moves if m["offered"] and not m["made"]]
        unseen = [m["move"] for m in moves if not m["offered"]]
        parts = []
        if unmade:
            parts.append(f"on offer and never done: {_listed(unmade)}")
        if unseen:
            parts.append(f"never possible: {_listed(unseen)}")
        said.append(_sentence("; ".join(parts) or "everything that can be done is done"))
        several = len({m["phase"] for m in moves}) > 1
        rows = [
            (
                f"{m['move']} ({m['choice']}" + f" in {m['phase']}" * several + ")",
                f"{m['times']['mean']:.2f}", percent(m["games"]["share"]),
                f"{100 * m['made'] / m['offered']:.0f} %" if m["offered"] else "never",
            )
            for m in moves
        ]  # fmt: skip
        head = (f"{_titled(answers, number)}action", "in a game", "in games", "if on offer")
        blocks.append(_table(head, rows))
    return Section(text("What is done"), "actions", (*_meaning(answers, said), *blocks))


def _listed(names: Sequence[str]) -> str:
    names = list(dict.fromkeys(names))
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more


def _uses(answers: Answers) -> Section:
    said, blocks = [], list[Block]()
    for number, side in _sides(answers):
        words = [w for one in side.uses for w in _use_words(one)]
        said.append(_sentence("; ".join(words) or "nothing is left aside, and nothing a must"))
        for one in side.uses:
            rows = [
                (u.label, f"{u.made_in} of {u.offered_in}", percent(u.made / u.offered))
                for u in one.used
            ]
            if len(rows) > 2 * ROWS:
                rows = [*rows[:ROWS], ("…", "…", "…"), *rows[-ROWS:]]
            head = (f"{_titled(answers, number)}{one.kind}", "used in games", "if on offer")
            blocks.append(_table(head, rows))
    if not blocks:
        return Section(text("What is used"), "uses")
    games = min(one.games for side in answers.sides for one in side.uses)
    note: list[Block] = []
    if games < FEW:
        note = [
            _warning(
                f"of {many(games, 'game')} looked into, what was never used may be used in up to "
                f"{percent(min(1.0, 3 / games))} of games."
            )
        ]
    return Section(text("What is used"), "uses", (*_meaning(answers, said), *blocks, *note))


def _use_words(one: Uses) -> Iterator[str]:
    of = len(one.used)
    if one.never:
        yield f"on offer and never used: {_listed(one.never)} ({one.kind})"
    if one.always:
        if len(one.always) > of / 2:
            yield f"nearly every {one.kind} that is on offer is used"
        else:
            always = f"{_listed(one.always)} ({one.kind})"
            yield f"used in nearly every game in which it is on offer: {always}"
    if one.missing and len(one.missing) < of / 3:  # of more it is no surprise
        yield f"never on offer: {_listed(one.missing)} ({one.kind})"


def _endings(answers: Answers) -> Section:
    said, blocks = [], list[Block]()
    for number, side in _sides(answers):
        if side.figures is None or not side.figures["traced"]["endings"]:
            return Section(text("How it ends"), "endings")
        endings = side.figures["traced"]["endings"]
        most = endings[0]
        said.append(
            f"Every game ends by the same line: {most['words']}."
            if len(endings) == 1
            else f"{percent(most['games']['share'])} of the games end by “{most['words']}”; "
            f"{many(len(endings) - 1, 'other line')} end{'s' * (len(endings) == 2)} the rest."
        )
        head = (f"{_titled(answers, number)}line of the rules", "", "games")
        rows = [
            (one["words"], f"{one['file']}:{one['line']}" if one["file"] else "",
             _between(one["games"])) for one in endings
        ]  # fmt: skip
        blocks.append(_table(head, rows))
    return Section(text("How it ends"), "endings", (*_meaning(answers, said), *blocks))


# ---------------------------------------------------------------------- games to look at


def _examples(made: Made) -> Section:
    answers, blocks = made.answers, list[Block]()
    for number, side in _sides(answers):
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
            blocks.append(Paragraph(text(_titled(answers, number), Run(kind, "strong"))))
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

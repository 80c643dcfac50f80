"""Who wins, how long it lasts, how games go, how much skill counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import NormalDist

from rulewright.analysis.statistics import shared_wins
from rulewright.characters import many
from rulewright.drawing.lines import seat_title
from rulewright.drawing.shown import outcome_words
from rulewright.playtest.figures import DECIDED, Along, Course, Estimate, Side
from rulewright.playtest.report import Answers
from rulewright.playtest.skill import Alone, Step

from ..rulebook.document import (
    Block,
    Paragraph,
    Section,
    text,
)  # fmt: skip
from . import charts
from .phrases import (
    FEW,
    TITLES,
    TOO_FEW,
    between,
    meaning,
    percent,
    sentence,
    sides,
    table,
    titled_side,
    warning,
)  # fmt: skip

TOO_FEW_OF_LADDER = "Too few games were played with these players to tell whether skill counts."
WANTED = 0.03  # how well a share is to be known, where it is told how many games that takes


def winners(answers: Answers) -> Section:
    blocks: list[Block] = []
    told = [_winner_words(answers, number) for number, _ in sides(answers)]
    if any(side.figures for side in answers.sides):
        blocks += meaning(answers, told)
    for number, side in sides(answers):
        figures, game = side.figures, answers.games[number]
        if figures is None:
            continue
        names = [seat_title(name) for name in game.seat_names]
        rows = [
            charts.Whisker(name, one.value, one.low, one.high, between(one))
            for name, one in [*zip(names, side.seats, strict=False), *side.players.items()]
        ]
        if side.wins and rows:
            blocks.append(
                charts.intervals(
                    f"{titled_side(answers, number)}Part of the wins of each seat", [
                        row._replace(value=100 * (row.value or 0), low=100 * (row.low or 0),
                                     high=100 * (row.high or 0)) for row in rows
                    ],
                    least=0, most=100, unit=" %", mark=100 / game.seats,
                )
            )  # fmt: skip
        shares = [
            (outcome_words(game.program, one["result"]) or "no outcome", one["games"])
            for one in figures["results"]
        ]
        if side.wins and game.seats > 1:
            shares += shared_wins(game.program, figures)
        if side.wins and (figures["nobody"]["count"] or game.seats == 1):
            shares.append(("nobody wins", figures["nobody"]))
        if figures["stopped"]["count"]:
            shares.append(("stopped", figures["stopped"]))
        counts = [(name, f"{one['count']:,}", between(one)) for name, one in shares]
        if game.program.scores:
            for name, of_seat in zip(names, figures["seats"], strict=True):
                spread = of_seat["scores"]
                counts.append(
                    (
                        f"{name} points", f"{spread['mean']:.1f} on average",
                        f"sd {spread['sd']:.1f}, {spread['min']} to {spread['max']}",
                    )
                )  # fmt: skip
        if counts:
            blocks.append(table((titled_side(answers, number), "", ""), counts))
        blocks += _share_warning(side)
    return Section(text("Who wins"), "winners", tuple(blocks))


def _is_clearly_off(one: Estimate, seats: int) -> bool:
    """Is one of so many seats further from its part than one of them would be by chance in five of
    a hundred times? Of all seats together, as C. E. Bonferroni has it: each in so many times less.
    Of two seats one is as far off as the other, so its own interval has told it already.
    """
    fair = 1 / seats
    reach = NormalDist().inv_cdf(1 - 0.025 / seats) * sqrt(fair * (1 - fair) / one.games)
    return abs(one.value - fair) > reach or seats == 2


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
        return f"{between(won)} of the games are won: {hard}."
    fair = 1 / game.seats
    off = [
        (seat_title(game.seat_names[seat]), one) for seat, one in enumerate(side.seats)
        if not one.low <= fair <= one.high
    ]  # fmt: skip
    if off:
        each = "; ".join(
            f"{name} has {between(one)} of the wins instead of {percent(fair)}" for name, one in off
        )
        if not any(_is_clearly_off(one, game.seats) for _, one in off):
            return (
                f"It is not known whether it matters where one sits: {each}, but by chance alone "
                f"one of {game.seats} seats is so far off in up to {5 * game.seats} of a hundred "
                "playtests. More games would tell."
            )
        return f"Where one sits matters: {each}."
    if side.seats[0].games < TOO_FEW:
        return "Too few games were played to tell whether it matters where one sits."
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
        yield warning(
            f"from {one.games:,} games the part of a seat is known to ±{100 * reach:.0f} of a "
            f"hundred only; ±{100 * WANTED:.0f} would take about {needed:,} games."
        )


def length(answers: Answers) -> Section:
    told = [side for side in answers.sides if side.length is not None]
    if len(told) < len(answers.sides):
        return Section(text("How long it lasts"), "length")
    blocks = meaning(answers, [_length_words(side) for side in told])
    least = min(side.lengths[0].first for side in told)
    most = max(side.lengths[-1].last for side in told)
    for number, side in sides(answers):
        title = f"{titled_side(answers, number)}Games by their number of decisions"
        blocks.append(charts.histogram(title, side.lengths, least, most, side=number))
    for number, side in sides(answers):
        figures, length = side.figures, side.length
        assert figures is not None and length is not None
        blocks.append(
            Paragraph(
                text(
                    titled_side(answers, number),
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
                warning(
                    f"of {many(finished, 'game')} the shortest and the longest say little: more "
                    "games will go beyond them."
                )
            )
    return Section(text("How long it lasts"), "length", tuple(blocks))


def _length_words(side: Side) -> str:
    length = side.length
    assert length is not None
    wide = (length.three_quarters - length.quarter) / max(1.0, length.middle)
    figures, ends = side.figures, (f"{length.quarter:.0f}", f"{length.three_quarters:.0f}")
    alike = (
        "of so few it is not known whether players can rely on that"
        if figures is not None and figures["games"] < TOO_FEW
        else "players can rely on how long it lasts" if wide < 0.15
        else "some games take much longer than others" if wide > 0.5
        else "how long it lasts can be said roughly"
    )  # fmt: skip
    return f"Half of the games take {' to '.join(dict.fromkeys(ends))} decisions: {alike}."


def course(answers: Answers) -> Section:
    title = text("How games go")
    courses = [(number, side.course) for number, side in sides(answers)]
    if not all(course is not None for _, course in courses):
        return Section(title, "course")
    told = [(number, course) for number, course in courses if course is not None]
    seats = answers.games[0].seats
    blocks = meaning(answers, [_course_words(course, seats) for _, course in told])
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
        blocks.append(table(("", "", ""), rows))
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
            warning(
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
    side = titled_side(answers, number)
    if course.decided is not None:
        yield (
            f"{side}decided after", f"{percent(course.decided.middle)} of its decisions",
            f"a quarter before {percent(course.decided.quarter)}, a quarter after "
            f"{percent(course.decided.three_quarters)}",
        )  # fmt: skip
    if course.changes is not None and course.unchanged is not None:
        yield (
            f"{side}the lead changes", f"{course.changes['mean']:.2f} times",
            f"at most {course.changes['max']} times; never in {between(course.unchanged)}",
        )  # fmt: skip
    if course.comebacks is not None:
        yield (
            f"{side}comebacks", many(course.comebacks["count"], "game"),
            f"{between(course.comebacks)}: who wins was clearly behind at some moment",
        )  # fmt: skip


def skill(answers: Answers) -> Section:
    blocks = list[Block]()
    if any(answers.ladders):
        blocks += meaning(answers, [_skill_words(steps) for steps in answers.ladders])
    for number, steps in enumerate(answers.ladders):
        side, rows = titled_side(answers, number), []
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
                (one.upper, one.lower, between(one.share), _elo(one), f"{one.share.games:,}")
                for one in pairs
            ]
            head = ("player", f"against {max(1, pairs[0].seats - 1)}", "its part of the wins",
                    "Elo", "games")  # fmt: skip
            blocks.append(table(head, rows))
        if alone:
            head = ("player", "points", "games won", "points more than the one above it", "games")
            rows = [
                (
                    one.player, f"{one.points.value:.2f} ({one.points.low:.2f} to "
                    f"{one.points.high:.2f})", between(one.wins),
                    "" if one.more is None else f"{one.more.value:+.2f} ({one.more.low:+.2f} to "
                    f"{one.more.high:+.2f})", f"{one.points.games:,}",
                ) for one in alone
            ]  # fmt: skip
            blocks.append(table(head, rows))
        few = min((one.share.games for one in pairs), default=10**9)
        if few < 200 and pairs:
            blocks.append(
                warning(
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
    enough = [one for one in pairs if one.share.games >= TOO_FEW]
    better = [one for one in enough if one.share.low > 1 / one.seats]
    worse = [one for one in enough if one.share.high < 1 / one.seats]
    alone = [one for one in steps if isinstance(one, Alone) and one.more is not None]
    if alone:
        played = [one for one in alone if one.points.games >= TOO_FEW]
        more = [one.player for one in played if one.more is not None and one.more.low > 0]
        if more:
            return f"Skill counts: {', '.join(more)} makes more of it than the player above it."
        if len(played) < len(alone):
            return TOO_FEW_OF_LADDER
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
    if not said and (not pairs or len(enough) < len(pairs)):
        return TOO_FEW_OF_LADDER
    if not said:
        return "No player is seen to beat the one below it: so far luck decides, or more is needed."
    open_ = [one for one in enough if one not in better and one not in worse]
    said += [f"no difference is seen between {one.upper} and {one.lower}" for one in open_]
    return sentence("; ".join(said))

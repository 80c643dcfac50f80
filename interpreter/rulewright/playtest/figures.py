"""What rows say about a game: who wins, how long it lasts, when it is decided, what choices there
are, what is used. All of it is made of rows and rules alone, so it is the same for the same rows.

What `simulate` tells is told in the same way (`analysis.statistics`); here is what comes of looking
into games. What was estimated from a few games played on is told with what it can be mistaken by.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import correlation, fmean, stdev
from typing import NamedTuple

from ..analysis.simulate import Played, Table
from ..analysis.statistics import NORMAL_95, Figures, Share, Spread, Sums, score_interval, wilson
from ..core import ir
from ..core.evaluate import elements_of_mask
from ..game import Game
from .row import Look, Moment, Row

TENTHS = 10  # of a game, in which what was found at its moments is put together
FEWEST = 5  # games that must have a moment there, if there are more
DECIDED = 0.8  # chance to win, from which on a game counts as decided
CLEARLY = 2.5  # standard errors by which a winner was behind, in what counts as a comeback
EXAMPLES = 10  # games of each kind
ALWAYS, OFTEN_ENOUGH = 0.95, 10  # share of the games in which it is made, of so many at least
WIDTH = 24  # bars of a chart of lengths, at most


class Estimate(NamedTuple):
    """A quantity, and between what it lies in 95 of 100 cases; from so many games."""

    value: float
    low: float
    high: float
    games: int


class Along(NamedTuple):
    """A quantity at some part of a game, 0…1 of its decisions."""

    at: float
    estimate: Estimate


class Quartiles(NamedTuple):
    """The least, a quarter, the middle, three quarters, and the greatest of some values."""

    least: float
    quarter: float
    middle: float
    three_quarters: float
    greatest: float


class Bar(NamedTuple):
    """So many games with a length from `first` to `last`."""

    first: int
    last: int
    games: int


@dataclass(frozen=True, slots=True)
class Course:
    """How games go, from playing on at random at some moments of so many of them.

    `winner`: the chance to win of who has won in the end; `loser`: with a single seat, the chance
    in games that were lost; `foreseen`: how much of the differences in points in the end was there
    already (r²). `decided`: at which part of a game the winner's chance is for good at least
    `DECIDED`. `changes`: how often somebody else takes the lead for certain. `comebacks`: games
    whose winner was clearly behind before. `playouts`: played on from each moment.
    """

    games: int
    playouts: int
    winner: tuple[Along, ...]
    loser: tuple[Along, ...]
    foreseen: tuple[Along, ...]
    decided: Quartiles | None
    changes: Spread | None
    unchanged: Share | None
    comebacks: Share | None


@dataclass(frozen=True, slots=True)
class Choices:
    """What choices there are. `forced`: decisions with a single move, of all. Of those with several
    into which a search looked: `alike` (it finds no difference), `clear` (one move stands out),
    `open` (several are as good as each other, and others are not). `near`: moves that are about as
    good as the best where it is open. `least`: differences in value that it does not see, 0…1, on
    average. `best`: the player's move was the one that the search likes
    best.
    """

    decisions: int
    forced: float
    looked: int
    simulations: int
    alike: Share
    clear: Share
    open: Share
    near: float
    least: float
    best: Share


class Used(NamedTuple):
    """Something that moves name: in how many games it could be named, and was; and at how many
    decisions."""

    label: str
    offered_in: int
    made_in: int
    offered: int
    made: int


@dataclass(frozen=True, slots=True)
class Uses:
    """What moves name of one kind, in so many games, what is made most often first. `never`: on
    offer and never made; `always`: made in nearly all games in which it is on offer, both where
    that are `OFTEN_ENOUGH`; `missing`: never on offer in so many games."""

    kind: str
    games: int
    used: tuple[Used, ...]
    never: tuple[str, ...]
    always: tuple[str, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Examples:
    """Numbers of games: the shortest, the longest, and the closest, each beginning with the one
    that is it most. `by`: what is close about them."""

    shortest: tuple[int, ...]
    longest: tuple[int, ...]
    closest: tuple[int, ...]
    by: str


@dataclass(frozen=True, slots=True)
class Side:
    """What the rows of one setting say. `wins`: can seats win by the rules? `seats`: the part of
    the wins of each seat, and `players`: of each player, where several differ. `figures` is None
    without a finished game."""

    wins: bool
    seats: tuple[Estimate, ...]
    figures: Figures | None
    length: Quartiles | None
    lengths: tuple[Bar, ...]
    players: dict[str, Estimate]
    course: Course | None
    choices: Choices | None
    uses: tuple[Uses, ...]
    examples: Examples


def side(game: Game, rows: Sequence[Row], simulations: int) -> Side:
    """What the rows of a game say; `simulations`: of the searches in them."""
    table = Table(game, ("random",) * game.seats, 1)
    tally = table.tally()
    for row in rows:
        table.add(tally, None if row.trace is None else Played(row.trace.result, row.trace))
    ended = [row for row in rows if row.trace is not None]
    lengths = sorted(len(row.moves) for row in ended)
    wins = not isinstance(game.program.winners, ir.Const)
    seats_told = range(game.seats) if ended and game.seats > 1 else ()
    return Side(
        wins,
        tuple(part_of([win_of(row, seat) for row in ended]) for seat in seats_told),
        tally.figures() if lengths else None,
        quartiles(lengths) if lengths else None,
        tuple(bars(lengths)),
        by_player(rows) if wins and len({name for row in rows for name in row.players}) > 1 else {},
        course(game, rows, wins=wins),
        choices(rows, simulations),
        tuple(uses(game, rows)),
        examples(game, rows),
    )


def mean_of(values: Sequence[float], *, low: float = -math.inf, high: float = math.inf) -> Estimate:
    """A mean with its interval, which does not leave what is possible; of one value nothing is
    known but itself."""
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, low, high, len(values))
    reach = NORMAL_95 * stdev(values) / math.sqrt(len(values))
    return Estimate(mean, max(low, mean - reach), min(high, mean + reach), len(values))


def part_of(parts: Sequence[float]) -> Estimate:
    """The mean of parts of wins, 0…1, with the interval of E. B. Wilson for as many whole wins: it
    is right where all are whole, and too wide where some are shared."""
    won = sum(parts)
    return Estimate(won / len(parts), *score_interval(won, len(parts)), len(parts))


def quartiles(values: Sequence[float]) -> Quartiles:
    """The quartiles of values that are in order: each is one of them."""
    last = len(values) - 1
    return Quartiles(*(float(values[round(last * part / 4)]) for part in range(5)))


def bars(lengths: Sequence[int]) -> Iterable[Bar]:
    """Lengths, in order, put together to at most `WIDTH` bars of equal width."""
    if not lengths:
        return
    wide = max(1, math.ceil((lengths[-1] - lengths[0] + 1) / WIDTH))
    for first in range(lengths[0], lengths[-1] + 1, wide):
        last = first + wide - 1
        yield Bar(first, last, sum(first <= length <= last for length in lengths))


def win_of(row: Row, seat: int) -> float:
    """The part of the win that goes to a seat: shared wins are shared, and where nobody has won, or
    the game was stopped, all have the same part."""
    seats = (winners(row) if row.trace is not None else ()) or range(len(row.players))
    return (seat in seats) / len(seats)


def by_player(rows: Sequence[Row]) -> dict[str, Estimate]:
    """The part of the wins of each player, on average of the seats it had."""
    ended = [row for row in rows if row.trace is not None]
    found: dict[str, Estimate] = {}
    for name in sorted({name for row in ended for name in row.players}):
        parts = []
        for row in ended:
            seats = [seat for seat, player in enumerate(row.players) if player == name]
            if seats:
                parts.append(fmean(win_of(row, seat) for seat in seats))
        found[name] = mean_of(parts, low=0.0, high=1.0)
    return found


def course(game: Game, rows: Sequence[Row], *, wins: bool) -> Course | None:
    """How games go, if there are some that were looked into."""
    told = [row for row in rows if moments_of(row)]
    if not told:
        return None
    won, lost = [row for row in told if has_winner(row)], [row for row in told if not winners(row)]
    alone, several = game.seats == 1, game.seats > 1
    changes = Sums()
    if several and wins:
        for row in told:
            changes.add(lead_changes(moments_of(row)))
    decided = sorted(decided_at(row) for row in won) if several and wins else []
    back = sum(is_comeback(row, game.seats) for row in won)
    return Course(
        len(told),
        max(moment.playouts for row in told for moment in moments_of(row)),
        tuple(along(won, lambda row, moment: _chance(moment, winners(row)))) if wins else (),
        tuple(along(lost, lambda row, moment: _chance(moment, (0,)))) if alone and wins else (),
        tuple(foreseen(told)) if game.program.scores else (),
        quartiles(decided) if decided else None,
        changes.spread() if several and wins else None,
        wilson(sum(not lead_changes(moments_of(row)) for row in told), len(told))
        if several and wins
        else None,
        wilson(back, len(won)) if several and wins and won else None,
    )


def winners(row: Row) -> tuple[int, ...]:
    """The seats that have won a game that is over."""
    assert row.trace is not None
    return elements_of_mask(row.trace.result.verdict.winners)


def has_winner(row: Row) -> bool:
    """Has somebody won, and (with several seats) not all together?"""
    return bool(winners(row)) and (len(row.players) == 1 or len(winners(row)) < len(row.players))


def moments_of(row: Row) -> tuple[Moment, ...]:
    """The moments of a row from which games came to their ends."""
    return tuple(m for m in row.measured.moments if m.playouts) if row.measured else ()


def _part(row: Row, moment: Moment) -> float:
    """Where in a game a moment is, 0…1."""
    return moment.decision / len(row.moves)


def _chance(moment: Moment, seats: Iterable[int]) -> float:
    return sum(moment.wins[seat] for seat in seats) / moment.playouts


def along(rows: Sequence[Row], value: Callable[[Row, Moment], float]) -> Iterable[Along]:
    """A quantity along games, tenth by tenth."""
    for tenth, found in _tenths(rows):
        yield Along(tenth / TENTHS, mean_of([value(*one) for one in found], low=0.0, high=1.0))


def _tenths(rows: Sequence[Row]) -> Iterable[tuple[int, list[tuple[Row, Moment]]]]:
    """Of each game the first moment that is next to each tenth of it; short games have not one
    for each, and where few have nothing is told."""
    for tenth in range(TENTHS):
        found = []
        for row in rows:
            here = (m for m in moments_of(row) if min(round(_part(row, m) * TENTHS), 9) == tenth)
            found += [(row, moment) for moment in here][:1]
        if found and len(found) >= min(FEWEST, len(rows)):
            yield tenth, found


def foreseen(rows: Sequence[Row]) -> Iterable[Along]:
    """How much of the differences between final points is there already, tenth by tenth: the square
    of the correlation between points and what playing on expects, with Fisher's interval."""
    for tenth, found in _tenths(rows):
        expected, final = list[float](), list[float]()
        for row, moment in found:
            assert row.trace is not None
            totals = row.trace.result.totals
            expected += [points / moment.playouts for points in moment.points]
            final += map(float, totals)
        n = len(found)
        if n < 5 or len(set(expected)) < 2 or len(set(final)) < 2:
            continue
        r = max(-1.0, min(1.0, correlation(expected, final)))
        z, reach = math.atanh(max(-0.999999, min(0.999999, r))), NORMAL_95 / math.sqrt(n - 3)
        low, high = math.tanh(z - reach), math.tanh(z + reach)
        yield Along(
            tenth / TENTHS, Estimate(max(r, 0.0) ** 2, max(low, 0.0) ** 2, max(high, 0.0) ** 2, n)
        )


def decided_at(row: Row) -> float:
    """At which part of a game, 0…1, the chance of its winners is at least `DECIDED` for good; 1 if
    it is not before the end."""
    at = 1.0
    for moment in reversed(moments_of(row)):
        if _chance(moment, winners(row)) < DECIDED:
            break
        at = _part(row, moment)
    return at


def lead_changes(moments: Sequence[Moment]) -> int:
    """How often another seat is ahead than was, by more than chance explains: twice the standard
    error of the difference between two shares of the same playouts."""
    leader, changes = -1, 0
    for moment in moments:
        shares = [won / moment.playouts for won in moment.wins]
        best = max(range(len(shares)), key=lambda seat: shares[seat])
        if best == leader:
            continue
        other = leader if leader >= 0 else max(
            (seat for seat in range(len(shares)) if seat != best), key=lambda seat: shares[seat]
        )  # fmt: skip
        apart = shares[best] - shares[other]
        error = math.sqrt((shares[best] + shares[other] - apart**2) / moment.playouts)
        if apart > 2 * error:
            changes += leader >= 0
            leader = best
    return changes


def is_comeback(row: Row, seats: int) -> bool:
    """Was the chance of who has won clearly below what is fair, after the first decision?"""
    fair = len(winners(row)) / seats
    return any(
        _chance(m, winners(row)) < fair - CLEARLY * math.sqrt(fair * (1 - fair) / m.playouts)
        for m in moments_of(row)
        if m.decision
    )


def choices(rows: Sequence[Row], simulations: int) -> Choices | None:
    """What choices there are, if there are decisions."""
    decisions = sum(len(row.moves) for row in rows)
    if not decisions:
        return None
    looks = [look for row in rows if row.measured for look in row.measured.looks]
    kinds = [kind_of(look, simulations) for look in looks]
    near = [count for kind, count in kinds if kind == "open"]
    of = Counter(kind for kind, _ in kinds)
    best = sum(look.made == look.weighed[0].number for look in looks)
    return Choices(
        decisions, sum(row.forced for row in rows) / decisions, len(looks), simulations,
        wilson(of["alike"], len(kinds)), wilson(of["clear"], len(kinds)),
        wilson(of["open"], len(kinds)), fmean(near) if near else 0.0,
        fmean(least_seen(look, simulations) for look in looks) if looks else 1.0,
        wilson(best, len(looks)),
    )  # fmt: skip


def least_seen(look: Look, simulations: int) -> float:
    """How much two moves must differ in value, 0…1, for a search to tell them apart, if it tries
    all that it has looked at equally often."""
    each = max(1.0, simulations / len(look.weighed))
    value = look.weighed[0].value
    return min(1.0, NORMAL_95 * math.sqrt(2 * max(value * (1 - value), 0.01) / each))


def kind_of(look: Look, simulations: int) -> tuple[str, int]:
    """Whether a search finds moves `alike`, one `clear`ly best, or several good ones (`open`), and
    how many are about as good as the best.

    Values are held against each other as shares of so many simulations: by χ² whether there is any
    difference, by z whether one is worse than the best. A search tries good moves more often than
    bad ones, so this is a rule of thumb.
    """
    if look.weighed[0].proof == 1:
        winning = sum(one.proof == 1 for one in look.weighed)
        return ("clear", 1) if winning == 1 else ("open", winning)
    moves = [(one.share * simulations, one.value) for one in look.weighed if one.share > 0]
    total = sum(visits for visits, _ in moves)
    middle = sum(visits * value for visits, value in moves) / total
    spread = max(middle * (1 - middle), 1e-9)
    apart = sum(visits * (value - middle) ** 2 for visits, value in moves) / spread
    if apart <= chi_square_95(len(moves) - 1):
        return "alike", len(moves)
    visits, value = max(moves, key=lambda one: (one[1], one[0]))
    near = sum(
        value - other <= NORMAL_95 * math.sqrt(spread * (1 / visits + 1 / times))
        for times, other in moves
    )
    return ("clear", 1) if near == 1 else ("open", near)


def chi_square_95(degrees: int) -> float:
    """The 95 % quantile of χ²: E. B. Wilson and M. M. Hilferty, Proc. Natl. Acad. Sci. 17 (1931),
    p. 684."""
    if degrees < 1:
        return 0.0
    part = 2 / (9 * degrees)
    return degrees * (1 - part + 1.6448536269514722 * math.sqrt(part)) ** 3


def uses(game: Game, rows: Sequence[Row]) -> Iterable[Uses]:
    """What moves name, kind by kind; but for the cells of a board that grows."""
    told = [row.measured for row in rows if row.measured is not None]
    counts: dict[str, dict[str, list[int]]] = {}
    for measured in told:
        for kind, label, made, offered in measured.uses:
            of_label = counts.setdefault(kind, {}).setdefault(label, [0, 0, 0, 0])
            for at, more in enumerate((1, made > 0, offered, made)):
                of_label[at] += more
    domains = {domain.name: domain for domain in named_domains(game) if not domain.width}
    for kind, labels in ((kind, labels) for kind, labels in counts.items() if kind in domains):
        used = sorted(
            (Used(label, *numbers) for label, numbers in labels.items()),
            key=lambda one: (-one.made_in / one.offered_in, -one.made, one.label),
        )
        often = [one for one in used if one.offered_in >= OFTEN_ENOUGH]
        never = tuple(one.label for one in often if not one.made)
        always = tuple(one.label for one in often if one.made_in >= ALWAYS * one.offered_in)
        all_of = domains[kind].labels if len(told) >= OFTEN_ENOUGH else ()
        missing = tuple(label for label in all_of if label not in labels)
        yield Uses(kind, len(told), tuple(used), never, always, missing)


def named_domains(game: Game) -> Iterable[ir.Domain]:
    """The kinds of things that moves may name."""
    for choose in game.program.choices:
        for alternative in choose.alternatives:
            for local in alternative.bound:
                if isinstance(local.type, ir.Element | ir.SetOf):
                    yield local.type.domain


def examples(game: Game, rows: Sequence[Row]) -> Examples:
    """Games that are worth a look. Among equal ones the first."""
    ended = [row for row in rows if row.trace is not None]
    by_length = sorted(ended, key=lambda row: len(row.moves))
    longest = sorted(ended, key=lambda row: -len(row.moves))
    close: dict[int, float] = {}
    by = ""
    if game.seats > 1 and game.program.scores:
        by = "points between the first two"
        close = {row.number: margin(row, game) for row in ended}
    elif game.seats > 1:
        by = "chance of the winner, on average of the game"
        told = [row for row in ended if moments_of(row) and has_winner(row)]
        close = {
            row.number: fmean(_chance(m, winners(row)) for m in moments_of(row)) for row in told
        }
    closest = sorted(close, key=lambda number: close[number])
    return Examples(_numbers(by_length), _numbers(longest), tuple(closest[:EXAMPLES]), by)


def _numbers(rows: Sequence[Row]) -> tuple[int, ...]:
    return tuple(row.number for row in rows[:EXAMPLES])


def margin(row: Row, game: Game) -> int:
    """The points between the first two of a game."""
    assert row.trace is not None
    totals = sorted(row.trace.result.totals, reverse=game.program.winner != "least")
    return abs(totals[0] - totals[1])

"""Two settings side by side: games with the same seeds and the same players, and what differs.

What is said is said as `analysis.compare` says it, with intervals that hold for all quantities of a
table together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..analysis.compare import (
    SEVERAL,
    STOPPED,
    Both,
    play_keys,
    result_keys,
    results_of,
    shared_key,
)
from ..analysis.differences import Differences, Line, differences
from ..analysis.paired import Compared, Key, Paired
from ..analysis.simulate import Table
from ..analysis.tracing import Ending
from ..game import Game
from .figures import DECIDED, decided_at, has_winner, is_comeback, lead_changes, moments_of
from .row import Row

DECIDED_AT: Key = ("decided", f"{100 * DECIDED:g}")
CHANGES: Key = ("lead changes",)
COMEBACKS: Key = ("comebacks",)
FORCED: Key = ("forced",)


@dataclass(frozen=True, slots=True)
class Beside:
    """Which rules differ, and what differs over so many `pairs` of games: what they come to, how
    they go (in those that were looked into on both sides), and what is done in them."""

    rules: Differences
    pairs: int
    results: tuple[Compared, ...]
    course: tuple[Compared, ...]
    play: tuple[Compared, ...]
    endings: dict[Key, Ending]


def beside(games: Both[Game], rows: Both[Sequence[Row]], comparisons: int = 1) -> Beside:
    """Hold the games of two settings against each other that have the same number; one of so many
    `comparisons`, in all of which together intervals hold."""
    results, course, play = Paired(), Paired(), Paired()
    endings: dict[Key, Ending] = {}
    others = {row.number: row for row in rows.b}
    rules = differences(games.a, games.b)
    stopped, shared = 0, shared_key(games)
    for a in rows.a:
        b = others.get(a.number)
        if b is None:
            continue
        if a.trace is None or b.trace is None:
            stopped += 1
            results.add({STOPPED: a.trace is None}, {STOPPED: b.trace is None})
            continue
        results.add(
            results_of(games.a, a.trace.result, shared), results_of(games.b, b.trace.result, shared)
        )
        play.add(_done(a, endings, rules.lines), _done(b, endings, {}))
        if a.measured is not None and b.measured is not None and games.a.seats > 1:
            course.add(_course(a), _course(b))
    seats = games.a.seats
    keys = [k for k in result_keys(games, seats) if k != SEVERAL or k in results.sums]
    ended = dict.fromkeys(keys, results.pairs - stopped)
    tables = Both(*(Table(game, ("random",) * seats, 1) for game in (games.a, games.b)))

    def told(
        paired: Paired, keys: Sequence[Key], pairs: Mapping[Key, int] | None = None
    ) -> tuple[Compared, ...]:
        return tuple(paired.compared(keys, pairs, comparisons=comparisons))

    return Beside(
        rules,
        results.pairs,
        told(results, [*keys, *[STOPPED] * (stopped > 0)], ended),
        told(course, [CHANGES, COMEBACKS, DECIDED_AT]) if course.pairs else (),
        told(play, [FORCED, *play_keys(tables, play)]),
        endings,
    )


def _done(row: Row, endings: dict[Key, Ending], lines: Mapping[Line, Line]) -> Mapping[Key, int]:
    """What was done in a game, as quantities; an ending is called by its line, as it stands in the
    second game if it stands in both."""
    trace = row.trace
    assert trace is not None
    file, number = lines.get((trace.ending.file, trace.ending.line), trace.ending[1:])
    ending: Key = ("ending", file, str(number))
    endings[ending] = Ending(trace.ending.words, file, number)
    return {
        FORCED: row.forced,
        **{("move", *kind): times for kind, times in trace.made.items()},
        **{("phase", phase): length for phase, length in trace.lengths.items()},
        **{("score", name): points for name, points in trace.points.items()},
        ending: 1,
    }


def _course(row: Row) -> Mapping[Key, int]:
    """How a game went, as quantities; when it was decided in hundredths of it."""
    won = has_winner(row)
    return {
        CHANGES: lead_changes(moments_of(row)),
        COMEBACKS: won and is_comeback(row, len(row.players)),
        DECIDED_AT: round(100 * decided_at(row)) if won else 100,
    }

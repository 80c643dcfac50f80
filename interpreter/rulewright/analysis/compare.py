"""Two games, played with the same seeds: what an edit did.

Pairs of games are shared out to processes; each is made by one of them, first by the one game, then
by the other. The first pairs are made step by step, so that it can be told which moves are made,
how games end, and where two games with the same seed part; the very first are made once more on the
reference engine, which is watched, so that it can be told which lines of the rules are carried out.
That takes a thousand times as long as playing where boards are large, so it is done in as many
pairs as there is time for, and with those numbers said the same figures come again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import zip_longest
from typing import Generic, NamedTuple, TypeVar

from ..backends.protocol import MOST_DECISIONS, PlayoutResult, TooLong
from ..check.modules import plain_name
from ..core.evaluate import elements_of_mask
from ..core.ir import Const
from ..diagnostics import LimitError, PlayError, UsageError
from ..game import Game
from ..limits import Deadline, OutOfTime, check_wanted
from ..players.naming import seat_players
from ..players.player import Maker
from ..runtime.layout import OVER
from ..runtime.move import text_of
from ..runtime.why import Reason
from ..state import State
from ..workers import Jobs, count_of
from .differences import Differences, Line, differences
from .paired import Compared, Key, Paired
from .rows import Row
from .sharing import Clock, Games, Part, Play, Timings, for_games, game_seed, shared
from .simulate import GameSpec, Played, Progress, Table, after, told
from .statistics import Figures, Sums, Tally
from .tracing import Ending, Step, Trace, Watcher

MOST_PAIRS = 100_000  # where nobody says how many
ENOUGH = 1000  # pairs, for which slow games may take longer
FEW = 100  # pairs that are waited for in any case
TRACED = 300  # pairs that are made step by step
FOLLOWED = 100  # pairs of which it is told where they part
WATCHED = 100  # pairs, of which the lines that are carried out are counted
PATIENCE = 4.5  # seconds of play, where nobody says how many
MOST_PATIENCE = 40.0  # for slow games
TRACING, WATCHING = 0.3, 0.1  # of the time, at most, is spent on each
MEASURED = 2000  # decisions of a game by lot, by which it is found out what tracing takes

STOPPED: Key = ("stopped",)
NOBODY: Key = ("nobody",)
SEVERAL: Key = ("several",)  # some have won together, and others not, or the rules let several win
DRAWS: Key = ("draws",)
UNTOLD = (NOBODY, SEVERAL)  # where there was no such game

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Both(Generic[T]):
    """Something of the first game, and of the second."""

    a: T
    b: T


class Side(NamedTuple):
    """Where two games part, in one of them: who is to choose what (empty at the end), the moves
    that are on offer here alone, the one that is made, and why the first of the other game's is not
    on offer. `unknown`: what that is called, if no move here is called so; then nothing says why.
    """

    seat: str
    choice: str
    alone: tuple[str, ...]
    made: str
    why: tuple[Reason, ...]
    unknown: str


@dataclass(frozen=True, slots=True)
class Parting:
    """The first decision at which two games with the same seed part: the number of the pair, its
    seed, and the moves that both have made until then."""

    pair: int
    seed: int
    moves: tuple[str, ...]
    sides: Both[Side]


@dataclass(slots=True)
class Pace:
    """How many seconds of a processor it took to make so many decisions by lot, in games that are
    not traced, once all that plays them was made."""

    decisions: int = 0
    seconds: float = 0.0

    @property
    def each(self) -> float:
        """How many seconds a decision takes; 0: that was not measured."""
        return self.seconds / self.decisions if self.decisions else 0.0

    def merge(self, other: Pace) -> None:
        self.decisions += other.decisions
        self.seconds += other.seconds


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs between two games, and what came of playing both.

    `pairs`: how many were played – none if the rules are the `same`. Of the first of them: `traced`
    were made step by step, `followed` held against each other move by move, `watched` made again on
    the reference engine; `to_trace` and `to_watch` were to be. `results`: what games come to;
    `play`: what is done in those that were traced; `uses`: how often lines of the rules are carried
    out in those that were watched. What is said of each of the three is right in 95 of 100
    comparisons. A line is called by its file, its number and the game it stands in: `b` if it
    stands in both. `parted`: the decisions, from 0, at which those part that do; `parting`: the
    first of them. `endings` are the words of those that end games. `paces`: how fast the games are
    played. `loading_seconds`: how long it
    took until both games were loaded; where no pair was finished, `timings` are of all since then
    and before, too.
    """

    games: Both[Game]
    rules: Differences
    players: tuple[str, ...]
    seed: int
    asked: int | None
    longest: int
    to_trace: int
    to_watch: int
    complete: bool
    in_time: bool
    pairs: int
    traced: int
    followed: int
    watched: int
    figures: Both[Figures | None]
    results: tuple[Compared, ...]
    play: tuple[Compared, ...]
    parted: Sums
    parting: Parting | None
    uses: tuple[Compared, ...]
    endings: dict[Key, Ending]
    timings: Timings
    rows: Both[tuple[Row, ...]]
    paces: Both[Pace] = field(compare=False)
    loading_seconds: float = field(compare=False)


@dataclass(slots=True)
class _Pairs:
    """Pairs of games, added up."""

    tallies: Both[Tally]
    rows: Both[list[Row]]
    uses: Paired = field(default_factory=Paired)
    results: Paired = field(default_factory=Paired)
    play: Paired = field(default_factory=Paired)
    parted: Sums = field(default_factory=Sums)
    first: int | None = None
    stopped: int = 0
    followed: int = 0
    endings: dict[Key, Ending] = field(default_factory=dict)
    paces: Both[Pace] = field(default_factory=lambda: Both(Pace(), Pace()))

    def merge(self, other: _Pairs) -> None:
        for mine, more in ((self.tallies.a, other.tallies.a), (self.tallies.b, other.tallies.b)):
            mine.merge(more)
        self.uses.merge(other.uses)
        self.rows.a.extend(other.rows.a)
        self.rows.b.extend(other.rows.b)
        self.results.merge(other.results)
        self.play.merge(other.play)
        self.parted.merge(other.parted)
        self.first = other.first if self.first is None else self.first
        self.stopped += other.stopped
        self.followed += other.followed
        self.endings |= other.endings
        self.paces.a.merge(other.paces.a)
        self.paces.b.merge(other.paces.b)


@dataclass(frozen=True, slots=True)
class _Task:
    specs: Both[GameSpec]
    players: tuple[str | Maker, ...]
    seed: int
    longest: int
    rows: bool
    traced: int
    watched: int
    lines: dict[Line, Line]

    def within(self, seconds: float, tracing: float, watching: float, games: int) -> _Task:
        """The same with as many pairs traced and watched as so many games have and as take their
        parts of a time at most, where one takes so many seconds; but one of them at least."""

        def some(wanted: int, part: float, each: float) -> int:
            enough = min(wanted, games) * each <= part * seconds
            return wanted if enough else max(1, int(part * seconds / each))

        return replace(
            self,
            traced=some(self.traced, TRACING, tracing),
            watched=some(self.watched, WATCHING, watching),
        )


class _Pair:
    """Two games, side by side."""

    def __init__(self, task: _Task, games: Both[Game]) -> None:
        self.task, self.games, self.shared = task, games, shared_key(games)
        self.tables = Both(*(Table(g, task.players, task.longest) for g in (games.a, games.b)))
        self._watchers: Both[Watcher] | None = None
        self._is_made = False  # all that plays these games

    @property
    def watchers(self) -> Both[Watcher]:
        if self._watchers is None:
            self._watchers = Both(Watcher(self.games.a), Watcher(self.games.b))
        return self._watchers

    def empty(self) -> _Pairs:
        """No pairs yet."""
        return _Pairs(Both(self.tables.a.tally(), self.tables.b.tally()), Both([], []))

    def play(self, numbers: range) -> _Pairs:
        """Play the pairs with these numbers."""
        pairs = self.empty()
        later = [number for number in numbers if number >= self.task.traced]
        seeds = [game_seed(self.task.seed, number) for number in later]
        ahead = Both(self.tables.a.ahead(seeds), self.tables.b.ahead(seeds))
        for number in numbers:
            check_wanted()
            self.add(pairs, number, ahead, number - numbers.start)
        if later and not self._is_made:
            pairs.paces, self._is_made = Both(Pace(), Pace()), True
        return pairs

    def add(
        self, pairs: _Pairs, number: int, ahead: Both[Iterator[Played | None]], before: int
    ) -> None:
        """Play a pair, `before` which so many were played; what need not be traced is `ahead`."""
        seed = game_seed(self.task.seed, number)
        logs = Both(_Log(self.games.a), _Log(self.games.b))
        if number < self.task.traced:
            played = Both(
                self.traced(self.tables.a, logs.a, number, seed, before),
                self.traced(self.tables.b, logs.b, number, seed, before),
            )
        else:
            with told(number, seed, self.games.a.title, side="a", before=before):
                one = _timed(ahead.a, pairs.paces.a)
            with told(number, seed, self.games.b.title, side="b", before=before):
                played = Both(one, _timed(ahead.b, pairs.paces.b))
        self.tables.a.add(pairs.tallies.a, played.a)
        self.tables.b.add(pairs.tallies.b, played.b)
        if self.task.rows:
            pairs.rows.a.append(self.tables.a.row(number, seed, played.a))
            pairs.rows.b.append(self.tables.b.row(number, seed, played.b))
        if played.a is None or played.b is None:
            pairs.stopped += 1
            pairs.results.add({STOPPED: played.a is None}, {STOPPED: played.b is None})
            return
        pairs.results.add(
            results_of(self.games.a, played.a.result, self.shared),
            results_of(self.games.b, played.b.result, self.shared),
        )
        if played.a.trace is None or played.b.trace is None:
            return
        pairs.play.add(self.done(pairs, played.a.trace, "a"), self.done(pairs, played.b.trace, "b"))
        if number < FOLLOWED:
            pairs.followed += 1
            at = logs.a.parts_from(logs.b)
            if at is not None:
                pairs.parted.add(at)
                pairs.first = number if pairs.first is None else pairs.first
        if number < self.task.watched:
            self.watch(pairs, seed, logs)

    def traced(
        self, table: Table, log: _Log, number: int, seed: int, before: int = 0
    ) -> Played | None:
        """One game of a pair, made step by step; None: it was stopped."""
        side = "a" if table is self.tables.a else "b"
        logged = number < max(FOLLOWED, self.task.watched)
        with suppress(TooLong), told(number, seed, table.game.title, side=side, before=before):
            return table.play(seed, seen=log.add if logged else None)
        return None

    def watch(self, pairs: _Pairs, seed: int, logs: Both[_Log]) -> None:
        """Count the lines that are carried out, if the reference engine can make both games."""
        with suppress(PlayError):
            one = self.watchers.a.watch(seed, logs.a.codes)
            two = self.watchers.b.watch(seed, logs.b.codes)
            pairs.uses.add(
                {("line", use.phase, *self.line(use[1:], "a")): n for use, n in one.items()},
                {("line", use.phase, *self.line(use[1:], "b")): n for use, n in two.items()},
            )

    def line(self, line: Line, side: str) -> Key:
        """What a line of one of the games is called."""
        other = self.task.lines.get(line) if side == "a" else line
        file, number = line if other is None else other
        return file, str(number), side if other is None else "b"

    def costs(self) -> tuple[float, float, float]:
        """How many seconds it takes to play a pair, of a processor, to trace and to watch one."""
        for number in (0, 1):  # the first one has to prepare things
            seed, logs = (
                game_seed(self.task.seed, number),
                Both(_Log(self.games.a), _Log(self.games.b)),
            )
            playing = time.process_time()
            _ = [*self.tables.a.ahead([seed]), *self.tables.b.ahead([seed])]
            playing, tracing = time.process_time() - playing, time.perf_counter()
            self.traced(self.tables.a, logs.a, number, seed)
            self.traced(self.tables.b, logs.b, number, seed)
            tracing = time.perf_counter() - tracing
        _ = self.watchers  # which are made once
        watching = time.perf_counter()
        self.watch(self.empty(), seed, logs)
        return playing, tracing, time.perf_counter() - watching

    def parting(self, number: int) -> Parting:
        """The first decision at which the games of a pair part, what is on offer included."""
        seed, logs = game_seed(self.task.seed, number), Both(_Log(self.games.a), _Log(self.games.b))
        self.traced(self.tables.a, logs.a, number, seed)
        self.traced(self.tables.b, logs.b, number, seed)
        states = Both(self.games.a.start(seed=seed), self.games.b.start(seed=seed))
        made: list[str] = []
        while _offer(states.a) == _offer(states.b) and not states.a.over:
            at = len(made)
            if logs.a.decisions[at] != logs.b.decisions[at]:
                break
            made.append(logs.a.decisions[at][-1])
            states.a.apply(made[at])
            states.b.apply(made[at])
        sides = Both(
            _side(states.a, states.b, logs.a, len(made)),
            _side(states.b, states.a, logs.b, len(made)),
        )
        return Parting(number, seed, tuple(made), sides)

    def done(self, pairs: _Pairs, trace: Trace, side: str) -> dict[Key, int]:
        """What was done in a game, as quantities."""
        ending = ("ending", *self.line(trace.ending[1:], side))
        pairs.endings[ending] = trace.ending
        return {
            **{("move", *kind): times for kind, times in trace.made.items()},
            **{("phase", phase): length for phase, length in trace.lengths.items()},
            **{("score", name): points for name, points in trace.points.items()},
            ending: 1,
        }


@dataclass(slots=True)
class _Log:
    """The decisions of a game: of each the seat, the choice, how many moves were on offer, and the
    one that was made."""

    game: Game
    decisions: list[tuple[object, str, int, str]] = field(default_factory=list)
    codes: list[tuple[int, ...]] = field(default_factory=list)

    def add(self, step: Step) -> None:
        if step.point == OVER:
            return
        choose = self.game.program.choices[step.point]
        read = partial(self.game.engine.codec.get, step.position)
        text = text_of(choose, step.taken, read)
        seat = read(self.game.program.me, ())
        self.decisions.append((seat, choose.name, len(step.codes), text))
        self.codes.append(step.taken)

    def parts_from(self, other: _Log) -> int | None:
        """The number of the decision, from 0, at which another game is another one."""
        both = zip_longest(self.decisions, other.decisions)
        return next((at for at, (one, two) in enumerate(both) if one != two), None)


def _timed(ahead: Iterator[Played | None], pace: Pace) -> Played | None:
    """The next game, and how long it took."""
    begun = time.thread_time()
    played = next(ahead)
    if played is not None:
        pace.merge(Pace(played.result.decisions, time.thread_time() - begun))
    return played


def _offer(state: State) -> tuple[int | str | None, str, list[str]]:
    """Who is to choose what, and among which moves."""
    return state.to_move, state.choice, list(map(str, state.legal_moves()))


def _side(state: State, other: State, log: _Log, at: int) -> Side:
    """A game where it parts from another."""
    here_, there_ = _offer(state)[2], _offer(other)[2]
    missing = next((move for move in other.legal_moves() if str(move) not in here_), None)
    program, seat, unknown = state.engine.program, state.to_move, ""
    if missing is not None:
        name = missing.alternative.name
        ways = (
            way for choice in program.choices for way in choice.alternatives + choice.impossible
        )
        unknown = "" if any(way.name == name for way in ways) else name
    return Side(
        program.seats.labels[seat] if isinstance(seat, int) else "",
        state.choice,
        tuple(move for move in here_ if move not in there_),
        log.decisions[at][-1] if at < len(log.decisions) else "",
        () if missing is None or unknown else tuple(state.why_not(str(missing))),
        unknown,
    )


def results_of(game: Game, result: PlayoutResult, shared: Key) -> dict[Key, int]:
    """What a game came to, as quantities; `shared`: that all have won, see `shared_key`."""
    program, (decisions, _, totals, verdict) = game.program, result
    winners = elements_of_mask(verdict.winners)
    found: dict[Key, int] = {("decisions",): decisions}
    if program.scores:
        found |= {("points", str(seat)): total for seat, total in enumerate(totals)}
    if verdict.case >= 0:
        found["outcome", *program.outcome[verdict.case].names] = 1
    if not program.is_draw(winners):
        found |= {("wins", str(seat)): 1 for seat in winners}
    if not winners:
        found[NOBODY] = 1
    elif len(winners) == program.seats.size > 1:
        found[shared] = 1
    elif len(winners) > 1:
        found[SEVERAL if shared == DRAWS else shared] = 1
    return found


def shared_key(games: Both[Game]) -> Key:
    """What it is when all have won: a draw, or that several win, as the rules of both say, or
    either, so that the same is held against the same."""
    a, b = games.a.program.several_win, games.b.program.several_win
    return ("shared",) if a != b else SEVERAL if a else DRAWS


def result_keys(games: Both[Game], seats: int) -> list[Key]:
    """All that games can come to, in the order in which it is told."""
    both = (games.a, games.b)
    wins = any(not isinstance(game.program.winners, Const) for game in both)
    keys: list[Key] = [("decisions",)]
    if any(game.program.scores for game in both):
        keys += [("points", str(seat)) for seat in range(seats)]
    if wins:
        keys += [("wins", str(seat)) for seat in range(seats)]
        keys += [SEVERAL] * (seats > 2 and shared_key(games) == DRAWS)
        keys += [shared_key(games)] * (seats > 1)
        keys += [NOBODY]
    for game in both:
        keys += [("outcome", *case.names) for case in game.program.outcome]
    return list(dict.fromkeys(keys))


def _by_line(key: Key) -> tuple[str, int, Key]:
    """Lines in the order in which they stand in files."""
    return key[2], int(key[3]), key


def play_keys(tables: Both[Table], paired: Paired) -> list[Key]:
    """All that can be done in games, in the order of the rules; endings as they happened.

    A kind of move that only one game tells apart by its first value, as the type is larger in the
    other, is compared as a whole alone: what the other does not count is not zero there.
    """
    both = (tables.a, tables.b)
    whole = {kind for table in both for kind, inner in table.tracer.by_value.items() if not inner}
    kinds = [
        each
        for table in both
        for kind, inner in table.tracer.by_value.items()
        for each in (kind, *(inner if kind not in whole else ()))
    ]
    phases = dict.fromkeys(kind.phase for kind in kinds)
    scores = dict.fromkeys(line.name for table in both for line in table.game.program.scores)
    return [
        *(key for key in sorted(paired.sums) if key[0] == "ending"),
        *((("phase", phase) for phase in phases) if len(phases) > 1 else ()),
        *((("score", name) for name in scores) if len(scores) > 1 else ()),
        *dict.fromkeys(("move", *kind) for kind in kinds),
    ]


def _player(task: _Task) -> Play[_Pairs]:
    """What plays pairs, in a worker."""
    return _Pair(task, Both(task.specs.a.load(), task.specs.b.load())).play


def compare(
    a: GameSpec,
    b: GameSpec,
    *,
    games: int | None = None,
    seed: int = 0,
    jobs: Jobs = 1,
    jobs_if_slow: Jobs | None = None,
    players: Sequence[str | Maker] | None = None,
    longest: int = MOST_DECISIONS,
    seconds: float | None = None,
    traced: int | None = None,
    watched: int | None = None,
    rows: bool = False,
    on_progress: Progress | None = None,
    on_traced: Callable[[int], None] | None = None,
) -> Comparison:
    """Play two games with the same seeds and say what is different, and what is not.

    `games`: how many pairs; if nobody says, as many as there is time for: `seconds`, or as long as
    one waits gladly once all is compiled, which is longer for slow games. `jobs`: how many play at
    a time, as for `simulate`; `jobs_if_slow`: for slow games. `traced`: how many pairs are made
    step by step, for what is done in them to be told, and `watched`: of how many of these the lines
    that are carried out are counted; if nobody says, so many as take a small part of the time, or
    of that which one waits for slow games where it is said how many pairs there are to be.
    `on_traced`: told of how many of the first pairs take longer, before they are played. What
    else there is, is as for `simulate`. Of the pairs that are finished when the time is up, or at a
    KeyboardInterrupt, those count that have none unfinished before them: the same number of pairs
    gives the same figures.

    Raises `UsageError` if the games are not for the same number of seats.
    """
    if (games is not None and games < 1) or longest < 1:
        raise UsageError("the numbers of games and of decisions must be at least 1")
    deadline = Deadline(seconds)
    begun = time.perf_counter()
    try:
        with deadline.enforced():
            both = Both(a.load(), b.load())
            rules = differences(both.a, both.b)
    except OutOfTime:
        raise LimitError("the time was over before the games were loaded") from None
    loading = time.perf_counter() - begun
    seats = both.a.seats
    if both.b.seats != seats:
        raise UsageError(
            f"{_titled(both.a)} is played by {seats} and {_titled(both.b)} by {both.b.seats}: "
            "say how many are to play"
        )
    names = tuple(players) if players is not None else ("random",) * seats
    seated = seat_players(names, seed, seats=seats)
    most = 0 if rules.same_rules else games or MOST_PAIRS
    jobs = for_games(jobs, max(1, most), (*a.names, *b.names))
    jobs_if_slow = for_games(jobs_if_slow or jobs, max(1, most), (*a.names, *b.names))
    task = _Task(Both(a, b), names, seed, longest, rows, TRACED, WATCHED, rules.lines)
    pair, clock, parts, done = _Pair(task, both), Clock(), dict[int, Part[_Pairs]](), 0
    complete = in_time = True
    soon, is_slow, enough, untraced = Deadline(None), False, Deadline(None), False

    def more() -> bool:
        """Is there to be another part? Of slow games so many as are enough are waited for; and for
        those that nobody traces there is time, however long it took to trace the others."""
        nonlocal soon, untraced
        if not untraced and seconds is None and done >= (traced or 0):
            soon, untraced = Deadline(max(soon.left, PATIENCE * (1 - TRACING))), True
        return not soon.over or done < (ENOUGH if is_slow else FEW)

    try:
        with deadline.enforced():
            if not games and most:
                playing, tracing, watching = pair.costs()
                is_slow = playing > PATIENCE / ENOUGH
                soon = deadline.within(PATIENCE if seconds is None else seconds)
                jobs = jobs_if_slow if is_slow else jobs
                if seconds is None:  # which begins when all is compiled that plays
                    enough = Deadline(MOST_PATIENCE)
                time_left = count_of(jobs) * (MOST_PATIENCE if is_slow else soon.left)
                task = task.within(time_left, tracing, watching, MOST_PAIRS)
            elif games and most > 1 and (traced is None or watched is None):
                by_lot = ("random",) * seats  # who thinks takes as long, be it traced or not
                brief = replace(task, players=by_lot, longest=min(longest, MEASURED))
                with suppress(PlayError):  # which the games themselves will tell
                    _, tracing, watching = _Pair(brief, both).costs()
                    time_left = count_of(jobs) * min(deadline.left, MOST_PATIENCE)
                    task = task.within(time_left, tracing, watching, games)
            traced = task.traced if traced is None else traced
            watched = min(traced, task.watched if watched is None else watched)
            task = pair.task = replace(task, traced=traced, watched=watched)
            if on_traced is not None and pair.tables.a.by_lot:
                on_traced(traced if traced < most else watched)
            pairs = Games(
                most, lambda: _Pair(task, both).play, _player, (task,), more,
                steady=min(traced, most) if pair.tables.a.by_lot else None, until=soon,
            )  # fmt: skip
            with enough.enforced(), closing(shared(pairs, jobs, clock)) as played:
                for part in played:
                    clock.note(part)
                    parts[part.numbers.start] = part
                    done += len(part.numbers)
                    if on_progress is not None:
                        on_progress(done, most)
    except PlayError as error:
        raise after(error, done) from error
    except KeyboardInterrupt:
        complete = False
    except OutOfTime:
        in_time = complete = games is None
    timings = clock.timings()
    if not parts:
        timings = replace(timings, wall_seconds=time.perf_counter() - begun)
    total, first = pair.empty(), 0
    while first in parts:
        total.merge(parts[first].result)
        first = parts[first].numbers.stop
    keys = [k for k in result_keys(both, seats) if k not in UNTOLD or k in total.results.sums]
    ended = dict.fromkeys(keys, first - total.stopped)
    return Comparison(
        games=both,
        rules=rules,
        players=tuple(player.name for player in seated),
        seed=seed,
        asked=games,
        longest=longest,
        to_trace=task.traced,
        to_watch=task.watched,
        complete=complete,
        in_time=in_time,
        pairs=first,
        traced=total.play.pairs,
        followed=total.followed,
        watched=total.uses.pairs,
        figures=Both(total.tallies.a.figures(), total.tallies.b.figures()),
        results=tuple(total.results.compared([*keys, *[STOPPED] * (total.stopped > 0)], ended)),
        play=tuple(total.play.compared(play_keys(pair.tables, total.play))),
        parted=total.parted,
        parting=pair.parting(total.first) if total.first is not None else None,
        uses=tuple(total.uses.compared(sorted(total.uses.sums, key=_by_line))),
        endings=total.endings,
        timings=timings,
        rows=Both(tuple(total.rows.a), tuple(total.rows.b)),
        paces=total.paces if pair.tables.a.by_lot else Both(Pace(), Pace()),
        loading_seconds=loading,
    )


def _titled(game: Game) -> str:
    variants = ", ".join(map(plain_name, game.variants))
    return f"{game.title} with {variants}" if variants else game.title

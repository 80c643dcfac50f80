"""What `diff` and `simulate --against` print: what an edit did.

First the rules that differ, then what can be said of games in a few sentences, then the figures
behind it. What is said is said by `rulewright.analysis`; here it gets its words.
"""

from __future__ import annotations

import os
import string
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from rulewright.characters import many
from rulewright.drawing.lines import seat_title, wrapped

from .main import FINE, INTERRUPTED
from .options import (
    common_seats,
    fail,
    numbers_of_seats,
    parse_options,
    print_json,
    processors,
    seconds_left,
    usual_jobs,
    workers,
)
from .screen import Screen, Slower, aligned, asked_for, echo, progress
from .typing_again import as_command

if TYPE_CHECKING:
    from rulewright.analysis.compare import Both, Comparison, Side
    from rulewright.analysis.differences import Change, Differences, Written
    from rulewright.analysis.paired import Compared, Key
    from rulewright.analysis.sharing import Timings
    from rulewright.analysis.simulate import GameSpec
    from rulewright.analysis.tracing import Ending
    from rulewright.game import Game

MOST_NAMED = 5  # moves on offer in one game alone
MUCH_SLOWER = 2  # times as long as a decision takes in the other game, before it is told
MOST_LINES = 12  # lines of the rules that are carried out more or less often


def spec_of(
    text: str, base: str | None, variants: tuple[str, ...], options: tuple[str, ...],
    seats: int | None,
) -> GameSpec:  # fmt: skip
    """What an argument names: `GAME+VARIANT+OPTION=VALUE`, or a file; without the game that of
    `base`."""
    from rulewright import catalogue
    from rulewright.analysis.simulate import GameSpec

    name, *more = [text] if os.path.isfile(text) else [part.strip() for part in text.split("+")]
    if base is not None:
        info = catalogue.game(base)
        if "=" in name or name in {variant.name for variant in info.variants}:
            more = [name, *more]
            name = base if not info.asked else str(info.path)
    if not name or not all(more):
        fail(f"a game is written GAME+VARIANT+OPTION=VALUE, not {text!r}")
    chosen = [part for part in more if "=" not in part]
    settings = [part for part in more if "=" in part]
    return GameSpec(name, (*variants, *chosen), parse_options([*options, *settings]), seats)


def held_against(
    text: str, first: GameSpec, options: Mapping[str, str | int],
    variants: tuple[str, ...] = (), seats: int | None = None,
) -> GameSpec:  # fmt: skip
    """What an argument names that is held against a first game: with those of the options of both
    that it has and does not set itself."""
    from rulewright import catalogue

    spec = spec_of(text, first.name, variants, (), seats)
    info = catalogue.game(spec.name, spec.variants)
    there = {option.name for option in info.options_with((*spec.variants, info.asked))}
    shared = {name: value for name, value in options.items() if name in there}
    return replace(spec, options={**shared, **spec.options})


def tell_apart(specs: Sequence[GameSpec]) -> None:
    """Say on standard error, before games are played, what each of several is played with."""
    if len(specs) > 1 and not asked_for("quiet"):
        for mark, spec in zip(string.ascii_uppercase, specs, strict=False):
            echo(f"{mark}  {named(spec)}", err=True)


def apart(first: GameSpec, second: GameSpec) -> str:
    """That two games are for no common number of players, so that none can be held against one of
    the other."""
    from rulewright.diagnostics import listed

    def told(spec: GameSpec) -> str:
        return f"{named(spec)} is for {listed(map(str, numbers_of_seats(spec)), 'or')}"

    return (
        f"{told(first)} and {told(second)} players: no number is right for both, so no games can "
        "be compared"
    )


def named(spec: GameSpec) -> str:
    """What names a game so that `spec_of` finds it again."""
    options = (f"{name}={value}" for name, value in spec.options.items())
    return "+".join([spec.name, *spec.variants, *options])


def rules_alone(first: GameSpec, second: GameSpec, *, as_json: bool, plain: bool) -> int:
    """Print which rules of two games differ that cannot be played by as many; the exit code."""
    from dataclasses import asdict

    from rulewright.analysis.compare import Both
    from rulewright.analysis.differences import differences

    games = Both(first.load(), second.load())
    rules = differences(games.a, games.b)
    if as_json:
        changes = [asdict(change) for change in rules.changes]
        same = {"same_rules": rules.same_rules, "rules": changes}
        print_json({"a": _game(games.a), "b": _game(games.b), "pairs": 0, **same})
        return FINE
    screen = Screen(plain=plain)
    _Rules(screen, games, rules).show()
    screen.say(f"{apart(first, second)}.", "bold")
    return FINE


def report(
    first: GameSpec,
    second: GameSpec,
    *,
    seed: int | None,
    count: int | None,
    seconds: float | None,
    players: list[str] | None,
    traced: int | None,
    watched: int | None,
    jobs: int | None,
    cluster: str | None,
    longest: int,
    rows: str | None,
    as_json: bool,
    plain: bool,
) -> int:
    """Compare two games and print what was found; the exit code."""
    import secrets
    from dataclasses import replace

    from rulewright.analysis.compare import MOST_PAIRS, compare
    from rulewright.analysis.rows import columns, writer

    screen = Screen(plain=plain)
    write = writer(rows) if rows is not None else None
    seed = secrets.randbits(32) if seed is None else seed
    if first.seats is None:
        seats = common_seats((first, second))
        if seats is None and second.seats is None:
            fail(f"{apart(first, second)}: rulewright diff without -n shows which rules differ")
        first, second = replace(first, seats=seats), replace(second, seats=seats)
    jobs_if_slow = processors() if jobs is None and cluster is None else None
    usual = usual_jobs(players, (count or 0) // 250)
    is_known = count is not None and seconds is None  # how long it will take
    by_lot = players is None or all(name == "random" for name in players)
    quicker = "--trace 0" if by_lot and traced != 0 else ""  # which leaves out --watch, too
    slower = Slower()
    with (
        seen_again({"a": first, "b": second}, players),
        workers(jobs, cluster, usual) as who,
        progress(
            "pairs", of=count or MOST_PAIRS, foretold=is_known, quicker=quicker, slower=slower
        ) as on_progress,
    ):
        found = compare(
            first, second, games=count, seed=seed, jobs=who, players=players, longest=longest,
            jobs_if_slow=jobs_if_slow, seconds=seconds_left(seconds), traced=traced,
            watched=watched, rows=write is not None, on_progress=on_progress,
            on_traced=slower.are,
        )  # fmt: skip
    if write is not None:
        a = columns(found.rows.a, found.games.a.seat_names)
        b = columns(found.rows.b, found.games.b.seat_names)
        none = [None] * len(found.rows.a)  # of each game there is a row
        both = {name: [*a.get(name, none), *b.get(name, none)] for name in {**a, **b}}
        write({"side": [*"a" * len(none), *"b" * len(none)], **both})
    if as_json:
        print_json(as_data(found))
    else:
        _Report(screen, found, (first, second)).show()
    return FINE if found.complete or not found.in_time else INTERRUPTED


@contextmanager
def seen_again(specs: Mapping[str, GameSpec], players: Sequence[str] | None) -> Iterator[None]:
    """Where the rules go wrong in one of many games, say how many were played before, and how it
    can be seen again – or, of a search that goes too far, which how a game is played decides, what
    it comes from. `specs`: the games by their sides, or by an empty text."""
    from rulewright.backends.protocol import SearchedTooFar
    from rulewright.diagnostics import PlayError

    try:
        yield
    except PlayError as error:
        game = error.game
        if game is None:
            raise
        spec, seed = specs[game.side], ("--seed", str(game.seed))
        words = ["rulewright", "verify", *spec.arguments, *seed, "--games", "1"]
        words += ["--only", "applies", "--only", "ranges"]
        if players is not None and any(name != "random" for name in players):
            words = ["rulewright", "play", *spec.arguments, *seed, "--players", ",".join(players)]
        then = "to see it again"
        if isinstance(error, SearchedTooFar):
            with_variants = (part for name in spec.variants for part in ("--variant", name))
            words = ["rulewright", "lint", spec.name, *with_variants]
            then = "to learn what makes it so"
        before = many(game.before, "pair" if game.side else "game")
        were = f"{'was' if game.before == 1 else 'were'} played before, and nothing went wrong"
        raise PlayError(
            f"{error.message}\n{before} {were}\n{then}: {as_command(*words)}"
        ) from error


TO_TRACE = 20  # pairs, of which it can be told what is done
COLUMNS = ("", "A", "B", "difference", "between")


class Wording:
    """What quantities are called, and what is said of them. `seat_names`: of the first game;
    `endings`: the words of what ends games."""

    def __init__(
        self, seat_names: tuple[str, ...], play: tuple[Compared, ...], endings: dict[Key, Ending]
    ) -> None:
        self.seat_names, self.endings = seat_names, endings
        phases = {kind[1] for kind, *_ in play if kind[0] == "move"}
        self.several_phases = len(phases) > 1

    def sentence(self, one: Compared) -> str:
        """What is said of a result that differs."""
        low, high = sorted((abs(one.low or 0), abs(one.high or 0)))
        more, is_share = one.difference > 0, one.is_share
        digits, unit = digits_of(one), 100 if is_share else 1
        by = f"by {unit * low:.{digits}f} to {unit * high:.{digits}f}"
        means = f"({self.mean(one, one.a)} → {self.mean(one, one.b)})"
        match one.what[0]:
            case "decisions":
                return f"games are {'longer' if more else 'shorter'} {by} decisions {means}"
            case "points":
                return f"{self.name(one.what)} are {'more' if more else 'fewer'} {by} {means}"
        often = "more" if more else "less"
        return f"{self.name(one.what)} {often} often, {by} of a hundred games {means}"

    def bound(self, one: Compared) -> str:
        """What is said of a result in which no difference was seen."""
        most, unit = max(abs(one.low or 0), abs(one.high or 0)), 100 if one.is_share else 1
        of = " of a hundred games" if one.is_share else ""
        return (
            f"{self.name(one.what)} (any difference is below {unit * most:.{digits_of(one)}f}{of})"
        )

    def done(self, one: Compared) -> str:
        """What is said of something that is done more or less often."""
        return f"{self.name(one.what)} {self.mean(one, one.a)} → {self.mean(one, one.b)}"

    def row(self, one: Compared) -> tuple[str, ...]:
        """A quantity as a row of a table with the columns `COLUMNS`; what differs has a star."""
        digits, unit = digits_of(one), 100 if one.is_share else 1
        between = "the same in all pairs"
        if one.unlike:
            between = f"{many(one.unlike, 'pair')} {differs(one.unlike)}"
        if one.low is not None and one.high is not None:
            low, high = (f"{unit * value:+.{digits}f}" for value in (one.low, one.high))
            between = f"{low} and {high}" + " *" * one.differs
        return (
            self.name(one.what), self.mean(one, one.a), self.mean(one, one.b),
            f"{unit * one.difference:+.{digits}f}", between,
        )  # fmt: skip

    def short(self, one: Compared) -> str:
        """A difference in a narrow column: with its interval, if there is one."""
        cells = self.row(one)
        if one.low is None:
            return cells[-1]
        return (
            f"{cells[3]} ({cells[4].removesuffix(' *').replace(' and ', ' to ')})"
            + " *" * one.differs
        )

    def mean(self, one: Compared, value: float) -> str:
        if one.is_share:
            return f"{100 * value:.{max(1, digits_of(one))}f} %"
        return f"{value:.{max(1, digits_of(one))}f}"

    def name(self, what: Key) -> str:
        """What a quantity is called."""
        match what:
            case ("points" | "wins" as kind, seat):
                return f"{seat_title(self.seat_names[int(seat)])} {kind}"
            case ("several",):
                return "several win"
            case ("shared",):
                return "several win or draw"
            case ("nobody",):
                return "nobody wins"
            case ("outcome", *names):
                return f"end as {', '.join(names)}"
            case ("ending", *_):
                ending = self.endings[what]
                return f"{shortened(ending.words, 36)} ({base(ending.file)}:{ending.line})"
            case ("decided", share):
                return f"percent of a game until it is decided (chance {share} %)"
            case ("comebacks",):
                return "the winner was behind"
            case ("forced",):
                return "decisions with a single move"
            case ("phase", phase):
                return f"decisions in {phase}"
            case ("score", line):
                return f"points of {line}"
            case ("move", phase, choice, move):
                return f"{move} ({choice}" + f" in {phase}" * self.several_phases + ")"
        return what[0]


class _Rules:
    """Which rules of two games differ, on a screen."""

    def __init__(self, screen: Screen, games: Both[Game], rules: Differences) -> None:
        self.screen, self.games, self.rules = screen, games, rules

    def show(self) -> None:
        """What is compared, and each rule that differs."""
        say, a, b = self.screen.say, self.games.a, self.games.b
        both = {name for name, label in a.options.items() if b.options.get(name) == label}
        for side, game in (("A", a), ("B", b)):
            say(f"{side}  {titled(game, but=both)}", "bold")
            for one, other, words in words_together(game):
                say(f"   {one} and {other}: {words}", "dim")
        if both:
            said = ", ".join(f"{name}={label}" for name, label in a.options.items() if name in both)
            say(f"both with {said}", "dim")
        say()
        for table, alike in groupby(self.rules.changes, lambda one: one.place * bool(one.row)):
            if table:
                self.rows([*alike])
            else:
                self.changes(alike)

    def rows(self, changes: Sequence[Change]) -> None:
        """What differs in rows of one table."""
        self.screen.say(f"changed{changes[0].place}", "bold")
        styles = {"added": ("+", "green"), "removed": ("-", "red"), "moved": ("moved", "")}
        for change in changes:
            sign, style = styles.get(change.what, ("", ""))
            side = change.after or change.before
            told = " ".join(filter(None, (sign, change.of_row)))
            self.screen.copyable(f"  {told}", style)
            if side is not None:
                self.screen.copyable(f"      {place_of(side)}", "dim")
        self.screen.say()

    def changes(self, changes: Iterable[Change]) -> None:
        """Rules that differ; what is added together, or removed, stands under one heading."""
        before = ""
        for change in changes:
            heading = change.what + change.place
            again = heading == before and change.what in ("added", "removed")
            self.change(change, "" if again else heading)
            before = heading

    def change(self, change: Change, heading: str) -> None:
        """A rule that differs, as it is written on both sides, and where."""
        if heading:
            self.screen.say(heading, "bold")
        for sign, side, style in (("-", change.before, "red"), ("+", change.after, "green")):
            if side is not None:
                self.screen.copyable(
                    "\n".join(f"  {sign} {line}" for line in side.in_full.splitlines()), style
                )
                self.screen.copyable(f"      {place_of(side)}", "dim")
        if change.by is not None:
            by = change.by
            self.screen.copyable(f"  by {by.text.splitlines()[0]}\n      {place_of(by)}", "dim")
        self.screen.say()


class _Report:
    """A comparison on a screen."""

    def __init__(self, screen: Screen, found: Comparison, specs: tuple[GameSpec, GameSpec]) -> None:
        self.screen, self.found, self.specs = screen, found, specs
        self.words = Wording(found.games.a.seat_names, found.play, found.endings)

    def show(self) -> None:
        found, say = self.found, self.screen.say
        _Rules(self.screen, found.games, found.rules).show()
        if found.rules.same_rules:
            say("The rules mean the same, so every game is the same: none was played.", "bold")
            return
        if not found.pairs:
            spent = found.timings.wall_seconds
            said = f"No pair of games is finished after {spent:.1f} s"
            if found.loading_seconds > spent / 10:
                said += f", {found.loading_seconds:.1f} s of them to load both games"
            say(f"{said}: --seconds gives more time, -n 1 plays one, however long.", "bold")
            return
        self.verdict()
        self.figures("What games come to", found.results)
        done = tuple(one for one in found.play if one.a or one.b)
        if (
            found.traced < TO_TRACE
            and any(one.unlike for one in done)
            and not any(one.low is not None for one in done)
        ):
            few = f"What is done was looked into in {many(found.traced, 'pair')}, too few to tell"
            say(f"{few}: -n {TO_TRACE} --trace {TO_TRACE} looks into more.", "bold")
            say()
        else:
            self.figures(f"What is done in {many(found.traced, 'pair')}", done)
        self.uses()
        self.paces()
        self.parting()

    def verdict(self) -> None:
        """What a designer wants to know, in sentences."""
        found, say = self.found, self.screen.say
        timings = found.timings
        if not found.complete:
            asked = f" of {found.asked:,}" if found.asked is not None else ""
            why = "INTERRUPTED" if found.in_time else "OUT OF TIME"
            say(f"{why}: {found.pairs:,}{asked} pairs are counted.")
        say(
            f"{many(found.pairs, 'pair')} of games with the same seeds, players "
            f"{', '.join(found.players)}, in {timings.wall_seconds:.1f} s with "
            f"{workforce(timings)}; again: --seed {found.seed} -n {found.pairs} "
            f"--trace {found.to_trace} --watch {found.to_watch}"
        )
        say()
        told = [one for one in found.results if one.low is not None]
        differ = [self.words.sentence(one) for one in told if one.differs]
        alike = "; ".join(self.words.bound(one) for one in told if not one.differs)
        if differ:
            say(f"Different: {'; '.join(differ)}.", "bold")
        elif told:
            say(f"No difference was seen in what games come to: {alike}.", "bold")
        elif any(one.unlike for one in found.results):
            say("Too few pairs differ to tell anything of what games come to.", "bold")
        else:
            say("In every pair both games come to the same.", "bold")
        equal = [self.words.name(one.what) for one in found.results if one.pairs and not one.unlike]
        if equal and len(equal) < len(found.results):
            say(f"The same in every pair: {', '.join(equal)}.")
        if differ and alike:
            say(f"No difference was seen in {alike}.")
        few = [
            self.words.name(one.what) for one in found.results if 0 < one.unlike and one.low is None
        ]
        if few:
            say(f"Too few pairs differ to tell: {'; '.join(few)}.")
        ends, done = ([*map(self.words.done, part)] for part in ends_and_doings(found.play))
        if ends:
            say(f"Games end otherwise: {'; '.join(ends)}.", "bold")
        if done:
            say(f"{what_is_done(too=bool(differ or ends))}: {'; '.join(done)}.")
        elif any(one.low is not None and one.what[0] != "ending" for one in found.play):
            say(f"No difference was seen in what {'else ' * bool(ends)}is done.")
        say()

    def figures(self, title: str, compared: tuple[Compared, ...]) -> None:
        """A table with intervals; what differs has a star."""
        if not compared:
            return
        self.screen.say(title, "bold")
        rows = [COLUMNS, *map(self.words.row, compared)]
        for text in aligned(rows):
            self.screen.copyable(text)
        self.screen.say()

    def uses(self) -> None:
        """Lines of the rules that are carried out in one game alone, or more or less often."""
        found = self.found
        told = [one for one in found.uses if one.differs or not one.a or not one.b]
        if not told:
            return
        self.screen.say(
            f"Lines of the rules: how often in a game, in {many(found.watched, 'pair')}", "bold"
        )
        rows = [("", "A", "B", "")]
        often = Counter(one.what[2:] for one in found.uses)
        was = {
            (change.after.file, str(change.after.line)): change.before
            for change in found.rules.changes
            if change.before is not None and change.after is not None
        }
        many_phases = len({use.what[1] for use in found.uses}) > 2
        for one in told[:MOST_LINES]:
            is_told = many_phases or often[one.what[2:]] > 1
            phase = f" ({one.what[1] or 'set-up'})" * is_told
            text = shortened(line_of(found, one.what).partition("  ")[0])
            where = f"{base(one.what[2])}:{one.what[3]}"
            before = was.get((one.what[2], one.what[3]))
            if before is not None and before.file != one.what[2]:
                where = f"{base(before.file)}:{before.line}, in B {where}"
            rows.append(
                (text, self.words.mean(one, one.a), self.words.mean(one, one.b), where + phase)
            )
        for text in aligned(rows):
            self.screen.copyable(text)
        if len(told) > MOST_LINES:
            self.screen.say(f"  and {len(told) - MOST_LINES} more (--json)")
        self.screen.say()

    def paces(self) -> None:
        """That a decision takes much longer in one of the games."""
        paces = self.found.paces
        (fast, other), (slow, slower) = sorted(((paces.a.each, "A"), (paces.b.each, "B")))
        if not fast or slow < MUCH_SLOWER * fast:
            return
        self.screen.say(
            f"A decision takes {slow / fast:.{1 if slow < 10 * fast else 0}f} times as long in "
            f"{slower}: {_time(slow)}, and {_time(fast)} in {other}, listing moves included.",
            "bold",
        )
        self.screen.say()

    def parting(self) -> None:
        """Where games with the same seed part, and how to see it."""
        found, say = self.found, self.screen.say
        parting, parted = found.parting, found.parted
        if parting is None:
            if found.followed:
                say(f"The same moves are made in all of {many(found.followed, 'pair')}.")
            return
        say(
            f"{parted.count:,} of {many(found.followed, 'pair')} part, on average at decision "
            f"{parted.total / parted.count + 1:.1f}; the first that does (seed {parting.seed}) at "
            f"decision {len(parting.moves) + 1}:",
            "bold",
        )
        for name, side, other in (
            ("A", parting.sides.a, parting.sides.b),
            ("B", parting.sides.b, parting.sides.a),
        ):
            for text in self.side(name, side, other):
                for part in wrapped(text, self.screen.width, indent="  ", hang="     "):
                    say(part)
        self.screen.aside("to see these games")
        for spec in self.specs if not self.screen.quiet else ():
            self.screen.copyable(f"  {played(spec, found, parting.seed)}")

    def side(self, name: str, side: Side, other: Side) -> Iterator[str]:
        """One of two games where they part."""
        if not side.choice:
            yield f"{name}  the game is over"
            return
        alone = [*side.alone[:MOST_NAMED]]
        alone += [f"{len(side.alone) - MOST_NAMED} more"] * (len(side.alone) > MOST_NAMED)
        only = f"; on offer here alone: {', '.join(alone)}" if alone else ""
        yield f"{name}  {seat_title(side.seat)} ({side.choice}) makes {side.made}{only}"
        if side.unknown:
            no_such = f"{name} has no move called {side.unknown}"
            yield f"   {other.alone[0]} is not on offer: {no_such}"
        for reason in side.why[:1]:
            where = f" ({reason.file}:{reason.line})" if reason.file else ""
            yield f"   {other.alone[0]} is not on offer: {reason.message}{where}"


def _time(seconds: float) -> str:
    """How long a decision takes."""
    micro = 1e6 * seconds
    if micro >= 1000:
        return f"{micro / 1000:.3g} ms"
    if micro < 1:
        return f"{1000 * micro:.0f} ns"
    return f"{micro:.{1 if micro < 10 else 0}f} µs"


def titled(game: Game, but: Container[str] = ()) -> str:
    """A game with its variants and options, `but` some; a variant by its name, wherever its file
    lies."""
    from rulewright.check.modules import plain_name

    options = [f"{name}={label}" for name, label in game.options.items() if name not in but]
    settings = [*map(plain_name, game.variants), *options]
    return game.title + f" with {', '.join(settings)}" * bool(settings)


def differs(count: int) -> str:
    return "differs" if count == 1 else "differ"


def what_is_done(*, too: bool) -> str:
    """That what is done differs; `too`: as what games come to does."""
    return "What is done differs, too" if too else "What is done differs"


def ends_and_doings(play: Iterable[Compared]) -> tuple[list[Compared], list[Compared]]:
    """What differs of what is done: how games end, and the rest."""
    differ = [one for one in play if one.differs]
    ends = [one for one in differ if one.what[0] == "ending"]
    return ends, [one for one in differ if one not in ends]


def words_together(game: Game) -> Iterator[tuple[str, str, str]]:
    """What `with` blocks say in words of variants that are played together: the titles of both, and
    the words."""
    from .rulebook.changes import said_together

    for (one, other), tail in said_together(game):
        if tail.words:
            yield one, other, tail.words


def place_of(side: Written) -> str:
    """Where something stands, and who says it; also of what others say in it."""
    beside = f" with {side.beside}" if side.beside else ""
    place = f"{side.file}:{side.line}" + f" (variant {side.variant}{beside})" * bool(side.variant)
    return ", ".join((place, *map(place_of, side.others)))


def digits_of(one: Compared) -> int:
    """So many digits after the point as mean something."""
    from math import floor, log10

    wide = (one.high or 0) - (one.low or 0)
    unit = 100 if one.is_share else 1
    return max(0, min(4, 1 - floor(log10(unit * wide / 2)))) if wide > 0 else 2


def shortened(text: str, width: int = 56) -> str:
    return text if len(text) <= width else f"{text[: width - 1].rstrip()}…"


def played(spec: GameSpec, found: Comparison, seed: int) -> str:
    """The command that plays one of the games again."""
    setting = replace(spec, seats=found.games.a.seats).arguments
    players = ("--players", ",".join(found.players))
    return as_command("rulewright", "play", *setting, "--seed", str(seed), *players)


def line_of(found: Comparison, what: Key) -> str:
    """The text of a line of the rules that is called so."""
    _, _, name, number, side = what
    game = found.games.a if side == "a" else found.games.b
    file = next(file for file in game.files if file.name == name)
    return file.line_text(int(number)).strip()


def base(file: str) -> str:
    """The name of a file without its folders."""
    return file.rpartition("/")[2]


def workforce(timings: Timings) -> str:
    """Who has played."""
    return many(timings.jobs, "thread") if timings.threads else many(timings.jobs, "process", "es")


def as_data(found: Comparison) -> dict[str, object]:
    """A comparison as plain JSON; all but `timings` is the same for the same seed and numbers."""
    from dataclasses import asdict

    parting = found.parting
    return {
        "a": _game(found.games.a),
        "b": _game(found.games.b),
        "seats": found.games.a.seats,
        "players": list(found.players),
        "seed": found.seed,
        "longest": found.longest,
        "pairs": found.pairs,
        "to_trace": found.to_trace,
        "to_watch": found.to_watch,
        "traced": found.traced,
        "followed": found.followed,
        "watched": found.watched,
        "complete": found.complete,
        "in_time": found.in_time,
        "same_rules": found.rules.same_rules,
        "rules": [asdict(change) for change in found.rules.changes],
        "results": [one._asdict() for one in found.results],
        "play": [one._asdict() for one in found.play],
        "uses": [one._asdict() | {"text": line_of(found, one.what)} for one in found.uses],
        "parted": {"pairs": found.parted.count, "decision": found.parted.spread()},
        "parting": None if parting is None else {
            "pair": parting.pair,
            "seed": parting.seed,
            "moves": list(parting.moves),
            "a": _side(parting.sides.a),
            "b": _side(parting.sides.b),
        },
        "figures": {"a": found.figures.a, "b": found.figures.b},
        "timings": asdict(found.timings) | {"paces": asdict(found.paces)},
    }  # fmt: skip


def _game(game: Game) -> dict[str, object]:
    return {"game": game.name, "variants": list(game.variants), "options": dict(game.options)}


def _side(side: Side) -> dict[str, object]:
    why = [{"message": one.message, "file": one.file, "line": one.line} for one in side.why]
    return {**side._asdict(), "why": why}

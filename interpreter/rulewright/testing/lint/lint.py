"""All that is odd about a game and its variants: proved, seen in play, or read off the lines.

What can be reached in the rules is what `coverage` says (`goals`). A goal that nothing possible
reaches is proved out of reach, for every number of seats and all options, with each variant. What
only the scenarios and some random games do not reach is a finding of another kind, with a code that
begins with L1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count, product

from ... import catalogue
from ...catalogue import GameInfo
from ...characters import many
from ...check import modules
from ...check.modules import Loaded
from ...check.program import build
from ...core.evaluate import written
from ...core.ir import GenericProgram, Option
from ...diagnostics import (
    Diagnostic,
    Findings,
    Note,
    PlayError,
    RulesError,
    UsageError,
    did_you_mean,
    many_players,
)
from ...game import Game, check, check_library
from ...limits import NEVER, Deadline, OutOfTime
from ...source import Place, Span, place_of
from ...spec import GameSpec
from ...syntax import nodes as n
from ...syntax.walk import walk
from ..combinations import asked_sets
from ..coverage import LONGEST, Goal, Hits, Watched, goals
from ..inherited import unreadable
from ..properties.draws import chance_of, playout_seed
from ..properties.playout import broken_by
from ..properties.settings import settings_with
from ..whole_games import whole_games
from .ahead import Searches
from .beyond import asked_beyond
from .by_variants import as_played, made_by_variants, of_played, told_to_variants
from .called import called_as_commands
from .one_by_one import offered_one_by_one
from .played import STEPS, Played, Player
from .possible import Possible
from .searched import too_far
from .silences import heard
from .told import secrets_told, skipped_for_others, told_to_others
from .unheard import Unheard
from .unread import since_edits, unread
from .whether_asked import hidden_around_choices
from .written import (
    before_any_turn,
    called_as_the_end,
    dealt_open,
    in_the_lines,
    misnamed,
    won_anyway,
)

CODES = (
    "L001", "L002", "L003", "L004", "L005", "L006", "L007", "L008", "L009",
    "L010",
    "L011",
    "L012",
    "L013",
    "L014",
    "L015",
    "L016",
    "L017",
    "L018",
    "L019",
    "L020",
    "L021",
    "L022",
    "L023",
    "L024",
    "L025",
    "L101", "L102", "L103", "L104", "L105",
)  # fmt: skip
NEVER_SEEN = ("L101", "L102", "L103")
MORE = 8_000  # decisions, until which the first game of each setting is played to its end
DECISIONS = 4_000  # that are made in random games, if nobody says how many games
LOOKING, IN_SCENARIOS = "what can happen at all", "what happens in scenarios"
IN_GAMES, IN_WHOLE_GAMES = "what happens in random games", "whether whole games go wrong"
WATCHING = 0.7  # of the time that is left when games are begun, for watching them
USUAL = 2.0  # seconds, about, in which a machine works out as much as is watched without a time
WHOLE = 100  # games that are played to their ends and not watched, in the first of the settings
ENOUGH = 500  # of them that are looked at, before what was never seen is told, or nearly all
MOSTLY = 0.5  # of the decisions that were made are to be among these: else it may have been so
AT_MOST = 2  # times the usual steps may be done where else too few would be looked at

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Linted:
    """What was found, in the order of files and lines, and in what: `files` by name; what was
    `played` in so many `settings`, so many `whole` games unwatched, of which so many `ended`, and
    `scenarios`. Not `complete`
    if it was interrupted: then it is only what is certain already. `unseen`: something was
    never seen in what was watched. `saw_too_little`: so few decisions were watched that nothing is
    told of that. `ahead`: searches of composes, of which so few were watched that nothing is told
    of what never happens in them. `untimely`: what the time was not enough to see, and what comes
    after it; not `complete` if that is what can happen at all."""

    findings: tuple[Diagnostic, ...]
    files: tuple[str, ...]
    settings: int = 0
    played: Played = field(default_factory=Played)
    whole: int = 0
    ended: int = 0
    scenarios: int = 0
    complete: bool = True
    unseen: bool = False
    saw_too_little: bool = False
    ahead: tuple[Searches, ...] = ()
    untimely: str = ""


def lint(
    name: str,
    variants: Sequence[str] = (),
    *,
    options: Mapping[str, str | int] | None = None,
    games: int | None = None,
    seed: int = 0,
    seconds: float | None = None,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    on_progress: Progress | None = None,
) -> Linted:
    """What is odd about a game and all its variants; about some variants played together, if any
    are given: then only what stands in their files, as of a variant that the name is of.

    `options`: what is chosen in all random games; what is proved is so for all values still.
    `games`: so many random games in each setting, others in each; 0 for none. Without it, so many
    that some thousands of decisions are made in all. `seconds`: how long all of it takes at most;
    without it, decisions are watched until some millions of values are worked out. `select`,
    `ignore`: codes, or how they begin. `on_progress`: told how much is done, and of how much. A
    KeyboardInterrupt ends it early with what is certain by then. Raises `RulesError` if the rules
    are wrong.

        lint("my.game", games=0).findings    # what needs no playing
    """
    wanted = _wanted(select, ignore)
    until = Deadline(seconds)
    library = modules.read(modules.find(name), Findings())
    if library is not None and library.header.kind == "library":
        if wrong := check_library(name):
            raise RulesError(wrong)
        said = (*in_the_lines(library.file), *misnamed(library))
        found = heard(said, [library.source], wanted, CODES)
        return Linted(_sorted(found, wanted), (library.source.name,))
    info = catalogue.game(name, variants)
    sets = asked_sets(info, variants)
    variants = sets[0] if variants else ()  # with the one whose file was asked for
    work = _Work(info, sets, tuple(variants), on_progress, until, seconds)
    settings = settings_with(GameSpec(name, variants, dict(options or {})))
    work.settings = settings if any(c.startswith("L1") for c in wanted) else []
    played = games != 0 and bool(work.settings)
    complete, untimely = True, ""
    try:
        with until.enforced():
            work.look()
            if played:
                work.play(games, seed)
                if games is None and not {"L103", "L104"}.isdisjoint(wanted):
                    work.play_whole_games(seed)
    except KeyboardInterrupt:
        complete = played = False
    except OutOfTime:
        complete, untimely = work.is_looked_at, work.doing
        played = played and work.has_played
    files = _files(info, work.loaded, variants)
    ahead = work.hardly_searched(files) if played and work.has_seen_enough else ()
    looked_for = [
        code
        for code in wanted
        if complete
        and (played or not code.startswith("L1"))
        and (code not in NEVER_SEEN or (work.has_seen_enough and not ahead))
    ]
    found = heard(
        [d for d in work.findings(played) if d.span.file.name in files and d.code in wanted],
        [each.source for each in files.values()], looked_for, CODES,
    )  # fmt: skip
    unseen = played and bool(work.missing)
    return Linted(
        _sorted(found, wanted), tuple(sorted(files)), len(work.settings) if played else 0,
        work.played, work.whole, work.ended, work.scenarios, complete, unseen,
        unseen and not work.has_seen_enough, ahead, untimely,
    )  # fmt: skip


def settings_asked_for(
    name: str,
    variants: Sequence[str] = (),
    *,
    options: Mapping[str, str | int] | None = None,
    beside_its_game: bool = False,
) -> int:
    """In how many settings random games are played; in none of a library, nor of a variant that is
    looked at with its game."""
    read = modules.read(modules.find(name), Findings())
    kind = read.header.kind if read is not None else "game"
    if kind == "library" or (kind == "variant" and beside_its_game):
        return 0
    sets = asked_sets(catalogue.game(name, variants), variants)
    chosen = sets[0] if variants else ()
    return len(settings_with(GameSpec(name, chosen, dict(options or {}))))


def _wanted(select: Iterable[str], ignore: Iterable[str]) -> tuple[str, ...]:
    """The codes that are asked for."""
    select, ignore = ([code.upper() for code in codes] for codes in (select, ignore))
    for code in (*select, *ignore):
        if not code or not any(known.startswith(code) for known in CODES):
            hint = did_you_mean(code, CODES) or f"there are: {', '.join(CODES)}"
            raise UsageError(f'there is no finding "{code}"; {hint}')
    return tuple(
        code
        for code in CODES
        if (not select or code.startswith(tuple(select))) and not code.startswith(tuple(ignore))
    )


def _sorted(found: Iterable[Diagnostic], wanted: tuple[str, ...]) -> tuple[Diagnostic, ...]:
    return tuple(sorted((d for d in found if d.code in wanted), key=Diagnostic.sort_key))


def _files(info: GameInfo, loaded: dict[str, Loaded], variants: Sequence[str]) -> dict[str, Loaded]:
    """The files that findings are told about, by name."""
    kinds = {"variant"} if variants or info.asked else {"variant", "game"}
    alone = info.asked if not variants else ""
    asked = next((v.name for v in info.variants if v.reference == alone), "")
    return {
        name: file
        for name, file in loaded.items()
        if file.header.kind in kinds and (not asked or file.header.name.text == asked)
    }


@dataclass(frozen=True, slots=True)
class _InSetting:
    """What is `possible` in a setting, and how many of the decisions of its random games were
    watched."""

    possible: Hits
    looked: int
    decisions: int


def _is_told(goal: Goal) -> bool:
    """Is it told if a goal is not reached?"""
    return not (goal.demanded or goal.needless or isinstance(goal.node, n.OptionDecl))


def _is_enough(looked: int, decisions: int) -> bool:
    """Were so many decisions watched, and most of them, or nearly all, that it says something what
    was not seen?"""
    return 10 * looked >= 9 * decisions or (looked >= ENOUGH and looked >= MOSTLY * decisions)


@dataclass
class _Work:
    """One game with some sets of variants, looked at and played."""

    info: GameInfo
    sets: list[tuple[str, ...]]
    variants: tuple[str, ...]
    on_progress: Progress | None
    until: Deadline = NEVER
    seconds: float | None = None

    def __post_init__(self) -> None:
        self.loaded: dict[str, Loaded] = {}
        self.goals: dict[tuple[Place, str], Goal] = {}
        self.phases: dict[Place, n.PhaseDecl] = {}
        self.defines: dict[Place, n.DefineDecl] = {}
        self.spans: dict[Place, Span] = {}
        self.words: dict[Place, str] = {}
        self.possible, self.seen, self.unheard = Possible(), Hits(), Unheard()
        self.in_settings: list[_InSetting] = []  # those of which the beginning was watched
        self.games: dict[tuple[str, ...], Game] = {}  # as usual, by variants
        self.settings: list[GameSpec] = []
        self.trouble: dict[str, Diagnostic] = {}
        self.met_anyhow: dict[str, Diagnostic] = {}  # lines of scenarios
        self.certain: dict[str, Diagnostic] = {}
        self.scenarios = self.done = 0
        self.is_looked_at = self.has_played = False
        self.doing, self.watching = LOOKING, 0.0
        self.played, self.deadline = Played(), NEVER
        self.whole = self.ended = 0  # games that nobody watches, and of them those that ended
        self.of_ends: list[Span] = []  # what is looked at once a game is over
        self.missing: list[Goal] = []

    def tell(self) -> None:
        self.done += 1
        if self.on_progress is not None:
            self.on_progress(self.done, max(self.done, 2 * len(self.sets) + len(self.settings)))

    def assembled(self, variants: Sequence[str], setting: GameSpec | None = None) -> Game:
        options, seats = (setting.options, setting.seats) if setting else (None, None)
        path = str(self.info.path)
        game = check(path, variants=variants, options=options, seats=seats, unfolded=True)
        assert game.merged.parts is not None
        base, _, edits = game.merged.parts
        self.loaded.update((file.source.name, file) for file in (base, *edits))
        return game

    def look(self) -> None:
        """Find out what can happen."""
        pending: list[Goal] = []
        for variants in self.sets:
            game = self.games[variants] = self.assembled(variants)
            low, high = self.info.players_with(variants)
            rules = game.open_program
            told = *told_to_others(rules), *skipped_for_others(rules), *secrets_told(rules)
            played = as_played(game)
            far = too_far(game, played)
            beyond = made_by_variants(game, [*asked_beyond(played)], of_played(asked_beyond))
            called = called_as_commands(rules)
            for one in since_edits(made_by_variants(game, [*unread(game)], unread)):
                self.certain.setdefault(f"{one.span} {one.message}", one)
            around = hidden_around_choices(rules)
            singly = told_to_variants(
                game,
                [*offered_one_by_one(rules)],
                lambda made: offered_one_by_one(made.open_program),
            )
            for one in (*far, *beyond, *told, *around, *singly, *called):
                self.certain.setdefault(f"{one.span}", one)
            self.unheard.add(rules)
            declarations = game.merged.declarations
            self.of_ends += _of_ends(declarations)
            for one in (
                *won_anyway(declarations, low), *before_any_turn(declarations, high),
                *dealt_open(declarations, high), *called_as_the_end(declarations),
            ):  # fmt: skip
                self.certain.setdefault(f"{one.span}", one)
            for declaration in game.merged.declarations:
                self.note(declaration)
            for goal in goals(game):
                if (place_of(goal.span), goal.missing) not in self.goals:
                    self.goals[place_of(goal.span), goal.missing] = goal
                    if not isinstance(goal.node, n.OptionDecl):
                        pending.append(goal)
            for seats, options in self.built_for(game, variants):
                if (seats, options) == (low, rules.sized):
                    program = rules
                elif not pending and not self.possible.has_one_value:
                    break  # whatever can happen otherwise, nothing is told of it
                else:
                    findings = Findings()
                    chosen = partial(_chosen, options)
                    program = build(game.merged, seats, findings, chosen).program
                    findings.raise_errors()
                self.possible.add(program)
                self.note_marks(program)
                pending = [goal for goal in pending if not goal.reached(self.possible.hits)]
            self.tell()
        self.is_looked_at = True

    def built_for(
        self, game: Game, variants: Sequence[str]
    ) -> Iterator[tuple[int, dict[str, int]]]:
        """All numbers of seats, and all values of the options on which sizes hang; first of all
        those for which a game was made."""
        low, *_ = numbers = self.info.numbers_with(variants)
        rules = game.open_program
        yield low, rules.sized
        sized = [option for option in rules.options if option.name in rules.sized]
        names = [option.name for option in sized]
        for seats, *values in product(numbers, *(option.values for option in sized)):
            options = dict(zip(names, values, strict=True))
            if (seats, options) != (low, rules.sized):
                yield seats, options

    def note(self, declaration: n.Declaration) -> None:
        if isinstance(declaration, n.PhaseDecl):
            self.phases[place_of(declaration.span)] = declaration
        if isinstance(declaration, n.DefineDecl):
            self.defines[place_of(declaration.span)] = declaration
        for node in walk(declaration):
            if isinstance(node, n.Parameter):
                self.spans[place_of(node.span)] = node.span
                self.words[place_of(node.span)] = node.name.text

    def note_marks(self, program: GenericProgram) -> None:
        for variable in program.variables:
            place = place_of(variable.span)
            held = self.possible.marks.get(place, ())
            self.spans[place] = variable.span
            if len(held) == 1:
                value = written(next(iter(held)), variable.type)
                self.words[place] = f"{variable.name} is never anything but {value}"

    def play(self, games: int | None, seed: int) -> None:
        """See what does happen: in the scenarios, and in random games."""
        self.doing = IN_SCENARIOS
        done = set[Place]()
        for variants in self.sets:
            watched = Watched(self.games.pop(variants), self.seen)
            trees, of_game = watched.game.scenario_trees(), list[n.ScenarioDecl]()
            if variants == self.sets[0]:  # of what was asked for; else they are those of the game
                if lost := unreadable(watched.game):
                    raise RulesError(lost)
                of_game = [tree for tree, other in watched.game.inherited() if not other]
            for tree in (*trees, *of_game):
                if place_of(tree.span) not in done:
                    done.add(place_of(tree.span))
                    try:
                        watched.passes(tree)
                    except RulesError as error:
                        gone = all(one.code == "E223" for one in error.diagnostics)
                        if tree not in of_game or not gone:
                            raise  # of a square that the variant takes away `test` makes drafts
            for span, told in watched.met_anyhow.items():
                hint = 'play first what is asked, or say the reason: refuses MOVE "REASON"'
                self.met_anyhow.setdefault(f"{span}", Diagnostic("L105", told, span, hint=hint))
            self.tell()
        self.scenarios = len(done)
        files = _files(self.info, self.loaded, self.variants)
        self.missing = [
            goal
            for goal in self.goals.values()
            if goal.span.file.name in files and _is_told(goal)
            if not goal.reached(self.seen) and goal.reached(self.possible.hits)
        ]
        self.doing, begun = IN_GAMES, self.seen.steps
        self.watching = WATCHING * self.until.left
        self.deadline = Deadline(self.watching) if self.seconds is not None else NEVER
        patience = 1 if self.seconds is None else max(1, round(self.seconds / USUAL))
        numbers = count()  # in each setting other games: the same seeds would begin alike
        for number, setting in enumerate(self.settings, start=1):
            game = self.assembled(setting.variants, setting)
            share = number / len(self.settings)
            looks = partial(self.looks, share, begun, games is not None)
            looked, decisions = self.played.looked, self.played.decisions
            player = Player(game, self.seen, self.played, looks, patience)
            for nth in count() if games is None else range(games):
                one = playout_seed(seed, next(numbers))
                left = int(share * DECISIONS) - self.played.decisions
                if games is not None or self.may_go_on(nth == 0):
                    left = LONGEST
                try:
                    player.play(one, max(1, left))
                except PlayError as error:
                    self.played.decisions += 1  # so that an end is in sight
                    self.wrong(error, setting, one)
                if games is None and self.played.decisions >= int(share * DECISIONS):
                    break
            self.missing = [goal for goal in self.missing if not goal.reached(self.seen)]
            if player.has_begun and self.missing:
                possible = Possible()
                possible.add(game.open_program, game.program.bound)
                watched_here = self.played.looked - looked, self.played.decisions - decisions
                self.in_settings.append(_InSetting(possible.hits, *watched_here))
            self.tell()
        self.has_played = True

    def could_be_met(self, goal: Goal) -> bool:
        """Can a goal be reached in settings that were watched from their beginnings, and in which
        so many decisions were watched, or nearly all, that it says something that it was not?"""
        there = [one for one in self.in_settings if goal.reached(one.possible)]
        looked, decisions = sum(one.looked for one in there), sum(one.decisions for one in there)
        return bool(there) and _is_enough(looked, decisions)

    def may_go_on(self, is_first: bool) -> bool:
        """May a game be played to its end, however long? The first of a setting, while something
        has never been seen: it may be what comes late."""
        return is_first and bool(self.missing) and self.played.decisions < MORE

    def looks(self, share: float, begun: int, asked: bool, is_new: bool) -> bool:
        """Is the next decision to be looked at? Not where more of what may be worked out is used up
        than of the decisions, unless what happens there has never been watched, or else too few
        would be watched to tell anything. With so many games as somebody has `asked` for, more may
        be worked out for more decisions."""
        if is_new and self.missing:
            return True
        done = self.played.decisions / DECISIONS
        if self.seconds is not None:
            used = 1 - self.deadline.left / self.watching if self.watching else 1.0
            return bool(self.missing) and used < 1 and used <= min(share, done)
        earned = done if asked else min(share, done)
        more = AT_MOST if self.played.looked < earned * ENOUGH else 1
        return bool(self.missing) and self.seen.steps <= begun + earned * STEPS * more

    def play_whole_games(self, seed: int) -> None:
        """See in some games more whether anything goes wrong in them."""
        self.doing = IN_WHOLE_GAMES
        setting = self.settings[0]
        if self.trouble:
            return
        seeds = [chance_of(playout_seed(seed, number)) for number in range(WHOLE)]
        for one in whole_games(setting.load(), seeds, longest=LONGEST):
            self.whole += 1
            self.ended += one.error is None and not one.late
            if one.ending:
                self.seen.results.add(one.ending)
            if isinstance(one.error, PlayError):
                self.wrong(one.error, setting, one.seed)
                return

    def wrong(self, error: PlayError, setting: GameSpec, seed: int) -> None:
        """The random game with a seed goes wrong in a setting: `verify` looks at this one."""
        if error.span is None:
            return
        again = ("--seed", str(seed), "--games", "1", "--only", broken_by(error))
        words = ("rulewright", "verify", *setting.arguments, *again)
        hint = f"the shortest such game: {' '.join(words)}"
        message = f"a random game goes wrong: {error.message}"
        found = Diagnostic("L104", message, error.span, hint=hint)
        files = _files(self.info, self.loaded, self.variants)
        if error.span.file.name not in files and len(setting.variants) == len(files):
            # all that was played with are the files that findings are told about
            place = [*files.values()][-1].header.name.span
            found = replace(
                found, message=f"with this variant {message}", span=place,
                notes=(Note("this is the line", error.span),),
            )  # fmt: skip
        self.trouble.setdefault(f"{error.span}", found)

    def findings(self, played: bool) -> Iterator[Diagnostic]:
        """All that was found, in no order."""
        for file in self.loaded.values():
            yield from in_the_lines(file.file)
            yield from misnamed(file)
        yield from self.certain.values()
        yield from self.trouble.values()
        yield from self.met_anyhow.values()
        if not self.is_looked_at:
            return  # what is out of reach so far may not be with other seats or variants
        yield from self.unheard.findings()
        yield from self.never_otherwise()
        unmet = [goal for goal in self.goals.values() if _is_told(goal)]
        out_of_reach = [goal for goal in unmet if not goal.reached(self.possible.hits)]
        note = Note(f"this is proved for {self.settings_in_words()}")
        for code, message, span in self.causes(out_of_reach, self.possible.hits):
            yield Diagnostic(f"L00{code}", message, span, (note,))
        if not played or not self.has_seen_enough:
            return
        proved = set(map(id, out_of_reach))
        unmet = [g for g in unmet if id(g) not in proved and not g.reached(self.seen)]
        unmet = [goal for goal in unmet if self.could_be_met(goal) and not self.lies_ahead(goal)]
        if not self.played.ended:
            unmet = [goal for goal in unmet if not self.is_of_ends(goal)]
            yield from self.never_over()
        for code, message, span in self.causes(unmet, self.seen):
            told = f"{message} in {self.games_in_words()}"
            notes = *self.watched_in_words(), *self.searched_in_words(span)
            yield Diagnostic(f"L10{code}", told, span, notes)

    def lies_ahead(self, goal: Goal) -> bool:
        """May a goal be reached in searches, of which too few were watched to tell?"""
        place = place_of(goal.span)
        return any(place in one.places for one in self.played.ahead.values() if not one.is_enough)

    def hardly_searched(self, files: Iterable[str]) -> tuple[Searches, ...]:
        """Those of which nothing is told, though something was never seen in them that stands in
        these files."""
        unseen = {
            place_of(goal.span)
            for goal in self.missing
            if goal.span.file.name in files and self.could_be_met(goal)
        }
        return tuple(
            one
            for one in self.played.ahead.values()
            if not one.is_enough and not unseen.isdisjoint(one.places)
        )

    def searched_in_words(self, span: Span) -> Iterator[Note]:
        """Of how many searches anything is known in which a place may be come to, if not of all."""
        for one in self.played.ahead.values():
            if place_of(span) in one.places and one.watched < one.asked:
                of = f"{one.watched:,} of {one.asked:,} times"
                yield Note(f"what can follow in {one.name} was watched {of}; the others took long")

    def settings_in_words(self) -> str:
        numbers = {many for variants in self.sets for many in self.info.numbers_with(variants)}
        sets = f", and {len(self.sets)} sets of variants" if len(self.sets) > 1 else ""
        joined = ", " if sets else " and "
        return f"{many_players(sorted(numbers))}{joined}all values of all options{sets}"

    def is_of_ends(self, goal: Goal) -> bool:
        """Is a goal reached only where a game ends that is watched?"""
        if isinstance(goal.node, n.OutcomeCase) and self.ended:
            return False
        return any(_lies_in(goal.span, span) for span in self.of_ends)

    def never_over(self) -> Iterator[Diagnostic]:
        """That no random game came to its end, if some were long enough to say so."""
        if self.ended or self.trouble or not (self.whole or self.played.longest >= LONGEST):
            return
        games, longest = self.played.games + self.whole, max(self.played.longest, LONGEST)
        left = f"{games:,} {'was' if games == 1 else 'were'} left"
        message = f"no random game came to its end: {left}, after {longest:,} decisions at most"
        header = [*_files(self.info, self.loaded, self.variants).values()][-1].header
        hint = "what comes only at the end was not seen, and nothing is told of it"
        yield Diagnostic("L103", message, header.name.span, hint=hint)

    def games_in_words(self) -> str:
        played, settings = self.played, many(len(self.settings), "setting")
        none = " (none to its end)" * (played.games > 0 and not played.ended)
        text = f"{many(played.games, 'random game')}{none} over {settings}"
        return text + f" and {many(self.scenarios, 'scenario')}" * bool(self.scenarios)

    @property
    def has_seen_enough(self) -> bool:
        """Were so many decisions of the random games watched that it says something what was never
        seen in them?"""
        return _is_enough(self.played.looked, self.played.decisions)

    def watched_in_words(self) -> tuple[Note, ...]:
        """Of how many decisions of the random games anything is known, if not of nearly all."""
        played = self.played
        if 10 * played.looked >= 9 * played.decisions:
            return ()
        few = f"only {played.looked:,} of the {many(played.decisions, 'decision')} in these games"
        return (Note(f"{few} were watched, for that takes long: in others it may have been so"),)

    def never_otherwise(self) -> Iterator[Diagnostic]:
        """What has one value only."""
        for place, (least, most) in self.possible.parameters.items():
            if least == most and place in self.spans:
                message = f"there is only one value for {self.words[place]}"
                yield Diagnostic("L004", message, self.spans[place])
        for place, held in self.possible.marks.items():
            if len(held) == 1:
                yield Diagnostic("L005", self.words[place], self.spans[place])

    def causes(self, unmet: list[Goal], seen: Hits) -> Iterator[tuple[int, str, Span]]:
        """What is to be told of goals that were not reached: code, sentence, place. What follows
        from something that is told is left out."""
        one_way = [
            goal
            for goal in unmet
            if goal.answer is not None and (place_of(goal.span), not goal.answer) in seen.answers
        ]
        rest = sorted(
            (goal for goal in unmet if goal.answer is None),
            key=lambda goal: (goal.span.file.name, goal.span.start, -goal.span.end),
        )
        if seen is self.seen:  # what stands in a condition that was one way was mostly so, too
            one_way = [
                goal
                for goal in one_way
                if not any(
                    goal is not other
                    and goal.span != other.span
                    and _lies_in(goal.span, other.span)
                    for other in one_way
                )
            ]
        told = [goal.node.span for goal in one_way]
        told += [
            Span(after.file, goal.node.span.end, after.end)
            for goal in one_way
            if isinstance(goal.node, n.Case) and not goal.answer
            for after in (define.span for define in self.defines.values())
            if _lies_in(goal.node.span, after)
        ]
        for goal in one_way:
            ends = isinstance(goal.node, n.Turns) and goal.answer
            yield 3 if ends else 1, goal.missing, goal.span
        for phase in self.phases.values():
            inside = [goal for goal in self.goals.values() if _lies_in(goal.span, phase.span)]
            if inside and not any(goal.reached(seen) for goal in inside):
                if any(goal in unmet for goal in inside):
                    told.append(phase.span)
                    yield 3, f"the phase {phase.name.text} never begins", phase.span
        for goal in rest:
            inner = [c.node.span for c in one_way if c.answer]
            if any(_lies_in(goal.span, span) for span in told) or any(
                _lies_in(span, goal.span) for span in inner
            ):
                told.append(goal.span)
                continue
            told.append(goal.span)
            ends = isinstance(goal.node, n.OutcomeCase) or _ends_the_game(goal.node)
            message = re.sub("^it is", "this is", goal.missing)
            yield 3 if ends else 2, message, goal.span


def _chosen(options: Mapping[str, int], option: Option) -> int:
    return options.get(option.name, option.default)


def _of_ends(declarations: Sequence[n.Declaration]) -> list[Span]:
    """What says how games end, and definitions that nothing else uses."""
    ends = n.ScoreDecl | n.WinnerDecl | n.OutcomeDecl
    found: list[n.Declaration] = [d for d in declarations if isinstance(d, ends)]
    others = [d for d in declarations if d not in found and not isinstance(d, n.Promise)]
    named = {id(d): {one.text for one in walk(d) if isinstance(one, n.Name)} for d in declarations}
    while True:
        elsewhere = {
            name: [d for d in others if name in named[id(d)]]
            for name in (d.name.text for d in others if isinstance(d, n.DefineDecl))
        }
        more = [d for d in others if isinstance(d, n.DefineDecl) if elsewhere[d.name.text] == [d]]
        if not more:
            return [d.span for d in found]
        found += more
        others = [d for d in others if d not in more]


def _ends_the_game(node: object) -> bool:
    return getattr(node, "what", "") == "end game"


def _lies_in(one: Span, other: Span) -> bool:
    return one.file.name == other.file.name and other.start <= one.start and one.end <= other.end

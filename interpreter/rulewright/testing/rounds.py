"""What a save of a rule file brings about: a round of checks, the likely things first.

A `Bench` keeps what does not change from one round to the next: what each scenario met, and the
game that is played again; files that were read and engines are kept where they are made. A round
begins with the setting that is being edited – where a variant was saved that was not chosen, with
that one too. Each step tells what it found when it is done, and whoever takes the steps may stop
anywhere and begin another round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from .. import catalogue
from .. import game as games
from ..backends import registry
from ..backends.registry import REFERENCE, EngineName
from ..characters import many
from ..check import modules
from ..diagnostics import Diagnostic, Findings, RulesError, RulewrightError, UsageError
from ..game import Game, assemble
from ..play import record as records
from ..play.record import Parted, Parting, Record
from ..runtime.chance import below, stream
from ..spec import GameSpec
from ..syntax import nodes as n
from .combinations import variant_sets
from .engines import on_engine
from .inherited import inherited
from .reach import Change, Reach, change
from .scenario import Runner, ScenarioResult

SEED = 1
LONGEST = 2_000  # decisions of a game by chance

Run = Callable[[], ScenarioResult]


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules that could be read, for the fewest seats or those that were chosen.

    `change`: what is otherwise than in the round before, unless there was none. `near`: scenarios
    that this may well reach; `far`: the others.
    """

    game: Game
    change: Change | None
    near: tuple[Run, ...]
    far: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class LastGame:
    """The game that was played again: how many moves it has, and where it parts from what it was.
    `wrong`: what goes wrong in it. `is_new`: it was played for the first time."""

    moves: int
    parting: Parting | None = None
    wrong: str = ""
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Other:
    """Something that was looked at afterwards, and what is wrong there."""

    what: str
    problems: tuple[Diagnostic | ScenarioResult, ...] = ()


class Bench:
    """What is kept from one round to the next.

    `record`: the game that is played again; without one, a game by chance as it was on the rules
    before. Raises `UsageError` if there is no such game.
    """

    def __init__(self, setting: GameSpec, record: Record | None = None) -> None:
        self.setting, self.record = setting, record
        path = modules.find(setting.name)
        self.files = {path.resolve()}  # of the setting, as far as they are known
        file = modules.read(path, Findings())
        if file is not None and file.header.kind == "library":
            raise UsageError(f"{setting.name} is a library: watch a game that uses it")
        self._variants: set[Path] = set()  # of the game, as far as they were saved
        self._read: dict[tuple[str, ...], Game] = {}  # by the variants
        self._reach: dict[tuple[str, ...], Reach] = {}
        self._played: dict[tuple[str, ...], Record] = {}

    def folders(self) -> set[Path]:
        """Where the files lie that rules are read from."""
        return {file.parent for file in self.files}

    def knows(self, file: Path) -> bool:
        """Is a file known to have to do with the game? Tables that lie beside it are."""
        return file in self.files or file in self._variants or file.suffix != ".game"

    def concerns(self, file: Path) -> bool:
        """Has a file to do with the game? It is read, if it is not known."""
        return self.knows(file) or self._is_variant(file)

    def variants(self, saved: Iterable[Path]) -> tuple[str, ...]:
        """The variants of the setting that is being edited."""
        chosen = self.setting.variants
        other = next(
            (f for f in sorted(saved) if f not in self.files and self._is_variant(f)), None
        )
        return chosen if other is None else (*chosen, str(other))

    def _is_variant(self, file: Path) -> bool:
        try:
            loaded = modules.read(file, Findings())
            game = catalogue.game(self.setting.name).name
        except RulewrightError:
            return False
        if loaded is None or loaded.header.base is None or loaded.header.base.text != game:
            return False
        self._variants.add(file)
        return True

    def rules(self, variants: tuple[str, ...]) -> Rules:
        """The rules of a setting, checked. Raises `RulesError` and `UsageError`."""
        setting = self.setting
        base, libraries, edits = modules.gather(setting.name, variants, Findings())
        self.files |= {file.path.resolve() for file in (base, *libraries)}
        if variants == setting.variants:
            self.files |= {edit.path.resolve() for edit in edits}
        game = games.check(
            setting.name, variants=variants, options=setting.options, seats=setting.seats
        )
        before, found, out = self._read.get(variants), None, set[int]()
        runs = _runs(game, REFERENCE)
        if before is not None:
            found = change(before, game)
            reach = self._reach.setdefault(variants, Reach())
            out = {id(tree) for tree in reach.out_of_reach((tree for tree, _ in runs), found)}
        self._read[variants] = game
        near = tuple(run for tree, run in runs if id(tree) not in out)
        return Rules(game, found, near, tuple(run for tree, run in runs if id(tree) in out))

    def last_game(self, rules: Rules, variants: tuple[str, ...]) -> LastGame:
        """The last game, played again on other rules."""
        game = on_engine(rules.game, registry.stepping()[0])
        record = self.record or self._played.get(variants)
        try:
            if record is None:
                return LastGame(self._play(game, variants), is_new=True)
            records.replay(record, game)
        except Parted as parted:
            if self.record is None:
                self._played.pop(variants, None)
                try:
                    self._play(game, variants)
                except RulewrightError as error:
                    return LastGame(len(parted.state.moves), parted.parting, str(error))
            assert record is not None
            return LastGame(len(record.moves), parted.parting)
        except RulewrightError as error:
            return LastGame(0, wrong=str(error))
        return LastGame(len(record.moves))

    def _play(self, game: Game, variants: tuple[str, ...]) -> int:
        """Play a game by chance, which is the last one from now on. Gives the number of moves."""
        state, luck = game.start(seed=SEED), stream(SEED)
        for _ in range(LONGEST):
            if not (moves := state.legal_moves()):
                break
            luck, at = below(luck, len(moves))
            state.apply(moves[at])
        self._played[variants] = records.record_of(game, state)
        return len(state.moves)

    def others(self, rules: Rules) -> Iterator[Callable[[], Other]]:
        """All else that a save may have spoilt, a part at a time: scenarios that it does not seem
        to reach, other engines, numbers of seats, variants and pairs. Each part is to be called."""
        for run in rules.far:
            yield partial(_ran, "scenarios", run)
        game, setting = rules.game, self.setting
        for engine in registry.stepping()[:-1]:
            for _, run in _runs(game, engine):
                yield partial(_ran, "scenarios", run)
        for seats in game.merged.header.numbers(otherwise=(1, 1)):
            if seats != game.seats and setting.seats is None:
                yield partial(_seated, game, seats)
        info = catalogue.game(setting.name)
        if not setting.variants:
            for chosen in variant_sets(info):
                if {*chosen} != {*game.variants}:
                    yield partial(_with, str(info.path), chosen)

    def look(self, rules: Rules, variants: tuple[str, ...]) -> Iterator[None]:
        """Watch what scenarios meet that is not known yet, one at a time."""
        assert rules.game.merged.parts is not None
        unfolded = assemble(
            *rules.game.merged.parts, options=rules.game.options, seats=self.setting.seats,
            unfolded=True,
        )  # fmt: skip
        reach = self._reach.setdefault(variants, Reach())
        theirs = [tree for tree, otherwise in rules.game.inherited() if otherwise is None]
        yield from reach.look(unfolded, [*rules.game.scenario_trees(), *theirs])


def _runs(game: Game, engine: EngineName) -> list[tuple[n.ScenarioDecl, Run]]:
    """The scenarios of a game with what runs each of them: of variants, those of their game too."""
    runner = Runner(game)
    own = [(tree, partial(_run, runner, tree, engine)) for tree in game.scenario_trees()]
    theirs = zip((tree for tree, _ in game.inherited()), inherited(game, engine), strict=False)
    return [*own, *theirs]


def _run(runner: Runner, tree: n.ScenarioDecl, engine: EngineName) -> ScenarioResult:
    """A scenario, which fails if it cannot be read."""
    try:
        return runner.run(runner.game.scenario(tree), engine)
    except RulesError as error:
        first = error.diagnostics[0]
        message = f"{first.code}: {first.message}"
        return ScenarioResult(tree.title, tree.tags, engine, False, tree.span, first.span, message)


def _ran(what: str, run: Run) -> Other:
    result = run()
    return Other(what, () if result.passed else (result,))


def _seated(game: Game, seats: int) -> Other:
    what = many(seats, "seat")
    try:
        other = game.for_seats(seats)
    except RulesError as error:
        return Other(what, tuple(error.diagnostics))
    return Other(what, other.warnings)


def _with(path: str, variants: tuple[str, ...]) -> Other:
    """The game with other variants, and what these show."""
    what = " and ".join(variants) or "without variants"
    try:
        game = games.check(path, variants=variants)
    except RulesError as error:
        return Other(what, tuple(error.diagnostics))
    except UsageError:
        return Other(what)
    results = [run() for _, run in _runs(game, REFERENCE)]
    return Other(what, (*game.warnings, *(result for result in results if not result.passed)))

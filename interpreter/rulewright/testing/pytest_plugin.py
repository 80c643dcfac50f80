"""Rule files as test files of pytest: scenarios and properties are items.

    pytest rules/my_game                       # nothing: rule files are not asked for
    pytest rules/my_game/my_game.game          # this one
    pytest --rulewright rules -k "undo or S-3" # all rule files in a folder, some items of theirs

A game's file holds its scenarios, each run on both engines, and an item for each property (see
`properties`), looked at in a few random games. A variant's file holds its own scenarios, the
properties of the game with that variant, and whether it says which scenarios of the game no longer
hold. A library's scenarios are run with the games that use it. Comes with the extra `testing`;
pytest finds the plugin by itself, and `load_game` is a fixture that loads each game once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from .. import catalogue
from ..backends import registry
from ..check import modules
from ..core.scenes import Scenario
from ..diagnostics import Findings, RulewrightError
from ..game import Game, load
from ..limits import Deadline
from .combinations import variant_sets
from .inherited import inherited
from .properties import PROPERTIES, Property, put_on_trial
from .properties.shrinking import shrink
from .properties.telling import scenario_of, shortly_told
from .scenario import Runner, ScenarioResult

GAMES = 3  # random games for each property
SHRINKING = 10.0  # seconds for a property that is broken


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("rulewright", "rule files as tests")
    group.addoption(
        "--rulewright", action="store_true",
        help="collect all rule files in the folders that are named, not only named ones",
    )  # fmt: skip
    group.addoption(
        "--rulewright-games", type=int, default=GAMES, metavar="N",
        help="random games for each property of a rule file (default: %(default)s; 0: none)",
    )  # fmt: skip
    group.addoption(
        "--rulewright-seed", type=int, default=0, metavar="SEED",
        help="what decides the random games (default: %(default)s)",
    )  # fmt: skip


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A rule file that was named, or any with `--rulewright`."""
    asked = parent.config.getoption("rulewright") or parent.session.isinitpath(file_path)
    if file_path.suffix != ".game" or not asked:
        return None
    return RuleFile.from_parent(parent, path=file_path)


@pytest.fixture(scope="session")
def load_game() -> Callable[..., Game]:
    """`rulewright.load`, which loads each game in each setting only once."""

    @cache
    def loaded(name: str, variants: tuple[str, ...], options: Any, seats: int | None) -> Game:
        return load(name, variants=variants, options=dict(options), seats=seats)

    def once(name: str, *, variants: Any = (), options: Any = (), seats: int | None = None) -> Game:
        return loaded(name, tuple(variants), tuple(sorted(dict(options).items())), seats)

    return once


class RuleFile(pytest.File):
    """The file of a game or a variant; a library has nothing to run by itself."""

    def collect(self) -> Iterator[pytest.Item]:
        read = modules.read(self.path, Findings())
        if read is not None and read.header.kind == "library":
            return
        try:
            info = catalogue.game(str(self.path))
            for variants in variant_sets(info) if info.asked else [()]:
                game = load(str(info.path), variants=variants)
                alone = len(variants) < 2
                yield from self.scenarios(game, alone)
                if alone:
                    yield from self.properties(game)
        except RulewrightError as error:
            raise self.CollectError(str(error)) from None

    def scenarios(self, game: Game, alone: bool) -> Iterator[pytest.Item]:
        """Those of this file; those of a library with the game itself."""
        runner = Runner(game)
        titles: set[str] = set()
        for scenario in game.scenarios():
            here = Path(scenario.span.file.name).name == self.path.name
            if here or not game.variants:
                name = scenario.title
                while name in titles:
                    name += "'"
                titles.add(name)
                if not alone:
                    name += f" [{', '.join(game.variants)}]"
                yield ScenarioItem.from_parent(
                    self, name=f"scenario {name}", runner=runner, scenario=scenario
                )

    def properties(self, game: Game) -> Iterator[pytest.Item]:
        for one in PROPERTIES:
            if one.name != "scenarios":
                if self.config.getoption("rulewright_games") > 0:
                    yield PropertyItem.from_parent(
                        self, name=f"property {one.name}", game=game, one=one
                    )
            elif game.variants:
                yield InheritedItem.from_parent(self, name="property scenarios", game=game)


class Failed(Exception):
    """What has failed, as a report."""


class RuleItem(pytest.Item):
    """Something that a rule file is asked to show."""

    line = 0

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, Failed | RulewrightError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.line, self.name


class ScenarioItem(RuleItem):
    """A scenario, on both engines."""

    def __init__(self, *, runner: Runner, scenario: Scenario, **other: Any) -> None:
        super().__init__(**other)
        self.runner, self.scenario = runner, scenario
        self.line = scenario.span.line - 1

    def runtest(self) -> None:
        for engine in registry.stepping():
            result = self.runner.run(self.scenario, engine)
            if not result.passed:
                raise Failed("\n".join(reported(result)))


class InheritedItem(RuleItem):
    """Whether a variant says which scenarios of its game no longer hold."""

    def __init__(self, *, game: Game, **other: Any) -> None:
        super().__init__(**other)
        self.game = game

    def runtest(self) -> None:
        results = [result for run in inherited(self.game) if not (result := run()).passed]
        if results:
            raise Failed("\n\n".join("\n".join(reported(result)) for result in results))


class PropertyItem(RuleItem):
    """A property, in a few random games."""

    def __init__(self, *, game: Game, one: Property, **other: Any) -> None:
        super().__init__(**other)
        self.game, self.one = game, one

    def runtest(self) -> None:
        games = self.config.getoption("rulewright_games")
        seed = self.config.getoption("rulewright_seed")
        if why := self.one.idle(self.game):
            pytest.skip(why)
        trial = put_on_trial(self.game, (self.one,), seed=seed, games=games)
        for _, finding in trial.findings.values():
            finding = shrink(self.game, self.one, finding, deadline=Deadline(SHRINKING))
            shown = scenario_of(self.game, finding)
            raise Failed(
                "\n".join(
                    [
                        f"{self.one.sentence} Not so: {finding.message}",
                        *(f"  {place}" for place in finding.places),
                        *([f"  found: {finding.found}"] if finding.found else []),
                        "",
                        *shortly_told(finding),
                        "",
                        *(finding.position.splitlines()),
                        "",
                        shown.text.rstrip(),
                        "" if shown.message in ("", finding.message) else f"({shown.message})",
                    ]
                ).rstrip()
            )


def reported(result: ScenarioResult) -> Iterator[str]:
    """A scenario that has failed: what was expected and found, and the position."""
    yield f"{result.title} ({result.engine})"
    yield f"{result.span}: {result.message}"
    if result.expected or result.found:
        yield f"  expected: {'; '.join(result.expected)}"
        yield f"  found:    {'; '.join(result.found)}"
    yield from (f"  {line}" for line in result.position.splitlines())

"""What commands share: the arguments that choose a game, and loading it.

@click.command()
@game_options(seed=True, as_json=True)
def command(spec: GameSpec, seed: int | None, as_json: bool) -> None:
    loaded = load_game(spec)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

import click

from rulewright.characters import many

from .ending import as_ctrl_c
from .main import MISUSE
from .screen import Screen, echo, noted

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from rulewright.game import Game
    from rulewright.play.record import Record
    from rulewright.spec import GameSpec
    from rulewright.workers import Jobs

    from .screen import Progress

Command = TypeVar("Command", bound=Callable[..., Any])


class Failure(click.ClickException):
    """A message for the user and an exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.exit_code = code  # type: ignore[misc]  # click calls it a class variable


def fail(message: str, code: int = MISUSE) -> NoReturn:
    """End the command with a message on standard error."""
    raise Failure(message, code)


STANDARD_OUTPUT = "-"


def write_output(path: str, text: str, *, new: bool = False) -> None:
    """Write a file that was asked for, whole or not at all; `new`: if there is none yet. `-` is the
    standard output."""
    from rulewright.characters import printable
    from rulewright.files import write_whole

    if path == STANDARD_OUTPUT:
        echo(text, nl=False)
        return
    try:
        write_whole(path, printable(text), new=new)
    except OSError as error:
        fail(f"cannot write {path}: {error.strerror or error}")


def file_option(*names: str, help: str) -> Callable[[Command], Command]:
    """The name of a file that a command writes: where nothing can be written that is told before
    the command does anything, whatever it has to do until there is something to write."""
    return click.option(
        *names, metavar="FILE", shell_complete=completing("files"), callback=_writable, help=help
    )


def _writable(ctx: click.Context, param: click.Parameter, path: str | None) -> str | None:
    from rulewright.files import expect_writable

    if path is None or path == STANDARD_OUTPUT or ctx.resilient_parsing:
        return path
    try:
        expect_writable(path)
    except OSError as error:
        fail(f"cannot write {path}: {error.strerror or error}")
    return path


OF_TOOLS = ("__pycache__", "node_modules")
"""Folders in which tools keep what is theirs, besides hidden ones."""


def rule_files(folder: str | Path) -> list[Path]:
    """The rule files in a folder and the folders in it, in order; those in hidden folders, in
    virtual environments and wherever else tools keep what is theirs are not looked at."""
    found: list[Path] = []
    for place, folders, names in os.walk(folder):
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".") and name not in OF_TOOLS
            if not os.path.exists(os.path.join(place, name, "pyvenv.cfg"))
        ]
        found += (Path(place, name) for name in names if name.endswith(".game"))
    return sorted(found)


def is_folder(name: str) -> bool:
    """Does it name a folder, and no game that comes with Rulewright?"""
    from rulewright.check import modules

    return name not in modules.shipped() and os.path.isdir(name)


def rule_paths(games: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """What is to be looked at, and whether it was found in a folder: there variants come last, as
    each is looked at with its game, if that is among them."""
    for name in games:
        if not is_folder(name):
            yield name, False
            continue
        inside = rule_files(name)
        if not inside:
            fail(f"there is no rule file in the folder {name}")
        inside.sort(key=_is_variant)
        yield from ((path.as_posix(), True) for path in inside)


def _is_variant(path: Path) -> bool:
    """Does a file hold a variant? One that cannot be read is told of where it is looked at."""
    from rulewright.check import modules
    from rulewright.diagnostics import Findings, UsageError

    try:
        file = modules.read(path, Findings())
    except UsageError:
        return False
    return file is not None and file.header.kind == "variant"


def games_in(folder: str) -> list[str]:
    """The games in a folder, each of which stands for its variants beside it, and the variants of
    games that lie elsewhere."""
    from rulewright import catalogue
    from rulewright.check import modules
    from rulewright.diagnostics import Findings

    found = list[str]()
    for path, _ in rule_paths([folder]):
        file = modules.read(modules.find(path), findings := Findings())
        findings.raise_errors()
        if file is None or file.header.kind == "library":
            continue
        base = catalogue.game(path).path
        if file.header.kind == "game" or base.resolve().parent != file.path.resolve().parent:
            found.append(path)
    if not found:
        fail(f"there is no game in the folder {folder}")
    return found


def part_of(tell: Progress, number: int, of: int) -> Progress:
    """How far it has come with one of several games."""

    def part(done: int, all_of: int, at: str = "") -> None:
        tell(1000 * number + 1000 * done // all_of, 1000 * of, at)

    return part


Completer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]


def completing(name: str) -> Completer:
    """What may stand in a place, by the function of this name in `completion`, which is imported
    when a shell asks."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        from . import completion

        return getattr(completion, name)(ctx, param, incomplete)

    return complete


class _Named(click.ParamType):  # type: ignore[type-arg]  # which older versions do not take
    """A game, by its name or the path of its file; for the file of this name that lies here the
    name is enough."""

    name = "game"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:  # fmt: skip
        from rulewright.check import modules

        return modules.named_here(value)


GAME = _Named()


class _Seats(click.ParamType):  # type: ignore[type-arg]  # which older versions do not take
    """How many seats there are; who sits there other options say."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        try:
            return int(value)
        except ValueError:
            named = {one.name: one for one in ctx.command.params} if ctx is not None else {}
            meant = ""
            if isinstance(players := named.get("players"), click.Option):
                meant = f"; who plays is said by --players {value}"
            elif players is not None:
                meant = "; who plays is named without an option"
            self.fail(f"{value!r} is no number of seats{meant}", param, ctx)


seats_option = click.option("--seats", type=_Seats(), metavar="N", help="Number of seats.")


def at_length(command: Command) -> Command:
    """What may work for long on rules that somebody edits meanwhile: it holds to the files as they
    were, and whatever signal ends it, it is ended as by Ctrl-C."""

    @wraps(command)
    def held(*arguments: Any, **named: Any) -> Any:
        from rulewright.files import holding

        with holding(), as_ctrl_c():
            return command(*arguments, **named)

    return cast("Command", held)


def game_options(
    *,
    seed: bool = False,
    as_json: bool = False,
    plain: bool = False,
    required: bool = True,
    several: bool = False,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The GAME argument and the options that go with it, as the parameter `spec` and, where wanted,
    `seed`, `as_json`, `plain`. Where GAME is not `required` the name of the `spec` may be empty.
    `several`: there may be others behind it, which come as `others`."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def chosen(
            game: str | tuple[str, ...] | None, variants: tuple[str, ...],
            options: tuple[str, ...], seats: int | None, **others: object,
        ) -> Any:  # fmt: skip
            from rulewright.spec import GameSpec

            if isinstance(game, tuple):
                game, *more = game
                others["others"] = more
            return command(GameSpec(game or "", variants, parse_options(options), seats), **others)

        parts = [
            click.argument(
                "game",
                metavar="GAME..." if several else "GAME" if required else "[GAME]",
                nargs=-1 if several else 1,
                required=required,
                type=GAME,
                shell_complete=completing("games"),
            ),
            click.option(
                "--variant",
                "variants",
                metavar="NAME",
                multiple=True,
                shell_complete=completing("variants"),
                help="Play with a variant; may be given several times.",
            ),
            click.option(
                "--option",
                "options",
                metavar="NAME=VALUE",
                multiple=True,
                shell_complete=completing("options"),
                help="Set an option of the game; may be given several times.",
            ),
            seats_option,
        ]
        if seed:
            parts.append(seed_option)
        if as_json:
            parts.append(json_option)
        if plain:
            parts.append(plain_option)
        made: Callable[..., Any] = chosen
        for part in reversed(parts):
            made = part(made)
        return made

    return decorate


def playing_options(usual: str = "random") -> Callable[[Command], Command]:
    """The options of what plays many games, as the parameters `players`, `jobs`, `cluster`,
    `longest` and `rows`. `usual`: who plays if nobody is named."""

    def decorate(command: Command) -> Command:
        parts = [
            players_option(usual),
            jobs_option,
            cluster_option,
            longest_option("and counted as such"),
            file_option(
                "--rows", help="Write a row for each game to a .csv, .jsonl or .parquet file."
            ),
        ]  # fmt: skip
        for part in reversed(parts):
            command = part(command)
        return command

    return decorate


def players_option(usual: str = "random") -> Callable[[Command], Command]:
    """Who plays, as the parameter `players`; `usual`: if nobody is named."""
    known = ("random", "greedy", "flat:200", "mcts:500", "mcts:2s")
    named = ", ".join(f"{name} (if not given)" if name == usual else name for name in known)
    return click.option(
        "--players", metavar="NAME,…", shell_complete=completing("players"),
        help=f"One player for all seats, or one a seat: {named}.",
    )  # fmt: skip


def longest_option(how: str) -> Callable[[Command], Command]:
    """After how many decisions a game is stopped, as the parameter `longest`; `how`: what that
    means."""
    return click.option(
        "--longest", type=click.IntRange(1), default=100_000, show_default=True, metavar="N",
        help=f"Decisions after which a game is stopped, {how}.",
    )  # fmt: skip


def seconds_option(what: str = "games") -> Callable[[Command], Command]:
    """When to stop, as the parameter `seconds`; `what`: what is kept of it."""
    return click.option(
        "--seconds", type=click.FloatRange(min=0.1), metavar="S",
        help=f"Stop after so long, with the {what} that are finished.",
    )  # fmt: skip


class OneOf(click.ParamType):  # type: ignore[type-arg]  # which older versions do not take
    """One of some names that the library knows: it is loaded when they are wanted."""

    name = "name"

    def __init__(self, names: Callable[[], Iterable[str]]) -> None:
        self.names = names

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return f"[{'|'.join(self.names())}]"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in self.names() if name.startswith(incomplete)]

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        known = list(self.names())
        if value not in known:
            self.fail(f"{value!r} is not one of {', '.join(map(repr, known))}.", param, ctx)
        return value


def engines() -> Iterable[str]:
    """The engines there are, the preferred one first."""
    from rulewright.backends import registry

    return registry.names()


LARGEST_SEED = (1 << 128) - 1
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    metavar="N",
    help="Seed of all chance: a whole number below 2^128.",
)
jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 256), metavar="N",
    help="How many play at a time, as processes or threads; if not given, as many as there are "
    "processors.",
)  # fmt: skip
cluster_option = click.option(
    "--cluster", metavar="WHERE",
    help="Work on a cluster of Dask: local, local:4 (so many processes), tcp://HOST:PORT.",
)  # fmt: skip
fresh_option = click.option(
    "--fresh", is_flag=True, help="Look at all again; keep nothing for the next time."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
plain_option = click.option(
    "--plain", is_flag=True, callback=noted, help="Plain text: no colour, no drawing."
)


def since_it_began() -> float:
    """The seconds since the command began, its own imports included."""
    began: float = click.get_current_context().obj
    return monotonic() - began


def seconds_left(seconds: float | None, *, told: float = 0.0) -> float | None:
    """What is left of the seconds that a command may take, of which its own imports are a part.
    `told`: a share of them that is kept for telling what was found."""
    return None if seconds is None else max(0.0, seconds * (1 - told) - since_it_began())


def tell_overtime(screen: Screen, seconds: float, *, found: bool) -> None:
    """Say so if the command takes longer than it may, by more than a tenth or two seconds; `found`:
    something was found, which takes its time to be told."""
    more = since_it_began() - seconds
    if more > min(seconds / 10, 2.0):
        why = "what was found had to be told, or " * found + "something could not be interrupted"
        screen.say(f"({more:.1f} s longer than the time for it: {why})")


def parse_options(options: Iterable[str]) -> dict[str, str | int]:
    """`("longest=path", "rounds=3")` as `{"longest": "path", "rounds": 3}`."""
    from rulewright.characters import whole_number

    settings: dict[str, str | int] = {}
    for option in options:
        name, sign, value = option.partition("=")
        name, value = name.strip(), value.strip()
        if not (name and sign and value):
            fail(f"--option wants NAME=VALUE, not {option}")
        if name in settings:
            fail(f"option {name} is set twice")
        number = whole_number(value)
        settings[name] = value if number is None else number
    return settings


def numbers_of_seats(spec: GameSpec) -> Sequence[int]:
    """How many seats a game with its variants is for, the fewest first."""
    from rulewright import catalogue

    info = catalogue.game(spec.name, spec.variants)
    return info.numbers_with((*spec.variants, info.asked))


def common_seats(specs: Sequence[GameSpec]) -> int | None:
    """The least number of seats that all of these games are for; None if there is none."""
    numbers = list(map(numbers_of_seats, specs))
    return next((seats for seats in numbers[0] if all(seats in of for of in numbers)), None)


def at_seats(
    players: str | None, spec: GameSpec, *others: GameSpec
) -> tuple[list[str] | None, int | None]:
    """The players that are named, one for each seat or one for all of them, and how many seats
    there are to be: where nobody says, the fewest that all these games are for."""
    seats = spec.seats
    if players is None:
        return None, seats
    names = [name.strip() for name in players.split(",")]
    if len(names) == 1:
        seats = seats or common_seats((spec, *others)) or common_seats((spec,))
        names *= seats or 1
    if seats not in (None, len(names)):
        fail(f"--seats {seats} and {many(len(names), 'player')} do not go together")
    return names, len(names)


def load_game(spec: GameSpec, *, played: bool = True, ready: bool = True) -> Game:
    """The game that the arguments choose; not `played`: on the engine that is made at once; not
    `ready`: its engine is made when it is first asked for.

    Raises what `rulewright.load` raises.
    """
    from rulewright.backends.registry import REFERENCE
    from rulewright.game import check, load

    return (load if ready else check)(
        spec.name,
        variants=spec.variants,
        options=spec.options,
        seats=spec.seats,
        engine=None if played else REFERENCE,
    )


def load_record(file: str) -> Record:
    """The record in a file; to name one that is not there is a wrong use of the command."""
    from rulewright.play import record as records

    if not os.path.isfile(file):
        fail(f"there is no record {file}")
    return records.load(file)


@contextmanager
def workers(jobs: int | None, cluster: str | None, usual: int) -> Iterator[Jobs]:
    """Who works: as many processes as are asked for or usual, or the cluster that is asked for."""
    if cluster is None:
        yield usual if jobs is None else jobs
        return
    if jobs is not None:
        fail("--jobs and --cluster do not go together: the workers of a cluster are its own")
    from rulewright.cluster import connected

    with connected(cluster, processors()) as found:
        yield found


def usual_jobs(players: Sequence[str] | None, worth: int) -> int:
    """How many play where nobody says: as many as there are processors, of which no more are used
    than pay; where players think, no more than are `worth` the moment that each takes to start."""
    if players is None or all(name == "random" for name in players):
        return processors()
    return max(1, min(processors(), worth))


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def print_json(value: object) -> None:
    """One JSON document on standard output."""
    from rulewright.characters import as_json

    echo(as_json(value, indent=2))

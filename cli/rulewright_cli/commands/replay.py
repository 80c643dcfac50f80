"""`rulewright replay`: a record, played again move by move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, NamedTuple

import click

from rulewright.drawing.lines import line

from ..main import FINDINGS, FINE
from ..options import (
    completing,
    fail,
    json_option,
    load_record,
    plain_option,
    print_json,
    write_output,
)
from ..screen import Screen, echo

if TYPE_CHECKING:
    from rulewright.drawing.lines import Line
    from rulewright.game import Game
    from rulewright.play.record import Parted, Record
    from rulewright.state import State


class Replayed(NamedTuple):
    """A state, and what led on from it: who (a seat, or chance) and what."""

    state: State
    who: int | None
    what: str


@click.command()
@click.argument("file", metavar="FILE", shell_complete=completing("files"))
@click.option(
    "--game",
    metavar="GAME",
    default="",
    shell_complete=completing("games"),
    help="The rules, if they have been moved.",
)
@click.option("--step", is_flag=True, help="Show the table before each move; Enter goes on.")
@click.option(
    "-o", "--output", metavar="FILE", shell_complete=completing("files"),
    help="Write pictures: a page to go through (.html), or one picture that moves (.svg).",
)  # fmt: skip
@click.option(
    "--seat", metavar="SEAT", help="Show what this seat sees; what the one to move does otherwise."
)
@json_option
@plain_option
def command(
    file: str, game: str, step: bool, output: str | None, seat: str | None, as_json: bool,
    plain: bool,
) -> int:  # fmt: skip
    """Replay a record, or check that it still replays.

    FILE is a record as play saves it. Every move must be on offer when its turn comes, and the
    result must be the recorded one; if not, it is told how far the game goes and why no further,
    and the exit code is 1.
    """
    from rulewright.diagnostics import RecordError
    from rulewright.play import record as records

    parted: records.Parted | None = None
    try:
        record = load_record(file)
        loaded = records.load_game(record, source=game)
        last = records.replay(record, loaded)
    except records.Parted as error:
        parted, last = error, error.state
    except RecordError as error:
        if not as_json:
            raise
        print_json({"replays": False, "message": str(error)})
        return FINDINGS
    looks = _seat_number(loaded, seat)
    if output is not None:
        _write_pictures(output, loaded, last, looks)
    if as_json:
        print_json(as_data(record, last, step, parted))
        return FINE if parted is None else FINDINGS
    screen = Screen(plain=plain)
    if step:
        _step_through(loaded, last, screen, looks)
    elif output is None:
        echo("\n".join([*_settings(loaded, record), *_moves(loaded, last)]))
    if parted is not None:
        raise parted
    screen.show(_end(loaded, last))
    if record.digest != loaded.digest:
        screen.say("The rules have changed since it was recorded.")
    return FINE


def history(last: State) -> Iterator[Replayed]:
    """Every step of a game, oldest first."""
    state = last.copy()
    moves, outcomes = list(last.moves), list(last.outcomes)
    steps = []
    while state.steps:
        state.undo()
        seat = state.to_move
        if isinstance(seat, int):
            steps.append(Replayed(state.copy(), seat, moves.pop()))
        else:
            steps.append(Replayed(state.copy(), None, ", ".join(outcomes.pop())))
    return reversed(steps)


def as_data(
    record: Record, last: State, step: bool, parted: Parted | None = None
) -> dict[str, object]:
    """A record and where it leads, as plain JSON; with `step` also the position before each step.

    Where the game parts from its record that is told, and the position is the one there."""
    from rulewright.play import record as records
    from rulewright.play.protocol import position

    data: dict[str, object] = {
        "replays": parted is None,
        "record": records.data_of(record),
        "position": position(last),
    }
    if parted is not None:
        data |= {"message": str(parted), "parting": asdict(parted.parting)}
    if step:
        data["steps"] = [
            {"seat": one.who, "what": one.what, "before": position(one.state)}
            for one in history(last)
        ]
    return data


def _settings(game: Game, record: Record) -> list[str]:
    seed = "asked chance" if record.seed is None else f"seed {record.seed}"
    settings = [*game.variants, *(f"{name}={label}" for name, label in game.options.items())]
    return [f"{game.title}, {game.seats} seats, {seed}", *([", ".join(settings)] * bool(settings))]


def _line(game: Game, number: int, step: Replayed, width: int) -> str:
    who = "chance" if step.who is None else game.seat_names[step.who]
    return f"{number:5}  {who.ljust(width)}  {step.what}"


def _moves(game: Game, last: State) -> Iterator[str]:
    """A line for each step, numbered as decisions are."""
    width = max(len(name) for name in (*game.seat_names, "chance"))
    for step in history(last):
        yield _line(game, step.state.decisions + 1, step, width)


def _end(game: Game, last: State) -> Iterator[Line]:
    """The result, if there is one, and that the record replays."""
    from ..result import result_lines

    if last.over:
        yield from result_lines(game, last)
        yield line(f"The record replays: {last.decisions} moves.")
    else:
        yield line(f"The record replays: {last.decisions} moves, and the game is not over.")


def _seat_number(game: Game, name: str | None) -> int | None:
    """The seat of a name, which may be its number."""
    from rulewright.diagnostics import did_you_mean

    if name is None:
        return None
    names = game.seat_names
    if name in names:
        return names.index(name)
    if name.isdecimal() and int(name) < len(names):
        return int(name)
    hint = did_you_mean(name, names) or f"the seats: {', '.join(names)}"
    raise click.BadParameter(f"there is no seat {name}; {hint}", param_hint="--seat")


def _write_pictures(output: str, game: Game, last: State, seat: int | None) -> None:
    """All positions, to a page or as one picture."""
    from pathlib import Path

    from rulewright.drawing.lines import seat_title

    from ..film import Frame, as_film, as_page

    made = {".html": as_page, ".svg": as_film}.get(Path(output).suffix)
    if made is None:
        fail(f"{output} is to end in .html for a page, or in .svg for a picture that moves")
    frames, before = list[Frame](), ""
    for step in history(last):
        frames.append(Frame(step.state.picture(seat), before))
        who = "chance" if step.who is None else seat_title(game.seat_names[step.who])
        before = f"{who}: {step.what}"
    frames.append(Frame(last.picture(seat), before))
    write_output(output, made(game.title, frames))


def _step_through(game: Game, last: State, screen: Screen, seat: int | None) -> None:
    """The table as a seat sees it, the one to move if none is named, and each move."""
    import sys

    from rulewright.drawing.attributes import Attributes
    from rulewright.drawing.table import TableView

    table = TableView(Attributes(game.program))
    waits = screen.terminal and sys.stdin.isatty()
    width = max(len(name) for name in (*game.seat_names, "chance"))
    for step in history(last):
        if step.who is not None:
            looks = step.who if seat is None else seat
            screen.show(table.lines(step.state.observation(looks), screen.width))
        screen.say(_line(game, step.state.decisions + 1, step, width), "bold")
        screen.say()
        if waits and click.prompt("Enter: on, q: end", default="", show_default=False) == "q":
            break

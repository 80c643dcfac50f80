"""`rulewright replay`: a record, played again move by move."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from rulewright.characters import many
from rulewright.drawing.lines import line, seat_title

from ..full_screen import is_installed
from ..main import FINDINGS, FINE
from ..options import (
    completing,
    fail,
    file_option,
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
    from rulewright.play.retold import Told
    from rulewright.play.steps import Step
    from rulewright.state import State

    from ..film import Frame


@click.command()
@click.argument("file", metavar="FILE", shell_complete=completing("files"))
@click.option(
    "--game",
    metavar="GAME",
    default="",
    shell_complete=completing("games"),
    help="The rules, if they have been moved.",
)
@click.option("--step", is_flag=True, help="Show the table, step by step.")
@file_option(
    "-o", "--output",
    help="Write a page to go through (.html), one picture that moves (.svg), or the record as text "
    "for people (.txt) or for programs (.json).",
)  # fmt: skip
@click.option(
    "--seat",
    metavar="SEAT",
    help="Show what this seat sees and is told, not all moves and what the one to move sees.",
)
@json_option
@plain_option
def command(
    file: str, game: str, step: bool, output: str | None, seat: str | None, as_json: bool,
    plain: bool,
) -> int:  # fmt: skip
    """Replay a record, or check that it still replays.

    FILE is a record as play saves it, or as people write it. Every move must be on offer when its
    turn comes, and the result must be the recorded one; if not, it is told how far the game goes
    and why no further, and the exit code is 1.
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
    looks, said = _seat_number(loaded, seat), _Said(record)
    all_is_told = looks is None
    if output is not None:
        _write(output, loaded, last, looks, record, whole=parted is None)
    if as_json:
        if looks is not None:
            fail("a record as JSON holds what every seat knows: --seat is for what people read")
        print_json(as_data(record, last, step, parted))
        return FINE if parted is None else FINDINGS
    screen = Screen(plain=plain)
    if step and screen.has_room and is_installed():
        from ..full_screen.replaying import look_through

        look_through(loaded, last, said.of, looks)
    elif step:
        _step_through(loaded, last, said, screen, looks)
    elif output is None:
        settings = [] if screen.quiet else _settings(loaded, record, all_is_told or last.over)
        for text in (*settings, *_moves(loaded, last, said, looks)):
            echo(text)
    if parted is not None:
        if not all_is_told and last.to_move != looks:
            raise RecordError("the record does not replay; without --seat it is told where and why")
        raise parted
    screen.show(_end(loaded, last, screen.width, all_is_told or last.over))
    if record.other_rules(loaded):
        screen.say("The rules have changed since it was recorded.")
    return FINE


def as_data(
    record: Record, last: State, step: bool, parted: Parted | None = None
) -> dict[str, object]:
    """A record and where it leads, as plain JSON; with `step` also the position before each step.

    Where the game parts from its record that is told, and the position is the one there."""
    from rulewright.play import record as records
    from rulewright.play.protocol import position
    from rulewright.play.steps import steps

    data: dict[str, object] = {
        "replays": parted is None,
        "record": records.data_of(record),
        "position": position(last),
    }
    if parted is not None:
        data |= {"message": str(parted), "parting": asdict(parted.parting)}
    if step:
        data["steps"] = [
            {"seat": one.who, "what": str(one), "before": position(one.state)}
            for one in steps(last)
        ]
    return data


def _settings(game: Game, record: Record, all_is_told: bool) -> list[str]:
    """What was played, and by whom. The seed tells all that is hidden: who shows a game that goes
    on as a seat sees it does not tell it."""
    seed = "asked chance" if record.seed is None else f"seed {record.seed}"
    settings = [*game.variants, *(f"{name}={label}" for name, label in game.options.items())]
    lines = [f"{game.title}, {many(game.seats, 'seat')}" + f", {seed}" * all_is_told]
    if settings:
        lines.append(", ".join(settings))
    if len(record.players) == game.seats:
        both = zip(map(seat_title, game.seat_names), record.players, strict=True)
        lines.append(", ".join(f"{seat}: {player}" for seat, player in both))
    return lines


def _lines(game: Game, told: Told) -> Iterator[str]:
    """What was told of a step, the first of it with the number of its decision; chance has none."""
    width = max(len(name) for name in (*game.seat_names, "chance"))
    number = str(told.step.state.decisions + 1) if told.step.who is not None else ""
    for who, text in told.said:
        name = "chance" if who is None else game.seat_names[who]
        yield f"{number:>5}  {name.ljust(width)}  {text}"
        number = ""


class _Said:
    """The comments of a record, by what they follow: the beginning, or a step."""

    def __init__(self, record: Record) -> None:
        self._after = defaultdict[int, list[str]](list)
        for one in record.comments:
            self._after[one.after].append(one.text)

    def of(self, step: Step | None) -> list[str]:
        """What is said of a step; without one, of the beginning."""
        if step is None:
            return self._after[0]
        return self._after[step.state.decisions + 1] if step.who is not None else []

    def lines(self, step: Step | None) -> list[str]:
        """The same as lines below it."""
        return [f"       # {text}".rstrip() for text in self.of(step)]


def _moves(game: Game, last: State, said: _Said, seat: int | None) -> Iterator[str]:
    """A line for each step as the seat was told it, and the comments."""
    from rulewright.play.retold import retold

    yield from said.lines(None)
    for told in retold(last, seat):
        yield from _lines(game, told)
        yield from said.lines(told.step)


def _end(game: Game, last: State, width: int, all_is_told: bool) -> Iterator[Line]:
    """The result, if there is one, and that the record replays. How many moves there are tells how
    many parts a secret choice has had so far."""
    from ..result import result_lines

    if last.over:
        yield from result_lines(game, last, width=width)
        yield line(f"The record replays: {many(last.decisions, 'move')}.")
    else:
        moves = f": {many(last.decisions, 'move')}" * all_is_told
        yield line(f"The record replays{moves}, and the game is not over.")


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


def _write(
    output: str, game: Game, last: State, seat: int | None, record: Record, *, whole: bool
) -> None:
    """The game as what the name of a file asks for. A record that does not replay is written as it
    is, and else with all that the game tells of it."""
    from pathlib import Path

    from rulewright.play import record as records

    from ..film import as_film, as_page

    kind = Path(output).suffix
    if kind in (".html", ".svg"):
        made = as_page if kind == ".html" else as_film
        write_output(output, made(game.title, _frames(game, last, seat, _Said(record))))
    elif kind in (".txt", ".json"):
        if seat is not None:
            fail(
                f"{output} would be a record, which holds what every seat knows: --seat is for "
                "pages and pictures, .html and .svg; the log as this seat was told it is what is "
                f"printed without -o: --seat {game.seat_names[seat]} > {output}"
            )
        if whole:
            record = records.record_of(game, last, players=record.players, comments=record.comments)
        records.save(record, output)
    else:
        fail(f"{output} is to end in .html, .svg, .txt or .json: a page, a picture, or a record")


def _frames(game: Game, last: State, seat: int | None, said: _Said) -> list[Frame]:
    """All positions with what led to them, as the seat was told it, and what is said of that; what
    that named, as far as who looks is told it, stands out. Of the last one it is said how the game
    has ended, in the words of the rules. A part of a secret choice that the seat is not told of has
    no picture: how many there are would tell something."""
    from rulewright.play.ended import words_of_end
    from rulewright.play.retold import beginning, retold
    from rulewright.transcript import Transcript

    from ..film import Frame

    def frame(state: State, made: str) -> Frame:
        looks = state.to_move if seat is None and isinstance(state.to_move, int) else seat
        seats = range(game.seats) if looks is None else [looks]
        new = log.entries[min(shown, len(log.entries) - 1) :]
        lit = {one for entry in log.lately(state, seats) if entry in new for one in entry.named}
        return Frame(state.picture(seat, lit=lit), made, remarks)

    def words(who: int | None, text: str) -> str:
        return f"{'chance' if who is None else seat_title(game.seat_names[who])}: {text}"

    log, remarks, shown = Transcript(), said.of(None), 0
    frames = [frame(beginning(last, seat), "")]
    remarks = []
    for step, after, told, log in retold(last, seat):  # `frame` looks at it
        remarks = [*remarks, *said.of(step)]
        if told:
            frames.append(frame(after, "; ".join(words(*one) for one in told)))
            remarks, shown = [], len(log.entries)
    if end := words_of_end(game, last)[0]:
        frames[-1] = frames[-1]._replace(said=[*frames[-1].said, f"{end.rstrip('.')}."])
    return frames


def _step_through(game: Game, last: State, said: _Said, screen: Screen, seat: int | None) -> None:
    """The table as a seat sees it, the one to move if none is named, and each move as that seat was
    told it."""
    import sys

    from rulewright.drawing.attributes import Attributes
    from rulewright.drawing.shown import seen_by
    from rulewright.drawing.table import TableView
    from rulewright.play.retold import retold

    table = TableView(Attributes(game.program))
    waits = screen.terminal and sys.stdin.isatty()
    for text in said.lines(None):
        screen.say(text)
    for told in retold(last, seat):
        step = told.step
        if step.who is not None and told.said:
            looks = step.who if seat is None else seat
            screen.show(table.lines(step.state.observation(looks), screen.width))
        for text in _lines(game, told):
            screen.say(text, "bold")
        for text in said.lines(step):
            screen.say(text)
        if not told.said:
            continue
        screen.say()
        if waits and click.prompt("Enter: on, q: end", default="", show_default=False) == "q":
            return
    looks_on = seat if seat is not None or last.over else last.to_move
    at_last = seen_by(game.program, last, looks_on if isinstance(looks_on, int) else None)
    screen.show([*table.lines(at_last, screen.width), ()])

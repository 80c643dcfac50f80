"""Where a report goes: a page with records beside it, Markdown, JSON, rows."""

from __future__ import annotations

import string
from dataclasses import fields, is_dataclass, replace
from math import isinf
from pathlib import Path

from rulewright.analysis.rows import Columns, columns
from rulewright.analysis.simulate import Played as One
from rulewright.analysis.simulate import Table
from rulewright.files import write_whole
from rulewright.play import record as records
from rulewright.playtest.report import Answers, Questions
from rulewright.playtest.row import record
from rulewright.playtest.run import Played

from ..against import named
from ..options import STANDARD_OUTPUT, fail, write_output
from ..rulebook.markdown import as_markdown
from ..rulebook.page import as_page
from ..screen import asked_for, echo
from ..typing_again import as_command, as_typed
from .book import Made, report

MARKS = string.ascii_lowercase
MOST_OTHERS = len(MARKS) - 1


def tell(
    questions: Questions, played: Played, found: Answers, html: str | None, markdown: str | None,
    *, printed: bool,
) -> None:  # fmt: skip
    """Write the report where it is wanted, or print it if that is nowhere."""
    files: tuple[dict[int, str], ...] = tuple({} for _ in found.sides)
    try:
        if html is not None and html != STANDARD_OUTPUT:  # which has no folder beside it
            files = write_records(found, html)
    except OSError as error:
        fail(f"cannot write {error.filename or html}: {error.strerror or error}")
    book = report(Made(questions, played, found, again(questions, played), files))
    if html is not None:
        write_output(html, as_page(book))
    if markdown is not None:
        write_output(markdown, as_markdown(book))
    wanted = [file for file in (html, markdown) if file is not None]
    written = [file for file in wanted if file != STANDARD_OUTPUT]
    if written and printed and not asked_for("quiet"):
        echo(f"written to {' and '.join(written)}", err=True)
    elif not wanted and printed:
        echo(as_markdown(book), nl=False)


def write_records(found: Answers, html: str) -> tuple[dict[int, str], ...]:
    """Write the records of games to look at into a folder beside the page: their files, by the
    number of the game. Raises `OSError`."""
    page = Path(html)
    folder = page.with_name(f"{page.stem}-games")
    folder.mkdir(exist_ok=True)
    written = []
    for number, side in enumerate(found.sides):
        game, rows = found.games[number], found.rows[number]
        mark = f"{MARKS[number]}-" if len(found.sides) > 1 else ""
        by_number, files = {row.number: row for row in rows}, dict[int, str]()
        wanted = side.examples
        for one in dict.fromkeys((*wanted.shortest, *wanted.longest, *wanted.closest)):
            file = folder / f"{mark}{one}.json"
            write_whole(file, records.text_of(record(by_number[one], game)))
            files[one] = as_typed(str(file))
        written.append(files)
    return tuple(written)


def nothing_played(questions: Questions, played: Played, seconds: float | None) -> str:
    """That not one game was finished, and what plays some."""
    took = f" in {seconds:g} s" if seconds is not None and not played.in_time else ""
    why = "INTERRUPTED" if played.in_time else "OUT OF TIME"
    more = f" --seconds {10 * seconds:g}" if took and seconds is not None else ""
    few = replace(questions, games=min(questions.games, 20))
    thinks = {*questions.players} != {"random"}
    instead = "Random players are quick: --players random. " * bool(thinks and more)
    of = " of each game" * (len(questions.specs) > 1)
    return (
        f"{why}: not one game{of} was finished{took}, so there is nothing to tell. "
        f"{instead}This plays some: {again(questions if more else few, played)}{more}"
    )


def again(questions: Questions, played: Played) -> str:
    """The command that gives the same figures."""
    first, *others = questions.specs
    words = ["rulewright", "playtest", first.name, *_chosen(first.variants, first.options)]
    words += ["--seats", str(len(questions.players))]
    for other in others:
        words += ["--against", named(other)]
    closely = questions.measures
    words += [
        "--players", ",".join(questions.players), "-n", str(questions.games),
        "--seed", str(played.plan.seed), "--ladder", ",".join(questions.ladder or ("random",)),
        "--ladder-games", str(questions.ladder_games), "--measure", str(closely.games),
        "--playouts", str(closely.playouts), "--simulations", str(closely.simulations),
        "--longest", str(played.plan.longest),
    ]  # fmt: skip
    return as_command(*words)


def _chosen(variants: tuple[str, ...], options: dict[str, str | int]) -> list[str]:
    found = [word for name in variants for word in ("--variant", name)]
    return [
        *found,
        *(w for name, value in options.items() for w in ("--option", f"{name}={value}")),
    ]


def table_of(found: Answers) -> Columns:
    """A row for each game that was played, as `simulate --rows` writes them; `side` says of which
    of several games: a, b and so on, as they were named."""
    tables = []
    for game, rows in zip(found.games, found.rows, strict=True):
        table = Table(game, ("random",) * game.seats, 1)
        told = []
        for row in rows:
            one = None if row.trace is None else One(row.trace.result, None)
            told.append(table.row(row.number, row.seed, one)._replace(decisions=len(row.moves)))
        tables.append(columns(told, game.seat_names))
    if len(tables) == 1:
        return tables[0]
    counts = [len(rows) for rows in found.rows]
    both: Columns = {"side": [m for m, n in zip(MARKS, counts, strict=False) for _ in range(n)]}
    for name in dict.fromkeys(name for table in tables for name in table):
        cells = (
            table.get(name, [None] * count) for table, count in zip(tables, counts, strict=True)
        )
        both[name] = [cell for column in cells for cell in column]
    return both


def as_data(questions: Questions, played: Played, found: Answers) -> dict[str, object]:
    """A playtest as plain JSON; all but `timings` and `found` is the same for the same plan."""
    return {
        "games": [
            {"game": game.name, "variants": list(game.variants), "options": dict(game.options)}
            for game in found.games
        ],
        "seats": len(questions.players),
        "players": list(questions.players),
        "seed": played.plan.seed,
        "asked": questions.games,
        "measures": as_json_value(questions.measures),
        "complete": played.complete,
        "in_time": played.in_time,
        "found": played.found,
        "sides": as_json_value(found.sides),
        "ladders": as_json_value(found.ladders),
        "beside": [
            {
                "rules": as_json_value(one.rules.changes),
                "pairs": one.pairs,
                "results": as_json_value(one.results),
                "course": as_json_value(one.course),
                "play": as_json_value(one.play),
            }
            for one in found.beside
        ],
        "timings": as_json_value(played.timings),
    }  # fmt: skip


def as_json_value(value: object) -> object:
    """Dataclasses and named tuples as objects, other tuples as lists; what has no bound is null."""
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: as_json_value(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, float) and isinf(value):
        return None
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return as_json_value(value._asdict())
    if isinstance(value, dict):
        return {key: as_json_value(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [as_json_value(one) for one in value]
    return value

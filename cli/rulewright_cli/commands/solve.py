"""`rulewright solve`: what a small game is worth to those who play it perfectly, with a proof."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from rulewright.characters import many
from rulewright.drawing.lines import seat_title, wrapped

from ..against import titled
from ..main import FINDINGS, FINE
from ..options import at_length, fail, game_options, load_game, print_json, seconds_left
from ..screen import aligned, echo, progress

if TYPE_CHECKING:
    from rulewright.analysis.equilibrium import Likely
    from rulewright.analysis.solve import Aim, First, Solution
    from rulewright.analysis.tree import InformationSet
    from rulewright.game import Game
    from rulewright.spec import GameSpec

MOST_SETS = 24  # of which all are told, and not the first alone
ROUNDED = 1e-9  # bounds that are closer are told as one number, and how close they are
SHORT = 10_000  # a fraction with a larger denominator is told as a number only


@click.command()
@game_options(as_json=True)
@click.option(
    "--for", "aim", type=click.Choice(["win", "points"]),
    help="What is played for; if not given, points where one gains what the other loses.",
)  # fmt: skip
@click.option(
    "--value-only", is_flag=True,
    help="Prove only who wins, leaving out what does not matter to it: for larger games without "
    "chance, where all is open.",
)  # fmt: skip
@click.option(
    "--positions", "most", type=click.IntRange(1), default=1_000_000, show_default=True,
    metavar="N", help="Give up when there are more positions, or histories.",
)  # fmt: skip
@click.option(
    "--seconds", type=click.FloatRange(min=0.1), metavar="S", help="Give up after so long."
)
@at_length
def command(
    spec: GameSpec,
    as_json: bool,
    aim: Aim | None,
    value_only: bool,
    most: int,
    seconds: float | None,
) -> int:
    """Prove what a small game for one or two is worth: who wins if nobody makes a mistake?

    All positions are looked at; of games in which something is hidden, all histories. Where that
    are too many nothing is proved, and the exit code is 1; --value-only may need far fewer.
    """
    from rulewright.analysis.solve import solve
    from rulewright.limits import Deadline, OutOfTime

    loaded = load_game(spec)
    deadline = Deadline(seconds_left(seconds))
    met = 0

    def count(number: int) -> None:
        nonlocal met
        met = number
        if told is not None:
            told(number, most)

    try:
        with progress("positions", of=most) as told, deadline.enforced():
            found = solve(
                loaded, aim=aim, value_only=value_only, most=most, deadline=deadline, tell=count
            )
    except OutOfTime:
        seen = f": {met:,} positions or more" if met else ""
        fail(f"nothing is proved: the game is too large for {seconds:g} s{seen}", FINDINGS)
    if as_json:
        print_json(as_data(loaded, found))
    else:
        echo("\n".join(as_text(loaded, found)))
    return FINE


def as_data(game: Game, found: Solution) -> dict[str, object]:
    """What was proved as plain JSON; exact numbers as texts such as "-1/18"."""
    data: dict[str, object] = {
        "game": game.name,
        "variants": list(game.variants),
        "options": dict(game.options),
        "seats": game.seats,
        "for": found.aim,
        "low": _plain(found.low),
        "high": _plain(found.high),
        "exact": found.low == found.high,
        "open": found.is_open,
        "complete": found.complete,
        "chance": found.by_chance,
        "positions" if found.is_open else "histories": found.counted,
        "ends": found.ends,
    }
    if found.is_open:
        data["line"] = list(found.line)
        data["goes_round"] = found.goes_round
        data["moves"] = [
            {"move": one.move, "low": _plain(one.low), "high": _plain(one.high)}
            for one in found.firsts
        ]
    elif found.tree is not None:
        data["information_sets"] = [
            {
                "seat": known.seat,
                "remembers": list(known.remembers),
                "moves": dict(zip(known.moves, map(float, likely), strict=True)),
            }
            for known, likely in zip(found.tree.sets, found.chosen, strict=False)
        ]
    return data


def as_text(game: Game, found: Solution) -> Iterator[str]:
    """What was proved as lines of plain text."""
    yield titled(game)
    yield f"proved   {_verdict(game, found)}"
    if not found.complete:
        counted = f"{many(found.counted, 'position')} ({many(found.ends, 'end')})"
        yield f"         by {counted}; no other matters to it"
    elif found.is_open:
        counted = f"{many(found.counted, 'position')} that can be reached"
        yield f"         by all {counted} ({many(found.ends, 'end')})"
    else:
        sets = len(found.tree.sets) if found.tree is not None else 0
        yield (
            f"         by all {found.counted:,} histories ({found.ends:,} ends) and what each seat "
            f"knows in them: {sets:,} information sets"
        )
    if found.line:
        more = "; and so on, round and round" * found.goes_round
        line = "; ".join(found.line) + more
        yield from wrapped(line, 100, indent="line     ", hang=" " * 9)
    if len(found.firsts) > 1:
        yield from ("", "the first move")
        ranked = sorted(found.firsts, key=lambda one: abs(float(one.low) - float(found.low)))
        yield from aligned([(one.move, _first(game, found, one)) for one in ranked])
    if found.chosen and found.tree is not None:
        yield from _strategy(game, found)


def _verdict(game: Game, found: Solution) -> str:
    worth = _worth(game, found, found.low, found.high)
    if found.is_open and not found.by_chance and found.aim == "win":
        return f"{worth}, if nobody makes a mistake" if game.seats > 1 else worth
    return f"{worth}, if both play perfectly" if game.seats > 1 else f"{worth}, with perfect play"


def _worth(game: Game, found: Solution, low: Likely, high: Likely) -> str:
    """What something is worth, in words."""
    first = seat_title(game.seat_names[0])
    certain = found.is_open and not found.by_chance
    if found.aim == "points":
        gains = "gains" if game.seats > 1 else "gets"
        points = "point" if low == high == 1 else "points"
        return f"{first} {gains} {_number(low, high)} {points}{'' if certain else ' on average'}"
    if certain and game.seats == 1:
        return "it can be won" if low == 1 else "it cannot be won"
    if certain:
        names = {1: first, -1: seat_title(game.seat_names[1])}
        return f"{names[int(low)]} wins" if low else "nobody wins"
    if game.seats == 1:
        return f"it is won in {_number(low, high)} of the games"
    halves = [Fraction(1, 2) * (1 + one) if isinstance(one, Fraction | int) else (1 + one) / 2
              for one in (low, high)]  # fmt: skip
    return f"{first} wins {_number(*halves)} of the games (a draw counts half)"


def _first(game: Game, found: Solution, one: First) -> str:
    """What a first move is worth, as far as it was shown."""
    known = found.complete or one.low == one.high
    return _worth(game, found, one.low, one.high) if known else "not looked at to the end"


def _number(low: Likely, high: Likely) -> str:
    """A number between bounds: exact if they are one, else how close it is known."""
    if low == high:
        exact = Fraction(low)
        if exact.denominator == 1:
            return str(exact)
        short = f"{exact} ({float(exact):.6f})"
        return short if exact.denominator < SHORT else f"{float(exact):.12f}"
    if float(high - low) < ROUNDED:
        return f"{float(low):.9f} (known to {float(high - low):.0e})"
    return f"between {float(low):.6f} and {float(high):.6f}"


def _plain(worth: Likely) -> str | float:
    """An exact number as a text, if it is a short one."""
    if isinstance(worth, float) or Fraction(worth).denominator >= SHORT:
        return float(worth)
    return str(worth)


def _strategy(game: Game, found: Solution) -> Iterator[str]:
    """How likely the moves are in best play, at each information set, or at the first ones."""
    assert found.tree is not None
    hidden = {v.name: v.seen for v in game.program.variables if v.seen not in ("all", "nobody")}
    rows: list[tuple[str, str, str]] = []
    for known, likely in zip(found.tree.sets, found.chosen, strict=True):
        if len(known.moves) > 1:
            moves = ", ".join(
                f"{move} {Fraction(one) if Fraction(one).denominator < 100 else f'{one:.4f}'}"
                for move, one in zip(known.moves, likely, strict=True)
                if one
            )
            rows.append((*_situation(game, known, hidden), moves))
    rows.sort(key=lambda row: (row[1].count(";") + bool(row[1]), row))  # shorter pasts first
    yield from ("", "how likely the moves are, in one of the best ways to play")
    if len(rows) > MOST_SETS:
        yield f"(the first {MOST_SETS} of {len(rows):,}; --json has all)"
    yield from aligned(rows[:MOST_SETS])


def _situation(game: Game, known: InformationSet, hidden: Mapping[str, str]) -> tuple[str, str]:
    """Who decides, and what it knows that not all do; and what has been said before."""
    name = game.seat_names[known.seat]
    observed = [text for text in known.remembers if not text.startswith("> ")]
    cells = json.loads(observed[-1])["cells"]
    own = []
    for cell in hidden.keys() & cells.keys():
        value = cells[cell]
        seen = {cell: value.get(name, value) if isinstance(value, dict) else value}
        if hidden[cell] == "others":
            seen = {f"{cell} of {seat_title(other)}": value[other] for other in value}
        for place, held in seen.items():
            if held and not isinstance(held, dict):
                own.append(f"{place} {', '.join(held) if isinstance(held, list) else held}")
    said = [text.removeprefix("> ") for text in known.remembers if text.startswith("> ")]
    return (
        f"{seat_title(name)}, {'; '.join(sorted(own))}",
        f"after {'; '.join(said)}" if said else "",
    )

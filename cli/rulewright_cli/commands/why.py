"""`rulewright why`: is a move offered, and if not, which rule is against it?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from ..options import completing, game_options, load_game, load_record, print_json
from ..screen import echo

if TYPE_CHECKING:
    from rulewright.spec import GameSpec
    from rulewright.state import State


@click.command()
@game_options(seed=True, as_json=True)
@click.argument(
    "moves", metavar="MOVE...", nargs=-1, required=True, shell_complete=completing("moves")
)
@click.option("--after", metavar="'MOVE; MOVE'", default="", help="Make these moves first.")
@click.option(
    "--resume",
    metavar="FILE",
    shell_complete=completing("files"),
    help="Start from a record instead of a new game.",
)
def command(
    spec: GameSpec,
    seed: int | None,
    as_json: bool,
    moves: tuple[str, ...],
    after: str,
    resume: str | None,
) -> None:
    """Say why a move is not offered: the rule's words, its file and its line.

    \b
      rulewright why ruta "claim Harvest-Consul" --seed 7
      rulewright why ruta "pay Sea" --seed 7 --after "take Pact; draw"

    The position is the first decision of a game with the seed (1 if none is given), or the one
    after the moves of --after.
    """
    state = _begin(spec, seed, resume)
    for move in filter(None, (part.strip() for part in after.split(";"))):
        state.apply(move)
    answers = [_answer(state, move) for move in moves]
    if as_json:
        print_json(answers)
        return
    for answer in answers:
        echo(_text(answer))


def _begin(spec: GameSpec, seed: int | None, resume: str | None) -> State:
    from rulewright.backends.registry import default

    loaded = load_game(spec, played=False, ready=False)
    if loaded.program.composes:  # for which the engine that is made at once searches long
        loaded = replace(loaded, engine_name=default())
    if resume is None:
        return loaded.start(seed=1 if seed is None else seed)
    from rulewright.play import record as records

    return records.replay(load_record(resume), loaded)


def _answer(state: State, move: str) -> dict[str, object]:
    from rulewright.play.reasons import reasons, reordered, understood

    if state.waiting is not None:
        move = understood(state, state.waiting, move)
    found = reasons(state, move)
    return {
        "move": move,
        "offered": not found,
        "reasons": [
            {
                "message": r.message,
                "file": r.file,
                "line": r.line,
                "tags": list(r.tags),
                "now": r.now,
            }
            for r in found
        ],
        "hint": reordered(state, move) if found else "",
    }


def _text(answer: dict[str, object]) -> str:
    if answer["offered"]:
        return f"{answer['move']}: offered"
    lines = [f"{answer['move']}: not offered"]
    reasons = answer["reasons"]
    assert isinstance(reasons, list)
    lines += (f"  {reason_text(**reason)}" for reason in reasons)
    return "\n".join(lines + [f"  {answer['hint']}"] * bool(answer["hint"]))


def reason_text(message: str, file: str, line: int, tags: list[str], now: str = "") -> str:
    """A reason with its rule numbers and its place, and below it the values at play."""
    numbers = f" {', '.join(tags)}" if tags else ""
    where = f" ({file}:{line}{numbers})" if file else ""
    return message + where + f"\n    {now}" * bool(now)

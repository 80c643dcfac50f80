"""What each pass of `rulewright.lower.passes` is worth: a table, pass by game.

    python tests/bench/passes.py [--games "NAME;…"] [--passes NAME,…] [--seconds S] [--json]

An entry says how many times as long the game takes without the pass: whole games in one piece, and
after the stroke games played move by move from their lists. The two engines take turns with the
same seeds, in processor time, and the entry is the middle of the turns. They are generated Python;
where a pass changes nothing there, but the modules of WebAssembly, they are these. A dot: the pass
changes neither. `>` before a number: without the pass it was not done in that many times the time.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("interpreter", "cli")]

from bench import GAMES  # noqa: E402

from rulewright import load  # noqa: E402
from rulewright.backends.protocol import Engine  # noqa: E402
from rulewright.backends.python.engine import PythonEngine, source  # noqa: E402
from rulewright.backends.wasm.engine import WasmEngine  # noqa: E402
from rulewright.backends.wasm.module import Module, module  # noqa: E402
from rulewright.core.ir import Program  # noqa: E402
from rulewright.lower.passes import PASSES  # noqa: E402
from rulewright.runtime.chance import stream  # noqa: E402

SETTINGS: list[tuple[str, int, dict[str, str]]] = [
    *((name, seats, {}) for name, seats in GAMES),
    ("ruta, exact", 2, {"overpay": "minimal"}),
]
TURNS = 5
MOST = 20  # times as long: then it is given up
WHOLE, STEPS = "whole", "steps"


def whole(engine: Engine, seed: int) -> None:
    """A random game in one piece."""
    engine.playout(stream(seed), stream(seed, 1))


def steps(engine: Engine, seed: int) -> None:
    """The same move by move."""
    choice = random.Random(seed).choice
    position = engine.codec.encode(engine.layout.fresh())
    engine.codec.set_chance(position, stream(seed))
    engine.begin(position)
    while engine.codec.point(position) >= 0:
        engine.apply(position, choice(engine.moves(position)))


def spent(play: Callable[[Engine, int], None], engine: Engine, seeds: range) -> float:
    begin = time.process_time()
    for seed in seeds:
        play(engine, seed)
    return time.process_time() - begin


class Late(Exception):
    """The time is up."""


def late(*_: object) -> None:
    raise Late


def worth(
    play: Callable[[Engine, int], None],
    engine: Engine,
    other: Engine,
    seconds: float,
) -> tuple[float, bool]:
    """How many times as long games take on the other engine; whether that is all that is known."""
    play(engine, 0)
    begin, count = time.process_time(), 0
    while time.process_time() - begin < seconds / TURNS / 4:
        count += 1
        play(engine, count)
    one = (time.process_time() - begin) / count
    signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST * one * count)
    try:
        slow = spent(play, other, range(count)) / count
    except Late:
        return MOST, True
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    count = max(1, min(count, int(seconds / TURNS / max(slow, 1e-6))))
    turns = []
    for turn in range(TURNS):
        seeds = range(turn * count, (turn + 1) * count)
        turns.append(spent(play, other, seeds) / spent(play, engine, seeds))
    return median(turns), False


def changed(program: Program, without: frozenset[str]) -> Callable[..., Any] | None:
    """The kind of engine for which less is generated without passes, if there is one."""
    if source(program, without) != source(program, frozenset()):
        return PythonEngine
    return WasmEngine if compiled(program, without) != compiled(program, frozenset()) else None


@cache
def compiled(program: Program, without: frozenset[str]) -> Module:
    return module(program, without)


def rows(
    program: Program, passes: list[str], seconds: float
) -> dict[str, dict[str, tuple[float, bool]]]:
    """For each pass that changes the code of a program, what it is worth in both forms."""
    found = {}
    for name in passes:
        kind = changed(program, frozenset((name,)))
        if kind is None:
            continue
        engine, other = kind(program, frozenset()), kind(program, frozenset((name,)))
        ways = {WHOLE: whole, STEPS: steps}
        found[name] = {way: worth(play, engine, other, seconds) for way, play in ways.items()}
    return found


def shown(entry: dict[str, tuple[float, bool]] | None) -> str:
    if entry is None:
        return "."
    return "/".join(f"{'>' * beyond}{value:.2f}" for value, beyond in entry.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", default="", help="only these, with semicolons between them")
    parser.add_argument("--passes", default="", help="only these, with commas between them")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each entry and form")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    wanted = arguments.games.split(";") if arguments.games else [name for name, *_ in SETTINGS]
    settings = [setting for setting in SETTINGS if setting[0] in wanted]
    passes = [name for name in PASSES if name in (arguments.passes or name).split(",")]
    table: dict[str, dict[str, dict[str, tuple[float, bool]]]] = {}
    for name, seats, options in settings:
        game = load(name.split(",")[0], seats=seats, options=options)
        table[name] = rows(game.program, passes, arguments.seconds)
        print(f"{name} is measured", file=sys.stderr)
    if arguments.json:
        print(json.dumps(table, indent=2))
        return
    wide = {
        name: max([len(name), *(len(shown(r.get(p))) for p in passes)]) for name, r in table.items()
    }
    print(f"{'':16}", *(f"{name:>{wide[name]}}" for name in table), sep="  ")
    for one in passes:
        entries = (f"{shown(row.get(one)):>{wide[name]}}" for name, row in table.items())
        print(f"{one:16}", *entries, sep="  ")


if __name__ == "__main__":
    main()

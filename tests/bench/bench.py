"""Speed, as shares of a yardstick taken in the same run.

    python tests/bench/bench.py [--games N] [--seconds S] [--json]

The yardstick (connect four by hand, see `yardstick.py`) is taken between measurements, and the two
around each are averaged, since a machine is not equally fast for long. Playouts are measured in
processor time of one process; loading and `--help` in fresh processes, the best of several.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from yardstick import playouts_per_second

ROOT = Path(__file__).parents[2]
SOURCES = [str(ROOT / folder) for folder in ("interpreter", "cli")]
sys.path[:0] = SOURCES

LOADING = """
import time
before = time.perf_counter(), time.process_time()
import rulewright
imported = time.perf_counter(), time.process_time()
rulewright.load("ruta")
after = time.perf_counter(), time.process_time()
print(imported[1] - before[1], after[1] - imported[1], after[1] - before[1])
"""


GAMES = [  # with so many players
    ("ruta", 2), ("ruin_runner", 4), ("quetinny", 1), ("ruins", 4),
    ("tic_tac_toe", 2), ("connect_four", 2), ("breakthrough", 2), ("reversi", 2), ("draughts", 2),
    ("pig", 2), ("kuhn_poker", 2), ("leduc_poker", 2), ("liars_dice", 2), ("goofspiel", 2),
    ("crazy_eights", 4), ("klondike", 1),
]  # fmt: skip


STATES = ("connect_four", "breakthrough", "ruta")  # played through `State`, as users do


QUIET = 24_000  # playouts of the yardstick in a second on the machine that marks are set for
EDITED = ("edited", "edited_with_scenarios")


class Bench:
    """Measures, and remembers every yardstick it has taken."""

    def __init__(self, games: int, seconds: float) -> None:
        self.games, self.seconds = games, seconds
        self.yardsticks: list[float] = []

    def yardstick(self) -> float:
        self.yardsticks.append(playouts_per_second(self.seconds / 4))
        return self.yardsticks[-1]

    def rate(self, play: Callable[[int], object], games: int) -> dict[str, float]:
        """Games a second of processor time, and how many yardsticks one game takes."""
        warm_up = max(1, min(50, games // 20))
        for n in range(warm_up):
            play(n)
        before = self.yardsticks[-1] if self.yardsticks else self.yardstick()
        begin = time.process_time()
        for n in range(warm_up, warm_up + games):
            play(n)
        spent = time.process_time() - begin
        yardstick = (before + self.yardstick()) / 2
        return {
            "games": games,
            "games_per_second": games / spent,
            "yardstick": yardstick,
            "share": games / spent / yardstick,
        }

    def whole_games(self, name: str, seats: int, engine: str | None = None) -> dict[str, float]:
        """Random games of a game, each in one piece; as many as fit into the seconds. `engine`: the
        one that is there if nothing is said."""
        import rulewright

        played = rulewright.load(name, seats=seats, engine=engine).engine.playouts(range(1 << 40))
        begin, tried = time.process_time(), 0
        while time.process_time() - begin < self.seconds / 6:
            next(played)
            tried += 1
        return self.rate(lambda n: next(played), max(10, tried * 6))

    def playouts(self) -> dict[str, dict[str, float]]:
        """Random games of each game, and of Ruta move by move and on the reference engine."""
        import rulewright
        from rulewright.runtime.chance import stream

        fast = rulewright.load("ruta").engine
        plain = rulewright.load("ruta", engine="reference").engine
        choice = random.Random(1).choice

        def by_moves(n: int) -> None:
            position = fast.codec.encode(fast.layout.fresh())
            fast.codec.set_chance(position, stream(n))
            fast.begin(position)
            while fast.codec.point(position) >= 0:
                fast.apply(position, choice(fast.moves(position)))

        def by_states(game: rulewright.Game) -> Callable[[int], None]:
            def play(n: int) -> None:
                state = game.start(seed=n)
                while not state.over:
                    state.apply(choice(state.legal_moves()))

            return play

        few = max(10, self.games // 25)
        loops = {
            f"{name} states": self.rate(by_states(rulewright.load(name)), max(20, self.games // 2))
            for name in STATES
        }
        return {
            **{f"{name} {seats}": self.whole_games(name, seats) for name, seats in GAMES},
            **{
                f"{name} {seats} python": self.whole_games(name, seats, "python")
                for name, seats in GAMES
            },
            **loops,
            "list_of_moves": self.rate(by_moves, max(20, self.games)),
            "reference": self.rate(lambda n: plain.playout(stream(n), stream(n, 1)), few),
        }


def fresh(arguments: list[str], cache: str) -> tuple[str, float]:
    """What a fresh Python process prints, and how long it takes in all."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(SOURCES),
        "XDG_CACHE_HOME": cache,
    }
    begin = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout, time.perf_counter() - begin


def loading() -> dict[str, float]:
    """Seconds of processor time for loading Ruta in a fresh process, from text to engine."""
    with tempfile.TemporaryDirectory() as cache:
        first = [float(x) for x in fresh(["-c", LOADING], cache)[0].split()]
        later = [[float(x) for x in fresh(["-c", LOADING], cache)[0].split()] for _ in range(7)]
    imports, load, both = (min(run[i] for run in later) for i in range(3))
    return {
        "import": imports,
        "load": load,
        "import_and_load": both,
        "load_the_first_time_ever": first[1],
    }


def rules() -> dict[str, float]:
    """Seconds of processor time for what authors do again and again with the largest game: whole
    commands, with what an earlier one has kept; and a file checked again after an edit, without its
    scenarios and with them. Each is the least of three."""
    found = {}
    with tempfile.TemporaryDirectory() as cache:
        for command in ("check", "test", "coverage"):
            taken = []
            for _ in range(4):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                fresh(["-m", "rulewright_cli", command, "ruins"], cache)
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            found[command] = min(taken[1:])
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(ROOT / "rules" / "ruins", Path(folder) / "ruins"))
        found["edited"] = min(edited(copy / "ruins.game", n, scenarios=False) for n in range(3))
        found["edited_with_scenarios"] = min(edited(copy / "ruins.game", n) for n in range(3))
    return found


def edited(path: Path, number: int, *, scenarios: bool = True) -> float:
    """Seconds of processor time for checking a rule file to which a promise has just been added."""
    from rulewright import game

    text = path.read_text(encoding="utf-8")
    game.check(str(path))
    path.write_text(f"{text}\nalways {number} is {number}\n", encoding="utf-8")
    begin = time.process_time()
    again = game.check(str(path))
    if scenarios:
        again.scenarios()
    spent = time.process_time() - begin
    path.write_text(text, encoding="utf-8")
    return spent


def requests() -> dict[str, float]:
    """Milliseconds of processor time for requests of the engine protocol: to begin a game for the
    first time and again, and a move of Pig with its undo, early and late in a game."""
    from rulewright.play.protocol import Session

    session = Session()

    def cost(*lines: str, n: int) -> float:
        begin = time.process_time()
        for _ in range(n):
            for line in lines:
                session.answer(line)
        return (time.process_time() - begin) / n * 1000

    first = cost('{"do":"new","game":"ruta","seed":1}', n=1)
    again = cost('{"do":"new","game":"ruta","seed":1}', n=20)
    session.answer('{"do":"new","game":"pig","chance":"asked"}')
    found = {"begin": first, "begin_again": again}
    for name, moves in (("early", 100), ("late", 35_000)):
        state = session.state
        assert state is not None
        while state.steps < moves:
            state.apply("roll")
            state.answer("1")
        found[name] = cost('{"do":"play","move":"roll"}', '{"do":"undo"}', n=200)
    return found


def helping() -> dict[str, float]:
    """Seconds for `rulewright --help`, and for starting Python at all, by the clock."""
    with tempfile.TemporaryDirectory() as cache:
        wanted = [fresh(["-m", "rulewright_cli", "--help"], cache)[1] for _ in range(15)]
        bare = [fresh(["-c", "pass"], cache)[1] for _ in range(15)]
    return {"help": min(wanted), "python_alone": min(bare)}


def table(result: dict[str, dict[str, float]]) -> str:
    """The result for people."""
    lines = ["what                                     games/s      of the yardstick", ""]
    names = {
        **{f"{name} {seats}": f"{name}, {seats} players, in one piece" for name, seats in GAMES},
        **{f"{name} states": f"{name}, through State" for name in STATES},
        "list_of_moves": "Ruta, move by move from the list",
        "reference": "Ruta, reference engine",
    }
    for key, name in names.items():
        row = result[key]
        share = row["share"]
        of_it = f"{share:.1f}" if share >= 1 else f"1/{1 / share:.1f}"
        lines.append(f"{name:38} {row['games_per_second']:10,.0f}      {of_it}")
    ratio = result["ruta 2"]["games_per_second"] / result["reference"]["games_per_second"]
    load, help_, asked = result["loading"], result["help"], result["requests"]
    work, quiet = result["rules"], result["yardstick"]["mean"] / QUIET
    told = [
        f"{work[name]:.1f} s ({work[name] * quiet:.1f})" for name in ("check", "test", "coverage")
    ]
    again = [f"{work[n] * 1000:.0f} ms ({work[n] * quiet * 1000:.0f})" for n in EDITED]
    return "\n".join(
        [
            *lines,
            f"{'connect four by hand (yardstick)':38} {result['yardstick']['mean']:10,.0f}"
            f"      from {result['yardstick']['lowest']:,.0f} to"
            f" {result['yardstick']['highest']:,.0f}",
            "",
            f"the reference engine is 1/{ratio:.0f} of the generated one",
            f"loading Ruta in a fresh process    {load['load']:.2f} s, with the imports "
            f"{load['import_and_load']:.2f} s, the first time ever "
            f"{load['load_the_first_time_ever']:.2f} s",
            f"check, test, coverage of RUINS     {', '.join(told)}; in brackets: where the "
            f"yardstick is at {QUIET:,}",
            f"RUINS checked after an edit        {again[0]}, with its scenarios {again[1]}",
            f"requests of the engine protocol    a game begun {asked['begin']:.0f} ms, again "
            f"{asked['begin_again']:.1f} ms; a move and its undo {asked['early']:.2f} ms, late "
            f"in a game {asked['late']:.2f} ms",
            f"rulewright --help                  {help_['help']:.3f} s, of which Python alone "
            f"{help_['python_alone']:.3f} s",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=500, help="random games of Ruta, move by move")
    parser.add_argument("--seconds", type=float, default=4.0, help="for each measurement")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    bench = Bench(arguments.games, arguments.seconds)
    result: dict[str, dict[str, float]] = {**bench.playouts()}
    taken = bench.yardsticks
    result["yardstick"] = {
        "mean": sum(taken) / len(taken),
        "lowest": min(taken),
        "highest": max(taken),
    }
    result["loading"] = loading()
    result["rules"] = rules()
    result["requests"] = requests()
    result["help"] = helping()
    if arguments.json:
        print(json.dumps({"python": platform.python_version(), **result}, indent=2))
    else:
        print(f"Python {platform.python_version()}, {os.cpu_count()} processors\n")
        print(table(result))


if __name__ == "__main__":
    main()

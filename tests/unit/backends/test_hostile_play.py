"""A stranger's game ends, or says what goes on for too long: on both engines, in bounded time and
memory. What is refused before it is played is in `check/test_hostile_files`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import rulewright as rw

MEMORY, SECONDS, STATES = 1 << 30, 60, 5_000  # seconds of processor time for a file and engine
PROGRAM = """
import json, resource
resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
import rulewright as rw
from rulewright.backends import move_generator, search
from rulewright.lower import completing, single_moves
from rulewright.diagnostics import PlayError, RulewrightError
for module in (move_generator, search, completing, single_moves):
    assert module.MOST_STATES == 200_000
    module.MOST_STATES = {states}  # so that it does not take a minute
for path in {paths!r}:
    for engine in ("python", "reference"):
        spent = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
        resource.setrlimit(resource.RLIMIT_CPU, (spent + {seconds}, resource.RLIM_INFINITY))
        said, line = "played", 0
        try:
            state = rw.load(path, engine=engine).start(seed=1)
            for _ in range(20):
                if not state.over:
                    state.apply(state.legal_moves()[0])
            state.scores()
        except PlayError as error:
            said, line = error.message, error.span.line if error.span is not None else 0
        except RulewrightError as error:
            said = str(error)
        print(json.dumps([said, line]), flush=True)
"""

GAME = """game g "G"
  players 2

component card from "cards.csv" named by name
  a, b, c: 0..99999
board map: grid 30 by 30 of card from "map.csv"
edges route of map
zone hand: set of card
zone pile: stack of card
mark n: 0..999999999
mark held of route: yes or no

setup
  move all x in card where a of x < 60 and x not in map to hand
  move all x in card where x not in map and x not in hand to pile
  set n to 999999999
  each r in route where total a of ends of r > 0
    set held of r to yes

phase play
  turns until passes >= 2
    choose main
      go
        {what}
      else pass

score points of p: min(n, 9) + min(9, total (a of x + b of x + c of x) for x in hand)
score held of p: how many r in route where held of r
winner most score
"""
COMPOSE = """compose pay{text}
          step take(x in hand) into taken
          finish done
            needs {needs}                             else "no"
        move taken from hand to pile"""

NOBODY_CAN_TELL = (
    "remainder(total b of taken, 997) is 7 and remainder(total c of taken, 991) is 5"
    " and remainder(total a of taken, 983) is 3"
)


def doing(what: str) -> str:
    return GAME.format(what=what)


def covering(kind: str) -> str:
    """The longest way over all of a large board."""
    return doing(f"set n to longest {kind} of (all r in route where held of r)")


HOSTILE: dict[str, tuple[str, str]] = {  # what is said about it, and the file
    "a trail through a large board": ("there are too many ways", covering("trail")),
    "a path through a large board": ("there are too many ways", covering("path")),
    "a payment that cannot be made": (
        "whether pay can be completed cannot be told",
        doing(COMPOSE.format(text="", needs=NOBODY_CAN_TELL)),
    ),
    "a set out of very many": (
        "go can be put together in too many ways",
        doing(COMPOSE.format(text=' named "go {taken}"', needs="size of taken > 1")),
    ),
    "a set that is never complete": (
        "go can be put together in too many ways",
        doing(COMPOSE.format(text=' named "go {taken}"', needs=NOBODY_CAN_TELL)),
    ),
    "the most out of very many": (
        "go can be put together in too many ways",
        doing(COMPOSE.format(text=' named "go {taken}"', needs="size of taken > 1")
              .replace('else "no"', 'else "no"\n          most total b of taken')),
    ),
    "very many cards": ("more than 100,000 times", doing("deal n from pile to hand")),
    "loops in loops": (
        "E197",
        doing("each i in 1..min(n, 999)\n          each j in 1..i\n            each k in 1..j"
              "\n              set n to k"),
    ),
    "queries in queries": (
        "E197",
        doing("set n to size of (all i in 0..999 where some j in 0..999 where some k in 0..999"
              " where i * j is k + 1)"),
    ),
    "parameters by parameters": (
        "E197",
        doing("set n to a of x + a of y + a of z").replace(
            "      go\n", "      go(x in card, y in card, z in card)\n"),
    ),
}  # fmt: skip


def test_hostile_games_come_to_an_end(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    names = [f"c{i}" for i in range(1_000)]
    rows = [f"{name},{i},{i * i % 99_991},{i**3 % 99_991}" for i, name in enumerate(names)]
    (tmp_path / "cards.csv").write_text("\n".join(["name,a,b,c", *rows]), encoding="utf-8")
    places = [f"{i // 30 + 1},{i % 30 + 1},{names[100 + i]}" for i in range(900)]
    (tmp_path / "map.csv").write_text("\n".join(["row,column,name", *places]), encoding="utf-8")
    paths: list[Path] = []
    for number, (_, text) in enumerate(HOSTILE.values()):
        paths.append(tmp_path / f"g{number}.game")
        paths[-1].write_text(text, encoding="utf-8")
    program = PROGRAM.format(
        memory=MEMORY, seconds=SECONDS, states=STATES, paths=[str(p) for p in paths]
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(Path(rw.__file__).parents[1])},
        capture_output=True, text=True, timeout=900,
    )  # fmt: skip
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, f"{list(HOSTILE)[len(said) // 2]}: {done.stderr}"
    for number, (name, (expected, text)) in enumerate(HOSTILE.items()):
        one, other = said[2 * number : 2 * number + 2]
        assert one == other, name
        assert expected in one[0], f"{name}: {one[0][:300]}"
        assert (0 < one[1] <= text.count("\n")) != ("E197" in one[0]), name

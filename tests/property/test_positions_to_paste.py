"""What is printed as a position can be pasted: it gives just the same position.

Random games with all that chance decides noted, so that every decision can be come to again: those
inside actions and composes, after throws and draws, after passes. `RULEWRIGHT_GAMES` plays more.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

import pytest
from tests.repeated import times

from rulewright import catalogue, load
from rulewright.backends.registry import EngineName
from rulewright.core.starts import starts
from rulewright.game import Game
from rulewright.runtime.chance import below, stream
from rulewright.runtime.layout import FIRST_VARIABLE, POINT
from rulewright.state import State
from rulewright.testing.position import in_width, position_text
from rulewright.testing.scenario import ScenarioRun

MANY = "RULEWRIGHT_GAMES" in os.environ
GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "1"))
NARROW = 20  # letters, so that each list is broken wherever it can be
DECISIONS = 400 if MANY else times(5, thorough=8)  # that are looked at, of each game
NAMES = [
    "crazy_eights",
    "goofspiel",
    "liars_dice",
    "pig",
    "quetinny",
    "ruin_runner",
    "ruins",
    "ruta",
]


def pasted(text: str) -> str:
    """The scenario that somebody makes of a position."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    if "these lines of a scenario" not in text:
        lines = ["given", *(f"  {line}" for line in lines)]
    return "\n".join(['scenario "Pasted"', *(f"  {line}" for line in lines), "  offers ...", ""])


def settled(game: Game, text: str) -> State:
    """Where a scenario leads to that is pasted into the rule file, its last line left out."""
    return led_to(load(game.source, variants=game.variants, engine="reference"), text)


def led_to(game: Game, text: str) -> State:
    """Where a scenario leads to, its last line left out."""
    scenario = game.read_scenario(text)
    table = ScenarioRun(game.for_scenario(scenario))
    for step in scenario.steps[:-1]:
        table.take(step)
    while table.outcomes:
        table.answer(table.begun())
    return table.begun()


def held(state: State) -> list[int]:
    """What lies and is marked where, but for how far composes had come that are done."""
    slots, program = list(state.slots), state.engine.program
    for variable in starts(program)[slots[POINT]].done if not state.over else ():
        state.engine.layout.put(slots, variable, (), variable.start)
    return slots[FIRST_VARIABLE:]


def check_positions(game: Game, seed: int, most: int) -> Counter[str]:
    """Play a game, and paste positions of it."""
    luck = stream(seed)
    state = game.start(chance="asked")
    told: Counter[str] = Counter()
    number = 0
    while not state.over and number < 40 * most:
        if (question := state.question) is not None:
            of = list(question.of)
            if question.kind == "shuffle":
                order = []
                while of:
                    luck, k = below(luck, len(of))
                    order.append(of.pop(k))
                state.answer(order)
            else:
                luck, k = below(luck, len(of))
                state.answer(of[k])
            continue
        number += 1
        if number <= most // 2 or number % 37 == 0:
            text = position_text(state, game)
            narrow = "\n".join(in_width(text, NARROW))  # as it is shown where there is little room
            found = settled(game, pasted(narrow))
            assert found.to_move == state.to_move, text
            assert list(map(str, found.legal_moves())) == list(map(str, state.legal_moves())), text
            assert held(found) == held(state), text
            assert "is not known" not in text, text
            told["led to" if "# No `given`" in text else "given"] += 1
            told["of several"] += bool(re.search(r"\n *to move: .* in .*", text))
            told["with passes"] += bool(re.search(r"\n *passes: ", text))
            told["with what was chosen"] += bool(
                re.search(r"^ *(k|shared|chosen|lot): ", text, re.M)
            )
        moves = state.legal_moves()
        luck, k = below(luck, len(moves))
        state.apply(moves[k])
    return told


ODD = """game odd "Marks that are none, sets that are empty, choices within choices"
  players 2..3 named Ann, Bob, Cid

type wind: ring north, east, south, west
type call: (way: wind, force: 0..2) named "{way}, {force}"
type lamp: (way: wind, light: 0..2) named "Old Lamp {way} {light}"
board field: grid 2 by 3
cells square of field named "{letter}{y}"
mark level: 0..3 or none, starts 2
mark low: -3..3, starts 1
mark vane: wind or none, starts east
mark called: set of call
mark lamps: set of lamp
mark lit of lamp: yes or no, starts no
mark who: seat or nobody, starts Bob
mark flag of square: yes or no, starts yes
mark grid(square, seat): 0..2, starts 1
mark seen of seat: set of square
mark way_of of seat: wind or none
mark calls_of of wind: call or none

phase play
  turns from Bob until passes is 3 or low is -3
    choose main
      clear
        set level to none
        set vane to none
        set who to nobody
        choose again_so
          louder(n in 0..2 where low + n < 4)
            set low to max(-3, low + n - 1)
            may choose once_more
              call(c in call where c not in called)
                set called to called + {c}
                set calls_of of way of c to c
                set lamps to lamps + all l in lamp where way of l is way of c
                each l in lamps
                  set lit of l to yes
              or enough
          turn_it(s in square, p in seat where p is not me)
            set flag of s to not flag of s
            set grid(s, p) to 2 - grid(s, p)
            set seen of p to seen of p + {s}
            set way_of of p to none when s in seen of me else north
            turn to p
      share
      fill(k in 0..3)
        set level to k
        set vane to west
        set called to called - all c in call where force of c is k
        set who to me
      rest
        pass

  repeat while low < 3
    turns until low is 3 or passes is 1
      let shared = low + 1
      choose closing
        share
        end
          set low to shared
          pass

action share
  let level = low
  let chosen = all p in seat where p is not me
  compose lots
    step flag(s in square where flag of s) into lot at most 2
      set flag of s to no
    step call(c in call where c not in called) into tried at most 1
      set called to called + {c}
    finish done
      may choose again_so
        take(k in 0..size of lot where k > 0)
          set low to min(k, 2)
        or enough
    finish share
      choose again_so
        'turn it'
          set low to -2
  choose sharing
    with(p in chosen, s in square where level < 4)
      set who to p
      choose again_so
        at(k in 0..1 where size of lot >= k)
          set grid(s, p) to k
    without(k in 0..1)
      set low to max(level - k, -3)
score low of p: low + (1 when who is p else 0) + (level when level is not none else 0)
score marks of p: size of called + size of seen of p + (1 when vane is north else 0)
score flags of p: (how many s in square where flag of s) + (total grid(s, p) for s in square)
score lamps of p: size of lamps + how many l in lamp where lit of l
score ways of p: (1 when way_of of p is none else 0)
score calls of p: (how many w in wind where calls_of of w is not none)
winner most score
"""


@pytest.mark.parametrize(("seats", "engine"), [(2, "reference"), (3, "python")])
def test_odd_positions_can_be_pasted(seats: int, engine: EngineName, tmp_path: Path) -> None:
    path = tmp_path / "odd.game"
    path.write_text(ODD, encoding="utf-8")
    game = load(str(path), engine=engine, seats=seats)
    told: Counter[str] = Counter()
    for seed in range(6):
        told += check_positions(game, seed, 24)
    kinds = "given", "led to", "of several", "with passes", "with what was chosen"
    assert min(told[kind] for kind in kinds) > 2, told


SET: dict[str, dict[str, str | int]] = {
    "ruta": {"reshuffle": "on_demand", "longest": "path"},
    "crazy_eights": {"scoring": "hand"}, "breakthrough": {"size": 5},
}  # fmt: skip


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("name", SET)
def test_positions_of_games_that_are_set_otherwise_can_be_pasted(name: str) -> None:
    low, high = load(name).merged.header.players or (1, 1)
    game = load(name, engine="reference", seats=high, options=SET[name])
    assert check_positions(game, 1, DECISIONS).total() > 0
    assert (f"seats {high}\n" in position_text(game.start(seed=1), game)) == (high > low)


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", [i.name for i in catalogue.games()] if MANY else NAMES)
def test_positions_of_games_can_be_pasted(name: str) -> None:
    game = load(name, engine="reference")
    for seed in range(GAMES):
        told = check_positions(game, seed, DECISIONS)
        assert told["given"] + told["led to"]

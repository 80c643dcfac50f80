"""What `simulate` says came of its games, against a count made move by move through `State`."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright import catalogue, load
from rulewright.analysis.sharing import game_seed
from rulewright.analysis.simulate import GameSpec, simulate
from rulewright.analysis.statistics import Figures
from rulewright.players.random import shared_stream
from rulewright.runtime.chance import below
from rulewright_cli.commands.simulate import as_text
from rulewright_cli.main import cli

SEED, SHORT = 5, 40
GAMES = {"ruins": 1, "tic_tac_toe": 60}  # instead of 6
EVERY = [(info.name, seats) for info in catalogue.games() for seats in sorted({*info.players})]


@cache
def one_by_one(name: str, seats: int, longest: int) -> Counter[Any]:
    """How games end, told by the states they end in."""
    game, found = load(name, seats=seats), Counter[Any]()
    for number in range(GAMES.get(name, 6)):
        seed = game_seed(SEED, number)
        state, luck, moves = game.start(seed=seed), shared_stream(seed), 0
        while not state.over and moves < longest:
            offered, k = state.legal_moves(), 0
            if len(offered) > 1:
                luck, k = below(luck, len(offered))
            state.apply(offered[k])
            moves += 1
        if not state.over:
            found["stopped"] += 1
            continue
        outcome = state.outcome
        assert outcome is not None
        found["decisions"] += moves
        found["winners", *outcome["winners"]] += 1
        found["result", *outcome["result"]] += 1
    return found


def told(figures: Figures) -> Counter[Any]:
    """The same, as the figures tell it; what several have won is told by seat and in all."""
    found = Counter[Any]()
    found["stopped"] = figures["stopped"]["count"]
    found["winners",] = figures["nobody"]["count"]
    for seat, of_seat in enumerate(figures["seats"]):
        found["winners", seat] = of_seat["wins"]["count"]
        found["together", seat] = of_seat["shared"]["count"]
    found["ties"] = figures["ties"]["count"]
    for ended in figures["results"]:
        found["result", *ended["result"]] = ended["games"]["count"]
    done = figures["games"] - figures["stopped"]["count"]
    found["decisions"] = round(figures["decisions"]["mean"] * done)
    return found


def expected(counted: Counter[Any], named: bool) -> Counter[Any]:
    """A count by sets of winners as `told` has it."""
    found = Counter[Any]()
    for key, count in counted.items():
        if isinstance(key, str):
            found[key] = count
        elif key[0] == "winners" and len(key) > 2:
            found["ties"] += count
            for seat in key[1:]:
                found["together", seat] += count
        elif key[0] == "winners" or named:
            found[key] = count
    return found


@pytest.mark.thorough(each="name")
@pytest.mark.parametrize(("name", "seats"), EVERY, ids=lambda value: str(value))
@pytest.mark.parametrize("longest", [100_000, SHORT])
def test_every_game_is_counted_once_for_what_came_of_it(
    name: str, seats: int, longest: int
) -> None:
    games = GAMES.get(name, 6)
    result = simulate(GameSpec(name, seats=seats), games=games, seed=SEED, longest=longest)
    figures = result.figures
    assert figures is not None and figures["games"] == games
    counted = one_by_one(name, seats, longest)
    found = told(figures)
    assert +found == expected(counted, bool(figures["results"]))
    won = sum(found["winners", seat] for seat in range(seats))
    assert won + found["ties"] + found["winners",] + found["stopped"] == games
    if figures["results"]:
        named = sum(count for key, count in found.items() if key[0] == "result")
        assert named + found["stopped"] == games
    assert shown(as_text(result), result.game.seat_names) in (games, None)


def shown(lines: list[str], seats: tuple[str, ...]) -> int | None:
    """How many games the lines of the text tell of: won by each seat, by several, by nobody,
    stopped. None where the rules let nobody win."""
    counts = {
        head: int(count.replace(",", ""))
        for line in lines
        if (found := re.fullmatch(r"(\S+(?: \S+)*)  .*, ([\d,]+) games?", line))
        for head, count in [found.groups()]
    }
    wins = [head for head in counts if re.fullmatch(".* wins?( alone)?", head)]
    if not wins:
        return None
    stopped = sum(count for head, count in counts.items() if head.startswith("stopped"))
    return sum(counts[head] for head in wins) + counts.get("draws", 0) + stopped


def test_what_nobody_wins_is_told() -> None:
    done = CliRunner().invoke(cli, ["simulate", "tic_tac_toe", "-n", "60", "--seed", "1"])
    assert re.search(r"^nobody wins +\d", done.output, re.M)


@pytest.mark.parametrize("longest", [100_000, SHORT])
def test_figures_are_the_same_in_any_number_of_processes(longest: int) -> None:
    one, two = (
        simulate(GameSpec("klondike"), games=12, seed=SEED, jobs=jobs, longest=longest).figures
        for jobs in (1, 2)
    )
    assert one == two

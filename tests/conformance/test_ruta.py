"""Ruta in every variant and every reading: both engines play the same game, and records replay.

A fifth of all combinations of the options and of the ace rules that go together, in which any two
of them meet, is played once at random. `RULEWRIGHT_GAMES=1000 .venv/bin/python -m pytest -n 2
tests/conformance/test_ruta.py` plays each of all a thousand times. In every tenth game everything
is compared at every decision; in the others slots and moves, and everything at every twentieth.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import combinations, product

import pytest

from rulewright.backends.registry import EngineName
from rulewright.diagnostics import UsageError
from rulewright.game import load
from rulewright.play import record
from rulewright.testing.conformance import lockstep

GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "1"))
RULES = ["", "ace_give", "ace_extra", "ace_subvert", "ace_give ace_extra"]
READINGS = {
    "excuse": ["on", "off"],
    "longest": ["trail", "path"],
    "reshuffle": ["immediate", "on_demand"],
    "overpay": ["any", "minimal"],
}
EXTRA_READINGS = {"ace_chain": ["on", "off"]}


def settings() -> list[tuple[tuple[str, ...], dict[str, str]]]:
    """Every combination of variants and options."""
    found = []
    for rule in RULES:
        readings = READINGS | (EXTRA_READINGS if "ace_extra" in rule else {})
        for values in product(*readings.values()):
            found.append((tuple(rule.split()), dict(zip(readings, values, strict=True))))
    return found


SETTINGS = settings()
PLAYED = SETTINGS if "RULEWRIGHT_GAMES" in os.environ else SETTINGS[::5]


def name(setting: object) -> str:
    """A setting as the end of a test's name: what is not as usual."""
    if isinstance(setting, tuple):
        return "+".join(setting) or "base"
    assert isinstance(setting, dict)
    usual = {option: values[0] for option, values in (READINGS | EXTRA_READINGS).items()}
    return ",".join(f"{o}={v}" for o, v in setting.items() if v != usual[o]) or "usual"


def test_all_settings_are_there() -> None:
    assert len(SETTINGS) == 5 * 2**4 + 2 * 2**4


def test_any_two_of_a_setting_are_played_together() -> None:
    def pairs(all_of: list[tuple[tuple[str, ...], dict[str, str]]]) -> set[tuple[object, ...]]:
        parts = [[("variants", variants), *options.items()] for variants, options in all_of]
        return {pair for setting in parts for pair in combinations(setting, 2)}

    assert pairs(PLAYED) == pairs(SETTINGS)


@pytest.mark.thorough(one_in=5)
@pytest.mark.parametrize(("variants", "options"), PLAYED, ids=name)
def test_engines_play_alike_and_records_replay(
    variants: tuple[str, ...], options: dict[str, str]
) -> None:
    game = load("ruta", variants=variants, options=options)
    first = SETTINGS.index((variants, options)) * 1_000_003
    for n in range(GAMES):
        played = lockstep(game, first + n, every=1 if n % 10 == 0 else 20)
        assert played.outcome and max(played.outcome["lines"]["routes"]) == 10
        kept = record.read(record.record_of(game, played).model_dump_json())
        again = record.replay(kept, game)
        assert (again.key(), again.outcome) == (played.key(), played.outcome)


@pytest.mark.parametrize("engine", ["python", "reference"])
def test_a_game_through_the_program(engine: EngineName) -> None:
    """The first whole game of S-27, with `rulewright engine` as a process of its own."""
    command = [sys.executable, "-m", "rulewright_cli", "engine", "--engine", engine]
    paths = os.pathsep.join(path for path in sys.path if path)
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONPATH": paths},
    )
    assert process.stdin and process.stdout
    with process:
        ask = {"do": "new", "game": "ruta", "chance": "asked"}
        decisions = 0
        while True:
            process.stdin.write(json.dumps(ask) + "\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert answer["ok"], answer
            if answer["over"]:
                break
            if answer["chance"]:  # descending: the cards in reverse order
                ask = {"do": "chance", "outcome": answer["chance"]["of"][::-1]}
            else:
                move = sorted(answer["moves"])[decisions % len(answer["moves"])]
                ask = {"do": "play", "move": move}
                decisions += 1
        process.stdin.close()
    assert (process.returncode, decisions, answer["scores"]) == (0, 146, [15, 13])


@pytest.mark.parametrize("other", ["ace_give", "ace_extra"])
@pytest.mark.parametrize("engine", ["python", "reference"])
def test_ace_rule_3_goes_with_no_other(engine: EngineName, other: str) -> None:
    with pytest.raises(UsageError) as refused:
        load("ruta", variants=["ace_subvert", other], engine=engine)
    sentence = str(refused.value)
    assert "cannot be played together" in sentence and "RUTA-28" in sentence
    assert other in sentence and "ace_subvert" in sentence

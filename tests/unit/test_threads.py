"""The threading contract: any threads may load at once and share what they have loaded; what they
get and how they play is what one thread alone gets and plays.

Threads are made to change places as often as Python can. `RULEWRIGHT_THREADS=50` goes round that
many times.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

import rulewright as rw
from rulewright.backends.registry import EngineName
from rulewright.check import modules
from rulewright.diagnostics import Findings
from rulewright.game import Game
from rulewright.source import SourceFile
from rulewright.syntax.dump import dump
from rulewright.syntax.grammar import Lexeme
from rulewright.syntax.parse import parse_file

ROUNDS = int(os.environ.get("RULEWRIGHT_THREADS", "1"))
SEEDS = range(ROUNDS)
Result = TypeVar("Result")

BROKEN = """game broken "Broken"
  players 2
type thing: one, two
mark all: 0..3, starts 0
phase main
  turns until all is 3
    choose main
      take(t in things)      "Take (a"
        needs all < 3
      needs (
"""


@pytest.fixture(autouse=True)
def threads_change_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def at_once(tasks: Sequence[Callable[[], Result]]) -> list[Result]:
    """What the tasks give, each in a thread of its own, all let go at the same time."""
    gate = threading.Barrier(len(tasks))
    results: dict[int, Result] = {}

    def run(number: int, task: Callable[[], Result]) -> None:
        gate.wait()
        results[number] = task()

    threads = [threading.Thread(target=run, args=one) for one in enumerate(tasks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [results[number] for number in range(len(tasks))]


def loaded(path: Path) -> Callable[[], str]:
    """A task: load a file and tell all there is to tell about the game, or what is wrong."""

    def task() -> str:
        try:
            game = rw.load(str(path))
        except rw.RulesError as error:
            return str(error).replace(str(path.parent), "")
        return f"{game.digest} {game.program!r}".replace(str(path.parent), "")

    return task


def read(text: str) -> Callable[[], tuple[str, list[str], list[tuple[str, int]]]]:
    """A task: parse a text."""

    def task() -> tuple[str, list[str], list[tuple[str, int]]]:
        findings = Findings()
        words: list[Lexeme] = []
        tree = parse_file(SourceFile("text", text), findings, words)
        found = [f"{one.code} {one.message} {one.span}" for one in findings.found]
        return dump(tree), found, [(word.kind, word.start) for word in words]

    return task


def test_texts_that_are_read_at_once_are_read_as_alone() -> None:
    names = ("kuhn_poker", "pig", "goofspiel")
    texts = [modules.shipped()[name].read_text(encoding="utf-8") for name in names]
    texts += [BROKEN, BROKEN.replace("needs (", "needs ((("), texts[0].replace(":", "(", 3)]
    tasks = [read(text) for text in texts]
    alone = [task() for task in tasks]
    assert all(found for _, found, _ in alone[3:])
    for _ in range(ROUNDS):
        assert at_once(tasks) == alone


def test_games_that_are_loaded_at_once_are_loaded_as_alone(tmp_path: Path) -> None:
    names = ("tic_tac_toe", "kuhn_poker", "pig", "broken")

    def tasks(number: int) -> list[Callable[[], str]]:
        """The same files in a new folder, so that none of them was read before."""
        folder = tmp_path / str(number)
        for name in names[:3]:
            shutil.copytree(modules.shipped()[name].parent, folder, dirs_exist_ok=True)
        (folder / "broken.game").write_text(BROKEN, encoding="utf-8")
        return [loaded(folder / f"{name}.game") for name in (*names, "pig")]

    alone = [task() for task in tasks(0)]
    assert "broken.game" in alone[3]
    for number in range(1, ROUNDS + 1):
        assert at_once(tasks(number)) == alone


def playing(game: Game, seeds: Sequence[int]) -> Callable[[], list[str]]:
    """A task: play games with states of its own, asking everything on the way."""

    def task() -> list[str]:
        told = []
        for seed in seeds:
            state, choose = game.start(seed=seed), random.Random(seed)
            while not state.over and state.decisions < 20:
                moves = [str(move) for move in state.legal_moves()]
                told.append(f"{state.key().hex()} {moves} {state.scores()}")
                told.append(json.dumps([state.observation(s) for s in range(game.seats)]))
                told.append(str([reason.message for reason in state.why_not("nothing")]))
                state.apply(choose.choice(moves))
            told.append(str(state.outcome))
        return told

    return task


@pytest.mark.parametrize(("name", "engine"), [
    ("ruta", "reference"), ("ruta", "python"), ("liars_dice", "python"), ("pig", "reference"),
])  # fmt: skip
def test_a_game_is_played_by_threads_as_by_one(name: str, engine: EngineName) -> None:
    alone = playing(rw.load(name, engine=engine), SEEDS)()
    for _ in range(ROUNDS):
        shared = rw.load(name, engine=engine)
        assert at_once([playing(shared, SEEDS)] * 3) == [alone] * 3


def test_playouts_are_the_same_in_threads() -> None:
    def played(game: Game) -> Callable[[], list[object]]:
        return lambda: [game.engine.playout(seed, 7) for seed in range(20)]

    alone = played(rw.load("kuhn_poker"))()
    for _ in range(ROUNDS):
        shared = rw.load("kuhn_poker")
        assert at_once([played(shared)] * 4) == [alone] * 4


def test_scenarios_are_read_by_threads_from_one_game() -> None:
    right = 'scenario "right"\n  expect how many s in seat where s is me >= 0\n'
    wrong = 'scenario "wrong"\n  expect how many s in seats where s is me >= 0\n'

    def scenario(game: Game, text: str) -> Callable[[], str]:
        def task() -> str:
            try:
                return repr([game.read_scenario(text).steps for _ in range(20)])
            except rw.RulesError as error:
                return str(error)

        return task

    def tasks() -> list[Callable[[], str]]:
        game = rw.load("kuhn_poker")
        return [scenario(game, text) for text in (right, wrong, right, wrong)]

    alone = [task() for task in tasks()]
    assert "seats" in alone[1] and "seats" not in alone[0]
    for _ in range(ROUNDS):
        assert at_once(tasks()) == alone


def test_what_failed_is_not_kept(tmp_path: Path) -> None:
    file = tmp_path / "mine.game"
    good = modules.shipped()["pig"].read_text(encoding="utf-8").replace("game pig", "game mine", 1)
    bad = good.replace("phase", "phrase", 1)
    for text in (bad, good, bad, good):
        file.write_text(text, encoding="utf-8")
        if text == good:
            assert rw.load(str(file)).name == "mine"
            continue
        for _ in range(2):
            with pytest.raises(rw.RulesError, match="phrase"):
                rw.load(str(file))

"""A small game around a compose whose steps have effects: both engines, and the worked examples.

What the generated engine leaves out of a search is compared with the same search without it, and
the plain search with the reference. To play more:

    RULEWRIGHT_GAMES=1000 .venv/bin/python -m pytest tests/conformance/test_lanterns.py
"""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest
from tests.repeated import times

from rulewright import Game, PlayError, load
from rulewright.backends import search
from rulewright.backends.registry import EngineName
from rulewright.core.ir import Compose
from rulewright.lower import completing, general_search
from rulewright.testing.scenario import run

FOLDER = Path(__file__).parent / "lanterns"
GAMES = int(os.environ.get("RULEWRIGHT_GAMES", times(1, thorough=2)))


STRIP = """\
      step strip(q in position, c in laid)
        needs upgrade(c, q) is not empty else "bare"
        needs stripped < 2 else "enough"
        gain 1 stripped
        let e = the d in upgrade(c, q)
        move e from upgrade(c, q) to bin
      step light("""
BIN = "\nzone bin: set of charm\nmark stripped: 0..9"
STRIPPING = {
    "      step light(": STRIP,
    "zone table: set of card": "zone table: set of card" + BIN,
    "    compose play": "    set stripped to 0\n    compose play",
}
RAISED = "lit of me + power of b"
UNTOLD = {f"min(3, {RAISED})": f"3 when {RAISED} > 3 else {RAISED}"}


def dealing(
    cards: int,
    folder: Path,
    engine: EngineName,
    seats: int = 2,
    changes: dict[str, str] | None = None,
) -> Game:
    """The game with smaller hands, in which a search without help comes to an end."""
    copy = folder / f"lanterns_{cards}"
    if not copy.exists():
        shutil.copytree(FOLDER, copy)
    rules = copy / "lanterns.game"
    text = rules.read_text(encoding="utf-8")
    for old, new in {"deal 9 from": f"deal {cards} from", **(changes or {})}.items():
        text = text.replace(old, new, 1)
    rules.write_text(text, encoding="utf-8")
    return load(str(rules), engine=engine, seats=seats)


def play_alike(one: Game, other: Game, seed: int, decisions: int = 1000) -> None:
    """The same random game on both offers the same moves and leads to the same slots."""
    state, twin, chosen = one.start(seed=seed), other.start(seed=seed), random.Random(seed)
    while not state.over and decisions:
        decisions -= 1
        offered = [str(move) for move in state.legal_moves()]
        assert offered == [str(move) for move in twin.legal_moves()], (seed, state.moves)
        move = chosen.choice(offered)
        state.apply(move)
        twin.apply(move)
        assert state.slots == twin.slots, (seed, state.moves)


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("engine", ["python", "reference"])
def test_worked_examples(engine: EngineName) -> None:
    game = load(str(FOLDER / "lanterns.game"), engine=engine)
    failed = [r for s in game.scenarios() if not (r := run(game, s, engine)).passed]
    assert not failed, failed


def test_both_engines_offer_the_same(tmp_path: Path) -> None:
    reference = dealing(2, tmp_path, "reference")
    generated = dealing(2, tmp_path, "python")
    for seed in range(GAMES):
        play_alike(generated, reference, seed, decisions=12)


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("changes", [{}, STRIPPING, UNTOLD], ids=["as it is", "strip", "untold"])
def test_nothing_is_left_out_of_a_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, str]
) -> None:
    """Also with a step that undoes others, and with torches lit by who knows how many."""
    quick = dealing(4, tmp_path, "python", changes=changes)
    quick.start(seed=0).legal_moves()

    def nothing(compose: Compose) -> None:
        return None

    monkeypatch.setattr(general_search, "prospects", nothing)
    monkeypatch.setattr(general_search, "falling", lambda one: tuple(() for _ in one.finishes))
    plain = dealing(4, tmp_path, "python")
    plain.start(seed=0).legal_moves()
    for seed in range(5 * GAMES):
        play_alike(quick, plain, seed)


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_finish_is_always_reached(seats: int) -> None:
    game = load(str(FOLDER / "lanterns.game"), seats=seats)
    for seed in range(GAMES):
        state, chosen = game.start(seed=seed), random.Random(seed)
        while not state.over:
            state.apply(chosen.choice(state.legal_moves()))
        playout = game.start(seed=seed).engine.playout(2 * seed + 1, seed)
        assert playout.decisions > 0


@pytest.mark.parametrize("engine", ["python", "reference"])
def test_a_search_gives_up_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: EngineName
) -> None:
    for module in (search, completing):
        monkeypatch.setattr(module, "MOST_STATES", 3)
    monkeypatch.setattr(general_search, "FEW", 0)  # states are counted that are remembered
    state = dealing(5, tmp_path, engine).start(seed=3)
    chosen = random.Random(1)
    said = "whether play can be completed cannot be told.*; more than to select is done by the step"
    with pytest.raises(PlayError, match=said):
        while not state.over:
            state.apply(chosen.choice(state.legal_moves()))

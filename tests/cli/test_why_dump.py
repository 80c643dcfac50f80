"""`rulewright why` and `rulewright dump`."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]
Golden = Callable[[str, str], None]


def test_why_not(run: Run) -> None:
    done = run("why", "ferry.game", "sink Dates", "load Oil", "open Coe-Foula", "--seed", "3")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "sink Dates: not offered",
        "  Dates is not in your hold (ferry.game:46 FERRY-6)",
        "    Crates on board: Cloth",
        "load Oil: offered",
        "open Coe-Foula: not offered",
        "  3 does not reach 7 (ferry.game:58)",
    ]


def test_why_after_moves(run: Run) -> None:
    done = run("why", "ferry.game", "put Nut", "--seed", "3", "--after", "open Ayr-Bute; put Cloth")
    assert done.stdout.splitlines()[0] == "put Nut: not offered"


def test_why_looks_ahead_on_an_engine_that_sees_what_leads_nowhere(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.backends.search.MOST_STATES", 10)  # of the reference
    done = run("why", "ruins", "pass", "--seats", "2", "--seed", "3", "--after", "keep; keep")
    assert done.exit_code == 0, done.stderr
    told, reason = done.stdout.splitlines()
    assert told == "pass: not offered"
    assert reason.startswith("  you lead, and a leader may not pass (ruins/ruins.game:")


def test_why_loads_a_game_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a look at it says on which engine it is played."""
    module, asked = import_module("rulewright_cli.commands.why"), list[object]()
    load_game = module.load_game

    def counted(*spec: object, **how: object) -> object:
        asked.append(spec)
        return load_game(*spec, **how)

    monkeypatch.setattr(module, "load_game", counted)
    assert run("why", "ruins", "pass", "--seed", "3").exit_code == 0
    assert len(asked) == 1


def test_why_as_json(run: Run) -> None:
    (answer,) = json.loads(run("why", "ruta", "pass", "--seed", "1", "--json").stdout)
    assert answer["offered"] is False
    assert answer["reasons"][0]["file"] == "ruta/ruta.game"
    assert answer["reasons"][0]["tags"] == ["RUTA-13"]


def test_why_names_the_move_that_names_the_same_in_another_order(run: Run) -> None:
    done = run("why", "breakthrough", "move b3-a2")
    assert done.stdout.endswith("\n  did you mean move a2-b3?\n")
    (answer,) = json.loads(run("why", "breakthrough", "move b3-a2", "--json").stdout)
    assert answer["hint"] == "did you mean move a2-b3?"


def test_why_with_a_move_that_cannot_be_made(run: Run) -> None:
    done = run("why", "ferry.game", "pass", "--after", "sink Nowhere")
    assert done.exit_code == 2
    assert "sink Nowhere is not offered" in done.stderr


def test_dump_the_core(run: Run, golden: Golden) -> None:
    golden("dump_ferry_core.txt", run("dump", "ferry.game", "--lines").stdout)


def test_dump_the_syntax(run: Run, golden: Golden) -> None:
    golden("dump_wind_syntax.txt", run("dump", "wind.game", "--stage", "syntax").stdout)


def test_dump_the_core_as_json(run: Run) -> None:
    core = json.loads(run("dump", "ferry.game", "--json").stdout)
    assert core["closed"] is True
    assert core["domains"][core["seats"]]["labels"] == ["red", "blue"]


@pytest.mark.parametrize("stage", ["checked", "python"])
def test_dump_other_stages(run: Run, stage: str) -> None:
    done = run("dump", "ferry.game", "--stage", stage)
    assert done.exit_code == 0
    assert "toll" in done.stdout or "def " in done.stdout


@pytest.mark.parametrize(
    ("stage", "exported"),
    [("wasm", "playouts"), ("wasm-on", "playouts"), ("wasm-step", "step"), ("wasm-all", "see")],
)
def test_dump_the_modules_that_run(run: Run, stage: str, exported: str) -> None:
    """With which the engine plays whole games, plays on, and makes single decisions, one and many
    at once."""
    wasmtime = pytest.importorskip("wasmtime")
    done = run("dump", "ferry.game", "--stage", stage)
    assert done.exit_code == 0
    assert ";; line " in done.stdout  # of the rules
    wanted = wasmtime.Module(wasmtime.Engine(with_exceptions(wasmtime)), done.stdout).exports
    assert exported in [one.name for one in wanted]


def with_exceptions(wasmtime: Any) -> Any:
    config = wasmtime.Config()
    config.wasm_exceptions = True
    return config


def test_json_is_for_the_core(run: Run) -> None:
    assert run("dump", "ferry.game", "--stage", "syntax", "--json").exit_code == 2

"""That engines play the same game is looked at where each has come to, whatever the clock says."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulewright import load
from rulewright.backends import registry
from rulewright.testing.properties import chosen, put_on_trial

pytest.importorskip("wasmtime")


def test_an_engine_makes_single_decisions_as_in_the_end_from_the_first_on() -> None:
    game = load("pig", engine="wasm")
    settled = registry.settled(game.engine)
    assert settled is not None and settled is registry.settled(game.engine)
    assert settled is not game.engine and settled.program is game.program
    assert registry.settled(load("pig", engine="python").engine) is None


def test_what_a_module_gets_wrong_is_found_in_the_first_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from rulewright.backends.wasm import engine
    from rulewright.backends.wasm.machine import Instance

    right = Instance.step

    def wrong(
        self: Instance, position: bytes, stream: bytes | None, action: int
    ) -> tuple[bytes, int, Sequence[int] | None]:
        image, point, actions = right(self, position, stream, action)
        return image, point, actions and actions[:1]  # the other moves are forgotten

    monkeypatch.setattr(Instance, "step", wrong)
    monkeypatch.setattr(engine, "new_stepper", lambda node: None)
    for _ in range(2):  # what is found is found again
        game = load("crazy_eights", engine="wasm")
        trial = put_on_trial(game, chosen(("engines",)), seed=2, games=1)
        _, finding = trial.findings["engines"]
        assert finding.message == "the engines differ in moves"
        assert finding.found.endswith("(wasm)")

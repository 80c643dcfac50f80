"""Circles are looked for again after a game is loaded, exactly where they were before."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest

from rulewright import load
from rulewright.check import modules
from rulewright.collecting import put_off
from rulewright.diagnostics import UsageError


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    was = gc.isenabled()
    gc.enable()
    yield
    gc.enable() if was else gc.disable()


def test_nobody_looks_for_circles_until_all_are_done() -> None:
    with put_off():
        with put_off():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_who_does_not_look_for_them_is_left_alone() -> None:
    gc.disable()
    with put_off():
        assert not gc.isenabled()
    assert not gc.isenabled()


def test_a_game_is_loaded_so(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []
    gather = modules.gather

    def gathered(*given: Any) -> Any:
        looked.append(gc.isenabled())
        return gather(*given)

    monkeypatch.setattr(modules, "gather", gathered)
    load("pig")
    assert gc.isenabled()
    with pytest.raises(UsageError):
        load("pigg")
    assert gc.isenabled() and looked == [False, False]

"""What verify's properties cost goes by what a history holds, not by what it may come to hold."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from types import FrameType

import pytest

from rulewright.game import load
from rulewright.testing.properties import PROPERTIES, chosen, put_on_trial

ROUNDABOUT = """game roundabout
  players 2

type leaf: ring a, b, c, d, e
mark frog of seat: leaf
mark hops: 0..14
history ponds of frog, me: last {last}

phase pond
  turns until times(ponds) is 3 or hops is 14
    remember(ponds)
    choose hop
      hop(n in {{1, 4}})
        set frog of me to frog of me + n
        gain 1 hops

score hops of p: 1 when frog of p is a else 0
winner most score
always hops <= 14
"""
NAMES = tuple(p.name for p in PROPERTIES if p.name != "scenarios")


@cache
def calls(folder: Path, last: int, name: str) -> int:
    """How many functions are called to look at the same games for a property."""
    path = folder / str(last) / "roundabout.game"
    path.parent.mkdir(exist_ok=True)
    path.write_text(ROUNDABOUT.format(last=last), encoding="utf-8")
    game, count = load(str(path)), 0

    def counted(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    put_on_trial(game, chosen((name,)), seed=0, games=1)  # what is made once is made now
    sys.setprofile(counted)
    try:
        trial = put_on_trial(game, chosen((name,)), seed=0, games=4)
    finally:
        sys.setprofile(before)
    assert not trial.findings
    return count


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ponds")


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("name", NAMES)
def test_a_longer_history_makes_no_property_dearer(folder: Path, name: str) -> None:
    short, long = (calls(folder, last, name) for last in (20, 1_000))
    assert long < 1.5 * short, (short, long)

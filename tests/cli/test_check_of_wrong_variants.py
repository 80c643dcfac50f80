"""A variant that is wrong by itself is not loaded with each of many others once more: there it is
wrong in the same way, and that takes long. What both change is seen without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import game as games
from rulewright_cli.commands.check import check

GAME = """game plot "Plot"
  players 2
option most: 3, 4, 5
option least: 1, 2
option rest: off, on
type spot: a, b, c, d, e
mark owner of spot: seat or nobody                    "Whose a place is"
phase main
  turns until passes is 2
    choose main
      take
      wait
      else pass
action take(c in spot where owner of c is nobody)     "Take a place"
  needs few: how many d in spot where owner of d is not nobody < most_taken  else "enough"
  set owner of c to me
action wait
  needs early: rest is on and how many d in spot where owner of d is me < least_taken  else "late"
  set owner of a to me
define most_taken = 3 when most is 3 else 5
define least_taken = 1 when least is 1 else 2
score spots of p: how many c in spot where owner of c is p
winner most score
"""
OTHERS = {
    "many": "set most to 5",
    "least_two": "set least to 2",
    "restful": "set rest to on",
    "three": "set most to 3",
    "four": "set most to 4",
    "one": "set least to 1",
}


def checked(folder: Path, edit: str, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], int]:
    """The codes of what is found with a variant, and how many sets of variants are loaded."""
    (folder / "plot.game").write_text(GAME, encoding="utf-8")
    for name, text in OTHERS.items():
        (folder / f"{name}.game").write_text(
            f'variant {name} of plot "{name}"\n{text}\n', encoding="utf-8"
        )
    mine = folder / "mine.game"
    mine.write_text(f'variant mine of plot "Mine"\n{edit}\n', encoding="utf-8")
    sets, load = list[object](), games.check

    def counted(path: str, **settings: object) -> games.Game:
        sets.append((path, settings.get("variants")))
        return load(path, **settings)  # type: ignore[arg-type]

    monkeypatch.setattr(games, "check", counted)
    parts = [*check(str(mine), set(), {}, set(), fresh=True)]
    return [one.code for _, _, found in parts for one in found], len(set(map(str, sets)))


def test_what_is_wrong_alone_is_not_tried_with_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right, with_all = checked(tmp_path, "set most to 4\nset rest to on", monkeypatch)
    wrong, alone = checked(tmp_path, "set most to 4\nset rst to on", monkeypatch)
    assert set(right) == {"E043"} and with_all > 3
    assert set(wrong) == {"E040", "E043"} and alone <= 2  # the game, and the variant

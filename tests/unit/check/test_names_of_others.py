"""What another variant of a game declares may be named below `with` alone, and is told so."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulesError, load
from rulewright.check import modules, others
from rulewright.diagnostics import Findings

PLOT = """game plot "Plot"
  players 2
type spot: a, b, c
mark owner of spot: seat or nobody                    "Whose a place is"
phase main
  turns until passes is 2
    choose main
      take
      else pass
action take(c in spot where owner of c is nobody)     "Take a place"
  set owner of c to me
score spots of p: how many c in spot where owner of c is p
winner most score
"""

INNS = """variant inns of plot "Inns"
type food: bread, soup
mark inn of spot: seat or nobody                      "Whose inn stands there"
mark meal of seat: food or none                       "What there is"
define rests(c: spot) = inn of c is not nobody        "Is there an inn?"
define inns of p: seat = all c in spot where inn of c is p   "Inns"
action build(c in spot where not rests(c))            "Build an inn"
  set inn of c to me
  set meal of me to bread
add build to main
with cellars
  define deep(c: spot) = inn of c is not nobody       "Is it deep?"
  add at start of build
    needs free: not deep(c)                           else "deep"
"""
CELLARS = 'variant cellars of plot "Cellars"\n'


def written(folder: Path, edit: str, header: str = "") -> str:
    (folder / "plot.game").write_text(PLOT, encoding="utf-8")
    (folder / "inns.game").write_text(INNS, encoding="utf-8")
    (folder / "cellars.game").write_text(CELLARS, encoding="utf-8")
    path = folder / "tolls.game"
    path.write_text(f'variant tolls of plot "Tolls"\n{header}\n{edit}\n', encoding="utf-8")
    return str(path)


def hint(path: str) -> str:
    with pytest.raises(RulesError) as wrong:
        load(path)
    return wrong.value.diagnostics[0].hint


def below(name: str, edit: str) -> str:
    return f"with {name}\n" + "\n".join(f"  {line}" for line in edit.splitlines())


@pytest.mark.parametrize(
    ("name", "edit"),
    [
        ("build", 'add at start of build\n  needs few: c is not a  else "not there"'),
        ("inn", 'add at start of take\n  needs free: inn of c is nobody  else "an inn"'),
        ("rests", 'add at start of take\n  needs free: not rests(c)  else "an inn"'),
        ("meal", 'add at start of take\n  needs hungry: meal of me is not bread  else "eat"'),
        ("food", "define wanted(f: food) = 1\n"),
    ],
)
def test_a_name_of_another_variant_is_told_with_it_and_checks_below_with(
    name: str, edit: str, tmp_path: Path
) -> None:
    told = hint(written(tmp_path, edit))
    assert told == f"inns has {name}: what names it is written below `with inns`"
    if name != "food":  # which nothing uses
        path = written(tmp_path, below("inns", edit))
        assert load(path) and load(str(tmp_path / "plot.game"), variants=["inns", path])


@pytest.mark.parametrize(
    ("edit", "header"),
    [
        ("replace define wrong = 1", ""),  # which nobody has
        ("add at start of deep\n  let x = 1", ""),  # which counts with a third one alone
        ("add at end of take\n  if p is me\n    pass", ""),  # a parameter
        ("add at start of build\n  let x = 1", "  excludes inns"),
        (below("cellars", "add at start of build\n  let x = 1"), ""),
    ],
)
def test_no_other_variant_is_told_where_it_would_not_do(
    edit: str, header: str, tmp_path: Path
) -> None:
    path = written(tmp_path, edit, header)
    with pytest.raises(RulesError) as wrong:
        load(path, variants=["cellars"] if edit.startswith("with") else [])
    found = wrong.value.diagnostics
    assert found[0].code in ("E040", "E100") and "inns has" not in str(wrong.value)


def test_variants_of_other_games_are_none_and_only_files_with_the_name_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, "add at start of build\n  let x = 1")
    inns = tmp_path / "inns.game"
    inns.write_text(INNS.replace("of plot", "of plan", 1), encoding="utf-8")
    parsed: list[str] = []

    def read(path: Path, findings: Findings) -> modules.Loaded | None:
        parsed.append(path.name)
        return modules.read(path, findings)

    monkeypatch.setattr(others, "read", read)
    assert "inns" not in hint(path)
    assert parsed == ["inns.game"]

"""A table that cannot be read is one mistake, and one finding: at the table, or where it is named.

Every table of every game is damaged, and the games that stand on it are loaded with all scenarios.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.check import modules
from rulewright.diagnostics import RulesError
from rulewright.game import load

ROOT = Path(__file__).parents[3]
RULES = ROOT / "rules"
FOLDERS = [RULES, ROOT / "tests" / "cli" / "ferry", ROOT / "tests" / "conformance"]
TABLES = sorted(table for folder in FOLDERS for table in folder.rglob("*.csv"))
BESIDE = {"decktet": "ruta", "standard_deck": "classics/crazy_eights"}  # who uses a library

DAMAGE: tuple[tuple[str, Callable[[Path], object]], ...] = (
    ("E021", lambda table: table.unlink()),
    ("E022", lambda table: table.write_bytes(table.read_bytes() + b"\xff\n")),
    ("E024", lambda table: table.write_text(table.read_text().rstrip("\n") + ",x,y,z\n")),
    ("E025", lambda table: table.write_text(table.read_text().splitlines()[0] + "\n")),
    ("E006", lambda table: table.write_text(table.read_text() + "\0\n")),
)


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize(
    "number", range(len(TABLES)), ids=[str(t.relative_to(ROOT)) for t in TABLES]
)
def test_a_table_that_cannot_be_read_is_one_finding(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = TABLES[number]
    home = BESIDE.get(table.parent.name)
    folder = shutil.copytree(table.parent, tmp_path / table.parent.name)
    if home is None:
        games = [path for path in folder.glob("*.game") if path.stem == folder.name]
        named = [path for path in folder.glob("*.game") if f'"{table.name}"' in path.read_text()]
        game = (named or games)[0]  # a look is named by nobody
    else:
        game = RULES / home / f"{Path(home).name}.game"
        others = {**modules.shipped(), folder.name: folder / f"{folder.name}.game"}
        monkeypatch.setattr(modules, "shipped", lambda: others)
    damages = DAMAGE[1:] if table.name.endswith(".look.csv") else DAMAGE  # which need not be there
    code, damage = damages[number % len(damages)]
    damage(folder / table.name)
    with pytest.raises(RulesError) as raised:
        load(str(game), engine="reference").scenarios()
    assert [finding.code for finding in raised.value.diagnostics] == [code]


@pytest.mark.parametrize(("code", "damage"), DAMAGE, ids=[code for code, _ in DAMAGE])
def test_whatever_is_wrong_with_it(
    code: str, damage: Callable[[Path], object], tmp_path: Path
) -> None:
    folder = shutil.copytree(RULES / "classics" / "kuhn_poker", tmp_path / "kuhn_poker")
    damage(folder / "cards.csv")
    with pytest.raises(RulesError) as raised:
        load(str(folder / "kuhn_poker.game"), engine="reference").scenarios()
    assert [finding.code for finding in raised.value.diagnostics] == [code]

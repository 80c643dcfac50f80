"""Games as the rows of a table: what stands in files, and when there is none."""

from __future__ import annotations

import csv
import json
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.analysis import rows as module
from rulewright.analysis.rows import Row, columns, writer
from rulewright.analysis.simulate import GameSpec, simulate
from rulewright.diagnostics import UsageError
from rulewright_cli.main import cli

ROWS = [
    Row(0, 11, 5, 12, False, "win, rich", "Ann", (3, -1)),
    Row(1, 12, 99, None, True, "", "", None),
]
TABLE = columns(ROWS, ("Ann", "Bob"))
HEADS = [
    "game", "seed", "decisions", "options", "stopped", "outcome", "winners", "points_Ann",
    "points_Bob",
]  # fmt: skip


def test_csv(tmp_path: Path) -> None:
    writer(str(tmp_path / "games.csv"))(TABLE)
    with open(tmp_path / "games.csv", newline="") as file:
        assert [*csv.reader(file)] == [
            HEADS,
            ["0", "11", "5", "12", "False", "win, rich", "Ann", "3", "-1"],
            ["1", "12", "99", "", "True", "", "", "", ""],
        ]


def test_json_lines(tmp_path: Path) -> None:
    writer(str(tmp_path / "games.JSONL"))(TABLE)
    lines = (tmp_path / "games.JSONL").read_text().splitlines()
    assert [*map(json.loads, lines)] == [
        dict(zip(HEADS, (0, 11, 5, 12, False, "win, rich", "Ann", 3, -1), strict=True)),
        dict(zip(HEADS, (1, 12, 99, None, True, "", "", None, None), strict=True)),
    ]


def test_parquet(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    writer(str(tmp_path / "games.parquet"))(TABLE)
    table = import_module("pyarrow.parquet").read_table(tmp_path / "games.parquet")
    assert table.to_pydict() == TABLE


def test_what_cannot_be_written_is_told_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UsageError, match=r"\.csv, \.jsonl, \.parquet, not games\.txt"):
        writer("games.txt")
    with pytest.raises(UsageError, match=r"cannot write .*games\.csv: there is no folder"):
        writer(str(tmp_path / "nowhere" / "games.csv"))
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match="needs pyarrow, which is not installed"):
        writer(str(tmp_path / "games.parquet"))


def test_rows_are_those_of_the_figures() -> None:
    result = simulate(GameSpec("kuhn_poker"), games=50, seed=4, rows=True)
    assert [row.game for row in result.rows] == [*range(50)]
    assert result.figures is not None
    mean = sum(row.decisions for row in result.rows) / 50
    assert result.figures["decisions"]["mean"] == pytest.approx(mean)
    first = [row.winners for row in result.rows].count("first")
    assert result.figures["seats"][0]["wins"]["count"] == first > 0
    assert simulate(GameSpec("kuhn_poker"), games=5).rows == ()


def test_the_command_writes_them(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text("what was there")
    arguments = ["simulate", "pig", "-n", "3", "--seed", "1", "--jobs", "1", "--rows", str(file)]
    done = CliRunner().invoke(cli, [*arguments, "--longest", "1"])
    assert (done.exit_code, done.stderr) == (0, "")
    assert [line.split(",")[4] for line in file.read_text().splitlines()[1:]] == ["True"] * 3
    assert [path.name for path in tmp_path.iterdir()] == ["games.csv"]
    refused = CliRunner().invoke(cli, [*arguments[:-1], str(tmp_path / "games.xls")])
    assert refused.exit_code == 2
    assert refused.stdout == ""

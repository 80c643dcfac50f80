"""Files that no playtest can go on with are told from those that it can, and left as they are."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright import catalogue
from rulewright.analysis.simulate import GameSpec
from rulewright.diagnostics import UsageError
from rulewright.playtest import store as stores
from rulewright.playtest.plan import Measures, Plan, Setting
from rulewright.playtest.run import playtest

KUHN = Setting(GameSpec("kuhn_poker", seats=2), ("random", "random"), 4)
PLAN = Plan((KUHN,), seed=5)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "store.sqlite"
    playtest(PLAN, store=str(path))
    return path


def refused(path: Path, plan: Plan = PLAN) -> str:
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(UsageError) as told:
        playtest(plan, store=str(path))
    assert not path.is_file() or path.read_bytes() == before
    assert "\n" not in str(told.value)
    return str(told.value)


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (replace(PLAN, seed=6), "is of another seed: 5, not 6"),
        (replace(PLAN, longest=99), "is of another longest game"),
        (
            Plan((replace(KUHN, players=("greedy", "random")),), 5),
            'is of other players (setting 1): ["random","random"], not ["greedy","random"]',
        ),
        (Plan((replace(KUHN, measures=Measures(games=1)),), 5), "is of other measures (setting 1)"),
        (
            Plan((Setting(GameSpec("tic_tac_toe"), KUHN.players, 4),), 5),
            "is of other game (setting 1): kuhn_poker, not tic_tac_toe",
        ),
    ],
)
def test_another_playtest_is_refused(store: Path, plan: Plan, said: str) -> None:
    assert said in refused(store, plan)


def test_other_rules_are_refused(tmp_path: Path) -> None:
    rules, store = tmp_path / "three.game", tmp_path / "store.sqlite"
    text = catalogue.game("tic_tac_toe").path.read_text()
    rules.write_text(text)
    plan = Plan((Setting(GameSpec(str(rules)), ("random", "random"), 4),), seed=5)
    rows = playtest(plan, store=str(store)).rows
    rules.write_text(text + "\n# a comment means nothing\n")
    assert playtest(plan, store=str(store)).rows == rows
    rules.write_text(text.replace("of p is 3", "of p is 2"))
    assert "is of other rules (setting 1): " in refused(store, plan)


def test_another_version_is_refused(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "__version__", "9.9")
    assert "is of another version of Rulewright: " in refused(store)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"not a database, but long enough to look like something" * 30, "no store of a playtest"),
        (b"SQLite format 3\0" + b"\xff" * 2000, "no store of a playtest"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    assert said in refused(path)


def test_the_sqlite_file_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE games (name TEXT)")
    file.close()
    assert "is an SQLite file of something else" in refused(path)


def test_a_later_form_is_refused(store: Path) -> None:
    with sqlite3.connect(store) as file:
        file.execute("PRAGMA user_version = 3")
    file.close()
    assert "is of another version of Rulewright (form 3)" in refused(store)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE games SET seed = 1 WHERE number = 2",
        "UPDATE games SET moves = '[' WHERE number = 2",
        "UPDATE games SET moves = 7 WHERE number = 2",
        "UPDATE games SET players = '[\"greedy\"]' WHERE number = 2",
        "UPDATE games SET points = '[1]' WHERE number = 2",
        "UPDATE games SET points = '[1, true]' WHERE number = 2",
        "UPDATE games SET winners = '[-1]' WHERE number = 2",
        "UPDATE games SET counts = '{}' WHERE number = 2",
        "UPDATE games SET counts = NULL WHERE number = 2",
        "UPDATE games SET measured = '[[],[]]' WHERE number = 2",
        "UPDATE games SET number = -1 WHERE number = 2",
        "UPDATE games SET setting = -1 WHERE number = 2",
        "UPDATE games SET ending = '" + "[" * 200_000 + "' WHERE number = 2",
        "UPDATE settings SET what = 'x'",
        "UPDATE settings SET what = '[]'",
        "UPDATE settings SET setting = 7",
        "DELETE FROM playtest",
        "INSERT INTO playtest SELECT * FROM playtest",
        "DROP TABLE games",
        "DROP TABLE settings",
        "ALTER TABLE games DROP COLUMN ending",
    ],
)
def test_damage_is_told(store: Path, damage: str) -> None:
    with sqlite3.connect(store) as file:
        file.execute(damage)
    file.close()
    told = refused(store)
    assert "damaged" in told or "cannot be used" in told


def test_a_file_that_cannot_be_written_is_read_if_nothing_is_missing(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect
    read_only = lambda path: connect(f"file:{os.fsdecode(path)}?mode=ro", uri=True)  # noqa: E731
    monkeypatch.setattr(sqlite3, "connect", read_only)
    assert playtest(PLAN, store=str(store)).found == 4
    assert "cannot be used: attempt to write a readonly database" in refused(
        store, Plan((replace(KUHN, games=5),), seed=5)
    )


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        assert "is no ordinary file" in refused(path)
    assert "cannot be used" in refused(tmp_path / "missing" / "store.sqlite")


def test_names_are_what_the_system_takes(tmp_path: Path) -> None:
    odd = tmp_path / os.fsdecode(b"\xff \xe2\x82\xac?mode=ro.sqlite")
    assert playtest(PLAN, store=str(odd)).found == 0
    assert playtest(PLAN, store=str(odd)).found == 4 and os.listdir(tmp_path) == [odd.name]
    with pytest.raises(UsageError, match=r"cannot be used|no store"):
        playtest(PLAN, store="a\0b")


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.touch()
    assert playtest(PLAN, store=str(path)).found == 0
    assert playtest(PLAN, store=str(path)).found == 4


def test_two_playtests_may_write_into_one_store(tmp_path: Path) -> None:
    """Both find nothing and play all; each game is there once."""
    path = str(tmp_path / "store.sqlite")

    def meanwhile(done: int, of: int) -> None:
        if done == 1:
            playtest(PLAN, store=path)

    assert playtest(PLAN, store=path, on_progress=meanwhile).rows == playtest(PLAN).rows
    assert playtest(PLAN, store=path).rows == playtest(PLAN).rows

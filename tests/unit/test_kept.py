"""What is kept between runs is the user's own, and whole; anything else is as good as none.

Each case puts something wrong into the cache folder: play goes on as if nothing had been kept.
"""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from lark import Lark
from lark.exceptions import UnexpectedInput

from rulewright import kept, resources
from rulewright.kept import cache_folder, keep
from rulewright.syntax import grammar

FILE = "grammar.json"
DATA = b'{"a": 1}'


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of the user's, and the cache folder that will be in it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "rulewright"


def had(form: str = "form") -> bytes | None:
    return kept.kept(FILE, form=form)


def mode_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_what_is_kept_is_had_again(cache: Path) -> None:
    assert had() is None
    keep(DATA, FILE, form="form")
    assert had() == DATA
    assert (mode_of(cache), mode_of(cache / FILE)) == (0o700, 0o600)
    assert had("another form") is None
    keep(b"more", FILE, form="form")
    assert had() == b"more"
    assert [path.name for path in cache.iterdir()] == [FILE]


def test_folders_inside_are_private_too(cache: Path) -> None:
    keep(DATA, "inner", FILE, form="form")
    assert kept.kept("inner", FILE, form="form") == DATA
    assert mode_of(cache / "inner") == 0o700
    (cache / "inner").chmod(0o755)
    assert kept.kept("inner", FILE, form="form") is None


def test_the_oldest_make_room(cache: Path) -> None:
    for number in range(4):
        keep(DATA, "inner", f"{number}", form="form", room=1 << 20)
        os.utime(cache / "inner" / f"{number}", (number, number))
    size = (cache / "inner" / "0").stat().st_size
    keep(DATA, "inner", "4", form="form", room=3 * size)
    assert sorted(path.name for path in (cache / "inner").iterdir()) == ["2", "3", "4"]
    keep(DATA, "inner", "5", form="form", room=size - 1)
    assert [*(cache / "inner").iterdir()] == []


def truncated(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])


def changed(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"1", b"2"))


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def made_a_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file, 0o600)


def made_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir(mode=0o700)


def made_a_link(file: Path) -> None:
    file.rename(file.with_suffix(".other"))
    file.symlink_to(file.with_suffix(".other"))


def made_a_device(file: Path) -> None:
    file.unlink()
    file.symlink_to("/dev/zero")


def opened_to_all(file: Path) -> None:
    file.chmod(0o644)


def folder_opened_to_a_group(file: Path) -> None:
    file.parent.chmod(0o770)


def folder_made_a_link(file: Path) -> None:
    file.parent.rename(file.parent.with_name("other"))
    file.parent.symlink_to(file.parent.with_name("other"))


WRONG = (
    truncated, changed, emptied, made_a_pipe, made_a_folder, made_a_link, made_a_device,
    opened_to_all, folder_opened_to_a_group, folder_made_a_link,
)  # fmt: skip


@pytest.mark.parametrize("spoil", WRONG)
def test_what_is_wrong_is_not_read(cache: Path, spoil: Callable[[Path], None]) -> None:
    keep(DATA, FILE, form="form")
    spoil(cache / FILE)
    assert had() is None
    keep(DATA, FILE, form="form")  # and what can be put right is
    assert had() == (None if spoil in (made_a_folder, folder_made_a_link) else DATA)
    assert not [*cache.glob("*.part")]


@pytest.mark.parametrize("spoil", WRONG)
def test_rules_are_read_whatever_is_in_the_cache(
    cache: Path, spoil: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody sees anything of it, but for the time it takes to make the tables once more."""
    parser = grammar._lark()  # making its tables takes half a second: it is made but once here
    shutil.rmtree(cache, ignore_errors=True)
    made = []

    def quick(text: str, **settings: object) -> Lark:
        made.append(text)
        return parser

    monkeypatch.setattr(grammar, "Lark", quick)
    monkeypatch.setattr(quick, "_load_from_dict", Lark._load_from_dict, raising=False)
    grammar._lark.__wrapped__()
    grammar._lark.__wrapped__()
    assert len(made) == 1 and (cache / FILE).is_file()
    spoil(cache / FILE)
    assert grammar._lark.__wrapped__() is parser
    assert len(made) == 2


def test_a_folder_of_somebody_else_is_left_alone(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(DATA, FILE, form="form")
    monkeypatch.setattr(os, "geteuid", lambda: cache.stat().st_uid + 1)
    assert had() is None
    keep(b"other", FILE, form="form")
    monkeypatch.undo()
    assert (cache / FILE).read_bytes().endswith(DATA)


def test_a_cache_that_cannot_be_written_is_no_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    keep(DATA, FILE, form="form")
    assert had() is None


@pytest.mark.parametrize("base", ["", ".", "here/cache", "../cache", "~/cache"])
def test_only_an_absolute_folder_is_the_cache(
    base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", base)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "rulewright"
    monkeypatch.setenv("HOME", base or ".")
    assert cache_folder() is None
    assert had() is None


def test_tables_that_were_kept_read_as_new_ones_do(cache: Path) -> None:
    """Accepted texts, and what a text that is not accepted is told."""
    grammar._lark.__wrapped__()
    again = grammar._lark.__wrapped__()
    assert again.source_path == "<deserialized>"
    fresh = Lark(resources.grammar_text(), **grammar._SETTINGS, **grammar._WHEN_READING)
    rules = resources.rules_root() / "classics" / "pig" / "pig.game"
    right = rules.read_text(encoding="utf-8").split("\n\n")
    for piece in [*right, *(text[: len(text) // 2] for text in right)]:
        told: list[object] = []
        for parser in (fresh, again):
            try:
                told.append(parser.parse(piece, start="declaration"))
            except UnexpectedInput as error:
                accepted = getattr(error, "accepts", None) or error.allowed  # type: ignore[attr-defined]
                told.append((error.pos_in_stream, sorted(accepted)))
        assert told[0] == told[1]


class Bomb:
    """What runs a command when it is unpickled."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self.file),)


def test_no_data_in_the_cache_are_run(cache: Path, tmp_path: Path) -> None:
    cache.mkdir(mode=0o700)
    bomb = pickle.dumps(Bomb(tmp_path / "gone off"))
    for name in (FILE, "grammar.lark-cache"):
        (cache / name).write_bytes(bomb)
        (cache / name).chmod(0o600)
    code = "import rulewright; print(rulewright.load('pig').title)"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("Pig\n", "")
    assert not (tmp_path / "gone off").exists()
    assert (cache / FILE).read_bytes() != bomb


def test_no_code_unpickles() -> None:
    """Nothing in the library reads data that could run code, but for workers of a cluster: they do
    what its scheduler sends anyway."""
    root = Path(resources.__file__).parent
    loose = ("pickle", "marshal", "shelve", "dill", "yaml")
    found = [
        f"{path.relative_to(root)}: {line.strip()}"
        for path in root.rglob("*.py")
        if path != root / "cluster.py"
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.split()[:1] in (["import"], ["from"]) and any(word in line for word in loose)
    ]
    assert found == []

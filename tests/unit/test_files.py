"""Files are whole whoever writes, reads or dies; nothing is written over, or left, by accident."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from rulewright import files
from rulewright.files import expect_writable, file_bytes, holding, write_whole


def test_texts_and_bytes_and_nothing_else_in_the_folder(tmp_path: Path) -> None:
    write_whole(tmp_path / "text", "Käse\n")
    write_whole(tmp_path / "bytes", b"\xff\x00")
    assert (tmp_path / "text").read_bytes() == b"K\xc3\xa4se\n"
    assert (tmp_path / "bytes").read_bytes() == b"\xff\x00"
    assert sorted(os.listdir(tmp_path)) == ["bytes", "text"]


def test_a_name_as_long_as_names_can_be_and_one_that_is_no_text(tmp_path: Path) -> None:
    longest, strange = "n" * 255, os.fsdecode(b"\xff\xfe.json")
    for name in (longest, strange):
        write_whole(tmp_path / name, name.encode("utf-8", "surrogateescape"))
        assert (tmp_path / name).read_bytes() == os.fsencode(name)


def test_what_cannot_be_written_is_known_before_there_is_something_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("there").write_text("as it was")
    os.symlink(Path("away", "file"), "link")
    for path, told in (
        ("missing/file", "there is no folder missing"),
        ("there/file", "Not a directory"),
        ("link", f"there is no folder {tmp_path / 'away'}"),
        ("folder", "Is a directory"),
        ("", "Is a directory"),
        ("a\0b", "no file has such a name"),
    ):
        for refuses in (expect_writable, lambda path: write_whole(path, "")):
            with pytest.raises(OSError) as refused:
                refuses(path)
            assert refused.value.strerror == told
    with pytest.raises(FileExistsError):
        expect_writable("there", new=True)
    expect_writable("there")
    expect_writable("folder/new", new=True)
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "folder")
    with pytest.raises(PermissionError, match="the folder folder may not be written to"):
        expect_writable("folder/new")
    assert sorted(os.listdir()) == ["folder", "link", "there"] and os.listdir("folder") == []


def test_threads_never_read_a_part(tmp_path: Path) -> None:
    """Several writers of one file and readers beside them: each finds one text whole."""
    path = tmp_path / "game.json"
    texts = [str(i) * 50_000 for i in range(4)]
    write_whole(path, texts[0])
    wrong: list[str] = []

    def write(text: str) -> None:
        try:
            for _ in range(10):
                write_whole(path, text)
                if path.read_text() not in texts:
                    wrong.append("a part was read")
        except OSError as error:
            wrong.append(str(error))

    writers = [threading.Thread(target=write, args=(text,)) for text in texts]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert wrong == []
    assert os.listdir(tmp_path) == ["game.json"]


def test_of_several_that_make_a_new_file_one_does(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    made: list[str] = []

    def make(text: str) -> None:
        try:
            write_whole(path, text, new=True)
            made.append(text)
        except FileExistsError:
            pass

    makers = [threading.Thread(target=make, args=(str(i),)) for i in range(8)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join()
    assert [path.read_text()] == made
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_new_file_where_there_are_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", no_links)
    write_whole(tmp_path / "a", "one", new=True)
    with pytest.raises(FileExistsError):
        write_whole(tmp_path / "a", "two", new=True)
    assert (tmp_path / "a").read_text() == "one"
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.skipif(os.name == "nt", reason="modes are those of POSIX")
def test_modes(tmp_path: Path) -> None:
    def mode(name: str) -> int:
        return stat.S_IMODE((tmp_path / name).stat().st_mode)

    (tmp_path / "plain").write_text("")
    write_whole(tmp_path / "new", "")
    assert mode("new") == mode("plain")
    (tmp_path / "kept").write_text("")
    (tmp_path / "kept").chmod(0o640)
    write_whole(tmp_path / "kept", "")
    assert mode("kept") == 0o640
    for name in ("kept", "secret"):
        write_whole(tmp_path / name, "", private=True)
        assert mode(name) == 0o600


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "real").write_text("before")
    (tmp_path / "link").symlink_to(tmp_path / "folder" / "real")
    write_whole(tmp_path / "link", "after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "folder" / "real").read_text() == "after"
    with pytest.raises(FileExistsError):
        write_whole(tmp_path / "link", "again", new=True)


def test_what_is_no_ordinary_file_is_left_alone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    for path in (Path("/dev/null"), tmp_path / "pipe", tmp_path, tmp_path / "circle"):
        with pytest.raises(OSError):
            write_whole(path, "text")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert sorted(os.listdir(tmp_path)) == ["circle", "pipe"]


KILLED = """
import os, sys
from rulewright.files import file_bytes, holding, write_whole
os.replace = lambda *_: os.kill(os.getpid(), 9)
write_whole(sys.argv[1], "after")
"""


def test_a_killed_process_leaves_the_file_and_nothing_for_ever(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("before")
    subprocess.run([sys.executable, "-c", KILLED, str(path)], timeout=60, check=False)
    assert path.read_text() == "before"
    (left,) = {*os.listdir(tmp_path)} - {"game.json"}
    write_whole(path, "later")
    assert sorted(os.listdir(tmp_path)) == sorted(["game.json", left])  # may be written to now
    old = (tmp_path / left).stat().st_mtime - files.STALE - 1
    os.utime(tmp_path / left, (old, old))
    write_whole(tmp_path / "other.json", "another file of the same folder")
    assert sorted(os.listdir(tmp_path)) == ["game.json", "other.json"]


def test_what_fails_leaves_all_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_text("before")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    for name in ("a", "b"):
        with pytest.raises(OSError, match="No space left"):
            write_whole(tmp_path / name, "after")
    assert (tmp_path / "a").read_text() == "before"
    assert os.listdir(tmp_path) == ["a"]


def test_nothing_else_writes_files() -> None:
    """All that the library and the command line write is written by `write_whole`."""
    root = Path(__file__).parents[2]
    sources = [*root.glob("interpreter/**/*.py"), *root.glob("cli/**/*.py")]
    assert len(sources) > 100
    writers = ("os.replace(", ".write_text(", ".write_bytes(", "mkstemp(", ', "w"', ', "wb"')
    found = [
        f"{path.name}: {word}"
        for path in sources
        if path.name != "files.py"
        for word in writers
        if word in path.read_text(encoding="utf-8")
    ]
    assert found == []


@pytest.mark.parametrize("name", ["nul\x00", "\ud800", "n" * 300, "missing", "folder", "pipe"])
def test_what_is_no_file_is_an_error_at_once(tmp_path: Path, name: str) -> None:
    os.mkdir(tmp_path / "folder")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError) as refused:
        file_bytes(f"{tmp_path}/{name}", 10)
    assert refused.value.strerror
    if name not in ("missing",):
        with pytest.raises(OSError):
            write_whole(f"{tmp_path}/{name}", b"x")


def test_a_file_without_end_is_read_no_further(tmp_path: Path) -> None:
    write_whole(tmp_path / "long", b"x" * 100)
    assert file_bytes(tmp_path / "long", 10) == b"x" * 11
    with pytest.raises(OSError, match="not an ordinary file"):
        file_bytes("/dev/zero", 10)


def test_a_file_is_held_to_as_it_was_read_first(tmp_path: Path) -> None:
    path = tmp_path / "rules"
    path.write_bytes(b"before")
    with holding():
        assert file_bytes(path, 9) == b"before"
        path.write_bytes(b"after")
        assert file_bytes(path, 9) == b"before"
        path.unlink()
        assert file_bytes(path, 9) == b"before"
    path.write_bytes(b"later")
    assert file_bytes(path, 9) == b"later"

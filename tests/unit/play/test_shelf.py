"""What is served to strangers: games of the catalogue and of one folder, and no other file.

Whatever is asked for, no file outside is opened, and nothing that stands there is ever told. A game
that is asked for again is not made again, unless one of its files has changed.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from rulewright import resources
from rulewright.check import modules
from rulewright.diagnostics import Findings
from rulewright.play import shelf as shelves
from rulewright.play.protocol import Session
from rulewright.play.shelf import MOST_GAMES, Shelf

SECRET = "Xyzzy_is_the_word"
TABLE = "name\nstone\nstick\n"
GAME = """game heap "Heap"
  players 2..3
  uses things
option rich: 1..3                "How rich?"
mark left: 0..9, starts 3        "Left"

setup
  spend rich left

phase main
  turns until left is 0          "Turns"
    choose main
      take                       "Take one"
        spend one_thing left

score left_over of p: left       "Left over"
winner most score
"""
LIBRARY = """library things "Things"
component thing from "things.csv" named by name
define one_thing = 1
"""
VARIANT = """variant more of heap "More"
replace score left_over of p: left + 1    "Left over"
"""

_opened: list[str] | None = None


def _listen(event: str, arguments: tuple[Any, ...]) -> None:
    if _opened is not None and event == "open" and isinstance(arguments[0], str | bytes):
        _opened.append(os.fsdecode(arguments[0]))


@pytest.fixture
def opened() -> Iterator[list[str]]:
    """The names of all files that are opened."""
    global _opened
    if not hasattr(_listen, "hears"):  # an audit hook stays for as long as the process
        sys.addaudithook(_listen)
        _listen.hears = True  # type: ignore[attr-defined]
    _opened = []
    yield _opened
    _opened = None


@pytest.fixture
def served(tmp_path: Path) -> Path:
    """A folder that is served, with ways that lead out of it to files with a secret."""
    served, outside = tmp_path / "served", tmp_path / "outside"
    for folder in (served, outside):
        (folder / "inner").mkdir(parents=True)
        (folder / "heap.game").write_text(GAME)
        (folder / "things.game").write_text(LIBRARY)
        (folder / "more.game").write_text(VARIANT)
        (folder / "things.csv").write_text(TABLE)
        (folder / "secret.txt").write_text(f'game {SECRET} "{SECRET}"\n')
    (outside / "heap.game").write_text(GAME.replace("heap", SECRET))
    (outside / "secret.game").write_text(f"{SECRET}\n{SECRET}\n")
    (outside / "things.csv").write_text(f"name,{SECRET}\n{SECRET}\n")
    (outside / "back.game").symlink_to(served / "heap.game")
    (served / "link.game").symlink_to(outside / "secret.game")
    (served / "door").symlink_to(outside, target_is_directory=True)
    (served / "inner" / "heap.game").symlink_to(served / "heap.game")
    (served / "uses.game").write_text(GAME.replace("heap", "uses").replace("things", "link"))
    for name, target in (("table", "things.csv"), ("library", "things.game")):
        folder = served / name
        folder.mkdir()
        for file in ("heap.game", "things.game", "things.csv"):
            if file == target:
                (folder / file).symlink_to(outside / file)
            else:
                (folder / file).write_text((served / file).read_text())
    os.mkfifo(served / "pipe.game")
    return served


def names(served: Path) -> list[str]:
    """All that somebody might try to get at something."""
    outside = served.parent / "outside"
    return [
        "/etc/passwd", "/etc/shadow", "/proc/self/environ", "/dev/zero", "/dev/stdin", "CON", "/",
        "file:///etc/passwd", "~/.ssh/id_rsa", "secret.txt", "./secret.txt", "door", ".", "..", "",
        "../outside/secret.txt", "../outside/secret.game", "../outside/heap.game", "../heap.game",
        f"{outside}/secret.game", f"{outside}/heap.game", "link.game", "door/secret.game", ".game",
        "door/heap.game", "door/back.game", "inner/../../outside/secret.game", "secret", "heap",
        "door/../secret.game", "table/heap.game", "library/heap.game", "uses.game", "pipe.game",
        "..\\outside\\secret.game", "..\\outside\\secret", "heap.game\0", "x" * 5000 + ".game",
        "\udc80.game", "/" * 3000 + "etc/passwd", "../" * 1500 + "etc/passwd.game", "inner",
    ]  # fmt: skip


def requests(name: str) -> list[dict[str, Any]]:
    record = {"format": "rulewright-record/1", "game": name, "digest": "0" * 12, "seats": 2}
    return [
        {"do": "new", "game": name},
        {"do": "new", "game": "heap.game", "variants": [name]},
        {"do": "new", "game": "ruta", "variants": [name]},
        {"do": "load", "record": record},
        {"do": "load", "record": {**record, "game": "heap.game", "variants": [name]}},
    ]


@pytest.mark.parametrize("with_root", [True, False])
def test_no_file_outside_is_opened_or_told(
    served: Path, with_root: bool, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(served)
    cache = served.parent / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    session = Session(root=served if with_root else None)
    for path in modules.shipped().values():  # with the grammar, and what is kept of all these
        modules.read(path, Findings())
    opened.clear()
    for name in names(served):
        for request in requests(name):
            answer = session.answer(json.dumps(request))
            assert SECRET not in answer, request
            assert '"code":"internal"' not in answer, answer
    code = Path(resources.__file__).parent
    allowed = [
        resources.rules_root().resolve(),
        code,
        cache.resolve(),
        *([served] if with_root else []),
    ]
    for one in opened:
        if not re.search(
            r"\.pyc?(\.\d+)?$", one
        ):  # what is imported, and bytecode as it is written
            place = Path(one).resolve()
            assert any(place.is_relative_to(folder) for folder in allowed), one
    assert opened


def test_what_lies_outside_is_not_told_from_what_is_not_there(served: Path) -> None:
    session = Session(root=served)

    def told(name: str) -> str:
        return session.answer(json.dumps({"do": "new", "game": name})).replace(name, "NAME")

    assert told("../outside/secret.game") == told("../outside/nothing.game") == told("link.game")
    (served.parent / "outside" / "far").symlink_to("/", target_is_directory=True)
    for way in ("../outside/{}/../../served", f"{served.parent}/outside/{{}}/../../served"):
        assert told(f"{way.format('far')}/heap.game") == told(f"{way.format('nothing')}/heap.game")
    assert told("/etc/passwd") == told("/etc/nothing") == told("./secret.txt")


@pytest.mark.parametrize("name", ["heap.game", "./heap.game", "inner/../heap.game"])
def test_what_lies_inside_is_served(served: Path, name: str) -> None:
    session = Session(root=served)
    for path in (name, str(served / name)):
        for variants in ([], ["more"], ["more.game"], [str(served / "more.game")]):
            request = {"do": "new", "game": path, "variants": variants, "seed": 1}
            assert json.loads(session.answer(json.dumps(request)))["ok"], request
            record = json.loads(session.answer('{"do":"save"}'))["record"]
            assert json.loads(session.answer(json.dumps({"do": "load", "record": record})))["ok"]
    assert json.loads(session.answer('{"do":"new","game":"ruta","variants":["ace_give"]}'))["ok"]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the games that are made."""
    found: list[str] = []
    load = rw.load

    def counted(name: str, **settings: Any) -> object:
        game = load(name, **settings)
        found.append(name)
        return game

    monkeypatch.setattr(shelves, "load", counted)
    return found


def test_equal_settings_share_their_game(served: Path, made: list[str]) -> None:
    shelf = Shelf(served)
    heap = shelf.load("heap.game")
    assert shelf.load("heap.game") is heap
    others = [
        shelf.load("heap.game", seats=3),
        shelf.load("heap.game", options={"rich": 2}),
        shelf.load("heap.game", options={"rich": "2"}),
        shelf.load("heap.game", variants=["more"]),
        shelf.load("heap.game", engine="reference"),
    ]
    assert len({id(game) for game in (heap, *others)}) == len(made) == 6
    assert [game.seats for game in others] == [3, 2, 2, 2, 2]
    assert shelf.load("heap.game", variants=["more"]) is others[3]
    assert shelf.load("heap.game") is heap
    assert len(made) == 6


def test_a_request_to_begin_again_makes_nothing(served: Path, made: list[str]) -> None:
    session = Session(root=served)
    for seed in range(5):
        assert '"ok":true' in session.answer(json.dumps({"do": "new", "game": "pig", "seed": seed}))
        record = json.loads(session.answer('{"do":"save"}'))["record"]
        assert '"ok":true' in session.answer(json.dumps({"do": "load", "record": record}))
    assert len(made) == 2, "a record names its options and seats, and so is another request"


@pytest.mark.parametrize(
    ("file", "then", "now"),
    [
        ("heap.game", "starts 3", "starts 5"),
        ("things.game", "one_thing = 1", "one_thing = 2"),
        ("things.csv", "stick", "straw"),
        ("more.game", "left + 1", "left + 2"),
    ],
)
def test_a_file_that_has_changed_is_read_again(
    served: Path, made: list[str], file: str, then: str, now: str
) -> None:
    """Also where size and time of the file stay as they were."""
    shelf, path = Shelf(served), served / file
    first, before = shelf.load("heap.game", variants=["more"]), path.stat()
    text = path.read_text()
    assert then in text
    path.write_text(text)
    assert shelf.load("heap.game", variants=["more"]) is first
    path.write_text(text.replace(then, now))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    second = shelf.load("heap.game", variants=["more"])
    assert second.digest != first.digest
    assert shelf.load("heap.game", variants=["more"]) is second
    assert len(made) == 2


def test_a_file_that_appears_beside_counts(served: Path, made: list[str]) -> None:
    """A library beside a game goes before the one of the catalogue."""
    (served / "heap.game").write_text(GAME.replace("uses things", "uses decktet"))
    (served / "heap.game").write_text(
        (served / "heap.game").read_text().replace("spend one_thing left", "spend 1 left")
    )
    shelf = Shelf(served)
    first = shelf.load("heap.game")
    assert shelf.load("heap.game") is first
    (served / "decktet.game").write_text(LIBRARY.replace("library things", "library decktet"))
    assert shelf.load("heap.game").digest != first.digest
    assert len(made) == 2


def test_what_failed_is_tried_again(served: Path, made: list[str]) -> None:
    shelf, path = Shelf(served), served / "heap.game"
    path.write_text(GAME.replace("spend", "spendd"))
    for _ in range(2):
        with pytest.raises(Exception, match="spendd"):
            shelf.load("heap.game")
    path.write_text(GAME)
    game = shelf.load("heap.game")
    (served / "things.csv").unlink()
    with pytest.raises(Exception, match=r"things\.csv"):
        shelf.load("heap.game")
    (served / "things.csv").write_text(TABLE)
    assert shelf.load("heap.game") is game
    assert len(made) == 1


def test_only_so_many_games_are_held(served: Path, made: list[str]) -> None:
    shelf = Shelf(served)
    for round_ in range(2):
        for number in range(MOST_GAMES + 1):
            (served / f"g{number}.game").write_text(GAME.replace("heap", f"g{number}"))
            shelf.load(f"g{number}.game")
        assert len(made) == (MOST_GAMES + 1) * (round_ + 1)

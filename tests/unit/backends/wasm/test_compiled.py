"""Compiled modules are kept, and had again only if they are whole, the user's own, and of the same.

Whatever is wrong with one, the games are the same: it is made anew.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, cast

import pytest

from rulewright import Game, kept, load, resources
from rulewright.backends.python import PythonEngine
from rulewright.runtime.chance import stream
from rulewright.runtime.layout import CHANCE

pytest.importorskip("wasmtime")

from rulewright.backends.wasm import WasmEngine, compiled, engine, machine
from rulewright.backends.wasm.machine import Machine
from rulewright.backends.wasm.shapes import Shape

LANTERNS = str(Path(__file__).parents[3] / "conformance" / "lanterns" / "lanterns.game")
PIG = Path(__file__).parents[4] / "rules" / "classics" / "pig" / "pig.game"
SEEDS = (1, 7, 2**100 + 1)
PLAYED = """
import sys
from rulewright import load
from rulewright.backends.wasm import compiled
compiled.WORTH_KEEPING = 0
print(*load(sys.argv[1], engine="wasm").engine.playouts(range(9)))
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return load(str(PIG))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The modules that were made, of which all are worth keeping."""
    found: list[str] = []

    def noted(make: Callable[..., object]) -> Callable[..., object]:
        def noting(*given: object) -> object:
            found.append(make.__name__)
            return make(*given)

        noting.__name__ = make.__name__
        return noting

    for name in ("module", "module_on", "module_of_steps"):
        monkeypatch.setattr(engine, name, noted(getattr(engine, name)))
    monkeypatch.setattr(compiled, "WORTH_KEEPING", 0)
    monkeypatch.delenv(compiled.VARIABLE)
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where modules will be kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "rulewright" / compiled.FOLDER


def anew(game: Game) -> WasmEngine:
    return WasmEngine(game.program, at_once=True)


def games(game: Game) -> list[object]:
    """What whole games come to on a new engine."""
    return list(anew(game).playouts(SEEDS))


def decided(engine: PythonEngine | WasmEngine, game: Game) -> list[object]:
    """Some single decisions, and what games come to that go on from there."""
    codec: Any = engine.codec
    plain = cast(PythonEngine, engine)
    slots = engine.layout.fresh()
    slots[CHANCE] = stream(5)
    position = codec.encode(slots)
    plain.begin(position)
    found: list[object] = []
    for turn in range(20):
        codes = plain.moves(position)
        plain.apply(position, codes[turn % len(codes)])
        found += [list(codes), deepcopy(codec.decode(position))]
    return [*found, *plain.play_on(position, SEEDS)]


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", [str(PIG), LANTERNS])
def test_what_is_kept_plays_the_same(name: str, folder: Path, made: list[str]) -> None:
    """Also where positions have lists and maps."""
    game = load(name)
    python = PythonEngine(game.program)
    meant = [*python.playouts(SEEDS), *decided(python, game)]
    for _ in range(2):
        engine = anew(game)
        assert [*engine.playouts(SEEDS), *decided(engine, game)] == meant
    assert sorted(made) == ["module", "module_of_steps", "module_on"]
    assert len([*folder.iterdir()]) == 3
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}


def test_shapes_are_kept_whatever_their_ranges() -> None:
    numbers = [Shape("number", range=held) for held in (None, (-1, 5), (0, 1 << 60_000))]
    for one in (*numbers, Shape("list", numbers[1:2]), Shape("map", numbers[:2])):
        again = compiled._shape(json.loads(json.dumps(compiled._plain(one))))
        assert compiled._plain(again) == compiled._plain(one)
        assert again.range == one.range


def cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-100])


def a_byte_flipped(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def written_by_others(file: Path) -> None:
    file.chmod(0o660)


def in_a_folder_of_others(file: Path) -> None:
    file.parent.chmod(0o770)


def a_link(file: Path) -> None:
    file.rename(file.with_name("other"))
    file.symlink_to(file.with_name("other"))


@pytest.mark.parametrize(
    "spoil", [cut_off, a_byte_flipped, written_by_others, in_a_folder_of_others, a_link]
)
def test_what_is_spoilt_is_made_anew(
    spoil: Callable[[Path], None], game: Game, folder: Path, made: list[str]
) -> None:
    meant = games(game)
    [file] = folder.iterdir()
    spoil(file)
    assert games(game) == meant
    assert games(game) == meant
    assert made == ["module"] * 2  # and what is made anew is kept in its place


def test_what_somebody_else_wrote_is_left_alone(
    game: Game, folder: Path, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    meant = games(game)
    [file] = folder.iterdir()
    before = file.read_bytes()
    monkeypatch.setattr(os, "geteuid", lambda: file.stat().st_uid + 1)
    assert games(game) == meant
    assert made == ["module"] * 2
    assert file.read_bytes() == before


@pytest.mark.parametrize("code", [b"code of nobody", b"\x7fELF" + bytes(1000)])
def test_what_wasmtime_does_not_know_is_made_anew(
    code: bytes, game: Game, folder: Path, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where it comes from another version, or was made for another processor."""
    with monkeypatch.context() as patch:
        patch.setattr(Machine, "compiled", lambda self: code)
        anew(game)._whole.instance()
    assert len([*folder.iterdir()]) == 1
    assert games(game) == list(PythonEngine(game.program).playouts(SEEDS))
    games(game)
    assert made == ["module"] * 2


def test_what_was_made_of_something_else_is_not_found(
    game: Game, folder: Path, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games(game)
    list(WasmEngine(game.program, frozenset({"unroll"})).playouts(SEEDS))
    games(load(str(PIG), seats=3))
    monkeypatch.setattr(machine, "_version", lambda: "0")
    games(game)
    monkeypatch.setattr(resources, "code", lambda *folders: "other code")
    games(game)
    assert made == ["module"] * 5
    assert len([*folder.iterdir()]) == 5


def test_nothing_is_kept_that_is_not_to_be(
    game: Game, folder: Path, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(compiled.VARIABLE, "off")
    meant = games(game)
    assert not folder.exists()
    monkeypatch.setenv(compiled.VARIABLE, "")
    games(game)
    monkeypatch.setenv(compiled.VARIABLE, "off")
    assert games(game) == meant
    assert made == ["module"] * 3
    monkeypatch.setenv(compiled.VARIABLE, "")
    monkeypatch.setattr(compiled, "WORTH_KEEPING", 10_000_000)
    games(load(str(PIG), seats=4))
    assert len([*folder.iterdir()]) == 1


def test_where_nothing_can_be_kept_games_are_played(
    game: Game, tmp_path: Path, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*args: object, **more: object) -> None:
        raise PermissionError

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(kept, "write_whole", refused)  # as in a folder that is for reading only
    meant = games(game)
    monkeypatch.setattr(kept, "cache_folder", lambda: None)  # as where nobody owns files
    assert games(game) == meant
    assert made == ["module"] * 2


def test_old_modules_make_room_for_new_ones(
    game: Game, folder: Path, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games(game)
    [first] = folder.iterdir()
    os.utime(first, (1, 1))
    monkeypatch.setattr(compiled, "ROOM", first.stat().st_size * 3 // 2)
    games(load(str(PIG), seats=3))
    [second] = folder.iterdir()
    assert second != first


def test_two_processes_keep_the_same_module_at_once(game: Game, folder: Path) -> None:
    call = [sys.executable, "-c", PLAYED, str(PIG)]
    environment = {**os.environ, compiled.VARIABLE: ""}
    both = [subprocess.Popen(call, stdout=subprocess.PIPE, env=environment) for _ in range(2)]
    told = [one.communicate(timeout=60)[0] for one in both]
    assert told[0] == told[1] and told[0].count(b"PlayoutResult") == 9
    assert len([*folder.iterdir()]) == 1

"""A file that is read again after an edit: the same as if nothing had been read before.

Declarations that stand in a file as they stood before are not read again, and what was read of a
large file is kept for later processes. So files are edited at random, in ways that nobody would
choose, and read after each edit with all that is known from before, with what was kept, and with
nothing. `RULEWRIGHT_REREADS` sets how many edits there are.
"""

from __future__ import annotations

import os
import random
import shutil
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from rulewright.check import modules, tables
from rulewright.core.dump import program_json
from rulewright.diagnostics import Findings, RulesError, RulewrightError, render
from rulewright.game import load
from rulewright.kept import cache_folder
from rulewright.source import NOWHERE, SourceFile, Span
from rulewright.syntax import grammar, parse

EDITS = int(os.environ.get("RULEWRIGHT_REREADS", 12))
CHECKED = EDITS // 3

GAMES = ("tic_tac_toe", "kuhn_poker", "pig", "ruta")
PIECES = (
    "\n", "\n\n", "\r\n", "\t", "  ", " ", "# setup", '"', "'", '"\nsetup\n', "'phase x'", "{", "}",
    "{me", "{1 +}", "12345678901", ":", ",", "(", ")", "or ", "\nor ", "\n  or me\n", "end game",
    "\nscenario\n",
    '\nscenario "One"\n  play end', '\nscenario "Two" TWO-1\n  expect over\n', "\n# x\n", '"#"',
    "\nphase one\n", "\n  ", "\ndefine n = 1\n", '\nalways 1 is 1 "a\nlways"', "\u200b", "\u00e9",
    "\ngame other \"Other\"\n", " \n\t\n", "\x0b", "-", "1", "none", "\n\n\n# end",
)  # fmt: skip


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(parse, "WORTH_KEEPING", 1_000)
    grammar._lark()


def forget(*, kept: bool = False) -> None:
    """Nothing has been read in this process, nor in any other unless that is kept."""
    folder = cache_folder()
    assert folder is not None
    if not kept:
        shutil.rmtree(folder, ignore_errors=True)
    parse._read.clear()
    modules._parsed.clear()
    tables._read.clear()


def everything(value: object, file: SourceFile) -> object:
    """A tree with all its places, to be compared."""
    if isinstance(value, Span):
        assert value is NOWHERE or value.file is file
        return value.start, value.end
    if isinstance(value, tuple):
        return tuple(everything(item, file) for item in value)
    if is_dataclass(value):
        parts = (everything(getattr(value, f.name), file) for f in fields(value))
        return type(value).__name__, *parts
    return value


def read(text: str) -> tuple[object, list[str]]:
    """All that reading a text gives."""
    findings, source = Findings(), SourceFile("some/file.game", text)
    try:
        tree: object = everything(parse.parse_file(source, findings), source)
    except RulesError as error:
        return None, [render(finding) for finding in error.diagnostics]
    return tree, [f"{finding.sort_key()} {render(finding)}" for finding in findings.found]


def edited(text: str, chance: random.Random) -> str:
    """A text with something put in, taken out, doubled, or put elsewhere."""
    one, other = sorted(chance.randrange(len(text) + 1) for _ in range(2))
    lines = text.split("\n")
    number = chance.randrange(len(lines))
    match chance.randrange(8):
        case 0 | 1:
            return text[:one] + chance.choice(PIECES) + text[one:]
        case 2:
            return text[:one] + text[one + chance.randrange(1, 30) :]
        case 3:
            return text[:one] + text[other:] if chance.random() < 0.2 else text[:other]
        case 4:
            lines.insert(chance.randrange(len(lines)), lines[number])
        case 5:
            lines[number] = lines[number].removeprefix("  ")
        case 6:
            lines[number] = "  " + lines[number]
        case 7:
            del lines[number]
    return "\n".join(lines)


def original(name: str) -> str:
    return modules.text_of(modules.find(name))


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", GAMES)
def test_what_was_read_before_changes_nothing(name: str) -> None:
    chance, known = random.Random(f"reading {name}"), original(name)
    text = known
    forget()
    for _ in range(EDITS):
        text = edited(text if chance.random() < 0.6 else known, chance)
        again = read(text)
        remembered = dict(parse._read._values)
        forget(kept=True)
        assert read(text) == again
        forget()
        assert read(text) == again
        parse._read._values.update(remembered)


def test_a_declaration_in_which_something_is_found_is_not_kept() -> None:
    forget()
    text = original("pig") + '\naction roll_it\n  needs 1 is 1 else "{1 +}, {"\n'
    for _ in range(2):
        _, found = read(text)
        assert len(found) == 2
    assert not any("roll_it" in declaration for declaration in parse._read._values)


def test_only_what_was_edited_is_read() -> None:
    forget()
    text = original("ruta")
    read(text)
    before = {*parse._read._values}
    read("# a longer beginning\n" + text.replace("define ", "define  ", 1))
    assert len({*parse._read._values} - before) == 1


def kept_trees() -> Path:
    folder = cache_folder()
    assert folder is not None
    (file,) = folder.glob("trees/*")
    return file


def test_what_was_kept_is_read_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    text = original("pig")
    before = read(text)
    forget(kept=True)
    monkeypatch.setattr(grammar, "_lark", None)
    assert read(text) == before


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("damage", [b"", b"[", b"\x00\xff", b'["game", [0]]', b"[1, 2, 3]"])
def test_whatever_is_wrong_with_what_is_kept_is_never_told(damage: bytes) -> None:
    forget()
    text = original("pig")
    before = read(text)
    file = kept_trees()
    for spoilt in (damage, file.read_bytes() + damage, damage + file.read_bytes()):
        forget(kept=True)
        file.write_bytes(spoilt)
        assert read(text) == before


def test_a_small_edit_writes_nothing() -> None:
    forget()
    text = original("pig")
    read(text)
    kept_trees().unlink()
    read(text.replace("roll", "throw", 1))
    folder = cache_folder()
    assert folder is not None and not list(folder.glob("trees/*"))


def test_there_is_room_for_so_many_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse, "FILES_KEPT", 2)
    forget()
    text = original("pig")
    for number in range(6):
        parse._read.clear()
        parse.parse_file(SourceFile(f"{number}.game", text), Findings())
    folder = cache_folder()
    assert folder is not None and len(list(folder.glob("trees/*"))) == 2


def checked(path: Path) -> tuple[object, list[str]]:
    """All that loading a game gives: its core, and all that is found, scenarios included."""
    core = None
    try:
        game = load(str(path), engine="reference")
        core = program_json(game.program)
        game.scenarios()
    except RulesError as error:
        return core, [render(finding) for finding in error.diagnostics]
    except RulewrightError as error:
        return core, [str(error)]
    return core, [render(finding) for finding in game.warnings]


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", GAMES[:-1])
def test_what_was_checked_before_changes_nothing(name: str, tmp_path: Path) -> None:
    chance, known = random.Random(f"checking {name}"), original(name)
    path = tmp_path / f"{name}.game"
    forget()
    for _ in range(CHECKED):
        path.write_text(edited(known, chance), encoding="utf-8", newline="")
        again = checked(path)
        forget()
        assert checked(path) == again
        path.write_text(known, encoding="utf-8", newline="")
        checked(path)

"""Whatever happens to a rule file, reading it ends in a game or in findings, and soon.

`RULEWRIGHT_FUZZ=1000 .venv/bin/python -m pytest tests/unit/syntax/test_damaged_files.py` damages so
many.
"""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulewright import resources
from rulewright.diagnostics import RulesError, UsageError
from rulewright.game import load

RUTA = resources.rules_root() / "ruta"
SECONDS = 20
CASES = int(os.environ.get("RULEWRIGHT_FUZZ", "60"))


def cut(text: str, chance: random.Random) -> str:
    return text[: chance.randrange(len(text))]


def lose_line(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    del lines[chance.randrange(len(lines))]
    return "\n".join(lines)


def double_line(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    return "\n".join([*lines[:at], lines[at], *lines[at:]])


def swap_characters(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) - 1)
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def lose_characters(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text))
    return text[:at] + text[at + chance.randrange(1, 12) :]


def change_character(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text))
    return text[:at] + chance.choice("(){}\"'=<.,:# -0aZ\n") + text[at + 1 :]


def move_line(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    line = lines.pop(chance.randrange(len(lines)))
    lines.insert(chance.randrange(len(lines) + 1), line)
    return "\n".join(lines)


def swap_words(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    words = lines[at].split(" ")
    if len(words) > 1:
        i, j = chance.sample(range(len(words)), 2)
        words[i], words[j] = words[j], words[i]
        lines[at] = " ".join(words)
    return "\n".join(lines)


def exchange_word(text: str, chance: random.Random) -> str:
    """A word of the file in the place of another: reads well and means something else."""
    words = text.split(" ")
    i, j = (chance.randrange(len(words)) for _ in range(2))
    words[i] = words[j]
    return " ".join(words)


DAMAGES: tuple[Callable[[str, random.Random], str], ...] = (
    cut, lose_line, double_line, swap_characters, lose_characters, change_character, move_line,
    swap_words, exchange_word,
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for file in RUTA.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    return tmp_path


@pytest.fixture
def time_limit() -> Iterator[None]:
    """Fail a test that does not come back, where the system can interrupt it."""

    def late(signum: int, frame: object) -> None:
        raise TimeoutError(f"no answer after {SECONDS} seconds")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def rules_of(text: str) -> str:
    """A rule file without its scenarios, which are long and all alike."""
    return text.split('\nscenario "')[0]


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("seed", range(CASES))
def test_damaged_files_are_refused_or_read(seed: int, folder: Path, time_limit: None) -> None:
    chance = random.Random(seed)
    name = chance.choice(("ruta", "ruta", "ace_give", "ace_extra", "ace_subvert"))
    path = folder / f"{name}.game"
    whole = path.read_text(encoding="utf-8")
    text = rules_of(whole) if seed % 5 else whole
    for _ in range(chance.choice((1, 1, 1, 3))):
        text = chance.choice(DAMAGES)(text, chance) or "\n"
    path.write_text(text, encoding="utf-8")
    try:
        load(str(path), engine="reference").scenarios()
    except (RulesError, UsageError) as refusal:
        assert str(refusal)

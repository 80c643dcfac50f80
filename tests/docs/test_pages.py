"""What README.md and other pages (`PAGES`) show is so: commands print what
stands below them, Python answers as written, games load, and every link leads to something.

A block with a file name behind its language is a file beside the commands: ```game plum.game. In a
`console` block, `$` begins a command, and what follows is its output; `...` stands for any text.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright import RulesError, load
from rulewright.testing.scenario import Runner
from rulewright_cli.main import cli

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md", "SECURITY.md", "rules/README.md", "rules/TUTORIAL.md", "rules/TESTING.md",
    "grammar/CHEATSHEET.md",
)  # fmt: skip
OTHERS = (
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "DESIGN.md",
    "GLOSSARY.md",
    "COMPARISON.md",
    "grammar/REFERENCE.md",
    "rules/COOKBOOK.md",
)
ALL_PAGES = (*PAGES, *OTHERS)
COMMANDS = {
    "rulewright": "rulewright_cli",
    "pytest": "pytest -p rulewright.testing.pytest_plugin -p no:cacheprovider",
}
SET_UP = "python3 -m venv .venv && "


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language, the file it is, its text."""

    language: str
    file: str
    text: str


def blocks(page: str) -> list[Block]:
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [Block(*parts) for parts in found]


def commands(text: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with its output."""
    parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the examples; `rulewright` and `pytest` are the commands they are when
    installed."""
    shutil.copy(ROOT / "examples" / "cherries.game", tmp_path)
    (tmp_path / "bin").mkdir()
    for name, module in COMMANDS.items():
        script = tmp_path / "bin" / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -W error -m {module} "$@"\n')
        script.chmod(0o755)
    return tmp_path


def run(command: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a command prints, errors included: in this process, if the shell has no part in it."""
    words, _, file = command.partition(" < ")
    if words.startswith("rulewright ") and not set(words) & set("|&;<>$"):
        typed = (folder / file.strip()).read_text(encoding="utf-8") if file else None
        monkeypatch.chdir(folder)
        return CliRunner().invoke(cli, shlex.split(words)[1:], input=typed).output
    paths = os.pathsep.join(str(ROOT / name) for name in ("interpreter", "cli"))
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={
            **os.environ,
            "PYTEST_ADDOPTS": "",  # meant for the tests that run this
            "PYTHONPATH": paths,
            "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    return done.stdout


def agrees(found: str, shown: str) -> bool:
    pattern = ".*?".join(re.escape(part) for part in shown.rstrip().split("..."))
    return re.fullmatch(pattern, found.rstrip(), re.DOTALL) is not None


@pytest.mark.parametrize("page", PAGES)
def test_commands_print_what_is_shown(
    page: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = blocks(page)
    for block in shown:
        if block.file and block.language != "game":
            (folder / block.file).write_text(block.text, encoding="utf-8")
    wrong = []
    for block in shown:
        if block.language == "game" and block.file:
            (folder / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            for command, output in commands(block.text):
                found = run(command, folder, monkeypatch)
                if not agrees(found, output):
                    wrong.append(f"$ {command}\n{found}")
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("page", PAGES)
def test_python_answers_as_shown(page: str) -> None:
    for block in blocks(page):
        if block.language == "python":
            test = doctest.DocTestParser().get_doctest(block.text, {}, page, page, 0)
            report: list[str] = []
            doctest.DocTestRunner().run(test, out=report.append)
            assert report == [], "".join(report)


def test_the_small_game_is_the_one_in_the_examples() -> None:
    (text,) = [block.text for block in blocks("README.md") if block.file == "cherries.game"]
    assert text == (ROOT / "examples" / "cherries.game").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 25


def test_two_commands_do_all_the_set_up() -> None:
    first, second = [b.text.strip() for b in blocks("README.md") if b.language == "sh"]
    assert first.startswith(SET_UP) and first.endswith("rulewright play ruta")
    assert second.startswith(SET_UP) and second.endswith("-m pytest -n 2")
    assert second in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert second in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_every_command_is_listed() -> None:
    from rulewright_cli.main import COMMANDS

    listed = re.findall(
        r"^\| `rulewright (\w+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert sorted(listed) == sorted(COMMANDS)


@pytest.mark.parametrize("page", ALL_PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = [link.split("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text)]
    files = [target for target in targets if target and "://" not in target]
    assert [t for t in files if not ((ROOT / page).parent / t).exists()] == []


def test_files_of_the_glossary_are_there() -> None:
    library = ROOT / "interpreter" / "rulewright"
    named = re.findall(r"`([\w/]+\.py)`", (ROOT / "GLOSSARY.md").read_text(encoding="utf-8"))
    assert named and [file for file in named if not (library / file).is_file()] == []


def test_a_word_has_one_meaning() -> None:
    text = (ROOT / "GLOSSARY.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]*\w) \| [^|]", text, re.MULTILINE)
    words = [word.strip() for row in rows for word in row.split(",")]
    assert words and sorted(set(words)) == sorted(words)


def test_constraints_are_names_and_versions() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []


def test_what_is_cited_is_this_version() -> None:
    import rulewright

    cited = dict(
        line.split(": ", 1)
        for line in (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
        if ": " in line and not line.startswith(" ")
    )
    assert cited["version"] == rulewright.__version__
    assert cited["license"] == "MIT" and "Rulewright" in cited["title"]


def test_jokers_join_the_standard_deck_as_it_is_said(tmp_path: Path) -> None:
    section = (ROOT / "rules/README.md").read_text(encoding="utf-8")
    section = section.partition("## Decks that are there")[2].partition("\n## ")[0]
    rows, declared = re.findall(r"^```text\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    asked = re.findall(r"`(not is_joker of c and .*?)`", section)
    deck = (ROOT / "rules/standard_deck/standard_deck.csv").read_text(encoding="utf-8")
    (tmp_path / "with_jokers.csv").write_text(deck + rows, encoding="utf-8")
    rules = f"""\
game jokers "Jokers"
  players 2
{declared}
zone hand of seat: set of card
zone laid: set of card
setup
  move all c in card to hand of '0'
phase play
  turns in {{'0'}} until passes is 1
    choose main
      lay(c in hand of me where {asked[0]})
        move c to laid
      pass
score laid of p: how many c in laid where colour of c is red and suit of c is Hearts
winner most score
"""
    (tmp_path / "jokers.game").write_text(rules, encoding="utf-8")
    game = load(str(tmp_path / "jokers.game"))
    offered = [str(move) for move in game.start(seed=1).legal_moves()]
    cards = [one for one in game.program.domains if one.name == "card"]
    assert cards[0].labels[-2:] == ("Red Joker", "Black Joker") and len(cards[0].labels) == 54
    assert len(offered) == 13 and not any("Joker" in one for one in offered)


def test_jokers_join_a_game_with_the_standard_deck_as_it_is_said(tmp_path: Path) -> None:
    section = (ROOT / "rules/README.md").read_text(encoding="utf-8")
    section = section.partition("## Decks that are there")[2].partition("\n## ")[0]
    rows = re.findall(r"^```text\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)[0]
    files = re.findall(r"^```game (\S+)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    assert [name for name, _ in files] == ["high.game", "wild.game"]
    deck = (ROOT / "rules/standard_deck/standard_deck.csv").read_text(encoding="utf-8")
    for name, text in (*files, ("with_jokers.csv", deck + rows), ("jokers.csv", deck[:22] + rows)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    for file, variants in (("high.game", []), ("wild.game", ["wild"])):
        game = load(str(tmp_path / "high.game"), variants=variants)
        assert game.warnings == () and None not in [*game.engine.playouts(range(9))]
        own = [one for one in game.scenarios() if one.span.file.name.endswith(file)]
        runner = Runner(game)
        assert own and all(runner.run(scenario).passed for scenario in own)
    (tmp_path / "added.game").write_text('variant added of high "More"\nadd "jokers.csv" to card\n')
    with pytest.raises(RulesError, match="a number from 1 to 13 is wanted"):
        load(str(tmp_path / "added.game"))

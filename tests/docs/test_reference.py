"""grammar/REFERENCE.md is true: its examples load and play, its words and codes are all there are.

Blocks marked `game` are whole files; `game-part` are declarations at the table of the examples,
where they take the place of its declarations of the same name and all actions are offered.
"""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from rulewright import catalogue, resources
from rulewright.backends.registry import EngineName
from rulewright.check.scope import RESERVED
from rulewright.diagnostics import Diagnostic, Findings, Note
from rulewright.source import Span
from rulewright.testing import scenario
from rulewright_cli.rulebook.book import rulebook
from rulewright_cli.rulebook.lines import book_lines
from rulewright_cli.rulebook.markdown import as_markdown
from rulewright_cli.rulebook.page import as_page

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "grammar" / "REFERENCE.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(game|game-part|game-table)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
GAMES = [text for kind, text in BLOCKS if kind == "game"]
PARTS = [text for kind, text in BLOCKS if kind == "game-part"]
(TABLE,) = [text for kind, text in BLOCKS if kind == "game-table"]
ENGINES: tuple[EngineName, ...] = ("reference", "python")
MOST_MOVES = 20

SMALL_WORDS = set(
    "and at by else for from has if in into is no not of or the to until when where while"
    " with yes".split()
)


def pieces(text: str) -> dict[str, str]:
    """The declarations of a text by their first two words, each with the comments before it."""
    found: dict[str, str] = {}
    for piece in re.split(r"^(?=[a-z])", text, flags=re.MULTILINE):
        words = re.findall(r"\w+", piece.split("\n")[0])
        if words:
            alone = words[0] in ("setup", "phase", "winner")
            found[words[0] if alone else " ".join(words[:2])] = piece
    return found


def at_the_table(part: str) -> str:
    """The table's game with a part in it."""
    host, added = pieces(TABLE), pieces(part)
    kept = {name: text for name, text in host.items() if name not in added}
    text = "".join(kept.values())
    if "phase" not in added:
        actions = [name.split()[1] for name in added if name.startswith("action")]
        offers = "".join(f"      {name}\n" for name in actions if name not in ("take", "draw"))
        text = text.replace("      else pass\n", f"{offers}      else pass\n")
    return f"{text}\n{part}"


def title(text: str) -> str:
    first = next(line for line in text.splitlines() if not line.startswith("#"))
    return " ".join(re.findall(r"\w+", first)[:2])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with what the examples stand beside."""
    shutil.copy(ROOT / "rules" / "ruta" / "map.csv", tmp_path)
    shutil.copy(ROOT / "examples" / "cherries.game", tmp_path)
    return tmp_path


def add_but_for_what_is_unused(
    findings: Findings, code: str, message: str, span: Span, *notes: Note, **more: Any
) -> None:
    """`Findings.add`; a part declares more than it uses."""
    if code not in ("E190", "E193", "E194"):
        findings.found.append(Diagnostic(code, message, span, notes, **more))


def play(path: Path, engine: EngineName) -> None:
    """Load a game, play at random for a while, and run its scenarios."""
    game = rw.load(str(path), engine=engine)
    state, lot = game.start(seed=7), random.Random(7)
    while not state.over and state.decisions < MOST_MOVES:
        state.apply(lot.choice(state.legal_moves()))
    failed = [r for s in game.scenarios() if not (r := scenario.run(game, s, engine)).passed]
    assert failed == []


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", GAMES, ids=title)
def test_a_whole_example_plays(text: str, engine: EngineName, folder: Path) -> None:
    path = folder / f"{title(text).split()[1]}.game"
    path.write_text(text, encoding="utf-8")
    play(path, engine)


@pytest.mark.thorough(each="part")
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("part", PARTS, ids=title)
def test_a_part_plays_at_the_table(
    part: str, engine: EngineName, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Findings, "add", add_but_for_what_is_unused)
    path = folder / "table.game"
    path.write_text(at_the_table(part), encoding="utf-8")
    play(path, engine)


def test_every_example_makes_a_rulebook(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every construct of the language can be read out, drawn and linked."""
    monkeypatch.setattr(Findings, "add", add_but_for_what_is_unused)
    for text in (*GAMES, *map(at_the_table, PARTS)):
        name = re.search(r"^game (\w+)", text, re.MULTILINE)
        if name is None:
            continue  # a library
        path = folder / f"{name[1]}.game"
        path.write_text(text, encoding="utf-8")
        book = rulebook(rw.load(str(path), engine="reference"), catalogue.game(str(path)))
        page, lines = as_page(book), list(book_lines(book, 80))
        anchors = re.findall(r' id="([^"]*)"', page)
        assert len(set(anchors)) == len(anchors), title(text)
        assert set(re.findall(r'href="#([^"]*)"', page)) <= set(anchors), title(text)
        assert len(lines) > 20 and as_markdown(book).count("\n") > 40, title(text)


def grammar_words() -> set[str]:
    """Every English word of the grammar, those inside regular expressions too."""
    grammar = re.sub(r"(?m)^//[^\n]*|\s//[^\n]*|->\s*\w+", " ", resources.grammar_text())
    words = {word for word in re.findall(r'"([^"\n]+)"', grammar) if word.isalpha()}
    for pattern in re.findall(r"^[A-Z_.0-9]+: /(.*)/ *$", grammar, re.MULTILINE):
        spoken = re.sub(r"\(\?.*?\)(?=\(|$)|\\[a-z]|\[.*?\]", " ", pattern)
        words |= set(re.findall(r"[a-z]{2,}", spoken))
    return words


def section(name: str) -> str:
    return TEXT.split(f"\n## {name}\n")[1].split("\n## ")[0]


def test_all_words_of_the_language_are_listed() -> None:
    small, others = re.findall(r"`([^`]+)`", section("16. The words of the language"))
    assert set(small.split()) == SMALL_WORDS
    assert set(small.split()) | set(others.split()) == grammar_words()


def test_the_language_is_small() -> None:
    assert len(grammar_words() - SMALL_WORDS) <= 92


def test_reserved_names_are_listed() -> None:
    assert f"`{' '.join(RESERVED)}`" in TEXT


def test_every_built_in_has_its_line() -> None:
    from rulewright.check.builtins import BUILT_IN

    assert [name for name in BUILT_IN if not re.search(rf"`{name}( of |\()", TEXT)] == []


def test_every_code_has_its_sentence() -> None:
    source = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "interpreter" / "rulewright").rglob("*.py")
    )
    listed = re.findall(r"^\| ([EW]\d{3}) \| [A-Z`].*\. \|$", TEXT, re.MULTILINE)
    assert listed == sorted(set(re.findall(r'"([EW]\d{3})"', source)))


def test_links_inside_the_page_lead_somewhere() -> None:
    headings = {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE)
    }
    assert set(re.findall(r"\]\(#([^)]*)\)", TEXT)) - headings == set()

"""Rulebooks: what `rulebook` makes of rules and their words, and what it never does."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rulewright import catalogue
from rulewright.analysis.differences import edits
from rulewright.game import Game, load
from rulewright.syntax import nodes as n
from rulewright.testing.combinations import variant_sets
from rulewright_cli.rulebook import book
from rulewright_cli.rulebook.book import Edited, rulebook
from rulewright_cli.rulebook.markdown import as_markdown
from rulewright_cli.rulebook.page import as_page

from .conftest import Golden, Run

SETTINGS = [
    (info, variants) for info in catalogue.games() for variants in variant_sets(info, most=1)
]
ALONE = ("meta", "br", "hr", "path", "rect", "circle", "line", "polygon")
LEADING = ("href", "src", "srcset", "action", "data", "poster", "xlink:href", "background")


class Page(HTMLParser):
    """Reads a page: whether what is opened is closed, what it refers to, what can be read."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.anchors: list[str] = []
        self.references: list[str] = []
        self.tags: set[str] = set()
        self.words = ""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            assert not name.startswith("on"), name
            if name == "id":
                self.anchors.append(value or "")
            if name in LEADING:
                self.references.append(value or "")
        if tag not in ALONE:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in ALONE:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open[-1:]:
            self.words += data


def words_of(game: Game) -> set[str]:
    """All words of a game that are no scenario's."""
    shown = {s.title for s, _ in game.merged.scenarios}
    titles = {h.title for h in (game.merged.header, *game.merged.variant_headers)}
    parts = game.merged.parts
    assert parts is not None
    edited = [e.tail for f in parts[2] for e in edits(f.file) if isinstance(e, Edited)]
    told = {rule.words for rule in game.rules} | {tail.words for tail in edited}
    return told - (shown - titles) - {""}


def tidy(words: str) -> str:
    return " ".join(words.split())


@pytest.mark.parametrize(
    ("info", "variants"), SETTINGS, ids=["+".join((i.name, *names)) for i, names in SETTINGS]
)
def test_every_game_makes_a_page_of_all_its_words(
    info: catalogue.GameInfo, variants: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    if variants:  # set up as the game is
        monkeypatch.setattr(book, "beginnings", lambda game: {})
    game = load(info.name, variants=variants, engine="reference")
    made = rulebook(game, info)
    text = as_page(made)
    page = Page(text)
    assert len(set(page.anchors)) == len(page.anchors)
    assert {reference[1:] for reference in page.references} <= set(page.anchors)
    assert all(reference.startswith("#") for reference in page.references)
    assert not page.tags & {"script", "link", "img", "iframe", "object", "base"}
    assert not re.search(r"url\(|@import|https?:", text)
    said = tidy(page.words)
    assert [words for words in words_of(game) if tidy(words) not in said] == []
    numbers = {tag for d in game.merged.declarations for tag in tags_of(d)}
    assert [tag for tag in numbers if f"number-{tag}" not in page.anchors] == []
    assert not re.search(r"(?<!\\)<", re.sub(r"(`+)[^`].*?\1", "", as_markdown(made)))


def tags_of(node: object) -> set[str]:
    from rulewright.syntax.walk import walk

    return {tag for item in walk(node) for tag in getattr(item, "tail", n.NO_TAIL).tags}


def test_a_small_book(run: Run, golden: Golden) -> None:
    done = run("rulebook", "ferry.game", "--variant", "wind", "--format", "md")
    assert done.exit_code == 0, done.output
    golden("rulebook_ferry_wind.md", done.stdout)


def test_the_same_rules_give_the_same_bytes() -> None:
    """In other processes too, in which sets are kept in another order."""
    line = [sys.executable, "-m", "rulewright_cli", "rulebook", "ferry.game"]
    for form in ("html", "md"):
        pages = [
            subprocess.run(
                [*line, "--format", form], capture_output=True, timeout=60, check=True,
                env={**os.environ, "PYTHONHASHSEED": seed},
            ).stdout
            for seed in ("1", "2")
        ]  # fmt: skip
        assert pages[0] == pages[1]


def test_a_page_is_written_whole_or_not_at_all(run: Run, own_folders: Path) -> None:
    done = run("rulebook", "ferry.game", "-o", "ferry.html")
    assert (done.exit_code, done.stdout) == (0, "")
    page = (own_folders / "ferry.html").read_text(encoding="utf-8")
    assert page == run("rulebook", "ferry.game").stdout
    done = run("rulebook", "ferry.game", "-o", "missing/ferry.html")
    assert done.exit_code == 2
    assert "cannot write missing/ferry.html" in done.stderr
    assert not list(own_folders.glob(".rulewright*"))


HOSTILE = """\
game hostile "<script>alert(1)</script> & *bold* [x](javascript:1)"
  "# no heading | `code` </style> <img src=x onerror=y> &lt; $x$ ~~gone~~ _a_"
  by "</title><b>"
  players 2

component thing from "things.csv" named by thing     "<td>"
option size_of: big, small                           "<b>How</b> large?"
mark at: thing                                       "1. not a list"
zone bag: set of thing                               "<!--"
mark spent: 0..3                                     "- no item"

setup
  move all x in thing to bag

phase play                                           "+ <p> phase"
  turns until spent is 3                             "*until* | then"
    choose main                                      "]]> <!-- -->"
      'take <it>'(x in bag where x is not at)        "`take` <it>"
        needs spent < 3 and size_of is big           else "<u>{x}</u> is gone"
        set at to x
        gain 1 spent
      else pass                                      "</section>"

score s of p: spent                                  "<td>|</td>"
winner most score                                    "<html>"
"""


def test_what_an_author_writes_is_only_shown(run: Run, own_folders: Path) -> None:
    (own_folders / "hostile.game").write_text(HOSTILE, encoding="utf-8")
    (own_folders / "things.csv").write_text("thing\na<b>\n&lt\n`|`\n*x*\n", encoding="utf-8")
    done = run("rulebook", "hostile.game")
    assert done.exit_code == 0, done.output
    page = Page(done.stdout)
    assert not page.tags & {"script", "img", "b", "i", "it", "u", "large"}
    game = load("hostile.game", engine="reference")
    said = tidy(page.words)
    assert [words for words in words_of(game) if tidy(words) not in said] == []
    text = run("rulebook", "hostile.game", "--format", "md").stdout
    outside = re.sub(r"(`+)[^`].*?\1", "", text)
    assert not re.search(r"(?<!\\)<[a-z/!]", outside)
    assert not re.search(r"(?<!\\)\]\(", outside)

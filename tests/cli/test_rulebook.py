"""Rulebooks: what `rulebook` makes of rules and their words, and what it never does."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rulewright import catalogue
from rulewright.analysis.differences import edits
from rulewright.drawing.lines import plain_text
from rulewright.game import Game, load
from rulewright.state import State
from rulewright.syntax import nodes as n
from rulewright.testing.combinations import variant_sets
from rulewright_cli.rulebook import book
from rulewright_cli.rulebook.beginning import SEEDS, beginnings
from rulewright_cli.rulebook.book import rulebook
from rulewright_cli.rulebook.changes import Edited
from rulewright_cli.rulebook.document import Section, Table, text
from rulewright_cli.rulebook.lines import section_lines
from rulewright_cli.rulebook.markdown import as_markdown
from rulewright_cli.rulebook.naming import noun, plural
from rulewright_cli.rulebook.page import as_page

from .conftest import Golden, Run

ALL = bool(os.environ.get("RULEWRIGHT_BOOKS"))
SETTINGS = [
    (info, variants)
    for info in catalogue.games()
    for variants in variant_sets(info, most=1)[: None if ALL else 2]
]
"""Every game, and its variants: the first of each game, all on demand."""

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


@pytest.mark.thorough(each="info")
@pytest.mark.parametrize(
    ("info", "variants"), SETTINGS, ids=["+".join((i.name, *names)) for i, names in SETTINGS]
)
def test_every_game_makes_a_page_of_all_its_words(
    info: catalogue.GameInfo, variants: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    if variants:  # set up as the game is
        monkeypatch.setattr(book, "beginnings", lambda game: {})
        monkeypatch.setattr(book, "first_view", lambda game, seed=0: {})
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
    libraries = game.merged.library_files
    trees = [tree for tree in game.scenario_trees() if tree.span.file not in libraries]
    assert [tree.title for tree in trees if tidy(tree.title) not in said] == []
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
    written = run("rulebook", "ferry.game", "--variant", "wind", "-o", "book.md")
    assert written.exit_code == 0 and Path("book.md").read_text(encoding="utf-8") == done.stdout
    Path("book.md").unlink()


STORM = """variant storm of ferry "Storms"
  "The sea is rough, and whoever has sailed once is known to it."

type weather: calm, rough
mark sky: weather                                     "How the sea is"
mark seen_by of crate: seat or nobody                 "Who has sent a crate"
history skies of sky, me: last 9                      "How the sea has been"

define risk(put_on: set of crate, l: lane) = (toll of l
      + how many c in put_on where weight of c > 3)   "What a lane costs in a storm"
define known_to(p: seat) = all c in crate where seen_by of c is p   "Crates that somebody has sent"

set until in turns to (every p in seat has coins of p is 0) or times(skies) is 2 or passes is 2

add last at start of turns
  if sky is rough
    set sky to calm
  else
    set sky to rough when passes is 1 else calm
  remember(skies)

add after put in lading
  step send(c in hold of me) into sent                "Send a crate ahead"
    needs alone: size of sent is 0                    else "one crate is sent"
    needs news: c not in known_to(me)                 else "{c} is known"

replace "refill dock" in load
  spend min(1, coins of me) coins of me               "In a storm nothing comes to the dock"
replace "set ferry of l" in open
  set ferry of l to me when risk(cargo_put, l) < 30 or sky is calm else nobody
  each c in sent
    set seen_by of c to me

with wind
  replace define risk(put_on: set of crate, l: lane) = (size of put_on
      + (1 when sky is rough and toll of l > 9 else 0))            "What a lane costs with the wind"
"""


def test_a_book_of_two_variants(run: Run, golden: Golden, own_folders: Path) -> None:
    """What both say together, and what each of them puts in the place of something."""
    (own_folders / "storm.game").write_text(STORM, encoding="utf-8")
    asked = ("ferry.game", "--variant", "storm.game", "--variant", "wind", "--format", "md")
    done = run("rulebook", *asked)
    golden("rulebook_ferry_storm.md", done.stdout)


def test_the_same_rules_give_the_same_bytes() -> None:
    """In other processes too, in which sets are kept in another order."""
    line = [sys.executable, "-m", "rulewright_cli", "rulebook", "ferry.game", "--variant", "wind"]
    pages = [
        subprocess.run(
            line, capture_output=True, timeout=60, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert pages[0] == pages[1]


def test_a_page_is_written_whole_or_not_at_all(run: Run, own_folders: Path) -> None:
    done = run("rulebook", "ferry.game", "-o", "ferry.html")
    assert (done.exit_code, done.stdout) == (0, "")
    page = (own_folders / "ferry.html").read_text(encoding="utf-8")
    assert page == run("rulebook", "ferry.game", "--format", "html").stdout
    done = run("rulebook", "ferry.game", "-o", "missing/ferry.html")
    assert done.exit_code == 2
    assert "cannot write missing/ferry.html" in done.stderr
    assert not list(own_folders.glob(".rulewright*"))


def test_a_dash_is_the_standard_output(run: Run, own_folders: Path) -> None:
    """Wherever a text is asked for in a file; no file is called so."""
    page = run("rulebook", "ferry.game").stdout
    assert run("rulebook", "ferry.game", "-o", "-").stdout == page
    assert run("show", "ferry.game", "--svg", "-").stdout.startswith("<svg")
    found = run("check", "ferry.game", "--sarif", "-")
    assert json.loads(found.stdout)["version"] == "2.1.0"
    both = run("check", "ferry.game", "--sarif", "-", "--json")
    assert both.exit_code == 2 and "takes the standard output" in both.stderr
    asked = ("playtest", "ferry.game", "-n", "1", "--ladder", "greedy", "--measure", "0")
    told = run(*asked, "--markdown", "-")
    assert told.exit_code == 0 and told.stdout.startswith("# ")
    assert run(*asked, "--html", "-").stdout.startswith("<!")
    assert not [*own_folders.glob("-*")]


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
    done = run("rulebook", "hostile.game", "--format", "html")
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


LACKING = """\
game lacking "Lacking"
  players 2
type part: one, two
mark spent of part: 0..3                             "Spent"
mark done: 0..3
phase play                                           "Play"
  turns until done is 3                              LACK-1
    choose main
      take(x in part where spent of x < 3)           "Take one"  LACK-2
        gain 1 spent of x
        gain 1 done
      leave
        end game
      else pass
score s of p: spent of one                           "Points"    LACK-3
winner most score
scenario "One" LACK-1, LACK-4
  offers take one; take two; leave
"""
LACKING_BOOK = "# Lacking\n\n**LACK-1 Turns.** …\n\n**LACK-2** …\n\n**LACK-5 Nothing.** …\n"


def test_what_a_rulebook_lacks_is_reported(run: Run, own_folders: Path) -> None:
    """Rules without words; numbers that only a scenario or the book beside the game has; numbers
    that this book does not have."""
    (own_folders / "lacking.game").write_text(LACKING, encoding="utf-8")
    alone = run("rulebook", "lacking.game", "--report").stdout
    assert "explain" not in alone
    (own_folders / "rulebook.md").write_text(LACKING_BOOK, encoding="utf-8")
    done = run("rulebook", "lacking.game", "--report")
    assert done.exit_code == 0
    assert done.stdout == (
        "4 of 9 rules that players meet have words\n"
        "\nRules without a sentence\n"
        "  lacking.game:5: mark done\n"
        "  lacking.game:8: choose main in turns\n"
        "  lacking.game:12: leave in choose main\n"
        "  lacking.game:13: end game in leave\n"
        "  lacking.game:14: pass in choose main\n"
        "\nRule numbers without a rule\n"
        "  rulebook.md:7: LACK-5\n"
        "  lacking.game:17: LACK-4\n"
        "\nRule numbers that no rulebook.md beside the game or its variants explains\n"
        "  lacking.game:15: LACK-3\n"
    )
    told = json.loads(run("rulebook", "lacking.game", "--json").stdout)
    assert (told["rules"], told["worded"]) == (9, 4)
    assert told["no_sentence"] == [{"what": "LACK-3", "file": "lacking.game", "line": 15}]
    written = run("rulebook", "lacking.game", "-o", "page.html")
    assert written.stderr == "8 sentences or rules are missing: --report tells which\n"
    for way in ("--report", "--json"):
        kept = run("rulebook", "lacking.game", way, "-o", "lacking.txt")
        assert kept.exit_code == 0 and not kept.stdout
        assert Path("lacking.txt").read_text() == run("rulebook", "lacking.game", way).stdout


def test_rule_numbers_that_a_variant_takes_away_are_reported(run: Run, own_folders: Path) -> None:
    """Not those that it writes again, or that another rule of the game has, too."""
    rules = LACKING.replace("leave\n", 'leave  "Leave"  LACK-6, LACK-7\n', 1).replace(
        "end game\n", 'end game  "It is over"  LACK-6, LACK-8\n'
    )
    (own_folders / "lacking.game").write_text(rules, encoding="utf-8")
    edit = ['replace "end game" in leave', "  if spent of one > 1", '    end game  "Over"  LACK-8']
    lines = ["variant rest of lacking", *edit, 'replace score s of p: 1 + spent of one  "Points"']
    (own_folders / "rest.game").write_text("\n".join(lines) + "\n", encoding="utf-8")
    title = "Rule numbers of the game that no rule has with the variants"
    assert title not in run("rulebook", "lacking.game", "--report").stdout
    told = run("rulebook", "rest.game", "--report").stdout
    assert told.partition(f"{title}\n")[2] == "  lacking.game:15: LACK-3\n"
    data = json.loads(run("rulebook", "rest.game", "--json").stdout)
    assert data["gone"] == [{"what": "LACK-3", "file": "lacking.game", "line": 15}]


def test_a_rulebook_beside_a_variant_counts(run: Run, own_folders: Path) -> None:
    """A game that is installed has a book to which nobody can add."""
    own = own_folders / "own"
    own.mkdir()
    (own_folders / "lacking.game").write_text(LACKING, encoding="utf-8")
    (own_folders / "rulebook.md").write_text(LACKING_BOOK, encoding="utf-8")
    lines = ["variant rest of lacking", 'mark more: 0..3  "More"  MORE-1', ""]
    lines += ["add at end of take", "  if more < 3", "    gain 1 more", ""]
    (own / "rest.game").write_text("\n".join(lines), encoding="utf-8")
    asked = ("rulebook", "lacking.game", "--variant", "own/rest.game", "--report")
    assert "MORE-1" not in run(*asked).stdout, "there is no book that lacks it"
    (own / "rulebook.md").write_text("**MORE-2** More.\n", encoding="utf-8")
    told = run(*asked).stdout
    assert "rest.game:2: MORE-1" in told and "rulebook.md:1: MORE-2" in told
    (own / "rulebook.md").write_text("**MORE-1** More.\n", encoding="utf-8")
    told = run(*asked).stdout
    assert "MORE-1" not in told and "LACK-3" in told and "rulebook.md:7: LACK-5" in told


HISTORY = """\
game lamps "Lamps"
  players 2
type lamp: left, right
mark lit of lamp: yes or no
history rows of lit, me: last 9        "How the lamps have been"
phase play
  turns until times(rows) is 2
    remember(rows)
    choose main
      light(c in lamp)
        set lit of c to not lit of c
      clear
        forget(rows)
score none of p: 0
winner most score
"""


def test_what_is_remembered_is_told(tmp_path: Path) -> None:
    (tmp_path / "lamps.game").write_text(HISTORY, encoding="utf-8")
    game = load(str(tmp_path / "lamps.game"), engine="reference")
    told = as_markdown(rulebook(game, catalogue.game("pig")))
    assert "How the lamps have been | at the last 9 moments: *lit* and whose turn it is |" in told
    assert "until the same position has been remembered twice in *rows* (How the " in told
    assert "Remember in *rows* how it is now." in told and "Forget all of *rows*." in told


TURNED = """\
game turned "Turned"
  players 2
mark turned: yes or no                 "Do low cards win?"
mark is_lit of seat: yes or no
mark ahead: seat                       "Who leads"
mark behind: seat                      "Who is last"
setup
  pick ahead from seat
phase play
  turns until turned
    choose main
      turn_it
        set turned to not turned
        set behind to ahead
        set is_lit of me to not (is_lit of me)
score none of p: 0
winner most score
"""


def test_a_claim_that_is_turned_around_is_told_as_that(tmp_path: Path) -> None:
    (tmp_path / "turned.game").write_text(TURNED, encoding="utf-8")
    game = load(str(tmp_path / "turned.game"), engine="reference")
    told = as_markdown(rulebook(game, catalogue.game("pig")))
    around = "around, from yes to no or from no to yes."
    assert f"Turn *turned* {around}" in told, told
    assert f"Turn your *is lit* {around}" in told, told


def test_what_the_set_up_sets_begins_as_it_says(tmp_path: Path) -> None:
    (tmp_path / "turned.game").write_text(TURNED, encoding="utf-8")
    game = load(str(tmp_path / "turned.game"), engine="reference")
    told = as_markdown(rulebook(game, catalogue.game("pig")))
    assert "Who leads | a player | as the set-up says | everybody |" in told, told
    assert "Who is last | a player | seat 0 | everybody |" in told, told


def pictures_of(name: str) -> list[ElementTree.Element]:
    page = as_page(rulebook(load(name, engine="reference"), catalogue.game(name)))
    found = re.findall(r"<figure>(<svg.*?</svg>)</figure>", page, re.DOTALL)
    return [ElementTree.fromstring(svg) for svg in found]


def texts_of(picture: ElementTree.Element) -> list[str]:
    return [node.text or "" for node in picture.iter("text")]


def test_a_board_of_components_is_drawn_with_its_edges() -> None:
    sea, isles, crates = pictures_of("ferry.game")
    assert set(texts_of(sea)) >= {"Ayr", "Bute", "Coe", "Dun", "Eigg", "Foula"}
    assert len(sea.findall("line")) == 7
    tolls = [texts_of(sea)[place] for place in range(7)]
    assert sorted(tolls) == sorted(["3", "5", "2", "5", "2", "3", "7"])
    assert "depth 1" in texts_of(isles)
    assert "weight 3" in texts_of(crates) and "sp" in texts_of(crates)


def test_a_board_of_cells_is_drawn_as_it_begins() -> None:
    board, _ = pictures_of("reversi")
    men = [node for node in board.iter("circle")]
    assert len(men) == 4 and len(board.findall("rect")) == 64
    assert {"a1", "h8"} <= set(texts_of(board))


def test_a_growing_board_shows_where_it_grows() -> None:
    ruin, colours, tiles = pictures_of("ruin_runner")
    assert {"START", "0 1", "1 0", "0 -1", "-1 0"} <= set(texts_of(ruin))
    assert len(tiles.findall("rect")) == 36 and len(colours.findall("rect")) == 6


OWN_NAMES = """\
game own "Own names"
  players 2
component card from "cards.csv" named by card
  size: 1..9
  top: 1..9
zone hand of seat: set of card
zone pile: stack of card
define beside(c: card, d: card) = size of c < size of d           "Does one go beside the other?"
define touching of c: card = all d in card where beside(c, d)
define holds of c: card = top of c > 3
define me_too = size of pile
mark first: card or none
setup
  move all c in card to pile
phase play
  turns until pile is empty
    choose main
      take(c in pile where holds of c and touching of c is not empty)
        needs first is none or beside(first, c)  else "no"
        move c to hand of me
        set first to c
      draw
        deal min(me_too, 1) from pile to hand of me
score s of p: total size of hand of p
winner most score
"""


def test_names_of_the_language_may_be_names_of_the_rules(run: Run, own_folders: Path) -> None:
    (own_folders / "own.game").write_text(OWN_NAMES, encoding="utf-8")
    (own_folders / "cards.csv").write_text("card,size,top\nA,1,9\nB,2,4\n", encoding="utf-8")
    done = run("rulebook", "own.game", "--format", "md")
    assert done.exit_code == 0, done.output
    for line in (
        "- **beside** for a card *c* and a card *d* – Does one go beside the other? It holds if "
        "the *size* of *c* is less than the *size* of *d*",
        "- **touching** of a card *c*: every card *d* such that *beside* holds for *c* and *d*",
        "- **holds** for a card *c*: it holds if the *top* of *c* is more than 3",
        "- **me too**: the number of cards in the *pile*",
        "such that *holds* is true for *c* and the *touching* of *c* is not empty",
        "Only if *first* is none or *beside* holds for *first* and *c* – otherwise “no”",
    ):
        assert line in done.stdout


JUST = OWN_NAMES.replace("zone pile:", "mark taken: set of card\nzone pile:").replace(
    "        set first to c", "        set first to c\n        set taken to taken + {c}"
).replace(
    "deal min", "set taken to {}\n        deal min"
)  # fmt: skip
EXAMPLE = """
define stones = taken
score stones of p: size of stones
scenario "One"
  play take A
  expect stones is {A} and size of stones is 1
"""


def test_several_that_are_one_are_said_to_be_just_that(run: Run, own_folders: Path) -> None:
    (own_folders / "own.game").write_text(JUST + EXAMPLE, encoding="utf-8")
    (own_folders / "cards.csv").write_text("card,size,top\nA,1,9\nB,2,4\n", encoding="utf-8")
    done = run("rulebook", "own.game", "--format", "md")
    assert "Now *stones* are just A and" in done.stdout, done.output
    assert "players take turns, until" in done.stdout.casefold(), "nobody sits round two"
    more = JUST.replace("players 2", "players 2..3") + EXAMPLE
    (own_folders / "own.game").write_text(more, encoding="utf-8")
    assert (
        "layers take turns, clockwise, until"
        in run("rulebook", "own.game", "--format", "md").stdout
    )


def test_a_table_without_room_is_told_with_its_heads() -> None:
    heads, row = (text("Mark"), text("Seen by")), (text("a" * 30), text("b" * 30))
    section = Section(text("Marks"), "marks", (Table(heads, (row,)),))
    told = " ".join(plain_text(section_lines(section, 40)).split())
    assert f"- {'a' * 30}; seen by: {'b' * 30}" in told
    assert "; seen by" not in plain_text(section_lines(section, 80))


def test_words_of_a_condition_are_read_in_place_of_it(run: Run, own_folders: Path) -> None:
    needs = 'else "no"   "Cards go on in size"   OWN-3\n'
    rules = OWN_NAMES.replace('else "no"\n', needs)
    (own_folders / "own.game").write_text(rules, encoding="utf-8")
    (own_folders / "cards.csv").write_text("card,size,top\nA,1,9\nB,2,4\n", encoding="utf-8")
    told = run("rulebook", "own.game", "--format", "md").stdout
    assert "- Cards go on in size. – Otherwise “no”. OWN-3" in told
    assert "Only if" not in told
    assert run("lint", "own.game", "--games", "0").exit_code in (0, 1)
    (own_folders / "own.game").write_text(rules.replace("in size", "in {size}"), encoding="utf-8")
    assert "L014" in run("lint", "own.game", "--games", "0").output


def test_scenarios_are_worked_examples(run: Run) -> None:
    done = run("rulebook", "ferry.game", "--format", "md")
    examples = done.stdout.partition("## Worked examples")[2].partition("\n## ")[0]
    assert "Given: the *hold* of *red*:" in examples
    assert re.search(r"Not possible: `.*` – “.*”", examples)
    assert "Moves: `open Ayr-Bute`, `put Nut`, `sail`." in examples
    assert "Now the *ferry* of Ayr-Bute is *red* and *blue* is to move." in examples


STORE = """\
game store "Store"
  players 2
option goal: 9, 1..20
component ware from "wares.csv" named by name "A ware"
  price: 1..9
mark sold of seat: 0..30                  "What was sold for"        STORE-1
phase play
  turns until some p in seat where sold of p >= goal
    choose main
      sell(w in ware)                     "Sell a ware"              STORE-2
        gain price of w sold of me
score all of p: sold of p
winner most score
scenario "A nut is cheap"
  play sell Nut
  expect sold of '0' is 1
scenario "A pear is dearer"
  play sell Pear
  expect sold of '0' is 3
"""
DEARER = """\
variant dear_store of store "Dear store"
  excludes poor_store
set goal to 7
replace component ware from "dear.csv" named by name "A ware"
  price: 1..9
replace mark sold of seat: 0..30          "What was sold for"
replace scenario "A pear is dearer"
  play sell Pear
  expect sold of '0' is 4
"""


BARTER = """\
game barter "Barter"
  players 2
type ware: nut, pear
mark held of ware: 0..9                   "How much there is"
mark pledged of ware: 0..9                "What is promised"
define worth of w: ware = held of w + pledged of w    "What counts"
phase play
  turns until passes is 2
    choose main
      gather(w in ware)                   "Gather"
        gain 1 held of w
      promise(w in ware)                  "Promise"
        needs worth of w < 9              else "enough"
        vow(w)
      else pass
to vow(w: ware)                           "It is written down"
  gain 1 pledged of w
  note(w)
to note(w: ware)                          "It is told to all"
  gain 1 held of w
score all of p: held of nut
winner most score
"""


def test_what_nothing_calls_any_more_with_a_variant_is_not_told(
    run: Run, own_folders: Path
) -> None:
    (own_folders / "barter.game").write_text(BARTER, encoding="utf-8")
    (own_folders / "frank.game").write_text(
        'variant frank of barter "Frank"\n\nremove promise in main\n', encoding="utf-8"
    )
    told = run("rulebook", "barter.game", "--format", "md").stdout
    frank = run("rulebook", "barter.game", "--variant", "frank", "--format", "md").stdout
    gone = ("It is written down", "It is told to all", "What is promised", "What counts")
    assert all(words in told for words in gone)
    rest = frank.partition("## Variants")[0]
    assert not any(words in rest for words in gone) and "How much there is" in rest
    page = run("rulebook", "barter.game", "--variant", "frank", "--format", "html").stdout
    assert not {*re.findall(r'href="#([^"]+)"', page)} - {*re.findall(r'id="([^"]+)"', page)}


def test_a_case_that_a_variant_adds_to_the_outcome_is_marked_alone(
    run: Run, own_folders: Path
) -> None:
    (own_folders / "wares.csv").write_text("name,price\nNut,1\nPear,3\n", encoding="utf-8")
    rules = STORE + "outcome\n  sold_out when sold of '0' > 8  \"All\"\n  closed else\n"
    (own_folders / "store.game").write_text(rules, encoding="utf-8")
    (own_folders / "slow_store.game").write_text(
        'variant slow_store of store "Slow"\n\nadd slow when sold of \'0\' < 4 to outcome  "Few"\n',
        encoding="utf-8",
    )
    told = run("rulebook", "slow_store.game", "--format", "md").stdout
    cases = told.partition("### How it has ended")[2].partition("\n#")[0]
    found = re.findall(r"^\d\. (.*)", cases, re.MULTILINE)
    assert len(found) == 3 and "sold out" in found[0] and "closed" in found[2]
    assert found[1].startswith("Few. – **slow**") and found[1].endswith("**[Slow]**")
    assert cases.count("[Slow]") == 1


def test_an_action_that_a_variant_replaces_is_marked_where_it_is_offered(
    run: Run, own_folders: Path
) -> None:
    rules = BARTER.replace(
        '      promise(w in ware)                  "Promise"\n', "      promise\n"
    )
    rules = rules.replace(
        '        needs worth of w < 9              else "enough"\n        vow(w)\n', ""
    )
    rules = rules.replace(
        "to vow(",
        'action promise(w in ware)                 "Promise"\n'
        '  needs worth of w < 9                    else "enough"\n  vow(w)\nto vow(',
    )
    (own_folders / "barter.game").write_text(rules, encoding="utf-8")
    (own_folders / "solemn.game").write_text(
        'variant solemn of barter "Solemn"\n\nreplace action promise(w in ware)  "Swear"\n'
        '  needs worth of w < 5                    else "enough"\n  vow(w)\n',
        encoding="utf-8",
    )
    told = run("rulebook", "barter.game", "--variant", "solemn", "--format", "md").stdout
    assert "- Swear – `promise` *w*. **[Solemn]**\n" in told
    assert "**[Solemn]**" not in told.partition("- Gather")[2].partition("\n")[0]


def test_several_lines_that_an_edit_adds_stand_below_its_words_once(
    run: Run, own_folders: Path
) -> None:
    (own_folders / "wares.csv").write_text("name,price\nNut,1\nPear,3\n", encoding="utf-8")
    begun = STORE.replace("phase play", "setup\n  set sold of '1' to 1\nphase play")
    (own_folders / "store.game").write_text(begun, encoding="utf-8")
    (own_folders / "given_store.game").write_text(
        'variant given_store of store "Given"\n\nadd at end of setup  "Both have sold something"\n'
        "  gain 2 sold of '0'\n  gain 1 sold of '1'\n\n"
        'add at start of sell  "There is a gift"\n  gain 1 sold of me\n',
        encoding="utf-8",
    )
    told = run("rulebook", "store.game", "--variant", "given_store", "--format", "md").stdout
    changed = told.partition("### What the variant changes")[2].partition("\n## ")[0]
    assert re.search(
        r"- \*\*Added\*\* in setup, [^\n]*: Both have sold something \*\*\[Given\]\*\*\n"
        r"  - Add 2 to the \*sold\* of seat 0\.\n  - Add 1 to the \*sold\* of seat 1\.\n",
        changed,
    )
    assert changed.count("Both have sold something") == changed.count("There is a gift") == 1


def test_what_a_variant_changes_is_marked_and_the_rest_is_still_told(
    run: Run, own_folders: Path
) -> None:
    """Rows of tables, values of options, worked examples; nothing where only a number went."""
    wares = {"wares.csv": "Nut,1\nPear,3\n", "dear.csv": "Nut,1\nPear,4\nFig,5\n"}
    for name, rows in wares.items():
        (own_folders / name).write_text(f"name,price\n{rows}", encoding="utf-8")
    (own_folders / "store.game").write_text(STORE, encoding="utf-8")
    (own_folders / "dear_store.game").write_text(DEARER, encoding="utf-8")
    (own_folders / "poor_store.game").write_text("variant poor_store of store\n", encoding="utf-8")
    for variant in ("dear_store", "dear_store.game"):
        done = run("rulebook", "store.game", "--variant", variant, "--format", "md")
        assert done.exit_code == 0, done.output
        told = done.stdout
        assert "| Nut | 1 |" in told and "| Pear **[Dear store]** | 4 |" in told
        assert "| Fig **[Dear store]** | 5 |" in told
        assert re.search(r"Here it is \*\*7\*\* \(otherwise 9\)\..* \*\*\[Dear store\]", told)
        changed = told.partition("### What the variant changes")[2].partition("\n## ")[0]
        assert "- **Set**: **[Dear store]**\n  - before: `goal is 9`\n" in changed
        in_table = "in table dear.csv: **[Dear store]**\n  - "
        assert f"**Changed** {in_table}`Pear: price 3 -> 4`\n" in changed
        assert f"**Added** {in_table}`Fig: price 5`\n" in changed
        assert "other words" not in changed
        others = changed.partition("### Other variants")[2]
        assert "poor_store" in others and "dear_store" not in others
        examples = told.partition("## Worked examples")[2].partition("\n## ")[0]
        assert re.findall(r"^- (.*)", examples, re.MULTILINE) == [
            "**A pear is dearer** **[Dear store]**", "**A nut is cheap**",
        ]  # fmt: skip
    poor = run("rulebook", "store.game", "--variant", "poor_store", "--format", "md").stdout
    assert "**Dear store** `dear_store` Not together with `poor_store`." in poor
    assert "Not together with `dear_store`" not in poor
    rich = 'variant rich of store\n  excludes poor_store, dear_store "All are dear"\n'
    (own_folders / "rich.game").write_text(rich, encoding="utf-8")
    told = run("rulebook", "store.game", "--variant", "rich", "--format", "md").stdout
    assert "Not together with `poor_store`, `dear_store`. All are dear" in told
    assert told.count("All are dear") == 1
    assert "| Pear | 3 |" in poor


def test_examples_that_show_a_variant_alone_are_left_out_beside_others_and_it_is_said(
    run: Run, own_folders: Path
) -> None:
    (own_folders / "store.game").write_text(STORE, encoding="utf-8")
    (own_folders / "wares.csv").write_text("name,price\nNut,1\nPear,3\n", encoding="utf-8")
    for name, title in {"calm": ' "Calm"', "bare": ""}.items():
        rules = f"variant {name} of store{title}\n\n"
        for said in ("Nothing is sold", "Nothing")[: 1 + (name == "bare")]:
            rules += f'scenario "{said} ({name})"\n  expect not over\n'
        (own_folders / f"{name}.game").write_text(rules, encoding="utf-8")
    asked = "rulebook", "store.game", "--format", "md", "--variant", "calm"
    alone = run(*asked).stdout
    assert "Left out" not in alone and "Nothing is sold (calm)" in alone
    both = run(*asked, "--variant", "bare").stdout
    examples = both.partition("## Worked examples")[2].partition("\n## ")[0]
    assert "Left out: 2 examples of **[bare]** and 1 of **[Calm]**. What shows one" in examples
    assert "Nothing is sold" not in examples


GIFTS = """variant gifts of store "Gifts"
define gift of p: seat = sold of p * 2                "What is given away"
add at start of sell
  needs large: goal > 1                   else "nothing is to be sold"
with fees
  replace define gift of p: seat          "What is given away, but for fees"
    0 when sold of p is 1
    1 else
  replace large in sell
    needs large: gift of me >= 0          else "nothing is to be given"
score gift of p: gift of p                "What was given away counts"
"""


LONG = """variant long of ferry "Long"
define heavy(l: lane) = (toll of l > 3
      and toll of l < 19) or toll of l is 2
    or toll of l is 1                     "Is it hard to sail?"
add last at start of open
  needs hard: heavy(l)
    else "too easy"
add last at end of turns
  if fog is on
    set coins of me to 3
  else if fog is off
    set coins of me to min(
      3,
      4)
  else
    may choose more
      load
      or rest
"""


def test_a_line_that_goes_on_in_the_next_is_told_as_one(run: Run, own_folders: Path) -> None:
    (own_folders / "long.game").write_text(LONG, encoding="utf-8")
    told = run("rulebook", "ferry.game", "--variant", "long.game", "--format", "md").stdout
    changed = told.partition("### What the variant changes")[2].partition("\n## ")[0]
    assert (
        "Is it hard to sail? – **heavy** for a lane *l*: it holds if (the *toll* of *l* is more "
        "than 3 and the *toll* of *l* is less than 19) or the *toll* of *l* is 2 or the *toll* of "
        "*l* is 1\n"
    ) in changed
    assert changed.partition(", after `choose berth`: **[Long]**\n")[2].splitlines()[:9] == [
        "  - If *fog* is *on*:",
        "    - Set your *coins* to 3.",
        "  - Otherwise, if *fog* is *off*:",
        "    - Set your *coins* to the smaller of 3 and 4.",
        "  - Otherwise:",
        "    - You may choose one of these:",
        "      - Load a crate from the dock – `load` *c*.",
        "      - Or: `rest`.",
        "- **Added** in action open, at the beginning: **[Long]**",
    ]
    assert "  - Only if *heavy* holds for *l* – otherwise “too easy”.\n" in changed
    bound = "always passes < 3\n  and size of hold of red < 9\n"
    (own_folders / "long.game").write_text(f"{LONG}{bound}", encoding="utf-8")
    told = run("rulebook", "ferry.game", "--variant", "long.game", "--format", "md").stdout
    assert (
        "  - `always passes < 3 and size of hold of red < 9`\n" in told
    )  # which no sentence tells


def test_what_a_variant_says_anew_for_another_is_told_as_a_change_of_that(
    run: Run, own_folders: Path
) -> None:
    (own_folders / "wares.csv").write_text("name,price\nNut,1\nPear,3\n", encoding="utf-8")
    (own_folders / "store.game").write_text(STORE, encoding="utf-8")
    (own_folders / "gifts.game").write_text(GIFTS, encoding="utf-8")
    (own_folders / "fees.game").write_text(
        'variant fees of store "Fees"\nset goal to 7\n', encoding="utf-8"
    )
    variants = ("--variant", "gifts.game", "--variant", "fees.game")
    told = run("rulebook", "store.game", *variants, "--format", "md").stdout
    changed = told.partition("### What the variants change")[2].partition("\n## ")[0]
    both = "**[Gifts with Fees]**"
    assert (
        f"- **Changed**: {both}\n"
        "  - before: What is given away. – **gift** of a player *p*: the *sold* of *p* × 2 "
        "**[Gifts]**\n"
        "  - now: What is given away, but for fees. – **gift** of a player *p*:\n"
        "    - 0 if the *sold* of *p* is 1.\n    - 1 otherwise.\n"
    ) in changed
    assert (
        f"- **Changed** in sell in choose main in turns in phase play: {both}\n"
        "  - before: Only if *goal* is more than 1 – otherwise “nothing is to be sold”. "
        "**[Gifts]**\n"
        "  - now: Only if your *gift* is at least 0 – otherwise “nothing is to be given”.\n"
    ) in changed
    assert "**Added** in" not in changed and changed.count(both) == 2
    alone = run("rulebook", "store.game", *variants[:2], "--format", "md").stdout
    given = "What is given away. – **gift** of a player *p*: the *sold* of *p* × 2"
    assert given in alone and "before:" not in alone


def test_what_a_variant_adds_is_told_with_its_place_and_its_levels(run: Run) -> None:
    told = run("rulebook", "ruta", "--variant", "ace_extra", "--format", "md").stdout
    assert "- **Added** in turns in phase play, after `choose main`: RUTA-26" in told
    levels = [("", "Again and again while *bonus* holds:"), ("  ", "Set *bonus* to no."),
              ("  ", "Take an extra card. – You may choose one of these:"),
              ("    ", "Take a card from the draft board – `take` *c*."),
              ("    ", "Draw the top card of the pile – `draw`."),
              ("    ", "Show the Excuse and take a discard – `excuse` *c*."),
              ("    ", "Or: Decline the extra card – `end`."), ("      ", "The turn ends."),
              ("  ", "If *ace chain* is *off*:"), ("    ", "Set *bonus* to no.")]  # fmt: skip
    assert "".join(f"  {indent}- {text}\n" for indent, text in levels) in told


GATES = """variant gates of ruta "Gates"
mark den: route or none                   "Where the robbers are"
define routes_at(p: seat, c: card) = how many r in network of p where c in ends of r
add last at end of setup
  pick den from route
add last at start of claim
  needs r is not den and routes_at(me, Mill) < 4 else "you have {routes_at(me, Mill)}"
score most of p: how many c in map where routes_at(p, c) > routes_at(next(p), c)
with ace_extra
  add at end of excuse
    set den to none
"""


def test_what_rules_are_called_makes_sentences(run: Run, own_folders: Path) -> None:
    """Several are, what leads on stands before what it is of, and numbers are in brackets."""
    (own_folders / "gates.game").write_text(GATES, encoding="utf-8")
    variants = ("--variant", "gates.game", "--variant", "ace_extra")
    told = run("rulebook", "ruta", *variants, "--format", "md").stdout
    assert "the *routes at* *c* for *p* are more than the *routes at* *c* for" in told
    assert "your *routes at* Mill are less than 4" in told
    assert "otherwise “you have \\[your *routes at* Mill\\]”" in told
    assert "Set *den* to any *route*, as chance decides. **[Gates]**" in told
    assert "Set *den* to none. **[Gates with Ace rule 2: an extra card]**" in told
    assert "Now the *discards* are empty." in told
    assert "the *discards* hold just Bard and Discovery" in told


RAIN = """variant rain of ruta "Rain"
mark wet: yes or no
mark wet_for of seat: yes or no           "Who is wet"
add before choose main
  each p in seat
    if p is me
      set wet_for of p to yes
    else
      set wet_for of p to no
  if wet
    set wet to no
  else if passes is 1
    set wet to yes
  else
    set wet to passes is 2                "It may rain later"
"""


def test_what_is_done_otherwise_is_marked_with_the_variant_that_says_it(
    run: Run, own_folders: Path
) -> None:
    (own_folders / "rain.game").write_text(RAIN, encoding="utf-8")
    told = run("rulebook", "ruta", "--variant", "rain.game", "--format", "md").stdout
    course = told.partition("## How it is played")[2].partition("\n## ")[0]
    assert "- Otherwise: **[Rain]**\n     - It may rain later. – Set *wet* to yes" in course
    assert "- Otherwise, if the number of passes in a row is 1: **[Rain]**" in course
    assert re.findall(r"^ *- Otherwise:(.*)", course, re.MULTILINE) == ["", " **[Rain]**"]


def test_marks_begin_as_the_engines_have_them(run: Run, own_folders: Path) -> None:
    ranges = ("-5..5", "-9..-2", "3..7", "0..4")
    marks = [f"mark m{i}: {held}" for i, held in enumerate(ranges)]
    changes = [f"        set m{i} to {held.split('..')[0]}" for i, held in enumerate(ranges)]
    text = ["game marks", "  players 1", *marks, "phase play", "  turns until m0 < 0 or m3 > 3"]
    text += ["    choose main", "      change", *changes]
    text += ["score all of p: m0 + m1 + m2 + m3", "winner most score", ""]
    (own_folders / "marks.game").write_text("\n".join(text), encoding="utf-8")
    told = run("rulebook", "marks.game", "--format", "md").stdout
    begun = load(str(own_folders / "marks.game")).start(seed=1).observation(0)["cells"]
    assert begun == {"m0": 0, "m1": -2, "m2": 3, "m3": 0}
    rows = [line.split("|") for line in told.splitlines() if line.startswith("| **m")]
    assert [row[3].strip() for row in rows] == ["0", "-2", "3", "0"]


NAMES = """variant names of ferry
mark sold: cargo
mark richest: seat
mark none_yet: cargo or none
mark home: isle
add last at end of turns
  set sold to silk when sold is salt else spice
  set richest to next of richest
  set none_yet to salt when none_yet is none else none
  set home to Bute when depth of home > 1 else Ayr
"""


def test_a_mark_of_names_begins_as_the_first_of_them_by_its_name(
    run: Run, own_folders: Path
) -> None:
    (own_folders / "names.game").write_text(NAMES, encoding="utf-8")
    told = run("rulebook", "ferry.game", "--variant", "names.game", "--format", "md").stdout
    rows = [line.split(" | ") for line in told.splitlines() if "**[names]**" in line]
    begun = {row[0].strip("| *"): row[3] for row in rows if len(row) > 4}
    assert begun == {"sold": "*salt*", "richest": "*red*", "none yet": "none", "home": "Ayr"}
    (own_folders / "whose.game").write_text(
        "game whose\n  players 2\nmark whose: seat\nphase play\n  turns until whose is '1'\n"
        "    choose main\n      give\n        set whose to next of whose\n"
        "score all of p: 1 when whose is p else 0\nwinner most score\n",
        encoding="utf-8",
    )
    told = run("rulebook", "whose.game", "--format", "md").stdout
    assert "| **whose** | a player | seat 0 | everybody |" in told


def test_who_has_won_and_what_is_on_top_is_said_as_players_say_it(run: Run) -> None:
    pig = run("rulebook", "pig", "--format", "md").stdout
    assert "  - The game is over.\n  - Now seat 0 has won and seat 0 has 100 points.\n" in pig
    assert "Now the *points* of seat 0 are 8 and *purse* is 0 and seat 1 is to move." in pig
    draughts = run("rulebook", "draughts", "--format", "md").stdout
    assert "- If *king* holds for *s*, it holds." in draughts
    assert "every square *t* in *free* such that *t* is in the cells around *s* and" in draughts
    assert "Jump over an opposing piece. – `jump` *s*`-`*t*: choose" in draughts  # until it cannot
    klondike = run("rulebook", "klondike", "--format", "md").stdout
    assert "1. Choose a card *c* on top of the *waste* and a column *t*." in klondike
    assert "You have won if for every suit *s*, the *cards home* of *s* is 13." in klondike
    fours = run("rulebook", "connect_four", "--format", "md").stdout
    assert "Not possible: `drop d3`.\n" in fours
    assert "Now nobody has won." in fours
    goofspiel = run("rulebook", "goofspiel", "--format", "md").stdout
    assert "2. Otherwise, if *order* is *descending*:\n" in goofspiel
    assert "3. Otherwise:\n" in goofspiel


def test_several_dice_are_no_dies() -> None:
    words = ("die", "spare die", "man", "city", "box", "bowl", "dice cup")
    assert [plural(word) for word in words] == [
        "dice", "spare dice", "men", "cities", "boxes", "bowls", "dice cups",
    ]  # fmt: skip


def test_a_name_of_several_is_no_more_of_several() -> None:
    words = ("drops", "beneath colours", "dice", "glass", "bonus", "iris", "box")
    assert [plural(word) for word in words] == [
        "drops", "beneath colours", "dice", "glasses", "bonuses", "irises", "boxes",
    ]  # fmt: skip


def test_a_type_that_is_called_by_what_has_been_done_has_values() -> None:
    words = ["made", "card_laid", "made_of_wood", "bid", "seed", "seat"]
    assert [noun(word) for word in words] == [
        "made value", "card laid", "made of wood", "bid", "seed", "player",
    ]  # fmt: skip


def test_turns_of_one_alone_and_marks_that_hang_on_options_read_as_english(
    run: Run, own_folders: Path
) -> None:
    rules = own_folders / "dam.game"
    rules.write_text(
        'game dam "A dam"\n  players 2 named Beaver, Otter\noption most: 4, 2..6\n'
        'mark logs: 0..most                        "Logs that lie there"\n'
        'mark depth: (0 - most)..most              "How deep it is"\n\n'
        "phase build\n  turns in {Beaver} until logs is most\n    choose main\n      lay\n"
        "        gain 1 logs\n        set depth to logs\n\n"
        "score laid of p: logs + depth\nwinner most score\n"
    )
    told = run("rulebook", str(rules), "--format", "md").output
    assert "Beaver has turn after turn, until " in told and "clockwise" not in told
    assert "next to 0" not in told and "0, or the number nearest to it that there is" in told


SHORE = """game shore "Shore"
  "Row ashore."
  "Somebody is paid for it."
  players 2..3
type kind from "kinds.csv" named by kind
component crate from "crates.csv" named by name
  worth: 1..9
board sea: grid 2 by 2
cells spot of sea named "{letter}{y}"
zone hold: set of crate                  "In the hold"
zone ashore of seat: set of crate        "Ashore"
mark finger of seat: seat or nobody      "Who is pointed at"
mark log of spot: seat or nobody         "Whose log floats there"
mark tide: 0..9
mark trips of seat: 0..9
define dealt of k: kind = size of seat when k is Sailor else 1
define is_wrecker of p: seat = trips of p > 2
define logs of p: seat = all c in spot where log of c is p
define joined of p: seat = reached({'a1'}, beside, logs of p) meets {'b2'}
define pay of p: seat
  trips of p when is_wrecker of p
  tide else
setup
  move all c in crate where c in first(tide + 1, all d in crate where worth of d > 1) to hold
phase rowing
  turns from me until tide is 9
    choose main
      take(c in hold)                    "Take a crate"
        needs finger of me is not me     else "not you"
        move c to ashore of me
        gain 1 tide
        if tide is 1
          set finger of me to nobody
        else if tide is 2                "At the second"
          set finger of me to me
        else
          gain 1 trips of me
      wait                               "Wait"
        set tide to 9
        set log of the c in spot to me
        gain (dealt of Wrecker) trips of me
score pay of p: pay of p
winner p where every q in seat has is_wrecker(p) is is_wrecker(q) or joined of p
always every c in hold, p in seat where worth of c > trips of p
    has (some d in hold where worth of d > 3) or (p is me and tide < 9)
always (how many c in hold, p in seat where worth of c is trips of p) < 50
scenario "One"
  play wait
  expect score of '0' is 9 and every p in seat has logs of p is {}
"""


@pytest.fixture
def shore(tmp_path: Path) -> Path:
    (tmp_path / "crates.csv").write_text("name,worth\nTea,1\nRum,2\nSilk,3\n")
    (tmp_path / "kinds.csv").write_text("kind\nSailor\nWrecker\n")
    (tmp_path / "shore.game").write_text(SHORE)
    (tmp_path / "calm.game").write_text(
        'variant calm of shore "Calm"\nremove "Somebody is paid"   "Nobody is"\n'
    )
    return tmp_path / "shore.game"


def test_rules_are_read_out_as_people_say_them(run: Run, shore: Path) -> None:
    told = run("rulebook", str(shore), "--format", "md").stdout
    for said in (
        "Move the first crates *d* such that the *worth* of *d* is more than 1 (as many as",
        "written like `a1`",
        "`take` *c*: choose a crate *c*",
        "beginning with whoever would be next, at first the first player, until",
        "Only if your *finger* does not name you",
        "At the second. – Otherwise, if *tide* is 2:",
        "- The *trips* of *p* if *p* *is wrecker*.",
        "A player *p* has won if for every player *q*, *p* *is wrecker* exactly when *q* ",
        "a way over the *logs* of *p* leads from a1 to b2, each beside the one before",
        "seat 0 has 9 points",
        "all crates *c* in the *hold* and players *p* such that the *worth* of *c* is more than",
        "(there is a crate *d* in the *hold* such that the *worth* of *d* is more than 3) or (*p* ",
        "the number of ways to choose a crate *c* in the *hold* and a player *p* such that",
        "seat 0 has 9 points",
        "*dealt* – with 2, 3 players",
        "| Sailor | 2, 3 |",
    ):
        assert said in told, said


def test_what_a_variant_takes_from_the_blurb_is_told(run: Run, shore: Path) -> None:
    told = run("rulebook", str(shore.parent / "calm.game"), "--format", "md").stdout
    assert "**Taken out**: Nobody is " in told and "Somebody is paid for it." in told
    assert "removed" in run("diff", str(shore), str(shore.parent / "calm.game"), "-n", "1").stdout
    shown = run("show", str(shore), "--variant", "calm").stdout
    shown, _, changed = shown.partition("\nChanged\n")
    assert "Row ashore." in shown and "Somebody is paid" not in shown
    assert "Somebody is paid" in changed


def test_a_heap_that_is_dealt_out_is_told_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "all_out.game").write_text("""game all_out "All out"
  players 2
  uses standard_deck
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
setup
  move all c in card to deck
  deal 2 from deck to each hand
  deal size of deck from deck to each hand
phase play
  turns until passes is 2
    choose main
      pass
score cards of p: size of hand of p
winner most score
""")
    told = run("rulebook", str(tmp_path / "all_out.game"), "--format", "md").stdout
    assert "Deal 2 from the *deck* to the *hand* of each player." in told
    assert "Deal out all of the *deck* to the *hand* of each player, one each in turn." in told


def test_words_behind_with_are_told_of_both_variants(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lots.game").write_text(LOTS)
    (tmp_path / "high.game").write_text(
        'variant high of lots "High lots"\n  "Lots are high."\n  "Nobody is lost."\n'
        "replace mark lowest: 1..3, starts 1\n"
        'with long  "Some are lost." LOTS-7\n  remove "Nobody is lost"\n'
    )
    (tmp_path / "long.game").write_text(
        'variant long of lots "Long lots"\n  "It takes long."\nset until in turns to passes >= 3\n'
    )
    both = ("rulebook", str(tmp_path / "lots.game"), "--format", "md", "--variant", "high")
    told = run(*both, "--variant", "long").stdout
    assert "With **[High lots]**: Lots are high.\n" in told
    assert "With **[Long lots]**: It takes long.\n" in told
    assert "With **[High lots]** and **[Long lots]**: Some are lost.\n" in told
    assert "Nobody is lost." not in told
    changed = told.partition("### What the variants change")[2].partition("\n### ")[0]
    assert "- **High lots** and **Long lots**: Some are lost. LOTS-7\n" in changed
    assert "| **LOTS-7** | what the variant changes |" in told
    path, chosen = str(tmp_path / "lots.game"), ("--variant", "high", "--variant", "long")
    assert "With High lots and Long lots: Some are lost.\n" in run("show", path, *chosen).stdout
    compared = run("diff", f"{path}+high", f"{path}+high+long", "-n", "1", "--longest", "9").stdout
    assert compared.count("High lots and Long lots: Some are lost.\n") == 1
    alone = run(*both).stdout
    assert "Lots are high. Nobody is lost." in alone and "Some are lost" not in alone


def test_a_column_that_loses_its_words_where_a_table_is_said_anew_is_reported(
    run: Run, tmp_path: Path
) -> None:
    """One that had none needs none."""
    table = 'type stall from "stalls.csv" named by slot  "A stall"\n'
    columns = '  cost: 0..3  "What it costs"\n  room: 0..3\n'
    start = 'game fair "Fair"\n  players 2\nmark m: stall  "Where"\n'
    rest = 'score s of p: cost of m + room of m  "Points"\nwinner most score  "Most"\n'
    rest += (
        "phase p\n  turns until m is '2'  \"Turns\"\n    choose c\n      go\n        set m to '2'\n"
    )
    (tmp_path / "fair.game").write_text(f"{start}{table}{columns}{rest}")
    for name in ("stalls", "dear"):
        (tmp_path / f"{name}.csv").write_text("slot,cost,room\n1,1,1\n2,2,2\n")
    said = f"variant costly of fair\nreplace {table.replace('stalls', 'dear')}"
    asked = ("rulebook", str(tmp_path / "fair.game"), "--report", "--variant", "costly")
    for words, lost in ((columns, False), ("  cost, room: 0..3\n", True)):
        (tmp_path / "costly.game").write_text(said + words)
        assert ("costly.game:3: cost in type stall\n" in run(*asked).stdout) is lost
        assert "room in type stall" not in run(*asked).stdout


def test_what_lies_where_is_told_as_it_is_however_chance_decides() -> None:
    game = load("crazy_eights", engine="reference")
    found = beginnings(game)
    assert found["suit_wanted"] == ["as chance decides"] * 5, "a card is turned up"
    assert found["hand"] == ["7 each", *["5 each"] * 4], "which cards is all that is dealt"


LOTS = """game lots "Lots"
  players 2..3

mark lowest: 0..3
mark drawn: 1..20

setup
  pick drawn from 1..20
  if drawn * drawn + 1 > drawn
    set lowest to 2

phase play
  turns until passes >= 2
    choose main
      go
        needs drawn + lowest > 2          else "no"
        set lowest to 3
      else pass

score it of p: lowest
winner most score
"""


def test_what_was_only_seen_at_the_beginning_is_told_as_that(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lots.game").write_text(LOTS)
    found = beginnings(load(str(tmp_path / "lots.game")))
    assert found == {"lowest": ["2 (tried)"] * 2, "drawn": ["as chance decides"] * 2}
    told = run("rulebook", str(tmp_path / "lots.game"), "--format", "md").stdout
    assert "| *lowest* | 2 (tried) | 2 (tried) |" in told
    assert told.count("64 games that were tried") == 1, "what that means is said once, below"
    assert "64 games" not in run("rulebook", "crazy_eights", "--format", "md").stdout


def test_games_are_begun_once_for_all_that_is_not_certain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lots.game").write_text(LOTS)
    game, begun, start = load(str(tmp_path / "lots.game")), list[int](), Game.start

    def counted(game: Game, **options: int) -> State:
        begun.append(options["seed"])
        return start(game, seed=options["seed"])

    monkeypatch.setattr(Game, "start", counted)
    assert len(beginnings(game)) == 2
    assert begun == [*SEEDS] * 2, "for each number of players"


SPOKEN_STEPS = """\
game spoken "Spoken"
  players 2 named Ann, Bob
mark left of seat: 0..9, starts 5         "What is left"
type part: one, two, three
phase play                                "Play"
  turns until left of Ann is 0            "Until nothing is left"
    choose which                          "Which part do you take?"
      take(x in part where left of me > 0 or x is one)          "Take a part"
        spend 1 left of me
    compose rest
      step rest(x in part) into resting at most 1
      step wait(x in part) into waiting at most 2
      step call(x in part) into called
      step send(x in part) into sent
        needs lone: size of sent is 0     else "one alone is sent"
      finish done                         "Enough"
        needs few: size of resting + size of called < 9    else "there are {size of resting} parts"
score left of p: left of p
winner most score
scenario "Bob"
  given
    left of Ann: 2
    me: Bob
  offers take one; take two; take three
"""


def test_steps_and_offers_are_read_out_as_people_say_them(run: Run, own_folders: Path) -> None:
    (own_folders / "spoken.game").write_text(SPOKEN_STEPS, encoding="utf-8")
    (own_folders / "two.game").write_text(
        "variant two of spoken\nadd after few in done  TWO-1\n"
        '  needs more: size of waiting < 9  else "too many"\n',
        encoding="utf-8",
    )
    told = run("rulebook", "two.game", "--format", "md").stdout
    for said in (
        "- Which part do you take?\n",
        "Take a part – `take` *x*: choose a part *x*",
        "At most once, `rest` *x*: choose",
        "At most 2 times, `wait` *x*: choose",
        "As often as you like, `call` *x*: choose",
        "As often as is allowed, `send` *x*: choose",
        "“there are \\[the number of parts in *resting*\\] parts”",
        "; Bob has the turn.",
        "otherwise “too many”. TWO-1",
    ):
        assert said in told, (said, told)


PIES = """game pies "Pies"
  players 2..4 named Ann, Bob, Cleo, Dan
type apple: cox, gala
mark wanted: apple or none                "What is wanted"
mark ripe of apple: yes or no             "Is it ripe?"
mark tries: 0..9
define same(a: apple) = ripe of a is (tries > 2)
phase play
  turns until tries is 9
    choose main
      take(a in apple)                    "Take one"
        needs same(a)                     else "no"
        set wanted to a
        set ripe of a to yes
        gain 1 tries
      else pass
score tries of p: tries + size of {p}
winner most score
always (how many a in apple where ripe of a) <= 1        "One at most"
always (how many a in apple where ripe of a) >= 0 and wanted is none   "All"
always (how many a in apple where ripe of a) is 2        "Two"
scenario "Cleo begins"
  seats 3
  given
    to move: Cleo (main)
  expect me is Cleo
"""


FACE_DOWN = """game gifts "Gifts"
  players 2 named Ann, Bob
type kind: bat, fly
component card from "cards.csv" named by name
  kind: kind
zone hand of seat: set of card, seen by owner
zone parcel: set of card, seen by nobody
mark said: kind or none                   "What was said"
define fits(c: card, k: kind) = kind of c is k                     "Is it true of the card?"
define shown of c: card = kind of c                                "What is on it"
setup
  move all c in card to hand of Ann
phase play
  turns until passes is 2
    choose gift
      give(c in hand of me, k in kind)
        needs open: fits(c, k)            else "that is not on it"
        move c to parcel
        set said to k
      else pass
score cards of p: size of hand of p + (1 when some c in parcel where shown of c is said else 0)
winner most score
"""


def test_columns_that_say_the_same_and_who_knows_what_lies_face_down(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "gifts.game").write_text(FACE_DOWN, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("name,kind\nA,bat\nB,fly\n", encoding="utf-8")
    told = run("rulebook", str(tmp_path / "gifts.game"), "--format", "md").stdout
    assert "| card | *kind* |\n" in told
    assert "Whoever has put something where nobody sees it, or has seen it before, still" in told
    open_parcel = FACE_DOWN.replace("set of card, seen by nobody", "set of card")
    (tmp_path / "gifts.game").write_text(open_parcel, encoding="utf-8")
    told = run("rulebook", str(tmp_path / "gifts.game"), "--format", "md").stdout
    assert "Whoever has put" not in told


def test_articles_seats_and_how_many_are_read_out_as_people_say_them(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "pies.game").write_text(PIES, encoding="utf-8")
    told = run("rulebook", str(tmp_path / "pies.game"), "--format", "md").stdout
    for said in (
        "| an apple, or none |",
        "One at most. – For at most 1 apple *a*, *ripe* holds for *a*.",
        "Two. – For exactly 2 apples *a*, *ripe* holds for *a*.",
        "*ripe* holds for *a* exactly when *tries* is more than 2",
        "Cleo is to move",
    ):
        assert said in told, said
    assert "*Cleo*" not in told and "– (" not in told


@pytest.mark.parametrize("form", ["html", "md"])
def test_the_report_is_printed_besides_a_page(form: str, run: Run, tmp_path: Path) -> None:
    """It is text: written into the page it would stand where the rulebook does."""
    page, text = tmp_path / f"ferry.{form}", tmp_path / "ferry.txt"
    asked = ("rulebook", "ferry.game", "--format", form)
    done = run(*asked, "--report", "-o", str(page))
    assert done.stdout == run("rulebook", "ferry.game", "--report").stdout != ""
    assert page.read_text(encoding="utf-8") == run(*asked).stdout
    assert run("rulebook", "ferry.game", "--report", "-o", str(text)).stdout == ""
    assert text.read_text(encoding="utf-8") == done.stdout


LINES = """game lines "Lines"
  players 2
board field: grid 4 by 4
cells square of field named "{letter}{y}"
mark stone of square: seat or nobody      "Stones"
mark lost of seat: yes or no              "Lost"
define stones of p: seat = all c in square where stone of c is p
define left = all p in seat where not lost of p
phase play
  turns until some p in seat where left is {p}
    choose main
      lay(c in square where stone of c is nobody)
        needs short: longest line of (stones of me + {c}) < 4  else "too long"
        set stone of c to me
      'give up'
        set lost of me to yes
winner p where left is {p}
"""


def test_a_set_of_one_is_told_as_just_that_and_a_longest_line_goes_through_all(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "lines.game").write_text(LINES, encoding="utf-8")
    told = run("rulebook", str(tmp_path / "lines.game"), "--format", "md").stdout
    assert "has won if *left* is just *p*" in told
    assert "the longest line in your *stones* and *c* taken together is less than 4" in told


def test_sets_that_are_joined_are_one_thing_in_conditions(run: Run, tmp_path: Path) -> None:
    (tmp_path / "joined.game").write_text(
        """game joined "Joined"
  players 2
type dish: soup, cake
mark eaten of seat: set of dish
phase meal
  turns until (eaten of first + eaten of second) is {soup, cake}
    choose main
      eat(d in dish)
        needs hungry: (eaten of me + {d}) is not empty  else "no"
        set eaten of me to eaten of me + {d}
score eaten of p: quotient(size of (eaten of p + {soup}) * 3, 2) + 1
winner most score
""".replace("players 2", "players 2 named first, second"),
        encoding="utf-8",
    )
    told = run("rulebook", str(tmp_path / "joined.game"), "--format", "md").stdout
    assert "and *d*, taken together, is not empty" in told
    assert "× 3) divided by 2, rounded down) + 1" in told  # a quotient ends where it ends


def test_an_option_is_not_looked_at_where_something_else_has_its_name(
    run: Run, tmp_path: Path
) -> None:
    """A value of a type, a component, a value that is compared with what a move names."""
    rules = tmp_path / "wind.game"
    rules.write_text(
        """game wind "Wind"
  players 2

option storm: off, on "Is there a storm?"
option calm: yes_calm, no_calm "Is it calm?"
type weather: calm, rain, storm

mark sky: weather "The sky"
mark gale of seat: 0..9 "Gales"

define rough of w: weather = w is storm
define wild of w: weather = rough of w and storm is on

phase play
  turns until sky is storm
    choose main
      blow(w in weather where w is not calm or calm is yes_calm)
        set sky to w
        if wild of w
          gain 1 gale of me

score gale of p: gale of p
winner most score
""",
        encoding="utf-8",
    )
    text = run("rulebook", str(rules), "--format", "md").output
    assert "**storm**: off, on. Here it is **off**. It is looked at in *wild*." in text, text
    assert "Here it is **yes calm**. It is looked at in *the phase play*." in text


def test_a_value_is_told_as_one_whatever_else_has_its_name(run: Run, tmp_path: Path) -> None:
    """A zone, an option, a mark; held against what a definition is given, or one of several."""
    rules = tmp_path / "finder.game"
    rules.write_text(
        """game finder "Finders"
  players 2
option lights: off, on "Is there light?"
component stone from "stones.csv" named by name "A stone"
type measure: lights, finds, gains, rests
zone finds: set of stone "What was found"
mark gains of seat: 0..9 "Gains"
define merit(p: seat, m: measure) "How much"
  size of finds when m is finds
  gains of p when m is gains
  2 when m is lights and lights is on
  1 when m in {finds, rests} or some k in measure where k is finds and k is not m
  0 else
setup
  move all s in stone to finds
phase play
  turns until gains of me > 3
    choose main
      win(m in measure where m is not finds)
        gain 1 gains of me
        if finds is empty
          pass
score merits of p: total merit(p, m) for m in measure
winner most score
""",
        encoding="utf-8",
    )
    (tmp_path / "stones.csv").write_text("name\nA\nB\n", encoding="utf-8")
    told = run("rulebook", str(rules), "--format", "md").output
    for line in (
        "- The number of stones in the *finds* if *m* is *finds*.",
        "- The *gains* of *p* if *m* is *gains*.",
        "- 2 if *m* is *lights* and *lights* is *on*.",
        "- 1 if *m* is *finds* or *rests* or there is a measure *k* such that *k* is *finds* and "
        "*k* is not *m*.",
    ):
        assert line in told, told
    page = run("rulebook", str(rules), "--format", "html").output
    assert 'href="#mark-gains">gains</a></span> of' in page
    assert page.count('<span class="name">m</span> is <span class="name">gains</span>') == 1


def test_the_title_of_a_rulebook_names_the_variants(run: Run, shore: Path) -> None:
    plain = run("rulebook", "ferry.game", "--format", "md").output.splitlines()[0]
    with_wind = run("rulebook", "ferry.game", "--variant", "wind", "--format", "md").output
    assert with_wind.startswith(f"{plain}: ")


def test_what_is_added_to_a_type_stands_there_with_its_words(run: Run, tmp_path: Path) -> None:
    """Of several variants, with rule numbers, of types that are listed here or in a table."""
    files = {
        "bowl.game": """game bowl "Bowl"
  players 2
type helping: one, two "How much" BOWL-1
component card from "cards.csv" named by name "A card"
zone box_of of helping: set of card
mark last: helping
setup
  move all c in card to box_of of one
phase meal
  turns until last is two
    choose main
      take(h in helping)
        set last to h
        move all c in box_of of one to box_of of h
score left of p: size of box_of of two
winner most score
""",
        "cards.csv": "name\nA\n",
        "more.csv": "name\nB\n",
        "even_more.csv": "name\nC\n",
        "most.game": """variant most of bowl "Most"
add three, four to helping "For the hungry" BOWL-2
add "more.csv" to card "One more card" BOWL-3
""",
        "plain.game": """variant plain of bowl
add five to helping
add "even_more.csv" to card
""",
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    both = ("--variant", "most", "--variant", "plain", "--format", "md")
    book = run("rulebook", str(tmp_path / "bowl.game"), *both).output
    assert """
- **Helping**: How much – one, two, three, four or five. BOWL-1
  - Three and four: For the hungry. BOWL-2 **[Most]**
  - Five. **[plain]**
""" in book, book  # fmt: skip
    assert """
A card. – There are 3. **[plain]**

- One more card. BOWL-3 **[Most]**
""" in book, book  # fmt: skip
    assert "| **BOWL-2** | helping, what the variant changes |" in book


def test_the_end_is_told_as_that_where_a_definition_of_something_has_its_name(run: Run) -> None:
    told = run("rulebook", "draughts", "--format", "md").stdout
    assert "The game is over." in told and "*over* holds" not in told
    assert "- **over** for a square *s* and a square *t*" in told


def test_how_a_game_stands_is_told_beside_what_else_is_expected(run: Run, tmp_path: Path) -> None:
    text = """game ends "Ends"
  players 1

mark count: 0..3

phase rise
  turns
    choose main
      up                    "Go up"
        gain 1 count
      else rest
        end game

outcome
  high when count is 3
  low else

scenario "Up"
  play up
  expect count is 1 and not over
  play up; up; rest
  expect outcome is high and count is 3
"""
    (tmp_path / "ends.game").write_text(text)
    told = run("rulebook", str(tmp_path / "ends.game"), "--format", "md").stdout
    assert "  - The game goes on.\n  - Now *count* is 1.\n" in told
    assert "  - The game has ended: high.\n  - Now *count* is 3.\n" in told


def test_after_a_question_what_a_word_means_is_a_sentence_of_its_own(run: Run) -> None:
    told = {name: run("rulebook", name, "--format", "md").stdout for name in ("ruta", "draughts")}
    assert "– Is there a card to be drawn? It holds if the *pile* is not empty" in told["ruta"]
    assert "– What a route costs: the total *rank*" in told["ruta"]
    assert "– Is this a way that the piece on s may go? DRAUGHTS-3" in told["draughts"]
    assert not any("?:" in text or ".:" in text for text in told.values())


def test_one_that_is_missing_is_told_as_one(run: Run, own_folders: Path) -> None:
    done = run("rulebook", "pig", "--format", "md", "-o", "pig.md")
    assert done.stderr == "1 sentence or rule is missing: --report tells which\n"


def test_numbers_of_things_and_what_runs_on_are_read_out_as_people_say_them(run: Run) -> None:
    for name, *several in (
        (
            "reversi",
            "the cells between *s* and *e* are not empty",
            "the *ends* for *s* and you are",
        ),
        (
            "klondike",
            "the 2 uppermost of the *up* of *two* are Five of Hearts",
            "Deal cards (as many as *at once*) from the *stock* to the *waste*.",
            "Deal cards (as many as the number of cards in the *waste*) from the *waste* to",
        ),
        ("kuhn_poker", "For 2 or 3 players"),
        (
            "crazy_eights",
            "For 2 to 6 players",
            "in the *played* such that *c* is not on top of the *played*",
        ),
        ("liars_dice", "| −1 to 1 |"),
        (
            "quetinny",
            "Deal (4 − the number of cards in the *hand*) from the *pile* to the *hand*",
            "choose *x*, which is the site *y* in *waiting*, and a suit *s* such that",
            "the empty cells beside the *realm* are -1,0; -1,1; 0,-1;",
            "the *realm* holds just Journey, Mill, Battle and Windfall",
        ),
        (
            "ruins",
            "if there is a ruin *x* in *s* such that",
            "Deal (the total, over every ruin *x*",
        ),
    ):
        told = run("rulebook", name, "--format", "md").stdout
        for said in several:
            assert said in told, said


def test_what_was_chosen_in_secret_is_called_that_in_worked_examples(run: Run) -> None:
    told = run("rulebook", "goofspiel", "--format", "md").stdout
    assert "the *hand* of *first*: ?, ?, ?; what was chosen last: ?" in told
    assert "*main*" not in told


SAME_NAMES = """game same "Same"
  players 2 named Ann, Bob
type answer: true, false
mark vow of seat: answer or none  "What was said"
mark word: answer or none         "What was said first"
mark days: 0..9
phase play
  turns until days is 4
    gain 1 days
    choose answer secretly
      say(b in answer)
        set vow of me to b
        if word is none
          set word to b
      'peek'
    choose vow secretly
      'swear'
      'curse'
score all of p: days
winner most score
scenario "What was chosen"
  play peek
  seen by Bob
    answer: ?
    vow of Ann: none
    word: none
  play swear
  seen by Bob
    vow: ?
"""


def test_a_choice_that_is_called_as_something_else_is_a_choice_in_worked_examples(
    tmp_path: Path, run: Run
) -> None:
    (tmp_path / "same.game").write_text(SAME_NAMES)
    told = run("rulebook", tmp_path / "same.game", "--format", "md").stdout
    seen = [line.strip() for line in told.splitlines() if "Bob sees" in line]
    assert seen == [
        "- What Bob sees: what was chosen last: ?; the *vow* of Ann: none; *word*: none.",
        "- What Bob sees: what was chosen last: ?",
    ]
    assert run("test", tmp_path / "same.game").exit_code == 0


MEN = """game men "Men"
  players 2 named Ann, Bob
board field: grid 4 by 4
cells square of field named "{letter}{y}"
mark man of square: seat or nobody
setup                                     "Ann stands below"
  each s in square where row of s is 1
    set man of s to Ann
  each s in square where row of s is 4
    set man of s to Bob
phase play
  turns until man of a4 is Ann
    choose main
      put(s in square where man of s is nobody)
        set man of s to me
score men of p: how many s in square where man of s is p
winner most score
"""
CORNERS = """variant corners of men "Corners"
replace setup                             "All four corners"
  each s in square where row of s is 1 and column of s is 1
    set man of s to Ann
  set man of d1 to Bob
  set man of d4 to Ann
"""


def test_a_setup_that_is_replaced_is_told_as_one_change(run: Run, tmp_path: Path) -> None:
    (tmp_path / "men.game").write_text(MEN, encoding="utf-8")
    (tmp_path / "corners.game").write_text(CORNERS, encoding="utf-8")
    book = ("rulebook", str(tmp_path / "men.game"), "--variant", "corners", "--format", "md")
    changed = run(*book).stdout.partition("### What the variant changes")[2]
    assert (
        "- **Changed**: **[Corners]**\n"
        "  - before: Ann stands below. – Step by step:\n"
        "    - For each square *s* such that the *row* of *s* is 1:\n"
        "      - Set the *man* of *s* to Ann.\n"
        "    - For each square *s* such that the *row* of *s* is 4:\n"
        "      - Set the *man* of *s* to Bob.\n"
        "  - now: All four corners. – Step by step:\n"
        "    - For each square *s* such that the *row* of *s* is 1 and the *column* of *s* is 1:\n"
        "      - Set the *man* of *s* to Ann.\n"
        "    - Set the *man* of d1 to Bob.\n    - Set the *man* of d4 to Ann.\n"
    ) in changed
    assert "Added" not in changed and "Taken out" not in changed
    assert "Said in other words" not in changed
    same = CORNERS.split("  set man of d1")[0] + MEN.split("is 1\n    set man of s to Ann\n")[1]
    (tmp_path / "corners.game").write_text(same.split("phase")[0], encoding="utf-8")
    changed = run(*book).stdout.partition("### What the variant changes")[2]
    assert (
        "- **Changed** in setup: All four corners **[Corners]**\n"
        "  - before: For each square *s* such that the *row* of *s* is 1: …\n"
    ) in changed
    assert "Step by step" not in changed
    body = MEN.partition("setup")[2].partition("\n")[2].partition("\nphase")[0]
    head = CORNERS.partition("  each")[0]
    (tmp_path / "corners.game").write_text(f"{head}{body}\n", encoding="utf-8")
    changed = run(*book).stdout.partition("### What the variant changes")[2]
    assert (
        "- **Said in other words**: **[Corners]**\n"
        "  - before: Ann stands below `setup`\n"
        "  - now: All four corners `setup`\n"
    ) in changed


WEATHER = """game weather "Weather"
  players 2
mark wet of seat: yes or no
phase play
  turns until passes is 2                             "Day after day"
    if wet of me                                      "Who is wet goes home on some days"
      if passes is 1
        end game
    choose main
      walk                                            "Walk, and get wet"
        set wet of me to yes
      else pass
score dry of p: 0 when wet of p else 1
winner most score
"""
STORMS = """variant storms of weather "Storms"
replace "if passes is 1"
  if passes is 0
    end game
replace "set wet of me to yes"
  set wet of opponent to yes                          "Who walks splashes the other"
"""


def test_words_over_what_a_variant_has_replaced_are_reported(run: Run, tmp_path: Path) -> None:
    """Those over what has no words of its own: of the others players are told what is so now."""
    (tmp_path / "weather.game").write_text(WEATHER, encoding="utf-8")
    (tmp_path / "storms.game").write_text(STORMS, encoding="utf-8")
    game, title = str(tmp_path / "weather.game"), "Words over a line that a variant has replaced"
    assert title not in run("rulebook", game, "--report").stdout
    told = run("rulebook", game, "--variant", "storms", "--report").stdout
    assert told.partition(title)[2] == (
        f"\n  {tmp_path}/storms.game:3: “Who is wet goes home on some days” over if passes is 0\n"
    )
    page = run("rulebook", game, "--variant", "storms", "-o", str(tmp_path / "page.html"))
    assert "1 sentence stands over a line that a variant has replaced: --report" in page.stderr
    (tmp_path / "storms.game").write_text(
        STORMS.replace("passes is 0", 'passes is 0 "At once"'), encoding="utf-8"
    )
    assert title not in run("rulebook", game, "--variant", "storms", "--report").stdout
    # what is done by who walks is told by the line of the move, whatever comes of it
    bare = STORMS.partition('replace "if')[0] + 'replace "set wet of me to yes"\n'
    bare += "  set wet of opponent to yes\n"
    (tmp_path / "storms.game").write_text(bare, encoding="utf-8")
    assert title not in run("rulebook", game, "--variant", "storms", "--report").stdout


def test_marks_with_large_numbers_are_reported_unless_they_are_not_shown(
    run: Run, tmp_path: Path
) -> None:
    """What only rules compare fills the log; points do not, and a look leaves helpers out."""
    (tmp_path / "keys.game").write_text(
        """\
game keys "Keys"
  players 2
mark points of seat: 0..9999        "Points"
mark key of seat: 0..99999999       "What is compared"
phase play
  turns until passes is 2
    choose main
      take                          "Take"
        gain 1 points of me
        gain points of me key of me
      else pass
score points of p: points of p
winner most score
""",
        encoding="utf-8",
    )
    told = run("rulebook", str(tmp_path / "keys.game"), "--report").stdout
    title = "Large numbers that are told of each move"
    assert told.partition(title)[2].splitlines()[1:] == [
        f"  {tmp_path}/keys.game:4: mark key, up to 99,999,999"
    ]
    (tmp_path / "keys.look.csv").write_text("name,show\nkey,no\n", encoding="utf-8")
    assert title not in run("rulebook", str(tmp_path / "keys.game"), "--report").stdout


def begun(told: str) -> str:
    """What a rulebook says of the set-up."""
    return told.partition("## Set-up")[2].partition("\n## ")[0]


def test_boards_are_drawn_with_each_value_of_an_option_that_decides_them(run: Run) -> None:
    reversi = begun(run("rulebook", "reversi", "--format", "md").stdout)
    crossed, parallel, _ = re.split(r"(?:Drawn w|W)ith \*opening\* .*\.\n", reversi)
    assert "5  .   .   .   B   W   ." in crossed and "5  .   .   .   B   B   ." in parallel
    assert reversi.index("Drawn with *opening* crossed.") < reversi.index("With *opening* parallel")
    other = ("--option", "opening=parallel")
    told = begun(run("rulebook", "reversi", *other, "--format", "md").stdout)
    assert told.index("Drawn with *opening* parallel.") < told.index("With *opening* crossed.")
    many = begun(run("rulebook", "breakthrough", "--format", "md").stdout)
    assert many.count("```") == 2 and "\nDrawn with *size* 8.\n" in many
    assert "rawn with" not in begun(run("rulebook", "ruta", "--format", "md").stdout)
    page = run("rulebook", "reversi", "--format", "html").stdout
    assert page.count("<figure>") == 2 and ">Drawn with <" in page


def test_what_a_picture_of_a_board_shows_is_not_told_beside_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "men.game").write_text(MEN, encoding="utf-8")
    told = begun(run("rulebook", str(tmp_path / "men.game"), "--format", "md").stdout)
    assert "```\n   a   b" in told and "at the first decision" not in told
    more = MEN.replace("2 named Ann, Bob", "2..3 named Ann, Bob, Cy")
    (tmp_path / "men.game").write_text(more, encoding="utf-8")
    told = begun(run("rulebook", str(tmp_path / "men.game"), "--format", "md").stdout)
    assert "| *man* | as drawn | Bob, Ann (8 of 16) |" in told
    chance = MEN.replace("set man of s to Bob", "pick man of s from seat")
    (tmp_path / "men.game").write_text(chance, encoding="utf-8")
    told = begun(run("rulebook", str(tmp_path / "men.game"), "--format", "md").stdout)
    assert "| *man* | as chance decides |" in told


SURROUNDED = """game surrounded "Surrounded"
  players 2 named Black, White
board field: grid 3 by 3
cells point of field named "{letter}{y}"
mark stone of point: seat or nobody
define free = all c in point where stone of c is nobody

phase play
  turns until free is empty
    compose turn until laid is not empty and every c in laid has beside of c meets free
          else "{laid} could not breathe"
        and size of free > 2 else "too few would be left"   "Where do you lay a stone?"
      step lay(c in free) into laid at most 1
        set stone of c to me
winner p where free is empty
"""


def test_conditions_that_have_reasons_are_told_once(run: Run, own_folders: Path) -> None:
    (own_folders / "surrounded.game").write_text(SURROUNDED, encoding="utf-8")
    told = run("rulebook", "surrounded.game", "--format", "md").stdout
    assert "choose, until *laid* is not empty and for every point *c* in *laid*" in told
    assert told.count("have something in common") == 1
    assert ", and the number of points in *free* is more than 2:\n" in told
    assert (
        "- A step that would make this impossible is not allowed – "
        "“\\[*laid*\\] could not breathe”, or “too few would be left”.\n"
    ) in told


def test_with_a_step_it_is_told_what_is_asked_of_each(run: Run, own_folders: Path) -> None:
    """A finish is not asked for it."""
    rules = SURROUNDED.replace("winner", "      finish rest\n        set stone of a1 to me\nwinner")
    (own_folders / "surrounded.game").write_text(rules, encoding="utf-8")
    told = run("play", "surrounded.game", "--plain", input="rules lay b2\nquit\n").stdout
    said = " ".join(told.split())
    assert "until laid is not empty and for every point c in laid" in said
    assert "- At most once, lay c: choose a point c in free" in said
    assert "not allowed – “[laid] could not breathe”, or “too few would be left”." in said
    assert "To finish" not in said
    told = run("play", "surrounded.game", "--plain", input="rules rest\nquit\n").stdout
    assert "To finish, rest." in told and "breathe" not in told


def test_a_list_of_names_alone_is_no_table_and_what_lies_on_a_drawn_board_is_not_told_beside_it(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "men.csv").write_text("name\nTom\nTim\n")
    (tmp_path / "lie.game").write_text("""game lie "Lie"
  players 2
component man from "men.csv" named by name
board field: grid 2 by 2
cells square of field named "{letter}{y}"
zone on of square: slot of man
setup
  move Tom to on of a1
  move Tim to on of b1
phase only
  turns until on of a1 is none
    choose main
      go(s in square where on of s is none)
        move on of a1 to on of s
score none_on of p: 1 when on of b2 is Tom else 0
winner most score
""")
    told = run("rulebook", str(tmp_path / "lie.game"), "--format", "md").stdout
    assert "### Mans\n\nTom, Tim\n" in told or "### Men\n\nTom, Tim\n" in told, told
    assert "at the first decision" not in begun(told)


def test_what_is_added_to_a_number_that_ends_in_several_names_is_not_taken_for_a_part_of_them(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "far.game").write_text("""game far "Far"
  players 2
board field: grid 3 by 3
cells square of field named "{letter}{y}"
mark man of square: seat or nobody
define steps(s: square, t: square) = size of between(s, t) + 1
define twice(s: square, t: square) = 3 - steps(s, t) * 2
define one_less(s: square, t: square) = steps(s, t) - 1
define shared(s: square, t: square) = 1 + size of common(touching(s), touching(t)) + 2
define last(s: square, t: square) = 1 + size of between(s, t)
define apart = groups(all s in square where man of s is me, touching) + 1
define around of s: square = size of touching(s) + 1
define long(s: square, t: square) = 1 + steps(s, t) * (around of s + 2) - steps(t, s) * 9 + 3

phase only
  turns until apart > 3
    choose main
      go(s in square, t in square)
        needs steps(s, t) + twice(s, t) + one_less(s, t) + shared(s, t) + last(s, t)
          > around of s + long(s, t)  else "too near"
        set man of s to me
score nothing of p: 1
winner most score
""")
    told = run("rulebook", str(tmp_path / "far.game"), "--format", "md").stdout
    assert "(the number of squares in the cells between *s* and *t*) + 1" in told
    assert "3 − ((the *steps* for *s* and *t*) × 2)" in told
    assert "(the *steps* for *s* and *t*) − 1" in told
    assert ": 1 + (the number of squares in what is both in the cells around *s* and in" in told
    assert "in the cells around *s* and in the cells around *t*) + 2" in told
    assert (
        ": 1 + ((the *steps* for *s* and *t*) × (the *around* of *s* + 2)) − ((the *steps* for *t*"
        " and *s*) × 9) + 3"
    ) in told
    assert ": 1 + the number of squares in the cells between *s* and *t*" in told
    assert ", joined where one is touching another) + 1" in told
    assert ": the number of squares in the cells around *s* + 1" in told


def test_words_that_begin_with_until_are_joined_to_what_goes_on(run: Run, tmp_path: Path) -> None:
    (tmp_path / "hop.game").write_text("""game hop "Hop"
  players 2
mark height: 0..9
mark deep: 0..9
phase only
  turns until height is 9                 "Until all are at the top." HOP-1
    set deep to 0
    repeat until deep is 3                "While there is ground"
      choose main
        dig
          gain 1 deep
    gain 1 height
winner p where height is 9
""")
    told = run("rulebook", str(tmp_path / "hop.game"), "--format", "md").stdout
    assert "Players take turns until all are at the top. In a turn: HOP-1" in told
    assert "Again and again while there is ground:" in told
    text = (tmp_path / "hop.game").read_text()
    (tmp_path / "hop.game").write_text(text.replace("players 2", "players 2..3"))
    told = run("rulebook", str(tmp_path / "hop.game"), "--format", "md").stdout
    assert "Players take turns, clockwise, until all are at the top. In a turn: HOP-1" in told
    words = '"Players take turns until all are at the top."'
    (tmp_path / "hop.game").write_text(text.replace('"Until all are at the top."', words))
    told = run("rulebook", str(tmp_path / "hop.game"), "--format", "md").stdout
    assert "Players take turns until all are at the top. – In a turn: HOP-1" in told


def test_an_offer_that_does_nothing_is_told_where_it_is_made(run: Run, tmp_path: Path) -> None:
    (tmp_path / "nap.game").write_text("""game nap "Nap"
  players 2
mark steps of seat: 0..9
phase only
  turns until steps of '0' is 2
    choose main
      walk
        gain 1 steps of me
      'stand still'
      'have a rest'                       "Wait and see"
      else pass
    may choose more
      run
        gain 1 steps of me
      or 'no more'
score steps of p: steps of p
winner most score
""")
    told = run("rulebook", str(tmp_path / "nap.game"), "--format", "md").stdout
    lines = map(str.strip, told.splitlines())
    offers = [line for line in lines if re.fullmatch(r"- [^:]*(: )?`[a-z ]+`.*", line)]
    assert offers == [
        "- `walk`.",
        "- `stand still` – nothing happens.",
        "- Wait and see – `have a rest`.",
        "- If none of these is possible: `pass` – the turn ends.",
        "- `run`.",
        "- Or: `no more`.",
    ]


def test_rows_that_an_edit_says_are_marked_in_the_list(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tiles.game").write_text("""game tiles "Tiles"
  players 2
component tile from "tiles.csv" named by name, how many by many   "Tiles"
  worth: 1..9                             "Worth"
zone bag: set of tile                     "Bag"
setup                                     "All into the bag"
  move all t in tile to bag
phase only                                "They rest"
  turns until passes is 2                 "All have rested"
    choose main                           "What now?"
      pass                                "Rest"
score tiles of p: total worth of bag      "Worth"
winner most score
""")
    (tmp_path / "tiles.csv").write_text("name,many,worth\nSun,1,1\nMoon,2,2\n")
    (tmp_path / "dear.game").write_text(
        'variant dear of tiles "Dear"\nreplace "high.csv" in tile\nadd "more.csv" to tile\n'
    )
    (tmp_path / "high.csv").write_text("name,worth\nMoon,7\n")
    (tmp_path / "more.csv").write_text("name,many,worth\nStar,1,3\n")
    asked = ("rulebook", str(tmp_path / "tiles.game"), "--format", "md", "--variant", "dear")
    told = run(*asked).stdout
    rows = [line for line in told.splitlines() if re.match(r"\| (Sun|Star|2 × Moon)", line)]
    assert rows == ["| Sun | 1 |", "| 2 × Moon **[Dear]** | 7 |", "| Star **[Dear]** | 3 |"]


def test_what_a_with_block_adds_is_marked_with_both_variants(run: Run, tmp_path: Path) -> None:
    """In the list and in how many there are, too, where all else is one of the two's."""
    (tmp_path / "walk.game").write_text("""game walk "Walk"
  players 2
mark steps of seat: 0..99                 "Steps"
phase way                                 "They walk"
  turns until passes is 2                 "All have stopped"
    choose main                           "What now?"
      walk                                "Walk on"
        gain 1 steps of me
      pass                                "Stop"
score steps of p: steps of p              "Steps"
winner most score
""")
    (tmp_path / "rain.game").write_text("""variant rain of walk "Rain"
mark wet of seat: 0..9                    "How wet a player is"
add at end of walk
  gain 1 wet of me
score dry of p: 9 - wet of p              "Who is dry"
""")
    (tmp_path / "guests.game").write_text("""variant guests of walk "Guests"
type wish: far, near
component guest from "guests.csv" named by name   "A guest"
  wish: wish                              "What the guest wishes"
zone house: set of guest                  "The house"
setup                                     "Guests come"
  move all g in guest to house
score guests of p: how many g in house where wish of g is far   "Guests"
with rain
  add dry to wish
  add "more.csv" to guest
  add "others.csv" to guest               "One more still"
""")
    (tmp_path / "guests.csv").write_text("name,wish\nAnn,far\nBob,near\n")
    (tmp_path / "more.csv").write_text("name,wish\nCid,dry\n")
    (tmp_path / "others.csv").write_text("name,wish\nDot,dry\n")
    asked = ("rulebook", str(tmp_path / "walk.game"), "--format", "md")
    told = run(*asked, "--variant", "guests", "--variant", "rain").output
    lines = [line.strip() for line in told.splitlines()]
    assert "A guest. – There are 4. **[Guests]** **[Guests with Rain]**" in lines, told
    assert "- One more still. **[Guests with Rain]**" in lines
    rows = [line for line in lines if re.match(r"\| (Ann|Bob|Cid|Dot)", line)]
    assert rows == [
        "| Ann **[Guests]** | far |",
        "| Bob **[Guests]** | near |",
        "| Cid **[Guests with Rain]** | dry |",
        "| Dot **[Guests with Rain]** | dry |",
    ]


def test_what_stands_in_braces_in_a_reason_is_no_word_of_it(run: Run, own_folders: Path) -> None:
    """At a terminal, too, where nothing is slanted."""
    rules = SURROUNDED.replace(
        "        set stone",
        '        needs corner: c is not a1 else "{c} is no laid"\n        set stone',
    )
    (own_folders / "surrounded.game").write_text(rules, encoding="utf-8")
    book = run("rulebook", "surrounded.game", "--format", "md").stdout
    assert "otherwise “\\[*c*\\] is no laid”" in book
    told = run("play", "surrounded.game", "--plain", input="rules lay\nquit\n").stdout
    assert "otherwise “[c] is no laid”" in " ".join(told.split())


TWICE = """\
game opt "Two"
  players 2
option go: on, off                        "Is going part of the game?"
mark left: 0..9, starts 9                 "What is left"
phase play                                "Turns"
  turns until left is 0                   "In turn"
    choose main                           "What?"
      go
      'wait'
    if possible(go)
      spend 1 left
action go                                 "Go one step"
  needs left > 1 and go is on             else "no"
  spend 1 left
score s of p: left                        "Last"
winner most score
"""


def test_an_action_that_is_called_as_an_option_is_no_option(tmp_path: Path) -> None:
    """Where it is asked whether it is possible."""
    (tmp_path / "opt.game").write_text(TWICE)
    path = str(tmp_path / "opt.game")
    told = as_markdown(rulebook(load(path), catalogue.game(path)))
    assert "It is looked at in *go*." in told and "the phase play* and" not in told
    before, _, after = told.partition("## What players may do")
    assert "Is going part" not in before and "*go*: Is going part of the game?" in after


ASKED = """\
game asked "Asked"
  players 3
mark left: 0..9, starts 9                 "What is left"
phase play                                "Turns"
  turns until left is 0                   "In turn"
    choose main                           "What?"
      ask(p in seat)                      "Ask somebody"
        choose answer by p                "Well?"
          'yes'
          'no'
            spend 1 left
        may choose more by next of me     "More?"
          'take'
            spend 1 left
          or 'leave'
        choose sign by p secretly         "A sign?"
          'wink'
score s of p: left                        "Last"
winner most score
"""


def test_it_is_said_who_is_asked(tmp_path: Path) -> None:
    """And that `you` is who is asked there."""
    (tmp_path / "asked.game").write_text(ASKED)
    path = str(tmp_path / "asked.game")
    told = as_markdown(rulebook(load(path), catalogue.game(path)))
    assert "Well? – *p* chooses one of these, and is meant by “you” there:" in told
    assert "More? – The player after you may choose one of these, and is meant by “you”" in told
    assert "A sign? – *p* does this, without showing which, and is meant by “you” there:" in told

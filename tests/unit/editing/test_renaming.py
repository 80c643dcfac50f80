"""Everything that a game declares gets another name, and the rules stay as they are: the checker,
which shares nothing with what finds the places, says so. It finds each word that is missed or
meant otherwise. `RULEWRIGHT_RENAMES=all` renames everything in all games."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright import resources
from rulewright.diagnostics import UsageError
from rulewright.editing.family import Families
from rulewright.editing.positions import Text
from rulewright.editing.renaming import Edits, renamed
from rulewright.editing.uses import Use
from rulewright.editing.workspace import Workspace

ROOT = Path(__file__).parents[3]
ALL = os.environ.get("RULEWRIGHT_RENAMES") == "all"
GAMES = [
    ROOT / "tests/cli/ferry/ferry.game",
    ROOT / "examples/cherries.game",
    *(
        resources.rules_root() / "classics" / f"{name}/{name}.game"
        for name in ("pig", "liars_dice")
    ),
]
MORE = sorted(set(resources.rules_root().rglob("*.game")) - set(GAMES)) if ALL else []
TABLES = ("is a column of a table", "stands in the table", "pass is a word of the language")
IN_TABLES = ".csv:"  # an element that a table names


def opened(path: Path, text: str | None = None) -> Families:
    workspace = Workspace()
    workspace.put(path, Text(path.read_text(encoding="utf-8") if text is None else text))
    return Families(workspace)


def declared(families: Families, path: Path) -> Iterator[Use]:
    family = families.of(path)
    view = family.view(path) if family is not None else None
    assert view is not None
    for use in view.uses:
        if use.declares and use.symbol.kind not in ("scenario", "file"):
            yield use


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("game", [*GAMES, *MORE], ids=lambda path: path.stem)
def test_everything_can_have_another_name(game: Path) -> None:
    families = opened(game)
    found = list(declared(families, game))
    wrong = []
    for use in found if ALL else found[:: max(1, len(found) // 8)]:
        try:
            renamed(families, game, use.span.start, "another_name")
        except UsageError as error:
            if not any(why in str(error) for why in (*TABLES, IN_TABLES)):
                wrong.append((use.symbol, str(error)))
    assert wrong == []
    assert len(found) > 5


def changed(edits: Edits, path: Path) -> list[int]:
    return sorted(span.line for span, _ in edits[path])


GAME = """\
game g "G"
  players 2 named Ann, Bob
type suit: red, blue
type mood: blue, calm
mark held of seat: suit or none
mark felt: mood, starts calm
define likes(p: seat, s: suit) = held of p is s
phase play
  turns until passes is 2
    choose main
      take(s in suit where not likes(me, s)) "Take {s}"
        needs fits: s is not blue or felt is calm  else "{s} is not for {me}"
        set held of me to s
      'do nothing'
        set felt to blue
      else pass
score one of p: 1 when held of p is blue else 0
winner most score
scenario "Blue is told from blue"
  given
    held of Ann: blue
    felt: blue
  play take red; do nothing
  expect held of Ann is red and felt is blue
"""


@pytest.fixture
def game(tmp_path: Path) -> tuple[Families, Path]:
    path = tmp_path / "g.game"
    path.write_text(GAME)
    return opened(path, GAME), path


@pytest.mark.parametrize(
    ("part", "lines"),
    [
        ("red, blue", [3, 23, 24]),  # in moves and expectations
        ("blue\ntype", [3, 12, 17, 21]),  # of two types with an element of that name, the one …
        ("blue, calm", [4, 15, 22, 24]),  # … and the other
        ("Ann, Bob", [2, 21, 24]),
        ("take(s", [11, 23]),
        ("s in suit", [11, 11, 12, 12, 13]),
        ("p: seat", [7, 7]),
        ("fits", [12]),
        ("held of seat", [5, 7, 13, 17, 21, 24]),
    ],
)
def test_a_name_is_told_from_others_that_are_called_the_same(
    game: tuple[Families, Path], part: str, lines: list[int]
) -> None:
    families, path = game
    edits = renamed(families, path, GAME.index(part), "another_name")
    assert changed(edits, path) == lines


@pytest.mark.parametrize(
    ("part", "new", "why"),
    [
        ("held of seat", "likes", "likes is a definition already"),
        ("held of seat", "s", "s is the name of a parameter already"),
        ("held of seat", "nobody", "nobody has a meaning of its own"),
        ("held of seat", "1st", '"1st" is no name'),
        ("g \"G", "other", "rename the file, too"),
        ("Blue is told", "other", "the title of a scenario is words"),
        ("is blue else 0", "red", "red is an element of suit already"),
    ],
)  # fmt: skip
def test_why_a_name_cannot_be_given(
    game: tuple[Families, Path], part: str, new: str, why: str
) -> None:
    families, path = game
    at = GAME.index(part) + (3 if part.startswith("is") else 0)
    with pytest.raises(UsageError, match=why):
        renamed(families, path, at, new)


VARIANT = """\
variant v of g "V"
zone stock: set of card
add before put in pay
  step top(c in stock) into paid at most 1
  step top2(c in stock) into paid at most 1
add after pay in play
  if paid is not empty
    move paid to stock
  may choose extra
    more
      move gone to stock
    or end
scenario "More"
  play play; finish; more
"""
OF_CARDS = """\
game g "G"
  players 1
component card from "cards.csv" named by name
zone hand: set of card
setup
  move all c in card where c is A to hand
phase p
  turns until passes is 1
    choose main
      play
      else pass
action play
  compose pay
    step put(c in hand) into gone
    finish finish
score s of p: 0
winner most score
"""


def test_what_one_edit_of_a_variant_adds_is_meant_in_the_others(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name\nA\nB\n")
    (tmp_path / "g.game").write_text(OF_CARDS)
    path = tmp_path / "v.game"
    path.write_text(VARIANT)
    families = opened(path, VARIANT)
    for part, lines in (("paid at", [4, 5, 7, 8]), ("more\n", [10, 14]), ("gone to", [11])):
        family = families.of(path)
        assert family is not None
        met = family.meaning(path, VARIANT.index(part))
        assert met is not None, part
        found = [one for one in family.uses(met[0].symbol) if "v.game" in one.span.file.name]
        assert [one.span.line for one in found] == lines


def test_a_parameter_named_twice_stays_two_things(game: tuple[Families, Path]) -> None:
    families, path = game
    at = GAME.index("p: 1 when")
    assert changed(renamed(families, path, at, "another_name"), path) == [17, 17]


def test_a_name_that_stands_in_a_range_cannot_be_renamed_alone(tmp_path: Path) -> None:
    (tmp_path / "x.game").write_text(
        'game x "X"\n  players 1\ntype point: p1..p3, home\nmark at: point\n'
        "phase play\n  turns until at is home\n    choose main\n      go\n"
        "        set at to p2 when at is p1 else home\nscore s of q: 0\nwinner most score\n",
        encoding="utf-8",
    )
    path = tmp_path / "x.game"
    text, families = path.read_text(encoding="utf-8"), opened(path)
    with pytest.raises(UsageError, match=r"p2 stands in p1\.\.p3"):
        renamed(families, path, text.index("p2 when"), "middle")
    edits = renamed(families, path, text.index("home"), "goal")
    assert len(edits[path]) == 3


def test_what_one_edit_says_of_several_things_is_renamed_once(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name\nA\nB\n")
    (tmp_path / "g.game").write_text(OF_CARDS)
    text = (
        'variant v of g "V"\n'
        'mark joy: 0..9    "Joy"\n'
        "add at start of step put, finish finish\n"
        '  needs joy < 9    else "too much joy"\n'
        "  gain 1 joy\n"
    )
    path = tmp_path / "v.game"
    path.write_text(text)
    edits = renamed(opened(path, text), path, text.index("joy"), "another_name")
    assert changed(edits, path) == [2, 4, 5]


ASKED = """\
game asked "A"
  players 2
mark n of seat: 0..9
phase play
  turns until n of me is 9
    choose main
      ask(p in seat where n of p < 9)
        choose answer by p
          'yes'
            gain 1 n of p
score n of p: n of p
winner most score
"""


def test_who_is_asked_is_renamed_too(tmp_path: Path) -> None:
    path = tmp_path / "asked.game"
    path.write_text(ASKED)
    edits = renamed(opened(path, ASKED), path, ASKED.index("p in seat"), "another_name")
    assert changed(edits, path) == [7, 7, 8, 10]

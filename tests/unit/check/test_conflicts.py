"""Where it is told that two variants change the same thing: where it can be mended."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from rulewright import RulesError
from rulewright.diagnostics import Diagnostic

PRICE = "replace define price of s: stall = cost of s + 1\n"
PLAIN = """game plain "Plain"
  players 2..4

component tile from "tile.csv" named by name
  worth: 0..9
define limit = 3
mark heap: 0..9

phase main
  turns until heap >= limit
    choose main
      take
        grow

to grow
  if heap < 9
    gain 1 heap
score heap of p: heap + total worth of t for t in tile
"""
HINT = (
    "below `with {1}` in {0}.game it can be changed once more, for both; if they do not go "
    "together, one says `excludes` and the other's name"
)


def only(path: Path, *variants: str) -> Diagnostic:
    with pytest.raises(RulesError) as caught:
        rw.load(str(path), variants=variants)
    (found,) = caught.value.diagnostics
    assert found.code == "E043"
    return found


@pytest.mark.parametrize("name", ["aaa", "zzz"])
def test_it_is_told_in_the_file_that_does_not_come_with_rulewright(
    name: str, tmp_path: Path
) -> None:
    path = tmp_path / f"{name}.game"
    path.write_text(f'variant {name} of ruins "V"\n{PRICE}')
    found = only(Path("ruins"), "cheap_market", str(path))
    assert found.message == " and ".join(sorted((name, "cheap_market"))) + " change the same thing"
    assert (Path(found.span.file.name).name, found.span.line) == (path.name, 2)
    assert [note.span.file.name for note in found.notes if note.span is not None] == [
        "ruins/cheap_market.game"
    ]
    assert found.hint == HINT.format(name, "cheap_market")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "plain.game").write_text(PLAIN)
    (tmp_path / "tile.csv").write_text("name,worth\nSun,1\nMoon,2\n")
    return tmp_path


@pytest.mark.parametrize("asked", ["one", "two"])
def test_of_two_others_it_is_told_in_the_one_that_is_asked_for(asked: str, folder: Path) -> None:
    for name, limit in (("one", 4), ("two", 5)):
        text = f'variant {name} of plain "V"\nset limit to {limit}\n'
        (folder / f"{name}.game").write_text(text)
    other = "two" if asked == "one" else "one"
    found = only(folder / f"{asked}.game", other)
    assert Path(found.span.file.name).stem == asked
    assert found.hint == HINT.format(asked, other)
    assert Path(only(folder / "plain.game", "one", "two").span.file.name).stem == "two"


@pytest.mark.parametrize("name", ["aaa", "zzz"])
def test_so_are_rows_of_tables_and_players(name: str, folder: Path) -> None:
    for each, worth, most in ((name, 3, 2), ("mmm", 4, 3)):
        (folder / f"{each}.csv").write_text(f"name,worth\nMoon,{worth}\n")
        (folder / f"{each}.game").write_text(
            f'variant {each} of plain "V"\n  players {most}\nreplace "{each}.csv" in tile\n'
        )
    with pytest.raises(RulesError) as caught:
        rw.load(str(folder / f"{name}.game"), variants=["mmm"])
    told = {one.message: one for one in caught.value.diagnostics}
    both = " and ".join(sorted((name, "mmm")))
    assert {*told} == {f"{both} change the same thing", "two variants change worth of Moon"}
    assert {Path(one.span.file.name).stem for one in told.values()} == {name}
    assert told["two variants change worth of Moon"].hint == HINT.format(name, "mmm")


@pytest.mark.parametrize("names", [("aaa", "zzz"), ("zzz", "aaa")])
def test_so_is_an_edit_of_which_the_place_is_gone(names: tuple[str, str], folder: Path) -> None:
    inner, whole = names
    (folder / f"{inner}.game").write_text(
        f'variant {inner} of plain "V"\nreplace "gain 1 heap" in grow\n  gain 2 heap\n'
    )
    (folder / f"{whole}.game").write_text(
        f'variant {whole} of plain "V"\nreplace to grow\n  gain 3 heap\n'
    )
    for asked, other in (names, names[::-1]):
        with pytest.raises(RulesError) as caught:
            rw.load(str(folder / f"{asked}.game"), variants=[other])
        (found,) = caught.value.diagnostics
        assert Path(found.span.file.name).stem == asked
        if found.code == "E043":
            assert found.hint == f"{whole} replaces less; or one of them excludes the other"
        else:
            assert (found.code, inner) == ("E040", "zzz")
            if asked == whole:
                assert found.message.startswith("this makes line 2 of ")
                assert found.hint.endswith("below the header: excludes zzz")


@pytest.mark.parametrize("name", ["aaa", "zzz"])
def test_what_breaks_a_variant_that_comes_with_rulewright_is_told_where_it_stands(
    name: str, tmp_path: Path
) -> None:
    path = tmp_path / f"{name}.game"
    path.write_text(f'variant {name} of ruins "V"\nremove define price\n')
    with pytest.raises(RulesError) as caught:
        rw.load("ruins", variants=["cheap_market", str(path)])
    told = {one.span.file.name for one in caught.value.diagnostics}
    assert told == {path.as_posix()}


NOD = """variant one of ruta "One"
action nod "Nod"
  spend (min(1, tokens of me)) tokens of me
add nod to main
"""
WAVE = """variant two of ruta "Two"
add wave to main
action wave "Wave"
  choose sign
    nod
      spend (min(1, tokens of me)) tokens of me
    'no'
"""


def test_an_offer_that_is_called_as_an_action_of_another_variant(tmp_path: Path) -> None:
    """It is no action of this one that could be named alone."""
    for name, text in (("one", NOD), ("two", WAVE)):
        (tmp_path / f"{name}.game").write_text(text)
    with pytest.raises(RulesError) as raised:
        rw.load("ruta", variants=[str(tmp_path / f"{name}.game") for name in ("one", "two")])
    (finding,) = raised.value.diagnostics
    assert finding.code == "E189"
    assert finding.hint.startswith("choose another name; if they do not go together, ")

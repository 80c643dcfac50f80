"""One edit of several things: what it says stands in each, and each is a place of its own."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from rulewright import RulesError
from rulewright.diagnostics import Findings
from rulewright.game import check
from rulewright.source import SourceFile
from rulewright.syntax import nodes as n
from rulewright.syntax.formatting import format_file
from rulewright.syntax.walk import walk

GAME = """\
game fair "Fair"
  players 2

mark coins of seat: 0..99, starts 9
mark fun of seat: 0..99

phase market
  turns from me until passes is 2
    choose doing
      rent
        needs few: coins of me > 3      else "it costs 3"
        spend 3 coins of me
      eat
        needs few: coins of me > 3      else "it costs 1"
        spend 1 coins of me
      sing
        gain 1 fun of me
      else pass
  turns until passes is 2
    choose ending
      rest
        gain 1 fun of me
      else pass

always end after 900 moves
score fun of p: fun of p
winner most score
"""
FRESH = """\
  needs fresh: fun of me < 4            else "you are tired"
  gain 1 fun of me
"""
DEAR = """\
  needs few: coins of me > 5            else "too dear"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "fair.game").write_text(GAME)
    return tmp_path


def written(folder: Path, name: str, edits: str) -> str:
    """The path of a variant that is written."""
    path = folder / f"{name}.game"
    path.write_text(f'variant {name} of fair "Variant"\n\n{edits}')
    return str(path)


def declared(folder: Path, *variants: str) -> list[n.Declaration]:
    """What a game consists of with variants, wherever that is written."""
    return check(str(folder / "fair.game"), variants=variants).merged.declarations


@pytest.mark.parametrize(
    ("several", "one_by_one"),
    [
        (f"add at start of rent, eat\n{FRESH}",
         f"add at start of rent\n{FRESH}\nadd at start of eat\n{FRESH}"),
        (f"add last before few in rent, few in eat\n{DEAR.replace('few', 'more')}",
         f"add before few in rent\n{DEAR.replace('few', 'more')}\n"
         f"add before few in eat\n{DEAR.replace('few', 'more')}"),
        (f"replace few in rent, few in eat\n{DEAR}",
         f"replace few in rent\n{DEAR}\nreplace few in eat\n{DEAR}"),
        ("remove rent, sing\n", "remove rent\nremove sing\n"),
        ('add until coins of me < 2 to "turns from", "turns until"\n',
         'add until coins of me < 2 to "turns from"\nadd until coins of me < 2 to "turns until"'),
        ('set until in "turns from", "turns until" to passes is 4\n',
         'set until in "turns from" to passes is 4\nset until in "turns until" to passes is 4'),
    ],
)  # fmt: skip
def test_it_is_one_edit_of_each(several: str, one_by_one: str, folder: Path) -> None:
    first = declared(folder, written(folder, "several", several))
    assert first == declared(folder, written(folder, "single", one_by_one)) != declared(folder)
    both = f"with several\n{indent(one_by_one, '  ')}", f"with several\n{indent(several, '  ')}"
    plain = written(folder, "several", 'mark joy: 0..9    "Joy"\n')
    one, two = (written(folder, name, text) for name, text in zip(("p", "q"), both, strict=True))
    assert declared(folder, plain, one) == declared(folder, plain, two)


def test_the_name_that_is_wrong_is_told(folder: Path) -> None:
    path = written(folder, "many", f"add at start of rent, eet, sing\n{FRESH}")
    with pytest.raises(RulesError) as caught:
        check(path)
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.text(), found.hint) == ("E040", "eet", "did you mean eat?")


def test_a_mistake_below_it_is_told_once(folder: Path) -> None:
    path = written(folder, "many", "add at start of rent, eat, sing\n  gain 1 fnu of me\n")
    with pytest.raises(RulesError) as caught:
        check(path)
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.text(), found.notes) == ("E100", "fnu", ())
    path = written(folder, "many", "add at start of rent, eat, sing\n  gain 1 me\n")
    with pytest.raises(RulesError) as caught:
        check(path)
    (found,) = caught.value.diagnostics
    assert found.span.text() == "me"


def test_what_is_lost_in_one_of_them_is_added_there_again(folder: Path) -> None:
    many = written(folder, "many", "add at end of rent, eat\n  gain 1 fun of me\n")
    rival = written(folder, "rival", "replace rent in doing\n  spend 2 coins of me\n")
    offers = {
        node.name.text: node
        for declaration in declared(folder, many, rival)
        for node in walk(declaration)
        if isinstance(node, n.Offer)
    }
    assert [len(offers[name].body) for name in ("rent", "eat", "sing")] == [2, 3, 1]


def test_a_with_block_changes_it_in_one_of_them(folder: Path) -> None:
    many = written(folder, "many", f"add at start of rent, eat\n{FRESH}")
    edit = 'with many\n  replace fresh in eat\n    needs fresh: fun of me < 9   else "no"\n'
    rival = written(folder, "rival", edit)
    reasons = [
        node.message.span.text()
        for declaration in declared(folder, many, rival)
        for node in walk(declaration)
        if isinstance(node, n.Needs) and node.label == "fresh"
    ]
    assert reasons == ['"you are tired"', '"no"']


def test_the_layout_keeps_them_on_one_line() -> None:
    text = f'variant many of fair "Many"\n\nadd at start of rent,eat ,  sing\n{FRESH}'
    done = format_file(SourceFile("many.game", text), Findings())
    assert done is not None and "\nadd at start of rent, eat, sing\n" in done

"""A variant of a game that comes with Rulewright lies anywhere, and names the game's variants."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulesError, UsageError, catalogue, load
from rulewright.testing.combinations import variant_sets
from rulewright.testing.scenario import run

SOLO = """\
variant solo of tic_tac_toe "A line of O loses"
  {header}
replace winner p where has_line of p and p is X
{more}
"""


def written(folder: Path, header: str = "", more: str = "") -> str:
    path = folder / "solo.game"
    path.write_text(SOLO.format(header=header, more=more), encoding="utf-8")
    return str(path)


def test_it_excludes_variants_that_lie_beside_the_game(tmp_path: Path) -> None:
    path = written(tmp_path, header="excludes misere")
    assert load(path).variants == (path,)
    assert all("misere" not in chosen for chosen in variant_sets(catalogue.game(path)))
    with pytest.raises(UsageError, match="cannot be played together"):
        load("tic_tac_toe", variants=["misere", path])


def test_it_says_what_is_otherwise_with_one_of_them(tmp_path: Path) -> None:
    path = written(tmp_path, more='with misere\n  remove scenario "S-5 A line loses"')
    assert load(path).variants == (path,)


def test_it_excludes_one_that_lies_beside_itself(tmp_path: Path) -> None:
    (tmp_path / "other.game").write_text('variant other of tic_tac_toe "Other"\n', encoding="utf-8")
    assert load(written(tmp_path, header="excludes other"))


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("miser", "did you mean misere?"),
        ("othr", "did you mean other?"),
        (
            "far",
            "far.game is looked for beside {here}/solo.game and beside "
            "classics/tic_tac_toe/tic_tac_toe.game",
        ),
        (
            "sol",
            "sol.game is looked for beside {here}/solo.game and beside "
            "classics/tic_tac_toe/tic_tac_toe.game",
        ),
    ],
)
def test_a_wrong_name_gets_the_nearest_of_both_folders_or_where_it_would_lie(
    tmp_path: Path, line: str, hint: str
) -> None:
    (tmp_path / "other.game").write_text('variant other of tic_tac_toe "Other"\n', encoding="utf-8")
    for how in ({"header": f"excludes {line}"}, {"more": f"with {line}\n  set limit to 3"}):
        with pytest.raises(RulesError) as caught:
            load(written(tmp_path, **how))
        found = {(d.code, d.hint) for d in caught.value.diagnostics}
        assert ("E048", hint.format(here=tmp_path.as_posix())) in found


def test_a_block_names_a_variant_of_the_same_game(tmp_path: Path) -> None:
    (tmp_path / "other.game").write_text('game other "Other"\n  players 2\n', encoding="utf-8")
    with pytest.raises(RulesError, match="E048: other is no variant of tic_tac_toe"):
        load(written(tmp_path, more="with other\n  remove limit"))


def test_those_beside_it_that_its_blocks_name_are_among_the_variants(tmp_path: Path) -> None:
    for name in ("other", "third"):
        text = f'variant {name} of tic_tac_toe "One more"\n'
        (tmp_path / f"{name}.game").write_text(text, encoding="utf-8")
    path = written(tmp_path, more="with other\n  remove limit")
    info = catalogue.game(path)
    other = str(tmp_path / "other.game")
    assert [v.reference for v in info.variants] == ["misere", path, other]
    assert (path, other) in variant_sets(info)
    assert all(path in chosen for chosen in variant_sets(info))
    assert [v.name for v in catalogue.game(other).variants] == ["misere", "other", "solo"]
    third = catalogue.game(str(tmp_path / "third.game"))
    assert [v.name for v in third.variants] == ["misere", "third"]


def test_of_many_variants_those_pairs_are_looked_at_that_a_block_is_for(tmp_path: Path) -> None:
    (tmp_path / "bare.game").write_text('game bare "Bare"\n  players 2\n', encoding="utf-8")
    for name in "abcde":
        text = f'variant {name} of bare "One"\n' + "\nwith d\n  remove limit\n" * (name == "b")
        (tmp_path / f"{name}.game").write_text(text, encoding="utf-8")
    sets = variant_sets(catalogue.game(str(tmp_path / "bare.game")))
    assert sets == [(), ("a",), ("b",), ("c",), ("d",), ("e",), ("b", "d")]


TOLL = """\
variant toll of tic_tac_toe "Toll"

mark coins of seat: 0..9, starts 9

add at start of mark in square
  needs paid: coins of me > 0             else "you have no coin"
  spend 1 coins of me
"""
BANK = """\
variant bank of tic_tac_toe "Bank"

with toll
  add loan to square

  add at start of loan
    needs poor: coins of me < 9           else "you are rich enough"

  action loan(n in 1..2)                  "Borrow coins"
    lend(me, n)

  to lend(p: seat, n: 0..9)               "The bank lends"
    gain n coins of p

  scenario "A coin is lent"
    play mark a1; mark b2
    offers loan 1; loan 2; ...
    play loan 1
    expect coins of X is 9
"""


def test_what_only_the_other_one_makes_possible_is_declared_in_a_block(tmp_path: Path) -> None:
    paths = [tmp_path / "bank.game", tmp_path / "toll.game"]
    for path, text in zip(paths, (BANK, TOLL), strict=True):
        path.write_text(text, encoding="utf-8")
    alone, both = load(str(paths[0])), load("tic_tac_toe", variants=map(str, paths))
    assert not alone.scenarios()
    assert "loan" not in {each.name for each in alone.merged.declarations if hasattr(each, "name")}
    (scenario,) = both.scenarios()
    assert run(both, scenario, "reference").passed
    paths[0].write_text(BANK.replace("gain n coins", "gain n coinz"), encoding="utf-8")
    with pytest.raises(RulesError, match=r'bank.game:13:12.* unknown name "coinz"'):
        load("tic_tac_toe", variants=map(str, paths))


def test_options_are_declared_outside_of_blocks(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        load(written(tmp_path, more="with misere\n  option luck: 0..3"))
    (finding,) = caught.value.diagnostics
    assert finding.code == "E012"
    assert finding.hint.endswith("in column 1 it holds without that, too: option luck: 0..3")

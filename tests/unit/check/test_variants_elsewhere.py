"""A variant of a game that comes with Rulewright lies anywhere, and names the game's variants."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulesError, UsageError, catalogue, load
from rulewright.testing.combinations import variant_sets

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
    ("line", "hint"), [("miser", "did you mean misere?"), ("othr", "did you mean other?")]
)
def test_a_wrong_name_gets_the_nearest_of_both_folders(
    tmp_path: Path, line: str, hint: str
) -> None:
    (tmp_path / "other.game").write_text('variant other of tic_tac_toe "Other"\n', encoding="utf-8")
    for how in ({"header": f"excludes {line}"}, {"more": f"with {line}\n  set limit to 3"}):
        with pytest.raises(RulesError) as caught:
            load(written(tmp_path, **how))
        found = {(d.code, d.hint) for d in caught.value.diagnostics}
        assert ("E048", hint) in found

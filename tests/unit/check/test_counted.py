"""`how many by`: components of which a table says how many there are of each row."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from rulewright import RulesError, UsageError, load
from rulewright.drawing.look import look_of
from rulewright.editing.family import Families
from rulewright.editing.positions import Text
from rulewright.editing.renaming import renamed
from rulewright.editing.workspace import Workspace
from rulewright.testing.conformance import lockstep
from rulewright_cli.rulebook.book import counted

TABLE = "kind,count,value\nGuard,3,1\nPriest,2,2\nPrincess,1,8\n"
RULES = """game court "Court"
  players 2 named Ann, Bob
component card from "court.csv" named by kind, how many by count
  value: 1..8
  kind: kind
type kind from "court.csv" named by kind
zone hand of seat: set of card
zone discards: stack of card
mark turned of card: yes or no
setup
  move all c in card where value of c < 8 to hand of Ann
phase play
  turns in {Ann} until size of discards is 4
    choose main
      play(k in kind where some c in hand of me where kind of c is k and not turned of c)
        let d = the c in hand of me where kind of c is k and not turned of c
        move d from hand of me to discards
      turn(c in hand of me where c is 'Guard 2' and not turned of c)
        set turned of c to yes
score worth of p: value of top of discards when top of discards is not none else 0
winner most score
"""


def written(folder: Path, table: str = TABLE, look: str = "") -> str:
    (folder / "court.csv").write_text(table, encoding="utf-8")
    (folder / "court.game").write_text(RULES, encoding="utf-8")
    if look:
        (folder / "court.look.csv").write_text(look, encoding="utf-8")
    return str(folder / "court.game")


def test_each_row_makes_so_many_with_its_properties(tmp_path: Path) -> None:
    program = load(written(tmp_path)).program
    [card] = [domain for domain in program.domains if domain.name == "card"]
    values = {t.name: t.values for t in program.tables if t.keys == (card,)}
    assert card.labels == ("Guard 1", "Guard 2", "Guard 3", "Priest 1", "Priest 2", "Princess")
    assert card.kinds == ("Guard",) * 3 + ("Priest",) * 2 + ("Princess",)
    assert values["value"] == (1, 1, 1, 2, 2, 8)
    assert values["kind"] == (0, 0, 0, 1, 1, 2)


def test_kinds_are_offered_once_each(tmp_path: Path) -> None:
    state = load(written(tmp_path)).start(seed=1)
    assert [str(m) for m in state.legal_moves()] == ["play Guard", "play Priest", "turn Guard 2"]
    state.apply("play Guard")
    cells = cast("dict[str, list[str]]", state.observation(1)["cells"])
    assert cells["discards"] == ["Guard 1"]


def test_engines_agree(tmp_path: Path) -> None:
    game = load(written(tmp_path))
    for seed in range(3):
        lockstep(game, seed)


def test_a_look_speaks_of_all_of_a_row_or_of_one(tmp_path: Path) -> None:
    told = "name,colour\nGuard 3,blue\nGuard,red\nPrincess,green\n"
    colours = look_of(load(written(tmp_path, look=told)).program).colours
    assert colours["Guard 1"] == colours["Guard 2"] != colours["Guard 3"]
    assert {"Guard", "Guard 1", "Princess"} <= colours.keys() and "Priest 1" not in colours


def test_symbols_of_two_rows_must_not_be_alike(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        load(written(tmp_path, look="name,symbol\nGuard,G\nPriest,G\n"))
    assert {d.message for d in caught.value.diagnostics} == {
        "Priest and Guard would look alike: both G"
    }
    load(written(tmp_path, look="name,symbol\nGuard,G\nPriest,P\n"))


def test_editors_know_where_a_name_with_a_number_comes_from(tmp_path: Path) -> None:
    path, workspace = Path(written(tmp_path)), Workspace()
    workspace.put(path, Text(RULES))
    families = Families(workspace)
    family = families.of(path)
    met = None if family is None else family.meaning(path, RULES.index("Guard 2"))
    assert met is not None
    use, view = met
    found = view.declared(use.symbol)
    assert found is not None and found.span.text() == "Guard"
    assert found.span.file.name.endswith("court.csv")
    with pytest.raises(UsageError, match="stands in the table"):
        renamed(families, path, RULES.index("Guard 2"), "another")


def test_the_rulebook_lists_a_row_once_where_nothing_else_is_told_of_its_components(
    tmp_path: Path,
) -> None:
    program = load(written(tmp_path)).program
    [card] = [domain for domain in program.domains if domain.name == "card"]
    alike = [(str(value),) for value in (1, 1, 1, 2, 2, 8)]
    assert list(counted(card, alike)) == [
        ("3 × Guard", ("1",)), ("2 × Priest", ("2",)), ("Princess", ("8",)),
    ]  # fmt: skip
    other = [("1",), ("5",), *alike[2:]]
    assert [name for name, _ in counted(card, other)] == [
        "Guard 1", "Guard 2", "Guard 3", "2 × Priest", "Princess",
    ]  # fmt: skip

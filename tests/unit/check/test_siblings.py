"""What variants that lie beside each other declare both is told when the game is checked."""

from itertools import pairwise
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.testing.lint.lint import lint
from rulewright_cli.commands.check import look_at

GAME = """game plums "Plums"
  players 2

mark bowl: 0..12, starts 12               "Plums in the bowl"

phase meal                                "They eat"
  turns until bowl is 0                   "The bowl is empty"
    choose main                           "What do you take?"
      take                                "One plum"
        spend 1 bowl

score left of p: bowl                     "What is left"
winner most score
"""
ADDED = "mark count: 0..12\nadd at end of take\n  gain 1 count\nalways count < 13\n"
OTHER = "mark count: 0..12\nadd at start of turns\n  set count to bowl\nalways count < 13\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "plums.game").write_text(GAME)
    for name in "abcde":
        (tmp_path / f"{name}.game").write_text(f'variant {name} of plums "{name}"\n')
    return tmp_path


def write(folder: Path, **variants: str) -> None:
    for name, text in variants.items():
        (folder / f"{name}.game").write_text(text)


def told(folder: Path, whole: bool = False) -> list[tuple[str, int, str]]:
    """What `check` says of the game, or of the whole folder."""
    found = [f for f, _ in look_at([str(folder if whole else folder / "plums.game")]).found]
    return [(Path(f.span.file.name).name, f.span.line, f.message) for f in found]


def test_many_variants_that_do_not_clash_are_clean(folder: Path) -> None:
    write(folder, a='variant a of plums "a"\n' + ADDED)
    assert told(folder) == []


@pytest.mark.parametrize("many", [True, False])
def test_what_two_declare_is_told_with_both_places(folder: Path, many: bool) -> None:
    write(folder, a='variant a of plums "a"\n' + ADDED, b='variant b of plums "b"\n' + OTHER)
    for name in () if many else "cde":
        (folder / f"{name}.game").unlink()
    assert told(folder) == [("b.game", 2, "count is declared twice")]
    with pytest.raises(rw.RulesError) as caught:
        rw.load(str(folder / "plums.game"), variants=["a", "b"])
    (finding,) = caught.value.diagnostics
    assert "two variants declare it" in finding.hint
    assert [Path(n.span.file.name).name for n in finding.notes if n.span] == ["a.game"]


def test_those_that_exclude_each_other_do_not_clash(folder: Path) -> None:
    alone = f'variant b of plums "b"\n  excludes a\n{OTHER}'
    write(folder, a='variant a of plums "a"\n' + ADDED, b=alone)
    assert told(folder) == []


@pytest.mark.parametrize("many", [True, False])
def test_what_two_change_is_told(folder: Path, many: bool) -> None:
    """Those of one folder are held against each other, however many there are."""
    edit = "replace score left of p: {} * bowl\n"
    write(folder, a='variant a of plums "a"\n' + edit.format(2))
    write(folder, b='variant b of plums "b"\n' + edit.format(3))
    for name in () if many else "cde":
        (folder / f"{name}.game").unlink()
    assert told(folder) == [("b.game", 2, "a and b change the same thing")]
    write(folder, b='variant b of plums "b"\n  excludes a\n' + edit.format(3))
    assert told(folder) == []


def own_folder(path: Path, names: str) -> Path:
    """A folder with variants of a game that lies elsewhere, that all change one thing."""
    path.mkdir(exist_ok=True)
    for number, name in enumerate(names, start=2):
        edit = f"replace score longest of p: {number} * longest_route of p\n"
        (path / f"{name}.game").write_text(f'variant {name} of ruta "{name}"\n{edit}')
    return path


def test_the_variants_of_ones_own_folder_are_held_against_each_other(tmp_path: Path) -> None:
    folder = own_folder(tmp_path / "own", "ab")
    for asked in ([folder], [folder / "a.game"], [folder / "a.game", folder / "b.game"]):
        (found,) = (f for f, _ in look_at(map(str, asked)).found if f.code == "E043")
        assert found.message == "a and b change the same thing"
    far = own_folder(tmp_path / "far", "c")
    looked = look_at([str(folder / "a.game"), str(far / "c.game")])
    assert "a and c change the same thing" in {f.message for f, _ in looked.found}


def test_drafts_of_one_variant_are_told_once_for_two(tmp_path: Path) -> None:
    """Of many in a folder of one's own, only what is asked for is told of, and shortly."""
    folder = own_folder(tmp_path, "abcde")
    more = "".join(f"mark {name} of seat: 0..9\n" for name in ("one", "two", "three", "four"))
    for name in "ab":
        with (folder / f"{name}.game").open("a") as file:
            file.write(more)
    looked = [f for f, _ in look_at([str(folder)]).found]
    there = [f for f in looked if f.code in ("E043", "E172")]
    codes = [f.code for f in there if Path(f.span.file.name).name == "b.game"]
    assert codes == ["E043"]
    assert there[0].notes[1].message == "they meet in more lines of it: 3, 4, 5 and 6"
    named = look_at([str(folder / f"{name}.game") for name in "abcde"]).found
    assert not [f for f, _ in named if "the variant" in f.message]
    alone = {f.code for f, _ in look_at([str(folder / "a.game")]).found}
    for name in "cde":
        (folder / f"{name}.game").unlink()
    few = [f.code for f, _ in look_at([str(folder / "b.game")]).found]
    assert sorted(few) == ["E043", *["E190"] * 4]
    assert alone.isdisjoint({"E043", "E172"})


def test_two_variants_of_one_name_are_told(folder: Path) -> None:
    write(folder, b='variant a of plums "b"\n')
    assert told(folder) == [("b.game", 1, "the variant a is declared twice")]
    names = [
        (d.code, Path(d.span.file.name).name) for d in lint(str(folder / "plums.game")).findings
    ]
    assert ("L015", "b.game") in names


def test_a_look_that_belongs_to_nothing_is_told(folder: Path) -> None:
    look = "name,symbol\nbowl,b\n"
    (folder / "plum.look.csv").write_text(look)
    assert told(folder) == []
    (found,) = told(folder, whole=True)
    assert found == (
        "plum.look.csv", 1, "this look belongs to nothing: there is no plum.game beside it",
    )  # fmt: skip


def test_what_me_is_where_turns_end(tmp_path: Path) -> None:
    """`until` is looked at with the seat whose turn would begin."""
    path = tmp_path / "plums.game"
    path.write_text(
        GAME.replace("until bowl is 0", "until bowl <= 9 and me is second").replace(
            "players 2", "players 2 named first, second"
        )
    )
    state = rw.load(str(path), engine="reference").start(seed=1)
    seats = []
    while not state.over:
        seats.append(state.to_move)
        state.apply("take")
    assert seats == [0, 1, 0]
    assert all(one != other for one, other in pairwise(seats))


TWO_DRAFTS = """variant {name} of plums
mark pot: 0..9
mark pan: 0..9
remove always "bowl <"
always bowl < 13 and pot <= 9 and pan <= 9
"""


def test_drafts_that_meet_in_a_single_line_of_some_file_are_told(folder: Path) -> None:
    """And of what both replace by something of their own, the game's is meant in each."""
    rules = folder / "plums.game"
    rules.write_text(rules.read_text().replace("phase ", "always bowl < 13\n\nphase ", 1))
    write(folder, a=TWO_DRAFTS.format(name="a"), b=TWO_DRAFTS.format(name="b"))
    twice = {line for name, line, what in told(folder) if "declared twice" in what}
    assert twice == {2, 3}
    assert not any("could be one of several" in what for _, _, what in told(folder))

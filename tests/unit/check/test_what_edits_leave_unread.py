"""What an edit leaves without use, and what `with` blocks break, is told where it can be mended."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw

GAME = """game stones "Stones"
  players 2 named Ann, Bob
mark heap: 0..20, starts 20
mark got of seat: 0..40
mark last: seat or nobody

phase play
  turns until heap is 0
    choose main
      take(k in 1..3 where k <= heap)
        let exact = k is heap
        spend k heap
        gain 1 got of me
        if exact
          gain 1 got of me
        set last to me
      look
        let exact = heap is 1
        if exact
          set last to opponent
      keep

action keep(k in 1..2)
  if k is 2
    gain 1 got of me
score got of p: got of p + (1 when last is p else 0)
winner most score
"""


def findings(folder: Path, **variants: str) -> tuple[rw.Diagnostic, ...]:
    """What is told of the game with variants, each by its name."""
    (folder / "stones.game").write_text(GAME)
    for name, text in variants.items():
        (folder / f"{name}.game").write_text(f'variant {name} of stones "{name}"\n\n{text}')
    try:
        rw.load(str(folder / "stones.game"), variants=list(variants))
    except rw.RulesError as error:
        return error.diagnostics
    return ()


def place(found: rw.Diagnostic) -> tuple[str, int]:
    return Path(found.span.file.name).name, found.span.line


def test_the_edit_that_takes_away_what_nothing_reads_any_more_is_told(tmp_path: Path) -> None:
    (found,) = findings(tmp_path, aa='remove "if exact" in take\n')
    assert found.code == "E192" and place(found) == ("aa.game", 3)
    assert found.hint == "since this edit nothing reads it; write also: remove exact in take"
    assert not findings(tmp_path, aa='remove "if exact" in take\nremove exact in take\n')


def test_a_parameter_goes_with_its_action(tmp_path: Path) -> None:
    (found,) = findings(tmp_path, aa='remove "if k is 2"\n')
    assert found.code == "E192" and place(found) == ("aa.game", 3)
    assert found.hint.endswith("write replace action keep, and all of it without it")


ADDS = "add at start of take in main\n  let twice = 2 * k\n  if twice is heap\n    extra turn\n"


@pytest.mark.parametrize("fellow", ["aa", "bb"])
def test_what_a_block_breaks_is_told_in_the_block(fellow: str, tmp_path: Path) -> None:
    """Whether it stands in the same file or in that of the other variant."""
    texts = {"aa": ADDS, "bb": "remove keep in main\nremove action keep\n"}
    holder = "bb" if fellow == "aa" else "aa"
    texts[holder] += f'with {fellow}\n  remove "if twice"\n'
    (found,) = findings(tmp_path, **texts)
    line = texts[holder].count("\n") + 2
    assert found.code == "E192" and place(found) == (f"{holder}.game", line)
    assert "excludes" not in found.hint and found.hint.endswith("remove twice")
    assert "line 4 of" in found.message and "aa.game" in found.message


def test_what_stands_in_a_block_is_mended_there(tmp_path: Path) -> None:
    block = 'with aa\n  add before "set last to me"\n    gain 1 got of me\n'
    (found,) = findings(tmp_path, aa='remove "set last to me"\n', bb=block)
    assert found.code == "E040" and place(found) == ("bb.game", 4)
    assert [note.message for note in found.notes] == ["it is so because of this"]
    assert not found.hint


SET = "set until in turns to heap < {}\n"


def test_the_block_that_is_there_is_named(tmp_path: Path) -> None:
    block = 'with bb\n  remove "set last to me"\n'
    (found,) = findings(tmp_path, aa=SET.format(2) + block, bb=SET.format(3))
    assert found.code == "E043" and place(found) == ("bb.game", 3)
    assert found.hint == "below `with bb` in aa.game it can be changed once more, for both"


def test_two_blocks_for_one_pair_say_it_once(tmp_path: Path) -> None:
    (found,) = findings(
        tmp_path, aa=f"with bb\n  {SET.format(2)}", bb=f"with aa\n  {SET.format(3)}"
    )
    assert found.code == "E043" and place(found) == ("bb.game", 4)
    assert found.hint == "both say below `with` what holds for the two: let bb or aa say it"


def test_a_line_that_holds_no_others_is_not_to_be_replaced_in_part(tmp_path: Path) -> None:
    line = 'replace "set last to opponent"\n  spend 1 heap\n'
    (found,) = findings(tmp_path, aa=line, bb=line)
    assert found.hint == "do they not go together? below the header: excludes aa"

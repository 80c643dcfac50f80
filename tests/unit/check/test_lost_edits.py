"""What one variant edits in something that another replaces is there with both, or they conflict:
whatever the two are called."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.testing.position import position_text

GAME = """game plums "Plums"
  players 2 named Ann, Bob

option wide: off, on
mark bowl: 0..12, starts 12
mark last: seat or nobody
mark rounds: 0..9

phase meal
  repeat until rounds is 2
    turns until bowl is 0
      choose main
        take(h in 1..3)
          needs h <= bowl                 else "too many"
          spend h bowl
          eaten
        rest
          pass
    fill_up

action shout
  pass
action sing
  pass
to eaten
  if bowl < 3
    set last to me
    spend bowl bowl
to fill_up
  set bowl to 12
  gain 1 rounds

define few = 3
score polite of p: 0 when last is p else few
winner most score
"""
WITH_THE_LINE = """replace "if bowl < 3" in eaten
  if bowl < 2
    set last to me
    spend bowl bowl
"""
WITHOUT_IT = """replace "if bowl < 3" in eaten
  if bowl < 2
    spend bowl bowl
"""
WITHOUT_TURNS = """replace repeat in meal
  repeat until rounds is 2
    choose main
      rest
        gain 1 rounds
"""
INNER = 'replace "set last to me" in eaten\n  set last to opponent\n'


def both(folder: Path, one: str, other: str) -> list[rw.Game | str]:
    """The game with both variants, or what is told: under names in either order."""
    found: list[rw.Game | str] = []
    (folder / "plums.game").write_text(GAME)
    for names in permutations(("one", "two")):
        for name, fellow, text in zip(names, reversed(names), (one, other), strict=True):
            said = f'variant {name} of plums "{name}"\n\n{text}'.replace("FELLOW", fellow)
            (folder / f"{name}.game").write_text(said)
        try:
            found.append(rw.load(str(folder / "plums.game"), variants=["one", "two"]))
        except rw.RulesError as error:
            found.append(str(error))
    return found


LOST = {
    "a line is replaced": (INNER, WITHOUT_IT),
    "a line is removed": ('remove "set last to me" in eaten\n', WITHOUT_IT),
    "the block is removed": (INNER, 'remove "if bowl < 3" in eaten\n'),
    "the procedure is replaced": (INNER, "replace to eaten\n  spend bowl bowl\n"),
    "an end is set": ("set until in turns to bowl < 2\n", WITHOUT_TURNS),
    "something is added": ('add after "set last to me"\n  spend 0 bowl\n', WITHOUT_IT),
    "what is replaced is removed": ("replace define few = 4\n", "remove few\n"),
    "what is set is removed": ("set few to 4\n", "remove few\n"),
    "an option is set": ("set wide to on\n", "remove wide\n"),
}


@pytest.mark.parametrize("case", LOST)
def test_an_edit_whose_target_is_gone_is_in_conflict(case: str, tmp_path: Path) -> None:
    first, second = both(tmp_path, *LOST[case])
    assert isinstance(first, str) and "error E043: one and two change the same thing" in first
    assert isinstance(second, str) and ("error E040" in second or "error E043" in second)


def test_an_edit_is_done_in_what_another_has_put_there(tmp_path: Path) -> None:
    for game in both(tmp_path, INNER, WITH_THE_LINE):
        assert isinstance(game, rw.Game), game
        state = game.start(seed=1)
        for move in ("take 3", "take 3", "take 3", "take 2"):
            state.apply(move)
        assert "last: Ann" in position_text(state)  # it was Bob who took


def test_a_line_is_removed_from_what_another_has_put_there(tmp_path: Path) -> None:
    for game in both(tmp_path, 'remove "set last to me" in eaten\n', WITH_THE_LINE):
        assert isinstance(game, rw.Game), game
        state = game.start(seed=1)
        for move in ("take 3", "take 3", "take 3", "take 2"):
            state.apply(move)
        assert "last" not in position_text(state)


def test_what_a_with_block_says_for_both_is_no_conflict(tmp_path: Path) -> None:
    again = """
with FELLOW
  replace "if bowl < 2" in eaten
    if bowl < 2
      set last to opponent
      spend bowl bowl
"""
    assert isinstance(both(tmp_path, INNER + again, WITHOUT_IT)[0], rw.Game)
    assert isinstance(both(tmp_path, INNER, WITHOUT_IT + again)[0], rw.Game)


def test_what_is_settled_hides_no_name_that_is_unknown(tmp_path: Path) -> None:
    inner = 'replace "set last to me" in eaten\n  let many = 1\n  gain many rounds\n'
    again = """
with FELLOW
  replace "if bowl < 2" in eaten
    if bowl < 2
      spend many bowl
"""
    found = both(tmp_path, inner + again, WITHOUT_IT)[0]
    assert isinstance(found, str) and 'unknown name "many"' in found, found


def test_several_actions_are_added_once(tmp_path: Path) -> None:
    for game in both(tmp_path, "add shout, sing to main\n", WITH_THE_LINE):
        assert isinstance(game, rw.Game), game
        offered = [str(move) for move in game.start(seed=1).legal_moves()]
        assert offered == ["take 1", "take 2", "take 3", "rest", "shout", "sing"]


TWO_NEEDS = """replace fitting in eat
  needs fitting: h <= bowl                else "too many"
  needs single: h < 3                     else "three are too many"
with two
  replace fitting in eat
    needs fitting: h < bowl               else "one is left"
  replace single in eat
    needs single: h < 2                   else "two are too many"
"""
ONE_NEED = 'replace fitting in eat\n  needs fitting: h < 4                    else "four"\n'
ELSEWHERE = {
    "a definition": "replace define few = 4\n",
    "a procedure": "replace to fill_up\n  set bowl to 11\n  gain 1 rounds\n",
    "a line": 'replace "set bowl to 12"\n  set bowl to 11\n',
}


@pytest.mark.parametrize("elsewhere", ELSEWHERE)
@pytest.mark.parametrize("names", [*permutations(("ann", "bea", "cat"))])
def test_what_two_say_for_both_hangs_on_no_third_name(
    names: tuple[str, str, str], elsewhere: str, tmp_path: Path
) -> None:
    composed = """action eat
  compose eating
    step eat(h in 1..3) into eaten_now at most 1
      needs fitting: h <= bowl            else "too many"
    finish finished
  spend bowl bowl
"""
    game = GAME.replace("action shout", f"{composed}action shout")
    game = game.replace("rest\n          pass\n", "eat\n")
    (tmp_path / "plums.game").write_text(game)
    texts = (TWO_NEEDS.replace("two", names[1], 1), ONE_NEED, ELSEWHERE[elsewhere])
    for name, text in zip(names, texts, strict=True):
        (tmp_path / f"{name}.game").write_text(f'variant {name} of plums "{name}"\n\n{text}')
    both = rw.load(str(tmp_path / "plums.game"), variants=names[:2])
    all_three = rw.load(str(tmp_path / "plums.game"), variants=names)
    for loaded in (both, all_three):
        state = loaded.start(seed=1)
        state.apply("eat")
        assert [str(move) for move in state.legal_moves()] == ["eat 1", "finished"]

"""Variants reach what has no name: by its words, or by how its line begins."""

from pathlib import Path

import pytest

import rulewright as rw

GAME = """game plums "Plums"
  players 2 named Ann, Bob

mark bowl: 0..12, starts 12
mark last: seat or nobody
mark rounds: 0..9

whenever bowl is 1                        "The last one falls out"
  set bowl to 0

phase meal
  repeat until rounds is 2
    turns until bowl is 0
      choose main
        take(h in 1..3)
          needs h <= bowl                 else "too many"
          spend h bowl
          if bowl < 3
            set last to me
          else
            set last to opponent
    turns from Bob until passes is 2
      choose again_or_not
        rest
          fill_up
          pass
    gain 1 rounds

to fill_up
  set bowl to 12                          "The bowl is full again"

score polite of p: 0 when last is p else 1
winner most score
always bowl < 13
always rounds < 8                         "No more than seven rounds"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "plums.game").write_text(GAME)
    return tmp_path


def edited(folder: Path, *edits: str) -> rw.Game:
    text = "\n".join(('variant other of plums "Other"', *edits)) + "\n"
    (folder / "other.game").write_text(text)
    return rw.load(str(folder / "other.game"), engine="reference")


def told(folder: Path, *edits: str) -> str:
    with pytest.raises(rw.RulesError) as caught:
        edited(folder, *edits)
    return str(caught.value)


def played(game: rw.Game, *moves: str) -> dict[str, object]:
    state = game.start(seed=1)
    for move in moves:
        state.apply(move)
    cells = state.observation(0)["cells"]
    assert isinstance(cells, dict)
    return {**cells}


TAKES = ("take 3", "take 3", "take 3", "take 1")


def test_a_line_is_told_by_how_it_begins(folder: Path) -> None:
    assert played(edited(folder), *TAKES) == {"bowl": 2, "last": "Bob", "rounds": 0}
    game = edited(folder, 'replace "if bowl"', "  set last to opponent")
    assert played(game, *TAKES)["last"] == "Ann"
    game = edited(folder, 'add after "spend h bowl" in take', "  set rounds to 1")
    assert played(game, *TAKES)["rounds"] == 1
    game = edited(folder, 'add at end of "if   bowl  < 3"', "  set rounds to 1")
    assert played(game, "take 3")["rounds"] == 0
    assert played(game, *TAKES)["rounds"] == 1


def test_a_line_is_told_by_its_words(folder: Path) -> None:
    game = edited(folder, 'replace "The bowl is full again"', "  set bowl to 6")
    moves = (*TAKES, "take 2", "rest")
    assert played(edited(folder), *moves)["bowl"] == 12
    assert played(game, *moves)["bowl"] == 6
    game = edited(folder, 'remove "The last one falls out"')
    assert played(game, *TAKES, "take 1")["bowl"] == 1
    assert played(edited(folder), *TAKES, "take 1")["bowl"] == 0


def test_one_of_two_turns_is_meant(folder: Path) -> None:
    assert "turns could be one of several" in told(
        folder, "add at start of turns", "  set bowl to 3"
    )
    game = edited(folder, 'add at start of "turns from Bob"', "  set bowl to 3")
    assert played(game, *TAKES, "take 2")["bowl"] == 3


def test_a_call_and_a_condition_are_taken_away(folder: Path) -> None:
    game = edited(folder, 'remove "fill_up" in rest', 'remove "needs h"', "remove to fill_up")
    moves = (*TAKES, "take 2", "rest")
    assert played(game, *moves)["bowl"] == 0
    assert "take 3" in [str(move) for move in game.start(seed=1).legal_moves()]


def test_a_promise_without_words_is_told_by_what_it_says(folder: Path) -> None:
    left = edited(folder, 'remove always "bowl < 13", "No more than seven rounds"')
    assert left.program.always == ()
    assert len(edited(folder, 'remove always "rounds < 8"').program.always) == 1
    assert 'says, "bowl < 12"' in told(folder, 'remove always "bowl < 12"')


def test_a_promise_with_a_rule_number_is_told_by_what_it_says(folder: Path) -> None:
    (folder / "plums.game").write_text(GAME.replace("bowl < 13", "bowl < 13   PR-1,  PR-2"))
    assert len(edited(folder, 'remove always "bowl < 13"').program.always) == 1


def test_a_promise_is_told_by_how_it_begins(folder: Path) -> None:
    (folder / "plums.game").write_text(GAME + "always bowl < 14   PR-2\n")
    assert len(edited(folder, 'remove always "bowl < 14"').program.always) == 2
    assert len(edited(folder, 'remove always "rounds  <"').program.always) == 2
    assert "says" in told(folder, 'remove always "roun"')
    assert '"bowl <" could be one of several: bowl < 13, bowl < 14' in told(
        folder, 'remove always "bowl <"'
    )
    assert 'there is: "bowl < 13", "No more than seven rounds", "bowl < 14"' in told(
        folder, 'remove always "quite another thing"'
    )
    twice = 'remove always "rounds <", "No more than seven rounds"'
    assert len(edited(folder, twice).program.always) == 2


def test_turns_go_on_until_something_else(folder: Path) -> None:
    game = edited(folder, 'set until in "turns until bowl" to bowl < 4')
    assert game.start(seed=1).choice == "main"
    state = game.start(seed=1)
    for move in TAKES[:3]:
        state.apply(move)
    assert state.choice == "again_or_not"
    game = edited(folder, "set until in repeat to rounds is 1")
    state = game.start(seed=1)
    for move in (*TAKES, "take 2", "rest", "rest"):
        state.apply(move)
    assert state.over


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        ('remove "set last to"', "could be one of several"),
        ('remove "set last"', 'say which: "set last to me" or "set last to opponent"'),
        ('remove "spend h bowls"', 'did you mean "spend h bowl"?'),
        ('add before "The last one falls out"\n  set bowl to 3', "nothing can be put before it"),
        ('add at end of "spend h bowl"\n  set bowl to 3', "it has no body to add to"),
        ("set until in take to bowl is 0", "the offer take is there, but it has no `until`"),
        ("set most in turns to 3", "most cannot be set in something: `until` can"),
        ('set until in repeat to bowl is 0 else "no"', "only the `until` of a compose says why"),
    ],
)
def test_what_cannot_be_is_told(folder: Path, edit: str, said: str) -> None:
    assert said in told(folder, edit)


def test_two_variants_that_change_one_line_are_in_conflict(folder: Path) -> None:
    for name in "one", "two":
        (folder / f"{name}.game").write_text(
            f'variant {name} of plums "{name}"\nset until in repeat to rounds is 1\n'
        )
    with pytest.raises(rw.RulesError, match="one and two change the same thing"):
        rw.load(str(folder / "plums.game"), variants=["one", "two"])

"""Ranges are sets of numbers: drawn from, counted through, looked up, on both engines."""

from pathlib import Path

import pytest

from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.diagnostics import PlayError
from rulewright.game import load
from rulewright.testing import scenario
from rulewright.testing.conformance import lockstep

RULES = """game numbers "Numbers"
  players 2 named first, second

type face: one, two, three
mark points of seat: 0..200
mark last: 0..9

define nice(n: 1..20, f: face) = n - 1 > 2 or f is three
define turnings of f: face = (all n in 0..3 where not (f is one and n is 2)) when last < 9 else 0..0
define late of n: 0..3 = n * n

phase play
  turns until points of first > 20
    choose main
      roll(f in face, n in turnings of f) named "roll {f} by {n}"
        gain (n + 1) points of me
      more(n in 1..size of face + last)
        needs points of me + n < 40         else "{n} is too much"
        each k in 0..n - 1
          if nice(k + 1, one) or k in turnings of two
            gain (k + 1) points of me
        set last to min(last + 1, total (k * 2) for k in 0..n where k < 3)
      ask(n in 0..9)
        gain late of n points of me
      else pass

score points of p: points of p + (how many n in 0..(size of face) where n in 2..9 - 1)
winner most score

scenario "Numbers are elements"
  play roll one by 3
  expect points of first is 4 and last is 0
  refuses roll one by 2 "2 is not among turnings of one: now 0, 1, 3"
  refuses more 7 "7 is not to be chosen here"
  play more 3
  expect points of second is 6 and score of second is 8 and last is 1
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "numbers.game"
    file.write_text(RULES, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("engine", registry.available())
def test_the_scenario(path: str, engine: EngineName) -> None:
    game = load(path, engine=engine)
    (result,) = (scenario.run(game, s, engine) for s in game.scenarios())
    assert result.passed, result


@pytest.mark.parametrize("engine", registry.available())
def test_a_table_has_values_for_its_range_only(path: str, engine: EngineName) -> None:
    state = load(path, engine=engine).start(seed=1)
    state.apply("ask 3")
    assert state.scores()[0] == 9 + 2
    with pytest.raises(PlayError, match=r"late is asked of 4, which is not in 0\.\.3"):
        state.apply("ask 4")


def test_engines_agree(path: str) -> None:
    changed = RULES.replace("ask(n in 0..9)", "ask(n in 0..3)")
    Path(path).write_text(changed, encoding="utf-8")
    for seed in range(20):
        assert lockstep(load(path), seed).over


def test_direct_and_resumable_agree(path: str) -> None:
    changed = RULES.replace("ask(n in 0..9)", "ask(n in 0..3)")
    Path(path).write_text(changed, encoding="utf-8")
    plain, fast = load(path, engine="reference").engine, load(path).engine
    for seed in range(1, 20, 2):
        assert plain.playout(seed, seed + 2) == fast.playout(seed, seed + 2)


SETS = """game sets "Sets of numbers"
  players 1
mark last: 0..99
mark rounds: 0..9

phase play
  turns until rounds is 3
    choose main
      apart(n in (1..5) - (2..3))
        set last to n
        gain 1 rounds
      braces(n in {2, 4} + {rounds, last + 1}, m in {n, n + 1} where m not in {3})
        set last to n + m
        gain 1 rounds

score last of p: last + size of {1, 2, 2} + (1 when last in {6, 9} else 0)
winner most score
"""


@pytest.mark.parametrize("engine", registry.available())
def test_numbers_in_braces_and_ranges_in_brackets(tmp_path: Path, engine: EngineName) -> None:
    file = tmp_path / "sets.game"
    file.write_text(SETS, encoding="utf-8")
    game = load(str(file), engine=engine)
    state = game.start(seed=1)
    moves = [str(move) for move in state.legal_moves()]
    assert moves[:3] == ["apart 1", "apart 4", "apart 5"]
    assert moves[3:] == [
        f"braces {n} {m}" for n, m in [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (4, 4), (4, 5)]
    ]
    state.apply("braces 4 5")
    assert state.scores() == [9 + 2 + 1]
    for seed in range(10):
        lockstep(game, seed)

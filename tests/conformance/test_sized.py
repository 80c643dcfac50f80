"""Types, ranges, rows and components as many as options say: the same game as with the numbers
themselves, on every engine."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.testing.conformance import lockstep

OPTIONS = """option size: 3, 1..5
option kind: few, many
"""
RULES = """game {name} "As many as options say"
  players 2
{options}
type pit: ring a1..{size}, b1..{size}, home
type deed: (where: pit, number: 0..{size})
component stone from "stones.csv" named by name, how many by count
  weight: 0..9
mark held of pit: 0..{far}, starts {size}
mark done: 0..40
mark last: deed or none
zone bag: set of stone
zone shelf: row {wide} of stone
zone lying of pit: set of stone

define heavy(c: stone, n: 0..{size}) = weight of c > n
define across(n: 0..{far}) = total weight of bag when n > {size} else n

setup
  move all s in stone to bag
  refill shelf from bag

phase sowing
  turns until done is 40
    choose main
      sow(p in pit where held of p > 0)
        let held_then = held of p
        set held of p to 0
        each n in 1..min(held_then, {size})
          if held of (p + n) < {far}
            gain 1 held of (p + n)
        gain 1 done
      do(d in deed where d is not last and number of d <= held of where of d)
        set last to d
        if shelf is not full
          refill shelf from bag
        gain 1 done
      lay(c in shelf, p in pit where not heavy(c, {size} - 1) or c in lying of home)
        move c to lying of p
        gain 1 done
      else end
        end game

score held of p: held of a1 + across(min(held of home, {far})) + size of lying of home
winner most score
"""
NUMBERS = [*product(range(1, 6), ("few", "many"))]


def written(folder: Path, name: str, size: int | None, kind: str) -> Path:
    """The rules with options, or with the numbers that stand for them."""
    said = {
        "size": "size", "far": "3 * size + (9 when kind is many else 4)", "wide": "min(size, 3)",
        "options": OPTIONS,
    }  # fmt: skip
    counts = "size"
    if size is not None:
        far = 3 * size + (9 if kind == "many" else 4)
        said = {"size": f"{size}", "far": f"{far}", "wide": f"{min(size, 3)}", "options": ""}
        counts = f"{size}"
    text = RULES.format(name=name, **said)
    if size is not None:
        text = text.replace(f"a1..{size}, b1..{size}", f"a1..a{size}, b1..b{size}")
    folder.mkdir(exist_ok=True)
    (folder / "stones.csv").write_text(f"name,count,weight\npebble,{counts},1\nrock,2,4\n")
    (path := folder / f"{name}.game").write_text(text)
    return path


@pytest.fixture(scope="module")
def with_options(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("sized"), "options", None, "")


@pytest.mark.thorough(each="size")
@pytest.mark.parametrize("engine", registry.names())
@pytest.mark.parametrize(("size", "kind"), NUMBERS[::3])
def test_the_numbers_themselves_make_the_same_game(
    with_options: Path, engine: EngineName, size: int, kind: str
) -> None:
    numbers = written(with_options.parent / f"{size}_{kind}", "numbers", size, kind)
    chosen: dict[str, str | int] = {"size": size, "kind": kind}
    one = rw.load(str(with_options), options=chosen, engine=engine).start(seed=size)
    other = rw.load(str(numbers), engine=engine).start(seed=size)
    luck = random.Random(f"{size} {kind}")
    while not one.over:
        offered = [str(move) for move in one.legal_moves()]
        assert offered == [str(move) for move in other.legal_moves()]
        assert one.legal_actions() == other.legal_actions()
        assert (one.slots, one.scores()) == (other.slots, other.scores())
        move = luck.choice(offered)
        one.apply(move)
        other.apply(move)
    assert other.over
    assert one.decisions > 20


@pytest.mark.thorough(each="engine")
@pytest.mark.parametrize("engine", registry.names()[1:])
@pytest.mark.parametrize(("size", "kind"), NUMBERS[1::4])
def test_engines_agree_in_each_setting(
    with_options: Path, engine: EngineName, size: int, kind: str
) -> None:
    game = rw.load(str(with_options), options={"size": size, "kind": kind})
    assert lockstep(game, size, engine=engine, limit=60).decisions > 20

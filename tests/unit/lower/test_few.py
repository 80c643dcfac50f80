"""What hangs on an element through a few others is an entry of a table by a set of them; and what
may be taken first is found apart."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from rulewright.backends import registry
from rulewright.backends.python.printer import printed
from rulewright.backends.wasm.module import WIDEST
from rulewright.game import load
from rulewright.lower.lowered import Lowered
from rulewright.runtime.layout import Layout
from rulewright.source import NOWHERE

RULES = """game bazaar "Bazaar"
  players 1
type spice: pepper, clove, saffron
type dealer: d1..d7
mark stock of spice: 0..4
mark days: 0..40
mark earned: 0..999
define sells of d: dealer
  {pepper, clove} when d in {d1, d2}
  {saffron} when d is d3
  {clove, saffron} when d in {d4, d5}
  {} when d is d6
  {pepper, clove, saffron} else
define likes of d: dealer
  saffron when d in {d1, d4}
  clove when d is d2
  pepper else
define wants of d: dealer = all s in sells of d where stock of s > 1
type load: (sort: spice, size: 1..2)

phase trade
  turns until days is 40
    gain 1 days
    choose main
      ask(d in dealer)
        needs open: some s in sells of d where stock of s < 3   else "all is full"
        needs liked: stock of likes of d > 0 or days < 9        else "nothing is liked"
        set stock of likes of d to min(4, stock of likes of d + 2)
        gain 1 earned
      sell(d in dealer)
        needs wanted: wants of d is not empty                   else "nothing is wanted"
        compose pack named "sell {d}: {packed}"
          step pack(q in load where sort of q in wants of d) into packed
            needs once: not some r in packed where sort of r is sort of q   else "once"
            needs left: size of q <= stock of sort of q         else "not so many"
            needs small: total size of packed + size of q <= 3  else "no more than three"
          finish done
            needs some: size of packed > 0                      else "nothing"
        each q in packed
          spend (size of q) stock of sort of q
          gain (size of q) earned
      dump(d in dealer)
        compose heap named "dump {d}: {heaped}"
          step heap(q in load where sort of q in sells of d) into heaped
            needs once: not some r in heaped where sort of r is sort of q   else "once"
            needs left: size of q <= stock of sort of q         else "not so many"
          most 10 * (total size of heaped) - size of heaped     "more can go"
          finish done
        each q in heaped
          spend (size of q) stock of sort of q
      grow(s in spice)
        needs room: stock of s < 4                              else "full"
        gain 1 stock of s
      else pass
score earned of p: earned
winner most score
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "bazaar.game"
    path.write_text(RULES, encoding="utf-8")
    return str(path)


def _playout(file: str, without: frozenset[str] = frozenset()) -> tuple[Lowered, str]:
    program = load(file, engine="reference").program
    lowered = Lowered(program, Layout(program), without, WIDEST)
    lowered.write_direct()
    [found] = [one for one in lowered.taken() if one.name == "playout"]

    return lowered, ast.unparse(ast.fix_missing_locations(printed(found, NOWHERE.file)))


def test_conditions_are_entries_by_sets(file: str) -> None:
    """Of what is open, of what is liked, of what is wanted and of what is packed."""
    lowered, text = _playout(file)
    sells = (0b011, 0b011, 0b100, 0b110, 0b110, 0, 0b111)
    likes = (0b100, 0b010, 0b001, 0b100, 0b001, 0b001, 0b001)
    for sets in (sells, likes):
        table = tuple(
            sum(1 << d for d, mine in enumerate(sets) if mine & few) for few in range(1 << 3)
        )
        assert table in lowered.unit.data.values()
    assert text.count("BY_FEW") >= 4


def test_what_is_taken_first_is_found_apart(file: str) -> None:
    _, text = _playout(file)
    assert "range(1, 200000)" in text and "range(200000)" not in text
    for without in ("selecting", "relations"):
        _, plain = _playout(file, frozenset((without,)))
        assert ("range(200000)" in plain) == (without == "selecting")


def test_games_are_the_same(file: str) -> None:
    pytest.importorskip("wasmtime")
    program = load(file, engine="reference").program
    meant, found, plain = (
        registry.kind(kind).make(program) for kind in ("python", "wasm", "reference")
    )
    games = list(meant.playouts(range(300)))
    assert list(found.playouts(range(300))) == games
    assert list(plain.playouts(range(20))) == games[:20]

"""Composes with a text of their own: every complete choice is one move."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.backends.registry import EngineName
from rulewright.diagnostics import RulesError
from rulewright.runtime.chance import stream
from rulewright.testing.conformance import lockstep

RULES = """\
game taxes "Taxes and loads"
  players 1
type card: a, b, c, d, e
type load: (ware: card, length: 1..3)
mark hand: set of card
mark gold: 0..99, starts 7
mark went: set of load
mark last: card or none

define cost of x: card
  1 when x is a
  2 when x is b
  3 when x is c
  4 when x is d
  9 else

setup
  set hand to {a, b, c, d}

phase only
  repeat until gold is 0 or hand is empty
    choose main
      tax
      go
      else stop
        set gold to 0

action tax(m in {c, d})
  needs m in hand                         else "no {m}"
  let most = 2
  compose pay named "tax {m}: {taxed ' + '}"
    step pay(x in hand) into taxed at most most
      needs dear: total cost of taxed + cost of x <= gold   else "{x} costs {cost of x}"
      needs other: x is not m             else "not {m} itself"
    finish paid
      needs enough: size of taxed is most else "pay {most}, not {size of taxed}"
  spend (total cost of taxed) gold
  set hand to hand - taxed
  choose keep
    mine(x in taxed)
      set last to x
      gain 1 gold

action go
  compose g named "go {loads} by {via}"
    step load(q in load where ware of q in hand) into loads at most 2
      needs total length of loads + length of q <= gold   else "too long"
      needs not some r in loads where ware of r is ware of q   else "{ware of q} twice"
    step by(x in hand) into via at most 1
    finish gone
      needs size of loads is 2 and size of via is 1   else "something else"
      needs last is none                  else "late"
    finish all_at_once
      needs total length of loads is 6    else "not all"
  set went to loads
  set hand to {}

score gold of p: gold + size of went + (3 when last is a else 0)
winner most score
"""
TAXES = ["tax c: a + b", "tax c: a + d", "tax c: b + d", "tax d: a + b", "tax d: a + c"]
ENGINES = pytest.mark.parametrize("engine", ["reference", "python"])


def written(folder: Path) -> str:
    file = folder / "taxes.game"
    file.write_text(RULES, encoding="utf-8")
    return str(file)


@ENGINES
def test_every_whole_choice_is_a_move(tmp_path: Path, engine: EngineName) -> None:
    state = load(written(tmp_path), engine=engine).start(seed=1)
    moves = [str(move) for move in state.legal_moves()]
    assert [m for m in moves if m.startswith("tax")] == [*TAXES, "tax d: b + c"]
    assert moves[6:10] == [
        "go a 1, b 1 by a", "go a 1, b 1 by b", "go a 1, b 1 by c", "go a 1, b 1 by d",
    ]  # fmt: skip
    assert "go a 3, b 3 by nothing" in moves and "go a 1 by a" not in moves


@ENGINES
@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("tax c: a + c", "not c itself"),
        ("tax c: a", "pay 2, not 1"),
        ("tax c: a + b + d", "no more than 2 may be chosen"),
        ("tax c: a + e", "e is not among hand"),
        ("go a 1, a 2 by a", "a twice"),
        ("go a 1 by a", "something else"),
    ],
)
def test_why_not(tmp_path: Path, engine: EngineName, move: str, why: str) -> None:
    state = load(written(tmp_path), engine=engine).start(seed=1)
    assert state.why_not(move)[0].message == why


@ENGINES
def test_what_was_chosen_can_be_used(tmp_path: Path, engine: EngineName) -> None:
    state = load(written(tmp_path), engine=engine).start(seed=1)
    state.apply("tax d: b + c")
    assert [str(move) for move in state.legal_moves()] == ["mine b", "mine c"]
    state.apply("mine c")
    assert state.observation(0)["cells"]["hand"] == ["a", "d"]  # type: ignore[index,call-overload]
    assert state.scores() == [3]


def test_engines_agree(tmp_path: Path) -> None:
    game = load(written(tmp_path))
    plain = load(written(tmp_path), engine="reference")
    for seed in range(12):
        lockstep(game, seed)
        one = plain.engine.playout(stream(seed), stream(seed, 1))
        assert one == game.engine.playout(stream(seed), stream(seed, 1))


OUTER = """\
game lifting "Lifting"
  players 1
component card from "cards.csv" named by name
zone table: set of card
zone won: set of card

setup
  move all c in card to table

phase only
  turns until table is empty
    choose main
      first(c in table)
        compose one named "first {lot} with {c}"
          step add(d in table) into lot at most 2
          finish done
            needs other: c not in lot     else "{c} itself"
        move lot from table to won
        choose more
          also
            compose two named "also {further}"
              step add(d in table) into further at most 2
              finish done
            move further from table to won
          stop
            pass
      else pass

outcome
  lifted else
"""


def lifting(folder: Path, text: str) -> str:
    (folder / "cards.csv").write_text("name\na\nb\nc\nd\n")
    file = folder / "lifting.game"
    file.write_text(text)
    return str(file)


def test_an_offer_written_out_in_an_action_has_a_compose_of_its_own(tmp_path: Path) -> None:
    state = load(lifting(tmp_path, OUTER)).start(seed=1)
    state.apply("first a, b with c")
    assert sorted(map(str, state.legal_moves())) == [
        "also c",
        "also c, d",
        "also d",
        "also nothing",
        "stop",
    ]


def test_what_comes_second_in_an_action_is_no_part_of_its_move(tmp_path: Path) -> None:
    wrong = OUTER.replace("        choose more\n          also\n", "        if table is empty\n")
    wrong = wrong[: wrong.index("          stop")] + "      else pass\n\noutcome\n  lifted else\n"
    with pytest.raises(RulesError, match="two is part of its action's move"):
        load(lifting(tmp_path, wrong))

"""Everybody one seat further on: positions, moves, and the promise that seats are alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.game import Game, load
from rulewright.runtime.seat_symmetry import rotated
from rulewright.testing.properties import put_on_trial
from rulewright.testing.properties.catalogue import chosen

RULES = """\
game ring "Ring"
  players 2..4

component card from "cards.csv" named by name
type side: left, right

zone hand of seat: set of card, seen by owner
zone pile: stack of card
zone rack of seat: row 2 of card
mark guard(side, seat): 0..3
mark owner of card: seat or nobody
mark crowned: set of seat
mark rival: seat

setup
  move all c in card to pile
  shuffle pile
  deal 1 from pile to each hand
  each p in seat
    refill rack of p from pile
  set crowned to {0}
  set rival to 1

phase only
  turns until pile is empty
    choose main
      take(s in side)
        gain 1 guard(s, rival)
        each c in top(1, pile)
          set owner of c to me
        deal 1 from pile to hand of me
        set rival to next of rival
        set crowned to crowned + {next of me}

score guards of p: guard(left, p) - guard(right, p) + how many c in card where owner of c is p
winner most score

always seats alike                        "All are alike"
always end after size of card moves       "Each turn takes a card"
"""
CARDS = "name\n" + "\n".join("ABCDEFGHIJKLMNOPQRSTUVWX") + "\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ring.game").write_text(RULES, encoding="utf-8")
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    return tmp_path


def broken(game: Game) -> list[tuple[str, str]]:
    """What is wrong with a game: the properties and their messages."""
    trial = put_on_trial(game, chosen(("applies", "ends", "seats")), seed=3, games=8)
    return [(name, finding.message) for name, (_, finding) in trial.findings.items()]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_as_many_turns_as_seats_lead_back(folder: Path, seats: int) -> None:
    game = load(str(folder / "ring.game"), seats=seats)
    program, layout = game.program, game.engine.layout
    state = game.start(seed=5)
    for text in ("take left", "take right", "take right"):
        state.apply(text)
        slots = state.slots
        for _ in range(seats):
            before, slots = slots, rotated(program, layout, slots)
            assert slots != before
        assert slots == state.slots


def test_what_is_a_seats_is_the_next_ones(folder: Path) -> None:
    game = load(str(folder / "ring.game"), seats=3)
    program, layout = game.program, game.engine.layout
    state = game.start(seed=5)
    state.apply("take left")
    variables = {variable.name: variable for variable in program.variables}
    after = rotated(program, layout, state.slots)

    def both(name: str, keys: tuple[int, ...], further: tuple[int, ...]) -> tuple[object, object]:
        return layout.get(state.slots, variables[name], keys), layout.get(
            after, variables[name], further
        )

    assert both("rival", (), ()) == (2, 0)
    assert both("crowned", (), ()) == (0b011, 0b110)
    assert both("guard", (0, 1), (0, 2)) == (1, 1)
    for seat in range(3):
        for name in ("hand", "rack"):
            mine, theirs = both(name, (seat,), ((seat + 1) % 3,))
            assert mine == theirs
    owned = [c for c in range(24) if layout.get(state.slots, variables["owner"], (c,)) == 0]
    assert len(owned) == 1 and layout.get(after, variables["owner"], (owned[0],)) == 1
    assert both("pile", (), ())[0] == both("pile", (), ())[1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_promises_that_are_kept(folder: Path, seats: int) -> None:
    assert broken(load(str(folder / "ring.game"), seats=seats)) == []


@pytest.mark.parametrize(
    ("before", "instead", "message"),
    [
        ("next of rival", "0", "does something else to rival"),
        ("(s in side)", "(s in side where me is not 1 or s is left)", "are not offered the same"),
        ("guard(left, p) -", "guard(left, 0) -", "points do not go with the seats"),
        ("guard(s, rival)", "guard(s, 1)", "does something else to guard"),
    ],
)  # fmt: skip
def test_a_seat_that_is_set_apart(folder: Path, before: str, instead: str, message: str) -> None:
    path = folder / "ring.game"
    path.write_text(RULES.replace(before, instead), encoding="utf-8")
    ((name, told),) = broken(load(str(path), seats=3))
    assert name == "seats" and message in told


BIDS = """\
game bids "Bids"
  players 3

mark sealed of seat: 0..3, seen by owner
mark done of seat: yes or no
mark points of seat: 0..9

phase bidding
  repeat until some p in seat where points of p > 5
    turns until every p in seat has done of p
      choose bid secretly
        bid(k in 1..3)
          set sealed of me to k
          set done of me to yes
    each p in seat
      gain (sealed of p) points of p
      set done of p to no

score points of p: points of p
winner most score
always seats alike
"""


def test_turns_that_begin_anew_are_told_with_what_to_write(tmp_path: Path) -> None:
    path = tmp_path / "bids.game"
    path.write_text(BIDS, encoding="utf-8")
    trial = put_on_trial(load(str(path)), chosen(("seats",)), seed=3, games=8)
    ((_, found),) = trial.findings.values()
    assert "turns begin with 0 whoever has moved: `turns from me until …`" in found.message
    assert "the first turn of each: `add at start of turns`" in found.message
    assert found.places[0].line == 10
    path.write_text(BIDS.replace("turns until", "turns from me until"), encoding="utf-8")
    assert broken(load(str(path))) == []


DEALT = """\
game dealt "Dealt anew"
  players 3

component card from "cards.csv" named by name

zone pile: stack of card
zone hand of seat: set of card

setup
  move all c in card to pile

phase only
  turns until pile is empty
    choose main
      draw
        {deal}

score cards of p: size of hand of p
winner most score
always seats alike
"""


def test_dealing_that_begins_with_the_first_seat_is_named(tmp_path: Path) -> None:
    names = "".join(f"C{n}\n" for n in range(9))
    (tmp_path / "cards.csv").write_text(f"name\n{names}", encoding="utf-8")
    path = tmp_path / "dealt.game"
    path.write_text(DEALT.format(deal="deal 1 from pile to each hand"), encoding="utf-8")
    trial = put_on_trial(load(str(path)), chosen(("seats",)), seed=3, games=2)
    ((_, found),) = trial.findings.values()
    assert found.message.partition("dealing")[2] == (
        " to each seat begins with 0 whoever has moved: write `each p in seat from me` (or from "
        "another seat that the game knows), and in it `deal 1 from pile to hand of p`"
    )
    assert found.places[0].line == 16
    round_the_table = "each p in seat from me\n          deal 1 from pile to hand of p"
    path.write_text(DEALT.format(deal=round_the_table), encoding="utf-8")
    assert broken(load(str(path))) == []


GATHERED = """\
game gathered "Gathered and dealt"
  players 3

component card from "cards.csv" named by name

zone pile: stack of card
zone hand of seat: set of card
mark rounds: 0..9

setup
  move all c in card to pile
  anew

phase only
  turns until rounds is 9
    choose main
      go
        gain 1 rounds
        if rounds is 0
          anew
        each p in seat{first}
          move hand of p to pile
        each p in seat from me
          deal 2 from pile to hand of p

to anew
  deal 3 from pile to each hand

score cards of p: size of hand of p
winner most score
always seats alike
"""


def test_what_is_moved_onto_a_stack_seat_by_seat_is_named(tmp_path: Path) -> None:
    """And not the dealing from that stack, which is not done then."""
    names = "".join(f"C{n}\n" for n in range(9))
    (tmp_path / "cards.csv").write_text(f"name\n{names}", encoding="utf-8")
    path = tmp_path / "gathered.game"
    path.write_text(GATHERED.format(first=""), encoding="utf-8")
    trial = put_on_trial(load(str(path)), chosen(("seats",)), seed=3, games=2)
    ((_, found),) = trial.findings.values()
    assert "from hand to pile seat by seat begins with 0 whoever has moved" in found.message
    assert "or move all to a set first" in found.message
    assert found.places[0].text().strip() == "move hand of p to pile"
    path.write_text(GATHERED.format(first=" from me"), encoding="utf-8")
    assert broken(load(str(path))) == []


def test_a_bound_that_is_too_low(folder: Path) -> None:
    path = folder / "ring.game"
    path.write_text(RULES.replace("after size of card", "after size of seat"), encoding="utf-8")
    assert broken(load(str(path), seats=3)) == [("ends", "the game is not over after 3 moves")]


def test_a_variant_may_take_a_promise_back(folder: Path) -> None:
    variant = """\
variant throne of ring "Throne"

remove always "All are alike", "Each turn takes a card"
add at end of take
  set rival to 0
"""
    (folder / "throne.game").write_text(variant, encoding="utf-8")
    (folder / "crown.game").write_text(
        'variant crown of ring "Crown"\n\nremove always "All are alike"\n', encoding="utf-8"
    )
    assert broken(load(str(folder / "ring.game"), variants=["throne"])) == []
    both = load(str(folder / "ring.game"), variants=["throne", "crown"])
    assert both.program.alike == () and both.program.ends == ()
    alone = load(str(folder / "ring.game"), variants=["crown"])
    assert alone.program.alike == () and len(alone.program.ends) == 1


POND = """\
game pond "Pond"
  players 2 named Ann, Bob

type leaf: ring a, b, c, d
mark frog of seat: leaf
mark hops: 0..20
history ponds of frog, me: last 6

phase pond
  turns until hops is 20 or times(ponds) is 3
    remember(ponds)
    choose hop
      hop(n in {1, 3})
        set frog of me to frog of me + n
        gain 1 hops
      clear
        forget(ponds)
        gain 1 hops

winner p where frog of p > frog of next of p
always seats alike
"""


def test_what_a_history_does_not_hold_any_more_is_nobodys(tmp_path: Path) -> None:
    path = tmp_path / "pond.game"
    path.write_text(POND, encoding="utf-8")
    game = load(str(path))
    assert broken(game) == []
    program, layout = game.program, game.engine.layout
    (history,) = program.histories
    whose = dict(history.kept)["me"]
    state = game.start(seed=1)
    for text, held in (("hop 1", 2), ("hop 3", 3), ("clear", 1)):
        state.apply(text)
        after = rotated(program, layout, state.slots)
        for place in range(6):
            both = [layout.get(slots, whose, (place,)) for slots in (state.slots, after)]
            assert both in ([[0, 1], [1, 0]] if place < held else [[0, 0]])

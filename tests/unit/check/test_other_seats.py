"""What is known to be another seat's where an offer looks at what all but its owner see."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulesError, load

GAME = """game t "T"
  players {seats}
  uses standard_deck

zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by others
mark last: seat
mark low: 0..5
define best of p: seat = largest rank of hand of p
define foes = all p in seat where p is not me
define is_foe(p: seat) = not (p is me)

setup
  move all c in card to deck
  shuffle deck
  deal 3 from deck to each hand

phase x
{flow}
score s of p: low when p is last else size of hand of p
winner most score
"""

TURNS = """  turns until deck is empty
    deal 1 from deck to hand of me
    set last to me
    set low to 0
    choose m
"""

SEEN = {
    "drawn from others": (
        'act(p in seat where p is not me)\n  needs best of p > 3 else "{best of p}"'
    ),
    "drawn from all but me": "act(p in seat - {me}, c in hand of p)",
    "a definition": "act(p in foes, c in hand of p)",
    "a condition that is defined": "act(p in seat where is_foe(p) and best of p > 3)",
    "the condition behind it": "act(p in seat where best of p > 3 and p is not me)",
    "where the next is drawn": "act(p in seat, n in 1..3 where p is not me and n < best of p)",
    "a condition of what lies there": "act(p in seat, c in hand of p where p is not me)",
    "one condition": 'act(p in seat)\n  needs p is not me and best of p > 3 else "no"',
    "or me": 'act(p in seat)\n  needs p is me or best of p > 3 else "no"',
    "one of two values": 'act(p in seat)\n  needs (5 when p is me else best of p) > 3 else "no"',
    "one of others": 'act(p in {next of me})\n  needs best of p > 3 else "no"',
    "what was asked of the same": 'act\n  needs last is not me and best of last > 3 else "no"',
    "the next": 'act\n  needs best of next of me > 3 else "no"',
    "the next but one of three": 'act\n  needs best of next of next of me > 3 else "no"',
    "all others": 'act\n  needs every p in seat has p is me or best of p > 3 else "no"',
    "numbers of others": 'act\n  needs (total best of p for p in foes) > 3 else "no"',
    "the best of others": (
        'act\n  needs (largest best of p for p in seat where p is not me) > 3 else "no"'
    ),
    "steps": "act(p in seat where p is not me)\n  compose pay\n"
    '    step add(c in hand of p) into paid at most 2\n      needs best of p > 3 else "no"\n'
    "    finish done\n  move paid from hand of p to hand of me",
    "steps that do something": "act(p in seat where p is not me)\n  compose pay until low > 3\n"
    "    step add(c in hand of p)\n      set low to min(5, low + (1 when best of p > 3 else 2))",
    "steps at once": 'act(p in seat where p is not me)\n  compose pay named "act {p}: {paid}"\n'
    '    step add(c in hand of p) into paid at most 2\n      needs best of p > 3 else "no"\n'
    "    finish done\n  move paid from hand of p to hand of me",
    "a choice that follows": "act(p in seat where p is not me)\n  let most = best of p\n"
    "  choose then\n    one(c in hand of p)\n      move c to hand of me\n"
    '    two\n      needs most > 3 else "no"\n      gain 1 low',
    "a choice after a need": 'act(p in seat)\n  needs p is not me else "no"\n'
    "  choose then\n    one(c in hand of p)\n      move c to hand of me\n    two\n      gain 1 low",
}
HIDDEN = {
    "any seat": "act(p in seat, c in hand of p)",
    "me": "act(c in hand of me)",
    "a condition of its own": 'act(p in seat)\n  needs p is not me else "me"\n'
    '  needs best of p > 3 else "no"',
    "the reason": 'act(p in seat)\n  needs p is not me else "{best of p}"',
    "the wrong way round": 'act(p in seat)\n  needs p is not me or best of p > 3 else "no"',
    "the wrong value": 'act(p in seat)\n  needs (5 when p is not me else best of p) > 3 else "no"',
    "other than another": "act(p in seat, q in seat where p is not q, c in hand of p)",
    "the next of another": 'act(p in foes)\n  needs best of next of p > 3 else "no"',
    "all round": 'act\n  needs best of next of next of next of me > 3 else "no"',
    "some are others": "act(p in foes + {me}, c in hand of p)",
    "a choice that follows": "act(p in seat)\n  choose then\n    one(c in hand of p)\n"
    "      move c to hand of me\n    two\n      gain 1 low",
    "a name that is given": "act(p in seat where p is not me)\n  let q = next of p\n  choose then\n"
    "    one(c in hand of q)\n      move c to hand of me\n    two\n      gain 1 low",
    "what changes meanwhile": "act\n  compose pay until low > 3\n    step add(n in 1..2)\n"
    '      needs last is not me else "no"\n      set last to me\n'
    "      set low to min(5, low + (n when best of last > 3 else 2))",
}


def file_of(folder: Path, offer: str) -> Path:
    first, *more = offer.split("\n")
    lines = [first, *more]
    if not any(word in offer for word in ("compose", "choose")):
        lines.append("  gain 1 low")
    lines += ["else pass"]
    flow = TURNS + "".join(f"      {line}\n" for line in lines)
    path = folder / "t.game"
    path.write_text(GAME.format(seats=3, flow=flow), encoding="utf-8")
    return path


def codes(path: Path) -> set[str]:
    try:
        load(str(path), engine="reference")
    except RulesError as error:
        found = {one.code for one in error.diagnostics}
        return found - {"E190", "E192"}  # what is not used
    return set()


@pytest.mark.parametrize("offer", SEEN)
def test_what_is_certainly_of_another_seat_is_seen(offer: str, tmp_path: Path) -> None:
    assert codes(file_of(tmp_path, SEEN[offer])) == set()


@pytest.mark.parametrize("offer", HIDDEN)
def test_what_may_be_the_seats_own_is_hidden(offer: str, tmp_path: Path) -> None:
    assert codes(file_of(tmp_path, HIDDEN[offer])) == {"E191"}


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("size of noted of next of me > 0", {"E191"}),
        ("noted of next of me is empty", {"E191"}),
        ("noted of me is empty", set()),
        ("size of kept of next of me > 0", set()),
    ],
)
def test_how_much_a_mark_holds_is_hidden_as_it_is(
    asked: str, code: set[str], tmp_path: Path
) -> None:
    """Of a zone everybody sees how many lie there; of a mark nothing is seen."""
    path = file_of(tmp_path, f'act\n  needs {asked} else "no"\n  set noted of me to kept of me')
    text = path.read_text(encoding="utf-8").replace(
        "mark last: seat\n",
        "mark last: seat\nzone kept of seat: set of card, seen by owner\n"
        "mark noted of seat: set of card, seen by owner\n",
    )
    path.write_text(text.replace("deal 3 from deck to each hand", "deal 3 from deck to each kept"))
    assert codes(path) - {"E193", "E194"} == code


def test_it_is_known_as_long_as_the_same_seat_decides(tmp_path: Path) -> None:
    """Where the other seat comes to decide, it is asked of its own hand."""
    path = tmp_path / "t.game"
    flow = """  choose m
    act(p in seat where p is not me)
      turns in {p} until low > 3
        choose then
          one
            needs best of p > 3 else "no"
            gain 1 low
          two
            gain 2 low
            set last to p
    ask
      gain 1 low
"""
    path.write_text(GAME.format(seats=3, flow=flow), encoding="utf-8")
    assert codes(path) == {"E191"}

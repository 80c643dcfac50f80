"""Which components nothing tells apart, and what does; equals are offered once."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import Game, load

TABLE = "name,count,value\nRuby,3,2\nPearl,2,1\nCrown,1,5\n"
LABELS = ("Ruby 1", "Ruby 2", "Ruby 3", "Pearl 1", "Pearl 2", "Crown")
HEAD = """game gems "Gems"
  players SEATS
component gem from "gems.csv" named by name, how many by count
  value: 1..5
zone supply: set of gem
zone bag of seat: set of gem
zone hidden of seat: set of gem, seen by owner
zone pile: stack of gem
zone slot: slot of gem
mark waited: 0..1   "Waited"
setup
  move all g in gem to supply
phase play
  turns until size of supply < 2
    choose main
      take(g in supply)
        move g from supply to bag of me
      wait
        set waited to 1 - waited
"""
END = "score worth of p: total value of bag of p\nwinner most score\n"


def written(folder: Path, rules: str) -> Game:
    (folder / "gems.csv").write_text(TABLE, encoding="utf-8")
    (folder / "gems.game").write_text(rules, encoding="utf-8")
    return load(str(folder / "gems.game"), engine="reference")


def rules(*actions: str, seats: str = "2 named Ann, Bob", before: str = "") -> str:
    head = HEAD.replace("SEATS", seats).replace("setup\n", f"{before}setup\n", 1)
    for zone in ("hidden", "pile", "slot"):
        if not any(zone in action for action in actions):
            head = "".join(x for x in head.splitlines(True) if not x.startswith(f"zone {zone}"))
    return head + "".join(f"      {x}\n" for one in actions for x in one.splitlines()) + END


def offers(game: Game, *moves: str) -> list[str]:
    state = game.start(seed=1)
    for move in moves:
        state.apply(move)
    return [str(move) for move in state.legal_moves()]


TAKEN = ["take Ruby 1", "take Pearl 1", "take Crown", "wait"]
EACH = [*(f"take {label}" for label in LABELS), "wait"]
BY_ORDER = {
    "the first of them, beside one that is chosen": (
        "put(g in bag of me)\n  move the x in supply from supply to bag of me\n"
        "  move g from bag of me to pile"
    ),
    "one after the other, from several places": (
        "sweep\n  each x in gem\n    if x in supply\n      move x from supply to pile"
    ),
    "one that is shuffled too late": (
        "mix(g in bag of me)\n  move g from bag of me to pile\n"
        "  move all x in supply from supply to pile\n  deal 1 from pile to bag of me\n"
        "  shuffle pile"
    ),
    "one that is shuffled once somebody has decided something": (
        "mix(g in bag of me)\n  move g from bag of me to pile\n"
        "  move all x in supply from supply to pile\n  may choose on\n    go_on\n"
        "      set waited to 1\n    or stop\n  shuffle pile"
    ),
    "a comparison": (
        'two(g in supply, h in supply)\n  needs g < h   else "the other way"\n'
        "  move g from supply to pile\n  move h from supply to pile"
    ),
    "the first ones of several places": (
        "some_of\n  each x in first(2, supply + bag of me)\n    set waited to value of x - 1"
    ),
}
EVEN = {
    "the first of a place": 'put\n  needs supply is not empty   else "no"\n'
    "  move the x in supply from supply to pile",
    "all of a place": "sweep\n  move all x in supply from supply to pile",
    "what was chosen, one after the other": (
        "pay\n  compose pay\n    step add(x in supply) into paid at most 2\n    finish done\n"
        '      needs paid is not empty   else "pay"\n  each x in paid\n'
        "    move x from supply to pile"
    ),
    "what lies in a slot, named as one of all": (
        "put(g in bag of me)\n  if slot is not none\n    let old = the x in gem where slot is x\n"
        "    move old from slot to supply\n  move g from bag of me to slot"
    ),
    "in whichever order": (
        "sweep\n  each x in gem where x in supply\n    move x from supply to bag of me"
    ),
    "one that is shuffled": (
        "mix(g in bag of me)\n  move g from bag of me to pile\n"
        "  move all x in supply from supply to pile\n  shuffle pile"
    ),
    "one that is shuffled later, with what has come there since": (
        "mix(g in bag of me)\n  move g from bag of me to pile\n"
        "  move all x in supply from supply to pile\n  each p in seat\n"
        "    move bag of p to pile\n    set waited to 0\n  set waited to 1\n  shuffle pile"
    ),
}


@pytest.mark.parametrize("why", BY_ORDER)
def test_what_goes_by_order_tells_components_apart(why: str, tmp_path: Path) -> None:
    assert offers(written(tmp_path, rules(BY_ORDER[why])))[:7] == EACH


@pytest.mark.parametrize("why", EVEN)
def test_order_among_equals_does_not(why: str, tmp_path: Path) -> None:
    assert offers(written(tmp_path, rules(EVEN[why])))[:4] == TAKEN


def test_what_rules_name_is_no_equal_of_the_others(tmp_path: Path) -> None:
    naming = "name\n  needs 'Ruby 2' in supply   else \"no\"\n  set waited to 0"
    offered = offers(written(tmp_path, rules(naming)))
    assert offered[:5] == ["take Ruby 1", "take Ruby 2", "take Pearl 1", "take Crown", "wait"]


def test_what_others_do_not_see_is_told_apart(tmp_path: Path) -> None:
    game = written(
        tmp_path,
        rules(
            "hide(g in supply)\n  move g from supply to hidden of me\n"
            "show(g in hidden of me)\n  move g from hidden of me to pile"
        ),
    )
    moves = ["hide Ruby", "wait", "hide Ruby", "wait"]
    assert offers(game, *moves)[-2:] == ["show Ruby 1", "show Ruby 2"]


def test_a_seat_alone_sees_all_that_there_is_to_see(tmp_path: Path) -> None:
    game = written(
        tmp_path,
        rules(
            "hide(g in supply)\n  move g from supply to hidden of me\n"
            "show(g in hidden of me)\n  move g from hidden of me to pile",
            seats="1",
        ),
    )
    assert offers(game, "hide Ruby", "hide Ruby")[-1] == "show Ruby 1"


@pytest.mark.parametrize(("seen", "once"), [("owner", True), ("others", False)])
def test_a_seat_alone_does_not_see_what_others_would(seen: str, once: bool, tmp_path: Path) -> None:
    before = f'mark liked of seat: gem or none, seen by {seen}   "Liked"\n'
    like = "like(g in supply)\n  set liked of me to g\n  if liked of me is g\n    set waited to 0"
    game = written(tmp_path, rules(like, seats="1", before=before))
    assert offers(game)[:4] == (TAKEN if once else EACH[:4])


HIDING = {
    "a mark that not all see": ("nobody", False),
    "a mark that all see": ("all", True),
    "a mark that is seen with it": ("with gem", True),
}


@pytest.mark.parametrize("why", HIDING)
def test_what_is_kept_in_secret_tells_components_apart(why: str, tmp_path: Path) -> None:
    seen_by, once = HIDING[why]
    words = f"seen {seen_by}" if seen_by.startswith("with") else f"seen by {seen_by}"
    game = written(
        tmp_path,
        rules(
            "tell(g in bag of me)\n  set known of g to yes\n  if known of g\n    set waited to 0",
            before=f'mark known of gem: yes or no, {words}   "Known"\n',
        ),
    )
    assert offers(game)[:4] == (TAKEN if once else EACH[:4])


def test_a_secret_choice_that_is_kept_tells_components_apart(tmp_path: Path) -> None:
    secretly = (
        "bid\n  choose it secretly\n    offer(g in supply)\n      choose more\n"
        "        also(h in supply where h is not g)\n          move g from supply to pile\n"
        "          move h from supply to pile"
    )
    assert offers(written(tmp_path, rules(secretly)))[:7] == EACH

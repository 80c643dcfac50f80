"""The result of a game, at any width."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.drawing.lines import plain_text
from rulewright.game import load
from rulewright.play.ended import endings_of, words_of_end
from rulewright.state import State
from rulewright_cli.result import result_lines


def ended(name: str, seats: int) -> State:
    state = load(name, seats=seats).start(seed=1)
    while not state.over:
        state.apply(state.legal_moves()[-1])
    return state


@pytest.mark.parametrize("width", [120, 80, 40, 24])
def test_each_seat_has_its_column_however_narrow_it_is(width: int) -> None:
    state = ended("pig", 8)
    outcome = state.outcome
    assert outcome is not None
    lines = plain_text(result_lines(load("pig", seats=8), state, width=width)).splitlines()
    assert max(map(len, lines)) <= width
    heads = [text for text in lines if text.lstrip().startswith("seat") and "wins" not in text]
    assert " ".join(" ".join(heads).split()) == " ".join(f"seat {n}" for n in range(8))
    totals = [int(one) for text in lines if text.startswith("total") for one in text.split()[1:]]
    assert totals == outcome["scores"]
    total = next(text for text in lines if text.startswith("total"))
    assert len(total) == len(heads[0])  # each number ends where its head does


def test_words_that_leave_no_room_for_seats_go_on_in_further_lines() -> None:
    state = ended("liars_dice", 3)
    wide, narrow = (
        plain_text(result_lines(load("liars_dice", seats=3), state, width=width)).splitlines()
        for width in (80, 50)
    )
    assert len(narrow) == len(wide) + 1
    assert narrow[0].split() == wide[0].split()
    assert all(len(text) <= 50 for text in narrow)


ENDINGS = """\
game ends "Ends"
  players 2 named Ann, Bob
  uses standard_deck
zone deck: stack of card, seen by nobody  "The deck"
mark turns_made: 0..9                     "Turns"
setup
  move all c in card to deck
  shuffle deck
phase play
  turns until turns_made is 4
    gain 1 turns_made
    choose main
      wait
        pass
      stop
        shuffle deck
        end game                          "It was stopped."
      leave
        end game
score turns of p: turns_made
winner most score
"""


def test_the_words_of_the_line_that_ended_the_game_are_told_first(tmp_path: Path) -> None:
    (tmp_path / "ends.game").write_text(ENDINGS)
    game = load(str(tmp_path / "ends.game"))

    def first(*moves: str) -> str:
        state = game.start(seed=1)
        for text in moves:
            state.apply(text)
        return plain_text(result_lines(game, state, width=60)).splitlines()[0].strip()

    assert first("wait", "stop") == "It was stopped."
    assert first("leave") == first("wait", "wait", "wait", "wait") == "Ann    Bob"


def first_line(path: Path, text: str, moves: str) -> str:
    path.write_text(text)
    game = load(str(path))
    state = game.start(seed=1)
    for move in moves.split():
        state.apply(move)
    return plain_text(result_lines(game, state, width=60)).splitlines()[0].strip()


def test_the_words_of_turns_are_told_where_a_game_can_end_otherwise(tmp_path: Path) -> None:
    text = ENDINGS.replace("until turns_made is 4", 'until turns_made is 4  "Two rounds are over"')
    assert first_line(tmp_path / "ends.game", text, "wait wait wait wait") == "Two rounds are over."
    assert first_line(tmp_path / "ends.game", text, "wait leave") == "Ann    Bob"
    no_other = text.replace("        end game", "        pass")
    assert first_line(tmp_path / "ends.game", no_other, "wait wait wait wait") == "Ann    Bob"


def test_which_of_several_ends_of_turns_it_was_is_told(tmp_path: Path) -> None:
    (tmp_path / "ends.game").write_text(ENDINGS.replace("        end game", "        pass"))
    early = 'variant early of ends\nadd until turns_made is 2 to turns  "Two turns are enough"\n'
    assert first_line(tmp_path / "early.game", early, "wait wait") == "Two turns are enough."


THREE = """game three "Three"
  players 2 named Ann, Bob
option strict: off, on                    "Are three steps too many?"
mark steps of seat: 0..9                  "Steps"
define far of p: seat = steps of p >= 3 and strict is on    "Somebody has gone too far"
define tired = every p in seat has steps of p >= 2
phase play
  turns until {until}   "It is over"
    choose main
      walk
        gain 1 steps of me
      rest
        pass
winner p where steps of p > steps of next of p
always tired or far of Ann or strict is on or steps of Ann < 9   "Never far"
"""


@pytest.mark.parametrize(
    ("until", "moves", "because"),
    [
        ("far of Ann or passes is 2", "rest rest", "passes is 2"),
        ("far of Ann or passes is 2", "walk rest walk rest walk", "Somebody has gone too far"),
        ("passes is 2 or (far of Ann or tired)", "walk walk walk walk", "tired"),
        ("passes is 2 or far of Bob or tired", "walk walk walk walk", "tired"),
        (
            "steps of Bob > 1 or tired or passes is 2",
            "walk walk walk walk",
            "steps of Bob > 1 and tired",
        ),
        ("steps of Ann > 2 or tired", "walk rest walk walk rest walk", "tired"),
        ("steps of Ann > 1 or tired", "walk rest walk", "steps of Ann > 1"),
        ("passes is 2 or passes > 1", "rest rest", "passes is 2 and passes > 1"),
    ],
)
def test_which_of_several_conditions_has_ended_it_is_told_behind_the_words(
    until: str, moves: str, because: str, tmp_path: Path
) -> None:
    """Also where nobody has won, as after two rests."""
    (tmp_path / "three.game").write_text(THREE.replace("{until}", until))
    game = load(str(tmp_path / "three.game"), options={"strict": "on"}, engine="reference")
    state = game.start(seed=1)
    for move in moves.split():
        state.apply(move)
    assert words_of_end(game, state) == ("It is over", because)
    lines = plain_text(result_lines(game, state, width=60)).splitlines()
    assert lines[: 1 + bool(because)] == ["It is over.", f"because  {because}"][: 1 + bool(because)]


def test_what_options_settle_is_no_condition_of_an_end(tmp_path: Path) -> None:
    until = "strict is off and steps of Ann > 1 or passes is 2"
    (tmp_path / "three.game").write_text(THREE.replace("{until}", until))
    for option, moves in (("on", "rest rest"), ("off", "walk rest walk")):
        game = load(str(tmp_path / "three.game"), options={"strict": option}, engine="reference")
        state = game.start(seed=1)
        for move in moves.split():
            state.apply(move)
        told = "" if option == "on" else "strict is off and steps of Ann > 1"
        assert words_of_end(game, state) == ("It is over", told)


def test_one_condition_of_turns_within_others_is_no_news(tmp_path: Path) -> None:
    text = THREE.replace("turns until {until}   ", "repeat until tired   ")
    text = text.replace(
        "    choose main\n",
        "    turns until passes is 2 or far of Ann or tired\n     choose main\n",
    )
    (tmp_path / "three.game").write_text(text)
    game = load(str(tmp_path / "three.game"), engine="reference")
    state = game.start(seed=1)
    for move in "walk walk walk walk".split():
        state.apply(move)
    assert words_of_end(game, state) == ("", "")


def test_of_an_end_that_a_variant_adds_its_own_conditions_are_told(tmp_path: Path) -> None:
    (tmp_path / "three.game").write_text(THREE.replace("{until}", "passes is 2 or tired"))
    (tmp_path / "soon.game").write_text(
        "variant soon of three\n"
        'add until steps of Ann is 1 or steps of Bob is 2 to turns  "Enough"\n'
    )
    game = load(str(tmp_path / "soon.game"), engine="reference")
    for moves, told in (
        ("walk", ("Enough", "steps of Ann is 1")),
        ("rest walk rest walk", ("Enough", "steps of Bob is 2")),
        ("rest rest", ("It is over", "passes is 2")),
    ):
        state = game.start(seed=1)
        for move in moves.split():
            state.apply(move)
        assert words_of_end(game, state) == told


HOPS = """game hops "Hops"
  players 2
type leaf: ring a, b, c, d
mark frog of seat: leaf
history ponds of frog, me: last 30
phase pond
  turns until some p in seat where frog of p is c
    {ends}
    remember(ponds)
    choose hop
      hop(n in {1, 2, 3})
        set frog of me to frog of me + n
winner p where frog of p is c
"""


def test_a_position_that_ends_the_game_the_third_time_says_so(tmp_path: Path) -> None:
    """In the form that README.md and the cookbook recommend."""
    ends = 'if times(ponds) is 2\n      end game   "All is so for the third time"'
    text = HOPS.replace("{ends}", ends)
    hops = ("hop 1", "hop 1", "hop 3", "hop 3")
    (tmp_path / "hops.game").write_text(text)
    game = load(str(tmp_path / "hops.game"))
    state = game.start(seed=1)
    for move in (*hops, *hops):
        assert not state.over
        state.apply(move)
    assert words_of_end(game, state) == ("All is so for the third time", "")


def test_no_words_are_told_where_nobody_can_know_them() -> None:
    """In a position without a past, and before the end."""
    state = ended("pig", 2)
    pig = load("pig", seats=2)
    assert words_of_end(pig, state) == ("Enough points have been banked", "")
    assert endings_of(pig) is endings_of(pig), "as each picture of a result asks for it"
    alone = State(state.engine, state.position)
    assert words_of_end(pig, alone) == words_of_end(pig, pig.start(seed=1)) == ("", "")


def test_large_numbers_do_not_run_together(tmp_path: Path) -> None:
    (tmp_path / "rich.game").write_text("""game rich "Rich"
  players 2 named Ann, Bob
mark coins of seat: 0..9999999
phase play
  turns until coins of Bob > 0
    choose main
      earn
        set coins of me to 1234567
score coins of p: coins of p
winner most score
""")
    game = load(str(tmp_path / "rich.game"))
    state = game.start(seed=1)
    state.apply("earn")
    state.apply("earn")
    lines = plain_text(result_lines(game, state, width=80)).splitlines()
    heads, coins, total, _ = lines
    assert coins.split() == ["coins", "1234567", "1234567"] and total.split()[1:] == ["1234567"] * 2
    assert [heads.index("Ann") + 3, heads.index("Bob") + 3] == [coins.index("7  ") + 1, len(coins)]

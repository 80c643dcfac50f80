"""Records as people write them: little is enough, and what is wrong is told with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.diagnostics import RecordError
from rulewright.game import load
from rulewright.play import record as records
from rulewright.play.record import Comment, replay

CHERRIES = Path(__file__).parents[3] / "examples" / "cherries.game"
HAND_WRITTEN = f"""\
game: {CHERRIES}   # played at breakfast

take  three; take three      # greedy
# Now it is about the rest.
2. Ann: take two;
   Bob: take two   # ! all but two
take one
Bob:take one
#   the end
"""


def read(text: str) -> records.Record:
    return records.read(text, "a.txt")


def test_a_game_that_was_written_by_hand() -> None:
    record = read(HAND_WRITTEN)
    assert (record.seats, record.seed, record.digest, record.result) == (None, None, "", None)
    assert [one.text for one in record.comments] == [
        "played at breakfast", "greedy", "Now it is about the rest.", "! all but two", "  the end",
    ]  # fmt: skip
    assert [one.after for one in record.comments] == [0, 2, 2, 4, 6]
    assert [one.beside for one in record.comments] == [False, True, False, True, False]
    state = replay(record)
    assert state.moves == ["take three", "take three", "take two", "take two"] + ["take one"] * 2
    assert state.outcome is not None and state.outcome["winners"] == [0]


EVERY_OTHER = """game skipping "Skipping"
  players 2 named Ann, Bob
mark taken of seat: 0..9
phase play
  turns until taken of Ann is 6
    if me is Bob and taken of Ann > 2
      end turn
    choose one
      take
        gain 1 taken of me
    choose two
      again
        gain 1 taken of me
score taken of p: taken of p
winner most score
"""


def test_lines_are_numbered_as_replay_counts_moves(tmp_path: Path) -> None:
    """By the first move in them, whatever turns went by in which nobody decided anything."""
    (tmp_path / "skipping.game").write_text(EVERY_OTHER)
    game = load(str(tmp_path / "skipping.game"))
    state = game.start(seed=1)
    while not state.over:
        state.apply(state.legal_moves()[0])
    text = records.text_of(records.record_of(game, state), "a.txt")
    assert text.partition("\n\n")[2] == (
        "1. Ann: take; again\n3. Bob: take; again\n5. Ann: take; again\n7. Ann: take; again\n"
    )


def test_as_much_of_the_result_may_be_told_as_is_known() -> None:
    moves = HAND_WRITTEN.partition("\n\n")[2]
    head = f"game: {CHERRIES}\nseats: Ann, Bob\n"
    for told in ("winners: Ann", "score: 1, 0", "score polite: 1, 0", "winners: seat 0"):
        assert replay(read(f"{head}{told}\n\n{moves}")).over
    for told in ("winners: Bob", "winners: nobody", "score: 0, 1", "score polite: 1, 1"):
        with pytest.raises(records.Parted, match=r"the record says .*and the replay gives"):
            replay(read(f"{head}{told}\n\n{moves}"))
    with pytest.raises(records.Parted, match="has a result, but its moves do not end the game"):
        replay(read(f"{head}winners: Ann\n\ntake one"))


def test_seats_may_have_got_other_names() -> None:
    """What the head calls them is who they are; numbers are always understood."""
    replay(read(f"game: {CHERRIES}\nseats: Eve, Rex\n\nEve: take one\nRex: take one"))
    replay(read(f"game: {CHERRIES}\n\nseat 0: take one\nseat 1: take one"))


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("", "1:1: a record begins with the name of its game, as in `game: ruta`"),
        ("[1, 2]", "1:1: a record begins with the name of its game"),
        ("seed: 7\n\ntake one", "1:1: a record begins with the name of its game"),
        ("game:\n", "1:6: nothing stands behind the colon"),
        ("game: pig\ngame: pig", "2:1: game is told twice"),
        ("game: pig\nsead: 7", "2:1: there is no header sead; did you mean seed?"),
        ("game: pig\nAnn: take one", "2:1: there is no header Ann; there are game, .*blank line"),
        ("game: pig\ntake one", "2:1: before the first blank line stand headers"),
        ("game: pig\nseed: 7.5", "2:7: a seed is a whole number, not 7.5"),
        ("game: pig\nseats: 0", "2:8: 0 is no number of seats"),
        ("game: pig\nseats: a,, b", "2:7: nothing stands between two commas"),
        ("game: pig\noptions: target", "2:10: options are written as in"),
        ("game: pig\noptions: a=b=c", "2:10: options are written as in"),
        ("game: pig\noptions: a=b, a=c", "2:15: option a is set twice"),
        ("game: pig\nscore: 1, x", "2:11: points are whole numbers, not x"),
        ("game: pig\nwinners: Ann", "2:10: what number has seat Ann"),
        ("game: pig\nseats: Ann, Bob\nwinners: An", "3:10: there is no seat An; did you mean Ann?"),
        ('game: "pig', '1:7: a quoted text without its second `"`'),
        ('game: "pig" x', "1:13: behind a quoted text stands x"),
        (r'game: "\x"', "1:7: what stands in quotes is written as in JSON"),
        ("game: pig\n\nroll; ; hold", "3:1: a move is missing"),
        ("game: pig\n\n3.", "3:3: a move is missing"),
        ("game: pig\n\nAnn:", "3:5: a move is missing"),
        ("game: pig\n\nchance:", "3:8: an outcome is missing"),
        ("game: pig\nseats: Ann, Bob\n\nAn: x", "4:1: there is no seat An; did you mean Ann?"),
        ("game: pig\nseats: A, B\n\nseed: 7", "4:1: .*headers stand before the first blank line"),
        ("game: pig\n# \x1b[31m", "2:3: a character that may not stand here: U\\+001B"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(written: str, told: str) -> None:
    with pytest.raises(RecordError, match=f"^a\\.txt:{told}"):
        read(written)


def test_everything_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(RecordError) as refused:
        read("game: pig\nsead: 7\n\nroll\n; roll\n" + "a;;b\n" * 30)
    text = str(refused.value)
    assert "a.txt:2:1: " in text and "a.txt:5:1: " in text
    assert "    2 | sead: 7\n        ^^^^" in text
    assert text.endswith("and 12 more")


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("take one; take thre", "4:11: move 2 does not replay: .*; did you mean take three"),
        ("Bob: take one", "4:1: move 1 does not replay: it is for Ann to move, not for Bob"),
        ("seat 7: take one", "4:1: .*it is for Ann to move; there is no seat 7"),
        ("take one\nchance: 5", "the record holds more outcomes of chance"),
    ],
)
def test_where_a_game_parts_from_its_record_stands_in_the_file(moves: str, told: str) -> None:
    with pytest.raises(records.Parted, match=told):
        replay(read(f"game: {CHERRIES}\nseats: Ann, Bob\n\n{moves}"))


def test_chance_is_told_where_it_was_asked() -> None:
    record = read("game: pig\n\nroll\nchance: 5\nroll; hold\nchance: 3\nseat 1: roll\nchance: 1")
    state = replay(record)
    assert (state.outcomes, state.to_move) == ([("5",), ("3",), ("1",)], 0)
    with pytest.raises(records.Parted, match=r"^a\.txt:4:12: move 1 does not replay: .*seven"):
        replay(read("game: pig\n\nroll\n   chance: seven"))


def test_comments_have_to_be_in_order() -> None:
    def made(*comments: Comment) -> None:
        records.Record(game="pig", moves=("roll", "hold"), comments=comments)

    made(Comment(after=0, text=""), Comment(after=1, text="a", beside=True))
    for wrong in (
        [Comment(after=1, text="a"), Comment(after=0, text="b")],
        [Comment(after=1, text="a"), Comment(after=1, text="b", beside=True)],
        [Comment(after=1, text="a", beside=True), Comment(after=1, text="b", beside=True)],
        [Comment(after=0, text="a", beside=True)],
        [Comment(after=3, text="a")],
    ):
        with pytest.raises(ValueError, match="comment"):
            made(*wrong)
    for text in ("a\nb", "a ", "\x1b"):
        with pytest.raises(ValueError, match="a comment is one line"):
            Comment(after=0, text=text)


def test_a_long_record_is_read_in_time_that_grows_with_it() -> None:
    text = "game: pig\n\n" + "roll; roll; hold   # so so\n" * 5_000
    assert len(read(text).comments) == 5_000


def test_of_a_game_without_points_none_are_written_and_its_result_is_read_again(
    tmp_path: Path,
) -> None:
    (tmp_path / "race.game").write_text("""game race "A race"
  players 2
mark steps of seat: 0..2
phase walk
  turns until some p in seat where steps of p is 2
    choose main
      walk
        gain 1 steps of me
winner p where steps of p is 2
""")
    game = load(str(tmp_path / "race.game"))
    state = game.start(seed=1)
    while not state.over:
        state.apply(state.legal_moves()[0])
    record = records.record_of(game, state)
    text = records.text_of(record, "a.txt")
    assert "winners: seat 0\n" in text and "score" not in text
    again = read(text)
    assert again == record and replay(again).over
    with pytest.raises(records.Parted, match=r"the record says .*and the replay gives"):
        replay(read(text.replace("winners: seat 0", "winners: seat 1")))


def test_how_a_game_has_ended_is_written_in_the_words_of_the_rules(tmp_path: Path) -> None:
    """It is for people: where it is not told, or otherwise, the record is the same."""
    (tmp_path / "walk.game").write_text("""game walk "A walk"
  players 2
mark steps of seat: 0..2
phase walk
  turns until some p in seat where steps of p is 2
    choose main
      walk
        gain 1 steps of me
      sit
        end game "Somebody sits down, # or falls"
winner p where steps of p is 2
""")
    game = load(str(tmp_path / "walk.game"))
    state = game.start(seed=1)
    state.apply("walk")
    assert "end:" not in records.text_of(records.record_of(game, state), "a.txt")
    state.apply("sit")
    record = records.record_of(game, state)
    text = records.text_of(record, "a.txt")
    end = 'end: "Somebody sits down, # or falls"\n'
    assert end in text and "winners: nobody\n" in text
    assert read(text) == read(text.replace(end, "")) == record
    assert read(text.replace(end, "end: all asleep\n")) == record
    with pytest.raises(RecordError, match=r"end is told twice"):
        read(text.replace(end, end * 2))

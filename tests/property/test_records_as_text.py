"""Records written as text read as what they were: games of every rule file and of rules that nobody
would write, with comments of all kinds, and records that no game has made."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.repeated import times

from rulewright import catalogue
from rulewright.diagnostics import RecordError
from rulewright.game import Game, load
from rulewright.play import record as records
from rulewright.play.record import Comment, Record
from rulewright.state import State
from rulewright.testing import strategies as rules

MORE = int(os.environ.get("RULEWRIGHT_FUZZ", "0"))
LOOKING = settings(
    max_examples=MORE or times(8, thorough=25),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)

ODD = (
    "", " ", "#", "# x", ";", "a;b", "a, b", ",", '"', '"a"', 'a"b', "\\", '\\"', "{x}", "1.",
    "1. a", "12.5", "Ann:", "Ann: a", "chance: 5", "chance", "nothing", "nobody", "seat 0",
    "seat 0: a", "game: pig", "a=b", "=", ":", "a\nb", "\n", "a  b", " a", "a ", "\t", "\x1b[31m",
    "\u202e", "é", "\u2028", "\ufeff", "🎲", "-1", "٣", "x" * 300, "score x", "seed",
)  # fmt: skip
texts = st.sampled_from(ODD) | st.text(max_size=12)
names = st.lists(texts, max_size=3).map(tuple)
points = st.lists(st.integers(-99, 999), max_size=3).map(tuple)


@st.composite
def comments(draw: st.DrawFn, moves: int) -> tuple[Comment, ...]:
    """Comments on a game of so many moves, in order."""
    lines = texts.filter(lambda text: _is_a_line(text))
    made = draw(st.lists(st.tuples(st.integers(0, moves), st.booleans(), lines), max_size=6))
    kept: dict[tuple[int, bool], Comment] = {}
    others = []
    for after, beside, text in made:
        if beside and after:
            kept[after, beside] = Comment(after=after, text=text, beside=True)
        else:
            others.append(Comment(after=after, text=text))
    return tuple(sorted([*kept.values(), *others], key=lambda one: (one.after, not one.beside)))


def _is_a_line(text: str) -> bool:
    try:
        Comment(after=0, text=text)
    except ValueError:
        return False
    return True


@st.composite
def any_records(draw: st.DrawFn) -> Record:
    """Records that hold anything, whether or not a game could be like that."""
    result = st.none() | st.builds(
        records.Result, winners=points, scores=points, result=names,
        lines=st.dictionaries(texts, points, max_size=2),
    )  # fmt: skip
    moves = draw(st.lists(texts, max_size=6).map(tuple))
    return Record(
        game=draw(texts),
        digest=draw(texts),
        variants=draw(names),
        options=draw(st.dictionaries(texts, texts, max_size=3)),
        seats=draw(st.none() | st.integers(1, 9)),
        players=draw(names),
        seed=draw(st.none() | st.integers(-(2**70), 2**130)),
        outcomes=draw(st.lists(names, max_size=4).map(tuple)),
        moves=moves,
        result=draw(result),
        comments=draw(comments(len(moves))),
    )


@LOOKING
@given(any_records())
def test_any_record_reads_as_what_it_was(record: Record) -> None:
    text = records.text_of(record, "any.txt")
    again = records.read(text, "any.txt")
    assert again == record
    assert records.text_of(again, "any.txt") == text
    assert records.read(records.text_of(again)) == record


HOSTILE = """\
game hostile "Names that are mistaken for something else"
  players 3 named chance, seed, score

component thing from "things.csv" named by name
zone pile: stack of thing
mark last of seat: thing or nobody
mark left: 0..9, starts 9
mark die: 0..6

setup
  move all t in thing to pile
  shuffle pile

phase play
  turns until left is 0
    spend 1 left
    pick die from 1..6
    choose main
      put(t in pile)  named "1. seat: {t}, chance: nothing"
        set last of me to t
      say(t in pile)  named "game: {t}"
        extra turn
      'chance: 5'
        shuffle pile
      pass

score nothing of p: die when last of p is nobody else 0
winner most score
"""
THINGS = """\
name
"a, b"
Nothing
seat 0
6 inch’ pipe
1. Ann: take
chance: 3
\\
{x}
"""


@cache
def hostile() -> Game:
    with TemporaryDirectory() as folder:
        Path(folder, "hostile.game").write_text(HOSTILE, encoding="utf-8")
        Path(folder, "things.csv").write_text(THINGS, encoding="utf-8")
        return load(str(Path(folder, "hostile.game")))


@cache
def shipped(name: str) -> Game:
    return load(name, engine="reference")


def through_text(game: Game, state: State, said: Sequence[Comment]) -> None:
    """A game goes through text, JSON and text again, and is what it was; so does all said of it."""
    record = records.record_of(game, state, players=["Ann # 1", "B, C"], comments=said)
    text = records.text_of(record, "game.txt")
    read = records.read(text, "game.txt")
    assert read == record
    again = records.replay(read, game)
    assert again.key() == state.key() and again.outcome == state.outcome
    other = records.record_of(game, again, players=read.players, comments=read.comments)
    assert records.text_of(other, "game.txt") == text
    assert records.read(records.text_of(read)) == record


@settings(LOOKING, max_examples=MORE or times(2, thorough=6))
@given(st.data())
def test_games_of_every_rule_file(data: st.DataObject) -> None:
    names = st.sampled_from([info.name for info in catalogue.games()])
    game = data.draw(rules.games() if MORE else names.map(shipped))
    state = data.draw(rules.states(game, most=15))
    through_text(game, state, data.draw(comments(state.decisions)))


@settings(LOOKING, max_examples=MORE or times(3, thorough=10))
@given(st.data())
def test_names_that_are_mistaken_for_something_else(data: st.DataObject) -> None:
    game = hostile()
    draw = data.draw
    state = game.start(chance="asked") if draw(st.booleans()) else game.start(seed=3)
    for _ in range(draw(st.integers(0, 20))):
        question = state.question
        if question is not None:
            several = question.kind == "shuffle"
            asked = st.permutations(question.of) if several else st.sampled_from(question.of)
            state.answer(draw(asked))
        elif not state.over:
            state.apply(draw(rules.moves(state)))
    through_text(game, state, draw(comments(state.decisions)))


@LOOKING
@given(st.text(alphabet=st.sampled_from('ab:;,#"\\=. \n0seatchnog{'), max_size=80), st.booleans())
def test_whatever_is_no_record_is_told_with_its_place(text: str, begun: bool) -> None:
    if begun:
        text = f"game: pig\nseats: a, b\n{text}"
    try:
        records.read(text, "any.txt")
    except RecordError as error:
        assert re.match(r"any\.txt(:\d+:\d+: | is not a record: )", str(error)), str(error)

"""Two games with the same seeds: the same figures whoever plays, and what is said of the games
themselves held against the games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.analysis.compare import Both, Comparison, compare
from rulewright.analysis.sharing import game_seed
from rulewright.analysis.simulate import GameSpec, simulate
from rulewright.diagnostics import UsageError
from rulewright.game import load
from rulewright.resources import rules_root

LEDUC = Both(
    GameSpec("leduc_poker", engine="python"),
    GameSpec("leduc_poker", options={"raises": 1}, engine="python"),
)


def of(found: Comparison) -> Comparison:
    """What does not depend on the machine: all but the timings and the games themselves."""
    return replace(found, timings=None, games=None, rules=None)  # type: ignore[arg-type]


def test_figures_do_not_depend_on_the_number_of_processes() -> None:
    one, two = (
        compare(LEDUC.a, LEDUC.b, games=60, seed=5, jobs=jobs, rows=True) for jobs in (1, 2)
    )
    assert of(one) == of(two)
    assert (one.pairs, one.traced, one.watched, one.complete) == (60, 60, 60, True)
    for spec, figures, rows in (
        (LEDUC.a, one.figures.a, one.rows.a), (LEDUC.b, one.figures.b, one.rows.b),
    ):  # fmt: skip
        alone = simulate(spec, games=60, seed=5, rows=True)
        assert (alone.figures, alone.rows) == (figures, rows)
    assert one.figures.a is not None
    assert one.results[0].a == pytest.approx(one.figures.a["decisions"]["mean"])
    assert any(compared.differs for compared in one.results)


def test_how_long_decisions_take_is_measured_once_all_is_made() -> None:
    """Not in the first games, for which the engines are made, nor in those that are traced."""
    quick = compare(LEDUC.a, LEDUC.b, games=4000, seed=5, traced=2, watched=0)
    games = [simulate(spec, games=4000, seed=5) for spec in (LEDUC.a, LEDUC.b)]
    for pace, alone in zip((quick.paces.a, quick.paces.b), games, strict=True):
        assert alone.figures is not None
        assert 0 < pace.decisions < 4000 * alone.figures["decisions"]["mean"]
        assert 0 < pace.each < 1
    few = compare(LEDUC.a, LEDUC.b, games=10, seed=5, traced=10)
    thinking = compare(LEDUC.a, LEDUC.b, games=20, seed=5, traced=0, players=["greedy", "random"])
    for found in (few, thinking):
        assert (found.paces.a.each, found.paces.b.each) == (0, 0)


def test_what_is_said_of_the_first_games_to_part_is_so() -> None:
    found = compare(LEDUC.a, LEDUC.b, games=30, seed=1)
    parting = found.parting
    assert parting is not None
    assert parting.seed == game_seed(1, parting.pair)
    a, b = (load("leduc_poker", options=o).start(seed=parting.seed) for o in ({}, {"raises": 1}))
    for move in parting.moves:
        assert list(map(str, a.legal_moves())) == list(map(str, b.legal_moves()))
        a.apply(move)
        b.apply(move)
    only = set(map(str, a.legal_moves())) - set(map(str, b.legal_moves()))
    assert set(parting.sides.a.alone) == only == {"raise"}
    assert [reason.message for reason in parting.sides.b.why] == [
        reason.message for reason in b.why_not("raise")
    ]
    assert 0 < found.parted.count <= found.followed == 30


COUNTING = """game counting "Counting"
  players 2 named Ann, Bob
mark heap: 0..20, starts 8
mark last: seat or nobody

to note
  set last to me

setup
  set heap to 6

phase one
  turns until heap <= 3
    choose main
      take
        spend 1 heap
        note

phase two
  turns until heap is 0                   "It is gone"
    choose main
      take
        spend 1 heap
        note

score luck of p: 1 when last is p else 0
winner most score
"""


def test_lines_that_are_carried_out_are_counted(tmp_path: Path) -> None:
    one, two = tmp_path / "counting.game", tmp_path / "copy.game"
    one.write_text(COUNTING)
    two.write_text(COUNTING.replace("heap to 6", "heap to 9").replace("to note", "\n\nto note"))
    found = compare(GameSpec(str(one)), GameSpec(str(two)), games=5, seed=2)
    a, b = str(one), str(two)
    assert {use.what[1:]: (use.a, use.b) for use in found.uses} == {
        ("", b, "12", "b"): (1, 1),
        ("one", b, "18", "b"): (3, 6),
        ("one", b, "9", "b"): (3, 6),
        ("two", b, "25", "b"): (3, 3),
        ("two", b, "9", "b"): (3, 3),
    }
    assert all(found.rules.lines[a, line] == (b, line + 2) for line in (7, 10, 16, 23))
    play = {compared.what: compared for compared in found.play}
    assert play["ending", b, "22", "b"].unlike == 0, "the same line in two files"
    assert (play["phase", "one"].a, play["phase", "one"].b) == (3, 6)
    assert found.parting is not None
    assert found.parting.moves == ("take",) * 3
    sides = found.parting.sides
    assert (sides.a.seat, sides.b.seat) == ("Ann", "Bob"), "phase two begins again with the first"
    assert found.parted.least == found.parted.greatest == 3


CALLS = """game calls "Calls"
  players 2
type number: one, two, three, four, five, six, seven, eight, nine, ten, eleven
mark left: 0..6, starts 6
mark last: number or none

phase play
  turns until left is 0
    choose main
      call(n in number)
        set last to n
        spend 1 left
      silence
        spend 1 left

score ones of p: 1 when last is one else 0
winner most score
"""


@pytest.mark.parametrize(
    ("more", "values", "zeros"),
    [
        ("", 11, set[str]()),
        (", twelve", 12, {"call twelve"}),
        (", twelve, thirteen", 0, set[str]()),
    ],
)
def test_what_one_game_does_not_tell_apart_is_not_zero_there(
    more: str, values: int, zeros: set[str], tmp_path: Path
) -> None:
    """With a thirteenth value moves are no longer told apart by theirs, which does not mean that
    none of the others is named; a twelfth is one that the game with eleven has not."""
    one, two = tmp_path / "calls.game", tmp_path / "more.game"
    one.write_text(CALLS)
    two.write_text(CALLS.replace("eleven", f"eleven{more}").replace("left: 0..6", "left: 0..7"))
    found = compare(GameSpec(str(one)), GameSpec(str(two)), games=60, seed=1)
    other = compare(GameSpec(str(two)), GameSpec(str(one)), games=60, seed=1)
    for played in (found, other):
        moves = {c.what[3]: c for c in played.play if c.what[0] == "move"}
        assert len(moves) == 2 + values and moves.keys() >= {"call", "silence"}
        assert {name for name, c in moves.items() if not c.a or not c.b} == zeros


def test_games_that_are_stopped_are_counted_apart() -> None:
    found = compare(LEDUC.a, LEDUC.b, games=12, seed=1, longest=3)
    stopped = found.results[-1]
    assert stopped.what == ("stopped",)
    assert found.figures.a is not None
    assert stopped.a == found.figures.a["stopped"]["share"] > 0
    assert all(one.pairs < 12 for one in found.results[:-1])


def test_rules_that_mean_the_same_are_not_played() -> None:
    found = compare(GameSpec("ruta"), GameSpec("ruta", options={"longest": "trail"}))
    assert (found.rules.same_rules, found.pairs, found.parting) == (True, 0, None)


def test_ctrl_c_leaves_the_pairs_before_the_first_that_is_not_finished() -> None:
    def stop(done: int, _: int) -> None:
        if done >= 30:
            raise KeyboardInterrupt

    found = compare(LEDUC.a, LEDUC.b, games=100_000, seed=1, jobs=2, on_progress=stop)
    assert not found.complete and found.in_time
    assert 0 < found.pairs < 100_000
    again = compare(LEDUC.a, LEDUC.b, games=found.pairs, seed=1)
    assert of(replace(again, asked=found.asked, complete=False)) == of(found)


def test_what_was_played_in_a_time_can_be_played_again() -> None:
    compare(LEDUC.a, LEDUC.b, games=1, seed=1)  # what is made for the first game takes its time
    for seconds in (2, 10, 50):  # whatever else the machine does meanwhile
        found = compare(LEDUC.a, LEDUC.b, seconds=seconds, seed=1)
        if found.pairs:
            break
    assert found.complete and found.pairs > 0
    again = compare(
        LEDUC.a, LEDUC.b, seed=1, games=found.pairs, traced=found.to_trace, watched=found.to_watch
    )
    assert of(replace(again, asked=None)) == of(found)


def test_of_slow_games_few_are_traced_and_watched_where_nobody_says_how_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However many are to be played; what they come to is the same, and so is all with the numbers
    that are told."""
    costs = "rulewright.analysis.compare._Pair.costs"
    all_of_them = compare(LEDUC.a, LEDUC.b, games=40, seed=3, traced=40, watched=40)
    monkeypatch.setattr(costs, lambda self: (0.001, 1.0, 2.0))  # 12 and 4 seconds are for that
    some = compare(LEDUC.a, LEDUC.b, games=40, seed=3)
    assert (some.pairs, some.traced, some.watched) == (40, 12, 2)
    assert some.results == all_of_them.results and some.play != all_of_them.play
    said = compare(LEDUC.a, LEDUC.b, games=40, seed=3, traced=some.to_trace, watched=some.to_watch)
    assert of(said) == of(some)
    asked = compare(LEDUC.a, LEDUC.b, games=40, seed=3, traced=30)
    assert (asked.traced, asked.watched) == (30, 2)
    monkeypatch.setattr(costs, lambda self: (0.001, 0.2, 0.1))
    few = compare(LEDUC.a, LEDUC.b, games=40, seed=3)
    assert (few.to_trace, few.to_watch) == (300, 100), "so many as there are take little time"


@pytest.mark.parametrize(
    ("players", "traced", "told"),
    [(None, 12, [12]), (None, 30, [2]), (["mcts:1", "random"], 12, [])],
)
def test_it_is_told_beforehand_of_how_many_pairs_that_take_longer(
    players: list[str] | None, traced: int, told: list[int]
) -> None:
    """Where all are traced, those that are watched do; players who think take as long always."""
    found = list[int]()
    compare(
        LEDUC.a, LEDUC.b, games=30, seed=3, traced=traced, watched=2, players=players,
        on_traced=found.append,
    )  # fmt: skip
    assert found == told


def test_games_for_other_numbers_of_seats_are_not_compared() -> None:
    with pytest.raises(UsageError, match="Klondike is played by 1 and Pig by 2"):
        compare(GameSpec("klondike"), GameSpec("pig"))


def test_a_copy_whose_file_is_called_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines that stand in one of two files with one name are not taken for those of the other."""
    shipped = rules_root() / "classics" / "crazy_eights" / "crazy_eights.game"
    copy = tmp_path / shipped.relative_to(rules_root())
    copy.parent.mkdir(parents=True)
    text = shipped.read_text().partition("\nscenario")[0]
    for before, after in (
        ("        set suit_wanted to s\n", "        set suit_wanted to s\n        extra turn\n"),
        ("    move c to pile\n  shuffle pile\n", "    move c to pile\n"),
    ):
        assert text.count(before) == 1
        text = text.replace(before, after)
    copy.write_text(text)
    monkeypatch.chdir(tmp_path)
    name = str(copy.relative_to(tmp_path))
    found = compare(GameSpec("crazy_eights"), GameSpec(name), games=4, seed=1)
    (a,), (b,) = (
        [file for file in game.files if file.name == name]
        for game in (found.games.a, found.games.b)
    )
    assert {use.what[2] for use in found.uses} == {name}, "both are called so"
    for use in found.uses:
        line = (a if use.what[4] == "a" else b).line_text(int(use.what[3])).strip()
        if not use.a:
            assert line.split()[0] in ("extra", "end"), "or another game ends so"
        if use.what[4] == "a":
            assert (line, use.b) == ("shuffle pile", 0)
    assert {use.what[4] for use in found.uses} == {"a", "b"}

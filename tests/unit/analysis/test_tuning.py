"""Tuning: what may be varied and wanted, what is tried, and that what is found can be kept."""

from __future__ import annotations

import importlib.util
import math
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.analysis.aims import aim, figures
from rulewright.analysis.knobs import knob, numbers, variant
from rulewright.analysis.rows import Row
from rulewright.analysis.simulate import GameSpec, simulate
from rulewright.analysis.tuning import tune
from rulewright.diagnostics import PlayError, UsageError

PIG = GameSpec("pig")
HOSTILE = """game digits "3 numbers, 12 words"
  players 2 named P1, P2
type card: c10, seven7, x2y
define limit = 10                         "at 99 %"
define sum2 of n: 0..3 = 7 + n * 2        # 55
mark count1: 0..50
setup
  set count1 to 4                         "4 to begin with"    D-8
phase play_5
  turns until count1 > limit + sum2(1)
    choose main
      add_9(c in card)                    "9 lives"
        needs c is not x2y              else "not 2"
        gain 3 count1
score all3 of p: count1 when p is P1 else 2
winner most score
"""


def test_numbers_are_told_from_what_looks_like_them(tmp_path: Path) -> None:
    path = tmp_path / "digits.game"
    path.write_text(HOSTILE)
    found = [(one.span.line, one.at, one.span.text()) for one in numbers(rw.load(str(path)))]
    assert found == [
        (4, 1, "10"), (5, 1, "0"), (5, 2, "3"), (5, 3, "7"), (5, 4, "2"), (6, 1, "0"), (6, 2, "50"),
        (8, 1, "4"), (15, 1, "2"),
    ]  # fmt: skip


def played(path: str, *variants: str) -> object:
    """Some games, or the end of what is said where they cannot be played."""
    try:
        return simulate(GameSpec(path, variants), games=8, rows=True).rows
    except PlayError as error:
        return str(error).rpartition(": ")[2]


def test_what_is_found_can_be_kept(tmp_path: Path) -> None:
    """The variant is the game with that number written into it."""
    path = tmp_path / "digits.game"
    path.write_text(HOSTILE)
    game, same = rw.load(str(path)), 0
    for number in numbers(game):
        place = f"digits.game:{number.span.line}:{number.at}"
        chosen = {knob(game, f"{place}=1,5"): "5"}
        (tmp_path / "kept.game").write_text(variant(game, "kept", chosen))
        text = HOSTILE[: number.span.start] + "5" + HOSTILE[number.span.end :]
        (tmp_path / "edited.game").write_text(text)
        try:
            edited = rw.load(str(tmp_path / "edited.game"))
        except rw.RulesError:
            continue  # an empty range, say
        try:
            kept = rw.load(str(path), variants=["kept"])
        except rw.RulesError as error:  # a definition that takes other values is another one
            assert [finding.code for finding in error.diagnostics] == ["E045"], place
            continue
        same += 1
        assert played(str(path), "kept") == played(str(tmp_path / "edited.game")), place
        assert sorted(map(type, kept.merged.declarations), key=str) == sorted(
            map(type, edited.merged.declarations), key=str
        )
    assert same >= 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("targt=3", "did you mean target"),
        ("target=", "values are written"),
        ("target=5", "the option target cannot be '5'"),
        ("target=90..80", "there is no value"),
        ("target=1..999999999", "more than 10,000 values"),
        ("hold=3", "several numbers stand at hold, say which: classics/pig/pig.game:29:1 is 0; "),
        ("play=3", "no number that a variant could replace stands at play"),
        ("pig.game:22", "say which values"),
        ("pig.game:22=-3", "a whole number in the rules"),
        ("pig.game:9999=3", "no number"),
        ("g.game:22=3", "no number"),
        ("=3", "no option"),
    ],
)
def test_what_cannot_be_varied_is_told(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        knob(rw.load("pig"), text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lenght < 3", "did you mean length"),
        ("length", "an aim is written"),
        ("length 3", "an aim is written"),
        ("length < 3 %", "a number, without %"),
        ("draws < 3", "a share, in %"),
        ("draws 5..3 %", "begins with its lower end"),
        ("", "an aim is written"),
    ],
)
def test_what_cannot_be_wanted_is_told(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        aim(rw.load("pig"), text)


def test_figures_are_those_of_a_game() -> None:
    game = rw.load("ruta")
    row = Row(0, 1, 20, 60, False, "", "second", (5, 8))
    stopped = Row(1, 2, 20, None, True, "", "", None)
    found = {name: one.of(row) for name, one in figures(game).items()}
    assert found == {
        "length": 20.0, "branching": 3.0, "first seat wins": 0.0, "second seat wins": 1.0,
        "last seat wins": 1.0, "first wins": 0.0, "second wins": 1.0, "draws": 0.0,
        "nobody wins": 0.0, "stopped": 0.0, "points": 6.5, "points of first seat": 5.0,
        "points of second seat": 8.0, "points of last seat": 8.0, "points of first": 5.0,
        "points of second": 8.0, "lead": 3.0,
    }  # fmt: skip
    none = {name for name, one in figures(game).items() if one.of(stopped)}
    assert none == {"stopped"}


def test_an_aim_is_a_range() -> None:
    game = rw.load("ruta")
    wanted = aim(game, " first  seat wins 48 .. 52% ")
    assert (wanted.low, wanted.high, wanted.figure.name) == (0.48, 0.52, "first seat wins")
    assert wanted.margin(0.5) == pytest.approx(0.02) and wanted.margin(0.4) == pytest.approx(-0.08)
    below = aim(game, "length < 60")
    assert below.low == -math.inf and below.margin(45) == pytest.approx(0.25)
    assert aim(game, "lead = 3").margin(3) == 0
    reached = wanted.reached([1.0, 0.0, None, 1.0, 0.0])
    assert reached is not None and reached.mean == 0.5 and reached.low < 0.5 < reached.high


def test_few_settings_are_all_tried() -> None:
    found = tune(PIG, ["target=10,30,20"], ["length 20..40"], games=40, seed=2)
    assert found.space == 3 and found.complete
    assert sorted(trial.chosen for trial in found.trials) == [("10",), ("20",), ("30",)]
    best, *others = found.trials
    assert best.chosen == ("30",) and best.is_met and all(trial.apart for trial in others)
    assert found.again is not None and found.again.chosen == best.chosen
    assert found.again.reached != best.reached
    lengths = [row.decisions for row in simulate(
        GameSpec("pig", options={"target": 30}), games=40, seed=2, rows=True
    ).rows]  # fmt: skip
    assert best.reached[0] is not None
    assert best.reached[0].mean == pytest.approx(sum(lengths) / 40)
    assert "set target to 30" in found.variant("tuned")


def test_of_many_settings_those_that_promise_something_are_tried() -> None:
    pytest.importorskip("optuna")
    found = tune(PIG, ["target=10..300"], ["length 24..27"], trials=9, games=8, seed=2)
    assert found.space == 291 and len(found.trials) == 9
    assert ("100",) in {trial.chosen for trial in found.trials}  # as it is now
    near = sum(int(trial.chosen[0]) < 60 for trial in found.trials)
    assert near >= 3  # of 9 by lot 1 or 2 would be
    again = tune(PIG, ["target=10..300"], ["length 24..27"], trials=9, games=8, seed=2)
    assert again.trials == found.trials and again.again == found.again


def test_what_cannot_be_played_comes_last() -> None:
    found = tune(PIG, ["pig.game:21:2=4,8"], ["length > 1"], games=10, seed=1)
    assert [trial.chosen for trial in found.trials] == [("4",), ("8",)]
    assert "7 may be picked" in found.trials[1].error and "/tmp" not in found.trials[1].error


def test_settings_that_are_the_same_are_not_told_apart() -> None:
    found = tune(GameSpec("breakthrough"), ["size"], ["draws = 0 %"], games=4, seed=1)
    assert [trial.apart for trial in found.trials] == [False] * 4


def test_an_interrupted_search_keeps_what_is_finished() -> None:
    found = tune(PIG, ["target=10..20"], ["length > 1"], games=5, seed=1, seconds=0.000001)
    assert not found.complete and not found.in_time and found.trials == ()

    def interrupt(done: int, of: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    found = tune(PIG, ["target=10..20"], ["length > 1"], games=5, seed=1, on_progress=interrupt)
    assert not found.complete and found.in_time and len(found.trials) == 2 and found.again is None


@pytest.mark.parametrize(
    ("vary", "aims", "message"),
    [
        ([], ["length < 3"], "say what is to be varied"),
        (["target=20..30"], [], "what is wanted"),
        (["target=20..30", "target=50..60"], ["length < 3"], "varied twice"),
    ],
)
def test_what_makes_no_search_is_told(vary: list[str], aims: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        tune(PIG, vary, aims)


def test_players_that_are_not_there_are_told_at_once() -> None:
    with pytest.raises(UsageError, match="greedy"):
        tune(PIG, ["target=20..30"], ["length < 3"], players=["gredy", "random"])


def test_without_optuna_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.analysis.tuning.find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"pip install 'rulewright\[tune\]'"):
        tune(PIG, ["target"], ["length < 3"])
    assert importlib.util.find_spec("rulewright") is not None


@pytest.mark.parametrize(
    ("seats", "winners", "drawn"),
    [(2, "", 1.0), (2, "first, second", 1.0), (2, "first", 0.0), (1, "", 0.0), (1, "first", 0.0)],
)
def test_a_game_that_none_of_several_has_won_is_a_draw(
    tmp_path: Path, seats: int, winners: str, drawn: float
) -> None:
    path = tmp_path / "toss.game"
    names = "first, second" if seats == 2 else "first"
    path.write_text(
        f"game toss\n  players {seats} named {names}\nmark done: 0..1\nphase p\n"
        "  turns until done is 1\n    choose main\n      toss\n        gain 1 done\n"
        "winner p where done is 0 or p is first\n",
        encoding="utf-8",
    )
    row = Row(0, 1, 1, 1, False, "", winners, (0,) * seats)
    assert figures(rw.load(str(path)))["draws"].of(row) == drawn
    stopped = Row(1, 2, 20, None, True, "", "", None)
    assert figures(rw.load(str(path)))["draws"].of(stopped) == 0.0

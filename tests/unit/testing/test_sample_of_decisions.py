"""Where time is short, decisions are looked at by sample, so that long games come to their ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.repeated import some, times
from tests.unit.testing.test_budget import Ticking

from rulewright.game import Game, load
from rulewright.limits import Deadline
from rulewright.spec import GameSpec
from rulewright.testing.properties import PROPERTIES, Play, chosen, look_into, put_on_trial
from rulewright.testing.properties.campaign import Orders, judge
from rulewright.testing.properties.draws import RandomDraws
from rulewright.testing.properties.playout import Asked, Sample

MARCH = """\
game march "A long march"
  players 2

mark steps: 0..400
mark rests: 0..400

phase marching
  turns until steps + rests is 400
    choose pace
      step
        gain 1 steps
      rest
        gain 1 rests

always rests is not 7 or steps < 400
score even of p: steps
winner most score
outcome
  far when steps > 0
  nowhere else
"""


@pytest.fixture
def march(tmp_path: Path) -> Path:
    path = tmp_path / "march.game"
    path.write_text(MARCH, encoding="utf-8")
    return path


def seen(
    game: Game, seed: int, asked: Asked, *, followed: bool = False, sample: Sample | None = None
) -> list[tuple[int, bool]]:
    """The decisions at which a property is looked at in a playout, and whether the game is over."""
    at: list[tuple[int, bool]] = []

    def check(play: Play) -> None:
        at.append((play.number, play.state.over))

    one = replace(PROPERTIES[0], check=check, asked=asked)
    sample = sample or Sample(seed, followed)
    assert look_into(game, RandomDraws(seed), (one,), sample=sample) is None
    return at


def test_all_of_a_beginning_is_looked_at_some_of_what_follows_and_the_end(march: Path) -> None:
    game = load(str(march))
    numbers = [number for number, _ in seen(game, 3, "closely")]
    assert numbers[:8] == [*range(8)] and numbers[-1] == 400
    assert 15 < len(numbers) < 100
    assert any(100 < number < 400 for number in numbers)
    assert seen(game, 3, "closely") == seen(game, 3, "closely"), "the same each time"
    assert seen(game, 3, "closely") != seen(game, 4, "closely"), "others in other games"


def test_what_costs_little_is_looked_at_everywhere_and_what_must_see_all_in_some(
    march: Path,
) -> None:
    game = load(str(march))
    assert [number for number, _ in seen(game, 3, "always")] == [*range(401)]
    assert not seen(game, 3, "throughout")
    assert len(seen(game, 3, "throughout", followed=True)) == 401


def test_a_promise_that_is_broken_at_one_decision_of_many_is_found(march: Path) -> None:
    text = march.read_text(encoding="utf-8")
    march.write_text(text.replace("always rests is not 7 or steps < 400", "always rests is not 77"))
    game = load(str(march))
    names = ("always", "engines", "undo")
    trial = put_on_trial(game, chosen(names), seed=0, deadline=Deadline(100_000, now=Ticking()))
    assert trial.sampled and [*trial.findings] == ["always"]
    number, found = trial.findings["always"]
    assert (number, found.moves.count("rest")) == (0, 77)
    exact = put_on_trial(game, chosen(names), seed=number, games=1)
    assert not exact.sampled and exact.findings["always"][1].moves == found.moves


def test_the_number_of_games_says_that_every_decision_is_looked_at(march: Path) -> None:
    game = load(str(march))
    whole = put_on_trial(game, chosen(("undo", "records")), seed=0, games=2)
    assert (whole.decisions, whole.looked, whole.followed) == (800, 800, 2)
    begun = put_on_trial(game, chosen(("undo",)), seed=0, deadline=Deadline(3, now=Ticking()))
    assert begun.games == 0 and begun.looked <= begun.decisions, "the start is no decision"
    hurried = put_on_trial(
        game, chosen(("undo", "records")), seed=0, deadline=Deadline(20_000, now=Ticking())
    )
    assert hurried.sampled and hurried.games > 2 and hurried.looked < hurried.decisions / 4
    assert hurried.followed + hurried.partly == -(-hurried.games // 4)


def test_few_games_are_given_more_time(march: Path) -> None:
    game, undo = load(str(march)), chosen(("undo",))

    def games(seconds: float, patience: float) -> int:
        deadline = Deadline(seconds, now=Ticking())
        return put_on_trial(game, undo, seed=0, deadline=deadline, patience=patience).games

    assert 0 < games(3_000, 0) < 10
    assert games(3_000, 1_000_000) == 10
    assert games(3_000, 2_000) == games(5_000, 0), "no more than is needed"
    assert games(30_000, 1_000_000) == games(30_000, 0) > 10, "and none where there are enough"


class Clock:
    """One that only what is looked at closely moves on."""

    time = 0.0

    def __call__(self) -> float:
        return self.time


def test_where_games_take_long_less_is_looked_at_so_that_ten_come_to_their_ends(
    march: Path,
) -> None:
    game = load(str(march))

    def games(seconds: float) -> tuple[int, list[int]]:
        clock, looks = Clock(), [0]

        def check(play: Play) -> None:
            clock.time += 100
            looks[-1] += 1
            if play.state.over:
                looks.append(0)

        one = replace(PROPERTIES[0], check=check, asked="closely")
        deadline = Deadline(seconds, now=clock)
        return put_on_trial(game, (one,), seed=0, deadline=deadline).games, looks[:-1]

    few, looks = games(20_000)
    assert few >= 10 and 30 > max(looks) > 20 > 10 > min(looks) > 1
    assert games(200_000)[1][2] > 30, "no less than there is time for"
    sparse = seen(game, 5, "closely", sample=Sample(5, followed=False, first=2))
    assert {*sparse} < {*seen(game, 5, "closely")}, "some of the same"


@pytest.mark.parametrize("asked", ["closely", "throughout"])
def test_as_many_games_as_are_asked_for_come_to_their_ends_in_the_time_given(
    march: Path, asked: Asked
) -> None:
    """Of a game that takes long its beginning is looked at throughout, and then less."""
    clock = Clock()

    def check(play: Play) -> None:
        clock.time += 100

    one, game = replace(PROPERTIES[0], check=check, asked=asked), load(str(march))
    hurried = put_on_trial(game, (one,), seed=0, games=6, deadline=Deadline(45_000, now=clock))
    assert hurried.games == 6 and hurried.decisions == 2_400
    assert hurried.sampled and hurried.partly == 6 and 30 < hurried.looked < 450
    whole = put_on_trial(game, (one,), seed=0, games=6, deadline=Deadline(1e6, now=clock))
    assert not whole.sampled and (whole.followed, whole.looked) == (6, 2_400)


def test_what_must_see_all_of_a_game_leaves_time_for_others(march: Path) -> None:
    """Where it takes long it sees the beginning alone, and the game goes on without it."""
    game = load(str(march))

    def until(patience: float) -> list[int]:
        at = Deadline(patience, now=Ticking())
        sample = Sample(3, followed=True, patience=at)
        return [number for number, _ in seen(game, 3, "throughout", sample=sample)]

    begun = until(100)
    assert begun == [*range(len(begun))] and 8 < len(begun) < 110
    assert until(100_000) == [*range(401)]


def test_no_game_is_wrong_because_it_is_looked_at_by_sample(march: Path) -> None:
    for name in some((str(march), "crazy_eights", "pig", "kuhn_poker", "ruta"), one_in=2):
        game = load(name)
        properties = [one for one in PROPERTIES if not one.idle(game)]
        for seed in range(times(2, thorough=3)):
            sample = Sample(seed, followed=not seed)
            assert look_into(game, RandomDraws(seed), properties, sample=sample) is None


def test_engines_are_compared_in_the_middle_of_what_is_not_followed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("wasmtime")
    from rulewright.backends.wasm import engine
    from rulewright.backends.wasm.machine import Instance

    right, steps = Instance.step, 0

    def wrong(
        self: Instance, position: bytes, stream: bytes | None, action: int
    ) -> tuple[bytes, int, Sequence[int] | None]:
        nonlocal steps
        steps += 1
        image, point, actions = right(self, position, stream, action)
        return image, point, actions[:1] if actions and steps > 20 else actions

    monkeypatch.setattr(Instance, "step", wrong)
    monkeypatch.setattr(engine, "new_stepper", lambda node: None)
    game = load("crazy_eights", engine="wasm")
    trial = put_on_trial(game, chosen(("engines",)), seed=2, deadline=Deadline(60))
    assert [*trial.findings] == ["engines"]


def test_endings_of_whole_games_count_as_reached(march: Path) -> None:
    report = judge(GameSpec(str(march)), Orders(("applies",), games=1))
    assert set(report.trial.reached.endings) == {("far",)}
    march.write_text(march.read_text(encoding="utf-8").replace("steps > 0", "steps > 190"))
    report = judge(GameSpec(str(march)), Orders(("applies",), games=60))
    assert sum(report.trial.reached.endings.values()) == 120, "played before, and looked at"
    hurried = judge(GameSpec(str(march)), Orders(("applies",), seconds=20, games=1))
    assert hurried.trial.looked == 400

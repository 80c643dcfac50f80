"""Time: games, scenarios and shrinking that end when it is up, on a clock that tests turn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.game import load
from rulewright.limits import Deadline, OutOfTime
from rulewright.spec import GameSpec
from rulewright.testing.properties import PROPERTIES, put_on_trial
from rulewright.testing.properties import campaign as module
from rulewright.testing.properties.campaign import Orders, judge, judge_all, shortest
from rulewright.testing.properties.catalogue import BY_NAME
from rulewright.testing.properties.draws import RandomDraws
from rulewright.testing.properties.playout import Play, look_into
from rulewright.testing.properties.shrinking import shrink

TREADMILL = Path(__file__).parents[2] / "cli" / "treadmill" / "treadmill.game"
MORE = """
always steps is 0

scenario "A step"
  play left
  expect steps is 0
"""


class Ticking:
    """A clock that is a second later each time that it is looked at."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        self.time += 1.0
        return self.time


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "treadmill.game"
    path.write_text(TREADMILL.read_text(encoding="utf-8") + MORE, encoding="utf-8")
    return path


def test_a_game_is_left_in_the_middle(path: Path) -> None:
    game, clock = load(str(path)), Ticking()
    with pytest.raises(OutOfTime):
        look_into(game, RandomDraws(1), (), deadline=Deadline(100, now=clock))
    assert clock.time < 110


def test_what_goes_wrong_when_the_time_is_up_is_no_finding(path: Path) -> None:
    """Libraries that call back report the alarm as a mistake of what they have called."""
    game, clock = load(str(path)), Ticking()

    def check(play: Play) -> None:
        clock.time += 100
        raise RuntimeError("error calling function: OutOfTime")

    one = replace(BY_NAME["records"], check=check)
    finding = look_into(game, RandomDraws(1), (one,), deadline=Deadline(200, now=clock))
    assert finding is not None and finding.property == "records"
    with pytest.raises(OutOfTime):
        look_into(game, RandomDraws(1), (one,), deadline=Deadline(50, now=clock))


def test_a_trial_says_where_it_was_left(path: Path) -> None:
    game = load(str(path))
    held = [one for one in PROPERTIES if one.name != "always"]
    trial = put_on_trial(game, held, seed=1, deadline=Deadline(500, now=Ticking()))
    assert (trial.games, trial.findings) == (0, {})
    assert trial.left == trial.decisions > 10


def test_half_of_the_time_is_kept_for_what_is_found(path: Path) -> None:
    game, deadline = load(str(path)), Deadline(1000, now=Ticking())
    trial = put_on_trial(game, PROPERTIES, seed=1, deadline=deadline)
    assert list(trial.findings) == ["always"]
    assert 400 < deadline.left < 520
    _, finding = trial.findings["always"]
    before = deadline.left
    short = shrink(game, BY_NAME["always"], finding, deadline=deadline)
    assert short.moves == ("right",) or deadline.over
    assert deadline.left < before


def test_shrinking_that_has_no_time_keeps_what_was_found(path: Path) -> None:
    game = load(str(path))
    _, finding = put_on_trial(game, (BY_NAME["always"],), seed=1, games=1).findings["always"]
    assert shrink(game, BY_NAME["always"], finding, deadline=Deadline(0)) == finding


def test_a_record_is_looked_at_as_far_as_there_is_time(path: Path) -> None:
    game = load(str(path))
    found = shortest(game, (BY_NAME["ends"],), [0] * 5000, Deadline(200, now=Ticking()))
    assert found.case is None and not found.in_time and 10 < found.looked < 200


def test_settings_that_there_is_no_time_for_are_left_out(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares: list[float | None] = []
    clock = Ticking()

    def judged(setting: GameSpec, orders: Orders, **other: object) -> module.SettingReport:
        shares.append(orders.seconds)
        clock.time += orders.seconds or 0
        return module.SettingReport(setting)

    monkeypatch.setattr(module, "judge", judged)
    settings = [GameSpec(str(path))] * 900
    reports = list(judge_all(settings, Orders(), deadline=Deadline(60, now=clock)))
    assert 10 < len(reports) < 60
    assert all(share is not None and share <= 1 for share in shares)


def test_the_usual_setting_of_each_game_gets_more_of_the_time(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its scenarios are run there, and it is what most people play."""
    clock, shares = Ticking(), list[tuple[str, float]]()

    def judged(setting: GameSpec, orders: Orders, **other: object) -> module.SettingReport:
        shares.append((setting.name, orders.seconds or 0))
        clock.time += orders.seconds or 0
        return module.SettingReport(setting)

    monkeypatch.setattr(module, "judge", judged)
    settings = [GameSpec(name, seats=n) for name in (str(path), "ruta") for n in range(2, 22)]
    assert len([*judge_all(settings, Orders(), deadline=Deadline(1_000, now=clock))]) == 40
    usual, others = [shares[0], shares[20]], [*shares[1:20], *shares[21:]]
    assert [name for name, _ in usual] == [str(path), "ruta"]
    assert min(s for _, s in usual) > 4 * max(s for _, s in others)
    assert sum(s for _, s in shares) <= 1_000


def test_what_there_was_no_time_for_is_said(path: Path) -> None:
    assert judge(GameSpec(str(path)), Orders(seconds=0)).untimely == ("loading the game",)


@pytest.mark.parametrize(
    ("names", "idle"),
    [
        (("scenarios",), {}),
        (("seats",), {"seats": "the rules do not say `always seats alike`"}),
        (("compose",), {"compose": "the rules have no choice in several steps"}),
    ],
)
def test_a_property_without_anything_to_look_at_is_idle(
    path: Path, names: tuple[str, ...], idle: dict[str, str]
) -> None:
    report = judge(GameSpec(str(path)), Orders(names, games=1, longest=5))
    assert report.idle == idle
    assert report.is_empty is bool(idle)
    assert report.trial.games == 0, "no property looks at any"

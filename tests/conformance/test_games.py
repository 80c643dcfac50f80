"""Every game that comes with Rulewright is put on trial, in every setting.

Each number of seats, each value of each option (of a range the ends), and each set of variants that
go together is played at random for a moment, the others being as usual, and all properties are
looked at; scenarios of a game are run with its variants too (its own are in tests/scenario).
`RULEWRIGHT_GAMES=1000 pytest -n 2 tests/conformance/test_games.py` plays each a thousand times.
"""

from __future__ import annotations

import os
from zlib import crc32

import pytest

from rulewright import catalogue
from rulewright.spec import GameSpec
from rulewright.testing.properties import all_settings
from rulewright.testing.properties.campaign import Orders, judge

GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "0"))
SECONDS = 0.1  # of a setting, but always one game

SETTINGS = [setting for info in catalogue.games() for setting in all_settings(info.name)]
if not GAMES:  # of a game that has very many settings, half of those with another option
    NUMBERS = {str(setting): i for i, setting in enumerate(SETTINGS)}
    MANY = {info.name for info in catalogue.games() if len(all_settings(info.name)) > 20}
    SETTINGS = [
        s for s in SETTINGS if s.name not in MANY or not s.options or NUMBERS[str(s)] % 2 == 0
    ]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_all_properties_hold(setting: GameSpec) -> None:
    orders = Orders(
        seed=crc32(str(setting).encode()) & 0xFFFF, games=GAMES or None,
        seconds=None if GAMES else SECONDS, own=False, brief=not GAMES,
    )  # fmt: skip
    report = judge(setting, orders)
    broken = [(c.finding.property, c.finding.message, c.scenario.text) for c in report.cases]
    failed = [(r.title, r.message, str(r.span)) for r in report.failed]
    assert (report.error, broken, failed) == ("", [], [])

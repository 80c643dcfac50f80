"""Any two choices meet in few settings."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from rulewright import catalogue
from rulewright.spec import GameSpec
from rulewright.testing.combinations import FEW, _excludes, covering
from rulewright.testing.lint import lint
from rulewright.testing.properties import all_settings, paired_settings


@pytest.mark.parametrize(
    ("sizes", "most"), [([2, 2, 2], 4), ([3, 3, 3, 3], 12), ([4, 3, 2], 12), ([2] * 12, 14)]
)
def test_any_two_choices_meet(sizes: list[int], most: int) -> None:
    rows = covering([list(range(size)) for size in sizes], lambda one, other: True)
    met = {pair for row in rows for pair in combinations(sorted(row.items()), 2)}
    wanted = {
        ((a, x), (b, y))
        for a, b in combinations(range(len(sizes)), 2)
        for x in range(sizes[a])
        for y in range(sizes[b])
    }
    assert met == wanted and len(rows) <= most
    assert all(len(row) == len(sizes) for row in rows)


def test_what_does_not_fit_never_meets() -> None:
    rows = covering([[0, 1], [0, 1], [0, 1]], lambda one, other: one[1] <= other[1])
    met = {pair for row in rows for pair in combinations(sorted(row.items()), 2)}
    assert met and all(one[1] <= other[1] for one, other in met)
    assert len(met) == 9  # three of the four pairs of each two lists


def chosen(setting: GameSpec, name: str) -> dict[str, object]:
    """What a setting chooses, of each option too that is as usual."""
    options = {
        option.name: (option.default, option.variant) for option in catalogue.game(name).options
    }
    return {"a number of seats": setting.seats, "a set of variants": setting.variants} | {
        option: setting.options.get(option, default)
        for option, (default, variant) in options.items()
        if not variant or variant in setting.variants
    }


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", ["ruta", "quetinny"])
def test_settings_in_which_any_two_choices_meet(name: str) -> None:
    settings = paired_settings(name)
    met = {
        frozenset(pair)
        for setting in settings
        for pair in combinations(chosen(setting, name).items(), 2)
    }
    for one in all_settings(name):
        for other in all_settings(name):
            mine, theirs = chosen(one, name), chosen(other, name)
            for what in mine.keys() & theirs.keys():
                for whose in mine.keys() & theirs.keys() - {what}:
                    if not {what, whose} & {"a set of variants"}:
                        pair = frozenset({(what, mine[what]), (whose, theirs[whose])})
                        assert pair in met
    assert settings == paired_settings(name)
    assert settings[1].load().variants == settings[1].variants


def reach(settings: list[GameSpec]) -> set[tuple[str, object]]:
    """What is chosen in settings: numbers of seats, values of options, other variants."""
    return {
        choice
        for setting in settings
        for choice in (
            ("seats", setting.seats),
            *((name, str(value)) for name, value in setting.options.items()),
            *(("variant", Path(name).stem) for name in setting.variants),
        )
    }


@pytest.mark.thorough(each="name")
@pytest.mark.parametrize("settings", [all_settings, paired_settings])
@pytest.mark.parametrize("name", ["ruta", "tic_tac_toe", "pig", "draughts", "ruin_runner", "ruins"])
def test_a_variants_file_is_played_in_as_many_settings_as_its_game(
    name: str, settings: Callable[[str], list[GameSpec]]
) -> None:
    info = catalogue.game(name)
    for variant in info.variants:
        played = settings(str(info.path.parent / f"{variant.name}.game"))
        assert all(("variant", variant.name) in reach([setting]) for setting in played)
        of_game, of_variant = reach(settings(name)), reach(played)
        excluded = {o.name for o in info.variants if _excludes(o, variant)}
        elsewhere = {o.name for o in info.options if o.variant in excluded}
        wanted = {(k, v) for k, v in of_game if v not in excluded and k not in elsewhere}
        if len(info.variants) > FEW:  # then each is played alone
            wanted = {(k, v) for k, v in wanted if k != "variant" or v == variant.name}
            others = {o.name for o in info.options if o.variant not in ("", variant.name)}
            wanted = {(k, v) for k, v in wanted if k not in others}
        assert wanted <= of_variant


@pytest.mark.parametrize("name", ["ruta", "draughts", "ace_give"])
def test_the_usual_setting_comes_first_and_far_ones_last(name: str) -> None:
    path = str(catalogue.game("ruta").path.parent / "ace_give.game")
    found = all_settings(path if name == "ace_give" else name)
    chosen = [len(one.variants) + len(one.options) for one in found]
    assert chosen == sorted(chosen)
    assert chosen[0] == (name == "ace_give") and not found[0].options


@pytest.mark.parametrize("settings", [all_settings, paired_settings])
def test_a_game_is_called_by_its_name_where_that_leads_to_it(
    tmp_path: Path, settings: Callable[[str], list[GameSpec]]
) -> None:
    (tmp_path / "twelve.game").write_text("variant twelve of pig\nset target to 50\n")
    for setting in settings(str(tmp_path / "twelve.game")):
        assert setting.name == "pig"
        assert str(tmp_path / "twelve.game") in setting.variants
        assert {*setting.load().variants} == {*setting.variants}
    (tmp_path / "pig.game").write_text('game pig "Another"\n')
    assert {one.name for one in settings(str(tmp_path / "pig.game"))} != {"pig"}


OPTIONS = """game stones "Stones"
  players 2
option few: 3, 4..5
option fast: no_hurry, hurry
mark left: 0..9, starts 9
define enough = few when fast is hurry else 2
phase play
  turns until left < enough
    choose main
      take
        spend 1 left
score rest of p: 9 - left
winner most score
"""
EDITED = """variant other of stones
replace option few: 4, 2..6
remove option fast
replace define enough = few
"""


@pytest.mark.parametrize("settings", [all_settings, paired_settings])
def test_a_variant_may_take_options_away_and_give_them_other_values(
    tmp_path: Path, settings: Callable[[str], list[GameSpec]]
) -> None:
    (tmp_path / "stones.game").write_text(OPTIONS)
    (tmp_path / "other.game").write_text(EDITED)
    of_game = settings(str(tmp_path / "stones.game"))
    of_variant = settings(str(tmp_path / "other.game"))
    for setting in (*of_game, *of_variant):
        assert setting.load().program.seats.size == 2
    plain = reach([setting for setting in of_game if not setting.variants])
    assert {("few", "5"), ("fast", "hurry")} <= plain and ("few", "6") not in plain
    assert {("few", "2"), ("few", "6")} <= reach(of_variant)
    assert "fast" not in {what for what, _ in reach(of_variant)}
    found = lint(str(tmp_path / "stones.game"), ["other"], games=1)
    assert found.settings == 3

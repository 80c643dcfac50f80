"""What `lint` finds, what it leaves alone, and how a finding is silenced.

`RULEWRIGHT_GAMES=50` plays so many games of each setting of each game of the library.
"""

from __future__ import annotations

import os
import re
from importlib import import_module
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright import catalogue, load
from rulewright.diagnostics import PlayError, RulesError, RulewrightError, UsageError
from rulewright.lower import completing
from rulewright.spec import GameSpec
from rulewright.testing.lint import CODES, Linted, lint
from rulewright.testing.lint.lint import settings_asked_for
from rulewright.testing.lint.one_by_one import KEPT
from rulewright.testing.lint.played import Played
from rulewright.testing.lint.searched import searched_far
from rulewright.testing.properties.campaign import Orders, judge
from rulewright_cli.main import INTERRUPTED, cli

GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "0"))

BOWL = """game bowl "Bowl"
  players 2..3 named Ann, Bob, Cleo

option most: 1, 2 "How many at once?"
mark bowl: 0..9, starts 9 "Left in the bowl"
mark taken of seat: 0..9 "Taken"

phase meal "Taking turns"
  turns until bowl is 0
    choose main "Take some"
      take(n in 1..most) "Take from the bowl"
        needs n <= bowl else "only {bowl} left"
        spend n bowl
        gain n taken of me
        {more}

score taken of p: taken of p "A point for each"
winner most score
{below}
"""


def found(
    folder: Path, more: str = "", below: str = "", until: str = "bowl is 0", **asked: object
) -> list[str]:
    """What is found in the game with lines put in: `line code message`."""
    text = BOWL.replace("{below}", below).replace("        {more}\n", f"{more}\n" if more else "")
    text = text.replace("bowl is 0", until)
    file = folder / "bowl.game"
    file.write_text(text, encoding="utf-8")
    asked = {"games": 0, **asked}
    findings = lint(str(file), **asked).findings  # type: ignore[arg-type]
    return [f"{f.span.line} {f.code} {f.message}" for f in findings]


ON_SQUARES = """
type kind: tall, small
component man from "men.csv" named by name
  kind: kind
board field: grid 2 by 2
cells square of field named "{letter}{y}"
zone man_on of square: slot of man
define tall_on of s: square
  {nothing} when man_on of s is none
  {kind of man_on of s} else
score tall_on of p: size of tall_on of a1
setup
  move 'Al' to man_on of a1
"""


@pytest.mark.parametrize("is_not", [False, True])
def test_a_case_for_what_is_none_may_stand_there_though_nothing_is(
    tmp_path: Path, is_not: bool
) -> None:
    """The checker demands it. Where it says more than that there is nothing, it is odd."""
    (tmp_path / "men.csv").write_text("name,kind\nAl,tall\n")
    below = ON_SQUARES.replace("{nothing}", "{}").replace("score tall_on", "score men")
    if is_not:
        start, _, end = below.partition("  {} when")
        cases = ("{kind of man_on of s} when man_on of s is not none", "{} else\nscore")
        below = f"{start}  {cases[0]}\n  {cases[1]}{end.partition('score')[2]}"
    assert not [
        one
        for one in found(tmp_path, below=below, games=20, select=("L0", "L1"))
        if "man_on of s" in one
    ]
    assert not [
        one
        for one in found(tmp_path, below=below, games=20, select=("L0", "L1"))
        if "never asked" in one
    ]
    more = found(tmp_path, below=below.replace("{} ", "{small} "), games=20, select=("L0", "L1"))
    assert [one for one in more if "never asked for" in one or "is never" in one]


def test_a_plain_game_is_clean(tmp_path: Path) -> None:
    assert found(tmp_path, games=3) == []


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("bowl > 9", "is never so"),
        ("bowl <= 9", "is never otherwise"),
        ("n > 2", "is never so"),
        ("n < most + 2", "is never otherwise"),
        ("n > most + 1 and bowl is 0", "is never so"),
        ("size of seat > 3", "is never so"),
        ("bowl < bowl", "is never so"),
        ("taken of me > 0", ""),
        ("size of seat > 2", ""),
        ("most is 2", ""),
        ("n > 1", ""),
        ("bowl is 0", ""),
        ("(how many p in seat where taken of p > 9) > 0", "is true of no p in seat"),
        ("some p in seat where p is me or p is not me", ""),
        ("n > bowl and n < bowl", "is never so"),
    ],
)
def test_conditions_that_never_differ(condition: str, said: str, tmp_path: Path) -> None:
    told = found(tmp_path, f"        if {condition}\n          end turn")
    assert any(said in line and " L001 " in line for line in told) if said else told == []
    assert not any(" L002 " in line for line in told)  # what follows is not told again


def test_what_differs_in_one_setting_is_fine(tmp_path: Path) -> None:
    assert found(tmp_path, "        if size of seat > 2 and n > 1\n          end turn") == []
    (tmp_path / "wide.game").write_text(
        'variant wide of bowl "Wide"\n\nadd at end of take\n  if bowl > 3\n    set bowl to 3\n'
    )
    assert found(tmp_path, "        if taken of me < 9\n          end turn") == []


def test_of_a_variant_only_its_own_lines_are_told(tmp_path: Path) -> None:
    found(tmp_path, "        if bowl > 9\n          end turn")
    wide = tmp_path / "wide.game"
    wide.write_text('variant wide of bowl "Wide"\n\nadd at end of take\n  if n > 5\n    end turn\n')
    for told in (lint(str(wide), games=0), lint(str(tmp_path / "bowl.game"), ["wide"], games=0)):
        assert [f.code for f in told.findings] == ["L001"]
        assert [Path(f.span.file.name).name for f in told.findings] == ["wide.game"]
    assert len(lint(str(tmp_path / "bowl.game"), games=0).findings) == 2
    narrow = tmp_path / "narrow.game"
    narrow.write_text(
        'variant narrow of bowl "Narrow"\n\nadd last at end of take\n  set taken of me to 1\n'
    )
    told = lint(str(narrow), games=0)  # the other one is played with it, and is not asked about
    assert told.findings == () and [Path(name).name for name in told.files] == ["narrow.game"]


def test_a_variant_is_looked_at_with_another_one_by_its_name_or_path(tmp_path: Path) -> None:
    """As all commands play with it; what stands in both is told."""
    found(tmp_path)
    wide, late = tmp_path / "wide.game", tmp_path / "late.game"
    wide.write_text('variant wide of bowl "Wide"\n\nadd at end of take\n  if n > 5\n    end turn\n')
    late.write_text(
        'variant late of bowl "Late"\n\nadd last at end of take\n  if bowl > 9\n    end turn\n'
    )
    for name, variants in ((wide, ["late"]), (late, [str(wide)]), ("bowl.game", ["late", "wide"])):
        told = lint(str(tmp_path / name), variants, games=0)
        places = sorted((f.code, Path(f.span.file.name).name) for f in told.findings)
        assert places == [("L001", "late.game"), ("L001", "wide.game")]
        assert sorted(Path(name).name for name in told.files) == ["late.game", "wide.game"]


def test_ends_that_cannot_be_reached(tmp_path: Path) -> None:
    below = """
phase later "Later"
  set bowl to 3

outcome
  full when bowl > 9 "The bowl is full"
  fine else "All is well"
"""
    told = found(tmp_path, "", below, until="bowl > 9")
    assert [line.split(" ", 1)[1] for line in told] == [
        "L003 `bowl > 9` is never so",
        "L003 the phase later never begins",
        "L003 no game ends as full",
    ]


def test_only_the_cause_is_told(tmp_path: Path) -> None:
    more = "        if bowl > 9\n          if n is 2\n            set bowl to 1\n          end turn"
    assert [line.split()[1] for line in found(tmp_path, more)] == ["L001"]


def test_an_end_of_the_game_has_the_words_of_the_condition_above_it(tmp_path: Path) -> None:
    more = "        if bowl is 3 {words}\n          gain 1 taken of me\n          end game"
    assert found(tmp_path, more.format(words='"Three are left"')) == []
    missing = ["this end of the game has no words"]
    assert [
        line.partition(" L007 ")[2] for line in found(tmp_path, more.format(words=""))
    ] == missing
    other = more.format(words='"Three are left"').replace(
        "end game", "gain 1 taken of me\n        else\n          end game"
    )
    assert [line.partition(" L007 ")[2] for line in found(tmp_path, other)] == missing


@pytest.mark.parametrize(
    ("comment", "codes"),
    [
        ("# lint: L001 because it is a test", []),
        ("#lint:L001 because # of it", []),
        ("# lint: L001, L101 because of both", []),
        ("# lint: L001", ["L009", "L001"]),
        ("# lint: L001 because", ["L009", "L001"]),
        ("# lint: because", ["L009", "L001"]),
        ("# lint:", ["L009", "L001"]),
        ("# lint: L999 because why not", ["L009", "L001"]),
        ("# lint: l001 because why not", ["L009", "L001"]),
        ("# lint: L007 because why not", ["L009", "L001"]),
        ("# lints are fluff", ["L001"]),
        ("# nolint: L001 because", ["L001"]),
    ],
)
@pytest.mark.parametrize("above", [False, True])
def test_silences(comment: str, codes: list[str], above: bool, tmp_path: Path) -> None:
    line = "        if bowl > 9"
    line = f"        {comment}\n        # and\n\n{line}" if above else f"{line}  {comment}"
    told = found(tmp_path, f"{line}\n          end turn")
    assert sorted(text.split()[1] for text in told) == sorted(codes)


def test_a_silence_in_words_is_none(tmp_path: Path) -> None:
    line = '        if bowl > 9 "# lint: L001 because it is written so"'
    assert len(found(tmp_path, f"{line}\n          end turn")) == 1


def test_a_silence_for_what_is_not_looked_at_is_left_alone(tmp_path: Path) -> None:
    line = "        if bowl > 1  # lint: L101, L001 because nobody plays\n          end turn"
    assert len(found(tmp_path, line)) == 1
    assert found(tmp_path, line, select=["L007", "L009"]) == []
    assert len(found(tmp_path, line, games=3)) == 2


def test_select_and_ignore(tmp_path: Path) -> None:
    more = "        if bowl > 9\n          end turn"
    assert found(tmp_path, more, ignore=["l001"]) == found(tmp_path, more, select=["L1"]) == []
    for wrong in ("L2", "E100", "", "L0011"):
        with pytest.raises(UsageError, match="there is no finding"):
            found(tmp_path, more, select=[wrong])


def test_what_is_only_seen_in_play_says_so(tmp_path: Path) -> None:
    more = "        if taken of me is 9\n          end turn"
    (told,) = found(tmp_path, more, games=2)
    assert "L101 `taken of me is 9` is never so in 6 random games over 3 settings" in told


@pytest.mark.parametrize(("after", "codes"), [(1, []), (2, ["L001"])])
def test_what_is_certain_is_told_when_it_is_interrupted(
    tmp_path: Path, after: int, codes: list[str]
) -> None:
    more = (
        "        if bowl > 9\n          end turn\n        if taken of me is 9\n          end turn"
    )
    assert len(found(tmp_path, more, games=1)) == 2

    def stop(done: int, of: int) -> None:
        if done == after:
            raise KeyboardInterrupt

    linted = lint(str(tmp_path / "bowl.game"), games=1, on_progress=stop)
    assert not linted.complete
    assert [finding.code for finding in linted.findings] == codes


def test_that_not_all_was_watched_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(found(tmp_path, "        if taken of me is 9\n          end turn", games=2)) == 1
    path = str(tmp_path / "bowl.game")
    (most,) = lint(path, games=2, select=["L101"]).findings
    module = import_module("rulewright.testing.lint.lint")
    monkeypatch.setattr(module, "STEPS", -1)
    silent = lint(path, games=2, select=["L1"])
    assert silent.findings == () and silent.saw_too_little
    monkeypatch.setattr(module, "ENOUGH", 0)
    monkeypatch.setattr(module, "MOSTLY", 0)
    none = lint(path, games=2, select=["L1"]).findings[0]
    (said,) = none.notes
    assert most.notes == ()  # but for one
    assert said.message.startswith("only 9 of the ")  # the first three in each setting


def test_what_only_a_setting_reaches_of_which_little_was_watched_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much was watched in the others, where it cannot come to pass."""
    module = import_module("rulewright.testing.lint.lint")
    everywhere = "        if taken of me is 9\n          end turn"
    there = everywhere.replace("if ", "if most is 2 and ")
    asked: dict[str, Any] = {"games": 2, "select": ["L101"]}
    assert len(found(tmp_path, everywhere, **asked)) == len(found(tmp_path, there, **asked)) == 1
    monkeypatch.setattr(module, "STEPS", -1)  # the first three in each setting
    monkeypatch.setattr(module, "ENOUGH", 4)
    monkeypatch.setattr(module, "MOSTLY", 0)
    assert len(found(tmp_path, everywhere, **asked)) == 1
    assert found(tmp_path, there, **asked) == []


def test_what_was_never_seen_within_a_condition_is_told_with_it(tmp_path: Path) -> None:
    more = "        if some k in 1..3 where taken of me + k > 99 - k\n          end turn"
    (told,) = found(tmp_path, more.replace("99 - k", "9 + bowl"), games=2, select=["L101"])
    assert "`some k in 1..3 where" in told


def test_an_action_that_was_never_chosen_is_told_by_its_whole_name(tmp_path: Path) -> None:
    more, below = "      else forfeit", 'action forfeit "Give up"\n  set bowl to 0'
    (told,) = found(tmp_path, more, below, games=2, select=["L102"])
    assert "forfeit is never chosen in " in told


def test_nothing_is_watched_for_the_sake_of_lines_of_which_nothing_is_told(
    tmp_path: Path,
) -> None:
    assert found(tmp_path, "        if taken of me is 9\n          end turn", games=2)
    (tmp_path / "small.game").write_text('variant small of bowl "Small"\n\nset most to 2\n')
    game, variant = (
        lint(str(tmp_path / f"{name}.game"), games=2, select=["L1"]) for name in ("bowl", "small")
    )
    assert game.played.looked > 0 and variant.played.decisions > 0 == variant.played.looked


def test_a_decision_that_takes_too_long_to_watch_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found(tmp_path, "        if taken of me is 9\n          end turn", games=2)
    path = str(tmp_path / "bowl.game")
    whole = lint(path, games=2, select=["L1"])
    assert whole.played.looked > 0.9 * whole.played.decisions
    assert [finding.code for finding in whole.findings] == ["L101"]
    module = import_module("rulewright.testing.lint.played")
    monkeypatch.setattr(module, "STEPS_OF_ONE", 1)
    short = lint(path, games=2, select=["L1"])
    assert short.played.looked == 0 < short.played.decisions == whole.played.decisions
    assert short.findings == () and short.saw_too_little


AHEAD = """game trap "Trap"
  players 2

type spot: s1..s6
mark stone of spot: seat or nobody
mark laid: 0..3
mark caught: yes or no

phase only
  turns until (how many s in spot where stone of s is nobody) <= 1
    set laid to 0
    compose row until laid is 1 and not caught
      step put(s in spot)
        needs free: stone of s is nobody  else "taken"
        needs one: laid < 1  else "one a turn"
        if s is s6
          set caught to yes
        set stone of s to me
        gain 1 laid

winner p where p is '0'
"""


def test_whether_a_compose_can_be_completed_is_known_of_what_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a decision is watched even where there would be no time for all that is searched."""
    path = tmp_path / "trap.game"
    path.write_text(AHEAD, encoding="utf-8")
    whole = lint(str(path), select=["L1"])
    (searches,) = whole.played.ahead.values()
    assert searches.asked == searches.watched > 100
    assert [finding.span.line for finding in whole.findings] == [17]  # searches carry nothing out
    module = import_module("rulewright.testing.lint.played")
    monkeypatch.setattr(module, "STEPS_OF_ONE", 200)
    monkeypatch.setattr(module, "STEPS_AHEAD", 40)
    short = lint(str(path), select=["L1"])
    (searches,) = short.played.ahead.values()
    assert 0 < searches.tried < searches.asked
    assert short.played.looked == short.played.decisions == whole.played.decisions


def test_searches_leave_half_of_the_budget_to_decisions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "trap.game"
    path.write_text(AHEAD, encoding="utf-8")
    module = import_module("rulewright.testing.lint.played")
    monkeypatch.setattr(module, "STEPS", 0)
    played = lint(str(path), select=["L1"]).played
    (searches,) = played.ahead.values()
    assert 100 < searches.tried < searches.asked and played.looked == played.decisions
    assert played.costs.keys() == {"row"} == played.searched.keys()
    assert 2 * played.searched["row"] < 1.01 * played.costs["row"]


def test_of_what_is_searched_too_seldom_nothing_is_told_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulewright_cli.commands.lint import too_little_ahead

    path = tmp_path / "trap.game"
    # that the sixth spot catches comes to pass in searches alone: nobody may put a stone there
    silenced = "        if s is s6  # lint: L101 because it is a trap"
    path.write_text(AHEAD.replace("        if s is s6", silenced), encoding="utf-8")
    module = import_module("rulewright.testing.lint.played")
    monkeypatch.setattr(module, "STEPS_AHEAD", 0)
    linted = lint(str(path), select=["L0", "L1"])
    assert {finding.code for finding in linted.findings} == {"L007"}  # and not that it is in vain
    (searches,) = linted.ahead
    assert searches.name == "row" and searches.watched == 0 < searches.asked
    told = too_little_ahead(linted, "trap.game", (), 30)
    assert f"in row (0 of {searches.asked:,} times)" in told
    assert told.endswith("rulewright lint trap.game --seconds 300")


DEAR_POINTS = """game dear "Dear points"
  players 2

type spot: s1..s9
mark stone of spot: seat or nobody
mark won of seat: 0..9

phase only
  turns until every s in spot has stone of s is not nobody
    choose main
      put(s in spot where stone of s is nobody)
        set stone of s to me
        if s is s9 and won of me is 5
          end turn
        if won of me < 9
          gain 1 won of me

score won of p: (won of p) + (how many a, b, c, d in spot where stone of a is stone of b
    and stone of c is p and stone of d is not p and a < b and b < c)
winner most score
"""


def test_ends_whose_points_take_long_leave_time_for_decisions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "dear.game"
    path.write_text(DEAR_POINTS, encoding="utf-8")
    module = import_module("rulewright.testing.lint.lint")
    monkeypatch.setattr(module, "STEPS", 300_000)
    linted = lint(str(path), select=["L101"])
    assert [finding.span.line for finding in linted.findings] == [13, 15]
    assert linted.played.looked > 0.7 * linted.played.decisions


def test_that_too_little_was_watched_is_told_with_what_watches_all() -> None:
    from rulewright_cli.commands.lint import too_little

    played = Played(games=26, decisions=4000, looked=35)
    files = ("my games/almond.game", "my games/bowl.game")  # a variant, and the game asked for
    told = too_little(Linted((), files, played=played), "my games/bowl.game", ("--variant", "dry"))
    assert told.startswith(
        "my games/bowl.game: watching takes long in this game. Only 35 of the 4,000 decisions"
    )
    again = "rulewright lint 'my games/bowl.game' --variant dry --seconds"
    assert told.endswith(f"{again} 30")
    assert "goes to" not in told
    played.costs.update(main=700, end=200)
    told = too_little(Linted((), files, played=played), "my games/bowl.game", ())
    assert "(L101 to L103). 78 % of what is worked out goes to decisions at main. This" in told
    played.searched["lay"] = 600
    told = too_little(Linted((), files, played=played), "my games/bowl.game", ())
    assert ". 67 % of what is worked out goes to whether lay can be completed: what its" in told
    longer = too_little(
        Linted((), files, played=played), "my games/bowl.game", ("--variant", "dry"), 30
    )
    assert longer.endswith(f"{again} 300")


def test_the_more_games_are_asked_for_the_more_is_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many games the same part is watched as of few."""
    found(tmp_path, "        if taken of me is 9\n          end turn", games=2)
    path = str(tmp_path / "bowl.game")
    module = import_module("rulewright.testing.lint.lint")
    monkeypatch.setattr(module, "STEPS", 100)
    monkeypatch.setattr(module, "DECISIONS", 40)
    monkeypatch.setattr(module, "ENOUGH", 0)
    monkeypatch.setattr(module, "MOSTLY", 0)
    few, many = (lint(path, games=games, select=["L1"]).played for games in (5, 50))
    assert few.looked < few.decisions / 2
    assert many.looked > 8 * few.looked


def test_where_watching_takes_long_it_goes_on_until_something_can_be_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found(tmp_path, "        if taken of me is 9\n          end turn", games=2)
    path = str(tmp_path / "bowl.game")
    module = import_module("rulewright.testing.lint.lint")
    monkeypatch.setattr(module, "STEPS", 2_000)  # enough for half of the decisions
    monkeypatch.setattr(module, "DECISIONS", 400)
    monkeypatch.setattr(module, "ENOUGH", 300)
    monkeypatch.setattr(module, "AT_MOST", 1)
    few = lint(path, select=["L1"])
    assert few.saw_too_little and few.played.looked < 300
    monkeypatch.setattr(module, "AT_MOST", 5)
    enough = lint(path, select=["L1"])
    assert [finding.code for finding in enough.findings] == ["L101"]
    assert 300 <= enough.played.looked < enough.played.decisions


def test_where_few_of_the_decisions_were_watched_nothing_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many these few are: in the others it may have come to pass."""
    more = "        if taken of me is 9\n          end turn"
    module = import_module("rulewright.testing.lint.lint")
    monkeypatch.setattr(module, "DECISIONS", 400)
    monkeypatch.setattr(module, "ENOUGH", 20)
    assert found(tmp_path, more, games=20, select=["L1"]) != []
    monkeypatch.setattr(module, "STEPS", 300)
    few = lint(str(tmp_path / "bowl.game"), games=20, select=["L1"])
    assert few.findings == () and few.saw_too_little
    assert 20 <= few.played.looked < few.played.decisions / 2


def test_options_are_chosen_in_all_random_games(tmp_path: Path) -> None:
    """What cannot come to pass with them is not told to have been never seen."""
    path = tmp_path / "trap.game"
    rule = "        if size is 5 and s is s5\n          gain 1 laid\n        if s is s6"
    text = AHEAD.replace("type spot", "option size: 4, 5\n\ntype spot")
    path.write_text(text.replace("        if s is s6", rule), encoding="utf-8")
    usual = lint(str(path), select=["L1"], games=30)
    small, large = (lint(str(path), options={"size": n}, select=["L1"], games=30) for n in (4, "5"))
    assert (usual.settings, small.settings, large.settings) == (2, 1, 1)
    assert "`size is 5` is never so" not in str(small.findings)
    assert "`size is 5` is never otherwise" not in str(large.findings)
    assert settings_asked_for(str(path), options={"size": 5}) == 1
    with pytest.raises(UsageError, match="has no option called tall"):
        lint(str(path), options={"tall": 1})
    with pytest.raises(RulewrightError, match="7"):
        lint(str(path), options={"size": 7}, select=["L1"], games=1)


def test_it_is_known_beforehand_in_how_many_settings_games_are_played(tmp_path: Path) -> None:
    found(tmp_path, "        if taken of me is 9\n          end turn", games=0)
    path = str(tmp_path / "bowl.game")
    assert settings_asked_for(path) == lint(path, games=1).settings > 1
    assert settings_asked_for(path, beside_its_game=True) == settings_asked_for(path)


def test_with_seconds_decisions_are_watched_for_so_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is worked out in that time; and a single one may take longer, too."""
    found(tmp_path, "        if taken of me is 9\n          end turn", games=2)
    path = str(tmp_path / "bowl.game")
    monkeypatch.setattr(import_module("rulewright.testing.lint.lint"), "STEPS", -1)
    assert lint(path, games=2, select=["L1"]).saw_too_little
    longer = lint(path, games=2, select=["L1"], seconds=20_000)
    assert [finding.code for finding in longer.findings] == ["L101"]
    assert not longer.saw_too_little
    module = import_module("rulewright.testing.lint.played")
    monkeypatch.setattr(module, "STEPS_OF_ONE", 1)
    assert lint(path, games=2, select=["L1"], seconds=2).saw_too_little
    assert not lint(path, games=2, select=["L1"], seconds=20_000).saw_too_little


@pytest.mark.parametrize(
    ("step", "complete", "untimely", "codes"),
    [
        ("look", False, "what can happen at all", []),
        ("play", True, "what happens in scenarios", []),
        ("play_whole_games", True, "whether whole games go wrong", ["L101"]),
    ],
)
def test_the_time_is_for_all_of_it_and_it_is_told_what_it_was_not_enough_for(
    step: str, complete: bool, untimely: str, codes: list[str],
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """What never happens is told only where all games were watched that were to be."""
    found(tmp_path, "        if taken of me is 9\n          end turn", games=0)
    path = str(tmp_path / "bowl.game")
    module = import_module("rulewright.testing.lint.lint")
    doing = {"play": module.IN_SCENARIOS, "play_whole_games": module.IN_WHOLE_GAMES}

    def endless(work: Any, *_: object) -> None:
        work.doing = doing.get(step, work.doing)
        while True:
            pass

    monkeypatch.setattr(module._Work, step, endless)
    linted = lint(path, select=["L1"], seconds=3 if codes else 0.5)
    assert (linted.complete, linted.untimely) == (complete, untimely)
    assert [finding.code for finding in linted.findings] == codes
    if not complete:
        done = CliRunner().invoke(cli, ["lint", path, "--seconds", "0.5", "--plain"])
        said = f"OUT OF TIME: {path}: there was no time to see {untimely}."
        assert said in " ".join(done.stdout.split())
        assert done.exit_code == INTERRUPTED


def test_a_game_that_goes_wrong(tmp_path: Path) -> None:
    told = found(tmp_path, "        gain 2 bowl", games=1, select=["L104"])
    assert told == ["15 L104 a random game goes wrong: bowl would become 10, outside 0..9"]


LONG = """game long "Long"
  players 2

mark left: 0..800, starts 800
mark run: 0..{most} "Twos at the end"

phase only
  turns until left is 0
    choose main
      one
        spend 1 left
        set run to 0
      two
        spend 1 left
        if left < 5
          gain 1 run

winner p where left is 0
"""


def test_a_game_goes_wrong_of_which_few_are_watched(tmp_path: Path) -> None:
    path = tmp_path / "long.game"
    path.write_text(LONG.format(most=4), encoding="utf-8")
    played = lint(str(path), select=["L104"])
    assert played.played.games < 10
    (told,) = played.findings
    assert (
        told.span.text().strip() == "gain 1 run"
        and "run would become 5, outside 0..4" in told.message
    )
    assert re.search(r"verify .*long.game --seats 2 --seed \d+ --games 1 --only ranges$", told.hint)
    path.write_text(LONG.format(most=5), encoding="utf-8")
    assert lint(str(path), select=["L104"]).findings == ()


def test_how_to_see_a_watched_game_that_goes_wrong_again_is_said(tmp_path: Path) -> None:
    path = tmp_path / "long.game"
    path.write_text(LONG.format(most=2), encoding="utf-8")
    (told,) = lint(str(path), games=3, select=["L104"]).findings
    again = re.search(r"--seats 2 --seed (\d+) --games 1 --only ranges$", told.hint)
    assert again is not None
    orders = Orders(("ranges",), int(again[1]), games=1, shrinking=0)
    (case,) = judge(GameSpec(str(path), seats=2), orders).cases
    assert case.finding.message.endswith(told.message.partition(": ")[2])


def test_what_goes_wrong_with_a_variant_in_a_line_of_the_game_is_told_at_the_variant(
    tmp_path: Path,
) -> None:
    (tmp_path / "long.game").write_text(LONG.format(most=5), encoding="utf-8")
    path = tmp_path / "tight.game"
    edit = 'replace mark run: 0..2 "Twos at the end"'
    path.write_text(f"variant tight of long\n\n{edit}\n", encoding="utf-8")
    (told,) = lint(str(path), select=["L104"]).findings
    assert told.span.file.name.endswith("tight.game") and told.span.text() == "tight"
    assert told.message.startswith("with this variant a random game goes wrong: run would become 3")
    assert [note.span.text().strip() for note in told.notes if note.span] == ["gain 1 run"]


CLASSICS = Path(__file__).parents[3] / "rules" / "classics"
CONDITION = re.compile(r"(\s+(?:needs(?: \w+:)?|if) )(.*?)((?:\s+else)?(?:\s+\".*)?)$")


@pytest.mark.thorough(each="name")
@pytest.mark.parametrize("name", ["pig", "goofspiel"])
@pytest.mark.parametrize("constant", ["or 1 < 2", "and 2 < 1"])
def test_a_condition_of_a_game_that_is_made_constant_is_found(
    name: str, constant: str, tmp_path: Path
) -> None:
    lines = (CLASSICS / name / f"{name}.game").read_text(encoding="utf-8").split("\n")
    parts = [(number, CONDITION.match(line)) for number, line in enumerate(lines)]
    tried = 0
    for number, part in parts:
        if part is None:
            continue
        changed = f"{part[1]}({part[2].strip()}) {constant}{part[3]}"
        file = tmp_path / f"{name}.game"
        file.write_text("\n".join([*lines[:number], changed, *lines[number + 1 :]]))
        told = [f for f in lint(str(file), games=0).findings if f.span.line == number + 1]
        assert [f.code for f in told] == ["L001"], changed
        tried += 1
    assert tried


@pytest.mark.parametrize("name", [info.name for info in catalogue.games()])
def test_the_library_is_clean(name: str) -> None:
    told = lint(name, games=GAMES)
    assert [str(f.span) + f" {f.code} {f.message}" for f in told.findings] == []


def test_every_code_is_explained() -> None:
    from rulewright.explanations import explanations

    assert [code for code in explanations() if code.startswith("L")] == list(CODES)


@pytest.mark.parametrize(
    ("step", "needs", "told"),
    [
        ("add(c in field) into lot", "groups(lot, beside) is 1", True),
        ("add(c in field) into lot at most 3", "groups(lot, beside) is 1", False),
        ("add(c in field) into lot", "size of lot is 3 and total worth of lot is 9", False),
        ("add(c in field) into lot", "every c, d in lot has worth of c is worth of d", False),
    ],
)
def test_composes_that_search_too_far_are_told_before(
    step: str, needs: str, told: bool, tmp_path: Path
) -> None:
    file = tmp_path / "plots.game"
    file.write_text(
        f"""game plots "Plots"
  players 1
phase play                                "Play"
  choose main                             "What?"
    lay
action lay                                "Lay"
  compose laying                          "Which?"
    step {step}                           "One more"
    finish done                           "These"
      needs {needs}                       else "not these"
  set taken to lot
board area: grid 5 by 5
cells field of area named "{{letter}}{{y}}"
mark taken: set of field                  "Plots"
define worth of c: field = (column of c) * (row of c)
outcome
  done else                               "Done"
always total worth of taken >= 0
""",
        encoding="utf-8",
    )
    found = lint(str(file), games=0, select=["L010"]).findings
    assert bool(found) == told
    for one in found:
        assert one.span.line == 10 and "it is not known what this can still become" in one.message


PLOTS = """game plots "Plots"
  players 1
phase play                                "Play"
  choose main                             "What?"
    lay
action lay                                "Lay"
  compose laying                          "Which?"
    step add(c in field) into lot at most 3  "One more"
    finish done                           "These"
      needs together: groups(lot, beside) is 1  else "not these"
  set taken to lot
board area: grid 5 by 5
cells field of area named "{letter}{y}"
mark taken: set of field                  "Plots"
outcome
  done else                               "Done"
always size of taken < 26
"""


def test_a_compose_that_a_variant_lets_search_too_far_is_told_at_its_edit(tmp_path: Path) -> None:
    """Also where what cannot be told stands in a line of the game."""
    game, variant = tmp_path / "plots.game", tmp_path / "wide.game"
    game.write_text(PLOTS, encoding="utf-8")
    variant.write_text(
        'variant wide of plots "Wide"\n\nreplace add in laying\n'
        '  step add(c in field) into lot           "One more"\n',
        encoding="utf-8",
    )
    for path, variants in ((game, ()), (variant, ()), (game, ("wide",))):
        (found,) = lint(str(path), variants, games=0, select=["L010"]).findings
        assert (found.span.file.name, found.span.text()) == (str(variant), "add in laying")
        assert f"this makes line 10 of {game} wrong: whether laying can be" in found.message
        assert [note.span.line for note in found.notes if note.span is not None] == [10]
    variant.unlink()
    assert lint(str(game), games=0, select=["L010"]).findings == ()


PAY = """game pay "Pay"
  players 1
  uses standard_deck
zone hand: set of card                    "Cards"
zone paid: set of card                    "Paid"
setup                                     "All cards"
  move all c in card to hand
phase play                                "Play"
  compose paying                          "Which?"
    step add(c in hand)                   "One more"
{needs}      move c from hand to paid
    finish done                           "These"
      needs total rank of paid is 37      else "not 37"
outcome
  done else                               "Done"
"""


def test_a_step_that_only_moves_cards_is_told_to_select(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "pay.game"
    never = "remainder(total rank of paid, 2) is 1 and remainder(total rank of paid, 4) is 2"
    text = PAY.format(needs="").replace("total rank of paid is 37", never)  # not seen beforehand
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(completing, "MOST_STATES", 2_000)
    (found,) = lint(str(file), games=0, select=["L010"]).findings
    assert (found.span.line, found.hint) == (
        10, "let the step add only select (`into NAME`), and move what is selected behind the "
        "compose",
    )  # fmt: skip
    with pytest.raises(PlayError, match="searched; let the step add only select"):
        state = load(str(file)).start(seed=1)
        while not state.over:
            state.apply(state.legal_moves()[0])


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("set guess of me to n", True),
        ("set guesses of me to guesses of me + {k}", True),
        ("note_down(n)", True),
        ("set guess of me to min(9, guess of me + n)", False),  # they know by how much, no more
        ("set open of me to n", False),
        ("set badge of next of me to n", True),  # who wears it is not to know
    ],
)
@pytest.mark.parametrize("how", ["", " secretly"])
def test_what_all_are_told_is_no_secret(how: str, move: str, told: bool, tmp_path: Path) -> None:
    file = tmp_path / "guess.game"
    file.write_text(
        f"""game guess "Guess"
  players 2
mark open of seat: 0..9                          "Said aloud"
mark guess of seat: 0..9, seen by owner          "Thought"
mark badge of seat: 0..9, seen by others         "Worn on the forehead"
type colour: red, blue
mark guesses of seat: set of colour, seen by owner "Thoughts"
setup                                            "Nothing is said yet"
  each p in seat
    set open of p to 1
    set badge of p to 1
    set guesses of p to {{red}}
phase play                                       "Both guess"
  turns until passes is 2
    note_down(1)
    choose main{how}                             "How many?"
      guess(n in 1..9, k in colour)              "So many"
        set open of me to min(n, 1 when k is red else 2)
        {move}
      else pass                                  "Nothing"
to note_down(n: 0..9)                            "Noted"
  set guess of me to n
score points of p: open of p + guess of p + badge of p + size of guesses of p   "All"
winner most score
""",
        encoding="utf-8",
    )
    found = [f.code for f in lint(str(file), games=0, select=["L011"]).findings]
    assert found == ["L011"] * (told and not how)


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("move the c in held(k) from hand of me to kept of me", True),
        ("move held(k) from hand of me to kept of me", True),
        ("move first(1, held(k)) from hand of me to kept of next of me", True),
        ("move the c in hand of me where is_a(c, k) from hand of me to face_down", True),
        ("move all c in hand of me where rank of c is n from hand of me to face_down", True),
        ("each c in held(k)\n          move c from hand of me to kept of me", True),
        ("let own = held(k)\n        move own from hand of me to kept of me", True),
        ("keep(me, k)", True),
        (
            "pick one of me from held(k)\n"
            "        move the c in hand of me where c is one of me from hand of me to kept of me",
            True,
        ),
        ("move the c in held(k) from hand of me to shown", False),  # open
        ("move held(k) from hand of me to shown", False),
        ("move first(n, hand of me) from hand of me to kept of me", False),  # how many all see
        ("move top(n, deck) to kept of me", False),
        ("move the c in hand of me from hand of me to kept of me", False),
        # what another is asked for by its name is meant to be known
        (
            "move all c in hand of next of me where suit of c is k "
            "from hand of next of me to hand of me",
            False,
        ),
    ],
)
@pytest.mark.parametrize("how", ["", " secretly"])
def test_cards_that_a_move_tells_apart_are_no_secret(
    how: str, move: str, told: bool, tmp_path: Path
) -> None:
    file = tmp_path / "keep.game"
    file.write_text(
        f"""game keep "Keep"
  players 2
  uses standard_deck
zone deck: stack of card, seen by nobody         "The deck"
zone hand of seat: set of card, seen by owner    "Cards in hand"
zone kept of seat: set of card, seen by owner    "Cards kept"
zone face_down: set of card, seen by nobody      "Cards face down"
zone shown: set of card                          "Cards that all see"
mark one of seat: card or none, seen by owner    "By lot"
define held(k: suit) = all c in hand of me where suit of c is k
define is_a(c: card, k: suit) = suit of c is k
setup                                            "Dealt"
  move all c in card to deck
  shuffle deck
  deal 5 from deck to each hand
  deal 1 from deck to shown
  deal 1 from deck to face_down
  each p in seat
    keep(p, Hearts)
    pick one of p from all c in card where is_a(c, Spades)
phase play                                       "Play"
  turns until passes is 2
    choose main{how}                             "What do you do?"
      act(n in 1..3, k in suit)                  "This"
        needs size of deck > n                   else "too few"
        needs held(k) is not empty               else "none"
        {move}
      else pass                                  "Nothing"
to keep(p: seat, s: suit)                        "Kept"
  move all c in hand of p where suit of c is s from hand of p to kept of p
score points of p: size of kept of p + (1 when one of p is none else 0)   "All"
winner most score
""",
        encoding="utf-8",
    )
    found = [f.code for f in lint(str(file), games=0, select=["L011"]).findings]
    assert found == ["L011"] * (told and not how)


@pytest.mark.parametrize(
    ("moved", "told"),
    [
        ("move given from hand of me to deck", True),
        ("each c in given\n    move c from hand of me to kept of me", True),
        ("move given from hand of me to shown", False),  # where all see it
        ("move all c in hand of me where not (c in given) to shown", False),
        ("move given from hand of me to hand of next of me", True),
    ],
)
@pytest.mark.parametrize("how", ["", " secretly"])
def test_what_is_selected_openly_is_no_secret(
    how: str, moved: str, told: bool, tmp_path: Path
) -> None:
    file = tmp_path / "back.game"
    file.write_text(
        f"""game back "Back"
  players 2
  uses standard_deck
zone deck: set of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone kept of seat: set of card, seen by owner
zone shown: set of card
setup
  move all c in card to deck
  deal 5 from deck to each hand
  deal 1 from deck to shown
  each p in seat
    deal 1 from deck to kept of p
phase play
  turns until passes is 2
    choose main
      exchange
      else pass
action exchange
  compose back{how} until size of given is 2
    step give(c in hand of me) into given
  {moved}
score points of p: size of hand of p
winner most score
""",
        encoding="utf-8",
    )
    findings = lint(str(file), games=0, select=["L011"]).findings
    assert [one.hint for one in findings] == ["compose back secretly"] * (told and not how)


@pytest.mark.parametrize(
    ("done", "told"),
    [
        ("set thought of me to given", True),
        ("set said of me to given", False),  # where all see it
        ("move all c in hand of me where kind of c in given from hand of me to deck", True),
        ("move all c in hand of me where kind of c in given from hand of me to shown", False),
        ("move shed from hand of me to deck", None),  # openly chosen components; see below
    ],
)
@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("how", ["", " secretly"])
def test_types_that_are_selected_openly_are_no_secret(
    how: str, at_once: bool, done: str, told: bool | None, tmp_path: Path
) -> None:
    """The components that a single move names are told only to who sees them; its types to all."""
    (tmp_path / "kinds.csv").write_text("kind,count\nguard,4\npriest,4\nking,2\nspy,6\n")
    file = tmp_path / "kinds.game"
    named, until = (" named \"give {given ' + '} {shed ' + '}\"", "") if at_once else ("", how)
    ends = "" if at_once else " until size of given is 2 and size of shed is 1"
    finish = '    finish done\n      needs size of given is 2  else "two"\n' * at_once
    file.write_text(
        f"""game kinds "Kinds"
  players 2
type kind from "kinds.csv" named by kind
component card from "kinds.csv" named by kind, how many by count
  kind: kind
zone deck: set of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone shown: set of card
mark thought of seat: set of kind, seen by owner
mark said of seat: set of kind
setup
  move all c in card to deck
  deal 5 from deck to each hand
  deal 1 from deck to shown
  each p in seat
    set thought of p to {{king}}
    set said of p to {{king}}
phase play
  turns until passes is 2
    choose main{how if at_once else ""}
      exchange
      else pass
action exchange
  compose back{named}{until}{ends}
    step give(k in kind where some c in hand of me where kind of c is k) into given
    step shed_one(c in hand of me) into shed at most 1
{finish}  {done}
score points of p: size of hand of p + size of thought of p + size of said of p
winner most score
""",
        encoding="utf-8",
    )
    findings = lint(str(file), games=0, select=["L011"]).findings
    is_told = not at_once if told is None else told
    hint = "choose main secretly" if at_once else "compose back secretly"
    assert [one.hint for one in findings] == [hint] * (is_told and not how)


@pytest.mark.parametrize(
    ("needs", "told"),
    [
        ("plan of me is 0", True),
        ("is_free of me", True),
        ("some c in bag of me where c is ash", True),
        ("how many c in bag of me is 1 and open of me is 0", False),
        ("open of me is 0", False),
        ("size of bag of me > 1", False),
        ("bag of me is not empty and open of me is 0", False),
    ],
)
@pytest.mark.parametrize("how", ["", " secretly"])
def test_whether_a_secret_choice_is_put_is_no_secret(
    how: str, needs: str, told: bool, tmp_path: Path
) -> None:
    file = tmp_path / "plans.game"
    (tmp_path / "nuts.csv").write_text("name\nash\noak\n")
    file.write_text(
        f"""game plans "Plans"
  players 2
component nut from "nuts.csv" named by name
zone bag of seat: set of nut, seen by owner      "What one has"
mark open of seat: 0..9                          "Said aloud"
mark plan of seat: 0..9, seen by owner           "Thought"
define is_free of p: seat = plan of p is 0
setup                                            "Each has a nut"
  move ash to bag of '0'
  move oak to bag of '1'
phase play                                       "Both plan"
  turns until passes is 2
    may choose main{how}                         "Do you plan?"
      think                                      "Think"
        needs {needs}                            else "you have thought"
        set plan of me to 1
      or leave                                   "Leave it"
    choose more                                  "What now?"
      speak                                      "Speak"
        set open of me to 1
      else pass                                  "Nothing"
score points of p: open of p + plan of p + (1 when is_free of p else 0)   "All"
winner most score
""",
        encoding="utf-8",
    )
    found = [f.code for f in lint(str(file), games=0, select=["L012"]).findings]
    assert found == ["L012"] * (told and bool(how))


AROUND_A_CHOICE = {
    "what another keeps": ("if plan of opponent is 0", True),
    "by a definition": ("if is_free of opponent", True),
    "a nut that another has": ("if ash in bag of opponent", True),
    "what is one's own": ("if plan of me is 0", False),
    "by a definition of one's own": ("if is_free of me", False),
    "what is said": ("if open of opponent is 0", False),
    "how many another has": ("if size of bag of opponent is 1", False),
    "whether another has any": ("if bag of opponent is not empty", False),
    "while another keeps": ("repeat while plan of opponent is 0", True),
    "until another keeps": ("repeat until plan of opponent > 0", True),
    "until all have said": ("repeat until every p in seat has open of p > 0", False),
}
"""What stands around a choice, and does that tell what is hidden?"""

ASKED = """game plans "Plans"
  players 2
component nut from "nuts.csv" named by name
zone bag of seat: set of nut, seen by owner      "What one has"
zone pile: stack of nut, seen by nobody          "What is left"
mark open of seat: 0..9                          "Said aloud"
mark plan of seat: 0..9, seen by owner           "Thought"
define is_free of p: seat = plan of p is 0
setup                                            "Each has a nut"
  move all n in nut to pile
  shuffle pile
  deal 1 from pile to each bag
phase play                                       "Both plan"
  {turns}
    {around}
      choose main                                "Do you plan?"
        think                                    "Think"
          gain 1 plan of me
          gain 1 open of me
          end turn
    choose more                                  "What now?"
      ask                                        "Find out"
        if plan of opponent > 3
          choose further                         "And now?"
            speak                                "Speak"
              gain 1 open of me
      else pass                                  "Nothing"
score points of p: open of p + plan of p + (1 when is_free of p else 0)   "All"
winner most score
"""


def asked_around(folder: Path, around: str, turns: str) -> list[str]:
    """At which words L025 is told of a choice with this around it."""
    (folder / "nuts.csv").write_text("name\nash\noak\nelm\n")
    file = folder / "plans.game"
    file.write_text(ASKED.format(around=around, turns=turns), encoding="utf-8")
    return [f.span.in_line() for f in lint(str(file), games=0, select=["L025"]).findings]


@pytest.mark.parametrize("case", AROUND_A_CHOICE)
def test_whether_a_choice_is_asked_tells_its_seat_nothing(case: str, tmp_path: Path) -> None:
    """What a move finds out (`ask`) is what it is for."""
    around, told = AROUND_A_CHOICE[case]
    found = asked_around(tmp_path, around, "turns until passes is 2")
    assert len(found) == told
    assert all("opponent" in one for one in found)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        ("turns until plan of opponent > 3", False),  # as long as they go on nobody has won
        ("turns until plan of me > 3", False),
        ("turns until pile is empty or passes is 2", False),
        ("turns in all p in seat where plan of p is 0 until passes is 2", False),
        ("turns in all p in seat where plan of next of p is 0 until passes is 2", True),
        ("turns in all p in seat where ash in bag of p until passes is 2", False),
    ],
)
def test_whose_turn_it_is_tells_that_seat_nothing(turns: str, told: bool, tmp_path: Path) -> None:
    assert bool(asked_around(tmp_path, "if open of me is 0", turns)) == told


SEEN_AT_ONCE = {
    "a number": ("bid(n in 1..5)", "set said of me to n", True),
    "a number that is kept, too": (
        "bid(n in 1..5)",
        "set kept of me to n; set said of me to n",
        True,
    ),
    "a number alone that is kept": (
        "bid(n in 1..5)",
        "set kept of me to n; gain 1 said of me",
        False,
    ),
    "what is paid at once": ("bid(n in 1..5)", "set kept of me to n; spend n coins of me", True),
    "by another name": ("bid(n in 1..5)", "let k = n; set said of me to k", True),
    "a part of it": ("bid(n in 1..5)", "set said of me to 1 when n > 2 else 0", False),
    "one of two names": (
        "bid(n in 1..5, m in 1..5)",
        "set said of me to n; set kept of me to m",
        False,
    ),
    "what it is about": ("bid(p in seat)", "set said of p to 1", True),
    "a nut laid open": ("bid(c in bag of me)", "move c to shown of me", True),
    "a nut from what lies open": ("bid(c in shown of me)", "move c to bag of me", True),
    "a nut from hand to hand": ("bid(c in bag of me)", "move c to bag of next of me", False),
    "only sometimes": ("bid(n in 1..5)", "if kept of me is 1; set said of me to n", False),
    "which it is": ("bid", "set said of me to 5", True),
    "the same in both": ("bid", "set said of me to 2", False),
    "no open mark": ("bid", "set kept of me to 5", False),
}


@pytest.mark.parametrize("case", SEEN_AT_ONCE)
@pytest.mark.parametrize("how", ["", " secretly"])
def test_a_secret_choice_of_which_all_see_what_is_chosen_is_none(
    how: str, case: str, tmp_path: Path
) -> None:
    """Such as is told in the log and on the table to those who choose later."""
    head, body, told = SEEN_AT_ONCE[case]
    lines, indent = list[str](), " " * 8
    for line in body.split("; "):
        lines.append(f"{indent}{line}")
        indent += "  " * line.startswith("if ")
    (tmp_path / "nuts.csv").write_text("name\nash\noak\nelm\nfir\n")
    file = tmp_path / "bids.game"
    file.write_text("\n".join([SECRET_BIDS.format(how=how, head=head), *lines, SECRET_BIDS_END]))
    game = load(str(file))
    found = [f for f in lint(str(file), games=0, select=["L021"]).findings]
    assert [one.code for one in found] == ["L021"] * (told and bool(how))
    assert all("which is a secret choice" in one.message for one in found)
    state = game.start(seed=1)
    other = state.copy()
    state.apply(state.legal_moves()[0])
    other.apply(other.legal_moves()[1 if "(" in head else -1])
    assert not told or str(state.observation(1)) != str(other.observation(1))


SECRET_BIDS = """game bids "Bids"
  players 2
component nut from "nuts.csv" named by name
zone bag of seat: set of nut, seen by owner      "What one has"
zone shown of seat: set of nut                   "What lies open"
mark said of seat: 0..9                          "Said aloud"
mark coins of seat: 0..9, starts 9               "Coins"
mark kept of seat: 0..9, seen by owner           "Thought"
setup                                            "Each has two nuts"
  move {{ash, oak}} to bag of '0'
  move {{elm, fir}} to shown of '0'
phase play                                       "Both bid"
  turns until passes is 2
    choose main{how}                             "Do you bid?"
      {head}"""
SECRET_BIDS_END = """      leave
        set said of me to 2
    choose more                                  "What now?"
      speak                                      "Speak"
        set said of me to 1
        set kept of me to 2
        set coins of me to 3
      else pass                                  "Nothing"
score points of p: said of p + kept of p + coins of p   "All"
winner most score
"""


OFFERS = """
    may choose extra "More?"
      one{first} "One back"
        needs full: {test} else "nothing is taken"
        gain 1 bowl
{other}
      or leave "Leave it"
"""


def offers(first: str, test: str, other: str) -> str:
    """A choice that may be declined, with one offer or two."""
    name, *needs = other.split(" needs ")
    lines = [f'      {name} "Two back"'] * bool(name)
    lines += [f'        needs {test} else "less is taken"' for test in needs]
    lines += ["        gain 2 bowl"] * bool(name)
    rules = OFFERS.format(first=first, test=test, other="\n".join(lines))
    return "\n".join(line for line in rules.split("\n") if line)


@pytest.mark.parametrize(
    ("first", "test", "other", "lines"),
    [
        ("", "taken of me > 0", "", [17]),
        ("(k in 1..2 where k < bowl)", "taken of me > 0", "", [17]),
        ("(k in 1..2)", "taken of me > k", "", []),  # heard of one while the other is possible
        ("", "taken of me > 0", "two", []),
        ("", "taken of me > 0", "two needs taken of me > 0", [17, 20]),
        ("", "taken of me > 0", "two needs taken of me > 1", []),
    ],
)
def test_a_reason_that_nobody_can_hear_is_told(
    first: str, test: str, other: str, lines: list[int], tmp_path: Path
) -> None:
    more = offers(first, test, other)
    told = found(tmp_path, more, select=["L016"])
    assert told == [
        f"{n} L016 nobody hears this reason unasked: whenever it applies, extra is skipped"
        for n in lines
    ]


def test_a_reason_that_is_heard_at_another_choice_or_with_a_variant_is_of_use(
    tmp_path: Path,
) -> None:
    more = offers("", "taken of me > 0", "")
    assert len(found(tmp_path, more, select=["L016"])) == 1
    (tmp_path / "wide.game").write_text(
        'variant wide of bowl "Wide"\naction two "Two back"\n  gain 2 bowl\nadd two to extra\n'
    )
    assert found(tmp_path, more, select=["L016"]) == []
    (tmp_path / "wide.game").unlink()
    action = 'action back "One back"\n  needs taken of me > 0 else "no"\n  gain 1 bowl'
    once = '    may choose extra "More?"\n      back\n      or leave "Leave it"'
    assert len(found(tmp_path, once, action, select=["L016"])) == 1
    twice = f"{once}\n    choose more\n      back\n      else pass"
    assert found(tmp_path, twice, action, select=["L016"]) == []


def test_a_library_with_a_line_that_cannot_be_read_is_not_clean(tmp_path: Path) -> None:
    file = tmp_path / "heap.game"
    file.write_text("library heap\n\ndefine heap of n: 0..9 = (n + 1\n", encoding="utf-8")
    with pytest.raises(RulesError, match="E061"):
        lint(str(file))


@pytest.mark.parametrize(
    ("players", "winner", "told"),
    [
        ("1", "winner most score", True),
        ("1..3", "winner least score", True),
        ("2..3", "winner most score", False),
        ("1", "winner p where taken of p > 4", False),
    ],
)
def test_who_plays_alone_has_won_whatever_the_outcome_is(
    players: str, winner: str, told: bool, tmp_path: Path
) -> None:
    rules = BOWL.replace("        {more}\n", "").replace("{below}", "")
    rules = rules.replace("2..3 named Ann, Bob, Cleo", players).replace("winner most score", winner)
    outcome = 'outcome\n  lost when bowl > 0 "Some is left"\n  won else "All is eaten"\n'
    (tmp_path / "bowl.game").write_text(rules + outcome, encoding="utf-8")
    found = lint(str(tmp_path / "bowl.game"), games=0, select=["L017"]).findings
    assert [one.span.text().split()[0] for one in found] == ["outcome"] * told


TURN = """game tower "A tower"
  players {players}

mark floors of seat: 0..30
mark begun: yes or no

phase building
{before}
  turns until begun
    choose main
      build
        set floors of me to 3
        set begun to yes

phase painting
  set floors of me to 4
  turns until passes is 2
    choose colour
      pass

score floors of p: floors of p
winner most score
"""


@pytest.mark.parametrize(
    ("before", "players", "told"),
    [
        ("  set floors of me to 1", "2", [8]),
        ("  set begun to no\n  if begun\n    set floors of me to 1", "2..3", [10]),
        ("  each p in seat\n    set floors of p to 1\n  set floors of me to 2", "2", [10]),
        ("  set floors of me to 1", "1", []),
        ("  set begun to no", "2", []),
        ("  choose first\n    dig\n      set floors of me to 1", "2", []),
        ("  repeat until begun\n    turns until passes is 2\n      choose more\n        pass\n"
         "    set floors of me to 1", "2", []),
    ],
)  # fmt: skip
def test_before_any_turn_me_is_the_first_seat(
    before: str, players: str, told: list[int], tmp_path: Path
) -> None:
    path = tmp_path / "tower.game"
    path.write_text(TURN.format(before=before, players=players), encoding="utf-8")
    found = lint(str(path), games=0, select=["L020"]).findings
    assert [one.span.line for one in found] == told


GIFTS = """game gifts "Gifts"
  players 2..3

component nut from "nuts.csv" named by nut, how many by count  "Nuts"
  worth: 1..3                             "Its worth"

zone bowl: set of nut                     "Nuts to be had"
zone bag of seat: set of nut, seen by owner   "One's own nuts"

setup                                     "All nuts lie in the bowl"
  move all c in nut to bowl

phase feast                               "Turn after turn"
  turns until bowl is empty
    choose main                           "Take and give"
      take(c in bowl)                     "Take a nut"
        move c from bowl to bag of me
      give                                "Give nuts away"
        compose gift secretly             "Which?"
          step add(n in bag of me) into bundle   "One more"
          finish done                     "These"
            needs some_nut: bundle is not empty   else "at least one"
        move bundle from bag of me to bag of next of me

score nuts of p: total worth of bag of p  "Worth of one's nuts"
winner most score
"""
ONE_BY_ONE = """        may choose gift secretly          "Which?"
          hand_on(n in bag of me)         "One more"
            move n from bag of me to bundle of me
            again
          or enough                       "No more"
        move bundle of me to bag of next of me
"""


def test_gifts_that_are_kept_until_all_are_chosen_are_told_with_what_to_write(
    tmp_path: Path,
) -> None:
    (tmp_path / "nuts.csv").write_text("nut,worth,count\nHazel,1,9\nWal,3,6\n")
    file = tmp_path / "gifts.game"
    file.write_text(GIFTS)
    (finding,) = lint(str(file), games=0).findings
    assert (finding.code, finding.span.line) == ("L013", 20)
    assert finding.hint == KEPT
    give = GIFTS[GIFTS.index("      give  ") : GIFTS.index("\nscore nuts")]
    taken = "      back(n in bag of me)\n        move n from bag of me to bowl\n"
    taken += "        move the m in nut where m in bowl and m in nut from bowl to bag of me\n"
    file.write_text(GIFTS.replace(give, taken.replace(" and m in nut", " or m in bag of me")))
    found = lint(str(file), games=0, select=["L013"]).findings
    assert [one.hint.partition(":")[0] for one in found] == [
        "of several that fit the first is taken"
    ]
    bare = GIFTS.replace(give, "")
    file.write_text(bare)
    assert lint(str(file), games=0, select=["L013"]).findings == ()
    variant = tmp_path / "back.game"
    offered = f"action {dedent(taken)}add back to main\n"
    variant.write_text(f'variant back of gifts "Back"\n{offered}')
    (found_so,) = lint(str(file), games=0, select=["L013"]).findings
    assert found_so.span.file.name == str(variant)
    variant.unlink()
    start, end = GIFTS.index("        compose gift"), GIFTS.index("\nscore nuts")
    zone = 'zone bundle of seat: set of nut, seen by owner   "What is given away"\n'
    done = GIFTS[:start] + ONE_BY_ONE + GIFTS[end:]
    file.write_text(done.replace("zone bowl", f"{zone}zone bowl"))
    assert lint(str(file), games=0).findings == ()


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("size of paid < 3", False),
        ("size of hand > 49 and rank of c > 1", False),
        ("2 >= size of paid", False),
        ("size of paid < 40", True),
        ("size of hand < 60", True),
        ("rank of c > 1", True),
    ],
)
def test_a_step_that_moves_few_cards_is_not_told_to_search_too_far(
    tmp_path: Path, condition: str, told: bool
) -> None:
    """Its own conditions say how many lie where."""
    file = tmp_path / "pay.game"
    needs = f'      needs {condition}                   else "not that"\n'
    file.write_text(PAY.format(needs=needs), encoding="utf-8")
    assert bool(lint(str(file), games=0, select=["L010"]).findings) == told


LAID_OFF = """game off "Off"
  players 1
  uses standard_deck
zone hand: set of card                    "Cards"
zone there: set of card                   "There"
define near of c: card = all d in card where suit of d is suit of c and rank of d is rank of c + 1
define fits(s: set of card) = all c in s where near of c meets s
setup                                     "All cards"
  move all c in card to hand
phase play                                "Play"
  turns until passes is 2                 "Play"
    compose laying                        "Which?"
      step meld(c in hand) into laid      "One"
        needs low: rank of c < 9          else "{c} is high"
      step off(c in hand - laid) into put "Another"
      finish done                         "All"
        needs fit: FIT                    else "no"
        move laid from hand to there
        move put from hand to there
        pass
score cards of p: size of there                "Cards"
winner most score
"""


@pytest.mark.parametrize(
    "fit", ["every c in put has c in fits(put)", "size of fits(put) > size of laid"]
)
def test_steps_that_only_select_are_searched_whatever_a_finish_does(
    fit: str, tmp_path: Path
) -> None:
    """Also where the one draws what the other has left."""
    file = tmp_path / "off.game"
    file.write_text(LAID_OFF.replace("FIT", fit), encoding="utf-8")
    assert lint(str(file), games=0, select=["L010"]).findings == ()
    state = load(str(file)).start(seed=1)
    while not state.over:
        state.apply(state.legal_moves()[-1])
    assert state.moves[-1] == "done"


SHINE = """game shine "Shine"
  players 1
  uses standard_deck
zone hand: set of card                    "Cards"
zone shown: set of card                   "Shown"
mark coins: 0..9, starts 9
mark fee: 1..3, starts 1
mark shine of card: 0..3
setup                                     "All cards"
  move all c in card to hand
  set fee to 2
phase play                                "Play"
  turns until shown is not empty or passes is 1   "Show"
    compose showing                       "Which?"
      step take(c in hand) into laid      "One more"
      step polish(c in laid)              "Polish it"
        needs paid: fee <= coins          else "it costs {fee}"
        spend fee coins
        gain 1 shine of c
      finish show(n in 1..3)              "These"
        needs some_card: laid is not empty   else "none"
        needs bright: every c in laid has shine of c is n   else "not all alike"
        move laid to shown
      finish stop                         "None"
        needs bare: laid is empty         else "some lie there"
        pass
outcome
  done else                               "Done"
always size of shown + coins >= 0
"""
SEND = """variant send of shine "Send"

add before polish
  step send                               "Send for more"
    needs cheap: fee < 3                  else "it is dear already"
    gain 1 fee
"""


def test_what_steps_change_that_others_go_by_is_told_at_the_step_of_the_variant(
    tmp_path: Path,
) -> None:
    """Nothing is known of single cards any more, so all sets are tried with all that is done."""
    game, variant = tmp_path / "shine.game", tmp_path / "send.game"
    game.write_text(SHINE)
    assert lint(str(game), games=0, select=["L010"]).findings == ()
    variant.write_text(SEND)
    assert lint(str(variant), games=0, select=["L010"]).findings == ()  # each way is tried
    game.write_text(SHINE.replace("shine of card: 0..3", "shine of card: 0..20"))
    variant.write_text(
        f'{SEND}replace "gain 1 shine" in polish\n  set shine of c to min(20, shine of c + fee)\n'
    )
    (found,) = lint(str(variant), games=0, select=["L010"]).findings
    assert (found.span.file.name, found.span.line) == (str(variant), 7)
    assert "polish goes by fee, which steps change, so every set is tried" in found.message
    assert found.hint == (
        "let fee be changed before or behind showing: in a choice of its own (`may choose`), or by "
        "lines below the compose"
    )


MARKED = """variant marked of shine "Marked"
{mark}
add before polish
  step choose_one(c in laid)              "Choose it"
    needs once: {not_yet}                 else "it is chosen"
    set {chosen}
add at start of polish
  needs chosen: {so}                      else "it is not chosen"
"""


def test_a_set_of_which_steps_ask_for_one_is_told_to_be_kept_of_each(tmp_path: Path) -> None:
    rules = SHINE.replace("shine of card: 0..3", "shine of card: 0..20")  # too many ways to try
    (tmp_path / "shine.game").write_text(rules)
    variant = tmp_path / "marked.game"
    variant.write_text(
        MARKED.format(
            mark="mark picked: set of card", not_yet="c not in picked",
            chosen="picked to picked + {c}", so="c in picked and size of picked < 9",
        ).replace("set picked to", "set shine of c to min(20, size of picked)\n    set picked to")
    )  # fmt: skip
    (found,) = lint(str(variant), games=0, select=["L010"]).findings
    assert found.hint == (
        "keep it of each card by itself: `mark picked of card: yes or no`, and choose_one goes by "
        "`picked of c`, which is its own"
    )
    variant.write_text(
        MARKED.format(
            mark="mark picked of card: yes or no", not_yet="not picked of c",
            chosen="picked of c to yes", so="picked of c",
        )
    )  # fmt: skip
    assert lint(str(variant), games=0, select=["L010"]).findings == ()


def test_a_step_that_goes_by_all_that_is_selected_is_told_to_go_by_its_own(tmp_path: Path) -> None:
    """What is selected cannot be changed elsewhere."""
    rules = SHINE.replace("gain 1 shine of c", "gain (min(1, size of laid)) shine of c")
    rules = rules.replace("shine of card: 0..3", "shine of card: 0..20")
    (tmp_path / "shine.game").write_text(rules)
    (found,) = lint(str(tmp_path / "shine.game"), games=0, select=["L010"]).findings
    assert "polish goes by laid, which steps change" in found.message
    assert found.hint == "let polish go by c and by what it changes itself, not by all of laid"


RUB = """variant rub of shine "Rub"

add before polish
  step rub(c in laid, d in laid where c is not d)   "Rub one with another"
    needs dull: shine of c < 3            else "it shines"
    gain 1 shine of c
    set shine of d to 0
"""
NARROW = """
add at end of take
  needs narrow: size of laid < {}         else "no more"
"""


FIT = """
add at end of take
  needs fit: every d in laid has {}       else "it does not fit"
"""


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("", True),
        (NARROW.format(3), False),
        (NARROW.format(9), True),
        (FIT.format("rank of d is rank of c"), False),  # not all sets are begun
        (FIT.format("rank of d > 1"), True),
    ],
)
def test_a_step_that_changes_two_is_told_with_how_few_can_be_tried(
    tmp_path: Path, more: str, told: bool
) -> None:
    """Few of them are tried with all that can be done, as is advised."""
    variant = tmp_path / "rub.game"
    (tmp_path / "shine.game").write_text(SHINE)
    variant.write_text(RUB + more)
    found = lint(str(variant), games=0, select=["L010"]).findings
    assert bool(found) == told
    for one in found:
        assert (one.span.file.name, one.span.line) == (str(variant), 4)
        assert "rub changes shine of others than the one it draws" in one.message
        assert one.hint.endswith(
            "or keep laid small, which may still be slow: `needs size of laid < 3` in take"
        )


TRADE = """\
zone rubble: set of discovery "Given in payment"
add after buy in laying
  step trade(s in stall, x in laid)
    needs stocked: market of s is not empty else "nothing lies there"
    needs taken: upgrades of x is not empty else "nothing to give"
    needs funds: price of s <= lit of me else "too dear"
    set lit of me to lit of me - price of s
    {how}
    each d in {{market of s}}
      move d from market of s to upgrades of x
add at start of end_trick
  move rubble to finds
"""


FOUND = """\
mark resting of ruin: set of ruin "What lies under a ruin"
mark founded: 0..50 "Laid under in this turn"
replace define rank of x: ruin = printed of x + sum_of(x, rank) + size of resting of x
add before buy in laying
  step found(x in laid, y in hand of me)
    needs rare: {rare} else "one a turn"
    needs room: size of resting of x < 2 else "two lie under it"
    needs other: y not in laid else "it is laid out itself"
    needs unused: every z in laid has y not in resting of z else "it lies under another"
    gain 1 founded
    set resting of x to resting of x + {{y}}
"""
PROP = """\
mark base of ruin: ruin or none "What lies under it"
mark raised of ruin: 0..10 "What that adds"
replace define rank of x: ruin = printed of x + sum_of(x, rank) + raised of x
add after buy
  step found(x in hand of me - laid, y in laid)
    needs funds: lit of me > 0 else "a foundation costs a torch"
    needs bare: base of y is none else "one lies under it"
    needs loose: not some z in laid where base of z is x else "it is a foundation already"
    spend 1 lit of me
    set base of y to x
    set raised of y to quotient(printed of x, 2)
"""
STAKES = """\
mark staked: set of ruin "Claimed in this turn"
replace define rank of x: ruin = printed of x + sum_of(x, rank) + (2 when claimed of x is me else 0)
add before laying
  set staked to {}
add after light in laying
  step stake(x in laid)
    needs card: claims_left of me > 0 else "no card is left"
    needs unclaimed: claimed of x is nobody else "it is claimed"
    spend 1 claims_left of me
    set claimed of x to me
    set staked to staked + {x}
  step redeem(x in laid)
    needs own: claimed of x is me else "it is not yours"
    needs old: x not in staked else "you have just claimed it"
    needs dim: lit of me < torches else "all are lit"
    set claimed of x to nobody
    gain 1 claims_left of me
    set lit of me to min(torches, lit of me + 2)
"""


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        ("add at end of buy\n  set points of me to min(10, points of me + 1)\n", ""),
        ("add at end of buy\n  gain (min(1, 10 - points of me)) points of me\n", ""),
        ("add at end of buy\n  spend (min(cost of s, points of me)) points of me\n", ""),
        ("add at end of buy\n  gain (min(1, 11 - points of me)) points of me\n", ""),
        (
            "add at end of buy\n  set points of me to min(10, points of me + 1)\n"
            "replace define price of s: stall = max(0, cost of s - points of me)\n",
            "",
        ),
        (TRADE.format(how="move upgrades of x to rubble"), ""),
        (
            TRADE.format(how="each d in upgrades of x\n      move d from upgrades of x to rubble"),
            "",
        ),
        (
            'mark owed of seat: 0..99 "Debt"\nadd at end of buy\n'
            "  set owed of me to min(99, owed of me + max(0, price of s - lit of me))\n",
            "",
        ),
        (
            'mark owed of seat: 0..99 "Debt"\nadd at end of buy\n'
            "  gain (max(0, price of s - lit of me)) owed of me\n",
            "",
        ),
        (
            "add before light\n  step sell(x in laid, d in upgrades of x)\n"
            '    needs dark: lit of me < torches else "lit"\n'
            "    gain 1 lit of me\n    move d from upgrades of x to finds\n",
            "",
        ),
        (
            "add before light\n  step sell(y in laid, x in laid, d in upgrades of x)\n"
            '    needs dark: lit of me < torches and x is not y else "lit"\n'
            "    gain 1 lit of me\n    move d from upgrades of x to finds\n",
            "sell draws from",
        ),
        (
            'add before light\n  step rest\n    needs dark: lit of me < torches else "lit"\n'
            "    gain 1 lit of me\n",
            "",
        ),
        ("add at end of take in laying\n  set last_player to me\n", ""),
        (FOUND.format(rare="founded < 1"), ""),
        (FOUND.format(rare="size of laid > 1"), "found can be done to each of them"),
        (PROP, ""),
        (STAKES, "lit and claims_left are spent and raised again"),
    ],
)
def test_a_variant_that_makes_a_compose_too_much_to_search(
    tmp_path: Path, edit: str, told: str
) -> None:
    file = tmp_path / "more.game"
    file.write_text(f"variant more of ruins\n\n{edit}")
    found = [*searched_far(load("ruins", variants=[str(file)]).program)]
    assert [told in one.message for one in found] == [True] * bool(told)


SHARES = """game shares "Shares"
  players 2 named Ann, Bob
mark purse of seat: 0..2                  "Coins"
mark more of seat: 0..9                   "More coins"
define share(n: 0..2)                     "What coins are worth"
  5 when n is 2
  n else
define coins of p: seat = purse of p      "All coins"
phase market                              "Market"
  turns until purse of me is 2 or more of me > 8   "One after the other"
    choose main                           "What?"
      earn                                "Earn one"
        gain 1 purse of me
      find                                "Find one"
        gain 1 more of me
score shares of p: share(coins of p)      "Shares"
score rest of p: share(more of p - 3)     "More"
winner most score
"""


@pytest.mark.parametrize(
    ("edits", "told"),
    [
        ("replace define coins of p: seat = purse of p + 1", [3]),
        ("replace define coins of p: seat = min(2, purse of p + 1)", []),
        ("with other\n  replace define coins of p: seat = purse of p + more of p", [4]),
        ("score twice of p: share(2 * purse of p)", []),
    ],
)
def test_a_variant_that_lets_a_definition_be_asked_beyond_its_range_is_told(
    tmp_path: Path, edits: str, told: list[int]
) -> None:
    """At the edit, where it changes what other lines ask; not what they may ask anyway."""
    (tmp_path / "shares.game").write_text(SHARES)
    (tmp_path / "other.game").write_text(
        'variant other of shares "Other"\n\nset until in turns to more of me is 2\n'
    )
    file = tmp_path / "rich.game"
    file.write_text(f'variant rich of shares "Rich"\n\n{edits}\n')
    found = lint(str(file), games=0, select=["L018"]).findings
    assert [(one.span.file.name, one.span.line) for one in found] == [
        (str(file), line) for line in told
    ]
    for one in found:
        assert "this makes line 16 of" in one.message
        assert "share may be asked of " in one.message and "not in 0..2" in one.message
    file.unlink()
    assert lint(str(tmp_path / "shares.game"), games=0, select=["L018"]).findings == ()


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("every p in seat has coins of p < 9 and taps < 9", ["taps < 9"]),
        ("every p in seat has coins of p < 9 and (taps < 9 or coins of p is 0)", []),
        ("every p in seat has taps < 9 and coins of p < 9", []),
        ("(every p in seat has coins of p < 9) and taps < 9", []),
        ("every p, q in seat has coins of p < 9 and coins of q < 9", []),
        ("some p in seat where coins of p < 9 or taps < 9", ["taps < 9"]),
        ("some p in seat where coins of p < 9 and taps < 9", []),
        ("every p in seat has coins of p < 9 or taps < 9", []),
    ],
)
def test_a_part_that_says_nothing_of_what_it_is_asked_of_is_told(
    tmp_path: Path, condition: str, told: list[str]
) -> None:
    """Where it makes a difference: where there is no element."""
    file = tmp_path / "tap.game"
    file.write_text(f"{IDLE}always {condition}\n")
    found = lint(str(file), games=0, select=["L022"]).findings
    assert [one.span.text() for one in found] == told


IDLE = """game tap "Tap"
  players 2
option most: 3, 2..5                      "How many taps?"
option pay: off, on                       "Does it pay?"
mark taps: 0..9                           "Taps"
mark coins of seat: 0..9                  "Coins"

phase tapping                             "Tapping"
  turns until taps >= limit               "All taps are made"
    choose main                           "Tap"
      tap                                 "Tap"
        gain 1 taps
        if pay is on
          gain 1 coins of me
define limit = most
score coins of p: coins of p              "Coins"
winner most score
"""


@pytest.mark.parametrize(
    ("edits", "told"),
    [
        ("set until in turns to taps >= 4", ["3 most"]),
        ("set limit to 4", ["3 most"]),
        ('remove "if pay"\nset limit to 4', ["3 pay", "4 most"]),
        ("replace define limit = most + 1", []),
        ('remove "if pay"\nremove option pay', []),
        ("with other\n  set until in turns to taps >= 4", ["4 most"]),
    ],
)
def test_an_option_that_nothing_reads_any_more_is_told_at_the_edit(
    tmp_path: Path, edits: str, told: list[str]
) -> None:
    """A variant need not take away what it leaves without use, but players are asked in vain."""
    (tmp_path / "tap.game").write_text(IDLE)
    (tmp_path / "other.game").write_text('variant other of tap "Other"\n\nset most to 4\n')
    file = tmp_path / "less.game"
    file.write_text(f'variant less of tap "Less"\n\n{edits}\n')
    found = lint(str(file), games=0, select=["L006"]).findings
    assert [f"{one.span.line} {one.hint.split()[-1]}" for one in found] == told
    for one in found:
        assert one.message.startswith("since this edit nothing reads the option ")


MARCH = """game march "A long march"
  players 2..5

mark steps: 0..1500 "Steps"
mark prizes of seat: 0..3 "Prizes"

phase marching "Marching"
  turns until steps is 1500
    choose pace "Walk on"
      step "Take a step"
        gain 1 steps

phase feast "The feast"
  turns until total prizes of p for p in seat is 3
    choose prize "Take a prize"
      take "Take one"
        gain 1 prizes of me

score prizes of p: prizes of p "A point for each"
winner most score
"""


ENDLESS = """game round "Round and round"
  players 2

mark bowl: 0..40 "Bowl"
mark best of seat: 0..9 "Best"

define worth of p: seat
  best of p * 2 when best of p > 2 "Many"
  best of p else "Few"

phase play "Round after round"
  turns until bowl is 40 "Until it is full"
    choose main "What?"
      add "One more"
        gain 1 bowl
      less "None"
        if bowl > 30
          set best of me to 3
        set bowl to 0

score points of p: worth of p "Points"
winner most score
outcome
  sweet when best of '0' is 3 "Sweet"
  plain else "Plain"
"""


def test_where_no_random_game_ends_that_is_told_and_nothing_of_what_comes_at_ends(
    tmp_path: Path,
) -> None:
    path = tmp_path / "round.game"
    path.write_text(ENDLESS, encoding="utf-8")
    found = [(f.code, f.span.line, f.message) for f in lint(str(path)).findings]
    seen = "in 1 random game (none to its end) over 1 setting"
    assert found == [
        ("L103", 1, "no random game came to its end: 101 were left, after 5,000 decisions at most"),
        ("L103", 12, f"`bowl is 40` is never so {seen}"),
        ("L101", 17, f"`bowl > 30` is never so {seen}"),
    ]
    assert [f.code for f in lint(str(path), games=1, select=["L103"]).findings] == ["L103"] * 2
    with path.open("a") as file:  # of an end that a scenario comes to something is known
        file.write('scenario "Full"\n  given\n    bowl: 39\n  play add\n  expect over\n')
    codes = [(f.code, f.span.line) for f in lint(str(path)).findings]
    assert codes == [("L103", 1), ("L101", 17)]
    path.write_text(path.read_text().replace("set bowl to 0", "gain 1 bowl"), encoding="utf-8")
    result = lint(str(path))
    assert result.played.ended and result.ended == 100
    assert not any("came to its end" in f.message for f in result.findings)


def test_a_long_game_is_played_to_its_end_where_something_was_not_seen(tmp_path: Path) -> None:
    path = tmp_path / "march.game"
    path.write_text(MARCH, encoding="utf-8")
    result = lint(str(path))
    ended = result.played.games - result.played.unfinished
    assert ended > 0 and result.whole == 100
    assert [f.code for f in result.findings if f.code.startswith("L1")] == []


def test_what_has_never_been_watched_is_watched_whatever_has_been_used_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "march.game"
    path.write_text(MARCH, encoding="utf-8")
    module = import_module("rulewright.testing.lint.lint")
    monkeypatch.setattr(module, "STEPS", 40)
    monkeypatch.setattr(module, "ENOUGH", 1)
    monkeypatch.setattr(module, "MOSTLY", 0)
    told = [f.message for f in lint(str(path)).findings if f.code.startswith("L1")]
    assert not any("never chosen" in message or "never begins" in message for message in told)


def with_set_ups(folder: Path) -> str:
    """A game in which who begins hangs on an option, and two variants with set-ups of their own."""
    path = folder / "bowl.game"
    head = 'define beginner = Bob when most is 2 else Ann\n\nsetup "Full"\n  set bowl to 9\n\n'
    text = BOWL.replace("        {more}\n", "").replace("{below}", "")
    text = text.replace("turns until", "turns from beginner until")
    path.write_text(text.replace("phase meal", f"{head}phase meal"))
    for name, other in (("half", "most"), ("most", "half")):
        (folder / f"{name}.game").write_text(
            f'variant {name} of bowl "Not full"\n  excludes {other}\n\n'
            'replace setup "Not full"\n  set bowl to 5\n'
        )
    return str(path)


@pytest.mark.parametrize("asked", [{}, {"games": 4}])
def test_each_setting_is_watched_from_its_beginning_whatever_has_been_used_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: dict[str, Any]
) -> None:
    path = with_set_ups(tmp_path)
    module = import_module("rulewright.testing.lint.lint")
    monkeypatch.setattr(module, "STEPS", 0)
    monkeypatch.setattr(module, "ENOUGH", 1)
    monkeypatch.setattr(module, "MOSTLY", 0)
    found = [f.message.partition(" in ")[0] for f in lint(path, select=["L1"], **asked).findings]
    assert found == ["`bowl is 0` is never so", "`n <= bowl` never fails"]  # which come later


def test_what_only_settings_reach_whose_beginning_takes_too_long_to_watch_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = with_set_ups(tmp_path)
    monkeypatch.setattr(import_module("rulewright.testing.lint.lint"), "ENOUGH", 0)
    monkeypatch.setattr(import_module("rulewright.testing.lint.lint"), "MOSTLY", 0)
    monkeypatch.setattr(import_module("rulewright.testing.lint.played"), "STEPS_OF_ONE", 0)
    assert [f"{f.span} {f.message}" for f in lint(path, select=["L1"]).findings] == []


def test_what_only_options_together_reach_that_are_played_one_by_one_is_not_told(
    tmp_path: Path,
) -> None:
    more = "        if most is 2 and size is large\n          end turn"
    assert found(tmp_path, more, "option size: small, large", games=3, select=["L1"]) == []
    more = "        if most is 2 and taken of me is 9\n          end turn"
    (told,) = found(tmp_path, more, games=3, select=["L1"])
    assert "L101 `most is 2 and taken of me is 9` is never so in " in told


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("look", "look means something else at the table: the move has to be typed by its number"),
        ('peek named "Undo it"', "Undo means something else at the table: the move has to be "
         "typed in full, or by its number"),
        ("show(n in 1..2)", "show means something else at the table: the move has to be typed in "
         "full, or by its number"),
        ("peek", ""),
        ('look named "peek"', ""),
        ('peek(n in 1..2) named "look{n}"', ""),
    ],
)  # fmt: skip
def test_a_move_that_is_called_as_a_command_of_the_table_is_told(
    tmp_path: Path, move: str, told: str
) -> None:
    body = "gain n left" if "n in" in move else "gain 1 left"
    rules = 'game table "Table"\n  players 2\nmark left: 0..9\nphase play\n  choose main\n'
    rules += f"    {move}\n      {body}\nscore one of p: left\nwinner most score\n"
    (tmp_path / "table.game").write_text(rules)
    found = lint(str(tmp_path / "table.game"), games=0, select=["L019"]).findings
    assert [one.message for one in found] == [told] * bool(told)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("if leader is not nobody\n  gain 1 gold of leader", False),
        ("if leader is not nobody\n  gain 1 gold of me", True),  # it may be left out
        ("if leader is not nobody and turn < 99\n  gain 1 gold of leader", True),  # a part may
        ("if leader is not nobody\n  set former to leader", True),
        ("if leader is nobody\n  set turn to 9\nelse\n  gain 1 gold of leader", True),
        ('needs leader is not nobody  else "none"\ngain 1 gold of leader', False),
        ('needs leader is not nobody  else "none"\nneeds gold of leader < 9  else "9"', False),
        ('needs leader is not nobody  else "none"', True),
        ("each s in spot where on of s is not nobody\n  gain 1 gold of on of s", False),
        ("each s in spot where on of s is not nobody\n  gain 1 gold of me", True),
        ("set turn to total gold of on of s for s in spot where on of s is not nobody", False),
        ("set turn to turn + how many s in spot where on of s is not nobody", True),
        ("let one = leader\nif one is not nobody\n  gain 1 gold of one", False),
    ],
)
def test_a_condition_that_must_be_asked_first_need_not_differ(
    lines: str, told: bool, tmp_path: Path
) -> None:
    file = tmp_path / "lead.game"
    file.write_text(
        f"""game lead "Lead"
  players 2
type spot: left, right
mark leader: seat or nobody
mark former: seat or nobody
mark on of spot: seat or nobody
mark gold of seat: 0..999
mark turn: 0..99
setup
  set leader to the p in seat
  each s in spot
    set on of s to the p in seat
phase play
  turns until passes is 2 or turn > 9
    choose main
      go
{indent(lines, "        ")}
        set former to leader
        set leader to next of me
        gain 1 gold of me
        gain 1 turn
      else pass
score gold of p: gold of p + (1 when former is p or leader is p else 0) + size of held(p)
define held(p: seat) = all s in spot where on of s is p
winner most score
""",
        encoding="utf-8",
    )
    found = lint(str(file), games=20, select=["L001", "L101"]).findings
    assert bool([one for one in found if "nobody" in one.message]) == told


CHAIN = """game chain "Chain"
  players 2

type fruit: fig, nut, pea
mark lies: fruit
mark eaten of seat: 0..9

define worth of f: fruit
  1 when f is fig
  2 when f is nut
  LAST

phase only
  turns until some p in seat where eaten of p > 6
    pick lies from fruit
    choose main
      eat
        gain (worth of lies) eaten of me
        IF

score eaten of p: eaten of p
winner most score
"""


@pytest.mark.parametrize(
    ("last", "more", "told"),
    [
        ("3 when f is pea\n  0 else", "", []),
        ("3 when f in {pea}\n  0 else", "", []),
        ("3 when size of {f} is 1\n  0 else", "", ["`size of {f} is 1` is never otherwise"]),
        ("3 else", "set lies to nut when lies is fig else fig when lies is nut else pea"
         " when lies is pea else fig", []),
        ("3 else", "if lies is fig\n          set lies to nut\n        else\n"
         "          if lies is nut\n            set lies to fig\n          else\n"
         "            if lies is pea\n              set lies to fig", []),
        ("3 else", "if eaten of me >= 0\n          set lies to fig",
         ["`eaten of me >= 0` is never otherwise"]),
    ],
)  # fmt: skip
def test_the_last_of_several_values_need_not_be_anything_else(
    tmp_path: Path, last: str, more: str, told: list[str]
) -> None:
    text = CHAIN.replace("LAST", last).replace("        IF\n", f"        {more}\n" if more else "")
    (tmp_path / "chain.game").write_text(text)
    linted = lint(str(tmp_path / "chain.game"), games=60, select=["L001", "L101", "L003", "L103"])
    assert [finding.message.partition(" in ")[0] for finding in linted.findings] == told


SQUARES = """game squares "Squares"
  players 2
option size: 4, 3
board field: grid size by size
cells square of field named "{letter}{y}"
mark at: square                           "Where the man stands"

phase walk                                "They walk"
  turns until passes is 2                 "Until nobody goes on"
    choose main                           "Where to?"
      go(s in beside of at)               "Go on"
        set at to s
      stop                                "Stay"
        pass
score right of p: 1 when at is b1 else 0  "Who stands there"
winner most score

scenario "Along the border"
  given
    at: d4
  play go c4
  expect at is c4
"""


def test_what_a_variant_takes_away_and_a_scenario_of_the_game_names_stops_nothing(
    tmp_path: Path,
) -> None:
    """That is told by `test`, with what to write; and no option is named that would not help."""
    (tmp_path / "squares.game").write_text(SQUARES)
    pits = tmp_path / "pits.game"
    pits.write_text(
        'variant pits of squares "Pits"\n  "A corner is missing."\n'
        "replace board field: grid size by size where column + row < 8\n"
    )
    found = lint(str(pits), games=5)
    assert found.played and not any(one.code == "E223" for one in found.findings)
    with pytest.raises(RulesError) as caught:
        game = load(str(pits))
        game.scenario(game.inherited()[0][0])
    [one] = caught.value.diagnostics
    assert (one.code, one.hint) == ("E223", "")

"""Which rules differ: each kind of edit by hand, and where lines stand of variants there are."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from rulewright import catalogue
from rulewright.analysis.differences import (
    Cell,
    Change,
    Differences,
    Written,
    differences,
    whole_setup,
)
from rulewright.game import check

EVERYTHING = os.environ.get("RULEWRIGHT_EDITS") == "all"

GAME = """game plums "Plums"
  players 2 named Ann, Bob
type helping: one, two, three
option plums: 7, 5..12                    "How many plums?"
component stone from "stones.csv" named by name
  weight: 1..9
mark bowl: 0..12, starts 12
mark last: seat or nobody
define count of h: helping = how many k in helping where k <= h
define most_at_once = 3

setup
  set bowl to plums

phase meal
  turns until bowl is 0                   "Turns"
    choose main
      take(h in helping)                  "Take plums"           PLUM-1
        needs few: count of h <= most_at_once else "too many"
        needs count of h <= bowl          else "only {bowl} left"
        spend count(h) bowl
        if bowl is 1
          set last to nobody
        set last to me

whenever bowl is 5
  set bowl to most_at_once
whenever bowl is 3
  set bowl to 2

always bowl >= 0                          "Never less than none"
score polite of p: 0 when last is p else weight of Agate
winner most score
"""
VARIANT = """variant other of plums "Other plums"
  "Each kind of edit."

set plums to 9
set most_at_once to 2
remove few
remove always "Never less than none"
replace score polite of p: 1 when last is p else weight of Beryl
mark more: 0..3
add at end of take
  set more to 1
add greet to main
action greet
  needs more is 0 else "once"
  set more to 2
"""


@pytest.fixture
def plums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("plums.game").write_text(GAME)
    Path("other.game").write_text(VARIANT)
    Path("stones.csv").write_text("name,weight\nAgate,1\nBeryl,2\nCoral,3\n")
    (tmp_path / "copy").mkdir()
    Path("copy/stones.csv").write_text(Path("stones.csv").read_text())
    return tmp_path


def edited(*replaced: tuple[str, str]) -> Differences:
    """The differences to a copy of the game in which texts are replaced."""
    text = GAME
    for before, after in replaced:
        assert text.count(before) == 1
        text = text.replace(before, after)
    Path("copy/plums.game").write_text(text)
    return differences(check("plums.game"), check("copy/plums.game"))


def short(change: Change) -> tuple[str, str, str, str]:
    one, two = change.before, change.after
    return (
        change.what,
        " in ".join(reversed(change.around)),
        one.text if one else "",
        (two.text if two else ""),
    )


def test_lines_that_are_replaced_together_with_their_words_are_not_told_as_added(
    plums: Path,
) -> None:
    """Where the set-up is said anew, its old lines stand nowhere but among what is removed, and the
    new words where the variant says them."""
    game = GAME.replace("\nsetup\n", '\nsetup  "A bowl full"  PLUM-2\n')
    Path("plums.game").write_text(game, encoding="utf-8")
    edit = 'replace setup  "Two"  PLUM-3\n  set bowl to 2\n  set last to Ann\n'
    Path("other.game").write_text(f'variant other of plums "O"\n{edit}', encoding="utf-8")
    one, two = check("plums.game"), check("plums.game", variants=["other"])
    words, *lines = differences(one, two).changes
    assert words.before is not None and words.after is not None
    assert (words.what, words.before.in_full) == ("words", 'setup  "A bowl full"  PLUM-2')
    assert words.after.in_full == 'setup  "Two"  PLUM-2  PLUM-3'
    assert (words.after.file, words.after.line) == ("other.game", 2)
    assert [short(change) for change in lines] == [
        ("changed", "setup", "set bowl to plums", "set bowl to 2"),
        ("added", "setup", "", "set last to Ann"),
    ]
    whole = whole_setup(one, two)
    assert whole is not None and whole.after is not None
    assert whole.after.in_full.splitlines() == [
        'setup  "Two"  PLUM-2  PLUM-3', "  set bowl to 2", "  set last to Ann",
    ]  # fmt: skip
    Path("other.game").write_text(
        'variant other of plums "O"\nreplace setup\n  move all s in stone to heap\n'
        "zone heap: set of stone\n", encoding="utf-8",
    )  # fmt: skip
    two = check("plums.game", variants=["other"])
    told = {short(c): c.by for c in differences(one, two).changes if c.around == ("setup",)}
    gone = told["removed", "setup", "set bowl to plums", ""]
    assert gone is not None and (gone.text.splitlines()[0], gone.line) == ("replace setup", 2)


def test_what_is_left_out_where_a_variant_says_it_anew_is_told_with_the_variant(
    plums: Path,
) -> None:
    rules = Path("plums.game").read_text(encoding="utf-8")
    cases = "define grade of p: seat\n  3 when last is p\n  2 when bowl is 1\n  1 else\n"
    rules = rules.replace("phase meal", f"{cases}phase meal") + "always grade of Ann > 0\n"
    Path("plums.game").write_text(rules, encoding="utf-8")
    other = cases.replace("  2 when bowl is 1\n", "")
    Path("other.game").write_text(f'variant other of plums "O"\nreplace {other}', encoding="utf-8")
    found = differences(check("plums.game"), check("plums.game", variants=["other"]))
    (change,) = found.changes
    assert short(change)[:3] == ("removed", "define grade", "2 when bowl is 1")
    assert change.by is not None and (change.by.variant, change.by.line) == ("other", 2)


def test_edits_of_a_variant(plums: Path) -> None:
    found = differences(check("plums.game"), check("plums.game", variants=["other"]))
    assert {short(change) for change in found.changes} == {
        ("set", "", "plums is 7", "plums is 9"),
        ("changed", "", "define most_at_once = 3", "most_at_once = 2"),
        ("removed", "take in choose main in turns in phase meal",
         'needs few: count of h <= most_at_once else "too many"', ""),
        ("removed", "", 'always bowl >= 0  "Never less than none"', ""),
        ("changed", "", "score polite of p: 0 when last is p else weight of Agate",
         "score polite of p: 1 when last is p else weight of Beryl"),
        ("added", "", "", "mark more: 0..3"),
        ("added", "take in choose main in turns in phase meal", "", "set more to 1"),
        ("added", "choose main in turns in phase meal", "", "add greet to main"),
        ("added", "", "", "action greet\n  needs more is 0 else \"once\"\n  set more to 2"),
    }  # fmt: skip
    assert not found.same_rules
    by = {change.before.text.split()[0]: change.by for change in found.changes
          if change.what == "removed" and change.before is not None}  # fmt: skip
    assert by["needs"] == Written("remove few", "", (), "other.game", 6, "other")
    assert by["always"] is not None and by["always"].line == 7
    for change in found.changes:
        assert change.after is None or (change.after.file, change.after.variant) == (
            "other.game", "other",
        )  # fmt: skip
    assert found.lines["plums.game", 22] == ("plums.game", 22)


OPENING = """variant opening of plums "An opening"
  "Each says first what is wanted."

mark opened: 0..2
add at start of phase meal
  turns until opened is 2                 "Each says what is wanted"
    choose wish
      wish
        gain 1 opened
add whistle to main
action whistle
  pass
add after main in turns
  repeat while last is me
    choose once_more
      whistle
"""


def test_what_is_added_before_something_of_its_kind_is_not_a_change_of_that(plums: Path) -> None:
    Path("opening.game").write_text(OPENING)
    found = differences(check("plums.game"), check("plums.game", variants=["opening"]))
    assert [(one.what, one.around, one.after and one.after.line) for one in found.changes] == [
        ("added", ("phase meal",), 6),
        ("added", ("phase meal", "turns", "choose main"), 10),
        ("added", ("phase meal", "turns"), 14),
        ("added", (), 4),
        ("added", (), 11),
    ]
    assert [one.place for one in found.changes] == [
        " in phase meal, at the beginning",
        " in choose main in turns in phase meal, after take",
        " in turns in phase meal, after choose main",
        "",
        "",
    ]


def test_an_edited_copy(plums: Path) -> None:
    found = edited(
        ("  players 2 named Ann, Bob", "  players 2..3 named Ann, Bob, Cleo"),
        ("spend count(h) bowl", "spend 1 bowl\n        set last to nobody"),
        ("if bowl is 1", "if bowl is 2"),
    )
    assert [short(change) for change in found.changes] == [
        ("changed", "", "players 2 named Ann, Bob", "players 2..3 named Ann, Bob, Cleo"),
        ("changed", "take in choose main in turns in phase meal", "spend count(h) bowl",
         "spend 1 bowl"),
        ("added", "take in choose main in turns in phase meal", "", "set last to nobody"),
        ("changed", "take in choose main in turns in phase meal", "if bowl is 1", "if bowl is 2"),
    ]  # fmt: skip
    after = found.changes[-1].after
    assert after is not None and (after.file, after.line) == ("copy/plums.game", 23)
    assert found.lines["plums.game", 22] == ("copy/plums.game", 23)


def test_a_change_in_an_else_is_told_with_it(plums: Path) -> None:
    place = " in take in choose main in turns in phase meal"
    text = Path("plums.game").read_text()
    text = text.replace("        set last to me\n", "        else\n          set last to me\n")
    cases = "  if bowl is 3\n    set bowl to 2\n  else if plums is 7\n    set bowl to 1\n"
    text = text.replace("  set bowl to 2\n", f"{cases}  else\n    set bowl to 0\n")
    Path("plums.game").write_text(text)
    for was, now, where in (
        ("set last to me", "set last to opponent", f"`else` of `if bowl is 1`{place}"),
        ("set last to me", 'set last to me  "Me"', f"`else` of `if bowl is 1`{place}"),
        ("set last to nobody", "set last to me", f"`if bowl is 1`{place}"),
        ("set bowl to 1", "set bowl to 4", "`if plums is 7` in `else` of `if bowl is 3`"),
        ("set bowl to 0", "set bowl to 4", "`else` of `if plums is 7` in `else` of `if bowl is 3`"),
    ):
        Path("copy/plums.game").write_text(text.replace(was, now))
        (change,) = differences(check("plums.game"), check("copy/plums.game")).changes
        found = " in ".join(reversed(change.around))
        assert found.removesuffix(" in `whenever bowl is 3`") == where


def test_words_and_order_and_tables(plums: Path) -> None:
    assert edited().changes == ()
    assert edited().same_rules
    words = edited(('"Take plums"', '"Help yourself"'), ('"too many"', '"too much"'))
    assert words.same_rules
    assert [(change.what, change.after.words) for change in words.changes if change.after] == [
        ("words", "Help yourself"), ("words", ""),
    ]  # fmt: skip
    moved = edited(
        ("whenever bowl is 5\n  set bowl to most_at_once\n", ""),
        ("always bowl", "whenever bowl is 5\n  set bowl to most_at_once\nalways bowl"),
    )
    assert not moved.same_rules
    assert [change.what for change in moved.changes] == ["moved"]
    Path("copy/stones.csv").write_text("name,weight\nAgate,4\nBeryl,2\nCoral,3\nDiamond,9\n")
    assert [short(change) for change in edited().changes] == [
        ("changed", "table stones.csv", "Agate: weight 1", "Agate: weight 4"),
        ("added", "table stones.csv", "", "Diamond: weight 9"),
    ]
    assert [(change.row, change.of_row, change.cells) for change in edited().changes] == [
        ("Agate", "Agate: weight 1 -> 4", (Cell("weight", "1", "4"),)),
        ("Diamond", "Diamond: weight 9", (Cell("weight", None, "9"),)),
    ]
    text = (
        "name,colour,weight\nCoral,,3\nAgate,red,1\n"  # another order, one column more, a row less
    )
    Path("copy/stones.csv").write_text(text)
    assert [(change.what, change.of_row) for change in edited().changes] == [
        ("added", "column colour: Coral (empty), Agate red"),
        ("moved", "Coral"),
        ("removed", "Beryl: weight 2"),
    ]
    Path("copy/stones.csv").write_text("weight,name\n1,Agate\n2,Beryl\n3,Coral\n")
    assert not edited().changes


def test_other_words_are_told_whatever_else_changes_in_what_they_stand_over(plums: Path) -> None:
    words = ('"Take plums"           PLUM-1', '"Help yourself"')
    more = ("needs few:", 'needs some: bowl > 0 else "none"\n        needs few:')
    assert [short(change) for change in edited(words, more).changes] == [
        ("words", "choose main in turns in phase meal",
         'take(h in helping)  "Take plums"  PLUM-1', 'take(h in helping)  "Help yourself"'),
        ("added", "take in choose main in turns in phase meal",
         "", 'needs some: bowl > 0 else "none"'),
    ]  # fmt: skip


def test_rows_of_a_table_with_another_name_are_compared(plums: Path) -> None:
    Path("stones_too.csv").write_text("name,weight\nAgate,4\nBeryl,2\nCoral,3\nDiamond,9\n")
    Path("heavy.game").write_text(
        'variant heavy of plums "Heavy"\n'
        'replace component stone from "stones_too.csv" named by name\n  weight: 1..9\n'
    )
    found = differences(check("plums.game"), check("plums.game", variants=["heavy"]))
    rows = [change for change in found.changes if change.around == ("table stones_too.csv",)]
    assert [(*short(change), change.after and change.after.variant) for change in rows] == [
        ("changed", "table stones_too.csv", "Agate: weight 1", "Agate: weight 4", "heavy"),
        ("added", "table stones_too.csv", "", "Diamond: weight 9", "heavy"),
    ]


def test_what_is_added_to_tables_and_types_is_told_with_its_values(plums: Path) -> None:
    Path("more.csv").write_text("weight,name\n5,Diamond\n")
    Path("dear.csv").write_text("name,weight\nCoral,9\n")
    Path("rich.game").write_text(
        'variant rich of plums "Rich"\n'
        "add four, five to helping\nadd six to helping\n"
        'add "more.csv" to stone\nreplace "dear.csv" in stone\n'
    )
    plain, rich = check("plums.game"), check("plums.game", variants=["rich"])
    found = differences(plain, rich).changes
    assert [(change.what, change.of_row) for change in found if change.row] == [
        ("changed", "Coral: weight 3 -> 9"),
        ("added", "Diamond: weight 5"),
    ]
    added = next(change for change in found if change.row == "Diamond")
    assert added.by == Written('add "more.csv" to stone', "", (), "rich.game", 4, "rich")
    assert added.after is not None
    assert (added.after.file, added.after.line) == ("more.csv", 2)
    others = [change for change in found if not change.row]
    assert [change.after and change.after.text for change in others] == [
        "add four, five to helping",
        "add six to helping",
    ]
    assert {change.place for change in others} == {
        " in `type helping: one, two, three`, after three"
    }
    back = differences(rich, plain).changes
    assert [(change.what, change.of_row) for change in back if change.row] == [
        ("changed", "Coral: weight 9 -> 3"),
        ("removed", "Diamond: weight 5"),
    ]


def test_whatever_stands_in_a_library_stands_where_it_is_said_to() -> None:
    seen = 0
    for info in catalogue.games():
        if info.name == "ruins" and not EVERYTHING:
            continue  # whose variants are many, and take their time
        base = check(info.name)
        assert differences(base, check(info.name)).changes == ()
        for variant in info.variants:
            other = check(info.name, variants=[variant.name])
            texts = {file.name: file for game in (base, other) for file in game.files}
            found = differences(base, other)
            assert found.changes and not found.same_rules
            for change in found.changes:
                for side in filter(None, (change.before, change.after)):
                    if change.what != "set" and not re.match(r"\w+ = ", side.text):
                        line = " ".join(texts[side.file].line_text(side.line).split())
                        assert " ".join(side.text.splitlines()[0].split()) in line
                        seen += 1
                if change.after is not None and change.what != "set":
                    assert change.after.variant == variant.name
    assert seen > 40


BANKS = """game banks "Banks"
  players 2
mark tokens of seat: 0..9, starts 3
phase play
  turns until tokens of '0' is 9
    choose main
      give
        spend 1 tokens of me
        if tokens of me is 0
          end game
        if tokens of me > 2
          if tokens of me is 4
            gain 2 tokens of me
score rest of p: tokens of p
winner most score
"""
OTHERWISE = "        if me is '0' and tokens of me > 0\n          extra turn\n"


def test_what_has_little_in_common_is_no_change_of_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("banks.game").write_text(BANKS)
    gone = "        if tokens of me is 0\n          end game\n"
    edited = BANKS.replace(gone, OTHERWISE).replace("gain 2", "gain 1")
    Path("other.game").write_text(edited)
    found = differences(check("banks.game"), check("other.game")).changes
    assert [(one.what, one.around) for one in found] == [
        ("removed", ("phase play", "turns", "choose main", "give")),
        ("added", ("phase play", "turns", "choose main", "give")),
        ("changed", ("phase play", "turns", "choose main", "give", "`if tokens of me > 2`",
                     "`if tokens of me is 4`")),
    ]  # fmt: skip


PRICES = """game prices "Prices"
  players 2
mark coins of seat: 0..9, starts 9
define price of p: seat = min(2, coins of p)   "What it costs"         PRICE-1
phase play
  turns until every p in seat has coins of p < 2
    choose main
      buy
        spend (price of me) coins of me
score coins of p: coins of p
winner most score
"""
DEAR = """variant dear of prices "Dear"
replace define price of p: seat           "What it costs the rich"
  3 when coins of p > 5
  2 else
with poor
  replace define price of p: seat         "What it costs the poor"
    1 when coins of p > 7
    2 else
"""


def test_a_definition_that_has_cases_now_is_one_change_and_with_blocks_are_told(
    tmp_path: Path,
) -> None:
    (tmp_path / "prices.game").write_text(PRICES)
    (tmp_path / "dear.game").write_text(DEAR)
    (tmp_path / "poor.game").write_text(
        'variant poor of prices "Poor"\nreplace define price of p: seat = min(1, coins of p)\n'
    )
    path = str(tmp_path / "prices.game")
    for variants, first, beside in ((["dear"], "3 when", ""), (["dear", "poor"], "1 when", "poor")):
        [change] = differences(check(path), check(path, variants=variants)).changes
        assert change.what == "changed" and change.before is not None and change.after is not None
        assert change.before.tags == ("PRICE-1",)
        assert change.after.text.splitlines()[1].strip().startswith(first)
        assert (change.after.variant, change.after.beside) == ("dear", beside)


def test_what_an_edit_puts_in_the_place_of_something_is_a_change_of_that(
    tmp_path: Path,
) -> None:
    """However little both have in common; what else the edit puts there is added."""
    (tmp_path / "plums.game").write_text(GAME)
    (tmp_path / "stones.csv").write_text("name,weight\nAgate,3\nBeryl,4\n")
    (tmp_path / "shared.game").write_text(
        "variant shared of plums\n"
        'replace "if bowl is 1" in take\n'
        "  gain 1 left_over\n"
        "  gain 2 left_over\n"
        "mark left_over: 0..99\n"
        "always left_over >= 0\n"
    )
    path = str(tmp_path / "plums.game")
    found = differences(check(path), check(path, variants=["shared"])).changes
    inside = [change for change in found if change.around]
    assert [change.what for change in inside] == ["changed", "added"]
    assert inside[0].before is not None and inside[0].before.text.startswith("if bowl is 1")
    assert inside[0].after is not None and inside[0].after.text == "gain 1 left_over"
    assert inside[1].behind == "`gain 1 left_over`"


ADDED = """\
variant greedy of plums "Greedy"

add at start of take
  if bowl is 9                            "So many"
    set last to me
    spend 1 bowl
  else if bowl is 8
    set last to nobody
  else
    # nobody has taken one
    set bowl to 7
add at end of take                        "At the end"   PLUM-5
  gain 1 left_over
set until in turns to bowl is 1           PLUM-6
mark left_over: 0..99
always left_over >= 0
"""
LAVISH = """\
variant lavish of plums "Lavish"

with greedy
  replace "spend 1 bowl" in take
    spend 2 bowl                          "Two of them"
  replace "set bowl to 7" in take
    gain 1 bowl
    gain 2 bowl
"""


def test_what_is_added_is_told_as_a_with_block_has_made_it(plums: Path) -> None:
    Path("greedy.game").write_text(ADDED)
    Path("lavish.game").write_text(LAVISH)
    before = check("plums.game")
    alone = differences(before, check("plums.game", variants=["greedy"]))
    both = differences(before, check("plums.game", variants=["greedy", "lavish"]))
    head, *lines = next(
        change.after.text.splitlines()
        for change in both.changes
        if change.after and change.after.text.startswith("if bowl is 9")
    )
    assert head == 'if bowl is 9  "So many"'
    assert lines == [
        "  set last to me",
        '  spend 2 bowl  "Two of them"',
        "else if bowl is 8",
        "  set last to nobody",
        "else",
        "  gain 1 bowl",
        "  gain 2 bowl",
    ]
    [after] = [c.after for c in both.changes if c.after and c.after.text.startswith("if bowl is 9")]
    assert (after.variant, after.beside) == ("greedy", "")
    assert [(o.file.rpartition("/")[2], o.line, o.variant, o.beside) for o in after.others] == [
        ("lavish.game", 5, "lavish", "greedy"),
        ("lavish.game", 7, "lavish", "greedy"),
        ("lavish.game", 8, "lavish", "greedy"),
    ]
    was = next(c.after for c in alone.changes if c.after and c.after.text.startswith("if bowl"))
    assert was.others == ()
    assert was.text.splitlines()[2].strip() == "spend 1 bowl"


def test_words_and_rule_numbers_of_an_edit_are_told_with_what_it_says(plums: Path) -> None:
    Path("greedy.game").write_text(ADDED)
    found = differences(check("plums.game"), check("plums.game", variants=["greedy"]))
    told = [change.after.in_full for change in found.changes if change.after is not None]
    assert 'gain 1 left_over  "At the end"  PLUM-5' in told
    assert 'turns until bowl is 1  "Turns"  PLUM-6' in told


def test_what_a_with_block_sets_is_told_where_both_are_played_alone(plums: Path) -> None:
    """An option of one of the variants, too, and then with what it is by itself."""
    Path("few.game").write_text(
        'variant few of plums "Few"\n\noption stop: 1, 0..4  "At how many is it over?"\n'
        "set until in turns to bowl <= stop\nwith greedy\n  set stop to 3\n"
    )
    Path("greedy.game").write_text('variant greedy of plums "Greedy"\n\nset most_at_once to 2\n')

    def told(*variants: list[str]) -> list[tuple[str, str, str, str]]:
        found = differences(*(check("plums.game", variants=each) for each in variants)).changes
        return [
            (one.before.text, f"{one.before.line}", one.after.text, f"{one.after.line}")
            for one in found if one.what == "set" and one.before and one.after
        ]  # fmt: skip

    both = ["few", "greedy"]
    assert told(["few"], both) == [("stop is 1", "3", "stop is 3", "6")]
    assert told([], both) == [("stop is 1", "3", "stop is 3", "6")]
    assert told([], ["few"]) == []


def test_what_several_edits_add_in_one_place_is_told_in_its_order(plums: Path) -> None:
    """Not all of it stands at the beginning."""
    Path("few.game").write_text(
        'variant few of plums "Few"\n\nadd before main\n  if bowl is 9\n    spend 1 bowl\n'
        "  if bowl is 8\n    spend 2 bowl\n"
        "with greedy\n  add last before main\n    set last to me\n"
    )
    Path("greedy.game").write_text(
        'variant greedy of plums "Greedy"\n\n'
        "add last before main\n  if bowl is 4\n    spend 3 bowl\n"
    )
    both = check("plums.game", variants=["few", "greedy"])
    found = differences(check("plums.game"), both).changes
    told = [(one.after.text.splitlines()[0], one.place) for one in found if one.after]
    within = " in turns in phase meal"
    assert told == [
        ("if bowl is 9", f"{within}, at the beginning"),
        ("if bowl is 8", f"{within}, at the beginning"),
        ("if bowl is 4", f"{within}, after `if bowl is 8`"),
        ("set last to me", f"{within}, after `if bowl is 4`"),
    ]


def test_lines_behind_other_words_stand_where_they_stood(plums: Path) -> None:
    """Though there are more expressions in the words than there were."""
    Path("told.game").write_text(
        'variant told of plums "Told"\n\nreplace few in take\n'
        '  needs few: count of h <= most_at_once else "{h} of {bowl} are too many for {me}"\n'
    )
    lines = Path("plums.game").read_text().splitlines()
    found = differences(check("plums.game"), check("plums.game", variants=["told"]))
    assert [one.what for one in found.changes] == ["words"]
    elsewhere = {one: two for one, two in found.lines.items() if one != two}
    needs = next(number for number, line in enumerate(lines, 1) if "needs few" in line)
    assert {one[1] for one in elsewhere} == {needs}
    assert {(two[0].rpartition("/")[2], two[1]) for two in elsewhere.values()} == {("told.game", 4)}

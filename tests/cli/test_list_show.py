"""`rulewright list` and `rulewright show`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

from rulewright import load

Run = Callable[..., Result]
Golden = Callable[[str, str], None]


def test_list_names_games_and_variants(run: Run) -> None:
    done = run("list")
    assert done.exit_code == 0
    assert "ruta  Ruta, 2 players" in done.stdout
    assert "  --variant ace_give  " in done.stdout


def test_list_as_json(run: Run) -> None:
    games = json.loads(run("list", "--json").stdout)
    ruta = next(game for game in games if game["name"] == "ruta")
    assert ruta["players"] == [2, 2]
    assert {"ace_give", "ace_extra", "ace_subvert"} <= {v["name"] for v in ruta["variants"]}
    assert [o["default"] for o in ruta["options"] if o["name"] == "longest"] == ["trail"]


def test_show_a_game(run: Run, golden: Golden) -> None:
    golden("show_ferry.txt", run("show", "ferry.game").stdout)


def test_show_fits_80_columns(run: Run) -> None:
    done = run("show", "ruta")
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_show_tells_what_was_chosen(run: Run) -> None:
    done = run("show", "ferry.game", "--variant", "wind", "--option", "fog=on")
    assert "fog  = on  of off, on" in done.stdout
    assert "* wind" in done.stdout
    assert "Ayr-------2-Bute" in done.stdout  # the toll of the variant


def test_show_tells_what_variants_change(run: Run, own_folders: Path) -> None:
    (own_folders / "tiny.csv").write_text(run("show", "ferry.game", "--table", "isle").stdout)
    rows = (own_folders / "isles.csv").read_text()
    assert (own_folders / "tiny.csv").read_text() == rows
    (own_folders / "tiny.csv").write_text(rows.replace(",2", ",3", 1))
    (own_folders / "tiny.game").write_text(
        'variant tiny of ferry "Tiny isles"\n  "All is small."\n\n'
        'replace component isle from "tiny.csv" named by name "An island"\n  depth: 1..9\n'
        "replace mark coins of seat: 0..9, starts 2\n"
    )
    told = run("show", "tiny.game").stdout
    assert told.startswith("Ferry: Tiny isles  (ferry with tiny)\n")
    assert "With Tiny isles: All is small." in told
    changed = told.partition("\nChanged\n")[2].partition("\n\n")[0]
    assert changed.startswith('  changed\n    component isle from "tiny.csv" named by name')
    assert '\n    mark coins of seat: 0..9, starts 2  – without "Coins"  tiny.game:6\n' in changed
    assert "without" not in changed.partition("mark coins")[0]
    assert "tiny.csv:" in changed and max(map(len, told.splitlines())) <= 80
    assert "\nChanged\n" not in run("show", "ferry.game").stdout


def test_words_that_a_declaration_loses_are_told_with_what_it_says_now(
    run: Run, tmp_path: Path
) -> None:
    """With the variant, and in what the rulebook with it lacks."""
    (tmp_path / "walk.game").write_text("""game walk "Walk"
  players 2
option paces: 2, 3                        "How many paces?"   WALK-3
type pace: slow, fast                     "How quick one is"
type way: up, down                        WALK-1, WALK-2
mark pace_of of seat: pace                "Their pace"
mark way_of of seat: way                  "Their way"         WALK-2
phase play                                "They walk"
  turns until passes is paces             "Somebody has arrived"
    choose main                           "What do you do?"
      walk(p in pace, w in way)           "Walk"
        set pace_of of me to p
        set way_of of me to w
      else pass                           "Rest"
winner p where pace_of of p is fast and way_of of p is up   "Up and fast"
""")
    (tmp_path / "run.game").write_text(
        "variant run of walk\nreplace type pace: slow, fast, dashing\n"
        'set paces to 3\nreplace "set way_of" in walk\n'
        "  set way_of of me to up when p is fast else w\n"
        "replace type way: up, down, ahead  WALK-1\nreplace mark way_of of seat: way\n"
    )
    asked = (str(tmp_path / "walk.game"), "--variant", "run")
    told = run("show", *asked).stdout.partition("\nChanged\n")[2].partition("\n\n")[0]
    without = re.sub(r"\s+", " ", told)
    assert 'type pace: slow, fast, dashing – without "How quick one is"' in without
    assert "type way: up, down, ahead WALK-1 – without WALK-2" in without
    assert 'mark way_of of seat: way – without "Their way", WALK-2' in without
    assert "changed in walk" in without
    assert "set way_of of me to up when p is fast else w" in without
    assert "paces is 3" in without and without.count("without") == 3
    report = run("rulebook", *asked, "--report").stdout
    assert "run.game:2: type pace\n" in report and "type way" not in report


def test_what_variants_change_has_the_width_of_the_screen(run: Run, own_folders: Path) -> None:
    """However long the path of the file is; what is added together is said to be that once."""
    folder = own_folders / "a_folder_with_a_long_name" / "and_another_one_in_it"
    folder.mkdir(parents=True)
    (folder / "more.game").write_text("""variant more of ferry
add at end of setup
  set coins of red to 3
  set rowed of blue to 3
mark rowed of seat: 0..9                  "How often each of them has rowed to one of the islands"
""")
    path = str((folder / "more.game").relative_to(own_folders))
    told = run("show", "ferry.game", "--variant", path).stdout
    changed = told.partition("\nChanged\n")[2].partition("\n\n")[0]
    assert (
        changed
        == """\
  added in setup, after `refill dock from store`
    set coins of red to 3
      a_folder_with_a_long_name/and_another_one_in_it/more.game:3
    set rowed of blue to 3
      a_folder_with_a_long_name/and_another_one_in_it/more.game:4
  added
    mark rowed of seat: 0..9  "How often each of them has rowed to one of the
      islands"  a_folder_with_a_long_name/and_another_one_in_it/more.game:5"""
    )
    said = run("diff", "ferry.game", f"ferry.game+{path}", "-n", "1").stdout
    assert said.count("added in setup, after `refill dock from store`") == 1
    assert "\n\n  + set rowed of blue to 3\n" in said


def test_a_table_that_is_not_there_is_told(run: Run) -> None:
    done = run("show", "ferry.game", "--table", "isles")
    assert done.exit_code == 2 and "ferry has no table of isles; did you mean isle?" in done.output


def test_show_knows_what_the_rules_derive(run: Run) -> None:
    """The table of routes in section 1 of Ruta's specification."""
    lines = [" ".join(line.split()) for line in run("show", "ruta").stdout.splitlines()]
    assert "Mountain-Diplomat 12 Moons, Suns" in lines
    assert "Watchman-Borderland 20 Wyrms" in lines


LADDER = """game ladder
  players 2 named south, north
board field: grid 3 by 2
cells square of field named "{letter}{y}"
mark man of square: seat or nobody
mark luck: 0..5
history steps of man, me: last 2 * 5      "What has been"

setup
  each c in square where row of c is 3
    set man of c to south
CHANCE
phase walk
  turns until times(steps) is 2
    remember(steps)
    choose main
      step(c in square where man of c is not me)
        set man of c to me
        set luck to 0

score men of p: luck + how many c in square where man of c is p
winner most score
"""
MIRROR = """variant mirror of ladder
replace setup
  each c in square where row of c is 3
    set man of c to north
"""


def test_the_table_is_shown_as_it_is_set_up(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "ladder.game"
    path.write_text(LADDER.replace("CHANCE", ""), encoding="utf-8")
    (tmp_path / "mirror.game").write_text(MIRROR, encoding="utf-8")
    told = run("show", path).stdout
    assert "3  S   S" in told and "1  .   ." in told and "with seed" not in told
    assert "steps          the last 2 * 5 of man, me  seen by everybody  What has been" in told
    assert "3  N   N" in run("show", path, "--variant", "mirror").stdout


def test_what_chance_decides_of_it_is_said(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "ladder.game"
    path.write_text(LADDER.replace("CHANCE", "  pick luck from 1..5"), encoding="utf-8")
    told = run("show", path).stdout
    assert "The table at the beginning, as all see it, with seed 0\n  luck  " in told


def test_what_goes_wrong_in_the_set_up_is_told_below_the_rest(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "ladder.game"
    path.write_text(
        LADDER.replace("CHANCE", "  each c in square\n    gain 1 luck"), encoding="utf-8"
    )
    done = run("show", path)
    assert done.exit_code == 0 and "1  .   ." in done.stdout and "Score" in done.stdout
    said = " ".join(done.stdout.split())
    assert "a game does not begin: " in said and "luck would become 6, outside 0..5" in said


def test_nothing_is_shown_that_only_one_player_sees(run: Run) -> None:
    told = run("show", "ferry.game").stdout.partition("The table at the beginning")[2]
    assert "hold 1 unseen" in told.partition("Score")[0]


def test_show_as_json(run: Run) -> None:
    told = json.loads(run("show", "ferry.game", "--json").stdout)
    assert told["boards"][0]["places"] == ["Ayr", "Bute", "Coe", "Dun", "Eigg", "Foula"]
    assert {cell["name"]: cell["seen"] for cell in told["cells"]}["store"] == "nobody"
    assert told["elements"]["lane"][0] == {
        "name": "Ayr-Bute",
        "ends of lane": "Ayr, Bute",
        "toll": "3",
    }


def test_seats_without_names_are_told_as_seats(run: Run) -> None:
    rules = Path("ferry.game")
    text = rules.read_text().partition("\nscenario")[0].replace(" named red, blue", "")
    rules.write_text(text)
    done = run("play", "ferry.game", "--seed", "3", input="")
    assert "seat 0 (you)  coins 3" in done.stdout
    assert "seat 1" in done.stdout


def test_rule_files_are_printed_as_they_are(run: Run) -> None:
    """Those of libraries first; what is printed is the very text."""
    shown = run("show", "klondike", "--source").stdout
    files = load("klondike").files
    assert len(files) == 2
    assert shown == "".join(f"# {file.name}\n{file.text}" for file in files)
    assert run("show", "klondike", "--source", "--json").exit_code == 2


STONES = """game stones "Stones"
  players 2
type hole from "holes.csv" named by name
  width: 1..20
component stone from "stones.csv" named by name
  size: 1..20
zone heap: set of stone
zone away: set of stone
define weight of s: stone = size of s * 2
define twice of s: stone = size of s * 4
define fits(s: stone, h: hole) = width of h >= size of s
define just_fits(s: stone, h: hole) = width of h is size of s
setup
  move stone to heap
phase main
  turns until passes is 2
    choose turn
      take(s in heap, h in hole where fits(s, h) and not just_fits(s, h))
        needs weight of s < twice of s  else "it is too light"
        move s to away
score n of p: size of away
winner most score
"""


def test_what_nobody_would_read_is_no_column(run: Run, tmp_path: Path) -> None:
    """Large sets are left out, which is said; so is what a look leaves out, but what a table says
    of a component stays where components are listed."""
    path = tmp_path / "stones.game"
    path.write_text(STONES)
    for kind in ("stone", "hole"):
        rows = (f"{kind[0].upper()}{number},{number}" for number in range(1, 21))
        of = "size" if kind == "stone" else "width"
        (tmp_path / f"{kind}s.csv").write_text("\n".join((f"name,{of}", *rows)))

    def columns() -> tuple[list[str], list[str]]:
        shown = run("show", str(path)).stdout
        book = run("rulebook", str(path), "--format", "md").stdout
        assert ("left out, as too long for a list: fits\n" in shown) == (
            "Left out, as too long for a list: *fits*." in book
        )
        heads = [row for row in shown.splitlines() if row.split()[:2] == ["stone", "size"]]
        titles = [row for row in book.splitlines() if row.startswith("| stone |")]
        listed = [part.strip(" *") for part in titles[0].strip("|").split("|")]
        assert heads[0].split() == " ".join(listed).split()
        return listed, [row for row in shown.splitlines() if row.startswith("left out")]

    left_out = ["left out, as too long for a list: fits"]
    assert columns() == (["stone", "size", "weight", "twice", "just fits"], left_out)
    (tmp_path / "stones.look.csv").write_text("name,show\ntwice,no\njust_fits,no\nsize,no\n")
    assert columns() == (["stone", "size", "weight"], left_out)
    (tmp_path / "stones.look.csv").write_text("name,show\nfits,no\n")
    assert columns() == (["stone", "size", "weight", "twice", "just fits"], [])


def test_the_beginning_is_that_of_the_seed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "ladder.game"
    path.write_text(LADDER.replace("CHANCE", "  pick luck from 1..5"), encoding="utf-8")
    told = {seed: run("show", path, "--seed", str(seed)).stdout for seed in range(6)}
    assert told[0] == run("show", path).stdout
    assert all(f"as all see it, with seed {seed}\n" in text for seed, text in told.items())
    assert len({text.rpartition("  luck  ")[2].split()[0] for text in told.values()}) > 1
    pictures = [run("show", path, "--svg", "-", "--seed", str(seed)).stdout for seed in range(6)]
    assert len(set(pictures)) > 1
    refused = run("show", path, "--seed", "1", "--json")
    assert refused.exit_code == 2 and "--seed is for the table" in refused.stderr


def test_a_library_is_shown_by_what_it_declares(run: Run) -> None:
    told = run("show", "standard_deck").stdout
    assert told.startswith("The standard deck  (standard_deck)\nFifty-two cards: ")
    assert "\n  type colour: black, red\n" in told and '"A playing card"\n    rank: 1..13\n' in told
    assert "Card (52)" in told and "Ace of Clubs       1     Clubs     black" in told
    assert "alone" not in told
    source = run("show", "standard_deck", "--source").stdout
    assert source.startswith('# standard_deck/standard_deck.game\nlibrary standard_deck "')
    assert source.endswith("\n") and "alone" not in source
    assert run("show", "standard_deck", "--table", "card").stdout.startswith(
        "name,rank,suit,colour\n"
    )
    data = json.loads(run("show", "decktet", "--json").stdout)
    assert data["name"] == "decktet" and len(data["elements"]["card"]) == 45
    assert "type suit: Moons, Suns, Waves, Leaves, Wyrms, Knots" in data["declarations"][0]
    refused = run("show", "standard_deck", "--seats", "2")
    assert refused.exit_code == 2 and "is a library" in refused.stderr

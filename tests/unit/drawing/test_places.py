"""Pictures, logs and menus, piece by piece."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.core.look import prefixes
from rulewright.drawing.attributes import Attributes
from rulewright.drawing.lines import plain_text
from rulewright.drawing.pictures import Pictures
from rulewright.drawing.places import Edge, Picture, draw
from rulewright.drawing.table import TableView
from rulewright.game import Game, load
from rulewright.transcript import Transcript
from rulewright_cli.menu import menu
from rulewright_cli.screen import columns, flowing


@pytest.fixture(scope="module")
def ruta() -> Game:
    return load("ruta", engine="reference")


def test_prefixes_tell_labels_apart() -> None:
    assert prefixes(["Moons", "Suns", "Waves", "Wyrms"]) == ("M", "S", "Wa", "Wy")
    assert prefixes(["a", "ab", "abc"]) == ("a", "ab", "abc")
    assert prefixes(["9", "10", "120"]) == ("9", "10", "120"), "numbers are whole"


def test_facts_are_columns_and_definitions(ruta: Game) -> None:
    card, route = (d for d in ruta.program.domains if d.kind in ("component", "edge"))
    facts = {fact.name: fact for fact in Attributes(ruta.program).of(card)}
    assert list(facts) == ["value", "suits", "kind", "rank", "in_deck"]
    assert facts["value"].text(card.labels.index("Harvest")) == ""
    assert facts["rank"].text(card.labels.index("Harvest")) == "10"
    assert Attributes(ruta.program).brief(card)[card.labels.index("Rite")] == "10 M L Wy"
    assert Attributes(ruta.program).brief(route)[0] == "9 L"


def test_facts_depend_on_options() -> None:
    off = load("ruta", options={"excuse": "off"}, engine="reference")
    (card,) = (d for d in off.program.domains if d.kind == "component")
    in_deck = next(fact for fact in Attributes(off.program).of(card) if fact.name == "in_deck")
    assert in_deck.text(card.labels.index("Excuse")) == "no"


def test_what_names_say_is_no_fact(tmp_path: Path) -> None:
    rules = """game quay "Quay"
  players 2
type good from "goods.csv" named by good
type want: salt_only, both
component cube from "goods.csv" named by good, how many by count
  good: good
component ship from "ships.csv" named by ship
  want: want
component coin from "coins.csv" named by coin, how many by count
  metal: good
zone supply: set of cube
setup
  move all c in cube to supply
phase play
  turns until supply is empty
    choose main
      take(c in supply)
        move c from supply to limbo
zone limbo: set of cube
score alike of p: how many c in cube, d in coin where good of c is metal of d
score most of p: how many s in ship where want of s is both
winner most score
"""
    tables = {
        "goods": "good,count\nsalt,2\nsilk,1\n",
        "ships": "ship,want\nDrake,both\nHeron,salt_only\n",
        "coins": "coin,count,metal\nsalt,2,salt\ngroat,1,silk\n",
    }
    for name, text in tables.items():
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    (tmp_path / "quay.game").write_text(rules, encoding="utf-8")
    game = load(str(tmp_path / "quay.game"), engine="reference")
    facts = Attributes(game.program)
    told = {d.name: facts.brief(d) for d in game.program.domains if d.kind == "component"}
    assert told == {
        "cube": ("", "", ""),
        "ship": ("both", "salt only"),
        "coin": ("salt", "salt", "silk"),
    }


def test_a_picture_with_every_kind_of_edge() -> None:
    picture = Picture(
        rows=2,
        columns=2,
        names=("Ant", "Bee", "Cat", "Dog"),
        notes=("1", "2", "3", "4"),
        edges=(
            Edge("Ant-Bee", (0, 1), fixed="9"),
            Edge("Cat-Dog", (2, 3), mark="[R]"),
            Edge("Ant-Cat", (0, 2), mark="[B]"),
            Edge("Bee-Dog", (1, 3), fixed="12"),
            Edge("Ant-Dog", (0, 3), fixed="7"),
        ),
    )
    assert plain_text(draw(picture, 80)).splitlines() == [
        "Ant-----9-Bee",
        "1         2",
        "  ||[B]     |12",
        "Cat===[R]=Dog",
        "3         4",
        "Ant-Dog 7",
    ]


def test_long_names_are_cut_to_the_width() -> None:
    picture = Picture(1, 3, ("A very long name indeed",) * 3, ("",) * 3)
    (line,) = plain_text(draw(picture, 60)).splitlines()
    assert len(line) <= 60


FEES = Picture(
    rows=1,
    columns=3,
    names=("Castle", "Borderland", "Rite"),
    notes=("7 S K", "10 Wa L Wy", "10 M"),
    marks=((), ("fee 10",), ("fee 2", "gate shut")),
)


def test_what_marks_say_stands_behind_what_is_fixed_where_all_has_room() -> None:
    assert plain_text(draw(FEES, 80)).splitlines() == [
        "Castle                Borderland            Rite",
        "7 S K                 10 Wa L Wy fee 10     10 M fee 2 gate shut",
    ]


@pytest.mark.parametrize("width", [54, 40, 30, 20, 12])
def test_no_number_on_a_board_is_cut_where_there_is_little_room(width: int) -> None:
    lines = plain_text(draw(FEES, width)).splitlines()
    words = [word for text in lines for word in text.split()]
    assert [word for word in words if word.isdigit()].count("10") == 3
    assert "2" in words
    assert width < 30 or max(map(len, lines)) <= width


def test_marks_stand_in_lines_of_their_own_where_both_have_no_room() -> None:
    assert plain_text(draw(FEES, 50)).splitlines() == [
        "Castle           Borderland       Rite",
        "7 S K            10 Wa L Wy       10 M",
        "                 fee 10           fee 2 gate shut",
    ]


def test_a_table_shows_what_its_seat_sees(ruta: Game) -> None:
    state = ruta.start(seed=7)
    table = TableView(Attributes(ruta.program))
    text = plain_text(table.lines(state.observation(0), 80))
    own = state.observation(0)["cells"]["hand"]["first"]  # type: ignore[index,call-overload]
    other = state.observation(1)["cells"]["hand"]["second"]  # type: ignore[index,call-overload]
    assert all(str(card) in text for card in own)  # type: ignore[union-attr]
    assert not any(str(card) in text for card in other)  # type: ignore[union-attr]


def test_a_log_hides_a_secret_choice_until_it_is_made(ruta: Game) -> None:
    state = ruta.start(seed=7)
    log = Transcript()
    moves = ["claim Sailor-Mill", "pay Discovery", "pay Cave", "commit"]
    for number, text in enumerate(moves, start=1):
        before = state.copy()
        move = next(move for move in state.legal_moves() if str(move) == text)
        state.apply(move)
        log.add(before, move, state)
        told = [text for _, text in log.told(state, seat=1)]
        assert told == (moves if number == 4 else moves[:1])
    assert [text for _, text in Transcript.of(state).told(state, seat=1)] == moves
    log.cut(2)
    assert len(log.entries) == 2


def test_a_menu_numbers_moves_under_the_words_of_the_rules(ruta: Game) -> None:
    moves = ruta.start(seed=7).legal_moves()
    lines = plain_text(menu(moves, 80, range(len(moves)))).splitlines()
    assert lines[0] == "Take a card from the draft board: 1 take Chance Meeting   2 take Savage"
    assert lines[1] == "Draw the top card of the pile: 3 draw"
    assert lines[2] == "Claim a trade route:"


def test_columns_wrap_only_the_last() -> None:
    assert columns([("a", "word " * 6), ("long", "x")], 30) == [
        "  a     word word word word",
        "        word word",
        "  long  x",
    ]


def test_flowing_fills_rows() -> None:
    assert flowing(["one", "two", "three"], 16) == ["one    two", "three"]


TOWNS = """game towns "Towns"
  players 2 named Ann, Bob
component town from "towns.csv" named by name
component card from "cards.csv" named by name
board map: grid 2 by 2 of town from "map.csv"
mark robber: town or none, starts Oak     "Where the robber is"
mark pawn of seat: town or none, starts Ash   "Where it stands"
mark goal of seat: town or none, seen by owner   "Where it is to go"
mark prize of town: card or none          "What is to be won there"
zone heap of town: stack of card
zone chest of town: stack of card, seen by nobody
zone post of town: slot of card
setup
  move a to heap of Fir
  move b to heap of Fir
  move c to heap of Fir
  move d to heap of Elm
  move e to chest of Elm
  move g to chest of Elm
  shuffle chest of Elm
  move f to post of Ash
  set prize of Elm to a
  set goal of Bob to Fir
phase play
  turns until passes is 2
    choose main
      go(t in town)
        set pawn of me to t
        set goal of me to t
        set robber to t
      stop
        pass
score there of p: 1 when pawn of p is goal of p else 0
winner most score
"""


def towns(folder: Path) -> Game:
    (folder / "towns.csv").write_text("name\nOak\nElm\nAsh\nFir\n", encoding="utf-8")
    (folder / "cards.csv").write_text("name\na\nb\nc\nd\ne\nf\ng\n", encoding="utf-8")
    places = "row,column,name\n1,1,Oak\n1,2,Elm\n2,1,Ash\n2,2,Fir\n"
    (folder / "map.csv").write_text(places, encoding="utf-8")
    (folder / "towns.game").write_text(TOWNS, encoding="utf-8")
    return load(str(folder / "towns.game"), engine="reference")


def test_what_lies_and_stands_on_a_place_is_drawn_there(tmp_path: Path) -> None:
    """Of what all may see; and a goal that its owner alone sees is drawn for that seat."""
    game = towns(tmp_path)
    state, table = game.start(seed=1), TableView(Attributes(game.program))

    def drawn(seat: int) -> list[str]:
        cells = state.observation(seat)["cells"]
        assert isinstance(cells, dict)
        return [" ".join(row.split()) for row in plain_text(table.boards(cells, 99)).splitlines()]

    assert drawn(0) == [
        "Oak Elm",
        "robber heap d chest 2? prize a",
        "Ash Fir",
        "post f [A pawn] [B pawn] heap c +2",
    ]
    assert drawn(1)[3] == "post f [A pawn] [B pawn] heap c +2 [B goal]"


def test_who_stands_on_a_place_is_in_its_picture(tmp_path: Path) -> None:
    game = towns(tmp_path)
    cells = game.start(seed=1).observation(1)["cells"]
    assert isinstance(cells, dict)
    (picture,) = Pictures(Attributes(game.program), cells).boards()
    texts = re.findall(r"<text[^>]*>([^<]*)", "".join(picture.parts))
    assert texts == [
        *("Oak", "robber", "Elm", "heap d chest 2? …"),
        *("Ash", "post f", "pawn", "A", "pawn", "B", "Fir", "heap c +2", "goal", "B"),
    ]
    told = plain_text(TableView(Attributes(game.program)).legend(80))
    assert "[A] Ann, [B] Bob" in told


MUD = """variant mud of ruta "Mud"
type way: closed, narrow
mark state of route: way or none                "How a road is"
mark wear of route: 0..3                  "Wear"
mark shut of route: yes or no             "Shut"
mark sunk of route: yes or no             "Sunk"
add at end of setup
  each r in route where price of r is 9
    set state of r to closed
    set wear of r to 1
  each r in route where price of r is 12
    set shut of r to yes
  each r in route where price of r is 15
    set sunk of r to yes
add at start of claim
  needs clear: state of r is none and wear of r is 0 and not (shut of r or sunk of r)   else "no"
"""


@pytest.mark.parametrize(
    ("look", "drawn", "legend"),
    [
        ("", ("[closed][1]", "[sh]", "[su]"), "[1] wear, [sh] shut, [su] sunk"),
        ("closed,C\nshut,Z\n", ("[C][1]", "[Z]", "[su]"), "[1] wear, [Z] shut, [su] sunk"),
    ],
)
def test_marks_of_edges_have_symbols_and_a_legend(
    look: str, drawn: tuple[str, ...], legend: str, tmp_path: Path
) -> None:
    (tmp_path / "mud.game").write_text(MUD)
    if look:
        (tmp_path / "mud.look.csv").write_text(f"name,symbol\n{look}")
    game = load("ruta", variants=[str(tmp_path / "mud.game")])
    state = game.start(seed=1)
    assert all(text in state.table(0) for text in drawn)
    view = TableView(Attributes(game.program))
    assert legend in plain_text(view.legend(80)).splitlines()

"""What belongs to a component stands beside its name, for those who see it."""

from collections.abc import Mapping
from pathlib import Path
from typing import cast

import pytest
from click.testing import CliRunner

from rulewright.drawing.attributes import Attributes
from rulewright.drawing.lines import plain_text
from rulewright.drawing.notes import Notes
from rulewright.drawing.table import TableView
from rulewright.game import Game, load
from rulewright.limits import Deadline
from rulewright.play.preview import Previews
from rulewright.state import State
from rulewright_cli.main import cli

RULES = """game rings "Rings on cards"
  players 2 named first, second

type side: left, right
component card from "cards.csv" named by name
  value: 1..9
component ring from "rings.csv" named by name
  weight: 1..3

zone hand of seat: set of card, seen by owner
zone table: set of card
zone tray: set of ring
zone worn(card, side): slot of ring, seen with card
mark bent of card: yes or no, seen with card
mark keeper of card: seat or nobody, seen with card

define load of c: card = total weight of r for r in {worn(c, left), worn(c, right)}
define strength of c: card = value of c + load of c
define heavy of c: card = load of c > 3

setup
  move all r in ring to tray
  each p in seat
    move all c in card to hand of p
    move hand of p to table

phase play
  turns until passes is 2
    choose main
      bend(c in hand of me where not bent of c)
        set bent of c to yes
        set keeper of c to me
      wear(c in hand of me, r in tray, s in side)
        move r to worn(c, s)
      show(c in hand of me where not heavy of c)
        move c to table
      else pass

score cards of p: total strength of hand of p
score kept of p: how many c in card where keeper of c is p
winner most score

scenario "Upgrades"
  given
    hand of first: Ace, Bee
    hand of second: Cat
    tray: gold, tin
  play wear Ace gold left
"""


LAYERS = """game layers "Layers"
  players 2

board row: grid 3 by 1
cells part of row named "{letter}{y}"
mark lamp of part: 0..1
define lit of p: part = lamp of p
define both0 of p: part = p is a1
LAYERS

phase play
  turns until passes is 2
    choose main
      press(p in part where both40 of p and lit of p < 1)
        set lamp of p to 1
      else pass

score it of p: total lamp of part
winner most score
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "cards.csv").write_text("name,value\nAce,1\nBee,2\nCat,3\nDog,4\n")
    (tmp_path / "rings.csv").write_text("name,weight\ngold,3\ntin,1\n")
    (tmp_path / "rings.game").write_text(RULES)
    return load(str(tmp_path / "rings.game"))


def begun(game: Game) -> State:
    state = game.position(game.scenarios()[0].steps[0])  # type: ignore[arg-type]
    for move in ("wear Ace gold left", "bend Cat", "bend Ace", "show Cat", "wear Ace tin right"):
        state.apply(move)
    return state


def shown(game: Game, seat: int) -> str:
    table = TableView(Attributes(game.program))
    text = plain_text(table.lines(begun(game).observation(seat), 100))
    return " ".join(text.split())


def test_what_belongs_to_a_card_is_told_to_its_owner(game: Game) -> None:
    text = shown(game, 0)
    assert "Ace (strength 5, heavy, gold, tin, bent, keeper: first)" in text
    assert "Bee (strength 2)" in text


def test_no_line_is_longer_than_there_is_room(game: Game) -> None:
    """Also of a card of which more is told than stands in a line."""
    table = TableView(Attributes(game.program))
    lines = plain_text(table.lines(begun(game).observation(0), 44)).splitlines()
    assert max(map(len, lines)) <= 44
    assert "Ace (strength 5, heavy, gold, tin, bent, keeper: first)" in " ".join(
        " ".join(lines).split()
    )


def test_others_are_told_of_what_lies_open(game: Game) -> None:
    text = shown(game, 1)
    assert "table Cat (strength 3, bent, keeper: second)" in text
    assert "Ace" not in text and "gold" not in text and "Bee" not in text


GROWING = """game field "A field that grows"
  players 1
component tile from "tiles.csv" named by name
board field: grid of tile
cells plot of field named "{x} {y}"
zone hand: set of tile
mark turned of tile: yes or no
define company of t: tile = size of field when t in field else 0
define is_centre of t: tile = field of '0 0' is t
define is_beyond of t: tile = field of '2 2' is t or plot of t is '1 0'
setup
  move all t in tile to hand
phase laying
  repeat until size of hand is 1
    choose main
      lay(t in hand, p in open of field)
        move t to field of p
        set turned of t to p is '1 0'
score company of p: total company of tile + (how many t in tile where turned of t)
score known of p: how many t in tile where is_centre of t or is_beyond of t
winner most score
"""


def test_what_the_rules_make_of_a_board_that_grows(tmp_path: Path) -> None:
    (tmp_path / "field.game").write_text(GROWING, encoding="utf-8")
    (tmp_path / "tiles.csv").write_text("name\nA\nB\nC\n", encoding="utf-8")
    game = load(str(tmp_path / "field.game"))
    state = game.start(seed=1)
    state.apply("lay A 0 0")
    state.apply("lay B 1 0")
    seen = cast("Mapping[str, object]", state.observation(0)["cells"])
    (tile,) = (d for d in game.program.domains if d.kind == "component")
    notes = Notes(Attributes(game.program), seen)
    assert [notes.about(tile, label) for label in "ABC"] == [
        "company 2, is centre", "company 2, is beyond, turned", "company 0",
    ]  # fmt: skip


TOLLS = """game tolls "Tolls"
  players 2 named first, second

board map: grid 1 by 3 of place from "map.csv"
component place from "places.csv" named by name
  height: 1..9
edges road of map
type town: Aix, Ulm

mark season: town or none  "Where it rains"
mark wish of seat: town or none, seen by owner  "Where one would be"
mark purse of seat: 0..20, starts 9
mark guard of town: seat or nobody

define plain of r: road = total height of ends of r
define fare of r: road = plain of r - OFF  "What a ride costs"
define plain_toll of t: town = 3 when t is Aix else 4
define toll of t: town = plain_toll of t + (0 when guard of t is nobody or guard of t is me else 2)
define idle of t: town = 1 when guard of t is nobody else 2

setup
  set season to START
  set wish of first to START

phase play
  turns until passes is 2
    choose main
      ride(r in road)
        needs fare of r <= purse of me  else "too much"
      stay(t in town where toll of t <= purse of me)
        spend toll(t) purse of me
        set guard of t to me
      else pass

score left of p: purse of p + idle of Aix - idle of Ulm
winner most score
"""


def tolls(folder: Path, off: str, start: str) -> State:
    rules = TOLLS.replace("OFF", off).replace("START", start)
    (folder / "tolls.game").write_text(rules, encoding="utf-8")
    (folder / "map.csv").write_text("row,column,name\n1,1,A\n1,2,B\n1,3,C\n")
    (folder / "places.csv").write_text("name,height\nA,1\nB,2\nC,4\n")
    return load(str(folder / "tolls.game"), engine="reference").start(seed=1)


def words_of(state: State, start: str) -> str:
    move = next(move for move in state.legal_moves() if str(move).startswith(start))
    return Previews(state.engine.program).words(state, move)


SECRET = "(2 when wish of me is Ulm else 0)"  # each seat knows its own


@pytest.mark.parametrize(
    ("off", "start", "fare", "on_board"),
    [
        ("(2 when season is Ulm else 0)", "Ulm", 1, 1),
        ("(2 when season is Ulm else 0)", "none", 3, 3),
        (SECRET, "Ulm", 1, 3),  # of a board it is not said for whom it is drawn
        (SECRET, "none", None, 3),  # a hidden mark shows none, too
    ],
)
def test_numbers_of_places_are_told_as_they_stand(
    tmp_path: Path, off: str, start: str, fare: int | None, on_board: int
) -> None:
    """In moves and on boards, for who can know them; then no number of which they are made."""
    state = tolls(tmp_path, off, start)
    told = "plain 3" if fare is None else f"fare {fare}"
    assert words_of(state, "ride A-B") == f"ride A-B ({told})"
    view = TableView(Attributes(state.engine.program))
    for seat in (0, 1):
        cells = cast("Mapping[str, object]", state.observation(seat)["cells"])
        assert f"-{on_board}-B" in plain_text(view.boards(cells, 80))
    assert "fare    What a ride costs" in plain_text(view.meanings(80))


CHEAPER = """variant cheaper of ruta "Cheaper"
define bare of r: route = total rank of ends of r
replace define price of r: route = bare of r - (1 when tokens of me > 9 else 0)
"""


def test_who_chooses_sees_the_price_to_be_paid_all_the_time(tmp_path: Path) -> None:
    """On the board and above what is paid so far as in the list, not the number it is made of."""
    (tmp_path / "cheaper.game").write_text(CHEAPER, encoding="utf-8")
    state = load(str(tmp_path / "cheaper.game"), engine="reference").start(seed=5)
    claim = "claim Sailor-Mill"
    for made in ["draw"] * 6:
        state.apply(made)
    assert words_of(state, claim) == f"{claim} (Waves, Leaves, price 11)"
    state.apply(claim)
    view = TableView(Attributes(state.engine.program))
    seen, other = (plain_text(view.lines(state.observation(seat), 80)) for seat in (0, 1))
    assert "claim        Sailor-Mill (11 Wa L)" in seen
    (chosen,) = plain_text(view.choice_lines(state.observation(0), 80)).splitlines()
    assert chosen == "claim  Sailor-Mill (11 Wa L)"
    assert "|11              |14" in seen
    assert "|12              |15" in other


def test_a_number_that_hangs_on_who_chooses_is_told_to_that_seat(tmp_path: Path) -> None:
    state = tolls(tmp_path, "(2 when season is Ulm else 0)", "Ulm")
    assert words_of(state, "stay Aix") == "stay Aix (toll 3)"  # idle is asked for by nothing done
    state.apply(next(move for move in state.legal_moves() if str(move) == "stay Aix"))
    assert words_of(state, "stay Aix") == "stay Aix (toll 5, guard: first)"
    assert words_of(state, "stay Ulm") == "stay Ulm (toll 4)"


def test_what_a_definition_is_made_of_is_looked_at_once(tmp_path: Path) -> None:
    """Of 40 layers of definitions of which two rest on one in the layer below."""
    layers = "".join(
        f"define left{i} of p: part = not both{i} of p\ndefine right{i} of p: part = both{i} of p\n"
        f"define both{i + 1} of p: part = left{i} of p or right{i} of p\n"
        for i in range(40)
    )
    (tmp_path / "layers.game").write_text(LAYERS.replace("LAYERS\n", layers))
    with Deadline(20).enforced():
        program = load(str(tmp_path / "layers.game")).program
        part = next(domain for domain in program.domains if domain.name == "part")
        assert [one.name for one in Attributes(program).standing(part)] == ["lit"]


def test_an_edge_has_the_first_number_on_the_board_and_the_others_beside_its_name(
    tmp_path: Path,
) -> None:
    tolls(tmp_path, "1", "Ulm")
    rules = (tmp_path / "tolls.game").read_text(encoding="utf-8")
    gate = "define gate of r: road = 7 when season is Ulm else size of (ends of r)\n\nsetup"
    asked = '  else "too much"\n        needs gate of r < 9  else "shut"\n'
    rules = rules.replace("setup", gate, 1).replace('  else "too much"\n', asked)
    (tmp_path / "tolls.game").write_text(rules, encoding="utf-8")
    state = load(str(tmp_path / "tolls.game"), engine="reference").start(seed=1)
    assert words_of(state, "ride A-B") == "ride A-B (plain 3, gate 7)"
    attributes = Attributes(state.engine.program)
    cells = cast("Mapping[str, object]", state.observation(0)["cells"])
    assert "-3-B" in plain_text(TableView(attributes).boards(cells, 80))
    road = next(domain for domain in state.engine.program.domains if domain.name == "road")
    assert Notes(attributes, cells).named(road, "A-B") == "A-B (3, gate 7)"


def test_show_has_the_numbers_of_edges_as_they_stand_at_the_beginning(tmp_path: Path) -> None:
    tolls(tmp_path, "(2 when season is Ulm else 0)", "Ulm")
    shown = CliRunner().invoke(cli, ["show", str(tmp_path / "tolls.game")]).output
    assert [" ".join(row.split()) for row in shown.splitlines()][-3:] == [
        "road plain fare at first", "A-B 3 1", "B-C 6 4",
    ]  # fmt: skip


STALLS = """\
game fair "A fair"
  players 2 named Ann, Bob

type stall from "stalls.csv" named by slot
  cost: 0..3
mark bought of seat: set of stall
mark favourite of seat: stall or none    "What was bought last"
mark paid of seat: 0..9

phase play
  turns until every p in seat has size of bought of p is 2
    choose main
      buy(s in stall where s not in bought of me)
        set bought of me to bought of me + {s}
        set favourite of me to s
        gain (cost of s) paid of me

score least of p: 9 - paid of p
winner most score
"""


def test_what_a_name_of_a_type_stands_for_is_told_of_all_seats(tmp_path: Path) -> None:
    (tmp_path / "stalls.csv").write_text("slot,cost\n1,3\n2,2\n", encoding="utf-8")
    (tmp_path / "fair.game").write_text(STALLS, encoding="utf-8")
    state = load(str(tmp_path / "fair.game")).start(seed=1)
    state.apply("buy 1")
    state.apply("buy 2")
    for seat in (0, 1):
        told = state.table(seat)
        assert told.count("favourite 1 (3)") == told.count("bought 1 (3)") == 1, told
        assert told.count("favourite 2 (2)") == told.count("bought 2 (2)") == 1, told


SHOP = """game shop "A shop"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
  cost: 1..19
zone shop: set of card
zone hand of seat: set of card
mark coins of seat: 0..99, starts 50
mark sale: yes or no
define price of c: card = max(1, cost of c - (2 when sale else 0)) "What a card costs"
define older of c: card = cost of c + (how many d in shop)
setup
  move all c in card to shop
phase buying
  turns until passes is 2
    choose main
      buy(c in shop)
        needs rich: coins of me >= price of c   else "{c} costs {price of c}"
        spend (price of c) coins of me
        move c to hand of me
      sell
        set sale to yes
      else pass
score cards of p: total older of hand of p
winner most score
"""


def test_what_the_rules_make_of_a_printed_number_is_told_while_it_is_another(
    tmp_path: Path,
) -> None:
    """If what may be done asks for it, and only then."""
    rows = "name,cost\nAnt,3\nBee,1\n"
    (tmp_path / "cards.csv").write_text(rows)
    (tmp_path / "shop.game").write_text(SHOP)
    state = load(str(tmp_path / "shop.game")).start(seed=1)

    def told() -> list[str]:
        previews = Previews(state.engine.program)
        words = (previews.words(state, move) for move in state.legal_moves())
        return [one for one in words if one.startswith("buy")]

    assert told() == ["buy Ant (3)", "buy Bee (1)"]
    state.apply("sell")
    assert told() == ["buy Ant (3, price 1)", "buy Bee (1)"]


def test_a_number_that_the_name_says_is_not_told_behind_it(tmp_path: Path) -> None:
    """Unless a name says another one."""
    rows = "name,cost\nThree of Bees,3\nCard 12,12\nJack of Bees,11\n"
    (tmp_path / "cards.csv").write_text(rows)
    (tmp_path / "shop.game").write_text(SHOP)
    game = load(str(tmp_path / "shop.game"))
    state = game.start(seed=1)
    cells = cast("Mapping[str, object]", state.observation(0)["cells"])
    notes = Notes(Attributes(game.program), cells)
    card = next(one for one in game.program.domains if one.name == "card")
    assert [notes.named(card, label) for label in card.labels] == [
        "Three of Bees",
        "Card 12",
        "Jack of Bees (11)",
    ]
    state.apply("sell")
    sold = Notes(Attributes(game.program), state.observation(0)["cells"])  # type: ignore[arg-type]
    assert sold.named(card, "Three of Bees") == "Three of Bees (price 1)"
    (tmp_path / "cards.csv").write_text(rows + "Four of Ants,14\n")
    other = load(str(tmp_path / "shop.game"))
    cells = cast("Mapping[str, object]", other.start(seed=1).observation(0)["cells"])
    card = next(one for one in other.program.domains if one.name == "card")
    notes = Notes(Attributes(other.program), cells)
    assert notes.named(card, "Three of Bees") == "Three of Bees (3)"

"""Tables as text and as pictures: what a seat sees, and nothing else, in every game."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import pytest

import rulewright as rw
from rulewright.core.ir import SetOf
from rulewright.drawing.attributes import attributes_of
from rulewright.drawing.cells import legend_of_cells
from rulewright.drawing.lines import plain_text
from rulewright.drawing.notes import Notes, in_words
from rulewright.drawing.table import TableView

SVG = "{http://www.w3.org/2000/svg}"
NAMES = [info.name for info in rw.games()]


@cache
def middle(name: str) -> tuple[rw.State, ...]:
    """A few states of a random game, the last of all among them."""
    state = rw.load(name).start(seed=11)
    found, luck = list[rw.State](), random.Random(5)
    for number in range(40):
        if state.over:
            break
        if number in (1, 25):
            found.append(state.copy())
        state.apply(luck.choice(state.legal_moves()))
    return *found, state


def texts(picture: str) -> Iterator[str]:
    """What is written in a picture."""
    for node in ElementTree.fromstring(picture).iter(f"{SVG}text"):
        assert node.text is not None
        yield node.text


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_one_svg_that_needs_nothing_else(name: str) -> None:
    for state in middle(name):
        picture = state.svg()
        root = ElementTree.fromstring(picture)
        assert root.tag == f"{SVG}svg"
        kinds = {node.tag.removeprefix(SVG) for node in root.iter()}
        shapes = {"rect", "circle", "line", "path", "polygon"}
        assert kinds <= {"svg", "title", "style", "g", "text"} | shapes
        assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
        assert next(texts(picture)) == str(state).splitlines()[0]


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_cannot_tell_apart_looks_the_same(name: str) -> None:
    for state in middle(name):
        if state.over:
            continue
        for seat in range(state.engine.program.seats.size):
            told = state.picture(seat, lit=()), state.table(seat)
            other = state.redealt(seat, 1)
            assert (other.picture(seat, lit=()), other.table(seat)) == told


def test_without_a_seat_it_is_the_one_to_move() -> None:
    for state in (middle("leduc_poker")[0], rw.load("goofspiel").start(seed=2)):
        assert isinstance(state.to_move, int)
        assert state.svg() == state.svg(state.to_move)
        assert state.table() == state.table(state.to_move) == f"{state}\n"


def test_at_the_end_it_is_what_all_see() -> None:
    folded = rw.load("kuhn_poker").start(seed=1)
    for move in ("bet", "fold"):
        folded.apply(move)
    assert folded.over
    own = {text for seat in range(2) for text in texts(folded.svg(seat))}
    shown = set(texts(folded.svg()))
    cards = {"Jack", "Queen", "King"}
    assert len(own & cards) == 2 and not shown & cards
    assert "Kuhn poker: first wins" in shown


LAID = """game odd
  players 2

type colour: red, blue

component card from "cards.csv" named by card
  colour: colour

zone laid: set of card

setup
  move all c in card to laid

phase main
  turns until passes is 2
    choose main
      else pass

score points of p: how many c in laid where colour of c is red
winner most score
"""


def test_names_from_tables_are_written_as_they_are(tmp_path: Path) -> None:
    names = ["<b>", "a & b", "</text>", "]]>", "<!-- x", "Ünï €"]
    rows = "\n".join(f'"{name}",red' for name in names)
    (tmp_path / "cards.csv").write_text(f"card,colour\n{rows}\n", encoding="utf-8")
    (tmp_path / "odd.game").write_text(LAID, encoding="utf-8")
    state = rw.load(str(tmp_path / "odd.game")).start(seed=1)
    shown = set(texts(state.svg(0)))
    assert {name for name in names if len(name) < 12} <= shown
    assert shown.isdisjoint({"b", "b>"})


def test_a_game_shows_its_beginning() -> None:
    game = rw.load("connect_four")
    assert game.svg().count("<circle") == 0
    page = game._repr_html_()
    assert "Connect Four (connect_four), 2 seats." in page and "<svg" in page


def test_moves_are_shown_with_their_words_and_rules(tmp_path: Path) -> None:
    rules = tmp_path / "odd.game"
    rules.write_text(
        "game odd\n  players 1\n\nmark left: 0..150, starts 150\n\nphase play\n"
        "  turns until left is 0\n    choose main\n"
        '      take(n in 1..left) named "<b>take</b> {n}"   "Take & <i>keep</i>"   ODD-1, ODD-2\n'
        "        spend n left\n\nwinner p where left is 0\n"
    )
    state = rw.load(str(rules)).start(seed=1)
    offered = state.legal_moves()
    assert offered[0]._repr_html_() == (
        "<p><code>&lt;b&gt;take&lt;/b&gt; 1</code> Take &amp; &lt;i&gt;keep&lt;/i&gt; "
        "<small>ODD-1, ODD-2</small></p>"
    )
    table, rest = offered._repr_html_().split("</table>")  # type: ignore[attr-defined]
    rows = ElementTree.fromstring(f"{table}</table>")
    assert [row[0][0].text for row in rows] == [str(move) for move in offered[:100]]
    assert rest == "<p>and 50 more</p>"
    state.apply(offered[99])
    assert state.legal_moves()._repr_html_().endswith("</table>")  # type: ignore[attr-defined]


def test_what_a_move_names_is_drawn_and_stands_out() -> None:
    state = rw.load("breakthrough").start(seed=1)
    plain, move = state.svg(), state.legal_moves()[0]
    assert "stroke-width:3" not in plain
    assert state.svg(move=move).count("stroke-width:3") == 2 == move.svg().count("stroke-width:3")
    assert "<title>move a2-a3</title>" in move.svg() and ">W<" not in move.svg()
    paying = rw.load("ruta").start(seed=1)
    while not str(paying.legal_moves()[0]).startswith("claim"):
        paying.apply(paying.legal_moves()[0])
    claim = paying.legal_moves()[0]
    one, other = str(claim).removeprefix("claim ").split("-")
    drawn = claim.svg()
    assert f">{one}<" in drawn and f">{other}<" in drawn and drawn.count("stroke-width:3") == 2
    with pytest.raises(rw.UsageError, match="a move"):
        state.svg(move="move a2-a3")  # type: ignore[arg-type]


def test_the_top_of_a_stack_stands_to_the_right_as_on_a_table() -> None:
    state = rw.load("klondike").start(seed=3)
    state.apply("draw")
    state.apply("draw")
    cells = state.observation(0)["cells"]
    assert isinstance(cells, dict) and isinstance(cells["waste"], list)
    top, below = map(str, cells["waste"])
    drawn = "".join(ElementTree.fromstring(state.svg()).itertext())
    first = [drawn.index(name.split()[0] + " of") for name in (below, top)]
    assert first == sorted(first), (top, below)


def test_cards_are_drawn_as_they_are_now_and_points_stand_above() -> None:
    state = rw.load("ruins", seats=2).start(seed=1)
    flip = next(move for move in state.legal_moves() if str(move).startswith("flip"))
    assert ">rank 1, night<" not in state.svg()
    state.apply(flip)
    seat = 0 if str(flip).split()[1] in str(state.observation(0)["cells"]) else 1
    assert ">night<" in state.svg(seat=seat)
    assert "score\N{EM SPACE}seat 0: 0" in state.svg()  # as on the screen: nobody is ahead
    game = rw.load("pig").start(seed=3)
    while not any(game.scores()):
        game.apply(str(game.legal_moves()[-1]))
    assert "score\N{EM SPACE}seat 0:" in game.svg()


SUSPECTS = """game suspects "Suspects"
  players 2 named Ann, Bob
mark suspect of seat: seat or nobody, starts nobody, seen by owner   "Whom one suspects"
mark alibi of seat: seat or nobody, starts nobody, seen by nobody    "Who was there"
phase main
  turns until passes is 2
    choose main secretly                "Whom do you suspect?"
      accuse(p in seat)                 "Suspect somebody"
        set suspect of me to p
        set alibi of p to me
      else pass
score right of p: 1 when suspect of p is nobody and alibi of p is nobody else 0
winner most score
"""


def test_a_mark_of_ones_own_is_told_though_it_holds_nothing(tmp_path: Path) -> None:
    (tmp_path / "suspects.game").write_text(SUSPECTS)
    state = rw.load(str(tmp_path / "suspects.game")).start(seed=1)
    rows = [line.split() for line in state.table(0).splitlines()]
    assert ["Ann", "(you)", "suspect", "nobody"] in rows
    assert ["Bob", "suspect", "hidden"] in rows
    assert "alibi" not in state.table(0), "nobody ever sees it"


def test_what_a_picture_says_has_room_in_it() -> None:
    """Its heading, what is said of a card, also between its sides, and words side by side."""
    board = rw.load("breakthrough").start(seed=1).picture()
    assert board.width >= 10 * len(board.title) + 24
    state = rw.load("ruin_runner", seats=3).start(seed=6)
    said = [text for text in texts(state.svg(0)) if "teleport" in text]
    assert said == ["kind teleport", "teleport"], "in lines as long as there is room for"
    pig = rw.load("pig", seats=3).start(seed=3)
    while not any(pig.scores()):
        pig.apply(str(pig.legal_moves()[-1]))
    [points] = [text for text in texts(pig.svg(0)) if text.startswith("score")]
    assert "  " not in points and points.count("\N{EM SPACE}") == 3


def test_what_lies_on_a_component_is_told_piece_by_piece() -> None:
    """Their names have several words."""
    notes = Notes(
        attributes_of(program := rw.load("ruins").program),
        {
            "upgrades": {"1a": ["middle wild c", "bottom light 1 b"]},
            "night": {"1a": True},
            "claimed": {"1a": None},
        },
    )
    [ruin] = [domain for domain in program.domains if domain.name == "ruin"]
    told = notes.about(ruin, "1a")
    assert told.endswith("wild, middle wild c, bottom light 1 b, night")
    chips = SetOf(next(domain for domain in program.domains if domain.name == "discovery"))
    assert in_words(chips, ["top rank 2 c", "middle wild c"]) == "top rank 2 c + middle wild c"
    assert in_words(chips, ["red", "blue"]) == "red blue"


def test_seats_without_names_are_called_seats_also_in_sets() -> None:
    view = TableView(attributes_of(rw.load("ruins", seats=3).program))
    seen = rw.load("ruins", seats=3).start(seed=1).observation(0)
    cells = seen["cells"]
    assert isinstance(cells, dict) and "showdown" in cells
    cells["showdown"] = ["0", "2"]
    told = plain_text(view.lines(seen, 80)).splitlines()
    assert any(row.split() == ["showdown", "seat", "0,", "seat", "2"] for row in told)


def test_what_is_hidden_of_a_seat_is_told_once() -> None:
    """Not for each face of a die; and a bid does not say its number twice."""
    state = rw.load("liars_dice", seats=2).start(seed=1)
    state.apply("bid 1 fours")
    rows = [line.split() for line in state.table(0).splitlines()]
    assert ["seat", "1", "under", "hidden", "won", "0"] in rows
    assert ["standing", "1", "fours"] in rows
    assert ["under", "hidden"] not in (row[3:5] for row in rows if "(you)" in row)


def test_the_rules_say_what_stands_on_the_table() -> None:
    """Zones, marks, what is told beside components, and points; of a box nothing is said, and
    nothing of what nobody sees."""
    view = TableView(attributes_of(rw.load("liars_dice").program))
    assert plain_text(view.meanings(44)).splitlines() == [
        "under       Dice under the cups",
        "shown       Dice when the cups are lifted",
        "standing    The bid that stands",
        "bidder      Whose bid it is",
        "won         Who was right, and who was wrong",
        "score, won  1 for who was right, -1 for who",
        "            was wrong",
    ]
    told = plain_text(TableView(attributes_of(rw.load("ruins").program)).meanings(60)).splitlines()
    assert "wild           A wild ruin goes with others of any rank" in told
    assert not any("box" in row for row in told)


def test_what_is_told_nowhere_on_the_table_is_not_explained(tmp_path: Path) -> None:
    """Definitions about seats stand beside nothing, those about cards that carry something do."""
    (tmp_path / "cards.csv").write_text("name\nfox\nowl\n", encoding="utf-8")
    (tmp_path / "few.game").write_text(
        """game few "Few"
  players 2
component card from "cards.csv" named by name
zone shown of seat: set of card                  "Before a player"
zone middle: set of card                         "In the middle"
mark fed of card: 0..9                           "How often it was fed"
define has_lost of p: seat = size of shown of p > 1      "Who has lost"
define is_fat of c: card = fed of c > 2          "Is it fat?"
setup
  move all c in card to middle
phase play
  turns until some p in seat where has_lost of p
    choose main
      feed(c in middle)
        gain 1 fed of c
        if is_fat of c
          move c to shown of me
      else pass
winner p where not has_lost of p
""",
        encoding="utf-8",
    )
    view = TableView(attributes_of(rw.load(str(tmp_path / "few.game")).program))
    told = plain_text(view.meanings(60))
    assert "Is it fat?" in told and "Who has lost" not in told


@pytest.mark.parametrize("name", ["ruta", "ruin_runner", "connect_four"])
def test_a_picture_that_stands_alone_needs_nothing_but_colours_as_all_know_them(name: str) -> None:
    """Many programs that show pictures know neither colours with names nor that of the text around:
    what is drawn so is black there, letters on black cards."""
    svg = rw.load(name).start(seed=1).svg(0)
    assert "var(" not in svg and "currentColor" not in svg
    light, dark = svg.partition("<style>")[2].partition("</style>")[0].split("@media")
    used = set(" ".join(re.findall(r' class="([^"]*-[^"]*)"', svg)).split())
    assert len(used) > 3
    for one in used:
        assert re.search(rf"\.{one} {{ (fill|stroke): #\w{{6}}; }}", light)
        assert f".{one} {{" in dark


def test_the_end_is_said_as_the_rules_say_it() -> None:
    """Why a game was lost, and that nobody has won; not only that it is over."""
    said = dict[str, set[str]]()
    for name, seeds in (("quetinny", 2), ("tic_tac_toe", 25)):
        for seed in range(seeds):
            state, luck = rw.load(name).start(seed=seed), random.Random(seed)
            while not state.over:
                state.apply(luck.choice(state.legal_moves()))
            first = str(state).split("\n", 1)[0]
            assert f">{first}<" in state.svg()
            said.setdefault(name, set()).add(first)
    assert "Quetinny: A tax could not be paid (loss, bankrupt)" in said["quetinny"]
    assert {title.split(": ")[1] for title in said["tic_tac_toe"]} == {
        "X wins",
        "O wins",
        "Nobody wins",
    }


def test_a_mark_that_is_none_is_told_as_that_and_of_many_marks_those_that_are_something(
    tmp_path: Path,
) -> None:
    (tmp_path / "bids.game").write_text(
        'game bids "Bids"\n'
        "  players 2 named Ann, Bob\n"
        "type suit: hearts, spades\n"
        'mark trump: suit or none "Trumps"\n'
        "mark dealer: seat or nobody\n"
        'mark wish of seat: suit or none "What a player wants"\n'
        "mark caller of suit: seat or nobody\n"
        "mark calls: 0..9\n"
        "mark called: set of suit\n"
        "phase play\n"
        "  turns until calls is 9\n"
        "    choose main\n"
        "      call(s in suit)\n"
        "        set trump to s\n"
        "        set caller of s to me\n"
        "        set wish of me to s\n"
        "        set dealer to nobody when dealer is me else dealer\n"
        "        gain 1 calls\n"
        "        set called to called + {s}\n"
        "score calls of p: how many s in suit where caller of s is p\n"
        "winner most score\n"
    )
    state = rw.load(str(tmp_path / "bids.game")).start(seed=1)
    assert [line.split() for line in state.table(0).splitlines()[-4:]] == [
        ["trump", "none"],
        ["dealer", "nobody"],
        ["Bob", "wish", "none"],
        ["Ann", "(you)", "wish", "none"],
    ]
    assert "trump none" in state.svg(0)
    state.apply("call spades")
    assert [line.split() for line in state.table(0).splitlines()[-7:]] == [
        ["trump", "spades"],
        ["dealer", "nobody"],
        ["calls", "1", "of", "9"],
        ["called", "spades"],
        ["caller", "spades:", "Ann"],
        ["Bob", "wish", "none"],
        ["Ann", "(you)", "wish", "spades"],
    ]


def test_marks_that_are_none_stand_in_one_row(tmp_path: Path) -> None:
    (tmp_path / "asked.game").write_text(
        "game asked\n  players 2 named Ann, Bob\ntype deed: steal, tax\n"
        'mark chooser: seat or nobody "C"\nmark act: deed or none "A"\n'
        'mark doubter: seat or nobody "D"\nmark loser: seat or nobody\nmark n: 0..9\n'
        "phase play\n  turns until n is 9\n    choose main\n      ask\n"
        "        set doubter to opponent\n        set chooser to me\n        gain 1 n\n"
        "      lose\n        set loser to me\n        set act to tax\n"
        "        set chooser to nobody\n        set doubter to nobody\n        gain 1 n\n"
        "winner p where p is loser\n",
        encoding="utf-8",
    )
    state = rw.load(str(tmp_path / "asked.game")).start(seed=1)

    def told() -> list[list[str]]:
        lines = (line.split() for line in state.table(0).splitlines())
        marks = ("act", "nobody:", "chooser", "doubter", "loser")
        return [line for line in lines if line and line[0] in marks]

    assert told() == [["act", "none"], ["nobody:", "chooser", "doubter", "loser"]]
    assert "nobody: chooser" in state.svg(0)
    state.apply("ask")
    assert told() == [
        ["chooser", "Ann"], ["act", "none"], ["doubter", "Bob"], ["loser", "nobody"],
    ]  # fmt: skip


def test_cells_with_commas_in_their_names_can_be_told_apart() -> None:
    state = rw.load("quetinny").start(seed=1)
    assert "waiting   0,0; 1,0; 1,1" in state.table(0).splitlines()


SLOTS = """game slots "Slots"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
type spot: left, right
zone deck: stack of card, seen by nobody
zone held(seat, spot): slot of card, seen by owner
setup
  move all c in card to deck
  shuffle deck
  deal 1 from deck to held(Ann, left)
  deal 1 from deck to held(Bob, right)
phase only
  turns until deck is empty
    choose main
      draw
        deal 1 from deck to held(me, right)
winner p where deck is empty
"""


def test_what_a_slot_holds_is_not_counted_and_an_empty_one_not_told(tmp_path: Path) -> None:
    """Whoever looks, and whether it is hidden from that seat or not."""
    (tmp_path / "slots.game").write_text(SLOTS)
    (tmp_path / "cards.csv").write_text("name\nCard1\nCard2\nCard3\n")
    state = rw.load(str(tmp_path / "slots.game")).start(seed=1)
    rows = state.table(0).splitlines()
    assert re.search(r"^Ann( \(you\))? +held left: Card\d$", "\n".join(rows), re.MULTILINE)
    assert re.search(r"^Bob +held right: unseen$", "\n".join(rows), re.MULTILINE)


TURN = """game turn "Turn"
  players 2 named Ann, Bob
mark starter: seat or nobody              "Who begins"
mark told: 0..9                           "What was told"
setup
  set starter to Ann
phase main
  let first = starter
  if first is not nobody
    turns from first until told > 0
      choose main
        tell(n in 1..3)
          let spare = 7 - n
          swap(spare)
to swap(all_of: 0..9)
  choose how
    more
      set told to all_of + 1
    less
      set told to all_of
score told of p: told when p is Ann else 0
winner most score
"""


def test_a_name_that_rules_give_a_value_is_not_drawn_but_what_was_chosen_is(
    tmp_path: Path,
) -> None:
    (tmp_path / "turn.game").write_text(TURN)
    state = rw.load(str(tmp_path / "turn.game")).start()
    assert "first" not in state.table(0)
    state.apply(state.legal_moves()[1])
    told = state.table(0)
    assert "tell     n 2" in told
    assert not any(name in told for name in ("first", "spare", "all of"))


GIN = """game gin "Gin"
  players 2 named Ann, Bob
component card from "gin.csv" named by name
  rank: 1..9
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone table: set of card
mark open of seat: 0..9
define deadwood of p: seat = total rank of hand of p     "What is left in the hand"
define doubled of p: seat = 2 * deadwood of p            "Twice that, which points alone ask for"
define lying of p: seat = open of p + size of table      "What all see"
setup
  move all c in card to deck
  shuffle deck
  deal 3 from deck to each hand
phase play
  turns until passes is 2
    choose main
      lay(c in hand of me)
        needs lying of me < 9             else "enough"
        gain 1 open of me
        move c from hand of me to table
      knock
        needs deadwood of me < 5          else "too much: {deadwood of me}"
        pass
      else pass
score n of p: doubled of p
winner least score
"""


def test_what_ones_own_hand_counts_is_shown_to_its_owner(tmp_path: Path) -> None:
    """Where what may be done hangs on it; not what all can see, nor if its author leaves it out."""
    ranks = {"a1": 1, "b2": 2, "c3": 3, "d4": 4, "e5": 5, "f6": 6, "g7": 7}
    rows = "".join(f"{name},{rank}\n" for name, rank in ranks.items())
    (tmp_path / "gin.csv").write_text(f"name,rank\n{rows}", encoding="utf-8")
    (tmp_path / "gin.game").write_text(GIN, encoding="utf-8")

    def drawn(seat: int) -> tuple[list[str], int]:
        state = rw.load(str(tmp_path / "gin.game")).start(seed=1)
        attributes, seen = attributes_of(state.engine.program), state.observation(seat)
        cells = cast("dict[str, Any]", seen["cells"])
        told = plain_text(TableView(attributes).lines(seen, 99)).splitlines()
        assert sum("deadwood" in one for one in texts(state.svg(seat))) == sum(
            "deadwood" in one for one in told
        )
        hand = cells["hand"][state.engine.program.seats.labels[seat]]
        return told[-2:], sum(ranks[card] for card in hand)

    for seat in (0, 1):
        (other, own), counted = drawn(seat)
        assert own.endswith(f"  deadwood {counted}") and "open 0  hand" in own
        assert other.endswith("open 0  hand 3 unseen")
    (tmp_path / "gin.look.csv").write_text("name,show\ndeadwood,no\n", encoding="utf-8")
    assert "deadwood" not in "".join(drawn(0)[0])


UNDER = """game under "Under"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
zone pile: stack of card, seen by nobody
zone lifted: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
setup
  move all c in card to pile
  shuffle pile
  deal 2 from pile to each hand
phase play
  turns until hand of me is empty
    choose main
      put(c in hand of me)
        move pile to lifted
        move c to pile
        move lifted to pile
score held of p: size of hand of p
winner least score
"""


def put_under(state: rw.State) -> str:
    """The card that the first one puts under the pile, before the second one puts another."""
    card = str(state.legal_moves()[0]).removeprefix("put ")
    for _ in range(2):
        state.apply(state.legal_moves()[0])
    return card


def test_what_is_known_of_a_stack_stands_where_it_lies(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name\n" + "\n".join("ABCDEF") + "\n", encoding="utf-8")
    (tmp_path / "under.game").write_text(UNDER, encoding="utf-8")
    state = rw.load(str(tmp_path / "under.game")).start(seed=1)
    card = put_under(state)
    told = [line for line in str(state).splitlines() if line.startswith("pile")]
    assert told == [f"pile       4: 2 unseen, {card}, 1 unseen"]


def test_so_it_does_in_pictures_the_top_at_the_right(tmp_path: Path) -> None:
    faces = "".join(f"{name},{number}\n" for number, name in enumerate("ABCDEF", 1))
    (tmp_path / "cards.csv").write_text(f"name,value\n{faces}", encoding="utf-8")
    valued = "named by name\n  value: 1..6\n"
    rules = UNDER.replace("named by name\n", valued).replace(
        "size of hand of p\n", "total value of hand of p\n"
    )
    (tmp_path / "under.game").write_text(rules, encoding="utf-8")
    state = rw.load(str(tmp_path / "under.game")).start(seed=1)
    card = put_under(state)
    said = [one for one in texts(state.svg()) if one in (card, "pile") or "unseen" in one]
    pile = said.index("pile")
    assert said[pile + 1 : pile + 4] == ["1 unseen", card, "2 unseen"]


def test_what_seats_mark_on_a_map_is_told_in_full(tmp_path: Path) -> None:
    """In a text and in its picture: nobody would understand a few letters of a mark's name."""
    rules = (
        'variant wishes of ruta "Wishes"\nmark wish of seat: card or none "A wish"\n'
        'mark came_from of seat: card or none "Where they came from"\nadd at end of setup\n'
        "  set wish of first to Sailor\n  set came_from of first to Sailor\n"
        "always wish of first is none or came_from of first is not none\n"
    )
    (tmp_path / "wishes.game").write_text(rules, encoding="utf-8")
    state = rw.load("ruta", variants=[str(tmp_path / "wishes.game")]).start(seed=1)
    assert "\n[F wish]" in state.table(0) and "\n[F came from]" in state.table(0)
    said = [*texts(state.svg(0))]
    assert {"wish", "came from"} <= {*said} and not {"Fw", "Fcf"} & {*said}
    assert not [*legend_of_cells(rw.load("ruta").program)]

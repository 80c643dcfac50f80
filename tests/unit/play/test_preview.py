"""What moves do, in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import Game, State, load
from rulewright.drawing.attributes import attributes_of
from rulewright.drawing.notes import Notes
from rulewright.play.preview import Preview, Previews


def told(game: Game, state: State, text: str) -> Preview:
    move = next(move for move in state.legal_moves() if str(move) == text)
    return Previews(game.program).of(state, move)


def test_what_a_move_names_is_explained() -> None:
    game = load("ruins", seats=3, engine="reference")
    state = game.start(seed=3)
    for text in ("keep", "keep", "keep"):
        state.apply(text)
    taken = next(move for move in state.legal_moves() if str(move).startswith("take 1"))
    state.apply(taken)
    ruin = str(taken).split()[1]
    bought = next(str(m) for m in state.legal_moves() if str(m).endswith(f" {ruin}"))
    preview = told(game, state, bought)
    assert preview.words.startswith(f"buy {bought.split()[1]} (price ")
    assert ", market " in preview.words
    assert preview.words.endswith(f" {ruin} (rank 1)")
    assert preview.effects[0].startswith(f"{ruin}: ")
    assert preview.effects[1].startswith("lit 3 -> ")
    assert preview.matter == 2
    assert preview.turn == ""


def test_what_is_not_seen_of_a_component_is_not_told_as_bare_numbers() -> None:
    """What a ruin counts is worked out from what belongs to it; its columns say nothing alone."""
    game = load("ruins", seats=2, engine="reference")
    state = game.start(seed=3)
    notes = Notes(attributes_of(game.program), state.observation(0)["cells"])  # type: ignore[arg-type]
    ruin = next(domain for domain in game.program.domains if domain.name == "ruin")
    told = {notes.named(ruin, label) for label in ruin.labels}
    assert {text for text in told if "(" in text} == {t for t in told if "(rank " in t} != set()
    assert "5a" in {text.split()[0] for text in told}


def test_what_is_drawn_is_one_more_card() -> None:
    game = load("ruta", engine="reference")
    preview = told(game, game.start(seed=3), "draw")
    assert preview.changes == ("hand + 1 unseen", "pile 24 -> 23", "then second")
    assert preview.is_whole
    assert preview.matter == 0


def test_what_chance_decides_is_not_told() -> None:
    game = load("pig", engine="reference")
    preview = told(game, game.start(seed=3), "roll")
    assert preview.changes == ()
    assert not preview.is_whole
    assert preview.line() == "roll"


def test_who_wins_comes_first() -> None:
    game = load("tic_tac_toe", engine="reference")
    state = game.start(seed=1)
    for text in ("mark a1", "mark b1", "mark a2", "mark b2"):
        state.apply(text)
    assert told(game, state, "mark a3").changes == ("ends the game: you win",)
    assert told(game, state, "mark c3").changes == ("then O",)


def test_several_winners_are_told_as_a_sentence_has_them(tmp_path: Path) -> None:
    (tmp_path / "nut.game").write_text(
        """game nut "The last nut"
  players 4 named Ann, Bob, Cleo, Dan
mark last: seat or nobody
phase meal
  turns until last is not nobody
    choose main
      take
        set last to me
winner p where p is not last
"""
    )
    game = load(str(tmp_path / "nut.game"))
    effects = told(game, game.start(seed=1), "take").effects
    assert effects[0] == "ends the game: Bob, Cleo and Dan win"


@pytest.mark.parametrize(
    ("players", "least", "told_first"),
    [
        (1, 0, "ends the game"),
        (2, 0, "ends the game: a draw"),
        (3, 2, "ends the game: you and Bob share the win"),
        (3, 1, "ends the game: Cleo wins"),
    ],
)
def test_an_end_is_told_beforehand_as_it_is_told_then(
    tmp_path: Path, players: int, least: int, told_first: str
) -> None:
    names = ", ".join(["Ann", "Bob", "Cleo"][:players])
    winner = "least" if least == 2 else "most"
    (tmp_path / "bell.game").write_text(
        f"""game bell "The bell"
  players {players} named {names}
mark rung: yes or no
phase hall
  turns until rung
    choose main
      ring
        set rung to yes
score place of p: {"1 when p is Cleo else 0" if least else "0"}
winner {winner} score
"""
    )
    game = load(str(tmp_path / "bell.game"))
    assert told(game, game.start(seed=1), "ring").effects[0] == told_first


def test_seats_without_names_are_told_as_everywhere(tmp_path: Path) -> None:
    """And a mark that a move leaves as it is, is not told."""
    (tmp_path / "wave.game").write_text(
        """game wave "A wave"
  players 3
mark waved: set of seat
mark nodded: set of seat
phase hall
  turns until nodded is {'0'}
    choose main
      wave
        set waved to waved + {me}
        set nodded to nodded + {}
      nod(p in seat)
        set nodded to nodded + {p}
winner p where p in waved
"""
    )
    game = load(str(tmp_path / "wave.game"))
    state = game.start(seed=1)
    assert told(game, state, "wave").effects == ("waved + seat 0",)
    assert told(game, state, "nod 1").effects == ("nodded + seat 1",)
    state.apply("wave")
    assert told(game, state, "wave").effects == ("waved + seat 1",)


def test_cells_of_one_kind_are_told_together() -> None:
    game = load("reversi", engine="reference")
    state = game.start(seed=1)
    preview = told(game, state, str(state.legal_moves()[0]))
    assert preview.effects[0] == "score 2 -> 4"
    assert any(text.endswith(" White -> Black") for text in preview.effects)


TAKING = """game taking "Taking"
  players 2 named Ann, Bob
board field: grid 3 by 3
cells square of field named "{letter}{y}"
mark man of square: seat or nobody
mark worth of square: 0..9              "What it is worth"
setup
  set man of a1 to Ann
  set man of c3 to Bob
  set worth of c3 to 4
phase only
  turns until passes is 2
    choose main
      go(s in square where man of s is me, t in square where man of t is not me)
        set man of s to nobody
        set man of t to me
      else pass
score standing of p: 0
winner most score
"""


def test_what_becomes_another_is_not_told_in_brackets_as_well(tmp_path: Path) -> None:
    """But where what comes of it is not told, as where all moves bring it about."""
    (tmp_path / "taking.game").write_text(TAKING)
    game = load(str(tmp_path / "taking.game"), engine="reference")
    taking = told(game, game.start(seed=1), "go a1 c3")
    assert taking.words == "go a1 c3 (man: Bob, worth 4)"
    assert taking.line() == "go a1 c3 (worth 4): man c3 Bob -> Ann; then Bob"
    assert taking.without(["man c3 Bob -> Ann"]).line() == f"{taking.words}: then Bob"
    assert taking.without(["then Bob"]).line() == "go a1 c3 (worth 4): man c3 Bob -> Ann"


@pytest.mark.parametrize(
    ("named", "told_as"),
    [
        ("go {s} {t}", "go a1 (worth 2) c3 (man: Bob, worth 4)"),
        ("go {s}, {t}: now", "go a1 (worth 2), c3 (man: Bob, worth 4): now"),
        ("go {s}-{t}", "go a1-c3 (a1 worth 2; c3 man: Bob, worth 4)"),
        ("go {s}:{t} now", "go a1:c3 now (a1 worth 2; c3 man: Bob, worth 4)"),
        ("go to {t}", "go to c3 (man: Bob, worth 4)"),
    ],
)
def test_no_word_of_a_move_is_broken_by_what_is_said_of_it(
    named: str, told_as: str, tmp_path: Path
) -> None:
    """It is typed as it stands."""
    rules = TAKING.replace("not me)", f'not me) named "{named}"')
    rules = rules.replace("phase only", "  set worth of a1 to 2\nphase only")
    if "{s}" not in named:
        rules = rules.replace("(s in square where man of s is me, t", "(t")
        rules = rules.replace("        set man of s to nobody\n", "")
    (tmp_path / "taking.game").write_text(rules)
    game = load(str(tmp_path / "taking.game"), engine="reference")
    state = game.start(seed=1)
    move = next(one for one in state.legal_moves() if "c3" in str(one))
    assert Previews(game.program).words(state, move) == told_as


def preview(*effects: str, turn: str = "", is_whole: bool = True) -> Preview:
    words = "go 1 (far away)"
    return Preview("go 1", words, effects, len(effects), turn, is_whole, {}, words)


@pytest.mark.parametrize(
    ("room", "line"),
    [
        (80, "go 1 (far away): coins 10 -> 7; hand + Oil; then Ann"),
        (41, "go 1: coins 10 -> 7; hand + Oil; then Ann"),
        (40, "go 1: coins 10 -> 7; hand + Oil..."),
        (25, "go 1: coins 10 -> 7..."),
        (10, "go 1"),
    ],
)
def test_as_much_as_there_is_room_for(room: int, line: str) -> None:
    assert preview("coins 10 -> 7", "hand + Oil", turn="then Ann").line(room) == line


def test_a_long_change_is_cut_and_what_is_open_shown() -> None:
    long = preview("Oil: " + "rank 7 -> 10, " * 8)
    assert long.line(60).startswith("go 1: Oil: rank 7 -> 10")
    assert long.line(60).endswith("...")
    assert len(long.line(60)) <= 60
    assert preview("coins 10 -> 7", is_whole=False).brief() == "coins 10 -> 7..."


def test_dots_at_the_end_of_what_is_open_stand_there_once() -> None:
    """Where the last change is open itself, that what follows is not known shows already."""
    drawn = preview("burials left 2 -> 1", "deck 4 -> ...", is_whole=False)
    assert drawn.brief() == "burials left 2 -> 1; deck 4 -> ..."
    assert drawn.brief(34) == drawn.brief() and drawn.brief(33) == "burials left 2 -> 1..."
    assert drawn.line() == "go 1 (far away): burials left 2 -> 1; deck 4 -> ..."
    assert drawn.line(len(drawn.line())) == drawn.line() and drawn.lines(80) == [drawn.line()]
    alone = preview("deck 4 -> ...", "hand + 1", is_whole=False)
    assert alone.brief(20) == "deck 4 -> ..." and alone.brief() == "deck 4 -> ...; hand + 1..."


def test_the_whole_takes_as_many_lines_as_it_needs() -> None:
    known = preview("coins 10 -> 7", "hand + Oil, Bell, Boat", turn="then Ann")
    assert known.lines(80) == [known.line(80)]
    assert known.lines(30) == ["go 1: coins 10 -> 7; hand +", "    Oil, Bell, Boat; then Ann"]
    assert preview("coins 10 -> 7", is_whole=False).lines(80) == [
        "go 1 (far away): coins 10 -> 7..."
    ]


def test_what_others_do_too_is_left_out() -> None:
    both = preview("coins 10 -> 7", "round 1 -> 2", turn="then Ann")
    left = both.without({"round 1 -> 2", "then Ann"})
    assert left.changes == ("coins 10 -> 7",)
    assert left.matter == 1


NIM = """game nim "Nim"
  players 2 named Ann, Bob
mark heap: 0..9, starts 5      "Stones"
mark held of seat: 0..9{seen}  "Stones taken"
mark taken: yes or no          "Has somebody taken stones in this turn?"
phase play
  turns until heap is 0
    set taken to no
    if not possible(turn)
      end game
    compose turn until taken else "take some"
      step take(n in 1..2)
        needs not taken                       else "once a turn"
        needs n <= heap                       else "so many are not there"
        needs held of me < 5                  else "you hold enough"
        spend n heap
        gain n held of me
        set taken to yes
score held of p: held of p
winner most score
"""


@pytest.mark.parametrize("seen", ["", ", seen by owner"])
def test_what_another_can_do_next_is_known_where_nothing_is_hidden(
    seen: str, tmp_path: Path
) -> None:
    (tmp_path / "nim.game").write_text(NIM.format(seen=seen))
    game = load(str(tmp_path / "nim.game"), engine="reference")
    state = game.start(seed=1)
    preview = told(game, state, "take 1")
    assert preview.is_whole == (not seen), preview


TRAYS = """game trays "Trays"
  players 2

component card from "cards.csv" named by card

zone pile: stack of card, seen by nobody
zone tray: row 3 of card
zone used: set of card
mark lucky: 0..6, starts 6

setup
  move all c in card to pile
  shuffle pile
  refill tray from pile

phase play
  turns until pile is empty
    choose main
      clear
        move tray to used
        refill tray from pile
      gamble
        move tray to used
        deal 1 from pile to used
        pick lucky from 0..6
        if lucky > 3
          move top of pile to used
      else pass

score luck of p: lucky
winner most score
"""


def test_a_row_is_filled_to_the_end_and_counts_that_may_change_are_not_told(
    tmp_path: Path,
) -> None:
    """Whether a row is full is known to all, whatever lies there; what chance decides is open."""
    (tmp_path / "trays.game").write_text(TRAYS, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("card\n" + "".join(f"C{n}\n" for n in range(12)))
    game = load(str(tmp_path / "trays.game"), engine="reference")
    state = game.start(seed=1)
    clear, gamble = (Previews(game.program).of(state, move) for move in state.legal_moves())
    assert clear.is_whole
    assert {"pile 9 -> 6", "tray + 3 unseen"} <= {*clear.effects}
    assert not gamble.is_whole
    assert "pile 9 -> ..." in gamble.effects
    assert not any(" 8" in told or "1 unseen" in told for told in gamble.effects)


OUTFITS = """game outfits "What lies on components"
  players 2

component hero from "heroes.csv" named by name
component tool from "tools.csv" named by name

zone kit of hero: set of tool
zone shop: set of tool

setup
  move all t in tool to shop

phase main
  turns until size of shop is 1
    choose go
      give(t in shop, h in hero)
        move t from shop to kit of h
      swap(t in tool, h in hero, u in shop where t in kit of h)
        move t from kit of h to shop
        move u from shop to kit of h
      strip(t in tool, h in hero where t in kit of h)
        move t from kit of h to shop

score kits of p: size of shop
winner most score
"""


BEATEN = """game beaten "Beaten"
  players 2 named Ann, Bob

component card from "cards.csv" named by name
  worth: 1..9                             "What it counts"

zone hand of seat: set of card            "Cards in hand"
zone table: set of card                   "The cards to beat"
zone played: set of card                  "Cards that were played before"

setup
  each p in seat
    move all c in card where worth of c < 5 and (p is Ann) is (worth of c < 3) to hand of p
  move all c in card where worth of c > 4 to table

phase play
  turns until some p in seat where hand of p is empty
    choose main
      beat(c in hand of me)
        move table to played
        move c to table
      join(c in hand of me)
        move c to table

score left of p: total worth of hand of p
winner least score
"""


def test_of_a_place_that_holds_something_else_it_is_told_what_lies_there_now(
    tmp_path: Path,
) -> None:
    """`table + Cal` would say that it lies beside what was there."""
    rows = "".join(f"{name},{worth}\n" for worth, name in enumerate("ABCDEF", start=1))
    (tmp_path / "cards.csv").write_text(f"name,worth\n{rows}")
    (tmp_path / "beaten.game").write_text(BEATEN)
    game = load(str(tmp_path / "beaten.game"), engine="reference")
    state = game.start(seed=1)
    assert {"table A", "played + E, + F"} <= {*told(game, state, "beat A").effects}
    assert "table + A" in told(game, state, "join A").effects


def test_what_comes_to_lie_on_a_component_and_goes_is_told_as_of_a_place(tmp_path: Path) -> None:
    (tmp_path / "heroes.csv").write_text("name\nAjax\nHector\n")
    (tmp_path / "tools.csv").write_text("name\nOld Axe\nBig Rope\nTorch\nWand\n")
    (tmp_path / "outfits.game").write_text(OUTFITS)
    game = load(str(tmp_path / "outfits.game"), engine="reference")
    state = game.start(seed=1)
    for move, effect in (
        ("give Old Axe Ajax", "Ajax: + Old Axe"),
        ("give Big Rope Ajax", "Ajax: + Big Rope"),
        ("swap Old Axe Ajax Wand", "Ajax: + Wand, - Old Axe"),
        ("strip Big Rope Ajax", "Ajax: - Big Rope"),
    ):
        assert effect in told(game, state, move).effects
        state.apply(move)


DEALS = """game deals "Deals"
  players 2
  uses standard_deck
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
mark points of seat: 0..9, starts 2     "Points"
mark stopped of seat: yes or no
mark tries of seat: 0..9                "What was tried"
phase play
  repeat until some p in seat where points of p > 8
    each p in seat
      move hand of p to deck
    shuffle deck
    deal 1 from deck to each hand
    turns until some p in seat where stopped of p
      choose main
        stop
          spend 1 points of me
          gain 1 tries of me
          set stopped of me to yes
        look
          spend 1 points of me
    each p in seat
      set stopped of p to no
    each p in seat
      gain 2 points of p
setup
  move all c in card to deck
score all of p: points of p + tries of p
winner most score
"""


def test_a_move_that_is_not_foreseen_to_its_end_tells_no_totals(tmp_path: Path) -> None:
    """Nor marks that may change yet, behind the throw; but what no later step sets is told."""
    thrown = DEALS.replace("phase play", "mark thrown: 0..9\nphase play")
    thrown = thrown.replace("    shuffle deck\n", "    shuffle deck\n    pick thrown from 0..9\n")
    thrown = thrown.replace("of p\n      choose", "of p and thrown < 10\n      choose")
    (tmp_path / "deals.game").write_text(thrown)
    game = load(str(tmp_path / "deals.game"), engine="reference")
    preview = told(game, game.start(seed=1), "stop")
    assert not preview.is_whole
    assert preview.effects == ("tries 0 -> 1", "hand of seat 1 1 -> ...", "deck 50 -> ...")
    preview = told(game, game.start(seed=1), "look")
    assert preview.effects == ("score 2 -> 1", "points 2 -> 1")


def test_what_comes_behind_a_shuffle_is_told_but_for_what_is_shuffled(tmp_path: Path) -> None:
    (tmp_path / "deals.game").write_text(DEALS)
    game = load(str(tmp_path / "deals.game"), engine="reference")
    preview = told(game, game.start(seed=1), "stop")
    assert preview.is_whole
    assert preview.effects == (
        "score 2 -> 4", "points 2 -> 3", "tries 0 -> 1", "hand - Jack of Diamonds, + 1 unseen",
        "score of seat 1 2 -> 4", "points of seat 1 2 -> 4",
    )  # fmt: skip


PIT = """game pit "Pit"
  players 2
  uses standard_deck
zone hand of seat: set of card, seen by owner
zone deck: stack of card, seen by nobody
mark lit of seat: 0..9, starts 6
setup
  move all c in card to deck
  shuffle deck
  deal 3 from deck to each hand
phase play
  turns until passes is 2
    choose main
      bury(c in hand of me)
        spend 2 lit of me
        move c to deck
        shuffle deck
        if hand of me is empty
          set lit of me to 6
      else pass
score lit of p: lit of p
winner most score
"""


def test_what_a_move_costs_for_certain_is_told_where_it_shuffles(tmp_path: Path) -> None:
    (tmp_path / "pit.game").write_text(PIT)
    game = load(str(tmp_path / "pit.game"), engine="reference")
    state = game.start(seed=1)
    move = state.legal_moves()[0]
    preview = Previews(game.program).of(state, move)
    gone = f"hand - {str(move).removeprefix('bury ')}"
    assert preview.effects == ("score 6 -> 4", "lit 6 -> 4", gone, "deck 46 -> 47")
    assert preview.is_whole and preview.turn == "then seat 1"

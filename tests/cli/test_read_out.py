"""Sentences of rulebooks: how conditions, values and statements are read out to people."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Run


@pytest.fixture
def rulebook(run: Run, tmp_path: Path) -> Callable[[str], str]:
    """Makes the rulebook of rules."""

    def made(rules: str) -> str:
        path = tmp_path / f"{rules.split()[1]}.game"
        path.write_text(rules, encoding="utf-8")
        done = run("rulebook", str(path), "--format", "md")
        assert done.exit_code == 0, done.output
        return done.stdout

    return made


RACE = """game race "Race"
  players 2 named Ann, Bob
mark steps of seat: 0..9
define has_won of p: seat = steps of p is 9
define has_steps of p: seat = steps of p > 0
phase walk
  turns until has_won of Ann or has_won of Bob
    choose main
      walk
        gain 1 steps of me
always every p in seat has has_steps of p or not has_steps of p
winner q where has_won of q               "The first at the goal"
scenario "Nobody yet"
  play walk
  expect not has_won of Ann and not has_steps of Bob
"""


def test_what_has_not_happened_and_when_somebody_has_won_is_said_plainly(
    rulebook: Callable[[str], str],
) -> None:
    told = rulebook(RACE)
    assert "Ann *has not won* and Bob *has no steps*" in told
    assert "The first at the goal. – A player *p* has won if the *steps* of *p* are 9." in told
    also = RACE.replace("q where has_won of q", "p where has_won of p or steps of p is 8")
    assert "has won if the *steps* of *p* are 9 or the *steps* of *p* are 8" in rulebook(also)
    alone = RACE.replace("2 named Ann, Bob", "1 named Ann").split("scenario")[0]
    alone = alone.replace(" of p: seat = steps of p is 9", " = steps of Ann is 9")
    alone = alone.replace("has_won of Ann or has_won of Bob", "has_won").replace(
        "has_won of q", "has_won"
    )
    assert "You have won if the *steps* of Ann are 9." in rulebook(alone)


GLADE = """game glade "Glade"
  players 2 named Ann, Bob
type hue: Red, Blue
component flower from "flowers.csv" named by name
  hues: set of hue
zone petals: set of flower                "On the ground"
zone bunch: set of flower                 "Picked"
mark seen of seat: set of flower
phase pick
  turns until bunch is {Rose, Daisy} or petals is {Rose} or seen of Ann is {Rose}
    choose main
      pick(f in petals)
        needs one: hues of f is not empty else "no"
        move f to bunch
        set seen of me to seen of me + {f}
setup
  move flower to petals
score picked of p: size of seen of p
winner most score
scenario "Empty"
  expect bunch is empty and seen of Ann is {} and seen of Bob is not {} and petals is not {}
  expect winners is empty and winners is not {}
"""


def test_several_are_and_sets_of_nothing_are_empty(
    rulebook: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "flowers.csv").write_text("name,hues\nRose,Red\nDaisy,Red Blue\n")
    told = rulebook(GLADE)
    for said in (
        "until the *bunch* holds just Rose and Daisy or the *petals* hold just Rose or",
        "Only if the *hues* of *f* are not empty",
        "Now the *bunch* is empty and the *seen* of Ann is empty and the *seen* of Bob is not empty"
        " and the *petals* are not empty.",
        "Now nobody has won and somebody has won.",
    ):
        assert said in told, (said, told)


POND = """game pond "Pond"
  players 2 named Ann, Bob
board water: grid 4 by 4 of hexagons where abs(row - column) < 3
cells leaf of water named "{letter}{y}"
mark frog of leaf: seat or nobody         "Whose frog sits there"
mark hops: 0..99
define frogs of p: seat = all l in leaf where frog of l is p
define chain of l: leaf = reached({l}, beside, all d in leaf where frog of d is frog of l)
define near of l: leaf = beside of l
define herds of p: seat = groups(frogs of p, touching)
phase hop
  turns until reached({a1}, beside, frogs of Ann) meets {b2} or hops is 99
    choose main
      hop(l in leaf)
        needs apart: abs(hops - herds of me) is not 1 and abs(hops) >= 0   else "no"
        needs close: size of chain of l <= 3 * hops * hops - 3 * hops + 2  else "no"
        needs few: groups(frogs of me, near) < 2 * size of leaf + 1        else "no"
        set frog of l to me
        gain 1 hops
score frogs of p: 0 - size of reached({a1}, near, frogs of p)
score herds of p: abs(herds of p - hops)
winner most score
score sunk of p: -1 when hops is 9 else 0
always hops * (hops + 1) >= 0 - hops * 2 and -hops <= 2 * hops - (hops - 1)   "Ever"
"""


def test_what_is_reached_is_said_with_where_it_begins_and_what_it_goes_over(
    rulebook: Callable[[str], str],
) -> None:
    told = rulebook(POND)
    for said in (
        "**chain** of a leaf *l*: all that can be reached from *l* over leafs *d* such that the"
        " *frog* of *d* is the *frog* of *l*, each beside the one before",
        "until a way over the *frogs* of Ann leads from a1 to b2, each beside the one before or",
        "the number of groups in the *frogs* of *p*, joined where one is touching another",
        "the number of groups in your *frogs*, joined by *near*",
        "from one to the next by *near*",
    ):
        assert said in told, (said, told)


def test_sums_have_no_needless_brackets_and_differences_are_called_that(
    rulebook: Callable[[str], str],
) -> None:
    told = rulebook(POND)
    for said in (
        "4 rows of 4 hexagons: those whose *row* and *column* differ by less than 3",
        "Only if *hops* and your *herds* do not differ by 1 and how far *hops* is from 0 is",
        "is at most 3 × *hops* × *hops* − 3 × *hops* + 2 –",
        "is less than (2 × the number of leafs) + 1 –",
        "*p*: minus the number of leafs in all that can be reached from a1",
        "*p*: the difference between the *herds* of *p* and *hops*",
        "−1 if *hops* is 9",
        "*hops* × (*hops* + 1) is at least minus *hops* × 2 and minus *hops* is at most"
        " 2 × *hops* − (*hops* − 1)",
    ):
        assert said in told, (said, told)


SWING = """game swing "Swing"
  players 2 named Ann, Bob
mark side: 0..3
history sways of side, me: last 9         "Where the swing was"
history plain of side, me: last 9
phase swing
  turns until times(sways) is 2
    remember(sways)
    remember(plain)
    choose main
      push
        needs new: times(plain) < 3       else "no"
        set side to min(3, times(plain))
score even of p: 0
winner most score
always times(sways) is 0 or times(sways) >= 1         "Ever"
"""


def test_how_often_it_was_so_is_said_with_what_is_remembered(
    rulebook: Callable[[str], str],
) -> None:
    told = rulebook(SWING)
    for said in (
        "until the same position has been remembered twice in *sways* (Where the swing was). In a",
        "the same position has been remembered fewer than 3 times in *plain* (*side* and whose turn"
        " it is)",
        "of 3 and how often the same position has been remembered in *plain* (*side* and whose",
        "The same position has never been remembered in *sways* (Where the swing was) or the same"
        " position has been remembered at least once in *sways* (",
    ):
        assert said in told, (said, told)


STALLS = """game stalls "Stalls"
  players 2 named Ann, Bob
type stall: left, middle, right
component good from "goods.csv" named by name
zone heap: set of good
zone table of stall: slot of good         "What a stall offers"
mark out: set of seat                     "Who has gone"
mark known(seat, stall): set of good      "What is known"
mark purse of seat: 0..99
define many = 2
define cheap(g: good, s: stall) = g in {table of s}
setup
  move good to heap
  each p in seat, s in first(many, stall)
    set purse of p to purse of p + 2
  each s in first(2, stall)
    deal 1 from heap to table of s
phase market
  turns until out is not empty or some s in stall, g in {table of s} where cheap(g, s)
      or some i, j in heap where i < j
    choose main
      look(s in stall where table of s is not empty, g in heap)
        each x in {table of s}
          set known(me, s) to known(me, s) + {x}
          set known(me, s) to known(me, s) - {g}
        set purse of me to purse of me - size of heap
        set out to out + {me}
        move {table of s} from table of s to heap
      wait
        set out to {}
score had of p: size of known(p, left) + purse of p
winner most score
"""


def test_what_is_done_to_sets_and_zones_is_said_once(
    rulebook: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "goods.csv").write_text("name\nTea\nRum\n")
    told = rulebook(STALLS)
    for said in (
        "For all players *p* and stalls *s* in the first *many* stalls:\n"
        "   - Add 2 to the *purse* of *p*.",
        "For each stall *s* in the first 2 stalls:",
        "there is a stall *s* and a good *g* in the *table* of *s* such that *cheap* holds",
        "there are goods *i* and *j* in the *heap* such that *i* is less than *j*",
        "choose a stall *s* such that the *table* of *s* is not empty, and a good *g* in the"
        " *heap*",
        "For each good *x* in the *table* of *s*:",
        "Add *x* to your *known* for *s*.",
        "Take *g* away from your *known* for *s*.",
        "Take the number of goods in the *heap* from your *purse*.",
        "Add yourself to *out*.",
        "Move the *table* of *s* to the *heap*.",
        "Set *out* to nobody.",
    ):
        assert said in told, (said, told)


KENNEL = """game kennel "Kennel"
  players SEATS
option barks: off, on                     "Do dogs bark?"
type state: in, out
mark lies of seat: state
mark bone of seat: seat or nobody
phase day
  turns until every p in seat has lies of p is out
    choose main
      go
        needs quiet: barks is off         else "too loud"
        set lies of me to out
        set bone of me to me
score bones of p: 1 when bone of p is p else 0
winner most score
scenario "Out"
  given
    to move: LAST (main)
    bone of LAST: FIRST
    lies of FIRST: out
  play go
  expect winners is {FIRST} and lies of FIRST is out and score of FIRST is 0
"""


@pytest.mark.parametrize(
    ("seats", "first", "last", "said"),
    [
        ("2..3", "0", "1", ("For 2 or 3 players: seats 0 to 2.", "Given: seat 1 is to move;",
         "the *bone* of seat 1: seat 0", "Now seat 0 has won and the *lies* of seat 0 are *out*")),
        ("2 named rex, Bob", "rex", "Bob", ("For 2 players: rex, Bob.", "*rex* has won",
         "Only if *barks* is *off*")),
        ("1 named player", "player", "player", ("For 1 player.", "Now the player has won")),
        ("1 named vet", "vet", "vet", ("For 1 player: the vet.", "the vet has 0 points")),
        ("1 named Vet", "Vet", "Vet", ("For 1 player: Vet.", "Now Vet has won")),
    ],
)  # fmt: skip
def test_seats_are_called_as_on_the_table_and_values_stand_out_from_words(
    rulebook: Callable[[str], str], seats: str, first: str, last: str, said: tuple[str, ...]
) -> None:
    rules = KENNEL.replace("SEATS", seats).replace("LAST", last).replace("FIRST", first)
    told = rulebook(rules)
    for one in ("of *p* are *out*", *said):
        assert one in told, (one, told)


NEST = """game nest "Nest"
  players 2 named Ann, Bob
type spot: left, right
component egg from "eggs.csv" named by name
zone heap: stack of egg, seen by nobody
zone hand(seat, spot): slot of egg, seen by nobody    "Eggs that their owner does not see"
zone eyes of seat: slot of egg, seen by owner
mark met(seat, seat): 0..9                "How often did they meet?"
mark tries: 0..9                          "Tries that were made."
define is_done = tries is 9
define prize_for of s: spot                           "What brings a spot?"
  2 when s is left
  largest tries for t in spot where t > s else
define opens of s: spot
  yes when s is left
  no when tries is 0
  tries > 3 else
setup                                                                                    NEST-1
  move egg to heap
  shuffle heap
  each p in seat, s in spot
    each v in seat where v is not p
      move top(1, heap) to eyes of v
      move eyes of v to heap
    deal 1 from heap to hand(p, s)
phase sit
  turns until is_done
    choose main
      sit
        needs open: opens of left or not is_done      else "no"
        gain 1 tries
        gain 1 met(me, opponent)
score prizes of p: prize_for of left
winner most score
"""


def test_what_players_hold_and_know_at_a_beginning_is_told_for_each_of_them(
    rulebook: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "eggs.csv").write_text("name\nA\nB\nC\nD\nE\n")
    told = rulebook(NEST)
    for said in (
        "| eggs: one, or none | nobody; what has been seen before is still known |",
        "| **heap** |  | eggs: a pile, one on the other | nobody |",
        "| *hand* | 2 each, 1 at each spot",
        "| **met** of each player for each player |",
        "## Set-up\n\nStep by step: NEST-1",
        "Players take turns, until it *is done*. In a turn:",
        "*opens* holds for *left* or it *is not done*",
        "*tries*: Tries that were made.",
        "the *prize for* *left*",
        "  - 2 if *s* is *left*.",
        "  - Otherwise, the largest, over every",
        "  - If *s* is *left*, it holds.\n  - If *tries* is 0, it does not hold.\n"
        "  - Otherwise it holds if *tries* is more than 3.",
    ):
        assert said in told, (said, told)


def test_ways_are_told_before_what_they_bring_and_cells_of_several_as_cells(run: Run) -> None:
    told = run("rulebook", "quetinny", "--format", "md").stdout
    for said in (
        "Otherwise, the most that a *way* brings: it leads from the cell of the *ace* of *s* to",
        "over the cells of the *marked* of *s*, each cell touching the one before and with a higher"
        " *rung* than it; it never crosses itself; the size of *way* is *n*; it brings the *pay*",
        "every *x* in the cells of the *realm* without *royals* without Excuse",
    ):
        assert said in told, said
    klondike = run("rulebook", "klondike", "--format", "md").stdout
    assert "the top of the *home* of Clubs and the top of the *home* of Diamonds and" in klondike


TILES = """game tiles "Tiles"
  players 2 named Ann, Bob
type side: ring N, E, S, W
type kind: plain_one, dead_end
component tile from "tiles.csv" named by name
  kind: kind
zone heap: set of tile
mark turned of tile: 0..3
define printed(t: tile, d: side) = N when t is A else d
define facing(t: tile, d: side) = printed(t, d - turned of t)
define goes(t: tile, d: side) = facing(t, d + 2) is d or goes_on(t, facing(t, d))
define goes_on(t: tile, d: side) = kind of t is plain_one and d is N
define tiles_are_left = heap is not empty
setup
  move tile to heap
phase lay
  turns until tiles_are_left or not tiles_are_left
    choose main
      lay(t in heap, d in side where goes(t, d))
        set turned of t to 1
score laid of p: size of heap
winner most score
"""


def test_what_something_is_of_ends_where_it_ends(
    rulebook: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "tiles.csv").write_text("name,kind\nA,plain_one\nB,dead_end\n")
    told = rulebook(TILES)
    for said in (
        "the *printed* for *t* and (*d* − the *turned* of *t*)",
        "the *facing* for *t* and (*d* + 2) is *d* or *goes on* holds for *t* and (the *facing* for"
        " *t* and *d*)",
        "until *tiles are left* or *tiles are left* is not so",
        "| A | plain one |",
    ):
        assert said in told, (said, told)


MELDS = """game melds "Melds"
  players 2 named Ann, Bob
type suit: red, blue
component card from "cards.csv" named by name
  rank: 1..9
  suit: suit
zone heap: set of card
zone spare: set of card
mark knocker: seat or nobody
define worth(s: set of card) = total rank of s
define like(c: card) = all d in card where suit of d is suit of c
define rest(c: card, s: set of card) = worth(s - {c}) - worth(heap - like(c) - s)
define left(s: set of card) = (total rank of (s - spare)) - 1
define twins(c: card) = size of (all d in heap where rank of d is rank of c) - 1
define reds = worth(all d in heap where suit of d is red)
define follows(c: card, s: set of card) = (every d in s has suit of d is suit of c)
    and (some d in s where abs(rank of d - rank of c) is 1)
define is_low of c: card = rank of c < 5
define odd(c: card) = (knocker is Ann) is not is_low(c) or reds < 3
setup
  move card to heap
phase play
  turns until knocker is not nobody
    choose main
      take(c in heap where odd(c) or rest(c, heap) < left(heap) or twins(c) > 1 or follows(c, heap))
        let d = the d in heap where d is c
        let e = the x in heap where x is c
        move d from heap to spare
        set rank_of_last to rank of e
        set knocker to me
mark rank_of_last: 0..9
score melds of p: rank_of_last
winner most score
"""


def test_values_that_go_on_end_where_they_end(
    rulebook: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text("name,rank,suit\nA,1,red\nB,2,blue\n")
    told = rulebook(MELDS)
    for said in (
        "the *worth* of (*s* without *c*) − the *worth* of (the *heap* without the *like* of *c*"
        " without *s*)",
        "the total *rank* of (*s* without the *spare*) − 1",
        "(the number of cards *d* in the *heap* such that the *rank* of *d* is the *rank* of *c*)"
        " − 1",
        "the *worth* of (every card *d* in the *heap* such that the *suit* of *d* is *red*)",
        "(for every card *d* in *s*, the *suit* of *d* is the *suit* of *c*) and there is a card"
        " *d* in *s* such that the *rank* of *d* and the *rank* of *c* differ by 1",
    ):
        assert said in told, (said, told)


def test_what_holds_for_one_of_two_and_who_is_somebody_is_said_plainly(
    rulebook: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text("name,rank,suit\nA,1,red\nB,2,blue\n")
    told = rulebook(MELDS)
    for said in (
        "until *knocker* is somebody",
        "it holds if (either *knocker* is Ann or *c* *is low*, but not both) or *reds* is less",
        "Let *d* be the card in the *heap* such that *d* is *c*.",
        "Let *e* be the card *x* in the *heap* such that *x* is *c*.",
    ):
        assert said in told, (said, told)


def test_a_mark_that_is_not_drawn_is_explained_but_not_set_up(
    rulebook: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text("name,rank,suit\nA,1,red\nB,2,blue\n")
    begun = MELDS.replace("  move card to heap", "  move card to heap\n  set rank_of_last to 3")
    assert "| *rank of last* | 3 |" in rulebook(begun)
    (tmp_path / "melds.look.csv").write_text("name,show\nrank_of_last,no\nheap,no\n")
    told = rulebook(begun)
    assert "| **rank of last** |" in told and "| *rank of last* |" not in told
    assert "| *heap* | 2 |" in told


MEN = """game men "Men"
  players 2 named Ann, Bob
type field: grid_a, grid_b, grid_c
mark man of field: seat or nobody         "Whose man stands there"
mark left of seat: 0..3, starts 3         "Men that are still to be placed"
define standing of p: seat = all c in field where man of c is p
define open_to(p: seat) = all c in field where man of c is not p   "Men that can be taken"
phase placing                             "Men are placed"
  turns until (every p in seat has left of p is 0) or (some p in seat where left of p > 9)
    choose entry
      place(c in field)
        spend 1 left of me
        set man of c to me
phase taking                              "Men are taken"
  turns from me until size of standing of Ann is 0
    choose prey
      take(c in standing of opponent)
        needs loose: c in open_to(me) or open_to(opponent) is empty   else "{c} cannot be taken"
        needs more: c not in open_to(opponent) and open_to(me) is not empty   else "no"
        set man of c to nobody
      else pass
score men of p: size of open_to(p)
winner most score
"""


def test_one_of_two_long_conditions_is_said_without_brackets(
    rulebook: Callable[[str], str],
) -> None:
    assert (
        "until either for every player *p*, the *left* of *p* is 0, or there is a player *p* such"
        " that the *left* of *p* is more than 9. In a turn:"
    ) in rulebook(MEN)


def test_a_name_that_says_how_something_is_to_another_is_said_so(
    rulebook: Callable[[str], str],
) -> None:
    told = rulebook(MEN)
    for said in (
        "Only if *c* is *open to* you or nothing is *open to* your opponent – otherwise",
        "Only if *c* is not *open to* your opponent and something is *open to* you – otherwise",
        "the number of fields in those *open to* *p*",
        "**open to** a player *p* – Men that can be taken: every field",
    ):
        assert said in told, (said, told)


def test_who_would_be_next_is_the_first_player_only_where_nobody_has_had_a_turn(
    rulebook: Callable[[str], str],
) -> None:
    told = rulebook(MEN)
    assert "beginning with whoever would be next, until the number of fields in the" in told
    first = MEN.replace("turns until (every p", "turns from me until (every p")
    told = rulebook(first)
    assert "beginning with whoever would be next, at first the first player, until either" in told
    assert "beginning with whoever would be next, until the number of fields in the" in told


PAID = """game paid "Paid"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
  rank: 0..9
type road: north, south
zone heap: set of card
zone spent: set of card
mark road_of of seat: road or none        "Where somebody goes"
define worth(paid: set of card, r: road) = total rank of paid + (1 when r is north else 0)
define likes_of(p: seat, c: card) = all d in heap where rank of d < rank of c and p is Ann
define red(paid: set of card) = how many c in paid where rank of c > 1 and size of paid > 0
define fine(paid: set of card, r: road) = every c in paid has rank of c > red(paid) or r is south
setup
  move card to heap
phase play
  turns until road_of of Bob is not none
    choose main
      take(c in heap, r in road)
        needs cheap: worth({c}, r) < 9 and fine({c}, r) else "{worth({c}, r)}"
        needs liked: size of likes_of(me, c) < 9 else "no"
        set road_of of me to r
        tell({c})
score going of p: 0 when road_of of p is none else 1
winner most score
to tell(paid: set of card)
  if every c in paid has rank of c < 9
    move paid from heap to spent
"""


def test_what_a_definition_is_for_is_joined_to_its_name_as_where_it_is_used(
    rulebook: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text("name,rank\nA,1\nB,2\n")
    told = rulebook(PAID)
    for said in (
        "- **worth** for a set of cards *paid* and a road *r*: the total *rank* of *paid* + (",
        "otherwise “\\[the *worth* for *c* and *r*\\]”",
        "- **likes of** a card *c* for a player *p*: every card *d* in the *heap*",
        "the number of cards in your *likes of* *c* is less than 9",
        "- **fine** for a set of cards *paid* and a road *r*: it holds if",
        "- **red** of a set of cards *paid*: the number of",
    ):
        assert said in told, (said, told)


def test_a_set_that_is_given_holds_things_of_a_kind(
    rulebook: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text("name,rank\nA,1\nB,2\n")
    told = rulebook(PAID)
    for said in (
        "the number of cards *c* in *paid* such that the *rank* of *c* is more than 1 and the"
        " number of cards in *paid* is more than 0",
        "it holds if for every card *c* in *paid*, the *rank* of *c* is more than",
        "1. If for every card *c* in *paid*, the *rank* of *c* is less than 9:",
    ):
        assert said in told, (said, told)


HOLDERS = """game holders "Holders"
  players 3 named Ann, Bob, Cleo
type hand_shape: full_house, two_pairs
mark giver: seat or nobody
mark shape: hand_shape
mark right: yes or no
mark guessed: yes or no
define taker of p: seat = (the q in seat where q is giver) when right is (guessed is yes) else p
phase asking
  turns until giver is not nobody
    choose main
      give
        set giver to taker(me)
        set shape to two_pairs
        set right to yes
        set guessed to shape is two_pairs
        turn to next of next of me
score gives of p: 1 when giver is p else 0
winner most score
scenario "Full"
  given
    shape: full_house
    giver: Bob
  expect giver is Bob
"""


def test_who_is_next_is_not_said_to_go_round_where_turns_say_so_themselves(
    rulebook: Callable[[str], str],
) -> None:
    told = rulebook(HOLDERS)
    assert "Players take turns, clockwise where nothing says who is next, until" in told
    assert "(the player *q* such that *q* is *giver*) if both of these hold" in told
    assert "shape: full house" in told.replace("*", "")
    assert "take turns, clockwise, until" in rulebook(
        HOLDERS.replace("turn to next of next of me", "end turn")
    )
    assert "the turn ends, and you have the next one" in rulebook(
        HOLDERS.replace("turn to next of next of me", "turn to me")
    ).replace("The turn", "the turn")


RUNGS = """game rungs "Rungs"
  players 2 named Ann, Ben
component card from "cards.csv" named by name
  rank: 0..9
type part: left, right
type shape: numbers, flush
zone hand of seat: set of card            "In hand"
zone laid(seat, part): set of card        "What lies there"
mark shape_of(seat, part): shape          "Of what kind it is"
mark has_laid of seat: yes or no          "Has somebody laid?"
setup
  move card to hand of Ann
phase play
  turns until has_laid of Ann
    choose main
      lay
action lay
  compose which
    step left(c in hand of me) into one at most 3
    step right(c in hand of me - one) into two at most 3
      needs alike: every d in two has rank of c is rank of d  else "not alike"
    finish sets
      needs sizes: size of one is 1 and size of two is 1  else "one each"
  move one from hand of me to laid(me, left)
  move two from hand of me to laid(me, right)
  set shape_of(me, left) to flush
  each p in seat
    set shape_of(p, right) to shape_of(me, left)
  set has_laid of me to yes
score cards of p: size of laid(p, left) when shape_of(p, left) is flush else 0
winner most score
"""


def test_what_is_taken_in_two_parts_and_what_a_mark_is_of_is_said_alike(
    rulebook: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text("name,rank\nA,1\nB,1\n")
    told = rulebook(RUNGS)
    for said in (
        "for every card *d* in *two*, the *rank* of *c* is the *rank* of *d*",
        "the number of cards in *one* is 1 and the number of cards in *two* is 1",
        "| **shape of** each player and part |",
        "Set your *shape* for *left* to *flush*.",
        "Set the *shape of* *p* for *right* to your *shape* for *left*.",
        "*laid*: What lies there. *shape of*: Of what kind it is. *has laid*: Has somebody laid?\n",
    ):
        assert said in told, (said, told)


DEBTS = """game men "Men"
  players 2
board field: grid 3 by 3
cells square of field named "{letter}{y}"
mark man of square: seat or nobody
mark debt_to(seat, seat): 0..9
mark cards_at(seat, square): 0..9
mark ways_between(square, square): 0..9
mark share_of(seat, square): 0..9
define men_on(s: square, t: square) = how many x in {s, t} where man of x is not nobody
define men_at(p: seat, s: square) = how many x in {s} where man of x is p
define worth_to(s: square, p: seat) = how many x in {s} where man of x is p
define men_from(s: square, t: square, p: seat) = how many x in {s, t} where man of x is p
define price_for(p: seat, s: square) = 1 when man of s is p else 2
define rows_of(s: square) = row of s
phase play
  turns until men_on(a1, b1) > 1 or men_at(me, c1) > 0
    choose main
      put(s in square, t in square where worth_to(t, me) is 0 and men_from(s, t, opponent) is 0)
        needs price_for(me, s) > 1 and price_for(opponent, s) is 1 and rows_of(s) > 0 else "no"
        set debt_to(me, opponent) to 1
        set man of t to me
        gain 1 cards_at(me, s)
        gain 1 ways_between(s, t)
        gain 1 share_of(me, s)
score worth of p: men_at(p, c1) + men_from(a1, b1, p) + debt_to(p, next(p))
score more of p: cards_at(p, a1) + ways_between(a1, b1) + share_of(p, a1)
winner most score
scenario "Nothing yet"
  expect men_at('0', c1) is 0 and men_on(a1, b1) is 0 and debt_to('0', '1') is 0
"""


def test_a_name_that_leads_on_is_read_in_the_order_of_what_it_is_of(
    rulebook: Callable[[str], str],
) -> None:
    told = rulebook(DEBTS)
    for said in (
        "until the *men on* a1 and b1 are more than 1 or your *men at* c1 are",
        "the *worth to* you for *t* is 0 and the *men from* your opponent for *s* and *t* are 0",
        "your *price for* *s* is more than 1 and the *price for* your opponent and *s* is 1",
        "Set your *debt to* your opponent to 1.",
        "(the *men at* c1 for *p*) + (the *men from* *p* for a1 and b1) + the *debt to* the",
        "(the *cards at* a1 for *p*) + (the *ways between* a1 and b1) + the *share of* *p* for",
        "| **debt to** each player for each player |",
        "| **cards at** each square for each player |",
        "| **ways between** each square and each square |",
        "| **share of** each player and square |",
        "- **men on** a square *s* and a square *t*:",
        "- **men at** a square *s* for a player *p*:",
        "- **men from** a player *p* for a square *s* and a square *t*:",
        "- **price for** a player *p* and a square *s*:",
        "- **rows of** a square *s*:",
        "Now the *men at* c1 for seat 0 are 0 and the *men on* a1 and b1 are 0 and the *debt to* "
        "seat 1 for seat 0 is 0",
    ):
        assert said in told, said


SUMS = """game sums "Sums"
  players 2..3
component card from "sums.csv" named by card
  worth: 1..3
zone hand of seat: set of card
zone table: set of card
define can_take of c: card = subsets(table, worth, worth of c) > 0
define has_equal of c: card = some t in table where worth of t is worth of c
define prime of p: seat = size of hand of p
define rich of p: seat = size of hand of p > 2
setup
  move C to table
  move A to hand of '0'
  move B to hand of '1'
phase play
  turns until subsets(table, worth, 3) is 0 or subsets(table, worth, 2) >= 2
    choose main
      lay(c in hand of me)
        needs idle: not can_take(c) and not has_equal(c) else "no"
        move c to table
score sums of p: subsets(hand of p, worth, 3) + prime of p + (1 when rich of p else 0)
winner most score
always size of winners <= 1
always size of winners > 0 or size of winners is not 2
scenario "Nothing yet"
  seats 2
  expect prime of '0' is 1 and not rich of '1' and table - {A} is not empty
"""


def test_what_adds_up_who_cannot_and_how_many_have_won_is_said_plainly(
    rulebook: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "sums.csv").write_text("card,worth\nA,1\nB,2\nC,3\n", encoding="utf-8")
    told = rulebook(SUMS)
    for said in (
        "there are no cards in the *table* whose total *worth* is 3 or",
        "the number of ways to choose cards in the *table* whose total *worth* is 2 is at least 2",
        "it holds if there are cards in the *table* whose total *worth* is the *worth* of *c*",
        ": (the number of ways to choose cards in the *hand* of *p* whose total *worth* is 3) + ",
        "*c* *cannot take* and *c* *has no equal*",
        "- At most one player has won.\n",
        "- Somebody has won or not just 2 players have won.\n",
        "the *prime* of seat 0 is 1",
        "*rich* does not hold for seat 1",
    ):
        assert said in told, said


LAPS = """game laps "Laps"
  players 2
mark laps of seat: 0..9
phase run
  turns until some p in seat where laps of p is 3   "Players take turns until one has run three"
    choose main
      run                                           "Run a lap"
        gain 1 laps of me
  repeat while laps of '0' > 5                      "As long as it is too far: one back"
    choose one
      back_one
        spend 1 laps of '0'
  repeat until laps of '0' < 5                      "Back again"
    choose two
      back_two
        spend 1 laps of '0'
score laps of p: laps of p
winner most score
"""


def test_what_words_say_of_when_it_ends_is_not_read_out_once_more(
    rulebook: Callable[[str], str],
) -> None:
    told = rulebook(LAPS)
    assert "Players take turns until one has run three. – In a turn:\n" in told
    assert "As long as it is too far: one back. – Again and again:\n" in told
    assert "Back again. – Again and again until the *laps* of seat 0 are less than 5:" in told
    as_long = LAPS.replace("Back again", "Back, as long as five are left")
    assert "Back, as long as five are left. – Again and again:\n" in rulebook(as_long)
    three = LAPS.replace("players 2", "players 3")
    assert "has run three. – Players take turns, clockwise. In a turn:\n" in rulebook(three)
    other = LAPS.replace("Players take turns until one has run three", "A race")
    assert "A race. – Players take turns, until there is a player *p* such that" in rulebook(other)


@pytest.mark.parametrize("words", ["Players take turns", "The players take turns."])
def test_words_that_say_no_more_than_the_rule_are_not_told_before_it(
    words: str, rulebook: Callable[[str], str]
) -> None:
    same = LAPS.replace("Players take turns until one has run three", words)
    told = rulebook(same)
    assert "1. Players take turns, until there is a player *p* such that" in told
    assert told.casefold().count("players take turns") == 1
    more = LAPS.replace("Players take turns until one has run three", "Players take turns slowly")
    assert "Players take turns slowly. – Players take turns, until" in rulebook(more)


SHARES = """game shares "Shares"
  players 2
component coin from "cards.csv" named by name
zone heap: stack of coin
zone purse of seat: set of coin
zone found: set of coin
setup
  move all c in coin to heap
  deal quotient(size of coin, size of seat) from heap to each purse
phase asking
  turns until heap is empty
    choose main
      doubt(c in coin)
        let is_there = c in heap
        let wrong = is_there is not (c in purse of me)
        if wrong
          deal 1 from heap to found
score coins of p: size of purse of p
winner most score
"""


def test_brackets_stand_once_and_what_differs_from_a_condition_is_said_plainly(
    rulebook: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text("name\nA\nB\n")
    told = rulebook(SHARES)
    for said in (
        "Deal coins (as many as the number of coins divided by the number of players, rounded down)"
        " from",
        "*wrong* whether either *is there* holds or *c* is in your *purse*, but not both",
    ):
        assert said in told, (said, told)


DETOURS = """game detours "Detours"
  players 2
mark n: 0..9
mark high: yes or no
mark low: yes or no
phase play
  turns until n > 5
    choose main
      up
        gain 1 n
        set high to yes when n > 2 else no
        set low to no when n > 2 else yes
winner p where high and not low
"""


def test_yes_when_a_condition_holds_is_that_condition(rulebook: Callable[[str], str]) -> None:
    told = rulebook(DETOURS)
    assert "Set *high* to yes if *n* is more than 2, otherwise no." in told
    assert "Set *low* to yes if *n* is at most 2, otherwise no." in told


PEEK = """game peek "Peeking"
  players 3
component card from "cards.csv" named by name
zone deck: set of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone looked_at of seat: slot of card, seen by owner
mark goes: yes or no
define donor of p: seat = next(p, all q in seat where hand of q is not empty and q is not p)
define even of p: seat = remainder(4 - size of hand of p, 2) is 0
setup
  move all c in card to deck
  deal 1 from deck to each hand
phase play
  turns until goes
    choose main
      peek
        let near = donor of me
        deal 1 from hand of near to looked_at of me
        move looked_at of me to hand of near
        set goes to even of me
always every p in seat has looked_at of p is empty
winner p where even of p
"""


def test_who_is_next_of_some_and_what_somebody_looks_at_is_said_plainly(
    rulebook: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\n")
    told = rulebook(PEEK)
    for said in (
        "the next after *p* among the players *q* such that the *hand* of *q* is not empty and",
        "the remainder of (4 − the number of cards in the *hand* of *p*) divided by 2 is 0",
        "| **looked at** by each player |",
        "For every player *p*, the *looked at* by *p* is empty.",
    ):
        assert said in told, (said, told)


BRACKETS = """game brackets "Brackets"
  players 2 named Ann, Bob
type way: ring n, e, s, w
component card from "cards.csv" named by name
board field: grid 3 by 3
cells square of field named "{letter}{y}"
zone heap: set of card                    "Here"
mark shown: set of card                   "Laid open"
mark spare: set of card                   "Left over"
mark owner of square: seat or nobody      "Whose square it is"
mark lost of seat: 0..9                   "What is lost"
define near(s: square, t: square) = beside(s, n when owner of s is Ann else w) is t
define most = min(size of heap, 4) + 1
define least = max(lost of Ann, lost of Bob - 1)
define late(c: card) = (shown when c in heap else spare) is empty
setup
  move card to heap
phase only
  turns until size of heap < most
    choose main
      lay(c in heap, d in heap where d is not c and not late(c) or d in shown + spare - {c})
        move c to spare_heap
        set shown to shown - {c} + {d}
        set spare to shown - (spare + {c})
      mark_it(s in square, t in square where near(s, t))
        set owner of s to me
        gain 1 lost of me
zone spare_heap: set of card
score lost of p: lost of p + least
winner most score
"""


def test_what_brackets_hold_together_is_read_out_as_that(
    rulebook: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text("name\nA\nB\n")
    told = rulebook(BRACKETS)
    for said in (
        "Set *shown* to (*shown* without *c*) and *d*.",
        "Set *spare* to *shown* without (*spare* and *c*).",
        "*d* is in (*shown* and *spare*) without *c*",
        "the cell beside *s* towards (*n* if the *owner* of *s* is Ann, otherwise *w*) is *t*",
        "(the smaller of the number of cards in the *heap* and 4) + 1",
        "the larger of the *lost* of Ann and the *lost* of Bob − 1",
        "(*shown* if *c* is in the *heap*, otherwise *spare*) is empty",
    ):
        assert said in told, (said, told)


PROMOTED = """game promoted "Promoted"
  players 2 named Ann, Bob
type rank: man, lady
board field: grid 3 by 3
cells square of field named "{letter}{y}"
mark owner of square: seat or nobody      "Whose man stands there"
mark is_lady of square: yes or no         "Is it a lady?"
define sort of s: square = lady when is_lady of s else man
phase only
  turns until passes is 2
    choose main
      put(s in square) named "put {s}"
        needs owner of s is not me        else "your own {sort of s} stands on {s}"
        set owner of s to me
        set is_lady of s to yes when row of s is 3 else no
        set is_lady of a1 to no
score ladies of p: how many s in square where owner of s is p and is_lady of s
winner most score
"""


def test_what_a_claim_becomes_and_whose_a_thing_is_is_said_plainly(
    rulebook: Callable[[str], str],
) -> None:
    told = rulebook(PROMOTED)
    for said in (
        "From now on *s* *is lady* if the *row* of *s* is 3, otherwise not.",
        "From now on a1 *is not lady*.",
        r"– otherwise “your own \[*sort* of *s*\] stands on \[*s*\]”.",
    ):
        assert said in told, (said, told)


def test_of_values_that_stand_side_by_side_all_stand_out_or_none(
    rulebook: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "melds.csv").write_text("meld\nall Sevens\nClubs Ace to Six\nNines\n")
    told = rulebook("""game sorts "Sorts"
  players 2
type meld from "melds.csv" named by meld
mark shown: set of meld                   "What lies there"
phase only
  turns until shown is {'Clubs Ace to Six', 'Nines'} or shown is {'all Sevens', 'Nines'}
    choose main
      lay(m in meld)
        set shown to shown + {m}
score laid of p: size of shown
winner most score
""")
    assert "is Clubs Ace to Six and Nines" in told or "are Clubs Ace to Six and Nines" in told
    assert "*all Sevens* and *Nines*" in told

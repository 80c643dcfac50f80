"""Marks that a seat does not see come out otherwise, as they might have for all that it knows."""

import pickle
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.determinization import Past
from rulewright.game import Game, load
from rulewright.runtime.layout import CHANCE
from rulewright.state import State

CUPS = str(Path(__file__).parents[1] / "conformance" / "bazaar" / "cups.game")


def value(state: State, name: str, *keys: int) -> object:
    variable = next(c for c in state.engine.program.variables if c.name == name)
    return state.engine.layout.get(state.slots, variable, keys)


def under(state: State, seat: int) -> tuple[object, ...]:
    return tuple(value(state, "under", seat, face) for face in range(6))


@pytest.fixture(params=registry.stepping())
def cups(request: pytest.FixtureRequest) -> Game:
    engine: EngineName = request.param
    return load(CUPS, engine=engine)


def played(game: Game, moves: str, chance: str = "") -> State:
    """A game with chance asked: its moves, and what chance answers."""
    state, answers = game.start(chance="asked"), iter(chance.split())
    for move in moves.split("; "):
        state.apply(move)
        while state.question is not None:
            state.answer(next(answers))
    return state


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("seed", [None, 5])
def test_every_throw_is_possible_that_fits_what_is_seen(seed: int | None) -> None:
    game = load("liars_dice", seats=2, options={"dice": 2})
    state = game.start(chance="asked") if seed is None else game.start(seed=seed)
    for face in ("ones", "twos", "twos", "sixes") if seed is None else ():
        state.answer(face)
    state.apply("bid 1 fours")
    thrown: Counter[tuple[object, ...]] = Counter()
    for n in range(240):
        other = state.redealt(0, n)
        assert under(other, 0) == under(state, 0)
        assert other.observation(0) == state.observation(0)
        assert [str(m) for m in other.legal_moves()] == [str(m) for m in state.legal_moves()]
        thrown[under(other, 1)] += 1
    pairs = [count for dice, count in thrown.items() if 2 in dice]
    assert len(thrown) == 21 and max(pairs) < 20  # 240 / 36 are expected


def test_what_came_of_a_throw_comes_of_another(cups: Game) -> None:
    state = played(cups, "hide left; hide left; throw; throw; throw; throw", "1 2 3 4")
    found = set()
    for n in range(60):
        other = state.redealt(0, n)
        assert value(other, "die", 0) == 3 and value(other, "fallen", 0) == 4
        die, fallen = value(other, "die", 1), value(other, "fallen", 1)
        assert isinstance(die, int) and isinstance(fallen, int) and 1 <= fallen - die <= 6
        found.add((die, fallen - die))
    assert len(found) > 20


def test_what_has_been_shown_stays(cups: Game) -> None:
    state = played(cups, "hide left; hide right; throw; throw; throw; lift", "1 2 3")
    dice = {(value(o, "die", 1), value(o, "fallen", 1)) for o in anew(state, 0)}
    assert dice == {(2, 2)}, "Bob's die has been shown"
    dice = {(value(o, "die", 0), value(o, "fallen", 0)) for o in anew(state, 1)}
    assert len(dice) > 20 and value(state, "die", 0) == 3


def anew(state: State, seat: int) -> list[State]:
    return [state.redealt(seat, n) for n in range(60)]


def test_a_secret_choice_may_have_been_another(cups: Game) -> None:
    state = played(cups, "hide left; hide left")
    assert {value(o, "bead", 1) for o in anew(state, 0)} == {0, 1}
    assert {value(o, "bead", 0) for o in anew(state, 0)} == {0}


def test_both_engines_tell_the_same_other_story() -> None:
    one, two = (
        load("liars_dice", seats=3, options={"dice": 3}, engine=engine).start(seed=8)
        for engine in registry.stepping()
    )
    for n in range(10):
        ours, theirs = one.redealt(1, n).slots, two.redealt(1, n).slots
        assert ours == theirs and ours[CHANCE] != one.slots[CHANCE]


def test_a_game_in_progress_is_not_touched_and_goes_on(cups: Game) -> None:
    state = played(cups, "hide left; hide right; throw; throw", "6 6")
    before, key = state.observation(0), state.key()
    other = state.redealt(0, 2)
    other.apply("throw")
    other.answer("4")
    assert state.key() == key and state.observation(0) == before and other.steps == 2


def test_without_a_past_marks_stay(cups: Game) -> None:
    state = played(cups, "hide left; hide right; throw; throw", "6 6")
    other = state.redealt(0, 2)
    assert {tuple(o.slots[2:]) for o in anew(other, 0)} == {tuple(other.slots[2:])}
    taken_back = state.copy()
    taken_back.undo()
    taken_back.undo()
    taken_back.apply("say 5")
    assert {value(o, "bead", 1) for o in anew(taken_back, 0)} == {0, 1}


def test_a_state_that_is_dealt_anew_often_is_dealt_as_others_are() -> None:
    game = load("liars_dice", seats=2, options={"dice": 2})
    state = game.start(seed=5)
    for move in ("", "bid 1 fours", "bid 2 fours"):
        if move:
            state.apply(move)
        for seed in range(3):
            often, once = state.redealt(0, seed), pickle.loads(pickle.dumps(state)).redealt(0, seed)
            assert (often.slots, often.memory) == (once.slots, once.memory)
            often.slots[CHANCE] = -1


@pytest.mark.parametrize("rules", ["liars_dice", CUPS])
@pytest.mark.parametrize("seed", range(3))
def test_what_was_dealt_anew_before_makes_no_difference(rules: str, seed: int) -> None:
    """What is found out of a game is kept while it goes on; moves taken back are forgotten."""
    game, luck = load(rules), Random(seed)
    state = game.start(seed=seed)
    for number in range(12):
        if number % 3 == 2 and state.steps > 1:
            state.undo()
            state.redealt(0, number)
            state.undo()
        if state.over:
            break
        other = game.start(seed=seed)
        for move in state.moves:
            other.apply(move)
        for seat in range(game.seats):
            one, two = state.redealt(seat, number), other.redealt(seat, number)
            assert one.slots == two.slots and one.observation(seat) == two.observation(seat)
        state.apply(luck.choice([*map(str, state.legal_moves())]))
    assert number > 2


PASSING = """\
game passing "Cards are put away"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
zone hand of seat: set of card, seen by owner
zone left of seat: slot of card{seen_by}
zone right of seat: slot of card{seen_by}
zone away: set of card, seen by nobody
mark first of seat: card or none, seen by owner       "What was put on the left, or turned up"

setup
  move all c in card to hand of Bob

phase play
  turns from Bob until passes is 2
    choose putting secretly
      put(a in hand of me, b in hand of me where b is not a)
        set first of me to a
        move a to left of me
        move b to right of me
        move left of me to away
        move right of me to away
        pass
      turn(a in hand of me)
        set first of me to a
        move a to left of me
        move left of me to hand of me
        pass
      else pass

score none of p: 0
winner most score
"""


@pytest.mark.parametrize("engine", registry.stepping())
@pytest.mark.parametrize(
    "seen, move, first, away",
    [
        ("all", "put B A", "B", "AB"),
        ("all", "turn C", "C", ""),
        ("others", "put B A", "B", "AB"),
        ("owner", "put B A", "ABC", "AB AC BC"),
        ("owner", "turn C", "ABC", ""),
    ],
)
def test_what_lay_open_within_a_move_stays(
    tmp_path: Path, engine: EngineName, seen: str, move: str, first: str, away: str
) -> None:
    """At the decision after it Ann sees no more than how many cards lie where."""
    seen_by = "" if seen == "all" else f", seen by {seen}"
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\n")
    (tmp_path / "passing.game").write_text(PASSING.format(seen_by=seen_by))
    state = load(str(tmp_path / "passing.game"), engine=engine).start()
    state.apply(move)
    worlds = anew(state, 0)
    cards = "ABC"
    assert {cards[int(str(value(o, "first", 1)))] for o in worlds} == set(first)
    found = {"".join(c for c in cards if c in str(lying(o, "away"))) for o in worlds}
    assert found == {*away.split(" ")}
    assert all(o.observation(0) == state.observation(0) for o in worlds)


def lying(state: State, zone: str) -> str:
    held = value(state, zone)
    assert isinstance(held, int)
    return "".join(card for number, card in enumerate("ABC") if held >> number & 1)


ASKING = """game fishing "Fishing"
  players 4 named Ann, Ben, Cat, Dan
type suit: ants, bees, cats, dogs, eels, fish
type face: (suit: suit, n: 1..6) named "{suit} {n}"
component card from "fish.csv" named by name
  suit: suit
  n: 1..6
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone given: slot of card
mark asked: 0..200
setup
  move all c in card to deck
  shuffle deck
  deal 9 from deck to each hand
phase play
  turns until asked >= 99
    choose main
      ask(p in seat where p is not me and hand of p is not empty, f in face)
        needs mate: some d in hand of me where suit of d is suit of f  else "no such"
        needs lacks: every d in hand of me has not (suit of d is suit of f and n of d is n of f)
          else "you have it"
        let c = the x in card where suit of x is suit of f and n of x is n of f
        gain 1 asked
        if c in hand of p
          move c from hand of p to given
          move c from given to hand of me
          extra turn
        turn to p
      else pass
score cards of p: size of hand of p
winner most score
"""


def held(state: State) -> dict[str, set[str]]:
    """What each seat has in hand, by the names of both."""
    names = state.engine.program.seats.labels
    seen: list[Any] = [state.observation(seat)["cells"] for seat in range(len(names))]
    return {name: {*cells["hand"][name]} for name, cells in zip(names, seen, strict=True)}


def contradicted(state: State, asked: list[tuple[int, int, str, bool]]) -> list[int]:
    """The questions of a game which hands, as they lie now, cannot have answered as it was told:
    who asked whom for which card, and whether it was there."""
    hands, wrong = [*held(state).values()], list[int]()
    for number, (asker, other, card, there) in reversed([*enumerate(asked)]):
        if there:
            hands[asker].remove(card)
            hands[other].add(card)
        lacks = card not in hands[asker] and (card in hands[other]) is there
        mates = {one.split()[0] for one in hands[asker]}
        if not lacks or card.split()[0] not in mates:
            wrong.append(number)
    return wrong


@pytest.mark.parametrize("seed", [1, 2])
def test_worlds_agree_with_all_that_was_told_in_a_long_game(tmp_path: Path, seed: int) -> None:
    """Nine cards a seat, and each of many questions tells of two hands."""
    suits = ("ants", "bees", "cats", "dogs", "eels", "fish")
    cards = "".join(f"{suit} {n},{suit},{n}\n" for suit in suits for n in range(1, 7))
    (tmp_path / "fish.csv").write_text(f"name,suit,n\n{cards}", encoding="utf-8")
    (tmp_path / "fishing.game").write_text(ASKING, encoding="utf-8")
    state = load(str(tmp_path / "fishing.game")).start(seed=seed)
    random, asked = Random(seed), list[tuple[int, int, str, bool]]()
    for _ in range(40):
        me = state.to_move
        assert isinstance(me, int)
        hands = held(state)
        told = {str(move): str(move).split(maxsplit=2)[1:] for move in state.legal_moves()}
        hits = [text for text, (who, card) in told.items() if card in hands[who]]
        text = random.choice(hits if hits and random.random() < 0.5 else [*told])
        who, card = told[text]
        asked.append((me, [*hands].index(who), card, card in hands[who]))
        state.apply(text)
    assert not contradicted(state, asked)
    wrong = [contradicted(state.redealt(seat, n), asked) for seat in range(4) for n in range(4)]
    assert not any(wrong), wrong


BOWL = """game bowl "Under the bowl"
  players 2 named Ann, Bob

component fruit from "fruit.csv" named by kind, how many by count
  kind: kind
type kind from "fruit.csv" named by kind

zone deck: stack of fruit, seen by nobody
zone hand of seat: set of fruit, seen by owner
zone bowl: slot of fruit, seen by nobody
mark rounds: 0..9
MARK

define held(k: kind) = all f in hand of me where kind of f is k

setup
  move all f in fruit to deck
  shuffle deck
  deal 5 from deck to each hand

phase bowls
  turns until rounds is 2
    choose gift secretly
      hide
    gain 1 rounds

action hide(k in kind)
  needs held: held(k) is not empty        else "you have no {k}"
  HIDE

score left of p: size of hand of pMORE
winner most score
"""
WAYS = {
    "by lot": (
        "mark lot of seat: fruit or none, seen by owner",
        "pick lot of me from held(k)\n"
        "  move the f in hand of me where f is lot of me from hand of me to bowl\n"
        "  set lot of me to none",
        "",
    ),
    "the first": ("", "move the f in held(k) from hand of me to bowl", ""),
    "noted": (
        "mark noted of seat: kind or none, seen by owner",
        "move the f in held(k) from hand of me to bowl\n  set noted of me to k",
        " + (1 when noted of p is Fig else 0)",
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_was_put_down_by_its_kind_may_be_of_any(tmp_path: Path, way: str) -> None:
    """Bob has five nuts, and Ann five of seven figs, a nut and two peas, of which she has put one
    down: whatever she had and put, each way in which that can have been is as likely for him. By
    lot it may be each of five cards in 252 hands; the first of a kind goes from each hand with that
    kind, which 252, 126 and 196 of them have."""
    (tmp_path / "fruit.csv").write_text("kind,count\nFig,7\nNut,6\nPea,2\n")
    rules = BOWL
    for word, text in zip(("MARK", "HIDE", "MORE"), WAYS[way], strict=True):
        rules = rules.replace(word, text)
    (tmp_path / "bowl.game").write_text(rules)
    game, bob = load(str(tmp_path / "bowl.game")), [f"Nut {n}" for n in (1, 2, 4, 5, 6)]
    for put, ann in (
        ("Fig", ["Fig 1", "Fig 4", "Nut 3", "Pea 1", "Pea 2"]),
        ("Pea", ["Fig 1", "Fig 2", "Fig 4", "Pea 2", "Pea 1"]),
        ("Fig", [f"Fig {n}" for n in (1, 2, 3, 5, 7)]),
    ):
        state = game.start(chance="asked")
        assert state.question is not None
        rest = [one for one in state.question.of if one not in (*ann, *bob)]
        state.answer([one for pair in zip(ann, bob, strict=True) for one in pair] + rest)
        state.apply(f"hide {put}")
        if state.question is not None:
            state.answer(state.question.of[0])
        kinds: Counter[str] = Counter()
        for seed in range(400):
            other = state.redealt(1, seed)
            assert other.observation(1) == state.observation(1)
            lies = value(other, "bowl")
            assert isinstance(lies, int)
            fruit = next(d for d in game.program.domains if d.name == "fruit")
            kind = fruit.labels[lies].split()[0]
            kinds[kind] += 1
            if way == "noted":
                noted = value(other, "noted", 0)
                assert noted == ["Fig", "Nut", "Pea"].index(kind)
        ways = (7, 1, 2) if way == "by lot" else (252, 126, 196)
        wanted = {k: 400 * n // sum(ways) for k, n in zip(("Fig", "Nut", "Pea"), ways, strict=True)}
        assert all(abs(kinds[kind] - many) < 33 for kind, many in wanted.items()), (put, kinds)


def test_what_was_tried_in_a_shorter_game_is_gone_on_with(cups: Game) -> None:
    """Worlds are the same, to the bit, for a state that has found some before its last moves, and
    after moves were taken back and others made."""
    for seed in range(4):
        known, luck = cups.start(seed=seed), Random(seed)
        for number in range(12):
            if known.over or known.question is not None:
                break
            fresh = pickle.loads(pickle.dumps(known))
            assert isinstance(fresh, State)
            for seat in range(2):
                for deal in range(6):
                    one, other = known.redealt(seat, deal), fresh.redealt(seat, deal)
                    assert one.slots == other.slots and one.memory == other.memory
            if number == 5:
                known.undo()
            known.apply(luck.choice(known.legal_moves()))


BIDS = """game bids "Bids"
  players 2 named Ann, Bob
  uses standard_deck
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone block: set of card
mark bid of seat: KIND, seen by owner
mark done of seat: yes or no
mark points of seat: 0..99
setup
  move all c in card to deck
  shuffle deck
  deal 5 from deck to each hand
phase play
  turns until every p in seat has done of p
    choose offer secretly
      bid(c in hand of me)
        set bid of me to VALUE
        set done of me to yes
  each p in seat
    PAY
score worth of p: points of p
winner most score
"""
MARKS = {
    "a card": ("card or none", "c", "if bid of p is not none\n"
               "      set points of p to rank of bid of p\n"
               "      move bid of p from hand of p to block"),
    "a set": ("set of card", "{c}", "each c in bid of p\n"
              "      set points of p to rank of c\n"
              "      move c from hand of p to block"),
}  # fmt: skip


@pytest.mark.parametrize("kind", MARKS)
def test_a_hidden_mark_names_what_lies_in_the_hand_now(tmp_path: Path, kind: str) -> None:
    """So what was bid can be paid, and it may have been any card."""
    rules = BIDS
    for word, text in zip(("KIND", "VALUE", "PAY"), MARKS[kind], strict=True):
        rules = rules.replace(word, text)
    (tmp_path / "bids.game").write_text(rules)
    state = load(str(tmp_path / "bids.game")).start(seed=3)
    state.apply(state.legal_moves()[0])
    bids: Counter[str] = Counter()
    for seed in range(100):
        other = state.redealt(1, seed)
        cells: Any = other.observation(0)["cells"]
        bid = cells["bid"]["Ann"]
        (named,) = bid if isinstance(bid, list) else [bid]
        assert named in cells["hand"]["Ann"]
        assert other.observation(1) == state.observation(1)
        other.apply(other.legal_moves()[0])
        assert other.over and named in other.observation(1)["cells"]["block"]  # type: ignore[index,operator,call-overload]
        bids[named] += 1
    assert len(bids) > 25


SPIES = """game spies "Spies"
  players 2 named Ann, Bob
  uses standard_deck
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
mark spied of seat: card or none, seen by owner
mark rounds: 0..9
setup
  move all c in card to deck
  shuffle deck
  deal 4 from deck to each hand
phase play
  turns until rounds is 3
    choose raid secretly
      peek
        pick spied of me from hand of next of me
      'leave'
    gain 1 rounds
score known of p: rank of spied of p when spied of p is not none else 0
winner most score
"""


@pytest.mark.parametrize("move", ["peek", "leave"])
def test_a_secret_choice_may_have_asked_chance_or_not(tmp_path: Path, move: str) -> None:
    """Whichever was made, the other one is as likely, and what it comes to is thrown anew."""
    (tmp_path / "spies.game").write_text(SPIES)
    state = load(str(tmp_path / "spies.game")).start(seed=2)
    state.apply(move)
    hand: Any = state.observation(1)["cells"]
    spied: Counter[object] = Counter()
    for seed in range(200):
        other = state.redealt(1, seed)
        assert other.observation(1) == state.observation(1)
        cells: Any = other.observation(0)["cells"]
        spied[cells["spied"]["Ann"]] += 1
    assert set(spied) == {None, *hand["hand"]["Bob"]}
    assert 60 < spied[None] < 140


VOWS = """game vows "Vows"
  players 2 named Ann, Bob
type star: Algol, Deneb, Mira, Rigel, Sirius, Vega
mark vow of seat: star or none, seen by owner
mark vowed of seat: yes or no
mark lamp of seat: 0..9, seen by owner
mark shown of seat: 0..9
mark rounds: 0..99
phase vows
  turns until every p in seat has vowed of p
    choose oath secretly
      swear(s in star)
        set vow of me to s
        set vowed of me to yes
phase lamps
  turns until rounds is 40
    choose light secretly
      put(n in 0..9)
        set lamp of me to n
    set shown of me to lamp of me
    gain 1 rounds
score stars of p: shown of p + (1 when vow of p is Vega else 0)
winner most score
"""


def test_what_was_tried_is_not_tried_again_however_long_the_game_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One step more is made again in each of six games, and nine others are tried for it."""
    (tmp_path / "vows.game").write_text(VOWS)
    state = load(str(tmp_path / "vows.game")).start(seed=1)
    made, vows, watched = list[int](), set[object](), Past._watched

    def counted(past: Past, *given: Any) -> Any:
        made[-1] += 1
        return watched(past, *given)

    monkeypatch.setattr(Past, "_watched", counted)
    luck = Random(1)
    while not state.over:
        made.append(0)
        for seed in range(40):
            vows.add(value(state.redealt(0, seed), "vow", 1))
        state.apply(luck.choice(state.legal_moves()))
    assert len(vows) == 7 and sum(made[-20:]) < 20 * (6 + 6 * 9)


TRICKS = """game tricks "Tricks"
  players 3 named Ann, Bob, Cat
  uses standard_deck
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone played of seat: slot of card
mark led: suit or none
define can_follow = some d in hand of me where suit of d is led
setup
  move all c in card to deck
  shuffle deck
  deal 17 from deck to each hand
phase play
  turns until every p in seat has played of p is not empty
    choose card
      play(c in hand of me)
        needs follow: led is none or suit of c is led or not can_follow
          else "follow suit"
        if led is none
          set led to suit of c
        move c to played of me
score left of p: size of hand of p
winner most score
"""


def test_nobody_has_what_would_have_been_followed_with(tmp_path: Path) -> None:
    """Bob plays another suit than clubs, so none of his seventeen cards is one: of all ways to deal
    them, about one in twenty thousand is such."""
    (tmp_path / "tricks.game").write_text(TRICKS)
    state = load(str(tmp_path / "tricks.game")).start(chance="asked")
    assert state.question is not None
    cards = sorted(state.question.of)
    clubs = [card for card in cards if card.endswith("of Clubs")]
    rest = [card for card in cards if card not in clubs]
    hands = [*clubs[:7], *rest[:10]], rest[10:27], [*clubs[7:], *rest[27:38]]
    state.answer([one for three in zip(*hands, strict=True) for one in three] + rest[38:])
    state.apply(f"play {clubs[0]}")
    state.apply(f"play {rest[10]}")
    dealt = [held(state.redealt(2, seed)) for seed in range(40)]
    assert not [one for one in dealt if one["Bob"] & {*clubs}]
    may = {*cards} - {*clubs} - {*hands[2]} - {rest[10]}
    assert {card for one in dealt for card in one["Bob"]} == may
    assert {card for one in dealt for card in one["Ann"]} == may | {*clubs[1:7]}


HELD_BACK = """game held "What is held back"
  players 2 named Ann, Bob
component card from "cards.csv" named by kind, how many by count
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone front of seat: set of card
mark lucky: 0..9
setup
  move all c in card to deck
  shuffle deck
  deal 1 from deck to each hand
phase play
  turns until deck is empty
    let old = the c in hand of me
    deal 1 from deck to hand of me
    TOLD
    choose main
      play_old
        move old from hand of me to front of me
score cards of p: lucky + size of front of p
winner most score
"""


@pytest.mark.parametrize(
    "told", ["set lucky to 1", "set lucky to 1 when old in {'Red 1', 'Red 2', 'Red 3'} else 0"]
)
def test_what_another_seat_has_named_goes_with_what_it_names(tmp_path: Path, told: str) -> None:
    """Another seat may be dealt for while one is to move, which keeps a name for a card."""
    (tmp_path / "cards.csv").write_text("kind,count\nRed,4\nBlue,4\n")
    (tmp_path / "held.game").write_text(HELD_BACK.replace("TOLD", told))
    for number in range(6):
        state, found = load(str(tmp_path / "held.game")).start(seed=number), set[str]()
        for seed in range(30):
            world = state.redealt(1, seed)
            cells: Any = world.observation(0)["cells"]
            assert cells["old"] in cells["hand"]["Ann"]
            assert world.observation(1) == state.observation(1)
            world.apply("play_old")
            found.add(cells["old"])
        assert len(found) > 2

"""What a seat is said to know is what is the same in all worlds that agree with what it has seen.

The worlds are counted out: every way chance and the players can go in a tiny game. What a seat has
seen is written down here from the declarations alone – its own moves, the names of what others
chose openly, what lies where it may look, how many lie elsewhere. Histories that a seat has seen
alike are one case to it, and what lies at a place in all of them it knows.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any, cast

import pytest
from tests.repeated import times

from rulewright import Game, State, load, transcript
from rulewright.following import Follower
from rulewright.runtime import observation
from rulewright.runtime.memory import Memory, MemoryBuilder
from rulewright.runtime.sight import Masks
from rulewright.transcript import Entry, Transcript

TABLE = """\
game tiny "Tiny"
  players {seats} named {names}

{kinds}component card from "cards.csv" named by name
{of_kinds}zone pile: stack of card, seen by nobody
zone hand of seat: set of card, seen by {seen}
{used}
mark clock: 0..9

setup
  move all c in card to pile
  shuffle pile
  deal {dealt} from pile to each hand

phase play
  turns until clock is {moves}
    gain 1 clock
    {asked} main{how}
{actions}
{after}

score none of p: {score}
winner most score
"""

USED = """\
zone other_hand of seat: set of card, seen by owner
zone crib: set of card, seen by nobody
zone slip of seat: slot of card, seen by owner
zone table: set of card
mark noted of seat: 0..2, seen by owner
mark handed: yes or no
"""

TAKE = """
      take(c in hand of next of me)
        move c to hand of me
"""
LAY_THEIRS = """
      lay_theirs(c in hand of next of me)
        move c to table
"""
KEEP_THEIRS = """
      keep_theirs(c in hand of next of me)
        needs slip of next of me is empty else "full"
        move c to slip of next of me
"""
DROP = """
      drop
        needs hand of me is not empty else "none"
        deal 1 from hand of me to table
"""
PASS_ON = """
      pass_on
        needs hand of me is not empty else "none"
        deal 1 from hand of me to hand of next of me
"""
GIVE = """
      give(c in hand of me)
        move c to hand of next of me
"""
CRIB = """
      crib(c in hand of me)
        move c to crib
"""
LAY = """
      lay(c in hand of me)
        move c to table
"""
TUCK = """
      tuck(c in hand of me)
        move c to pile
"""
DRAW = """
      draw
        needs pile is not empty else "none"
        deal 1 from pile to hand of me
"""
SHUFFLE = """
      shuffle_it
        shuffle pile
"""
SWAP = """
      swap
        move hand of me to other_hand of me
        move hand of next of me to hand of me
        move other_hand of me to hand of next of me
"""
PICK = """
      grope
        needs crib is not empty else "none"
        deal 1 from crib to hand of me
"""
BURY = """
      bury
        needs table is not empty else "none"
        move table to pile
"""
SLIP = """
      slip(c in hand of me)
        needs slip of me is empty else "full"
        move c to slip of me
      turn_up
        needs slip of me is not empty else "none"
        move slip of me to table
"""
POOL = """
      pool
        move hand of me to crib
        deal 1 from pile to crib
        deal 1 from crib to hand of next of me
"""
LEND = """
      lend(c in hand of me, d in hand of me where d is not c)
        move d to slip of me
        move slip of me to hand of me
        move c to table
"""
RETURN = """
      return(c in hand of me, d in hand of me where d is not c)
        move d to crib
        move c to table
"""
WISH = """
      wish(c in hand of me, p in seat)
        move c to hand of next of p
"""
UNDER = """
      under(c in hand of me)
        move top(1, pile) to crib
        move c to pile
        move crib to pile
"""
LOOK = """
      go
        if A in hand of me
          move top(1, pile) to hand of me
        else
          move top(1, pile) to crib
          deal 1 from pile to hand of me
          move crib to pile
"""

BID = """
      bid(c in hand of me)
        move c to slip of me
"""
VISIT = """
      visit(q in seat where q is not me)
        move hand of q to other_hand of me
        choose looked
          so
            set clock to clock
        move other_hand of me to hand of q
"""
HAND_OVER = """
      step hand_over(k in kind)
        needs some c in hand of me where kind of c is k else "none"
        move the c in hand of me where kind of c is k from hand of me to hand of next of me
        set handed to yes
"""
PUT_BY = """
      step put_by(c in hand of me)
        move c to crib
        set handed to yes
"""
NOTE = """
      step note(n in 1..2)
        needs noted of me < n else "that is less"
        set noted of me to n
        set handed to yes
"""
SLIP_IN = """
      step slip_in(c in hand of me)
        needs slip of me is empty else "full"
        move c to slip of me
        set handed to yes
"""
THINK = """
      step think(c in hand of me) into thought at most 1
"""
PAY = """
      step pay(c in hand of me) into paid
"""
DONE = """
      finish done
        needs handed else "go on"
"""
ANY = """
      finish done
"""
PASS = """
      else pass"""
SET_DOWN = """
    set noted of me to size of thought
    if clock is 2
      each p in seat
        move hand of p to table
"""
PAID = """
    move paid from hand of me to table
"""
TURN_UP = """
    if clock is 2
      each p in seat
        move slip of p to table
"""
MIX_UP = """
    if clock is 2
      each p in seat
        move hand of p to crib
        move slip of p to crib
      move crib to table
"""
FROM_PILE = """
    if clock is 2
      shuffle pile
    deal 1 from pile to table
"""
CRIB_OF_THREE = """
    if clock is 3
      move crib to table
"""
OPEN_CRIB = """
    move crib to table
"""


def made(
    folder: Path,
    *actions: str,
    dealt: int = 1,
    moves: int = 3,
    how: str = "",
    cards: int = 4,
    seats: int = 2,
    otherwise: str = PASS,
    after: str = "",
    asked: str = "choose",
    sees: str = "owner",
) -> Game:
    rows = (f"{c},{'low' if c in 'ACE' else 'high'}\n" for c in "ABCDE"[:cards])
    (folder / "cards.csv").write_text("name,kind\n" + "".join(rows))
    does = "".join(actions) + otherwise + after + how
    if "handed" in does:
        after += "\n    set handed to no"
    used = [line for line in USED.splitlines() if line.split()[1].strip(":") in does.split()]
    names = ", ".join(("ann", "bob", "cec")[:seats])
    text = TABLE.format(
        seats=seats,
        names=names,
        dealt=dealt,
        moves=moves,
        kinds="type kind: low, high\n" if "kind" in does else "",
        of_kinds="  kind: kind\n" if "kind" in does else "",
        score="noted of p" if "noted" in does else "0",
        asked=asked,
        how=how,
        actions="".join(actions) + otherwise,
        after=after,
        used="\n".join(used),
        seen=sees,
    )
    (folder / "tiny.game").write_text(text.replace("\n\n      ", "\n      "), encoding="utf-8")
    return load(str(folder / "tiny.game"), engine="reference")


def histories(game: Game) -> Iterator[tuple[list[Step], State]]:
    """Every history of a game: the positions it has come through, and the last one as a state."""
    waiting: list[tuple[list[Step], State]] = [([], game.start(chance="asked"))]
    while waiting:
        before, state = waiting.pop()
        question = state.question
        if question is not None:
            here, go = before, cast(Any, State.answer)
            ways: Any = permutations(question.of) if question.kind == "shuffle" else question.of
        else:
            here, go = [*before, step(state)], State.apply
            yield here, state
            ways = state.legal_moves()
        for way in ways:
            other = state.copy()
            go(other, way)
            waiting.append((here, other))


Places = tuple[tuple[str, tuple[int, ...], tuple[str, ...]], ...]


@dataclass(frozen=True, eq=False)
class Step:
    """A position on the way: what lies where, whose turn it is, and the move that led there."""

    lying: Places
    to_move: object
    secret: bool
    covered: bool
    move: str


def step(state: State) -> Step:
    choice = state.waiting
    secret = choice is not None and (choice.secret or bool(choice.cover))
    covered, moves = choice is not None and bool(choice.cover), state.moves
    return Step(tuple(places(state)), state.to_move, secret, covered, moves[-1] if moves else "")


def places(state: State) -> Iterator[tuple[str, tuple[int, ...], tuple[str, ...]]]:
    """Each place: its name, who sees it, and what lies there."""
    program, layout = state.engine.program, state.engine.layout
    for variable in program.variables:
        if variable.role != "zone":
            continue
        labels = variable.type.domain.labels  # type: ignore[union-attr]
        for keys in layout.members(state.slots, variable):
            value = layout.get(state.slots, variable, keys)
            seers = tuple(
                seat
                for seat in range(program.seats.size)
                if variable.seen == "all"
                or (variable.seen == "owner" and keys[0] == seat)
                or (variable.seen == "others" and keys[0] != seat)
            )
            if isinstance(value, list):
                held = tuple(labels[e] for e in reversed(value))
            elif str(variable.type).startswith("set"):
                held = tuple(labels[e] for e in range(len(labels)) if value >> e & 1)
            else:
                held = (labels[value],) if value >= 0 else ()
            yield f"{variable.name} {keys[0] if keys else ''}", seers, held


def look(lying: Places, seat: int) -> object:
    """What a seat can look at in a position."""
    return tuple((name, held if seat in seers else len(held)) for name, seers, held in lying)


def seen(history: list[Step], seat: int) -> tuple[object, ...]:
    """All that a seat has seen of a history."""
    found: list[object] = []
    for before, after in zip([None, *history], history, strict=False):
        if before is not None:
            told = after.move if before.to_move == seat else after.move.split(" ")[0]
            found.append("" if before.secret and before.to_move != seat else told)
            if before.covered and before.to_move == after.to_move != seat:
                found.pop()  # how many steps somebody takes in secret nobody else can count
                if found[-1] == (look(after.lying, seat), after.to_move):
                    continue
        found.append((look(after.lying, seat), after.to_move))
    return tuple(found)


def known(worlds: list[Places], seat: int) -> dict[str, list[Any]]:
    """Of each hidden place what is the same in all worlds: of the pile by position."""
    found: dict[str, list[Any]] = {}
    for rows in zip(*worlds, strict=True):
        name, seers, _ = rows[0]
        if seat in seers:
            continue
        all_held = [held for _, _, held in rows]
        if name.startswith("pile"):
            found[name] = [
                (i, cards[0]) for i, cards in enumerate(zip(*all_held, strict=True), 1)
                if len(set(cards)) == 1
            ]  # fmt: skip
        else:
            found[name] = sorted(set(all_held[0]).intersection(*all_held))
    return found


def told(state: State, seat: int) -> dict[str, list[Any]]:
    """The same from the observation."""
    variables: Any = state.observation(seat)["cells"]
    found: dict[str, list[Any]] = {}
    for name, seers, _ in places(state):
        if seat in seers:
            continue
        cell, key = name.split(" ")
        shown = variables[cell]
        if key:
            shown = shown[state.engine.program.seats.labels[int(key)]]
        if cell == "pile":
            found[name] = list(zip(shown.get("at", []), shown["known"], strict=True))
        else:
            found[name] = sorted(shown["known"])
    return found


@dataclass
class Found:
    """How many cases there are; in how many a seat is told less than it might know; and how many
    worlds it has been dealt that it knows cannot be."""

    cases: int = 0
    less: int = 0
    impossible: int = 0


def compared(game: Game) -> Found:
    """What a comparison with all worlds comes to.

    Fails if a seat is told what it cannot know, or something else in another world.
    """
    cases: dict[tuple[int, object], list[tuple[Places, State]]] = {}
    for history, state in histories(game):
        for seat in range(game.seats):
            alike = cases.setdefault((seat, seen(history, seat)), [])
            alike.append((history[-1].lying, state))
    found = Found(len(cases))
    logs: dict[int, Transcript] = {}
    for (seat, _), alike in cases.items():
        worlds, state = [lying for lying, _ in alike], alike[0][1]
        moves = "; ".join(state.moves)
        may_know, says, log = known(worlds, seat), told(state, seat), told_moves(state, seat, logs)
        for _, other in alike[1:]:
            assert told(other, seat) == says, f"{seat} is told what is hidden: {moves}"
            other_log = told_moves(other, seat, logs)
            assert other_log == log, f"{seat} is told {log} or {other_log}: {moves}"
        for name, what in says.items():
            wrong = [one for one in what if one not in may_know[name]]
            assert not wrong, f"{seat} cannot know {wrong} in {name}: {moves}"
        found.less += says != may_know
        for seed in range(2):
            dealt = state.redealt(seat, seed)
            assert told(dealt, seat) == says, f"{seat}, dealt anew, is told otherwise: {moves}"
            found.impossible += tuple(places(dealt)) not in worlds
    return found


def never_dealt(game: Game, most: int) -> list[tuple[str, Places]]:
    """What may lie outside of the pile for all that a seat has seen that is to decide, and is never
    dealt to it: for so many cases, whichever of their histories is the real one."""
    cases: dict[tuple[int, object], list[tuple[Places, State]]] = {}
    for history, state in histories(game):
        if isinstance(seat := state.to_move, int):
            alike = cases.setdefault((seat, seen(history, seat)), [])
            alike.append((apart_from_piles(history[-1].lying), state))
    several = [one for one in cases.items() if 2 <= len({lying for lying, _ in one[1]}) <= 6]
    missed: list[tuple[str, Places]] = []
    for (seat, _), alike in several[:: max(1, len(several) // most)]:
        worlds = {lying for lying, _ in alike}
        for _, state in alike[:: max(1, len(alike) // 3)]:
            left = {*worlds}
            for seed in range(25 * len(worlds)):
                left.discard(apart_from_piles(tuple(places(state.redealt(seat, seed)))))
            missed += [("; ".join(state.moves), one) for one in left]
    return missed


def apart_from_piles(lying: Places) -> Places:
    return tuple(one for one in lying if not one[0].startswith("pile"))


def told_moves(state: State, seat: int, logs: dict[int, Transcript]) -> list[tuple[int, str]]:
    """The moves as a seat is told them."""
    if id(state) not in logs:
        logs[id(state)] = Transcript.of(state)
    return list(logs[id(state)].told(state, seat))


STEPS = {"asked": "compose", "how": " secretly", "otherwise": ""}
ONE_STEP = STEPS | {"how": " secretly until handed"}
OTHERS = {"sees": "others"}
CARDS = times(4, thorough=5)  # of five there are more orders than of all others
ALONE = {"how": " secretly", "otherwise": ""}  # nothing else may be done
GAMES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "gifts": ((GIVE, LAY), {"dealt": 2}),
    "gifts of three": ((GIVE, LAY), {"seats": 3, "cards": 3}),
    "a crib": ((GIVE, CRIB), {"dealt": 2}),
    "out of a crib": ((CRIB, PICK), {"dealt": 2}),
    "a pile": ((TUCK, DRAW), {}),
    "a pile that is shuffled": ((TUCK, DRAW, SHUFFLE), {"cards": 3}),
    "swapped hands": ((SWAP, GIVE), {"dealt": 2}),
    "what was seen": ((LAY, BURY, DRAW), {}),
    "a slip": ((SLIP, GIVE), {"dealt": 2}),
    "one of two, lent and laid": ((POOL, LEND), {"cards": 5, "dealt": 2, "otherwise": ""}),
    "one of two, another given back": ((POOL, RETURN), {"cards": 5, "dealt": 2, "otherwise": ""}),
    "to either hand": ((WISH, LAY), {"cards": 3}),
    "secret gifts": ((GIVE, CRIB), {"dealt": 2, "how": " secretly"}),
    "secret swaps": ((SWAP, GIVE), {"dealt": 2, "how": " secretly"}),
    "a secret pile": ((TUCK, DRAW), {"how": " secretly"}),
    "secretly on top or not": ((TUCK, UNDER), {"cards": 3, "how": " secretly"}),
    "a secret wish": ((WISH,), {"cards": 3, "how": " secretly"}),
    "bids turned up": ((BID,), ALONE | {"dealt": 2, "after": TURN_UP}),
    "bids mixed with a hand": ((BID,), ALONE | {"dealt": 2, "moves": 2, "after": MIX_UP}),
    "cards laid through a crib": ((CRIB,), ALONE | {"dealt": 2, "after": OPEN_CRIB}),
    "two cards laid through a crib": ((CRIB,), {"dealt": 2, "moves": 3, "after": CRIB_OF_THREE}),
    "a secret card on a pile": ((TUCK,), ALONE | {"cards": CARDS, "dealt": 2, "after": FROM_PILE}),
    "a hidden condition": ((LOOK, TUCK), {}),
    "hands looked at": ((VISIT,), {"seats": 3, "cards": 3}),
    "hands looked at in secret": ((VISIT,), {"seats": 3, "cards": 3, "how": " secretly"}),
    "kinds handed over in a step": ((HAND_OVER,), ONE_STEP | {"seats": 3, "cards": 4}),
    "kinds handed over in steps": ((HAND_OVER, DONE), STEPS | {"moves": 1, "dealt": 2}),
    "cards put by in steps": ((PUT_BY, DONE), STEPS | {"moves": 1, "dealt": 2, "after": OPEN_CRIB}),
    "numbers noted in steps": ((NOTE, DONE), STEPS | {"cards": 2}),
    "a card or a number in a step": ((SLIP_IN, NOTE), ONE_STEP | {"cards": 3, "after": TURN_UP}),
    "a card turned up after a step": ((SLIP_IN,), ONE_STEP | {"dealt": 2, "after": TURN_UP}),
    "a card thought of in a step": ((THINK, ANY), STEPS | {"dealt": 2, "after": SET_DOWN}),
    "cards paid in steps": ((PAY, ANY), STEPS | {"dealt": 2, "after": PAID}),
    "hands that others see": ((TAKE, DROP), OTHERS | {"dealt": 2}),
    "hands of three that others see": ((TAKE, PASS_ON), OTHERS | {"seats": 3, "cards": 4}),
    "drawn for others to see": ((LAY_THEIRS, DRAW), OTHERS),
    "kept from all who saw it": ((KEEP_THEIRS, DROP), OTHERS | {"dealt": 2}),
    "taken in secret where others see": ((TAKE, DROP), OTHERS | {"dealt": 2, "how": " secretly"}),
    "hands that others see, swapped": ((SWAP, TAKE), OTHERS | {"dealt": 2}),
}  # fmt: skip
"""Each with what may be done, and how it is dealt."""


LESS_THAN_ALL = (
    "a secret pile", "secretly on top or not", "a hidden condition", "hands looked at in secret",
    "kinds handed over in a step",
)  # fmt: skip
"""Where others choose secretly among several actions, or a condition is hidden, a seat could work
out more than it is told."""

NOT_ALL = "a hidden condition"
"""Where a step moves other cards by a hidden condition, what has come of that stays."""

LARGE = bool(os.environ.get("RULEWRIGHT_WORLDS"))
"""Go on for three moves, in all games, which takes minutes."""

SLOWER = () if LARGE else ("gifts", "a crib", "a slip", "secret gifts", "secret swaps")


def found_in(folder: Path, name: str, moves: int = 2) -> Found:
    actions, settings = GAMES[name]
    return compared(made(folder, *actions, **{"moves": moves} | settings))


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("name", [name for name in GAMES if name not in SLOWER])
def test_what_is_known_is_what_is_the_same_in_all_worlds(tmp_path: Path, name: str) -> None:
    found = found_in(tmp_path, name, 3 if LARGE else 2)
    assert found.cases > 20
    if name not in LESS_THAN_ALL:
        assert found.less == 0 and found.impossible == 0


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("name", [name for name in GAMES if name not in (*SLOWER, NOT_ALL)])
def test_whatever_may_be_is_dealt(tmp_path: Path, name: str) -> None:
    actions, settings = GAMES[name]
    game = made(tmp_path, *actions, **{"moves": 2} | settings)
    assert never_dealt(game, 12 if LARGE else 4) == []


def confused_with_nothing(patch: pytest.MonkeyPatch) -> None:
    """What cannot be told apart is told apart."""
    patch.setattr(MemoryBuilder, "mix", lambda *_: None)


def nothing_known(patch: pytest.MonkeyPatch) -> None:
    """What was given away is forgotten."""
    patch.setattr(Memory, "known_among", lambda *_: 0)


def one_of_several(patch: pytest.MonkeyPatch) -> None:
    """A card that comes out of a hand tells which one of its cards it was."""
    show = MemoryBuilder.show
    patch.setattr(
        MemoryBuilder, "show",
        lambda notes, seat, domain, c, among, **more: show(notes, seat, domain, c, 0, **more),
    )  # fmt: skip


def dealt_anyhow(patch: pytest.MonkeyPatch) -> None:
    """What is known is dealt anew."""
    patch.setattr(observation, "_everywhere", lambda *_: -1)


def secrets_followed(patch: pytest.MonkeyPatch) -> None:
    """Everybody follows what somebody does secretly."""
    patch.setattr(Follower, "_blur", lambda *_: None)


def conditions_known(patch: pytest.MonkeyPatch) -> None:
    """Everybody knows how a condition comes out that looks into a hand."""
    patch.setattr(Follower, "_hidden_from", lambda *_: 0)


def told_too_late(patch: pytest.MonkeyPatch) -> None:
    """A card that is seen is taken for the one that was given."""

    def note(entry: Entry, seat: int, seen: Masks, _: Memory) -> None:
        entry.unseen[seat] -= transcript._among(entry.unseen[seat], seen)

    patch.setattr(Entry, "note", note)


def told_though_mixed(patch: pytest.MonkeyPatch) -> None:
    """A card that is seen is taken for the one that was chosen in secret."""
    patch.setattr(MemoryBuilder, "show_together", lambda *_: None)


def told_by_names(patch: pytest.MonkeyPatch) -> None:
    """Of a secret compose all is told as soon as no component is hidden that a step names."""
    patch.setattr(transcript, "_only_takes", lambda *_: True)


def steps_counted(patch: pytest.MonkeyPatch) -> None:
    """Each step of a secret compose is told to have been taken."""
    told = Transcript.text_for
    patch.setattr(
        Transcript, "text_for",
        lambda log, entry, state, seat: told(log, entry, state, seat) or "some step",
    )  # fmt: skip


FAULTS: dict[Callable[[pytest.MonkeyPatch], None], str] = {
    confused_with_nothing: "a crib",
    nothing_known: "gifts of three",
    one_of_several: "a secret pile",
    dealt_anyhow: "a pile",
    secrets_followed: "secretly on top or not",
    conditions_known: "a hidden condition",
    told_too_late: "gifts of three",
    told_though_mixed: "bids mixed with a hand",
    told_by_names: "kinds handed over in a step",
    steps_counted: "numbers noted in steps",
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_is_found(
    tmp_path: Path, fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    try:
        found = found_in(tmp_path, FAULTS[fault])
    except AssertionError:
        return
    assert found.less or found.impossible

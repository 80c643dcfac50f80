"""What is told of a game whose chance is asked from outside is what is told of it where it goes by
itself: whoever throws the dice, the same has been thrown and drawn."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from tests.property.test_told_as_seen import a_game
from tests.repeated import times

from rulewright import Game, State, catalogue, load
from rulewright.play import retold as telling
from rulewright.play.retold import Told, beginning, retold
from rulewright.play.steps import steps
from rulewright.players.view import is_open
from rulewright.runtime.chance import picked, shuffled, stream
from rulewright.transcript import Transcript


def answered(state: State, source: object) -> object:
    """Answer all that chance is asked as the stream of chance would; gives how that goes on."""
    while (question := state.question) is not None:
        many = len(question.of)
        if question.kind == "shuffle":
            source, order = shuffled(source, "", [*range(many)])
            state.answer([question.of[n] for n in reversed(order)])
        else:
            source, one = picked(source, "", (1 << many) - 1)
            state.answer(question.of[one])
    return source


def is_told_alike(game: Game, seed: int, moves: int) -> None:
    luck = random.Random(seed)
    by_itself, asked = game.start(seed=seed), game.start(chance="asked")
    source = answered(asked, stream(seed))
    for _ in range(moves):
        if by_itself.over:
            break
        move = luck.choice([str(one) for one in by_itself.legal_moves()])
        by_itself.apply(move)
        asked.apply(move)
        source = answered(asked, source)
        assert by_itself.observation(0)["cells"] == asked.observation(0)["cells"]
    logs = Transcript.of(by_itself), Transcript.of(asked)
    for seat in range(game.seats):
        one, other = (
            [*log.told(state, seat)] for log, state in zip(logs, (by_itself, asked), strict=True)
        )
        assert one == other
    for looks in (None, *range(game.seats)):
        alone, questioned = (list(retold(one, looks)) for one in (by_itself, asked))
        assert said(alone) == said(questioned)
        if looks is not None and not is_open(asked.engine.program):
            # where a seat is not to know whether chance was asked it is the same step by step
            assert [one.said for one in alone] == [one.said for one in questioned]
            assert seen(by_itself, looks, alone) == seen(asked, looks, questioned)


def seen(state: State, seat: int, told: list[Told]) -> list[object]:
    """What a seat sees, step by step, as a game is gone through."""
    states = [beginning(state, seat), *(one.after for one in told)]
    return [one.observation(seat)["cells"] for one in states]


def said(told: list[Told]) -> list[tuple[int, list[str]]]:
    """What a seat is told with each decision as a game is gone through, word by word: where chance
    is asked what it brings comes behind the move, not in brackets."""
    words = [
        (one.step.state.decisions - (one.step.who is None), re.findall(r"[^\s(),;]+", text))
        for one in told
        for who, text in one.said
        if who is not None
    ]
    runs = groupby(words, lambda one: one[0])
    return [(number, [word for _, many in run for word in many]) for number, run in runs]


@pytest.mark.parametrize("name", [one.name for one in catalogue.games()])
def test_games_are_told_alike(name: str) -> None:
    is_told_alike(load(name, engine="reference"), 3, times(16, thorough=30))


@pytest.mark.thorough(each="seed")
@pytest.mark.parametrize("seed", range(times(12, thorough=120)))
@pytest.mark.parametrize("in_part", [False, True])
def test_small_games_are_told_alike(seed: int, in_part: bool) -> None:
    is_told_alike(a_game(seed, in_part=in_part), seed, 20)


LOTS = """\
game lots "Lots"
  players 2 named Ann, Bob

type kind from "fruit.csv" named by kind
component fruit from "fruit.csv" named by kind, how many by count
  kind: kind

zone deck: stack of fruit, seen by nobody
zone hand of seat: set of fruit, seen by owner
zone PLACE: set of fruitSEEN
mark lot of seat: fruit or none, seen by owner
mark luck of seat: 0..3, seen by owner
mark turn: 0..9

define held(k: kind) = all f in hand of me where kind of f is k

setup
  move all f in fruit to deck
  shuffle deck
  deal 3 from deck to each hand

phase play
  turns until turn is 3
    gain 1 turn
    CHOICE

action hide(k in kind)
  needs held(k) is not empty              else "you have no {k}"
  pick lot of me from held(k)
  if size of held(k) > 1
    pick luck of me from 1..3
  move the f in hand of me where f is lot of me from hand of me to PLACE
  set lot of me to none

score cards of p: (size of hand of p) + size of PLACE + luck of p
winner most score
"""


def every_way(state: State) -> Iterator[State]:
    """All that chance may answer, one after the other."""
    if state.question is None:
        yield state
        return
    for one in state.question.of:
        after = state.copy()
        after.answer([one])
        yield from every_way(after)


def lots(tmp_path: Path, choice: str, place: str) -> Game:
    (tmp_path / "fruit.csv").write_text("kind,count\nFig,4\nNut,4\n")
    rules = LOTS.replace("CHOICE", choice).replace("PLACE", place)
    rules = rules.replace("SEEN", ", seen by nobody" if place == "bowl" else "")
    (tmp_path / "lots.game").write_text(rules)
    return load(str(tmp_path / "lots.game"), engine="reference")


def what_is_seen_alike_is_told_alike(game: Game) -> int:
    """Fails if a seat is told otherwise where it has seen the same. Gives how many games had other
    steps of chance there than another one."""
    fruits = [f"{kind} {n}" for n in range(1, 5) for kind in ("Fig", "Nut")]
    known, pairs = dict[tuple[int, str], tuple[object, int]](), 0
    is_secret = any(one.secret for one in game.program.choices)
    for bobs in (["Nut 1", "Nut 2", "Nut 3"], ["Fig 1", "Nut 2", "Nut 3"]):
        rest = [one for one in fruits if one not in bobs]
        for n in range(times(5, thorough=20)):
            luck = random.Random(n)
            luck.shuffle(rest)
            order = [one for pair in zip(rest, bobs, strict=False) for one in pair] + rest[3:]
            ways = [game.start(chance="asked")]
            ways[0].answer(order)
            for _ in range(2):
                further = list[State]()
                for state in ways:
                    for move in state.legal_moves():
                        after = state.copy()
                        after.apply(str(move))
                        further += luck.sample([*every_way(after)], 1)
                ways = further
            for state in ways:
                played = list(steps(state))
                for seat in range(game.seats):
                    made = [one for one in played if one.who is not None]
                    states = [one.state for one in made]
                    heard = [str(one) for one in made if one.who == seat or not is_secret]
                    all_seen = [one.observation(seat) for one in (*states, state)]
                    key = seat, json.dumps([heard, all_seen])
                    gone_through = list(retold(state, seat))
                    said = [one.said for one in gone_through]
                    told = said, seen(state, seat, gone_through)
                    other, asked = known.setdefault(key, (told, state.steps))
                    pairs += asked != state.steps
                    assert told == other, (seat, state.moves, other)
    return pairs


WAYS = {
    "in secret": ("choose gift secretly\n      hide", "bowl"),
    "openly": ("choose gift\n      hide", "bowl"),
    "openly, and laid open": ("choose gift\n      hide", "table"),
    "in secret, and laid open": ("choose gift secretly\n      hide", "table"),
}


@pytest.mark.parametrize("way", WAYS)
def test_whether_chance_was_asked_of_what_a_seat_does_not_see_is_not_told(
    way: str, tmp_path: Path
) -> None:
    assert what_is_seen_alike_is_told_alike(lots(tmp_path, *WAYS[way])) > 0


def test_a_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "hides_nothing", lambda _: True)
    with pytest.raises(AssertionError):
        what_is_seen_alike_is_told_alike(lots(tmp_path, *WAYS["in secret"]))

"""What is told of a game whose chance is asked from outside is what is told of it where it goes by
itself: whoever throws the dice, the same has been thrown and drawn."""

from __future__ import annotations

import random
import re
from itertools import groupby

import pytest
from tests.property.test_told_as_seen import a_game
from tests.repeated import times

from rulewright import Game, State, catalogue, load
from rulewright.play.retold import retold
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
        assert said(by_itself, looks) == said(asked, looks)


def said(state: State, seat: int | None) -> list[tuple[int, list[str]]]:
    """What a seat is told with each decision as a game is gone through, word by word: where chance
    is asked what it brings comes behind the move, not in brackets."""
    told = [
        (one.step.state.decisions - (one.step.who is None), re.findall(r"[^\s(),;]+", text))
        for one in retold(state, seat)
        for who, text in one.said
        if who is not None
    ]
    runs = groupby(told, lambda one: one[0])
    return [(number, [word for _, words in run for word in words]) for number, run in runs]


@pytest.mark.parametrize("name", [one.name for one in catalogue.games()])
def test_games_are_told_alike(name: str) -> None:
    is_told_alike(load(name, engine="reference"), 3, 30)


@pytest.mark.parametrize("seed", range(times(12, thorough=120)))
@pytest.mark.parametrize("in_part", [False, True])
def test_small_games_are_told_alike(seed: int, in_part: bool) -> None:
    is_told_alike(a_game(seed, in_part=in_part), seed, 20)

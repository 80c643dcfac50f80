"""Of equal components one is offered, in random games; which are equal is counted here by trying
all exchanges, in the same game with its components written out one by one."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations, product
from pathlib import Path

import pytest

from rulewright import Game, Move, State, load
from rulewright.backends import registry
from rulewright.core import offered_once
from rulewright.core.equals import Alike
from rulewright.core.ir import Element, SetOf
from rulewright.core.offered_once import OfferedOnce
from rulewright.runtime.observation import as_json
from rulewright.testing.conformance import lockstep
from rulewright.testing.engines import on_engine

ROWS = {"Ruby": (3, 2), "Pearl": (2, 1), "Crown": (1, 5)}
COUNTED = "name,count,value\n" + "".join(f"{n},{c},{v}\n" for n, (c, v) in ROWS.items())
LABELS = {n: [f"{n} {i}" for i in range(1, c + 1)] if c > 1 else [n] for n, (c, _) in ROWS.items()}
ONE_BY_ONE = "name,value\n" + "".join(f"{x},{ROWS[n][1]}\n" for n in ROWS for x in LABELS[n])

HEAD = """game gems "Gems"
  players {seats}
component gem from "gems.csv" named by name, how many by count
  value: 1..5
zone supply: set of gem
zone bag of seat: set of gem
zone hidden of seat: set of gem, seen by owner
zone pile: stack of gem
mark polished of gem: yes or no   "Polished"
mark worn of gem: 0..2            "Worn"
mark favourite: gem or none       "Liked best"
mark liked of seat: set of gem    "Liked"
mark waited: 0..1                 "Waited"
setup
  move all g in gem to supply
phase play
  turns until size of supply < 2
    choose main
      take(g in supply)
        move g from supply to bag of me
      wait
        set waited to 1 - waited
"""
ACTIONS = (
    """
      hide(g in supply where value of g < 5)
        move g from supply to hidden of me
      show(g in hidden of me)
        move g from hidden of me to bag of me
""",
    """
      polish(g in bag of me + supply)
        needs not polished of g    else "polished already"
        set polished of g to yes
""",
    """
      rub(g in gem where g in supply)
        needs not polished of g    else "polished already"
        set polished of g to yes
""",
    """
      wear(g in supply)
        needs worn of g < 2        else "worn out"
        set worn of g to worn of g + 1
""",
    """
      like(g in supply)
        set favourite to g
""",
    """
      want(g in supply)
        needs g not in liked of me  else "wanted already"
        set liked of me to liked of me + {g}
""",
    """
      put(g in bag of me)
        move g from bag of me to pile
      back(g in pile)
        move g from pile to supply
""",
    """
      swap(g in bag of me, h in supply)
        needs value of g < 5       else "too dear"
        move g from bag of me to supply
        move h from supply to bag of me
""",
    """
      two(g in supply, h in supply where h is not g)
        move g from supply to bag of me
        move h from supply to hidden of me
""",
    """
      send(g in supply)
        choose where
          there
            move g from supply to bag of me
          with_another(h in supply where h is not g)
            move g from supply to bag of me
            move h from supply to pile
""",
    """
      grab
        compose grab named "grab {some ' + '} and {more ' + '}"
          step one(x in supply) into some at most 2
          step two(x in supply where x not in some) into more at most 1
          finish done
            needs some is not empty   else "grab something"
        move all x in some from supply to bag of me
        move all x in more from supply to hidden of me
""",
    """
      pay
        compose pay
          step add(x in supply) into paid at most 2
          finish done
            needs total value of paid > 2   else "pay more"
        move all x in paid from supply to bag of me
""",
    """
      spend
        compose spend
          step first(x in supply)
            move x from supply to bag of me
          step second(x in bag of me) into given at most 1
            move x from bag of me to pile
          finish stop
            needs given is not empty  else "give one"
""",
    """
      tuck(g in supply)
        move g from supply to hidden of me
      draw(g in hidden of me + bag of me)
        if g in hidden of me
          move g from hidden of me to pile
        else
          move g from bag of me to pile
      bag(g in supply)
        move g from supply to bag of me
""",
)
END = "score worth of p: total value of bag of p\nwinner most score\n"


def written(folder: Path, rules: str, *, counted: bool = True) -> Game:
    folder.mkdir(exist_ok=True, parents=True)
    (folder / "gems.csv").write_text(COUNTED if counted else ONE_BY_ONE, encoding="utf-8")
    rules = rules if counted else rules.replace(", how many by count", "")
    used = [line for line in rules.splitlines() if not _unused(line, rules)]
    (folder / "gems.game").write_text("\n".join(used) + "\n", encoding="utf-8")
    return load(str(folder / "gems.game"), engine="reference")


def _unused(line: str, rules: str) -> bool:
    words = line.split()
    return (
        words[:1] in (["mark"], ["zone"])
        and len(re.findall(rf"\b{words[1].rstrip(':')}\b", rules)) == 1
    )


def rules_of(seed: int, actions: Sequence[str] = ()) -> str:
    chosen = random.Random(seed)
    actions = actions or [a for a in ACTIONS if chosen.random() < 0.45]
    head = HEAD.format(seats="1" if seed % 4 == 3 else "2 named Ann, Bob")
    return head + "".join(action.lstrip("\n") for action in actions) + END


Laid = list[tuple[str, tuple[str, ...], str]]


def laid(state: State, names: Mapping[str, str]) -> Laid:
    """All that lies and is kept, with other names for components."""
    found: Laid = []
    layout, slots = state.engine.layout, state.slots
    for variable in state.engine.program.variables:
        for keys in layout.members(slots, variable):
            labels = [key.labels[i] for key, i in zip(variable.keys, keys, strict=True)]
            value = as_json(layout.get(slots, variable, keys), variable.type)
            items = value if isinstance(value, list) else [value]
            told = [names.get(str(item), str(item)) for item in items]
            told = sorted(told) if isinstance(variable.type, SetOf) else told
            found.append((variable.name, tuple(names.get(x, x) for x in labels), str(told)))
    return sorted(found)


def seen(state: State, seat: int, names: Mapping[str, str]) -> object:
    """What a seat observes, with other names for components, and no order where there is none."""
    ordered = {v.name for v in state.engine.program.variables if not isinstance(v.type, SetOf)}

    def named(value: object, name: str) -> object:
        if isinstance(value, dict):
            found = {names.get(k, k): named(v, name or k) for k, v in value.items()}
            return sorted(found.items())
        if isinstance(value, list):
            told = [named(item, name) for item in value]
            return told if name in ordered else sorted(told, key=str)
        return names.get(value, value) if isinstance(value, str) else value

    return named(state.observation(seat)["cells"], "")


def exchanges(state: State) -> Iterator[dict[str, str]]:
    """Other names within rows for what lies open to all that leave everything as it is."""
    program = state.engine.program
    layout, slots = state.engine.layout, state.slots
    is_open = set[str]()
    for variable in program.variables:
        if variable.role == "zone" and (variable.seen == "all" or program.seats.size == 1):
            for keys in layout.members(slots, variable):
                value = as_json(layout.get(slots, variable, keys), variable.type)
                is_open |= set(map(str, value if isinstance(value, list) else [value]))
    rows = [[label for label in labels if label in is_open] for labels in LABELS.values()]
    before = laid(state, {})
    for orders in product(*map(permutations, rows)):
        names = {
            one: other
            for row, order in zip(rows, orders, strict=True)
            for one, other in zip(row, order, strict=True)
        }
        if laid(state, names) == before:
            yield names


def exchanged(move: Move, names: Mapping[str, str]) -> tuple[int, ...]:
    """The code of a move with other names for components."""
    made = [move.code[0]]
    for local, arg in zip(move.alternative.bound, move.code[1:], strict=True):
        assert isinstance(local.type, Element | SetOf)
        labels = local.type.domain.labels
        among = [labels.index(names.get(label, label)) for label in labels]
        if isinstance(local.type, Element):
            made.append(among[arg])
        else:
            made.append(sum(1 << other for i, other in enumerate(among) if arg >> i & 1))
    return tuple(made)


def classes(state: State) -> list[set[str]]:
    """The moves on offer, those together that some exchange leads from one to the other; what they
    lead to is then the same to every seat."""
    moves = {move.code: move for move in state.legal_moves()}
    found: dict[tuple[int, ...], set[str]] = {}
    for names in exchanges(state):
        for code, move in moves.items():
            other = exchanged(move, names)
            assert other in moves
            first = min(code, other)
            if code != other and str(moves[max(code, other)]) not in found.setdefault(first, set()):
                assert outcome(move, state, names) == outcome(moves[other], state, {})
            found.setdefault(code, {str(move)}).add(str(move))
            both = found[code] | found.setdefault(other, {str(moves[other])})
            for one in (code, other):
                found[one] = both
    return list({frozenset(texts): texts for texts in found.values()}.values())


def outcome(move: Move, state: State, names: Mapping[str, str]) -> object:
    """What a move leads to, and what all seats see of it."""
    made = state.copy()
    made.apply(move)
    seats = range(state.engine.program.seats.size)
    return made.choice, laid(made, names), [seen(made, seat, names) for seat in seats]


def compare(rules: str, seed: int, folder: Path, decisions: int) -> None:
    """Play a game beside the one in which all is offered."""
    game, apart = written(folder, rules), written(folder / "apart", rules, counted=False)
    assert game.num_distinct_actions == apart.num_distinct_actions
    lot = random.Random(seed)
    state, other = game.start(seed=seed), apart.start(seed=seed)
    for _ in range(decisions):
        if state.over:
            break
        offered = {str(move): move for move in state.legal_moves()}
        for texts in classes(other):
            assert len(texts & offered.keys()) == 1, sorted(texts)
        for text, move in offered.items():
            assert other.text_to_action(text) == move.action
        text = lot.choice([*offered])
        state.apply(text)
        other.apply(text)


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("seed", range(int(os.environ.get("RULEWRIGHT_GAMES", 6))))
def test_one_of_each_class_of_equals_is_offered(seed: int, tmp_path: Path) -> None:
    compare(rules_of(seed), seed, tmp_path, decisions=5)


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("seed", range(int(os.environ.get("RULEWRIGHT_GAMES", 2))))
def test_engines_agree(seed: int, tmp_path: Path) -> None:
    game = written(tmp_path, rules_of(seed))
    for name in registry.compared():
        lockstep(game, seed, engine=name, limit=8)
    played = [on_engine(game, name).engine.playouts(range(5)) for name in registry.available()]
    first, *others = map(list, played)
    assert all(other == first for other in others)


def blind_to_marks(patch: pytest.MonkeyPatch) -> None:
    """What is kept of components does not count."""
    patch.setattr(OfferedOnce, "_same", lambda *_: iter(()))


def blind_to_choices(patch: pytest.MonkeyPatch) -> None:
    """What has been chosen before does not count."""
    real = OfferedOnce._holding
    patch.setattr(
        OfferedOnce,
        "_holding",
        lambda once, kind, drawn, sets, held: real(once, kind, (), (), held),
    )


def telling(patch: pytest.MonkeyPatch) -> None:
    """What lies in a hand counts as open."""
    patch.setattr(OfferedOnce, "_is_open", lambda *_: True)


def forgetful(patch: pytest.MonkeyPatch) -> None:
    """Of three equals the last is offered as well."""
    patch.setattr(
        Alike,
        "before",
        property(lambda one: tuple(m & (1 << i) - 1 & ~1 for i, m in enumerate(one.classes))),
    )


def all_lies_there(patch: pytest.MonkeyPatch) -> None:
    """What may lie in a hand is held against what lies open."""
    patch.setattr(offered_once, "lies_in", lambda source: True)


MISTAKES: dict[Callable[[pytest.MonkeyPatch], None], tuple[int, ...]] = {
    blind_to_marks: (2, 4),
    blind_to_choices: (8, 9),
    telling: (0,),
    forgetful: (4,),
    all_lies_there: (13,),
}


@pytest.mark.parametrize("bug", MISTAKES)
def test_mistakes_are_noticed(
    bug: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bug(monkeypatch)
    rules = rules_of(0, [ACTIONS[number] for number in MISTAKES[bug]])
    with pytest.raises(AssertionError):
        for seed in range(20):
            compare(rules, seed, tmp_path, decisions=12)

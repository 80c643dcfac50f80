"""Bugs put in on purpose, into choices in several steps: what both engines make of the rules, and
what one of them offers. Each is found, by the property `compose` alone, and shown by a short game.

`BUGS` is also the table of how short: the most moves that the shrunk game may have. The others are
in `test_seeded_bugs`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from rulewright.backends.protocol import Code
from rulewright.check.composing import _Composing
from rulewright.core import ir
from rulewright.game import Game, load
from rulewright.limits import Deadline
from rulewright.testing.properties import PROPERTIES, put_on_trial
from rulewright.testing.properties.catalogue import BY_NAME
from rulewright.testing.properties.shrinking import shrink

FEAST = str(Path(__file__).parent / "bazaar" / "feast.game")
GAMES, LONGEST, TRIES = 30, 40, 100
COMPOSE = BY_NAME["compose"]

Patch = Callable[[pytest.MonkeyPatch], None]


def any_order(patch: pytest.MonkeyPatch) -> None:
    """Using a step does not close what is selected before it."""
    order = _Composing._order

    def open_still(*args: Any) -> list[ir.Guard]:
        return [g for g in order(*args) if "comes before" not in str(g.message.parts)]

    patch.setattr(_Composing, "_order", open_still)


def good_enough(patch: pytest.MonkeyPatch) -> None:
    """A finish may be made with less than the most that can be reached."""
    best = _Composing._best

    def always(reader: Any, made: ir.Compose, number: int | None, a: ir.Alternative) -> ir.Guard:
        asked = best(reader, made, number, a)
        return asked if number is not None else replace(asked, test=ir.Const(1, ir.Truth()))

    patch.setattr(_Composing, "_best", always)


def no_looking_ahead(patch: pytest.MonkeyPatch) -> None:
    """Steps are offered whether they lead to the most or not."""
    question = _Composing._question

    def always(reader: Any, made: ir.Compose, number: int, a: ir.Alternative) -> ir.Guard:
        asked = question(reader, made, number, a)
        yes = ir.Const(1, ir.Truth())
        return replace(asked, test=ir.Op("or", (asked.test, yes), ir.Truth()))

    patch.setattr(_Composing, "_question", always)


Fault = Callable[[list[Code], list[str]], list[Code]]


def offering(fault: Fault) -> Patch:
    """An engine that offers something else: `fault` is told the moves and their names."""

    def put_in(patch: pytest.MonkeyPatch) -> None:
        made = Game.engine.func  # type: ignore[attr-defined]

        def engine(game: Game) -> Any:
            inner = made(game)
            offered, known = inner.actions, inner.layout.actions

            def faulty(position: Any) -> list[int]:
                found = [known.code(action) for action in offered(position)]
                point = inner.codec.point(position)
                choose = inner.program.choices[point]
                names = [choose.alternatives[m[0]].name for m in found]
                return list(known.numbers(point, fault(found, names)))

            inner.actions = faulty
            return inner

        patch.setattr(Game, "engine", property(engine))

    return put_in


def forgotten_spice(moves: list[Code], names: list[str]) -> list[Code]:
    """What was put into the pot second cannot be seasoned first."""
    seasons = [m for m, name in zip(moves, names, strict=True) if name == "season"]
    return [m for m in moves if m not in seasons[1:]]


def forgotten_dish(moves: list[Code], names: list[str]) -> list[Code]:
    """Nothing follows when the cake is not the only dish left to serve."""
    serves = [m for m, name in zip(moves, names, strict=True) if name == "serve" and len(m) > 1]
    return [m for m in moves if len(serves) < 3 or m != serves[-1]]


def dish_too_early(moves: list[Code], names: list[str]) -> list[Code]:
    """The soup may be served after other dishes."""
    serves = [m for m, name in zip(moves, names, strict=True) if name == "serve" and len(m) > 1]
    early = [(m[0], 0) for m in serves[:1] if m[1] > 3]
    return [*early, *moves]


def meal_of_one(moves: list[Code], names: list[str]) -> list[Code]:
    """A meal may be ended at any time."""
    serves = [m for m, name in zip(moves, names, strict=True) if name == "serve" and len(m) > 1]
    return [*moves, (serves[0][0] + 1,)] if serves and "enough" not in names else moves


def forgotten_toast(moves: list[Code], names: list[str]) -> list[Code]:
    """A toast is never drunk to more than one dish."""
    large = [
        m for m, name in zip(moves, names, strict=True) if name == "toast" and m[1].bit_count() > 1
    ]
    return [m for m in moves if m not in large]


@dataclass(frozen=True)
class Bug:
    """A bug, and how short the game is that shows it."""

    moves: int
    patch: Patch


BUGS = {
    "selections in any order": Bug(0, any_order),
    "a finish with less than the most": Bug(0, good_enough),
    "steps that do not lead to the most": Bug(0, no_looking_ahead),
    "a step with effects that is forgotten": Bug(0, offering(forgotten_spice)),
    "a large compose that leaves something out": Bug(10, offering(forgotten_dish)),
    "a large compose with two ways": Bug(6, offering(dish_too_early)),
    "a large compose that ends too soon": Bug(6, offering(meal_of_one)),
    "a set that is no move": Bug(5, offering(forgotten_toast)),
}


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("name", BUGS)
def test_bugs_in_composes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    BUGS[name].patch(monkeypatch)
    game = load(FEAST)
    trial = put_on_trial(game, (COMPOSE,), seed=1, games=GAMES, longest=LONGEST)
    assert "compose" in trial.findings
    finding = trial.findings["compose"][1]
    short = shrink(game, COMPOSE, finding, tries=TRIES, deadline=Deadline(60), longest=LONGEST)
    assert len(short.moves) <= BUGS[name].moves, short.moves


@pytest.mark.parametrize("name", ["selections in any order", "a finish with less than the most"])
def test_no_other_property_finds_what_both_engines_do(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    BUGS[name].patch(monkeypatch)
    others = [one for one in PROPERTIES if one is not COMPOSE]
    assert put_on_trial(load(FEAST), others, seed=1, games=2, longest=LONGEST).findings == {}


def test_without_bugs_all_holds() -> None:
    assert put_on_trial(load(FEAST), PROPERTIES, seed=1, games=3).findings == {}

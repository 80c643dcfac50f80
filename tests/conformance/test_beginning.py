"""What is said to hold at the first decision holds there, however chance decides: in random
programs, in random set-ups with cards, and in the games of the library with every number of
players."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.repeated import times

from rulewright.analysis.beginning import Hidden, Known, at_first_decision
from rulewright.backends.reference import plain
from rulewright.catalogue import games
from rulewright.core import ir
from rulewright.core.evaluate import Value
from rulewright.diagnostics import PlayError, RulesError
from rulewright.game import Game, load
from rulewright.runtime.chance import stream
from rulewright.runtime.layout import CHANCE, OVER, POINT

PROGRAMS = times(10, thorough=30)
SET_UPS = times(50, thorough=150)


def held_at_first_decisions(
    program: ir.Program, seeds: range
) -> list[dict[ir.StateVariable, list[Value]]]:
    """What all members hold where somebody is to decide for the first time in some games."""
    engine, found = plain(program), []
    for seed in seeds:
        slots = engine.layout.fresh()
        slots[CHANCE] = stream(seed)
        try:
            engine.begin(slots)
        except PlayError:
            continue
        if slots[POINT] != OVER:
            layout = engine.layout
            found.append({
                variable: [layout.get(slots, variable, keys)
                           for keys in layout.members(slots, variable)]
                for variable in program.variables
            })  # fmt: skip
    return found


def is_so(variable: ir.StateVariable, known: Known, value: Value) -> bool:
    if not isinstance(known, Hidden):
        return known == value
    if known.size is None:
        return True
    if isinstance(value, list):
        return known.size == sum(one >= 0 for one in value)
    return known.size == (value.bit_count() if isinstance(variable.type, ir.SetOf) else value >= 0)


def broken_claims(program: ir.Program, seeds: range) -> list[tuple[str, object, object]]:
    """What was said and is not so. Where nothing is said to be certain nobody may ever decide, or
    there is no end to the search."""
    claims = at_first_decision(program)
    if claims is None:
        return []
    wrong = list[tuple[str, object, object]]()
    for found in held_at_first_decisions(program, seeds):
        for variable, values in found.items():
            known = claims[variable]
            if variable.grows:
                if known[0] != Hidden(len(values)) and known[0] != Hidden():
                    wrong.append((variable.name, known, len(values)))
                continue
            wrong += [
                (variable.name, one, value)
                for one, value in zip(known, values, strict=True)
                if not is_so(variable, one, value)
            ]
    return wrong


def certain(program: ir.Program) -> int:
    """How much is claimed."""
    claims = at_first_decision(program) or {}
    return sum(one != Hidden() for held in claims.values() for one in held)


def test_what_is_certain_in_random_programs_is_so(
    random_program: Callable[[int], ir.Program],
) -> None:
    claimed = 0
    for seed in range(PROGRAMS):
        program = random_program(seed)
        assert broken_claims(program, range(4)) == [], f"program {seed}"
        claimed += certain(program)
    assert claimed > 3 * PROGRAMS


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", [info.name for info in games()])
def test_what_is_certain_in_games_is_so(name: str) -> None:
    game = load(name, engine="reference")
    low, high = game.merged.header.players or (game.seats, game.seats)
    for seats in range(low, high + 1):
        program = game.for_seats(seats).program
        assert certain(program), "something is"
        assert broken_claims(program, range(12)) == []


USES = [  # of all there is, so that nothing is in vain
    "        if fine and lead is me and row is full and some d in lot where red of d",
    "          set lead to opponent",
    "          set fine to no",
    "          deal 1 from heap to nook",
    "          deal 1 from deck to hand of me",
    "          refill row from deck",
    "          move lot to heap",
    "          move hand of me to lot",
]


class Author:
    """Writes set-ups in which cards are shuffled, dealt and moved about under conditions."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.inner: list[str] = []

    def pick(self, *texts: str) -> str:
        return self.random.choice(texts)

    def seat(self) -> str:
        return self.pick("Ann", "Bob", "lead", *(["p"] * 3 if "p" in self.inner else []))

    def place(self) -> str:
        return self.pick("deck", "heap", "lot", f"hand of {self.seat()}", f"hand of {self.seat()}")

    def test(self) -> str:
        return self.pick(
            f"size of {self.place()} > {self.random.randrange(4)}",
            f"{self.place()} is empty",
            f"c{self.random.randrange(8)} in {self.place()}",
            f"lead is {self.seat()}",
            f"count > {self.random.randrange(4)}",
            "fine",
            f"some d in card where d in {self.place()} and red of d",
            "row is full",
            "nook is none",
        )

    def block(self, depth: int, indent: int) -> list[str]:
        return [
            line
            for _ in range(self.random.randrange(1, 4))
            for line in self.statement(depth, indent)
        ]

    def statement(self, depth: int, indent: int) -> list[str]:
        blank, kind = "  " * indent, self.random.randrange(14 if depth else 9)
        match kind:
            case 0:
                return [f"{blank}shuffle {self.pick('deck', 'heap')}"]
            case 1 | 2:
                which = self.pick("deck", "heap", "lot")
                return [f"{blank}deal {self.random.randrange(1, 4)} from {which} to each hand"]
            case 3:
                where = self.pick("deck", "heap", "lot")
                return [f"{blank}deal 1 from {where} to {self.place()}"]
            case 4:
                return [f"{blank}move {self.place()} to {self.pick('deck', 'heap', 'lot')}"]
            case 5:
                return [f"{blank}set count to min({self.pick('count + 1', 'size of lot')}, 9)"]
            case 6:
                return [f"{blank}pick lead from seat"] if self.random.randrange(2) else [
                    f"{blank}set lead to {self.seat()}"]  # fmt: skip
            case 7:
                return [f"{blank}set fine to {self.test()}"]
            case 8:
                source = self.pick("deck", "heap", "lot")
                return [f"{blank}refill row from deck"] if self.random.randrange(2) else [
                    f"{blank}if nook is none and {source} is not empty",
                    f"{blank}  deal 1 from {source} to nook"]  # fmt: skip
            case 9 | 10:
                lines = [f"{blank}if {self.test()}", *self.block(depth - 1, indent + 1)]
                if self.random.randrange(2):
                    lines += [f"{blank}else", *self.block(depth - 1, indent + 1)]
                return lines
            case 11 | 12 if "p" not in self.inner:
                self.inner.append("p")
                where = self.pick("", " where hand of p is empty", " where lead is p")
                lines = [f"{blank}each p in seat{where}", *self.block(depth - 1, indent + 1)]
                self.inner.remove("p")
                return lines
            case _:
                source, target = self.pick("deck", "heap", "lot"), self.pick("heap", "lot")
                lines = [f"{blank}each c in {source}{self.pick('', ' where red of c')}",
                         f"{blank}  move c from {source} to {target}"]  # fmt: skip
                if self.random.randrange(2):
                    lines.append(f"{blank}  move c from {target} to {source}")
                return lines

    def game(self, folder: Path) -> Game:
        lines = [
            'game drawn "Drawn"', "  players 2 named Ann, Bob",
            'component card from "cards.csv" named by name', "  red: yes or no",
            "zone deck: stack of card, seen by nobody", "zone heap: stack of card",
            "zone lot: set of card", "zone hand of seat: set of card, seen by owner",
            "zone row: row 2 of card", "zone nook: slot of card",
            "mark count: 0..9", "mark lead: seat", "mark fine: yes or no",
            "setup", "  move all c in card to deck", *self.block(3, 1),
            "phase play", "  turns until count is 9", *self.block(1, 2),
            "    choose main", "      go", "        set count to 9", *USES,
            "score s of p: size of hand of p", "winner most score",
        ]  # fmt: skip
        names = "\n".join(f"c{k},{'yes' if k % 2 else 'no'}" for k in range(8))
        (folder / "cards.csv").write_text(f"name,red\n{names}\n")
        (folder / "drawn.game").write_text("\n".join(lines) + "\n")
        return load(str(folder / "drawn.game"), engine="reference")


def test_what_is_certain_after_random_set_ups_is_so(tmp_path: Path) -> None:
    claimed = checked = 0
    for seed in range(SET_UPS):
        try:
            game = Author(seed).game(tmp_path)
        except RulesError:  # as where something is moved to where it lies
            continue
        assert broken_claims(game.program, range(6)) == [], f"set-up {seed}"
        claimed += certain(game.program)
        checked += len(held_at_first_decisions(game.program, range(1)))
    assert checked > SET_UPS // 3 and claimed > 2 * SET_UPS

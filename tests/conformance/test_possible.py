"""What `lint` proves is true: nothing that it says cannot happen happens in any game.

Random programs are gone through without being played, and then played by the reference, which is
watched: whatever is asked, answered, done or chosen there has to have been thought possible. Each
node stands at a place of its own, so that none is taken for another. The games of the library are
held against it too.

`RULEWRIGHT_DECISIONS=100000` makes so many decisions in random programs.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from itertools import count
from pathlib import Path

import pytest

from rulewright.check import modules
from rulewright.core import ir
from rulewright.core.evaluate import watching
from rulewright.core.walk import walk
from rulewright.diagnostics import Findings, PlayError, RulesError
from rulewright.game import Game, assemble
from rulewright.runtime.chance import below, stream
from rulewright.runtime.layout import CHANCE, OVER, POINT
from rulewright.source import NOWHERE, SourceFile, Span
from rulewright.testing.coverage import Hits, roots
from rulewright.testing.lint.played import Played, Player
from rulewright.testing.lint.possible import Possible, _Search
from rulewright.testing.properties.settings import all_settings

DECISIONS = int(os.environ.get("RULEWRIGHT_DECISIONS", "0")) or 100
GAMES = 4  # of each program
SEEN = ("reached", "carried_out", "chosen", "answers", "results")


def stands_apart(program: ir.Program) -> None:
    """Give each node of a program a place of its own."""
    file = SourceFile("places", "")
    bodies = [step.body for compose in program.composes for step in compose.steps]
    nodes = (node for root in (*roots(program), *bodies) for node in walk(root))
    for number, node in enumerate(nodes):
        if hasattr(node, "span"):
            object.__setattr__(node, "span", Span(file, number, number + 1))


def generic(program: ir.Program) -> ir.GenericProgram:
    """The same as it is before options are chosen, of which it has none."""
    kept = {f.name: getattr(program, f.name) for f in fields(ir.Rules)}
    return ir.GenericProgram(**kept, functions=())


def play(program: ir.Program, seen: Hits, seeds: range) -> int:
    """Random games of a program; how many decisions were made."""
    decisions = 0
    with watching(seen.expression):
        engine = seen.engine(program)
        for seed in seeds:
            slots, luck = engine.layout.fresh(), stream(seed, 1)
            slots[CHANCE] = stream(seed)
            try:
                engine.begin(slots)
                while slots[POINT] != OVER:
                    engine.totals(slots)
                    moves = engine.moves(slots)
                    luck, k = below(luck, len(moves))
                    engine.apply(slots, moves[k])
                    decisions += 1
                engine.verdict(slots)
            except PlayError:
                pass  # which ends the game
    return decisions


def unforeseen(seen: Hits, possible: Possible) -> dict[str, object]:
    """What happened and was not thought possible. What is no part of any text, but made by us, has
    no place of its own."""
    extra = {name: getattr(seen, name) - getattr(possible.hits, name) for name in SEEN}
    kept = {
        name: sorted(found for found in more if NOWHERE.file.name not in str(found))
        for name, more in extra.items()
    }
    return {name: more for name, more in kept.items() if more}


def test_nothing_happens_in_random_programs_that_is_not_possible(
    random_program: Callable[[int], ir.Program],
) -> None:
    decisions, never = 0, 0
    for seed in count():
        program, seen, possible = random_program(seed), Hits(), Possible()
        stands_apart(program)
        possible.add(generic(program))
        decisions += play(program, seen, range(GAMES))
        assert unforeseen(seen, possible) == {}, f"program {seed}"
        asked = {place for place, _ in possible.hits.answers}
        never += 2 * len(asked) - len(possible.hits.answers)
        if decisions >= DECISIONS:
            break
    print(f"{decisions} decisions in {seed + 1} programs, {never} conditions that never differ")
    assert never > seed  # there was something to be wrong about


@pytest.mark.parametrize("name", ["pig", "crazy_eights"])
def test_nothing_happens_in_games_that_is_not_possible(name: str) -> None:
    for setting in all_settings(name)[:4]:
        files = modules.gather(setting.name, setting.variants, Findings())
        game = assemble(*files, options=setting.options, seats=setting.seats, unfolded=True)
        possible, seen = Possible(), Hits()
        possible.add(game.open_program)
        Player(game, seen, Played(), lambda is_new: True).play(1, 200)
        assert unforeseen(seen, possible) == {}
        assert len(seen.answers) > 8


class Author:
    """Writes games about a few small marks, which ask the same again and again while it changes."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names: list[str] = []

    def number(self) -> str:
        found = ["a", "b", "c of me", "most", *self.names, *(str(n) for n in range(4))]
        made = ["f(a, 2)", "f(b, 1)", f"g of {self.random.randrange(3)}", "a + b", "a - b"]
        return self.random.choice(found * 3 + made)

    def comparison(self) -> str:
        sign = self.random.choice(("<", "<=", ">", ">="))
        if self.random.randrange(3):  # one and the same mark, again and again
            return f"{self.random.choice('aaab')} {sign} {self.random.randrange(1, 3)}"
        return f"{self.number()} {sign} {self.number()}"

    def test(self, depth: int = 2) -> str:
        kind = self.random.randrange(7 if depth else 4)
        if kind < 4:
            return self.comparison()
        if kind == 4:
            return f"not ({self.test(depth - 1)})"
        word = self.random.choice((" and ", " or "))
        return "(" + word.join(self.test(depth - 1) for _ in range(2)) + ")"

    def block(self, depth: int, indent: int) -> list[str]:
        lines, known = list[str](), len(self.names)
        for _ in range(self.random.randrange(1, 5)):
            lines += self.statement(depth, indent)
        del self.names[known:]
        return lines

    def statement(self, depth: int, indent: int) -> list[str]:
        blank, kind = "  " * indent, self.random.randrange(8 if depth else 3)
        mark = self.random.choice(("a", "b", "c of me"))
        match kind:
            case 0 | 1:
                return [f"{blank}set {mark} to min(max({self.number()}, 0), 3)"]
            case 2:
                return [f"{blank}if {mark} < 3", f"{blank}  gain 1 {mark}"]
            case 3:
                lines = [f"{blank}each k in 0..{self.random.choice(('1', '2', 'a'))}"]
                self.names.append("k")
                lines += self.block(depth - 1, indent + 1)
                self.names.remove("k")
                return lines
            case 4:
                return [f"{blank}if {self.test()}", f"{blank}  end turn"]
            case _:
                lines = [f"{blank}if {self.test()}", *self.block(depth - 1, indent + 1)]
                if self.random.randrange(2):
                    lines += [f"{blank}else", *self.block(depth - 1, indent + 1)]
                return lines

    def action(self, name: str) -> list[str]:
        self.names = ["n"]
        needs = [f'  needs {self.test()} else "no"' for _ in range(self.random.randrange(3))]
        body = self.block(3, 1)
        self.names = []
        return [f"action {name}(n in 0..2 where n < 2 or a > n)", *needs, *body]

    def game(self) -> str:
        lines = [
            'game drawn "Drawn"', "  players 2", "option most: 1, 2",
            "mark a: 0..3", "mark b: 0..3, starts 2", "mark c of seat: 0..3",
            "mark rounds: 0..12",
            "define f(x: 0..3, y: 0..3)", f"  x + y when x {self.random.choice('<>')} y",
            "  y when a > x", "  x else",
            "define g of x: 0..3", f"  x when {self.random.choice(('x > 1', 'x < most'))}",
            f"  {self.random.randrange(4)} else",
            "phase play", "  turns until rounds is 12", "    gain 1 rounds",
            *self.block(1, 2),
            "    choose main", "      one", "      two", "      else pass",
            *self.block(1, 2),
            *self.action("one"), *self.action("two"),
            "score total_of of p: c of p + a + b + n_of of p + f(a, b) + g of a",
            "define n_of of p: seat = 1 when c of p > 2 else 0",
            "winner most score",
        ]  # fmt: skip
        return "\n".join(lines) + "\n"


def drawn(seed: int, folder: Path) -> Game | None:
    """A random game, unless it is refused."""
    file = folder / "drawn.game"
    file.write_text(Author(seed).game(), encoding="utf-8")
    try:
        return assemble(*modules.gather(str(file), (), Findings()), unfolded=True)
    except RulesError:
        return None


def look_at(game: Game) -> dict[str, object]:
    """What happens in a few games and was not thought possible."""
    possible, seen = Possible(), Hits()
    possible.add(game.open_program)
    player = Player(game, seen, Played(), lambda is_new: True)
    for seed in range(GAMES):
        with suppress(PlayError):
            player.play(seed, 60)
    return unforeseen(seen, possible)


def test_nothing_happens_in_random_games_that_is_not_possible(tmp_path: Path) -> None:
    made = 0
    for seed in range(DECISIONS // 10):
        game = drawn(seed, tmp_path)
        if game is not None:
            made += 1
            assert look_at(game) == {}, (tmp_path / "drawn.game").read_text()
    assert made > DECISIONS // 20


@pytest.mark.parametrize("forgotten", ["forget", "gives", "repeats"])
def test_a_fault_in_it_is_found(
    forgotten: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Search, forgotten, lambda self, *args: None)
    games = (drawn(seed, tmp_path) for seed in range(60))
    assert any(look_at(game) for game in games if game is not None)

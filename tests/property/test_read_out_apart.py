"""What a rulebook reads out alike means alike: nobody who has only the sentence is to be misled by
brackets that are not there.

Expressions are drawn, and beside each others that differ from it in what belongs to what alone. Two
with the same sentence have to have the same value, wherever it is looked.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from tests.repeated import some

from rulewright.core.evaluate import Locals, evaluate
from rulewright.diagnostics import PlayError, RulesError
from rulewright.game import Game, load
from rulewright.state import State
from rulewright.syntax import nodes as n
from rulewright_cli.rulebook.document import plain
from rulewright_cli.rulebook.meaning import Meaning
from rulewright_cli.rulebook.reading import Reader

RULES = """game sentences "Sentences"
  players 3 named Ann, Bob, Cleo
  uses standard_deck
zone pile: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone played: set of card
mark gold of seat: 0..9, starts 3
mark heap: 0..9, starts 4
mark last: seat or nobody
mark lit: yes or no
mark won of seat: yes or no
define worth of d: card = rank of d when suit of d is Hearts else 1
define gap(p: seat, q: seat) = gold of p - gold of q
define is_red of d: card = colour of d is red
define likes(p: seat, d: card) = rank of d > gold of p
define open_to(p: seat) = all d in played where rank of d > gold of p
define closer(k: 1..13) = k < heap
setup
  move all c in card to pile
  shuffle pile
  deal 4 from pile to each hand
phase main
  turns until passes is 3
    choose act
      lay(c in hand of me)
        move c to played
      light
        set lit to not lit
        set won of me to heap > 2
        set last to me
      dig(k in 1..3)
        if heap >= k
          spend k heap
          if gold of me + k <= 9
            gain k gold of me
      else pass
score gold of p: gold of p
winner most score
always every q in seat, d in card has closer(rank of d) or likes(q, d) or is_red of d or
  gap(q, Ann) > worth of d or open_to(q) is empty or won of q or last is q
"""


FORMS = {
    "truth": """
        {truth} and {truth} | {truth} or {truth} | not {truth} | {truth} is {truth}
        {truth} is not {truth} | {number} < {number} | {number} is {number} | {number} >= {number}
        {number} is not {number} | {card} in {set} | {card} not in {set} | {set} is empty
        {set} is not empty | {set} meets {set} | {set} is {set} | won of {seat} | {seat} is {seat}
        is_red of {card} | likes({seat}, {card}) | closer(rank of {card}) | last is {seat}
        {truth} when {truth} else {truth} | {number} in 2..5 | {number} not in 2..5
        {seat} in {{{seat}, {seat}}} | {set} is {{{card}}} | {truth} is yes | {truth} is no
        some {d} in {set} where {truth} | every {d} in {set} has {truth}
        every {d} in {set} where {truth} has {truth} | some {d}, {e} in {set} where {truth}
        every {d}, {e} in {set} where {truth} has {truth} | some {q} in seat where {truth}
        every {q} in seat has {truth}""",
    "number": """
        {number} + {number} | {number} - {number} | {number} * {number} | size of {set}
        min({number}, {number}) | max({number}, {number}) | abs({number}) | gap({seat}, {seat})
        quotient(abs({number}), 3) | remainder(abs({number}), 3) | 0 - {number} | gold of {seat}
        rank of {card} | worth of {card} | {number} when {truth} else {number}
        total rank of {set} | total worth of {set} | largest rank of {set}
        product rank of first(2, {set}) | how many {d} in {set} where {truth}
        how many {d}, {e} in {set} where {truth} | how many {q} in seat where {truth}
        total {number} for {d} in {set} | total {number} for {d} in {set} where {truth}
        largest {number} for {d} in {set} | total {number} for {q} in seat""",
    "set": """
        {set} + {set} | {set} - {set} | common({set}, {set}) | hand of {seat} | {{{card}}}
        {{{card}, {card}}} | open_to({seat}) | first(2, {set}) | {set} when {truth} else {set}
        all {d} in {set} where {truth} | first(2, all {d} in {set} where {truth})""",
    "seat": "next of {seat}",
    "card": "the {d} in {set} where {truth}",
}
LEAVES = {
    "truth": ("lit", "won of me", "last is nobody"), "number": ("heap", "gold of p", "2"),
    "set": ("played", "hand of p"), "seat": ("p", "me", "Ann"), "card": ("c",),
}  # fmt: skip
HOLE = re.compile(r"\{(truth|number|set|seat|card)\}")
MOST_BOUND = 3


class Tree(NamedTuple):
    """An expression: in its form stand the kinds of its parts."""

    kind: str
    form: str
    parts: tuple[Tree, ...] = ()

    def __str__(self) -> str:
        parts = iter([f"({part})" if " " in part.form else part.form for part in self.parts])
        written = HOLE.sub(lambda hole: next(parts), self.form)
        return written.replace("{{", "{").replace("}}", "}")


def drawn(luck: Random, kind: str, depth: int, bound: tuple[str, ...] = ()) -> Tree:
    """An expression of a kind, in which these names may stand."""
    if depth == 0 or len(bound) > MOST_BOUND or luck.random() < 0.12:
        of_kind = [name for name in bound if (name in "qrs") == (kind == "seat")]
        names = of_kind if kind in ("seat", "card") else []
        return Tree(kind, luck.choice([*LEAVES[kind], *names, *names]))
    form = luck.choice(re.split(r"\s*[|\n]\s*", FORMS[kind].strip()))
    new: list[str] = []
    for place, may_be in (("{d}", "defghi"), ("{e}", "defghi"), ("{q}", "qrs")):
        if place in form:
            new.append(next(name for name in may_be if name not in (*bound, *new)))
            form = form.replace(place, new[-1])
    kinds = HOLE.findall(form)
    source = re.search(r" in (\{set\}|seat)", form) if new else None
    parts = []
    for part, hole in zip(kinds, HOLE.finditer(form), strict=True):
        is_source = source is not None and hole.span() == source.span(1)
        inside = bound if is_source else (*bound, *new)
        parts.append(drawn(luck, part, depth - 1, inside))
    return Tree(kind, form, tuple(parts))


def turned(tree: Tree) -> Iterator[Tree]:
    """The same words where one thing belongs to another: `not (A and B)` for `(not A) and B`."""
    for place, part in enumerate(tree.parts):
        for other in turned(part):
            yield _with(tree, place, other)
        for inner, below in enumerate(part.parts):
            if below.kind == part.kind == tree.kind:
                yield _with(part, inner, _with(tree, place, below))


def _with(tree: Tree, place: int, part: Tree) -> Tree:
    return tree._replace(parts=(*tree.parts[:place], part, *tree.parts[place + 1 :]))


def given(tree: Tree) -> list[str]:
    """What it is a value of: a seat, a card."""
    return [name for name in "pc" if re.search(rf"\b{name}\b", str(tree))]


def rules_with(trees: list[Tree]) -> str:
    """Each is a definition, which is asked for once."""
    rules = RULES
    of = {"p": ("seat", "p in seat"), "c": ("card", "c in card")}
    for number, tree in enumerate(trees):
        names = given(tree)
        typed = ", ".join(f"{name}: {of[name][0]}" for name in names)
        rules += f"define e{number}{f'({typed})' * bool(names)} = {tree}\n"
    for number, tree in enumerate(trees):
        names = given(tree)
        every = f"every {', '.join(of[name][1] for name in names)} has " * bool(names)
        call = f"e{number}{f'({chr(44).join(names)})' * bool(names)}".replace(",", ", ")
        rules += f"always {every}{call} is {call}\n"
    return rules


def checked(trees: list[Tree], file: Path) -> tuple[list[Tree], Game]:
    """Those that are right, and the game of them: a turned one may name what is not bound there."""
    while True:
        file.write_text(rules_with(trees), encoding="utf-8")
        try:
            return trees, load(str(file), seats=3)
        except RulesError as error:
            first = RULES.count("\n") + 1
            wrong = {finding.span.line - first for finding in error.diagnostics}
            assert min(wrong) >= 0, error
            trees = [tree for number, tree in enumerate(trees) if number not in wrong]


def positions(game: Game) -> list[State]:
    found = []
    for seed in range(4):
        luck, state = Random(seed), game.start(seed=seed)
        for number in range(40):
            if state.over:
                break
            if number % 6 == 3:
                found.append(state.copy())
            state.apply(luck.choice(state.legal_moves()))
    return found


def values(game: Game, name: str, states: list[State]) -> list[object]:
    """What it is for some seats and cards in each of these positions."""
    function = next(one for one in game.open_program.functions if one.name == name)
    body = game.laid_open(function.body)
    found: list[object] = []
    for state, seat, card in product(states, (0, 2), (0, 30, 51)):
        given = {"p": seat, "c": card}
        known: Locals = {param.number: given[param.name] for param in function.params}
        try:
            found.append(evaluate(body, known, state.engine.layout.reader(state.slots)))
        except PlayError:
            found.append("there is none")
    return found


@pytest.mark.parametrize("seed", some(range(60), one_in=56))
def test_what_is_read_out_alike_means_alike(seed: int, tmp_path: Path) -> None:
    luck = Random(seed)
    trees: dict[Tree, None] = {}
    for _ in range(60):
        tree = drawn(luck, luck.choice(("truth", "number", "set")), luck.choice((2, 3, 3)))
        also = list(turned(tree))
        trees |= dict.fromkeys([tree, *luck.sample(also, min(4, len(also)))])
    right, game = checked([*trees], tmp_path / "sentences.game")
    reader = Reader(Meaning(game, game.merged.declarations))
    declared = {d.name.text: d for d in game.merged.declarations if isinstance(d, n.DefineDecl)}
    alike = defaultdict[tuple[str, str], list[int]](list)
    for number, tree in enumerate(right):
        value = declared[f"e{number}"].cases[0].value
        said = reader.condition(value) if tree.kind == "truth" else reader.expr(value)
        alike[tree.kind, plain(said)].append(number)
    states = positions(game)
    for (_, sentence), (first, *others) in alike.items():
        for other in others:
            same = values(game, f"e{first}", states) == values(game, f"e{other}", states)
            assert same, f"{sentence}: {right[first]}, or {right[other]}"

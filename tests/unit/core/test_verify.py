"""The verifier: whatever breaks a program is told. That no stage breaks one is seen wherever the
suite loads a game, for it asks for a look at each (tests/conftest.py)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any, cast, get_args

import pytest

from rulewright.core import ir, soundness
from rulewright.core.operators import OPERATORS
from rulewright.core.soundness import Unsound
from rulewright.core.verify import AnyProgram, faults
from rulewright.core.walk import Node, rewrite, walk
from rulewright.game import Game, load

NUMBER, TRUTH = ir.Number(0, 1), ir.Truth()
STRANGE = ir.Domain("strange", "enumeration", ("one", "other"))
OTHER = ir.StateVariable(0, "other", (), NUMBER)


@cache
def game(name: str) -> Game:
    return load(name, engine="reference")


def changed(
    program: AnyProgram, where: Callable[[Any], bool], change: Callable[[Any], Any]
) -> AnyProgram:
    """The program with the first such node of its flow or set-up changed."""
    done = False

    def visit(node: Node) -> Node:
        nonlocal done
        if done or not where(node):
            return node
        done = True
        return cast(Node, change(node))

    flow = rewrite(program.flow, visit)
    setup = rewrite(program.setup, visit)
    assert done
    made = replace(program, setup=setup, flow=flow)
    if not isinstance(made, ir.Program):
        return made
    stands = {n.point: n for s in (setup, flow) for n in walk(s) if isinstance(n, ir.Choose)}
    return replace(made, choices=tuple(stands.get(c.point, c) for c in made.choices))


def op(name: str) -> Callable[[Any], bool]:
    return lambda node: isinstance(node, ir.Op) and node.name == name


def of(kind: type) -> Callable[[Any], bool]:
    return lambda node: isinstance(node, kind)


def keyed(node: object) -> bool:
    return isinstance(node, ir.Read) and bool(node.keys)


def stray(type_: ir.Type = NUMBER) -> ir.Local:
    return ir.Local(999_999, "stray", type_)


# What is broken: in which game, where, how, and what is said of it.
BREAKS: dict[str, tuple[str, Callable[[Any], bool], Callable[[Any], Any], str]] = {
    "a value outside its type": (
        "ruta", of(ir.Const), lambda n: replace(n, value=10**9), "1000000000 is no",
    ),
    "a local that nothing binds": (
        "ruta", of(ir.Local), lambda n: replace(n, number=999_999), "is not bound",
    ),
    "a local of another type": (
        "ruta", of(ir.Local), lambda n: replace(n, type=ir.SetOf(STRANGE)), "instead of",
    ),
    "a cell of another program": (
        "ruta", of(ir.Read), lambda n: replace(n, variable=OTHER, keys=()), "the cell other is not",
    ),
    "a key too few": ("ruta", keyed, lambda n: replace(n, keys=()), "has 0 keys"),
    "a key of another domain": (
        "ruta", keyed, lambda n: replace(n, keys=(ir.Const(0, ir.Element(STRANGE)),)), "a key of",
    ),
    "a table of another program": (
        "ruta", of(ir.Lookup), lambda n: replace(n, table=replace(n.table)), "the table",
    ),
    "an operand too many": (
        "ruta", op("union"), lambda n: replace(n, args=(*n.args, n.args[0])), "union of 3 values",
    ),
    "an operand of another kind": (
        "klondike", op("size"), lambda n: replace(n, args=(ir.Const(1, NUMBER),)), "size: a number",
    ),
    "a result of another kind": (
        "klondike", op("size"), lambda n: replace(n, type=TRUTH), "size: yes or no instead",
    ),
    "sets of two domains": (
        "ruta", op("union"),
        lambda n: replace(n, args=(n.args[0], ir.Const(0, ir.SetOf(STRANGE)))), "another domain",
    ),
    "a condition that is a number": (
        "ruta", of(ir.If), lambda n: replace(n, test=ir.Const(1, NUMBER)), "a condition is",
    ),
    "a guard that is a number": (
        "ruta", of(ir.Guard), lambda n: replace(n, test=ir.Const(1, NUMBER)), "a guard is",
    ),
    "a query without a collection": (
        "ruta", of(ir.Fold), lambda n: replace(n, source=ir.Const(1, NUMBER)), "is drawn from",
    ),
    "a query that gives something else": (
        "ruta", of(ir.Fold), lambda n: replace(n, kind="all", type=NUMBER), "a query for all gives",
    ),
    "a parameter that reads a later one": (
        "ruta", of(ir.Param), lambda n: replace(n, source=stray(n.source.type)), "is not bound",
    ),
    "a mark that is set to something else": (
        "pig", of(ir.Assign), lambda n: replace(n, value=ir.Const(0, ir.SetOf(STRANGE))), "instead",
    ),
    "a label that nothing bears": (
        "ruta", of(ir.Leave), lambda n: replace(n, label=777), "label 777 is left",
    ),
    "a block that begins again": (
        "ruta", of(ir.Leave), lambda n: ir.Again(777), "no loop with label 777",
    ),
    "a label that stands twice": (
        "ruta", of(ir.Block), lambda n: ir.Block(n.label, ir.Block(n.label, n.body)),
        "stands twice",
    ),
    "a decision where each is gone through": (
        "klondike", of(ir.For), lambda n: replace(n, body=ir.Choose(0, "no", ())),
        "a decision where",
    ),
    "a decision a number of times": (
        "ruta", of(ir.Deal), lambda n: ir.Times(ir.Const(1, NUMBER), ir.Choose(0, "no", ())),
        "a decision where",
    ),
    "a choice that is numbered twice": (
        "ruta", lambda n: isinstance(n, ir.Choose) and n.point == 1,
        lambda n: replace(n, point=0), "choices are numbered",
    ),
    "a let that is read after a decision": (
        "pig", of(ir.Choose),
        lambda n: ir.Seq((
            ir.Let(stray(), ir.Const(0, NUMBER)), n,
            ir.If(ir.Op("equal", (stray(), stray()), TRUTH), ir.End(), None),
        )), "stray (999999) is not bound",
    ),
    "components that go where others lie": (
        "ruta", of(ir.Deal), lambda n: replace(n, target=ir.Place(OTHER, ())), "is no zone",
    ),
    "a shuffled hand": (
        "ruta", of(ir.Shuffle), lambda n: replace(n, place=ir.Place(OTHER, ())), "no stack",
    ),
    "an open node": (
        "ruta", of(ir.Const), lambda n: ir.OptionValue("excuse", n.type), "that is closed",
    ),
    "an option that there is not": (
        "ruta", of(ir.Const), lambda n: ir.OptionValue("none", n.type), "the option none",
    ),
    "a step that there is not": (
        "draughts", of(ir.Completable), lambda n: replace(n, step=99), "step 99 of",
    ),
    "a compose of another stage": (
        "ruta", of(ir.Completable), lambda n: replace(n, compose=replace(n.compose)), "is not the",
    ),
    "a domain that nobody knows": (
        "ruta", of(ir.Const), lambda n: ir.Const(0, ir.Element(STRANGE)), "the domain strange",
    ),
    "a message about nothing": (
        "ruta", of(ir.Message), lambda n: ir.Message((stray(),)), "is not bound",
    ),
    "a grid that does not grow": (
        "ruin_runner", of(ir.OnGrid), lambda n: replace(n, variable=OTHER), "is no growing grid",
    ),
    "chance that picks something else": (
        "pig", of(ir.Pick), lambda n: replace(n, source=ir.Const(0, ir.SetOf(STRANGE))), "instead",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BREAKS)
def test_a_broken_flow_is_told(what: str) -> None:
    name, where, change, said = BREAKS[what]
    program = game(name).program
    assert faults(program) == []
    assert said in "\n".join(faults(changed(program, where, change)))


DECLARED: dict[str, tuple[Callable[[ir.Program], ir.Program], str]] = {
    "a cell out of order": (lambda p: replace(p, variables=p.variables[::-1]), "is number"),
    "a table out of order": (lambda p: replace(p, tables=p.tables[::-1]), "is number"),
    "a table with an entry too few": (
        lambda p: replace(p, tables=(replace(p.tables[0], values=()), *p.tables[1:])), "has 0 ent",
    ),
    "a cell that starts with nothing it holds": (
        lambda p: replace(p, variables=(replace(p.variables[0], start=99), *p.variables[1:])),
        "starts with 99",
    ),
    "a choice that is not listed": (lambda p: replace(p, choices=p.choices[:-1]), "are listed"),
    "a choice that is listed as another": (
        lambda p: replace(p, choices=p.choices[::-1]), "is listed otherwise",
    ),
    "a score that is a set": (
        lambda p: replace(p, scores=(replace(p.scores[0], value=ir.Const(0, ir.SetOf(p.seats))),)),
        "the score",
    ),
    "a score of a seat that is not bound": (
        lambda p: replace(p, scores=(replace(p.scores[0], local=stray()),)), "is not bound",
    ),
    "a winner that is one seat": (
        lambda p: replace(p, winners=ir.Const(0, ir.Element(p.seats))), "who wins is",
    ),
    "an outcome that is a number": (
        lambda p: replace(p, outcome=(ir.OutcomeCase(("x",), ir.Const(0, NUMBER)),)), "the outcome",
    ),
    "a promise that is a number": (
        lambda p: replace(p, always=(ir.Promise(ir.Const(0, NUMBER)),)), "a promise is",
    ),
    "an end after no number": (
        lambda p: replace(p, ends=(ir.Promise(ir.Const(0, TRUTH)),)), "the promise of an end",
    ),
    "a seat to move that is not kept": (lambda p: replace(p, me=OTHER), "of the seat to move"),
    "a compose out of order": (
        lambda p: replace(p, composes=(replace(p.composes[0], index=5),)), "is number 5, at 0",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", DECLARED)
def test_a_broken_declaration_is_told(what: str) -> None:
    change, said = DECLARED[what]
    assert said in "\n".join(faults(change(game("ruta").program)))


def test_what_only_the_open_core_has(mini: SimpleNamespace) -> None:
    open_program = game("ruta").open_program
    assert faults(open_program) == [] == faults(mini.program)
    early = changed(open_program, of(ir.Choose), lambda n: replace(n, point=3))
    assert "has a number too early" in "\n".join(faults(early))
    args = changed(
        open_program, of(ir.Call), lambda n: replace(n, args=(*n.args, *n.args, stray()))
    )
    assert "arguments instead of" in "\n".join(faults(args))


def test_a_step_of_a_compose_is_straight() -> None:
    program = game("draughts").program
    compose = program.composes[0]
    step = replace(compose.steps[0], body=ir.End())
    broken = replace(compose, steps=(step, *compose.steps[1:]))
    assert "End in a step" in "\n".join(faults(replace(program, composes=(broken,))))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda n: replace(n, steps=(replace(n.steps[0], body=ir.End()),)),
            "does more than select",
        ),
        (lambda n: replace(n, steps=()), "does more than select"),
        (lambda n: replace(n, selections=()), "is not bound"),
        (
            lambda n: replace(n, finishes=(ir.ComposeFinish("f", n.steps[0].params, ()),)),
            "draws something",
        ),
        (lambda n: replace(n, weight=ir.Weight(stray())), "stray (999999) is not bound"),
    ],
)
def test_a_single_move_only_selects(change: Callable[[Any], Any], told: str) -> None:
    program = game("quetinny").program
    assert told in "\n".join(faults(changed(program, of(ir.Compose), change)))


def test_a_single_move_is_part_of_an_action() -> None:
    program = game("quetinny").program
    single = next(n for n in walk(program.flow) if isinstance(n, ir.Compose))
    broken = replace(program, composes=(single,))
    assert "is a single move, and part of none" in "\n".join(faults(broken))


def test_every_operation_is_in_the_table() -> None:
    assert set(OPERATORS) == set(get_args(ir.OpName))
    for name, operator in OPERATORS.items():
        assert len(operator.moves) == len(operator.takes), name


def test_a_stage_that_breaks_a_game_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    program = replace(game("pig").program, me=OTHER)
    with pytest.raises(Unsound, match=r"pig, after unroll: \d+ faults"):
        soundness.look_at(program, "unroll")
    monkeypatch.setattr(soundness, "WANTED", False)
    soundness.look_at(program, "unroll")

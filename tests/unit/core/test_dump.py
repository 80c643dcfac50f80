"""A program as text and as JSON."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from rulewright.core import ir
from rulewright.core.dump import expression_text, program_json, program_text
from rulewright.game import load

SUIT = ir.Domain("suit", "enumeration", ("Moons", "Suns"))
TRUTH = ir.Truth()
YES, NO = ir.Const(1, TRUTH), ir.Const(0, TRUTH)


def op(name: ir.OpName, *args: ir.Expr) -> ir.Op:
    return ir.Op(name, args, TRUTH)


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (ir.Const(1, TRUTH), "yes"),
        (ir.Const(-1, ir.Element(SUIT, True)), "none"),
        (ir.Const(0, ir.SetOf(SUIT)), "{}"),
        (ir.Const(2, ir.SetOf(SUIT)), "{Suns}"),
        (ir.Const(3, ir.SetOf(SUIT)), "every suit"),
        (ir.Local(4, "s", ir.Element(SUIT)), "s.4"),
        (ir.OptionValue("excuse", TRUTH), "option excuse"),
        (
            op("and", op("or", ir.Const(1, TRUTH), ir.Const(0, TRUTH)), op("not")),
            "(yes or no) and not()",
        ),
    ],
)
def test_expressions(expr: ir.Expr, text: str) -> None:
    assert expression_text(expr) == text


def test_text_names_cells_and_indents_statements(mini: SimpleNamespace) -> None:
    lines = program_text(mini.program).splitlines()
    assert lines[0] == 'game mini "Mini"'
    assert "  hand[seat]: set of card, starts nothing, seen by owner, zone" in lines
    assert "    choose 0 main" in lines
    assert "          move c.1 from draft to hand[me]" in lines
    assert "          needs not(empty(pile))" in lines
    assert '            else "the pile is empty"' in lines
    assert "score tokens of s.4 = tokens[s.4]" in lines


def test_text_with_places(mini: SimpleNamespace) -> None:
    text = program_text(mini.program, lines=True)
    assert any(line.endswith("; mini.game:1") for line in text.splitlines())
    assert "mini.game" not in program_text(mini.program)


@pytest.fixture(scope="module", params=[(), ("ace_subvert",)], ids=["base", "subvert"])
def ruta(request: pytest.FixtureRequest) -> ir.Program:
    return load("ruta", variants=request.param, engine="reference").program


def nodes(value: Any) -> Any:
    """All objects within a JSON value."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from nodes(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from nodes(inner)


def test_json_is_plain_and_complete(ruta: ir.Program) -> None:
    core = program_json(ruta)
    assert json.loads(json.dumps(core, allow_nan=False)) == core
    limits = {
        "Read": ("variable", len(ruta.variables)),
        "Lookup": ("table", len(ruta.tables)),
        "Completable": ("compose", len(ruta.composes)),
        "Assign": ("variable", len(ruta.variables)),
    }
    for node in nodes(core):
        if node.get("node") in limits:
            name, limit = limits[node["node"]]
            assert 0 <= node[name] < limit
        if "domain" in node:
            assert 0 <= node["domain"] < len(core["domains"])  # type: ignore[arg-type]


def test_json_holds_every_decision(ruta: ir.Program) -> None:
    points = [node["point"] for node in nodes(program_json(ruta)) if node.get("node") == "Choose"]
    assert sorted(points) == list(range(len(ruta.choices)))


def test_json_numbers_are_small_enough_for_any_language(ruta: ir.Program) -> None:
    """Sets are lists of elements, so nothing needs more than 32 bits."""
    for node in nodes(program_json(ruta)):
        for value in node.values():
            assert not (isinstance(value, int) and abs(value) >= 1 << 31)


def test_json_of_a_set(ruta: ir.Program) -> None:
    core = program_json(ruta)
    tables: Any = core["tables"]
    suits = next(table for table in tables if table["name"] == "suits")
    assert suits["values"][ruta.tables[0].keys[0].labels.index("Rite")] == [0, 3, 4]


def test_the_open_core_has_options_and_definitions() -> None:
    core: Any = program_json(load("ruta", engine="reference").open_program)
    assert core["closed"] is False
    assert [option["name"] for option in core["options"]][:2] == ["excuse", "longest"]
    assert {"rank", "price"} <= {function["name"] for function in core["functions"]}
    kinds = {node.get("node") for node in nodes(core)}
    assert {"OptionValue", "Call"} <= kinds


def test_both_forms_are_the_same_each_time(ruta: ir.Program) -> None:
    assert program_text(ruta) == program_text(ruta)
    assert json.dumps(program_json(ruta)) == json.dumps(program_json(ruta))

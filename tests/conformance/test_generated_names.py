"""Names in generated code: three name spaces that cannot meet, and the same games with any names.

What is looked at is the code as it is emitted: a variable that stands for something of the rules
ends with an underscore, one of the generator begins with one, and all that is global does neither.
So no variable hides a global, whatever it is called in the rules.
"""

from __future__ import annotations

import ast
import builtins
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright import catalogue
from rulewright.backends.protocol import Engine, sealed
from rulewright.backends.python import PythonEngine
from rulewright.backends.python.engine import Generated
from rulewright.core.ir import Program
from rulewright.diagnostics import PlayError
from rulewright.game import load
from rulewright.lower.names import GLOBALS, SHARED, Names
from rulewright.runtime.chance import below, stream
from rulewright.runtime.layout import OVER, Layout

MANY = bool(os.environ.get("RULEWRIGHT_DECISIONS"))  # all games and more programs, on demand
PROGRAMS = 100 if MANY else 4
GAMES = [info.name for info in catalogue.games()]
if not MANY:
    GAMES = ["ruta", "klondike", "breakthrough"]
OF_RULES = re.compile(r"[A-Za-z]\w*_", re.ASCII)
OF_GENERATOR = re.compile(r"_|_[A-Za-z]\w*(?<!_)", re.ASCII)
KNOWN = SHARED | GLOBALS
GLOBAL = re.compile(r"[A-Za-z](\w*(?<!_))?", re.ASCII)


def mistakes(program: Program) -> Iterator[str]:
    """What is wrong with the names in the code of a program, in both forms."""
    generated = Generated(program, Layout(program))
    generated.write_resumable()
    generated.write_direct()
    functions = [
        node
        for module in generated.modules().values()
        for node in module.body
        if isinstance(node, ast.FunctionDef)
    ]
    titles = Counter(function.name for function in functions)
    yield from (f"{title} is written twice" for title, times in titles.items() if times > 1)
    known = {*titles, *generated.unit.data, *generated.names}
    yield from (f"{name} is no name of a global" for name in known if not GLOBAL.fullmatch(name))
    yield from (f"{name} hides a builtin" for name in titles.keys() & set(dir(builtins)))
    for function in functions:
        params = [arg.arg for arg in function.args.args]
        names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
        stored = {node.id for node in names if isinstance(node.ctx, ast.Store)} | set(params)
        if len(set(params)) < len(params):
            yield f"{function.name} has two parameters of one name"
        for name in stored:
            if bool(OF_RULES.fullmatch(name)) == bool(OF_GENERATOR.fullmatch(name)):
                yield f"{name} in {function.name} is no name of a variable"
        for name in {node.id for node in names} - stored - known - set(dir(builtins)):
            yield f"{name} in {function.name} is nowhere"


@pytest.mark.parametrize("name", GAMES)
def test_names_of_a_game_are_kept_apart(name: str) -> None:
    assert list(mistakes(load(name).program)) == []


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_names_of_a_random_program_are_kept_apart(
    seed: int, random_program: Callable[[int], Program]
) -> None:
    assert list(mistakes(random_program(seed))) == []


@given(st.lists(st.tuples(st.sampled_from(("of_rules", "own", "of_all")), st.text(max_size=4))))
def test_no_name_is_given_twice(wanted: list[tuple[str, str]]) -> None:
    names = Names(KNOWN)
    found = [(kind, getattr(names, kind)(text)) for kind, text in wanted]
    assert len({name for _, name in found}) == len(found)
    assert not {name for _, name in found} & KNOWN
    forms = {"of_rules": OF_RULES, "own": OF_GENERATOR, "of_all": GLOBAL}
    for kind, name in found:
        assert [form for form in forms if forms[form].fullmatch(name)] == [kind]
        assert name.isidentifier()


@given(st.lists(st.sampled_from(("c", "c2", "c_2", "c_", "_c", "C", "c2_", "c_2_"))))
def test_names_that_look_numbered_are_given_once(wanted: list[str]) -> None:
    for kind in ("of_rules", "own", "of_all"):
        names = Names(())
        assert len({getattr(names, kind)(text) for text in wanted}) == len(wanted)


def told(engine: Engine, seed: int) -> list[object]:
    """All that happens in a game, by numbers alone: a playout, and its slots on the way."""
    try:
        codec, luck = engine.codec, stream(seed, 1)
        position = codec.encode(engine.layout.fresh())
        codec.set_chance(position, stream(seed))
        found: list[object] = [engine.playout(stream(seed), luck)]
        engine.begin(position)
        while codec.point(position) != OVER and len(found) < 60:
            moves = engine.moves(position)
            luck, k = below(luck, len(moves)) if len(moves) > 1 else (luck, 0)
            found += [engine.layout.copy(codec.decode(position)), moves, engine.totals(position)]
            engine.apply(position, moves[k])
    except PlayError:
        return ["an error"]
    return found


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", GAMES)
def test_names_mean_nothing_in_a_game(
    name: str, with_hostile_names: Callable[[Program, int], Program]
) -> None:
    plain = load(name).engine
    renamed = sealed(PythonEngine(with_hostile_names(plain.program, len(name))))
    assert [told(renamed, seed) for seed in range(2)] == [told(plain, seed) for seed in range(2)]

"""What each pass makes of a small game, in `passes/`; and that games are the same without it.

Each file begins with the rules of a game, made for one pass. Below them stands what is generated of
it, as a difference: `-` without the pass, `+` with it. `--update-golden` writes that part; read the
difference before you keep it.
"""

from __future__ import annotations

import ast
import difflib
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright import UsageError, load
from rulewright.backends.protocol import Engine, sealed
from rulewright.backends.python import PythonEngine
from rulewright.backends.python.engine import Generated
from rulewright.backends.reference import ReferenceEngine
from rulewright.core.ir import Program
from rulewright.diagnostics import Findings
from rulewright.lower.passes import PASSES, VARIABLE
from rulewright.runtime.chance import below, stream
from rulewright.runtime.layout import Layout
from rulewright.source import SourceFile
from rulewright.state import begin
from rulewright.syntax.formatting import format_file
from rulewright.testing.conformance import alike
from rulewright_cli.main import cli

FILES = Path(__file__).parent / "passes"
SEEDS = 2
MOST = 30  # decisions of a game that are compared one by one
EVERY = frozenset(PASSES)
NONE: frozenset[str] = frozenset()
DIRECT = {"drawing"}  # what they do shows where whole games are played in one piece
LONGEST = 300  # characters of a table that is shown
LOOKED = re.compile(r"\b([A-Z]\w*)\[")  # at a table

Played = Callable[[str], Program]


def rules(name: str) -> str:
    """The part of a golden file that people write."""
    return (FILES / f"{name}.txt").read_text(encoding="utf-8").split("\n====")[0]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Gives the game that is made for a pass."""
    folder = tmp_path_factory.mktemp("passes")

    @cache
    def program(name: str) -> Program:
        file = folder / f"{name}.game"
        file.write_text(rules(name), encoding="utf-8")
        return load(str(file), engine="reference").program

    return program


def functions(
    program: Program, without: frozenset[str] | None, direct: bool
) -> dict[str, list[str]]:
    """The lines of what is generated, by the names of functions and of the tables they look into;
    `direct`: of what plays whole games."""
    generated = Generated(program, Layout(program), without)
    if direct:
        generated.write_direct()
    else:
        generated.write_resumable()
    found = {}
    for module in generated.modules().values():
        for function in module.body:
            assert isinstance(function, ast.FunctionDef)
            found[function.name] = ast.unparse(function).splitlines()
    looked = {word for lines in found.values() for line in lines for word in LOOKED.findall(line)}
    for name, table in sorted(generated.unit.data.items()):
        shown = f"{name} = {table!r}"
        if isinstance(table, tuple) and name in looked and len(shown) <= LONGEST:
            found[name] = textwrap.wrap(shown, 96, subsequent_indent="    ")
    return found


def numberless(line: str) -> str:
    """A line without the numbers that tell variables of the generator and of the rules apart."""
    return re.sub(r"\b(_[a-z_]+|[a-z_]+_)\d+(_?)\b", r"\1\2", line)


def difference(name: str, program: Program) -> Iterator[str]:
    """The lines of what a pass changes: functions as a whole, first those that are there without
    it. What differs in the numbers of variables alone is the same, and stands there as with it."""
    direct = name in DIRECT
    before = functions(program, frozenset((name,)), direct)
    after = functions(program, NONE, direct)
    for one in dict.fromkeys((*before, *after)):
        was, becomes = before.get(one, []), after.get(one, [])
        keys = [numberless(line) for line in was], [numberless(line) for line in becomes]
        if keys[0] == keys[1]:
            continue
        yield ""
        for tag, i, j, k, end in difflib.SequenceMatcher(None, *keys, False).get_opcodes():
            if tag == "equal":
                yield from [f"  {line}" for line in becomes[k:end]]
            else:
                yield from [f"- {line}" for line in was[i:j]]
                yield from [f"+ {line}" for line in becomes[k:end]]


@pytest.mark.parametrize("name", PASSES)
def test_what_a_pass_does(name: str, played: Played, request: pytest.FixtureRequest) -> None:
    lines = list(difference(name, played(name)))
    assert any(line.startswith("+") for line in lines), "nothing is changed"
    laid_out = format_file(SourceFile(name, rules(name)), Findings())
    found = "\n".join([laid_out or "", f"==== {name}: {PASSES[name]}", *lines]) + "\n"
    file = FILES / f"{name}.txt"
    if request.config.getoption("--update-golden"):
        file.write_text(found, encoding="utf-8")
    assert found == file.read_text(encoding="utf-8")


def test_every_file_is_of_a_pass() -> None:
    assert {file.name for file in FILES.iterdir()} == {f"{name}.txt" for name in PASSES}


def games_are_the_same(engines: Sequence[Engine], seed: int) -> None:
    """Those of all engines, in one piece and move by move."""
    told = [engine.playout(stream(seed), stream(seed, 1)) for engine in engines]
    assert told.count(told[-1]) == len(told), seed
    plain, *others = [begin(engine, seed=seed) for engine in engines]
    luck = stream(seed, 2)
    for _ in range(MOST):
        assert all(alike(plain, other) for other in others), (seed, plain.moves)
        moves = plain.legal_moves()
        if not moves:
            break
        luck, k = below(luck, len(moves))
        for state in (plain, *others):
            state.apply(moves[k])


@pytest.mark.parametrize("name", PASSES)
def test_games_are_the_same(name: str, played: Played) -> None:
    """Without the pass, without any and with all."""
    program = played(name)
    left_out = (frozenset((name,)), EVERY, NONE)
    engines = [sealed(PythonEngine(program, without)) for without in left_out]
    for seed in range(SEEDS):
        games_are_the_same([sealed(ReferenceEngine(program)), *engines], seed)


def test_a_wrong_name_is_misuse(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a call, in the environment of a program, and of a command."""
    there_is_none = f"there is no pass 'hoistin'; there are: {', '.join(PASSES)} (did you mean "
    there_is_none += "hoisting?)"
    with pytest.raises(UsageError) as found:
        PythonEngine(played("hoisting"), frozenset({"lanes", "hoistin"}))
    assert str(found.value) == there_is_none
    monkeypatch.setenv(VARIABLE, "lanes, hoistin")
    with pytest.raises(UsageError) as found:
        load("tic_tac_toe")
    assert str(found.value) == f"{VARIABLE}: {there_is_none}"
    for command in ("play", "simulate", "test"):
        done = CliRunner().invoke(cli, [command, "tic_tac_toe"])
        assert done.exit_code == 2 and (done.stdout == "" or command == "play")
        assert done.stderr == f"{VARIABLE}: {there_is_none}\n"


def test_the_environment_leaves_passes_out(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    program = played("masks")
    monkeypatch.setenv(VARIABLE, "masks,drawing")
    by_environment = functions(program, None, False)
    assert by_environment == functions(program, frozenset({"drawing", "masks"}), False)
    assert by_environment != functions(program, NONE, False)

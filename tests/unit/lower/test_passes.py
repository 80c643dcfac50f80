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
from functools import cache, partial
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright import UsageError, load
from rulewright.backends import wasm
from rulewright.backends.protocol import Engine, sealed
from rulewright.backends.python import PythonEngine
from rulewright.backends.python.engine import Generated
from rulewright.backends.reference import ReferenceEngine
from rulewright.backends.wasm.engine import WasmEngine
from rulewright.backends.wasm.inlining import inlined
from rulewright.backends.wasm.module import module
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
DIRECT = {"drawing", "kept"}  # what they do shows where whole games are played in one piece
OF_MODULES = {"entries", "frames", "maps", "inlining"}  # what is generated in Python is the same
OF_ALL = set(re.findall(r"\(func (\S+)", (files(wasm) / "runtime.wat").read_text("utf-8")))
PART = re.compile(r"^(?=  \()", re.MULTILINE)  # of a module
TITLE = re.compile(r"  \(func (\S+)")
AROUND = 3  # lines of modules, before and after what is changed
MOST_LINES = 120  # that are shown of them
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


def of_module(program: Program, without: frozenset[str], inlines: bool) -> dict[str, list[str]]:
    """The lines of the functions of the module that plays whole games, by their names, but for
    those that all modules have, and for what locals there are."""
    made = module(program, without)
    text = inlined(made.text) if inlines and made.inlines else made.text
    parts = {title[1]: part for part in PART.split(text) if (title := TITLE.match(part))}
    return {
        name: [
            folded
            for line in part.splitlines() if not line.startswith("    (local ")
            for folded in textwrap.wrap(line, 96, subsequent_indent="        ")
        ]
        for name, part in parts.items() if name not in OF_ALL and not name.startswith("$signed_")
    }  # fmt: skip


def functions(
    program: Program, without: frozenset[str] | None, direct: bool = False
) -> dict[str, list[str]]:
    """The lines of what is generated, by the names of functions and of the tables they look into;
    `direct`: of what plays whole games."""
    generated = Generated(program, Layout(program), without)
    if direct:
        generated.write_direct()
    else:
        generated.write_resumable()
    found = {}
    for made in generated.modules().values():
        for function in made.body:
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
    return re.sub(r"\b(_[a-z_]+|[a-z_]+_)\d+(_?)\b|\bt\.\d+|@\d+", r"\1\2", line)


def difference(name: str, program: Program) -> Iterator[str]:
    """The lines of what a pass changes: functions as a whole, first those that are there without
    it; of modules, which are long, what is changed and the lines around it. What differs in the
    numbers of variables alone is the same, and stands there as with it."""
    write = partial(functions, direct=name in DIRECT)
    if name in OF_MODULES:
        write = partial(of_module, inlines=name == "inlining")
    before, after = write(program, frozenset((name,))), write(program, NONE)
    names = list(dict.fromkeys((*before, *after)))
    if name in OF_MODULES:  # what reads best is not what one of them alone has
        names.sort(key=lambda one: one not in before or one not in after)
    for one in names:
        was, becomes = before.get(one, []), after.get(one, [])
        keys = [numberless(line) for line in was], [numberless(line) for line in becomes]
        if keys[0] == keys[1]:
            continue
        yield ""
        matcher = difflib.SequenceMatcher(None, *keys, False)
        around = AROUND if name in OF_MODULES else len(was) + len(becomes)
        for number, group in enumerate(matcher.get_grouped_opcodes(around)):
            if group[0][1]:  # it does not begin where the function does
                yield from ["  ..."] if number else [f"  {was[0]}", "  ..."]
            for tag, i, j, k, end in group:
                if tag == "equal":
                    yield from [f"  {line}" for line in becomes[k:end]]
                else:
                    yield from [f"- {line}" for line in was[i:j]]
                    yield from [f"+ {line}" for line in becomes[k:end]]


def shortened(name: str, lines: list[str]) -> list[str]:
    """Of modules no more lines than somebody reads."""
    more = len(lines) - MOST_LINES
    return (
        lines
        if name not in OF_MODULES or more <= 0
        else [*lines[:MOST_LINES], f"... and {more} more lines"]
    )


@pytest.mark.parametrize("name", PASSES)
def test_what_a_pass_does(name: str, played: Played, request: pytest.FixtureRequest) -> None:
    lines = list(difference(name, played(name)))
    assert any(line.startswith("+") for line in lines), "nothing is changed"
    laid_out = format_file(SourceFile(name, rules(name)), Findings())
    found = "\n".join([laid_out or "", f"==== {name}: {PASSES[name]}", *shortened(name, lines)])
    found += "\n"
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
    kind = WasmEngine if name in OF_MODULES else PythonEngine
    engines = [sealed(kind(program, without)) for without in left_out]
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
    by_environment = functions(program, None)
    assert by_environment == functions(program, frozenset({"drawing", "masks"}))
    assert by_environment != functions(program, NONE)

"""Seeded mistakes: every rule file in `errors/` says on the offending line what is to be found.

A finding is written where it is, as a comment at the end of the line:

    zone hand of seat set of card  #! E063 a `:` is missing here: …

Several findings on one line follow one another, each with its own `#!`. Where no comment can stand
(in a table, in words that are not closed) a line at the top of the rule file says it:

    #! line 7: E015 the words are not closed: …
    #! cards.csv:3: E029 "x" stands here, but … is wanted

Other lines at the top: `#! variants: a, b` loads these variants too, `#! usage: …` expects a
`UsageError`. A file without any `#!` must be free of findings. Every folder is a place of its own:
variants stand beside the game they edit, tables beside the file that reads them.

`--update-golden` writes the findings into the files; read the difference before you keep it. Whole
renderings of some of the files are in `rendered/`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import rulewright
from rulewright.diagnostics import Diagnostic, RulesError, UsageError
from rulewright.game import load
from rulewright.testing.inherited import unreadable

HERE = Path(__file__).parent
ERRORS = HERE / "errors"
RENDERED = HERE / "rendered"
FILES = sorted(ERRORS.rglob("*.game"))
SOURCES = Path(rulewright.__file__).parent


@dataclass(frozen=True, slots=True)
class Expected:
    """What a rule file says about itself. `findings`: (file, line, code and message)."""

    findings: frozenset[tuple[str, int, str]]
    usage: str
    variants: tuple[str, ...]


def is_directive(line: str) -> bool:
    return line.startswith("#!")


def expected(path: Path) -> Expected:
    """Read the `#!` comments of a rule file."""
    found: set[tuple[str, int, str]] = set()
    usage = ""
    variants: tuple[str, ...] = ()
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        if not is_directive(line):
            found |= {(path.name, number, said.strip()) for said in line.split("#! ")[1:]}
            continue
        said = line[2:].strip()
        elsewhere = re.match(r"(?:line (\d+)|([\w.]+):(\d+)): (.*)", said)
        if elsewhere:
            here, name, there, message = elsewhere.groups()
            found.add((name or path.name, int(here or there), message))
        elif said.startswith("usage:"):
            usage = said.removeprefix("usage:").strip()
        elif said.startswith("variants:"):
            variants = tuple(v.strip() for v in said.removeprefix("variants:").split(","))
    return Expected(frozenset(found), usage, variants)


def findings_of(name: str, variants: tuple[str, ...]) -> tuple[Diagnostic, ...]:
    """Everything there is to be said about a rule file, scenarios included."""
    try:
        game = load(name, variants=variants, engine="reference")
        game.scenarios()
    except RulesError as error:
        return error.diagnostics
    return (*game.warnings, *unreadable(game))


def line_of(diagnostic: Diagnostic) -> tuple[str, int, str]:
    name = diagnostic.span.file.name.rpartition("/")[2]
    return name, diagnostic.span.line, f"{diagnostic.code} {diagnostic.message}"


def bare(text: str) -> list[str]:
    """The lines of a rule file without what is expected of it."""
    lines = [line for line in text.split("\n") if not re.match(r"#! (line |[\w.]+:\d)", line)]
    return [line if is_directive(line) else line.split("#! ")[0].rstrip() for line in lines]


def update(path: Path) -> None:
    """Write the findings of a file into it."""
    said = expected(path)
    lines = bare(path.read_text(encoding="utf-8"))
    path.write_text("\n".join(lines), encoding="utf-8")
    if said.usage:
        with pytest.raises(UsageError) as caught:
            findings_of(path.name, said.variants)
        lines = [f"#! usage: {caught.value}" if "#! usage" in line else line for line in lines]
    else:
        found = [line_of(d) for d in findings_of(path.name, said.variants)]
        top = [f for f in found if f[0] != path.name or not can_hold_comment(lines[f[1] - 1])]
        for _, number, message in (f for f in found if f not in top):
            lines[number - 1] += f"  #! {message}"
        for name, number, message in reversed(top):
            here = f"line {number + len(top)}"
            lines.insert(0, f"#! {here if name == path.name else f'{name}:{number}'}: {message}")
    path.write_text("\n".join(lines), encoding="utf-8")


def can_hold_comment(line: str) -> bool:
    return line.count('"') % 2 == 0 and line.count("'") % 2 == 0


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(ERRORS).as_posix())
def test_mistakes_are_told_on_their_line(
    path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    if request.config.getoption("--update-golden"):
        update(path)
    said = expected(path)
    if said.usage:
        with pytest.raises(UsageError) as caught:
            findings_of(path.name, said.variants)
        assert str(caught.value) == said.usage
        return
    found = {line_of(d) for d in findings_of(path.name, said.variants)}
    assert found == said.findings


@pytest.mark.parametrize("rendered", sorted(RENDERED.glob("*.txt")), ids=lambda p: p.stem)
def test_whole_renderings(
    rendered: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    path = next(p for p in FILES if p.stem == rendered.stem)
    for file in path.parent.iterdir():  # the excerpts are easier to read without `#!` comments
        if file.is_file():
            lines = file.read_text(encoding="utf-8").split("\n")
            text = "\n".join(x if is_directive(x) else x.split("#! ")[0].rstrip() for x in lines)
            (tmp_path / file.name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RulesError) as caught:
        game = load(path.name, variants=expected(path).variants, engine="reference")
        game.scenarios()
    if request.config.getoption("--update-golden"):
        rendered.write_text(f"{caught.value}\n", encoding="utf-8")
    assert f"{caught.value}\n" == rendered.read_text(encoding="utf-8")


def many_libraries(folder: Path) -> str:
    for i in range(21):
        (folder / f"cards_{i}.game").write_text(f'library cards_{i} "Cards"\n')
    return 'game g "G"\n  uses ' + ", ".join(f"cards_{i}" for i in range(21)) + "\n"


def large_table(folder: Path) -> str:
    (folder / "many.csv").write_text("name\n" + "".join(f"c{i}\n" for i in range(2_001)))
    return 'game g "G"\n  players 2\ncomponent card from "many.csv" named by name\n'


MADE = {
    "E001": lambda folder: "#" * 250_001,
    "E005": lambda folder: f'game g "G"\n  players 2\nalways {"(" * 500}1{")" * 500} is 1\n',
    "E006": lambda folder: 'game g "G"\x07\n',
    "E022": large_table,
    "E034": many_libraries,
}  # findings about files that are too large or odd to be kept


@pytest.mark.parametrize("code", MADE)
def test_made_mistakes(code: str, tmp_path: Path) -> None:
    file = tmp_path / "made.game"
    file.write_text(MADE[code](tmp_path))
    assert code in {d.code for d in findings_of(str(file), ())}


def test_every_code_is_exercised_and_every_finding_has_a_code_of_the_sources() -> None:
    written = {
        code
        for path in SOURCES.rglob("*.py")
        for code in re.findall(r'"([EW]\d{3})"', path.read_text(encoding="utf-8"))
    }
    shown = {said.split()[0] for path in FILES for _, _, said in expected(path).findings}
    assert shown | set(MADE) == written

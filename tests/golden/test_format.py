"""Rule files as somebody wrote them, each with the layout it is to get, in `format/`.

`--update-golden` writes the layouts; read the difference before you keep it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.diagnostics import Findings
from rulewright.source import SourceFile
from rulewright.syntax.formatting import format_file

FILES = sorted((Path(__file__).parent / "format").glob("*.game"))


def laid_out(text: str) -> str:
    done = format_file(SourceFile("x.game", text), Findings())
    assert done is not None
    return done


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_layouts(path: Path, request: pytest.FixtureRequest) -> None:
    done = laid_out(path.read_text(encoding="utf-8"))
    expected = path.with_suffix(".txt")
    if request.config.getoption("--update-golden"):
        expected.write_text(done, encoding="utf-8")
    assert done == expected.read_text(encoding="utf-8")
    assert laid_out(done) == done


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_a_line_inside_more_brackets_stands_deeper(path: Path) -> None:
    """Of the lines of one statement, those inside more brackets begin further to the right."""
    depth, place, above = 0, {0: -1}, ""
    for line in laid_out(path.read_text(encoding="utf-8")).splitlines():
        code = line.split("#")[0].split('"')[0]
        column = len(line) - len(line.lstrip())
        if depth:
            assert column > max(place[d] for d in range(depth)), f"{above}\n{line}"
            place[depth] = column
        elif not line.lstrip().startswith(("and", "or ", "when", "else")):
            place = {0: column}
        for sign in code:
            depth += (sign in "({") - (sign in ")}")
            place.setdefault(depth, column)
        above = line

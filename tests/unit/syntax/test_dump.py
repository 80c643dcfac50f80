"""The tree of what was written, as text."""

from __future__ import annotations

import pytest

from rulewright.diagnostics import Findings
from rulewright.source import SourceFile
from rulewright.syntax.dump import dump
from rulewright.syntax.nodes import File
from rulewright.syntax.parse import parse_file

TEXT = """game pond "Pond"
  players 2

mark ducks of seat: 0..9, starts 3        "Ducks"  POND-1

to quack(n: 0..9)
  gain n ducks of me
  if ducks of me > 5
    end game
"""


@pytest.fixture
def tree() -> File:
    findings = Findings()
    file = parse_file(SourceFile("pond.game", TEXT), findings)
    assert not findings.found
    return file


def test_nodes_stand_beside_their_lines(tree: File) -> None:
    lines = dump(tree).splitlines()
    assert lines[0] == "   1  File"
    mark = next(line for line in lines if "MarkDecl" in line)
    assert mark == '   4    MarkDecl name=ducks keys=[seat] start=3 seen="all" tail="Ducks" POND-1'
    assert any(line.startswith("   9  ") and "Simple" in line for line in lines)


def test_without_lines(tree: File) -> None:
    assert dump(tree, lines=False).splitlines()[0] == "File"


def test_every_shipped_rule_file_can_be_dumped() -> None:
    from rulewright.check.modules import shipped

    for path in shipped().values():
        file = parse_file(SourceFile(path.name, path.read_text(encoding="utf-8")), Findings())
        assert len(dump(file).splitlines()) > len(file.declarations)

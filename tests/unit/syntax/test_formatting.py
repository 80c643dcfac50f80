"""The one layout of rule files: what changes, what stays, and that it is proved each time."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent

import pytest

from rulewright.diagnostics import Findings
from rulewright.source import SourceFile
from rulewright.syntax import formatting
from rulewright.syntax.formatting import format_file

ROOT = Path(__file__).parents[3]
SHIPPED = sorted([*(ROOT / "rules").rglob("*.game"), *(ROOT / "examples").rglob("*.game")])
PAGES = ("README.md", "rules/README.md", "rules/TESTING.md", "rules/COOKBOOK.md",
         "rules/TUTORIAL.md", "grammar/REFERENCE.md")  # fmt: skip


def laid_out(text: str) -> str:
    findings = Findings()
    result = format_file(SourceFile("test.game", text), findings)
    assert result is not None, findings.found
    return result


def body(text: str) -> str:
    """The layout of declarations in a file."""
    return laid_out(f"library x\n\n{text}").removeprefix("library x\n\n")


CASES = {
    "blanks": (
        "define  x( a :seat,b: 0 ..3 )=  -a+b*( 2-b )-  -1\n"
        "define y of s:seat={s ,opponent}  - { s}\n"
        "zone z(seat , card): row 3  of card  ,seen  by owner\n",
        "define x(a: seat, b: 0..3) = -a + b * (2 - b) - -1\n"
        "define y of s: seat = {s, opponent} - {s}\n"
        "zone z(seat, card): row 3 of card, seen by owner\n",
    ),
    "words that only look like calls": (
        "define x = largest ( a)  for p in (seat)\ndefine y = total(a, b) + some (a)\n",
        "define x = largest (a) for p in (seat)\ndefine y = total(a, b) + some(a)\n",
    ),
    "indentation": (
        "setup\n    each p in seat\n         if a\n          deal 1 from pile to hand of p\n"
        "         else\n            b\n    c(1)\n",
        "setup\n  each p in seat\n    if a\n      deal 1 from pile to hand of p\n"
        "    else\n      b\n  c(1)\n",
    ),
    "words and rule numbers": (
        'mark gold of seat: 0..9 "Gold" A-1,A-2\nmark last: seat "Who was last"\n'
        "define x = 1 A-3\n",
        'mark gold of seat: 0..9                   "Gold"                                         A-1, A-2\n'  # noqa: E501
        'mark last: seat                           "Who was last"\n'
        "define x = 1" + " " * 77 + "A-3\n",
    ),
    "lists that go on behind a comma": (
        "type colour: red, # warm\n  green,\n     blue\n"
        'remove scenario "One",\n  "Two",\n\n  "Three"\n'
        "define x = all c in y,\n  d in z where c is d\n",
        "type colour: red,                         # warm\n    green,\n    blue\n"
        'remove scenario "One",\n    "Two",\n    "Three"\n'
        "define x = all c in y,\n    d in z where c is d\n",
    ),
    "one column for lines that belong together": (
        'mark gold of seat: 0..9 "Gold"\nmark holder_of_the_longest_road: seat or nobody "Who"\n\n'
        'mark last: seat "Who was last"\n',
        f'{"mark gold of seat: 0..9":54}"Gold"\n'
        f'{"mark holder_of_the_longest_road: seat or nobody":54}"Who"\n\n'
        f'{"mark last: seat":42}"Who was last"\n',
    ),
    "reasons": (
        'action a(c in hand)\n  needs b: c is d else "no {c}" A-1\n'
        "  needs the_first: every p in seat where p is not me has hand of p is not empty"
        ' else "somebody has nothing"\n  pass\n',
        f'action a(c in hand)\n{"  needs b: c is d":42}{"""else "no {c}" """:47}A-1\n'
        "  needs the_first: every p in seat where p is not me has hand of p is not empty\n"
        '    else "somebody has nothing"\n  pass\n',
    ),
    "an else that is no reason": (
        'define x of p: seat\n  1 when p is q\n  2 else "Words"\n',
        f'define x of p: seat\n  1 when p is q\n{"  2 else":42}"Words"\n',
    ),
    "long lines are broken outside brackets first": (
        "define x of c: card = some_name of c is not nobody and (another of c is c or a_third of c"
        " is c) or every d in card where d is c has d is not c\n",
        "define x of c: card = some_name of c is not nobody"
        " and (another of c is c or a_third of c is c)\n"
        "    or every d in card where d is c has d is not c\n",
    ),
    "lines that are broken stay broken": (
        "define x = a\n and b   # why\n  # and\n\n or c A-1\n",
        f"{'define x = a':42}\n    and b{' ' * 33}# why\n    # and\n    or c{' ' * 81}A-1\n",
    ),
    "brackets over lines": (
        "define x = max(\n   a,\n b\n  - c,\n -d)\n",
        "define x = max(\n      a,\n      b\n      - c,\n      -d)\n",
    ),
    "scenarios": (
        "scenario  \"One\"   A-1,A-2\n given\n  hand of first:Sea,  Rite ,'Ace  of, Suns'\n"
        ' offers a;b 1,2;  \n      c ;...\n refuses d   e "why   not"\n expect over\n',
        "scenario \"One\" A-1, A-2\n  given\n    hand of first: Sea, Rite, 'Ace  of, Suns'\n"
        '  offers a; b 1,2;\n    c; ...\n  refuses d e "why   not"\n  expect over\n',
    ),
    "long lists": (
        f'scenario "One"\n  offers {"; ".join(["take Ace of Suns"] * 8)}\n',
        f'scenario "One"\n  offers {" ".join(["take Ace of Suns;"] * 5)}\n'
        f"    {'; '.join(['take Ace of Suns'] * 3)}\n",
    ),
    "comments keep their place": (
        "# above\n\n\n#ruler\nsetup # here\n     # in the block\n   a   # there\n   # still in it\n"
        "# outside\n   b\n# at the end",
        "# above\n\n#ruler\nsetup                                     # here\n  # in the block\n"
        "  a                                       # there\n  # still in it\n"
        "# outside\n  b\n# at the end\n",
    ),
    "empty lines": (
        "setup\n\n  a\n\n\n\n  b\n   \nphase c\n  d\n\n\n",
        "setup\n  a\n\n  b\n\nphase c\n  d\n",
    ),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=list(CASES))
def test_layout(text: str, expected: str) -> None:
    result = body(text)
    assert result == "".join(f"{line.rstrip()}\n" for line in expected.splitlines())
    assert body(result) == result


def test_a_file_that_cannot_be_parsed_has_findings_and_no_layout() -> None:
    findings = Findings()
    assert format_file(SourceFile("x.game", "game x\nzone hand off seat\n"), findings) is None
    assert [finding.code for finding in findings.found] == ["E063"]


@pytest.mark.parametrize(
    ("wrong", "message"), [("game y\n# why\n", "says"), ("game x\n", "comments")]
)
def test_a_layout_that_changes_anything_is_refused(
    wrong: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formatting, "laid_out", lambda rows: wrong)
    with pytest.raises(RuntimeError, match=message):
        laid_out("game x\n# why\n")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_what_comes_with_rulewright_is_laid_out(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert laid_out(text) == text


@pytest.mark.parametrize("page", PAGES)
def test_what_the_documents_show_is_laid_out(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```(game[\w-]*)[^\n]*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert blocks
    for kind, block in blocks:
        text = f"library x\n\n{block}" if kind == "game-part" else block
        result = format_file(SourceFile(page, text), Findings())
        assert result in (text, None)  # what is wrong on purpose has no layout


SOME = "a_very_long_name_of_something_or_other of somebody"
ASKED = f"{SOME} is {SOME} and {SOME} < 3"
IN_BRACKETS = f"({SOME} is {SOME}) and {SOME} < 3"
VALUES = [f"{SOME} + {SOME} when {asked} else {SOME} - {SOME}" for asked in (ASKED, IN_BRACKETS)]
EDITS = (
    "add stale when {} to outcome", "add until {} to turns", "set until in turns to {}",
    "set goal to {}", "set most in lot to {}", "replace define x of p: seat = {}",
    "replace score s of p: {}", "replace winner p where {}",
    "replace outcome\n  stale when {}",
)  # fmt: skip
LINES = (
    "if {} is 3\n  b", "if a\n  b\nelse if {}\n  b", "repeat until {}\n  b", "let x = {}",
    "each c in a where c is 3 + ({})\n  b", 'needs {} else "no"', "turns until {}\n  b",
    "pick x from {}", "move {} from a to c", "shuffle deck until {}", "gain ({}) c",
    "set n to {}", "go({})", "deal 2 + ({}) from a to c",
    'compose lot until {} else "no" and {} else "so"\n  most {}\n  finish d',
    "choose x\n  a(c in d where c is 3 - ({}))\n    pass",
)  # fmt: skip
AROUND = (
    "setup\n{}", "to go\n  if a\n    each x in c\n{}", "phase p\n  choose x\n    go\n{}",
    "whenever a\n{}", "add at end of b\n{}", "replace b in c\n{}", "replace to go\n{}",
    "replace action go\n{}", "with z\n  add at end of b\n{}", "with z\n  replace to go\n{}",
)  # fmt: skip


def below(around: str, lines: str) -> str:
    """Lines as deep as they stand in what is around them."""
    last = around.split("\n")[-2]
    deep = len(last) - len(last.lstrip()) + 2
    return around.format(indent(lines, " " * deep))


@pytest.mark.parametrize("value", VALUES, ids=["plain", "bracket"])
@pytest.mark.parametrize("line", [*EDITS, *LINES], ids=lambda line: line.split("{")[0])
def test_every_long_line_can_be_read_again_wherever_it_stands(line: str, value: str) -> None:
    """Laying out would raise an error if what it made said anything else."""
    said = line.replace("{}", value)
    edits = (said, f"with z\n{indent(said, '  ')}")
    for text in edits if line in EDITS else [below(around, said) for around in AROUND]:
        done = body(f"{text}\n")
        assert body(done) == done
        assert len(done.splitlines()) > len(text.splitlines())

"""A declaration is read, and laid out, below `replace` and below `with` as it is by itself."""

from __future__ import annotations

import re
from textwrap import indent

import pytest

from rulewright import resources
from rulewright.diagnostics import Findings
from rulewright.source import SourceFile
from rulewright.syntax import nodes as n
from rulewright.syntax.formatting import format_file
from rulewright.syntax.parse import parse_file

LONG = "a_very_long_name_of_something_or_other of somebody"
THREE = f"{LONG} + {LONG} * {LONG}"
ASKED = f"{LONG} is {LONG} and {LONG} < 3"

DECLARATIONS = {
    "define": f"""\
define worth of p: seat                   "What somebody has"
  n + n
      when p
        is '0'
  3 when n is 1
  -1 else
define worth of p: seat
  -1 when p is me or
    n > 2
  {THREE} when {ASKED}
  total {LONG} for q in seat where (q is p) is (q in {{p}}) when {ASKED}
  0 - 1
    - 2 else
define worth of p: seat = 3 * n
    when p
    meets q else 2
  - n
define worth of p: seat = {THREE} - {LONG} when {ASKED} else {THREE}
""",
    "action": f"""\
action buy(c in stalls where {ASKED}, d in stalls)
    named "buy {{c}}"
  needs money: n
      in {{1, 2}}
      or n is 3
    else "no"
  needs {ASKED} and {ASKED}   else "no"
  set n to 3
      when n
      is 2 else 3
      - 2
  move {LONG} when {ASKED} else {LONG} to hand of me
  if n
      is 2
      or n is 1
    choose x
      when
      is
  when
  meets(3)
  meets
""",
    "procedure": f"""\
to settle(p: seat, l: line)
  let b = n
      + 1 when n is 3 else 3
  each c in {LONG} + {LONG} where {ASKED}
    gain ({THREE}) coins of p
  repeat until n
      is 3
    may choose x
      a
      or b
  compose lot until {ASKED} else "no" and {ASKED} else "not so"
    most {THREE} when {ASKED} else 3
    step x(c in hand of me where {ASKED} and c is c) into lot at most 5
    finish done
""",
    "zone": 'zone stalls: row 4 +\n    n of card,\n    seen by owner   "What"\n',
    "mark": 'mark coins of seat: 0..40,\n    starts 5\n    - 3     "Coins"\n',
    "history": "history boards of stone,\n    me: last 100\n    - n\n",
    "option": "option goal: 12,\n    5..20\n",
    "score": f"""\
score rows of p: 7
      when is_foul of p else 5
    - 3
score rows of p: {THREE} - {LONG} when {ASKED} else {THREE}
""",
    "winner": f"""\
winner p where short of p
    is 2
    or n
    meets p
winner p where {ASKED} or {ASKED}
""",
    "outcome": f"""\
outcome
  early
      when far < 0
        or far
        is 3
  middle when {ASKED} or {ASKED}
  late else
""",
    "enumeration": "type weather: sun,\n    rain\n"
    'type pair: (one: side,\n    other: side)\n    named "{one}"\n',
    "component": 'component card from "cards.csv" named by name,\n    how many by count\n'
    "  rank: 1..13\n"
    'type face from "faces.csv" named by face\n  power,\n    pair: 0..9\n',
    "board": f"""\
board field: grid 2 * n + 1 by 2 * n + 1
    where row is n
    or column is n + 1
board field: grid 2 by 2 where {ASKED} or {ASKED}
board tiles: grid of tile
""",
    "scenario": f"""\
scenario "One"
  given
    hand of '0': Sea,
      Rite
    -3: Sea
  offers a; b;
    or c
  expect n
      is 3
      or n is - 3
      - 2
  expect {ASKED} and {ASKED}
  expect {THREE} is {THREE}
""",
}


def read(text: str, header: str = 'variant x of y "X"\n') -> tuple[n.Node, ...]:
    findings = Findings()
    file = parse_file(SourceFile("x.game", header + text), findings)
    assert [str(one) for one in findings.found] == []
    return file.declarations


def laid_out(text: str) -> str:
    """The layout of edits."""
    done = format_file(SourceFile("x.game", f'variant x of y "X"\n\n{text}'), Findings())
    assert done is not None
    return done.removeprefix('variant x of y "X"\n\n')


def replaced(text: str) -> str:
    return re.sub(r"^(?=\w)", "replace ", text, flags=re.M)


def unsaid(text: str) -> list[str]:
    """Its lines, wherever the words of each stand."""
    return [" ".join(line.split()) for line in text.splitlines()]


@pytest.mark.parametrize("kind", DECLARATIONS)
def test_below_replace_and_with_it_is_read_as_by_itself(kind: str) -> None:
    text = DECLARATIONS[kind]
    alone = read(text, 'game x "X"\n')
    edits = read(replaced(text))
    assert [one.declaration for one in edits if isinstance(one, n.ReplaceDecl)] == [*alone]
    (together,) = read(f"with z\n{indent(replaced(text), '  ')}")
    assert isinstance(together, n.Together)
    assert together.parts == edits
    if kind in ("define", "action", "procedure", "scenario"):
        (together,) = read(f"with z\n{indent(text, '  ')}")
        assert isinstance(together, n.Together)
        assert together.parts == alone


@pytest.mark.parametrize("kind", DECLARATIONS)
def test_below_replace_and_with_it_is_laid_out_in_the_same_way(kind: str) -> None:
    """Where lines are broken hangs on what stands before them; that each can be read again, and
    stays as it is, does not."""
    text = DECLARATIONS[kind]
    for written in (replaced(text), f"with z\n{indent(replaced(text), '  ')}"):
        done = laid_out(written)
        assert laid_out(done) == done
        assert read(done) == read(written)
    narrow = laid_out(DECLARATIONS[kind])
    assert unsaid(laid_out(replaced(narrow))) == unsaid(replaced(narrow))


def test_these_are_all_that_can_be_replaced() -> None:
    grammar = resources.page("rulewright.lark").read_text(encoding="utf-8")
    (listed,) = re.findall(r'^replace_declaration: "replace" \(([^)]*)\)', grammar, re.M)
    assert {*re.findall(r"\w+", listed)} == {*DECLARATIONS}


@pytest.mark.parametrize("part", ["score in buy", "score, define in buy", "score"])
def test_what_is_replaced_in_part_has_statements_below_it(part: str) -> None:
    """An action may be called `score`, and statements begin so if procedures are called so."""
    edits = read(f"replace {part}\n  meets(3)\n  set n to 3\n      when n is 2 else 3\n")
    assert {type(edit) for edit in edits} == {n.ReplacePart}

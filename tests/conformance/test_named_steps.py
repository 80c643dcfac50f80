"""What a step or a finish is called changes nothing else.

Every compose of the library, and some that nobody has chosen, is read twice: as it stands, and with
all its steps and finishes `named` as they would be called without it. What the rules become is the
same to the letter, and so is what engines make of it: how a compose is searched, and each game.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright import load
from rulewright.core.dump import program_text
from rulewright.core.selecting import selecting_steps
from rulewright.diagnostics import Findings
from rulewright.resources import rules_root
from rulewright.source import SourceFile
from rulewright.syntax import nodes as n
from rulewright.syntax.parse import parse_file
from rulewright.syntax.walk import walk

from .test_random_selections import rules

HERE = Path(__file__).parent
FOLDERS = (rules_root(), HERE / "bazaar", HERE / "lanterns")
FILES = [file for folder in FOLDERS for file in sorted(folder.glob("**/*.game"))]
SEEDS = 12  # of rules that nobody has chosen
FURTHER = """game further "Further"
  players 2
  uses standard_deck
zone hand of seat: set of card
zone right of seat: set of card
define nobody_has(c: card) = every q in seat has c not in hand of q
setup
  each p in seat
    move first(9, all c in card where nobody_has(c)) to hand of p
phase play
  turns until passes is 2
    compose opening{until}
      step to_left(c in hand of me) into lefts
        needs size of lefts < 9 else "full"
      step to_right(c in hand of me - lefts where rank of c > 2) into rights at most 3
      {end}
    move rights to right of me
score laid of p: size of right of p
winner most score
"""
ENDS = {  # what composes may have besides steps that only select
    "what stands below": "finish done\n        move lefts to right of me",
    "what is drawn": """finish done(n in 1..9)
        needs size of lefts + size of rights is n else "not so many" """,
    "until": "",
    "most": "finish done\n      most size of lefts + size of rights",
}


def in_words(text: str) -> tuple[str, int]:
    """Rules in which each step and finish has a text of its own, which says what it says without
    one; and how many have one."""
    tree = parse_file(SourceFile("words.game", text), Findings())
    places = [(node, _end(text, node)) for node in _parts(tree)]
    for node, end in sorted(places, key=lambda place: -place[1]):
        said = " ".join((node.name.text, *(f"{{{param.name.text}}}" for param in node.params)))
        text = f'{text[:end]} named "{said}"{text[end:]}'
    return text, len(places)


def _parts(tree: object) -> Iterator[n.Step | n.FinishStep]:
    """Those that may have a text and have none."""
    whole = [part for node in walk(tree) if isinstance(node, n.ComposeOne) and node.text is not None
             for part in node.parts]  # fmt: skip
    for node in walk(tree):
        if isinstance(node, n.Step | n.FinishStep) and node.text is None and node not in whole:
            yield node


def _end(text: str, part: n.Step | n.FinishStep) -> int:
    """Where the text of a part stands: behind what it draws."""
    end = part.name.span.end
    if not part.params:
        return end
    depth = 0
    while True:
        depth += (text[end] == "(") - (text[end] == ")")
        end += 1
        if not depth:
            return end


def named(file: Path) -> int:
    """Read rules as they stand and in words, and hold them side by side; how many parts have got
    words."""
    plain = program_text(load(str(file)).program)
    text, parts = in_words(file.read_text(encoding="utf-8"))
    file.write_text(text, encoding="utf-8")
    assert program_text(load(str(file)).program) == plain
    return parts


def test_names_of_steps_change_nothing_in_the_games_there_are(tmp_path: Path) -> None:
    changed = 0
    for file in FILES:
        if in_words(file.read_text(encoding="utf-8"))[1]:
            game = tmp_path / file.parent.name
            shutil.copytree(file.parent, game, dirs_exist_ok=True)
            changed += named(game / file.name)
    assert changed > 20


def test_names_of_steps_change_nothing_in_rules_that_nobody_has_chosen(tmp_path: Path) -> None:
    file = tmp_path / "lots.game"
    rows = (f"c{i},{i % 5 + 1},{'club' if i % 2 else 'heart'}" for i in range(9))
    (tmp_path / "cards.csv").write_text("\n".join(("name,rank,suit", *rows)) + "\n")
    changed = 0
    for seed in range(SEEDS):
        file.write_text(rules(random.Random(seed)))
        changed += named(file)
    assert changed > SEEDS


@pytest.mark.parametrize("end", ENDS)
def test_steps_that_only_select_are_told_by_themselves(end: str, tmp_path: Path) -> None:
    """Neither by what their finishes do, nor by what else the compose has."""
    file = tmp_path / "further.game"
    until = " until size of lefts is 2" if end == "until" else ""
    file.write_text(FURTHER.format(end=ENDS[end], until=until))
    (compose,) = load(str(file)).program.composes
    assert selecting_steps(compose) is not None
    assert named(file)

"""What a new rule file begins with: a small game, or a variant of a game, with notes for whoever
writes on; green as it stands.

A variant begins with a rule of its game as it is, to be changed: one that is said in few lines and
that no other variant beside the game names, for two that edit the same place cannot be played
together. Its scenario is the first move of the game itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from .. import catalogue
from ..backends.registry import REFERENCE
from ..check import modules
from ..check.modules import Loaded
from ..diagnostics import Findings, RulesError, UsageError
from ..game import Game, assemble, check
from ..source import NOWHERE, SourceFile
from ..syntax import nodes as n
from ..syntax.parse import parse_file
from .edited import laid_out, own_text
from .engines import on_engine
from .position import value_expression
from .scenario import ScenarioRun

MOST_LINES = 4  # of a rule that a variant begins with
MOST_MOVES = 6  # that its scenario lists
LONGEST_NAME = 60

GAME = """game {name} "{title}"
  "Take stones from a heap. Whoever takes the last one has won."
  players 2 named Ann, Bob

# Lines that begin with # are notes; they change nothing.
# Words in quotes at the end of a line are what players read.

# What is on the table. A mark is something that is remembered: here a number, and a player.
mark stones: 0..12, starts 12             "Stones on the heap"
mark last: seat or nobody                 "Who took last"

# What happens. In each turn a player chooses one of what is offered.
# `needs` says when that is allowed, and `else` what a player is told when it is not.
phase heap                                "The heap shrinks"
  turns until stones is 0                 "Players take turns"
    choose main                           "How many do you take?"
      take(n in 1..3)                     "Take one, two or three stones"
        needs n <= stones                 else "only {{stones}} left"
        spend n stones
        set last to me

# What each player has at the end, and who has won.
score last of p: 1 when last is p else 0  "The last stone"
winner most score

# A scenario is an example that is also a test: from what is given moves are made, and
# something is expected then. Without `given` the game begins as it always does.
scenario "The last stone wins"
  given
    stones: 3
  offers take 1; take 2; take 3
  play take 1
  refuses take 3 "only 2 left"
  play take 2
  expect over and winners is {{Bob}}
"""
VARIANT = """variant {name} of {game} "{title}"
  "Say in a sentence what is different."

# Lines that begin with # are notes; they change nothing.
# A variant says only what is different from {game}; all else is as it is there.

{rule}
# An example that is also a test: how a game begins. When it is not so any more, `rulewright test`
# says so, and drafts what is so now.
scenario "{title} begins"
{scenes}"""
RULE = """# This rule is still as it is in the game. Change it, or say something else instead:
#   remove NAME in CHOICE        add at end of ACTION        set OPTION to VALUE
replace {rule}
"""


def new_game(name: str) -> str:
    """The text of a game of this name. Raises `UsageError` if no game can have it."""
    _look_at(name)
    return _checked(name, GAME.format(name=name, title=_title(name)))


def new_variant(of: str, name: str) -> tuple[Path, str]:
    """Where a variant of a game can lie, and its text: beside the game, or in the working folder if
    the game comes with Rulewright.

    Raises `UsageError` if there is no such game, or no variant can be called so; `RulesError` if
    something is wrong with the game.
    """
    _look_at(name)
    info = catalogue.game(of)
    if info.asked:
        raise UsageError(f"a variant edits a game, and {of} is a variant of {info.name}")
    game = check(str(info.path))
    assert game.merged.parts is not None
    base, libraries, _ = game.merged.parts
    path = _folder(base) / f"{name}.game"
    if name == info.name:
        raise UsageError(f"the game itself is called {name}")
    here = base.path.resolve()
    beside = [file for file in modules.beside(base.path)[0] if file.path.resolve() != here]
    others = "\n".join(file.source.text for file in beside)
    words = {"name": name, "game": info.name, "title": _title(name), "scenes": _scenes(game)}
    for rule in _rules(base, others):
        text = VARIANT.format(rule=RULE.format(rule=rule) if rule else "", **words)
        try:
            text = _checked(name, text)
            source = SourceFile(path.name, text)
            assemble(base, libraries, [Loaded(parse_file(source, Findings()), source, path)])
            return path, text
        except RulesError:
            if not rule:
                raise
    raise AssertionError("the last rule is none")


def _folder(base: Loaded) -> Path:
    """Where a variant finds its game: `modules.gather` looks beside it, then in what is shipped."""
    name = base.header.name.text
    if base.path.name != f"{name}.game":
        raise UsageError(
            f"{base.source.name} holds the game {name}: call the file {name}.game, or no variant "
            "finds it"
        )
    if modules.shipped().get(name) != base.path:
        return base.path.parent
    if (here := Path(base.path.name)).exists():
        raise UsageError(
            f"a variant in this folder edits the {here} that lies here: write rulewright new "
            f"variant {here} …"
        )
    return Path()


def _look_at(name: str) -> None:
    if not re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name):
        raise UsageError(
            f'"{name}" cannot be a name: a letter is wanted, then letters, digits and _'
        )
    if len(name) > LONGEST_NAME:
        raise UsageError(f"a name has at most {LONGEST_NAME} characters")


def _title(name: str) -> str:
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _checked(name: str, text: str) -> str:
    """The text, laid out, if it can be read: some words of the language can be no names."""
    source = SourceFile(f"{name}.game", text)
    parse_file(source, findings := Findings())
    if findings.found:
        raise UsageError(f'"{name}" cannot be a name: {findings.found[0].message}')
    return laid_out(text)


def _rules(base: Loaded, others: str) -> Iterator[str]:
    """Short rules of a game that no other variant names, those that score first; at last none."""
    kinds = (n.ScoreDecl, n.WinnerDecl, n.OutcomeDecl, n.DefineDecl, n.ActionDecl)
    for kind in kinds:
        for declaration in base.file.declarations:
            if not isinstance(declaration, kind):
                continue
            name = getattr(declaration, "name", None)
            word = name.text if isinstance(name, n.Name) else own_text(declaration.span).split()[0]
            text = own_text(declaration.span)
            if text.count("\n") < MOST_LINES and not re.search(rf"\b{re.escape(word)}\b", others):
                yield text
    yield ""


def _scenes(game: Game) -> str:
    """What a scenario says of the first move."""
    table = ScenarioRun(on_engine(game, REFERENCE))
    state = table.settled(NOWHERE)
    moves = [str(move) for move in state.legal_moves()]
    sayable = [move for move in moves if not set('"#;') & set(move)]
    if not sayable:
        return "  expect over\n" if state.over else f"  seats {game.seats}\n"
    more = ["..."] if len(sayable) > MOST_MOVES or len(sayable) < len(moves) else []
    lines = [f"offers {'; '.join([*sayable[:MOST_MOVES], *more])}", f"play {sayable[0]}"]
    state.apply(sayable[0])
    state = table.settled(NOWHERE)
    if state.over:
        lines.append("expect over")
    else:
        me = state.engine.program.me
        seat = state.engine.codec.get(state.position, me, ())
        said = value_expression(me.type, seat)
        plain = said.strip("'")  # a seat without a name goes by its number, as in the games
        lines.append(f"expect me is {plain if plain.isdecimal() else said}")
    return "".join(f"  {line}\n" for line in lines)

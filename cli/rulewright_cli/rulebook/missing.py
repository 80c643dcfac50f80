"""What a rulebook lacks: rules without a sentence, rule numbers that no rule carries out, and those
of which the rulebook beside the game says nothing; and sentences that a variant has left standing
over a line which it has replaced, and words and rule numbers that went with such lines; and large
numbers of which the log is full.

A line needs words where players meet it: what there is, what they choose, what ends a turn or the
game. What stands inside a line that has words is told by them; a `needs` has its reason, and may
have words besides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.analysis.differences import edits
from rulewright.check.modules import beside
from rulewright.check.overlay import called, name_of
from rulewright.core.ir import Number
from rulewright.drawing.look import look_of
from rulewright.files import file_bytes
from rulewright.source import Span, place_of
from rulewright.syntax import nodes as n
from rulewright.syntax.walk import children, walk

if TYPE_CHECKING:
    from rulewright.game import Game

DECLARED = (
    n.OptionDecl, n.ComponentDecl, n.BoardDecl, n.CellBoardDecl, n.GrowingDecl, n.EdgesDecl,
    n.ZoneDecl, n.MarkDecl, n.HistoryDecl, n.DefineDecl, n.ScoreDecl, n.OutcomeCase,
    n.SetupDecl, n.PhaseDecl, n.ActionDecl, n.ProcedureDecl, n.WheneverDecl, n.BeforeDealing,
)  # fmt: skip
CHOSEN = (n.ChooseOne, n.ComposeOne, n.Step, n.FinishStep)
LEADING_AWAY = (n.Simple, n.TurnTo)

NAMING = (
    n.PhaseDecl, n.Turns, n.ChooseOne, n.ComposeOne, n.ActionDecl, n.Offer, n.Step, n.FinishStep,
)  # fmt: skip
"""What has words of its own: what it is called, or what somebody does who chooses it. These stand
behind its own line and not over the first one below."""
LINES = (
    n.IfElse, n.Each, n.Repeat, n.MoveTo, n.DealFrom, n.Refill, n.ShuffleZone, n.PickFrom,
    n.SetTo, n.Change, n.Simple, n.TurnTo, n.CallTo,
)  # fmt: skip
"""What happens, as lines tell it; what is asked for has its reason."""

BOOK = "rulebook.md"
LARGEST_BOOK = 1_000_000
LARGEST_TOLD = 9_999  # of marks: players follow points, not what only rules compare
SENTENCE = re.compile(r"^\*\*([A-Z][A-Z0-9_]*-\d+)\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that is missing: what it is of, and where that stands."""

    what: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Report:
    """`no_words`: rules that have no sentence. `no_rule`: rule numbers that scenarios cite or the
    rulebooks beside the game and its variants explain, and no rule of these carries out.
    `no_sentence`: numbers that no such rulebook explains, of rules beside which one lies.
    `left_over`: words that stand over a line which a variant has replaced by one without. `gone`:
    numbers that rules of the game carry, and none does with the variants. `large`: marks of which
    the log tells numbers that say nothing to players, as of helpers that only compare. `rules`,
    `worded`: how many lines players meet, and how many of them have words."""

    rules: int
    worded: int
    no_words: tuple[Missing, ...]
    no_rule: tuple[Missing, ...]
    no_sentence: tuple[Missing, ...]
    left_over: tuple[Missing, ...]
    gone: tuple[Missing, ...]
    large: tuple[Missing, ...]


def missing(game: Game, path: Path) -> Report:
    """What the rulebook of a game lacks; `path`: where the game lies."""
    met = [entry for node in game.merged.declarations for entry in _met(node, "", False)]
    met += _without_what_they_had(game)
    without = [_at(what, node.span) for what, node, worded in met if not worded]
    carried, cited = _numbers(game, path)
    _, _, edits = game.merged.parts or (None, [], [])
    explained, alone = dict[str, int](), set[str]()  # files without a rulebook beside them
    for file, folder in {"": path.parent, **{e.source.name: e.path.parent for e in edits}}.items():
        found = _explained(folder / BOOK)
        explained = found | explained
        alone |= {file} if not found else set()
    mark = {tag.rpartition("-")[0] for tag in carried}
    wanted = {
        tag: Missing(tag, BOOK, line) for tag, line in explained.items()
        if tag.rpartition("-")[0] in mark
    } | {tag: _at(tag, span) for tag, span in cited.items()}  # fmt: skip
    no_rule = [place for tag, place in wanted.items() if tag not in carried]
    no_sentence = [
        _at(tag, span) for tag, span in carried.items()
        if tag not in explained and span.file.name not in alone
    ]  # fmt: skip
    return Report(
        len(met), len(met) - len(without), tuple(without), tuple(no_rule),
        tuple(no_sentence) if explained else (), tuple(_left_over(game)), tuple(_gone(game)),
        tuple(_large(game)),
    )  # fmt: skip


def _explained(book: Path) -> dict[str, int]:
    """The numbers that a rulebook explains, with the line of each; none if there is no file."""
    text = ""
    with suppress(OSError):
        text = file_bytes(book, LARGEST_BOOK).decode("utf-8", errors="replace")
    return {found[1]: text.count("\n", 0, found.start()) + 1 for found in SENTENCE.finditer(text)}


def _at(what: str, span: Span) -> Missing:
    return Missing(what, span.file.name, span.line)


def _met(node: Any, around: str, told: bool) -> Iterator[tuple[str, Any, bool]]:
    """The lines that players meet: what each is, and whether it has words. `told`: something around
    it inside the declaration has."""
    tail = getattr(node, "tail", n.NO_TAIL)
    name = called(node) if name_of(node) else _line(node)
    what = f"{name} in {around}" if around else name
    match node:
        case n.ScenarioDecl() | n.RemoveScenarios():
            return
        case n.WinnerDecl(best="where"):
            yield what, node, bool(tail.words)
        case n.Offer(params=params, body=body):
            if params or body or node.role == "fallback":
                yield what, node, bool(tail.words)
        case n.Simple(what="pass" | "again") | n.LetBe() | n.Needs():
            return
        case _ if isinstance(node, DECLARED + CHOSEN):
            yield what, node, bool(tail.words)
        case _ if isinstance(node, LEADING_AWAY) and not told:
            yield what, node, bool(tail.words)
    inside = name if name_of(node) else around
    told = (told or bool(tail.words)) and not isinstance(node, DECLARED)
    for child in children(node):
        yield from _met(child, inside, told)


def _without_what_they_had(game: Game) -> Iterator[tuple[str, Any, bool]]:
    """Columns and types that have words in the game, and none where a variant says them anew. Else
    they need none, as their names may be enough."""
    if game.merged.parts is None:
        return
    one, libraries, _ = game.merged.parts
    of_game = [d for file in (one, *libraries) for d in file.file.declarations]
    had = {what for what, node in _named_enough(of_game) if node.tail.words}
    for what, node in _named_enough(game.merged.declarations):
        if what in had and not node.tail.words:
            yield what, node, False


def _named_enough(
    declarations: Iterable[Any],
) -> Iterator[tuple[str, n.Column | n.TypeDecl | n.PairDecl]]:
    """What need have no words: types, and the columns of tables, by what each is called."""
    for one in declarations:
        if isinstance(one, n.TypeDecl | n.PairDecl):
            yield f"type {one.name.text}", one
    yield from _columns(declarations)


def _columns(declarations: Iterable[Any]) -> Iterator[tuple[str, n.Column]]:
    """The columns of tables, by what each is called."""
    for table in (d for d in declarations if isinstance(d, n.ComponentDecl)):
        for column in table.columns:
            for name in column.names:
                yield f"{name.text} in {table.kind} {table.name.text}", column


def _left_over(game: Game) -> Iterator[Missing]:
    """Words of which the first line below them is not there any more: a variant says another one
    in its place, without words, so that those above may not tell what happens now."""
    _, _, files = game.merged.parts or (None, [], [])
    put = {
        place_of(edit.content[0].span)
        for file in files
        for edit in edits(file.file)
        if isinstance(edit, n.ReplacePart) and edit.content and not edit.tail.words
    }
    for node in (node for one in game.merged.declarations for node in walk(one)):
        tail = getattr(node, "tail", n.NO_TAIL)
        if not tail.words or isinstance(node, NAMING):
            continue
        said_by = (tail.edit or node.span).file
        lines = [one for one in children(node) if isinstance(one, LINES)]
        for line in (one for one in lines[:1] if place_of(one.span) in put):
            if not line.tail.words and line.span.file is not said_by:
                yield _at(f"“{tail.words}” over {_line(line)}", line.span)


def _line(node: Any) -> str:
    first: str = node.span.text().partition("\n")[0]
    return first.partition("  ")[0].strip()


def _numbers(game: Game, path: Path) -> tuple[dict[str, Span], dict[str, Span]]:
    """Rule numbers that rules carry, of the game, its libraries and all variants beside it, and
    those that scenarios cite; each with a place."""
    carried: dict[str, Span] = {}
    cited: dict[str, Span] = {}
    files = [
        file for file in beside(path)[0]
        if file.header.base is not None and file.header.base.text == game.name
    ]  # fmt: skip
    if game.merged.parts is not None:
        one, libraries, edits = game.merged.parts
        files = [one, *libraries, *edits, *files]
    for file in files:
        for tag, span in _carried(file.header, file.file.declarations):
            carried.setdefault(tag, span)
        for node in (node for d in file.file.declarations for node in walk(d)):
            if isinstance(node, n.ScenarioDecl):
                for tag in node.tags:
                    cited.setdefault(tag, node.span)
    return carried, cited


def _carried(header: n.Header, declarations: Iterable[Any]) -> Iterator[tuple[str, Span]]:
    """The rule numbers that rules carry, with the place of each."""
    tails = [header.players_tail, *(tail for _, tail in header.excludes)]
    for tag in (*header.tags, *(tag for tail in tails for tag in tail.tags)):
        yield tag, header.span
    for node in (node for one in declarations for node in walk(one)):
        for tag in getattr(node, "tail", n.NO_TAIL).tags:
            yield tag, node.span


def _gone(game: Game) -> Iterator[Missing]:
    """Numbers of the game that went with lines which variants have replaced or removed: rightly, if
    the rule went too."""
    if game.merged.parts is None:
        return
    one, libraries, _ = game.merged.parts
    headers = (game.merged.header, *game.merged.variant_headers)
    left = {tag for tag, _ in _carried(headers[0], game.merged.declarations)}
    left |= {tag for header in headers[1:] for tag, _ in _carried(header, ())}
    told = set[str]()
    for file in (one, *libraries):
        for tag, span in _carried(file.header, file.file.declarations):
            if tag not in left and tag not in told:
                told.add(tag)
                yield _at(tag, span)


def _large(game: Game) -> Iterator[Missing]:
    """Marks that all see, of which larger numbers are told than anybody keeps count of."""
    hidden = look_of(game.program).hidden
    for mark in game.program.variables:
        if (mark.role, mark.seen) == ("mark", "all") and mark.name not in hidden:
            if isinstance(mark.type, Number) and mark.type.high > LARGEST_TOLD:
                yield _at(f"mark {mark.name}, up to {mark.type.high:,}", mark.span)


def as_data(report: Report) -> dict[str, object]:
    """The report as JSON."""

    def listed(found: tuple[Missing, ...]) -> list[dict[str, object]]:
        return [{"what": m.what, "file": m.file, "line": m.line} for m in found]

    return {
        "rules": report.rules,
        "worded": report.worded,
        "no_words": listed(report.no_words),
        "no_rule": listed(report.no_rule),
        "no_sentence": listed(report.no_sentence),
        "left_over": listed(report.left_over),
        "gone": listed(report.gone),
        "large": listed(report.large),
    }


def as_text(report: Report) -> Iterator[str]:
    """The report, line by line."""
    yield f"{report.worded} of {report.rules} rules that players meet have words"
    for title, found in (
        ("Rules without a sentence", report.no_words),
        ("Rule numbers without a rule", report.no_rule),
        (
            f"Rule numbers that no {BOOK} beside the game or its variants explains",
            report.no_sentence,
        ),
        ("Words over a line that a variant has replaced", report.left_over),
        ("Rule numbers of the game that no rule has with the variants", report.gone),
        (
            "Large numbers that are told of each move; of helpers, `NAME,no` below `name,show` in "
            "the look of the game leaves them out",
            report.large,
        ),
    ):
        if found:
            yield from ("", title)
            yield from (f"  {m.file}:{m.line}: {m.what}" for m in found)

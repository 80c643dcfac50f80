"""Scenarios → `core.scenes`: places, values, moves and expectations with every name resolved.

What is given is written as a list and read by the type of the place: `hand of first: Sea, Rite`.
Stacks and rows are written from the top or the left; `-` is an empty place of a row. Marks may also
be written the other way round, as in `holder is first: Sailor-Mill, Mill-Harvest`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import replace
from functools import partial

from ..characters import many, whole_number
from ..core import ir, scenes, starts
from ..core.evaluate import as_chosen, evaluate, never_asked, no_state
from ..diagnostics import Findings, Note, PlayError, did_you_mean
from ..source import Span
from ..syntax import nodes as n
from ..syntax.errors.words import LINES
from ..syntax.walk import walk
from . import kinds, suggesting
from .expressions import Expressions
from .modules import Merged
from .scope import FunctionSymbol, OptionSymbol, Symbol, TableSymbol, VariableSymbol
from .telling import told_so
from .types import NOTHING, TRUTH, is_broken, shown

Closer = Callable[[ir.Expr], ir.Expr]


def _says_who(line: n.Given) -> bool:
    """Does a line give whose turn it is, and at which choice?"""
    return isinstance(line.place, n.Name) and line.place.text == n.TO_MOVE


def _stands_alone(symbol: Symbol | None) -> bool:
    """Is a name read alone, with nothing that it is of or that is given in brackets?"""
    match symbol:
        case VariableSymbol(variable=variable):
            return not variable.keys
        case FunctionSymbol(declaration=declaration):
            return not declaration.params
        case None | TableSymbol():
            return False
    return True


def _place_of(name: str, line: Span) -> Span:
    """Where a word or a move stands in a line of a scenario, behind the line's own word."""
    text = line.text()
    written = r"\s+".join(map(re.escape, name.split()))
    words = re.compile(rf"(?<!\w){written}(?!\w)")
    found = words.search(text, len(text.split(maxsplit=1)[0]))
    if found is None:
        return line
    return Span(line.file, line.start + found.start(), line.start + found.end())


def _goes_on(word: str, span: Span) -> str:
    """What is wrong where the next line of a scenario was taken for what a list goes on with."""
    if word not in LINES["scenario"]:
        return ""
    above = span.file.text[: _place_of(word, span).start].rstrip(" \t\n")
    if above[-1:] not in (";", ","):
        return ""
    line = span.file.line_column(len(above) - 1)[0]
    return f"line {line} ends in `{above[-1]}`, and so goes on here: leave that sign out"


MOST_TOLD = 8  # beginnings of moves in a hint
_AROUND = re.compile(r"(?<!\w)'|'(?!\w)")  # quotes, which are none within a name
_BEFORE_A_MOVE = re.compile(
    r"(?:only|just|all of|\S+:|'[^']*':?) +"
)  # `'0': buy Ace`, `main: buy Ace`
_BECAUSE = re.compile(r" (because|as|since|with|reason|for)$| because |:$")


def _by_its_kind(text: str, domain: ir.Domain) -> str:
    """What is written of `seat 0`: 0."""
    kind, _, label = text.partition(" ")
    called = kind.casefold() in (domain.name, "player" if domain.name == "seat" else domain.name)
    return f"write: {label}" if called and label in domain.labels else ""


def _in_numbers(text: str) -> str:
    """What is written of `3 cards` or `nothing` in a position, or where it is told what is seen."""
    if text.lower() in ("nothing", "empty", "none", "no cards", "nobody") or text.startswith("0 "):
        return "where nothing lies nothing stands behind the colon, or the line is left out"
    if re.fullmatch(r"\d+ \w+", text):
        number = text.split()[0]
        return f"what lies there is named; that a seat sees no more than how many: {number} unseen"
    return ""


def _in_commas(text: str, labels: tuple[str, ...]) -> str:
    """Several elements as a list is written, if they stand in one without commas."""
    words = [word for word in re.split(r" and | & | |;|/", text) if word]
    found: list[str] = []
    while words:
        for length in range(min(len(words), LONGEST_LABEL), 0, -1):
            if (label := " ".join(words[:length])) in labels:
                found.append(label)
                del words[:length]
                break
        else:
            return ""
    return f"write: {', '.join(found)}" if len(found) > 1 else ""


LONGEST_LABEL = 6  # words of a name
EVERYBODY = frozenset({"all", "every", "each", "everybody", "everyone", "any"})
SHORT = 6  # elements that a hint lists
REMAINING = frozenset({
    "", "all", "rest", "others", "other", "everything", "everything else", "all others", "all else",
    "all the rest", "remaining", "remainder", "all cards", "other cards", "remaining cards",
})  # fmt: skip
"""Words for the components that no other line of a position names."""
NONE_HIDDEN = "0 unseen"  # as one may say that nothing lies there
OTHERWISE_HIDDEN = frozenset({"unseen", "hidden", "all", "all hidden", "all ?", "unknown"})


def moves_gone(merged: Merged, known: Set[str]) -> dict[str, tuple[str, Note | None]]:
    """The first words of moves that the game has by itself and that its variants have taken away:
    what they are moves of, and the edit that names each. `known`: how those begin that there are.
    """
    if merged.parts is None or not merged.variant_headers:
        return {}
    game, libraries, edits = merged.parts
    written = [
        node for file in (game, *libraries) for d in file.file.declarations for node in walk(d)
    ]
    actions = {node.name.text for node in written if isinstance(node, n.ActionDecl)}
    own = {
        _begins(node) for node in written
        if isinstance(node, n.ActionDecl | n.Step | n.FinishStep)
        or (isinstance(node, n.Offer) and node.name.text not in actions)
    }  # fmt: skip
    gone: dict[str, tuple[str, Note | None]] = dict.fromkeys(
        own - known, (game.header.name.text, None)
    )
    for node in (node for file in edits for d in file.file.declarations for node in walk(d)):
        if isinstance(node, n.Remove) and (name := node.target.names[0].text) in gone:
            gone[name] = (gone[name][0], Note("it is taken away here", node.target.span))
    return gone


def _begins(node: n.ActionDecl | n.Offer | n.Step | n.FinishStep) -> str:
    """The first word of a move, as it is written."""
    first = node.text.parts[0] if node.text is not None and node.text.parts else node.name.text
    return first.split()[0] if isinstance(first, str) and first.strip() else node.name.text


class SceneReader:
    """Reads the scenes of one scenario within the names of a program."""

    def __init__(
        self,
        expressions: Expressions,
        close: Closer,
        findings: Findings,
        moves: frozenset[str],
        otherwise: Mapping[str, str],
        choices: Mapping[str, frozenset[str]],
        program: ir.Program,
        misread: Callable[[str], tuple[str, str] | None],
        gone: Callable[[], Mapping[str, tuple[str, Note | None]]],
    ) -> None:
        self.expressions = expressions
        self.program = program  # with the scenario's options
        self.start: starts.Start | None = None  # the choice that a position names
        self.lines: tuple[n.Given, ...] = ()  # of the position that is read
        self.moves = moves  # names of all that can ever be chosen
        self.otherwise = otherwise  # how moves are written that do not begin with their names
        self.misread = misread  # what is wrong with a text that can never be a move, and a hint
        self.gone = gone  # names of moves that variants have taken away: of whom, and where
        self.choices = choices  # the choices by their names: with what moves there begin
        self.close = close
        self.findings = findings

    def steps(self, node: n.ScenarioDecl) -> tuple[scenes.SceneStep, ...]:
        found: list[scenes.SceneStep] = []
        for scene in node.scenes:
            match scene:
                case n.SceneGiven(lines=lines):
                    if found:
                        self.findings.add(
                            "E203", "`given` must come before all that happens", scene.span
                        )
                    self.start = self.start_of(lines)
                    cells = tuple(self.position(lines))
                    point = None if self.start is None else self.start.choose.point
                    found.append(scenes.GivenPosition(cells, point, scene.span))
                case n.SceneSeen(seat=seat, lines=lines):
                    who = self.fixed(self.expressions.value(
                        seat, {}, ir.Element(self.expressions.scope.seats)
                    ))  # fmt: skip
                    looked = [self.seen(line) for line in lines]
                    seen = tuple(item for item in looked if isinstance(item, scenes.SeenValue))
                    chosen = tuple(item for item in looked if isinstance(item, scenes.SeenChoice))
                    found.append(scenes.ExpectsSeen(who, seen, chosen, scene.span))
                case n.SceneChance(outcomes=outcomes):
                    found += [self.outcome(outcome, scene.span) for outcome in outcomes]
                case n.ScenePlay(moves=moves):
                    self.check_moves(moves, scene.span)
                    found.append(scenes.Plays(moves, scene.span))
                case n.SceneOffers(moves=moves, open=more):
                    self.check_moves(moves, scene.span)
                    found.append(scenes.Offers(moves, more, scene.span))
                case n.SceneRefuses(move=move, reason=reason):
                    name = move.split()[0].rstrip(",")
                    is_none = name not in self.moves and (name in self.gone() or move == "pass")
                    if reason or not is_none:
                        self.check_moves((move,), scene.span, any_argument=bool(reason))
                    found.append(scenes.Refuses(move, reason, scene.span))
                case n.SceneExpect(test=test):
                    found += self.claims(test, scene.span)
                case n.SceneOutcome(names=names):
                    found += self.ended(names, scene.span)
                case n.SceneSeats() | n.SceneOption():
                    pass
        return tuple(found)

    def claims(self, test: n.Expr, span: Span) -> Iterator[scenes.SceneStep]:
        """What is expected: of what is joined by `and` each part that says whether the game is
        over, or how it ended, stands for itself; all else is one condition."""
        parts = test.items if isinstance(test, n.Logic) and test.op == "and" else (test,)
        others = list[n.Expr]()
        for part in parts:
            said = n.how_it_stands(part)
            if said is None or not self.is_end(said.name):
                others.append(part)
            elif said.outcome is not None:
                yield from self.ended((said.outcome,), span)
            else:
                yield scenes.ExpectsOver(said.over, span)
        if len(others) == len(parts):
            others = [test]
        elif len(others) > 1 and isinstance(test, n.Logic):
            others = [replace(test, items=tuple(others))]
        for rest in others:
            if self.end_within(rest):
                continue
            before = len(self.findings.found)
            expr = self.expressions.truth(rest, {}, partial(self.meant_by_end, rest))
            if not is_broken(expr) and len(self.findings.found) == before:
                yield scenes.Expects(self.close(expr), expr, span)

    def ended(self, names: tuple[n.Name, ...], span: Span) -> Iterator[scenes.SceneStep]:
        """That the game is over, with these names as its outcome, if it can end so."""
        if self.check_outcome(names):
            yield scenes.ExpectsOutcome(tuple(name.text for name in names), span)

    def is_end(self, name: n.Name) -> bool:
        """Does a name say how the game stands, as nothing of the rules is that name alone?"""
        scope, word = self.expressions.scope, name.text
        own = _stands_alone(scope.values.get(word)) or scope.with_label(word)
        return word in ("over", "outcome") and not own

    def meant_by_end(self, test: n.Expr) -> str:
        """A hint where something of the rules is called as the end of the game is."""
        alone = test.operand if isinstance(test, n.Not) else test
        if not isinstance(alone, n.Name) or alone.text not in ("over", "outcome"):
            return ""
        return (
            f"the rules call something {alone.text}: under another name "
            f"`expect {alone.text}` would ask how the game stands"
        )

    def end_within(self, test: n.Expr) -> bool:
        """Is it asked within a condition whether the game is over, or how it ended? Told."""
        names = (part for part in walk(test) if isinstance(part, n.Name) and self.is_end(part))
        found = next((one for one in names if one.text not in self.expressions.scope.values), None)
        if found is None:
            return False
        said = "over and CONDITION" if found.text == "over" else "outcome is NAME"
        self.findings.add(
            "E100", f"`{found.text}` is no part of a condition", found.span,
            hint=f"it is said by itself, or joined by `and`: expect {said}",
        )  # fmt: skip
        return True

    def moves_like(self, name: str, move: str) -> str:
        """What may be meant by a move that begins with a word no move begins with."""
        bare, bracket, rest = move.partition("(")
        if bracket and bare.strip() in self.moves:
            inside = " ".join(rest.replace(")", " ").replace(",", " ").split())
            return f"moves are written without brackets: {bare.strip()} {inside}"
        if unquoted := self.without_quotes(move):
            return unquoted
        if name in self.otherwise:
            return f"{name} is written: {self.otherwise[name]}"
        told = _BEFORE_A_MOVE.sub("", move)
        if told != move and told.split()[0] in self.moves and self.misread(told) is None:
            return f"moves are told alone: {told}"
        if name in self.expressions.scope.seats.labels and (told := self.without_seat(move)):
            return f"moves are told without who makes them: {told}"
        whole = [f"{word} {move}" for word in sorted(self.moves) if self.wants_more(word)]
        meant = [one for one in whole if not self.misread(one)]
        if len(meant) == 1:
            return f"moves are told in full here; in place of {move} write: {meant[0]}"
        _, hint = self.misread(move) or ("", "")
        if hint:
            return hint
        return suggesting.one_of_these(name, sorted(self.moves), "moves begin with").hint

    def wants_more(self, word: str) -> bool:
        """Is it known what stands behind the word in a move, and is something missing?"""
        return self.misread(word) is not None

    def without_quotes(self, move: str) -> str:
        """`'ride on'` as it is told, if there is such a move."""
        bare = _AROUND.sub("", move)
        is_one = bare != move and bare.partition(" ")[0] in self.moves
        return f"without quotes: {bare}" if is_one and self.misread(bare) is None else ""

    def without_seat(self, move: str) -> str:
        """`Bob draws` as it is written, if there is such a move."""
        verb, _, rest = move.partition(" ")[2].partition(" ")
        for name in (verb, verb.removesuffix("s"), verb.removesuffix("es")):
            if name in self.moves:
                bare = f"{name} {rest}".rstrip()
                return "" if self.misread(bare) else bare
        return ""

    def check_moves(
        self, moves: tuple[str, ...], span: Span, *, any_argument: bool = False
    ) -> None:
        """Report moves whose first word no choice of the game offers, or that can be none for
        what comes after; `any_argument`: not those (what is refused with a reason may be wrong)."""
        for move in moves:
            name = move.split()[0].rstrip(",")
            if name not in self.moves and name in self.gone():
                game, where = self.gone()[name]
                self.findings.add(
                    "E206", f'no choice of the game offers "{name}"', _place_of(name, span),
                    *([where] if where else []),
                    hint=f"a move of {game} that is taken away; `refuses {move}` alone holds",
                )  # fmt: skip
            elif name not in self.moves:
                alone = "`refuses pass` alone holds" if any_argument and move == "pass" else ""
                self.findings.add(
                    "E206", f'no choice of the game offers "{name}"', _place_of(name, span),
                    hint=_goes_on(name, span) or alone or self.moves_like(name, move),
                )  # fmt: skip
            elif any_argument and _BECAUSE.search(move) and self.misread(move) is not None:
                bare = _BECAUSE.sub("", move)
                self.findings.add(
                    "E226", "why a move is refused stands right behind it, in quotes",
                    _place_of(move, span), hint=f'write: refuses {bare} "REASON"',
                )  # fmt: skip
            elif not any_argument and (wrong := self.misread(move)) is not None:
                message, hint = wrong
                part = re.search(r": (.+) is no ", message)
                if part and (close := re.fullmatch(r"did you mean (.+)\?", hint)):
                    hint = f"did you mean {move.replace(part[1], close[1], 1)}?"
                hint = self.several_moves(move) or self.without_quotes(move) or hint
                if _BECAUSE.search(move):
                    hint = "why a move is refused stands behind it, in quotes"
                self.findings.add("E226", message, _place_of(move, span), hint=hint)

    def several_moves(self, move: str) -> str:
        """Moves that are joined by a word, as they are written."""
        parts = re.split(r",? (?:and|then|or)(?: then)? ", move)
        if len(parts) < 2 or any(
            part.split()[0] not in self.moves or self.misread(part) for part in parts if part
        ):
            return ""
        return f"write: {'; '.join(parts)}"

    def check_told(self, choice: str, move: str, span: Span) -> None:
        """Report what can never be the move that was made last at a choice."""
        there, name = self.choices[choice], move.split()[0].rstrip(",")
        if move in self.told_in_part(choice) or self.may_be_told(choice, move):
            return
        if scenes.UNTOLD in move.split():
            forms = [*dict.fromkeys(self.forms(choice, name))]
            self.findings.add(
                "E226", f'no move at {choice} is told as "{move}"', _place_of(move, span),
                hint=f"... stands for all that is not told: {', '.join(forms[:MOST_TOLD])}",
            )  # fmt: skip
            return
        if name in there:
            self.check_moves((move,), span)
            return
        begin = ", ".join(sorted(there)[:MOST_TOLD])
        self.findings.add(
            "E206", f'no move at {choice} begins with "{name}"', _place_of(name, span),
            hint="what stands here is the last move that was made there, or ?; moves there begin "
            f"with: {begin}",
        )  # fmt: skip

    def told_in_part(self, choice: str) -> set[str]:
        """How moves at a choice are told to those who do not see what they name."""
        return {scenes.told_in_part(one.name) for one in self.named_at(choice)}

    def may_be_told(self, choice: str, move: str) -> bool:
        """Is it a move as the log may tell it to those who do not see all that it names?"""
        return any(
            re.fullmatch(pattern, move)
            for alternative in self.named_at(choice)
            for pattern, _ in told_so(alternative)
        )

    def forms(self, choice: str, name: str) -> Iterator[str]:
        """How moves at a choice may be told in part: those of that name, if there are any."""
        named = self.named_at(choice)
        for alternative in [one for one in named if one.name == name] or named:
            yield scenes.told_in_part(alternative.name)
            yield from (form for _, form in told_so(alternative))

    def named_at(self, choice: str) -> list[ir.Alternative]:
        """The offers of a choice that name something."""
        asked = (one for one in self.program.choices if one.name == choice)
        return [one for choose in asked for one in choose.alternatives if one.bound]

    def check_outcome(self, names: tuple[n.Name, ...]) -> bool:
        """Is this how the game can end? Names that no outcome has are reported."""
        known = sorted({name for case in self.expressions.scope.outcome for name in case.names})
        wrong = [name for name in names if name.text not in known]
        for name in wrong:
            self.findings.add(
                "E208", f"no outcome of the game is called {name.text}", name.span,
                hint=did_you_mean(name.text, known)
                or (f"there are: {', '.join(known)}" if known else "the game names no outcomes"),
            )  # fmt: skip
        return not wrong

    def fixed(self, expr: ir.Expr) -> int:
        """The value of an expression that depends on nothing."""
        if is_broken(expr):
            return 0
        try:
            value = evaluate(self.close(expr), {}, no_state, never_asked)
        except (PlayError, TypeError):
            self.findings.add(
                "E204", "a fixed value is wanted here", expr.span,
                hint="what is given is said of seats and all else by their names",
            )  # fmt: skip
            return 0
        assert isinstance(value, int)
        return value

    def start_of(self, lines: tuple[n.Given, ...]) -> starts.Start | None:
        """The choice that a position names, if it names one."""
        line = next((one for one in lines if _says_who(one)), None)
        if line is None:
            return None
        choices = self.program.choices
        if len(line.values) < 2:
            example = f"{self.program.seats.labels[0]} ({choices[0].name if choices else 'main'})"
            self.findings.add(
                "E227", "a seat is wanted here, and in brackets the choice that is put to it",
                line.values_span, hint=f"for example: to move: {example}",
            )  # fmt: skip
            return None
        names = [name.text for name in line.values[1:]]
        called = starts.starts_called(self.program, names)
        if len(called) == 1:
            return called[0]
        known = starts.starts_called(self.program, names[:1]) or starts.starts(self.program)
        told = (starts.names_of(self.program, one) for one in known)
        written = [*dict.fromkeys(" in ".join(words) for words in told if words is not None)]
        if called:
            message = f"several choices are called {' in '.join(names)}"
            hint = f"say in what it stands: {', '.join(written)}" * bool(written)
        else:
            message = f"no choice of the game is called {' in '.join(names)}"
            own = [one.choose.name for one in known]
            hint = did_you_mean(names[0], own) or f"there are: {', '.join(written)}"
        self.findings.add("E227", message, line.values_span, hint=hint)
        return None

    def member(self, node: n.Expr) -> tuple[ir.StateVariable, tuple[int, ...]] | None:
        """The zone or mark named on the left of a colon."""
        with self.expressions.of_nobody():
            expr = self.expressions.read(node, {}, None)
        if is_broken(expr):
            return None
        if not isinstance(expr, ir.Read):
            self.findings.add(
                "E200", "a zone or mark is wanted before the colon", node.span,
                hint=self.kept_for(node),
            )  # fmt: skip
            return None
        if any(is_broken(key) for key in expr.keys):
            return None
        return expr.variable, tuple(self.fixed(k) for k in expr.keys)

    def kept_for(self, node: n.Expr) -> str:
        """What is kept for an element that is named alone: `left: 2`."""
        text = node.text if isinstance(node, n.Name) else ""
        scope = self.expressions.scope
        if isinstance(scope.values.get(text), OptionSymbol):
            return f"options are chosen by a line of the scenario: with {text} VALUE"
        kept = [
            symbol.name
            for symbol in scope.values.values()
            if isinstance(symbol, VariableSymbol)
            and len(symbol.variable.keys) == 1
            and text in symbol.variable.keys[0].labels
        ]
        if not kept or not text:
            return ""
        return f"say what of it: {', '.join(f'{name} of {node.span.text()}' for name in kept[:3])}"

    def position(self, lines: tuple[n.Given, ...]) -> Iterator[scenes.GivenValue]:
        """All that is given; nothing may be given twice, nor lie in two places, and there are no
        passes before it is somebody's turn."""
        scope = self.expressions.scope
        members: dict[tuple[ir.StateVariable, tuple[int, ...]], Span] = {}
        places: dict[tuple[str, str], Span] = {}
        boards = {
            (board.component.name, board.component.labels[lying]): board
            for board in self.program.boards
            if board.component.kind == "component"
            for lying in board.places
        }
        self.lines = lines
        for line in lines:
            for cell in self.given(line):
                place = line.place.span
                first = members.setdefault((cell.variable, cell.keys), place)
                if first is not place:
                    self.given_twice(first, line)
                yield cell
                if cell.variable.role != "zone" or isinstance(
                    cell.variable.type, ir.Truth | ir.Number
                ):
                    continue
                for label, span in self.words(line):
                    board = boards.get((cell.variable.type.domain.name, label))
                    if board is not None:
                        self.findings.add(
                            "E207", f"{label} is given a place, and it lies on {board.name}", span,
                            Note("what lies there does so for the whole game", board.span),
                        )  # fmt: skip
                    first = places.setdefault((cell.variable.type.domain.name, label), span)
                    if first is not span and label in cell.variable.type.domain.labels:
                        self.findings.add(
                            "E207", f"{label} is given two places", span,
                            Note("the other place is given here", first),
                        )  # fmt: skip
        if (scope.passes, ()) in members and (scope.me, ()) not in members:
            self.findings.add(
                "E225", "passes are given, but not who is to move after them",
                members[scope.passes, ()], hint=f"for example: me: {scope.seats.labels[0]}",
            )  # fmt: skip
        self.lines = ()
        self.check_needed(lines, {variable for variable, _ in members})

    def given_twice(self, first: Span, line: n.Given) -> None:
        """Report what is given at `first` and again in a line; `to move` gives `me`, too."""
        place = line.place.span
        if first.text() == place.text():
            self.findings.add("E207", f"{place.text()} is given twice", place)
            return
        if {first.text(), place.text()} != {"me", n.TO_MOVE}:
            self.findings.add(
                "E207", f"{place.text()} is given twice", place, Note("and here", first)
            )
            return
        less = next(span for span in (first, place) if span.text() == "me")
        self.findings.add(
            "E207", "`to move` says already whose turn it is, `me` says so again", less,
            Note("`to move` stands here", place if less is first else first),
            hint="leave out the line with `me`",
        )  # fmt: skip

    def check_needed(self, lines: tuple[n.Given, ...], given: set[ir.StateVariable]) -> None:
        """Report what was chosen or named on the way to the choice and is not given, if rules rely
        on it."""
        if self.start is None:
            return
        line = next(one for one in lines if _says_who(one))
        for name, variable in self.start.needed.items():
            if variable not in given and isinstance(variable.type, ir.Element | ir.SetOf):
                at, domain = self.start.choose.name, variable.type.domain
                example = next(iter(self.program.present(domain)), 0)
                empty = f"; of nothing: {name}:" * isinstance(variable.type, ir.SetOf)
                self.findings.add(
                    "E227", f"what {name} is at {at} is not given, and the rules need it",
                    line.span, Note(f"{name} is named here", variable.span),
                    hint=f"for example, below this line: {name}: {domain.labels[example]}{empty}",
                )  # fmt: skip

    def given(self, line: n.Given) -> list[scenes.GivenValue]:
        if isinstance(line.place, n.Compare) and line.place.op == "is":
            return self.given_where(line.place, line)
        if _says_who(line):
            who = line.values[:1]
            seats = self.expressions.scope.seats
            return [
                scenes.GivenValue(
                    self.program.me, (), self.element(seats, w.text, w.span), line.span
                )
                for w in who
            ]
        if self.is_turned(line):
            return []
        kept = self.kept(line.place)
        if kept is None and self.is_for_all(line):
            return []
        at = (kept, ()) if kept is not None else self.member(line.place)
        if at is None:
            return []
        variable, keys = at
        value = self.value(variable.type, line)
        return [scenes.GivenValue(variable, keys, value, line.span)]

    def is_turned(self, line: n.Given) -> bool:
        """`holder of first: Sailor-Mill`, where `holder is first` is meant: that is told."""
        place = line.place
        if not isinstance(place, n.Apply) or len(place.args) != 1:
            return False
        symbol, key = self.expressions.scope.values.get(place.name.text), place.args[0]
        variable = symbol.variable if isinstance(symbol, VariableSymbol) else None
        if variable is None or len(variable.keys) != 1 or not isinstance(key, n.Name):
            return False
        values = variable.type.domain.labels if isinstance(variable.type, ir.Element) else ()
        if key.text in variable.keys[0].labels or key.text not in values:
            return False
        rest = " ".join(line.span.text().split(":", 1)[-1].split())
        written = key.span.text()
        self.findings.add(
            "E108", f"{variable.name} is kept for each {variable.keys[0].name}, and {key.text} is "
            f"what it holds", key.span, hint=f"write: {variable.name} is {written}: {rest}",
        )  # fmt: skip
        return True

    def is_for_all(self, line: n.Given) -> bool:
        """`gold: 3`, `gold of all: 3`, where a mark is kept for each seat: that is told."""
        place, scope = line.place, self.expressions.scope
        name = place if isinstance(place, n.Name) else None
        if isinstance(place, n.Apply) and len(place.args) == 1:
            (key,) = place.args
            every = isinstance(key, n.Name) and key.text in EVERYBODY
            name = place.name if every and not scope.with_label(key.span.text()) else None
        symbol = scope.values.get(name.text) if name is not None else None
        variable = symbol.variable if isinstance(symbol, VariableSymbol) else None
        if variable is None or variable.role != "mark" or len(variable.keys) != 1:
            return False
        (domain,) = variable.keys
        if self.names_keys(line, variable, domain):
            return True
        if isinstance(variable.type, ir.SetOf) or len(line.values) != 1:
            return False
        elements = [domain.labels[element] for element in self.program.present(domain)]
        some = ", ".join(elements if len(elements) <= SHORT else [*elements[:2], "…"])
        self.findings.add(
            "E106", f"{variable.name} is kept for each {domain.name}: say for which this is given",
            place.span, Note(f"{variable.name} is declared here", variable.span),
            hint=f"write: {variable.name} is {line.values[0].text}: {some}",
        )  # fmt: skip
        return True

    def names_keys(self, line: n.Given, variable: ir.StateVariable, domain: ir.Domain) -> bool:
        """`sold: cloth`, where a mark says yes or no of each ware: that is told."""
        texts = [value.text for value in line.values]
        if variable.type != TRUTH or not all(text in domain.labels for text in texts):
            return False
        self.findings.add(
            "E106", f"{variable.name} is kept for each {domain.name}: say what is given for these",
            line.place.span, Note(f"{variable.name} is declared here", variable.span),
            hint=f"write: {variable.name} is yes: {line.values_span.text().strip()}",
        )  # fmt: skip
        return True

    def kept(self, place: n.Expr) -> ir.StateVariable | None:
        """What was chosen on the way to the choice that is named, if a line gives that."""
        if self.start is None or not isinstance(place, n.Name):
            return None
        return self.start.kept.get(place.text)

    def given_where(self, place: n.Compare, line: n.Given) -> list[scenes.GivenValue]:
        """`holder is first: Sailor-Mill, Mill-Harvest`: what has a mark of this value."""
        symbol = None
        if isinstance(place.left, n.Name):
            symbol = self.expressions.scope.values.get(place.left.text)
        variable = symbol.variable if isinstance(symbol, VariableSymbol) else None
        if variable is None or variable.role != "mark" or len(variable.keys) != 1:
            marks = [
                key
                for key, symbol in self.expressions.scope.values.items()
                if isinstance(symbol, VariableSymbol)
                and symbol.variable.role == "mark"
                and len(symbol.variable.keys) == 1
            ]
            close = suggesting.NONE
            if isinstance(place.left, n.Name):
                close = suggesting.one_of_these(place.left.text, marks)
            self.findings.add(
                "E200", "a mark of one thing is wanted before `is`", place.left.span,
                hint=close.hint, fix=close.fix(place.left.span),
            )  # fmt: skip
            return []
        value = self.fixed(self.expressions.value(place.right, {}, variable.type))
        keys = [self.element(variable.keys[0], text, span) for text, span in self.words(line)]
        return [scenes.GivenValue(variable, (key,), value, line.span) for key in keys]

    def words(self, line: n.Given) -> list[tuple[str, Span]]:
        """The values of a line with their places."""
        return [(value.text, value.span) for value in line.values]

    def element(self, domain: ir.Domain, text: str, span: Span) -> int:
        if text in domain.labels:
            element = domain.labels.index(text)
            if domain.columns and element not in self.program.present(domain):
                generic = self.program.generic
                assert generic is not None
                chosen = as_chosen(generic.size_of(domain, self.program.bound))
                self.findings.add("E223", f"{text} is not on the board{chosen}", span)
            return element
        if text in self.expressions.scope.elsewhere:
            chosen = self.expressions.chosen()
            self.findings.add("E223", f"{text} is no {domain.name}{chosen}", span)
            return 0
        named, is_seat = n.Name(text, span=span), domain.kind == "seat"
        away = kinds.away_from_the_table(self.expressions.scope, named) if is_seat else None
        if away is not None:
            self.findings.add("E201", away.message, span, away.note, hint=away.hint)
            return 0
        self.findings.add(
            "E201", f'there is no {domain.name} called "{text}"', span,
            hint=self.not_mentioned(text, domain)
            or _by_its_kind(text, domain)
            or _in_numbers(text)
            or did_you_mean(text, domain.labels)
            or _in_commas(text, domain.labels),
        )  # fmt: skip
        return 0

    def not_mentioned(self, text: str, domain: ir.Domain) -> str:
        """What is written of `deck: all` or `deck: the rest` in a position: the names."""
        means_rest = text.removeprefix("the ").rstrip(".") in REMAINING
        is_label = text in map(str.casefold, domain.labels)
        if not (means_rest and not is_label and self.lines and domain.kind == "component"):
            return ""
        named = {word for line in self.lines for word, _ in self.words(line)}
        left = [label for label in domain.labels if label not in named]
        if not left:
            return f"each {domain.name} lies where another line says so"
        return f"no word stands for those that are left; write each: {', '.join(left)}"

    def value(self, kind: ir.Type, line: n.Given) -> int | tuple[int, ...]:
        words = self.words(line)
        match kind:
            case ir.SetOf(domain=domain):
                return sum({1 << self.element(domain, t, s) for t, s in words})
            case ir.StackOf(domain=domain):
                return tuple(self.element(domain, t, s) for t, s in reversed(words))
            case ir.RowOf(domain=domain, places=places):
                row = [-1 if t == "-" else self.element(domain, t, s) for t, s in words]
                if len(row) > places:
                    only = f"the row has only {many(places, 'place')}"
                    self.findings.add("E202", only, line.values_span)
                return tuple([*row, *[-1] * places][:places])
        if len(words) != 1:
            self.findings.add("E202", f"{shown(kind)} is wanted here", line.values_span)
            return 0
        text, span = words[0]
        match kind:
            case ir.Truth():
                if text in ("yes", "no"):
                    return int(text == "yes")
            case ir.Number():
                number = -1 if text == "none" and kind.least is not None else whole_number(text)
                if number is not None and kind.holds(number):
                    return number
            case ir.Element(domain=domain):
                if text in ("none", "nobody") and kind.optional:
                    return -1
                return self.element(domain, text, span)
        self.findings.add("E202", f'"{text}" stands here, but {shown(kind)} is wanted', span)
        return 0

    def seen(self, line: n.Given) -> scenes.SeenValue | scenes.SeenChoice | None:
        if self.is_choice(line):
            move = ", ".join(" ".join(text.split()) for text, _ in self.words(line))
            if move == "?":
                return scenes.SeenChoice(line.place.span.text(), span=line.span)
            self.check_told(line.place.span.text(), move, line.values_span)
            return scenes.SeenChoice(line.place.span.text(), move, line.span)
        at = self.member(line.place)
        if at is None:
            return None
        variable, keys = at
        words = self.words(line)
        if not isinstance(variable.type, ir.RowOf):  # elsewhere a dash says that nothing is there
            words = [(text, span) for text, span in words if text != "-"]
        if (whole := next((w for w in words if w[0] == scenes.ALL_HIDDEN), None)) is not None:
            self.check_whole(variable, words, whole[1])
            return scenes.SeenValue(variable, keys, None, line.span)
        if isinstance(variable.type, ir.Truth | ir.Number):
            hidden = [None for text, _ in words if text == scenes.HIDDEN]
            value = self.value(variable.type, line) if len(hidden) < len(words) else 0
            assert isinstance(value, int)
            values = (*[value] * (len(hidden) < len(words)), *hidden)
            return scenes.SeenValue(variable, keys, values, line.span)
        return scenes.SeenValue(
            variable, keys, (*self.components_seen(variable, words),), line.span
        )

    def components_seen(
        self, variable: ir.StateVariable, words: list[tuple[str, Span]]
    ) -> Iterator[int | None]:
        """The components that words name, one after another."""
        assert not isinstance(variable.type, ir.Truth | ir.Number)
        domain = variable.type.domain
        words = [one for one in words if one[0] in domain.labels or one[0] != NONE_HIDDEN]
        counts = [0 if t in domain.labels else scenes.hidden_in(t) for t, _ in words]
        told = [word for word, count in zip(words, counts, strict=True) if not count]
        self.check_hidden(domain, told)
        for word, count in zip(words, counts, strict=True):
            if count:
                yield from [None] * count
            elif word[0] == "-" and isinstance(variable.type, ir.RowOf):
                yield -1
            elif word in told and word[0] not in NOTHING:
                yield self.element(domain, *word)

    def check_whole(
        self, variable: ir.StateVariable, words: list[tuple[str, Span]], span: Span
    ) -> None:
        """Report `all unseen` where it does not stand alone, or can only be one value."""
        if variable.role != "zone" or isinstance(variable.type, ir.Element):
            self.findings.add(
                "E202", "one value lies here: what is not seen of it is ?", span, hint="write: ?"
            )
        elif len(words) > 1:
            self.findings.add(
                "E202", f"`{scenes.ALL_HIDDEN}` stands alone: nothing is seen of what lies there",
                span, hint="beside what is seen, ? is one that is not, 3 unseen are three",
            )  # fmt: skip

    def check_hidden(self, domain: ir.Domain, told: list[tuple[str, Span]]) -> None:
        """Report words for what is not seen that are not those of the language."""
        wrong = [(t, s) for t, s in told if t in OTHERWISE_HIDDEN and t not in domain.labels]
        for text, span in wrong:
            told.remove((text, span))
            self.findings.add(
                "E202", f'"{text}" stands here, but what is seen is wanted', span,
                hint=f"write: {scenes.ALL_HIDDEN}; beside what is seen, ? is one that is not",
            )  # fmt: skip

    def is_choice(self, line: n.Given) -> bool:
        """Is it about a choice? A name alone can also be that of a zone or mark: of one that is
        kept for something it cannot, and of a mark that all see `?` could never be so."""
        if not isinstance(line.place, n.Name) or line.place.text not in self.choices:
            return False
        symbol = self.expressions.scope.values.get(line.place.text)
        if not isinstance(symbol, VariableSymbol):
            return True
        variable, texts = symbol.variable, [text for text, _ in self.words(line)]
        if variable.keys:
            known = {*self.moves, *(told.split()[0] for told in self.told_in_part(line.place.text))}
            return texts == ["?"] or any(text.split()[0] in known for text in texts[:1])
        return texts == ["?"] and variable.role == "mark" and variable.seen == "all"

    def outcome(self, texts: tuple[str, ...], span: Span) -> scenes.ChanceOutcome:
        """The elements and numbers an outcome names; of which type they are, the question tells."""
        rest = texts[-1:] == ("...",)
        texts = texts[:-1] if rest else texts
        for text in texts:
            scope, known = self.expressions.scope, self.expressions.may_be_declared
            if not text.isdecimal() and not scope.with_label(text) and not known(text):
                labels = [label for d in self.expressions.scope.domains for label in d.labels]
                self.findings.add(
                    "E201", f'there is nothing called "{text}"', _place_of(text, span),
                    hint=_goes_on(text.split()[0], span) or did_you_mean(text, labels),
                )  # fmt: skip
                return scenes.ChanceOutcome((), rest, span)
        scope = self.expressions.scope
        if len(texts) > 1 and any(t.isdecimal() and not scope.with_label(t) for t in texts):
            self.findings.add(
                "E202", "one event of chance has one number: between two events stands `;`", span,
                hint=f"write: chance {'; '.join(texts)}",
            )  # fmt: skip
        return scenes.ChanceOutcome(texts, rest, span)

"""Scenarios → `core.scenes`: places, values, moves and expectations with every name resolved.

What is given is written as a list and read by the type of the place: `hand of first: Sea, Rite`.
Stacks and rows are written from the top or the left; `-` is an empty place of a row. Marks may also
be written the other way round, as in `holder is first: Sailor-Mill, Mill-Harvest`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..characters import whole_number
from ..core import ir, scenes
from ..core.evaluate import evaluate, never_asked, no_state
from ..diagnostics import Findings, Note, PlayError, did_you_mean
from ..source import Span
from ..syntax import nodes as n
from .expressions import Expressions
from .scope import VariableSymbol
from .types import NOTHING, is_broken, shown

Closer = Callable[[ir.Expr], ir.Expr]


class SceneReader:
    """Reads the scenes of one scenario within the names of a program."""

    def __init__(
        self,
        expressions: Expressions,
        close: Closer,
        findings: Findings,
        moves: frozenset[str],
        choices: frozenset[str],
        present: Callable[[ir.Domain], Sequence[int]],
        misread: Callable[[str], tuple[str, str] | None],
    ) -> None:
        self.expressions = expressions
        self.present = present  # the elements that are in the game with the scenario's options
        self.moves = moves  # names of all that can ever be chosen
        self.misread = misread  # what is wrong with a text that can never be a move, and a hint
        self.choices = choices  # names of the choices themselves
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
                    found.append(scenes.GivenPosition(tuple(self.position(lines)), scene.span))
                case n.SceneSeen(seat=seat, lines=lines):
                    who = self.fixed(self.expressions.value(
                        seat, {}, ir.Element(self.expressions.scope.seats)
                    ))  # fmt: skip
                    seen = [self.seen(line) for line in lines]
                    cells = tuple(item for item in seen if isinstance(item, scenes.SeenValue))
                    hidden = tuple(item for item in seen if isinstance(item, scenes.HiddenChoice))
                    found.append(scenes.ExpectsSeen(who, cells, hidden, scene.span))
                case n.SceneChance(outcomes=outcomes):
                    found += [self.outcome(outcome, scene.span) for outcome in outcomes]
                case n.ScenePlay(moves=moves):
                    self.check_moves(moves, scene.span)
                    found.append(scenes.Plays(moves, scene.span))
                case n.SceneOffers(moves=moves, open=more):
                    self.check_moves(moves, scene.span)
                    found.append(scenes.Offers(moves, more, scene.span))
                case n.SceneRefuses(move=move, reason=reason):
                    self.check_moves((move,), scene.span, any_argument=bool(reason))
                    found.append(scenes.Refuses(move, reason, scene.span))
                case n.SceneExpect(test=test):
                    expr = self.expressions.truth(test, {})
                    if not is_broken(expr):
                        found.append(scenes.Expects(self.close(expr), expr, scene.span))
                case n.SceneOver():
                    found.append(scenes.ExpectsOver(scene.span))
                case n.SceneOutcome(names=names):
                    if self.check_outcome(names):
                        wanted = tuple(name.text for name in names)
                        found.append(scenes.ExpectsOutcome(wanted, scene.span))
                case n.SceneSeats() | n.SceneOption():
                    pass
        return tuple(found)

    def check_moves(
        self, moves: tuple[str, ...], span: Span, *, any_argument: bool = False
    ) -> None:
        """Report moves whose first word no choice of the game offers, or that can be none for
        what comes after; `any_argument`: not those (what is refused with a reason may be wrong)."""
        for move in moves:
            name = move.split()[0].rstrip(",")
            if name not in self.moves:
                self.findings.add(
                    "E206", f'no choice of the game offers "{name}"', span,
                    hint=did_you_mean(name, self.moves),
                )  # fmt: skip
            elif not any_argument and (wrong := self.misread(move)) is not None:
                message, hint = wrong
                self.findings.add("E226", message, span, hint=hint)

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
            self.findings.add("E204", "a fixed value is wanted here", expr.span)
            return 0
        assert isinstance(value, int)
        return value

    def member(self, node: n.Expr) -> tuple[ir.StateVariable, tuple[int, ...]] | None:
        """The zone or mark named on the left of a colon."""
        expr = self.expressions.read(node, {}, None)
        if is_broken(expr):
            return None
        if not isinstance(expr, ir.Read):
            self.findings.add("E200", "a zone or mark is wanted before the colon", node.span)
            return None
        if any(is_broken(key) for key in expr.keys):
            return None
        return expr.variable, tuple(self.fixed(k) for k in expr.keys)

    def position(self, lines: tuple[n.Given, ...]) -> Iterator[scenes.GivenValue]:
        """All that is given; nothing may be given twice, nor lie in two places, and there are no
        passes before it is somebody's turn."""
        scope = self.expressions.scope
        members: dict[tuple[ir.StateVariable, tuple[int, ...]], Span] = {}
        places: dict[tuple[str, str], Span] = {}
        for line in lines:
            for cell in self.given(line):
                place = line.place.span
                if members.setdefault((cell.variable, cell.keys), place) is not place:
                    self.findings.add("E207", f"{place.text()} is given twice", place)
                yield cell
                if cell.variable.role != "zone" or isinstance(
                    cell.variable.type, ir.Truth | ir.Number
                ):
                    continue
                for label, span in self.words(line):
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

    def given(self, line: n.Given) -> list[scenes.GivenValue]:
        if isinstance(line.place, n.Compare) and line.place.op == "is":
            return self.given_where(line.place, line)
        at = self.member(line.place)
        if at is None:
            return []
        variable, keys = at
        value = self.value(variable.type, line)
        return [scenes.GivenValue(variable, keys, value, line.span)]

    def given_where(self, place: n.Compare, line: n.Given) -> list[scenes.GivenValue]:
        """`holder is first: Sailor-Mill, Mill-Harvest`: what has a mark of this value."""
        symbol = None
        if isinstance(place.left, n.Name):
            symbol = self.expressions.scope.values.get(place.left.text)
        variable = symbol.variable if isinstance(symbol, VariableSymbol) else None
        if variable is None or variable.role != "mark" or len(variable.keys) != 1:
            self.findings.add("E200", "a mark of one thing is wanted before `is`", place.left.span)
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
            if domain.columns and element not in self.present(domain):
                self.findings.add("E223", f"{text} is not on the board with these options", span)
            return element
        self.findings.add(
            "E201", f'there is no {domain.name} called "{text}"', span,
            hint=did_you_mean(text, domain.labels),
        )  # fmt: skip
        return 0

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
                    self.findings.add("E202", f"the row has only {places} places", line.values_span)
                return tuple([*row, *[-1] * places][:places])
        if len(words) != 1:
            self.findings.add("E202", f"{shown(kind)} is wanted here", line.values_span)
            return 0
        text, span = words[0]
        match kind:
            case ir.Truth():
                if text in ("yes", "no"):
                    return int(text == "yes")
            case ir.Number(low=low, high=high):
                number = whole_number(text)
                if number is not None and low <= number <= high:
                    return number
            case ir.Element(domain=domain):
                if text in ("none", "nobody") and kind.optional:
                    return -1
                return self.element(domain, text, span)
        self.findings.add("E202", f'"{text}" stands here, but {shown(kind)} is wanted', span)
        return 0

    def seen(self, line: n.Given) -> scenes.SeenValue | scenes.HiddenChoice | None:
        if self.is_choice(line.place):
            if [text for text, _ in self.words(line)] != ["?"]:
                self.findings.add(
                    "E200", "of a choice nothing but `?` can be said here: a seat is not told what"
                    " was chosen", line.values_span,
                )  # fmt: skip
            return scenes.HiddenChoice(line.place.span.text(), line.span)
        at = self.member(line.place)
        if at is None:
            return None
        variable, keys = at
        words = [(text, span) for text, span in self.words(line) if text != "-"]
        told = [(text, span) for text, span in words if text != "?"]
        if isinstance(variable.type, ir.Truth | ir.Number):
            value = self.value(variable.type, line) if told else 0
            assert isinstance(value, int)
            known = (value,) * bool(told)
        else:
            domain = variable.type.domain
            known = tuple(self.element(domain, t, s) for t, s in told if t not in NOTHING)
        return scenes.SeenValue(variable, keys, known, len(words) - len(told), line.span)

    def is_choice(self, node: n.Expr) -> bool:
        """Is it the name of a choice, and of nothing that has a value?"""
        if not isinstance(node, n.Name) or node.text not in self.choices:
            return False
        return node.text not in self.expressions.scope.values

    def outcome(self, texts: tuple[str, ...], span: Span) -> scenes.ChanceOutcome:
        """The elements and numbers an outcome names; of which type they are, the question tells."""
        rest = texts[-1:] == ("...",)
        texts = texts[:-1] if rest else texts
        for text in texts:
            scope, known = self.expressions.scope, self.expressions.may_be_declared
            if not text.isdecimal() and not scope.with_label(text) and not known(text):
                labels = [label for d in self.expressions.scope.domains for label in d.labels]
                self.findings.add(
                    "E201", f'there is nothing called "{text}"', span,
                    hint=did_you_mean(text, labels),
                )  # fmt: skip
                return scenes.ChanceOutcome((), rest, span)
        return scenes.ChanceOutcome(texts, rest, span)

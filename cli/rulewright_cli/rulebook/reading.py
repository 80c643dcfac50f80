"""Expressions in plain language: what a rule says where its author has not said it in words.

Names stay the names that rules use, with blanks for `_`, and lead to where they are explained. What
they are is asked of `meaning`, how the language's own words are said stands in `phrases`. Each kind
of expression is read out in one place, and they lead into one another, which makes this longer than
most files.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulewright.characters import leads_on, spoken
from rulewright.drawing.lines import seat_title
from rulewright.syntax import nodes as n
from rulewright.syntax.walk import walk

from .document import Part, Run, Text, joined, plain, text
from .meaning import Meaning, is_nobody, is_winners, is_you
from .naming import (
    article,
    between,
    holds,
    just_behind,
    noun,
    plural,
    said_of,
    says_how,
)
from .phrases import (
    COMPARED,
    DETERMINERS,
    DIFFER,
    ENDING_IN_NUMBERS,
    FUNCTIONS,
    OPPOSITE,
    SIGNS,
    SIGNS_OF_SETS,
    SO_OFTEN,
    SPECIAL,
)


def _straight(node: n.Expr) -> n.Expr:
    """A condition without a detour: `yes when C else no` is C."""
    match node:
        case n.When(then=n.YesNo(value=then), test=test, other=n.YesNo(value=other)) if (
            then is not other
        ):
            return test if then else n.Not(test)
    return node


class Reader:
    """Reads the expressions of one game."""

    def __init__(self, meaning: Meaning) -> None:
        self.meaning = meaning

    def name(self, name: str, said: str = "") -> Run:
        """The name of something that is explained elsewhere."""
        return Run(
            said or spoken(name), "name", self.meaning.anchor(self.meaning.declared.get(name))
        )

    # ------------------------------------------------------------------ conditions

    def condition(self, node: n.Expr) -> Text:
        """A condition as a clause: `the pile is empty`."""
        node = _straight(node)
        match node:
            case n.YesNo(value=value):
                return text("always" if value else "never")
            case n.Name():  # a mark, a definition, or a value that was remembered
                return self._alone(node)
            case n.Apply() if self.meaning.is_truth(node):
                return self._claim(node)
            case _:
                return self.expr(node)

    def denied(self, node: n.Expr) -> Text:
        """The opposite of a condition as a clause."""
        match node:
            case n.Compare(op="meets", left=left, right=right):
                return self._common(left, right, "nothing")
            case n.Compare(op=op, left=left, right=right) if op in OPPOSITE:
                return self.expr(n.Compare(OPPOSITE[op], left, right))
            case n.Check(what=what, negated=negated, operand=operand):
                return self.expr(n.Check(what, not negated, operand))
            case n.Not(operand=operand):
                return self.condition(operand)
            case n.Name():
                return self._alone(node, is_so=False)
            case n.Apply() if self.meaning.is_truth(node):
                return self._claim(node, is_so=False)
            case n.Query(kind="some", where=where, more=more) if more:
                such = text(" such that ", self._inner(where)) if where is not None else ()
                return text("there are no ", self.drawn_together(node), such)
            case n.Query(kind="some", source=source, binder=binder, where=where):
                such = text(" such that ", self._inner(where)) if where is not None else ()
                return text("there is no ", self._bound(binder, source), such)
        return text("it is not so that ", self._inner(node))

    def _alone(self, node: n.Name, *, is_so: bool = True) -> Text:
        """A claim that is made of nothing: `it is won`, `lit holds`."""
        said = said_of(node.text, is_so=is_so, you=False)
        if said.startswith(("is ", "was ")) and node.text in self.meaning.declared:
            return text("it ", self.name(node.text, said))
        return text(self.expr(node), holds(node.text, is_so=is_so))

    def _offered(self, node: n.Expr) -> Text:
        """An action or a choice, whatever else is called so."""
        if isinstance(node, n.Name) and (action := self.meaning.actions.get(node.text)):
            return text(Run(spoken(node.text), "name", self.meaning.anchor(action)))
        return self.expr(node)

    def _claim(self, node: n.Apply, *, is_so: bool = True) -> Text:
        name = node.name.text
        if name == "possible":
            what = joined([self._offered(arg) for arg in node.args])
            return text(what, " is possible" if is_so else " is not possible")
        if len(node.args) == 1:
            (of,) = node.args
            if said := said_of(name, is_so=is_so, you=is_you(of)):
                (is_seat,) = self.meaning.are_seats(name, 1)
                return text(
                    self.seat(of) if is_seat else self._side(of), " ", self.name(name, said)
                )
        return text(self.name(name), holds(name, is_so=is_so), " for ", self._several(node.args))

    def is_said(self, node: n.Apply) -> bool:
        """Is it said of one thing by its name: `is_hen of t`?"""
        is_alone = len(node.args) == 1 and self.meaning.is_truth(node)
        return is_alone and bool(said_of(node.name.text, is_so=True, you=False))

    def so_or_not(self, claim: n.Apply, value: n.Expr) -> Text:
        """What a claim becomes: `t is hen if …, otherwise not`."""
        value = _straight(value)
        if isinstance(value, n.YesNo):
            return self._claim(claim, is_so=value.value)
        return text(self._claim(claim), " if ", self._inner(value), ", otherwise not")

    def _several(self, nodes: Sequence[n.Expr]) -> Text:
        said = [self._argument(node, alone=len(nodes) == 1) for node in nodes]
        if any(map(self._stands_out, nodes)):  # then all do, for they are of one kind
            said = [
                tuple(run._replace(style="name") for run in one)
                if isinstance(node, n.Name) and node.quoted
                else one
                for node, one in zip(nodes, said, strict=True)
            ]
        has_commas = all(isinstance(node, n.Name) for node in nodes) and any(
            "," in plain(part) for part in said
        )
        return joined(said, "; " if has_commas else ", ", " and ")

    def _stands_out(self, node: n.Expr) -> bool:
        """Is it the name of a value, and one that could be read as a word of the sentence?"""
        return (
            isinstance(node, n.Name)
            and node.quoted
            and self.element_name(node.text).style == "name"
        )

    def _inner(self, node: n.Expr, *, goes_on: bool = False) -> Text:
        """A condition inside another one: in brackets where it would run on. `goes_on`: another one
        follows, which would be taken for a part of one that it ends with."""
        node = _straight(node)
        found = self.condition(node)
        runs_on = isinstance(node, n.Logic | n.When) or (goes_on and self._ends_open(node))
        return text("(", found, ")") if runs_on or self._is_either(node) else found

    def _is_long_claim(self, node: n.Expr) -> bool:
        """Is a claim so long, or made of others, that what is compared with it would be taken for a
        part of it?"""
        return any(
            isinstance(part, n.Query | n.Logic | n.When)
            or (isinstance(part, n.Compare) and self.meaning.is_truth(part.left))
            for part in walk(node)
        )

    def _is_either(self, node: n.Expr) -> bool:
        """Does just one of two conditions hold, which is said of both?"""
        match node:
            case n.Compare(op="is not", left=left, right=right) if not isinstance(right, n.YesNo):
                return self.meaning.is_truth(left) and self.meaning.is_truth(right)
        return False

    def _are_clauses(self, items: Sequence[n.Expr]) -> bool:
        """Is one before the last a long clause, and none so long that it needs brackets anyway:
        `either for every *p*, …, or …`?"""
        plain = not any(isinstance(one, n.Logic | n.When) or self._is_either(one) for one in items)
        return plain and any(map(self._ends_open, items[:-1]))

    def _ends_open(self, node: n.Expr) -> bool:
        """Does it end with a condition of its own: `there is a card c such that …`?"""
        while isinstance(node, n.Not):
            node = node.operand
        return (
            isinstance(node, n.Query)
            and node.kind in ("some", "every")
            and (node.where is not None or node.body is not None)
        )

    def _such(self, where: n.Expr | None) -> Text:
        return text(" such that ", self.condition(where)) if where is not None else ()

    # ------------------------------------------------------------------ values

    def value(self, node: n.Expr) -> Text:
        """A value as it is said after `is` or `to`: of a condition whether it is so."""
        if isinstance(node, n.YesNo):
            return text("yes" if node.value else "no")
        if self.meaning.is_truth(node):
            return text("yes if ", self._inner(node), ", otherwise no")
        return self.expr(node)

    def expr(self, node: n.Expr) -> Text:
        """An expression in plain language."""
        match node:
            case n.Name():
                return self._named(node)
            case n.Integer(value=number):
                return text(str(number).replace("-", "−"))
            case n.YesNo(value=yes):
                return text("yes" if yes else "no")
            case n.Apply():
                return self._applied(node)
            case n.Compare():
                return self._compared(node)
            case n.Check(what="empty", negated=negated, operand=operand) if is_winners(operand):
                return text("somebody has won" if negated else "nobody has won")
            case n.Check(what="empty", negated=negated, operand=n.Apply() as operand) if (
                self._says_how(operand)
            ):
                return text("something is " if negated else "nothing is ", *self._how(operand))
            case n.Check(what=what, negated=negated, operand=operand):
                verb = "are" if is_you(operand) or self.meaning.is_several(operand) else "is"
                return text(self._side(operand), f" {verb} {'not ' * negated}{what}")
            case n.Arithmetic(op=op, left=left, right=right) if self.meaning.is_set(node):
                return text(self._joined_set(left, op), SIGNS_OF_SETS[op],
                            self._joined_set(right, op, right=True))  # fmt: skip
            case n.Arithmetic(op="-", left=n.Integer(value=0), right=right):
                return self._minus(right)
            case n.Arithmetic(op=op, left=left, right=right):
                return text(self._summand(left, op) if op in "+-" else self._operand(left, op),
                            SIGNS.get(op, f" {op} "),
                            self._operand(right, op, right=True))  # fmt: skip
            case n.Negate(operand=operand):
                return self._minus(operand)
            case n.Logic(op="or", items=items) if self._are_clauses(items):
                return text("either ", joined([*map(self.condition, items)], ", or "))
            case n.Logic(op=op, items=items):
                parts = [self._inner(item, goes_on=item is not items[-1]) for item in items]
                return joined(parts, f" {op} ")
            case n.Not(operand=operand):
                return self.denied(operand)
            case n.When(then=then, test=test, other=other):
                if self.meaning.is_truth(node):
                    one, two = self._inner(then, goes_on=True), self._inner(other)
                else:
                    one, two = self._side(then), self._side(other)
                return text(one, " if ", self._inner(test), ", otherwise ", two)
            case n.SetLiteral():
                items = tuple(self.meaning.elements_in(node))
                if len(items) == 1:
                    return self.expr(items[0])
                return self._several(items) if items else text("nothing")
            case n.RangeOf(low=low, high=high):
                return text(self._side(low), " to ", self._side(high))
            case n.Query():
                return self._query(node)
            case n.Paths():
                where, never = self._way(node)
                themselves = " themselves" * never.endswith("cross")
                return text("the ways ", where, f", that {never}{themselves}")
            case n.Lifted(kind=kind, operand=operand):
                if kind in ("count", "how many"):
                    return text("the number of ", self.expr(operand))
                return text(f"the {kind} ", self._bare(operand))
            case n.Longest(kind=kind, among=among, by=by):
                steps = text() if by is None else self.by_steps(by)
                among_all = text(self.expr(among), " taken together" * self._is_joined(among))
                return text(f"the longest {spoken(kind.text)} in ", among_all, steps)
            case _:
                assert_never(node)

    def by_steps(self, near: n.Expr) -> Text:
        """What leads from one element to the next, after what it leads through."""
        if step := self.meaning.own_step(near):
            return text(f", each {step} the one before")
        return text(", from one to the next by ", self.expr(near))

    def several(self, node: n.Expr) -> Text:
        """A collection as several: `hexes *d* such that …`, where `every hex` would be one."""
        match node:
            case n.Query(kind="all", more=()):
                return text(self._bound_plural(node), self._such(node.where))
            case n.Name(text=name) if self.meaning.kind(node) == name:
                return text("all ", plural(noun(name)))
        return self.expr(node)

    def _way(self, node: n.Paths) -> tuple[Text, str]:
        """Where a way leads and by which steps, `from a to b over …`, and what it never does."""
        over = text("from ", self.expr(node.start), " to ", self.expr(node.goal), " over ",
                    self.expr(node.through))  # fmt: skip
        by = node.by
        if by is not None and not self.meaning.is_number(by):
            return text(over, self.by_steps(by)), "meet nothing twice"
        rising = text(" and with a higher ", self.name(by.text), " than it") if by else ()
        return text(over, ", each cell touching the one before", rising), "never cross"

    def _best_way(self, node: n.Query, paths: n.Paths) -> Text:
        """The most that a way brings: which ways there are is said first, which takes long."""
        most = "most" if node.kind == "largest" else "least"
        where, never = self._way(paths)
        never = "meets nothing twice" if never.startswith("meet") else "never crosses itself"
        such = text("; ", self.condition(node.where)) if node.where is not None else ()
        return text(
            f"the {most} that a ", Run(spoken(node.binder.text), "name"), " brings: it leads ",
            where, f"; it {never}", such, "; it brings ", self.expr(node.body or n.Integer(1)),
        )  # fmt: skip

    def _minus(self, node: n.Expr) -> Text:
        """A value with its sign turned round."""
        if isinstance(node, n.Integer) and node.value > 0:
            return text(f"−{node.value}")
        return text("minus ", self._operand(node, "-", right=True))

    def _named(self, node: n.Name) -> Text:
        name = node.text
        if not self.meaning.is_value(node):
            if name in SPECIAL:
                return text(SPECIAL[name])
            declaration = self.meaning.declared.get(name)
            match declaration:
                case n.ZoneDecl() | n.BoardDecl() | n.CellBoardDecl() | n.GrowingDecl():
                    return text("the ", self.name(name))
                case n.TypeDecl() | n.PairDecl() | n.ComponentDecl() | n.EdgesDecl():
                    return text("every ", self.name(name))
                case n.CellsDecl():
                    return text("every ", self.name(name))
                case None:
                    if name not in self.meaning.labels:
                        return text(Run(spoken(name), "name"))
                case _:
                    return text(self.name(name))
        return text(self.element_name(name))

    def element_name(self, name: str) -> Run:
        """The name of a value, a component, a cell or a seat; one that could be read as a word of
        the sentence stands out from it, and whoever plays alone is the only one of the name."""
        said = spoken(name)
        if name in self.meaning.seat_numbers:
            return Run(seat_title(name))
        if not (said[:1].islower() and said.replace(" ", "").isalpha()):
            return Run(said)
        return Run(f"the {said}") if name == self.meaning.alone else Run(said, "name")

    def _applied(self, node: n.Apply) -> Text:
        name, args = node.name.text, node.args
        if self.meaning.is_declared(name, args):
            return self._own(node)
        match name, args:
            case "size", (of,):
                return self._size(of)
            case "abs", (n.Arithmetic(op="-", left=one, right=two),):
                return text("the difference between ", self._operand(one, "*"), " and ",
                            self._operand(two, "*"))  # fmt: skip
            case "quotient", (one, two):
                return text("(", self._divided(one, two), ")")
            case "remainder", (one, two):
                return text("the remainder of ", self._operand(one, "/"), " divided by ",
                            self._operand(two, "/"))  # fmt: skip
            case "top", (n.Integer(value=1), of):
                return text("the top of ", self.expr(of))
            case "top", (n.Integer(value=count), of):
                return text(f"the {count} uppermost of ", self.expr(of))
            case "first", (count, n.Query(kind="all", more=()) as of):
                drawn = text(self._bound_plural(of), self._such(of.where))
                if isinstance(count, n.Integer):
                    return text("the first ", self.expr(count), " ", drawn)
                return text("the first ", drawn, " (as many as ", self.in_brackets(count), ")")
            case "first", (count, n.Name(text=kind) as of) if self.meaning.kind(of) == kind:
                if isinstance(count, n.Name | n.Integer):
                    return text("the first ", self.expr(count), f" {plural(noun(kind))}")
                return text(
                    f"the first {plural(noun(kind))} (as many as ", self.in_brackets(count), ")"
                )
            case "score", (of,):
                return text("your points" if is_you(of) else "the points of ",
                            () if is_you(of) else self.seat(of))  # fmt: skip
            case "reached", (start, near, within):
                return text("all that can be reached from ", self.expr(start), " over ",
                            self.several(within), self.by_steps(near))  # fmt: skip
            case "groups", (of, near):
                step = self.meaning.own_step(near)
                how = text("where one is ", step, " another") if step else text(
                    "by ", self.expr(near))  # fmt: skip
                return text("the number of groups in ", self.expr(of), ", joined ", how)
            case "times", (of,):
                told = self._remembered(of) if isinstance(of, n.Name) else self.expr(of)
                return text("how often the same position has been remembered in ", told)
            case "possible", _:
                return self._claim(node)
            case "next", (of, among):
                return text("the next after ", self.expr(of), " among ", self._among(among))
            case "subsets", (of, n.Name() as worth, whole):
                return text("the number of ways to choose ", self._adding_up(of, worth, whole))
        phrase = FUNCTIONS.get((name, len(args)))
        return self._filled(phrase, args) if phrase else self._own(node)

    def _among(self, node: n.Expr) -> Text:
        """Those of whom one is: `the players *q* such that …`."""
        if isinstance(node, n.Query) and node.kind == "all" and not node.more:
            return text("the ", self._bound_plural(node), self._such(node.where))
        return self.expr(node)

    def _adding_up(self, of: n.Expr, worth: n.Name, whole: n.Expr) -> Text:
        """Those of a collection that make a number together: `cards in the *table* whose total
        *value* is 7`."""
        kind = plural(noun(self.meaning.kind(of) or "thing"))
        whose = text(" whose total ", self.name(worth.text), " is ", self.part(whole))
        return text(kind, self.drawn_from(of), whose)

    def in_brackets(self, node: n.Expr) -> Text:
        """An expression at the end of what stands in brackets: without brackets of its own."""
        match node:
            case n.Apply(name=n.Name(text="quotient" as name), args=(one, two)):
                if not self.meaning.is_declared(name, node.args):
                    return self._divided(one, two)
        return self.expr(node)

    def _divided(self, one: n.Expr, two: n.Expr) -> Text:
        sides = self._operand(one, "/"), self._operand(two, "/")
        return text(sides[0], " divided by ", sides[1], ", rounded down")

    def _filled(self, phrase: str, args: Sequence[n.Expr]) -> Text:
        """What a function of the language gives: its phrase, with values in place of the braces."""
        first, *rest = phrase.split("{}")
        parts: list[Part] = [first]
        for arg, after in zip(args, rest, strict=True):
            is_set = isinstance(arg, n.Arithmetic) and self.meaning.is_set(arg)
            parts += [text("(", self.expr(arg), ")") if is_set else self._side(arg), after]
        return text(*parts)

    def _own(self, node: n.Apply) -> Text:
        """What the rules name applied to something."""
        name, args = node.name.text, node.args
        if self.meaning.is_truth(node) and name in self.meaning.functions:
            return self._claim(node)
        if self._says_how(node):
            return text("those ", *self._how(node))
        board = self.meaning.declared.get(name)
        if isinstance(board, n.GrowingDecl) and len(args) == 1:
            return text("what lies on ", self.expr(args[0]))
        if self.meaning.gives_cells(node):
            many = "cells" if self.meaning.is_set(args[0]) else "cell"
            return text(f"the {many} of ", self.expr(args[0]))
        return self._bare_call(name, args)

    def _says_how(self, node: n.Apply) -> bool:
        """Is it a collection by what it is to something: `open_to(p)`?"""
        return len(node.args) == 1 and self.meaning.is_set(node) and says_how(node.name.text)

    def _how(self, node: n.Apply) -> Text:
        """How things are that a collection holds: `open to you`."""
        (of,) = node.args
        name = node.name.text
        (is_seat,) = self.meaning.are_seats(name, 1)
        return text(
            self.name(name), between(name, player=is_seat), self._argument(of, alone=True)
        )  # fmt: skip

    def _bare_call(self, name: str, args: Sequence[n.Expr]) -> Text:
        first, *more = args
        keys = self.meaning.variables[name].keys if name in self.meaning.variables else ()
        seats = self.meaning.are_seats(name, len(args))
        given = [
            self.seat(arg) if is_seat else self._argument(arg, alone=not more)
            for arg, is_seat in zip(args, seats, strict=True)
        ]
        if spoken(name).endswith(" of") and keys and more:  # kept for each of them, as declared
            rest = text(" for ", joined(given[1:], ", ", " and "))
            if is_you(first):
                return text("your ", self.name(name, spoken(name).removesuffix(" of")), rest)
            return text("the ", self.name(name), " ", given[0], rest)
        if leads_on(name) and more:
            return self._led_on(name, args, given, seats)
        if is_you(first):
            rest = text(" for ", joined(given[1:], ", ", " and ")) if more else ()
            return text("your ", self.name(name), rest)
        if more:
            return text("the ", self.name(name), " for ", joined(given, ", ", " and "))
        return text("the ", self.name(name), between(name, player=seats[0]), given[0])

    def _led_on(
        self, name: str, args: Sequence[n.Expr], given: list[Text], seats: Sequence[bool]
    ) -> Text:
        """What a name that leads on is of, of several: all of them behind it, or the rest
        after these."""
        near = just_behind(name, seats)
        others = [place for place in range(len(args)) if place not in near]
        yours = [place for place in others or near[:1] if is_you(args[place])][:1]
        near, others = ([one for one in places if one not in yours] for places in (near, others))
        said = text(" ", joined([given[place] for place in near], ", ", " and "))
        if others:
            said = text(said, " for ", joined([given[place] for place in others], ", ", " and "))
        return text("your " if yours else "the ", self.name(name), said)

    def _argument(self, node: n.Expr, *, alone: bool) -> Text:
        """What something is of, in brackets where it would run on, or where it is itself of several
        and stands among others."""
        several = isinstance(node, n.Apply) and len(node.args) > 1
        if several and not alone:
            return text("(", self.expr(node), ")")
        return self.part(node)

    def _size(self, of: n.Expr) -> Text:
        kind = self.meaning.kind(of)
        if isinstance(of, n.Name) and of.text == kind:
            return text("the number of ", plural(noun(kind)))
        if isinstance(of, n.Query) and of.kind == "all":
            return self._query(n.Query("how many", of.binder, of.source, of.where, None))
        if not kind:
            return text("the size of ", self.expr(of))
        return text(f"the number of {plural(noun(kind))} in ", self.expr(of))

    def _bare(self, node: n.Expr) -> Text:
        """`f of S` after `total`: f of all elements of S."""
        match node:
            case n.Apply(name=name, args=(n.Name(text=kind, quoted=False),)) if isinstance(
                self.meaning.declared.get(kind), n.TypeDecl | n.PairDecl | n.ComponentDecl
            ):
                everything = self.name(kind, plural(noun(kind)))
                return text(self.name(name.text), " of all ", everything)
            case n.Apply(name=name, args=(of,)):
                inner = self.part(of) if isinstance(of, n.Arithmetic) else self.expr(of)
                return text(self.name(name.text), " of ", inner)
        return self.expr(node)

    def _compared(self, node: n.Compare) -> Text:
        left, op = node.left, node.op
        if op == "meets":
            return self._common(left, node.right, "something")
        right = self.meaning.element(node.right, left)
        if (said := self._won(left, right, op)) is not None:
            return said
        verb = COMPARED[op]
        if op == "is" and isinstance(right, n.SetLiteral) and self.meaning.is_zone(left):
            if right.items:
                verb = "hold" if self.meaning.is_several(left) else "holds"
                return text(self._side(left), f" {verb} just ", self.expr(right))
        if op in ("is", "is not") and isinstance(right, n.SetLiteral) and not right.items:
            return self.expr(n.Check("empty", op == "is not", left))
        if op in ("is", "is not") and is_you(right):
            if self.meaning.is_mark(left) and not self.meaning.is_kept_of_things(left):
                return text(self._side(left), " names you" if op == "is" else " does not name you")
            if isinstance(left, n.Apply) and not self.meaning.is_mark(left):
                left, right = right, left  # you are the player after another
        if op in ("is", "is not") and not isinstance(right, n.YesNo):
            if self.meaning.is_truth(left) or self.meaning.is_truth(right):  # so both are
                first, second = self._inner(left), self._inner(right)
                if op == "is" and not any(map(self._is_long_claim, (left, right))):
                    return text(first, " exactly when ", second)
                if op == "is":
                    return text("both of these hold, or neither (", first, "; ", second, ")")
                return text("either ", first, " or ", second, ", but not both")
        if op == "is not" and is_nobody(right):
            return text(self._side(left), " is somebody")
        if isinstance(left, n.Query) and (said := self._so_many(left, right, op)) is not None:
            return said
        if self.meaning.is_score(left) and op not in ("in", "not in"):
            return self._points(left, right, op)
        match left:
            case n.Apply(
                name=n.Name(text="abs"), args=(n.Arithmetic(op="-", left=one, right=two),)
            ) if op in DIFFER and not self.meaning.is_declared("abs", left.args):
                both = text(self._operand(one, "*"), " and ", self._operand(two, "*"))
                if op in ("is", "is not") and right == n.Integer(0):
                    return text(both, f" are {'not ' * (op == 'is not')}equal")
                return text(both, f" {DIFFER[op]} ", self._side(right))
        match left:
            case n.Apply(name=n.Name(text="subsets"), args=(of, n.Name() as worth, whole)) if (
                are_any := _are_any(op, right)
            ) is not None and not self.meaning.is_declared("subsets", left.args):
                no = "" if are_any else "no "
                return text(f"there are {no}", self._adding_up(of, worth, whole))
        match left, right:
            case (
                n.Apply(name=n.Name(text="times"), args=(n.Name() as history,)),
                n.Integer(value=value),
            ) if op in SO_OFTEN and not self.meaning.is_declared("times", left.args):
                return self._so_often(history, op, value)
        if is_you(left) or self.meaning.is_several(left):
            verb = verb.replace("is", "are", 1)
        if op == "is" and isinstance(right, n.SetLiteral) and len(right.items) == 1:
            verb += " just"  # and no more of them
        if isinstance(right, n.SetLiteral) and right.items and op in ("in", "not in"):
            be, items = "are" if is_you(left) else "is", [*map(self.expr, right.items)]
            if op == "in":
                return text(self._side(left), f" {be} ", joined(items, ", ", " or "))
            be += " not" if len(items) == 1 else " neither"
            return text(self._side(left), f" {be} ", joined(items, " nor "))
        if op in ("in", "not in") and (on_top := self._on_top(right, op == "in")) is not None:
            return text(self._side(left), " are" if is_you(left) else " is", on_top)
        if op in ("is", "is not") and self.meaning.is_truth(left) and isinstance(right, n.YesNo):
            return self.condition(left) if right.value == (op == "is") else self.denied(left)
        if op in ("in", "not in") and isinstance(right, n.Apply) and self._says_how(right):
            verb = verb.removesuffix(" in")
            return text(self._side(left), f" {verb} ", *self._how(right))
        if op in ("in", "not in") and isinstance(right, n.RangeOf):
            return text(self._side(left), f" {verb.removesuffix(' in')} from ", self.expr(right))
        other = self.seat(right) if self.meaning.kind(left) == "seat" else self._side(right)
        return text(self._side(left), f" {verb} ", other)

    def _on_top(self, among: n.Expr, is_so: bool) -> Text | None:
        """That something lies on top, `not on top of the pile`, where that is what is asked."""
        match among:
            case n.Apply(name=n.Name(text="top") as top, args=(count, of) as args) if (
                not self.meaning.is_declared(top.text, args)
            ):
                denied = "" if is_so else " not"
                if count == n.Integer(1):
                    return text(f"{denied} on top of ", self.expr(of))
                return text(f"{denied} one of ", self.expr(among))
        return None

    def _so_often(self, history: n.Name, op: str, value: int) -> Text:
        """How often it was as it is now, when it was remembered: `times(positions) is 2`. That may
        have been just now, so that it is not said how often it has been so in all."""
        often = {1: "once", 2: "twice"}.get(value, f"{value} times")
        told = text(" in ", self._remembered(history))
        if op == "is" and value == 0:
            return text("the same position has never been remembered", told)
        return text(f"the same position has been remembered {SO_OFTEN[op]}{often}", told)

    def _remembered(self, history: n.Name) -> Text:
        """A history with what it remembers, in brackets: its words, or what it holds."""
        declared = self.meaning.declared.get(history.text)
        assert isinstance(declared, n.HistoryDecl)
        words = Run(declared.tail.words, "words")
        kept = words if words.text else self.kept(declared)
        return text(self.name(history.text), " (", kept, ")")

    def kept(self, history: n.HistoryDecl) -> Text:
        """What a history remembers of a moment."""
        said = [
            text("whose turn it is") if one.text == "me" else self.expr(one) for one in history.of
        ]
        return joined(said, ", ", " and ")

    def _so_many(self, counted: n.Query, most: n.Expr, op: str) -> Text | None:
        """For how many of several something holds, said in this order: `how many p in seat where C
        <= 1`."""
        many = {"is": "exactly", "is not": "not just", "<": "fewer than", ">": "more than",
                "<=": "at most", ">=": "at least"}.get(op)  # fmt: skip
        if many is None or counted.kind not in ("how many", "count") or counted.more:
            return None
        if counted.where is None or not isinstance(most, n.Integer):
            return None
        bound = self._bound_plural(counted)
        if most.value == 1 and op != "<":
            bound = self._bound(counted.binder, counted.source)
        return text(f"for {many} {most.value} ", bound, ", ", self._inner(counted.where))

    def _points(self, left: n.Expr, right: n.Expr, op: str) -> Text:
        """How many points somebody has: `score of p is 4`."""
        assert isinstance(left, n.Apply)
        (of,) = left.args
        have = "have" if is_you(of) else "has"
        if self.meaning.is_score(right):
            assert isinstance(right, n.Apply)
            than = {"<": "fewer points than", ">": "more points than",
                    "<=": "at most as many points as", ">=": "at least as many points as",
                    }.get(op, "as many points as")  # fmt: skip
            have = f"{have} not" if op == "is not" else have
            return text(self.seat(of), f" {have} {than} ", self.seat(right.args[0]))
        many = {"is": "", "is not": "not ", "<": "fewer than ", ">": "more than ",
                "<=": "at most ", ">=": "at least "}[op]  # fmt: skip
        one = isinstance(right, n.Integer) and right.value == 1 and op != "<"
        return text(
            self.seat(of), f" {have} {many}", self._side(right), " point" if one else " points"
        )

    def seat(self, node: n.Expr) -> Text:
        """A seat; one without a name of its own by its number, as on the table."""
        number = node.text if isinstance(node, n.Name) and node.quoted else ""
        number = str(node.value) if isinstance(node, n.Integer) else number
        return text(seat_title(number)) if number.isdecimal() else self._side(node)

    def _won(self, left: n.Expr, right: n.Expr, op: str) -> Text | None:
        """Who has won: `winners is {Ann}`, `Ann in winners`."""
        if op in ("in", "not in") and is_winners(right):
            verb = "have" if is_you(left) else "has"
            return text(self.seat(left), f" {verb} {'not ' * (op == 'not in')}won")
        if op == "is" and is_winners(left) and isinstance(right, n.SetLiteral):
            verb = "have" if len(right.items) > 1 else "has"
            who = joined([*map(self.seat, right.items)], ", ", " and ") or text("nobody")
            return text(who, f" {verb} won")
        match left:
            case n.Apply(name=n.Name(text="size"), args=(of,) as args) if is_winners(of):
                if op in SO_OFTEN and not self.meaning.is_declared("size", args):
                    return self._so_many_have_won(op, right)
        return None

    def _so_many_have_won(self, op: str, right: n.Expr) -> Text:
        """How many have won: `size of winners <= 1`."""
        if (are_any := _are_any(op, right)) is not None:
            return text("somebody has won" if are_any else "nobody has won")
        how = {"is": "exactly ", "is not": "not just "}.get(op, SO_OFTEN[op])
        if right == n.Integer(1):
            return text(f"{how}one player has won")
        return text(how, self._side(right), " players have won")

    def _common(self, left: n.Expr, right: n.Expr, what: str) -> Text:
        match left:
            case n.Apply(name=n.Name(text="reached"), args=(start, near, within) as args) if (
                not self.meaning.is_declared("reached", args)
            ):
                leads = "leads" if what == "something" else "does not lead"
                ends = text(" from ", self.expr(start), " to ", self.expr(right))
                return text("a way over ", self.several(within), f" {leads}", ends,
                            self.by_steps(near))  # fmt: skip
        sides = self._side(left), " and ", self._side(right)
        return text(*sides, f" have {what} in common")

    def among(self, source: n.Expr) -> Text:
        """What chance decides among."""
        match source:
            case n.Name(text=name) if self.meaning.kind(source) == name:
                return text("any ", self.name(name, noun(name)))
        return text("one of ", self.expr(source))

    def part(self, node: n.Expr) -> Text:
        """A value in the middle of a sentence: in brackets where it would run on."""
        runs_on = isinstance(node, n.When | n.Arithmetic) or (
            isinstance(node, n.Query) and (node.where is not None or node.body is not None)
        )
        return text("(", self.expr(node), ")") if runs_on else self.expr(node)

    def _side(self, node: n.Expr) -> Text:
        """One side of a comparison: in brackets where it would run on."""
        found = self.value(node) if isinstance(node, n.Compare) else self._whole(node)
        runs_on = isinstance(node, n.Compare) or self._runs_on(node)
        return text("(", found, ")") if runs_on else found

    def _runs_on(self, node: n.Expr) -> bool:
        """Would what follows be taken for a part of it: `the total of every c such that`?"""
        match node:
            case n.When() | n.Logic():
                return True
            case n.Query(where=where, body=body):
                return where is not None or body is not None
            case (
                n.Lifted(operand=n.Apply(args=(of,)))
                | n.Apply(name=n.Name(text="size"), args=(of,))
            ):
                return isinstance(of, n.Query) and self._runs_on(of)
        return False

    def _whole(self, node: n.Expr) -> Text:
        """What a condition is about; sets that are joined are one thing there, not each of them."""
        return text(self.expr(node), ", taken together," * self._is_joined(node))

    def _is_joined(self, node: n.Expr) -> bool:
        return isinstance(node, n.Arithmetic) and node.op == "+" and self.meaning.is_set(node.left)

    def _joined_set(self, node: n.Expr, op: str, right: bool = False) -> Text:
        """A set that others are joined to or taken from: in brackets where what follows would be
        taken for a part of it, or of what it is taken from: `(shown without m) and n`."""
        match node:
            case n.Arithmetic(op=inner) if inner != op or (right and op == "-"):
                return text("(", self.expr(node), ")")
            case n.SetLiteral(items=items) if op == "-" and not right and len(items) > 1:
                return text("(", self.expr(node), ")")
            case n.Arithmetic():
                return self.expr(node)
            case n.Query() if right:
                return self.expr(node)
        return self._side(node)

    def _summand(self, node: n.Expr, op: str) -> Text:
        """What something is added to or taken from: of a sum only its last part is in brackets."""
        match node:
            case n.Arithmetic(op="+" | "-" as inner, left=left, right=right):
                if self._ends_in_value(right) and not self.meaning.is_set(node):
                    return text(self._summand(left, inner), SIGNS.get(inner, f" {inner} "),
                                "(", self.expr(right), ")")  # fmt: skip
        return self._operand(node, op)

    def _operand(self, node: n.Expr, op: str, right: bool = False) -> Text:
        """A part of a sum, a difference, a product or (`/`) a quotient: in brackets where it would
        be read otherwise, or where a product ends in words that would run on."""
        match node:
            case n.Arithmetic(op="*") if op == "/" or not _is_short(node):
                return text("(", self.expr(node), ")")
            case n.Arithmetic(op=inner) if inner != "*" and (op in "*/" or (right and op == "-")):
                return text("(", self.expr(node), ")")
            case n.Apply(name=name, args=args) if not self.meaning.is_declared(name.text, args):
                if name.text in ENDING_IN_NUMBERS or self._is_size_of_several(node):
                    return text("(", self.expr(node), ")")
        if not right and self._ends_in_value(node):
            return text("(", self.expr(node), ")")
        return self._side(node)

    def _ends_in_value(self, node: n.Expr) -> bool:
        """Does it end with the last of several things that are named, or with how one leads to the
        next: `the number of cells in the cells between s and t`? What is added would go to that."""
        match node:
            case n.Apply(name=name, args=args) if self.meaning.is_declared(name.text, args):
                return len(args) > 1
            case n.Apply(name=n.Name(text="size"), args=(of,)):
                return self._ends_in_value(of)
            case n.Apply(name=n.Name(text="groups" | "subsets" | "reached")):
                return True
            case n.Apply(name=n.Name(text=name), args=args):
                return len(args) > 1 and FUNCTIONS.get((name, len(args)), "").endswith("{}")
            case n.Lifted(kind="count" | "how many", operand=operand):
                return self._ends_in_value(operand)
            case n.Lifted(operand=n.Apply(args=(of,))):
                return self._ends_in_value(of)
            case n.Longest(among=among, by=by):
                return by is not None or self._ends_in_value(among)
            case n.Arithmetic(right=last):
                return self._ends_in_value(last)
        return False

    def _is_size_of_several(self, node: n.Apply) -> bool:
        """Is it the number of things in sets that are joined, to which more may be added?"""
        return node.name.text == "size" and isinstance(node.args[0], n.Arithmetic)

    def _bound(self, binder: n.Name, source: n.Expr) -> Text:
        """A name with what it is drawn from: `card *c* in your hand`."""
        kind, said = self.meaning.kind(source), Run(spoken(binder.text), "name")
        first = f"{noun(kind)} " if kind else ""
        return text(first, said, self.drawn_from(source))

    def called(self, name: n.Name, value: n.Expr) -> Text:
        """A value that is given a name; of the only one of several, which has that name anyway,
        the name is said once: `let *s* be the spot such that your *laid* for *s* is empty`."""
        match value:
            case n.Query(kind="the", binder=binder, source=source, where=where, more=()) if (
                binder.text == name.text and (kind := self.meaning.kind(source))
            ):
                return text(f"the {noun(kind)}", self.drawn_from(source), self._such(where))
        return self.expr(value)

    def drawn_from(self, source: n.Expr) -> Text:
        """Where a name comes from; nothing if that is all of a type."""
        match source:
            case n.Name(text=name) if self.meaning.kind(source) == name:
                return ()
            case n.RangeOf():
                return text(" from ", self.expr(source))
            case n.Query(kind="all", binder=binder, source=inner, where=where):
                of = self.drawn_from(inner)
                such = () if where is None else text(
                    " – of all ", Run(spoken(binder.text), "name"), " such that ",
                    self.condition(where), " –")  # fmt: skip
                return text(of, such)
            case n.SetLiteral(items=(zone,)) if self.meaning.is_zone(zone):
                return text(" in ", self.expr(zone))
            case n.SetLiteral():
                return text(" of ", self.expr(source))
            case n.Apply(name=n.Name(text="top"), args=(n.Integer(value=1), of)):
                return text(" on top of ", self.expr(of))
            case n.Paths():
                return text(" of ", self.expr(source))
        return text(" in ", self.expr(source))

    def drawn_together(self, node: n.Query | n.Each, *, single: bool = False) -> Text:
        """Several names with what they are drawn from: `cards *c* and *d* in your hand`; what is
        the only one of a kind as all that it may be, or as a `single` one: `a card *c*`."""
        groups: list[tuple[n.Expr, list[Text]]] = []
        for one in (n.Drawn(node.binder, node.source), *node.more):
            if one.source is not None:
                groups.append((one.source, []))
            groups[-1][1].append(text(Run(spoken(one.binder.text), "name")))
        parts = []
        for source, names in groups:
            kind = self.meaning.kind(source)
            said = plural(noun(kind))
            if single and len(names) == 1:
                said = f"{article(noun(kind))} {noun(kind)}"
            first = f"{said} " if kind else ""
            parts.append(text(first, joined(names, ", ", " and "), self.drawn_from(source)))
        return joined(parts, ", ", " and ")

    def _query(self, node: n.Query) -> Text:
        if (first := self._first_alone(node)) is not None:
            return first
        bound, such = self._bound(node.binder, node.source), self._such(node.where)
        if node.more:
            drawn = self.drawn_together(node, single=node.kind in ("some", "how many"))
            return self._query_of_several(node, text(drawn, such))
        match node.kind:
            case "some":
                return text("there is ", article(plain(bound)), " ", bound, such)
            case "every":
                claim = self.condition(node.body) if node.body is not None else ()
                return text("for every ", bound, such, ", ", claim)
            case "all":
                return text("every ", bound, such)
            case "the":
                return text("the ", bound, such)
            case "how many" | "count":
                return text("the number of ", self._bound_plural(node), such)
        if isinstance(node.source, n.Paths) and node.kind in ("largest", "smallest"):
            return self._best_way(node, node.source)
        body = self.expr(node.body) if node.body is not None else ()
        return text(f"the {node.kind}, over every ", bound, such, ", of ", body)

    def _first_alone(self, node: n.Query) -> Text | None:
        """`all c in S where c in first(N, …)` is the first of them, if S is all of a type."""
        where = node.where
        if node.kind != "all" or node.more or not isinstance(where, n.Compare) or where.op != "in":
            return None
        match where.left, where.right, node.source:
            case n.Name(text=name), n.Apply(name=n.Name(text="first")) as of, n.Name(text=kind):
                alike = self.meaning.kind(node.source) == kind == self.meaning.kind(of)
                return self.expr(of) if name == node.binder.text and alike else None
        return None

    def _query_of_several(self, node: n.Query, drawn: Text) -> Text:
        body = node.body
        match node.kind:
            case "some":
                is_one = node.more[0].source is not None  # which is said first
                return text("there is " if is_one else "there are ", drawn)
            case "every":
                return text("for all ", drawn, ", ", self.condition(body) if body else ())
            case "how many":
                return text("the number of ways to choose ", drawn)
        return text(f"the {node.kind}, over all ", drawn, ", of ", self.expr(body) if body else ())

    def _bound_plural(self, node: n.Query) -> Text:
        kind, said = self.meaning.kind(node.source), Run(spoken(node.binder.text), "name")
        first = f"{plural(noun(kind))} " if kind else ""
        return text(first, said, self.drawn_from(node.source))

    # ------------------------------------------------------------------ parameters and texts

    def drawn(self, params: Sequence[n.Parameter]) -> Text:
        """What is chosen to make a move: `a card *c* in your hand and a route *r*`."""
        parts = []
        last = ", and " if any(param.where is not None for param in params[:-1]) else " and "
        for param in params:
            such = self._such(param.where)
            match param.source:
                case n.SetLiteral(items=(only,)):  # nothing else can be chosen
                    name = Run(spoken(param.name.text), "name")
                    stop = (
                        "," if len(params) == 2 and param is params[0] and last == " and " else ""
                    )
                    parts.append(text(name, ", which is ", self.expr(only), such, stop))
                case source:
                    bound = self._bound(param.name, source)
                    parts.append(text(article(plain(bound)), " ", bound, such))
        return joined(parts, ", ", last if len(parts) == 2 else ", and ")

    def drawn_one(self, binder: n.Name, source: n.Expr, where: n.Expr | None) -> Text:
        """One after another of a collection: `card *c* in your hand`."""
        return text(self._bound(binder, source), self._such(where))

    def drawn_several(self, node: n.Each) -> Text:
        """All of several names, one after another."""
        return text(self.drawn_together(node), self._such(node.where))

    def template(self, node: n.Template) -> Text:
        """A reason as players are told it, with what stands in braces read out."""
        parts: list[Part] = []
        for part in node.parts:
            if isinstance(part, str):
                parts.append(Run(part, "reason"))
            else:
                inner = self.expr(part)
                before = parts[-1] if parts else ""
                if isinstance(before, Run) and before.text.rstrip().endswith(DETERMINERS):
                    inner = _without_article(inner)
                inner = text("[", *inner, "]")  # no word of the sentence: something stands there
                parts += [run._replace(style=run.style or "reason") for run in inner]
        return text("“", *parts, "”")


def _without_article(told: Text) -> Text:
    """The same without `the` at its beginning, where the words before it have said whose it is."""
    first = told[0] if told else None
    if first is None or not first.text.startswith("the ") or first.style:
        return told
    return (first._replace(text=first.text.removeprefix("the ")), *told[1:])


def _is_short(node: n.Expr) -> bool:
    """Is it made of nothing but names and numbers?"""
    match node:
        case n.Arithmetic(left=left, right=right):
            return _is_short(left) and _is_short(right)
    return isinstance(node, n.Name | n.Integer)


def _are_any(op: str, bound: n.Expr) -> bool | None:
    """What a number that is held against a bound says of whether there are any: `> 0` that there
    are, `is 0` that there are none; None where it says more than that."""
    match op, bound:
        case (">" | "is not", n.Integer(value=0)) | (">=", n.Integer(value=1)):
            return True
        case ("is" | "<=", n.Integer(value=0)) | ("<", n.Integer(value=1)):
            return False
    return None

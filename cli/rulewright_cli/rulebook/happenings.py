"""What happens, line by line, as items of a list: an author's sentence where there is one, and the
rule read out in plain language behind it. One class tells every line, for lines tell those below
them, which makes this longer than most files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, assert_never

from rulewright.analysis.differences import beside_of
from rulewright.characters import spoken
from rulewright.source import SourceFile, Span
from rulewright.syntax import nodes as n
from rulewright.syntax.walk import ends_of, needs_first, walk

from .document import Item, Part, Run, Text, joined, plain, sentence, text
from .naming import capital, move_text, noun, of_what, plural, written_as
from .reading import Reader

SIMPLE = {
    "end game": "the game ends", "end turn": "the turn ends", "extra turn": "you have another turn",
    "pass": "you pass: your turn ends", "again": "choose once more",
}  # fmt: skip


PLAYERS_TAKE_TURNS = text("players take turns")


class Teller:
    """Tells what happens in one game. `variants`: the names of variants by their files;
    `numbering`: are rule numbers told, and what carries them?"""

    def __init__(
        self, reader: Reader, variants: dict[SourceFile, str], *, numbering: bool = True
    ) -> None:
        self.reader = reader
        self.numbering = numbering
        self.meaning = reader.meaning
        self.variants = variants
        self.numbered: dict[str, dict[str, str]] = {}
        """What carries a rule number, by its name: the anchor."""
        self.chapter = ""  # of the book, that is being written
        self.places = 0
        self.nobodys = False
        """Is it nobody's turn where a line stands?"""
        self.turned = False
        """Have turns been told that come before?"""

    # ------------------------------------------------------------------ items

    def item(
        self, node: Any, said: Text, items: Sequence[Item] = (), *, within: str = "",
        tail: n.Tail | None = None, anchor: str = "",
    ) -> Item:  # fmt: skip
        """A line with its words before it, its rule numbers behind, and who says it; `anchor`: what
        leads here anyway."""
        variant = self.said_by(node)
        tail = node.tail if tail is None else tail
        read = sentence(said)
        if tail.words and not _says_the_same(tail.words, read):
            words = sentence(text(Run(tail.words, "words")))
            read = text(words, Run(" – ", "quiet") if read else "", self._quiet(read))
        badge = Run(variant, "variant") if variant and variant != within else ""
        if anchor:
            self.numbered_at(tail.tags, anchor)
        return Item(
            text(read, self.numbers(tail.tags), " " if badge else "", badge), tuple(items),
            anchor or self.place(tail.tags), variant,
        )  # fmt: skip

    def said_by(self, node: Any) -> str:
        """The variant of which a line is, or that has made something else of it; empty if none."""
        edit = getattr(node, "tail", n.NO_TAIL).edit
        return self.variant_at(edit or node.span)

    def variant_at(self, span: Span) -> str:
        """The variant that says what stands there, with the one it says it for; empty if none."""
        variant = self.variants.get(span.file, "")
        other = beside_of(self.meaning.game, span) if variant else ""
        headers = self.meaning.game.merged.variant_headers
        titles = (h.title or spoken(other) for h in headers if h.name.text == other)
        return f"{variant} with {next(titles, spoken(other))}" if other else variant

    def _quiet(self, read: Text) -> Text:
        return tuple(run._replace(style="quiet") if not run.style else run for run in read)

    def numbers(self, tags: Sequence[str]) -> Text:
        """Rule numbers, as they stand at the end of a line."""
        runs: list[Part] = []
        for tag in tags if self.numbering else ():
            runs += [" ", Run(tag, "number", f"number-{tag}")]
        return text(*runs)

    def place(self, tags: Sequence[str]) -> str:
        """A new anchor for something that carries rule numbers; empty if it carries none."""
        if not tags or not self.numbering:
            return ""
        self.places += 1
        found = f"at-{self.places}"
        self.numbered_at(tags, found)
        return found

    def numbered_at(self, tags: Sequence[str], anchor: str, chapter: str = "") -> None:
        """Say that rule numbers are carried by what has an anchor of its own."""
        for tag in tags:
            self.numbered.setdefault(tag, {}).setdefault(chapter or self.chapter, anchor)

    def body(self, nodes: Sequence[Any], within: str = "") -> tuple[Item, ...]:
        """Statements one after another. `within`: the variant that says what is around them."""
        return tuple(item for node in nodes for item in self.all_told(node, within))

    def all_told(self, node: n.Statement, within: str = "") -> Iterator[Item]:
        """A statement, and what is done otherwise, as items side by side."""
        before = ""
        while isinstance(node, n.IfElse):
            said = text(f"{before}if ", self.reader.condition(node.test), ":")
            told = self.item(node, said, self.inside(node, node.then), within=within)
            yield replace(told, branch="otherwise" if before else "if")
            match node.other:
                case (n.IfElse() as inner,):
                    node, before = inner, "otherwise, "
                case ():
                    return
                case other:
                    said, below = text("otherwise:"), self.inside(node, other)
                    told = self.item(node, said, below, within=within, tail=n.NO_TAIL)
                    yield replace(told, branch="otherwise")
                    return
        yield self.told(node, within)

    def inside(self, node: Any, nodes: Sequence[Any]) -> tuple[Item, ...]:
        """What stands below a line."""
        return self.body(nodes, self.variant_at(node.span))

    def between_turns(self, node: n.PhaseDecl) -> tuple[Item, ...]:
        """What stands below a phase, where it is nobody's turn."""
        self.nobodys = True
        try:
            return self.inside(node, node.body)
        finally:
            self.nobodys = False

    def beginning_with(self, seat: n.Expr) -> Text:
        """Who is first; whose turn would begin, where it is nobody's now."""
        if self.nobodys and isinstance(seat, n.Name) and seat.text == "me" and not seat.quoted:
            at_first = "" if self.turned else ", at first the first player"
            return text(f"whoever would be next{at_first}")
        return self.reader.expr(seat)

    # ------------------------------------------------------------------ statements

    def told(self, node: n.Statement, within: str = "") -> Item:
        """A statement as an item."""
        expr = self.reader.expr
        match node:
            case n.Needs():
                return self.need(node, within)
            case n.IfElse():
                raise AssertionError("told with what is done otherwise")
            case n.Each(binder=binder, source=source, first=first, where=where, body=body):
                start = (
                    text(", in turn from ", self.beginning_with(first), " on")
                    if first is not None
                    else ()
                )
                drawn = self.reader.drawn_one(binder, source, where)
                said = text("for each ", drawn, start, ":")
                if node.more:
                    said = text("for all ", self.reader.drawn_several(node), ":")
                return self.item(node, said, self.inside(node, body), within=within)
            case n.Repeat(whether=whether, test=test, body=body):
                endless = isinstance(test, n.YesNo) and test.value == (whether == "while")
                how = () if endless else text(f" {whether} ", self.reader.condition(test))
                when, tail = begins_with_when(node.tail)
                said = text("again and again", when or (() if says_when(tail) else how), ":")
                return self.item(node, said, self.inside(node, body), within=within, tail=tail)
            case n.Turns():
                return self.turns(node, within)
            case n.ChooseOne():
                return self.choice(node, within)
            case n.ComposeOne():
                return self.compose(node, within)
            case n.CallTo(name=name, args=(history,)) if name.text not in self.meaning.procedures:
                named = self.reader.expr(history)
                said = text("forget all of ", named)
                if name.text == "remember":
                    said = text("remember in ", named, " how it is now")
                return self.item(node, said, within=within)
            case n.CallTo(name=name, args=args):
                procedure = self.meaning.procedures[name.text]
                words, to = procedure.tail.words, self.meaning.anchor(procedure)
                called = Run(spoken(name.text), "name", to)
                values = [expr(arg) for arg in args]
                with_ = text(" (", joined(values), ")") if values else ()
                own = text(": ", Run(words, "words", to)) if words and not node.tail.words else ()
                said = text("carry out ", called, with_, own)
                return self.item(node, said, within=within)
            case _:
                return self.item(node, self.plain(node), within=within)

    def plain(self, node: n.Plain | n.LetBe) -> Text:
        """A statement that holds no others, as a clause."""
        expr = self.reader.expr
        match node:
            case n.MoveTo(what=what, source=source, target=target):
                out = text(" from ", expr(source)) if source is not None else ()
                if source is not None and source in (what, _only(what)):
                    out = ()  # all that lies there
                return text("move ", self._moved(what), out, self._to(target))
            case n.DealFrom(
                count=n.Apply(name=n.Name(text="size"), args=(whole,)), source=source, each=True,
                target=target,
            ) if whole == source and _named(target):  # fmt: skip
                to = text(" to the ", self.reader.name(_named(target)), " of each player")
                return text("deal out all of ", expr(source), to, ", one each in turn")
            case n.DealFrom(count=count, source=source, target=target, each=each):
                to = text(" to the ", self.reader.name(_named(target)), " of each player") if (
                    each and _named(target)) else text(self._to(target))  # fmt: skip
                return text("deal ", self._so_many(count, source), " from ", expr(source), to)
            case n.Refill(target=target, source=source):
                return text("fill the empty places of ", expr(target), " from ", expr(source))
            case n.ShuffleZone(zone=zone, until=until):
                again = text(", again and again until ", self.reader.condition(until)) if (
                    until is not None) else ()  # fmt: skip
                return text("shuffle ", expr(zone), again)
            case n.PickFrom(target=target, source=source):
                return text("set ", expr(target), " to ", self.reader.among(source),
                            ", as chance decides")  # fmt: skip
            case n.SetTo(
                target=target, value=n.Arithmetic(op="+" | "-" as sign, left=left, right=right)
            ) if left == target:
                return self._changed(sign == "+", right, target)
            case n.SetTo(target=target, value=n.SetLiteral(items=())) if (
                self.meaning.kind(target) == "seat"
            ):
                return text("set ", expr(target), " to nobody")
            case n.SetTo(target=target, value=n.Not(operand=n.Name() | n.Apply() as turned)) if (
                target == turned
            ):
                return text("turn ", expr(target), " around, from yes to no or from no to yes")
            case n.SetTo(target=n.Apply() as target, value=value) if self.reader.is_said(target):
                return text("from now on ", self.reader.so_or_not(target, value))
            case n.SetTo(target=target, value=value):
                meant = self.meaning.element(value, target)
                return text("set ", expr(target), " to ", self.reader.value(meant))
            case n.Change(sign=sign, amount=amount, target=target):
                return self._changed(sign > 0, amount, target)
            case n.LetBe(name=name, value=value):
                if self.meaning.is_truth(value):
                    return text("remember as ", Run(spoken(name.text), "name"), " whether ",
                                self.reader.condition(value))  # fmt: skip
                said = self.reader.called(name, value)
                return text("let ", Run(spoken(name.text), "name"), " be ", said)
            case n.Simple(what=what):
                return text(SIMPLE[what])
            case n.TurnTo(seat=seat):
                has = " have " if isinstance(seat, n.Name) and seat.text == "me" else " has "
                return text("the turn ends, and ", expr(seat), has, "the next one")
            case _:
                assert_never(node)

    def _so_many(self, count: n.Expr, source: n.Expr) -> Text:
        """How many are dealt: a number, or of what is worked out that it is one."""
        if not isinstance(count, n.Name | n.Apply | n.Lifted):
            return self.reader.part(count)
        kind = self.reader.meaning.kind(source)
        many = self.reader.in_brackets(count)
        return text(plural(noun(kind or "component")), " (as many as ", many, ")")

    def _changed(self, more: bool, what: n.Expr, target: n.Expr) -> Text:
        """What is added to a number or a set, or taken from it."""
        match what:
            case n.SetLiteral(items=(n.Name(text="me", quoted=False),)):
                told = text("yourself")
            case _:
                told = self.reader.part(what)
        if more:
            return text("add ", told, " to ", self.reader.expr(target))
        away = " away" if self.meaning.is_set(target) else ""
        return text("take ", told, f"{away} from ", self.reader.expr(target))

    def _moved(self, what: n.Expr) -> Text:
        """What is moved: all that lies in a zone, say."""
        what = _only(what)
        zone = self.meaning.declared.get(_named(what))
        if isinstance(zone, n.ZoneDecl) and zone.shape != "slot":
            return text("all of ", self.reader.expr(what))
        return self.reader.expr(what)

    def _to(self, target: n.Expr) -> Text:
        """Where something is put."""
        match target:
            case n.Apply(name=name, args=(cell,)):
                if isinstance(self.meaning.declared.get(name.text), n.GrowingDecl):
                    return text(" to ", self.reader.expr(cell), " of the ",
                                self.reader.name(name.text))  # fmt: skip
        return text(" to ", self.reader.expr(target))

    # ------------------------------------------------------------------ turns and choices

    def need(self, node: n.Needs, within: str = "") -> Item:
        """A condition, in its words if it has any, with what a player is told who does not meet
        it."""
        condition = text("only if ", self.reader.condition(node.test), " – ")
        told = text("otherwise ", self.reader.template(node.message))
        said = told if node.tail.words else text(condition, told)
        return self.item(node, said, within=within)

    def turns(self, node: n.Turns, within: str) -> Item:
        expr = self.reader.expr
        among = text(" among ", expr(node.among)) if node.among is not None else ()
        first = (
            text(", beginning with ", self.beginning_with(node.first))
            if node.first is not None
            else ()
        )
        until, tail = begins_with_when(node.tail)
        if node.until is not None and not until and not says_when(tail):
            until = text(", until ", self.reader.condition(node.until))
        most = (self.meaning.game.merged.header.players or (1, 1))[1]
        who = text("turn after turn", among) if most == 1 else text(PLAYERS_TAKE_TURNS, among)
        if most > 2:
            otherwise = " where nothing says who is next" * self._says_who_is_next()
            who = text(PLAYERS_TAKE_TURNS, among, f", clockwise{otherwise}")
        if isinstance(node.among, n.SetLiteral) and len(node.among.items) == 1:
            who = text(expr(node.among.items[0]), " has turn after turn")  # nobody to go round to
        if tail is not node.tail and (first or who != PLAYERS_TAKE_TURNS):
            until = text(",", until)
        said = text(who, first, until, ". In a turn:")
        if node.until is not None and not until and not first and who == PLAYERS_TAKE_TURNS:
            said = text("in a turn:")  # all else stands in its words
        before, self.nobodys = self.nobodys, False
        items = self.inside(node, node.body)
        self.nobodys, self.turned = before, True
        return self.item(node, said, items, within=within, tail=tail)

    def _says_who_is_next(self) -> bool:
        """Does any turn of the game end with who has the next one?"""
        declarations = self.meaning.game.merged.declarations
        return any(isinstance(node, n.TurnTo) for one in declarations for node in walk(one))

    def choice(self, node: n.ChooseOne, within: str) -> Item:
        secretly = ", without showing which" if node.secretly else ""
        head = "you may choose one of these" if node.may else "choose one of these"
        if len(node.entries) == 1:
            head = "you may do this" if node.may else "do this"
        if len(node.entries) == 1 and node.tail.words.endswith("?") and not node.may:
            secretly, head = secretly.removeprefix(", "), ""  # the question says so
        said = text(head, secretly, ":") if head or secretly else ()
        if node.by is not None and not (isinstance(node.by, n.Name) and node.by.text == "me"):
            what = "this" if len(node.entries) == 1 else "one of these"
            does = "may do" if node.may else "does" if len(node.entries) == 1 else "chooses"
            does = "may choose" if node.may and len(node.entries) > 1 else does
            hidden = ", without showing which" if node.secretly else ""
            who = self.reader.part(node.by)
            said = text(who, f" {does} {what}{hidden}, and is meant by “you” there:")
        inner = self.variant_at(node.span)
        items = [self.offer(entry, inner) for entry in node.entries]
        return replace(self.item(node, said, items, within=within), name=node.name.text)

    def offer(self, node: n.Offer, within: str) -> Item:
        """One thing that a choice offers: an action, by its words, or what is written there."""
        name = node.name.text
        action = self.meaning.actions.get(name)
        role = {"offer": "", "fallback": "if none of these is possible: ", "decline": "or: "}
        first: list[Part] = [role[node.role]]
        to, tail = "", node.tail
        if action is not None and not node.params and not node.body:
            to = self.meaning.anchor(action)
            words = tail.words or action.tail.words
            dash = Run(" – ", "quiet") if words else ""
            said = text(*first, Run(words, "words", to) if words else "", dash)
            said = text(said, *(run._replace(to=to) for run in written_as(action)))
            item = self.item(node, said, within=within, tail=n.Tail("", tail.tags))
            other = self.said_by(action)  # who says what the action is, which is told by its words
            if not other or other in (within, item.variant):
                return item
            badge = Run(other, "variant")
            return replace(item, text=text(item.text, " ", badge), variant=item.variant or other)
        if tail.words:
            first += [Run(tail.words, "words"), Run(" – ", "quiet")]
        first += move_text(name, node.params, node.text)
        drawn = text(": choose ", self.reader.drawn(node.params)) if node.params else ()
        body = node.body
        if not body and name == "pass":
            drawn = text(drawn, " – the turn ends")
        elif not (body or tail.words or node.role == "decline"):
            drawn = text(drawn, " – nothing happens")
        return self.item(
            node, text(*first, drawn), self.inside(node, body), within=within,
            tail=n.Tail("", tail.tags),
        )  # fmt: skip

    # ------------------------------------------------------------------ composes

    def compose(self, node: n.ComposeOne, within: str) -> Item:
        """A choice in several steps, or all at once."""
        secretly = ", without showing what" if node.secretly else ""
        how = "put together, as one move" if node.text is not None else "step by step, choose"
        until, tail = begins_with_when(node.tail)
        if node.until is not None and not until and not says_when(tail):
            parts = ends_of(node.until, node.otherwise) if node.otherwise else [(node.until, None)]
            tests = [self.reader.condition(test) for test, _ in parts]
            until = text(", until ", joined(tests, ", and "))
        said = text(how, secretly, until, ":")
        items = list(self._parts(node))
        if reasons := [self.reader.template(reason) for reason in node.otherwise]:
            told = text("A step that would make this impossible is not allowed – ",
                        joined(reasons, ", or "))  # fmt: skip
            items.append(Item(sentence(told), branch="each step"))
        whole = self.item(node, said, items, within=within, tail=tail)
        is_bound = node.until is not None or any(item.branch == "each step" for item in items)
        return replace(whole, name=node.name.text, branch="steps" if is_bound else "")

    def _parts(self, node: n.ComposeOne) -> Iterator[Item]:
        within = self.variant_at(node.span)
        for part in node.parts:
            match part:
                case n.Step():
                    yield replace(self.step(part, within, node), branch="step")
                case n.FinishStep():
                    yield self.finish(part, within, node)
                case n.Most():
                    yield replace(self.most(part, within), branch="each step")
                case _:
                    assert_never(part)

    def step(self, part: n.Step, within: str, around: n.ComposeOne) -> Item:
        drawn = text("choose ", self.reader.drawn(part.params)) if part.params else ()
        into: Text = ()
        if part.into is not None:
            into = text("; it joins ", Run(spoken(part.into.text), "name"))
        at_will = (part.into is not None or part.body) and around.until is None
        like = "is allowed" if part.needs else "you like"  # it may be allowed just once
        often: Text = text(f"as often as {like}, ") if at_will else ()
        if isinstance(part.at_most, n.Integer) and part.at_most.value == 1:
            often = text("at most once, ")
        elif part.at_most is not None:
            often = text("at most ", self.reader.expr(part.at_most), " times, ")
        typed = () if around.text is not None else text(*self._typed(part), ": " if drawn else "")
        return self._part(part, text(often, typed, drawn, into), within)

    def most(self, part: n.Most, within: str) -> Item:
        """Which ways of completing a compose count."""
        said = "of all ways to do this only those count with the most: "
        return self.item(part, text(said, self.reader.expr(part.value)), within=within)

    def finish(self, part: n.FinishStep, within: str, around: n.ComposeOne) -> Item:
        """A way to end a compose."""
        drawn = text(": choose ", self.reader.drawn(part.params)) if part.params else ()
        typed = text("to finish, ", self._typed(part))
        said = text("this is complete" if around.text is not None else typed, drawn)
        return self._part(part, said, within)

    def _typed(self, part: n.Step | n.FinishStep) -> Text:
        return move_text(part.name.text, part.params, part.text)

    def _part(self, part: n.Step | n.FinishStep, said: Text, within: str) -> Item:
        items = self.inside(part, (*part.needs, *part.body))
        return self.item(part, said, items, within=within)

    # ------------------------------------------------------------------ actions

    def action(self, node: n.ActionDecl) -> tuple[Item, ...]:
        """What an action asks for and does, in order."""
        needs, body = needs_first(node.body)
        items = []
        if node.params:
            said = text("choose ", self.reader.drawn(node.params))
            items.append(Item(sentence(said)))
        return (*items, *self.inside(node, needs), *self.inside(node, body))

    # ------------------------------------------------------------------ what words mean

    def term(self, node: n.DefineDecl) -> Item:
        """What a word means."""
        with self.meaning.given_to(node.params):
            return self._term(node)

    def _term(self, node: n.DefineDecl) -> Item:
        anchor = self.meaning.anchor(node)
        truth = all(self.meaning.is_truth(case.value) for case in node.cases)
        name = Run(spoken(node.name.text), "strong")
        only = node.cases[0] if len(node.cases) == 1 and node.cases[0].test is None else None
        head = text(name, of_what(node.name.text, node.params, truth=truth))
        words: Text = text(" – ", Run(node.tail.words, "words")) if node.tail.words else ()
        below: list[Item] = []
        if only is not None:
            said = self.reader.condition(only.value) if truth else self.reader.expr(only.value)
            if isinstance(only.value, n.YesNo):
                said, head = text("it ", said, " holds"), text(name)
            elif truth:
                said = text("it holds if ", said)
            head = defined(text(head, words), said)
        else:
            head = defined(text(head, words))
            below = [self.case(case, truth) for case in node.cases]
        variant = self.said_by(node)
        badge: Part = Run(variant, "variant") if variant else ""
        whole = text(head, self.numbers(node.tail.tags), " " if badge else "", badge)
        return Item(whole, tuple(below), anchor, variant)

    def case(self, case: n.Case, truth: bool) -> Item:
        """A case of a definition: what it is, and when; when first where the rest would run on."""
        when = text("if ", self.reader.condition(case.test)) if case.test is not None else text(
            "otherwise")  # fmt: skip
        if truth:
            return self.item(case, self.case_of_truth(case, when))
        said = self.reader.value(case.value)
        if isinstance(case.value, n.Query | n.When):
            return self.item(case, text(when, ", ", said))
        return self.item(case, text(said, " ", when))

    def case_of_truth(self, case: n.Case, when: Text) -> Text:
        """When it holds, in one of several cases."""
        comma = "," if case.test is not None else ""
        match case.value:
            case n.YesNo(value=value):
                return text(when, comma, " it holds" if value else " it does not hold")
            case value:
                return text(when, comma, " it holds if ", self.reader.condition(value))

    # ------------------------------------------------------------------ lines alone

    def alone(
        self, node: Any, around: n.ComposeOne | None = None, *, head: bool
    ) -> tuple[Item, ...]:
        """A line that is told where nothing else around it is, without its words and numbers, and
        what is done otherwise; `around`: the compose of a step; `head`: without what stands below
        it. Empty: no sentence tells it."""
        if head and isinstance(node, n.SetupDecl):
            return ()  # which does nothing without them
        tail = getattr(node, "tail", n.NO_TAIL)
        if tail != n.NO_TAIL:
            node = replace(node, tail=replace(tail, words="", tags=()))
        told = tuple(self._alone(node, around))
        return tuple(_unmarked(one, below=not head) for one in (told[:1] if head else told))

    def _alone(self, node: Any, around: n.ComposeOne | None) -> Iterator[Item]:
        match node:
            case n.Step() if around is not None:
                yield self.step(node, "", around)
            case n.FinishStep() if around is not None:
                yield self.finish(node, "", around)
            case n.Most():
                yield self.most(node, "")
            case n.DefineDecl():
                yield self.term(node)
            case n.ScoreDecl():
                yield self.item(node, self.points(node))
            case n.SetupDecl(body=body):
                yield Item(text("Step by step:"), self.inside(node, body))
            case n.WheneverDecl():
                yield self.whenever(node)
            case n.ActionDecl(params=params):
                drawn = text(": choose ", self.reader.drawn(params)) if params else ()
                items = self.action(replace(node, params=()))
                yield Item(sentence(text("written ", written_as(node), drawn)), items)
            case n.Offer():
                yield self.offer(node, "")
            case n.Case(value=value):
                yield self.case(node, self.meaning.is_truth(value))
            case n.Needs() | n.Each() | n.Repeat() | n.Turns() | n.ChooseOne() | n.ComposeOne():
                yield self.told(node)
            case n.IfElse() | n.CallTo() | n.LetBe():
                yield from self.all_told(node)
            case _ if isinstance(node, n.Plain):
                yield self.told(node)

    def points(self, node: n.ScoreDecl) -> Text:
        """What a line of the score counts."""
        seat = Run(spoken(node.seat.text), "name")
        return text("for each player ", seat, ": ", self.reader.expr(node.value))

    def whenever(self, node: n.WheneverDecl) -> Item:
        """What happens by itself, and when."""
        said = text("whenever ", self.reader.condition(node.test), ":")
        return self.item(node, said, self.inside(node, node.body))


def _unmarked(item: Item, *, below: bool = True) -> Item:
    """A line that leads nowhere; `below`: is told what stands below it, rather than that something
    does?"""
    runs = tuple(run._replace(to="", at="") for run in item.text)
    if below:
        return Item(runs, tuple(map(_unmarked, item.items)))
    return Item(text(*runs, " …" if item.items else ""))


def defined(what: Text, said: Text = ()) -> Text:
    """What a word means behind the word: after a colon, or as a sentence of its own where there is
    a question or a sentence before it."""
    if plain(what)[-1:] not in (".", "?", "!"):
        return text(what, ": " if said else ":", said)
    if said and not said[0].style:
        said = (said[0]._replace(text=capital(said[0].text)), *said[1:])
    return text(what, " " if said else "", said)


WHEN = r"(?:until|till|while|as long as)"


def says_when(tail: n.Tail) -> bool:
    """Do the words of a line say themselves until when, or how long, it goes on: `Players take
    turns until the bowl is empty`, or `as long as there are plums`? Then the condition is not read
    out once more."""
    return re.search(rf"\b{WHEN}\b", tail.words, re.IGNORECASE) is not None


def _says_the_same(words: str, read: Text) -> bool:
    """Do the words of a line say no more than what it is read out as begins with: `Players take
    turns`, before `players take turns, until …`?"""
    said = re.sub(r"^the ", "", words.casefold()).rstrip(".:")
    return re.match(rf"{re.escape(said)}(?:[.,:]|$)", plain(read).casefold()) is not None


def begins_with_when(tail: n.Tail) -> tuple[Text, n.Tail]:
    """The words of a line that are no sentence alone, for they begin with until when it goes on, as
    `Until the bowl is empty`, to be said behind what goes on; and the line without them. None of
    others, nor of those that say more behind it: `As long as it is too far: one back`."""
    words = tail.words
    if re.match(rf"{WHEN}\b(?!.*[.:!?] )", words, re.IGNORECASE) is None:
        return (), tail
    when = Run(f"{words[0].lower()}{words[1:].rstrip('.')}", "words")
    return text(" ", when), replace(tail, words="")


def _only(node: n.Expr) -> n.Expr:
    """What a set is of that holds just one thing, or all that a zone for one holds: `{market}`."""
    return node.items[0] if isinstance(node, n.SetLiteral) and len(node.items) == 1 else node


def _named(node: n.Expr) -> str:
    match node:
        case n.Name(text=name) | n.Apply(name=n.Name(text=name)):
            return name
    return ""

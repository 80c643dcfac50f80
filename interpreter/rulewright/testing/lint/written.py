"""What can be seen in the lines of one rule file, whatever happens in play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...check.modules import Loaded
from ...diagnostics import Diagnostic, Note
from ...syntax import nodes as n
from ...syntax.holes import holes
from ...syntax.walk import children, ends_told_above, walk

_TESTS = n.SceneExpect | n.SceneOffers | n.SceneRefuses | n.SceneOutcome | n.SceneSeen
_WHAT = {
    n.ActionDecl: "action", n.Offer: "move", n.Step: "step", n.FinishStep: "finish",
    n.ChooseOne: "choice", n.ComposeOne: "choice", n.PhaseDecl: "phase", n.OptionDecl: "option",
    n.ScoreDecl: "score", n.ZoneDecl: "zone", n.MarkDecl: "mark",
    n.HistoryDecl: "history",
}  # fmt: skip


def in_the_lines(file: n.File) -> Iterator[Diagnostic]:
    """The findings of one file, in its order."""
    for declaration in file.declarations:
        yield from _below(declaration)


def _below(node: Any, *, shown: bool = True) -> Iterator[Diagnostic]:
    # a compose with a text of its own is one move: of its parts nobody sees anything
    shown = shown and not (isinstance(node, n.ComposeOne) and node.text is not None)
    if shown:
        yield from _without_words(node)
    yield from _without_effect(node)
    yield from _with_braces(node)
    yield from _of_nothing_drawn(node)
    if isinstance(node, n.ScenarioDecl) and not any(isinstance(s, _TESTS) for s in node.scenes):
        message = "nothing is expected of this scenario but that its moves can be made"
        yield Diagnostic("L008", message, node.span, hint="say what comes of them: expect …")
    told = set(map(id, ends_told_above(node)))
    for child in children(node):
        if id(child) not in told:
            yield from _below(child, shown=shown)


def _without_words(node: Any) -> Iterator[Diagnostic]:
    tail = getattr(node, "tail", None)
    if tail is None or tail.words.strip():
        return
    match node:
        case n.Offer() if node.name.quoted or not (node.params or node.body):
            return
        case n.OutcomeCase():
            what = f"the outcome {', '.join(name.text for name in node.names)}"
        case n.Simple(what="end game"):
            what = "this end of the game"
        case _ if type(node) in _WHAT:
            what = f"the {_WHAT[type(node)]} {node.name.text}"
        case _:
            return
    hint = 'players are shown the words at the end of its line: "…"'
    if isinstance(node, n.MarkDecl | n.ZoneDecl):
        look = node.span.file.name.rpartition("/")[2].removesuffix(".game") + ".look.csv"
        hint += (
            "; what only the rules need is left out of tables and logs by a line "
            f"{node.name.text},no below name,show in {look}"
        )
    yield Diagnostic("L007", f"{what} has no words", node.span, hint=hint)


def _with_braces(node: Any) -> Iterator[Diagnostic]:
    """Words are shown as they stand; the reason of a `needs` is no words."""
    tail = getattr(node, "tail", None)
    if tail is not None and (held := holes(tail.words).found):
        start, end = held[0]
        yield Diagnostic(
            "L014", f"players are shown {tail.words[start - 1 : end + 1]} as it stands", node.span,
            hint="braces hold values in reasons and names of moves; words are the same every time",
        )  # fmt: skip


def _of_nothing_drawn(node: Any) -> Iterator[Diagnostic]:
    """A part of what is asked of each element that says nothing of it: it was meant beside the
    query, and where there is no element it makes a difference that it stands within."""
    match node:
        case n.Query(kind="every", body=n.Logic(op="and", items=items)):
            joined = "and"
        case n.Query(kind="some", where=n.Logic(op="or", items=items)):
            joined = "or"
        case _:
            return
    names = {node.binder.text, *(drawn.binder.text for drawn in node.more)}
    for part in items[1:]:
        if names.isdisjoint(one.text for one in walk(part) if isinstance(one, n.Name)):
            said = " or ".join(sorted(names))
            yield Diagnostic(
                "L022", f"this says nothing of {said}, and is asked only where there is one",
                part.span,
                hint=f"to be asked in any case it stands outside: ({node.kind} …) {joined} "
                f"{part.span.in_line()}",
            )  # fmt: skip


def misnamed(file: Loaded) -> Iterator[Diagnostic]:
    """A file that is called otherwise than what it holds: it is found by the name of the file."""
    header = file.header
    if header.name.text != file.path.stem:
        yield Diagnostic(
            "L015", f"the file {file.path.name} holds the {header.kind} {header.name.text}",
            header.name.span, hint=f"it is found by the name of its file: {header.kind} "
            f"{file.path.stem}, or {header.name.text}.game",
        )  # fmt: skip


def won_anyway(declarations: Iterable[n.Declaration], fewest: int) -> Iterator[Diagnostic]:
    """Who plays alone has the most points and the least, also of a game that its outcome calls
    lost."""
    of_kind = {type(declaration): declaration for declaration in declarations}
    winner, outcome = of_kind.get(n.WinnerDecl), of_kind.get(n.OutcomeDecl)
    if isinstance(winner, n.WinnerDecl) and outcome is not None and winner.test is None:
        if fewest == 1:
            yield Diagnostic(
                "L017", "who plays alone has won every game, whatever its outcome is", outcome.span,
                (Note("the winner", winner.span),),
                hint="an outcome needs no `winner`; or say when there is one: winner p where …",
            )  # fmt: skip


def before_any_turn(declarations: Iterable[n.Declaration], most: int) -> Iterator[Diagnostic]:
    """What happens to `me` before anybody has had a turn, where others than the first seat have
    one later; a choice there is put to `me`, who is then meant."""
    of_kind = [one for one in declarations if isinstance(one, n.PhaseDecl | n.ProcedureDecl)]
    having = [one for one in of_kind if any(isinstance(node, n.Turns) for node in walk(one))]
    if most == 1 or not having or any(isinstance(one, n.ProcedureDecl) for one in having):
        return
    phases = [one for one in of_kind if isinstance(one, n.PhaseDecl)]
    for statement in (statement for phase in phases for statement in phase.body):
        if any(isinstance(node, n.Turns) for node in walk(statement)):
            return
        asked = next(_asked_for_me(statement), None)
        if asked is not None:
            yield Diagnostic(
                "L020", "nobody has had a turn yet: `me` is always the first seat here", asked.span,
                hint="what happens in each turn stands below `turns`; a variant adds it there: "
                f"add at start of turns in {having[0].name.text}",
            )  # fmt: skip


def dealt_open(declarations: Iterable[n.Declaration], most: int) -> Iterator[Diagnostic]:
    """Hands that lie open since nothing says who sees them, though what is dealt to each of them
    comes from a shuffled heap that nobody sees: `seen by all` says that they are meant to."""
    everything = [*declarations]
    zones = {one.name.text: one for one in everything if isinstance(one, n.ZoneDecl)}
    nodes = [node for one in everything for node in walk(one)]
    shuffled = {_named(node.zone) for node in nodes if isinstance(node, n.ShuffleZone)}
    for node in nodes if most > 1 else ():
        if not (isinstance(node, n.DealFrom) and node.each):
            continue
        heap, hand = zones.get(_named(node.source)), zones.get(_named(node.target))
        if heap is None or hand is None or heap.seen != "nobody" or hand.seen != "all":
            continue
        if heap.name.text in shuffled and " seen " not in hand.span.in_line():
            yield Diagnostic(
                "L023", f"all see what is dealt to each {hand.name.text}, though nobody sees "
                f"{heap.name.text}", hand.span, (Note("it is dealt here", node.span),),
                hint="who sees what lies there stands behind it: seen by owner; or, if it is to "
                "lie open: seen by all",
            )  # fmt: skip


def _named(place: n.Expr) -> str:
    """The zone of a place: a name, or what is asked of something."""
    name = place.name if isinstance(place, n.Apply) else place
    return name.text if isinstance(name, n.Name) else ""


def called_as_the_end(declarations: Iterable[n.Declaration]) -> Iterator[Diagnostic]:
    """What is called as scenarios call that the game is over: they ask for it instead."""
    for one in declarations:
        match one:
            case n.DefineDecl(params=()) | n.MarkDecl(keys=()) | n.ZoneDecl(keys=()):
                pass
            case n.OptionDecl():
                pass
            case _:
                continue
        if one.name.text == "over":
            yield Diagnostic(
                "L024", "`expect over` asks for this in scenarios, and not whether the game is "
                "over", one.name.span, hint="give it another name",
            )  # fmt: skip


def _asked_for_me(node: Any) -> Iterator[n.Name]:
    if isinstance(node, n.Name) and node.text == "me" and not node.quoted:
        yield node
    if not isinstance(node, n.ChooseOne | n.ComposeOne):
        for child in children(node):
            yield from _asked_for_me(child)


def _without_effect(node: Any) -> Iterator[Diagnostic]:
    match node:
        case n.IfElse() if node.other and node.then == node.other:
            message = "both branches do the same"
        case n.When() if node.then == node.other:
            message = "both values are the same"
        case n.SetTo() if node.target == node.value:
            message = "this is set to what it is"
        case n.Change(amount=n.Integer(value=0)):
            message = "this changes nothing"
        case n.Logic(items=items) if any(item in items[:i] for i, item in enumerate(items)):
            message = f"the same stands twice, joined by `{node.op}`"
        case _:
            return
    yield Diagnostic("L006", message, node.span)

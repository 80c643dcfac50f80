"""What a variant would have to say of the scenarios that it changes: `replace scenario` with what
is so now, `remove scenario` of what cannot be played any more.

A scenario is played on, past what is not so: each line that fails says instead what is found there.
What is given and done stays as it is, and what makes no sense with these rules is left out. Nothing
of it is believed: the variant's file is read and run with its drafts, and what does not hold is
said less closely, at last by announcing only that the scenario holds no longer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from textwrap import wrap
from typing import Literal, NoReturn

from ..backends.registry import REFERENCE, EngineName
from ..check.modules import Loaded
from ..core.evaluate import written
from ..core.ir import Element, Op, Promise
from ..core.scenes import (
    ALL_HIDDEN,
    HIDDEN,
    Expects,
    ExpectsOutcome,
    ExpectsOver,
    ExpectsSeen,
    Plays,
    Scenario,
    SceneStep,
    says_end,
    written_hidden,
)
from ..diagnostics import Findings, PlayError, RulesError
from ..game import Game, assemble
from ..runtime.chance import stream
from ..runtime.move import tidy
from ..source import Place, SourceFile, Span, is_within, place_of
from ..state import State
from ..syntax import nodes as n
from ..syntax.parse import parse_file
from ..syntax.walk import walk
from .answering import MOST_TRIED, actions_of, answers, choices_of, to_the_end
from .edited import (
    Edit,
    at_end,
    edited,
    instead_of,
    laid_out,
    laid_out_as,
    own_text,
    without_comment,
)
from .engines import on_engine
from .inherited import inherited
from .position import listed, value_expression
from .scenario import SEED, Failure, Runner, ScenarioRun, as_offered, told_at
from .seen import as_seen

MOST_OFFERED = 12  # moves that are listed where the scenario listed none
COMMENT_WIDTH = 100
OTHER_SEEDS = range(SEED + 1, SEED + 6)  # with which it is tried whether a line hangs on chance
FEW_EVENTS = 2  # that are named
OVER, NOT_OVER = "expect over", "expect not over"
GOES_ON = "# the game goes on here, and nobody has won yet"
HEAD = "library draft\n\n"  # above a declaration that is read by itself

Closeness = Literal["values", "not", "nothing"]  # what stands for a condition that is not so


@dataclass(frozen=True, slots=True)
class Draft:
    """What a variant would say of a scenario. `text`: the declaration in the layout of all files,
    empty if nothing needs to be said of it any more; `why`: what is otherwise now; `lost`: what was
    shown before and is not any more; `broken`: the promises that the position breaks which it
    begins with."""

    title: str
    what: Literal["replace", "remove", "hold"]
    why: str
    text: str
    lost: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drafts:
    """Drafts for the file of a variant. `text`: the file with all of them in it. `left`: scenarios
    that fail and are not drafted, by their titles, with the reasons."""

    file: Loaded
    drafts: tuple[Draft, ...]
    text: str
    left: tuple[tuple[str, str], ...]


class _NotPlayed(Exception):
    """With these rules a scenario cannot be played to its end, or shows nothing any more.

    `instead`: moves of the same name as the one that cannot be played; `line`: what the line
    says with one of them."""

    def __init__(
        self, why: str, instead: Sequence[str] = (), line: Callable[[str], Edit] | None = None
    ) -> None:
        super().__init__(why)
        self.instead, self.line = instead, line


class _Unasked(Exception):
    """The variant asks first what its game does not ask: with this edit the scenario answers."""

    def __init__(self, edit: Edit, why: str) -> None:
        super().__init__(why)
        self.edit = edit


class _NotDrafted(Exception):
    """A scenario fails for a reason that no other scenario would mend, or nobody knows whether one
    would."""


@dataclass(slots=True)
class _Before:
    """What is looked for where something is asked first. `known`: the choices of the game without
    the variant; `tell` is called now and then; `is_whole`: has all been tried that could be?"""

    known: frozenset[str]
    tell: Callable[[], object]
    is_whole: bool = True


def drafts(
    game: Game,
    failed: Collection[Place],
    engines: Sequence[EngineName],
    *,
    on_progress: Callable[[int, str], object] | None = None,
) -> Drafts:
    """Drafts for those of the scenarios that fail with the one variant that the game was loaded
    with; `failed`: where these stand.

    All drafts have been run in the file, on the `engines`. The file is as `rulewright fmt` lays it
    out if it was so before. `on_progress` is told again and again how many have been drafted, and
    the title of the next.

    drafts(game, {place_of(result.scenario)}, ["reference"]).drafts[0].text
    """
    assert game.merged.parts is not None
    base, libraries, (file,) = game.merged.parts
    alone = Runner(assemble(base, libraries, []))
    known = choices_of(alone.game)
    made, left, edits = list[Draft](), list[tuple[str, str]](), list[Edit]()

    def draft(node: n.ScenarioDecl, own: n.ReplaceDecl | None) -> None:
        def tell() -> None:
            if on_progress is not None:
                on_progress(len(made) + len(left), node.title)

        tell()
        try:
            new = _drafted(game, node, alone.game, _Before(known, tell))
        except _NotDrafted as reason:
            left.append((node.title, str(reason)))
            return
        except BaseException as ended:  # by whoever waits no longer
            ended.add_note(f'it was drafting what replaces "{node.title}"')
            raise
        if own is not None and new.what == "remove":  # what its author wrote is never taken away
            left.append((node.title, f"its own replace scenario stays as it is: {new.why}"))
            return
        if own is not None:
            new = replace(new, why=f"its own replace scenario says otherwise: {new.why}")
        made.append(new)
        edits.append(instead_of(own, new.text) if own else at_end(file.source, new.text))

    wrong = {
        d.declaration.title
        for d in file.file.declarations
        if isinstance(d, n.ReplaceDecl)
        and isinstance(d.declaration, n.ScenarioDecl)
        and place_of(d.declaration.span) in failed
    }
    for node, announced in game.inherited():
        if place_of(node.span) not in failed:
            continue
        if announced is not None:
            held = "it holds with the variant, too"
            if node.title in wrong:
                held += ", and what its replace scenario shows does not"
            made.append(Draft(node.title, "hold", held, ""))
        elif not _holds(alone, node):
            left.append((node.title, f"it fails in {base.header.name.text} alone, too"))
        else:
            draft(node, None)
    stale = {new.title for new in made if new.what == "hold"}
    for declaration in file.file.declarations:
        match declaration:
            case n.ReplaceDecl(declaration=n.ScenarioDecl() as node):
                if node.title in stale:  # from now on it is one of the variant's own, if it holds
                    own = "" if node.title in wrong else own_text(node.span)
                    edits.append(instead_of(declaration, own))
                elif node.title in wrong:
                    draft(node, declaration)
            case n.ScenarioDecl() if place_of(declaration.span) in failed:
                left.append((declaration.title, "it is the variant's own"))
            case n.RemoveScenarios(titles=titles):
                kept = [title.text for title in titles if title.text not in stale]
                if kept and len(kept) < len(titles):
                    start = declaration.span.start
                    end = start + len(without_comment(declaration.span))
                    edits.append(Edit(start, end, _removal(kept)))
                elif not kept:
                    edits.append(instead_of(declaration, ""))
    text = laid_out_as(file.source, edited(file.source.text, edits))
    _look_at(game, replace(file, source=SourceFile(file.source.name, text)), made, engines)
    return Drafts(file, tuple(made), text, tuple(left))


def _removal(titles: Iterable[str]) -> str:
    return "remove scenario " + ", ".join(f'"{title}"' for title in titles)


def _look_at(game: Game, file: Loaded, made: list[Draft], engines: Sequence[EngineName]) -> None:
    """All that was drafted holds in the file, or we have made a mistake."""
    assert game.merged.parts is not None
    base, libraries, _ = game.merged.parts
    findings = Findings()
    read = replace(file, file=parse_file(file.source, findings))
    findings.raise_errors()
    again = assemble(base, libraries, [read])
    runner, titles = Runner(again), {draft.title for draft in made}
    replaced = {draft.title for draft in made if draft.what == "replace"}
    for engine in engines:
        results = [run() for run in inherited(again, engine)]
        results += [
            runner.run(scenario, engine)
            for scenario in again.scenarios()
            if scenario.title in replaced
        ]
        for result in results:
            if result.title in titles and not result.passed:
                raise RuntimeError(f"the draft of {result.title} fails: {result.message}")


def _drafted(game: Game, node: n.ScenarioDecl, base: Game, before: _Before) -> Draft:
    """`base`: the game without the variant."""
    text, first = own_text(node.span), ""
    anew = 2 * sum(len(s.moves) if isinstance(s, n.ScenePlay) else 1 for s in node.scenes)
    seats = game.seats_of(node)
    if seats != game.seats and not any(isinstance(s, n.SceneSeats) for s in node.scenes):
        title, _, scenes = text.partition("\n")
        text = f"{title}\n  seats {seats}\n{scenes}"
    try:
        for closeness in ("values", "not", "nothing"):
            playing = _Playing(game, text, closeness, base, before)
            while True:
                try:
                    new = playing.rewritten()
                    break
                except _Unasked as asked:
                    first, anew = first or str(asked), anew - 1
                    if not anew:  # once for what is asked before a line or a move, once for an end
                        raise _NotDrafted(f"{first}; not searched further") from None
                    text = edited(HEAD + text, [asked.edit]).removeprefix(HEAD).rstrip()
                    playing = _Playing(game, text, closeness, base, before)
            first = first or playing.why
            if _holds(Runner(game), _scenario(SourceFile("draft", HEAD + new))):
                lost = tuple(dict.fromkeys(playing.lost))
                new = _with_chance(game, node, new)
                text, broken = _declared(f"replace {new}"), playing.broken()
                return Draft(node.title, "replace", first, text, lost, broken)
        raise _NotPlayed(first)
    except _NotPlayed as reason:
        if other := _with_another_move(game, text, reason):
            why = f"{reason}; {other[1]} is played instead"
            new = _with_chance(game, node, other[0])
            return Draft(node.title, "replace", why, _declared(f"replace {new}"))
        why = " ".join(str(reason).split())
        if not before.is_whole:
            what = f"what could be played before that was not searched further than {MOST_TRIED}"
            raise _NotDrafted(f"{why}; {what} moves") from None
        told = wrap(why, COMMENT_WIDTH, initial_indent="# ", subsequent_indent="# ")
        removal = "\n".join((*told, _removal([node.title])))
        return Draft(node.title, "remove", why, _declared(removal))


def _with_chance(game: Game, node: n.ScenarioDecl, text: str) -> str:
    """A draft in which comments say of its new lines which of them are so by chance that no line
    decides: with other seeds they are not."""
    draft = _scenario(SourceFile("draft", HEAD + text))
    scenario, kept = game.scenario(draft), {scene.span.in_line() for scene in node.scenes}
    events = dict[Span, tuple[str, ...]]()
    for seed in OTHER_SEEDS:
        table = ScenarioRun(on_engine(game.for_scenario(scenario), REFERENCE), luck=stream(seed))
        for scene in draft.scenes:
            try:
                for step in (step for step in scenario.steps if step.span == scene.span):
                    table.take(step)
            except (Failure, PlayError):
                if table.left_to_luck:
                    events.setdefault(scene.span, table.undecided())
                if not isinstance(scene, _SHOWING):
                    break
    edits = [
        Edit(span.start, span.start, f"# {_by_chance(events[span])}\n{' ' * (span.column - 1)}")
        for span in (scene.span for scene in draft.scenes)
        if span in events and span.in_line() not in kept
    ]
    return edited(HEAD + text, edits).removeprefix(HEAD)


def _by_chance(events: tuple[str, ...]) -> str:
    what = " and ".join(events) if len(events) <= FEW_EVENTS else "what chance is asked"
    return f"so by chance: no `chance` line decides {what}"


def _with_another_move(game: Game, text: str, stopped: _NotPlayed) -> tuple[str, str] | None:
    """The scenario with another move of the same name in the place of the one that cannot be
    played, and that move, if all that it shows holds then."""
    for move in stopped.instead:
        assert stopped.line is not None
        played = edited(HEAD + text, [stopped.line(move)]).removeprefix(HEAD)
        if _holds(Runner(game), _scenario(SourceFile("draft", HEAD + played))):
            return played, move
    return None


def _declared(text: str) -> str:
    return laid_out(HEAD + text).removeprefix(HEAD)


def _scenario(source: SourceFile) -> n.ScenarioDecl:
    (scenario,) = parse_file(source, Findings()).declarations
    assert isinstance(scenario, n.ScenarioDecl)
    return scenario


def _holds(runner: Runner, scenario: n.ScenarioDecl) -> bool:
    try:
        return runner.run(runner.game.scenario(scenario), REFERENCE).passed
    except RulesError:
        return False


class _Without:
    """A scenario as the game without the variant plays it, as far as it can."""

    def __init__(self, base: Game, node: n.ScenarioDecl) -> None:
        self.span = node.span
        self.table: ScenarioRun | None = None
        self.steps: tuple[SceneStep, ...] = ()
        self.position: ScenarioRun | None = None  # with which it begins
        with suppress(RulesError):
            scenario = base.scenario(node)
            self.steps = scenario.steps
            self.table = self.position = self.begun(base, scenario)
            return
        with suppress(RulesError):  # a move that only the variant has
            given = takewhile(lambda scene: not isinstance(scene, n.ScenePlay), node.scenes)
            scenes = tuple(scene for scene in given if not isinstance(scene, _SHOWING))
            scenario = base.scenario(replace(node, scenes=scenes))
            self.position = self.begun(base, scenario)
            with suppress(Failure, PlayError):
                for step in scenario.steps:
                    self.position.take(step)

    def begun(self, base: Game, scenario: Scenario) -> ScenarioRun:
        return ScenarioRun(on_engine(base.for_scenario(scenario), REFERENCE))

    def go_on(self, scene: n.Scene) -> None:
        """Do what the scenario does."""
        if self.table is None:
            return
        try:
            for step in self.steps:
                if step.span == scene.span:
                    self.table.take(step)
        except (Failure, PlayError):
            self.table = None

    def choice(self, span: Span) -> str | None:
        """What is asked where it has come to; empty where the game is over, None if that is not
        known."""
        try:
            state = self.table.settled(span) if self.table is not None else None
        except (Failure, PlayError):
            return None
        return None if state is None else state.choice

    def broken(self) -> tuple[str, ...]:
        """The promises that do not hold in the position with which the scenario begins."""
        if self.position is not None and self.position.kept is None:
            with suppress(Failure, PlayError):
                self.position.settled(self.span)
        return _broken(self.position)


def _broken(table: ScenarioRun | None) -> tuple[str, ...]:
    if table is None or table.kept is None:
        return ()
    return _said(one for one in table.game.program.always if one not in table.kept)


def _said(promises: Iterable[Promise]) -> tuple[str, ...]:
    """Promises as they are written."""
    return tuple(one.span.said(one.tags) for one in promises)


class _Playing:
    """A scenario that is played on the rules of a variant, and its text as it would be true."""

    def __init__(
        self, game: Game, text: str, closeness: Closeness, base: Game, before: _Before
    ) -> None:
        self.game, self.closeness, self.before, self.base = game, closeness, before, base
        self.actions = actions_of(base)
        self.source = SourceFile("draft", HEAD + text)
        self.node = _scenario(self.source)
        self.without = _Without(base, self.node)
        self.why = ""  # what is not so, first of all
        self.lost: list[str] = []  # what was shown, and cannot be said any more
        self.unread: list[Span] = []  # of lines that make no sense with these rules
        self.end = ["over"]  # what is said last of a game that is over only with the variant
        self.goes_on: list[Span] = []  # of lines that say who has won where nobody has yet
        self.scenario = self.read()
        self.table = ScenarioRun(on_engine(game.for_scenario(self.scenario), REFERENCE))
        self.setting = "".join(
            f"  {own_text(scene.span)}\n"
            for scene in self.node.scenes
            if isinstance(scene, n.SceneSeats | n.SceneOption)
        )

    def read(self) -> Scenario:
        """The scenario without the lines that cannot be read."""
        try:
            return self.game.scenario(self.node)
        except RulesError as error:
            found = [one for one in error.diagnostics if one.severity == "error"]
            for one in found:
                if not is_within(one.span, self.node.span):
                    where = f"in line {one.span.line} of {one.span.file.name}"
                    raise _NotDrafted(f"the rules are wrong {where}: {one.message}") from None
            self.why = found[0].message
            for finding in found:
                self.unread += [
                    scene.span
                    for scene in self.node.scenes
                    if isinstance(scene, _SHOWING) and is_within(finding.span, scene.span)
                ]
            readable = tuple(s for s in self.node.scenes if s.span not in self.unread)
            try:
                return self.game.scenario(replace(self.node, scenes=readable))
            except RulesError as error:
                raise _NotPlayed(error.diagnostics[0].message) from None

    def rewritten(self) -> str:
        """The text of the scenario, as far as it can be played."""
        changed, shown = list[tuple[Span, list[str]]](), 0
        before = list[str]()
        listed = set[str]()  # moves that a line lists together with all others, since the last move
        begun = 0  # with which of the changed lines the position began
        noted = False  # is it said what is asked there?
        refusals = {s.span: s for s in self.node.scenes if isinstance(s, n.SceneRefuses)}
        for scene in self.node.scenes:
            steps = [step for step in self.scenario.steps if step.span == scene.span]
            if not isinstance(scene, _SHOWING):
                self.go_on(steps, scene)
                self.without.go_on(scene)
                before, begun, listed = [], len(changed), set()
                noted = noted and not isinstance(scene, n.ScenePlay)
                continue
            lines = self.lines(scene, steps)
            if lines == []:
                self.lost.append(" ".join(without_comment(scene.span).split()))
            offered = refusals.get(scene.span) if lines and _is_listed(lines[0], listed) else None
            if offered is not None:
                lines = []
            if lines and lines[0] in before:  # two lines said how it ends, and both are wrong
                lines = lines[1:]
            said_so = isinstance(scene, n.SceneExpect) and self.says_over(scene, steps)
            if lines and not said_so and any(map(_ends_there, before)):
                lines = [said for line in lines if (said := _but_over(line, self.end))]
            before += lines or []
            shown += lines is None or bool(lines)
            if lines is not None:
                # lines that say it
                is_asked = any(line.startswith(("offers ", NOT_OVER)) for line in lines)
                note = "" if noted or is_asked or not lines else self.asked_instead(scene.span)
                noted = noted or is_asked or bool(note)
                goes_on = scene.span in self.goes_on and lines and NOT_OVER not in lines
                note = GOES_ON if goes_on else note
                note = _offered_now(offered) if offered is not None else note
                changed.append((scene.span, [*[note] * bool(note), *lines]))
            lists_all = not any(line.endswith("; ...") for line in lines or [])
            if isinstance(scene, n.SceneOffers) and not scene.open and lists_all:
                listed = {str(move) for move in self.settled(scene.span).legal_moves()}
                for number, (span, texts) in enumerate(changed[begun:], begun):
                    kept = [text for text in texts if not _is_listed(text, listed)]
                    if kept != texts and (refused := refusals.get(span)):
                        kept.append(_offered_now(refused))
                    changed[number] = span, kept
        try:
            self.table.finish()
        except Failure as failure:
            raise _NotPlayed(failure.message) from None
        if not shown:
            raise _NotPlayed(self.why)
        edits = [self.edit(span, lines) for span, lines in changed]
        return edited(self.source.text, edits).removeprefix(HEAD)

    def broken(self) -> tuple[str, ...]:
        """The promises that do not hold in the position with which the scenario begins, but hold in
        it without the variant: what comes of it may not be what happens in any game. Where it
        breaks one that the variant has put another in the place of, that one is no wonder."""
        before = self.without.broken()
        said = {*_said(self.game.program.always)}
        known = {*_said(self.base.program.always)}
        fewer = not said.issuperset(before)
        return tuple(
            promise for promise in _broken(self.table)
            if promise not in before and not (fewer and promise not in known)
        )  # fmt: skip

    def asked_instead(self, span: Span) -> str:
        """A comment where something else is asked than without the variant, as where an action goes
        on that was over: what is shown then may say little."""
        state, asked = self.settled(span), self.without.choice(span)
        if state.over or asked in (None, state.choice):
            return ""
        return f"# {state.choice} is asked here, and without the variant {asked or 'nothing'}"

    def edit(self, span: Span, lines: list[str]) -> Edit:
        """Other lines in the place of a scene, or none, and then no empty one either."""
        text = without_comment(span)
        margin = span.column - 1
        if not lines:
            rest = self.source.text.find("\n", span.start + len(text))
            return Edit(span.start - margin, rest + 1 or len(self.source.text), "")
        return Edit(span.start, span.start + len(text), f"\n{' ' * margin}".join(lines))

    def go_on(self, steps: Iterable[SceneStep], scene: n.Scene) -> None:
        """Do what the scenario does."""
        at, text = 0, ""  # which of the moves of a line it is
        try:
            for step in steps:
                if isinstance(step, Plays):
                    for number, text in enumerate(step.moves):
                        at = number
                        self.table.play(text, step.span)
                else:
                    self.table.take(step)
        except Failure as failure:
            if isinstance(scene, n.ScenePlay):
                span = scene.span
                first = self.answers(span, lambda table: table.play(text, span))
                self.answer(first, self.with_moves(scene, at, *first, scene.moves[at]))
            self.stop(failure, scene if isinstance(scene, n.ScenePlay) else None, at)
        except PlayError as error:
            raise _NotDrafted(f"the rules go wrong: {error.message}") from None

    def stop(self, failure: Failure, scene: n.ScenePlay | None = None, number: int = 0) -> NoReturn:
        """There is no going on; `number`: with which of the moves of the line."""
        if not is_within(failure.span, self.node.span):
            raise _NotDrafted(failure.message) from None
        if scene is None or not failure.expected:
            raise _NotPlayed(failure.message) from None
        move = failure.expected[0]
        raise _NotPlayed(
            failure.message if move in failure.message else f"{move}: {failure.message}",
            [other for other in failure.found if _name_of(other) == _name_of(move)][:MOST_OFFERED],
            lambda other: self.with_moves(scene, number, other),
        ) from None

    def with_moves(self, scene: n.ScenePlay, number: int, *instead: str) -> Edit:
        """A line with others in the place of one of its moves."""
        start, moves = (
            scene.span.start,
            [*scene.moves[:number], *instead, *scene.moves[number + 1 :]],
        )
        return Edit(start, start + len(without_comment(scene.span)), f"play {'; '.join(moves)}")

    def answers(self, span: Span, holds: Callable[[ScenarioRun], object]) -> tuple[str, ...]:
        """What is played at choices of the variant so that something holds, if that is found."""
        before, shown = self.before, self.source.text
        found = answers(self.table, before.known, span, holds, shown=shown, tell=before.tell)
        before.is_whole = before.is_whole and (found.whole or bool(found.moves))
        return found.moves

    def answer_before(self, scene: n.Scene, steps: list[SceneStep]) -> None:
        def all_of_them(table: ScenarioRun) -> None:
            for step in steps:
                table.take(step)

        def some_of_it(table: ScenarioRun) -> None:
            """What is offered then may be more, or less, as the variant has it."""
            offered = {tidy(str(move)) for move in table.settled(scene.span).legal_moves()}
            if isinstance(scene, n.SceneOffers) and offered.isdisjoint(map(tidy, scene.moves)):
                raise Failure("nothing of it is offered", scene.span)

        first = self.answers(scene.span, all_of_them)
        if not first and isinstance(scene, n.SceneOffers):
            first = self.answers(scene.span, some_of_it)
        start, margin = scene.span.start, " " * (scene.span.column - 1)
        self.answer(first, Edit(start, start, f"play {'; '.join(first)}\n{margin}"))

    def answer(self, moves: Sequence[str], edit: Edit) -> None:
        """Begin anew with the moves at choices that the game alone does not have, if any."""
        if moves:
            choice = self.table.begun().choice
            raise _Unasked(edit, f"{choice} is asked first: {'; '.join(moves)} is played")

    def settled(self, span: Span) -> State:
        try:
            return self.table.settled(span)
        except Failure as failure:
            self.stop(failure)
        except PlayError as error:
            raise _NotDrafted(f"the rules go wrong: {error.message}") from None

    def lines(self, scene: n.Scene, steps: list[SceneStep]) -> list[str] | None:
        """What a scene that shows something says instead; None if it is right."""
        state = self.settled(scene.span)
        late = not state.over and self.was_over(scene, steps)
        if late:
            self.play_on(scene)
        if scene.span not in self.unread and not (late and _says_who_won(scene)):
            try:
                for step in steps:
                    self.table.take(step)
                return None
            except (Failure, PlayError) as error:
                self.answer_before(scene, steps)
                self.why = self.why or error.message
        try:
            return self.said_otherwise(state, scene, steps)
        except PlayError as error:
            raise _NotDrafted(f"the rules go wrong: {error.message}") from None

    def said_otherwise(self, state: State, scene: n.Scene, steps: list[SceneStep]) -> list[str]:
        match scene:
            case n.SceneOffers(moves=moves, open=more):
                return self.offers(state, [tidy(move) for move in moves], is_open=more)
            case n.SceneRefuses(move=move):
                return self.refuses(state, tidy(move), scene.span not in self.unread)
            case n.SceneOutcome(names=names):
                return [*self.ends(state), *self.no_end_so(state, {name.text for name in names})]
            case n.SceneExpect():
                return self.expects(state, scene, steps)
            case n.SceneSeen():
                return self.seen(state, scene, steps)
        raise AssertionError(scene)

    def was_over(self, scene: n.Scene, steps: Iterable[SceneStep]) -> bool:
        """Is a line about the end of the game, or was it over there without the variant?"""
        match scene:
            case n.SceneOutcome():
                return True
            case n.SceneExpect():
                return self.says_over(scene, steps) or self.without.choice(scene.span) == ""
        return False

    def play_on(self, scene: n.Scene) -> None:
        """Begin anew with the moves by which alone the game is over, if there are such."""
        if moves := to_the_end(self.table, scene.span):
            start, margin = scene.span.start, " " * (scene.span.column - 1)
            said = "; ".join(moves)
            raise _Unasked(
                Edit(start, start, f"play {said}\n{margin}"),
                f"the game goes on, and nothing else can be done: {said} is played",
            )

    def says_over(self, scene: n.SceneExpect, steps: Iterable[SceneStep]) -> bool:
        """Does an expectation say that the game is over? Of one that cannot be read there are no
        steps."""
        if scene.span in self.unread and any(map(_is_called_over, _all_of(scene.test))):
            steps = self.game.read_scenario('scenario "draft"\n  expect over').steps
        return any(says_end(step) for step in steps)

    def offers(self, state: State, wanted: list[str], *, is_open: bool) -> list[str]:
        """What is offered, in the words and the order of those that are `wanted`; of an open line
        these alone. Where nothing has come to them but many ways of actions that the variant adds,
        it is said that there are others: what these are its own scenarios show."""
        moves = state.legal_moves()
        if not moves:
            return [f"expect {' and '.join(self.new_end(state))}"]
        named = {as_offered(state, text): text for text in wanted}
        offered = [str(move) for move in moves]
        still = [text for move, text in named.items() if move in offered]
        added = [move for move in moves if str(move) not in named]
        adds = len(added) > MOST_OFFERED and len(still) == len(wanted) and all(
            m.alternative.name not in self.actions for m in added
        )  # fmt: skip
        if (is_open or (adds and still)) and added:
            return [f"offers {'; '.join([*(still or offered[:1]), '...'])}"]
        return [f"offers {'; '.join([*still, *map(str, added)])}"]

    def refuses(self, state: State, move: str, is_known: bool) -> list[str]:
        if not is_known:
            return []
        reasons = [reason.message for reason in state.why_not(move)]
        if not reasons:
            return [f"offers {move}; ..."]
        written = [f' "{reason}"' for reason in reasons if '"' not in reason and "\n" not in reason]
        return [f"refuses {move}{''.join(written[:1])}"]

    def ends(self, state: State) -> list[str]:
        """How the game is over, or how it goes on."""
        if not state.over:
            offered = [str(move) for move in state.legal_moves()]
            few = len(offered) <= MOST_OFFERED
            return self.offers(state, offered, is_open=False) if few else [NOT_OVER]
        names = state.outcome["result"] if state.outcome is not None else []
        return [f"expect outcome is {', '.join(names)}" if names else OVER]

    def new_end(self, state: State) -> list[str]:
        """That the game is over, which it is not without the variant, and who has won then."""
        won = f"winners is {self.value_if_any(state, 'winners')}"
        is_so = self.game.program.is_won and self.can_be_so(state, won)
        self.end = ["over", *[won] * is_so]
        return self.end

    def no_end_so(self, state: State, names: set[str]) -> list[str]:
        """Of a game that goes on: that what would be the outcome of these names is not so. A
        condition about whose turn it was cannot be asked of a scenario."""
        cases = (d.cases for d in self.game.merged.declarations if isinstance(d, n.OutcomeDecl))
        for case in (case for found in cases for case in found):
            if state.over or case.test is None or {name.text for name in case.names} != names:
                continue
            asked = {name.text for name in walk(case.test) if isinstance(name, n.Name)}
            if asked.isdisjoint(("me", "opponent")) and self.closeness != "nothing":
                so = (said for said in _denials(case.test) if self.can_be_so(state, said))
                return [f"expect {said}" for said in islice(so, 1)]
        return []

    def expects(self, state: State, scene: n.SceneExpect, steps: Sequence[SceneStep]) -> list[str]:
        items, over = _all_of(scene.test), self.says_over(scene, steps)
        ended = any(isinstance(step, ExpectsOutcome) for step in steps)
        if over:
            items = tuple(item for item in items if not _says_end(item))
        if not state.over and _says_who_won(scene) and self.was_over(scene, steps):
            self.lost += [_in_one_line(item) for item in items if _is_about_winners(item)]
            items = tuple(item for item in items if not _is_about_winners(item))
            self.goes_on.append(scene.span)
            over = True
        says = ["over"] if over and state.over and not ended else []
        if state.over and self.without.choice(scene.span) != "":  # which is new, and must be said
            over = True
            if not ended:
                who_won = any(map(_is_about_winners, items))
                says = self.new_end(state)[: 1 if who_won else None]
        held = (part for i in items if (part := self.condition(state, i)))
        parts = [*dict.fromkeys([*says, *held])]
        parts = [*map(_in_brackets, parts[:-1]), *parts[-1:]]
        lines = self.ends(state) if over and (ended or not state.over) else []
        return [*lines, *([f"expect {' and '.join(parts)}"] if parts else [])]

    def condition(self, state: State, item: n.Expr) -> str:
        """What is so of a part of an expectation; nothing if that cannot be said."""
        text = _in_one_line(item)
        if self.can_be_so(state, text):
            return text
        said = _denials(item) if self.closeness != "nothing" else []
        if self.closeness == "values":
            now = self.instead(state, item)
            said = [_as_written(now, text), now, *said]
        for new in said:
            if new and self.can_be_so(state, new):
                return new
        self.lost.append(text)
        return ""

    def can_be_so(self, state: State, text: str) -> bool:
        """Is it so, and does it make sense?"""
        try:
            return self.is_so(state, text)
        except (RulesError, PlayError):
            return False

    def instead(self, state: State, item: n.Expr) -> str:
        """The other word for what is not so, or the value that was found."""
        match item:
            case n.Check() | n.Not() | n.Compare(op="is not" | "not in"):
                return _negated(item)
            case n.Query(kind="every", body=body) if body is not None:
                return self.all_alike(state, item, _all_of(body))
            case n.Compare(left=left, right=right) if item.op != "meets":
                for side in map(_as_side, (left, right)):
                    value = self.value_if_any(state, side)
                    if value not in (side, ""):
                        return f"{side} is {value}"
        return ""

    def all_alike(self, state: State, item: n.Query, parts: tuple[n.Expr, ...]) -> str:
        """What all have instead: each part that is so stays; of each that is not so, the one
        number, if all have one, or that not all have it."""
        assert item.body is not None
        text = item.span.text()[len("every") : item.body.span.start - item.span.start]
        source = " ".join(text.split())
        said, not_so = list[str](), list[str]()
        for part in parts:
            whole = _in_one_line(part)
            if isinstance(part, _OPEN):
                whole = f"({whole})"
            if self.can_be_so(state, f"every {source} {whole}"):
                said.append(whole)
                continue
            now = ""
            if isinstance(part, n.Compare) and part.op == "is":
                number = _as_side(part.left)
                found = f"largest ({number}) for {source.removesuffix(' has')}"
                now = f"{number} is {self.value_if_any(state, found)}"
            if now and self.can_be_so(state, f"every {source} {now}"):
                said.append(now)
                continue
            same = f"every {source} {whole}"
            denied = (d for d in _denied_of_all(item, part, same) if self.can_be_so(state, d))
            if first := next(denied, ""):
                not_so.append(first)
            else:
                self.lost.append(_in_one_line(part))
        same = f"every {source} {' and '.join(said)}"
        all_said = [*[same] * bool(said), *not_so]
        return " and ".join([*map(_in_brackets, all_said[:-1]), *all_said[-1:]])

    def value_if_any(self, state: State, text: str) -> str:
        try:
            return self.value(state, text)
        except (RulesError, PlayError):
            return ""

    def read_expectation(self, text: str) -> tuple[SceneStep, ...]:
        read = self.game.read_scenario(f'scenario "draft"\n{self.setting}  expect {text}')
        return read.steps

    def read_condition(self, text: str) -> Expects:
        (step,) = self.read_expectation(text)
        if not isinstance(step, Expects):
            raise PlayError(f"{text} is no condition")
        return step

    def is_so(self, state: State, text: str) -> bool:
        return all(self.holds(state, step) for step in self.read_expectation(text))

    def holds(self, state: State, step: SceneStep) -> bool:
        match step:
            case Expects(test=test):
                return bool(self.table.value(state, test, {}))
            case ExpectsOver(over=over):
                return state.over is over
            case ExpectsOutcome(names=names):
                return state.outcome is not None and state.outcome["result"] == [*names]
        raise AssertionError(step)

    def value(self, state: State, text: str) -> str:
        """The value of an expression, as an expression writes it."""
        said = self.table.game.laid_open(self.read_condition(f"({text}) is ({text})").said)
        if not isinstance(said, Op) or not said.args:
            return ""
        return value_expression(said.args[0].type, self.table.value(state, said.args[0], {}))

    def seen(self, state: State, scene: n.SceneSeen, steps: list[SceneStep]) -> list[str]:
        lines = list[str]()
        for step in steps:
            assert isinstance(step, ExpectsSeen)
            for cell in step.cells:
                found = as_seen(state, step.seat, cell)
                kind = cell.variable.type
                nothing = written(-1, kind) if isinstance(kind, Element) else "nothing"
                whole = cell.values is None and {*found} == {HIDDEN}
                words = [ALL_HIDDEN] if whole else map(listed, written_hidden(found))
                values = ", ".join(words) or nothing
                place = next(line.place for line in scene.lines if line.span == cell.span)
                lines.append(f"  {_in_one_line(place)}: {values}")
            for choice in step.choices:
                told = told_at(state, step.seat, choice)
                if told is not None:
                    lines.append(f"  {choice.choice}: {told}")
        return [f"seen by {_in_one_line(scene.seat)}", *lines] if lines else []


_SHOWING = n.SceneOffers | n.SceneRefuses | n.SceneExpect | n.SceneOutcome | n.SceneSeen
_OPEN = n.Logic | n.When | n.Query | n.Not  # in brackets, where something follows


def _as_written(now: str, before: str) -> str:
    """What is so, with numbers that are names of seats bare where they were before: `last is 0` is
    understood as well as `last is '0'`."""
    bare = re.search(r"\b[0-9]", before) and not re.search(r"'[0-9]+'", before)
    return re.sub(r"'([0-9]+)'", r"\1", now) if bare else now


def _offered_now(scene: n.SceneRefuses) -> str:
    """A comment in the place of a line of which another one says that it is not so any more."""
    return f"# {tidy(scene.move)} is not refused any more"


def _is_listed(text: str, moves: set[str]) -> bool:
    """Does a line offer a move and maybe others, where all are listed besides?"""
    offered = text.removeprefix("offers ").removesuffix("; ...")
    return text == f"offers {offered}; ..." and offered in moves


def _all_of(test: n.Expr) -> tuple[n.Expr, ...]:
    """The parts of a condition that all have to be so."""
    if isinstance(test, n.Logic) and test.op == "and":
        return tuple(part for item in test.items for part in _all_of(item))
    return (test,)


def _ends_there(line: str) -> bool:
    """Does a line of a draft say that the game is over?"""
    return line == OVER or line.startswith((f"{OVER} and ", "expect outcome is "))


def _but_over(line: str, end: Sequence[str]) -> str:
    """A line of a draft without its saying that the game is over, and who has won with that; empty
    if that is all it says."""
    for said in (" and ".join(end), "over"):
        if line == f"expect {said}":
            return ""
        if line.startswith(f"expect {said} and "):
            return f"expect {line.removeprefix(f'expect {said} and ')}"
    return line


def _is_called_over(item: n.Expr) -> bool:
    return isinstance(item, n.Name) and item.text == "over"


def _says_end(item: n.Expr) -> bool:
    said = n.how_it_stands(item)
    return said is not None and said.over


def _is_about_winners(item: n.Expr) -> bool:
    return any(isinstance(name, n.Name) and name.text == "winners" for name in walk(item))


def _says_who_won(scene: n.Scene) -> bool:
    return isinstance(scene, n.SceneExpect) and _is_about_winners(scene.test)


def _name_of(move: str) -> str:
    return move.partition(" ")[0]


def _denials(item: n.Expr) -> list[str]:
    """That a condition is not so, as it reads best first."""
    return list(dict.fromkeys([_negated(item), _not(_in_one_line(item), item)]))


def _not(text: str, item: n.Expr) -> str:
    return f"not {text}" if isinstance(item, n.Name | n.Apply) else f"not ({text})"


_FOLDED = ("total", "product", "largest", "smallest")
_OPPOSITES = {"is": "is not", "<": ">=", ">": "<=", "in": "not in"}
_OPPOSITES |= {opposite: op for op, opposite in _OPPOSITES.items()}


def _negated(item: n.Expr) -> str:
    """The opposite of a condition, without a `not` where it can be said without."""
    match item:
        case n.Not(operand=operand):
            return _in_one_line(operand)
        case n.Check(what=what, negated=negated, operand=operand):
            return f"{_as_side(operand)} is {'not ' * (not negated)}{what}"
        case n.Compare(op=op, left=left, right=right) if op in _OPPOSITES:
            return f"{_as_side(left)} {_OPPOSITES[op]} {_as_side(right)}"
        case n.Logic(op="or", items=items):
            return " and ".join(_in_brackets(_negated(part)) for part in items)
        case n.Query(kind="every", body=body) if body is not None:
            return _denied_of_all(item, body, _in_one_line(item))[0]
        case n.Query(kind="some", where=n.Compare() | n.Check() | n.Not() as where):
            return f"every {_drawn(item)} has {_negated(where)}"
    return _not(_in_one_line(item), item)


def _denied_of_all(item: n.Query, part: n.Expr, text: str) -> list[str]:
    """That a condition, the `part` of what is said of all, is not so of some; `text`: that it is so
    of all."""
    said = _negated(part)
    if item.where is not None:
        said = f"{_in_brackets(_in_one_line(item.where))} and {said}"
    reads_well = not isinstance(part, n.Query | n.When)
    return [*[f"some {_drawn(item)} where {said}"] * reads_well, f"not ({text})"]


def _drawn(item: n.Query) -> str:
    """The names and the source of a query, as in `p in seat`."""
    end = item.where or item.body
    assert end is not None
    text = item.span.text()[len(item.kind) : end.span.start - item.span.start]
    return re.sub(r"\s+(where|has)[\s(]*\Z", "", " ".join(text.split())).strip()


def _as_side(item: n.Expr) -> str:
    """As it stands beside an operator."""
    text = _in_one_line(item)
    ends_itself = isinstance(item, n.Query) and item.kind in _FOLDED and item.where is None
    is_open = isinstance(item, _OPEN | n.Compare | n.Check) and not ends_itself
    return f"({text})" if is_open else text


def _in_brackets(text: str) -> str:
    """A condition in brackets, if it takes what follows for a part of itself."""
    test = _scenario(SourceFile("draft", f'{HEAD}scenario "draft"\n  expect {text}\n')).scenes[0]
    assert isinstance(test, n.SceneExpect)
    item = test.test
    is_open = isinstance(item, n.Query | n.When) or (
        isinstance(item, n.Logic) and (item.op == "or" or isinstance(item.items[-1], n.Query))
    )
    return f"({text})" if is_open else text


def _in_one_line(node: n.Expr) -> str:
    return node.span.in_line()


__all__ = ["Draft", "Drafts", "drafts"]

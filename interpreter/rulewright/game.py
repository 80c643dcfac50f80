"""A game, loaded and checked: `load` runs the passes, in order, on one screen."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from secrets import token_hex
from textwrap import dedent, indent
from typing import TYPE_CHECKING, Any, Literal, get_args

from .backends import registry
from .backends.protocol import Engine
from .backends.registry import EngineName
from .characters import many
from .check import modules, overlay
from .check.checked import Checked
from .check.modules import Loaded, Merged
from .check.others import told_with_others
from .check.program import build
from .collecting import put_off
from .core import ir, soundness
from .core.specialise import Tables, closed_expression, specialise
from .core.walk import walk, walk_statements
from .diagnostics import (
    Diagnostic,
    Findings,
    Note,
    RulesError,
    RulewrightError,
    UsageError,
    did_you_mean,
    expect,
    many_players,
    shown,
)
from .recent import Recent, Same
from .runtime.chance import fresh_seed
from .runtime.layout import GIVEN, POINT, Layout, Slots
from .runtime.move import hint_at, misread, pattern, take_apart, text_of, tidy
from .source import SourceFile, Span, place_of
from .state import State, begin
from .syntax import nodes as n
from .syntax.parse import parse_file

if TYPE_CHECKING:
    from .core import scenes
    from .drawing.svg import Picture

SCENARIOS_KEPT = 200  # that need not be read again

_Setting = tuple[int, tuple[tuple[str, int], ...]]  # seats, and options as stored


@dataclass(frozen=True, slots=True)
class Rule:
    """A line of a rule file with words or rule numbers: what the printed rulebook is made of."""

    words: str
    tags: tuple[str, ...]
    span: Span


@dataclass(repr=False)
class Game:
    """Rules for one number of seats, with their options and variants chosen.

    `options`: every option with the label of its value. `variants`: names, in alphabetical order.
    `program`: what engines execute; `checked`: the same before options were chosen, and its names.
    `unfolded`: nothing in it is worked out beforehand (see `specialise`).

    Once loaded it stays as it is: any threads may share it, each with states of its own.

    >>> game = load("ruta", variants=["ace_subvert"], options={"longest": "path"})
    >>> game.start(seed=7).legal_moves()[0]
    """

    checked: Checked
    program: ir.Program
    engine_name: EngineName
    source: str
    warnings: tuple[Diagnostic, ...] = ()
    unfolded: bool = False
    _settings: dict[_Setting, Game] = field(default_factory=dict)
    _scenarios: Recent[Same, scenes.Scenario] = field(
        default_factory=lambda: Recent(SCENARIOS_KEPT), init=False
    )  # those read for these seats and options, by their trees
    _tables: Tables = field(default_factory=dict, init=False)  # made for what these ask

    def __repr__(self) -> str:
        """The call that loads the same game."""
        options = {o.name: self.options[o.name] for o in self.program.options}
        parts = [repr(self.source), *([f"variants={self.variants!r}"] if self.variants else [])]
        parts += [f"options={options!r}"] if options else []
        return f"load({', '.join(parts)}, seats={self.seats})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """The same where IPython or Hypothesis would print all fields of a dataclass."""
        printer.text(repr(self))

    def svg(self) -> str:
        """The table at a beginning, as all seats see it: SVG, as `State.svg` gives it."""
        return self._beginning().alone

    def _repr_html_(self) -> str:
        from html import escape

        from .drawing.shown import as_html

        about = " ".join(self.blurbs)
        told = escape(f"{self.title} ({self.name}), {many(self.seats, 'seat')}. {about}".strip())
        return f"<p>{told}</p>{as_html(self._beginning())}"

    def _beginning(self) -> Picture:
        from .drawing.shown import as_picture, seen_by

        state = self.start(seed=0)
        return as_picture(self.program, seen_by(self.program, state, None), self.title)

    @cached_property
    def engine(self) -> Engine:
        """What plays the program; made when it is first asked for."""
        return registry.kind(self.engine_name).make(self.program)

    @property
    def merged(self) -> Merged:
        return self.checked.merged

    @property
    def open_program(self) -> ir.GenericProgram:
        """The program before options were chosen."""
        return self.checked.program

    @property
    def name(self) -> str:
        return self.program.name

    @property
    def title(self) -> str:
        return self.program.title

    @property
    def blurbs(self) -> tuple[str, ...]:
        return self.merged.header.blurbs

    @property
    def credits(self) -> tuple[str, ...]:
        return self.merged.header.credits

    @property
    def seats(self) -> int:
        return self.program.seats.size

    @property
    def seat_names(self) -> tuple[str, ...]:
        return self.program.seats.labels

    @property
    def variants(self) -> tuple[str, ...]:
        return self.merged.variants

    @property
    def files(self) -> tuple[SourceFile, ...]:
        return self.merged.sources

    @property
    def options(self) -> dict[str, str]:
        return {o.name: label_of(o, self.program.bound[o.name]) for o in self.program.options}

    @property
    def num_distinct_actions(self) -> int:
        """How many moves there can ever be, each with a number of its own from 0 on.

        Numbers depend on the rules, seats and options alone (`State.legal_actions`). Every
        combination of arguments counts, so there are more than are ever on offer: where sets of
        cards are chosen at one go, more than any table holds.

        >>> load("connect_four").num_distinct_actions
        42
        """
        return self.engine.layout.actions.count

    def action_to_text(self, action: int) -> str:
        """The text of an action, whatever lies on the table.

        Raises `UsageError` if there is no such action, and if its text says what lies on the table:
        `State.action_to_text` has that.

        >>> load("connect_four").action_to_text(3)
        'drop d6'
        """
        expect(action, int, "an action", "a whole number")
        actions = self.engine.layout.actions
        if action not in actions:
            raise UsageError(actions.none_such(action))
        point, code = actions.move(action)
        choose = self.program.choices[point]
        if not _is_plain(choose.alternatives[code[0]]):
            raise UsageError(
                f"what action {action} is called depends on what lies on the table: "
                "ask a state for it"
            )
        return text_of(choose, code)

    def text_to_action(self, text: str, *, choice: str = "") -> int:
        """The number of the action with this text; `choice`: the choice at which it is made, where
        there are several with such a text.

        Raises `UsageError` if there is none, or more than one.

        >>> load("connect_four").text_to_action("drop d1")
        38
        """
        expect(text, str, "a move", "a text")
        expect(choice, str, "a choice", "a name")
        found: dict[int, str] = {}
        for point, choose in enumerate(self.program.choices):
            if choice in ("", choose.name):
                codes = [(number, *args) for number, args in take_apart(text, choose)]
                numbers = self.engine.layout.actions.numbers(point, codes)
                found |= dict.fromkeys(numbers, choose.name)
        if len(found) == 1:
            return next(iter(found))
        if not found:
            raise UsageError(f"no action is called {shown(text)}")
        names = [*dict.fromkeys(found.values())]
        if len(names) == 1:
            raise UsageError(f"several actions of {names[0]} are called {shown(text)}")
        raise UsageError(f"{shown(text)} is an action of {' and of '.join(names)}: say which")

    def __copy__(self) -> Game:
        return self  # nothing changes it

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """A game is handed to other processes as its rules; there it is checked and made again."""
        options = {o.name: self.options[o.name] for o in self.program.options}
        parts = self.merged, self.seats, options, self.engine_name, self.source, self.unfolded
        return _loaded_again, (self._token, *parts)

    @cached_property
    def _token(self) -> str:
        """What other processes know the game by, once it was handed to them."""
        return token_hex(16)

    @cached_property
    def digest(self) -> str:
        """12 hex digits of what the rules mean: they change whenever a rule, a table or the name of
        a seat does. Words and rule numbers at the ends of lines, scenarios, comments and layout do
        not count."""
        from .syntax.dump import dump

        hasher = hashlib.sha256(
            json.dumps([n.text for n in self.merged.header.seat_names]).encode()
        )
        for declaration in self.merged.declarations:
            hasher.update(dump(declaration, lines=False, words=False).encode())
        for table in self.checked.tables.values():
            hasher.update(table.file.text.encode())
        return hasher.hexdigest()[:12]

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Every line with words or rule numbers: libraries, game, variants, each in file order."""
        return tuple(_rules(self.merged))

    def start(
        self, *, seed: int | None = None, chance: Literal["seeded", "asked"] = "seeded"
    ) -> State:
        """A new game at its first decision.

        `seed`: any whole number, of which the lowest 128 bits count; without one a fresh one is
        drawn from the system's source (see `State.seed`). With chance "asked" the state stops
        wherever chance decides and waits for `State.answer`.
        """
        if chance not in ("seeded", "asked"):
            raise UsageError(f"chance is seeded or asked, not {shown(chance)}")
        if seed is not None and type(seed) is not int:
            expect(seed, int, "a seed", "a whole number")
        if chance == "asked":
            return begin(self.engine)
        return begin(self.engine, seed=fresh_seed() if seed is None else seed)

    def position(self, given: scenes.GivenPosition | str, *, seed: int | None = 1) -> State:
        """A position set up by hand: set-up does not run, the flow begins from it.

        `given`: what stands below `given` in a scenario, as text, or as the first of the `steps` of
        one that was read. With a seat that has the turn, it begins with that seat.
        `seed`: as for `start`; None leaves chance to `State.answer`. Raises `RulesError`.

            >>> from rulewright import load
            >>> ruta = load("ruta")
            >>> state = ruta.position("hand of second: Bard, Sea\\nto move: second (main)")
            >>> state.to_move, state.observation(1)["cells"]["hand"]["second"]
            (1, ['Bard', 'Sea'])
        """
        from .core.scenes import GivenPosition

        if isinstance(given, str):
            if not given.strip():
                raise UsageError("this position says nothing of what lies where")
            lines = indent(dedent(given).strip("\n"), "    ")
            step = self.read_scenario(f'scenario "position"\n  given\n{lines}\n').steps[0]
            assert isinstance(step, GivenPosition)
            given = step
        expect(given, GivenPosition, "a position", "what a `given` of its scenarios says")
        if any(line.variable not in self.program.variables for line in given.cells):
            raise UsageError("this is a position of another game")
        if seed is not None:
            expect(seed, int, "a seed", "a whole number")
        slots = laid_out(self.engine, given)
        return begin(self.engine, seed=seed, slots=slots, setup=False)

    def scenarios(self) -> tuple[scenes.Scenario, ...]:
        """The scenarios of the game, or of its variants when there are any.

        Each is read for the seats and options that it asks for: run it on `for_scenario`.
        """
        findings = Findings()
        found = [self._scenario(node, findings) for node in self.scenario_trees()]
        findings.raise_errors()
        return tuple(found)

    def inherited(self) -> list[tuple[n.ScenarioDecl, Span | None]]:
        """The scenarios of a game that is played with variants: what is shown there holds still,
        unless a variant says, at the place given, that it is otherwise now. Those for more or fewer
        players than it is for with them show nothing of it, and are left out."""
        own = {h.span.file for h in self.merged.variant_headers}
        numbers = self.merged.header.numbers(otherwise=(1, n.MOST_SEATS))
        return [
            (s, self.merged.announced.get(s.title))
            for s, f in self.merged.scenarios
            if f not in own and self.seats_of(s) in numbers
        ]

    def seats_of(self, node: n.ScenarioDecl) -> int:
        """For how many a scenario is, if it does not say so: for as many as are loaded; one of the
        game, with a variant that is for others, for the fewest that the game itself is for."""
        expect(node, n.ScenarioDecl, "a scenario", "one of `scenario_trees()`")
        said = [scene.count for scene in node.scenes if isinstance(scene, n.SceneSeats)]
        if said:
            return said[0]
        if self.merged.parts is not None and any(h.players for h in self.merged.variant_headers):
            game, libraries, _ = self.merged.parts
            if node.span.file in {file.source for file in (game, *libraries)}:
                return (game.header.players or (1, 1))[0]
        return self.seats

    def setting_of(self, node: n.ScenarioDecl) -> tuple[int, dict[str, int]]:
        """For how many a scenario is, and the options that it chooses (as stored): known before it
        is read, which it need not be able to be with these rules."""
        expect(node, n.ScenarioDecl, "a scenario", "one of `scenario_trees()`")
        return _wanted(node, self, Findings())

    def scenario(self, tree: n.ScenarioDecl) -> scenes.Scenario:
        """One scenario by itself, of these or of others. Raises `RulesError` if it cannot be read
        with these rules."""
        expect(tree, n.ScenarioDecl, "a scenario", "one of `scenario_trees()`")
        findings = Findings()
        found = self._scenario(tree, findings)
        findings.raise_errors()
        return found

    def scenario_trees(self) -> list[n.ScenarioDecl]:
        """What `scenarios` reads, as it was written."""
        variants = {h.span.file for h in self.merged.variant_headers}
        if variants:
            return [s for s, f in self.merged.scenarios if f in variants]
        return [s for s, _ in self.merged.scenarios]

    def read_scenario(self, text: str) -> scenes.Scenario:
        """A scenario that stands in no file, from its text. Raises `RulesError`."""
        expect(text, str, "a scenario", "a text")
        findings = Findings()
        source = SourceFile("scenario", f"library scenario\n\n{text}")
        nodes = parse_file(source, findings).declarations
        findings.raise_errors()
        if len(nodes) != 1 or not isinstance(nodes[0], n.ScenarioDecl):
            raise UsageError("this is not one scenario")
        scenario = self._scenario(nodes[0], findings)
        findings.raise_errors()
        return scenario

    def _scenario(
        self, node: n.ScenarioDecl, findings: Findings, *, advised: bool = True
    ) -> scenes.Scenario:
        from .check.scenes import SceneReader
        from .core.scenes import Scenario

        seats, options = _wanted(node, self, findings)
        game = self._at(seats, options)
        known = game._scenarios.get(Same(node))
        if known is not None:
            return known
        before = len(findings.found)
        expressions = game.checked.reader(findings)
        close = partial(game._closed, findings)
        reader = SceneReader(
            expressions, close, findings, game._names_of_moves, game._written_otherwise,
            game._names_of_choices, game.program, game._misread, lambda: game._moves_gone,
        )  # fmt: skip
        read = Scenario(node.title, node.tags, seats, options, reader.steps(node), node.span)
        if len(findings.found) == before:
            game._scenarios.put(Same(node), read)
        for at, finding in enumerate(findings.found[before:] if advised else (), before):
            if finding.code == "E223" and (hint := game._said_with(node, options, finding)):
                findings.found[at] = replace(finding, hint=hint)
        return read

    def _said_with(
        self, node: n.ScenarioDecl, options: Mapping[str, int], finding: Diagnostic
    ) -> str:
        """What a scenario would have to say of the options that it leaves open, so that there is
        what it names; nothing if that cannot be had with one of them."""
        sized = {name for board in self.open_program.boards for name in board.options}
        sized |= self.open_program.sized.keys()
        for option in self.program.options:
            if option.name not in sized or option.name in options:
                continue
            for value in dict.fromkeys((option.default, option.values[-1], option.values[0])):
                with suppress(RulewrightError):
                    other = self._at(self.seats, {option.name: value})
                    said = n.SceneOption(
                        n.Name(option.name, span=node.span),
                        n.Name(label_of(option, value), span=node.span), span=node.span,
                    )  # fmt: skip
                    findings = Findings()
                    read = replace(node, scenes=(said, *node.scenes))
                    other._scenario(read, findings, advised=False)
                    if not any(one.code == finding.code for one in findings.found):
                        written = label_of(option, value)
                        return f"put `with {option.name} {written}` into the scenario"
        return ""

    def for_scenario(self, scenario: scenes.Scenario) -> Game:
        """The game with the seats and options of one of its `scenarios()`."""
        from .core.scenes import Scenario

        expect(scenario, Scenario, "a scenario", "one of `scenarios()`")
        return self._at(scenario.seats, scenario.options)

    def for_seats(self, seats: int) -> Game:
        """The same rules and options for another number of seats. Raises `RulesError` with what is
        wrong with them then, and `UsageError` if they are not for so many."""
        expect(seats, int, "the number of seats", "a whole number")
        return self._at(_seats(self.merged, seats, Findings()), {})

    @cached_property
    def _alternatives(self) -> tuple[ir.Alternative, ...]:
        """All that can ever be chosen."""
        nodes = walk_statements(self.open_program.flow)
        return tuple({id(a): a for a in nodes if isinstance(a, ir.Alternative)}.values())

    @cached_property
    def _names_of_moves(self) -> frozenset[str]:
        """The first words of all that can ever be chosen."""
        return frozenset(
            str(a.text.parts[0]).split()[0] for a in self._alternatives if a.text.parts
        )

    @cached_property
    def _moves_gone(self) -> dict[str, tuple[str, Note | None]]:
        """The first words of moves that variants have taken away, and where."""
        from .check.scenes import moves_gone

        return moves_gone(self.merged, self._names_of_moves | self._written_otherwise.keys())

    @cached_property
    def _written_otherwise(self) -> dict[str, str]:
        """How the moves are written whose texts do not begin with the name of their action."""
        return {
            a.name: pattern(a)
            for a in self._alternatives
            if a.text.parts and a.name not in self._names_of_moves
        }

    def _misread(self, text: str) -> tuple[str, str] | None:
        """What is wrong with the text of a move, and a hint, if it can never be one."""
        found = misread(text, self._alternatives)
        if found is None:
            return None
        parts = text.split(",")
        if len(parts) > 1 and not any(misread(part, self._alternatives) for part in parts):
            return f'"{text}" is no move', "between moves stands a semicolon"
        bare = re.sub(r" (the|an?|to|of|from|with) (?=\S)", " ", text)
        if bare != text and misread(bare, self._alternatives) is None:
            return f'"{text}" is no move', f"write: {bare}"
        if not found.written:
            from .runtime.why import only_named

            return f'"{text}" is no move', only_named(self.program, tidy(text))
        written = f"moves that begin so are written: {'; '.join(found.written)}"
        if found.argument is None:
            return f'"{text}" is no move', written
        what, kind = found.argument
        if not what:
            return f'"{text}" is no move: something is missing at its end', written
        if not isinstance(kind, ir.Element):
            return f'"{text}" is no move: {what} is not {kind}', written
        hint = hint_at(what, kind.domain, self.program.domains)
        return f'"{text}" is no move: {what} is no {kind.domain.name}', hint or written

    @cached_property
    def _names_of_choices(self) -> dict[str, frozenset[str]]:
        """The names of all choices that there can ever be, with whatever options, and the first
        words of the moves at each."""
        found: dict[str, frozenset[str]] = {}
        for one in walk_statements(self.open_program.flow):
            if isinstance(one, ir.Choose):
                offers = (*one.alternatives, *one.impossible)
                begins = {str(a.text.parts[0]).split()[0] for a in offers if a.text.parts}
                found[one.name] = found.get(one.name, frozenset()) | begins
        return found

    def _at(self, seats: int, options: Mapping[str, int]) -> Game:
        """The same rules for a number of seats, with some options (as stored) set otherwise."""
        bound = {
            o.name: options.get(o.name, self.program.bound[o.name]) for o in self.program.options
        }
        if seats == self.seats and bound == self.program.bound:
            return self
        setting = seats, tuple(bound.items())
        if setting not in self._settings:
            self._settings[setting] = self._made(seats, bound)
        return self._settings[setting]

    def _made(self, seats: int, bound: dict[str, int]) -> Game:
        labels = {o.name: label_of(o, bound[o.name]) for o in self.program.options}
        known = next(
            (
                game for game in [self, *self._settings.values()]
                if game.seats == seats and game.open_program.is_for(bound)
            ),
            None,
        )  # fmt: skip
        try:
            if known is not None:
                return known._with(bound)
            return _make(
                self.merged, seats, labels, self.engine_name, self.source, Findings(),
                self._settings, self.unfolded,
            )  # fmt: skip
        except RulesError as error:
            assert self.merged.parts is not None
            found = _blamed(error.diagnostics, self.merged.parts, labels, seats)
            raise RulesError(found) from None

    def _with(self, bound: dict[str, int]) -> Game:
        """The game with other options, on which no size hangs: what was checked holds for all of
        them."""
        findings = Findings()
        program = specialise(self.open_program, bound, findings, unfolded=self.unfolded)
        findings.raise_errors()
        soundness.look_at(program, "specialise")
        return replace(self, program=program)

    def laid_open(self, expr: ir.GenericExpr) -> ir.Expr:
        """An expression of a scenario, specialised with nothing worked out: each part of it is
        there."""
        expect(expr, get_args(ir.GenericExpr), "an expression", "one of a scenario")
        bound = self.program.bound
        return closed_expression(self.open_program, bound, expr, Findings(), unfolded=True)

    def _closed(self, findings: Findings, expr: ir.Expr) -> ir.Expr:
        """An expression of a scenario, specialised with the tables of the program."""
        return closed_expression(
            self.open_program, self.program.bound, expr, findings, unfolded=self.unfolded,
            tables=self._tables,
        )  # fmt: skip


_again: Recent[str, Game] = Recent(16)  # those that came from other processes


def _loaded_again(
    token: str,
    merged: Merged,
    seats: int,
    options: dict[str, str],
    engine: EngineName,
    source: str,
    unfolded: bool,
) -> Game:
    """The game that was handed over, once for each process as long as few are."""
    game = _again.get(token)
    if game is None:
        game = _make(merged, seats, options, engine, source, Findings(), {}, unfolded)
        _again.put(token, game)
    return game


def _is_plain(alternative: ir.Alternative) -> bool:
    """Does the text of a move say nothing but its arguments?"""
    parts = [p.value if isinstance(p, ir.Joined) else p for p in alternative.text.parts]
    return not any(
        isinstance(node, ir.Read | ir.OnGrid | ir.Completable)
        for part in parts
        if not isinstance(part, str)
        for node in walk(part)
    )


def load(
    name: str,
    *,
    variants: Iterable[str] = (),
    options: Mapping[str, str | int] | None = None,
    seats: int | None = None,
    engine: EngineName | None = None,
) -> Game:
    """Load a game by name or path, check it and make it ready to play.

    `variants`: names of variant files beside the game, or paths. `options`: values by name.
    `seats`: how many players; the fewest the game allows when left out. `engine`: what it is played
    on, one of `backends.registry.names()`; the best that is there when left out.

    Raises `RulesError` with all findings when the files have errors, `UsageError` for a wrong name,
    option or number of seats, or an engine that cannot be had. Any threads may load at once; what
    was loaded last is given again as long as its files say the same, and nothing that failed is
    remembered. Whoever wants `faulthandler` enables it before the first game is loaded: the engine
    wasm tells by signals where rules go too deep, and what takes these over later ends the process.

    >>> load("ruta").title
    'Ruta'
    """
    with put_off():
        made = check(name, variants=variants, options=options, seats=seats, engine=engine)
        _ = made.engine  # made now, so that a game that is loaded is ready to play
    return made


@put_off()
def check(
    name: str,
    *,
    variants: Iterable[str] = (),
    options: Mapping[str, str | int] | None = None,
    seats: int | None = None,
    engine: EngineName | None = registry.REFERENCE,
    unfolded: bool = False,
) -> Game:
    """The same as `load`, but for the engine: it is made when it is first asked for.

    `unfolded`: nothing in it is worked out beforehand, and it is the caller's own.
    """
    findings = Findings()
    files = modules.gather(name, variants, findings)
    unread = tuple(findings.found)
    engine = registry.default() if engine is None else registry.kind(engine).name
    source = name if files[0].header.name.text == name else str(files[0].path)
    shared = not unread and not unfolded
    asked = _Asked.of(files, source, engine, seats, options) if shared else None
    if asked is not None and (known := _checked.get(asked)) is not None:
        if known.checked.has_read_the_same():
            return known
    try:
        made = assemble(
            *files, options=options, seats=seats, engine=engine, source=source, findings=findings,
            unfolded=unfolded,
        )  # fmt: skip
    except RulesError as error:
        told = _settled(error.diagnostics, files, options, seats)
        told = _blamed(told, files, options, seats, unread)
        raise RulesError(told_with_others(told, files[0], files[2])) from None
    if made.warnings:
        made = replace(made, warnings=tuple(_blamed(made.warnings, files, options, seats)))
    if asked is not None:
        _checked.put(asked, made)
    return made


@dataclass(frozen=True, slots=True)
class _Asked:
    """What makes a game: its files as trees, where they lie, and all that was asked for."""

    files: tuple[tuple[Same, Path], ...]
    libraries: int
    source: str
    engine: EngineName
    chosen: tuple[tuple[type, object], ...]

    @staticmethod
    def of(
        files: tuple[Loaded, list[Loaded], list[Loaded]],
        source: str,
        engine: EngineName,
        seats: int | None,
        options: Mapping[str, str | int] | None,
    ) -> _Asked | None:
        """None if something is of a kind that cannot be asked for."""
        game, libraries, edits = files
        trees = tuple((Same(one.file), one.path) for one in (game, *libraries, *edits))
        if not isinstance(options, Mapping | None):
            return None
        values = (seats, *(part for pair in (options or {}).items() for part in pair))
        if not all(isinstance(value, str | int | None) for value in values):
            return None
        chosen = tuple((type(value), value) for value in values)
        return _Asked(trees, len(libraries), source, engine, chosen)


_checked: Recent[_Asked, Game] = Recent(8)
"""The games that were asked for last; one of which a table has changed is checked anew."""


def forget() -> None:
    """Load every game anew from now on, for tests that change how games are made."""
    _checked.clear()
    _by_itself.clear()


ALONE = """game {game}
  players 2

phase {game}_phase
  turns until passes is 1
    choose {game}_choice
      else pass

score {game}_score of {game}_seat: 0
winner most score
"""


def check_library(name: str) -> list[Diagnostic]:
    """What is wrong with a library by itself, in the order of its lines: it is read in a game that
    has nothing else."""
    findings = Findings()
    library = modules.read(modules.find(name), findings)
    if library is None or findings.found:
        return findings.found
    alone = _using(library, findings)
    try:
        assemble(*alone, [], findings=findings)
        found = findings.found
    except RulesError as error:
        found = list(error.diagnostics)
    return [finding for finding in found if finding.span.file is not alone[0].source]


def library_alone(name: str) -> tuple[Loaded, Game] | None:
    """A library, and a game that has nothing but what it declares; None if it is none.

    Raises `RulesError` if something is wrong with it.
    """
    findings = Findings()
    library = modules.read(modules.find(name), findings)
    if library is None or library.header.kind != "library":
        return None
    findings.raise_errors()
    return library, assemble(*_using(library, findings), [], findings=findings)


def _using(library: Loaded, findings: Findings) -> tuple[Loaded, list[Loaded]]:
    """A game that has nothing else than a library, and this with those that it uses."""
    game = "alone"
    while game in library.source.text:  # a name that the library does not have
        game += "_"
    source = SourceFile(game, ALONE.format(game=game))
    alone = Loaded(parse_file(source, findings), source, library.path.parent / f"{game}.game")
    used = modules.libraries([library], findings)
    others = [other for other in used if other.path.resolve() != library.path.resolve()]
    return alone, [library, *others]


def assemble(
    game: Loaded,
    libraries: list[Loaded],
    edits: list[Loaded],
    *,
    options: Mapping[str, str | int] | None = None,
    seats: int | None = None,
    engine: EngineName = registry.REFERENCE,
    source: str = "",
    findings: Findings | None = None,
    unfolded: bool = False,
) -> Game:
    """A game made of files that are parsed already: its own, its libraries', its variants'.

    The same as `load` from there on; the engine is made when it is first asked for.
    """
    findings = findings if findings is not None else Findings()
    merged = overlay.merge(game, libraries, edits, findings)
    count = _seats(merged, seats, findings)
    return _make(merged, count, options or {}, engine, source, findings, {}, unfolded)


def _settled(
    found: Sequence[Diagnostic],
    files: tuple[Loaded, list[Loaded], list[Loaded]],
    options: Mapping[str, str | int] | None,
    seats: int | None,
) -> Sequence[Diagnostic]:
    """The findings, each with what it would have authors type, if the rules bear it out."""
    from .check.guessing import may_be_guessed, settled

    if not any(may_be_guessed(finding) for finding in found):
        return found

    def found_with(
        known: Sequence[Diagnostic], files: tuple[Loaded, list[Loaded], list[Loaded]]
    ) -> Iterable[Diagnostic]:
        findings = Findings([*known])
        try:
            assemble(*files, options=options, seats=seats, findings=findings).scenarios()
        except RulesError as error:
            return error.diagnostics
        except RulewrightError:
            pass  # which the findings tell
        return findings.found

    return settled(found, files, found_with)


def _blamed(
    found: Iterable[Diagnostic],
    files: tuple[Loaded, list[Loaded], list[Loaded]],
    options: Mapping[str, str | int] | None,
    seats: int | None,
    unread: Sequence[Diagnostic] = (),
) -> list[Diagnostic]:
    """The findings, each told in the file whose author can mend it.

    `unread`: what could not be read of the files, which no edit of another can have caused.
    """
    from .check.blame import MENDED, blamed, key_of, with_its_mend

    game, libraries, variants = files

    def found_with(edits: list[Loaded]) -> list[Diagnostic]:
        findings = Findings(list(unread))
        with suppress(RulewrightError):  # which the findings tell
            assemble(
                game, libraries, edits, options=options, seats=seats, findings=findings,
            )  # fmt: skip
        return findings.found

    edited = {each.source for each in variants}
    if any(finding.span.file in edited for finding in unread):
        # what stands in the game and follows from a line of a variant that nobody can read
        alone = set(map(key_of, found_with([])))
        found = [one for one in found if one.span.file in edited or key_of(one) in alone]
    declared = [d for each in (game, *libraries) for d in each.file.declarations]
    told = _without_consequences(blamed(found, variants, found_with, declared), edited)
    if not any(one.code in MENDED for one in told):
        return told
    rules = overlay.merge(game, libraries, variants, Findings()).declarations
    return [with_its_mend(one, rules) for one in told]


def _without_consequences(
    found: list[Diagnostic], edited: Collection[SourceFile]
) -> list[Diagnostic]:
    """The findings without those that are there only because two variants declare one name: in the
    second one it means what the first one has made of it."""
    twice = {
        (one.span.file, place_of(note.span))
        for one in found
        if one.code == "E172"
        for note in one.notes
        if note.span is not None and note.span.file != one.span.file
        if note.span.file in edited and one.span.file in edited
    }
    return [
        one
        for one in found
        if one.code == "E172"
        or not any(
            note.span is not None and (one.span.file, place_of(note.span)) in twice
            for note in one.notes
        )
    ]


def _make(
    merged: Merged,
    seats: int,
    options: Mapping[str, str | int],
    engine: EngineName,
    source: str,
    findings: Findings,
    settings: dict[_Setting, Game],
    unfolded: bool = False,
) -> Game:
    """Merged rules, checked and specialised for a number of seats and options."""
    try:
        checked = _built(merged, seats, findings, partial(_chosen, options))
        soundness.look_at(checked.program, "check")
        bound = _options(checked.program, options)
        program = specialise(checked.program, bound, findings, unfolded=unfolded)
    except RecursionError:
        findings.add(
            "E196", "the rules are nested too deeply: definitions or procedures that use others",
            merged.header.span,
            hint="say it in fewer that use one another, or work it out once: in a mark that a "
            "`whenever` sets, or with `let` in a procedure (`to`)",
        )  # fmt: skip
    findings.raise_errors()
    soundness.look_at(program, "specialise")
    game = Game(checked, program, engine, source, tuple(findings.found), unfolded, settings)
    settings[seats, tuple(bound.items())] = game  # also of the first: others are made of it
    return game


def _built(
    merged: Merged, seats: int, findings: Findings, chosen: Callable[[ir.Option], int]
) -> Checked:
    """Merged rules, checked for a number of seats: what was checked of a game by itself is not
    checked again for its variants that only set options."""
    if merged.parts is None or findings.found:
        return build(merged, seats, findings, chosen)
    game, libraries, _ = merged.parts
    files = seats, *((Same(one.file), one.path) for one in (game, *libraries))
    known = _by_itself.get(files)
    if known is not None and (made := known.as_set_by(merged, findings, chosen)) is not None:
        return made
    checked = build(merged, seats, findings, chosen)
    is_usual = all(chosen(option) == option.default for option in checked.program.options)
    if not merged.variants and is_usual and not findings.found:
        _by_itself.put(files, checked)
    return checked


_by_itself: Recent[tuple[object, ...], Checked] = Recent(8)
"""Games that were checked last without variants, and nothing was found: by seats and files."""


def _seats(merged: Merged, seats: int | None, findings: Findings) -> int:
    header = merged.header
    if header.kind == "library":
        findings.raise_errors()  # of its header: whatever it is loaded for, these are mistakes
        raise UsageError(f"{header.name.text} is a library; it is used by games, not played")
    if header.players is None and "players" in merged.broken:
        findings.raise_errors()  # it stands where it cannot be read, which has been told
    if header.players is None:
        findings.add(
            "E050", "the game does not say how many play", header.name.span,
            hint="add a line to the header, such as: players 2..4",
        )  # fmt: skip
        findings.raise_errors()
    assert header.players is not None
    low, high = header.players
    if not 1 <= low <= high <= n.MOST_SEATS:
        said = next((h for h in reversed(merged.variant_headers) if h.players), header)
        place = modules.line_of_players(said)
        findings.add("E051", n.FOR_HOW_MANY, place)
        findings.raise_errors()
    if header.seat_names and len(header.seat_names) != high:
        findings.add(
            "E052",
            f"{many(len(header.seat_names), 'name')} for {many(high, 'player')}",
            header.seat_names[0].span,
        )
        findings.raise_errors()
    if seats is None:
        return low
    expect(seats, int, "the number of seats", "a whole number")
    if seats not in header.numbers(otherwise=(low, high)):
        raise UsageError(f"{_for_how_many(merged, header.name.text)}, not {shown(seats)}")
    return seats


def _for_how_many(merged: Merged, what: str) -> str:
    """For how many players the game is, with the variant that says it, if one does."""
    numbers = merged.header.numbers(otherwise=(1, n.MOST_SEATS))
    said = [one.name.text for one in merged.variant_headers if one.players is not None]
    with_it = f"with {said[-1]}, " if said else ""
    return f"{with_it}{what} is for {many_players(numbers)}"


def _options(program: ir.GenericProgram, given: Mapping[str, str | int]) -> dict[str, int]:
    known = {o.name: o for o in program.options}
    expect(given, Mapping, "options", "values by name")
    for name, value in given.items():
        expect(name, str, "an option", "a name")
        expect(value, (str, int), f"the option {name}", "a label or a whole number")
        if name not in known:
            hint = did_you_mean(name, known) or (
                f"there are: {', '.join(known)}" if known else "it has no options"
            )
            raise UsageError(f'{program.name} has no option "{name}"; {hint}')
    return {
        o.name: value_of(o, given[o.name]) if o.name in given else o.default
        for o in program.options
    }


def _chosen(options: Mapping[str, str | int], option: ir.Option) -> int:
    """The value of an option for which a game is built; what cannot be one is told later."""
    with suppress(UsageError, TypeError, AttributeError):
        return value_of(option, options[option.name]) if option.name in options else option.default
    return option.default


def value_of(option: ir.Option, given: str | int) -> int:
    """The stored value of an option given by label or number; `UsageError` with the values."""
    labels = [label_of(option, v) for v in option.values]
    given = given if isinstance(given, str) else shown(given)
    if given not in labels:
        hint = did_you_mean(given, labels)
        values = f"{labels[0]} to {labels[-1]}" if len(labels) > 12 else ", ".join(labels)
        raise UsageError(
            f'the option {option.name} cannot be "{given}"; its values: {values}'
            + (f" ({hint})" if hint else "")
        )
    return option.values[labels.index(given)]


def label_of(option: ir.Option, value: int) -> str:
    """How a value of an option is written."""
    if isinstance(option.type, ir.Element):
        return option.type.domain.labels[value]
    return str(value)


def laid_out(engine: Engine, given: scenes.GivenPosition) -> Slots:
    """The table of a position, before the flow begins."""
    program, layout = engine.program, engine.layout
    slots = layout.fresh()
    if given.point is not None:
        slots[POINT] = given.point
    elif any(line.variable is program.me for line in given.cells):
        slots[POINT] = GIVEN
    for line in given.cells:
        value = list(line.value) if isinstance(line.value, tuple) else line.value
        layout.put(slots, line.variable, line.keys, value)
    _take_out_of_the_box(program, given, layout, slots)
    return slots


def _take_out_of_the_box(
    program: ir.Program, given: scenes.GivenPosition, layout: Layout, slots: Slots
) -> None:
    """What is given somewhere no longer lies in the box."""
    for box in program.variables:
        if (
            box.role != "zone"
            or not box.name.startswith("box of ")
            or not isinstance(box.type, ir.SetOf)
        ):
            continue
        mask = layout.get(slots, box, ())
        assert isinstance(mask, int)
        for line in given.cells:
            kind = line.variable.type
            if line.variable.role == "zone" and getattr(kind, "domain", None) is box.type.domain:
                if isinstance(kind, ir.SetOf):
                    assert isinstance(line.value, int)
                    mask &= ~line.value
                else:
                    values = line.value if isinstance(line.value, tuple) else (line.value,)
                    for element in values:
                        if element >= 0:
                            mask &= ~(1 << element)
        layout.put(slots, box, (), mask)


def _wanted(node: n.ScenarioDecl, game: Game, findings: Findings) -> tuple[int, dict[str, int]]:
    """The seats and options a scenario asks for."""
    seats, options = game.seats_of(node), {}
    known = {o.name: o for o in game.program.options}
    for scene in node.scenes:
        if isinstance(scene, n.SceneSeats):
            if scene.count in game.merged.header.numbers(otherwise=(1, n.MOST_SEATS)):
                seats = scene.count
            else:
                findings.add("E051", _for_how_many(game.merged, "the game"), scene.span)
        elif isinstance(scene, n.SceneOption):
            option = known.get(scene.name.text)
            if option is None:
                findings.add(
                    "E205", f"there is no option {scene.name.text}", scene.name.span,
                    hint=did_you_mean(scene.name.text, known),
                )  # fmt: skip
                continue
            text = scene.value.text if isinstance(scene.value, n.Name) else str(scene.value.value)
            try:
                options[option.name] = value_of(option, text)
            except UsageError as error:
                findings.add("E205", str(error), scene.value.span)
    return seats, options


def _rules(merged: Merged) -> Iterable[Rule]:
    from .syntax.walk import walk as walk_syntax

    for header in (merged.header, *merged.variant_headers):
        yield Rule(header.title, header.tags, header.span)
        if header.players_tail.tags or header.players_tail.words:
            yield Rule(header.players_tail.words, header.players_tail.tags, header.span)
        for _, tail in header.excludes:
            yield Rule(tail.words, tail.tags, header.span)
    for declaration in merged.declarations:
        for node in walk_syntax(declaration):
            line = getattr(node, "tail", None)
            if isinstance(line, n.Tail) and (line.words or line.tags):
                yield Rule(line.words, line.tags, node.span)
    for scenario, _ in merged.scenarios:
        yield Rule(scenario.title, scenario.tags, scenario.span)


__all__ = ["Game", "Loaded", "Rule", "assemble", "laid_out", "load"]

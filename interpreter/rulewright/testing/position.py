"""A position as text, written as the `given` of a scenario would write it.

So a failing scenario shows a position that can be pasted into another one. Only what differs from
the start of a game is written; nothing is hidden, for whoever tests rules may see everything. What
is written has been tried: where the flow does not lead from it to the decision that is shown –
inside an action, after a throw –, there stands an earlier position, and what leads on from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Literal, cast

from ..backends.opening import passes_of
from ..backends.protocol import Engine
from ..check.scope import RESERVED
from ..core.evaluate import Value, elements, written
from ..core.ir import Element, Role, RowOf, SetOf, StackOf, StateVariable, Type
from ..core.scenes import GivenPosition, GivenValue
from ..core.starts import names_of, starts
from ..diagnostics import RulewrightError
from ..game import Game, laid_out
from ..runtime.layout import FIRST_VARIABLE, GIVEN, POINT, Slots
from ..runtime.sight import is_box
from ..state import ChanceQuestion, State, begin
from ..syntax.nodes import TO_MOVE

_PLAIN_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
GIVEN_BLOCK, BELOW = "given", "  "
LEADING = "# these lines of a scenario lead to it:"
MOST_CHANCE, FEW_CHANCE = 50, 2  # events without a decision that are told; of more, the first
Made = tuple[Literal["move", "outcome"], tuple[str, ...]]


def position_text(state: State, game: Game | None = None, most: int | None = None) -> str:
    """All that is on the table, one zone or mark a line, and whose decision it is.

    These lines can be pasted below a `given`. If no `given` can lead to this decision, it is told
    in comments, and below them stand lines of a scenario that lead to it, if any are known; so do
    those of one if the `game` that is played is set otherwise than scenarios are without a word.
    `most`: no more than so many steps are looked at that lead to it.
    """
    settings = settings_of(game) if game else []
    return "".join(f"{line}\n" for line in _lines(state, settings, most))


def in_width(text: str, width: int) -> list[str]:
    """The lines of a position, those that are longer broken where lists go on: behind commas and
    semicolons, never within a name. They can be pasted as those that are not broken."""
    return [part for line in text.splitlines() for part in _broken(line, width)]


def _broken(line: str, width: int) -> Iterator[str]:
    said = line.lstrip("# ")
    margin = line[: len(line) - len(said)]
    told, further = margin, margin + 2 * BELOW
    if margin == "# ":  # a sentence
        yield line
        return
    for i, part in enumerate(_listed_parts(said)):
        if i and len(told) + len(part.rstrip()) > width:
            yield told.rstrip()
            told = further
        told += part
    yield told.rstrip()


def _listed_parts(text: str) -> Iterator[str]:
    """The parts of a list with the sign behind each: neither quotes nor brackets are broken."""
    begins, quoted, brackets = 0, False, 0
    for at, sign in enumerate(text):
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if quoted:
            quoted = not (sign == "'" and after in ("", ",", ";", ":", ")", " "))
        elif sign == "'":
            quoted = before in ("", " ", "(")
        elif sign in "()":
            brackets += 1 if sign == "(" else -1
        elif sign in ",;" and after == " " and brackets <= 0:
            yield text[begins : at + 2]
            begins = at + 2
    yield text[begins:]


def settings_of(game: Game) -> list[str]:
    """The lines of a scenario that say how a game is set, where that is not as it is without."""
    low, _ = game.merged.header.players or (game.seats, game.seats)
    return [
        *([f"seats {game.seats}"] if game.seats != low else []),
        *(
            f"with {option.name} {game.options[option.name]}"
            for option in game.program.options
            if game.program.bound[option.name] != option.default
        ),
    ]


def _lines(state: State, settings: Sequence[str], most: int | None) -> Iterator[str]:
    given = given_lines(state)
    if given is not None and settings:
        yield LEADING
        yield from (*settings, "given", *(f"  {line}" for line in given))
        return
    if given is not None:
        yield from given
        return
    leading = _leading(state, most)
    if leading and leading[0] == GIVEN_BLOCK and all(map(_is_given, leading[1:])):
        # the flow leads from it: what is remembered at the beginning of a turn is again
        yield from (line.removeprefix(BELOW) for line in leading[1:])
        return
    if leading == [] and not settings:
        yield "# a scenario begins with this position, if nothing is given:"
    else:
        yield f"# No `given` leads straight to this position: {_why_not_given(state)}"
    for line in _table(state.engine, state.slots, ("zone", "mark", "choice")):
        yield f"#   {line}"
    if leading is None:
        yield "# what leads to it is not known"
    elif leading or settings:
        yield LEADING
        yield from (*settings, *leading)


def _why_not_given(state: State) -> str:
    if state.over:
        return "the game is over"
    if state.to_move == "chance":
        return "chance is asked"
    if _remembers(state):
        return "what is remembered of earlier positions cannot be given"
    if names_of(state.engine.program, starts(state.engine.program)[state.slots[POINT]]) is None:
        return "its procedure is called before, too, and `given` begins at the first call"
    return "what was chosen on the way to its choice cannot be given"


def without_what_leads(lines: Sequence[str], most: int) -> list[str]:
    """The lines of a position without those that lead to it, where these are more; but where there
    are no others, they begin with the position."""
    at = lines.index(LEADING) if LEADING in lines[1:] else len(lines)
    return list(lines[:at] if len(lines) - at - 1 > most else lines)


def given_lines(state: State, *, forgetting: bool = False) -> list[str] | None:
    """The lines that give a position; None if it cannot be given: what is over is come to by the
    flow, chance has to be asked by it, and what is remembered has to have been; but `forgetting`
    gives all else."""
    if state.to_move == "chance" or (not forgetting and _remembers(state)):
        return None
    table = [*_table(state.engine, state.slots)]
    if state.over:
        return [*table, "# the game is over"] if table and _is_over(state) else None
    turn = _turn(state.engine, state.slots, state.slots[POINT])
    return None if turn is None else [*table, *turn]


def _remembers(state: State) -> bool:
    get, slots = state.engine.layout.get, state.slots
    return any(get(slots, one.many, ()) for one in state.engine.program.histories)


def _table(
    engine: Engine, slots: Slots, roles: tuple[Role, ...] = ("zone", "mark")
) -> Iterator[str]:
    """What differs from the start of a game."""
    for variable, members in _held(engine, slots, roles):
        yield from _cell(variable, members)


def _held(
    engine: Engine, slots: Slots, roles: tuple[Role, ...]
) -> Iterator[tuple[StateVariable, list[tuple[tuple[int, ...], Value]]]]:
    for variable in engine.program.variables:
        if variable.role not in roles or is_box(variable):
            continue
        members = engine.layout.members(slots, variable)
        held = [(keys, engine.layout.get(slots, variable, keys)) for keys in members]
        yield variable, [(k, v) for k, v in held if not _is_at_start(variable, v)]


def _turn(engine: Engine, slots: Slots, point: int) -> list[str] | None:
    """The lines with which, after those of the table, a decision is given: to whom which choice is
    put, after how many passes if there were any, and what was chosen on the way to it. None if no
    names tell it apart."""
    start, layout = starts(engine.program)[point], engine.layout
    names = names_of(engine.program, start)
    kept = {variable: name for name, variable in start.kept.items()}
    held = [
        (variable, layout.get(slots, variable, ()))
        for variable in engine.program.variables
        if (variable.role == "choice" and variable not in start.done) or variable in kept
    ]
    needed = start.needed.values()  # also of what nothing was selected
    held = [(v, value) for v, value in held if value != v.start or v in needed]
    if names is None or any(variable not in kept for variable, _ in held):
        return None
    seat = value_text(engine.program.me, layout.get(slots, engine.program.me, ()))
    passes = cast(int, layout.get(slots, passes_of(engine.program), ()))
    return [
        f"{TO_MOVE}: {seat} ({' in '.join(names)})",
        *([f"passes: {passes}"] if passes else []),
        *(
            f"{kept[variable]}: {value_text(variable, value)}"
            if value or not isinstance(variable.type, SetOf)
            else f"{kept[variable]}:"
            for variable, value in held
        ),
    ]


def _is_over(state: State) -> bool:
    """Does the flow lead from what is on the table to just this end, and chance not be asked?"""
    cells = [
        GivenValue(variable, keys, tuple(value) if isinstance(value, list) else value)
        for variable, members in _held(state.engine, state.slots, ("zone", "mark"))
        for keys, value in members
    ]
    table = laid_out(state.engine, GivenPosition(tuple(cells)))
    found = _begun(state.engine, table, setup=False)
    return found is not None and found.over and _same(found.slots, state.slots)


def _begun(engine: Engine, table: Slots, *, setup: bool) -> State | None:
    try:
        return begin(engine, slots=table, setup=setup)
    except RulewrightError:
        return None  # not every table can be played on


def _same(one: Slots, other: Slots) -> bool:
    """Is all alike but chance to come?"""
    return one[POINT] == other[POINT] and one[FIRST_VARIABLE:] == other[FIRST_VARIABLE:]


def _leading(state: State, most: int | None) -> list[str] | None:
    """Lines of a scenario that lead to a position: an earlier one that can be given, or the
    beginning, and what was done from there. None if chance decided what nobody has noted, or if
    there are more than so many steps."""
    earlier, made, after = state.copy(), state.made, list[Made]()
    while made:
        if len(after) == most:
            return None
        after.insert(0, made.pop())
        earlier.undo()
        given = given_lines(earlier)
        if given is not None:
            start = State(state.engine, earlier.position, asked=True)
            return _scenario(state, start, given, after)
    if state.origin is None:
        return None
    slots, setup = state.origin
    if setup:
        return _scenario(state, _begun(state.engine, slots, setup=True), [], after)
    said = _said(state.engine, slots) if slots[POINT] == GIVEN else []
    table = [*_table(state.engine, slots), *said]
    return _scenario(state, _begun(state.engine, slots, setup=False), table, after)


def _said(engine: Engine, slots: Slots) -> Iterator[str]:
    """Who has the turn when the flow begins, and how many have passed if any have."""
    for variable in (engine.program.me, passes_of(engine.program)):
        value = engine.layout.get(slots, variable, ())
        if variable is engine.program.me or value:
            yield f"{variable.name}: {value_text(variable, value)}"


def _scenario(
    state: State, start: State | None, table: Sequence[str], after: Sequence[Made]
) -> list[str] | None:
    """A given table, and what happens from there; None if that leads elsewhere."""
    if start is None or not _ends_alike(state, start, after):
        return None
    given = [GIVEN_BLOCK, *(f"{BELOW}{line}" for line in table)] if table else []
    return [*given, *_happenings(after)]


def _happenings(after: Sequence[Made]) -> Iterator[str]:
    """A line for each thing that has happened; where chance alone went on and on, the first."""
    for kind, alike in groupby(after, key=lambda made: made[0]):
        together = [*map(_happening, alike)]
        is_long = kind == "outcome" and len(together) > MOST_CHANCE
        yield from together[:FEW_CHANCE] if is_long else together
        if is_long:
            left = len(together) - FEW_CHANCE
            yield f"# {left:,} more like this, with no decision between them"


def _is_given(line: str) -> bool:
    """Does a line stand below `given`?"""
    return line.startswith(BELOW)


def _ends_alike(state: State, start: State, after: Sequence[Made]) -> bool:
    try:
        for kind, alike in groupby(after, key=lambda made: made[0]):
            words = (told for _, told in alike)
            if kind == "move":
                for (move,) in words:
                    start.apply(move)
            else:
                start.answer_all(partial(_next_of, words))
                if any(True for _ in words):
                    return False
    except RulewrightError:
        return False
    return start.question == state.question and _same(start.slots, state.slots)


def _next_of(answers: Iterator[Sequence[str]], _: ChanceQuestion) -> Sequence[str] | None:
    return next(answers, None)


def _happening(made: Made) -> str:
    kind, words = made
    return f"play {words[0]}" if kind == "move" else f"chance {', '.join(map(listed, words))}"


def _is_at_start(variable: StateVariable, value: Value) -> bool:
    if isinstance(value, list):
        return all(element == -1 for element in value)
    return value == variable.start


def _cell(variable: StateVariable, members: list[tuple[tuple[int, ...], Value]]) -> Iterator[str]:
    """One line a member; marks with one key and few values have one line a value."""
    if variable.role == "mark" and len(variable.keys) == 1 and isinstance(variable.type, Element):
        by_value: dict[str, list[str]] = {}
        for keys, value in members:
            by_value.setdefault(value_expression(variable.type, value), []).append(
                listed(variable.keys[0].labels[keys[0]])
            )
        for text, labels in by_value.items():
            yield f"{variable.name} is {text}: {', '.join(labels)}"
        return
    for keys, value in members:
        yield f"{member_text(variable, keys)}: {value_text(variable, value)}"


def member_text(variable: StateVariable, keys: tuple[int, ...]) -> str:
    """A member of a state variable as rule files name it: `hand of first`, `gems(red, second)`."""
    labels = [_quoted(key.labels[k]) for key, k in zip(variable.keys, keys, strict=True)]
    if not labels:
        return variable.name
    if len(labels) == 1:
        return f"{variable.name} of {labels[0]}"
    return f"{variable.name}({', '.join(labels)})"


def value_text(variable: StateVariable, value: Value) -> str:
    """A value as `given` writes it: stacks from the top, `-` for an empty place of a row."""
    if isinstance(variable.type, RowOf) and isinstance(value, list):
        labels = variable.type.domain.labels
        return ", ".join(listed(labels[e]) if e >= 0 else "-" for e in value)
    if isinstance(variable.type, SetOf | StackOf):
        labels = variable.type.domain.labels
        return ", ".join(listed(labels[e]) for e in elements(value, variable.type)) or "nothing"
    told = written(value, variable.type)
    return listed(told) if isinstance(variable.type, Element) else told


def value_expression(kind: Type, value: Value) -> str:
    """A value as an expression writes it: what lies in a zone is a set there."""
    if isinstance(kind, SetOf | StackOf | RowOf):
        labels = (_quoted(kind.domain.labels[e]) for e in elements(value, kind))
        return f"{{{', '.join(labels)}}}"
    if isinstance(kind, Element) and isinstance(value, int) and value >= 0:
        return _quoted(kind.domain.labels[value])
    return written(value, kind)


def listed(label: str) -> str:
    """A label in a list: in quotes, if it holds what separates them."""
    return f"'{label}'" if "," in label else label


def _quoted(label: str) -> str:
    is_plain = _PLAIN_NAME.match(label) and label not in RESERVED
    return label if is_plain else f"'{label}'"

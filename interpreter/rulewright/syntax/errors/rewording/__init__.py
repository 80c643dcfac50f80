"""What a line that cannot be read would say here, where its form as a whole is another one.

A sign that stands for a word is a matter of one place; here are lines that are laid out otherwise:
`mark gold of each player: 10`, `score gold: gold of me`, `end game if pile is empty`. Each function
takes such a line and gives it as it may be typed, one line or two, of which the second stands below
the first, or beside it if both begin with the same word. Nothing here has to be certain: who asks
reads the lines, and tells only what can be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from .edits import edit, edit_in_words, given, line_as_target, one_of_several, scene, set_so
from .everyday import everyday
from .formulas import by_its_kind, called_on, formula, listed_so, of_two
from .happenings import (
    chance,
    condition,
    dealing,
    doing,
    everybody,
    exchanged,
    from_several,
    in_turn,
    moving,
    of_a_set,
    paid,
    picked,
    reason,
    reason_of_parts,
    several,
    standing,
)
from .headers import numbers, option, players, players_beside, sentence
from .rulebooks import compared_by, declared_so, done_to, one_or_other, over
from .scenarios import chanced, expected, placed, scenario
from .sentences import done, has_so_many, in_words, of_people, of_things, parameters
from .tables import (
    board,
    kept_for_each,
    listed_in_brackets,
    mark,
    of_a_new_type,
    seen_so,
    zone,
)
from .values import (
    case,
    compared,
    definition,
    drawn,
    heads,
    of_left_out,
    one_of_two,
    promise,
    score,
    score_of_a_mark,
    unnamed_score,
    winner,
)
from .written import Lines, Written


def reworded(written: Written) -> Iterator[Lines]:
    """What a line might be, in the forms of the language."""
    yield from _reworded(written)
    quoted = dict[str, str]()  # `hand of 'First player' has 2 cards`: names in quotes as words
    for name in _QUOTED.findall(written.line):
        quoted.setdefault(name, f"quoted_{'abcdefghij'[min(len(quoted), 9)]}")
    if not 0 < len(quoted) < 10:
        return
    line = _QUOTED.sub(lambda name: quoted[name[0]], written.line)
    for lines in _reworded(replace(written, line=line)):
        yield tuple(_named(text, quoted) for text in lines)


_QUOTED = re.compile(r"(?<![\w\"])'[^'\"\n]*'(?!\w)")


def _named(line: str, quoted: dict[str, str]) -> str:
    by_word = {word: name for name, word in quoted.items()}
    return re.sub(r"\bquoted_[a-j]\b", lambda word: by_word.get(word[0], word[0]), line)


def _reworded(written: Written) -> Iterator[Lines]:
    yield from one_of_several(written)
    yield from edit_in_words(written)
    yield from line_as_target(written)
    line, before = written.line, ""
    if written.first == "replace":
        before, line = "replace ", line.partition(" ")[2]
        written = Written(line, line.split(maxsplit=1)[0] if line else "", "", written.file)
    made = list(_forms(written))
    for lines in made:
        yield (before + lines[0], *lines[1:])
    for first, *others in made:  # one change more, of a line that has two
        if not others:
            for lines in _forms(replace(written, line=first)):
                yield (before + lines[0], *lines[1:])


def _forms(written: Written) -> Iterator[Lines]:
    for form in _FORMS:
        yield from (lines for lines in form(written) if lines[0] != written.line)


_FORMS: tuple[Callable[[Written], Iterator[Lines]], ...] = (
    players, numbers, of_a_set, seen_so, sentence, option, kept_for_each, zone, mark, definition,
    case, by_its_kind, from_several, moving, drawn, reason, reason_of_parts, winner, score,
    unnamed_score, score_of_a_mark, promise, paid, chance, doing, picked, compared, standing,
    condition,
    one_of_two, set_so, dealing, edit, board, scene, given, formula, listed_so, of_two, of_people,
    of_things, parameters, done, several, compared_by, one_or_other, done_to, declared_so,
    over, called_on, has_so_many, in_words, in_turn, players_beside, listed_in_brackets,
    of_a_new_type, of_left_out, heads, everyday, exchanged, everybody,
    scenario, expected, placed, chanced,
)  # fmt: skip

"""Of what could be told of a line that cannot be read, what the rest of the rules bears out.

From the text alone nobody knows whether `n = 3` gives a name or sets a mark. So likely lines are
put in the place of what stands there, one by one, and everything is checked with them: the first
with which nothing is wrong on its line is told, so that it is accepted when it is typed. The same
is done for a line that can be read, but means nothing: `IF(…)` is no name here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import NamedTuple

from ..diagnostics import Diagnostic, Findings, Fix, Guess
from ..source import SourceFile, Span
from ..syntax.errors.as_typed import MOST_GUESSED, REWORDED, in_other_forms, is_complete
from ..syntax.errors.mistake import is_misplaced
from ..syntax.parse import parse_file
from .modules import Loaded

MOST_CHARACTERS = 200_000  # that are checked again, so that large games do not take long
AGAINST = re.compile(
    r"E(00|01[0-57-9]|06|04[1247]|10[0346-8]|11[0-79]|12[67]|13[01]|14[3-9]|15[0-3]|163|17[0458]|"
    r"198|20|21[67]|226)"
)
"""Codes of what a line would show that means something else: what cannot be read, names that
nothing has, values of other types. Whatever else is wrong may be wrong with what was meant, too."""

Files = tuple[Loaded, list[Loaded], list[Loaded]]
"""A game, its libraries, its variants."""
Look = Callable[[Sequence[Diagnostic], Files], Iterable[Diagnostic]]
"""What is found in such files, of which this is known already."""


MEANINGLESS = ("E100", "E112", "E113", "E116", "E125")
"""Codes of what can be read, but may be another language's way to say what is meant."""


class _Place(NamedTuple):
    """Where a text has been put in: its offsets in the new file."""

    source: SourceFile
    start: int
    end: int


def settled(found: Sequence[Diagnostic], files: Files, look: Look) -> list[Diagnostic]:
    """The findings, each told in one way."""
    game, libraries, variants = files
    known = {file.source: file for file in (game, *libraries, *variants)}
    left = MOST_CHARACTERS // max(1, sum(len(source.text) for source in known))
    told: list[Diagnostic] = []
    for finding in found:
        file, right = known.get(finding.span.file), None
        others = [one for one in found if one is not finding and one.guesses]
        for guess in _ways(finding, file, (game, *libraries, *variants)) if file else ():
            left -= guess.held_against != ""
            if left < 0:
                break
            if file and _bears_out(guess, file, files, partial(look, others)):
                right = guess
                break
        told.append(_told(finding, right))
    return told


def may_be_guessed(finding: Diagnostic) -> bool:
    """Is there anything to hold against the rest?"""
    return bool(finding.guesses) or finding.code in (*MEANINGLESS, *REWORDED)


def _ways(finding: Diagnostic, file: Loaded, files: Iterable[Loaded]) -> Iterable[Guess]:
    """What could be told of a finding, likely ones first."""
    if finding.code in MEANINGLESS:
        span = finding.span
        if not finding.fix or span.file.text[span.end : span.end + 1] == "(":
            yield from _rewordings(finding, _texts(file, files))
        return
    lines = [guess for guess in finding.guesses if guess.held_against == "line"]
    others = [guess for guess in finding.guesses if guess.held_against != "line"]
    beside = any(one is not file for one in files)
    if beside and finding.code in REWORDED and not is_misplaced(finding.hint):
        yield from filter(_leaves_out, lines)
        lines = [guess for guess in lines if not _leaves_out(guess)]
        made = [*_rewordings(finding, _texts(file, files))]
        yield from made  # of the names of all files, not of this one alone
        tried = {guess.fix for guess in made}
        lines = [guess for guess in lines if guess.fix not in tried]
    yield from lines
    yield from others


def _leaves_out(guess: Guess) -> bool:
    """Is only a word left out that stands twice, or a sign? That is likelier than that the line has
    another form."""
    fix = guess.fix
    if fix is None or not (text := fix.span.text()).endswith(fix.text):
        return False
    word = text[: len(text) - len(fix.text)].strip()
    before = fix.span.file.text[: fix.span.start].split()
    return bool(word) and (not word[0].isalnum() or before[-1:] == [word])


def _texts(file: Loaded, files: Iterable[Loaded]) -> str:
    """What is declared in a file, and in those that it is played with."""
    return "\n".join((file.source.text, *(one.source.text for one in files if one is not file)))


def _rewordings(finding: Diagnostic, declared: str) -> Iterable[Guess]:
    """What a line could be that means nothing as it stands."""
    span = finding.span
    text, end = span.file.text, span.end
    low = text.rfind("\n", 0, span.start) + 1
    high = text.find("\n", low) % (len(text) + 1)
    if end > high:
        return
    line = text[low:high].rstrip()
    column = len(line) - len(line.lstrip(" "))
    place = Span(span.file, low + column, low + len(line))
    made = in_other_forms(line[column:], column, _around(text[:low], column), declared)
    message = finding.message.partition("; write `")[0]
    for hint, instead in islice(made, MOST_GUESSED):
        yield Guess(message, hint, Fix(place, instead), "line")


def _around(above: str, column: int) -> str:
    """The first word of the line that one in this column belongs to."""
    for line in reversed(above.splitlines()) if column else ():
        if line.strip() and len(line) - len(line.lstrip(" ")) < column:
            return line.split(maxsplit=1)[0]
    return ""


def _told(finding: Diagnostic, guess: Guess | None) -> Diagnostic:
    if guess is not None:
        fix = guess.fix if guess.fix and is_complete(guess.fix.text) else None
        span = guess.span or finding.span
        finding = replace(finding, message=guess.message, span=span, hint=guess.hint, fix=fix)
    return replace(finding, guesses=())


def _bears_out(
    guess: Guess, file: Loaded, files: Files, look: Callable[[Files], Iterable[Diagnostic]]
) -> bool:
    """Do the rules say nothing against a guess?"""
    fix = guess.fix
    if fix is None or not guess.held_against:
        return True
    text, start = file.source.text, fix.span.start
    source = SourceFile(file.source.name, text[:start] + fix.text + text[fix.span.end :])
    findings = Findings()
    read = parse_file(source, findings, unreadable={*_elsewhere(file.file.broken, fix)})
    again = replace(file, file=read, source=source)
    if again.file.header is None:
        return True  # which could not be read before either
    place = _Place(source, start, start + len(fix.text))
    unread = [one for one in findings.found if AGAINST.match(one.code)]
    if guess.held_against == "line" and any(_on_lines(one, place) for one in unread):
        return False  # there is nothing to check
    game, libraries, variants = files
    with_it = (
        again if game is file else game,
        [again if one is file else one for one in libraries],
        [again if one is file else one for one in variants],
    )
    found = [one for one in (*findings.found, *look(with_it)) if one.span.file is source]
    against = [one for one in found if AGAINST.match(one.code)]
    if fix.text.startswith("add at "):  # below which there is to be something
        against += [one for one in found if one.code == "E016"]
    if guess.held_against == "text":
        return not any(_within(one, place) and not _is_mistyped(one) for one in against)
    return not any(_on_lines(one, place) for one in against)


def _elsewhere(spans: Iterable[Span], fix: Fix) -> Iterator[tuple[int, int]]:
    """Where those spans are with a fix that it leaves as they are."""
    longer = len(fix.text) - (fix.span.end - fix.span.start)
    for span in spans:
        if span.end <= fix.span.start:
            yield span.start, span.end
        elif fix.span.end <= span.start:
            yield span.start + longer, span.end + longer


def _is_mistyped(finding: Diagnostic) -> bool:
    """Is it another mistake, which has nothing to do with how the line is put?"""
    return finding.hint.startswith("did you mean ")


def _within(finding: Diagnostic, place: _Place) -> bool:
    return finding.span.start < place.end and place.start < finding.span.end


def _on_lines(finding: Diagnostic, place: _Place) -> bool:
    first, last = (place.source.line_column(at)[0] for at in (place.start, place.end))
    return first <= finding.span.line <= last

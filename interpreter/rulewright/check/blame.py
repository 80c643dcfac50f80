"""Whose mistake it is: what a variant's edits have broken is told where the edit stands.

An edit can make wrong what it does not touch: a line of the game that names what was removed, a
mark that nothing reads any more. The game's author cannot mend that, so the finding is told at the
edit, with a note where it shows. Which edit it is, is found by leaving edits out: the first with
which the finding is there. So no pass of checking has to know of variants, and none can forget it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from ..diagnostics import Diagnostic, Note, RulesError
from ..source import Span
from ..syntax import nodes as n
from ..syntax.walk import children, walk
from .context import named_around
from .modules import Loaded
from .overlay import EDITS, SAID, called, named, place_of, target_of, written_name

Found = Callable[[list[Loaded]], Iterable[Diagnostic]]
"""What is found with variants of which parts are left out."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A declaration or edit of a variant; `block` if it stands in a `with` block."""

    node: n.Declaration
    file: Loaded
    block: n.Together | None = None

    @property
    def order(self) -> tuple[bool, bool, bool]:
        """Declarations come first, then edits, then those in blocks, then what is to come last."""
        is_last = isinstance(self.node, n.Add) and self.node.last
        return is_last, self.block is not None, isinstance(self.node, EDITS)

    def is_around(self, place: Span) -> bool:
        """Is it of the file of a place, and, if it is of a `with` block, of the same one? What
        a block has broken outside is the block's mistake, in whichever file it stands. The look
        beside the file is part of it."""
        if self.file.source is not place.file:
            return place.file.name == f"{self.file.source.name.removesuffix('.game')}.look.csv"
        block = None if self.block is None else self.block.span
        return block is None or block.start <= place.start < block.end


_STAYS = (n.ScenarioDecl, n.RemoveScenarios)  # which change no rule


def blamed(
    found: Iterable[Diagnostic],
    variants: list[Loaded],
    found_with: Found,
    declared: Iterable[n.Declaration] = (),
) -> list[Diagnostic]:
    """The findings, those that a variant has caused in the game told in the variant's file.
    `declared`: what the game has without them, for hints."""
    parts = sorted(_parts_of(variants), key=lambda part: part.order)
    known: dict[frozenset[int], dict[_Key, Diagnostic]] = {}

    def found_of(kept: Iterable[int]) -> dict[_Key, Diagnostic]:
        kept = frozenset(kept)
        if kept not in known:
            less = [_without(file, parts, kept) for file in variants]
            known[kept] = {key_of(one): one for one in found_with(less)}
        return known[kept]

    told: list[Diagnostic] = []
    unknown: dict[int, tuple[n.Remove, list[Diagnostic]]] = {}  # by what took the names away
    found = [*_told_by_who_edits(found, parts)]
    waiting = deque((one, [*range(len(parts))]) for one in found)
    while waiting:
        finding, among = waiting.popleft()
        own = [i for i in among if parts[i].is_around(finding.span)]
        others = [i for i in among if i not in own]
        without, with_, key = 0, len(others), key_of(finding)
        if not others or key in found_of(own):
            told.append(finding)
            continue
        while with_ - without > 1:
            middle = (without + with_) // 2
            if key in found_of((*own, *others[:middle])):
                with_ = middle
            else:
                without = middle
        cause = parts[others[with_ - 1]]
        in_block = _is_in_block(finding.span, parts)
        if own and (in_block or cause.block is None):
            alone = [i for i in among if parts[i].file is cause.file]
            by_itself = RulesError(found_of(alone).values()).diagnostics
            same = [one for one in by_itself if _is_said_elsewhere(finding, one)]
            if not same:
                mended = not in_block and cause.file.is_mended > parts[own[0]].file.is_mended
                told.append(
                    _told_at_cause(finding, cause, parts[own[0]])
                    if mended
                    else _with_note(finding, cause, in_block)
                )
            elif not any(_is_said_elsewhere(finding, one) for one in found):
                waiting.append((same[0], alone))
                found.append(same[0])
        elif _reads(cause, finding.span):
            told.append(_with_note(finding, cause, in_block=True))
        else:
            if finding.code in UNKNOWN and isinstance(cause.node, n.Remove):
                unknown.setdefault(id(cause.node), (cause.node, []))[1].append(finding)
                continue
            told.append(_told_at(finding, place_of(cause.node)))
    for edit, lost in unknown.values():
        told += _gone(lost, edit, declared)
    return _together(told)


UNKNOWN = ("E100", "E107")
"""Codes of a name that is not there, or is that of something else only."""


def _gone(
    lost: list[Diagnostic], cause: n.Remove, declared: Iterable[n.Declaration]
) -> Iterable[Diagnostic]:
    """Names that are not there any more since something is removed: that of what is removed, with
    what nothing else would be compared with, and those that it gave with `into`."""
    taken = cause.target.names[0].text
    own = [finding for finding in lost if finding.span.text() == taken]
    if any(finding.code == "E100" for finding in own):
        reads = [Note(f"here it is read, in line {one.span.line}", one.span) for one in own]
        others = "remove or replace these lines, too"
        yield Diagnostic(
            "E100", f"this takes away {taken}, which other lines still read", place_of(cause),
            (*reads, *dict.fromkeys(note for one in own for note in one.notes)),
            hint=_to_have_one_value(taken, declared) or others,
        )  # fmt: skip
        return
    for finding in lost:
        name, there = finding.span.text(), finding.span
        if not re.search(rf"\binto {re.escape(name)}\b", there.file.text):
            yield _told_at(finding, place_of(cause))
            continue
        yield replace(
            finding,
            message=f"this takes away {name}, which `into {name}` gave and other lines still read",
            span=place_of(cause),
            fix=None,
            hint="remove or replace these lines, too",
            notes=(Note(f"here it is read, in line {there.line}", there), *finding.notes),
        )


NOT_AT_ALL = ("off", "none", "never", "nobody", "nothing")


def _to_have_one_value(name: str, declared: Iterable[n.Declaration]) -> str:
    """How an option is given the value with which it does least, in the place of its removal: one
    of these words, or the least number; empty if it has that by itself."""
    values = [v for d in declared if isinstance(d, n.OptionDecl) and d.name.text == name
              for v in d.values]  # fmt: skip
    ends = [v.low if isinstance(v, n.RangeOf) else v for v in values]
    numbers = [one.value for one in ends if isinstance(one, n.Integer)]
    words = [one.text for one in ends if isinstance(one, n.Name)]
    least = [word for word in NOT_AT_ALL if word in words]
    chosen = (least or [str(one) for one in sorted(numbers)])[:1]
    if not chosen or ends[0].span.text() == chosen[0]:
        return ""
    return f"an option is to have one value? write: set {name} to {chosen[0]}"


def _together(told: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings, those that say the same of the same place as one, with all their notes."""
    found: dict[tuple[_Key, str], Diagnostic] = {}
    for one in told:
        if (before := found.get(key := (key_of(one), one.message))) is not None:
            one = replace(before, notes=tuple(dict.fromkeys((*before.notes, *one.notes))))
        found[key] = one
    return list(found.values())


def _is_said_elsewhere(finding: Diagnostic, other: Diagnostic) -> bool:
    """Is just this wrong in another file, too?"""
    same = (finding.code, finding.message) == (other.code, other.message)
    return same and finding.span.file is not other.span.file


def _told_by_who_edits(found: Iterable[Diagnostic], parts: Iterable[_Part]) -> Iterable[Diagnostic]:
    """The findings, a name that means two things told in the variant if what is done within its
    action is the game's: once, however much of it there is."""
    files, told = {part.file.source for part in parts}, dict[object, Diagnostic]()
    for number, finding in enumerate(found):
        key: object = number
        inside = finding.code == "E129" and finding.span.file not in files
        if inside and any(
            note.span is not None and note.span.file in files for note in finding.notes
        ):
            finding = named_around(finding)
            key = key_of(finding)
            if key in told:
                notes = (*told[key].notes, *finding.notes)
                finding = replace(finding, notes=tuple(dict.fromkeys(notes)))
        told[key] = finding
    return told.values()


def _reads(part: _Part, place: Span) -> bool:
    """Is this place in a table that it names, beside its file, so that it is the variant's own?"""
    folder, slash, _ = part.file.source.name.rpartition("/")
    named = (getattr(node, "table", None) for node in walk(part.node))
    return place.file.name in [f"{folder}{slash}{table}" for table in named if table]


_Key = tuple[str, str, int, int]


def key_of(finding: Diagnostic) -> _Key:
    """What it is and where. A table is read anew each time, so its name stands for the file."""
    return finding.code, finding.span.file.name, finding.span.start, finding.span.end


def _parts_of(variants: list[Loaded]) -> Iterable[_Part]:
    for file in variants:
        for node in file.file.declarations:
            if isinstance(node, n.Together):
                yield from (_Part(part, file, node) for part in node.parts)
            else:
                yield _Part(node, file)


def _without(file: Loaded, parts: list[_Part], kept: frozenset[int]) -> Loaded:
    """A variant with these of all parts, and what changes no rule."""
    ids = {id(part.node) for i, part in enumerate(parts) if i in kept}
    left: list[n.Declaration] = []
    for node in file.file.declarations:
        if isinstance(node, n.Together):
            inside = tuple(p for p in node.parts if id(p) in ids or isinstance(p, _STAYS))
            left.append(replace(node, parts=inside))
        elif id(node) in ids or isinstance(node, _STAYS):
            left.append(node)
    return replace(file, file=replace(file.file, declarations=tuple(left)))


def _is_in_block(place: Span, parts: Iterable[_Part]) -> bool:
    inside = (part for part in parts if part.block is not None)
    return any(part.file.source is place.file and part.is_around(place) for part in inside)


MENDED = ("E140", "E192")
"""Codes of what an edit does that another edit mends (see `with_its_mend`)."""


def with_its_mend(told: Diagnostic, declarations: list[n.Declaration]) -> Diagnostic:
    """A finding at an edit with the edit that mends it: of what comes behind a line that leads away
    the one that puts it before; of a value or a parameter that is left without use the one that
    takes this away too. `declarations`: the rules with all edits."""
    places = [note.span for note in told.notes if note.span is not None]
    if told.code not in MENDED or not places:
        return told
    if told.code == "E140":
        return _put_before(told, places[0], declarations)
    everything = list(named(declarations))
    for each in everything:
        if isinstance(each.node, n.LetBe) and each.node.name.span == places[0]:
            also = f"remove {target_of(each, everything)}"
            return replace(told, hint=f"since this edit nothing reads it; write also: {also}")
        if isinstance(each.node, n.ActionDecl) and any(
            param.name.span == places[0] for param in each.node.params
        ):
            also = f"replace {called(each.node)}"
            hint = f"since this edit nothing reads it; write {also}, and all of it without it"
            return replace(told, hint=hint)
    return told


def _put_before(told: Diagnostic, leaving: Span, declarations: list[n.Declaration]) -> Diagnostic:
    everything = list(named(declarations, said=True))
    for each in everything:
        if each.node.span == leaving and leaving.file is not told.span.file:
            if target := target_of(each, everything, written_name(each.node)):
                return replace(told, hint=f"it has to come first: add before {target}")
    return told


def _with_note(finding: Diagnostic, cause: _Part, in_block: bool) -> Diagnostic:
    """A finding in one variant that another has caused: either's author can mend it, and the other
    one by not having both played together, or by replacing less. `in_block`: it stands where a
    `with` block says what holds for both, and is mended there."""
    place = place_of(cause.node)
    if _notes_tell_of(finding, place):
        return finding
    because = Note("it is so because of this", place)
    if in_block:
        return replace(finding, notes=(*finding.notes, because))
    apart = f"do they not go together? below the header: excludes {cause.file.header.name.text}"
    hint = apart
    if isinstance(cause.node, n.ReplacePart) and any(
        isinstance(inner, SAID) for part in cause.node.content for inner in children(part)
    ):
        less = f'replace "LINE" in {cause.node.target}'
        hint = f"{cause.file.header.name.text} replaces less, as in: {less}; {hint}"
    elif finding.hint:
        hint = f"{finding.hint}; {apart}"
    finding = replace(finding, hint=hint)
    return replace(finding, notes=(*finding.notes, because))


def _notes_tell_of(finding: Diagnostic, place: Span) -> bool:
    """Does a note say already what stands in the file of a place?"""
    return any(note.span is not None and note.span.file is place.file for note in finding.notes)


def _told_at_cause(finding: Diagnostic, cause: _Part, of: _Part) -> Diagnostic:
    """A finding in one variant that another has caused, told in the other, which is likelier to be
    mended."""
    place = place_of(cause.node)
    if _notes_tell_of(finding, place):
        return finding
    apart = f"do they not go together? below the header: excludes {of.file.header.name.text}"
    return replace(_told_at(finding, place), hint=apart)


def _offer_of(place: Span, there: Span) -> str:
    """What is written where an edit takes an action away that is still offered."""
    is_taken = place.file.text[: place.start].endswith("remove ")
    taken = re.fullmatch(r"(?:action )?(\w+)", place.text()) if is_taken else None
    above = re.findall(r"\b(?:may )?choose (\w+)", there.file.text[: there.start])
    if taken is None or not above:
        return ""
    return f"what is not to be offered is taken away where it is: remove {taken[1]} in {above[-1]}"


def _told_at(finding: Diagnostic, place: Span) -> Diagnostic:
    there = finding.span
    if finding.code == "E163" and (hint := _offer_of(place, there)):
        finding = replace(finding, hint=hint)
    anew = re.search(r"replace (mark|zone) $", place.file.text[: place.start])
    if finding.code == "E106" and anew and "is not one of several" in finding.message:
        asked = re.search(rf"\b{re.escape(place.text())}(?: of |\()", finding.span.text())
        kept = "for each, as before" if asked else "as before"
        again = f"replace {anew[1]} {place.text()} of …, as the game has it"
        hint = f"is it to be kept {kept}? then: {again}"
        finding = replace(finding, hint=hint)
    return replace(
        finding,
        message=f"this makes line {there.line} of {there.file.name} wrong: {finding.message}",
        span=place,
        fix=None,
        notes=(Note("this is the line", there), *finding.notes),
    )

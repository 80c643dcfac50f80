"""`rulewright check`: everything that is wrong with a rule file, its game and its variants."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.drawing.lines import Line, Piece, line

from ..main import FINDINGS, FINE, MISUSE
from ..options import (
    GAME,
    STANDARD_OUTPUT,
    completing,
    fail,
    file_option,
    fresh_option,
    json_option,
    plain_option,
    print_json,
    rule_paths,
    write_output,
)
from ..screen import Screen, asked_for, echo, progress

if TYPE_CHECKING:
    from rulewright.catalogue import GameInfo
    from rulewright.check.modules import Loaded
    from rulewright.diagnostics import Diagnostic
    from rulewright.explanations import Explanation
    from rulewright.game import Game
    from rulewright.source import Span
    from rulewright.testing.unchanged import Unchanged

MOST_PAIRS = 12
"""How many sets of variants with one finding are told."""


@click.command()
@click.argument("games", metavar="GAME...", type=GAME, nargs=-1, shell_complete=completing("games"))
@click.option(
    "--explain",
    metavar="CODE",
    shell_complete=completing("codes"),
    help="Check nothing; say what a code means, with a wrong and a right example.",
)
@file_option(
    "--sarif",
    help="Write what is found as SARIF 2.1.0 too, for code scanning.",
)
@click.option(
    "--fix", is_flag=True, help="Mend what is mechanical: show what would change, and ask."
)
@click.option("--yes", is_flag=True, help="With --fix: write without asking.")
@fresh_option
@json_option
@plain_option
def command(
    games: tuple[str, ...],
    explain: str | None,
    sarif: str | None,
    fix: bool,
    yes: bool,
    fresh: bool,
    as_json: bool,
    plain: bool,
) -> int:
    """Check rule files and print everything that is wrong with them.

    A GAME is the name of a game, a .game file, or a folder with such files, which are all checked.
    A game is checked for every number of players, and for the ends of options on which sizes hang,
    alone and with each of its variants and each pair of variants that go together. Of more than
    four, and of more than four in a folder elsewhere that are checked in one run, it is told what
    two of them declare or change both. A file beside it that cannot be read at all is named, and
    the others are checked. Where nothing was found and nothing has changed since, it is not looked
    at again but with --fresh. With --fix what is certain is mended, so far as nothing gets worse.
    Exits with 1 if anything is found, or left.
    """
    if explain is not None:
        if games or sarif or fix:
            fail("--explain says what a code means, and checks no GAME")
        _explain(explained(explain), as_json, Screen(plain=plain))
        return FINE
    if not games:
        raise click.UsageError("Missing argument 'GAME...'.")
    if yes and not fix:
        fail("--yes goes with --fix")
    if sarif == STANDARD_OUTPUT and (as_json or fix):
        fail("--sarif - takes the standard output: name a file, or leave out --json and --fix")
    if fix and as_json:
        fail("--fix shows what it changes, and goes without --json")
    if fix:
        from .. import fixing

        look = partial(look_at, games, fresh=fresh)
        looked = fixing.fix(look, yes=yes, screen=Screen(plain=plain))
    else:
        at_once = None if as_json or sarif == STANDARD_OUTPUT else _AtOnce(Screen(plain=plain))
        looked = look_at(games, fresh=fresh, at_once=at_once)
    if sarif:
        from rulewright.characters import as_json as as_text

        from ..sarif import document

        whole = document(looked.found, looked.unread, looked.refused)
        write_output(sarif, as_text(whole, indent=2) + "\n")
    if as_json:
        print_json(
            {
                "ok": not looked.found and not looked.refused,
                "files": sorted(looked.files),
                "unread": list(looked.unread | looked.refused),
                "findings": [
                    as_data(finding) | {"variants": list(variants)}
                    for finding, variants in looked.found
                ],
            }
        )
    elif sarif != STANDARD_OUTPUT:
        _tell(looked, Screen(plain=plain), () if fix or at_once is None else at_once.told)
    if looked.refused:
        return MISUSE
    return FINDINGS if looked.found else FINE


CLASHES = ("E043", "E172")
"""Codes of what two variants change or declare both, whatever else is wrong with either."""
WRONG_ITSELF = "which is wrong by itself"


Meetings = dict[tuple[str, int, str, str], list[tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Looked:
    """What there is to be said of some games: findings in the order of their places, each with the
    fewest variants with which it was found; the files that were read; why others were not read, or
    could not be looked at; of each game or variant the sets of variants with which it was looked
    at; for those findings that only several variants together have, by what is told once of each,
    all their sets."""

    found: list[tuple[Diagnostic, tuple[str, ...]]]
    files: set[str]
    unread: dict[str, None]
    refused: dict[str, None]
    sets: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)
    meetings: Meetings = field(default_factory=dict)


class _AtOnce:
    """Tells what a game or a variant has wrong by itself as soon as it is found: to try it with all
    others takes long."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.told = set[tuple[str, int, str, str]]()

    def __call__(self, findings: Iterable[Diagnostic]) -> None:
        new = {one.told_once(): one for one in findings}
        for key in sorted(new.keys() - self.told):
            if not self.told and sys.stderr.isatty() and not asked_for("quiet"):
                echo("", err=True)  # below the line that tells how far it is
            self.told.add(key)
            self.screen.show([*as_lines(new[key]), ()])


def look_at(
    games: Iterable[str],
    *,
    fresh: bool = False,
    at_once: Callable[[Iterable[Diagnostic]], None] | None = None,
) -> Looked:
    """Check games, variants, libraries and folders with them. Raises `UsageError` for what is no
    such thing and was named. `fresh`: also what was fine in an earlier run and has not changed.
    `at_once`: is told what one game or variant has wrong by itself, as soon as that is found."""
    from rulewright.check import modules
    from rulewright.diagnostics import UsageError

    files: set[str] = set()
    done: set[str] = set()
    unread: dict[str, None] = {}
    refused: dict[str, None] = {}
    sets: dict[str, list[tuple[str, ...]]] = {}
    # A file is read once for each set of variants, so the same finding comes again and again.
    found: dict[tuple[str, int, str, str], tuple[Diagnostic, tuple[str, ...]]] = {}
    meetings: Meetings = {}
    clashes: dict[object, object] = {}  # what is the same, told in either of two places
    with progress("settings", counted=False) as tell:
        paths = [*rule_paths(games)]
        named = [path for path, _ in paths]
        for number, (game, inside) in enumerate(paths):
            try:
                for share, variants, findings in check(
                    game, files, unread, done, named, unless_done=inside, fresh=fresh
                ):
                    sets.setdefault(game, []).append(variants)
                    if at_once is not None and len(paths) == 1 and len(variants) < 2 and share < 1:
                        at_once(findings)
                    for finding in findings:
                        key = finding.told_once()
                        both = (
                            key[2:],
                            frozenset((finding.span, *(n.span for n in finding.notes))),
                        )
                        if clashes.setdefault(both, key) != key:
                            continue  # it is told in the other one
                        _, fewest = found.setdefault(key, (finding, variants))
                        if len(variants) == len(fewest) > 1:
                            meetings.setdefault(key, []).append(variants)
                    if tell is not None:
                        tell(int(100 * (number + share)), 100 * len(paths))
            except UsageError as error:
                if not inside:
                    raise
                refused[str(error)] = None
    for finding, _ in found.values():  # what is told of a file need not be told once more
        unread.pop(modules.without_header(finding.span.file.name), None)
    return Looked([found[key] for key in sorted(found)], files, unread, refused, sets, meetings)


def _tell(looked: Looked, screen: Screen, told: Collection[tuple[str, int, str, str]] = ()) -> None:
    """Tell what was found; `told`: what has been told, which is counted."""
    findings = [*_met(looked)]
    for reason in _unread(looked):
        echo(f"not looked at: {reason}", err=True)
    for finding in findings:
        if finding.told_once() not in told:
            screen.show([*as_lines(finding), ()])
    screen.aside(summary(findings, len(looked.files)), "bold red" if findings else "bold green")
    for game, sets in looked.sets.items():
        if line_of_sets := _sets_told(game * (len(looked.sets) > 1), sets, screen.width):
            screen.aside(line_of_sets, "dim")


def _met(looked: Looked) -> Iterator[Diagnostic]:
    """The findings, those that several sets of variants have at one place told once, with a note
    of all these."""
    from rulewright.check.modules import plain_name
    from rulewright.diagnostics import Note, first_few, listed

    places: dict[tuple[str, int, str, str], tuple[Diagnostic, list[list[str]]]] = {}
    for finding, variants in looked.found:
        key = finding.told_once()
        sets = [[*map(plain_name, one)] for one in looked.meetings.get(key, ())]
        names = "|".join(map(re.escape, map(plain_name, variants)))
        said = re.sub(rf"\b({names})\b", "…", key[3]) if sets else key[3]
        places.setdefault((*key[:3], said), (finding, []))[1].extend(sets)
    for finding, met in places.values():
        sets = [*{frozenset(one): one for one in met}.values()]  # files of both may have told it
        if len(sets) < 2:
            yield finding
            continue
        both = [name for name in sets[0] if all(name in one for one in sets)]
        others = [" + ".join(name for name in one if name not in both) for one in sets]
        few = listed(others) if len(others) <= MOST_PAIRS else first_few(others, MOST_PAIRS)
        note = Note(f"it is so of {' + '.join(both)}{' with ' * bool(both)}{few}")
        yield replace(finding, notes=(*finding.notes, note))


def _unread(looked: Looked) -> Iterator[str]:
    """Why something was not looked at; what is so of several others on one line."""
    from rulewright.diagnostics import listed

    wrong = re.compile(rf"together with (.*), {WRONG_ITSELF}")
    reasons = looked.unread | looked.refused
    others = [found[1] for reason in reasons if (found := wrong.fullmatch(reason)) is not None]
    for reason in reasons:
        if len(others) < 2 or not wrong.fullmatch(reason):
            yield reason
    if len(others) > 1:
        yield f"together with {listed(others)}, which are wrong by themselves"


def _sets_told(game: str, sets: Sequence[tuple[str, ...]], width: int) -> str:
    """One line: which variants were looked at together, as many as there is room for. `game`: of
    which game, where it is one of several."""
    from rulewright.check.modules import plain_name
    from rulewright.diagnostics import first_few

    pairs = [[*map(plain_name, chosen)] for chosen in sets if len(chosen) > 1]
    alone = [plain_name(*chosen) for chosen in sets if len(chosen) == 1]
    each, told = "each variant alone, and together:", [" + ".join(pair) for pair in pairs]
    if len(alone) == 1:
        each = f"{alone[0]} alone, and with"
        told = [" + ".join(name for name in pair if name != alone[0]) for pair in pairs]
    elif game:
        each = f"{plain_name(game)} with {each}"
    texts = (f"{each} {first_few(told, most)}" for most in range(len(told), 0, -1))
    return (
        next((text for text in texts if len(text) <= width), f"{each} {len(told)} others")
        if told
        else ""
    )


def explained(code: str) -> Explanation:
    """What a code means; `Failure` with the nearest when there is none of this name."""
    from rulewright.diagnostics import did_you_mean
    from rulewright.explanations import explanations

    known = explanations()
    if code.upper() not in known:
        hint = did_you_mean(code.upper(), known)
        fail(f'there is no code "{code}"' + (f"; {hint}" if hint else ""))
    return known[code.upper()]


def _explain(said: Explanation, as_json: bool, screen: Screen) -> None:
    from rulewright.explanations import where

    if as_json:
        print_json(
            {"code": said.code, "meaning": said.meaning, "wrong": said.wrong, "right": said.right}
        )
        return
    screen.show([(Piece(f"{said.code}: ", "bold"), Piece(said.meaning))])
    for word, example, style in (("wrong", said.wrong, "red"), ("right", said.right, "green")):
        lines = (line(f"    {text}" if text else "") for text in example.splitlines())
        screen.show([(), (Piece(f"{word}:", f"bold {style}"),), *lines])
    screen.show([(), line(f"The game that the examples edit is in {where()}.")])


def check(
    game: str,
    files: set[str],
    unread: dict[str, None],
    done: set[str],
    named: Sequence[str] = (),
    *,
    unless_done: bool = False,
    fresh: bool = False,
) -> Iterator[tuple[float, tuple[str, ...], list[Diagnostic]]]:
    """All findings about a game, variant or library, named or given by path, a part at a time, each
    with the share of the work that is done then and the variants it was played with; `files` grows
    by the names of the files that were read, `unread` by what keeps others beside them from being
    read, `done` by the variants that were held against all others. `named`: what is checked in the
    same run. `unless_done`: not those. `fresh`: also what was fine in an earlier run and has not
    changed."""
    from rulewright import catalogue
    from rulewright.check import modules
    from rulewright.check.siblings import namesakes
    from rulewright.collecting import put_off
    from rulewright.diagnostics import Findings, RulesError
    from rulewright.game import check_library
    from rulewright.testing.combinations import FEW, beside_asked, variant_sets
    from rulewright.testing.unchanged import Unchanged

    file = modules.read(modules.find(game), Findings())
    if file is not None and file.header.kind == "library":
        files.add(file.source.name)
        yield 1, (), [*check_library(game)]
        return
    if unless_done and file is not None and file.source.name in done:
        return
    fellows = _fellows(file, named)
    few = len(fellows) < FEW
    try:
        info = catalogue.game(game, [str(one.path) for one in fellows] if few else ())
    except RulesError:
        yield 1, (), [*_load(game, (), (), files)]
        return
    if not info.asked:
        done.update(one.source.name for _, one in _variants_of(info))
    if file is not None:
        done.add(file.source.name)
        unread.update(dict.fromkeys(modules.beside(file.path)[1]))
    unread.update(dict.fromkeys(modules.beside(info.path)[1]))
    sets = variant_sets(info)
    sets += [pair for pair in _meeting(info) if pair not in sets]
    sets = _without_drafts(info, sets)
    if info.asked:
        sets.insert(0, ())  # a variant of a game that is wrong itself is not right
    before, is_wrong = Unchanged("check", info.path, fresh=fresh), False
    for number, variants in enumerate(sets, start=1):
        read = before.files(variants)
        name = before.name(read)
        found: list[Diagnostic] = []
        together = True  # is it known of all of these how they go together?
        _, *more = info.numbers_with(variants)
        if before.get(name) is None:
            with put_off():
                asked = info.asked in variants  # what is to be mended, if another clashes with it
                rest = beside_asked(info, variants)
                path = game if asked else str(info.path)
                told = _load(path, rest if asked else variants, more, files)
                found += {one.told_once(): one for one in told}.values()  # of the most players
                if found and rest:
                    alone = [*_load(str(info.path), rest, (), set())]
                    known = {one.told_once() for one in alone}
                    found = [one for one in found if one.told_once() not in known]
                    if any(one.severity == "error" for one in alone):
                        # what comes of that is no mistake of the other
                        found = [one for one in found if one.code in CLASHES]
                        unread[f"together with {' and '.join(rest)}, {WRONG_ITSELF}"] = None
                        together = bool(found)
            if not found and together:
                before.put(name, True)
        files.update(one.source.name for one in read)
        yield number / len(sets), variants if together else (), found
        many = variants == (info.asked,) and len(info.variants) > FEW
        if many and any(one.severity == "error" for one in found):
            sets, is_wrong = sets[:number], True  # what it changes as others do is seen below
            break
    before.save()
    all_of_them = _variants_of(info)
    if not few:
        there = {one.path.resolve() for _, one in all_of_them}
        others = (one for one in fellows if one.path.resolve() not in there)
        all_of_them += [(str(one.path), one) for one in others if one.source.name not in done]
    for pair, found in _at_odds(info, all_of_them, sets, before):
        yield 1, pair, [one for one in found if one.code in CLASHES or not is_wrong]
    looks = _lonely_looks(info) if unless_done else ()  # of whoever asks for a whole folder
    yield 1, (), [*namesakes(all_of_them), *looks]


def _without_drafts(info: GameInfo, sets: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The sets but the pairs that declare much of the same, as drafts of one variant do: they need
    not be loaded to be told of."""
    from rulewright.check.siblings import are_drafts

    files = dict(_variants_of(info))
    return [
        one
        for one in sets
        if len(one) < 2
        or not (all(name in files for name in one))
        or not are_drafts(files[one[0]], files[one[1]])
    ]


def _fellows(file: Loaded | None, named: Sequence[str]) -> list[Loaded]:
    """The other variants of its game that a variant is held against besides those beside the game:
    those that are checked in the same run, and those of its own folder, if these are few."""
    from rulewright.check import modules
    from rulewright.diagnostics import Findings
    from rulewright.testing.combinations import FEW

    if file is None or file.header.base is None:
        return []
    beside = [one.path for one in modules.beside(file.path)[0] if modules.edits_same(one, file)]
    paths = [Path(name) for name in named if modules.is_path(name)]
    paths += beside if len(beside) <= FEW else []
    read = (modules.read(path, Findings()) for path in paths)
    found = {one.path.resolve(): one for one in read if one and modules.edits_same(one, file)}
    found.pop(file.path.resolve(), None)
    return [*found.values()]


def _at_odds(
    info: GameInfo,
    variants: Sequence[tuple[str, Loaded]],
    sets: Iterable[tuple[str, ...]],
    before: Unchanged,
) -> Iterator[tuple[tuple[str, ...], list[Diagnostic]]]:
    """What variants declare or change both, of which no pair was loaded; by far quicker than to
    load them."""
    from rulewright.check import modules
    from rulewright.check.siblings import at_odds
    from rulewright.diagnostics import Findings

    loaded = {frozenset(names) for names in sets}
    pairs = [
        (one, other)
        for one, other in combinations(variants, 2)
        if frozenset((one[0], other[0])) not in loaded
        if not info.asked or info.asked in (one[0], other[0])
    ]
    game = modules.read(info.path, Findings())
    if game is None or not pairs:
        return
    name = before.name(before.files([name for name, _ in variants]), "at odds", info.asked)
    if before.get(name) is None:
        found = [*at_odds(game, pairs)]
        yield from found
        if not found:
            before.put(name, True)
            before.save()


def _meeting(info: GameInfo) -> Iterator[tuple[str, str]]:
    """Of many variants, of which not all pairs are loaded, those pairs of which one edits what
    nobody can do any more with the other."""
    from rulewright.check import modules
    from rulewright.check.idle import meeting
    from rulewright.diagnostics import Findings
    from rulewright.testing.combinations import FEW

    if len(info.variants) > FEW and not info.asked:
        variants = _variants_of(info)
        if (game := modules.read(info.path, Findings())) is not None:
            files = [game, *(file for _, file in variants)]
            yield from meeting(game, modules.libraries(files, Findings()), variants)


def _variants_of(info: GameInfo) -> list[tuple[str, Loaded]]:
    """The variants of a game that can be read, each with what it is loaded by."""
    from rulewright.check import modules
    from rulewright.diagnostics import Findings

    game = modules.read(info.path, Findings())
    if game is None:
        return []
    paths = [modules.variant_path(game, variant.reference) for variant in info.variants]
    read = [modules.read(path, Findings()) for path in paths]
    return [
        (variant.reference, file)
        for variant, file in zip(info.variants, read, strict=True)
        if file is not None
    ]


def _lonely_looks(info: GameInfo) -> Iterator[Diagnostic]:
    """Looks beside a game that belong to no rule file."""
    from rulewright.check import modules
    from rulewright.diagnostics import Diagnostic, did_you_mean
    from rulewright.source import SourceFile, Span

    folder = info.path.parent
    for look in sorted(folder.glob("*.look.csv")):
        name = look.name.removesuffix(".look.csv")
        if not modules.lies_here(folder / f"{name}.game") and modules.lies_here(look):
            source = SourceFile(modules.shown_name(look), modules.text_of(look))
            known = [path.stem for path in folder.glob("*.game")]
            yield Diagnostic(
                "E026", f"this look belongs to nothing: there is no {name}.game beside it",
                Span(source, 0, max(1, len(source.line_text(1)))),
                hint=did_you_mean(name, known),
            )  # fmt: skip


def _load(
    path: str, variants: tuple[str, ...], more: Iterable[int], files: set[str]
) -> Iterator[Diagnostic]:
    """What is found when a game is loaded and its scenarios are read: for the fewest seats, and
    for `more`. What is built for a setting is used again for all."""
    from rulewright import game as games
    from rulewright.diagnostics import RulesError
    from rulewright.testing.inherited import unreadable

    first: games.Game | None = None
    for seats in (None, *more):
        try:
            if first is None:
                game = games.check(path, variants=variants, seats=seats)
                first = game
            else:
                assert seats is not None
                game = first.for_seats(seats)
            files.update(source.name for source in game.files)
            yield from game.warnings
            game.scenarios()
            if seats is None:
                yield from _too_far(game)
                if len(game.variants) == 1:  # what two take away each takes away by itself
                    yield from unreadable(game)
                yield from _with_ends(path, variants, game)
        except RulesError as error:
            files.update(finding.span.file.name for finding in error.diagnostics)
            yield from error.diagnostics


def _too_far(game: Game) -> Iterator[Diagnostic]:
    """The composes of which it may take too long to find out whether they can be completed, which
    `lint` tells of too: without them there is no playing."""
    if game.program.composes:
        from rulewright.testing.lint import CODES
        from rulewright.testing.lint.searched import too_far
        from rulewright.testing.lint.silences import unsilenced

        yield from unsilenced(too_far(game, game.program), CODES)


def _with_ends(path: str, variants: tuple[str, ...], game: Game) -> Iterator[Diagnostic]:
    """What is found with the ends of options on which sizes hang. Scenarios are not read again:
    each is read for the options that it asks for."""
    from rulewright import game as games
    from rulewright.diagnostics import RulesError

    for name, value in _ends(game):
        try:
            yield from games.check(path, variants=variants, options={name: value}).warnings
        except RulesError as error:
            yield from error.diagnostics


def _ends(game: Game) -> Iterator[tuple[str, str]]:
    """The options on which sizes hang, of types and ranges or of boards, with the ends of what
    they can be – but not those for which the game was made."""
    from rulewright.game import label_of

    of_boards = {name for board in game.open_program.boards for name in board.options}
    for option in game.program.options:
        if option.name not in game.open_program.sized and option.name not in of_boards:
            continue
        for value in dict.fromkeys((option.values[0], option.values[-1])):
            if value != game.program.bound[option.name]:
                yield option.name, label_of(option, value)


def summary(findings: Iterable[Diagnostic], files: int) -> str:
    """One line: how much was found, and in how many of the files that were looked at."""
    found = [*findings]
    wrong = {finding.span.file.name for finding in found}
    of = f"{len(wrong)} of " if 0 < len(wrong) < files else ""
    return f"{how_many(found)} in {of}{files} file{'s' * (files != 1)}"


def how_many(findings: Iterable[Diagnostic]) -> str:
    """How many findings of each severity there are, the worst first."""
    found = Counter[str](finding.severity for finding in findings)
    words = ("error", "warning", "note")
    parts = [f"{found[word]} {word}{'s' * (found[word] != 1)}" for word in words if found[word]]
    return " and ".join(parts) or "nothing found"


def as_lines(finding: Diagnostic) -> list[Line]:
    """A finding as lines, the first one in the colour of its severity."""
    from rulewright.diagnostics import render

    first, *rest = render(finding).split("\n")
    place, _, sentence = first.partition(f": {finding.severity} ")
    style = "bold red" if finding.severity == "error" else "bold yellow"
    head = (Piece(f"{place}: ", "bold"), Piece(f"{finding.severity} {sentence}", style))
    return [head, *(line(text) for text in rest)]


def _region(span: Span) -> dict[str, object]:
    start, end = (span.file.line_column(at) for at in (span.start, span.end))
    names = ("line", "column", "end_line", "end_column")
    return dict(zip(names, (*start, *end), strict=True))


def as_data(finding: Diagnostic) -> dict[str, object]:
    """A finding as JSON; lines and columns count from 1, the end is excluded. `fix`: a text and
    what it would take the place of."""
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "file": finding.span.file.name,
        **_region(finding.span),
        "hint": finding.hint,
        "fix": _region(finding.fix.span) | {"text": finding.fix.text} if finding.fix else None,
        "notes": [
            {
                "message": note.message,
                "file": note.span.file.name if note.span else "",
                "line": note.span.line if note.span else 0,
            }
            for note in finding.notes
        ],
    }

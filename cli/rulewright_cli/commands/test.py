"""`rulewright test`: the scenarios of a game and of its variants, on every engine."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import chain, takewhile
from typing import TYPE_CHECKING, Any

import click

from rulewright.collecting import put_off
from rulewright.drawing.lines import line, wrapped

from ..main import FINDINGS, FINE
from ..options import (
    OneOf,
    engines,
    fail,
    fresh_option,
    game_options,
    games_in,
    is_folder,
    load_game,
    part_of,
    print_json,
)
from ..screen import Progress, Screen, asked_for, echo, progress, told_now_and_then
from ..time_limit import TimeOver

if TYPE_CHECKING:
    from rulewright.backends.registry import EngineName
    from rulewright.catalogue import GameInfo
    from rulewright.check.modules import Loaded
    from rulewright.diagnostics import Diagnostic, RulesError
    from rulewright.game import Game
    from rulewright.source import Place, SourceFile
    from rulewright.spec import GameSpec
    from rulewright.testing.counting import Origins
    from rulewright.testing.drafts import Draft, Drafts
    from rulewright.testing.scenario import ScenarioResult
    from rulewright.testing.unchanged import Unchanged


@click.command()
@game_options(as_json=True, plain=True, several=True)
@click.option(
    "-k",
    "names",
    metavar="TEXT",
    multiple=True,
    help="Only scenarios with this in the title, or with one of several.",
)
@click.option(
    "--engine",
    "only",
    type=OneOf(lambda: ("all", *engines())),
    default="all",
    show_default=True,
    help="The engine to run on; all: each that makes single decisions by itself.",
)
@click.option(
    "--accept",
    is_flag=True,
    help="With a variant: show what it would have to say of the game's scenarios, and ask whether "
    "to write that into its file.",
)
@click.option("--yes", is_flag=True, help="With --accept: do not ask.")
@fresh_option
@click.option("-v", "--verbose", is_flag=True, help="Name the scenarios that pass, too.")
def command(
    spec: GameSpec,
    others: list[str],
    as_json: bool,
    plain: bool,
    names: tuple[str, ...],
    only: str,
    accept: bool,
    yes: bool,
    fresh: bool,
    verbose: bool,
) -> int:
    """Run the scenarios of games and their variants.

    GAME is a game, the file of a variant, or a folder: then those of all that lie in it are run.

    Without --variant: those of the game, of each variant, and of pairs of variants that go
    together. With variants, or the file of one: theirs, and those of the game, which must hold
    still unless a variant says that they are otherwise; what it would have to say is drafted, and
    with --accept it is written into the variant's file. A scenario that fails is shown with what it
    expected, what was found, and the position. Where all passed and nothing has changed since, they
    are not run again but with --fresh. Exits with 1 if any fails, with 2 if there is none.
    """
    screen = Screen(plain=plain)
    from rulewright.backends import registry
    from rulewright.diagnostics import render
    from rulewright.source import place_of
    from rulewright.testing.counting import counted, for_fewer, origins_of

    asked = [spec.name, *others]
    is_all = len(asked) > 1 or is_folder(spec.name)
    if is_all and (spec.arguments[1:] or accept):
        what = f"{spec.name} is a folder" if not others else f"{' and '.join(asked)} are several"
        within = " in it" * (not others)
        fail(f"{what}: variants, options, seats and --accept are for one game{within}")
    if yes and not accept:
        fail("--yes goes with --accept")
    chosen = registry.stepping()[::-1] if only == "all" else (only,)
    began = time.perf_counter()
    results: list[ScenarioResult] = []
    edited: list[Game] = []
    together: list[Loaded] = []
    wrong: list[tuple[RulesError, tuple[str, ...]]] = []
    ran: set[frozenset[str]] = set()
    alone: list[str] = []  # what runs those of games that are run without their variants
    again: set[Place] = set()
    held: list[int] = []  # results that are told when it is known which drafts there are
    told = set[int]()  # results that have been told, or need not be

    def tell_of(numbers: Iterable[int]) -> None:
        for number in numbers:
            result = results[number]
            if number not in told and not as_json and (verbose or not result.passed):
                report(screen, result, results[max(0, number - 1) : number])
            told.add(number)

    def in_sum() -> str:
        scenarios = sum(count for _, count in origins_of(results)[0])
        return (
            f"{scenarios} scenario{'s' * (scenarios != 1)} on {' and '.join(chosen)}: "
            f"{in_short(results)} in {time.perf_counter() - began:.1f} s"
        )

    @contextmanager
    def told_if_it_stops() -> Iterator[None]:
        """What has been found by then is told where nobody waits longer."""
        try:
            yield
        except (KeyboardInterrupt, TimeOver):
            tell_of(range(len(results)))
            if results and not as_json:
                screen.say(f"not all: {in_sum()}", "bold red")
            raise

    is_usual = not spec.options and spec.seats is None
    is_drafted = is_usual and not is_all
    with told_if_it_stops(), put_off(), progress("scenarios", counted=False) as tell:
        from rulewright import catalogue
        from rulewright.testing.unchanged import Unchanged

        each = (games_in(name) if is_folder(name) else [name] for name in asked)
        games = [*dict.fromkeys(chain.from_iterable(each))]
        for number, name in enumerate(games):
            one = replace(spec, name=name)
            info = catalogue.game(name)
            before = Unchanged("test", info.path, fresh=fresh or accept)
            if info.variants and not (info.asked or spec.variants or names):
                alone.append(with_a_variant(name, info))
            share = tell and part_of(tell, number, len(games))
            for result, known in run(
                info, one, names, chosen, before, share, edited, together, wrong, ran
            ):
                if known and not result.is_announced:
                    again.add(place_of(result.scenario))
                results.append(result)
                if not result.passed and is_drafted and edited and of_the_game(result, edited[0]):
                    held.append(len(results) - 1)
                elif tell is None:
                    tell_of([len(results) - 1])
    tell_of(number for number in range(len(results)) if number not in held)  # where the bar was

    def tell_of_held() -> None:
        if not told.issuperset(held) and not as_json:
            heading(screen, edited[0])
        tell_of(held)

    diagnostics = [
        *{one.told_once(): one for each, _ in wrong for one in each.diagnostics}.values()
    ]
    if not results and names:
        titled = f"{' or '.join(names)} in its title"
        with_one = [] if is_all else elsewhere(catalogue.game(spec.name), spec, names)
        hint = f"; one of {with_one[0]} has: --variant {with_one[0]} alone" if with_one else ""
        among = f" with {' and '.join(spec.variants)}" * bool(spec.variants)
        fail(f"no scenario of {' or '.join(asked)}{among} has {titled}{hint}")
    if not results:
        whose = f"{' with '.join(spec.names)} has" if not others else f"{' and '.join(asked)} have"
        fail(f"{whose} no scenarios: nothing was tested")
    failed = sum(not result.passed for result in results)
    drafts = None
    is_one = len(spec.variants) < 2 and bool(edited) and is_usual
    if accept and not is_one:
        fail("--accept is for one variant, with the options and seats that scenarios ask for")
    if failed and is_one and is_drafted and len(edited[0].variants) == 1:
        with told_if_it_stops():
            drafts = drafted(edited[0], results, chosen, tell_of_held)
    is_wrong = drafts is not None and any(
        one.span.file.name == drafts.file.source.name for one in diagnostics
    )
    if not told.issuperset(held) and not as_json:
        if len(edited[0].variants) == 1:
            heading(screen, edited[0])
        show_held(screen, results, held, drafts if not verbose else None)
    if as_json:
        may_write = drafts is not None and accept and yes and not is_wrong
        written = may_write and drafts is not None and write(drafts)
        print_json(
            {
                "ok": not failed and not wrong,
                "wrong": [finding_as_data(finding) for finding in diagnostics],
                "results": [as_data(result) for result in results],
                "drafts": [
                    {
                        "title": draft.title,
                        "what": draft.what,
                        "why": draft.why,
                        "text": draft.text,
                        "lost": list(draft.lost),
                        "broken": list(draft.broken),
                    }
                    for draft in (drafts.drafts if drafts is not None else ())
                ],
                "written": str(drafts.file.path) if drafts is not None and written else None,
            }
        )
    else:
        for finding in diagnostics:
            screen.copyable(render(finding) + "\n\n")
        for said in not_run(wrong):
            screen.say(said, "bold red")
        found, replaced = origins_of(results)
        if said := counted(found, replaced):
            screen.aside(said, "dim")
        if spec.variants and not names and (apart := for_fewer(together, found)):
            screen.aside(told_of_others(apart, together, spec.name), "dim")
        for said in alone[: 0 if failed else 1]:
            screen.aside(f"those of the game are not run with its variants: {said}", "dim")
        if said := slow_ones(results):
            screen.aside(said, "dim")
        seconds = time.perf_counter() - began
        if said := dear_line(results, seconds):
            screen.aside(said, "dim")
        elif seconds >= DEAR:
            conditions = [*dear_conditions(games, spec.variants)]
            if not conditions and seconds >= LONG and (said := dear_query(results, games, spec)):
                conditions = [said]
            for said in conditions:
                screen.aside(said, "dim")
        screen.say(
            in_sum() + f", {len(again)} of them earlier" * bool(again),
            "bold red" if failed or wrong else "bold green",
        )
        written = drafts is not None and show(
            screen, drafts, accept, yes, verbose, is_wrong=is_wrong
        )
    mended = drafts is not None and written and not drafts.left
    return FINDINGS if wrong or (failed and not mended) else FINE


def not_run(wrong: Sequence[tuple[RulesError, tuple[str, ...]]]) -> Iterator[str]:
    """Which scenarios are not run: those of variants that are wrong by themselves, and of several
    that are wrong together only."""
    from rulewright.diagnostics import first_few

    alone = {names[0] for _, names in wrong if len(names) == 1}
    told: dict[str, list[str]] = {}
    for error, names in wrong:
        if len(names) == 1 or alone.isdisjoint(names):
            files = " and ".join(dict.fromkeys(one.span.file.name for one in error.diagnostics))
            told.setdefault(files, []).append(" with ".join(names))
    for files, found in told.items():
        several = [one for one in found if one not in alone]
        said = ["its scenarios"] * (len(several) < len(found))
        said += [f"the scenarios of {first_few(several, MOST_VARIANTS)}"] * bool(several)
        yield f"{files}: {' and '.join(said)} are not run before that is right"


def elsewhere(info: GameInfo, spec: GameSpec, names: tuple[str, ...]) -> list[str]:
    """The variants, of several that were chosen, that have a scenario of such a title themselves,
    which is run with that variant alone."""
    from rulewright.game import check

    wanted = [name.casefold() for name in names]
    return [
        variant
        for variant in spec.variants
        if len(spec.variants) > 1
        and any(
            name in scenario.title.casefold()
            for scenario in check(str(info.path), variants=(variant,)).scenarios()
            for name in wanted
        )
    ]


def runs_all(variant: Loaded, asked: str) -> str:
    """What `test` is to be given so that a variant is run with those of its `with` blocks, too: its
    file, if it lies elsewhere than its game."""
    from rulewright import catalogue

    info = catalogue.game(asked)
    lies_there = variant.path.resolve().parent == info.path.resolve().parent
    return asked if lies_there else str(variant.path)


def with_a_variant(name: str, info: GameInfo) -> str:
    """What runs the scenarios of a game with one of its variants, which it has to hold with; of
    several, with each of them."""
    from rulewright.diagnostics import first_few

    from ..typing_again import as_command

    first, *more = (variant.reference for variant in info.variants)
    others = f", and so with {first_few(more, MOST_VARIANTS)}" if more else ""
    return as_command("rulewright", "test", name, "--variant", first) + others


PATIENCE = 10.0  # seconds of drafting after which it is told what fails, and how far it has come


def drafted(
    game: Game,
    results: list[ScenarioResult],
    engines: tuple[EngineName, ...],
    meanwhile: Callable[[], object],
) -> Drafts:
    """What the variant would have to say of the scenarios that fail; `meanwhile` is called if that
    takes long."""
    from rulewright.source import place_of
    from rulewright.testing.drafts import drafts

    failed = {place_of(result.scenario) for result in results if not result.passed}
    began = time.monotonic()
    tell = None if asked_for("quiet") else told_now_and_then("drafts", counted=True, due=PATIENCE)

    def on_progress(done: int, title: str) -> None:
        if time.monotonic() - began >= PATIENCE:
            meanwhile()
        if tell is not None:
            tell(done, len(failed), f'"{title}"')

    return drafts(game, failed, engines, on_progress=on_progress)


def show(
    screen: Screen, drafts: Drafts, accept: bool, yes: bool, verbose: bool, *, is_wrong: bool
) -> bool:
    """Show drafts and, if that is wanted, write them. Were they written? Where only results are
    wanted, and nobody is to be asked about them, they are counted. `is_wrong`: there is a mistake
    in the file of the variant, so that nobody knows what its own scenarios say."""
    name = drafts.file.source.name
    for title, why in drafts.left:
        screen.say(f"no draft for {title}: {why}")
    if not drafts.drafts:
        return False
    count = f"{len(drafts.drafts)} draft{'s' * (len(drafts.drafts) != 1)}"
    if screen.quiet and (yes or not accept):
        screen.say(f"{count} for {name}")
    else:
        show_drafts(screen, drafts.drafts, f"{count} for {name}:", verbose)
    if accept and is_wrong:
        screen.say(f"Nothing is written before {name} is right.")
        return False
    if not accept or not (yes or is_asked()):
        how = "--accept" if is_asked() else "--accept --yes"
        screen.say(f"Nothing is written; {how} writes {'it' if count == '1 draft' else 'them'}.")
        return False
    if not yes and not agreed(f"Write {count} into {name}? (y/N) "):
        screen.say("Nothing is written.")
        return False
    write(drafts)
    screen.say(f"{count} written into {name}", "bold green")
    return True


def show_drafts(screen: Screen, drafts: Sequence[Draft], head: str, verbose: bool) -> None:
    """Those with one cause together; of many with one the first, and the others named, if not
    `verbose`."""
    screen.say()
    screen.say(head, "bold")
    groups: dict[str, list[Draft]] = {}
    for draft in drafts:
        groups.setdefault(draft.why, []).append(draft)
    for why, group in groups.items():
        screen.say()
        is_said = says(group[0], why)
        if len(group) > 1 and not is_said:
            for text in wrapped(f"{len(group)} scenarios: {why}", screen.width, hang="  "):
                screen.say(text, "bold")
        full = len(group) if verbose or len(group) <= MOST_ALIKE else 1
        for number, draft in enumerate(group[:full]):
            if number:
                screen.say()
            show_draft(screen, draft, "" if len(group) > 1 else why)
        if more := group[full:]:
            screen.say()
            titles = "; ".join(draft.title for draft in more)
            said = f"and {len(more)} more, which -v shows: {titles}"
            for text in wrapped(said, screen.width, hang="  "):
                screen.say(text, "dim")
    screen.say()
    if any(draft.what == "replace" for draft in drafts):
        screen.say("A title stays as it is: look whether it is still true.")
        screen.say("One that is not: remove scenario, and the same under a title of its own.")
    if any(draft.what == "remove" for draft in drafts):
        screen.say("What is removed may still be shown from elsewhere: replace scenario, with what")
        screen.say("is wanted for it under `given`.")


def says(draft: Draft, why: str) -> bool:
    """Does the comment at the beginning of a draft say this?"""
    above = takewhile(lambda line: line.startswith("# "), draft.text.splitlines())
    return " ".join(line.removeprefix("# ") for line in above) == why


def show_draft(screen: Screen, draft: Draft, why: str) -> None:
    """A draft, with what there is to be said of it; `why` unless it is said above."""
    is_said = not why or says(draft, why)
    heading = draft.title if is_said else f"{draft.title}: {why}"
    lost = f"not shown any more: {'; '.join(draft.lost)}" if draft.lost else ""
    breaks = [f"this position breaks: {promise}" for promise in draft.broken]
    for said in (heading, *[lost] * bool(lost), *breaks):
        for text in wrapped(said, screen.width, hang="  "):
            screen.say(text, "dim")
    screen.copyable(draft.text or f"(nothing is to be said of {draft.title} any more)")


def is_asked() -> bool:
    """Is there somebody to be asked?"""
    return sys.stdin.isatty() and sys.stdout.isatty()


def agreed(question: str) -> bool:
    """Does somebody answer yes?"""
    echo(question, nl=False)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def write(drafts: Drafts) -> bool:
    """Put the drafts into the file of the variant, whole or not at all, if they hold for what is in
    it now."""
    from rulewright.check import modules

    from .fmt import Text, with_line_ends_of
    from .fmt import write as write_text

    file = drafts.file
    before = modules.text_of(file.path)
    if before.replace("\r\n", "\n") != file.source.text:
        fail(f"{file.source.name} has been changed meanwhile: nothing is written")
    after = with_line_ends_of(before, drafts.text)
    write_text(Text(file.source.name, file.path, before, after))
    return True


def run(
    info: GameInfo,
    spec: GameSpec,
    names: tuple[str, ...],
    engines: tuple[EngineName, ...],
    before: Unchanged,
    tell: Progress | None,
    edited: list[Game],
    together: list[Loaded],
    wrong: list[tuple[RulesError, tuple[str, ...]]],
    ran: set[frozenset[str]],
) -> Iterator[tuple[ScenarioResult, bool]]:
    """The results of all scenarios asked for, each with whether it is from an earlier run; a
    scenario runs with the fewest variants it needs.

    `edited` is given the game with the variants that were asked for, if they were and it is loaded;
    `together` the files of these; `wrong` what is wrong with variants that were not asked for by
    name, only beside their game, and with which. `ran`: what was run together, which both files of
    a pair ask for.
    """
    from rulewright.diagnostics import RulesError
    from rulewright.source import place_of
    from rulewright.testing.combinations import asked_sets

    seen: set[Place] = set()
    sets = [one for one in asked_sets(info, spec.variants) if frozenset(one) not in ran]
    if info.asked:
        ran.update(frozenset(one) for one in sets if len(one) > 1)
    for number, chosen in enumerate(sets):

        def share(done: int, of: int, at: str = "", before: int = 100 * number) -> None:
            if tell is not None:
                tell(before + 100 * done // of, 100 * len(sets), at)

        share(0, 1)
        files = before.files(chosen)
        sources = {one.source.name: one.source for one in files}
        done = sorted(place for place in seen if place[0] in sources)
        is_edit = number == 0 and bool(chosen)
        name = before.name(files, spec.options, spec.seats, names, engines, is_edit, done)
        known = before.get(name)
        results = [_again(told, sources) for told in known or ()]
        yield from ((result, True) for result in results)
        if known is None:
            asked = replace(spec, name=str(info.path), variants=chosen)
            aside = edited if is_edit else None
            try:
                for result in _run(asked, names, engines, seen, share, aside):
                    results.append(result)
                    yield result, False
            except RulesError as error:
                if number == 0:  # the game itself, or what was asked for
                    raise
                if own := _not_of_others(error, info, chosen):
                    asked_first = sorted(info.variants, key=lambda one: one.reference != info.asked)
                    called = tuple(one.name for one in asked_first if one.reference in chosen)
                    wrong.append((own, called))
                continue
            if all(result.passed for result in results):
                before.put(name, [_told(result) for result in results])
        if is_edit and edited and edited[0].merged.parts is not None:
            files = edited[0].merged.parts[2]
        if is_edit and spec.variants:
            together += (one for one in files if one.header.kind == "variant")
        seen.update(place_of(result.scenario) for result in results)
        share(1, 1)
    before.save()


def _not_of_others(error: RulesError, info: GameInfo, chosen: tuple[str, ...]) -> RulesError | None:
    """What is wrong with variants, but for what is wrong with those alone that nobody asked for,
    if a variant was."""
    from rulewright import game as games
    from rulewright.diagnostics import RulesError
    from rulewright.testing.combinations import beside_asked

    others, alone = beside_asked(info, chosen), set[object]()
    try:
        if others:
            games.check(str(info.path), variants=others).scenarios()
    except RulesError as of_others:
        alone = {one.told_once() for one in of_others.diagnostics}
    left = [one for one in error.diagnostics if one.told_once() not in alone]
    return RulesError(left) if left else None


def _told(result: ScenarioResult) -> list[object]:
    """A result that passed, as plain data."""
    from rulewright.source import place_of

    places = place_of(result.scenario), place_of(result.span)
    return [result.title, result.tags, result.engine, *places]


def _again(told: Sequence[Any], sources: Mapping[str, SourceFile]) -> ScenarioResult:
    """The result, in files that say the same."""
    from rulewright.source import Span
    from rulewright.testing.scenario import ScenarioResult

    title, tags, engine, *places = told
    scenario, span = (Span(sources[file], start, end) for file, start, end in places)
    return ScenarioResult(title, tuple(tags), engine, True, scenario, span)


def _run(
    spec: GameSpec,
    names: tuple[str, ...],
    engines: tuple[EngineName, ...],
    seen: Container[Place],
    tell: Progress,
    edited: list[Game] | None,
) -> Iterator[ScenarioResult]:
    """The results of those of one set of variants that were not seen with fewer of them; with
    `edited`, which is given the game, those of the game as well."""
    from rulewright.source import place_of
    from rulewright.testing.inherited import Inherited, inherited
    from rulewright.testing.scenario import Runner

    wanted = re.compile("|".join(map(re.escape, names)), re.IGNORECASE)
    loaded = load_game(spec, played=False, ready=False)
    runner = Runner(loaded)
    scenarios = [
        scenario
        for scenario in loaded.scenarios()
        if place_of(scenario.span) not in seen and wanted.search(scenario.title)
    ]
    runs = [
        [Inherited(one.title, partial(runner.run, one, e)) for e in engines] for one in scenarios
    ]
    if edited is not None:
        edited.append(loaded)
        by_engine = (
            inherited(loaded, engine, only_seats=spec.seats is not None, titled=wanted.search)
            for engine in engines
        )
        runs += map(list, zip(*by_engine, strict=True))
    for at, each in enumerate(runs):
        for run_one, engine in zip(each, engines, strict=True):
            tell(at, len(runs), f'"{run_one.title}" on {engine}')
            yield run_one()


def heading(screen: Screen, game: Game) -> None:
    """Above the first of the game's scenarios that do not hold with one variant: what they are, and
    where it stands what the variant would have to say."""
    (variant,) = game.merged.variant_headers
    screen.aside(
        f"Scenarios of {game.name} that do not hold with {variant.name.text}; what "
        f"{variant.name.text} would have to say of them is drafted at the end.",
        "bold",
    )
    screen.aside()


def show_held(
    screen: Screen, results: Sequence[ScenarioResult], held: Sequence[int], drafts: Drafts | None
) -> None:
    """The game's scenarios that fail with a variant; of those whose drafts give one and the same
    cause, the first."""
    from rulewright.diagnostics import first_few

    causes = {one.title: one.why for one in (drafts.drafts if drafts is not None else ())}
    shown = dict[str, dict[str, None]]()  # titles for each cause, the first of them in full
    for number in held:
        result = results[number]
        cause = causes.get(result.title, "")
        titles = shown.setdefault(cause, {})
        if not cause or not titles or [*titles] == [result.title]:
            report(screen, result, results[max(0, number - 1) : number])
        titles[result.title] = None
    for cause, titles in shown.items():
        if cause and len(titles) > 1:
            more = f"{len(titles) - 1} scenario{'s' * (len(titles) > 2)} more"
            told = first_few([*titles][1:], MOST_NAMED, "; ")
            for text in wrapped(f"FAILED  {more}: {cause}: {told}", screen.width, hang="  "):
                screen.say(text, "bold red")
    if any(cause and len(titles) > 1 for cause, titles in shown.items()):
        screen.say()


def of_the_game(result: ScenarioResult, game: Game) -> bool:
    """Does a scenario stand in the game or a library that it uses, and in no variant?"""
    assert game.merged.parts is not None
    base, libraries, _ = game.merged.parts
    return result.scenario.file in {one.source for one in (base, *libraries)}


DEAR = 5.0  # seconds in one line or one scenario, of which it is told
MOST_VARIANTS = 4  # that are named
LONG = 20.0  # seconds in all, from which on it is looked for what takes them
MOSTLY = 0.25  # of the time of a scenario, in one query by itself
MOST_SLOW = 4  # scenarios that are named
MOST_NAMED = 8  # scenarios that fail for the same reason as one that is shown
MOST_ALIKE = 3  # drafts with one cause that are all shown
MOST_SHOWN = 20  # of what was expected, and of what was found


def report(screen: Screen, result: ScenarioResult, before: Sequence[ScenarioResult] = ()) -> None:
    """One scenario; if it failed, expectation and finding side by side, and the position, unless
    the result before it, on another engine, was the same."""
    from rulewright.testing.position import in_width

    if result.is_announced:
        if not any(other.scenario == result.scenario for other in before):
            screen.aside(f"not so any more, says {result.span}: {result.title}", "dim")
        return
    if result.passed:
        screen.aside(f"passed  {result.title} ({result.engine})", "green")
        return
    if any(replace(other, engine=result.engine) == result for other in before):
        screen.aside(f"on {result.engine}: the same", "dim")
        screen.say()
        return
    screen.say(f"FAILED  {result.title} ({result.engine})", "bold red")
    place = f"{result.span}: {result.message}"
    screen.show(line(text) for text in wrapped(place, screen.width, indent="  ", hang="    "))
    for text in side_by_side(result.expected, result.found, screen.width):
        screen.say(text)
    if result.position:
        screen.say("  position", "bold")
        for text in in_width(result.position, screen.width - 4):
            screen.copyable(f"    {text}", "dim")
    screen.say()


def in_short(results: Sequence[ScenarioResult]) -> str:
    """How many scenarios failed on any engine, if any did, and how many passed on all."""
    from rulewright.source import place_of

    failed = {place_of(result.scenario) for result in results if not result.passed}
    run = {place_of(result.scenario) for result in results if not result.is_announced}
    return f"{len(failed)} failed, " * bool(failed) + f"{len(run - failed)} passed"


def told_of_others(others: Origins, variants: Sequence[Loaded], asked: str) -> str:
    """That scenarios of variants which are played together are not for all of these; of one that is
    played alone, what runs those that are for another one as well. `asked`: what is run."""
    from rulewright.testing.counting import told_more, where_together

    from ..typing_again import as_command

    named = told_more(others)
    if len(variants) == 1:
        how = as_command("rulewright", "test", runs_all(variants[0], asked))
        return f"not run: {named}, below `with`; {how} runs those, too"
    whom = "both" if len(variants) == 2 else "these variants together"
    where = where_together(variants)
    return f"not run: {named}, which are not for {whom}" + f"; {where}" * bool(where)


def slow_ones(results: Sequence[ScenarioResult]) -> str:
    """Which scenarios took long, if any did."""
    from rulewright.diagnostics import first_few

    slow = sorted((one for one in results if one.took >= DEAR), key=lambda one: -one.took)
    named = [f'"{one.title}" on {one.engine} {one.took:.1f} s' for one in slow]
    return f"longest: {first_few(named, MOST_SLOW, ', ')}" if named else ""


def dear_line(results: Sequence[ScenarioResult], seconds: float) -> str:
    """Which `always` line took most of the time, if one did and it was long."""
    spent = dict[str, float]()
    for result in results:
        for span, took in result.spent:
            spent[str(span)] = spent.get(str(span), 0.0) + took
    place, longest = max(spent.items(), key=lambda one: one[1], default=("", 0.0))
    if longest < max(DEAR, seconds / 2):
        return ""
    return f"{longest:.1f} of {seconds:.1f} s went to the `always` line at {place}"


def dear_conditions(games: Sequence[str], variants: tuple[str, ...]) -> Iterator[str]:
    """What is worked out anew for each element that a move may name, and how that is written
    otherwise; each once."""
    from rulewright.diagnostics import RulewrightError
    from rulewright.game import check
    from rulewright.testing.anew import worked_out_anew

    found = dict[tuple[str, int, str], str]()
    for name in games:
        with suppress(RulewrightError):  # which has been told
            for param, part in worked_out_anew(check(name, variants=variants).open_program):
                span, said = part.span, part.span.in_line()
                found.setdefault(
                    (span.file.name, span.line, said),
                    f"{span.file.name}:{span.line}: `{said}` is worked out anew for each "
                    f"{param.local.name}, which takes long on the reference: `let NAME = {said}` "
                    "before the choice does it once",
                )
    yield from found.values()


def dear_query(results: Sequence[ScenarioResult], games: Sequence[str], spec: GameSpec) -> str:
    """What the scenario that took longest went through most of its time, if that is one query."""
    from rulewright.diagnostics import RulewrightError
    from rulewright.game import check
    from rulewright.testing.dear import dearest

    longest = max(results, key=lambda one: one.took, default=None)
    for name in games if longest is not None else ():
        with suppress(RulewrightError):  # which has been told
            game = check(name, variants=spec.variants)
            for scenario in game.scenarios():
                if longest is not None and scenario.span == longest.scenario:
                    found = dearest(game, scenario)
                    if found is not None and found.share >= MOSTLY:
                        share, said = round(100 * found.share), found.span.in_line()
                        return (
                            f'{share} % of the time of "{scenario.title}" goes to `{said}` '
                            f"({found.span}), which goes through much each time that it is asked"
                        )
    return ""


def side_by_side(left: tuple[str, ...], right: tuple[str, ...], width: int) -> list[str]:
    """Two lists of texts in two columns under `expected` and `found`; if they have some in common,
    those that are in only one of the two are marked – of what goes on with `...`, only what is
    missing. Long lists are cut: what is marked comes first then."""
    if not left and not right:
        return []
    column = (width - 6) // 2
    goes_on = left[-1:] == ("...",)
    rows_left = _column(left, (*right, *["..."] * goes_on), column)
    rows_right = _column(right, (*left, *right * goes_on), column)
    height = max(len(rows_left), len(rows_right))
    rows_left += [""] * (height - len(rows_left))
    rows_right += [""] * (height - len(rows_right))
    rows = [("  expected", "  found"), *zip(rows_left, rows_right, strict=True)]
    return [f"  {a.ljust(column)}  {b}".rstrip() for a, b in rows]


def _alike(one: str, other: str) -> int:
    """How many signs two texts begin with that are the same."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))


def _column(texts: tuple[str, ...], others: tuple[str, ...], width: int) -> list[str]:
    rows: list[str] = []
    common = any(text in others for text in texts)
    if cut := len(texts) > MOST_SHOWN:
        marked = [text for text in texts if common and text not in others]
        if len(others) == 1:  # those that are most like it
            marked = sorted(texts, key=lambda text: -_alike(text, others[0]))
        first = (marked or list(texts))[:MOST_SHOWN]
        rest = len(texts) - len(first)
        texts = tuple(first)
    for text in texts:
        mark = "  " if text in others or not common else "! "
        rows += wrapped(text, width, indent=mark, hang="    ")
    return [*rows, f"  and {rest} more"] if cut else rows


def finding_as_data(finding: Diagnostic) -> dict[str, object]:
    """What is wrong with a file as JSON."""
    span = finding.span
    place = {"file": span.file.name, "line": span.line}
    return {"code": finding.code, "message": finding.message, **place}


def as_data(result: ScenarioResult) -> dict[str, object]:
    """A result as JSON."""
    return {
        "title": result.title,
        "tags": list(result.tags),
        "engine": result.engine,
        "passed": result.passed,
        "announced": result.is_announced,
        "file": result.span.file.name,
        "line": result.span.line,
        "message": result.message,
        "expected": list(result.expected),
        "found": list(result.found),
        "position": result.position.splitlines(),
    }

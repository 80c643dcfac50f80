"""All mutants of a game, tried in worker processes; what is known already is not tried again.

A worker holds the rules and is told the numbers of mutants; one that does not answer in time is
ended and another begun, for edited rules may play on without end. What was found is kept in the
user's cache folder: while the rules stay as they are, a mutant that a scenario has noticed is asked
about again only if that scenario has changed, and a survivor is shown nothing but new scenarios.
When rules have changed, the scenario that noticed a mutant before is the first that it is shown.

All are shown to the scenarios first, and only then is it looked for playouts that show what the
survivors change: that takes a hundred times as long, and whoever has given little time learns most
from the scenarios.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, fields, replace
from hashlib import blake2b
from typing import Any, Literal

from ...characters import whole_number
from ...diagnostics import RulewrightError, UsageError
from ...kept import keep, kept
from ...limits import NEVER, Deadline, OutOfTime
from ...resources import code
from ...workers import Reply, work_on
from .edits import Mutant
from .sameness import ScenarioText, difference, same_core
from .trial import Bench, Files, MutantStatus, Reach

What = Literal["killed", "survived", "refused", "same core", "same playouts"]
Progress = Callable[[int, int], None]  # how many mutants are done, and how many there are

PATIENCE = 30.0  # seconds that a mutant may take, besides four times what the rules themselves take
NOT_LOOKED = (
    "no scenario notices; what it changes in a game was not looked for, as there was no time"
)
TOO_LONG = (
    "no scenario notices; no game that shows it was found in time: it may play on without end"
)
OFTEN = 20  # results after which they are written down


@dataclass(frozen=True, slots=True)
class MutantReport:
    """What became of a mutant.

    `what`: a scenario notices it (killed), or none does (survived); the checker does not take it,
    or not with settings that no scenario has, where nothing else shows it (refused); it is no other
    game, or none that playouts can tell from this one. `by`: the title of the scenario that fails,
    or the checker's code. `message`: how. `suggestion`: for a survivor, a scenario that would
    notice it, if a playout was found and can be written as one; what has to stand around it is
    there. `after`: the line as it would become, where the words do not say which of several things
    in it they mean. `games`: how many were compared in which nothing differs, in all the time that
    was given for it (`looked`, in seconds).
    """

    file: str
    line: int
    excerpt: str
    words: str
    around: str
    what: What
    by: str = ""
    message: str = ""
    suggestion: str = ""
    after: str = ""
    games: int = 0
    looked: float = 0.0
    digest: str = ""  # of the scenario that fails
    tried: tuple[str, ...] = ()  # digests of all that do not


@dataclass(frozen=True, slots=True)
class Campaign:
    """What became of all mutants that were asked for; not `complete` when it was interrupted.

    `fresh`: how many were tried, and not known from before. `untried`: those of which nothing is
    known, since it was interrupted or there was no time for them. `alike`: do the rules say that
    seats are alike?
    """

    name: str
    variant: str
    results: tuple[MutantReport, ...]
    complete: bool
    fresh: int
    seconds: float
    untried: tuple[Mutant, ...] = ()
    alike: bool = False

    @property
    def counts(self) -> Counter[str]:
        return Counter(result.what for result in self.results)

    @property
    def score(self) -> float:
        """The share of mutants that scenarios notice, of those that are other games and load."""
        killed, survived = self.counts["killed"], self.counts["survived"]
        return killed / (killed + survived) if killed + survived else 1.0


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker needs to know: whose mutants – those of the file that `name` stands for, or of
    a `variant` of the game –, and how long to look for a difference."""

    name: str
    variant: str = ""
    seconds: float = 5.0


def mutate(
    task: Task,
    *,
    jobs: int = 1,
    only: Iterable[str] = (),
    limit: int | None = None,
    cache: bool = True,
    deadline: Deadline = NEVER,
    on_progress: Progress | None = None,
) -> Campaign:
    """Try the mutants of a game or of one of its variants.

    `only`: numbers of lines, `FROM-TO`, or names of declarations; all if empty. `limit`: at most so
    many mutants, spread evenly over the file, those that say little of the rules (`Mutant.late`)
    only where all others are among them. `cache`: use what is known from before. A
    KeyboardInterrupt or the `deadline` ends it early with what is finished. Raises `UsageError`
    when scenarios fail on the rules as they are, `OutOfTime` if the time is over before any mutant
    can be tried.
    """
    began = time.perf_counter()
    with deadline.enforced():
        bench = Bench(task.name, task.variant)
        bench.reach = bench.look()
    patience = PATIENCE + 4 * (time.perf_counter() - began)
    wanted = chosen(bench.mutants, only, limit)
    store = ResultCache(bench, cache, task.seconds)
    found: dict[int, MutantReport] = {}
    todo: list[tuple[int, MutantReport | None]] = []
    for number in wanted:
        known = store.known(number)
        if known is not None and not store.is_open(known):
            found[number] = known
        else:
            todo.append((number, known))
    todo.sort(key=lambda one: bench.mutants[one[0]].late)  # first what says most
    complete = True
    try:
        with (
            closing(_tried(task, bench, todo, jobs, patience)) as results,
            deadline.enforced(),
        ):
            open_ = set[int]()
            for number, result in results:
                found[number] = result
                store.put(number, result)
                is_open = bool(task.seconds) and is_to_be_looked_for(result, task.seconds)
                (open_.add if is_open else open_.discard)(number)
                if on_progress is not None:
                    on_progress(len(found) - len(open_), len(wanted))
                deadline.check()
    except OutOfTime:
        pass  # what was not tried is said
    except KeyboardInterrupt:
        complete = False
    finally:
        store.save()
    return Campaign(
        bench.info.name,
        bench.variant,
        tuple(found[number] for number in wanted if number in found),
        complete,
        len(found) - (len(wanted) - len(todo)),
        time.perf_counter() - began,
        tuple(bench.mutants[number] for number in wanted if number not in found),
        bool(bench.originals[0][1].program.alike),
    )


def chosen(found: list[Mutant], only: Iterable[str], limit: int | None) -> list[int]:
    """The numbers of the mutants that are asked for."""
    lines: list[range] = []
    names: set[str] = set()
    for item in only:
        low, dash, high = item.partition("-")
        first, last = whole_number(low), whole_number(high if dash else low)
        if first is not None and last is not None:
            lines.append(range(first, last + 1))
        else:
            names.add(item)
    known = {mutant.around for mutant in found}
    if names - known:
        raise UsageError(f"there is nothing to edit called {', '.join(sorted(names - known))}")
    numbers = [
        i
        for i, m in enumerate(found)
        if not (lines or names) or m.around in names or any(m.line in part for part in lines)
    ]
    if limit is None or limit >= len(numbers):
        return numbers
    early = _spread([i for i in numbers if not found[i].late], limit)
    late = _spread([i for i in numbers if found[i].late], limit - len(early))
    return sorted([*early, *late])


def _spread(numbers: list[int], count: int) -> list[int]:
    """So many of some numbers, or all if there are fewer, evenly spread."""
    count = min(count, len(numbers))
    return [numbers[i * len(numbers) // count] for i in range(count)]


def judged(
    bench: Bench, number: int, before: MutantReport | None = None, seconds: float = 0.0
) -> Generator[MutantReport]:
    """What becomes of a mutant: at first what the scenarios say, then, if none notices it, whether
    it is another game."""
    mutant = bench.mutants[number]
    tried = before.tried if before is not None else ()
    hint = before.digest if before is not None else ""
    status = bench.verdict(mutant, frozenset(tried), hint)
    if status.kind != "survived":
        yield result_of(mutant, status.kind, status)
        return
    survivor = replace(result_of(mutant, "survived"), tried=tuple(sorted(bench.digests.values())))
    if before is not None and tried and not is_to_be_looked_for(before, seconds):
        yield replace(before, tried=survivor.tried, line=mutant.line)
        return
    if not seconds:
        yield replace(survivor, message=NOT_LOOKED)
        return
    yield survivor
    same, unready, games = True, "", 0
    for at, (files, one, trees) in enumerate(bench.where(mutant)):
        if at and not any(bench.reaches(mutant, tree) for tree in trees):
            continue
        try:
            other = bench.made(files, mutant)
        except RulewrightError:
            continue
        if same_core(one, other):
            continue
        ready = bench.ready.setdefault(files.variants, {})
        found = difference(one, other, trees, seconds=seconds, ready=ready, thorough=same)
        same, games, playout = False, games + found.games, found.playout
        if playout is not None and not playout.loads:
            unready = unready or playout.message
        elif playout is not None:
            suggestion = suggested(bench, files, mutant, playout) if playout.expect else ""
            yield replace(survivor, message=playout.message, suggestion=suggestion)
            return
    if unready:  # with some settings, with which no scenario plays
        yield replace(survivor, what="refused", message=unready)
    else:
        what: What = "same core" if same else "same playouts"
        yield replace(survivor, what=what, games=games, looked=0 if same else seconds)


def suggested(bench: Bench, files: Files, mutant: Mutant, playout: ScenarioText) -> str:
    """The scenario as it is pasted into the file that is edited: what takes another variant, too,
    stands in a `with` block. Of a game, what takes a variant belongs into the variant's file."""
    text = playout.text(playout.title(mutant.around))
    names = [name for edit in files.edits if (name := edit.header.name.text) != bench.variant]
    blocks = names[not bench.variant :]
    if blocks:
        text = "".join(f"  {line}\n" for line in text.splitlines())
        text = f"with {blocks[0]}\n{text}"
    return text if bench.variant or not names else f"# goes into the file of {names[0]}\n{text}"


def is_to_be_looked_for(before: MutantReport, seconds: float) -> bool:
    """Could a game that shows a difference be found now, in so much time, where none was before?"""
    if before.message == NOT_LOOKED:
        return True
    return before.what == "same playouts" and before.looked < seconds


def _judged(
    bench: Bench, number: int, before: MutantReport | None, seconds: float
) -> Generator[MutantReport]:
    """The same; an edit after which checker and engines know no way out is no game."""
    try:
        yield from judged(bench, number, before, seconds)
    except Exception as error:
        status = MutantStatus("refused", message=f"{type(error).__name__}: {error}")
        yield result_of(bench.mutants[number], "refused", status)


def result_of(mutant: Mutant, what: What, status: MutantStatus | None = None) -> MutantReport:
    """A result with all that the mutant says of itself."""
    by, message, digest = "", "", ""
    if status is not None:
        by, message, digest = status.title, status.message, status.by
    return MutantReport(
        mutant.span.file.name, mutant.line, mutant.excerpt, mutant.words, mutant.around, what, by,
        message, after=mutant.after, digest=digest,
    )  # fmt: skip


_FORM = " ".join(one.name for one in fields(MutantReport))


class ResultCache:
    """What was found before, in a file of the user's cache folder."""

    def __init__(self, bench: Bench, used: bool, seconds: float = 5.0) -> None:
        self.used, self.seconds = used, seconds
        self.names = _names(bench.mutants)
        self.scenarios = frozenset(bench.digests.values())
        self.rules = f"{bench.rules} {code()}"
        name = f"{bench.edited.header.name.text}-{_short(str(bench.edited.path.resolve()))}.json"
        self.place = "mutation", name
        self.found: dict[str, dict[str, Any]] = {}
        self.same_rules = False
        self.fresh = 0
        data = kept(*self.place, form=_FORM) if used else None
        if data is not None:
            before = json.loads(data)
            self.found, self.same_rules = before["found"], before["rules"] == self.rules

    def known(self, number: int) -> MutantReport | None:
        """What was found of a mutant; after a change of rules only who noticed it."""
        found = self.found.get(self.names[number])
        if found is None:
            return None
        result = MutantReport(**{**found, "tried": tuple(found["tried"])})
        return result if self.same_rules else replace(result, tried=())

    def is_open(self, known: MutantReport) -> bool:
        """Is there still something to be tried?"""
        if not self.same_rules:
            return True
        if self.seconds and is_to_be_looked_for(known, self.seconds):
            return True
        if known.what == "killed":
            return known.digest not in self.scenarios
        return known.what != "refused" and not self.scenarios <= set(known.tried)

    def put(self, number: int, result: MutantReport) -> None:
        """Keep what was found; written down now and then, so that little is lost if it all ends."""
        self.found[self.names[number]] = asdict(result)
        self.fresh += 1
        if self.fresh % OFTEN == 0:
            self.save()

    def save(self) -> None:
        if not self.used:
            return
        found = {name: self.found[name] for name in self.names if name in self.found}
        data = json.dumps({"rules": self.rules, "found": found})
        keep(data.encode(), *self.place, form=_FORM)


def _names(found: list[Mutant]) -> list[str]:
    """A name for each mutant that does not change when lines above it do."""
    names, seen = [], Counter[str]()
    for mutant in found:
        text = "\n".join((mutant.around, mutant.excerpt, mutant.words))
        names.append(_short(f"{text}\n{seen[text]}"))
        seen[text] += 1
    return names


def _short(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


_Todo = tuple[int, MutantReport | None, float]
"""The number of a mutant, what is known from before, and how long to look for a difference."""


def _tried(
    task: Task,
    bench: Bench,
    todo: list[tuple[int, MutantReport | None]],
    jobs: int,
    patience: float,
) -> Generator[tuple[int, MutantReport]]:
    """Results as workers find them, of a survivor at first that nobody has looked for a playout
    that shows it. Closing the iterator ends the workers."""
    waiting = [(number, before, 0.0) for number, before in reversed(todo)]
    survivors: dict[int, MutantReport] = {}  # that may still turn out to be something else
    unseen: list[_Todo] = []  # the same, the last one first

    def following(_: Reply[_Todo, MutantReport] | None) -> _Todo | None:
        return waiting.pop() if waiting else unseen.pop() if unseen else None

    def how_long(_: _Todo, last: Reply[_Todo, MutantReport] | None) -> float:
        return patience if last is None else 4 * (patience + task.seconds)

    jobs = min(jobs, len(todo))
    replies = work_on(_trier, (task, bench.reach), following, jobs=jobs, patience=how_long)
    with closing(replies):
        for reply in replies:
            number, result = reply.task[0], reply.result
            if result is None:
                yield number, _given_up(bench, number, survivors.pop(number, None))
            elif result.what == "survived" and not result.message and not result.suggestion:
                survivors[number] = result
            else:
                if task.seconds and is_to_be_looked_for(result, task.seconds):
                    unseen.insert(0, (number, result, task.seconds))
                yield number, result


def _given_up(bench: Bench, number: int, survivor: MutantReport | None) -> MutantReport:
    """What is said of a mutant that takes too long: it has met a game without end."""
    if survivor is not None:
        return replace(survivor, message=TOO_LONG)
    status = MutantStatus("killed", "", "", "it plays on without end")
    return result_of(bench.mutants[number], "killed", status)


def _trier(task: Task, reach: Reach) -> Callable[[_Todo], Iterator[MutantReport]]:
    """What tries mutants, in a worker."""
    bench = Bench(task.name, task.variant)
    bench.reach = reach

    def attempt(todo: _Todo) -> Iterator[MutantReport]:
        return _judged(bench, *todo)

    return attempt

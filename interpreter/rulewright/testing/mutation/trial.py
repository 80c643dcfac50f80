"""One mutant before the scenarios: the first that fails has noticed it.

A mutant of a game's file is tried with the game alone, then with each set of variants that goes
together; one of a variant's file with the sets that hold the variant, where the scenarios of the
game must hold too unless the variant says that they are otherwise. What does not load for the
game alone (or for the first set of a variant) is refused, which says nothing about scenarios; a
further variant that no longer fits is passed over. A scenario that reaches the line of an edit is
likely to notice it: those come first, and of variants no others are tried. Scenarios are run on the
reference engine: to make it ready takes no time, and most mutants are noticed by the first few.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Literal

from ... import catalogue
from ...backends.registry import REFERENCE
from ...check import modules
from ...check.modules import Loaded
from ...diagnostics import Findings, RulesError, RulewrightError, UsageError
from ...game import Game, assemble
from ...syntax import nodes as n
from ...syntax.dump import dump
from ..combinations import variant_sets
from ..coverage import Watched
from ..scenario import Runner
from .edits import Mutant, mutants
from .sameness import Ready

Reach = dict[str, frozenset[int]]  # lines, by the digests of scenarios
Kind = Literal["refused", "killed", "survived"]


@dataclass(frozen=True, slots=True)
class MutantStatus:
    """What became of a mutant. `by`: the scenario that failed, as `digest_of` names it. `title`:
    its title, or the code of what the checker says. `message`: how it failed."""

    kind: Kind
    by: str = ""
    title: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Files:
    """A game with a set of variants, parsed."""

    variants: tuple[str, ...]
    game: Loaded
    libraries: list[Loaded]
    edits: list[Loaded]

    @staticmethod
    def of(path: str, variants: tuple[str, ...]) -> Files:
        findings = Findings()
        files = modules.gather(path, variants, findings)
        findings.raise_errors()
        return Files(variants, *files)

    @property
    def names(self) -> frozenset[str]:
        """The names of the variants."""
        return frozenset(edit.header.name.text for edit in self.edits)

    def all(self) -> tuple[Loaded, ...]:
        return (*self.libraries, self.game, *self.edits)

    def made(
        self,
        mutated: Loaded | None = None,
        tree: n.File | None = None,
        *,
        unfolded: bool = False,
    ) -> Game:
        """The game; with another tree in place of that of one of its files."""

        def changed(file: Loaded) -> Loaded:
            if mutated is None or tree is None or file.path != mutated.path:
                return file
            return replace(file, file=tree)

        edits = [changed(edit) for edit in self.edits]
        game = changed(self.game)
        return assemble(game, self.libraries, edits, unfolded=unfolded)


def digest_of(tree: n.ScenarioDecl) -> str:
    """A name for a scenario that changes with what it says."""
    return blake2b(dump(tree, lines=False).encode(), digest_size=6).hexdigest()


class Bench:
    """The rules that are edited – those of a game, or of one variant of it – and the scenarios.

    `variant`: its name; without one, that by whose file the game was asked for, if it was.
    """

    def __init__(self, name: str, variant: str = "") -> None:
        info = catalogue.game(name, [variant] * modules.is_path(variant))
        if modules.is_path(variant):
            file = modules.find(variant).resolve()
            there = (v for v in info.variants if modules.is_path(v.reference))
            variant = next(
                (v.name for v in there if modules.find(v.reference).resolve() == file), variant
            )
        known = {v.name: v.reference for v in info.variants}
        if variant and variant not in known:
            hint = modules.hint_among(variant, known)
            raise UsageError(f'{info.name} has no variant "{variant}"{hint}')
        if not variant and info.asked:
            variant = next(v.name for v in info.variants if v.reference == info.asked)
        sets = [chosen for chosen in variant_sets(info) if not variant or known[variant] in chosen]
        self.info, self.variant = info, variant
        self.settings = [Files.of(str(info.path), chosen) for chosen in sets]
        first = self.settings[0]
        self.edited = next((e for e in first.edits if e.header.name.text == variant), first.game)
        self.seats = max(info.players_with(chosen)[1] for chosen in sets)
        self.ready: dict[tuple[str, ...], Ready] = {}  # engines of the rules as they are
        self.reach: Reach = {}  # what `look` has found, if anybody has looked
        self._latest: list[str] = []  # digests of scenarios that failed, the latest first

    @cached_property
    def mutants(self) -> list[Mutant]:
        return mutants(self.edited.file, self.seats)

    @cached_property
    def rules(self) -> str:
        """A name for all rules and tables at work here, scenarios apart."""
        hasher = blake2b(digest_size=8)
        for files in self.settings:
            hasher.update(files.made().digest.encode())
        return hasher.hexdigest()

    @cached_property
    def originals(self) -> list[tuple[Files, Game, list[n.ScenarioDecl]]]:
        """Each setting as it is, with the scenarios that are new in it; those that need the fewest
        variants come first. Where there are none, it is left out, unless the edited file has a
        `with` block for it. Raises `UsageError` if there are no scenarios at all."""
        seen: set[tuple[str, int]] = set()
        named = set(modules.named_with(self.edited))
        found = []
        for files in self.settings:
            game = files.made()
            trees = game.scenario_trees()
            if self.variant:
                trees = [*trees, *(s for s, otherwise in game.inherited() if otherwise is None)]
            trees = [s for s in trees if (s.span.file.name, s.span.start) not in seen]
            seen.update((s.span.file.name, s.span.start) for s in trees)
            if trees or named & files.names:
                found.append((files, game, trees))
        if not any(trees for _, _, trees in found):
            raise UsageError(
                f"{self.edited.header.name.text} has no scenarios, and nothing else notices an "
                "edit: nothing was tried"
            )
        return found

    @cached_property
    def digests(self) -> dict[int, str]:
        """The digests of all scenarios, by the identity of their trees."""
        return {id(tree): digest_of(tree) for _, _, trees in self.originals for tree in trees}

    def look(self) -> Reach:
        """Which lines of the edited file each scenario reaches. Raises `UsageError` if one fails on
        the rules as they are: nothing can be said then."""
        found: Reach = {}
        for files, _, trees in self.originals:
            watched = Watched(files.made(unfolded=True))
            for tree in trees:
                if not watched.passes(tree):
                    raise UsageError(f"{tree.span}: this scenario fails already: {tree.title}")
                found[self.digests[id(tree)]] = watched.lines(self.edited.source)
        return found

    def where(self, mutant: Mutant) -> list[tuple[Files, Game, list[n.ScenarioDecl]]]:
        """The settings in which the mutant counts: one of a `with` block, with both variants."""
        return [one for one in self.originals if not mutant.beside or mutant.beside in one[0].names]

    def made(self, files: Files, mutant: Mutant) -> Game:
        """A setting with the mutant in it."""
        return files.made(self.edited, mutant.applied(self.edited.file))

    def verdict(
        self, mutant: Mutant, tried: frozenset[str] = frozenset(), hint: str = ""
    ) -> MutantStatus:
        """Does the checker or a scenario notice it? `tried`: digests of scenarios that are known
        not to; `hint`: of the one that has noticed it before."""
        first, line = True, mutant.line
        is_reached = any(line in lines for lines in self.reach.values())
        for files, _, trees in self.where(mutant):
            wanted = [(self.digests[id(tree)], tree) for tree in trees]
            wanted = [(digest, tree) for digest, tree in wanted if digest not in tried]
            if is_reached and not first:
                wanted = [item for item in wanted if self.reaches(mutant, item[1])]
            if not wanted and not first:
                continue
            try:
                game = self.made(files, mutant)
            except RulesError as error:
                if first:
                    finding = error.diagnostics[0]
                    return MutantStatus("refused", "", finding.code, finding.message)
                continue
            except RulewrightError as error:
                if first:
                    return MutantStatus("refused", "", "", str(error))
                continue
            first = False
            for digest, tree in self._in_order(wanted, hint, line):
                message = failure(game, tree)
                if message:
                    self._remember(digest)
                    return MutantStatus("killed", digest, tree.title, message)
        return MutantStatus("survived")

    def reaches(self, mutant: Mutant, tree: n.ScenarioDecl) -> bool:
        """Does a scenario reach the line of a mutant? As long as nobody has looked, all may do."""
        return mutant.line in self.reach.get(self.digests[id(tree)], (mutant.line,))

    def _in_order(
        self, wanted: list[tuple[str, n.ScenarioDecl]], hint: str, line: int
    ) -> Iterator[tuple[str, n.ScenarioDecl]]:
        """First what has noticed this mutant before, then what reaches its line; of these, what has
        noticed other mutants lately."""
        latest = {digest: at for at, digest in enumerate(self._latest)}

        def late(item: tuple[str, n.ScenarioDecl]) -> tuple[bool, bool, int]:
            digest = item[0]
            is_far = line not in self.reach.get(digest, ())
            return digest != hint, is_far, latest.get(digest, len(latest))

        yield from sorted(wanted, key=late)

    def _remember(self, digest: str) -> None:
        if digest in self._latest:
            self._latest.remove(digest)
        self._latest.insert(0, digest)


def failure(game: Game, tree: n.ScenarioDecl) -> str:
    """How a scenario fails on a game; empty if it does not."""
    try:
        result = Runner(game).run(game.scenario(tree), REFERENCE)
    except RulesError as error:
        return error.diagnostics[0].message
    except Exception as error:  # an engine is not made for rules that go wrong in every way
        return f"{type(error).__name__}: {error}"
    return "" if result.passed else result.message or "it fails"

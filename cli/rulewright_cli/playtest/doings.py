"""What there is to choose, what is done and used, and how games end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright.characters import many
from rulewright.playtest.figures import OFTEN_ENOUGH, Uses
from rulewright.playtest.report import Answers

from ..rulebook.document import (
    Block,
    Section,
    text,
)  # fmt: skip
from . import charts
from .phrases import (
    FEW,
    ROWS,
    TITLES,
    between,
    listed,
    meaning,
    percent,
    sentence,
    sides,
    table,
    titled_side,
    warning,
)  # fmt: skip


def choices(answers: Answers) -> Section:
    title = text("What there is to choose")
    told = [(n, side.choices) for n, side in sides(answers) if side.choices is not None]
    if len(told) < len(answers.sides):
        return Section(title, "choices")
    said, rows, drawn = [], [], []
    for number, one in told:
        left = 1 - one.forced
        said.append(
            f"{percent(one.forced)} of all decisions have a single move"
            + (
                f"; of the others a search sees a difference between moves at "
                f"{percent(1 - one.alike['share'])}: "
                + (
                    "at most of them it hardly matters what is done, or it matters so late that "
                    "so short a search does not see it"
                    if one.alike["share"] > 0.7
                    else "there is something to think about"
                )
                if one.looked
                else ""
            )
            + "."
        )
        if one.looked:
            drawn.append(
                (
                    TITLES[number] if len(told) > 1 else "",
                    [
                        ("one move stands out", left * one.clear["share"]),
                        ("several are good, others not", left * one.open["share"]),
                        ("no difference is seen", left * one.alike["share"]),
                        ("a single move", one.forced),
                    ],
                )
            )
        side = titled_side(answers, number)
        rows.append((f"{side}a single move", percent(one.forced), "of all decisions"))
        if one.looked:
            rows += [
                (f"{side}one move stands out", between(one.clear), "of the others"),
                (
                    f"{side}several are good, others not", between(one.open),
                    "of the others" + f", with {one.near:.1f} about equal moves" * (one.near > 0),
                ),
                (f"{side}no difference is seen", between(one.alike), "of the others"),
                (
                    f"{side}the player made the best move", between(one.best),
                    "as the search sees it",
                ),
            ]  # fmt: skip
    blocks = meaning(answers, said)
    if drawn:
        blocks.append(charts.parts_of("All decisions", drawn))
    blocks.append(table(("", "", ""), rows))
    one = told[0][1]
    if one.looked:
        blocks.append(
            warning(
                f"{many(one.looked, 'decision')} were looked into, with {one.simulations} "
                "simulations each; at a typical one moves whose values (0 lost, 1 won) differ by "
                f"less than about {one.least:.2f} cannot be told apart."
            )
        )
    return Section(title, "choices", tuple(blocks))


def actions(answers: Answers) -> Section:
    blocks: list[Block] = []
    said = []
    for number, side in sides(answers):
        if side.figures is None:
            return Section(text("What is done"), "actions")
        moves = side.figures["traced"]["moves"]
        often = Counter(m["move"] for m in moves)
        called = [m["move"] + f" ({m['choice']})" * (often[m["move"]] > 1) for m in moves]
        named = [*zip(called, moves, strict=True)]
        unmade = [name for name, m in named if m["offered"] and not m["made"]]
        unseen = [name for name, m in named if not m["offered"]]
        parts = []
        if unmade:
            parts.append(f"on offer and never done: {listed(unmade)}")
        if unseen:
            parts.append(f"never possible: {listed(unseen)}")
        said.append(sentence("; ".join(parts) or "everything that can be done is done"))
        several = len({m["phase"] for m in moves}) > 1
        rows = [
            (
                f"{m['move']} ({m['choice']}" + f" in {m['phase']}" * several + ")",
                f"{m['times']['mean']:.2f}", percent(m["games"]["share"]),
                f"{100 * m['made'] / m['offered']:.0f} %" if m["offered"] else "never",
            )
            for m in moves
        ]  # fmt: skip
        head = (f"{titled_side(answers, number)}action", "in a game", "in games", "if on offer")
        blocks.append(table(head, rows))
    return Section(text("What is done"), "actions", (*meaning(answers, said), *blocks))


def uses(answers: Answers) -> Section:
    said, blocks = [], list[Block]()
    for number, side in sides(answers):
        words = [w for one in side.uses for w in _use_words(one)]
        enough = all(one.games >= OFTEN_ENOUGH for one in side.uses)
        none = (
            "nothing is left aside, and nothing a must" if enough
            else "too few games were looked into to tell what is left aside, and what is a must"
        )  # fmt: skip
        said.append(sentence("; ".join(words) or none))
        for one in side.uses:
            rows = [
                (u.label, f"{u.made_in} of {u.offered_in}", percent(u.made / u.offered))
                for u in one.used
            ]
            if len(rows) > 2 * ROWS:
                rows = [*rows[:ROWS], ("…", "…", "…"), *rows[-ROWS:]]
            head = (f"{titled_side(answers, number)}{one.kind}", "used in games", "if on offer")
            blocks.append(table(head, rows))
    if not blocks:
        return Section(text("What is used"), "uses")
    games = min(one.games for side in answers.sides for one in side.uses)
    note: list[Block] = []
    if games < FEW:
        note = [
            warning(
                f"of {many(games, 'game')} looked into, what was never used may be used in up to "
                f"{percent(min(1.0, 3 / games))} of games."
            )
        ]
    return Section(text("What is used"), "uses", (*meaning(answers, said), *blocks, *note))


def _use_words(one: Uses) -> Iterator[str]:
    of = len(one.used)
    if one.never:
        yield f"on offer and never used: {listed(one.never)} ({one.kind})"
    if one.always:
        if len(one.always) > of / 2:
            yield f"nearly every {one.kind} that is on offer is used"
        else:
            always = f"{listed(one.always)} ({one.kind})"
            yield f"used in nearly every game in which it is on offer: {always}"
    if one.missing and len(one.missing) < of / 3:  # of more it is no surprise
        yield f"never on offer: {listed(one.missing)} ({one.kind})"


def endings(answers: Answers) -> Section:
    said, blocks = [], list[Block]()
    for number, side in sides(answers):
        if side.figures is None or not side.figures["traced"]["endings"]:
            return Section(text("How it ends"), "endings")
        endings = side.figures["traced"]["endings"]
        lines = dict[tuple[str, str, int], float]()
        for one in endings:
            line = one["words"], one["file"], one["line"]
            lines[line] = lines.get(line, 0.0) + one["games"]["share"]
        (most, share), *others = sorted(lines.items(), key=lambda of_line: -of_line[1])
        said.append(
            f"Every game ends by the same line: {most[0]}."
            if not others
            else f"{percent(share)} of the games end by “{most[0]}”; "
            f"{many(len(others), 'other line')} end{'s' * (len(others) == 1)} the rest."
        )
        head = (f"{titled_side(answers, number)}line of the rules", "", "games")
        rows = [
            (one["words"] + f", because {one['because']}" * bool(one["because"]),
             f"{one['file']}:{one['line']}" if one["file"] else "",
             between(one["games"])) for one in endings
        ]  # fmt: skip
        blocks.append(table(head, rows))
    return Section(text("How it ends"), "endings", (*meaning(answers, said), *blocks))

"""Charts as SVG: read without a script, without colour, in the light and in the dark.

A chart takes the width that there is. What is told by colour is told by a pattern, a dash or a
shape too; figures stand beside what they are drawn for, and the whole is said in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import NamedTuple

from rulewright.characters import many
from rulewright.drawing.svg import Picture, cut
from rulewright.playtest.figures import Along, Bar

WIDE = 520  # of a chart, in its own units
LEFT, RIGHT = 48, 24  # beside what is drawn
HEAD = 24  # above it, for the title
ROW = 26  # of a chart of intervals
INKS = ("var(--link)", "var(--mark)")
DASHES = ("", "6 4")
PATTERNS = (
    "",  # plain
    '<path d="M-2 2 L2 -2 M0 8 L8 0 M6 10 L10 6" style="stroke:var(--paper)" stroke-width="2.5"/>',
    '<circle cx="4" cy="4" r="2" style="fill:var(--paper)"/>',
    '<rect x="0" y="0" width="8" height="8" style="fill:var(--paper)" opacity="0.8"/>',
)


class Whisker(NamedTuple):
    """A row of a chart of intervals; None: beyond what is drawn."""

    label: str
    value: float | None
    low: float | None
    high: float | None
    text: str


def intervals(
    title: str, rows: Sequence[Whisker], *, least: float, most: float, unit: str,
    mark: float | None = None,
) -> Picture:  # fmt: skip
    """A dot with its interval for each row; `mark`: a value to compare with, drawn as a line."""
    left = 14 + max(60, min(190, 7 * max(len(row.label) for row in rows)))
    span = (most - least) or 1.0

    def x(value: float) -> float:
        return left + (WIDE - left - RIGHT - 8) * (max(least, min(most, value)) - least) / span

    high = ROW * len(rows) + 34
    parts = [*_scale(x, _ticks(least, most), high - 26, unit)]
    if mark is not None:
        parts.append(_line(x(mark), 2, x(mark), high - 24, "currentColor", "3 3"))
    for at, row in enumerate(rows):
        y = ROW * at + 16
        parts.append(_words(left - 8, y + 5, cut(row.label, 26), "end"))
        low = x(row.low if row.low is not None else least)
        top = x(row.high if row.high is not None else most)
        parts.append(_line(low, y, top, y, INKS[0], wide=2.5))
        for end, is_there in ((low, row.low is not None), (top, row.high is not None)):
            if is_there:
                parts.append(_line(end, y - 5, end, y + 5, INKS[0], wide=2.5))
        if row.value is not None:
            parts.append(f'<circle cx="{x(row.value):.1f}" cy="{y}" r="5" style="fill:{INKS[0]}"/>')
    return _picture(title, high, parts, [f"{row.label}: {row.text}" for row in rows])


def histogram(title: str, bars: Sequence[Bar], least: int, most: int, *, side: int = 0) -> Picture:
    """How many games have which length; drawn from the `least` to the `most`."""
    tall, span = 120, max(1, most - least + 1)
    greatest = max(bar.games for bar in bars)

    def x(value: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * (value - least) / span

    ticks = [tick for tick in _ticks(least, most) if tick == int(tick)]
    middle = 0.5 if bars[0].first == bars[0].last else 0.0
    parts = list(_scale(lambda tick: x(tick + middle), ticks, tall + 8, ""))
    parts.append(_words(LEFT - 6, 14, f"{greatest}", "end"))
    parts.append(_words(LEFT - 6, tall + 8, "0", "end"))
    for bar in bars:
        if bar.games:
            height = tall * bar.games / greatest
            wide = max(1.5, x(bar.last + 1) - x(bar.first) - 1)
            parts.append(
                f'<rect x="{x(bar.first):.1f}" y="{8 + tall - height:.1f}" width="{wide:.1f}" '
                f'height="{height:.1f}" style="fill:{INKS[side]}"/>'
            )
    told = [f"{_range(bar)}: {many(bar.games, 'game')}" for bar in bars if bar.games]
    return _picture(title, tall + 34, parts, told)


def courses(
    title: str, lines: Sequence[tuple[str, Sequence[Along]]], *, mark: float | None = None
) -> Picture:
    """Shares along a game, with what they can be mistaken by as a band."""
    tall = 150

    def x(at: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * at

    def y(share: float) -> float:
        return 8 + tall * (1 - share)

    parts = list(_scale(lambda v: x(v / 100), [0, 20, 40, 60, 80, 100], tall + 8, " %"))
    for share in (0.0, 0.5, 1.0):
        parts.append(_words(LEFT - 6, y(share) + 4, f"{100 * share:.0f} %", "end"))
        parts.append(_line(LEFT, y(share), WIDE - RIGHT, y(share), "var(--line)"))
    if mark is not None:
        parts.append(_line(LEFT, y(mark), WIDE - RIGHT, y(mark), "currentColor", "3 3"))
    told = []
    for number, (label, points) in enumerate(lines):
        ink, dash = INKS[number % 2], DASHES[number % 2]
        upper = [(x(p.at), y(p.estimate.high)) for p in points]
        lower = [(x(p.at), y(p.estimate.low)) for p in reversed(points)]
        parts.append(
            f'<polygon points="{_points([*upper, *lower])}" style="fill:{ink}" opacity="0.16"/>'
        )
        middle = [(x(p.at), y(p.estimate.value)) for p in points]
        parts.append(
            f'<polyline points="{_points(middle)}" style="fill:none;stroke:{ink}" '
            f'stroke-width="2.5" stroke-dasharray="{dash}"/>'
        )
        for one, two in middle:
            filled = ink if not number % 2 else "var(--paper)"
            parts.append(
                f'<circle cx="{one:.1f}" cy="{two:.1f}" r="3.5" '
                f'style="fill:{filled};stroke:{ink}"/>'
            )
        if label:
            one, two = middle[-1]
            up = -10 if number % 2 == 0 else 20
            parts.append(_words(min(one, WIDE - RIGHT), two + up, label, "end", bold=True))
        told += [
            f"{label + ': ' if label else ''}at {100 * p.at:.0f} % of a game "
            f"{100 * p.estimate.value:.0f} % ({100 * p.estimate.low:.0f} to "
            f"{100 * p.estimate.high:.0f})"
            for p in points
        ]
    return _picture(title, tall + 34, parts, told)


def parts_of(title: str, rows: Sequence[tuple[str, Sequence[tuple[str, float]]]]) -> Picture:
    """Wholes made of parts, 0…1, one below the other: told apart by patterns, each with its
    figure; what each is stands below."""
    left = 14 + max((7 * len(label) for label, _ in rows), default=0)
    tall, room = 30, WIDE - left - RIGHT
    names = list(dict.fromkeys(name for _, found in rows for name, _ in found))
    drawn, told = [_patterns()], list[str]()
    for at, (label, found) in enumerate(rows):
        y, x = at * (tall + 10) + 6, float(left)
        drawn.append(_words(left - 8, y + 20, label, "end"))
        for name, share in found:
            wide = room * share
            fill = f"url(#p{names.index(name) % len(PATTERNS)})"
            drawn.append(
                f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{tall}" '
                f'style="fill:{fill};stroke:{INKS[0]}"/>'
            )
            if wide > 44:
                middle = x + wide / 2
                drawn.append(
                    f'<rect x="{middle - 20:.1f}" y="{y + 6}" width="40" height="18" rx="4" '
                    'style="fill:var(--paper)"/>'
                )
                drawn.append(_words(middle, y + 20, f"{100 * share:.0f} %", "middle"))
            x += wide
            told.append(f"{label + ': ' if label else ''}{name} {100 * share:.1f} %")
    y = len(rows) * (tall + 10) + 8
    for at, name in enumerate(names):
        top = y + 22 * at
        drawn.append(
            f'<rect x="{left}" y="{top}" width="22" height="15" '
            f'style="fill:url(#p{at % len(PATTERNS)});stroke:{INKS[0]}"/>'
        )
        drawn.append(_words(left + 30, top + 12, name, "start"))
    return _picture(title, y + 22 * len(names) + 4, drawn, told)


def _patterns() -> str:
    """The patterns of `parts_of`: the same in each chart of a page, so that it does not matter
    which of them a name leads to."""
    made = "".join(
        f'<pattern id="p{number}" width="8" height="8" patternUnits="userSpaceOnUse">'
        f'<rect width="8" height="8" style="fill:{INKS[0]}"/>{pattern}</pattern>'
        for number, pattern in enumerate(PATTERNS)
    )
    return f"<defs>{made}</defs>"


def _picture(title: str, high: float, parts: Sequence[str], told: Sequence[str]) -> Picture:
    """A chart, and the same in words: for who does not see it, and where there are no pictures."""
    said = f"<desc>{escape('; '.join(told))}</desc>"
    head = _words(4, 15, title, "start", quiet=True)
    drawn = (said, head, f'<g transform="translate(0 {HEAD})">', *parts, "</g>")
    words = "\n".join([title, *(f"  {line}" for line in told)])
    return Picture(WIDE, round(high) + HEAD, drawn, title, words, fluid=True)


def _scale(
    x: Callable[[float], float], ticks: Sequence[float], y: float, unit: str
) -> Iterator[str]:
    """Lines from above to `y`, with their figures below."""
    for tick in ticks:
        yield _line(x(tick), 6, x(tick), y, "var(--line)")
        yield _words(x(tick), y + 16, f"{tick:g}{unit}", "middle", quiet=True)


def _ticks(least: float, most: float) -> list[float]:
    """About five round values between two."""
    span, step = most - least, 1e-6
    for step in (m * 10**e for e in range(-4, 9) for m in (1, 2, 5)):
        if span / step <= 6:
            break
    first = -(-least // step)
    return [round((first + i) * step, 6) for i in range(8) if (first + i) * step <= most + 1e-9]


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _line(
    x1: float, y1: float, x2: float, y2: float, ink: str, dash: str = "", *, wide: float = 1
) -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
        f'style="stroke:{ink}" stroke-width="{wide:g}"{dashed}/>'
    )


def _words(
    x: float, y: float, text: str, anchor: str, *, bold: bool = False, quiet: bool = False
) -> str:
    fill = "var(--quiet)" if quiet else "currentColor"
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="13" text-anchor="{anchor}"{weight} '
        f'style="fill:{fill}">{escape(text)}</text>'
    )


def _range(bar: Bar) -> str:
    return f"{bar.first}" if bar.first == bar.last else f"{bar.first} to {bar.last}"

"""A game as pictures, one after the other: as a page to go forwards and backwards in, or as one
picture that moves. Neither needs a script, a network or another file.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from rulewright.drawing.lines import wrapped
from rulewright.drawing.svg import Picture

from .rulebook.page import head

SECONDS = 1.5  # that a picture stays
STILL_HIDDEN = ' visibility="hidden"'  # which styles that are known override
MOST_LINES = 6  # of what is said above a picture that moves

LOOK = """
body { max-width: 90rem; display: grid; gap: 1rem 2rem; align-items: start;
  grid-template-columns: minmax(0, 1fr) minmax(12rem, 18rem); }
header { grid-column: 1 / -1; }
section { display: none; }
section:target, body:not(:has(section:target)) section:first-of-type { display: block; }
:target { background: none; }
.steps { max-height: 80vh; overflow-y: auto; font-size: .9rem; }
.steps a { display: block; margin: 0; padding: .1em 0; }
.turn { display: flex; gap: 1.5rem; font-size: 1.1rem; }
.said { white-space: pre-wrap; font-style: italic; }
@media (max-width: 50rem) { body { display: block; } .steps { max-height: none; } }
@media print { section { display: block; break-inside: avoid; } .steps, .turn { display: none; } }
"""


class Frame(NamedTuple):
    """A position, what led to it – nothing to the first one –, and lines that somebody has to say
    of that."""

    picture: Picture
    made: str
    said: Sequence[str] = ()


def as_page(title: str, frames: Sequence[Frame]) -> str:
    """A page with all pictures of which one is shown, and links to all others."""
    last = len(frames) - 1
    steps = "\n".join(
        f'<a href="#p{number}">{number}&ensp;{escape(frame.made or "the beginning")}</a>'
        for number, frame in enumerate(frames)
    )
    parts = [
        *head(title, LOOK), "<body>",
        f"<header><h1>{escape(title)}</h1></header>", "<main>",
    ]  # fmt: skip
    for number, (picture, made, said) in enumerate(frames):
        parts += [
            f'<section id="p{number}">',
            f'<p class="turn"><a href="#p{max(0, number - 1)}">&larr; back</a>'
            f'<a href="#p{min(last, number + 1)}">on &rarr;</a>'
            f"<span>{number} of {last}{': ' + escape(made) if made else ''}</span></p>",
            *([f'<p class="said">{escape(chr(10).join(said))}</p>'] if said else []),
            f"<figure>{picture.svg}</figure>",
            f"<details><summary>In words</summary><pre>{escape(picture.words)}</pre></details>",
            "</section>",
        ]
    parts += ["</main>", f'<nav class="steps">\n{steps}\n</nav>', "</body>", "</html>"]
    return "\n".join(parts) + "\n"


def as_film(title: str, frames: Sequence[Frame]) -> str:
    """One picture that shows all, each for a while, again and again; the last one alone for whoever
    wants nothing to move, and in programs in which nothing does: all others are hidden by what any
    of these can tell, and no style has to be known for that. What was done and said stands
    above, where pictures begin, for they end in different places, and not all of a large one is on
    a screen."""
    width = max(frame.picture.width for frame in frames)
    remarks = [_wrapped(frame.said, width) for frame in frames]
    high = 24 + max(map(len, remarks)) * 16  # what is said of all frames takes
    height = max(frame.picture.height for frame in frames) + high
    count = len(frames)
    shown = f"""<style>
.frame {{ animation: shown {count * SECONDS}s step-end infinite; }}
@keyframes shown {{ 0% {{ visibility: visible; }}
  {100 / count:.4f}%, 100% {{ visibility: hidden; }} }}
@media (prefers-reduced-motion: reduce) {{ .frame {{ animation: none; }} }}
</style>"""
    parts = [shown]
    for number, (picture, made, _) in enumerate(frames):
        parts += [
            f'<g class="frame"{STILL_HIDDEN * (number < count - 1)} '
            f'style="animation-delay:{(number - count) * SECONDS}s">',
            picture.at(0, high),
            '<text x="12" y="20" font-size="12" style="fill:var(--quiet)">'
            f"{number} of {count - 1}{': ' + escape(made) if made else ''}</text>",
            *(
                f'<text x="12" y="{36 + 16 * row}" font-size="12" '
                f'style="fill:var(--quiet)">{escape(text)}</text>'
                for row, text in enumerate(remarks[number])
            ),
            "</g>",
        ]
    return Picture(width, height, tuple(parts), title).alone + "\n"


def _wrapped(said: Sequence[str], width: int) -> list[str]:
    """Lines that fit into a picture of so many units; of very many, the first."""
    lines = [line for text in said for line in wrapped(text, max(30, int(width / 6.5)))]
    return lines if len(lines) <= MOST_LINES else [*lines[:MOST_LINES], "…"]

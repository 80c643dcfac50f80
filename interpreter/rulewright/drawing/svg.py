"""Pictures as SVG, put together of boxes, lines, discs and letters.

Colours that say nothing come from the page around: `--paper`, `--line`, `--box`, `--quiet`, and the
colour of its text; a picture that stands alone brings its own (`Picture.alone`). Colours that say
something are those of names that are colours, else from a list; letters stand beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import hypot

INK, PAPER, LINE, BOX = "currentColor", "var(--paper)", "var(--line)", "var(--box)"
QUIET = "var(--quiet)"
INKS = {  # of a picture that stands alone: on light paper, and on dark
    INK: ("#1d1b18", "#e9e4da"),
    PAPER: ("#fdfbf6", "#1a1917"),
    QUIET: ("#6a645b", "#a39b8e"),
    LINE: ("#cfc6b6", "#4a453e"),
    BOX: ("#f4eee2", "#26241f"),
}
WIDEST = 17  # letters on a card
DISCS = "○●◯◌◉⚪⚫⬤🔴🔵"
"""Symbols that are discs themselves: drawn on one they would be a small one on a large one."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Elements of SVG on an area of `width` and `height`; `words` say the same where there are no
    pictures. `fluid`: on a page it takes the width that there is, within bounds."""

    width: int
    height: int
    parts: tuple[str, ...]
    title: str
    words: str = ""
    fluid: bool = False

    @property
    def svg(self) -> str:
        """As part of a page, in its colours."""
        fluid = ' style="width:100%;max-width:44rem;min-width:23rem"' if self.fluid else ""
        return self._svg(fluid, "")

    @property
    def alone(self) -> str:
        """As a file of its own, or where the page around has no colours for it."""
        return standing_alone(
            self._svg(' xmlns="http://www.w3.org/2000/svg" class="rulewright"', f"{_paper()}\n")
        )

    def at(self, x: int, y: int) -> str:
        """As part of another picture."""
        inner = "\n".join(self.parts)
        return f'<g transform="translate({x} {y})">\n{inner}\n</g>'

    def _svg(self, attributes: str, first: str) -> str:
        inner = "\n".join(self.parts)
        return (
            f'<svg{attributes} viewBox="0 0 {self.width} {self.height}" width="{self.width}" '
            f'height="{self.height}" role="img" '
            f'font-family="ui-sans-serif, system-ui, sans-serif">\n'
            f"<title>{escape(self.title)}</title>\n{first}{inner}\n</svg>"
        )


def standing_alone(svg: str) -> str:
    """The same picture in colours of its own, light or dark as its reader prefers: by classes that
    any program can tell which shows pictures, for few but browsers know colours with names, and
    those that do not know about preferences see it light."""
    return re.sub(r' style="([^"]*)"', _by_class, svg)


def _by_class(style: re.Match[str]) -> str:
    named, rest = list[str](), list[str]()
    for said in style[1].split(";"):
        what, _, colour = said.partition(":")
        if colour in INKS:
            named.append(_class(what, colour))
        else:
            rest.append(said)
    classes = f' class="{" ".join(named)}"' if named else ""
    return classes + (f' style="{";".join(rest)}"' if rest else "")


def _class(what: str, colour: str) -> str:
    name = colour.removeprefix("var(--").removesuffix(")") if colour != INK else "ink"
    return f"{what}-{name}"


def _paper() -> str:
    """The colours of a picture that stands alone, and the paper below it."""
    light, dark = (
        " ".join(
            f".rulewright .{_class(what, colour)} {{ {what}: {shades[shade]}; }}"
            for colour, shades in INKS.items()
            for what in ("fill", "stroke")
        )
        for shade in (0, 1)
    )
    return (
        f"<style>\n{light}\n@media (prefers-color-scheme: dark) {{ {dark} }}\n</style>\n"
        f'<rect width="100%" height="100%" style="fill:{PAPER}"/>'
    )


Dot = tuple[str, str]  # what it is called, and its colour


def dots_at(x: int, y: int, dots: Sequence[Dot], *, lit: bool = False) -> Iterator[str]:
    """Discs side by side with their middle at a place; `lit`: they stand out."""
    left = x - 9 * (len(dots) - 1)
    for number, (name, colour) in enumerate(dots):
        yield disc(left + 18 * number, y, 8, colour, lit=lit)
        if name and name not in DISCS:
            yield letters(left + 18 * number, y + 3, name, 8, on=colour)


def cut(text: str, room: int = WIDEST) -> str:
    """A text, or its beginning where it has more letters than there is room for."""
    return text if len(text) <= room else text[: room - 1] + "…"


def box(
    x: int, y: int, wide: int, high: int, fill: str = BOX, *, round_: int = 7,
    dashed: bool = False, lit: bool = False,
) -> str:  # fmt: skip
    """A rectangle by its upper left corner; `lit`: it stands out."""
    return (
        f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="{round_}" '
        f"{_drawn(fill, dashed, lit)}/>"
    )


def hexagon(
    x: int, y: int, half: int, side: int, fill: str = BOX, *, dashed: bool = False,
    lit: bool = False,
) -> str:  # fmt: skip
    """A hexagon around a place, a corner at the top: half of how wide it is, how long a side is."""
    points = " ".join(f"{right},{down}" for right, down in corners_of_six(x, y, half, side))
    return f'<polygon points="{points}" {_drawn(fill, dashed, lit)}/>'


def corners_of_six(x: int, y: int, half: int, side: int) -> list[tuple[int, int]]:
    """The corners of a hexagon around a place, from the top on with the clock."""
    low = side // 2
    corners = ((0, -side), (half, -low), (half, low), (0, side), (-half, low), (-half, -low))
    return [(x + right, y + down) for right, down in corners]


def corners_of_four(x: int, y: int, side: int) -> list[tuple[int, int]]:
    """The corners of a square by its upper left corner, from there on with the clock."""
    return [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]


def _drawn(fill: str, dashed: bool, lit: bool) -> str:
    """How an area is filled and its edge drawn; `lit`: it stands out."""
    dash = ' stroke-dasharray="5 4"' if dashed else ""
    edge = f"{INK};stroke-width:3" if lit else LINE
    return f'style="fill:{fill};stroke:{edge}"{dash}'


def signed(corners: Sequence[tuple[int, int]], number: int, leg: int = 14) -> str:
    """A sign in one of the corners of an area; `leg`: so far along its edges it goes."""
    x, y = corners[number]
    points = [f"{x},{y}"]
    for other_x, other_y in (corners[number - 1], corners[(number + 1) % len(corners)]):
        long = round(hypot(other_x - x, other_y - y))
        points.append(f"{x + (other_x - x) * leg // long},{y + (other_y - y) * leg // long}")
    return f'<polygon points="{" ".join(points)}" style="fill:{INK};stroke:{PAPER}"/>'


def stroke(x1: int, y1: int, x2: int, y2: int, colour: str = "") -> str:
    """A line, thicker if it has a colour."""
    return (
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" style="stroke:{colour or LINE}" '
        f'stroke-width="{7 if colour else 3}"/>'
    )


def disc(x: int, y: int, r: int, fill: str, *, lit: bool = False) -> str:
    """A disc around a place; `lit`: it stands out. Its edge parts it from what it lies on, of
    whatever colour it is, on light paper and on dark."""
    edge = f"{INK};stroke-width:2.5" if lit else f"{QUIET};stroke-width:1.5"
    return f'<circle cx="{x}" cy="{y}" r="{r}" style="fill:{fill};stroke:{edge}"/>'


def image(x: int, y: int, wide: int, high: int, address: str) -> str:
    """A picture as large as there is room for it, by its upper left corner."""
    return f'<image x="{x}" y="{y}" width="{wide}" height="{high}" href="{escape(address)}"/>'


def letters(
    x: int, y: int, text: str, size: float, *, bold: bool = False, start: bool = False,
    quiet: bool = False, on: str = "", turn: int = 0,
) -> str:  # fmt: skip
    """A text on a line, around a place or from it on; `on`: the colour that it stands on."""
    fill = read_on(on) if on else QUIET if quiet else INK
    weight = ' font-weight="600"' if bold else ""
    turned = f' transform="rotate({turn} {x} {y})"' if turn else ""
    anchor = "start" if start else "middle"
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}"{weight}{turned} '
        f'style="fill:{fill}">{escape(text)}</text>'
    )


def read_on(colour: str) -> str:
    """Dark or light letters, whichever is read better on a colour."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#1d1b18" if 299 * red + 587 * green + 114 * blue > 150_000 else "#ffffff"

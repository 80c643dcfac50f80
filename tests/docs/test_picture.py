"""The picture of the terminal in README.md, the table there as text, and the picture that moves
show what `rulewright play ruta` and `rulewright replay -o game.svg` show.

`--update-golden` draws them anew. Compared is what can be read in it, not how rich draws it.
"""

from __future__ import annotations

import html
import io
import random
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

import rulewright as rw
from rulewright.drawing.attributes import Attributes
from rulewright.drawing.lines import Line, Piece, line, plain_text, seat_style, seat_title
from rulewright.drawing.table import TableView
from rulewright.play.preview import Previews
from rulewright.play.retold import retold
from rulewright.state import State
from rulewright.transcript import Transcript
from rulewright_cli.film import Frame, as_film
from rulewright_cli.log import log_lines
from rulewright_cli.menu import Menu

FILM = Path(__file__).with_name("turns.svg")
PICTURE = Path(__file__).with_name("terminal.svg")
README = Path(__file__).parents[2] / "README.md"
BLOCK = re.compile(r"(?<=```text\n).*?(?=```)", re.DOTALL)
SEED, MOVES, WIDTH = 33, 27, 80
NAMES = rw.load("ruta").seat_names
MADE = (
    "claim Castle-Watchman", "pay Merchant", "pay Windfall", "commit", "take Ace of Leaves",
    "take Sea", "take Huntress",
)  # fmt: skip


def position() -> State:
    """A game in its middle, with a few routes claimed."""
    state, lot = rw.load("ruta").start(seed=SEED), random.Random(SEED)
    for _ in range(MOVES):
        state.apply(lot.choice(state.legal_moves()))
    return state


def table(state: State) -> list[Line]:
    """What the person in seat 0 sees, but for the moves."""
    game = rw.load("ruta")
    assert state.to_move == 0 and state.waiting is not None
    return [
        *TableView(Attributes(game.program)).lines(state.observation(0), WIDTH),
        *log_lines(Transcript.of(state), state, [0], WIDTH),
        (
            Piece(f"{game.seat_names[0]} (you)", seat_style(0)),
            Piece(f": {state.waiting.words}", "bold"),
        ),
    ]


def screen() -> list[Line]:
    """All that stands on the screen."""
    state = position()
    game = rw.load("ruta")
    return [
        (Piece("$ ", "dim"), Piece("rulewright play ruta")),
        (),
        *table(state),
        *Menu(state, Previews(game.program), WIDTH).lines(),
        line(f"{game.seat_names[0]}> "),
    ]


def drawn() -> str:
    """The screen as SVG."""
    from rich.text import Text

    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, highlight=False
    )
    for parts in screen():
        console.print(Text.assemble(*(part[:2] for part in parts)), soft_wrap=True)
    svg = console.export_svg(title="rulewright play ruta", unique_id="terminal")
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # nothing from elsewhere


def film() -> str:
    """Some decisions from there on, as the person in seat 0 sees them and is told them: `MADE`."""
    state = position()
    for move in MADE:
        state.apply(move)
    frames = list[Frame]()
    for number, (_, after, said, log) in enumerate(retold(state, 0), 1):
        if number >= MOVES:
            made = "; ".join(
                f"{seat_title(NAMES[who])}: {text}" for who, text in said if who is not None
            )
            frames.append(Frame(after.picture(0, lit=log.named_lately(after, [0])), made))
    return as_film("Some turns of Ruta", frames)


def read(svg: str) -> Iterator[str]:
    """The lines of text in a picture."""
    rows: dict[float, str] = {}
    for y, text in re.findall(r'<text class="terminal-r\d+"[^>]* y="([\d.]+)"[^>]*>([^<]*)<', svg):
        rows[float(y)] = rows.get(float(y), "") + html.unescape(text).replace("\xa0", " ")
    for y in sorted(rows):
        if rows[y].strip():
            yield rows[y].strip()


def test_the_picture_is_current(request: pytest.FixtureRequest) -> None:
    svg = drawn()
    if request.config.getoption("--update-golden"):
        PICTURE.write_text(svg, encoding="utf-8")
    shown = list(read(PICTURE.read_text(encoding="utf-8")))
    assert shown == list(read(svg))
    assert any(words.startswith("first (you)") for words in shown)


def test_the_picture_that_moves_is_current(request: pytest.FixtureRequest) -> None:
    svg = film()
    if request.config.getoption("--update-golden"):
        FILM.write_text(svg, encoding="utf-8")
    assert FILM.read_text(encoding="utf-8") == svg
    root = ElementTree.fromstring(svg)
    assert len([part for part in root if part.get("class") == "frame"]) == len(MADE) + 1
    assert len(svg) < 300_000 and "prefers-reduced-motion" in svg
    assert f"({FILM.relative_to(README.parent).as_posix()})" in README.read_text(encoding="utf-8")


def test_the_table_is_current(request: pytest.FixtureRequest) -> None:
    """It is read where no picture can be had, as on the page of a package."""
    text, drawn = README.read_text(encoding="utf-8"), plain_text(table(position()))
    if request.config.getoption("--update-golden"):
        README.write_text(BLOCK.sub(lambda _: drawn, text, count=1), encoding="utf-8")
    assert BLOCK.findall(README.read_text(encoding="utf-8")) == [drawn]

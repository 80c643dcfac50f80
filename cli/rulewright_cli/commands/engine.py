"""`rulewright engine`: games for another program, one line of JSON in, one out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import chdir, nullcontext
from typing import TYPE_CHECKING, BinaryIO

import click

from ..options import OneOf, engines, fail

if TYPE_CHECKING:
    from rulewright.backends.registry import EngineName


@click.command()
@click.option(
    "--engine",
    type=OneOf(engines),
    help="What games are played on: the first of these that is installed, if none is named. The "
    "reference is the plain evaluator that defines the meaning.",
)
@click.option(
    "--root",
    metavar="FOLDER",
    help="Serve the rule files in this folder too, by paths inside it.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    help="How long a request may take.",
)
def command(engine: EngineName | None, root: str | None, seconds: float) -> None:
    """Serve games to another program: those that come with Rulewright, and those in a folder.

    Reads one JSON object a line from standard input and answers each with one line, in order, until
    the input ends:

    \b
      {"do":"new","game":"ruta","seed":7}         also: seats, options, variants;
                                                  "chance":"asked" instead of a seed
      {"do":"play","move":"claim Sailor-Forest"}
      {"do":"chance","outcome":["Sea","End"]}     first = top
      {"do":"undo"}  {"do":"position"}  {"do":"save"}
      {"do":"load","record":{...}}                as saved, or a text as people write it
      {"do":"observe","seat":0}  {"do":"why","move":"draw"}  {"do":"perft","depth":3}
      {"do":"hint","simulations":500}             what a search thinks of the moves

    An answer begins with "ok": true, or is {"ok":false,"error":{"code","message"}}, and then the
    game is as it was; of a record that does not replay the error says where, too, as "parting".
    What is undone may be anything, a throw for one: among people who play for a result, offer less.
    Paths begin in the folder, and no other file is ever read. A line has at most 4 MiB, a game
    100,000 moves and answers of chance; perft goes at most 100 decisions deep and carries out at
    most a million moves.
    """
    from rulewright.play.protocol import LONGEST_LINE, Session, too_long

    out = sys.stdout.buffer
    if root is not None and not (os.path.isdir(root) and os.access(root, os.X_OK)):
        fail(f"--root wants a folder that can be entered, not {root}")
    with nullcontext() if root is None else chdir(root):  # files are called by paths inside it
        session = Session(engine=engine, root=None if root is None else ".", seconds=seconds)
        for line in _lines(sys.stdin.buffer, LONGEST_LINE):
            answer = too_long() if line is None else session.answer(line)
            out.write(answer.encode() + b"\n")
            out.flush()


def _lines(stream: BinaryIO, longest: int) -> Iterator[bytes | None]:
    """The lines of a stream without their ends; None for one that is too long to keep."""
    while line := stream.readline(longest + 2):
        line, end = line.rstrip(b"\r\n"), line.endswith(b"\n")
        if len(line) <= longest:
            yield line
            continue
        while not end and (rest := stream.readline(1 << 16)):
            end = rest.endswith(b"\n")
        yield None

"""`rulewright dump`: a rule file as each stage of the interpreter sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..options import OneOf, fail, game_options, load_game, print_json
from ..screen import echo


def stages() -> tuple[str, ...]:
    """The trees, and the code that engines make of the last of them."""
    from rulewright.backends.registry import generated

    return "syntax", "checked", "core", *generated()


if TYPE_CHECKING:
    from rulewright.spec import GameSpec


@click.command()
@game_options(as_json=True)
@click.option(
    "--stage",
    type=OneOf(stages),
    default="core",
    show_default=True,
    help="The tree as written; with all names resolved; what engines execute; what one of them "
    "makes of it: Python, or WebAssembly for whole games, for games that go on from a position, "
    "for single moves, or for many games at once.",
)
@click.option("--lines", is_flag=True, help="Say beside each statement where it was written.")
def command(
    spec: GameSpec,
    as_json: bool,
    stage: str,
    lines: bool,
) -> None:
    """Print a rule file as a stage of the interpreter sees it.

    The core is the meaning of a game: with --json it is complete, so that an engine in another
    language can be built on it.
    """
    if as_json and stage != "core":
        fail(f"--json goes with --stage core, not {stage}")
    if stage == "syntax":
        echo(_syntax(spec.name), nl=False)
        return
    loaded = load_game(spec, played=False)
    if stage == "checked":
        from rulewright.check.dump import dump

        echo(dump(loaded.checked), nl=False)
    elif stage == "core":
        from rulewright.core.dump import program_json, program_text

        if as_json:
            print_json(program_json(loaded.program))
        else:
            echo(program_text(loaded.program, lines=lines), nl=False)
    else:
        from rulewright.backends.registry import code_of

        echo(code_of(loaded.program, stage), nl=False)


def _syntax(game: str) -> str:
    """The tree of one file, even if nothing else can be made of it."""
    from rulewright.check.modules import find, text_of
    from rulewright.diagnostics import Findings
    from rulewright.source import SourceFile
    from rulewright.syntax.dump import dump
    from rulewright.syntax.parse import parse_file

    path = find(game)
    findings = Findings()
    tree = parse_file(SourceFile(path.name, text_of(path).replace("\r\n", "\n")), findings)
    findings.raise_errors()
    return dump(tree)

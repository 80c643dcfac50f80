"""`rulewright rulebook`: a game as a page for people, made from its rules and their words."""

from __future__ import annotations

import click

from ..main import FINE
from ..options import completing, fail, game_options, load_game
from ..screen import echo


@click.command()
@game_options()
@click.option(
    "--format", "form", type=click.Choice(["html", "md"]), default="html", show_default=True,
    help="One self-contained HTML page, or Markdown.",
)  # fmt: skip
@click.option(
    "-o", "--output", metavar="FILE", shell_complete=completing("files"),
    help="Write to a file, whole or not at all, instead of standard output.",
)  # fmt: skip
def command(
    game: str,
    variants: tuple[str, ...],
    options: tuple[str, ...],
    seats: int | None,
    form: str,
    output: str | None,
) -> int:
    """Print the rulebook of a game, made from its rules and the words in them.

    \b
      rulewright rulebook ruta -o ruta.html            a page to read and to print
      rulewright rulebook ruta --variant ace_give      what a variant changes is marked
      rulewright rulebook ruta --format md             Markdown

    What players read stands there as its author wrote it; where a rule has no words, the rule
    itself is read out. Set-up is told for each number of players.
    """
    from rulewright import catalogue
    from rulewright.characters import printable
    from rulewright.files import write_whole

    from ..rulebook.book import rulebook
    from ..rulebook.markdown import as_markdown
    from ..rulebook.page import as_page

    book = rulebook(load_game(game, variants, options, seats, played=False), catalogue.game(game))
    told = as_page(book) if form == "html" else as_markdown(book)
    if output is None:
        echo(told, nl=False)
        return FINE
    try:
        write_whole(output, printable(told))
    except OSError as error:
        fail(f"cannot write {output}: {error.strerror or error}")
    return FINE

"""`rulewright rulebook`: a game as a page for people, made from its rules and their words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..main import FINE
from ..options import STANDARD_OUTPUT, file_option, game_options, load_game, write_output
from ..screen import asked_for, echo

if TYPE_CHECKING:
    from rulewright.spec import GameSpec

PAGES = (".html", ".htm", ".md")
"""Names of files that hold rulebooks."""


@click.command()
@game_options(as_json=True)
@click.option(
    "--format", "form", type=click.Choice(["html", "md"]),
    help="One self-contained HTML page, or Markdown; unless it is said, a page in a file, but for "
    "FILE.md, and else Markdown.",
)  # fmt: skip
@file_option(
    "-o", "--output",
    help="Write to a file, whole or not at all, instead of standard output.",
)  # fmt: skip
@click.option(
    "--report", is_flag=True,
    help="Print what the rulebook lacks instead: rules without words, rule numbers without rules; "
    "with -o FILE.html or FILE.md, besides the rulebook that is written there.",
)  # fmt: skip
def command(
    spec: GameSpec,
    form: str | None,
    output: str | None,
    report: bool,
    as_json: bool,
) -> int:
    """Print the rulebook of a game, made from its rules and the words in them.

    \b
      rulewright rulebook ruta -o ruta.html            a page to read and to print
      rulewright rulebook ruta --variant ace_give      what a variant changes is marked
      rulewright rulebook ruta                         Markdown, to read or to search
      rulewright rulebook ruta -o ruta.md              the same in a file
      rulewright rulebook ruta --report                rules without words, numbers without rules

    What players read stands there as its author wrote it; where a rule has no words, the rule
    itself is read out. Set-up is told for each number of players. --json answers with the report.
    -o takes whatever would be printed; a page (FILE.html, FILE.md) is the rulebook in any case, and
    with --report that is printed besides.
    """
    from rulewright import catalogue
    from rulewright.characters import as_json as as_json_text

    from ..rulebook.book import rulebook
    from ..rulebook.markdown import as_markdown
    from ..rulebook.missing import as_data, as_text, missing
    from ..rulebook.page import as_page

    beside = report and not as_json and output is not None and Path(output).suffix in PAGES
    loaded, info = load_game(spec, played=False), catalogue.game(spec.name, spec.variants)
    lacking = missing(loaded, info.path)
    if as_json:
        told = as_json_text(as_data(lacking), indent=2) + "\n"
    elif report and not beside:
        told = "".join(f"{line}\n" for line in as_text(lacking))
    else:
        book = rulebook(loaded, info)
        is_page = output not in (None, STANDARD_OUTPUT) and Path(str(output)).suffix != ".md"
        form = form or ("html" if is_page else "md")
        told = as_page(book) if form == "html" else as_markdown(book)
    if output is None:
        echo(told, nl=False)
        return FINE
    write_output(output, told)
    if beside:
        echo("".join(f"{line}\n" for line in as_text(lacking)), nl=False)
    if as_json or report:
        return FINE
    if lacking.no_words or lacking.no_rule or lacking.no_sentence:
        found = len(lacking.no_words) + len(lacking.no_rule) + len(lacking.no_sentence)
        if not asked_for("quiet"):
            what = "sentences or rules are" if found > 1 else "sentence or rule is"
            echo(f"{found} {what} missing: --report tells which", err=True)
    if lacking.left_over and not asked_for("quiet"):
        found = len(lacking.left_over)
        what = "sentences stand over lines" if found > 1 else "sentence stands over a line"
        echo(f"{found} {what} that a variant has replaced: --report tells which", err=True)
    return FINE

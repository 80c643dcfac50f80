"""`rulewright lsp`: what editors ask about rule files, by the Language Server Protocol."""

from __future__ import annotations

from importlib.util import find_spec

import click

from ..options import fail

NEEDED = "rulewright lsp needs pygls, which is not installed: pip install 'rulewright[lsp]'"


@click.command()
def command() -> int:
    """Serve editors: findings as you type, completion, definitions, renaming and more.

    An editor starts this itself, and speaks the Language Server Protocol with it on standard input
    and output, until it ends it. It takes what is typed, saved or not; files are never written.
    The README says what to write in the settings of VS Code, Neovim, Emacs and Helix.
    """
    if find_spec("pygls") is None:
        fail(NEEDED)
    from ..language_server import serve

    return serve()

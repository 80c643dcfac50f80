"""`rulewright completion`: what makes a shell complete."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from .. import completion
from ..main import ASKED_TO_COMPLETE
from ..screen import echo

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS), metavar=f"[{'|'.join(SHELLS)}]")
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print what makes a shell complete names of games, variants, options and moves.

    \b
      bash: add to ~/.bashrc                  eval "$(rulewright completion bash)"
      zsh:  add to ~/.zshrc, after compinit   eval "$(rulewright completion zsh)"
      fish: rulewright completion fish > ~/.config/fish/completions/rulewright.fish

    Then Tab completes what can stand where the cursor is, and bash 4.4 or newer is wanted.
    """
    kind = get_completion_class(shell)
    assert kind is not None and completion.Bash is get_completion_class("bash")
    root = ctx.find_root()
    echo(kind(root.command, {}, "rulewright", ASKED_TO_COMPLETE).source())

"""The group of commands: which there are, and what happens when one goes wrong.

Commands are imported when they are run, and help comes from the table here: click itself is most
of what `rulewright --help` costs, and the library is not imported for it. Whatever a command raises
ends here: a user's mistake is a message without a traceback, and the exit code says which kind of
mistake it was.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn, TextIO

import click

FINE, FINDINGS, MISUSE, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141

COMMANDS = {
    "list": "List the games that come with Rulewright, with their variants.",
    "show": "Show a game's options, variants, components, zones and map.",
    "check": "Check rule files and print everything that is wrong with them.",
    "fmt": "Lay out rule files in the one layout there is.",
    "test": "Run the scenarios of a game and its variants.",
    "verify": "Look for games in which something breaks that must hold in every game.",
    "coverage": "Show which rules the scenarios do not reach.",
    "mutate": "Make small mistakes in the rules, and see which the scenarios notice.",
    "shrink": "Make a recorded game in which something breaks as short as it can be.",
    "play": "Play a game at the terminal.",
    "simulate": "Play many games and measure them.",
    "replay": "Replay a record, or check that it still replays.",
    "why": "Say why a move is not offered.",
    "dump": "Print a rule file as the stages of the interpreter see it.",
    "engine": "Serve games to another program, one JSON object a line.",
}


class Commands(click.Group):
    """The group, which imports a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f".commands.{cmd_name}", __package__).command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from rulewright.diagnostics import did_you_mean

            hint = did_you_mean(args[0], COMMANDS) or "see rulewright --help"
            raise click.UsageError(f"there is no command {args[0]}; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run a command and exit with its code; never returns, never shows a traceback for what
        is the user's mistake."""
        _forgive_encodings(sys.stdout, sys.stderr)
        extra["standalone_mode"] = False
        try:
            code = super().main(args, prog_name or "rulewright", **extra)
            sys.stdout.flush()
        except BrokenPipeError:
            _drop_output()
            code = BROKEN_PIPE
        except click.exceptions.NoArgsIsHelpError as help_wanted:
            click.echo(help_wanted.format_message())
            code = MISUSE
        except click.ClickException as error:
            _complain(_message_of(error))
            code = error.exit_code
        except (KeyboardInterrupt, click.Abort):
            click.echo("\ninterrupted", err=True)
            code = INTERRUPTED
        except Exception as error:
            code = _report(error)
        sys.exit(code if isinstance(code, int) else FINE)


def _message_of(error: click.ClickException) -> str:
    message = error.format_message()
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{message}\n(see {error.ctx.command_path} --help)"
    return message


def _report(error: Exception) -> int:
    """Say what a user did wrong; findings are what is wrong with files, everything else is misuse.

    Mistakes of ours are raised again.
    """
    from rulewright.diagnostics import PlayError, RecordError, RulesError, RulewrightError

    if not isinstance(error, RulewrightError):
        raise error
    _complain(str(error))
    return FINDINGS if isinstance(error, RulesError | PlayError | RecordError) else MISUSE


def _complain(message: str) -> None:
    click.echo(message, err=True)


def _forgive_encodings(*streams: TextIO) -> None:
    """What a terminal cannot write becomes a question mark rather than an error."""
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _drop_output() -> None:
    """Point standard output away, or flushing it at exit complains about the closed pipe again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_version(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from rulewright import __version__

        click.echo(f"rulewright {__version__}")
        ctx.exit()


@click.command(
    "rulewright",
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="GAME is the name of a game (see rulewright list) or a path to a .game file.",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Print the version and exit.",
)
def cli() -> None:
    """Board and card games as text: check the rules, play, test and measure them."""

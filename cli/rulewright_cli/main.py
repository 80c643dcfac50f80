"""The group of commands: which there are, and what happens when one goes wrong.

Commands are imported when they are run, and help comes from the table here: click itself is most
of what `rulewright --help` costs, and the library is not imported for it. Whatever a command raises
ends here: a user's mistake is a message without a traceback, and the exit code says which kind of
mistake it was. What is a mistake of ours says so and asks to be reported.
"""

from __future__ import annotations

import errno
import gc
import os
import re
import sys
import threading
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any, NoReturn

import click

from .config import defaults
from .ending import drop
from .memory import out_of_memory
from .time_limit import TimeOver, time_limit

FINE, FINDINGS, MISUSE, FAILED, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 3, 130, 141
"""Exit codes. FAILED: Rulewright itself could not go on, which says nothing about the rules."""

NOT_WRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)

DEBUG = "RULEWRIGHT_DEBUG"
"""The environment variable that brings out where a mistake of ours is."""

NEW_BEFORE_COLLECTING = 1_500_000
"""So many objects more than before, some 150 MB, and Python looks for circles among them: with
fewer, looking takes up to a fifth of the time in which rules are read and tried out."""

ASKED_TO_COMPLETE = "_RULEWRIGHT_COMPLETE"
"""The environment variable by which a shell asks what may stand at its cursor."""

COMMANDS = {
    "list": "List the games that come with Rulewright, with their variants.",
    "show": "Show a game's options, variants, components, zones and map.",
    "rulebook": "Make a page for people of the rules and their words.",
    "new": "Write a small game, or a variant of a game, to go on from.",
    "check": "Check rule files and print everything that is wrong with them.",
    "lint": "Find what is odd about rules: what never differs, never applies, has no words.",
    "fmt": "Lay out rule files in the one layout there is.",
    "test": "Run the scenarios of a game and its variants.",
    "watch": "Check, test and replay a game each time that one of its files is saved.",
    "verify": "Look for games in which something breaks that must hold in every game.",
    "coverage": "Show which rules the scenarios do not reach.",
    "mutate": "Make small mistakes in the rules, and see which the scenarios notice.",
    "shrink": "Make a recorded game in which something breaks as short as it can be.",
    "play": "Play a game at the terminal.",
    "simulate": "Play many games and measure them.",
    "playtest": "Tell a designer what a game is like: a page with charts, and games to look at.",
    "solve": "Prove what a small game is worth to those who play it perfectly.",
    "diff": "Say which rules of two games differ, and what that does to games.",
    "tune": "Search options and numbers for a game as it is wanted.",
    "tournament": "Have players meet, and say how strong they are.",
    "replay": "Replay a record, or check that it still replays.",
    "why": "Say why a move is not offered.",
    "dump": "Print a rule file as the stages of the interpreter see it.",
    "engine": "Serve games to another program, one JSON object a line.",
    "lsp": "Serve editors: findings as you type, completion, definitions, renaming and more.",
    "completion": "Print what makes a shell complete games, variants, options and moves.",
}


FOR_PROGRAMS = ("engine", "lsp", "completion")
"""Commands whose output programs read: nothing of it is drawn, nothing can be left out."""

TRIED = {
    "rules": "rulebook",
    "manual": "rulebook",
    "run": "play",
    "start": "play",
    "games": "list",
    "info": "show",
    "init": "new",
    "create": "new",
    "validate": "check",
    "format": "fmt",
    "compare": "diff",
    "explain": "why",
    "optimize": "tune",
    "serve": "engine",
}
"""What people try, by the habit of other tools or of speech, and which command does that."""

ABOUT_GAMES = (
    (
        "Missing argument 'GAME",
        " The games are told by rulewright list; a .game file may be named, too.",
    ),
    (
        "check has no option --variant",
        ": it looks at the variants beside a game, and at each pair, without being asked; one "
        "that lies elsewhere is named by its file.",
    ),
    (
        "Got unexpected extra argument",
        " The name of a game is one word, as rulewright list tells it.",
    ),
)
"""What people are told who have named no game, or one in several words, or its variant."""

OF_FOLDERS = ("verify",)
"""Commands that take one game, or a folder of games."""

MOST_ALIKE = 3
"""Of so many commands that begin alike it is told which they are."""

WELCOME = """Rulewright: board and card games as text.

  rulewright list              which games there are
  rulewright play ruta         play one, against players that think
  rulewright rulebook ruta     read its rules
  rulewright new game mine     write a small game of your own, and go on from it
  rulewright playtest mine     see what it is like, as a page with charts
  rulewright --help            all commands; each tells its options with --help"""


def _meant_by(word: str) -> str:
    """A hint with the commands that may be meant by a word that is none, or an empty string."""
    from rulewright.check.modules import is_file, is_path, shipped
    from rulewright.diagnostics import did_you_mean, nearest

    if is_file(Path(word)) if is_path(word) else word in shipped():
        return f"did you mean play {word}?"
    begun = [name for name in COMMANDS if name.startswith(word)]
    if word not in TRIED and 0 < len(begun) <= MOST_ALIKE:
        return f"did you mean {' or '.join(begun)}?"
    close = nearest(word, (*COMMANDS, *TRIED))
    return did_you_mean(TRIED.get(close, close), COMMANDS)


class Commands(click.Group):
    """The group, which imports a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f".commands.{cmd_name}", __package__).command
        assert isinstance(command, click.Command)
        for one in (command, *getattr(command, "commands", {}).values()):
            known = {option.name for option in one.params}
            further = _everywhere(for_people=cmd_name not in FOR_PROGRAMS)
            one.params += [option for option in further if option.name not in known]
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            hint = _meant_by(args[0]) or "see rulewright --help"
            raise click.UsageError(f"there is no command {args[0]}; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run a command and exit with its code; never returns, never shows a traceback (but with
        `DEBUG` set, for a mistake of ours)."""
        _open_streams()
        gc.set_threshold(NEW_BEFORE_COLLECTING, *gc.get_threshold()[1:])
        extra.setdefault("obj", monotonic())  # when the command began; see `options.since_it_began`
        extra["standalone_mode"] = False
        if ASKED_TO_COMPLETE in os.environ:
            from . import completion  # noqa: F401  # which tells click how bash is answered
        try:
            code = super().main(args, prog_name or "rulewright", **extra)
            sys.stdout.flush()
        except OSError as error:
            code = BROKEN_PIPE if _nobody_reads(error) else _report(error)
        except click.ClickException as error:
            _complain(_message_of(error))
            code = error.exit_code
        except (KeyboardInterrupt, click.Abort):
            code = _interrupted()
        except TimeOver as over:
            busy = getattr(over, "__notes__", [])
            _complain("; ".join(("stopped: the time that --time-limit allows is over", *busy)))
            code = FAILED
        except (MemoryError, SystemError) as error:
            if _has_run_out(error):  # what was too much goes with its frames
                error.__traceback__ = error.__context__ = error.__cause__ = None
            code = _report(error)
        except Exception as error:
            code = _report(error)
        sys.exit(code if isinstance(code, int) else FINE)


def _everywhere(*, for_people: bool) -> list[click.Option]:
    """What may be said to every command, or to one whose output is for programs."""
    from .screen import noted

    flags = (
        (("--plain",), "Plain text: no colour, no drawing."),
        (("-q", "--quiet"), "Results only: no progress, no headings, no hints."),
    )
    return [
        click.Option([*names], is_flag=True, callback=noted, expose_value=False, help=told)
        for names, told in (flags if for_people else ())
    ] + [_version_option()]


def _version_option() -> click.Option:
    return click.Option(
        ["-V", "--version"],
        is_flag=True,
        expose_value=False,
        is_eager=True,
        callback=_print_version,
        help="Print the version and exit.",
    )


def _message_of(error: click.ClickException) -> str:
    message = error.format_message()
    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        written = {name: _options_of(name, error.ctx) for name in COMMANDS}
        others = [name for name in COMMANDS if any(error.option_name in o for o in written[name])]
        if any(error.option_name in one.opts for one in error.ctx.find_root().command.params):
            whole = f"{error.ctx.find_root().info_name} {error.option_name} … {error.ctx.info_name}"
            return f"{error.option_name} stands before the command: {whole}"
        if others:
            message = f"{error.ctx.info_name} has no option {error.option_name}"
        if others and not any(begins == message for begins, _ in ABOUT_GAMES):
            own = {name for names in written.get(error.ctx.info_name or "", ()) for name in names}
            alike = (o for name in others for o in written[name] if error.option_name in o)
            same = next((name for names in alike for name in names if name in own), "")
            message += f": that is {same} here" if same else f": it is one of {', '.join(others)}"
    if isinstance(error, click.UsageError) and error.ctx is not None:
        names = [one.human_readable_name.lstrip("[") for one in error.ctx.command.params]
        if any(name.startswith("GAME") for name in names):
            message += _of_games(error) or next(
                (hint for begins, hint in ABOUT_GAMES if begins in message), ""
            )
        return f"{message}\n(see {error.ctx.command_path} --help)"
    return message


def _of_games(error: click.UsageError) -> str:
    """A hint for who has named several games where one is wanted; empty if nobody has."""
    from rulewright.check.modules import is_path, shipped

    extra = re.match(r"Got unexpected extra arguments? \((.*)\)$", error.format_message())
    words = extra[1].split() if extra else []
    if not words or not all(is_path(word) or word in shipped() for word in words):
        return ""
    name = error.ctx.info_name if error.ctx is not None else ""
    folder = ", or a folder for all that lie in it" * (name in OF_FOLDERS)
    return f"\n{name} takes one game at a time{folder}; the file of a variant stands for its game"


def _options_of(name: str, ctx: click.Context) -> list[list[str]]:
    """How each of the options of a command may be written."""
    group = ctx.find_root().command
    command = group.get_command(ctx, name) if isinstance(group, Commands) else None
    return [option.opts for option in command.params] if command else []


def _interrupted() -> int:
    _complain("\ninterrupted")
    return INTERRUPTED


def _is_of_an_interrupt(error: BaseException | None) -> bool:
    """Has it come of an interrupt, which found something half done?"""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _report(error: Exception) -> int:
    """Say what went wrong. Findings are what is wrong with files, misuse is every other mistake of
    a user; what else there is, the system or we are to blame for."""
    from rulewright.diagnostics import (
        LimitError,
        PlayError,
        RecordError,
        RulesError,
        RulewrightError,
    )

    if isinstance(error, RulewrightError):
        _complain(str(error))
        found = isinstance(error, RulesError | PlayError | RecordError | LimitError)
        return FINDINGS if found else MISUSE
    if isinstance(error, OSError):
        where = error.filename or "the system refuses"
        if error.filename is None and error.errno in NOT_WRITTEN:
            where = "the output cannot be written"
            drop(sys.stdout)
        _complain(f"{where}: {error.strerror or error}")
    elif _has_run_out(error):
        _complain(out_of_memory())
    elif _is_of_an_interrupt(error):
        return _interrupted()
    else:
        where = f"set {DEBUG}=1 to see where it happened, and please report it"
        _complain(f"a mistake of Rulewright's own: {type(error).__name__}: {error}\n({where})")
    if os.environ.get(DEBUG):
        import traceback

        _complain("".join(traceback.format_exception(error)))
    return FAILED


def _has_run_out(error: BaseException) -> bool:
    """Is there no memory? Python may find no room to say so itself."""
    lost = "without exception set", "without setting an exception"
    return isinstance(error, MemoryError) or (
        isinstance(error, SystemError) and str(error).endswith(lost)
    )


def _complain(message: str) -> None:
    """Write to standard error, or nowhere if that is full or closed."""
    try:
        _say(_short(message), err=True)
    except OSError:
        drop(sys.stderr)


def _say(message: str, *, err: bool = False) -> None:
    from .screen import echo

    echo(message, err=err)


LONGEST_WORD = 400


def _short(message: str) -> str:
    """A message in which no word, such as an argument that is repeated, is longer than a path."""
    words = (w if len(w) <= LONGEST_WORD else f"{w[:100]}…" for w in message.split(" "))
    return " ".join(words)


def _open_streams() -> None:
    """Standard streams that can be used whatever they are: closed ones lead nowhere, and what
    cannot be written as text becomes a question mark rather than an error; what is read may be the
    name of a file, which need not be text. What is no console on Windows is UTF-8 all the same,
    as files are everywhere else."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))
        reconfigure = getattr(getattr(sys, name), "reconfigure", None)
        if reconfigure is not None:
            encoding = "utf-8" if os.name == "nt" and not getattr(sys, name).isatty() else None
            reconfigure(
                encoding=encoding, errors="surrogateescape" if name == "stdin" else "replace"
            )


def _nobody_reads(error: OSError) -> bool:
    """Has the program gone that read what is printed? Windows calls it an invalid argument."""
    invalid = os.name == "nt" and error.errno == errno.EINVAL and error.filename is None
    if not (invalid or isinstance(error, BrokenPipeError)):
        return False
    drop(sys.stdout)
    return True


def _print_version(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from rulewright import __version__

        _say(f"rulewright {__version__}")
        ctx.exit()


@click.command(
    "rulewright",
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="GAME is the name of a game (see rulewright list) or a path to a .game file; of one "
    "that lies in this folder the name is enough, if no game of the list has it. A variant that "
    "lies elsewhere than its game is named by its file: --variant NAME.game.",
)
@click.option(
    "--time-limit",
    "seconds",
    type=click.FloatRange(min=0.1, max=threading.TIMEOUT_MAX),
    metavar="SECONDS",
    help="Stop any command after so long, whatever it is doing.",
)
@click.pass_context
def cli(ctx: click.Context, seconds: float | None) -> None:
    """Board and card games as text: check the rules, play, test and measure them."""
    if ctx.invoked_subcommand is None:
        _say(WELCOME)
        return
    command = ctx.command
    assert isinstance(command, Commands)
    chosen = command.get_command(ctx, ctx.invoked_subcommand)
    assert chosen is not None
    ctx.default_map = {
        ctx.invoked_subcommand: defaults(ctx, ctx.invoked_subcommand, chosen, COMMANDS)
    }
    if seconds is not None:
        ctx.with_resource(time_limit(seconds))


cli.params += _everywhere(for_people=True)

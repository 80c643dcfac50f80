"""The command line of Rulewright.

In: arguments, and what a person types. Out: text for people or JSON for programs, and an exit
code: 0 fine, 1 findings or failed tests, 2 misuse. Nothing below this package prints. `main` holds
the group of commands, `commands/` one file for each, `options` what they share, `screen` where
lines go, `ask` a person at the terminal, `sitting` a game that people play at one screen,
`game_loop` the same in plain text.
"""

from time import monotonic


def main() -> None:
    """Run the command line with the arguments of the process, and within its limits of memory."""
    began = monotonic()
    from .main import cli
    from .memory import limit_memory

    limit_memory()
    cli(obj=began)


def program() -> None:
    """What a shell begins: `main`, and then the process is over."""
    from .leaving import leave

    try:
        main()
    except SystemExit as done:
        leave(done.code)
        raise

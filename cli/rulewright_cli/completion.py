"""What a shell is told when somebody presses Tab: names of games, variants, options and moves.

Each function is given what stands before the cursor and answers with what may stand there. Whatever
is wrong there – a game that does not load, a setting that there is not – completes to nothing:
the command itself says what is wrong. Names of games are read off the heads of their files, so that
no rules are read to find them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

if TYPE_CHECKING:
    from rulewright.catalogue import GameInfo

Items = list[CompletionItem]
Words = tuple[str, str]  # what may stand there, and a word about it
MOST_VALUES = 20  # of an option that is a range, shown one by one
HEAD = re.compile(r'^(game|variant) +(\w+)(?: +of +(\w+))?(?: +"([^"\n]*)")?', re.MULTILINE)
BEGINNING = 4096  # characters of a file in which its head stands


def completes(
    found: Callable[[click.Context, str], Iterable[Words]],
) -> Callable[[click.Context, click.Parameter, str], Items]:
    """What click asks, made of a function to all words that may stand there."""

    @wraps(found)
    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        from rulewright.diagnostics import RulewrightError

        try:
            words = list(found(ctx, incomplete))
        except (RulewrightError, ValueError, OSError):
            return []
        return [
            CompletionItem(word, help=about or None)
            for word, about in words
            if word.startswith(incomplete)
        ]

    return complete


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Any file: the shell knows them."""
    return [CompletionItem(incomplete, type="file")]


def games(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """The games that come with Rulewright, or a path."""
    from rulewright.check import modules

    heads = filter(None, map(head_of, modules.shipped().values()))
    words = [(head[2], head[4]) for head in heads if head[1] == "game"]
    return completes(lambda *_: words)(ctx, param, incomplete) or files(ctx, param, incomplete)


def head_of(path: Path) -> re.Match[str] | None:
    """The line in which a file says what it is; None if it is a library, or nothing of the kind."""
    with path.open(encoding="utf-8", errors="replace") as file:
        return HEAD.search(file.read(BEGINNING))


def _game(ctx: click.Context) -> str:
    """The game that was named. While an option still wants its value, click has not told arguments
    apart: then it is the first of them."""
    return str(ctx.params.get("game") or next(iter(ctx.args), ""))


@completes
def variants(ctx: click.Context, incomplete: str) -> Iterator[Words]:
    """The variants of the game that was named, but for those chosen already."""
    from rulewright.check import modules

    path = modules.find(_game(ctx))
    own = head_of(path)
    chosen = ctx.params.get("variants") or ()
    for other in sorted(path.parent.glob("*.game")):
        head = head_of(other)
        if head and own and head[1] == "variant" and head[3] == own[2] and head[2] not in chosen:
            yield head[2], head[4] or ""


@completes
def options(ctx: click.Context, incomplete: str) -> Iterator[Words]:
    """`NAME=VALUE` for each option of the game that is not set already."""
    from rulewright import catalogue

    info: GameInfo = catalogue.game(_game(ctx), ctx.params.get("variants") or ())
    given = {text.partition("=")[0].strip() for text in ctx.params.get("options") or ()}
    for option in info.all_options((*(ctx.params.get("variants") or ()), info.asked)):
        if option.name not in given:
            for value in values(option.values, option.default):
                yield f"{option.name}={value}", option.words


def values(written: Sequence[str], default: str) -> list[str]:
    """The values of an option; of a wide range its ends and its default."""
    found: list[str] = []
    for one in written:
        low, dots, high = one.partition("..")
        if not dots:
            found.append(one)
        elif int(high) - int(low) < MOST_VALUES:
            found += map(str, range(int(low), int(high) + 1))
        else:
            found += low, default, high
    return list(dict.fromkeys(found))


@completes
def players(ctx: click.Context, incomplete: str) -> Iterator[Words]:
    """One more name in a list of players."""
    from rulewright.players.naming import names

    before = incomplete[: incomplete.rfind(",") + 1]
    for name in (["human"] if ctx.info_name == "play" else []) + names():
        yield before + name, ""


@completes
def codes(ctx: click.Context, incomplete: str) -> Iterator[Words]:
    """The codes of findings, and what each means."""
    from rulewright.explanations import explanations

    for said in explanations().values():
        yield said.code, said.meaning


@completes
def lints(ctx: click.Context, incomplete: str) -> Iterator[Words]:
    """The codes of what `lint` finds, and what each means."""
    from rulewright.explanations import explanations
    from rulewright.testing.lint import CODES

    for code in CODES:
        yield code, explanations()[code].meaning


@completes
def moves(ctx: click.Context, incomplete: str) -> Iterator[Words]:
    """The moves on offer where the command looks."""
    from rulewright import load

    given = ctx.params
    game = load(
        _game(ctx),
        variants=given.get("variants") or (),
        options=dict(option.split("=", 1) for option in given.get("options") or ()),
        seats=given.get("seats"),
    )
    seed = given.get("seed")
    state = game.start(seed=1 if seed is None else seed)
    for move in filter(None, (part.strip() for part in (given.get("after") or "").split(";"))):
        state.apply(move)
    for offered in state.legal_moves():
        yield str(offered), offered.alternative.words


class Bash(BashComplete):
    """Bash takes a word apart at each `=` and gives back what stands after the last one; and it is
    told that what is found may hold blanks."""

    source_template = """\
%(complete_func)s() {
    local IFS=$'\\n' line
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            dir,*) compopt -o dirnames ;;
            file,*) compopt -o default ;;
            plain,*) COMPREPLY+=("${line#plain,}")
                [[ $line == *" "* ]] && compopt -o filenames ;;
        esac
    done < <(env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD \\
        %(complete_var)s=bash_complete "$1")
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""

    def get_completion_args(self) -> tuple[list[str], str]:
        words = os.environ["COMP_WORDS"].split("\n")[: int(os.environ["COMP_CWORD"]) + 1]
        together: list[str] = []
        for word in words:
            if together and (word == "=" or together[-1].endswith("=")):
                together[-1] += word
            else:
                together.append(word)
        *args, incomplete = map(_plain, together[1:] or [""])
        return args, incomplete

    def format_completion(self, item: CompletionItem) -> str:
        value = str(item.value)
        if "=" in os.environ["COMP_WORDS"].rpartition("\n")[2] or self._after_equals():
            value = value.rpartition("=")[2]
        return f"{item.type},{value}"

    def _after_equals(self) -> bool:
        words, at = os.environ["COMP_WORDS"].split("\n"), int(os.environ["COMP_CWORD"])
        return "=" in words[max(0, at - 1) : at + 1]


def _plain(word: str) -> str:
    """A word as typed, without its quotes and backslashes."""
    if word.startswith(("'", '"')):
        return word[1:].removesuffix(word[0])
    return re.sub(r"\\(.)", r"\1", word)


add_completion_class(Bash)

"""A file of the user's with what options are when nobody says: players, colours, numbers of games.

It is TOML: a table is for the command of its name, with options as on the command line, without
dashes; some (`EVERYWHERE`) may stand above all tables, for every command that has such an option.

    plain = true

    [play]
    players = "human,mcts:3s"
    hint = 2000

The file is `rulewright/config.toml` in the folder for such files (`XDG_CONFIG_HOME`, by itself
`~/.config`); `RULEWRIGHT_CONFIG` names another one, or none if it is empty.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

EVERYWHERE = ("jobs", "plain", "players", "quiet", "seed")
VARIABLE = "RULEWRIGHT_CONFIG"
LARGEST = 100_000  # bytes


def config_file() -> Path | None:
    """Where the file would be; none is to be read."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    from rulewright.files import user_folder

    folder = user_folder("XDG_CONFIG_HOME", ".config")
    return folder / "config.toml" if folder is not None else None


def defaults(
    ctx: click.Context, name: str, command: click.Command, names: Iterable[str]
) -> dict[str, Any]:
    """What the file says of the options of a command, by the names of its parameters. `names`: of
    all commands. Raises `click.UsageError` with the file and the place in it."""
    file = config_file()
    text = _text(file) if file is not None else ""
    if not text:
        return {}
    import tomllib

    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise click.UsageError(f"{file}: {error}") from None
    for table, value in written.items():
        if isinstance(value, dict) and table not in names:
            raise click.UsageError(f"{file}: there is no command {table}{_hint(table, names)}")
        if not isinstance(value, dict) and table not in EVERYWHERE:
            may = f"only {', '.join(EVERYWHERE)} may stand above all tables"
            raise click.UsageError(f"{file}: {table} belongs into the table of a command; {may}")
    options = {
        flag.lstrip("-"): parameter
        for parameter in command.params
        if isinstance(parameter, click.Option) and not parameter.is_eager
        for flag in parameter.opts
        if flag.startswith("--")
    }
    own = written.get(name, {})
    for title in own:
        if title not in options:
            where = f"{file}: [{name}]"
            raise click.UsageError(f"{where} there is no option {title}{_hint(title, options)}")
    everywhere = {title: written[title] for title in EVERYWHERE if title in {*written} & {*options}}
    found: dict[str, Any] = {}
    for title, value in (everywhere | own).items():
        option = options[title]
        assert option.name is not None
        found[option.name] = _fitting(ctx, option, value, f"{file}: {title}")
    return found


def _text(file: Path) -> str:
    """What stands in the file; nothing if there is none."""
    from rulewright.files import file_bytes

    try:
        data = file_bytes(file, LARGEST)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise click.UsageError(f"{file}: {error.strerror or error}") from None
    if len(data) > LARGEST:
        raise click.UsageError(f"{file} is larger than {LARGEST:,} bytes")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise click.UsageError(f"{file} is not UTF-8 (byte {error.start})") from None


def _fitting(ctx: click.Context, option: click.Option, value: object, where: str) -> object:
    """A value as the command line would give it."""
    if option.is_flag:
        if not isinstance(value, bool):
            raise click.UsageError(f"{where} is to be true or false")
        return value
    given = value if isinstance(value, list) else [value]
    if isinstance(value, list) and not option.multiple:
        raise click.UsageError(f"{where} is to be one value, not a list")
    if any(isinstance(one, bool | Mapping | list) for one in given):
        raise click.UsageError(f"{where} is to be a text or a number")
    texts = tuple(str(one) for one in given)
    try:
        option.type_cast_value(ctx, texts if option.multiple else texts[0])
    except click.BadParameter as error:
        raise click.UsageError(f"{where}: {error.message}") from None
    return texts if option.multiple else texts[0]


def _hint(name: str, known: Iterable[str]) -> str:
    from rulewright.diagnostics import did_you_mean

    hint = did_you_mean(name, known)
    return f"; {hint}" if hint else ""

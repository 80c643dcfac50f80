"""Commands that are told, so that they can be typed as they stand."""

from __future__ import annotations

import os
import shlex


def as_command(*words: str) -> str:
    """A command of these words."""
    return " ".join(map(as_typed, words))


def as_typed(text: str) -> str:
    """A text as one word of a command, as shells read it, also one that is no UTF-8."""
    if os.name == "nt":  # where shells know double quotes alone
        return f'"{text}"' if set(text) & set(" &()^;,'") else text
    try:
        text.encode()
    except UnicodeEncodeError:
        return f"$'{''.join(map(_code, os.fsencode(text)))}'"
    return shlex.quote(text)


def _code(byte: int) -> str:
    return chr(byte) if 32 <= byte < 127 and chr(byte) not in "\\'" else f"\\x{byte:02x}"

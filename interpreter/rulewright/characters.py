"""Which characters a text may hold, how others are shown, and what else a text alone tells.

What people read here – rule files, names, records, arguments – may come from strangers. Characters
that a terminal obeys, that turn the direction of writing or that nobody sees are refused in rule
files and tables; wherever else they come from, they are shown as what they are. The list is our
own: what Python takes for printable changes with its version.
"""

from __future__ import annotations

import json
import re
import unicodedata

UNFIT = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters, but for tab and line end
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u3164\uffa0"  # seen by nobody
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f"  # without width, ends of lines, directions
    "\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2"  # joined to what comes behind them
    "\ud800-\udfff\ufeff\ufff0-\ufffb\ufffe\uffff"  # halves, marks of order, no characters
    "\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"  # tags
    "]"
)
"""A character that does not go to a terminal as it is."""


def told(character: str) -> str:
    """What a character is: `U+202E (right-to-left override)`."""
    name = unicodedata.name(character, "").lower()
    if not name:
        half = "\ud800" <= character <= "\udfff"
        name = "half of a character" if half else "a control character"
    return f"U+{ord(character):04X} ({name})"


def printable(text: str) -> str:
    r"""A text as it may be printed: unfit characters as `\x1b` or `\u202e`, bytes of a file name
    that are no text as `\xff`; lines stay lines.

    >>> print(printable("\x1b[31mred"))
    \x1b[31mred
    """
    return UNFIT.sub(lambda found: _escaped(found.group()), text)


def _escaped(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # how Python keeps a byte that is no text
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def spoken(name: str) -> str:
    """A name as it is said: `longest_route` as `longest route`."""
    return name.replace("_", " ")


def with_article(name: str) -> str:
    """A name as one of what it names: `an ace_card` as `an ace card`."""
    return f"{'an' if name[:1].casefold() in tuple('aeiou') else 'a'} {spoken(name)}"


LEADING_ON = (
    "of", "at", "to", "from", "in", "on", "between", "beside", "with", "for", "by", "around",
    "after",
)  # fmt: skip
"""Words with which names end that want what they are of behind them: `routes_at`."""


def leads_on(name: str) -> bool:
    """Does a name want what it is of just behind it?"""
    before, _, last = spoken(name).rpartition(" ")
    return bool(before) and last in LEADING_ON


def as_json(value: object, *, indent: int | None = None) -> str:
    """A value as JSON of printable characters, which reads as just this value."""
    tight = (",", ":") if indent is None else None
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=tight)
    return UNFIT.sub(lambda found: json.dumps(found.group())[1:-1], text)


LONGEST_NUMBER = 18  # digits: far more than rules can count


def whole_number(text: str) -> int | None:
    """The whole number that a text is, in digits from 0 to 9 with or without a minus; else None,
    also if it is longer than any number that can be meant."""
    fits = re.fullmatch(rf"-?[0-9]{{1,{LONGEST_NUMBER}}}", text)
    return int(text) if fits else None


def many(count: int, noun: str, ending: str = "s") -> str:
    """So many of what a word names.

    >>> many(1, "point"), many(2_000, "point"), many(0, "match", "es")
    ('1 point', '2,000 points', '0 matches')
    """
    return f"{count:,} {noun}{ending * (count != 1)}"

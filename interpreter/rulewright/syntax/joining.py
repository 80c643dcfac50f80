"""What a line begins with that goes on with the line above it.

The grammar, the messages about lines that cannot be read, and rulebooks that show lines as they are
written all go by these. `CONTINUED` in the grammar says the same as `JOINED`, which a test holds
against it.
"""

from __future__ import annotations

import re

ALWAYS = ("and", "has", "where", "for")
BEFORE_WORDS = ("else", "named")  # those with words in double quotes behind them
SIGNS = ("+", "*", "<", ">")
OWN_ELSEWHERE = ("or", "-")  # which also begin lines of their own: one that declines, a case
IF_INDENTED = ("when", "is", "in", "meets")  # and so do names of offers

CONTINUING = (*ALWAYS, *BEFORE_WORDS, *SIGNS, *OWN_ELSEWHERE, *IF_INDENTED)
"""Any of them: the first word or sign of a line that may go on with the one above."""
HANGING_ONLY = (*OWN_ELSEWHERE, *IF_INDENTED)
"""Those with which a line goes on only if it is indented more, and going by what it stands in."""

_WORDS, _QUOTING, _SIGNS = "|".join(ALWAYS), "|".join(BEFORE_WORDS), "".join(SIGNS)
JOINED = re.compile(rf'({_WORDS})\b|({_QUOTING})[ \t]+"|[{_SIGNS}](?![{_SIGNS}])')
"""What a line begins with that always goes on."""
HANGING = re.compile(rf"(or|{'|'.join(IF_INDENTED)})\b|-(?!-)")  # no two signs, as in `--`
"""What a line begins with that may go on if it is indented more."""

REPLACED = re.compile(
    r"replace[ \t]+(?=outcome\b|(define|action|to|zone|mark|history|option|score|winner|type"
    r"|component|board|scenario)[ \t]+(?!in\b)[\w\"])"
)
"""What stands before a declaration that takes the place of another, whose lines go on as those of
any declaration; what `replace score in buy` names is none."""

"""A game on the whole screen of a terminal, redrawn in place (with Textual).

In: a `Sitting` and how much hints look at. Out: the exit code of `play`. `app` leads the game from
screen to screen; `playing` is the table of one seat, `calling` asks for the next person, `ending`
tells the result; `asking` has what is laid over them: questions, answers, searches; `reading` is
the rulebook, `looking_back` the game so far, `replaying` a record in the same way; `panes` is what
they are made of, `base` what programs on the whole screen do alike.

A screen belongs to one seat, or to nobody, and is made anew for each: nothing of a seat is left
when the next one is called. Textual is an extra, and imported here alone.
"""

from importlib.util import find_spec


def is_installed() -> bool:
    """Is what draws on the whole screen there?"""
    return find_spec("textual") is not None

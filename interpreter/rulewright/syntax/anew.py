"""What is told where an edit has other words for something, and nothing else."""

from __future__ import annotations

ALONE = "words alone cannot be changed"


def with_all(target: str) -> str:
    """A hint: what is to be written instead."""
    return (
        f"they are said anew with all that they are about: replace {target}, and below it all of "
        "it – of a choice its first line, with the question, and its offers"
    )


def promise_anew(words: str) -> str:
    """A hint: how another promise is made instead of one, of these words."""
    told = words or '"HOW IT BEGINS"'
    return (
        f"it is taken away, and another one made: remove always {told}, and in a line of its own: "
        "always CONDITION"
    )

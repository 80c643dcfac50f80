"""`rulewright shrink`: a recorded game that breaks something, made as short as it can be."""

from __future__ import annotations

import click

from rulewright.characters import many

from ..cases import show_case
from ..main import FINDINGS, FINE
from ..options import (
    at_length,
    completing,
    fail,
    load_record,
    plain_option,
    since_it_began,
    tell_overtime,
)
from ..screen import Screen


@click.command()
@click.argument("save", metavar="SAVE", shell_complete=completing("files"))
@click.option(
    "--game",
    metavar="GAME",
    shell_complete=completing("games"),
    help="The rules, if they are not where they were then.",
)
@click.option("--only", "names", metavar="NAME", multiple=True, help="Only this property.")
@click.option(
    "--seconds", type=click.FloatRange(min=0.1), default=20.0, show_default=True, metavar="S",
    help="Time to make the game short.",
)  # fmt: skip
@plain_option
@at_length
def command(
    save: str, game: str | None, names: tuple[str, ...], seconds: float, plain: bool
) -> int:
    """Shrink a recorded game in which something breaks that must hold in every game.

    SAVE is a record, as `play --save` writes it. Says which property is broken and shows the
    shortest game that breaks it; exits with 1 then, and with 0 if all properties hold.
    """
    from rulewright.limits import Deadline, OutOfTime
    from rulewright.play import record
    from rulewright.testing.properties import chosen
    from rulewright.testing.properties.campaign import shortest
    from rulewright.testing.properties.shrinking import missing, replayed

    screen = Screen(plain=plain)
    deadline = Deadline(seconds - since_it_began())
    kept = load_record(save)
    properties = chosen(names)
    try:
        with deadline.enforced():
            loaded = record.load_game(kept, source=game or "")
            draws = replayed(loaded, kept).draws
    except OutOfTime:
        fail(f"{seconds:g} s (--seconds) were over before the record was replayed")
    found = shortest(loaded, properties, draws, deadline)
    case = found.case
    if case is None and not found.in_time:
        fail(
            f"nothing is broken in the first {found.looked} of {many(len(kept.moves), 'move')}; "
            f"there was no time for the others in {seconds:g} s (--seconds)"
        )
    if case is None:
        screen.say(f"{many(found.looked, 'move')}: nothing is broken", "bold green")
        tell_overtime(screen, seconds, found=False)
        return FINE
    screen.say(f"FAILED  {case.finding.property} in {save}", "bold red")
    show_case(screen, case)
    if missing():
        screen.say(missing())
    tell_overtime(screen, seconds, found=True)
    return FINDINGS

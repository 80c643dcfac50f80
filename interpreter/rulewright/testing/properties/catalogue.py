"""All properties, in the order in which they are looked at."""

from __future__ import annotations

from ...diagnostics import UsageError, did_you_mean
from ...game import Game
from .composes import composes_offer_each_choice_once
from .moves import moves_are_canonical, offered_moves_apply, refusals_explain_themselves
from .playout import Property
from .positions import (
    components_stay,
    play_ends,
    promises_hold,
    scores_add_up,
    values_stay_in_range,
)
from .seats import seats_are_alike
from .secrecy import secrets_are_kept
from .states import copies_are_independent, records_replay, undo_restores
from .twins import engines_agree


def _no_promise(game: Game) -> str:
    program = game.program
    others = ["`always end after` (looked at as `ends`)"] * bool(program.ends)
    others += ["`always seats alike` (looked at as `seats`)"] * bool(program.alike)
    but = f" but {' and '.join(others)}" if others else ""
    return "" if program.always else f"the rules have no `always` line{but}"


def _no_equals(game: Game) -> str:
    return "" if game.program.alike else "the rules do not say `always seats alike`"


def _no_compose(game: Game) -> str:
    program = game.program
    single = any(a.compose for choice in program.choices for a in choice.alternatives)
    has_steps = program.composes or single
    return "" if has_steps else "the rules have no choice in several steps"


SCENARIOS = Property(
    "scenarios",
    "Every scenario goes as it says, those of the game with each variant too.",
    "A scenario fails; or one of the game's fails with a variant that does not say so, by "
    "`remove scenario` or `replace scenario`; or it says so, and the scenario still holds.",
    lambda play: None,  # they are run once in a setting, not looked at in playouts
)

PROPERTIES = (
    Property(
        "applies",
        "Every move on offer can be made.",
        "A rule went wrong: it moved what was not there, left the range of a mark, or led to a "
        "choice where nothing can be chosen. The message names the rule's line.",
        offered_moves_apply,
    ),
    Property(
        "ends",
        "Play ends.",
        "A game took more decisions than an `always end after …` line of the file says, or than "
        "anybody would make: nothing in it runs out, or its end cannot be reached.",
        play_ends,
        asked="always",
    ),
    Property(
        "components",
        "Components are neither lost nor made.",
        "A card, tile or token lies nowhere, or in two places at once.",
        components_stay,
        asked="always",
    ),
    Property(
        "ranges",
        "What is counted stays in its range.",
        "A mark holds a number outside its range, or something that its type does not have.",
        values_stay_in_range,
        asked="always",
    ),
    Property(
        "always",
        "What the rules say always holds does hold.",
        "An `always` line of the rule file does not hold at some decision, or at the end.",
        promises_hold,
        _no_promise,
        asked="always",
    ),
    Property(
        "scores",
        "Points are the sum of their lines, and the best have won.",
        "The points of a seat and its score lines tell different things, or the winners do not fit "
        "the points.",
        scores_add_up,
    ),
    Property(
        "moves",
        "Moves are distinct, in the order of the rules, and read back as they are written.",
        "Two moves have the same text or code, they come in another order than the lines and sets "
        "they are drawn from, or a text that is printed is not understood when it is typed.",
        moves_are_canonical,
    ),
    Property(
        "refusals",
        "What is not on offer is refused, with a reason.",
        "A move that is not offered could be made, or nothing says why it cannot.",
        refusals_explain_themselves,
    ),
    Property(
        "compose",
        "A choice in several steps has no dead ends and offers each complete choice once.",
        "Some choice that the rules allow cannot be put together, can be put together in two ways, "
        "or a step is offered that leads nowhere.",
        composes_offer_each_choice_once,
        _no_compose,
    ),
    Property(
        "engines",
        "Both engines play the same game.",
        "After some move the generated program and the reference are in different positions, or "
        "offer different moves.",
        engines_agree,
    ),
    Property(
        "secrecy",
        "What a seat cannot see changes nothing for it.",
        "What is hidden was dealt and thrown anew, and a seat saw something else, was offered "
        "other moves, or was told another reason; or it was told of a component that it never saw.",
        secrets_are_kept,
        asked="throughout",
    ),
    Property(
        "seats",
        "Seats that are said to be alike are alike.",
        "The file says `always seats alike`, but with everybody one seat further on something else "
        "is on offer or happens: a rule names a seat, or goes through the seats from the first on.",
        seats_are_alike,
        _no_equals,
    ),
    Property(
        "undo",
        "Undo restores the state exactly.",
        "After a move was taken back, something is not as it was before the move.",
        undo_restores,
    ),
    Property(
        "copy",
        "A copy is independent.",
        "What was done to a copy changed the position that it was copied from.",
        copies_are_independent,
    ),
    Property(
        "records",
        "A game that is saved replays to the same bytes.",
        "A record, read again, leads to another position or result, or is written otherwise.",
        records_replay,
    ),
    SCENARIOS,
)  # fmt: skip

BY_NAME = {one.name: one for one in PROPERTIES}


def chosen(names: tuple[str, ...]) -> tuple[Property, ...]:
    """The properties with these names, all if none is named. Raises `UsageError`."""
    for name in names:
        if name not in BY_NAME:
            hint = did_you_mean(name, BY_NAME) or f"there are: {', '.join(BY_NAME)}"
            raise UsageError(f"there is no property called {name}; {hint}")
    return tuple(one for one in PROPERTIES if not names or one.name in names)

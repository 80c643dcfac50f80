"""A state as people are shown it: its table as text or as a picture, under a heading."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import Protocol

from ..characters import spoken
from ..core.ir import Alternative, Program
from ..diagnostics import listed
from ..runtime.actions import Code
from .attributes import attributes_of
from .lines import plain_text, seat_title
from .named import named_by
from .position import of_move, position
from .svg import Picture
from .table import TableView

Observed = Mapping[str, object]


class Looked(Protocol):
    """What is told of a state."""

    def observation(self, seat: int) -> Mapping[str, object]: ...


def seen_by(program: Program, state: Looked, seat: int | None) -> Observed:
    """The observation of a seat; of none, what all of them see."""
    if seat is not None:
        return state.observation(seat)
    every: Sequence[Observed] = [state.observation(each) for each in range(program.seats.size)]
    return every[0] if len(every) == 1 else TableView(attributes_of(program)).shared(every)


def heading(program: Program, to_move: int | str | None, about: str, ended: Sequence[str]) -> str:
    """Whose decision it is and what about, or how the game has ended (see `ending`)."""
    if isinstance(to_move, int):
        said = f"{seat_title(program.seats.labels[to_move])}: {about}"
    else:
        said = "chance decides" if to_move is not None else "; ".join(ended)
    return f"{program.title}: {said}"


def ending(program: Program, winners: Sequence[int], names: Sequence[str]) -> list[str]:
    """The outcome of a game (see `outcome_words`) and who has won (see `winner_words`)."""
    said = [outcome_words(program, names), winner_words(program, winners, names)]
    return [text for text in said if text]


def outcome_words(program: Program, names: Sequence[str]) -> str:
    """An outcome in the words of the rules, with its names; nothing where it has none."""
    words = next((case.words for case in program.outcome if case.names == tuple(names)), "")
    told = ", ".join(map(spoken, names))
    return f"{words} ({told})" if words else told


def winner_words(
    program: Program, winners: Sequence[int], names: Sequence[str], you: int | None = None
) -> str:
    """Who has won, and whether that is who reads it (seat `you`); nothing where the outcome, of
    these `names`, says it all: of one that plays alone, or where the rules let nobody win. Where
    they let several win it is told, too, who has lost."""
    labels = program.seats.labels
    titles = [seat_title(label) + " (you)" * (seat == you) for seat, label in enumerate(labels)]
    if len(labels) == 1:
        result = "over" if program.winners is None else "won" if winners else "lost"
        said = "" if names else f"The game is {result}"
    elif not winners:
        said = "Nobody wins" if program.is_won else ""
    elif len(winners) == len(labels):
        said = "A draw" if program.is_draw(winners) else "All win"
    elif len(winners) == 1:
        said = f"{titles[winners[0]]} wins"
    elif program.several_win:
        lost = [title for seat, title in enumerate(titles) if seat not in winners]
        loses = f"{listed(lost)} {'loses' if len(lost) == 1 else 'lose'}"
        said = f"{listed([titles[seat] for seat in winners])} win, {loses}"
    else:
        said = f"{listed([titles[seat] for seat in winners])} share the win"
    return said


def is_won(program: Program, winners: Sequence[int]) -> bool:
    """Has somebody won, and not all by a draw?"""
    return bool(winners) and program.seats.size > 1 and not program.is_draw(winners)


def as_text(program: Program, observation: Observed, title: str, width: int) -> str:
    """The table as plain text, its heading first."""
    lines = TableView(attributes_of(program)).lines(observation, width)
    return f"{title}\n\n{plain_text(lines)}"


def as_picture(
    program: Program,
    observation: Observed,
    title: str,
    lit: Collection[str] = (),
    told: Sequence[tuple[int, Sequence[str]]] = (),
) -> Picture:
    """The table as a picture, its heading first; `lit`: the labels of places that stand out;
    `told`: what seats have done, to be said above."""
    names = program.seats.labels
    said = "; ".join(f"{seat_title(names[seat])}: {', '.join(texts)}" for seat, texts in told)
    return position(attributes_of(program), observation, title, lit, said)


def move_picture(program: Program, alternative: Alternative, code: Code, title: str) -> Picture:
    """What a move names as a picture, its heading first."""
    return of_move(attributes_of(program), title, named_by(program, alternative, code))


def as_html(picture: Picture) -> str:
    """A picture for a notebook, and its words for those who do not see pictures."""
    words = f"<details><summary>In words</summary><pre>{escape(picture.words)}</pre></details>"
    return f"<div>{picture.alone}{words}</div>"

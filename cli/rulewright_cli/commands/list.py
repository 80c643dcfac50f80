"""`rulewright list`: what there is to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.diagnostics import many_players
from rulewright.drawing.lines import Piece, line, wrapped

from ..options import json_option, plain_option, print_json
from ..screen import Screen

if TYPE_CHECKING:
    from rulewright.catalogue import GameInfo


@click.command()
@json_option
@plain_option
def command(as_json: bool, plain: bool) -> None:
    """List the games that come with Rulewright, with their variants."""
    from rulewright import catalogue

    games = catalogue.games()
    if as_json:
        print_json([as_data(game) for game in games])
        return
    screen = Screen(plain=plain)
    for game in games:
        words = f"  {game.title}, {many_players(game.numbers_with(()))}"
        screen.show([(Piece(game.name, "bold cyan"), Piece(words))])
        screen.show(
            line(text) for text in wrapped(game.blurb, screen.width, indent="  ", hang="  ")
        )
        for variant in game.variants:
            name = Piece(f"  --variant {variant.name}", "cyan")
            screen.show([(name, Piece(f"  {variant.title}"))])
    screen.aside()
    screen.aside("rulewright show GAME tells more, rulewright play GAME begins to play.", "dim")


def as_data(game: GameInfo) -> dict[str, object]:
    """A game of the catalogue as JSON."""
    return {
        "name": game.name,
        "title": game.title,
        "blurb": game.blurb,
        "players": list(game.players),
        "not_for": list(game.not_for),
        "credits": list(game.credits),
        "path": str(game.path),
        "variants": [
            {
                "name": variant.name,
                "title": variant.title,
                "blurb": variant.blurb,
                "excludes": list(variant.excludes),
            }
            for variant in game.variants
        ],
        "options": [
            {
                "name": option.name,
                "values": list(option.values),
                "default": option.default,
                "words": option.words,
                "variant": option.variant,
            }
            for option in game.options
        ],
    }

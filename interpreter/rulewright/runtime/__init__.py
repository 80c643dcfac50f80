"""What a game in progress is: data and nothing else.

In: a specialised program (`core`). Out: `layout` (which slot holds what), `chance`, `move` (a move
and its text), `observation` (what a seat sees), `state`-free helpers that every engine shares.
Nothing here knows how rules are executed.
"""

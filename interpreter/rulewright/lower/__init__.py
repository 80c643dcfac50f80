"""Lowering: a specialised program as small imperative functions that belong to no target.

In: a specialised `core` program. Out: `lowered.Lowered`, functions in the lowered form (`nodes`)
and the fixed data they know. Printers turn it into a target's code: `backends.python`. Holds
afterwards: what `verify` looks for.

A program is lowered in three forms: the *resumable* one has a function for each alternative of a
choice, on the slots of a state; the *direct* one plays a random game in one function, its state in
variables, from the start or from any choice; `step` makes a move, or begins a game, and lists the
moves there are then (`seen`: what is seen). `flow` cuts the flow at its decisions, `statements` and
`effects` write what lies between, `offers` what a choice offers (with `arguments` and
`single_moves`), `values`, `folds` and `masks` expressions. Three things make the result fast:
filters over sets are bit operations (`masks`, `relations`), sums over sets are look-ups (`linear`,
`lanes`) or kept (`kept_sums`), and whether a compose can be completed becomes such a filter
(`completing`, `suffixes`) or a search that leaves out what cannot be (`search`, `general_search`,
`relaxation`). Errors are those of the reference. Nothing here knows a game.
"""

"""Generated Python: the fast engine.

In: a closed `core` program. Out: `PythonEngine` and `source`, the code as text.

A program is compiled twice. The *resumable* form works on the slots of a state, one function for
each alternative of each choice; the *direct* form plays a whole random game in one function, with
cells in variables. Both share everything below: `flow` cuts the flow at its decisions,
`statements` and `effects` write what lies between, `offers` what a choice offers, `values`, `folds`
and `masks` expressions. `unroll` and `prepared` take apart what is asked again and again: questions
about a few fixed elements, and what depends on one of several parameters. Three things make it
fast: filters over sets are bit operations (`masks`, `relations`); sums over sets are table
look-ups, many at once (`linear`, `lanes`); and whether a compose can be completed becomes such a
filter where more never harms (`completing`, `suffixes`), else a search (`search`, `descent`,
`general_search`), but not of what a relaxation shows to lead nowhere (`relaxation`, `relaxed`).
The form of a name tells the rules', the generator's and globals apart (`names`). Errors are those
of the reference: what can fail is computed only where it would. Nothing here knows a game.
"""

from .engine import PythonEngine, source

__all__ = ["PythonEngine", "source"]

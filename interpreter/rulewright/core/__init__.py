"""The small typed core.

In: nothing but positions (`source`). Out: `ir` (the nodes), `walk` (children and rewriting),
`evaluate` (what an expression means), `specialise` (generic core and options → specialised core),
`dump` (core as text and JSON). Afterwards a specialised program needs no name look-up and no
option: engines see numbered state variables, tables and choices only. The core knows no states and
no syntax.
"""

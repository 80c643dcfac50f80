"""Playtests: who plays which games how often, what came of each game, and what that says.

In: a plan (`plan`): games, the players at their seats, how many games, a seed. Each game is played
and looked into (`measure`), wherever that happens; what comes of it is a row (`row`), which holds
the moves too and hangs on nothing but the plan and its number. Rows are kept in a store (`store`)
part by part, so that a playtest that ends early is gone on with (`run`). Afterwards nobody need
play again: all figures are made of rows.
"""

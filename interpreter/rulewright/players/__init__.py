"""Who chooses: the players that can sit at a table.

In: a state at a decision of a seat. Out: one of its legal moves. A player knows a game only through
`Game` and `State`; a fair one reads nothing of the state but its moves and its own observation.
What a player draws by lot comes from its own stream, never from the state's, so that chance in the
game is the same whoever plays.
"""

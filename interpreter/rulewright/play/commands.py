"""The words that mean something at the table, whatever the game is: a move that is called so has to
be typed otherwise."""

LEAVES = "q"
"""The letter that leaves the game, so that it is no answer: here as on the whole screen."""

LEAVING = ("quit", LEAVES, "exit")

COMMANDS = (
    "why", "hint", "analyse", "analyze", "look", "log", "history", "moves", "show", "back", "rules",
    "undo", "auto", "save", *LEAVING, "help", "?",
)  # fmt: skip

"""The words that mean something at the table, whatever the game is: a move that is called so has to
be typed otherwise."""

COMMANDS = (
    "why", "hint", "analyse", "analyze", "look", "log", "history", "moves", "show", "back", "rules",
    "undo", "auto", "save", "quit", "q", "exit", "help", "?",
)  # fmt: skip

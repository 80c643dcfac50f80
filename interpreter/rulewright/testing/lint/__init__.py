"""What is odd about rules that are not wrong: checked rule files → diagnostics with codes L….

`possible` says what can happen in a game at all, without playing it; `written` looks at the lines
as they stand; `silences` reads the comments in which an author says that something is meant. `lint`
puts them together, and plays.
"""

from .lint import CODES, Linted, lint

__all__ = ["CODES", "Linted", "lint"]

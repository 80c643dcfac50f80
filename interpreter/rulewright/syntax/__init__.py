"""Text → tree of what was written.

In: the text of a rule file (`source`). Out: `nodes.File`, one frozen dataclass for each form of the
grammar, every node with its span; and diagnostics for what cannot be read. Afterwards nobody needs
Lark or the text's layout any more. Nothing here knows what a name means.
"""

"""Generated Python: the fast engine.

In: a specialised `core` program. Out: `PythonEngine` and `source`, the code as text.

The program is lowered (`lower`), and each lowered function becomes a function of Python
(`printer`), on the line of its rule; `support` has what lowered functions call besides each other.
"""

from .engine import PythonEngine, source

__all__ = ["PythonEngine", "source"]

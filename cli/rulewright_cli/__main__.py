"""`python -m rulewright_cli`."""

from . import program

program()

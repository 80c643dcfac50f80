"""`python -m rulewright_cli`."""

from . import main

main()

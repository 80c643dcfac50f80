"""The commands, one file each.

Each file holds a click command called `command`; `main` imports a file only when its command runs,
so that `rulewright --help` stays quick.
"""

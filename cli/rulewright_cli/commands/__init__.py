"""The commands, one file each.

In: the arguments of one command. Out: what it prints, and its exit code (None is 0). Each file
holds a click command called `command`; `main` imports a file only when its command runs, and a
file imports the library only inside the command, so that `rulewright --help` stays quick.
"""

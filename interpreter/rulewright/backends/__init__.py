"""Ways to execute a closed program on the slots of a state.

In: a closed `core` program and a `runtime` layout. Out: an `Engine` (`protocol`). `reference`
defines the meaning and stays plain; `python` generates fast Python and must agree with it on every
slot.
"""

"""The ``croupier`` command.

``main`` finds and runs a command. The commands for tables, records and the server are here, one
module each; those of a feature are in its own package (``features/*/cli``).
"""

from croupier.cli.main import main

__all__ = ["main"]

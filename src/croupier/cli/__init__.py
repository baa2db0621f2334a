"""The ``croupier`` command: one module per command."""

from croupier.cli.main import main

__all__ = ["main"]

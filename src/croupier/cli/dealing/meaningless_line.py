"""A line that means nothing."""

from croupier.errors import CroupierError


class MisreadLineError(CroupierError):
    """A line that means nothing: what is wrong, and what is accepted."""

"""A typed client of the server, for bots, terminals, shoes and tests."""

from croupier.client.connection import Client, ProblemError
from croupier.client.live import Message

__all__ = ["Client", "Message", "ProblemError"]

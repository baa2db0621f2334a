"""A typed client of the server, for bots, terminals, shoes and tests."""

from croupier.client.connection import Client
from croupier.client.live import Message, ProblemError

__all__ = ["Client", "Message", "ProblemError"]

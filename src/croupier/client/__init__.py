"""A typed client of the server, for bots, terminals, shoes and tests.

``connection`` has the requests, ``live`` the stream of updates and the decoding of answers.
"""

from croupier.client.connection import Client
from croupier.client.live import Message, ProblemError

__all__ = ["Client", "Message", "ProblemError"]

"""Who asks: what a request is allowed to be, once it is known whose it is."""

import msgspec

from croupier.rulebooks import Role


class Principal(msgspec.Struct, frozen=True):
    """Somebody who asks for something, as the server knows them and never as they say."""

    account: str = ""
    """The person's id, by which tables and the record know them; empty for a visitor."""
    name: str = ""
    """What the person is called; empty for a visitor."""
    roles: frozenset[Role] = frozenset()
    """The roles that were granted to the account; empty for a visitor."""
    scopes: frozenset[str] | None = None
    """What the bearer token is good for; none for a browser's session, which has no such bounds."""
    session: str = ""
    """Names the session or token, without opening it; empty for a visitor."""
    confined: bool = False
    """Whether only the password may be changed, or the second factor set up, until that is done."""
    origin: str = ""
    """The network address that the request came from; empty where it is not known."""
    since: float = 0.0
    """When the session began; 0 for a token and for a visitor."""

    @property
    def is_visitor(self) -> bool:
        """Whether nobody has signed in."""
        return not self.account

    @property
    def is_player(self) -> bool:
        """Whether this person plays; nobody who plays has another role."""
        return Role.PLAYER in self.roles


VISITOR = Principal()
"""Somebody who has not signed in, from nowhere in particular."""

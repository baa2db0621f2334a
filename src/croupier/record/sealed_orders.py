"""Orders of cards as a store keeps them: sealed, each for its own table and shoe.

The key is not in the store. What a sealed order is bound to is sealed with it, so that the order of
one shoe is never taken for another's.
"""

import os
from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from croupier.cards import DECK, Card
from croupier.errors import CroupierError

NONCE_SIZE = 12
PLACES = {card: place for place, card in enumerate(DECK)}


class UnopenedOrderError(CroupierError):
    """An order that this key does not open, or that belongs to another shoe."""


def sealed(cards: Sequence[Card], key: bytes, *, stream: str, handle: str) -> bytes:
    """The order of some cards, to be read with the key alone."""
    nonce = os.urandom(NONCE_SIZE)
    order = bytes(PLACES[card] for card in cards)
    return nonce + AESGCM(key).encrypt(nonce, order, _bound(stream, handle))


def unsealed(data: bytes, key: bytes, *, stream: str, handle: str) -> tuple[Card, ...]:
    """The cards in their order."""
    nonce, rest = data[:NONCE_SIZE], data[NONCE_SIZE:]
    try:
        order = AESGCM(key).decrypt(nonce, rest, _bound(stream, handle))
    except (InvalidTag, ValueError):
        raise UnopenedOrderError(
            f"the key does not open the order of the cards of {stream} ({handle})"
        ) from None
    return tuple(DECK[place] for place in order)


def _bound(stream: str, handle: str) -> bytes:
    """What a sealed order belongs to."""
    return f"{len(stream)}:{stream}{handle}".encode()

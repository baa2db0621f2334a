"""What ``croupier audit verify`` checks of draws: seats, ballots between tied players, promotions.

The hashes of a record show whether somebody changed it afterwards. Whether a draw followed from the
seed that the house had committed to shows only when it is drawn again, which is done here for every
draw whose seed is published.
"""

from collections.abc import Callable, Iterator
from functools import partial

from croupier.errors import CroupierError
from croupier.features.fairness.seeds import LOTS
from croupier.features.promotions.lots import find_false_draw
from croupier.features.tournaments.lots import find_false_draws
from croupier.house.gaming_days import MasterKeyChanged
from croupier.record.integrity.verification import Finding
from croupier.record.secrets.key_changes import LOST
from croupier.record.stores.base import Store
from croupier.streams import CARDS, KEYS, PROMOTION, TOURNAMENT

UNFOLDABLE = (KeyError, IndexError, ValueError, TypeError, AttributeError, AssertionError)
"""What folding events may raise that do not follow from one another."""


def draw_findings(store: Store) -> Iterator[Finding]:
    """Yield what is wrong with the draws of a record, each in a sentence.

    A draw whose seed is not published yet is passed over.
    """
    streams = list(store.streams())
    for stream in streams:
        name = TOURNAMENT.name_of(stream)
        if name is not None and CARDS.stream(name + LOTS) in streams:
            yield from _read(stream, partial(find_false_draws, store, name))
        elif PROMOTION.name_of(stream) is not None:
            yield from _read(stream, partial(_promotion_findings, store, stream))


def _promotion_findings(store: Store, stream: str) -> Iterator[str]:
    events = (envelope.event for envelope in store.read_stream(stream))
    changes = (envelope.event for envelope in store.read_stream(KEYS))
    lost = any(isinstance(one, MasterKeyChanged) and one.why == LOST for one in changes)
    return find_false_draw(stream, events, key_lost=lost)


def _read(stream: str, find: Callable[[], Iterator[str]]) -> Iterator[Finding]:
    """Yield what a check finds; where the events make no sense, say that instead."""
    try:
        for what in find():
            yield Finding(what)
    except CroupierError as error:
        yield Finding(f"the draws of {stream} cannot be checked: {error}")
    except UNFOLDABLE:
        yield Finding(
            f"the draws of {stream} cannot be checked: its events do not follow from one another"
        )

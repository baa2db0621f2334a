"""Which rounds of a record are not over: their cards may still be somebody's secret."""

from croupier.blackjack.events import RoundOpened
from croupier.record.envelopes import TABLES, table_stream
from croupier.record.stores import Store
from croupier.stud.events import StudRoundOpened
from croupier.table.round_events import RoundEnded, RoundVoided

OPENING = (RoundOpened, StudRoundOpened)
OVER = (RoundEnded, RoundVoided)
FIRST_LOOK = 64
"""How many events of a table are read at first to find where its last round began or ended."""


def open_since(store: Store, table: str) -> int | None:
    """The place in the log where a table's round in play began; none where none is in play."""
    stream = table_stream(table)
    upto, look = store.version(stream), FIRST_LOOK
    while upto > 0:
        after = max(0, upto - look)
        since, found = None, False
        for envelope in store.read_stream(stream, after):
            if isinstance(envelope.event, OPENING):
                since, found = envelope.position, True
            elif isinstance(envelope.event, OVER):
                since, found = None, True
        if found:
            return since
        upto, look = after, 4 * look
    return None


def rounds_in_play(store: Store) -> dict[str, int]:
    """The tables with a round in play, and the place in the log where each began."""
    found = {}
    for stream in store.streams():
        kind, _, name = stream.partition("/")
        if kind == TABLES and (since := open_since(store, name)) is not None:
            found[name] = since
    return found

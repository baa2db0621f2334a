"""``croupier audit rounds`` and ``replay``: what was played, told from the record alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from cyclopts import Parameter

from croupier.cli.numbers import MaybeWhole, WholeNumber
from croupier.cli.output import print_json, print_table
from croupier.display.recall import replayed, rounds_in
from croupier.display.viewers import Official
from croupier.display.voices import Voice
from croupier.errors import CroupierError
from croupier.money import in_dollars
from croupier.play.engine import evolve, law_for
from croupier.record.envelopes import Envelope, table_stream
from croupier.record.locations import store_at
from croupier.record.stores import Store
from croupier.rulebooks import Role
from croupier.table.events import TableOpened
from croupier.table.state import Refused

Flag = Annotated[bool, Parameter(negative=())]


@contextmanager
def opened(where: str, *, writing: bool = False) -> Iterator[Store]:
    """The record at a path or address, closed afterwards."""
    store = store_at(where, writing=writing)
    try:
        yield store
    finally:
        store.close()


def rounds(
    record: str, /, *, table: str | None = None, last: WholeNumber = 10, json: Flag = False
) -> int:
    """List the rounds of a table, the newest last.

    Examples:

        croupier audit rounds evening.db

        croupier audit rounds evening.db --table 2 --last 50

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    table
        The table by its name; the only one if left out.
    last
        How many rounds.
    json
        Print them for programs, amounts in cents.
    """
    if last < 1:
        raise CroupierError("--last: say how many rounds, 1 or more")
    with opened(record) as store:
        found = list(rounds_in(store.read_stream(stream_of(store, table))))[-last:]
    if json:
        print_json(found)
        return 0
    print_table(
        "",
        ("round", "events", "", "won"),
        [
            (
                str(one.number),
                f"{one.first}-{one.last}",
                "void" if one.void else "" if one.ended else "under way",
                ", ".join(f"{who} {in_dollars(net, sign=True)}" for who, net in one.net.items()),
            )
            for one in found
        ],
    )
    return 0


def stream_of(store: Store, table: str | None) -> str:
    """The stream of a table; of the only one where none is named."""
    known = [one.partition("/")[2] for one in store.streams() if one.startswith("table/")]
    if table is None and len(known) == 1:
        return table_stream(known[0])
    if table not in known:
        which = f"there is no table {table!r}" if table else "say which table"
        raise CroupierError(f"--table: {which}; the record has {', '.join(known) or 'none'}")
    return table_stream(str(table))


def replay(
    record: str,
    table: str | None = None,
    round: MaybeWhole = None,
    /,
    *,
    at: MaybeWhole = None,
    json: Flag = False,
) -> int:
    """Tell what happened at a table, card by card, with every clause, from the record alone.

    Examples:

        croupier audit replay evening.db

        croupier audit replay evening.db 1 3

        croupier audit replay evening.db 1 --at 57

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    table
        The table by its name; the only one if left out.
    round
        One round, counted from 1; all that happened if left out.
    at
        Stop after this event, by its place in the record.
    json
        Print it for programs.
    """
    with opened(record) as store:
        envelopes = list(store.read_stream(stream_of(store, table)))
    law = law_of_stream(envelopes)
    first, final = 1, at or envelopes[-1].position
    if round is not None:
        found = [one for one in rounds_in(envelopes) if one.number == round]
        if not found:
            played = len(list(rounds_in(envelopes)))
            raise CroupierError(f"there is no round {round}: the table has played {played}")
        first, final = found[0].first, min(final, found[0].last)
    voice = Voice(Official(Role.INSPECTOR))
    told = [one for one in replayed(law, envelopes, voice) if first <= one.position <= final]
    if json:
        print_json(told)
        return 0
    for one in told:
        for sentence in one.sentences:
            print(f"{one.position:>6}  {sentence.cited}")
    return 0


def law_of_stream(envelopes: list[Envelope]) -> Any:
    """The law that a table was opened under; another is never taken for it in silence."""
    event = envelopes[0].event
    assert isinstance(event, TableOpened)
    law = law_for(evolve(None, event))
    if isinstance(law, Refused):
        raise CroupierError(law.why)
    return law

"""Commands that leave a table as it was: they are carried out, and nothing is recorded of them.

Who sits down where they sit, or sets the limits that hold, changes nothing by saying so again. A
log that grew with it could be filled by anybody. This is about what is said of the table. What
people did with cards and chips, and errors that were seen, are recorded each time that they happen,
even if the table is then as it was: a caution, an order to shuffle, small chips for large ones.
"""

from croupier.blackjack.events import (
    FaceDownApproved,
    HeldBlackjacksApproved,
    ResplitPermitted,
    SideBetLimitsSet,
    SideBetsLimited,
)
from croupier.table.events import (
    BoxesReserved,
    BoxNominated,
    ClockMoved,
    ClosureAnnounced,
    DealerChanged,
    Event,
    LimitsAnnounced,
    LimitsChanged,
    PersonalLimitsSet,
    PlayersPerBoxLimited,
    SeatTaken,
)
from croupier.table.state import Table
from croupier.table.upkeep_events import CardsSecured

SETTINGS = frozenset(
    {
        *(BoxNominated, BoxesReserved, CardsSecured, ClockMoved, ClosureAnnounced, DealerChanged),
        *(FaceDownApproved, HeldBlackjacksApproved, LimitsAnnounced, LimitsChanged, SeatTaken),
        *(PersonalLimitsSet, PlayersPerBoxLimited, ResplitPermitted),
        *(SideBetLimitsSet, SideBetsLimited),
    }
)
"""The kinds of events that say how a table is to be from now on, and no more."""


def changes_nothing(before: Table, after: Table, happened: tuple[Event, ...]) -> bool:
    """Whether a command only says again how a table is; that the clock has moved is nothing new."""
    if not all(type(one) in SETTINGS for one in happened):
        return False
    return before == after or _but_for_clock(before) == _but_for_clock(after)


def _but_for_clock(table: Table) -> list[object]:
    return [getattr(table, name) for name in table.__struct_fields__ if name != "clock"]

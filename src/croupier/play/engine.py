"""One way to every game: open a table, carry a command out, see what is due."""

from collections.abc import Callable
from typing import NamedTuple

from croupier import blackjack, stud
from croupier.blackjack.irregular_events import (
    HandVoided,
    PastRoundVoided,
    RoundReconstructed,
    SettlementsUndone,
)
from croupier.blackjack.opening import open_blackjack
from croupier.blackjack.state import cards_out as blackjack_cards_out
from croupier.cards import Card
from croupier.rulebooks import BlackjackLaw, StudLaw, TableLaw
from croupier.stud.opening import open_stud
from croupier.stud.state import cards_out as stud_cards_out
from croupier.table.choices import Choices
from croupier.table.commands import Command
from croupier.table.drafting import Handler, Outcome
from croupier.table.due import Due
from croupier.table.events import Event
from croupier.table.settled import RoundVoided, WagersSettled
from croupier.table.state import Line, Refused, Table


class Family(NamedTuple):
    """The functions by which the tables of one family of games live."""

    handle: Callable[[Table, Command], Outcome | Refused]
    due: Callable[[Table], tuple[Due, ...]]
    evolve: Callable[[Table, Event], Table]
    cards_out: Callable[[Table], list[Card]]


BLACKJACK = Family(blackjack.handle, blackjack.due, blackjack.evolve, blackjack_cards_out)
STUD = Family(stud.handle, stud.due, stud.evolve, stud_cards_out)


def family_of(law: TableLaw) -> Family:
    """The family that a game belongs to."""
    return STUD if isinstance(law, StudLaw) else BLACKJACK


HANDLERS: dict[type[Command], Handler] = {**stud.HANDLERS, **blackjack.HANDLERS}
"""Every command of every game."""


def open_game(
    law: TableLaw, choices: Choices | None = None, *, stack: tuple[Card, ...] | None = None
) -> Table | Refused:
    """A new table of any game, or the reason why there may be none."""
    if isinstance(law, StudLaw):
        return open_stud(law, choices, stack=stack)
    assert isinstance(law, BlackjackLaw)
    return open_blackjack(law, choices, stack=stack)


def handle(table: Table, command: Command) -> Outcome | Refused:
    """Carry a command out, or refuse it with nothing changed."""
    return family_of(table.law).handle(table, command)


def decide(table: Table, command: Command) -> tuple[Event, ...] | Refused:
    """The events that a command leads to; folding them with ``evolve`` carries them out."""
    outcome = handle(table, command)
    return outcome if isinstance(outcome, Refused) else outcome.events


def evolve(table: Table, event: Event) -> Table:
    """The table after an event."""
    return family_of(table.law).evolve(table, event)


def due(table: Table) -> tuple[Due, ...]:
    """All that is due at a table now, the most pressing first; empty when the table is closed."""
    return family_of(table.law).due(table)


SETTLING = (
    WagersSettled,
    RoundVoided,
    HandVoided,
    SettlementsUndone,
    PastRoundVoided,
    RoundReconstructed,
)
"""The events that settle wagers, or undo a settlement."""


def lines_of(event: Event) -> tuple[Line, ...]:
    """What an event settles or undoes, wager by wager."""
    return event.lines if isinstance(event, SETTLING) else ()


def cards_out(table: Table) -> list[Card]:
    """The cards that have been seen since the last shuffle and are not back in a device."""
    return family_of(table.law).cards_out(table)

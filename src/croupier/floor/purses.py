"""Players' money on a floor that keeps purses: what purses and own limits refuse, what moves.

A floor without purses (a table at the terminal, a scenario) has none of this: its players bring
chips and take them away.
"""

from collections.abc import Callable, Iterator
from datetime import date, datetime

from croupier.floor import movements
from croupier.floor.state import FloorState
from croupier.house.accounts import LiveChipsMoved, PlayerAccount, PurseMoved
from croupier.house.gaming_days import USUAL_GAMING_DAY
from croupier.messages import Command, Event, Refused

OwnLimits = Callable[[PlayerAccount, Command], Refused | None]
"""Refuses a command that a player's own limits do not allow."""


def refuse_nothing(_: PlayerAccount, __: Command) -> Refused | None:
    """Return no refusal: the limits of players who have set none."""
    return None


class Purses:
    """Admits commands by purse and own limits, and moves purses with the tables' chips."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self.limits: OwnLimits = refuse_nothing
        self.day_of: Callable[[datetime], date] = USUAL_GAMING_DAY.day_of
        """Returns the gaming day of a moment."""

    def refuse_overdraft(self, state: FloorState, table: str, command: Command) -> Refused | None:
        """Refuse chips that the purse does not hold, and wagers without chips from it."""
        running = state.tables[table]
        return movements.refuse_overdraft(running.law, running.table, command, state.account)

    def refuse_over_limit(self, state: FloorState, _: str, command: Command) -> Refused | None:
        """Refuse what the player's own limits do not allow, at any table."""
        player = getattr(command, "player", None)
        return self.limits(state.account(player), command) if player else None

    def moves(
        self, state: FloorState, table: str, events: tuple[Event, ...]
    ) -> Iterator[PurseMoved | LiveChipsMoved]:
        """Yield what events of a table take out of purses or put into them.

        At a live table chips are real money: what a player brings is noted by the gaming day.
        """
        played = state.tables[table].table
        if movements.uses_purses(played):
            yield from movements.purse_movements(table, events)
        elif movements.uses_real_chips(played):
            yield from movements.live_chip_movements(
                table, events, self.day_of(self._now()).isoformat()
            )

"""An evening at several tables of one house, one after the other."""

from collections.abc import Mapping

from croupier.cli.terminal.screen import Leaving, Moving, Screen
from croupier.cli.terminal.sitting import Sitting
from croupier.money import Cents


class Evening:
    """One player who goes from table to table; each waits as it was left."""

    def __init__(self, sittings: Mapping[str, Sitting], screen: Screen) -> None:
        self._sittings = sittings
        self._screen = screen
        self._seated: list[str] = []

    def run(self, bankroll: Cents) -> None:
        """Play from the first table on until the player leaves, and sum up each one visited."""
        at = next(iter(self._sittings))
        self._screen.tell(
            f"There are {len(self._sittings)} tables: table 2 takes you to the second."
        )
        while at:
            self._sit_at(at, bankroll)
            try:
                self._sittings[at].play()
                at = ""
            except Moving as moving:
                at = moving.table
            except Leaving:
                at = ""
        for name in self._seated:
            self._screen.tell(f"Table {name}.")
            self._sittings[name].leave()
            self._sittings[name].sum_up()

    def _sit_at(self, name: str, bankroll: Cents) -> None:
        """Sit down at a table for the first time, or come back to it."""
        self._screen.tell(f"Table {name}.")
        sitting = self._sittings[name]
        if name in self._seated:
            sitting.come_back()
        else:
            self._seated.append(name)
            sitting.sit_down(bankroll)

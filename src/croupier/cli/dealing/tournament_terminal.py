"""The terminal of a live tournament: lines for the whole, and for the table in front."""

from pathlib import Path
from typing import TextIO

from croupier.cli.dealing.dealer_terminal import DealerTerminal
from croupier.cli.dealing.farewell import KEPT, NOT_KEPT
from croupier.cli.dealing.help_pages import general_help, help_page
from croupier.cli.dealing.live_tournament import LiveTournament
from croupier.cli.terminal.typed_text import quoted

LINES = (
    "enter ann                 ann enters; withdraw-entry, refuse-entry, enter ann reserve=yes",
    "draw-seats seated=yes     seats by lot; draw-seats ann:1/1 bob:1/2 is a draw made by hand",
    "start-session             chips are issued, and the first turn begins",
    "wager ann 20              in turn, on ann's box; pass ann; undisclosed-wager ann main 50",
    "time-out ann              the time for the wager is over; limit-time 30 notified sets one",
    "deal  4S 10H  stand ann   as at any table",
    "leave-seat ann            absent: deduct-absent ann, disqualify ann absent; take-seat ann",
    "break 10  end-break       a break of ten minutes, and its end",
    "reinstate ann MISTAKE     takes an elimination back",
    "at 2                      have table 2 in front",
    "standings                 how the players at the table stand",
    "return-chips 1            the chips were counted and are back",
    "award-prizes              pays the pool out",
    "due  table  help deal  quit",
)


class TournamentTerminal(DealerTerminal):
    """A live tournament run and dealt in lines of text."""

    def __init__(
        self, live: LiveTournament, source: TextIO, target: TextIO, *, kept: Path | None = None
    ) -> None:
        super().__init__(live, source, target, kept=kept)
        self._tournament = live
        self._own |= {"standings": self._standings}

    def _opening(self) -> list[str]:
        return [f"{self._live.law.title}, a live tournament."]

    def _answer(self, line: str) -> None:
        first, *others = line.lower().split() or [""]
        if first == "at" and len(others) == 1:
            self._go_to(others[0])
        else:
            super()._answer(line)

    def _go_to(self, number: str) -> None:
        if not number.isdecimal() or not self._tournament.go_to(int(number)):
            self._write(f"No session is on at table {quoted(number)}.")
        self._due()

    def _standings(self) -> None:
        self._page(self._tournament.standings())

    def _equipment(self) -> None:
        if self._tournament.on:
            super()._equipment()
        else:
            self._write("No session is on.")

    def _notices(self) -> None:
        if self._tournament.on:
            super()._notices()
        else:
            self._write("No session is on.")

    def _help(self, words: list[str]) -> None:
        live = self._tournament
        if words:
            choices = live.table.choices if live.on else None
            self._page(help_page(live.law, choices, live.known, words[0]))
        else:
            self._page(general_help(live.law, live.known, LINES))

    def _farewell(self) -> list[str]:
        """How the players stand; the conditions of a tournament say the rest."""
        return [*self._tournament.standings(), KEPT if self._kept else NOT_KEPT]

    def _going_on(self) -> str:
        return f"{super()._going_on()} --tournament FILE"

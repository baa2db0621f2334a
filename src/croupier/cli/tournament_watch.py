"""What ``croupier tournament run --watch`` tells: the tournament as it goes, round by round."""

from collections.abc import Iterable

from croupier.display.narration_tournaments import told_of_a_tournament
from croupier.display.standings import at_table
from croupier.money import in_dollars
from croupier.play.tournament_house import TournamentHouse
from croupier.table.contest_events import ContestRoundEnded
from croupier.table.contest_rounds import limits_in
from croupier.table.contest_state import OVER, ROUNDS
from croupier.table.contest_tables import contest_of, terms_of
from croupier.table.events import Event
from croupier.table.state import Limits, Table


class Watcher:
    """Tells what happens in a tournament that software plays."""

    def __init__(self, house: TournamentHouse) -> None:
        self._house = house
        self._seen: dict[str, int] = {}
        """The round that each table was told to have come to."""
        self._limits: dict[str, Limits] = {}
        """The limits of each table that have changed, as they were told last."""

    def tell(self, events: Iterable[Event]) -> None:
        """Print what was just done, and how a table stands whose round is over."""
        events = tuple(events)
        if any(isinstance(event, ContestRoundEnded) for event in events):
            self._tell_rounds()
        for event in events:
            if sentence := told_of_a_tournament(event):
                print(sentence)

    def _tell_rounds(self) -> None:
        for number, name in self._house.session_tables.items():
            table = self._house.table_at(number)
            if self._seen.get(name, 1) == contest_of(table).round:
                continue
            self._seen[name] = contest_of(table).round
            print(f"Table {number}, {_round(table)}: {_chips(table)}")
            limits, before = table.limits, self._limits.get(name, limits_in(table, 1))
            if limits != before and contest_of(table).part is not OVER:
                self._limits[name] = limits
                span = f"{in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}"
                print(f"Table {number}: wagers are {span} from now on")


def _round(table: Table) -> str:
    """Which round of a session is over."""
    contest = contest_of(table)
    played, planned = contest.round - 1, terms_of(table).rounds
    if contest.part is ROUNDS or played <= planned:
        return f"round {played} of {planned}"
    return f"round {played}, a play-off"


def _chips(table: Table) -> str:
    """How everybody stands, the best first; who is out is left away."""
    playing = (one for one in at_table(table) if one.playing)
    return ", ".join(f"{one.player} {in_dollars(one.chips)}" for one in playing)

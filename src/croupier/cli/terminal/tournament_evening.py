"""A person's way through a tournament among software players, from the entry to the prizes."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain

from croupier.cli.terminal.screen import Leaving, Screen
from croupier.cli.terminal.tournament_sitting import TournamentSitting
from croupier.display.narration_tournaments import told_of_a_tournament
from croupier.display.standings import at_table, standings
from croupier.display.voices import Voice
from croupier.floor.tournaments import accounts
from croupier.floor.tournaments.state import TournamentPhase
from croupier.money import in_dollars
from croupier.play.session_table import SessionTable
from croupier.play.tournament_house import TournamentHouse
from croupier.play.tournament_run import (
    STILL_ON,
    SoftwarePlayers,
    Steps,
    award,
    begin_session,
    enter_all,
    play_tables,
    with_breaks,
)
from croupier.table.contest_state import Standing
from croupier.table.contest_tables import contest_of
from croupier.table.events import Event


class TournamentEvening:
    """One person in a tournament; everybody else is software."""

    def __init__(
        self,
        house: TournamentHouse,
        others: SoftwarePlayers,
        screen: Screen,
        voice: Voice,
        *,
        box: int | None = None,
        seed: int | None = None,
    ) -> None:
        self._house = house
        self._others = others
        self._screen = screen
        self._voice = voice
        self._box = box
        self._seed = seed

    def run(self, players: Sequence[str]) -> None:
        """Enter with the others, play session after session, and sum up."""
        house = self._house
        try:
            self._tell(enter_all(house, players))
            while house.tournament.phase in STILL_ON:
                if house.tournament.phase is not TournamentPhase.SESSION:
                    self._tell(begin_session(house, self._wanted()))
                self._play_session()
            self._tell(award(house))
        except Leaving:
            self._screen.tell("You leave the tournament.")
        self._screen.page(["", *self._summary()])

    def _wanted(self) -> tuple[str, int] | None:
        """The box that the player asks for, in the first session."""
        first = self._house.tournament.session == 0
        return (self._voice.me, self._box) if first and self._box is not None else None

    def _tell(self, steps: Iterable[tuple[Event, ...]]) -> None:
        """Show what somebody who watches from afar may know."""
        for event in chain.from_iterable(steps):
            if sentence := told_of_a_tournament(event, self._voice):
                self._screen.tell(sentence)

    # ------------------------------------------------------------------------------- sessions

    def _play_session(self) -> None:
        """Play the player's own table and have the others played, from break to break."""
        house = self._house
        seat = house.tournament.seat_of(self._voice.me)
        sitting: TournamentSitting | None = None
        if seat is not None and seat.table in house.session_tables:
            table = SessionTable.of(house, seat.table)
            sitting = TournamentSitting(table, self._screen, self._voice, self._others)
            sitting.open()
        elif house.session_tables:
            self._screen.tell(f"You are not in {house.tournament.plan.name}: the others play.")
        self._tell(with_breaks(house, partial(self._play_until, sitting)))

    def _play_until(self, sitting: TournamentSitting | None, until: int | None) -> Steps:
        """Play until a round is over at all tables, or to their ends; the player's own first."""
        if sitting is not None and not sitting.left:
            self._play_own(sitting, until)
        yield from play_tables(self._house, self._others, until)

    def _play_own(self, sitting: TournamentSitting, until: int | None) -> None:
        sitting.play(until)
        while sitting.buys_back():
            sitting.play(until)
        sitting.left = sitting.own.standing is not Standing.IN
        if sitting.left and not sitting.over:
            self._screen.tell("The others play on without you.")

    # --------------------------------------------------------------------------------- the end

    def _summary(self) -> list[str]:
        """What the tournament came to for the player."""
        house, me = self._house, self._voice.me
        tournament = house.tournament
        rows = [("session", self._reached())]
        money = tournament.balances.get(accounts.player(me), 0)
        if tournament.awards is not None:
            rows.append(("prize", in_dollars(tournament.awards.get(me, 0))))
        rows.append(("money", f"{in_dollars(money, sign=True)} with fees and what was bought"))
        if self._seed is not None:
            rows.append(("seed", str(self._seed)))
        return ["Summary", *(f"  {name:<13}{value}" for name, value in rows)]

    def _reached(self) -> str:
        """How far the player came, and with which place and chips."""
        house, me = self._house, self._voice.me
        tournament = house.tournament
        seat = tournament.seat_of(me)
        if tournament.phase is TournamentPhase.SESSION and seat is not None:
            table = house.tables_now[seat.table]
            contest = contest_of(table)
            own = next(one for one in at_table(table) if one.player == me)
            return (
                f"{tournament.plan.name}, round {contest.round}: place {own.place} of "
                f"{len(contest.contestants)} at table {seat.table} with {in_dollars(own.chips)}"
            )
        line = next(one for one in standings(tournament) if one.player == me)
        if not line.session:
            return "not played yet"
        chips = in_dollars(line.chips or 0)
        return f"{line.session}: place {line.place} at table {line.table} with {chips}"

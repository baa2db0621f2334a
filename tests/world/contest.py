"""A tournament in a world: one process runs it, crashes, and is followed by another."""

from contextlib import suppress
from random import Random

from croupier.features.tournaments.bots import open_tournament
from croupier.features.tournaments.rules.conditions import read_conditions
from croupier.features.tournaments.rules.entries import Enter, PlayerEntered
from croupier.features.tournaments.rules.placings import AwardPrizes
from croupier.features.tournaments.rules.seats import DrawSeats, StartSession
from croupier.features.tournaments.rules.state import TournamentPhase
from croupier.features.tournaments.runner import TournamentRunner, fold_tournament, resume_alone
from croupier.floor.one_table import basic_bot
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.table.choices import Choices
from croupier.games.table.contest.state import Part
from croupier.games.table.contest.turns import players_to_wager
from croupier.games.table.rounds import Deal
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.record.envelopes import Envelope
from croupier.record.journal import Journal, StaleVersionError
from croupier.rulebooks import BlackjackLaw, Role, law_of
from croupier.streams import TOURNAMENT
from tests.world.servers import OutageError, Vault

NAME = "spring"
PLAYERS = ("eve", "fay", "gus", "hal")
CONDITIONS = {
    "sessions": [
        {"name": "heats", "tables": 2, "rounds": 1, "advance": 1},
        {"name": "final", "tables": 1, "rounds": 2},
    ],
    "chips": 100,
    "maximum": 200,
    "prizes": [60, 40],
    "prize-ties": "share",
    "entry-fee": 100,
}
CHOICES = Choices(boxes=7)


class Contest:
    """A tournament and those who take part, each command under an id of its own."""

    def __init__(self, journal: Journal, vault: Vault, random: Random) -> None:
        self._vault, self._random = vault, random
        found = law_of("star-blackjack")
        assert isinstance(found, BlackjackLaw)
        self._law = found
        self._journal = journal
        self._house: TournamentRunner | None = open_tournament(
            self._law,
            read_conditions(self._law, dict(CONDITIONS)),
            name=NAME,
            choices=CHOICES,
            seed=random.randrange(2**32),
            cards=vault.source,
            journal=journal,
        )
        self._numbers = 0
        self.waiting: tuple[str, Command, int | None] | None = None
        """A command that was not answered: its id, and the table that it is for."""

    @property
    def house(self) -> TournamentRunner:
        """The tournament as its process remembers it; one that has just started reads the log."""
        while self._house is None:
            with suppress(OutageError, StaleVersionError):
                self._house = resume_alone(
                    self._journal, self._vault.source, chance=self._random.randbytes
                )
        return self._house

    def crash(self, journal: Journal | None = None) -> None:
        """Forget everything; where the record lies elsewhere now, go on with that."""
        self._house = None
        self._journal = journal or self._journal

    def step(self) -> str:
        """Somebody does the next thing, or asks again; what came of it."""
        if self.waiting is None:
            command, table = self._next()
            self._numbers += 1
            self.waiting = (f"contest {self._numbers}", command, table)
        name, command, table = self.waiting
        try:
            answer = self.house.submit(command, table=table, command_id=name)
        except (OutageError, StaleVersionError) as error:
            self.crash()
            return f"{name}: {command}: no answer ({error})"
        self.waiting = None
        return f"{name}: {command}: {answer.code if isinstance(answer, Refused) else len(answer)}"

    def _next(self) -> tuple[Command, int | None]:
        """What is to be done next in the tournament, or at one of its tables."""
        tournament, manager = self.house.tournament, Role.TOURNAMENT_MANAGER
        missing = [player for player in PLAYERS if player not in tournament.entrants]
        match tournament.phase:
            case TournamentPhase.ENTRIES if missing:
                return Enter(missing[0], by=Role.PLAYER), None
            case TournamentPhase.ENTRIES | TournamentPhase.BETWEEN:
                return DrawSeats(seated=True, by=manager), None
            case TournamentPhase.SEATING:
                return StartSession(by=manager), None
            case TournamentPhase.SESSION:
                return self._at_table()
            case _:
                return AwardPrizes(by=manager), None

    def _at_table(self) -> tuple[Command, int | None]:
        tables = self.house.tables_now
        going = [n for n, one in tables.items() if one.contest and one.contest.part != Part.OVER]
        number = self._random.choice(going)
        return self._at(tables[number], number), number

    def _at(self, table: BlackjackTable, number: int) -> Command:
        """What somebody does at a table of the session."""
        running = self.house.running_table_at(number)
        assert running is not None
        if table.round is not None:
            asked = [command for due in running.due if (command := basic_bot(due)) is not None]
            return asked[0]
        left = players_to_wager(table)
        if not left:
            return Deal(by=Role.DEALER)
        amount = min(table.chips(left[0].player), table.limits.minimum * self._random.randint(1, 5))
        return PlaceWager(left[0].player, left[0].box, amount, by=Role.PLAYER)

    def findings(self, log: list[Envelope]) -> list[str]:
        """Where the log tells of another tournament than its process remembers, or of too much."""
        own = [one for one in log if one.stream == TOURNAMENT.stream(NAME)]
        told = fold_tournament([one.event for one in own])
        found = []
        if told != self.house.tournament:
            found.append("the tournament is not as its log tells")
        if sum(told.balances.values()):
            found.append("the money of the tournament is off")
        entered = [one.event.player for one in own if isinstance(one.event, PlayerEntered)]
        if len(entered) != len(set(entered)):
            found.append("somebody entered the tournament twice")
        return found

"""The demo: a floor that is alive, with software players, a tournament, a dispute and jackpots won.

Everything goes the way it does for people: accounts, commands, the record. The cards are by chance,
except at the tables that show a jackpot: theirs are laid beforehand, and their record says so.
"""

import asyncio
import secrets
import time
from itertools import count
from uuid import uuid4

import structlog
from msgspec.structs import replace

from croupier.app.demo_players import TEMPERS, DemoPlayer
from croupier.app.new_floor import JACKPOT, STUD, choices_for_pace
from croupier.cards import parse_cards
from croupier.features.tournaments.api import TOURNAMENTS
from croupier.features.tournaments.manager import SERIES
from croupier.features.tournaments.rules.entries import Enter
from croupier.features.tournaments.rules.state import TournamentPhase
from croupier.floor.card_sources import SoftwareShoe, random_source
from croupier.floor.floor import HOUSE, Floor
from croupier.games.table.disputes import RaiseDispute
from croupier.games.table.notices import Notify
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import Leave
from croupier.games.table.signs import CloseTable
from croupier.messages import Command, Refused
from croupier.money import Cents
from croupier.rulebooks import Role, law_of
from croupier.web.auth.accounts import AccountService
from croupier.web.auth.permissions import Principal
from croupier.web.auth.sign_in import enter
from croupier.web.pages.demo import DEMO_ROLES, demo_name
from croupier.web.problems import ProblemError
from croupier.web.service.floor_service import FloorService
from croupier.web.service.submit import CommandRequest, at_table, submit, submit_for_house

LOOK_SECONDS = 0.3
"""How often the software players look at their tables."""
BANKROLL: Cents = 50_000_00
"""The play money of each software player."""
ORIGIN = "127.0.0.1"
SEATS = (
    ("star-blackjack-1", 2, "careful"),
    ("star-blackjack-1", 4, "studied"),
    ("star-blackjack-1", 6, "easy"),
    ("star-blackjack-2", 3, "bold"),
    ("star-blackjack-2", 5, "studied"),
    ("blackjack-challenge-1", 1, "easy"),
    ("blackjack-challenge-1", 4, "bold"),
    ("canberra-blackjack-1", 2, "careful"),
    ("perth-blackjack-1", 3, "easy"),
    (f"{STUD}-1", 2, "studied"),
    (f"{STUD}-1", 3, "bold"),
    (f"{STUD}-1", 5, "easy"),
)
"""Where software plays: table, box and temper."""
CONTESTANTS = ("careful", "studied", "bold")
"""The tempers of those who play tournaments."""
LAST_SEAT_SECONDS = 45
"""How long the last seat of a tournament stays free for somebody who comes."""
SHOW = "jackpot-show-"
"""The beginning of the names of tables that show a jackpot won."""
FIRST_SHOW_SECONDS, SHOW_SECONDS = 45, 300
"""When the first jackpot is shown, and how often after that."""
ROYAL = "9C AS 5D KS 7H QS 3D JS 2C TS"
"""A royal flush against nine high, dealt one card at a time, the dealer first."""
SHOW_PACE = 600
"""The milliseconds that a card takes there."""
DISPUTED, DISPUTE_SECONDS = "star-blackjack-1", 20
"""Where a player disputes something, and when at the earliest."""


class DemoFloor:
    """The software players of a demo, and what happens around them."""

    def __init__(self, service: FloorService, accounts: AccountService) -> None:
        self._service, self._accounts = service, accounts
        self._players: list[DemoPlayer] = []
        self._contestants: list[DemoPlayer] = []
        self._thinking: dict[str, float] = {}
        self._numbers = count(1)
        self._log = structlog.get_logger("croupier.demo")

    # ----------------------------------------------------------------------------------- people

    async def register_people(self) -> None:
        """Give an account to each role and each software player; nobody knows the passwords."""
        for role in DEMO_ROLES:
            await self._enter(demo_name(role), role)
        for number, (table, box, temper) in enumerate(SEATS):
            account = await self._enter_player(f"{temper}-{number + 1}")
            self._players.append(DemoPlayer(account, table, box, TEMPERS[temper], number))
        for number, temper in enumerate(CONTESTANTS, len(SEATS)):
            account = await self._enter_player(f"{temper}-{number + 1}")
            self._contestants.append(DemoPlayer(account, "", 0, TEMPERS[temper], number))

    async def _enter(self, name: str, role: Role) -> str:
        password = secrets.token_urlsafe()
        return await enter(self._accounts, name, password, frozenset({role}), origin=ORIGIN)

    async def _enter_player(self, name: str) -> str:
        account = await self._enter(name, Role.PLAYER)
        await self._service.do(lambda floor: floor.grant(account, BANKROLL))
        return account

    # ------------------------------------------------------------------------------------- play

    async def run(self) -> None:
        """Play for as long as the server runs."""
        await asyncio.gather(
            self._play(), self._play_tournaments(), self._show_jackpots(), self._happenings()
        )

    async def _play(self) -> None:
        while True:
            for player in (*self._players, *self._contestants):
                if player.table:
                    await self._move(player)
            await asyncio.sleep(LOOK_SECONDS)

    async def _move(self, player: DemoPlayer) -> None:
        """Have a player act where it must, after thinking about it."""
        shown = self._service.read_model.tables[player.table]
        moves = player.move(shown.law, shown.table, shown.due) if shown.table.open else ()
        if not moves:
            self._thinking.pop(player.account, None)
            return
        now = time.monotonic()
        until = self._thinking.setdefault(player.account, now + player.thinking_seconds())
        if now < until:
            return
        del self._thinking[player.account]
        for command in moves:
            if isinstance(command, Deal):
                player.dealt = shown.table.rounds
            if not await self._submit(player.account, player.table, command):
                break

    async def _submit(
        self, account: str, table: str, command: Command, role: Role = Role.PLAYER
    ) -> bool:
        """Submit a command at a table as a person would. Return whether it was carried out."""
        principal = Principal(account, account, frozenset({role}), origin=ORIGIN)
        try:
            answer = await submit(self._service, principal, at_table(table, command, uuid4().hex))
        except ProblemError as error:
            self._log.info("not done", table=table, why=str(error))
            return False
        if isinstance(answer, Refused):
            self._log.info("refused", table=table, why=answer.why)
            return False
        return True

    # ------------------------------------------------------------------------------ tournaments

    async def _play_tournaments(self) -> None:
        """Enter the house's tournaments, and find the seats in them."""
        while True:
            for number, player in enumerate(self._contestants):
                if number == len(self._contestants) - 1:
                    await asyncio.sleep(LAST_SEAT_SECONDS)
                await self._enter_tournament(player)
            for player in self._contestants:
                player.table = self._contest_table(player.account)
            await asyncio.sleep(1)

    async def _enter_tournament(self, player: DemoPlayer) -> None:
        open_now = [
            name
            for name, one in self._service.read_model.tournaments.items()
            if name.startswith(SERIES) and one.phase is TournamentPhase.ENTRIES
        ]
        if not open_now or self._contest_table(player.account):
            return
        principal = Principal(
            player.account, player.account, frozenset({Role.PLAYER}), origin=ORIGIN
        )
        command = Enter(player=player.account, by=Role.PLAYER)
        request = CommandRequest(TOURNAMENTS, open_now[0], command, uuid4().hex)
        try:
            answer = await submit(self._service, principal, request)
        except ProblemError as error:
            self._log.info("not entered", why=str(error))
            return
        if isinstance(answer, Refused):
            self._log.info("not entered", why=answer.why)

    def _contest_table(self, account: str) -> str:
        """Return the open table of a tournament at which a player sits; empty if there is none."""
        return next(
            (
                name
                for name, shown in self._service.read_model.tables.items()
                if shown.table.choices.tournament is not None
                and shown.table.open
                and account in shown.table.players
            ),
            "",
        )

    # --------------------------------------------------------------------------------- jackpots

    async def _show_jackpots(self) -> None:
        """Show a jackpot won, now and then."""
        await asyncio.sleep(FIRST_SHOW_SECONDS)
        account = await self._enter_player("lucky")
        while True:
            await self._show_jackpot(account, f"{SHOW}{next(self._numbers)}")
            await asyncio.sleep(SHOW_SECONDS)

    async def _show_jackpot(self, account: str, name: str) -> None:
        """Open a table with cards laid beforehand, have its player win, and close it."""
        order = parse_cards(ROYAL)
        chosen = replace(choices_for_pace(SHOW_PACE), jackpot=JACKPOT, burn=False)

        def open_show_table(floor: Floor) -> None:
            shoe = SoftwareShoe(random_source(None), order)
            floor.open_table(law_of(STUD), chosen, cards=shoe, name=name, stacked=len(order))

        await self._service.do(open_show_table)
        player = DemoPlayer(account, name, 3, TEMPERS["bold"], 0)
        while self._service.read_model.tables[name].table.rounds < 1 or self._is_dealt(name):
            await self._move(player)
            await asyncio.sleep(LOOK_SECONDS)
        await self._submit(account, name, Leave(account, by=Role.PLAYER))
        closing = CloseTable(by=Role.GAMING_MANAGER)
        submit_for_house(self._service, name, HOUSE, f"close/{name}", lambda _: closing)

    def _is_dealt(self, name: str) -> bool:
        return self._service.read_model.tables[name].table.round is not None

    # --------------------------------------------------------------------------------- the pit

    async def _happenings(self) -> None:
        """Give the pit something to do: a dispute and a notice, once a round has been played."""
        shown = self._service.read_model.tables
        await asyncio.sleep(DISPUTE_SECONDS)
        while not shown[DISPUTED].table.rounds or self._is_dealt(DISPUTED):
            await asyncio.sleep(LOOK_SECONDS)
        player = self._at(DISPUTED)
        about = "I said stand, and a card came all the same"
        await self._submit(player, DISPUTED, RaiseDispute(player, about, by=Role.PLAYER))
        words = "a dispute: please look at the last round"
        notice = Notify(Role.SURVEILLANCE, words, by=Role.SUPERVISOR)
        supervisor = await self._accounts.run(
            self._accounts.store.credential_by_name, demo_name(Role.SUPERVISOR)
        )
        assert supervisor is not None
        await self._submit(supervisor.person, DISPUTED, notice, Role.SUPERVISOR)

    def _at(self, table: str) -> str:
        """Return the account of the first software player at a table."""
        return next(one.account for one in self._players if one.table == table)


async def open_demo(service: FloorService, accounts: AccountService) -> DemoFloor:
    """Return the demo of a new floor, with an account for everybody in it."""
    demo = DemoFloor(service, accounts)
    await demo.register_people()
    return demo

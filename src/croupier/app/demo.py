"""The demo: a floor that is alive, with software players, a tournament, a dispute and jackpots won.

Everything goes the way it does for people: accounts, commands, the record. The cards are by chance,
except at the tables that show a jackpot: theirs are laid beforehand, and their record says so.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import NamedTuple
from uuid import uuid4

import structlog
from msgspec.structs import replace

from croupier.app.new_floor import JACKPOT as JACKPOT_TERMS
from croupier.app.new_floor import STUD, choices_for_pace
from croupier.cards import parse_cards
from croupier.cards.card import Rank
from croupier.features.tournaments.api import TOURNAMENTS
from croupier.features.tournaments.rules.entries import Enter
from croupier.features.tournaments.rules.state import TournamentPhase
from croupier.floor.card_sources import SoftwareShoe, random_source
from croupier.floor.floor import HOUSE, Floor
from croupier.floor.one_table import call_command
from croupier.games.blackjack.calls import DoubleDown
from croupier.games.blackjack.insurance import CloseInsurance
from croupier.games.blackjack.state import BlackjackTable, round_of
from croupier.games.blackjack.turn import AnswerDue, DecisionDue, InsuranceDue
from croupier.games.stud.bets import Fold, PlaceBet
from croupier.games.stud.due import BetDue
from croupier.games.stud.state import JACKPOT, StudTable
from croupier.games.table.contest.turns import next_to_wager
from croupier.games.table.disputes import RaiseDispute
from croupier.games.table.due import Due, WagersDue
from croupier.games.table.notices import Notify
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import BuyIn, Leave, Sit
from croupier.games.table.signs import CloseTable
from croupier.games.table.state import Table
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.money import Cents
from croupier.rulebooks import Role, TableLaw, law_of
from croupier.web.auth.accounts import AccountService
from croupier.web.auth.permissions import Principal
from croupier.web.auth.sign_in import enter
from croupier.web.pages.demo import DEMO_ROLES, demo_name
from croupier.web.problems import ProblemError
from croupier.web.service.floor_service import FloorService
from croupier.web.service.submit import CommandRequest, at_table, submit, submit_for_house

BUY_IN_MINIMUMS = 40
"""How many minimums a player brings to a table."""
BUST_RISK, DEALER_STRONG = 12, 7
"""From this total a card may bust a hand; from this card on the dealer is strong."""
STANDS_ON = 17
NINE, TEN, ELEVEN = 9, 10, 11


class HandInSight(NamedTuple):
    """What a player sees of a decision."""

    total: int
    soft: bool
    pair: int
    """The points of each card of a pair, an ace counting one; 0 for no pair."""
    dealer: int
    """The points of the dealer's card, an ace counting eleven."""


CallOrder = tuple[str, ...]
"""Calls in order of preference; the first that is lawful is made."""


def by_the_book(hand: HandInSight) -> CallOrder:
    """Play roughly as a strategy card says."""
    if hand.pair in (1, 8):
        return "split", "hit"
    if not hand.soft and hand.total in (TEN, ELEVEN) and hand.dealer < hand.total:
        return "double", "hit"
    if hand.soft:
        return ("stand",) if hand.total > STANDS_ON else ("hit",)
    stiff = BUST_RISK <= hand.total < STANDS_ON
    if hand.total >= STANDS_ON or (stiff and hand.dealer < DEALER_STRONG):
        return ("stand",)
    return ("hit",)


def never_bust(hand: HandInSight) -> CallOrder:
    """Stand as soon as a card could bust the hand."""
    return ("stand",) if hand.total >= BUST_RISK and not hand.soft else ("hit",)


def like_the_dealer(hand: HandInSight) -> CallOrder:
    """Draw below seventeen, else stand."""
    return ("hit",) if hand.total < STANDS_ON else ("stand",)


def bold(hand: HandInSight) -> CallOrder:
    """Split every pair, and double whatever may be doubled."""
    if hand.pair:
        return "split", "double", "hit" if hand.total < STANDS_ON else "stand"
    if NINE <= hand.total <= ELEVEN:
        return "double", "hit"
    return ("hit",) if hand.total < STANDS_ON else ("stand",)


class Temper(NamedTuple):
    """How a software player is."""

    calls: Callable[[HandInSight], CallOrder]
    minimums: tuple[int, ...]
    """How many minimums it wagers; one of them by chance."""
    seconds: tuple[float, float]
    """The least and the most time that it thinks."""
    optional: float
    """How often it lays an optional wager, from 0 to 1."""


TEMPERS = {
    "careful": Temper(never_bust, (1,), (1.5, 4.0), 0.0),
    "studied": Temper(by_the_book, (2, 2, 3), (0.8, 2.0), 0.1),
    "bold": Temper(bold, (3, 5, 10), (0.5, 1.2), 0.6),
    "easy": Temper(like_the_dealer, (1, 2, 4), (1.0, 3.0), 0.3),
}
"""The tempers by name."""


class DemoPlayer:
    """A software player with an account, a table and a temper."""

    def __init__(self, account: str, table: str, box: int, temper: Temper, seed: int) -> None:
        self.account, self.table, self.box, self.temper = account, table, box, temper
        self._chance = Random(seed)
        self.dealt = -1
        """The number of rounds at the table when the player was last ready for the deal."""

    def thinking_seconds(self) -> float:
        """Return how long the player thinks before the next move."""
        return self._chance.uniform(*self.temper.seconds)

    def move(self, law: TableLaw, table: Table, due: tuple[Due, ...]) -> tuple[Command, ...]:
        """Return what the player does now, in order; nothing where it is not asked."""
        if table.choices.tournament is not None:
            return tuple(self._in_contest(law, table, due))
        here = table.players.get(self.account)
        if here is None or here.seat is None:
            return tuple(self._sit_down_commands(table, here is not None))
        for one in due:
            if isinstance(one, WagersDue) and not one.closed:
                return tuple(self._before_the_deal(law, table))
            if (command := self._answer(table, one)) is not None:
                return (command,)
        return ()

    def _sit_down_commands(self, table: Table, has_chips: bool) -> Iterator[Command]:
        if not has_chips:
            yield BuyIn(self.account, BUY_IN_MINIMUMS * table.limits.minimum, by=Role.PLAYER)
        yield Sit(self.account, self.box, by=Role.PLAYER)

    def _before_the_deal(self, law: TableLaw, table: Table) -> Iterator[Command]:
        """Lay wagers, or buy chips for them, then be ready for the deal."""
        minimum = table.limits.minimum
        if not any(stake.player == self.account for stake in table.wagers):
            amount = minimum * self._chance.choice(self.temper.minimums)
            if table.chips(self.account) < 3 * amount:
                yield BuyIn(self.account, BUY_IN_MINIMUMS * minimum, by=Role.PLAYER)
            yield PlaceWager(self.account, self.box, amount, law.initial, by=Role.PLAYER)
            yield from self._optional_wagers(table, minimum)
        elif self.dealt != table.rounds:
            yield Deal(by=Role.PLAYER)

    def _optional_wagers(self, table: Table, minimum: Cents) -> Iterator[Command]:
        terms = table.choices.jackpot
        if terms is not None and self._chance.random() < 0.5 + self.temper.optional:
            yield PlaceWager(self.account, self.box, terms.wager, JACKPOT, by=Role.PLAYER)
        for on in table.choices.side_bets:
            if self._chance.random() < self.temper.optional:
                yield PlaceWager(self.account, self.box, minimum, on, by=Role.PLAYER)

    def _in_contest(self, law: TableLaw, table: Table, due: tuple[Due, ...]) -> Iterator[Command]:
        """Wager in turn and play, at a table of a tournament."""
        assert isinstance(table, BlackjackTable)
        for one in due:
            if isinstance(one, WagersDue):
                turn, _ = next_to_wager(table)
                if turn is not None and turn.player == self.account:
                    wanted = table.limits.minimum * self._chance.choice(self.temper.minimums)
                    amount = min(wanted, table.limits.maximum, table.chips(self.account))
                    yield PlaceWager(self.account, turn.box, amount, law.initial, by=Role.PLAYER)
                elif turn is None and self.dealt != table.rounds:
                    yield Deal(by=Role.PLAYER)
                return
            if (command := self._answer(table, one)) is not None:
                yield command
                return

    def _answer(self, table: Table, due: Due) -> Command | None:
        """Return the answer to something that is due in a round, if it is due by this player."""
        match due:
            case InsuranceDue() if any(one.player == self.account for one in due.wagers):
                return CloseInsurance(by=Role.PLAYER)
            case DecisionDue() if due.player == self.account:
                assert isinstance(table, BlackjackTable)
                return self._call(table, due)
            case AnswerDue() if due.player == self.account:
                return call_command(due.choices[-1].call, due)
            case BetDue() if due.player == self.account:
                assert isinstance(table, StudTable)
                return self._bet_or_fold(table, due)
        return None

    def _call(self, table: BlackjackTable, due: DecisionDue) -> Command:
        offered = {choice.call: choice.most for choice in due.choices}
        for wanted in (*self.temper.calls(hand_for(table, due)), "stand", "hit"):
            if wanted == "double" and offered.get(wanted):
                amount = offered[wanted]
                return DoubleDown(due.box, player=self.account, amount=amount, by=Role.PLAYER)
            if wanted in offered and wanted != "double":
                return call_command(wanted, due)
        return call_command(due.choices[-1].call, due)

    def _bet_or_fold(self, table: StudTable, due: BetDue) -> Command:
        """Bet with a pair or ace and king; the bold bet with anything."""
        assert table.round is not None
        ranks = [
            card.rank
            for hand in table.round.hands
            if hand.box == due.box
            for card in hand.cards
            if card is not None
        ]
        strong = len(set(ranks)) < len(ranks) or {Rank.ACE, Rank.KING} <= set(ranks)
        offered = {choice.call for choice in due.choices}
        if "bet" in offered and (strong or self.temper.calls is bold):
            return PlaceBet(self.account, due.box, by=Role.PLAYER)
        return Fold(self.account, due.box, by=Role.PLAYER)


def hand_for(table: BlackjackTable, due: DecisionDue) -> HandInSight:
    """Return what a player sees of a decision."""
    round_ = round_of(table)
    box = round_.box(due.box)
    assert box is not None
    cards = box.hands[due.hand - 1].cards
    points = [card.points for card in cards]
    pair = points[0] if len(points) == 2 and points[0] == points[1] else 0
    shown = round_.dealer[0].points
    return HandInSight(due.total, due.soft, pair, ELEVEN if shown == 1 else shown)


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
CONTEST = "sit-and-go-"
"""The beginning of the names of the tournaments that they enter."""
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
            if name.startswith(CONTEST) and one.phase is TournamentPhase.ENTRIES
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
        chosen = replace(choices_for_pace(SHOW_PACE), jackpot=JACKPOT_TERMS, burn=False)

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

"""Runs one table: carries commands out, and deals by itself until a person must act."""

from functools import reduce

from croupier.cards import Bytes, Card
from croupier.errors import CroupierError
from croupier.floor import players
from croupier.floor.players import Account, AccountCommand
from croupier.play.dealer import chance, dealers_command, next_card
from croupier.play.engine import family_of, lines_of, open_game
from croupier.play.jackpot import feed, pay, pool_of
from croupier.rulebooks import TableLaw
from croupier.stud.commands import PlaceBet
from croupier.stud.due import JackpotDue, wanted_bet
from croupier.table.choices import Choices, Mode
from croupier.table.commands import Command, DealCard, PlaceWager
from croupier.table.drafting import Outcome
from croupier.table.due import BurnDue, CardDue, Due
from croupier.table.events import Event
from croupier.table.state import Refused, Table
from croupier.table.wagering import at_risk


class UnlawfulTableError(CroupierError):
    """A table that the rulebook does not allow."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(f"{refused.why} ({refused.clause})")
        self.refused = refused


class Croupier:
    """A table with its dealer.

    At an automatic table every card, shuffle, cut and burn that falls due is done at once. At a
    live table a person deals: cards come in with commands.
    """

    def __init__(
        self,
        law: TableLaw,
        choices: Choices | None = None,
        *,
        seed: int | None = None,
        stack: tuple[Card, ...] | None = None,
        cut_for_players: bool = True,
    ) -> None:
        table = open_game(law, choices, stack=stack)
        if isinstance(table, Refused):
            raise UnlawfulTableError(table)
        self.table: Table = table
        self.events: list[Event] = []
        """All that has happened so far."""
        self.commands = 0
        """How many commands were carried out, the dealer's own among them."""
        self.pool = pool_of(table)
        """The jackpot pool that the table feeds, if it has one."""
        self.accounts: dict[str, Account] = {}
        """What is known of players beyond this table, where their cards are looked after."""
        self._source: Bytes = chance(seed)
        self._cut_for_players = cut_for_players
        self._family = family_of(law)
        self.due: tuple[Due, ...] = self._family.due(table)
        """What is due now."""

    def do(self, command: Command) -> tuple[Event, ...] | Refused:
        """Carry a command out and deal what then falls due; a refused one changes nothing."""
        if isinstance(command, AccountCommand):
            return self._account(command)
        if refused := self._not_admitted(command):
            return refused
        outcome = self._family.handle(self.table, command)
        if isinstance(outcome, Refused):
            return outcome
        start = len(self.events)
        self._take(outcome)
        if self.table.choices.mode is Mode.AUTOMATIC:
            while (step := self._dealers_step()) is not None:
                self._take(step)
        return tuple(self.events[start:])

    def account(self, player: str) -> Account:
        """What is known of a player beyond this table."""
        return self.accounts.get(player) or Account(name=player)

    def _account(self, command: AccountCommand) -> tuple[Event, ...] | Refused:
        law = self.table.law.player_cards
        if law is None or not self.table.choices.player_cards:
            clause = self.table.law.wagers.chips_or_tokens.clause
            why = "Player Cards and gaming limits are not looked after at this table"
            return Refused("player/no-cards-here", clause, why)
        account = self.account(command.player)
        events = players.decide(account, command, law)
        if not isinstance(events, Refused):
            self.accounts[command.player] = reduce(players.evolve, events, account)
            self.events.extend(events)
        return events

    def _not_admitted(self, command: Command) -> Refused | None:
        """Refuse a wager that the player's card or limit does not allow."""
        law = self.table.law.player_cards
        if law is None or not self.table.choices.player_cards:
            return None
        if not isinstance(command, PlaceWager | PlaceBet):
            return None
        amount = command.amount
        if amount is None:
            amount = wanted_bet(self.table, command.box)
        account = self.account(command.player)
        return players.gate(
            law, account, amount=amount, at_risk=at_risk(self.table, command.player)
        )

    def _record_results(self, events: tuple[Event, ...]) -> None:
        for event in events:
            for player, net in players.results_of(lines_of(event)).items():
                recorded = players.ResultRecorded(player, net)
                self.accounts[player] = players.evolve(self.account(player), recorded)

    def _take(self, outcome: Outcome) -> None:
        self.table = outcome.table
        self.commands += 1
        self.events.extend(outcome.events)
        if self.pool is not None:
            self.pool = feed(self.pool, outcome.events)
        if self.table.choices.player_cards:
            self._record_results(outcome.events)
        self.due = self._family.due(outcome.table)

    def _dealers_step(self) -> Outcome | None:
        """What the dealer does of what is due, if it is the dealer's to do."""
        table = self.table
        first = self.due[0] if self.due else None
        if isinstance(first, CardDue):
            card = first.ahead or next_card(table, self._source)
            return None if card is None else self._must(DealCard(card))
        if self.pool is not None and isinstance(first, JackpotDue):
            self.pool, paid = pay(self.pool, first)
            return self._must(paid)
        if first is None or not table.players:
            return None
        if table.shoe.stacked and not isinstance(first, BurnDue):
            return None
        command = dealers_command(table, first, self._source, cut_for_players=self._cut_for_players)
        return None if command is None else self._must(command)

    def _must(self, command: Command) -> Outcome:
        """Carry out what is the dealer's own to do, and cannot be refused."""
        outcome = self._family.handle(self.table, command)
        if isinstance(outcome, Refused):
            raise CroupierError(f"the dealer was refused {command}: {outcome.why}")
        return outcome

"""What people's own limits and exclusions keep them from, at all tables together."""

from collections.abc import Sequence
from datetime import UTC, date, datetime

from croupier.floor.account_commands import Deposit
from croupier.floor.people import Person
from croupier.floor.people.decisions import not_to_play, over_deposit_limit, over_loss_limit
from croupier.floor.players import PlayerAccount
from croupier.floor.purses import GRANTED, PurseMoved
from croupier.money import Cents
from croupier.record.envelopes import Envelope
from croupier.record.gaming_days import USUAL, GamingDaySet
from croupier.table.commands import BuyIn, Command
from croupier.table.state import Refused
from croupier.web.people.powers import command_name

JOINING = frozenset(
    {
        "buy-in",
        "buy-back",
        "buy-chips",
        "deposit",
        "enter",
        "exchange-voucher",
        "nominate-box",
        "sit",
        "take-seat",
        "undisclosed-wager",
        "wager",
    }
)
"""What somebody who is kept from playing cannot ask for. A hand that is in play is played on."""


class DayBook:
    """What each player has brought to the tables on their last gaming day, as the log tells.

    Nobody loses more in a day than was brought to the tables that day, less what went back.
    """

    def __init__(self) -> None:
        self._setting = USUAL
        self._brought: dict[str, tuple[date, Cents]] = {}

    def take_in(self, envelopes: Sequence[Envelope]) -> None:
        """Go on by events of the log."""
        for envelope in envelopes:
            event = envelope.event
            if isinstance(event, GamingDaySet):
                self._setting = event
            elif isinstance(event, PurseMoved) and event.why != GRANTED:
                at = envelope.recorded or envelope.at
                assert at is not None, "a store says when it wrote something down"
                day = self._setting.day_of(at)
                brought = self._on(event.player, day) - event.amount
                self._brought[event.player] = day, brought

    def _on(self, player: str, day: date) -> Cents:
        known, brought = self._brought.get(player, (day, 0))
        return brought if known == day else 0

    def brought(self, player: str, now: datetime) -> Cents:
        """What a player has brought to the tables today; below zero where more went back."""
        return self._on(player, self._setting.day_of(now))


def refused_to(
    person: Person, account: PlayerAccount, command: Command, book: DayBook, now: float
) -> Refused | None:
    """Refuse a player what their own limits, or an exclusion, keep them from."""
    at = datetime.fromtimestamp(now, UTC)
    if command_name(type(command)) in JOINING and (refused := not_to_play(person, at)):
        return refused
    match command:
        case BuyIn(amount=amount):
            return over_loss_limit(person, amount, book.brought(person.id, at), at)
        case Deposit(amount=amount, external=True):
            today = account.deposit_day == at.date().isoformat()
            return over_deposit_limit(person, amount, account.deposited if today else 0, at)
    return None

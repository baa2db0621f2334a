"""Players' own limits and exclusions, which hold at all tables together."""

from collections.abc import Sequence
from datetime import UTC, date, datetime

import msgspec

from croupier.games.table.seats import BuyIn
from croupier.games.table.wagers import PlaceWager
from croupier.house.accounts import GRANTED, Deposit, Deposited, PlayerAccount, PurseMoved
from croupier.house.gaming_days import USUAL_GAMING_DAY, GamingDaySet
from croupier.house.people import (
    Person,
    beyond_loss_limit,
    over_deposit_limit,
    over_loss_limit,
    refuse_play,
)
from croupier.messages import Command, Refused
from croupier.money import Cents
from croupier.record.codec import decode
from croupier.record.envelopes import Envelope
from croupier.web.auth.command_roles import command_name

JOINING_COMMANDS = frozenset(
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
"""What an excluded player may not submit. A hand in play is played on."""


class DayBookSnapshot(msgspec.Struct, frozen=True):
    """A day book in a snapshot of the floor."""

    setting: GamingDaySet | None
    """When the gaming day changes; none where the house has not said."""
    purses: dict[str, Cents]
    """What each player has away from the tables."""
    starts: dict[str, tuple[date, Cents]]
    """The day of each player's last movement, and what the player had when it began."""


class DayBook:
    """What each player had away from the tables when the gaming day began, folded from the log.

    That and what came from outside since, less what is there now, is what the player has brought to
    the tables today. Chips of live tables are real and in no purse: what was brought there is in
    the account. Nobody loses more in a day than both together.
    """

    def __init__(self) -> None:
        self._said: GamingDaySet | None = None
        self._purses: dict[str, Cents] = {}
        self._starts: dict[str, tuple[date, Cents]] = {}

    def snapshot_state(self) -> DayBookSnapshot:
        """Return all of it, for a snapshot of the floor."""
        return DayBookSnapshot(self._said, self._purses, self._starts)

    def restore_state(self, encoded: bytes) -> None:
        """Restore the day book of a snapshot."""
        found: DayBookSnapshot = decode(DayBookSnapshot, encoded)
        self._said = found.setting
        self._purses, self._starts = found.purses, found.starts

    def apply(self, envelopes: Sequence[Envelope]) -> None:
        """Apply events of the log."""
        for envelope in envelopes:
            match envelope.event:
                case GamingDaySet() as setting:
                    self._said = setting
                case PurseMoved(player=player, amount=amount, why=why):
                    self._move(player, amount, envelope, outside=why == GRANTED)
                case Deposited(player=player, amount=amount):
                    self._move(player, amount, envelope, outside=True)

    @property
    def _setting(self) -> GamingDaySet:
        return self._said or USUAL_GAMING_DAY

    def zone(self) -> str:
        """Return the time zone that the house has set; empty where it has set none."""
        return "" if self._said is None else self._said.zone

    def day_of(self, at: datetime) -> date:
        """Return the gaming day of a time."""
        return self._setting.day_of(at)

    def _move(self, player: str, amount: Cents, envelope: Envelope, *, outside: bool) -> None:
        """Book what comes into a purse or goes out of it."""
        at = _time_of(envelope)
        had = self.amount_at_start(player, at)
        self._starts[player] = self._setting.day_of(at), had + amount * outside
        self._purses[player] = self._purses.get(player, 0) + amount

    def amount_at_start(self, player: str, now: datetime) -> Cents:
        """Return what a player had when today began, with what has come from outside since."""
        day, had = self._starts.get(player, (None, 0))
        return had if day == self._setting.day_of(now) else self._purses.get(player, 0)


def _time_of(envelope: Envelope) -> datetime:
    at = envelope.recorded or envelope.at
    assert at is not None, "a store says when it wrote something down"
    return at


def amount_brought_today(account: PlayerAccount, book: DayBook, at: datetime) -> Cents:
    """Return what a player has brought to tables today, and may lose there."""
    live = account.amount_brought_on(book.day_of(at).isoformat())
    return book.amount_at_start(account.player, at) - account.purse + live


def exclusion_refusal(person: Person, command: Command, now: float) -> Refused | None:
    """Return the refusal if an exclusion forbids the player this command."""
    if command_name(type(command)) not in JOINING_COMMANDS:
        return None
    return refuse_play(person, datetime.fromtimestamp(now, UTC))


def limit_refusal(
    person: Person, account: PlayerAccount, command: Command, book: DayBook, now: float
) -> Refused | None:
    """Return the refusal if the player's own limits forbid this command; the account is as of the
    decision."""
    at = datetime.fromtimestamp(now, UTC)
    match command:
        case BuyIn(amount=amount):
            return over_loss_limit(person, amount, amount_brought_today(account, book, at), at)
        case PlaceWager():
            return beyond_loss_limit(person, amount_brought_today(account, book, at), at)
        case Deposit(amount=amount, external=True):
            # The account counts a deposit on the day of the command's time. Another clock here
            # could be past midnight already, and the limit would start over.
            deposited = account.deposited_on_day_of(command.at or at)
            return over_deposit_limit(person, amount, deposited, at)
    return None

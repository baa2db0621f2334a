"""Tables to test with, and what is said at them. Amounts are dollars, as people say them."""

from datetime import UTC, datetime, timedelta
from typing import Any

from croupier.blackjack import Outcome, handle
from croupier.blackjack.opening import open_blackjack as open_table
from croupier.cards import parse_cards
from croupier.play.wire import to_command
from croupier.rulebooks import STAR_BLACKJACK
from croupier.table.choices import Choices, Mode
from croupier.table.commands import Command
from croupier.table.events import Event
from croupier.table.state import Refused, Table

EIGHT = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
"""Eight in the evening."""


def minutes_past_eight(minutes: float) -> datetime:
    return EIGHT + timedelta(minutes=minutes)


def opened(shoe: str | None = None, **choices: Any) -> Table:
    """A Star Blackjack table; with a shoe, one whose cards are ready in that order."""
    burn = shoe is None
    stack = None if shoe is None else parse_cards(shoe)
    table = open_table(STAR_BLACKJACK, Choices(**{"burn": burn, **choices}), stack=stack)
    assert isinstance(table, Table), table
    return table


def live(**choices: Any) -> Table:
    """A table with real cards, not shuffled yet."""
    return opened(mode=Mode.LIVE, **choices)


def say(do: str, **fields: Any) -> Command:
    """A command in the words of a scenario; ``with_`` stands for ``with``."""
    return to_command({"do": do, **{name.rstrip("_"): value for name, value in fields.items()}})


def outcome(table: Table, *commands: Command) -> Outcome:
    """What lawful commands lead to, with all their events."""
    events: list[Event] = []
    for command in commands:
        answer = handle(table, command)
        assert isinstance(answer, Outcome), f"{command} was refused: {answer}"
        table = answer.table
        events += answer.events
    return Outcome(table, tuple(events))


def after(table: Table, *commands: Command) -> Table:
    """The table after lawful commands."""
    return outcome(table, *commands).table


def refused(table: Table, command: Command) -> Refused:
    """The answer to a command that must be refused."""
    answer = handle(table, command)
    assert isinstance(answer, Refused), f"{command} was allowed"
    return answer


def wager(player: str, box: int, amount: float, **fields: Any) -> Command:
    return say("wager", player=player, box=box, amount=amount, **fields)


def sit(player: str, box: int) -> Command:
    return say("sit", player=player, box=box)


def dealt(text: str) -> list[Command]:
    """The dealer enters these cards."""
    return [say("card", card=card) for card in text.split()]

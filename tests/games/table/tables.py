"""Tables to test with, and what is said at them. Amounts are dollars, as people say them."""

from datetime import UTC, datetime, timedelta
from typing import Any

from croupier.cards import parse_cards
from croupier.floor.command_text import to_command
from croupier.games import engine
from croupier.games.blackjack.opening import blackjack_table, open_blackjack
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.table.choices import Choices, Mode
from croupier.games.table.draft import Outcome
from croupier.games.table.due import Due
from croupier.games.table.opening import TableOpened
from croupier.games.table.state import Table
from croupier.messages import Command, Event, Refused
from croupier.rulebooks import STAR_BLACKJACK
from tests.support.tables import blackjack

EIGHT = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
"""Eight in the evening."""


def minutes_past_eight(minutes: float) -> datetime:
    return EIGHT + timedelta(minutes=minutes)


def opened(shoe: str | None = None, **choices: Any) -> BlackjackTable:
    """A Star Blackjack table; with a shoe, one whose cards are laid ready."""
    burn = shoe is None
    cards = None if shoe is None else len(parse_cards(shoe))
    event = open_blackjack(STAR_BLACKJACK, Choices(**{"burn": burn, **choices}), stacked=cards)
    assert isinstance(event, TableOpened), event
    return blackjack_table(event)


def live(**choices: Any) -> BlackjackTable:
    """A table with real cards, not shuffled yet."""
    return opened(mode=Mode.LIVE, **choices)


def say(do: str, **fields: Any) -> Command:
    """A command in the words of a scenario; ``with_`` stands for ``with``."""
    return to_command({"do": do, **{name.rstrip("_"): value for name, value in fields.items()}})


def handle(table: Table, command: Command) -> Outcome | Refused:
    """What a command leads to at such a table."""
    return engine.handle(STAR_BLACKJACK, table, command)


def due(table: Table) -> tuple[Due, ...]:
    """What is due at such a table."""
    return engine.due(STAR_BLACKJACK, table)


def outcome(table: Table, *commands: Command) -> Outcome:
    """What lawful commands lead to, with all their events."""
    events: list[Event] = []
    for command in commands:
        answer = handle(table, command)
        assert isinstance(answer, Outcome), f"{command} was refused: {answer}"
        table = answer.table
        events += answer.events
    return Outcome(table, tuple(events))


def after(table: Table, *commands: Command) -> BlackjackTable:
    """The table after lawful commands."""
    return blackjack(outcome(table, *commands).table)


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

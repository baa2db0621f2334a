"""Deciding in steps: each event is applied at once, so that the next step sees its effect."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from croupier.cards import Card
from croupier.rulebooks import TableLaw
from croupier.table.checks import excluded
from croupier.table.commands import (
    BuyIn,
    Command,
    CutCards,
    DeclineCut,
    ExchangeVoucher,
    GiveUpBox,
    MoveWager,
    NominateBox,
    PlaceWager,
    ReserveBoxes,
    RiffleCards,
    Sit,
)
from croupier.table.contest_checks import CHECKS as IN_CONTEST
from croupier.table.contest_checks import after_contest
from croupier.table.contest_state import OVER
from croupier.table.events import ClockMoved, Event
from croupier.table.state import Refused, Table

TAKING_PART = (
    Sit,
    BuyIn,
    ExchangeVoucher,
    PlaceWager,
    MoveWager,
    NominateBox,
    ReserveBoxes,
    RiffleCards,
    CutCards,
    DeclineCut,
)
"""What a player does, or is given, who takes part in the game."""

LawT = TypeVar("LawT", bound=TableLaw, covariant=True)
TableT = TypeVar("TableT", bound=Table, covariant=True)
EventsT = TypeVar("EventsT", bound=Sequence[Event])


class Draft(Generic[LawT, TableT]):
    """A decision being made under a law: the table as it would become, the events so far."""

    __slots__ = ("events", "law", "table")

    def __init__(self, law: LawT, table: TableT) -> None:
        self.law = law
        self.table = table
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Add an event and apply it, as the family of games does."""
        raise NotImplementedError

    def emit_all(self, events: EventsT, apply: Callable[[Any, EventsT], Any]) -> None:
        """Add events that are applied at once, which comes to the same as one after the other."""
        self.table = apply(self.table, events)
        self.events += events


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """A command that was carried out: what happened, and the table after it."""

    table: Table
    """The table after it."""
    events: tuple[Event, ...]
    """What happened, in its order."""


TableDraft = Draft[TableLaw, Table]
"""A draft of which no more is known than that it is a table's."""
NextCards = Callable[[TableT, int], Sequence[Card]]
"""Gives the next cards of a table as it stands, at most so many; none where there are none.

A device that mixes as it deals gives one at a time.
"""
Handler = Callable[[Any, Any], Refused | None]
"""Answers one kind of command: emits events, or refuses before it has emitted any."""
DraftT = TypeVar("DraftT", bound=Draft[Any, Any])
CommandT = TypeVar("CommandT", bound=Command)


def on(
    kind: type[CommandT], handler: Callable[[DraftT, CommandT], Refused | None]
) -> dict[type[Command], Handler]:
    """Register the function that answers a kind of command."""
    return {kind: handler}


REPORTED_ELSEWHERE = {
    "correct-card": "enter a misread card again after reconstruct with misread",
    "misdeal": "report cards dealt wrongly with reconstruct, or void-round",
    "wrong-count": "report cards dealt wrongly with reconstruct, or void-round",
    "stray-hand": "report cards dealt wrongly with reconstruct, or void-round",
    "exposed-card": "report a card that came out wrongly with draw-in-error or extra-dealer-card",
    "reconstruct": "report cards dealt wrongly with misdeal, misread ones with correct-card",
    "void-round": "report cards dealt wrongly with misdeal",
}
"""What reports the same thing in the other family of games."""


def take_time(draft: TableDraft, command: Command) -> Refused | None:
    """Move the clock to the command's time; it never goes back."""
    if command.at is None:
        return None
    clock = draft.table.clock
    if command.at.tzinfo is None:
        why = "a time needs its zone, such as 2026-05-01T20:00:00Z"
        return Refused("clock/no-zone", "", why)
    if clock is not None and command.at < clock:
        return Refused(
            "clock/backwards",
            "",
            f"the table's clock is at {clock.isoformat()} and {command.at.isoformat()} is "
            f"before that",
        )
    if clock != command.at:
        draft.emit(ClockMoved(command.at))
    return None


def _with_title(law: TableLaw, command: Command, refused: Refused) -> Refused:
    """Name the role that is meant, where the rulebook gives the sender's title to another."""
    meant = law.other_titles.get(command.by)
    if meant is None or not refused.code.startswith("role/"):
        return refused
    return replace(refused, why=f"{refused.why}; {meant}")


def _no_such_command(law: TableLaw, command: Command) -> str:
    """Say that a game has no such command, and what else reports the same thing at a table."""
    tag = str(type(command).__struct_config__.tag)
    instead = REPORTED_ELSEWHERE.get(tag)
    return f"{law.title} has no {tag}" + (f": {instead}" if instead else "")


def answer(
    draft: Draft[LawT, TableT], command: Command, handlers: Mapping[type[Command], Handler]
) -> Refused | None:
    """Answer a command with a family's handlers, or refuse it."""
    handler = handlers.get(type(command))
    if handler is None:
        return Refused("command/other-game", "", _no_such_command(draft.law, command))
    table, refused = draft.table, None
    if command.at is not None or table.excluded:
        refused = take_time(draft, command) or _of_excluded(table, command)
    contest = table.contest
    if contest is not None and refused is None:
        if contest.part is OVER:
            refused = after_contest(draft.law, draft.table, command)
        elif type(command) in IN_CONTEST:
            refused = IN_CONTEST[type(command)](draft.law, draft.table, command)
    if refused is None:
        refused = handler(draft, command)
    return None if refused is None else _with_title(draft.law, command, refused)


def _of_excluded(table: Table, command: Command) -> Refused | None:
    """Refuse a seat, a box, chips or a wager to a player who was excluded."""
    if isinstance(command, GiveUpBox):
        return excluded(table, command.to)
    if isinstance(command, TAKING_PART) and command.player is not None:
        return excluded(table, command.player)
    return None

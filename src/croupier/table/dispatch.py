"""Every command has one way in: its time, what excludes its sender, the tournament, its handler."""

from collections.abc import Mapping

from msgspec.structs import replace

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
from croupier.table.draft import Draft, Handler, LawT, TableDraft, TableT
from croupier.table.events import ClockMoved
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

"""The one way in for every command: time, exclusion, the tournament, then the handler.

It also joins the ``EVOLVERS`` and handlers of all subjects of the table.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.games.table import (
    card_counts,
    conduct,
    disputes,
    equipment,
    new_cards,
    notices,
    opening,
    preparation,
    restrictions,
    seats,
    signs,
    state,
    wagers,
)
from croupier.games.table.checks import player_excluded
from croupier.games.table.contest import rounds
from croupier.games.table.contest import wagers as contest_wagers
from croupier.games.table.contest.checks import CHECKS as IN_CONTEST
from croupier.games.table.contest.checks import after_contest
from croupier.games.table.contest.state import OVER
from croupier.games.table.contest.turns import with_turn_start
from croupier.games.table.draft import Draft, Handler, LawT, TableDraft, TableT
from croupier.games.table.new_cards import RiffleCards
from croupier.games.table.preparation import CutCards, DeclineCut
from croupier.games.table.rounds import Remedies
from croupier.games.table.seats import (
    BuyIn,
    ExchangeVoucher,
    GiveUpBox,
    NominateBox,
    ReserveBoxes,
    Sit,
)
from croupier.games.table.state import Table
from croupier.games.table.wagers import MoveWager, PlaceWager
from croupier.messages import ClockMoved, Command, Event, Evolver, Refused
from croupier.rulebooks import TableLaw


def clock_moved(table: Table, event: ClockMoved) -> Table:
    contest = table.contest
    noted = None if contest is None else with_turn_start(table, contest)
    return replace(table, clock=event.at, contest=noted)


EVOLVERS: dict[type[Event], Evolver] = {
    **notices.EVOLVERS,
    **card_counts.EVOLVERS,
    **equipment.EVOLVERS,
    **conduct.EVOLVERS,
    **disputes.EVOLVERS,
    **rounds.EVOLVERS,
    **new_cards.EVOLVERS,
    **contest_wagers.EVOLVERS,
    **state.EVOLVERS,
    **seats.EVOLVERS,
    **wagers.EVOLVERS,
    **preparation.EVOLVERS,
    **opening.EVOLVERS,
    **restrictions.EVOLVERS,
    **signs.EVOLVERS,
    ClockMoved: clock_moved,
}
"""What each event changes, subject by subject."""


TABLE_EVENTS: frozenset[type[Event]] = frozenset(
    {
        *state.EVOLVERS,
        *seats.EVOLVERS,
        *wagers.EVOLVERS,
        *notices.EVOLVERS,
        *disputes.EVOLVERS,
        *restrictions.EVOLVERS,
        *conduct.EVOLVERS,
        *(signs.EVOLVERS.keys() - {signs.ClosureAnnounced}),
        equipment.EquipmentChecked,
        card_counts.CardsSecured,
    }
)
"""The events of the table and its people, which are part of no round: they change only fields that
are the table's, and wagers for the next round. A closing that is announced counts rounds."""


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
"""The commands that need a player who may take part in the game."""

REPORTED_ELSEWHERE = {
    "correct-card": "enter a misread card again after reconstruct with misread",
    "misdeal": "report cards dealt wrongly with reconstruct, or void-round",
    "wrong-count": "report cards dealt wrongly with reconstruct, or void-round",
    "stray-hand": "report cards dealt wrongly with reconstruct, or void-round",
    "exposed-card": "report a card that came out wrongly with draw-in-error or extra-dealer-card",
    "reconstruct": "report cards dealt wrongly with misdeal, misread ones with correct-card",
    "void-round": "report cards dealt wrongly with misdeal",
}
"""What to use instead of a command that only the other family has."""


def take_time(draft: TableDraft, command: Command) -> Refused | None:
    """Move the table's clock to the command's time; refuse a time before it or without a zone."""
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
    """Return the refusal with the role that is meant, if this rulebook uses the title otherwise."""
    meant = law.other_titles.get(command.by)
    if meant is None or not refused.code.startswith("role/"):
        return refused
    return replace(refused, why=f"{refused.why}; {meant}")


def _no_such_command(law: TableLaw, command: Command) -> str:
    """Return why this game refuses a command, and which other command to use."""
    tag = str(type(command).__struct_config__.tag)
    instead = REPORTED_ELSEWHERE.get(tag)
    return f"{law.title} has no {tag}" + (f": {instead}" if instead else "")


def answer(
    draft: Draft[LawT, TableT], command: Command, handlers: Mapping[type[Command], Handler]
) -> Refused | None:
    """Decide a command in a draft, using a family's handlers; return its refusal, if any."""
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
        return player_excluded(table, command.to)
    if isinstance(command, TAKING_PART) and command.player is not None:
        return player_excluded(table, command.player)
    return None


def table_handlers(remedies: Remedies) -> dict[type[Command], Handler]:
    """Return the handlers of all commands that families share; each lends its remedies."""
    return {
        **wagers.handlers(remedies),
        **wagers.HANDLERS,
        **seats.HANDLERS,
        **signs.HANDLERS,
        **restrictions.HANDLERS,
        **preparation.HANDLERS,
        **new_cards.HANDLERS,
        **notices.HANDLERS,
        **disputes.HANDLERS,
        **equipment.HANDLERS,
        **contest_wagers.HANDLERS,
        **card_counts.HANDLERS,
        **conduct.handlers(remedies),
    }

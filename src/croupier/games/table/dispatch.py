"""Every command has one way in: its time, what excludes its sender, the tournament, its handler."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.games.table import (
    card_counts,
    conduct,
    disputes,
    equipment,
    new_cards,
    notices,
    preparation,
    restrictions,
    seats,
    signs,
    wagers,
)
from croupier.games.table import card_counts as table_card_counts
from croupier.games.table import wagers as table_wagers
from croupier.games.table.card_counts import (
    CardReplaced,
    CardsChecked,
    CardsDropped,
    CardsSecured,
    CheckOrdered,
    WrongCardsFound,
    cards_checked,
    cards_secured,
    check_ordered,
)
from croupier.games.table.checks import excluded
from croupier.games.table.conduct import (
    PersonCautioned,
    PlayerSanctioned,
    RulesShown,
    player_sanctioned,
)
from croupier.games.table.contest import wagers as contest_wagers
from croupier.games.table.contest.checks import CHECKS as IN_CONTEST
from croupier.games.table.contest.checks import after_contest
from croupier.games.table.contest.rounds import (
    ContestantEliminated,
    ContestantReinstated,
    ContestantRemoved,
    ContestantReplaced,
    ContestBegan,
    ContestEnded,
    ContestRoundEnded,
    PlayOffBegan,
    PresenceChanged,
    WagersLimitedInTime,
    contest_began,
    contest_ended,
    contest_round_ended,
    contestant_eliminated,
    contestant_reinstated,
    contestant_removed,
    contestant_replaced,
    past_round_voided,
    play_off_began,
    presence_changed,
    wagers_limited_in_time,
)
from croupier.games.table.contest.state import OVER
from croupier.games.table.contest.turns import with_time_noted
from croupier.games.table.contest.wagers import (
    AbsenceCharged,
    FormAnnounced,
    FormHandedIn,
    FormShown,
    PassCardPlayed,
    TimeRanOut,
    absence_charged,
    form_announced,
    form_handed_in,
    pass_card_played,
)
from croupier.games.table.disputes import DisputeMoved, DisputeRaised, dispute_moved, dispute_raised
from croupier.games.table.draft import Draft, Handler, LawT, TableDraft, TableT
from croupier.games.table.equipment import (
    DeviceChanged,
    DeviceFailed,
    EquipmentChecked,
    device_changed,
    device_failed,
    equipment_checked,
)
from croupier.games.table.new_cards import (
    CardsReplaced,
    CardsRiffled,
    RiffleCards,
    ShuffleOrdered,
    cards_replaced,
    shuffle_ordered,
)
from croupier.games.table.notices import (
    NoticeAcknowledged,
    NoticeGiven,
    PlayerReminded,
    PlayerWarned,
    notice_acknowledged,
    notice_given,
    player_warned,
)
from croupier.games.table.opening import LawAdopted, law_adopted
from croupier.games.table.preparation import (
    CardBurned,
    CardsCut,
    CardsShuffled,
    CutCards,
    CutDeclined,
    CuttingCardShown,
    DeclineCut,
    DeviceLoaded,
    PreparationChanged,
    ShoeLoaded,
    card_burned,
    cards_cut,
    cards_shuffled,
    cut_declined,
    cutting_card_shown,
    preparation_changed,
    shoe_loaded,
)
from croupier.games.table.restrictions import (
    PlayerRestricted,
    PlayersPerBoxLimited,
    player_restricted,
    players_per_box_limited,
)
from croupier.games.table.rounds import PastRoundVoided, Remedies
from croupier.games.table.seats import (
    BoughtIn,
    BoxesReleased,
    BoxesReserved,
    BoxGivenUp,
    BoxNominated,
    BuyIn,
    ColouredUp,
    DealerChanged,
    ExchangeVoucher,
    GiveUpBox,
    NominateBox,
    PlayerLeft,
    ReserveBoxes,
    SeatLeft,
    SeatTaken,
    Sit,
    VoucherExchanged,
    bought_in,
    box_given_up,
    box_nominated,
    boxes_released,
    boxes_reserved,
    dealer_changed,
    player_left,
    seat_left,
    seat_taken,
    voucher_exchanged,
)
from croupier.games.table.signs import (
    ClosureAnnounced,
    LimitsAnnounced,
    LimitsChanged,
    PersonalLimitsSet,
    RetainedMinimumChanged,
    TableClosed,
    closure_announced,
    limits_announced,
    limits_changed,
    personal_limits_set,
    retained_minimum_changed,
    table_closed,
)
from croupier.games.table.state import PlayerArrived, Table, player_arrived, unchanged
from croupier.games.table.wagers import (
    MoveWager,
    PlaceWager,
    WagerPlaced,
    WagerReturned,
    wager_placed,
    wager_returned,
)
from croupier.messages import ClockMoved, Command, Event, Evolver, Refused
from croupier.rulebooks import TableLaw


def clock_moved(table: Table, event: ClockMoved) -> Table:
    contest = table.contest
    noted = None if contest is None else with_time_noted(table, contest)
    return replace(table, clock=event.at, contest=noted)


IRREGULAR_EVOLVERS: dict[type[Event], Evolver] = {
    NoticeGiven: notice_given,
    NoticeAcknowledged: notice_acknowledged,
    CheckOrdered: check_ordered,
    CardsChecked: cards_checked,
    CardReplaced: unchanged,
    WrongCardsFound: unchanged,
    DeviceFailed: device_failed,
    DeviceChanged: device_changed,
    RulesShown: unchanged,
    PlayerSanctioned: player_sanctioned,
    PersonCautioned: unchanged,
    DisputeRaised: dispute_raised,
    DisputeMoved: dispute_moved,
    PastRoundVoided: past_round_voided,
}
"""One function per event."""


UPKEEP_EVOLVERS: dict[type[Event], Evolver] = {
    EquipmentChecked: equipment_checked,
    CardsSecured: cards_secured,
    CardsDropped: unchanged,
    CardsReplaced: cards_replaced,
}
"""One function per event."""


CONTEST_EVOLVERS: dict[type[Event], Evolver] = {
    ContestBegan: contest_began,
    PresenceChanged: presence_changed,
    PassCardPlayed: pass_card_played,
    FormHandedIn: form_handed_in,
    FormAnnounced: form_announced,
    FormShown: unchanged,
    TimeRanOut: unchanged,
    AbsenceCharged: absence_charged,
    WagersLimitedInTime: wagers_limited_in_time,
    ContestantEliminated: contestant_eliminated,
    ContestantRemoved: contestant_removed,
    ContestantReplaced: contestant_replaced,
    ContestantReinstated: contestant_reinstated,
    ContestRoundEnded: contest_round_ended,
    PlayOffBegan: play_off_began,
    ContestEnded: contest_ended,
}
"""One function per event."""


EVOLVERS: dict[type[Event], Evolver] = {
    **IRREGULAR_EVOLVERS,
    **UPKEEP_EVOLVERS,
    **CONTEST_EVOLVERS,
    ClockMoved: clock_moved,
    PlayerArrived: player_arrived,
    BoughtIn: bought_in,
    ColouredUp: unchanged,
    VoucherExchanged: voucher_exchanged,
    SeatTaken: seat_taken,
    SeatLeft: seat_left,
    PlayerLeft: player_left,
    WagerPlaced: wager_placed,
    WagerReturned: wager_returned,
    PreparationChanged: preparation_changed,
    CardsShuffled: cards_shuffled,
    CutDeclined: cut_declined,
    CardsCut: cards_cut,
    ShoeLoaded: shoe_loaded,
    DeviceLoaded: unchanged,
    CardBurned: card_burned,
    PlayerWarned: player_warned,
    PlayerReminded: unchanged,
    BoxNominated: box_nominated,
    CuttingCardShown: cutting_card_shown,
    DealerChanged: dealer_changed,
    LawAdopted: law_adopted,
    ShuffleOrdered: shuffle_ordered,
    CardsRiffled: unchanged,
    PlayersPerBoxLimited: players_per_box_limited,
    BoxGivenUp: box_given_up,
    BoxesReserved: boxes_reserved,
    BoxesReleased: boxes_released,
    PlayerRestricted: player_restricted,
    LimitsAnnounced: limits_announced,
    LimitsChanged: limits_changed,
    RetainedMinimumChanged: retained_minimum_changed,
    PersonalLimitsSet: personal_limits_set,
    ClosureAnnounced: closure_announced,
    TableClosed: table_closed,
}
"""One function per event."""


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


def table_handlers(remedies: Remedies) -> dict[type[Command], Handler]:
    """One function per command, with what a family of games lends to them."""
    return {
        **wagers.handlers(remedies),
        **table_wagers.HANDLERS,
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
        **table_card_counts.HANDLERS_CARDS_ASIDE,
        **conduct.handlers(remedies),
    }

"""How events of irregularities, disputes and notices change a table."""

from msgspec.structs import replace

from croupier.cards import Device
from croupier.money import posted
from croupier.table import irregular_events as went_wrong
from croupier.table.contest_rounds import with_past_round_taken_out
from croupier.table.events import Event
from croupier.table.messages import Evolver
from croupier.table.round_events import PastRoundVoided
from croupier.table.state import (
    Dispute,
    Notice,
    Table,
)


def notice_given(table: Table, event: went_wrong.NoticeGiven) -> Table:
    notice = Notice(
        event.whom, event.about, event.player, event.clause, table.clock, event.deadline
    )
    return replace(table, notices=(*table.notices, notice))


def notice_acknowledged(table: Table, event: went_wrong.NoticeAcknowledged) -> Table:
    notices = list(table.notices)
    notices[event.notice - 1] = replace(notices[event.notice - 1], acknowledged=True)
    return replace(table, notices=tuple(notices))


def check_ordered(table: Table, event: went_wrong.CheckOrdered) -> Table:
    return replace(table, check_after_round=event.clause)


def cards_checked(table: Table, event: went_wrong.CardsChecked) -> Table:
    return replace(table, check_after_round="") if table.check_after_round else table


def player_sanctioned(table: Table, event: went_wrong.PlayerSanctioned) -> Table:
    excluded = table.excluded
    if event.excluded:
        excluded = {**excluded, event.player: event.excluded}
    return replace(table, excluded=excluded)


def dispute_raised(table: Table, event: went_wrong.DisputeRaised) -> Table:
    dispute = Dispute(event.player, event.about, round=table.rounds)
    return replace(table, disputes=(*table.disputes, dispute))


def dispute_moved(table: Table, event: went_wrong.DisputeMoved) -> Table:
    disputes = list(table.disputes)
    dispute = disputes[event.dispute - 1]
    first = event.step == "decided"
    disputes[event.dispute - 1] = replace(
        dispute,
        step=event.step,
        outcome=event.outcome or dispute.outcome,
        decided_by=event.person if first else dispute.decided_by,
    )
    return replace(table, disputes=tuple(disputes))


def device_failed(table: Table, event: went_wrong.DeviceFailed) -> Table:
    return replace(table, device_failed=event.clauses[0]) if event.out else table


def device_changed(table: Table, event: went_wrong.DeviceChanged) -> Table:
    device = Device.SHOE if event.shoe else Device.SHUFFLER
    return replace(
        table,
        choices=replace(table.choices, device=device),
        device_missing=event.shoe,
        device_failed="",
        shoe=replace(table.shoe, device=device),
    )


def past_round_voided(table: Table, event: PastRoundVoided) -> Table:
    balances = posted(table.balances, (line.entry for line in event.lines))
    return with_past_round_taken_out(replace(table, balances=balances))


def unchanged(table: Table, event: Event) -> Table:
    return table


EVOLVERS: dict[type[Event], Evolver] = {
    went_wrong.NoticeGiven: notice_given,
    went_wrong.NoticeAcknowledged: notice_acknowledged,
    went_wrong.CheckOrdered: check_ordered,
    went_wrong.CardsChecked: cards_checked,
    went_wrong.CardReplaced: unchanged,
    went_wrong.WrongCardsFound: unchanged,
    went_wrong.DeviceFailed: device_failed,
    went_wrong.DeviceChanged: device_changed,
    went_wrong.RulesShown: unchanged,
    went_wrong.PlayerSanctioned: player_sanctioned,
    went_wrong.PersonCautioned: unchanged,
    went_wrong.DisputeRaised: dispute_raised,
    went_wrong.DisputeMoved: dispute_moved,
    PastRoundVoided: past_round_voided,
}
"""One function per event."""

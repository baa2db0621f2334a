"""How what the house permits, approves or limits changes a blackjack table."""

from msgspec.structs import replace

from croupier.blackjack import events as happened
from croupier.blackjack.state import BlackjackTable
from croupier.table.events import Event
from croupier.table.messages import Evolver


def held_blackjacks_approved(
    table: BlackjackTable, event: happened.HeldBlackjacksApproved
) -> BlackjackTable:
    return replace(table, held_blackjacks=event.approved)


def face_down_approved(table: BlackjackTable, event: happened.FaceDownApproved) -> BlackjackTable:
    return replace(table, face_down=event.approved)


def resplit_permitted(table: BlackjackTable, event: happened.ResplitPermitted) -> BlackjackTable:
    return replace(table, resplit=True)


def side_bet_limits_set(table: BlackjackTable, event: happened.SideBetLimitsSet) -> BlackjackTable:
    return replace(table, side_bet_limits={**table.side_bet_limits, event.on: event.limits})


def side_bets_limited(table: BlackjackTable, event: happened.SideBetsLimited) -> BlackjackTable:
    return replace(table, side_bets_for_bettors_only=True)


EVOLVERS: dict[type[Event], Evolver] = {
    happened.HeldBlackjacksApproved: held_blackjacks_approved,
    happened.FaceDownApproved: face_down_approved,
    happened.ResplitPermitted: resplit_permitted,
    happened.SideBetLimitsSet: side_bet_limits_set,
    happened.SideBetsLimited: side_bets_limited,
}
"""One function per event."""

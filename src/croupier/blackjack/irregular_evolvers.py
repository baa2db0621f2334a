"""How the events of irregularities change a blackjack table."""

from collections import Counter

from msgspec.structs import replace

from croupier.blackjack import irregular_events as happened
from croupier.blackjack.state import (
    DOUBLE,
    GONE,
    INSURANCE,
    OPEN,
    SURRENDER,
    BlackjackTable,
    Box,
    Hand,
    Phase,
    round_of,
)
from croupier.cards import Card
from croupier.money import posted
from croupier.table.contest_rounds import with_round_reopened
from croupier.table.events import Event
from croupier.table.evolvers import unchanged
from croupier.table.messages import Evolver
from croupier.table.round_events import RoundVoided
from croupier.table.state import MAIN, Line


def card_drawn_in_error(table: BlackjackTable, event: happened.CardDrawnInError) -> BlackjackTable:
    shoe, ahead = table.shoe, table.ahead
    if event.closes_betting:
        table = _begun(table)
    if event.drawn:
        shoe = replace(shoe, drawn=shoe.drawn + 1)
        ahead = (*ahead, event.card)
    return replace(
        table,
        shoe=shoe,
        ahead=ahead,
        offered=table.offered + event.offered,
    )


def _begun(table: BlackjackTable) -> BlackjackTable:
    """The table when the first card of a round has slipped out, or a further one."""
    if table.first_card_out:
        return table
    return replace(
        table,
        first_card_out=True,
        players_then=table.players,
        limits_then=table.limits,
        side_bet_limits_then=table.side_bet_limits,
    )


def ready_card_corrected(
    table: BlackjackTable, event: happened.ReadyCardCorrected
) -> BlackjackTable:
    place = table.ahead.index(event.wrong)
    return replace(table, ahead=(*table.ahead[:place], event.right, *table.ahead[place + 1 :]))


def card_refused(table: BlackjackTable, event: happened.CardRefused) -> BlackjackTable:
    round_ = round_of(table)
    boxes = tuple(
        replace(box, hands=tuple(_refusing(hand) for hand in box.hands))
        if box.controller == event.player
        else box
        for box in round_.boxes
    )
    return replace(table, round=replace(round_, boxes=boxes, undecided=True))


def _refusing(hand: Hand) -> Hand:
    return replace(hand, refused=True) if hand.progress is OPEN else hand


def spare_card_burned(table: BlackjackTable, event: happened.SpareCardBurned) -> BlackjackTable:
    discards = (*table.discards, event.card)
    place = event.place
    offered = table.offered - (place < table.offered)
    ahead = (*table.ahead[:place], *table.ahead[place + 1 :])
    return replace(table, ahead=ahead, offered=offered, discards=discards)


def spare_card_kept(table: BlackjackTable, event: happened.SpareCardKept) -> BlackjackTable:
    if event.closes_betting:
        return _begun(table)
    return table if event.in_round else replace(table, offered=0)


def first_card_cleared(table: BlackjackTable, event: happened.FirstCardCleared) -> BlackjackTable:
    table = replace(
        table, first_card_out=False, players_then={}, limits_then=None, side_bet_limits_then={}
    )
    if not event.burned:
        return table
    return replace(table, ahead=(), offered=0, discards=(*table.discards, *event.cards))


def cards_of(boxes: tuple[Box, ...], *, gone: bool) -> list[Card]:
    """The cards of all hands, or of those that are off the layout."""
    hands = (hand for box in boxes for hand in box.hands)
    return [card for hand in hands if not gone or hand.progress is GONE for card in hand.cards]


def round_reconstructed(
    table: BlackjackTable, event: happened.RoundReconstructed
) -> BlackjackTable:
    entries = () if event.entry is None else (event.entry,)
    shoe, ahead, offered, untold = table.shoe, (*event.cards, *table.ahead), event.offered, 0
    if event.ahead is not None:
        ahead = event.ahead
    if event.misread:
        shoe = replace(shoe, drawn=shoe.drawn - len(event.cards))
        ahead, offered = table.ahead, table.offered
        untold = table.untold + len(event.cards)
    return replace(
        table,
        shoe=shoe,
        round=event.round,
        discards=event.discards,
        ahead=ahead,
        offered=offered,
        untold=untold,
        preparation=event.preparation,
        shuffle_after_round=event.shuffle_after_round or table.shuffle_after_round,
        rounds_left=event.rounds_left,
        settled=event.settled,
        contest=event.contest,
        limits=event.limits or table.limits,
        balances=posted(table.balances, (*entries, *(line.entry for line in event.lines))),
    )


def round_voided(table: BlackjackTable, event: RoundVoided) -> BlackjackTable:
    balances = posted(table.balances, (line.entry for line in event.lines))
    if table.round is None:
        return with_round_reopened(replace(table, settled=(), balances=balances))
    round_ = round_of(table)
    gone = Counter(cards_of(round_.boxes, gone=True))
    lying = Counter(cards_of(round_.boxes, gone=False)) - gone
    left = table.rounds_left
    unknown = (None,) * table.untold
    after = replace(
        table,
        round=None,
        shoe=replace(table.shoe, drawn=table.shoe.drawn + table.untold),
        untold=0,
        discards=(*table.discards, *lying.elements(), *round_.dealer, *unknown, *table.ahead),
        ahead=(),
        offered=0,
        settled=(),
        balances=balances,
        rounds_left=None if left is None else max(0, left - 1),
    )
    return with_round_reopened(after)


ON_HAND = (MAIN, DOUBLE, INSURANCE)
"""The wagers that stand and fall with a hand; an optional one does not."""


def hand_voided(table: BlackjackTable, event: happened.HandVoided) -> BlackjackTable:
    balances = posted(table.balances, (line.entry for line in event.lines))
    settled = tuple(
        replace(one, lines=tuple(x for x in left if not _on_void_hand(x, event)))
        for one in table.settled
        for left in (_but(one.lines, event.lines),)
    )
    if table.round is None:
        return replace(table, settled=settled, balances=balances)
    round_ = round_of(table)
    discards = list(table.discards)
    boxes = []
    for box in round_.boxes:
        if box.number == event.box:
            hands = []
            for place, hand in enumerate(box.hands, 1):
                if event.hand in (None, place):
                    discards += hand.cards if hand.progress is not GONE else ()
                    hand = replace(hand, progress=GONE, call=None)
                hands.append(hand)
            box = replace(box, hands=tuple(hands))
        boxes.append(box)
    back = {(line.player, line.box, line.hand, line.on, line.of) for line in event.lines}
    stakes = tuple(
        stake
        for stake in round_.stakes
        if (stake.player, stake.box, stake.hand, stake.on, stake.of) not in back
    )
    question = round_.question
    if question is not None and question.box == event.box and event.hand in (None, question.hand):
        question = None
    return replace(
        table,
        round=replace(round_, boxes=tuple(boxes), stakes=stakes, question=question),
        discards=tuple(discards),
        settled=settled,
        balances=balances,
    )


def _on_void_hand(line: Line, event: happened.HandVoided) -> bool:
    """Whether a settled wager stood and fell with a hand that is void."""
    return line.box == event.box and event.hand in (None, line.hand) and line.on in ON_HAND


def settlements_undone(table: BlackjackTable, event: happened.SettlementsUndone) -> BlackjackTable:
    settled = tuple(replace(one, lines=_but(one.lines, event.lines)) for one in table.settled)
    balances = posted(table.balances, (line.entry for line in event.lines))
    return replace(table, settled=settled, balances=balances)


def _but(lines: tuple[Line, ...], gone: tuple[Line, ...]) -> tuple[Line, ...]:
    """Settled wagers except those that were undone."""
    undone = {(line.player, line.box, line.hand, line.on) for line in gone}
    return tuple(
        line for line in lines if (line.player, line.box, line.hand, line.on) not in undone
    )


def control_passed(table: BlackjackTable, event: happened.ControlPassed) -> BlackjackTable:
    return _with_box(
        table,
        event.box,
        controller=event.player,
        control_clause=event.control_clause,
        absent=event.absent if event.away else None,
    )


def box_unattended(table: BlackjackTable, event: happened.BoxUnattended) -> BlackjackTable:
    away = event.absent if event.away else None
    return _with_box(table, event.box, absent=away, unattended=True)


def player_returned(table: BlackjackTable, event: happened.PlayerReturned) -> BlackjackTable:
    round_ = round_of(table)
    boxes = tuple(
        replace(
            box,
            controller=event.controller,
            control_clause=event.control_clause,
            absent=tuple(name for name in box.absent if name != event.player),
            unattended=False,
        )
        if box.number == event.box
        else box
        for box in round_.boxes
    )
    return replace(table, round=replace(round_, boxes=boxes))


def player_away(table: BlackjackTable, event: happened.PlayerAway) -> BlackjackTable:
    return _with_box(table, event.box, absent=event.player)


def question_dropped(table: BlackjackTable, event: happened.QuestionDropped) -> BlackjackTable:
    round_ = round_of(table)
    here = (event.box, event.hand)
    stakes = tuple(
        replace(stake, surrendered=False)
        if event.what == SURRENDER and (stake.box, stake.hand) == here
        else stake
        for stake in round_.stakes
        if (stake.box, stake.hand, stake.on) != (*here, event.what)
    )
    entries = () if event.entry is None else (event.entry,)
    return replace(
        table,
        round=replace(round_, stakes=stakes, question=None),
        balances=posted(table.balances, entries),
    )


def _with_box(
    table: BlackjackTable,
    number: int,
    *,
    absent: str | None,
    controller: str | None = None,
    control_clause: str = "",
    unattended: bool | None = None,
) -> BlackjackTable:
    round_ = round_of(table)
    boxes = tuple(
        replace(
            box,
            controller=controller or box.controller,
            control_clause=control_clause or box.control_clause,
            absent=box.absent if absent is None else (*box.absent, absent),
            unattended=box.unattended if unattended is None else unattended,
        )
        if box.number == number
        else box
        for box in round_.boxes
    )
    undecided = round_.undecided or bool(unattended)
    return replace(table, round=replace(round_, boxes=boxes, undecided=undecided))


def step_forgotten(table: BlackjackTable, event: happened.StepForgotten) -> BlackjackTable:
    clause = event.clause if event.shuffle_after_round else table.shuffle_after_round
    return replace(table, shuffle_after_round=clause)


def discards_forgotten(table: BlackjackTable, event: happened.DiscardsForgotten) -> BlackjackTable:
    return replace(table, discards_kept=True)


def discards_kept(table: BlackjackTable, event: happened.DiscardsKept) -> BlackjackTable:
    return replace(table, discards_kept=False)


def discards_found(table: BlackjackTable, event: happened.DiscardsFound) -> BlackjackTable:
    shoe = table.shoe
    if not shoe.handle:
        found = len(event.cards)
        shoe = replace(shoe, drawn=shoe.drawn + found, returned=shoe.returned - found)
    return replace(
        table,
        shoe=shoe,
        discards=(*event.cards, *table.discards),
        round=replace(round_of(table), fed_back=()),
    )


def insurance_forgotten(
    table: BlackjackTable, event: happened.InsuranceForgotten
) -> BlackjackTable:
    round_ = replace(round_of(table), phase=Phase.PLAY, insurance_missed=True)
    return replace(table, round=round_)


def insurance_called_late(
    table: BlackjackTable, event: happened.InsuranceCalledLate
) -> BlackjackTable:
    round_ = replace(
        round_of(table), phase=Phase.INSURANCE, insurance_missed=False, insurance_late=True
    )
    return replace(table, round=round_)


def new_cards_demanded(table: BlackjackTable, event: happened.NewCardsDemanded) -> BlackjackTable:
    return replace(table, shuffle_after_round=event.clause)


def withdrawal_offered(table: BlackjackTable, event: happened.WithdrawalOffered) -> BlackjackTable:
    return replace(table, round=replace(round_of(table), choosing=event.players))


def withdrawal_answered(
    table: BlackjackTable, event: happened.WithdrawalAnswered
) -> BlackjackTable:
    round_ = round_of(table)
    choosing = tuple(player for player in round_.choosing if player != event.player)
    return replace(table, round=replace(round_, choosing=choosing))


EVOLVERS: dict[type[Event], Evolver] = {
    happened.CardDrawnInError: card_drawn_in_error,
    happened.ReadyCardCorrected: ready_card_corrected,
    happened.CardRefused: card_refused,
    happened.CardMisplaced: unchanged,
    happened.SpareCardBurned: spare_card_burned,
    happened.SpareCardKept: spare_card_kept,
    happened.FirstCardCleared: first_card_cleared,
    happened.RoundWithoutWagers: unchanged,
    happened.RoundReconstructed: round_reconstructed,
    RoundVoided: round_voided,
    happened.HandVoided: hand_voided,
    happened.TotalMiscalled: unchanged,
    happened.SettlementsUndone: settlements_undone,
    happened.ControlPassed: control_passed,
    happened.BoxUnattended: box_unattended,
    happened.PlayerReturned: player_returned,
    happened.PlayerAway: player_away,
    happened.QuestionDropped: question_dropped,
    happened.StepForgotten: step_forgotten,
    happened.DiscardsForgotten: discards_forgotten,
    happened.DiscardsFound: discards_found,
    happened.DiscardsKept: discards_kept,
    happened.InsuranceForgotten: insurance_forgotten,
    happened.InsuranceCalledLate: insurance_called_late,
    happened.NewCardsDemanded: new_cards_demanded,
    happened.WithdrawalOffered: withdrawal_offered,
    happened.WithdrawalAnswered: withdrawal_answered,
}
"""One function per event."""

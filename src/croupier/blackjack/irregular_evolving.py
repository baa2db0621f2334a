"""How the events of irregularities change a blackjack table."""

from collections import Counter

from msgspec.structs import replace

from croupier.blackjack import irregular_events as happened
from croupier.blackjack.state import (
    DOUBLE,
    INSURANCE,
    Box,
    Hand,
    Phase,
    Progress,
    round_of,
)
from croupier.cards import Card
from croupier.money import posted
from croupier.table.events import Event
from croupier.table.evolving import Evolver, unchanged
from croupier.table.settled import RoundVoided
from croupier.table.state import MAIN, Line, Table


def card_drawn_in_error(table: Table, event: happened.CardDrawnInError) -> Table:
    shoe, ahead = table.shoe, table.ahead
    if event.drawn:
        shoe = replace(shoe, drawn=shoe.drawn + 1)
        ahead = (*ahead, event.card)
    return replace(
        table,
        shoe=shoe,
        ahead=ahead,
        offered=table.offered + event.offered,
        first_card_out=table.first_card_out or event.closes_betting,
    )


def card_refused(table: Table, event: happened.CardRefused) -> Table:
    round_ = round_of(table)
    boxes = tuple(
        replace(box, hands=tuple(_refusing(hand) for hand in box.hands))
        if box.controller == event.player
        else box
        for box in round_.boxes
    )
    return replace(table, round=replace(round_, boxes=boxes, undecided=True))


def _refusing(hand: Hand) -> Hand:
    return replace(hand, refused=True) if hand.progress is Progress.OPEN else hand


def spare_card_burned(table: Table, event: happened.SpareCardBurned) -> Table:
    discards = (*table.discards, event.card)
    offered = max(0, table.offered - 1)
    return replace(table, ahead=table.ahead[1:], offered=offered, discards=discards)


def spare_card_kept(table: Table, event: happened.SpareCardKept) -> Table:
    return replace(table, offered=0)


def last_round(table: Table) -> Table:
    """The table with the round under way, or as it was when the last one ended."""
    if table.round is not None:
        return table
    assert table.before is not None
    return table.before


def taken_back(table: Table, cards: int, decisions: int) -> Table:
    """The table before so many of the round's last cards, and before decisions ahead of them."""
    then = last_round(table)
    for _ in range(cards):
        assert then.before is not None
        then = then.before
    for _ in range(decisions):
        asked = round_of(then).asked
        if asked is None:
            break
        then = asked
    return then


def cards_gone(table: Table) -> Counter[Card]:
    """The cards of a round that are off the layout already."""
    if table.round is None:
        ended = round_of(last_round(table))
        return Counter(ended.dealer) + Counter(_cards(ended.boxes, gone=False))
    return Counter(_cards(round_of(table).boxes, gone=True))


def _cards(boxes: tuple[Box, ...], *, gone: bool) -> list[Card]:
    """The cards of all hands, or of those that are off the layout."""
    hands = (hand for box in boxes for hand in box.hands)
    return [
        card for hand in hands if not gone or hand.progress is Progress.GONE for card in hand.cards
    ]


def round_reconstructed(table: Table, event: happened.RoundReconstructed) -> Table:
    then = taken_back(table, len(event.cards), event.decisions)
    round_ = round_of(then)
    entries = () if event.entry is None else (event.entry,)
    shoe, ahead = table.shoe, (*event.cards, *table.ahead)
    if event.misread:
        shoe, ahead = replace(shoe, drawn=shoe.drawn - len(event.cards)), table.ahead
    return replace(
        table,
        shoe=shoe,
        round=round_,
        discards=discards_then(table, then),
        ahead=ahead,
        offered=0,
        preparation=then.preparation,
        shuffle_after_round=event.shuffle_after_round or table.shuffle_after_round,
        rounds_left=then.rounds_left,
        settled=then.settled,
        balances=posted(table.balances, (*entries, *(line.entry for line in event.lines))),
        before=then.before,
    )


def discards_then(table: Table, then: Table) -> tuple[Card | None, ...]:
    """The discard rack as it was, with what was burned since.

    What went into a shuffling device since then stays there.
    """
    kept = table.discards[: len(then.discards)] == then.discards
    base = then.discards if kept else ()
    since = cards_gone(table) - cards_gone(then)
    burned: list[Card | None] = []
    for card in table.discards[len(base) :]:
        if card is not None and since[card] > 0:
            since[card] -= 1
        else:
            burned.append(card)
    return (*base, *burned)


def round_voided(table: Table, event: RoundVoided) -> Table:
    balances = posted(table.balances, (line.entry for line in event.lines))
    if table.round is None:
        return replace(table, settled=(), balances=balances, before=None)
    round_ = round_of(table)
    gone = Counter(_cards(round_.boxes, gone=True))
    lying = Counter(_cards(round_.boxes, gone=False)) - gone
    left = table.rounds_left
    return replace(
        table,
        round=None,
        discards=(*table.discards, *lying.elements(), *round_.dealer, *table.ahead),
        ahead=(),
        offered=0,
        settled=(),
        balances=balances,
        rounds_left=None if left is None else max(0, left - 1),
        before=None,
    )


ON_HAND = (MAIN, DOUBLE, INSURANCE)
"""The wagers that stand and fall with a hand; an optional one does not."""


def hand_voided(table: Table, event: happened.HandVoided) -> Table:
    balances = posted(table.balances, (line.entry for line in event.lines))
    settled = tuple(
        replace(one, lines=tuple(x for x in left if x.box != event.box or x.on not in ON_HAND))
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
            lying = (hand for hand in box.hands if hand.progress is not Progress.GONE)
            discards += [card for hand in lying for card in hand.cards]
            gone = tuple(replace(hand, progress=Progress.GONE) for hand in box.hands)
            box = replace(box, hands=gone)
        boxes.append(box)
    stakes = tuple(stake for stake in round_.stakes if stake.box != event.box)
    question = round_.question
    if question is not None and question.box == event.box:
        question = None
    return replace(
        table,
        round=replace(round_, boxes=tuple(boxes), stakes=stakes, question=question),
        discards=tuple(discards),
        settled=settled,
        balances=balances,
        before=None,
    )


def settlements_undone(table: Table, event: happened.SettlementsUndone) -> Table:
    settled = tuple(replace(one, lines=_but(one.lines, event.lines)) for one in table.settled)
    balances = posted(table.balances, (line.entry for line in event.lines))
    return replace(table, settled=settled, balances=balances)


def _but(lines: tuple[Line, ...], gone: tuple[Line, ...]) -> tuple[Line, ...]:
    """Settled wagers but for those that were undone."""
    undone = {(line.player, line.box, line.hand, line.on) for line in gone}
    return tuple(
        line for line in lines if (line.player, line.box, line.hand, line.on) not in undone
    )


def past_round_voided(table: Table, event: happened.PastRoundVoided) -> Table:
    past = []
    for one in table.past:
        if one.number == event.number:
            settlements = tuple(
                replace(s, lines=tuple(x for x in s.lines if event.box not in (None, x.box)))
                for s in one.settlements
            )
            one = replace(one, settlements=settlements)
        past.append(one)
    balances = posted(table.balances, (line.entry for line in event.lines))
    return replace(table, past=tuple(past), balances=balances)


def control_passed(table: Table, event: happened.ControlPassed) -> Table:
    return _with_box(
        table,
        event.box,
        controller=event.player,
        control_clause=event.control_clause,
        absent=event.absent,
    )


def box_unattended(table: Table, event: happened.BoxUnattended) -> Table:
    return _with_box(table, event.box, absent=event.absent, unattended=True)


def _with_box(
    table: Table,
    number: int,
    *,
    absent: str,
    controller: str | None = None,
    control_clause: str = "",
    unattended: bool = False,
) -> Table:
    round_ = round_of(table)
    boxes = tuple(
        replace(
            box,
            controller=controller or box.controller,
            control_clause=control_clause or box.control_clause,
            absent=(*box.absent, absent),
            unattended=unattended,
        )
        if box.number == number
        else box
        for box in round_.boxes
    )
    undecided = round_.undecided or unattended
    return replace(table, round=replace(round_, boxes=boxes, undecided=undecided))


def step_forgotten(table: Table, event: happened.StepForgotten) -> Table:
    clause = event.clause if event.shuffle_after_round else table.shuffle_after_round
    return replace(table, shuffle_after_round=clause)


def discards_forgotten(table: Table, event: happened.DiscardsForgotten) -> Table:
    return replace(table, discards_kept=True)


def discards_kept(table: Table, event: happened.DiscardsKept) -> Table:
    return replace(table, discards_kept=False)


def discards_found(table: Table, event: happened.DiscardsFound) -> Table:
    shoe = table.shoe
    if shoe.stack is None:
        shoe = replace(shoe, drawn=shoe.drawn + len(event.cards))
    return replace(
        table,
        shoe=shoe,
        discards=(*event.cards, *table.discards),
        round=replace(round_of(table), fed_back=()),
    )


def insurance_forgotten(table: Table, event: happened.InsuranceForgotten) -> Table:
    round_ = replace(round_of(table), phase=Phase.PLAY, insurance_missed=True)
    return replace(table, round=round_)


def insurance_called_late(table: Table, event: happened.InsuranceCalledLate) -> Table:
    round_ = replace(
        round_of(table), phase=Phase.INSURANCE, insurance_missed=False, insurance_late=True
    )
    return replace(table, round=round_)


def new_cards_demanded(table: Table, event: happened.NewCardsDemanded) -> Table:
    return replace(table, shuffle_after_round=event.clause)


def withdrawal_offered(table: Table, event: happened.WithdrawalOffered) -> Table:
    return replace(table, round=replace(round_of(table), choosing=event.players))


def withdrawal_answered(table: Table, event: happened.WithdrawalAnswered) -> Table:
    round_ = round_of(table)
    choosing = tuple(player for player in round_.choosing if player != event.player)
    return replace(table, round=replace(round_, choosing=choosing))


EVOLVERS: dict[type[Event], Evolver] = {
    happened.CardDrawnInError: card_drawn_in_error,
    happened.CardRefused: card_refused,
    happened.CardMisplaced: unchanged,
    happened.SpareCardBurned: spare_card_burned,
    happened.SpareCardKept: spare_card_kept,
    happened.RoundWithoutWagers: unchanged,
    happened.RoundReconstructed: round_reconstructed,
    RoundVoided: round_voided,
    happened.HandVoided: hand_voided,
    happened.SettlementsUndone: settlements_undone,
    happened.PastRoundVoided: past_round_voided,
    happened.ControlPassed: control_passed,
    happened.BoxUnattended: box_unattended,
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

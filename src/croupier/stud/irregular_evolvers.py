"""How the events of irregularities change a table of Caribbean Stud."""

from typing import TypeVar

from msgspec.structs import replace

from croupier.cards import Card
from croupier.money import posted
from croupier.stud import irregular_events as happened
from croupier.stud.state import Mispayment, StudStanding, StudTable, stud_round
from croupier.table.events import Event
from croupier.table.evolvers import unchanged
from croupier.table.messages import Evolver
from croupier.table.round_events import RoundVoided

Lying = TypeVar("Lying", Card, Card | None)
"""A card of a hand that is read, or of one that may hold cards which nobody has read."""


def cards_handled(table: StudTable, event: happened.CardsHandled) -> StudTable:
    round_ = stud_round(table)
    return replace(table, round=replace(round_, handled=(*round_.handled, event.box)))


def cards_shown(table: StudTable, event: happened.CardsShown) -> StudTable:
    round_ = stud_round(table)
    if event.in_deal:
        round_ = replace(round_, exposed=(*round_.exposed, *event.cards))
    else:
        round_ = replace(round_, shown_early=(*round_.shown_early, *event.cards))
    return replace(table, round=round_)


def cards_counted(table: StudTable, event: happened.CardsCounted) -> StudTable:
    shoe = replace(table.shoe, drawn=table.shoe.drawn + len(event.strays))
    return replace(table, shoe=shoe, discards=(*table.discards, *event.strays))


def card_corrected(table: StudTable, event: happened.CardCorrected) -> StudTable:
    round_ = stud_round(table)
    instead: dict[Card | None, Card] = {event.wrong: event.right}
    if event.other is not None:
        instead[event.right] = event.wrong

    def put_right(cards: tuple[Lying, ...]) -> tuple[Lying | Card, ...]:
        return tuple(instead.get(card, card) for card in cards)

    hands = tuple(replace(hand, cards=put_right(hand.cards)) for hand in round_.hands)
    round_ = replace(
        round_,
        hands=hands,
        dealer=put_right(round_.dealer),
        exposed=put_right(round_.exposed),
        shown_early=put_right(round_.shown_early),
    )
    return replace(table, round=round_)


def shuffle_postponed(table: StudTable, event: happened.ShufflePostponed) -> StudTable:
    return replace(table, shuffle_after_round=event.clause)


def device_awaited(table: StudTable, event: happened.DeviceAwaited) -> StudTable:
    return replace(table, device_missing=True)


def stud_hand_voided(table: StudTable, event: happened.StudHandVoided) -> StudTable:
    if table.round is None:
        return table
    round_ = stud_round(table)
    hands = tuple(
        replace(hand, standing=StudStanding.VOID) if hand.box == event.box else hand
        for hand in round_.hands
    )
    return replace(table, round=replace(round_, hands=hands))


def round_voided(table: StudTable, event: RoundVoided) -> StudTable:
    balances = posted(table.balances, (line.entry for line in event.lines))
    if table.round is None:
        return replace(table, settled=(), balances=balances)
    round_ = stud_round(table)
    cards = [card for hand in round_.hands for card in hand.cards]
    return replace(
        table,
        round=None,
        discards=(*table.discards, *cards, *round_.dealer),
        settled=(),
        balances=balances,
    )


def play_first_directed(table: StudTable, event: happened.PlayFirstDirected) -> StudTable:
    return replace(table, first=event.players)


def kept_apart(table: StudTable, event: happened.KeptApart) -> StudTable:
    others = tuple(group for group in table.apart if group != event.players)
    apart = others if event.lifted else (*others, event.players)
    return replace(table, apart=apart)


def english_directed(table: StudTable, event: happened.EnglishDirected) -> StudTable:
    return replace(table, english_only=event.on)


def payment_withheld(table: StudTable, event: happened.PaymentWithheld) -> StudTable:
    round_ = stud_round(table)
    return replace(table, round=replace(round_, unpaid=(*round_.unpaid, event.player)))


def mispayment_found(table: StudTable, event: happened.MispaymentFound) -> StudTable:
    found = Mispayment(event.player, event.amount, event.suspected, table.clock)
    return replace(
        table,
        mispayments=(*table.mispayments, found),
        balances=posted(table.balances, (event.entry,)),
    )


def patron_identified(table: StudTable, event: happened.PatronIdentified) -> StudTable:
    mispayments = list(table.mispayments)
    place = event.mispayment - 1
    mispayments[place] = replace(mispayments[place], player=event.player)
    return replace(
        table,
        mispayments=tuple(mispayments),
        balances=posted(table.balances, (event.entry,)),
    )


def mispayment_handled(table: StudTable, event: happened.MispaymentHandled) -> StudTable:
    mispayments = list(table.mispayments)
    place = event.mispayment - 1
    mispayments[place] = replace(mispayments[place], step=event.step)
    return replace(
        table,
        mispayments=tuple(mispayments),
        balances=posted(table.balances, event.entries),
    )


EVOLVERS: dict[type[Event], Evolver] = {
    happened.CardsHandled: cards_handled,
    happened.CardsShown: cards_shown,
    happened.MisdealDeclared: unchanged,
    happened.CardsCounted: cards_counted,
    happened.CardCorrected: card_corrected,
    happened.ShufflePostponed: shuffle_postponed,
    happened.DeviceAwaited: device_awaited,
    happened.StudHandVoided: stud_hand_voided,
    RoundVoided: round_voided,
    happened.PlayFirstDirected: play_first_directed,
    happened.KeptApart: kept_apart,
    happened.EnglishDirected: english_directed,
    happened.PaymentWithheld: payment_withheld,
    happened.PlayerAdvised: unchanged,
    happened.MispaymentFound: mispayment_found,
    happened.PatronIdentified: patron_identified,
    happened.MispaymentHandled: mispayment_handled,
}
"""One function per event."""

"""Reasons: why a wager was settled as it was, in words about this hand: 19 beats 17."""

from collections.abc import Iterable

from croupier.cards import Card
from croupier.display.views import DealerView, HandView, SettledView, TableView, hand_value
from croupier.games.blackjack.state import DOUBLE, INSURANCE
from croupier.games.stud.state import ANTE, BET, JACKPOT, StudStanding
from croupier.games.table.state import MAIN

WIN, LOSE, STAND_OFF = "win", "lose", "stand-off"
WHOLE = 2
"""The least cards of a dealer's hand that counts."""
PAIR, LUCKY = "pair", "lucky"
"""Parts of the names of all optional wagers on a pair, and on three cards."""


def reason_for(view: TableView, one: SettledView) -> str:
    """Return why a wager was settled as it was; empty where only the clause can say it."""
    hand = view.hand(one.box, one.hand or 1)
    if hand is None:
        return ""
    if one.on in (MAIN, DOUBLE):
        return _of_totals(hand, view.dealer, one)
    if one.on == INSURANCE:
        return _of_insurance(view.dealer, one)
    if one.on in (ANTE, BET):
        return _of_poker_hands(view, hand, one)
    if one.on == JACKPOT:
        return _of_jackpot(hand, one)
    if PAIR in one.on:
        return _of_pair(view, one)
    if LUCKY in one.on:
        return _of_lucky(view, one)
    return ""


def _of_totals(hand: HandView, dealer: DealerView, one: SettledView) -> str:
    """Return how two totals compare; nothing where the result does not follow from them."""
    if hand.over:
        return f"{hand.total} is over" if one.result == LOSE else ""
    if hand.blackjack and one.result == WIN:
        return "blackjack"
    own, theirs = hand.total, dealer.total
    if own is None or theirs is None or len(dealer.cards) < WHOLE:
        return ""
    if one.result == LOSE and -one.net == one.stake:
        if dealer.blackjack:
            return f"{hand_value(hand)} loses to a blackjack"
        if not dealer.over and own < theirs:
            return f"{own} loses to {theirs}"
        return f"{own} each loses here" if own == theirs else ""
    if one.result == WIN:
        if dealer.over:
            return f"the dealer has {theirs}, over"
        return f"{own} beats {theirs}" if own > theirs else ""
    if one.result == STAND_OFF and own == theirs and hand.blackjack == dealer.blackjack:
        return f"{hand_value(hand)} each"
    return ""


def _of_insurance(dealer: DealerView, one: SettledView) -> str:
    if len(dealer.cards) < WHOLE:
        return ""
    if one.result == WIN and dealer.blackjack:
        return "the dealer has a blackjack"
    return "the dealer has no blackjack" if one.result == LOSE and not dealer.blackjack else ""


def _of_poker_hands(view: TableView, hand: HandView, one: SettledView) -> str:
    if hand.standing == StudStanding.FOLDED.value:
        return "folded"
    theirs = hand_value(view.dealer)
    if not hand.name or not theirs:
        return ""
    results = {
        line.on: line.result
        for line in view.settled
        if (line.player, line.box) == (one.player, one.box)
    }
    if results.get(BET) == STAND_OFF:
        equal = results.get(ANTE) == STAND_OFF
        return f"{hand.name} each" if equal else f"the dealer does not play with {theirs}"
    words = {WIN: "beats", LOSE: "loses to"}.get(one.result)
    # The kicker is named only where it decides.
    short, their_short = hand.name.partition(",")[0], theirs.partition(",")[0]
    own, theirs = (short, their_short) if short != their_short else (hand.name, theirs)
    return f"{own} {words} {theirs}" if words else ""


def _of_jackpot(hand: HandView, one: SettledView) -> str:
    """Return what the jackpot was won with, or that the hand wins none."""
    if not hand.name or one.result not in (WIN, LOSE):
        return ""
    return hand.name if one.result == WIN else f"{hand.name} wins no jackpot"


def _first_cards(view: TableView, box: int) -> list[Card]:
    """Return the first two cards of a box; split ones lie on two hands. Empty if unknown."""
    hands = view.box(box).hands
    if len(hands) > WHOLE:
        return []  # Which of several hands had the second card cannot be seen any more.
    first = hands[0].cards[:2] if len(hands) == 1 else tuple(hand.cards[0] for hand in hands)
    return [card for card in first if card is not None]


def _of_pair(view: TableView, one: SettledView) -> str:
    """Return the first two cards, and whether they are a pair."""
    cards = _first_cards(view, one.box)
    if len(cards) != WHOLE or one.result not in (WIN, LOSE):
        return ""
    return f"{faces(cards)}: {'a pair' if one.result == WIN else 'no pair'}"


def _of_lucky(view: TableView, one: SettledView) -> str:
    """Return the three cards that the wager is on, and whether they win."""
    cards = [*_first_cards(view, one.box), *(card for card in view.dealer.cards[:1] if card)]
    if len(cards) != WHOLE + 1 or one.result not in (WIN, LOSE):
        return ""
    return f"{faces(cards)}: {'lucky' if one.result == WIN else 'not lucky'}"


def faces(cards: Iterable[Card]) -> str:
    """Return cards as people write them: 9♥ 3♦."""
    ranks = ((card.rank.value.replace("T", "10"), card.suit.symbol) for card in cards)
    return " ".join(f"{rank}{symbol}" for rank, symbol in ranks)

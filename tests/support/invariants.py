"""What must hold of every table at every moment."""

from collections import Counter

from croupier.blackjack import due
from croupier.blackjack.state import Progress, cards_out, round_of
from croupier.cards import full_decks
from croupier.money import LAYOUT
from croupier.table.state import Table


def check_invariants(table: Table) -> None:
    """Money and cards are conserved, and somebody always owes something."""
    assert sum(table.balances.values()) == 0, table.balances
    stakes = table.wagers
    if table.round is not None:
        stakes = (*stakes, *round_of(table).stakes)
    assert table.balances.get(LAYOUT, 0) == sum(stake.amount for stake in stakes)
    assert all(stake.amount > 0 for stake in stakes)
    assert bool(due(table)) == table.open
    check_cards(table)


def check_cards(table: Table) -> None:
    """Every card of a software shoe is in exactly one place."""
    stack = table.shoe.stack
    if stack is None:
        check_seen_cards(table)
        return
    cards = Counter(stack[table.shoe.drawn :]) + Counter(table.ahead)
    cards += Counter(card for card in table.discards if card is not None)
    if table.round is not None:
        round_ = round_of(table)
        cards += Counter(round_.dealer)
        for box in round_.boxes:
            for hand in box.hands:
                if hand.progress is not Progress.GONE:
                    cards += Counter(hand.cards)
    unseen = sum(card is None for card in table.discards)
    whole = Counter(full_decks(table.choices.decks))
    assert not cards - whole
    assert cards.total() + unseen == whole.total()


def check_seen_cards(table: Table) -> None:
    """No more cards of a kind are out than there are, and as many as were drawn."""
    seen = Counter(cards_out(table))
    assert not seen - Counter(full_decks(table.choices.decks))
    unseen = sum(card is None for card in table.discards)
    assert table.shoe.drawn == seen.total() + unseen

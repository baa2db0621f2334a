"""What must hold of every table at every moment."""

from collections import Counter

from croupier.cards import full_decks
from croupier.floor import Croupier
from croupier.floor.card_sources import CardSource
from croupier.floor.running_table import unseen_cards
from croupier.games.blackjack.due import due
from croupier.games.blackjack.state import BlackjackTable, Progress, cards_out, round_of
from tests.support.tables import blackjack, blackjack_law, cards_of


def check_invariants(croupier: Croupier) -> None:
    """Money and cards are conserved, and somebody always owes something."""
    table = blackjack(croupier.table)
    assert sum(table.balances.values()) == 0, table.balances
    stakes = table.wagers
    if table.round is not None:
        stakes = (*stakes, *round_of(table).stakes)
    assert table.balances.get(table.till.layout, 0) == sum(stake.amount for stake in stakes)
    assert all(stake.amount > 0 for stake in stakes)
    assert croupier.due == due(blackjack_law(croupier), table)
    assert bool(croupier.due) == table.open
    check_cards(table, cards_of(croupier))


def check_cards(table: BlackjackTable, source: CardSource) -> None:
    """Every card of a software shoe is in exactly one place."""
    if not table.shoe.handle:
        check_seen_cards(table)
        return
    cards = Counter(source.next_cards(table.shoe, table.shoe.cards_left)) + Counter(table.ahead)
    cards += Counter(card for card in table.discards if card is not None)
    if table.round is not None:
        round_ = round_of(table)
        cards += Counter(round_.dealer)
        for box in round_.boxes:
            for hand in box.hands:
                if hand.progress is not Progress.GONE:
                    cards += Counter(hand.cards)
    unseen = sum(card is None for card in table.discards)
    known = Counter(unseen_cards(table, source))
    whole = Counter(full_decks(table.choices.decks))
    assert not cards + known - whole
    assert known.total() <= unseen
    assert cards.total() + unseen == whole.total()


def check_seen_cards(table: BlackjackTable) -> None:
    """No more cards of a kind are out than there are, and as many as were drawn."""
    seen = Counter(cards_out(table))
    assert not seen - Counter(full_decks(table.choices.decks))
    unseen = sum(card is None for card in table.discards)
    assert table.shoe.drawn == seen.total() + unseen

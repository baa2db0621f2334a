"""What the dealer says aloud about events that have just happened and the decision due next."""

from collections.abc import Iterable, Iterator

import msgspec

from croupier.cards import Card
from croupier.display.narration.narrator import EVENTS_OFF_THE_TABLE
from croupier.display.viewers import upper_first
from croupier.display.views import total_in_words
from croupier.games.blackjack.deal import InitialDealCompleted
from croupier.games.blackjack.insurance import InsuranceClosed, InsuranceOffered
from croupier.games.blackjack.oversights import InsuranceCalledLate
from croupier.games.blackjack.round_opening import RoundOpened
from croupier.games.blackjack.state import (
    DEALER,
    BlackjackTable,
    Hand,
    Phase,
    hand_total,
    has_blackjack,
    is_blackjack,
    round_of,
    total_of,
)
from croupier.games.blackjack.stray_cards import CardDrawnInError, RoundWithoutWagers
from croupier.games.blackjack.turn import CardsExposed, DecisionDue
from croupier.games.blackjack.voids import HandVoided
from croupier.games.engine import due, evolve
from croupier.games.stud.bets import DealerExposed, HandConceded, StudRoundOpened
from croupier.games.stud.misdeals import MisdealDeclared
from croupier.games.stud.voids import StudHandVoided
from croupier.games.table.rounds import CardDealt, PastRoundVoided, RoundVoided
from croupier.games.table.state import Table
from croupier.messages import Event
from croupier.rulebooks import BlackjackLaw, StudLaw, TableLaw, catalogue
from croupier.rulebooks.catalogue import parent_of


class Announcement(msgspec.Struct, frozen=True):
    """Words for the dealer to say aloud."""

    words: str
    """The words, without a full stop."""
    clause: str = ""
    """The clause that requires them; empty if the wording is left to the house."""


WORDS: dict[type[Event], str] = {
    RoundOpened: "No more bets",
    StudRoundOpened: "No more bets",
    InsuranceClosed: "Insurance is closed",
    InsuranceCalledLate: "Insurance",
    CardDrawnInError: "The {0.card.name_in_words} came out in error",
    RoundWithoutWagers: "The round is void",
    RoundVoided: "The round is void",
    HandVoided: "The hand of box {0.box} is void",
    HandConceded: "Conceding hand",
    StudHandVoided: "The hand of box {0.box} is void",
    MisdealDeclared: "Misdeal",
}
"""The words for an event, announced under the event's own clause."""

Said = Iterator[Announcement]
DecisionTurn = tuple[DecisionDue, tuple[Card, ...]]
"""The decision that is due, and the cards of its hand."""


def announce(law: TableLaw, table: Table, events: Iterable[Event]) -> tuple[Announcement, ...]:
    """Return what the dealer says when events happen. ``table`` is the table before them."""
    said: list[Announcement] = []
    before = _turn(law, table)
    for event in events:
        if not isinstance(event, EVENTS_OFF_THE_TABLE):
            table = evolve(table, event)
            said += _event_announcements(law, table, event)
    turn = _turn(law, table)
    if turn is not None and turn != before:
        assert isinstance(law, BlackjackLaw)
        assert isinstance(table, BlackjackTable)
        said += _turn_announcements(law, table, turn[0])
    # The same words may follow from an event and from the turn after it: say them once.
    return tuple({one.words: one for one in said}.values())


def hand_in_words(law: BlackjackLaw, hand: Hand) -> str:
    """Return a player's hand as it is called: 16, soft 17, blackjack, 24 over."""
    total, soft = hand_total(law, hand)
    over = total > law.play.over.value
    return total_in_words(total, soft=soft, blackjack=has_blackjack(law, hand), over=over)


def total_clause(law: BlackjackLaw, hand: Hand) -> str:
    """Return the clause under which the total of a hand is called.

    A drawn card has a clause of its own if the rulebook treats it apart from the turn.
    """
    signals = law.play.signals
    if len(hand.cards) > 2 and signals is not None:
        return signals.total.clause
    if len(hand.cards) > 2:
        whole = parent_of(catalogue(law.book), law.play.draws.clause)
        apart = whole is None or whole.id != law.play.turn.clause
        return law.play.draws.clause if apart else law.play.turn.clause
    return (law.split.decisions if hand.split else law.play.turn).clause


# What is due -------------------------------------------------------------------------------------


def _turn(law: TableLaw, table: Table) -> DecisionTurn | None:
    owed = due(law, table)
    if not owed or not isinstance(owed[0], DecisionDue):
        return None
    assert isinstance(table, BlackjackTable)
    box = round_of(table).box(owed[0].box)
    assert box is not None
    return owed[0], box.hands[owed[0].hand - 1].cards


def _turn_announcements(law: BlackjackLaw, table: BlackjackTable, turn: DecisionDue) -> Said:
    """Yield the total of the hand to play, and the card drawn in error that it is offered."""
    yield _total(law, table, turn.box, turn.hand)
    if turn.offered is not None:
        stray = law.irregular.stray
        name = turn.offered.name_in_words
        if stray.refused is not None:
            yield Announcement(f"The {name} is offered to box {turn.box}", stray.refused.clause)
        else:
            yield Announcement(
                f"The {name} is the next card for box {turn.box}", stray.drawn.clause
            )


def _total(law: BlackjackLaw, table: BlackjackTable, box: int, position: int) -> Announcement:
    found = round_of(table).box(box)
    assert found is not None
    hand = found.hands[position - 1]
    parts = [f"Box {box}"]
    if len(found.hands) > 1:
        parts.append(f"hand {position}")
    if not hand.covered:
        parts.append(hand_in_words(law, hand))
    return Announcement(", ".join(parts), total_clause(law, hand))


# What has happened -------------------------------------------------------------------------------


def _event_announcements(law: TableLaw, table: Table, event: Event) -> Said:
    """Yield what is said about an event. ``table`` is the table after it."""
    if (words := WORDS.get(type(event))) is not None:
        yield Announcement(words.format(event), getattr(event, "clause", ""))
    match event:
        case PastRoundVoided():
            yield _past_void_announcement(event)
        case DealerExposed():
            assert isinstance(law, StudLaw)
            yield _dealer_hand_announcement(law, event)
    if isinstance(law, BlackjackLaw) and isinstance(table, BlackjackTable):
        yield from _blackjack_announcements(law, table, event)


def _blackjack_announcements(law: BlackjackLaw, table: BlackjackTable, event: Event) -> Said:
    """Yield what is said about an event of a blackjack round."""
    match event:
        case CardDealt():
            yield from _card_announcements(law, table, event)
        case InitialDealCompleted():
            yield from _blackjack_totals(law, table)
        case CardsExposed(box=box):
            yield _total(law, table, box, 1)
        case InsuranceOffered():
            assert law.insurance is not None
            yield Announcement("Insurance", law.insurance.called.clause)


def _card_announcements(law: BlackjackLaw, table: BlackjackTable, event: CardDealt) -> Said:
    """Yield the total after a card, once the initial deal is complete."""
    round_ = table.round
    if round_ is None or round_.phase is Phase.DEALING:
        return
    if event.box != DEALER:
        yield _total(law, table, event.box, event.hand)
        return
    total, soft = total_of(round_.dealer)
    over = total > law.play.over.value
    blackjack = is_blackjack(round_.dealer)
    words = total_in_words(total, soft=soft, blackjack=blackjack, over=over)
    yield Announcement(f"Dealer, {words}")


def _blackjack_totals(law: BlackjackLaw, table: BlackjackTable) -> Said:
    """Yield the totals of blackjacks, which get no turn."""
    for box in round_of(table).boxes:
        if has_blackjack(law, box.hands[0]) and not box.hands[0].covered:
            yield _total(law, table, box.number, 1)


def _past_void_announcement(event: PastRoundVoided) -> Announcement:
    which = f"Round {event.number}"
    if event.box is not None:
        which = f"The hand of box {event.box} in round {event.number}"
    return Announcement(f"{which} is void", event.clause)


def _dealer_hand_announcement(law: StudLaw, event: DealerExposed) -> Announcement:
    if not event.plays:
        return Announcement("No hand", law.settlement.no_hand.clause)
    return Announcement(upper_first(event.hand), event.clause)

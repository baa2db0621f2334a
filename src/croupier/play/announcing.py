"""What the dealer says aloud: from what has just happened, and from what is due after it."""

from collections.abc import Iterable, Iterator

import msgspec

from croupier.blackjack import events as play
from croupier.blackjack import irregular_events as wrong
from croupier.blackjack.due import DecisionDue
from croupier.blackjack.state import (
    DEALER,
    Hand,
    Phase,
    Round,
    hand_total,
    has_blackjack,
    is_blackjack,
    law_of,
    round_of,
    total_of,
)
from croupier.cards import Card
from croupier.floor import players
from croupier.play.engine import due, evolve
from croupier.rulebooks import BlackjackLaw, catalogue
from croupier.rulebooks.outline import parent_of
from croupier.stud import events as stud
from croupier.stud import irregular_events as stud_wrong
from croupier.stud.state import stud_law
from croupier.table.events import Event
from croupier.table.settled import RoundVoided
from croupier.table.state import Table

FULL = 21
"""The total at which it no longer matters how an ace is counted."""
OF_ACCOUNTS = (
    players.CardPresented,
    players.LossLimitSet,
    players.DepositLimitSet,
    players.Deposited,
    players.ChipsDeclared,
    players.BreakRequired,
    players.PeriodStarted,
    players.ResultRecorded,
)
"""What happens to a player's account: nothing is said of it, and no table changes by it."""


class Announcement(msgspec.Struct, frozen=True):
    """Words to say aloud."""

    words: str
    clause: str = ""
    """The clause under which they are said; empty where words are left to the house."""


WORDS: dict[type[Event], str] = {
    play.RoundOpened: "No more bets",
    stud.StudRoundOpened: "No more bets",
    play.InsuranceClosed: "Insurance is closed",
    wrong.InsuranceCalledLate: "Insurance",
    wrong.CardDrawnInError: "The {0.card.name_in_words} came out in error",
    wrong.RoundWithoutWagers: "The round is void",
    RoundVoided: "The round is void",
    wrong.HandVoided: "The hand of box {0.box} is void",
    stud.HandConceded: "Conceding hand",
    stud_wrong.StudHandVoided: "The hand of box {0.box} is void",
    stud_wrong.MisdealDeclared: "Misdeal",
}
"""What is said of an event under its own clause."""

Said = Iterator[Announcement]
Turn = tuple[DecisionDue, tuple[Card, ...]]
"""The decision that is due, and the cards it is about."""


def announce(table: Table, events: Iterable[Event]) -> tuple[Announcement, ...]:
    """What is said when events happen at a table; ``table`` is as it stood before them."""
    said: list[Announcement] = []
    before = _turn(table)
    for event in events:
        if not isinstance(event, OF_ACCOUNTS):
            table = evolve(table, event)
            said += _at_event(table, event)
    turn = _turn(table)
    if turn is not None and turn != before:
        said += _at_turn(table, turn[0])
    return tuple({one.words: one for one in said}.values())


def total_in_words(law: BlackjackLaw, hand: Hand) -> str:
    """A player's hand as it is called: 16, soft 17, blackjack, 24 over."""
    total, soft = hand_total(law, hand)
    return _in_words(law, total, soft=soft, blackjack=has_blackjack(law, hand))


def _in_words(law: BlackjackLaw, total: int, *, soft: bool, blackjack: bool) -> str:
    if blackjack:
        return "blackjack"
    if total > law.play.over.value:
        return f"{total} over"
    return f"soft {total}" if soft and total < FULL else str(total)


def total_clause(law: BlackjackLaw, hand: Hand) -> str:
    """The clause under which the total of a hand is called.

    A drawn card has its own where the rulebook tells of it apart from the turn.
    """
    if len(hand.cards) > 2:
        whole = parent_of(catalogue(law.book), law.play.draws.clause)
        apart = whole is None or whole.id != law.play.turn.clause
        return law.play.draws.clause if apart else law.play.turn.clause
    return (law.split.decisions if hand.split else law.play.turn).clause


# What is due -------------------------------------------------------------------------------------


def _turn(table: Table) -> Turn | None:
    owed = due(table)
    if not owed or not isinstance(owed[0], DecisionDue):
        return None
    box = round_of(table).box(owed[0].box)
    assert box is not None
    return owed[0], box.hands[owed[0].hand - 1].cards


def _at_turn(table: Table, turn: DecisionDue) -> Said:
    """The total of the hand whose turn it is, and the card drawn in error that it is offered."""
    yield _total(table, turn.box, turn.hand)
    if turn.offered is not None:
        stray = law_of(table).irregular.stray
        name = turn.offered.name_in_words
        if stray.refused is not None:
            yield Announcement(f"The {name} is offered to box {turn.box}", stray.refused.clause)
        else:
            yield Announcement(
                f"The {name} is the next card for box {turn.box}", stray.drawn.clause
            )


def _total(table: Table, box: int, position: int) -> Announcement:
    law = law_of(table)
    found = round_of(table).box(box)
    assert found is not None
    hand = found.hands[position - 1]
    parts = [f"Box {box}"]
    if len(found.hands) > 1:
        parts.append(f"hand {position}")
    if not hand.covered:
        parts.append(total_in_words(law, hand))
    return Announcement(", ".join(parts), total_clause(law, hand))


# What has happened -------------------------------------------------------------------------------


def _at_event(table: Table, event: Event) -> Said:
    """What is said of an event; ``table`` is as it stands after it."""
    if (words := WORDS.get(type(event))) is not None:
        yield Announcement(words.format(event), getattr(event, "clause", ""))
    match event:
        case play.CardDealt():
            yield from _after_card(table, event)
        case play.InitialDealCompleted():
            yield from _blackjacks(table)
        case play.CardsExposed(box=box):
            yield _total(table, box, 1)
        case play.InsuranceOffered():
            insurance = law_of(table).insurance
            assert insurance is not None
            yield Announcement("Insurance", insurance.called.clause)
        case wrong.PastRoundVoided():
            yield _past_void(event)
        case stud.DealerExposed():
            yield _dealers_hand(table, event)


def _after_card(table: Table, event: play.CardDealt) -> Said:
    """The total after a card, once the initial deal is done."""
    round_ = table.round
    if not isinstance(round_, Round) or round_.phase is Phase.DEALING:
        return
    if event.box != DEALER:
        yield _total(table, event.box, event.hand)
        return
    total, soft = total_of(round_.dealer)
    words = _in_words(law_of(table), total, soft=soft, blackjack=is_blackjack(round_.dealer))
    yield Announcement(f"Dealer, {words}")


def _blackjacks(table: Table) -> Said:
    """The hands that have no turn because they are blackjacks."""
    law = law_of(table)
    for box in round_of(table).boxes:
        if has_blackjack(law, box.hands[0]) and not box.hands[0].covered:
            yield _total(table, box.number, 1)


def _past_void(event: wrong.PastRoundVoided) -> Announcement:
    which = f"Round {event.number}"
    if event.box is not None:
        which = f"The hand of box {event.box} in round {event.number}"
    return Announcement(f"{which} is void", event.clause)


def _dealers_hand(table: Table, event: stud.DealerExposed) -> Announcement:
    if not event.plays:
        return Announcement("No hand", stud_law(table).settlement.no_hand.clause)
    return Announcement(f"{event.hand[:1].upper()}{event.hand[1:]}", event.clause)

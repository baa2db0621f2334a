"""Entries that are earned at tables: they are watched, and nothing there changes.

An event of a table comes in, with the table as it was before; commands of a promotion go out.
"""

from collections.abc import Iterator

from croupier.blackjack.state import BlackjackTable, is_blackjack
from croupier.cards import rank_hand
from croupier.floor.promotions.commands import EnterPromotion
from croupier.floor.promotions.terms import BLACKJACK, Earning
from croupier.rulebooks import Role
from croupier.stud.state import StudTable, read_cards
from croupier.table.events import Event
from croupier.table.payments import VOID
from croupier.table.round_events import WagersSettled
from croupier.table.state import Table


def earned(earning: Earning, initial: str, table: Table, event: Event) -> Iterator[EnterPromotion]:
    """The entries that an event earns: one for each settled wager that is large enough, or whose
    hand is of the kind.

    ``initial`` is the name of the wager that a round is played for. A void wager earns nothing;
    what is taken back after its settlement has earned its entry.
    """
    if not isinstance(event, WagersSettled):
        return
    for line in event.lines:
        if line.on != initial or line.hand != 1 or line.result == VOID:
            continue
        enough = line.stake >= earning.wager
        if enough and earning.hand in ("", kind_of_hand(table, line.box)):
            yield EnterPromotion(
                player=line.player, wagered=line.stake, by=Role.DEALER, at=table.clock
            )


def kind_of_hand(table: Table, box: int) -> str:
    """What the first hand of a box is: ``blackjack``, a poker hand; empty where it is nothing."""
    match table:
        case BlackjackTable(round=round_) if round_ is not None:
            found = round_.box(box)
            hand = None if found is None else found.hands[0]
            natural = hand is not None and not hand.split and is_blackjack(hand.cards)
            return BLACKJACK if natural else ""
        case StudTable(round=dealt) if dealt is not None:
            held = dealt.hand(box)
            if held is None or len(held.cards) < HAND_SIZE or not held.read:
                return ""
            return rank_hand(read_cards(held.cards)).category.key
        case _:
            return ""


HAND_SIZE = 5

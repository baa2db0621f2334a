"""Which cards an event took out of the shoe."""

from croupier.blackjack.irregular_events import CardDrawnInError
from croupier.cards import Card
from croupier.stud.events import FaceDownCardDealt
from croupier.stud.irregular_events import CardsCounted
from croupier.table.card_events import CardBurned
from croupier.table.events import Event
from croupier.table.round_events import CardDealt


def cards_drawn(event: Event) -> tuple[Card | None, ...]:
    """The cards that an event took out of the shoe; ``None`` is one that nobody saw."""
    match event:
        case CardDealt(card=card, ahead=False):
            return (card,)
        case CardBurned(shown=shown, unseen=unseen, ahead=ahead):
            return (*(() if shown is None else (shown,)), *(None,) * unseen)[ahead:]
        case CardDrawnInError(card=card, drawn=True):
            return (card,)
        case FaceDownCardDealt():
            return (None,)
        case CardsCounted(strays=strays):
            return strays
        case _:
            return ()

"""Which of the cards that were dealt a viewer has seen, sooner or later in their round."""

from collections.abc import Iterable, Iterator

from croupier.blackjack.events import CardsExposed
from croupier.cards import Card
from croupier.display.disclosure import seen
from croupier.display.scenes import Scene, next_scene, scene_of
from croupier.display.seen_events import CardSeen, CountSeen
from croupier.display.sight import view
from croupier.display.viewers import Viewer
from croupier.play.drawn_cards import cards_drawn
from croupier.play.engine import evolve
from croupier.record.envelopes import Envelope
from croupier.rulebooks import TableLaw
from croupier.stud.events import FoldedHandRevealed
from croupier.stud.state import StudTable
from croupier.table.events import Event
from croupier.table.round_events import CardDealt

Drawn = tuple[int, int]
"""A card by the event that holds it, and its place among the cards of that event."""


def in_sight(law: TableLaw, of_table: Iterable[Envelope], viewer: Viewer) -> set[Drawn]:
    """The cards of a table that a viewer may know, now or since they were turned."""
    found: set[Drawn] = set()
    hidden: dict[Drawn, CardDealt] = {}
    scene: Scene | None = None
    for envelope in of_table:
        event = envelope.event
        if scene is None:
            scene = scene_of(evolve(None, event))
            continue
        known = known_cards(law, scene, event, viewer)
        for place, card in enumerate(known):
            if card is not None:
                found.add((envelope.position, place))
            elif isinstance(event, CardDealt):
                hidden[envelope.position, place] = event
        scene = next_scene(scene, event)
        turned = [
            one for one, dealt in hidden.items() if is_turned(law, scene, event, dealt, viewer)
        ]
        found.update(turned)
        for one in turned:
            del hidden[one]
        if scene.table.round is None:
            hidden.clear()
    return found


def known_cards(
    law: TableLaw, scene: Scene, event: Event, viewer: Viewer
) -> tuple[Card | None, ...]:
    """The cards that an event took out of the shoe; none for each that the viewer may not know."""
    drawn = cards_drawn(event)
    if not any(drawn):
        return drawn
    match seen(law, scene.table, event, viewer):
        case CardSeen(card=card):
            return (card,)
        case CountSeen(strays=strays):
            return strays
        case None:
            return (None,) * len(drawn)
    return drawn


def is_turned(law: TableLaw, scene: Scene, event: Event, dealt: CardDealt, viewer: Viewer) -> bool:
    """Whether a card that was dealt face down lies open for a viewer after an event."""
    match event:
        case CardsExposed(box=box):
            return box == dealt.box
        case FoldedHandRevealed(cards=cards):
            return dealt.card in cards
    return isinstance(scene.table, StudTable) and dealt.card in open_cards(law, scene, viewer)


def open_cards(law: TableLaw, scene: Scene, viewer: Viewer) -> Iterator[Card | None]:
    """The cards that a viewer sees on the layout; of one deck, so that each is there once."""
    shown = view(law, scene, viewer)
    yield from shown.dealer.cards
    for box in shown.boxes:
        for hand in box.hands:
            yield from hand.cards
            yield from hand.seen

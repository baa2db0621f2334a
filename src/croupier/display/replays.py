"""Finished rounds reconstructed from the record alone: card by card, with every clause."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from croupier.cards import Card
from croupier.display.disclosure import disclose
from croupier.display.layout import table_view
from croupier.display.narration.narrator import narrate
from croupier.display.scenes import Scene, next_scene, scene_of
from croupier.display.seen_events import CardSeen, CountSeen
from croupier.display.sentences import Sentence
from croupier.display.viewers import Viewer, Voice
from croupier.display.views import TableView
from croupier.floor.resting_tables import playing_law
from croupier.games.blackjack.round_opening import RoundOpened
from croupier.games.blackjack.turn import CardsExposed
from croupier.games.engine import cards_drawn, due, evolve, lines_of
from croupier.games.stud.bets import StudRoundOpened
from croupier.games.stud.corrections import FoldedHandRevealed
from croupier.games.stud.state import StudTable
from croupier.games.table.opening import TableOpened
from croupier.games.table.rounds import CardDealt, RoundEnded, RoundVoided
from croupier.messages import Event, Refused
from croupier.money import Cents
from croupier.record.envelopes import Envelope
from croupier.rulebooks import TableLaw

Drawn = tuple[int, int]
"""A card by the position of its event in the log, and its place among the cards of that event."""


def cards_in_sight(law: TableLaw, of_table: Iterable[Envelope], viewer: Viewer) -> set[Drawn]:
    """Return the cards of a table that the viewer may know, at once or since they were turned."""
    found: set[Drawn] = set()
    hidden: dict[Drawn, CardDealt] = {}
    scene: Scene | None = None
    for envelope in of_table:
        event = envelope.event
        if scene is None:
            scene = scene_of(evolve(None, event))
            continue
        known = visible_draws(law, scene, event, viewer)
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
        # Cards that were not turned in their round go to the discards unseen, for good.
        if scene.table.round is None:
            hidden.clear()
    return found


def visible_draws(
    law: TableLaw, scene: Scene, event: Event, viewer: Viewer
) -> tuple[Card | None, ...]:
    """Return the cards that an event took from the shoe; ``None`` for each that is hidden."""
    drawn = cards_drawn(event)
    if not any(drawn):
        return drawn
    match disclose(law, scene.table, event, viewer):
        case CardSeen(card=card):
            return (card,)
        case CountSeen(strays=strays):
            return strays
        case None:
            return (None,) * len(drawn)
    return drawn


def is_turned(law: TableLaw, scene: Scene, event: Event, dealt: CardDealt, viewer: Viewer) -> bool:
    """Return whether a card dealt face down is open to the viewer after an event."""
    match event:
        case CardsExposed(box=box):
            return box == dealt.box
        case FoldedHandRevealed(cards=cards):
            return dealt.card in cards
    return isinstance(scene.table, StudTable) and dealt.card in cards_on_layout(law, scene, viewer)


def cards_on_layout(law: TableLaw, scene: Scene, viewer: Viewer) -> Iterator[Card | None]:
    """Yield the cards that the viewer sees on the layout.

    They are of one deck, so each occurs once.
    """
    shown = table_view(law, scene, viewer)
    yield from shown.dealer.cards
    for box in shown.boxes:
        for hand in box.hands:
            yield from hand.cards
            yield from hand.seen


OPENING = (RoundOpened, StudRoundOpened)
OVER = (RoundEnded, RoundVoided)


class RecalledRound(msgspec.Struct, frozen=True):
    """The result of one round."""

    number: int
    """The number of the round at its table, from 1."""
    first: int
    """The position in the log of the event that opened it."""
    last: int
    """The position in the log of the event that ended it, or of its last event so far."""
    ended: bool
    """Whether the round is over."""
    void: bool
    """Whether the round was declared void."""
    net: dict[str, Cents]
    """What each player won; negative for a loss."""


class RecalledEvent(msgspec.Struct, frozen=True):
    """One event of the record, in sentences."""

    position: int
    """The event's position in the log."""
    by: str
    """The actor who submitted the command behind it."""
    sentences: tuple[Sentence, ...]
    """What happened; empty for an event that is not narrated."""


def rounds_in(envelopes: Iterable[Envelope]) -> Iterator[RecalledRound]:
    """Yield every round in a table's stream, in order."""
    number, current = 0, None
    for envelope in envelopes:
        event = envelope.event
        if isinstance(event, OPENING):
            if current is not None:
                yield current
            number += 1
            here = envelope.position
            current = RecalledRound(number, here, here, False, False, {})
        if current is None:
            continue
        net = dict(current.net)
        for line in lines_of(event):
            net[line.player] = net.get(line.player, 0) + line.net
        over = isinstance(event, OVER)
        current = RecalledRound(
            number,
            current.first,
            current.last if current.ended else envelope.position,
            current.ended or over,
            current.void or isinstance(event, RoundVoided),
            net,
        )
    if current is not None:
        yield current


def replay_events(
    law: TableLaw, envelopes: Iterable[Envelope], voice: Voice
) -> Iterator[RecalledEvent]:
    """Yield everything that happened at a table, event by event, from its opening."""
    scene = None
    for envelope in envelopes:
        event = envelope.event
        if isinstance(event, TableOpened):
            scene = scene_of(evolve(None, event))
            yield RecalledEvent(envelope.position, envelope.actor, ())
            continue
        assert scene is not None
        scene, sentences = narrate(law, scene, (event,), voice)
        yield RecalledEvent(envelope.position, envelope.actor, sentences)


def view_at(law: TableLaw, envelopes: Sequence[Envelope], at: int, voice: Voice) -> TableView:
    """Return the table as it was after the event at a position of the log.

    Between the events of one command nothing was due.
    """
    before = [one for one in envelopes if one.position <= at]
    scene = scene_of(evolve(None, before[0].event))
    for envelope in before[1:]:
        scene = next_scene(scene, envelope.event)
    last, later = before[-1], envelopes[len(before) :]
    amid = bool(later) and (later[0].actor, later[0].command_id) == (last.actor, last.command_id)
    rests = isinstance(playing_law(scene.table), Refused)
    now = () if amid or rests else due(law, scene.table)
    return table_view(law, scene, voice.viewer, due=now, names=voice.names, faces=voice.faces)

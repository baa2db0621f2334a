"""What each viewer may know, written from the rulebooks and not from the code that shows it.

Two tables that differ only in what a viewer may not know must look the same to that viewer: here
such a second table, and a second telling of each event, are made from the first.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

import msgspec
from msgspec.structs import replace

from croupier.cards import DECK, Card, Device
from croupier.display import disclosure, layout
from croupier.display.narration import narrator
from croupier.display.scenes import Scene
from croupier.display.viewers import Dealer, Official, Onlooker, Patron, Viewer, Voice
from croupier.features.tournaments.narration import tournament_event_sentence
from croupier.games.blackjack.deal import CardMisplaced
from croupier.games.blackjack.history import RoundReconstructed
from croupier.games.blackjack.oversights import DiscardsFound
from croupier.games.blackjack.state import BlackjackTable, Hand, Round
from croupier.games.engine import due, evolve
from croupier.games.stud.due import JackpotDue
from croupier.games.stud.misdeals import CardsCounted
from croupier.games.stud.state import (
    StudHand,
    StudPhase,
    StudRound,
    StudStanding,
    require_read_cards,
)
from croupier.games.table.card_counts import CardsChecked, WrongCardsFound
from croupier.games.table.due import Due
from croupier.games.table.equipment import DeviceFailed
from croupier.games.table.notices import NoticeGiven
from croupier.games.table.preparation import CardsShuffled
from croupier.games.table.rounds import CardDealt
from croupier.games.table.state import Table
from croupier.messages import Event
from croupier.rulebooks import Role, StudLaw, TableLaw
from tests.display.secrecy import may_know

STAFF = (Dealer, Official)


def viewers(table: Table) -> list[Viewer]:
    """Every kind of viewer, and each player."""
    return [
        *(Patron(player) for player in table.players),
        Patron("somebody who is not there"),
        Onlooker(),
        Dealer(),
        Dealer(enters=True),
        Official(Role.SUPERVISOR),
        Official(Role.SURVEILLANCE),
    ]


def enters(viewer: Viewer) -> bool:
    """Whether the viewer reads every card out to the table."""
    return isinstance(viewer, Dealer) and viewer.enters


# The table ---------------------------------------------------------------------------------------


def other_scene(scene: Scene, viewer: Viewer, chance: Random) -> Scene:
    """A scene that differs from this one in all that the viewer may not know."""
    table = scene.table
    table = replace(table, shoe=replace(table.shoe, handle=f"order {chance.random()}"))
    rack = tuple(None if card is None else chance.choice(DECK) for card in table.discards)
    table = replace(table, discards=rack)
    if isinstance(table, BlackjackTable) and not enters(viewer):
        offered = table.ahead[: table.offered]
        rest = (chance.choice(DECK) for _ in table.ahead[table.offered :])
        table = replace(table, ahead=(*offered, *rest))
    round_ = scene.round
    if isinstance(round_, Round):
        round_ = other_blackjack(round_, chance)
    elif isinstance(round_, StudRound):
        round_ = other_stud(round_, table.choices.device, viewer, chance)
    return Scene(replace(table, round=None if table.round is None else round_), round_, scene.meter)


def mixed(cards: Sequence[Card], chance: Random) -> tuple[Card, ...]:
    return tuple(chance.sample(cards, len(cards)))


def other_blackjack(round_: Round, chance: Random) -> Round:
    """Star 3.6.2, Perth 4.10: first cards may lie face down until their player turns them.

    A blackjack is turned as soon as it is dealt, so what stays face down is known to be none. Where
    nobody decides for a hand, whether it gets a card tells all whether it is below twelve.
    """
    boxes = tuple(
        replace(
            box,
            hands=tuple(
                hand if box.unattended or hand.refused else other_hand(hand, chance)
                for hand in box.hands
            ),
        )
        for box in round_.boxes
    )
    return replace(round_, boxes=boxes)


def other_hand(hand: Hand, chance: Random) -> Hand:
    if not hand.covered:
        return hand
    while True:
        down = tuple(chance.choice(DECK) for _ in hand.cards[:2])
        if natural(down) == natural(hand.cards[:2]):
            return replace(hand, cards=(*down, *hand.cards[2:]))


def natural(cards: Sequence[Card]) -> bool:
    """Whether two cards are an ace and one that counts ten."""
    return sorted(card.points for card in cards) == [1, 10]


def other_stud(round_: StudRound, device: Device, viewer: Viewer, chance: Random) -> StudRound:
    """Caribbean Stud 7.1: all cards lie face down but one of the dealer's, until 8.8."""
    known = {*round_.exposed, *round_.shown_early, *dealers_open_cards(round_, device)}
    for hand in round_.hands:
        if may_look_at(round_, hand, viewer):
            known |= set(require_read_cards(hand.cards))
    rest = iter(mixed([card for card in DECK if card not in known], chance))

    def another(cards: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(card if card in known else next(rest) for card in cards)

    return replace(
        round_,
        dealer=another(require_read_cards(round_.dealer)),
        hands=tuple(
            replace(hand, cards=another(require_read_cards(hand.cards))) for hand in round_.hands
        ),
    )


def dealers_open_cards(round_: StudRound, device: Device) -> set[Card]:
    """From a shoe the dealer's last card is turned (7.3.3), from a device the bottom one (7.4.1).

    One that was shown by mistake in the deal takes its place.
    """
    dealer = require_read_cards(round_.dealer)
    if round_.phase not in (StudPhase.DEALING, StudPhase.BETTING):
        return set(dealer)
    if len(dealer) < 5 or set(dealer) & set(round_.exposed):
        return set()
    return {dealer[-1] if device is Device.SHOE else dealer[0]}


def may_look_at(round_: StudRound, hand: StudHand, viewer: Viewer) -> bool:
    """A player's own hand; those who bet on turn theirs with the dealer's."""
    own = isinstance(viewer, Patron) and viewer.player == hand.player
    late = round_.phase not in (StudPhase.DEALING, StudPhase.BETTING)
    return own or enters(viewer) or (late and hand.standing is StudStanding.BET)


# Events ------------------------------------------------------------------------------------------


def other_event(
    law: TableLaw, before: Table, event: Event, viewer: Viewer, chance: Random
) -> Event:
    """An event that differs from this one in what the viewer may not know of it."""
    match event:
        case CardDealt(covered=True):
            return replace(event, card=other_card(law, before, event, viewer, chance))
        case CardsShuffled():
            return replace(event, handle=f"order {chance.random()}")
        case CardMisplaced() if not enters(viewer):
            assert isinstance(before, BlackjackTable)
            return replace(event, card=chance.choice(DECK)) if before.face_down else event
        case RoundReconstructed(cards=cards) if not enters(viewer):
            cards = other_returned(before, cards, chance)
            rack = tuple(None if card is None else chance.choice(DECK) for card in event.discards)
            other = other_blackjack(event.round, chance)
            return replace(event, cards=cards, round=other, discards=rack)
        case DiscardsFound(cards=found):
            return replace(event, cards=tuple(chance.choice(DECK) for _ in found))
    return event if isinstance(viewer, STAFF) else other_finding(event, chance)


def other_finding(event: Event, chance: Random) -> Event:
    """Something that only staff know of the cards, or of people, told otherwise."""

    def others(cards: Sequence[object]) -> tuple[Card, ...]:
        return tuple(chance.choice(DECK) for _ in cards)

    match event:
        case CardsChecked():
            return replace(event, missing=others(event.missing), extra=others(event.extra))
        case WrongCardsFound():
            return replace(event, missing=others(event.missing))
        case DeviceFailed():
            return replace(event, damaged=others(event.damaged))
        case CardsCounted():
            return replace(event, strays=others(event.strays))
        case NoticeGiven():
            return replace(event, about=f"{event.about} or something else")
    return event


def other_card(
    law: TableLaw, before: Table, event: CardDealt, viewer: Viewer, chance: Random
) -> Card:
    if isinstance(law, StudLaw) and event.box:
        assert isinstance(before.round, StudRound)
        hand = before.round.hand(event.box)
        assert hand is not None
        if may_look_at(before.round, hand, viewer):
            return event.card
    return chance.choice(DECK)


def other_returned(before: Table, cards: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    """Cards put back, with others for those that lay face down."""
    round_ = before.round
    down: Counter[Card] = Counter()
    if isinstance(round_, Round):
        hands = [hand for box in round_.boxes for hand in box.hands if hand.covered]
        down.update(card for hand in hands for card in hand.cards[:2])
    found = []
    for card in cards:
        hidden = down[card] > 0
        down[card] -= hidden
        found.append(chance.choice(DECK) if hidden else card)
    return tuple(found)


# What a viewer is given --------------------------------------------------------------------------


def given(
    law: TableLaw,
    before: Table,
    event: Event,
    after: Scene,
    viewer: Viewer,
    owed: tuple[Due, ...],
) -> bytes:
    """All that reaches a viewer when something happens, as it goes over the wire."""
    known = disclosure.disclose(law, before, event, viewer)
    view = layout.table_view(law, after, viewer, due=owed)
    told = (
        ()
        if known is None
        else narrator.narrate_event(
            law, known, view, Voice(viewer), narrators=(tournament_event_sentence,)
        )
    )
    return msgspec.json.encode((known, view, told))


def other_due(law: TableLaw, mine: tuple[Due, ...], other: Table) -> tuple[Due, ...]:
    """What is due at the other table; which hands wait for the jackpot, all are told."""
    if not mine or any(isinstance(item, JackpotDue) for item in mine):
        return mine
    return due(law, other)


def leaks(
    law: TableLaw, start: Scene, events: Sequence[Event], viewer: Viewer, chance: Random
) -> list[str]:
    """What changes for a viewer when only that changes which the viewer may not know."""
    found = []
    scene = start
    for place, event in enumerate(events):
        table = evolve(scene.table, event)
        after = Scene(table, table.round or scene.round, scene.meter)
        owed = due(law, table) if place == len(events) - 1 else ()
        before_too = other_scene(scene, viewer, chance)
        after_too = other_scene(after, viewer, chance)
        owed_too = other_due(law, owed, after_too.table)
        event_too = other_event(law, scene.table, event, viewer, chance)
        mine = given(law, scene.table, event, after, viewer, owed)
        other = given(law, before_too.table, event_too, after_too, viewer, owed_too)
        if mine != other:
            found.append(f"{viewer} at {event}: {difference(mine, other)}")
        player = viewer.player if isinstance(viewer, Patron) else ""
        if not may_know(event, player, staff=isinstance(viewer, STAFF)):
            known = disclosure.disclose(law, scene.table, event, viewer)
            found += [] if known is None else [f"{viewer} is told {event}"]
        scene = after
    return found


def difference(mine: bytes, other: bytes) -> str:
    """Where two texts part."""
    place = next(
        (n for n, (one, two) in enumerate(zip(mine, other, strict=False)) if one != two), -1
    )
    start = max(0, place - 60)
    return f"{mine[start : place + 40]!r} or {other[start : place + 40]!r}"

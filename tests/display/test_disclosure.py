"""What is left of an event for each viewer; every kind of event has been thought of."""

from datetime import UTC, datetime
from importlib import import_module
from pkgutil import walk_packages

import msgspec
import pytest

import croupier
from croupier.cards import Card, Device, parse_cards
from croupier.display import disclosure, seen_events
from croupier.display.disclosure import DISCLOSURE, Disclosed, disclose
from croupier.display.seen_events import CardSeen, MisplacementSeen, ReconstructionSeen, Seen
from croupier.display.viewers import Dealer, Official, Onlooker, Patron, Viewer
from croupier.floor import Croupier
from croupier.games.blackjack.approvals import ApproveFaceDown
from croupier.games.blackjack.reconstruction import Reconstruct
from croupier.games.stud.measures import KeptApart, MispaymentFound
from croupier.games.table.card_counts import CardsChecked
from croupier.games.table.choices import Choices, Mode
from croupier.games.table.conduct import PlayerSanctioned
from croupier.games.table.disputes import DisputeRaised
from croupier.games.table.notices import NoticeAcknowledged, NoticeGiven
from croupier.games.table.preparation import CardsShuffled, ShuffleCards
from croupier.games.table.restrictions import PlayerRestricted
from croupier.games.table.rounds import Deal, DealCard
from croupier.games.table.wagers import PlaceWager
from croupier.house import accounts
from croupier.messages import Command, Event, Refused
from croupier.money import Entry
from croupier.rulebooks import CARIBBEAN_STUD, STAR_BLACKJACK, Role
from tests.support.registers import faults, place

ANN, BOB, ONLOOKER = Patron("ann"), Patron("bob"), Onlooker()
DEALER, ENTERING, WATCHING = Dealer(), Dealer(enters=True), Official(Role.SURVEILLANCE)
LAYERS = ("games", "house", "features")


def every_event() -> set[type[Event]]:
    """Every kind of event, wherever it is declared below what is shown.

    What other events derive from is none by itself: it only has the fields that they share.
    """
    for layer in LAYERS:
        package = import_module(f"croupier.{layer}")
        for module in walk_packages(package.__path__, f"croupier.{layer}."):
            import_module(module.name)
    found: set[type[Event]] = set()
    new = {Event}
    while new:
        found |= new
        new = {kind for one in new for kind in one.__subclasses__()} - found
    last = {kind for kind in found - {Event} if not kind.__subclasses__()}
    return {kind for kind in last if kind.__module__.startswith(croupier.__name__)}


def test_every_kind_of_event_is_declared() -> None:
    assert not faults(DISCLOSURE, every_event(), where=place("DISCLOSURE", disclosure))


def test_what_stands_for_an_event_has_its_name() -> None:
    redacted = {kind for kind, rule in DISCLOSURE.items() if not isinstance(rule, Disclosed)}
    names = {kind.__struct_config__.tag for kind in redacted} - {"dispute-moved"}
    there = {kind.__struct_config__.tag for kind in Seen.__subclasses__()}
    assert not faults(there, names, where=f"the subclasses of Seen in {seen_events.__name__}")


@pytest.mark.parametrize("kind", Seen.__subclasses__())
def test_what_stands_for_an_event_has_no_field_that_the_event_has_not(kind: type[Seen]) -> None:
    tags = {one.__struct_config__.tag: one for one in DISCLOSURE}
    event = tags[kind.__struct_config__.tag]
    assert set(kind.__struct_fields__) <= set(event.__struct_fields__)


def table() -> Croupier:
    return Croupier(STAR_BLACKJACK, Choices(mode=Mode.LIVE, device=Device.SHUFFLER, burn=False))


def known_by(event: Event) -> set[Viewer]:
    everybody: list[Viewer] = [ANN, BOB, ONLOOKER, DEALER, WATCHING]
    law, value = STAR_BLACKJACK, table().table
    return {viewer for viewer in everybody if disclose(law, value, event, viewer) is not None}


NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
ENTRY = Entry((), "1.1")


@pytest.mark.parametrize(
    "event",
    [
        accounts.CardPresented("ann", "ann", "5.1"),
        accounts.LossLimitSet("ann", accounts.LossLimit(10_000, 1, NOON), ()),
        accounts.DepositLimitSet("ann", 10_000),
        accounts.Deposited("ann", 10_000, True, "2026-05-01"),
        accounts.ChipsDeclared("ann", 10_000, False, "16.1"),
        accounts.BreakRequired("ann", "16.1"),
        accounts.PeriodStarted("ann", NOON),
        accounts.ResultRecorded("ann", -10_000),
        PlayerSanctioned("ann", "18.1", "", False, False, ()),
        PlayerRestricted("ann", None, "6.1"),
        DisputeRaised("ann", "a card", "18.1"),
        KeptApart(("ann", "cat"), False, "16.1"),
    ],
)
def test_what_concerns_a_player_is_for_that_player_and_staff(event: Event) -> None:
    assert known_by(event) == {ANN, DEALER, WATCHING}


@pytest.mark.parametrize(
    "event",
    [
        NoticeGiven(Role.SURVEILLANCE, "ann counts", "ann"),
        NoticeAcknowledged(1, Role.SURVEILLANCE),
        MispaymentFound("ann", 500, True, ENTRY, "15.1"),
    ],
)
def test_what_the_house_finds_out_is_for_staff(event: Event) -> None:
    assert known_by(event) == {DEALER, WATCHING}


def test_nobody_is_told_the_order_of_the_cards() -> None:
    for viewer in (ANN, ONLOOKER, DEALER, ENTERING, WATCHING):
        event = CardsShuffled("4.1.1", 416, handle="shuffle-1")
        known = disclose(STAR_BLACKJACK, table().table, event, viewer)
        assert (
            msgspec.json.encode(known)
            == b'{"event":"cards-shuffled","clause":"4.1.1","by-hand-clause":""}'
        )


def test_staff_know_which_cards_are_missing_and_others_how_many() -> None:
    event = CardsChecked(52, parse_cards("4S"), (), (), Role.DEALER, "2.1")
    for viewer, missing in ((ANN, (None,)), (WATCHING, (Card("4S"),))):
        known = disclose(STAR_BLACKJACK, table().table, event, viewer)
        assert isinstance(known, seen_events.CheckSeen)
        assert known.missing == missing


def carried_out(croupier: Croupier, *commands: Command) -> tuple[Event, ...]:
    """The events of the last of some commands."""
    events: tuple[Event, ...] | Refused = ()
    for command in commands:
        events = croupier.do(command)
        assert not isinstance(events, Refused), events
    assert not isinstance(events, Refused)
    return events


@pytest.mark.parametrize(
    ("viewer", "card"), [(ANN, Card("8H")), (BOB, None), (DEALER, None), (ENTERING, Card("8H"))]
)
def test_a_card_of_caribbean_stud_is_for_its_player(viewer: Viewer, card: Card | None) -> None:
    choices = Choices(mode=Mode.LIVE, device=Device.SHUFFLER)
    croupier = Croupier(CARIBBEAN_STUD, choices)
    dealt = (DealCard(card, by=Role.DEALER) for card in parse_cards("2C 3C 7C 9C QH"))
    carried_out(
        croupier,
        ShuffleCards(by=Role.DEALER),
        PlaceWager("ann", 1, 1_000, "ante", by=Role.PLAYER),
        Deal(by=Role.DEALER),
        *dealt,
    )
    before = croupier.table
    events = carried_out(croupier, DealCard(Card("8H"), by=Role.DEALER))
    known = disclose(CARIBBEAN_STUD, before, events[0], viewer)
    assert isinstance(known, CardSeen)
    assert (known.card, known.box, known.covered) == (card, 1, True)


def face_down() -> Croupier:
    croupier = table()
    carried_out(croupier, ShuffleCards(by=Role.DEALER), ApproveFaceDown(by=Role.INSPECTOR))
    carried_out(
        croupier,
        PlaceWager("ann", 1, 1_000, by=Role.PLAYER),
        PlaceWager("bob", 2, 1_000, by=Role.PLAYER),
        Deal(by=Role.DEALER),
    )
    return croupier


@pytest.mark.parametrize(("viewer", "card"), [(ANN, None), (DEALER, None), (ENTERING, Card("8H"))])
def test_a_face_down_card_laid_wrongly_is_not_named(viewer: Viewer, card: Card | None) -> None:
    croupier = face_down()
    before = croupier.table
    events = carried_out(croupier, DealCard(Card("8H"), 2, by=Role.DEALER))
    known = [disclose(STAR_BLACKJACK, before, event, viewer) for event in events]
    (laid,) = [one for one in known if isinstance(one, MisplacementSeen)]
    assert (laid.card, laid.laid, laid.box) == (card, 2, 1)


@pytest.mark.parametrize(
    ("viewer", "cards"),
    [(ANN, (None, None)), (DEALER, (None, None)), (ENTERING, parse_cards("8H 6C"))],
)
def test_face_down_cards_put_back_are_not_named(
    viewer: Viewer, cards: tuple[Card | None, ...]
) -> None:
    croupier = face_down()
    carried_out(
        croupier, DealCard(Card("8H"), by=Role.DEALER), DealCard(Card("6C"), by=Role.DEALER)
    )
    before = croupier.table
    events = carried_out(croupier, Reconstruct(2, by=Role.DEALER))
    known = [disclose(STAR_BLACKJACK, before, event, viewer) for event in events]
    (back,) = [one for one in known if isinstance(one, ReconstructionSeen)]
    assert back.cards == cards

"""What happened, in sentences for one viewer."""

import pytest

from croupier.cards import Device, parse_cards
from croupier.display.narration.narrator import narrate
from croupier.display.scenes import scene_of
from croupier.display.viewers import Dealer, Onlooker, Patron, Viewer, Voice, refusal_sentence
from croupier.floor import Croupier
from croupier.games.blackjack.approvals import ApproveFaceDown
from croupier.games.blackjack.calls import ExposeCards, Stand
from croupier.games.stud.bets import Fold
from croupier.games.table.card_counts import CheckCards, OrderCheck
from croupier.games.table.choices import Choices, Mode
from croupier.games.table.notices import Notify
from croupier.games.table.preparation import ShuffleCards
from croupier.games.table.rounds import Deal, DealCard
from croupier.games.table.seats import BuyIn
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.rulebooks import CARIBBEAN_STUD, STAR_BLACKJACK, Role, TableLaw

ANN, BOB = Patron("ann"), Patron("bob")
NAMES = {"ann": "Ann Lee", "bob": "Bob", "an": "nobody"}


def told(law: TableLaw, croupier: Croupier, voice: Voice, *commands: Command) -> list[str]:
    """The sentences that some commands lead to."""
    scene = scene_of(croupier.table)
    so_far = len(croupier.events)
    for command in commands:
        assert not isinstance(croupier.do(command), Refused), command
    _, entries = narrate(law, scene, croupier.events[so_far:], voice)
    return [entry.text for entry in entries]


def star(cards: str) -> Croupier:
    return Croupier(STAR_BLACKJACK, Choices(burn=False), stack=parse_cards(cards))


@pytest.mark.parametrize(
    ("viewer", "sentences"),
    [
        (ANN, ["You change $100 for chips", "Your wager on box 1: $20"]),
        (BOB, ["Ann Lee changes $100 for chips", "Ann Lee's wager on box 1: $20"]),
        (Dealer(), ["Ann Lee changes $100 for chips", "Ann Lee's wager on box 1: $20"]),
    ],
)
def test_a_viewer_is_spoken_to_and_others_are_named(viewer: Viewer, sentences: list[str]) -> None:
    commands = (BuyIn("ann", 10_000, by=Role.PLAYER), PlaceWager("ann", 1, 2_000, by=Role.PLAYER))
    voice = Voice(viewer, names=NAMES)
    assert told(STAR_BLACKJACK, star("8H"), voice, *commands) == sentences


def test_without_a_name_the_id_is_used() -> None:
    voice = Voice(Onlooker())
    assert told(STAR_BLACKJACK, star("8H"), voice, BuyIn("p-17", 100, by=Role.PLAYER)) == [
        "p-17 changes $1 for chips"
    ]


def test_cards_face_down_are_told_when_they_are_turned() -> None:
    croupier = star("8H 6C 3D TS TS TS TS")
    before = (
        ApproveFaceDown(by=Role.INSPECTOR),
        PlaceWager("ann", 1, 2_000, by=Role.PLAYER),
        Deal(by=Role.DEALER),
    )
    voice = Voice(ANN)
    dealt = told(STAR_BLACKJACK, croupier, voice, *before)
    assert dealt.count("Box 1 gets a card face down") == 2
    assert not any("8H" in sentence or "3D" in sentence for sentence in dealt)
    turned = told(STAR_BLACKJACK, croupier, voice, ExposeCards(1, by=Role.PLAYER))
    assert "The cards of box 1 are turned: 8H 3D, 11" in turned


@pytest.mark.parametrize(
    ("viewer", "sentence"), [(ANN, "Box 1 gets AS"), (BOB, "Box 1 gets a card")]
)
def test_a_card_of_caribbean_stud_is_named_to_its_player(viewer: Viewer, sentence: str) -> None:
    choices = Choices(mode=Mode.LIVE, device=Device.SHUFFLER)
    croupier = Croupier(CARIBBEAN_STUD, choices)
    voice = Voice(viewer)
    told(
        CARIBBEAN_STUD,
        croupier,
        voice,
        ShuffleCards(by=Role.DEALER),
        PlaceWager("ann", 1, 1_000, "ante", by=Role.PLAYER),
    )
    dealt = (DealCard(card, by=Role.DEALER) for card in parse_cards("2C 3C 7C 9C QH AS"))
    *rest, last = told(CARIBBEAN_STUD, croupier, voice, Deal(by=Role.DEALER), *dealt)
    assert rest[-1] == "The dealer gets a card"
    assert last == sentence


def test_a_folded_hand_is_told_by_whose_it_is() -> None:
    croupier = Croupier(CARIBBEAN_STUD, Choices(), seed=2)
    voice = Voice(BOB, names=NAMES)
    commands = (
        PlaceWager("ann", 1, 1_000, "ante", by=Role.PLAYER),
        PlaceWager("bob", 2, 1_000, "ante", by=Role.PLAYER),
        Deal(by=Role.DEALER),
    )
    told(CARIBBEAN_STUD, croupier, voice, *commands)
    fold = told(CARIBBEAN_STUD, croupier, voice, Fold("ann", 1, by=Role.PLAYER))
    assert fold == ["Ann Lee's hand on box 1 is folded", "Ann Lee, box 1 ante loses $10"]


def test_a_settlement_names_whose_wager_it_was() -> None:
    croupier = star("TH 6C TD TS TC")
    voice = Voice(BOB, names=NAMES)
    told(
        STAR_BLACKJACK,
        croupier,
        voice,
        PlaceWager("ann", 1, 2_000, by=Role.PLAYER),
        Deal(by=Role.DEALER),
    )
    assert "Ann Lee, box 1 wins $20" in told(
        STAR_BLACKJACK, croupier, voice, Stand(1, by=Role.PLAYER)
    )


def test_what_is_for_others_makes_no_sentence() -> None:
    word = Notify(Role.SURVEILLANCE, "ann counts", "ann", by=Role.DEALER)
    assert told(STAR_BLACKJACK, star("8H"), Voice(ANN), word) == []
    voice = Voice(Dealer(), names=NAMES)
    assert told(STAR_BLACKJACK, star("8H"), voice, word) == [
        "Notice to surveillance: Ann Lee counts"
    ]


@pytest.mark.parametrize(("viewer", "missing"), [(ANN, "missing 1 card"), (Dealer(), "missing 4S")])
def test_staff_are_told_which_card_is_missing(viewer: Viewer, missing: str) -> None:
    choices = Choices(mode=Mode.LIVE, device=Device.SHUFFLER)
    croupier = Croupier(STAR_BLACKJACK, choices)
    told(STAR_BLACKJACK, croupier, Voice(viewer), OrderCheck(by=Role.GAMING_MANAGER))
    checked = told(
        STAR_BLACKJACK, croupier, Voice(viewer), CheckCards(parse_cards("4S"), by=Role.DEALER)
    )
    assert any(sentence.endswith(f"cards checked: {missing}") for sentence in checked)


def test_names_stand_in_refusals_for_whole_words() -> None:
    refused = Refused("wager/chips", "5.2", "ann has too few chips, and an anne has more", ("5.3",))
    voice = Voice(BOB, names=NAMES)
    text = "Ann Lee has too few chips, and nobody anne has more (5.2, 5.3)."
    assert refusal_sentence(refused, voice) == text
    assert (
        refusal_sentence(Refused("x", "", "you has no chips"), Voice(ANN)) == "You have no chips."
    )

"""Everything that can go wrong at a blackjack table, thrown at random."""

from random import Random

from croupier.cards import DECK, Card
from croupier.floor import Croupier
from croupier.games.blackjack.device_failure import StayIn, TakeBackWagers
from croupier.games.blackjack.oversights import (
    CallInsurance,
    Overlook,
    ReportAbsent,
    ReportMiscall,
    ReportPresent,
)
from croupier.games.blackjack.reconstruction import Reconstruct
from croupier.games.blackjack.stray_cards import (
    BurnFacedCard,
    BurnInError,
    DealWithoutWagers,
    DrawInError,
    ExtraDealerCard,
    RefuseCard,
)
from croupier.games.blackjack.voids import VoidHand, VoidRound
from croupier.games.table.card_counts import CheckCards, OrderCheck, ReplaceCard, ReportWrongCards
from croupier.games.table.conduct import InvalidateRound, Sanction
from croupier.games.table.equipment import FailDevice, RestoreDevice
from croupier.games.table.new_cards import OrderShuffle, ReplaceCards
from croupier.games.table.seats import ChangeDealer, Leave
from croupier.messages import Command
from croupier.rulebooks import Role
from tests.support.conduct import some_conduct
from tests.support.dealing import fresh_card
from tests.support.whim import PLAYERS

STEPS = ("cut", "burn", "shuffle", "discards", "insurance")


def some_card(croupier: Croupier, chance: Random) -> Card:
    """The card that may be spoken of next: one that lies ready, or one from the shoe."""
    return croupier.table.ahead[0] if croupier.table.ahead else fresh_card(croupier, chance)


def some_mishap(croupier: Croupier, chance: Random) -> Command:
    """Something that goes wrong, or somebody who acts on it."""
    box = chance.randint(1, croupier.table.choices.boxes)
    player = chance.choice(PLAYERS)
    card = some_card(croupier, chance)
    boss = Role.GAMING_MANAGER
    number = chance.choice([None, None, 1, croupier.table.rounds - 1])
    some = tuple(chance.sample(DECK, chance.choice([0, 1, 2])))
    options: list[Command] = [
        BurnFacedCard(card, by=Role.DEALER),
        DrawInError(card, by=Role.DEALER),
        DrawInError(card, by=Role.DEALER),
        BurnInError(card, chance.random() < 0.5, by=Role.DEALER),
        RefuseCard(box, by=Role.PLAYER),
        RefuseCard(box, by=Role.PLAYER),
        ExtraDealerCard(card, chance.random() < 0.5, by=Role.DEALER),
        DealWithoutWagers((card,), by=Role.DEALER),
        Reconstruct(
            chance.randint(1, 8),
            chance.randint(0, 3),
            chance.random() < 0.2,
            chance.random() < 0.2,
            by=Role.DEALER,
        ),
        Reconstruct(chance.randint(1, 3), by=Role.DEALER),
        VoidRound(number, by=boss),
        VoidHand(box, number, chance.random() < 0.3, by=boss),
        VoidHand(box, hand=chance.choice([1, 2, 3]), by=boss),
        ReportPresent(box, player, by=Role.DEALER),
        OrderShuffle(by=boss),
        ReplaceCard(card, by=boss),
        ChangeDealer("mia", by=Role.DEALER),
        Leave(player, by=Role.PLAYER),
        ReportAbsent(box, chance.choice([None, player]), by=Role.DEALER),
        ReportAbsent(box, by=Role.DEALER),
        Overlook(chance.choice(STEPS), by=Role.DEALER),
        Overlook("insurance", by=Role.DEALER),
        CallInsurance(by=boss),
        TakeBackWagers(player, by=Role.PLAYER),
        StayIn(player, by=Role.PLAYER),
        FailDevice(
            harmed=chance.random() < 0.2,
            spare=chance.random() < 0.5,
            practicable=chance.random() < 0.7,
            damaged=some,
            by=boss,
        ),
        FailDevice(boxes=(box,), by=boss),
        RestoreDevice(by=Role.DEALER),
        ReportWrongCards(some, ("joker",), by=Role.DEALER),
        CheckCards(some if chance.random() < 0.3 else (), by=Role.DEALER),
        OrderCheck(by=boss),
        ReplaceCards(by=boss),
        Sanction(
            player,
            chance.choice(["18.1", "3.1", "8.7"]),
            void=chance.random() < 0.7,
            exclude=chance.random() < 0.05,
            by=boss,
        ),
        Sanction(
            player,
            chance.choice(["18.1", "3.1", "8.7"]),
            void=True,
            box=chance.choice([None, box]),
            on=chance.choice([None, "main", "double", "insurance", "perfect-pairs"]),
            by=boss,
        ),
        InvalidateRound("disruption", by=boss),
        InvalidateRound("disruption", refund=chance.random() < 0.5, number=number, by=boss),
        InvalidateRound("fraud", (player,), by=boss),
        ReportMiscall(box, chance.randint(12, 21), by=Role.DEALER),
        chance.choice(some_conduct(player, box, chance)),
    ]
    return chance.choice(options)

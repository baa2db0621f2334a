"""Everything that can go wrong at a blackjack table, thrown at random."""

from random import Random

from croupier.blackjack.irregular_commands import (
    BurnFacedCard,
    BurnInError,
    CallInsurance,
    DealWithoutWagers,
    DrawInError,
    ExtraDealerCard,
    Overlook,
    Reconstruct,
    RefuseCard,
    ReportAbsent,
    StayIn,
    TakeBackWagers,
    VoidHand,
    VoidTheRound,
)
from croupier.cards import DECK, Card, remaining_cards
from croupier.play import Croupier
from croupier.play.engine import cards_out
from croupier.rulebooks import Role
from croupier.table.commands import Command, ReplaceCards
from croupier.table.irregular_commands import (
    CheckCards,
    FailDevice,
    InvalidateRound,
    OrderCheck,
    ReportWrongCards,
    RestoreDevice,
    Sanction,
)
from tests.support.whim import PLAYERS

STEPS = ("cut", "burn", "shuffle", "discards", "insurance")


def some_card(croupier: Croupier, chance: Random) -> Card:
    """The card that may be spoken of next: one that lies ready, or one from the shoe."""
    return croupier.table.ahead[0] if croupier.table.ahead else fresh_card(croupier, chance)


def fresh_card(croupier: Croupier, chance: Random) -> Card:
    """A card that may come out of the shoe next; any at all where none is left."""
    table = croupier.table
    if table.shoe.next_card is not None:
        return table.shoe.next_card
    left = remaining_cards(table.choices.decks, cards_out(table))
    possible = [card for card, count in left.items() if count > 0]
    return chance.choice(possible or list(DECK))


def some_mishap(croupier: Croupier, chance: Random) -> Command:
    """Something that goes wrong, or somebody who acts on it."""
    box = chance.randint(1, croupier.table.choices.boxes)
    player = chance.choice(PLAYERS)
    card = some_card(croupier, chance)
    boss = Role.GAMING_MANAGER
    number = chance.choice([None, None, 1, croupier.table.rounds - 1])
    some = tuple(chance.sample(DECK, chance.choice([0, 1, 2])))
    options: list[Command] = [
        BurnFacedCard(card),
        DrawInError(card),
        DrawInError(card),
        BurnInError(card, chance.random() < 0.5),
        RefuseCard(box),
        RefuseCard(box),
        ExtraDealerCard(card, chance.random() < 0.5),
        DealWithoutWagers((card,)),
        Reconstruct(
            chance.randint(1, 8), chance.randint(0, 3), chance.random() < 0.2, chance.random() < 0.2
        ),
        Reconstruct(chance.randint(1, 3)),
        VoidTheRound(number, by=boss),
        VoidHand(box, number, chance.random() < 0.3, by=boss),
        ReportAbsent(box, chance.choice([None, player])),
        ReportAbsent(box),
        Overlook(chance.choice(STEPS)),
        Overlook("insurance"),
        CallInsurance(by=boss),
        TakeBackWagers(player),
        StayIn(player),
        FailDevice(
            harmed=chance.random() < 0.2,
            spare=chance.random() < 0.5,
            practicable=chance.random() < 0.7,
            damaged=some,
            by=boss,
        ),
        FailDevice(boxes=(box,), by=boss),
        RestoreDevice(),
        ReportWrongCards(some, ("joker",)),
        CheckCards(some if chance.random() < 0.3 else ()),
        OrderCheck(by=boss),
        ReplaceCards(by=boss),
        Sanction(
            player,
            chance.choice(["18.1", "3.1", "8.7"]),
            void=chance.random() < 0.7,
            exclude=chance.random() < 0.05,
            by=boss,
        ),
        InvalidateRound("disruption", by=boss),
        InvalidateRound("fraud", (player,), by=boss),
    ]
    return chance.choice(options)

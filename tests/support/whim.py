"""Players and staff who do whatever comes to mind, repeatably."""

from random import Random

from croupier.blackjack.commands import (
    CloseInsurance,
    Deal,
    Decision,
    DeclineDouble,
    DeclineSplit,
    DoubleDown,
    ExposeCards,
    Hit,
    Insure,
    SplitHand,
    Stand,
    TakeEvenMoney,
)
from croupier.blackjack.due import AnswerDue, DecisionDue, InsuranceDue
from croupier.play import Croupier
from croupier.play.bots import call
from croupier.rulebooks import BlackjackLaw
from croupier.table.choices import Choices
from croupier.table.commands import Command, PlaceWager, Rise, Sit, WithdrawWager
from croupier.table.due import WagersDue
from croupier.table.state import MAIN

PLAYERS = ("ann", "bob", "cat", "dan")


def whimsical_choices(law: BlackjackLaw, chance: Random) -> Choices:
    """Some lawful choices of an operator."""
    offered = law.side_bets.names
    return Choices(
        decks=chance.choice(law.cards.decks.value),
        boxes=chance.choice(list(law.equipment.boxes.value)),
        maximum=chance.choice([5_000, 20_000, 500_000]),
        chip=chance.choice([50, 100, 250]),
        side_bets=tuple(name for name in offered if chance.random() < 0.5),
        lucky_lucky_table=chance.choice([1, 2, 3]),
        ten_insurance=chance.random() < 0.5,
        resplit=chance.random() < 0.5,
        cutting_card_depth=chance.choice([None, 0, 60, 120]),
    )


def place_wagers(croupier: Croupier, chance: Random) -> None:
    """Seats taken and left, wagers of all kinds on some boxes, now and then one taken back."""
    chip = croupier.table.choices.chip
    for box in range(1, croupier.table.choices.boxes + 1):
        if chance.random() < 0.1:
            croupier.do(Sit(chance.choice(PLAYERS), box))
        for player in chance.sample(PLAYERS, chance.choice([0, 0, 1, 1, 2, 3])):
            croupier.do(PlaceWager(player, box, chance.randint(1, 60) * chip))
        for kind in croupier.table.choices.side_bets:
            for player in chance.sample(PLAYERS, chance.choice([0, 1, 4])):
                croupier.do(PlaceWager(player, box, chance.randint(1, 9) * chip, kind))
        if chance.random() < 0.05:
            croupier.do(WithdrawWager(chance.choice(PLAYERS), box))
    if chance.random() < 0.05:
        croupier.do(Rise(chance.choice(PLAYERS)))
    if not any(stake.on == MAIN for stake in croupier.table.wagers):
        croupier.do(PlaceWager("ann", 1, 20 * chip))


def lawful_command(croupier: Croupier, chance: Random) -> Command:
    """A command that what is due allows."""
    chip = croupier.table.choices.chip
    due = chance.choice(croupier.due)
    match due:
        case DecisionDue() | AnswerDue():
            choice = chance.choice(due.choices)
            if choice.call == "double" and chance.random() < 0.4:
                amount = chance.randint(1, choice.most // chip) * chip
                return DoubleDown(due.box, due.player, amount)
            return call(choice.call, due)
        case InsuranceDue():
            wager = chance.choice((*due.wagers, None, None))
            if wager is None:
                return CloseInsurance()
            if wager.even_money and chance.random() < 0.5:
                return TakeEvenMoney(wager.player, wager.box)
            if wager.most < chip:
                return CloseInsurance()
            amount = chance.randint(1, wager.most // chip) * chip
            return Insure(wager.player, wager.box, amount)
        case WagersDue():
            return Deal()
        case _:
            raise AssertionError(f"a person was asked for {due}")


def play_round(croupier: Croupier, chance: Random) -> None:
    """One whole round of lawful whims, from the wagers to the end."""
    place_wagers(croupier, chance)
    croupier.do(Deal())
    while croupier.table.round is not None:
        croupier.do(lawful_command(croupier, chance))


CALLS: tuple[type[Decision], ...] = (
    Hit,
    Stand,
    DoubleDown,
    SplitHand,
    DeclineDouble,
    DeclineSplit,
    ExposeCards,
)


def any_command(croupier: Croupier, chance: Random) -> Command:
    """Something that somebody might say, lawful or not."""
    player = chance.choice((*PLAYERS, "eve"))
    box = chance.randint(0, croupier.table.choices.boxes + 1)
    amount = chance.choice([-50, 0, 25, 50, 100, 1_000, 7_777, 20_000, 10**9])
    kind = chance.choice(["main", "perfect-pairs", "any-pairs", "lucky-lucky", "nonsense"])
    options: list[Command] = [
        Deal(),
        CloseInsurance(),
        Sit(player, box),
        Rise(player),
        PlaceWager(player, box, amount, kind),
        WithdrawWager(player, box, kind),
        Insure(player, box, amount),
        TakeEvenMoney(player, box),
        DoubleDown(box, player, amount),
        *(kind(box=box, player=chance.choice([player, None])) for kind in CALLS),
    ]
    return chance.choice(options)

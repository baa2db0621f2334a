"""Players and staff who do whatever comes to mind, repeatably."""

from random import Random

from croupier.floor import Croupier, UnlawfulTableError
from croupier.floor.one_table import call_command
from croupier.floor.running_table import RunningTable
from croupier.games.blackjack.calls import (
    Decision,
    DeclineDouble,
    DeclineSplit,
    DeclineSurrender,
    DoubleDown,
    ExposeCards,
    Hit,
    SplitHand,
    Stand,
    Surrender,
)
from croupier.games.blackjack.insurance import CloseInsurance, Insure, TakeEvenMoney
from croupier.games.blackjack.turn import AnswerDue, DecisionDue, InsuranceDue, SurrenderDue
from croupier.games.table.choices import Choices
from croupier.games.table.due import WagersDue
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import Rise, Sit
from croupier.games.table.state import MAIN
from croupier.games.table.wagers import PlaceWager, WithdrawWager
from croupier.messages import Command
from croupier.rulebooks import BLACKJACK, BlackjackLaw, Role
from croupier.rulebooks.law.blackjack import DoubleAmount
from tests.support.tables import blackjack_law

PLAYERS = ("ann", "bob", "cat", "dan")


def whimsical_table(game: str, chance: Random) -> Croupier:
    """A table of a game with some lawful choices of an operator; refused ones are thrown again."""
    law = BLACKJACK[game]
    while True:
        try:
            return Croupier(law, whimsical_choices(law, chance), seed=chance.getrandbits(32))
        except UnlawfulTableError:
            continue


def whimsical_choices(law: BlackjackLaw, chance: Random) -> Choices:
    """Some choices of an operator, most of them lawful."""
    ten = law.insurance is not None and law.insurance.ten is not None
    return Choices(
        decks=chance.choice([4, 6, 8]),
        boxes=chance.choice(list(law.equipment.boxes.value)),
        minimum=chance.choice([500, 1_000]),
        maximum=chance.choice([5_000, 20_000, 500_000]),
        chip=chance.choice([50, 100, 250]),
        side_bets=tuple(name for name in law.side_bets.names if chance.random() < 0.5),
        lucky_lucky_table=chance.choice([1, 2, 3]),
        soft_17=chance.choice(["stand", "draw"]),
        layout=chance.randint(1, 10),
        ten_insurance=ten and chance.random() < 0.5,
        resplit=law.split.permitted_by is not None and chance.random() < 0.5,
        cutting_card_depth=chance.choice([None, 0, 60, 100]),
        burn_each_round=law.cut.burned_each_round is not None and chance.random() < 0.5,
    )


def place_wagers(croupier: Croupier, chance: Random) -> None:
    """Seats taken and left, wagers of all kinds on some boxes, now and then one taken back."""
    chip = croupier.table.choices.chip
    for box in range(1, croupier.table.choices.boxes + 1):
        if chance.random() < 0.1:
            croupier.do(Sit(chance.choice(PLAYERS), box, by=Role.PLAYER))
        for player in chance.sample(PLAYERS, chance.choice([0, 0, 1, 1, 2, 3])):
            croupier.do(PlaceWager(player, box, chance.randint(1, 60) * chip, by=Role.PLAYER))
        for kind in croupier.table.choices.side_bets:
            for player in chance.sample(PLAYERS, chance.choice([0, 1, 4])):
                croupier.do(
                    PlaceWager(player, box, chance.randint(1, 9) * chip, kind, by=Role.PLAYER)
                )
        if chance.random() < 0.05:
            croupier.do(WithdrawWager(chance.choice(PLAYERS), box, by=Role.PLAYER))
    if chance.random() < 0.05:
        croupier.do(Rise(chance.choice(PLAYERS), by=Role.PLAYER))
    if not any(stake.on == MAIN for stake in croupier.table.wagers):
        croupier.do(PlaceWager("ann", 1, 20 * chip, by=Role.PLAYER))


def lawful_command(croupier: Croupier, chance: Random) -> Command:
    """A command that what is due allows."""
    due = chance.choice(croupier.due)
    match due:
        case DecisionDue() | AnswerDue() | SurrenderDue():
            choice = chance.choice(due.choices)
            if choice.call == "double" and doubles_for_less(croupier) and chance.random() < 0.4:
                chip = croupier.table.choices.chip
                amount = chance.randint(1, choice.most // chip) * chip
                return DoubleDown(due.box, due.player, amount, by=Role.PLAYER)
            return call_command(choice.call, due)
        case InsuranceDue():
            return lawful_insurance(croupier, due, chance)
        case WagersDue():
            return Deal(by=Role.DEALER)
        case _:
            raise AssertionError(f"a person was asked for {due}")


def doubles_for_less(croupier: Croupier) -> bool:
    """Whether the game lets a double be for less than the wager."""
    return blackjack_law(croupier).double.amount.value is DoubleAmount.UP_TO_WAGER


def lawful_insurance(croupier: Croupier, due: InsuranceDue, chance: Random) -> Command:
    """Insurance, even money, or the end of it; a claim on another's wager may be refused."""
    chip = croupier.table.choices.chip
    wager = chance.choice((*due.wagers, None, None))
    if wager is None or (wager.most < chip and not wager.even_money):
        return CloseInsurance(by=Role.DEALER)
    if wager.even_money and (wager.most < chip or chance.random() < 0.5):
        return TakeEvenMoney(wager.player, wager.box, by=Role.PLAYER)
    amount = chance.randint(1, wager.most // chip) * chip
    other = chance.choice(due.wagers).player
    if due.others and other != wager.player and chance.random() < 0.4:
        return Insure(other, wager.box, amount, wager.player, by=Role.PLAYER)
    return Insure(wager.player, wager.box, amount, by=Role.PLAYER)


def play_round(croupier: Croupier, chance: Random) -> None:
    """One whole round of lawful whims, from the wagers to the end."""
    place_wagers(croupier, chance)
    croupier.do(Deal(by=Role.DEALER))
    while croupier.table.round is not None:
        croupier.do(lawful_command(croupier, chance))


CALLS: tuple[type[Decision], ...] = (
    Hit,
    Stand,
    DoubleDown,
    SplitHand,
    DeclineDouble,
    DeclineSplit,
    Surrender,
    DeclineSurrender,
    ExposeCards,
)


def any_command(croupier: Croupier | RunningTable, chance: Random) -> Command:
    """Something that somebody might say, lawful or not."""
    player = chance.choice((*PLAYERS, "eve"))
    box = chance.randint(0, croupier.table.choices.boxes + 1)
    amount = chance.choice([-50, 0, 25, 50, 100, 1_000, 7_777, 20_000, 10**9])
    kind = chance.choice(["main", "perfect-pairs", "any-pairs", "lucky-lucky", "nonsense"])
    options: list[Command] = [
        Deal(by=Role.DEALER),
        CloseInsurance(by=Role.DEALER),
        Sit(player, box, by=Role.PLAYER),
        Rise(player, by=Role.PLAYER),
        PlaceWager(player, box, amount, kind, by=Role.PLAYER),
        WithdrawWager(player, box, kind, by=Role.PLAYER),
        Insure(player, box, amount, chance.choice([None, "ann"]), by=Role.PLAYER),
        TakeEvenMoney(player, box, by=Role.PLAYER),
        DoubleDown(box, player, amount, by=Role.PLAYER),
        *(kind(box=box, player=chance.choice([player, None]), by=Role.PLAYER) for kind in CALLS),
    ]
    return chance.choice(options)

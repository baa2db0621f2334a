"""What may be chosen: keys for it, what they do in words, and the commands they stand for."""

from string import ascii_lowercase

import msgspec

from croupier.cards import Device
from croupier.display import scenes
from croupier.games.blackjack.insurance import CloseInsurance, Insure, TakeEvenMoney
from croupier.games.blackjack.state import insurance_law
from croupier.games.blackjack.turn import (
    AnswerDue,
    DecisionDue,
    Insurable,
    InsuranceDue,
    SurrenderDue,
    WithdrawalDue,
)
from croupier.games.stud.bets import Concede, Settle
from croupier.games.stud.cards import DealFaceDown
from croupier.games.stud.due import BetDue, SettlementDue
from croupier.games.stud.state import HAND_SIZE, StudRound, StudTable, cards_at
from croupier.games.table.due import CardDue, Choice, CutDue, Due, WagersDue
from croupier.games.table.preparation import CutCards, DeclineCut
from croupier.games.table.rounds import Deal
from croupier.games.table.state import Table
from croupier.messages import Command
from croupier.money import Cents, in_dollars
from croupier.rulebooks import BlackjackLaw, Role, TableLaw

KEYS = {"hit": "h", "stand": "s", "double": "d", "split": "p", "surrender": "u", "expose": "e"}
"""The keys that people know; any other call takes the first letter of its name that is free."""
NO = "no-"
"""How the names of calls that decline something begin."""
RESERVED = "q"

Answerable = DecisionDue | AnswerDue | SurrenderDue | WithdrawalDue | BetDue
"""What a call answers."""


class Option(msgspec.Struct, frozen=True, rename="kebab"):
    """Something that may be chosen."""

    key: str
    """The key for it, different from all others of the prompt."""
    label: str
    """What it does, in words, with what it costs."""
    clause: str
    """The clause that allows it; empty where none is needed."""
    commands: tuple[Command, ...]
    """What is carried out, one after the other; none where nothing is asked for."""
    most: Cents = 0
    """The largest further wager that it may carry; 0 where it carries none."""
    for_less: bool = False
    """Whether it may be for less than that."""


def keyed(choices: tuple[Choice, ...]) -> dict[str, Choice]:
    """A key for each choice, in their order."""
    taken: dict[str, str] = {}
    for choice in choices:
        key = "n" if choice.call.startswith(NO) else KEYS.get(choice.call, "")
        if key and key not in taken:
            taken[key] = choice.call
    for choice in choices:
        if choice.call not in taken.values():
            letters = [*choice.call, *ascii_lowercase]
            free = (
                letter
                for letter in letters
                if letter in ascii_lowercase and letter not in taken and letter not in RESERVED
            )
            taken[next(free)] = choice.call
    by_call = {call: key for key, call in taken.items()}
    return {by_call[choice.call]: choice for choice in choices}


def takes_amount(choice: Choice) -> bool:
    """Whether an amount may go with a call."""
    return bool(choice.most) and "amount" in scenes.COMMANDS[choice.call].__struct_fields__


def command_for(owed: Answerable, choice: Choice, amount: Cents | None = None) -> Command:
    """The command that a choice stands for; without an amount, for the most."""
    kind = scenes.COMMANDS[choice.call]
    given: dict[str, object] = {"player": owed.player}
    if not isinstance(owed, WithdrawalDue):
        given["box"] = owed.box
    if takes_amount(choice):
        given["amount"] = choice.most if amount is None else amount
    fields = {key: value for key, value in given.items() if key in kind.__struct_fields__}
    return kind(**fields, by=Role.PLAYER)  # type: ignore[arg-type]


def for_less(law: TableLaw, table: Table, owed: Answerable, choice: Choice) -> bool:
    """Whether a call may be made for less than its most; asks the engine."""
    least = table.choices.chip
    if not takes_amount(choice) or choice.most <= least:
        return False
    return scenes.first_refusal(law, table, command_for(owed, choice, least)) is None


def option(law: TableLaw, table: Table, owed: Answerable, key: str, choice: Choice) -> Option:
    """A choice with its key."""
    words = choice.call.replace("-", " ")
    less = for_less(law, table, owed, choice)
    if choice.most:
        words = f"{words} {in_dollars(choice.most)}{' or less' if less else ''}"
    commands = (command_for(owed, choice),)
    return Option(key, words, choice.clause, commands, choice.most, less)


def options(
    law: TableLaw, table: Table, owed: Due, player: str | None = None
) -> tuple[Option, ...]:
    """What may be chosen where something is due, by one player or (none) by the house."""
    match owed:
        case (
            DecisionDue(player=mine)
            | AnswerDue(player=mine)
            | SurrenderDue(player=mine)
            | WithdrawalDue(player=mine)
            | BetDue(player=mine)
        ) if player in (None, mine):
            return tuple(
                option(law, table, owed, key, choice) for key, choice in keyed(owed.choices).items()
            )
        case InsuranceDue() if player is not None:
            offer = within_chips(law, table, on_offer(owed, player))
            return insurance_options(owed, offer)
        case CutDue(player=cutter) if cutter is not None and player in (None, cutter):
            return cut_options(table, owed, cutter)
        case SettlementDue() if player is not None:
            return concessions(table, owed, player)
        case CardDue(covered=True) if player is None and isinstance(table, StudTable):
            return face_down_options(table, owed)
    return house_options(owed) if player is None else ()


def house_options(owed: Due) -> tuple[Option, ...]:
    """What the dealer may do about what is due, where that needs no further detail."""
    match owed:
        case WagersDue():
            return (Option("d", "deal", owed.clause, (Deal(by=Role.DEALER),)),)
        case InsuranceDue():
            return (Option("n", "close insurance", owed.clause, (CloseInsurance(by=Role.DEALER),)),)
        case SettlementDue():
            return (Option("s", "settle", owed.clause, (Settle(by=Role.DEALER),)),)
    return ()


def face_down_options(table: StudTable, owed: CardDue) -> tuple[Option, ...]:
    """A card, or all that a device gives a hand at once, laid face down without being read."""
    unread = DealFaceDown(by=Role.DEALER)
    found = [Option("?", "face down, unread", owed.clause, (unread,))]
    rest = HAND_SIZE - len(cards_at(table, owed.box))
    if table.choices.device is Device.SHUFFLER and rest > 1:
        found.append(Option("x", f"all {rest} face down, unread", owed.clause, (unread,) * rest))
    return tuple(found)


# Insurance ---------------------------------------------------------------------------------------


def on_offer(owed: InsuranceDue, player: str | None = None) -> tuple[Insurable, ...]:
    """The wagers, of one player or of all, that can be insured or paid even money."""
    return tuple(
        wager for wager in owed.wagers if player in (None, wager.player) and wager.is_on_offer
    )


def within_chips(
    law: TableLaw, table: Table, offer: tuple[Insurable, ...]
) -> tuple[Insurable, ...]:
    """What one player's chips can insure of several wagers together, box after box."""
    owner = table.players.get(offer[0].player) if offer else None
    if owner is None or not owner.counted:
        return offer
    assert isinstance(law, BlackjackLaw)
    step = int(insurance_law(law).step.value * table.choices.chip)
    left, found = max(0, table.chips(offer[0].player)), []
    for wager in offer:
        most = min(wager.most, left // step * step)
        left -= most
        found.append(msgspec.structs.replace(wager, most=most))
    return tuple(wager for wager in found if wager.is_on_offer)


def insurance_options(owed: InsuranceDue, offer: tuple[Insurable, ...]) -> tuple[Option, ...]:
    """Insurance for the most, even money, or neither, for the wagers on offer."""
    if not offer:
        return ()
    found = []
    insurable = [wager for wager in offer if wager.most]
    if insurable:
        total = sum(wager.most for wager in insurable)
        insured = tuple(
            Insure(wager.player, wager.box, wager.most, by=Role.PLAYER) for wager in insurable
        )
        label = f"insure for {in_dollars(total)}"
        found.append(Option("y", label, owed.clause, insured, total, for_less=True))
    if even := tuple(wager for wager in offer if wager.even_money):
        taken = tuple(TakeEvenMoney(wager.player, wager.box, by=Role.PLAYER) for wager in even)
        found.append(Option("e", "even money", owed.clause, taken))
    return (*found, Option("n", "none", owed.clause, ()))


# The cut -----------------------------------------------------------------------------------------


def cut_options(table: Table, owed: CutDue, player: str) -> tuple[Option, ...]:
    """A cut in the middle, or none; a cut elsewhere is the same command with another position."""
    middle = table.shoe.size // 2
    return (
        Option(
            "c",
            f"cuts in the middle ({middle})",
            owed.clause,
            (CutCards(middle, player, by=Role.DEALER),),
        ),
        Option("n", "declines", owed.clause, (DeclineCut(player, by=Role.PLAYER),)),
    )


# Conceding ---------------------------------------------------------------------------------------


def concessions(table: Table, owed: SettlementDue, player: str) -> tuple[Option, ...]:
    """The hand that a player may give up before the settlement; nobody has two (5.8)."""
    round_ = table.round
    hands = round_.hands if isinstance(round_, StudRound) else ()
    return tuple(
        Option("c", "concede", owed.clause, (Concede(player, hand.box, by=Role.PLAYER),))
        for hand in hands
        if hand.player == player and hand.box in owed.boxes
    )


# Out of turn, and for those who have left --------------------------------------------------------


def out_of_turn(due: tuple[Due, ...]) -> dict[str, tuple[SurrenderDue, Choice]]:
    """Keys for what other boxes may call although it is not their turn: u3 surrenders box 3."""
    return {
        f"{key}{owed.box}": (owed, choice)
        for owed in due[1:]
        if isinstance(owed, SurrenderDue)
        for key, choice in keyed(owed.choices).items()
    }


def leaving_call(choices: tuple[Choice, ...]) -> Choice:
    """What is called for somebody who has left: nothing that costs, no card that is not forced."""
    wanted = ("stand", "expose", "hit")
    for call in wanted:
        for choice in choices:
            if choice.call == call:
                return choice
    free = [choice for choice in choices if not choice.most]
    declining = [choice for choice in free if choice.call.startswith(NO)]
    return (declining or free or list(choices))[0]

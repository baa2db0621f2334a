"""Options: what a viewer may choose, with a key, a label and the commands it stands for."""

from string import ascii_lowercase

import msgspec

from croupier.cards import Device
from croupier.display import scenes
from croupier.games.blackjack.insurance import (
    CloseInsurance,
    DeclineInsurance,
    Insure,
    TakeEvenMoney,
)
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
"""The customary keys; any other call gets the first free letter of its name."""
NO = "no-"
"""The prefix of calls that decline something."""
RESERVED = "q"

Answerable = DecisionDue | AnswerDue | SurrenderDue | WithdrawalDue | BetDue
"""What a call can answer."""


class Option(msgspec.Struct, frozen=True, rename="kebab"):
    """Something that a viewer may choose."""

    key: str
    """The key to press; unique within the prompt."""
    label: str
    """What the option does, in words, with its cost."""
    clause: str
    """The clause that allows it; empty if none is needed."""
    commands: tuple[Command, ...]
    """The commands to submit, in order; empty if choosing it submits nothing."""
    most: Cents = 0
    """The largest further wager that it may carry; 0 if it carries none."""
    for_less: bool = False
    """Whether a smaller wager is allowed."""


def choices_by_key(choices: tuple[Choice, ...]) -> dict[str, Choice]:
    """Return a key for each choice, in the order of the choices."""
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
    """Return whether a call takes an amount."""
    return bool(choice.most) and "amount" in scenes.COMMANDS[choice.call].__struct_fields__


def command_for(owed: Answerable, choice: Choice, amount: Cents | None = None) -> Command:
    """Return the command for a choice. Without an amount, use the largest."""
    kind = scenes.COMMANDS[choice.call]
    given: dict[str, object] = {"player": owed.player}
    if not isinstance(owed, WithdrawalDue):
        given["box"] = owed.box
    if takes_amount(choice):
        given["amount"] = choice.most if amount is None else amount
    fields = {key: value for key, value in given.items() if key in kind.__struct_fields__}
    return kind(**fields, by=Role.PLAYER)  # type: ignore[arg-type]


def may_be_for_less(law: TableLaw, table: Table, owed: Answerable, choice: Choice) -> bool:
    """Return whether the engine would accept the call for less than its largest amount."""
    least = table.choices.chip
    if not takes_amount(choice) or choice.most <= least:
        return False
    return scenes.first_refusal(law, table, command_for(owed, choice, least)) is None


def option(law: TableLaw, table: Table, owed: Answerable, key: str, choice: Choice) -> Option:
    """Return a choice as an option with its key."""
    words = choice.call.replace("-", " ")
    less = may_be_for_less(law, table, owed, choice)
    if choice.most:
        words = f"{words} {in_dollars(choice.most)}{' or less' if less else ''}"
    commands = (command_for(owed, choice),)
    return Option(key, words, choice.clause, commands, choice.most, less)


def options(
    law: TableLaw, table: Table, owed: Due, player: str | None = None
) -> tuple[Option, ...]:
    """Return a player's options for something that is due; without a player, the house's."""
    match owed:
        case (
            DecisionDue(player=mine)
            | AnswerDue(player=mine)
            | SurrenderDue(player=mine)
            | WithdrawalDue(player=mine)
            | BetDue(player=mine)
        ) if player in (None, mine):
            return tuple(
                option(law, table, owed, key, choice)
                for key, choice in choices_by_key(owed.choices).items()
            )
        case InsuranceDue() if player is not None:
            offer = affordable_wagers(law, table, insurable_wagers(owed, player))
            return insurance_options(owed, offer)
        case CutDue(player=cutter) if cutter is not None and player in (None, cutter):
            return cut_options(table, owed, cutter)
        case SettlementDue() if player is not None:
            return concessions(table, owed, player)
        case CardDue(covered=True) if player is None and isinstance(table, StudTable):
            return face_down_options(table, owed)
    return house_options(owed) if player is None else ()


def house_options(owed: Due) -> tuple[Option, ...]:
    """Return the dealer's options that need no further detail."""
    match owed:
        case WagersDue():
            return (Option("d", "deal", owed.clause, (Deal(by=Role.DEALER),)),)
        case InsuranceDue():
            return (Option("n", "close insurance", owed.clause, (CloseInsurance(by=Role.DEALER),)),)
        case SettlementDue():
            return (Option("s", "settle", owed.clause, (Settle(by=Role.DEALER),)),)
    return ()


def face_down_options(table: StudTable, owed: CardDue) -> tuple[Option, ...]:
    """Return the options to lay a card, or the rest of a hand, face down and unread."""
    unread = DealFaceDown(by=Role.DEALER)
    found = [Option("?", "face down, unread", owed.clause, (unread,))]
    rest = HAND_SIZE - len(cards_at(table, owed.box))
    if table.choices.device is Device.SHUFFLER and rest > 1:
        found.append(Option("x", f"all {rest} face down, unread", owed.clause, (unread,) * rest))
    return tuple(found)


# Insurance ---------------------------------------------------------------------------------------


def insurable_wagers(owed: InsuranceDue, player: str | None = None) -> tuple[Insurable, ...]:
    """Return the wagers of a player, or of all, that can be insured or paid even money.

    Where insurance goes in order, a player has none before the turn.
    """
    if owed.turn is not None and player not in (None, owed.turn):
        return ()
    return tuple(
        wager for wager in owed.wagers if player in (None, wager.player) and wager.is_on_offer
    )


def affordable_wagers(
    law: TableLaw, table: Table, offer: tuple[Insurable, ...]
) -> tuple[Insurable, ...]:
    """Return the wagers limited to what the player's chips can insure, box by box."""
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
    """Return the options for insurance at its largest amount, even money, or neither.

    Declining needs no command, except where it passes the turn on.
    """
    if not offer:
        return ()
    found = []
    in_turn = offer[0].player == owed.turn
    none = (DeclineInsurance(owed.turn, by=Role.PLAYER),) if owed.turn and in_turn else ()
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
    return (*found, Option("n", "none", owed.clause, none))


# The cut -----------------------------------------------------------------------------------------


def cut_options(table: Table, owed: CutDue, player: str) -> tuple[Option, ...]:
    """Return the options to cut in the middle or decline. Another position is another command."""
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
    """Return the option to concede the player's hand before the settlement.

    Nobody has two (5.8).
    """
    round_ = table.round
    hands = round_.hands if isinstance(round_, StudRound) else ()
    return tuple(
        Option("c", "concede", owed.clause, (Concede(player, hand.box, by=Role.PLAYER),))
        for hand in hands
        if hand.player == player and hand.box in owed.boxes
    )


# Out of turn, and for those who have left --------------------------------------------------------


def out_of_turn_calls(due: tuple[Due, ...]) -> dict[str, tuple[SurrenderDue, Choice]]:
    """Return keys for calls that other boxes may make out of turn: u3 surrenders box 3."""
    return {
        f"{key}{owed.box}": (owed, choice)
        for owed in due[1:]
        if isinstance(owed, SurrenderDue)
        for key, choice in choices_by_key(owed.choices).items()
    }


def call_for_absent(choices: tuple[Choice, ...]) -> Choice:
    """Return the call made for a player who has left: no cost, and no card unless forced."""
    wanted = ("stand", "expose", "hit")
    for call in wanted:
        for choice in choices:
            if choice.call == call:
                return choice
    free = [choice for choice in choices if not choice.most]
    declining = [choice for choice in free if choice.call.startswith(NO)]
    return (declining or free or list(choices))[0]

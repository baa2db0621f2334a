"""Keys for what a player may call, made from what is due, whatever the game."""

import re
from string import ascii_lowercase

import msgspec

from croupier.blackjack.commands import Decision
from croupier.blackjack.due import AnswerDue, Choice, DecisionDue, SurrenderDue
from croupier.cli.terminal.wording import AMOUNT, Misread, listed, quoted, typed_amount
from croupier.money import Cents, in_dollars
from croupier.play.engine import handle
from croupier.play.wire import command_types, to_command
from croupier.stud.due import BetDue
from croupier.table.commands import Command
from croupier.table.due import Due
from croupier.table.state import Refused, Table

KEYS = {"hit": "h", "stand": "s", "double": "d", "split": "p", "surrender": "u", "expose": "e"}
"""The keys that people know; any other call takes the first letter of its name that is free."""
NO = "no-"
"""How the names of calls begin that decline something."""
RESERVED = "q"
CALLED = re.compile(rf"([a-z-]+?)\s*({AMOUNT})?")


Owed = DecisionDue | AnswerDue | SurrenderDue | BetDue
"""What a call answers."""


class Called(msgspec.Struct, frozen=True):
    """A choice that was made, with an amount where one was typed."""

    choice: Choice
    amount: Cents | None = None


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


def label(table: Table, due: Owed, choice: Choice) -> str:
    """What a key does, with what it costs."""
    words = choice.call.replace("-", " ")
    if not choice.most:
        return words
    less = " or less" if for_less(table, due, choice) else ""
    return f"{words} {in_dollars(choice.most)}{less}"


def takes_amount(choice: Choice) -> bool:
    """Whether an amount may go with a call."""
    return bool(choice.most) and "amount" in command_types()[choice.call].__struct_fields__


def for_less(table: Table, due: Owed, choice: Choice) -> bool:
    """Whether a call may be made for less than its most; the engine is asked."""
    least = table.choices.chip
    if not takes_amount(choice) or choice.most <= least:
        return False
    return not isinstance(handle(table, command_for(due, Called(choice, least))), Refused)


def command_for(due: Owed, called: Called) -> Command:
    """The command that a call stands for; without an amount, for the most."""
    fields: dict[str, object] = {"do": called.choice.call, "box": due.box, "player": due.player}
    if takes_amount(called.choice):
        amount = called.choice.most if called.amount is None else called.amount
        fields["amount"] = in_dollars(amount).replace("$", "").replace(",", "")
    return to_command(fields)


def read_call(text: str, keys: dict[str, Choice]) -> Called | Misread:
    """The choice that a line means: a key or its word, and an amount where it takes one."""
    match = CALLED.fullmatch(text.strip().lower())
    accepted = listed((f"{key} ({choice.call})" for key, choice in keys.items()), "or")
    if match is None:
        return Misread(f"{quoted(text.strip())} is no choice here: type {accepted}.")
    choice = keys.get(match[1])
    if choice is None:
        choice = next((choice for choice in keys.values() if choice.call == match[1]), None)
    if choice is None:
        return Misread(f"{quoted(match[1])} is no choice here: type {accepted}.")
    if match[2] is None:
        return Called(choice)
    if not takes_amount(choice):
        return Misread(f"No amount goes with {choice.call}: type {accepted}.")
    return Called(choice, typed_amount(match[2]))


def refusal(table: Table, due: Owed, text: str) -> Refused | None:
    """Why a call that is known, but not among the choices, may not be made; the engine says it."""
    match = CALLED.fullmatch(text.strip().lower())
    if match is None:
        return None
    calls = {key: call for call, key in KEYS.items()}
    kind = command_types().get(calls.get(match[1], match[1]))
    if kind is None or not issubclass(kind, Decision):
        return None
    outcome = handle(table, kind(box=due.box, player=due.player))
    return outcome if isinstance(outcome, Refused) else None


def out_of_turn(due: tuple[Due, ...]) -> dict[str, tuple[Owed, Choice]]:
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

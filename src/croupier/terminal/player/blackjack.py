"""A player's time at a blackjack table: wagers, insurance and calls, asked for and submitted."""

import re
from functools import partial

import msgspec

from croupier.display import scenes
from croupier.display.choices import (
    KEYS,
    Answerable,
    choices_by_key,
    command_for,
    insurable_wagers,
    insurance_options,
    option,
    out_of_turn_calls,
    takes_amount,
)
from croupier.display.prompts import insurance_offer, insurance_question
from croupier.display.viewers import Voice, join_words
from croupier.display.views import short_names
from croupier.errors import CroupierError
from croupier.floor import Croupier
from croupier.games.blackjack.calls import Decision
from croupier.games.blackjack.insurance import CloseInsurance, Insure, TakeEvenMoney
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.blackjack.turn import AnswerDue, DecisionDue, Insurable, InsuranceDue
from croupier.games.table.due import Choice, CutDue, Due, WagersDue
from croupier.games.table.state import Table, minimum_for
from croupier.messages import Command, Refused
from croupier.money import Cents, in_dollars
from croupier.rulebooks import BlackjackLaw, Role, TableLaw
from croupier.terminal.player import help_pages
from croupier.terminal.player.screen import Query, Screen
from croupier.terminal.player.sitting import Sitting, TableCoach, command_for_absent
from croupier.terminal.player.typed import (
    AMOUNT,
    BOXES,
    Misread,
    bets_text,
    quote,
    read_amount,
    read_boxes,
    read_wagers,
    short_amount,
)

CALL_PATTERN = re.compile(rf"([a-z-]+?)\s*({AMOUNT})?")


class TypedCall(msgspec.Struct, frozen=True):
    """The choice that the player made, with the amount if one was typed."""

    choice: Choice
    """The choice."""
    amount: Cents | None = None
    """The further wager, if an amount was typed; None for the largest allowed."""


def read_call(text: str, keys: dict[str, Choice]) -> TypedCall | Misread:
    """Return the choice that a line means: a key or its word, and an amount if one is taken."""
    match = CALL_PATTERN.fullmatch(text.strip().lower())
    accepted = join_words((f"{key} ({choice.call})" for key, choice in keys.items()), "or")
    if match is None:
        return Misread(f"{quote(text.strip())} is not a choice here: type {accepted}.")
    choice = keys.get(match[1])
    if choice is None:
        choice = next((choice for choice in keys.values() if choice.call == match[1]), None)
    if choice is None:
        return Misread(f"{quote(match[1])} is not a choice here: type {accepted}.")
    if match[2] is None:
        return TypedCall(choice)
    if not takes_amount(choice):
        return Misread(f"No amount goes with {choice.call}: type {accepted}.")
    return TypedCall(choice, read_amount(match[2]))


def call_refusal(law: TableLaw, table: Table, owed: Answerable, text: str) -> Refused | None:
    """Return the engine's refusal of a call that is not among the choices; None for other text."""
    match = CALL_PATTERN.fullmatch(text.strip().lower())
    if match is None:
        return None
    calls = {key: call for call, key in KEYS.items()}
    kind = scenes.COMMANDS.get(calls.get(match[1], match[1]))
    if kind is None or not issubclass(kind, Decision):
        return None
    call = kind(box=getattr(owed, "box", 0), player=owed.player, by=Role.PLAYER)
    return scenes.first_refusal(law, table, call)


NONE = ("n", "no", "none", "")
MOST = ("y", "yes", "all", "max")
EVEN = ("e", "even")
EXAMPLE: Cents = 5_00
WORD = re.compile(rf"(?:({BOXES}):)?({AMOUNT}|{'|'.join(MOST + EVEN)})")


def insurance_keys(due: InsuranceDue, offer: tuple[Insurable, ...]) -> tuple[tuple[str, str], ...]:
    """Return the keys at the prompt for insurance and what they do, with an example amount."""
    keys = []
    for answer in insurance_options(due, offer):
        keys.append((answer.key, answer.label))
        if answer.for_less:
            last = next(wager for wager in reversed(offer) if wager.most)
            example = short_amount(min(EXAMPLE, last.most))
            example = example if len(offer) == 1 else f"{last.box}:{example}"
            keys.append((example, "for that much"))
    return tuple(keys)


def read_insurance(
    text: str, due: InsuranceDue, offer: tuple[Insurable, ...], table: Table
) -> tuple[Command, ...] | Misread:
    """Return the commands that a line means; to decline needs none where it goes in no order."""
    line = text.strip().lower()
    if line in NONE:
        return insurance_options(due, offer)[-1].commands
    commands: dict[int, Command] = {}
    left = dict(table.balances)
    for word in line.split():
        match = WORD.fullmatch(word)
        if match is None:
            keys = join_words((f"{key} ({what})" for key, what in insurance_keys(due, offer)), "or")
            return Misread(f"{quote(word)} is not an answer here: type {keys}.")
        wagers = _wagers_meant(match[1], match[2], offer)
        if isinstance(wagers, Misread):
            return wagers
        for wager in wagers:
            if wager.box in commands:
                return Misread(f"Box {wager.box} is named twice: give one answer.")
            answer = _answer(wager, match[2], table, left)
            if isinstance(answer, Misread):
                return answer
            commands[wager.box] = answer
    return tuple(commands.values())


def _wagers_meant(
    boxes: str | None, what: str, offer: tuple[Insurable, ...]
) -> tuple[Insurable, ...] | Misread:
    """Return the wagers that a word of the line is about."""
    if boxes is not None:
        numbers = read_boxes(boxes)
        found = tuple(wager for wager in offer if wager.box in numbers)
        missing = [number for number in numbers if number not in {w.box for w in found}]
        if missing or not found:
            there = join_words(insurance_offer(wager) for wager in offer)
            return Misread(
                f"Nothing is offered for box {missing[0] if missing else boxes}: {there}."
            )
        return found
    if what in EVEN:
        even = tuple(wager for wager in offer if wager.even_money)
        return even or Misread("Even money is only for a blackjack.")
    if what in MOST:
        return tuple(wager for wager in offer if wager.most)
    if len(offer) > 1:
        return Misread(f"Say for which box, such as {offer[0].box}:{what.lstrip('$')}.")
    return offer


def _answer(wager: Insurable, what: str, table: Table, left: dict[str, Cents]) -> Command | Misread:
    """Return the command for one wager. ``left`` is updated: the chips that players still have."""
    if what in EVEN:
        return TakeEvenMoney(wager.player, wager.box, by=Role.PLAYER)
    account = table.till.chips(wager.player)
    counted = table.players[wager.player].counted
    held = left.get(account, 0)
    if what in MOST:
        amount = wager.most
        if counted:
            amount = min(amount, held - held % table.choices.chip)
        if amount <= 0:
            return Misread("You have no chips left for insurance: type n to decline.")
    else:
        amount = read_amount(what)
        if counted and amount > held:
            return Misread(
                f"That comes to {in_dollars(amount)}, and the chips to {in_dollars(held)}."
            )
    left[account] = held - amount
    return Insure(wager.player, wager.box, amount, by=Role.PLAYER)


class BlackjackSitting(Sitting):
    """A player's time at a blackjack table."""

    def __init__(
        self,
        croupier: Croupier,
        screen: Screen,
        voice: Voice,
        *,
        seed: int | None = None,
        coach: TableCoach | None = None,
    ) -> None:
        super().__init__(croupier, screen, voice, seed=seed, coach=coach)
        self._shorts = short_names(croupier.table.choices.side_bets)

    def _answer(self, due: Due) -> None:
        match due:
            case WagersDue():
                self._ask_wagers(due)
            case CutDue(player=str(player)):
                self._ask_cut(due, player)
            case InsuranceDue():
                self._ask_insurance(due)
            case DecisionDue() | AnswerDue():
                self._ask_call(due)
            case _:
                raise CroupierError(f"nobody at this table can take the next step: {due}")

    def _absent(self, table: Table, due: tuple[Due, ...]) -> Command | None:
        return command_for_absent(table, due)

    def _finish_text(self) -> str:
        return (
            "the round is finished for you, standing where the rules allow it and drawing where "
            "they require it"
        )

    def _opening_lines(self) -> list[str]:
        return help_pages.opening_text(self._law, self._croupier.table, self._shorts)

    def _help(self) -> list[str]:
        return help_pages.help_text(self._law, self._shorts)

    def _sign(self) -> list[str]:
        table = self._croupier.table
        assert isinstance(self._law, BlackjackLaw)
        assert isinstance(table, BlackjackTable)
        return help_pages.sign_text(self._law, table, self._view(), self._shorts)

    def _ask_wagers(self, due: WagersDue) -> None:
        boxes = tuple(dict.fromkeys(bet.box for bet in self._last_bets)) or (1,)
        amount = short_amount(minimum_for(self._croupier.table, self._voice.me))
        again = bets_text(self._last_bets, self._shorts)
        key = ("Enter", f"lays {again}") if again else (amount, f"lays ${amount} on box 1")
        read = partial(read_wagers, shorts=self._shorts, boxes=boxes)
        self._ask_bets(due, self._keys_for_bets(key), read)

    def _insurable(self, due: InsuranceDue) -> tuple[Insurable, ...]:
        """Return the wagers that can be insured at this screen; subclasses may narrow them."""
        return insurable_wagers(due)

    def _ask_insurance(self, due: InsuranceDue) -> None:
        offer = self._insurable(due)
        if not offer:
            self._show_refusal(self._carry_out(CloseInsurance(by=Role.DEALER)))
            return
        asked = Query(insurance_question(due, offer), insurance_keys(due, offer))
        line = self._ask(asked, self._view(due=self._croupier.due))
        commands = read_insurance(line, due, offer, self._croupier.table)
        if isinstance(commands, Misread):
            self._screen.tell(commands.why)
            return
        if self._show_refusal(self._carry_out(*commands)) or due.turn is not None:
            return
        if self._croupier.due and isinstance(self._croupier.due[0], InsuranceDue):
            self._carry_out(CloseInsurance(by=Role.DEALER))

    def _ask_call(self, due: DecisionDue | AnswerDue) -> None:
        table = self._croupier.table
        text, shown = self._question(due)
        keys = choices_by_key(due.choices)
        labels = [
            (key, option(self._law, table, due, key, choice).label) for key, choice in keys.items()
        ]
        others = out_of_turn_calls(self._croupier.due)
        labels += [(key, f"{choice.call} box {owed.box}") for key, (owed, choice) in others.items()]
        line = self._ask(Query(text, tuple(labels)), shown)
        if (other := others.get(line.lower().replace(" ", ""))) is not None:
            self._show_refusal(self._carry_out(command_for(*other)))
            return
        called = read_call(line, keys)
        if isinstance(called, Misread):
            if not self._show_refusal(call_refusal(self._law, table, due, line)):
                self._screen.tell(called.why)
        else:
            self._show_refusal(self._carry_out(command_for(due, called.choice, called.amount)))

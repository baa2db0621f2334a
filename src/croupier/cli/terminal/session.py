"""An evening at a blackjack table: asks for what is due, carries out what is answered, until
somebody leaves."""

from msgspec.structs import replace

from croupier.blackjack.commands import CloseInsurance, Deal
from croupier.blackjack.due import AnswerDue, DecisionDue, InsuranceDue
from croupier.cli.terminal import consulting
from croupier.cli.terminal.betting import (
    Bet,
    outside_sign,
    read_wagers,
    short_names,
    written_bets,
)
from croupier.cli.terminal.choosing import (
    Called,
    command_for,
    keyed,
    label,
    out_of_turn,
    read_call,
    refusal,
)
from croupier.cli.terminal.insurance import accepted, described, on_offer, read_insurance
from croupier.cli.terminal.leaving import command_for_absent
from croupier.cli.terminal.scene import boxes_of, dealer_of
from croupier.cli.terminal.screen import Prompt, Screen
from croupier.cli.terminal.sitting import Sitting
from croupier.cli.terminal.telling import Entry, Voice, hand_name, tell
from croupier.cli.terminal.views import told_total
from croupier.cli.terminal.wording import Misread, listed, short_amount, typed_purchase
from croupier.errors import CroupierError
from croupier.money import in_dollars
from croupier.play import Croupier
from croupier.table.commands import Command, PlaceWager
from croupier.table.due import CutDue, Due, WagersDue
from croupier.table.events import Event
from croupier.table.state import MAIN, Table, minimum_for


class Session(Sitting):
    """One player's time at a blackjack table."""

    def __init__(
        self, croupier: Croupier, screen: Screen, voice: Voice, *, seed: int | None = None
    ) -> None:
        super().__init__(croupier, screen, voice, seed=seed)
        self._shorts = short_names(croupier.table.choices.side_bets)
        self._last_bets: tuple[Bet, ...] = ()

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
                raise CroupierError(f"nobody at this table can do what is due: {due}")

    def _absent(self, table: Table, due: tuple[Due, ...]) -> Command | None:
        return command_for_absent(table, due)

    def _finishing(self) -> str:
        return (
            "the round is finished for you, standing where the rules allow it and drawing where "
            "they demand it"
        )

    def _tell(self, event: Event) -> tuple[Entry, ...]:
        return tell(event, self._scene, self._voice)

    def _opening(self) -> list[str]:
        return consulting.opening_text(self._croupier.table, self._shorts)

    def _help(self) -> list[str]:
        return consulting.help_text(self._croupier.table, self._shorts)

    def _sign(self) -> list[str]:
        return consulting.sign_text(self._croupier.table, self._shorts)

    def _ask_wagers(self, due: WagersDue) -> None:
        table = self._croupier.table
        me = self._voice.me
        line = self._ask(self._wagers_prompt())
        if purchase := typed_purchase(line):
            self._buy(purchase)
            return
        bets = self._last_bets
        if line or not bets:
            boxes = tuple(dict.fromkeys(bet.box for bet in self._last_bets)) or (1,)
            read = read_wagers(line, shorts=self._shorts, boxes=boxes)
            if isinstance(read, Misread):
                self._screen.tell(read.why)
                return
            bets = read
        if wrong := outside_sign(table, due, me, bets):
            self._screen.tell(wrong.why)
            return
        bets = tuple(sorted(bets, key=lambda bet: bet.on != MAIN))
        laid = (PlaceWager(me, bet.box, bet.amount, bet.on) for bet in bets)
        if not self._refused(self._carry_out(*laid, Deal())):
            self._last_bets = bets

    def _wagers_prompt(self) -> Prompt:
        table = self._croupier.table
        chips, least = table.chips(self._voice.me), minimum_for(table, self._voice.me)
        others = (("?", "help"), ("q", "leave"))
        if chips < least:
            text = (
                f"Your chips, {in_dollars(chips)}, do not make the minimum of {in_dollars(least)}"
            )
            return Prompt(text, (("buy 100", "more chips"), *others))
        again = written_bets(self._last_bets, self._shorts)
        amount = short_amount(least)
        first = ("Enter", f"lays {again}") if again else (amount, f"lays ${amount} on box 1")
        return Prompt(f"Your wagers, from {in_dollars(chips)} in chips", (first, *others))

    def _ask_insurance(self, due: InsuranceDue) -> None:
        offer = on_offer(due)
        if not offer:
            self._refused(self._carry_out(CloseInsurance()))
            return
        wagers = listed(described(wager) for wager in offer)
        text = f"Insurance against the {due.against}, {wagers} ({due.clause})"
        line = self._ask(Prompt(text, accepted(offer)))
        commands = read_insurance(line, offer, self._croupier.table)
        if isinstance(commands, Misread):
            self._screen.tell(commands.why)
            return
        if self._refused(self._carry_out(*commands)):
            return
        if self._croupier.due and isinstance(self._croupier.due[0], InsuranceDue):
            self._carry_out(CloseInsurance())

    def _ask_call(self, due: DecisionDue | AnswerDue) -> None:
        table = self._croupier.table
        self._scene = replace(self._scene, turn=(due.box, due.hand))
        hand = boxes_of(self._scene)[due.box - 1].hands[due.hand - 1]
        faces = self._voice.faces
        name = hand_name(self._scene.round, due.box, due.hand)
        if due.player != self._voice.me:
            name = f"{due.player}, {name[0].lower()}{name[1:]}"
        cards = faces.cards(hand.cards, covered=hand.covered)
        has = f"has {told_total(hand)} with {cards}" if told_total(hand) else f"has {cards}"
        against = faces.cards(dealer_of(self._scene).cards)
        keys = keyed(due.choices)
        labels = tuple((key, label(table, due, choice)) for key, choice in keys.items())
        others = out_of_turn(self._croupier.due)
        labels += tuple(
            (key, f"{choice.call} box {owed.box}") for key, (owed, choice) in others.items()
        )
        line = self._ask(Prompt(f"{name} {has} against {against}", labels))
        if (other := others.get(line.lower().replace(" ", ""))) is not None:
            self._refused(self._carry_out(command_for(other[0], Called(other[1]))))
            return
        called = read_call(line, keys)
        if isinstance(called, Misread):
            if not self._refused(refusal(table, due, line)):
                self._screen.tell(called.why)
        else:
            self._refused(self._carry_out(command_for(due, called)))

"""An evening at the table: asks for what is due, carries out what is answered, until somebody
leaves."""

import re
from collections.abc import Iterable

from msgspec.structs import replace

from croupier.blackjack import handle
from croupier.blackjack.commands import CloseInsurance, Deal
from croupier.blackjack.due import AnswerDue, DecisionDue, InsuranceDue
from croupier.blackjack.events import RoundEnded
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
from croupier.cli.terminal.scene import Scene, boxes_of, dealer_of, follow, told_total
from croupier.cli.terminal.screen import Leaving, Prompt, Screen
from croupier.cli.terminal.tally import Tally, counted, outcome, summary
from croupier.cli.terminal.telling import Entry, Voice, hand_name, tell
from croupier.cli.terminal.wording import Misread, listed, quoted, short_amount, typed_purchase
from croupier.errors import CroupierError
from croupier.money import Cents, in_dollars
from croupier.play import Croupier
from croupier.table.commands import BuyIn, Command, CutCards, DeclineCut, PlaceWager
from croupier.table.due import CutDue, Due, WagersDue
from croupier.table.events import Event
from croupier.table.state import MAIN, Refused, minimum_for

QUIT = ("q", "quit", "exit")
HELP = ("?", "help")
AFTER_YOU = {"has": "have", "is": "are"}
"""How verbs change where the player is simply called you."""


class Session:
    """One player's time at a table."""

    def __init__(
        self, croupier: Croupier, screen: Screen, voice: Voice, *, seed: int | None = None
    ) -> None:
        self._croupier = croupier
        self._screen = screen
        self._voice = voice
        self._seed = seed
        self._shorts = short_names(croupier.table.choices.side_bets)
        self._scene = Scene(croupier.table)
        self._tally = Tally(voice.me)
        self._last_bets: tuple[Bet, ...] = ()
        self._settled = self._scene
        """The scene of the last settlement."""
        self._log: list[Entry] = []
        self._last_log: list[Entry] = []
        self._left_in: int | None = None
        """The round that the player did not stay for."""

    # ---------------------------------------------------------------------------- the evening

    def run(self, bankroll: Cents) -> None:
        """Buy in, play until the player leaves, and sum up."""
        buy_in = BuyIn(self._voice.me, bankroll)
        if isinstance(refused := handle(self._croupier.table, buy_in), Refused):
            raise CroupierError(f"{refused.why} ({refused.clause})")
        for line in consulting.opening_text(self._croupier.table, self._shorts):
            self._screen.tell(line)
        self._carry_out(buy_in)
        try:
            while self._croupier.due:
                self._answer(self._croupier.due[0])
            self._screen.tell("The table is closed.")
        except Leaving:
            self._leave()
        chips = self._croupier.table.chips(self._voice.me)
        sums = summary(self._tally, chips, seed=self._seed, left_in=self._left_in)
        self._screen.page(["", *sums])

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

    def _leave(self) -> None:
        """Finish the round for a player who goes: wagers lie until they are decided."""
        table = self._croupier.table
        if table.round is not None:
            self._left_in = self._tally.rounds
            clause = table.law.wagers.no_change_after.clause
            self._screen.tell(
                f"Wagers in play lie until they are decided ({clause}): the round is finished for "
                f"you, standing where the rules allow it and drawing where they demand it."
            )
        while (command := command_for_absent(self._croupier.table, self._croupier.due)) is not None:
            if refused := self._carry_out(command):
                raise CroupierError(sentence(refused))

    # --------------------------------------------------------------------- what is carried out

    def _carry_out(self, *commands: Command) -> Refused | None:
        """Carry out all commands, or none where one of them would be refused."""
        if refused := self._rehearsed(commands):
            return refused
        for command in commands:
            events = self._croupier.do(command)
            if isinstance(events, Refused):
                return events
            for event in events:
                self._take(event)
        return None

    def _rehearsed(self, commands: Iterable[Command]) -> Refused | None:
        """The first refusal that commands would meet; nothing has happened yet."""
        table = self._croupier.table
        for command in commands:
            answer = handle(table, command)
            if isinstance(answer, Refused):
                return answer
            table = answer.table
        return None

    def _take(self, event: Event) -> None:
        self._scene = follow(self._scene, event)
        self._tally = counted(self._tally, event)
        entries = tell(event, self._scene, self._voice)
        self._log += entries
        if self._scene.lines:
            self._settled = self._scene
        self._screen.happened(event, entries, self._scene)
        if isinstance(event, RoundEnded):
            self._last_log, self._log = self._log, []
            chips = self._croupier.table.chips(self._voice.me)
            told = outcome(self._tally.this_round)
            self._screen.tell(f"Round {self._tally.rounds}: {told}. Chips {in_dollars(chips)}.")

    # ---------------------------------------------------------------------------- what is asked

    def _ask(self, prompt: Prompt) -> str:
        """The answer to a prompt, once it is not a question of the player's own."""
        while True:
            line = self._screen.ask(prompt, self._scene)
            word, _, rest = line.partition(" ")
            word = word.lower()
            if word in QUIT:
                raise Leaving
            if word == "table":
                self._screen.show(self._scene)
                continue
            page = self._page(word, rest.strip())
            if page is None:
                return line
            self._screen.page(page)

    def _page(self, word: str, rest: str) -> list[str] | None:
        table = self._croupier.table
        if word in HELP:
            return consulting.help_text(table, self._shorts)
        match word:
            case "sign":
                return consulting.sign_text(table, self._shorts)
            case "rules":
                return consulting.rules_text(table, rest)
            case "why":
                return consulting.why_text(self._settled, self._voice)
            case "log":
                under_way = table.round is not None
                return consulting.log_text(self._log if under_way else self._last_log)
        return None

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

    def _buy(self, purchase: Cents | Misread) -> None:
        if isinstance(purchase, Misread):
            self._screen.tell(purchase.why)
        else:
            self._refused(self._carry_out(BuyIn(self._voice.me, purchase)))

    def _refused(self, refused: Refused | None) -> bool:
        """Whether something was refused; then it is told with its clause."""
        if refused is not None:
            self._screen.tell(sentence(refused))
        return refused is not None

    def _ask_cut(self, due: CutDue, player: str) -> None:
        size = self._croupier.table.shoe.size
        middle = size // 2
        who = "you" if player == self._voice.me else player
        text = f"The cards are shuffled, and the cut is offered to {who} ({due.clause})"
        keys = (
            ("Enter", f"cuts in the middle ({middle})"),
            (f"{due.least}-{size - due.least}", "cuts there"),
            ("n", "declines"),
        )
        line = self._ask(Prompt(text, keys)).lower()
        if line in ("n", "no", "decline"):
            self._refused(self._carry_out(DeclineCut(player)))
        elif not line or (line.isascii() and line.isdigit() and len(line) < 6):
            self._refused(self._carry_out(CutCards(int(line or middle), player)))
        else:
            self._screen.tell(
                f"{quoted(line)} is no place to cut: type a number of cards, Enter for the "
                f"middle, or n to decline."
            )

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


def sentence(refused: Refused) -> str:
    """A refusal as a sentence with its clauses."""
    clauses = ", ".join(clause for clause in (refused.clause, *refused.also) if clause)
    why = re.sub(r"\byou (has|is)\b", lambda match: f"you {AFTER_YOU[match[1]]}", refused.why)
    why = f"{why[:1].upper()}{why[1:]}"
    return f"{why} ({clauses})." if clauses else f"{why}."

"""An evening at a blackjack table: asks for what is due, carries out what is answered, until
somebody leaves."""

from functools import partial

from croupier.blackjack.commands import CloseInsurance
from croupier.blackjack.decisions import AnswerDue, DecisionDue, Insurable, InsuranceDue
from croupier.blackjack.state import BlackjackTable
from croupier.cli.terminal import pages
from croupier.cli.terminal.absence import command_for_absent
from croupier.cli.terminal.calls import read_call, why_not
from croupier.cli.terminal.insurance import accepted, read_insurance
from croupier.cli.terminal.screen import Query, Screen
from croupier.cli.terminal.sitting import Sitting
from croupier.cli.terminal.typed_text import Misread, short_amount
from croupier.cli.terminal.typed_wagers import read_wagers, written_bets
from croupier.display.choices import command_for, keyed, on_offer, option, out_of_turn
from croupier.display.questions import of_insurance
from croupier.display.voices import Voice
from croupier.display.wagers import short_names
from croupier.errors import CroupierError
from croupier.play import Croupier
from croupier.rulebooks import BlackjackLaw, Role
from croupier.table.commands import Command
from croupier.table.due import CutDue, Due, WagersDue
from croupier.table.state import Table, minimum_for


class BlackjackSitting(Sitting):
    """One player's time at a blackjack table."""

    def __init__(
        self, croupier: Croupier, screen: Screen, voice: Voice, *, seed: int | None = None
    ) -> None:
        super().__init__(croupier, screen, voice, seed=seed)
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

    def _finishing(self) -> str:
        return (
            "the round is finished for you, standing where the rules allow it and drawing where "
            "they require it"
        )

    def _opening(self) -> list[str]:
        return pages.opening_text(self._law, self._croupier.table, self._shorts)

    def _help(self) -> list[str]:
        return pages.help_text(self._law, self._shorts)

    def _sign(self) -> list[str]:
        table = self._croupier.table
        assert isinstance(self._law, BlackjackLaw)
        assert isinstance(table, BlackjackTable)
        return pages.sign_text(self._law, table, self._view(), self._shorts)

    def _ask_wagers(self, due: WagersDue) -> None:
        boxes = tuple(dict.fromkeys(bet.box for bet in self._last_bets)) or (1,)
        amount = short_amount(minimum_for(self._croupier.table, self._voice.me))
        again = written_bets(self._last_bets, self._shorts)
        key = ("Enter", f"lays {again}") if again else (amount, f"lays ${amount} on box 1")
        read = partial(read_wagers, shorts=self._shorts, boxes=boxes)
        self._ask_bets(due, self._keys_for_bets(key), read)

    def _insurable(self, due: InsuranceDue) -> tuple[Insurable, ...]:
        """The wagers that somebody at this screen may insure: all, for nobody else is there."""
        return on_offer(due)

    def _ask_insurance(self, due: InsuranceDue) -> None:
        offer = self._insurable(due)
        if not offer:
            self._refused(self._carry_out(CloseInsurance(by=Role.DEALER)))
            return
        asked = Query(of_insurance(due, offer), accepted(due, offer))
        line = self._ask(asked, self._view(due=self._croupier.due))
        commands = read_insurance(line, due, offer, self._croupier.table)
        if isinstance(commands, Misread):
            self._screen.tell(commands.why)
            return
        if self._refused(self._carry_out(*commands)):
            return
        if self._croupier.due and isinstance(self._croupier.due[0], InsuranceDue):
            self._carry_out(CloseInsurance(by=Role.DEALER))

    def _ask_call(self, due: DecisionDue | AnswerDue) -> None:
        table = self._croupier.table
        text, shown = self._question(due)
        keys = keyed(due.choices)
        labels = [
            (key, option(self._law, table, due, key, choice).label) for key, choice in keys.items()
        ]
        others = out_of_turn(self._croupier.due)
        labels += [(key, f"{choice.call} box {owed.box}") for key, (owed, choice) in others.items()]
        line = self._ask(Query(text, tuple(labels)), shown)
        if (other := others.get(line.lower().replace(" ", ""))) is not None:
            self._refused(self._carry_out(command_for(*other)))
            return
        called = read_call(line, keys)
        if isinstance(called, Misread):
            if not self._refused(why_not(self._law, table, due, line)):
                self._screen.tell(called.why)
        else:
            self._refused(self._carry_out(command_for(due, called.choice, called.amount)))

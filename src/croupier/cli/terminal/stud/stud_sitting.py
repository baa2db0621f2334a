"""An evening at a table of Caribbean Stud: an ante, five cards, a bet or a fold."""

from datetime import UTC, datetime
from functools import partial

from croupier.cli.terminal.calls import read_call
from croupier.cli.terminal.screen import Query
from croupier.cli.terminal.sitting import Keys, Sitting
from croupier.cli.terminal.stud.pages import stud_help, stud_opening, stud_sign
from croupier.cli.terminal.stud.typed_antes import read_ante, written_ante
from croupier.cli.terminal.stud.typed_limits import read_limit
from croupier.cli.terminal.typed_text import Misread, short_amount, typed_purchase
from croupier.display.choices import command_for, keyed, option
from croupier.display.narration import narrate
from croupier.display.views import TableView
from croupier.errors import CroupierError
from croupier.floor.account_commands import PresentCard
from croupier.money import Cents
from croupier.rulebooks import Role, StudLaw
from croupier.stud.commands import FoldAbsent, PlaceBet, Settle
from croupier.stud.due import BetDue, SettlementDue
from croupier.stud.state import JACKPOT
from croupier.table.commands import Command, CutCards
from croupier.table.due import CutDue, Due, WagersDue
from croupier.table.state import Refused, Table, minimum_for


def now() -> datetime:
    """The time by which limits and declarations count."""
    return datetime.now(UTC)


class StudSitting(Sitting):
    """One player's time at a table of Caribbean Stud."""

    _searched = "jackpot"

    @property
    def _stud_law(self) -> StudLaw:
        assert isinstance(self._law, StudLaw)
        return self._law

    def sit_down(self, bankroll: Cents) -> None:
        """Read what the table is, buy in, and show the Player Card where that is asked for."""
        super().sit_down(bankroll)
        if self._croupier.table.choices.player_cards:
            me = self._voice.me
            self._croupier.do(PresentCard(me, me, by=Role.PLAYER))

    def _answer(self, due: Due) -> None:
        match due:
            case WagersDue():
                self._ask_ante(due)
            case CutDue(player=str(player)):
                self._ask_cut(due, player)
            case BetDue():
                self._ask_bet(due)
            case SettlementDue():
                self._refused(self._carry_out(Settle(by=Role.DEALER)))
            case _:
                raise CroupierError(f"nobody at this table can take the next step: {due}")

    def _absent(self, table: Table, due: tuple[Due, ...]) -> Command | None:
        if table.round is None or not due:
            return None
        match due[0]:
            case BetDue(box=box):
                return FoldAbsent(box, by=Role.DEALER)
            case SettlementDue():
                return Settle(by=Role.DEALER)
            case CutDue(player=str(player)):
                return CutCards(table.shoe.size // 2, player, by=Role.DEALER)
            case _:
                return None

    def _finishing(self) -> str:
        clause = self._stud_law.betting.absent.clause
        return f"a hand for which nobody decides is folded ({clause})"

    def _opening(self) -> list[str]:
        return stud_opening(self._stud_law, self._croupier.table, self._scene.meter)

    def _help(self) -> list[str]:
        return stud_help(self._stud_law, self._croupier.table)

    def _sign(self) -> list[str]:
        return stud_sign(self._stud_law, self._croupier.table, self._view())

    # ---------------------------------------------------------------------------- what is asked

    def _ask(self, query: Query, shown: TableView) -> str:
        """The answer to a question, once nothing is asked of the player's account any more."""
        while True:
            line = super()._ask(query, shown)
            asked = read_limit(line, self._voice.me, now())
            if asked is None:
                return line
            if isinstance(asked, Misread):
                self._screen.tell(asked.why)
                continue
            events = self._croupier.do(asked)
            if isinstance(events, Refused):
                self._refused(events)
                continue
            self._scene, told = narrate(self._law, self._scene, events, self._voice)
            for sentence in told:
                self._screen.tell(sentence.cited)

    def _ask_ante(self, due: WagersDue) -> None:
        table, last = self._croupier.table, self._last_bets
        box = last[0].box if last else 1
        read = partial(read_ante, box=box, terms=table.choices.jackpot)
        self._ask_bets(due, self._keys_for_bets(*self._ante_keys()), read)

    def _ante_keys(self) -> Keys:
        """What may be typed for an ante."""
        last = self._last_bets
        least = minimum_for(self._croupier.table, self._voice.me)
        amount = short_amount(last[0].amount if last else least)
        first = (amount, f"antes ${amount} on box 1")
        keys = [("Enter", f"lays {written_ante(last)}") if last else first]
        if self._scene.meter is not None and all(bet.on != JACKPOT for bet in last):
            keys.append((f"{amount} j", "and the jackpot"))
        return tuple(keys)

    def _ask_bet(self, due: BetDue) -> None:
        table = self._croupier.table
        text, shown = self._question(due)
        keys = keyed(due.choices)
        labels = [
            (key, option(self._law, table, due, key, choice).label) for key, choice in keys.items()
        ]
        if len(keys) == 1:
            labels.append(("buy 100", "more chips"))
        line = self._ask(Query(text, tuple(labels)), shown)
        if purchase := typed_purchase(line):
            self._buy(purchase)
            return
        called = read_call(line, keys)
        if not isinstance(called, Misread):
            self._refused(self._carry_out(command_for(due, called.choice, called.amount)))
        elif line.lower() in ("b", "bet"):
            self._refused(self._carry_out(PlaceBet(due.player, due.box, by=Role.PLAYER)))
        else:
            self._screen.tell(called.why)

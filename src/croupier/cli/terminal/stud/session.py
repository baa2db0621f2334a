"""An evening at a table of Caribbean Stud: an ante, five cards, a bet or a fold."""

from msgspec.structs import replace

from croupier.cli.terminal.betting import Bet, outside_sign
from croupier.cli.terminal.choosing import command_for, keyed, label, read_call
from croupier.cli.terminal.scene import boxes_of
from croupier.cli.terminal.screen import Prompt, Screen
from croupier.cli.terminal.sitting import Sitting, meter_of
from croupier.cli.terminal.stud.betting import read_ante, written_ante
from croupier.cli.terminal.stud.consulting import stud_help, stud_opening, stud_sign
from croupier.cli.terminal.stud.telling import tell_stud
from croupier.cli.terminal.telling import Entry, Voice
from croupier.cli.terminal.views import told_total
from croupier.cli.terminal.wording import Misread, short_amount, typed_purchase
from croupier.errors import CroupierError
from croupier.money import in_dollars
from croupier.play import Croupier
from croupier.stud.commands import FoldAbsent, PlaceBet, Settle
from croupier.stud.due import BetDue, SettlementDue, bet_of
from croupier.stud.events import JackpotPaid, JackpotWagersTaken
from croupier.stud.state import JACKPOT, face_up, stud_law
from croupier.table.commands import Command, CutCards, Deal, PlaceWager
from croupier.table.due import CutDue, Due, WagersDue
from croupier.table.events import Event
from croupier.table.state import Table, minimum_for

METERED = (JackpotWagersTaken, JackpotPaid)
"""Events after which the jackpot stands elsewhere."""


class StudSession(Sitting):
    """One player's time at a table of Caribbean Stud."""

    _searched = "jackpot"

    def __init__(
        self, croupier: Croupier, screen: Screen, voice: Voice, *, seed: int | None = None
    ) -> None:
        super().__init__(croupier, screen, voice, seed=seed)
        self._last_bets: tuple[Bet, ...] = ()

    def _answer(self, due: Due) -> None:
        match due:
            case WagersDue():
                self._ask_ante(due)
            case CutDue(player=str(player)):
                self._ask_cut(due, player)
            case BetDue():
                self._ask_bet(due)
            case SettlementDue():
                self._refused(self._carry_out(Settle()))
            case _:
                raise CroupierError(f"nobody at this table can do what is due: {due}")

    def _absent(self, table: Table, due: tuple[Due, ...]) -> Command | None:
        if table.round is None or not due:
            return None
        match due[0]:
            case BetDue(box=box):
                return FoldAbsent(box)
            case SettlementDue():
                return Settle()
            case CutDue(player=str(player)):
                return CutCards(table.shoe.size // 2, player)
            case _:
                return None

    def _finishing(self) -> str:
        clause = stud_law(self._croupier.table).betting.absent.clause
        return f"a hand for which nobody decides is folded ({clause})"

    def _tell(self, event: Event) -> tuple[Entry, ...]:
        if isinstance(event, METERED):
            self._scene = replace(self._scene, meter=meter_of(self._croupier))
        return tell_stud(event, self._scene, self._voice)

    def _opening(self) -> list[str]:
        return stud_opening(self._croupier.table, self._scene.meter)

    def _help(self) -> list[str]:
        return stud_help(self._croupier.table)

    def _sign(self) -> list[str]:
        return stud_sign(self._croupier.table, self._scene.meter)

    # ---------------------------------------------------------------------------- what is asked

    def _ask_ante(self, due: WagersDue) -> None:
        table = self._croupier.table
        me = self._voice.me
        line = self._ask(self._ante_prompt())
        if purchase := typed_purchase(line):
            self._buy(purchase)
            return
        bets = self._last_bets
        if line or not bets:
            box = bets[0].box if bets else 1
            read = read_ante(line, box=box, terms=table.choices.jackpot)
            if isinstance(read, Misread):
                self._screen.tell(read.why)
                return
            bets = read
        if wrong := outside_sign(table, due, me, bets):
            self._screen.tell(wrong.why)
            return
        laid = (PlaceWager(me, bet.box, bet.amount, bet.on) for bet in bets)
        if not self._refused(self._carry_out(*laid, Deal())):
            self._last_bets = bets

    def _ante_prompt(self) -> Prompt:
        table = self._croupier.table
        chips, least = table.chips(self._voice.me), minimum_for(table, self._voice.me)
        others = (("?", "help"), ("q", "leave"))
        if chips < least:
            text = (
                f"Your chips, {in_dollars(chips)}, do not make the minimum of {in_dollars(least)}"
            )
            return Prompt(text, (("buy 100", "more chips"), *others))
        last = self._last_bets
        amount = short_amount(last[0].amount if last else least)
        keys = [("Enter", f"lays {written_ante(last)}")] if last else []
        keys += [] if last else [(amount, f"antes ${amount} on box 1")]
        text = f"Your ante, from {in_dollars(chips)} in chips"
        if self._scene.meter is not None:
            text += f"; jackpot {in_dollars(self._scene.meter)}"
            if all(bet.on != JACKPOT for bet in last):
                keys.append((f"{amount} j", "and the jackpot"))
        return Prompt(text, (*keys, *others))

    def _ask_bet(self, due: BetDue) -> None:
        table = self._croupier.table
        self._scene = replace(self._scene, turn=(due.box, 1))
        hand = boxes_of(self._scene)[due.box - 1].hands[0]
        shown = face_up(table)
        assert shown is not None
        who = "You have" if due.player == self._voice.me else f"{due.player} has"
        text = f"{who} {told_total(hand)}, against {self._voice.faces.card(shown)}"
        keys = keyed(due.choices)
        labels = tuple((key, label(table, due, choice)) for key, choice in keys.items())
        if len(keys) == 1:
            text += f"; chips for the bet of {in_dollars(bet_of(table, due.box))} are wanting"
            labels += (("buy 100", "more chips"),)
        line = self._ask(Prompt(text, labels))
        if purchase := typed_purchase(line):
            self._buy(purchase)
            return
        called = read_call(line, keys)
        if not isinstance(called, Misread):
            self._refused(self._carry_out(command_for(due, called)))
        elif line.lower() in ("b", "bet"):
            self._refused(self._carry_out(PlaceBet(due.player, due.box)))
        else:
            self._screen.tell(called.why)

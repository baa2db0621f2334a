"""A player's time at a Caribbean Stud table: an ante, five cards, a bet or a fold."""

import re
from datetime import UTC, datetime
from functools import partial

from croupier.cards import Category
from croupier.display.choices import choices_by_key, command_for, option
from croupier.display.narration.narrator import narrate
from croupier.display.viewers import deck_count
from croupier.display.views import TableView
from croupier.errors import CroupierError
from croupier.games.stud.bets import FoldAbsent, PlaceBet, Settle
from croupier.games.stud.due import BetDue, SettlementDue
from croupier.games.stud.state import ANTE, JACKPOT
from croupier.games.table.choices import JackpotTerms
from croupier.games.table.due import CutDue, Due, WagersDue
from croupier.games.table.preparation import CutCards
from croupier.games.table.state import Table, minimum_for
from croupier.house.accounts import (
    AccountCommand,
    DeclareChips,
    DeclareRemaining,
    Deposit,
    PresentCard,
    SetDepositLimit,
    SetLossLimit,
)
from croupier.messages import Command, Refused
from croupier.money import Cents, Odds, in_dollars
from croupier.rulebooks import Role, Rule, StudLaw
from croupier.terminal.player.blackjack import read_call
from croupier.terminal.player.help_pages import WORDS, cloth_text, two_columns
from croupier.terminal.player.screen import Query
from croupier.terminal.player.sitting import Keys, Sitting
from croupier.terminal.player.typed import (
    AMOUNT,
    Bet,
    Misread,
    quote,
    read_amount,
    read_purchase,
    short_amount,
)
from croupier.terminal.table_options import player_card_lines

ANTE_WORD = re.compile(rf"(?:([0-9]{{1,2}}):)?({AMOUNT})")
JACKPOT_WORD = re.compile(rf"(?:j|jackpot)({AMOUNT})?")


def read_ante(text: str, *, box: int, terms: JackpotTerms | None) -> tuple[Bet, ...] | Misread:
    """Return the wagers that a line means; an ante without a box goes on ``box``.

    The engine decides whether they may be placed.
    """
    if not text.strip():
        return Misread(f"There is no ante to repeat yet: {ante_hint(terms)}.")
    bets: list[Bet] = []
    for word in text.lower().split():
        if match := ANTE_WORD.fullmatch(word):
            here = box if match[1] is None else int(match[1])
            bets.append(Bet(here, read_amount(match[2]), ANTE))
        elif match := JACKPOT_WORD.fullmatch(word):
            if not bets:
                return Misread(f"Put an ante before {quote(word)}, such as 10 {quote(word)[1:-1]}.")
            amount = terms.wager if terms is not None else 0
            amount = amount if match[1] is None else read_amount(match[1])
            bets.append(Bet(bets[-1].box, amount, JACKPOT))
        else:
            return Misread(f"{quote(word)} is not a wager: {ante_hint(terms)}.")
    return tuple(bets)


def ante_hint(terms: JackpotTerms | None) -> str:
    """Return what may be typed for an ante."""
    jackpot = ", 10 j with the jackpot" if terms is not None else ""
    return f"type 10, 3:10 for box 3{jackpot}, or ? for help"


def ante_text(bets: tuple[Bet, ...]) -> str:
    """Write wagers as :func:`read_ante` reads them."""
    return " ".join(
        "j" if bet.on == JACKPOT else f"{bet.box}:{short_amount(bet.amount)}" for bet in bets
    )


USES = {
    "limit": ("limit 200 7", "lose at most $200 in 7 days; limit 200 means a day"),
    "deposits": ("deposits 100", "deposit at most $100 a day"),
    "deposit": ("deposit 50", "put $50 into your account"),
    "declare": ("declare 50", "declare $50 in chips brought along; declare 50 bought"),
    "left": ("left 90", "declare the $90 that are left, before you leave"),
}
"""An example of each word for the player's account, and what it does."""
DAYS = re.compile(r"[0-9]{1,3}")


def read_account_command(line: str, player: str, now: datetime) -> AccountCommand | Misread | None:
    """Return the command for the player's account that a line means; None if it means none.

    The account decides whether it may be done.
    """
    word, *rest = line.lower().split() or [""]
    if word not in USES:
        return None
    wrong = Misread(f"{quote(line)} says too little or too much: type {USES[word][0]}.")
    if not rest or not re.fullmatch(AMOUNT, rest[0]):
        return wrong
    amount, more = read_amount(rest[0]), rest[1:]
    match word, more:
        case "limit", []:
            return SetLossLimit(player, amount, at=now, by=Role.PLAYER)
        case "limit", [days] if DAYS.fullmatch(days):
            return SetLossLimit(player, amount, int(days), at=now, by=Role.PLAYER)
        case "deposits", []:
            return SetDepositLimit(player, amount, at=now, by=Role.PLAYER)
        case "deposit", []:
            return Deposit(player, amount, at=now, by=Role.PLAYER)
        case "declare", [] | ["bought"]:
            return DeclareChips(player, amount, bool(more), at=now, by=Role.PLAYER)
        case "left", []:
            return DeclareRemaining(player, amount, at=now, by=Role.PLAYER)
        case _:
            return wrong


ANTES = (
    ("10", "an ante of $10 on your last box (box 1 at first)"),
    ("3:10", "the same on box 3; a player has one hand"),
    ("Enter", "the last wagers again"),
    ("buy 100", "change another $100 for chips"),
)

OWN_WORDS = {
    "sign": "the limits, what the bet and the jackpot pay",
    "rules": "the sections; rules 11.1 or rules jackpot finds clauses",
}
"""The help for words that do something different at a blackjack table."""


def stud_help(law: StudLaw, table: Table) -> list[str]:
    """Return the keys and words."""
    antes = list(ANTES)
    if table.choices.jackpot is not None:
        wager = in_dollars(table.choices.jackpot.wager)
        antes.insert(2, ("10 j", f"with the jackpot wager of {wager}"))
    times = {2: "twice"}.get(law.betting.bet.value, f"{law.betting.bet.value} times")
    decisions = [
        ("b", f"bet {times} the ante ({law.betting.bet.clause})"),
        ("f", f"fold, and lose the ante ({law.betting.fold.clause})"),
    ]
    words = [(key, OWN_WORDS.get(key, what)) for key, what in WORDS]
    parts = [("Wagers", antes), ("Play", decisions), ("Any time", words)]
    if table.choices.player_cards:
        parts.insert(2, ("Limits", list(USES.values())))
    return two_columns(law.title, parts)


def stud_sign(law: StudLaw, table: Table, view: TableView) -> list[str]:
    """Return the sign, the inscriptions and the pay tables, each with its clause."""
    rules = law.settlement
    limits = table.limits
    lines = [
        f"The sign ({law.limits.sign.clause}): ante {in_dollars(limits.minimum)} to "
        f"{in_dollars(limits.maximum)}, steps of {in_dollars(limits.unit)}.",
        f"{deck_count(table)} from a {table.choices.device.value}, "
        f"{table.choices.boxes} boxes, one hand a player ({law.wagers.one_player_decides.clause}).",
        f"The dealer plays with {rules.qualifies.value} or better ({rules.qualifies.clause}); if "
        f"not, the ante wins ({rules.no_hand_ante.clause}) and the bet stands off "
        f"({rules.no_hand.clause}).",
    ]
    lines += cloth_text(view, but=(law.jackpot.amount, law.jackpot.bonus_sign, rules.most_paid))
    pays = ", ".join(f"{_row(rule.clause)} {rule.value}" for rule in _each(law))
    lines.append(f"The bet pays {pays} ({rules.ante.also[0]}).")
    if table.choices.max_payout is not None:
        most = in_dollars(table.choices.max_payout)
        lines.append(f"A bet wins at most {most} ({rules.most_paid.clause}).")
    return lines + _jackpot(law, table.choices.jackpot, view.meter)


def _each(law: StudLaw) -> list[Rule[Odds]]:
    """Return the lines of the bet's pay table, the highest hand first, each once."""
    by_clause = {rule.clause: rule for rule in law.settlement.bet.values()}
    return list(reversed(by_clause.values()))


def _row(clause: str) -> str:
    return clause.rpartition(":")[2].replace("-", " ")


def _jackpot(stud: StudLaw, terms: JackpotTerms | None, meter: Cents | None) -> list[str]:
    if terms is None:
        return ["No jackpot at this table."]
    law = stud.jackpot
    wins: list[str] = []
    for kind, rule in law.qualifying.items():
        name = rule.text
        if kind in law.shares:
            part, whole = law.shares[kind].value
            share = "the meter" if part == whole else f"{part}/{whole} of the meter"
            wins.append(f"{name} {share}, {in_dollars(law.least[kind].value)} at least")
        else:
            wins.append(f"{name} {in_dollars(law.fixed[kind].value)}")
    clause = law.fixed[Category.FOUR_OF_A_KIND].also[0]
    lines = [
        f"j, the jackpot takes {in_dollars(terms.wager)} ({law.amount.clause}), "
        f"{terms.increment.normalize():%} of it to the meter ({law.rate.clause}); the meter "
        f"stands at {in_dollars(meter or 0)}.",
        f"It pays {'; '.join(wins)} ({clause}).",
    ]
    if terms.bonus:
        lines.append(
            f"Everybody else with a jackpot wager wins {in_dollars(terms.bonus)} when a royal or "
            f"straight flush does ({law.bonus.clause})."
        )
    return lines


def stud_opening(law: StudLaw, table: Table, meter: Cents | None) -> list[str]:
    """Return the lines that a player reads on sitting down."""
    limits = table.limits
    lines = [
        f"{law.title}: {deck_count(table)} from a {table.choices.device.value}, "
        f"{table.choices.boxes} boxes, one hand a player.",
        f"The sign: ante {in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}, "
        f"steps of {in_dollars(limits.unit)}; the bet is twice the ante.",
    ]
    if table.choices.jackpot is not None:
        lines.append(
            f"Jackpot: {in_dollars(table.choices.jackpot.wager)} takes part, and the meter "
            f"stands at {in_dollars(meter or 0)}."
        )
    lines += player_card_lines(law, table)
    return [*lines, "Type ? for help, q to leave."]


def now() -> datetime:
    """Return the time by which limits and declarations count."""
    return datetime.now(UTC)


class StudSitting(Sitting):
    """A player's time at a Caribbean Stud table."""

    _searched = "jackpot"

    @property
    def _stud_law(self) -> StudLaw:
        assert isinstance(self._law, StudLaw)
        return self._law

    def sit_down(self, bankroll: Cents) -> None:
        """Show the opening lines, buy in, and present the Player Card if the table has them."""
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
                self._show_refusal(self._carry_out(Settle(by=Role.DEALER)))
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

    def _finish_text(self) -> str:
        clause = self._stud_law.betting.absent.clause
        return f"a hand for which nobody decides is folded ({clause})"

    def _opening_lines(self) -> list[str]:
        return stud_opening(self._stud_law, self._croupier.table, self._scene.meter)

    def _help(self) -> list[str]:
        return stud_help(self._stud_law, self._croupier.table)

    def _sign(self) -> list[str]:
        return stud_sign(self._stud_law, self._croupier.table, self._view())

    # ------------------------------------------------------------------------------ asking

    def _ask(self, query: Query, shown: TableView) -> str:
        """Ask until the player answers; meanwhile submit the commands for their account."""
        while True:
            line = super()._ask(query, shown)
            command = read_account_command(line, self._voice.me, now())
            if command is None:
                return line
            if isinstance(command, Misread):
                self._screen.tell(command.why)
                continue
            events = self._croupier.do(command)
            if isinstance(events, Refused):
                self._show_refusal(events)
                continue
            self._scene, sentences = narrate(self._law, self._scene, events, self._voice)
            for sentence in sentences:
                self._screen.tell(sentence.with_clauses)

    def _ask_ante(self, due: WagersDue) -> None:
        table, last = self._croupier.table, self._last_bets
        box = last[0].box if last else 1
        read = partial(read_ante, box=box, terms=table.choices.jackpot)
        self._ask_bets(due, self._keys_for_bets(*self._ante_keys()), read)

    def _ante_keys(self) -> Keys:
        """Return the keys at the prompt for an ante."""
        last = self._last_bets
        least = minimum_for(self._croupier.table, self._voice.me)
        amount = short_amount(last[0].amount if last else least)
        first = (amount, f"antes ${amount} on box 1")
        keys = [("Enter", f"lays {ante_text(last)}") if last else first]
        if self._scene.meter is not None and all(bet.on != JACKPOT for bet in last):
            keys.append((f"{amount} j", "and the jackpot"))
        return tuple(keys)

    def _ask_bet(self, due: BetDue) -> None:
        table = self._croupier.table
        text, shown = self._question(due)
        keys = choices_by_key(due.choices)
        labels = [
            (key, option(self._law, table, due, key, choice).label) for key, choice in keys.items()
        ]
        if len(keys) == 1:
            labels.append(("buy 100", "more chips"))
        line = self._ask(Query(text, tuple(labels)), shown)
        if purchase := read_purchase(line):
            self._buy(purchase)
            return
        called = read_call(line, keys)
        if not isinstance(called, Misread):
            self._show_refusal(self._carry_out(command_for(due, called.choice, called.amount)))
        elif line.lower() in ("b", "bet"):
            self._show_refusal(self._carry_out(PlaceBet(due.player, due.box, by=Role.PLAYER)))
        else:
            self._screen.tell(called.why)

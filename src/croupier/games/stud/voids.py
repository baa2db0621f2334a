"""Rounds, hands and wagers declared void: what lies goes back, what was collected or paid too.

Reading K27: what the jackpot has paid on a void hand or wager comes back to pool and operator.
Reading U16: so does the bonus, if no royal or straight flush is left that brought it.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from croupier.games.stud.bets import HandFolded, fold_hand
from croupier.games.stud.jackpots import (
    JackpotWagerTakenBack,
    jackpot_results,
    jackpot_results_in,
    jackpot_return_entry,
    jackpot_wager,
    tokens_of_jackpot_wager,
)
from croupier.games.stud.settlement import shuffle_after_round
from croupier.games.stud.state import (
    ANTE,
    BET,
    JACKPOT,
    StudDraft,
    StudPhase,
    StudStanding,
    StudTable,
    stud_round,
)
from croupier.games.table.checks import no_such_wager
from croupier.games.table.rounds import (
    LOSE,
    VOID,
    WIN,
    OutstandingRecorded,
    PastRoundVoided,
    Remedies,
    RoundVoided,
    VoidTerms,
    WagersSettled,
    loss_line,
    record_outstanding,
    refund_line,
    reversal_lines,
    settlements_of_round,
)
from croupier.games.table.state import Line, Settlement, Stake, is_only_called, unchanged
from croupier.games.table.wagers import wager_return
from croupier.messages import Event, Evolver, Refused
from croupier.money import Cents, Entry, Posting, Till, balances_after
from croupier.rulebooks.law.irregularities import Moment, PaidAlready


class JackpotPaymentTakenBack(Event, frozen=True, tag="jackpot-payment-taken-back"):
    """What the jackpot had paid came back: the hand or the wager was void."""

    player: str
    """Who had been paid."""
    box: int
    """The box whose hand had won."""
    amount: Cents
    """All that had been paid."""
    from_pool: Cents
    """The part of it that goes back into the meter; the rest is the operator's."""
    entry: Entry
    """The movement of chips, back where they came from."""
    clause: str
    """The clause by which the hand or the wager is void."""


class StudHandVoided(Event, frozen=True, tag="stud-hand-voided"):
    """A player's hand is void."""

    player: str
    """Whose hand it is."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    clause: str
    """The clause by which it is void."""


def jackpot_payment_taken_back(table: StudTable, event: JackpotPaymentTakenBack) -> StudTable:
    return replace(table, balances=balances_after(table.balances, (event.entry,)))


def stud_hand_voided(table: StudTable, event: StudHandVoided) -> StudTable:
    if table.round is None:
        return table
    round_ = stud_round(table)
    hands = tuple(
        replace(hand, standing=StudStanding.VOID) if hand.box == event.box else hand
        for hand in round_.hands
    )
    return replace(table, round=replace(round_, hands=hands))


def round_voided(table: StudTable, event: RoundVoided) -> StudTable:
    balances = balances_after(table.balances, (line.entry for line in event.lines))
    if table.round is None:
        return replace(table, settled=(), balances=balances)
    round_ = stud_round(table)
    cards = [card for hand in round_.hands for card in hand.cards]
    return replace(
        table,
        round=None,
        discards=(*table.discards, *cards, *round_.dealer),
        settled=(),
        balances=balances,
    )


UNSETTLED = (StudPhase.DEALING, StudPhase.BETTING, StudPhase.EXPOSED)
IN_PLAY = (StudStanding.UNDECIDED, StudStanding.BET)


def void_round(draft: StudDraft, void: VoidTerms) -> None:
    """Call off the round under way, or undo the one just ended."""
    table = draft.table
    till = table.till
    under_way = table.round is not None
    lines: list[Line] = []
    for stake in stud_round(table).stakes if under_way else ():
        if void.keeps(stake.player):
            lines.append(loss_line(till, stake, void.clause, void.also))
        else:
            lines.append(refund_line(till, stake, VOID, void.clause, void.also))
    lines += reversal_lines_of_bets(table.till, table.settled, void)
    lines += return_jackpot_wagers(draft, void)
    draft.emit(RoundVoided(tuple(lines), void.clause, void.also))
    record_outstanding(draft, lines, void.clause)
    if under_way and draft.table.preparation is None:
        shuffle_after_round(draft)


def void_past(draft: StudDraft, number: int, void: VoidTerms) -> Refused | None:
    """Call off a round after later ones have been dealt; the one under way continues."""
    table = draft.table
    settlements = settlements_of_round(table, draft.past, number, void)
    if isinstance(settlements, Refused):
        return settlements
    lines = [
        *reversal_lines_of_bets(table.till, settlements, void),
        *return_jackpot_wagers(draft, void, past=settlements),
    ]
    draft.emit(PastRoundVoided(number, None, tuple(lines), void.clause, void.also))
    record_outstanding(draft, lines, void.clause)
    return None


def reversal_lines_of_bets(
    till: Till, settlements: Iterable[Settlement], void: VoidTerms
) -> Iterator[Line]:
    """Yield the lines that reverse antes and bets, or by which the operator keeps them."""
    return (line for line in reversal_lines(till, settlements, void) if line.on != JACKPOT)


def return_jackpot_wagers(
    draft: StudDraft,
    void: VoidTerms,
    *,
    box: int | None = None,
    player: str | None = None,
    past: tuple[Settlement, ...] | None = None,
) -> list[Line]:
    """Give back jackpot wagers from the pool, of one box or player or of all. Return their lines.

    They are those of the round, or of one that is ``past``. What the jackpot has paid on them goes
    back first; those that are already back are left alone. Reading K39: one that the operator keeps
    stays in the pool.
    """
    table = draft.table
    wager = jackpot_wager(table)
    results = jackpot_results(table) if past is None else jackpot_results_in(past)
    lines = []
    for (owner, at), told in results.items():
        if box not in (None, at) or player not in (None, owner) or VOID in told:
            continue
        settled = table.settled if past is None else past
        tokens = tokens_of_jackpot_wager(table, (owner, at), past)
        paid = _payments_back(draft, settled, owner, at, void)
        if void.keeps(owner):
            if paid or not told:
                net, spent = (-paid, 0) if told else (-wager, tokens)
                lines.append(_line(owner, at, LOSE, net, wager, void, spent))
            continue
        entry = jackpot_return_entry(table, (owner, at), void.clause, past)
        earlier = past is not None
        draft.emit(JackpotWagerTakenBack(owner, at, wager, entry, void.clause, earlier))
        net = (wager if told else 0) - paid
        lines.append(_line(owner, at, VOID, net, wager, void, tokens))
    return lines


def _payments_back(
    draft: StudDraft,
    settlements: Iterable[Settlement],
    player: str,
    box: int,
    void: VoidTerms,
    *,
    bonus_only: bool = False,
) -> Cents:
    """Take back what the jackpot has paid on a wager. Return how much that was.

    A bonus that went back before, with the flush that had brought it, is left out.
    """
    till = draft.table.till
    bonus = draft.law.jackpot.bonus_paid.clause
    own = [
        line
        for settled in settlements
        for line in settled.lines
        if (line.player, line.box, line.on) == (player, box, JACKPOT)
    ]
    bonus_back = any(line.result == LOSE and not line.stake for line in own)
    total = 0
    for line in own:
        of_bonus = line.clause == bonus
        if line.result != WIN or (of_bonus and bonus_back) or (bonus_only and not of_bonus):
            continue
        moved = {posting.account: posting.amount for posting in line.entry.postings}
        amount, from_pool = moved[till.chips(player)], -moved.get(till.jackpot, 0)
        back = tuple(Posting(one.account, -one.amount) for one in line.entry.postings)
        entry = Entry(back, void.clause)
        draft.emit(JackpotPaymentTakenBack(player, box, amount, from_pool, entry, void.clause))
        total += amount
    return total


def _bonuses_back(draft: StudDraft, void: VoidTerms, undone: list[Line]) -> list[Line]:
    """Take back every bonus if no jackpot is left that brought it. Return the lines of that.

    ``undone`` are the lines of what is declared void now.
    """
    law, table = draft.law.jackpot, draft.table
    won = [line for one in table.settled for line in one.lines if line.on == JACKPOT]
    big = {rule.clause for rule in law.least.values()}
    void_now = {(line.player, line.box) for line in undone if line.on == JACKPOT}
    flushes = {
        (line.player, line.box)
        for line in won
        if line.result == WIN and big.intersection((line.clause, *line.also))
    }
    before = {(line.player, line.box) for line in won if line.result == VOID}
    if not flushes & void_now or flushes - void_now - before:
        return []
    owners = {(line.player, line.box) for line in won if line.clause == law.bonus_paid.clause}
    lines = []
    for player, box in sorted(owners - void_now - before, key=lambda one: -one[1]):
        paid = _payments_back(draft, table.settled, player, box, void, bonus_only=True)
        lines.append(_line(player, box, LOSE, -paid, 0, void, 0))
    return lines


def _line(
    player: str, box: int, result: str, net: Cents, wager: Cents, void: VoidTerms, tokens: Cents
) -> Line:
    """Return the line of a jackpot wager; its money has moved with the pool's own events."""
    clause, also = void.clause, void.also
    entry = Entry((), clause)
    return Line(player, box, 0, JACKPOT, result, wager, net, clause, also, entry, tokens=tokens)


def void_hand(draft: StudDraft, player: str, box: int, void: VoidTerms) -> None:
    """Give back all that lies, lay or was settled on one hand.

    Reading K16: the ante, the bet and the jackpot wager.
    """
    table = draft.table
    stakes = () if table.round is None else stud_round(table).stakes
    lines = [
        refund_line(draft.table.till, one, VOID, void.clause, void.also)
        for one in stakes
        if one.box == box
    ]
    undone = reversal_lines_of_bets(table.till, table.settled, void)
    lines += [line for line in undone if line.box == box]
    lines += return_jackpot_wagers(draft, void, box=box)
    lines += _bonuses_back(draft, void, lines)
    draft.emit(StudHandVoided(player, box, void.clause))
    if lines:
        draft.emit(WagersSettled(tuple(lines), void.clause, void.also))
        record_outstanding(draft, lines, void.clause)


def void_player(draft: StudDraft, player: str, clause: str) -> None:
    """Give back all that a player has wagered in the round, settled or not; the hand is out.

    Reading K41: that may be declared until the round is over, its jackpot paid.
    """
    _wagers_back(draft, player, clause, None, None)


def void_wager(
    draft: StudDraft, player: str, clause: str, box: int | None, on: str | None
) -> Refused | None:
    """Give back some of a player's wagers: those on a box, or of a kind.

    Reading K50: a bet goes with its ante. A player whose bet is void stays in with the ante.
    """
    before = len(draft.events)
    _wagers_back(draft, player, clause, box, on)
    return no_such_wager(player, clause) if len(draft.events) == before else None


def _wagers_back(
    draft: StudDraft, player: str, clause: str, box: int | None, on: str | None
) -> None:
    """Give back the named wagers of a player, as they lie or as they were settled."""

    def is_meant(wager: Stake | Line) -> bool:
        if wager.player != player or box not in (None, wager.box):
            return False
        return on in (None, wager.on) or (on == ANTE and wager.on == BET)

    table = draft.table
    till = table.till
    if table.round is None:
        for stake in filter(is_meant, table.wagers):
            draft.emit(wager_return(till, stake, clause, "the wager was declared void"))
        _antes_missing(draft)
        return
    lines = [
        refund_line(till, one, VOID, clause) for one in filter(is_meant, stud_round(table).stakes)
    ]
    void = VoidTerms(clause, (), PaidAlready.REPAID)
    lines += filter(is_meant, reversal_lines_of_bets(till, table.settled, void))
    if on in (None, JACKPOT):
        lines += return_jackpot_wagers(draft, void, box=box, player=player)
        lines += _bonuses_back(draft, void, lines)
    if lines:
        draft.emit(WagersSettled(tuple(lines), clause))
        record_outstanding(draft, lines, clause)
    fold_without_wagers(draft, clause)


def _antes_missing(draft: StudDraft) -> None:
    """Give back jackpot wagers on boxes where no ante is left: they need one first."""
    antes = {stake.box for stake in draft.table.wagers if stake.on == ANTE}
    clause = draft.law.jackpot.needs_ante.clause
    for stake in draft.table.wagers:
        if stake.box not in antes:
            draft.emit(
                wager_return(draft.table.till, stake, clause, "the ante that it needs is gone")
            )


def fold_without_wagers(draft: StudDraft, clause: str) -> None:
    """Fold every hand that has no wager left."""
    if draft.table.round is None or stud_round(draft.table).phase not in UNSETTLED:
        return
    if is_only_called(draft.table):
        _jackpots_without_ante(draft)
    round_ = stud_round(draft.table)
    for hand in round_.hands:
        wagered = any(stake.box == hand.box for stake in round_.stakes)
        if not wagered and hand.standing in IN_PLAY:
            draft.emit(HandFolded(hand.player, hand.box, clause))


def _jackpots_without_ante(draft: StudDraft) -> None:
    """Give back jackpot wagers on boxes that get no cards because their ante is gone."""
    antes = {stake.box for stake in stud_round(draft.table).stakes}
    void = VoidTerms(draft.law.jackpot.needs_ante.clause)
    lines = [
        line
        for hand in stud_round(draft.table).hands
        if hand.box not in antes
        for line in return_jackpot_wagers(draft, void, box=hand.box)
    ]
    if lines:
        draft.emit(WagersSettled(tuple(lines), void.clause))


def step_out(draft: StudDraft, player: str, clause: str) -> None:
    """Fold the hands of a player who may not continue; decided ones stay so (reading K35).

    Reading K42: before the round's first card, wagers that lie there go back.
    """
    if draft.table.round is None:
        for stake in draft.table.wagers:
            if stake.player == player:
                draft.emit(wager_return(draft.table.till, stake, clause, "the player is excluded"))
        _antes_missing(draft)
        return
    if not stud_round(draft.table).dealer:
        void_player(draft, player, clause)
        return
    for hand in stud_round(draft.table).hands:
        if hand.player == player and hand.standing is StudStanding.UNDECIDED:
            fold_hand(draft, hand, clause)


def moments(table: StudTable) -> frozenset[Moment]:
    """Return the moments, among those that prohibitions name, that hold now."""
    betting = table.round is not None and stud_round(table).phase is StudPhase.BETTING
    return frozenset({Moment.BETTING_ROUND} if betting else ())


def leave_called(draft: StudDraft, number: int | None) -> None:
    """Leave the call as it is: a round that has ended is called off by its number all the same."""


REMEDIES = Remedies(void_round, void_player, step_out, void_wager, void_past, leave_called, moments)


EVOLVERS: dict[type[Event], Evolver] = {
    StudHandVoided: stud_hand_voided,
    RoundVoided: round_voided,
    OutstandingRecorded: unchanged,
    JackpotPaymentTakenBack: jackpot_payment_taken_back,
}

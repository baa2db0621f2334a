"""Rounds, hands and wagers declared void: what lies goes back, and what was collected or paid too.

Reading K27: what the jackpot pool has paid stands, and the pool gives nothing back for that round;
a jackpot wager that won nothing then goes back from the float.
"""

from collections.abc import Iterator

from croupier.money import Cents, Entry, transfer
from croupier.stud.bets import fold_hand
from croupier.stud.draft import StudDraft
from croupier.stud.events import JackpotWagerTakenBack, WagersSettled
from croupier.stud.invalid_wagers import fold_what_has_no_wager
from croupier.stud.irregular_events import StudHandVoided
from croupier.stud.jackpots import jackpot_results, jackpot_wager
from croupier.stud.settlement import shuffle_after_round
from croupier.stud.state import JACKPOT, Standing, StudTable, stud_round
from croupier.table.payments import LOSE, VOID, WIN, given_back, lost
from croupier.table.remedies import Remedies, VoidTerms, lines_undone
from croupier.table.round_events import RoundVoided
from croupier.table.state import Line, Refused
from croupier.table.wagers import returned


def void_round(draft: StudDraft, void: VoidTerms) -> None:
    """Call off the round under way, or undo the one just ended."""
    table = draft.table
    till = table.till
    under_way = table.round is not None
    lines: list[Line] = []
    for stake in stud_round(table).stakes if under_way else ():
        if stake.player in void.forfeited:
            lines.append(lost(till, stake, void.clause, void.also))
        else:
            lines.append(given_back(till, stake, VOID, void.clause, void.also))
    lines += antes_and_bets_undone(table, void)
    lines += jackpot_wagers_back(draft, void)
    draft.emit(RoundVoided(tuple(lines), void.clause, void.also))
    if under_way and draft.table.preparation is None:
        shuffle_after_round(draft)


def antes_and_bets_undone(table: StudTable, void: VoidTerms) -> Iterator[Line]:
    """Settled antes and bets that are void after all, or that the operator keeps."""
    return (line for line in lines_undone(table.till, table.settled, void) if line.on != JACKPOT)


def jackpot_wagers_back(
    draft: StudDraft, void: VoidTerms, *, box: int | None = None, player: str | None = None
) -> list[Line]:
    """Give jackpot wagers back out of the pool, of one box or player or of all.

    Those that were paid or are back already are left alone. Reading K39: one that the operator
    keeps stays in the pool.
    """
    table = draft.table
    till = table.till
    wager = jackpot_wager(table)
    results = jackpot_results(table)
    pool_has_paid = any(WIN in told for told in results.values())
    lines = []
    for (owner, at), told in results.items():
        if box not in (None, at) or player not in (None, owner) or {WIN, VOID} & told:
            continue
        collected = LOSE in told
        if owner in void.forfeited:
            lines += [] if collected else [_line(owner, at, LOSE, -wager, wager, void)]
            continue
        net = wager if collected else 0
        if pool_has_paid:
            entry = transfer(till.float, till.chips(owner), wager, void.clause)
            lines.append(_line(owner, at, VOID, net, wager, void, entry))
            continue
        entry = transfer(till.jackpot, till.chips(owner), wager, void.clause)
        draft.emit(JackpotWagerTakenBack(owner, at, wager, entry, void.clause))
        lines.append(_line(owner, at, VOID, net, wager, void))
    return lines


def _line(
    player: str,
    box: int,
    result: str,
    net: Cents,
    wager: Cents,
    void: VoidTerms,
    entry: Entry | None = None,
) -> Line:
    """A jackpot wager's line; its money has moved with the pool's own event unless told here."""
    entry = entry or Entry((), void.clause)
    return Line(player, box, 0, JACKPOT, result, wager, net, void.clause, void.also, entry)


def void_hand(draft: StudDraft, player: str, box: int, void: VoidTerms) -> None:
    """Give back all that lies, lay or was settled on one hand.

    Reading K16: the ante, the bet and the jackpot wager.
    """
    table = draft.table
    stakes = () if table.round is None else stud_round(table).stakes
    lines = [
        given_back(draft.table.till, one, VOID, void.clause, void.also)
        for one in stakes
        if one.box == box
    ]
    lines += [line for line in antes_and_bets_undone(table, void) if line.box == box]
    lines += jackpot_wagers_back(draft, void, box=box)
    draft.emit(StudHandVoided(player, box, void.clause))
    if lines:
        draft.emit(WagersSettled(tuple(lines), void.clause, void.also))


def void_player(draft: StudDraft, player: str, clause: str) -> Refused | None:
    """Give back all that a player has on the layout and in the pool; the hand is out."""
    table = draft.table
    till = table.till
    if table.round is None:
        for stake in table.wagers:
            if stake.player == player:
                draft.emit(returned(till, stake, clause, "the wager was declared void"))
        return None
    lines = [
        given_back(till, stake, VOID, clause)
        for stake in stud_round(table).stakes
        if stake.player == player
    ]
    if any(owner == player and not told for (owner, _), told in jackpot_results(table).items()):
        lines += jackpot_wagers_back(draft, VoidTerms(clause), player=player)
    if lines:
        draft.emit(WagersSettled(tuple(lines), clause))
    fold_what_has_no_wager(draft, player, clause)
    return None


def step_out(draft: StudDraft, player: str, clause: str) -> None:
    """Fold the hands of a player who may not go on; what is decided stays so (reading K35)."""
    for hand in stud_round(draft.table).hands:
        if hand.player == player and hand.standing is Standing.UNDECIDED:
            fold_hand(draft, hand, clause)


REMEDIES = Remedies(void_round=void_round, void_player=void_player, step_out=step_out)

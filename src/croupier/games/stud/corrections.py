"""Corrections that staff make: wrong bets, folded hands shown, invalid wagers, a closed jackpot."""

import sys

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.stud import settlement
from croupier.games.stud.bets import HandFolded, collect_fold
from croupier.games.stud.cards import turn_at
from croupier.games.stud.due import bet_of
from croupier.games.stud.jackpots import jackpot_results, jackpot_wager, take_back_jackpot_wagers
from croupier.games.stud.settlement import bet_winnings, counted_stakes
from croupier.games.stud.state import (
    ANTE,
    BET,
    JACKPOT,
    StudDraft,
    StudPhase,
    StudStanding,
    StudTable,
    cards_at,
    require_read_cards,
    stud_round,
)
from croupier.games.stud.voids import fold_without_wagers, return_jackpot_wagers
from croupier.games.table.checks import not_empowered, not_the_dealer, tokens_in, too_few_chips
from croupier.games.table.draft import Handler, on
from croupier.games.table.notices import give_notices, loss_limit_duties
from croupier.games.table.rounds import VOID, VoidTerms, net_settlements, reversal_line, settle
from croupier.games.table.state import Line, Stake, unchanged
from croupier.games.table.wagers import (
    ReportOverMaximum,
    laying_entry,
    leave_over_maximum,
    none_above_maximum,
    over_maximum_event,
    part_of,
    return_entries,
    wager_return,
    without_part,
)
from croupier.messages import Command, Event, Evolver, Refused
from croupier.money import Cents, Entry, Till, balances_after
from croupier.rulebooks import StudLaw


class CorrectBet(Command, frozen=True, tag="correct-bet"):
    """Has a wrong bet corrected before the dealer's cards are turned, or the hand folded."""

    box: int
    """Where the bet lies, from 1."""
    fold: bool = False
    """Whether the hand is folded; else the bet is corrected."""


class RevealFolded(Command, frozen=True, tag="reveal-folded"):
    """Shows a folded hand at the settlement."""

    box: int
    """Where the hand lies, from 1."""
    cards: tuple[Card, ...] = ()
    """Those of its cards that nobody had read; none where all are known."""


class CloseJackpot(Command, frozen=True, tag="close-jackpot"):
    """Lets the game go on without its jackpot."""


class ReopenJackpot(Command, frozen=True, tag="reopen-jackpot"):
    """Offers the jackpot again."""


class InvalidateWagers(Command, frozen=True, tag="invalidate-wagers"):
    """Has a player's invalid wagers returned: all, or what is over a Loss Limit."""

    player: str
    """Whose wagers are invalid."""
    over: Cents | None = None
    """How much is over the Loss Limit; all wagers go back if left out."""


class BetCorrected(Event, frozen=True, tag="bet-corrected"):
    """A wrong bet was corrected."""

    player: str
    """Whose bet it is."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    amount: Cents
    """What lies there now."""
    entry: Entry
    """The postings between the player and the layout."""
    clause: str
    """The clause that has it corrected."""
    tokens: Cents = 0
    """How much was added in promotional tokens."""


class FoldedHandRevealed(Event, frozen=True, tag="folded-hand-revealed"):
    """A folded hand was shown."""

    box: int
    """Whose hand, from 1."""
    cards: tuple[Card, ...]
    """The cards of the hand."""
    clause: str
    """The clause that allows it."""


class JackpotClosed(Event, frozen=True, tag="jackpot-closed"):
    """The game goes on without its jackpot, or with it again."""

    closed: bool
    """Whether it goes on without; false brings the jackpot back."""
    clause: str
    """The clause that lets it."""


class StakeTakenBack(Event, frozen=True, tag="stake-taken-back"):
    """A wager, or a part of it, was invalid and went back."""

    player: str
    """Whose wager it was."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    on: str
    """``ante`` or ``bet``."""
    amount: Cents
    """How much went back."""
    entries: tuple[Entry, ...]
    """The postings: from the layout to the player, chips and tokens apart."""
    clause: str
    """The clause by which it was invalid."""


class PlayerAdvised(Event, frozen=True, tag="player-advised"):
    """A player who went over a Loss Limit was advised again of the duties that come with it."""

    player: str
    """Who was advised."""
    duties: tuple[str, ...]
    """The clauses with those duties."""
    clause: str
    """The clause that asks for the advice."""


def bet_corrected(table: StudTable, event: BetCorrected) -> StudTable:
    round_ = stud_round(table)
    amount = event.amount
    stakes = tuple(
        replace(stake, amount=amount, tokens=min(stake.tokens + event.tokens, amount))
        if (stake.box, stake.on) == (event.box, BET)
        else stake
        for stake in round_.stakes
    )
    return replace(
        table,
        round=replace(round_, stakes=stakes),
        balances=balances_after(table.balances, (event.entry,)),
    )


def folded_hand_revealed(table: StudTable, event: FoldedHandRevealed) -> StudTable:
    return table


def jackpot_closed(table: StudTable, event: JackpotClosed) -> StudTable:
    return replace(table, jackpot_closed=event.closed)


def stake_taken_back(table: StudTable, event: StakeTakenBack) -> StudTable:
    part = Stake(event.player, event.box, event.on, event.amount)
    balances = balances_after(table.balances, event.entries)
    if table.round is None:
        return replace(table, wagers=without_part(table.wagers, part), balances=balances)
    round_ = stud_round(table)
    cut = (*round_.bets_cut, event.box) if event.on == BET else round_.bets_cut
    round_ = replace(round_, stakes=without_part(round_.stakes, part), bets_cut=cut)
    return replace(table, round=round_, balances=balances)


def correct_bet(draft: StudDraft, command: CorrectBet) -> Refused | None:
    """Correct a wrong bet, or fold the hand, before the dealer's cards are turned."""
    table = draft.table
    till = table.till
    law = draft.law.betting
    rule = law.wrong_bet_folded if command.fold else law.wrong_bet_corrected
    if refused := not_the_dealer(command, rule.clause):
        return refused
    stake = wrong_bet_on(draft.law, table, command.box)
    if stake is None:
        why = f"box {command.box} has no wrong bet that could still be made right"
        return Refused("bet/not-wrong", rule.clause, why, rule.also)
    if command.fold:
        entries = return_entries(till, stake, rule.clause)
        draft.emit(StakeTakenBack(stake.player, stake.box, BET, stake.amount, entries, rule.clause))
        draft.emit(HandFolded(stake.player, stake.box, rule.clause))
        collect_fold(draft, stake.box)
        return None
    wanted = bet_of(draft.law, table, command.box)
    missing = wanted - stake.amount
    tokens = tokens_in(table, stake.player, missing)
    if refused := too_few_chips(draft.law, table, stake.player, missing - tokens):
        return refused
    entry = laying_entry(till, stake.player, missing, tokens, rule.clause)
    if missing < 0:
        back = return_entries(till, part_of(stake, -missing), rule.clause)
        entry = Entry(tuple(posting for one in back for posting in one.postings), rule.clause)
    draft.emit(BetCorrected(stake.player, stake.box, wanted, entry, rule.clause, tokens))
    return None


def wrong_bet_on(law: StudLaw, table: StudTable, box: int) -> Stake | None:
    """Return the wrong bet on a box, while the dealer's cards are not turned."""
    if table.round is None or stud_round(table).phase is not StudPhase.BETTING:
        return None
    for stake in stud_round(table).stakes:
        if stake.box == box and settlement.wrong_bet_rule(law, table, stake) is not None:
            return stake
    return None


def reveal_folded(draft: StudDraft, command: RevealFolded) -> Refused | None:
    """Show a folded hand at the settlement."""
    table = draft.table
    rule = draft.law.settlement.revealed
    if refused := not_empowered(command, rule, "show a folded hand"):
        return refused
    turned = (StudPhase.EXPOSED, StudPhase.JACKPOT)
    hand = stud_round(table).hand(command.box) if table.round is not None else None
    if (
        hand is None
        or hand.standing is not StudStanding.FOLDED
        or stud_round(table).phase not in turned
    ):
        why = "a folded hand is shown at settlement, and no settlement is due"
        return Refused("reveal/not-now", rule.clause, why)
    if len(command.cards) != hand.cards.count(None):
        why = f"name the cards of the hand that nobody has read: {hand.cards.count(None)}"
        return Refused("reveal/unread-cards", rule.clause, why)
    for card in command.cards:
        if refused := turn_at(draft, card, hand.box, rule.clause):
            return refused
    draft.emit(
        FoldedHandRevealed(
            hand.box, require_read_cards(cards_at(draft.table, hand.box)), rule.clause
        )
    )
    return None


def close_jackpot(draft: StudDraft, command: CloseJackpot) -> Refused | None:
    """Continue without the jackpot when its equipment fails, and notify an inspector.

    Reading K43: wagers that lie there go back; those that the pool has taken for a round play on.
    """
    table = draft.table
    rule = draft.law.jackpot.malfunction
    if refused := not_empowered(command, rule, "let the game go on without the jackpot"):
        return refused
    if table.choices.jackpot is None:
        clause = draft.law.jackpot.offered.clause
        return Refused("jackpot/none", clause, "no jackpot is offered at this table")
    draft.emit(JackpotClosed(True, rule.clause))
    for stake in table.wagers:
        if stake.on == JACKPOT:
            draft.emit(wager_return(table.till, stake, rule.clause, "the jackpot is closed"))
    told = draft.law.jackpot.malfunction_notified
    give_notices(draft, told.value, "the jackpot's equipment has failed", told.clause)
    return None


def reopen_jackpot(draft: StudDraft, command: ReopenJackpot) -> Refused | None:
    """Offer the jackpot again."""
    table = draft.table
    rule = draft.law.jackpot.malfunction
    if refused := not_empowered(command, rule, "offer the jackpot again"):
        return refused
    if not table.jackpot_closed:
        return Refused("jackpot/not-closed", rule.clause, "the jackpot is not closed")
    draft.emit(JackpotClosed(False, rule.clause))
    return None


ALL: Cents = sys.maxsize
"""Stands for no limit: more than lies on any layout."""


def invalidate_wagers(draft: StudDraft, command: InvalidateWagers) -> Refused | None:
    """Give back invalid wagers: all of a player's, or the excess over a limit, the latest first.

    Reading K17: the stake of any invalid wager goes back during a round too, and wins nothing; the
    round lasts from its first card until its jackpot is paid (K41).
    """
    table = draft.table
    law = draft.law.player_cards
    if law is None:
        clause = draft.law.wagers.no_change_after.clause
        return Refused("invalid/unknown", clause, "this game has no Player Cards")
    begun = table.round is not None and bool(stud_round(table).dealer)
    found = law.found_during if begun else law.found_before
    if refused := not_the_dealer(command, found.clause):
        return refused
    lying = table.wagers if table.round is None else stud_round(table).stakes
    stakes = [stake for stake in lying if stake.player == command.player]
    settled = [] if table.round is None else _settled_lines(table, command.player)
    pooled = {player for (player, _), told in jackpot_results(table).items() if VOID not in told}
    if not stakes and not settled and (table.round is None or command.player not in pooled):
        rule = law.found_after if command.over is None else law.over_after
        why = f"{command.player} has no wager here; what is settled stands"
        return Refused("invalid/settled", rule.clause, why, rule.also)
    if command.over is not None and command.over <= 0:
        return Refused(
            "invalid/amount", law.over_limit.clause, "the amount to return must be above $0"
        )
    clause = found.clause if command.over is None else law.last_first.clause
    left = ALL if command.over is None else command.over
    for kind in (BET, JACKPOT, ANTE):
        left = _take_back(draft, [stake for stake in stakes if stake.on == kind], left, clause)
        if kind == JACKPOT and draft.table.round is not None:
            left = _from_pool(draft, command.player, left, clause)
        else:
            left = _undo(draft, [line for line in settled if line.on == kind], left, clause)
    fold_without_wagers(draft, clause)
    if command.over is not None:
        draft.emit(PlayerAdvised(command.player, loss_limit_duties(law), law.last_first.clause))
    return None


def _settled_lines(table: StudTable, player: str) -> list[Line]:
    """Return a player's antes and bets that were settled in the round and are not back."""
    lines = (line for _, line in net_settlements(table.settled) if line.player == player)
    return [line for line in lines if line.on != JACKPOT and line.result != VOID]


def _undo(draft: StudDraft, lines: list[Line], most: Cents, clause: str) -> Cents:
    """Undo up to this amount of settled wagers. Return what is left to give back."""
    undoing = []
    for line in lines:
        if part := min(line.stake, most):
            most -= part
            undoing.append(reversal_line(draft.table.till, _part(draft, line, part), clause))
    settle(draft, tuple(undoing), clause)
    return most


def _part(draft: StudDraft, line: Line, part: Cents) -> Line:
    """Return the line of a part of a settled wager, with its share of the result.

    Under the displayed maximum a bet may have won no more than the rest of it wins alone.
    """
    rest = line.stake - part
    kept = line.net * rest // line.stake
    if line.on == BET and line.net > 0:
        kept = bet_winnings(draft.law, draft.table, line.box, rest)
    tokens = max(0, part - (line.stake - line.tokens))
    return replace(line, stake=part, net=line.net - kept, tokens=tokens)


def _from_pool(draft: StudDraft, player: str, most: Cents, clause: str) -> Cents:
    """Give back a player's jackpot wagers from the pool. Return what is left to give back."""
    if not most:
        return 0
    results = jackpot_results(draft.table).items()
    wagers = sum(owner == player and VOID not in told for (owner, _), told in results)
    take_back_jackpot_wagers(draft, player, clause)
    settle(draft, tuple(return_jackpot_wagers(draft, VoidTerms(clause), player=player)), clause)
    return max(0, most - wagers * jackpot_wager(draft.table))


def _take_back(draft: StudDraft, stakes: list[Stake], most: Cents, clause: str) -> Cents:
    """Give back up to this amount of wagers, the latest first. Return what is left to give back.

    Reading K31: of a jackpot wager no part can stay, as it is of one amount; it goes back whole.
    """
    for stake in reversed(stakes):
        part = stake.amount if stake.on == JACKPOT else min(stake.amount, most)
        if most:
            most = max(0, most - part)
            draft.emit(_return_event(draft.table.till, stake, part, clause))
    return most


def _return_event(till: Till, stake: Stake, amount: Cents, clause: str) -> StakeTakenBack:
    entries = return_entries(till, part_of(stake, amount), clause)
    return StakeTakenBack(stake.player, stake.box, stake.on, amount, entries, clause)


def report_over_maximum(draft: StudDraft, command: ReportOverMaximum) -> Refused | None:
    """Count an ante and its bet to the maximum from now on; what is over from before stands."""
    law, table = draft.law, draft.table
    clause = law.limits.above_maximum.clause
    if refused := not_the_dealer(command, clause):
        return refused
    number = table.rounds if command.number is None else command.number
    if table.round is None or number != table.rounds:
        return leave_over_maximum(draft, command.box, number, draft.past)
    counted = counted_stakes(law, table, command.box, noticed=True)
    back = tuple(
        part_of(stake, stake.amount - part.amount)
        for stake, part in counted
        if stake.amount > part.amount
    )
    if not back:
        return none_above_maximum(law, command.box)
    ante, part = counted[0]
    draft.emit(over_maximum_event(table, ante, ante.amount - part.amount, back, clause))
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(ReportOverMaximum, report_over_maximum),
    **on(CorrectBet, correct_bet),
    **on(RevealFolded, reveal_folded),
    **on(CloseJackpot, close_jackpot),
    **on(ReopenJackpot, reopen_jackpot),
    **on(InvalidateWagers, invalidate_wagers),
}


EVOLVERS: dict[type[Event], Evolver] = {
    PlayerAdvised: unchanged,
    BetCorrected: bet_corrected,
    FoldedHandRevealed: folded_hand_revealed,
    JackpotClosed: jackpot_closed,
    StakeTakenBack: stake_taken_back,
}

"""Wrong bets corrected, folded hands shown, and the game without its jackpot."""

from croupier.money import Entry
from croupier.rulebooks import StudLaw
from croupier.stud import settlement
from croupier.stud.bets import collect_fold, laid_down
from croupier.stud.commands import CloseJackpot, CorrectBet, ReopenJackpot, RevealFolded
from croupier.stud.draft import StudDraft
from croupier.stud.due import bet_of, tokens_in
from croupier.stud.events import (
    BetCorrected,
    FoldedHandRevealed,
    HandFolded,
    JackpotClosed,
    StakeTakenBack,
)
from croupier.stud.evolvers import cards_at
from croupier.stud.state import (
    BET,
    JACKPOT,
    StudPhase,
    StudStanding,
    StudTable,
    read_cards,
    stud_round,
)
from croupier.stud.unread_cards import turn_at
from croupier.table.checks import not_empowered, not_the_dealer, too_few
from croupier.table.commands import Command
from croupier.table.draft import Handler, on
from croupier.table.notices import give_notices
from croupier.table.state import Refused, Stake
from croupier.table.wagers import entries_back, part_of, returned


def correct_bet(draft: StudDraft, command: CorrectBet) -> Refused | None:
    """Have a wrong bet corrected, or the hand folded, before the dealer's cards are turned."""
    table = draft.table
    till = table.till
    law = draft.law.betting
    rule = law.wrong_bet_folded if command.fold else law.wrong_bet_corrected
    if refused := not_the_dealer(command, rule.clause):
        return refused
    stake = wrong_bet(draft.law, table, command.box)
    if stake is None:
        why = f"box {command.box} has no wrong bet that could still be made right"
        return Refused("bet/not-wrong", rule.clause, why, rule.also)
    if command.fold:
        entries = entries_back(till, stake, rule.clause)
        draft.emit(StakeTakenBack(stake.player, stake.box, BET, stake.amount, entries, rule.clause))
        draft.emit(HandFolded(stake.player, stake.box, rule.clause))
        collect_fold(draft, stake.box)
        return None
    wanted = bet_of(draft.law, table, command.box)
    missing = wanted - stake.amount
    tokens = tokens_in(table, stake.player, missing)
    if refused := too_few(draft.law, table, stake.player, missing - tokens):
        return refused
    entry = laid_down(till, stake.player, missing, tokens, rule.clause)
    if missing < 0:
        back = entries_back(till, part_of(stake, -missing), rule.clause)
        entry = Entry(tuple(posting for one in back for posting in one.postings), rule.clause)
    draft.emit(BetCorrected(stake.player, stake.box, wanted, entry, rule.clause, tokens))
    return None


def wrong_bet(law: StudLaw, table: StudTable, box: int) -> Stake | None:
    """A bet that is not what it should be, while the dealer's cards are not turned."""
    if table.round is None or stud_round(table).phase is not StudPhase.BETTING:
        return None
    for stake in stud_round(table).stakes:
        if stake.box == box and settlement.wrong_bet(law, table, stake) is not None:
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
        FoldedHandRevealed(hand.box, read_cards(cards_at(draft.table, hand.box)), rule.clause)
    )
    return None


def close_jackpot(draft: StudDraft, command: CloseJackpot) -> Refused | None:
    """Let the game go on without its jackpot when the equipment fails, and notify an inspector.

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
            draft.emit(returned(table.till, stake, rule.clause, "the jackpot is closed"))
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


HANDLERS: dict[type[Command], Handler] = {
    **on(CorrectBet, correct_bet),
    **on(RevealFolded, reveal_folded),
    **on(CloseJackpot, close_jackpot),
    **on(ReopenJackpot, reopen_jackpot),
}

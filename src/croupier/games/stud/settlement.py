"""Settling a round of Caribbean Stud: antes, bets, excess over the maximum, the end."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.cards import Category, rank_hand
from croupier.games.stud.due import bet_of, dealer_plays, jackpot_hands
from croupier.games.stud.jackpots import lose_jackpot_wagers
from croupier.games.stud.state import (
    ANTE,
    BET,
    StudDraft,
    StudHand,
    StudPhase,
    StudTable,
    require_read_cards,
    stud_round,
)
from croupier.games.table.card_counts import ask_ordered_checks
from croupier.games.table.preparation import ask_shuffle
from croupier.games.table.rounds import (
    VOID,
    RoundEnded,
    WagersSettled,
    line_by_rule,
    payment_line,
    refund_line,
    settle,
)
from croupier.games.table.state import Line, Settlement, Stake
from croupier.games.table.wagers import part_of, rest_of, return_entries
from croupier.messages import Event, Evolver
from croupier.money import Cents, Entry, Till, balances_after
from croupier.rulebooks import Result, Rule, Says, StudLaw


class JackpotWon(Event, frozen=True, tag="jackpot-won"):
    """Hands that the jackpot pays, from the dealer's right; they lie until they are paid."""

    hands: tuple[tuple[str, int, Category], ...]
    """Player, box and category of each."""
    clause: str
    """The clause that has them wait."""


def wagers_settled(table: StudTable, event: WagersSettled) -> StudTable:
    table = replace(
        table,
        settled=(*table.settled, Settlement(event.lines, event.clause)),
        balances=balances_after(table.balances, (line.entry for line in event.lines)),
    )
    if table.round is None:
        return table
    round_ = stud_round(table)
    decided = {(line.player, line.box, line.on) for line in event.lines}
    stakes = tuple(s for s in round_.stakes if (s.player, s.box, s.on) not in decided)
    return replace(table, round=replace(round_, stakes=stakes))


def jackpot_won(table: StudTable, event: JackpotWon) -> StudTable:
    return replace(table, round=replace(stud_round(table), phase=StudPhase.JACKPOT))


def round_ended(table: StudTable, event: RoundEnded) -> StudTable:
    round_ = stud_round(table)
    cards = [card for hand in round_.hands for card in hand.cards]
    return replace(table, round=None, discards=(*table.discards, *cards, *round_.dealer))


def settle_round(draft: StudDraft) -> None:
    """Settle antes and bets from the dealer's right, then deal with the jackpot."""
    table = draft.table
    law = draft.law
    hands = sorted(stud_round(table).hands, key=lambda hand: -hand.box)
    lines = tuple(line for hand in hands for line in hand_lines_in_full(law, table, hand))
    settle(draft, lines, law.settlement.from_the_right.clause)
    if not name_jackpot_hands(draft):
        end_round(draft)


def name_jackpot_hands(draft: StudDraft) -> bool:
    """Record the hands that wait for the jackpot; the others lose. Return whether any waits."""
    won = jackpot_hands(draft.law, draft.table)
    lose_jackpot_wagers(draft, {(player, box) for player, box, _ in won})
    if won:
        draft.emit(JackpotWon(won, draft.law.settlement.left_until_paid.clause))
    return bool(won)


def counted_stakes(
    law: StudLaw, table: StudTable, box: int, *, noticed: bool = False
) -> list[tuple[Stake, Stake]]:
    """Return the wagers on a box, each with the part that counts under the maximum.

    The bet is twice the ante that lies there; it counts to twice the maximum. An ante that nobody
    has seen to exceed it counts as it lies, unless it is ``noticed`` now.
    """
    stakes = [stake for stake in stud_round(table).stakes if stake.box == box]
    if not stakes:
        return []
    round_ = stud_round(table)
    ante = stakes[0]
    unseen = box in round_.overlooked and not noticed
    most = ante.amount if unseen else round_.maximum
    personal = table.players[ante.player].personal
    if personal is not None:
        most = max(most, personal.maximum)
    counts = {ANTE: most, BET: min(most, ante.amount) * law.betting.bet.value}
    return [(stake, rest_of(stake, min(stake.amount, counts[stake.on]))) for stake in stakes]


def with_excess(law: StudLaw, table: StudTable, stake: Stake, line: Line) -> Line:
    """Return the line of a settled wager with its uncounted excess going back."""
    till = table.till
    excess = stake.amount - line.stake
    wrong = wrong_bet_rule(law, table, stake)
    if not excess:
        return line if wrong is None else replace(line, also=(*line.also, wrong.clause))
    back = return_entries(till, part_of(stake, excess), line.clause)
    postings = (posting for one in back for posting in one.postings)
    clause = (wrong or law.limits.above_maximum).clause
    entry = Entry((*line.entry.postings, *postings), line.clause)
    return replace(line, entry=entry, also=(*line.also, clause))


def wrong_bet_rule(law: StudLaw, table: StudTable, stake: Stake) -> Says | None:
    """Return the rule for a wrong bet that is found at the settlement, if the bet is wrong.

    A bet of which the part over a Loss Limit went back is right.
    """
    if stake.on != BET:
        return None
    wanted = bet_of(law, table, stake.box)
    rules = law.betting
    if stake.amount > wanted:
        return rules.long_bet
    whole = stake.amount == wanted or stake.box in stud_round(table).bets_cut
    return None if whole else rules.short_bet


def hand_lines_in_full(law: StudLaw, table: StudTable, hand: StudHand) -> Iterator[Line]:
    """Yield the lines of the ante and the bet on a hand, with all that lies there."""
    whole = {stake.on: stake for stake, _ in counted_stakes(law, table, hand.box)}
    for line in hand_lines(law, table, hand):
        if line.net > 0 and line.player in stud_round(table).unpaid:
            yield unpaid_line(table.till, law, whole[line.on])
        else:
            yield with_excess(law, table, whole[line.on], line)


def unpaid_line(till: Till, law: StudLaw, stake: Stake) -> Line:
    """Return the line of a winning wager that need not be paid: it goes back."""
    rule = law.conduct.staff_wagers
    assert rule is not None
    return refund_line(till, stake, VOID, rule.clause, rule.also)


def hand_lines(law: StudLaw, table: StudTable, hand: StudHand) -> Iterator[Line]:
    """Yield the lines of the ante and the bet on a hand."""
    rules = law.settlement
    round_ = stud_round(table)
    stakes = {part.on: part for _, part in counted_stakes(law, table, hand.box)}
    if not stakes:
        return
    mine, dealers = (
        rank_hand(require_read_cards(hand.cards)),
        rank_hand(require_read_cards(round_.dealer)),
    )
    if not dealer_plays(law, table):
        ante, bet = rules.no_hand_ante, rules.no_hand
    else:
        rule = rules.equal if mine == dealers else rules.lower
        ante = bet = rules.higher if mine > dealers else rule
    yield ante_line(law, table, stakes[ANTE], ante)
    if BET in stakes:
        yield bet_line(law, table, stakes[BET], bet, mine.category)


def ante_line(law: StudLaw, table: StudTable, ante: Stake, rule: Rule[Result]) -> Line:
    """Return the line of an ante by a rule: paid at its odds, a stand-off, or lost."""
    if rule.value is not Result.WIN:
        return line_by_rule(table.till, ante, rule)
    odds = law.settlement.ante
    also = (*rule.also, odds.clause, *odds.also)
    return payment_line(law, table, ante, odds.value, rule.clause, also)


def bet_line(
    law: StudLaw, table: StudTable, bet: Stake, rule: Rule[Result], category: Category
) -> Line:
    """Return the line of a bet by a rule: paid by its hand under the displayed maximum, or not."""
    if rule.value is not Result.WIN:
        return line_by_rule(table.till, bet, rule)
    rules = law.settlement
    odds = rules.bet[category]
    also = (*rule.also, odds.clause, *odds.also, rules.ranking[category].clause)
    most = table.choices.max_payout
    if most is not None and odds.value.winnings(bet.amount, chip=1) > most:
        also = (*also, rules.most_paid.clause)
    return payment_line(law, table, bet, odds.value, rule.clause, also, most=most)


def bet_winnings(law: StudLaw, table: StudTable, box: int, amount: Cents) -> Cents:
    """Return how much a bet wins with the hand of its box, under the displayed maximum."""
    hand = stud_round(table).hand(box)
    assert hand is not None
    odds = law.settlement.bet[rank_hand(require_read_cards(hand.cards)).category].value
    winnings = odds.winnings(amount, chip=1)
    most = table.choices.max_payout
    return winnings if most is None else min(winnings, most)


def end_round(draft: StudDraft) -> None:
    """Clear the layout; the deck is shuffled before the next round."""
    law = draft.law
    plays = dealer_plays(law, draft.table)
    rules = law.settlement
    collected = rules.cards_collected if plays else rules.no_hand_collected
    draft.emit(RoundEnded(collected.clause))
    shuffle_after_round(draft)


def shuffle_after_round(draft: StudDraft) -> None:
    """Ask for the shuffle that follows every round; a stacked deck continues as it is.

    What was ordered in the round falls due now: a count, or the shuffle of a deck that jammed.
    """
    law = draft.law
    table = draft.table
    rule = None if table.shoe.stacked else law.shuffle.after_each_round
    if not ask_ordered_checks(draft) and rule is not None:
        ask_shuffle(draft, table.shuffle_after_round or rule.clause, law.cut.cards_replaced)


EVOLVERS: dict[type[Event], Evolver] = {
    WagersSettled: wagers_settled,
    JackpotWon: jackpot_won,
    RoundEnded: round_ended,
}

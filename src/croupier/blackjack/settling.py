"""Settlement: what each wager wins or loses, and by which clause."""

from croupier.blackjack.events import Line, WagersSettled
from croupier.blackjack.state import (
    DOUBLE,
    INSURANCE,
    Hand,
    Progress,
    hand_total,
    has_blackjack,
    is_blackjack,
    law_of,
    round_of,
    stakes_at,
    total_of,
)
from croupier.cards import Card
from croupier.money import FLOAT, LAYOUT, Entry, Odds, Posting, chips_of, tokens_of
from croupier.rulebooks import BlackjackLaw, Rule
from croupier.rulebooks.blackjack_law import Loss
from croupier.table.drafting import Draft
from croupier.table.state import MAIN, Stake, Table

WIN, LOSE, STAND_OFF, VOID = "win", "lose", "stand-off", "void"


def won(table: Table, stake: Stake, rule: Rule[Odds], also: tuple[str, ...] = ()) -> Line:
    """A wager paid at a rule's odds, rounded up to what chips can make; winnings come in chips."""
    return paid(table, stake, rule.value, rule.clause, also)


def paid(table: Table, stake: Stake, odds: Odds, clause: str, also: tuple[str, ...] = ()) -> Line:
    """A wager paid at odds by a clause."""
    chip = table.choices.chip
    winnings = odds.winnings(stake.amount, chip=chip)
    if not odds.is_exact(stake.amount, chip=chip):
        also = (*also, table.law.wagers.rounding.clause)
    postings = [
        Posting(LAYOUT, -stake.amount),
        Posting(FLOAT, -winnings),
        Posting(chips_of(stake.player), stake.amount - stake.tokens + winnings),
    ]
    if stake.tokens:
        postings.append(Posting(tokens_of(stake.player), stake.tokens))
    return _line(stake, WIN, winnings, clause, also, tuple(postings))


def lost(stake: Stake, clause: str, also: tuple[str, ...] = ()) -> Line:
    """A wager collected."""
    postings = (Posting(LAYOUT, -stake.amount), Posting(FLOAT, stake.amount))
    return _line(stake, LOSE, -stake.amount, clause, also, postings)


def given_back(stake: Stake, result: str, clause: str, also: tuple[str, ...] = ()) -> Line:
    """A wager that goes back to its owner: a stand-off, or void."""
    postings = [
        Posting(LAYOUT, -stake.amount),
        Posting(chips_of(stake.player), stake.amount - stake.tokens),
    ]
    if stake.tokens:
        postings.append(Posting(tokens_of(stake.player), stake.tokens))
    return _line(stake, result, 0, clause, also, tuple(postings))


def _line(
    stake: Stake,
    result: str,
    net: int,
    clause: str,
    also: tuple[str, ...],
    postings: tuple[Posting, ...],
) -> Line:
    return Line(
        stake.player,
        stake.box,
        stake.hand,
        stake.on,
        result,
        stake.amount,
        net,
        clause,
        also,
        Entry(postings, clause),
    )


def settle(draft: Draft, lines: tuple[Line, ...], clause: str) -> None:
    """Record settled wagers, if there are any."""
    if lines:
        draft.emit(WagersSettled(lines, clause))


def collect_bust(draft: Draft, box: int, position: int) -> None:
    """Collect every wager on a hand that went over."""
    clause = law_of(draft.table).play.over.clause
    stakes = stakes_at(round_of(draft.table), box, position)
    settle(draft, tuple(lost(stake, clause) for stake in stakes), clause)


def settle_interim(draft: Draft) -> None:
    """Pay blackjacks that the dealer can no longer equal, unless they are held for the end."""
    table = draft.table
    law = law_of(table)
    round_ = round_of(table)
    if table.held_blackjacks or round_.dealer[0].points in (1, 10):
        return
    lines = tuple(
        won(table, stake, law.interim.blackjack)
        for box in round_.boxes
        if has_blackjack(law, box.hands[0])
        for stake in stakes_at(round_, box.number, 1)
    )
    settle(draft, lines, law.interim.moment.clause)


def collect_insurance(draft: Draft) -> None:
    """Collect insurance when the dealer's second card makes no blackjack."""
    table = draft.table
    law = law_of(table)
    round_ = round_of(table)
    if law.insurance is None or len(round_.dealer) != 2 or is_blackjack(round_.dealer):
        return
    terms = law.insurance.ace if round_.dealer[0].points == 1 else law.insurance.ten
    if terms is None:
        return
    clause = terms.lost.clause
    lines = tuple(lost(stake, clause) for stake in round_.stakes if stake.on == INSURANCE)
    settle(draft, lines, clause)


def settle_final(draft: Draft) -> None:
    """Settle all that is still on the layout once the dealer's hand is complete."""
    table = draft.table
    law = law_of(table)
    round_ = round_of(table)
    lines = [
        decided(table, law, stake, hand, round_.dealer)
        for box in round_.boxes
        for position, hand in enumerate(box.hands, 1)
        if hand.progress is not Progress.GONE
        for stake in stakes_at(round_, box.number, position)
    ]
    if law.insurance is not None:
        terms = law.insurance.ace if round_.dealer[0].points == 1 else law.insurance.ten
        if terms is not None:
            insured = (stake for stake in round_.stakes if stake.on == INSURANCE)
            lines += [won(table, stake, terms.pays) for stake in insured]
    settle(draft, tuple(lines), law.settlement.moment.clause)


def decided(
    table: Table, law: BlackjackLaw, stake: Stake, hand: Hand, dealer: tuple[Card, ...]
) -> Line:
    """What a wager on a hand comes to against the dealer's complete hand.

    Readings S9, S10: the clauses about blackjacks go before the one about equal totals.
    """
    rules = law.settlement
    dealer_blackjack = is_blackjack(dealer)
    if has_blackjack(law, hand):
        if dealer_blackjack:
            return given_back(stake, STAND_OFF, rules.both_blackjack.clause)
        return won(table, stake, rules.blackjack)
    if dealer_blackjack:
        return against_blackjack(law, stake, hand)
    total, _ = hand_total(law, hand)
    dealer_total, _ = total_of(dealer)
    if dealer_total > law.play.over.value:
        return won(table, stake, rules.dealer_over)
    if total > dealer_total:
        return won(table, stake, rules.higher)
    if total == dealer_total:
        return given_back(stake, STAND_OFF, rules.equal.clause)
    return lost(stake, rules.lower.clause)


def against_blackjack(law: BlackjackLaw, stake: Stake, hand: Hand) -> Line:
    """What a dealer's blackjack takes from a hand that is none.

    Readings S11, S12: the wager on the first hand is the original one; what went over is lost
    already.
    """
    rules = law.settlement
    also = []
    if hand.doubled:
        also.append(law.double.against_blackjack.clause)
    if hand.split:
        also.append(law.split.against_blackjack.clause)
    extra = law.double.against_blackjack if stake.on == DOUBLE else law.split.against_blackjack
    is_original = stake.on == MAIN and stake.original
    if is_original or extra.value is Loss.EVERYTHING:
        return lost(stake, rules.dealer_blackjack.clause, tuple(also))
    return given_back(stake, STAND_OFF, rules.extra_wagers.clause, tuple(also))

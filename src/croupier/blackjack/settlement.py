"""Settlement: what each wager wins or loses, and by which clause."""

from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.events import Line, WagersSettled
from croupier.blackjack.state import (
    DOUBLE,
    GONE,
    INSURANCE,
    BlackjackTable,
    Hand,
    hand_total,
    has_blackjack,
    insured_by,
    is_blackjack,
    round_of,
    stakes_at,
    stakes_by_hand,
    surrender_law,
    total_of,
)
from croupier.cards import Card
from croupier.money import Odds, Till
from croupier.rulebooks import BlackjackLaw, Rule
from croupier.rulebooks.blackjack_law import ByTenRank, Made, SurrenderLaw, Verdicts, WinAtOnce
from croupier.table.payments import (
    STAND_OFF,
    VOID,
    by_word,
    given_back,
    lost,
    partly_lost,
    settle,
    won,
)
from croupier.table.state import Stake


def half_lost(till: Till, stake: Stake, rules: SurrenderLaw) -> Line:
    """A surrendered wager of which the dealer collects a part."""
    share = rules.half.value
    collected = stake.amount * share.numerator // share.denominator
    return partly_lost(till, stake, collected, rules.half.clause, rules.half.also)


def verdicts_on(law: BlackjackLaw, stake: Stake) -> Verdicts:
    """The verdicts for a kind of wager: the original one, a double, or one made by splitting."""
    if stake.on == DOUBLE:
        return law.settlement.double
    return law.settlement.original if stake.original else law.settlement.split


def collect_bust(draft: BlackjackDraft, box: int, position: int) -> None:
    """Collect every wager on a hand that went over; one below the minimum goes back."""
    till = draft.table.till
    law = draft.law
    stakes = stakes_at(round_of(draft.table), box, position)
    clause = law.play.over.clause
    lines = tuple(
        [
            unpaid(till, law, stake)
            if stake.below_minimum
            else by_word(till, stake, verdicts_on(law, stake).over)
            for stake in stakes
        ]
    )
    settle(draft, lines, clause)


def unpaid(till: Till, law: BlackjackLaw, stake: Stake) -> Line:
    """A wager below the minimum of a player who was warned: back, whatever the result."""
    rule = law.limits.below_minimum
    return given_back(till, stake, VOID, rule.clause, rule.also)


Winning = WinAtOnce | Rule[Odds]
"""How a hand wins before the dealer's is complete: by its kind of wager, or a blackjack's odds."""


def win_at_once(law: BlackjackLaw, table: BlackjackTable, hand: Hand) -> Winning | None:
    """How a hand that is not over wins as soon as it is made, if it does."""
    if has_blackjack(law, hand):
        return blackjack_at_once(law, table, hand)
    for win in law.play.wins_at_once:
        match win.made:
            case Made.TWENTY_ONE:
                made = hand_total(law, hand)[0] == 21
            case Made.FIVE_CARDS:
                made = len(hand.cards) >= 5
        if made:
            return win
    return None


def after_split(law: BlackjackLaw, hand: Hand) -> tuple[str, ...]:
    """The clauses by which the two cards of a split hand are a blackjack; none of an original."""
    rule = law.split.blackjack_counts
    return (rule.clause, *rule.also) if hand.split else ()


def blackjack_at_once(law: BlackjackLaw, table: BlackjackTable, hand: Hand) -> Rule[Odds] | None:
    """The odds of a blackjack, by the clause that pays it before the dealer's hand is complete."""
    says = law.play.blackjack_wins
    if says is None:
        early = not dealer_may_have_blackjack(round_of(table).dealer)
        says = law.interim.blackjack if early and not table.held_blackjacks else None
    if says is None:
        return None
    also = (*says.also, *after_split(law, hand))
    return Rule(law.settlement.blackjack.value, says.clause, also)


def dealer_may_have_blackjack(dealer: tuple[Card, ...]) -> bool:
    """Whether the dealer's first card can still become a blackjack."""
    return dealer[0].points in (1, 10)


def pay_at_once(draft: BlackjackDraft, box: int, position: int, win: Winning) -> None:
    """Pay every wager on a hand that has won already."""
    table = draft.table
    law = draft.law
    lines = tuple(
        unpaid(draft.table.till, law, stake)
        if stake.below_minimum
        else won(law, table, stake, paying(win, stake))
        for stake in stakes_at(round_of(table), box, position)
    )
    rule = law.interim.moment if isinstance(win, Rule) else win.pays
    settle(draft, lines, rule.clause)


def paying(win: Winning, stake: Stake) -> Rule[Odds]:
    """The rule by which a wager on a hand that has won is paid."""
    if isinstance(win, Rule):
        return win
    if stake.on == DOUBLE:
        return win.double or win.pays
    return win.pays if stake.original else win.split or win.pays


def settle_interim(draft: BlackjackDraft) -> None:
    """Pay the first hands that have won already, before any decision."""
    for box in round_of(draft.table).boxes:
        win = win_at_once(draft.law, draft.table, box.hands[0])
        if win is not None:
            pay_at_once(draft, box.number, 1, win)


def collect_insurance(draft: BlackjackDraft) -> None:
    """Collect insurance when the dealer's second card makes no blackjack."""
    table = draft.table
    law = draft.law
    round_ = round_of(table)
    insured = [stake for stake in round_.stakes if stake.on == INSURANCE]
    if not insured or is_blackjack(round_.dealer):
        return
    rule = insured_by(law, round_).lost
    lines = tuple(lost(draft.table.till, stake, rule.clause, rule.also) for stake in insured)
    settle(draft, lines, rule.clause)


def final_settlement(law: BlackjackLaw, table: BlackjackTable) -> WagersSettled | None:
    """What becomes of all that is still on the layout once the dealer's hand is complete."""
    round_ = round_of(table)
    laid = stakes_by_hand(round_)
    lines: list[Line] = []
    for box in round_.boxes:
        for position, hand in enumerate(box.hands, 1):
            if hand.progress is not GONE:
                for stake in laid.get((box.number, position), ()):
                    lines.append(decided(table, law, stake, hand))  # noqa: PERF401
    insured = [stake for stake in round_.stakes if stake.on == INSURANCE]
    if insured:
        pays = insured_by(law, round_).pays
        lines += [won(law, table, stake, pays) for stake in insured]
    if not lines:
        return None
    both = law.settlement.paid_and_collected
    also = () if both is None else (both.clause,)
    return WagersSettled(tuple(lines), law.settlement.moment.clause, also)


def decided(table: BlackjackTable, law: BlackjackLaw, stake: Stake, hand: Hand) -> Line:
    """What a wager on a hand comes to against the dealer's complete hand.

    Readings S9, S10: the clauses about blackjacks take precedence over the one about equal totals.
    """
    till = table.till
    dealer = round_of(table).dealer
    if stake.below_minimum:
        return unpaid(till, law, stake)
    dealer_total, _ = total_of(dealer)
    blackjack = dealer_total == 21 and len(dealer) == 2
    if stake.surrendered:
        surrender = surrender_law(law)
        if blackjack:
            return by_word(till, stake, surrender.dealer_blackjack)
        return half_lost(till, stake, surrender)
    if has_blackjack(law, hand):
        return blackjack_decided(law, table, stake, hand, dealer)
    if blackjack:
        return against_blackjack(till, law, stake, hand)
    rules = verdicts_on(law, stake)
    total, _ = hand_total(law, hand)
    exactly = law.settlement.dealer_exactly
    if exactly is not None and dealer_total == exactly.value:
        also = () if rules is law.settlement.original else (rules.equal.clause,)
        return given_back(till, stake, STAND_OFF, exactly.clause, (*exactly.also, *also))
    if dealer_total > law.play.over.value:
        return won(law, table, stake, rules.dealer_over)
    if total > dealer_total:
        return won(law, table, stake, rules.higher)
    return by_word(till, stake, rules.equal if total == dealer_total else rules.lower)


def blackjack_decided(
    law: BlackjackLaw, table: BlackjackTable, stake: Stake, hand: Hand, dealer: tuple[Card, ...]
) -> Line:
    """What a wager on a blackjack comes to."""
    rules = law.settlement
    also = after_split(law, hand)
    if not is_blackjack(dealer):
        return won(law, table, stake, rules.blackjack, also)
    if not isinstance(rules.both_blackjack, ByTenRank):
        return by_word(table.till, stake, rules.both_blackjack)
    by_rank = rules.both_blackjack
    order = by_rank.ranks.value
    mine, dealers = (order.index(ten_of(cards).rank) for cards in (hand.cards, dealer))
    rule = by_rank.lower
    if mine < dealers:
        rule = by_rank.higher
    elif mine == dealers:
        rule = by_rank.same
    return won(law, table, stake, rule, (by_rank.ranks.clause, *also))


def ten_of(cards: tuple[Card, ...]) -> Card:
    """The card of a blackjack that counts ten."""
    return next(card for card in cards if card.points == 10)


def against_blackjack(till: Till, law: BlackjackLaw, stake: Stake, hand: Hand) -> Line:
    """What a dealer's blackjack takes from a hand that is none.

    Readings S11, S12: the wager on the first hand is the original one; what went over is lost
    already.
    """
    also = []
    doubled, split = law.double.against_blackjack, law.split.against_blackjack
    if hand.doubled and doubled is not None:
        also.append(doubled.clause)
    if hand.split and split is not None:
        also.append(split.clause)
    return by_word(till, stake, verdicts_on(law, stake).dealer_blackjack, tuple(also))

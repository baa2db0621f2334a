"""Undisclosed wagers at the end of a round: announced, placed, and settled once.

Readings TR5 to TR7: each follows the result of its player's first hand, at the odds of an initial
wager, after everything else; it counts for no more than the chips that are then there.
"""

from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.settlement import decided, paying, win_at_once
from croupier.blackjack.state import round_of
from croupier.money import Cents, transfer
from croupier.rulebooks import BlackjackLaw, Rule
from croupier.rulebooks.tournament_law import UndisclosedLaw
from croupier.table.contest_checks import tournament_law
from croupier.table.contest_events import FormAnnounced
from croupier.table.contest_evolvers import UNDISCLOSED
from croupier.table.contest_state import Form
from croupier.table.contest_tables import contest_of
from croupier.table.payments import by_word, lost, settle, won
from croupier.table.state import MAIN, Limits, Line, Stake


def settle_forms(draft: BlackjackDraft) -> None:
    """Announce and settle the undisclosed wagers of the round."""
    terms = tournament_law(draft.law).wagers.undisclosed
    if terms is None:
        return
    forms = {form.box: form for form in contest_of(draft.table).forms}
    for box in round_of(draft.table).boxes:
        if box.number in forms:
            _settle(draft, forms[box.number], terms)


def _settle(draft: BlackjackDraft, form: Form, terms: UndisclosedLaw) -> None:
    table = draft.table
    held = table.chips(form.player)
    amount, clause = counted_for(form, table.limits, held, terms)
    till = table.till
    entry = transfer(till.chips(form.player), till.layout, amount, clause)
    draft.emit(FormAnnounced(form.player, form.box, amount, form.amount, entry, clause))
    stake = Stake(form.player, form.box, UNDISCLOSED, amount)
    if clause == terms.incomplete.clause:
        line = lost(till, stake, clause, terms.incomplete.also)
    else:
        line = _by_first_hand(draft, stake)
    settle(draft, (line,), terms.announced.clause)


def counted_for(
    form: Form, limits: Limits, held: Cents, terms: UndisclosedLaw
) -> tuple[Cents, str]:
    """What a form counts for when it is announced, and the clause that says so."""
    if form.type != MAIN or form.amount is None:
        return min(limits.minimum, held), terms.incomplete.clause
    if form.amount > held:
        return min(held, limits.maximum), terms.too_much.clause
    if form.amount < limits.minimum:
        return min(limits.minimum, held), terms.below.clause
    if form.amount > limits.maximum:
        return limits.maximum, terms.above.clause
    return form.amount, terms.announced.clause


def _by_first_hand(draft: BlackjackDraft, stake: Stake) -> Line:
    """What a wager comes to by the result of the first hand of its box."""
    table, law = draft.table, draft.law
    round_ = round_of(table)
    box = round_.box(stake.box)
    assert box is not None
    hand = box.hands[0]
    for line in (line for one in table.settled for line in one.lines):
        if (line.box, line.hand, line.on) == (stake.box, 1, MAIN) and _took_even_money(law, line):
            even = law.interim.even_money
            assert even is not None
            return won(law, table, stake, even)
    if sum(card.points for card in hand.cards) > law.play.over.value:
        return by_word(table.till, stake, law.settlement.original.over)
    win = win_at_once(law, table, hand)
    if win is not None:
        return won(law, table, stake, paying(win, stake))
    return decided(table, law, stake, hand)


def _took_even_money(law: BlackjackLaw, line: Line) -> bool:
    even: Rule[object] | None = law.interim.even_money
    return even is not None and line.clause == even.clause

"""Insurance and even money."""

from croupier.blackjack.commands import CloseInsurance, Insure, TakeEvenMoney
from croupier.blackjack.dealing import insurance_terms
from croupier.blackjack.events import InsuranceClosed, InsurancePlaced
from croupier.blackjack.settling import VOID, given_back, settle, won
from croupier.blackjack.state import INSURANCE, Phase, has_blackjack, law_of, round_of
from croupier.blackjack.turn import own_stake
from croupier.money import LAYOUT, chips_of, in_dollars, transfer
from croupier.rulebooks.blackjack_law import Insurance
from croupier.table.checks import not_in_chips, too_few
from croupier.table.commands import Command
from croupier.table.drafting import Draft, Handler
from croupier.table.state import Refused, Table


def not_insurable(table: Table) -> Refused | None:
    """Refuse insurance when it is not on offer."""
    law = law_of(table)
    if law.insurance is None:
        clause = law.wagers.no_change_after.clause
        return Refused("insurance/unknown", clause, f"{law.title} has no insurance")
    first = law.insurance.ace.share.clause
    if table.round is None or not round_of(table).dealer:
        return Refused("insurance/no-card", first, "the dealer has no card yet")
    round_ = round_of(table)
    if round_.phase is Phase.DEALING:
        return Refused(
            "insurance/dealing", law.insurance.called.clause, "insurance has not been called yet"
        )
    if insurance_terms(table) is None:
        ten = law.insurance.ten
        if round_.dealer[0].points == 10 and ten is not None:
            return Refused(
                "insurance/ten-not-offered",
                ten.share.clause,
                "this table offers no insurance against a ten",
                (first,),
            )
        return Refused("insurance/not-offered", first, "insurance is against an ace")
    if round_.phase is not Phase.INSURANCE:
        return Refused(
            "insurance/closed",
            law.insurance.before_play.clause,
            "insurance is closed",
            (law.insurance.called.clause,),
        )
    return None


def insure(draft: Draft, command: Command) -> Refused | None:
    """Place insurance on one's own wager."""
    assert isinstance(command, Insure)
    table = draft.table
    if refused := not_insurable(table):
        return refused
    terms = insurance_terms(table)
    assert terms is not None
    refused = (
        _not_theirs(table, command, terms)
        or not_in_chips(table, command.amount)
        or _too_much(table, command, terms)
        or too_few(table, command.player, command.amount)
    )
    if refused:
        return refused
    entry = transfer(chips_of(command.player), LAYOUT, command.amount, terms.share.clause)
    draft.emit(InsurancePlaced(command.player, command.box, command.amount, entry))
    return None


def _not_theirs(table: Table, command: Insure, terms: Insurance) -> Refused | None:
    clause = terms.share.clause
    if command.of is not None and command.of != command.player:
        return Refused("insurance/not-own", clause, "each player insures only their own wager")
    if own_stake(table, command.player, command.box, 1) is None:
        return Refused(
            "insurance/no-wager",
            clause,
            f"{command.player} has no wager on box {command.box} to insure",
        )
    return None


def _too_much(table: Table, command: Insure, terms: Insurance) -> Refused | None:
    stake = own_stake(table, command.player, command.box, 1)
    assert stake is not None
    already = own_stake(table, command.player, command.box, 0, INSURANCE)
    insured = command.amount + (already.amount if already else 0)
    share = terms.share.value
    if insured * share.denominator <= stake.amount * share.numerator:
        return None
    return Refused(
        "insurance/too-much",
        terms.share.clause,
        f"insurance is at most {share} of the wager of {in_dollars(stake.amount)}",
    )


def close_insurance(draft: Draft, command: Command) -> Refused | None:
    """Announce that insurance is closed."""
    assert isinstance(command, CloseInsurance)
    table = draft.table
    law = law_of(table)
    if refused := not_insurable(table):
        return refused
    assert law.insurance is not None
    draft.emit(InsuranceClosed(law.insurance.called.clause))
    return None


def even_money(draft: Draft, command: Command) -> Refused | None:
    """Pay a blackjack 1 to 1 against an ace at its owner's wish, and give insurance back.

    Reading S15: only the player who asks is settled; the others of the box wait.
    """
    assert isinstance(command, TakeEvenMoney)
    table = draft.table
    law = law_of(table)
    rule = law.interim.even_money
    if rule is None:
        clause = law.interim.moment.clause
        return Refused("even-money/unknown", clause, f"{law.title} has no even money")
    if table.round is None or round_of(table).phase is Phase.DEALING:
        return Refused("even-money/no-round", rule.clause, "no hand has been dealt yet")
    round_ = round_of(table)
    box = round_.box(command.box)
    stake = own_stake(table, command.player, command.box, 1)
    if box is None or stake is None:
        return Refused(
            "even-money/no-wager",
            rule.clause,
            f"{command.player} has no wager on box {command.box}",
        )
    if not has_blackjack(law, box.hands[0]):
        return Refused("even-money/no-blackjack", rule.clause, "even money is for a blackjack")
    if round_.dealer[0].points != 1:
        return Refused(
            "even-money/no-ace",
            rule.clause,
            "even money is paid against an ace only",
            (law.interim.waits.clause,),
        )
    if round_.phase is not Phase.INSURANCE:
        return Refused(
            "even-money/too-late",
            law.interim.moment.clause,
            "even money is asked for before the first decision",
            (rule.clause,),
        )
    lines = [won(table, stake, rule)]
    insurance = own_stake(table, command.player, command.box, 0, INSURANCE)
    if insurance is not None:
        lines.append(given_back(insurance, VOID, rule.clause))
    settle(draft, tuple(lines), rule.clause)
    if not round_of(draft.table).stakes and law.insurance is not None:
        draft.emit(InsuranceClosed(law.insurance.called.clause))
    return None


HANDLERS: dict[type[Command], Handler] = {
    Insure: insure,
    CloseInsurance: close_insurance,
    TakeEvenMoney: even_money,
}

"""Insurance and even money: offered, placed, declined, displaced by a better claim, closed."""

import msgspec
from msgspec.structs import replace

from croupier.games.blackjack.due import insurance_due, nobody_can_insure
from croupier.games.blackjack.settlement import unpaid_line
from croupier.games.blackjack.state import (
    INSURANCE,
    INSURING,
    PLAYING,
    BlackjackDraft,
    BlackjackTable,
    Phase,
    has_blackjack,
    insurance_law,
    insurance_order,
    is_blackjack,
    round_of,
)
from croupier.games.blackjack.turn import (
    is_even_money_over,
    may_insure_late,
    own_insurance,
    own_stake,
    withdrawal_open,
)
from croupier.games.table.checks import laying_refusal, not_the_dealer, player_excluded, tokens_in
from croupier.games.table.choices import Mode
from croupier.games.table.draft import Handler, on
from croupier.games.table.rounds import VOID, refund_line, settle, win_line
from croupier.games.table.state import MAIN, Stake, same_stake
from croupier.games.table.wagers import laying_entry
from croupier.messages import Command, Event, Evolver, PlayerCommand, Refused
from croupier.money import Cents, Entry, balances_after, in_dollars, transfer
from croupier.rulebooks import BlackjackLaw
from croupier.rulebooks.law.blackjack import Insurance, OthersInsurance


class Insure(PlayerCommand, frozen=True, tag="insure"):
    """Places insurance on the player's own wager, or on another's if the rulebook allows it."""

    player: str
    """Who insures."""
    box: int
    """Where the wager lies, from 1."""
    amount: Cents
    """The insurance."""
    of: str | None = None
    """Whose wager is insured, where the rulebook lets another do it."""
    chips: str = msgspec.field(default="", name="with")
    """``chips`` or ``tokens``; left out, chips, with tokens where those are too few."""


class DeclineInsurance(PlayerCommand, frozen=True, tag="decline-insurance"):
    """Says that the player wants no insurance."""

    player: str
    """Who declines."""
    box: int | None = None
    """Where the wager lies, from 1; none for all wagers of the player."""


class TakeEvenMoney(PlayerCommand, frozen=True, tag="even-money"):
    """Takes 1 to 1 for a blackjack against an ace."""

    player: str
    """Whose blackjack it is."""
    box: int
    """Where it lies, from 1."""


class CloseInsurance(Command, frozen=True, tag="close-insurance"):
    """Announces that insurance is closed."""


class InsuranceOffered(Event, frozen=True, tag="insurance-offered"):
    """Insurance was called against the dealer's card."""

    against: str
    """``ace`` or ``ten``."""
    clause: str
    """The clause that asks for the call."""


class InsurancePlaced(Event, frozen=True, tag="insurance-placed"):
    """A player insured a wager: their own, or that of a player who did not."""

    player: str
    """Who insured."""
    box: int
    """Where the insured wager lies, from 1."""
    amount: Cents
    """How much was put down."""
    entry: Entry
    """The postings: from the player to the layout."""
    of: str = ""
    """Whose wager it is on; empty for the player's own."""
    tokens: Cents = 0
    """The part of it that is promotional tokens; 0 where all of it is chips."""


class InsuranceDeclined(Event, frozen=True, tag="insurance-declined"):
    """A player wants no insurance for a wager."""

    player: str
    """Who declined."""
    box: int
    """Where the wager lies, from 1."""
    clause: str
    """The clause by which insurance was offered to the player."""


class InsuranceDisplaced(Event, frozen=True, tag="insurance-displaced"):
    """Insurance went back to make room for a claim that goes first."""

    player: str
    """Whose insurance went back."""
    box: int
    """Where the insured wager lies, from 1."""
    of: str
    """Whose wager it was on."""
    amount: Cents
    """How much went back."""
    entry: Entry
    """The postings: from the layout to the player."""
    clause: str
    """The clause that puts the other claim first."""


class InsuranceClosed(Event, frozen=True, tag="insurance-closed"):
    """No more insurance is taken."""

    clause: str
    """The clause under which it was offered."""


def insurance_offered(table: BlackjackTable, event: InsuranceOffered) -> BlackjackTable:
    return replace(table, round=replace(round_of(table), phase=INSURING))


def insurance_placed(table: BlackjackTable, event: InsurancePlaced) -> BlackjackTable:
    stakes = list(round_of(table).stakes)
    placed = Stake(
        event.player, event.box, INSURANCE, event.amount, hand=0, of=event.of, tokens=event.tokens
    )
    for place, stake in enumerate(stakes):
        if same_stake(stake, placed):
            amount, tokens = stake.amount + event.amount, stake.tokens + event.tokens
            stakes[place] = replace(stake, amount=amount, tokens=tokens)
            break
    else:
        stakes.append(placed)
    declined = tuple(
        one
        for one in round_of(table).insurance_declined
        if event.of or one != (event.player, event.box)
    )
    return replace(
        table,
        round=replace(round_of(table), stakes=tuple(stakes), insurance_declined=declined),
        balances=balances_after(table.balances, (event.entry,)),
    )


def insurance_declined(table: BlackjackTable, event: InsuranceDeclined) -> BlackjackTable:
    round_ = round_of(table)
    declined = (*round_.insurance_declined, (event.player, event.box))
    return replace(table, round=replace(round_, insurance_declined=declined))


def insurance_displaced(table: BlackjackTable, event: InsuranceDisplaced) -> BlackjackTable:
    gone = Stake(event.player, event.box, INSURANCE, event.amount, hand=0, of=event.of)
    stakes = tuple(s for s in round_of(table).stakes if not same_stake(s, gone))
    return replace(
        table,
        round=replace(round_of(table), stakes=stakes),
        balances=balances_after(table.balances, (event.entry,)),
    )


def insurance_closed(table: BlackjackTable, event: InsuranceClosed) -> BlackjackTable:
    return replace(table, round=replace(round_of(table), phase=PLAYING))


def insurance_terms(law: BlackjackLaw, table: BlackjackTable) -> Insurance | None:
    """Return the terms of the insurance offered against the dealer's card, if any is."""
    rules = law.insurance
    if rules is None:
        return None
    match round_of(table).dealer[0].points:
        case 1:
            return rules.ace
        case 10:
            return rules.ten if table.choices.ten_insurance else None
        case _:
            return None


NOWHERE = (99, 99, 99)
"""The distance of a player whose wagers are all settled: farther than anyone at the table."""


def not_insurable(law: BlackjackLaw, table: BlackjackTable) -> Refused | None:
    """Refuse insurance while it is not on offer.

    Reading U12: players say first whether to stay in after a device failed; insurance waits.
    """
    if law.insurance is None:
        clause = law.wagers.no_change_after.clause
        return Refused("insurance/unknown", clause, f"{law.title} has no insurance")
    first = law.insurance.ace.offered.clause
    if table.round is None or not round_of(table).dealer:
        barred = law.insurance.not_with_blackjack
        also = (*law.insurance.ace.offered.also, *(() if barred is None else (barred.clause,)))
        return Refused("insurance/no-card", first, "the dealer has no card to insure against", also)
    round_ = round_of(table)
    if refused := withdrawal_open(law, table):
        return refused
    if round_.phase is Phase.DEALING:
        clause = law.insurance.called.clause
        return Refused("insurance/dealing", clause, "insurance has not been called yet")
    if insurance_terms(law, table) is None:
        ten = law.insurance.ten
        if round_.dealer[0].points == 10 and ten is not None:
            why = "this table offers no insurance against a ten"
            return Refused("insurance/ten-not-offered", ten.offered.clause, why, (first,))
        return Refused("insurance/not-offered", first, "insurance is against an ace")
    if round_.phase is not Phase.INSURANCE:
        also = (law.insurance.called.clause,)
        clause = law.insurance.before_play.clause
        return Refused("insurance/closed", clause, "insurance is closed", also)
    return None


def insure(draft: BlackjackDraft, command: Insure) -> Refused | None:
    """Place insurance on a player's own wager, or on another's if the law allows it."""
    table = draft.table
    till = table.till
    if refused := not_insurable(draft.law, table):
        return refused
    terms = insurance_terms(draft.law, table)
    assert terms is not None
    owner = command.of or command.player
    amount, tokens = command.amount, tokens_in(table, command.player, command.amount, command.chips)
    refused = (
        player_excluded(table, command.player)
        or _no_wager(draft.law, table, command, owner, terms)
        or _not_in_order(draft.law, table, command.player)
        or _too_late(draft.law, table, command)
        or _not_in_steps(draft.law, table, command)
        or _too_much(draft.law, table, command, owner, terms)
        or laying_refusal(
            draft.law, table, command.player, amount, tokens, tender=command.chips, in_chips=False
        )
        or _no_right(draft.law, table, command, owner)
    )
    if refused:
        return refused
    of = "" if owner == command.player else owner
    for weaker in insurance_on(table, owner, command.box, but=command.player):
        _displace(draft, weaker, command.player)
    clause = others_law(draft.law).allowed.clause if of else terms.share.clause
    entry = laying_entry(till, command.player, amount, tokens, clause)
    draft.emit(InsurancePlaced(command.player, command.box, amount, entry, of, tokens))
    if insurance_order(draft.law, table) is not None:
        _close_if_answered(draft)
    return None


def decline_insurance(draft: BlackjackDraft, command: DeclineInsurance) -> Refused | None:
    """Record that a player wants no insurance; until it is closed, they may still place some.

    Reading U23: in a tournament with an order of wagering, a player answers once, in turn.
    """
    law, table, player = draft.law, draft.table, command.player
    if refused := not_insurable(law, table) or player_excluded(table, player):
        return refused
    terms = insurance_terms(law, table)
    assert terms is not None
    clause = (terms.bettors or terms.offered).clause
    boxes = [
        stake.box
        for stake in round_of(table).stakes
        if (stake.player, stake.on) == (player, MAIN) and command.box in (None, stake.box)
    ]
    if not boxes:
        where = "" if command.box is None else f" on box {command.box}"
        why = f"{player} has no wager{where} to insure"
        return Refused("insurance/no-wager", clause, why)
    if refused := _not_in_order(law, table, player):
        return refused
    if any(own_insurance(table, player, box) is not None for box in boxes):
        why = f"{player} has insured that wager"
        return Refused("insurance/owner-insured", clause, why)
    for box in boxes:
        if (player, box) not in round_of(draft.table).insurance_declined:
            draft.emit(InsuranceDeclined(player, box, clause))
    _close_if_answered(draft)
    return None


def _close_if_answered(draft: BlackjackDraft) -> None:
    """Close insurance at an automatic table once nobody is left to answer.

    A person who deals announces it.
    """
    law, table = draft.law, draft.table
    if table.choices.mode is Mode.AUTOMATIC and nobody_can_insure(table, insurance_due(law, table)):
        draft.emit(InsuranceClosed(insurance_law(law).called.clause))


def _not_in_order(law: BlackjackLaw, table: BlackjackTable, player: str) -> Refused | None:
    """Refuse an answer to the offer of insurance that is out of turn, or a second one."""
    order = insurance_order(law, table)
    if order is None:
        return None
    assert order.final is not None
    round_ = round_of(table)
    answered = {who for who, _ in round_.insurance_declined}
    answered.update(stake.player for stake in round_.stakes if stake.on == INSURANCE)
    if player in answered:
        why = f"{player} has answered the offer of insurance in turn"
        return Refused("contest/final", order.final.clause, why)
    owed = insurance_due(law, table)
    waiting = any(wager.player == player and wager.is_on_offer for wager in owed.wagers)
    if not waiting or owed.turn in ("", player):
        return None
    why = f"{player} waits: it is {owed.turn}'s turn"
    return Refused("contest/not-the-turn", order.out_of_turn.clause, why)


def others_law(law: BlackjackLaw) -> OthersInsurance:
    """Return the law's part on insuring another player's wager; there must be one."""
    others = insurance_law(law).others
    assert others is not None
    return others


def insurance_on(
    table: BlackjackTable, owner: str, box: int, *, but: str = ""
) -> tuple[Stake, ...]:
    """Return the insurance on a player's wager, leaving out one player's."""
    return tuple(
        stake
        for stake in round_of(table).stakes
        if stake.on == INSURANCE
        and stake.box == box
        and (stake.of or stake.player) == owner
        and stake.player != but
    )


def _displace(draft: BlackjackDraft, stake: Stake, claimant: str) -> None:
    """Give back insurance that a better claim displaces; the owner's claim always does."""
    table = draft.table
    till = table.till
    others = others_law(draft.law)
    clause: str | None = others.allowed.clause
    if claimant != stake.of:
        clause = holder_preference(table, others, claimant, stake.player, stake.of, stake.box)
    assert clause is not None
    entry = transfer(till.layout, till.chips(stake.player), stake.amount, clause)
    draft.emit(InsuranceDisplaced(stake.player, stake.box, stake.of, stake.amount, entry, clause))


def _no_wager(
    law: BlackjackLaw, table: BlackjackTable, command: Insure, owner: str, terms: Insurance
) -> Refused | None:
    rules = insurance_law(law)
    clause = terms.offered.clause
    box = round_of(table).box(command.box)
    barred = rules.not_with_blackjack
    if barred is not None and box is not None and is_blackjack(box.hands[0].cards):
        return Refused("insurance/blackjack", barred.clause, "a blackjack is not insured here")
    if owner != command.player and (rules.others is None or not table.choices.others_insurance):
        also = () if rules.others is None else (rules.others.allowed.clause,)
        why = "each player insures only their own wager"
        return Refused("insurance/not-own", clause, why, also)
    if own_stake(table, owner, command.box, 1) is None:
        why = f"{owner} has no wager on box {command.box} to insure"
        rule = terms.bettors or terms.offered
        if owner != command.player:
            rule = others_law(law).allowed
        return Refused("insurance/no-wager", rule.clause, why)
    return None


def _too_late(law: BlackjackLaw, table: BlackjackTable, command: Insure) -> Refused | None:
    """Refuse late insurance to a hand that has its third card."""
    round_ = round_of(table)
    if may_insure_late(law, round_.boxes[round_.place(command.box)]):
        return None
    rule = law.irregular.oversight.insurance
    assert rule is not None
    why = f"box {command.box} has a third card"
    return Refused("insurance/third-card", rule.clause, why)


def _not_in_steps(law: BlackjackLaw, table: BlackjackTable, command: Insure) -> Refused | None:
    rules = insurance_law(law)
    step = int(rules.step.value * table.choices.chip)
    if command.amount > 0 and command.amount % step == 0:
        return None
    why = f"insurance goes in steps of {in_dollars(step)}"
    return Refused("insurance/step", rules.step.clause, why)


def _too_much(
    law: BlackjackLaw, table: BlackjackTable, command: Insure, owner: str, terms: Insurance
) -> Refused | None:
    stake = own_stake(table, owner, command.box, 1)
    assert stake is not None
    insured = command.amount + sum(
        lying.amount
        for lying in insurance_on(table, owner, command.box)
        if lying.player == command.player
    )
    share = terms.share.value
    if insured <= stake.amount * share:
        return None
    why = f"insurance is at most {share} of the wager of {in_dollars(stake.amount)}"
    if owner == command.player:
        return Refused("insurance/too-much", terms.share.clause, why, terms.share.also)
    return Refused("insurance/too-much", others_law(law).allowed.clause, why)


def _no_right(
    law: BlackjackLaw, table: BlackjackTable, command: Insure, owner: str
) -> Refused | None:
    """Refuse a claim on another's wager that a player with a better right has insured."""
    if owner == command.player:
        return None
    others = others_law(law)
    if own_insurance(table, owner, command.box) is not None:
        why = f"{owner} has insured that wager"
        return Refused("insurance/owner-insured", others.allowed.clause, why)
    if all(stake.player != command.player for stake in round_of(table).stakes if stake.on == MAIN):
        why = f"{command.player} has no wager in this round"
        return Refused("insurance/no-wager", others.allowed.clause, why)
    for holder in insurance_on(table, owner, command.box, but=command.player):
        clause = holder_preference(table, others, holder.player, command.player, owner, command.box)
        if clause is not None:
            why = f"{holder.player} has the better claim to insure that wager"
            return Refused("insurance/lesser-claim", clause, why, (others.allowed.clause,))
    return None


def holder_preference(
    table: BlackjackTable, rules: OthersInsurance, holder: str, claimant: str, owner: str, box: int
) -> str | None:
    """Return the clause by which the holder of an insurance keeps it against a claimant, if any."""
    mine, theirs = nearness(table, claimant, box), nearness(table, holder, box)
    if mine[0] == theirs[0] and mine[1] != theirs[1]:
        less = amount_for_others(table, claimant, owner, box) < amount_for_others(
            table, holder, owner, box
        )
        return None if less else rules.least_insured.clause
    nearer = rules.nearest_box if theirs[0] else rules.same_box
    return nearer.clause if min(mine, theirs) is theirs else None


def nearness(table: BlackjackTable, player: str, box: int) -> tuple[int, int, int]:
    """Return how near a player's nearest wager is to a box: distance, its box, its place there."""
    nearest = [
        (abs(stake.box - box), stake.box, place)
        for place, stake in enumerate(round_of(table).stakes)
        if stake.player == player and stake.on == MAIN
    ]
    return min(nearest, default=NOWHERE)


def amount_for_others(table: BlackjackTable, player: str, owner: str, box: int) -> int:
    """Return how much a player has put on others' wagers, leaving out this one."""
    return sum(
        stake.amount
        for stake in round_of(table).stakes
        if stake.player == player and stake.of and (stake.of, stake.box) != (owner, box)
    )


def close_insurance(draft: BlackjackDraft, command: CloseInsurance) -> Refused | None:
    """Close insurance."""
    table = draft.table
    law = draft.law
    if refused := not_insurable(law, table):
        return refused
    called = insurance_law(law).called.clause
    if refused := not_the_dealer(command, called):
        return refused
    draft.emit(InsuranceClosed(called))
    return None


def even_money(draft: BlackjackDraft, command: TakeEvenMoney) -> Refused | None:
    """Pay a blackjack 1 to 1 against an ace at its owner's request, and give the insurance back.

    Reading S15: only the player who asks is settled; the others of the box wait.
    """
    table = draft.table
    till = table.till
    law = draft.law
    rule = law.interim.even_money
    if rule is None:
        clause = law.interim.waits.clause
        also = (law.interim.moment.clause,)
        return Refused("even-money/unknown", clause, f"{law.title} has no even money", also)
    if table.round is None or round_of(table).phase is Phase.DEALING:
        return Refused("even-money/no-round", rule.clause, "no hand has been dealt yet")
    if refused := player_excluded(table, command.player):
        return refused
    round_ = round_of(table)
    stake = own_stake(table, command.player, command.box, 1)
    if stake is None:
        why = f"{command.player} has no wager on box {command.box}"
        return Refused("even-money/no-wager", rule.clause, why)
    if not has_blackjack(law, round_.boxes[round_.place(command.box)].hands[0]):
        return Refused("even-money/no-blackjack", rule.clause, "even money is for a blackjack")
    if round_.dealer[0].points != 1:
        also = (law.interim.waits.clause,)
        why = "even money is paid against an ace only"
        return Refused("even-money/no-ace", rule.clause, why, also)
    if is_even_money_over(law, round_):
        before = "first decision" if law.interim.even_money_before_play else "dealer's second card"
        why = f"even money must be asked for before the {before}"
        clause = law.interim.moment.clause
        return Refused("even-money/too-late", clause, why, (rule.clause,))
    lines = [
        unpaid_line(till, law, stake) if stake.below_minimum else win_line(law, table, stake, rule)
    ]
    insurance = own_insurance(table, command.player, command.box)
    if insurance is not None:
        lines.append(refund_line(till, insurance, VOID, rule.clause))
    settle(draft, tuple(lines), rule.clause)
    waiting = round_of(draft.table).phase is Phase.INSURANCE
    if waiting and not round_of(draft.table).stakes:
        draft.emit(InsuranceClosed(insurance_law(law).called.clause))
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(Insure, insure),
    **on(DeclineInsurance, decline_insurance),
    **on(CloseInsurance, close_insurance),
    **on(TakeEvenMoney, even_money),
}


EVOLVERS: dict[type[Event], Evolver] = {
    InsuranceOffered: insurance_offered,
    InsurancePlaced: insurance_placed,
    InsuranceDeclined: insurance_declined,
    InsuranceDisplaced: insurance_displaced,
    InsuranceClosed: insurance_closed,
}

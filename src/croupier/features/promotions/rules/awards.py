"""Prizes: how a winner is paid, what is handed over, and claims that are refused."""

from typing import ClassVar

from msgspec.structs import replace

from croupier.features.promotions.rules.draws import not_a_winner
from croupier.features.promotions.rules.state import (
    DeniedClaim,
    Promotion,
    PromotionCommand,
    Win,
    after_cancellation,
    close_notices,
    draw_in_doubt,
    replace_item,
)
from croupier.features.promotions.rules.terms import (
    Prize,
    Terms,
    merge_refusals,
    not_the_operator,
    prize_worth,
    stated_prizes,
    statement_refusal,
)
from croupier.games.table.notices import NoticeGiven
from croupier.messages import Answer, Event, Evolver, Refused
from croupier.money import Cents, Entry, in_dollars, transfer
from croupier.rulebooks import Role
from croupier.rulebooks.law.promotions import Payment, PrizeKind, PromotionLaw

# ---------------------------------------------------------------------------------------- commands


class ChoosePayment(PromotionCommand, frozen=True, tag="choose-payment"):
    """Records how a winner chooses to be paid a cash prize."""

    usual: ClassVar[Role] = Role.PLAYER
    """The role that usually submits it, used if a text names none."""
    player: str
    """The winner."""
    pay: Payment
    """``cash``, ``cheque``, ``transfer`` or ``combination``."""


class AwardPrize(PromotionCommand, frozen=True, tag="award"):
    """Hands a prize over; if several are still to come, the first of them."""

    player: str
    """The winner."""
    pay: Payment
    """How: in money, as ``goods`` (the prize itself) or as its ``alternative`` in money."""


class RefuseClaim(PromotionCommand, frozen=True, tag="refuse-claim"):
    """Refuses to award a prize to a claimant."""

    player: str
    """The claimant."""
    value: Cents
    """What it is worth."""
    reason: str = ""
    """Why it is refused."""
    name: str = ""
    """The claimant's name."""
    address: str = ""
    """The claimant's address."""


class LeaveUnclaimed(PromotionCommand, frozen=True, tag="leave-unclaimed"):
    """Records that a prize was not claimed as the terms require; it may still be awarded later."""

    player: str
    """The winner."""
    reason: str
    """What the terms say about it, and what was done to find the winner."""


class InformClaimant(PromotionCommand, frozen=True, tag="inform-claimant"):
    """Informs a claimant why the claim was refused."""

    player: str
    """The claimant."""


# ------------------------------------------------------------------------------------------ events


class PaymentChosen(Event, frozen=True, tag="payment-chosen"):
    """A winner has chosen how to be paid."""

    player: str
    """The winner."""
    prize: int
    """The number of the prize, from 1."""
    pay: Payment
    """The way that the winner chose."""
    clause: str
    """The clause that gives the choice."""


class PrizeAwarded(Event, frozen=True, tag="prize-awarded"):
    """A prize was handed over."""

    player: str
    """The winner."""
    prize: int
    """The number of the prize, from 1."""
    value: Cents
    """What it is worth."""
    pay: Payment
    """The way in which it was handed over."""
    entry: Entry | None
    """The postings, from promotions to the winner; ``None`` if it was not money."""
    clause: str
    """The clause that allows this way."""


class PrizeUnclaimed(Event, frozen=True, tag="prize-unclaimed"):
    """A prize was not claimed as the terms require."""

    player: str
    """The winner."""
    prize: int
    """The number of the prize, from 1."""
    value: Cents
    """What it is worth."""
    reason: str
    """What the operator says about it."""
    clause: str
    """The clause by which the terms say how a prize is claimed."""


class ClaimRefused(Event, frozen=True, tag="claim-refused"):
    """A claim for a prize was refused."""

    player: str
    """The claimant."""
    value: Cents
    """What the prize is worth."""
    reason: str
    """Why it was refused."""
    name: str
    """The claimant's name; empty if the claim is small enough to go without it."""
    address: str
    """The claimant's address; empty likewise."""
    clauses: tuple[str, ...]
    """The clauses that require the reason and the record of the claimant."""


class ClaimantInformed(Event, frozen=True, tag="claimant-informed"):
    """A claimant was informed why the claim was refused."""

    player: str
    """The claimant."""
    notice: int
    """The notice that this closes, counted from 1."""
    clause: str
    """The clause that requires it."""


# ------------------------------------------------------------------------- what each event changes


def payment_chosen(promotion: Promotion, event: PaymentChosen) -> Promotion:
    win = replace(promotion.wins[event.prize - 1], chosen=event.pay)
    return replace(promotion, wins=replace_item(promotion.wins, event.prize, win))


def prize_awarded(promotion: Promotion, event: PrizeAwarded) -> Promotion:
    win = replace(promotion.wins[event.prize - 1], paid=event.pay, unclaimed="")
    return replace(promotion, wins=replace_item(promotion.wins, event.prize, win))


def prize_unclaimed(promotion: Promotion, event: PrizeUnclaimed) -> Promotion:
    win = replace(promotion.wins[event.prize - 1], unclaimed=event.reason)
    return replace(promotion, wins=replace_item(promotion.wins, event.prize, win))


def claim_refused(promotion: Promotion, event: ClaimRefused) -> Promotion:
    claim = DeniedClaim(event.player, event.value, event.reason, event.name, event.address)
    return replace(promotion, claims=(*promotion.claims, claim))


def claimant_informed(promotion: Promotion, event: ClaimantInformed) -> Promotion:
    return replace(promotion, notices=close_notices(promotion, event.notice))


# ------------------------------------------------------------------------------------------ prizes


DOLLARS = (PrizeKind.CASINO_DOLLARS, PrizeKind.SLOTS_DOLLARS)
"""Prizes that are credited, and are not money."""
CREDITED = (Payment.TRANSFER, Payment.CHEQUE)
"""How such a prize may reach the winner besides being handed over; notes would be money."""

PROMOTIONS = "promotions"
"""The account from which prizes in money are paid."""


def winnings_account(player: str) -> str:
    """Return the name of the account of a player's winnings in promotions."""
    return f"winnings/{player}"


def choose_payment(law: PromotionLaw, promotion: Promotion, command: ChoosePayment) -> Answer:
    """Record how a winner wants a cash prize to be paid."""
    rule, ways = law.winners_choice, law.ways_to_choose
    if rule is None:
        clause = law.never_paid.clause if law.never_paid is not None else ""
        return Refused("award/no-choice", clause, "no prize is cash, so there is nothing to choose")
    assert ways is not None
    if command.by is not Role.PLAYER:
        why = f"the winner chooses, not {command.by.one}"
        return Refused("role/not-empowered", rule.clause, why)
    refused = merge_refusals(
        after_cancellation(law, promotion),
        draw_in_doubt(law, promotion),
        not_a_winner(law, promotion, command.player),
    )
    if refused:
        return refused
    for win in outstanding_wins(promotion, command.player):
        if stated_prizes(promotion.terms)[win.prize - 1].kind is PrizeKind.CASH:
            if command.pay not in ways.value:
                why = f"a cash prize is not paid by {command.pay.value}"
                return Refused("award/way", ways.clause, why)
            return (PaymentChosen(command.player, win.prize, command.pay, rule.clause),)
    why = f"{command.player} has no cash prize to come"
    return Refused("award/no-cash-prize", rule.clause, why)


def outstanding_wins(promotion: Promotion, player: str) -> tuple[Win, ...]:
    """Return the prizes that a player has won and not yet received."""
    return tuple(win for win in promotion.wins if win.player == player and win.paid is None)


def award_prize(law: PromotionLaw, promotion: Promotion, command: AwardPrize) -> Answer:
    """Hand a prize over."""
    refused = not_the_operator(law, command, law.offered, "award a prize") or merge_refusals(
        after_cancellation(law, promotion),
        draw_in_doubt(law, promotion),
        not_a_winner(law, promotion, command.player) or _award_repeated(law, promotion, command),
    )
    if refused:
        return refused
    win = outstanding_wins(promotion, command.player)[0]
    prize = stated_prizes(promotion.terms)[win.prize - 1]
    if refused := _wrong_way(law, promotion.terms, prize, win, command.pay):
        return refused
    return (award_event(law, prize, win, command.pay),)


def _award_repeated(law: PromotionLaw, promotion: Promotion, command: AwardPrize) -> Refused | None:
    if outstanding_wins(promotion, command.player):
        return None
    why = f"{command.player} has received every prize"
    return statement_refusal(law.statements["eligibility"], "award/made", why)


def _wrong_way(
    law: PromotionLaw, terms: Terms, prize: Prize, win: Win, pay: Payment
) -> Refused | None:
    """Refuse a way in which this prize may not be handed over."""
    never = law.never_paid
    if never is not None and pay in never.value:
        return Refused("award/never", never.clause, f"no prize is handed over in {pay.value}")
    if prize.kind is PrizeKind.CASH:
        return _wrong_for_cash(law, prize, win, pay)
    if pay is Payment.GOODS or (prize.kind in DOLLARS and pay in CREDITED):
        return None
    return _no_alternative(law, terms, prize)


def _wrong_for_cash(law: PromotionLaw, prize: Prize, win: Win, pay: Payment) -> Refused | None:
    """Refuse a way other than the winner's, above the amount from which the winner chooses."""
    if pay is Payment.ALTERNATIVE:
        clause = law.no_alternative.clause
        return Refused("award/alternative", clause, "a cash prize has no alternative")
    if pay is Payment.GOODS:
        why = "the terms name a cash prize, which is paid in money"
        return statement_refusal(law.statements["prizes"], "award/way", why)
    rule = law.winners_choice
    assert rule is not None  # a rulebook without this choice has no cash prizes
    if prize_worth(prize) <= rule.value or win.chosen is pay:
        return None
    over = in_dollars(rule.value)
    chose = "has not chosen" if win.chosen is None else f"chose {win.chosen.value}"
    why = f"the winner says how a cash prize over {over} is paid, and {win.player} {chose}"
    return Refused("award/not-chosen", rule.clause, why)


def _no_alternative(law: PromotionLaw, terms: Terms, prize: Prize) -> Refused | None:
    """Refuse money instead of a prize if the terms do not offer it."""
    rule = law.no_alternative
    if prize.kind in rule.value:
        why = f"nobody is given money instead of {prize.kind}"
        return Refused("award/alternative", rule.clause, why)
    if law.alternative_stated.value and not terms.cash_alternative:
        why = "the terms do not allow money instead of a prize"
        return Refused("award/alternative", law.alternative_stated.clause, why)
    return None


def award_event(law: PromotionLaw, prize: Prize, win: Win, pay: Payment) -> PrizeAwarded:
    """Return the event of a prize handed over, with its postings if it is money."""
    instead = pay is not Payment.GOODS and prize.kind not in (PrizeKind.CASH, *DOLLARS)
    if instead:
        clause = law.no_alternative.clause
    elif win.chosen is pay:
        assert law.winners_choice is not None
        clause = law.winners_choice.clause
    else:
        clause = law.statements["award"].clause
    value = prize_worth(prize)
    money = instead or prize.kind is PrizeKind.CASH
    entry = transfer(PROMOTIONS, winnings_account(win.player), value, clause) if money else None
    return PrizeAwarded(win.player, win.prize, value, pay, entry, clause)


# ------------------------------------------------------------------------------------------ claims


def leave_unclaimed(law: PromotionLaw, promotion: Promotion, command: LeaveUnclaimed) -> Answer:
    """Record that a winner has not claimed a prize, once the winner was notified.

    Reading PR17: the rulebooks leave unclaimed prizes to the terms, so nothing lapses by itself.
    """
    refused = not_the_operator(
        law, command, law.offered, "record a prize as unclaimed"
    ) or merge_refusals(
        after_cancellation(law, promotion),
        draw_in_doubt(law, promotion),
        not_a_winner(law, promotion, command.player) or _nothing_to_claim(law, promotion, command),
        _not_notified(law, promotion, command),
        _no_ground(law, command),
    )
    if refused:
        return refused
    win = next(one for one in outstanding_wins(promotion, command.player) if not one.unclaimed)
    value = prize_worth(stated_prizes(promotion.terms)[win.prize - 1])
    clause = law.statements["claim"].clause
    return (PrizeUnclaimed(command.player, win.prize, value, command.reason, clause),)


def _nothing_to_claim(
    law: PromotionLaw, promotion: Promotion, command: LeaveUnclaimed
) -> Refused | None:
    if any(not win.unclaimed for win in outstanding_wins(promotion, command.player)):
        return None
    why = f"{command.player} has no prize left to claim"
    return statement_refusal(law.statements["claim"], "unclaimed/nothing", why)


def _not_notified(
    law: PromotionLaw, promotion: Promotion, command: LeaveUnclaimed
) -> Refused | None:
    rule = law.notified_hours
    for notice in promotion.open_notices().values():
        if notice.clause == rule.clause and notice.player == command.player:
            why = f"{command.player} has not been notified, and cannot know what to claim"
            return Refused("unclaimed/not-notified", rule.clause, why)
    return None


def _no_ground(law: PromotionLaw, command: LeaveUnclaimed) -> Refused | None:
    if command.reason.strip():
        return None
    why = "say what the terms require and what was done to find the winner"
    return statement_refusal(law.statements["claim"], "unclaimed/no-reason", why)


def refuse_claim(law: PromotionLaw, _: Promotion, command: RefuseClaim) -> Answer:
    """Refuse a claim, record what the rulebook requires of it, and owe the claimant the reason."""
    told, kept = law.claimant_told, law.claims_kept
    over = command.value > kept.value
    refused = not_the_operator(law, command, told, "refuse a claim") or merge_refusals(
        _no_reason(law, command), _unknown_claimant(law, command) if over else None
    )
    if refused:
        return refused
    clauses = (told.clause, kept.clause) if over else (told.clause,)
    denied = ClaimRefused(
        command.player, command.value, command.reason, command.name, command.address, clauses
    )
    about = "why a claim was refused"
    return (denied, NoticeGiven(Role.PLAYER, about, command.player, told.clause))


def _no_reason(law: PromotionLaw, command: RefuseClaim) -> Refused | None:
    if command.value < 0:
        return Refused(
            "claim/value", law.claimant_told.clause, "a prize cannot be worth less than $0"
        )
    if command.reason.strip():
        return None
    return Refused("claim/no-reason", law.claimant_told.clause, "say why the claim is refused")


def _unknown_claimant(law: PromotionLaw, command: RefuseClaim) -> Refused | None:
    if command.name.strip() and command.address.strip():
        return None
    over = in_dollars(law.claims_kept.value)
    why = f"name and address of whoever claims a prize over {over} are kept"
    return Refused("claim/unknown-claimant", law.claims_kept.clause, why)


def inform_claimant(law: PromotionLaw, promotion: Promotion, command: InformClaimant) -> Answer:
    """Give a claimant the reason for the oldest refused claim for which it is still due."""
    told = law.claimant_told
    if refused := not_the_operator(law, command, told, "inform a claimant"):
        return refused
    for number, notice in promotion.open_notices().items():
        if notice.clause == told.clause and notice.player == command.player:
            return (ClaimantInformed(command.player, number, told.clause),)
    why = f"{command.player} has no refused claim left to explain"
    return Refused("notice/none-open", told.clause, why)


EVOLVERS: dict[type[Event], Evolver] = {
    PaymentChosen: payment_chosen,
    PrizeAwarded: prize_awarded,
    PrizeUnclaimed: prize_unclaimed,
    ClaimRefused: claim_refused,
    ClaimantInformed: claimant_informed,
}
"""What each event of this subject changes."""

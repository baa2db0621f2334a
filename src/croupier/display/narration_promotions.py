"""What happened to a promotion, in sentences."""

from croupier.display.sentences import Sentence, clauses_of
from croupier.display.words import counted
from croupier.floor.promotions import events as happened
from croupier.floor.promotions.due import PromotionDue
from croupier.money import in_dollars
from croupier.rulebooks.promotion_law import Payment
from croupier.table.events import ClockMoved, Event
from croupier.table.irregular_events import (
    DisputeMoved,
    DisputeRaised,
    NoticeAcknowledged,
    NoticeGiven,
)

IN_WORDS = {
    Payment.CASH: "in cash",
    Payment.CHEQUE: "by cheque",
    Payment.TRANSFER: "by transfer",
    Payment.COMBINATION: "partly in cash",
    Payment.GOODS: "as it is",
    Payment.ALTERNATIVE: "in money instead",
}
"""How prizes are handed over."""


def told_of_a_promotion(event: Event) -> Sentence:
    """An event of a promotion in a sentence, with its clauses."""
    text = _of_people(event) or _of_the_draw(event) or _of_the_terms(event)
    return Sentence(text, clauses_of(event))


def _of_the_terms(event: Event) -> str:
    match event:
        case happened.PromotionOpened():
            prizes = event.terms.prizes or ()
            return f"The terms are drawn up, with {counted(len(prizes), 'prize')}"
        case happened.TermsSubmitted():
            return "The regulator is given the terms"
        case happened.TermsPublished(marketing=marketing):
            refers = "refers" if marketing else "does not refer"
            return f"The terms are available to anybody; marketing {refers} to them"
        case happened.PromotionStarted():
            return "The promotion starts"
        case happened.AmendmentApproved(about=about):
            return f"The regulator approves a change: {about}"
        case happened.TermsAmended():
            return "The terms change"
        case ClockMoved(at=at):
            return f"It is {at.isoformat()}"
        case NoticeGiven(whom=whom, about=about, deadline=deadline):
            until = "" if deadline is None else f", until {deadline.isoformat()}"
            return f"To notify: {whom.one}{until}: {about}"
        case NoticeAcknowledged(notice=notice, by=by):
            return f"Notice {notice} is acknowledged by {by.one}"
        case _:
            raise AssertionError(f"there are no words for {event}")


def _of_the_draw(event: Event) -> str:
    match event:
        case happened.ScrutineerAppointed(person=person):
            return f"The draw will be overseen by {person}"
        case happened.WinnersDrawn(winners=winners, scrutineer=scrutineer):
            seen = f", {scrutineer} overseeing" if scrutineer else ""
            won = ", ".join(f"{player} (prize {n})" for n, player in enumerate(winners, 1))
            return f"The draw is held{seen}: {won}"
        case happened.DrawPostponed(reason=reason):
            return f"The draw is postponed: {reason}"
        case happened.DrawCancelled(reason=reason):
            return f"The draw is cancelled: {reason}"
        case happened.DrawValidated():
            return "The draw is validated"
        case _:
            return ""


def _of_people(event: Event) -> str:
    match event:
        case happened.PromotionEntered(player=player, wagered=wagered):
            return f"{player} enters" + (f" with {in_dollars(wagered)}" if wagered else "")
        case happened.WinnerNotified(player=player, method=method, late=late):
            return f"{player} is notified ({method})" + (", too late" if late else "")
        case happened.PaymentChosen(player=player, prize=prize, pay=pay):
            return f"{player} wants prize {prize} {IN_WORDS[pay]}"
        case happened.PrizeAwarded(player=player, prize=prize, value=value, pay=pay):
            return f"{player} has prize {prize} ({in_dollars(value)}) {IN_WORDS[pay]}"
        case happened.ClaimRefused(player=player, value=value, reason=reason):
            return f"{player}'s claim of {in_dollars(value)} is refused: {reason}"
        case happened.ClaimantInformed(player=player):
            return f"{player} is informed of the reason"
        case DisputeRaised(player=player, about=about):
            return f"{player} disputes: {about}"
        case DisputeMoved(dispute=dispute, step=step, outcome=outcome):
            return f"Dispute {dispute} is {step}" + (f": {outcome}" if outcome else "")
        case _:
            return ""


def told_of_what_is_due(due: PromotionDue) -> Sentence:
    """What is owed, in a sentence."""
    who = f" for {due.player}" if due.player else ""
    about = f" ({due.about})" if due.about else ""
    until = "" if due.deadline is None else f", {due.deadline.isoformat()}"
    late = ", overdue" if due.overdue else ""
    text = f"Due by {due.by.one}: {due.what.value}{who}{about}{until}{late}"
    return Sentence(text, (due.clause,))

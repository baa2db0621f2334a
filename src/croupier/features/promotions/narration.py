"""The events, duties and terms of a promotion in sentences, each with its clauses."""

from collections.abc import Iterator
from datetime import datetime

import msgspec

from croupier.display.documents import grid, page, paragraph
from croupier.display.sentences import Sentence, clauses_of
from croupier.display.viewers import noun_count
from croupier.features.promotions.rules.awards import (
    ClaimantInformed,
    ClaimRefused,
    PaymentChosen,
    PrizeAwarded,
    PrizeUnclaimed,
)
from croupier.features.promotions.rules.decisions import PromotionOpened
from croupier.features.promotions.rules.draws import (
    PromotionEntered,
    ScrutineerAppointed,
    WinnerNotified,
    WinnersDrawn,
)
from croupier.features.promotions.rules.due import PromotionDue
from croupier.features.promotions.rules.integrity import (
    DrawCancelled,
    DrawPostponed,
    DrawValidated,
    PromotionPostponed,
)
from croupier.features.promotions.rules.proofs import DrawCommitted, DrawRevealed
from croupier.features.promotions.rules.publication import (
    AmendmentApproved,
    PromotionStarted,
    TermsAmended,
    TermsPublished,
    TermsSubmitted,
)
from croupier.features.promotions.rules.terms import Earning, Prize, Terms, is_blank
from croupier.games.table.disputes import DisputeMoved, DisputeRaised
from croupier.games.table.notices import NoticeAcknowledged, NoticeGiven
from croupier.messages import ClockMoved, Event
from croupier.money import in_dollars
from croupier.rulebooks import TableLaw
from croupier.rulebooks.law.promotions import Payment, PromotionLaw

IN_WORDS = {
    Payment.CASH: "in cash",
    Payment.CHEQUE: "by cheque",
    Payment.TRANSFER: "by transfer",
    Payment.COMBINATION: "partly in cash",
    Payment.GOODS: "as it is",
    Payment.ALTERNATIVE: "in money instead",
}
"""How prizes are handed over, in words."""


# ------------------------------------------------------------------------------- events and duties


def promotion_event_sentence(event: Event) -> Sentence:
    """Return an event of a promotion as a sentence, with its clauses."""
    text = _of_people(event) or _of_the_draw(event) or _of_the_terms(event)
    return Sentence(text, clauses_of(event))


def _of_the_terms(event: Event) -> str:
    match event:
        case PromotionOpened():
            prizes = event.terms.prizes or ()
            return f"The terms are drawn up, with {noun_count(len(prizes), 'prize')}"
        case TermsSubmitted():
            return "The regulator is given the terms"
        case TermsPublished(marketing=marketing):
            refers = "refers" if marketing else "does not refer"
            return f"The terms are available to anybody; marketing {refers} to them"
        case PromotionStarted():
            return "The promotion starts"
        case AmendmentApproved(about=about):
            return f"The regulator approves a change: {about}"
        case TermsAmended():
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
        case ScrutineerAppointed(person=person):
            return f"The draw will be overseen by {person}"
        case WinnersDrawn(winners=winners, scrutineer=scrutineer):
            seen = f", {scrutineer} overseeing" if scrutineer else ""
            won = ", ".join(f"{player} (prize {n})" for n, player in enumerate(winners, 1))
            return f"The draw is held{seen}: {won}"
        case DrawCommitted():
            return "The house commits itself to the seed of the draw"
        case DrawRevealed(proof=proof):
            numbers = ", ".join(map(str, proof.drawn))
            return f"The seed of the draw is shown; the entries drawn are {numbers}"
        case DrawPostponed(reason=reason):
            return f"The draw is postponed: {reason}"
        case PromotionPostponed(reason=reason):
            return f"The promotion is postponed: {reason}"
        case DrawCancelled(reason=reason):
            return f"The draw is cancelled: {reason}"
        case DrawValidated():
            return "The draw is validated"
        case _:
            return ""


def _of_people(event: Event) -> str:
    match event:
        case PromotionEntered(player=player, wagered=wagered):
            return f"{player} enters" + (f" with {in_dollars(wagered)}" if wagered else "")
        case WinnerNotified(player=player, method=method, late=late):
            return f"{player} is notified ({method})" + (", too late" if late else "")
        case PaymentChosen(player=player, prize=prize, pay=pay):
            return f"{player} wants prize {prize} {IN_WORDS[pay]}"
        case PrizeAwarded(player=player, prize=prize, value=value, pay=pay):
            return f"{player} has prize {prize} ({in_dollars(value)}) {IN_WORDS[pay]}"
        case PrizeUnclaimed(player=player, prize=prize, reason=reason):
            return f"{player} has not claimed prize {prize}: {reason}"
        case ClaimRefused(player=player, value=value, reason=reason):
            return f"{player}'s claim of {in_dollars(value)} is refused: {reason}"
        case ClaimantInformed(player=player):
            return f"{player} is informed of the reason"
        case DisputeRaised(player=player, about=about):
            return f"{player} disputes: {about}"
        case DisputeMoved(dispute=dispute, step=step, outcome=outcome):
            return f"Dispute {dispute} is {step}" + (f": {outcome}" if outcome else "")
        case _:
            return ""


def promotion_duty_sentence(due: PromotionDue) -> Sentence:
    """Return what is due as a sentence."""
    who = f" for {due.player}" if due.player else ""
    about = f" ({due.about})" if due.about else ""
    until = "" if due.deadline is None else f", {due.deadline.isoformat()}"
    late = ", overdue" if due.overdue else ""
    text = f"Due by {due.by.one}: {due.what.value}{who}{about}{until}{late}"
    return Sentence(text, (due.clause,))


# ------------------------------------------------------------------------------------------- terms


PAPER = "Terms of the promotion"
TermStatement = tuple[str, str, str]
"""A term, what it states, and its clauses."""


def term_statements(law: TableLaw, terms: Terms) -> Iterator[TermStatement]:
    """Yield what the terms state, then what the rulebook says about all promotions."""
    rules = law.promotions
    assert rules is not None
    for field in msgspec.structs.fields(Terms):
        said = getattr(terms, field.name)
        if is_blank(said) or field.name == "prizes":
            continue
        says = rules.statements.get(field.encode_name)
        clauses = "" if says is None else says.clause
        yield field.encode_name, _value_text(said), clauses
    yield from _prizes(rules, terms)
    yield from _for_everybody(rules)


def _value_text(said: object) -> str:
    match said:
        case bool():
            return "yes" if said else "no"
        case int():
            return in_dollars(said)
        case datetime():
            return said.strftime("%-d %B %Y, %H:%M %Z").strip()
        case Earning(wager=wager, hand=hand):
            return hand or f"a settled wager of {in_dollars(wager)} or more"
    return str(said)


def _prizes(rules: PromotionLaw, terms: Terms) -> Iterator[TermStatement]:
    """Yield each prize, with what the rulebook requires for its kind."""
    stated = rules.statements["prizes"]
    for number, prize in enumerate(terms.prizes or (), 1):
        yield f"prize {number}", _prize(prize), stated.clause


def _prize(prize: Prize) -> str:
    parts = [prize.kind.value]
    parts += [f"{prize.litres} litres"] if prize.litres is not None else []
    parts += [in_dollars(prize.value)] if prize.value is not None else []
    parts += [f"{name}: {text}" for name, text in prize.details.items()]
    return ", ".join(parts)


def _for_everybody(rules: PromotionLaw) -> Iterator[TermStatement]:
    """Yield what holds whatever the terms say: the draw overseen, winners notified, complaints."""
    over = in_dollars(rules.scrutineer.value)
    yield "scrutineer", f"A draw for a prize over {over} is overseen.", rules.scrutineer.clause
    told = (
        f"Winners who need not be present are notified within {rules.notified_hours.value} hours."
    )
    yield "winners", told, rules.notified_hours.clause
    final = "The operator decides disputes; anyone not satisfied may go to an inspector."
    yield "disputes", final, ", ".join((rules.dispute.clause, *rules.dispute.also))


def terms_text(law: TableLaw, terms: Terms, title: str = "") -> str:
    """Return the terms as plain text."""
    lines = [title or PAPER, law.title, ""]
    for name, text, clauses in term_statements(law, terms):
        lines.append(f"{name}: {text}{f' ({clauses})' if clauses else ''}")
    return "\n".join(lines) + "\n"


def terms_html(law: TableLaw, terms: Terms, title: str = "") -> str:
    """Return the terms as a page."""
    return page(title or PAPER, [paragraph(law.title), grid((), term_statements(law, terms))])

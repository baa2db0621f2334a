"""Disputes: the first decision, its review, the final decision, the complaint."""

from msgspec.structs import replace

from croupier.games.table.checks import not_empowered
from croupier.games.table.draft import Handler, TableDraft, on
from croupier.games.table.notices import NoticeGiven
from croupier.games.table.state import Dispute, Table
from croupier.messages import Command, Event, Evolver, PlayerCommand, Refused
from croupier.rulebooks import Role, Rule


class RaiseDispute(PlayerCommand, frozen=True, tag="dispute"):
    """Disputes something that happened at the table."""

    player: str
    """Who disputes it."""
    about: str
    """What is in dispute."""


class DecideDispute(Command, frozen=True, tag="decide-dispute"):
    """Decides a dispute in the first instance."""

    dispute: int
    """Which dispute, counted from 1."""
    outcome: str
    """What is decided."""
    person: str = ""
    """Who decides, by name or staff number."""


class AskReview(PlayerCommand, frozen=True, tag="ask-review"):
    """Asks for a review of the first decision."""

    dispute: int
    """Which dispute, counted from 1."""
    player: str
    """Whose dispute it is."""


class DeclineReview(PlayerCommand, frozen=True, tag="decline-review"):
    """Accepts the first decision: the player knows of the review and does not want it."""

    dispute: int
    """Which dispute, counted from 1."""
    player: str
    """Whose dispute it is."""


class ReviewDispute(Command, frozen=True, tag="review-dispute"):
    """Decides a dispute that is under review."""

    dispute: int
    """Which dispute, counted from 1."""
    outcome: str
    """What is decided."""
    person: str = ""
    """Who decided, by name; empty if nobody said."""


class CloseDispute(Command, frozen=True, tag="close-dispute"):
    """Makes the operator's decision final and informs the player of the right to complain."""

    dispute: int
    """Which dispute, counted from 1."""


class LodgeComplaint(PlayerCommand, frozen=True, tag="complain"):
    """Takes a dispute that the operator has decided further."""

    dispute: int
    """Which dispute, counted from 1."""
    player: str
    """Whose dispute it is."""


class DisputeRaised(Event, frozen=True, tag="dispute-raised"):
    """A player disputes something."""

    player: str
    """Who disputes it."""
    about: str
    """What it is about, in their words."""
    clause: str
    """The clause that lets them."""


class DisputeMoved(Event, frozen=True, tag="dispute-moved"):
    """A dispute went one step further."""

    dispute: int
    """Which of the table's disputes, counted from 1."""
    step: str
    """Which: ``decided``, ``review-asked``, ``review-declined``, ``reviewed``, ``final`` or
    ``complained``."""
    outcome: str
    """What was decided; empty if nothing was yet."""
    by: Role
    """In which role the step was taken."""
    person: str
    """Who took it, by name; empty if nobody said."""
    clause: str
    """The clause that allows the step."""
    advised: bool = False
    """Whether the player was informed of the right to complain."""
    review_clause: str = ""
    """The clause of the review that the player was informed of; empty if there is none, or
    an older record does not say."""


def dispute_raised(table: Table, event: DisputeRaised) -> Table:
    dispute = Dispute(event.player, event.about, round=table.rounds)
    return replace(table, disputes=(*table.disputes, dispute))


def dispute_moved(table: Table, event: DisputeMoved) -> Table:
    disputes = list(table.disputes)
    dispute = disputes[event.dispute - 1]
    first = event.step == "decided"
    disputes[event.dispute - 1] = replace(
        dispute,
        step=event.step,
        outcome=event.outcome or dispute.outcome,
        decided_by=event.person if first else dispute.decided_by,
    )
    return replace(table, disputes=tuple(disputes))


RAISED, DECIDED, REVIEW_ASKED = "raised", "decided", "review-asked"
REVIEW_DECLINED, REVIEWED = "review-declined", "reviewed"
FINAL, COMPLAINED = "final", "complained"


def raise_dispute(draft: TableDraft, command: RaiseDispute) -> Refused | None:
    """Record a dispute."""
    law = draft.law.conduct.dispute
    if not command.about.strip():
        return Refused("dispute/about-nothing", law.first.clause, "say what is in dispute")
    draft.emit(DisputeRaised(command.player, command.about, law.first.clause))
    return None


def dispute_at_step(
    draft: TableDraft, number: int, steps: tuple[str, ...], clause: str
) -> Refused | Dispute:
    """Return the dispute of that number, or the refusal if it is not at one of the steps."""
    table = draft.table
    if not 1 <= number <= len(table.disputes):
        why = f"there is no dispute {number}; {len(table.disputes)} were raised"
        return Refused("dispute/unknown", "", why)
    dispute = table.disputes[number - 1]
    if dispute.step not in steps:
        why = f"dispute {number} is {dispute.step}, and must be {' or '.join(steps)} for this"
        final = dispute.step in (FINAL, COMPLAINED)
        by = draft.law.conduct.dispute.final.clause if final else clause
        return Refused("dispute/not-now", by, why)
    return dispute


def decide_dispute(draft: TableDraft, command: DecideDispute) -> Refused | None:
    """Decide a dispute in the first instance, and inform the player of the review, if any."""
    law = draft.law.conduct.dispute
    rule = law.first
    found = dispute_at_step(draft, command.dispute, (RAISED,), rule.clause)
    if isinstance(found, Refused):
        return found
    if refused := not_empowered(command, rule, "decide a dispute"):
        return refused
    move_dispute(
        draft,
        command,
        DECIDED,
        rule.clause,
        outcome=command.outcome,
        person=command.person,
        review_clause="" if law.review is None else law.review.clause,
    )
    return None


def ask_review(draft: TableDraft, command: AskReview) -> Refused | None:
    """Ask for a review of the first decision."""
    return _answer_review(draft, command, REVIEW_ASKED)


def decline_review(draft: TableDraft, command: DeclineReview) -> Refused | None:
    """Record that the player does not want the review."""
    return _answer_review(draft, command, REVIEW_DECLINED)


def _answer_review(
    draft: TableDraft, command: AskReview | DeclineReview, step: str
) -> Refused | None:
    """Record what a player says about the review of the first decision."""
    law = draft.law.conduct.dispute
    if law.review is None:
        why = "the operator's decision is not reviewed in the casino"
        return Refused("dispute/no-review", law.final.clause, why)
    found = dispute_at_step(draft, command.dispute, (DECIDED,), law.review.clause)
    refused = (
        found if isinstance(found, Refused) else not_own_dispute(found, command.player, law.review)
    )
    if refused:
        return refused
    move_dispute(draft, command, step, law.review.clause)
    return None


def not_own_dispute(dispute: Dispute, player: str, rule: Rule[Role]) -> Refused | None:
    """Refuse a step in another player's dispute."""
    if dispute.player == player:
        return None
    return Refused("dispute/not-theirs", rule.clause, f"the dispute is {dispute.player}'s")


def review_dispute(draft: TableDraft, command: ReviewDispute) -> Refused | None:
    """Review the first decision.

    Reading S32: by another person, an assistant gaming manager or above.
    """
    law = draft.law.conduct.dispute
    rule = law.review
    if rule is None:
        why = "the operator's decision is not reviewed in the casino"
        return Refused("dispute/no-review", law.final.clause, why)
    found = dispute_at_step(draft, command.dispute, (REVIEW_ASKED,), rule.clause)
    if isinstance(found, Refused):
        return found
    if refused := not_empowered(command, rule, "review a dispute"):
        return refused
    if command.person and command.person == found.decided_by:
        why = f"{command.person} made the decision and cannot review it"
        return Refused("dispute/same-person", rule.clause, why)
    move_dispute(
        draft, command, REVIEWED, rule.clause, outcome=command.outcome, person=command.person
    )
    return None


def close_dispute(draft: TableDraft, command: CloseDispute) -> Refused | None:
    """Make the operator's decision final and inform the player where to complain.

    Reading U10: where there is a review, not before the player has declined it or it was made.
    """
    law = draft.law.conduct.dispute
    steps = (DECIDED, REVIEWED) if law.review is None else (REVIEW_DECLINED, REVIEWED)
    found = dispute_at_step(draft, command.dispute, steps, law.final.clause)
    refused = found if isinstance(found, Refused) else None
    if refused is not None and law.review is not None:
        waiting = dispute_at_step(draft, command.dispute, (DECIDED, REVIEW_ASKED), "")
        if isinstance(waiting, Dispute):
            why = f"{waiting.player} has neither declined the review nor had it"
            return Refused("dispute/not-reviewed", law.review.clause, why)
    refused = refused or not_empowered(command, law.first, "close a dispute")
    if refused:
        return refused
    move_dispute(draft, command, FINAL, law.final.clause, advised=True)
    return None


def lodge_complaint(draft: TableDraft, command: LodgeComplaint) -> Refused | None:
    """Take a dispute to an inspector or to the regulator."""
    law = draft.law.conduct.dispute
    steps = (FINAL,) if law.review is not None else (DECIDED, FINAL)
    found = dispute_at_step(draft, command.dispute, steps, law.complaint.clause)
    refused = (
        found
        if isinstance(found, Refused)
        else not_own_dispute(found, command.player, law.complaint)
    )
    if refused:
        return refused
    move_dispute(draft, command, COMPLAINED, law.complaint.clause)
    about = f"complaint about dispute {command.dispute}"
    draft.emit(NoticeGiven(law.complaint.value, about, command.player, law.complaint.clause))
    return None


def move_dispute(
    draft: TableDraft,
    command: (
        DecideDispute | AskReview | DeclineReview | ReviewDispute | CloseDispute | LodgeComplaint
    ),
    step: str,
    clause: str,
    *,
    outcome: str = "",
    person: str = "",
    advised: bool = False,
    review_clause: str = "",
) -> None:
    """Record a step of a dispute."""
    draft.emit(
        DisputeMoved(
            command.dispute, step, outcome, command.by, person, clause, advised, review_clause
        )
    )


HANDLERS: dict[type[Command], Handler] = {
    **on(RaiseDispute, raise_dispute),
    **on(DecideDispute, decide_dispute),
    **on(AskReview, ask_review),
    **on(DeclineReview, decline_review),
    **on(ReviewDispute, review_dispute),
    **on(CloseDispute, close_dispute),
    **on(LodgeComplaint, lodge_complaint),
}


EVOLVERS: dict[type[Event], Evolver] = {
    DisputeRaised: dispute_raised,
    DisputeMoved: dispute_moved,
}

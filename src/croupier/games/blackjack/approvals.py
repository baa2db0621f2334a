"""Approvals from above the dealer: held blackjacks, face-down cards, further splits."""

from msgspec.structs import replace

from croupier.games.blackjack.state import BlackjackDraft, BlackjackTable
from croupier.games.table import seats
from croupier.games.table.checks import not_empowered
from croupier.games.table.draft import Handler, on
from croupier.games.table.seats import NominateBox
from croupier.games.table.state import is_only_called, round_has_begun
from croupier.messages import Command, Event, Evolver, Refused


class ApproveHeldBlackjacks(Command, frozen=True, tag="approve-held-blackjacks"):
    """Lets blackjacks be paid at the final settlement."""

    approved: bool = True
    """Whether it is approved from now on, or no longer."""


class ApproveFaceDown(Command, frozen=True, tag="approve-face-down"):
    """Lets the first two cards be dealt face down."""

    approved: bool = True
    """Whether it is approved from now on, or no longer."""


class PermitResplit(Command, frozen=True, tag="permit-resplit"):
    """Lets hands be split again."""


class HeldBlackjacksApproved(Event, frozen=True, tag="held-blackjacks-approved"):
    """Blackjacks wait for the final settlement, or no longer."""

    approved: bool
    """Whether blackjacks wait for the final settlement; false ends the approval."""
    clause: str
    """The clause that lets a manager say so."""


class FaceDownApproved(Event, frozen=True, tag="face-down-approved"):
    """First cards may lie face down, or no longer."""

    approved: bool
    """Whether the first two cards are dealt face down; false ends the approval."""
    clause: str
    """The clause that lets a manager say so."""


class ResplitPermitted(Event, frozen=True, tag="resplit-permitted"):
    """Hands may be split again at this table."""

    clause: str
    """The clause that lets somebody permit it."""
    told_clause: str
    """The clause by which players are informed before they play."""


def held_blackjacks_approved(
    table: BlackjackTable, event: HeldBlackjacksApproved
) -> BlackjackTable:
    return replace(table, held_blackjacks=event.approved)


def face_down_approved(table: BlackjackTable, event: FaceDownApproved) -> BlackjackTable:
    round_ = table.round
    if round_ is not None:
        round_ = replace(round_, face_down=event.approved)
    return replace(table, face_down=event.approved, round=round_)


def resplit_permitted(table: BlackjackTable, event: ResplitPermitted) -> BlackjackTable:
    return replace(table, resplit=True)


def approve_held_blackjacks(
    draft: BlackjackDraft, command: ApproveHeldBlackjacks
) -> Refused | None:
    """Approve that blackjacks wait for the final settlement."""
    law = draft.law.interim
    if law.held_by is None:
        return Refused("approve/unknown", law.moment.clause, "blackjacks are not held in this game")
    if refused := not_empowered(command, law.held_by, "hold blackjacks until the end"):
        return refused
    draft.emit(HeldBlackjacksApproved(command.approved, law.held_by.clause))
    return None


def approve_face_down(draft: BlackjackDraft, command: ApproveFaceDown) -> Refused | None:
    """Approve that the first two cards are dealt face down."""
    law = draft.law.cards
    if law.face_down is None:
        return Refused(
            "approve/unknown", law.face_up.clause, "cards are dealt face up in this game"
        )
    if refused := not_empowered(command, law.face_down, "approve face-down cards"):
        return refused
    if round_has_begun(draft.table):
        why = "face-down cards are approved before a round"
        return Refused("approve/round-under-way", law.face_down.clause, why)
    draft.emit(FaceDownApproved(command.approved, law.face_down.clause))
    return None


def permit_resplit(draft: BlackjackDraft, command: PermitResplit) -> Refused | None:
    """Permit hands to be split again; the players are informed before play begins."""
    law = draft.law.split
    if law.permitted_by is None:
        return Refused("approve/unknown", law.hands.clause, "this game fixes how often hands split")
    assert law.permitted_before_play is not None
    if refused := not_empowered(command, law.permitted_by, "permit a further split"):
        return refused
    if draft.table.rounds > is_only_called(draft.table) or round_has_begun(draft.table):
        return Refused(
            "approve/too-late", law.permitted_before_play.clause, "play has begun at this table"
        )
    draft.emit(ResplitPermitted(law.permitted_by.clause, law.permitted_before_play.clause))
    return None


def nominate_box(draft: BlackjackDraft, command: NominateBox) -> Refused | None:
    """Name the box for face-down cards, once these were approved."""
    rule = draft.law.cards.face_down_one_box
    if rule is not None and not draft.table.face_down:
        why = "no face-down cards were approved, so no box is named for them"
        return Refused("box/not-face-down", rule.clause, why)
    return seats.nominate_box(draft, command)


HANDLERS: dict[type[Command], Handler] = {
    **on(NominateBox, nominate_box),
    **on(ApproveHeldBlackjacks, approve_held_blackjacks),
    **on(ApproveFaceDown, approve_face_down),
    **on(PermitResplit, permit_resplit),
}


EVOLVERS: dict[type[Event], Evolver] = {
    HeldBlackjacksApproved: held_blackjacks_approved,
    FaceDownApproved: face_down_approved,
    ResplitPermitted: resplit_permitted,
}

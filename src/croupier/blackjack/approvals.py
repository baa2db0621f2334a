"""What somebody above the dealer must allow: held blackjacks, face-down cards, further splits."""

from croupier.blackjack.commands import ApproveFaceDown, ApproveHeldBlackjacks, PermitResplit
from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.events import (
    FaceDownApproved,
    HeldBlackjacksApproved,
    ResplitPermitted,
)
from croupier.table.checks import not_empowered
from croupier.table.commands import Command
from croupier.table.draft import Handler, on
from croupier.table.state import Refused, has_begun


def approve_held_blackjacks(
    draft: BlackjackDraft, command: ApproveHeldBlackjacks
) -> Refused | None:
    """Let blackjacks wait for the final settlement."""
    law = draft.law.interim
    if law.held_by is None:
        return Refused("approve/unknown", law.moment.clause, "blackjacks are not held in this game")
    if refused := not_empowered(command, law.held_by, "hold blackjacks until the end"):
        return refused
    draft.emit(HeldBlackjacksApproved(command.approved, law.held_by.clause))
    return None


def approve_face_down(draft: BlackjackDraft, command: ApproveFaceDown) -> Refused | None:
    """Let the first two cards lie face down."""
    law = draft.law.cards
    if law.face_down is None:
        return Refused(
            "approve/unknown", law.face_up.clause, "cards are dealt face up in this game"
        )
    if refused := not_empowered(command, law.face_down, "approve face-down cards"):
        return refused
    if has_begun(draft.table):
        why = "face-down cards are approved before a round"
        return Refused("approve/round-under-way", law.face_down.clause, why)
    draft.emit(FaceDownApproved(command.approved, law.face_down.clause))
    return None


def permit_resplit(draft: BlackjackDraft, command: PermitResplit) -> Refused | None:
    """Let hands be split again; the players are informed before play begins."""
    law = draft.law.split
    if law.permitted_by is None:
        return Refused("approve/unknown", law.hands.clause, "this game fixes how often hands split")
    assert law.permitted_before_play is not None
    if refused := not_empowered(command, law.permitted_by, "permit a further split"):
        return refused
    if draft.table.rounds or has_begun(draft.table):
        return Refused(
            "approve/too-late", law.permitted_before_play.clause, "play has begun at this table"
        )
    draft.emit(ResplitPermitted(law.permitted_by.clause, law.permitted_before_play.clause))
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(ApproveHeldBlackjacks, approve_held_blackjacks),
    **on(ApproveFaceDown, approve_face_down),
    **on(PermitResplit, permit_resplit),
}

"""Notices: to people outside the game, open until they acknowledge them, and to players."""

from datetime import datetime

from croupier.rulebooks import Role
from croupier.rulebooks.player_law import PlayerCardLaw
from croupier.table.commands import Command, Notify
from croupier.table.draft import Handler, TableDraft, on
from croupier.table.irregular_commands import AcknowledgeNotice
from croupier.table.irregular_events import NoticeAcknowledged, NoticeGiven
from croupier.table.state import Notice, Refused, Table

OUTSIDE = (Role.INSPECTOR, Role.SURVEILLANCE, Role.REGULATOR)
"""Who is given notices."""


def open_notices(table: Table) -> dict[int, Notice]:
    """The notices that nobody has acknowledged yet, by their numbers."""
    return {
        number: notice for number, notice in enumerate(table.notices, 1) if not notice.acknowledged
    }


def overdue(table: Table, at: datetime) -> dict[int, Notice]:
    """The open notices whose deadline has passed."""
    return {
        number: notice
        for number, notice in open_notices(table).items()
        if notice.deadline is not None and notice.deadline < at
    }


def give_notices(draft: TableDraft, whom: tuple[Role, ...], about: str, clause: str) -> None:
    """Give the notices that a clause demands."""
    for role in whom:
        draft.emit(NoticeGiven(role, about, None, clause))


def notify(draft: TableDraft, command: Notify) -> Refused | None:
    """Record that somebody outside the game was notified."""
    if command.whom not in OUTSIDE:
        why = "notice is given to an inspector, to Surveillance or to the regulator"
        return Refused("notice/whom", "", why)
    draft.emit(NoticeGiven(command.whom, command.about, command.player))
    return None


def acknowledge(draft: TableDraft, command: AcknowledgeNotice) -> Refused | None:
    """Close a notice, when whoever received it says so."""
    notices = draft.table.notices
    if not 1 <= command.notice <= len(notices):
        why = f"there is no notice {command.notice}; {len(notices)} were given"
        return Refused("notice/unknown", "", why)
    notice = notices[command.notice - 1]
    if notice.acknowledged:
        why = f"notice {command.notice} is already acknowledged"
        return Refused("notice/acknowledged", notice.clause, why)
    if command.by is not notice.whom:
        why = f"notice {command.notice} is for {notice.whom.title} to acknowledge"
        return Refused("notice/not-theirs", notice.clause, why)
    draft.emit(NoticeAcknowledged(command.notice, command.by))
    return None


def duties_of_a_limit(law: PlayerCardLaw) -> tuple[str, ...]:
    """The clauses with a player's duties under a Loss Limit."""
    told = (law.purchases, law.declared, law.declared_on_leaving, law.directions)
    return tuple(dict.fromkeys(clause for rule in told for clause in (*rule.also, rule.clause)))


HANDLERS: dict[type[Command], Handler] = {
    **on(Notify, notify),
    **on(AcknowledgeNotice, acknowledge),
}

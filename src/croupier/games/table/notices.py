"""Notices to people outside the game, open until acknowledged, and warnings to players."""

from datetime import datetime

from msgspec.structs import replace

from croupier.games.table.checks import not_the_dealer
from croupier.games.table.draft import Handler, TableDraft, on
from croupier.games.table.state import Limits, Notice, Table, unchanged, with_player
from croupier.messages import Command, Event, Evolver, Refused
from croupier.money import Cents
from croupier.rulebooks import Role
from croupier.rulebooks.law.table import PlayerCardLaw


class Notify(Command, frozen=True, tag="notify"):
    """Notifies an inspector or Surveillance."""

    whom: Role
    """Who is notified."""
    about: str
    """What it is about."""
    player: str | None = None
    """Whom it concerns; nobody if left out."""


class AcknowledgeNotice(Command, frozen=True, tag="acknowledge"):
    """Acknowledges a notice, which closes it."""

    notice: int
    """The number of the notice, counted from 1 in the order of giving."""


class PlayerReminded(Event, frozen=True, tag="player-reminded"):
    """A player was reminded of a wager outside the limits, which players must keep themselves."""

    player: str
    """Who was reminded."""
    box: int
    """Where the wager lies, from 1."""
    amount: Cents
    """The player's initial wager there, as it now lies."""
    limits: Limits
    """The limits that hold for the player."""
    clause: str
    """The clause that makes the player responsible for them."""


class PlayerWarned(Event, frozen=True, tag="player-warned"):
    """A player was warned that further wagers below the minimum go back."""

    player: str
    """Who was warned."""
    box: int
    """Where the wager below the minimum lay, from 1."""
    clause: str
    """The clause that asks for the warning."""


class TellPlayer(Command, frozen=True, tag="tell-player"):
    """Answers a player who asks how many decks are used and how they are shuffled."""

    player: str
    """Who asks."""
    shuffle: str
    """The shuffle in use, as the operator names it."""


class NoticeGiven(Event, frozen=True, tag="notice-given"):
    """Somebody outside the game was notified."""

    whom: Role
    """Who was notified."""
    about: str
    """What it is about, in a few words."""
    player: str | None
    """The player whom it concerns; none if it concerns nobody in particular."""
    clause: str = ""
    """The clause that demands it, where the engine gave it by itself."""
    deadline: datetime | None = None
    """When it must be acknowledged; none if no clause says."""
    by: Role | None = None
    """In which role it was given; none if the engine gave it, or an older record does not say.
    """


class PlayerInformed(Event, frozen=True, tag="player-informed"):
    """A player who asked was informed how many decks are used and how they are shuffled."""

    player: str
    """Who asked."""
    decks: int
    """How many decks are used."""
    shuffle: str
    """The shuffle in use, as the operator names it."""
    clauses: tuple[str, ...]
    """The clauses that give them the right."""


class NoticeAcknowledged(Event, frozen=True, tag="notice-acknowledged"):
    """A notice was acknowledged."""

    notice: int
    """Which of the table's notices, counted from 1."""
    by: Role
    """In which role it was acknowledged."""


def player_warned(table: Table, event: PlayerWarned) -> Table:
    return with_player(table, event.player, warned=True)


def notice_given(table: Table, event: NoticeGiven) -> Table:
    notice = Notice(
        event.whom,
        event.about,
        event.player,
        event.clause,
        table.clock,
        event.deadline,
        by=event.by,
    )
    return replace(table, notices=(*table.notices, notice))


def notice_acknowledged(table: Table, event: NoticeAcknowledged) -> Table:
    notices = list(table.notices)
    notices[event.notice - 1] = replace(notices[event.notice - 1], acknowledged=True)
    return replace(table, notices=tuple(notices))


OUTSIDE = (Role.INSPECTOR, Role.SURVEILLANCE, Role.REGULATOR)
"""The roles that receive notices."""


def open_notices(table: Table) -> dict[int, Notice]:
    """Return the unacknowledged notices by their numbers."""
    return {
        number: notice for number, notice in enumerate(table.notices, 1) if not notice.acknowledged
    }


def overdue_notices(table: Table, at: datetime) -> dict[int, Notice]:
    """Return the open notices whose deadline has passed, by their numbers."""
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
    draft.emit(NoticeGiven(command.whom, command.about, command.player, by=command.by))
    return None


def tell_player(draft: TableDraft, command: TellPlayer) -> Refused | None:
    """Record the answer to a player who asked about decks and shuffle."""
    rule = draft.law.cards.answers
    decks = draft.law.cards.decks.clause
    if rule is None:
        why = f"{draft.law.title} has no clause on what the dealer answers"
        return Refused("tell/no-clause", decks, why)
    if refused := not_the_dealer(command, rule.clause):
        return refused
    if not command.shuffle.strip():
        return Refused("tell/nothing", rule.clause, "name the shuffle in use")
    draft.emit(
        PlayerInformed(
            command.player,
            draft.table.choices.decks,
            command.shuffle.strip(),
            (rule.clause, *rule.also),
        )
    )
    return None


def acknowledge(draft: TableDraft, command: AcknowledgeNotice) -> Refused | None:
    """Close a notice on behalf of its recipient."""
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


def loss_limit_duties(law: PlayerCardLaw) -> tuple[str, ...]:
    """Return the clauses with a player's duties under a Loss Limit."""
    told = (law.purchases, law.declared, law.declared_on_leaving, law.directions)
    return tuple(dict.fromkeys(clause for rule in told for clause in (*rule.also, rule.clause)))


HANDLERS: dict[type[Command], Handler] = {
    **on(Notify, notify),
    **on(TellPlayer, tell_player),
    **on(AcknowledgeNotice, acknowledge),
}


EVOLVERS: dict[type[Event], Evolver] = {
    NoticeGiven: notice_given,
    NoticeAcknowledged: notice_acknowledged,
    PlayerInformed: unchanged,
    PlayerWarned: player_warned,
    PlayerReminded: unchanged,
}

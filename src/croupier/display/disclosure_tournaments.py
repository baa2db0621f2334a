"""What a viewer may know of tournaments: all but the forms of a round that is not over."""

from croupier.display.disclosed import Disclosed, Redaction
from croupier.display.seen_events import FormSeen, Seen
from croupier.display.viewers import Official, Viewer, player_of
from croupier.floor.tournaments import events as tournament
from croupier.rulebooks import Role, TableLaw
from croupier.table import contest_events as contest
from croupier.table.contest_events import FormHandedIn
from croupier.table.events import Event
from croupier.table.state import Table

PUBLIC, STAFF, CONCERNED = Disclosed.PUBLIC, Disclosed.STAFF, Disclosed.CONCERNED


def knows_form(viewer: Viewer, owner: str) -> bool:
    """Whether a viewer may know an undisclosed wager before it is announced: owner, supervisors."""
    if isinstance(viewer, Official):
        return viewer.role.may_act_as(Role.SUPERVISOR)
    return bool(owner) and player_of(viewer) == owner


def _form(_: TableLaw, __: Table, event: FormHandedIn, viewer: Viewer) -> Seen:
    known = knows_form(viewer, event.player)
    return FormSeen(
        event.player,
        event.box,
        event.type if known else "",
        event.amount if known else None,
        event.clause,
    )


OF_TOURNAMENTS: dict[type[Event], Disclosed | Redaction] = {
    contest.ContestBegan: PUBLIC,
    contest.PresenceChanged: PUBLIC,
    contest.PassCardPlayed: PUBLIC,
    contest.FormHandedIn: _form,
    contest.FormAnnounced: PUBLIC,
    contest.FormShown: PUBLIC,
    contest.TimeRanOut: PUBLIC,
    contest.AbsenceCharged: PUBLIC,
    contest.WagersLimitedInTime: PUBLIC,
    contest.ContestantEliminated: PUBLIC,
    contest.ContestantRemoved: PUBLIC,
    contest.ContestantReplaced: PUBLIC,
    contest.ContestantReinstated: PUBLIC,
    contest.ContestRoundEnded: PUBLIC,
    contest.PlayOffBegan: PUBLIC,
    contest.ContestEnded: PUBLIC,
    tournament.TournamentPlanned: STAFF,
    tournament.TournamentClockMoved: STAFF,
    tournament.CommissionApproved: STAFF,
    tournament.ConditionsPublished: PUBLIC,
    tournament.TournamentManagerAppointed: PUBLIC,
    tournament.RegulatorTold: STAFF,
    tournament.TableDesignated: PUBLIC,
    tournament.PlayerEntered: PUBLIC,
    tournament.EntryRefused: STAFF,
    tournament.EntryWithdrawn: CONCERNED,
    tournament.TournamentCancelled: PUBLIC,
    tournament.SeatsDrawn: PUBLIC,
    tournament.SeatTakenUp: PUBLIC,
    tournament.SessionChipsBought: CONCERNED,
    tournament.SessionStarted: PUBLIC,
    tournament.SessionMoved: PUBLIC,
    tournament.ReserveSeated: PUBLIC,
    tournament.SubstituteAdmitted: PUBLIC,
    tournament.PlayerDisqualified: PUBLIC,
    tournament.PlayerBoughtBack: PUBLIC,
    tournament.BreakGiven: PUBLIC,
    tournament.BreakEnded: PUBLIC,
    tournament.EliminationUndone: PUBLIC,
    tournament.TimeLimitSet: PUBLIC,
    tournament.TournamentChipsCounted: PUBLIC,
    tournament.ChipsReturned: STAFF,
    tournament.TieFound: PUBLIC,
    tournament.TableFinished: PUBLIC,
    tournament.SessionRecorded: PUBLIC,
    tournament.PrizesAwarded: PUBLIC,
}
"""Who may know each kind of event of a tournament."""

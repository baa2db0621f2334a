"""Before the first session: conditions published, appointments, entries and fees."""

from typing import Any, ClassVar

from msgspec.structs import replace

from croupier.features.tournaments.rules import state
from croupier.features.tournaments.rules.conditions import conditions_refusal
from croupier.features.tournaments.rules.draft import (
    EntrantsCommand,
    ManagersCommand,
    OperatorsCommand,
    TournamentDraft,
    after_cancellation,
    conditions_not_published,
    entry_ended,
    not_in_progress,
    only_role,
)
from croupier.features.tournaments.rules.seats import not_designated, start_at_once
from croupier.features.tournaments.rules.state import (
    Entrant,
    Fate,
    Tournament,
    TournamentPhase,
    post_entries,
    with_entrant,
)
from croupier.games.table.notices import NoticeGiven
from croupier.messages import Command, Event, Evolver, Refused
from croupier.money import Account, Cents, Entry
from croupier.rulebooks import Role, Says

# ---------------------------------------------------------------------------------------- commands


class ApproveCommission(Command, frozen=True, tag="approve-commission"):
    """Records the regulator's approval of what the operator may keep of each fee."""

    usual: ClassVar[Role] = Role.REGULATOR
    """The role that usually submits it, used if a text names none."""
    amount: Cents
    """The most for each entry."""


class PublishConditions(OperatorsCommand, frozen=True, tag="publish-conditions"):
    """Publishes the conditions, which makes them binding."""


class AppointManager(OperatorsCommand, frozen=True, tag="appoint-manager"):
    """Appoints the person who runs the tournament."""

    person: str
    """The person's name or staff number."""


class NotifyOf(OperatorsCommand, frozen=True, tag="notify"):
    """Notifies a role outside the game, with a copy."""

    whom: Role
    """The role that is notified."""
    about: str
    """The subject: ``conditions``."""


class DesignateTable(ManagersCommand, frozen=True, tag="designate-table"):
    """Reserves a table for the tournament."""

    table: int
    """The table, from 1."""


class StaffTable(ManagersCommand, frozen=True, tag="staff-table"):
    """Says who deals at a table in the sessions to come: people with real cards, or software."""

    table: int
    """The table, from 1."""
    live: bool = True
    """Whether people deal; else software does."""


class Enter(EntrantsCommand, frozen=True, tag="enter"):
    """Enters, and pays the fee."""

    agreed: bool = True
    """Whether the player agrees in writing."""
    reserve: bool = False
    """Whether the player waits for a seat, and pays nothing yet."""
    lots: tuple[int, ...] = ()
    """A permutation that seats the entrants of a sit-and-go; empty otherwise."""
    withheld: ClassVar[tuple[str, ...]] = ("lots",)
    """The house draws the lots."""


class RefuseEntry(ManagersCommand, frozen=True, tag="refuse-entry"):
    """Refuses an application."""

    player: str
    """The applicant."""
    reason: str
    """The reason."""


class WithdrawEntry(EntrantsCommand, frozen=True, tag="withdraw-entry"):
    """Withdraws before the first session."""


class Cancel(OperatorsCommand, frozen=True, tag="cancel"):
    """Cancels the tournament."""

    reason: str
    """The reason."""


# ------------------------------------------------------------------------------------------ events


class CommissionApproved(Event, frozen=True, tag="commission-approved"):
    """The regulator approved what the operator may keep of a fee."""

    amount: Cents
    """The most for each entry."""
    clause: str
    """The clause that requires the approval."""


class ConditionsPublished(Event, frozen=True, tag="conditions-published"):
    """The conditions are published and binding; what the operator adds is in the pool."""

    entries: tuple[Entry, ...]
    """The postings of what the operator adds; empty if nothing."""
    clause: str
    """The clause that requires their publication."""
    also: tuple[str, ...]
    """Further clauses that say what they state; empty if there are none."""


class TournamentManagerAppointed(Event, frozen=True, tag="tournament-manager-appointed"):
    """A person was appointed to run the tournament."""

    person: str
    """The person's name or staff number."""
    clause: str
    """The clause that requires one."""


class RegulatorTold(Event, frozen=True, tag="regulator-told"):
    """The regulator received a copy of the conditions."""

    about: str
    """What the copy is about."""
    clause: str
    """The clause that requires it."""


class TableDesignated(Event, frozen=True, tag="table-designated"):
    """A table is reserved for the tournament."""

    table: int
    """The table, from 1."""
    clause: str
    """The clause that lets the manager reserve it."""


class TableStaffed(Event, frozen=True, tag="table-staffed"):
    """People, or software, deal at a table in the sessions to come."""

    table: int
    """The table, from 1."""
    live: bool
    """Whether people deal; else software does."""
    clause: str
    """The clause that lets the manager decide about tables."""


class PlayerEntered(Event, frozen=True, tag="player-entered"):
    """A player entered, paid, and has a copy of the conditions; a reserve has not paid."""

    player: str
    """The player."""
    reserve: bool
    """Whether the player waits for a seat."""
    fee: Cents
    """What went to the pool."""
    commission: Cents
    """What the operator keeps."""
    entries: tuple[Entry, ...]
    """The postings of the fee; empty if nothing was paid."""
    clause: str
    """The clause that allows a fee."""


class EntryRefused(Event, frozen=True, tag="entry-refused"):
    """An application was refused."""

    player: str
    """The applicant."""
    reason: str
    """The reason."""
    clause: str
    """The clause that reserves the right."""


class EntryWithdrawn(Event, frozen=True, tag="entry-withdrawn"):
    """A player withdrew before the first session."""

    player: str
    """The player."""
    free: bool
    """Whether the fee was returned."""
    entries: tuple[Entry, ...]
    """The postings; empty if the fee stays."""
    clause: str
    """The clause that decides about the fee."""


class TournamentCancelled(Event, frozen=True, tag="tournament-cancelled"):
    """The tournament was cancelled, and everything that players paid was returned."""

    reason: str
    """The reason."""
    entries: tuple[Entry, ...]
    """The postings; empty if nothing was paid."""
    clause: str
    """The clause that lets the operator cancel it."""


# ------------------------------------------------------------------------- what each event changes


def commission_approved(tournament: Tournament, event: CommissionApproved) -> Tournament:
    return replace(tournament, approved=event.amount)


def conditions_published(tournament: Tournament, event: ConditionsPublished) -> Tournament:
    return post_entries(replace(tournament, phase=TournamentPhase.ENTRIES), event.entries)


def manager_appointed(tournament: Tournament, event: TournamentManagerAppointed) -> Tournament:
    return replace(tournament, manager=event.person)


def regulator_told(tournament: Tournament, event: RegulatorTold) -> Tournament:
    return replace(tournament, regulator_told=True)


def table_designated(tournament: Tournament, event: TableDesignated) -> Tournament:
    return replace(tournament, designated=tuple(sorted({*tournament.designated, event.table})))


def table_staffed(tournament: Tournament, event: TableStaffed) -> Tournament:
    others = set(tournament.live_tables) - {event.table}
    live = {*others, event.table} if event.live else others
    return replace(tournament, live_tables=tuple(sorted(live)))


def player_entered(tournament: Tournament, event: PlayerEntered) -> Tournament:
    fate = Fate.RESERVE if event.reserve else Fate.ENTERED
    entrant = Entrant(event.player, fate, fee=event.fee, commission=event.commission)
    others = {name: one for name, one in tournament.entrants.items() if name != event.player}
    entrants = {**others, event.player: entrant}
    return post_entries(replace(tournament, entrants=entrants), event.entries)


def entry_refused(tournament: Tournament, event: EntryRefused) -> Tournament:
    return replace(tournament, turned_away=(*tournament.turned_away, event.player))


def entry_withdrawn(tournament: Tournament, event: EntryWithdrawn) -> Tournament:
    changes: dict[str, Any] = {"fate": Fate.WITHDRAWN, "clause": event.clause}
    if event.free:
        changes |= {"fee": 0, "commission": 0, "withdrew_in_time": True}
    tournament = with_entrant(tournament, event.player, **changes)
    seats = tuple(seat for seat in tournament.seats if seat.player != event.player)
    return post_entries(replace(tournament, seats=seats), event.entries)


def tournament_cancelled(tournament: Tournament, event: TournamentCancelled) -> Tournament:
    return post_entries(replace(tournament, phase=TournamentPhase.CANCELLED), event.entries)


# --------------------------------------------------------------------- conditions and appointments


def approve_commission(draft: TournamentDraft, command: ApproveCommission) -> Refused | None:
    """Record what the regulator allows the operator to keep."""
    rule = draft.rules.pool.commission
    if rule is None:
        whole = draft.rules.pool.all_paid_out.clause
        return Refused("commission/none", whole, "all fees are in the pool: nothing is kept")
    refused = only_role(command, rule.value, rule.clause) or after_cancellation(draft)
    if refused:
        return refused
    if command.amount < 0:
        return Refused("commission/amount", rule.clause, "a commission is 0 or more")
    draft.emit(CommissionApproved(command.amount, rule.clause))
    return None


def publish(draft: TournamentDraft, command: PublishConditions) -> Refused | None:
    """Publish the conditions, which makes them binding."""
    rule = draft.rules.entries.published
    tournament = draft.tournament
    refused = only_role(command, rule.value, rule.clause, rule.also) or after_cancellation(draft)
    if refused:
        return refused
    if tournament.phase is not TournamentPhase.DRAFT:
        why = "the conditions are published, and bind"
        return Refused("conditions/published", rule.clause, why, rule.also)
    if tournament.low_limit:
        low = draft.law.limits.low_limit
        assert low is not None  # no other rulebook's tables are opened for low limits
        why = "no tournament is held at low limit tables"
        return Refused("conditions/low-limit", low.no_tournament.clause, why)
    conditions = tournament.conditions
    refused = conditions_refusal(
        draft.law, conditions, omitted=tournament.omitted, approved=tournament.approved
    )
    if refused:
        return refused
    added = conditions.added
    entries = state.postings_entry(
        draft.rules.pool.fee.clause,
        (state.added_account(tournament.name), -added),
        (state.pool_account(tournament.name), added),
    )
    draft.emit(ConditionsPublished(entries, rule.clause, _clauses_stated(draft, rule.also)))
    return None


def _clauses_stated(draft: TournamentDraft, also: tuple[str, ...]) -> tuple[str, ...]:
    """Return the clauses that the conditions answer."""
    rules, conditions = draft.rules.entries, draft.tournament.conditions
    wanted = list(rules.required_statements(by_points=conditions.by_points).values())
    selection = rules.selection
    if selection is not None and conditions.criteria:
        wanted.append(selection)
    clauses = (clause for says in wanted for clause in (says.clause, *says.also))
    return tuple(dict.fromkeys((*also, *clauses)))


def appoint_manager(draft: TournamentDraft, command: AppointManager) -> Refused | None:
    """Appoint the person who runs the tournament."""
    rule = draft.rules.entries.manager
    refused = only_role(command, rule.value, rule.clause, rule.also) or after_cancellation(draft)
    if refused:
        return refused
    if not command.person.strip():
        return Refused("manager/nobody", rule.clause, "say who runs the tournament")
    draft.emit(TournamentManagerAppointed(command.person, rule.clause))
    return None


def notify(draft: TournamentDraft, command: NotifyOf) -> Refused | None:
    """Give the regulator a copy of the conditions, or notify others."""
    rule = draft.rules.entries.regulator_told
    published = draft.rules.entries.published
    clause = published.clause if rule is None else rule.clause
    refused = only_role(command, Role.GAMING_MANAGER, clause) or after_cancellation(draft)
    if refused:
        return refused
    tells = rule is not None and (command.whom, command.about) == (rule.value, "conditions")
    if tells:
        draft.emit(RegulatorTold(command.about, clause))
    draft.emit(NoticeGiven(command.whom, command.about, None, clause if tells else ""))
    return None


def designate_table(draft: TournamentDraft, command: DesignateTable) -> Refused | None:
    """Reserve a table for the tournament."""
    rule = draft.rules.entries.designated
    refused = only_role(command, rule.value, rule.clause, rule.also) or after_cancellation(draft)
    if refused:
        return refused
    if command.table < 1:
        return Refused("table/number", rule.clause, "tables count from 1")
    draft.emit(TableDesignated(command.table, rule.clause))
    return None


def staff_table(draft: TournamentDraft, command: StaffTable) -> Refused | None:
    """Record who deals at a table in the sessions to come; one in progress goes on as it began."""
    rule = draft.rules.entries.designated
    refused = only_role(command, rule.value, rule.clause, rule.also) or not_in_progress(draft)
    if refused:
        return refused
    most = max(one.tables for one in draft.tournament.conditions.sessions)
    if not 1 <= command.table <= most:
        why = f"the sessions have tables 1 to {most}, not {command.table}"
        return Refused("table/number", rule.clause, why)
    draft.emit(TableStaffed(command.table, command.live, rule.clause))
    return None


# ----------------------------------------------------------------------------------------- entries


def enter(draft: TournamentDraft, command: Enter) -> Refused | None:
    """Record an entry and the fee."""
    refused = (
        not_in_progress(draft)
        or _regulator_not_notified(draft)
        or _not_admitted(draft, command)
        or _starts_undesignated(draft, command)
    )
    if refused:
        return refused
    fee = draft.rules.pool.fee
    paid = (0, 0) if command.reserve else fee_parts(draft)
    entries = () if command.reserve else pay_fee(draft, command.player)
    draft.emit(PlayerEntered(command.player, command.reserve, *paid, entries, fee.clause))
    start_at_once(draft, command.lots)
    return None


def _starts_undesignated(draft: TournamentDraft, command: Enter) -> Refused | None:
    """Refuse the entry with which a session would start at a table that was not designated."""
    tournament = draft.tournament
    last = not command.reserve and len(tournament.active) + 1 == tournament.conditions.sit_and_go
    return not_designated(draft, range(1, tournament.plan.tables + 1)) if last else None


def fee_parts(draft: TournamentDraft) -> tuple[Cents, Cents]:
    """Return how much of the entry fee goes to the pool, and how much the operator keeps."""
    conditions = draft.tournament.conditions
    return conditions.entry_fee - conditions.commission, conditions.commission


def pay_fee(draft: TournamentDraft, player: str) -> tuple[Entry, ...]:
    """Return the postings of an entry fee."""
    name = draft.tournament.name
    pool, kept = fee_parts(draft)
    return state.postings_entry(
        draft.rules.pool.fee.clause,
        (state.player_account(player), -pool - kept),
        (state.pool_account(name), pool),
        (state.commission_account(name), kept),
    )


def _regulator_not_notified(draft: TournamentDraft) -> Refused | None:
    rule = draft.rules.entries.regulator_told
    if rule is None or draft.tournament.regulator_told:
        return None
    return Refused("entry/regulator", rule.clause, "the regulator has no copy of the conditions")


def _not_admitted(draft: TournamentDraft, command: Enter) -> Refused | None:
    """Refuse an entrant who has entered already, is late or one too many, or has not agreed.

    Reading U27: a player who withdrew in time, and has the fee back, may enter again.
    """
    rules, tournament = draft.rules.entries, draft.tournament
    before = tournament.entrants.get(command.player)
    if before is not None and not before.withdrew_in_time:
        why = f"{command.player} has already entered"
        return Refused("entry/second", rules.one_entry.clause, why)
    if command.player in tournament.turned_away:
        why = f"the application of {command.player} was refused"
        return Refused("entry/turned-away", rules.refusable.clause, why)
    if tournament.phase is not TournamentPhase.ENTRIES:
        why = "entries are closed: seats are drawn, or play has begun"
        return Refused("entry/closed", rules.numbers.clause, why)
    if command.reserve and draft.rules.seats.reserves is None:
        clause = draft.rules.seats.drawn.clause
        return Refused("entry/reserve", clause, "there are no reserves here")
    most = tournament.conditions.maximum_players
    if not command.reserve and len(tournament.active) >= most:
        return Refused(
            "entry/full", rules.numbers.clause, f"the tournament is full: {most} have entered"
        )
    if tournament.conditions.written_agreement and not command.agreed:
        why = "an entrant agrees in writing to the rules and the conditions"
        return Refused("entry/no-agreement", rules.agreement.clause, why)
    return None


def refuse_entry(draft: TournamentDraft, command: RefuseEntry) -> Refused | None:
    """Refuse an application."""
    rule = draft.rules.entries.refusable
    if command.by not in (Role.TOURNAMENT_MANAGER, Role.GAMING_MANAGER):
        why = f"only the operator refuses an application, not {command.by.one}"
        return Refused("role/not-empowered", rule.clause, why)
    if refused := after_cancellation(draft) or conditions_not_published(draft):
        return refused
    if command.player in draft.tournament.entrants:
        one = draft.rules.entries.one_entry.clause
        return Refused("entry/taken", one, f"{command.player} has entered", (rule.clause,))
    if not draft.tournament.conditions.may_refuse:
        why = "the conditions do not reserve the right to refuse applications"
        return Refused("entry/not-reserved", rule.clause, why)
    draft.emit(EntryRefused(command.player, command.reason, rule.clause))
    return None


def withdraw_entry(draft: TournamentDraft, command: WithdrawEntry) -> Refused | None:
    """Let an entrant withdraw before the first session; return the fee if it is in time.

    Rulebooks with free withdrawal allow no commission: the whole fee is in the pool.
    """
    pool, tournament = draft.rules.pool, draft.tournament
    if (
        refused := after_cancellation(draft)
        or conditions_not_published(draft)
        or entry_ended(draft, command.player)
    ):
        return refused
    early = (
        tournament.phase in (TournamentPhase.ENTRIES, TournamentPhase.SEATING)
        and not tournament.session
    )
    if not early:
        why = "the first session has begun: nobody can withdraw"
        return Refused("entry/too-late", pool.not_refunded.clause, why)
    entrant, name = tournament.entrants[command.player], tournament.name
    free = _free_withdrawal(draft)
    says = free or pool.not_refunded
    entries: tuple[Entry, ...] = ()
    if free:
        entries = state.postings_entry(
            says.clause,
            (state.pool_account(name), -entrant.fee),
            (state.player_account(command.player), entrant.fee),
        )
    draft.emit(EntryWithdrawn(command.player, free is not None, entries, says.clause))
    return None


def _free_withdrawal(draft: TournamentDraft) -> Says | None:
    """Return what entitles a withdrawal to the fee now; ``None`` if it stays in the pool."""
    says, until = draft.rules.pool.free_withdrawal, draft.tournament.conditions.withdraw_until
    if says is None or until is None:
        return None
    now = draft.tournament.clock
    return says if now is None or now <= until else None


def cancel(draft: TournamentDraft, command: Cancel) -> Refused | None:
    """Cancel the tournament and return everything that players paid.

    Reading U21: a buy-in whose chips were turned into cash is not returned.
    """
    rule, tournament = draft.rules.pool.cancelled, draft.tournament
    refused = only_role(command, rule.value, rule.clause, rule.also) or after_cancellation(draft)
    if refused:
        return refused
    if tournament.awards is not None:
        return Refused("cancel/awarded", rule.clause, "the prizes are awarded")
    name = tournament.name
    back: dict[Account, Cents] = {}
    for entrant in tournament.entrants.values():
        paid = {
            state.pool_account(name): entrant.fee + entrant.bought_back,
            state.commission_account(name): entrant.commission,
            state.buy_ins_account(name): entrant.buy_ins,
        }
        for account, amount in paid.items():
            back[account] = back.get(account, 0) - amount
        back[state.player_account(entrant.player)] = sum(paid.values())
    left = tournament.balances.get(state.pool_account(name), 0) + back.get(
        state.pool_account(name), 0
    )
    back[state.pool_account(name)] = back.get(state.pool_account(name), 0) - left
    back[state.added_account(name)] = left
    entries = state.postings_entry(rule.clause, *back.items())
    draft.emit(TournamentCancelled(command.reason, entries, rule.clause))
    return None


EVOLVERS: dict[type[Event], Evolver] = {
    CommissionApproved: commission_approved,
    ConditionsPublished: conditions_published,
    TournamentManagerAppointed: manager_appointed,
    RegulatorTold: regulator_told,
    TableDesignated: table_designated,
    TableStaffed: table_staffed,
    PlayerEntered: player_entered,
    EntryRefused: entry_refused,
    EntryWithdrawn: entry_withdrawn,
    TournamentCancelled: tournament_cancelled,
}
"""What each event of this subject changes."""

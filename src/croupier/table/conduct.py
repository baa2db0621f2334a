"""Breaches of the rules, rounds that are called off, and the rules to read for those who ask."""

from functools import partial

from msgspec.structs import replace

from croupier.rulebooks.catalogue import catalogue
from croupier.rulebooks.irregularity_law import ConductLaw, PaidAlready
from croupier.table.breaches import breach_of, not_to_be_acted_on
from croupier.table.card_counts import report_wrong_cards
from croupier.table.checks import not_empowered, not_the_dealer
from croupier.table.commands import Command
from croupier.table.draft import Handler, TableDraft, on
from croupier.table.irregular_commands import InvalidateRound, ReportWrongCards, Sanction, ShowRules
from croupier.table.irregular_events import (
    NoticeGiven,
    PersonCautioned,
    PlayerSanctioned,
    RulesShown,
)
from croupier.table.past_rounds import is_past
from croupier.table.remedies import Remedies, VoidTerms
from croupier.table.state import Refused, Table, has_begun


def show_rules(draft: TableDraft, command: ShowRules) -> Refused | None:
    """Give the rules to somebody who asks."""
    rule = draft.law.conduct.rules_copy
    if rule is None:
        return Refused(
            "rules/no-clause", "", "this rulebook says nothing about copies of the rules"
        )
    draft.emit(RulesShown(command.player, rule.clause))
    return None


def sanction(draft: TableDraft, command: Sanction, remedies: Remedies) -> Refused | None:
    """Caution a person, void their wagers, exclude or detain them, as the clauses allow.

    Reading R28: whoever breaks a rule may be cautioned; more requires a clause that gives the
    power.
    """
    law = draft.law.conduct
    acts = command.void or command.exclude or command.casino or command.detain
    if refused := _not_theirs(law, command, acts=acts):
        return refused
    contest = None if draft.table.contest is None else draft.law.tournaments
    no_advice = None if contest is None else contest.no_advice
    broken = breach_of(draft.law, command, remedies.moments(draft.table), no_advice)
    if isinstance(broken, Refused):
        return broken
    if acts or not command.caution:
        refused = not_to_be_acted_on(draft.law, command, broken) or _no_power(law, command)
        if refused:
            return refused
    elif broken is None and command.breach not in catalogue(draft.law.book).clauses:
        why = f"say which rule was broken: {command.breach!r} is not a clause of this rulebook"
        return Refused("sanction/no-breach", law.sanctioned.clause, why)
    forbidding = () if broken is None else (broken.says.clause, *broken.says.also)
    if command.caution:
        clauses = forbidding or (command.breach,)
        draft.emit(PersonCautioned(command.player, command.ground, command.by, clauses))
    return _act(draft, command, remedies, forbidding) if acts else None


def _not_theirs(law: ConductLaw, command: Sanction, *, acts: bool) -> Refused | None:
    """Refuse a role without the power, and action over what staff on duty may do."""
    if command.caution and not acts:
        return not_the_dealer(command, law.sanctioned.clause)
    if refused := not_empowered(command, law.sanctioned, "act on a breach of the rules"):
        return refused
    if command.on_duty and law.exempt is not None:
        why = f"{command.player} is on duty and may do that"
        return Refused("sanction/exempt", law.exempt.clause, why)
    return None


def _act(
    draft: TableDraft, command: Sanction, remedies: Remedies, forbidding: tuple[str, ...]
) -> Refused | None:
    """Take the rulebook's measures: void the wagers, exclude, detain."""
    law = draft.law.conduct
    clauses = [law.sanctioned.clause]
    if command.void:
        clauses.append(law.wagers_void.clause)
        if refused := _void(draft, command, remedies, law.wagers_void.clause):
            return refused
    out = law.excluded if command.exclude else None
    out = law.excluded_from_casino if command.casino else out
    excluded = "" if out is None else out.clause
    clauses += [excluded] if excluded else []
    detained = law.detained if command.detain else None
    if detained is not None:
        clauses.append(detained.clause)
    if excluded and draft.table.round is not None:
        remedies.step_out(draft, command.player, excluded)
    draft.emit(
        PlayerSanctioned(
            command.player,
            command.breach or forbidding[0],
            excluded,
            command.casino,
            command.detain,
            tuple(clauses) + forbidding,
            untouched=not command.void,
        )
    )
    if detained is not None:
        about = f"{command.player} is held"
        draft.emit(NoticeGiven(detained.value, about, command.player, detained.clause))
    return None


def _void(draft: TableDraft, command: Sanction, remedies: Remedies, clause: str) -> Refused | None:
    """Declare all wagers of a person void, or those that are named."""
    if command.box is None and command.on is None:
        remedies.void_player(draft, command.player, clause)
        return None
    return remedies.void_wager(draft, command.player, clause, command.box, command.on)


def _no_power(law: ConductLaw, command: Sanction) -> Refused | None:
    """Refuse a measure that the rulebook does not provide, or no measure at all."""
    clause = law.sanctioned.clause
    if not (command.void or command.exclude or command.casino or command.detain):
        why = "say what is done: caution, void, exclude, casino or detain"
        return Refused("sanction/nothing", clause, why)
    if command.casino and law.excluded_from_casino is None:
        return Refused("sanction/not-the-casino", clause, "this rulebook excludes from the game")
    if command.detain and law.detained is None:
        return Refused("sanction/not-held", clause, "this rulebook lets nobody be detained")
    return None


def players_in_round(table: Table) -> set[str]:
    """Who has wagered in the round under way, or in the one just ended."""
    if table.first_card_out:
        return set()
    settled = {line.player for one in table.settled for line in one.lines}
    if table.round is None:
        return settled
    lying = {stake.player for stake in table.round.stakes}
    return settled | lying | {player for player, _ in table.round.pooled}


def invalidate_round(
    draft: TableDraft, command: InvalidateRound, remedies: Remedies
) -> Refused | None:
    """Call the outcome of a round off: wagers go back, a cheat's may be kept."""
    table = draft.table
    law = draft.law.conduct
    grounds = {
        "disruption": law.disrupted,
        "fraud": law.fraud,
        "impractical": law.impractical,
    }
    rule = grounds.get(command.ground)
    if rule is None:
        known = " or ".join(name for name, ground in grounds.items() if ground is not None)
        why = f"the ground is {known}"
        return Refused("invalidate/ground", law.invalidated.clause, why)
    power = law.invalidated
    by_ground = rule.clause if rule.clause in power.also else power.clause
    power = replace(power, clause=by_ground, also=())
    if refused := not_empowered(command, power, "call a round off"):
        return refused
    if command.forfeit and (law.forfeited is None or command.ground != "fraud"):
        clause = law.refunded.clause
        no_forfeit = "this rulebook lets nobody keep a wager"
        why = no_forfeit if law.forfeited is None else "only a cheat's wagers may be kept"
        return Refused("invalidate/forfeit", clause, why)
    if not command.refund and not law.refund_discretionary:
        why = "wagers of a round that is called off are returned here"
        return Refused("invalidate/refund", law.refunded.clause, why)
    also = (law.refunded.clause, *law.refunded.also, *rule.also)
    forfeit = frozenset(command.forfeit)
    if command.number is not None and is_past(table, command.number):
        void = VoidTerms(rule.clause, also, PaidAlready.REPAID, forfeit, refund=command.refund)
        return remedies.void_past(draft, command.number, void)
    if strangers := set(command.forfeit) - players_in_round(table):
        why = f"{', '.join(sorted(strangers))} had no wager in that round"
        return Refused("invalidate/forfeit", law.refunded.clause, why)
    if not (has_begun(table) or table.settled):
        return Refused("invalidate/no-round", rule.clause, "there is no round to call off")
    void = VoidTerms(rule.clause, also, PaidAlready.REPAID, forfeit, refund=command.refund)
    remedies.void_round(draft, void)
    return None


def handlers(remedies: Remedies) -> dict[type[Command], Handler]:
    """The handlers of these commands for a family of games."""
    return {
        **on(ShowRules, show_rules),
        **on(Sanction, partial(sanction, remedies=remedies)),
        **on(InvalidateRound, partial(invalidate_round, remedies=remedies)),
        **on(ReportWrongCards, partial(report_wrong_cards, remedies=remedies)),
    }

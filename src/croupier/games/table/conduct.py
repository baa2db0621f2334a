"""Breaches of the rules and their sanctions, rounds that are called off, copies of the rules.

The prohibitions themselves are data of the law; ``Remedies`` of the family move the wagers.
"""

from enum import Enum
from functools import partial

from msgspec.structs import replace

from croupier.games.table.card_counts import ReportWrongCards, report_wrong_cards
from croupier.games.table.checks import not_empowered, not_the_dealer, nothing_to_continue
from croupier.games.table.draft import Handler, TableDraft, on
from croupier.games.table.notices import NoticeAcknowledged, NoticeGiven
from croupier.games.table.rounds import Remedies, VoidTerms
from croupier.games.table.state import Table, is_betting_over, is_past, unchanged, with_name
from croupier.games.table.wagers import amount_at_risk
from croupier.messages import Command, Event, Evolver, Refused
from croupier.rulebooks import Role, TableLaw
from croupier.rulebooks.catalogue import Says, catalogue
from croupier.rulebooks.law.irregularities import (
    ConductLaw,
    Ground,
    Moment,
    PaidAlready,
    Prohibition,
)


class ShowRules(Command, frozen=True, tag="show-rules"):
    """Gives somebody who asks the rules to read."""

    player: str
    """Who asks."""


class Sanction(Command, frozen=True, tag="sanction"):
    """Acts on a breach of the rules: cautions, voids wagers, excludes or detains."""

    player: str
    """Who broke the rules."""
    breach: str = ""
    """The clause that was broken; left out where the ground says it."""
    ground: str = ""
    """What the person did: ``advice``, ``staff-advice``, ``private-bet``, ``handling-cards`` or
    another ground of the rulebook."""
    permitted: bool = False
    """Whether it is a case that a clause may permit: advice that was asked for or that kept to
    the rules, or the player's own face-down cards."""
    caution: bool = False
    """Whether the person is cautioned to stop."""
    void: bool = False
    """Whether wagers are declared void."""
    box: int | None = None
    """Where the void wager lies; left out, on every box."""
    on: str | None = None
    """Which wager is void; left out, all of them."""
    exclude: bool = False
    """Whether the person is excluded from the game."""
    casino: bool = False
    """Whether the exclusion is from the whole casino."""
    detain: bool = False
    """Whether the person is held until others take over."""
    on_duty: bool = False
    """Whether it was staff or an inspector on duty."""


class Officer(Enum):
    """Who takes over a person who is held."""

    INSPECTOR = "inspector"
    POLICE_OFFICER = "police-officer"


class HandOver(Command, frozen=True, tag="hand-over"):
    """Hands a person who is held to an inspector or a police officer."""

    player: str
    """Who is held."""
    officer: Officer
    """Who takes the person over: ``inspector`` or ``police-officer``."""


class InvalidateRound(Command, frozen=True, tag="invalidate-round"):
    """Calls off the outcome of a round."""

    ground: str
    """``disruption``, ``fraud`` or ``impractical``."""
    forfeit: tuple[str, ...] = ()
    """Players whose wagers are kept, because they cheated."""
    refund: bool = True
    """Whether the others get their wagers back, where the rulebook leaves it open."""
    number: int | None = None
    """Which round, counted since the table opened; left out, the one under way or just ended."""


class RulesShown(Event, frozen=True, tag="rules-shown"):
    """Somebody who asked was given the rules to read."""

    player: str
    """Who asked."""
    clause: str
    """The clause that gives them the right."""


class PlayerSanctioned(Event, frozen=True, tag="player-sanctioned"):
    """A person broke a rule, and this is what was done about it."""

    player: str
    """The person who broke the rule."""
    breach: str
    """The clause that was broken."""
    excluded: str
    """The clause by which the player may not go on, if so."""
    from_casino: bool
    """Whether the player must leave the casino, and not only the game."""
    detained: bool
    """Whether the player was held until somebody came."""
    clauses: tuple[str, ...]
    """The clauses that allow what was done, and those that forbid what the person did, where the
    report gave its ground."""
    untouched: bool = False
    """Whether all wagers stayed as they were; older records do not say."""


class PersonHandedOver(Event, frozen=True, tag="person-handed-over"):
    """A person who was held was handed over to an inspector or a police officer."""

    player: str
    """The person who was held."""
    officer: Officer
    """Who took the person over."""
    by: Role
    """The role that reported it."""
    clause: str
    """The clause by which the person was held until then."""


class PersonCautioned(Event, frozen=True, tag="person-cautioned"):
    """A person did what the rules forbid, and was cautioned."""

    player: str
    """The person who was cautioned: a player, an onlooker or an employee."""
    ground: str
    """What they did, as it is reported; empty if only the clause is known."""
    by: Role
    """The role that gave the caution."""
    clauses: tuple[str, ...]
    """The clause that was broken, and the one above it where that says so too."""


def player_sanctioned(table: Table, event: PlayerSanctioned) -> Table:
    excluded = table.excluded
    if event.excluded:
        excluded = {**excluded, event.player: event.excluded}
    detained = with_name(table.detained_people, event.player, when=event.detained)
    return replace(table, excluded=excluded, detained_people=detained)


def person_handed_over(table: Table, event: PersonHandedOver) -> Table:
    left = tuple(name for name in table.detained_people if name != event.player)
    return replace(table, detained_people=left)


Moments = frozenset[Moment]
"""The moments that hold at a table now."""


def breach_of(
    law: TableLaw, command: Sanction, moments: Moments, no_advice: Says | None
) -> Prohibition | Refused | None:
    """Return the prohibition that was broken; ``None`` if only its clause is known.

    In a tournament, ``no_advice`` is its provision on advice that was asked for.
    """
    rules = law.conduct
    named = [rule for rule in rules.forbidden if command.ground == rule.ground]
    if command.ground and not named:
        known = ", ".join(rule.ground for rule in rules.forbidden)
        why = f"choose a ground of {law.title}: {known}; or name the clause as breach"
        return Refused("sanction/ground", rules.sanctioned.clause, why)
    if not command.ground:
        named = [rule for rule in rules.forbidden if command.breach == rule.says.clause]
    if not named:
        return None
    (broken,) = named
    if command.breach not in ("", broken.says.clause):
        why = f"{broken.ground} is a breach of {broken.says.clause}, not of {command.breach}"
        return Refused("sanction/ground", broken.says.clause, why)
    asked_for = command.permitted and broken.unless is not None
    if asked_for and broken.ground is Ground.ADVICE and no_advice is not None:
        return Prohibition(ground=broken.ground, says=no_advice)
    return _no_breach_now(broken, command, moments) or broken


def _no_breach_now(broken: Prohibition, command: Sanction, moments: Moments) -> Refused | None:
    """Refuse to act on what the clause permits, or does not cover at this moment."""
    says, unless = broken.says, broken.unless
    if broken.during is not None and broken.during not in moments:
        why = f"{says.text}: that applies only in the {broken.during.value.replace('-', ' ')}"
        if broken.during is Moment.FACE_DOWN:
            why = f"{says.text}: no cards are dealt face down here"
        return Refused("sanction/not-now", says.clause, why)
    if not command.permitted or unless is None:
        return None
    if broken.unless_during is not None and broken.unless_during not in moments:
        return None
    why = f"no breach: the clause leaves open {unless.text}"
    return Refused("sanction/permitted", unless.clause, why, unless.also)


def caution_only(law: TableLaw, command: Sanction, broken: Prohibition | None) -> Refused | None:
    """Refuse to void wagers, exclude or detain if no clause provides for it."""
    rules = law.conduct
    acted_on = tuple(clause for rule in rules.prohibited for clause in (rule.clause, *rule.also))
    if rules.any_breach:
        if broken is not None or command.breach in catalogue(law.book).clauses:
            return None
    elif command.breach in acted_on:
        return None
    accepted = "any clause of this rulebook" if rules.any_breach else " or ".join(acted_on)
    clause = rules.sanctioned.clause
    if broken is None:
        why = f"a breach of {accepted} may be acted on, not of {command.breach!r}"
        if not command.breach:
            why = f"say what was broken, as breach: {accepted}"
        return Refused("sanction/no-breach", clause, why)
    why = f"only a breach of {accepted} allows this; you can still caution"
    return Refused("sanction/caution-only", clause, why, (broken.says.clause,))


def show_rules(draft: TableDraft, command: ShowRules) -> Refused | None:
    """Record that a person who asked was given the rules to read."""
    rule = draft.law.conduct.rules_copy
    if rule is None:
        return Refused(
            "rules/no-clause", "", "this rulebook says nothing about copies of the rules"
        )
    draft.emit(RulesShown(command.player, rule.clause))
    return None


def sanction(draft: TableDraft, command: Sanction, remedies: Remedies) -> Refused | None:
    """Caution a person, void their wagers, exclude or detain them, as the clauses allow.

    Reading R28: anybody who breaks a rule may be cautioned; more needs a clause that gives the
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
        refused = caution_only(draft.law, command, broken) or _no_power(law, command)
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
    """Refuse a role without the power, and action against staff on duty.

    Reading R28: the dealer may caution, and so may the official who hears complaints.
    """
    if command.caution and not acts:
        outside = command.by is law.dispute.complaint.value
        return None if outside else not_the_dealer(command, law.sanctioned.clause)
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
    lying = amount_at_risk(draft.table, command.player)
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
    if excluded:
        remedies.step_out(draft, command.player, excluded)
    draft.emit(
        PlayerSanctioned(
            command.player,
            command.breach or forbidding[0],
            excluded,
            command.casino,
            command.detain,
            tuple(clauses) + forbidding,
            untouched=amount_at_risk(draft.table, command.player) == lying,
        )
    )
    if detained is not None:
        about = f"{command.player} is held"
        draft.emit(NoticeGiven(detained.value, about, command.player, detained.clause))
    return None


def hand_over(draft: TableDraft, command: HandOver) -> Refused | None:
    """Record that an inspector or a police officer took over a person who was held."""
    law = draft.law.conduct
    rule = law.detained
    if rule is None:
        why = "this rulebook lets nobody be detained"
        return Refused("sanction/not-held", law.sanctioned.clause, why)
    if command.by is not rule.value and (
        refused := not_empowered(command, law.sanctioned, "hand a person over")
    ):
        return refused
    if command.player not in draft.table.detained_people:
        return Refused("hand-over/not-held", rule.clause, f"{command.player} is not held")
    for number, notice in enumerate(draft.table.notices, 1):
        about = (notice.clause, notice.player)
        if about == (rule.clause, command.player) and not notice.acknowledged:
            draft.emit(NoticeAcknowledged(number, command.by))
    draft.emit(PersonHandedOver(command.player, command.officer, command.by, rule.clause))
    return None


def _void(draft: TableDraft, command: Sanction, remedies: Remedies, clause: str) -> Refused | None:
    """Void all wagers of a person, or those that the command names."""
    if command.box is None and command.on is None:
        remedies.void_player(draft, command.player, clause)
        return None
    return remedies.void_wager(draft, command.player, clause, command.box, command.on)


def _no_power(law: ConductLaw, command: Sanction) -> Refused | None:
    """Refuse a measure that the rulebook does not provide, or a sanction without one."""
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
    """Return who has wagered in the round under way, or in the one just ended."""
    if table.first_card_out:
        return set()
    settled = {line.player for one in table.settled for line in one.lines}
    if table.round is None:
        return settled
    lying = {stake.player for stake in table.round.stakes}
    return settled | lying | {player for player, _ in table.round.pooled_places}


def invalidate_round(
    draft: TableDraft, command: InvalidateRound, remedies: Remedies
) -> Refused | None:
    """Call off the outcome of a round: wagers go back, a cheat's may be kept."""
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
    remedies.put_before_call(draft, command.number)
    table = draft.table
    past = command.number is not None and is_past(table, command.number)
    if command.ground == "impractical" and (past or (not is_betting_over(table) and table.settled)):
        return nothing_to_continue(rule.clause)
    if command.number is not None and past:
        void = VoidTerms(rule.clause, also, PaidAlready.REPAID, forfeit, refund=command.refund)
        return remedies.void_past(draft, command.number, void)
    if strangers := set(command.forfeit) - players_in_round(table):
        why = f"{', '.join(sorted(strangers))} had no wager in that round"
        return Refused("invalidate/forfeit", law.refunded.clause, why)
    if not (is_betting_over(table) or table.settled):
        return Refused("invalidate/no-round", rule.clause, "there is no round to call off")
    void = VoidTerms(rule.clause, also, PaidAlready.REPAID, forfeit, refund=command.refund)
    remedies.void_round(draft, void)
    return None


def handlers(remedies: Remedies) -> dict[type[Command], Handler]:
    """Return the handlers of these commands, with a family's remedies."""
    return {
        **on(ShowRules, show_rules),
        **on(HandOver, hand_over),
        **on(Sanction, partial(sanction, remedies=remedies)),
        **on(InvalidateRound, partial(invalidate_round, remedies=remedies)),
        **on(ReportWrongCards, partial(report_wrong_cards, remedies=remedies)),
    }


EVOLVERS: dict[type[Event], Evolver] = {
    RulesShown: unchanged,
    PlayerSanctioned: player_sanctioned,
    PersonHandedOver: person_handed_over,
    PersonCautioned: unchanged,
}

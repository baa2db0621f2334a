"""What is wrong with conditions: slips that nobody can mean, and what no rulebook allows."""

from collections.abc import Callable, Iterator
from decimal import Decimal

from croupier.floor.tournaments.conditions import (
    ALL_OF_IT,
    EXTRA_ROUNDS,
    MOST_BOXES,
    Conditions,
    Entrants,
    Seating,
    SessionPlan,
    Ties,
)
from croupier.money import Cents, in_dollars
from croupier.rulebooks import TableLaw
from croupier.rulebooks.tournament_law import TournamentLaw
from croupier.table.state import Refused

Slip = tuple[str, str]
"""The name of a condition, and what is wrong with it in a sentence."""


def slips(conditions: Conditions, *, boxes: int = MOST_BOXES) -> Iterator[Slip]:
    """What cannot be meant, whatever the rulebook."""
    yield from _amounts(conditions)
    yield from _limits(conditions)
    yield from _breaks(conditions)
    yield from _people(conditions)
    yield from _sessions(conditions, boxes)
    yield from _rewards(conditions)


def _amounts(conditions: Conditions) -> Iterator[Slip]:
    for name in ("entry_fee", "commission", "buy_in", "buy_back_price", "added", "guarantee"):
        amount = getattr(conditions, name)
        if amount < 0:
            yield name.replace("_", "-"), f"is {in_dollars(amount)}; it is 0 or more"
    for name in ("pass_cards", "undisclosed_wagers", "buy_backs", "wager_seconds", "sit_and_go"):
        number = getattr(conditions, name)
        if number < 0:
            yield name.replace("_", "-"), f"is {number}; it is 0 or more"
    if conditions.commission > conditions.entry_fee:
        yield "commission", "is more than the entry fee that it is kept of"


def _limits(conditions: Conditions) -> Iterator[Slip]:
    if conditions.minimum <= 0:
        yield "minimum", "is above 0"
    elif conditions.maximum < conditions.minimum:
        yield "maximum", f"is at least the minimum of {in_dollars(conditions.minimum)}"
    if conditions.unit is not None and conditions.unit <= 0:
        yield "unit", "is above 0"
    if conditions.chips < conditions.minimum:
        yield "chips", f"do for a wager of {in_dollars(conditions.minimum)} at least"
    before = 0
    for level in conditions.levels:
        if level.after <= before:
            yield "levels", "come in the order of their rounds, each after 1 or more"
        if not 0 < level.minimum <= level.maximum:
            yield "levels", "have a minimum above 0 and a maximum of at least as much"
        before = level.after


def _breaks(conditions: Conditions) -> Iterator[Slip]:
    before = 0
    for rest in conditions.breaks:
        if rest.after <= before:
            yield "breaks", "come in the order of their rounds, each after 1 or more"
        if rest.minutes < 1:
            yield "breaks", "are 1 minute or more"
        before = rest.after


def _people(conditions: Conditions) -> Iterator[Slip]:
    least, most = conditions.minimum_players, conditions.maximum_players
    if least < 1:
        yield "minimum-players", "is 1 or more"
    if most < least:
        yield "maximum-players", f"is at least minimum-players, which is {least}"
    if conditions.sit_and_go and not least <= conditions.sit_and_go <= most:
        yield "sit-and-go", f"lies between minimum-players and maximum-players, {least} and {most}"
    leave = conditions.withdraw_until
    if leave is not None and leave > conditions.starts:
        yield "withdraw-until", "does not come after starts"


def _sessions(conditions: Conditions, boxes: int) -> Iterator[Slip]:
    plans = conditions.sessions
    if not plans:
        yield "sessions", "has one at least"
        return
    names = [plan.name for plan in plans]
    for plan in plans:
        if not plan.name.strip() or names.count(plan.name) > 1:
            yield "sessions", f"have names that differ, and {plan.name!r} does not do"
            return
        yield from _session(conditions, plan, boxes)
    yield from _progress(conditions)


def _progress(conditions: Conditions) -> Iterator[Slip]:
    """How the sessions follow each other."""
    plans = conditions.sessions
    last = plans[-1]
    if last.advance:
        yield "sessions", f"end with {last.name!r}, from which nobody goes on: advance is 0"
    if conditions.by_points:
        if any(plan.name == EXTRA_ROUNDS for plan in plans):
            yield "sessions", f"leave the name {EXTRA_ROUNDS!r} to extra rounds for equal points"
        if any(plan.advance or plan.entrants is Entrants.ELIMINATED for plan in plans):
            yield "sessions", "are played by everybody where points decide: advance is 0"
        return
    if last.tables > 1:
        yield "sessions", f"end at one table, and {last.name!r} has {last.tables}"
    if Entrants.ELIMINATED in (plans[0].entrants, last.entrants):
        yield "sessions", "neither begin nor end with one for the eliminated"
    if any(plan.advance < 1 for plan in plans[:-1]):
        yield "sessions", "before the last have somebody go on: advance is 1 or more"
    if any(plan.other_game for plan in plans):
        yield "sessions", "of another game are recorded where points decide"


def _session(conditions: Conditions, plan: SessionPlan, boxes: int) -> Iterator[Slip]:
    where = f"named {plan.name!r}"
    if plan.tables < 1 or plan.rounds < 1:
        yield "sessions", f"{where} has 1 table and 1 round at least"
    if not 0 <= plan.advance <= boxes:
        yield "sessions", f"{where} has {plan.advance} go on from a table where {boxes} sit at most"
    if any(not 1 <= after <= plan.rounds for after in plan.eliminations):
        yield "sessions", f"{where} has eliminations after rounds 1 to {plan.rounds}"
    if list(plan.eliminations) != sorted(set(plan.eliminations)):
        yield "sessions", f"{where} has its eliminations in order, each once"
    if plan.chips is not None and plan.chips < conditions.minimum:
        yield "sessions", f"{where} has chips that do for the minimum"


def _rewards(conditions: Conditions) -> Iterator[Slip]:
    if not conditions.prizes or any(share <= 0 for share in conditions.prizes):
        yield "prizes", "are one or more shares above 0"
    if any(number < 0 for number in conditions.points):
        yield "points", "are 0 or more"


def unlawful(
    law: TableLaw, conditions: Conditions, *, omitted: tuple[str, ...], approved: Cents
) -> Refused | None:
    """Why a rulebook does not let conditions be published; ``approved`` is the commission."""
    rules = law.tournaments
    assert rules is not None
    return (
        _unstated(rules, conditions, omitted)
        or _held_to_one_value(rules, conditions)
        or _money(rules, conditions, approved)
    )


def _unstated(
    rules: TournamentLaw, conditions: Conditions, omitted: tuple[str, ...]
) -> Refused | None:
    """Refuse conditions that leave out what they must state."""
    wanted = dict(rules.entries.statements)
    if conditions.by_points:
        wanted |= rules.entries.statements_of_points
    missing = {name: says for name, says in wanted.items() if name in omitted}
    if not conditions.conducted_by_rules:
        missing["conducted-by-rules"] = wanted["conducted-by-rules"]
    if conditions.by_points and not conditions.points and "points" in wanted:
        missing["points"] = wanted["points"]
    if not missing:
        return None
    clauses = tuple(dict.fromkeys(says.clause for says in missing.values()))
    further = (clause for says in missing.values() for clause in says.also)
    why = f"the conditions do not state {', '.join(missing)}"
    also = tuple(dict.fromkeys((*clauses[1:], *further)))
    return Refused("conditions/not-stated", clauses[0], why, also)


ONLY: dict[str, Callable[[Conditions], bool]] = {
    "commission": lambda given: given.commission == 0,
    "unit": lambda given: given.unit in (None, given.minimum),
    "ties": lambda given: given.ties is Ties.PLAY_OFF,
    "format": lambda given: not given.by_points,
    "sit-and-go": lambda given: given.sit_and_go == 0,
    "seating": lambda given: given.seating is Seating.BALLOT,
    "deal-from-marker": lambda given: not given.deal_from_marker,
    "pass-cards": lambda given: given.pass_cards == 0,
    "undisclosed-wagers": lambda given: given.undisclosed_wagers == 0,
    "withdraw-until": lambda given: given.withdraw_until is None,
}
"""How a condition is kept to the one value that a rulebook has for it."""


def _held_to_one_value(rules: TournamentLaw, conditions: Conditions) -> Refused | None:
    for name, says in rules.only.items():
        if not ONLY[name](conditions):
            why = f"{name} can only be {says.text} here"
            return Refused("conditions/not-here", says.clause, why, says.also)
    return None


OF_REFUSALS = {"conditions/prizes": "prizes", "conditions/commission": "commission"}
"""The condition that a refusal is about, where its code alone tells."""


def condition_at_fault(law: TableLaw, conditions: Conditions, refused: Refused) -> str:
    """The condition that a rulebook refuses; empty where it is about none that is written down."""
    rules = law.tournaments
    if refused.code != "conditions/not-here" or rules is None:
        return OF_REFUSALS.get(refused.code, "")
    return next(name for name in rules.only if not ONLY[name](conditions))


def _money(rules: TournamentLaw, conditions: Conditions, approved: Cents) -> Refused | None:
    whole = rules.pool.all_paid_out
    shares = sum(conditions.prizes, start=Decimal(0))
    if shares != ALL_OF_IT:
        why = f"the prizes make {shares:f} per cent of the pool, and they must make 100"
        return Refused("conditions/prizes", whole.clause, why, whole.also)
    kept = rules.pool.commission
    if kept is not None and conditions.commission > approved:
        why = (
            f"a commission of {in_dollars(conditions.commission)} is above the approved "
            f"{in_dollars(approved)}"
        )
        return Refused("conditions/commission", kept.clause, why, kept.also)
    return None

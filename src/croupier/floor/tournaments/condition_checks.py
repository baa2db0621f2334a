"""What is wrong with conditions: slips that nobody can intend, and what no rulebook allows."""

from collections.abc import Callable, Iterable, Iterator
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

NUMBERS = (
    "pass_cards", "undisclosed_wagers", "buy_backs", "buy_back_until", "wager_seconds",
    "sit_and_go", "minimum_players", "maximum_players",
)  # fmt: skip
MOST_NUMBER = 100_000
"""The most of anything that is counted: rounds, tables, players, seconds."""
FIRST_BUY_BACK = 2
"""The first round before which an eliminated player can buy back."""
IN_ORDER = "rounds must rise, from 1 on"
Slip = tuple[str, str]
"""The name of a condition, and what is wrong with it in a sentence."""


def slips(conditions: Conditions, *, boxes: int = MOST_BOXES) -> Iterator[Slip]:
    """What nobody can intend, whatever the rulebook."""
    yield from _bounds(conditions)
    yield from _amounts(conditions)
    yield from _limits(conditions)
    yield from _breaks(conditions)
    yield from _people(conditions)
    yield from _sessions(conditions, boxes)
    yield from _rewards(conditions)


def _bounds(conditions: Conditions) -> Iterator[Slip]:
    """Numbers beyond those of any tournament."""
    numbers = [(name, getattr(conditions, name)) for name in NUMBERS]
    for plan in conditions.sessions:
        numbers += [("sessions", plan.tables), ("sessions", plan.rounds)]
    numbers += [("levels", level.after) for level in conditions.levels]
    for rest in conditions.breaks:
        numbers += [("breaks", rest.after), ("breaks", rest.minutes)]
    for name, number in numbers:
        if number > MOST_NUMBER:
            yield name.replace("_", "-"), f"goes beyond {MOST_NUMBER:,}, the most it may"


def _amounts(conditions: Conditions) -> Iterator[Slip]:
    for name in ("entry_fee", "commission", "buy_in", "buy_back_price", "added", "guarantee"):
        amount = getattr(conditions, name)
        if amount < 0:
            yield name.replace("_", "-"), f"is {in_dollars(amount)}; it must be $0 or more"
    for name in ("pass_cards", "undisclosed_wagers", "buy_backs", "wager_seconds", "sit_and_go"):
        number = getattr(conditions, name)
        if number < 0:
            yield name.replace("_", "-"), f"is {number}; it must be 0 or more"
    if conditions.buy_backs > 0 and conditions.buy_back_until < FIRST_BUY_BACK:
        why = f"nobody is out before the end of round 1, so it must be {FIRST_BUY_BACK} or more"
        yield "buy-back-until", f"is {conditions.buy_back_until}; {why}"
    if conditions.commission > conditions.entry_fee:
        more, fee = in_dollars(conditions.commission), in_dollars(conditions.entry_fee)
        yield "commission", f"is {more}; it comes out of the entry fee, which is {fee}"


def _limits(conditions: Conditions) -> Iterator[Slip]:
    minimum, maximum, unit = conditions.minimum, conditions.maximum, conditions.unit
    least = f"the minimum of {in_dollars(minimum)}"
    if minimum <= 0:
        yield "minimum", f"is {in_dollars(minimum)}; it must be above $0"
    elif maximum < minimum:
        yield "maximum", f"is {in_dollars(maximum)}; it must be at least {least}"
    if unit is not None and unit <= 0:
        yield "unit", f"is {in_dollars(unit)}; it must be above $0"
    if conditions.chips < minimum:
        yield "chips", f"is {in_dollars(conditions.chips)}; it must be at least {least}"
    before = 0
    for level in conditions.levels:
        if level.after <= before:
            yield "levels", f"has round {level.after} after round {before}; {IN_ORDER}"
        if not 0 < level.minimum <= level.maximum:
            limits = f"{in_dollars(level.minimum)} to {in_dollars(level.maximum)}"
            why = "a minimum must be above $0, and a maximum at least as much"
            yield "levels", f"has {limits} after round {level.after}; {why}"
        before = level.after


def _breaks(conditions: Conditions) -> Iterator[Slip]:
    before = 0
    for rest in conditions.breaks:
        if rest.after <= before:
            yield "breaks", f"has round {rest.after} after round {before}; {IN_ORDER}"
        if rest.minutes < 1:
            yield "breaks", f"has one of {rest.minutes} minutes; it must be 1 or more"
        before = rest.after


def _people(conditions: Conditions) -> Iterator[Slip]:
    least, most = conditions.minimum_players, conditions.maximum_players
    if least < 1:
        yield "minimum-players", f"is {least}; it must be 1 or more"
    if most < least:
        yield "maximum-players", f"is {most}; it must be at least minimum-players, {least}"
    go = conditions.sit_and_go
    if go and not least <= go <= most:
        yield "sit-and-go", f"is {go}; minimum-players and maximum-players are {least} and {most}"
    leave, starts = conditions.withdraw_until, conditions.starts
    if leave is not None and leave > starts:
        why = f"it must not be after starts, {starts.isoformat()}"
        yield "withdraw-until", f"is {leave.isoformat()}; {why}"


def _sessions(conditions: Conditions, boxes: int) -> Iterator[Slip]:
    plans = conditions.sessions
    if not plans:
        yield "sessions", "is empty; a tournament has one session or more"
        return
    names = [plan.name for plan in plans]
    for plan in plans:
        if not plan.name.strip() or names.count(plan.name) > 1:
            yield "sessions", f"has the name {plan.name!r}; each needs a name of its own"
            return
        yield from _session(conditions, plan, boxes)
    yield from _progress(conditions)
    yield from _going_on(conditions, boxes)


def _progress(conditions: Conditions) -> Iterator[Slip]:
    """How the sessions follow each other."""
    plans = conditions.sessions
    last = plans[-1]
    if last.advance:
        why = "nobody goes on from the last: its advance must be 0"
        yield "sessions", f"ends with {last.name!r}, with {last.advance} going on; {why}"
    if conditions.by_points:
        if any(plan.name == EXTRA_ROUNDS for plan in plans):
            yield "sessions", f"has the name {EXTRA_ROUNDS!r}, which extra rounds for points have"
        if any(plan.advance or plan.entrants is Entrants.ELIMINATED for plan in plans):
            why = "everybody plays each of them where points decide: advance must be 0"
            yield "sessions", f"has somebody go on; {why}"
        return
    if last.tables > 1:
        yield "sessions", f"ends with {last.tables} tables in {last.name!r}; it must be 1"
    if Entrants.ELIMINATED in (plans[0].entrants, last.entrants):
        yield "sessions", "begins or ends with one for the eliminated; that must come between"
    for plan in plans[:-1]:
        if plan.advance < 1:
            yield "sessions", f"has nobody go on from {plan.name!r}; advance must be 1 or more"
    if any(plan.other_game for plan in plans):
        yield "sessions", 'has one of another game; that takes format = "points"'


def _going_on(conditions: Conditions, boxes: int) -> Iterator[Slip]:
    """More who go on from a table than ever sit there, where the conditions limit the field."""
    field = conditions.maximum_players
    for plan in conditions.sessions:
        if plan.entrants is Entrants.ELIMINATED or plan.tables < 1:
            return
        seated = min(boxes, -(-field // plan.tables))
        if plan.advance > seated:
            yield "sessions", f"named {plan.name!r} {_too_many(plan.advance, seated)}"
            return
        field = plan.tables * plan.advance


def _too_many(going_on: int, seated: int) -> str:
    return f"has {going_on} go on from a table where {seated} sit at most"


def _session(conditions: Conditions, plan: SessionPlan, boxes: int) -> Iterator[Slip]:
    where = f"named {plan.name!r}"
    if plan.tables < 1 or plan.rounds < 1:
        has = f"tables = {plan.tables} and rounds = {plan.rounds}"
        yield "sessions", f"{where} has {has}; each must be 1 or more"
    if plan.advance < 0:
        yield "sessions", f"{where} has {plan.advance} go on; it must be 0 or more"
    if plan.advance > boxes:
        yield "sessions", f"{where} {_too_many(plan.advance, boxes)}"
    drops = ", ".join(map(str, plan.eliminations))
    if any(not 1 <= after <= plan.rounds for after in plan.eliminations):
        yield "sessions", f"{where} has eliminations {drops}; it has rounds 1 to {plan.rounds}"
    if list(plan.eliminations) != sorted(set(plan.eliminations)):
        yield "sessions", f"{where} has eliminations {drops}; they must be in order, each once"
    if plan.chips is not None and plan.chips < conditions.minimum:
        held, least = in_dollars(plan.chips), in_dollars(conditions.minimum)
        yield "sessions", f"{where} has chips of {held}; the minimum is {least}"


def _rewards(conditions: Conditions) -> Iterator[Slip]:
    if not conditions.prizes or any(share <= 0 for share in conditions.prizes):
        yield "prizes", f"is [{_listed(conditions.prizes)}]; each share must be above 0"
    if any(number < 0 for number in conditions.points):
        yield "points", f"is [{_listed(conditions.points)}]; each must be 0 or more"


def _listed(numbers: Iterable[Decimal]) -> str:
    return ", ".join(f"{one:f}" for one in numbers)


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
    wanted = rules.entries.wanted(by_points=conditions.by_points)
    missing = {name: says for name, says in wanted.items() if name in omitted}
    if not conditions.conducted_by_rules:
        missing["conducted-by-rules"] = wanted["conducted-by-rules"]
    if "points" in wanted and not conditions.points:
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
"""How a condition is kept to the one value that a rulebook allows."""


def _held_to_one_value(rules: TournamentLaw, conditions: Conditions) -> Refused | None:
    for name, says in rules.only.items():
        if not ONLY[name](conditions):
            why = f"{name} can only be {says.text} here"
            return Refused("conditions/not-here", says.clause, why, says.also)
    return None


OF_REFUSALS = {"conditions/prizes": "prizes", "conditions/commission": "commission"}
"""The condition that a refusal is about, where its code alone shows it."""


def condition_at_fault(law: TableLaw, conditions: Conditions, refused: Refused) -> str:
    """The condition that a rulebook refuses; empty where it is about none that is written down."""
    if refused.code != "conditions/not-here":
        return OF_REFUSALS.get(refused.code, "")
    rules = law.tournaments
    assert rules is not None
    return next(name for name in rules.only if not ONLY[name](conditions))


def _money(rules: TournamentLaw, conditions: Conditions, approved: Cents) -> Refused | None:
    whole = rules.pool.all_paid_out
    shares = sum(conditions.prizes, start=Decimal(0))
    if shares != ALL_OF_IT:
        why = f"the prizes make {shares:f} per cent of the pool, and they must make 100"
        return Refused("conditions/prizes", whole.clause, why, whole.also)
    if conditions.commission <= approved:
        return None
    kept = rules.pool.commission
    assert kept is not None  # where nothing is kept, no other commission than 0 gets here
    why = (
        f"a commission of {in_dollars(conditions.commission)} is above the approved "
        f"{in_dollars(approved)}"
    )
    return Refused("conditions/commission", kept.clause, why, kept.also)

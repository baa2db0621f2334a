"""The conditions that an operator states before a tournament: typed, read, held to the rulebook.

A *slip* is what nobody can intend; what a rulebook forbids is a refusal with its clause.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from decimal import Decimal
from enum import Enum
from typing import Any, get_type_hints

import msgspec
from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.games.table.choices import Level
from croupier.kit.shapes import ShapeError, convert_data, did_you_mean
from croupier.messages import Refused
from croupier.money import Cents, NotAnAmountError, dollars, in_dollars
from croupier.rulebooks import TableLaw
from croupier.rulebooks.law.tournaments import TournamentLaw

MOST_BOXES = 9
"""The most boxes that a layout has."""
EXTRA_ROUNDS = "play-off"
"""The session in which players with equal points play for their prizes."""
WHOLE_POOL = Decimal(100)
"""The per cent that all prizes together make."""


# ---------------------------------------------------------------------------------- the conditions


class Entrants(Enum):
    """The players of a session."""

    ADVANCED = "advanced"
    """Those who advanced."""
    ELIMINATED = "eliminated"
    """As a repechage, those who did not advance."""


class Seating(Enum):
    """How seats are assigned."""

    BALLOT = "ballot"
    LIST = "list"
    """The manager assigns them."""


class Ties(Enum):
    """How a tie is decided."""

    PLAY_OFF = "play-off"
    BALLOT = "ballot"
    """By lot."""
    SHARE = "share"
    """Tied places share equally what they earn together."""


class Format(Enum):
    """What decides a tournament."""

    PROGRESS = "progress"
    """Players progress from session to session."""
    POINTS = "points"
    """Points over all sessions."""


class SessionPlan(
    msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True
):
    """One session, as the conditions plan it."""

    name: str
    """Its name: ``heats``, ``final``."""
    tables: int = 1
    """How many tables play it."""
    rounds: int = 3
    """How many rounds it has."""
    advance: int = 0
    """How many players of each table advance; 0 in the last session."""
    chips: Cents | None = None
    """Chips at its start if they differ from the conditions'; ``None`` if they do not."""
    entrants: Entrants = Entrants.ADVANCED
    """Its players: those who advanced or, as a repechage, those who did not."""
    eliminations: tuple[int, ...] = ()
    """The rounds after which the player with the fewest chips at a table is out; empty if there are
    none."""
    other_game: bool = False
    """Whether another game is played, whose outcome is only recorded."""


class PlannedBreak(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A break, as the conditions plan it."""

    after: int
    """The round of a session after which it comes, counted from 1."""
    minutes: int
    """Its length."""


class Conditions(
    msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True
):
    """The tournament conditions; those left out have their usual values."""

    entry_fee: Cents = 100_00
    """What an entry costs; 0 if it is free."""
    commission: Cents = 0
    """What the operator keeps of each fee."""
    chips: Cents = 1000_00
    """Tournament chips of each player at the start of a session."""
    buy_in: Cents = 0
    """Money for those chips; 0 if they are allotted."""
    compulsory_wager: bool = True
    """Whether a wager is compulsory in every round."""
    minimum: Cents = 10_00
    """The minimum wager."""
    maximum: Cents = 500_00
    """The maximum wager."""
    unit: Cents | None = None
    """The step of wagers above the minimum; ``None`` for the minimum itself."""
    levels: tuple[Level, ...] = ()
    """When the limits change, in every session; empty if they do not."""
    breaks: tuple[PlannedBreak, ...] = ()
    """When there is a break, in every session; empty if none is planned."""
    sessions: tuple[SessionPlan, ...] = (SessionPlan(name="final"),)
    """The sessions, in order."""
    seating: Seating = Seating.BALLOT
    """How seats are assigned: drawn, or by the manager."""
    order_of_wagering: bool = True
    """Whether the marker is used."""
    deal_from_marker: bool = False
    """Whether cards and decisions start at the marker too."""
    pass_cards: int = 0
    """Pass cards for each player and session."""
    undisclosed_wagers: int = 0
    """Forms for each player and session."""
    buy_backs: int = 0
    """How often an eliminated player may buy back, in the first session."""
    buy_back_price: Cents = 50_00
    """What a buy-back costs."""
    buy_back_until: int = 2
    """The last round before which a player may buy back, 2 or more."""
    eligibility: str = "adults"
    """The players who may enter."""
    may_refuse: bool = False
    """Whether any application may be refused."""
    criteria: str = ""
    """The criteria by which entrants are selected; empty if all are accepted."""
    withdraw_until: datetime | None = None
    """The last moment of free withdrawal; ``None`` if it always costs the fee."""
    entry_method: str = "form"
    """How to enter."""
    starts: datetime = datetime(2026, 6, 1, 18, tzinfo=UTC)
    """When the first session starts."""
    minimum_players: int = 2
    """The fewest entries."""
    maximum_players: int = 100
    """The most entries."""
    groups: str = "none"
    """What groups of players must observe."""
    elimination: str = "below the minimum"
    """How players are eliminated."""
    ties: Ties = Ties.PLAY_OFF
    """How a tie for a place in a session is decided."""
    prizes: tuple[Decimal, ...] = (WHOLE_POOL,)
    """Per cent of the pool for places 1, 2 and so on."""
    prize_ties: Ties = Ties.PLAY_OFF
    """How a tie for prizes is decided."""
    format: Format = Format.PROGRESS
    """Whether players progress from session to session, or points over all sessions decide."""
    points: tuple[Decimal, ...] = ()
    """Points for places 1, 2 and so on at each table."""
    point_ties: Ties = Ties.SHARE
    """What tied places earn: their points divided, or what a play-off says."""
    sit_and_go: int = 0
    """How many entrants start at once; 0 if it starts at a set time."""
    payment: str = "cheque"
    """How prizes are paid."""
    added: Cents = 0
    """What the operator adds to the pool."""
    guarantee: Cents = 0
    """The least that the pool comes to; 0 if nothing is guaranteed."""
    written_agreement: bool = False
    """Whether an entrant must agree in writing."""
    wager_seconds: int = 0
    """Time for a wager; 0 if there is no limit."""
    cash_out: bool = False
    """Whether chips are exchanged for cash at the end of a session."""
    conducted_by_rules: bool = True
    """Whether it is stated who conducts the tournament, and that the rules prevail."""

    @property
    def by_points(self) -> bool:
        """Whether points over all sessions decide."""
        return self.format is Format.POINTS

    @property
    def step(self) -> Cents:
        """The step in which a wager may exceed the minimum."""
        return self.minimum if self.unit is None else self.unit

    def chips_for(self, session: SessionPlan) -> Cents:
        """Return the chips of each player at the start of a session."""
        return self.chips if session.chips is None else session.chips


# ------------------------------------------------------------------------------------------- slips


TIES = {
    "ties": (Ties.PLAY_OFF, Ties.BALLOT),
    "prize-ties": (Ties.PLAY_OFF, Ties.SHARE),
    "point-ties": (Ties.SHARE, Ties.PLAY_OFF),
}
"""The ways in which each kind of tie may be decided."""
NAMES = tuple(field.encode_name for field in msgspec.structs.fields(Conditions))
"""The conditions by the names that people write."""
USUAL_WITHDRAWAL = datetime(2026, 5, 25, 12, tzinfo=UTC)
"""Until when withdrawal is free if the conditions may say so and do not."""


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


def condition_slips(conditions: Conditions, *, boxes: int = MOST_BOXES) -> Iterator[Slip]:
    """Yield what nobody can intend, whatever the rulebook says."""
    yield from _bounds(conditions)
    yield from _amounts(conditions)
    yield from _limits(conditions)
    yield from _breaks(conditions)
    yield from _people(conditions)
    yield from _sessions(conditions, boxes)
    yield from _rewards(conditions)


def _bounds(conditions: Conditions) -> Iterator[Slip]:
    """Yield numbers beyond those of any tournament."""
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
    yield from _crowded_sessions(conditions, boxes)


def _progress(conditions: Conditions) -> Iterator[Slip]:
    """Yield what is wrong with the way in which the sessions follow each other."""
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


def _crowded_sessions(conditions: Conditions, boxes: int) -> Iterator[Slip]:
    """Yield sessions from which more players advance than can sit there."""
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
        yield "prizes", f"is [{_numbers_text(conditions.prizes)}]; each share must be above 0"
    if any(number < 0 for number in conditions.points):
        yield "points", f"is [{_numbers_text(conditions.points)}]; each must be 0 or more"


def _numbers_text(numbers: Iterable[Decimal]) -> str:
    return ", ".join(f"{one:f}" for one in numbers)


# --------------------------------------------------------------------------------- by the rulebook


def conditions_refusal(
    law: TableLaw, conditions: Conditions, *, omitted: tuple[str, ...], approved: Cents
) -> Refused | None:
    """Return why a rulebook forbids publishing the conditions; ``None`` if it does not.

    ``approved`` is the commission that the regulator has approved.
    """
    rules = law.tournaments
    assert rules is not None
    return (
        _missing_conditions(rules, conditions, omitted)
        or _not_the_only_value(rules, conditions)
        or _money(rules, conditions, approved)
    )


def _missing_conditions(
    rules: TournamentLaw, conditions: Conditions, omitted: tuple[str, ...]
) -> Refused | None:
    """Refuse conditions that leave out what they must state."""
    wanted = rules.entries.required_statements(by_points=conditions.by_points)
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


SINGLE_VALUES: dict[str, Callable[[Conditions], bool]] = {
    "commission": lambda given: given.commission == 0,
    "buy-in": lambda given: given.buy_in == 0,
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
"""The test for each condition to which a rulebook may allow only one value."""


def _not_the_only_value(rules: TournamentLaw, conditions: Conditions) -> Refused | None:
    for name, says in rules.only.items():
        if not SINGLE_VALUES[name](conditions):
            why = f"{name} can only be {says.text} here"
            return Refused("conditions/not-here", says.clause, why, says.also)
    return None


CONDITION_BY_REFUSAL = {"conditions/prizes": "prizes", "conditions/commission": "commission"}
"""The condition that a refusal is about, if its code alone shows it."""


def condition_at_fault(law: TableLaw, conditions: Conditions, refused: Refused) -> str:
    """Return the condition that a rulebook refuses; empty if it is about none that is stated."""
    if refused.code != "conditions/not-here":
        return CONDITION_BY_REFUSAL.get(refused.code, "")
    rules = law.tournaments
    assert rules is not None
    return next(name for name in rules.only if not SINGLE_VALUES[name](conditions))


def _money(rules: TournamentLaw, conditions: Conditions, approved: Cents) -> Refused | None:
    whole = rules.pool.all_paid_out
    shares = sum(conditions.prizes, start=Decimal(0))
    if shares != WHOLE_POOL:
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


# ---------------------------------------------------------------------------- as people write them


MONEY = (
    "entry-fee", "commission", "chips", "buy-in", "minimum", "maximum", "unit", "buy-back-price",
    "added", "guarantee",
)  # fmt: skip
"""The conditions that are amounts in dollars."""
TIMES = ("withdraw-until", "starts")
SHARES = ("prizes", "points")
"""The conditions that are lists of numbers."""
GROUPS: dict[str, type[msgspec.Struct]] = {
    "levels": Level,
    "breaks": PlannedBreak,
    "sessions": SessionPlan,
}
"""The conditions that are lists of groups."""


class BadConditionsError(CroupierError):
    """Conditions cannot be read, or state what nobody can intend."""

    status, code = 400, "request/not-understood"

    def __init__(self, key: str, why: str, line: int | None = None) -> None:
        where = "" if line is None else f", line {line}"
        super().__init__(f"condition {key!r}{where}: {why}")
        self.key = key
        self.why = why


def read_conditions(
    law: TableLaw, data: dict[str, Any], *, text: str = "", boxes: int = MOST_BOXES
) -> Conditions:
    """Return the conditions from a table of a TOML file.

    ``text`` is the file, to name the line of a slip. The law must be one that has tournaments.
    """
    assert law.tournaments is not None
    try:
        conditions = _convert(data)
        for key, why in condition_slips(conditions, boxes=boxes):
            raise BadConditionsError(key, why)
    except BadConditionsError as error:
        line = line_of(text, error.key)
        raise BadConditionsError(error.key, error.why, line) from None
    free = law.tournaments.pool.free_withdrawal is not None
    if free and conditions.withdraw_until is None:
        usual = min(USUAL_WITHDRAWAL, conditions.starts)
        conditions = replace(conditions, withdraw_until=usual)
    return conditions


def line_of(text: str, key: str, within: str = "conditions") -> int | None:
    """Return the line of a key in a part of a file, counted from 1; the top part has no name."""
    named = rf"|^\s*\[+\s*{within}\.{re.escape(key)}\b" if within else rf"|^\s*\[+\s*{key}\b"
    pattern = re.compile(rf"""^\s*["']?{re.escape(key)}["']?\s*={named}""")
    inside = not within
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("["):
            inside = within in line
        if inside and pattern.match(line):
            return number
    return None


def _convert(data: dict[str, Any]) -> Conditions:
    fields: dict[str, Any] = {}
    for key, given in data.items():
        if key not in NAMES:
            raise BadConditionsError(key, f"there is no such condition{did_you_mean(key, NAMES)}")
        fields[key] = _value(key, given)
    return msgspec.convert(fields, Conditions, builtin_types=(datetime, Decimal))


def _value(key: str, given: Any) -> Any:
    """Return one condition, checked by its kind."""
    if key in MONEY:
        return _read_money(key, given)
    if key in TIMES:
        return _time(key, given)
    if key in SHARES:
        return _shares(key, given)
    if key in GROUPS:
        return _groups(key, given, GROUPS[key])
    hint = get_type_hints(Conditions)[key.replace("-", "_")]
    if issubclass(hint, Enum):
        options = [one.value for one in TIES.get(key, tuple(hint))]
        if given not in options:
            accepted = " or ".join(f'"{one}"' for one in options)
            raise BadConditionsError(key, f"{given!r} is not accepted; it is {accepted}")
    elif type(given) is not hint:
        accepted = {bool: "true or false", int: "a whole number", str: "text"}[hint]
        raise BadConditionsError(key, f"{given!r} is not accepted; it is {accepted}")
    return given


def _read_money(key: str, given: Any) -> int:
    try:
        return dollars(given)
    except NotAnAmountError as error:
        raise BadConditionsError(key, str(error)) from None


def _time(key: str, given: Any) -> datetime:
    try:
        time = given if isinstance(given, datetime) else datetime.fromisoformat(str(given))
    except ValueError:
        why = f"{given!r} is not a time such as 2026-06-01T18:00:00Z"
        raise BadConditionsError(key, why) from None
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def _shares(key: str, given: Any) -> tuple[Decimal, ...]:
    items = given if isinstance(given, list) else [given]
    if all(type(one) in (int, float) for one in items):
        numbers = tuple(Decimal(str(one)) for one in items)
        if all(one.is_finite() for one in numbers):
            return numbers
    raise BadConditionsError(key, f"{given!r} is not a list of numbers such as [50, 30, 20]")


def _groups(key: str, given: Any, kind: type[msgspec.Struct]) -> list[Any]:
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise BadConditionsError(key, "is a list of groups such as [{ ... }]")
    groups = []
    for number, one in enumerate(given, 1):
        fields = dict(one)
        for name in ("chips", "minimum", "maximum"):
            if name in fields:
                fields[name] = _read_money(key, fields[name])
        try:
            convert_data(fields, kind)
        except ShapeError as error:
            raise BadConditionsError(key, f"entry {number}: {error}") from None
        groups.append(fields)
    return groups

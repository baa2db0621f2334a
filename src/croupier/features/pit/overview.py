"""What the pit shows: a row for each table, and what needs somebody, most urgent first.

It reads the tables themselves, not their views: the page is for staff, shows no card, and must
be ready at once for a hundred tables.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import IntEnum

import msgspec

from croupier.games.table.choices import Mode
from croupier.games.table.state import Dispute, Notice, Sign, Table
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Role, TableLaw

SILENT = timedelta(minutes=5)
"""How long a round may stand still before somebody should look."""
SHORT_STATES = {
    "The table is closed": "closed",
    "The cards are being prepared": "shuffling",
    "Betting is open": "betting",
}
OPEN_DISPUTES = {
    "raised": ("decide-dispute", "Decide"),
    "review-asked": ("review-dispute", "Review"),
    "decided": ("close-dispute", "Close"),
}
"""What is done next about a dispute, by its step: the command and its label."""


class Urgency(IntEnum):
    """How soon somebody is needed; the lowest is the most urgent."""

    OVERDUE = 0
    """A deadline of a clause has passed."""
    DISPUTE = 1
    """A player waits for a decision."""
    NOTICE = 2
    """A notice waits for its acknowledgement."""
    STANDSTILL = 3
    """Nothing happens: the table rests, or a round stands still."""
    SIGN = 4
    """A sign is up: nothing to do yet but to know."""


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """Something at a table that needs somebody."""

    urgency: Urgency
    """How soon somebody is needed."""
    title: str
    """What it is, in a few words."""
    text: str = ""
    """What is known about it; empty if the title says all."""
    clause: str = ""
    """The clause behind it; empty if there is none."""
    since: datetime | None = None
    """When it came up; ``None`` if that is unknown."""
    until: datetime | None = None
    """The deadline, or when a sign takes effect; ``None`` for none."""
    notice: int = 0
    """The number of the notice that can be acknowledged; 0 if it is not a notice."""
    command: str = ""
    """The command on the console that settles it; empty if there is none."""
    label: str = ""
    """The label of the link to that command."""
    dispute: int = 0
    """The number of the dispute; 0 if it is not a dispute."""
    round: int = 0
    """The round it is about; 0 if it is about none."""

    @property
    def needs_somebody(self) -> bool:
        """Whether somebody must act; a sign only has to be known."""
        return self.urgency is not Urgency.SIGN

    @property
    def tag(self) -> str:
        """What it is in a word or two, for the line of its table."""
        return {
            Urgency.OVERDUE: "notice overdue",
            Urgency.DISPUTE: "dispute",
            Urgency.NOTICE: "notice",
        }.get(self.urgency, self.title)


class PitRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a line of the pit."""

    table: str
    """The name of the table, as in addresses."""
    game: str
    """The name of the game, for programs."""
    title: str
    """The title of the game, for people."""
    label: str
    """The table's name as people say it."""
    book: str
    """The rulebook its clauses are in."""
    limits: str
    """The sign: $5 to $500."""
    state: str
    """What happens there, in a word or two."""
    dealer: str
    """Who deals; empty for nobody."""
    live: bool
    """Whether a person deals."""
    seated: int
    """How many people have a seat."""
    boxes: int
    """How many boxes the layout has."""
    rounds: int
    """How many rounds were begun."""
    pace: int
    """Rounds an hour; 0 before there are some."""
    idle_seconds: int
    """Seconds since the last event; 0 if that is unknown."""
    win: Cents
    """What the house has won since the table was opened."""
    float: Cents | None
    """The chips that should lie in the rack now; ``None`` without a float of the cage, and for
    somebody who may not see floats."""
    open: bool
    """Whether the table is open."""
    needs: tuple[Need, ...]
    """What needs somebody, most urgent first."""

    @property
    def urgency(self) -> int:
        """The urgency of what comes first; above all others if nothing is needed."""
        return min((need.urgency for need in self.needs), default=len(Urgency))

    @property
    def needs_somebody(self) -> bool:
        return any(need.needs_somebody for need in self.needs)


class PitTotals(msgspec.Struct, frozen=True):
    """The floor in figures."""

    open: int
    """Open tables."""
    closed: int
    """Closed tables."""
    players: int
    """People who have a seat."""
    rounds_an_hour: int
    """Rounds an hour of all open tables together; 0 before there are some."""
    win: Cents
    """What the house has won at all of them since they were opened."""
    needs: int
    """How many things need somebody."""
    overdue: int
    """How many of those are past the deadline of a clause."""


def house_win(table: Table) -> Cents:
    """Return what the house has won at a table since it was opened; below zero is a loss.

    Chips that change hands for cash move between the float and the cash box, so that their sum
    changes with results alone.
    """
    till = table.till
    return table.balances.get(till.float, 0) + table.balances.get(till.cash, 0)


def pit_row(
    name: str,
    law: TableLaw,
    table: Table,
    *,
    label: str,
    phase: str,
    names: dict[str, str],
    now: datetime,
    last: datetime | None,
    pace: int,
    rests: str = "",
    float_amount: Cents | None = None,
) -> PitRow:
    """Return the line of a table.

    ``last`` is when its last event was written, ``names`` has people's names by id, and
    ``float_amount`` is what its float should hold.
    """
    live = table.choices.mode is Mode.LIVE
    needs = sorted(
        (
            *_disputes(table, names),
            *_notices(table, now),
            *_standstill(table, now, last, rests),
            *_signs(table),
        ),
        key=lambda need: need.urgency,
    )
    return PitRow(
        table=name,
        game=law.game,
        title=law.title,
        label=label,
        book=law.book,
        limits=f"{in_dollars(table.limits.minimum)} to {in_dollars(table.limits.maximum)}",
        state=_state(table, phase, rests),
        dealer=names.get(table.dealer, table.dealer) if live else "software",
        live=live,
        seated=sum(player.seat is not None for player in table.players.values()),
        boxes=table.choices.boxes,
        rounds=table.rounds,
        pace=pace,
        idle_seconds=0 if last is None else max(0, int((now - last).total_seconds())),
        win=house_win(table),
        float=float_amount,
        open=table.open,
        needs=tuple(needs),
    )


def pit_totals(rows: Iterable[PitRow]) -> PitTotals:
    """Return the sums over all tables."""
    rows = tuple(rows)
    needs = [need for row in rows for need in row.needs if need.needs_somebody]
    return PitTotals(
        open=sum(row.open for row in rows),
        closed=sum(not row.open for row in rows),
        players=sum(row.seated for row in rows),
        rounds_an_hour=sum(row.pace for row in rows if row.open),
        win=sum(row.win for row in rows),
        needs=len(needs),
        overdue=sum(need.urgency is Urgency.OVERDUE for need in needs),
    )


def by_need(rows: Iterable[PitRow]) -> tuple[PitRow, ...]:
    """Return the rows with those first that need somebody most; closed tables come last."""
    return tuple(sorted(rows, key=lambda row: (not row.open, row.urgency, row.title, row.label)))


def _state(table: Table, phase: str, rests: str) -> str:
    if rests:
        return "rests"
    if not table.open:
        return "closed"
    if not table.players:
        return "no players"
    if table.round is not None:
        return "in a round"
    return SHORT_STATES.get(phase, phase.lower())


def _disputes(table: Table, names: dict[str, str]) -> Iterable[Need]:
    for number, one in enumerate(table.disputes, 1):
        if one.step in OPEN_DISPUTES:
            yield _dispute(number, one, names)


def _dispute(number: int, one: Dispute, names: dict[str, str]) -> Need:
    command, label = OPEN_DISPUTES[one.step]
    who = names.get(one.player, one.player)
    title = {
        "raised": f"{who} disputes something",
        "review-asked": f"{who} asks for a review",
        "decided": f"{who} has a decision",
    }[one.step]
    return Need(
        urgency=Urgency.SIGN if one.step == "decided" else Urgency.DISPUTE,
        title=title,
        text=f"{one.about}. {one.outcome}".strip(),
        command=command,
        label=label,
        dispute=number,
        round=one.round,
    )


def _notices(table: Table, now: datetime) -> Iterable[Need]:
    for number, one in enumerate(table.notices, 1):
        if not one.acknowledged:
            yield _notice(number, one, now)


def _notice(number: int, one: Notice, now: datetime) -> Need:
    late = one.deadline is not None and now > one.deadline
    return Need(
        urgency=Urgency.OVERDUE if late else Urgency.NOTICE,
        title=f"Notice for {_recipient(one.whom)}",
        text=one.about,
        clause=one.clause,
        since=one.given,
        until=one.deadline,
        notice=number,
    )


def _recipient(role: Role) -> str:
    return role.title if role is Role.SURVEILLANCE else f"the {role.title}"


def _standstill(table: Table, now: datetime, last: datetime | None, rests: str) -> Iterable[Need]:
    if rests:
        yield Need(urgency=Urgency.STANDSTILL, title="The table rests", text=rests)
    elif table.round is not None and last is not None and now - last > SILENT:
        minutes = int((now - last).total_seconds()) // 60
        text = f"Nothing has happened in this round for {minutes} minutes."
        yield Need(urgency=Urgency.STANDSTILL, title="A round stands still", text=text, since=last)


def _signs(table: Table) -> Iterable[Need]:
    if table.limit_sign is not None:
        yield _sign(table.limit_sign, _limits_title(table, table.limit_sign))
    if table.closing_sign is not None:
        yield _sign(table.closing_sign, "The table closes")


def _sign(sign: Sign, title: str) -> Need:
    return Need(urgency=Urgency.SIGN, title=title, since=sign.displayed, until=sign.effective)


def _limits_title(table: Table, sign: Sign) -> str:
    if sign.limits is None or sign.limits.minimum == table.limits.minimum:
        return "Other limits"
    before, after = in_dollars(table.limits.minimum), in_dollars(sign.limits.minimum)
    return f"Minimum {before} to {after}"

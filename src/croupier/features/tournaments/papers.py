"""Printed papers of a tournament: the conditions as a document, the seating sheet, seat cards."""

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from enum import Enum
from html import escape
from typing import Any

import msgspec

from croupier.display.documents import grid, page, paragraph
from croupier.display.viewers import noun_count
from croupier.features.tournaments.rules.conditions import (
    MONEY,
    Conditions,
    PlannedBreak,
    SessionPlan,
)
from croupier.features.tournaments.rules.state import Seat
from croupier.games.table.choices import Level
from croupier.money import in_dollars
from croupier.rulebooks import TableLaw
from croupier.rulebooks.catalogue import Provision
from croupier.rulebooks.law.tournaments import TournamentLaw

ENTITLED = "Only persons who may enter the casino and gamble may enter."
REFUSABLE = "The operator may refuse any application."
LABELS = {
    "withdraw-until": "Free to withdraw until",
    "wager-seconds": "Time for a wager",
    "conducted-by-rules": "Conduct",
    "entitled": "Who may enter",
    "may-refuse": "Right of refusal",
    "criteria": "Selection",
}
"""The names of conditions on paper, if they differ from the name with spaces."""


# -------------------------------------------------------------------------------------- conditions


class Statement(msgspec.Struct, frozen=True):
    """One line of the conditions."""

    name: str
    """The condition, as files name it."""
    text: str
    """What it states."""
    clauses: tuple[str, ...]
    """The clauses that require it or provide for it; empty if there are none."""

    @property
    def label(self) -> str:
        """The condition as people read it."""
        return LABELS.get(self.name, self.name.replace("-", " ").capitalize())


def condition_statements(law: TableLaw, conditions: Conditions) -> Iterator[Statement]:
    """Yield the conditions as statements, each with the clauses that require it."""
    rules = law.tournaments
    assert rules is not None
    asked = rules.entries.required_statements(by_points=conditions.by_points)
    for field in msgspec.structs.fields(Conditions):
        name, value = field.encode_name, getattr(conditions, field.name)
        says = asked.get(name)
        if name == "conducted-by-rules":
            text = f"{says.text[0].upper()}{says.text[1:]}." if says is not None else ""
        else:
            text = _sentence(name, value)
        if text and (says is not None or value != field.default):
            source = says or _provisions(rules).get(name)
            clauses = () if source is None else (source.clause, *source.also)
            yield Statement(name, text, clauses)
    yield from _eligibility(rules, conditions)


def _provisions(rules: TournamentLaw) -> dict[str, Provision | None]:
    """Return the provisions for conditions that need not be stated, by their names."""
    return {
        "buy-in": rules.wagers.allotment,
        "levels": rules.wagers.limits,
        "deal-from-marker": rules.wagers.order.deals,
        "guarantee": rules.pool.guaranteed,
        "written-agreement": rules.entries.agreement,
        "wager-seconds": rules.wagers.timed,
        "cash-out": rules.places.all_agree,
        "breaks": rules.seats.breaks,
    }


def _eligibility(rules: TournamentLaw, conditions: Conditions) -> Iterator[Statement]:
    entries = rules.entries
    yield Statement("entitled", ENTITLED, (entries.statements["eligibility"].clause,))
    if conditions.may_refuse:
        yield Statement("may-refuse", REFUSABLE, (entries.refusable.clause,))
    if conditions.criteria and entries.selection is not None:
        text = f"Entrants are selected by: {conditions.criteria}."
        yield Statement("criteria", text, (entries.selection.clause,))


def _sentence(name: str, value: Any) -> str:
    """Return a condition in words."""
    if value is None:
        return "the minimum" if name == "unit" else ""
    if name in MONEY:
        return in_dollars(value)
    match value:
        case bool():
            return "yes" if value else "no"
        case datetime():
            return value.strftime("%-d %B %Y, %H:%M %Z").strip()
        case Enum():
            return str(value.value)
        case tuple() if name == "prizes":
            return ", ".join(f"{one.normalize():f} %" for one in value)
        case tuple():
            return "; ".join(_item(one) for one in value) or "none"
    return f"{value} seconds" if name == "wager-seconds" else str(value)


def _item(one: Any) -> str:
    match one:
        case Level():
            limits = f"{in_dollars(one.minimum)} to {in_dollars(one.maximum)}"
            return f"{limits} after round {one.after}"
        case PlannedBreak():
            return f"{one.minutes} minutes after round {one.after}"
        case SessionPlan():
            return _session(one)
        case Decimal():
            return f"{one.normalize():f}"
    return str(one)


def _session(plan: SessionPlan) -> str:
    if plan.other_game:
        return f"{plan.name}: another game"
    tables = noun_count(plan.tables, "table")
    text = f"{plan.name}: {tables}, {noun_count(plan.rounds, 'round')}"
    text += f", {plan.advance} of each table go on" if plan.advance else ""
    text += f", chips {in_dollars(plan.chips)}" if plan.chips is not None else ""
    out = ", ".join(str(one) for one in plan.eliminations)
    text += f", least chips out after rounds {out}" if out else ""
    return (
        f"{text}, for those who have not gone on" if plan.entrants.value == "eliminated" else text
    )


def conditions_text(law: TableLaw, conditions: Conditions, title: str) -> str:
    """Return the conditions as plain text."""
    lines = [title or "Tournament conditions", law.title, ""]
    for one in condition_statements(law, conditions):
        cited = f" ({', '.join(one.clauses)})" if one.clauses else ""
        lines.append(f"{one.label}: {one.text}{cited}")
    return "\n".join(lines) + "\n"


def conditions_html(law: TableLaw, conditions: Conditions, title: str) -> str:
    """Return the conditions as a page."""
    rows = [
        (one.label, one.text, ", ".join(one.clauses))
        for one in condition_statements(law, conditions)
    ]
    return page(title or "Tournament conditions", [paragraph(law.title), grid((), rows)])


# ------------------------------------------------------------------------------------------- seats


SHEET = ("Table", "Box", "Player", "Signature")
"""The headings of a sheet to sign."""


def seat_cards_text(seats: tuple[Seat, ...], title: str, session: str) -> str:
    """Return a card for each player, to cut apart."""
    return "".join(
        f"{CUT}\n{title}\n{one.player}\nTable {one.table}, box {one.box}, {session}\n"
        for one in seats
    )


CUT = "- " * 20
"""The line along which cards are cut apart."""


def seats_html(seats: tuple[Seat, ...], title: str, session: str) -> str:
    """Return a page with the sheet to sign, then a card for each player."""
    cards = "\n".join(
        f'<div class="card">{escape(title)}<strong>{escape(one.player)}</strong>'
        f"Table {one.table}, box {one.box}, {escape(session)}</div>"
        for one in seats
    )
    sheet = grid(SHEET, seat_rows(seats))
    return page(f"{title}: {session}", [sheet, f'<div class="cards">\n{cards}\n</div>'])


def seat_rows(seats: tuple[Seat, ...]) -> list[tuple[str, str, str, str]]:
    """Return the seats by table and box, with room to sign."""
    return [(str(one.table), str(one.box), one.player, "_" * 24) for one in seats]

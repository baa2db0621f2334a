"""What happened in a round, line by line: who, for what, by which clause, how much."""

from collections.abc import Mapping

import msgspec

from croupier.display.viewers import player_of
from croupier.display.views import ON_A_HAND, SettledView, TableView, told_total
from croupier.money import in_dollars
from croupier.rulebooks import Catalogue, UnknownClauseError
from croupier.table.state import MAIN
from croupier.web.pages.cloth import Cloth
from croupier.web.pages.layout import name_of
from croupier.web.pages.terms import title_of

TONES = {"win": "win", "lose": "lose"}


class LinePart(msgspec.Struct, frozen=True):
    """One wager's settlement as it is shown."""

    box: int
    """Where it lay."""
    who: str
    """Whose wager it was."""
    what: str
    """On what, and how much: blackjack $5.50, Perfect Pairs $5."""
    why: str
    """The clause in our words."""
    clauses: tuple[str, ...]
    """The clause that decided, then those that shaped it."""
    amount: str
    """What was won, with its sign; what came back without one."""
    tone: str
    """``win``, ``lose`` or empty."""
    mine: bool
    """Whether it is the viewer's."""


def settled_lines(view: TableView, cloth: Cloth, book: Catalogue) -> tuple[LinePart, ...]:
    """The settlements of the round, the viewer's own first."""
    me = player_of(view.viewer)
    titles = {spot.on: spot.title for spot in cloth.spots}
    parts = [_line(view, titles, book, one, mine=one.player == me) for one in view.settled]
    return tuple(sorted(parts, key=lambda part: not part.mine))


def _line(
    view: TableView, titles: Mapping[str, str], book: Catalogue, one: SettledView, *, mine: bool
) -> LinePart:
    return LinePart(
        one.box,
        name_of(view, one.player),
        f"{titles.get(one.on) or _subject(view, one)}, {in_dollars(one.stake)}",
        gist(book, one.clause),
        (one.clause, *one.also),
        signed(one.net) if one.net else f"{in_dollars(one.stake)} back",
        TONES.get(one.result, "") if one.net else "",
        mine,
    )


def _subject(view: TableView, one: SettledView) -> str:
    """What a wager was on: the hand's total, or the name of the wager."""
    if one.on not in ON_A_HAND:
        return title_of(one.on)
    hand = view.hand(one.box, one.hand)
    total = told_total(hand) if hand is not None else ""
    if one.on == MAIN:
        return total or "wager"
    return f"{title_of(one.on)}, {total}" if total else title_of(one.on)


def signed(amount: int) -> str:
    """An amount with its sign, a true minus where it is below zero: +$20."""
    return in_dollars(amount, sign=True).replace("-", "\N{MINUS SIGN}")


def gist(book: Catalogue, clause: str) -> str:
    """A clause in our words; empty where there is none of that number."""
    try:
        return book[clause].gist if clause else ""
    except UnknownClauseError:
        return ""


def mark(clause: str) -> str:
    """What stands on a clause's mark: its number; a definition and a line of a table shortened.

    >>> mark("15.1.2"), mark("table:10.1:two-pairs"), mark("def:insurance-line")
    ('15.1.2', '10.1', 'def.')
    """
    kind, _, rest = clause.partition(":")
    if not rest:
        return clause
    return "def." if kind == "def" else rest.partition(":")[0]

"""Results: the settlement of a round line by line, and the last rounds of every table."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import msgspec

from croupier.display.replays import OPENING, OVER
from croupier.display.viewers import player_of
from croupier.display.views import ON_A_HAND, SettledView, TableView, hand_value
from croupier.games.engine import lines_of
from croupier.games.table.state import MAIN
from croupier.money import Cents, in_dollars
from croupier.record.codec import decode
from croupier.record.envelopes import Envelope
from croupier.rulebooks import Catalogue, UnknownClauseError
from croupier.rulebooks.catalogue import summary
from croupier.streams import KINDS, TABLE
from croupier.web.pages.table.felt import FeltPrint, name_of
from croupier.web.pages.table.reasons import reason_for
from croupier.web.pages.text import title_of

TONES = {"win": "win", "lose": "lose"}


class LinePart(msgspec.Struct, frozen=True):
    """One wager's settlement as shown."""

    box: int
    who: str
    """The player's name."""
    what: str
    """The kind and amount: blackjack $5.50, Perfect Pairs $5."""
    why: str
    """The reason in words about this hand, or else the clause in our words."""
    clauses: tuple[str, ...]
    """The deciding clause, then those that shaped it."""
    amount: str
    """What was won, with its sign; what was returned, without one."""
    tone: str
    """``win``, ``lose`` or empty."""
    mine: bool
    """Whether it is the viewer's."""


def settlement_lines(view: TableView, felt: FeltPrint, book: Catalogue) -> tuple[LinePart, ...]:
    """Return the settlements of the round, the viewer's own first."""
    me = player_of(view.viewer)
    titles = {spot.on: spot.title for spot in felt.spots}
    parts = [_line(view, titles, book, one, mine=one.player == me) for one in view.settled]
    return tuple(sorted(parts, key=lambda part: not part.mine))


def _line(
    view: TableView, titles: Mapping[str, str], book: Catalogue, one: SettledView, *, mine: bool
) -> LinePart:
    return LinePart(
        one.box,
        name_of(view, one.player),
        f"{titles.get(one.on) or _subject(view, one)}, {in_dollars(one.stake)}",
        reason_for(view, one) or gist(book, one.clause),
        tuple(dict.fromkeys((one.clause, *one.also))),
        signed_amount(one.net) if one.net else f"{in_dollars(one.stake)} back",
        TONES.get(one.result, "") if one.net else "",
        mine,
    )


def _subject(view: TableView, one: SettledView) -> str:
    """Return what a wager was on: the hand's total, or the name of the wager."""
    if one.on not in ON_A_HAND:
        return title_of(one.on)
    hand = view.hand(one.box, one.hand)
    total = hand_value(hand) if hand is not None else ""
    if one.on == MAIN:
        return total or "wager"
    return f"{title_of(one.on)}, {total}" if total else title_of(one.on)


def signed_amount(amount: int) -> str:
    """Return an amount with its sign, a true minus below zero: +$20."""
    return in_dollars(amount, sign=True).replace("-", "\N{MINUS SIGN}")


def gist(book: Catalogue, clause: str) -> str:
    """Return a clause as a whole in our words; empty if there is no such clause."""
    try:
        return summary(book, clause) if clause else ""
    except UnknownClauseError:
        return ""


def mark(clause: str) -> str:
    """Return the text of a clause's mark: its number; definitions and lines of tables shortened.

    >>> mark("15.1.2"), mark("table:10.1:two-pairs"), mark("def:insurance-line")
    ('15.1.2', '10.1', 'def.')
    """
    kind, _, rest = clause.partition(":")
    if not rest:
        return clause
    return "def." if kind == "def" else rest.partition(":")[0]


def each_mark_once(clauses: Iterable[str]) -> tuple[str, ...]:
    """Return clauses without those whose mark reads like one before: a table and a line of it.

    >>> each_mark_once(["9.5", "10.1", "table:10.1:two-pairs", "9.5"])
    ('9.5', '10.1')
    """
    found: dict[str, str] = {}
    for clause in clauses:
        found.setdefault(mark(clause), clause)
    return tuple(found.values())


FEW, HOUR_SECONDS = 3, 3600
"""The least rounds for a pace, and the seconds of an hour."""
HELD_ROUNDS = 60
"""The rounds of a table held in memory; older ones are read from the log."""


class RecentRound(msgspec.Struct):
    """A round that is over, or in play."""

    number: int
    """Its number at the table, from 1."""
    net: dict[str, Cents]
    """What each player won; below zero is a loss."""
    clauses: dict[str, str]
    """The clause that decided each player's largest line."""
    over: bool = False
    began: datetime | None = None
    """When it began, by the store's clock; ``None`` if unknown."""


class RecentRounds:
    """The last rounds of every table, folded from the log."""

    def __init__(self) -> None:
        self._tables: dict[str, deque[RecentRound]] = {}
        self._counts: dict[str, int] = {}

    def snapshot_state(self) -> dict[str, tuple[int, list[RecentRound]]]:
        """Return the number of rounds of each table and the last of them, for a snapshot of the
        floor."""
        return {name: (self._counts.get(name, 0), list(of)) for name, of in self._tables.items()}

    def restore_state(self, kept: bytes) -> None:
        """Restore the rounds of a snapshot."""
        found: dict[str, tuple[int, list[RecentRound]]]
        found = decode(dict[str, tuple[int, list[RecentRound]]], kept)
        for name, (count, rounds) in found.items():
            self._tables[name] = deque(rounds, maxlen=HELD_ROUNDS)
            if count:
                self._counts[name] = count

    def apply(self, envelopes: Sequence[Envelope]) -> None:
        """Apply events of the log."""
        for envelope in envelopes:
            kind, name = KINDS.of(envelope.stream)
            if kind is TABLE:
                self._take(name, envelope)

    def _take(self, name: str, envelope: Envelope) -> None:
        event = envelope.event
        rounds = self._tables.setdefault(name, deque(maxlen=HELD_ROUNDS))
        if isinstance(event, OPENING):
            self._counts[name] = self._counts.get(name, 0) + 1
            rounds.append(RecentRound(self._counts[name], {}, {}, began=envelope.recorded))
        if not rounds:
            return
        net, clauses = rounds[-1].net, rounds[-1].clauses
        for line in sorted(lines_of(event), key=lambda line: abs(line.net)):
            net[line.player] = net.get(line.player, 0) + line.net
            clauses[line.player] = line.clause
        if isinstance(event, OVER):
            rounds[-1].over = True

    def of(self, name: str) -> tuple[RecentRound, ...]:
        """Return the last rounds of a table, the newest first."""
        return tuple(reversed(self._tables.get(name, ())))

    def an_hour(self, name: str) -> int:
        """Return the rounds per hour of a table, by its last ones; 0 before there are some."""
        began = [one.began for one in self._tables.get(name, ()) if one.began is not None]
        if len(began) < FEW:
            return 0
        seconds = (began[-1] - began[0]).total_seconds()
        return round((len(began) - 1) * HOUR_SECONDS / seconds) if seconds > 0 else 0

    def of_player(self, name: str, player: str, most: int) -> list[tuple[int, Cents, str]]:
        """Return a player's last rounds, the newest first: number, result, deciding clause."""
        own = (one for one in self.of(name) if one.over and player in one.net)
        return [
            (one.number, one.net[player], one.clauses[player])
            for one, _ in zip(own, range(most), strict=False)
        ]

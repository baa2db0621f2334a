"""Wagers before the cards: laid, undone, repeated, doubled, cleared, and saved for another round.

The order in which chips were laid follows from the log. What a browser keeps, the chosen chip and
the saved bets, is in its cookies, so that both work without any script.
"""

import re
from collections.abc import Mapping, Sequence

import msgspec
from litestar.datastructures import Cookie

from croupier.display.replays import OPENING
from croupier.display.viewers import noun_count, player_of
from croupier.display.views import TableView, last_wagers
from croupier.games.stud.state import ANTE, JACKPOT
from croupier.games.table.rounds import Deal
from croupier.games.table.state import MAIN
from croupier.games.table.wagers import PlaceWager, WagerPlaced, WagerReturned, WithdrawWager
from croupier.messages import Command
from croupier.money import Cents, in_dollars
from croupier.record.envelopes import Envelope
from croupier.rulebooks import Role
from croupier.streams import KINDS, TABLE
from croupier.web.pages.svg_symbols import CHIPS, chips_for
from croupier.web.pages.table.forms import MisreadError, increase_commands

LaidBet = tuple[int, str, Cents]
"""Box, kind of wager, amount."""
OWN_SEAT = 0
"""Stands in a saved bet for the box where its player sits."""


# What lies there ----------------------------------------------------------------------------------


class LaidChips:
    """The chips that players have laid for the next round of every table, folded from the log."""

    def __init__(self) -> None:
        self._tables: dict[str, list[tuple[str, LaidBet]]] = {}
        self._returned: dict[str, list[tuple[str, LaidBet]]] = {}

    def apply(self, envelopes: Sequence[Envelope]) -> None:
        """Apply events of the log."""
        for envelope in envelopes:
            kind, name = KINDS.of(envelope.stream)
            if kind is TABLE:
                self._take(name, envelope)

    def _take(self, table: str, envelope: Envelope) -> None:
        event = envelope.event
        if isinstance(event, OPENING):
            self._tables.pop(table, None)
            self._returned.pop(table, None)
        elif isinstance(event, WagerReturned):
            laid = self._tables.get(table, [])
            gone = [one for one in laid if _is_same_wager(one, event)]
            self._tables[table] = [one for one in laid if one not in gone]
            self._returned[table] = gone
        elif isinstance(event, WagerPlaced):
            self._place(table, event)

    def _place(self, table: str, event: WagerPlaced) -> None:
        """Add a chip. Where one wager alone may lie, more chips are a new wager: the old come back
        under it."""
        laid = self._tables.setdefault(table, [])
        before = [one for one in self._returned.pop(table, []) if _is_same_wager(one, event)]
        more = event.amount - sum(bet[2] for _, bet in before)
        if before and more > 0:
            laid += before
        laid.append((event.player, (event.box, event.on, more if more > 0 else event.amount)))

    def last_of(self, table: str, player: str) -> LaidBet | None:
        """Return what a player laid last; ``None`` if that is unknown, or nothing."""
        own = [bet for who, bet in self._tables.get(table, []) if who == player]
        return own[-1] if own else None


def _is_same_wager(one: tuple[str, LaidBet], event: WagerPlaced | WagerReturned) -> bool:
    player, (box, on, _) = one
    return (player, box, on) == (event.player, event.box, event.on)


def undo_commands(view: TableView, last: LaidBet | None) -> tuple[Command, ...]:
    """Return the commands that take the last chip back; without a known one, the smallest of the
    wager that was laid last."""
    me = player_of(view.viewer)
    lying = {(one.box, one.on): one.amount for one in view.wagers if one.player == me}
    if not lying:
        raise MisreadError("none of your chips lies there")
    if last is None or last[:2] not in lying:
        box, on = next(reversed(lying))
        last = (box, on, chips_for(lying[box, on])[-1])
    box, on, chip = last
    back = WithdrawWager(me, box, on, by=Role.PLAYER)
    rest = lying[box, on] - chip
    if rest <= 0:
        return (back,)
    return (back, PlaceWager(me, box, rest, on=on, by=Role.PLAYER))


def bets_commands(view: TableView, what: str, last: LaidBet | None = None) -> tuple[Command, ...]:
    """Return the commands that change all wagers: as in the last round, twice as much, or none.

    ``last`` is the chip that was laid last, for ``undo``. ``again`` repeats, and has it dealt.
    """
    me = player_of(view.viewer)
    lying = [one for one in view.wagers if one.player == me]
    if what == "undo":
        return undo_commands(view, last)
    if what == "clear":
        return _withdrawals(view)
    if what == "deal":
        return (Deal(by=Role.DEALER),)
    if what == "again":
        return (*bets_commands(view, "repeat"), Deal(by=Role.DEALER))
    if what == "double" and lying:
        return tuple(
            command
            for one in lying
            if one.on != JACKPOT
            for command in increase_commands(view, one.box, one.on, one.amount)
        )
    times = {"repeat": 1, "double": 2}.get(what)
    if times is None:
        raise MisreadError("say undo, repeat, double, clear, again or deal")
    bets = last_bets(view)
    if not bets:
        raise MisreadError("you have no wagers to repeat yet")
    return lay_commands(
        view, [(box, on, sum_ * (1 if on == JACKPOT else times)) for box, on, sum_ in bets]
    )


def lay_commands(view: TableView, bets: Sequence[LaidBet]) -> tuple[Command, ...]:
    """Return the commands that lay bets in place of what lies there, the main ones first."""
    me = player_of(view.viewer)
    ordered = sorted(bets, key=lambda bet: bet[1] not in (MAIN, ANTE))
    laid = (PlaceWager(me, box, amount, on=on, by=Role.PLAYER) for box, on, amount in ordered)
    return (*_withdrawals(view), *laid)


def _withdrawals(view: TableView) -> tuple[Command, ...]:
    """Return the commands that take all wagers of the viewer back, optional ones first."""
    me = player_of(view.viewer)
    lying = [one for one in view.wagers if one.player == me]
    return tuple(
        WithdrawWager(me, one.box, one.on, by=Role.PLAYER)
        for one in sorted(lying, key=lambda one: one.on == MAIN)
    )


def last_bets(view: TableView) -> list[LaidBet]:
    """Return what the viewer wagered before the first card of the last round."""
    me = player_of(view.viewer)
    return [(one.box, one.on, one.stake) for one in last_wagers(view) if one.player == me]


# What the browser keeps ---------------------------------------------------------------------------

CHIP_COOKIE, SAVED_COOKIE = "chip", "bets"
YEAR_SECONDS = 365 * 24 * 3600
MOST_SAVED = 3
"""How many bets a browser keeps; the oldest makes room for a new one."""
MOST_PARTS = 12
"""How many wagers a saved bet may have."""
USUAL_CHIP: Cents = 500
SAVED = re.compile(r"[0-9]{1,2}_[a-z-]{1,40}_[0-9]{1,8}(?:\.[0-9]{1,2}_[a-z-]{1,40}_[0-9]{1,8})*")


class SavedBet(msgspec.Struct, frozen=True):
    """A bet that a player's browser keeps."""

    number: int
    """Its place among the saved ones, from 1."""
    label: str
    """What it comes to: $35 in 2 wagers."""
    bets: tuple[LaidBet, ...]
    """The wagers; box 0 stands for the player's own seat."""


def chosen_chip(cookies: Mapping[str, str]) -> Cents:
    """Return the chip that the browser has chosen; the usual one if it has chosen none."""
    text = cookies.get(CHIP_COOKIE, "")
    chosen = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    return chosen if chosen in CHIPS else USUAL_CHIP


def chip_cookies(chip: str) -> list[Cookie]:
    """Return the cookie that keeps the chosen chip; none for a chip that is not in the rack."""
    known = chip in {str(value) for value in CHIPS}
    return [_cookie(CHIP_COOKIE, chip)] if known else []


def _cookie(name: str, value: str) -> Cookie:
    return Cookie(name, value=value, path="/tables", max_age=YEAR_SECONDS, samesite="lax")


def saved_bets(cookies: Mapping[str, str], layable: frozenset[str]) -> tuple[SavedBet, ...]:
    """Return the saved bets that can be laid at a table with these spots."""
    found = []
    for number, bets in enumerate(_read_saved(cookies), 1):
        if all(on in layable for _, on, _ in bets):
            total = in_dollars(sum(amount for _, _, amount in bets))
            count = "" if len(bets) == 1 else f" in {noun_count(len(bets), 'wager')}"
            found.append(SavedBet(number, total + count, bets))
    return tuple(found)


def _read_saved(cookies: Mapping[str, str]) -> list[tuple[LaidBet, ...]]:
    texts = cookies.get(SAVED_COOKIE, "").split("~")[:MOST_SAVED]
    return [
        tuple((int(box), on, int(amount)) for box, on, amount in parts)
        for text in texts
        if SAVED.fullmatch(text)
        and len(parts := [one.split("_") for one in text.split(".")]) <= MOST_PARTS
    ]


def save_cookie(view: TableView, cookies: Mapping[str, str]) -> Cookie:
    """Return the cookie with what lies there as one more saved bet, the newest first.

    Raise ``MisreadError`` where nothing lies, nor was laid in the last round.
    """
    me, here = player_of(view.viewer), view.player(player_of(view.viewer))
    lying = [(one.box, one.on, one.amount) for one in view.wagers if one.player == me]
    seat = None if here is None else here.seat
    bets = tuple(
        (OWN_SEAT if box == seat else box, on, amount)
        for box, on, amount in (lying or last_bets(view))[:MOST_PARTS]
    )
    if not bets:
        raise MisreadError("lay the wagers that are to be saved first")
    kept = [bets, *(one for one in _read_saved(cookies) if one != bets)][:MOST_SAVED]
    return _saved_cookie(kept)


def forget_cookie(number: int, cookies: Mapping[str, str]) -> Cookie:
    """Return the cookie without one of the saved bets."""
    kept = [one for at, one in enumerate(_read_saved(cookies), 1) if at != number]
    return _saved_cookie(kept)


def _saved_cookie(kept: Sequence[tuple[LaidBet, ...]]) -> Cookie:
    value = "~".join(".".join(f"{box}_{on}_{amount}" for box, on, amount in one) for one in kept)
    return _cookie(SAVED_COOKIE, value)


def saved_commands(view: TableView, number: int, cookies: Mapping[str, str]) -> tuple[Command, ...]:
    """Return the commands that lay a saved bet. Raise ``MisreadError`` if there is none."""
    saved = _read_saved(cookies)
    if not 1 <= number <= len(saved):
        raise MisreadError("there is no such saved bet")
    here = view.player(player_of(view.viewer))
    seat = here.seat if here is not None and here.seat is not None else 1
    return lay_commands(view, [(box or seat, on, sum_) for box, on, sum_ in saved[number - 1]])

"""A player's statement: sessions at tables with their totals, and the movements of the purse.

Chips taken to a table are neither won nor lost. The result stands where they come back.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from litestar import Response, Router, get
from litestar.params import FromQuery

from croupier.display.viewers import noun_count
from croupier.house.accounts import GRANTED, PurseMoved
from croupier.house.accounts import TABLE as AT_TABLE
from croupier.money import Cents
from croupier.record.envelopes import Envelope
from croupier.streams import ACCOUNT
from croupier.web.auth.administration import time_now
from croupier.web.http.guards import PrincipalRequest, accounts_of, require, service_of
from croupier.web.live.play_sessions import PAUSE, PlaySession, PlaySessions
from croupier.web.live.read_model import ReadModel
from croupier.web.pages.table.history import signed_amount
from croupier.web.pages.text import table_label
from croupier.web.pages.times import length_in_words, moment_in_words, zone_for

SESSIONS_SHOWN, MOVEMENTS_SHOWN = 20, 30
"""How many lines a page has; the file has all of them."""
PERIODS = ((0, "All time"), (7, "7 days"), (30, "30 days"), (365, "A year"))
"""The periods to choose from: days, and their name."""
CSV = "text/csv; charset=utf-8"


class SessionTotals(msgspec.Struct):
    """Sessions added up."""

    name: str
    """The title of the game; empty for all games."""
    sessions: int = 0
    rounds: int = 0
    staked: Cents = 0
    net: Cents = 0
    minutes: int = 0

    def add(self, one: PlaySession) -> None:
        """Add a session."""
        self.sessions += 1
        self.rounds += one.rounds
        self.staked += one.staked
        self.net += one.net
        self.minutes += one.minutes

    @property
    def time(self) -> str:
        """The time at tables, in words."""
        return length_in_words(self.minutes) if self.minutes else "0 min"

    @property
    def counts(self) -> str:
        """How many sessions and rounds, in words."""
        return f"{noun_count(self.sessions, 'session')}, {noun_count(self.rounds, 'round')}"


class SessionLine(NamedTuple):
    """A session at a table as it is listed."""

    began: str
    """When it began, as people read it."""
    began_iso: str
    """The same for programs, with the offset of the time zone."""
    table: str
    game: str
    """The title of the game."""
    label: str
    """The table's name as people say it."""
    time: str
    """How long it lasted, in words."""
    now: bool
    """Whether the player is there now."""
    session: PlaySession

    @property
    def rounds_path(self) -> str:
        """The page with the rounds of this session."""
        one = self.session
        return f"/tables/{self.table}/rounds?first={one.first_round}&last={one.last_round}"


class Movement(NamedTuple):
    """A movement of the purse as it is listed."""

    when: str
    """When it was, as people read it."""
    when_iso: str
    """The same for programs."""
    what: str
    """From where or to where, in words."""
    way: str
    """``in`` for what was taken to a table, ``back`` for what came from one; else empty."""
    amount: Cents
    """How much came into the purse; below zero what went out."""
    won: Cents | None
    """What was won, below zero lost; ``None`` where nothing was."""
    purse: Cents
    """What the purse held afterwards."""


class PlayerStatement(msgspec.Struct, frozen=True, kw_only=True):
    """A player's sessions and movements, as chosen."""

    total: SessionTotals
    games: tuple[SessionTotals, ...]
    """The totals of each game."""
    sessions: tuple[SessionLine, ...]
    """The newest first."""
    movements: tuple[Movement, ...]
    """The newest first."""
    chosen_game: str
    """The game that was chosen; empty for all."""
    chosen_days: int
    """The days that were chosen; 0 for all."""
    choices: tuple[tuple[str, str], ...]
    """The games that the player has played: name and title."""
    picture: "NetPicture | None"
    """The net result after each session; ``None`` where there are too few."""


# Sessions -----------------------------------------------------------------------------------------


def session_lines(
    sessions: Iterable[PlaySession], read_model: ReadModel, zone: ZoneInfo, now: datetime
) -> list[tuple[str, SessionLine]]:
    """Return sessions as they are listed, with the name of the game; tournaments are left out.

    Tournament chips cannot be cashed.
    """
    found = []
    for one in sessions:
        shown = read_model.tables[one.table]
        if shown.table.choices.tournament is not None:
            continue
        line = SessionLine(
            moment_in_words(one.began, zone, now),
            one.began.astimezone(zone).isoformat(timespec="seconds"),
            one.table,
            shown.law.title,
            table_label(one.table, shown.law.game),
            length_in_words(one.minutes),
            not one.over and now - one.ended <= PAUSE,
            one,
        )
        found.append((shown.law.game, line))
    return found


def totals_of(lines: Iterable[SessionLine]) -> tuple[SessionTotals, tuple[SessionTotals, ...]]:
    """Return the totals of all sessions, and those of each game."""
    total, games = SessionTotals(""), dict[str, SessionTotals]()
    for line in lines:
        total.add(line.session)
        games.setdefault(line.game, SessionTotals(line.game)).add(line.session)
    return total, tuple(games.values())


# The picture --------------------------------------------------------------------------------------

WIDTH, HEIGHT, EDGE = 880, 150, 28
LEFT = 70
"""The place of the first point, beside the names of the lines."""
LEAST_POINTS, MOST_NAMED = 2, 8
"""The fewest sessions for a picture, and the most whose result is written beside the point."""


class NetPoint(NamedTuple):
    """The net result after one session, in the picture."""

    x: float
    y: float
    words: str
    """The result in words; empty where there is no room."""
    above: bool
    """Whether the words are above the point."""


class NetPicture(NamedTuple):
    """The net result after each session, as a line."""

    zero: float
    """The height of no gain and no loss."""
    line: str
    """The points of the line."""
    points: tuple[NetPoint, ...]
    words: str
    """The same as a sentence."""
    width: int = WIDTH
    height: int = HEIGHT


def net_picture(sessions: Sequence[PlaySession]) -> NetPicture | None:
    """Return the net result after each session, the oldest first; ``None`` for too few."""
    if len(sessions) < LEAST_POINTS:
        return None
    nets = [0]
    for one in sessions:
        nets.append(nets[-1] + one.net)
    low, high = min(nets), max(nets)
    scale = (HEIGHT - 2 * EDGE) / ((high - low) or 1)

    def place(number: int, net: Cents) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - EDGE) * number / (len(nets) - 1)
        return round(x, 1), round(HEIGHT - EDGE - (net - low) * scale, 1)

    points = []
    for number, net in enumerate(nets):
        x, y = place(number, net)
        named = number and len(sessions) <= MOST_NAMED
        rising = number > 0 and net >= nets[number - 1]
        points.append(NetPoint(x, y, signed_amount(net) if named and net else "", rising))
    said = ", ".join(signed_amount(net) if net else "even" for net in nets[1:])
    return NetPicture(
        place(0, 0)[1],
        " ".join(f"{one.x},{one.y}" for one in points),
        tuple(points[1:]) if len(sessions) <= MOST_NAMED else (points[-1],),
        f"Net after each session, the oldest first: {said}",
    )


# Movements ----------------------------------------------------------------------------------------


def movements_of(
    envelopes: Iterable[Envelope], read_model: ReadModel, zone: ZoneInfo, now: datetime
) -> list[Movement]:
    """Return the movements of a purse, the newest first."""
    found: list[Movement] = []
    brought: dict[str, Cents] = {}
    purse = 0
    for envelope in envelopes:
        event = envelope.event
        if not isinstance(event, PurseMoved):
            continue
        at = envelope.recorded or envelope.at or now
        purse += event.amount
        found.append(
            Movement(
                moment_in_words(at, zone, now),
                at.astimezone(zone).isoformat(timespec="seconds"),
                _purpose(event, read_model),
                _direction(event),
                event.amount,
                _result(event, brought),
                purse,
            )
        )
    return found[::-1]


def _purpose(event: PurseMoved, read_model: ReadModel) -> str:
    """Return from where or to where money went."""
    if event.why == GRANTED:
        return "play money granted"
    if event.why == AT_TABLE and event.where in read_model.tables:
        law = read_model.tables[event.where].law
        place = f"{law.title}, {table_label(event.where, law.game)}"
    else:
        place = f"the {event.why} {event.where}"
    return f"{'from' if event.amount > 0 else 'to'} {place}"


def _direction(event: PurseMoved) -> str:
    if event.why == GRANTED:
        return ""
    return "back" if event.amount > 0 else "in"


def _result(event: PurseMoved, brought: dict[str, Cents]) -> Cents | None:
    """Return what was won or lost where money moved: at a table, when the chips come back.

    A tournament's fee is spent when it is paid, and its prizes are won.
    """
    if event.why == GRANTED:
        return None
    if event.why != AT_TABLE:
        return event.amount
    if event.amount < 0:
        brought[event.where] = brought.get(event.where, 0) - event.amount
        return None
    return event.amount - brought.pop(event.where, 0)


# The whole ----------------------------------------------------------------------------------------


def play_sessions_of(request: PrincipalRequest) -> PlaySessions:
    """Return the sessions of all players, as this process has followed them."""
    found: PlaySessions = request.app.state.play_sessions
    return found


async def statement_for(
    request: PrincipalRequest, game: str = "", days: int = 0
) -> PlayerStatement:
    """Return the principal's own statement: of one game or all, of the last days or always."""
    service, me = service_of(request), request.user.account
    zone, now = await zone_for(request), time_now(accounts_of(request))
    stream = ACCOUNT.stream(me)
    envelopes = await service.read(lambda store: list(store.read_stream(stream)))
    every = session_lines(play_sessions_of(request).of(me), service.read_model, zone, now)
    since = now - timedelta(days=days)
    lines = [
        line
        for name, line in every
        if (not game or name == game) and (not days or line.session.ended >= since)
    ]
    total, games = totals_of(lines)
    recent = [line.session for line in lines[:SESSIONS_SHOWN]]
    movements = movements_of(envelopes, service.read_model, zone, now)
    if days:
        movements = [one for one in movements if datetime.fromisoformat(one.when_iso) >= since]
    return PlayerStatement(
        total=total,
        games=games,
        sessions=tuple(lines),
        movements=tuple(movements),
        chosen_game=game,
        chosen_days=days,
        choices=tuple({name: line.game for name, line in every}.items()),
        picture=net_picture(recent[::-1]),
    )


# As files -----------------------------------------------------------------------------------------


def csv_response(name: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> Response[Any]:
    """Return a table as a file to be downloaded, with its head."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(head)
    writer.writerows(rows)
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
    }
    return Response(written.getvalue(), media_type=CSV, headers=headers)


def _dollars(amount: Cents | None) -> str:
    """Return an amount for a spreadsheet: dollars with two decimals, or nothing.

    >>> _dollars(-1250), _dollars(None)
    ('-12.50', '')
    """
    if amount is None:
        return ""
    return f"{'-' if amount < 0 else ''}{abs(amount) // 100}.{abs(amount) % 100:02}"


@get("/account/sessions.csv", media_type=CSV, opt={"page": "/account"})
async def sessions_file(
    request: PrincipalRequest, game: FromQuery[str] = "", days: FromQuery[int] = 0
) -> Response[Any]:
    """Return the principal's sessions at tables as a CSV file."""
    require(request, "account.view", owner=request.user.account)
    found = await statement_for(request, game, max(0, days))
    head = ("began", "game", "table", "minutes", "rounds", "staked", "net")
    rows = (
        (
            line.began_iso,
            line.game,
            line.table,
            line.session.minutes,
            line.session.rounds,
            _dollars(line.session.staked),
            _dollars(line.session.net),
        )
        for line in found.sessions
    )
    return csv_response("sessions.csv", head, rows)


@get("/account/statement.csv", media_type=CSV, opt={"page": "/account"})
async def statement_file(request: PrincipalRequest, days: FromQuery[int] = 0) -> Response[Any]:
    """Return the movements of the principal's purse as a CSV file."""
    require(request, "account.view", owner=request.user.account)
    found = await statement_for(request, days=max(0, days))
    head = ("when", "what", "moved", "won or lost", "purse")
    rows = (
        (one.when_iso, one.what, _dollars(one.amount), _dollars(one.won), _dollars(one.purse))
        for one in found.movements
    )
    return csv_response("statement.csv", head, rows)


ROUTER = Router("/", route_handlers=[sessions_file, statement_file])

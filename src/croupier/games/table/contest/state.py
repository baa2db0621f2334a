"""A session of a tournament at one table, at one moment; below everything else of the table."""

from datetime import datetime
from enum import Enum
from functools import cache
from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.money import Cents, Till

NEVER_TAKEN = 1_000_000
"""The place, in the order of taking, of chips that were not taken off the layout."""


class Standing(Enum):
    """Whether a contestant is still in the session."""

    IN = "in"
    ELIMINATED = "eliminated"
    DISQUALIFIED = "disqualified"
    FORFEITED = "forfeited"
    DONE = "done"
    """Has finished: others play off a tie."""


REMOVED = (Standing.DISQUALIFIED, Standing.FORFEITED)
"""The standings of those who play no more, whatever becomes of a round."""
IN, STANDING = Standing.IN, attrgetter("standing")
"""Constants of their own: every turn needs them, and reading them from the enumeration is slow."""


class Part(Enum):
    """How far a session has come at a table."""

    ROUNDS = "rounds"
    PLAY_OFF = "play-off"
    OVER = "over"


ROUNDS, OVER = Part.ROUNDS, Part.OVER
"""Constants of their own: every command needs them, and reading the enumeration is slow."""


class Fall(msgspec.Struct, frozen=True, gc=False):
    """How a contestant was eliminated, which decides the placing of those who are out."""

    round: int
    """The round, counted from 1; 0 before the first."""
    chips: Cents
    """The chips that were left."""
    wager: Cents
    """The initial wager of that round; 0 if there was none."""
    taken: int
    """The place of the player's chips in the order of those that were taken off the layout."""


class Contestant(msgspec.Struct, frozen=True, gc=False):
    """A player who was given a seat in the session."""

    player: str
    """The player's id."""
    box: int
    """The box of the seat, from 1."""
    standing: Standing = Standing.IN
    """Whether the player is still in."""
    clause: str = ""
    """The clause by which the player is out; empty for one who is in."""
    present: bool = True
    """Whether the player is there."""
    passes: int = 0
    """Pass cards that are left."""
    forms: int = 0
    """Forms that are left."""
    deducted: int = 0
    """For how many rounds of absence a minimum was deducted."""
    fall: Fall | None = None
    """How the player was eliminated; none for one who was not."""


class Form(msgspec.Struct, frozen=True, gc=False):
    """An undisclosed wager as it was written down. A secret until the round is over."""

    player: str
    """The player who wrote it."""
    box: int
    """The player's box, from 1."""
    type: str
    """The type of wager; empty if none was written."""
    amount: Cents | None
    """The amount; none if none was written."""


class Asked(msgspec.Struct, frozen=True, gc=False):
    """When a player's turn to wager began."""

    player: str
    """Whose turn it is."""
    round: int
    """In which round, counted from 1."""
    since: datetime | None
    """Since when; none if no time was kept then."""


class Contest(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A session at a table at one moment."""

    contestants: tuple[Contestant, ...]
    """Those who were given seats, by their boxes."""
    round: int = 1
    """The round that is open for wagers or under way, counted from 1."""
    marker: int = 0
    """The box where the marker lies, or the next one up with a player who is in; 0 if none is
    used."""
    part: Part = Part.ROUNDS
    """How far the session has come."""
    passed: tuple[str, ...] = ()
    """Who has played a pass card in this round."""
    forms: tuple[Form, ...] = ()
    """The forms of this round."""
    charged: dict[str, Cents] = {}
    """What was deducted for absence in this round."""
    wagered: dict[str, Cents] = {}
    """The initial wagers of the round under way, or of the last one."""
    last_forms: tuple[Form, ...] = ()
    """The forms of the last round, which others may see until the next first card."""
    seconds: int = 0
    """Time for a wager; 0 if there is no limit."""
    asked: Asked | None = None
    """Whose turn it was when the clock moved last; none if wagers are not limited in time."""
    counts: dict[str, Cents] = {}
    """What was counted at the end; empty until then."""
    before: "Contest | None" = None
    """The session as the last round opened, should that be void; none if none is over."""

    def contestant(self, player: str) -> Contestant | None:
        """Return the contestant of that name."""
        for one in self.contestants:
            if one.player == player:
                return one
        return None

    @property
    def in_play(self) -> tuple[Contestant, ...]:
        """The contestants who are still in, from box 1 on."""
        return tuple([one for one in self.contestants if one.standing is IN])

    def names(self, *standings: Standing) -> tuple[str, ...]:
        """Return the names of the contestants of these standings, from box 1 on."""
        return tuple([one.player for one in self.contestants if one.standing in standings])

    @property
    def goes_on(self) -> bool:
        """Whether any contestant is still in."""
        return IN in map(STANDING, self.contestants)


def clockwise_from(contest: Contest, box: int) -> tuple[Contestant, ...]:
    """Return the contestants who are still in, clockwise from a box."""
    players = contest.in_play
    for place, one in enumerate(players):
        if one.box >= box:
            return players[place:] + players[:place] if place else players
    return players


def marker_at(contest: Contest) -> int:
    """Return the box of the player who has the marker; 0 without a marker or players.

    Reading TR1: where its holder is out, the next player clockwise has it.
    """
    if not contest.marker:
        return 0
    lowest = 0
    for one in contest.contestants:
        if one.standing is IN:
            if one.box >= contest.marker:
                return one.box
            lowest = lowest or one.box
    return lowest


def next_marker(contest: Contest, last: int) -> int:
    """Return where the marker goes after a round: one box up, from the last to the first.

    It moves over empty boxes too: a player may buy back in time, and then has the seat and the
    turn.
    """
    if not contest.marker:
        return 0
    return last + 1 if last < contest.contestants[-1].box else 1


@cache
def tournament_till(tournament: str) -> Till:
    """Return the accounts of tournament chips, which have no value elsewhere."""
    return Till("tournament", players=f"tournament/{tournament}/" if tournament else "")


UNDISCLOSED = "undisclosed"
"""The kind of wager of an undisclosed wager, once it is announced."""


def with_contestant(contest: Contest, who: str, **changes: Any) -> Contest:
    """Return the session with one contestant changed."""
    contestants = tuple(
        replace(one, **changes) if one.player == who else one for one in contest.contestants
    )
    return replace(contest, contestants=contestants)

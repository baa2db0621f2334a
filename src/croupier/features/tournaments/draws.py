"""Draws of seats that can be proved: what the house committed to, and what followed from it.

The house commits to a seed when it publishes the conditions, and again after each draw. Once a draw
is in the record, its seed is published, and everybody can work out the lots again.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import msgspec

from croupier.errors import CroupierError
from croupier.features.fairness.rules.shoes import (
    CommittedShoe,
    SeedsClosed,
    apply_cards_event,
)
from croupier.features.fairness.seeds import LOTS, TOURNAMENT_OVER
from croupier.features.tournaments.rules.decisions import evolve
from croupier.features.tournaments.rules.entries import ConditionsPublished
from croupier.features.tournaments.rules.seats import SeatsDrawn
from croupier.features.tournaments.rules.state import (
    Seat,
    Tournament,
    TournamentPhase,
    participants,
)
from croupier.floor.floor import Floor
from croupier.record.envelopes import Envelope
from croupier.record.journal import Journal
from croupier.streams import CARDS, STARTS, TOURNAMENT
from croupier.web.service.floor_service import FloorService

OVER = (TournamentPhase.FINISHED, TournamentPhase.CANCELLED)
"""The phases after which no seats are drawn."""


class UndrawnError(CroupierError):
    """There is no proof of this draw, or not yet."""

    status, code = 409, "shoe/not-revealed"


class SeatDraw(msgspec.Struct, frozen=True, kw_only=True):
    """A seed that the house committed to, and the draw that followed from it."""

    seed: CommittedShoe
    """The commitment and, once it is published, the seed."""
    session: str = ""
    """The session that it seated; empty before the draw, and for a seed that was never used."""
    players: tuple[str, ...] = ()
    """Who took part, in the order in which the lots count them."""
    groups: tuple[tuple[str, ...], ...] = ()
    """Players with equal points, each group at a table of its own; empty in other sessions."""
    tables: int = 0
    """How many tables were filled in turn."""
    seats: tuple[Seat, ...] = ()
    """The seats as they were drawn."""


def seat_draws(journal: Journal, name: str) -> tuple[SeatDraw, ...]:
    """Return the draws of a tournament, the first first, with what the house has committed to."""
    ledger: dict[str, CommittedShoe] = {}
    closed: list[tuple[int, str]] = []
    for envelope in journal.read_stream(CARDS.stream(name + LOTS)):
        apply_cards_event(ledger, envelope.event)
        if isinstance(envelope.event, SeedsClosed):
            closed.append((envelope.position, envelope.event.shoe))
    drawn: dict[str, SeatDraw] = {}
    tournament: Tournament | None = None
    for envelope in journal.read_stream(TOURNAMENT.stream(name)):
        event = envelope.event
        if isinstance(event, SeatsDrawn) and event.drawn and tournament is not None:
            shoe = next((at for place, at in reversed(closed) if place < envelope.position), "")
            if shoe and shoe not in drawn:
                drawn[shoe] = _draw(tournament, event, ledger[shoe])
        tournament = evolve(tournament, event)
    return tuple(drawn.get(one.shoe, SeatDraw(seed=one)) for one in ledger.values())


def _draw(before: Tournament, event: SeatsDrawn, seed: CommittedShoe) -> SeatDraw:
    players = participants(before)
    return SeatDraw(
        seed=seed,
        session=event.session,
        players=players,
        groups=before.level,
        tables=min(before.plan.tables, len(players)),
        seats=event.seats,
    )


def draw_proof(name: str, draw: SeatDraw) -> dict[str, Any]:
    """Return all that is needed to check a draw offline. Raise until its seed is published."""
    seed = draw.seed
    if not seed.published:
        raise UndrawnError(f"{seed.shoe} is {seed.standing.value}: its seed is not published yet")
    told = {
        "stream": CARDS.stream(name + LOTS),
        "shoe": seed.shoe,
        "commitment": seed.commitment,
        "house-seed": seed.published,
    }
    if not draw.seats:
        return {"proof": "unused", **told}
    return {
        "proof": "lots",
        **told,
        "seeds": [],
        "players": list(draw.players),
        "groups": [list(group) for group in draw.groups],
        "tables": draw.tables,
        "seats": [{"player": one.player, "table": one.table, "box": one.box} for one in draw.seats],
    }


# ----------------------------------------------------------------------------------- on a server


class SeatBallots:
    """Commits to the lots of every tournament of a floor, and publishes what was drawn by them."""

    def __init__(self, service: FloorService) -> None:
        self._service = service

    def see(self, envelopes: Iterable[Envelope]) -> None:
        """Commit when conditions are published, publish when seats are drawn."""
        tournaments = self._service.read_model.tournaments
        changed: dict[str, int] = {}
        for envelope in envelopes:
            if envelope.stream == STARTS:
                changed |= {name: 0 for name in tournaments if name not in changed}
            elif (name := TOURNAMENT.name_of(envelope.stream)) is None:
                continue
            elif isinstance(envelope.event, SeatsDrawn):
                changed[name] = envelope.position
            elif isinstance(envelope.event, ConditionsPublished) or _is_over(tournaments, name):
                changed.setdefault(name, 0)
        for name, position in changed.items():
            self._service.submit(partial(self._tend, name, position))

    def _tend(self, name: str, drawn: int, floor: Floor) -> None:
        """Publish what was drawn by a position in the log, and commit to the next draw.

        A process may have died before it did: then the log shows the last draw.
        """
        tournament = floor.tournaments[name]
        if tournament.phase is TournamentPhase.DRAFT:
            return
        desk = self._service.store.lots(name)
        desk.publish(drawn or _last_draw(self._service.store.writer, name))
        if tournament.phase in OVER:
            desk.abandon(TOURNAMENT_OVER)
        else:
            desk.invite()


def _is_over(tournaments: Mapping[str, Tournament], name: str) -> bool:
    return tournaments[name].phase in OVER


def _last_draw(journal: Journal, name: str) -> int:
    """Return the position in the log of a tournament's last draw; 0 if there was none."""
    found = 0
    for envelope in journal.read_stream(TOURNAMENT.stream(name)):
        if isinstance(envelope.event, SeatsDrawn):
            found = envelope.position
    return found

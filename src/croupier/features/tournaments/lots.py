"""Lots that can be proved: what the house committed to, and what followed from it.

The house commits to a seed when it publishes the conditions, and to the next one whenever it draws:
seats before a session, or a ballot between players who are tied. Once a draw is in the record, its
seed is published, and everybody can work out the lots again. ``find_false_draws`` does so for a
whole record, by the program that players check proofs with.
"""

from argparse import Namespace
from collections.abc import Container, Iterator
from typing import Any

import msgspec

from croupier.errors import CroupierError
from croupier.features.fairness import seat_verifier
from croupier.features.fairness.rules.shoes import (
    CommittedShoe,
    SeedCommitted,
    SeedsClosed,
    ShoeStage,
    apply_cards_event,
)
from croupier.features.fairness.seeds import LOTS
from croupier.features.tournaments.rules.conditions import MOST_BOXES
from croupier.features.tournaments.rules.decisions import evolve
from croupier.features.tournaments.rules.placings import TableFinished
from croupier.features.tournaments.rules.seats import SeatsDrawn
from croupier.features.tournaments.rules.state import Seat, Tournament, participants
from croupier.record.journal import Journal
from croupier.streams import CARDS, TOURNAMENT


class UndrawnError(CroupierError):
    """There is no proof of this draw, or not yet."""

    status, code = 409, "shoe/not-revealed"


class LotDraw(msgspec.Struct, frozen=True, kw_only=True):
    """A seed that the house committed to, and the draw that followed from it."""

    seed: CommittedShoe
    """The commitment and, once it is published, the seed."""
    session: str = ""
    """The session that it was drawn in; empty before the draw, and for a seed never used."""
    players: tuple[str, ...] = ()
    """Who was seated, in the order in which the lots count them; empty for a ballot."""
    groups: tuple[tuple[str, ...], ...] = ()
    """Players with equal points, each group at a table of its own; empty in other sessions."""
    tables: int = 0
    """How many tables were filled in turn; 0 for a ballot."""
    seats: tuple[Seat, ...] = ()
    """The seats as they were drawn; empty for a ballot."""
    ballots: tuple[tuple[Seat, ...], ...] = ()
    """The players whose ties the lots decided, tie by tie, in the order drawn; else empty."""
    in_order: bool = True
    """Whether the record has the commitment and its closing before the draw."""

    @property
    def is_ballot(self) -> bool:
        """Whether it decided ties, and not seats."""
        return bool(self.ballots)


def lot_draws(journal: Journal, name: str) -> tuple[LotDraw, ...]:
    """Return the draws of a tournament, the first first, with what the house has committed to.

    Raise `UndrawnError` if a draw names a seed that nobody committed to, or that another draw has.
    """
    ledger: dict[str, CommittedShoe] = {}
    committed, closed = dict[str, int](), dict[str, int]()
    for envelope in journal.read_stream(CARDS.stream(name + LOTS)):
        apply_cards_event(ledger, envelope.event)
        match envelope.event:
            case SeedCommitted(shoe=shoe):
                committed[shoe] = envelope.position
            case SeedsClosed(shoe=shoe):
                closed[shoe] = envelope.position
    log = list(journal.read_stream(TOURNAMENT.stream(name)))
    named = {one.event.lots for one in log if isinstance(one.event, SeatsDrawn | TableFinished)}
    # Before events named their seed, draws came in the order in which seeds were closed for them.
    unnamed = [one for one in closed if one not in named and not ledger[one].why]
    drawn: dict[str, LotDraw] = {}
    tournament: Tournament | None = None
    for envelope in log:
        event = envelope.event
        if isinstance(event, SeatsDrawn | TableFinished):
            lots = event.lots
            old = isinstance(event, SeatsDrawn) and event.drawn and not lots
            if old and unnamed and closed[unnamed[0]] < envelope.position:
                lots = unnamed.pop(0)
            if lots:
                _require_unused(name, lots, ledger, drawn)
                assert tournament is not None, "the first event of a tournament plans it"
                steps = [committed[lots], closed.get(lots, 0), envelope.position]
                one = _draw(tournament, event, ledger[lots])
                drawn[lots] = msgspec.structs.replace(one, in_order=steps == sorted(steps))
        tournament = evolve(tournament, event)
    return tuple(drawn.get(one.shoe, LotDraw(seed=one)) for one in ledger.values())


def _require_unused(name: str, lots: str, ledger: Container[str], drawn: Container[str]) -> None:
    if lots not in ledger:
        raise UndrawnError(f"nobody committed to {lots} of tournament {name}")
    if lots in drawn:
        raise UndrawnError(f"two draws of tournament {name} follow from {lots}")


def _draw(before: Tournament, event: SeatsDrawn | TableFinished, seed: CommittedShoe) -> LotDraw:
    if isinstance(event, TableFinished):
        boxes = {seat.player: seat for seat in before.seats}
        ballots = tuple(tuple(boxes[player] for player in group) for group in event.ballots)
        return LotDraw(seed=seed, session=before.plan.name, ballots=ballots)
    players = participants(before)
    return LotDraw(
        seed=seed,
        session=event.session,
        players=players,
        groups=before.level,
        tables=min(before.plan.tables, len(players)),
        seats=event.seats,
    )


def seeds_drawn(journal: Journal, name: str) -> frozenset[str]:
    """Return the names of the seeds that something was drawn by in a tournament."""
    return frozenset(one.seed.shoe for one in lot_draws(journal, name) if one.session)


def lot_proof(name: str, draw: LotDraw) -> dict[str, Any]:
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
    if draw.ballots:
        ties = [
            [{"player": one.player, "box": one.box} for one in ballot] for ballot in draw.ballots
        ]
        return {"proof": "ballot", **told, "seeds": [], "lots": MOST_BOXES + 1, "ties": ties}
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


def find_false_draws(journal: Journal, name: str) -> Iterator[str]:
    """Yield what is wrong with a tournament's draws, each in a sentence.

    A draw whose seed is not published yet is passed over: nothing can be computed from it.
    """
    for draw in lot_draws(journal, name):
        shoe = f"{draw.seed.shoe} of tournament {name}"
        if not draw.in_order:
            yield f"{shoe}: the house committed to its seed after the draw"
        if draw.seed.standing is ShoeStage.OVER and not draw.session:
            yield f"{shoe}: its seed is published, and the record has no draw by it"
        if draw.seed.published:
            given = Namespace(notes=None, commitment=draw.seed.commitment)
            try:
                seat_verifier.run_checks(lot_proof(name, draw), given)
            except seat_verifier.UnprovenError as error:
                yield f"{shoe}: {error}"

"""The lots of a server's tournaments: committed to in time, published as soon as they are drawn."""

from collections.abc import Iterable
from functools import partial

from croupier.features.tournaments.lots import seeds_drawn
from croupier.features.tournaments.rules.entries import ConditionsPublished
from croupier.features.tournaments.rules.placings import TableFinished
from croupier.features.tournaments.rules.seats import SeatsDrawn
from croupier.features.tournaments.rules.state import TournamentPhase
from croupier.floor.floor import Floor
from croupier.record.envelopes import Envelope
from croupier.streams import STARTS, TOURNAMENT
from croupier.web.service.floor_service import FloorService

OVER = (TournamentPhase.FINISHED, TournamentPhase.CANCELLED)
"""The phases after which nothing is drawn."""


class CommittedLots:
    """Commits to the lots of every tournament of a floor, and publishes what was drawn by them."""

    def __init__(self, service: FloorService) -> None:
        self._service = service

    def see(self, envelopes: Iterable[Envelope]) -> None:
        """Commit when conditions are published, publish when something is drawn."""
        tournaments = self._service.read_model.tournaments
        changed: dict[str, frozenset[str]] = {}
        restarted = False
        for envelope in envelopes:
            if envelope.stream == STARTS:
                restarted = True
                changed |= {name: frozenset() for name in tournaments if name not in changed}
            elif (name := TOURNAMENT.name_of(envelope.stream)) is None:
                continue
            elif isinstance(envelope.event, SeatsDrawn | TableFinished) and envelope.event.lots:
                changed[name] = changed.get(name, frozenset()) | {envelope.event.lots}
            elif isinstance(envelope.event, ConditionsPublished) or (
                tournaments[name].phase in OVER
            ):
                changed.setdefault(name, frozenset())
        for name, drawn in changed.items():
            self._service.submit(partial(self._tend, name, None if restarted else drawn))

    def _tend(self, name: str, drawn: frozenset[str] | None, floor: Floor) -> None:
        """Publish the seeds that something was drawn by, and commit to the next draw.

        After a start ``drawn`` is ``None``: a process may have died before it published anything,
        and the log shows what was drawn.
        """
        phase = floor.tournaments[name].phase
        if phase is TournamentPhase.DRAFT:
            return
        desk = self._service.store.lots(name)
        if drawn is None or phase in OVER:
            drawn = seeds_drawn(self._service.store.writer, name)
        desk.publish(drawn)
        if phase in OVER:
            desk.abandon()
        else:
            desk.invite()

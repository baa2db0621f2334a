"""An auditor of tournaments, written from the rulebook and not from the engine.

It reads what is in the logs of tables and tournaments and works places and prizes out anew, the
slow and simple way.
"""

from collections.abc import Iterable
from decimal import Decimal

from croupier.games.blackjack.round_opening import RoundOpened
from croupier.games.table.contest.rounds import (
    ContestantEliminated,
    ContestantReinstated,
    ContestantRemoved,
    ContestantReplaced,
    ContestBegan,
    ContestEnded,
    PlayOffBegan,
)
from croupier.games.table.rounds import RoundVoided
from croupier.messages import Event


class AuditedTable:
    """A table as its log tells of it: who is in, who fell when, who was level."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.players: list[str] = []
        self.falls: dict[str, tuple[int, int, int, int]] = {}
        self.removed: set[str] = set()
        self.counts: dict[str, int] = {}
        self.fallen_since: list[str] = []
        self.play_offs = 0
        for event in events:
            self._read(event)

    def _read(self, event: Event) -> None:
        match event:
            case ContestBegan():
                self._begin(event)
            case RoundOpened():
                self.fallen_since = []
            case RoundVoided():
                for player in self.fallen_since:
                    self.falls.pop(player, None)
            case ContestantEliminated(player=player, fall=fall):
                self.falls[player] = (fall.round, fall.chips, fall.wager, fall.taken)
                self.fallen_since.append(player)
            case _:
                self._read_of_people(event)

    def _read_of_people(self, event: Event) -> None:
        match event:
            case ContestantReinstated(player=player):
                self.falls.pop(player, None)
                self.removed.discard(player)
            case ContestantRemoved(player=player):
                self.removed.add(player)
            case ContestantReplaced(player=player, by=by):
                self.players = [by if name == player else name for name in self.players]
                self.removed.discard(player)
            case PlayOffBegan():
                self.play_offs += 1
            case ContestEnded(counts=counts):
                self.counts = dict(counts)

    def _begin(self, event: ContestBegan) -> None:
        for one in event.contestants:
            self.players.append(one.player)
            if one.standing.value == "forfeited":
                self.removed.add(one.player)
            elif one.fall is not None:
                self.falls[one.player] = (0, 0, 0, 0)

    @property
    def placed(self) -> list[str]:
        """Who has a place."""
        return [name for name in self.players if name not in self.removed]

    def before(self, one: str, other: str) -> bool | None:
        """Whether one is placed before another; ``None`` where chips and falls do not say."""
        out, others_out = one in self.falls, other in self.falls
        if out != others_out:
            return others_out
        if out:
            mine, theirs = self.falls[one], self.falls[other]
            return None if mine == theirs else mine > theirs
        if self.counts[one] != self.counts[other]:
            return self.counts[one] > self.counts[other]
        return None


def contradictions(table: AuditedTable, places: dict[str, int]) -> list[str]:
    """Pairs whose places do not follow from the chips and the order of falling.

    After a play-off those who were level keep their places though their chips have changed, so a
    table with one is only held to the players who are still level in nothing.
    """
    if sorted(places) != sorted(table.placed):
        return [f"placed are {sorted(places)}, not {sorted(table.placed)}"]
    if table.play_offs:
        return []
    wrong = []
    for one in places:
        for other in places:
            first = table.before(one, other)
            if first is True and places[one] >= places[other]:
                wrong.append(f"{one} is not before {other}")
    return wrong


def prizes_by_hand(
    pool: int, shares: list[Decimal], ranking: list[list[str]], seats: dict[str, tuple[int, int]]
) -> dict[str, int]:
    """The prizes worked out cent by cent."""
    people = sum(len(group) for group in ranking)
    each = [pool * int(share * 1000) // 100_000 for share in shares]
    for place in range(people, len(each)):
        each[0] += each[place]
        each[place] = 0
    each[0] += pool - sum(each)
    paid: dict[str, int] = {}
    place = 0
    for group in ranking:
        together = 0
        for _ in group:
            together += each[place] if place < len(each) else 0
            place += 1
        order = sorted(group, key=lambda name: seats[name])
        while together:
            for name in order:
                if together:
                    paid[name] = paid.get(name, 0) + 1
                    together -= 1
    return paid

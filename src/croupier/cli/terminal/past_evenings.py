"""What past evenings came to: a line for each in a file of the player's own, and in records."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import reduce
from pathlib import Path

import msgspec

from croupier.cli.own_files import private, state_folder
from croupier.cli.terminal.tally import Tally, tally_after
from croupier.money import Cents
from croupier.record.envelopes import Envelope
from croupier.table.events import BoughtIn, Event, TableOpened

KEPT = "evenings.jsonl"


class PastEvening(msgspec.Struct, frozen=True, kw_only=True):
    """One player's evening at one table."""

    game: str
    """The game by its name."""
    player: str
    """Who played."""
    began: datetime | None = None
    """When it began; none where nobody kept time."""
    rounds: int = 0
    """How many rounds were begun."""
    wagered: Cents = 0
    """Every wager that was decided."""
    net: Cents = 0
    """What was won in all; below zero is a loss."""
    biggest: Cents = 0
    """The most that a round has won."""
    decisions: int = 0
    """How many decisions a coach has seen; 0 without one."""
    mistakes: int = 0
    """How many of them were not the best."""


def evening_of(game: str, tally: Tally, began: datetime | None = None) -> PastEvening:
    """An evening by its sums."""
    return PastEvening(
        game=game,
        player=tally.player,
        began=began,
        rounds=tally.rounds,
        wagered=tally.wagered,
        net=tally.net,
        biggest=tally.biggest,
    )


def own_evenings() -> Path:
    """The file in which a player's evenings in this terminal are kept."""
    return state_folder() / KEPT


def keep(evening: PastEvening, path: Path) -> bool:
    """Add an evening to the file; false where it cannot be written, and nothing is lost but it."""
    try:
        private(path.parent)
        with path.open("ab") as file:
            file.write(msgspec.json.encode(evening) + b"\n")
    except OSError:
        return False
    return True


def keep_all(evenings: Iterable[PastEvening]) -> None:
    """Keep what evenings came to, for ``croupier stats``; one without a round is none."""
    for one in evenings:
        if one.rounds:
            keep(one, own_evenings())


def kept_in(path: Path) -> Iterator[PastEvening]:
    """The evenings of a file, the oldest first; a line that was cut short is passed over."""
    lines = path.read_bytes().splitlines() if path.is_file() else []
    for line in lines:
        try:
            yield msgspec.json.decode(line, type=PastEvening)
        except msgspec.DecodeError:
            continue


def recorded_in(of_table: Iterable[Envelope]) -> list[PastEvening]:
    """What the stream of a table came to for everybody who bought in there."""
    events: list[Event] = []
    game, began, players = "", None, dict[str, None]()
    for envelope in of_table:
        event = envelope.event
        events.append(event)
        began = began or envelope.recorded
        if isinstance(event, TableOpened):
            game = event.game
        elif isinstance(event, BoughtIn):
            players[event.player] = None
    return [
        evening_of(game, reduce(tally_after, events, Tally(player)), began) for player in players
    ]

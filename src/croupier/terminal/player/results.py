"""A player's results: sums during an evening, and the file of past evenings.

``croupier stats`` reads that file, or sums up the evenings in a record.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import reduce
from pathlib import Path

import msgspec
from msgspec.structs import replace

from croupier.games.blackjack.round_opening import RoundOpened
from croupier.games.stud.bets import StudRoundOpened
from croupier.games.table.opening import TableOpened
from croupier.games.table.rounds import RoundEnded, WagersSettled
from croupier.games.table.seats import BoughtIn
from croupier.games.table.state import Line
from croupier.messages import Event
from croupier.money import Cents, in_dollars
from croupier.record.envelopes import Envelope
from croupier.terminal.line_input import private_folder, state_folder


class Tally(msgspec.Struct, frozen=True):
    """A player's sums so far."""

    player: str
    """The player's name."""
    bought: Cents = 0
    """Chips bought."""
    rounds: int = 0
    """The number of rounds begun while the player was at the table."""
    wagered: Cents = 0
    """The sum of settled wagers, with doubles, splits and insurance, without void ones."""
    net: Cents = 0
    """The net result; below zero is a loss."""
    this_round: Cents = 0
    """The net result of the round under way."""
    biggest: Cents = 0
    """The highest net result of a round; 0 if none was won."""
    biggest_in: int = 0
    """The number of that round, from 1; 0 if none was won yet."""


def tally_after(tally: Tally, event: Event) -> Tally:
    """Return the sums after an event."""
    match event:
        case BoughtIn(player=tally.player, amount=amount):
            return replace(tally, bought=tally.bought + amount)
        case RoundOpened() | StudRoundOpened():
            return replace(tally, rounds=tally.rounds + 1, this_round=0)
        case WagersSettled(lines=lines):
            for line in lines:
                tally = _with_line(tally, line)
            return tally
        case RoundEnded() if tally.this_round > tally.biggest:
            return replace(tally, biggest=tally.this_round, biggest_in=tally.rounds)
    return tally


def _with_line(tally: Tally, line: Line) -> Tally:
    if line.player != tally.player:
        return tally
    wagered = 0 if line.result == "void" else line.stake
    return replace(
        tally,
        wagered=tally.wagered + wagered,
        net=tally.net + line.net,
        this_round=tally.this_round + line.net,
    )


def result_text(net: Cents) -> str:
    """Return a result in words: won $25, lost $25, even."""
    if not net:
        return "even"
    return f"won {in_dollars(net)}" if net > 0 else f"lost {in_dollars(-net)}"


def summary(
    tally: Tally, chips: Cents, *, seed: int | None = None, left_in: int | None = None
) -> list[str]:
    """Return the lines that close an evening."""
    biggest = "none"
    if tally.biggest:
        biggest = f"{in_dollars(tally.biggest)} in round {tally.biggest_in}"
    back = "nothing wagered"
    if tally.wagered:
        back = f"{100 * (tally.wagered + tally.net) / tally.wagered:.1f} % of what was wagered"
    bought = f" of {in_dollars(tally.bought)} bought" if tally.bought else ""
    rows = [
        ("rounds", str(tally.rounds)),
        ("wagered", in_dollars(tally.wagered)),
        ("result", result_text(tally.net)),
        ("biggest win", biggest),
        ("return", back),
        ("chips", f"{in_dollars(chips)}{bought}"),
    ]
    if left_in is not None:
        rows.append(("left", f"in round {left_in}, finished without a further wager"))
    if seed is not None:
        rows.append(("seed", str(seed)))
    return ["Summary", *(f"  {name:<13}{value}" for name, value in rows)]


EVENINGS_FILE = "evenings.jsonl"


class PastEvening(msgspec.Struct, frozen=True, kw_only=True):
    """A player's results of one evening at one table."""

    game: str
    """The name of the game."""
    player: str
    """The player's name."""
    began: datetime | None = None
    """When the evening began; None if the record has no time."""
    rounds: int = 0
    """The number of rounds begun."""
    wagered: Cents = 0
    """The sum of settled wagers, without void ones."""
    net: Cents = 0
    """The net result; below zero is a loss."""
    biggest: Cents = 0
    """The highest net result of a round; 0 if none was won."""
    decisions: int = 0
    """The number of decisions that a coach has judged; 0 without a coach."""
    mistakes: int = 0
    """The number of decisions that were not the best."""


def past_evening(game: str, tally: Tally, began: datetime | None = None) -> PastEvening:
    """Return the results of an evening with these sums."""
    return PastEvening(
        game=game,
        player=tally.player,
        began=began,
        rounds=tally.rounds,
        wagered=tally.wagered,
        net=tally.net,
        biggest=tally.biggest,
    )


def evenings_file() -> Path:
    """Return the path of the file with the evenings played in this terminal."""
    return state_folder() / EVENINGS_FILE


def save_evening(evening: PastEvening, path: Path) -> bool:
    """Append an evening to the file. Return False if it cannot be written."""
    try:
        private_folder(path.parent)
        with path.open("ab") as file:
            file.write(msgspec.json.encode(evening) + b"\n")
    except OSError:
        return False
    return True


def save_evenings(evenings: Iterable[PastEvening]) -> None:
    """Append the evenings with at least one round to the player's file."""
    for one in evenings:
        if one.rounds:
            save_evening(one, evenings_file())


def load_evenings(path: Path) -> Iterator[PastEvening]:
    """Yield the evenings of a file, the oldest first; skip lines that were cut short."""
    lines = path.read_bytes().splitlines() if path.is_file() else []
    for line in lines:
        try:
            yield msgspec.json.decode(line, type=PastEvening)
        except msgspec.DecodeError:
            continue


def evenings_in_stream(of_table: Iterable[Envelope]) -> list[PastEvening]:
    """Return the results of every player who bought in, from the stream of a table."""
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
        past_evening(game, reduce(tally_after, events, Tally(player)), began) for player in players
    ]

"""What an evening came to: rounds, wagers, the best of them, the return."""

import msgspec
from msgspec.structs import replace

from croupier.blackjack.events import RoundOpened
from croupier.money import Cents, in_dollars
from croupier.stud.events import StudRoundOpened
from croupier.table.events import BoughtIn, Event
from croupier.table.round_events import Line, RoundEnded, WagersSettled


class Tally(msgspec.Struct, frozen=True):
    """One player's sums so far."""

    player: str
    """Whose sums they are."""
    bought: Cents = 0
    """Chips bought."""
    rounds: int = 0
    """How many rounds were begun while the player was there."""
    wagered: Cents = 0
    """Every wager that was decided, doubles, splits and insurance among them; void ones apart."""
    net: Cents = 0
    """What was won in all; below zero is a loss."""
    this_round: Cents = 0
    """What was won in the round under way."""
    biggest: Cents = 0
    """The most that a round has won."""
    biggest_in: int = 0
    """The round that it was, counted from 1; 0 before any was won."""


def tally_after(tally: Tally, event: Event) -> Tally:
    """The sums after an event."""
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


def outcome(net: Cents) -> str:
    """A sum in words: won $25, lost $25, even."""
    if not net:
        return "even"
    return f"won {in_dollars(net)}" if net > 0 else f"lost {in_dollars(-net)}"


def summary(
    tally: Tally, chips: Cents, *, seed: int | None = None, left_in: int | None = None
) -> list[str]:
    """The lines that close an evening."""
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
        ("result", outcome(tally.net)),
        ("biggest win", biggest),
        ("return", back),
        ("chips", f"{in_dollars(chips)}{bought}"),
    ]
    if left_in is not None:
        rows.append(("left", f"in round {left_in}, finished without a further wager"))
    if seed is not None:
        rows.append(("seed", str(seed)))
    return ["Summary", *(f"  {name:<13}{value}" for name, value in rows)]

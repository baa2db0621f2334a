"""Standings: at a table during a session, in a tournament over its sessions, over tournaments."""

from collections.abc import Iterable

import msgspec

from croupier.features.tournaments.rules import state
from croupier.features.tournaments.rules.placings import final_groups, first_places
from croupier.features.tournaments.rules.state import Tournament
from croupier.floor.floor import HOUSE
from croupier.games.table.contest.state import Standing
from croupier.games.table.contest.turns import contest_of
from croupier.games.table.state import Table
from croupier.money import Cents


def players_to_start(tournament: Tournament) -> int:
    """Return how many entrants start a tournament at once; 0 if it starts at a set time.

    Reading TR32: where the rulebook knows no sit-and-go, the manager moves the start, with notice,
    to the moment when the last place is taken. The house does so in its own tournaments.
    """
    given = tournament.conditions
    moved = tournament.manager == HOUSE and given.minimum_players == given.maximum_players
    return given.sit_and_go or (given.maximum_players if moved else 0)


class TablePlace(msgspec.Struct, frozen=True):
    """A player's place at a table by chips."""

    place: int
    """The place, from 1; players with equal chips share one."""
    player: str
    """The player's id."""
    box: int
    """The player's box, from 1."""
    chips: Cents
    """Chips in front of the player and on the layout; once counted, the count."""
    playing: bool
    """Whether the player is still in."""


def table_standings(table: Table) -> list[TablePlace]:
    """Return the standings at a table by chips: players still in, then those who are out."""
    contest = contest_of(table)
    laid: dict[str, Cents] = {}
    for stake in (*table.wagers, *(() if table.round is None else table.round.stakes)):
        laid[stake.player] = laid.get(stake.player, 0) + stake.amount
    found = []
    for one in contest.contestants:
        chips = contest.counts.get(one.player, table.chips(one.player) + laid.get(one.player, 0))
        found.append((one.standing in (Standing.IN, Standing.DONE), chips, one))
    found.sort(key=lambda item: (not item[0], -item[1], item[2].box))
    ranks = [(playing, chips) for playing, chips, _ in found]
    return [
        TablePlace(ranks.index((playing, chips)) + 1, one.player, one.box, chips, playing)
        for playing, chips, one in found
    ]


class StandingsLine(msgspec.Struct, frozen=True):
    """A player's line in the standings."""

    player: str
    """The player's id."""
    session: str
    """The last session that the player has finished; empty if none."""
    table: int
    """The table there; 0 if none."""
    place: int | None
    """The place there; ``None`` if the player has none."""
    chips: int | None
    """The count there, in cents; ``None`` if nothing was counted."""
    fate: str
    """What became of the entry."""
    prize: int
    """What the player was awarded, in cents; 0 if nothing."""


def standings(tournament: Tournament) -> list[StandingsLine]:
    """Return the standings: players who came furthest first, then by place."""
    found: dict[str, tuple[tuple[int, int], StandingsLine]] = {}
    awards = tournament.awards or {}
    for number, session in enumerate(tournament.results):
        for result in session.tables:
            for player in {**result.counts, **result.places}:
                place = result.places.get(player)
                line = StandingsLine(
                    player,
                    session.name,
                    result.table,
                    place,
                    result.counts.get(player),
                    tournament.entrants[player].fate.value,
                    awards.get(player, 0),
                )
                found[player] = ((-number, place or 99), line)
    for player, entrant in tournament.entrants.items():
        if player not in found:
            line = StandingsLine(
                player, "", 0, None, None, entrant.fate.value, awards.get(player, 0)
            )
            found[player] = ((1, 99), line)
    return [line for _, line in sorted(found.values(), key=lambda one: one[0])]


class PlayerRecord(msgspec.Struct, frozen=True):
    """A player over many tournaments."""

    player: str
    """The player's id."""
    played: int
    """How many tournaments."""
    won: int
    """How many first places."""
    best: int | None
    """The best final place; ``None`` if the player never had one."""
    prizes: Cents
    """What was won, in cents."""
    net: Cents
    """Prizes and refunds less fees and purchases, in cents."""


def player_records(tournaments: Iterable[Tournament]) -> list[PlayerRecord]:
    """Return each player's results over the tournaments, most prize money first."""
    found: dict[str, PlayerRecord] = {}
    for tournament in tournaments:
        final = final_groups(tournament) if tournament.results else ()
        places = {player: place for place, group in first_places(final) for player in group}
        for player in tournament.entrants:
            old = found.get(player) or PlayerRecord(player, 0, 0, None, 0, 0)
            place = places.get(player)
            best = [one for one in (old.best, place) if one is not None]
            found[player] = PlayerRecord(
                player,
                old.played + 1,
                old.won + (place == 1),
                min(best, default=None),
                old.prizes + (tournament.awards or {}).get(player, 0),
                old.net + tournament.balances.get(state.player_account(player), 0),
            )
    return sorted(found.values(), key=lambda one: (-one.prizes, -one.won, one.player))

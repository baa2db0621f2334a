"""Players in order, and which ties make a difference."""

from collections.abc import Sequence
from fractions import Fraction

from croupier.floor.tournaments.conditions import Ties
from croupier.floor.tournaments.state import Tournament

Groups = tuple[tuple[str, ...], ...]
"""Players from the best on, those who are level together."""


def placed(groups: Groups) -> list[tuple[int, tuple[str, ...]]]:
    """The first place of each group, and who is in it."""
    found, place = [], 1
    for group in groups:
        found.append((place, group))
        place += len(group)
    return found


def differ(shares: Sequence[object], place: int, size: int) -> bool:
    """Whether some places from one on have different shares; beyond the last there are none."""
    own = {shares[at - 1] if at <= len(shares) else 0 for at in range(place, place + size)}
    return len(own) > 1


def by_points(tournament: Tournament) -> Groups:
    """Those who are entered, by the points that they have earned."""
    scores: dict[Fraction, tuple[str, ...]] = {}
    for player in tournament.active:
        score = Fraction(tournament.points.get(player, 0))
        scores[score] = (*scores.get(score, ()), player)
    return tuple(scores[score] for score in sorted(scores, reverse=True))


def level_for_prizes(tournament: Tournament) -> Groups:
    """Those with equal points who play extra rounds for their prizes, each group at a table.

    Reading TR26: more than a table seats share their prizes.
    """
    conditions = tournament.conditions
    if not conditions.by_points or conditions.prize_ties is not Ties.PLAY_OFF:
        return ()
    return tuple(
        group
        for place, group in placed(by_points(tournament))
        if len(group) <= tournament.boxes and differ(conditions.prizes, place, len(group))
    )


def first_place_of(tournament: Tournament, table: int) -> int:
    """The first of the places that are played for at a table of extra rounds."""
    group = tournament.level[table - 1]
    totals = placed(by_points(tournament))
    return next(place for place, level in totals if not set(level).isdisjoint(group))


def decided(tournament: Tournament) -> Groups:
    """The order by points, with those of equal points as the extra rounds have placed them."""
    tables = {one.table: one.groups for one in tournament.results[-1].tables}
    found: list[tuple[str, ...]] = []
    for group in by_points(tournament):
        own = (n for n, level in enumerate(tournament.level, 1) if not set(level).isdisjoint(group))
        found += tables.get(next(own, 0), (group,))
    return tuple(found)

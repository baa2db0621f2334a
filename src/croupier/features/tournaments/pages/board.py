"""The board of a tournament for a screen across the room: round, level, leaders, next break."""

import msgspec

from croupier.display.viewers import join_words, noun_count
from croupier.features.tournaments.pages.overview import (
    StandingsPart,
    countdown,
    prize_list,
    prize_pool,
    rounds_of,
    standings_parts,
)
from croupier.features.tournaments.pages.own_place import TournamentScene, capital
from croupier.features.tournaments.pages.players import house_clock, scene_for
from croupier.features.tournaments.rules.interruptions import next_break
from croupier.features.tournaments.rules.state import TournamentPhase
from croupier.games.table.contest.state import Part
from croupier.games.table.contest.turns import contest_of
from croupier.money import in_dollars
from croupier.web.http.guards import PrincipalRequest, service_of
from croupier.web.pages.table.contest import tournament_title

TABLES_AT_ONCE = 2
"""How many tables are on the board at once; further ones take turns with them."""
MOST_LINES = 7
"""The most players of a table on the board."""


class TournamentBoard(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on the board of a tournament."""

    title: str
    """The tournament and its session."""
    label: str
    """What the large figure counts: ``Round``, ``Break``, ``Starts in``."""
    figure: str
    """The large figure."""
    of: str
    """How many there are: ``of 20``; empty where that means nothing."""
    until: str
    """When the large figure has counted down, for scripts; empty if it does not count."""
    rounds: tuple[int, int] | None
    """The present round and the number of rounds; ``None`` when none are played."""
    left: str
    """What is left, in words; often empty."""
    level: str
    """The limits of wagers; empty when no rounds are played."""
    next_level: str
    """The next limits, and from when; often empty."""
    pages: tuple[tuple[StandingsPart, ...], ...]
    """The tables, a few at a time."""
    foot: tuple[tuple[str, str], ...]
    """Further facts by name: the next break, the prizes."""
    follows: tuple[str, ...]
    """The tables whose changes concern the board."""


def tournament_board(scene: TournamentScene) -> TournamentBoard:
    """Return the board of a tournament as anybody may see it."""
    tournament = scene.tournament
    label, figure, of, until = _large_figure(scene)
    parts = [_shorten(one) for one in standings_parts(scene)]
    pages = tuple(
        tuple(parts[at : at + TABLES_AT_ONCE]) for at in range(0, len(parts), TABLES_AT_ONCE)
    )
    rounds = rounds_of(scene)
    left = ""
    if rounds is not None:
        more = rounds[1] - rounds[0]
        left = f"{noun_count(more, 'round')} left after this" if more else "the last round"
    level, next_level = _levels(scene)
    session = "" if tournament.phase in OVER else f", {tournament.plan.name}"
    return TournamentBoard(
        title=f"{tournament_title(tournament.name)}{session}",
        label=label,
        figure=figure,
        of=of,
        until=until,
        rounds=rounds,
        left=left,
        level=level,
        next_level=next_level,
        pages=pages,
        foot=tuple(_foot(scene)),
        follows=tuple(scene.table_names.values()),
    )


OVER = (TournamentPhase.FINISHED, TournamentPhase.CANCELLED)


def _large_figure(scene: TournamentScene) -> tuple[str, str, str, str]:
    """Return what is largest on the board: its name, the figure, of how many, until when."""
    tournament = scene.tournament
    counts = countdown(scene)
    if counts is not None:
        label = "Break" if tournament.on_break is not None else "Starts in"
        return label, counts.left, "", counts.until
    if tournament.on_break is not None:
        return "Break", "now", "", ""
    rounds = rounds_of(scene)
    if rounds is not None:
        return "Round", str(rounds[0]), f"of {rounds[1]}", ""
    if scene.in_session:
        level = [
            scene.name(one.player)
            for table in scene.tables.values()
            if contest_of(table).part is Part.PLAY_OFF
            for one in contest_of(table).in_play
        ]
        return ("Play-off", join_words(level), "", "") if level else ("Session", "over", "", "")
    if tournament.phase in OVER:
        return "Tournament", "over" if tournament.phase is OVER[0] else "cancelled", "", ""
    entered, most = len(tournament.active), tournament.conditions.maximum_players
    return "Entered", str(entered), f"of {most}", ""


def _shorten(part: StandingsPart) -> StandingsPart:
    return msgspec.structs.replace(part, players=part.players[:MOST_LINES])


def _levels(scene: TournamentScene) -> tuple[str, str]:
    """Return the limits now and next; empty when no rounds are played."""
    rounds = rounds_of(scene)
    if not scene.in_session:
        return "", ""
    limits = next(iter(scene.tables.values())).limits
    level = f"{in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}"
    number, last = rounds or (0, 0)
    later = [one for one in scene.tournament.conditions.levels if number <= one.after < last]
    if not later:
        return level, ""
    return level, f"{in_dollars(later[0].minimum)} from round {later[0].after + 1}"


def _foot(scene: TournamentScene) -> list[tuple[str, str]]:
    tournament = scene.tournament
    found = []
    rest = next_break(tournament, scene.tables)
    if rest is not None:
        found.append(("Break", f"{rest.minutes} minutes after round {rest.after}"))
    found.append(("Prizes", in_dollars(prize_pool(tournament))))
    prizes = prize_list(scene)[:3]
    found += [(one.who, one.amount) for one in prizes]
    section = scene.rules.prevails.clause.partition(".")[0]
    found.append((f"{capital(scene.law.title)}, rules", section))
    return found


async def board_for(request: PrincipalRequest, name: str) -> TournamentBoard | None:
    """Return the board of a tournament; ``None`` if none of this name is published."""
    service = service_of(request)
    tournament = service.read_model.tournaments.get(name)
    if tournament is None or tournament.phase is TournamentPhase.DRAFT:
        return None
    return tournament_board(scene_for(request, tournament, await house_clock(service)))

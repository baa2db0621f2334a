"""Restricting players to the minimum or to one box, after the notices that must come first."""

from msgspec.structs import replace

from croupier.cards import Device
from croupier.games.table.checks import no_such_box, not_empowered, notice_missing, unknown_player
from croupier.games.table.contest.checks import not_in_tournaments
from croupier.games.table.draft import Handler, TableDraft, on
from croupier.games.table.notices import NoticeGiven
from croupier.games.table.seats import record_arrival_for_staff
from croupier.games.table.state import (
    MAIN,
    Reach,
    Restriction,
    Table,
    is_betting_over,
    minimum_for,
    stakes_on,
    with_player,
)
from croupier.games.table.wagers import controller_of, part_of, wager_return
from croupier.messages import Command, Event, Evolver, Refused


class LimitPlayers(Command, frozen=True, tag="limit-players"):
    """Allows fewer players on a box."""

    players: int
    """The most players on a box."""


class RestrictToMinimum(Command, frozen=True, tag="restrict-to-minimum"):
    """Holds a player who sat out to the minimum: until the shuffle, or for all further shoes."""

    player: str
    """Who is held to it."""
    further: bool = False
    """Whether for all further shoes; else until the shuffle."""


class RestrictToOneBox(Command, frozen=True, tag="restrict-to-one-box"):
    """Holds a player to one box at the minimum."""

    player: str
    """Who is held to it."""
    box: int
    """The box, from 1."""


class LiftRestriction(Command, frozen=True, tag="lift-restriction"):
    """Ends a player's restriction."""

    player: str
    """Who was restricted."""


class PlayersPerBoxLimited(Event, frozen=True, tag="players-per-box-limited"):
    """Fewer players may wager on a box."""

    players: int
    """How many may wager on one box from now on."""
    clause: str
    """The clause that lets a supervisor say so."""


class PlayerRestricted(Event, frozen=True, tag="player-restricted"):
    """A player is held to the minimum, or no longer (``restriction`` is none)."""

    player: str
    """Who is held to the minimum."""
    restriction: Restriction | None
    """How far it goes; none if it ended."""
    clause: str
    """The clause that allows it."""


def players_per_box_limited(table: Table, event: PlayersPerBoxLimited) -> Table:
    return replace(table, players_per_box=event.players)


def player_restricted(table: Table, event: PlayerRestricted) -> Table:
    notices = tuple(
        replace(notice, used=True) if notice.player == event.player else notice
        for notice in table.notices
    )
    table = replace(table, notices=notices)
    return with_player(table, event.player, restriction=event.restriction, restricted_before=True)


def limit_players(draft: TableDraft, command: LimitPlayers) -> Refused | None:
    """Limit the players on a box to fewer than the rulebook allows."""
    law = draft.law.wagers
    most = law.players_per_box
    if law.fewer_players is None:
        return Refused("box/players", most.clause, "the number of players on a box is fixed here")
    refused = not_empowered(command, law.fewer_players, "limit the players on a box")
    refused = refused or not_in_tournaments(draft.law, draft.table, law.fewer_players.clause)
    if refused:
        return refused
    if not 1 <= command.players <= most.value:
        return Refused(
            "box/players",
            most.clause,
            f"a box is for 1 to {most.value} players, not {command.players}",
        )
    draft.emit(PlayersPerBoxLimited(command.players, law.fewer_players.clause))
    _thin_out(draft, law.fewer_players.clause)
    return None


def _thin_out(draft: TableDraft, clause: str) -> None:
    """Give back initial wagers on boxes with too many players, while wagers may change.

    Reading R30: the controlling player's wager stays; of the others, those placed first.
    """
    law, table = draft.law, draft.table
    if is_betting_over(table):
        return
    for box in sorted({stake.box for stake in table.wagers}):
        here = stakes_on(table, box, law.initial)
        if len(here) > table.players_per_box:
            controller, _ = controller_of(law, table, here)
            placed = sorted(here, key=lambda stake: stake.player != controller)
            for stake in placed[table.players_per_box :]:
                draft.emit(wager_return(table.till, stake, clause, "too many players on the box"))


def restrict_to_minimum(draft: TableDraft, command: RestrictToMinimum) -> Refused | None:
    """Restrict a player who sat out to the minimum."""
    law = draft.law.wagers
    rule = law.minimum_for_good if command.further else law.minimum_until_shuffle
    if rule is None:
        until = law.minimum_until_shuffle
        clause = draft.law.limits.sign.clause if until is None else until.clause
        why = "nobody is restricted to the minimum in this game"
        if until is not None:
            why = "the minimum applies only until the shuffle"
        return Refused("restriction/unknown", clause, why)
    refused = not_empowered(
        command, rule, "restrict a player to the minimum"
    ) or record_arrival_for_staff(draft, command.player)
    if refused:
        return refused
    table = draft.table
    player = table.players[command.player]
    if player.restriction is not None and player.restriction.reach is not Reach.UNTIL_SHUFFLE:
        why = f"{player.name} is under a wider restriction already"
        return Refused("restriction/wider", player.restriction.clause, why)
    before = law.restricted_before if player.restricted_before else None
    if player.rounds_this_shoe >= table.rounds_this_shoe and before is None:
        return Refused(
            "restriction/no-cause",
            rule.clause,
            f"{player.name} has wagered in every round of this shoe",
        )
    if table.choices.device is not Device.SHOE:
        clause = (law.no_shoe_no_restriction or rule).clause
        why = "this applies only to a shoe"
        return Refused("restriction/no-shoe", clause, why, (rule.clause,))
    if command.further:
        whom = law.notified_before_restriction
        if refused := notice_missing(table, whom, command.player, rule.clause):
            return refused
    reach = Reach.FOR_GOOD if command.further else Reach.UNTIL_SHUFFLE
    clause = (before or rule).clause
    restriction = Restriction(reach, clause)
    draft.emit(PlayerRestricted(player.name, restriction, clause))
    _bring_down(draft, player.name, restriction)
    return None


def _bring_down(draft: TableDraft, name: str, restriction: Restriction) -> None:
    """Give back what lies against a restriction, while wagers may change.

    Reading R30: it binds all wagers while no card is out, not only later ones.
    """
    table = draft.table
    if is_betting_over(table):
        return
    least = minimum_for(table, name)
    for stake in table.wagers:
        elsewhere = restriction.box not in (None, stake.box)
        over = stake.amount if elsewhere else stake.amount - least if stake.on == MAIN else 0
        if stake.player == name and over > 0:
            back = part_of(stake, over)
            draft.emit(
                wager_return(table.till, back, restriction.clause, "against the restriction")
            )


def restrict_to_one_box(draft: TableDraft, command: RestrictToOneBox) -> Refused | None:
    """Restrict a player to one box, at the minimum."""
    table = draft.table
    law = draft.law.wagers
    rule = law.one_box_at_minimum
    if rule is None:
        clause = law.several_boxes.clause
        return Refused(
            "restriction/unknown", clause, "nobody is restricted to one box in this game"
        )
    refused = (
        not_empowered(command, rule, "restrict a player to one box")
        or record_arrival_for_staff(draft, command.player)
        or no_such_box(draft.law, table, command.box)
        or notice_missing(table, law.notified_before_restriction, command.player, rule.clause)
    )
    if refused:
        return refused
    restriction = Restriction(Reach.ONE_BOX, rule.clause, command.box)
    draft.emit(PlayerRestricted(command.player, restriction, rule.clause))
    _bring_down(draft, command.player, restriction)
    for whom in law.notified_after_restriction:
        draft.emit(NoticeGiven(whom, "held to one box at the minimum", command.player, rule.clause))
    return None


def lift_restriction(draft: TableDraft, command: LiftRestriction) -> Refused | None:
    """End a restriction; the role that could impose it may lift it."""
    table = draft.table
    if refused := unknown_player(table, command.player):
        return refused
    restriction = table.players[command.player].restriction
    law = draft.law.wagers
    if restriction is None:
        return Refused("restriction/none", "", f"{command.player} is under no restriction")
    imposed = {
        Reach.UNTIL_SHUFFLE: law.minimum_until_shuffle,
        Reach.FOR_GOOD: law.minimum_for_good,
        Reach.ONE_BOX: law.one_box_at_minimum,
    }
    rule = imposed[restriction.reach]
    assert rule is not None
    if refused := not_empowered(command, rule, "lift this restriction"):
        return refused
    draft.emit(PlayerRestricted(command.player, None, rule.clause))
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(LimitPlayers, limit_players),
    **on(RestrictToMinimum, restrict_to_minimum),
    **on(RestrictToOneBox, restrict_to_one_box),
    **on(LiftRestriction, lift_restriction),
}


EVOLVERS: dict[type[Event], Evolver] = {
    PlayersPerBoxLimited: players_per_box_limited,
    PlayerRestricted: player_restricted,
}

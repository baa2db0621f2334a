"""Holding players to the minimum or to one box, fewer players on a box, and the notices that
must come first."""

from croupier.rulebooks import Role, Rule
from croupier.table.checks import no_such_box, unknown_player
from croupier.table.commands import (
    Command,
    LiftRestriction,
    LimitPlayers,
    Notify,
    RestrictToMinimum,
    RestrictToOneBox,
)
from croupier.table.drafting import Draft, Handler, not_empowered
from croupier.table.events import NoticeGiven, PlayerRestricted, PlayersPerBoxLimited
from croupier.table.state import Reach, Refused, Restriction, Table


def limit_players(draft: Draft, command: Command) -> Refused | None:
    """Let fewer players wager on a box than the rulebook would."""
    assert isinstance(command, LimitPlayers)
    law = draft.table.law.wagers
    if refused := not_empowered(command, law.fewer_players, "limit the players on a box"):
        return refused
    most = law.players_per_box
    if not 1 <= command.players <= most.value:
        return Refused(
            "box/players",
            most.clause,
            f"a box is for 1 to {most.value} players, not {command.players}",
        )
    draft.emit(PlayersPerBoxLimited(command.players, law.fewer_players.clause))
    return None


def notify(draft: Draft, command: Command) -> Refused | None:
    """Record that somebody outside the game was told."""
    assert isinstance(command, Notify)
    if command.whom not in (Role.INSPECTOR, Role.SURVEILLANCE):
        return Refused("notice/whom", "", "notice is given to an inspector or to Surveillance")
    law = draft.table.law.wagers
    clause = law.minimum_for_good.clause if command.player else ""
    draft.emit(NoticeGiven(command.whom, command.about, command.player, clause))
    return None


def unnotified(
    table: Table, whom: tuple[Role, ...], player: str | None, clause: str
) -> Refused | None:
    """Refuse what needs word to others first, while some of them have none."""
    told = {notice.whom for notice in table.notices if notice.player == player}
    missing = [role for role in whom if role not in told]
    if not missing:
        return None
    names = " and ".join(role.title for role in missing)
    about = f" about {player}" if player else ""
    return Refused("notice/missing", clause, f"first give notice{about} to: {names}")


def restrict_to_minimum(draft: Draft, command: Command) -> Refused | None:
    """Hold a player who sat out to the minimum."""
    assert isinstance(command, RestrictToMinimum)
    table = draft.table
    law = table.law.wagers
    rule: Rule[Role] = law.minimum_for_good if command.further else law.minimum_until_shuffle
    refused = not_empowered(command, rule, "hold a player to the minimum") or unknown_player(
        table, command.player
    )
    if refused:
        return refused
    player = table.players[command.player]
    if player.rounds_this_shoe >= table.rounds_this_shoe:
        return Refused(
            "restriction/no-cause",
            rule.clause,
            f"{player.name} has wagered in every round of this shoe",
        )
    if table.law.equipment.devices.value[0] != table.choices.device.value:
        return Refused(
            "restriction/no-shoe", rule.clause, "this holds only where cards come from a shoe"
        )
    if command.further:
        whom = law.notified_before_restriction
        if refused := unnotified(table, whom, command.player, rule.clause):
            return refused
    reach = Reach.FOR_GOOD if command.further else Reach.UNTIL_SHUFFLE
    draft.emit(PlayerRestricted(player.name, Restriction(reach, rule.clause), rule.clause))
    return None


def restrict_to_one_box(draft: Draft, command: Command) -> Refused | None:
    """Hold a player to one box and to the minimum there."""
    assert isinstance(command, RestrictToOneBox)
    table = draft.table
    law = table.law.wagers
    rule = law.one_box_at_minimum
    refused = (
        not_empowered(command, rule, "hold a player to one box")
        or unknown_player(table, command.player)
        or no_such_box(table, command.box)
        or unnotified(table, law.notified_before_restriction, command.player, rule.clause)
    )
    if refused:
        return refused
    restriction = Restriction(Reach.ONE_BOX, rule.clause, command.box)
    draft.emit(PlayerRestricted(command.player, restriction, rule.clause))
    return None


def lift_restriction(draft: Draft, command: Command) -> Refused | None:
    """End a restriction; whoever could impose it may lift it."""
    assert isinstance(command, LiftRestriction)
    table = draft.table
    if refused := unknown_player(table, command.player):
        return refused
    restriction = table.players[command.player].restriction
    law = table.law.wagers
    if restriction is None:
        return Refused("restriction/none", "", f"{command.player} is under no restriction")
    rule = {
        Reach.UNTIL_SHUFFLE: law.minimum_until_shuffle,
        Reach.FOR_GOOD: law.minimum_for_good,
        Reach.ONE_BOX: law.one_box_at_minimum,
    }[restriction.reach]
    if refused := not_empowered(command, rule, "lift this restriction"):
        return refused
    draft.emit(PlayerRestricted(command.player, None, rule.clause))
    return None


HANDLERS: dict[type[Command], Handler] = {
    LimitPlayers: limit_players,
    Notify: notify,
    RestrictToMinimum: restrict_to_minimum,
    RestrictToOneBox: restrict_to_one_box,
    LiftRestriction: lift_restriction,
}

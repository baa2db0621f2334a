"""Who asks at a table: what they may see there, and in which role they act."""

from typing import Any

import structlog

from croupier.display.viewers import Dealer, Official, Onlooker, Patron, Viewer
from croupier.rulebooks import Role, TableLaw
from croupier.table.choices import Mode
from croupier.table.commands import Command
from croupier.web.api.problems import ProblemError, not_yours
from croupier.web.hall.haste import HURRIED
from croupier.web.hall.wire_commands import PLAYER, AskedCommand, asked_fields, name_of
from croupier.web.people.powers import asking_role, command_name
from croupier.web.people.principal import Principal

LOG = structlog.get_logger("croupier.doors")
RANKS = (
    Role.GAMING_MANAGER,
    Role.ASSISTANT_GAMING_MANAGER,
    Role.TOURNAMENT_MANAGER,
    Role.SUPERVISOR,
    Role.DEALER,
    Role.REGULATOR,
    Role.INSPECTOR,
    Role.SURVEILLANCE,
    Role.PLAYER,
)
"""The roles at a table; somebody with several acts in the first that they have."""


def viewer_for(principal: Principal, mode: Mode = Mode.AUTOMATIC) -> Viewer:
    """Who somebody is to a table: what they may know there follows from that alone."""
    if principal.is_player:
        return Patron(principal.account)
    if Role.DEALER in principal.roles:
        return Dealer(enters=mode is Mode.LIVE)
    office = next((role for role in RANKS if role in principal.roles), None)
    return Onlooker() if office is None else Official(office)


def player_in(principal: Principal, asked: AskedCommand) -> str:
    """Whose command it is; a player's own, or at a live table the one whom the staff name."""
    given = getattr(asked, PLAYER, "") or ""
    if not principal.is_player:
        return str(given)
    if given not in ("", principal.account):
        raise _not_theirs(principal, asked, "a player acts only for themselves: leave out player")
    return principal.account


def role_at_table(
    principal: Principal, kind: type[Command], law: TableLaw, mode: Mode = Mode.AUTOMATIC
) -> Role:
    """In which role somebody asks for a command; whose it is not, hears whose it is."""
    role = asking_role(principal, law, kind, live=mode is Mode.LIVE)
    if role is not None:
        return role
    if kind.usual is Role.PLAYER and mode is Mode.AUTOMATIC and not principal.is_visitor:
        raise not_yours("staff do not play: players do this themselves")
    raise not_yours(f"{command_name(kind)} is for {kind.usual.one}")


def _not_theirs(principal: Principal, asked: AskedCommand, why: str) -> ProblemError:
    """Turn somebody away who asks for what is not theirs; the log has a line of it."""
    name = name_of(asked)
    LOG.warning("denied", action=name, person=principal.account, origin=principal.origin)
    return not_yours(why)


def command_of(
    principal: Principal,
    asked: AskedCommand,
    kinds: dict[str, type[Command]],
    law: TableLaw,
    *,
    mode: Mode = Mode.AUTOMATIC,
) -> Command:
    """The command that somebody asks for, in the role that is theirs."""
    kind = kinds[name_of(asked)]
    if principal.is_player and mode is Mode.AUTOMATIC and kind in HURRIED:
        return kind(by=Role.DEALER)
    try:
        role = role_at_table(principal, kind, law, mode)
    except ProblemError as error:
        raise _not_theirs(principal, asked, str(error)) from None
    fields: dict[str, Any] = asked_fields(asked)
    if PLAYER in fields and (player := player_in(principal, asked)):
        fields[PLAYER] = player
    return kind(**fields, by=role)

"""Who asks at a table: what they may see there, and in which role they act."""

from typing import Any

from croupier.blackjack.commands import CloseInsurance
from croupier.blackjack.decisions import InsuranceDue
from croupier.display.choices import on_offer
from croupier.display.viewers import Dealer, Official, Onlooker, Patron, Viewer
from croupier.errors import CroupierError
from croupier.play.engine import due
from croupier.rulebooks import Role
from croupier.table.choices import Mode
from croupier.table.commands import Command, Deal
from croupier.web.hall.asked import PLAYER, Asked, fields_of, name_of
from croupier.web.hall.showcase import ShownTable
from croupier.web.hall.time_limits import everybody_in
from croupier.web.people.principal import Principal

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


class NotTheirsError(CroupierError):
    """Something that is not for this person to ask, whatever the rulebook says."""


class OthersWaitedForError(CroupierError):
    """Something that cannot be hurried, because others may still act."""


def viewer_for(principal: Principal, mode: Mode = Mode.AUTOMATIC) -> Viewer:
    """Who somebody is to a table: what they may know there follows from that alone."""
    if principal.is_player:
        return Patron(principal.account)
    if Role.DEALER in principal.roles:
        return Dealer(enters=mode is Mode.LIVE)
    office = next((role for role in RANKS if role in principal.roles), None)
    return Onlooker() if office is None else Official(office)


def role_at_table(principal: Principal, kind: type[Command]) -> Role:
    """In which role somebody asks for a command: the usual one where they have it."""
    if kind.usual in principal.roles:
        return kind.usual
    found = next((role for role in RANKS if role in principal.roles), None)
    if found is None:
        raise NotTheirsError("who has no role at the tables asks for nothing there")
    return found


def player_in(principal: Principal, asked: Asked) -> str:
    """Whose command it is; a player's own, or at a live table the one whom the staff name."""
    named = getattr(asked, PLAYER, "") or ""
    if not principal.is_player:
        return str(named)
    if named not in ("", principal.account):
        raise NotTheirsError("a player asks for nobody else: leave player out")
    return principal.account


def command_of(
    principal: Principal, asked: Asked, kinds: dict[str, type[Command]], shown: ShownTable
) -> Command:
    """The command that somebody asks for, in the role that is theirs."""
    kind = kinds[name_of(asked)]
    role = role_at_table(principal, kind)
    mode = shown.table.choices.mode
    fields: dict[str, Any] = fields_of(asked)
    if role is Role.PLAYER and kind.usual is not Role.PLAYER:
        if mode is Mode.AUTOMATIC and kind in (Deal, CloseInsurance):
            return _hurried(principal.account, kind, shown)
        raise NotTheirsError(f"{name_of(asked)} is {kind.usual.one}'s to ask, not a player's")
    if role is not Role.PLAYER and kind.usual is Role.PLAYER and mode is Mode.AUTOMATIC:
        raise NotTheirsError("who works here does not play: players ask for this themselves")
    if PLAYER in fields and (player := player_in(principal, asked)):
        fields[PLAYER] = player
    return kind(**fields, by=role)


def _hurried(player: str, kind: type[Command], shown: ShownTable) -> Command:
    """What a player may have the software dealer do at once, where nobody else is waited for."""
    table = shown.table
    if kind is Deal:
        if player not in table.players or not everybody_in(table):
            raise OthersWaitedForError("others at the table have yet to wager: wait for them")
        return Deal(by=Role.DEALER)
    for owed in due(shown.law, table):
        if isinstance(owed, InsuranceDue) and on_offer(owed) != on_offer(owed, player):
            raise OthersWaitedForError("others may still insure: wait for them")
    return CloseInsurance(by=Role.DEALER)

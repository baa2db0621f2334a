"""The one way in: checks what a principal may submit, then hands it to the writer.

Pages, the API and WebSockets call :func:`submit`, the scheduler :func:`submit_for_house`. The
former checks in this order: sign-in, permission,
the role for the command, whose command it is, and exclusions of that player. The rules come last,
in the writer.
"""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

import structlog
from msgspec.structs import replace

from croupier.display.viewers import Dealer, Official, Onlooker, Patron, Viewer
from croupier.floor.floor import DEALER, Answer, Floor
from croupier.floor.resting_tables import AdoptLaw
from croupier.games.table.choices import Mode
from croupier.games.table.preparation import ShowCuttingCard
from croupier.games.table.rounds import DealCard
from croupier.messages import Command, Event, Refused
from croupier.record.journal import ReusedIdError
from croupier.rulebooks import Role, TableLaw
from croupier.web.auth.command_roles import CHANGED_BY_STAFF, command_name, role_for_command
from croupier.web.auth.permissions import (
    PLAYER_FIELD,
    Principal,
    Scope,
    for_accounts_only,
    owner_of,
    require_permission,
    require_sign_in,
)
from croupier.web.problems import ProblemError, not_yours
from croupier.web.service.floor_service import FloorService
from croupier.web.service.guest_tables import is_guest_table
from croupier.web.service.messages import TABLE_COMMANDS, CommandMessage, message_fields, name_of
from croupier.web.service.readiness import WAITS_FOR_ALL, advance_when_ready, record_readiness

LOG = structlog.get_logger("croupier.permissions")
ROLES_BY_RANK = (
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
"""The roles at a table; a person with several acts in the first of them."""
SHOE_COMMANDS = (DealCard, ShowCuttingCard)
"""What a card-reading shoe may submit, and nothing else."""
STAFF_PLAY = "staff do not play: players do this themselves"
T = TypeVar("T")


# What is submitted ------------------------------------------------------------------------------


class Submission(NamedTuple):
    """A command that passed all checks, for the writer to decide."""

    name: str
    """The table, tournament or promotion."""
    command: Command
    command_id: str
    principal: Principal


@dataclass(frozen=True)
class Target(Generic[T]):
    """What takes commands: the tables, the tournaments or the promotions of the floor."""

    action: str
    """The permission that a command needs, such as ``table.command``."""
    commands: Mapping[str, type[Command]]
    terms: Callable[[FloorService, Principal, str], tuple[TableLaw, Mode]]
    """Returns the law and the mode of the target with that name; raises if the principal may not
    know of it."""
    decide: Callable[[Floor, Submission], T | Refused]
    """Decides a submission, in the writer's thread."""


class CommandRequest(NamedTuple, Generic[T]):
    """A command that a principal asks to have carried out."""

    target: Target[T]
    name: str
    """The table, tournament or promotion."""
    command: Command | CommandMessage
    """The command. Its role is ignored: it follows from the account."""
    command_id: str
    """The id; a command with the same id is carried out once."""


HouseCommand = Callable[[Floor], Command | None]
"""Returns what the house's software submits; ``None`` if it is no longer due on the floor."""


class CommandResult(NamedTuple):
    """What a command led to at a table, and the id under which the log holds it."""

    events: tuple[Event, ...]
    actor: str
    command_id: str


# Submitting -------------------------------------------------------------------------------------


async def submit(
    service: FloorService, principal: Principal, request: CommandRequest[T]
) -> T | Refused:
    """Submit a command; return what its target makes of it, or the refusal.

    Raise ``ProblemError``: 401 for a visitor, 403 for somebody who may not ask for it, 404 for a
    target that is not there.
    """
    command = _admit(service, principal, request)
    if isinstance(command, Refused):
        return command
    submission = Submission(request.name, command, request.command_id, principal)
    decide = request.target.decide
    answer: T | Refused = await service.do(
        lambda floor: decide(floor, submission), (principal.account, request.command_id)
    )
    return answer


async def submit_all(
    service: FloorService, principal: Principal, requests: Iterable[CommandRequest[CommandResult]]
) -> tuple[Answer, ...]:
    """Submit the commands of a form in order, up to the first refusal.

    A form sent twice is recognised by its ids: nothing is done again, and nothing is returned for
    it.
    """
    answers: list[Answer] = []
    for request in requests:
        try:
            result = await submit(service, principal, request)
        except ReusedIdError:
            break
        if isinstance(result, Refused):
            return (*answers, result)
        answers.append(result.events)
    return tuple(answers)


def submit_for_house(
    service: FloorService, table: str, actor: str, command_id: str, command: HouseCommand
) -> "Future[CommandResult | Refused | None]":
    """Submit what the house's software does at a table by itself, without waiting for it.

    No permission is checked; the rules decide as they do for everybody.
    """

    def decide(floor: Floor) -> CommandResult | Refused | None:
        found = command(floor)
        if found is None:
            return None
        return _decide_at_table(floor, Submission(table, found, command_id, Principal(actor)))

    return service.submit(decide)


async def submit_readiness(
    service: FloorService, principal: Principal, request: CommandRequest[CommandResult]
) -> None:
    """Record that a player is ready for a command of the dealer's at a live table.

    Nothing follows: the dealer decides when to continue.
    """
    require_sign_in(principal)
    require_permission(principal, request.target.action, owner=principal.account)
    actor, origin, kind = principal.account, principal.origin, _kind(request)
    await service.do(
        lambda floor: record_readiness(
            floor, request.name, actor, kind, command_id=request.command_id, origin=origin
        )
    )


def _admit(
    service: FloorService, principal: Principal, request: CommandRequest[Any]
) -> Command | Refused:
    """Return the command in the principal's role, or the refusal if an exclusion applies."""
    require_sign_in(principal)
    law, mode = request.target.terms(service, principal, request.name)
    _require_own_table(service, principal, request)
    _require_permission(principal, request)
    command = _in_role(principal, request, law, mode)
    return service.exclusion(owner_of(principal, command), command) or command


def _require_own_table(
    service: FloorService, principal: Principal, request: CommandRequest[Any]
) -> None:
    """Keep guests to their own practice table, and other players away from it."""
    guests = request.target is TABLES and is_guest_table(request.name)
    if not principal.is_player or not (principal.guest or guests):
        return
    there = guests and principal.account in service.table(request.name).table.players
    if principal.guest and not there:
        raise for_accounts_only()
    if not there:
        raise _deny(principal, request, "this practice table is for a guest")


def _require_permission(principal: Principal, request: CommandRequest[Any]) -> None:
    """Require the permission for a command; a shoe may report cards at its own table only."""
    if isinstance(request.command, AdoptLaw):
        require_permission(principal, "table.adopt-law")
        return
    shoes = [one for one in principal.scopes or () if one.partition(":")[0] == Scope.SHOE.value]
    if request.target is not TABLES or not shoes:
        owner = owner_of(principal, request.command)
        require_permission(principal, request.target.action, owner=owner)
        return
    if not any(one in (Scope.SHOE.value, f"{Scope.SHOE.value}:{request.name}") for one in shoes):
        raise _deny(principal, request, f"this shoe does not belong to table {request.name}")
    require_permission(principal, "table.shoe", place=request.name)
    if not issubclass(_kind(request), SHOE_COMMANDS):
        raise _deny(principal, request, "a shoe may only report cards")


def _kind(request: CommandRequest[Any]) -> type[Command]:
    if isinstance(request.command, Command):
        return type(request.command)
    return request.target.commands[name_of(request.command)]


def _deny(principal: Principal, request: CommandRequest[Any], why: str) -> ProblemError:
    """Return the problem for a command the principal may not submit, and log the denial."""
    name = command_name(_kind(request))
    LOG.warning("denied", action=name, person=principal.account, origin=principal.origin)
    return not_yours(why)


def _in_role(
    principal: Principal, request: CommandRequest[Any], law: TableLaw, mode: Mode
) -> Command:
    """Return the command in the principal's role, for the player whose command it is."""
    kind, given = _kind(request), request.command
    if isinstance(given, AdoptLaw):  # the permission is one role's alone
        return replace(given, by=AdoptLaw.usual)
    if principal.is_player and mode is Mode.AUTOMATIC and kind in WAITS_FOR_ALL:
        return kind(by=Role.DEALER)
    try:
        role = require_role(principal, kind, law, mode)
    except ProblemError as error:
        raise _deny(principal, request, str(error)) from None
    player = getattr(given, PLAYER_FIELD, None) or ""
    if principal.is_player and player not in ("", principal.account):
        raise _deny(principal, request, "a player acts only for themselves: leave out player")
    if isinstance(given, Command):
        return replace(given, by=role)
    fields: dict[str, Any] = message_fields(given)
    if PLAYER_FIELD in fields and principal.is_player:
        fields[PLAYER_FIELD] = principal.account
    return kind(**fields, by=role)


def require_role(
    principal: Principal, kind: type[Command], law: TableLaw, mode: Mode = Mode.AUTOMATIC
) -> Role:
    """Return the role in which the principal may submit this command.

    Raise ``ProblemError`` 403, naming the role it belongs to, if there is none.
    """
    role = role_for_command(principal, law, kind, live=mode is Mode.LIVE)
    if role is not None:
        return role
    if kind.usual is Role.PLAYER and mode is Mode.AUTOMATIC and not principal.is_visitor:
        raise not_yours(STAFF_PLAY)
    if principal.is_player and mode is Mode.LIVE and command_name(kind) in CHANGED_BY_STAFF:
        raise not_yours(CHANGED_BY_STAFF[command_name(kind)])
    raise not_yours(f"{command_name(kind)} is for {kind.usual.one}")


# Tables -----------------------------------------------------------------------------------------


def _terms_of_table(service: FloorService, _: Principal, name: str) -> tuple[TableLaw, Mode]:
    shown = service.table(name)
    return shown.law, shown.table.choices.mode


def _decide_at_table(floor: Floor, given: Submission) -> CommandResult | Refused:
    """Decide a command at a table; one that waits for all players records readiness first."""
    table, command, command_id, principal = given
    actor, origin = principal.account, principal.origin
    if not (principal.is_player and isinstance(command, WAITS_FOR_ALL)):
        answer = floor.submit(table, command, actor=actor, command_id=command_id, origin=origin)
        return _result(answer, actor, command_id)
    advance = advance_when_ready(
        floor, table, actor, type(command), command_id=command_id, origin=origin
    )
    if not advance.command_id:
        return _result(advance.answer, actor, command_id)
    return _result(advance.answer, DEALER, advance.command_id)


def _result(answer: Answer, actor: str, command_id: str) -> CommandResult | Refused:
    return answer if isinstance(answer, Refused) else CommandResult(answer, actor, command_id)


TABLES = Target("table.command", TABLE_COMMANDS, _terms_of_table, _decide_at_table)
"""The tables of the floor."""


def at_table(
    table: str, command: Command | CommandMessage, command_id: str
) -> CommandRequest[CommandResult]:
    """Return the request for a command at a table."""
    return CommandRequest(TABLES, table, command, command_id)


def viewer_for(principal: Principal, mode: Mode = Mode.AUTOMATIC) -> Viewer:
    """Return the viewer a principal is at a table, which decides all that they may know there."""
    if principal.is_player:
        return Patron(principal.account)
    if Role.DEALER in principal.roles:
        return Dealer(enters=mode is Mode.LIVE)
    rank = next((role for role in ROLES_BY_RANK if role in principal.roles), None)
    return Onlooker() if rank is None else Official(rank)

"""What a page asks of the hall, through the same doors as the interface for programs."""

from croupier.blackjack.commands import CloseInsurance
from croupier.floor.readiness import NOBODY
from croupier.play.house import Answer
from croupier.record.journal import ReusedIdError
from croupier.rulebooks import Role
from croupier.table.choices import Mode
from croupier.table.commands import Command, PlayerCommand
from croupier.table.state import Refused
from croupier.web.api.doors import Asking, hall_of, kept_from, may, owner_of, signed_in
from croupier.web.api.problems import not_yours
from croupier.web.hall.haste import HURRIED, WentOn, ask_to_go_on, note_ready, ready_for
from croupier.web.pages.table_actions import command_id

STAFF_PLAY = "staff do not play: players do this themselves"


def is_automatic(request: Asking, name: str) -> bool:
    """Whether software deals at a table."""
    return hall_of(request).shown(name).table.choices.mode is Mode.AUTOMATIC


def is_ready(request: Asking, name: str, kind: type[Command]) -> bool:
    """Whether who asks has said that the dealer may go on, with the deal or past insurance."""
    hall = hall_of(request)
    ready = hall.showcase.readiness.get(name, NOBODY)
    return request.user.account in ready.to(ready_for(hall.shown(name).table, kind))


async def insurance_answered(request: Asking, name: str, form: dict[str, str]) -> None:
    """Have it written down that a player has answered the question of insurance.

    Where software deals, that is a part of having the game go on.
    """
    signed_in(request)
    me, hall = request.user, hall_of(request)
    may(request, "table.command", owner=me.account)
    version = form.get("version") or str(hall.shown(name).version)
    known = command_id(name, me.account, version, "insurance", 0)
    await hall.do(
        lambda floor: note_ready(
            floor, name, me.account, CloseInsurance, command_id=known, origin=me.origin
        )
    )


async def carried_out(
    request: Asking, name: str, form: dict[str, str], commands: tuple[Command, ...]
) -> tuple[Answer, ...]:
    """Carry commands out one after the other; the last answer may be a refusal, and ends it.

    A form that comes a second time is known by its ids: nothing is done twice, and nothing told.
    """
    sent = "&".join(f"{key}={value}" for key, value in sorted(form.items()))
    version = form.get("version") or str(hall_of(request).shown(name).version)
    answers: list[Answer] = []
    for step, command in enumerate(commands):
        known = command_id(name, request.user.account, version, sent, step)
        try:
            answer = await ask(request, name, command, known)
        except ReusedIdError:
            break
        answers.append(answer)
        if isinstance(answer, Refused):
            break
    return tuple(answers)


def refusal_in(answers: tuple[Answer, ...]) -> Refused | None:
    """The refusal that ended what was asked for; none where all was carried out."""
    return next((answer for answer in answers if isinstance(answer, Refused)), None)


async def ask(request: Asking, name: str, command: Command, known: str) -> Answer:
    """Carry one command out, if it is theirs to ask; ``known`` is its id."""
    signed_in(request)
    principal, hall = request.user, hall_of(request)
    may(request, "table.command", owner=owner_of(principal, command))
    automatic = is_automatic(request, name)
    if principal.is_player:
        return await _of_player(request, name, command, known, automatic=automatic)
    if automatic and isinstance(command, PlayerCommand):
        raise not_yours(STAFF_PLAY)
    return await hall.ask(
        name, command, actor=principal.account, command_id=known, origin=principal.origin
    )


async def _of_player(
    request: Asking, name: str, command: Command, known: str, *, automatic: bool
) -> Answer:
    """A player's own command, or being ready for the software dealer's next step."""
    principal, hall = request.user, hall_of(request)
    if refused := kept_from(request, command):
        return refused
    if isinstance(command, HURRIED):
        if not automatic:
            raise not_yours("the dealer of this table does that")
        kind = type(command)
        went_on: WentOn = await hall.do(
            lambda floor: ask_to_go_on(
                floor,
                name,
                principal.account,
                kind,
                command_id=known,
                origin=principal.origin,
            )
        )
        return went_on.answer
    own = getattr(command, "player", None)
    if own not in (None, principal.account) or command.by not in (Role.PLAYER, Role.DEALER):
        raise not_yours("a player acts only for themselves")
    return await hall.ask(
        name, command, actor=principal.account, command_id=known, origin=principal.origin
    )

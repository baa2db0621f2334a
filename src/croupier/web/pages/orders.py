"""The forms of a table's page on their way in, and what the page asks of the hall."""

from croupier.blackjack.commands import CloseInsurance
from croupier.floor.readiness import NOBODY
from croupier.play.house import Answer
from croupier.rulebooks import Role
from croupier.table.choices import Mode
from croupier.table.commands import Command
from croupier.table.state import Refused
from croupier.web.api.doors import Asking, hall_of
from croupier.web.hall.askers import at_table, submit_all, submit_readiness
from croupier.web.hall.haste import ready_for
from croupier.web.pages.table_actions import command_id
from croupier.web.people.permissions import require_sign_in


def is_automatic(request: Asking, name: str) -> bool:
    """Whether software deals at a table."""
    return hall_of(request).shown(name).table.choices.mode is Mode.AUTOMATIC


def is_ready(request: Asking, name: str, kind: type[Command]) -> bool:
    """Whether who asks has said that the dealer may go on, with the deal or past insurance."""
    hall = hall_of(request)
    ready = hall.showcase.readiness.get(name, NOBODY)
    return request.user.account in ready.to(ready_for(hall.shown(name).table, kind))


async def note_insurance_answer(request: Asking, name: str, form: dict[str, str]) -> None:
    """Have it written down that a player has answered the question of insurance.

    Where software deals, that is a part of having the game go on.
    """
    me, hall = request.user, hall_of(request)
    require_sign_in(me)
    version = form.get("version") or str(hall.shown(name).version)
    known = command_id(name, me.account, version, "insurance", 0)
    await submit_readiness(hall, me, at_table(name, CloseInsurance(by=Role.DEALER), known))


async def submit_form(
    request: Asking, name: str, form: dict[str, str], commands: tuple[Command, ...]
) -> tuple[Answer, ...]:
    """Submit the commands of a form at a table; the last answer may be a refusal.

    The ids follow from the form, so that one that comes a second time is known.
    """
    sent = "&".join(f"{key}={value}" for key, value in sorted(form.items()))
    hall, principal = hall_of(request), request.user
    require_sign_in(principal)
    version = form.get("version") or str(hall.shown(name).version)
    requests = (
        at_table(name, command, command_id(name, principal.account, version, sent, step))
        for step, command in enumerate(commands)
    )
    return await submit_all(hall, principal, requests)


def refusal_in(answers: tuple[Answer, ...]) -> Refused | None:
    """The refusal that ended what was asked for; none where all was carried out."""
    return next((answer for answer in answers if isinstance(answer, Refused)), None)

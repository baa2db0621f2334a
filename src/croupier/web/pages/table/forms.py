"""Forms of a table's page, turned into commands of the engine.

A page never sends a command: it sends the key of an answer that the viewer's own view offers, a
spot and an amount, or the name of a call. The command is worked out here from the present view.
"""

import re
from hashlib import sha256

from msgspec.structs import replace

from croupier.display import scenes
from croupier.display.choices import Option, takes_amount
from croupier.display.viewers import player_of
from croupier.display.views import TableView
from croupier.errors import CroupierError
from croupier.floor.floor import Answer
from croupier.games.blackjack.calls import Decision
from croupier.games.blackjack.insurance import CloseInsurance
from croupier.games.blackjack.turn import InsuranceDue
from croupier.games.stud.bets import Fold, PlaceBet
from croupier.games.stud.state import ANTE, JACKPOT
from croupier.games.table.choices import Mode
from croupier.games.table.due import Choice
from croupier.games.table.wagers import PlaceWager, WithdrawWager
from croupier.house.readiness import NOBODY
from croupier.messages import Command, Refused
from croupier.money import Cents, dollars, in_dollars
from croupier.rulebooks import Role
from croupier.web.auth.permissions import require_sign_in
from croupier.web.http.guards import PrincipalRequest, service_of
from croupier.web.service.readiness import readiness_key
from croupier.web.service.submit import at_table, submit_all, submit_readiness

AMOUNT = re.compile(r"\$?\s*([0-9]{1,9}(?:\.[0-9]{1,2})?|\.[0-9]{1,2})")
NUMBER = re.compile(r"[0-9]{1,9}")
SPOT = re.compile(r"([0-9]{1,2}):([a-z-]{1,40})")
MOST_CHIP: Cents = 9_999_999
"""More than the worth of any chip."""
ALONE = (ANTE, JACKPOT)
"""Wagers of which only one lies on a box: more chips are a new wager."""


class MisreadError(CroupierError):
    """A form that cannot be turned into a command: what is wrong, and what is accepted."""


class QuestionOverError(MisreadError):
    """An answer to a question that is over: sent twice, or too late."""


def read_amount(text: str) -> Cents:
    """Return a typed amount."""
    found = AMOUNT.fullmatch(text.strip().replace(",", ""))
    if found is None:
        raise MisreadError("an amount is typed in dollars, such as 25 or 7.50")
    return dollars(found[1])


def read_number(text: str, most: int) -> int | None:
    """Return a typed whole number up to ``most``; ``None`` for anything else."""
    found = NUMBER.fullmatch(text.strip())
    return int(found[0]) if found and int(found[0]) <= most else None


def answer_commands(view: TableView, about: str, key: str, amount: str) -> tuple[Command, ...]:
    """Return the commands of an answer of the viewer's."""
    option = _chosen_option(view, about, key)
    if not amount.strip() or not option.for_less:
        return option.commands
    given = read_amount(amount)
    if given == option.most:
        return option.commands
    if len(option.commands) != 1:
        return _partial_insurance(option, given)
    return (replace(option.commands[0], amount=given),)


def _chosen_option(view: TableView, about: str, key: str) -> Option:
    for prompt in view.prompts:
        if prompt.due == about:
            for option in prompt.options:
                if option.key == key:
                    return option
    raise QuestionOverError("the table has moved on")


def _partial_insurance(option: Option, amount: Cents) -> tuple[Command, ...]:
    """Return partial insurance of several boxes: box after box as far as the amount goes."""
    left, made = amount, []
    for command in option.commands:
        part = min(left, command.amount)  # type: ignore[attr-defined]
        if part:
            made.append(replace(command, amount=part))
        left -= part
    return tuple(made)


def spot_commands(
    view: TableView, spot: str, chip: str, amount: str, *, jackpot: Cents = 0
) -> tuple[Command, ...]:
    """Return the commands for a wager on a spot: the picked chip, or the typed amount.

    On the spot of the jackpot it is ``jackpot``, whatever was picked: it has one price.
    """
    found = SPOT.fullmatch(spot)
    if found is None:
        raise MisreadError("pick a spot on the layout")
    box, on = int(found[1]), found[2]
    if on == JACKPOT and jackpot:
        if any(one.on == JACKPOT and one.player == player_of(view.viewer) for one in view.wagers):
            raise MisreadError(f"your jackpot wager of {in_dollars(jackpot)} lies there already")
        value = jackpot
    elif amount.strip():
        value = read_amount(amount)
    elif (worth := read_number(chip, MOST_CHIP)) is not None:
        value = worth
    else:
        raise MisreadError("pick a chip, or type an amount")
    return increase_commands(view, box, on, value)


def increase_commands(view: TableView, box: int, on: str, amount: Cents) -> tuple[Command, ...]:
    """Return the commands for a larger wager; where only one may lie, it is taken back and placed
    again."""
    me = player_of(view.viewer)
    lying = next(
        (one for one in view.wagers if (one.player, one.box, one.on) == (me, box, on)), None
    )
    if lying is None or on not in ALONE:
        return (PlaceWager(me, box, amount, on=on, by=Role.PLAYER),)
    whole = lying.amount + amount
    return (
        WithdrawWager(me, box, on, by=Role.PLAYER),
        PlaceWager(me, box, whole, on=on, by=Role.PLAYER),
    )


def call_commands(view: TableView, call: str) -> tuple[Command, ...]:
    """Return a call made by its key although no button offers it: the engine says why not."""
    me = player_of(view.viewer)
    kind = scenes.COMMANDS.get(call)
    box = next((one for one in view.boxes if me in (one.controller, one.seated)), None)
    if kind is None or box is None or not issubclass(kind, Decision | Fold | PlaceBet):
        raise MisreadError("this table has no such call")
    due = next((one for one in view.prompts if one.player == me and one.box), None)
    number = due.box if due is not None and due.box else box.number
    fields: dict[str, object] = {"player": me, "box": number}
    if takes_amount(Choice(call, "", 1)):
        fields["amount"] = sum(one.amount for hand in box.hands for one in hand.wagers[:1])
    known = {name: value for name, value in fields.items() if name in kind.__struct_fields__}
    return (kind(**known, by=Role.PLAYER),)  # type: ignore[arg-type]


def command_id(table: str, player: str, version: str, form: str, step: int) -> str:
    """Return the id of a form's command: a form sent twice has the same id, and is carried out
    once."""
    parts = "\n".join((table, player, version, form))
    return f"page-{sha256(parts.encode()).hexdigest()[:24]}-{step}"


def is_automatic(request: PrincipalRequest, name: str) -> bool:
    """Return whether software deals at a table."""
    return service_of(request).table(name).table.choices.mode is Mode.AUTOMATIC


def is_ready(request: PrincipalRequest, name: str, kind: type[Command]) -> bool:
    """Return whether the principal is ready for the deal, or to close insurance."""
    service = service_of(request)
    ready = service.read_model.readiness.get(name, NOBODY)
    return request.user.account in ready.to(readiness_key(service.table(name).table, kind))


def is_insured_in_turn(request: PrincipalRequest, name: str) -> bool:
    """Return whether insurance goes in order at a table: then each answer is a command."""
    due = service_of(request).table(name).due
    return bool(due) and isinstance(due[0], InsuranceDue) and due[0].turn is not None


async def note_insurance_answer(request: PrincipalRequest, name: str, form: dict[str, str]) -> None:
    """Record that a player has answered the question of insurance, at a live table.

    Where software deals, that is part of being ready.
    """
    me, service = request.user, service_of(request)
    require_sign_in(me)
    version = form.get("version") or str(service.table(name).version)
    known = command_id(name, me.account, version, "insurance", 0)
    await submit_readiness(service, me, at_table(name, CloseInsurance(by=Role.DEALER), known))


async def submit_form(
    request: PrincipalRequest, name: str, form: dict[str, str], commands: tuple[Command, ...]
) -> tuple[Answer, ...]:
    """Submit the commands of a form at a table; the last answer may be a refusal.

    The ids follow from the form, so that a form sent twice is recognised.
    """
    sent = "&".join(f"{key}={value}" for key, value in sorted(form.items()))
    service, principal = service_of(request), request.user
    require_sign_in(principal)
    version = form.get("version") or str(service.table(name).version)
    requests = (
        at_table(name, command, command_id(name, principal.account, version, sent, step))
        for step, command in enumerate(commands)
    )
    return await submit_all(service, principal, requests)


def refusal_in(answers: tuple[Answer, ...]) -> Refused | None:
    """Return the refusal that ended a form; ``None`` if all was carried out."""
    return next((answer for answer in answers if isinstance(answer, Refused)), None)

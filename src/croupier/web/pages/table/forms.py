"""What a form of a table's page asks for, as commands of the engine.

A page never sends a command: it sends the key of an answer that the viewer's own view offers, a
spot and an amount, or the name of a call. What that stands for is found out here, anew.
"""

import re
from hashlib import sha256

from msgspec.structs import replace

from croupier.display import scenes
from croupier.display.choices import Option, takes_amount
from croupier.display.viewers import player_of
from croupier.display.views import TableView, laid_last
from croupier.errors import CroupierError
from croupier.floor.floor import Answer
from croupier.games.blackjack.calls import Decision
from croupier.games.blackjack.insurance import CloseInsurance
from croupier.games.stud.bets import Fold, PlaceBet
from croupier.games.stud.state import ANTE, JACKPOT
from croupier.games.table.choices import Mode
from croupier.games.table.due import Choice
from croupier.games.table.rounds import Deal
from croupier.games.table.state import MAIN
from croupier.games.table.wagers import PlaceWager, WithdrawWager
from croupier.house.readiness import NOBODY
from croupier.messages import Command, Refused
from croupier.money import Cents, dollars
from croupier.rulebooks import Role
from croupier.web.auth.permissions import require_sign_in
from croupier.web.http.guards import Asking, service_of
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
    """A form that asks for nothing that can be done: what is wrong, and what is accepted."""


class GoneOnError(MisreadError):
    """An answer to what is no longer asked: sent twice, or too late; the table says what is."""


def typed_amount(text: str) -> Cents:
    """An amount as somebody typed it."""
    found = AMOUNT.fullmatch(text.strip().replace(",", ""))
    if found is None:
        raise MisreadError("an amount is typed in dollars, such as 25 or 7.50")
    return dollars(found[1])


def typed_number(text: str, most: int) -> int | None:
    """A whole number as somebody typed it, up to the largest that is accepted; else none."""
    found = NUMBER.fullmatch(text.strip())
    return int(found[0]) if found and int(found[0]) <= most else None


def answer_to(view: TableView, about: str, key: str, amount: str) -> tuple[Command, ...]:
    """The commands that an answer of the viewer's stands for."""
    option = _chosen(view, about, key)
    if not amount.strip() or not option.for_less:
        return option.commands
    given = typed_amount(amount)
    if given == option.most:
        return option.commands
    if len(option.commands) != 1:
        return _shared_out(option, given)
    return (replace(option.commands[0], amount=given),)


def _chosen(view: TableView, about: str, key: str) -> Option:
    for prompt in view.prompts:
        if prompt.due == about:
            for option in prompt.options:
                if option.key == key:
                    return option
    raise GoneOnError("the table has moved on")


def _shared_out(option: Option, amount: Cents) -> tuple[Command, ...]:
    """Insurance for several boxes, for less than all of it: box after box as far as it goes."""
    left, made = amount, []
    for command in option.commands:
        part = min(left, command.amount)  # type: ignore[attr-defined]
        if part:
            made.append(replace(command, amount=part))
        left -= part
    return tuple(made)


def laid_on(view: TableView, spot: str, chip: str, amount: str) -> tuple[Command, ...]:
    """A wager on a spot: the chip that is picked, or the amount that was typed."""
    found = SPOT.fullmatch(spot)
    if found is None:
        raise MisreadError("pick a spot on the layout")
    box, on = int(found[1]), found[2]
    if amount.strip():
        value = typed_amount(amount)
    elif (worth := typed_number(chip, MOST_CHIP)) is not None:
        value = worth
    else:
        raise MisreadError("pick a chip, or type an amount")
    return added(view, box, on, value)


def added(view: TableView, box: int, on: str, amount: Cents) -> tuple[Command, ...]:
    """So much more on a spot; where only one wager may lie, it is taken back and laid anew."""
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


def bets_changed(view: TableView, what: str) -> tuple[Command, ...]:
    """All wagers of the viewer at once: as in the last round, twice as much, or none."""
    me = player_of(view.viewer)
    lying = [one for one in view.wagers if one.player == me]
    back = tuple(
        WithdrawWager(me, one.box, one.on, by=Role.PLAYER)
        for one in sorted(lying, key=lambda one: one.on == MAIN)
    )
    if what == "clear":
        return back
    if what == "deal":
        return (Deal(by=Role.DEALER),)
    if what == "double" and lying:
        return tuple(
            command
            for one in lying
            if one.on != JACKPOT
            for command in added(view, one.box, one.on, one.amount)
        )
    times = {"repeat": 1, "double": 2}.get(what)
    if times is None:
        raise MisreadError("say repeat, double or clear")
    bets = last_bets(view)
    if not bets:
        raise MisreadError("you have no wagers to repeat yet")
    ordered = sorted(bets, key=lambda bet: bet[1] not in (MAIN, ANTE))
    laid = (
        PlaceWager(me, box, amount * (1 if on == JACKPOT else times), on=on, by=Role.PLAYER)
        for box, on, amount in ordered
    )
    return (*back, *laid)


def last_bets(view: TableView) -> list[tuple[int, str, Cents]]:
    """What the viewer laid before the first card of the last round."""
    me = player_of(view.viewer)
    return [(one.box, one.on, one.stake) for one in laid_last(view) if one.player == me]


def called(view: TableView, call: str) -> tuple[Command, ...]:
    """A call that was made by its key although no button offers it: the engine says why not."""
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
    """The same form sent twice has the same id, and so is carried out once."""
    parts = "\n".join((table, player, version, form))
    return f"page-{sha256(parts.encode()).hexdigest()[:24]}-{step}"


def is_automatic(request: Asking, name: str) -> bool:
    """Whether software deals at a table."""
    return service_of(request).table(name).table.choices.mode is Mode.AUTOMATIC


def is_ready(request: Asking, name: str, kind: type[Command]) -> bool:
    """Whether who asks has said that the dealer may go on, with the deal or past insurance."""
    service = service_of(request)
    ready = service.read_model.readiness.get(name, NOBODY)
    return request.user.account in ready.to(readiness_key(service.table(name).table, kind))


async def note_insurance_answer(request: Asking, name: str, form: dict[str, str]) -> None:
    """Have it written down that a player has answered the question of insurance.

    Where software deals, that is a part of having the game go on.
    """
    me, service = request.user, service_of(request)
    require_sign_in(me)
    version = form.get("version") or str(service.table(name).version)
    known = command_id(name, me.account, version, "insurance", 0)
    await submit_readiness(service, me, at_table(name, CloseInsurance(by=Role.DEALER), known))


async def submit_form(
    request: Asking, name: str, form: dict[str, str], commands: tuple[Command, ...]
) -> tuple[Answer, ...]:
    """Submit the commands of a form at a table; the last answer may be a refusal.

    The ids follow from the form, so that one that comes a second time is known.
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
    """The refusal that ended what was asked for; none where all was carried out."""
    return next((answer for answer in answers if isinstance(answer, Refused)), None)

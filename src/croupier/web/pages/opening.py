"""The form that opens a table: what the rulebook leaves to the operator, and nothing else.

The choices are read from the law; what is forbidden all the same, the engine refuses.
"""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from functools import partial
from typing import Any
from uuid import uuid4

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromQuery
from litestar.response import Redirect

from croupier.cards import Device
from croupier.floor.floor import NameTakenError
from croupier.floor.opening import OpenedTable, TableOpening, open_on_request
from croupier.floor.state import content_of
from croupier.floor.timers import DECISION_SECONDS, WAGER_SECONDS
from croupier.games.table.choices import (
    PAY_TABLE_CHOICES,
    Choices,
    JackpotTerms,
    Mode,
    pay_table_choice,
)
from croupier.messages import Refused
from croupier.rulebooks import GAMES, BlackjackLaw, StudLaw, TableLaw, law_of
from croupier.rulebooks.law.table import Wanted
from croupier.web.http.guards import PrincipalRequest, cause_of, require, service_of
from croupier.web.pages.accounts import FORM_KEY
from croupier.web.pages.rendering import frame_for, render
from croupier.web.pages.table.forms import MisreadError, read_amount, read_number
from croupier.web.pages.table.page import refusal_part
from croupier.web.pages.table.routes import HTML, REFUSED, html_response, sent_pairs

CARD_MILLISECONDS = 600
"""The default time per card."""
YES, NO = "yes", "no"
"""The operator's answers to what must not be left open."""


class ChoiceField(msgspec.Struct, frozen=True):
    """One choice of the operator's."""

    name: str
    """Its name in the form."""
    label: str
    kind: str
    """``choice``, ``amount``, ``number``, ``text``, ``several`` or ``switch``."""
    values: tuple[tuple[str, str], ...] = ()
    """The values to choose from: what is sent, and its label."""
    usual: str = ""
    """The default."""
    clause: str = ""
    """The clause that leaves it open; empty if none does."""
    left_empty: str = ""
    """What an empty field means; empty if that is plain."""
    needed: bool = False
    """Whether the operator must choose: there is no default."""


class Group(msgspec.Struct, frozen=True):
    """Choices that belong together."""

    title: str
    fields: tuple[ChoiceField, ...]
    folded: bool = False
    """Whether they are rarely made and are folded away."""


def groups_for(law: TableLaw) -> tuple[Group, ...]:
    """Return all choices for a table of a law, the rare ones last."""
    groups = (
        Group("The table", tuple(_table(law))),
        Group("Limits", tuple(_limits(law))),
        Group("Side bets", tuple(_optional_wagers(law))),
        Group("Payment and jackpot", tuple(_jackpot_fields(law))),
        Group("This table also has", tuple(_extras(law))),
        Group("Time, where software deals", _TIME, folded=True),
        Group("Cards, chips and equipment", tuple(_equipment(law)), folded=True),
    )
    return tuple(group for group in groups if group.fields)


def switches_for(law: TableLaw) -> tuple[ChoiceField, ...]:
    """Return the choices that are on or off."""
    return tuple(
        field for group in groups_for(law) for field in group.fields if field.kind == "switch"
    )


def _choice(name: str, label: str, values: Any, usual: object, clause: str = "") -> ChoiceField:
    shown = tuple((str(value), str(value).replace("-", " ")) for value in values)
    return ChoiceField(name, label, "choice", shown, str(usual), clause)


def _switch(name: str, label: str, clause: str) -> ChoiceField:
    usual = "on" if getattr(Choices(), name) else ""
    return ChoiceField(name, label, "switch", usual=usual, clause=clause)


def _table(law: TableLaw) -> Iterator[ChoiceField]:
    boxes, decks, devices = law.equipment.boxes, law.cards.decks, law.equipment.devices
    yield _choice("mode", "Who deals", ("automatic", "live"), "automatic")
    usual = 7 if 7 in boxes.value else boxes.value[0]
    yield _choice("boxes", "Boxes", boxes.value, usual, boxes.clause)
    yield _choice("decks", "Decks", decks.value, decks.value[-1], decks.clause)
    known = [one.value for one in devices.value]
    yield _choice("device", "Cards come from", known, "shoe", devices.clause)
    if isinstance(law, BlackjackLaw):
        yield from _inscription(law)


def _inscription(law: BlackjackLaw) -> Iterator[ChoiceField]:
    layouts = law.dealer.draws_soft_17
    if "stand" in layouts:
        clause = layouts["stand"].clause
        yield _choice("soft_17", "On soft 17 the dealer", ("stand", "draw"), "stand", clause)
    elif "1" in layouts:
        yield _choice("layout", "Layout", tuple(layouts), "1", layouts["1"].clause)


def _limits(law: TableLaw) -> Iterator[ChoiceField]:
    sign = law.limits.sign.clause
    yield ChoiceField("minimum", "Least wager", "amount", usual="5", clause=sign)
    yield ChoiceField("maximum", "Most on a box", "amount", usual="5000", clause=sign)
    yield ChoiceField("unit", "Steps above the minimum", "amount", usual="0.50")
    if (rule := law.wagers.boxes_per_player) is not None:
        label = "Boxes for one player"
        yield ChoiceField(
            "boxes_per_player", label, "number", clause=rule.clause, left_empty="any number"
        )
    if (cards := law.player_cards) is not None:
        answers = (("", "choose"), (YES, "kept"), (NO, "not kept"))
        label, clause = "Player Cards and limits", cards.card.clause
        yield ChoiceField("player_cards", label, "choice", answers, clause=clause, needed=True)


def _optional_wagers(law: TableLaw) -> Iterator[ChoiceField]:
    if not isinstance(law, BlackjackLaw) or not law.side_bets.names:
        return
    names = tuple((bet.name, bet.full_title) for bet in law.side_bets.kinds)
    areas = law.equipment.side_bet_areas
    clause = areas.clause if areas is not None else ""
    yield ChoiceField("side_bets", "Offered here", "several", names, clause=clause)
    for bet in law.side_bets.kinds:
        name = pay_table_choice(bet.name) or PAY_TABLE_OF + bet.name
        if bet.pay_tables > 1:
            fits = bet.decks_of_tables
            tables = tuple(
                (str(number), f"{number}, with {fits[number - 1]} decks" if fits else str(number))
                for number in range(1, bet.pay_tables + 1)
            )
            usual = (("", "the first that fits the decks"),) if fits else ()
            label = f"Pay table of {bet.full_title}"
            rule = bet.tables or bet.wins
            yield ChoiceField(name, label, "choice", (*usual, *tables), clause=rule.clause)


def _jackpot_fields(law: TableLaw) -> Iterator[ChoiceField]:
    if not isinstance(law, StudLaw):
        return
    most, jackpot = law.settlement.most_paid.clause, law.jackpot.offered.clause
    yield ChoiceField(
        "max_payout", "Most that a bet wins", "amount", clause=most, left_empty="no maximum"
    )
    yield ChoiceField(
        "jackpot", "Jackpot wager", "amount", clause=law.jackpot.amount.clause, left_empty="none"
    )
    yield ChoiceField("pool", "Jackpot starts at", "amount", clause=law.jackpot.pool.clause)
    yield ChoiceField(
        "increment", "Share of it to the pool, 0 to 1", "amount", clause=law.jackpot.rate.clause
    )
    yield ChoiceField("seed", "Put into an emptied pool", "amount", clause=law.jackpot.pool.clause)
    yield ChoiceField(
        "bonus", "Bonus for the other bettors", "amount", clause=law.jackpot.additional.clause
    )
    label = "Pool shared under the name"
    yield ChoiceField("pool_name", label, "text", clause=jackpot, left_empty="this table's own")


def _extras(law: TableLaw) -> Iterator[ChoiceField]:
    if (low := law.limits.low_limit) is not None:
        yield _switch("low_limit", "Low limit gaming", low.offered.clause)
    if (rule := law.wagers.lone_player_two_boxes) is not None:
        label = "Alone, a player wagers on two boxes"
        yield _switch("lone_player_two_boxes", label, rule.clause)
    if isinstance(law, BlackjackLaw):
        yield from _blackjack_extras(law)
    aids = law.conduct.no_aids or ""
    yield _switch("practice", "A practice table, with a coach", aids)


def _blackjack_extras(law: BlackjackLaw) -> Iterator[ChoiceField]:
    if (again := law.split.permitted_by) is not None:
        yield _switch("resplit", "Split hands may be split again", again.clause)
    if law.insurance is None:
        return
    if (ten := law.insurance.ten) is not None:
        yield _switch("ten_insurance", "Insurance against a ten as well", ten.offered.clause)
    if (others := law.insurance.others) is not None:
        label = "Others may insure for an owner"
        yield _switch("others_insurance", label, others.allowed.clause)


_TIME = (
    ChoiceField(
        "wager_seconds",
        "Seconds for wagers",
        "number",
        usual=str(WAGER_SECONDS),
        left_empty="no limit",
    ),
    ChoiceField(
        "decision_seconds",
        "Seconds for a decision",
        "number",
        usual=str(DECISION_SECONDS),
        left_empty="no limit",
    ),
    ChoiceField(
        "card_milliseconds",
        "Milliseconds for a card",
        "number",
        usual=str(CARD_MILLISECONDS),
        left_empty="none",
    ),
)
"""The pace of a table where software deals; without a limit it waits for players who went away."""
TIMES = tuple(field.name for field in _TIME)
"""Limits for software only: a person who deals decides when somebody is absent."""


def _equipment(law: TableLaw) -> Iterator[ChoiceField]:
    depth, tender = law.cut.cutting_card_depth.clause, law.wagers.chips_or_tokens.clause
    label = "Cards behind the cutting card"
    yield ChoiceField(
        "cutting_card_depth", label, "number", clause=depth, left_empty="a deck's worth"
    )
    yield ChoiceField("chip", "Smallest chip", "amount", usual="0.50", clause=tender)
    if isinstance(law, BlackjackLaw) and (signals := law.play.signals) is not None:
        label, clause = "Further hand signals, separated by commas", signals.draw.clause
        yield ChoiceField("signals", label, "text", clause=clause, left_empty="none")
    if (burned := law.cut.burned_each_round) is not None:
        yield _switch("burn_each_round", "A card is burned before each round", burned.clause)
    label = "The cards are counted at the table before the first shuffle"
    yield _switch("count_first", label, law.checks.checked_by.clause)
    if (secured := law.checks.secured) is not None:
        yield _switch("pre_shuffled", "The first cards came shuffled", secured.clause)
    label = "Equipment is reported in place before the first round"
    yield _switch("checklist", label, law.equipment.reported_by.clause)
    for item in law.equipment.checklist:
        if item.wanted is Wanted.CASH and item.spared is not None:
            yield _switch("cashless", "No cash is taken", item.spared.clause)


# Reading the form ---------------------------------------------------------------------------------

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")
SIGNAL = re.compile(r"[a-z][a-z -]{0,30}")
MOST_SIGNALS = 12
NUMBERS = (
    "boxes",
    "decks",
    "layout",
    "boxes_per_player",
    *PAY_TABLE_CHOICES,
    "wager_seconds",
    "decision_seconds",
    "card_milliseconds",
    "cutting_card_depth",
)
"""Choices that are whole numbers."""
PAY_TABLE_OF = "pay_table:"
"""What the fields begin with that pick the pay table of a side bet."""
AMOUNTS = ("minimum", "maximum", "unit", "chip", "max_payout")
"""Choices that are typed in dollars."""
POOL_TERMS = ("pool", "increment", "seed", "bonus", "pool_name")
"""The terms of a jackpot besides its wager."""


def choices_from(
    law: TableLaw, given: Mapping[str, str], several: Mapping[str, list[str]]
) -> Choices:
    """Return the operator's choices in a form; a switch that is off is not sent."""
    mode = _one_of(Mode, given.get("mode", "automatic"))
    values: dict[str, Any] = {"mode": mode}
    for name in NUMBERS:
        if name in TIMES and mode is Mode.LIVE:
            continue
        if text := given.get(name, "").strip():
            values[name] = _number(name, text)
    for name in AMOUNTS:
        if text := given.get(name, "").strip():
            values[name] = read_amount(text)
    if "soft_17" in given:
        values["soft_17"] = given["soft_17"]
    for field in switches_for(law):
        values[field.name] = field.name in given
    if law.player_cards is not None:
        values["player_cards"] = _read_yes_or_no(given.get("player_cards", ""))
    values["device"] = _one_of(Device, given.get("device", "shoe"))
    values["side_bets"] = tuple(several.get("side_bets", ()))
    values["pay_tables"] = tuple(
        (name.removeprefix(PAY_TABLE_OF), _number("pay table", text.strip()))
        for name, text in given.items()
        if name.startswith(PAY_TABLE_OF)
        and text.strip()
        and name.removeprefix(PAY_TABLE_OF) in values["side_bets"]
    )
    values["signals"] = _signals(given.get("signals", ""))
    values["jackpot"] = _jackpot(given)
    return Choices(**values)


def _read_yes_or_no(text: str) -> bool:
    """Return whether Player Cards are in use. Raise unless the operator answers yes or no."""
    if text not in (YES, NO):
        raise MisreadError("choose whether Player Cards and limits are kept at this table")
    return text == YES


def _number(name: str, text: str) -> int:
    number = read_number(text, 9999)
    if number is None:
        raise MisreadError(f"{name.replace('_', ' ')} is a whole number below 10,000")
    return number


def _signals(text: str) -> tuple[str, ...]:
    signals = tuple(part for part in (one.strip().lower() for one in text.split(",")) if part)
    if len(signals) > MOST_SIGNALS or not all(SIGNAL.fullmatch(one) for one in signals):
        raise MisreadError(
            f"a hand signal is a word or two, such as nod, and there are {MOST_SIGNALS} at most"
        )
    return signals


def _one_of(kind: Any, text: str) -> Any:
    try:
        return kind(text)
    except ValueError:
        known = " or ".join(one.value for one in kind)
        raise MisreadError(f"say {known}") from None


def _jackpot(given: Mapping[str, str]) -> JackpotTerms | None:
    said = {
        name: text for name in ("jackpot", *POOL_TERMS) if (text := given.get(name, "").strip())
    }
    if not said:
        return None
    if "jackpot" not in said:
        raise MisreadError("a jackpot has a wager: say how much it is, or leave the rest empty")
    try:
        increment = Decimal(said.get("increment", "0"))
    except InvalidOperation:
        raise MisreadError("the share that goes to the pool is a number from 0 to 1") from None
    amounts = {name: read_amount(said[name]) for name in ("pool", "seed", "bonus") if name in said}
    name = said.get("pool_name", "").lower()
    if name and not NAME.fullmatch(name):
        raise MisreadError("a pool's name is small letters, figures and hyphens, such as sunday")
    return JackpotTerms(
        name=name,
        wager=read_amount(said["jackpot"]),
        increment=increment,
        **amounts,
    )


def table_name(text: str) -> str:
    """Return the name of a new table."""
    name = text.strip().lower()
    if not NAME.fullmatch(name) or name == "new":
        raise MisreadError(
            "a table's name has lower-case letters, digits and hyphens, such as table-4"
        )
    return name


# Routes -------------------------------------------------------------------------------------------

USUAL = "star-blackjack"


def form_page(
    request: PrincipalRequest,
    game: str,
    given: dict[str, str],
    problem: Refused | str | None = None,
    ticked: frozenset[tuple[str, str]] = frozenset(),
) -> Response[Any]:
    """Return the form, with what was typed already, and what was wrong with it."""
    law = law_of(game if game in GAMES else USUAL)
    body = render(
        "opening.html",
        frame=frame_for(request, "Open a table", here="Open a table"),
        law=law,
        games=[(name, one.title) for name, one in GAMES.items()],
        groups=groups_for(law),
        ticked=ticked,
        given=given,
        key=(FORM_KEY, uuid4().hex),
        refused=refusal_part(problem),
    )
    return html_response(body, status=REFUSED if problem is not None else 200)


@get("/tables/new", media_type=HTML)
async def new_table(request: PrincipalRequest, game: FromQuery[str] = USUAL) -> Response[Any]:
    """Show the form that opens a table."""
    require(request, "table.open")
    pace = request.app.state.house_terms.terms.card_milliseconds
    return form_page(request, game, {"card_milliseconds": str(pace)})


@post("/tables/new", status_code=200, media_type=HTML)
async def open_table(request: PrincipalRequest) -> Response[Any]:
    """Open a table as the form says, or show the clause that forbids it."""
    require(request, "table.open")
    pairs = await sent_pairs(request)
    given = dict(pairs)
    several: dict[str, list[str]] = {}
    for key, value in pairs:
        several.setdefault(key, []).append(value)
    game = given.get("game", USUAL)
    try:
        name = table_name(given.get("name", ""))
        planned = TableOpening(name, game, choices_from(law_of(game), given, several))
        # A person who goes back and changes the form sends another request under the same key.
        key = f"{given.get(FORM_KEY) or uuid4().hex}-{content_of(name, planned)[:16]}"
        cause = cause_of(request, "table.open", key)
        opened: OpenedTable | Refused = await service_of(request).do(
            partial(open_on_request, planned, cause), (cause.actor, key)
        )
    except MisreadError as error:
        return form_page(request, game, given, str(error), frozenset(pairs))
    except NameTakenError as error:
        why = f"{error}: choose another name"
        return form_page(request, game, given, why, frozenset(pairs))
    if isinstance(opened, Refused):
        return form_page(request, game, given, opened, frozenset(pairs))
    return Redirect(f"/tables/{name}", status_code=303)


ROUTER = Router("/", route_handlers=[new_table, open_table])

"""The operator's choices as the opening form sends them."""

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from croupier.cards import Device
from croupier.rulebooks import TableLaw
from croupier.table.choices import PAY_TABLE_CHOICES, Choices, JackpotTerms, Mode
from croupier.web.pages.opening_form import NO, TIMES, YES, switches_for
from croupier.web.pages.table_actions import MisreadError, typed_amount, typed_number

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
AMOUNTS = ("minimum", "maximum", "unit", "chip", "max_payout")
"""Choices that are typed in dollars."""
POOL_TERMS = ("pool", "increment", "seed", "bonus", "pool_name")
"""What is said of a jackpot besides its wager."""


def choices_from(
    law: TableLaw, given: Mapping[str, str], several: Mapping[str, list[str]]
) -> Choices:
    """The operator's choices as a form has sent them; a switch that is off is not sent."""
    mode = _one_of(Mode, given.get("mode", "automatic"))
    values: dict[str, Any] = {"mode": mode}
    for name in NUMBERS:
        if name in TIMES and mode is Mode.LIVE:
            continue
        if text := given.get(name, "").strip():
            values[name] = _number(name, text)
    for name in AMOUNTS:
        if text := given.get(name, "").strip():
            values[name] = typed_amount(text)
    if "soft_17" in given:
        values["soft_17"] = given["soft_17"]
    for field in switches_for(law):
        values[field.name] = field.name in given
    if law.player_cards is not None:
        values["player_cards"] = _answered(given.get("player_cards", ""))
    values["device"] = _one_of(Device, given.get("device", "shoe"))
    values["side_bets"] = tuple(several.get("side_bets", ()))
    values["signals"] = _signals(given.get("signals", ""))
    values["jackpot"] = _jackpot(given)
    return Choices(**values)


def _answered(text: str) -> bool:
    """Whether Player Cards are kept: the operator says so, or that they are not."""
    if text not in (YES, NO):
        raise MisreadError("choose whether Player Cards and limits are kept at this table")
    return text == YES


def _number(name: str, text: str) -> int:
    number = typed_number(text, 9999)
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
    amounts = {name: typed_amount(said[name]) for name in ("pool", "seed", "bonus") if name in said}
    name = said.get("pool_name", "").lower()
    if name and not NAME.fullmatch(name):
        raise MisreadError("a pool's name is small letters, figures and hyphens, such as sunday")
    return JackpotTerms(
        name=name,
        wager=typed_amount(said["jackpot"]),
        increment=increment,
        **amounts,
    )


def table_name(text: str) -> str:
    """What a new table is called."""
    name = text.strip().lower()
    if not NAME.fullmatch(name) or name == "new":
        raise MisreadError(
            "a table's name has lower-case letters, digits and hyphens, such as table-4"
        )
    return name

"""The form by which a table is opened: what the rulebook leaves to the operator, and nothing else.

What may be chosen is read from the law; what is forbidden all the same, the engine refuses.
"""

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

import msgspec

from croupier.cards import Device
from croupier.rulebooks import BlackjackLaw, StudLaw, TableLaw
from croupier.table.choices import Choices, JackpotTerms, Mode
from croupier.web.pages.lines import title_of
from croupier.web.pages.table_actions import MisreadError, typed_amount

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")
NUMBERS = (
    "boxes",
    "decks",
    "layout",
    "boxes_per_player",
    "lucky_lucky_table",
    "wager_seconds",
    "decision_seconds",
)
"""Choices that are whole numbers."""


class Field(msgspec.Struct, frozen=True):
    """One thing that the operator chooses."""

    name: str
    """Its name in the form."""
    label: str
    """What it is."""
    kind: str
    """``choice``, ``amount``, ``number``, ``text``, ``several`` or ``switch``."""
    values: tuple[tuple[str, str], ...] = ()
    """What may be chosen: what is sent, and how it reads."""
    usual: str = ""
    """What is chosen unless somebody says otherwise."""
    clause: str = ""
    """The clause that leaves it open; empty where it is none's matter."""


def _choice(name: str, label: str, values: Any, usual: object, clause: str = "") -> Field:
    shown = tuple((str(value), str(value).replace("-", " ")) for value in values)
    return Field(name, label, "choice", shown, str(usual), clause)


def fields_for(law: TableLaw) -> tuple[Field, ...]:
    """Everything that the operator chooses for a table of a game."""
    boxes, decks = law.equipment.boxes, law.cards.decks
    devices = law.equipment.devices
    fields = [
        _choice("mode", "Who deals", ("automatic", "live"), "automatic"),
        _choice(
            "boxes", "Boxes", boxes.value, 7 if 7 in boxes.value else boxes.value[0], boxes.clause
        ),
        _choice("decks", "Decks", decks.value, decks.value[-1], decks.clause),
        _choice(
            "device",
            "Cards come from",
            [one.value for one in devices.value],
            "shoe",
            devices.clause,
        ),
        Field("minimum", "Least wager", "amount", usual="5", clause=law.limits.sign.clause),
        Field("maximum", "Most on a box", "amount", usual="5000", clause=law.limits.sign.clause),
        Field("unit", "Steps above the minimum", "amount", usual="0.50"),
    ]
    if law.wagers.boxes_per_player is not None:
        clause = law.wagers.boxes_per_player.clause
        fields.append(Field("boxes_per_player", "Boxes for one player", "number", clause=clause))
    fields += _blackjack(law) if isinstance(law, BlackjackLaw) else ()
    fields += _stud(law) if isinstance(law, StudLaw) else ()
    fields += [
        Field("wager_seconds", "Seconds for wagers", "number"),
        Field("decision_seconds", "Seconds for a decision", "number"),
    ]
    return tuple(fields)


def switches_for(law: TableLaw) -> tuple[Field, ...]:
    """What the operator may have or leave, with the clause that leaves it open."""
    low, cards = law.limits.low_limit, law.player_cards
    offered: list[tuple[str, str, Any]] = [
        ("low_limit", "Low limit gaming", low.offered if low is not None else None),
        (
            "lone_player_two_boxes",
            "Alone, a player wagers on two boxes",
            law.wagers.lone_player_two_boxes,
        ),
        ("burn_each_round", "A card is burned before each round", law.cut.burned_each_round),
        (
            "player_cards",
            "Keep Player Cards and limits",
            cards.card if cards is not None else None,
        ),
    ]
    if isinstance(law, BlackjackLaw):
        offered.append(("resplit", "Split hands may be split again", law.split.permitted_by))
    if isinstance(law, BlackjackLaw) and law.insurance is not None:
        ten, others = law.insurance.ten, law.insurance.others
        offered += [
            ("ten_insurance", "Insurance against a ten as well", ten and ten.offered),
            ("others_insurance", "Others may insure for an owner", others and others.allowed),
        ]
    usual = Choices()
    found = [
        Field(name, label, "switch", usual="on" if getattr(usual, name) else "", clause=rule.clause)
        for name, label, rule in offered
        if rule is not None
    ]
    aids = law.conduct.no_aids or ""
    found.append(Field("practice", "A practice table, with a coach", "switch", clause=aids))
    return tuple(found)


def _blackjack(law: BlackjackLaw) -> list[Field]:
    names = tuple((name, title_of(name)) for name in law.side_bets.names)
    areas = law.equipment.side_bet_areas
    clause = areas.clause if areas is not None else ""
    found = (
        [Field("side_bets", "Optional wagers", "several", names, clause=clause)] if names else []
    )
    for bet in law.side_bets.kinds:
        if bet.name == "lucky-lucky" and bet.pay_tables > 1:
            tables, clause = range(1, bet.pay_tables + 1), (bet.tables or bet.wins).clause
            found.append(
                _choice("lucky_lucky_table", "Pay table of Lucky Lucky", tables, 1, clause)
            )
    layouts = law.dealer.draws_soft_17
    if "stand" in layouts:
        rule = next(iter(layouts.values()))
        found.append(
            _choice("soft_17", "On soft 17 the dealer", ("stand", "draw"), "stand", rule.clause)
        )
    elif "1" in layouts:
        rule = layouts["1"]
        found.append(_choice("layout", "Layout", tuple(layouts), "1", rule.clause))
    return found


def _stud(law: StudLaw) -> list[Field]:
    jackpot = law.jackpot.offered.clause
    return [
        Field(
            "max_payout", "Most that a bet wins", "amount", clause=law.settlement.most_paid.clause
        ),
        Field("jackpot", "Jackpot wager", "amount", clause=jackpot),
        Field("pool", "Jackpot starts at", "amount", clause=jackpot),
        Field(
            "increment", "Share of it to the pool, 0 to 1", "amount", clause=law.jackpot.rate.clause
        ),
        Field("bonus", "Bonus jackpot for the others", "amount", clause=jackpot),
        Field("pool_name", "Jackpot shared with others by name", "text", clause=jackpot),
    ]


def choices_from(
    law: TableLaw, given: Mapping[str, str], several: Mapping[str, list[str]]
) -> Choices:
    """The operator's choices as a form has sent them; a switch that is off is not sent."""
    values: dict[str, Any] = {}
    for name in NUMBERS:
        if text := given.get(name, "").strip():
            values[name] = _number(name, text)
    for name in ("minimum", "maximum", "unit", "max_payout"):
        if text := given.get(name, "").strip():
            values[name] = typed_amount(text)
    if "soft_17" in given:
        values["soft_17"] = given["soft_17"]
    for field in switches_for(law):
        values[field.name] = field.name in given
    values["mode"] = _one_of(Mode, given.get("mode", "automatic"))
    values["device"] = _one_of(Device, given.get("device", "shoe"))
    values["side_bets"] = tuple(several.get("side_bets", ()))
    if given.get("jackpot", "").strip():
        values["jackpot"] = _jackpot(given)
    return Choices(**values)


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise MisreadError(f"{name.replace('_', ' ')} is a whole number below 1,000")
    return int(text)


def _one_of(kind: Any, text: str) -> Any:
    try:
        return kind(text)
    except ValueError:
        known = " or ".join(one.value for one in kind)
        raise MisreadError(f"say {known}") from None


def _jackpot(given: Mapping[str, str]) -> JackpotTerms:
    pool, share = given.get("pool", "").strip(), given.get("increment", "").strip()
    try:
        increment = Decimal(share or "0")
    except InvalidOperation:
        raise MisreadError("the share that goes to the pool is a number from 0 to 1") from None
    return JackpotTerms(
        name=given.get("pool_name", "").strip(),
        wager=typed_amount(given["jackpot"]),
        pool=typed_amount(pool) if pool else 0,
        bonus=typed_amount(given["bonus"]) if given.get("bonus", "").strip() else 0,
        increment=increment,
    )


def table_name(text: str, taken: frozenset[str]) -> str:
    """What a new table is called."""
    name = text.strip().lower()
    if not NAME.fullmatch(name) or name == "new":
        raise MisreadError(
            "a table's name has lower-case letters, digits and hyphens, such as table-4"
        )
    if name in taken:
        raise MisreadError(f"there is already a table {name}: choose another name")
    return name

"""The form by which a table is opened: what the rulebook leaves to the operator, and nothing else.

What may be chosen is read from the law; what is forbidden all the same, the engine refuses.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.rulebooks import BlackjackLaw, StudLaw, TableLaw
from croupier.rulebooks.equipment_law import Wanted
from croupier.table.choices import PAY_TABLE_CHOICES, Choices, pay_table_choice
from croupier.web.hall.time_limits import DECISION_SECONDS, WAGER_SECONDS

"""The choice of a pay table, by the optional wager that has several."""

CARD_MILLISECONDS = 600
"""The time that a card takes unless somebody says otherwise."""
YES, NO = "yes", "no"
"""How the operator answers what must not be left open."""


class ChoiceField(msgspec.Struct, frozen=True):
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
    left_empty: str = ""
    """What an empty field stands for; empty where that goes without saying."""
    needed: bool = False
    """Whether the operator must say it: there is nothing usual."""


class Group(msgspec.Struct, frozen=True):
    """Choices that belong together."""

    title: str
    """What they are about."""
    fields: tuple[ChoiceField, ...]
    """The choices."""
    folded: bool = False
    """Whether they are seldom made, and stand folded away."""


def groups_for(law: TableLaw) -> tuple[Group, ...]:
    """Everything that the operator chooses for a table of a game, the rare choices last."""
    groups = (
        Group("The table", tuple(_table(law))),
        Group("Limits", tuple(_limits(law))),
        Group("Side bets", tuple(_optional_wagers(law))),
        Group("Payment and jackpot", tuple(_jackpot(law))),
        Group("This table also has", tuple(_extras(law))),
        Group("Time, where software deals", _TIME, folded=True),
        Group("Cards, chips and equipment", tuple(_equipment(law)), folded=True),
    )
    return tuple(group for group in groups if group.fields)


def switches_for(law: TableLaw) -> tuple[ChoiceField, ...]:
    """What the operator may have or leave."""
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
        name = pay_table_choice(bet.name)
        if bet.pay_tables > 1 and name in PAY_TABLE_CHOICES:
            fits = bet.decks_of_tables
            tables = tuple(
                (str(number), f"{number}, with {fits[number - 1]} decks" if fits else str(number))
                for number in range(1, bet.pay_tables + 1)
            )
            usual = (("", "the first that fits the decks"),) if fits else ()
            label = f"Pay table of {bet.full_title}"
            rule = bet.tables or bet.wins
            yield ChoiceField(name, label, "choice", (*usual, *tables), clause=rule.clause)


def _jackpot(law: TableLaw) -> Iterator[ChoiceField]:
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
"""How fast a table goes, where software deals; without a limit it waits for who went away."""
TIMES = tuple(field.name for field in _TIME)
"""What only software is held to: a person who deals says when somebody is absent."""


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
    label = "Equipment is reported in place before the first round"
    yield _switch("checklist", label, law.equipment.reported_by.clause)
    for item in law.equipment.checklist:
        if item.wanted is Wanted.CASH and item.spared is not None:
            yield _switch("cashless", "No cash is taken", item.spared.clause)

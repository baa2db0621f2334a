"""The choices that a rulebook leaves to the operator when a table is opened."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, TypeAlias, get_origin, get_type_hints

import msgspec
from msgspec.structs import force_setattr

from croupier.cards import Device
from croupier.errors import ArgumentError
from croupier.kit.shapes import ShapeError, as_whole, convert_data, did_you_mean
from croupier.money import Cents

USUAL_NUMBER = -1
"""Stands for the game's usual number."""
PAY_TABLE = "_table"
"""The ending of the choices that name a pay table."""


class Mode(Enum):
    """Who handles the cards."""

    AUTOMATIC = "automatic"
    """Software deals from a virtual shoe or device."""
    LIVE = "live"
    """A person deals real cards and enters each one."""


class JackpotTerms(
    msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True
):
    """What a table says about its progressive jackpot."""

    name: str = ""
    """The pool that it feeds, shared by all tables that name it; empty for the table's own."""
    wager: Cents
    """What a jackpot wager is."""
    pool: Cents = 0
    """The meter when the table opens."""
    increment: Decimal = Decimal(0)
    """The share of each wager that goes to the pool."""
    bonus: Cents = 0
    """What every other jackpot bettor at the table wins with a royal or straight flush jackpot."""
    seed: Cents = 0
    """What the operator puts into an emptied pool."""

    def __post_init__(self) -> None:
        """Take whole numbers of any type. Raise :class:`ShapeError` for other values."""
        for name, kind in _annotations(type(self)).items():
            value = getattr(self, name)
            if type(value) is not kind:
                force_setattr(self, name, _choice_value(name, value, kind))


class Level(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """New limits from the end of a round of a tournament session."""

    after: int
    """The round, counted from 1 in each session."""
    minimum: Cents
    """The least wager from then on."""
    maximum: Cents
    """The largest wager from then on."""


class TournamentTerms(
    msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True
):
    """What a table takes from the conditions of the tournament that it is used for.

    Without a session, only the rules of tournaments apply.
    """

    tournament: str = ""
    """Which tournament; empty if it has no name."""
    session: str = ""
    """Which session of it; empty if none is played here."""
    rounds: int = 0
    """How many rounds the session has; 0 if none is played here."""
    levels: tuple[Level, ...] = ()
    """When the limits change; empty if they stay."""
    unit: Cents | None = None
    """The step of wagers above the minimum; none for the minimum in force."""
    eliminations: tuple[int, ...] = ()
    """After these rounds the player with the fewest chips is out; empty if nobody is."""
    marker: bool = False
    """Whether players wager in the order of the marker."""
    deal_from_marker: bool = False
    """Whether cards and decisions start at the marker too."""
    pass_cards: int = 0
    """Pass cards for each player."""
    undisclosed_wagers: int = 0
    """Forms for each player."""
    wager_seconds: int = 0
    """Time for a wager; 0 if there is no limit."""


def pay_table_choice(side_bet: str) -> str | None:
    """Return the choice of its own that picks the pay table of a side bet; most have none.

    >>> pay_table_choice("lucky-lucky"), pay_table_choice("any-pairs")
    ('lucky_lucky_table', None)
    """
    name = side_bet.replace("-", "_") + PAY_TABLE
    return name if name in PAY_TABLE_CHOICES else None


class Choices(
    msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True
):
    """The operator's choices; one left out has the default."""

    decks: int = USUAL_NUMBER
    """How many decks; the game's usual number if left out: 8, in Caribbean Stud 1."""
    boxes: int = 7
    """How many boxes the layout has."""
    minimum: Cents = 500
    """The least wager on a box."""
    maximum: Cents = 500_000
    """The largest wager on a box."""
    unit: Cents = 50
    """The step in which a wager may exceed the minimum."""
    chip: Cents = 50
    """The smallest chip in the float."""
    device: Device = Device.SHOE
    """What the cards are dealt from: ``shoe`` or ``shuffler``."""
    mode: Mode = Mode.AUTOMATIC
    """Who handles the cards: ``automatic`` or ``live``."""
    side_bets: tuple[str, ...] = ()
    """Optional wagers that are offered, by their names; empty if none are."""
    lucky_lucky_table: int = 1
    """Which pay table of Lucky Lucky, counted from 1 (Star)."""
    perfect_pairs_table: int | None = None
    """Which pay table of Perfect Pairs, counted from 1 (Perth); the first that fits the decks if
    left out."""
    pay_tables: tuple[tuple[str, int], ...] = ()
    """Which pay table of a side bet, by its name, counted from 1: for side bets without a choice of
    their own. One that is left out has the first pay table that fits the decks."""
    soft_17: str = "stand"
    """What the layout says of the dealer's soft 17: ``stand`` or ``draw`` (Canberra)."""
    layout: int = 1
    """The number of the layout, 1 to 10 (Perth)."""
    boxes_per_player: int | None = None
    """How many boxes one player may have (Canberra, Perth); any number if left out."""
    lone_player_two_boxes: bool = False
    """Whether a player alone at the table must wager on two boxes (Perth)."""
    ten_insurance: bool = False
    """Whether insurance is offered against a ten as well (Star)."""
    others_insurance: bool = True
    """Whether a declined wager may be insured by another player (Canberra)."""
    resplit: bool = False
    """Whether a hand made by splitting may be split again (Star)."""
    low_limit: bool = False
    """Whether it is a table of low limit gaming (Star, Challenge, Caribbean Stud)."""
    player_cards: bool = False
    """Whether Player Cards and gaming limits are enforced at this table (Caribbean Stud)."""
    tournament: TournamentTerms | None = None
    """The tournament that the table is used for; none if it is used for none."""
    max_payout: Cents | None = None
    """The most that a bet may win (Caribbean Stud); as much as it comes to if left out."""
    jackpot: JackpotTerms | None = None
    """The progressive jackpot (Caribbean Stud); none if left out."""
    signals: tuple[str, ...] = ()
    """Hand signals that the operator accepts beside the rulebook's (Star, Challenge)."""
    cashless: bool = False
    """Whether no cash is taken, so that the drop box may be off (Caribbean Stud)."""
    checklist: bool = False
    """Whether layout and equipment must be reported in place before the first round."""
    count_first: bool = False
    """Whether the cards are counted at the table before they are first shuffled; not in a scenario
    with a shoe."""
    pre_shuffled: bool = False
    """Whether the first cards came shuffled, by the casino or their maker (Star, Challenge,
    Caribbean Stud)."""
    burn: bool = True
    """Whether cards are burned; not in a scenario with a shoe, unless the file says so."""
    burn_each_round: bool = False
    """Whether the first card of every round is burned as well (Perth)."""
    wager_seconds: int = 0
    """How long betting stays open after the first wager, where a server keeps time; 0 for no
    limit."""
    decision_seconds: int = 0
    """How long a player may take to decide, where a server keeps time; 0 for no limit."""
    card_milliseconds: int = 0
    """How long an automatic table takes for each card, so that people can follow; 0 for no time."""
    practice: bool = False
    """Whether it is a practice table, where a coach may speak: the rulebooks forbid aids elsewhere.
    """
    cutting_card_depth: int | None = None
    """How many cards lie behind the cutting card; a deck's worth if left out."""

    def __post_init__(self) -> None:
        """Take what has a plain sense: a device by its name, a list, a dictionary, ``6.0``.

        Raise :class:`ShapeError`, naming the choice, for anything else of the wrong type.

        >>> Choices(device="shuffler", side_bets=["any-pairs"]).side_bets
        ('any-pairs',)
        >>> Choices(pay_tables={"any-pairs": 2}).pay_tables
        (('any-pairs', 2),)
        """
        for name, kind in _default_types(type(self)).items():
            value = getattr(self, name)
            if type(value) is not kind:
                annotation = _annotations(type(self))[name]
                force_setattr(self, name, _choice_value(name, value, annotation))


@cache
def _default_types(choices: type[Choices]) -> dict[str, type]:
    """Return the type of each choice's default: most choices have just that, so nothing to do."""
    defaults = zip(choices.__struct_fields__, choices.__struct_defaults__, strict=True)
    return {name: type(default) for name, default in defaults}


@cache
def _annotations(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(kind)


def _choice_value(name: str, value: object, annotation: Any) -> object:
    """Return the value of a choice in its own type. Raise, naming the choice, if it has none."""
    whole = as_whole(value)
    if whole is not None:
        value = whole
    if isinstance(value, msgspec.Struct):
        return value
    if get_origin(annotation) is tuple:
        value = _as_list(value)
    elif isinstance(value, str):
        value = value.lower()
    try:
        return convert_data(value, annotation)
    except ShapeError as error:
        raise ShapeError(f"{name}: {error}") from None


def _as_list(value: object) -> object:
    """Return what has the plain sense of a list: one name, a dictionary's entries, a generator."""
    match value:
        case str():
            return tuple(value.replace(",", " ").split())
        case Mapping():
            return tuple(value.items())
        case bytes() | bytearray():
            return value
        case Iterable():
            return tuple(value)
    return value


GivenChoices: TypeAlias = Choices | Mapping[str, object] | None
"""The operator's choices; a dictionary may write ``side_bets`` or ``side-bets``."""


def read_choices(choices: object) -> Choices:
    """Return the operator's choices, given as such or as a dictionary of them."""
    if choices is None:
        return Choices()
    if isinstance(choices, Choices):
        return choices
    if not isinstance(choices, Mapping):
        raise ArgumentError(
            f"choices: {choices!r} is not a table's choices; "
            "pass Choices(decks=6), or a dictionary such as {'decks': 6}"
        )
    fields = {str(name).replace("-", "_"): value for name, value in choices.items()}
    for name in fields:
        if name not in Choices.__struct_fields__:
            known = did_you_mean(name, Choices.__struct_fields__)
            raise ArgumentError(f"choices: there is no choice {name!r}{known}")
    return Choices(**fields)


PAY_TABLE_CHOICES = tuple(name for name in Choices.__struct_fields__ if name.endswith(PAY_TABLE))
"""The choices that name the pay table of one side bet; ``pay_tables`` serves all others."""


def chosen_pay_table(side_bet: str, choices: Choices) -> int | None:
    """Return the pay table that was chosen for a side bet, from 1; ``None`` if none was."""
    own = pay_table_choice(side_bet)
    if own is None:
        return dict(choices.pay_tables).get(side_bet)
    chosen: int | None = getattr(choices, own)
    return chosen

"""What a rulebook leaves to the operator, chosen when a table is opened."""

from decimal import Decimal
from enum import Enum

import msgspec

from croupier.cards import Device
from croupier.money import Cents

USUAL_NUMBER = -1
"""Stands for the number that a game usually has."""


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
    """The pool that it feeds; empty for one of the table's own."""
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


class Choices(
    msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True
):
    """The operator's choices; one left out has the default."""

    decks: int = USUAL_NUMBER
    """How many decks; the game's usual number if left out."""
    boxes: int = 7
    minimum: Cents = 500
    maximum: Cents = 500_000
    unit: Cents = 50
    """The step in which a wager may exceed the minimum."""
    chip: Cents = 50
    """The smallest chip in the float."""
    device: Device = Device.SHOE
    mode: Mode = Mode.AUTOMATIC
    side_bets: tuple[str, ...] = ()
    lucky_lucky_table: int = 1
    perfect_pairs_table: int | None = None
    """Which pay table, counted from 1; the first that fits the decks if left out."""
    soft_17: str = "stand"
    """What the layout says the dealer does on a soft seventeen, where the rulebook has both."""
    layout: int = 1
    """The number of the layout, where the rulebook numbers them."""
    boxes_per_player: int | None = None
    lone_player_two_boxes: bool = False
    """Whether a player alone at the table must wager on two boxes."""
    ten_insurance: bool = False
    others_insurance: bool = True
    """Whether a declined wager may be insured by another player, where the rulebook lets it."""
    resplit: bool = False
    low_limit: bool = False
    player_cards: bool = False
    """Whether Player Cards and gaming limits are looked after at this table."""
    tournament: bool = False
    """Whether tournament play changes what becomes of a void round."""
    max_payout: Cents | None = None
    """The most that a bet may win, where the rulebook lets the operator say."""
    jackpot: JackpotTerms | None = None
    burn: bool = True
    """Whether the first card is burned; a scenario's stacked shoe burns none by itself."""
    burn_each_round: bool = False
    """Whether the first card of every round is burned as well."""
    cutting_card_depth: int | None = None
    """How many cards lie behind the cutting card; a deck's worth if left out."""

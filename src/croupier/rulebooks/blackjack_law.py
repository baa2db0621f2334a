"""The shape of the law of a blackjack game: the one round that six games play with different
data."""

from enum import Enum
from fractions import Fraction

import msgspec

from croupier.money import Odds
from croupier.rulebooks.catalogue import Rule
from croupier.rulebooks.roles import Role
from croupier.rulebooks.table_law import TableLaw


class DoubleAmount(Enum):
    """How much may be wagered on a double."""

    UP_TO_WAGER = "up-to-wager"
    EXACTLY_WAGER = "exactly-wager"


class Loss(Enum):
    """What a dealer's blackjack takes from a hand that was doubled or split."""

    ORIGINAL_WAGER = "original-wager"
    EVERYTHING = "everything"


class SideBetKind(Enum):
    """What decides an optional wager."""

    PAIR = "pair"
    THREE_CARDS = "three-cards"


class DealLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The initial deal."""

    order: Rule[str]
    discards_returned: Rule[str] | None


class Insurance(msgspec.Struct, frozen=True, kw_only=True):
    """Insurance against one kind of dealer's card."""

    share: Rule[Fraction]
    """The part of the initial wager that may be insured."""
    pays: Rule[Odds]
    lost: Rule[str]


class InsuranceLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Insurance and what belongs to it."""

    ace: Insurance
    ten: Insurance | None
    """Offered at the operator's choice."""
    called: Rule[str]
    before_play: Rule[str]


class InterimLaw(msgspec.Struct, frozen=True, kw_only=True):
    """What is settled between the initial deal and the players' decisions."""

    moment: Rule[str]
    blackjack: Rule[Odds]
    held_by: Rule[Role] | None
    """Who may approve that blackjacks wait for the final settlement."""
    even_money: Rule[Odds] | None
    waits: Rule[str]
    """A blackjack against a ten-value card waits."""


class PlayLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The players' decisions."""

    turn: Rule[str]
    doubles: Rule[str]
    splits: Rule[str]
    stands: Rule[str]
    draws: Rule[str]
    must_draw_below: Rule[int]
    may_draw_below: Rule[int]
    over: Rule[int]
    """The total above which a hand is lost at once."""


class DoubleLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Doubling."""

    on_cards: Rule[tuple[int, ...]]
    """How many cards a hand may have when it is doubled."""
    amount: Rule[DoubleAmount]
    totals: Rule[frozenset[int]] | None
    ace_counts_one: Rule[bool] | None
    one_card: Rule[int]
    others: Rule[str]
    against_blackjack: Rule[Loss]


class SplitLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Splitting."""

    equal_value: Rule[str]
    in_order: Rule[str]
    decisions: Rule[str]
    hands: Rule[int]
    """How many hands a box may come to."""
    permitted_by: Rule[Role] | None
    """Who may allow a further split, and how far it then goes."""
    permitted_before_play: Rule[str] | None
    permitted_hands: Rule[int] | None
    further_wager: Rule[str] | None
    further_aces_one_card: Rule[int] | None
    aces_one_card: Rule[int] | None
    blackjack_counts: Rule[bool]
    not_after_third_card: Rule[str]
    others: Rule[str]
    joined: Rule[str]
    not_joined: Rule[str]
    against_blackjack: Rule[Loss]


class DealerLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The dealer's own hand."""

    after_players: Rule[str]
    draws_soft_17: Rule[bool]
    """The dealer draws to 16, and to a soft 17 as well where this is true."""
    no_effect: Rule[str]


class PayLine(msgspec.Struct, frozen=True):
    """A winning combination of an optional wager and its odds by pay table, first table first."""

    name: str
    odds: Rule[tuple[Odds, ...]]


class SideBet(msgspec.Struct, frozen=True, kw_only=True):
    """One optional wager."""

    name: str
    kind: SideBetKind
    lines: tuple[PayLine, ...]
    """From the best line down; only the first that fits is paid."""
    wins: Rule[str]
    loses: Rule[str]
    settled: Rule[str]
    defined: tuple[Rule[str], ...]
    """The clauses that say what the combinations are."""


class SideBetLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Optional wagers in general."""

    offered: Rule[tuple[str, ...]]
    placed: Rule[str]
    several_kinds: Rule[str]
    amount: Rule[Role]
    only_bettors: Rule[Role]
    """Who may keep optional wagers for those with an initial wager."""
    only_bettors_notices: Rule[tuple[Role, ...]]
    only_bettors_sign: Rule[str]
    needs_initial_wager: Rule[str]
    per_box: Rule[int]
    kinds: tuple[SideBet, ...]


class SettlementLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The final settlement."""

    moment: Rule[str]
    blackjack: Rule[Odds]
    dealer_over: Rule[Odds]
    higher: Rule[Odds]
    lower: Rule[str]
    equal: Rule[str]
    dealer_blackjack: Rule[str]
    both_blackjack: Rule[str]
    extra_wagers: Rule[str]
    paid_and_collected: Rule[str]
    cards_collected: Rule[str]


class BlackjackLaw(TableLaw, frozen=True, kw_only=True):
    """A whole blackjack game."""

    deal: DealLaw
    insurance: InsuranceLaw | None
    interim: InterimLaw
    play: PlayLaw
    double: DoubleLaw
    split: SplitLaw
    dealer: DealerLaw
    side_bets: SideBetLaw
    settlement: SettlementLaw

"""The types of a blackjack law: one round, which every such game plays with its own data."""

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction

import msgspec

from croupier.cards import Rank
from croupier.money import Odds
from croupier.rulebooks.catalogue import Rule, Says
from croupier.rulebooks.law import checks
from croupier.rulebooks.law.irregularities import IrregularityLaw
from croupier.rulebooks.law.roles import Role
from croupier.rulebooks.law.table import LimitLaw, OfRanks, TableLaw, Unpaid


class DoubleAmount(Enum):
    """How much may be wagered on a double."""

    UP_TO_WAGER = "up-to-wager"
    EXACTLY_WAGER = "exactly-wager"


class DoubleTotal(Enum):
    """How a total is counted that allows a double."""

    ACES_AS_ONE = "aces-as-one"
    """Every ace counts one, and goes on doing so after the double."""
    HARD_ONLY = "hard-only"
    """A hand with an ace that counts eleven does not qualify."""


class Made(Enum):
    """A hand, other than a blackjack, that may win at once."""

    TWENTY_ONE = "twenty-one"
    FIVE_CARDS = "five-cards"


class SideBetKind(Enum):
    """What decides an optional wager."""

    PAIR = "pair"
    THREE_CARDS = "three-cards"


class OffTheSign(Enum):
    """What becomes of an optional wager whose amount is not on its sign."""

    REFUSED = "refused"
    """The sign says what the wager takes, and it takes nothing else."""
    AS_INITIAL = "as-initial"
    """The sign has a minimum and a maximum, and what is outside counts as with initial wagers."""


class BelowMinimum(Enum):
    """What becomes of a wager below the minimum once the round is on."""

    VALID = "valid"
    WARNED_THEN_RETURNED = "warned-then-returned"
    """The first one counts and its owner is warned; later ones go back whatever the result."""


class BlackjackLimitLaw(LimitLaw, frozen=True, kw_only=True):
    """The limits of a blackjack table."""

    below_minimum: Rule[BelowMinimum]


class DealLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The initial deal."""

    order: Says
    discards_returned: Says
    """The clause by which discards go into a shuffling device."""
    fed_back_at_once: bool = False
    """Whether they go into a shuffling device when the round ends, and not after the next deal."""


class Insurance(msgspec.Struct, frozen=True, kw_only=True):
    """Insurance against one kind of dealer's card."""

    offered: Says
    bettors: Says | None = None
    """Who may place it, where a clause of its own says so."""
    share: Rule[Fraction]
    """The part of the initial wager that may be insured."""
    pays: Rule[Odds]
    lost: Says


class OthersInsurance(msgspec.Struct, frozen=True, kw_only=True):
    """Insuring the wager of a player who declines, and whose claim goes first."""

    allowed: Says
    same_box: Says
    nearest_box: Says
    least_insured: Says


class InsuranceLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Insurance and what belongs to it."""

    ace: Insurance
    ten: Insurance | None = None
    """Offered at the operator's choice."""
    called: Says
    before_play: Says
    step: Rule[Fraction]
    """Insurance goes in this part of the smallest chip."""
    others: OthersInsurance | None = None
    not_with_blackjack: Says | None = None


class InterimLaw(msgspec.Struct, frozen=True, kw_only=True):
    """What is settled between the initial deal and the dealer's hand."""

    moment: Says
    blackjack: Says | None
    """Paid at once, at the settlement's odds, where the dealer can have none."""
    held_by: Rule[Role] | None = None
    """Who may approve that blackjacks wait for the final settlement."""
    even_money: Rule[Odds] | None = None
    even_money_before_play: bool = True
    """Whether it is asked for before the first decision; else until the dealer's second card."""
    waits: Says
    """A blackjack that the dealer may equal waits."""


class WinAtOnce(msgspec.Struct, frozen=True):
    """A hand that wins as soon as it is made, whatever the dealer holds."""

    made: Made
    pays: Rule[Odds]
    double: Rule[Odds] | None = None
    split: Rule[Odds] | None = None
    """The rules for doubles and split wagers, where they have clauses of their own."""


class SignalLaw(msgspec.Struct, frozen=True, kw_only=True):
    """How players show what they decide."""

    draw: Rule[tuple[str, ...]]
    """The signals that ask for a card; the operator may accept others."""
    stand: Rule[tuple[str, ...]]
    total: Says
    """The total is called after each further card."""


class PlayLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The players' decisions."""

    turn: Says
    doubles: Says
    splits: Says
    stands: Says
    draws: Says
    signals: SignalLaw | None = None
    own_count: Says | None = None
    """Players count their own totals, and do not rely on what was called."""
    must_draw_below: Rule[int]
    may_draw_below: Rule[int]
    most_cards: Rule[int] | None = None
    over: Rule[int]
    """The total above which a hand is lost at once."""
    blackjack_wins: Says | None = None
    """A blackjack wins as it is made, whatever the dealer holds, at the settlement's odds."""
    wins_at_once: tuple[WinAtOnce, ...] = ()


class DoubleLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Doubling."""

    on_cards: Rule[tuple[int, ...]]
    """How many cards a hand may have when it is doubled."""
    on_split_cards: Rule[tuple[int, ...]]
    """The same for a hand made by splitting."""
    amount: Rule[DoubleAmount]
    totals: Rule[frozenset[int]] | None = None
    counted: Rule[DoubleTotal] | None = None
    one_card: Says
    others: Says
    sideways: Says | None = None
    """How the one card is laid."""
    not_split_aces: Says | None = None
    only_with_caller: Says | None = None
    """The others may double only where the player who decides does."""
    against_blackjack: Says | None = None
    """The clause that spares a double from a dealer's blackjack."""


class SplitLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Splitting."""

    equal_value: Says
    in_order: Says
    decisions: Says
    hands: Rule[int]
    """How many hands a box may come to."""
    aces_hands: Rule[int] | None = None
    """The same where aces were split."""
    permitted_by: Rule[Role] | None = None
    """Who may allow a further split, and how far it then goes."""
    permitted_before_play: Says | None = None
    permitted_hands: Rule[int] | None = None
    again: Says
    """The clause for a second split, and the wager on its hand."""
    equal_again: Says | None = None
    """Which cards a second split needs, where a clause of its own says so."""
    aces_again: Says | None = None
    """The clause for splitting aces again."""
    further_aces_one_card: Says | None = None
    aces_one_card: Says | None = None
    aces_sideways: Says | None = None
    """How that card is laid."""
    blackjack_counts: Rule[bool]
    not_after_third_card: Says
    others: Says
    joined: Says
    not_joined: Says
    only_with_caller: Says | None = None
    """The others may split only where the player who decides does."""
    others_again: Says | None = None
    joined_again: Says | None = None
    not_joined_again: Says | None = None
    against_blackjack: Says | None = None
    """The clause that spares split wagers from a dealer's blackjack."""


class SurrenderLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Giving half the wager up."""

    called: Says
    against: Rule[tuple[int, ...]]
    """What the dealer's card counts when a hand may be surrendered."""
    total_below: Rule[int]
    before_third_card: Says
    no_more_cards: Says
    others: Says
    marker: Says
    half: Rule[Fraction]
    dealer_blackjack: Rule[Unpaid]


class DealerLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The dealer's own hand."""

    after_players: Says
    draws_soft_17: dict[str, Rule[bool]]
    """Whether the dealer draws to a soft seventeen, by what the layout says."""
    no_effect: dict[str, Says]
    """No card that cannot matter, by what the layout says."""

    @property
    def stands_on(self) -> str:
        """The total on which the dealer stands, as a layout without a choice prints it."""
        return "hard 17 and soft 18" if self.draws_soft_17[""].value else "17"


class PayLine(msgspec.Struct, frozen=True):
    """A winning combination of an optional wager and its odds by pay table, first table first."""

    name: str
    odds: Rule[tuple[Odds, ...]]


class SideBet(msgspec.Struct, frozen=True, kw_only=True):
    """One optional wager."""

    name: str
    """What is typed and recorded: ``lucky-lucky``."""
    kind: SideBetKind
    title: str = ""
    """What people call it, ``21+3``; empty where that is the name with capitals."""
    offered: Says
    placed: Says
    amount: Rule[Role]
    """Who puts its amounts on a sign."""
    off_the_sign: Rule[OffTheSign]
    only_bettors: Rule[Role] | None = None
    """Who may keep the wager for those with an initial one."""
    only_bettors_notices: Rule[tuple[Role, ...]] | None = None
    only_bettors_sign: Says | None = None
    needs_initial_wager: Says
    per_box: Rule[int]
    bettors_first: Says | None = None
    """Players with an initial wager on the box go before others."""
    defined: tuple[Says, ...]
    """The clauses that say what the combinations are."""
    pairs_of: tuple[OfRanks, ...] = ()
    """The clauses that say what a pair is, by rank."""
    lines: tuple[PayLine, ...]
    """From the best line down; only the first that fits is paid."""
    decks_of_tables: tuple[int, ...] = ()
    """The number of decks that each pay table is for, where it matters."""
    tables: Says | None = None
    """The clause of the pay tables, where there are several."""
    wins: Says
    loses: Says
    settled: Says

    @property
    def full_title(self) -> str:
        """The name for people; if none is given, made from the typed name: Lucky Lucky."""
        return self.title or " ".join(word.capitalize() for word in self.name.split("-"))

    @property
    def pay_tables(self) -> int:
        """The number of pay tables."""
        return len(self.lines[0].odds.value)


class SideBetLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Optional wagers."""

    kinds: tuple[SideBet, ...] = ()
    several_kinds: Says | None = None
    one_kind: Says | None = None
    """A table offers at most one kind."""

    @property
    def names(self) -> tuple[str, ...]:
        """The optional wagers that may be offered."""
        return tuple(bet.name for bet in self.kinds)


class ByTenRank(msgspec.Struct, frozen=True, kw_only=True):
    """Blackjack against blackjack, paid by the rank of the two ten cards."""

    ranks: Rule[tuple[Rank, ...]]
    """The ten cards, the highest first."""
    higher: Rule[Odds]
    same: Rule[Odds]
    lower: Rule[Odds]


class Verdicts(msgspec.Struct, frozen=True, kw_only=True):
    """How one kind of wager ends, and by which clause: at odds, or as lost or a stand-off."""

    over: Rule[Unpaid]
    dealer_over: Rule[Odds]
    higher: Rule[Odds]
    lower: Rule[Unpaid]
    equal: Rule[Unpaid]
    dealer_blackjack: Rule[Unpaid]


class SettlementLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The final settlement."""

    moment: Says
    blackjack: Rule[Odds]
    """What a blackjack pays, early or at the end."""
    both_blackjack: Rule[Unpaid] | ByTenRank
    dealer_exactly: Rule[int] | None = None
    """A dealer's total over twenty-one that is a stand-off for what is left."""
    original: Verdicts
    double: Verdicts
    split: Verdicts
    paid_and_collected: Says | None = None
    cards_collected: Says


class BlackjackLaw(TableLaw, frozen=True, kw_only=True):
    """A whole blackjack game."""

    limits: BlackjackLimitLaw
    deal: DealLaw
    insurance: InsuranceLaw | None
    interim: InterimLaw
    play: PlayLaw
    double: DoubleLaw
    split: SplitLaw
    surrender: SurrenderLaw | None = None
    dealer: DealerLaw
    side_bets: SideBetLaw
    settlement: SettlementLaw
    irregular: IrregularityLaw

    def contradictions(self) -> Iterator[str]:
        """Yield the contradictions in the law, each as a sentence."""
        yield from super().contradictions()
        yield from checks.of_blackjack(self)

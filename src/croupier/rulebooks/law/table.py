"""The types of the law that every table is under, whatever game is dealt on it.

A field that decides is a :class:`Rule`: a value and its clause. A field that only describes how
something is done is a :class:`Says`: words and their clause, or ``None`` if the rulebook has no
such clause. Differences in kind are named policies (the enumerations below), chosen by the data.
"""

from collections.abc import Iterator
from enum import Enum, StrEnum
from typing import Any, Literal

import msgspec

from croupier.cards import RANKS, Device, Rank
from croupier.money import Cents
from croupier.rulebooks.catalogue import (
    WHAT_IF,
    Catalogue,
    Rule,
    Says,
    UnsoundLawError,
    catalogue,
    register_catalogue,
)
from croupier.rulebooks.law import checks
from croupier.rulebooks.law.checks import misfit
from croupier.rulebooks.law.irregularities import (
    CheckLaw,
    ConductLaw,
    DeviceFailureLaw,
    WrongCardsLaw,
)
from croupier.rulebooks.law.promotions import PromotionLaw
from croupier.rulebooks.law.roles import Cutter, Role
from croupier.rulebooks.law.tournaments import TournamentLaw


class Wanted(Enum):
    """At which tables a piece of equipment is wanted."""

    ALWAYS = "always"
    SHOE = "shoe"
    """Where cards are dealt from a shoe."""
    SHUFFLER = "shuffler"
    """Where they are dealt from a shuffling device."""
    SIDE_BETS = "side-bets"
    """Where optional wagers are offered."""
    JACKPOT = "jackpot"
    """Where a progressive jackpot is offered."""
    BONUS_JACKPOT = "bonus-jackpot"
    """Where it has a bonus for the others at the table."""
    MAX_PAYOUT = "max-payout"
    """Where the operator has set the most that a bet may win."""
    CASH = "cash"
    """Where cash is taken."""


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of equipment, or a mark on the layout, that must be in place."""

    name: str
    """What it is called when it is reported: ``drop-box``."""
    says: Says
    """What the rulebook asks of it."""
    wanted: Wanted = Wanted.ALWAYS
    """At which tables."""
    side_bet: str = ""
    """The optional wager that it is for; empty for any."""
    spared: Says | None = None
    """The clause by which it may be away where it is not wanted."""


class Equipment(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on and around the table."""

    boxes: Rule[range]
    """How many boxes a layout may have."""
    side_bet_areas: Rule[tuple[str, ...]] | None
    """The optional wagers for which a layout may have an area."""
    area_inscriptions: dict[str, Says] = {}
    """What the cloth says where an optional wager is offered, by its name."""
    devices: Rule[tuple[Device, ...]]
    inscriptions: tuple[Says, ...]
    """What the cloth says, and what players may ask."""
    checklist: tuple[Item, ...]
    """What must be in place, in the rulebook's order."""
    reported_by: Rule[Role]
    """Who reports it."""
    may_vary: dict[str, Says] = {}
    """In what a layout may differ from its pattern, by the name that is reported."""


class PlayerCardLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Player Cards and gaming limits."""

    card: Says
    """Who plays has a valid Player Card."""
    own_card: Says
    """And it is their own."""
    found_before: Says
    found_during: Says
    found_after: Says
    """What becomes of an invalid wager, by when it is found."""
    proxy: Says
    """Nobody wagers for another, except to help somebody at the same table."""
    purchases: Says
    declared: Says
    """With a Loss Limit, chips bought, and chips brought along, are declared before the round."""
    declared_on_leaving: Says
    directions: Says
    """And the operator's guidance is followed; a player who sets a limit is shown all this."""
    limit: Says
    deposits: Says
    """What a player who sets limits may lose, and deposit from outside in a calendar day."""
    deposit_days: Rule[str]
    """The time zone of the casino, whose calendar days these are, unless the house has set one."""
    rest: Rule[Role]
    """Who may have a player rest until the new period."""
    over_limit: Says
    over_after: Says
    last_first: Says
    """What exceeds a Loss Limit goes back, the last placed first, and the player is advised."""


class MispaymentLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Payments that were too much or too little."""

    unintended: Says
    """No breach, if it was not meant and is put right or tried to be."""
    put_right: Says
    suspected: Says
    """One that may have been meant: put right, and the patron identified."""
    attempt: Says
    """What counts as an attempt."""
    reported: Rule[Cents]
    """Above this it is reported at the end of the month."""
    reported_to: Rule[Role]
    """To whom."""


class Control(Enum):
    """A way to find the player who decides for a shared box."""

    SEATED = "seated"
    HIGHEST_WAGER = "highest-wager"
    NEAREST_DEALER = "nearest-dealer"


class MaximumOf(Enum):
    """What the maximum on the sign limits."""

    BOX = "box"
    """All initial wagers on a box together, the controlling player's first."""
    WAGER = "wager"


class Tender(StrEnum):
    """What a wager may be made with."""

    CHIPS = "chips"
    TOKENS = "tokens"
    """Promotional ones, with no value but at a table."""


class Result(Enum):
    """How a wager ends."""

    WIN = "win"
    LOSE = "lose"
    STAND_OFF = "stand-off"


Unpaid = Literal[Result.LOSE, Result.STAND_OFF]
"""How a wager ends that has no odds."""


ACES = frozenset({Rank.ACE})
TWO_TO_TEN = frozenset(RANKS[1:10])
TWO_TO_NINE = frozenset(RANKS[1:9])
ACE_TO_TEN = frozenset(RANKS[:10])
TENS = frozenset(RANKS[9:])


class OfRanks(msgspec.Struct, frozen=True):
    """What a clause says of some ranks."""

    ranks: frozenset[Rank]
    says: Says


class CardLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The cards and how they are turned."""

    decks: Rule[tuple[int, ...]]
    decks_in_shuffler: Rule[tuple[int, ...]] | None = None
    decks_on_shuffler: Says | None = None
    """What is shown on a shuffling device."""
    decks_with_side_bets: Rule[tuple[int, ...]] | None = None
    """Other numbers of decks with a shuffling device, and where optional wagers are offered."""
    values: tuple[OfRanks, ...]
    """What the cards count, as the rulebook lists it."""
    dealt_from: Says
    face_up: Says
    face_down: Rule[Role] | None = None
    """Who approves that the first two cards lie face down until the player turns them."""
    face_down_one_box: Says | None = None
    """A player with several boxes has face-down cards on one, which the player names."""
    replaced_by: Rule[Role]
    replaced_with_shoe: Rule[bool]
    """With a shoe: whether only after the cutting card has come out."""
    replaced_with_shuffler: Says
    decks_in_turn: Rule[int] | None = None
    """With a shuffling device so many decks of different backs are dealt in turn."""
    answers: Says | None = None
    """What the dealer answers a player who asks about decks and shuffle."""


class ShuffleLaw(msgspec.Struct, frozen=True, kw_only=True):
    """When the cards are shuffled."""

    occasions: Says
    at_start: Says
    cutting_card_first: Says
    cutting_card_drawn: Says
    directed: Rule[Role] | None
    directed_anytime: bool = False
    """Whether a shuffle may be ordered between any two rounds, and before the first."""
    directed_in_shuffler: bool = True
    """Whether one may be ordered where a shuffling device is in use."""
    at_start_in_shuffler: Says | None = None
    """How cards are mixed with a shuffling device, where a clause of its own says so."""
    after_each_round: Says | None = None
    after_vacancy: Says | None = None
    """Whether the cards are shuffled again after the table stood empty."""
    out_of_cards: Says
    """What happens when a round cannot be finished with the cards left."""
    mixes_on: bool = False
    """Whether that clause is not for a shuffling device: it takes discards back and mixes on."""
    machine: Says | None = None
    """A machine that mixes cards and does not deal them."""
    by_hand_first: Says | None = None
    """The dealer mixes by hand what then goes into a shuffling device."""
    by_hand_when_directed: Says | None = None
    """Whether a shuffle that somebody ordered is done by hand."""
    last_rounds: Rule[int] | None = None
    """The number of last rounds before a closing in which the cutting card is discarded."""
    riffle: Rule[Role] | None = None
    riffle_factory: Rule[Role] | None = None
    """Riffling pre-shuffled cards at a player's wish: the casino's, and the manufacturer's."""


class Depth(msgspec.Struct, frozen=True):
    """Where the cutting card goes, counted from the back of the stack."""

    least_decks: int = 0
    part: tuple[int, int] = (1, 2)
    """At most this fraction of the stack."""
    most_decks: int | None = None


class CutLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Who cuts, where, and what follows."""

    offered: Says
    optional: bool = False
    """Whether the dealer may leave the cut out."""
    at_start: Rule[Cutter] | None = None
    on_box: Rule[Cutter] | None = None
    on_dealer: Rule[Cutter] | None = None
    before_round: Rule[Cutter] | None = None
    cards_replaced: Rule[Cutter] | None = None
    """Who is offered the cut first, by what calls for it; none where no player may cut."""
    declined: Says
    """A refused cut goes clockwise, or is offered to no player at all."""
    passed_on: Rule[Role]
    """The role that cuts when all refuse."""
    from_either_end: Rule[int]
    """How many decks must lie on each side of the cut."""
    cutting_card_depth: Rule[Depth]
    not_for_shuffler: Says
    """How a shuffling device is loaded: without a cut."""
    never_cut: Says | None = None
    """Why its cards are not cut, where another clause says that."""
    burned: Says | None = None
    """The first card is burned, unseen, when the cards have been prepared."""
    burned_at_start: Says | None = None
    """The same from a shuffling device, once, where a clause of its own says so."""
    burned_by_value: Says | None = None
    """From a shuffling device the first card is shown and as many as it counts are burned."""
    burned_each_round: Says | None = None
    """The first card of every round is burned, where that is approved."""

    @property
    def dealer_cuts(self) -> bool:
        """Whether the dealer cuts and nobody else."""
        return self.at_start is None


class WagerLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Placing wagers, sharing boxes, and who decides."""

    chips_or_tokens: Rule[tuple[Tender, ...]]
    vouchers: Says | None = None
    """How promotional vouchers become tokens, where a clause of its own says so."""
    no_oral_wagers: Says | None = None
    before_first_card: Says
    no_change_after: Says
    none_after: Says | None = None
    """What closes betting, where another clause than that by which wagers lie says it."""
    players_per_box: Rule[int]
    fewer_players: Rule[Role] | None
    one_wager: Says | None = None
    """A wager on an area is not added to."""
    one_player_decides: Says
    control: tuple[Rule[Control], ...]
    """The ways to find the controlling player, in the order of their precedence."""
    ascertained: Says
    own_placing: Says | None = None
    """Players answer for where their wagers lie, even if somebody else placed them."""
    nearest_place: Says | None = None
    other_places: Says | None = None
    several_boxes: Rule[Role] | Says
    """Who has a player give up one of several boxes to another who finds none; words where
    nobody has several."""
    boxes_per_player: Rule[int | None] | None = None
    """How many boxes a player may have; ``Rule(None, …)`` where the operator says."""
    lone_player_two_boxes: Says | None = None
    reserved: Rule[Role] | None = None
    minimum_until_shuffle: Rule[Role] | None = None
    """Who may hold a player who sat out to the minimum; none where nobody may."""
    no_shoe_no_restriction: Says | None = None
    """The clause by which a device that shuffles rules that out."""
    minimum_for_good: Rule[Role] | None = None
    one_box_at_minimum: Rule[Role] | None = None
    restricted_before: Says | None = None
    """A player restricted once may be restricted again without further cause."""
    notified_before_restriction: tuple[Role, ...] = ()
    notified_after_restriction: tuple[Role, ...] = ()
    rounding: Says | None = None
    """Payments go up to the next amount that chips can make."""
    refused: Rule[Role] | None = None


class RetainedLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Raising the minimum at once, those already playing keeping theirs."""

    raised_by: Rule[Role]
    marker: Says
    marker_removed: Says
    marker_box: Says
    notice_minutes: Rule[int]
    both_signs: Says
    newcomers: Says


class LowLimitLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Conditions of low limit gaming."""

    offered: Says
    no_tournament: Says
    device: Rule[Device]


class LimitLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The sign with the limits, and what becomes of wagers outside them."""

    sign: Says
    unit: Says
    players_watch: Says | None = None
    """Players see to it that their wagers keep to the sign."""
    maximum_of: Rule[MaximumOf]
    shares: tuple[Says, ...] = ()
    """How the players of a box share its maximum, first to last."""
    above_maximum: Says
    altered_by: Rule[Role]
    notice_minutes: Rule[int]
    """How long a sign must have stood before a change that needs one."""
    notice_for_any_change: bool = False
    """Whether every change needs it, and not only a higher minimum."""
    free_while_empty: Says | None = None
    all_agree: Says | None = None
    retained: RetainedLaw | None = None
    personal: Rule[Role]
    personal_exceeds: bool = True
    """Whether they are there to exceed the sign's maximum."""
    personal_notices: tuple[Role, ...] = ()
    personal_others: Says | None = None
    """Others on the box of a player with personal limits stay under the ordinary maximum."""
    low_limit: LowLimitLaw | None = None


class FloorLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Closing the table and giving up seats."""

    closing_minutes: Rule[int]
    closed_by: Rule[Role]
    closed_while_empty: Says | None = None
    hours: Says | None = None
    """Who sets the hours of gaming, for players to read."""
    idle_rounds: Rule[int]
    vacated_by: Rule[Role]
    vacated_when_full: bool = True
    """Whether a seat is vacated only while all others are in use."""
    new_dealer: Says | None = None
    """When another dealer may not begin."""
    no_wagers: Says
    """What a round without any wager is."""


def receive_law(kind: "type[TableLaw]", fields: dict[str, Any], book: Catalogue) -> "TableLaw":
    """Return a law received from another process, where its file may have been loaded."""
    register_catalogue(book)
    return kind(**fields)


class TableLaw(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """The law that all games have in common.

    Laws are compared by identity, so that results can be cached by law; compare their fingerprints
    to find out whether two say the same.
    """

    game: str
    """The game's name on the wire and on the command line."""
    title: str
    """The game's name for people."""
    book: str
    """The rulebook whose clauses are cited."""
    revision: str
    """Which edition of the rulebook the data follow; a table stays with the one it opened under."""
    other_titles: dict[Role, str] = {}
    """What is said to a role whose name means somebody else in the rulebook."""
    initial: str = "main"
    """The name of the wager that a round is played for."""
    equipment: Equipment
    cards: CardLaw
    shuffle: ShuffleLaw
    cut: CutLaw
    wagers: WagerLaw
    limits: LimitLaw
    floor: FloorLaw
    conduct: ConductLaw
    checks: CheckLaw
    wrong_cards: WrongCardsLaw | None = None
    device_failure: DeviceFailureLaw
    player_cards: PlayerCardLaw | None = None
    mispayments: MispaymentLaw | None = None
    tournaments: TournamentLaw | None = None
    promotions: PromotionLaw | None = None

    def __post_init__(self) -> None:
        clauses = catalogue(self.book).clauses
        wrong = misfit(self, type(self), "", {*clauses, WHAT_IF}) or next(
            self.contradictions(), None
        )
        if wrong is not None:
            raise UnsoundLawError(f"{self.game}: {wrong}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to rebuild the law in another process, with the clauses of its rulebook."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return receive_law, (type(self), fields, catalogue(self.book))

    def contradictions(self) -> Iterator[str]:
        """Yield the contradictions in the law, each as a sentence."""
        yield from checks.of_table(self)

    def text_of(self, says: Says) -> str:
        """Return the text of a clause, with the law's own values in place of ``{law.…}``."""
        return says.text.format(law=self)

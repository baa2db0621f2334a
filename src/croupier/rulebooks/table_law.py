"""The shape of the law that every table stands under, whatever is dealt on it.

Each field is a :class:`Rule`: a value and its clause. A field that a rulebook does not know is
``None``. What differs in kind is a named policy (:class:`Control`), picked by the data.
"""

from enum import Enum

import msgspec

from croupier.rulebooks.catalogue import Rule
from croupier.rulebooks.roles import Role


class Control(Enum):
    """A way to find the player who decides for a shared box."""

    SEATED = "seated"
    HIGHEST_WAGER = "highest-wager"
    NEAREST_DEALER = "nearest-dealer"


class Equipment(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on and around the table."""

    boxes: Rule[range]
    """How many boxes a layout may have."""
    insurance_line: Rule[bool] | None
    side_bet_areas: Rule[tuple[str, ...]] | None
    """The optional wagers for which a layout may have an area."""
    devices: Rule[tuple[str, ...]]
    inscriptions: tuple[Rule[str], ...]
    """What the cloth says."""


class CardLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The cards and how they are turned."""

    decks: Rule[tuple[int, ...]]
    values: Rule[str]
    ace: Rule[tuple[int, int]]
    """The two values of an ace: the one it has if it can, and the other."""
    number: Rule[range]
    picture: Rule[int]
    dealt_from: Rule[str]
    face_up: Rule[bool]
    face_down: Rule[Role] | None
    """Who approves that the first two cards lie face down until the player turns them."""
    replaced_by: Rule[Role]
    replaced_with_shoe: Rule[str]
    replaced_with_shuffler: Rule[str]


class ShuffleLaw(msgspec.Struct, frozen=True, kw_only=True):
    """When the cards are shuffled."""

    occasions: Rule[str]
    at_start: Rule[str]
    cutting_card_first: Rule[str]
    cutting_card_drawn: Rule[str]
    directed: Rule[Role]
    out_of_cards: Rule[str]
    """What happens when a round cannot be finished with the cards left."""
    riffle: Rule[Role] | None
    riffle_factory: Rule[Role] | None
    """Riffling pre-shuffled cards at a player's wish: the casino's, and the manufacturer's."""


class CutLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Who cuts, where, and what follows."""

    offered: Rule[str]
    first_player: Rule[str]
    box_of_cutting_card: Rule[str]
    dealer_had_cutting_card: Rule[str]
    cutting_card_first: Rule[str]
    cards_replaced: Rule[str]
    passed_on: Rule[Role]
    """A refused cut goes clockwise; the role that cuts when all refuse."""
    from_either_end: Rule[int]
    """How many decks must lie on each side of the cut."""
    cutting_card_depth: Rule[tuple[int, int]]
    """The cutting card goes at most this fraction of the stack (numerator, denominator) from
    the back."""
    not_for_shuffler: Rule[str]
    burned: Rule[int]
    """How many cards are burned after the cards are made ready."""


class WagerLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Placing wagers, sharing boxes, and who decides."""

    chips_or_tokens: Rule[tuple[str, ...]]
    before_first_card: Rule[str]
    no_change_after: Rule[str]
    players_per_box: Rule[int]
    fewer_players: Rule[Role]
    one_player_decides: Rule[str]
    control: tuple[Rule[Control], ...]
    """The ways to find the controlling player, in the order of their precedence."""
    ascertained: Rule[Role]
    nearest_place: Rule[str]
    other_places: Rule[str]
    several_boxes: Rule[Role]
    reserved: Rule[Role]
    minimum_until_shuffle: Rule[Role]
    minimum_for_good: Rule[Role]
    one_box_at_minimum: Rule[Role]
    notified_before_restriction: tuple[Role, ...]
    rounding: Rule[str]
    refused: Rule[Role]


class LimitLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The sign with the limits, and what becomes of wagers outside them."""

    sign: Rule[str]
    shares: tuple[Rule[str], ...]
    """How the players of a box share its maximum, first to last."""
    below_minimum: Rule[str]
    above_maximum: Rule[str]
    above_maximum_shared: Rule[str]
    altered_by: Rule[Role]
    notice_minutes: Rule[int]
    raised_at_once: Rule[Role]
    marker: Rule[str]
    marker_removed: Rule[str]
    marker_box: Rule[str]
    retained_notice_minutes: Rule[int]
    both_signs: Rule[str]
    newcomers: Rule[str]
    personal: Rule[Role]
    low_limit: Rule[str]
    low_limit_no_tournament: Rule[str]
    low_limit_device: Rule[str]


class FloorLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Closing the table and giving up seats."""

    closing_minutes: Rule[int]
    closed_by: Rule[Role]
    idle_rounds: Rule[int]
    vacated_by: Rule[Role]
    no_wagers: Rule[str]
    """What a round without any wager is."""


class TableLaw(msgspec.Struct, frozen=True, kw_only=True):
    """All that is common to the games."""

    game: str
    """The game's name on the wire and on the command line."""
    title: str
    book: str
    """The rulebook whose clauses are cited."""
    equipment: Equipment
    cards: CardLaw
    shuffle: ShuffleLaw
    cut: CutLaw
    wagers: WagerLaw
    limits: LimitLaw
    floor: FloorLaw

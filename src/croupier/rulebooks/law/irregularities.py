"""The types of the law about irregularities: cards, devices, conduct, disputes."""

from enum import Enum, StrEnum

import msgspec

from croupier.rulebooks.catalogue import Rule, Says
from croupier.rulebooks.law.roles import Cutter, Role


class Ground(StrEnum):
    """What somebody did, as it is reported."""

    STAFF_ADVICE = "staff-advice"
    """An employee of the casino told a player how to play."""
    ADVICE = "advice"
    """Somebody else did, or tried to."""
    PRIVATE_BET = "private-bet"
    """People bet with each other."""
    ADVANTAGE = "advantage"
    """An employee gave somebody an advantage, or changed the chances."""
    PROCEDURE = "procedure"
    """An employee did not see to the approved procedures."""
    HANDLING_CARDS = "handling-cards"
    """Somebody touched, took or changed cards."""
    CARDS_AWAY = "cards-away"
    """A player held cards away from the table."""
    TALK = "talk"
    """A player talked about more than their own decision."""
    PARTNERSHIP = "partnership"
    """Players joined up to go over the maximum."""


class Moment(Enum):
    """A time at a table at which a prohibition holds, or does not."""

    FACE_DOWN = "face-down"
    """While first cards are dealt face down by approval."""
    BETTING_ROUND = "betting-round"
    """While players look at their cards and decide."""


class Prohibition(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may not be done."""

    ground: Ground
    says: Says
    during: Moment | None = None
    """When it holds; none where it always does."""
    unless: Says | None = None
    """What the clause leaves open; none where it leaves nothing."""
    unless_during: Moment | None = None
    """When it leaves that open; none where always."""


class SpareCard(Enum):
    """What becomes of a card that the dealer's complete hand has no use for."""

    BURNED = "burned"
    NEXT_CARD = "next-card"
    """It is the next card that anyone gets."""
    UNDER_SHOE = "under-the-shoe"
    """It never left the shoe, and opens the next round."""


class BurnedInError(Enum):
    """What becomes of a card that was burned by mistake."""

    STAYS_BURNED = "stays-burned"
    NEXT_CARD = "next-card"


class FoundLater(Enum):
    """What becomes of a round whose error is found when the next one has begun."""

    STANDS = "stands"
    ROUND_VOID = "round-void"
    HAND_MAY_BE_VOID = "hand-may-be-void"


class PaidAlready(Enum):
    """What becomes of payments that were made in a round before it is declared void."""

    STANDS = "stands"
    REPAID = "repaid"


class InsuranceUntil(Enum):
    """How long insurance that was forgotten may still be placed."""

    DEALERS_SECOND_CARD = "dealers-second-card"
    OWN_THIRD_CARD = "own-third-card"


class StrayCardLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that turn up, or come out, where none was due."""

    faced: Says
    """A card that lies face up in the shoe is burned."""
    drawn: Says
    """A card dealt in error counts as the next one."""
    burned: Rule[BurnedInError]
    burned_late: Rule[BurnedInError]
    """The same where other cards were drawn since."""
    refused: Says | None = None
    """Who refuses it gets no more cards this round, but those that must be drawn."""
    refused_by_all: Says
    """What nobody took is the dealer's next card."""
    exposed_to_dealer: Rule[SpareCard]
    """A card more on the dealer's complete hand, seen and unseen."""
    unseen_to_dealer: Rule[SpareCard]
    unneeded: Rule[SpareCard] | None = None
    """A card drawn in error that nobody needed, where it is not treated like one too many."""
    early_to_dealer: Says | None = None
    """A card drawn to the dealer's hand before its time is burned; else it is the next card."""
    no_wagers: Says | None = None
    """A round begun without wagers: void, what was shown is burned."""


class MisdealLaw(msgspec.Struct, frozen=True, kw_only=True):
    """A round with an error in it: reconstructed, or void."""

    reconstructed: Says
    void: Rule[Role]
    """Who may declare it void where it cannot be reconstructed."""
    hand_by_hand: bool = False
    """Whether single hands are void, and not whole rounds."""
    paid_already: Rule[PaidAlready]
    paid_in_tournament: Rule[PaidAlready] | None = None
    goes_on: Says | None = None
    """Play goes on with the cards that are left."""
    found_later: Rule[FoundLater]
    side_bets_valid: Says | None = None
    """Optional wagers on a void hand that are decided all the same."""


class OversightLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Steps that were left out, and players who are not there."""

    absent: Rule[int]
    """A hand without anyone to decide draws until its total exceeds this."""
    cut: Says | None = None
    burn: Says | None = None
    shuffle: Says | None = None
    discards: Says | None = None
    insurance: Rule[Role] | None = None
    """Who lets insurance be placed late."""
    insurance_until: InsuranceUntil | None = None
    """Until when; none where nobody does."""


class WrongCardsLaw(msgspec.Struct, frozen=True, kw_only=True):
    """A card that is missing, or does not belong."""

    found: Says
    earlier_rounds: Says
    void: Rule[PaidAlready]
    """The round is void, and what becomes of payments that were made in it."""
    paid_in_tournament: Rule[PaidAlready] | None = None
    checked: Says
    """The cards in the shoe are void, and all decks are checked."""
    notified: Rule[tuple[Role, ...]]


class CheckLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Checking that all cards are there."""

    checked_by: Rule[Role]
    """Who checks cards before they are used."""
    device: Says | None = None
    """A deck-checking device may do it."""
    secured: Says | None = None
    """Cards may be checked and shuffled beforehand, and are kept under lock until then."""
    dropped: Rule[Role] | None = None
    """Who is notified of dropped cards, and verifies that all are there."""
    replacements: Says | None = None
    """New cards are checked before they are shuffled."""
    replacements_by: Rule[Role] | None = None
    """Who reports that check, where not everybody may who checks cards before they are used."""
    suspected: Rule[Role] | None = None
    """Who may have the cards left checked after a round."""
    suspected_with_shoe: bool = False
    """Whether that holds for a card shoe too, and not for a device alone."""
    on_order: Rule[tuple[Role, ...]] | None = None
    """Who may have the cards counted at any time."""
    one_card: Rule[Role] | None = None
    """Who may change a single marked or damaged card."""
    one_card_anytime: bool = False
    """Whether at any time, and not only after a round."""


class IrregularityLaw(msgspec.Struct, frozen=True, kw_only=True):
    """What is done about a blackjack round in which something went wrong."""

    stray: StrayCardLaw
    misdeal: MisdealLaw
    oversight: OversightLaw


class TransferLaw(msgspec.Struct, frozen=True, kw_only=True):
    """A device that fails: its cards go to another, or the round is finished from a shoe."""

    in_use: Says
    during_round: Says
    nobody_harmed: Says
    spare: Says
    practicable: Says
    undamaged: Says
    damaged: Says
    damaged_removed: Says
    transferred: Says
    damaged_replaced: Says
    goes_on: Says
    harmed: Says
    """Somebody was put at a disadvantage: the round ends and wagers go back."""
    no_spare: Says
    take_back: Says
    """Without a spare device, who wants may take the wagers of the round back."""
    emptied: Says | None = None
    replaced: Says
    shuffled: Says
    finished: Says
    """The others finish the round from a shoe."""
    with_shoe: Says | None = None
    """The game stays with the shoe until a device is there."""


class FinishFromShoeLaw(msgspec.Struct, frozen=True, kw_only=True):
    """A device that fails: the round is finished from a shoe, then come new cards."""

    failed: Says
    finished: Says
    shuffled: Says
    cut: Rule[Cutter]
    """Who is offered the cut of the cards that are left."""
    from_shoe: Says
    new_cards: Says
    meant: Says
    """What counts as a failure."""


class VoidHandsLaw(msgspec.Struct, frozen=True, kw_only=True):
    """A device that fails: the hands concerned may be declared void."""

    void: Rule[Role]


class VoidRoundLaw(msgspec.Struct, frozen=True, kw_only=True):
    """A device that fails: reshuffle, or during a round void it and go on with new cards."""

    jammed: Says
    failed: Says
    void: Says
    earlier_rounds: Says
    goes_on: Says


DeviceFailureLaw = TransferLaw | FinishFromShoeLaw | VoidHandsLaw | VoidRoundLaw


class DisputeLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Who decides a dispute, who may look at it again, and where it ends."""

    first: Rule[Role]
    review: Rule[Role] | None = None
    """Who reviews the first decision, if that is asked for."""
    final: Says
    complaint: Rule[Role]
    """To whom a person may take it who is not satisfied with the operator's decision."""


class ConductLaw(msgspec.Struct, frozen=True, kw_only=True):
    """What people may not do, what may be done about it, and rounds that are called off."""

    prohibited: tuple[Says, ...]
    """Devices that are forbidden; where the rulebook names none, the clause of any breach."""
    forbidden: tuple[Prohibition, ...] = ()
    """What else may not be done, by the ground on which it is acted on."""
    any_breach: bool = False
    """Whether any breach of the rules may be acted on, and not only of these."""
    exempt: Says | None = None
    sanctioned: Rule[Role]
    wagers_void: Says
    excluded: Says
    excluded_from_casino: Says | None = None
    detained: Rule[Role] | None = None
    """Who is notified when a person is held until somebody with the power to do so takes over."""
    invalidated: Rule[Role]
    disrupted: Says
    fraud: Says
    impractical: Says | None = None
    refunded: Says
    refund_discretionary: bool = False
    """Whether the wagers of a round that is called off may be refunded, and need not."""
    forfeited: Says | None = None
    """The person who calls a round off may keep the wager of a player who cheated."""
    dispute: DisputeLaw
    rules_copy: Says | None = None
    staff_wagers: Rule[Role] | None = None
    """Who says that somebody who gambles against the operator's policy for its employees is not
    paid."""

    @property
    def no_aids(self) -> str | None:
        """The clause against devices that work out play; ``None`` if the rulebook has none."""
        clauses = (says.clause for says in self.prohibited)
        return next((one for one in clauses if one != self.sanctioned.clause), None)

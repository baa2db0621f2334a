"""Every event of a table that does not depend on the game."""

from croupier.table.events import (
    BoughtIn,
    BoxesReleased,
    BoxesReserved,
    BoxGivenUp,
    BoxNominated,
    CardBurned,
    CardsCut,
    CardsReplaced,
    CardsRiffled,
    CardsShuffled,
    ClockMoved,
    ClosureAnnounced,
    ColouredUp,
    CutDeclined,
    CuttingCardShown,
    DealerChanged,
    DeviceLoaded,
    LimitsAnnounced,
    LimitsChanged,
    PersonalLimitsSet,
    PlayerArrived,
    PlayerLeft,
    PlayerRestricted,
    PlayersPerBoxLimited,
    PlayerWarned,
    PreparationChanged,
    RetainedMinimumChanged,
    SeatLeft,
    SeatTaken,
    ShoeLoaded,
    ShuffleOrdered,
    TableClosed,
    TableOpened,
    VoucherExchanged,
    WagerPlaced,
    WagerReturned,
)
from croupier.table.irregular_events import (
    CardReplaced,
    CardsChecked,
    CheckOrdered,
    DeviceChanged,
    DeviceFailed,
    DisputeMoved,
    DisputeRaised,
    NoticeAcknowledged,
    NoticeGiven,
    PlayerSanctioned,
    RulesShown,
    WrongCardsFound,
)
from croupier.table.round_events import CardDealt, RoundEnded, RoundVoided, WagersSettled

TableEvent = (
    TableOpened
    | ClockMoved
    | PlayerArrived
    | BoughtIn
    | ColouredUp
    | VoucherExchanged
    | SeatTaken
    | SeatLeft
    | PlayerLeft
    | WagerPlaced
    | WagerReturned
    | PreparationChanged
    | CardsShuffled
    | CutDeclined
    | CardsCut
    | ShoeLoaded
    | DeviceLoaded
    | CardBurned
    | PlayerWarned
    | BoxNominated
    | CuttingCardShown
    | CardsReplaced
    | CardsRiffled
    | ShuffleOrdered
    | DealerChanged
    | PlayersPerBoxLimited
    | BoxGivenUp
    | BoxesReserved
    | BoxesReleased
    | PlayerRestricted
    | NoticeGiven
    | NoticeAcknowledged
    | CardsChecked
    | CheckOrdered
    | CardReplaced
    | WrongCardsFound
    | RulesShown
    | PlayerSanctioned
    | DisputeRaised
    | DisputeMoved
    | LimitsAnnounced
    | LimitsChanged
    | RetainedMinimumChanged
    | PersonalLimitsSet
    | ClosureAnnounced
    | TableClosed
    | DeviceFailed
    | DeviceChanged
    | CardDealt
    | WagersSettled
    | RoundEnded
    | RoundVoided
)
"""What may have happened at a table of any game; a log holds no others."""

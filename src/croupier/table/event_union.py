"""Every event of a table that does not depend on the game."""

from croupier.table.card_events import (
    CardBurned,
    CardsCut,
    CardsReplaced,
    CardsRiffled,
    CardsShuffled,
    CutDeclined,
    CuttingCardShown,
    DeviceLoaded,
    PreparationChanged,
    ShoeLoaded,
    ShuffleOrdered,
)
from croupier.table.contest_events import (
    AbsenceCharged,
    ContestantEliminated,
    ContestantReinstated,
    ContestantRemoved,
    ContestantReplaced,
    ContestBegan,
    ContestEnded,
    ContestRoundEnded,
    FormAnnounced,
    FormHandedIn,
    FormShown,
    PassCardPlayed,
    PlayOffBegan,
    PresenceChanged,
    TimeRanOut,
    WagersLimitedInTime,
)
from croupier.table.events import (
    BoughtIn,
    BoxesReleased,
    BoxesReserved,
    BoxGivenUp,
    BoxNominated,
    ClockMoved,
    ClosureAnnounced,
    ColouredUp,
    DealerChanged,
    LawAdopted,
    LimitsAnnounced,
    LimitsChanged,
    PersonalLimitsSet,
    PlayerArrived,
    PlayerLeft,
    PlayerReminded,
    PlayerRestricted,
    PlayersPerBoxLimited,
    PlayerWarned,
    RetainedMinimumChanged,
    SeatLeft,
    SeatTaken,
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
    PersonCautioned,
    PlayerSanctioned,
    RulesShown,
    WrongCardsFound,
)
from croupier.table.round_events import (
    CardDealt,
    PastRoundVoided,
    RoundEnded,
    RoundVoided,
    WagersSettled,
)
from croupier.table.upkeep_events import CardsDropped, CardsSecured, EquipmentChecked

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
    | PlayerReminded
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
    | PersonCautioned
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
    | EquipmentChecked
    | CardsSecured
    | CardsDropped
    | PastRoundVoided
    | ContestBegan
    | PresenceChanged
    | PassCardPlayed
    | FormHandedIn
    | FormAnnounced
    | FormShown
    | TimeRanOut
    | AbsenceCharged
    | WagersLimitedInTime
    | ContestantEliminated
    | ContestantRemoved
    | ContestantReplaced
    | ContestantReinstated
    | ContestRoundEnded
    | PlayOffBegan
    | ContestEnded
    | LawAdopted
)
"""What may have happened at a table of any game; a log holds no others."""

"""Every event of a table of Caribbean Stud."""

from croupier.stud.events import (
    BetCorrected,
    BetPlaced,
    BettingOpened,
    CardTurned,
    DealerExposed,
    FaceDownCardDealt,
    FoldedHandRevealed,
    HandConceded,
    HandFolded,
    JackpotClosed,
    JackpotPaid,
    JackpotPaymentTakenBack,
    JackpotWagersTaken,
    JackpotWagerTakenBack,
    JackpotWon,
    StakeTakenBack,
    StudRoundOpened,
)
from croupier.stud.irregular_events import (
    CardCorrected,
    CardsCounted,
    CardsHandled,
    CardsShown,
    DeviceAwaited,
    EnglishDirected,
    KeptApart,
    MisdealDeclared,
    MispaymentFound,
    MispaymentHandled,
    PatronIdentified,
    PaymentWithheld,
    PlayerAdvised,
    PlayFirstDirected,
    ShufflePostponed,
    StudHandVoided,
)
from croupier.table.event_union import TableEvent

StudEvent = (
    TableEvent
    | StudRoundOpened
    | JackpotWagersTaken
    | FaceDownCardDealt
    | CardTurned
    | BetPlaced
    | BetCorrected
    | FoldedHandRevealed
    | JackpotClosed
    | HandFolded
    | BettingOpened
    | DealerExposed
    | HandConceded
    | StakeTakenBack
    | JackpotWagerTakenBack
    | JackpotPaid
    | JackpotPaymentTakenBack
    | JackpotWon
    | CardsHandled
    | CardsShown
    | MisdealDeclared
    | CardsCounted
    | CardCorrected
    | ShufflePostponed
    | DeviceAwaited
    | StudHandVoided
    | PlayFirstDirected
    | KeptApart
    | EnglishDirected
    | PaymentWithheld
    | PlayerAdvised
    | MispaymentFound
    | PatronIdentified
    | MispaymentHandled
)
"""What may have happened at a table of Caribbean Stud; its log holds no others."""

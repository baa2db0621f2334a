"""Every event of a blackjack table."""

from croupier.blackjack.events import (
    CardCalled,
    CardsExposed,
    DecisionSignalled,
    DiscardsReturned,
    DoublePlaced,
    FaceDownApproved,
    HandFinished,
    HandSplit,
    HeldBlackjacksApproved,
    InitialDealCompleted,
    InsuranceClosed,
    InsuranceDisplaced,
    InsuranceOffered,
    InsurancePlaced,
    JoiningDeclined,
    PlayCompleted,
    ResplitPermitted,
    RoundOpened,
    SideBetLimitsSet,
    SideBetsLimited,
    SplitPlaced,
    Surrendered,
)
from croupier.blackjack.irregular_events import (
    BoxUnattended,
    CardDrawnInError,
    CardMisplaced,
    CardRefused,
    ControlPassed,
    DiscardsForgotten,
    DiscardsFound,
    DiscardsKept,
    FirstCardCleared,
    HandVoided,
    InsuranceCalledLate,
    InsuranceForgotten,
    NewCardsDemanded,
    PlayerAway,
    PlayerReturned,
    QuestionDropped,
    ReadyCardCorrected,
    RoundReconstructed,
    RoundWithoutWagers,
    SettlementsUndone,
    SpareCardBurned,
    SpareCardKept,
    StepForgotten,
    TotalMiscalled,
    WithdrawalAnswered,
    WithdrawalOffered,
)
from croupier.table.event_union import TableEvent

BlackjackEvent = (
    TableEvent
    | RoundOpened
    | CardsExposed
    | InitialDealCompleted
    | DiscardsReturned
    | InsuranceOffered
    | InsurancePlaced
    | InsuranceDisplaced
    | Surrendered
    | InsuranceClosed
    | CardCalled
    | DecisionSignalled
    | HandFinished
    | DoublePlaced
    | SplitPlaced
    | JoiningDeclined
    | HandSplit
    | PlayCompleted
    | HeldBlackjacksApproved
    | FaceDownApproved
    | ResplitPermitted
    | SideBetLimitsSet
    | SideBetsLimited
    | CardDrawnInError
    | ReadyCardCorrected
    | CardRefused
    | CardMisplaced
    | SpareCardBurned
    | SpareCardKept
    | FirstCardCleared
    | RoundWithoutWagers
    | RoundReconstructed
    | HandVoided
    | TotalMiscalled
    | SettlementsUndone
    | ControlPassed
    | BoxUnattended
    | PlayerReturned
    | PlayerAway
    | QuestionDropped
    | StepForgotten
    | DiscardsForgotten
    | DiscardsFound
    | DiscardsKept
    | InsuranceForgotten
    | InsuranceCalledLate
    | NewCardsDemanded
    | WithdrawalOffered
    | WithdrawalAnswered
)
"""What may have happened at a blackjack table; its log holds no others."""

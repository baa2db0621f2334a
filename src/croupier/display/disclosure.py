"""What a viewer may know of an event: every type of event is declared here, once.

All kinds of events are in one file on purpose: an event without a declaration cannot be shown, and
the author of a new event decides here who may see it.
"""

from collections.abc import Callable
from enum import Enum
from typing import Any

from croupier.cards import Card
from croupier.display import seen_events
from croupier.display.seen_events import FormSeen, Known, Seen
from croupier.display.viewers import Official, Viewer, enters_cards, is_staff, player_of
from croupier.features.cage.rules.desk import ChipsPaid
from croupier.features.cage.rules.drops import DropCollected, DropCounted
from croupier.features.cage.rules.floats import (
    FloatClosed,
    FloatCounted,
    FloatCredited,
    FloatFilled,
    FloatOpened,
)
from croupier.features.fairness.rules.shoes import (
    EpochBegun,
    OrderFixed,
    SeedCommitted,
    SeedGiven,
    SeedPromised,
    SeedPublished,
    SeedRevealed,
    SeedsClosed,
    ShoeAbandoned,
)
from croupier.features.promotions.rules.awards import (
    ClaimantInformed,
    ClaimRefused,
    PaymentChosen,
    PrizeAwarded,
    PrizeUnclaimed,
)
from croupier.features.promotions.rules.decisions import PromotionOpened
from croupier.features.promotions.rules.draws import (
    PromotionEntered,
    ScrutineerAppointed,
    WinnerNotified,
    WinnersDrawn,
)
from croupier.features.promotions.rules.integrity import (
    DrawCancelled,
    DrawPostponed,
    DrawValidated,
    PromotionPostponed,
)
from croupier.features.promotions.rules.proofs import DrawCommitted, DrawRevealed
from croupier.features.promotions.rules.publication import (
    AmendmentApproved,
    PromotionStarted,
    TermsAmended,
    TermsPublished,
    TermsSubmitted,
)
from croupier.features.tournaments.rules.conduct import (
    BuyBackDeclined,
    ChipsReturned,
    PlayerBoughtBack,
    PlayerDisqualified,
    ReserveSeated,
    SubstituteAdmitted,
    TimeLimitSet,
    TournamentChipsCounted,
)
from croupier.features.tournaments.rules.draft import TournamentClockMoved, TournamentPlanned
from croupier.features.tournaments.rules.entries import (
    CommissionApproved,
    ConditionsPublished,
    EntryRefused,
    EntryWithdrawn,
    PlayerEntered,
    RegulatorTold,
    TableDesignated,
    TableStaffed,
    TournamentCancelled,
    TournamentManagerAppointed,
)
from croupier.features.tournaments.rules.interruptions import (
    BreakEnded,
    BreakGiven,
    EliminationUndone,
)
from croupier.features.tournaments.rules.placings import (
    PrizesAwarded,
    SessionLapsed,
    SessionRecorded,
    TableFinished,
    TieFound,
)
from croupier.features.tournaments.rules.schedules import ScheduleEnded, ScheduleSet
from croupier.features.tournaments.rules.seats import (
    SeatsDrawn,
    SeatTakenUp,
    SessionChipsBought,
    SessionMoved,
    SessionStarted,
)
from croupier.games.blackjack.approvals import (
    FaceDownApproved,
    HeldBlackjacksApproved,
    ResplitPermitted,
)
from croupier.games.blackjack.calls import (
    DecisionSignalled,
    DoublePlaced,
    HandSplit,
    JoiningDeclined,
    SplitPlaced,
    Surrendered,
)
from croupier.games.blackjack.controllers import (
    BoxUnattended,
    ControlPassed,
    PlayerAway,
    PlayerReturned,
    QuestionDropped,
)
from croupier.games.blackjack.deal import (
    CardMisplaced,
    DiscardsKept,
    InitialDealCompleted,
    PlayCompleted,
)
from croupier.games.blackjack.device_failure import (
    NewCardsDemanded,
    WithdrawalAnswered,
    WithdrawalOffered,
)
from croupier.games.blackjack.history import RoundReconstructed
from croupier.games.blackjack.insurance import (
    InsuranceClosed,
    InsuranceDeclined,
    InsuranceDisplaced,
    InsuranceOffered,
    InsurancePlaced,
)
from croupier.games.blackjack.oversights import (
    DiscardsForgotten,
    DiscardsFound,
    InsuranceCalledLate,
    InsuranceForgotten,
    StepForgotten,
    TotalMiscalled,
)
from croupier.games.blackjack.round_opening import CallTakenBack, RoundOpened
from croupier.games.blackjack.settlement import DiscardsReturned, SpareCardBurned, SpareCardKept
from croupier.games.blackjack.side_bets import (
    SideBetLimitsAnnounced,
    SideBetLimitsSet,
    SideBetsLimited,
)
from croupier.games.blackjack.state import BlackjackTable, CardCalled
from croupier.games.blackjack.stray_cards import (
    CardDrawnInError,
    CardRefused,
    ReadyCardCorrected,
    RoundWithoutWagers,
)
from croupier.games.blackjack.turn import CardsExposed, HandFinished
from croupier.games.blackjack.voids import FirstCardCleared, HandVoided, SettlementsUndone
from croupier.games.stud.bets import (
    BetPlaced,
    BettingOpened,
    DealerExposed,
    HandConceded,
    HandFolded,
    StudRoundOpened,
)
from croupier.games.stud.cards import CardCorrected, CardTurned, FaceDownCardDealt
from croupier.games.stud.corrections import (
    BetCorrected,
    FoldedHandRevealed,
    JackpotClosed,
    PlayerAdvised,
    StakeTakenBack,
)
from croupier.games.stud.device_failure import DeviceAwaited, ShufflePostponed
from croupier.games.stud.jackpots import JackpotPaid, JackpotWagersTaken, JackpotWagerTakenBack
from croupier.games.stud.measures import (
    EnglishDirected,
    KeptApart,
    MispaymentFound,
    MispaymentHandled,
    PatronIdentified,
    PaymentWithheld,
    PlayFirstDirected,
)
from croupier.games.stud.misdeals import CardsCounted, CardsHandled, CardsShown, MisdealDeclared
from croupier.games.stud.settlement import JackpotWon
from croupier.games.stud.state import StudRound
from croupier.games.stud.voids import JackpotPaymentTakenBack, StudHandVoided
from croupier.games.table import rounds
from croupier.games.table.card_counts import (
    CardReplaced,
    CardsChecked,
    CardsDropped,
    CardsSecured,
    CheckOrdered,
    WrongCardsFound,
)
from croupier.games.table.conduct import (
    PersonCautioned,
    PersonHandedOver,
    PlayerSanctioned,
    RulesShown,
)
from croupier.games.table.contest import wagers
from croupier.games.table.contest.rounds import (
    ContestantEliminated,
    ContestantReinstated,
    ContestantRemoved,
    ContestantReplaced,
    ContestBegan,
    ContestEnded,
    ContestRoundEnded,
    PlayOffBegan,
    PresenceChanged,
    WagersLimitedInTime,
)
from croupier.games.table.contest.wagers import (
    AbsenceCharged,
    FormAnnounced,
    FormHandedIn,
    FormShown,
    PassCardPlayed,
    TimeRanOut,
)
from croupier.games.table.disputes import DisputeMoved, DisputeRaised
from croupier.games.table.equipment import DeviceChanged, DeviceFailed, EquipmentChecked
from croupier.games.table.new_cards import CardsReplaced, CardsRiffled, ShuffleOrdered
from croupier.games.table.notices import (
    NoticeAcknowledged,
    NoticeGiven,
    PlayerInformed,
    PlayerReminded,
    PlayerWarned,
)
from croupier.games.table.opening import LawAdopted, TableOpened
from croupier.games.table.preparation import (
    CardBurned,
    CardsCut,
    CardsShuffled,
    CutDeclined,
    CuttingCardShown,
    DeviceLoaded,
    PreparationChanged,
    ShoeLoaded,
)
from croupier.games.table.restrictions import PlayerRestricted, PlayersPerBoxLimited
from croupier.games.table.seats import (
    BoughtIn,
    BoxesReleased,
    BoxesReserved,
    BoxGivenUp,
    BoxNominated,
    ColouredUp,
    DealerChanged,
    PlayerLeft,
    SeatLeft,
    SeatTaken,
    VoucherExchanged,
)
from croupier.games.table.signs import (
    ClosureAnnounced,
    HoursSet,
    LimitsAnnounced,
    LimitsChanged,
    PersonalLimitsSet,
    RetainedMinimumChanged,
    TableClosed,
)
from croupier.games.table.state import PlayerArrived, Table
from croupier.games.table.wagers import OverMaximumFound, WagerPlaced, WagerReturned
from croupier.house import accounts, jackpots, people
from croupier.house.accounts import LiveChipsMoved, PurseMoved
from croupier.house.alerts import AlertAcknowledged, AlertClaimed, AlertRaised, AlertSent
from croupier.house.gaming_days import (
    FloorRestored,
    FloorStarted,
    GamingDaySet,
    MasterKeyChanged,
    PersonErased,
    RollbackAccepted,
)
from croupier.house.readiness import PlayerReady
from croupier.house.terms import HouseNamed, PaceSet, PlayMoneySet
from croupier.messages import ClockMoved, Event
from croupier.rulebooks import BlackjackLaw, Role, StudLaw, TableLaw


class Disclosed(Enum):
    """Who may know everything about an event."""

    PUBLIC = "public"
    STAFF = "staff"
    """The house and its overseers."""
    CONCERNED = "concerned"
    """Staff, and the players named in the event."""
    OFF_THE_FLOOR = "off the floor"
    """No viewer of tables: the event is between a person and the administrators of accounts."""


PUBLIC, STAFF, CONCERNED = Disclosed.PUBLIC, Disclosed.STAFF, Disclosed.CONCERNED
OFF_THE_FLOOR = Disclosed.OFF_THE_FLOOR

DisclosedEvent = Event | Seen
"""An event as a viewer may know it: itself if it has no secret, otherwise its substitute."""
Redaction = Callable[[TableLaw, Any, Any, Viewer], Seen | None]
"""Returns what a viewer may know of an event that has a secret; ``None`` for nothing."""


def disclose(law: TableLaw, table: Table, event: Event, viewer: Viewer) -> DisclosedEvent | None:
    """Return what a viewer may know of an event. ``table`` is the table before it.

    Return ``None`` if the viewer may not know that it happened.
    """
    rule = DISCLOSURE[type(event)]
    match rule:
        case Disclosed.PUBLIC:
            return event
        case Disclosed.STAFF:
            return event if is_staff(viewer) else None
        case Disclosed.CONCERNED:
            return event if is_staff(viewer) or player_of(viewer) in players_named(event) else None
        case Disclosed.OFF_THE_FLOOR:
            return None
    return rule(law, table, event, viewer)


def players_named(event: Event) -> frozenset[str]:
    """Return the players whom an event names."""
    one: str | None = getattr(event, "player", None)
    several: tuple[str, ...] = getattr(event, "players", ())
    return frozenset((one, *several) if one else several)


def _card(law: TableLaw, table: Table, event: rounds.CardDealt, viewer: Viewer) -> Seen:
    known = not event.covered or (isinstance(law, StudLaw) and _knows_box(table, event.box, viewer))
    return seen_events.CardSeen(
        event.card if known else None,
        event.box,
        event.hand,
        event.clause,
        event.covered,
        event.ahead,
    )


def _knows_box(table: Table, box: int, viewer: Viewer) -> bool:
    """Return whether the viewer may look at the cards of a box of Caribbean Stud."""
    round_ = table.round
    hand = round_.hand(box) if isinstance(round_, StudRound) else None
    return hand is not None and (enters_cards(viewer) or hand.player == player_of(viewer))


def _shuffle(_: TableLaw, __: Table, event: CardsShuffled, ___: Viewer) -> Seen:
    return seen_events.ShuffleSeen(event.clause, event.by_hand_clause)


def _misplacement(_: TableLaw, table: BlackjackTable, event: CardMisplaced, viewer: Viewer) -> Seen:
    known = enters_cards(viewer) or not table.face_down
    card = event.card if known else None
    return seen_events.MisplacementSeen(card, event.laid, event.box, event.clause)


def _reconstruction(
    law: TableLaw, table: BlackjackTable, event: RoundReconstructed, viewer: Viewer
) -> Seen:
    known = enters_cards(viewer) or _all_face_up(law, table)
    return seen_events.ReconstructionSeen(
        _if(event.cards, known=known),
        event.decisions,
        event.misread,
        event.lines,
        event.entry,
        event.clause,
    )


def _all_face_up(law: TableLaw, table: BlackjackTable) -> bool:
    """Return whether no card of the round can have been dealt face down.

    A finished round may have been dealt before the approval for face-down cards was withdrawn, so
    only a round in progress counts.
    """
    if isinstance(law, BlackjackLaw) and law.cards.face_down is None:
        return True
    return table.round is not None and not table.face_down


def _discards(_: TableLaw, __: Table, event: DiscardsFound, ___: Viewer) -> Seen:
    return seen_events.DiscardsSeen(len(event.cards), event.clause)


def _if(cards: tuple[Known, ...], *, known: bool) -> tuple[Known, ...]:
    """Return the cards, or as many unknown ones."""
    return cards if known else (None,) * len(cards)


def _if_card(card: Card, *, known: bool) -> Known:
    return card if known else None


def _check(_: TableLaw, __: Table, event: CardsChecked, viewer: Viewer) -> Seen:
    staff = is_staff(viewer)
    return seen_events.CheckSeen(
        event.expected,
        _if(event.missing, known=staff),
        _if(event.extra, known=staff),
        event.foreign,
        event.by,
        event.clause,
    )


def _wrong_cards(_: TableLaw, __: Table, event: WrongCardsFound, viewer: Viewer) -> Seen:
    missing = _if(event.missing, known=is_staff(viewer))
    return seen_events.WrongCardsSeen(missing, event.foreign, event.clause, event.earlier_rounds)


def _replacement(_: TableLaw, __: Table, event: CardReplaced, viewer: Viewer) -> Seen:
    return seen_events.ReplacementSeen(_if_card(event.card, known=is_staff(viewer)), event.clause)


def _failure(_: TableLaw, __: Table, event: DeviceFailed, viewer: Viewer) -> Seen:
    damaged = _if(event.damaged, known=is_staff(viewer))
    return seen_events.DeviceFailureSeen(damaged, event.clauses)


def _count(_: TableLaw, __: Table, event: CardsCounted, viewer: Viewer) -> Seen:
    strays = _if(event.strays, known=is_staff(viewer))
    return seen_events.CountSeen(event.box, event.count, strays, event.clause)


def _dispute(_: TableLaw, table: Table, event: DisputeMoved, viewer: Viewer) -> Any:
    """Disclose a step of a dispute to staff and to the player who raised it."""
    place = event.dispute - 1
    whose = table.disputes[place].player if place < len(table.disputes) else ""
    return event if is_staff(viewer) or (whose and whose == player_of(viewer)) else None


def may_know_form(viewer: Viewer, owner: str) -> bool:
    """Return whether the viewer may know an undisclosed wager before it is announced.

    Only its owner and supervisors may.
    """
    if isinstance(viewer, Official):
        return viewer.role.may_act_as(Role.SUPERVISOR)
    return bool(owner) and player_of(viewer) == owner


def _form(_: TableLaw, __: Table, event: FormHandedIn, viewer: Viewer) -> Seen:
    known = may_know_form(viewer, event.player)
    return FormSeen(
        event.player,
        event.box,
        event.type if known else "",
        event.amount if known else None,
        event.clause,
    )


PEOPLE_DISCLOSURE: dict[type[Event], Disclosed | Redaction] = {
    people.PersonRegistered: OFF_THE_FLOOR,
    people.GuestKept: OFF_THE_FLOOR,
    people.RoleGranted: OFF_THE_FLOOR,
    people.RoleWithdrawn: OFF_THE_FLOOR,
    people.PersonSuspended: OFF_THE_FLOOR,
    people.PersonReinstated: OFF_THE_FLOOR,
    people.PasswordSet: OFF_THE_FLOOR,
    people.FactorSet: OFF_THE_FLOOR,
    people.FactorRemoved: OFF_THE_FLOOR,
    people.SignedIn: OFF_THE_FLOOR,
    people.SignedOut: OFF_THE_FLOOR,
    people.SessionsEnded: OFF_THE_FLOOR,
    people.TokenIssued: OFF_THE_FLOOR,
    people.TokenRevoked: OFF_THE_FLOOR,
    people.PlayerExcluded: OFF_THE_FLOOR,
    people.ReminderSet: OFF_THE_FLOOR,
    people.PlayLimitSet: OFF_THE_FLOOR,
    people.RecordsRead: OFF_THE_FLOOR,
}
"""Disclosure of the events of people."""

TOURNAMENT_DISCLOSURE: dict[type[Event], Disclosed | Redaction] = {
    ContestBegan: PUBLIC,
    PresenceChanged: PUBLIC,
    PassCardPlayed: PUBLIC,
    wagers.FormHandedIn: _form,
    FormAnnounced: PUBLIC,
    FormShown: PUBLIC,
    TimeRanOut: PUBLIC,
    AbsenceCharged: PUBLIC,
    WagersLimitedInTime: PUBLIC,
    ContestantEliminated: PUBLIC,
    ContestantRemoved: PUBLIC,
    ContestantReplaced: PUBLIC,
    ContestantReinstated: PUBLIC,
    ContestRoundEnded: PUBLIC,
    PlayOffBegan: PUBLIC,
    ContestEnded: PUBLIC,
    TournamentPlanned: STAFF,
    TournamentClockMoved: STAFF,
    CommissionApproved: STAFF,
    ConditionsPublished: PUBLIC,
    TournamentManagerAppointed: PUBLIC,
    RegulatorTold: STAFF,
    TableDesignated: PUBLIC,
    TableStaffed: PUBLIC,
    PlayerEntered: PUBLIC,
    EntryRefused: STAFF,
    EntryWithdrawn: CONCERNED,
    TournamentCancelled: PUBLIC,
    SeatsDrawn: PUBLIC,
    SeatTakenUp: PUBLIC,
    SessionChipsBought: CONCERNED,
    SessionStarted: PUBLIC,
    SessionMoved: PUBLIC,
    ReserveSeated: PUBLIC,
    SubstituteAdmitted: PUBLIC,
    PlayerDisqualified: PUBLIC,
    PlayerBoughtBack: PUBLIC,
    BuyBackDeclined: PUBLIC,
    BreakGiven: PUBLIC,
    BreakEnded: PUBLIC,
    EliminationUndone: PUBLIC,
    TimeLimitSet: PUBLIC,
    TournamentChipsCounted: PUBLIC,
    ChipsReturned: STAFF,
    TieFound: PUBLIC,
    TableFinished: PUBLIC,
    SessionRecorded: PUBLIC,
    SessionLapsed: PUBLIC,
    PrizesAwarded: PUBLIC,
    ScheduleSet: PUBLIC,
    ScheduleEnded: PUBLIC,
}
"""Disclosure of the events of tournaments and contests."""

DISCLOSURE: dict[type[Event], Disclosed | Redaction] = {
    # Whatever the game: people and chips.
    TableOpened: PUBLIC,
    ClockMoved: PUBLIC,
    PlayerArrived: PUBLIC,
    BoughtIn: PUBLIC,
    ColouredUp: PUBLIC,
    VoucherExchanged: PUBLIC,
    SeatTaken: PUBLIC,
    SeatLeft: PUBLIC,
    PlayerLeft: PUBLIC,
    WagerPlaced: PUBLIC,
    WagerReturned: PUBLIC,
    PlayerWarned: CONCERNED,
    BoxNominated: PUBLIC,
    PlayersPerBoxLimited: PUBLIC,
    BoxGivenUp: PUBLIC,
    BoxesReserved: PUBLIC,
    BoxesReleased: PUBLIC,
    PlayerRestricted: CONCERNED,
    PlayerReminded: CONCERNED,
    RulesShown: CONCERNED,
    PlayerSanctioned: CONCERNED,
    PersonCautioned: CONCERNED,
    PersonHandedOver: CONCERNED,
    PlayerInformed: CONCERNED,
    HoursSet: PUBLIC,
    OverMaximumFound: PUBLIC,
    DisputeRaised: CONCERNED,
    DisputeMoved: _dispute,
    NoticeGiven: STAFF,
    NoticeAcknowledged: STAFF,
    EquipmentChecked: PUBLIC,
    CardsSecured: STAFF,
    CardsDropped: PUBLIC,
    # Signs.
    LimitsAnnounced: PUBLIC,
    LimitsChanged: PUBLIC,
    RetainedMinimumChanged: PUBLIC,
    PersonalLimitsSet: PUBLIC,
    ClosureAnnounced: PUBLIC,
    TableClosed: PUBLIC,
    # The preparation of the cards.
    PreparationChanged: PUBLIC,
    CardsShuffled: _shuffle,
    CutDeclined: PUBLIC,
    CardsCut: PUBLIC,
    ShoeLoaded: PUBLIC,
    DeviceLoaded: PUBLIC,
    CardBurned: PUBLIC,
    CuttingCardShown: PUBLIC,
    CardsReplaced: PUBLIC,
    CardsRiffled: PUBLIC,
    CheckOrdered: PUBLIC,
    ShuffleOrdered: PUBLIC,
    DealerChanged: PUBLIC,
    LawAdopted: PUBLIC,
    CardsChecked: _check,
    CardReplaced: _replacement,
    WrongCardsFound: _wrong_cards,
    DeviceFailed: _failure,
    DeviceChanged: PUBLIC,
    # Every round.
    rounds.CardDealt: _card,
    rounds.WagersSettled: PUBLIC,
    rounds.RoundEnded: PUBLIC,
    rounds.RoundVoided: PUBLIC,
    rounds.OutstandingRecorded: CONCERNED,
    rounds.PastRoundVoided: PUBLIC,
    # A blackjack round.
    RoundOpened: PUBLIC,
    CallTakenBack: PUBLIC,
    CardsExposed: PUBLIC,
    InitialDealCompleted: PUBLIC,
    DiscardsReturned: PUBLIC,
    InsuranceOffered: PUBLIC,
    InsurancePlaced: PUBLIC,
    InsuranceDeclined: PUBLIC,
    InsuranceDisplaced: PUBLIC,
    Surrendered: PUBLIC,
    InsuranceClosed: PUBLIC,
    CardCalled: PUBLIC,
    DecisionSignalled: PUBLIC,
    HandFinished: PUBLIC,
    DoublePlaced: PUBLIC,
    SplitPlaced: PUBLIC,
    JoiningDeclined: PUBLIC,
    HandSplit: PUBLIC,
    PlayCompleted: PUBLIC,
    HeldBlackjacksApproved: PUBLIC,
    FaceDownApproved: PUBLIC,
    ResplitPermitted: PUBLIC,
    SideBetLimitsAnnounced: PUBLIC,
    SideBetLimitsSet: PUBLIC,
    SideBetsLimited: PUBLIC,
    CardDrawnInError: PUBLIC,
    ReadyCardCorrected: PUBLIC,
    CardRefused: PUBLIC,
    CardMisplaced: _misplacement,
    SpareCardBurned: PUBLIC,
    SpareCardKept: PUBLIC,
    FirstCardCleared: PUBLIC,
    RoundWithoutWagers: PUBLIC,
    RoundReconstructed: _reconstruction,
    HandVoided: PUBLIC,
    TotalMiscalled: PUBLIC,
    SettlementsUndone: PUBLIC,
    ControlPassed: PUBLIC,
    BoxUnattended: PUBLIC,
    PlayerReturned: PUBLIC,
    PlayerAway: PUBLIC,
    QuestionDropped: PUBLIC,
    StepForgotten: PUBLIC,
    DiscardsForgotten: PUBLIC,
    DiscardsFound: _discards,
    DiscardsKept: PUBLIC,
    InsuranceForgotten: PUBLIC,
    InsuranceCalledLate: PUBLIC,
    NewCardsDemanded: PUBLIC,
    WithdrawalOffered: PUBLIC,
    WithdrawalAnswered: PUBLIC,
    # A round of Caribbean Stud; what it shows was turned for all to see.
    StudRoundOpened: PUBLIC,
    JackpotWagersTaken: PUBLIC,
    FaceDownCardDealt: PUBLIC,
    CardTurned: PUBLIC,
    BetPlaced: PUBLIC,
    BetCorrected: PUBLIC,
    FoldedHandRevealed: PUBLIC,
    JackpotClosed: PUBLIC,
    HandFolded: PUBLIC,
    BettingOpened: PUBLIC,
    DealerExposed: PUBLIC,
    HandConceded: PUBLIC,
    StakeTakenBack: PUBLIC,
    JackpotWagerTakenBack: PUBLIC,
    JackpotPaid: PUBLIC,
    JackpotPaymentTakenBack: PUBLIC,
    JackpotWon: PUBLIC,
    CardsHandled: PUBLIC,
    CardsShown: PUBLIC,
    MisdealDeclared: PUBLIC,
    CardsCounted: _count,
    StudHandVoided: PUBLIC,
    ShufflePostponed: PUBLIC,
    DeviceAwaited: PUBLIC,
    CardCorrected: STAFF,
    PlayFirstDirected: PUBLIC,
    KeptApart: CONCERNED,
    EnglishDirected: PUBLIC,
    PaymentWithheld: CONCERNED,
    PlayerAdvised: CONCERNED,
    MispaymentFound: STAFF,
    PatronIdentified: STAFF,
    MispaymentHandled: STAFF,
    # Above the tables: accounts and pools.
    accounts.CardPresented: CONCERNED,
    accounts.LossLimitSet: CONCERNED,
    accounts.DepositLimitSet: CONCERNED,
    accounts.Deposited: CONCERNED,
    accounts.ChipsDeclared: CONCERNED,
    accounts.ChipsBought: CONCERNED,
    accounts.BreakRequired: CONCERNED,
    accounts.PeriodStarted: CONCERNED,
    accounts.ResultRecorded: CONCERNED,
    PurseMoved: CONCERNED,
    LiveChipsMoved: CONCERNED,
    jackpots.PoolOpened: PUBLIC,
    jackpots.TableLinked: PUBLIC,
    jackpots.PoolFed: PUBLIC,
    jackpots.PoolPaid: PUBLIC,
    jackpots.PoolSeeded: PUBLIC,
    jackpots.PoolRepaid: PUBLIC,
    # The cage: what lies in a rack is no player's business.
    FloatOpened: STAFF,
    FloatFilled: STAFF,
    FloatCredited: STAFF,
    FloatCounted: STAFF,
    FloatClosed: STAFF,
    DropCollected: STAFF,
    DropCounted: STAFF,
    ChipsPaid: STAFF,
    GamingDaySet: PUBLIC,
    HouseNamed: PUBLIC,
    PaceSet: STAFF,
    PlayMoneySet: STAFF,
    FloorStarted: STAFF,
    FloorRestored: STAFF,
    AlertClaimed: STAFF,
    AlertRaised: STAFF,
    AlertSent: STAFF,
    AlertAcknowledged: STAFF,
    RollbackAccepted: STAFF,
    PersonErased: STAFF,
    # What the cards of automatic tables follow from; a revealed seed tells every card.
    SeedCommitted: PUBLIC,
    SeedPromised: PUBLIC,
    SeedGiven: PUBLIC,
    SeedsClosed: PUBLIC,
    OrderFixed: PUBLIC,
    EpochBegun: PUBLIC,
    SeedRevealed: STAFF,
    SeedPublished: PUBLIC,
    ShoeAbandoned: PUBLIC,
    MasterKeyChanged: STAFF,
    PlayerReady: PUBLIC,
    # Promotions: what is published, and what is between the operator, one person and officials.
    PromotionOpened: STAFF,
    TermsSubmitted: STAFF,
    TermsPublished: PUBLIC,
    PromotionStarted: PUBLIC,
    AmendmentApproved: STAFF,
    TermsAmended: PUBLIC,
    PromotionEntered: CONCERNED,
    ScrutineerAppointed: PUBLIC,
    WinnersDrawn: PUBLIC,
    DrawCommitted: PUBLIC,
    DrawRevealed: PUBLIC,
    WinnerNotified: CONCERNED,
    PaymentChosen: CONCERNED,
    PrizeAwarded: CONCERNED,
    PrizeUnclaimed: CONCERNED,
    ClaimRefused: CONCERNED,
    ClaimantInformed: CONCERNED,
    DrawPostponed: PUBLIC,
    PromotionPostponed: PUBLIC,
    DrawCancelled: PUBLIC,
    DrawValidated: PUBLIC,
    **TOURNAMENT_DISCLOSURE,
    **PEOPLE_DISCLOSURE,
}
"""Disclosure of every type of event: who may know all of it, or the function that redacts it."""

"""What a viewer may know of an event: every kind of event is declared here, once."""

from typing import Any

from croupier.blackjack import events as blackjack
from croupier.blackjack import irregular_events as blackjack_wrong
from croupier.blackjack.state import BlackjackTable
from croupier.cards import Card
from croupier.display import seen_events as seen_
from croupier.display.disclosed import Disclosed, Redaction
from croupier.display.disclosure_people import OF_PEOPLE
from croupier.display.disclosure_tournaments import OF_TOURNAMENTS
from croupier.display.seen_events import Known, Seen
from croupier.display.viewers import Viewer, enters_cards, is_staff, player_of
from croupier.floor import account_events, jackpots
from croupier.floor.promotions import events as promotions
from croupier.floor.purses import LiveChipsMoved, PurseMoved
from croupier.floor.readiness import PlayerReady
from croupier.record import shoe_events
from croupier.record.gaming_days import (
    FloorRestored,
    FloorStarted,
    GamingDaySet,
    PersonErased,
    RollbackAccepted,
)
from croupier.rulebooks import BlackjackLaw, StudLaw, TableLaw
from croupier.stud import events as stud
from croupier.stud import irregular_events as stud_wrong
from croupier.stud.state import StudRound
from croupier.table import card_events, round_events, upkeep_events
from croupier.table import events as floor
from croupier.table import irregular_events as floor_wrong
from croupier.table.events import Event
from croupier.table.state import Table

SeenEvent = Event | Seen
"""What a viewer gets: an event without secrets, or what stands in the place of one."""


def seen(law: TableLaw, table: Table, event: Event, viewer: Viewer) -> SeenEvent | None:
    """What a viewer may know of an event; ``table`` is as it stood before it.

    ``None`` where the viewer may not know that it happened.
    """
    rule = DISCLOSURE[type(event)]
    match rule:
        case Disclosed.PUBLIC:
            return event
        case Disclosed.STAFF:
            return event if is_staff(viewer) else None
        case Disclosed.CONCERNED:
            return event if is_staff(viewer) or player_of(viewer) in concerned(event) else None
        case Disclosed.OFF_THE_FLOOR:
            return None
    return rule(law, table, event, viewer)


def concerned(event: Event) -> frozenset[str]:
    """The players whom an event names."""
    one: str | None = getattr(event, "player", None)
    several: tuple[str, ...] = getattr(event, "players", ())
    return frozenset((one, *several) if one else several)


# Cards -------------------------------------------------------------------------------------------


def _card(law: TableLaw, table: Table, event: round_events.CardDealt, viewer: Viewer) -> Seen:
    known = not event.covered or (isinstance(law, StudLaw) and _knows_box(table, event.box, viewer))
    return seen_.CardSeen(
        event.card if known else None,
        event.box,
        event.hand,
        event.clause,
        event.covered,
        event.ahead,
    )


def _knows_box(table: Table, box: int, viewer: Viewer) -> bool:
    """Whether a viewer may look at the cards of a box of Caribbean Stud."""
    round_ = table.round
    hand = round_.hand(box) if isinstance(round_, StudRound) else None
    return hand is not None and (enters_cards(viewer) or hand.player == player_of(viewer))


def _shuffle(_: TableLaw, __: Table, event: card_events.CardsShuffled, ___: Viewer) -> Seen:
    return seen_.ShuffleSeen(event.clause, event.by_hand_clause)


def _misplacement(
    _: TableLaw, table: BlackjackTable, event: blackjack_wrong.CardMisplaced, viewer: Viewer
) -> Seen:
    known = enters_cards(viewer) or not table.face_down
    card = event.card if known else None
    return seen_.MisplacementSeen(card, event.laid, event.box, event.clause)


def _reconstruction(
    law: TableLaw, table: BlackjackTable, event: blackjack_wrong.RoundReconstructed, viewer: Viewer
) -> Seen:
    known = enters_cards(viewer) or _all_face_up(law, table)
    return seen_.ReconstructionSeen(
        _if(event.cards, known=known),
        event.decisions,
        event.misread,
        event.lines,
        event.entry,
        event.clause,
    )


def _all_face_up(law: TableLaw, table: BlackjackTable) -> bool:
    """Whether no card of the round can have been dealt face down.

    A finished round may have been dealt before the approval was taken back.
    """
    if isinstance(law, BlackjackLaw) and law.cards.face_down is None:
        return True
    return table.round is not None and not table.face_down


def _discards(_: TableLaw, __: Table, event: blackjack_wrong.DiscardsFound, ___: Viewer) -> Seen:
    return seen_.DiscardsSeen(len(event.cards), event.clause)


# What staff find out about the cards -------------------------------------------------------------


def _if(cards: tuple[Known, ...], *, known: bool) -> tuple[Known, ...]:
    """The cards, or that number of unknown ones."""
    return cards if known else (None,) * len(cards)


def _if_card(card: Card, *, known: bool) -> Known:
    return card if known else None


def _check(_: TableLaw, __: Table, event: floor_wrong.CardsChecked, viewer: Viewer) -> Seen:
    staff = is_staff(viewer)
    return seen_.CheckSeen(
        event.expected,
        _if(event.missing, known=staff),
        _if(event.extra, known=staff),
        event.foreign,
        event.by,
        event.clause,
    )


def _wrong_cards(
    _: TableLaw, __: Table, event: floor_wrong.WrongCardsFound, viewer: Viewer
) -> Seen:
    missing = _if(event.missing, known=is_staff(viewer))
    return seen_.WrongCardsSeen(missing, event.foreign, event.clause, event.earlier_rounds)


def _replacement(_: TableLaw, __: Table, event: floor_wrong.CardReplaced, viewer: Viewer) -> Seen:
    return seen_.ReplacementSeen(_if_card(event.card, known=is_staff(viewer)), event.clause)


def _failure(_: TableLaw, __: Table, event: floor_wrong.DeviceFailed, viewer: Viewer) -> Seen:
    damaged = _if(event.damaged, known=is_staff(viewer))
    return seen_.DeviceFailureSeen(damaged, event.clauses)


def _count(_: TableLaw, __: Table, event: stud_wrong.CardsCounted, viewer: Viewer) -> Seen:
    strays = _if(event.strays, known=is_staff(viewer))
    return seen_.CountSeen(event.box, event.count, strays, event.clause)


# People ------------------------------------------------------------------------------------------


def _dispute(_: TableLaw, table: Table, event: floor_wrong.DisputeMoved, viewer: Viewer) -> Any:
    """A step of a dispute: for staff, and for whoever raised it."""
    place = event.dispute - 1
    whose = table.disputes[place].player if place < len(table.disputes) else ""
    return event if is_staff(viewer) or (whose and whose == player_of(viewer)) else None


PUBLIC, STAFF, CONCERNED = Disclosed.PUBLIC, Disclosed.STAFF, Disclosed.CONCERNED

DISCLOSURE: dict[type[Event], Disclosed | Redaction] = {
    # Whatever the game: people and chips.
    floor.TableOpened: PUBLIC,
    floor.ClockMoved: PUBLIC,
    floor.PlayerArrived: PUBLIC,
    floor.BoughtIn: PUBLIC,
    floor.ColouredUp: PUBLIC,
    floor.VoucherExchanged: PUBLIC,
    floor.SeatTaken: PUBLIC,
    floor.SeatLeft: PUBLIC,
    floor.PlayerLeft: PUBLIC,
    floor.WagerPlaced: PUBLIC,
    floor.WagerReturned: PUBLIC,
    floor.PlayerWarned: CONCERNED,
    floor.BoxNominated: PUBLIC,
    floor.PlayersPerBoxLimited: PUBLIC,
    floor.BoxGivenUp: PUBLIC,
    floor.BoxesReserved: PUBLIC,
    floor.BoxesReleased: PUBLIC,
    floor.PlayerRestricted: CONCERNED,
    floor.PlayerReminded: CONCERNED,
    floor_wrong.RulesShown: CONCERNED,
    floor_wrong.PlayerSanctioned: CONCERNED,
    floor_wrong.PersonCautioned: CONCERNED,
    floor_wrong.DisputeRaised: CONCERNED,
    floor_wrong.DisputeMoved: _dispute,
    floor_wrong.NoticeGiven: STAFF,
    floor_wrong.NoticeAcknowledged: STAFF,
    upkeep_events.EquipmentChecked: PUBLIC,
    upkeep_events.CardsSecured: STAFF,
    upkeep_events.CardsDropped: PUBLIC,
    # Signs.
    floor.LimitsAnnounced: PUBLIC,
    floor.LimitsChanged: PUBLIC,
    floor.RetainedMinimumChanged: PUBLIC,
    floor.PersonalLimitsSet: PUBLIC,
    floor.ClosureAnnounced: PUBLIC,
    floor.TableClosed: PUBLIC,
    # Cards made ready.
    card_events.PreparationChanged: PUBLIC,
    card_events.CardsShuffled: _shuffle,
    card_events.CutDeclined: PUBLIC,
    card_events.CardsCut: PUBLIC,
    card_events.ShoeLoaded: PUBLIC,
    card_events.DeviceLoaded: PUBLIC,
    card_events.CardBurned: PUBLIC,
    card_events.CuttingCardShown: PUBLIC,
    card_events.CardsReplaced: PUBLIC,
    card_events.CardsRiffled: PUBLIC,
    floor_wrong.CheckOrdered: PUBLIC,
    card_events.ShuffleOrdered: PUBLIC,
    floor.DealerChanged: PUBLIC,
    floor.LawAdopted: PUBLIC,
    floor_wrong.CardsChecked: _check,
    floor_wrong.CheckOrdered: PUBLIC,
    floor_wrong.CardReplaced: _replacement,
    floor_wrong.WrongCardsFound: _wrong_cards,
    floor_wrong.DeviceFailed: _failure,
    floor_wrong.DeviceChanged: PUBLIC,
    # Every round.
    round_events.CardDealt: _card,
    round_events.WagersSettled: PUBLIC,
    round_events.RoundEnded: PUBLIC,
    round_events.RoundVoided: PUBLIC,
    round_events.PastRoundVoided: PUBLIC,
    # A blackjack round.
    blackjack.RoundOpened: PUBLIC,
    blackjack.CardsExposed: PUBLIC,
    blackjack.InitialDealCompleted: PUBLIC,
    blackjack.DiscardsReturned: PUBLIC,
    blackjack.InsuranceOffered: PUBLIC,
    blackjack.InsurancePlaced: PUBLIC,
    blackjack.InsuranceDisplaced: PUBLIC,
    blackjack.Surrendered: PUBLIC,
    blackjack.InsuranceClosed: PUBLIC,
    blackjack.CardCalled: PUBLIC,
    blackjack.DecisionSignalled: PUBLIC,
    blackjack.HandFinished: PUBLIC,
    blackjack.DoublePlaced: PUBLIC,
    blackjack.SplitPlaced: PUBLIC,
    blackjack.JoiningDeclined: PUBLIC,
    blackjack.HandSplit: PUBLIC,
    blackjack.PlayCompleted: PUBLIC,
    blackjack.HeldBlackjacksApproved: PUBLIC,
    blackjack.FaceDownApproved: PUBLIC,
    blackjack.ResplitPermitted: PUBLIC,
    blackjack.SideBetLimitsSet: PUBLIC,
    blackjack.SideBetsLimited: PUBLIC,
    blackjack_wrong.CardDrawnInError: PUBLIC,
    blackjack_wrong.ReadyCardCorrected: PUBLIC,
    blackjack_wrong.CardRefused: PUBLIC,
    blackjack_wrong.CardMisplaced: _misplacement,
    blackjack_wrong.SpareCardBurned: PUBLIC,
    blackjack_wrong.SpareCardKept: PUBLIC,
    blackjack_wrong.FirstCardCleared: PUBLIC,
    blackjack_wrong.RoundWithoutWagers: PUBLIC,
    blackjack_wrong.RoundReconstructed: _reconstruction,
    blackjack_wrong.HandVoided: PUBLIC,
    blackjack_wrong.TotalMiscalled: PUBLIC,
    blackjack_wrong.SettlementsUndone: PUBLIC,
    blackjack_wrong.ControlPassed: PUBLIC,
    blackjack_wrong.BoxUnattended: PUBLIC,
    blackjack_wrong.PlayerReturned: PUBLIC,
    blackjack_wrong.PlayerAway: PUBLIC,
    blackjack_wrong.QuestionDropped: PUBLIC,
    blackjack_wrong.StepForgotten: PUBLIC,
    blackjack_wrong.DiscardsForgotten: PUBLIC,
    blackjack_wrong.DiscardsFound: _discards,
    blackjack_wrong.DiscardsKept: PUBLIC,
    blackjack_wrong.InsuranceForgotten: PUBLIC,
    blackjack_wrong.InsuranceCalledLate: PUBLIC,
    blackjack_wrong.NewCardsDemanded: PUBLIC,
    blackjack_wrong.WithdrawalOffered: PUBLIC,
    blackjack_wrong.WithdrawalAnswered: PUBLIC,
    # A round of Caribbean Stud; what it shows was turned for all to see.
    stud.StudRoundOpened: PUBLIC,
    stud.JackpotWagersTaken: PUBLIC,
    stud.FaceDownCardDealt: PUBLIC,
    stud.CardTurned: PUBLIC,
    stud.BetPlaced: PUBLIC,
    stud.BetCorrected: PUBLIC,
    stud.FoldedHandRevealed: PUBLIC,
    stud.JackpotClosed: PUBLIC,
    stud.HandFolded: PUBLIC,
    stud.BettingOpened: PUBLIC,
    stud.DealerExposed: PUBLIC,
    stud.HandConceded: PUBLIC,
    stud.StakeTakenBack: PUBLIC,
    stud.JackpotWagerTakenBack: PUBLIC,
    stud.JackpotPaid: PUBLIC,
    stud.JackpotPaymentTakenBack: PUBLIC,
    stud.JackpotWon: PUBLIC,
    stud_wrong.CardsHandled: PUBLIC,
    stud_wrong.CardsShown: PUBLIC,
    stud_wrong.MisdealDeclared: PUBLIC,
    stud_wrong.CardsCounted: _count,
    stud_wrong.StudHandVoided: PUBLIC,
    stud_wrong.ShufflePostponed: PUBLIC,
    stud_wrong.DeviceAwaited: PUBLIC,
    stud_wrong.CardCorrected: STAFF,
    stud_wrong.PlayFirstDirected: PUBLIC,
    stud_wrong.KeptApart: CONCERNED,
    stud_wrong.EnglishDirected: PUBLIC,
    stud_wrong.PaymentWithheld: CONCERNED,
    stud_wrong.PlayerAdvised: CONCERNED,
    stud_wrong.MispaymentFound: STAFF,
    stud_wrong.PatronIdentified: STAFF,
    stud_wrong.MispaymentHandled: STAFF,
    # Above the tables: accounts and pools.
    account_events.CardPresented: CONCERNED,
    account_events.LossLimitSet: CONCERNED,
    account_events.DepositLimitSet: CONCERNED,
    account_events.Deposited: CONCERNED,
    account_events.ChipsDeclared: CONCERNED,
    account_events.ChipsBought: CONCERNED,
    account_events.BreakRequired: CONCERNED,
    account_events.PeriodStarted: CONCERNED,
    account_events.ResultRecorded: CONCERNED,
    PurseMoved: CONCERNED,
    LiveChipsMoved: CONCERNED,
    jackpots.PoolOpened: PUBLIC,
    jackpots.TableLinked: PUBLIC,
    jackpots.PoolFed: PUBLIC,
    jackpots.PoolPaid: PUBLIC,
    jackpots.PoolSeeded: PUBLIC,
    jackpots.PoolRepaid: PUBLIC,
    GamingDaySet: PUBLIC,
    FloorStarted: STAFF,
    FloorRestored: STAFF,
    RollbackAccepted: STAFF,
    PersonErased: STAFF,
    # What the cards of automatic tables follow from; a revealed seed tells every card.
    shoe_events.SeedCommitted: PUBLIC,
    shoe_events.SeedPromised: PUBLIC,
    shoe_events.SeedGiven: PUBLIC,
    shoe_events.SeedsClosed: PUBLIC,
    shoe_events.OrderFixed: PUBLIC,
    shoe_events.EpochBegun: PUBLIC,
    shoe_events.SeedRevealed: STAFF,
    shoe_events.SeedPublished: PUBLIC,
    shoe_events.ShoeAbandoned: PUBLIC,
    shoe_events.MasterKeyChanged: STAFF,
    PlayerReady: PUBLIC,
    # Promotions: what is published, and what is between the operator, one person and officials.
    promotions.PromotionOpened: STAFF,
    promotions.TermsSubmitted: STAFF,
    promotions.TermsPublished: PUBLIC,
    promotions.PromotionStarted: PUBLIC,
    promotions.AmendmentApproved: STAFF,
    promotions.TermsAmended: PUBLIC,
    promotions.PromotionEntered: CONCERNED,
    promotions.ScrutineerAppointed: PUBLIC,
    promotions.WinnersDrawn: PUBLIC,
    promotions.WinnerNotified: CONCERNED,
    promotions.PaymentChosen: CONCERNED,
    promotions.PrizeAwarded: CONCERNED,
    promotions.ClaimRefused: CONCERNED,
    promotions.ClaimantInformed: CONCERNED,
    promotions.DrawPostponed: PUBLIC,
    promotions.DrawCancelled: PUBLIC,
    promotions.DrawValidated: PUBLIC,
    **OF_TOURNAMENTS,
    **OF_PEOPLE,
}
"""Who may know each kind of event, or what remains of it for a viewer."""

"""What answers each command at a blackjack table, and how its round then goes on."""

from msgspec.structs import replace

from croupier.games.blackjack import (
    approvals,
    calls,
    deal,
    device_failure,
    insurance,
    oversights,
    reconstruction,
    round_opening,
    side_bets,
    stray_cards,
    voids,
)
from croupier.games.blackjack import deal as blackjack_deal
from croupier.games.blackjack import oversights as blackjack_oversights
from croupier.games.blackjack.approvals import (
    FaceDownApproved,
    HeldBlackjacksApproved,
    ResplitPermitted,
    face_down_approved,
    held_blackjacks_approved,
    resplit_permitted,
)
from croupier.games.blackjack.calls import (
    DecisionSignalled,
    DoublePlaced,
    HandSplit,
    JoiningDeclined,
    SplitPlaced,
    Surrendered,
    double_placed,
    hand_split,
    joining_declined,
    split_placed,
    surrendered,
)
from croupier.games.blackjack.controllers import (
    BoxUnattended,
    ControlPassed,
    PlayerAway,
    PlayerReturned,
    QuestionDropped,
    box_unattended,
    control_passed,
    player_away,
    player_returned,
    question_dropped,
)
from croupier.games.blackjack.deal import (
    CardMisplaced,
    DiscardsKept,
    InitialDealCompleted,
    PlayCompleted,
    advance,
    card_dealt,
    discards_kept,
    initial_deal_completed,
    play_completed,
)
from croupier.games.blackjack.device_failure import (
    NewCardsDemanded,
    WithdrawalAnswered,
    WithdrawalOffered,
    new_cards_demanded,
    withdrawal_answered,
    withdrawal_offered,
)
from croupier.games.blackjack.history import RoundReconstructed, round_reconstructed
from croupier.games.blackjack.insurance import (
    InsuranceClosed,
    InsuranceDisplaced,
    InsuranceOffered,
    InsurancePlaced,
    insurance_closed,
    insurance_displaced,
    insurance_offered,
    insurance_placed,
)
from croupier.games.blackjack.oversights import (
    DiscardsForgotten,
    DiscardsFound,
    InsuranceCalledLate,
    InsuranceForgotten,
    StepForgotten,
    TotalMiscalled,
    discards_forgotten,
    discards_found,
    insurance_called_late,
    insurance_forgotten,
    step_forgotten,
)
from croupier.games.blackjack.round_opening import RoundOpened, round_opened
from croupier.games.blackjack.settlement import (
    DiscardsReturned,
    SpareCardBurned,
    SpareCardKept,
    discards_returned,
    round_ended,
    spare_card_burned,
    spare_card_kept,
    wagers_settled,
)
from croupier.games.blackjack.side_bets import (
    SideBetLimitsSet,
    SideBetsLimited,
    place_side_bet,
    side_bet_limits_set,
    side_bets_limited,
)
from croupier.games.blackjack.software_deal import deal_called, deal_on
from croupier.games.blackjack.state import (
    BlackjackDraft,
    BlackjackTable,
    CardCalled,
    card_called,
    round_of,
)
from croupier.games.blackjack.stray_cards import (
    CardDrawnInError,
    CardRefused,
    ReadyCardCorrected,
    RoundWithoutWagers,
    card_drawn_in_error,
    card_refused,
    ready_card_corrected,
)
from croupier.games.blackjack.turn import CardsExposed, HandFinished, cards_exposed, hand_finished
from croupier.games.blackjack.voids import (
    FirstCardCleared,
    HandVoided,
    SettlementsUndone,
    first_card_cleared,
    hand_voided,
    round_voided,
    settlements_undone,
)
from croupier.games.table.dispatch import EVOLVERS as TABLE_EVOLVERS
from croupier.games.table.dispatch import table_handlers
from croupier.games.table.draft import Handler, NextCards, on
from croupier.games.table.preparation import CardsShuffled
from croupier.games.table.rounds import CardDealt, RoundEnded, RoundVoided, WagersSettled
from croupier.games.table.state import MAIN, Mix, unchanged
from croupier.games.table.wagers import PlaceWager, place_initial
from croupier.messages import Command, Event, Evolver, Refused


def evolve(table: BlackjackTable, event: Event) -> BlackjackTable:
    """The table after an event."""
    after: BlackjackTable = EVOLVERS[type(event)](table, event)
    return after


def cards_shuffled(table: BlackjackTable, event: CardsShuffled) -> BlackjackTable:
    shuffled: BlackjackTable = TABLE_EVOLVERS[CardsShuffled](table, event)
    if event.mixes is not Mix.ALL:
        return shuffled
    return replace(shuffled, offered=0, limits_then=None, side_bet_limits_then={})


IRREGULAR_EVOLVERS: dict[type[Event], Evolver] = {
    CardDrawnInError: card_drawn_in_error,
    ReadyCardCorrected: ready_card_corrected,
    CardRefused: card_refused,
    CardMisplaced: unchanged,
    SpareCardBurned: spare_card_burned,
    SpareCardKept: spare_card_kept,
    FirstCardCleared: first_card_cleared,
    RoundWithoutWagers: unchanged,
    RoundReconstructed: round_reconstructed,
    RoundVoided: round_voided,
    HandVoided: hand_voided,
    TotalMiscalled: unchanged,
    SettlementsUndone: settlements_undone,
    ControlPassed: control_passed,
    BoxUnattended: box_unattended,
    PlayerReturned: player_returned,
    PlayerAway: player_away,
    QuestionDropped: question_dropped,
    StepForgotten: step_forgotten,
    DiscardsForgotten: discards_forgotten,
    DiscardsFound: discards_found,
    DiscardsKept: discards_kept,
    InsuranceForgotten: insurance_forgotten,
    InsuranceCalledLate: insurance_called_late,
    NewCardsDemanded: new_cards_demanded,
    WithdrawalOffered: withdrawal_offered,
    WithdrawalAnswered: withdrawal_answered,
}
"""One function per event."""


PERMISSION_EVOLVERS: dict[type[Event], Evolver] = {
    HeldBlackjacksApproved: held_blackjacks_approved,
    FaceDownApproved: face_down_approved,
    ResplitPermitted: resplit_permitted,
    SideBetLimitsSet: side_bet_limits_set,
    SideBetsLimited: side_bets_limited,
}
"""One function per event."""


EVOLVERS: dict[type[Event], Evolver] = {
    **TABLE_EVOLVERS,
    **IRREGULAR_EVOLVERS,
    **PERMISSION_EVOLVERS,
    CardsShuffled: cards_shuffled,
    RoundOpened: round_opened,
    CardDealt: card_dealt,
    CardsExposed: cards_exposed,
    InitialDealCompleted: initial_deal_completed,
    DiscardsReturned: discards_returned,
    InsuranceOffered: insurance_offered,
    InsurancePlaced: insurance_placed,
    InsuranceDisplaced: insurance_displaced,
    InsuranceClosed: insurance_closed,
    Surrendered: surrendered,
    CardCalled: card_called,
    DecisionSignalled: unchanged,
    HandFinished: hand_finished,
    DoublePlaced: double_placed,
    SplitPlaced: split_placed,
    JoiningDeclined: joining_declined,
    HandSplit: hand_split,
    WagersSettled: wagers_settled,
    PlayCompleted: play_completed,
    RoundEnded: round_ended,
}
"""One function per event, the table's and the round's."""


def place_wager(draft: BlackjackDraft, command: PlaceWager) -> Refused | None:
    """Place an initial or an optional wager."""
    if command.on == MAIN:
        return place_initial(draft, command)
    return place_side_bet(draft, command)


HANDLERS: dict[type[Command], Handler] = {
    **table_handlers(voids.REMEDIES),
    **on(PlaceWager, place_wager),
    **round_opening.HANDLERS,
    **deal.HANDLERS,
    **blackjack_deal.HANDLERS_CUTTING_CARDS,
    **insurance.HANDLERS,
    **calls.HANDLERS,
    **side_bets.HANDLERS,
    **approvals.HANDLERS,
    **stray_cards.HANDLERS,
    **reconstruction.HANDLERS,
    **voids.HANDLERS,
    **blackjack_oversights.HANDLERS_MISCALLS,
    **oversights.HANDLERS,
    **device_failure.HANDLERS,
}
"""One function per command."""


def go_on(draft: BlackjackDraft, next_cards: NextCards[BlackjackTable] | None = None) -> None:
    """Do what follows in a round after a command; nobody waits for a player who is out of it.

    With a source of cards all that fall due are dealt, until somebody else must act.
    """
    if draft.called is not None:
        if next_cards is None:
            draft.emit(draft.called)
        elif deal_called(draft, draft.called, next_cards):
            return
    if round_of(draft.table).choosing:
        device_failure.finish_if_all_have_said(draft)
    if next_cards is None:
        advance(draft)
    else:
        deal_on(draft, next_cards)

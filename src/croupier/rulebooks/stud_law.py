"""The shape of Caribbean Stud's law: its deal, betting round, settlement and jackpot."""

import msgspec

from croupier.cards import Category, HandRank
from croupier.money import Cents, Odds
from croupier.rulebooks.catalogue import Rule
from croupier.rulebooks.roles import Role
from croupier.rulebooks.table_law import TableLaw


class StudDealLaw(msgspec.Struct, frozen=True, kw_only=True):
    """How the hands are dealt."""

    face_down: Rule[str]
    order: Rule[str]
    one_at_a_time: Rule[str]
    """From a shoe."""
    five_at_a_time: Rule[str]
    """From a shuffling device."""


class BettingLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The betting round."""

    decision: Rule[str]
    fold: Rule[str]
    fold_is_final: Rule[str]
    fold_collected: Rule[str]
    fold_discarded: Rule[str]
    fold_with_jackpot: Rule[str]
    """The cards of a folded hand go, or wait where a jackpot wager was made."""
    bet: Rule[int]
    """The bet, as a multiple of the ante."""
    exposed: Rule[str]
    absent: Rule[str]
    """Who does not decide has folded."""
    wrong_bet_corrected: Rule[str]
    wrong_bet_folded: Rule[str]
    """A wrong bet found before the dealer's cards are turned: corrected, or the hand is folded."""
    short_bet: Rule[str]
    long_bet: Rule[str]
    """A wrong bet found at the settlement: less counts as it lies, more to what it should be."""


class StudSettlementLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Settling antes and bets."""

    qualifies: Rule[HandRank]
    """The lowest hand with which the dealer plays."""
    no_hand: Rule[str]
    """Bets when the dealer does not play."""
    no_hand_ante: Rule[str]
    from_the_right: Rule[str]
    higher: Rule[str]
    lower: Rule[str]
    equal: Rule[str]
    folded: Rule[str]
    revealed: Rule[Role]
    """Who may have a folded hand shown."""
    concede: Rule[str]
    concede_is_final: Rule[str]
    left_until_paid: Rule[str]
    ante: Rule[Odds]
    bet: dict[Category, Rule[Odds]]
    most_paid: Rule[str]
    """The operator may cap what a bet wins."""
    ranking: dict[Category, Rule[str]]
    """The kinds of hands."""
    ties: Rule[str]
    """Hands of one kind rank by their cards."""
    cards_collected: Rule[str]
    no_hand_collected: Rule[str]


class JackpotLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The progressive jackpot."""

    offered: Rule[str]
    needs_ante: Rule[str]
    on_anothers_box: Rule[Role]
    accepted: Rule[str]
    amount: Rule[str]
    wins: Rule[str]
    pool: Rule[str]
    rate: Rule[str]
    additional: Rule[str]
    qualifying: dict[Category, Rule[str]]
    same_pay_table: Rule[str]
    same_rate: Rule[str]
    same_wager: Rule[str]
    bonus: Rule[str]
    bonus_eligible: Rule[str]
    bonus_paid: Rule[str]
    bonus_not_to_winner: Rule[str]
    bonus_first: Rule[str]
    bonus_sign: Rule[str]
    fixed: dict[Category, Rule[Cents]]
    """What these hands win, not from the meter."""
    shares: dict[Category, Rule[tuple[int, int]]]
    """What these hands take of the meter, as a fraction."""
    least: dict[Category, Rule[Cents]]
    """What they win at the least."""
    from_the_right: Rule[str]
    shared: dict[Category, Rule[str]]
    straight_flush_first: Rule[str]
    hands_left: Rule[str]
    malfunction: Rule[Role]
    """Who may let the game go on without the jackpot, an inspector being told."""


class StudIrregularityLaw(msgspec.Struct, frozen=True, kw_only=True):
    """What is done about a round in which something went wrong."""

    misdeal: Rule[str]
    """A wrong deal that is noticed before any player has handled cards."""
    dealers_count: Rule[int]
    """The dealer's hand has so many cards, or the deal was wrong."""
    exposed_twice: Rule[int]
    """So many cards shown by mistake during the deal are too many."""
    void: Rule[str]
    exposed: Rule[str]
    """One card shown by mistake during the deal is turned over."""
    exposed_to_dealer: Rule[str]
    """One of the dealer's stays face up, and no other is turned."""
    exposed_early: Rule[str]
    """The dealer's cards shown while players still decide."""
    players_count: Rule[int]
    """A player's hand has so many cards, or it is void."""
    no_ante: Rule[str]
    """A hand dealt where no ante lies."""
    suspected: Rule[Role]
    """Who may act where players are thought to share what they see."""
    play_first: Rule[str]
    apart: Rule[str]
    english_only: Rule[str]
    paid_back: Rule[str]
    asked_back: Rule[str]
    """A payment that was too little, or too much, is put right."""


class StudLaw(TableLaw, frozen=True, kw_only=True):
    """A whole game of Caribbean Stud."""

    deal: StudDealLaw
    betting: BettingLaw
    settlement: StudSettlementLaw
    jackpot: JackpotLaw
    irregular: StudIrregularityLaw

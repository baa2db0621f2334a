"""The types of the law of Caribbean Stud: deal, betting round, settlement and jackpot."""

from collections.abc import Iterator

import msgspec

from croupier.cards import Category, HandRank
from croupier.money import Cents, Odds
from croupier.rulebooks.catalogue import Rule, Says
from croupier.rulebooks.law import checks
from croupier.rulebooks.law.roles import Role
from croupier.rulebooks.law.table import LimitLaw, Result, TableLaw, Unpaid


class StudLimitLaw(LimitLaw, frozen=True, kw_only=True):
    """The limits of a table of Caribbean Stud."""

    below_minimum: Says
    """An ante below the minimum that is found once the round is on."""


class StudDealLaw(msgspec.Struct, frozen=True, kw_only=True):
    """How the hands are dealt."""

    face_down: Says
    order: Says
    one_at_a_time: Says
    """From a shoe."""
    five_at_a_time: Says
    """From a shuffling device."""


class BettingLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The betting round."""

    decision: Says
    fold: Says
    fold_is_final: Says
    fold_collected: Says
    fold_discarded: Says
    fold_with_jackpot: Says
    """The cards of a folded hand go, or wait where a jackpot wager was made."""
    bet: Rule[int]
    """The bet, as a multiple of the ante."""
    exposed: Says
    absent: Says
    """Who does not decide has folded."""
    wrong_bet_corrected: Says
    wrong_bet_folded: Says
    """A wrong bet found before the dealer's cards are turned: corrected, or the hand is folded."""
    short_bet: Says
    long_bet: Says
    """A wrong bet found at the settlement: less counts as it lies, more to what it should be."""


class StudSettlementLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Settling antes and bets."""

    qualifies: Rule[HandRank]
    """The lowest hand with which the dealer plays."""
    no_hand: Rule[Result]
    """Bets when the dealer does not play."""
    no_hand_ante: Rule[Result]
    from_the_right: Says
    higher: Rule[Result]
    lower: Rule[Result]
    equal: Rule[Result]
    folded: Says
    revealed: Rule[Role]
    """Who may have a folded hand shown."""
    concede: Rule[Unpaid]
    concede_is_final: Says
    left_until_paid: Says
    ante: Rule[Odds]
    bet: dict[Category, Rule[Odds]]
    most_paid: Says
    """The operator may cap what a bet wins."""
    ranking: dict[Category, Says]
    """The kinds of hands."""
    ties: Says
    """Hands of one kind rank by their cards."""
    cards_collected: Says
    no_hand_collected: Says


class JackpotLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The progressive jackpot."""

    offered: Says
    needs_ante: Says
    on_anothers_box: Rule[Role]
    accepted: Says
    amount: Says
    wins: Says
    pool: Says
    rate: Says
    additional: Says
    qualifying: dict[Category, Says]
    same_pay_table: Says
    same_rate: Says
    same_wager: Says
    bonus: Says
    bonus_eligible: Says
    bonus_paid: Says
    bonus_not_to_winner: Says
    bonus_first: Says
    bonus_sign: Says
    fixed: dict[Category, Rule[Cents]]
    """What these hands win, not from the meter."""
    shares: dict[Category, Rule[tuple[int, int]]]
    """What these hands take of the meter, as a fraction."""
    least: dict[Category, Rule[Cents]]
    """The least that they win."""
    from_the_right: Says
    shared: dict[Category, Says]
    straight_flush_first: Says
    hands_left: Says
    malfunction: Rule[Role]
    """Who may let the game go on without the jackpot."""
    malfunction_notified: Rule[tuple[Role, ...]]
    """Who is notified when the jackpot's equipment fails."""


class StudIrregularityLaw(msgspec.Struct, frozen=True, kw_only=True):
    """What is done about a round in which something went wrong."""

    misdeal: Says
    """A wrong deal that is noticed before any player has handled cards."""
    dealers_count: Rule[int]
    """The number of cards in the dealer's hand; with any other the deal was wrong."""
    exposed_twice: Rule[int]
    """The number of cards shown by mistake during the deal that is too many."""
    void: Says
    exposed: Says
    """One card shown by mistake during the deal is turned over."""
    exposed_to_dealer: Says
    """One of the dealer's stays face up, and no other is turned."""
    exposed_early: Says
    """The dealer's cards shown while players still decide."""
    players_count: Rule[int]
    """The number of cards in a player's hand; with any other the hand is void."""
    no_ante: Says
    """A hand dealt where no ante lies."""
    suspected: Rule[Role]
    """Who may act where players are thought to share what they see."""
    play_first: Says
    apart: Says
    english_only: Says
    paid_back: Says
    asked_back: Says
    """A payment that was too little, or too much, is put right."""


class StudLaw(TableLaw, frozen=True, kw_only=True):
    """A whole game of Caribbean Stud."""

    limits: StudLimitLaw
    deal: StudDealLaw
    betting: BettingLaw
    settlement: StudSettlementLaw
    jackpot: JackpotLaw
    irregular: StudIrregularityLaw

    def contradictions(self) -> Iterator[str]:
        """Yield the contradictions in the law, each as a sentence."""
        yield from super().contradictions()
        yield from checks.of_stud(self)

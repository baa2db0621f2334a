"""How the events of a round of Caribbean Stud change the table."""

from msgspec.structs import replace

from croupier.cards import Card
from croupier.money import posted
from croupier.stud import events as happened
from croupier.stud.irregular_evolvers import EVOLVERS as IRREGULAR_EVOLVERS
from croupier.stud.state import (
    ANTE,
    BET,
    JACKPOT,
    StudHand,
    StudPhase,
    StudRound,
    StudStanding,
    StudTable,
    stud_round,
)
from croupier.table.events import Event
from croupier.table.evolvers import EVOLVERS as TABLE_EVOLVERS
from croupier.table.evolvers import counted_in
from croupier.table.messages import Evolver
from croupier.table.state import Settlement, Stake
from croupier.table.wagers import without


def evolve(table: StudTable, event: Event) -> StudTable:
    """The table after an event."""
    after: StudTable = EVOLVERS[type(event)](table, event)
    return after


def stud_round_opened(table: StudTable, event: happened.StudRoundOpened) -> StudTable:
    hands = tuple(StudHand(box, player) for box, player in event.players)
    return replace(
        table,
        wagers=(),
        round=StudRound(hands=hands, stakes=table.wagers, maximum=table.limits.maximum),
        players=counted_in(table, ANTE, event.idle),
        rounds=table.rounds + 1,
        rounds_this_shoe=table.rounds_this_shoe + 1,
        settled=(),
    )


def jackpot_wagers_taken(table: StudTable, event: happened.JackpotWagersTaken) -> StudTable:
    round_ = stud_round(table)
    stakes = tuple(stake for stake in round_.stakes if stake.on != JACKPOT)
    return replace(
        table,
        round=replace(round_, stakes=stakes, jackpot=event.wagers, jackpot_tokens=event.tokens),
        balances=posted(table.balances, event.entries),
    )


def card_dealt(table: StudTable, event: happened.CardDealt) -> StudTable:
    round_ = with_cards(stud_round(table), event.box, (*cards_at(table, event.box), event.card))
    shoe = replace(table.shoe, drawn=table.shoe.drawn + 1)
    return replace(table, round=round_, shoe=shoe)


def face_down_card_dealt(table: StudTable, event: happened.FaceDownCardDealt) -> StudTable:
    round_ = with_cards(stud_round(table), event.box, (*cards_at(table, event.box), None))
    shoe = replace(table.shoe, drawn=table.shoe.drawn + 1)
    return replace(table, round=round_, shoe=shoe)


def card_turned(table: StudTable, event: happened.CardTurned) -> StudTable:
    cards = cards_at(table, event.box)
    place = cards.index(None)
    cards = (*cards[:place], event.card, *cards[place + 1 :])
    return replace(table, round=with_cards(stud_round(table), event.box, cards))


def cards_at(table: StudTable, box: int) -> tuple[Card | None, ...]:
    """The cards of a box, or of the dealer (0)."""
    round_ = stud_round(table)
    hand = round_.hand(box)
    return round_.dealer if hand is None else hand.cards


def with_cards(round_: StudRound, box: int, cards: tuple[Card | None, ...]) -> StudRound:
    """The round with other cards on a box, or in the dealer's hand (0)."""
    hand = round_.hand(box)
    return (
        replace(round_, dealer=cards)
        if hand is None
        else with_hand(round_, replace(hand, cards=cards))
    )


def with_hand(round_: StudRound, changed: StudHand) -> StudRound:
    """The round with one hand changed."""
    hands = tuple(changed if hand.box == changed.box else hand for hand in round_.hands)
    return replace(round_, hands=hands)


def standing(table: StudTable, box: int, now: StudStanding) -> StudRound:
    """The round with a hand's standing changed."""
    hand = stud_round(table).hand(box)
    assert hand is not None
    return with_hand(stud_round(table), replace(hand, standing=now))


def handled(round_: StudRound, box: int) -> StudRound:
    """The round once the player of a box has handled the cards."""
    if box in round_.handled:
        return round_
    return replace(round_, handled=(*round_.handled, box))


def betting_opened(table: StudTable, event: happened.BettingOpened) -> StudTable:
    return replace(table, round=replace(stud_round(table), phase=StudPhase.BETTING))


def bet_placed(table: StudTable, event: happened.BetPlaced) -> StudTable:
    round_ = handled(standing(table, event.box, StudStanding.BET), event.box)
    stake = Stake(event.player, event.box, BET, event.amount, tokens=event.tokens)
    return replace(
        table,
        round=replace(round_, stakes=(*round_.stakes, stake), pause=round_.pause or event.pause),
        balances=posted(table.balances, (event.entry,)),
    )


def bet_corrected(table: StudTable, event: happened.BetCorrected) -> StudTable:
    round_ = stud_round(table)
    amount = event.amount
    stakes = tuple(
        replace(stake, amount=amount, tokens=min(stake.tokens + event.tokens, amount))
        if (stake.box, stake.on) == (event.box, BET)
        else stake
        for stake in round_.stakes
    )
    return replace(
        table,
        round=replace(round_, stakes=stakes),
        balances=posted(table.balances, (event.entry,)),
    )


def folded_hand_revealed(table: StudTable, event: happened.FoldedHandRevealed) -> StudTable:
    return table


def jackpot_closed(table: StudTable, event: happened.JackpotClosed) -> StudTable:
    return replace(table, jackpot_closed=event.closed)


def hand_folded(table: StudTable, event: happened.HandFolded) -> StudTable:
    round_ = standing(table, event.box, StudStanding.FOLDED)
    if event.taken_up:
        round_ = handled(round_, event.box)
    return replace(table, round=replace(round_, pause=round_.pause or event.pause))


def dealer_exposed(table: StudTable, event: happened.DealerExposed) -> StudTable:
    return replace(table, round=replace(stud_round(table), phase=StudPhase.EXPOSED))


def hand_conceded(table: StudTable, event: happened.HandConceded) -> StudTable:
    return replace(table, round=standing(table, event.box, StudStanding.CONCEDED))


def wagers_settled(table: StudTable, event: happened.WagersSettled) -> StudTable:
    table = replace(
        table,
        settled=(*table.settled, Settlement(event.lines, event.clause)),
        balances=posted(table.balances, (line.entry for line in event.lines)),
    )
    if table.round is None:
        return table
    round_ = stud_round(table)
    settled = {(line.player, line.box, line.on) for line in event.lines}
    stakes = tuple(s for s in round_.stakes if (s.player, s.box, s.on) not in settled)
    return replace(table, round=replace(round_, stakes=stakes))


def stake_taken_back(table: StudTable, event: happened.StakeTakenBack) -> StudTable:
    part = Stake(event.player, event.box, event.on, event.amount)
    balances = posted(table.balances, event.entries)
    if table.round is None:
        return replace(table, wagers=without(table.wagers, part), balances=balances)
    round_ = stud_round(table)
    cut = (*round_.bets_cut, event.box) if event.on == BET else round_.bets_cut
    round_ = replace(round_, stakes=without(round_.stakes, part), bets_cut=cut)
    return replace(table, round=round_, balances=balances)


def jackpot_wager_taken_back(table: StudTable, event: happened.JackpotWagerTakenBack) -> StudTable:
    table = replace(table, balances=posted(table.balances, (event.entry,)))
    if table.round is None or event.past:
        return table
    round_ = stud_round(table)
    left = tuple(wager for wager in round_.jackpot if wager != (event.player, event.box))
    return replace(table, round=replace(round_, jackpot=left))


def jackpot_payment_taken_back(
    table: StudTable, event: happened.JackpotPaymentTakenBack
) -> StudTable:
    return replace(table, balances=posted(table.balances, (event.entry,)))


def jackpot_paid(table: StudTable, event: happened.JackpotPaid) -> StudTable:
    return replace(table, round=replace(stud_round(table), phase=StudPhase.PAID))


def jackpot_won(table: StudTable, event: happened.JackpotWon) -> StudTable:
    return replace(table, round=replace(stud_round(table), phase=StudPhase.JACKPOT))


def round_ended(table: StudTable, event: happened.RoundEnded) -> StudTable:
    round_ = stud_round(table)
    cards = [card for hand in round_.hands for card in hand.cards]
    return replace(table, round=None, discards=(*table.discards, *cards, *round_.dealer))


EVOLVERS: dict[type[Event], Evolver] = {
    **TABLE_EVOLVERS,
    **IRREGULAR_EVOLVERS,
    happened.StudRoundOpened: stud_round_opened,
    happened.JackpotWagersTaken: jackpot_wagers_taken,
    happened.CardDealt: card_dealt,
    happened.FaceDownCardDealt: face_down_card_dealt,
    happened.CardTurned: card_turned,
    happened.BettingOpened: betting_opened,
    happened.BetPlaced: bet_placed,
    happened.BetCorrected: bet_corrected,
    happened.FoldedHandRevealed: folded_hand_revealed,
    happened.JackpotClosed: jackpot_closed,
    happened.HandFolded: hand_folded,
    happened.DealerExposed: dealer_exposed,
    happened.HandConceded: hand_conceded,
    happened.WagersSettled: wagers_settled,
    happened.StakeTakenBack: stake_taken_back,
    happened.JackpotWagerTakenBack: jackpot_wager_taken_back,
    happened.JackpotWon: jackpot_won,
    happened.JackpotPaid: jackpot_paid,
    happened.JackpotPaymentTakenBack: jackpot_payment_taken_back,
    happened.RoundEnded: round_ended,
}
"""One function per event, the table's and the round's."""

"""The round of Caribbean Stud: deal, bet or fold, concede, and how it moves on by itself."""

import msgspec
from msgspec.structs import replace

from croupier.cards import Card, Device, rank_hand
from croupier.games.stud.due import (
    are_all_decided,
    bet_of,
    card_due,
    dealer_plays,
    jackpot_hands,
    players_to_play_first,
    unread_cards_due,
    whose_cards,
)
from croupier.games.stud.jackpots import take_jackpot_wagers
from croupier.games.stud.settlement import (
    counted_stakes,
    end_round,
    settle_round,
    with_excess,
    wrong_bet_rule,
)
from croupier.games.stud.state import (
    ANTE,
    BET,
    StudDraft,
    StudHand,
    StudPhase,
    StudRound,
    StudStanding,
    StudTable,
    cards_at,
    cards_out,
    face_up_card,
    require_read_cards,
    stud_round,
    with_cards,
    with_handled,
    with_standing,
)
from croupier.games.table.card_counts import impossible_card
from croupier.games.table.checks import laying_refusal, not_the_dealer, player_excluded, tokens_in
from croupier.games.table.choices import Mode
from croupier.games.table.draft import Handler, on
from croupier.games.table.due import CardDue
from croupier.games.table.preparation import not_ready_to_deal
from croupier.games.table.rounds import (
    LOSE,
    CardDealt,
    Deal,
    DealCard,
    line_by_rule,
    loss_line,
    settle,
)
from croupier.games.table.state import Stake, players_at_round_start
from croupier.games.table.wagers import (
    PlaceWager,
    excess_over_maximum,
    idle_players,
    laying_entry,
    wager_return,
)
from croupier.messages import Command, Event, Evolver, PlayerCommand, Refused
from croupier.money import Cents, Entry, balances_after, in_dollars
from croupier.rulebooks import StudLaw


class PlaceBet(PlayerCommand, frozen=True, tag="bet"):
    """Bets on; without an amount twice the ante."""

    player: str
    """Who bets."""
    box: int
    """Where the hand lies, from 1."""
    amount: Cents | None = None
    """How much; twice the ante if left out."""
    pause: bool = False
    """Whether the dealer's hand, turned after this decision, is settled only at ``settle``."""
    unnoticed: bool = False
    """Whether a person deals and did not see that the amount is wrong; ``settle`` then goes on."""
    proxy: str = ""
    """Who lays it down, where that is not the player."""
    helping: bool = False
    """Whether that person only helps a player who is at the table."""
    chips: str = msgspec.field(default="", name="with")
    """``chips`` or ``tokens``; left out, chips, with tokens where those are too few."""


class Fold(PlayerCommand, frozen=True, tag="fold"):
    """Gives up the hand."""

    player: str
    """Who folds."""
    box: int
    """Where the hand lies, from 1."""
    pause: bool = False
    """Whether settlement waits for ``settle`` when this was the last decision."""


class FoldAbsent(Command, frozen=True, tag="fold-absent"):
    """Folds the hand of a player who does not decide."""

    box: int
    """Where the hand lies, from 1."""


class Concede(PlayerCommand, frozen=True, tag="concede"):
    """Gives up the hand after the dealer's is turned."""

    player: str
    """Who concedes."""
    box: int
    """Where the hand lies, from 1."""


class Settle(Command, frozen=True, tag="settle"):
    """Goes on to the settlement."""


class StudRoundOpened(Event, frozen=True, tag="stud-round-opened"):
    """Betting closed; these players are in the round."""

    players: tuple[tuple[int, str], ...]
    """The boxes in the round and who plays each, from the dealer's left."""
    clause: str
    """The clause that lets the deal begin."""
    deck: int = 1
    """Which of the decks of different backs is in play."""
    idle: tuple[str, ...] = ()
    """Players whose sitting out this round counts towards giving up their seat."""
    overlooked: tuple[int, ...] = ()
    """The boxes whose antes nobody has seen to exceed the maximum."""


class BetPlaced(Event, frozen=True, tag="bet-placed"):
    """A player bet on."""

    player: str
    """Who bet."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    amount: Cents
    """How much was bet."""
    entry: Entry
    """The postings: from the player to the layout."""
    pause: bool = False
    """Whether settlement waits for the dealer after this."""
    tokens: Cents = 0
    """The part of the bet that is promotional tokens."""


class HandFolded(Event, frozen=True, tag="hand-folded"):
    """A player gave up the hand, or did not decide."""

    player: str
    """Whose hand it was."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    clause: str
    """The clause by which the ante is lost."""
    pause: bool = False
    """Whether settlement waits for the dealer after this."""
    taken_up: bool = False
    """Whether the player had taken the cards up, and gave up the hand voluntarily."""


class BettingOpened(Event, frozen=True, tag="betting-opened"):
    """All cards are dealt, face down but for one of the dealer's."""

    shown: Card
    """The dealer's card that lies face up."""
    clause: str
    """The clause that has it shown."""


class DealerExposed(Event, frozen=True, tag="dealer-exposed"):
    """The dealer turned the hand and named it."""

    hand: str
    """The dealer's hand in words."""
    plays: bool
    """Whether it is good enough to play."""
    clause: str
    """The clause that has it turned."""
    ranking: tuple[str, ...]
    """The clauses by which the hand has its value."""


class HandConceded(Event, frozen=True, tag="hand-conceded"):
    """A player gave up the hand after the dealer's was turned."""

    player: str
    """Whose hand it was."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    clause: str
    """The clause that allows it."""


def stud_round_opened(table: StudTable, event: StudRoundOpened) -> StudTable:
    hands = tuple(StudHand(box, player) for box, player in event.players)
    return replace(
        table,
        wagers=(),
        round=StudRound(
            hands=hands,
            stakes=table.wagers,
            maximum=table.limits.maximum,
            overlooked=event.overlooked,
        ),
        players=players_at_round_start(table, ANTE, event.idle),
        rounds=table.rounds + 1,
        rounds_this_shoe=table.rounds_this_shoe + 1,
        settled=(),
    )


def card_dealt(table: StudTable, event: CardDealt) -> StudTable:
    round_ = with_cards(stud_round(table), event.box, (*cards_at(table, event.box), event.card))
    shoe = replace(table.shoe, drawn=table.shoe.drawn + 1)
    return replace(table, round=round_, shoe=shoe)


def betting_opened(table: StudTable, event: BettingOpened) -> StudTable:
    return replace(table, round=replace(stud_round(table), phase=StudPhase.BETTING))


def bet_placed(table: StudTable, event: BetPlaced) -> StudTable:
    round_ = with_handled(with_standing(table, event.box, StudStanding.BET), event.box)
    stake = Stake(event.player, event.box, BET, event.amount, tokens=event.tokens)
    return replace(
        table,
        round=replace(round_, stakes=(*round_.stakes, stake), pause=round_.pause or event.pause),
        balances=balances_after(table.balances, (event.entry,)),
    )


def hand_folded(table: StudTable, event: HandFolded) -> StudTable:
    round_ = with_standing(table, event.box, StudStanding.FOLDED)
    if event.taken_up:
        round_ = with_handled(round_, event.box)
    return replace(table, round=replace(round_, pause=round_.pause or event.pause))


def dealer_exposed(table: StudTable, event: DealerExposed) -> StudTable:
    return replace(table, round=replace(stud_round(table), phase=StudPhase.EXPOSED))


def hand_conceded(table: StudTable, event: HandConceded) -> StudTable:
    return replace(table, round=with_standing(table, event.box, StudStanding.CONCEDED))


def deal(draft: StudDraft, command: Deal) -> Refused | None:
    """Close betting and open the round."""
    table = draft.table
    law = draft.law
    antes = sorted((s for s in table.wagers if s.on == ANTE), key=lambda stake: stake.box)
    if refused := not_the_dealer(command, law.deal.order.clause) or _not_to_be_dealt(
        law, table, antes
    ):
        return refused
    boxes = {stake.box for stake in antes}
    for stake in draft.table.wagers:
        if stake.box not in boxes:
            draft.emit(
                wager_return(
                    draft.table.till, stake, law.jackpot.needs_ante.clause, "the ante was withdrawn"
                )
            )
    players = tuple((stake.box, stake.player) for stake in antes)
    idle = idle_players(law, draft.table)
    overlooked = tuple(
        stake.box
        for stake in antes
        if stake.box in command.overlooked and excess_over_maximum(law, table, (stake,))
    )
    deck = _deck_in_turn(law, table)
    draft.emit(StudRoundOpened(players, law.deal.order.clause, deck, idle, overlooked))
    take_jackpot_wagers(draft)
    return None


def _deck_in_turn(law: StudLaw, table: StudTable) -> int:
    """Return which of a shuffling device's decks is in play, counted from 1."""
    decks = law.cards.decks_in_turn if table.choices.device is Device.SHUFFLER else None
    return 1 if decks is None else 1 + table.rounds % decks.value


def _not_to_be_dealt(law: StudLaw, table: StudTable, antes: list[Stake]) -> Refused | None:
    if refused := not_ready_to_deal(law, table, law.deal.order):
        return refused
    if not antes:
        return Refused("deal/no-wagers", law.floor.no_wagers.clause, "no ante has been placed")
    return None


def card_to_deal(draft: StudDraft, command: DealCard) -> Refused | CardDue:
    """Return the place where the card is due, or the refusal if it cannot have come out."""
    table = draft.table
    law = draft.law
    if refused := not_the_dealer(command, law.cards.dealt_from.clause):
        return refused
    due = card_due(law, table)
    if due is None:
        why = "no card is due now; one that was laid too many names its box"
        return Refused("card/not-due", law.deal.order.clause, why)
    return impossible_card(law, table, command.card, cards_out) or due


def give_card(draft: StudDraft, card: Card, due: CardDue) -> None:
    """Give a card to the place where it is due."""
    draft.emit(CardDealt(card, due.box, due.hand, due.clause, due.covered))


def undecided_hand(law: StudLaw, table: StudTable, player: str, box: int) -> Refused | StudHand:
    """Return a player's undecided hand, or the refusal if there is none to decide."""
    clause = law.betting.decision.clause
    if table.round is None or stud_round(table).phase is StudPhase.DEALING:
        return Refused(
            "decide/no-cards", clause, "no hand has been dealt yet", law.betting.decision.also
        )
    hand = stud_round(table).hand(box)
    if hand is None or hand.player != player:
        return Refused("decide/not-yours", clause, f"{player} has no hand on box {box}")
    if refused := player_excluded(table, player):
        return refused
    if hand.standing is StudStanding.FOLDED and not has_lost_ante(table, box):
        rule = law.betting.bet
        why = f"no ante is left on box {box}, so there is nothing to decide"
        return Refused("decide/no-ante", rule.clause, why, rule.also)
    if hand.standing is StudStanding.FOLDED:
        clause = law.betting.fold_is_final.clause
        return Refused("decide/folded", clause, "a folded hand cannot be played")
    if hand.standing is StudStanding.CONCEDED:
        clause = law.settlement.concede_is_final.clause
        return Refused("decide/conceded", clause, "a conceded hand cannot be played")
    if hand.standing is StudStanding.BET:
        clause = law.wagers.no_change_after.clause
        return Refused("decide/bet-already", clause, "the bet lies until it is decided")
    return _not_in_play(law, table, hand) or hand


def has_lost_ante(table: StudTable, box: int) -> bool:
    """Return whether the ante of a box was lost in this round; else nobody folded there."""
    lines = (line for settlement in table.settled for line in settlement.lines)
    return any(line.box == box and line.on == ANTE and line.result == LOSE for line in lines)


def _not_in_play(law: StudLaw, table: StudTable, hand: StudHand) -> Refused | None:
    """Refuse a decision on a void hand, or before those who were directed to play first."""
    rules = law.irregular
    if hand.standing is StudStanding.VOID:
        return Refused("decide/void", rules.players_count.clause, "the hand is void")
    first = players_to_play_first(table)
    if first and hand.player not in first:
        why = f"{' and '.join(first)} must play before the others"
        return Refused(
            "decide/others-first", rules.play_first.clause, why, (rules.suspected.clause,)
        )
    return None


def proxy_wager(law: StudLaw, table: StudTable, command: PlaceWager | PlaceBet) -> Refused | None:
    """Refuse a wager laid by a proxy; helping a player at the table is allowed."""
    rules = law.player_cards if command.proxy not in ("", command.player) else None
    if rules is None:
        return None
    if command.helping and command.player in table.players:
        return player_excluded(table, command.proxy)
    rule = rules.proxy
    why = f"{command.proxy} may not wager for {command.player}"
    if command.helping:
        why = f"{command.player} is not at this table, so nobody can wager for them"
    return Refused("wager/by-proxy", rule.clause, why, rule.also)


def place_bet(draft: StudDraft, command: PlaceBet) -> Refused | None:
    """Place the bet, of exactly twice the ante."""
    table = draft.table
    till = table.till
    rule = draft.law.betting.bet
    hand = undecided_hand(draft.law, table, command.player, command.box)
    if isinstance(hand, Refused):
        return hand
    if refused := proxy_wager(draft.law, table, command):
        return refused
    wanted = bet_of(draft.law, table, command.box)
    amount = wanted if command.amount is None else command.amount
    unseen = command.unnoticed and dealer_may_err(table)
    if amount != wanted and not unseen:
        why = f"the bet is exactly {rule.value} times the ante: {in_dollars(wanted)}"
        why += "; if nobody saw it, say that it was unnoticed" if dealer_may_err(table) else ""
        return Refused("bet/amount", rule.clause, why, rule.also)
    tokens = tokens_in(table, command.player, amount, command.chips)
    if refused := laying_refusal(
        draft.law, table, command.player, amount, tokens, tender=command.chips
    ):
        return refused
    entry = laying_entry(till, command.player, amount, tokens, rule.clause)
    draft.emit(BetPlaced(command.player, command.box, amount, entry, command.pause, tokens))
    return None


def dealer_may_err(table: StudTable) -> bool:
    """Return whether the dealer can miss something: a person deals, or a file reports one."""
    return table.choices.mode is Mode.LIVE or table.shoe.stacked


def fold(draft: StudDraft, command: Fold) -> Refused | None:
    """Fold a hand: the ante is collected, a jackpot wager stays live."""
    hand = undecided_hand(draft.law, draft.table, command.player, command.box)
    if isinstance(hand, Refused):
        return hand
    clause = draft.law.betting.fold.clause
    fold_hand(draft, hand, clause, pause=command.pause, taken_up=True)
    return None


def fold_absent(draft: StudDraft, command: FoldAbsent) -> Refused | None:
    """Fold the hand of a player who does not decide."""
    table = draft.table
    clause = draft.law.betting.absent.clause
    found = stud_round(table).hand(command.box) if table.round is not None else None
    refused = not_the_dealer(command, clause)
    if refused or found is None:
        return refused or Refused("decide/no-cards", clause, f"box {command.box} has no hand")
    hand = undecided_hand(draft.law, table, found.player, command.box)
    if isinstance(hand, Refused):
        return hand
    fold_hand(draft, hand, clause)
    return None


def fold_hand(
    draft: StudDraft, hand: StudHand, clause: str, *, pause: bool = False, taken_up: bool = False
) -> None:
    """Fold a hand by a clause, and collect what lies on it."""
    draft.emit(HandFolded(hand.player, hand.box, clause, pause, taken_up))
    collect_fold(draft, hand.box)


def collect_fold(draft: StudDraft, box: int) -> None:
    """Collect what lies on a folded hand; a jackpot wager stays live."""
    law = draft.law.betting
    jackpot = any(at == box for _, at in stud_round(draft.table).jackpot)
    cards = law.fold_with_jackpot if jackpot else law.fold_discarded
    also = (*law.fold_collected.also, cards.clause)
    lines = tuple(
        with_excess(
            draft.law,
            draft.table,
            stake,
            loss_line(draft.table.till, part, law.fold_collected.clause, also),
        )
        for stake, part in counted_stakes(draft.law, draft.table, box)
    )
    settle(draft, lines, law.fold_collected.clause)


def concede(draft: StudDraft, command: Concede) -> Refused | None:
    """Concede a hand after the dealer's is turned; only if the dealer plays (reading K15)."""
    table = draft.table
    rule = draft.law.settlement.concede
    if table.round is None or stud_round(table).phase is not StudPhase.EXPOSED:
        return Refused("concede/not-exposed", rule.clause, "the dealer's hand is not turned")
    if refused := player_excluded(table, command.player):
        return refused
    hand = stud_round(table).hand(command.box)
    if hand is None or hand.player != command.player or hand.standing is not StudStanding.BET:
        final = draft.law.settlement.concede_is_final
        conceded = hand is not None and hand.standing is StudStanding.CONCEDED
        clause = final.clause if conceded else rule.clause
        return Refused("concede/no-hand", clause, "there is no hand of theirs to concede")
    if not dealer_plays(draft.law, table):
        clause = draft.law.settlement.no_hand.clause
        return Refused("concede/no-dealer-hand", clause, "the dealer has no hand to lose to")
    draft.emit(HandConceded(command.player, command.box, rule.clause))
    lines = tuple(
        with_excess(draft.law, table, stake, line_by_rule(draft.table.till, part, rule))
        for stake, part in counted_stakes(draft.law, table, command.box)
    )
    settle(draft, lines, rule.clause)
    return None


def settle_after_pause(draft: StudDraft, command: Settle) -> Refused | None:
    """Settle after a pause; if a wrong bet lies, turn the dealer's hand first."""
    table = draft.table
    clause = draft.law.settlement.from_the_right.clause
    if refused := not_the_dealer(command, clause):
        return refused
    phase = None if table.round is None else stud_round(table).phase
    unread = None if phase is None else unread_cards_due(draft.law, table)
    if unread is not None:
        why = f"first turn {whose_cards(unread.box)} that nobody has read: {unread.count}"
        return Refused("settle/unread-cards", unread.clause, why)
    if phase is StudPhase.BETTING and are_all_decided(table):
        turn_hand(draft)
        return None
    if phase is not StudPhase.EXPOSED:
        return Refused("settle/not-now", clause, "there is nothing to settle now")
    settle_round(draft)
    return None


def advance(draft: StudDraft) -> None:
    """Do all that the rules demand of a round before somebody else must act."""
    table = draft.table
    round_ = stud_round(table)
    dealt = round_.phase is StudPhase.DEALING and card_due(draft.law, table) is None
    if dealt and (shown := face_up_card(table)) is not None:
        draft.emit(BettingOpened(shown, draft.law.deal.face_down.clause))
        table, round_ = draft.table, stud_round(draft.table)
    paid = round_.phase is StudPhase.JACKPOT and not jackpot_hands(draft.law, table)
    if paid or round_.phase is StudPhase.PAID:
        end_round(draft)
        return
    if unread_cards_due(draft.law, table) is not None:
        return
    decided = round_.phase is StudPhase.BETTING and are_all_decided(table)
    if decided and (round_.pause or not _wrong_bet_lies(draft.law, table)):
        turn_hand(draft)
    elif round_.phase is StudPhase.EXPOSED and not round_.pause:
        settle_round(draft)


def _wrong_bet_lies(law: StudLaw, table: StudTable) -> bool:
    """Return whether a wrong bet lies: then the dealer says when the hand is turned.

    Reading K45: so the last player's bet can be corrected, like those before it.
    """
    stakes = stud_round(table).stakes if dealer_may_err(table) else ()
    return any(wrong_bet_rule(law, table, stake) is not None for stake in stakes)


def turn_hand(draft: StudDraft) -> None:
    """Turn the dealer's hand, and settle unless that waits or a hand is still to be turned."""
    name_hand(draft)
    unread = unread_cards_due(draft.law, draft.table)
    if unread is None and not stud_round(draft.table).pause:
        settle_round(draft)


def name_hand(draft: StudDraft) -> None:
    """Turn the dealer's hand and name it."""
    law, table = draft.law, draft.table
    round_ = stud_round(table)
    rank = rank_hand(require_read_cards(round_.dealer))
    kind, ties = law.settlement.ranking[rank.category], law.settlement.ties
    clauses = (kind.clause, *kind.also, ties.clause, *ties.also)
    plays = dealer_plays(law, table)
    draft.emit(DealerExposed(str(rank), plays, law.betting.exposed.clause, clauses))


HANDLERS: dict[type[Command], Handler] = {
    **on(Deal, deal),
    **on(PlaceBet, place_bet),
    **on(Fold, fold),
    **on(FoldAbsent, fold_absent),
    **on(Concede, concede),
    **on(Settle, settle_after_pause),
}


EVOLVERS: dict[type[Event], Evolver] = {
    StudRoundOpened: stud_round_opened,
    CardDealt: card_dealt,
    BettingOpened: betting_opened,
    BetPlaced: bet_placed,
    HandFolded: hand_folded,
    DealerExposed: dealer_exposed,
    HandConceded: hand_conceded,
}

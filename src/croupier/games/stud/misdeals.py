"""Cards dealt wrongly: misdeals, cards shown by mistake, hands with too few or too many cards."""

from msgspec.structs import replace

from croupier.cards import CARDS_PER_DECK, Card, remaining_cards
from croupier.games.stud.bets import card_to_deal, give_card, undecided_hand
from croupier.games.stud.cards import turn_at
from croupier.games.stud.due import are_all_decided
from croupier.games.stud.state import (
    DEALER,
    StudDraft,
    StudPhase,
    StudStanding,
    StudTable,
    cards_out,
    face_up_card,
    place_of,
    stud_round,
)
from croupier.games.stud.voids import void_hand, void_round
from croupier.games.table.card_counts import impossible_card
from croupier.games.table.checks import no_such_box, not_the_dealer
from croupier.games.table.draft import Handler, on
from croupier.games.table.rounds import DealCard, VoidTerms
from croupier.games.table.state import unchanged
from croupier.messages import Command, Event, Evolver, Refused
from croupier.rulebooks import Rule, Says, StudLaw
from croupier.rulebooks.law.irregularities import PaidAlready


class HandleCards(Command, frozen=True, tag="handle"):
    """Reports that a player has taken up the cards of a hand; a bet or a fold implies it."""

    player: str
    """Who took the cards up."""
    box: int
    """Where the hand lies, from 1."""


class DeclareMisdeal(Command, frozen=True, tag="misdeal"):
    """Declares that cards were dealt wrongly, before any player has handled them."""


class ReportExposed(Command, frozen=True, tag="exposed-card"):
    """Reports cards on the layout that were shown by mistake."""

    cards: tuple[Card, ...]
    """The cards, each once."""
    box: int | None = None
    """Where they lie, 0 is the dealer's hand; needed for a card that nobody had read."""


class ReportWrongCount(Command, frozen=True, tag="wrong-count"):
    """Reports a hand with too few or too many cards."""

    box: int
    """Whose hand; 0 is the dealer's."""
    count: int
    """How many cards it has."""
    cards: tuple[Card, ...] = ()
    """Cards too many that were not entered before, where they were looked at."""


class ReportStrayHand(Command, frozen=True, tag="stray-hand"):
    """Reports a hand that was dealt where no ante lies."""

    box: int
    """The box without an ante, from 1."""
    count: int = 5
    """How many cards were counted."""
    cards: tuple[Card, ...] = ()
    """The cards of the hand, where they were looked at."""


class CardsHandled(Event, frozen=True, tag="cards-handled"):
    """A player took up the cards of a hand."""

    player: str
    """Who took them up."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    clause: str
    """The clause that makes it count."""


class CardsShown(Event, frozen=True, tag="cards-shown"):
    """Cards were shown by mistake: during the deal, or the dealer's while players decided."""

    cards: tuple[Card, ...]
    """Those that were shown."""
    in_deal: bool
    """Whether it was during the deal; else while players decided."""
    clause: str
    """The clause that says what is done."""


class MisdealDeclared(Event, frozen=True, tag="misdeal-declared"):
    """The deal was wrong; the round is void."""

    clause: str
    """The clause by which it is a misdeal."""
    also: tuple[str, ...] = ()
    """Further clauses that demand it; empty where none does."""


class CardsCounted(Event, frozen=True, tag="cards-counted"):
    """A hand had too few or too many cards, or lay where no ante was; strays went to the rack."""

    box: int
    """Whose cards, from 1; 0 is the dealer."""
    count: int
    """How many lay there."""
    strays: tuple[Card | None, ...]
    """Cards that left the shoe or device without being entered; none is one that nobody saw."""
    clause: str
    """The clause that says what is done."""


def cards_handled(table: StudTable, event: CardsHandled) -> StudTable:
    round_ = stud_round(table)
    return replace(table, round=replace(round_, handled=(*round_.handled, event.box)))


def cards_shown(table: StudTable, event: CardsShown) -> StudTable:
    round_ = stud_round(table)
    if event.in_deal:
        round_ = replace(round_, exposed=(*round_.exposed, *event.cards))
    else:
        round_ = replace(round_, shown_early=(*round_.shown_early, *event.cards))
    return replace(table, round=round_)


def cards_counted(table: StudTable, event: CardsCounted) -> StudTable:
    shoe = replace(table.shoe, drawn=table.shoe.drawn + len(event.strays))
    return replace(table, shoe=shoe, discards=(*table.discards, *event.strays))


def deal_card(draft: StudDraft, command: DealCard) -> Refused | None:
    """Give the card that came out to the place where one is due.

    Reading K51: a card laid elsewhere is dealt wrongly, and so is the round. Once all cards are
    dealt, it is one too many where it was laid.
    """
    table = draft.table
    betting = table.round is not None and stud_round(table).phase is StudPhase.BETTING
    if command.box is not None and betting:
        return _card_too_many(draft, command, command.box)
    due = card_to_deal(draft, command)
    if isinstance(due, Refused):
        return due
    if command.box in (None, due.box):
        give_card(draft, command.card, due)
        return None
    box = command.box
    assert box is not None
    if box != DEALER and (refused := no_such_box(draft.law, draft.table, box)):
        return refused
    rule = draft.law.irregular.misdeal
    if not nobody_has_handled(draft.table):
        return _deal_stands(rule)
    count = len(_cards_at(draft.table, box)) + 1
    draft.emit(CardsCounted(box, count, (command.card,), rule.clause))
    misdeal(draft, rule)
    return None


def _card_too_many(draft: StudDraft, command: DealCard, box: int) -> Refused | None:
    """Record a card that was laid on a hand after all cards were dealt."""
    law, table = draft.law, draft.table
    if refused := impossible_card(law, table, command.card, cards_out):
        return refused
    if box == DEALER or stud_round(table).hand(box) is not None:
        count = len(_cards_at(table, box)) + 1
        found = ReportWrongCount(box, count, (command.card,), by=command.by)
        return report_wrong_count(draft, found)
    return report_stray_hand(draft, ReportStrayHand(box, 1, (command.card,), by=command.by))


def _cards_at(table: StudTable, box: int) -> tuple[Card | None, ...]:
    """Return the cards that lie at a box, or in the dealer's hand."""
    round_ = stud_round(table)
    hand = round_.hand(box)
    if box == DEALER:
        return round_.dealer
    return () if hand is None else hand.cards


def handle_cards(draft: StudDraft, command: HandleCards) -> Refused | None:
    """Record that a player has taken up the cards of a hand."""
    rule = draft.law.betting.decision
    if not _in_the_deal(draft.table, command):
        hand = undecided_hand(draft.law, draft.table, command.player, command.box)
        if isinstance(hand, Refused):
            return hand
    if command.box in stud_round(draft.table).handled:
        why = f"{command.player} has the cards already"
        return Refused("handle/already", rule.clause, why, rule.also)
    draft.emit(CardsHandled(command.player, command.box, rule.clause))
    return None


def _in_the_deal(table: StudTable, command: HandleCards) -> bool:
    """Return whether a player has cards that may be handled although the deal continues."""
    if table.round is None or stud_round(table).phase is not StudPhase.DEALING:
        return False
    hand = stud_round(table).hand(command.box)
    return hand is not None and hand.player == command.player and bool(hand.cards)


def nobody_has_handled(table: StudTable) -> bool:
    """Return whether a round is under way in which no player has handled cards.

    Reading K29: a bet or a fold shows that they were handled; a fold for an absent player does not.
    """
    return table.round is not None and not stud_round(table).handled


def declare_misdeal(draft: StudDraft, command: DeclareMisdeal) -> Refused | None:
    """Declare a misdeal before any player has handled cards."""
    table = draft.table
    rule = draft.law.irregular.misdeal
    if refused := not_the_dealer(command, rule.clause):
        return refused
    if not _has_dealt_card(table):
        return Refused("misdeal/no-cards", rule.clause, "no card of a round is dealt")
    if not nobody_has_handled(table):
        return _deal_stands(rule)
    misdeal(draft, rule)
    return None


def _deal_stands(rule: Says) -> Refused:
    """Refuse a misdeal that comes too late."""
    why = "a player has handled cards: the deal stands, single hands may be void"
    return Refused("misdeal/handled", rule.clause, why)


def _has_dealt_card(table: StudTable) -> bool:
    """Return whether a round is under way of which a card is dealt."""
    return table.round is not None and bool(stud_round(table).dealer)


def misdeal(draft: StudDraft, cause: Says | Rule[int], *also: str) -> None:
    """Void all wagers of the round, also those settled in it (reading K40)."""
    law = draft.law.irregular
    clauses = (cause.clause, *cause.also, *also)
    draft.emit(MisdealDeclared(cause.clause, (*cause.also, *also)))
    void_round(draft, VoidTerms(law.void.clause, clauses, PaidAlready.REPAID))


def report_exposed(draft: StudDraft, command: ReportExposed) -> Refused | None:
    """Record which cards were shown by mistake, and do what follows.

    Readings K8 and K36: two during the deal are a misdeal; the dealer's after it leave the choice
    to those who have not decided. Reading K58: as long as nobody has handled cards, a player's card
    and all shown with it count as shown in the deal.
    """
    table = draft.table
    law = draft.law.irregular
    refused = not_the_dealer(command, law.exposed.clause) or _not_shown(draft.law, table, command)
    if refused:
        return refused
    if command.box is not None:
        for card in (one for one in command.cards if place_of(table, one) is None):
            if refused := turn_at(draft, card, command.box, law.exposed.clause):
                return refused
    round_ = stud_round(draft.table)
    dealers = [card for card in command.cards if card in round_.dealer]
    if round_.phase is StudPhase.BETTING and len(dealers) == len(command.cards):
        draft.emit(CardsShown(command.cards, False, law.exposed_early.clause))
        return None
    if round_.phase is StudPhase.BETTING and round_.handled:
        why = "the deal is over: a player's card was shown in it, or the dealer's after it"
        return Refused("exposed/not-in-the-deal", law.exposed.clause, why)
    rule = law.exposed_to_dealer if dealers else law.exposed
    draft.emit(CardsShown(command.cards, True, rule.clause))
    if len(stud_round(draft.table).exposed) >= law.exposed_twice.value:
        misdeal(draft, law.exposed_twice)
    return None


def _not_shown(law: StudLaw, table: StudTable, command: ReportExposed) -> Refused | None:
    """Refuse cards that do not lie face down on the layout, or no longer matter."""
    rules = law.irregular
    if table.round is None:
        return Refused("exposed/not-now", rules.exposed.clause, "no card is dealt")
    phase = stud_round(table).phase
    decided = phase is StudPhase.BETTING and are_all_decided(table)
    if decided or phase not in (StudPhase.DEALING, StudPhase.BETTING):
        early = rules.exposed_early.clause
        return Refused("exposed/not-now", early, "all players have decided: it makes no difference")
    if not command.cards or len(set(command.cards)) < len(command.cards):
        return Refused("exposed/cards", rules.exposed.clause, "name the cards, each once")
    round_ = stud_round(table)
    lying = {*round_.dealer, *(card for hand in round_.hands for card in hand.cards)}
    seen = {face_up_card(table), *round_.exposed, *round_.shown_early}
    for card in command.cards:
        if card not in lying and (command.box is None or None not in lying):
            why = f"the {card} is not dealt"
            why += "; if nobody had read it, say its box" if None in lying else ""
            return Refused("exposed/not-there", rules.exposed.clause, why)
        if card in seen:
            return Refused(
                "exposed/already", rules.exposed.clause, f"the {card} has already been seen"
            )
    return None


def report_wrong_count(draft: StudDraft, command: ReportWrongCount) -> Refused | None:
    """Void a hand with too few or too many cards; the dealer's makes a misdeal.

    Readings K28 and K30: before any player has handled cards it is a misdeal; it may be found until
    the next round begins.
    """
    table = draft.table
    law = draft.law.irregular
    rule = law.dealers_count if command.box == DEALER else law.players_count
    refused = (
        not_the_dealer(command, rule.clause)
        or _right_count(table, command, rule)
        or _not_from_here(draft.law, table, command.cards)
    )
    if refused:
        return refused
    player = "" if command.box == DEALER else _player_at(draft.law, table, command.box)
    if command.box != DEALER and not player:
        why = f"box {command.box} has no hand that could be void"
        return Refused("count/no-hand", rule.clause, why)
    draft.emit(CardsCounted(command.box, command.count, command.cards, rule.clause))
    if command.box == DEALER:
        misdeal(draft, rule)
    elif nobody_has_handled(table):
        misdeal(draft, law.misdeal, rule.clause)
    else:
        void_hand(draft, player, command.box, VoidTerms(rule.clause, (), PaidAlready.REPAID))
    return None


def _right_count(table: StudTable, command: ReportWrongCount, rule: Rule[int]) -> Refused | None:
    """Refuse a count that is as it should be, or that is impossible."""
    if not _has_dealt_card(table) and not (table.round is None and table.settled):
        return Refused("count/no-round", rule.clause, "no round has been dealt")
    if command.count == rule.value or command.count < 0:
        why = f"{command.count} cards are neither too few nor too many"
        return Refused("count/right", rule.clause, why)
    if len(command.cards) > min(max(0, command.count - rule.value), cards_still_in(table)):
        return Refused("count/cards", rule.clause, "name only surplus cards")
    return None


def _player_at(law: StudLaw, table: StudTable, box: int) -> str:
    """Return whose hand lies, or lay in the round just ended, on a box; empty if it is void."""
    if table.round is not None:
        hand = stud_round(table).hand(box)
        return "" if hand is None or hand.standing is StudStanding.VOID else hand.player
    clause = law.irregular.players_count.clause
    lines = [line for one in table.settled for line in one.lines if line.box == box]
    if any(line.clause == clause for line in lines):
        return ""
    return lines[0].player if lines else ""


def report_stray_hand(draft: StudDraft, command: ReportStrayHand) -> Refused | None:
    """Discard a hand that was dealt where no ante lies.

    Reading K28: before any player has handled cards that is a misdeal.
    """
    table = draft.table
    law = draft.law.irregular
    rule = law.no_ante
    refused = not_the_dealer(command, rule.clause) or no_such_box(draft.law, table, command.box)
    if refused:
        return refused
    if not _has_dealt_card(table):
        return Refused("stray/no-round", rule.clause, "no round is dealt")
    if stud_round(table).hand(command.box) is not None:
        return Refused("stray/ante", rule.clause, f"an ante was placed on box {command.box}")
    if not len(command.cards) <= command.count <= cards_still_in(table) or command.count < 1:
        why = f"{command.count} cards were counted, and {len(command.cards)} named"
        return Refused("stray/count", rule.clause, why)
    if refused := _not_from_here(draft.law, table, command.cards):
        return refused
    strays = (*command.cards, *(None,) * (command.count - len(command.cards)))
    draft.emit(CardsCounted(command.box, command.count, strays, rule.clause))
    if nobody_has_handled(table):
        misdeal(draft, law.misdeal, rule.clause)
    return None


def cards_still_in(table: StudTable) -> int:
    """Return how many cards of the deck cannot have come out yet."""
    return table.choices.decks * CARDS_PER_DECK - table.shoe.drawn


def _not_from_here(law: StudLaw, table: StudTable, cards: tuple[Card, ...]) -> Refused | None:
    """Refuse cards that cannot have come out of the shoe or device."""
    rules = law.cards
    if not cards or table.shoe.handle:
        return None
    left = remaining_cards(table.choices.decks, [*cards_out(table), *cards])
    for card in cards:
        if left[card] < 0:
            why = f"every {card} of the deck is out already"
            return Refused("card/none-left", rules.decks.clause, why)
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(DealCard, deal_card),
    **on(HandleCards, handle_cards),
    **on(DeclareMisdeal, declare_misdeal),
    **on(ReportExposed, report_exposed),
    **on(ReportWrongCount, report_wrong_count),
    **on(ReportStrayHand, report_stray_hand),
}


EVOLVERS: dict[type[Event], Evolver] = {
    CardsHandled: cards_handled,
    CardsShown: cards_shown,
    MisdealDeclared: unchanged,
    CardsCounted: cards_counted,
}

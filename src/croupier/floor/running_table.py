"""One running table: its state, its law, and what its dealer does next.

At an automatic table software deals: the functions here choose the dealer's commands and take the
cards from a source. Nothing is recorded here; the floor does that.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Self

from msgspec.structs import replace

from croupier.cards import Card, Device, full_decks, remaining_cards
from croupier.floor.card_sources import CardSource, KnownPast
from croupier.floor.resting_tables import AT_REST, AdoptLaw, adopt_law, display_law, playing_law
from croupier.games.blackjack.due import nobody_can_insure
from croupier.games.blackjack.insurance import CloseInsurance
from croupier.games.blackjack.state import NO_HISTORY, BlackjackTable, History
from croupier.games.blackjack.turn import AnswerDue, DecisionDue, InsuranceDue
from croupier.games.engine import cards_drawn, cards_out, family_of, outcome_of
from croupier.games.stud.due import BetDue, JackpotDue
from croupier.games.stud.jackpots import PayJackpot
from croupier.games.table.card_counts import CheckCards
from croupier.games.table.choices import Mode
from croupier.games.table.dispatch import answer
from croupier.games.table.draft import Outcome
from croupier.games.table.due import (
    BurnDue,
    CardDue,
    CheckDue,
    CutDue,
    Due,
    LoadDue,
    ShuffleDue,
    WagersDue,
)
from croupier.games.table.opening import LawAdopted
from croupier.games.table.preparation import (
    BurnCard,
    CutCards,
    LoadShoe,
    ShuffleCards,
    due_mix,
    shuffle_rule,
    stack_size,
)
from croupier.games.table.rounds import DealCard
from croupier.games.table.state import Mix, Table
from croupier.messages import Command, Event, Refused
from croupier.rulebooks import Role, TableLaw


def dealer_command(
    table: Table, due: Due, cards: CardSource, *, cut_for_players: bool = True
) -> Command | None:
    """Return what the dealer does about something due; ``None`` where others must act.

    Also ``None`` if a stacked shoe has run out: the caller who stacked it makes it ready. With
    ``cut_for_players`` the dealer places the cutting card for the player; otherwise the player is
    asked.
    """
    match due:
        case CardDue(ahead=ahead):
            card = ahead or next_card(table, cards)
            return None if card is None else DealCard(card, by=Role.DEALER)
        case JackpotDue():
            return PayJackpot(by=Role.DEALER)
        case InsuranceDue():
            return CloseInsurance(by=Role.DEALER)
    if table.shoe.stacked and not isinstance(due, BurnDue):
        return None
    return preparation_command(table, due, cards, cut_for_players=cut_for_players)


def preparation_command(
    table: Table, due: Due, cards: CardSource, *, cut_for_players: bool = True
) -> Command | None:
    """Return the dealer's next command to make the cards ready; ``None`` if none is due."""
    if not table.players:
        return None
    match due:
        case CheckDue(by=Role.DEALER):
            return CheckCards(by=Role.DEALER)
        case ShuffleDue():
            return shuffle_command(table, cards)
        case CutDue(player=player, least=least, by=by):
            if player is not None and not cut_for_players:
                return None
            position = least + cards.number_below(stack_size(table) - 2 * least + 1)
            return CutCards(position, player, by=Role.DEALER if player is not None else by)
        case LoadDue():
            return LoadShoe(by=Role.DEALER)
        case BurnDue(shown=shown):
            drawn = shown and not table.ahead
            return BurnCard(next_card(table, cards) if drawn else None, by=Role.DEALER)
        case _:
            return None


def shuffle_command(table: Table, cards: CardSource) -> ShuffleCards:
    """Return a shuffle of all cards to be mixed; a continuous shuffler has no order.

    Cards that were laid beforehand keep theirs.
    """
    if table.choices.device is Device.SHUFFLER or table.shoe.stacked:
        return ShuffleCards(by=Role.DEALER)
    mixing = cards_to_mix(table, cards)
    count = len(mixing)
    if due_mix(table) is Mix.LEFT:
        count -= sum(card is None for card in table.discards)
    return ShuffleCards(cards.shuffle(mixing, count, table.shoe), count, by=Role.DEALER)


def cards_to_mix(table: Table, cards: KnownPast) -> tuple[Card, ...]:
    """Return the cards that a shuffle mixes; with a failed device also those burned unseen."""
    match due_mix(table):
        case Mix.ALL:
            return full_decks(table.choices.decks)
        case Mix.DISCARDS:
            seen = [card for card in table.discards if card is not None]
            return (*seen, *unseen_cards(table, cards))
        case Mix.LEFT:
            return tuple(remaining_cards(table.choices.decks, cards_out(table)).elements())


def unseen_cards(table: Table, cards: KnownPast) -> tuple[Card, ...]:
    """Return the cards that were burned unseen, from the source that holds the order."""
    if not table.shoe.handle:
        return ()
    gone = Counter(cards.cards_drawn(table.shoe)) - Counter(cards_out(table))
    return tuple(gone.elements())


def next_card(table: Table, cards: CardSource) -> Card | None:
    """Return the card in front of the shoe; from a continuous shuffler, any that is left.

    ``None`` if there is none.
    """
    if table.shoe.handle:
        return cards.in_front(table.shoe)
    left = remaining_cards(table.choices.decks, cards_out(table))
    if not left.total():
        return None
    return cards.any_of(left, draw=table.shoe.draws, in_round=table.rounds)


def refuse_other_cards(
    law: TableLaw, table: Table, events: Iterable[Event], cards: CardSource
) -> Refused | None:
    """Refuse named cards that are not in front of the dealer's shoe."""
    named = tuple(card for event in events for card in cards_drawn(event))
    if not any(named) or not table.shoe.handle:
        return None
    front = cards.next_cards(table.shoe, len(named))
    right = len(front) == len(named) and all(
        card in (None, lying) for card, lying in zip(named, front, strict=True)
    )
    if right:
        return None
    why = "the table deals from its own shoe, and another card is in front: leave the card out"
    return Refused("card/not-next", law.cards.dealt_from.clause, why)


OTHERS = (WagersDue, DecisionDue, AnswerDue, InsuranceDue, BetDue)
"""What players answer; the dealer goes on alone only past insurance that none can place."""
WHICH_CARD = "card/which"
"""How a table asks which card a report is about."""


def waits_for_others(table: Table, owed: Due) -> bool:
    """Return whether a person other than the dealer must act before the table can go on.

    Insurance waits for players who can place it; if none can, the dealer closes it.
    """
    if isinstance(owed, InsuranceDue) and isinstance(table, BlackjackTable):
        return not nobody_can_insure(table, owed)
    return isinstance(owed, OTHERS)


class _Dealer:
    """Deals cards from a source as they fall due."""

    # It refers to the source alone: with the running table it would be a reference cycle, and
    # simulations, which open and drop many tables, would keep each until garbage is collected.
    __slots__ = ("_cards",)

    def __init__(self, cards: CardSource) -> None:
        self._cards = cards

    def __call__(self, table: Table, most: int) -> Sequence[Card]:
        if table.shoe.handle:
            return self._cards.next_cards(table.shoe, most)
        card = next_card(table, self._cards)
        return () if card is None else (card,)


class RunningTable:
    """A table with its dealer.

    ``decide`` changes nothing; the table continues when an outcome is applied.
    """

    def __init__(
        self,
        law: TableLaw,
        table: Table,
        history: History[Event] = NO_HISTORY,
        *,
        cards: CardSource,
        cut_for_players: bool = True,
        rests: Refused | None = None,
        linked: bool = False,
    ) -> None:
        self.law = law
        """The law that it is played under; of a table that rests, the one to display it by."""
        self.rests = rests
        """Why the table rests; none where it is played."""
        self.table = table
        """The current state of the table."""
        self.history = history
        """What may still be taken back."""
        self.cards = cards
        self._cut_for_players = cut_for_players
        family = family_of(table)
        self._draft_of, self._handlers = family.draft_of, family.handlers
        self._advance, self._remember, self._due_at = family.advance, family.remember, family.due
        self._due: tuple[Due, ...] | None = None
        self.automatic = table.choices.mode is Mode.AUTOMATIC
        """Whether software deals here."""
        paced = table.choices.card_milliseconds > 0
        self._dealt_by = _Dealer(cards) if self.automatic and not paced else None
        choices = table.choices
        self.linked = linked or choices.jackpot is not None or choices.player_cards
        """Whether commands here depend on accounts or a pool, or move anything there."""

    def __getstate__(self) -> dict[str, Any]:
        """Pickle what the table was made from: the functions of its family are found again."""
        return {
            "law": self.law,
            "table": self.table,
            "history": self.history,
            "cards": self.cards,
            "cut_for_players": self._cut_for_players,
            "rests": self.rests,
            "linked": self.linked,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        RunningTable.__init__(self, **state)

    @property
    def dealer_has_more(self) -> bool:
        """Whether the dealer may have something to do besides the cards, which are dealt at once.

        That is making cards ready, and paying jackpots; at a table with a pace each card as well.
        """
        if self.table.preparation is not None or self._dealt_by is None:
            return self.automatic
        return self.linked and self.table.round is not None

    def refuse_at_rest(self, command: Command) -> Refused | None:
        """Refuse a command that a resting table does not take."""
        return None if isinstance(command, AT_REST) else self.rests

    def decide(self, command: Command) -> Outcome | Refused:
        """Decide a command of the dealer, with the cards that then fall due; change nothing yet."""
        if isinstance(command, AdoptLaw):
            return adopt_law(self.table, self.history, command)
        draft = self._draft_of(self.law, self.table, self.history)
        refused = answer(draft, command, self._handlers)
        return refused or outcome_of(self.table, draft, self._advance, self._dealt_by)

    def decide_for_others(self, command: Command) -> Outcome | Refused:
        """Decide a command of anyone but the table's own dealer; change nothing yet.

        Where a report names no card, the dealer names the one in front. One that is named must be
        that one. Nobody else brings an order of the cards.
        """
        if not self.automatic or isinstance(command, AdoptLaw):
            return self.decide(command)
        if isinstance(command, ShuffleCards) and command.handle:
            why = "the table's own dealer shuffles, and keeps the order"
            clause = shuffle_rule(self.law, self.table).clause
            return Refused("shuffle/not-the-dealers", clause, why)
        table = self.table
        draft = self._draft_of(self.law, table, self.history)
        refused = answer(draft, command, self._handlers)
        if refused is None and draft.table.shoe is not table.shoe:
            refused = refuse_other_cards(self.law, table, draft.events, self.cards)
        if refused is None:
            return outcome_of(table, draft, self._advance, self._dealt_by)
        if refused.code != WHICH_CARD or (card := next_card(table, self.cards)) is None:
            return refused
        return self.decide(replace(command, card=card))

    def preview(self, command: Command) -> Outcome | Refused:
        """Decide a command with the same history, without the cards that would then be dealt.

        Nobody may see a card before it is dealt, so this ends where the dealer would draw one. A
        report about the card in front of the shoe leads to nothing yet: it would show that card.
        """
        draft = self._draft_of(self.law, self.table, self.history)
        refused = answer(draft, command, self._handlers)
        if refused is not None and refused.code == WHICH_CARD and self.automatic:
            return Outcome(self.table, ())
        return refused or outcome_of(self.table, draft, self._advance)

    @classmethod
    def resume(
        cls,
        table: Table,
        history: History[Event],
        *,
        cards: CardSource,
        cut_for_players: bool = True,
        linked: bool = False,
    ) -> Self:
        """Return a running table from its recorded state; it rests if its law is not installed."""
        law = playing_law(table)
        rests = law if isinstance(law, Refused) else None
        return cls(
            display_law(table) if isinstance(law, Refused) else law,
            table,
            history,
            cards=cards,
            cut_for_players=cut_for_players,
            rests=rests,
            linked=linked,
        )

    def apply(self, outcome: Outcome) -> None:
        """Continue from an outcome."""
        before, self.table = self.table, outcome.table
        self.history = self._remember(self.history, before, outcome.events, outcome.table)
        self._due = None
        if self.rests is not None:
            self._look_at_law(outcome.events)

    def put_back(self, table: Table, history: History[Event]) -> None:
        """Continue from an earlier state of the table."""
        self.table, self.history, self._due = table, history, None

    def _look_at_law(self, events: Sequence[Event]) -> None:
        """Stop resting if the table was moved to the installed law."""
        if any(isinstance(event, LawAdopted) for event in events):
            law = playing_law(self.table)
            self.history = NO_HISTORY
            if not isinstance(law, Refused):
                self.law, self.rests = law, None

    @property
    def due(self) -> tuple[Due, ...]:
        """What is due now; nothing at a table that rests."""
        if self._due is None:
            self._due = () if self.rests is not None else self._due_at(self.law, self.table)
        return self._due

    def dealers_command(self) -> Command | None:
        """Return the dealer's next command besides dealing; ``None`` where others must act."""
        due = self.due
        if not due or waits_for_others(self.table, due[0]):
            return None
        return dealer_command(self.table, due[0], self.cards, cut_for_players=self._cut_for_players)

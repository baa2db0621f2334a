"""Agents who bet at a blackjack table, played without the engine: the same rounds, much faster.

Hands are the automata that the kernels play, stepped in Python. The engine shuffles and cuts every
shoe, so that a seed has the same cards here and there. It says which wagers it accepts, explains
refusals by repeating the round, and takes over when a shoe runs out in the middle of one.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from croupier.cards import CARDS_PER_DECK, DECK, Card, Device, Shoe
from croupier.floor.card_sources import CardSource, SoftwareShoe
from croupier.games.blackjack.side_bets import winning_line
from croupier.games.blackjack.state import insurance_law
from croupier.games.engine import cards_out
from croupier.games.table.choices import Choices
from croupier.games.table.state import MAIN
from croupier.gym.compiled import decision_tables, pays_exactly, step_terms
from croupier.gym.engine_table import RepeatedCards
from croupier.gym.seats import (
    HALVES,
    INSURE_HALF,
    READY,
    WAGER,
    AgentSeats,
    Masks,
    SeatRow,
    SeatTerms,
)
from croupier.gym.translation import MOST_TOTAL, PLACES, BlackjackAction
from croupier.maths.blackjack.parameters import table_of
from croupier.maths.kernels.simulated import step_blackjack as step
from croupier.maths.kernels.simulated.hands import MOVED, STAYS_FURTHER
from croupier.maths.kernels.simulated.hands import STRIDE as WIDE
from croupier.maths.kernels.simulated.table_rounds import FIRST_BLACKJACK
from croupier.maths.simulation.blackjack import odds_of
from croupier.money import Cents
from croupier.rulebooks import BLACKJACK, BlackjackLaw

STRIDE, FURTHER, OTHER, DEALER_BLACKJACK = map(int, (WIDE, STAYS_FURTHER, MOVED, FIRST_BLACKJACK))
NUMBER_OF_CALL = {action.name.lower(): action.value for action in BlackjackAction}
LAWFUL_CALLS = 5
"""The offset of the bits of lawful calls in a decision; the target of each call is before it."""
ACE, TEN = 0, 9
INITIAL_CARDS = 2
MOST_POINTS, BLACKJACK_TOTAL, SOFT_EXTRA = 10, 21, 10
WITH_INSURANCE = 1
"""What insurance needs of the dealer: the second card."""


NO_HAND = [0] * step.SEEN
"""The columns of a hand where there is none."""
BLACKJACK_AT_ONCE = (Card("AS"), Card("5S"), Card("TS"))
"""The cards of a round in which one box has a blackjack, which is paid at once."""


class HandBook(NamedTuple):
    """The automata of a game in Python's numbers; the names are those of ``DecisionLayout``."""

    numbers: list[int]
    limit: int
    first_fork: int
    first_decision: int
    opening: int
    dealer_opening: int
    needs: int
    pays: int
    singles: int
    most_hands: int
    kept: int
    decisions: int
    lowest: int
    ticks: int
    insurance: dict[int, tuple[int, int]]
    """What insurance of the largest amount wins and what it costs in ticks, by the dealer's rank;
    none where it is not offered."""
    blackjack_insurable: bool
    even_money: int
    burned_each_round: int


@lru_cache(maxsize=16)
def hand_book(game: str, choices: Choices) -> HandBook:
    """Return the automata of a game under an operator's choices."""
    law, tables = BLACKJACK[game], decision_tables(game, choices)
    terms = step_terms(law, choices, tables.ticks, 0.0)
    wins = [terms.insurance_ace, *[0] * (TEN - 1), *[terms.insurance_ten] * 4]
    return HandBook(
        numbers=tables.numbers.tolist(),
        ticks=tables.ticks,
        insurance={rank: (won, terms.insurance_stake) for rank, won in enumerate(wins) if won},
        blackjack_insurable=terms.blackjack_insurable,
        even_money=terms.even_money,
        burned_each_round=terms.burned_each_round,
        **{name: int(value) for name, value in tables.at._asdict().items()},
    )


def insurance_step(law: BlackjackLaw, choices: Choices) -> Cents:
    """Return the amount in whose multiples insurance goes; a chip where there is none."""
    if law.insurance is None:
        return choices.chip
    return int(insurance_law(law).step.value * choices.chip)


def may_play_quickly(terms: SeatTerms) -> bool:
    """Return whether the automata play what the engine would: from a shoe, without rounding."""
    law = terms.law
    if not isinstance(law, BlackjackLaw):
        return False
    choices = table_of(law, terms.choices).choices
    if choices.device is not Device.SHOE:
        return False
    step_cents = insurance_step(law, choices)
    amounts = [size * terms.wager for size in terms.bets]
    if not all(
        amount % (HALVES * step_cents) == 0 and pays_exactly(law, choices, amount)
        for amount in amounts
    ):
        return False
    odds = [
        paid
        for bet in law.side_bets.kinds
        if bet.name in terms.side_bets
        for paid in odds_of(bet, choices).values()
    ]
    return all((terms.side_wager * paid) % choices.chip == 0 for paid in odds)


class ShoeRanOutError(Exception):
    """A card is due, and the shoe is empty. It never leaves this module."""


class HeldShoe:
    """A card source whose first shuffle gives a known order; then another source goes on."""

    def __init__(self, cards: Sequence[Card], then: CardSource) -> None:
        self._cards, self._then = tuple(cards), then
        self._shuffles = 0

    def shuffle(self, cards: Sequence[Card], count: int, instead_of: Shoe | None = None) -> str:
        """Return the handle of the known order, or shuffle the cards."""
        self._shuffles += 1
        return "held" if self._shuffles == 1 else self._then.shuffle(cards, count, instead_of)

    def number_below(self, limit: int) -> int:
        """Return where to cut: the known order has been cut."""
        return 0 if self._shuffles == 1 else self._then.number_below(limit)

    def cards_drawn(self, shoe: Shoe) -> tuple[Card, ...]:
        """Return the cards that have left the shoe."""
        return self._cards[: shoe.drawn] if self._shuffles == 1 else self._then.cards_drawn(shoe)

    def in_front(self, shoe: Shoe) -> Card | None:
        """Return the card in front; ``None`` if the shoe is empty."""
        return next(iter(self.next_cards(shoe)), None)

    def next_cards(self, shoe: Shoe, count: int = 1) -> tuple[Card, ...]:
        """Return the cards in front; fewer if the shoe does not hold enough."""
        if self._shuffles == 1:
            return self._cards[shoe.drawn : shoe.drawn + count]
        return self._then.next_cards(shoe, count)

    def any_of(self, cards: Any, *, draw: int = 0, in_round: int = 0) -> Card:
        """Return one of the cards."""
        return self._then.any_of(cards, draw=draw, in_round=in_round)


class QuickBox:
    """A box with its wager and hands. Cards are ranks, counted from an ace as 0."""

    def __init__(self, number: int, player: str, wager: Cents, first: int) -> None:
        self.number, self.player, self.wager = number, player, wager
        self.cards = [first]
        """The cards of the hand that is played."""
        self.first = self.cards
        """The cards of the box's first hand."""
        self.split = False
        self.hands = 1
        self.staked = wager
        """What was laid on the box, in cents, whether lost or not; side bets aside."""
        self.insured: Cents = 0
        self.entry = 0
        """The state of the two cards dealt."""
        self.decision = 0
        """Where the decision that is due stands in the automata; 0 if there is none."""
        self.finals: list[int] = []
        """The finished hands, as places in the automata."""
        self.waiting: list[int] = []
        """The splits whose second card waits to be played."""
        self.even_money = False


class QuickSeats:
    """A table like :class:`AgentSeats`, with the same rounds for the same source of cards."""

    comments = None
    """There are none: where a round is rendered, the engine plays it."""

    def __init__(self, terms: SeatTerms, source: SoftwareShoe) -> None:
        self.terms = terms
        self.actions = terms.actions()
        self._clerk = AgentSeats(terms, RepeatedCards(()))
        self._boxes_of = {one: terms.boxes_of(one) for one in terms.players}
        self._side_bets = terms.side_bets
        self._ready_number = next(at for at, one in enumerate(self.actions) if one.call == READY)
        self._side_results: dict[tuple[str, Card, Card, Card], Cents] = {}
        self._betting_masks: dict[tuple[object, ...], tuple[Masks, bool]] = {}
        self._prepare()
        self.open(source)

    def _prepare(self) -> None:
        law = self.terms.law
        assert isinstance(law, BlackjackLaw)
        self._law = law
        self._choices = table_of(law, self.terms.choices).choices
        self._book = hand_book(law.game, self._choices)

    def __getstate__(self) -> dict[str, Any]:
        """Leave the automata out, which are the game's, and what can be made again."""
        return {
            name: value for name, value in vars(self).items() if name not in ("_book", "_explained")
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take the automata from the game again."""
        vars(self).update(state, _explained=None)
        self._prepare()

    def open(self, source: SoftwareShoe) -> None:
        """Open a new table with cards from this source."""
        self._source = source
        self._cards: tuple[Card, ...] = ()
        self._ranks: list[int] = []
        self._place = self._cut = self._burned = self._start = 0
        self._seen = [0] * step.RANKS
        self._rounds: list[list[tuple[str, int]]] = []
        """The actions of every round since the shuffle."""
        self._is_new = True
        """Whether this is the first round at the table."""
        self._over = False
        self._engine: AgentSeats | None = None
        """The engine's table, while it plays in place of the automata."""
        self.begin()

    def begin(self) -> None:
        """Open the bets of the next round."""
        if self._engine is not None:
            self._engine.begin()
            table = self._engine.running.table
            is_full = table.shoe.size == table.choices.decks * CARDS_PER_DECK
            if table.preparation is not None or not is_full or cards_out(table):
                return
            # The engine has shuffled all cards again.
            self._engine, self._over = None, True
            self._take_shoe(table.shoe, table.shoe.drawn)
            self._rounds = []
        self._is_new = self._is_new and not self._over
        self._betting, self._over = True, False
        self._masks: dict[str, Masks] = {}
        """The masks since the last action, as far as they were asked for."""
        self._explained: AgentSeats | None = None
        """The engine's table with the round, if it was asked for since the last action."""
        self._ready: set[str] = set()
        self._laid: dict[tuple[int, str], Cents] = {}
        self._boxes: list[QuickBox] = []
        self._turn = 0
        self._to_insure: list[QuickBox] = []
        self._up = -1
        self._won: dict[str, Cents] = dict.fromkeys(self.terms.players, 0)
        self._taken: list[tuple[str, int]] = []
        self._rounds.append(self._taken)

    # ------------------------------------------------------------------------------- questions

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self._over if self._engine is None else self._engine.over

    def winnings_of(self, player: str) -> float:
        """Return what a player has won or lost in the round, in units, when it is over."""
        if self._engine is not None:
            return self._engine.winnings_of(player)
        return self._won[player] / self.terms.wager

    def players_to_act(self) -> tuple[str, ...]:
        """Return the players who may act now, in the order of their seats."""
        if self._engine is not None:
            return self._engine.players_to_act()
        if self._betting:
            return tuple(one for one in self.terms.players if one not in self._ready)
        if self._to_insure:
            waiting = {box.player for box in self._to_insure}
            return tuple(one for one in self.terms.players if one in waiting)
        return () if self._over else (self._boxes[self._turn].player,)

    def _box_of(self, player: str) -> QuickBox | None:
        """Return the box that a player is asked about."""
        if self._to_insure:
            return next((box for box in self._to_insure if box.player == player), None)
        if self._betting or self._over:
            return None
        box = self._boxes[self._turn]
        return box if box.player == player else None

    def mask(self, player: str) -> Masks:
        """Return a 1 for each lawful action of a player; all 0 for one who is not asked."""
        if self._engine is not None:
            return self._engine.mask(player)
        mask = self._masks.get(player)
        if mask is None:
            mask = self._masks[player] = self._mask_now(player)
        return mask.copy()

    def _mask_now(self, player: str) -> Masks:
        if self._betting and player not in self._ready:
            return self._betting_mask(player)[0]
        mask: Masks = np.zeros(len(self.actions), np.int8)
        box = self._box_of(player)
        if box is not None and self._to_insure:
            lawful = self._insurance_calls(box)
            mask[[at for at, one in enumerate(self.actions) if one.call in lawful]] = 1
        elif box is not None:
            bits = self._book.numbers[box.decision + LAWFUL_CALLS]
            for call in range(LAWFUL_CALLS):
                mask[call] = bits >> call & 1
            if mask[step.SURRENDER] and self._another_has_drawn(player):
                mask[step.SURRENDER] = 0
        return mask

    def _another_has_drawn(self, player: str) -> bool:
        """Return whether another player has a third card: nobody may surrender then."""
        return any(
            len(box.first) > INITIAL_CARDS or box.split
            for box in self._boxes
            if box.player != player
        )

    def _insurance_calls(self, box: QuickBox) -> list[str]:
        calls = ["decline"]
        if self._may_insure(box):
            calls.append("insure")
            half = self._most_insurance(box) // HALVES
            if half > 0 and half % insurance_step(self._law, self._choices) == 0:
                calls.append(INSURE_HALF)
        if self._may_take_even_money(box):
            calls.append("even_money")
        return calls

    def _betting_mask(self, player: str) -> tuple[Masks, bool]:
        """Return the wagers that the engine accepts, and whether only ``ready`` is left."""
        last = len(self.terms.players) - len(self._ready) == 1
        known = (player, last, tuple(self._laid.items()))
        found = self._betting_masks.get(known)
        if found is None:
            mask = self._clerk.betting_mask_beside(player, self._laid, self._ready)
            alone = bool(mask[self._ready_number]) and mask.sum() == 1
            found = self._betting_masks[known] = mask, alone
        return found

    def reason(self, player: str, number: int) -> str:
        """Return why an unlawful action of a player is refused."""
        return self.explain().reason(player, number)

    def explain(self) -> AgentSeats:
        """Return the engine's table with the current round, played from the same cards."""
        if self._engine is not None:
            return self._engine
        if self._explained is None:
            self._explained = self._repeat_round()
        return self._explained

    def _repeat_round(self) -> AgentSeats:
        cards = self._cards[self._start :]
        if self._is_new:
            engine = AgentSeats(self.terms, RepeatedCards(cards, burned=self._burned))
        else:
            # At a table that has played, players sit and the cards are ready.
            before = (*DECK[: self._book.burned_each_round], *BLACKJACK_AT_ONCE)
            engine = AgentSeats(self.terms, RepeatedCards(before + cards, burned=self._burned))
            engine.deal_trial_round()
            engine.begin()
        for player, number in self._taken:
            engine.act(player, number)
        return engine

    # ------------------------------------------------------------------------------- actions

    def act(self, player: str, number: int) -> bool:
        """Take a lawful action, and play on to the next question. Return whether that was all."""
        if self._engine is not None:
            return self._engine.act(player, number)
        self._masks.clear()
        self._explained = None
        self._taken.append((player, number))
        try:
            self._act(player, number)
        except ShoeRanOutError:
            self._engine = self._repeat_shoe()
        return self.over

    def _repeat_shoe(self) -> AgentSeats:
        """Return an engine's table at which all rounds since the shuffle were played again."""
        engine = AgentSeats(self.terms, HeldShoe(self._cards, self._source))
        for place, actions in enumerate(self._rounds):
            if place:
                engine.begin()
            for player, number in actions:
                engine.act(player, number)
        return engine

    def _act(self, player: str, number: int) -> None:
        action = self.actions[number]
        if action.call == WAGER:
            self._laid[self._boxes_of[player][action.box - 1], action.on] = action.amount
            if self._betting_mask(player)[1]:
                self._end_betting(player)
        elif action.call == READY:
            self._end_betting(player)
        elif self._to_insure:
            self._answer_insurance(player, action.call)
        else:
            box = self._boxes[self._turn]
            if number == step.DOUBLE:
                box.staked += box.wager
            state = self._book.numbers[box.decision + number]
            if not self._play_on(box, state):
                self._turn += 1
                self._ask_next()

    def _end_betting(self, player: str) -> None:
        self._ready.add(player)
        if len(self._ready) == len(self.terms.players):
            self._betting = False
            self._deal()

    def _answer_insurance(self, player: str, call: str) -> None:
        box = next(one for one in self._to_insure if one.player == player)
        if call == "even_money":
            box.even_money = True
        elif call != "decline":
            box.insured = self._most_insurance(box) // (HALVES if call == INSURE_HALF else 1)
            box.staked += box.insured
        self._to_insure.remove(box)
        if not self._to_insure:
            self._ask_next()

    # ------------------------------------------------------------------------------- the round

    def _draw(self) -> int:
        """Return the rank of the next card. Raise if there is none."""
        place = self._place
        if place >= len(self._ranks):
            raise ShoeRanOutError
        self._place = place + 1
        rank = self._ranks[place]
        self._seen[rank] += 1
        return rank

    def _shuffle(self) -> None:
        """Take a new shoe, as the engine shuffles, cuts and burns."""
        trial = AgentSeats(self.terms, self._source)
        dealt = trial.deal_trial_round()
        shoe = trial.running.table.shoe
        self._take_shoe(shoe, shoe.drawn - dealt - self._book.burned_each_round)
        self._rounds = [self._taken]

    def _take_shoe(self, shoe: Shoe, burned: int) -> None:
        """Take the cards of a shoe from the source, after those that were burned."""
        self._cards = self._source.next_cards(replace(shoe, drawn=0), shoe.size)
        self._ranks = [PLACES[id(card)] for card in self._cards]
        assert shoe.cutting_card is not None
        self._cut = shoe.cutting_card
        self._place = self._burned = burned
        self._seen = [0] * step.RANKS

    def _deal(self) -> None:
        if self._place >= self._cut:
            self._shuffle()
        self._start = self._place
        self._place += self._book.burned_each_round
        wagers = sorted((box, paid) for (box, on), paid in self._laid.items() if on == MAIN)
        each = self.terms.boxes_each
        for number, amount in wagers:
            player = self.terms.players[(number - 1) // each]
            self._boxes.append(QuickBox(number, player, amount, self._draw()))
        up = self._up = self._draw()
        numbers, book = self._book.numbers, self._book
        opening = book.opening + up * STRIDE
        for box in self._boxes:
            second = self._draw()
            box.entry = numbers[numbers[opening + box.cards[0]] + second]
            box.cards.append(second)
            if box.entry < book.first_decision:
                # Of two cards only a blackjack is a finished hand.
                box.finals.append((box.entry - book.limit) * STRIDE)
            else:
                box.decision = book.decisions + (box.entry - book.first_decision) * STRIDE
        self._settle_side_bets()
        if up in book.insurance:
            # Wagers are insured in the order in which they were laid.
            boxes = {box.number: box for box in self._boxes}
            in_order = (boxes[number] for number, on in self._laid if on == MAIN)
            self._to_insure = [box for box in in_order if self._is_asked_to_insure(box)]
        if not self._to_insure:
            self._ask_next()

    def _is_asked_to_insure(self, box: QuickBox) -> bool:
        waits = not box.finals or self._book.numbers[self._book.needs + box.finals[0]] > 0
        return waits and (self._may_insure(box) or self._may_take_even_money(box))

    def _may_insure(self, box: QuickBox) -> bool:
        return not box.finals or self._book.blackjack_insurable

    def _may_take_even_money(self, box: QuickBox) -> bool:
        return bool(box.finals) and self._up == ACE and self._book.even_money > 0

    def _most_insurance(self, box: QuickBox) -> Cents:
        return box.wager * self._book.insurance[self._up][1] // self._book.ticks

    def _ask_next(self) -> None:
        """Go on to the next box with a decision; after the last one, settle."""
        boxes = self._boxes
        while self._turn < len(boxes):
            if boxes[self._turn].decision:
                return
            self._turn += 1
        self._settle()

    def _play_on(self, box: QuickBox, state: int) -> bool:
        """Draw to the hands of a box. Return whether a decision is due on it."""
        book = self._book
        numbers, limit = book.numbers, book.limit
        while True:
            while state < limit:
                rank = self._draw()
                box.cards.append(rank)
                state = numbers[state + rank]
            if state >= book.first_decision:
                box.decision = book.decisions + (state - book.first_decision) * STRIDE
                return True
            if state >= book.first_fork:
                fork = (state - book.first_fork) * STRIDE
                box.waiting.append(fork)
                box.hands += 1
                box.staked += box.wager
                single, moved = (FURTHER if box.finals else 0), 0
            else:
                box.finals.append((state - limit) * STRIDE)
                if not box.waiting:
                    box.decision = 0
                    return False
                fork = box.waiting.pop()
                single, moved = OTHER, 1
            more = box.hands < numbers[book.most_hands + fork]
            state = numbers[book.singles + fork + single + more]
            box.cards = [numbers[book.kept + fork + moved]]
            box.split = True
            if not box.finals:
                box.first = box.cards

    def _settle(self) -> None:
        """Draw to the dealer's card as far as it matters, and settle all wagers."""
        book = self._book
        numbers = book.numbers
        waiting = [box for box in self._boxes if not box.even_money]
        needs = WITH_INSURANCE if any(box.insured for box in waiting) else 0
        for box in waiting:
            for final in box.finals:
                needs = max(needs, numbers[book.needs + final])
        state = numbers[book.dealer_opening + needs * STRIDE + self._up]
        while state < book.limit:
            state = numbers[state + self._draw()]
        outcome = state - book.limit
        won = self._won
        for box in self._boxes:
            ticks = book.even_money
            if not box.even_money:
                ticks = sum(numbers[book.pays + one + outcome] + book.lowest for one in box.finals)
            won[box.player] += box.wager * ticks // book.ticks
            if box.insured:
                wins, stake = book.insurance[self._up]
                paid = box.insured * wins // stake if outcome >= DEALER_BLACKJACK else -box.insured
                won[box.player] += paid
        self._over = True
        if self._place >= self._cut:
            self._seen = [0] * step.RANKS

    def _settle_side_bets(self) -> None:
        """Settle the side bets on the first cards."""
        if not self._side_bets:
            return
        boxes = self._boxes
        first = self._start + self._book.burned_each_round
        dealer = self._cards[first + len(boxes)]
        for place, box in enumerate(boxes):
            mine = self._cards[first + place], self._cards[first + len(boxes) + 1 + place]
            for name in self._side_bets:
                if (box.number, name) in self._laid:
                    self._won[box.player] += self._side_result(name, *mine, dealer)

    def _side_result(self, name: str, first: Card, second: Card, dealer: Card) -> Cents:
        known = (name, first, second, dealer)
        result = self._side_results.get(known)
        if result is None:
            bet = next(one for one in self._law.side_bets.kinds if one.name == name)
            line = winning_line(bet, (first, second), dealer)
            amount = self.terms.side_amount(name)
            result = -amount
            if line is not None:
                result = int(amount * odds_of(bet, self._choices)[line.name])
            self._side_results[known] = result
        return result

    # ------------------------------------------------------------------------------- the view

    def observe(self, player: str) -> SeatRow:
        """Return what a player sees: the hand in question, or the first of the player's own."""
        if self._engine is not None:
            return self._engine.observe(player)
        # A row is written as a list: setting the elements of an array one by one takes longer.
        boxes, laid, unit = self._boxes_of[player], self._laid, self.terms.wager
        asked = self._box_of(player)
        mine = {}
        if not self._over:
            mine = {box.number: box for box in self._boxes if box.player == player}
        shown = asked or next(iter(mine.values()), None)
        row = NO_HAND if shown is None else self._hand_columns(shown, is_asked=asked is not None)
        row = row + self._seen
        row += (self._betting, 0 if asked is None else asked.number - boxes[0] + 1)
        for number in boxes:
            total = total_of(mine[number].first)[0] if number in mine else 0
            row += (laid.get((number, MAIN), 0) // unit, min(total, MOST_TOTAL))
            row += [(number, name) in laid for name in self._side_bets]
        return np.array(row, np.int32)

    def _hand_columns(self, box: QuickBox, *, is_asked: bool) -> list[int]:
        """Return the columns of a hand: the one to decide on, else the first."""
        insures = bool(self._to_insure)
        cards, position = box.first, 1
        if is_asked and not insures:
            cards, position = box.cards, len(box.finals) + 1
        total, soft = total_of(cards)
        is_pair = len(cards) == INITIAL_CARDS and points_of(cards[0]) == points_of(cards[1])
        held = [0] * step.RANKS
        for rank in cards:
            held[rank] += 1
        return [
            min(total, MOST_TOTAL),
            soft,
            points_of(cards[0]) if is_pair else 0,
            points_of(self._up),
            position,
            box.hands,
            box.split,
            box.staked * step.WHOLE // self.terms.wager,
            box.insured > 0,
            is_asked and insures,
            *held,
        ]


def open_seats(
    terms: SeatTerms,
    source: SoftwareShoe,
    before: AgentSeats | QuickSeats | None,
    *,
    narrated: bool,
) -> AgentSeats | QuickSeats:
    """Return a new table: a quick one where that is possible and nothing is to be rendered.

    A quick table that was there ``before`` is used again: it knows what may be wagered.
    """
    if isinstance(before, QuickSeats):
        before.open(source)
        return before
    if narrated or isinstance(before, AgentSeats) or not may_play_quickly(terms):
        return AgentSeats(terms, source, narrated=narrated)
    return QuickSeats(terms, source)


def points_of(rank: int) -> int:
    """Return what a card of a rank counts, an ace 1."""
    return min(rank + 1, MOST_POINTS)


def total_of(cards: Sequence[int]) -> tuple[int, bool]:
    """Return what a hand of these ranks counts, and whether an ace counts eleven."""
    total = sum(min(rank + 1, MOST_POINTS) for rank in cards)
    soft = ACE in cards and total + SOFT_EXTRA <= BLACKJACK_TOTAL
    return total + SOFT_EXTRA * soft, soft

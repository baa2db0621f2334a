"""Agents who bet for themselves: sizes, side bets and several boxes, at a table of the engine.

Such an agent sees the columns of the plain environments, then its boxes and bets.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.floor.card_sources import CardSource, SoftwareShoe
from croupier.floor.command_text import command_types
from croupier.floor.floor import Floor
from croupier.games.blackjack.insurance import (
    CloseInsurance,
    InsurancePlaced,
    Insure,
    TakeEvenMoney,
)
from croupier.games.blackjack.state import BlackjackTable, Hand, round_of, total_of
from croupier.games.blackjack.turn import DecisionDue, Insurable, InsuranceDue
from croupier.games.engine import cards_out
from croupier.games.stud.due import BetDue
from croupier.games.stud.state import StudTable, face_up_card
from croupier.games.table.choices import Choices
from croupier.games.table.due import Due
from croupier.games.table.rounds import CardDealt, Deal
from croupier.games.table.wagers import PlaceWager, WagerPlaced, WagerReturned
from croupier.gym.options import OptionError
from croupier.gym.rendering import Commentary
from croupier.gym.translation import (
    BLACKJACK_COLUMNS,
    DEALER,
    LAID,
    MOST_HANDS,
    MOST_TOTAL,
    STUD_COLUMNS,
    BlackjackAction,
    Column,
    StudAction,
    count_ranks,
    translator_for,
)
from croupier.maths.kernels.simulated import step_blackjack, stud
from croupier.maths.stud.poker_classes import NUMBER_OF, category_of, rank_hands
from croupier.messages import Command, Refused
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Role, StudLaw, TableLaw

TABLE = "1"
JACKPOT = "jackpot"
INSURE_HALF, READY, WAGER = "insure_half", "ready", "wager"
HALVES = 2
BLOCK_BYTES = 4096

Masks = NDArray[np.int8]


class SeatAction(NamedTuple):
    """Something an agent can do at the table."""

    call: str
    """``stand``, ``hit`` and so on; ``wager`` and ``ready`` while bets are open."""
    box: int = 0
    """Which of the agent's boxes a wager is for, from 1; 0 for calls."""
    on: str = ""
    """What is wagered on: ``main`` or ``ante``, or the name of a side bet; empty for calls."""
    amount: Cents = 0
    """How much is wagered; 0 for calls."""


class SeatTerms(NamedTuple):
    """Who plays at a table, on how many boxes, and for how much."""

    law: TableLaw
    choices: Choices
    players: tuple[str, ...]
    boxes_each: int
    """How many boxes each player may wager on."""
    wager: Cents
    """The unit of bets and rewards."""
    bets: tuple[int, ...]
    """The sizes of the wager on a box, in units."""
    side_wager: Cents
    """The amount of each side bet."""

    @property
    def initial(self) -> str:
        """The name of the first wager on a box."""
        return translator_for(self.law).initial

    @property
    def side_bets(self) -> tuple[str, ...]:
        """The side bets on offer; in Caribbean Stud the jackpot, if the table has one."""
        if isinstance(self.law, StudLaw):
            return (JACKPOT,) if self.choices.jackpot is not None else ()
        return self.choices.side_bets

    def side_amount(self, name: str) -> Cents:
        """Return the amount of a side bet: a jackpot wager has its own."""
        jackpot = self.choices.jackpot
        return jackpot.wager if name == JACKPOT and jackpot is not None else self.side_wager

    def boxes_of(self, player: str) -> range:
        """Return the numbers of a player's boxes on the layout."""
        first = self.players.index(player) * self.boxes_each
        return range(first + 1, first + self.boxes_each + 1)

    def actions(self) -> tuple[SeatAction, ...]:
        """Return all actions: the calls, then the end of betting, then the wagers box by box."""
        if isinstance(self.law, StudLaw):
            calls = [action.name.lower() for action in StudAction]
        else:
            calls = [*(action.name.lower() for action in BlackjackAction), INSURE_HALF]
        wagers = [
            SeatAction(WAGER, box, on, amount)
            for box in range(1, self.boxes_each + 1)
            for on, amount in (
                *((self.initial, size * self.wager) for size in self.bets),
                *((name, self.side_amount(name)) for name in self.side_bets),
            )
        ]
        return (*map(SeatAction, calls), SeatAction(READY), *wagers)


class BlockBytes:
    """Random bytes of a generator of numpy's, taken in blocks: a call takes microseconds."""

    def __init__(self, chance: np.random.Generator) -> None:
        self._chance = chance
        self._block, self._place = b"", 0

    def __call__(self, count: int) -> bytes:
        start = self._place
        self._place = start + count
        if self._place > len(self._block):
            self._block = self._chance.bytes(max(count, BLOCK_BYTES))
            start, self._place = 0, count
        return self._block[start : self._place]


def numpy_shoe(chance: np.random.Generator) -> SoftwareShoe:
    """Return a source of cards that a generator of numpy's shuffles."""
    return SoftwareShoe(BlockBytes(chance))


class AgentSeats:
    """A round at a table of the engine, from the first wager to the last payment.

    First everybody bets; then those who are asked answer, until the round is over.
    """

    def __init__(self, terms: SeatTerms, cards: CardSource, *, narrated: bool = False) -> None:
        self.terms = terms
        self.actions = terms.actions()
        self._columns = columns_of(terms)
        self._floor = Floor()
        self.running = self._floor.open_table(terms.law, terms.choices, cards=cards, name=TABLE)
        """The engine's table."""
        self.comments = Commentary(self.running, terms.players[0]) if narrated else None
        """What happens, as the first player may know it; ``None`` if it is not to be rendered."""
        self._betting_masks: dict[tuple[object, ...], Masks] = {}
        self._masks: dict[str, Masks] = {}
        """The masks since the last action, as far as they were asked for."""
        self.begin()

    def begin(self) -> None:
        """Open the bets of the next round."""
        self.betting = True
        """Whether bets are open."""
        self._ready: set[str] = set()
        self._before = {one: self.running.table.chips(one) for one in self.terms.players}
        self.laid: dict[tuple[int, str], Cents] = {}
        """What was wagered before the deal, by box and kind."""
        self.cards: dict[int, list[Card]] = {}
        """The cards of the round in the order dealt, by box; the dealer's is 0."""
        self.staked: Counter[int] = Counter()
        """What was laid on each box in the round, side bets aside, whether lost or not."""
        self.insured: set[int] = set()
        """The boxes whose wager is insured."""
        self._to_insure: list[Insurable] = []
        self._masks.clear()
        if self.comments is not None:
            self.comments.clear()

    # ------------------------------------------------------------------------------- questions

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return not self.betting and self.running.table.round is None

    @property
    def due(self) -> Due | None:
        """What is due in the round; ``None`` before and after it."""
        return self.running.due[0] if self.running.table.round is not None else None

    def players_to_act(self) -> tuple[str, ...]:
        """Return the players who may act now, in the order of their seats."""
        if self.betting:
            return tuple(one for one in self.terms.players if one not in self._ready)
        match self.due:
            case InsuranceDue():
                waiting = {wager.player for wager in self._to_insure}
                return tuple(one for one in self.terms.players if one in waiting)
            case DecisionDue(player=player) | BetDue(player=player):
                return (player,)
            case _:
                return ()

    def box_in_question(self, player: str) -> int:
        """Return the box that the player is asked about; 0 if none is."""
        match self.due:
            case InsuranceDue():
                mine = (wager.box for wager in self._to_insure if wager.player == player)
                return next(mine, 0)
            case DecisionDue(player=who, box=box) | BetDue(player=who, box=box) if who == player:
                return box
            case _:
                return 0

    def mask(self, player: str) -> Masks:
        """Return a 1 for each lawful action of a player; all 0 for one who is not asked."""
        mask = self._masks.get(player)
        if mask is None:
            mask = self._masks[player] = self._mask_now(player)
        return mask.copy()

    def _mask_now(self, player: str) -> Masks:
        if player not in self.players_to_act():
            return np.zeros(len(self.actions), np.int8)
        if self.betting:
            return self._betting_mask(player)
        lawful = self._lawful_calls(player)
        return np.array([action.call in lawful for action in self.actions], np.int8)

    def _lawful_calls(self, player: str) -> tuple[str, ...]:
        match self.due:
            case InsuranceDue():
                mine = next(wager for wager in self._to_insure if wager.player == player)
                offered = (
                    ("insure", mine.most > 0),
                    (INSURE_HALF, self._half_is_lawful(mine)),
                    ("even_money", mine.even_money),
                    ("decline", True),
                )
                return tuple(call for call, is_offered in offered if is_offered)
            case DecisionDue(choices=choices) | BetDue(choices=choices):
                return tuple(choice.call for choice in choices)
            case _:
                return ()

    def _half_is_lawful(self, mine: Insurable) -> bool:
        half = mine.most // HALVES
        insure = Insure(mine.player, mine.box, half, by=Role.PLAYER)
        return half > 0 and not self._is_refused(insure)

    def _is_refused(self, command: Command) -> bool:
        return isinstance(self.running.decide_for_others(command), Refused)

    def _betting_mask(self, player: str) -> Masks:
        """Return the wagers that the engine accepts beside what lies there.

        That depends on nothing else between rounds, so the engine is asked once for each layout.
        """
        last = set(self.terms.players) - self._ready == {player}
        known = (player, last, tuple(self.laid.items()))
        mask = self._betting_masks.get(known)
        if mask is None:
            mask = np.zeros(len(self.actions), np.int8)
            for number, action in enumerate(self.actions):
                mask[number] = self._may_bet(player, action, last=last)
            self._betting_masks[known] = mask
        return mask

    def betting_mask_beside(
        self, player: str, laid: dict[tuple[int, str], Cents], ready: set[str]
    ) -> Masks:
        """Return what a player may bet beside other wagers, which are forgotten again."""
        before = self.running.table, self.running.history
        for (box, on), amount in laid.items():
            owner = self.terms.players[(box - 1) // self.terms.boxes_each]
            self._floor.do(TABLE, PlaceWager(owner, box, amount, on, by=Role.PLAYER))
        self.laid, self._ready = dict(laid), set(ready)
        mask = self._betting_mask(player)
        self.laid, self._ready = {}, set()
        self.running.put_back(*before)
        return mask

    def deal_trial_round(self) -> int:
        """Deal a round to the first box alone. Return how many cards were dealt."""
        amount = self.terms.bets[0] * self.terms.wager
        wager = PlaceWager(self.terms.players[0], 1, amount, self.terms.initial, by=Role.PLAYER)
        self._submit(wager)
        self._submit(Deal(by=Role.DEALER))
        return sum(map(len, self.cards.values()))

    def _may_bet(self, player: str, action: SeatAction, *, last: bool) -> bool:
        boxes = self.terms.boxes_of(player)
        if action.call == READY:
            has_wagered = any((box, self.terms.initial) in self.laid for box in boxes)
            return has_wagered and not (last and self._is_refused(Deal(by=Role.DEALER)))
        if action.call != WAGER or (boxes[action.box - 1], action.on) in self.laid:
            return False
        return not self._is_refused(self._wager(player, action))

    def _wager(self, player: str, action: SeatAction) -> PlaceWager:
        box = self.terms.boxes_of(player)[action.box - 1]
        return PlaceWager(player, box, action.amount, action.on, by=Role.PLAYER)

    # ------------------------------------------------------------------------------- actions

    def act(self, player: str, number: int) -> bool:
        """Take a lawful action, and play on to the next question. Return whether that was all."""
        self._masks.clear()
        if self.comments is not None:
            self.comments.sentences = []
        action = self.actions[number]
        if action.call == WAGER:
            wager = self._wager(player, action)
            self._submit(wager)
            self.laid[wager.box, action.on] = action.amount
            # Who can lay nothing more need not say so.
            if self._betting_mask(player).sum() == 1 and self._may_end(player):
                self._end_betting(player)
        elif action.call == READY:
            self._end_betting(player)
        elif isinstance(self.due, InsuranceDue):
            self._answer_insurance(player, action.call)
        else:
            for command in self._commands(player, action.call):
                self._submit(command)
        self._ask_about_insurance()
        return self.over

    def _may_end(self, player: str) -> bool:
        place = next(at for at, action in enumerate(self.actions) if action.call == READY)
        return bool(self._betting_mask(player)[place])

    def _end_betting(self, player: str) -> None:
        self._ready.add(player)
        if len(self._ready) == len(self.terms.players):
            self._submit(Deal(by=Role.DEALER))
            self.betting = False

    def _ask_about_insurance(self) -> None:
        """Note whose wagers may be insured, once, when insurance is opened."""
        due = self.due
        if not isinstance(due, InsuranceDue):
            self._to_insure = []
        elif not self._to_insure and not self.betting:
            self._to_insure = [wager for wager in due.wagers if wager.is_on_offer]

    def _answer_insurance(self, player: str, call: str) -> None:
        mine = next(wager for wager in self._to_insure if wager.player == player)
        for command in self._insurance_commands(mine, call):
            self._submit(command)
        self._to_insure.remove(mine)
        if not self._to_insure and isinstance(self.due, InsuranceDue):
            self._submit(CloseInsurance(by=Role.DEALER))

    def _insurance_commands(self, mine: Insurable, call: str) -> Iterator[Command]:
        if call == "even_money":
            yield TakeEvenMoney(mine.player, mine.box, by=Role.PLAYER)
        elif call != "decline":
            amount = mine.most if call == "insure" else mine.most // HALVES
            yield Insure(mine.player, mine.box, amount, by=Role.PLAYER)

    def _commands(self, player: str, call: str) -> Iterator[Command]:
        kind = command_types()[call]
        box = self.box_in_question(player) or self.terms.boxes_of(player)[0]
        yield kind(box=box, player=player, by=Role.PLAYER)  # type: ignore[call-arg]

    def _submit(self, command: Command) -> None:
        answer = self._floor.do(TABLE, command)
        if isinstance(answer, Refused):
            raise OptionError(f"{answer.why} ({answer.clause})")
        for event in answer:
            if isinstance(event, CardDealt):
                self.cards.setdefault(event.box, []).append(event.card)
            elif isinstance(event, WagerPlaced) and event.on in self.terms.side_bets:
                continue
            elif isinstance(event, LAID):
                self.staked[event.box] += event.amount
                if isinstance(event, InsurancePlaced):
                    self.insured.add(event.box)
        if self.comments is not None:
            self.comments.follow(answer)

    def explain(self) -> "AgentSeats":
        """Return the engine's table with the current round: this one."""
        return self

    def reason(self, player: str, number: int) -> str:
        """Return why an unlawful action of a player is refused."""
        asked = self.players_to_act()
        if player not in asked:
            return f"{player} is not asked now; {' and '.join(asked) or 'nobody'} may act"
        action = self.actions[number]
        answer: Any = None
        if action.call == WAGER:
            answer = self.running.decide_for_others(self._wager(player, action))
        elif action.call == READY:
            answer = self.running.decide_for_others(Deal(by=Role.DEALER))
        elif action.call not in ("insure", INSURE_HALF, "even_money", "decline"):
            answer = self.running.decide_for_others(next(self._commands(player, action.call)))
        if isinstance(answer, Refused):
            return f"{answer.code}: {answer.why} ({answer.clause})"
        if self.betting and action.call == WAGER:
            return f"box {action.box} has its wager on {action.on}"
        lawful = [one.call for one, may in zip(self.actions, self.mask(player), strict=True) if may]
        return f"{action.call} is not possible now; possible are {', '.join(dict.fromkeys(lawful))}"

    # ------------------------------------------------------------------------------- results

    def observe(self, player: str) -> "SeatRow":
        """Return what a player sees: the hand in question, or the first of the player's own."""
        return observe(self, player, self._columns)

    def winnings_of(self, player: str) -> float:
        """Return what a player has won or lost since the bets were opened, in units."""
        return (self.running.table.chips(player) - self._before[player]) / self.terms.wager


def refuse_impossible(terms: SeatTerms) -> None:
    """Raise if the table would refuse a size of bet or a side bet, or give one back."""
    least, most = terms.choices.minimum, terms.choices.maximum
    for size in terms.bets:
        if not least <= size * terms.wager <= most:
            bounds = " to ".join(map(in_dollars, (least, most)))
            amount = in_dollars(size * terms.wager)
            raise OptionError(f"bets: {size} is a wager of {amount}, and the table takes {bounds}")
    for size in terms.bets:
        trial = AgentSeats(terms, SoftwareShoe(np.random.default_rng(0).bytes))
        commands = list(_all_wagers(terms, size))
        for command in (*commands, Deal(by=Role.DEALER)):
            answer = trial._floor.do(TABLE, command)
            if isinstance(answer, Refused):
                raise OptionError(f"{answer.why} ({answer.clause})")
            returned = [event for event in answer if isinstance(event, WagerReturned)]
            if returned:
                one = returned[0]
                what = f"{in_dollars(one.amount)} on {one.on}"
                raise OptionError(f"the table gives {what} back: {one.why} ({one.clause})")


def _all_wagers(terms: SeatTerms, size: int) -> Sequence[PlaceWager]:
    """Return a wager of a size on every box, with all side bets."""
    kinds = [(terms.initial, size * terms.wager)]
    kinds += [(name, terms.side_amount(name)) for name in terms.side_bets]
    return [
        PlaceWager(player, box, amount, on, by=Role.PLAYER)
        for player in terms.players
        for box in terms.boxes_of(player)
        for on, amount in kinds
    ]


SeatRow = NDArray[Any]
"""An observation: a row of 32-bit numbers."""


def columns_of(terms: SeatTerms) -> tuple[Column, ...]:
    """Return the columns of an observation."""
    is_stud = isinstance(terms.law, StudLaw)
    plain = STUD_COLUMNS if is_stud else BLACKJACK_COLUMNS
    most = max(terms.bets)
    # A box may have all its hands doubled, and insurance of half the first wager.
    most_staked = step_blackjack.WHOLE * most * (2 * MOST_HANDS) + most
    columns = [
        column._replace(most=most_staked) if column.name == "staked" else column for column in plain
    ]
    columns += [
        Column("betting", 1, "1 while bets are open"),
        Column("box", terms.boxes_each, "which of the agent's boxes is in question, else 0"),
    ]
    for box in range(1, terms.boxes_each + 1):
        columns.append(Column(f"wager_{box}", most, "the wager on this box, in units"))
        if not is_stud:
            columns.append(Column(f"total_{box}", MOST_TOTAL, "what its first hand counts"))
        columns += [
            Column(f"{name}_{box}", 1, f"1 where {name} was wagered on as well")
            for name in terms.side_bets
        ]
    return tuple(columns)


def observe(seats: AgentSeats, player: str, columns: Sequence[Column]) -> SeatRow:
    """Return what a player sees: the hand in question, or the first of the player's own."""
    table, terms = seats.running.table, seats.terms
    row: SeatRow = np.zeros(len(columns), np.int32)
    boxes = terms.boxes_of(player)
    asked = seats.box_in_question(player)
    place = len(STUD_COLUMNS) if isinstance(table, StudTable) else len(BLACKJACK_COLUMNS)
    row[place : place + 2] = seats.betting, asked and boxes.index(asked) + 1
    if isinstance(table, StudTable):
        _observe_stud(seats, table, boxes, row)
    else:
        assert isinstance(table, BlackjackTable)
        _observe_blackjack(seats, table, asked, boxes, row)
    place += 2
    for box in boxes:
        row[place] = seats.laid.get((box, terms.initial), 0) // terms.wager
        place += 1
        if isinstance(table, BlackjackTable):
            row[place] = _first_total(table, box)
            place += 1
        for name in terms.side_bets:
            row[place] = (box, name) in seats.laid
            place += 1
    return row


def _first_total(table: BlackjackTable, box: int) -> int:
    hands = _hands_of(table, box)
    return min(total_of(hands[0].cards)[0], MOST_TOTAL) if hands else 0


def _hands_of(table: BlackjackTable, box: int) -> tuple[Hand, ...]:
    if table.round is None:
        return ()
    return next((one.hands for one in round_of(table).boxes if one.number == box), ())


def _observe_blackjack(
    seats: AgentSeats, table: BlackjackTable, asked: int, boxes: range, row: Any
) -> None:
    count_ranks(cards_out(table), row, step_blackjack.SEEN)
    due = seats.due
    box = asked or next((one for one in boxes if _hands_of(table, one)), 0)
    hands = _hands_of(table, box)
    if not hands:
        return
    position = due.hand if isinstance(due, DecisionDue) and due.box == box else 1
    hand = hands[position - 1]
    total, soft = total_of(hand.cards)
    points = [card.points for card in hand.cards]
    row[step_blackjack.TOTAL], row[step_blackjack.SOFT] = min(total, MOST_TOTAL), soft
    row[step_blackjack.PAIR] = points[0] if len(points) == 2 and len(set(points)) == 1 else 0
    shown = seats.cards.get(DEALER)
    row[step_blackjack.DEALER] = shown[0].points if shown else 0
    row[step_blackjack.HAND], row[step_blackjack.HANDS] = position, len(hands)
    row[step_blackjack.IS_SPLIT] = hand.split
    row[step_blackjack.STAKED] = seats.staked[box] * step_blackjack.WHOLE // seats.terms.wager
    row[step_blackjack.INSURED] = box in seats.insured
    row[step_blackjack.INSURANCE] = isinstance(due, InsuranceDue) and bool(asked)
    count_ranks(hand.cards, row, step_blackjack.HELD)


def _observe_stud(seats: AgentSeats, table: StudTable, boxes: range, row: Any) -> None:
    asked = next((seats.box_in_question(one) for one in seats.players_to_act()), 0)
    box = asked if asked in boxes else boxes[0]
    hand: list[Card] = seats.cards.get(box, [])
    shown = face_up_card(table) if table.round is not None else None
    if shown is None or not hand:
        return
    strength = int(rank_hands(np.array([[NUMBER_OF[card] for card in hand]], np.uint8))[0])
    row[stud.CATEGORY], row[stud.STRENGTH] = category_of(strength), strength
    pairs = [(NUMBER_OF[card] // 4 + 1, NUMBER_OF[card] % 4 + 1) for card in (shown, *hand)]
    row[stud.DEALER : stud.COLUMNS] = np.ravel(pairs)

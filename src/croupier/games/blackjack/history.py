"""What may still be taken back at a blackjack table: the events of the round, and past settlements.

It lies beside the table and never inside it: a table is only what lies there now.
"""

from collections.abc import Iterable, Mapping
from enum import Enum

import msgspec
from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.blackjack.calls import DoublePlaced, SplitPlaced, Surrendered
from croupier.games.blackjack.round_opening import CallTakenBack, RoundOpened
from croupier.games.blackjack.settlement import (
    DiscardsReturned,
    SpareCardBurned,
    SpareCardKept,
)
from croupier.games.blackjack.state import (
    BeforeCall,
    BlackjackTable,
    Call,
    CardCalled,
    History,
    Round,
    round_of,
)
from croupier.games.blackjack.stray_cards import CardDrawnInError, ReadyCardCorrected
from croupier.games.blackjack.turn import HandFinished
from croupier.games.blackjack.voids import FirstCardCleared, HandVoided
from croupier.games.table.card_counts import CardsChecked, WrongCardsFound
from croupier.games.table.conduct import PlayerSanctioned
from croupier.games.table.contest.rounds import ContestantReplaced
from croupier.games.table.contest.state import Contest
from croupier.games.table.contest.turns import settlements_of_successor
from croupier.games.table.dispatch import TABLE_EVENTS
from croupier.games.table.equipment import DeviceChanged
from croupier.games.table.new_cards import CardsReplaced
from croupier.games.table.preparation import (
    CardBurned,
    CardsShuffled,
    CuttingCardShown,
    ShoeLoaded,
)
from croupier.games.table.rounds import CardDealt, PastRoundVoided, RoundEnded, RoundVoided
from croupier.games.table.state import (
    PAST_ROUNDS,
    Limits,
    Line,
    PastRound,
    Preparation,
    Settlement,
    is_only_called,
    round_has_begun,
)
from croupier.messages import Event, Evolver, apply_all
from croupier.money import Entry, balances_after


class RoundReconstructed(Event, frozen=True, tag="round-reconstructed"):
    """The last cards went back in front of the shoe, and all that followed them was undone."""

    cards: tuple[Card, ...]
    """The cards that went back, in the order in which they come again; empty where none did."""
    decisions: int
    """How many decisions ahead of the first of them were taken back too."""
    misread: bool
    """Whether they were entered wrongly and do not come again."""
    shuffle_after_round: str
    """The clause of a shuffle that the end of the round had brought, and will bring again."""
    lines: tuple[Line, ...]
    """Settlements taken back."""
    entry: Entry | None
    """Doubles, splits and insurance that went back to their owners; none where none were laid."""
    clause: str
    """The clause that has the round reconstructed."""
    round: Round
    """The round after everything that followed was undone."""
    settled: tuple[Settlement, ...]
    """What of it was settled by then."""
    discards: tuple[Card | None, ...]
    """The discard rack as it was then, with what was burned since."""
    preparation: Preparation | None
    """What had to be done with the cards then; none where nothing had."""
    rounds_left: int | None
    """How many rounds are left before an announced closing; none where none is announced."""
    contest: Contest | None = None
    """The session of a tournament as it stood then; none where none is played."""
    limits: Limits | None = None
    """The limits that held then in a tournament; none where they have not moved."""
    ahead: tuple[Card, ...] | None = None
    """All cards in front of the shoe afterwards, where some of them were drawn in error; else none:
    those that went back lie in front of the others."""
    offered: int = 0
    """How many of these are on offer again as cards drawn in error."""


def round_reconstructed(table: BlackjackTable, event: RoundReconstructed) -> BlackjackTable:
    entries = () if event.entry is None else (event.entry,)
    shoe, ahead, offered, untold = table.shoe, (*event.cards, *table.ahead), event.offered, 0
    if event.ahead is not None:
        ahead = event.ahead
    if event.misread:
        shoe = replace(shoe, drawn=shoe.drawn - len(event.cards))
        ahead, offered = table.ahead, table.offered
        untold = table.untold + len(event.cards)
    return replace(
        table,
        shoe=shoe,
        round=event.round,
        discards=event.discards,
        ahead=ahead,
        offered=offered,
        untold=untold,
        preparation=event.preparation,
        shuffle_after_round=event.shuffle_after_round or table.shuffle_after_round,
        rounds_left=event.rounds_left,
        settled=event.settled,
        contest=event.contest,
        limits=event.limits or table.limits,
        balances=balances_after(table.balances, (*entries, *(line.entry for line in event.lines))),
    )


TURNING_EVENTS = frozenset(
    {
        RoundOpened,
        CallTakenBack,
        RoundEnded,
        RoundVoided,
        RoundReconstructed,
        HandVoided,
        DiscardsReturned,
        PlayerSanctioned,
        PastRoundVoided,
        ContestantReplaced,
    }
)
"""The events that begin, end or forget a round: they change a history by more than one event."""
OPENED, ENDED = frozenset({RoundOpened}), frozenset({RoundEnded})
"""The two that most commands have, if they have any."""
FORGETTING_EVENTS = frozenset({RoundVoided, HandVoided, DiscardsReturned, PlayerSanctioned})
"""The events after which nothing of a round may be left to take back."""
CARD_EVENTS = frozenset(
    {
        *(CardBurned, CardDrawnInError, SpareCardBurned, SpareCardKept, ReadyCardCorrected),
        *(CardsShuffled, ShoeLoaded, CuttingCardShown, FirstCardCleared, DeviceChanged),
        *(CardsChecked, CardsReplaced, WrongCardsFound),
    }
)
"""The events between rounds that matter to the round before: what becomes of its cards."""


def remember(
    history: History[Event],
    table: BlackjackTable,
    events: tuple[Event, ...],
    after: BlackjackTable,
    evolvers: Mapping[type[Event], Evolver],
) -> History[Event]:
    """Return the history after the events of a command, which led from ``table`` to ``after``."""
    # The first three cases are the usual commands, and need no replay of their events.
    if TURNING_EVENTS.isdisjoint(map(type, events)):
        if history.base is None:
            return history
        if table.round is None:
            cards = _card_events(events)
            return replace(history, events=history.events + cards) if cards else history
        if history.before is not None and round_has_begun(after):
            return History(history.base, history.events + events, history.past)
        return replace(history, events=history.events + events)
    return _at_a_turn(history, table, events, after, evolvers)


def _at_a_turn(
    history: History[Event],
    table: BlackjackTable,
    events: tuple[Event, ...],
    after: BlackjackTable,
    evolvers: Mapping[type[Event], Evolver],
) -> History[Event]:
    """Return the history after a command that begins, ends or forgets a round."""
    turning = TURNING_EVENTS.intersection(map(type, events))
    if turning == OPENED and type(events[0]) is RoundOpened:
        before = None
        if is_only_called(after):
            before = BeforeCall(table, history.base, history.events, history.past)
        return History(table, events, _with_last(history.past, table), before)
    if turning == ENDED and history.base is not None:
        last = len(events)
        while type(events[last - 1]) is not RoundEnded:
            last -= 1
        kept = events[:last] + _card_events(events[last:])
        return History(history.base, history.events + kept, history.past)
    for event in events:
        if isinstance(event, ContestantReplaced):
            return _history_of_successor(history, table, event)
    return _after_turning_events(history, table, events, after, evolvers)


def _card_events(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events that say what became of the cards."""
    if CARD_EVENTS.isdisjoint(map(type, events)):
        return ()
    return tuple([event for event in events if type(event) in CARD_EVENTS])


def _with_last(past: tuple[PastRound, ...], base: BlackjackTable) -> tuple[PastRound, ...]:
    """Return the past rounds when a new one begins, with the last if anything was settled in it."""
    if not base.settled:
        return past[-PAST_ROUNDS:]
    return (*past[1 - PAST_ROUNDS :], PastRound(base.rounds, base.settled))


def _after_turning_events(
    history: History[Event],
    table: BlackjackTable,
    events: tuple[Event, ...],
    after: BlackjackTable,
    evolvers: Mapping[type[Event], Evolver],
) -> History[Event]:
    """Return the history after events some of which begin, end or forget a round.

    It is the same however the events were divided among commands.
    """
    base, kept, past, before = history.base, history.events, history.past, history.before
    under_way, seen = table.round is not None, 0
    for number in [place for place, event in enumerate(events) if type(event) in TURNING_EVENTS]:
        event = events[number]
        kind = type(event)
        kept += _part_of_round(events[seen:number], base, under_way=under_way)
        seen = number + 1
        if kind is RoundOpened:
            then = apply_all(table, events[:number], evolvers)
            before = BeforeCall(then, base, kept, past)
            base, kept, past, under_way = then, (), _with_last(past, then), True
        elif kind is RoundReconstructed:
            under_way = True
        elif before is not None and kind is CallTakenBack:
            base, past, under_way = before.base, before.past, False
            kept = before.events + _card_events(kept)
            continue
        elif isinstance(event, PastRoundVoided):
            past = _without_void(past, event)
        if kind in FORGETTING_EVENTS and _forgets(event, base, under_way=under_way):
            last = event is events[-1]
            then = after if last else apply_all(table, events[: number + 1], evolvers)
            base, kept = then if then.round is not None else None, ()
        elif under_way and base is not None:
            kept += (event,)
        if kind is RoundEnded or kind is RoundVoided:
            under_way = False
    kept += _part_of_round(events[seen:], base, under_way=under_way)
    return History(base, kept, past, before if is_only_called(after) else None)


def _part_of_round(
    events: tuple[Event, ...], base: BlackjackTable | None, *, under_way: bool
) -> tuple[Event, ...]:
    """Return the events that a history keeps: all during a round, those of its cards after it."""
    if base is None:
        return ()
    return events if under_way else _card_events(events)


def _forgets(event: Event, base: BlackjackTable | None, *, under_way: bool) -> bool:
    """Return whether nothing of the round can be taken back after an event."""
    match event:
        case DiscardsReturned(final=final):
            return final
        case HandVoided():
            return under_way
        case PlayerSanctioned(player=player, untouched=untouched):
            return base is None or (not untouched and player in _bettors(base))
        case _:
            return True


def _bettors(base: BlackjackTable) -> set[str]:
    """Return who has, or had, a wager in the round: a sanction of others does not affect it."""
    if base.round is None:
        return {stake.player for stake in base.wagers}
    settled = {line.player for one in base.settled for line in one.lines}
    return settled | {stake.player for stake in round_of(base).stakes}


def _history_of_successor(
    history: History[Event], table: BlackjackTable, event: ContestantReplaced
) -> History[Event]:
    """Return the history after a player was replaced between rounds; the successor inherits it."""
    past = tuple(
        PastRound(
            one.number, settlements_of_successor(table, one.settlements, event.player, event.by)
        )
        for one in history.past
    )
    return History(past=past)


def _without_void(past: Iterable[PastRound], event: PastRoundVoided) -> tuple[PastRound, ...]:
    """Return the past rounds without what was declared void."""
    left = []
    for one in past:
        if one.number == event.number:
            settlements = tuple(
                replace(s, lines=tuple(x for x in s.lines if event.box not in (None, x.box)))
                for s in one.settlements
            )
            one = replace(one, settlements=settlements)
        left.append(one)
    return tuple(left)


class Mark(Enum):
    """What happened at a moment that a round can be taken back to."""

    CARD = "card"
    DECISION = "decision"
    END = "end"


class ReturnPoint(msgspec.Struct, frozen=True, gc=False):
    """A moment that a round can be taken back to."""

    mark: Mark
    """What kind of moment it is."""
    table: BlackjackTable
    """The table before it."""
    event: Event
    """What happened then: a card dealt, a decision, the end of the round."""


def checkpoints(
    history: History[Event], evolvers: Mapping[type[Event], Evolver]
) -> list[ReturnPoint]:
    """Return every moment that the round can be taken back to, in order."""
    found: list[ReturnPoint] = []
    table = history.base
    for event in history.events:
        assert table is not None
        if type(event) in TABLE_EVENTS:
            # What people did meanwhile is no part of the round, and some of them may have come
            # after it: it is neither needed here nor possible to apply.
            continue
        if isinstance(event, RoundReconstructed):
            drop_last(found, cards=len(event.cards), decisions=event.decisions)
        elif (mark := _mark_of(table, event)) is not None:
            found.append(ReturnPoint(mark, table, event))
        table = evolvers[type(event)](table, event)
    return found


def _mark_of(table: BlackjackTable, event: Event) -> Mark | None:
    match event:
        case CardDealt():
            return Mark.CARD
        case RoundEnded():
            return Mark.END
        case CardCalled(call=Call.HIT) | HandFinished(called=True):
            return Mark.DECISION
        case DoublePlaced() | SplitPlaced() | Surrendered():
            # With a question open it is an answer to a call, and goes back with that call.
            return None if round_of(table).question is not None else Mark.DECISION
        case _:
            return None


def drop_last(found: list[ReturnPoint], *, cards: int, decisions: int) -> list[ReturnPoint]:
    """Drop the given number of cards with all that followed, then decisions ahead of them.

    Return what was dropped, the earliest first: the round goes back to the table before that one.
    """
    # From the end: cards with all decisions behind them, then the decisions that led to the first
    # of those cards. A card in front of them stops the second loop: it stays where it lies.
    dropped: list[ReturnPoint] = []
    while cards and found:
        dropped.append(found.pop())
        cards -= dropped[-1].mark is Mark.CARD
    while decisions and found and found[-1].mark is Mark.DECISION:
        dropped.append(found.pop())
        decisions -= 1
    return dropped[::-1]


EVOLVERS: dict[type[Event], Evolver] = {
    RoundReconstructed: round_reconstructed,
}

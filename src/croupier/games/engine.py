"""Every game behind one interface: open a table, decide, evolve, fold, list what is due."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.blackjack.approvals import (
    FaceDownApproved,
    HeldBlackjacksApproved,
    ResplitPermitted,
)
from croupier.games.blackjack.due import due as blackjack_due
from croupier.games.blackjack.game import EVOLVERS as BLACKJACK_EVOLVERS
from croupier.games.blackjack.game import HANDLERS as BLACKJACK_HANDLERS
from croupier.games.blackjack.game import continue_round as go_on_blackjack
from croupier.games.blackjack.game import evolve as evolve_blackjack
from croupier.games.blackjack.history import RoundReconstructed, remember
from croupier.games.blackjack.opening import FAMILY as BLACKJACK_FAMILY
from croupier.games.blackjack.opening import blackjack_table, open_blackjack
from croupier.games.blackjack.side_bets import (
    SideBetLimitsAnnounced,
    SideBetLimitsSet,
    SideBetsLimited,
)
from croupier.games.blackjack.state import NO_HISTORY, BlackjackDraft, BlackjackTable, History
from croupier.games.blackjack.state import cards_out as blackjack_cards_out
from croupier.games.blackjack.stray_cards import CardDrawnInError
from croupier.games.blackjack.voids import HandVoided, SettlementsUndone
from croupier.games.stud.cards import FaceDownCardDealt
from croupier.games.stud.due import due as stud_due
from croupier.games.stud.game import EVOLVERS as STUD_EVOLVERS
from croupier.games.stud.game import FAMILY as STUD_FAMILY
from croupier.games.stud.game import HANDLERS as STUD_HANDLERS
from croupier.games.stud.game import continue_round as go_on_stud
from croupier.games.stud.game import evolve as evolve_stud
from croupier.games.stud.game import open_stud, remember_rounds, stud_table
from croupier.games.stud.misdeals import CardsCounted
from croupier.games.stud.state import StudDraft, StudTable
from croupier.games.stud.state import cards_out as stud_cards_out
from croupier.games.table.card_counts import CardsSecured
from croupier.games.table.choices import GivenChoices, read_choices
from croupier.games.table.dispatch import answer
from croupier.games.table.draft import Draft, Handler, NextCards, Outcome
from croupier.games.table.due import Due
from croupier.games.table.opening import LawAdopted, TableOpened
from croupier.games.table.preparation import CardBurned
from croupier.games.table.restrictions import PlayersPerBoxLimited
from croupier.games.table.rounds import CardDealt, PastRoundVoided, RoundVoided, WagersSettled
from croupier.games.table.seats import BoxesReserved, BoxNominated, DealerChanged, SeatTaken
from croupier.games.table.signs import (
    ClosureAnnounced,
    HoursSet,
    LimitsAnnounced,
    LimitsChanged,
    PersonalLimitsSet,
)
from croupier.games.table.state import Line, Table
from croupier.messages import ClockMoved, Command, Event, Refused
from croupier.rulebooks import BlackjackLaw, StudLaw, TableLaw, read_law

ContinueRound = Callable[[Any, NextCards[Any] | None], None]
"""Plays a round on after a command; with a source of cards, deals those that fall due."""


class Family(NamedTuple):
    """The functions that run the tables of one family of games."""

    draft_of: Callable[[Any, Any, History[Event]], Draft[Any, Any]]
    """Starts a draft under a law, of a table with its history."""
    handlers: Mapping[type[Command], Handler]
    """The handler of each type of command."""
    advance: ContinueRound
    """Plays a round on after a command."""
    due: Callable[[Any, Any], tuple[Due, ...]]
    """Returns what is due at a table."""
    evolve: Callable[[Any, Any], Table]
    """Returns the table after an event."""
    new_table: Callable[[TableOpened], Table]
    """Returns the table that the event opens."""
    remember: Callable[[History[Event], Any, Any, Any], History[Event]]
    """Returns the history after the events of a command."""
    cards_out: Callable[[Any], list[Card]]
    """Returns the cards seen since the last shuffle that are not back in a device."""


def _draft_of_blackjack(
    law: BlackjackLaw, table: BlackjackTable, history: History[Event]
) -> BlackjackDraft:
    return BlackjackDraft(law, table, BLACKJACK_EVOLVERS, history)


def _remember_blackjack(
    history: History[Event],
    table: BlackjackTable,
    events: tuple[Event, ...],
    after: BlackjackTable,
) -> History[Event]:
    return remember(history, table, events, after, BLACKJACK_EVOLVERS)


def _draft_of_stud(law: StudLaw, table: StudTable, history: History[Event]) -> StudDraft:
    return StudDraft(law, table, STUD_EVOLVERS, history.past)


def _remember_stud(
    history: History[Event], table: StudTable, events: tuple[Event, ...], _: StudTable
) -> History[Event]:
    """Return the history with the finished rounds: stud takes back no round card by card."""
    past = remember_rounds(history.past, table, events)
    return history if past is history.past else replace(history, past=past)


BLACKJACK = Family(
    _draft_of_blackjack,
    BLACKJACK_HANDLERS,
    go_on_blackjack,
    blackjack_due,
    evolve_blackjack,
    blackjack_table,
    _remember_blackjack,
    blackjack_cards_out,
)
STUD = Family(
    _draft_of_stud,
    STUD_HANDLERS,
    go_on_stud,
    stud_due,
    evolve_stud,
    stud_table,
    _remember_stud,
    stud_cards_out,
)
FAMILIES = {BLACKJACK_FAMILY: BLACKJACK, STUD_FAMILY: STUD}
"""The families by the names in ``TableOpened.family``."""


def family_of(table: Table) -> Family:
    """Return the family that a table belongs to."""
    return STUD if isinstance(table, StudTable) else BLACKJACK


HANDLERS: dict[type[Command], Handler] = {**STUD_HANDLERS, **BLACKJACK_HANDLERS}
"""The handlers of every command of every game."""


def commands_by_tag(law: TableLaw) -> dict[str, type[Command]]:
    """Return the commands of a game's tables by their tags."""
    kinds = STUD_HANDLERS if isinstance(law, StudLaw) else BLACKJACK_HANDLERS
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


def open_table(
    game: str | TableLaw, choices: GivenChoices = None, *, stacked: int | None = None
) -> TableOpened | Refused:
    """Return the event that opens a table of any game, or the refusal of its choices.

    ``stacked`` is the number of cards in a shoe that was laid beforehand; without it, the cards are
    shuffled first.
    """
    law, chosen = read_law(game), read_choices(choices)
    if isinstance(law, StudLaw):
        return open_stud(law, chosen, stacked=stacked)
    assert isinstance(law, BlackjackLaw)
    return open_blackjack(law, chosen, stacked=stacked)


def handle(
    law: TableLaw, table: Table, command: Command, history: History[Event] = NO_HISTORY
) -> Outcome | Refused:
    """Decide a command and what follows from it by the rules. Return the refusal, or the outcome.

    ``history`` holds what may still be taken back at the table.
    """
    family = family_of(table)
    draft = family.draft_of(law, table, history)
    refused = answer(draft, command, family.handlers)
    return refused or outcome_of(table, draft, family.advance)


def outcome_of(
    before: Table,
    draft: Draft[Any, Any],
    advance: ContinueRound,
    next_cards: NextCards[Any] | None = None,
) -> Outcome:
    """Return the outcome of an answered draft, after its family has played the round on.

    With ``next_cards``, all cards that fall due are dealt too. If nothing but settings were
    repeated, the outcome has no events.
    """
    if draft.table.round is not None:
        advance(draft, next_cards)
    events = tuple(draft.events)
    if changes_nothing(before, draft.table, events):
        return Outcome(before, ())
    return Outcome(draft.table, events)


SETTING_EVENTS = frozenset(
    {
        *(BoxNominated, BoxesReserved, CardsSecured, ClockMoved, ClosureAnnounced, DealerChanged),
        *(FaceDownApproved, HeldBlackjacksApproved, LimitsAnnounced, LimitsChanged, SeatTaken),
        *(HoursSet, PersonalLimitsSet, PlayersPerBoxLimited, ResplitPermitted),
        *(SideBetLimitsAnnounced, SideBetLimitsSet, SideBetsLimited),
    }
)
"""The events that only set how a table is from now on."""


def changes_nothing(before: Table, after: Table, happened: tuple[Event, ...]) -> bool:
    """Return whether the events leave the table as it was, the clock aside.

    Such a command repeats a setting that already holds, so nothing is recorded.
    """
    if not SETTING_EVENTS.issuperset(map(type, happened)):
        return False
    return before == after or _but_for_clock(before) == _but_for_clock(after)


def _but_for_clock(table: Table) -> list[object]:
    return [getattr(table, name) for name in table.__struct_fields__ if name != "clock"]


def decide(
    law: TableLaw, table: Table, command: Command, history: History[Event] = NO_HISTORY
) -> tuple[Event, ...] | Refused:
    """Return the events that a command leads to, for ``evolve`` to apply, or its refusal."""
    outcome = handle(law, table, command, history)
    return outcome if isinstance(outcome, Refused) else outcome.events


def evolve(table: Table | None, event: Event) -> Table:
    """Return the table after an event; only the event that opens a table needs no table before."""
    if isinstance(event, TableOpened):
        return FAMILIES[event.family].new_table(event)
    assert table is not None
    return family_of(table).evolve(table, event)


def fold(
    events: Iterable[Event], table: Table | None = None, history: History[Event] = NO_HISTORY
) -> tuple[Table, History[Event]]:
    """Return the table that the events lead to, and what may still be taken back there.

    The events begin with the table's opening, or continue from ``table`` and ``history``. After a
    change of the law nothing earlier may be taken back.
    """
    for event in events:
        before, table = table, evolve(table, event)
        if isinstance(event, LawAdopted):
            history = NO_HISTORY
        elif before is not None:
            history = family_of(table).remember(history, before, (event,), table)
    assert table is not None
    return table, history


def due(law: TableLaw, table: Table) -> tuple[Due, ...]:
    """Return all that is due at a table now, the most urgent first; nothing at a closed table."""
    return family_of(table).due(law, table)


SETTLEMENT_EVENTS = (
    WagersSettled,
    RoundVoided,
    HandVoided,
    SettlementsUndone,
    PastRoundVoided,
    RoundReconstructed,
)
"""The events that settle wagers, or undo a settlement."""


def lines_of(event: Event) -> tuple[Line, ...]:
    """Return what an event settles or undoes, one line per wager."""
    return event.lines if isinstance(event, SETTLEMENT_EVENTS) else ()


def cards_drawn(event: Event) -> tuple[Card | None, ...]:
    """Return the cards that an event took out of the shoe; ``None`` stands for an unseen card."""
    match event:
        case CardDealt(card=card, ahead=False):
            return (card,)
        case CardBurned(shown=shown, unseen=unseen, ahead=ahead):
            return (*(() if shown is None else (shown,)), *(None,) * unseen)[ahead:]
        case CardDrawnInError(card=card, drawn=True):
            return (card,)
        case FaceDownCardDealt():
            return (None,)
        case CardsCounted(strays=strays):
            return strays
        case _:
            return ()


def cards_out(table: Table) -> list[Card]:
    """Return the cards that were seen since the last shuffle and are not back in a device."""
    return family_of(table).cards_out(table)

"""The events and duties of a tournament in sentences: before, between and after its tables."""

from croupier.display.disclosure import DisclosedEvent
from croupier.display.narration.table import contest_sentence
from croupier.display.sentences import SentenceDraft, sentence_for
from croupier.display.viewers import Onlooker, Voice, join_words
from croupier.features.tournaments.rules.conduct import (
    BuyBackDeclined,
    ChipsReturned,
    PlayerBoughtBack,
    PlayerDisqualified,
    ReserveSeated,
    SubstituteAdmitted,
    TimeLimitSet,
    TournamentChipsCounted,
)
from croupier.features.tournaments.rules.decisions import EVOLVERS
from croupier.features.tournaments.rules.draft import TournamentClockMoved, TournamentPlanned
from croupier.features.tournaments.rules.due import TournamentDue
from croupier.features.tournaments.rules.entries import (
    CommissionApproved,
    ConditionsPublished,
    EntryRefused,
    EntryWithdrawn,
    PlayerEntered,
    RegulatorTold,
    TableDesignated,
    TableStaffed,
    TournamentCancelled,
    TournamentManagerAppointed,
)
from croupier.features.tournaments.rules.interruptions import (
    BreakEnded,
    BreakGiven,
    EliminationUndone,
)
from croupier.features.tournaments.rules.placings import (
    PrizesAwarded,
    SessionLapsed,
    SessionRecorded,
    TableFinished,
    TieFound,
)
from croupier.features.tournaments.rules.seats import (
    SeatsDrawn,
    SeatTakenUp,
    SessionChipsBought,
    SessionMoved,
    SessionStarted,
)
from croupier.features.tournaments.rules.state import TableResult, Tournament
from croupier.games.table.contest.rounds import ContestantEliminated, PlayOffBegan
from croupier.games.table.dispatch import EVOLVERS as TABLE_EVOLVERS
from croupier.messages import Event
from croupier.money import in_dollars

TOURNAMENT_EVENTS: tuple[type[Event], ...] = tuple(
    kind for kind in EVOLVERS if kind not in TABLE_EVOLVERS
)
"""The events of a tournament as a whole, which change no table."""
ONLOOKER = Voice(Onlooker())
UNPLACED = "nobody is placed"
"""The sentence for a table or a session at which every player was disqualified or never came."""
SPECTATOR_EVENTS = (
    PlayerEntered,
    SeatsDrawn,
    SessionStarted,
    TableFinished,
    SessionRecorded,
    SessionLapsed,
    PrizesAwarded,
    TournamentCancelled,
    BreakGiven,
    ContestantEliminated,
    PlayOffBegan,
)
"""The events that a spectator is shown."""


# ------------------------------------------------------------------------------------------ events


def spectator_sentence(event: Event, voice: Voice = ONLOOKER) -> str:
    """Return a sentence with its clause; empty if the event means nothing to a spectator."""
    if not isinstance(event, SPECTATOR_EVENTS):
        return ""
    told = tournament_event_sentence(event, voice) or contest_sentence(event, voice)
    return sentence_for(event, told, voice).with_clauses


def tournament_event_sentence(event: DisclosedEvent, voice: Voice) -> SentenceDraft:
    """Return a sentence about a tournament as a whole; ``None`` for other events."""
    if not isinstance(event, TOURNAMENT_EVENTS):
        return None
    return (
        _of_papers(event)
        or _of_entries(event, voice)
        or _of_seats(event, voice)
        or _of_conduct(event, voice)
        or _of_results(event, voice)
    )


def _of_papers(event: Event) -> SentenceDraft:
    match event:
        case TournamentPlanned(name=name):
            return f"The tournament {name} is planned", False
        case TournamentClockMoved(at=at):
            return f"It is {at.isoformat(timespec='minutes')}", False
        case CommissionApproved(amount=amount):
            return f"A commission of {in_dollars(amount)} is approved", False
        case ConditionsPublished():
            return "The conditions are published", True
        case TournamentManagerAppointed(person=person):
            return f"{person} runs the tournament", True
        case RegulatorTold():
            return "The regulator has a copy of the conditions", False
        case TableDesignated(table=table):
            return f"Table {table} is reserved for the tournament", False
        case TableStaffed(table=table, live=live):
            who = "People deal" if live else "Software deals"
            return f"{who} at table {table} in the sessions to come", True
        case TournamentCancelled(reason=reason):
            return f"The tournament is called off: {reason}", True
    return None


def _of_entries(event: Event, voice: Voice) -> SentenceDraft:
    match event:
        case PlayerEntered(player=player, reserve=True):
            return f"{voice.does(player, 'wait', 'waits')} as a reserve", True
        case PlayerEntered(player=player):
            return voice.does(player, "enter", "enters"), True
        case EntryRefused(player=player, reason=reason):
            return f"{voice.whose(player, 'application')} is refused: {reason}", True
        case EntryWithdrawn(player=player, free=free):
            fee = "the fee is returned" if free else "the fee stays in the pool"
            return f"{voice.does(player, 'withdraw', 'withdraws')}: {fee}", True
        case SessionChipsBought(player=player, amount=amount):
            return f"{voice.does(player, 'pay', 'pays')} {in_dollars(amount)} for chips", True
        case PlayerBoughtBack(player=player, amount=amount):
            return f"{voice.does(player, 'buy', 'buys')} back for {in_dollars(amount)}", True
        case BuyBackDeclined(player=player):
            return f"{voice.does(player, 'do', 'does')} not buy back", True
    return None


def _of_seats(event: Event, voice: Voice) -> SentenceDraft:
    match event:
        case SeatsDrawn(session=session, seats=seats):
            where = join_words(f"{voice.who(one.player)} {one.table}/{one.box}" for one in seats)
            return f"Seats for {session}: {where}", True
        case SeatTakenUp(player=player, present=present):
            return f"{voice.does(player, 'are', 'is')} {'there' if present else 'absent'}", True
        case SessionStarted(session=session):
            return f"The session {session} starts", True
        case SessionMoved(starts=starts):
            return f"The session starts at {starts.isoformat(timespec='minutes')}", True
        case ReserveSeated(player=player, instead=instead):
            return f"{voice.who(player)} takes the seat of {voice.who(instead)}", True
        case SubstituteAdmitted(player=player, instead=instead):
            return f"{voice.does(player, 'play', 'plays')} on for {voice.who(instead)}", True
    return None


def _of_conduct(event: Event, voice: Voice) -> SentenceDraft:
    match event:
        case PlayerDisqualified(player=player, ground=ground):
            return f"{voice.does(player, 'are', 'is')} disqualified: {ground}", True
        case BreakGiven(minutes=minutes, until=until):
            long = "" if minutes is None else f" of {minutes} minutes"
            ends = "" if until is None else f", until {until.isoformat(timespec='minutes')}"
            return f"There is a break{long}{ends}", True
        case BreakEnded():
            return "The break is over", True
        case EliminationUndone(player=player, reason=reason):
            return f"{voice.does(player, 'are', 'is')} back, eliminated by mistake: {reason}", True
        case TimeLimitSet(seconds=seconds):
            return f"A wager is made within {seconds} seconds", True
        case TournamentChipsCounted(table=table, counts=counts):
            told = join_words(
                f"{voice.who(who)} {in_dollars(held)}" for who, held in counts.items()
            )
            return f"Chips at table {table}: {told}", True
        case ChipsReturned(table=table, missing=missing):
            lost = sum(one.quantity for one in missing)
            return f"The chips of table {table} are back, {lost or 'none'} missing", True
    return None


def _of_results(event: Event, voice: Voice) -> SentenceDraft:
    match event:
        case TieFound(table=table, round=number):
            return f"Table {table} is level after round {number}", False
        case TableFinished(result=result, ballots=ballots):
            orders = ", ".join(f"{join_words(map(voice.who, one))}" for one in ballots)
            lots = f"; lots were drawn in the order {orders}" if ballots else ""
            return f"Table {result.table} is over: {placing_text(result, voice)}{lots}", True
        case SessionRecorded(session=session, places=places):
            names = (f"{place} {voice.who(who)}" for who, place in places.items())
            told = join_words(names, none=UNPLACED)
            return f"The session {session} is recorded: {told}", True
        case SessionLapsed(session=session):
            return f"The session {session} is over: nobody is left to play it", True
        case PrizesAwarded(prizes=prizes):
            told = join_words(f"{voice.who(who)} {in_dollars(won)}" for who, won in prizes.items())
            return f"Prizes: {told}", True
    return None


def placing_text(result: TableResult, voice: Voice) -> str:
    """Return the places at a table with the counts: 1 ann $1,020 and 2 bob $980."""
    places = (
        f"{place} {voice.who(player)} {in_dollars(result.counts[player])}"
        for player, place in result.places.items()
    )
    return join_words(places, none=UNPLACED)


# ------------------------------------------------------------------------------------------ duties


AT_TABLES = ("wager", "absence", "deal", "time-out")
"""The duties that the prompts of a table already show, unless they are overdue."""
WORDS = {
    "conditions": "Publish the conditions: publish-conditions",
    "manager": "Appoint somebody to run it: appoint-manager",
    "regulator": "Give the regulator a copy of the conditions: notify regulator",
    "entries": "More entries are needed: enter NAME",
    "draw": "Draw the seats for {session}: draw-seats",
    "start": "Start {session}: start-session",
    "seat": "{player} takes the seat {seat}: take-seat {player}",
    "buy-in": "{player} pays for the chips: buy-chips {player}",
    "tables": "Designate table {table}: designate-table {table}",
    "buy-back": "{player} may buy back: buy-back {player}, or decline-buy-back {player}",
    "wager": "{player} wagers at table {table}",
    "absence": "{player} is absent at table {table}: deduct-absent or disqualify",
    "deal": "Deal at table {table}",
    "time-out": "The time of {player} at table {table}: time-out {player}",
    "play-off": "A tie is played off at table {table}",
    "break": "A break is planned now: break MINUTES",
    "resume": "There is a break: end-break, or the next deal, ends it",
    "count": "Check the chips of table {table} and take them back: return-chips {table}",
    "dispute": "{player} has raised a dispute: decide-dispute by=tournament-manager",
    "notice": "A notice is open",
    "prizes": "Pay the prizes: award-prizes",
}
"""The words for each thing that may be due."""


def tournament_duty_sentence(owed: TournamentDue, tournament: Tournament, voice: Voice) -> str:
    """Return a sentence for a duty in a tournament, with its deadline and its clause."""
    seat = tournament.seat_of(owed.player)
    words = WORDS[owed.what].format(
        session=tournament.plan.name,
        player=voice.who(owed.player),
        table=owed.table,
        seat="" if seat is None else f"{seat.table}/{seat.box}",
    )
    if owed.deadline is not None:
        words += f", until {owed.deadline.isoformat(timespec='seconds')}"
    words += ", overdue" if owed.overdue else ""
    return f"{words} ({owed.clause})" if owed.clause else words

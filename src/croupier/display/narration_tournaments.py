"""What happened in a tournament, in sentences: before, between and after its tables."""

from croupier.display.disclosure import SeenEvent
from croupier.display.narration_contest import told_of_contest
from croupier.display.sentences import Told, told_entry
from croupier.display.viewers import Onlooker
from croupier.display.voices import Voice
from croupier.display.words import listed
from croupier.floor.tournaments import events as tournament
from croupier.floor.tournaments.evolvers import EVOLVERS
from croupier.floor.tournaments.state import TableResult
from croupier.money import in_dollars
from croupier.table import contest_events as contest
from croupier.table.events import Event
from croupier.table.evolvers import EVOLVERS as TABLE_EVOLVERS

OF_TOURNAMENTS: tuple[type[Event], ...] = tuple(
    kind for kind in EVOLVERS if kind not in TABLE_EVOLVERS
)
"""What happens to a tournament as a whole: it changes no table."""
ONLOOKER = Voice(Onlooker())
UNPLACED = "nobody is placed"
"""What a table or a session came to at which everybody was disqualified, or never came."""
WATCHED = (
    tournament.PlayerEntered,
    tournament.SeatsDrawn,
    tournament.SessionStarted,
    tournament.TableFinished,
    tournament.SessionRecorded,
    tournament.PrizesAwarded,
    tournament.TournamentCancelled,
    tournament.BreakGiven,
    contest.ContestantEliminated,
    contest.PlayOffBegan,
)
"""What somebody who watches from afar hears of."""


def told_of_a_tournament(event: Event, voice: Voice = ONLOOKER) -> str:
    """A sentence with its clause; empty where the event means nothing to somebody far away."""
    if not isinstance(event, WATCHED):
        return ""
    told = told_of_tournament(event, voice) or told_of_contest(event, voice)
    return told_entry(event, told, voice).cited


def told_of_tournament(event: SeenEvent, voice: Voice) -> Told:
    """A sentence about a tournament as a whole; none where the event is no part of one."""
    if not isinstance(event, OF_TOURNAMENTS):
        return None
    return (
        _of_papers(event)
        or _of_entries(event, voice)
        or _of_seats(event, voice)
        or _of_conduct(event, voice)
        or _of_results(event, voice)
    )


def _of_papers(event: Event) -> Told:
    match event:
        case tournament.TournamentPlanned(name=name):
            return f"The tournament {name} is planned", False
        case tournament.TournamentClockMoved(at=at):
            return f"It is {at.isoformat(timespec='minutes')}", False
        case tournament.CommissionApproved(amount=amount):
            return f"A commission of {in_dollars(amount)} is approved", False
        case tournament.ConditionsPublished():
            return "The conditions are published", True
        case tournament.TournamentManagerAppointed(person=person):
            return f"{person} runs the tournament", True
        case tournament.RegulatorTold():
            return "The regulator has a copy of the conditions", False
        case tournament.TableDesignated(table=table):
            return f"Table {table} is reserved for the tournament", False
        case tournament.TournamentCancelled(reason=reason):
            return f"The tournament is called off: {reason}", True
    return None


def _of_entries(event: Event, voice: Voice) -> Told:
    match event:
        case tournament.PlayerEntered(player=player, reserve=True):
            return f"{voice.does(player, 'wait', 'waits')} as a reserve", True
        case tournament.PlayerEntered(player=player):
            return voice.does(player, "enter", "enters"), True
        case tournament.EntryRefused(player=player, reason=reason):
            return f"{voice.whose(player, 'application')} is refused: {reason}", True
        case tournament.EntryWithdrawn(player=player, free=free):
            fee = "the fee is returned" if free else "the fee stays in the pool"
            return f"{voice.does(player, 'withdraw', 'withdraws')}: {fee}", True
        case tournament.SessionChipsBought(player=player, amount=amount):
            return f"{voice.does(player, 'pay', 'pays')} {in_dollars(amount)} for chips", True
        case tournament.PlayerBoughtBack(player=player, amount=amount):
            return f"{voice.does(player, 'buy', 'buys')} back for {in_dollars(amount)}", True
    return None


def _of_seats(event: Event, voice: Voice) -> Told:
    match event:
        case tournament.SeatsDrawn(session=session, seats=seats):
            where = listed(f"{voice.who(one.player)} {one.table}/{one.box}" for one in seats)
            return f"Seats for {session}: {where}", True
        case tournament.SeatTakenUp(player=player, present=present):
            return f"{voice.does(player, 'are', 'is')} {'there' if present else 'absent'}", True
        case tournament.SessionStarted(session=session):
            return f"The session {session} starts", True
        case tournament.SessionMoved(starts=starts):
            return f"The session starts at {starts.isoformat(timespec='minutes')}", True
        case tournament.ReserveSeated(player=player, instead=instead):
            return f"{voice.who(player)} takes the seat of {voice.who(instead)}", True
        case tournament.SubstituteAdmitted(player=player, instead=instead):
            return f"{voice.does(player, 'play', 'plays')} on for {voice.who(instead)}", True
    return None


def _of_conduct(event: Event, voice: Voice) -> Told:
    match event:
        case tournament.PlayerDisqualified(player=player, ground=ground):
            return f"{voice.does(player, 'are', 'is')} disqualified: {ground}", True
        case tournament.BreakGiven(minutes=minutes, until=until):
            long = "" if minutes is None else f" of {minutes} minutes"
            ends = "" if until is None else f", until {until.isoformat(timespec='minutes')}"
            return f"There is a break{long}{ends}", True
        case tournament.BreakEnded():
            return "The break is over", True
        case tournament.EliminationUndone(player=player, reason=reason):
            return f"{voice.does(player, 'are', 'is')} back, eliminated by mistake: {reason}", True
        case tournament.TimeLimitSet(seconds=seconds):
            return f"A wager is made within {seconds} seconds", True
        case tournament.TournamentChipsCounted(table=table, counts=counts):
            told = listed(f"{voice.who(who)} {in_dollars(held)}" for who, held in counts.items())
            return f"Chips at table {table}: {told}", True
        case tournament.ChipsReturned(table=table, missing=missing):
            lost = sum(one.quantity for one in missing)
            return f"The chips of table {table} are back, {lost or 'none'} missing", True
    return None


def _of_results(event: Event, voice: Voice) -> Told:
    match event:
        case tournament.TieFound(table=table, round=number):
            return f"Table {table} is level after round {number}", False
        case tournament.TableFinished(result=result):
            return f"Table {result.table} is over: {placing(result, voice)}", True
        case tournament.SessionRecorded(session=session, places=places):
            names = (f"{place} {voice.who(who)}" for who, place in places.items())
            told = listed(names, none=UNPLACED)
            return f"The session {session} is recorded: {told}", True
        case tournament.PrizesAwarded(prizes=prizes):
            told = listed(f"{voice.who(who)} {in_dollars(won)}" for who, won in prizes.items())
            return f"Prizes: {told}", True
    return None


def placing(result: TableResult, voice: Voice) -> str:
    """The places at a table with what was counted: 1 ann $1,020 and 2 bob $980."""
    places = (
        f"{place} {voice.who(player)} {in_dollars(result.counts[player])}"
        for player, place in result.places.items()
    )
    return listed(places, none=UNPLACED)

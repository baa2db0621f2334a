"""What is due in a tournament, in words: what to type, and by when."""

from croupier.display.voices import Voice
from croupier.floor.tournaments.due import TournamentDue
from croupier.floor.tournaments.state import Tournament

AT_TABLES = ("wager", "absence", "deal", "time-out")
"""What the prompts of a table say themselves, except for what is overdue."""
WORDS = {
    "conditions": "Publish the conditions: publish-conditions",
    "manager": "Appoint somebody to run it: appoint-manager",
    "regulator": "Give the regulator a copy of the conditions: notify regulator",
    "entries": "More entries are needed: enter NAME",
    "draw": "Draw the seats for {session}: draw-seats",
    "start": "Start {session}: start-session",
    "seat": "{player} takes the seat {seat}: take-seat {player}",
    "buy-in": "{player} pays for the chips: buy-chips {player}",
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


def told_owed(owed: TournamentDue, tournament: Tournament, voice: Voice) -> str:
    """Something that is due in a tournament, with its deadline and its clause."""
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

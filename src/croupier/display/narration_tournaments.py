"""What happened in a tournament, in sentences for everybody."""

from croupier.display.words import listed
from croupier.floor.tournaments import events as tournament
from croupier.money import in_dollars
from croupier.table import contest_events as contest
from croupier.table.events import Event


def told_of_a_tournament(event: Event) -> str:
    """A sentence with its clause; empty where the event says nothing to onlookers."""
    words = _told(event)
    clause = getattr(event, "clause", "")
    return f"{words} ({clause})" if words and clause else words


def _told(event: Event) -> str:
    match event:
        case tournament.PlayerEntered(player=player):
            return f"{player} enters"
        case tournament.SeatsDrawn(session=session, seats=seats):
            return f"Seats for {session}: " + listed(
                f"{one.player} {one.table}/{one.box}" for one in seats
            )
        case tournament.SessionStarted(session=session):
            return f"The session {session} starts"
        case contest.ContestantEliminated(player=player, fall=fall):
            return f"{player} is eliminated in round {fall.round} with {in_dollars(fall.chips)}"
        case contest.PlayOffBegan(players=players):
            return f"A tie is played off: {listed(players)}"
    return _result(event)


def _result(event: Event) -> str:
    match event:
        case tournament.TableFinished(result=result):
            told = listed(
                f"{place} {player} {in_dollars(result.counts[player])}"
                for player, place in result.places.items()
            )
            return f"Table {result.table} is over: {told}"
        case tournament.PrizesAwarded(prizes=prizes):
            return "Prizes: " + listed(
                f"{player} {in_dollars(amount)}" for player, amount in prizes.items()
            )
        case tournament.TournamentCancelled(reason=reason):
            return f"The tournament is called off: {reason}"
    return ""

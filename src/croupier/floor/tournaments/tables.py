"""The tables of a session: what they take from the conditions, and how play begins there."""

from msgspec.structs import replace

from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.evolvers import EVOLVERS as TABLE_EVOLVERS
from croupier.blackjack.state import BlackjackTable
from croupier.floor.tournaments.state import Fate, Seat, Tournament
from croupier.money import transfer
from croupier.rulebooks import BlackjackLaw
from croupier.table.choices import Choices, TournamentTerms
from croupier.table.contest_checks import tournament_law
from croupier.table.contest_events import ContestBegan
from croupier.table.contest_state import NEVER_TAKEN, Contestant, Fall, Standing
from croupier.table.draft import Outcome
from croupier.table.events import ClockMoved

FIRST_BOX = 1
"""Where the marker starts, or on the next player up."""


def table_choices(tournament: Tournament, choices: Choices) -> Choices:
    """The choices of a table of the session: the operator's, with what the conditions say."""
    conditions, plan = tournament.conditions, tournament.plan
    terms = TournamentTerms(
        tournament=tournament.name,
        session=plan.name,
        rounds=plan.rounds,
        levels=conditions.levels,
        unit=conditions.unit,
        eliminations=plan.eliminations,
        marker=conditions.order_of_wagering,
        deal_from_marker=conditions.deal_from_marker,
        pass_cards=conditions.pass_cards,
        undisclosed_wagers=conditions.undisclosed_wagers,
        wager_seconds=tournament.seconds,
    )
    return replace(
        choices,
        minimum=conditions.minimum,
        maximum=conditions.maximum,
        unit=conditions.step,
        tournament=terms,
    )


def begin(law: BlackjackLaw, tournament: Tournament, number: int, table: BlackjackTable) -> Outcome:
    """The session at one of its tables: contestants in their seats, with their chips."""
    draft = BlackjackDraft(law, table, TABLE_EVOLVERS)
    clause = tournament_law(law).wagers.allotment.clause
    contestants = tuple(
        _contestant(law, tournament, seat) for seat in tournament.seats if seat.table == number
    )
    chips = tournament.conditions.chips_for(tournament.plan)
    till, conditions = table.till, tournament.conditions
    issued = tuple(
        transfer(till.float, till.chips(one.player), chips, clause)
        for one in contestants
        if one.standing is Standing.IN
    )
    marker = FIRST_BOX if conditions.order_of_wagering else 0
    rounds = tournament.plan.rounds
    rules = tournament_law(law)
    order = rules.wagers.order
    used = dict.fromkeys((order.provided.clause, order.marker.clause)) if marker else ()
    also = (rules.prevails.clause, *used)
    if tournament.clock is not None:
        draft.emit(ClockMoved(tournament.clock))
    draft.emit(ContestBegan(contestants, marker, rounds, tournament.seconds, issued, clause, also))
    return Outcome(draft.table, tuple(draft.events))


def _contestant(law: BlackjackLaw, tournament: Tournament, seat: Seat) -> Contestant:
    """A player in a seat as the session starts."""
    conditions, entrant = tournament.conditions, tournament.entrants[seat.player]
    one = Contestant(
        seat.player,
        seat.box,
        present=seat.present,
        passes=conditions.pass_cards,
        forms=conditions.undisclosed_wagers,
    )
    if entrant.fate is Fate.FORFEITED:
        return replace(one, standing=Standing.FORFEITED, clause=entrant.clause)
    if conditions.buy_in and not seat.bought:
        clause = tournament_law(law).wagers.no_buy_in.clause
        fall = Fall(0, 0, 0, NEVER_TAKEN)
        return replace(one, standing=Standing.ELIMINATED, clause=clause, fall=fall)
    return one

"""The types of the law about tournaments: what must be published, who runs them, how they are won.

A rulebook without tournaments has none of this. What it leaves open is for the conditions that the
operator publishes.
"""

from enum import Enum

import msgspec

from croupier.rulebooks.catalogue import Rule, Says
from croupier.rulebooks.law.roles import Role


class NoShow(Enum):
    """What becomes of a player who is not in the seat when a session starts."""

    ABSENT = "absent"
    """The seat and the chips are kept, and the manager may act."""
    FORFEITED = "forfeited"
    """The place is lost."""


class ShortWager(Enum):
    """What becomes of a wager below the minimum when the dealer wants to deal."""

    MADE_UP = "made-up"
    """It is made up from the player's chips; who cannot is out."""
    REFUSED = "refused"
    """Nothing is dealt until its owner has made it up."""


class EntryLaw(msgspec.Struct, frozen=True, kw_only=True):
    """What comes before the first session: papers, people, fees."""

    published: Rule[Role]
    """Who publishes the conditions; each entrant has a copy."""
    statements: dict[str, Says]
    """What the conditions must state, by the names of the conditions."""
    statements_of_progress: dict[str, Says] = {}
    """What they must state besides where players compete to go on to the next session."""
    statements_of_points: dict[str, Says] = {}
    """What they must state instead where points decide."""
    regulator_told: Rule[Role] | None = None
    """Who gets a copy before entries are taken; none where nobody must."""
    manager: Rule[Role]
    """Who appoints the person who runs it."""
    run_by: Rule[Role]
    """Who that person is."""
    designated: Rule[Role]
    """Who says which tables are used."""
    agreement: Says
    """Entrants may have to agree in writing."""
    one_entry: Says
    numbers: Says
    """The least and the most entrants."""
    refusable: Says
    """An application may be refused where the conditions say so."""
    selection: Says | None = None
    """Criteria of selection stand in the conditions."""

    def required_statements(self, *, by_points: bool) -> dict[str, Says]:
        """Return what the conditions must state, depending on whether points decide."""
        return self.statements | (
            self.statements_of_points if by_points else self.statements_of_progress
        )


class PoolLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Fees, the prize pool, and what goes back."""

    fee: Says
    """A fee may be charged; where the rulebook says so, value may be added to the pool."""
    all_paid_out: Says
    """What the pool holds goes to the players; so do all fees that are in it."""
    not_refunded: Says
    free_withdrawal: Says | None = None
    """Until a stated time a withdrawal costs nothing; none where fees never go back."""
    commission: Rule[Role] | None = None
    """Who approves what the operator keeps of the fees; none where nothing may be kept."""
    guaranteed: Says | None = None
    cancelled: Rule[Role]
    """Who may call it off: everything that players paid goes back."""


class SeatLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Seats, starts, and who is not there."""

    drawn: Says
    """How seats are found, and that a player keeps to the one that was found."""
    assigned: Says | None = None
    """The manager may assign seats instead; none where the ballot decides."""
    exclusive: Says
    """Nobody else plays at the table."""
    per_table: Says | None = None
    """Who says how many sit at a table, where the rulebook does."""
    moved: Says
    """A start may be moved with notice."""
    reserves: Says | None = None
    """A seat that was forfeited may go to a reserve; none where there are no reserves."""
    substitutes: Says
    no_show: Rule[NoShow]
    deducted: Rule[int] | None = None
    """The number of rounds of absence for which a minimum is deducted; none where nothing is."""
    grounds: dict[str, Says]
    """The grounds of a disqualification."""
    refundable: str = ""
    """The ground on which a fee may be refunded; empty where there is none."""
    disqualified_by: Rule[Role]
    kept_in_seat: Says
    """Seats are not vacated or handed on by the rules of ordinary tables."""
    breaks: Says | None = None
    """A break has a stated length; none where the manager is free."""


class UndisclosedLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Wagers that are written on a form."""

    provided: Says
    written: Says
    own_care: Says
    within: Says
    with_chips: Says
    examined: Says
    announced: Says
    below: Says
    above: Says
    too_much: Says
    incomplete: Says
    shown: Says


class OrderLaw(msgspec.Struct, frozen=True, kw_only=True):
    """The marker and whose turn it is."""

    provided: Says
    marker: Says
    first: Says
    """The player with the marker wagers first, the others follow clockwise."""
    out_of_turn: Says
    final: Says | None = None
    """A wager made in turn stays as it is; none where it may be changed until the deal."""
    deals: Says | None = None
    """The deal may start at the marker too; none where it may not."""


class ContestWagerLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Wagers in tournament chips."""

    chips_only: Says
    too_few: Says
    allotment: Says
    """Everybody starts a session with the same chips."""
    no_buy_in: Says
    compulsory: Says
    no_additions: Says
    no_exchange: Says
    kept_by_operator: Says
    own_position: Says
    timed: Rule[bool]
    """A time for wagers may be set; whether only with notice."""
    late: Says
    """What is wagered for a player whose time is over."""
    unable: Says
    """Who cannot wager the minimum is out."""
    short: Rule[ShortWager]
    limits: Says
    """Limits change as the conditions say, and not otherwise."""
    pass_cards: Says | None = None
    undisclosed: UndisclosedLaw | None = None
    order: OrderLaw


class PlacingLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Who wins, who goes on, who is paid."""

    progress: Says
    """How many go on is fixed from the start."""
    winner: Says
    play_off: Says
    same_round: Says
    counted: Says
    """Chips are counted and recorded when a session is over, and the result is announced."""
    counted_any_time: Says
    missing_chips: Says
    ended_early: Says
    all_agree: Says | None = None
    """Where chips are turned into cash, all at the table agree to an early end."""
    buy_backs: Says
    ballot: Says | None = None
    """A ballot may decide a tie; none where there is always a play-off."""
    points: Says | None = None
    """Points over several sessions may decide; none where the chips always do."""
    sharing: Says | None = None
    """Prizes may be put together and divided; none where a play-off decides."""


class TournamentLaw(msgspec.Struct, frozen=True, kw_only=True):
    """All that a rulebook says of tournaments."""

    prevails: Says
    """Tournament rules go before the others."""
    switched_off: Rule[tuple[str, ...]] | None = None
    """Clauses that do not hold in a tournament; none where all hold that do not contradict."""
    entries: EntryLaw
    pool: PoolLaw
    seats: SeatLaw
    wagers: ContestWagerLaw
    places: PlacingLaw
    no_advice: Says
    disputes: Rule[Role] | None = None
    """Who decides disputes for good, while play stands still; none where it is as at tables."""
    only: dict[str, Says]
    """Conditions that the rulebook holds to one value, and the clause that does."""

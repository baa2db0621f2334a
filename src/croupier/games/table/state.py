"""A table at one moment, as an immutable value; what happened to it is in its events.

The module is below all subjects, so that each of them can read the whole table.
"""

from datetime import datetime
from enum import Enum
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.cards import Card, Shoe
from croupier.games.table.choices import Choices
from croupier.games.table.contest.state import Contest, tournament_till
from croupier.messages import Event, Evolver
from croupier.money import Account, Cents, Entry, Till
from croupier.notation import write
from croupier.rulebooks import Role
from croupier.rulebooks.law.roles import Cutter

MONEY_TILL = Till()
MAIN = "main"
"""The kind of wager that a blackjack round is played for."""
PAST_ROUNDS = 20
"""How many finished rounds are remembered, in case one has to be declared void."""


class PlayerArrived(Event, frozen=True, tag="player-arrived"):
    """A player came to the table."""

    player: str
    """The name of the player at this table."""


class Stage(Enum):
    """What has to be done with the cards before the next round."""

    CHECK = "check"
    REPLACE = "replace"
    SHUFFLE = "shuffle"
    CUT = "cut"
    LOAD = "load"
    BURN = "burn"


class Mix(Enum):
    """Which cards a shuffle mixes."""

    ALL = "all"
    DISCARDS = "discards"
    """Those in the rack, to finish a round that ran out of cards."""
    LEFT = "left"
    """Those in a device that failed, to finish the round from a shoe."""


class Preparation(msgspec.Struct, frozen=True, gc=False):
    """Cards being prepared: the stage, why, and who may still be offered the cut."""

    stage: Stage
    """What has to be done next."""
    clause: str
    """The clause that demands the shuffle."""
    cut_clause: str = ""
    """The clause that names the player who is offered the cut first; empty if nobody is."""
    cutter: Cutter = Cutter.RIGHTMOST
    """Who is offered the cut first, where a clause names somebody."""
    box: int = 0
    """The box where the cutting card came out; 0 if it does not matter."""
    controller: str = ""
    """Who decided for that box; empty if it does not matter."""
    declined: tuple[str, ...] = ()
    """Players who have passed the cut on."""
    burn_clause: str = ""
    """The clause by which cards are burned; empty if none are."""
    mixes: Mix = Mix.ALL
    """Which cards the shuffle mixes."""
    check_clause: str = ""
    """The clause that asks for a count before the shuffle, where it is another; else empty."""
    further_checks: tuple[str, ...] = ()
    """Further clauses that ask for a count of the same cards; empty if none do."""
    replaced: bool = False
    """Whether new cards have come although a count of the old ones is still due."""
    check_of_new: str = ""
    """The clause by which these new cards are counted after that; empty if they need not be."""
    pre_shuffled: bool = False
    """Whether the cards were shuffled before they came to the table."""


class KeptCards(msgspec.Struct, frozen=True, gc=False):
    """Cards under lock until the table needs them."""

    checked: bool
    """Whether they were checked before."""
    pre_shuffled: bool
    """Whether they were shuffled before."""


class Limits(msgspec.Struct, frozen=True, gc=False):
    """What a sign at the table says about wagers."""

    minimum: Cents
    """The least wager."""
    maximum: Cents
    """The most, for a box or a wager as the rulebook counts."""
    unit: Cents
    """The step in which a wager may exceed the minimum."""


class FormerLimits(msgspec.Struct, frozen=True, gc=False):
    """Limits that have changed since: those of a round and of the rounds before it."""

    last_round: int
    """The last round that was played under them, counted since the table opened."""
    limits: Limits
    """The sign that held."""
    personal: dict[str, Limits]
    """The players who had limits of their own, and those limits."""


class Stake(msgspec.Struct, frozen=True, gc=False):
    """Chips that lie on the layout: whose they are, where they lie, and on what."""

    player: str
    """The owner of the chips."""
    box: int
    """Where it lies, from 1."""
    on: str
    """``main``, ``double``, ``insurance`` or the name of an optional wager."""
    amount: Cents
    """How much, tokens included."""
    hand: int = 1
    """Which hand of the box it is on, counted from 1."""
    tokens: Cents = 0
    """The part of the amount that is promotional tokens."""
    original: bool = True
    """False for a wager made by splitting."""
    surrendered: bool = False
    """Whether half of it was given up."""
    of: str = ""
    """Whose wager an insurance is on, where it is another player's; else empty."""
    below_minimum: bool = False
    """Whether it goes back whatever the result."""


class Reach(Enum):
    """How far a restriction goes."""

    UNTIL_SHUFFLE = "until-shuffle"
    FOR_GOOD = "for-good"
    ONE_BOX = "one-box"


class Restriction(msgspec.Struct, frozen=True, gc=False):
    """A player held to the minimum, and where."""

    reach: Reach
    """How far it goes."""
    clause: str
    """The clause that allows it."""
    box: int | None = None
    """The one box that is left, from 1; none if all are."""


class Player(msgspec.Struct, frozen=True, gc=False):
    """A player at the table; the table keeps them in the order of their arrival."""

    name: str
    """What the player is called at this table."""
    seat: int | None = None
    """The box whose seat the player has; none for one who stands."""
    place: int | None = None
    """The box where the player sits or last wagered; none before that."""
    counted: bool = False
    """Whether the player has bought in here, so that the chips are known."""
    retained_minimum: Cents | None = None
    """The older minimum that the player keeps; none if the sign's holds."""
    personal: Limits | None = None
    """Limits of the player's own; none if the sign's hold."""
    restriction: Restriction | None = None
    """What holds the player to the minimum; none if nothing does."""
    rounds_this_shoe: int = 0
    """How many rounds of this shoe the player had a wager in."""
    idle_rounds: int = 0
    """How many rounds in a row the player has sat out on a seat."""
    last_boxes: tuple[int, ...] = ()
    """Where the player had wagers in the last round."""
    warned: bool = False
    """Whether the player was warned that wagers below the minimum go back."""
    restricted_before: bool = False
    """Whether the player was held to the minimum in an earlier shoe."""
    nominated: int | None = None
    """The box where the player wants face-down cards."""
    has_played: bool = False
    """Whether a wager of the player's was in a round since the player came."""


class Sign(msgspec.Struct, frozen=True, gc=False):
    """A change announced at the table: what, since when, and when it takes effect."""

    displayed: datetime
    """When it was put up."""
    effective: datetime
    """When it takes effect."""
    limits: Limits | None = None
    """The new limits; none on a sign that announces the closing."""


class Notice(msgspec.Struct, frozen=True, gc=False):
    """A notice to somebody outside the game; open until they have acknowledged it."""

    whom: Role
    """Who was notified."""
    about: str
    """What it is about, in a few words."""
    player: str | None = None
    """The player whom it concerns; none if nobody in particular."""
    clause: str = ""
    """The clause that demands it, where one does."""
    given: datetime | None = None
    """When; none if nobody kept time."""
    deadline: datetime | None = None
    """When it must be acknowledged; none if no clause says."""
    acknowledged: bool = False
    """Whether they have acknowledged it."""
    used: bool = False
    """Whether the step that requires it was taken: a notice counts once."""
    by: Role | None = None
    """In which role it was given; none if the engine gave it, or an older record does not say.
    """


class Line(msgspec.Struct, frozen=True, gc=False):
    """One wager's settlement."""

    player: str
    """Whose wager it was."""
    box: int
    """Where it lay, from 1."""
    hand: int
    """Which hand of the box, counted from 1."""
    on: str
    """``main``, ``double``, ``insurance``, ``ante``, ``bet`` or the name of an optional wager."""
    result: str
    """``win``, ``lose``, ``stand-off`` or ``void``."""
    stake: Cents
    """What lay there."""
    net: Cents
    """What the player won; below zero is a loss, 0 where the wager went back."""
    clause: str
    """The clause that decided it."""
    also: tuple[str, ...]
    """Further clauses that shaped it: rounding, a pay table's line; empty if none did."""
    entry: Entry
    """The postings that moved the chips."""
    of: str = ""
    """Whose wager was insured, where it was another player's; else empty."""
    tokens: Cents = 0
    """The part of the stake that was promotional tokens."""


class Settlement(msgspec.Struct, frozen=True, gc=False):
    """Wagers settled together, with the clause of the moment."""

    lines: tuple[Line, ...]
    """What became of each wager."""
    clause: str
    """The clause of the moment: interim or final."""


class PastRound(msgspec.Struct, frozen=True, gc=False):
    """What a finished round came to, kept while it may still be declared void."""

    number: int
    """Which round of the table it was, counted from 1."""
    settlements: tuple[Settlement, ...]
    """What was settled in it and is not void."""


class Dispute(msgspec.Struct, frozen=True, gc=False):
    """A dispute or complaint, and how far it has come."""

    player: str
    """Who raised it."""
    about: str
    """What it is about, in their words."""
    step: str = "raised"
    """``raised``, ``decided``, ``review-asked``, ``review-declined``, ``reviewed``, ``final`` or
    ``complained``."""
    decided_by: str = ""
    """The person who decided in the first instance, who does not review it."""
    outcome: str = ""
    """What was decided; empty if nothing was yet."""
    round: int = 0
    """The table's last round when it was raised; 0 if none was dealt yet."""


class RoundState(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A round under way; each family of games has its own."""

    stakes: tuple[Stake, ...]
    """All that lies on the layout for it."""
    card_out: bool = False
    """Whether a card of it has left the shoe although none lies on the layout: it slipped out
    before the call, was burned, or went back."""

    @property
    def has_cards(self) -> bool:
        """Whether a card of it lies, or lay, on the layout."""
        raise NotImplementedError

    @property
    def has_begun(self) -> bool:
        """Whether its first card has left the shoe; until then it is only called."""
        return self.card_out or self.has_cards

    @property
    def pooled_places(self) -> tuple[tuple[str, int], ...]:
        """Player and box of each wager that has left the layout for a jackpot pool."""
        return ()


class Table(
    msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="family", rename="kebab"
):
    """Everything that lies on a table and holds at it; its past is in its events.

    It names its law and does not contain it, so events can be folded without any law.
    """

    game: str
    """The game, as the law names it."""
    revision: str
    """The revision of the law that the table was opened under."""
    fingerprint: str
    """A hash of that law's data, so that no other law passes for it."""
    law_values: str = ""
    """A hash of that law's values without its words; empty if the record has none."""
    choices: Choices
    """What the operator chose when it was opened."""
    limits: Limits
    """The sign that holds."""
    previous_limits: Limits | None = None
    """The old sign, shown while some players keep the old minimum; none if nobody does."""
    former_limits: tuple[FormerLimits, ...] = ()
    """The limits of past rounds, the oldest first; empty where the present ones held in them."""
    players_per_box: int
    """How many players may wager on one box."""
    open: bool = True
    """False once the table is closed."""
    clock: datetime | None = None
    """The time of the last command that had one; none before that."""
    limit_sign: Sign | None = None
    """The sign that announces new limits; none if none does."""
    retained_sign: Sign | None = None
    """The sign that ends or raises an older minimum which some keep; none if none does."""
    closing_sign: Sign | None = None
    """The sign that announces when the table closes; none if it does not."""
    hours: tuple[datetime, datetime] | None = None
    """When gaming begins and when it ends that day; none if nobody said."""
    notices: tuple[Notice, ...] = ()
    """All notices given, in their order; commands name them by their number."""
    reserved: dict[int, str] = {}
    """Boxes that are kept for one player."""
    held: dict[str, Restriction] = {}
    """Restrictions of players who have left: they apply if the player comes back."""
    told: tuple[str, ...] = ()
    """People who have left and were warned that wagers below the minimum go back."""
    restricted: tuple[str, ...] = ()
    """People who have left and were held to the minimum before."""
    players: dict[str, Player] = {}
    """Who is at the table, in the order of arrival."""
    wagers: tuple[Stake, ...] = ()
    """Wagers placed for the next round, in the order of their placing."""
    round: RoundState | None = None
    """The round under way, of a kind that each family has for itself; none between rounds."""
    shoe: Shoe
    """What the cards are dealt from."""
    discards: tuple[Card | None, ...] = ()
    """The discard rack; ``None`` is a card that nobody saw."""
    ahead: tuple[Card, ...] = ()
    """Cards that have left the shoe and are the next to be dealt, in this order."""
    first_card_out: bool = False
    """Whether a card came out before the deal, so that betting is closed."""
    players_then: dict[str, Player] = {}
    """The players as they were when that card came out; empty if none did."""
    preparation: Preparation | None = None
    """What has to be done with the cards; none if they are ready."""
    shuffle_after_round: str = ""
    """The clause that asks for a shuffle at the end of the round, where a step was forgotten; else
    empty."""
    check_after_round: str = ""
    """The clause that asks for a count at the end of the round, where one was ordered in it; else
    empty."""
    further_checks_after_round: tuple[str, ...] = ()
    """Further clauses that ask for one then; empty if none do."""
    device_failed: str = ""
    """The clause by which the device is out of use once the round is over; empty if it works."""
    device_missing: bool = False
    """Whether the device failed: the table goes on with a shoe, or waits for another device."""
    discards_kept: bool = False
    """Whether the discards were forgotten and stay in the rack for this round."""
    cutting_card_at: int | None = None
    """Where the cutting card came out during the last round: a box, 0 for the dealer's hand; none
    where it did not."""
    cutting_card_back: bool = False
    """Whether it went back into the shoe since, with the discards that finish the round."""
    balances: dict[Account, Cents] = {}
    """What every account holds; the sum is always 0."""
    dealer: str = ""
    """Who deals; empty if nobody said."""
    rounds: int = 0
    """How many rounds were begun."""
    rounds_this_shoe: int = 0
    """How many of them since the last shuffle."""
    jackpot_closed: bool = False
    """Whether the game goes on without its jackpot."""
    rounds_left: int | None = None
    """How many rounds are left before an announced closing; none if none is announced."""
    settled: tuple[Settlement, ...] = ()
    """What was settled in the round, or in the last one until the next begins."""
    excluded: dict[str, str] = {}
    """Who may not play here any more, and by which clause."""
    detained_people: tuple[str, ...] = ()
    """Who is held until an inspector or a police officer takes over; empty where nobody is."""
    disputes: tuple[Dispute, ...] = ()
    """All disputes, in their order; commands name them by their number."""
    kept: KeptCards | None = None
    """The cards that are kept under lock for the table; none if none were reported."""
    equipment: dict[str, str] = {}
    """What has yet to be reported in place before a deal, and the clause that asks for it."""
    contest: Contest | None = None
    """The session of a tournament that is played here; none if none is."""

    def __repr__(self) -> str:
        """Return the table in the notation: one line that ``croupier.notation.read`` reads back."""
        return write(self)

    def __hash__(self) -> int:
        # Mappings have no hash; these fields tell tables apart well enough.
        balances = frozenset(self.balances.items())
        return hash((self.game, self.rounds, self.wagers, self.round, self.shoe, balances))

    def chips(self, player: str) -> Cents:
        """Return a player's chips here; below zero if chips brought along were wagered."""
        terms = self.choices.tournament
        till = MONEY_TILL if terms is None else tournament_till(terms.tournament)
        return self.balances.get(till.chips(player), 0)

    @property
    def till(self) -> Till:
        """The accounts that chips move between here."""
        terms = self.choices.tournament
        return MONEY_TILL if terms is None else tournament_till(terms.tournament)


def with_player(table: Table, name: str, **changes: Any) -> Table:
    """Return the table with one player changed."""
    player = replace(table.players[name], **changes)
    return replace(table, players={**table.players, name: player})


def personal_limits_by_player(table: Table) -> dict[str, Limits]:
    """Return the personal limits, by the players who have them."""
    return {
        name: player.personal
        for name, player in table.players.items()
        if player.personal is not None
    }


def with_former_limits(table: Table) -> Table:
    """Return the table before a change of limits, with those that held in its rounds so far.

    Limits that change while a round is under way apply from the next one, and so do those that
    change after its first card slipped out (reading R34).
    """
    last_round = table.rounds + (table.first_card_out and table.round is None)
    former = tuple(one for one in table.former_limits if one.last_round > last_round - PAST_ROUNDS)
    if not last_round or (former and former[-1].last_round == last_round):
        return table
    then = FormerLimits(last_round, table.limits, personal_limits_by_player(table))
    return replace(table, former_limits=(*former, then))


def limits_in_round(table: Table, number: int) -> FormerLimits:
    """Return the limits under which a round was played, or is."""
    for former in table.former_limits:
        if number <= former.last_round:
            return former
    return FormerLimits(number, table.limits, personal_limits_by_player(table))


def player_arrived(table: Table, event: PlayerArrived) -> Table:
    came = event.player
    player = Player(
        came,
        restriction=table.held.get(came),
        warned=came in table.told,
        restricted_before=came in table.restricted,
    )
    held = {name: kept for name, kept in table.held.items() if name != came}
    return replace(table, players={**table.players, came: player}, held=held)


def with_name(names: tuple[str, ...], name: str, *, when: bool) -> tuple[str, ...]:
    """Return the names with one more, unless they already include it or ``when`` is false."""
    return (*names, name) if when and name not in names else names


def players_at_round_start(table: Table, initial: str, idle: tuple[str, ...]) -> dict[str, Player]:
    """Return the players as a round begins: the boxes of their wagers, or one more round sat out.

    ``initial`` is the wager that the round is played for, ``idle`` those whose sitting out counts.
    """
    boxes: dict[str, tuple[int, ...]] = {}
    playing = set()
    for stake in table.wagers:
        name = stake.player
        boxes[name] = (*boxes[name], stake.box) if name in boxes else (stake.box,)
        if stake.on == initial:
            playing.add(name)
    players = {}
    for name, player in table.players.items():
        players[name] = replace(
            player,
            rounds_this_shoe=player.rounds_this_shoe + (name in playing),
            idle_rounds=player.idle_rounds + 1 if name in idle else 0,
            last_boxes=boxes.get(name, ()),
            has_played=player.has_played or name in boxes,
        )
    return players


def unchanged(table: Table, event: Event) -> Table:
    return table


def seat_holder(table: Table, box: int) -> Player | None:
    """Return the player who has the seat at a box.

    Reading U14: once the round is over, the seat of an excluded player is free.
    """
    for player in table.players.values():
        if player.seat == box and not has_lost_seat(table, player):
            return player
    return None


def has_lost_seat(table: Table, player: Player) -> bool:
    """Return whether a player sits there although excluded, and no round is under way."""
    return player.name in table.excluded and not round_has_begun(table)


def seat_holder_at_round_start(table: Table, box: int) -> str | None:
    """Return who had the seat at a box when the round began: a seat taken since is too late."""
    players = table.players_then if table.first_card_out else table.players
    return next((player.name for player in players.values() if player.seat == box), None)


def players_at(table: Table) -> set[str]:
    """Return the names of those who may play here: an excluded person is no player."""
    return table.players.keys() - table.excluded.keys()


def is_playing(table: Table, player: Player) -> bool:
    """Return whether a player has wagered since coming to the table: a seat alone is not play."""
    return player.has_played or any(stake.player == player.name for stake in table.wagers)


def stakes_on(table: Table, box: int, on: str) -> tuple[Stake, ...]:
    """Return the wagers of one kind on a box before the round, nearest the dealer first."""
    found: tuple[Stake, ...] = ()
    for stake in table.wagers:
        if stake.box == box and stake.on == on:
            found += (stake,)
    return found


def same_stake(one: Stake, other: Stake) -> bool:
    """Return whether two stakes are the same player's on the same thing."""
    return (one.player, one.box, one.hand, one.on, one.of) == (
        other.player,
        other.box,
        other.hand,
        other.on,
        other.of,
    )


def stake_of(table: Table, player: str, box: int, on: str) -> Stake | None:
    """Return a player's wager of one kind on a box before the round."""
    for stake in table.wagers:
        if stake.box == box and stake.on == on and stake.player == player:
            return stake
    return None


def round_has_begun(table: Table) -> bool:
    """Return whether a round has begun and is not over: its first card has left the shoe.

    The call of no more bets begins nothing, and neither does the cutting card.
    """
    return table.first_card_out if table.round is None else table.round.has_begun


def is_only_called(table: Table) -> bool:
    """Return whether no more bets was called, and no card of the round has left the shoe."""
    return table.round is not None and not table.round.has_begun


def is_betting_over(table: Table) -> bool:
    """Return whether nobody may place a wager: a round was called, or its first card is out."""
    return table.round is not None or table.first_card_out


def minimum_for(table: Table, player: str) -> Cents:
    """Return the minimum that binds a player: the sign's, a retained one or a personal one."""
    known = table.players.get(player)
    if known is None:
        return table.limits.minimum
    if known.personal is not None:
        return known.personal.minimum
    if known.retained_minimum is not None:
        return min(known.retained_minimum, table.limits.minimum)
    return table.limits.minimum


def is_past(table: Table, number: int) -> bool:
    """Return whether a round after the given one has begun."""
    return number != table.rounds or table.first_card_out


EVOLVERS: dict[type[Event], Evolver] = {
    PlayerArrived: player_arrived,
}

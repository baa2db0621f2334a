"""The viewer's own place in a tournament: entry, seat, turn, elimination, prize."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from croupier.display.viewers import Names, Onlooker, Voice, join_words, noun_count
from croupier.features.tournaments.pages.plain_words import TimeWriter
from croupier.features.tournaments.rules.draft import players_who_may_buy_back
from croupier.features.tournaments.rules.state import (
    Entrant,
    Fate,
    Seat,
    Tournament,
    TournamentPhase,
    participants,
)
from croupier.features.tournaments.software_players import may_call_software
from croupier.features.tournaments.standings import players_to_start
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.table.contest.state import Standing
from croupier.games.table.contest.turns import contest_of, current_turn
from croupier.money import Cents, in_dollars
from croupier.rulebooks import BlackjackLaw
from croupier.rulebooks.law.tournaments import TournamentLaw

FATES = {
    Fate.RESERVE: "reserve",
    Fate.WITHDRAWN: "withdrawn",
    Fate.DISQUALIFIED: "disqualified",
    Fate.FORFEITED: "place forfeited",
    Fate.REPLACED: "a substitute plays on",
}
"""What became of an entry, where that must be said."""


class TournamentScene(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament and all that is needed to show it to somebody."""

    law: BlackjackLaw
    """The law it is shown by."""
    tournament: Tournament
    """The tournament."""
    tables: Mapping[int, BlackjackTable]
    """The tables of the session in progress."""
    table_names: Mapping[int, str]
    """Their names on the floor."""
    names: Names
    """People's names by id."""
    me: str
    """The viewer as a player; empty for anybody else."""
    purse: Cents | None
    """The viewer's money; ``None`` for anybody but players."""
    now: datetime
    """The time."""
    clock: TimeWriter
    """How the house writes a time."""
    rests: str = ""
    """Why the tournament rests; empty if it is played."""

    @property
    def rules(self) -> TournamentLaw:
        """The law's part on tournaments."""
        assert self.law.tournaments is not None
        return self.law.tournaments

    def name(self, player: str) -> str:
        """Return a player's name."""
        return self.names.get(player, player)

    def with_names(self, text: str) -> str:
        """Return a text with people's names in place of their ids."""
        return Voice(Onlooker(), names=self.names).with_names(text)

    @property
    def in_session(self) -> bool:
        """Whether rounds are played."""
        return self.tournament.phase is TournamentPhase.SESSION and bool(self.tables)


class OwnAction(msgspec.Struct, frozen=True):
    """What the viewer may do about their own entry."""

    what: str
    """The command: ``enter``, ``withdraw-entry``, ``take-seat`` and so on."""
    label: str
    """What the button says."""
    due: bool = False
    """Whether it is due now."""
    agreement: bool = False
    """Whether the viewer must agree in writing first."""


class OwnPart(msgspec.Struct, frozen=True, kw_only=True):
    """The viewer's own place in the tournament."""

    heading: str
    """Where the viewer stands."""
    text: str
    """What that means."""
    clauses: tuple[str, ...] = ()
    """The clauses behind it; often empty."""
    actions: tuple[OwnAction, ...] = ()
    """What the viewer may do; often nothing."""
    link: tuple[str, str] | None = None
    """An address and its label; ``None`` without one."""
    due: bool = False
    """Whether the viewer is asked for something."""


def capital(word: str) -> str:
    """Return a word with a capital at its beginning."""
    return word[:1].upper() + word[1:]


def own_part(scene: TournamentScene) -> OwnPart:
    """Return the viewer's place: entry, seat, turn, elimination or prize."""
    tournament = scene.tournament
    entrant = tournament.entrants.get(scene.me)
    if tournament.phase is TournamentPhase.CANCELLED:
        text = "Everything that players paid was returned."
        clause = scene.rules.pool.cancelled.clause
        return OwnPart(heading="Cancelled", text=text, clauses=(clause,))
    if tournament.awards is not None:
        return _after_prizes(scene)
    if not scene.me or entrant is None or entrant.withdrew_in_time:
        return _not_entered(scene)
    if entrant.fate is Fate.RESERVE:
        return OwnPart(
            heading="You are a reserve",
            text="You take a seat if somebody forfeits one. You have paid nothing yet.",
            actions=(OwnAction("withdraw-entry", "Withdraw"),),
        )
    if entrant.fate is not Fate.ENTERED:
        clauses = (entrant.clause,) if entrant.clause else ()
        ground = scene.rules.seats.grounds.get(entrant.ground)
        why = entrant.ground if ground is None else ground.text
        return OwnPart(
            heading=capital(FATES[entrant.fate]),
            text=f"You are no longer in it{': ' + why if why else ''}.",
            clauses=clauses,
        )
    seat = tournament.seat_of(scene.me)
    if tournament.phase is TournamentPhase.SESSION and seat is not None:
        return _in_session(scene, entrant, seat)
    if tournament.phase is TournamentPhase.SEATING and seat is not None:
        return _before_session(scene, seat)
    return _between(scene)


def _not_entered(scene: TournamentScene) -> OwnPart:
    tournament, rules = scene.tournament, scene.rules
    given = tournament.conditions
    fee = in_dollars(given.entry_fee) if given.entry_fee else "free"
    if tournament.phase is not TournamentPhase.ENTRIES:
        text = "Seats are drawn, or play has begun. You can watch."
        if tournament.phase is TournamentPhase.DRAFT:
            text = "The conditions are not published yet."
        return OwnPart(heading="Entries are closed", text=text, link=_watch_link(scene))
    if len(tournament.active) >= given.maximum_players:
        text = f"All {given.maximum_players} places are taken."
        actions: tuple[OwnAction, ...] = ()
        if rules.seats.reserves is not None and scene.me:
            actions = (OwnAction("reserve", "Wait as a reserve"),)
        return OwnPart(
            heading="It is full",
            text=text,
            clauses=(rules.entries.numbers.clause,),
            actions=actions,
        )
    text = f"The entry is {fee}; you get {in_dollars(given.chips)} in tournament chips. "
    free = rules.pool.free_withdrawal
    until = given.withdraw_until
    if free is not None and until is not None and scene.now <= until:
        when = "the session starts" if until >= given.starts else scene.clock(until)
        text += f"Until {when} you may withdraw and get the fee back."
        clause = free.clause
    else:
        text += "The fee is not returned if you withdraw."
        clause = rules.pool.not_refunded.clause
    if scene.purse is not None:
        text += f" You have {in_dollars(scene.purse)}."
    told = rules.entries.regulator_told
    if told is not None and not tournament.regulator_told:
        text = "The regulator gets a copy of the conditions first."
        return OwnPart(heading="Not open yet", text=text, clauses=(told.clause,))
    if not tournament.manager:
        text, clause = "Somebody is appointed to run it first.", rules.entries.manager.clause
        return OwnPart(heading="Not open yet", text=text, clauses=(clause,))
    action = OwnAction("enter", f"Enter for {fee}", due=True, agreement=given.written_agreement)
    clauses = (rules.pool.fee.clause, clause)
    return OwnPart(heading="Enter", text=text, clauses=clauses, actions=(action,))


def _watch_link(scene: TournamentScene) -> tuple[str, str] | None:
    if not scene.in_session:
        return None
    first = next(iter(scene.table_names.values()))
    return f"/tables/{first}", "Watch"


def _between(scene: TournamentScene) -> OwnPart:
    """Return the place of an entrant who has no seat now."""
    tournament, rules = scene.tournament, scene.rules
    given = tournament.conditions
    if tournament.phase is TournamentPhase.ENTRIES:
        starting = players_to_start(tournament)
        missing = starting - len(tournament.active)
        text = "Seats are drawn before the first session."
        if starting:
            more = "1 more player has" if missing == 1 else f"{missing} more players have"
            text = f"It starts when {more} entered."
        actions: tuple[OwnAction, ...] = (OwnAction("withdraw-entry", "Withdraw"),)
        if may_call_software(tournament, scene.me):
            actions = (OwnAction("software", "Play against software players", due=True), *actions)
        free = rules.pool.free_withdrawal
        until = given.withdraw_until
        back = free is not None and until is not None and scene.now <= until
        says = free if back and free is not None else rules.pool.not_refunded
        text += " If you withdraw now, the fee is returned." if back else ""
        text += "" if back else " If you withdraw, the fee stays in the pool."
        return OwnPart(
            heading="You have entered", text=text, clauses=(says.clause,), actions=actions
        )
    if tournament.phase is TournamentPhase.FINISHED:
        return OwnPart(heading="The last session is over", text="Prizes are awarded next.")
    if scene.me in participants(tournament):
        text = f"Seats for {tournament.plan.name} are drawn next."
        return OwnPart(heading="You go on", text=text, clauses=(rules.places.progress.clause,))
    text = "You did not go on."
    return OwnPart(heading="You are out", text=text, clauses=(rules.places.progress.clause,))


def _before_session(scene: TournamentScene, seat: Seat) -> OwnPart:
    tournament, rules = scene.tournament, scene.rules
    actions = []
    price = tournament.conditions.buy_in
    if price and not seat.bought:
        actions.append(OwnAction("buy-chips", f"Buy chips for {in_dollars(price)}", due=True))
    if seat.present:
        actions.append(OwnAction("leave-seat", "Leave the seat"))
    else:
        actions.append(OwnAction("take-seat", "Take your seat", due=True))
    if not tournament.session:
        actions.append(OwnAction("withdraw-entry", "Withdraw"))
    there = [
        scene.name(one.player)
        for one in tournament.seats
        if one.table == seat.table and one.present and one.player != scene.me
    ]
    text = f"{join_words(there)} {'is' if len(there) == 1 else 'are'} there. " if there else ""
    text += "You are there." if seat.present else "Who is not there at the start counts as absent."
    return OwnPart(
        heading=f"Table {seat.table}, box {seat.box}",
        text=text,
        clauses=(rules.seats.no_show.clause,),
        actions=tuple(actions),
        due=any(one.due for one in actions),
    )


def _in_session(scene: TournamentScene, entrant: Entrant, seat: Seat) -> OwnPart:
    table = scene.tables.get(seat.table)
    felt = scene.table_names.get(seat.table, "")
    link = (f"/tables/{felt}", "To the felt") if felt else None
    one = None if table is None else contest_of(table).contestant(scene.me)
    if table is None or one is None:
        return OwnPart(heading=f"Table {seat.table}, box {seat.box}", text="", link=link)
    if one.standing is Standing.ELIMINATED:
        return _eliminated_place(scene, entrant, table, one.clause, link)
    if one.standing in (Standing.DISQUALIFIED, Standing.FORFEITED):
        return OwnPart(
            heading=capital(one.standing.value),
            text="You are no longer in it.",
            clauses=(one.clause,),
            link=link,
        )
    heading = f"Table {seat.table}, box {seat.box}"
    actions = () if one.present else (OwnAction("take-seat", "I am back", due=True),)
    turn = current_turn(table)
    text, mine = f"You have {in_dollars(table.chips(scene.me))}.", False
    if one.standing is Standing.DONE:
        text = "You are done: others play a tie off."
    elif not one.present:
        text = "You count as absent."
    elif turn is not None and turn.player == scene.me:
        heading, mine = "Your wager is due", True
        text = f"Table {seat.table}, box {seat.box}. {text}"
    elif turn is not None:
        text += f" {scene.name(turn.player)} is asked for a wager."
    clause = scene.rules.wagers.compulsory.clause
    return OwnPart(
        heading=heading,
        text=text,
        clauses=(clause,) if mine else (),
        actions=actions,
        link=link,
        due=mine or bool(actions),
    )


def _eliminated_place(
    scene: TournamentScene,
    entrant: Entrant,
    table: BlackjackTable,
    clause: str,
    link: tuple[str, str] | None,
) -> OwnPart:
    """Return the place of a player who is out, with the way back if there is one."""
    given, says = scene.tournament.conditions, scene.rules.places.buy_backs
    if scene.me in players_who_may_buy_back(scene.tournament, table):
        price, chips = in_dollars(given.buy_back_price), in_dollars(given.chips)
        text = f"{price} buys you back before round {given.buy_back_until}: the same seat and "
        text += f"{chips} in chips. You have bought back {entrant.buy_backs} of "
        text += f"{noun_count(given.buy_backs, 'time')}."
        actions = (
            OwnAction("buy-back", f"Buy back for {price}", due=True),
            OwnAction("decline-buy-back", "No, I am out"),
        )
        return OwnPart(
            heading="You are out",
            text=text,
            clauses=(says.clause,),
            actions=actions,
            link=link,
            due=True,
        )
    text = "You cannot wager the minimum any more. There is no way back."
    return OwnPart(heading="You are out", text=text, clauses=(clause,) if clause else (), link=link)


def _after_prizes(scene: TournamentScene) -> OwnPart:
    awards = scene.tournament.awards or {}
    clause = scene.rules.pool.all_paid_out.clause
    won = awards.get(scene.me, 0)
    if won:
        text = "It is in your purse."
        return OwnPart(heading=f"You won {in_dollars(won)}", text=text, clauses=(clause,))
    names = join_words(scene.name(one) for one in awards)
    return OwnPart(heading="It is over", text=f"Prizes: {names}.", clauses=(clause,))

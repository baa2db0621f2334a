"""What the rounds of all families share: their commands and events, and one line per wager.

A line pays, collects or returns one wager by one balanced entry. Each function that makes one ends
in the same ``Line``, so that settlements and their reversal stay comparable.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.table.draft import TableDraft
from croupier.games.table.state import Line, PastRound, Settlement, Stake, Table
from croupier.messages import Command, Event, Refused
from croupier.money import Cents, Entry, Odds, Posting, Till
from croupier.rulebooks import Result, Rule, TableLaw
from croupier.rulebooks.law.irregularities import Moment, PaidAlready


class Deal(Command, frozen=True, tag="deal"):
    """Closes betting and starts the round."""

    overlooked: tuple[int, ...] = ()
    """Boxes whose wagers exceed the maximum, which nobody notices: they are played as they lie,
    until ``over-maximum`` reports it."""


class DealCard(Command, frozen=True, tag="card"):
    """Enters the card that has come out; it goes where one is due."""

    card: Card
    """The card."""
    box: int | None = None
    """Where the dealer laid it, 0 for the dealer's own hand; left out, where it belongs."""


class CardDealt(Event, frozen=True, tag="card-dealt"):
    """A card went to a hand, or to the dealer (box 0)."""

    card: Card
    """The card."""
    box: int
    """Where it went, from 1; 0 is the dealer."""
    hand: int
    """Which hand of the box, counted from 1."""
    clause: str
    """The clause by which it was due."""
    covered: bool = False
    """Whether it lies face down."""
    ahead: bool = False
    """Whether it lay ready in front of the shoe: drawn in error, or put back."""


class WagersSettled(Event, frozen=True, tag="wagers-settled"):
    """Wagers were paid, collected or returned."""

    lines: tuple[Line, ...]
    """What became of each wager."""
    clause: str
    """The clause of the moment: interim or final settlement."""
    also: tuple[str, ...] = ()
    """Further clauses that shaped it; empty if none did."""


class OutstandingRecorded(Event, frozen=True, tag="outstanding-recorded"):
    """A round came to something for a player who has left the table: it is still to be settled."""

    player: str
    """Who has left."""
    amount: Cents
    """What the casino owes the player; below zero, what the player owes the casino."""
    clause: str
    """The clause by which the round was played on, or undone, without the player."""


class RoundEnded(Event, frozen=True, tag="round-ended"):
    """Everything is settled and the cards are in the discard rack."""

    clause: str
    """The clause that ends it."""


class RoundVoided(Event, frozen=True, tag="round-voided"):
    """The round is void: these wagers went back, or were kept."""

    lines: tuple[Line, ...]
    """What became of each wager."""
    clause: str
    """The clause by which it is void."""
    also: tuple[str, ...] = ()
    """Further clauses that shaped it; empty if none did."""
    kept: int = 0
    """How many cards that were drawn in error stay in front of the shoe as the next ones."""


class PastRoundVoided(Event, frozen=True, tag="past-round-voided"):
    """A finished round, or a hand of it, is void after all; later rounds stand."""

    number: int
    """Which round of the table, counted from 1."""
    box: int | None
    """The box whose hand is void, from 1; none if the whole round is."""
    lines: tuple[Line, ...]
    """What became of each wager."""
    clause: str
    """The clause by which it is void."""
    also: tuple[str, ...] = ()
    """Further clauses that shaped it; empty if none did."""


def entries_of(event: Event) -> Iterator[Entry]:
    """Yield every entry that an event posts."""
    entry: Entry | None = getattr(event, "entry", None)
    if entry is not None:
        yield entry
    entries: tuple[Entry, ...] = getattr(event, "entries", ())
    yield from entries
    lines: tuple[Line, ...] = getattr(event, "lines", ())
    for line in lines:
        yield line.entry


WIN, LOSE, STAND_OFF = Result.WIN.value, Result.LOSE.value, Result.STAND_OFF.value
VOID = "void"
LOSES = Result.LOSE
CENT: Cents = 1


def win_line(
    law: TableLaw, table: Table, stake: Stake, rule: Rule[Odds], also: tuple[str, ...] = ()
) -> Line:
    """Return the line of a wager that wins at a rule's odds; winnings are paid in chips.

    Where the rulebook says so, the payment is rounded up to what chips can make; else to the cent.
    """
    return payment_line(law, table, stake, rule.value, rule.clause, (*rule.also, *also))


def payment_line(
    law: TableLaw,
    table: Table,
    stake: Stake,
    odds: Odds,
    clause: str,
    also: tuple[str, ...] = (),
    *,
    most: Cents | None = None,
) -> Line:
    """Return the line of a wager that wins at given odds, at most ``most``."""
    till = table.till
    rounding = law.wagers.rounding
    chip = CENT if rounding is None else table.choices.chip
    winnings = odds.winnings(stake.amount, chip=chip)
    winnings = winnings if most is None else min(winnings, most)
    rounded = None if odds.is_exact(stake.amount, chip=chip) else rounding
    also = also if rounded is None else (*also, rounded.clause)
    postings = [
        Posting(till.layout, -stake.amount),
        Posting(till.float, -winnings),
        Posting(till.chips(stake.player), stake.amount - stake.tokens + winnings),
    ]
    if stake.tokens:
        postings.append(Posting(till.tokens(stake.player), stake.tokens))
    return _line(stake, WIN, winnings, clause, also, tuple(postings))


def loss_line(till: Till, stake: Stake, clause: str, also: tuple[str, ...] = ()) -> Line:
    """Return the line of a wager that is collected."""
    postings = (Posting(till.layout, -stake.amount), Posting(till.float, stake.amount))
    return _line(stake, LOSE, -stake.amount, clause, also, postings)


def partial_loss_line(
    till: Till, stake: Stake, collected: Cents, clause: str, also: tuple[str, ...]
) -> Line:
    """Return the line of a wager of which a part is collected and the rest returned."""
    postings = (
        Posting(till.layout, -stake.amount),
        Posting(till.float, collected),
        Posting(till.chips(stake.player), stake.amount - collected),
    )
    return _line(stake, LOSE, -collected, clause, also, postings)


def refund_line(
    till: Till, stake: Stake, result: str, clause: str, also: tuple[str, ...] = ()
) -> Line:
    """Return the line of a wager that goes back to its owner: a stand-off, or void."""
    postings = [
        Posting(till.layout, -stake.amount),
        Posting(till.chips(stake.player), stake.amount - stake.tokens),
    ]
    if stake.tokens:
        postings.append(Posting(till.tokens(stake.player), stake.tokens))
    return _line(stake, result, 0, clause, also, tuple(postings))


def line_by_rule(till: Till, stake: Stake, rule: Rule[Result], also: tuple[str, ...] = ()) -> Line:
    """Return the line of a wager that does not win: lost or a stand-off, as its rule says."""
    if rule.value is LOSES:
        return loss_line(till, stake, rule.clause, (*rule.also, *also))
    return refund_line(till, stake, STAND_OFF, rule.clause, (*rule.also, *also))


def _line(
    stake: Stake,
    result: str,
    net: Cents,
    clause: str,
    also: tuple[str, ...],
    postings: tuple[Posting, ...],
) -> Line:
    return Line(
        stake.player,
        stake.box,
        stake.hand,
        stake.on,
        result,
        stake.amount,
        net,
        clause,
        also,
        Entry(postings, clause),
        stake.of,
        stake.tokens,
    )


def reversal_line(till: Till, line: Line, clause: str, also: tuple[str, ...] = ()) -> Line:
    """Return the line that reverses a settled wager: what was collected or paid goes back."""
    postings: tuple[Posting, ...]
    if line.net >= 0:
        postings = (Posting(till.chips(line.player), -line.net), Posting(till.float, line.net))
    else:
        tokens = min(line.tokens, -line.net)
        postings = (
            Posting(till.float, line.net),
            Posting(till.chips(line.player), -line.net - tokens),
            Posting(till.tokens(line.player), tokens),
        )
    postings = tuple(posting for posting in postings if posting.amount)
    return replace(
        line, result=VOID, net=-line.net, clause=clause, also=also, entry=Entry(postings, clause)
    )


def forfeit_line(till: Till, line: Line, clause: str, also: tuple[str, ...] = ()) -> Line:
    """Return the line by which the operator keeps a settled wager and what it won."""
    owed = line.stake + line.net
    postings = (Posting(till.chips(line.player), -owed), Posting(till.float, owed))
    entry = Entry(postings, clause)
    return replace(line, result=LOSE, net=-owed, clause=clause, also=also, entry=entry)


def settle(draft: TableDraft, lines: tuple[Line, ...], clause: str) -> None:
    """Record settled wagers, if there are any."""
    if lines:
        draft.emit(WagersSettled(lines, clause))


def record_outstanding(draft: TableDraft, lines: Iterable[Line], clause: str) -> None:
    """Record what lines have come to for players who have left the table (reading U2)."""
    table = draft.table
    for player in dict.fromkeys(line.player for line in lines):
        if player not in table.players and (amount := sum_held(table, player)):
            draft.emit(OutstandingRecorded(player, amount, clause))


def sum_held(table: Table, player: str) -> Cents:
    """Return what a table holds for a player, chips and tokens; below zero, what it is owed."""
    till = table.till
    return sum(table.balances.get(one, 0) for one in (till.chips(player), till.tokens(player)))


class VoidTerms(NamedTuple):
    """How a round is called off."""

    clause: str
    """The clause by which it is called off."""
    also: tuple[str, ...] = ()
    """Further clauses that shape it; empty if none do."""
    paid_already: PaidAlready = PaidAlready.STANDS
    """What becomes of payments made before the final settlement."""
    forfeited: frozenset[str] = frozenset()
    """Players whose wagers the operator keeps."""
    refund: bool = True
    """Whether the wagers of the others go back."""

    def keeps(self, player: str) -> bool:
        """Return whether the operator keeps a player's wagers."""
        return not self.refund or player in self.forfeited


def reversal_lines(
    till: Till, settlements: Iterable[Settlement], void: VoidTerms, *, final: str = ""
) -> Iterator[Line]:
    """Yield the lines that reverse settled wagers, or by which the operator keeps them.

    Payments made before the ``final`` settlement may stand; those of it never do.
    """
    for moment, line in net_settlements(settlements):
        stands = void.paid_already is PaidAlready.STANDS and moment != final
        if void.keeps(line.player):
            if line.net > -line.stake:
                yield forfeit_line(till, line, void.clause, void.also)
        elif line.net and not (stands and line.net > 0):
            yield reversal_line(till, line, void.clause, void.also)


def net_settlements(settlements: Iterable[Settlement]) -> Iterator[tuple[str, Line]]:
    """Yield each settled wager less what went back since, with the clause of its moment.

    A wager that went back as a whole is void, whether it had been settled or still lay there.
    """
    wagers: dict[tuple[str, int, int, str, str], tuple[str, Line]] = {}
    for settlement in settlements:
        for line in settlement.lines:
            key = (line.player, line.box, line.hand, line.on, line.of)
            if key in wagers:
                _, known = wagers[key]
                line = _less(known, line) if line.result == VOID else _again(known, line)
            wagers[key] = (settlement.clause, line)
    yield from wagers.values()


def _again(known: Line, line: Line) -> Line:
    """Return the line of a wager that was settled again after its first settlement went back."""
    return replace(line, net=known.net + line.net)


def _less(known: Line, back: Line) -> Line:
    """Return the line of a settled wager of which a part, or all, went back."""
    net = known.net + back.net
    if back.stake >= known.stake:
        return replace(back, net=net)
    stake, tokens = known.stake - back.stake, known.tokens - back.tokens
    return replace(known, stake=stake, net=net, tokens=tokens)


def settlements_of_round(
    table: Table, past: Iterable[PastRound], number: int, void: VoidTerms
) -> tuple[Settlement, ...] | Refused:
    """Return the settlements of a round that is called off after a later one has begun."""
    settlements = table.settled if number == table.rounds else ()
    for one in past:
        if one.number == number:
            settlements = one.settlements
    players = {line.player for settlement in settlements for line in settlement.lines}
    if not players:
        return Refused("invalidate/no-round", void.clause, f"round {number} is no longer known")
    if strangers := void.forfeited - players:
        why = f"{', '.join(sorted(strangers))} had no wager in that round"
        return Refused("invalidate/forfeit", void.clause, why)
    return settlements


class Remedies(NamedTuple):
    """What each family does in its own way; the draft is one of its own tables."""

    void_round: Callable[[Any, VoidTerms], None]
    """Ends the round under way, or undoes the one just ended: wagers go back."""
    void_player: Callable[[Any, str, str], None]
    """Gives a player's wagers back by a clause; hands that nobody has a wager on are out."""
    step_out: Callable[[Any, str, str], None]
    """Ends a player's decisions in the round under way, by a clause."""
    void_wager: Callable[[Any, str, str, int | None, str | None], Refused | None]
    """Gives some of a player's wagers back by a clause: those on a box, or of a kind."""
    void_past: Callable[[Any, int, VoidTerms], Refused | None]
    """Undoes a round when a later one has begun."""
    put_before_call: Callable[[Any, int | None], object]
    """Takes the call of a round back, if the round of that number ended just before it."""
    moments: Callable[[Any], frozenset[Moment]]
    """What holds at a table now that matters to what people may do."""

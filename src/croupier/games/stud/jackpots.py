"""The jackpot at the table: wagers on it, winning hands, payments that the pool has decided.

The pool itself, its meter and its shares, is in ``croupier.house.jackpots``.
"""

from collections.abc import Iterable
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from croupier.games.stud.state import (
    ANTE,
    JACKPOT,
    StudDraft,
    StudPhase,
    StudStanding,
    StudTable,
    stud_round,
)
from croupier.games.table.checks import no_such_box, not_the_dealer
from croupier.games.table.draft import Handler, on
from croupier.games.table.rounds import settle
from croupier.games.table.state import Line, Settlement, stake_of, stakes_on
from croupier.games.table.wagers import PlaceWager, betting_closed, lay_wager, not_payable
from croupier.messages import Command, Event, Evolver, Refused
from croupier.money import Cents, Entry, Posting, balances_after, transfer
from croupier.rulebooks import StudLaw


class JackpotPayment(msgspec.Struct, frozen=True, gc=False):
    """What the pool pays to one player."""

    player: str
    """Who is paid."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    amount: Cents
    """All that the player is paid."""
    from_pool: Cents
    """The part that comes out of the meter; the rest is the operator's."""
    clause: str
    """The clause of the payment."""
    also: tuple[str, ...] = ()
    """Further clauses that shaped it: sharing, least sums, bonus; empty where none did."""


class PayJackpot(Command, frozen=True, tag="pay-jackpot"):
    """Pays jackpot hands as the pool has decided."""

    payments: tuple[JackpotPayment, ...] = ()
    """What the pool pays; filled in by the program that runs table and pool together."""
    withheld: ClassVar[tuple[str, ...]] = ("payments",)
    """The pool decides what it pays."""


class JackpotWagersTaken(Event, frozen=True, tag="jackpot-wagers-taken"):
    """Jackpot wagers were accepted and left the layout for the pool and the operator."""

    wagers: tuple[tuple[str, int], ...]
    """Who made one, and on which box."""
    amount: Cents
    """All of them together."""
    entries: tuple[Entry, ...]
    """The postings: from the layout to the pool."""
    clause: str
    """The clause by which they go to the pool."""
    tokens: tuple[tuple[str, int], ...] = ()
    """Those of the wagers that were laid in promotional tokens: player and box."""


class JackpotWagerTakenBack(Event, frozen=True, tag="jackpot-wager-taken-back"):
    """A jackpot wager was invalid: it left the pool again and wins nothing."""

    player: str
    """Whose wager it was."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    amount: Cents
    """How much went back."""
    entry: Entry
    """The postings: from the pool to the player."""
    clause: str
    """The clause by which it was invalid."""
    past: bool = False
    """Whether it was a wager of an earlier round than the one under way or just ended."""


class JackpotPaid(Event, frozen=True, tag="jackpot-paid"):
    """All jackpot hands of the round are paid, and their cards may go."""

    clause: str
    """The clause by which they were paid."""


def jackpot_wagers_taken(table: StudTable, event: JackpotWagersTaken) -> StudTable:
    round_ = stud_round(table)
    stakes = tuple(stake for stake in round_.stakes if stake.on != JACKPOT)
    return replace(
        table,
        round=replace(round_, stakes=stakes, jackpot=event.wagers, jackpot_tokens=event.tokens),
        balances=balances_after(table.balances, event.entries),
    )


def jackpot_wager_taken_back(table: StudTable, event: JackpotWagerTakenBack) -> StudTable:
    table = replace(table, balances=balances_after(table.balances, (event.entry,)))
    if table.round is None or event.past:
        return table
    round_ = stud_round(table)
    left = tuple(wager for wager in round_.jackpot if wager != (event.player, event.box))
    return replace(table, round=replace(round_, jackpot=left))


def jackpot_paid(table: StudTable, event: JackpotPaid) -> StudTable:
    return replace(table, round=replace(stud_round(table), phase=StudPhase.PAID))


def place_jackpot_wager(draft: StudDraft, command: PlaceWager) -> Refused | None:
    """Place a jackpot wager: it needs an ante, and exactly the amount on the sign."""
    table = draft.table
    law = draft.law.jackpot
    terms = table.choices.jackpot
    if command.on != JACKPOT:
        why = (
            f"there is no wager {command.on!r} here; wagers are on {draft.law.initial} or {JACKPOT}"
        )
        return Refused("wager/unknown", draft.law.wagers.before_first_card.clause, why)
    if terms is None or table.jackpot_closed:
        why = f"{command.on} is not offered at this table"
        rule = law.malfunction if table.jackpot_closed else law.offered
        return Refused("jackpot/not-offered", rule.clause, why, (law.accepted.clause,))
    refused = (
        betting_closed(draft.law, table)
        or no_such_box(draft.law, table, command.box)
        or not_payable(draft.law, table, command)
    )
    if refused:
        return refused
    if refused := _no_ante(draft.law, table, command):
        return refused
    if stakes_on(table, command.box, JACKPOT):
        clause = draft.law.wagers.players_per_box.clause
        return Refused("jackpot/one-wager", clause, f"box {command.box} has its jackpot wager")
    if command.amount != terms.wager:
        why = "the jackpot takes exactly the amount on its sign"
        return Refused("jackpot/amount", law.amount.clause, why, law.amount.also)
    lay_wager(draft, command, law.amount.clause)
    return None


def _no_ante(law: StudLaw, table: StudTable, command: PlaceWager) -> Refused | None:
    """Refuse a jackpot wager without the player's own ante, unless a supervisor allows it."""
    rules = law.jackpot
    if stake_of(table, command.player, command.box, ANTE) is not None:
        return None
    why = f"{command.player} has no ante on box {command.box}"
    allowed = command.by.may_act_as(rules.on_anothers_box.value)
    if allowed and stakes_on(table, command.box, ANTE):
        return None
    rule = rules.on_anothers_box if stakes_on(table, command.box, ANTE) else rules.needs_ante
    return Refused("jackpot/no-ante", rule.clause, why, (rules.needs_ante.clause,))


def take_jackpot_wagers(draft: StudDraft) -> None:
    """Move the jackpot wagers from the layout to the pool, which splits them."""
    table = draft.table
    till = table.till
    law = draft.law.jackpot
    stakes = [stake for stake in stud_round(table).stakes if stake.on == JACKPOT]
    if not stakes:
        return
    wagers = tuple((stake.player, stake.box) for stake in stakes)
    amount = sum(stake.amount for stake in stakes)
    # All of it goes to the jackpot account here. Which fractions feed the meter and which stay with
    # the operator is the pool's to decide, so that several tables can feed the same one.
    entry = transfer(till.layout, till.jackpot, amount, law.pool.clause)
    tokens = tuple((stake.player, stake.box) for stake in stakes if stake.tokens)
    draft.emit(JackpotWagersTaken(wagers, amount, (entry,), law.pool.clause, tokens))


def lose_jackpot_wagers(draft: StudDraft, winners: set[tuple[str, int]]) -> None:
    """Record the jackpot wagers that won nothing; their money went to the pool with the deal."""
    law = draft.law.jackpot
    clause = next(iter(law.qualifying.values())).also[0]
    table = draft.table
    wager, entry = jackpot_wager(table), Entry((), clause)
    settled = jackpot_results(table)
    lost = [one for one, results in settled.items() if one not in winners and not results]
    lines = tuple(
        Line(player, box, 0, JACKPOT, "lose", wager, -wager, clause, (), entry, tokens=tokens)
        for (player, box), tokens in ((one, tokens_of_jackpot_wager(table, one)) for one in lost)
    )
    settle(draft, lines, clause)


def jackpot_wager(table: StudTable) -> Cents:
    """Return the amount of a jackpot wager at this table."""
    terms = table.choices.jackpot
    return 0 if terms is None else terms.wager


def tokens_of_jackpot_wager(
    table: StudTable, wager: tuple[str, int], past: Iterable[Settlement] | None = None
) -> Cents:
    """Return how much of a jackpot wager, of the round or a past one, was promotional tokens."""
    if past is None and table.round is not None:
        return jackpot_wager(table) if wager in stud_round(table).jackpot_tokens else 0
    settled = (line for one in (table.settled if past is None else past) for line in one.lines)
    own = (line for line in settled if line.on == JACKPOT and (line.player, line.box) == wager)
    return max((line.tokens for line in own), default=0)


def jackpot_results(table: StudTable) -> dict[tuple[str, int], set[str]]:
    """Return the jackpot wagers of the round, or of the one just ended, each with its result."""
    wagers = () if table.round is None else stud_round(table).jackpot
    results: dict[tuple[str, int], set[str]] = {wager: set() for wager in wagers}
    for wager, known in jackpot_results_in(table.settled).items():
        results.setdefault(wager, set()).update(known)
    return results


def jackpot_results_in(settlements: Iterable[Settlement]) -> dict[tuple[str, int], set[str]]:
    """Return the jackpot wagers that were settled, each with its result."""
    results: dict[tuple[str, int], set[str]] = {}
    for line in (line for settlement in settlements for line in settlement.lines):
        if line.on == JACKPOT:
            results.setdefault((line.player, line.box), set()).add(line.result)
    return results


def undecided_jackpot_wagers(table: StudTable) -> tuple[tuple[str, int], ...]:
    """Return the jackpot wagers of the round under way that are not decided yet: player and box."""
    if table.round is None:
        return ()
    results = jackpot_results(table)
    return tuple(wager for wager in stud_round(table).jackpot if not results[wager])


def jackpot_at_risk(table: StudTable, player: str) -> Cents:
    """Return how much a player has in the pool for the round under way."""
    own = sum(owner == player for owner, _ in undecided_jackpot_wagers(table))
    return own * jackpot_wager(table)


def jackpot_chips_at_risk(table: StudTable, player: str) -> Cents:
    """Return how much of that is in chips, promotional tokens left out."""
    own = (wager for wager in undecided_jackpot_wagers(table) if wager[0] == player)
    return sum(jackpot_wager(table) - tokens_of_jackpot_wager(table, wager) for wager in own)


def jackpot_return_entry(
    table: StudTable, wager: tuple[str, int], clause: str, past: Iterable[Settlement] | None = None
) -> Entry:
    """Return the entry that returns a jackpot wager to its owner, tokens as tokens."""
    till, (player, _) = table.till, wager
    owned = till.tokens if tokens_of_jackpot_wager(table, wager, past) else till.chips
    return transfer(till.jackpot, owned(player), jackpot_wager(table), clause)


def take_back_jackpot_wagers(draft: StudDraft, player: str, clause: str) -> None:
    """Give back a player's undecided jackpot wagers from the pool: they win nothing."""
    wager = jackpot_wager(draft.table)
    for (who, box), results in jackpot_results(draft.table).items():
        if who == player and not results:
            entry = jackpot_return_entry(draft.table, (who, box), clause)
            draft.emit(JackpotWagerTakenBack(player, box, wager, entry, clause))


def pay_jackpot(draft: StudDraft, command: PayJackpot) -> Refused | None:
    """Pay the jackpot as the pool has decided, and end the round."""
    table = draft.table
    law = draft.law.jackpot
    if refused := not_the_dealer(command, law.hands_left.clause):
        return refused
    if table.round is None or stud_round(table).phase is not StudPhase.JACKPOT:
        return Refused("jackpot/not-due", law.hands_left.clause, "no jackpot is to be paid now")
    winners = set(undecided_jackpot_wagers(table))
    wager = jackpot_wager(table)
    lines = []
    # A hand may have several payments (share, bonus); only its first line counts the wager.
    for payment in command.payments:
        first = (payment.player, payment.box) in winners
        winners.discard((payment.player, payment.box))
        lines.append(_jackpot_line(draft.law, table, payment, wager if first else 0))
    settle(draft, tuple(lines), law.hands_left.clause)
    draft.emit(JackpotPaid(draft.law.settlement.left_until_paid.clause))
    return None


def _jackpot_line(law: StudLaw, table: StudTable, payment: JackpotPayment, wager: Cents) -> Line:
    """Return the line of a jackpot payment; its net is the payment less the wager that won it."""
    till = table.till
    hand = stud_round(table).hand(payment.box)
    assert hand is not None
    also = (*payment.also, law.jackpot.wins.clause, law.jackpot.additional.clause)
    if hand.standing is StudStanding.FOLDED:
        also = (*also, law.settlement.folded.clause)
    player, amount, from_pool = payment.player, payment.amount, payment.from_pool
    postings = [Posting(till.chips(player), amount)]
    if from_pool:
        postings.append(Posting(till.jackpot, -from_pool))
    if amount - from_pool:
        postings.append(Posting(till.float, from_pool - amount))
    clause = payment.clause
    entry = Entry(tuple(postings), clause)
    tokens = tokens_of_jackpot_wager(table, (player, payment.box)) if wager else 0
    net = amount - wager
    return Line(
        player, payment.box, 0, JACKPOT, "win", wager, net, clause, also, entry, tokens=tokens
    )


HANDLERS: dict[type[Command], Handler] = {
    **on(PayJackpot, pay_jackpot),
}


EVOLVERS: dict[type[Event], Evolver] = {
    JackpotWagersTaken: jackpot_wagers_taken,
    JackpotWagerTakenBack: jackpot_wager_taken_back,
    JackpotPaid: jackpot_paid,
}

"""Paying, collecting and giving back: one wager, one line of the settlement, one balanced entry."""

from msgspec.structs import replace

from croupier.money import Cents, Entry, Odds, Posting, Till
from croupier.rulebooks import Result, Rule, TableLaw
from croupier.table.draft import TableDraft
from croupier.table.round_events import WagersSettled
from croupier.table.state import Line, Stake, Table

WIN, LOSE, STAND_OFF = Result.WIN.value, Result.LOSE.value, Result.STAND_OFF.value
VOID = "void"
COLLECTED = Result.LOSE
CENT: Cents = 1


def won(
    law: TableLaw, table: Table, stake: Stake, rule: Rule[Odds], also: tuple[str, ...] = ()
) -> Line:
    """A wager paid at a rule's odds; winnings come in chips.

    Where the rulebook says so the payment goes up to what chips can make, else to the cent.
    """
    return paid(law, table, stake, rule.value, rule.clause, (*rule.also, *also))


def paid(
    law: TableLaw,
    table: Table,
    stake: Stake,
    odds: Odds,
    clause: str,
    also: tuple[str, ...] = (),
    *,
    most: Cents | None = None,
) -> Line:
    """A wager paid at odds by a clause, ``most`` being all that it may win."""
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


def lost(till: Till, stake: Stake, clause: str, also: tuple[str, ...] = ()) -> Line:
    """A wager collected."""
    postings = (Posting(till.layout, -stake.amount), Posting(till.float, stake.amount))
    return _line(stake, LOSE, -stake.amount, clause, also, postings)


def partly_lost(
    till: Till, stake: Stake, collected: Cents, clause: str, also: tuple[str, ...]
) -> Line:
    """A wager of which a part is collected and the rest goes back."""
    postings = (
        Posting(till.layout, -stake.amount),
        Posting(till.float, collected),
        Posting(till.chips(stake.player), stake.amount - collected),
    )
    return _line(stake, LOSE, -collected, clause, also, postings)


def given_back(
    till: Till, stake: Stake, result: str, clause: str, also: tuple[str, ...] = ()
) -> Line:
    """A wager that goes back to its owner: a stand-off, or void."""
    postings = [
        Posting(till.layout, -stake.amount),
        Posting(till.chips(stake.player), stake.amount - stake.tokens),
    ]
    if stake.tokens:
        postings.append(Posting(till.tokens(stake.player), stake.tokens))
    return _line(stake, result, 0, clause, also, tuple(postings))


def by_word(till: Till, stake: Stake, rule: Rule[Result], also: tuple[str, ...] = ()) -> Line:
    """A wager that does not win ends as its rule says: lost, or a stand-off."""
    if rule.value is COLLECTED:
        return lost(till, stake, rule.clause, (*rule.also, *also))
    return given_back(till, stake, STAND_OFF, rule.clause, (*rule.also, *also))


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


def undone(till: Till, line: Line, clause: str, also: tuple[str, ...] = ()) -> Line:
    """A settled wager that is void after all: what was collected or paid goes back."""
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


def forfeited(till: Till, line: Line, clause: str, also: tuple[str, ...] = ()) -> Line:
    """A settled wager that the operator keeps after all, with what was won on it."""
    owed = line.stake + line.net
    postings = (Posting(till.chips(line.player), -owed), Posting(till.float, owed))
    entry = Entry(postings, clause)
    return replace(line, result=LOSE, net=-owed, clause=clause, also=also, entry=entry)


def settle(draft: TableDraft, lines: tuple[Line, ...], clause: str) -> None:
    """Record settled wagers, if there are any."""
    if lines:
        draft.emit(WagersSettled(lines, clause))

"""A substitute in a tournament takes over what is known of the player who left.

Chips that come back when a round is void go to whoever holds the seat's chips.
"""

from msgspec.structs import replace

from croupier.money import Account, Entry, Posting
from croupier.table.contest_state import Contest, Form
from croupier.table.state import Line, Settlement, Table


def succeeded(contest: Contest, old: str, new: str) -> Contest:
    """A session in which somebody has the place of another, also in the round before."""
    earlier = contest.before
    return replace(
        contest,
        contestants=tuple(
            replace(one, player=new) if one.player == old else one for one in contest.contestants
        ),
        passed=tuple(new if name == old else name for name in contest.passed),
        forms=_forms(contest.forms, old, new),
        charged=_keyed(contest.charged, old, new),
        wagered=_keyed(contest.wagered, old, new),
        last_forms=_forms(contest.last_forms, old, new),
        before=None if earlier is None else succeeded(earlier, old, new),
    )


def _forms(forms: tuple[Form, ...], old: str, new: str) -> tuple[Form, ...]:
    return tuple(replace(form, player=new) if form.player == old else form for form in forms)


def _keyed(amounts: dict[str, int], old: str, new: str) -> dict[str, int]:
    return {new if name == old else name: amount for name, amount in amounts.items()}


def inherited(
    table: Table, settlements: tuple[Settlement, ...], old: str, new: str
) -> tuple[Settlement, ...]:
    """Settlements as if the successor had wagered, so that undoing them concerns the successor."""
    accounts = {table.till.chips(old): table.till.chips(new)}
    return tuple(
        replace(one, lines=tuple(_line(line, old, new, accounts) for line in one.lines))
        for one in settlements
    )


def _line(line: Line, old: str, new: str, accounts: dict[Account, Account]) -> Line:
    if line.player != old:
        return line
    postings = tuple(
        Posting(accounts.get(one.account, one.account), one.amount) for one in line.entry.postings
    )
    return replace(line, player=new, entry=Entry(postings, line.entry.clause))

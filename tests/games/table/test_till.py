"""Where chips lie: one till for money, another for a tournament, with no account in both."""

from typing import Any

import pytest

from croupier.floor import Croupier
from croupier.games.table.choices import Choices, JackpotTerms, TournamentTerms
from croupier.games.table.contest.state import tournament_till
from croupier.games.table.state import MONEY_TILL, Table
from croupier.money import Account, Till
from croupier.rulebooks import CARIBBEAN_STUD
from tests.support.tables import stud

from .tables import after, opened, say, wager

TOURNAMENT_TILL = tournament_till("")
"""The till of a tournament without a name."""


def accounts(till: Till) -> list[Account]:
    """Every account that a till has for two players."""
    own = [till.float, till.layout, till.cash, till.vouchers, till.jackpot, till.mispaid]
    return own + [of(name) for of in (till.chips, till.tokens, till.purse) for name in ("ann", "b")]


def test_no_two_accounts_are_one() -> None:
    every = [*accounts(MONEY_TILL), *accounts(TOURNAMENT_TILL), *accounts(Till("training"))]
    assert len(set(every)) == len(every)
    assert all(name.startswith("tournament-") for name in accounts(TOURNAMENT_TILL))


def played(**choices: Any) -> Table:
    """Chips bought, a voucher exchanged, a wager won, a wager taken back, and all cashed out."""
    table = after(opened("TH 7C 8D TC", **choices), say("buy-in", player="ann", amount=200))
    table = after(table, say("exchange-voucher", player="ann", amount=50))
    table = after(table, wager("ann", 1, 50), wager("ann", 1, 50, with_="tokens"))
    table = after(table, wager("bob", 2, 50), say("withdraw", player="bob", box=2), say("deal"))
    table = after(table, *(say("card", card=card) for card in ("TH", "7C", "8D")))
    table = after(table, say("stand", box=1), say("card", card="TC"))
    assert table.chips("ann") == 200_00 + 100_00
    return after(table, say("leave", player="bob"))


@pytest.mark.parametrize("left", [False, True])
def test_a_tournament_table_posts_to_accounts_of_its_own(left: bool) -> None:
    money, tournament = played(), played(tournament=TournamentTerms())
    if left:
        money, tournament = (
            after(table, say("leave", player="ann")) for table in (money, tournament)
        )
    assert (money.till, accounts(tournament.till)) == (MONEY_TILL, accounts(TOURNAMENT_TILL))
    assert tournament.balances == {
        f"tournament-{account}": amount for account, amount in money.balances.items()
    }
    assert not money.balances.keys() & tournament.balances.keys()
    assert sum(tournament.balances.values()) == 0


def test_a_tournament_of_caribbean_stud_feeds_a_jackpot_account_of_its_own() -> None:
    terms = JackpotTerms(wager=500, pool=1_000_000)
    balances = {}
    for tournament in (False, True):
        rules = TournamentTerms() if tournament else None
        choices = Choices(tournament=rules, jackpot=terms)
        croupier = Croupier(CARIBBEAN_STUD, choices, seed=1)
        for on, amount in (("ante", 10), ("jackpot", 5)):
            croupier.do(wager("ann", 1, amount, on=on))
        croupier.do(say("deal"))
        croupier.do(say("fold", player="ann", box=1))
        croupier.do(say("mispayment", amount=40))
        assert stud(croupier.table).round is None
        balances[tournament] = croupier.table.balances
    assert balances[False]["jackpot"] == 500
    assert balances[False]["mispaid"] == 4_000
    assert balances[True] == {f"tournament-{name}": held for name, held in balances[False].items()}

"""The money of a tournament: who holds it, and how it moves. Tournament chips are no part of it."""

from croupier.money import Account, Cents, Entry, Posting


def player(name: str) -> Account:
    """A player's money: what came back less what was paid."""
    return f"money/{name}"


def pool(tournament: str) -> Account:
    """The prize pool."""
    return f"prize-pool/{tournament}"


def commission(tournament: str) -> Account:
    """What the operator keeps of the fees."""
    return f"commission/{tournament}"


def buy_ins(tournament: str) -> Account:
    """What chips were bought for."""
    return f"buy-ins/{tournament}"


def added(tournament: str) -> Account:
    """What the operator has added to the pool, below zero."""
    return f"added/{tournament}"


def guarantee(tournament: str) -> Account:
    """What the operator has paid to meet a guarantee, below zero."""
    return f"guarantee/{tournament}"


def cash_out(tournament: str) -> Account:
    """What the operator has paid for chips, below zero."""
    return f"cash-out/{tournament}"


def moves(clause: str, *postings: tuple[Account, Cents]) -> tuple[Entry, ...]:
    """One entry of the postings that are not zero; none where all are."""
    made = tuple(Posting(account, amount) for account, amount in postings if amount)
    return (Entry(made, clause),) if made else ()

"""``croupier tournament payouts``: what each place is paid."""

from decimal import Decimal, InvalidOperation
from typing import Annotated

from cyclopts import Parameter

from croupier.cli.numbers import WholeNumber
from croupier.cli.output import print_json
from croupier.errors import CroupierError
from croupier.floor.tournaments.prizes import divided, prize_amounts
from croupier.money import Cents, dollars, in_dollars

Flag = Annotated[bool, Parameter(negative=())]


def payouts(
    *,
    entries: WholeNumber,
    fee: str = "100",
    prizes: str = "100",
    commission: str = "0",
    added: str = "0",
    guarantee: str = "0",
    ties: str = "",
    json: Flag = False,
) -> None:
    """Show what each place is paid.

    Shares are rounded down to whole cents, and the rest goes to first place.
    Tied places pool their prizes and divide them equally.

    Examples:

        croupier tournament payouts --entries 24 --fee 100 --prizes 50,30,20

        croupier tournament payouts --entries 12 --fee 50 --added 200 --guarantee 1000

        croupier tournament payouts --entries 24 --prizes 50,30,20 --ties 2-3

    Parameters
    ----------
    entries
        How many have entered.
    fee
        What an entry costs, in dollars.
    prizes
        Percentages of the pool for first place, second and so on; they add up to 100.
    commission
        What the operator keeps of each fee.
    added
        What the operator adds.
    guarantee
        The smallest pool, which the operator guarantees.
    ties
        Tied places, such as 2-3 or 1-2,4-5.
    json
        Print {"pool", "prizes"} in cents for programs.
    """
    if entries < 1:
        raise CroupierError(f"--entries is a whole number of 1 or more, not {entries}")
    amounts = {
        name: _dollars(name, text)
        for name, text in (
            ("fee", fee),
            ("commission", commission),
            ("added", added),
            ("guarantee", guarantee),
        )
    }
    if amounts["commission"] > amounts["fee"]:
        raise CroupierError("--commission cannot be more than the fee")
    pool = max(
        entries * (amounts["fee"] - amounts["commission"]) + amounts["added"],
        amounts["guarantee"],
    )
    paid = _paid(pool, _shares(prizes), entries, _level(ties, entries))
    if json:
        print_json({"pool": pool, "prizes": paid})
        return
    print(f"pool {in_dollars(pool)}")
    for place, amount in enumerate(paid, 1):
        print(f"{place}: {in_dollars(amount)}")


def _paid(pool: Cents, shares: list[Decimal], entries: int, level: list[range]) -> list[Cents]:
    """What each place is paid, as far as prizes reach."""
    if not level:
        return prize_amounts(pool, shares, entries)
    groups: list[tuple[str, ...]] = []
    place = 1
    while place <= entries:
        tied = next((one for one in level if one.start == place), range(place, place + 1))
        groups.append(tuple(map(str, tied)))
        place = tied.stop
    order = {str(place): (1, place) for place in range(1, entries + 1)}
    found = divided(pool, shares, tuple(groups), order)
    return [found[str(place)] for place in range(1, entries + 1) if str(place) in found]


def _level(text: str, entries: int) -> list[range]:
    """The places that are level, as they are typed."""
    found: list[range] = []
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        known = first.isdecimal() and last.isdecimal()
        after = found[-1].stop if found else 1
        if not known or not after <= int(first) < int(last) <= entries:
            raise CroupierError(f"--ties takes places in order, such as 2-3, not {text!r}")
        found.append(range(int(first), int(last) + 1))
    return found


def _dollars(name: str, text: str) -> Cents:
    try:
        amount = dollars(text)
    except ValueError as error:
        raise CroupierError(f"--{name}: {error}") from None
    if amount < 0:
        raise CroupierError(f"--{name} is 0 or more, not {text}")
    return amount


def _shares(text: str) -> list[Decimal]:
    try:
        shares = [Decimal(one) for one in text.split(",")]
    except InvalidOperation:
        shares = []
    wrong = not shares or any(not one.is_finite() or one <= 0 for one in shares)
    if wrong or sum(shares) != Decimal(100):
        raise CroupierError(
            f"--prizes takes percentages that add up to 100, such as 50,30,20, not {text!r}"
        )
    return shares

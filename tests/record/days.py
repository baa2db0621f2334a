"""A day at two tables, written into any journal: what the tests of the record look at."""

from decimal import Decimal
from typing import Any

from croupier.floor.card_sources import SoftwareShoe, random_source
from croupier.floor.command_text import to_command
from croupier.floor.floor import Answer, Floor
from croupier.games.table.choices import Choices, JackpotTerms
from croupier.messages import Refused
from croupier.record.journal import Journal
from croupier.rulebooks import law_of

JACKPOT = JackpotTerms(
    name="grand", wager=5_00, pool=30_000_00, increment=Decimal("0.7"), bonus=250_00
)


def say(house: Floor, table: str, do: str, *, command_id: str = "", **fields: Any) -> Answer:
    return house.do(table, to_command({"do": do, **fields}), command_id=command_id)


def play_day(journal: Journal, *, rounds: int = 6, seed: int = 7) -> Floor:
    """Play some rounds of Star Blackjack, and of Caribbean Stud with its jackpot."""
    house = Floor(journal)
    house.open_table(law_of("star-blackjack"), Choices(), cards=SoftwareShoe(random_source(seed)))
    choices = Choices(jackpot=JACKPOT)
    house.open_table(law_of("caribbean-stud"), choices, cards=SoftwareShoe(random_source(seed)))
    for number in range(rounds):
        blackjack_round(house, number)
        stud_round(house)
    return house


def blackjack_round(house: Floor, number: int) -> None:
    wager = {"player": "ann", "box": 1, "amount": 20}
    say(house, "1", "wager", command_id=f"wager {number}", **wager)
    say(house, "1", "deal")
    while house.tables["1"].table.round is not None:
        for call in ("stand", "hit"):
            if not isinstance(say(house, "1", call, box=1), Refused):
                break
        else:
            say(house, "1", "close-insurance")


def stud_round(house: Floor) -> None:
    for on, amount in (("ante", 10), ("jackpot", 5)):
        say(house, "2", "wager", player="bob", box=1, amount=amount, on=on)
    say(house, "2", "deal")
    say(house, "2", "fold", player="bob", box=1)
    if house.tables["2"].table.round is not None:
        say(house, "2", "settle")

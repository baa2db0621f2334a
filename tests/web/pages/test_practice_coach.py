"""The coach of practice tables knows from the log what was decided there."""

import pytest

from croupier.cards import parse_cards
from croupier.features.school.pages import Coach
from croupier.floor.card_sources import SoftwareShoe, random_source
from croupier.floor.floor import Floor
from croupier.games.blackjack.calls import Hit, Stand
from croupier.games.table.choices import Choices
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import BuyIn, Sit
from croupier.games.table.wagers import PlaceWager
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import Role, law_of

ELEVEN = parse_cards("8S 9C 3D 6H TD KD")
"""Eleven against a nine: doubling is worth more than a hit."""
ROUND = (
    BuyIn("ann", 100_00, by=Role.PLAYER),
    Sit("ann", 1, by=Role.PLAYER),
    PlaceWager("ann", 1, 10_00, by=Role.PLAYER),
    Deal(by=Role.DEALER),
    Hit(1, by=Role.PLAYER),
    Stand(1, by=Role.PLAYER),
)


@pytest.mark.parametrize("practice", [True, False])
def test_what_was_decided_before_a_server_started_is_known(practice: bool) -> None:
    journal = MemoryJournal()
    house = Floor(journal)
    house.open_table(
        law_of("star-blackjack"),
        Choices(practice=practice, burn=False),
        cards=SoftwareShoe(random_source(1), ELEVEN),
        name="own",
        stacked=len(ELEVEN),
    )
    for command in ROUND:
        assert isinstance(house.do("own", command), tuple)
    coach = Coach()
    coach.take(journal.order)
    sums = coach.sums("own", "ann")
    made = [(one.made, one.best) for one in sums.mistakes]
    assert (sums.decisions, made) == ((2, [("hit", "double")]) if practice else (0, []))

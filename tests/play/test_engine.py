"""Tables that are opened under one law and looked at under another."""

from msgspec.structs import replace

from croupier import Choices, Croupier, Refused, evolve, open_table, to_command
from croupier.display.scenes import scene_of
from croupier.display.sight import view
from croupier.display.viewers import Onlooker
from croupier.money import odds
from croupier.play.card_sources import SoftwareShoe, chance
from croupier.play.engine import fold, law_for
from croupier.play.house import House
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import GAMES, STAR_BLACKJACK, Rule, fingerprint
from croupier.table.events import TableOpened
from croupier.version import VERSION


def test_opening_a_table_is_an_event_that_says_by_which_law_and_software() -> None:
    opened = open_table(STAR_BLACKJACK, Choices(boxes=5))
    assert isinstance(opened, TableOpened)
    assert (opened.game, opened.revision) == ("star-blackjack", STAR_BLACKJACK.revision)
    assert opened.fingerprint == fingerprint(STAR_BLACKJACK)
    assert opened.software == VERSION
    assert opened.choices.boxes == 5
    assert law_for(evolve(None, opened)) is STAR_BLACKJACK


def test_laws_differ_in_their_fingerprints_by_a_value_or_a_citation() -> None:
    prints = [fingerprint(law) for law in GAMES.values()]
    assert len(set(prints)) == len(prints)
    settlement = STAR_BLACKJACK.settlement
    paying = replace(settlement, blackjack=Rule(odds(6, 5), settlement.blackjack.clause))
    citing = replace(settlement, blackjack=Rule(settlement.blackjack.value, "15.1.2"))
    others = [replace(STAR_BLACKJACK, settlement=one) for one in (paying, citing)]
    assert len({fingerprint(STAR_BLACKJACK), *map(fingerprint, others)}) == 3


def test_a_table_of_another_revision_can_be_folded_and_shown_and_not_be_played() -> None:
    law = replace(STAR_BLACKJACK, revision="0")
    croupier = Croupier(law, Choices(), seed=1)
    croupier.do(to_command({"do": "wager", "player": "ann", "box": 1, "amount": 10}))
    table, _ = fold(croupier.events)
    assert table == croupier.table
    refused = law_for(table)
    assert isinstance(refused, Refused)
    assert refused.code == "law/not-installed"
    assert "revision 0" in refused.why
    shown = view(STAR_BLACKJACK, scene_of(table), Onlooker())
    assert shown.wagers[0].amount == 10_00
    assert croupier.journal is not None
    house = House.restored(MemoryJournal(croupier.journal.order), lambda _: SoftwareShoe(chance(1)))
    assert not house.tables

"""Tables that are opened under one law and looked at under another."""

from msgspec.structs import replace

from croupier import Choices, evolve, open_table
from croupier.floor.resting_tables import playing_law
from croupier.games.table.opening import TableOpened
from croupier.kit import VERSION
from croupier.money import odds
from croupier.rulebooks import GAMES, STAR_BLACKJACK, Rule, fingerprint


def test_opening_a_table_is_an_event_that_says_by_which_law_and_software() -> None:
    opened = open_table(STAR_BLACKJACK, Choices(boxes=5))
    assert isinstance(opened, TableOpened)
    assert (opened.game, opened.revision) == ("star-blackjack", STAR_BLACKJACK.revision)
    assert opened.fingerprint == fingerprint(STAR_BLACKJACK)
    assert opened.software == VERSION
    assert opened.choices.boxes == 5
    assert playing_law(evolve(None, opened)) is STAR_BLACKJACK


def test_laws_differ_in_their_fingerprints_by_a_value_or_a_citation() -> None:
    prints = [fingerprint(law) for law in GAMES.values()]
    assert len(set(prints)) == len(prints)
    settlement = STAR_BLACKJACK.settlement
    paying = replace(settlement, blackjack=Rule(odds(6, 5), settlement.blackjack.clause))
    citing = replace(settlement, blackjack=Rule(settlement.blackjack.value, "15.1.2"))
    others = [replace(STAR_BLACKJACK, settlement=one) for one in (paying, citing)]
    assert len({fingerprint(STAR_BLACKJACK), *map(fingerprint, others)}) == 3

"""Layout and equipment: what a table needs, what is due about it, and what people are told."""

import pytest

from croupier.cards import Device
from croupier.display.narration.narrator import narrate
from croupier.display.scenes import scene_of
from croupier.display.viewers import Dealer, Onlooker, Voice
from croupier.floor import Croupier
from croupier.games.table.choices import Choices, JackpotTerms
from croupier.games.table.due import EquipmentDue
from croupier.games.table.equipment import CheckEquipment, all_items, checklist
from croupier.games.table.rounds import Deal
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Refused
from croupier.rulebooks import GAMES, Role, law_of
from croupier.rulebooks.law.table import Wanted
from tests.citing import cites


def names(game: str, **choices: object) -> list[str]:
    return [item.name for item in checklist(law_of(game), Choices(**choices))]  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_has_a_name_of_its_own(game: str) -> None:
    items = all_items(law_of(game))
    assert len({item.name for item in items}) == len(items)
    assert items


def test_optional_wagers_need_their_areas() -> None:
    assert "side-bet-areas" not in names("star-blackjack")
    assert "side-bet-areas" in names("star-blackjack", side_bets=("any-pairs",))
    assert names("canberra-blackjack", side_bets=("pairs-play",)) == [
        "layout",
        "pairs-play-layout",
        "sign-of-limits",
        "sign-of-multiples",
        "sign-of-pairs-play",
    ]


def test_a_shuffling_device_needs_no_cutting_card() -> None:
    assert "cutting-card" in names("perth-blackjack")
    assert "cutting-card" not in names("perth-blackjack", device=Device.SHUFFLER)


def test_stud_needs_a_drop_box_for_cash_and_a_meter_for_the_jackpot() -> None:
    assert "drop-box" in names("caribbean-stud")
    assert "drop-box" not in names("caribbean-stud", cashless=True)
    of_jackpots = {
        item.name
        for item in law_of("caribbean-stud").equipment.checklist
        if item.wanted is Wanted.JACKPOT
    }
    assert of_jackpots == {"jackpot-areas", "jackpot-counter", "jackpot-meter"}
    assert not of_jackpots & set(names("caribbean-stud"))
    assert of_jackpots <= set(names("caribbean-stud", jackpot=JackpotTerms(wager=500)))


@pytest.mark.parametrize("game", GAMES)
def test_the_report_is_due_first_and_only_where_it_was_asked_for(game: str) -> None:
    law = law_of(game)
    assert not any(isinstance(due, EquipmentDue) for due in Croupier(law).due)
    croupier = Croupier(law, Choices(checklist=True))
    due = croupier.due[0]
    assert isinstance(due, EquipmentDue)
    assert due.lacking == tuple(item.name for item in checklist(law, croupier.table.choices))
    assert due.by is Role.SUPERVISOR
    croupier.do(PlaceWager("ann", 1, 1_000, law.initial, by=Role.PLAYER))
    refused = croupier.do(Deal(by=Role.DEALER))
    assert isinstance(refused, Refused)
    assert refused.code == "equipment/lacking"
    assert not isinstance(croupier.do(CheckEquipment(by=Role.SUPERVISOR)), Refused)
    assert not any(isinstance(due, EquipmentDue) for due in croupier.due)
    assert not isinstance(croupier.do(Deal(by=Role.DEALER)), Refused)


@cites("star-blackjack", "2.4")
def test_what_is_lacking_is_told_with_its_clause() -> None:
    law = law_of("star-blackjack")
    croupier = Croupier(law, Choices(checklist=True))
    before = croupier.table
    events = croupier.do(CheckEquipment(("drop-box",), by=Role.SUPERVISOR))
    assert not isinstance(events, Refused)
    for viewer in (Dealer(), Onlooker()):
        _, told = narrate(law, scene_of(before), events, Voice(viewer))
        assert told[-1].with_clauses == "Missing, so no round is dealt: drop box (2.4)."

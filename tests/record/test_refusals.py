"""A refused command that comes again is refused in the same words, for a day."""

import pytest

from croupier.floor.card_sources import SoftwareShoe, random_source
from croupier.floor.floor import Floor
from croupier.games.table.choices import Choices
from croupier.messages import Refused
from croupier.record import journal
from croupier.record.journal import REFUSAL_SECONDS, MemoryJournal, Refusals, ReusedIdError
from croupier.rulebooks import law_of
from tests.record.contract import cause
from tests.record.days import say

NO = Refused("deal/no-wagers", "7.1", "nobody has wagered")


def test_a_refusal_is_remembered_for_a_day() -> None:
    now = [0.0]
    kept = Refusals(elapsed=lambda: now[0])
    assert kept.remember(cause("a", content="so"), NO) == NO
    assert kept.recall(cause("a", content="so")) == NO
    assert kept.recall(cause("a", actor="bob", content="so")) is None
    with pytest.raises(ReusedIdError):
        kept.recall(cause("a", content="other"))
    now[0] = REFUSAL_SECONDS
    assert kept.recall(cause("a", content="so")) is None


def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "MOST_REFUSALS", 3)
    kept = Refusals()
    for name in "abcde":
        kept.remember(cause(name), NO)
    assert [kept.recall(cause(name)) is None for name in "abcde"] == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_a_house_gives_the_same_answer_though_the_table_has_gone_on() -> None:
    house = Floor(MemoryJournal(), refusals=Refusals())
    house.open_table(law_of("star-blackjack"), Choices(), cards=SoftwareShoe(random_source(7)))
    first = say(house, "1", "stand", box=1, command_id="early")
    assert isinstance(first, Refused)
    say(house, "1", "wager", player="ann", box=1, amount=20)
    say(house, "1", "deal")
    assert house.tables["1"].table.round is not None
    assert say(house, "1", "stand", box=1, command_id="early") is first
    with pytest.raises(ReusedIdError):
        say(house, "1", "hit", box=1, command_id="early")

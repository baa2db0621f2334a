"""What one person sees never holds another's cards, nor the dealer's before they are turned."""

from random import Random

import pytest

from croupier.cards import Device
from croupier.play import Croupier
from croupier.rulebooks import CARIBBEAN_STUD
from croupier.stud.commands import Fold, PlaceBet, Settle
from croupier.stud.events import StudRoundOpened
from croupier.stud.state import Standing, StudPhase, face_up, stud_round
from croupier.stud.viewing import view
from croupier.table.choices import Choices
from croupier.table.commands import Deal, PlaceWager
from tests.citing import cites


def dealt(seed: int) -> Croupier:
    croupier = Croupier(CARIBBEAN_STUD, Choices(), seed=seed)
    for box, player in enumerate(("ann", "bob", "cat"), 1):
        croupier.do(PlaceWager(player, box, 1_000, "ante"))
    croupier.do(Deal())
    return croupier


@cites("caribbean-stud", "7.1", "8.9")
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("viewer", ["ann", "bob", None])
def test_before_the_hands_are_turned_each_sees_their_own_and_one_card(
    seed: int, viewer: str | None
) -> None:
    croupier = dealt(seed)
    seen = view(croupier.table, viewer)
    assert seen is not None
    assert [card for card in seen.dealer if card] == [face_up(croupier.table)]
    for hand in seen.hands:
        real = stud_round(croupier.table).hand(hand.box)
        assert real is not None
        assert len(hand.cards) == 5
        assert hand.cards == (real.cards if hand.player == viewer else (None,) * 5)


@cites("caribbean-stud", "8.3", "8.8", "9.11")
def test_folded_hands_stay_hidden_when_the_others_are_turned() -> None:
    croupier = dealt(1)
    croupier.do(Fold("ann", 1))
    croupier.do(PlaceBet("bob", 2))
    croupier.do(PlaceBet("cat", 3, pause=True))
    seen = view(croupier.table, "bob")
    assert seen is not None
    assert seen.phase is StudPhase.EXPOSED
    assert all(seen.dealer)
    shown = {hand.player: all(hand.cards) for hand in seen.hands}
    assert shown == {"ann": False, "bob": True, "cat": True}
    assert seen.hands[0].standing is Standing.FOLDED
    croupier.do(Settle())
    assert view(croupier.table, "bob") is None


@cites("caribbean-stud", "3.2", "3.2.1", "3.2.2")
def test_two_decks_of_a_device_are_dealt_in_turn() -> None:
    croupier = Croupier(CARIBBEAN_STUD, Choices(device=Device.SHUFFLER), seed=3)
    chance = Random(3)
    for _ in range(4):
        croupier.do(PlaceWager("ann", 1, 1_000, "ante"))
        croupier.do(Deal())
        croupier.do(chance.choice([Fold("ann", 1), PlaceBet("ann", 1)]))
    decks = [event.deck for event in croupier.events if isinstance(event, StudRoundOpened)]
    assert decks == [1, 2, 1, 2]

"""Opening a table: what the operator may choose, and what the rulebook fixes."""

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import Device
from croupier.floor import Croupier, UnlawfulTableError
from croupier.games.blackjack.opening import open_blackjack
from croupier.games.engine import open_table
from croupier.games.table.choices import Choices, Mode
from croupier.games.table.due import BurnDue, ShuffleDue, WagersDue
from croupier.games.table.opening import TableOpened
from croupier.games.table.state import Limits
from croupier.messages import Refused
from croupier.money import dollars
from croupier.rulebooks import GAMES, STAR_BLACKJACK, catalogue
from tests.citing import cites

from .tables import due, live, opened

SIDE_BETS = ("perfect-pairs", "any-pairs", "lucky-lucky")


def unlawful(**choices: Any) -> Refused:
    answer = open_blackjack(STAR_BLACKJACK, Choices(**choices))
    assert isinstance(answer, Refused), f"a table opened with {choices}"
    return answer


@pytest.mark.parametrize("decks", [6, 8])
def test_six_or_eight_decks(decks: int) -> None:
    assert opened(decks=decks).shoe.size == decks * 52


@cites("star-blackjack", "3.1")
@pytest.mark.parametrize("decks", [0, 1, 4, 5, 7, 9, -2, -6])
def test_no_other_number_of_decks(decks: int) -> None:
    answer = unlawful(decks=decks)
    assert (answer.code, answer.clause) == ("open/decks", "3.1")


def test_no_other_device() -> None:
    devices = replace(STAR_BLACKJACK.equipment.devices, value=(Device.SHUFFLER,))
    equipment = replace(STAR_BLACKJACK.equipment, devices=devices)
    law = replace(STAR_BLACKJACK, equipment=equipment)
    answer = open_blackjack(law, Choices(device=Device.SHOE))
    assert isinstance(answer, Refused)
    assert (answer.code, answer.clause) == ("open/device", devices.clause)


@pytest.mark.parametrize("boxes", [5, 6, 7, 8, 9])
def test_five_to_nine_boxes(boxes: int) -> None:
    assert opened(boxes=boxes).choices.boxes == boxes


@cites("star-blackjack", "2.2.1")
@pytest.mark.parametrize("boxes", [-5, 0, 4, 10])
def test_no_other_number_of_boxes(boxes: int) -> None:
    answer = unlawful(boxes=boxes)
    assert (answer.code, answer.clause) == ("open/boxes", "2.2.1")


@pytest.mark.parametrize("offered", [(), *((name,) for name in SIDE_BETS), SIDE_BETS])
def test_the_operator_offers_what_the_layout_has_areas_for(offered: tuple[str, ...]) -> None:
    assert opened(side_bets=offered).choices.side_bets == offered


@cites("star-blackjack", "2.2.4")
@pytest.mark.parametrize("offered", [("pairs-play",), ("perfect-pairs", "jackpot"), ("",)])
def test_a_side_bet_that_the_rulebook_does_not_know(offered: tuple[str, ...]) -> None:
    assert unlawful(side_bets=offered).clause == "2.2.4"


@pytest.mark.parametrize("game", GAMES)
def test_no_game_offers_a_side_bet_that_there_is_not(game: str) -> None:
    answer = open_table(GAMES[game], Choices(side_bets=("nonsense",)))
    assert isinstance(answer, Refused)
    assert answer.code == "open/side-bet"


@cites("star-blackjack", "14.15")
@pytest.mark.parametrize("number", [-1, 0, 4])
def test_there_are_three_pay_tables_for_lucky_lucky(number: int) -> None:
    answer = unlawful(side_bets=("lucky-lucky",), lucky_lucky_table=number)
    assert answer.clause == "14.15"


@cites("star-blackjack", "6.8.2")
def test_low_limit_gaming_needs_a_shuffling_device() -> None:
    assert unlawful(low_limit=True).clause == "6.8.2"
    assert opened(low_limit=True, device=Device.SHUFFLER).choices.low_limit


@cites("star-blackjack", "6.1")
@pytest.mark.parametrize(
    ("minimum", "maximum", "unit"), [(0, 100, 1), (-5, 100, 1), (100, 50, 1), (5, 100, 0)]
)
def test_limits_must_make_sense(minimum: int, maximum: int, unit: int) -> None:
    answer = unlawful(minimum=dollars(minimum), maximum=dollars(maximum), unit=dollars(unit))
    assert answer.clause == "6.1"


def test_a_fixed_wager_is_a_minimum_equal_to_the_maximum() -> None:
    assert opened(minimum=2_500, maximum=2_500).limits == Limits(2_500, 2_500, 50)


@cites("star-blackjack", "5.1")
@pytest.mark.parametrize("chip", [0, -50])
def test_a_chip_is_worth_something(chip: int) -> None:
    assert unlawful(chip=chip).clause == "5.1"


@cites("star-blackjack", "4.6")
@pytest.mark.parametrize(("decks", "deepest"), [(6, 156), (8, 208)])
def test_the_house_may_set_the_cutting_card_up_to_half_way(decks: int, deepest: int) -> None:
    assert opened(decks=decks, cutting_card_depth=deepest).choices.cutting_card_depth == deepest
    assert opened(decks=decks, cutting_card_depth=0).choices.cutting_card_depth == 0
    for depth in (-1, deepest + 1, decks * 52):
        assert unlawful(decks=decks, cutting_card_depth=depth).clause == "4.6"


@cites("star-blackjack", "4.1.1")
@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("device", list(Device))
def test_a_table_opens_with_a_shuffle_due(mode: Mode, device: Device) -> None:
    first, then = due(opened(mode=mode, device=device))
    assert first == ShuffleDue("4.1.1")
    assert isinstance(then, WagersDue)


@cites("star-blackjack", "4.9")
def test_a_stacked_shoe_is_ready_or_waits_for_its_burn() -> None:
    (ready,) = due(opened("TH 7C"))
    assert isinstance(ready, WagersDue)
    assert due(opened("TH 7C", burn=True))[0] == BurnDue(False, "4.9")


def test_three_players_to_a_box_until_a_supervisor_says_less() -> None:
    assert live().players_per_box == 3


def test_the_defaults_are_lawful() -> None:
    assert isinstance(open_blackjack(STAR_BLACKJACK), TableOpened)


def test_an_unlawful_table_cannot_be_run() -> None:
    with pytest.raises(UnlawfulTableError, match=r"\(3\.1\)"):
        Croupier(STAR_BLACKJACK, Choices(decks=7))


@cites("star-blackjack", "6.8", "6.8.1", "2.2.3.1", "2.2.3.2", "2.2.3.3")
def test_signs_at_a_low_limit_table_say_what_holds_there() -> None:
    plain = due(opened())[-1]
    low = due(opened(low_limit=True, device=Device.SHUFFLER))[-1]
    assert isinstance(plain, WagersDue)
    assert isinstance(low, WagersDue)
    assert [sign.clause for sign in plain.signs] == ["2.2.3.1", "2.2.3.2", "2.2.3.3"]
    assert [sign.clause for sign in low.signs[3:]] == ["6.8", "6.8.1"]


@cites("star-blackjack", "14.4")
def test_several_kinds_of_side_bet_need_an_area_each() -> None:
    both = opened(side_bets=("perfect-pairs", "lucky-lucky"))
    assert both.choices.side_bets == ("perfect-pairs", "lucky-lucky")
    refusal = open_blackjack(STAR_BLACKJACK, Choices(side_bets=("perfect-pairs", "pairs-play")))
    assert isinstance(refusal, Refused)
    assert refusal.clause == "2.2.4"
    assert "14.4" in refusal.also


UNLAWFUL = [
    # How often hands are split is fixed; Star alone has the leave of a manager (12.5).
    ("blackjack-challenge", {"resplit": True}, "open/resplit"),
    ("canberra-blackjack", {"resplit": True}, "open/resplit"),
    ("perth-blackjack", {"resplit": True}, "open/resplit"),
    # Insurance is against an ace alone, or there is none.
    ("blackjack-challenge", {"ten_insurance": True}, "open/ten-insurance"),
    ("canberra-blackjack", {"ten_insurance": True}, "open/ten-insurance"),
    ("perth-blackjack", {"ten_insurance": True}, "open/ten-insurance"),
    # Low limit gaming is known to Star, Challenge and Caribbean Stud.
    ("canberra-blackjack", {"low_limit": True}, "open/low-limit"),
    ("perth-blackjack", {"low_limit": True}, "open/low-limit"),
    # How many boxes a player has is the operator's to say in Canberra and Perth.
    ("star-blackjack", {"boxes_per_player": 2}, "open/boxes-per-player"),
    ("blackjack-challenge", {"boxes_per_player": 2}, "open/boxes-per-player"),
    ("canberra-blackjack", {"boxes_per_player": 0}, "open/boxes-per-player"),
    ("perth-blackjack", {"boxes_per_player": 0}, "open/boxes-per-player"),
    # Perth alone asks a second box of a lone player, and burns before each round.
    ("star-blackjack", {"lone_player_two_boxes": True}, "open/lone-player"),
    ("canberra-blackjack", {"lone_player_two_boxes": True}, "open/lone-player"),
    ("blackjack-challenge", {"burn_each_round": True}, "open/burn"),
    ("canberra-blackjack", {"burn_each_round": True}, "open/burn"),
    ("caribbean-stud", {"burn_each_round": True}, "open/burn"),
]


@pytest.mark.parametrize(("game", "choices", "code"), UNLAWFUL)
def test_what_a_rulebook_does_not_know_is_not_chosen(
    game: str, choices: dict[str, Any], code: str
) -> None:
    answer = open_table(GAMES[game], Choices(**choices))
    assert isinstance(answer, Refused), f"a table of {game} opened with {choices}"
    assert answer.code == code
    assert answer.clause in catalogue(GAMES[game].book)


@pytest.mark.parametrize(
    ("game", "choices"),
    [
        ("star-blackjack", {"resplit": True, "ten_insurance": True}),
        ("canberra-blackjack", {"boxes_per_player": 1}),
        ("perth-blackjack", {"boxes_per_player": 1, "lone_player_two_boxes": True}),
        ("perth-blackjack", {"burn_each_round": True}),
        ("star-blackjack", {"low_limit": True, "device": Device.SHUFFLER}),
    ],
)
def test_what_a_rulebook_leaves_to_the_operator(game: str, choices: dict[str, Any]) -> None:
    answer = open_table(GAMES[game], Choices(**choices))
    assert isinstance(answer, TableOpened), answer

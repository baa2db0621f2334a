"""Every question that a table asks, over shoes that are known."""

import pytest

from croupier.cards import Device
from croupier.games.blackjack.approvals import ApproveFaceDown
from croupier.games.table.seats import BuyIn
from croupier.games.table.wagers import PlaceWager
from croupier.rulebooks import Role
from croupier.terminal.player.screen import wrap_entry

from .evening import evening, spend, table

PAIRS = ("perfect-pairs", "lucky-lucky")


def test_a_round_is_told_and_every_payment_cites_its_clause() -> None:
    text = evening("25", "s", shoe="TH 6C 9H TD TC")
    assert "dealer 6♣      6\nbox 1  10♥ 9♥  19  $25\n" in text
    assert "Box 1 has 19 with 10♥ 9♥ against 6♣: h hit, s stand\n> s\n" in text
    assert "The dealer draws 10♣: 26 over.\n" in text
    assert "Box 1 wins $25 (15.1.2).\n" in text
    assert "Round 1: won $25. Chips $525.\n" in text


def test_why_explains_each_line_of_the_last_settlement() -> None:
    text = evening("1:25 2:5.50 pp5", "s", "why", shoe="TH AS 6C 9H KS TD TC", side_bets=PAIRS)
    assert "Box 1 wins $25 (wager $25)\n    15.1.2  " in text
    assert "Box 2 perfect-pairs loses $5 (wager $5)\n    14.11  " in text
    # A rounded payment names the clause of the rounding too.
    assert "Box 2 wins $8.50 (wager $5.50)\n    9.1.1  " in text
    assert "\n    5.9  " in text


def test_log_tells_the_round_with_its_clauses() -> None:
    text = evening("25", "s", "log", shoe="TH 6C 9H TD TC")
    assert "Your wager on box 1: $25 (5.2).\n" in text
    assert "Box 1 stands on 19 (10.1.3).\n" in text
    assert "The dealer draws 10♦: 16 (13.2).\n" in text
    assert "Box 1 wins $25 (15.1.2).\n" in text


def test_log_in_a_round_tells_that_round() -> None:
    text = evening("25", "s", "25", "log", "s", shoe="TH 6C 9H TD TC 9S 7C TS TD")
    after = text[text.index("> log") :]
    assert "Box 1 draws 10♠: 19 (7.1)." in after
    assert "15.1.2" not in after.split("> s")[0]


def test_why_before_anything_was_settled() -> None:
    text = evening("why", "log", shoe="TH")
    assert "Nothing has been settled yet." in text
    assert "No round has been played yet." in text


# ------------------------------------------------------------------------------------ insurance

INSURED = "TH AC 9H 5D TS"
"""A nineteen against an ace that draws a five and goes on."""


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("y", "Your wager on box 1 is insured for $12.50."),
        ("5", "Your wager on box 1 is insured for $5."),
        ("1:7.50", "Your wager on box 1 is insured for $7.50."),
    ],
)
def test_insurance_is_taken(typed: str, told: str) -> None:
    text = evening("25", typed, "s", shoe=INSURED)
    assert "Insurance against the ace, box 1 up to $12.50 (8.3): " in text
    assert "y insure for $12.50, 5 for that much, n none" in " ".join(text.split())
    assert told in text
    assert "insurance loses" in text


@pytest.mark.parametrize("typed", ["n", "", "none"])
def test_insurance_is_declined(typed: str) -> None:
    text = evening("25", typed, "s", shoe=INSURED)
    assert "is insured" not in text
    assert "Box 1 has 19 with 10♥ 9♥ against A♣" in text


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("maybe", '"maybe" is not an answer here: type y (insure for $12.50), 5 (for that'),
        ("3:5", "Nothing is offered for box 3: box 1 up to $12.50."),
        ("e", "Even money is only for a blackjack."),
        ("13", "Insurance is at most 1/2 of the wager of $25 (8.1)."),
        ("0.30", "(5.1"),
        ("1:5 1:5", "Box 1 is named twice: give one answer."),
    ],
)
def test_wrong_insurance_is_told_and_asked_again(typed: str, told: str) -> None:
    text = evening("25", typed, "n", "s", shoe=INSURED)
    assert told in " ".join(text.split())
    assert text.count("Insurance against the ace") == 2
    assert "Round 1:" in text


def test_insurance_of_several_boxes_and_even_money_in_one_line() -> None:
    shoe = "AH TH AC KH 9H 5D TS"
    text = evening("1:20 2:30", "1:e 2:5", "s", shoe=shoe)
    assert "box 1 up to $10 or even money and box 2 up to $15 (8.3)" in " ".join(text.split())
    assert "Box 1 wins $20 (9.1.2)." in text
    assert "Your wager on box 2 is insured for $5." in text


def test_an_amount_for_several_boxes_needs_a_box() -> None:
    text = evening("1:20 2:30", "5", "n", "s", shoe="AH TH AC KH 9H 5D TS")
    assert "Say for which box, such as 1:5." in text


def test_even_money_for_the_only_wager_ends_the_round() -> None:
    text = evening("20", "e", shoe="AH AC KH")
    assert "Box 1 wins $20 (9.1.2)." in text
    assert "Round 1: won $20. Chips $520." in text


def test_insurance_against_a_ten_where_the_table_offers_it() -> None:
    text = evening("20", "y", "s", shoe="TH KC 9H AD", ten_insurance=True)
    assert "Insurance against the ten, box 1 up to $10" in text
    assert "Box 1 insurance wins $100 (15.1.5)." in text


def test_insurance_for_the_most_takes_no_more_than_the_chips() -> None:
    text = evening("20", "y", "s", shoe=INSURED, bankroll=25_00)
    assert "is insured for $5." in text


def test_insurance_that_no_chips_are_left_for_is_not_asked_about() -> None:
    text = evening("20", "s", shoe=INSURED, bankroll=20_00)
    assert "Insurance is called against the dealer's ace" in text
    assert "insure for" not in text
    assert "Box 1 stands" in text


def test_insurance_beyond_the_chips_is_told() -> None:
    text = evening("20", "10", "n", "s", shoe=INSURED, bankroll=25_00)
    assert "That comes to $10, and the chips to $5." in text


# ---------------------------------------------------------------------------- double and split


def test_double_for_the_whole_wager_or_less() -> None:
    whole = evening("25", "d", shoe="6H 6C 5H TD TC TS")
    assert "d double $25 or less" in whole
    assert "Box 1 is doubled for $25." in whole
    less = evening("25", "d 10", shoe="6H 6C 5H TD TC TS")
    assert "Box 1 is doubled for $10." in less
    assert "Round 1: won $35." in less


def test_double_for_more_is_refused_with_its_clause() -> None:
    text = evening("25", "d 30", "d", shoe="6H 6C 5H TD TC TS")
    assert "A double here is at most $25 (11.1)." in text
    assert "Box 1 is doubled for $25." in text


def test_a_double_that_the_chips_do_not_reach_is_for_what_they_make() -> None:
    text = evening("25", "d", shoe="6H 6C 5H TD TC TS", bankroll=35_00)
    assert "d double $10 or less" in text
    assert "Box 1 is doubled for $10." in text


def test_split_hands_are_named_and_played_in_turn() -> None:
    text = evening("25", "p", "s", "table", "s", shoe="8H 6C 8D TD TC TS TH")
    assert "p split $25" in text
    assert "Box 1 is split.\nBox 1 hand 1 draws 10♦: 18.\n" in text
    assert "box 1 hand 2 ▸ 8♦ 10♣  18  $25" in text
    assert "Box 1 hand 2 stands on 18." in text
    assert "Round 1: won $50." in text


def test_splitting_again_where_the_table_permits_it() -> None:
    text = evening("25", "p", "p", "s", "s", "s", shoe="8H 6C 8D 8S TC TS TH TD TH", resplit=True)
    assert "Box 1 hand 3 has 18" in text


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("p", "may be split (12.1"),
        ("d", "may not be doubled, only 9, 10, 11 (11.1.1"),
        ("split", "may be split (12.1"),
    ],
)
def test_a_call_that_is_not_lawful_is_refused_with_its_clause(typed: str, told: str) -> None:
    assert told in evening("25", typed, "s", shoe="TH 6C 9H TD TC")


def test_standing_too_low_is_refused_with_its_clause() -> None:
    text = evening("25", "s", "h", "s", shoe="5H 6C 3H TD TC TS")
    assert "8 is below 12: draw first (10.2)." in text


def test_a_split_without_the_chips_is_refused_in_good_english() -> None:
    text = evening("25", "p", "s", shoe="8H 6C 8D TD TC TS TH", bankroll=30_00)
    assert "p split" not in text
    assert "You have $5 in chips here, not $25 (5.1, 12.1)." in text


def test_bad_keys_change_nothing() -> None:
    text = evening("25", "x", "", "h h", "s", shoe="TH 6C 9H TD TC")
    assert text.count("Box 1 has 19 with 10♥ 9♥ against 6♣") == 4
    assert '"x" is not a choice here: type h (hit) or s (stand).' in text
    assert "Round 1: won $25." in text


def test_somebody_else_on_the_box_is_asked_by_name() -> None:
    croupier = table("6H 6C 5H TD TC TS")
    before = (BuyIn("ann", 100_00, by=Role.PLAYER), PlaceWager("ann", 1, 10_00, by=Role.PLAYER))
    text = spend(croupier, "1:25", "d", "maybe", "n", before=before)
    assert "ann, box 1 has 11 with 6♥ 5♥ against 6♣: d double $10 or less, n no double" in " ".join(
        text.split()
    )
    assert "ann does not join the double of box 1." in text
    assert "ann, box 1 wins $10 (15.1.2)." in text
    # The sums are the player's own.
    assert "result       won $50" in text


# ---------------------------------------------------------------------------- cut and side bets


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "You cut 208 cards from the front."),
        ("100", "You cut 100 cards from the front."),
        ("n", "Your cut is passed on."),
    ],
)
def test_the_cut_is_offered(typed: str, told: str) -> None:
    text = spend(table(), typed, "25")
    assert "the cut is offered to you (4.3.1): Enter cuts in the" in text
    assert "52-364 cuts there" in " ".join(text.split())
    assert told in text
    assert "Round 1" in text


def test_declining_leaves_the_cut_to_a_supervisor() -> None:
    assert "A supervisor cuts " in spend(table(), "n")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("51", "Cut between card 52 and card 364: at least a deck on either side (4.5)."),
        ("9999999", '"9999999" is not a place to cut'),
        ("deep", '"deep" is not a place to cut: type a number of cards, Enter for the middle'),
    ],
)
def test_a_wrong_cut_is_told_and_asked_again(typed: str, told: str) -> None:
    text = " ".join(spend(table(), typed, "").split())
    assert told in text
    assert "You cut 208" in text


def test_a_shuffling_device_is_not_cut() -> None:
    text = spend(table(device=Device.SHUFFLER), "25")
    assert "cut is offered" not in text
    assert "Round 1" in text


def test_side_bets_by_their_initials() -> None:
    text = evening("25 pp5 ll5", "s", shoe="TH 6C TH TD TC", side_bets=PAIRS)
    assert "Side bets: pp perfect-pairs and ll lucky-lucky." in text
    assert "box 1  10♥ 10♥  20  $25, pp $5, ll $5" in text
    assert "Box 1 perfect-pairs wins $150 (14.10.3, " in text
    assert "Box 1 lucky-lucky loses $5 (14.16)." in text
    assert "Enter lays 1:25 pp5 ll5" in text


def test_a_side_bet_that_is_not_offered_is_no_wager() -> None:
    assert '"ll5" is not a wager: type 25, 1:25 3:50, 25 pp5, or ? for help.' in evening(
        "25 ll5", shoe="TH", side_bets=("perfect-pairs",)
    )


# ------------------------------------------------------------------------------------- wagers


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("1", "The sign takes $5 to $5,000 on a box, not $1 (6.1)."),
        ("6000", "The sign takes $5 to $5,000 on a box, not $6,000 (6.1)."),
        ("1:300 2:300", "That comes to $600, and the chips to $500."),
        ("9:25", "There is no box 9: the layout has 1 to 7 (2.2.1)."),
        ("25.30", "$25.30 cannot be laid in chips: the smallest is $0.50 (5.1)."),
        ("", "There are no wagers to repeat yet: type 25, 1:25 3:50, or ? for help."),
        ("h", '"h" is not a wager: type 25, 1:25 3:50, or ? for help.'),
    ],
)
def test_a_wrong_wager_is_told_and_nothing_is_laid(typed: str, told: str) -> None:
    text = evening(typed, "25", "s", shoe="TH 6C 9H TD TC")
    assert told in text
    assert "Round 1: won $25. Chips $525." in text


def test_one_wrong_wager_of_several_lays_none_of_them() -> None:
    text = evening("1:25 9:25", shoe="TH 6C 9H TD TC")
    assert "There is no box 9" in text
    assert "Your wagers, from $500 in chips" in text.split("There is no box 9")[1]
    assert "chips        $500 of $500 bought" in text


def test_an_amount_alone_goes_on_the_last_boxes_and_enter_repeats() -> None:
    cards = " ".join(["TH TS 6C 9H 9S TD TC"] * 3)
    text = evening("2:25 3:50", "s", "s", "10", "s", "s", "", "s", "s", shoe=cards)
    assert "Enter lays 2:25 3:50" in text
    assert "Enter lays 2-3:10" in text
    assert text.count("box 2  10♥ 9♥  19  $10") == 2


def test_chips_that_do_not_make_the_minimum() -> None:
    text = evening("5", "s", "buy 20", "5", shoe="TH TC 9H TD 8H 6C", bankroll=5_00)
    assert "Your chips, $0, are below the minimum of $5: buy 100 more chips" in text
    assert "You change $20 for chips." in text
    assert "Your wagers, from $20 in chips" in text


def test_buying_nothing_sensible_is_told() -> None:
    text = evening("buy", "buy 0.25", shoe="TH")
    assert "Say how many dollars to change for chips, such as buy 100." in text
    assert "$0.25 cannot be laid in chips: the smallest is $0.50 (5.1)." in text


# ----------------------------------------------------------------------------- asking and hiding


def test_the_sign_shows_limits_inscriptions_and_what_side_bets_pay() -> None:
    text = evening("sign", shoe="TH", side_bets=PAIRS, lucky_lucky_table=2)
    assert "The sign (6.1): minimum $5, maximum $5,000, steps of $0.50." in text
    assert "  Blackjack pays 3 to 2 (2.2.3.1)\n" in text
    assert "pp, perfect-pairs pays perfect-pair 30 to 1" in text
    assert "suited-21 15 to 1" in " ".join(text.split())


def test_rules_finds_clauses_by_number_and_by_word() -> None:
    text = evening("rules 11.1", "rules Insurance closed", "rules zzz", "rules", shoe="TH")
    assert "\n11.1  " in text
    assert "\n11.1.2  " in text
    assert "\n8.3  " in text
    assert 'No clause of Star Blackjack has "zzz": try a shorter word.' in text
    assert "12 splitting" in text


def test_help_lists_the_keys_and_the_side_bets() -> None:
    text = evening("?", "help", shoe="TH", side_bets=PAIRS)
    for key in ("h s d p", "y e n", "sign", "rules", "why", "log", "1:25 3:50", "Enter", "  q "):
        assert text.count(key) >= 2
    assert "1:25 pp5 ll5" in text


def test_cards_that_lie_face_down_are_not_shown() -> None:
    croupier = table("TH 6C 9H TD TC")
    before = (ApproveFaceDown(by=Role.INSPECTOR),)
    text = spend(croupier, "25", "log", "table", before=before)
    assert "Box 1 has ▒▒ ▒▒ against 6♣: e expose" in text
    until_leaving = text.split("Wagers in play")[0]
    assert "10♥" not in until_leaving
    assert "9♥" not in until_leaving
    assert "Box 1 gets a card face down (7.1)." in until_leaving
    assert "The cards of box 1 are turned: 10♥ 9♥, 19." in text


# ------------------------------------------------------------------------- what other games ask


def test_a_double_for_exactly_the_wager_offers_no_less() -> None:
    text = spend(table("6H 6C 5H TD TC TS", game="perth-blackjack"), "25", "d 10", "d")
    assert "d double $25\n" in text
    assert "A double here is exactly $25 (" in text
    assert "Box 1 is doubled for $25." in text


def test_surrender_has_a_key() -> None:
    text = spend(table("TH TC 6H 9D", game="perth-vegas-blackjack"), "25", "u")
    assert "u surrender" in text
    assert "Your wager on box 1 is surrendered." in text
    assert "Box 1 loses $12.50 (" in text


def test_a_box_may_surrender_before_its_turn() -> None:
    shoe = "9H TH TC 9D 6H 9D"
    text = spend(table(shoe, game="perth-vegas-blackjack"), "1:20 3:30", "u 3", "s")
    assert "u3 surrender box 3" in " ".join(text.split())
    assert "Your wager on box 3 is surrendered." in text
    assert "Box 3 loses $15 (" in text


def test_a_hand_that_wins_at_once_is_paid_while_others_play() -> None:
    shoe = "5H 9H TC 6H 9D TD"
    text = spend(table(shoe, game="blackjack-challenge"), "1:20 2:30", "h", "table", "s")
    assert "Box 1 wins $20 (" in text.split("> table")[0]
    assert "box 1  " in text.split("> table")[1]


def test_the_sign_says_what_the_dealer_does_on_a_soft_17() -> None:
    stands = spend(table("TH", game="canberra-blackjack"), "sign")
    draws = spend(table("TH", game="canberra-blackjack", soft_17="draw"), "sign")
    assert "The dealer stands on a soft 17 (" in stands
    assert "The dealer draws to a soft 17 (" in draws


def test_a_key_too_long_for_a_narrow_window_has_a_line_of_its_own() -> None:
    entry = "w ann 1 25              ann lays $25 on box 1"
    assert wrap_entry(entry, 80) == [entry]
    assert wrap_entry(entry, 40) == ["w ann 1 25", "    ann lays $25 on box 1"]

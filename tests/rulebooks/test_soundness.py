"""A law decides what it says: one value for one thing, and no wrong values or parts."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import parse_cards
from croupier.display.layout import table_view
from croupier.display.scenes import scene_of
from croupier.display.viewers import Onlooker
from croupier.floor.command_text import to_command
from croupier.floor.one_table import Croupier
from croupier.games.table.choices import Choices
from croupier.games.table.rounds import WagersSettled
from croupier.maths.blackjack.parameters import parameters_of
from croupier.maths.whatif import with_rule, with_rules
from croupier.money import odds
from croupier.rulebooks import (
    BLACKJACK_CHALLENGE,
    CANBERRA_BLACKJACK,
    CARIBBEAN_STUD,
    PERTH_BLACKJACK,
    PERTH_BLACKJACK_PLUS,
    PERTH_VEGAS_BLACKJACK,
    STAR_BLACKJACK,
    BlackjackLaw,
    Result,
    Role,
    Rule,
    Says,
    TableLaw,
    UnsoundLawError,
)

STAR = STAR_BLACKJACK


def changed(law: Any, path: str, value: object) -> Any:
    """A law with something else at a place in it."""
    part, _, rest = path.partition(".")
    if rest:
        value = changed(getattr(law, part), rest, value)
    return replace(law, **{part: value})


# One value for one thing ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "law",
    [STAR, BLACKJACK_CHALLENGE, CANBERRA_BLACKJACK, PERTH_BLACKJACK_PLUS],
    ids=lambda law: law.game,
)
def test_a_blackjack_paid_early_has_the_odds_of_the_settlement(law: BlackjackLaw) -> None:
    variant = with_rule(law, "settlement.blackjack", "6:5")
    assert parameters_of(variant).blackjack_pays == 1.2
    table = Croupier(variant, Choices(burn=False), stack=parse_cards("AS 6H KS"))
    table.do(to_command({"do": "wager", "player": "ann", "box": 1, "amount": 50}))
    table.do(to_command({"do": "deal"}))
    (settled,) = (event for event in table.events if isinstance(event, WagersSettled))
    assert settled.lines[0].net == 60_00


def test_the_cloth_says_what_the_law_decides() -> None:
    def cloth(law: TableLaw) -> list[str]:
        table = Croupier(law, seed=1).table
        return [
            sign.text for sign in table_view(law, scene_of(table), Onlooker()).signs if sign.cloth
        ]

    assert cloth(STAR)[:2] == ["Blackjack pays 3 to 2", "Dealer stands on hard 17 and soft 18"]
    variant = with_rules(STAR, [("blackjack", "6:5"), ("soft-17", "stand")])
    assert cloth(variant)[:2] == ["Blackjack pays 6 to 5", "Dealer stands on 17"]
    assert cloth(BLACKJACK_CHALLENGE)[1] == "Dealer draws to 16 and stands on 17"
    pairs = with_rule(CARIBBEAN_STUD, "settlement.qualifies", "2 2")
    assert cloth(CARIBBEAN_STUD) == ["The dealer plays with ace-king high or better"]
    assert cloth(pairs) != cloth(CARIBBEAN_STUD)


def test_more_hands_than_a_permission_gives_are_not_taken_back_by_it() -> None:
    law = with_rule(STAR, "split.hands", "4")
    assert parameters_of(law).split_hands == 4


def test_rules_that_depend_on_each_other_change_together() -> None:
    higher = [("play.must_draw_below", "22"), ("play.may_draw_below", "23")]
    with pytest.raises(UnsoundLawError):
        with_rules(STAR, higher[:1])
    assert with_rules(STAR, higher).play.must_draw_below.value == 22


# Values of the wrong kind -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("settlement.blackjack", Rule(odds("6 to 5"), "15.1.1"),  # type: ignore[arg-type]
         r"settlement.blackjack (15.1.1) has odds('6 to 5', 1), and takes odds of whole numbers"),
        ("settlement.blackjack", Rule(odds(3, 0), "15.1.1"), "has odds(3, 0), and takes odds"),
        ("settlement.blackjack", odds(6, 5), 'has odds(6, 5), and takes Rule(…, "clause") with'),
        ("split.hands", Rule("3", "12.4"), "split.hands (12.4) has '3', and takes a whole number"),
        ("split.hands", Rule(True, "12.4"), "has True, and takes a whole number"),
        ("floor.closing_minutes", Rule(-20, "18.8"), "has -20, and takes a whole number, 0 or mo"),
        ("insurance.ace", None, "insurance.ace has None, and takes an Insurance"),
        ("cards.decks", Rule("6, 8", "3.1"),
         "cards.decks (3.1) has '6, 8', and takes a tuple of whole numbers"),
        ("double.totals", Rule((9, 10), "11.1.1"), "has (9, 10), and takes a frozenset of whole"),
        ("insurance.ace.share", Rule(0.5, "8.1"), "has 0.5, and takes a fraction"),
        ("insurance.step", Rule(Fraction(0), "5.1"), "has Fraction(0, 1), and takes a fraction ab"),
        ("insurance.ace.share", Rule(Fraction(-1, 2), "8.1"), "and takes a fraction above 0"),
        ("limits.altered_by", Rule("supervisor", "6.5"), "has 'supervisor', and takes Role.PLAYER"),
        ("settlement.original.equal", Rule(Result.WIN, "15.1.9"),
         "and takes Result.LOSE or Result.STAND_OFF"),
        ("play.turn", Rule("in turn", "10.1"), "and takes what the clause says, as Says("),
        ("play.turn", Says(10, "10.1"), "play.turn (10.1) says 10, and takes text"),  # type: ignore[arg-type]
        ("play.turn", Says("in turn", "99.1"), "play.turn cites '99.1', a clause that"),
        ("wagers.control", (Rule("seated", "5.5.1"),), "wagers.control.1 (5.5.1) has 'seated'"),
        ("dealer.draws_soft_17", {"": Rule(1, "13.2")}, "(13.2) has 1, and takes True or False"),
        ("device_failure", None, "device_failure has None, and takes a TransferLaw or a Finish"),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_kind_is_refused(path: str, value: object, why: str) -> None:
    with pytest.raises(UnsoundLawError) as caught:
        changed(STAR, path, value)
    assert str(caught.value).startswith("star-blackjack: ")
    assert why in str(caught.value)


# Parts that contradict each other ---------------------------------------------------------------


def without_any_pairs() -> Any:
    return replace(STAR.side_bets, kinds=STAR.side_bets.kinds[:1])


def with_a_bet_named(name: str) -> Any:
    first, *others = STAR.side_bets.kinds
    return replace(STAR.side_bets, kinds=(replace(first, name=name), *others))


@pytest.mark.parametrize(
    ("law", "path", "value", "why"),
    [
        (STAR, "dealer.no_effect", {"": Says("x", "13.4"), "1": Says("x", "13.4")},
         "dealer.no_effect.1 (13.4) has no fellow in dealer.draws_soft_17"),
        (STAR, "split.permitted_hands", None,
         "split.permitted_by (12.5) needs split.permitted_hands, which is missing"),
        (PERTH_BLACKJACK, "split.joined_again", None,
         "split.others_again (3.34) needs split.joined_again"),
        (STAR, "wagers.players_per_box", Rule(4, "5.4"),
         "limits.shares (6.1.1) shares a box among 3, wagers.players_per_box (5.4) has 4"),
        (CARIBBEAN_STUD, "wagers.players_per_box", Rule(2, "5.9"),
         "wagers.players_per_box (5.9) lets several share a box, and wagers.control is empty"),
        (STAR, "wagers.other_places", None,
         "wagers.nearest_place (5.7.1) needs wagers.other_places"),
        (STAR, "play.must_draw_below", Rule(22, "10.2"),
         "play.must_draw_below (10.2) has 22, more than play.may_draw_below (10.3) with 21"),
        (PERTH_BLACKJACK_PLUS, "settlement.dealer_exactly", Rule(21, "6.1(c)(ii)"),
         "settlement.dealer_exactly (6.1(c)(ii)) has 21, which play.over (4.18)"),
        (STAR, "insurance", None, "irregular.oversight.insurance (16.13) lets insurance be placed"),
        (STAR, "cards.decks", Rule((), "3.1"),
         "cards.decks (3.1) has (), and takes numbers from 1 on, at least one"),
        (STAR, "cards.decks", Rule((6, 0), "3.1"), "cards.decks (3.1) has (6, 0), and takes"),
        (STAR, "equipment.boxes", Rule(range(8), "2.2.1"), "has range(0, 8), and takes"),
        (STAR, "equipment.devices", Rule((), "3.1"), "equipment.devices (3.1) names none to deal"),
        (STAR, "split.hands", Rule(0, "12.4"), "split.hands (12.4) has 0, and takes 1 or more"),
        (CANBERRA_BLACKJACK, "split.aces_hands", Rule(0, "10.3"), "has 0, and takes 1 or more"),
        (CARIBBEAN_STUD, "wagers.players_per_box", Rule(0, "5.4"), "has 0, and takes 1 or more"),
        (STAR, "cut.on_box", None, "cut.at_start (4.3.1) needs cut.on_box, which is missing"),
        (CARIBBEAN_STUD, "cut.passed_on", Rule(Role.SUPERVISOR, "4.2"),
         "cut.passed_on (4.2) is not the dealer, and no player may cut"),
        (STAR, "interim.blackjack", None, "interim.held_by (9.1.1) needs interim.blackjack"),
        (STAR, "side_bets", without_any_pairs(),
         "equipment.side_bet_areas (2.2.4) names any-pairs, which side_bets.kinds does not have"),
        (STAR, "equipment.side_bet_areas", Rule(("perfect-pairs",), "2.2.4"),
         "any-pairs.offered (14.2) has no area in equipment.side_bet_areas (2.2.4)"),
        (STAR, "side_bets", with_a_bet_named("21+3"),
         "side_bets.kinds has '21+3' as a name, which nobody can type for a wager; name it in"),
        (STAR, "side_bets", with_a_bet_named("Lucky Lucky"), "'Lucky Lucky' as a name, which"),
        (STAR, "side_bets", with_a_bet_named("insurance"), "'insurance' as a name, which nobody"),
        (BLACKJACK_CHALLENGE, "settlement.both_blackjack.ranks", Rule((), "3.3"),
         "settlement.both_blackjack.ranks (3.3) must name the ten, jack, queen and king once each"),
        (PERTH_VEGAS_BLACKJACK, "surrender.half", Rule(Fraction(3, 2), "5.3(d)"),
         "surrender.half (5.3(d)) has 3/2, more than the wager"),
        (CARIBBEAN_STUD, "irregular.dealers_count", Rule(6, "14.2"),
         "irregular.dealers_count (14.2) has 6, and a hand is dealt 5 cards"),
        (CARIBBEAN_STUD, "jackpot.least", {}, "has no fellow in jackpot.least"),
        (CARIBBEAN_STUD, "settlement.bet", {}, "settlement.bet lacks high-card, one-pair"),
    ],
)  # fmt: skip
def test_parts_that_contradict_each_other_are_refused(
    law: TableLaw, path: str, value: object, why: str
) -> None:
    with pytest.raises(UnsoundLawError) as caught:
        changed(law, path, value)
    assert why in str(caught.value)


# A value that no rulebook of the package has ----------------------------------------------------


def test_a_surrender_collects_the_share_that_the_law_says() -> None:
    law = with_rule(PERTH_VEGAS_BLACKJACK, "surrender.half", "2/3")
    assert parameters_of(law).surrender_pays == pytest.approx(-2 / 3)
    table = Croupier(law, Choices(burn=False), stack=parse_cards("TS KH 6S TC 9D"))
    table.do(to_command({"do": "wager", "player": "ann", "box": 1, "amount": 30}))
    table.do(to_command({"do": "deal"}))
    table.do(to_command({"do": "surrender", "box": 1}))
    settled = [event for event in table.events if isinstance(event, WagersSettled)]
    assert [line.net for event in settled for line in event.lines] == [-20_00]


# Switches that used to be words -----------------------------------------------------------------


def test_a_bar_on_doubling_split_aces_holds_where_they_take_more_cards() -> None:
    law = with_rule(PERTH_VEGAS_BLACKJACK, "split.aces_one_card", "none")
    assert not parameters_of(law).double_split_aces
    table = Croupier(law, Choices(burn=False), stack=parse_cards("AS 6H AD 5C"))
    table.do(to_command({"do": "wager", "player": "ann", "box": 1, "amount": 50}))
    table.do(to_command({"do": "deal"}))
    table.do(to_command({"do": "split", "box": 1}))
    refused = table.do(to_command({"do": "double", "box": 1}))
    assert getattr(refused, "clause", "") == "5.1(b)"

"""The form by which a table is opened offers what the rulebook leaves open, and only that."""

import pytest

from croupier.games.blackjack.opening import pay_table
from croupier.games.engine import open_table
from croupier.games.table.opening import TableOpened
from croupier.messages import Refused
from croupier.rulebooks import GAMES, TableLaw
from croupier.web.pages.opening import NO, YES, choices_from, groups_for, switches_for
from croupier.web.pages.table.forms import MisreadError
from tests.support.side_bets import star_with_trios

LOW_LIMIT = "low_limit"
"""A switch that also bounds the limits and the device."""


def offered(law: TableLaw) -> dict[str, str]:
    """The form as it is offered, with an answer to what the operator must say."""
    return {
        one.name: NO if one.needed else one.usual
        for group in groups_for(law)
        for one in group.fields
        if one.kind != "switch"
    }


@pytest.mark.parametrize("law", GAMES.values(), ids=GAMES)
def test_everything_that_is_offered_may_be_chosen(law: TableLaw) -> None:
    usual = offered(law)
    switched = {one.name: "on" for one in switches_for(law) if one.name != LOW_LIMIT}
    choices = choices_from(law, usual | switched, {})
    assert isinstance(open_table(law, choices), TableOpened)
    assert all(getattr(choices, name) for name in switched)


@pytest.mark.parametrize("law", GAMES.values(), ids=GAMES)
def test_a_switch_that_is_not_sent_is_off(law: TableLaw) -> None:
    choices = choices_from(law, offered(law), {})
    assert not any(getattr(choices, one.name) for one in switches_for(law))


def typed(game: str, *, several: dict[str, list[str]] | None = None, **given: str) -> object:
    """What comes of a form that is filled in but for these fields as it is offered."""
    law = GAMES[game]
    usual = offered(law)
    return open_table(law, choices_from(law, usual | given, several or {}))


def test_the_rare_choices_are_taken_as_they_are_typed() -> None:
    opened = typed(
        "perth-blackjack",
        decks="6",
        perfect_pairs_table="4",
        cutting_card_depth="52",
        card_milliseconds="1500",
        chip="1",
        checklist="on",
        several={"side_bets": ["perfect-pairs"]},
    )
    assert isinstance(opened, TableOpened)
    choices = opened.choices
    assert (choices.perfect_pairs_table, choices.cutting_card_depth) == (4, 52)
    assert (choices.card_milliseconds, choices.chip, choices.checklist) == (1500, 1_00, True)


def test_what_the_rulebook_forbids_all_the_same_is_refused_with_its_clause() -> None:
    pairs = {"side_bets": ["perfect-pairs"]}
    unfit = typed("perth-blackjack", decks="8", perfect_pairs_table="1", several=pairs)
    deep = typed("star-blackjack", cutting_card_depth="400")
    assert isinstance(unfit, Refused)
    assert isinstance(deep, Refused)
    assert (unfit.code, unfit.clause) == ("open/pay-table", "3.19")
    assert (deep.code, deep.clause) == ("open/cutting-card", "4.6")


def test_the_pay_table_of_any_side_bet_is_picked_in_the_form() -> None:
    law, trios = star_with_trios()
    names = [field.name for group in groups_for(law) for field in group.fields]
    assert "pay_table:trios" in names
    assert not [name for name in names if name.endswith("_table")]
    given = offered(law) | {"pay_table:trios": "3"}
    assert choices_from(law, given, {}).pay_tables == (), "it is not offered"
    opened = open_table(law, choices_from(law, given, {"side_bets": ["trios"]}))
    assert isinstance(opened, TableOpened)
    assert pay_table(trios, opened.choices) == 2


def test_a_jackpot_is_put_together_from_its_fields() -> None:
    opened = typed(
        "caribbean-stud", jackpot="5", pool="1000", increment="0.7", seed="500", cashless="on"
    )
    assert isinstance(opened, TableOpened)
    terms = opened.choices.jackpot
    assert terms is not None
    assert (terms.wager, terms.pool, terms.seed) == (5_00, 1000_00, 500_00)
    assert opened.choices.cashless
    with pytest.raises(MisreadError, match="say how much"):
        typed("caribbean-stud", seed="500")
    with pytest.raises(MisreadError, match="pool's name"):
        typed("caribbean-stud", jackpot="5", pool_name="no such name!")


def test_hand_signals_are_a_few_words() -> None:
    opened = typed("star-blackjack", signals="nod, two fingers")
    assert isinstance(opened, TableOpened)
    assert opened.choices.signals == ("nod", "two fingers")
    with pytest.raises(MisreadError, match="hand signal"):
        typed("star-blackjack", signals="<nod>")
    with pytest.raises(MisreadError, match="whole number below 10,000"):
        typed("star-blackjack", wager_seconds="1" * 36)


def test_whether_player_cards_are_kept_is_said_one_way_or_the_other() -> None:
    law = GAMES["caribbean-stud"]
    for said in ("", "on"):
        with pytest.raises(MisreadError, match="choose whether Player Cards"):
            choices_from(law, offered(law) | {"player_cards": said}, {})
    kept = [choices_from(law, offered(law) | {"player_cards": one}, {}) for one in (YES, NO)]
    assert [one.player_cards for one in kept] == [True, False]
    assert "player_cards" not in offered(GAMES["star-blackjack"])


@pytest.mark.parametrize("law", GAMES.values(), ids=GAMES)
def test_a_table_waits_for_nobody_for_ever_unless_the_operator_says_so(law: TableLaw) -> None:
    usual = choices_from(law, offered(law), {})
    assert usual.wager_seconds
    assert usual.decision_seconds
    patient = offered(law) | {"wager_seconds": "", "decision_seconds": ""}
    assert not choices_from(law, patient, {}).decision_seconds


def test_a_person_who_deals_is_not_hurried() -> None:
    law = GAMES["star-blackjack"]
    choices = choices_from(law, offered(law) | {"mode": "live"}, {})
    assert (choices.wager_seconds, choices.decision_seconds, choices.card_milliseconds) == (0, 0, 0)

"""What the engine does about clauses, seen while it runs; and nothing is left of it afterwards."""

import inspect
import sys
from collections.abc import Callable
from decimal import Decimal
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest

from croupier import house
from croupier.cards import parse_cards
from croupier.features.compliance.evidence import Evidence, Weight
from croupier.features.compliance.implicit import IMPLICIT_FUNCTIONS
from croupier.features.compliance.tracing import ABOVE_TABLES, Trace, changes_play, trace_clauses
from croupier.floor.command_text import to_command
from croupier.floor.one_table import Croupier
from croupier.floor.state import UnlawfulTableError
from croupier.games.blackjack.approvals import FaceDownApproved
from croupier.games.blackjack.due import due as blackjack_due
from croupier.games.blackjack.opening import blackjack_table, open_blackjack
from croupier.games.engine import evolve, handle
from croupier.games.stud.due import due as stud_due
from croupier.games.table.choices import Choices, JackpotTerms
from croupier.games.table.new_cards import CardsRiffled
from croupier.games.table.notices import NoticeGiven
from croupier.games.table.opening import TableOpened
from croupier.games.table.signs import TableClosed
from croupier.rulebooks import (
    BLACKJACK_CHALLENGE,
    CANBERRA_BLACKJACK,
    CARIBBEAN_STUD,
    STAR_BLACKJACK,
    Role,
    Rule,
    Says,
    TableLaw,
)

STAR = "star-blackjack"


def played(
    *steps: dict[str, Any],
    law: TableLaw = STAR_BLACKJACK,
    shoe: str = "TH 7C 8D TC",
    **chosen: Any,
) -> Trace:
    """What is seen of some steps at a table with a stacked shoe."""
    with trace_clauses() as trace:
        croupier = Croupier(law, Choices(burn=False, **chosen), stack=parse_cards(shoe))
        for step in steps:
            croupier.do(to_command(step))
    return trace


def weights(trace: Trace, clause: str, book: str = STAR) -> dict[str, str]:
    """What was seen of a clause, place by place; of two weights at one place, the stronger."""
    seen = [one for one in trace.evidence if (one.book, one.clause) == (book, clause)]
    return {
        one.where: one.weight.value for one in sorted(seen, key=lambda one: one.weight.value)[::-1]
    }


WAGER = {"do": "wager", "player": "ann", "box": 1, "amount": 100}
DEAL = {"do": "deal"}
STAND = {"do": "stand", "box": 1}


# What counts --------------------------------------------------------------------------------------


def test_a_payment_an_event_and_a_value_that_decides_are_seen() -> None:
    trace = played(WAGER, DEAL, STAND)
    assert weights(trace, "15.1.3")["payment: main win"] == "enforced"
    assert weights(trace, "7.1")["event: card-dealt"] == "enforced"
    assert weights(trace, "10.2")["law: play.must_draw_below"] == "enforced"


def test_a_refusal_is_seen_and_its_further_clauses() -> None:
    trace = played(WAGER, DEAL, {"do": "double", "box": 1}, shoe="AH 7C 2D")
    assert weights(trace, "11.1.1")["refusal: double/total"] == "enforced"
    assert weights(trace, "11.1.2")["refusal: double/total"] == "enforced"


def test_what_was_never_reached_is_not_seen() -> None:
    trace = played(WAGER, DEAL, STAND)
    assert not weights(trace, "12.1")
    assert not weights(trace, "15.1.1")


def test_opening_a_table_alone_shows_nothing() -> None:
    trace = played(decks=6)
    assert not [one for one in trace.evidence if one.weight is Weight.ENFORCED]


def test_what_was_chosen_for_a_table_counts_once_it_is_used() -> None:
    assert "law: cards.decks" in weights(played(WAGER, decks=6), "3.1")
    assert "law: equipment.boxes" in weights(played(WAGER, boxes=5), "2.2.1")
    assert not weights(played(WAGER), "2.2.1")


def test_a_table_that_may_not_be_opened_is_seen() -> None:
    with trace_clauses() as trace, pytest.raises(UnlawfulTableError):
        Croupier(STAR_BLACKJACK, Choices(decks=7))
    assert trace.evidence == {
        Evidence(STAR, "3.1", "refusal: open/decks", Weight.ENFORCED),
        Evidence(STAR, "3.1", "law: cards.decks", Weight.ENFORCED),
    }


def test_what_has_no_effect_is_only_recorded() -> None:
    trace = played(WAGER, {"do": "show-rules", "player": "ann"})
    assert weights(trace, "18.14") == {
        "event: rules-shown": "recorded",
    }


def test_a_notice_that_a_clause_demands_is_an_act() -> None:
    trace = played(WAGER, DEAL, {"do": "wrong-cards", "foreign": ["joker"]})
    assert weights(trace, "16.16.4")["event: notice-given"] == "enforced"


def test_what_is_only_asked_is_shown() -> None:
    trace = played(WAGER, DEAL)
    with trace_clauses() as later:
        croupier = Croupier(STAR_BLACKJACK, Choices(burn=False), stack=parse_cards("TH 7C"))
        assert croupier.due
    assert set(weights(later, "5.2").values()) == {"shown"}
    assert weights(trace, "5.2")["event: wager-placed"] == "enforced"


def test_a_refused_command_leaves_nothing_of_what_was_tried() -> None:
    """A card that is not the one in front is dealt in thought, and then refused."""
    before = played(WAGER, DEAL, {"do": "hit", "box": 1}, shoe="TH 7C 2D 3C")
    after = played(
        WAGER, DEAL, {"do": "hit", "box": 1}, {"do": "card", "card": "2H"}, shoe="TH 7C 2D 3C"
    )
    assert {one.where for one in after.evidence - before.evidence if "event" in one.where} == set()
    assert any(one.where.startswith("refusal") for one in after.evidence - before.evidence)


# What no answer names -----------------------------------------------------------------------------


def test_cards_count_by_the_clauses_of_their_ranks() -> None:
    trace = played(WAGER, DEAL, STAND, shoe="KH 7C 8D TC")
    assert "law: cards.values.3.says" in weights(trace, "3.2.3")
    assert not weights(trace, "3.2.1"), "there was no ace"
    assert "law: cards.values.1.says" in weights(
        played(WAGER, DEAL, STAND, shoe="AH 7C 8D TC"), "3.2.1"
    )


def test_the_dealer_draws_no_card_that_decides_nothing() -> None:
    over = played(WAGER, DEAL, {"do": "hit", "box": 1}, shoe="TH 6C 6D TS")
    assert "law: dealer.no_effect." in weights(over, "13.4")
    assert not weights(played(WAGER, DEAL, STAND), "13.4")


def test_a_blackjack_waits_where_the_dealer_may_have_one() -> None:
    waiting = played(WAGER, DEAL, shoe="AH TC KD 9C", law=BLACKJACK_CHALLENGE)
    assert "law: interim.waits" in weights(waiting, "8.1.2", "blackjack-challenge")
    paid = played(WAGER, DEAL, shoe="AH 9C KD TC", law=BLACKJACK_CHALLENGE)
    assert not weights(paid, "8.1.2", "blackjack-challenge")


def test_a_pool_is_fed_by_its_clause() -> None:
    ante = {"do": "wager", "player": "ann", "box": 1, "amount": 10, "on": "ante"}
    jackpot = {**ante, "amount": 5, "on": "jackpot"}
    terms = JackpotTerms(wager=500, pool=1_000_000, increment=Decimal("0.5"))
    shoe = "AS 3S KD 3D QC JC 4D TC 2S 5C"
    trace = played(ante, jackpot, DEAL, law=CARIBBEAN_STUD, shoe=shoe, jackpot=terms)
    assert "law: jackpot.rate" in weights(trace, "11.6", "caribbean-stud")
    trace = played(ante, DEAL, law=CARIBBEAN_STUD, shoe=shoe)
    assert not weights(trace, "11.6", "caribbean-stud")


# An event's effect --------------------------------------------------------------------------------


def test_events_that_only_record_are_told_from_those_that_act() -> None:
    opened = open_blackjack(STAR_BLACKJACK)
    assert isinstance(opened, TableOpened)
    table = blackjack_table(opened)
    recorded = (
        NoticeGiven(Role.INSPECTOR, "a player", "ann", "5.11"),
        CardsRiffled("ann", "4.2"),
    )
    acting = (FaceDownApproved(True, "3.6.2"), TableClosed("18.8"))
    assert not any(changes_play(table, evolve(table, event)) for event in recorded)
    assert all(changes_play(table, evolve(table, event)) for event in acting)


# Nothing is left of it ----------------------------------------------------------------------------


def test_nothing_is_left_when_nobody_looks() -> None:
    before = [vars(kind)[field] for kind, field in ((Rule, "value"), (Says, "clause"))]
    heard = sys.getprofile()

    def look_and_stumble() -> None:
        with trace_clauses():
            assert vars(Rule)["value"] is not before[0]
            raise LookupError

    with pytest.raises(LookupError):
        look_and_stumble()
    assert [vars(kind)[field] for kind, field in ((Rule, "value"), (Says, "clause"))] == before
    assert sys.getprofile() is heard


def test_one_may_look_while_another_looks() -> None:
    with trace_clauses() as outer:
        inner = played(WAGER, DEAL, STAND, law=CANBERRA_BLACKJACK)
        croupier = Croupier(STAR_BLACKJACK, Choices(burn=False), stack=parse_cards("TH 7C"))
        croupier.do(to_command(WAGER))
    assert {one.book for one in inner.evidence} == {"canberra-blackjack"}
    assert {one.book for one in outer.evidence} == {STAR}


def test_the_law_is_not_read_by_being_compared_or_checked() -> None:
    with trace_clauses() as trace:
        assert import_module("croupier.rulebooks.installed")._plain(STAR_BLACKJACK)
    assert not trace.read


# What is followed ---------------------------------------------------------------------------------


def test_everything_that_decides_above_the_tables_is_followed() -> None:
    deciding = []
    for module in walk_packages(house.__path__, "croupier.house."):
        decide: Callable[..., object] | None = getattr(import_module(module.name), "decide", None)
        if decide is not None and decide.__module__ == module.name:
            deciding.append(decide)
    assert deciding
    for decide in deciding:
        assert decide.__code__ in ABOVE_TABLES, f"{decide.__module__}.decide is not followed"


def test_what_is_followed_has_the_names_that_are_looked_for() -> None:
    assert {"law", "table"} <= inspect.signature(handle).parameters.keys()
    for due in (blackjack_due, stud_due):
        assert "law" in inspect.signature(due).parameters
    for code, stream in ABOVE_TABLES.items():
        assert {"law", stream.state} <= set(code.co_varnames[: code.co_argcount])
    assert len(IMPLICIT_FUNCTIONS) == len(
        {code.co_name + code.co_filename for code in IMPLICIT_FUNCTIONS}
    )

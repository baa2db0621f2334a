"""Terms and steps of promotions as people write them: one sentence for each thing that is wrong."""

import copy
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from croupier.features.compliance.runs import check_file
from croupier.features.promotions import files
from croupier.features.promotions.files import (
    READERS,
    BadTermError,
    default_terms,
    read_promotion_command,
    read_terms,
)
from croupier.features.promotions.rules.awards import AwardPrize
from croupier.features.promotions.rules.draws import EnterPromotion
from croupier.features.promotions.rules.terms import Terms
from croupier.floor.command_text import BadCommandError
from croupier.rulebooks import Role, law_of
from croupier.rulebooks.law.promotions import Payment
from tests.scenarios.test_bad_files import spoil, written
from tests.support.registers import faults, place

STAR = law_of("star-blackjack")
STUD = law_of("caribbean-stud")


def test_every_term_has_its_reader_and_no_reader_lacks_a_term() -> None:
    terms = (field.encode_name.replace("_", "-") for field in msgspec.structs.fields(Terms))
    assert not faults(READERS, terms, where=place("READERS", files))


def test_what_is_left_out_has_the_usual_value() -> None:
    terms = read_terms(STAR, {"manner": "lucky door", "minimum-wager": 7.50})
    assert (terms.manner, terms.minimum_wager, terms.claim) == ("lucky door", 750, "at the cage")
    assert terms == read_terms(STAR, {}, upon=terms)


def test_the_usual_prize_is_cash_where_a_rulebook_lets_it_be() -> None:
    for law, kind in ((STAR, "cash"), (STUD, "casino-dollars")):
        (prize,) = default_terms(law).prizes or ()
        assert (prize.kind.value, prize.value) == (kind, 1000_00)


def test_what_is_omitted_is_not_said() -> None:
    assert read_terms(STAR, {}, ["claim"]).claim is None


def test_a_time_may_be_text_or_a_time_and_without_a_zone_is_universal() -> None:
    noon = datetime(2026, 6, 1, 12, tzinfo=UTC)
    for said in ("2026-06-01T12:00:00Z", "2026-06-01T12:00", noon, noon.replace(tzinfo=None)):
        assert read_terms(STAR, {"starts": said}).starts == noon


def test_details_are_kept_as_people_read_them() -> None:
    details = {"persons": 2, "included": ["fares", "meals"], "spending-money": False}
    prize = {"kind": "travel", "value": 10, "details": details}
    (read,) = read_terms(STAR, {"prizes": [prize]}).prizes or ()
    assert read.details == {"persons": "2", "included": "fares, meals", "spending-money": "no"}


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"colour": "red"}, "colour: there is no such term; choose from award"),
    ({"odds": "3:2"}, "odds: a promotion only watches tables"),
    ({"maximum": 5}, "maximum: a promotion only watches tables"),
    ({"manner": 5}, "manner: 5 is not text"),
    ({"presence-required": "no"}, "presence-required: 'no' is neither true nor false"),
    ({"starts": 5}, "starts: 5 is not a time"),
    ({"starts": "noon"}, "starts: 'noon' is not a time"),
    ({"draw": "9999-12-31T00:00:00Z"}, "is not a time in the years 1900 to 8999"),
    ({"minimum-wager": -1}, "minimum-wager: -1 is not an amount in dollars, 0 or more"),
    ({"minimum-wager": 0.001}, "minimum-wager: 0.001 is not an amount"),
    ({"minimum-wager": True}, "minimum-wager: True is not an amount"),
    ({"minimum-wager": []}, "minimum-wager: [] is not an amount"),
    ({"prizes": "a car"}, "prizes: this is a list"),
    ({"prizes": ["a car"]}, "prizes: prize 1 is a table"),
    ({"prizes": [{"value": 5}]}, "prizes: prize 1, kind: there is no None; choose from cash"),
    ({"prizes": [{"kind": "gold"}]}, "prizes: prize 1, kind: there is no 'gold'"),
    (
        {"prizes": [{"kind": "cash", "worth": 5}]},
        "prizes: prize 1 has no 'worth'; choose from kind",
    ),
    ({"prizes": [{"kind": "cash", "value": -5}]}, "prizes: prize 1, value: -5 is not an amount"),
    ({"prizes": [{"kind": "liquor", "litres": "much"}]}, "litres: 'much' is not a number"),
    ({"prizes": [{"kind": "liquor", "litres": float("nan")}]}, "litres: nan is not a number"),
    ({"prizes": [{"kind": "liquor", "litres": -1}]}, "litres: -1 is not a number"),
    ({"prizes": [{"kind": "vehicle", "details": {"colour": 1}}]}, "there is no 'colour'"),
    ({"prizes": [{"kind": "vehicle", "details": 3}]}, "prizes: prize 1, details: this is a table"),
    ({"earned-by": {}}, "earned-by: this is { wager = 50 }"),
    (
        {"earned-by": {"hand": "flush"}},
        "earned-by, hand: there is no 'flush'; choose from blackjack",
    ),
    ({"earned-by": {"wager": -5}}, "earned-by, wager: -5 is not an amount"),
]


@pytest.mark.parametrize(("terms", "said"), WRONG, ids=[said[:40] for _, said in WRONG])
def test_what_is_wrong_with_a_term_is_said_in_a_sentence(terms: dict[str, Any], said: str) -> None:
    with pytest.raises(BadTermError) as caught:
        read_terms(STAR, terms)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("terms", [5, "draw", ["draw"]])
def test_terms_are_a_table(terms: object) -> None:
    with pytest.raises(BadTermError, match="terms: these are a table"):
        read_terms(STAR, terms)


@pytest.mark.parametrize(("omit", "said"), [("claim", "this is a list"), (["hat"], "no such term")])
def test_omit_is_a_list_of_terms(omit: object, said: str) -> None:
    with pytest.raises(BadTermError, match=said):
        read_terms(STAR, {}, omit)


def test_a_term_is_not_stated_and_omitted_at_once() -> None:
    with pytest.raises(BadTermError, match="omit: claim is in the terms and also in omit"):
        read_terms(STAR, {"claim": "at the desk"}, ["claim"])


def command(**step: Any) -> Any:
    return read_promotion_command(STAR, default_terms(STAR), step)


def test_the_gaming_manager_asks_where_nobody_says_and_the_winner_chooses() -> None:
    entry = command(do="enter", player="ann", wagered=7.50)
    assert entry == EnterPromotion(player="ann", wagered=750, by=Role.GAMING_MANAGER)
    assert command(do="choose-payment", player="ann", pay="cash").by is Role.PLAYER
    assert command(do="decide-dispute", dispute=1, outcome="no").by is Role.GAMING_MANAGER
    award = command(do="award", player="ann", pay="cheque", by="gaming-manager")
    assert award == AwardPrize(player="ann", pay=Payment.CHEQUE, by=Role.GAMING_MANAGER)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ({"do": "dance"}, "there is no step 'dance'; choose from "),
        ({"do": "hit"}, "there is no step 'hit'"),
        ({}, "there is no step None"),
        ({"do": "enter"}, "enter: player is missing"),
        ({"do": "enter", "player": "ann", "wagered": -5}, "enter: wagered: -5 is not an amount"),
        ({"do": "enter", "player": "ann", "hat": 1}, "there is no field hat"),
        (
            {"do": "award", "player": "ann", "pay": "gold"},
            "pay: there is no 'gold'; choose from cash",
        ),
        ({"do": "draw", "at": "soon"}, "draw: 'soon' is not a time"),
        ({"do": "draw", "winners": "ann"}, "draw: winners: this must be a list"),
        ({"do": "amend-terms", "terms": {"odds": 2}}, "odds: a promotion only watches tables"),
        ({"do": "refuse-claim", "player": "ann", "value": "much"}, "refuse-claim: value: 'much'"),
    ],
)
def test_what_is_wrong_with_a_step_is_said_in_a_sentence(step: dict[str, Any], said: str) -> None:
    with pytest.raises(BadCommandError) as caught:
        command(**step)
    assert said in str(caught.value)


# ------------------------------------------------------------------------------------- whole files

SCENARIO: dict[str, Any] = {
    "kind": "promotion",
    "title": "a draw",
    "game": "star-blackjack",
    "cites": ["20.7.3"],
    "prepared": True,
    "omit": [],
    "terms": {
        "minimum-wager": 5,
        "draw": "2026-06-07T20:00:00Z",
        "prizes": [{"kind": "goods", "value": 100, "details": {"what": "hat"}, "litres": 1}],
    },
    "steps": [
        {"do": "enter", "player": "ann", "wagered": 5},
        {"do": "enter", "player": "bob", "wagered": 1, "refused": ["20.7.4"]},
        {"do": "amend-terms", "terms": {"claim": "desk"}, "refused": "20.9.1"},
        {"do": "draw", "winners": ["ann"], "present": [], "at": "2026-06-07T20:00:00Z"},
        {"do": "award", "player": "ann", "pay": "goods", "by": "gaming-manager"},
    ],
    "awards": [{"player": "ann", "prize": 1, "value": 100, "pay": "goods"}],
    "notices": [{"whom": "player", "clause": "20.8", "deadline": "2026-06-09T20:00:00Z"}],
    "events": [{"event": "prize-awarded", "value": 10000}],
    "entries": 1,
    "state": "drawn",
}


def checked(folder: Path, scenario: dict[str, Any]) -> tuple[str, ...]:
    file = folder / "sample.toml"
    file.write_text(written(scenario), encoding="utf-8")
    return check_file(file).problems


def test_a_file_that_is_right_passes(tmp_path: Path) -> None:
    assert checked(tmp_path, SCENARIO) == ()


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("entries", 3, "entries: expected 3, got 1"),
        ("state", "running", "state: expected running, got drawn"),
        ("awards", [], "awards: expected none, got 1"),
        ("awards", [{"player": "bob"}], "award 1: no such prize was handed over"),
        ("awards", [{"value": 0.001}], "awards: 0.001 is not an amount"),
        ("notices", [{"open": False}], "notice 1: there is no such notice"),
        ("notices", [{"late": True}], "notice 1: there is no such notice"),
        ("notices", [{"deadline": "soon"}], "notices: deadline: 'soon' is not a time"),
        ("events", [{"event": "draw-cancelled"}], "event 1: no event matches"),
        ("never", [{"event": "prize-awarded"}], "never 1: this happened"),
        ("game", "perth-blackjack", "the rulebook of Perth Blackjack has no rules"),
        ("game", "poker", "poker"),
        ("cites", ["99.9"], "has no clause '99.9'"),
        ("hat", 1, "there is no field hat"),
        ("state", "asleep", "'asleep' is not accepted here"),
        ("terms", {"hat": 1}, "hat: there is no such term"),
        ("omit", ["claim"], "prepared: the terms do not state claim"),
        ("omit", ["starts"], "prepared: without starts"),
        ("steps", [{"do": "draw"}], "step 1 (draw): was refused: the terms set the draw for"),
    ],
)
def test_what_is_not_as_written_is_told(tmp_path: Path, key: str, value: Any, said: str) -> None:
    problems = checked(tmp_path, {**SCENARIO, key: value})
    assert any(said in problem for problem in problems), problems


@pytest.mark.parametrize("seed", range(10))
def test_spoilt_files_are_told_of_in_sentences(seed: int, tmp_path: Path) -> None:
    chance = Random(seed)
    told = 0
    for _ in range(60):
        scenario: Any = copy.deepcopy(SCENARIO)
        for _ in range(chance.randint(1, 3)):
            scenario = spoil(scenario, chance)
        if not isinstance(scenario, dict):
            continue
        problems = checked(tmp_path, scenario)
        assert all(problem and "\n" not in problem.strip() for problem in problems)
        told += bool(problems)
    assert told > 30
